package interp

import (
	"fmt"
	"math"
	"strings"

	"heddle/ir"
)

func arithFloatOps() map[string]maker {
	return map[string]maker{
		"arith.negf": func(_ *builder, op *ir.Operation) (exec, error) {
			t := floatOf(op.Operands[0].Type)
			fast := flagsOf(op)
			return unary(func(a Elem) (Elem, error) { return fast.result(t, a.Bits^signBit(t), a), nil }), nil
		},
		"arith.addf":     makeFloat(addFloat),
		"arith.subf":     makeFloat(subFloat),
		"arith.mulf":     makeFloat(mulFloat),
		"arith.divf":     makeFloat(divFloat),
		"arith.remf":     makeFloat(remFloat),
		"arith.maximumf": makeFloat(extremeOf("maximumf")),
		"arith.minimumf": makeFloat(extremeOf("minimumf")),
		"arith.maxnumf":  makeFloat(extremeOf("maxnumf")),
		"arith.minnumf":  makeFloat(extremeOf("minnumf")),
		"arith.cmpf":     makeCompareFloat,
	}
}

func extremeOf(kind string) func(t ir.FloatType, a, b uint64) uint64 {
	return func(t ir.FloatType, a, b uint64) uint64 { return extreme(kind, t, a, b) }
}

// floatOf returns the float type of the elements.
func floatOf(t ir.Type) ir.FloatType {
	f, ok := ir.ElemType(t).(ir.FloatType)
	if !ok {
		panic("BUG: " + t.String() + " has no floats")
	}
	return f
}

// fastFlags are the fastmath flags that make poison; the others allow results
// that are not exact, and are not used.
type fastFlags struct {
	op         *ir.Operation
	nnan, ninf bool
}

func flagsOf(op *ir.Operation) fastFlags {
	text := op.EnumAttr("fastmath")
	all := text == "fast"
	return fastFlags{op, all || strings.Contains(text, "nnan"), all || strings.Contains(text, "ninf")}
}

// check returns poison if a flag rules out the number.
func (f fastFlags) check(t ir.FloatType, code uint64) *Poison {
	if !f.nnan && !f.ninf {
		return nil
	}
	x := toF64(t, code)
	if f.nnan && math.IsNaN(x) {
		return poisoned(f.op, "nnan, but there is a NaN").Poison
	}
	if f.ninf && math.IsInf(x, 0) {
		return poisoned(f.op, "ninf, but there is an infinity").Poison
	}
	return nil
}

// result returns the result code, or poison if a flag rules it or an operand out. All are of type
// t.
func (f fastFlags) result(t ir.FloatType, code uint64, operands ...Elem) Elem {
	if f.nnan || f.ninf {
		if p := f.check(t, code); p != nil {
			return Elem{Poison: p}
		}
		for _, o := range operands {
			if p := f.check(t, o.Bits); p != nil {
				return Elem{Poison: p}
			}
		}
	}
	return Elem{Bits: code}
}

func makeFloat(f func(t ir.FloatType, a, b uint64) uint64) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		t := floatOf(op.Operands[0].Type)
		fast := flagsOf(op)
		if !fast.nnan && !fast.ninf {
			return binary(func(a, b Elem) (Elem, error) { return Elem{Bits: f(t, a.Bits, b.Bits)}, nil }), nil
		}
		return binary(func(a, b Elem) (Elem, error) { return fast.result(t, f(t, a.Bits, b.Bits), a, b), nil }), nil
	}
}

func makeCompareFloat(_ *builder, op *ir.Operation) (exec, error) {
	t := floatOf(op.Operands[0].Type)
	fast := flagsOf(op)
	p := op.IntAttr("predicate")
	if p < 0 || p >= int64(len(ir.CmpFPredicates)) {
		return nil, fmt.Errorf("predicate %d is not known", p)
	}
	name := ir.CmpFPredicates[p]
	return binary(func(a, b Elem) (Elem, error) {
		for _, e := range []Elem{a, b} {
			if p := fast.check(t, e.Bits); p != nil {
				return Elem{Poison: p}, nil
			}
		}
		return boolElem(compareFloat(name, toF64(t, a.Bits), toF64(t, b.Bits))), nil
	}), nil
}

// compareFloat is a predicate: its first letter determines the result for a NaN.
func compareFloat(name string, a, b float64) bool {
	switch name {
	case "false":
		return false
	case "true":
		return true
	}
	unordered := math.IsNaN(a) || math.IsNaN(b)
	switch {
	case name == "ord":
		return !unordered
	case name == "uno":
		return unordered
	case unordered:
		return name[0] == 'u'
	}
	switch name[1:] {
	case "eq":
		return a == b
	case "gt":
		return a > b
	case "ge":
		return a >= b
	case "lt":
		return a < b
	case "le":
		return a <= b
	}
	return a != b
}

// combiner returns the function of an atomic operation or a reduction, by its name there.
func combiner(op *ir.Operation, kind string, t ir.Type) (func(a, b Elem) (Elem, error), error) {
	var f func(a, b Elem) Elem
	if ft, ok := t.(ir.FloatType); ok {
		g := map[string]func(t ir.FloatType, a, b uint64) uint64{
			"addf": addFloat, "mulf": mulFloat, "add": addFloat, "mul": mulFloat,
			"maximumf": extremeOf("maximumf"), "minimumf": extremeOf("minimumf"),
			"maxnumf": extremeOf("maxnumf"), "minnumf": extremeOf("minnumf"),
		}[kind]
		if g != nil {
			fast := flagsOf(op)
			f = func(a, b Elem) Elem { return fast.result(ft, g(ft, a.Bits, b.Bits), a, b) }
		}
	} else {
		w := intWidth(t)
		if name, ok := map[string]string{
			"addi": "arith.addi", "muli": "arith.muli", "andi": "arith.andi", "ori": "arith.ori", "xori": "arith.xori",
			"add": "arith.addi", "mul": "arith.muli", "and": "arith.andi", "or": "arith.ori", "xor": "arith.xori",
		}[kind]; ok {
			i := integerFunctions[name]
			f = func(a, b Elem) Elem {
				e, _ := i.elem(w, a, b) // these have no errors
				return e
			}
		}
		if name, ok := map[string]string{"maxs": "maxs", "maxu": "maxu", "mins": "mins", "minu": "minu",
			"maxsi": "maxs", "maxui": "maxu", "minsi": "mins", "minui": "minu"}[kind]; ok {
			f = func(a, b Elem) Elem { return choose(name, w, a, b) }
		}
	}
	if kind == "assign" {
		return func(_, b Elem) (Elem, error) { return b, nil }, nil
	}
	if f == nil {
		return nil, fmt.Errorf("there is no %s of %s", kind, t)
	}
	return func(a, b Elem) (Elem, error) {
		if a.Poison != nil {
			return a, nil
		}
		if b.Poison != nil {
			return b, nil
		}
		return f(a, b), nil
	}, nil
}
