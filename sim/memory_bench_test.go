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

// memoryKernel makes a kernel that executes setup, then body times, as one wave.
func memoryKernel(b *testing.B, setup, body string, times int) (*sim.Device, *sim.Kernel) {
	b.Helper()
	source := fmt.Sprintf(`
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
%s
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
		.amdhsa_kernarg_size 64
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_private_segment_fixed_size 64
	.end_amdhsa_kernel
`, setup, times, body)
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

// memoryBlock is eight loads of n dwords, or as many stores, and a wait.
func memoryBlock(line string, n int) string {
	var s strings.Builder
	for i := range 8 {
		fmt.Fprintf(&s, strings.Replace(line, "%s", "v[%d:%d]", 1)+"\n", 40+n*i, 40+n*i+n-1)
	}
	return s.String() + "\ts_waitcnt vmcnt(0) lgkmcnt(0)"
}

// memoryLines are the memory instructions of BenchmarkMemory. The lanes' places
// in the LDS are 16 bytes apart from v20 on, 272 from v21 on; v22 is a lane's
// number times 16, v[24:25] its place in global memory.
var memoryLines = []struct {
	line   string
	dwords int
}{
	{"ds_read_b32 %s, v20", 1},
	{"ds_read_b64 %s, v20", 2},
	{"ds_read_b128 %s, v20", 4},
	{"ds_read_b128 %s, v21", 4},
	{"ds_read2_b32 %s, v20 offset1:1", 2},
	{"ds_read2_b64 %s, v20 offset1:1", 4},
	{"ds_read_u16 %s, v20", 1},
	{"ds_write_b32 v20, %s", 1},
	{"ds_write_b64 v20, %s", 2},
	{"ds_write_b128 v20, %s", 4},
	{"ds_write_b128 v21, %s", 4},
	{"global_load_dword %s, v23, s[4:5]", 1},
	{"global_load_dword %s, v[24:25], off", 1},
	{"global_load_dwordx2 %s, v22, s[4:5]", 2},
	{"global_load_dwordx4 %s, v22, s[4:5]", 4},
	{"global_load_dwordx4 %s, v21, s[4:5]", 4},
	{"global_store_dword v23, %s, s[4:5]", 1},
	{"global_store_dwordx2 v22, %s, s[4:5]", 2},
	{"global_store_dwordx4 v22, %s, s[4:5]", 4},
	{"global_store_dwordx4 v21, %s, s[4:5]", 4},
	{"buffer_load_dword %s, v23, s[8:11], 0 offen", 1},
	{"buffer_load_dwordx4 %s, v22, s[8:11], 0 offen", 4},
	{"buffer_store_dwordx4 %s, v22, s[8:11], 0 offen", 4},
	{"flat_load_dwordx4 %s, v[24:25]", 4},
	{"ds_write_b16 v20, %s", 1},
	{"global_store_short v23, %s, s[4:5]", 1},
	{"scratch_load_dwordx4 %s, off, off offset:16", 4},
	{"scratch_store_dwordx4 off, %s, off offset:16", 4},
}

// memorySetup sets the registers that memoryLines use. The kernel has the
// address of a buffer in s[0:1].
const memorySetup = `
	s_load_dwordx2 s[4:5], s[0:1], 0
	v_lshlrev_b32 v20, 4, v0
	v_mul_u32_u24 v21, 0x110, v0
	v_mov_b32 v22, v20
	v_lshlrev_b32 v23, 2, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v25, s5
	v_add_co_u32 v24, vcc, s4, v22
	s_mov_b32 s8, s4
	s_mov_b32 s9, s5
	s_mov_b32 s10, 0x10000
	s_mov_b32 s11, 0x27000
`

// BenchmarkMemory measures memory instructions in nanoseconds an instruction of
// a wave: eight and a wait for all of them, or each with a wait.
func BenchmarkMemory(b *testing.B) {
	for _, c := range memoryLines {
		for _, e := range []sim.Engine{sim.EnginePlain, sim.EngineAVX2, sim.EngineAVX512} {
			for _, waits := range []string{"block", "each"} {
				body, n := memoryBlock("\t"+c.line, c.dwords), 512
				if waits == "each" {
					body = strings.ReplaceAll(body, "\n", "\n\ts_waitcnt vmcnt(0) lgkmcnt(0)\n")
				}
				name := strings.Join(strings.Fields(strings.ReplaceAll(strings.Replace(c.line, ", %s", "", 1), "%s, ", "")), "_")
				b.Run(name+"/"+e.String()+"/"+waits, func(b *testing.B) {
					times := 200
					d, k := memoryKernel(b, memorySetup, repeat(n/8, body), times)
					buf, err := d.Alloc(1 << 16)
					if err != nil {
						b.Fatal(err)
					}
					for b.Loop() {
						_, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(buf)}, Options: sim.Options{Engine: e}})
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
}
