package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/num"
	"heddle/sim"
)

// benchKernel makes a kernel that executes body (about 1,000 instructions)
// times, as one wave. Its argument is a buffer of 24 dwords for each lane, of
// which eight become v[96:103], the rest v[112:127].
func benchKernel(b *testing.B, body string, times int) (*sim.Device, *sim.Kernel) {
	b.Helper()
	source := fmt.Sprintf(`
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_dwordx2 s[2:3], s[0:1], 0x0
	v_mul_u32_u24 v1, 96, v0
	s_waitcnt lgkmcnt(0)
	global_load_dwordx4 v[96:99], v1, s[2:3]
	global_load_dwordx4 v[100:103], v1, s[2:3] offset:16
	global_load_dwordx4 v[112:115], v1, s[2:3] offset:32
	global_load_dwordx4 v[116:119], v1, s[2:3] offset:48
	global_load_dwordx4 v[120:123], v1, s[2:3] offset:64
	global_load_dwordx4 v[124:127], v1, s[2:3] offset:80
	s_waitcnt vmcnt(0)
	v_mov_b32 v1, 0
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
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
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
		{"v_add_u32", "v_add_u32 v%d, v112, v113"},
		{"v_fma_f32", "v_fma_f32 v%d, v112, v113, v114"},
		{"v_cmp_lt_f32", "v_cmp_lt_f32 vcc, v112, v113"},
		{"ds_read_b128", "ds_read_b128 v[40:43], v20\n\ts_waitcnt lgkmcnt(0)"},
	} {
		benchEngines(b, c.name, repeat(1000, c.line), 1000, 100, make([]uint32, benchDwords))
	}
	for _, c := range []struct{ op, format string }{{"v_mfma_f32_32x32x8_bf16", "bf16"}, {"v_mfma_f32_32x32x16_fp8_fp8", "fp8_fnuz"}} {
		for _, m := range matrixData {
			body := repeat(1000, c.op+" v[64:79], v[96:97], v[98:99], v[112:127]")
			if m.accumulate {
				row := repeat(1, c.op+" a[0:15], v[96:97], v[98:99], 0") + repeat(49, c.op+" a[0:15], v[96:97], v[98:99], a[0:15]")
				body = strings.Repeat(row, 20)
			}
			benchEngines(b, c.op+"/"+m.name, body, 1000, 20, m.make(c.format))
		}
	}
}

// benchDwords is the size of what the benchmark kernel loads.
const benchDwords = 64 * 24

// matrixData are kinds of numbers for matrix instructions: A and B are in the
// first four dwords of a lane, C in the last 16.
var matrixData = []struct {
	name       string
	accumulate bool // C is D, and 0 at the beginning of a row of 50
	make       func(format string) []uint32
}{
	{"normal", false, normalData},
	{"accumulate", true, normalData},
	{"any", false, func(string) []uint32 {
		rng, v := rand.New(rand.NewPCG(3, 4)), make([]uint32, benchDwords)
		for i := range v {
			v[i] = rng.Uint32()
		}
		return v
	}},
	{"zeros", true, func(string) []uint32 { return make([]uint32, benchDwords) }},
}

// normalData is N(0, 1) in the format of A and B; C is f32.
func normalData(format string) []uint32 {
	rng, v := rand.New(rand.NewPCG(1, 2)), make([]uint32, benchDwords)
	for i := range v {
		x := func() uint32 { return math.Float32bits(float32(rng.NormFloat64())) }
		switch {
		case i%24 >= 8:
			v[i] = x()
		case format == "bf16":
			for half := range 2 {
				v[i] |= uint32(num.F32ToBF16(x(), num.Env{})) << (16 * half)
			}
		default:
			for n := range 4 {
				v[i] |= num.FP8FNUZ.FromF32(x(), true) << (8 * n)
			}
		}
	}
	return v
}

// benchEngines measures n instructions, a number of times, with each engine.
func benchEngines(b *testing.B, name, body string, n, times int, data []uint32) {
	plain := 0.0
	for _, e := range []sim.Engine{sim.EnginePlain, sim.EngineAVX2, sim.EngineAVX512} {
		times := times
		if e == sim.EnginePlain {
			times = max(times/20, 1)
		}
		b.Run(name+"/"+e.String(), func(b *testing.B) {
			d, k := benchKernel(b, body, times)
			buffer, err := sim.Put(d, data)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				_, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(buffer)}, Options: sim.Options{Engine: e}})
				if err != nil {
					b.Fatal(err)
				}
			}
			each := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(n*times)
			b.ReportMetric(each, "ns/inst")
			b.ReportMetric(0, "ns/op")
			if e == sim.EnginePlain {
				plain = each
			} else if plain > 0 {
				b.ReportMetric(plain/each, "x-plain")
			}
		})
	}
}
