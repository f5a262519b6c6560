package codegen_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"heddle/ir"
)

// binaryRow and unaryRow are rows of an operation on one type.
func binaryRow(op, typ, attrs string) kernelRow {
	return kernelRow{in: []string{typ, typ}, out: []string{typ}, body: fmt.Sprintf("    %%r0 = %q(%%a, %%b) %s : (%s, %s) -> %s\n", op, attrs, typ, typ, typ)}
}

func unaryRow(op, from, to, attrs string) kernelRow {
	return kernelRow{in: []string{from}, out: []string{to}, body: fmt.Sprintf("    %%r0 = %q(%%a) %s : (%s) -> %s\n", op, attrs, from, to)}
}

var floatTypes = []string{"f16", "bf16", "f32", "f64", "vector<3xf16>", "vector<4xf32>", "vector<2xbf16>", "vector<2xf64>"}

// TestFloats: arithmetic on floats, right to the bit.
func TestFloats(t *testing.T) {
	for _, typ := range floatTypes {
		for _, op := range []string{"arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf", "math.copysign"} {
			t.Run(op+" "+typ, func(t *testing.T) { both(t, binaryRow(op, typ, "")) })
		}
		for _, op := range []string{"arith.negf", "math.absf", "math.ceil", "math.floor", "math.trunc", "math.roundeven", "math.round"} {
			t.Run(op+" "+typ, func(t *testing.T) { both(t, unaryRow(op, typ, typ, "")) })
		}
		for _, op := range []string{"math.isnan", "math.isinf", "math.isfinite", "math.isnormal"} {
			t.Run(op+" "+typ, func(t *testing.T) { both(t, unaryRow(op, typ, shaped(typ, "i1"), "")) })
		}
		for _, op := range []string{"math.fma", "math.clampf"} {
			row := kernelRow{in: []string{typ, typ, typ}, out: []string{typ}, count: 1024,
				body: fmt.Sprintf("    %%r0 = %q(%%a, %%b, %%c) : (%s, %s, %s) -> %s\n", op, typ, typ, typ, typ)}
			t.Run(op+" "+typ, func(t *testing.T) { both(t, row) })
		}
		for p := range 16 {
			row := kernelRow{in: []string{typ, typ}, out: []string{shaped(typ, "i1")},
				body: fmt.Sprintf("    %%r0 = \"arith.cmpf\"(%%a, %%b) <{predicate = %d : i64}> : (%s, %s) -> %s\n", p, typ, typ, shaped(typ, "i1"))}
			t.Run(fmt.Sprintf("cmpf %d %s", p, typ), func(t *testing.T) { both(t, row) })
		}
	}
}

var smallTypes = []string{"f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "f8E4M3", "f8E3M4", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN", "f8E8M0FNU"}

// TestFloatCasts: every pair of float types, every rounding mode.
func TestFloatCasts(t *testing.T) {
	large := []string{"f16", "bf16", "f32", "f64"}
	for _, a := range append(append([]string{}, smallTypes...), large...) {
		for _, b := range append(append([]string{}, smallTypes...), large...) {
			for _, shape := range []string{"%s", "vector<4x%s>"} {
				from, to := fmt.Sprintf(shape, a), fmt.Sprintf(shape, b)
				if widthOf(a) == 6 || widthOf(b) == 6 {
					from, to = a, b
				}
				switch {
				case widthOf(a) < widthOf(b):
					t.Run("extf "+from+" "+to, func(t *testing.T) { both(t, unaryRow("arith.extf", from, to, "")) })
				case widthOf(a) > widthOf(b):
					t.Run("truncf "+from+" "+to, func(t *testing.T) { both(t, unaryRow("arith.truncf", from, to, "")) })
				}
			}
			if widthOf(a) > widthOf(b) && widthOf(b) >= 16 {
				for mode := 1; mode <= 3; mode++ {
					t.Run(fmt.Sprintf("truncf %s %s %d", a, b, mode), func(t *testing.T) {
						both(t, unaryRow("arith.truncf", a, b, fmt.Sprintf("<{roundingmode = %d : i32}>", mode)))
					})
				}
			}
		}
	}
}

// TestScaling: with scales of several types.
func TestScaling(t *testing.T) {
	for _, big := range []string{"f16", "bf16", "f32", "f64"} {
		for _, small := range []string{"f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f4E2M1FN", "f6E2M3FN"} {
			for _, scale := range []string{"f8E8M0FNU", "f32", "bf16"} {
				for _, row := range []kernelRow{
					{in: []string{small, scale}, out: []string{big}, body: fmt.Sprintf("    %%r0 = \"arith.scaling_extf\"(%%a, %%b) : (%s, %s) -> %s\n", small, scale, big)},
					{in: []string{big, scale}, out: []string{small}, body: fmt.Sprintf("    %%r0 = \"arith.scaling_truncf\"(%%a, %%b) : (%s, %s) -> %s\n", big, scale, small)},
				} {
					t.Run(strings.Fields(row.body)[2]+" "+big+" "+small+" "+scale, func(t *testing.T) { both(t, row) })
				}
			}
		}
	}
}

// floatValue is the number of a code, exactly.
func floatValue(elem string, code uint64) float64 {
	switch elem {
	case "f64":
		return math.Float64frombits(code)
	case "f32":
		return float64(math.Float32frombits(uint32(code)))
	}
	t, _ := ir.ParseType(elem)
	f := t.(ir.FloatType).Format()
	if f == nil {
		return math.Ldexp(1, int(code)-127)
	}
	return float64(math.Float32frombits(f.ToF32(uint32(code))))
}

// fitsInt reports whether a float, truncated, is an integer of a type.
func fitsInt(elem string, signed bool, x float64) bool {
	if x != x || math.IsInf(x, 0) {
		return false
	}
	v, _ := big.NewFloat(x).Int(nil)
	w := widthOf(elem)
	if !signed {
		return v.Sign() >= 0 && v.BitLen() <= w
	}
	if v.Sign() < 0 {
		v.Not(v)
	}
	return v.BitLen() < w
}

// TestIntFloat: integers to floats and back.
func TestIntFloat(t *testing.T) {
	for _, i := range []string{"i1", "i4", "i8", "i16", "i24", "i32", "i48", "i64", "vector<4xi8>", "vector<2xi16>", "vector<2xi64>"} {
		for _, f := range append([]string{"f16", "bf16", "f32", "f64"}, smallTypes...) {
			if i[0] == 'v' && widthOf(f) < 16 {
				continue
			}
			ft := shaped(i, f)
			ie, _ := parts(i)
			t.Run("sitofp "+i+" "+f, func(t *testing.T) { both(t, unaryRow("arith.sitofp", i, ft, "")) })
			t.Run("uitofp "+i+" "+f, func(t *testing.T) { both(t, unaryRow("arith.uitofp", i, ft, "")) })
			for _, op := range []string{"arith.fptosi", "arith.fptoui"} {
				row := unaryRow(op, ft, i, "")
				row.valid = func(in []uint64) bool { return fitsInt(ie, op == "arith.fptosi", floatValue(f, in[0])) }
				t.Run(op+" "+ft+" "+i, func(t *testing.T) { both(t, row) })
			}
		}
	}
}

// TestClampedToUnsigned: the greater one of a number and 0 is converted by one instruction, which clamps; NaN makes 0.
func TestClampedToUnsigned(t *testing.T) {
	for _, shape := range []string{"%s", "vector<4x%s>"} {
		from, to := fmt.Sprintf(shape, "f32"), fmt.Sprintf(shape, "i32")
		value := "0.0"
		if from != "f32" {
			value = "dense<0.0>"
		}
		row := kernelRow{in: []string{from}, out: []string{to}, count: 1024, body: fmt.Sprintf(`    %%zero = "arith.constant"() <{value = %[1]s : %[2]s}> : () -> %[2]s
    %%most = "arith.maxnumf"(%%a, %%zero) : (%[2]s, %[2]s) -> %[2]s
    %%r0 = "arith.fptoui"(%%most) : (%[2]s) -> %[3]s
`, value, from, to)}
		row.valid = func(in []uint64) bool {
			x := floatValue("f32", in[0])
			return !(x > 0) || fitsInt("i32", false, x)
		}
		t.Run(from, func(t *testing.T) { both(t, row) })
	}
}

// TestNumberCasts: rounding of what is no NaN (nnan), right to the bit, infinities and overflow included.
func TestNumberCasts(t *testing.T) {
	for _, shape := range []string{"%s", "vector<4x%s>"} {
		from, to, is := fmt.Sprintf(shape, "f32"), fmt.Sprintf(shape, "bf16"), fmt.Sprintf(shape, "i1")
		body := fmt.Sprintf(`    %%number = "arith.cmpf"(%%a, %%a) <{predicate = 7 : i64}> : (%[1]s, %[1]s) -> %[3]s
    %%zero = "arith.subf"(%%one, %%one) : (%[1]s, %[1]s) -> %[1]s
    %%known = "arith.select"(%%number, %%a, %%zero) : (%[3]s, %[1]s, %[1]s) -> %[1]s
    %%r0 = "arith.truncf"(%%known) <{fastmath = #arith.fastmath<nnan>}> : (%[1]s) -> %[2]s
`, from, to, is)
		one := `    %one = "arith.constant"() <{value = 1.0 : f32}> : () -> f32` + "\n"
		if from != "f32" {
			one = fmt.Sprintf("    %%one = \"arith.constant\"() <{value = dense<1.0> : %[1]s}> : () -> %[1]s\n", from)
		}
		t.Run(from, func(t *testing.T) {
			both(t, kernelRow{in: []string{from}, out: []string{to}, body: one + body, count: 1024})
		})
	}
}
