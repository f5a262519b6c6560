package interp

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"strings"

	"heddle/ir"
)

// integer is an operation on two integers of a width of up to 64 bits. wide does
// the same for any width: it gets the numbers from 0 to 2^width-1.
type integer struct {
	narrow func(w int, a, b Elem) (uint64, error)
	wide   func(w int, a, b Elem) (*big.Int, error)
}

var (
	errDivideByZero = errors.New("division by zero")
	errDivideOver   = errors.New("the quotient does not fit: the smallest number divided by -1")
)

func makePoison(_ *builder, op *ir.Operation) (exec, error) {
	t := op.Results[0].Type
	p := &Poison{op, "this is poison"}
	return func(l *lane, in *inst) error {
		l.set(in, 0, poisonValue(t, p))
		return nil
	}, nil
}

func arithIntegerOps() map[string]maker {
	return map[string]maker{
		"ub.poison":      makePoison,
		"arith.constant": makeConstant,
		"arith.addi":     makeInteger,
		"arith.subi":     makeInteger,
		"arith.muli":     makeInteger,
		"arith.andi":     makeInteger,
		"arith.ori":      makeInteger,
		"arith.xori":     makeInteger,

		"arith.divui":      makeDivision(divideUnsigned, false),
		"arith.remui":      makeDivision(remainderUnsigned, false),
		"arith.ceildivui":  makeDivision(ceilUnsigned, false),
		"arith.divsi":      makeDivision((*big.Int).Quo, true),
		"arith.remsi":      makeDivision((*big.Int).Rem, true),
		"arith.ceildivsi":  makeDivision(ceilSigned, true),
		"arith.floordivsi": makeDivision(floorSigned, true),
		"arith.shli":       makeShift,
		"arith.shrui":      makeShift,
		"arith.shrsi":      makeShift,
		"arith.maxsi":      makeChoice("maxs"),
		"arith.maxui":      makeChoice("maxu"),
		"arith.minsi":      makeChoice("mins"),
		"arith.minui":      makeChoice("minu"),
		"arith.cmpi":       makeCompareInteger,
		"arith.select":     func(*builder, *ir.Operation) (exec, error) { return selectValue, nil },
		"arith.addui_extended": makeExtended(func(w int, a, b *big.Int) (low, high *big.Int) {
			sum := new(big.Int).Add(a, b)
			return sum, new(big.Int).Rsh(sum, uint(w))
		}, false),
		"arith.mului_extended": makeExtended(func(w int, a, b *big.Int) (low, high *big.Int) {
			p := new(big.Int).Mul(a, b)
			return p, new(big.Int).Rsh(p, uint(w))
		}, false),
		"arith.mulsi_extended": makeExtended(func(w int, a, b *big.Int) (low, high *big.Int) {
			p := new(big.Int).Mul(a, b)
			return p, new(big.Int).Rsh(p, uint(w))
		}, true),
	}
}

// integerFunctions are the operations that wrap around.
var integerFunctions = map[string]integer{
	"arith.addi": {wrapping(func(a, b uint64) uint64 { return a + b }), wideOf((*big.Int).Add)},
	"arith.subi": {wrapping(func(a, b uint64) uint64 { return a - b }), wideOf((*big.Int).Sub)},
	"arith.muli": {wrapping(func(a, b uint64) uint64 { return a * b }), wideOf((*big.Int).Mul)},
	"arith.andi": {wrapping(func(a, b uint64) uint64 { return a & b }), wideOf((*big.Int).And)},
	"arith.ori":  {wrapping(func(a, b uint64) uint64 { return a | b }), wideOf((*big.Int).Or)},
	"arith.xori": {wrapping(func(a, b uint64) uint64 { return a ^ b }), wideOf((*big.Int).Xor)},
}

func wrapping(f func(a, b uint64) uint64) func(w int, a, b Elem) (uint64, error) {
	return func(w int, a, b Elem) (uint64, error) { return f(a.Bits, b.Bits) & mask(w), nil }
}

func wideOf(f func(z, a, b *big.Int) *big.Int) func(w int, a, b Elem) (*big.Int, error) {
	return func(w int, a, b Elem) (*big.Int, error) {
		return f(new(big.Int), a.unsignedBig(), b.unsignedBig()), nil
	}
}

// elem runs the operation.
func (f integer) elem(w int, a, b Elem) (Elem, error) {
	if w > 64 {
		v, err := f.wide(w, a, b)
		if err != nil {
			return Elem{}, err
		}
		return wideElem(w, v), nil
	}
	v, err := f.narrow(w, a, b)
	return Elem{Bits: v}, err
}

// makeInteger makes an elementwise operation of two integers, with the flags
// that some have.
func makeInteger(_ *builder, op *ir.Operation) (exec, error) {
	f := integerFunctions[op.Name()]
	w := intWidth(op.Operands[0].Type)
	flags := op.EnumAttr("overflowFlags")
	nsw, nuw := strings.Contains(flags, "nsw"), strings.Contains(flags, "nuw")
	if !nsw && !nuw {
		return binary(func(a, b Elem) (Elem, error) { return f.elem(w, a, b) }), nil
	}
	exact := map[string]func(z, a, b *big.Int) *big.Int{
		"arith.addi": (*big.Int).Add, "arith.subi": (*big.Int).Sub, "arith.muli": (*big.Int).Mul}[op.Name()]
	return binary(func(a, b Elem) (Elem, error) {
		if nsw && !fitsSigned(exact(new(big.Int), a.signedBig(w), b.signedBig(w)), w) {
			return poisoned(op, "nsw, but %s and %s overflow as signed i%d", a.signedBig(w), b.signedBig(w), w), nil
		}
		if nuw && !fitsUnsigned(exact(new(big.Int), a.unsignedBig(), b.unsignedBig()), w) {
			return poisoned(op, "nuw, but %s and %s overflow as unsigned i%d", a.unsignedBig(), b.unsignedBig(), w), nil
		}
		return f.elem(w, a, b)
	}), nil
}

func fitsUnsigned(v *big.Int, w int) bool { return v.Sign() >= 0 && v.BitLen() <= w }

func fitsSigned(v *big.Int, w int) bool {
	if v.Sign() < 0 {
		v = new(big.Int).Not(v)
	}
	return v.BitLen() < w
}

func makeConstant(_ *builder, op *ir.Operation) (exec, error) {
	v, err := constant(op.Attr("value"), op.Results[0].Type)
	if err != nil {
		return nil, err
	}
	return func(l *lane, in *inst) error {
		l.set(in, 0, v)
		return nil
	}, nil
}

// constant returns the value of an attribute.
func constant(a ir.Attr, t ir.Type) (Value, error) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return Value{Elem: wideElem(intWidth(t), a.Big())}, nil
	case *ir.FloatAttr:
		return Code(a.Bits), nil
	case *ir.DenseAttr:
		vec := make([]Elem, a.Len())
		for i := range vec {
			vec[i] = denseElem(a, i, ir.ElemType(t)).Elem
		}
		return Value{Vec: vec}, nil
	}
	return Value{}, fmt.Errorf("a constant cannot be %s", a)
}

func divideUnsigned(z, a, b *big.Int) *big.Int    { return z.Quo(a, b) }
func remainderUnsigned(z, a, b *big.Int) *big.Int { return z.Rem(a, b) }

func ceilUnsigned(z, a, b *big.Int) *big.Int { return ceilSigned(z, a, b) }

// ceilSigned rounds the quotient up, floorSigned down.
func ceilSigned(z, a, b *big.Int) *big.Int {
	z, r := z.QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && (a.Sign() < 0) == (b.Sign() < 0) {
		z.Add(z, big.NewInt(1))
	}
	return z
}

func floorSigned(z, a, b *big.Int) *big.Int {
	z, r := z.QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && (a.Sign() < 0) != (b.Sign() < 0) {
		z.Sub(z, big.NewInt(1))
	}
	return z
}

// makeDivision makes a division or remainder. Division by zero is undefined, and
// so is the signed one whose quotient does not fit; both are errors.
func makeDivision(f func(z, a, b *big.Int) *big.Int, signed bool) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		w := intWidth(op.Operands[0].Type)
		exact := op.HasAttr("isExact")
		fast := map[string]func(a, b uint64) uint64{
			"arith.divui": func(a, b uint64) uint64 { return a / b },
			"arith.remui": func(a, b uint64) uint64 { return a % b },
		}[op.Name()]
		return binaryRaw(func(a, b Elem) (Elem, error) {
			if b.Poison != nil {
				return Elem{}, &poisonError{"a divisor", b.Poison}
			}
			if b.Bits == 0 && (b.Wide == nil || b.Wide.Sign() == 0) {
				return Elem{}, errDivideByZero
			}
			if a.Poison != nil {
				return Elem{Poison: a.Poison}, nil
			}
			if fast != nil && w <= 64 && !exact {
				return Elem{Bits: fast(a.Bits, b.Bits)}, nil
			}
			x, y := a.unsignedBig(), b.unsignedBig()
			if signed {
				x, y = a.signedBig(w), b.signedBig(w)
				if q := new(big.Int).Quo(x, y); !fitsSigned(q, w) {
					return Elem{}, errDivideOver
				}
			}
			if exact && new(big.Int).Rem(x, y).Sign() != 0 {
				return poisoned(op, "exact, but %s is not a multiple of %s", x, y), nil
			}
			return wideElem(w, f(new(big.Int), x, y)), nil
		}), nil
	}
}

// makeShift makes a shift: by the width or more is poison.
func makeShift(_ *builder, op *ir.Operation) (exec, error) {
	w := intWidth(op.Operands[0].Type)
	flags := op.EnumAttr("overflowFlags")
	nsw, nuw := strings.Contains(flags, "nsw"), strings.Contains(flags, "nuw")
	exact := op.HasAttr("isExact")
	name := op.Name()
	return binary(func(a, b Elem) (Elem, error) {
		count := b.unsignedBig()
		if count.Cmp(big.NewInt(int64(w))) >= 0 {
			return poisoned(op, "a shift by %s of i%d", count, w), nil
		}
		n := uint(count.Uint64())
		switch name {
		case "arith.shli":
			if nsw && !fitsSigned(new(big.Int).Lsh(a.signedBig(w), n), w) {
				return poisoned(op, "nsw, but %s << %d overflows as signed i%d", a.signedBig(w), n, w), nil
			}
			if nuw && !fitsUnsigned(new(big.Int).Lsh(a.unsignedBig(), n), w) {
				return poisoned(op, "nuw, but %s << %d overflows as unsigned i%d", a.unsignedBig(), n, w), nil
			}
			if w <= 64 {
				return Elem{Bits: a.Bits << n & mask(w)}, nil
			}
			return wideElem(w, new(big.Int).Lsh(a.unsignedBig(), n)), nil
		case "arith.shrui":
			if exact && lowBits(a, n) {
				return poisoned(op, "exact, but bits of %s are shifted out by %d", a.unsignedBig(), n), nil
			}
			if w <= 64 {
				return Elem{Bits: a.Bits >> n}, nil
			}
			return wideElem(w, new(big.Int).Rsh(a.unsignedBig(), n)), nil
		}
		if exact && lowBits(a, n) {
			return poisoned(op, "exact, but bits of %s are shifted out by %d", a.signedBig(w), n), nil
		}
		return wideElem(w, new(big.Int).Rsh(a.signedBig(w), n)), nil
	}), nil
}

// lowBits reports whether any of the low n bits is set.
func lowBits(a Elem, n uint) bool {
	v := a.unsignedBig()
	return v.Sign() != 0 && v.TrailingZeroBits() < n
}

// less compares two numbers of any width.
func less(w int, signed bool, a, b Elem) int {
	if w > 64 {
		if signed {
			return a.signedBig(w).Cmp(b.signedBig(w))
		}
		return a.unsignedBig().Cmp(b.unsignedBig())
	}
	if signed {
		x, y := a.signed(w), b.signed(w)
		if x < y {
			return -1
		}
		return boolInt(x > y)
	}
	if a.Bits < b.Bits {
		return -1
	}
	return boolInt(a.Bits > b.Bits)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// choose returns the smaller or larger of two integers.
func choose(kind string, w int, a, b Elem) Elem {
	order := less(w, strings.HasSuffix(kind, "s"), a, b)
	if (order < 0) == strings.HasPrefix(kind, "min") {
		return a
	}
	return b
}

func makeChoice(kind string) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		w := intWidth(op.Operands[0].Type)
		return binary(func(a, b Elem) (Elem, error) { return choose(kind, w, a, b), nil }), nil
	}
}

func makeCompareInteger(_ *builder, op *ir.Operation) (exec, error) {
	w := intWidth(op.Operands[0].Type)
	p := op.IntAttr("predicate")
	if p < 0 || p >= int64(len(ir.CmpIPredicates)) {
		return nil, fmt.Errorf("predicate %d is not known", p)
	}
	name := ir.CmpIPredicates[p]
	signed := name[0] == 's'
	return binary(func(a, b Elem) (Elem, error) {
		order := less(w, signed, a, b)
		var v bool
		switch name {
		case "eq":
			v = order == 0
		case "ne":
			v = order != 0
		case "slt", "ult":
			v = order < 0
		case "sle", "ule":
			v = order <= 0
		case "sgt", "ugt":
			v = order > 0
		case "sge", "uge":
			v = order >= 0
		}
		return boolElem(v), nil
	}), nil
}

// selectValue is arith.select: the condition chooses the whole value or each
// element.
func selectValue(l *lane, in *inst) error {
	c, a, b := l.arg(in, 0), l.arg(in, 1), l.arg(in, 2)
	if c.Vec == nil {
		v := *a
		switch {
		case c.Poison != nil:
			v = poisonValue(in.op.Results[0].Type, c.Poison)
		case c.Bits == 0:
			v = *b
		}
		l.set(in, 0, v)
		return nil
	}
	out := make([]Elem, len(c.Vec))
	if err := l.work(uint64(len(out) / 8)); err != nil {
		return err
	}
	for i, e := range c.Vec {
		switch {
		case e.Poison != nil:
			out[i].Poison = e.Poison
		case e.Bits != 0:
			out[i] = a.Vec[i]
		default:
			out[i] = b.Vec[i]
		}
	}
	l.set(in, 0, Value{Vec: out})
	return nil
}

// makeExtended makes an operation with a low and a high half of the result.
func makeExtended(f func(w int, a, b *big.Int) (low, high *big.Int), signed bool) maker {
	return pure(func(op *ir.Operation, args []Value) ([]Value, error) {
		w := intWidth(op.Operands[0].Type)
		w1 := intWidth(op.Results[1].Type)
		a, b := args[0].elems(), args[1].elems()
		low, high := make([]Elem, len(a)), make([]Elem, len(a))
		for i := range a {
			p := a[i].Poison
			if p == nil {
				p = b[i].Poison
			}
			if p != nil {
				low[i].Poison, high[i].Poison = p, p
				continue
			}
			x, y := a[i].unsignedBig(), b[i].unsignedBig()
			if signed {
				x, y = a[i].signedBig(w), b[i].signedBig(w)
			}
			lo, hi := f(w, x, y)
			low[i], high[i] = wideElem(w, lo), wideElem(w1, hi)
		}
		return []Value{valueOf(op.Results[0].Type, low), valueOf(op.Results[1].Type, high)}, nil
	})
}

// popcount and similar functions, for the math dialect.
func countElem(w int, a Elem, name string) Elem {
	v := a.unsignedBig()
	n := 0
	switch name {
	case "math.ctpop":
		for _, word := range v.Bits() {
			n += bits.OnesCount(uint(word))
		}
	case "math.ctlz":
		n = w - v.BitLen()
	case "math.cttz":
		n = w
		if v.Sign() != 0 {
			n = int(v.TrailingZeroBits())
		}
	}
	return wideElem(w, big.NewInt(int64(n)))
}
