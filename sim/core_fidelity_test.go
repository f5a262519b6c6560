package sim_test

import (
	"strings"
	"testing"

	"heddle/sim"
)

// TestCoreUses: an instruction that is a model only in some of its uses is one in
// the report if it was used so, with the reason, by every engine; and it counts
// once as executed.
func TestCoreUses(t *testing.T) {
	const setup = "\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\tv_mov_b32 v1, 0\n\tv_mov_b32 v2, 0\n\ts_mov_b32 s6, 64\n\ts_waitcnt lgkmcnt(0)\n\t"
	for _, c := range []struct {
		text, instruction, reason string // no instruction: all is exact
	}{
		{"v_mfma_f32_4x4x1_16b_f32 v[4:7], v1, v2, 0 cbsz:1 abid:1", "v_mfma_f32_4x4x1_16b_f32", "each set of 1<<cbsz blocks"},
		{"v_mfma_f32_4x4x1_16b_f32 v[4:7], v1, v2, 0 cbsz:3", "v_mfma_f32_4x4x1_16b_f32", "each set of 1<<cbsz blocks"},
		{"v_mfma_f32_4x4x1_16b_f32 v[4:7], v1, v2, 0 cbsz:4 abid:9", "", ""},
		{"v_mfma_f32_4x4x1_16b_f32 v[4:7], v1, v2, 0 blgp:1", "", ""},
		{"v_mfma_i32_16x16x4_4b_i8 v[4:19], v1, v2, 0 cbsz:1", "v_mfma_i32_16x16x4_4b_i8", "each set of 1<<cbsz blocks"},
		{"v_mfma_i32_16x16x4_4b_i8 v[4:19], v1, v2, 0 cbsz:2 abid:3", "", ""},
		{"v_mfma_f32_32x32x1_2b_f32 v[4:35], v1, v2, 0 cbsz:1 abid:1", "", ""},
		{"v_mfma_f64_4x4x4_4b_f64 v[4:5], v[6:7], v[8:9], 0", "", ""},
		{"v_fma_mix_f32 v4, v1, v2, 1.0", "v_fma_mix_f32", "inline constant"},
		{"v_fma_mixhi_f16 v4, v1, -2.0, v2 op_sel_hi:[0,1,0]", "v_fma_mixhi_f16", "inline constant"},
		{"v_fma_mix_f32 v4, v1, v2, 1", "", ""},
		{"v_fma_mixlo_f16 v4, v1, v2, v1", "", ""},
		{"s_or_b32 s5, s5, 0x80000000\n\ts_mov_b32 s7, 0x20000\n\tbuffer_load_dword v4, v1, s[4:7], 0 offen", "buffer resource", "swizzle_enable"},
		{"s_or_b32 s5, s5, 0x80000000\n\ts_mov_b32 s7, 0x800000\n\tbuffer_load_dword v4, v1, s[4:7], 0 offen", "", ""},
		{"s_mov_b32 s7, 0x20000\n\tbuffer_load_dword v4, v1, s[4:7], 0 offen", "", ""},
		{"v_mov_b32 v3, -4\n\ts_mov_b32 s7, 0x20000\n\tbuffer_load_dword v4, v3, s[4:7], 0 offen offset:8", "buffer offset", "whether the sum wraps"},
		{"v_mov_b32 v3, -4\n\ts_mov_b32 s7, 0x20000\n\tbuffer_load_dword v4, v3, s[4:7], 0 offen", "", ""},
		{"global_atomic_add_f32 v1, v2, s[4:5]", "global_atomic_add_f32", "subnormals are flushed"},
		{"ds_add_f32 v1, v2", "ds_add_f32", "of two NaNs"},
	} {
		for _, engine := range []sim.Engine{sim.EnginePlain, sim.EngineFast} {
			s := coreSource{body: setup + c.text + "\n\ts_waitcnt vmcnt(0) lgkmcnt(0)\n\ts_nop 15\n\ts_endpgm", directives: []string{"group_segment_fixed_size 64"}}
			_, report, err := coreTry(t, s, 64, sim.Launch{Block: [3]uint32{64, 1, 1}, Options: sim.Options{Engine: engine}})
			if err != nil {
				t.Errorf("%s: %v", c.text, err)
				continue
			}
			if want := uint64(9 + strings.Count(c.text, "\n")); report.Executed != want {
				t.Errorf("%s: %d instructions executed, want %d", c.text, report.Executed, want)
			}
			if c.instruction == "" {
				if len(report.Inexact) != 0 {
					t.Errorf("%s, engine %v: inexact %+v", c.text, engine, report.Inexact)
				}
				continue
			}
			if len(report.Inexact) != 1 || report.Inexact[0].Instruction != c.instruction || report.Inexact[0].Count != 1 || !strings.Contains(report.Inexact[0].Reason, c.reason) {
				t.Errorf("%s, engine %v: inexact %+v, want %s because of %q", c.text, engine, report.Inexact, c.instruction, c.reason)
			}
		}
	}
	// Both reasons where the instruction is a model anyway.
	s := coreSource{chip: "gfx950", body: setup + "v_mfma_f32_4x4x1_16b_f32 v[4:7], v1, v2, 0 cbsz:1\n\tv_mfma_f32_4x4x1_16b_f32 v[4:7], v1, v2, 0\n\ts_nop 15\n\ts_endpgm"}
	_, report, err := coreTry(t, s, 64, sim.Launch{Block: [3]uint32{64, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if x := report.Inexact; len(x) != 2 || x[0].Count != 1 || !strings.Contains(x[1].Reason, x[0].Reason+"; the manual contradicts itself") {
		t.Errorf("inexact %+v", x)
	}
}
