package interp

import (
	"fmt"
	"math"
	"math/big"

	"heddle/ir"
	"heddle/num"
)

// mathOps returns the operations of math. The functions of reals give the exact value, rounded
// once.
func mathOps() map[string]maker {
	table := map[string]maker{
		"math.absf":      makeUnaryFloat(func(t ir.FloatType, a uint64) uint64 { return a &^ signBit(t) }),
		"math.ceil":      makeUnaryFloat(rounded(math.Ceil)),
		"math.floor":     makeUnaryFloat(rounded(math.Floor)),
		"math.trunc":     makeUnaryFloat(rounded(math.Trunc)),
		"math.round":     makeUnaryFloat(rounded(math.Round)), // ties away from zero
		"math.roundeven": makeUnaryFloat(rounded(math.RoundToEven)),
		"math.copysign":  makeFloat(func(t ir.FloatType, a, b uint64) uint64 { return a&^signBit(t) | b&signBit(t) }),
		"math.powf":      makePow,
		"math.atan2":     makeFloat(atan2),
		"math.fma":       makeFMA,
		"math.clampf":    makeClamp,
		"math.fpowi":     makeFPowI,
		"math.ipowi":     makeIPowI,
		"math.sincos":    makeSinCos,
		"math.absi":      makeAbsI,
		"math.isnan":     makeClassify(math.IsNaN),
		"math.isinf":     makeClassify(func(x float64) bool { return math.IsInf(x, 0) }),
		"math.isfinite":  makeClassify(func(x float64) bool { return x-x == 0 }),
		"math.isnormal":  makeIsNormal,
	}
	for name, fn := range map[string]num.Function{
		"exp": num.Exp, "exp2": num.Exp2, "expm1": num.ExpM1, "log": num.Log, "log2": num.Log2, "log10": num.Log10, "log1p": num.Log1P,
		"sin": num.Sin, "cos": num.Cos, "tan": num.Tan, "asin": num.Asin, "acos": num.Acos, "atan": num.Atan,
		"sinh": num.Sinh, "cosh": num.Cosh, "tanh": num.Tanh, "asinh": num.Asinh, "acosh": num.Acosh, "atanh": num.Atanh,
		"erf": num.Erf, "erfc": num.Erfc, "sqrt": num.Sqrt, "rsqrt": num.Rsqrt, "cbrt": num.Cbrt,
	} {
		table["math."+name] = makeElementary(fn)
	}
	for _, name := range []string{"math.ctpop", "math.ctlz", "math.cttz"} {
		table[name] = func(_ *builder, op *ir.Operation) (exec, error) {
			w := intWidth(op.Operands[0].Type)
			return unary(func(a Elem) (Elem, error) { return countElem(w, a, name), nil }), nil
		}
	}
	return table
}

func makeUnaryFloat(f func(t ir.FloatType, a uint64) uint64) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		t := floatOf(op.Operands[0].Type)
		fast := flagsOf(op)
		return unary(func(a Elem) (Elem, error) { return fast.result(t, f(t, a.Bits), a), nil }), nil
	}
}

// rounded returns a function that rounds to an integer of the same type.
func rounded(f func(float64) float64) func(t ir.FloatType, a uint64) uint64 {
	return func(t ir.FloatType, a uint64) uint64 { return fromF64(t, f(toF64(t, a)), num.RNE) }
}

// format returns num's format of a type.
func format(t ir.FloatType) (*num.Format, error) {
	if f := t.Format(); f != nil && t != ir.TF32 {
		return f, nil
	}
	return nil, fmt.Errorf("there are no functions of %s", t)
}

// quick are the functions that num has in a faster form.
var quick = map[num.Function]struct {
	f32 func(uint32) uint32
	f16 func(uint16) uint16
	f64 func(uint64) uint64
}{
	num.Exp2:  {num.Exp2F32, num.Exp2F16, nil},
	num.Log2:  {num.Log2F32, num.Log2F16, nil},
	num.Sqrt:  {num.SqrtF32, num.SqrtF16, num.SqrtF64},
	num.Rsqrt: {num.RsqF32, num.RsqF16, num.RsqF64},
}

// functionWork is how many steps a function of reals counts for.
const functionWork = 50

func makeElementary(fn num.Function) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		t := floatOf(op.Operands[0].Type)
		f, err := format(t)
		if err != nil {
			return nil, err
		}
		value := func(a uint64) uint64 { return f.Elementary(fn, a) }
		q, ok := quick[fn]
		switch {
		case ok && t == ir.F32:
			value = func(a uint64) uint64 { return uint64(q.f32(uint32(a))) }
		case ok && t == ir.F16:
			value = func(a uint64) uint64 { return uint64(q.f16(uint16(a))) }
		case ok && t == ir.F64 && q.f64 != nil:
			value = q.f64
		}
		fast := flagsOf(op)
		each := unary(func(a Elem) (Elem, error) { return fast.result(t, value(a.Bits), a), nil })
		return costly(op, each), nil
	}
}

// costly counts the steps of an operation that takes long for every element.
func costly(op *ir.Operation, f exec) exec {
	n := uint64(elemCount(op.Results[0].Type)) * functionWork
	return func(l *lane, in *inst) error {
		if err := l.work(n); err != nil {
			return err
		}
		return f(l, in)
	}
}

func makePow(b *builder, op *ir.Operation) (exec, error) {
	f, err := format(floatOf(op.Operands[0].Type))
	if err != nil {
		return nil, err
	}
	each, err := makeFloat(func(_ ir.FloatType, a, b uint64) uint64 { return f.Pow(a, b) })(b, op)
	return costly(op, each), err
}

// atan2 returns the angle of the point (b, a). Its special values are IEEE 754's.
func atan2(t ir.FloatType, a, b uint64) uint64 {
	f, err := format(t)
	if err != nil {
		return canonicalNaN(t)
	}
	return f.Atan2(a, b)
}

// makeClamp is min(max(value, low), high), as upstream's lowering has it.
func makeClamp(_ *builder, op *ir.Operation) (exec, error) {
	t := floatOf(op.Operands[0].Type)
	fast := flagsOf(op)
	return ternary(func(v, low, high Elem) (Elem, error) {
		r := extreme("minimumf", t, extreme("maximumf", t, v.Bits, low.Bits), high.Bits)
		return fast.result(t, r, v, low, high), nil
	}), nil
}

// ternary makes an elementwise operation of three operands.
func ternary(f func(a, b, c Elem) (Elem, error)) exec {
	return func(l *lane, in *inst) error {
		a, b, c := l.arg(in, 0).elems(), l.arg(in, 1).elems(), l.arg(in, 2).elems()
		if err := l.work(uint64(len(a) / 8)); err != nil {
			return err
		}
		out := make([]Elem, len(a))
		for i := range a {
			var err error
			switch {
			case a[i].Poison != nil:
				out[i].Poison = a[i].Poison
			case b[i].Poison != nil:
				out[i].Poison = b[i].Poison
			case c[i].Poison != nil:
				out[i].Poison = c[i].Poison
			default:
				if out[i], err = f(a[i], b[i], c[i]); err != nil {
					return err
				}
			}
		}
		l.set(in, 0, valueOf(in.op.Results[0].Type, out))
		return nil
	}
}

func makeFMA(_ *builder, op *ir.Operation) (exec, error) {
	t := floatOf(op.Operands[0].Type)
	fast := flagsOf(op)
	return ternary(func(a, b, c Elem) (Elem, error) {
		return fast.result(t, fmaFloat(t, a.Bits, b.Bits, c.Bits), a, b, c), nil
	}), nil
}

// makeFPowI is powf with an integer exponent.
func makeFPowI(_ *builder, op *ir.Operation) (exec, error) {
	t, w := floatOf(op.Operands[0].Type), intWidth(op.Operands[1].Type)
	f, err := format(t)
	if err != nil {
		return nil, err
	}
	if w > 53 {
		return nil, fmt.Errorf("an exponent of %d bits is not run", w)
	}
	fast := flagsOf(op)
	return costly(op, binary(func(a, b Elem) (Elem, error) {
		// In f64 the exponent is exact; the base's power is rounded once.
		return fast.result(t, f.PowInt(a.Bits, b.signed(w)), a), nil
	})), nil
}

// makeIPowI multiplies integers, and wraps around. A negative exponent divides 1:
// by zero that is undefined.
func makeIPowI(_ *builder, op *ir.Operation) (exec, error) {
	w := intWidth(op.Operands[0].Type)
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return costly(op, binary(func(a, b Elem) (Elem, error) {
		x, y := a.signedBig(w), b.signedBig(w)
		if y.Sign() >= 0 {
			return wideElem(w, new(big.Int).Exp(x, y, m)), nil
		}
		switch {
		case x.Sign() == 0:
			return Elem{}, errDivideByZero
		case x.IsInt64() && x.Int64() == 1, x.IsInt64() && x.Int64() == -1 && y.Bit(0) == 0:
			return wideElem(w, big.NewInt(1)), nil
		case x.IsInt64() && x.Int64() == -1:
			return wideElem(w, big.NewInt(-1)), nil
		}
		return wideElem(w, new(big.Int)), nil
	})), nil
}

func makeSinCos(b *builder, op *ir.Operation) (exec, error) {
	f, err := format(floatOf(op.Operands[0].Type))
	if err != nil {
		return nil, err
	}
	each, err := pure(func(op *ir.Operation, args []Value) ([]Value, error) {
		t := op.Results[0].Type
		a := args[0].elems()
		s, c := append([]Elem(nil), a...), append([]Elem(nil), a...)
		for i, e := range a {
			if e.Poison == nil {
				s[i].Bits, c[i].Bits = f.Elementary(num.Sin, e.Bits), f.Elementary(num.Cos, e.Bits)
			}
		}
		return []Value{valueOf(t, s), valueOf(t, c)}, nil
	})(b, op)
	return costly(op, each), err
}

// makeAbsI leaves the smallest number as it is, as LLVM's abs does.
func makeAbsI(_ *builder, op *ir.Operation) (exec, error) {
	w := intWidth(op.Operands[0].Type)
	return unary(func(a Elem) (Elem, error) {
		return wideElem(w, new(big.Int).Abs(a.signedBig(w))), nil
	}), nil
}

func makeClassify(f func(float64) bool) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		t := floatOf(op.Operands[0].Type)
		return unary(func(a Elem) (Elem, error) { return boolElem(f(toF64(t, a.Bits))), nil }), nil
	}
}

func makeIsNormal(_ *builder, op *ir.Operation) (exec, error) {
	t := floatOf(op.Operands[0].Type)
	f, err := format(t)
	if err != nil {
		return nil, err
	}
	return unary(func(a Elem) (Elem, error) {
		x := toF64(t, a.Bits)
		normal := x-x == 0 && a.Bits&^signBit(t) >= 1<<f.FracBits
		return boolElem(normal), nil
	}), nil
}
