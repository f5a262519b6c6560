package sanitize

import (
	"encoding/binary"
	"math/bits"

	"heddle/isa"
	"heddle/sim"
)

// pendingShadow is what the check knows about a memory operation that has not landed. Scalar ones
// use the lanes' dwords in order.
type pendingShadow struct {
	at       origin
	from     origin // where undefined data to store have their bits from
	p        *plan
	data     [64][4]uint32 // masks of what is stored
	result   [64][4]uint32 // masks of what was read
	loaded   bool          // result has undefined bits
	stored   bool          // data has
	loadFrom origin
}

// pend returns the record of an operation, making it if there is none.
func (u *undefined) pend(w *shadowWave, seq uint64, at origin, p *plan) *pendingShadow {
	if x := w.pending[seq]; x != nil {
		return x
	}
	var x *pendingShadow
	if n := len(u.free); n > 0 {
		x = u.free[n-1]
		u.free = u.free[:n-1]
		*x = pendingShadow{}
	} else {
		x = new(pendingShadow)
	}
	x.at, x.p = at, p
	if w.pending == nil {
		w.pending = map[uint64]*pendingShadow{}
	}
	w.pending[seq] = x
	return x
}

// drop forgets an operation.
func (u *undefined) drop(w *shadowWave, seq uint64, x *pendingShadow) {
	delete(w.pending, seq)
	u.free = append(u.free, x)
}

// runMemory checks the addresses and the data of a vector memory or LDS instruction that reads
// undefined registers.
func runMemory(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	s := &p.shape
	if s.Kind == isa.MemoryLanes {
		u.exchange(w, e, p)
		return
	}
	u.addressSink(w, e, p, s.Addr)
	u.addressSink(w, e, p, s.SAddr)
	u.addressSink(w, e, p, s.Resource)
	u.addressSink(w, e, p, s.SOffset)
	if e.Reads.Has(isa.M0) {
		u.scalarSink(&sinkAddress, w, e, isa.M0, 1)
	}
	if e.Reads.Has(isa.FlatScratchLo) {
		u.scalarSink(&sinkAddress, w, e, isa.FlatScratchLo, 2)
	}
	u.takeData(w, e, p)
}

// addressSink reports the undefined bits of an operand that makes an address.
func (u *undefined) addressSink(w *shadowWave, e *sim.Event, p *plan, i int) {
	if i < 0 {
		return
	}
	arg := p.arg(i)
	n := max(int(arg.Dwords), 1)
	switch {
	case arg.Kind != isa.KindReg:
	case isVector(arg.Reg()):
		u.vectorSink(&sinkAddress, w, e, arg.Reg(), n)
	case arg.Reg() < 128:
		u.scalarSink(&sinkAddress, w, e, arg.Reg(), n)
	}
}

// takeData notes the masks of the data to store.
func (u *undefined) takeData(w *shadowWave, e *sim.Event, p *plan) {
	s := &p.shape
	at, x := 0, (*pendingShadow)(nil)
	for _, i := range [...]int{s.Data, s.Data1} {
		if i < 0 {
			continue
		}
		arg := p.arg(i)
		for d := range max(int(arg.Dwords), 1) {
			r := arg.Reg() + isa.Reg(d)
			if arg.Kind != isa.KindReg || !w.undefined.Has(r) {
				at++
				continue
			}
			masks := w.row(r)
			for m := e.Lanes; m != 0; m &= m - 1 {
				l := bits.TrailingZeros64(m) & 63
				bad := p.storedPart(masks[l])
				if bad == 0 {
					continue
				}
				if x == nil {
					x = u.pend(w, e.Seq, originOf(e, -1), p)
					x.stored, x.from = true, w.fromOrHere(r, x.at)
				}
				x.data[l][at&3] = bad
			}
			at++
		}
	}
}

// storedPart is what memory gets of a dword.
func (p *plan) storedPart(m uint32) uint32 {
	s := &p.shape
	if s.Components > 0 {
		if m != 0 {
			return allBits // the conversion looks at all of it
		}
		return 0
	}
	if s.D16 == isa.D16High {
		m >>= 16
	}
	if s.Bytes < 4 {
		m &= uint32(lowMask(uint(8 * s.Bytes)))
	}
	return m
}

// exchange follows the LDS instructions that only move data between lanes.
func (u *undefined) exchange(w *shadowWave, e *sim.Event, p *plan) {
	s := &p.shape
	data := s.Data
	swizzles := data < 0
	if swizzles {
		data = s.Addr
	}
	v, m := *e.Registers.Lanes(p.arg(s.Addr).Reg()), *w.row(p.arg(data).Reg())
	addr := *w.row(p.arg(s.Addr).Reg())
	offset := uint32(p.inst.Mods.Offset)
	var out row
	for l := range m {
		if e.Lanes>>l&1 == 0 {
			m[l] = 0 // inactive lanes give 0
		}
	}
	for l := range out {
		from := isa.PermuteLane(v[l] + offset)
		switch {
		case swizzles:
			out[l] = m[isa.SwizzleSource(uint16(offset), l)&63]
		case p.inst.Row.Op == isa.DS_BPERMUTE_B32:
			if out[l] = m[from]; addr[l]&isa.PermuteAddress != 0 {
				out[l] = allBits
			}
		case e.Lanes>>l&1 != 0: // permute: lane l gives its value to the lane that it names
			if addr[l]&isa.PermuteAddress != 0 {
				u.vectorSink(&sinkAddress, w, e, p.arg(s.Addr).Reg(), 1)
			}
			out[from] = m[l]
		}
	}
	var any uint32
	for m := e.Lanes; m != 0; m &= m - 1 {
		any |= out[bits.TrailingZeros64(m)&63]
	}
	if any == 0 {
		return
	}
	x := u.pend(w, e.Seq, originOf(e, -1), p)
	x.loaded, x.loadFrom = true, w.origin(e.Reads, originOf(e, -1))
	for l := range out {
		x.result[l][0] = out[l]
	}
}

// runScalarMemory looks at the address and the data of a scalar memory
// instruction.
func runScalarMemory(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	for i := range p.inst.Row.Operands {
		arg, spec := p.arg(i), &p.inst.Row.Operands[i]
		if arg.Kind != isa.KindReg || arg.Reg() >= 128 || spec.Access&isa.Read == 0 {
			continue
		}
		n := max(int(arg.Dwords), 1)
		if spec.Name != "sdata" {
			u.scalarSink(&sinkAddress, w, e, arg.Reg(), n)
			continue
		}
		for d := range n {
			if m := w.scalarMask(arg.Reg() + isa.Reg(d)); m != 0 {
				x := u.pend(w, e.Seq, originOf(e, -1), p)
				x.stored, x.from = true, w.fromOrHere(arg.Reg()+isa.Reg(d), x.at)
				x.data[d/4&63][d&3] = m
			}
		}
	}
}

// surplus makes the bytes that a scalar load gets from beyond an allocation undefined.
func (u *undefined) surplus(w *shadowWave, e *sim.Event, p *plan) {
	x, n := u.pend(w, e.Seq, originOf(e, -1), p), 4*max(int(p.arg(0).Dwords), 1)
	x.loaded = true
	x.at.source = u.s.sources.number(sourceSurplus)
	for i := n - e.Surplus; i < n; i++ {
		putMask(&x.result, -1, i, []byte{0xff})
	}
}

// accesses follows the memory that was touched since the wave's last event.
// The accesses of an operation come one after the other.
func (u *undefined) accesses(w *shadowWave, e *sim.Event) {
	for list := e.Accesses; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].Seq == list[0].Seq {
			n++
		}
		if len(w.pending) > 0 && w.pending[list[0].Seq] != nil || !u.allDefined(w, e, list[:n]) {
			u.operation(w, e, list[:n])
		}
		list = list[n:]
	}
}

// allDefined follows the accesses of an operation, which stores nothing
// undefined, if all that it reads is defined, and reports whether it is. Those
// that it is not sure of are for operation, whatever has been done here.
func (u *undefined) allDefined(w *shadowWave, e *sim.Event, list []sim.Access) bool {
	for i := range list {
		a := &list[i]
		switch a.Space {
		case sim.SpaceGlobal:
			if !u.definedGlobal(e, a) {
				return false
			}
		case sim.SpaceLDS:
			g := w.group
			if a.Base != 0 {
				return false
			}
			p := u.s.placed(a)
			if p.isDefined(a, g.version) {
				continue
			}
			if !g.masks.load(a) {
				return false
			}
			if !g.masks.only(a, 0) {
				if !a.Write {
					return false
				}
				g.masks.set(a, 0)
			}
			p.setDefined(a, g.version)
		default:
			if !u.definedScratch(w, a) {
				return false
			}
		}
	}
	return true
}

// definedScratch does what allDefined does for an access of scratch, where all
// lanes have the same address.
func (u *undefined) definedScratch(w *shadowWave, a *sim.Access) bool {
	first := bits.TrailingZeros64(a.Lanes)
	at := uint32(a.Addr(first))
	if at%4 != 0 || a.Size%4 != 0 || !u.uniform(a.Places, a.Places[first&63], a.Lanes) {
		return false
	}
	for i := range uint32(a.Size / 4) {
		p := w.scratchRow(at/4 + i)
		if !a.Write {
			if p == nil || !u.uniform((*[64]uint32)(p), 0, a.Lanes) {
				return false
			}
			continue
		}
		p = w.writableScratch(at/4 + i)
		if a.Lanes == allLanes {
			*p = row{}
			continue
		}
		for m := a.Lanes; m != 0; m &= m - 1 {
			p[bits.TrailingZeros64(m)&63] = 0
		}
	}
	return true
}

// scratch does what operation does for the one access of an operation on scratch
// if all lanes have the same address, of a dword. If not it reports false.
func (u *undefined) scratch(w *shadowWave, e *sim.Event, a *sim.Access, x *pendingShadow) bool {
	first := bits.TrailingZeros64(a.Lanes) & 63
	at := uint32(a.Addr(first))
	if at%4 != 0 || a.Size%4 != 0 || !u.uniform(a.Places, a.Places[first], a.Lanes) {
		return false
	}
	at /= 4
	n := min(a.Size/4, 4)
	if a.Write {
		if x != nil && (x.p.shape.ToLDS || x.p.shape.Kind != isa.MemoryStore) {
			return false
		}
		var bad uint32
		for i := range n {
			p := w.writableScratch(at + uint32(i))
			for m := a.Lanes; m != 0; m &= m - 1 {
				l, mask := bits.TrailingZeros64(m)&63, uint32(0)
				if x != nil {
					mask = x.data[l][i]
				}
				p[l] = mask
				bad |= mask
			}
		}
		for i := 0; bad != 0 && i < n; i++ {
			if w.spilled == nil {
				w.spilled = map[uint32]origin{}
			}
			w.spilled[at+uint32(i)] = x.from
		}
		return true
	}
	var rows [4]*row
	var bad uint64
	for i := range n {
		p := w.scratchRow(at + uint32(i))
		if p == nil {
			p = &undefinedRow
		}
		rows[i] = p
		for m := a.Lanes; m != 0; m &= m - 1 {
			if l := bits.TrailingZeros64(m) & 63; p[l] != 0 {
				bad |= 1 << l
			}
		}
	}
	if bad == 0 {
		return true
	}
	if x == nil {
		x = u.pend(w, a.Seq, u.originOfAccess(e, &touch{a, a.Addr(first), bits.TrailingZeros64(bad)}), u.planOf(a))
		x.at.source = u.s.sources.number(sourceScratch)
	}
	x.loaded, x.loadFrom = true, w.spilled[at]
	for m := bad; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		for i := range n {
			x.result[l][i] |= rows[i][l]
		}
	}
	return true
}

// uniform reports whether a row is v in these lanes.
func (u *undefined) uniform(row *[64]uint32, v uint32, lanes uint64) bool {
	if k := u.s.level.Memory(); k != nil {
		return k.Uniform(row, v, lanes)
	}
	for m := lanes; m != 0; m &= m - 1 {
		if row[bits.TrailingZeros64(m)&63] != v {
			return false
		}
	}
	return true
}

// definedGlobal reports whether an access of global memory is to one
// allocation that counts as defined.
func (u *undefined) definedGlobal(e *sim.Event, a *sim.Access) bool {
	if low := a.Base + uint64(a.Offset); low-u.s.memory.last.Addr < u.s.memory.last.Size && u.s.memory.defined(e.Registers, low, highest(a)+uint64(a.Size)) {
		return true
	}
	lo, hi := span(a)
	return u.s.memory.defined(e.Registers, lo, hi+uint64(a.Size))
}

// operation follows the accesses of one operation.
func (u *undefined) operation(w *shadowWave, e *sim.Event, list []sim.Access) {
	x := w.pending[list[0].Seq]
	if len(list) == 1 && list[0].Space == sim.SpacePrivate && u.scratch(w, e, &list[0], x) {
		return
	}
	var read, wrote [64]uint8 // bytes of each lane so far
	eachLane(list, func(a *sim.Access, l int) {
		t := touch{a, a.Addr(l), a.Lane(l)}
		if a.Scalar {
			l = 0
		}
		if !a.Write {
			at := int(read[l&63])
			read[l&63] += uint8(a.Size)
			if u.defined(w, e, &t) {
				return
			}
			var m [16]byte
			from, any := u.load(w, e, &t, m[:a.Size])
			if !any {
				return
			}
			if x == nil {
				x = u.pend(w, a.Seq, u.originOfAccess(e, &t), u.planOf(a))
			}
			switch {
			case from.inst != nil:
			case x.loadFrom.inst != nil:
				from = x.loadFrom
			default:
				from = u.originOfAccess(e, &t)
				from.source = u.s.sources.number(memorySource(e, &t))
			}
			x.loaded, x.loadFrom = true, from
			putMask(&x.result, t.lane, at, m[:a.Size])
			return
		}
		at := int(wrote[l&63])
		wrote[l&63] += uint8(a.Size)
		if x == nil && u.storeDefined(w, e, &t) {
			return
		}
		var m [16]byte
		var from origin
		if x != nil {
			from = x.written(t.lane, at, m[:a.Size])
		}
		u.store(w, e, &t, m[:a.Size], x, from)
	})
}

// touch is an access in one lane, -1 for a scalar one.
type touch struct {
	*sim.Access
	addr uint64
	lane int
}

// defined reports whether a read finds defined memory, as far as that can be
// told at a glance.
func (u *undefined) defined(w *shadowWave, e *sim.Event, a *touch) bool {
	switch a.Space {
	case sim.SpaceGlobal:
		return u.s.memory.at(e.Registers, a.addr) == nil
	case sim.SpacePrivate:
		if a.Size == 4 && a.addr%4 == 0 {
			p := w.scratchRow(uint32(a.addr) / 4)
			return p != nil && p[a.lane&63] == 0
		}
	}
	return false
}

// storeDefined writes defined data where that is simple, and reports whether
// it is.
func (u *undefined) storeDefined(w *shadowWave, e *sim.Event, a *touch) bool {
	switch a.Space {
	case sim.SpaceGlobal:
		return u.s.memory.at(e.Registers, a.addr) == nil
	case sim.SpacePrivate:
		if a.Size == 4 && a.addr%4 == 0 {
			w.writableScratch(uint32(a.addr) / 4)[a.lane&63] = 0
			return true
		}
	}
	return false
}

// planOf is the plan of the instruction that an access belongs to. It is
// another than the event's if that has been executed earlier.
func (u *undefined) planOf(a *sim.Access) *plan { return u.plan(u.s.facts.byAddr[a.Inst]) }

// originOfAccess is the instruction that an access belongs to.
func (u *undefined) originOfAccess(e *sim.Event, a *touch) origin {
	o := originOf(e, a.lane)
	o.addr, o.inst = a.Inst-(e.Addr-e.CodeAddr), u.s.facts.byAddr[a.Inst].inst
	return o
}

// place is where byte at of a lane's data is.
func place(lane, at int) (l, dword, byte int) {
	if lane < 0 {
		return at / 16 & 63, at / 4 & 3, at & 3
	}
	return lane & 63, at / 4 & 3, at & 3
}

// putMask adds the masks of bytes to a lane's data.
func putMask(to *[64][4]uint32, lane, at int, m []byte) {
	for i, b := range m {
		l, d, shift := place(lane, at+i)
		to[l][d] |= uint32(b) << (8 * shift)
	}
}

// written gives the masks of the bytes that an access writes, and where the
// undefined ones come from.
func (x *pendingShadow) written(lane, at int, m []byte) origin {
	from := &x.data
	s := &x.p.shape
	switch {
	case s.ToLDS:
		from = &x.result
	case s.Kind == isa.MemoryAtomic || s.Kind == isa.MemoryExchange2 || s.Kind == isa.MemoryCount ||
		x.p.inst.Row.Unit == isa.UnitSMEM && x.p.inst.Row.Traits&isa.MayLoad != 0:
		return x.modified(lane, at, m)
	}
	for i := range m {
		l, d, shift := place(lane, at+i)
		m[i] = byte(from[l][d] >> (8 * shift))
	}
	if s.ToLDS {
		return x.loadFrom
	}
	return x.from
}

// modified is what a read-modify-write leaves: of a swap the new value, else
// anything undefined makes it all undefined.
func (x *pendingShadow) modified(lane, at int, m []byte) origin {
	var data, old uint32
	l, _, _ := place(lane, at)
	for d := range 4 {
		data |= x.data[l][d]
		old |= x.result[l][d]
	}
	if x.p.shape.Swap {
		for i := range m {
			l, d, shift := place(lane, at+i)
			m[i] = byte(x.data[l][d] >> (8 * shift))
		}
		return x.from
	}
	if data|old != 0 {
		for i := range m {
			m[i] = 0xff
		}
	}
	if data != 0 {
		return x.from
	}
	return x.loadFrom
}

// load gives the masks of the bytes that an access reads, where the undefined
// ones come from and whether there are any.
func (u *undefined) load(w *shadowWave, e *sim.Event, a *touch, m []byte) (from origin, any bool) {
	switch a.Space {
	case sim.SpaceLDS:
		return u.loadLDS(w, e, a, m)
	case sim.SpacePrivate:
		return w.loadScratch(a, m)
	}
	return origin{}, u.s.memory.load(e.Registers, a.addr, m)
}

func (u *undefined) loadLDS(w *shadowWave, e *sim.Event, a *touch, m []byte) (from origin, any bool) {
	g := w.group
	if a.addr+uint64(len(m)) > uint64(g.masks.size) {
		return origin{}, false
	}
	here := g.masks.bytes[a.addr:][:len(m)]
	if allZero(here) {
		return origin{}, false
	}
	copy(m, here)
	o := g.storeTo(a.addr, len(m), here)
	if o.at.inst == nil || int(o.at.wave) == w.id {
		return o.from, true
	}
	// Another wave's bits: they have been passed on, which is what counts.
	u.reportAs(&sinkRead, u.originOfAccess(e, a), o.at, o.from, ldsScope(a.addr, a.Size), func() string {
		return "another wave stored undefined data"
	})
	for i := range m {
		if g.stores[uint32(a.addr+uint64(i))/4].at.inst != nil {
			m[i], here[i] = 0, 0
		}
	}
	return origin{}, !allZero(m)
}

// storeTo is the store that undefined bytes of the LDS come from.
func (g *shadowGroup) storeTo(addr uint64, n int, m []byte) undefinedStore {
	for i := range n {
		if m[i] == 0 {
			continue
		}
		if o := g.stores[uint32(addr+uint64(i))/4]; o.at.inst != nil {
			return o
		}
	}
	return undefinedStore{}
}

// allZero reports whether the bytes, up to 16, are zeros.
func allZero(b []byte) bool {
	switch len(b) {
	case 4:
		return binary.LittleEndian.Uint32(b) == 0
	case 8:
		return binary.LittleEndian.Uint64(b) == 0
	case 16:
		return binary.LittleEndian.Uint64(b)|binary.LittleEndian.Uint64(b[8:]) == 0
	}
	var any byte
	for _, x := range b {
		any |= x
	}
	return any == 0
}

func (w *shadowWave) loadScratch(a *touch, m []byte) (from origin, any bool) {
	l := a.lane & 63
	var all byte
	for i := range m {
		at := uint32(a.addr) + uint32(i)
		if p := w.scratchRow(at / 4); p != nil {
			m[i] = byte(p[l] >> (8 * (at & 3)))
		} else {
			m[i] = 0xff
		}
		all |= m[i]
	}
	if all == 0 {
		return origin{}, false
	}
	return w.spilled[uint32(a.addr)/4], true
}

// store gives memory the masks of what is written.
func (u *undefined) store(w *shadowWave, e *sim.Event, a *touch, m []byte, x *pendingShadow, from origin) {
	bad := !allZero(m)
	switch a.Space {
	case sim.SpaceLDS:
		g := w.group
		if a.addr+uint64(len(m)) > uint64(g.masks.size) {
			return
		}
		copy(g.masks.bytes[a.addr:], m)
		if bad {
			g.version = u.s.newVersion()
			if g.stores == nil {
				g.stores = map[uint32]undefinedStore{}
			}
			at := x.at
			at.lane = int8(a.lane)
			for i := uint32(0); i < uint32(len(m)); i += 4 {
				g.stores[(uint32(a.addr)+i)/4] = undefinedStore{at, from}
			}
		}
	case sim.SpacePrivate:
		w.storeScratch(a, m)
		if bad {
			if w.spilled == nil {
				w.spilled = map[uint32]origin{}
			}
			for i := uint32(0); i < uint32(len(m)); i += 4 {
				w.spilled[(uint32(a.addr)+i)/4] = from
			}
		}
	default:
		if bad {
			at := x.at
			at.lane = int8(a.lane)
			u.report(&sinkStore, at, from, globalScope(a), func() string { return x.storedBits(e, a.lane) })
		}
		u.s.memory.store(e.Registers, a.addr, len(m))
	}
}

// storedBits names what is undefined of the data of a lane.
func (x *pendingShadow) storedBits(e *sim.Event, lane int) string {
	i := x.p.shape.Data
	if i < 0 {
		i = 0
	}
	arg := x.p.arg(i)
	if arg.Kind != isa.KindReg {
		return "what it reads from memory"
	}
	if lane < 0 {
		lane = 0
	}
	for d, m := range x.data[lane&63] {
		if m != 0 && d < max(int(arg.Dwords), 1) {
			return someBits(regName(called(e.Inst, e.Registers, arg.Reg()+isa.Reg(d))), m)
		}
	}
	return "what it reads from memory"
}

func (w *shadowWave) storeScratch(a *touch, m []byte) {
	l := a.lane & 63
	for i := range m {
		at := uint32(a.addr) + uint32(i)
		p, shift := w.writableScratch(at/4), 8*(at&3)
		p[l] = p[l]&^(0xff<<shift) | uint32(m[i])<<shift
	}
}
