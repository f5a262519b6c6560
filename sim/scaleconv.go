package sim

import (
	"math/bits"

	"heddle/isa"
	"heddle/num"
)

// conversion is a conversion between n numbers of a format of 8 bits or less
// and as many of a wider one.
type conversion struct {
	small string // the format's name in mnemonics
	wide  dtype  // f32, f16 or bf16
	n     int
	form  conversionForm
}

// boundConversion is a conversion with the chip's format.
type boundConversion struct {
	*conversion
	f *num.Format
}

// conversionForm is a set: the operands of a conversion after those with values, the last of which
// is the scale, and its direction.
type conversionForm uint8

const (
	withRandom conversionForm = 1 << iota
	withScale
	widens // from the small format
)

// bindConversion chooses the function of a conversion.
func (in *instr) bindConversion(t *isa.Target, c *conversion) {
	bound := &boundConversion{c, elementFormat(t, c.small)}
	if in.run = bound.narrow; c.form&widens != 0 {
		in.run = bound.widen
	}
}

// smallDwords is room for the most codes that an instruction has: 32 of 6 bits.
type smallDwords [6]lanes

// unitScale is the scale operand that stands for 1: only its exponent field
// counts (facts isa/semantics.md §2).
const unitScale = 127 << 23

// scaleExp is the power of two that a scale operand stands for.
func scaleExp(operand uint64) (exp int, nan bool) { return num.E8M0ToExp(uint8(operand >> 23)) }

// narrow converts to the small format. What it does not write of the
// destination stays.
func (c *boundConversion) narrow(w *wave, in *instr) {
	width := c.f.Bits()
	size := c.n * width
	reg, ok := w.destination(in.dst)
	if !ok {
		return
	}
	cols := &w.wg.columns
	value, random, scale := &cols.src[0], &cols.src[1], &cols.src[2]
	values := c.readScale(w, in, in.nsrc, scale)
	if c.form&withRandom != 0 {
		values--
		w.source(in, values, u32, random, cols)
	}
	exec := w.exec()
	var packed smallDwords
	for i := range c.n {
		c.readValue(w, in, i, values, value)
		for mask := exec; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros64(mask) & 63
			packed.insert(i*width, l, c.code(w, uint32(value[l]), uint32(random[l]), scale[l]))
			if c.form&withRandom != 0 {
				// Each element has a random number of its own (ISA manual §7.3).
				random[l] = uint64(nextRandom(uint32(random[l])))
			}
		}
	}
	shift, keep := c.place(in, size)
	for d := range max(size/32, 1) {
		dst := &w.vgpr[(reg+d)&511]
		for mask := exec; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros64(mask) & 63
			dst[l] = dst[l]&keep | packed[d][l]<<shift
		}
	}
}

// readScale reads the scale for all lanes, if there is one, and returns how
// many of the n sources are left.
func (c *boundConversion) readScale(w *wave, in *instr, n int, to *column) int {
	if c.form&withScale == 0 {
		for l := range to {
			to[l] = unitScale
		}
		return n
	}
	w.source(in, n-1, u32, to, &w.wg.columns)
	return n - 1
}

// readValue reads element i for all lanes as f32. The elements come from the
// first so many sources in turn (those of 2xpk16 alternate: its pseudo-code,
// and kernels that run on silicon), and fill the dwords of each from the low
// end. A single 16-bit source is chosen by op_sel as in every VOP3 instruction.
//
// Subnormal inputs are flushed as MODE says for the type: ISA manual §7.3 says
// it of f32, for 16 bits it is the general rule.
func (c *boundConversion) readValue(w *wave, in *instr, i, sources int, to *column) {
	k, size := i%sources, c.wide.size()
	at := i / sources * size
	if c.n == 1 && size == 16 {
		at = 16 * int(in.Mods.OpSel&1)
	}
	w.sourceDword(in, k, at/32, to)
	o, e := in.src[k], w.mode.f32
	if size == 16 {
		e = w.mode.f16
	}
	for l := range to {
		v := modify(o, c.wide, to[l]>>(at%32)&(1<<size-1))
		switch c.wide {
		case f16:
			to[l] = uint64(num.F16ToF32(uint16(binary16.flush(v, e.FlushIn))))
		case bf16:
			// As f32 it is subnormal if it was.
			to[l] = binary32.flush(v<<16, e.FlushIn)
		default:
			to[l] = binary32.flush(v, e.FlushIn)
		}
	}
}

// sourceDword reads dword i of source k for all lanes, without modifiers.
func (w *wave) sourceDword(in *instr, k, i int, to *column) {
	o := in.src[k]
	if o.kind == operandVector {
		w.vectorSource(w.sourceReg(k, o)+i, u32, to)
		return
	}
	v := uint64(w.scalar(o))
	if o.dwords == 2 {
		v = w.scalar64(o) >> (32 * i) & 0xffffffff
	}
	for l := range to {
		to[l] = v
	}
}

// code converts an f32 to the small format. The scale divides.
func (c *boundConversion) code(w *wave, x, random uint32, scale uint64) uint32 {
	exp, nan := scaleExp(scale)
	if nan {
		x, exp = num.QNaN32, 0
	}
	if c.form&withRandom != 0 {
		return c.f.StochasticF32(x, exp, random, w.mode.ovfl)
	}
	return c.f.FromF32Scaled(x, exp, w.mode.ovfl)
}

// insert puts a code, of up to 8 bits, at a bit offset.
func (p *smallDwords) insert(at, lane int, code uint32) {
	v := uint64(code) << (at % 32)
	p[at/32][lane] |= uint32(v)
	if rest := uint32(v >> 32); rest != 0 {
		p[at/32+1][lane] |= rest
	}
}

// extract returns width bits at a bit offset.
func (p *smallDwords) extract(at, width, lane int) uint32 {
	v := uint64(p[at/32][lane])
	if at%32+width > 32 {
		v |= uint64(p[at/32+1][lane]) << 32
	}
	return uint32(v>>(at%32)) & (1<<width - 1)
}

// place is where a result of so many bits goes: the byte or half of the
// destination that op_sel chooses, which ends in the bits [3:2] or [3] of the
// encoding, or all of it. The bits of keep stay.
func (c *boundConversion) place(in *instr, size int) (shift int, keep uint32) {
	switch {
	case size == 8:
		shift = 8 * int(in.Mods.OpSel>>2&3)
	case size > 16:
		return 0, 0
	case in.DstHigh():
		shift = 16
	}
	return shift, ^((1<<size - 1) << shift)
}

// widen converts from the small format.
func (c *boundConversion) widen(w *wave, in *instr) {
	reg, ok := w.destination(in.dst)
	if !ok {
		return
	}
	cols := &w.wg.columns
	cols.write = w.exec()
	scale := &cols.src[2]
	c.readScale(w, in, in.nsrc, scale)
	// All sources are read first: a wide destination may cover them.
	codes := c.readCodes(w, in, cols)
	width, first := c.f.Bits(), c.firstBit(in)
	for mask := cols.write; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		for i := range c.n {
			v := c.value(w, codes.extract(first+i*width, width, l), scale[l])
			w.putWide(in, c, reg, i, l, v)
		}
	}
}

// readCodes reads the source of a widening conversion.
func (c *boundConversion) readCodes(w *wave, in *instr, cols *columns) (codes smallDwords) {
	col := &cols.src[0]
	for d := range max(c.n*c.f.Bits()/32, 1) {
		w.sourceDword(in, 0, d, col)
		if in.dpp != nil {
			w.dpp(in, col, cols)
		}
		for l := range col {
			codes[d][l] = uint32(col[l])
		}
	}
	return codes
}

// firstBit is where in the source the codes begin: op_sel or SDWA choose a
// byte or a word. What SDWA selects beyond that counts as part 0 (ISA manual,
// V_CVT_F32_FP8).
func (c *boundConversion) firstBit(in *instr) int {
	size := c.n * c.f.Bits()
	sel := int(in.Mods.OpSel)
	if in.Row.Mods.Has(isa.ModSrc0Sel) {
		switch p := part(in.Mods.Src0Sel); {
		case size == 8 && p <= byte3:
			sel = int(p)
		case size == 16 && p == word1:
			sel = 1
		default:
			sel = 0
		}
	}
	switch size {
	case 8:
		return 8 * (sel & 3)
	case 16:
		return 16 * (sel & 1)
	}
	return 0
}

// value converts a code to the wide format. The scale multiplies; subnormal
// results are kept in every mode (ISA manual §7.3, "Converts with Scale").
func (c *boundConversion) value(w *wave, code uint32, scale uint64) uint32 {
	exp, nan := scaleExp(scale)
	switch c.wide {
	case f16:
		if nan {
			return uint32(num.QNaN16)
		}
		return uint32(halfOf(c.f, code, exp, w.mode.ovfl))
	case bf16:
		if nan {
			return num.QNaN32 >> 16
		}
		return uint32(c.f.ToBF16Scaled(code, exp))
	}
	if nan {
		return num.QNaN32
	}
	return c.f.ToF32Scaled(code, exp)
}

// halfOf is code * 2^exp as f16. MODE.fp16_ovfl keeps finite numbers finite
// (ISA manual §4.2).
func halfOf(f *num.Format, code uint32, exp int, ovfl bool) uint16 {
	v := f.ToF16Scaled(code, exp)
	if ovfl && num.IsInf16(v) {
		if _, _, _, class := f.Split(code); class == num.Finite {
			v--
		}
	}
	return v
}

// putWide stores element i of a widening conversion. Of the SDWA fields but
// the source select none counts, clamp included (ISA manual §7.3, "Converts
// from 8-bit formats and SDWA in VOP1").
func (w *wave) putWide(in *instr, c *boundConversion, reg, i, l int, v uint32) {
	if c.wide == f32 {
		if !in.Row.Mods.Has(isa.ModSrc0Sel) {
			v = uint32(w.mode.finish(f32, uint64(v), in.Mods.OMod, in.Mods.Set.Has(isa.ModClamp)))
		}
		w.vgpr[(reg+i)&511][l] = v
		return
	}
	dst, shift := &w.vgpr[(reg+i/2)&511][l], 16*(i%2)
	if c.n == 1 && in.DstHigh() {
		shift = 16
	}
	*dst = *dst&^(0xffff<<shift) | v<<shift
}
