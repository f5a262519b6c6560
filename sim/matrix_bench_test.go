package sim

import (
	"math/rand/v2"
	"testing"

	"heddle/isa"
)

func BenchmarkMatrix(b *testing.B) {
	for _, c := range []struct {
		target     *isa.Target
		name, mods string
	}{
		{isa.GFX942, "v_mfma_f32_32x32x8_f16", ""},
		{isa.GFX942, "v_mfma_f32_16x16x16_bf16", ""},
		{isa.GFX942, "v_mfma_f32_32x32x2_f32", ""},
		{isa.GFX942, "v_mfma_f32_32x32x4_xf32", ""},
		{isa.GFX942, "v_mfma_f64_16x16x4_f64", ""},
		{isa.GFX942, "v_mfma_i32_32x32x16_i8", ""},
		{isa.GFX942, "v_mfma_f32_32x32x16_fp8_fp8", ""},
		{isa.GFX942, "v_smfmac_f32_32x32x16_f16", ""},
		{isa.GFX950, "v_mfma_f32_32x32x16_f16", ""},
		{isa.GFX950, "v_mfma_f32_16x16x128_f8f6f4", "cbsz:4 blgp:4"},
		{isa.GFX950, "v_mfma_scale_f32_32x32x64_f8f6f4", "op_sel_hi:[0,0,0]"},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := newMatrixRig(b, c.target, c.name, c.mods)
			rng := rand.New(rand.NewPCG(1, 2))
			for reg := range rigIndex {
				for l := range r.w.vgpr[reg] {
					r.w.vgpr[reg][l] = rng.Uint32() & 0x3f3f3f3f
				}
			}
			for l := range 64 {
				r.w.vgpr[rigScaleA][l], r.w.vgpr[rigScaleB][l] = 0x7f, 0x80
			}
			for b.Loop() {
				r.run()
			}
		})
	}
}
