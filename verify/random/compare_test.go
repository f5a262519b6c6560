package random

import (
	"math"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		t    ir.FloatType
		a, b uint64
		want float64
	}{
		{ir.F32, 0x3f800000, 0x3f800000, 0}, {ir.F32, 0x3f800000, 0x3f800002, 2}, {ir.F32, 0x3f800002, 0x3f800000, 2},
		{ir.F32, 0x80000001, 0x00000001, 2}, {ir.F32, 0x80000000, 0, 0.5}, {ir.F32, 0x7fc00000, 0xffc00001, 0},
		{ir.F32, 0x7fc00000, 0x7f800000, math.Inf(1)}, {ir.F32, 0x7f7fffff, 0x7f800000, 1}, {ir.F32, 0x7f800000, 0xff800000, 2 * 0x7f800000},
		{ir.F16, 0x3c00, 0x3bff, 1}, {ir.BF16, 0x7fc0, 0xffff, 0}, {ir.F64, 1 << 63, 1, 1}, {ir.F8E4M3FNUZ, 0x80, 0x80, 0}, {ir.F8E5M2, 0x7d, 0xff, 0},
	} {
		if got := Distance(c.t, c.a, c.b); got != c.want {
			t.Errorf("%s: %#x and %#x are %g apart, not %g", c.t, c.a, c.b, got, c.want)
		}
	}
}

// Compare finds a bit that differs, in an output and beside one.
func TestCompare(t *testing.T) {
	for seed := range uint64(20) {
		p := New(seed, &arch.GFX942, 40)
		want, err := p.Interpret()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Compare(want, want); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		for i := range want {
			if len(want[i]) == 0 {
				continue
			}
			exact := true // a tolerance may cover the bit
			for _, o := range p.Outputs {
				exact = exact && (o.Buffer != i || o.ULP == 0 && !isFloat(o.Elem))
			}
			if !exact {
				continue
			}
			got := append([][]byte{}, want...)
			got[i] = append([]byte{}, want[i]...)
			got[i][len(got[i])/2] ^= 1
			if err := p.Compare(want, got); err == nil || !strings.Contains(err.Error(), p.Buffers[i].Name) {
				t.Errorf("%s: a bit of %s differs, but: %v", p, p.Buffers[i].Name, err)
			}
		}
	}
}

// Each function has a tolerance, and what is stored of it says so.
func TestTolerances(t *testing.T) {
	if len(functions) != len(tolerances) {
		t.Errorf("%d functions, %d tolerances", len(functions), len(tolerances))
	}
	for _, f := range functions {
		if _, ok := tolerances[f]; !ok {
			t.Errorf("%s has no tolerance", f)
		}
	}
	found := map[string]bool{}
	for seed := range uint64(200) {
		p := Options{Seed: seed, Chip: &arch.GFX950, Size: 15, Features: All, Focus: Math}.New()
		for _, o := range p.Outputs {
			if o.Function != "" {
				found[o.Function] = true
				if !strings.Contains(p.Text, `"`+o.Function+`"`) || o.ULP != Tolerance(o.Function, o.Elem) {
					t.Errorf("%s: %s", p, &o)
				}
			}
		}
	}
	if len(found) < len(functions)/2 {
		t.Errorf("only %d functions are stored", len(found))
	}
}

// TestDistanceOfDoubles: doubles that differ in the last bits are told apart, and
// far ones do not overflow.
func TestDistanceOfDoubles(t *testing.T) {
	one, big := math.Float64bits(-0.37561517471927175), math.Float64bits(-math.MaxFloat64)
	for _, x := range []struct {
		a, b uint64
		want float64
	}{{one, one + 1, 1}, {one + 300, one, 300}, {big, math.Float64bits(math.MaxFloat64), 2 * float64(math.Float64bits(math.MaxFloat64))}} {
		if got := Distance(ir.F64, x.a, x.b); got != x.want {
			t.Errorf("distance of %#x and %#x: %v, not %v", x.a, x.b, got, x.want)
		}
	}
}
