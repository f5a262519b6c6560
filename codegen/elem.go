package codegen

import (
	"slices"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// elem is one number of a value: of a scalar, or in place in a vector.
type elem struct {
	typ ir.Type
	// dw are its dwords, one or two; for a number of fewer than 32 bits the dword that contains it,
	// from bit pos on. If pos is 0, ext describes the other bits; for a 64-bit number of one dword
	// it describes the upper dword.
	dw  []mach.Operand
	pos uint8
	ext extension
	bit cond // of an i1, instead of dw
}

// bits returns the width of an element: 64 for index.
func (e elem) bits() int { return typeBits(e.typ) }

// typeBits returns the width of a number.
func typeBits(t ir.Type) int {
	t = ir.ElemType(t)
	if t == ir.Index {
		return 64
	}
	w, ok := ir.BitWidth(t)
	if !ok {
		panic("BUG: " + t.String() + " has no width")
	}
	return w
}

// elements splits a value without an instruction.
func (k *kernel) elements(v value) []elem { return k.appendElements(nil, v) }

// appendElements appends the elements of a value to list.
func (k *kernel) appendElements(list []elem, v value) []elem {
	vec, isVector := v.typ.(*ir.VectorType)
	if !isVector {
		e := elem{typ: v.typ, dw: v.dw, ext: v.ext}
		if len(v.bit) == 1 {
			e.bit = v.bit[0]
		}
		if typeBits(v.typ) < 32 {
			e.ext = v.narrow
		}
		return append(list, e)
	}
	if v.bit != nil {
		list = slices.Grow(list, len(v.bit))
		for _, c := range v.bit {
			list = append(list, elem{typ: vec.Elem, bit: c})
		}
		return list
	}
	bits, n, _ := elementBits(v.typ)
	list = slices.Grow(list, n)
	for i := range n {
		at := i * bits
		e := elem{typ: vec.Elem, dw: v.dw[at/32 : at/32+(bits+31)/32], pos: uint8(at % 32)}
		if bits == 6 && at%32+bits > 32 {
			e.dw = v.dw[at/32 : at/32+2]
		}
		list = append(list, e)
	}
	return list
}

// assemble makes a value of type t from its elements.
func (k *kernel) assemble(t ir.Type, list []elem) value {
	v := value{typ: t}
	if ir.ElemType(t) == ir.I1 {
		for _, e := range list {
			v.bit = append(v.bit, e.bit)
		}
		return v
	}
	vec, isVector := t.(*ir.VectorType)
	if !isVector {
		e := list[0]
		e.typ = t
		if e.bits() < 32 {
			v.dw, v.narrow = []mach.Operand{k.low(e)}, e.ext
			if e.pos != 0 {
				v.narrow = extNone
			}
			return v
		}
		v.dw = e.dw
		if e.bits() > 32 {
			v.ext = e.ext
		}
		return v
	}
	bits, n, _ := elementBits(vec)
	switch {
	case bits >= 32:
		for _, e := range list {
			if bits == 64 {
				lo, hi := k.pair(e)
				v.dw = append(v.dw, lo, hi)
			} else {
				v.dw = append(v.dw, e.dw[0])
			}
		}
	case bits >= 8:
		for i := 0; i < n; i += 32 / bits {
			v.dw = append(v.dw, k.packBytes(list[i:min(i+32/bits, n)], bits/8))
		}
	default:
		v.dw = k.packBits(list, bits)
	}
	return v
}

// pair is both dwords of a 64-bit number.
func (k *kernel) pair(e elem) (lo, hi mach.Operand) {
	return k.wide(value{typ: e.typ, dw: e.dw, ext: e.ext})
}

// low returns a number of up to 32 bits at the bottom of a dword; the bits above mean nothing. Of a
// longer one it is the low dword.
func (k *kernel) low(e elem) mach.Operand {
	switch {
	case e.pos == 0:
		return e.dw[0]
	case len(e.dw) == 2:
		return k.funnel(e.dw[1], e.dw[0], e.pos)
	}
	return k.shr(e.dw[0], constDword(uint32(e.pos)))
}

// funnel returns the low dword of hi:lo shifted right.
func (k *kernel) funnel(hi, lo mach.Operand, by uint8) mach.Operand {
	if k.isScalar(hi) && k.isScalar(lo) {
		return k.or(k.shr(lo, constDword(uint32(by))), k.shl(hi, constDword(uint32(32-by))))
	}
	return k.vop1(isa.V_ALIGNBIT_B32, hi, lo, constDword(uint32(by)))
}

// zext returns the number of up to 32 bits in a dword with zeros above it.
func (k *kernel) zext(e elem) mach.Operand {
	bits := e.bits()
	switch {
	case bits >= 32, e.pos == 0 && e.ext == extZero:
		return e.dw[0]
	case len(e.dw) == 2:
		return k.and(k.low(e), constDword(1<<bits-1))
	case e.pos == 0:
		return k.and(e.dw[0], constDword(1<<bits-1))
	case int(e.pos)+bits == 32:
		return k.shr(e.dw[0], constDword(uint32(e.pos)))
	}
	return k.field(e.dw[0], int(e.pos), bits, false)
}

// sext returns the same with copies of its sign above it.
func (k *kernel) sext(e elem) mach.Operand {
	bits := e.bits()
	switch {
	case bits >= 32, e.pos == 0 && e.ext == extSigned:
		return e.dw[0]
	case len(e.dw) == 2:
		return k.field(k.low(e), 0, bits, true)
	case int(e.pos)+bits == 32:
		return k.ashr(e.dw[0], constDword(uint32(e.pos)))
	}
	return k.field(e.dw[0], int(e.pos), bits, true)
}

// field returns a bit field of a dword, extended.
func (k *kernel) field(d mach.Operand, pos, bits int, signed bool) mach.Operand {
	if c, ok := isConst(d); ok {
		up := c << (32 - pos - bits)
		if signed {
			return constDword(uint32(int32(up) >> (32 - bits)))
		}
		return constDword(up >> (32 - bits))
	}
	if k.isScalar(d) {
		switch {
		case signed && pos == 0 && bits == 8:
			return k.sop1(isa.S_SEXT_I32_I8, d)
		case signed && pos == 0 && bits == 16:
			return k.sop1(isa.S_SEXT_I32_I16, d)
		}
		op := isa.S_BFE_U32
		if signed {
			op = isa.S_BFE_I32
		}
		return k.sop1(op, d, constDword(uint32(bits<<16|pos)))
	}
	op := isa.V_BFE_U32
	if signed {
		op = isa.V_BFE_I32
	}
	return k.vop1(op, d, constDword(uint32(pos)), constDword(uint32(bits)))
}

// byteSource is where a byte of a dword comes from.
type byteSource struct {
	dw mach.Operand
	at int
}

// packBytes returns a dword of elements of one or two bytes.
func (k *kernel) packBytes(list []elem, size int) mach.Operand {
	var from []byteSource
	inPlace, scalar, constant := true, true, true
	var bits uint32
	for _, e := range list {
		for b := range size {
			inPlace = inPlace && int(e.pos)+8*b == 8*len(from) && e.dw[0] == list[0].dw[0]
			from = append(from, byteSource{e.dw[0], int(e.pos)/8 + b})
		}
		c, isC := isConst(e.dw[0])
		constant = constant && isC
		bits |= c >> e.pos & (1<<(8*size) - 1) << (8 * (len(from) - size))
		scalar = scalar && k.isScalar(e.dw[0])
	}
	switch {
	case inPlace:
		return list[0].dw[0]
	case constant:
		return constDword(bits)
	case scalar:
		return k.packScalar(list, size)
	}
	return k.permute(from)
}

// packScalar packs with the scalar unit.
func (k *kernel) packScalar(list []elem, size int) mach.Operand {
	if len(list) == 1 {
		return k.low(list[0])
	}
	if size == 2 {
		op := isa.S_PACK_LL_B32_B16
		a, b := list[0].dw[0], list[1].dw[0]
		switch {
		case list[0].pos == 16 && list[1].pos == 16:
			op = isa.S_PACK_HH_B32_B16
		case list[1].pos == 16:
			op = isa.S_PACK_LH_B32_B16
		case list[0].pos == 16:
			a = k.low(list[0])
		}
		a, b = k.oneLiteral(a, b)
		return k.sop1(op, a, b)
	}
	acc := k.zext(list[0])
	for i, e := range list[1:] {
		acc = k.or(acc, k.shl(k.zext(e), constDword(uint32(8*(i+1)))))
	}
	return acc
}

// unusedByte is v_perm's selector of a zero: for undefined bytes.
const unusedByte = 12

// permute gathers up to four bytes. Bytes that are not listed are zeros.
func (k *kernel) permute(from []byteSource) mach.Operand {
	var srcs []mach.Operand
	sel := uint32(0)
	for i := range 4 {
		pick := uint32(unusedByte)
		if i < len(from) && from[i].at >= 0 {
			n := 0
			for n < len(srcs) && srcs[n] != from[i].dw {
				n++
			}
			if n == len(srcs) {
				srcs = append(srcs, from[i].dw)
			}
			// The first source of v_perm has the bytes 4 to 7.
			pick = uint32(4*n + from[i].at)
		}
		sel |= pick << (8 * i)
	}
	switch len(srcs) {
	case 1:
		return k.vop1(isa.V_PERM_B32, srcs[0], srcs[0], k.literal(sel))
	case 2:
		return k.vop1(isa.V_PERM_B32, k.bare(srcs[1]), k.bare(srcs[0]), k.literal(sel))
	}
	low, high := k.together(from[:2]), k.together(from[2:])
	return k.permute(slices.Concat(low, high))
}

// together brings up to two bytes into one dword, if they are in two. Bytes at the same place in
// both are combined with their neighbours, so that another permutation can use the same
// instruction: 8 of them transpose a block of 4 x 4 bytes.
func (k *kernel) together(from []byteSource) []byteSource {
	if len(from) < 2 || from[0].at < 0 || from[1].at < 0 || from[0].dw == from[1].dw {
		return from
	}
	a, b := from[0], from[1]
	if a.at != b.at {
		dw := k.permute(from)
		return []byteSource{{dw, 0}, {dw, 1}}
	}
	even, odd := a.at&^1, a.at|1
	dw := k.permute([]byteSource{{a.dw, even}, {b.dw, even}, {a.dw, odd}, {b.dw, odd}})
	at := 2 * (a.at & 1)
	return []byteSource{{dw, at}, {dw, at + 1}}
}

// packBits packs elements of 4 or 6 bits.
func (k *kernel) packBits(list []elem, bits int) []mach.Operand {
	out := make([]mach.Operand, (len(list)*bits+31)/32)
	for i := range out {
		out[i] = constDword(0)
	}
	for i, e := range list {
		at := i * bits
		x := k.zext(e)
		d, pos := at/32, at%32
		out[d] = k.shlOr(x, uint32(pos), out[d])
		if pos+bits > 32 {
			out[d+1] = k.shr(x, constDword(uint32(32-pos)))
		}
	}
	return out
}

// shlOr is x<<by | y.
func (k *kernel) shlOr(x mach.Operand, by uint32, y mach.Operand) mach.Operand {
	if by == 0 || isZero(y) || k.isScalar(x) && k.isScalar(y) {
		return k.or(k.shl(x, constDword(by)), y)
	}
	return k.vop1(isa.V_LSHL_OR_B32, x, constDword(by), y)
}

// each computes every element of an operation's only result from those of its
// operands.
func (k *kernel) each(op *ir.Operation, f func(in []elem) elem) {
	list := k.scratch
	k.scratch = nil // f may come back here
	for _, v := range op.Operands {
		list = k.appendElements(list, k.value(v))
	}
	args := len(op.Operands)
	n := len(list) / args
	t := ir.ElemType(op.Result().Type)
	block, first := k.b.Block, len(k.b.Block.Instrs)
	for i := range n {
		for j := range args {
			list = append(list, list[j*n+i])
		}
		in := len(list) - args
		out := f(list[in:])
		out.typ = t
		// The operands' i-th elements are no longer needed.
		list = list[:in]
		list[i] = out
	}
	k.pairing(op, block, first, list[:n])
	k.set(op, k.assemble(op.Result().Type, list[:n]))
	k.scratch = list[:0]
}

// word returns an element of one dword, its other bits unknown.
func word(d mach.Operand) elem { return elem{dw: []mach.Operand{d}} }

// wordPair returns an element of two dwords.
func wordPair(lo, hi mach.Operand) elem { return elem{dw: []mach.Operand{lo, hi}} }

// bitElem returns an i1.
func bitElem(c cond) elem { return elem{bit: c} }
