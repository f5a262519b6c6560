package sim

import (
	"math/bits"

	"heddle/isa"
	"heddle/num"
)

// specialOps are floating-point instructions that are more than a function of
// the sources of a lane.
var specialOps = [...]waveFunc{
	isa.V_DIV_SCALE_F32: divScaleF32,
	isa.V_DIV_SCALE_F64: divScaleF64,
	isa.V_DIV_FMAS_F32:  divFmasF32,
	isa.V_DIV_FMAS_F64:  divFmasF64,

	isa.V_CVT_PKRTZ_F16_F32: packRTZ,
	isa.V_CVT_PK_F16_F32:    packF16,
	isa.V_CVT_PK_BF16_F32:   packBF16,
	isa.V_CVT_SR_F16_F32:    stochasticF16,
	isa.V_CVT_SR_BF16_F32:   stochasticBF16,
}

// sources reads the sources of in as the given types.
func (w *wave) sources(in *instr, types ...dtype) *columns {
	cols := &w.wg.columns
	cols.write = w.exec()
	for k, t := range types {
		w.source(in, k, t, &cols.src[k], cols)
	}
	return cols
}

// Instructions that pack two results. Output modifier and clamp apply to each result.

// packRTZ is v_cvt_pkrtz: toward zero in every mode.
func packRTZ(w *wave, in *instr) {
	e := w.mode.half()
	e.Round = num.RTZ
	pack(w, in, f16, func(x uint64) uint64 { return uint64(num.F32ToF16(uint32(x), e)) })
}

// packF16 is v_cvt_pk_f16: to nearest even in every mode.
func packF16(w *wave, in *instr) {
	e := w.mode.half()
	e.Round = num.RNE
	pack(w, in, f16, func(x uint64) uint64 { return uint64(num.F32ToF16(uint32(x), e)) })
}

// packBF16 is v_cvt_pk_bf16: to nearest even in every mode.
func packBF16(w *wave, in *instr) {
	e := w.mode.f16
	e.Round = num.RNE
	pack(w, in, bf16, func(x uint64) uint64 { return uint64(num.F32ToBF16(uint32(x), e)) })
}

// pack converts both f32 sources with f to type to and packs them into a dword, the first one low.
func pack(w *wave, in *instr, to dtype, f func(x uint64) uint64) {
	if _, ok := w.destination(in.dst); !ok {
		return
	}
	cols := w.sources(in, f32, f32)
	out := resultOf(w, in, u32)
	for mask := cols.write; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		lo := w.mode.finish(to, f(cols.src[0][l]), out.omod, out.clamp)
		hi := w.mode.finish(to, f(cols.src[1][l]), out.omod, out.clamp)
		out.put(l, lo|hi<<16)
	}
}

// stochasticF16 is v_cvt_sr_f16: the second source is a random number.
func stochasticF16(w *wave, in *instr) {
	stochastic(w, in, func(x, random uint32) uint16 {
		r := num.F32ToF16SR(x, random)
		if w.mode.ovfl && num.IsInf16(r) && !num.IsInf32(x) {
			r--
		}
		return uint16(binary16.flush(uint64(r), w.mode.f16.FlushOut))
	})
}

// stochasticBF16 is v_cvt_sr_bf16.
func stochasticBF16(w *wave, in *instr) {
	stochastic(w, in, func(x, random uint32) uint16 {
		r := num.F32ToBF16SR(uint32(binary32.flush(uint64(x), w.mode.f16.FlushIn)), random)
		if w.mode.f16.FlushOut {
			r = num.FlushBF16(r)
		}
		return r
	})
}

// stochastic writes one half of the destination, chosen by op_sel, and keeps
// the other one (ISA manual, V_CVT_SR_F16_F32).
func stochastic(w *wave, in *instr, f func(x, random uint32) uint16) {
	reg, ok := w.destination(in.dst)
	if !ok {
		return
	}
	cols := w.sources(in, f32, u32)
	dst, shift := &w.vgpr[reg&511], 0
	if in.DstHigh() {
		shift = 16
	}
	for mask := cols.write; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		v := uint32(f(uint32(cols.src[0][l]), uint32(cols.src[1][l])))
		dst[l] = dst[l]&^(0xffff<<shift) | v<<shift
	}
}
