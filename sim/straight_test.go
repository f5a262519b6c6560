package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/sim"
)

// straightRun runs body, which ends with the dword of lane 0 of v1 and s2 to
// be stored, and returns what it stored, the instructions executed and the
// error.
func straightRun(t *testing.T, body string, l sim.Launch) ([]uint32, uint64, string) {
	t.Helper()
	s := coreSource{body: body, directives: []string{"float_denorm_mode_32 3"}}
	if l.Block[0] == 0 {
		l.Block = [3]uint32{64, 1, 1}
	}
	out, report, err := coreTry(t, s, 64, l)
	text := ""
	if err != nil {
		text = err.Error()
	}
	executed := uint64(0)
	if report != nil {
		executed = report.Executed
	}
	return out, executed, text
}

const straightEnd = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v2, 2, v0
	s_waitcnt lgkmcnt(0)
	v_add_u32 v1, s2, v1
	global_store_dword v2, v1, s[4:5]
	s_endpgm`

// TestStraight: programs with all that ends or splits a straight give the same
// with every engine: results, count of instructions, errors.
func TestStraight(t *testing.T) {
	long := strings.Repeat("\tv_add_u32 v1, v1, v0\n\ts_add_u32 s2, s2, 3\n", 700)
	for _, c := range []struct {
		name, body string
		max        uint64
	}{
		{"long", long + straightEnd, 0},
		{"entered in its middle", "\ts_mov_b32 s7, 3\n.Lagain:\n" + long[:2000] + ".Lmiddle:\n" + long + `
	s_sub_u32 s7, s7, 1
	s_cmp_eq_u32 s7, 2
	s_cbranch_scc1 .Lagain
	s_cmp_eq_u32 s7, 1
	s_cbranch_scc1 .Lmiddle` + straightEnd, 0},
		{"budget in its middle", long + straightEnd, 333},
		{"vskip", "\ts_setvskip s0, 40\n\ts_mov_b32 s9, 1\n\ts_setvskip s9, 0\n" + long + "\ts_mov_b32 s9, 0\n\ts_setvskip s9, 0\n" + straightEnd, 0},
		{"MODE changes", "\tv_cvt_f32_u32 v1, v0\n\tv_mul_f32 v1, 0x3eaaaaab, v1\n\ts_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3\n\tv_mul_f32 v1, 0x3eaaaaab, v1\n\tv_add_f32 v1, 0x3eaaaaab, v1\n" + straightEnd, 0},
		{"VGPR indexing", "\ts_mov_b32 s9, 1\n\tv_mov_b32 v5, 9\n\ts_set_gpr_idx_on s9, gpr_idx(SRC0)\n\tv_mov_b32 v1, v4\n\ts_set_gpr_idx_off\n\tv_add_u32 v1, v1, v0\n" + straightEnd, 0},
		{"NaN in its middle", "\tv_mov_b32 v3, 0x7fa00001\n\tv_add_f32 v3, 1.0, v3\n\tv_mov_b32 v1, v3\n" + straightEnd, 0},
		{"register that the wave does not have", "\tv_mov_b32 v1, v200\n\tv_add_u32 v1, v1, v0\n" + straightEnd, 0},
		{"index that leads to none", "\ts_mov_b32 s9, 100\n\tv_mov_b32 v5, 9\n\ts_set_gpr_idx_on s9, gpr_idx(DST)\n\tv_mov_b32 v1, v4\n\tv_mov_b32 v40, v4\n\tv_mov_b32 v1, v4\n" + straightEnd, 0},
		{"EXEC changes", "\ts_mov_b64 exec, 0xff\n\tv_mov_b32 v1, 5\n\ts_mov_b64 exec, -1\n\tv_add_u32 v1, v1, v0\n" + straightEnd, 0},
		{"no end", "\tv_mov_b32 v1, 5\n\ts_mov_b32 s2, 7", 0},
	} {
		wantOut, wantN, wantErr := straightRun(t, c.body, sim.Launch{Options: sim.Options{Engine: sim.EnginePlain, MaxInstructions: c.max}})
		for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleRun} {
			l := sim.Launch{Options: sim.Options{Schedule: schedule, MaxInstructions: c.max}}
			out, n, err := straightRun(t, c.body, l)
			if !slices.Equal(out, wantOut) || n != wantN || err != wantErr {
				t.Errorf("%s: fast gives %v, %d instructions, error %q; plain %v, %d, %q", c.name, out, n, err, wantOut, wantN, wantErr)
			}
		}
		if failed := c.max > 0 || slices.Contains([]string{"no end", "register that the wave does not have", "index that leads to none"}, c.name); (wantErr != "") != failed {
			t.Errorf("%s: error %q", c.name, wantErr)
		}
	}
}

// TestTurns: in round-robin a wave goes on until an instruction that others may
// notice, whichever engine executes: what waves leave in memory is the same,
// also without barriers.
func TestTurns(t *testing.T) {
	var body strings.Builder
	body.WriteString("\tv_readfirstlane_b32 s8, v0\n\ts_lshr_b32 s8, s8, 6\n\tv_mov_b32 v3, 0\n\tv_mov_b32 v4, s8\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n")
	for i := range 40 {
		fmt.Fprintf(&body, "\ts_cmp_lt_u32 s8, %d\n\ts_cbranch_scc1 .L%d\n", i%4, i)
		body.WriteString(strings.Repeat("\tv_add_u32 v4, v4, 1\n", i*7%11))
		fmt.Fprintf(&body, ".L%d:\n\tglobal_load_dword v5, v3, s[4:5] offset:%d\n\ts_waitcnt vmcnt(0)\n\tv_add_u32 v4, v4, v5\n\tglobal_store_dword v3, v4, s[4:5] offset:%d\n", i, 4*(i*5%16), 4*(i*3%16))
	}
	body.WriteString("\ts_endpgm")
	for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleRun, sim.ScheduleLate, sim.ScheduleRandom} {
		var want []uint32
		for _, e := range []sim.Engine{sim.EnginePlain, sim.EngineFast} {
			out, _, err := straightRun(t, body.String(), sim.Launch{Block: [3]uint32{256, 1, 1}, Options: sim.Options{Engine: e, Schedule: schedule, Seed: 3}})
			if err != "" {
				t.Fatal(err)
			}
			if want == nil {
				want = out
			}
			if !slices.Equal(out, want) {
				t.Errorf("schedule %d: %v with engine %v, plain %v", schedule, out, e, want)
			}
		}
	}
}
