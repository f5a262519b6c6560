package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// value is a value of ir in machine registers (see the package comment).
type value struct {
	typ ir.Type
	dw  []mach.Operand // each one dword: a register part of N 1, or a constant
	ext extension
	// narrow describes the bits above a scalar of fewer than 32 bits, if known; other values may
	// leave it out.
	narrow extension
	bit    []cond // of an i1 or a vector of them, instead of dw
	ref    *ref   // of a memref, instead of dw
}

// extension is how the upper dword of a 64-bit integer that is kept in one dword follows from it.
type extension uint8

const (
	extNone   extension = iota // all dwords are present
	extZero                    // zeros
	extSigned                  // copies of the lower dword's sign
)

// cond is an i1.
type cond struct {
	kind condKind
	is   bool // condConst
	// condScalar: Op is s_cmp_* or s_bitcmp*, on A and B; the condition is SCC after it, or its
	// opposite if Not. It is emitted where it is needed: its operands do not change as long as the
	// value can be used.
	// For s_subb_u32, 64-bit numbers, aHi and bHi are the upper dwords.
	op       isa.Op
	a, b     mach.Operand
	aHi, bHi mach.Operand
	not      bool
	// condBool: a is a scalar register that is 0 or 1.
	// condMask: mask is a pair with a bit for each lane in EXEC; other bits are
	// 0 if clean is set, anything else.
	mask  mach.Part
	clean bool
}

type condKind uint8

const (
	condConst condKind = iota
	condScalar
	condBool
	condMask
)

// dwordsOf returns the number of dwords of a type's values: elements of vectors packed as in
// memory, index as 64 bits. ok is false for types without dwords (i1, memrefs) or without a layout.
func dwordsOf(t ir.Type) (n int, ok bool) {
	bits, count, ok := elementBits(t)
	if !ok {
		return 0, false
	}
	return (bits*count + 31) / 32, true
}

// elementBits returns the bits of an element and the number of elements.
func elementBits(t ir.Type) (bits, count int, ok bool) {
	count = 1
	if v, isVector := t.(*ir.VectorType); isVector {
		n, static := v.Shape.Elements()
		if !static {
			return 0, 0, false
		}
		count, t = int(n), v.Elem
	}
	switch {
	case t == ir.Index:
		return 64, count, true
	case t == ir.I1:
		return 0, 0, false
	}
	bits, ok = ir.BitWidth(t)
	switch bits {
	case 4, 6, 8, 16, 32, 64:
		return bits, count, ok
	}
	// Integers of odd widths are kept in the next dword or two.
	if _, isInt := t.(ir.IntegerType); isInt && count == 1 && bits <= 64 {
		return max((bits+31)/32*32, 32), 1, true
	}
	return 0, 0, false
}

// constDword returns a dword constant.
func constDword(bits uint32) mach.Operand { return mach.Const(int64(int32(bits))) }

// isConst reports whether a dword is a constant, and which.
func isConst(o mach.Operand) (uint32, bool) {
	return uint32(o.Value), o.Kind == mach.OperandConst
}

// isScalar reports whether an operand is a constant or a scalar register.
func (k *kernel) isScalar(o mach.Operand) bool {
	switch o.Kind {
	case mach.OperandConst:
		return true
	case mach.OperandReg:
		return k.f.Regs[o.Part.Reg].File == mach.FileS
	case mach.OperandPhys:
		return o.Phys < isa.V0
	}
	return false
}

// allScalar reports whether all dwords (conditions) of a value are uniform because of the registers
// that hold them.
func (k *kernel) allScalar(v value) bool {
	for _, d := range v.dw {
		if !k.isScalar(d) {
			return false
		}
	}
	for _, c := range v.bit {
		if c.kind == condMask {
			return false
		}
	}
	return v.ref == nil
}

// lo returns the low dword of an integer; wide returns both dwords of a 64-bit one.
func (v value) lo() mach.Operand { return v.dw[0] }

// wide returns both dwords of a 64-bit integer, making the upper one if need be.
func (k *kernel) wide(v value) (lo, hi mach.Operand) {
	switch {
	case len(v.dw) == 2:
		return v.dw[0], v.dw[1]
	case v.ext == extZero:
		return v.dw[0], constDword(0)
	case v.ext == extSigned:
		return v.dw[0], k.ashr(v.dw[0], constDword(31))
	}
	panic(fmt.Sprintf("BUG: no upper dword in a value of %d dwords", len(v.dw)))
}

// constant returns the value of a constant of up to 64 bits of a scalar type.
func constant(t ir.Type, bits uint64) value {
	n, ok := dwordsOf(t)
	if t == ir.I1 {
		return value{typ: t, bit: []cond{{kind: condConst, is: bits&1 != 0}}}
	}
	if !ok {
		panic("BUG: a constant of a type without dwords")
	}
	v := value{typ: t, dw: []mach.Operand{constDword(uint32(bits))}}
	if n == 2 {
		v.dw = append(v.dw, constDword(uint32(bits>>32)))
	}
	return v
}
