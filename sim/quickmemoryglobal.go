package sim

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// reach is the addresses of the lanes of an access to global memory: of a lane
// they are base plus the sum of its dword of v and offset, which has 32 bits.
// What ends beyond records bytes from base does not take part.
type reach struct {
	base    uint64
	v       *simd.Row
	offset  uint32
	records int64
	// field is the offset field of a buffer instruction: sums with it that need
	// more than 32 bits are the plain engine's (buffer.go).
	field int64
}

// beyond reports whether a lane's offset and the field add up to 2^32 or more.
func (r *reach) beyond(l int) bool { return int64(r.v[l&63])+r.field >= 1<<32 }

// everything is the records of accesses without a range check.
const everything = 1 << 40

// zeroRow is the offset of lanes that have none.
var zeroRow simd.Row

// quickVMEM is the function of loads and stores of whole lanes in global
// memory, and those of FLAT and SCRATCH.
func (in *instr) quickVMEM(k *simd.Memory, set *simd.Set) waveFunc {
	s := &in.mem
	if s.ToLDS || s.Kind != isa.MemoryLoad && s.Kind != isa.MemoryStore || in.Mods.Set.Has(isa.ModIdxen) {
		return nil
	}
	find := reachFunc(reachGlobal)
	switch in.Row.Enc {
	case isa.EncGLOBAL, isa.EncFLAT: // no page is mapped at the apertures
	case isa.EncSCRATCH:
		return in.quickScratch(k, set)
	case isa.EncMUBUF:
		find = in.reachBuffer()
	default:
		return nil
	}
	if s.Kind == isa.MemoryLoad {
		return in.quickLoad(k, s.widen(set), find)
	}
	return in.quickStore(k, in.storing(k, set), find)
}

// reachFunc finds the reach of an instruction. Not ok if it has none.
type reachFunc func(w *wave, in *instr, k *simd.Memory, exec uint64) (r reach, ok bool)

// reachGlobal is the reach of GLOBAL instructions (globalAddress), if lanes
// that have whole addresses do not differ in the high dword.
func reachGlobal(w *wave, in *instr, k *simd.Memory, exec uint64) (r reach, ok bool) {
	s := &in.mem
	r = reach{base: uint64(int64(in.Mods.Offset)), v: w.row(s.addr.reg), records: everything}
	if s.saddr != nil {
		r.base += w.scalar64(s.saddr)
		return r, true
	}
	hi := w.row(s.addr.reg + 1)
	first := hi[bits.TrailingZeros64(exec)&63]
	r.base += uint64(first) << 32
	return r, k.Uniform(hi, first, exec)
}

// reachBuffer finds the reach of MUBUF instructions without an index
// (bufferAddress).
func (in *instr) reachBuffer() reachFunc {
	offset, soffset := int64(in.Mods.Offset), in.mem.soffset
	offen, voffset, words := in.Mods.Set.Has(isa.ModOffen), 0, in.mem.rsrc.reg
	if offen {
		voffset = in.mem.addr.reg
	}
	return func(w *wave, _ *instr, _ *simd.Memory, _ uint64) (r reach, ok bool) {
		// What resourceOf has besides does not matter without add_tid.
		word3 := w.sgpr[(words+3)&127]
		r.v, r.records, r.field = &zeroRow, int64(w.sgpr[(words+2)&127])-offset, offset
		if offen {
			r.v = w.row(voffset)
		}
		shift := uint64(w.scalar(soffset))
		r.base = baseOf(w.sgpr[words&127], w.sgpr[(words+1)&127]) + shift + uint64(offset)
		if !w.wg.soffsetUnchecked {
			r.records -= int64(shift)
		}
		swizzle := w.sgpr[(words+1)&127] >> 31
		return r, swizzle|word3>>resourceAddTID&1 == 0 && word3>>resourceDataFormat&0xf != 0
	}
}

// window is the part of a page in which kernels work: bytes from begin on; the
// sum of a lane is less than limit above first in it.
type window struct {
	page  *knownPage
	begin int
	first uint32
	limit int64
}

// windowAt returns the window with the place of a lane, for accesses of size
// bytes. It reports whether there is one.
func (v *view) windowAt(r *reach, lane, size int) (n window, ok bool) {
	sum := r.v[lane&63] + r.offset
	if int64(sum)+int64(size) > r.records {
		return n, false
	}
	base := (r.base + uint64(sum)) &^ (PageSize - 1)
	if n.page = v.lookup(base); n.page == nil {
		return n, false
	}
	// Sums from start on are in the page; it may be that none is that small,
	// or none that large.
	start := int64(base - r.base)
	low, high := max(start, 0), min(start+int64(n.page.mapped), 1<<32, r.records)
	n.begin, n.first, n.limit = int(low-start), uint32(low), high-low-int64(size)
	return n, int64(sum)-low <= n.limit
}

// quickLoad is the function of loads from global memory.
func (in *instr) quickLoad(k *simd.Memory, widen widening, find reachFunc) waveFunc {
	n, size, dst := in.mem.Dwords, in.mem.Bytes, in.mem.dst
	return func(w *wave, in *instr) {
		exec := w.exec()
		if exec == 0 || !w.atOnce(in) || widen != nil && w.halves(&in.mem) {
			in.run(w, in)
			return
		}
		r, ok := find(w, in, k, exec)
		if !ok {
			in.run(w, in)
			return
		}
		op := w.quickOp(in, exec)
		if !w.loadPage(op, k, &r, n) && !w.loadApart(op, k, &r, n, size) {
			w.plainly(op, in)
			return
		}
		if widen != nil {
			widen(op.row(0))
		}
		if w.wg.observes() {
			w.tell(op, SpaceGlobal, r.base, r.v, r.offset, size, nil)
		}
		op.loads(k, dst, n)
		w.hold(op)
	}
}

// loadPage loads from one page.
func (w *wave) loadPage(op *memOp, k *simd.Memory, r *reach, n int) bool {
	p, ok := w.wg.view.windowAt(r, bits.TrailingZeros64(op.exec), 4*n)
	if !ok || !k.Gather[n](op.row(0), &p.page.data()[p.begin], r.v, r.offset-p.first, uint32(p.limit), op.exec) {
		return false
	}
	w.wg.countBytes(SpaceGlobal, false, op.exec, op.in.mem.Bytes)
	return true
}

// quadRow has the places of the lanes' 16 bytes.
var quadRow = func() (row simd.Row) {
	for l := range row {
		row[l] = 16 * uint32(l)
	}
	return row
}()

// run returns how many lanes of mask, from l on, follow each other at a distance of size bytes
// within left bytes, which is negative beyond the end of a region.
func (r *reach) run(l int, mask uint64, size int, left int64) int {
	left = min(left, r.records-int64(r.v[l&63]+r.offset), 1<<32-int64(r.v[l&63]+r.offset))
	most := min(bits.TrailingZeros64(^(mask >> l)), int(max(left, 0)/int64(size)))
	n, next := 1, r.v[l&63]+uint32(size)
	for n < most && r.v[(l+n)&63] == next {
		n, next = n+1, next+uint32(size)
	}
	return min(n, most)
}

// lanesFrom is a mask of n lanes from l on.
func lanesFrom(l, n int) uint64 { return (1<<n - 1) << l }

// loadApart loads from anywhere, one run of lanes at a time. Lanes that are partly out of range are
// not for it, nor are errors, nor what an observer is told to be dropped.
func (w *wave) loadApart(op *memOp, k *simd.Memory, r *reach, n, size int) bool {
	v, in := w.wg.view, op.exec
	to := laneData(&op.data)
	for mask := op.exec; mask != 0; {
		l := bits.TrailingZeros64(mask) & 63
		sum := r.v[l] + r.offset
		if left := r.records - int64(sum); left < int64(size) {
			if left >= 4 || w.wg.observes() || r.beyond(l) {
				return false
			}
			op.data[l] = [4]uint32{}
			in &^= 1 << l
			mask &= mask - 1
			continue
		}
		addr := r.base + uint64(sum)
		at := addr % PageSize
		p := v.lookup(addr - at)
		if p == nil {
			return false
		}
		lanes := r.run(l, mask, size, int64(p.mapped)-int64(at))
		if lanes == 0 || !p.load(to[16*l:], int(at), lanes, size) {
			lanes = 1
			if !v.read(addr, to[16*l:][:size]) {
				return false
			}
		}
		mask &^= lanesFrom(l, lanes)
	}
	w.wg.countBytes(SpaceGlobal, false, in, size)
	return k.Gather[n](op.row(0), &to[0], &quadRow, 0, uint32(len(to)-16), op.exec)
}

// load copies lanes of size bytes that follow each other to places of 16 bytes, with the bytes that
// follow them. It reports whether there are that many.
func (k *knownPage) load(to []byte, at, lanes, size int) bool {
	from := k.data()
	if size == 16 {
		copy(to[:16*lanes], from[at:])
		return true
	}
	if at+size*(lanes-1) > PageSize-16 {
		return false
	}
	for i := range lanes {
		*(*[16]byte)(to[16*i:]) = *(*[16]byte)(from[at+size*i:])
	}
	return true
}

// quickStore is the function of stores to global memory.
func (in *instr) quickStore(k *simd.Memory, t storing, find reachFunc) waveFunc {
	return func(w *wave, in *instr) {
		exec := w.exec()
		if exec == 0 || !w.atOnce(in) {
			in.run(w, in)
			return
		}
		r, ok := find(w, in, k, exec)
		if !ok {
			in.run(w, in)
			return
		}
		op := w.quickOp(in, exec)
		src := t.rows(w, op)
		if !w.storePage(op, &t, &r, src) && !w.storeApart(op, &t, &r, src) {
			w.plainly(op, in)
			return
		}
		if w.wg.observes() {
			w.tell(op, SpaceGlobal, r.base, r.v, r.offset, t.size, src)
		}
		w.hold(op)
	}
}

// storePage stores to one page.
func (w *wave) storePage(op *memOp, t *storing, r *reach, src *simd.Row) bool {
	v, first, size := w.wg.view, bits.TrailingZeros64(op.exec), t.size
	p, ok := v.windowAt(r, first, size)
	if !ok || p.page.fixed {
		return false
	}
	var to *page
	if v.live {
		to = v.memory(p.page)
	} else {
		to = &v.ownPage(p.page).data
	}
	done := t.kernel(&to[p.begin], src, r.v, r.offset-p.first, uint32(p.limit), op.exec, &op.data)
	if done == 0 {
		return false
	}
	w.wg.countBytes(SpaceGlobal, true, op.exec, size)
	if done&simd.Changed != 0 {
		v.changes++
		v.changed = v.changed || v.live
	}
	marks := p.page.marks
	if !v.live {
		marks = &p.page.own.mask
	}
	if marks == nil {
		return true
	}
	begin := p.begin + int(r.offset) - int(p.first) // may have wrapped, as the sums do
	if done&simd.Unit != 0 {
		marks.mark(int(uint32(int(r.v[0])+begin)), waveSize*size)
		return true
	}
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		marks.mark(int(uint32(int(r.v[bits.TrailingZeros64(mask)&63])+begin)), size)
	}
	return true
}

// storeApart stores to anywhere, one run of lanes at a time. Lanes that are partly out of range are
// not for it, nor are errors, nor what an observer is told to be dropped: the plain engine then
// stores again what has been stored, with the same values.
func (w *wave) storeApart(op *memOp, t *storing, r *reach, src *simd.Row) bool {
	v, in, size := w.wg.view, op.exec, t.size
	rows := (*[4]simd.Row)(unsafe.Pointer(src)) // as many as a lane has dwords
	for mask := op.exec; mask != 0; {
		l := bits.TrailingZeros64(mask) & 63
		sum := r.v[l] + r.offset
		if left := r.records - int64(sum); left < int64(size) {
			if left >= 4 || w.wg.observes() || r.beyond(l) {
				return false
			}
			in &^= 1 << l
			mask &= mask - 1
			continue
		}
		addr := r.base + uint64(sum)
		at := addr % PageSize
		p := v.lookup(addr - at)
		if p == nil || p.fixed {
			return false
		}
		if lanes := r.run(l, mask, size, int64(p.mapped)-int64(at)); lanes > 0 {
			if to := v.toWrite(p, int(at), lanes*size); size <= 4 || lanes < manyLanes {
				v.wrote(writeLanes(to[at:at+uint64(lanes*size)], rows, l, lanes, size))
			} else {
				done := t.kernel(&to[0], src, r.v, uint32(at)-r.v[l], PageSize-uint32(size), lanesFrom(l, lanes), &op.data)
				v.wrote(done&simd.Changed != 0)
			}
			mask &^= lanesFrom(l, lanes)
			continue
		}
		var buf [16]byte
		putLane(buf[:size], rows, l)
		if !v.write(addr, buf[:size]) {
			return false
		}
		mask &= mask - 1
	}
	w.wg.countBytes(SpaceGlobal, true, in, size)
	return true
}

// manyLanes is how many lanes of several dwords are better stored by a kernel.
const manyLanes = 8

// toWrite is the page to write n bytes to, which are noted to be written.
func (v *view) toWrite(k *knownPage, at, n int) *page {
	if v.live {
		k.marks.mark(at, n)
		return v.memory(k)
	}
	o := v.ownPage(k)
	o.mask.mark(at, n)
	return &o.data
}

// wrote notes a write of the workgroup, and whether it changed anything.
func (v *view) wrote(changed bool) {
	if changed {
		v.changes++
		v.changed = v.changed || v.live
	}
}

// writeLanes writes lanes of size bytes, from l on, consecutively to b. It reports whether that
// changed b.
func writeLanes(b []byte, rows *[4]simd.Row, l, lanes, size int) (changed bool) {
	if size == 4 {
		from := unsafe.Slice((*byte)(unsafe.Pointer(&rows[0][l])), 4*lanes)
		if changed = string(b) != string(from); changed {
			copy(b, from)
		}
		return changed
	}
	for i := range lanes {
		changed = putLane(b[i*size:][:size], rows, l+i) || changed
	}
	return changed
}

// putLane writes the first bytes of a lane's dwords, and reports whether that
// changed b.
func putLane(b []byte, rows *[4]simd.Row, l int) bool {
	different := uint32(0)
	for i := 0; len(b) >= 4; i, b = i+1, b[4:] {
		x := rows[i&3][l&63]
		different |= binary.LittleEndian.Uint32(b) ^ x
		binary.LittleEndian.PutUint32(b, x)
	}
	switch x := rows[0][l&63]; len(b) { // bytes and shorts are alone
	case 1:
		different |= uint32(b[0]) ^ x&0xff
		b[0] = byte(x)
	case 2:
		different |= uint32(binary.LittleEndian.Uint16(b)) ^ x&0xffff
		binary.LittleEndian.PutUint16(b, uint16(x))
	}
	return different != 0
}
