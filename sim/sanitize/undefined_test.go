package sanitize_test

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
)

// prologue of the kernels of these tests: v1 is 4 * lane, s[4:5] the buffer.
const undefinedPrologue = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_and_b32 v1, 0x3ff, v0
	v_lshlrev_b32 v1, 2, v1
	s_waitcnt lgkmcnt(0)
`

// undefinedCases are kernels with what is found in them: the instruction and
// the beginning of the message, one a line; nothing for clean ones.
var undefinedCases = []struct {
	name, body, want string
	waves            uint32
}{
	// The sinks.
	{name: "store", body: "global_store_dword v1, v7, s[4:5]", want: "global_store_dword v1, v7, s[4:5]: stores v7,"},
	{name: "store of an AGPR", body: "global_store_dword v1, a7, s[4:5]", want: "global_store_dword v1, a7, s[4:5]: stores a7,"},
	{name: "scalar register stored", body: "v_mov_b32 v2, s9\nglobal_store_dword v1, v2, s[4:5]", want: "global_store_dword v1, v2, s[4:5]: stores v2,"},
	{name: "address", body: "global_load_dword v2, v3, s[4:5]", want: "global_load_dword v2, v3, s[4:5]: takes its address from v3,"},
	{name: "base address", body: "s_mov_b64 s[6:7], s[4:5]\ns_mov_b32 s7, s9\nglobal_load_dword v2, v1, s[6:7]", want: "global_load_dword v2, v1, s[6:7]: takes its address from s7,"},
	{name: "scalar address", body: "s_load_dword s8, s[10:11], 0x0", want: "s_load_dword s8, s[10:11], 0x0: takes its address from s10,"},
	{name: "LDS address", body: "ds_write_b32 v3, v1", want: "ds_write_b32 v3, v1: takes its address from v3,"},
	{name: "scratch is no sink", body: "v_mov_b32 v2, v9"},
	{name: "resource", body: "s_mov_b64 s[8:9], s[4:5]\ns_mov_b32 s10, 64\nbuffer_load_dword v2, v1, s[8:11], 0 offen", want: "buffer_load_dword v2, v1, s[8:11], 0 offen: takes its address from s11,"},
	{name: "branch on SCC", body: "s_cmp_eq_u32 s9, 0\ns_cbranch_scc1 .L\n.L:", want: "s_cbranch_scc1 0: branches on scc,"},
	{name: "branch on VCC", body: "v_cmp_eq_u32 vcc, v7, v1\ns_cbranch_vccnz .L\n.L:", want: "s_cbranch_vccnz 0: branches on vcc_lo,"},
	{name: "branch target", body: "s_getpc_b64 s[8:9]\ns_add_u32 s8, s8, 16\ns_addc_u32 s9, s9, s11\ns_and_b32 s9, s9, 0xffff\ns_setpc_b64 s[8:9]", want: "s_setpc_b64 s[8:9]: branches on bits 0xffff of s9,"},
	{name: "EXEC", body: "s_mov_b64 exec, s[10:11]", want: "s_mov_b64 exec, s[10:11]: writes EXEC"},
	{name: "EXEC saved", body: "s_and_saveexec_b64 s[8:9], s[10:11]", want: "s_and_saveexec_b64 s[8:9], s[10:11]: writes EXEC"},
	{name: "EXEC from a comparison", body: "v_cmp_eq_u32 exec, v7, v1", want: "v_cmp_eq_u32_e64 exec, v7, v1: writes EXEC"},
	{name: "EXEC from a lane", body: "v_readlane_b32 exec_lo, v7, 1", want: "v_readlane_b32 exec_lo, v7, 1: writes EXEC"},
	{name: "LDS by M0", body: "global_load_lds_dword v1, s[4:5]", want: "global_load_lds_dword v1, s[4:5]: takes its address from m0,"},
	{name: "EXEC compared", body: "v_cmpx_eq_u32 vcc, v7, v1", want: "v_cmpx_eq_u32_e32 vcc, v7, v1: writes EXEC"},
	{name: "LDS of another wave", waves: 2, body: "ds_write_b32 v1, v7\ns_waitcnt lgkmcnt(0)\ns_barrier\nv_xor_b32 v2, 0x100, v1\nds_read_b32 v3, v2\ns_waitcnt lgkmcnt(0)",
		want: "ds_read_b32 v3, v2: reads LDS in which another wave stored undefined data"},
	{name: "LDS that nobody wrote", body: "ds_read_b32 v3, v1\ns_waitcnt lgkmcnt(0)\nglobal_store_dword v1, v3, s[4:5]", want: "global_store_dword v1, v3, s[4:5]: stores v3,"},
	{name: "atomic", body: "global_atomic_add v1, v7, s[4:5]", want: "global_atomic_add v1, v7, s[4:5]: stores v7,"},
	{name: "index", body: "s_set_gpr_idx_on s9, gpr_idx(SRC0)\nv_mov_b32 v2, v1\ns_set_gpr_idx_off", want: "v_mov_b32_e32 v2, v1: chooses registers by bits 0xff of m0,"},
	{name: "relative move", body: "s_movrels_b32 s9, s4", want: "s_movrels_b32 s9, s4: chooses registers by m0,"},

	// Behind the arguments, which have 64 bytes: read, but not used.
	{name: "surplus", body: "s_load_dwordx4 s[8:11], s[0:1], 0x38\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v2, s9\nglobal_store_dword v1, v2, s[4:5]"},
	{name: "surplus used", body: "s_load_dwordx4 s[8:11], s[0:1], 0x38\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v2, s10\nglobal_store_dword v1, v2, s[4:5]",
		want: "global_store_dword v1, v2, s[4:5]: stores v2,"},
	{name: "surplus of many dwords", body: "s_load_dwordx16 s[8:23], s[0:1], 0x20\ns_waitcnt lgkmcnt(0)\ns_cmp_eq_u32 s15, 0\ns_cbranch_scc1 .L\n.L:\ns_cmp_eq_u32 s16, 0\ns_cbranch_scc1 .M\n.M:",
		want: "s_cbranch_scc1 0: branches on scc,"},
	{name: "surplus over what was defined", body: "s_mov_b32 s10, 0\ns_load_dwordx4 s[8:11], s[0:1], 0x38\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s11, s10\ns_mov_b32 s10, 0\nv_mov_b32 v2, s10\nglobal_store_dword v1, v2, s[4:5]\nv_mov_b32 v2, s11\nglobal_store_dword v1, v2, s[4:5]",
		want: "global_store_dword v1, v2, s[4:5]: stores v2,"},

	// On the way there.
	{name: "copies", body: "v_mov_b32 v2, v7\nv_accvgpr_write_b32 a3, v2\nv_accvgpr_read_b32 v4, a3\nglobal_store_dword v1, v4, s[4:5]", want: "global_store_dword v1, v4, s[4:5]: stores v4,"},
	{name: "spills", body: "scratch_store_dword off, v7, off offset:16\nscratch_load_dword v4, off, off offset:16\ns_waitcnt vmcnt(0)\nglobal_store_dword v1, v4, s[4:5]", want: "global_store_dword v1, v4, s[4:5]: stores v4,"},
	{name: "scratch that nobody wrote", body: "scratch_load_dword v4, off, off offset:16\ns_waitcnt vmcnt(0)\nglobal_store_dword v1, v4, s[4:5]", want: "global_store_dword v1, v4, s[4:5]: stores v4,"},
	{name: "lanes", body: "v_writelane_b32 v2, s4, 3\nv_readlane_b32 s8, v2, 4\nv_mov_b32 v3, s8\nglobal_store_dword v1, v3, s[4:5]", want: "global_store_dword v1, v3, s[4:5]: stores v3,"},
	{name: "other lanes", body: "s_mov_b64 exec, 1\nv_mov_b32 v2, 0\ns_mov_b64 exec, -1\nglobal_store_dword v1, v2, s[4:5]", want: "global_store_dword v1, v2, s[4:5]: stores v2,"},
	{name: "kept half", body: "v_add_f16_sdwa v2, v1, v1 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD\nglobal_store_dword v1, v2, s[4:5]",
		want: "global_store_dword v1, v2, s[4:5]: stores bits 0xffff0000 of v2,"},
	{name: "always kept half", body: "v_fma_f16 v2, v1, v1, v1\nglobal_store_dword v1, v2, s[4:5]", want: "global_store_dword v1, v2, s[4:5]: stores bits 0xffff0000 of v2,"},
	{name: "always kept half, defined", body: "v_mov_b32 v2, v1\nv_mad_u16 v2, v1, v1, v1\nglobal_store_dword v1, v2, s[4:5]"},
	{name: "half that is cleared", body: "v_mad_legacy_u16 v2, v1, v1, v1\nglobal_store_dword v1, v2, s[4:5]"},
	{name: "DPP", body: "s_mov_b64 exec, 1\nv_mov_b32 v2, 0\ns_mov_b64 exec, -1\nv_mov_b32_dpp v3, v2 row_ror:1 row_mask:0xf bank_mask:0xf\ns_mov_b64 exec, 2\nglobal_store_dword v1, v3, s[4:5]\ns_mov_b64 exec, 1\nglobal_store_dword v1, v3, s[4:5] offset:8",
		want: "global_store_dword v1, v3, s[4:5] offset:8: stores v3,"},
	{name: "bpermute", body: "ds_bpermute_b32 v3, v1, v7\ns_waitcnt lgkmcnt(0)\nglobal_store_dword v1, v3, s[4:5]", want: "global_store_dword v1, v3, s[4:5]: stores v3,"},
	{name: "MFMA", body: "v_mov_b32 v2, 0\nv_mov_b32 v3, 0\ns_nop 4\nv_mfma_f32_4x4x4_16b_f16 v[8:11], v[2:3], v[2:3], v[8:11]\ns_nop 7\nv_mfma_f32_4x4x4_16b_f16 v[12:15], v[2:3], v[8:9], 0\ns_nop 15\nglobal_store_dword v1, v12, s[4:5]",
		want: "global_store_dword v1, v12, s[4:5]: stores v12,"},
	{name: "a sum", body: "v_add_u32 v2, v7, v1\nglobal_store_dword v1, v2, s[4:5]", want: "global_store_dword v1, v2, s[4:5]: stores v2,"},
	{name: "bits of a sum", body: "v_and_b32 v7, 0xff00, v7\nv_add_u32 v2, v7, v1\nglobal_store_byte v1, v2, s[4:5]\nglobal_store_short v1, v2, s[4:5] offset:4", want: "global_store_short v1, v2, s[4:5] offset:4: stores bits 0xff00 of v2,"},

	// Clean.
	{name: "xor of itself", body: "v_xor_b32 v2, v7, v7\ns_xor_b64 s[8:9], s[10:11], s[10:11]\nv_add_u32 v2, s8, v2\nglobal_store_dword v1, v2, s[4:5]"},
	{name: "and with 0", body: "v_and_b32 v2, 0, v7\nv_or_b32 v3, -1, v7\nv_and_b32 v2, v2, v3\nglobal_store_dword v1, v2, s[4:5]"},
	{name: "half of it", body: "v_lshlrev_b32 v2, 16, v7\nglobal_store_short v1, v2, s[4:5]"},
	{name: "upper half ignored", body: "v_mov_b32 v2, v7\ns_mov_b32 s8, 0xffff\nv_bfi_b32 v2, s8, v1, v2\nv_and_b32 v3, 0xffff, v2\nglobal_store_dword v1, v3, s[4:5]\nv_cvt_f32_f16 v4, v2\nglobal_store_dword v1, v4, s[4:5] offset:256"},
	{name: "one lane", body: "v_writelane_b32 v2, s4, 3\nv_readlane_b32 s8, v2, 3\nv_mov_b32 v3, s8\nglobal_store_dword v1, v3, s[4:5]"},
	{name: "inactive lanes", body: "s_mov_b64 exec, 0xff\nv_mov_b32 v2, 0\nglobal_store_dword v1, v2, s[4:5]"},
	{name: "part of a tuple", body: "v_mov_b32 v2, 0\nv_mov_b32 v3, 0\nglobal_store_dwordx2 v1, v[2:3], s[4:5]\nglobal_store_dword v1, v2, s[4:5] offset:1024"},
	{name: "spilled and not used", body: "scratch_store_dwordx4 off, v[8:11], off\nscratch_load_dwordx4 v[12:15], off, off\ns_waitcnt vmcnt(0)\nv_mov_b32 v2, v12"},
	{name: "masks of loops", body: "s_andn2_b64 s[8:9], s[8:9], exec\ns_and_b64 s[10:11], exec, exec\ns_or_b64 s[8:9], s[8:9], s[10:11]\ns_andn2_b64 exec, exec, s[8:9]\ns_cbranch_execz .L\n.L:"},
	{name: "masks where lanes are off", body: "s_mov_b64 exec, 0xff\ns_andn2_b64 s[8:9], s[8:9], exec\ns_andn2_b64 exec, exec, s[8:9]"},
	{name: "selected", body: "v_cmp_eq_u32 vcc, v1, v1\nv_cndmask_b32 v2, v7, v1, vcc\nglobal_store_dword v1, v2, s[4:5]"},
	{name: "known comparison", body: "v_or_b32 v2, 0x100, v7\nv_cmp_eq_u32 vcc, 0, v2\ns_cbranch_vccnz .L\n.L:\ns_or_b32 s8, s8, 1\ns_cbranch_scc0 .L2\n.L2:"},
	{name: "LDS of the wave", body: "ds_write_b32 v1, v7\nds_read_b32 v3, v1\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v2, v3"},
	{name: "FLAT_SCRATCH and EXEC", body: "s_mov_b64 s[8:9], flat_scratch\ns_mov_b64 s[10:11], exec\ns_cmp_eq_u64 s[8:9], s[10:11]\ns_cbranch_scc1 .L\n.L:"},
	{name: "fp8 put together", body: "v_cvt_pk_fp8_f32 v2, v1, v1\nv_cvt_pk_fp8_f32 v2, v1, v1 op_sel:[0,0,1]\nglobal_store_dword v1, v2, s[4:5]"},
	{name: "mixed halves", body: "v_fma_mixlo_f16 v2, v1, v1, v1\nv_fma_mixhi_f16 v2, v1, v1, v1\nglobal_store_dword v1, v2, s[4:5]"},
	{name: "MFMA over any EXEC", body: "v_mov_b32 v2, 0\nv_mov_b32 v3, 0\ns_mov_b64 exec, 1\nv_mfma_f32_4x4x4_16b_f16 v[8:11], v[2:3], v[2:3], 0\ns_mov_b64 exec, -1\ns_nop 7\nglobal_store_dwordx4 v1, v[8:11], s[4:5]"},
}

// briefUndefined are findings as undefinedCases have them.
func briefUndefined(found []sanitize.Finding) string {
	var lines []string
	for _, f := range found {
		lines = append(lines, f.Text+": "+f.Message)
	}
	return strings.Join(lines, "\n")
}

// TestUndefined: what reaches a sink is found where it does, and what does not
// is not.
func TestUndefined(t *testing.T) {
	for _, c := range undefinedCases {
		for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate} {
			s := source{body: undefinedPrologue + c.body, waves: c.waves, options: sim.Options{Schedule: schedule}, scratch: 256}
			found, err := s.run(t, "undefined", nil)
			if err != nil && c.want == "" {
				t.Errorf("%s: %v", c.name, err)
			}
			got := briefUndefined(found)
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) || strings.Count(got, "\n") > strings.Count(c.want, "\n")+1 {
				t.Errorf("%s, schedule %d: found\n%s\nwant\n%s", c.name, schedule, got, c.want)
			}
		}
	}
}

// undefinedMemory are kernels on a buffer that is undefined, with what is found
// in them.
var undefinedMemory = []struct{ name, body, want string }{
	{"vector load", "global_load_dword v2, v1, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_store_dword v1, v2, s[4:5] offset:512", "global_store_dword v1, v2, s[4:5] offset:512: stores v2,"},
	{"load of bytes", "global_load_sbyte v2, v1, s[4:5]\ns_waitcnt vmcnt(0)\nv_and_b32 v2, 0xff00, v2\nglobal_store_dword v1, v2, s[4:5]", "global_store_dword v1, v2, s[4:5]: stores bits 0xff00 of v2,"},
	{"load of unsigned bytes", "global_load_ubyte v2, v1, s[4:5]\ns_waitcnt vmcnt(0)\nv_and_b32 v2, 0xff00, v2\nglobal_store_dword v1, v2, s[4:5]", ""},
	{"half", "v_mov_b32 v2, 0\nglobal_load_short_d16_hi v2, v1, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_store_dword v1, v2, s[4:5]", "global_store_dword v1, v2, s[4:5]: stores bits 0xffff0000 of v2,"},
	{"scalar load", "s_load_dwordx4 s[8:11], s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\ns_cmp_eq_u32 s11, 0\ns_cbranch_scc0 .L\n.L:", "s_cbranch_scc0 0: branches on scc,"},
	{"written before", "v_mov_b32 v2, 0\nglobal_store_dword v1, v2, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_load_dword v3, v1, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_store_dword v1, v3, s[4:5] offset:256", ""},
	{"a part written before", "v_mov_b32 v2, 0\nglobal_store_short v1, v2, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_load_dword v3, v1, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_store_dword v1, v3, s[4:5] offset:256",
		"global_store_dword v1, v3, s[4:5] offset:256: stores bits 0xffff0000 of v3,"},
	{"not used", "global_load_dwordx4 v[4:7], v1, s[4:5]\ns_waitcnt vmcnt(0)\nv_mov_b32 v8, v4", ""},
	{"to the LDS", "s_mov_b32 m0, 0\nglobal_load_lds_dword v1, s[4:5]\ns_waitcnt vmcnt(0)\nds_read_b32 v2, v1\ns_waitcnt lgkmcnt(0)\nglobal_store_dword v1, v2, s[4:5]", "global_store_dword v1, v2, s[4:5]: stores v2,"},
	{"atomic with return", "v_mov_b32 v2, 1\nglobal_atomic_add v3, v1, v2, s[4:5] sc0\ns_waitcnt vmcnt(0)\nv_mov_b32 v4, v3\nglobal_store_dword v1, v4, s[4:5] offset:256",
		"global_atomic_add v3, v1, v2, s[4:5] sc0: stores"},
	{"exchange", "v_mov_b32 v2, 1\nglobal_atomic_swap v1, v2, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_load_dword v3, v1, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_store_dword v1, v3, s[4:5] offset:256", ""},
	{"two places in the LDS", "ds_write_b32 v1, v1 offset:256\nds_read2st64_b32 v[2:3], v1 offset0:1 offset1:0\ns_waitcnt lgkmcnt(0)\nglobal_store_dword v1, v2, s[4:5]\nglobal_store_dword v1, v3, s[4:5] offset:256",
		"global_store_dword v1, v3, s[4:5] offset:256: stores v3,"},
	{"kept beyond the range", "s_mov_b64 s[8:9], s[4:5]\ns_mov_b32 s10, 0\ns_mov_b32 s11, 0x20000\nbuffer_load_dword v2, v1, s[8:11], 0 offen\ns_waitcnt vmcnt(0)\nglobal_store_dword v1, v2, s[4:5]", ""},
}

// TestUndefinedMemory: memory that counts as undefined, and how loads and
// stores of every kind pass it on.
func TestUndefinedMemory(t *testing.T) {
	for _, c := range undefinedMemory {
		for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate} {
			s := source{body: undefinedPrologue + c.body}
			object := s.object(t)
			device := sim.NewDevice(object.Chip)
			module, err := device.Load(object)
			if err != nil {
				t.Fatal(err)
			}
			kernel, err := module.Kernel("k")
			if err != nil {
				t.Fatal(err)
			}
			buffer, err := device.Alloc(64 << 10)
			if err != nil {
				t.Fatal(err)
			}
			buffer.Undefined()
			sanitizer, err := sanitize.New(sanitize.Options{Checks: []string{"undefined"}, Object: object})
			if err != nil {
				t.Fatal(err)
			}
			launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(buffer)}, Options: sim.Options{Schedule: schedule}}
			sanitizer.Begin(&launch)
			if _, err := device.Run(launch); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			got := briefUndefined(sanitizer.Findings())
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, schedule %d: found\n%s\nwant\n%s", c.name, schedule, got, c.want)
			}
		}
	}
}

// TestUndefinedCorpus: what clang makes has no undefined bits where they
// count, also if memory operations happen as late as they may. TestCorpus has
// all of it.
func TestUndefinedCorpus(t *testing.T) {
	chip := &arch.GFX950
	objects := archived(t, chip)
	for n, level := range []string{"O0", "O2"} {
		devices := map[string]*simtest.Loaded{}
		for i, r := range simtest.RowsOf(chip, level) {
			if !long.Some(n+i, 4) {
				continue
			}
			l := devices[r.File]
			if l == nil {
				var err error
				if l, err = simtest.Load(chip, objects[r.File+"-"+level]); err != nil {
					t.Fatal(err)
				}
				devices[r.File] = l
			}
			found, err := corpusRun(t, l, r, "undefined", sim.Options{Schedule: sim.ScheduleLate})
			if err != nil {
				t.Errorf("%s %s: %v", level, r.Name(), err)
			}
			if len(found) > 0 {
				t.Errorf("%s %s: %s", level, r.Name(), briefUndefined(found))
			}
		}
	}
}
