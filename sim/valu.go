package sim

import (
	"math/bits"

	"heddle/isa"
	"heddle/num"
)

// dtype is how a vector instruction understands a source or its result.
type dtype uint8

const (
	none dtype = iota
	f16
	bf16
	f32
	f64
	i16 // 16 bits, signed
	u16
	i32
	u32 // also plain 32 bits
	i64
	u64 // also plain 64 bits
)

// size is the number of bits of a value.
func (t dtype) size() int {
	switch t {
	case f16, bf16, i16, u16:
		return 16
	case f64, i64, u64:
		return 64
	}
	return 32
}

// laneFunc computes one lane. Sources come with modifiers applied, in the low
// bits; floating point is bit patterns.
type laneFunc func(m *mode, a, b, c uint64) uint64

// valuOp is a vector instruction that computes each lane from the same lane
// of up to three sources, which is nearly all of them.
type valuOp struct {
	dst, a, b, c dtype
	lane         laneFunc
	sat          laneFunc // with clamp, for integers: the result saturates
}

// src returns the types of the sources.
func (op *valuOp) src(k int) dtype {
	switch k {
	case 0:
		return op.a
	case 1:
		return op.b
	}
	return op.c
}

// column is one value for each lane.
type column [waveSize]uint64

// columns is room for the sources of an instruction. Each workgroup has one,
// its waves run one at a time.
type columns struct {
	src   [3]column
	write uint64 // lanes to write: EXEC, less what DPP leaves out
}

// bindVALU chooses the function of a vector ALU instruction.
func (in *instr) bindVALU(t *isa.Target) bool {
	op := in.Row.Op
	if int(op) < len(scaleOps) && scaleOps[op].n > 0 {
		in.bindConversion(t, &scaleOps[op])
		return true
	}
	for _, table := range [...][]waveFunc{crossOps[:], specialOps[:]} {
		if int(op) < len(table) && table[op] != nil {
			in.run = table[op]
			return true
		}
	}
	for _, table := range [...][]valuOp{floatOps[:], integerOps[:], convertOps[:], dotOps[:]} {
		if int(op) < len(table) && table[op].lane != nil {
			in.valu, in.run = &table[op], runLaneOp
			return true
		}
	}
	switch {
	case int(op) < len(packedOps) && packedOps[op].lane != nil:
		in.valu, in.run = &packedOps[op], runPackedOp
	case int(op) < len(compareOps) && compareOps[op].typ != none:
		in.run = runCompare
	case int(op) < len(carryOps) && carryOps[op] != nil:
		in.run = runCarry
	default:
		return false
	}
	return true
}

// waveFunc executes an instruction for the whole wave.
type waveFunc func(w *wave, in *instr)

// runLaneOp executes an instruction of laneOps.
func runLaneOp(w *wave, in *instr) {
	op, cols := in.valu, &w.wg.columns
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	w.gather(in, cols)
	lane := op.lane
	saturate := in.Mods.Set.Has(isa.ModClamp) && op.sat != nil
	if saturate {
		lane = op.sat
	}
	a, b, c := &cols.src[0], &cols.src[1], &cols.src[2]
	out := resultOf(w, in, op.dst)
	for mask := cols.write; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask)
		v := lane(&w.mode, a[l&63], b[l&63], c[l&63])
		out.put(l&63, v)
	}
}

// gather reads the sources of in as its valuOp types them.
func (w *wave) gather(in *instr, cols *columns) {
	cols.write = w.exec()
	for k := range in.nsrc {
		w.source(in, k, in.valu.src(k), &cols.src[k], cols)
	}
	if in.nsrc == 2 && in.valu.c != none {
		w.vectorSource(w.destReg(in.dst), in.valu.c, &cols.src[2])
	}
}

// source reads source k for all lanes: selects the register (VGPR indexing),
// lane (DPP) and part (SDWA, op_sel), then applies the modifiers.
func (w *wave) source(in *instr, k int, t dtype, to *column, cols *columns) {
	o := in.src[k]
	switch {
	case o.kind != operandVector:
		v := w.scalarSource(o, t)
		for l := range to {
			to[l] = v
		}
	default:
		w.vectorSource(w.sourceReg(k, o), t, to)
	}
	if k == 0 && in.dpp != nil {
		w.dpp(in, to, cols)
	}
	part := partOf(in, k, t)
	if part == wholeDword && !o.neg && !o.abs {
		return
	}
	for l := range to {
		to[l] = modify(o, t, part.of(to[l], o.sxt))
	}
}

// scalarSource is a source that is the same for all lanes.
func (w *wave) scalarSource(o *operand, t dtype) uint64 {
	if t.size() == 64 {
		return w.scalar64(o)
	}
	return uint64(w.scalar(o))
}

// vectorSource reads a VGPR, or a pair for 64-bit types.
func (w *wave) vectorSource(reg int, t dtype, to *column) {
	lo := &w.vgpr[reg&511]
	if t.size() != 64 {
		for l := range to {
			to[l] = uint64(lo[l])
		}
		return
	}
	hi := &w.vgpr[(reg+1)&511]
	for l := range to {
		to[l] = uint64(hi[l])<<32 | uint64(lo[l])
	}
}

// modify applies the source modifiers: abs first, then neg, both on the sign
// bit alone (facts isa/semantics.md §1).
func modify(o *operand, t dtype, v uint64) uint64 {
	sign := uint64(1) << (t.size() - 1)
	if o.abs {
		v &^= sign
	}
	if o.neg {
		v ^= sign
	}
	return v
}

// part is which bits of a dword (or 64-bit value) a source uses.
type part uint8

const (
	byte0 part = iota
	byte1
	byte2
	byte3
	word0
	word1
	wholeDword
)

// of selects the part of v, sign-extended to 32 bits on request.
func (p part) of(v uint64, sext bool) uint64 {
	switch {
	case p <= byte3:
		v = v >> (8 * p) & 0xff
		if sext {
			v = uint64(uint32(int8(v)))
		}
	case p <= word1:
		v = v >> (16 * (p - word0)) & 0xffff
		if sext {
			v = uint64(uint32(int16(v)))
		}
	}
	return v
}

// partOf is the part of source k that in selects: by SDWA, or by op_sel where
// the source has 16 bits.
func partOf(in *instr, k int, t dtype) part {
	if in.Row.Mods.Has(isa.ModSrc0Sel) {
		sel := [2]uint8{in.Mods.Src0Sel, in.Mods.Src1Sel}
		if k < 2 {
			return part(min(sel[k], uint8(wholeDword)))
		}
	}
	if t.size() != 16 {
		return wholeDword
	}
	if in.Row.Enc == isa.EncVOP3A && in.Row.Mods.Has(isa.ModOpSel) && in.Mods.OpSel>>k&1 != 0 {
		return word1
	}
	return word0
}

// result is where the values of an instruction go, and what happens to them
// on the way: output modifier, clamp, part of the register.
type result struct {
	typ    dtype
	lo, hi *lanes
	mode   *mode
	omod   uint8
	clamp  bool
	high   bool // op_sel: to the high half, the low one stays
	keep   bool // the high half stays
	sdwa   bool
	sel    part
	unused uint8
	plain  bool // 32 bits, nothing to do
}

// SDWA dst_unused (facts isa/semantics.md §3).
const (
	unusedPad = iota
	unusedSext
	unusedPreserve
)

// resultOf prepares the destination of in for values of type t.
func resultOf(w *wave, in *instr, t dtype) result {
	reg := w.destReg(in.dst)
	r := result{typ: t, mode: &w.mode, lo: &w.vgpr[reg&511], hi: &w.vgpr[(reg+1)&511],
		omod: in.Mods.OMod, clamp: in.Mods.Set.Has(isa.ModClamp), high: in.DstHigh(), keep: in.Row.Op.HighHalf() == isa.HighKept}
	if in.Row.Mods.Has(isa.ModDstSel) {
		r.sdwa, r.sel, r.unused = true, part(min(in.Mods.DstSel, uint8(wholeDword))), in.Mods.DstUnused
	}
	r.plain = t.size() == 32 && r.omod == 0 && !r.clamp && (!r.sdwa || r.sel == wholeDword)
	return r
}

// put stores v as lane l's result.
func (r *result) put(l int, v uint64) {
	if r.plain {
		r.lo[l] = uint32(v)
		return
	}
	v = r.mode.finish(r.typ, v, r.omod, r.clamp)
	switch {
	case r.sdwa && r.sel != wholeDword:
		r.lo[l] = r.sel.insert(r.lo[l], uint32(v), r.unused)
	case r.typ.size() == 64:
		r.lo[l], r.hi[l] = uint32(v), uint32(v>>32)
	case r.high && r.typ.size() == 16:
		r.lo[l] = r.lo[l]&0xffff | uint32(v)<<16
	case r.typ.size() == 16 && r.keep:
		r.lo[l] = r.lo[l]&^0xffff | uint32(v)&0xffff
	case r.typ.size() == 16:
		r.lo[l] = uint32(v) & 0xffff
	default:
		r.lo[l] = uint32(v)
	}
}

// insert puts v into part p of a register; what becomes of the rest is SDWA's
// dst_unused.
func (p part) insert(old, v uint32, unused uint8) uint32 {
	shift, width := uint(p)*8, uint(8)
	if p >= word0 {
		shift, width = uint(p-word0)*16, 16
	}
	mask := uint32(1)<<width - 1
	switch unused {
	case unusedPreserve:
		return old&^(mask<<shift) | v&mask<<shift
	case unusedSext:
		if v>>(width-1)&1 != 0 {
			return v&mask<<shift | ^uint32(0)<<(shift+width)
		}
	}
	return v & mask << shift
}

// finish applies output modifier and clamp to a floating-point result. The
// output modifier acts only if neither IEEE mode nor subnormal results are on
// (facts isa/semantics.md §1).
func (m *mode) finish(t dtype, v uint64, omod uint8, clamp bool) uint64 {
	switch t {
	case f32:
		if omod != 0 && !m.ieee && m.f32.FlushOut {
			v = uint64(scaleF32(uint32(v), omod, m.f32))
		}
		if clamp {
			v = uint64(clampF32(uint32(v), m.dx10))
		}
	case f16:
		if omod != 0 && !m.ieee && m.f16.FlushOut {
			v = uint64(scaleF16(uint16(v), omod, m.f16))
		}
		if clamp {
			v = uint64(clampF16(uint16(v), m.dx10))
		}
	case f64:
		if omod != 0 && !m.ieee && m.f16.FlushOut {
			v = scaleF64(v, omod, m.f16)
		}
		if clamp {
			v = clampF64(v, m.dx10)
		}
	case bf16:
		if clamp {
			v = uint64(clampBF16(uint16(v), m.dx10))
		}
	}
	return v
}

// omodExp is the power of two of an output modifier: none, mul:2, mul:4, div:2.
var omodExp = [4]int32{0, 1, 2, -1}

// scaleF32 multiplies by an output modifier; one that acts gives no -0.
func scaleF32(x uint32, omod uint8, e num.Env) uint32 {
	r := num.Ldexp32(x, omodExp[omod&3], e)
	if r == 1<<31 {
		return 0
	}
	return r
}

func scaleF16(x uint16, omod uint8, e num.Env) uint16 {
	r := num.Ldexp16(x, omodExp[omod&3], e)
	if r == 1<<15 {
		return 0
	}
	return r
}

func scaleF64(x uint64, omod uint8, e num.Env) uint64 {
	r := num.Ldexp64(x, omodExp[omod&3], e)
	if r == 1<<63 {
		return 0
	}
	return r
}

// clampF32 limits x to [0, 1]; NaN becomes 0 if dx10.
func clampF32(x uint32, dx10 bool) uint32 {
	const one = 0x3f800000
	switch {
	case num.IsNaN32(x):
		if dx10 {
			return 0
		}
		return x
	case x>>31 != 0:
		return 0
	}
	return min(x, one)
}

func clampF16(x uint16, dx10 bool) uint16 {
	const one = 0x3c00
	switch {
	case num.IsNaN16(x):
		if dx10 {
			return 0
		}
		return x
	case x>>15 != 0:
		return 0
	}
	return min(x, one)
}

func clampBF16(x uint16, dx10 bool) uint16 {
	return uint16(clampF32(uint32(x)<<16, dx10) >> 16)
}

func clampF64(x uint64, dx10 bool) uint64 {
	const one = 0x3ff0000000000000
	switch {
	case num.IsNaN64(x):
		if dx10 {
			return 0
		}
		return x
	case x>>63 != 0:
		return 0
	}
	return min(x, one)
}
