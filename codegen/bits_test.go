package codegen_test

import (
	"fmt"
	"math"
	"testing"
)

// TestBits: operations that count, of two results, and powers.
func TestBits(t *testing.T) {
	for _, typ := range []string{"i1", "i8", "i13", "i16", "i32", "i40", "i64", "index", "vector<2xi8>", "vector<2xi64>"} {
		for _, op := range []string{"ctpop", "ctlz", "cttz", "absi"} {
			t.Run(op+" "+typ, func(t *testing.T) { both(t, unaryRow("math."+op, typ, typ, "")) })
		}
		for _, op := range []string{"addui_extended", "mului_extended", "mulsi_extended"} {
			second := typ
			if op[0] == 'a' {
				second = shaped(typ, "i1")
			}
			row := kernelRow{in: []string{typ, typ}, out: []string{typ, second},
				body: fmt.Sprintf("    %%r0, %%r1 = \"arith.%s\"(%%a, %%b) : (%s, %s) -> (%s, %s)\n", op, typ, typ, typ, second)}
			t.Run(op+" "+typ, func(t *testing.T) { both(t, row) })
		}
		if typ == "i64" || typ == "i32" || typ == "i8" || typ == "i1" {
			row := binaryRow("math.ipowi", typ, "")
			w := widthOf(typ)
			row.valid = func(in []uint64) bool { return in[0] != 0 || in[1]>>(w-1)&1 == 0 }
			t.Run("ipowi "+typ, func(t *testing.T) { both(t, row) })
		}
	}
}

// TestIntCasts: every pair of integer types.
func TestIntCasts(t *testing.T) {
	types := []string{"i1", "i4", "i8", "i13", "i16", "i32", "i40", "i64", "index"}
	for _, a := range types {
		for _, b := range types {
			var ops []string
			switch wa, wb := widthOf(a), widthOf(b); {
			case a == b:
			case a == "index" || b == "index":
				ops = []string{"index_cast", "index_castui"}
			case wa < wb:
				ops = []string{"extui", "extsi"}
			default:
				ops = []string{"trunci"}
			}
			for _, op := range ops {
				t.Run(op+" "+a+" "+b, func(t *testing.T) { both(t, unaryRow("arith."+op, a, b, "")) })
				if widthOf(a) != 13 && widthOf(b) != 13 && widthOf(a) != 40 && widthOf(b) != 40 {
					t.Run(op+" vector "+a+" "+b, func(t *testing.T) {
						both(t, unaryRow("arith."+op, "vector<4x"+a+">", "vector<4x"+b+">", ""))
					})
				}
			}
		}
	}
}

// TestSelect: by a scalar and by a vector of conditions.
func TestSelect(t *testing.T) {
	for _, typ := range []string{"i1", "i8", "i16", "i32", "i64", "index", "f16", "f32", "f64", "vector<4xi8>", "vector<3xf16>", "vector<2xi64>", "vector<4xi1>"} {
		for _, c := range []string{"i1", shaped(typ, "i1")} {
			if c == "i1" && c != shaped(typ, "i1") {
				continue // a lane of the rig has one condition for each element
			}
			row := kernelRow{in: []string{c, typ, typ}, out: []string{typ},
				body: fmt.Sprintf("    %%r0 = \"arith.select\"(%%a, %%b, %%c) : (%s, %s, %s) -> %s\n", c, typ, typ, typ)}
			t.Run(c+" "+typ, func(t *testing.T) { both(t, row) })
		}
	}
}

// TestRemainder: exact for quotients of any size.
func TestRemainder(t *testing.T) {
	for _, typ := range []string{"f16", "bf16", "f32", "f64", "vector<2xf32>"} {
		t.Run(typ, func(t *testing.T) {
			row := binaryRow("arith.remf", typ, "")
			row.count = 1024
			both(t, row)
		})
	}
}

// TestPow: powers against results that are rounded correctly.
func TestPow(t *testing.T) {
	for typ, most := range map[string]float64{"f16": 1, "bf16": 1, "f32": 1, "f64": 2} {
		for _, op := range []string{"math.powf", "math.fpowi"} {
			worst := 0.0
			row := binaryRow(op, typ, "")
			if op == "math.fpowi" {
				row = kernelRow{in: []string{typ, "i32"}, out: []string{typ}, body: fmt.Sprintf("    %%r0 = \"math.fpowi\"(%%a, %%b) : (%s, i32) -> %s\n", typ, typ)}
			}
			row.count = 1024
			row.near = func(out int, in []uint64, want, got uint64) error {
				d := distance(typ, want, got)
				worst = math.Max(worst, d)
				if d > most {
					return fmt.Errorf("of %x: want %#x, got %#x", in, want, got)
				}
				return nil
			}
			t.Run(op+" "+typ, func(t *testing.T) { both(t, row) })
			t.Logf("%s %s: at most %g units apart", op, typ, worst)
		}
	}
}
