package tile

import (
	"maps"
	"slices"
	"strings"

	"heddle/ir"
)

// Math is a set of liberties that operations on floats may take; 0, the default, is none: every
// result is that of the operation's definition.
type Math int

// The liberties.
const (
	// Approx: functions and divisions may be those of the hardware, which are off by a few units of
	// the last place and may take subnormal numbers for 0: exp2 is one instruction instead of six.
	Approx Math = 1 << iota
	// NoNaN: the author knows that no operand and no result is a NaN. Max, Min and the reductions
	// Greatest and Least need not look for them then. Where there is a NaN nevertheless the result
	// is undefined, which verify.Run finds.
	NoNaN
	// Contract: a product that is added to something may be rounded together with the sum.
	Contract
	mathEnd
)

// flags are the words of MLIR's fastmath attribute, in its order.
var flags = []struct {
	word string
	by   Math
}{{"nnan", NoNaN}, {"arcp", Approx}, {"contract", Contract}, {"afn", Approx}}

// Fast lets the operations that body emits take liberties, in addition to those that they may take
// already.
func (k *Kernel) Fast(how Math, body func()) {
	if how <= 0 || how >= mathEnd {
		k.fail("liberties %d; accepted: Approx, NoNaN, Contract and their combinations", how)
	}
	before := k.math
	k.math |= how
	body()
	k.math = before
}

// fastmath returns the attribute of an operation that can have it.
func (k *Kernel) fastmath(op string) []ir.NamedAttr {
	if k.math == 0 {
		return nil
	}
	for _, a := range ir.Declared(op).Attrs {
		if a.Name != "fastmath" {
			continue
		}
		var words []string
		for _, f := range flags {
			if k.math&f.by != 0 {
				words = append(words, f.word)
			}
		}
		return []ir.NamedAttr{attr("fastmath", ir.DialectOpaque("arith", "fastmath<"+strings.Join(words, ",")+">"))}
	}
	return nil
}

// Map applies a function of reals, by its name in MLIR's math dialect: "exp", "exp2", "log",
// "tanh", "erf", "sqrt", "rsqrt", "absf", … It may take the given liberties, and those of Fast
// around it.
func (k *Kernel) Map(function string, t *Tile, how ...Math) (out *Tile) {
	k.tiles(t)
	if !mapped[function] {
		k.fail("Map has no function %q; accepted: %s", function, strings.Join(slices.Sorted(maps.Keys(mapped)), " "))
	}
	if !isFloat(t.Elem) {
		k.fail("Map of %s; it takes floats", t.Elem)
	}
	apply := func() { out = k.lanewise("math."+function, t.Elem, nil, t) }
	if len(how) == 0 {
		apply()
		return out
	}
	all := Math(0)
	for _, h := range how {
		all |= h
	}
	k.Fast(all, apply)
	return out
}

// Exp2 returns 2^t as the hardware's instruction computes it: Map("exp2", t, Approx).
func (k *Kernel) Exp2(t *Tile) *Tile { return k.Map("exp2", t, Approx) }

// mapped are the functions of one real in MLIR's math dialect.
var mapped = map[string]bool{
	"absf": true, "acos": true, "acosh": true, "asin": true, "asinh": true, "atan": true, "atanh": true, "cbrt": true, "ceil": true,
	"cos": true, "cosh": true, "erf": true, "erfc": true, "exp": true, "exp2": true, "expm1": true, "floor": true, "log": true,
	"log10": true, "log1p": true, "log2": true, "round": true, "roundeven": true, "rsqrt": true, "sin": true, "sinh": true,
	"sqrt": true, "tan": true, "tanh": true, "trunc": true,
}
