package vet

import (
	"math/bits"

	"heddle/isa"
)

// Numbers of which only the run tells some bits: an index that is cut to the size of a table, a byte from memory.
// On the way of a wave such a number is what is known, plus some of the bits that are open.

// openBits are the bits of numbers that are not known: each is one of n plus some of these. All bits are open
// of what nothing is known of.
func openBits(a *numbers) (mask uint32, n *numbers) {
	switch {
	case a == nil || a.base.x != 0 && a.base.open == 0:
		return 1<<32 - 1, one(0)
	case a.base.x != 0:
		return a.base.open, &numbers{n: a.n}
	}
	return 0, a
}

// anyOf are the bits that some of the numbers have.
func (a *numbers) anyOf() (all uint32) {
	for _, n := range a.n {
		all |= uint32(n)
	}
	return all
}

// inAll are the bits that all of the numbers have.
func (a *numbers) inAll() (all uint32) {
	all = 1<<32 - 1
	for _, n := range a.n {
		all &= uint32(n)
	}
	return all
}

// upTo are the bits that numbers up to one have.
func upTo(n uint64) uint32 { return uint32(1<<min(bits.Len64(n), 32) - 1) }

// bounded returns a value of which some bits are open, nil if there is nothing to say beyond find.
func (w *walk) bounded(x valueID, d *value) *numbers {
	var mask uint32
	var n *numbers
	switch d.op {
	case opResult:
		if mask = w.loadedBits(d); mask != 0 {
			n = one(0)
		}
	case opAnd, opOr, opXor, opShl, opShr, opMul, opMin, opAdd:
		a, b := w.eval(w.v.find(d.a)), w.eval(w.v.find(d.b))
		if isPlain(a) && isPlain(b) || d.op == opAdd && a != nil && b != nil && (isPlain(a) || isPlain(b)) {
			return nil
		}
		if d.op.commutes() && isPlain(a) {
			a, b = b, a
		}
		mask, n = boundedOp(d.op, a, b)
	}
	switch {
	case n == nil || mask == 1<<32-1:
		return nil
	case mask == 0: // what is not known does not matter
		return n
	}
	block, visit := w.visitOf(x)
	key := numberKey{x: x, moment: moment{turn{-1, visit}, -1}, open: mask, varies: true}
	if all := w.unknown(x, block, visit); all != nil {
		key.moment, key.varies = all.base.moment, false
	}
	return &numbers{key, n.n, nil}
}

// isPlain reports whether numbers are known.
func isPlain(a *numbers) bool { return a != nil && a.base.x == 0 }

// boundedOp is an operation on numbers with open bits, a, and others.
func boundedOp(op valueOp, a, b *numbers) (mask uint32, n *numbers) {
	open, known := openBits(a)
	more, other := openBits(b)
	apart := known.anyOf()&open == 0 // no carry from what is open
	each := func(f func(x, y uint32) uint32) *numbers {
		r := &numbers{n: make([]uint64, max(len(known.n), len(other.n)))}
		for i := range r.n {
			r.n[i] = uint64(f(uint32(known.at(i)), uint32(other.at(i))))
		}
		return r
	}
	if more != 0 {
		sum := uint64(open) + uint64(more)
		if (op != opAdd && op != opOr && op != opXor) || sum >= 1<<32 {
			return 0, nil
		}
		mask = upTo(sum) &^ (1<<min(bits.TrailingZeros32(open), bits.TrailingZeros32(more)) - 1)
		switch {
		case op == opAdd:
			return mask, each(func(x, y uint32) uint32 { return x + y })
		case known.anyOf() == 0 && other.anyOf() == 0:
			return open | more, one(0)
		}
		return 0, nil
	}
	all := other.anyOf()
	switch op {
	case opAnd:
		if !apart || open == 1<<32-1 {
			return all, one(0)
		}
		return open & all, each(func(x, y uint32) uint32 { return x & y })
	case opOr:
		if !apart {
			return 0, nil
		}
		open &^= other.inAll()
		return open, each(func(x, y uint32) uint32 { return (x | y) &^ open })
	case opXor:
		if !apart || all&open != 0 {
			return 0, nil
		}
		return open, each(func(x, y uint32) uint32 { return x ^ y })
	case opMin:
		return upTo(uint64(all)), one(0)
	case opShr, opShl, opMul:
		if len(other.n) != 1 {
			return 0, nil
		}
		by := uint32(other.n[0]) & 31
		switch k := uint32(other.n[0]); {
		case op == opMul && bits.OnesCount32(k) != 1:
			return 0, nil
		case op == opMul:
			by = uint32(bits.TrailingZeros32(k))
			fallthrough
		case op == opShl:
			return open << by, each(func(x, _ uint32) uint32 { return x << by })
		case !apart:
			return 1<<(32-by) - 1, one(0)
		}
		return open >> by, each(func(x, _ uint32) uint32 { return x >> by })
	}
	return 0, nil
}

// loadedBits are the bits of a load of less than a dword.
func (w *walk) loadedBits(d *value) uint32 {
	m := w.v.g.nodes[d.node].inst.Row.Memory
	if m == nil || m.Kind != isa.MemoryLoad || m.ToLDS || m.Signed || m.D16 != isa.D16None || m.Bytes >= 4 || m.Bytes <= 0 || m.Dwords > 1 || d.k != 0 {
		return 0
	}
	return 1<<(8*m.Bytes) - 1
}

// mostOpenPlaces limits the places that an access may go to.
const mostOpenPlaces = 1 << 15

// places calls a function with each number that one plus some of the open bits can be. It is not ok if there are
// too many.
func (a *numbers) places(in []bool, f func(n uint32)) (ok bool) {
	mask, known := openBits(a)
	seen := map[uint32]bool{}
	for i, is := range in {
		if is {
			seen[uint32(known.at(i))] = true
		}
	}
	if bits.OnesCount32(mask) > 20 || len(seen)<<bits.OnesCount32(mask) > mostOpenPlaces {
		return false
	}
	for n := range seen {
		for u := uint32(0); ; {
			f(n + u)
			if u = (u - mask) & mask; u == 0 { // the next subset of the bits
				break
			}
		}
	}
	return true
}
