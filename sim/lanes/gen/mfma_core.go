package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The sums of groups of products.

const (
	coreSignature  = "func(frame *byte, d, c *[64]uint32, step uint64, groups int)"
	checkSignature = "func(frame *byte, groups int) int"
)

// core is a core that is being emitted.
type core struct {
	*mfma
	group  int          // k of a group
	split  bool         // even and odd k are summed apart
	exact  bool         // no product loses bits
	frame  reg.Register // at the first group
	d, c   reg.Register // registers of D and C
	step   reg.Register
	groups reg.Register
	row    reg.Register // the planes of A, at the first row of the tile
	a, b   reg.Register // those at the group
}

// tilesOfRow is the number of tiles in a register of D.
func (x *mfma) tilesOfRow() int { return x.chunks() / 4 }

// loops emits the loops over tiles.
func (x *core) loops(body func()) {
	for h := range x.tilesOfRow() {
		// Tile h of all registers.
		p := x.pointers("frame")
		x.frame = p[0]
		x.row = x.GP64()
		x.LEAQ(operand.Mem{Base: x.frame, Disp: h * x.tileRows() * 4 * 4}, x.row)
		x.groups = x.word("groups")
		if x.d != nil {
			p := x.pointers("d", "c")
			x.d, x.c = p[0], p[1]
			if h > 0 {
				x.ADDQ(operand.U32(128*h), x.d)
				x.ADDQ(operand.U32(128*h), x.c)
			}
			x.step = x.word("step")
		}
		eights := x.GP64()
		x.MOVQ(operand.U32(x.size*x.size/256), eights)
		outer, inner := x.label("outer"), x.label("inner")
		x.Label(outer)
		four := x.GP64()
		x.MOVQ(operand.U32(4), four)
		x.Label(inner)
		body()
		if x.d != nil {
			x.ADDQ(operand.U32(256), x.d)
			x.ADDQ(x.step, x.c)
		}
		x.ADDQ(operand.I8(4), x.row)
		x.DECQ(four)
		x.JNZ(operand.LabelRef(inner))
		x.ADDQ(operand.I8(16), x.row)
		x.DECQ(eights)
		x.JNZ(operand.LabelRef(outer))
	}
}

// eachGroup emits the loop over groups of k.
func (x *core) eachGroup(body func()) {
	n := x.GP64()
	x.MOVQ(x.groups, n)
	x.a, x.b = x.GP64(), x.GP64()
	x.MOVQ(x.row, x.a)
	x.MOVQ(x.frame, x.b)
	again := x.label("group")
	x.Label(again)
	body()
	x.ADDQ(operand.U32(x.group*x.stride()), x.a)
	x.ADDQ(operand.U32(x.group*x.stride()), x.b)
	x.DECQ(n)
	x.JNZ(operand.LabelRef(again))
}

// slot is where a vector that does not stay in a register is kept.
func (x *core) slot(n int) operand.Mem { return operand.Mem{Base: x.frame, Disp: slotsAt + 64*n} }

// maxExp is the largest exponents of the products k, k+by, ... of a group.
func (x *core) maxExp(k, by int) vec {
	var most vec
	for ; k < x.group; k += by {
		e := x.vec()
		x.VPBROADCASTD(operand.Mem{Base: x.a, Disp: expsAt + k*x.stride()}, e)
		x.VPADDSB(operand.Mem{Base: x.b, Disp: expsAt + region + k*x.stride()}, e, e)
		if most == nil {
			most = e
		} else {
			x.VPMAXSB(e, most, most)
		}
	}
	return most
}

// productFrac is how many fraction bits of a product are kept.
const productFrac = 24

// scales is the biased exponents of s, of which scale makes floats: infinite
// where m is below -104, as it is only of products with a zero.
func (x *core) scales(m vec) vec {
	s := x.op2(x.vpxor(), m, x.hot(0x7f7f7f7f)) // 127-m
	return x.op2(x.VPADDUSB, s, x.hot(productFrac*0x01010101))
}

// scale is the float with the exponent in byte p of the dwords of e.
func (x *core) scale(e vec, p int) vec {
	var v vec
	if p == 3 {
		v = x.byImm(x.VPSRLD, e, 1)
	} else {
		v = x.byImm(x.VPSLLD, e, uint8(23-8*p))
	}
	return x.op2(x.vpand(), v, x.hot(0x7f800000))
}

// unpack is byte p of the dwords of v.
func (x *core) unpack(v vec, p int) vec {
	switch p {
	case 0:
		return x.op2(x.vpand(), v, x.hot(0xff))
	case 3:
		return x.byImm(x.VPSRLD, v, 24)
	}
	if x.wide {
		var t [16]byte
		for i := range t {
			t[i] = 0x80
			if i%4 == 0 {
				t[i] = byte(i + p)
			}
		}
		return x.op2(x.VPSHUFB, v, x.bytes(t))
	}
	return x.op2(x.vpand(), x.byImm(x.VPSRLD, v, uint8(8*p)), x.hot(0xff))
}

// products sums the products k, k+by, ... of a group, each truncated to an
// integer when it is scaled, for some vectors of the tile.
func (x *core) products(vectors []int, s []vec, k, by int) []vec {
	sum := make([]vec, len(vectors))
	for ; k < x.group; k += by {
		a := map[int]vec{}
		for j, p := range vectors {
			row := p / x.rowChunks()
			if a[row] == nil {
				a[row] = x.vec()
				x.VBROADCASTSS(operand.Mem{Base: x.a, Disp: valuesAt + k*x.stride() + 4*4*row}, a[row])
			}
			t := x.vec()
			x.VMULPS(operand.Mem{Base: x.b, Disp: valuesAt + region + k*x.stride() + 4*x.lanes()*(p%x.rowChunks())}, a[row], t)
			x.VMULPS(s[j], t, t)
			x.VCVTTPS2DQ(t, t)
			if sum[j] == nil {
				sum[j] = t
			} else {
				x.VPADDD(t, sum[j], sum[j])
			}
		}
	}
	return sum
}

// part is vector p of the tile of a register.
func (x *core) part(base reg.Register, p int) operand.Mem { return x.at(base, 0, p) }

// Slots.
const (
	slotC     = 0 // four vectors
	slotM     = 4
	slotEven  = 5 // exponents of scales
	slotOdd   = 6
	slotBoth  = 7
	shiftEven = 8
	shiftOdd  = 9
	// Of choose: exponents e of A and B as e+128 and as 127-e, the least ones.
	slotLeast = 10 // two vectors
	slotTop   = 12 // two vectors
	slotBase  = 14
	// In the last one, the exponent fields of the units of A and B, as words; then
	// the byte from which m is subtracted for a shift.
	baseAt  = slotsAt + 64*slotBase
	shiftAt = baseAt + 4
)

// core8 emits the core of groups of 8.
func (x *mfma) core8(size int) string {
	return x.once(fmt.Sprintf("core8x%d", size), "computes D in groups of 8.", coreSignature, size, func() {
		y := &core{mfma: x, group: 8, d: x.GP64()}
		y.warm(0x7f7f7f7f, productFrac*0x01010101, 0x7f800000, 0x5d800000, 254<<23)
		batch := 4
		if !x.wide {
			batch = 2
		}
		y.loops(func() {
			c := y.loadC(batch)
			y.eachGroup(func() {
				m := y.maxExp(0, 1)
				e := y.scales(m)
				kept := y.slot(slotM)
				if !y.wide {
					y.store(m, kept)
					y.store(e, y.slot(slotEven))
				}
				for p := 0; p < 4; p += batch {
					if !y.wide {
						e = y.load(y.slot(slotEven))
					}
					vectors := []int{0, 1, 2, 3}[p:][:batch]
					s := make([]vec, batch)
					for i, p := range vectors {
						s[i] = y.scale(e, p)
					}
					sum := y.products(vectors, s, 0, 1)
					y.accumulate(vectors, sum, s, c, func() vec {
						if y.wide {
							return m
						}
						return y.load(kept)
					})
				}
			})
			y.storeD(c)
		})
		y.end()
	})
}

// loadC gets C of a tile into registers, if batch says that they are computed
// all at a time, or else into slots.
func (x *core) loadC(batch int) []vec {
	c := make([]vec, 4)
	for p := range c {
		v := x.load(x.part(x.c, p))
		if !x.wide && x.group == 8 {
			x.VADDPS(x.same(0), v, v) // no -0
		}
		if batch == 4 {
			c[p] = v
		} else {
			x.store(v, x.slot(slotC+p))
		}
	}
	return c
}

func (x *core) storeD(c []vec) {
	for p, v := range c {
		if v == nil {
			v = x.load(x.slot(slotC + p))
		}
		if x.split {
			v = x.withNaNs(v, p)
		}
		x.store(v, x.part(x.d, p))
	}
}

// withNaNs puts NaN where the row of A or the column of B has one.
func (x *core) withNaNs(v vec, p int) vec {
	is, nan := x.vec(), x.load(x.same(0x7fc00000))
	x.VPBROADCASTD(operand.Mem{Base: x.row, Disp: nanAt + 4*4*(p/x.rowChunks())}, is)
	x.vpor()(operand.Mem{Base: x.frame, Disp: nanAt + nanRegion + 4*x.lanes()*(p%x.rowChunks())}, is, is)
	return x.mux(is, nan, v)
}

// core16 emits the core of groups of 16, even and odd k apart.
func (x *mfma) core16(size int) string {
	return x.once(fmt.Sprintf("core16x%d", size), "computes D in groups of 16, with even and odd k apart.", coreSignature, size, func() {
		y := &core{mfma: x, group: 16, split: true, d: x.GP64()}
		y.warm(0x7f7f7f7f, productFrac*0x01010101, 0x7f800000, 0x5d800000, 254<<23, 0xff, 0xbeffffff)
		const batch = 2
		y.loops(func() {
			c := y.loadC(batch)
			y.eachGroup(func() {
				even, odd := y.maxExp(0, 2), y.maxExp(1, 2)
				m := y.op2(y.VPMAXSB, even, odd)
				kept := y.slot(slotM)
				y.store(m, kept)
				y.store(y.scales(even), y.slot(slotEven))
				y.store(y.scales(odd), y.slot(slotOdd))
				y.store(y.op2(y.VPSUBB, m, even), y.slot(shiftEven))
				y.store(y.op2(y.VPSUBB, m, odd), y.slot(shiftOdd))
				for p := 0; p < 4; p += batch {
					vectors := []int{0, 1, 2, 3}[p:][:batch]
					var sum []vec
					var scales [2][]vec
					for k, slot := range [...]int{slotEven, slotOdd} {
						s, e := make([]vec, batch), y.load(y.slot(slot))
						for i, p := range vectors {
							s[i] = y.scale(e, p)
						}
						scales[k] = s
						part := y.products(vectors, s, k, 2)
						shift := y.load(y.slot(shiftEven + k))
						for i, p := range vectors {
							part[i] = y.op2(y.VPSRAVD, part[i], y.unpack(shift, p))
							if k == 1 {
								y.VPADDD(part[i], sum[i], sum[i])
							}
						}
						if k == 0 {
							sum = part
						}
					}
					s := make([]vec, batch)
					for i := range s {
						s[i] = y.op2(y.VMINPS, scales[0][i], scales[1][i])
					}
					y.accumulate(vectors, sum, s, c, func() vec { return y.load(kept) })
				}
			})
			y.storeD(c)
		})
		y.end()
	})
}

// checkTiny emits the check of bf16 with numbers below 2^-51: no maximum of
// exponents is below -102.
func (x *mfma) checkTiny(size int) string {
	return x.once(fmt.Sprintf("checkTinyx%d", size), "looks for exponents that are too small.", checkSignature, size, func() {
		y := &core{mfma: x, group: 8}
		least := x.load(x.same(0x7f7f7f7f))
		y.loops(func() {
			y.eachGroup(func() { y.VPMINSB(y.maxExp(0, 1), least, least) })
		})
		bad := x.label("bad")
		turned := x.op2(x.vpxor(), least, x.same(0x80808080))
		limit := x.load(x.same((128 - 102) * 0x01010101))
		x.jumpIfNot0(x.op2(x.VPSUBUSB, limit, turned), bad)
		x.status(isGood)
		x.Label(bad)
		x.status(isBad)
	})
}

// choose emits the function that decides whether the sums are exact for all of
// D: no product has bits below 2^(m-24), since its exponent is not that much
// below the largest ones, and the integers fit.
func (x *mfma) choose(m *matrix) string {
	name := "choose" + m.a.name + m.b.name
	return x.once(name, "tells whether exact sums of integers do.", "func(frame, unused *byte) int", m.size, func() {
		frame := x.pointers("frame")[0]
		var least, span [2]reg.GPVirtual
		no := x.label("no")
		for i, e := range [...]*element{m.a, m.b} {
			least[i] = x.leastByte(frame, slotLeast+i)
			span[i] = x.leastByte(frame, slotTop+i)
			// (127-max) and (min+128) give max-min = 255 - both.
			x.NEGQ(span[i])
			x.ADDQ(operand.U32(255), span[i])
			x.SUBQ(least[i], span[i])
			x.CMPQ(span[i], operand.U32(14-e.frac))
			x.JHI(operand.LabelRef(no)) // or nothing but zeros: negative
			x.SUBQ(operand.I32(128-e.bias), least[i])
			x.MOVW(least[i].As16(), operand.Mem{Base: frame, Disp: baseAt + 2*i})
			x.SUBQ(operand.I32(e.bias), least[i])
		}
		bits := productFrac - m.a.frac - m.b.frac
		x.ADDQ(span[1], span[0])
		x.CMPQ(span[0], operand.U32(bits))
		x.JHI(operand.LabelRef(no))
		x.ADDQ(least[1], least[0])
		x.ADDQ(operand.I8(bits), least[0])
		x.MOVB(least[0].As8(), operand.Mem{Base: frame, Disp: shiftAt})
		x.status(isGood)
		x.Label(no)
		x.status(isTiny)
	})
}

// leastByte is the least byte of a slot, unsigned.
func (x *mfma) leastByte(frame reg.Register, slot int) reg.GPVirtual {
	at := operand.Mem{Base: frame, Disp: slotsAt + 64*slot}
	v, w := x.YMM(), x.XMM()
	x.VMOVDQU(at, v)
	x.VPMINUB(at.Offset(32), v, v)
	x.VEXTRACTI128(operand.U8(1), v, w)
	x.VPMINUB(w, v.AsX(), w)
	low := x.XMM()
	x.VPSRLW(operand.U8(8), w, low)
	x.VPMINUB(low, w, w)
	x.VPHMINPOSUW(w, w)
	r := x.GP64()
	x.VMOVD(w, r.As32())
	x.MOVBQZX(r.As8(), r)
	return r
}

// coreExact emits the core of groups of 16 that need no truncation.
func (x *mfma) coreExact(size int) string {
	return x.once(fmt.Sprintf("coreExactx%d", size), "computes D from exact sums.", coreSignature, size, func() {
		y := &core{mfma: x, group: 16, split: true, exact: true, d: x.GP64()}
		y.warm(0x7f7f7f7f, productFrac*0x01010101, 0x7f800000, 0x5d800000, 254<<23, 0xff, 0xbeffffff)
		from := x.vec()
		x.VPBROADCASTB(operand.Mem{Base: x.pointers("frame")[0], Disp: shiftAt}, from)
		vectors := []int{0, 1, 2, 3}
		unit, perUnit := y.units()
		never := x.GP64()
		x.XORQ(never, never)
		y.loops(func() {
			exact, next := y.label("exact"), y.label("next")
			y.TESTQ(never, never)
			y.JNZ(operand.LabelRef(exact))
			y.multiples(unit, perUnit, never, exact)
			y.JMP(operand.LabelRef(next))
			y.Label(exact)
			c := y.loadC(4)
			y.eachGroup(func() {
				m := y.maxExp(0, 1)
				e := y.scales(m)
				shift := y.op2(y.VPSUBB, from, m)
				sum, s := y.wholeProducts(vectors), make([]vec, 4)
				for i, p := range vectors {
					s[i] = y.scale(e, p)
					sum[i] = y.op2(y.VPSLLVD, sum[i], y.unpack(shift, p))
				}
				y.accumulate(vectors, sum, s, c, func() vec { return m })
			})
			y.storeD(c)
			y.Label(next)
		})
		y.end()
	})
}

// units are vectors of the unit of the sums that choose has found to be exact,
// and of 1/unit.
func (x *core) units() (unit, perUnit vec) {
	e, minus := x.GP64(), x.GP64()
	x.MOVBQSX(operand.Mem{Base: x.pointers("frame")[0], Disp: shiftAt}, e)
	x.SUBQ(operand.I8(productFrac), e)
	x.MOVQ(operand.U32(127), minus)
	x.SUBQ(e, minus)
	x.ADDQ(operand.I8(127), e)
	unit, perUnit = x.vec(), x.vec()
	for i, r := range [...]reg.GPVirtual{e, minus} {
		x.SHLQ(operand.U8(23), r)
		x.VPBROADCASTD(r.As32(), [...]vec{unit, perUnit}[i])
	}
	return unit, perUnit
}

// multiples emits the short way for a tile where all of C is multiples of the
// unit of the sums, of which no m leaves less than all bits: C+sums is an integer
// in these units, to be rounded once. So it is in the sum of a long row, whose C
// is 0 at first. If there is something else, it sets never and jumps to exact.
func (x *core) multiples(unit, perUnit vec, never reg.GPVirtual, exact string) {
	const notLess = 0x15
	other := x.label("other")
	c := x.loadC(4)
	odd := x.load(x.same(0))
	for i := range c {
		x.VMULPS(perUnit, c[i], c[i])
		back := x.vec()
		x.VCVTPS2DQ(c[i], back)
		x.VCVTDQ2PS(back, back)
		x.VPTERNLOGD(operand.U8(0xf6), c[i], back, odd) // odd |= back^c
	}
	jumpIfOdd := x.K()
	x.VPTESTMD(odd, odd, jumpIfOdd)
	x.KORTESTW(jumpIfOdd, jumpIfOdd)
	x.JNZ(operand.LabelRef(other))
	x.eachGroup(func() {
		sum := x.wholeProducts([]int{0, 1, 2, 3})
		squares, large := x.load(x.same(127<<23)), x.K()
		for i := range c {
			x.VFMADD231PS(c[i], c[i], squares)
			t := x.vec()
			x.VCVTPS2DQ(c[i], t)
			x.VPADDD(t, sum[i], sum[i])
		}
		x.VCMPPS(operand.U8(notLess), x.hot(0x5d800000), squares, large)
		x.KORTESTW(large, large)
		x.JNZ(operand.LabelRef(other))
		for i := range c {
			x.VCVTDQ2PS(sum[i], c[i])
		}
	})
	for i := range c {
		x.VMULPS(unit, c[i], c[i])
	}
	x.storeD(c)
	x.later = append(x.later, func() {
		x.Label(other)
		x.MOVQ(operand.U32(1), never)
		x.JMP(operand.LabelRef(exact))
	})
}

// wholeProducts sums the products of a group of pairs of integers.
func (x *core) wholeProducts(vectors []int) []vec {
	sum := make([]vec, len(vectors))
	for k := 0; k < x.group; k += 4 {
		for pair := k; pair < k+2; pair++ {
			a := map[int]vec{}
			for j, p := range vectors {
				row := p / x.rowChunks()
				if a[row] == nil {
					a[row] = x.vec()
					x.VPBROADCASTD(operand.Mem{Base: x.a, Disp: valuesAt + pair*x.stride() + 4*4*row}, a[row])
				}
				t := x.vec()
				x.VPMADDWD(operand.Mem{Base: x.b, Disp: valuesAt + region + pair*x.stride() + 4*x.lanes()*(p%x.rowChunks())}, a[row], t)
				if sum[j] == nil {
					sum[j] = t
				} else {
					x.VPADDD(t, sum[j], sum[j])
				}
			}
		}
	}
	return sum
}
