package codegen

import (
	"math/bits"

	"heddle/isa"
	"heddle/mach"
)

// binary32 is an operation on dwords that both units have.
type binary32 struct {
	scalar, vector isa.Op
	// reversed: the vector operation takes the second operand first (shifts).
	reversed bool
	fold     func(a, b uint32) uint32
}

var (
	addOp  = binary32{isa.S_ADD_I32, isa.V_ADD_U32, false, func(a, b uint32) uint32 { return a + b }}
	subOp  = binary32{isa.S_SUB_I32, isa.V_SUB_U32, false, func(a, b uint32) uint32 { return a - b }}
	mulOp  = binary32{isa.S_MUL_I32, isa.V_MUL_LO_U32, false, func(a, b uint32) uint32 { return a * b }}
	andOp  = binary32{isa.S_AND_B32, isa.V_AND_B32, false, func(a, b uint32) uint32 { return a & b }}
	orOp   = binary32{isa.S_OR_B32, isa.V_OR_B32, false, func(a, b uint32) uint32 { return a | b }}
	xorOp  = binary32{isa.S_XOR_B32, isa.V_XOR_B32, false, func(a, b uint32) uint32 { return a ^ b }}
	shlOp  = binary32{isa.S_LSHL_B32, isa.V_LSHLREV_B32, true, func(a, b uint32) uint32 { return a << (b & 31) }}
	shrOp  = binary32{isa.S_LSHR_B32, isa.V_LSHRREV_B32, true, func(a, b uint32) uint32 { return a >> (b & 31) }}
	ashrOp = binary32{isa.S_ASHR_I32, isa.V_ASHRREV_I32, true, func(a, b uint32) uint32 { return uint32(int32(a) >> (b & 31)) }}
	minUOp = binary32{isa.S_MIN_U32, isa.V_MIN_U32, false, func(a, b uint32) uint32 { return min(a, b) }}
	maxUOp = binary32{isa.S_MAX_U32, isa.V_MAX_U32, false, func(a, b uint32) uint32 { return max(a, b) }}
	minIOp = binary32{isa.S_MIN_I32, isa.V_MIN_I32, false, func(a, b uint32) uint32 { return uint32(min(int32(a), int32(b))) }}
	maxIOp = binary32{isa.S_MAX_I32, isa.V_MAX_I32, false, func(a, b uint32) uint32 { return uint32(max(int32(a), int32(b))) }}
)

// op32 emits a 32-bit operation on the unit that the operands ask for.
func (k *kernel) op32(op *binary32, a, b mach.Operand) mach.Operand {
	ca, aConst := isConst(a)
	cb, bConst := isConst(b)
	switch {
	case aConst && bConst:
		return constDword(op.fold(ca, cb))
	case k.isScalar(a) && k.isScalar(b):
		return k.sop1(op.scalar, a, b)
	case op.reversed:
		return k.vop1(op.vector, b, a)
	}
	return k.vop1(op.vector, a, b)
}

// add returns a + b modulo 2^32; the others likewise. Constants are folded.
func (k *kernel) add(a, b mach.Operand) mach.Operand {
	if isZero(b) {
		return a
	}
	if isZero(a) {
		return b
	}
	return k.op32(&addOp, a, b)
}

func (k *kernel) sub(a, b mach.Operand) mach.Operand {
	if isZero(b) {
		return a
	}
	return k.op32(&subOp, a, b)
}

// mul multiplies by shifts where a factor is a power of two.
func (k *kernel) mul(a, b mach.Operand) mach.Operand {
	if c, ok := isConst(a); ok {
		a, b = b, constDword(c)
	}
	if c, ok := isConst(b); ok {
		switch {
		case c == 0:
			return constDword(0)
		case c == 1:
			return a
		case c&(c-1) == 0:
			return k.shl(a, constDword(uint32(bits.TrailingZeros32(c))))
		}
	}
	return k.op32(&mulOp, a, b)
}

func (k *kernel) and(a, b mach.Operand) mach.Operand {
	if c, ok := isConst(b); ok && c == 0xffffffff {
		return a
	}
	return k.op32(&andOp, a, b)
}

func (k *kernel) or(a, b mach.Operand) mach.Operand {
	if isZero(b) {
		return a
	}
	if isZero(a) {
		return b
	}
	return k.op32(&orOp, a, b)
}

func (k *kernel) xor(a, b mach.Operand) mach.Operand { return k.op32(&xorOp, a, b) }

// shl, shr and ashr shift by b modulo 32.
func (k *kernel) shl(a, b mach.Operand) mach.Operand {
	if isZero(b) {
		return a
	}
	return k.op32(&shlOp, a, b)
}

func (k *kernel) shr(a, b mach.Operand) mach.Operand {
	if isZero(b) {
		return a
	}
	return k.op32(&shrOp, a, b)
}

func (k *kernel) ashr(a, b mach.Operand) mach.Operand {
	if isZero(b) {
		return a
	}
	return k.op32(&ashrOp, a, b)
}

func isZero(a mach.Operand) bool {
	c, ok := isConst(a)
	return ok && c == 0 && a.Flags == 0
}

// add64 returns the sum of two 64-bit numbers modulo 2^64.
func (k *kernel) add64(aLo, aHi, bLo, bHi mach.Operand) (lo, hi mach.Operand) {
	if k.isScalar(aLo) && k.isScalar(aHi) && k.isScalar(bLo) && k.isScalar(bHi) {
		return k.carryScalar(isa.S_ADD_U32, isa.S_ADDC_U32, aLo, aHi, bLo, bHi)
	}
	return k.carryVector(isa.V_ADD_CO_U32, isa.V_ADDC_CO_U32, aLo, aHi, bLo, bHi)
}

// sub64 returns the difference modulo 2^64.
func (k *kernel) sub64(aLo, aHi, bLo, bHi mach.Operand) (lo, hi mach.Operand) {
	if k.isScalar(aLo) && k.isScalar(aHi) && k.isScalar(bLo) && k.isScalar(bHi) {
		return k.carryScalar(isa.S_SUB_U32, isa.S_SUBB_U32, aLo, aHi, bLo, bHi)
	}
	return k.carryVector(isa.V_SUB_CO_U32, isa.V_SUBB_CO_U32, aLo, aHi, bLo, bHi)
}

// carryScalar emits the low operation and, directly after it, the high one that reads its carry
// from SCC.
func (k *kernel) carryScalar(low, high isa.Op, aLo, aHi, bLo, bHi mach.Operand) (lo, hi mach.Operand) {
	// Constants that need a register get it before the carry is made.
	aLo, bLo = k.oneLiteral(aLo, bLo)
	aHi, bHi = k.oneLiteral(aHi, bHi)
	dst := k.reg(mach.FileS, 2)
	carry := k.f.NewReg(mach.FileSCC, 1, "")
	k.emitScalar(low, dst.Dword(0), []mach.Operand{aLo, bLo}).SCCDef = carry
	k.emitScalar(high, dst.Dword(1), []mach.Operand{aHi, bHi}).SCCUse = carry
	return mach.P(dst.Dword(0)), mach.P(dst.Dword(1))
}

// oneLiteral puts the second of two literals of an instruction in a register.
func (k *kernel) oneLiteral(a, b mach.Operand) (mach.Operand, mach.Operand) {
	if a.Kind == mach.OperandConst && b.Kind == mach.OperandConst {
		return k.literal(uint32(a.Value)), b
	}
	return a, b
}

func (k *kernel) carryVector(low, high isa.Op, aLo, aHi, bLo, bHi mach.Operand) (lo, hi mach.Operand) {
	dst, carry, dead := k.reg(mach.FileV, 2), k.reg(mach.FileS, 2), k.reg(mach.FileS, 2)
	k.emitVector(low, []mach.Operand{mach.P(dst.Dword(0)), mach.P(carry)}, []mach.Operand{aLo, bLo})
	// The carry takes the constant bus.
	if k.isScalar(aHi) && aHi.Kind != mach.OperandConst {
		aHi = mach.P(k.toVector(aHi, 1))
	}
	if k.isScalar(bHi) && bHi.Kind != mach.OperandConst {
		bHi = mach.P(k.toVector(bHi, 1))
	}
	k.emitVector(high, []mach.Operand{mach.P(dst.Dword(1)), mach.P(dead)}, []mach.Operand{aHi, bHi, mach.P(carry)})
	return mach.P(dst.Dword(0)), mach.P(dst.Dword(1))
}

// commutes reports whether the first two sources of a vector operation may be exchanged.
func commutes(op isa.Op) bool {
	switch op {
	case isa.V_ADD_U32, isa.V_MUL_LO_U32, isa.V_MUL_HI_U32, isa.V_MUL_HI_I32, isa.V_AND_B32, isa.V_OR_B32, isa.V_XOR_B32, isa.V_XNOR_B32,
		isa.V_MIN_U32, isa.V_MAX_U32, isa.V_MIN_I32, isa.V_MAX_I32, isa.V_ADD_CO_U32,
		isa.V_MUL_U32_U24, isa.V_MUL_I32_I24, isa.V_ADD3_U32, isa.V_OR3_B32, isa.V_MAD_U32_U24, isa.V_MAD_I32_I24,
		isa.V_ADD_F32, isa.V_MUL_F32, isa.V_FMA_F32, isa.V_ADD_F16, isa.V_MUL_F16, isa.V_FMA_F16, isa.V_ADD_F64, isa.V_MUL_F64, isa.V_FMA_F64,
		isa.V_CMP_EQ_U32, isa.V_CMP_NE_U32, isa.V_CMP_EQ_I32, isa.V_CMP_NE_I32, isa.V_CMP_EQ_F32:
		return true
	}
	return false
}
