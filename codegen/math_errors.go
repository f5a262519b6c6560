package codegen

// MathError bounds the error of a function of the math dialect.
type MathError struct {
	Op, Type string
	Operands int
	// ULP is the largest error in units of the last place of the result: 0.5 is
	// rounding correctly.
	ULP float64
	// Attrs are the attributes that the row is for.
	Attrs string
	// Loose: only for arguments that are neither very large nor very small, as
	// fastmath<afn> allows.
	Loose bool
}

// MathErrors returns the error bounds of every function of math on every float type of 16 bits or
// more. Those of f64 and of what is computed in f64 are from the errors of the polynomials and of
// the roundings, checked by TestMath against results that are rounded correctly; those in f32 take
// the instructions of the transcendental unit to be off by a unit at most (facts: ISA semantics 2).
var MathErrors = mathErrors()

func mathErrors() []MathError {
	var rows []MathError
	for _, f := range functions {
		for _, t := range []string{"f64", "f32", "f16", "bf16"} {
			rows = append(rows, MathError{Op: f.name, Type: t, Operands: 1, ULP: ulpOf(f.name, t, f.f32 != nil)})
		}
	}
	for _, name := range []string{"math.atan2", "math.powf"} {
		for _, t := range []string{"f64", "f32", "f16", "bf16"} {
			rows = append(rows, MathError{Op: name, Type: t, Operands: 2, ULP: ulpOf(name, t, false)})
		}
	}
	return rows
}

// ulpOf returns the stated error; inF32 says that f32 and less are computed in f32.
func ulpOf(name, t string, inF32 bool) float64 {
	switch {
	case t == "f64":
		if ulp, ok := ulpF64[name]; ok {
			return ulp
		}
		return 2.5
	case t != "f32", !inF32:
		// From f64, or for a short type from f32, with one more rounding.
		return 0.51
	case name == "math.sqrt":
		return 0.5
	}
	return 2.5
}

// ulpF64 are the errors of the functions in f64, where they are not 2.5.
var ulpF64 = map[string]float64{
	"math.sqrt": 0.5, "math.exp": 1.5, "math.exp2": 1.5, "math.log": 1.5, "math.log2": 1.5, "math.log10": 1.5, "math.rsqrt": 1.5,
	"math.sin": 1.5, "math.cos": 1.5, "math.erf": 1.5, "math.cbrt": 1.5, "math.powf": 1.5,
	"math.tanh": 4, "math.erfc": 6,
}
