package attention_test

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/kernels/attention"
)

// variantProblem is a problem on a chip.
func variantProblem(t *testing.T, chip *arch.Chip, in attention.Type, dim int64) *attention.Problem {
	t.Helper()
	return normalize(t, &attention.Problem{Chip: chip, In: in, Heads: 1, SeqQ: 512, SeqK: 512, HeadDim: dim})
}

// TestParseVariant: a variant may be named by its instruction or by its K; of those of one K the larger result
// is meant. Others are refused with what is accepted.
func TestParseVariant(t *testing.T) {
	for _, c := range []struct {
		chip  *arch.Chip
		in    attention.Type
		names string
		want  attention.Variant
	}{
		{&arch.GFX950, attention.FP8, "k16 K16 K=16 32x32x16", "32x32x16"},
		{&arch.GFX950, attention.FP8, "k64 32X32X64", "32x32x64"},
		{&arch.GFX950, attention.FP8, "k128 16x16x128", "16x16x128"},
		{&arch.GFX950, attention.FP8, "auto AUTO", attention.Auto},
		{&arch.GFX950, attention.BF16, "k16 32x32x16", "32x32x16"},
		{&arch.GFX950, attention.F16, "k8", "32x32x8"},
		{&arch.GFX942, attention.BF16, "k16 16x16x16", "16x16x16"},
		{&arch.GFX942, attention.FP8, "k32", "16x16x32"},
	} {
		p := variantProblem(t, c.chip, c.in, 128)
		for name := range strings.FieldsSeq(c.names) {
			if v, err := p.ParseVariant(name); err != nil || v != c.want {
				t.Errorf("%s on %s: %q is %q, %v; want %q", c.in, c.chip.Name, name, v, err, c.want)
			}
		}
	}
	for _, c := range []struct {
		chip *arch.Chip
		in   attention.Type
		dim  int64
		name string
		want string
	}{
		{&arch.GFX950, attention.BF16, 128, "k64", `Variant: "k64" is no variant of attention of bf16 and head dimension 128 on gfx950; need auto, 32x32x8 (k8), 32x32x16 (k16), 16x16x16, 16x16x32 (k32)`},
		{&arch.GFX942, attention.FP8, 128, "32x32x6", "need auto, 32x32x16 (k16), 16x16x32 (k32); did you mean 32x32x16?"}, // one letter off
		{&arch.GFX950, attention.FP8, 192, "16x16x128", "need auto, 32x32x16 (k16), 32x32x64 (k64), 16x16x32 (k32)"},       // 192 = 128 + 64
		{&arch.GFX950, attention.FP8, 128, "seed04", "need auto, 32x32x16 (k16), 32x32x64 (k64), 16x16x32 (k32), 16x16x128 (k128), seed004; did you mean seed004?"},
		{&arch.GFX950, attention.FP8, 64, "seed004", "need auto, 32x32x16 (k16), 32x32x64 (k64), 16x16x32 (k32)"}, // rows of 128 bytes
		{&arch.GFX950, attention.FP8, 128, "", "no variant"},
	} {
		p := variantProblem(t, c.chip, c.in, c.dim)
		if v, err := p.ParseVariant(c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q is %q, %v; want %q", c.name, v, err, c.want)
		}
	}
}

// TestVariants: there is a kernel of each variant, whose reads of LDS have the conflicts that its bound has: none
// but for Seed004.
func TestVariants(t *testing.T) {
	for _, chip := range chips {
		for _, in := range attention.InTypes {
			p := variantProblem(t, chip, in, 128)
			list := p.Variants()
			if len(list) < 2 || !slices.Contains(list, p.Choose().Variant) {
				t.Errorf("%s on %s has the variants %v, and %q is chosen", in, chip.Name, list, p.Choose().Variant)
			}
			for _, v := range list {
				plan, err := p.Plan(p.ChooseVariant(v))
				if err != nil {
					t.Fatal(err)
				}
				if plan.Config.Variant != v || plan.Ways() != plan.Config.Ways() {
					t.Errorf("%s on %s: %+v, conflicts of %d ways; Demand counts on %d", in, chip.Name, plan.Config, plan.Ways(), plan.Config.Ways())
				}
			}
		}
	}
}

// TestAutoVariant: what auto chooses; never the scheme to compare with. TestAttentionAuto of package verify times all.
func TestAutoVariant(t *testing.T) {
	for _, c := range []struct {
		chip *arch.Chip
		in   attention.Type
		dim  int64
		want attention.Variant
	}{
		{&arch.GFX950, attention.FP8, 128, "32x32x64"}, {&arch.GFX950, attention.FP8, 64, "32x32x64"}, {&arch.GFX950, attention.BF16, 128, "32x32x16"},
		{&arch.GFX950, attention.F16, 256, "32x32x16"}, {&arch.GFX942, attention.FP8, 128, "32x32x16"}, {&arch.GFX942, attention.BF16, 128, "32x32x8"},
		{&arch.GFX942, attention.BF16, 256, "16x16x16"},
	} {
		if v := variantProblem(t, c.chip, c.in, c.dim).Choose().Variant; v != c.want {
			t.Errorf("%s, head dimension %d on %s: %s, want %s", c.in, c.dim, c.chip.Name, v, c.want)
		}
	}
	for _, chip := range chips {
		for _, one := range attention.Random(chip, 4, 60) {
			p := &one.Problem
			if v := p.Choose().Variant; v == attention.Seed004 || !slices.Contains(p.Variants(), v) {
				t.Errorf("%s: %q", one.Flags(), v)
			}
		}
	}
}

// TestDemand: the bounds of docs/attention.md, in cycles of a SIMD for 64 scores.
func TestDemand(t *testing.T) {
	for _, c := range []struct {
		chip         *arch.Chip
		in           attention.Type
		exp          attention.Exponential
		qk           attention.Type
		v            attention.Variant
		matrix, valu float64 // with shadow
		lds, dma     float64
		unit         string
	}{
		{&arch.GFX950, attention.FP8, "", "", "32x32x16", 32, 26.375, 8, 8, "matrix core"},
		{&arch.GFX950, attention.FP8, "", "", "32x32x64", 17, 21.625, 8, 8, "vector ALU"},
		{&arch.GFX950, attention.FP8, "", "", "16x16x32", 32, 30.75, 8, 8, "matrix core"},
		{&arch.GFX950, attention.FP8, "", "", "16x16x128", 16, 28.375, 8, 8, "vector ALU"},
		{&arch.GFX950, attention.FP8, "", "", attention.Seed004, 24, 27.25, 48, 8, "LDS"},
		{&arch.GFX950, attention.FP8, attention.ExpBits, "", "32x32x64", 16, 17.375, 8, 8, "vector ALU"},
		{&arch.GFX950, attention.FP8, attention.ExpBits, "", "16x16x128", 16, 20.375, 8, 8, "vector ALU"},
		{&arch.GFX950, attention.FP8, "", attention.MXFP8, "32x32x64", 17, 21.625, 8, 8, "vector ALU"},
		{&arch.GFX950, attention.FP8, "", attention.MXFP4, "32x32x64", 13, 21.125, 6, 6, "vector ALU"},
		{&arch.GFX950, attention.FP8, attention.ExpBits, attention.MXFP4, "32x32x64", 12, 16.875, 6, 6, "vector ALU"},
		{&arch.GFX950, attention.BF16, "", "", "32x32x16", 32, 28.75, 16, 16, "matrix core"},
		{&arch.GFX942, attention.BF16, "", "", "32x32x8", 64, 48.75, 32, 16, "matrix core"},
	} {
		p := variantProblem(t, c.chip, c.in, 128)
		p.Exp, p.QK = c.exp, c.qk
		d := p.Demand(p.ChooseVariant(c.v))
		if _, unit := d.Bound(); d.Matrix != c.matrix || d.VALU()+d.Shadow != c.valu || d.LDS != c.lds || d.DMA != c.dma || unit != c.unit {
			t.Errorf("%s of %s on %s: %+v, %s binds; vector ALU %v", c.v, c.in, c.chip.Name, d, unit, d.VALU()+d.Shadow)
		}
		if config := p.ChooseVariant(c.v); config.Priority != (c.unit == "vector ALU" || c.unit == "matrix core" && (c.chip == &arch.GFX950 || config.Schedule == attention.Ahead)) || d.Paired() > max(c.valu, c.matrix, c.lds) || d.Paired() < d.Exp+d.Shadow {
			t.Errorf("%s: %+v, bound with shared slots %v", c.v, config, d.Paired())
		}
		if c.v == "32x32x64" && c.exp == "" && c.qk == "" && d.Paired() != 18.5 { // 3.125 of 6.25 shared
			t.Errorf("with shared slots %v", d.Paired())
		}
		sum := map[string]float64{}
		for _, part := range d.Parts() {
			sum[part.Unit] += part.Cycles
		}
		if sum["matrix core"] != c.matrix || sum["vector ALU"] != c.valu || sum["LDS"] != c.lds || sum["L1"] != c.dma {
			t.Errorf("the parts of %s add up to %v", c.v, sum)
		}
	}
	for way, convert := range map[attention.Rounding]float64{attention.RoundZero: 2, attention.RoundAway: 6, attention.RoundEven: 10} {
		p := variantProblem(t, &arch.GFX942, attention.BF16, 128)
		if p.PRound = way; p.Demand(p.Choose()).Convert != convert {
			t.Errorf("P by %s takes %v cycles, want %v", way, p.Demand(p.Choose()).Convert, convert)
		}
	}
	causal := variantProblem(t, &arch.GFX950, attention.BF16, 128)
	causal.Causal = true
	if c := causal.Choose(); c.Schedule != attention.Ahead || !c.Priority {
		t.Errorf("%+v under a causal mask, want products that do not wait for each other", c)
	}
	causal.ALiBi = make([]float32, causal.Heads)
	if c := causal.Choose(); c.Schedule != attention.Overlap || c.Priority {
		t.Errorf("%+v under a causal mask, want products that wait for their reads, and no priority", c)
	}
	// Without what is not needed, seed004 is K=64 that adds as it does.
	p := variantProblem(t, &arch.GFX950, attention.FP8, 128)
	adds := p.ChooseVariant("32x32x64")
	adds.SumByProduct = false
	seed, best := p.Demand(p.ChooseVariant(attention.Seed004)), p.Demand(adds)
	left := map[string]float64{"matrix core": seed.Matrix, "vector ALU": seed.VALU() + seed.Shadow, "LDS": seed.LDS}
	for _, part := range p.Unneeded(p.ChooseVariant(attention.Seed004)) {
		left[part.Unit] -= part.Cycles
	}
	if left["matrix core"] != best.Matrix || left["vector ALU"] != best.VALU()+best.Shadow || left["LDS"] != best.LDS {
		t.Errorf("without its reasons seed004 has %v, K=64 %+v", left, best)
	}
}

// TestSumByProduct: the matrix core adds where it has time and the registers are there; not where the sum has to be that of P
// before it is rounded.
func TestSumByProduct(t *testing.T) {
	for _, c := range []struct {
		what string
		chip *arch.Chip
		in   attention.Type
		dim  int64
		with func(*attention.Problem)
		v    attention.Variant
		want bool
	}{
		{"fp8", &arch.GFX950, attention.FP8, 128, nil, attention.Auto, true},
		{"a small head", &arch.GFX950, attention.FP8, 64, nil, attention.Auto, true},
		{"a large head", &arch.GFX950, attention.FP8, 192, nil, attention.Auto, false},
		{"LSE", &arch.GFX950, attention.FP8, 128, func(p *attention.Problem) { p.LSE = true }, attention.Auto, false},
		{"by bits", &arch.GFX950, attention.FP8, 128, func(p *attention.Problem) { p.Exp = attention.ExpBits }, attention.Auto, false},
		{"MX types", &arch.GFX950, attention.FP8, 128, func(p *attention.Problem) { p.QK = attention.MXFP4 }, attention.Auto, true},
		{"K=16", &arch.GFX950, attention.FP8, 128, nil, "32x32x16", false},
		{"16 columns", &arch.GFX950, attention.FP8, 128, nil, "16x16x128", false},
		{"the seed's", &arch.GFX950, attention.FP8, 128, nil, attention.Seed004, false},
		{"bf16", &arch.GFX950, attention.BF16, 128, nil, attention.Auto, false},
		{"gfx942", &arch.GFX942, attention.FP8, 128, nil, attention.Auto, false},
	} {
		p := variantProblem(t, c.chip, c.in, c.dim)
		if c.with != nil {
			c.with(p)
		}
		config := p.ChooseVariant(c.v)
		if config.SumByProduct != c.want {
			t.Errorf("%s: %+v", c.what, config)
		}
		if config.SumByProduct = true; !c.want && c.what != "a large head" && c.what != "16 columns" {
			if _, err := p.Plan(config); err == nil || !strings.Contains(err.Error(), "SumByProduct") {
				t.Errorf("%s has sums by product: %v", c.what, err)
			}
		}
	}
}

// TestReads: reads of K and of V have no conflicts for any head dimension, type and variant but Seed004; there is
// a proof for each piece of the head dimension, and for V.
func TestReads(t *testing.T) {
	for _, chip := range chips {
		for _, in := range attention.InTypes {
			for _, dim := range attention.HeadDims {
				p := variantProblem(t, chip, in, dim[0])
				for _, v := range p.Variants() {
					if v == attention.Seed004 {
						continue
					}
					plan, err := p.Plan(p.ChooseVariant(v))
					if err != nil {
						t.Fatal(err)
					}
					pieces := bits.OnesCount64(uint64(dim[0]))
					if plan.Config.Schedule == attention.Ahead && chip == &arch.GFX950 {
						pieces *= 2 // the second one is read during the product of the first
					}
					if n := len(plan.Reads); n != pieces+1 || plan.Reads[0].Tensor != "k" || plan.Reads[n-1].Tensor != "v" || plan.Ways() != [2]int{1, 1} {
						t.Errorf("%s %s, head dimension %d, %s: %+v", chip.Name, in, dim[0], v, plan.Reads)
					}
				}
			}
		}
	}
}
