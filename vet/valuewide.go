package vet

import "slices"

// Numbers of 64 bits in two registers, as polynomials.

// joined is the number of two dwords. In the high one, carries and high halves of products go together
// with what the low one lacks.
func (v *values) joined(low, high valueID) poly {
	if k, ok := v.isConst(high); ok && k == 0 {
		return v.extended(low)
	}
	p := v.unsignedPoly(low)
	h := v.poly(high)
	for _, t := range h.terms {
		scaled := t.coef << 32
		for i, x := range t.atoms { // 2^32 times a number is the same with and without its sign
			if d := v.at(x); x != 0 && (d.op == opSext || d.op == opSigned) {
				t.atoms[i] = v.find(d.a)
			}
		}
		slices.Sort(t.factorsIn())
		of, ok := poly{}, false
		if t.atoms[1] == 0 {
			of, ok = v.upper(t.atoms[0])
		}
		if ok {
			p = p.plus(of, t.coef)
		} else {
			p = p.plus(poly{terms: []term{{scaled, t.atoms}}}, 1)
		}
	}
	p.c += h.c << 32
	return v.zeroExtended(v.recombine(p))
}

// zeroExtended names sums and products of 32 bits, to which nothing adds what they lack above, by their value of 64
// bits, as extended does: the code adds them with zeros above, and unwrapped asks whether they wrap.
func (v *values) zeroExtended(p poly) poly {
	for _, t := range p.terms {
		x := v.find(t.atoms[0])
		op := v.list[x].op
		if t.atoms[1] != 0 || op.wide() {
			continue
		}
		if t.coef != 1 || op < opAdd || op > opMul {
			if op >= opAdd && op < opCmp {
				return p // a part of a number whose other parts are not known
			}
			continue
		}
		if own := v.poly(x); !own.unsigned && !own.signed {
			p = p.plus(atomOf(x), -1).plus(v.extended(x), 1)
		}
	}
	return p
}

// upper is 2^32 times a value that is a carry, a borrow or a high half, in terms of what it is of.
func (v *values) upper(x valueID) (poly, bool) {
	d := v.list[v.find(x)]
	of := func(op valueOp) (poly, bool) {
		id, ok := v.ids[value{op: op, a: d.a, b: d.b}]
		if !ok && d.b < d.a && op.commutes() {
			id, ok = v.ids[value{op: op, a: d.b, b: d.a}]
		}
		if !ok || int(id) >= len(v.polys) {
			return poly{}, false
		}
		return v.unsignedPoly(id), true
	}
	switch d.op {
	case opCarry, opBorrow:
		if k, ok := v.isConst(d.c); !ok || k != 0 {
			return poly{}, false
		}
		if d.op == opCarry {
			sum, ok := of(opAdd)
			return v.unsignedPoly(d.a).plus(v.unsignedPoly(d.b), 1).plus(sum, -1), ok
		}
		difference, ok := of(opSub)
		return difference.plus(v.unsignedPoly(d.a), -1).plus(v.unsignedPoly(d.b), 1), ok
	case opMulHi, opMulHiS:
		product, ok := of(opMul)
		if !ok {
			return poly{}, false
		}
		a, b := v.unsignedPoly(d.a), v.unsignedPoly(d.b)
		if d.op == opMulHiS {
			a, b = v.signedPoly(d.a), v.signedPoly(d.b)
		}
		whole, ok := a.times(b)
		return whole.plus(product, -1), ok
	case opHigh:
		id := v.value(value{op: opLow, a: d.a})
		return v.poly(d.a).plus(v.unsignedPoly(id), -1), true
	}
	return poly{}, false
}

// recombine replaces the two halves of an address, which are loaded together, by the address.
func (v *values) recombine(p poly) poly {
	for i := range p.terms {
		t := p.terms[i]
		if t.atoms[1] != 0 {
			continue
		}
		high, ok := v.other(t.atoms[0])
		if !ok {
			continue
		}
		for j := range p.terms {
			if u := &p.terms[j]; u.atoms[1] == 0 && v.find(u.atoms[0]) == high && u.coef == t.coef<<32 {
				id := v.value(value{op: opPair, a: t.atoms[0], b: high})
				k := t.coef
				return v.recombine(p.plus(poly{terms: []term{t}}, -1).plus(poly{terms: []term{*u}}, -1).plus(atomOf(id), k))
			}
		}
	}
	return p
}

// other is the dword that belongs above one: of an address that is given, or of a result.
func (v *values) other(x valueID) (valueID, bool) {
	switch d := v.list[v.find(x)]; d.op {
	case opSymbol:
		step := symbol(1)
		switch s := symbol(d.k); s.kind() {
		case symArg, symPacket:
			step = 4
			fallthrough
		case symKernarg, symDispatch, symRegister:
			id, ok := v.ids[value{op: opSymbol, k: uint32(s + step)}]
			return id, ok
		}
	case opResult:
		id, ok := v.ids[value{op: opResult, node: d.node, k: d.k + 1}]
		return id, ok
	case opLoad:
		d.k += 4
		id, ok := v.ids[d]
		return id, ok
	}
	return 0, false
}
