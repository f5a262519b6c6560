package sim

import (
	"math/bits"

	"heddle/num"
)

// relation is how two numbers compare; exactly one bit is set.
type relation uint8

const (
	less relation = 1 << iota
	equal
	greater
	unordered
)

// compareOp is a comparison: the relations that make it true.
type compareOp struct {
	typ   dtype
	when  relation
	exec  bool // v_cmpx: the result goes to EXEC too
	class bool // v_cmp_class: b is a mask of classes, when is not used
}

// runCompare executes v_cmp and v_cmpx. Inactive lanes give 0 (facts isa/semantics.md §1).
func runCompare(w *wave, in *instr) {
	op, cols := &compareOps[in.Row.Op], &w.wg.columns
	cols.write = w.exec()
	b := op.typ
	if op.class {
		b = u32
	}
	w.source(in, 0, op.typ, &cols.src[0], cols)
	w.source(in, 1, b, &cols.src[1], cols)
	var result uint64
	for mask := cols.write; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask)
		if op.holds(&w.mode, cols.src[0][l&63], cols.src[1][l&63]) {
			result |= 1 << l
		}
	}
	w.setScalar64(in.sdst, result)
	if op.exec {
		w.setExec(result)
	}
}

func (op *compareOp) holds(m *mode, a, b uint64) bool {
	if op.class {
		return classOf(op.typ, a)&uint32(b) != 0
	}
	return op.when&compare(m, op.typ, a, b) != 0
}

// compare relates two values of a type. MODE decides whether subnormal inputs are flushed.
func compare(m *mode, t dtype, a, b uint64) relation {
	switch t {
	case f16:
		return relateFloat(uint64(num.F32ToF64(num.F16ToF32(flushF16(m, a)))), uint64(num.F32ToF64(num.F16ToF32(flushF16(m, b)))))
	case f32:
		return relateFloat(num.F32ToF64(flushF32(m, a)), num.F32ToF64(flushF32(m, b)))
	case f64:
		return relateFloat(flushF64(m, a), flushF64(m, b))
	case i16:
		return relate(int16(a), int16(b))
	case u16:
		return relate(uint16(a), uint16(b))
	case i32:
		return relate(int32(a), int32(b))
	case u32:
		return relate(uint32(a), uint32(b))
	case i64:
		return relate(int64(a), int64(b))
	}
	return relate(a, b)
}

func relate[T int16 | uint16 | int32 | uint32 | int64 | uint64](a, b T) relation {
	switch {
	case a < b:
		return less
	case a == b:
		return equal
	}
	return greater
}

// relateFloat compares two f64 bit patterns.
func relateFloat(a, b uint64) relation {
	if num.IsNaN64(a) || num.IsNaN64(b) {
		return unordered
	}
	return relate(orderF64(a), orderF64(b))
}

// orderF64 maps f64 patterns to integers in the order of their values, both
// zeros to 0.
func orderF64(x uint64) int64 {
	if x>>63 != 0 {
		return -int64(x &^ (1 << 63))
	}
	return int64(x)
}

func flushF16(m *mode, x uint64) uint16 {
	if m.f16.FlushIn && x&0x7c00 == 0 {
		return uint16(x) & 0x8000
	}
	return uint16(x)
}

func flushF32(m *mode, x uint64) uint32 {
	if m.f32.FlushIn && x&0x7f800000 == 0 {
		return uint32(x) & 0x80000000
	}
	return uint32(x)
}

func flushF64(m *mode, x uint64) uint64 {
	if m.f16.FlushIn && x&0x7ff0000000000000 == 0 {
		return x & (1 << 63)
	}
	return x
}

// Classes of v_cmp_class (ISA manual, V_CMP_CLASS_F32).
const (
	classSNaN = 1 << iota
	classQNaN
	classNegInf
	classNegNormal
	classNegSubnormal
	classNegZero
	classPosZero
	classPosSubnormal
	classPosNormal
	classPosInf
)

// classOf returns the bit of the class that x belongs to.
func classOf(t dtype, x uint64) uint32 {
	exp, frac := uint(8), uint(23)
	switch t {
	case f16:
		exp, frac = 5, 10
	case f64:
		exp, frac = 11, 52
	}
	neg := x>>(exp+frac)&1 != 0
	e, f := x>>frac&(1<<exp-1), x&(1<<frac-1)
	var pos, negative uint32
	switch {
	case e == 1<<exp-1 && f != 0:
		if f>>(frac-1) != 0 {
			return classQNaN
		}
		return classSNaN
	case e == 1<<exp-1:
		pos, negative = classPosInf, classNegInf
	case e != 0:
		pos, negative = classPosNormal, classNegNormal
	case f != 0:
		pos, negative = classPosSubnormal, classNegSubnormal
	default:
		pos, negative = classPosZero, classNegZero
	}
	if neg {
		return negative
	}
	return pos
}
