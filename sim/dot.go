package sim

import (
	"math/bits"

	"heddle/isa"
	"heddle/num"
)

// dotOps are the dot products. Sources a and b are whole dwords of packed elements, c is the
// addend.
//
// Source: ISA manual §12.7 and §12.11, facts isa/semantics.md §3. Each instruction has its own
// signedness. Those on integers compute the exact sum, which wraps around, or saturates with clamp.
var dotOps = [...]valuOp{
	isa.V_DOT2_F32_F16:   {f32, u32, u32, f32, dot2F16, nil},
	isa.V_DOT2C_F32_F16:  {f32, u32, u32, f32, dot2F16, nil},
	isa.V_DOT2_F32_BF16:  {f32, u32, u32, f32, dot2BF16, nil},
	isa.V_DOT2C_F32_BF16: {f32, u32, u32, f32, dot2CBF16, nil},

	isa.V_DOT2_I32_I16:  {u32, u32, u32, u32, dotSignedWrap(16), dotSignedSat(16)},
	isa.V_DOT2C_I32_I16: {u32, u32, u32, u32, dotSignedWrap(16), dotSignedSat(16)},
	isa.V_DOT4_I32_I8:   {u32, u32, u32, u32, dotSignedWrap(8), dotSignedSat(8)},
	isa.V_DOT4C_I32_I8:  {u32, u32, u32, u32, dotSignedWrap(8), dotSignedSat(8)},
	isa.V_DOT8_I32_I4:   {u32, u32, u32, u32, dotSignedWrap(4), dotSignedSat(4)},
	isa.V_DOT8C_I32_I4:  {u32, u32, u32, u32, dotSignedWrap(4), dotSignedSat(4)},
	isa.V_DOT2_U32_U16:  {u32, u32, u32, u32, dotUnsignedWrap(16), dotUnsignedSat(16)},
	isa.V_DOT4_U32_U8:   {u32, u32, u32, u32, dotUnsignedWrap(8), dotUnsignedSat(8)},
	isa.V_DOT8_U32_U4:   {u32, u32, u32, u32, dotUnsignedWrap(4), dotUnsignedSat(4)},
}

// dotSigned is c plus the products of the elements of a and b, which have size
// bits.
func dotSigned(size uint, a, b, c uint64) int64 {
	sum := signed32(c)
	for i := uint(0); i < 32; i += size {
		x := int64(a<<(64-size-i)) >> (64 - size)
		y := int64(b<<(64-size-i)) >> (64 - size)
		sum += x * y
	}
	return sum
}

func dotUnsigned(size uint, a, b, c uint64) uint64 {
	for i := uint(0); i < 32; i += size {
		c += extract(a>>i, uint64(size)) * extract(b>>i, uint64(size))
	}
	return c
}

func dotSignedWrap(size uint) laneFunc {
	return func(_ *mode, a, b, c uint64) uint64 { return uint64(dotSigned(size, a, b, c)) }
}

func dotSignedSat(size uint) laneFunc {
	return func(_ *mode, a, b, c uint64) uint64 { return saturateI32(dotSigned(size, a, b, c)) }
}

func dotUnsignedWrap(size uint) laneFunc {
	return func(_ *mode, a, b, c uint64) uint64 { return dotUnsigned(size, a, b, c) }
}

func dotUnsignedSat(size uint) laneFunc {
	return func(_ *mode, a, b, c uint64) uint64 { return saturateU32(dotUnsigned(size, a, b, c)) }
}

// dotEnv is the arithmetic of floating-point dot products, whatever MODE says: nearest even, f32
// subnormals are zero.
var dotEnv = num.Env{Round: num.RNE, FlushIn: true, FlushOut: true}

// dot2F16 adds the products one at a time. How exact the hardware's sums are between the two
// additions is not documented; see integerModels.
func dot2F16(_ *mode, a, b, c uint64) uint64 {
	sum := num.FMA32(num.F16ToF32(uint16(a)), num.F16ToF32(uint16(b)), uint32(c), dotEnv)
	return uint64(num.FMA32(num.F16ToF32(uint16(a>>16)), num.F16ToF32(uint16(b>>16)), sum, dotEnv))
}

// dot2CBF16 accumulates in the manual's order: c first.
func dot2CBF16(_ *mode, a, b, c uint64) uint64 {
	sum := num.FMA32(num.BF16ToF32(uint16(a)), num.BF16ToF32(uint16(b)), uint32(c), dotEnv)
	return uint64(num.FMA32(num.BF16ToF32(uint16(a>>16)), num.BF16ToF32(uint16(b>>16)), sum, dotEnv))
}

// dot2BF16 adds c last, as the manual writes it.
func dot2BF16(_ *mode, a, b, c uint64) uint64 {
	sum := num.Mul32(num.BF16ToF32(uint16(a)), num.BF16ToF32(uint16(b)), dotEnv)
	sum = num.FMA32(num.BF16ToF32(uint16(a>>16)), num.BF16ToF32(uint16(b>>16)), sum, dotEnv)
	return uint64(num.Add32(sum, uint32(c), dotEnv))
}

// runDot2 executes the dot products of two elements: their sources are packed, with op_sel and neg
// for each half.
func runDot2(w *wave, in *instr) {
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	op, cols := &dotOps[in.Row.Op], &w.wg.columns
	cols.write = w.exec()
	for k := range 2 {
		w.packedSource(in, k, u32, &cols.src[k], cols)
		h := halvesOf(in, k)
		h.words(&cols.src[k], op.dst == f32)
	}
	w.dotAddend(in, op, cols)
	lane := op.lane
	if in.Mods.Set.Has(isa.ModClamp) && op.sat != nil {
		lane = op.sat
	}
	out := resultOf(w, in, op.dst)
	for lanes := cols.write; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes) & 63
		out.put(l, lane(&w.mode, cols.src[0][l], cols.src[1][l], cols.src[2][l]))
	}
}

// dotAddend reads the addend: src2, or the destination. neg_lo negates src2 of v_dot2_f32_f16;
// modifiers do not affect src2 of v_dot2_f32_bf16 (ISA manual).
func (w *wave) dotAddend(in *instr, op *valuOp, cols *columns) {
	if in.nsrc == 2 {
		w.vectorSource(w.destReg(in.dst), op.c, &cols.src[2])
		return
	}
	w.source(in, 2, op.c, &cols.src[2], cols)
	if in.Row.Op != isa.V_DOT2_F32_F16 || in.Mods.NegLo>>2&1 == 0 {
		return
	}
	for l := range cols.src[2] {
		cols.src[2][l] ^= 1 << 31
	}
}
