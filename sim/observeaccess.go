package sim

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	simd "heddle/sim/lanes"
)

// Access is memory that an instruction touched in some lanes, in order. An instruction that does
// several things in each lane, such as an atomic, has several.
type Access struct {
	Space  Space
	Size   int // bytes in each lane
	Write  bool
	Scalar bool   // of a scalar instruction: the bits of Lanes count what it touched, and there are no lanes
	Inst   uint64 // guest address of the instruction it belongs to
	Seq    uint64 // and its Event.Seq
	Lanes  uint64
	// The address of a lane, in SpaceLDS and SpacePrivate the offset, is Base
	// plus the sum of its dword of Places and Offset, which has 32 bits.
	Base   uint64
	Places *[64]uint32
	Offset uint32
	// Data is the written data, from the low bits on, dword by dword. It is missing for reads, and
	// in ToLDS and Dropped. Like Places it must not be changed or kept.
	Data *[4][64]uint32
}

// Addr returns the address of the access that bit l of Lanes stands for.
func (a *Access) Addr(l int) uint64 { return a.Base + uint64(a.Places[l&63]+a.Offset) }

// Lane returns the lane that bit l of Lanes stands for, -1 for none.
func (a *Access) Lane(l int) int {
	if a.Scalar {
		return -1
	}
	return l
}

// accessLog gathers accesses for the observer.
type accessLog struct {
	list []Access
	rows []*accessRow // what the accesses point to, used of them
	used int
	last *simd.Row // the places of the last row are from there
}

// accessRow is the addresses and the data of accesses, which may share it if
// they have other lanes or the same addresses.
type accessRow struct {
	places  [waveSize]uint32
	data    [4][waveSize]uint32
	base    uint64
	placed  uint64 // lanes with an address
	written uint64 // and with data
	whole   bool   // it is of one access
}

func (g *accessLog) reset() { g.list, g.used, g.last = g.list[:0], 0, nil }

// place returns a row in which lane l has an address, and may get data.
func (g *accessLog) place(l int, addr uint64, write bool) *accessRow {
	var r *accessRow
	if g.used > 0 {
		r = g.rows[g.used-1]
		if near := addr-r.base < 1<<32; r.whole || !near || r.placed>>l&1 != 0 && r.base+uint64(r.places[l]) != addr || write && r.written>>l&1 != 0 {
			r = nil
		}
	}
	if r == nil {
		r = g.newRow()
		r.base = 0
		if addr >= 1<<31 {
			r.base = addr - 1<<31 // leaves room on both sides
		}
	}
	r.places[l] = uint32(addr - r.base)
	r.placed |= 1 << l
	return r
}

func (g *accessLog) newRow() *accessRow {
	if g.used == len(g.rows) {
		g.rows = append(g.rows, new(accessRow))
	}
	g.used++
	g.last = nil
	r := g.rows[g.used-1]
	r.placed, r.written, r.whole = 0, 0, false
	return r
}

// add notes an access of a lane, or for -1 of a scalar operation.
func (g *accessLog) add(op *memOp, lane int, space Space, addr uint64, size int, write bool, data []byte) {
	var last *Access
	if n := len(g.list); n > 0 {
		last = &g.list[n-1]
		if last.Seq != op.seq || last.Space != space || last.Size != size || last.Write != write {
			last = nil
		}
	}
	l := lane & 63
	if lane < 0 {
		if l = 0; last != nil {
			l = bits.Len64(last.Lanes) & 63
		}
	}
	if last != nil && last.Lanes>>l != 0 {
		last = nil
	}
	r := g.place(l, addr, write)
	if write {
		r.written |= 1 << l
		for i := range r.data {
			r.data[i][l] = 0
		}
		if len(data) == 4 { // as most are
			r.data[0][l] = binary.LittleEndian.Uint32(data)
		} else {
			for i, b := range data {
				r.data[i/4&3][l] |= uint32(b) << (i % 4 * 8)
			}
		}
	}
	if last != nil && last.Places == &r.places {
		last.Lanes |= 1 << l
		return
	}
	g.list = append(g.list, Access{Space: space, Size: size, Write: write, Scalar: lane < 0, Inst: op.at, Seq: op.seq, Lanes: 1 << l,
		Base: r.base, Places: &r.places, Data: &r.data})
}

// addLanes notes the access of all lanes of op to size bytes at the places that
// are the sums of a row and an offset; from data on are the registers that it
// writes, nil for a read.
func (g *accessLog) addLanes(op *memOp, space Space, base uint64, places *simd.Row, offset uint32, size int, data *simd.Row) {
	if op.exec == 0 {
		return
	}
	var r *accessRow
	if n := len(g.list); n > 0 && g.list[n-1].Seq == op.seq && !g.list[n-1].Write && data == nil && g.last == places {
		r = g.rows[g.used-1] // the second place that a lane reads
	} else {
		r = g.newRow()
		r.places, r.whole, g.last = *places, true, places
	}
	for i := 0; data != nil && 4*i < size; i++ {
		r.data[i&3] = *(*simd.Row)(unsafe.Add(unsafe.Pointer(data), i*int(unsafe.Sizeof(*data))))
	}
	for l := 0; data != nil && size < 4 && l < waveSize; l++ {
		r.data[0][l] &= 1<<(8*size) - 1
	}
	g.list = append(g.list, Access{Space: space, Size: size, Write: data != nil, Inst: op.at, Seq: op.seq, Lanes: op.exec,
		Base: base, Places: &r.places, Offset: offset, Data: &r.data})
}

// addWhole notes what op does in all lanes, as add would lane by lane, in less time. It reports false
// where lanes do several things or touch several memories.
func (g *accessLog) addWhole(op *memOp, write bool) bool {
	size := op.in.mem.Bytes
	dwords := (size + 3) / 4
	if op.exec == 0 || op.sdata[slotStep] != 0 {
		return false
	}
	all, space := uint8(1)<<dwords-1, op.space[bits.TrailingZeros64(op.exec)&63]
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		if l := bits.TrailingZeros64(mask) & 63; op.space[l] != space || op.addr[l] >= 1<<31 || op.valid[l]&all != all {
			return false
		}
	}
	if space == SpaceGlobal || space == spaceNowhere {
		return false
	}
	r := g.newRow()
	r.base, r.whole = 0, true
	for l := range r.places {
		r.places[l] = uint32(op.addr[l])
	}
	for i := 0; write && i < dwords; i++ {
		for l := range r.data[i&3] {
			r.data[i&3][l] = op.data[l][i&3]
		}
	}
	for l := 0; write && size < 4 && l < waveSize; l++ {
		r.data[0][l] &= 1<<(8*size) - 1
	}
	g.list = append(g.list, Access{Space: space, Size: size, Write: write, Inst: op.at, Seq: op.seq, Lanes: op.exec, Places: &r.places, Data: &r.data})
	return true
}

// keepAccesses keeps the memory touched outside an instruction for the wave's next event.
func (w *wave) keepAccesses() {
	to, from := &w.unreported, &w.wg.accesses
	for i := range from.list {
		a := from.list[i]
		r := to.newRow()
		r.places, r.data, r.whole = *a.Places, *a.Data, true
		a.Places, a.Data = &r.places, &r.data
		to.list = append(to.list, a)
	}
	from.reset()
}

// report counts an access and notes it for the observer.
func (wg *workgroup) report(op *memOp, lane int, space Space, addr uint64, b []byte, write bool) {
	if space == spaceNowhere {
		return
	}
	wg.stats.bytes[space][bit(write)] += uint64(len(b))
	if wg.observes() && !op.told {
		wg.accesses.add(op, lane, space, addr, len(b), write, b)
	}
}

// makeRoomBefore lands what has to land before op is issued. Its accesses have
// been noted but are not to be told with those.
func (w *wave) makeRoomBefore(op *memOp) {
	wg := w.wg
	wg.accesses, wg.aside = wg.aside, wg.accesses
	w.makeRoom(op)
	wg.accesses, wg.aside = wg.aside, wg.accesses
	wg.aside.reset()
}
