package codegen

import (
	"fmt"

	"heddle/mach"
)

// The uniform part of an offset that changes in a loop is added to voffset in each lane, once for
// each place. Where a buffer has many places in a loop, its resource moves instead, by scalar
// instructions: the base by that part, and the number of records as much in the other direction,
// but not below 0. The range check is of whole numbers that do not wrap, and so gives the same.

// movedCost is how many scalar instructions move a resource.
const movedCost = 4

// movedBase is a resource that moves in a loop, and accesses that could use it.
type movedBase struct {
	resource mach.Part
	by       string // for explanations
	accesses []movedAccess
}

// movedPlace is what a place is if its resource moves: base may replace its own, and front voffset.
type movedPlace struct {
	base  *movedBase
	front mach.Part
	text  string // of front, for explanations
	row   int    // of the explanation
}

// movedAccess is an instruction whose operand at is voffset, and the next one the resource.
type movedAccess struct {
	*movedPlace
	in *mach.Instr
	at int
}

// movedPlace returns what a place is if its resource moves, where the innermost loop changes only
// scalar terms of the offset, c plus terms; nil for any other. No part may be negative, and the sum
// must be below 2^32.
func (k *kernel) movedPlace(resource mach.Part, c int64, terms []term) *movedPlace {
	if len(k.loops) == 0 {
		return nil
	}
	front, turn := k.perTurn(k.parts(terms))
	if len(turn) == 0 || k.changesIn(len(k.loops)-1, dwords(resource)) {
		return nil
	}
	lo, hi, ok := k.rangeOf(front)
	from, to, okTurn := k.rangeOf(turn)
	if !ok || !okTurn || lo+c < 0 || from < 0 || hi+c+to >= 1<<32 {
		return nil
	}
	key := append(turn[:len(turn):len(turn)], term{v: value{dw: dwords(resource)}, coef: 1})
	dw := k.once("moved", 0, key, func() []mach.Operand { return dwords(k.moveResource(resource, k.sum32(0, turn))) })
	moved := dw[0].Part.Reg
	l := &k.loops[len(k.loops)-1]
	var base *movedBase
	for _, b := range l.moved {
		if b.resource.Reg == moved {
			base = b
		}
	}
	if base == nil {
		base = &movedBase{resource: k.f.All(moved)}
		l.moved = append(l.moved, base)
	}
	p := &movedPlace{base: base, front: k.inVector(k.sum32(c, front)), row: len(k.out.Addresses) - 1}
	if k.opt.Explain {
		base.by, p.text = k.text(linear{terms: turn}), k.text(linear{c: c, terms: front})
	}
	return p
}

// moveResource returns a resource that begins by bytes later.
func (k *kernel) moveResource(resource mach.Part, by mach.Operand) mach.Part {
	moved := k.reg(mach.FileS, 4)
	k.beforeLoop(func() { k.b.Copy(moved.Dword(3), mach.P(resource.Dword(3))) })
	lo, hi := k.add64(mach.P(resource.Dword(0)), mach.P(resource.Dword(1)), by, constDword(0))
	k.b.Copy(moved.Dword(0), lo)
	k.b.Copy(moved.Dword(1), hi)
	records := mach.P(resource.Dword(2))
	k.b.Copy(moved.Dword(2), k.sub(records, k.op32(&minUOp, by, records)))
	return moved
}

// noteMoved records an access to a place: operand at is voffset.
func (p *place) noteMoved(in *mach.Instr, at int) {
	if p.moved != nil {
		p.moved.base.accesses = append(p.moved.base.accesses, movedAccess{p.moved, in, at})
	}
}

// settle lets the accesses use the moved resource, if that saves instructions. Otherwise nothing
// does, and it is dropped.
func (k *kernel) settle(b *movedBase) {
	sums := map[mach.Part]bool{}
	for _, a := range b.accesses {
		sums[a.in.Args[a.at].Part] = true
	}
	if len(sums) <= movedCost {
		return
	}
	for _, a := range b.accesses {
		a.in.Args[a.at], a.in.Args[a.at+1] = mach.P(a.front), mach.P(b.resource)
		if !k.opt.Explain {
			continue
		}
		if e := &k.out.Addresses[a.row]; e.VOffset != a.text {
			e.Base, e.VOffset, e.Records = e.Base+" + "+b.by, a.text, fmt.Sprintf("max(%s - (%s), 0)", e.Records, b.by)
			e.Proof += "; what the loop changes moves the base"
		}
	}
}
