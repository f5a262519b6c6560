package codegen

import (
	"fmt"
	"slices"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// loadBytes loads n contiguous bytes. Bits of the last dword above them are 0.
func (k *kernel) loadBytes(r *ref, at linear, n int64) []mach.Operand {
	return k.loadFrom(k.placeOf(r, at, n), n)
}

// loadFrom is loadBytes starting at a place.
func (k *kernel) loadFrom(p place, n int64) []mach.Operand {
	r := p.ref
	count := (n + 3) / 4
	dw := make([]mach.Operand, 0, count)
	var all mach.Part
	if count > 1 && count <= maxLoadTuple {
		all = k.reg(mach.FileV, int(count))
	}
	for _, pc := range piecesOf(n) {
		words := int((pc.bytes + 3) / 4)
		first := int(pc.at / 4)
		var dst mach.Part
		if pc.at%4 != 0 || all.N == 0 || words > 1 && first%2 != 0 {
			dst = k.reg(mach.FileV, words)
		} else {
			dst = all.Dwords(first, words)
		}
		if n-pc.at == 3 && r.checked && r.space == refBuffer {
			p = k.checkedPlace(p, pc.at, 3)
		}
		k.emitAccess(accessRows[pc.row].loads[p.space], true, &p, pc.at, pc.bytes, dst)
		if pc.at%4 == 0 {
			dw = append(dw, dwords(dst)...)
			continue
		}
		low := dw[len(dw)-1]
		dw[len(dw)-1] = k.vop1(isa.V_LSHL_OR_B32, mach.P(dst), constDword(uint32(pc.at%4*8)), low)
	}
	return dw
}

// maxLoadTuple is the longest run of dwords that is put into one register.
const maxLoadTuple = 32

// storeBytes stores n contiguous bytes.
func (k *kernel) storeBytes(r *ref, at linear, n int64, dw []mach.Operand) {
	p := k.placeOf(r, at, n)
	for _, pc := range piecesOf(n) {
		op, data := k.pieceStore(p.space, pc, dw)
		if n-pc.at == 3 && r.checked && r.space == refBuffer {
			p = k.checkedPlace(p, pc.at, 3)
		}
		k.emitAccess(op, false, &p, pc.at, pc.bytes, data)
	}
}

// highStores store from the upper half of a dword, by bytes and refSpace.
var highStores = map[int64][4]isa.Op{
	1: {isa.GLOBAL_STORE_BYTE_D16_HI, isa.BUFFER_STORE_BYTE_D16_HI, isa.DS_WRITE_B8_D16_HI, isa.SCRATCH_STORE_BYTE_D16_HI},
	2: {isa.GLOBAL_STORE_SHORT_D16_HI, isa.BUFFER_STORE_SHORT_D16_HI, isa.DS_WRITE_B16_D16_HI, isa.SCRATCH_STORE_SHORT_D16_HI},
}

// pieceStore returns the instruction that stores a piece of a run of bytes, and its data.
func (k *kernel) pieceStore(space refSpace, pc piece, dw []mach.Operand) (isa.Op, mach.Part) {
	words := (pc.bytes + 3) / 4
	src := dw[pc.at/4 : pc.at/4+words]
	if high, ok := highStores[pc.bytes]; ok && pc.at%4 == 2 && !k.isScalar(src[0]) {
		return high[space], k.toVector(src[0], 1)
	}
	if shift := pc.at % 4 * 8; shift != 0 {
		src = []mach.Operand{k.shr(src[0], constDword(uint32(shift)))}
	}
	return accessRows[pc.row].stores[space], k.tuple(mach.FileV, src)
}

// elementAt returns the position of an element: the offset plus the indices times the strides,
// those of some dimensions left out.
func (k *kernel) elementAt(r *ref, indices []*ir.Value, without ...int) linear {
	at := r.offset
	k.apart = r.space == refBuffer && r.buffer.ready == nil && k.splits()
	for i, x := range indices {
		if slices.Contains(without, i) {
			continue
		}
		at = at.plus(k.product(k.linearOf(x), k.strideOf(r, i)))
	}
	k.apart = false
	return at
}

// product returns a times b.
func (k *kernel) product(a, b linear) linear {
	switch {
	case b.constant():
		return a.times(b.c)
	case a.constant():
		return b.times(a.c)
	}
	if uniform, lanes, ok := k.smallPart(a, b); ok {
		small := k.smallProduct(lanes, b)
		if uniform.constant() {
			return small
		}
		return k.product(uniform, b).plus(small)
	}
	terms := slices.Concat(a.terms, b.terms)
	dw := k.once(fmt.Sprintf("product %d %d", len(a.terms), b.c), a.c, terms, func() []mach.Operand {
		aLo, aHi := k.sum64(a.c, a.terms)
		bLo, bHi := k.sum64(b.c, b.terms)
		lo, hi := k.product64(elem{typ: ir.Index, dw: []mach.Operand{aLo, aHi}}, elem{typ: ir.Index, dw: []mach.Operand{bLo, bHi}})
		return []mach.Operand{lo, hi}
	})
	p := term{v: value{typ: ir.Index, dw: dw}, coef: 1}
	if a.c >= 0 && k.notNegative(a.terms) && b.c >= 0 && k.notNegative(b.terms) {
		p.forward, p.most = true, mostElements
	}
	return linear{terms: []term{p}}
}

// smallPart divides an index into what is uniform and what lanes add, if the latter times a stride is
// known to be small: the rows of a tile then share a base.
func (k *kernel) smallPart(index, stride linear) (uniform, lanes linear, ok bool) {
	scalar, vector := k.parts(index.terms)
	if len(vector) == 0 || index.c < 0 || stride.c < 0 || !k.notNegative(vector) || !k.notNegative(stride.terms) {
		return linear{}, linear{}, false
	}
	if s, _ := k.parts(stride.terms); len(s) < len(stride.terms) {
		return linear{}, linear{}, false
	}
	lanes = linear{c: index.c, terms: vector}
	_, fits := k.mostProduct(lanes, stride)
	return linear{terms: scalar}, lanes, fits
}

// mostProduct returns the largest product of two numbers that are not negative; ok is false if it is
// not known to be below 2^30.
func (k *kernel) mostProduct(a, b linear) (most int64, ok bool) {
	_, x, okx := k.rangeOf(a.terms)
	_, y, oky := k.rangeOf(b.terms)
	most, ok = mulSmall(x+a.c, y+b.c)
	return most, ok && okx && oky && most < 1<<30
}

// smallProduct returns a product that mostProduct bounds.
func (k *kernel) smallProduct(a, b linear) linear {
	most, _ := k.mostProduct(a, b)
	dw := k.once(fmt.Sprintf("small product %d %d", len(a.terms), b.c), a.c, slices.Concat(a.terms, b.terms), func() []mach.Operand {
		return []mach.Operand{k.mul(k.sum32(a.c, a.terms), k.sum32(b.c, b.terms))}
	})
	return linear{terms: []term{{v: value{typ: ir.Index, ext: extZero, dw: dw}, coef: 1, most: most, forward: true}}}
}

// mostElements bounds the number of an element: positions whose bits overflow 63 bits are errors of
// the kernel, and a product of indices and strides is not larger.
const mostElements = 1 << 56

// byteAt is where an element starts, in bytes from the base.
func (k *kernel) byteAt(r *ref, at linear, unit int64) (linear, bool) {
	bytes, ok := k.toBytes(at, unit)
	return r.shift.plus(bytes), ok
}

// toBytes converts a number of elements to bytes. ok is false for elements of less than a byte that
// need not end at one.
func (k *kernel) toBytes(at linear, unit int64) (linear, bool) {
	if unit%8 == 0 {
		return at.times(unit / 8), true
	}
	bits := at.times(unit)
	bytes, whole := linear{c: bits.c / 8}, bits.c%8 == 0
	for _, t := range bits.terms {
		t, ok := k.wholeBytes(t)
		whole = whole && ok
		bytes.terms = append(bytes.terms, t)
	}
	return bytes, whole
}
