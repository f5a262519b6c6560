package codegen

import (
	"fmt"
	"math"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// intLowerings: integer arithmetic.
var intLowerings = []lowering{
	{"arith.addi", integers(intAdd)},
	{"arith.subi", integers(intSub)},
	{"arith.muli", integers(intMul)},
	{"arith.andi", logic(&andOp, &condAnd)},
	{"arith.ori", logic(&orOp, &condOr)},
	{"arith.xori", logic(&xorOp, &condXor)},
	{"arith.shli", integers(intShl)},
	{"arith.shrui", integers(intShr)},
	{"arith.shrsi", integers(intAshr)},
	{"arith.maxsi", integers(intMaxS)},
	{"arith.maxui", integers(intMaxU)},
	{"arith.minsi", integers(intMinS)},
	{"arith.minui", integers(intMinU)},
	{"arith.extui", elementwise(lowerExtUI)},
	{"arith.extsi", elementwise(lowerExtSI)},
	{"arith.trunci", elementwise(lowerTruncI)},
	{"arith.index_cast", lowerIndexCast},
	{"arith.index_castui", lowerIndexCastUI},
	{"util.assume.int", lowerAssume},
	{"arith.bitcast", lowerBitcast},
}

// integer is how a binary operation is done on elements: of conditions, of numbers of up to 32 and
// of up to 64 bits. packed, if not 0, takes two numbers of 16 bits in a dword.
type integer struct {
	bit    func(k *kernel, a, b cond) cond
	narrow func(k *kernel, w int, a, b elem) elem
	wide   func(k *kernel, w int, a, b elem) elem
	packed isa.Op
	// reversed: packed takes the second operand first.
	reversed bool
	// form says when 64-bit numbers that fit into 32 bits can be computed as such.
	form form
}

// elementwise wraps the lowering of an operation on numbers: it refuses types
// that have no form in registers.
func elementwise(f func(k *kernel, op *ir.Operation) error) func(*kernel, *ir.Operation) error {
	return func(k *kernel, op *ir.Operation) error {
		if err := k.checkTypes(op); err != nil {
			return err
		}
		return f(k, op)
	}
}

// checkTypes refuses numbers and vectors that have no form in registers.
func (k *kernel) checkTypes(op *ir.Operation) error {
	for _, list := range [][]*ir.Value{op.Operands, op.Results} {
		for _, v := range list {
			if ir.ElemType(v.Type) == ir.I1 {
				if n, static := elementCount(v.Type); static && n > 0 {
					continue
				}
			} else if _, ok := dwordsOf(v.Type); ok {
				continue
			}
			return k.refuse(op, fmt.Sprintf("%s is not compiled", v.Type), "use integers of up to 64 bits, floats, index, or vectors of those with 1, 4, 8, 16, 32 or 64 bits")
		}
	}
	return nil
}

// elementCount returns the number of elements of a vector, 1 for a scalar.
func elementCount(t ir.Type) (n int64, static bool) {
	if v, ok := t.(*ir.VectorType); ok {
		return v.Shape.Elements()
	}
	return 1, true
}

// integers returns the lowering of a binary operation.
func integers(op integer) func(*kernel, *ir.Operation) error {
	return elementwise(func(k *kernel, o *ir.Operation) error {
		if k.fused(o) || k.packedInt(&op, o) {
			return nil
		}
		ext := k.narrowed(o, op.form)
		k.each(o, func(in []elem) elem { return k.integerElem(&op, in[0], in[1], ext) })
		return nil
	})
}

// integerElem computes one element. ext, if any, says that 64-bit numbers can be
// computed in 32 bits, and what the result's upper dword is.
func (k *kernel) integerElem(op *integer, a, b elem, ext extension) elem {
	if ir.ElemType(a.typ) == ir.I1 {
		return bitElem(op.bit(k, a.bit, b.bit))
	}
	w := a.bits()
	if w <= 32 {
		return op.narrow(k, w, a, b)
	}
	if ext != extNone {
		r := op.narrow(k, 32, elem{typ: ir.I32, dw: a.dw[:1]}, elem{typ: ir.I32, dw: b.dw[:1]})
		r.ext = ext
		return r
	}
	return op.wide(k, w, a, b)
}

// packedInt uses an instruction on pairs of 16-bit numbers if there is one.
func (k *kernel) packedInt(op *integer, o *ir.Operation) bool {
	vec, isVector := o.Result().Type.(*ir.VectorType)
	if op.packed == 0 || !isVector || typeBits(vec) != 16 {
		return false
	}
	a, b := k.value(o.Operands[0]), k.value(o.Operands[1])
	out := value{typ: vec}
	for i := range a.dw {
		x, y := a.dw[i], b.dw[i]
		if op.reversed {
			x, y = y, x
		}
		out.dw = append(out.dw, k.vop1(op.packed, k.pairConstant(x), k.pairConstant(y)))
	}
	k.set(o, out)
	return true
}

// pairConstant puts a constant of two 16-bit numbers in a register: packed
// instructions take inline constants for their low half only.
func (k *kernel) pairConstant(a mach.Operand) mach.Operand {
	if c, ok := isConst(a); ok {
		return k.literal(c)
	}
	return a
}

// logic returns the lowering of a bitwise operation, which works on whole dwords.
func logic(op *binary32, bits *bitwise) func(*kernel, *ir.Operation) error {
	return elementwise(func(k *kernel, o *ir.Operation) error {
		if k.fused(o) {
			return nil
		}
		a, b := k.value(o.Operands[0]), k.value(o.Operands[1])
		out := value{typ: o.Result().Type}
		if a.bit != nil {
			for i := range a.bit {
				both, ok := cond{}, false
				if bits == &condAnd {
					both, ok = k.bothBelow(o.Operands[0], o.Operands[1], i)
				}
				if !ok {
					both = k.combine(bits, a.bit[i], b.bit[i])
				}
				out.bit = append(out.bit, both)
			}
			k.set(o, out)
			return nil
		}
		if ext := k.resultExt(o.Result()); ext != extNone {
			out.dw, out.ext = []mach.Operand{k.logic32(op, a.dw[0], b.dw[0])}, ext
			k.set(o, out)
			return nil
		}
		x, y := k.allDwords(a), k.allDwords(b)
		for i := range x {
			out.dw = append(out.dw, k.logic32(op, x[i], y[i]))
		}
		if a.narrow == b.narrow || op == &andOp && b.narrow == extZero {
			out.narrow = b.narrow
		} else if op == &andOp && a.narrow == extZero {
			out.narrow = extZero
		}
		k.set(o, out)
		return nil
	})
}

// logic32 returns a bitwise operation on a dword, without one where a constant decides.
func (k *kernel) logic32(op *binary32, a, b mach.Operand) mach.Operand {
	if _, ok := isConst(a); ok {
		a, b = b, a
	}
	switch c, ok := isConst(b); {
	case !ok:
	case op == &andOp && c == 0:
		return b
	case op == &andOp:
		return k.and(a, b)
	case op == &orOp && c == 0xffffffff:
		return b
	case c == 0:
		return a
	}
	return k.op32(op, a, b)
}

// allDwords returns a value's dwords with the upper one of a 64-bit number.
func (k *kernel) allDwords(v value) []mach.Operand {
	if v.ext == extNone {
		return v.dw
	}
	lo, hi := k.wide(v)
	return []mach.Operand{lo, hi}
}

var intAdd = integer{
	bit:    func(k *kernel, a, b cond) cond { return k.combine(&condXor, a, b) },
	narrow: func(k *kernel, _ int, a, b elem) elem { return word(k.add(k.low(a), k.low(b))) },
	wide: func(k *kernel, _ int, a, b elem) elem {
		if r, ok := k.addPairs(a, b); ok {
			return r
		}
		aLo, aHi := k.pair(a)
		bLo, bHi := k.pair(b)
		return wordPair(k.plus64(aLo, aHi, bLo, bHi))
	},
	packed: isa.V_PK_ADD_U16, form: modular,
}

var intSub = integer{
	bit:    func(k *kernel, a, b cond) cond { return k.combine(&condXor, a, b) },
	narrow: func(k *kernel, _ int, a, b elem) elem { return word(k.sub(k.low(a), k.low(b))) },
	wide: func(k *kernel, _ int, a, b elem) elem {
		aLo, aHi := k.pair(a)
		bLo, bHi := k.pair(b)
		return wordPair(k.minus64(aLo, aHi, bLo, bHi))
	},
	packed: isa.V_PK_SUB_U16, form: modular,
}

var intMul = integer{
	bit:    func(k *kernel, a, b cond) cond { return k.combine(&condAnd, a, b) },
	narrow: func(k *kernel, w int, a, b elem) elem { return word(k.mulWidth(w, a, b)) },
	wide: func(k *kernel, _ int, a, b elem) elem {
		return wordPair(k.product64(a, b))
	},
	packed: isa.V_PK_MUL_LO_U16, form: modular,
}

// mulWidth multiplies numbers of up to 32 bits. The multiplier of 16 bits and that of 24 are faster
// than that of 32 (facts: performance, VALU rates).
func (k *kernel) mulWidth(w int, a, b elem) mach.Operand {
	x, y := k.low(a), k.low(b)
	if w <= 16 && !(k.isScalar(x) && k.isScalar(y)) {
		if _, ok := isConst(x); ok {
			x, y = y, x
		}
		if c, ok := isConst(y); ok {
			if c &= 1<<w - 1; c&(c-1) == 0 {
				return k.mul(x, constDword(c))
			}
			y = constDword(c)
		}
		return k.vop1(isa.V_MUL_LO_U16, x, y)
	}
	return k.mul(x, y)
}

var intShl = integer{
	bit:    func(_ *kernel, a, _ cond) cond { return a },
	narrow: func(k *kernel, w int, a, b elem) elem { return word(k.shl(k.low(a), k.amount(w, b))) },
	wide: func(k *kernel, _ int, a, b elem) elem {
		lo, hi := k.pair(a)
		return wordPair(k.shl64(lo, hi, b.dw[0]))
	},
	packed: isa.V_PK_LSHLREV_B16, reversed: true, form: shiftLeft,
}

var intShr = integer{
	bit: func(_ *kernel, a, _ cond) cond { return a },
	narrow: func(k *kernel, w int, a, b elem) elem {
		return elem{dw: []mach.Operand{k.shr(k.zext(a), k.amount(w, b))}, ext: extZero}
	},
	wide: func(k *kernel, w int, a, b elem) elem {
		lo, hi := k.extended(w, a, false)
		return k.shr64(lo, hi, b.dw[0], false)
	},
	packed: isa.V_PK_LSHRREV_B16, reversed: true, form: shiftUnsigned,
}

var intAshr = integer{
	bit: func(_ *kernel, a, _ cond) cond { return a },
	narrow: func(k *kernel, w int, a, b elem) elem {
		return elem{dw: []mach.Operand{k.ashr(k.sext(a), k.amount(w, b))}, ext: extSigned}
	},
	wide: func(k *kernel, w int, a, b elem) elem {
		lo, hi := k.extended(w, a, true)
		return k.shr64(lo, hi, b.dw[0], true)
	},
	packed: isa.V_PK_ASHRREV_I16, reversed: true, form: shiftSigned,
}

// amount returns a shift's: below the width, or the result is poison; the hardware takes it modulo
// 32, which bits above 2^5 don't disturb.
func (k *kernel) amount(w int, b elem) mach.Operand {
	if w >= 5 || b.ext == extZero && b.pos == 0 {
		return k.low(b)
	}
	return k.zext(b)
}

// extended is both dwords of a number of 33 to 64 bits, the bits above its
// width made right.
func (k *kernel) extended(w int, a elem, signed bool) (lo, hi mach.Operand) {
	lo, hi = k.pair(a)
	if w < 64 && !rightAbove(a, signed) {
		hi = k.field(hi, 0, w-32, signed)
	}
	return lo, hi
}

// rightAbove reports whether the bits above a number of 33 to 63 bits are what
// its extension wants: a dword and its zeros are both kinds of number.
func rightAbove(a elem, signed bool) bool {
	return len(a.dw) == 1 && (signed || a.ext == extZero)
}

// choice returns a minimum or maximum.
func choice(op *binary32, signed bool, packed isa.Op, order isa.Op, bits *bitwise) integer {
	f := exactUnsigned
	if signed {
		f = exactSigned
	}
	return integer{
		form: f,
		bit:  func(k *kernel, a, b cond) cond { return k.combine(bits, a, b) },
		narrow: func(k *kernel, _ int, a, b elem) elem {
			if signed {
				return elem{dw: []mach.Operand{k.op32(op, k.sext(a), k.sext(b))}, ext: extSigned}
			}
			return elem{dw: []mach.Operand{k.op32(op, k.zext(a), k.zext(b))}, ext: extZero}
		},
		wide: func(k *kernel, w int, a, b elem) elem {
			x, y := k.extendedElem(w, a, signed), k.extendedElem(w, b, signed)
			c := k.compare64(order, x, y)
			xLo, xHi := k.pair(x)
			yLo, yHi := k.pair(y)
			r := k.selectDwords(c, []mach.Operand{xLo, xHi}, []mach.Operand{yLo, yHi})
			return wordPair(r[0], r[1])
		},
		packed: packed,
	}
}

// extendedElem is extended as an element.
func (k *kernel) extendedElem(w int, a elem, signed bool) elem {
	if w == 64 || rightAbove(a, signed) {
		return a
	}
	lo, hi := k.extended(w, a, signed)
	return elem{typ: ir.I64, dw: []mach.Operand{lo, hi}}
}

// The i1s 0 and 1 are 0 and -1 as signed numbers.
var (
	intMaxS = choice(&maxIOp, true, isa.V_PK_MAX_I16, isa.V_CMP_GT_I64, &condAnd)
	intMaxU = choice(&maxUOp, false, isa.V_PK_MAX_U16, isa.V_CMP_GT_U64, &condOr)
	intMinS = choice(&minIOp, true, isa.V_PK_MIN_I16, isa.V_CMP_LT_I64, &condOr)
	intMinU = choice(&minUOp, false, isa.V_PK_MIN_U16, isa.V_CMP_LT_U64, &condAnd)
)

func lowerExtUI(k *kernel, op *ir.Operation) error { return k.resize(op, false) }
func lowerExtSI(k *kernel, op *ir.Operation) error { return k.resize(op, true) }

// resize makes numbers longer, or shorter.
func (k *kernel) resize(op *ir.Operation, signed bool) error {
	to := typeBits(op.Result().Type)
	k.each(op, func(in []elem) elem { return k.resizeElem(in[0], to, signed) })
	return nil
}

func (k *kernel) resizeElem(a elem, to int, signed bool) elem {
	ext := extZero
	if signed {
		ext = extSigned
	}
	if ir.ElemType(a.typ) == ir.I1 {
		d := k.laneBool(a.bit)
		if signed {
			d = k.laneMinusOne(a.bit)
		}
		if to == 1 {
			return a
		}
		return elem{dw: []mach.Operand{d}, ext: ext}
	}
	from := a.bits()
	switch {
	case to == 1:
		return bitElem(k.lowBit(k.low(a)))
	case from > 32 && to > 32:
		if to <= from || from == 64 || rightAbove(a, signed) {
			return elem{dw: a.dw, ext: a.ext}
		}
		return wordPair(k.extended(from, a, signed))
	case from > 32:
		return word(a.dw[0])
	case to <= from:
		return elem{dw: a.dw, pos: a.pos}
	case signed:
		return elem{dw: []mach.Operand{k.sext(a)}, ext: ext}
	}
	return elem{dw: []mach.Operand{k.zext(a)}, ext: ext}
}

// laneMinusOne returns a condition as a dword, 0 or all ones.
func (k *kernel) laneMinusOne(c cond) mach.Operand {
	return k.selectDword(c, constDword(0xffffffff), constDword(0))
}

// lowBit returns the condition that a dword's lowest bit is set.
func (k *kernel) lowBit(d mach.Operand) cond {
	if c, ok := isConst(d); ok {
		return constCond(c&1 != 0)
	}
	if k.isScalar(d) {
		return cond{kind: condScalar, op: isa.S_BITCMP1_B32, a: d, b: constDword(0)}
	}
	return k.vcmp(isa.V_CMP_EQ_U32, constDword(1), k.and(d, constDword(1)))
}

func lowerTruncI(k *kernel, op *ir.Operation) error { return k.resize(op, false) }

func lowerIndexCast(k *kernel, op *ir.Operation) error   { return k.indexCast(op, true) }
func lowerIndexCastUI(k *kernel, op *ir.Operation) error { return k.indexCast(op, false) }

// indexCast is resize; a memref of index is one of i64.
func (k *kernel) indexCast(op *ir.Operation, signed bool) error {
	if v := k.value(op.Operands[0]); v.ref != nil {
		v.typ = op.Result().Type
		k.set(op, v)
		return nil
	}
	if err := k.checkTypes(op); err != nil {
		return err
	}
	return k.resize(op, signed)
}

// lowerAssume passes a number on, without the dword that is known to be 0.
func lowerAssume(k *kernel, op *ir.Operation) error {
	v := k.value(op.Operands[0])
	if len(v.dw) == 2 && k.flow.Range(op.Result()).UMax <= math.MaxUint32 {
		v.dw, v.ext = v.dw[:1], extZero
	}
	k.set(op, v)
	return nil
}

// lowerBitcast keeps the bits: elements of the same width are in the same places.
func lowerBitcast(k *kernel, op *ir.Operation) error {
	v := k.value(op.Operands[0])
	out := value{typ: op.Result().Type, bit: v.bit, ref: v.ref, narrow: v.narrow}
	if v.ref == nil {
		if err := k.checkTypes(op); err != nil {
			return err
		}
		out.dw = k.allDwords(v)
	}
	k.set(op, out)
	return nil
}
