package vet

import (
	"maps"
	"math"

	"heddle/isa"
)

// Private memory at addresses that are constants, as registers: each dword is a slot, which stores write in the lanes
// that they run under. Code without optimization keeps everything there, below a stack pointer that it counts itself.

const (
	slot0     = isa.Reg(1 << 10)
	mostSlots = 1 << 12
	// How many slots are followed to the beginning of blocks that several lead to, for each instruction: without a limit
	// these could be all slots in all blocks.
	mostSlotHeads = 6
	// What a slot holds behind a node of which only that is known, in k of opResult.
	behindNode = 2 * beforeNode
)

// mostPrivateRounds is how often addresses of private memory are looked for: some are kept there themselves.
const mostPrivateRounds = 4

// newValues prepares to follow registers, and private memory.
func newValues(g *graph, transfers map[isa.Op]transfer, s start, given *given) *values {
	v := newRegisterValues(g, transfers, s, given)
	for range mostPrivateRounds {
		found := v.privateAddresses()
		if len(found.at) == 0 || found.equal(v.private) {
			break
		}
		left := v.steps
		v = newValuesWith(g, transfers, s, given, found)
		v.steps = left
	}
	return v
}

// privateAddresses are the addresses of accesses to private memory, by node, and the stores that may go anywhere.
type privateAddresses struct {
	at  map[int32]privateBytes
	any map[int32]bool
}

// privateBytes are those that an instruction accesses in each lane.
type privateBytes struct{ at, bytes uint32 }

// slots are those that bytes are in.
func (b privateBytes) slots() (first, end isa.Reg) {
	return slot0 + isa.Reg(b.at/4), slot0 + isa.Reg((b.at+b.bytes+3)/4)
}

// privateAddresses finds what addresses are constants, from what is known of registers, and of private memory.
func (v *values) privateAddresses() privateAddresses {
	p := privateAddresses{map[int32]privateBytes{}, map[int32]bool{}}
	for _, id := range v.g.order {
		x := &v.g.blocks[id]
		for i := x.first; i < x.last; i++ {
			place, ok := v.privatePlace(i)
			if !ok {
				continue
			}
			at, ok := v.privateByte(&place)
			switch {
			case ok && at >= 4*mostSlots: // which is behind all that is followed
			case ok && place.bytes > 0 && at+place.bytes <= 4*mostSlots:
				p.at[i] = privateBytes{at, place.bytes}
			case place.store:
				p.any[i] = true
			}
		}
	}
	return p
}

// privateByte is the constant address of an access.
func (v *values) privateByte(p *privatePlace) (at uint32, ok bool) {
	low := p.addr
	if p.flat {
		if !v.isPrivate(p.addr) {
			return 0, false
		}
		low = v.at(p.addr).a
	}
	k, ok := v.isConst(low)
	sum := int64(k) + int64(p.offset)
	return uint32(sum), ok && k <= math.MaxInt32 && sum >= 0
}

// isPrivate reports whether a flat address is one of private memory.
func (v *values) isPrivate(addr valueID) bool {
	d := v.at(addr)
	return d.op == opPair && v.find(d.b) == v.symbol(symAperture|symbol(isa.PrivateBase))
}

func (p privateAddresses) equal(q privateAddresses) bool {
	return maps.Equal(p.at, q.at) && maps.Equal(p.any, q.any)
}

// isSlot reports whether a register stands for a dword of private memory.
func isSlot(r isa.Reg) bool { return r >= slot0 }

// stored is what a store leaves in a slot.
func (v *values) stored(node int32, r isa.Reg) valueID {
	if from, ok := v.privateCopy(r, node); ok {
		if id := v.find(v.vector(from, node)); id != 0 {
			return id
		}
	}
	return v.result(node, behindNode+int(r))
}

// privateLoad is a dword that a load gets from slots, 0 if nothing is known of it.
func (x *reader) privateLoad(dword int) valueID {
	b, m := x.private.at[x.node], x.inst.Row.Memory
	size := min(b.bytes, 4)
	if m.Kind != isa.MemoryLoad || m.ToLDS || m.D16 != isa.D16None || b.at%size != 0 {
		return 0
	}
	first, _ := b.slots()
	id := x.find(x.walk(first+isa.Reg(dword), x.g.nodes[x.node].block, x.node, x.lanesAt(x.node)))
	if id == 0 || size == 4 {
		return id
	}
	return x.field(id, int(8*(b.at%4)), int(8*size), m.Signed)
}

// privateCopy is the register, or slot, that a load or store of whole dwords copies to another.
func (v *values) privateCopy(r isa.Reg, node int32) (from isa.Reg, ok bool) {
	b, known := v.private.at[node]
	inst := &v.g.nodes[node].inst
	m := inst.Row.Memory
	if !known || (b.at|b.bytes)%4 != 0 || m.D16 != isa.D16None || m.ToLDS {
		return 0, false
	}
	first, end := b.slots()
	switch {
	case isSlot(r) && m.Kind == isa.MemoryStore && m.Data >= 0 && inst.Args[m.Data].Kind == isa.KindReg:
		return v.defs.place(inst.Args[m.Data].Reg() + r - first), true
	case !isSlot(r) && m.Kind == isa.MemoryLoad:
		to := v.defs.place(inst.Args[0].Reg())
		return first + r - to, r >= to && r-to < end-first
	}
	return 0, false
}
