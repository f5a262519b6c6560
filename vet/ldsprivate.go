package vet

import (
	"maps"

	"heddle/isa"
)

// The private memory of work-items on the way of a wave: compilers keep addresses and numbers of lanes there when they
// run out of registers, and, without optimization, everything. Nothing is known of it when a wave starts. No other
// work-item has access to it, and it is reached with scratch instructions and, in its aperture, with flat ones.

// Where the apertures of flat addresses and the code are taken to be, above all addresses of memory (ISA manuals,
// "FLAT Instructions": an aperture is all addresses with the same high dword).
const (
	codeAt    = 1 << 60
	privateAt = 2 << 60
	sharedAt  = 3 << 60
)

// privatePlace is where an instruction accesses private memory, or may do so if it is flat.
type privatePlace struct {
	addr        valueID // of 32 bits, 64 if it is flat; 0 where it is not known
	flat        bool
	offset      int32
	bytes       uint32
	load, store bool
	signed      bool
	data        []valueID // what is stored, by dword; nil where that is not known
}

// privateAccess reads the operands of an instruction that may access private memory.
func (s *shared) privateAccess(node int32) (p privatePlace, ok bool) {
	v, inst := s.v, &s.v.g.nodes[node].inst
	if p, ok = v.privatePlace(node); !ok || p.bytes == 0 {
		return p, ok
	}
	if m := inst.Row.Memory; m.Kind == isa.MemoryStore && m.D16 == isa.D16None && m.Data >= 0 {
		p.data = v.dwords(&inst.Args[m.Data], node)
	}
	v.lanesAt(node)
	return p, true
}

// privatePlace is where an instruction accesses private memory, if it may do so.
func (v *values) privatePlace(node int32) (p privatePlace, ok bool) {
	inst := &v.g.nodes[node].inst
	row, m := inst.Row, inst.Row.Memory
	if row.Unit == isa.UnitSMEM && row.Traits&isa.MayStore != 0 {
		return privatePlace{store: true}, true
	}
	if p.flat = row.Unit == isa.UnitFlat; m == nil || !p.flat && row.Enc != isa.EncSCRATCH || m.Kind == isa.MemoryNothing {
		return p, false
	}
	p.offset, p.bytes, p.signed = int32(inst.Mods.Offset), uint32(m.Bytes), m.Signed
	p.load = m.Kind == isa.MemoryLoad && !m.ToLDS && m.D16 == isa.D16None
	p.store = row.Traits&isa.MayStore != 0 && !m.ToLDS
	switch addr := v.constant(0); {
	case p.flat && m.Addr >= 0 && inst.Args[m.Addr].Kind == isa.KindReg:
		r := inst.Args[m.Addr].Reg()
		p.addr = v.pair(v.vector(r, node), v.vector(r+1, node))
	case !p.flat:
		for _, k := range [...]int{m.Addr, m.SAddr} {
			if k >= 0 && inst.Args[k].Kind == isa.KindReg {
				addr = v.op(opAdd, addr, v.vector(inst.Args[k].Reg(), node))
			}
		}
		p.addr = addr
	}
	return p, true
}

// privateDword is a dword of the private memory of each lane. It does not change once it is in a privateMemory.
type privateDword struct {
	base  numberKey // n are added to it
	n     []uint32
	known []uint8 // by lane: a bit for each byte
}

const wholeDword = 15

// privateMemory is what is known, by address in dwords.
type privateMemory map[uint32]*privateDword

// keepPrivate returns private memory as it is now.
func (w *walk) keepPrivate() privateMemory {
	w.kept = true
	return w.private
}

// turnPrivate comes to a block. Of a loop that is gone round until nothing changes, what is the same in all turns
// is known.
func (w *walk) turnPrivate(block int32, widen bool) {
	if w.route.u.loops[block] == nil {
		return
	}
	if old, ok := w.turns[block]; ok && widen {
		both, all := old.common(w.private)
		if !all {
			w.changed++
		}
		w.private = both
	}
	w.turns[block] = w.keepPrivate()
}

// accessPrivate follows an access to private memory.
func (w *walk) accessPrivate(node int32, p *privatePlace) {
	in := w.active(node, moment{})
	lanes := make([]bool, w.lanes)
	for i := range lanes {
		lanes[i] = (in == nil || in[i]) && w.item(i) < w.group.items()
	}
	var addr *numbers
	if p.addr != 0 {
		addr = w.within(p.addr, lanes)
	}
	if addr == nil || addr.base.x != 0 {
		if p.store {
			w.private = privateMemory{}
		}
		return
	}
	at := make([]uint32, w.lanes)
	inside := make([]bool, w.lanes)
	some, all := false, true
	for i := range at {
		if !lanes[i] {
			continue
		}
		to := addr.at(i) + uint64(int64(p.offset))
		at[i], inside[i] = uint32(to), !p.flat || to>>32 == privateAt>>32
		some, all = some || inside[i], all && inside[i]
	}
	if !some {
		return
	}
	w.route.budget -= w.lanes
	switch {
	case p.store:
		w.storePrivate(p, at, inside, in != nil)
	case p.load && all:
		w.loadPrivate(node, p, at, inside)
	}
}

// storePrivate changes what some lanes store; where that is not certain, what is not the same afterwards is unknown.
func (w *walk) storePrivate(p *privatePlace, at []uint32, in []bool, certain bool) {
	if w.kept {
		w.private, w.kept = maps.Clone(w.private), false
	}
	if w.private == nil {
		w.private = privateMemory{}
	}
	var data []*numbers
	for _, x := range p.data {
		data = append(data, w.part(w.v.find(x)))
	}
	own := map[uint32]bool{} // those that have been copied
	dword := func(k uint32) *privateDword {
		if !own[k] {
			w.private[k], own[k] = w.private[k].copy(w.lanes), true
		}
		return w.private[k]
	}
	for i, is := range in {
		if !is {
			continue
		}
		whole := (at[i]|p.bytes)%4 == 0
		for b := uint32(0); b < p.bytes; b++ {
			d := dword((at[i] + b) / 4)
			var x *numbers
			if int(b/4) < len(data) {
				x = data[b/4]
			}
			switch {
			case !whole:
				d.putByte(i, (at[i]+b)%4, b%4, x, certain)
			case b%4 == 0:
				d.put(i, x, certain)
			}
		}
	}
}

// copy is a dword that can be changed.
func (d *privateDword) copy(lanes int) *privateDword {
	c := &privateDword{n: make([]uint32, lanes), known: make([]uint8, lanes)}
	if d != nil {
		c.base = d.base
		copy(c.n, d.n)
		copy(c.known, d.known)
	}
	return c
}

// put changes a lane.
func (d *privateDword) put(lane int, x *numbers, certain bool) {
	switch {
	case !x.knows(lane):
		d.known[lane] = 0
	case certain:
		if x.base != d.base {
			clear(d.known)
			d.base = x.base
		}
		d.n[lane], d.known[lane] = uint32(x.at(lane)), wholeDword
	case x.base != d.base || uint32(x.at(lane)) != d.n[lane]:
		d.known[lane] = 0
	}
}

// putByte changes a byte of a lane to that of a number.
func (d *privateDword) putByte(lane int, to, from uint32, x *numbers, certain bool) {
	if d.base.x != 0 {
		d.known[lane] = 0
		return
	}
	bit := uint8(1) << to
	if !x.knows(lane) || x.base.x != 0 {
		d.known[lane] &^= bit
		return
	}
	n := uint32(uint8(x.at(lane)>>(8*from))) << (8 * to)
	old := d.n[lane] & (255 << (8 * to))
	switch {
	case certain:
		d.n[lane] += n - old
		d.known[lane] |= bit
	case n != old:
		d.known[lane] &^= bit
	}
}

// loadPrivate notes what a load gets, if that is known in all lanes that it runs for.
func (w *walk) loadPrivate(node int32, p *privatePlace, at []uint32, in []bool) {
	block := w.v.g.nodes[node].block
	for k := range max(p.bytes/4, 1) {
		x, asked := w.v.ids[value{op: opResult, node: node, k: k}]
		n := &numbers{n: make([]uint64, w.lanes), some: make([]bool, w.lanes)}
		first := true
		for i, is := range in {
			if !is || !asked {
				continue
			}
			base, number, ok := w.private.get(i, at[i]+4*k, min(p.bytes, 4), p.signed)
			if ok && (first || base == n.base) {
				n.base, n.n[i], n.some[i], first = base, uint64(number), true, false
			}
		}
		if n = w.settle(n); n == nil {
			continue
		}
		x = w.v.find(x)
		for int(x) >= len(w.recall) {
			w.recall = append(w.recall, recalled{})
		}
		w.recall[x] = recalled{w.visits[block], n}
	}
}

// get is what a lane has at an address.
func (m privateMemory) get(lane int, at, bytes uint32, signed bool) (base numberKey, n uint32, ok bool) {
	for b := range bytes {
		d := m[(at+b)/4]
		k := (at + b) % 4
		if d == nil || d.known[lane]>>k&1 == 0 {
			return base, 0, false
		}
		if d.base.x != 0 {
			return d.base, d.n[lane], at%4 == 0 && bytes == 4 && d.known[lane] == wholeDword
		}
		n |= d.n[lane] >> (8 * k) & 255 << (8 * b)
	}
	if signed && bytes < 4 {
		n = uint32(int32(n<<(32-8*bytes)) >> (32 - 8*bytes))
	}
	return base, n, true
}

// common is what is the same in two, and whether that is all that is known in the first.
func (m privateMemory) common(o privateMemory) (both privateMemory, all bool) {
	both, all = privateMemory{}, true
	for k, d := range m {
		e := o[k]
		if e == d {
			both[k] = d
			continue
		}
		c := d.copy(len(d.n))
		for i := range c.known {
			switch {
			case e == nil || e.base != d.base:
				c.known[i] = 0
			case d.base.x != 0 && e.n[i] != d.n[i]:
				c.known[i] = 0
			default:
				for b := range 4 {
					if (d.n[i]^e.n[i])>>(8*b)&255 != 0 {
						c.known[i] &^= 1 << b
					}
				}
				c.known[i] &= e.known[i]
			}
			all = all && c.known[i] == d.known[i]
		}
		both[k] = c
	}
	return both, all
}

// aperture is the high dword of flat addresses in one.
func aperture(r isa.Reg) *numbers {
	switch r {
	case isa.PrivateBase:
		return one(privateAt >> 32)
	case isa.SharedBase:
		return one(sharedAt >> 32)
	}
	return nil
}

// addressOf is a dword of the program counter that an instruction reads.
func (e *evaluator) addressOf(d *value) *numbers {
	n := &e.v.g.nodes[d.node]
	if op := n.inst.Row.Op; d.k < 2 && (op == isa.S_GETPC_B64 || op == isa.S_SWAPPC_B64 || op == isa.S_CALL_B64) {
		return one((codeAt + n.next()) >> (32 * d.k) & (1<<32 - 1))
	}
	return nil
}
