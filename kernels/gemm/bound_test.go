package gemm

import (
	"math"
	"testing"

	"heddle/arch"
)

// problemOf is a normalized problem.
func problemOf(t *testing.T, in, out string, change func(p *Problem)) *Problem {
	a, err := TypeByName(in)
	if err != nil {
		t.Fatal(err)
	}
	d, err := TypeByName(out)
	if err != nil {
		t.Fatal(err)
	}
	p := &Problem{Chip: &arch.GFX950, M: 64, N: 64, K: 4096, A: a, B: a, Out: d, Layout: NT, Alpha: 1}
	if change != nil {
		change(p)
	}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestEpilogueBound: a sum that is off by its error gives a result within the bound,
// whatever the activation; and the bound is not much more than that asks for.
func TestEpilogueBound(t *testing.T) {
	for _, act := range Activations {
		e := problemOf(t, "bf16", "f32", func(p *Problem) { p.Act, p.Alpha, p.Scale = act, 0.75, 3 }).newEpilogue()
		for i := range 2001 {
			sum := float64(i-1000) / 100
			for _, err := range []float64{0x1p-20, 0x1p-6, 0.5} {
				want, bound := e.apply(sum, err, 0, 0)
				most := 0.0
				for n := range 21 {
					got, _ := e.apply(sum+err*float64(n-10)/10, 0, 0, 0)
					most = max(most, math.Abs(got-want))
				}
				if most > bound || bound > 3*0.75*1.13*err+0x1p-16 {
					t.Fatalf("%s of %v within %v: %v within %v, but it may be off by %v", act, sum, err, want, bound, most)
				}
			}
		}
	}
}

// TestConversionBound: an integer that f32 has not is rounded.
func TestConversionBound(t *testing.T) {
	e := problemOf(t, "i8", "f32", nil).newEpilogue()
	for _, sum := range []float64{1<<24 + 1, -(1<<24 + 1), 1<<26 + 3} {
		want, bound := e.apply(sum, 0, 0, 0)
		if diff := math.Abs(float64(float32(sum)) - want); diff == 0 || diff > bound || bound > 4*diff {
			t.Errorf("%v: %v within %v, but it is %v off", sum, want, bound, diff)
		}
	}
}

// TestPartsBound: adding the parts of a sum rounds, too.
func TestPartsBound(t *testing.T) {
	bounds := [2][]float64{}
	for i, parts := range []int64{1, 8} {
		p := problemOf(t, "bf16", "f32", func(p *Problem) { p.SplitK = parts })
		_, bounds[i] = p.Reference(p.Random(1).Inputs(), p.Whole(0))
	}
	for i, b := range bounds[0] {
		if bounds[1][i] <= b {
			t.Fatalf("element %d: %v in one part, %v in eight", i, b, bounds[1][i])
		}
	}
}

// TestReportAdd: the outcome does not depend on the order of the parts.
func TestReportAdd(t *testing.T) {
	a, b := Report{MaxError: 1, MaxErrorBound: 2}, Report{MaxError: 1, MaxErrorBound: 1}
	for _, order := range [][]Report{{a, b}, {b, a}} {
		var sum Report
		for _, r := range order {
			sum.Add(r)
		}
		if sum.MaxError != 1 || sum.MaxErrorBound != 1 {
			t.Errorf("%+v", sum)
		}
	}
}

// TestChoose: what is chosen for typical problems, and parts of K of which none is empty.
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		chip *arch.Chip
		in   string
		m, n int64
		want string
	}{
		{&arch.GFX950, "bf16", 4096, 4096, "256x256x64, 2x2 waves, 32x32 matrix instructions, rotate, direct to LDS"},
		{&arch.GFX950, "fp8", 4096, 4096, "256x256x128, 2x4 waves, 32x32 matrix instructions, rotate, direct to LDS"},
		{&arch.GFX950, "mxfp6", 4096, 4096, "128x128x256, 2x2 waves, 32x32 matrix instructions"},
		{&arch.GFX950, "bf16", 16, 4096, "16x16x128, 1x1 waves, 16x16 matrix instructions, straight, 4 waves along k, 3 stages"},
		{&arch.GFX942, "bf16", 4096, 4096, "128x128x64, 2x2 waves, 32x32 matrix instructions, rotate, stream-K, loaded in 2 pieces, 1 stages"},
		{&arch.GFX942, "fp8", 64, 4096, "32x32x128, 1x1 waves, 16x16 matrix instructions, straight, 4 waves along k, 3 stages"},
	} {
		p := problemOf(t, c.in, "f32", func(p *Problem) { p.Chip, p.M, p.N, p.K = c.chip, c.m, c.n, 4096 })
		if got := Choose(p).String(); got != c.want {
			t.Errorf("%s %s %d x %d: %v, want %v", c.chip.Name, c.in, c.m, c.n, got, c.want)
		}
	}
	for _, c := range []struct{ k, split, parts int64 }{{256, 3, 2}, {256, 4, 4}, {1024, 7, 6}, {100, 2, 2}} {
		p := problemOf(t, "bf16", "f32", func(p *Problem) { p.K, p.SplitK = c.k, c.split })
		plan, err := p.Plan(p.Plainly())
		if err != nil {
			t.Fatal(err)
		}
		if got := int64(plan.Steps[0].Grid[2]); got != c.parts {
			t.Errorf("K = %d in %d parts: %d of them", c.k, c.split, got)
		}
	}
}
