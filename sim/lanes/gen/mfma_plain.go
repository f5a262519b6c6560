package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
)

// Matrices of i8 and of f32, whose arithmetic the CPU has.

// i8Body is a kernel of i8: integers of 16 bits, multiplied and added in pairs.
// The sum wraps.
func (x *mfma) i8Body(m *matrix) func(e *entry) {
	var decode [2]string
	for which := range decode {
		decode[which] = x.decoder(m.a, "", m, which, func(d *decoder) {
			for i := range x.rowChunks() {
				v := x.load(x.at(d.src, 0, i))
				even := x.byImm(x.VPSRAW, x.byImm(x.VPSLLW, v, 8), 8)
				x.store(even, d.plane(0, i))
				x.store(x.byImm(x.VPSRAW, v, 8), d.plane(1, i))
			}
		}, func(d *decoder) { d.status(isGood) })
	}
	core := x.once(fmt.Sprintf("coreI8x%d", m.size), "computes D in groups of 16.", coreSignature, m.size, func() {
		y := &core{mfma: x, group: 16, d: x.GP64()}
		const batch = 4
		y.loops(func() {
			c := y.loadC(batch)
			y.eachGroup(func() {
				for p, v := range y.wholeProducts([]int{0, 1, 2, 3}) {
					y.VPADDD(v, c[p], c[p])
				}
			})
			y.storeD(c)
		})
		y.end()
	})
	return func(e *entry) {
		e.decode(decode[0], "a")
		e.decode(decode[1], "b")
		e.compute(core, m.k/16)
	}
}

// f32Body is a kernel of f32: a fused multiply-add for each k. A register holds
// all of A or B, a k after the other.
func (x *mfma) f32Body(m *matrix) func(e *entry) {
	var decode [2]string
	for which := range decode {
		name := fmt.Sprintf("decodeF32%c", 'A'+which)
		decode[which] = x.once(name, "copies a matrix if its numbers are finite.", decodeSignature, m.size, func() {
			p, bad := x.pointers("frame", "src"), x.label("bad")
			inf, special := x.load(x.same(0x7f800000)), x.load(x.same(0))
			for i := range x.chunks() {
				v := x.load(x.at(p[1], 0, i))
				x.store(v, x.at(p[0], 0, i).Offset(valuesAt+which*region))
				is := x.equal32(x.and(v, inf), inf)
				x.vpor()(x.ones(is), special, special)
			}
			x.jumpIfNot0(special, bad)
			x.status(isGood)
			x.Label(bad)
			x.status(isBad)
		})
	}
	check := x.once(fmt.Sprintf("checkNaNx%d", m.size), "refuses NaN.", "func(unused *byte, c *[64]uint32, step uint64) int", m.size, func() {
		p, step, n := x.pointers("c"), x.word("step"), x.GP64()
		x.MOVQ(operand.U32(m.size*m.size/64), n)
		again, bad, special := x.label("again"), x.label("bad"), x.load(x.same(0))
		x.Label(again)
		for i := range x.chunks() {
			v := x.load(x.at(p[0], 0, i))
			const unordered = 3
			x.vpor()(x.ones(x.compareFloat32(unordered, v, v)), special, special)
		}
		x.ADDQ(step, p[0])
		x.DECQ(n)
		x.JNZ(operand.LabelRef(again))
		x.jumpIfNot0(special, bad)
		x.status(isGood)
		x.Label(bad)
		x.status(isBad)
	})
	core := x.once(fmt.Sprintf("coreF32x%d", m.size), "computes D by fused multiply-adds.", coreSignature, m.size, func() {
		y := &core{mfma: x, group: m.k, d: x.GP64()}
		y.loops(func() {
			c := y.loadC(4)
			y.a, y.b = y.row, y.frame
			for k := range m.k {
				for p, v := range c {
					a := y.vec()
					y.VBROADCASTSS(operand.Mem{Base: y.a, Disp: valuesAt + k*y.stride() + 4*4*(p/y.rowChunks())}, a)
					y.VFMADD231PS(operand.Mem{Base: y.b, Disp: valuesAt + region + k*y.stride() + 4*y.lanes()*(p%y.rowChunks())}, a, v)
				}
			}
			y.storeD(c)
		})
		y.end()
	})
	return func(e *entry) {
		e.decode(decode[0], "a")
		e.decode(decode[1], "b")
		x.MOVQ(x.pointers("c")[0], e.call.Offset(8))
		x.MOVQ(x.word("step"), e.call.Offset(16))
		x.call(check)
		r := x.GP64()
		x.MOVQ(e.call.Offset(24), r)
		x.CMPQ(r, operand.I8(isBad))
		x.JEQ(operand.LabelRef(e.bad))
		e.compute(core, 1)
	}
}

// ones makes dwords of ones of flags.
func (x *mfma) ones(f flags) vec {
	if !x.wide {
		return f.(vec)
	}
	v := x.vec()
	x.VPMOVM2D(f, v)
	return v
}
