package launch

import (
	"math"
	"slices"
	"testing"
)

// TestEdge: the values that kernels go wrong with are among the edge values of each type.
func TestEdge(t *testing.T) {
	inf := math.Inf(1)
	for name, want := range map[string][]float64{
		"f32": {0, 1, -1, inf, -inf, math.SmallestNonzeroFloat32, -math.MaxFloat32, 0x1p-126, 0x1p-126 - 0x1p-149, 1 + 0x1p-23},
		"f64": {0, inf, math.SmallestNonzeroFloat64, math.MaxFloat64, 0x1p-1022}, "f16": {65504, -inf, 0x1p-24, 0x1p-14}, "bf16": {inf, 0x1p-133},
		"fp8": {448, -448, 0x1p-9}, "bf8": {57344, inf}, "fp8fnuz": {240, 0x1p-10}, "fp4": {6, 0.5, -6}, "fp6": {7.5}, "bf6": {28}, "e8m0": {1, 2, 0.5, 0x1p127, 0x1p-127},
		"i8": {-128, 127, 0, -1}, "i32": {math.MinInt32, math.MaxInt32, 0xffff, 0x8000, -0x8000, 128}, "u16": {0xffff, 0x8000, 0xff, 0}, "u64": {1 << 63, 1 << 32},
	} {
		e, err := ParseElement(name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := parseArg("edge:"+name+"[4096]:seed=3", nil)
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, a.size())
		a.fill(0, b)
		var values []float64
		nan := false
		for i := range a.tensor.count() {
			v := e.Float(e.Raw(b, i))
			values, nan = append(values, v), nan || math.IsNaN(v)
		}
		for _, v := range want {
			if !slices.Contains(values, v) {
				t.Errorf("%s: %v is not among the values", name, v)
			}
		}
		if hasNaN := e.kind == 'f' && e.Bits >= 8; nan != hasNaN {
			t.Errorf("%s: NaN %v", name, nan)
		}
		negativeZero := slices.ContainsFunc(values, func(v float64) bool { return v == 0 && math.Signbit(v) })
		if signed := e.kind == 'f' && name != "e8m0" && name != "fp8fnuz"; negativeZero != signed {
			t.Errorf("%s: negative zero %v", name, negativeZero)
		}
	}
	for text, want := range map[string][]float64{
		"edge:i32[200]:lo=0:hi=99":   {0, 1, 2, 99},
		"edge:u8[99]:hi=1":           {0, 1},
		"edge:f16[999]:lo=0.25:hi=1": {0.25, 1, 1 - 0x1p-11},
	} {
		a, err := parseArg(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, a.size())
		a.fill(0, b)
		seen := map[float64]bool{}
		for i := range a.tensor.count() {
			seen[a.tensor.elem.Float(a.tensor.elem.Raw(b, i))] = true
		}
		for _, v := range want {
			if !seen[v] {
				t.Errorf("%s: %v is not among the values", text, v)
			}
			delete(seen, v)
		}
		if len(seen) > 0 {
			t.Errorf("%s: also %v", text, seen)
		}
	}
}

func TestVary(t *testing.T) {
	l := &File{Buffers: Buffers{{Name: "x", Arg: "rand:f32[8]:lo=0"}, {Name: "y", Arg: "zero:f32[8]"}},
		Dispatches: []*Dispatch{{Args: []Arg{{Arg: "@x"}, {Arg: "rand"}, {Arg: "edge:i8[4]:seed=7"}, {Arg: "i32:3"}, {Arg: "rand:seed=4:hi=2"}}}}}
	texts := func() (list []string) {
		list = append(list, l.Buffers[0].Arg, l.Buffers[1].Arg)
		for _, a := range l.Dispatches[0].Args {
			list = append(list, a.Arg)
		}
		return list
	}
	if n := l.Vary(2, false); n != 4 {
		t.Errorf("%d arguments vary", n)
	}
	if got := texts(); !slices.Equal(got, []string{"rand:f32[8]:lo=0:seed=2000", "zero:f32[8]", "@x", "rand:seed=2001", "rand:i8[4]:seed=2002", "i32:3", "rand:hi=2:seed=2003"}) {
		t.Errorf("%q", got)
	}
	l.Vary(3, true)
	if got := texts(); !slices.Equal(got, []string{"edge:f32[8]:lo=0:seed=3000", "zero:f32[8]", "@x", "edge:seed=3001", "edge:i8[4]:seed=3002", "i32:3", "edge:hi=2:seed=3003"}) {
		t.Errorf("%q", got)
	}
}
