package gemm

import (
	"testing"

	"heddle/arch"
)

// TestDirectly: a tile that somebody names is loaded directly to the LDS where a lane can load 16 bytes of both
// factors so, and else stays as it is.
func TestDirectly(t *testing.T) {
	bf16, mxfp4, f64 := named("bf16"), named("mxfp4"), named("f64")
	for _, c := range []struct {
		why    string
		chip   *arch.Chip
		kind   *Type
		layout Layout
		k      int64
		direct bool
	}{
		{"rows of 16 bytes", &arch.GFX950, bf16, NT, 1024, true},
		{"transposed reads of 16-bit elements", &arch.GFX950, bf16, NN, 1024, true},
		{"rows of 8 bytes", &arch.GFX950, bf16, NT, 1028, false},
		{"no loads of 16 bytes", &arch.GFX942, bf16, NT, 1024, false},
		{"no transposed reads of 64-bit elements", &arch.GFX950, f64, NN, 1024, false},
		{"scales", &arch.GFX950, mxfp4, NT, 1024, false},
	} {
		p := &Problem{Chip: c.chip, M: 1024, N: 1024, K: c.k, A: c.kind, B: c.kind, Layout: c.layout, Alpha: 1}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		was := p.Plainly()
		is := was.Directly(p)
		if is.Direct != c.direct || is.Direct != (is.Schedule == Rotate) || !is.Direct && is != was {
			t.Errorf("%s: %v", c.why, is)
		}
	}
}

// TestChosenBuffers: a product of one step gets one buffer for direct loads (modelled: two take 1.01 times as long, heddle
// time gemm --mcpu gfx950 -m 4096 -n 4096 -k 64), and waves of few rows those of one matrix instruction of 16.
func TestChosenBuffers(t *testing.T) {
	for _, c := range []struct {
		chip         *arch.Chip
		m, n, k      int64
		rows, stages int
	}{
		{&arch.GFX950, 4096, 4096, 64, 64, 1},
		{&arch.GFX942, 512, 512, 4096, 16, 3},
		{&arch.GFX942, 1024, 1024, 1024, 16, 3},
	} {
		p := &Problem{Chip: c.chip, M: c.m, N: c.n, K: c.k, A: named("bf16"), B: named("bf16"), Out: named("bf16"), Layout: NT, Alpha: 1}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		if is := Choose(p); !is.Direct || is.BM/is.WavesM != c.rows || is.Stages != c.stages {
			t.Errorf("%s %dx%dx%d: %v; want direct loads, %d rows of a wave, %d buffers", c.chip.Name, c.m, c.n, c.k, is, c.rows, c.stages)
		}
	}
}
