package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
)

// benchKernel makes a kernel that executes body (about 1,000 instructions)
// times, as one wave.
func benchKernel(b *testing.B, body string, times int) (*sim.Device, *sim.Kernel) {
	b.Helper()
	source := fmt.Sprintf(`
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_mov_b32 s20, %d
.Lloop:
%s
	s_sub_u32 s20, s20, 1
	s_cmp_lg_u32 s20, 0
	s_cbranch_scc1 .Lloop
	s_endpgm
.Lend:
	.size k, .Lend-k
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 256
		.amdhsa_next_free_sgpr 64
		.amdhsa_accum_offset 128
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_group_segment_fixed_size 65536
	.end_amdhsa_kernel
`, times, body)
	res, err := asm.Assemble([]byte(source), asm.Options{File: "bench.s", Chip: &arch.GFX942})
	if err != nil {
		b.Fatal(err)
	}
	code, err := hsaco.Link(res.Module)
	if err != nil {
		b.Fatal(err)
	}
	object, err := hsaco.Open(code, "")
	if err != nil {
		b.Fatal(err)
	}
	d := sim.NewDevice(object.Chip)
	m, err := d.Load(object)
	if err != nil {
		b.Fatal(err)
	}
	k, err := m.Kernel("k")
	if err != nil {
		b.Fatal(err)
	}
	return d, k
}

// repeat makes n lines; a %d in them counts from 0 to 15.
func repeat(n int, line string) string {
	var s strings.Builder
	for i := range n {
		if strings.Contains(line, "%d") {
			fmt.Fprintf(&s, "\t"+line+"\n", i%16)
		} else {
			s.WriteString("\t" + line + "\n")
		}
	}
	return s.String()
}

// BenchmarkEngine measures straight runs of one instruction, in nanoseconds an
// instruction of a wave, with each engine that the CPU has.
func BenchmarkEngine(b *testing.B) {
	for _, c := range []struct{ name, line string }{
		{"s_add_u32", "s_add_u32 s%d, s22, s23"},
		{"s_cmp_lg_u32", "s_cmp_lg_u32 s%d, s23"},
		{"s_and_b64", "s_and_b64 s[24:25], s[26:27], s[28:29]"},
		{"s_lshl_b32", "s_lshl_b32 s%d, s22, 3"},
		{"s_mul_i32", "s_mul_i32 s%d, s22, s23"},
		{"s_cselect_b32", "s_cselect_b32 s%d, s22, s23"},
		{"s_mov_b32", "s_mov_b32 s%d, 0x12345678"},
		{"s_nop", "s_nop 0"},
		{"s_waitcnt", "s_waitcnt vmcnt(0)"},
		{"v_add_u32", "v_add_u32 v%d, v20, v21"},
		{"v_fma_f32", "v_fma_f32 v%d, v20, v21, v22"},
		{"v_cmp_lt_f32", "v_cmp_lt_f32 vcc, v20, v21"},
		{"ds_read_b128", "ds_read_b128 v[40:43], v20\n\ts_waitcnt lgkmcnt(0)"},
		{"v_mfma_f32_32x32x8_bf16", "v_mfma_f32_32x32x8_bf16 a[0:15], v[20:21], v[22:23], a[0:15]"},
		{"v_mfma_f32_32x32x16_fp8_fp8", "v_mfma_f32_32x32x16_fp8_fp8 a[0:15], v[20:21], v[22:23], a[0:15]"},
	} {
		n, times := 1000, 100
		if strings.HasPrefix(c.name, "v_mfma") {
			times = 2
		}
		for _, e := range []sim.Engine{sim.EnginePlain, sim.EngineAVX2, sim.EngineAVX512} {
			b.Run(c.name+"/"+e.String(), func(b *testing.B) {
				d, k := benchKernel(b, repeat(n, c.line), times)
				for b.Loop() {
					_, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Options: sim.Options{Engine: e}})
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*times), "ns/inst")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
