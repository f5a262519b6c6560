package vet

import "math/bits"

// linear is a 32-bit value that is a linear map, over GF(2), of the bits of a work-item's number: c,
// with the columns of all bits that are set exclusive-ored. The bits are 10 each of x, y and z, as v0
// has them.
type linear struct {
	c       uint32
	columns [itemBits]uint32
}

// itemBits are the bits of a work-item's number.
const itemBits = 30

// linear returns a value as a linear map; not ok if it is none. The value must be solved.
func (v *values) linear(x valueID) (linear, bool) {
	if v.linears == nil {
		v.linears = map[valueID]*linear{}
	}
	l := v.linearOf(v.find(x))
	if l == nil {
		return linear{}, false
	}
	return *l, true
}

// linearOf is linear with a memory; nil if it is none. Operands are older than what is made of them,
// so this ends.
func (v *values) linearOf(x valueID) *linear {
	if l, ok := v.linears[x]; ok {
		return l
	}
	v.linears[x] = nil
	l := v.makeLinear(x)
	v.linears[x] = l
	return l
}

func (v *values) makeLinear(x valueID) *linear {
	d := v.list[x]
	switch d.op {
	case opConst:
		return &linear{c: d.k}
	case opSymbol:
		s := symbol(d.k)
		if s.kind() != symItem || s.number() > 2 {
			return nil
		}
		l := &linear{}
		for i := range 10 {
			if bit := uint32(1) << i; v.facts[x].zero&uint64(bit) == 0 {
				l.columns[10*s.number()+i] = bit
			}
		}
		return l
	case opAdd, opOr, opXor:
		a, b := v.linearOf(v.find(d.a)), v.linearOf(v.find(d.b))
		if a == nil || b == nil || d.op != opXor && a.support()&b.support() != 0 {
			return nil
		}
		l := *a
		l.c ^= b.c
		for i := range l.columns {
			l.columns[i] ^= b.columns[i]
		}
		return &l
	case opAnd, opShl, opShr, opMul:
		k, ok := v.isConst(d.b)
		a := d.a
		if !ok && d.op.commutes() {
			k, ok = v.isConst(d.a)
			a = d.b
		}
		of := v.linearOf(v.find(a))
		if !ok || of == nil {
			return nil
		}
		l := *of
		switch d.op {
		case opAnd:
			l.each(func(y uint32) uint32 { return y & k })
		case opShl:
			l.each(func(y uint32) uint32 { return y << (k & 31) })
		case opShr:
			l.each(func(y uint32) uint32 { return y >> (k & 31) })
		default:
			if k&(k-1) != 0 || k == 0 {
				return nil
			}
			l.each(func(y uint32) uint32 { return y << bits.TrailingZeros32(k) })
		}
		return &l
	}
	return nil
}

// support are the bits that can be set.
func (l *linear) support() uint32 {
	s := l.c
	for _, c := range l.columns {
		s |= c
	}
	return s
}

// each changes the columns in the same way.
func (l *linear) each(f func(uint32) uint32) {
	l.c = f(l.c)
	for i := range l.columns {
		l.columns[i] = f(l.columns[i])
	}
}

// at is the value of a work-item, given by its number as v0 has it.
func (l *linear) at(item uint32) uint32 {
	x := l.c
	for ; item != 0; item &= item - 1 {
		if i := bits.TrailingZeros32(item); i < itemBits {
			x ^= l.columns[i]
		}
	}
	return x
}
