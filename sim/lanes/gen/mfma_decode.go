package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// How the elements of A and B become planes.

const decodeSignature = "func(frame *byte, src *[64]uint32) int"

// decoder is a decoder that is being emitted.
type decoder struct {
	*mfma
	*element
	which   int          // 0: A, 1: B
	to, src reg.Register // the planes and the registers at hand
	// The largest and least of something, over all elements.
	most, least, top vec
	base             vec // field of the least exponent
	nans             []vec
}

// decoder emits the decoder of A or B of a kernel. A lane has perLane
// consecutive k, or as many from each of two halves of k; the lanes of a row are
// size apart. Body takes apart four items of all rows, which are in the chunks
// 0, 1, ... of one or two registers at src.
func (x *mfma) decoder(e *element, kind string, m *matrix, which int, body func(d *decoder), check func(d *decoder)) string {
	perLane, parts, gap := m.size*m.k/64, 1, 0
	name := fmt.Sprintf("decode%s%s%cx%dx%d", kind, e.name, 'A'+which, m.size, perLane)
	if m.halves {
		perLane, parts = perLane/2, 2
		gap = m.k/2 - perLane
		name += "halves"
	}
	return x.once(name, fmt.Sprintf("takes %c apart.", 'A'+which), decodeSignature, m.size, func() {
		p := x.pointers("frame", "src")
		d := &decoder{mfma: x, element: e, which: which, to: x.GP64(), src: x.GP64(), most: x.load(x.same(0)), least: x.load(x.same(1<<32 - 1)), top: x.load(x.same(1<<32 - 1))}
		d.warmUp()
		if e != i8 && e.width == 8 && (kind == makeAll.name || kind == makeExps.name) {
			for range x.rowChunks() {
				d.nans = append(d.nans, x.load(x.same(0)))
			}
		}
		if kind == makeWhole.name {
			d.base = x.vec()
			x.VPBROADCASTW(operand.Mem{Base: p[0], Disp: baseAt + 2*which}, d.base)
			d.warm(0x00800080, 0, 0x00010001, uint32(1<<(7-d.frac)-1)*0x00010001)
		}
		lanes := x.GP64()
		x.MOVQ(operand.U32(x.chunks()/x.rowChunks()), lanes)
		nextLanes, next := x.label("lanes"), x.label("items")
		x.Label(nextLanes)
		x.MOVQ(p[0], d.to)
		x.MOVQ(p[1], d.src)
		var half reg.GPVirtual
		if parts == 2 {
			half = x.GP64()
			x.MOVQ(operand.U32(2), half)
		}
		nextHalf := x.label("half")
		x.Label(nextHalf)
		n := x.GP64()
		x.MOVQ(operand.U32(perLane/4), n)
		x.Label(next)
		body(d)
		x.ADDQ(operand.U32(4*e.width/32*256), d.src)
		x.ADDQ(operand.U32(4*x.stride()), d.to)
		x.DECQ(n)
		x.JNZ(operand.LabelRef(next))
		if parts == 2 {
			x.ADDQ(operand.U32(gap*x.stride()), d.to)
			x.DECQ(half)
			x.JNZ(operand.LabelRef(nextHalf))
		}
		x.ADDQ(operand.U32(perLane*x.stride()), p[0])
		x.ADDQ(operand.U32(4*x.lanes()*x.rowChunks()), p[1])
		x.DECQ(lanes)
		x.JNZ(operand.LabelRef(nextLanes))
		check(d)
	})
}

// warmUp loads what the loop uses.
func (d *decoder) warmUp() {
	if d.element == i8 {
		return
	}
	if d.width == 8 {
		d.warm(0x7f7f7f7f, 0x01010101, 0x007f007f, 0x80008000, 0xffff0000, 0x80808080, zeroExp*0x01010101, 0x08000800,
			uint32(1<<(7-d.frac)-1)*0x01010101, uint32(d.bias)*0x01010101, uint32(127-d.bias)<<7*0x00010001, uint32(1<<d.frac-1)*0x00010001)
		return
	}
	d.warm(0x7fff7fff, 0x00010001, 0xffff0000, zeroExp*0x00010001, uint32(1<<(15-d.frac)-1)*0x00010001, uint32(d.bias)*0x00010001)
}

// decoder16 is the decoder of 16-bit elements.
func (x *mfma) decoder16(e *element, m *matrix, which int) string {
	return x.decoder(e, "", m, which, func(d *decoder) {
		var packed []vec
		for i := range x.rowChunks() {
			var e [2]vec
			for half := range e {
				v := x.load(x.at(d.src, half, i))
				d.note16(v)
				d.values16(v, 2*half, i)
				e[half] = d.exps16(v)
			}
			packed = append(packed, x.or(e[0], x.byImm(x.VPSLLD, e[1], 8)))
		}
		for item, b := range [4]int{0, 2, 1, 3} {
			d.patterns(packed, item, b)
		}
	}, (*decoder).check16)
}

// plane is where chunk i of plane k of the values is.
func (d *decoder) plane(k, i int) operand.Mem {
	return operand.Mem{Base: d.to, Disp: valuesAt + d.which*region + d.stride()*k + 4*d.lanes()*i}
}

// values16 stores the values of chunk i of planes k and k+1.
func (d *decoder) values16(v vec, k, i int) {
	if d.element == bf16 {
		d.valuesBF16(v, k, k+1, i)
		return
	}
	for half := range 2 {
		w, f := v, d.vec()
		if half == 1 {
			w = d.byImm(d.VPSRLD, v, 16)
		}
		if d.wide {
			short := d.YMM()
			d.VPMOVDW(w, short)
			d.VCVTPH2PS(short, f)
		} else {
			if half == 0 {
				w = d.op2(d.vpand(), v, d.hot(0xffff))
			}
			w = d.op2(d.VPACKUSDW, w, w)
			w = d.byImm(d.VPERMQ, w, 0x08)
			d.VCVTPH2PS(w.AsX(), f)
		}
		d.store(f, d.plane(k+half, i))
	}
}

// valuesBF16 stores chunk i of planes k and l, which are the low and the high
// words of v.
func (d *decoder) valuesBF16(v vec, k, l, i int) {
	d.store(d.byImm(d.VPSLLD, v, 16), d.plane(k, i))
	d.store(d.op2(d.vpand(), v, d.hot(0xffff0000)), d.plane(l, i))
}

// exps16 is the exponents of a vector of 16-bit numbers, in the low bytes of
// words.
func (d *decoder) exps16(v vec) vec {
	mask := uint32(1<<(15-d.frac)-1) * 0x00010001
	e := d.op2(d.vpand(), d.byImm(d.VPSRLD, v, uint8(d.frac)), d.hot(mask))
	e = d.op2(d.VPMAXUW, e, d.hot(0x00010001))
	e = d.op2(d.VPSUBB, e, d.hot(uint32(d.bias)*0x00010001))
	if d.element == bf16 {
		return e // zero has the exponent of subnormal numbers
	}
	magnitude := d.op2(d.vpand(), v, d.hot(0x7fff7fff))
	if d.wide {
		k := d.K()
		d.VPTESTNMW(magnitude, magnitude, k)
		d.VMOVDQU16(d.hot(zeroExp*0x00010001), k, e)
		return e
	}
	zero := d.op2y(d.VPXOR, v, v)
	zero = d.op2(d.VPCMPEQW, magnitude, zero)
	turn := uint32(zeroExp^(1-d.bias)&0xff) * 0x00010001
	return d.op2(d.vpxor(), e, d.op2(d.vpand(), zero, d.same(turn)))
}

// zeroExp is the exponent of zero, -126, as a byte.
const zeroExp = 0x82

// patterns makes the vector of the exponents of plane k for a tile, from byte b
// of the packed exponents of all its rows or columns. Those of B are a vector;
// those of A are a dword for each row that is the first of a tile.
func (d *decoder) patterns(packed []vec, k, b int) {
	to := operand.Mem{Base: d.to, Disp: expsAt + d.which*region + d.stride()*k}
	if d.which == 1 {
		d.store(d.spread(packed, b, func(p int) int { return p % d.rowChunks() }), to)
		return
	}
	for i, v := range packed {
		rows := []vec{v}
		for r := 1; r < d.tileRows(); r++ {
			rows = append(rows, d.rotate(v, r))
		}
		d.store(d.spread(rows, b, func(p int) int { return p / d.rowChunks() }), to.Offset(4*d.lanes()*i))
	}
}

// spread puts byte b of the dwords of from[choice(p)] into their byte p.
func (d *decoder) spread(from []vec, b int, choice func(p int) int) vec {
	var all vec
	for i, v := range from {
		var t [16]byte
		for n := range t {
			t[n] = 0x80
			if choice(n%4) == i {
				t[n] = byte(n&^3 + b)
			}
		}
		part := d.op2(d.VPSHUFB, v, d.bytes(t))
		if all == nil {
			all = part
		} else {
			all = d.or(all, part)
		}
	}
	return all
}

// rotate turns v by n times four dwords to lower ones.
func (d *decoder) rotate(v vec, n int) vec {
	r := d.vec()
	if d.wide {
		d.VSHUFI64X2(operand.U8([4]uint8{0xe4, 0x39, 0x4e, 0x93}[n]), v, v, r)
	} else {
		d.VPERMQ(operand.U8(0x4e), v, r)
	}
	return r
}

// note16 gathers what check16 looks at.
func (d *decoder) note16(v vec) {
	magnitude := d.op2(d.vpand(), v, d.hot(0x7fff7fff))
	d.VPMAXUW(magnitude, d.most, d.most)
	if d.element == bf16 {
		d.VPMINUW(d.op2(d.VPSUBW, magnitude, d.hot(0x00010001)), d.least, d.least)
	}
}

// check16 refuses infinities, NaN, and bf16 of 2^23 or more: zero times such a
// number could have an exponent above -104. Numbers below 2^-51 do no harm
// unless a maximum of exponents is below -102.
func (d *decoder) check16() {
	bad, limit := d.label("bad"), uint32(0x7bff7bff)
	if d.element == bf16 {
		limit = 0x4aff4aff
	}
	d.jumpIfNot0(d.op2(d.VPSUBUSW, d.most, d.same(limit)), bad)
	if d.element == bf16 {
		tiny := d.label("tiny")
		least := d.load(d.same(0x25ff25ff))
		d.jumpIfNot0(d.op2(d.VPSUBUSW, least, d.least), tiny)
		d.status(isGood)
		d.Label(tiny)
		d.status(isTiny)
	} else {
		d.status(isGood)
	}
	d.Label(bad)
	d.status(isBad)
}

// What a decoder of 8-bit elements makes.
type makes struct {
	name                string
	exps, values, whole bool
}

var (
	makeAll    = makes{"", true, true, false}
	makeExps   = makes{"Exps", true, false, false}
	makeValues = makes{"Values", false, true, false}
	makeWhole  = makes{"Whole", false, false, true}
)

// decoder8 is a decoder of 8-bit elements.
func (x *mfma) decoder8(e *element, m *matrix, which int, w makes) string {
	return x.decoder(e, w.name, m, which, func(d *decoder) {
		var packed []vec
		for i := range x.rowChunks() {
			v := x.load(x.at(d.src, 0, i))
			if w.values {
				d.values8(v, 0, i)
			}
			if w.whole {
				d.whole8(v, 0, i)
			}
			if w.exps {
				d.note8(v, i)
				packed = append(packed, d.exps8(v))
			}
		}
		if w.exps {
			for b := range 4 {
				d.patterns(packed, b, b)
			}
		}
	}, func(d *decoder) {
		if w.exps {
			bad := d.label("bad")
			d.jumpIfNot0(d.most, bad)
			frame := d.pointers("frame")[0]
			d.storeNaNs(frame)
			if d.wide {
				d.store(d.least, operand.Mem{Base: frame, Disp: slotsAt + 64*(slotLeast+which)})
				d.store(d.top, operand.Mem{Base: frame, Disp: slotsAt + 64*(slotTop+which)})
			}
			d.status(isGood)
			d.Label(bad)
			d.status(isBad)
			return
		}
		d.status(isGood)
	})
}

// note8 gathers the rows that have a NaN, in chunk i, and infinities: ones
// where there are some.
func (d *decoder) note8(v vec, i int) {
	var is vec
	if d.nan == 0 {
		is = d.equalBytes(v, 0x80808080)
	} else {
		magnitude := d.op2(d.vpand(), v, d.hot(0x7f7f7f7f))
		is = d.op2(d.VPSUBUSB, magnitude, d.same(uint32(d.nan-1)*0x01010101))
		if d.inf != 0 {
			d.vpor()(d.equalBytes(magnitude, uint32(d.inf)*0x01010101), d.most, d.most)
		}
	}
	d.vpor()(is, d.nans[i], d.nans[i])
}

// storeNaNs makes dwords of ones of the rows that have a NaN.
func (d *decoder) storeNaNs(frame reg.Register) {
	for i, v := range d.nans {
		all := d.vec()
		if d.wide {
			k := d.K()
			d.VPTESTMD(v, v, k)
			d.VPMOVM2D(k, all)
		} else {
			zero := d.load(d.same(0))
			none := d.op2(d.VPCMPEQD, v, zero)
			all = d.op2(d.vpxor(), none, d.same(1<<32-1))
		}
		d.store(all, operand.Mem{Base: frame, Disp: nanAt + d.which*nanRegion + 4*d.lanes()*i})
	}
}

// equalBytes has ones in the bytes of v that are those of c.
func (d *decoder) equalBytes(v vec, c uint32) vec {
	if d.wide {
		k := d.K()
		d.VPCMPEQB(d.hot(c), v, k)
		r := d.vec()
		d.VPMOVM2B(k, r)
		return r
	}
	return d.op2(d.VPCMPEQB, v, d.same(c))
}

// exps8 is the exponents of 8-bit numbers.
func (d *decoder) exps8(v vec) vec {
	mask := uint32(1<<(7-d.frac)-1) * 0x01010101
	e := d.op2(d.vpand(), d.byImm(d.VPSRLD, v, uint8(d.frac)), d.hot(mask))
	e = d.op2(d.VPMAXUB, e, d.hot(0x01010101))
	e = d.op2(d.VPSUBB, e, d.hot(uint32(d.bias)*0x01010101))
	magnitude := d.op2(d.vpand(), v, d.hot(0x7f7f7f7f))
	if d.wide {
		// Exponents e as e+128 and as 127-e, both unsigned.
		k := d.K()
		d.VPTESTMB(magnitude, magnitude, k)
		d.VPMINUB(d.op2(d.vpxor(), e, d.hot(0x80808080)), d.least, k, d.least)
		r := d.vec()
		d.copy(d.constant32(zeroExp*0x01010101), r)
		d.VMOVDQU8(e, k, r)
		d.VPMINUB(d.op2(d.vpxor(), r, d.hot(0x7f7f7f7f)), d.top, d.top)
		return r
	}
	turn := uint32(zeroExp^(1-d.bias)&0xff) * 0x01010101
	zero := d.equalBytes(magnitude, 0)
	return d.op2(d.vpxor(), e, d.op2(d.vpand(), zero, d.same(turn)))
}

// values8 stores chunk i of planes k to k+3. Each number becomes a bf16 first.
func (d *decoder) values8(v vec, k, i int) {
	for odd := range 2 {
		w := v
		if odd == 1 {
			w = d.byImm(d.VPSRLW, v, 8)
		}
		w = d.op2(d.vpand(), w, d.hot(0x007f007f))
		normal := d.byImm(d.VPSLLW, w, uint8(7-d.frac))
		normal = d.op2(d.VPADDW, normal, d.hot(uint32(127-d.bias)<<7*0x00010001))
		// Subnormal ones from a table: their low bytes, then their high bytes.
		at := d.or(d.byImm(d.VPSLLW, w, 8), w)
		at = d.op2(d.vpor(), at, d.hot(0x08000800))
		var table [16]byte
		for m := 1; m < 1<<d.frac; m++ {
			top := 0
			for m>>(top+1) != 0 {
				top++
			}
			code := (127+1-d.bias-d.frac+top)<<7 | (m<<(7-top))&0x7f
			table[m], table[m+8] = byte(code), byte(code>>8)
		}
		small := d.vec()
		if d.wide {
			d.VMOVDQU32(d.bytes(table), small)
		} else {
			d.VMOVDQU(d.bytes(table), small)
		}
		d.VPSHUFB(at, small, small)
		sub := uint32(1<<d.frac-1) * 0x00010001
		if d.wide {
			const greater = 6
			m := d.K()
			d.VPCMPUW(operand.U8(greater), d.hot(sub), w, m)
			d.VMOVDQU16(normal, m, small)
		} else {
			is := d.op2(d.VPCMPGTW, w, d.same(sub))
			r := d.vec()
			d.VPBLENDVB(is, normal, small, r)
			small = r
		}
		sign := v
		if odd == 0 {
			sign = d.byImm(d.VPSLLW, v, 8)
		}
		small = d.or(small, d.op2(d.vpand(), sign, d.hot(0x80008000)))
		d.valuesBF16(small, k+odd, k+odd+2, i)
	}
}

// whole8 stores chunk i of pairs of planes, k and k+2, k+1 and k+3, as integers
// of 16 bits that are multiples of what the least exponent gives.
func (d *decoder) whole8(v vec, k, i int) {
	for odd := range 2 {
		w := v
		if odd == 1 {
			w = d.byImm(d.VPSRLW, v, 8)
		}
		field := d.op2(d.vpand(), d.byImm(d.VPSRLW, w, uint8(d.frac)), d.hot(uint32(1<<(7-d.frac)-1)*0x00010001))
		normal := d.op2(d.VPMINUW, field, d.hot(0x00010001))
		sig := d.op2(d.vpand(), w, d.hot(uint32(1<<d.frac-1)*0x00010001))
		sig = d.or(sig, d.byImm(d.VPSLLW, normal, uint8(d.frac)))
		up := d.op2(d.VPSUBW, d.op2(d.VPMAXUW, field, d.hot(0x00010001)), d.base)
		sig = d.op2(d.VPSLLVW, sig, up)
		sign := d.K()
		d.VPTESTMW(d.hot(0x00800080), w, sign)
		d.VPSUBW(sig, d.hot(0), sign, sig)
		d.store(sig, d.plane(k+odd, i))
	}
}
