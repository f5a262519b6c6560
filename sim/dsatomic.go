package sim

import (
	"math/bits"

	"heddle/num"
)

// dsAtomics are the read-modify-writes of the LDS, named without "ds_" and
// "_rtn".
//
// Source: pseudo-code of the ISA manual, §12.12.
var dsAtomics = [...]atomicOp{
	{"add_u32", rmwAdd, nil},
	{"sub_u32", rmwSub, nil},
	{"rsub_u32", rmwReverseSub, nil},
	{"inc_u32", rmwInc, nil},
	{"dec_u32", rmwDec, nil},
	{"min_i32", rmwSMin, nil},
	{"max_i32", rmwSMax, nil},
	{"min_u32", rmwUMin, nil},
	{"max_u32", rmwUMax, nil},
	{"and_b32", rmwAnd, nil},
	{"or_b32", rmwOr, nil},
	{"xor_b32", rmwXor, nil},
	{"mskor_b32", rmwMaskOr, nil},
	{"cmpst_b32", rmwCompareStore, nil},
	{"cmpst_f32", nil, atomicCompareStoreF32},
	{"min_f32", nil, atomicMinF32},
	{"max_f32", nil, atomicMaxF32},
	{"add_f32", nil, atomicAddF32},
	{"pk_add_f16", nil, atomicAddPairF16},
	{"pk_add_bf16", nil, atomicAddPairBF16},
	{"wrxchg_b32", rmwSwap, nil},
	{"wrap_b32", rmwWrap, nil},
	{"add_u64", rmwAdd, nil},
	{"sub_u64", rmwSub, nil},
	{"rsub_u64", rmwReverseSub, nil},
	{"inc_u64", rmwInc, nil},
	{"dec_u64", rmwDec, nil},
	{"min_i64", rmwSMin, nil},
	{"max_i64", rmwSMax, nil},
	{"min_u64", rmwUMin, nil},
	{"max_u64", rmwUMax, nil},
	{"and_b64", rmwAnd, nil},
	{"or_b64", rmwOr, nil},
	{"xor_b64", rmwXor, nil},
	{"mskor_b64", rmwMaskOr, nil},
	{"cmpst_b64", rmwCompareStore, nil},
	{"cmpst_f64", nil, atomicCompareStoreF64},
	{"min_f64", nil, atomicMinF64},
	{"max_f64", nil, atomicMaxF64},
	{"add_f64", nil, atomicAddF64},
	{"wrxchg_b64", rmwSwap, nil},
	{"condxchg32_b64", rmwConditionalExchange, nil},
}

func rmwReverseSub(_ uint, old, a, _ uint64) uint64 { return a - old }
func rmwMaskOr(_ uint, old, a, b uint64) uint64     { return old&^a | b }

// rmwCompareStore has the value to compare with first, unlike rmwCompareSwap.
func rmwCompareStore(_ uint, old, a, b uint64) uint64 {
	if old == a {
		return b
	}
	return old
}

func rmwWrap(_ uint, old, a, b uint64) uint64 {
	if old >= a {
		return old - a
	}
	return old + b
}

// rmwConditionalExchange replaces each dword whose new value has bit 31
// set, by that value without the bit.
func rmwConditionalExchange(_ uint, old, a, _ uint64) uint64 {
	const flag = 1 << 31
	if a&flag != 0 {
		old = old&^0xffffffff | a&(flag-1)
	}
	if a>>32&flag != 0 {
		old = old&0xffffffff | a>>32&(flag-1)<<32
	}
	return old
}

// atomicCompareStoreF32 stores if both are the same number, +0 and -0 being
// so. MODE's flushing of subnormal inputs applies to the comparison and to
// what is stored (ISA manual §9.2.2, §9.2.3).
func atomicCompareStoreF32(m *mode, old, a, b uint64) uint64 {
	x, y := uint32(old), uint32(a)
	if m.f32.FlushIn {
		x, y, b = num.Flush32(x), num.Flush32(y), uint64(num.Flush32(uint32(b)))
	}
	if !num.IsNaN32(x) && (x == y || (x|y)<<1 == 0) {
		return b
	}
	return old
}

// atomicCompareStoreF64 is atomicCompareStoreF32 for f64.
func atomicCompareStoreF64(m *mode, old, a, b uint64) uint64 {
	x, y := old, a
	if m.f16.FlushIn {
		x, y, b = num.Flush64(x), num.Flush64(y), num.Flush64(b)
	}
	if !num.IsNaN64(x) && (x == y || (x|y)<<1 == 0) {
		return b
	}
	return old
}

// atomicMinF32 is atomicMinF64 for f32.
func atomicMinF32(m *mode, old, a, _ uint64) uint64 { return minMaxF32(m, uint32(old), uint32(a), -1) }

// atomicMaxF32 is atomicMaxF64 for f32.
func atomicMaxF32(m *mode, old, a, _ uint64) uint64 { return minMaxF32(m, uint32(old), uint32(a), 1) }

// minMaxF32 selects the smaller (sign -1) or larger (sign 1) of two numbers.
// Every f32 is an f64 in the same order, so the comparison is f64's.
func minMaxF32(m *mode, old, a uint32, sign int64) uint64 {
	switch {
	case num.IsSNaN32(old):
		return uint64(num.Quiet32(old))
	case num.IsSNaN32(a):
		return uint64(num.Quiet32(a))
	case num.IsNaN32(old):
		return uint64(a)
	case num.IsNaN32(a):
		return uint64(old)
	}
	if sign*(rankF32(a, m.f32)-rankF32(old, m.f32)) > 0 {
		return uint64(a)
	}
	return uint64(old)
}

// rankF32 is rankF64 for f32.
func rankF32(x uint32, e num.Env) int64 {
	if e.FlushIn {
		x = num.Flush32(x)
	}
	if x>>31 != 0 {
		return ^int64(x &^ (1 << 31))
	}
	return int64(x)
}

// runAppend executes ds_append and ds_consume: one addition to the dword at
// M0 + offset for the whole wave, of the number of active lanes. Every active
// lane gets the old value.
//
// Source: ISA manual §12.12, facts isa/semantics.md §4 (M0 for the LDS, too).
func runAppend(w *wave, in *instr) {
	op := w.newOp(in)
	op.addr[0] = uint64(w.sgpr[m0Index] + uint32(in.Mods.Offset))
	op.sdata[slotCount] = uint32(bits.OnesCount64(w.exec()))
	op.perform, op.land = performAppend, landRegisters
	w.issue(op)
}

func performAppend(w *wave, op *memOp) {
	if op.exec == 0 {
		return
	}
	first := bits.TrailingZeros64(op.exec)
	if !w.aligned(op, first, op.addr[0], 4) {
		return
	}
	var buf [4]byte
	w.load(op, first, SpaceLDS, op.addr[0], buf[:])
	old := word(buf[:])
	putWord(buf[:], op.in.mem.count(32, old, uint64(op.sdata[slotCount]), 0))
	w.store(op, first, SpaceLDS, op.addr[0], buf[:])
	for l := range op.data {
		op.data[l][0] = uint32(old)
	}
}
