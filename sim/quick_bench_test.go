package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	simd "heddle/sim/lanes"
)

// BenchmarkQuick is a straight run of one instruction, over 16 registers, in
// each level and in the plain engine; the time is that of one execution.
func BenchmarkQuick(b *testing.B) {
	target := targetNamed(b, "gfx950")
	for _, bench := range quickBenches {
		for level := simd.None; level <= simd.Best(); level++ {
			b.Run(bench.name+"/"+level.String(), func(b *testing.B) {
				w := testWave(target)
				r := rand.New(rand.NewPCG(1, 1))
				for i := range 8 {
					for l := range w.vgpr[i] {
						w.vgpr[i][l] = math.Float32bits(float32(r.NormFloat64()))
					}
				}
				w.sgpr[2], w.sgpr[3] = 0x3f800000, 0x3e800000
				w.setExec(bench.exec)
				var run [8]*instr
				for i := range run {
					text := bench.text[i%len(bench.text)]
					run[i] = bindText(b, target, text)
				}
				if level != simd.None && run[0].quick[level].run == nil {
					b.Fatal("no kernel")
				}
				for n := 0; b.Loop(); n++ {
					in := run[n&7]
					if level == simd.None {
						in.run(w, in)
					} else {
						in.quick[level].run(w, in)
					}
				}
			})
		}
	}
}

var quickBenches = []struct {
	name string
	exec uint64
	text []string
}{
	{"fma", ^uint64(0), []string{"v_fma_f32 v0, v1, v2, v3", "v_fma_f32 v4, v1, v2, v3", "v_fma_f32 v5, v1, v2, v3", "v_fma_f32 v0, v1, v3, v2"}},
	{"fmac", ^uint64(0), []string{"v_fmac_f32_e32 v0, v1, v2", "v_fmac_f32_e32 v3, v1, v2"}},
	{"fma/half", 0x5555555555555555, []string{"v_fma_f32 v0, v1, v2, v3", "v_fma_f32 v4, v1, v2, v3"}},
	{"fma/scalar", ^uint64(0), []string{"v_fma_f32 v0, v1, s2, v3", "v_fma_f32 v4, v1, s3, v3"}},
	{"fma/neg", ^uint64(0), []string{"v_fma_f32 v0, v1, -v2, v3", "v_fma_f32 v4, v1, -v2, v3"}},
	{"exp", ^uint64(0), []string{"v_exp_f32_e32 v0, v1"}},
	{"rcp", ^uint64(0), []string{"v_rcp_f32_e32 v0, v1"}},
	{"mul_lo", ^uint64(0), []string{"v_mul_lo_u32 v0, v1, v2"}},
	{"mad_u64", ^uint64(0), []string{"v_mad_u64_u32 v[0:1], vcc, v2, v3, v[4:5]"}},
	{"perm", ^uint64(0), []string{"v_perm_b32 v0, v1, v2, v3"}},
	{"cvt_pkrtz", ^uint64(0), []string{"v_cvt_pkrtz_f16_f32 v0, v1, v2"}},
	{"pk_fma_f16", ^uint64(0), []string{"v_pk_fma_f16 v0, v10, v11, v12"}},
	{"add", ^uint64(0), []string{"v_add_u32_e32 v0, v1, v2", "v_add_u32_e32 v3, v1, v4"}},
	{"add/constant", ^uint64(0), []string{"v_add_u32_e32 v0, 5, v2", "v_add_u32_e32 v3, 7, v4"}},
	{"mov", ^uint64(0), []string{"v_mov_b32_e32 v0, v1", "v_mov_b32_e32 v3, v2"}},
	{"cmp", ^uint64(0), []string{"v_cmp_lt_i32_e32 vcc, v0, v1"}},
	{"cndmask", ^uint64(0), []string{"v_cndmask_b32_e32 v0, v1, v2, vcc"}},
	{"addc", ^uint64(0), []string{"v_addc_co_u32_e32 v0, vcc, v1, v2, vcc"}},
	{"pk_fma", ^uint64(0), []string{"v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[2:3]"}},
	{"fma64", ^uint64(0), []string{"v_fma_f64 v[0:1], v[2:3], v[4:5], v[2:3]"}},
	{"bitop3", ^uint64(0), []string{"v_bitop3_b32 v0, v1, v2, v3 bitop3:0x96"}},
}
