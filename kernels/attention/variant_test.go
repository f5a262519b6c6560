package attention_test

import (
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
				if plan.Config.Variant != v || plan.Ways != plan.Config.Ways() {
					t.Errorf("%s on %s: %+v, conflicts of %d ways; Demand counts on %d", in, chip.Name, plan.Config, plan.Ways, plan.Config.Ways())
				}
			}
		}
	}
}
