package gemm

import (
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/tiling"
)

func normalized(t *testing.T, p *Problem) *Problem {
	t.Helper()
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTilingProblem: problems as package tiling has them.
func TestTilingProblem(t *testing.T) {
	for _, x := range []struct {
		chip   *arch.Chip
		typ    string
		layout Layout
		batch  int64
		want   string
	}{
		{&arch.GFX942, "fp8", NT, 1, "M 64, N 96, K 100, f8fnuz x f8fnuz -> f32, nt"},
		{&arch.GFX950, "fp8", NN, 1, "M 64, N 96, K 100, f8 x f8 -> f32, nn"},
		{&arch.GFX942, "bf8", TN, 1, "M 64, N 96, K 100, bf8fnuz x bf8fnuz -> f32, tn"},
		{&arch.GFX950, "i8", TT, 3, "batch 3, M 64, N 96, K 100, i8 x i8 -> i32, tt"},
		{&arch.GFX950, "f64", NT, 1, "M 64, N 96, K 100, f64 x f64 -> f64, nt"},
		{&arch.GFX950, "bf16", NT, 1, "M 64, N 96, K 100, bf16 x bf16 -> f32, nt"},
		{&arch.GFX950, "mxfp4", NT, 1, "M 64, N 96, K 4x32, f4 x f4 -> f32, nt"},
		{&arch.GFX950, "mxfp6", NT, 1, "M 64, N 96, K 4x32, f6 x f6 -> f32, nt"},
		{&arch.GFX950, "mxfp8", NT, 1, "M 64, N 96, K 4x32, f8 x f8 -> f32, nt"},
	} {
		p := normalized(t, &Problem{Chip: x.chip, M: 64, N: 96, K: 100, Batch: x.batch, A: named(x.typ), B: named(x.typ), Layout: x.layout, Alpha: 1})
		q := p.TilingProblem(true)
		if q.String() != x.want || !q.Accumulate || q.Scaled != p.A.Scaled {
			t.Errorf("%s: %s, want %s", x.typ, q, x.want)
		}
		if err := q.Check(); err != nil {
			t.Errorf("%s: %v", x.typ, err)
		}
	}
}

// TestTilingProduct: what a search sees of rows in memory.
func TestTilingProduct(t *testing.T) {
	for _, x := range []struct {
		p    Problem
		a, b int
	}{
		{Problem{M: 64, N: 64, K: 513, Layout: NT}, 2, 2},
		{Problem{M: 64, N: 64, K: 513, LDA: 520, Layout: NT}, 16, 2},
		{Problem{M: 64, N: 68, K: 513, Layout: NN}, 2, 8},
		{Problem{M: 64, N: 64, K: 512, Batch: 2, StrideA: 512*64 + 4}, 8, 128},
		{Problem{M: 64, N: 64, K: 512, Batch: 2, StrideA: SharedStride}, 128, 128},
	} {
		p := x.p
		p.Chip, p.A, p.B, p.Alpha = &arch.GFX950, named("bf16"), named("bf16"), 1
		y, err := normalized(t, &p).TilingProduct(arch.DefaultProduct(p.Chip))
		if err != nil {
			t.Fatal(err)
		}
		if y.AlignA != x.a || y.AlignB != x.b || y.OutBits != 16 || y.K != p.K {
			t.Errorf("%d x %d x %d: %+v, want alignments of %d and %d", p.M, p.N, p.K, y, x.a, x.b)
		}
	}
}

// TestConfigOf: every tile that the search may choose is a configuration, and one of each kind is a
// kernel.
func TestConfigOf(t *testing.T) {
	for _, chip := range []*arch.Chip{&arch.GFX942, &arch.GFX950} {
		for _, typ := range []string{"bf16", "fp8", "f32", "f64", "mxfp4", "mxfp6"} {
			if named(typ).On(chip) != nil {
				continue
			}
			p := normalized(t, &Problem{Chip: chip, M: 300, N: 1000, K: 700, A: named(typ), B: named(typ), Layout: NT, Alpha: 1})
			x, err := p.TilingProduct(arch.DefaultProduct(chip))
			if err != nil {
				t.Fatal(err)
			}
			c, err := tiling.Pick(x, tiling.PickOptions{SplitK: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, y := range c.Ranking {
				if err := ConfigOf(y.Tile).Check(p); err != nil {
					t.Fatalf("%s %s: %s: %v", chip.Name, typ, y.Tile, err)
				}
			}
			for _, i := range []int{0, len(c.Ranking) / 2, len(c.Ranking) - 1} {
				config := ConfigOf(c.Ranking[i].Tile)
				t.Run(fmt.Sprintf("%s %s %d", chip.Name, typ, i), func(t *testing.T) {
					if _, err := p.Plan(config); err != nil {
						t.Errorf("%s: %v", config, err)
					}
				})
			}
		}
	}
}
