package sim_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"heddle/sim"
)

// engines are all that the machine has.
func engines() []sim.Engine { return append(cpuEngines(), sim.EnginePlain) }

// arrivalBody loads dword 64 to v10 or s20, does something else, and copies the
// register without a wait.
func arrivalBody(load, between string) string {
	return "\tv_mov_b32 v10, 7\n\ts_mov_b32 s20, 7\n\tv_mov_b32 v40, 0\n\tv_mov_b32 v41, 0\n\ts_nop 4\n\t" + load + "\n" + between + "\tv_mov_b32 v20, v10\n\tv_mov_b32 v21, s20\n"
}

// TestCoreArrival: what is loaded is there after some time without a wait, the
// same with each engine, and not before.
func TestCoreArrival(t *testing.T) {
	const (
		lds    = "ds_read_b32 v10, v2 offset:256"
		smem   = "s_load_dword s20, s[4:5], 0x100"
		global = "global_load_dword v10, v2, s[4:5] offset:256"
		buffer = "buffer_load_dword v10, off, s[8:11], 0 offset:256"
		flat   = "flat_load_dword v10, v[4:5] offset:256"
	)
	valu := func(n int) string { return strings.Repeat("\tv_add_u32 v41, v41, v40\n", n) }
	for _, c := range []struct {
		load, between string
		want          uint32
	}{
		{lds, valu(6), 7},
		{lds, valu(9), 1064},
		{lds, valu(3) + "\ts_branch .Lnext\n.Lnext:\n" + valu(5), 1064},
		{lds, "\ts_nop 7\n", 7},
		{lds, "\ts_nop 8\n", 1064},
		{lds, "\tv_mfma_f32_16x16x16_f16 v[44:47], v[40:41], v[40:41], v[44:47]\n", 7},
		{lds, strings.Repeat("\tv_mfma_f32_16x16x16_f16 v[44:47], v[40:41], v[40:41], v[44:47]\n", 3), 1064},
		{lds, "\ts_sleep 1\n", 1064},
		{smem, valu(40), 7},
		{smem, valu(60), 1064},
		{global, valu(150), 7},
		{global, valu(300), 1064},
		{buffer, valu(150), 7},
		{buffer, valu(300), 1064},
		{flat, valu(150), 7},
		{flat, valu(300), 1064},
		{flat, "\ts_sleep 20\n", 1064},
		// A wait for what was loaded before takes until then.
		{"global_load_dword v11, v2, s[4:5]\n\t" + global, "\ts_waitcnt vmcnt(1)\n" + valu(3), 1064},
	} {
		for _, e := range engines() {
			for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleRun, sim.ScheduleLate, sim.SchedulePrompt} {
				want := c.want
				switch schedule {
				case sim.ScheduleLate:
					want = 7
				case sim.SchedulePrompt:
					want = 1064
				}
				got := coreLane(t, sim.Options{Engine: e, Schedule: schedule}, arrivalBody(c.load, c.between), 20, 21)
				if got[0]+got[1] != want+7 {
					t.Errorf("%s, schedule %d: %s, then %d lines: v10 %d and s20 %d, want %d", e, schedule, c.load, strings.Count(c.between, "\n"), got[0], got[1], want)
				}
			}
		}
	}
}

// TestCoreArrivalOrder: data that are there by the time do not come twice, and a
// register that was written after they came keeps that.
func TestCoreArrivalOrder(t *testing.T) {
	for _, e := range engines() {
		got := coreLane(t, sim.Options{Engine: e}, `
	v_mov_b32 v10, 7
	v_mov_b32 v11, 7
	s_nop 0
	ds_read_b32 v10, v2 offset:256
	v_mov_b32 v10, 8          // overwritten by what comes
	s_nop 15
	v_mov_b32 v20, v10
	v_mov_b32 v10, 9
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v21, v10
	global_load_dword v11, v2, s[4:5] offset:256
	ds_read_b32 v11, v2 offset:260
	s_nop 15
	v_mov_b32 v22, v11        // the LDS was first
	s_sleep 20
	v_mov_b32 v23, v11
`, 20, 21, 22, 23)
		coreExpect(t, e.String(), got, []uint32{1064, 9, 1065, 1064})
	}
}

// TestCoreArrivalToLDS: a direct-to-LDS load leaves the LDS alone for hundreds
// of instructions unless somebody waits.
func TestCoreArrivalToLDS(t *testing.T) {
	for _, c := range []struct {
		between  string
		schedule sim.Schedule
		want     uint32
	}{
		{"\ts_nop 0\n", sim.ScheduleRoundRobin, 9},
		{strings.Repeat("\tv_mov_b32 v41, 0\n", 300), sim.ScheduleRoundRobin, 9},
		{strings.Repeat("\tv_mov_b32 v41, 0\n", 700), sim.ScheduleRoundRobin, 1064},
		{"\ts_waitcnt vmcnt(0)\n", sim.ScheduleRoundRobin, 1064},
		{strings.Repeat("\tv_mov_b32 v41, 0\n", 700), sim.ScheduleLate, 9},
		{"\ts_nop 0\n", sim.SchedulePrompt, 1064},
	} {
		for _, e := range engines() {
			got := coreLane(t, sim.Options{Engine: e, Schedule: c.schedule}, `
	s_movk_i32 m0, 0x80
	v_mov_b32 v10, 9
	ds_write_b32 v1, v10 offset:384
	s_waitcnt lgkmcnt(0)
	buffer_load_dword v1, s[8:11], 0 offen offset:256 lds
`+c.between+`
	ds_read_b32 v20, v2 offset:384
	s_waitcnt lgkmcnt(0)
`, 20)
			coreExpect(t, fmt.Sprintf("%s, schedule %d, %d lines", e, c.schedule, strings.Count(c.between, "\n")), got, []uint32{c.want})
		}
	}
}

// TestCoreArrivalAtBarrier: a wave that waits at a barrier has the time of those
// that it waits for.
func TestCoreArrivalAtBarrier(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_readfirstlane_b32 s8, v0
	v_mov_b32 v10, 7
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lslow
	ds_read_b32 v10, v1
	s_barrier
	global_store_dword v1, v10, s[4:5]
	s_endpgm
.Lslow:
	.rept 30
	v_mov_b32 v10, 7
	.endr
	s_barrier
	global_store_dword v1, v10, s[4:5]
	s_endpgm`, directives: []string{"group_segment_fixed_size 512"}}
	for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleRun} {
		got := coreRun(t, s, 128, sim.Launch{Block: [3]uint32{128, 1, 1}, Options: sim.Options{Schedule: schedule}})
		coreExpect(t, fmt.Sprintf("schedule %d", schedule), []uint32{got[1], got[63], got[64]}, []uint32{1, 63, 7})
	}
}

// TestCorePromptCounts: with everything there at once the counters still count.
func TestCorePromptCounts(t *testing.T) {
	const body = `
	global_load_dword v10, v2, s[4:5] offset:256
	global_load_dword v11, v2, s[4:5] offset:256
	s_getreg_b32 s20, hwreg(HW_REG_IB_STS, 0, 4)
	s_waitcnt vmcnt(1)
	s_getreg_b32 s21, hwreg(HW_REG_IB_STS, 0, 4)
	v_mov_b32 v20, s20
	v_mov_b32 v21, s21
`
	for _, schedule := range []sim.Schedule{sim.SchedulePrompt, sim.ScheduleRoundRobin} {
		coreExpect(t, fmt.Sprintf("schedule %d", schedule), coreLane(t, sim.Options{Schedule: schedule}, body, 20, 21), []uint32{2, 1})
	}
}

// TestCoreEarly: a register that is touched before the wait of its load is told,
// the first of the first workgroup, the same with all engines and any number of
// workers; with the wait nothing is.
func TestCoreEarly(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"\tglobal_load_dword v10, v1, s[4:5]\n\tv_add_u32 v11, 1, v10\n\tv_add_u32 v11, 1, v10", "reads v10 (at * v_add_u32_e32 v11, 1, v10) before the s_waitcnt of the load at * (global_load_dword v10, v1, s[4:5])"},
		{"\tglobal_load_dword v10, v1, s[4:5]\n\ts_sleep 30\n\tv_add_u32 v11, 1, v10", "reads v10 (at * v_add_u32_e32 v11, 1, v10) before the s_waitcnt of the load at * (global_load_dword v10, v1, s[4:5])"},
		{"\tds_read_b64 v[10:11], v1\n\tv_mov_b32 v12, 0\n\tv_mov_b32 v11, 0", "writes v11 (at * v_mov_b32_e32 v11, 0) before the s_waitcnt of the load at * (ds_read_b64 v[10:11], v1)"},
		{"\ts_load_dwordx8 s[16:23], s[4:5], 0x0\n\ts_add_u32 s24, s22, 1", "reads s22 (at * s_add_u32 s24, s22, 1) before the s_waitcnt of the load at * (s_load_dwordx8 s[16:23], s[4:5], 0x0)"},
		{"\tds_read_b32 v10, v1\n\tglobal_store_dword v1, v10, s[4:5]", "reads v10 (at * global_store_dword v1, v10, s[4:5]) before the s_waitcnt of the load at * (ds_read_b32 v10, v1)"},
		{"\tglobal_load_dword v10, v1, s[4:5]\n\ts_mov_b64 exec, 0\n\tv_readlane_b32 s20, v10, 3", "reads v10 (at * v_readlane_b32 s20, v10, 3) before the s_waitcnt of the load at * (global_load_dword v10, v1, s[4:5])"},
		{"\tv_mov_b32 v14, s4\n\tv_mov_b32 v15, s5\n\tds_read_b32 v10, v1\n\tflat_load_dword v10, v[14:15]", "writes v10 (at * flat_load_dword v10, v[14:15]) before the s_waitcnt of the load at * (ds_read_b32 v10, v1)"},
		// What is right.
		{"\tv_mov_b32 v14, s4\n\tv_mov_b32 v15, s5\n\tglobal_load_dword v10, v1, s[4:5]\n\tflat_load_dword v10, v[14:15]", ""},
		{"\tglobal_load_dword v10, v1, s[4:5]\n\tv_add_u32 v11, 1, v12\n\ts_waitcnt vmcnt(0)\n\tv_add_u32 v11, 1, v10", ""},
		{"\tglobal_load_dword v10, v1, s[4:5]\n\tds_read_b32 v11, v1\n\ts_waitcnt lgkmcnt(0)\n\tv_add_u32 v12, 1, v11\n\ts_waitcnt vmcnt(0)\n\tv_add_u32 v11, 1, v10", ""},
		{"\ts_mov_b64 exec, 0xff\n\tglobal_load_dword v10, v1, s[4:5]\n\ts_mov_b64 exec, 0xff00\n\tv_mov_b32 v10, 0", ""},
		{"\ts_mov_b64 exec, 0\n\tglobal_load_dword v10, v1, s[4:5]\n\ts_mov_b64 exec, -1\n\tv_mov_b32 v10, 0", ""},
		{"\tds_read_u16_d16 v10, v1\n\tds_read_u16_d16_hi v10, v1 offset:2\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v11, v10", ""},
		{"\tglobal_load_dwordx4 v[10:13], v1, s[4:5]\n\tv_mov_b32 v14, v9\n\tv_mov_b32 v9, 0", ""},
		{"\tv_mov_b32 v14, s4\n\tv_mov_b32 v15, s5\n\tflat_load_dword v10, v[14:15]\n\ts_waitcnt vmcnt(0)\n\tv_mov_b32 v11, v10", ""},
		{"\tbuffer_load_dword v1, s[8:11], 0 offen lds\n\tv_mov_b32 v1, 0", ""},
	} {
		s := coreSource{body: corePrologue + "\ts_mov_b32 s8, s4\n\ts_mov_b32 s9, s5\n\ts_movk_i32 s10, 0x400\n\ts_mov_b32 s11, 0x20000\n\ts_mov_b32 m0, 0\n\tv_mov_b32 v9, 0\n\tv_mov_b32 v12, 0\n" + c.body + "\n\ts_endpgm",
			directives: []string{"group_segment_fixed_size 1024"}}
		var first *sim.Early
		for i, e := range engines() {
			for workers := 1; workers <= 2; workers++ {
				_, report, err := coreTry(t, s, 256, sim.Launch{Grid: [3]uint32{3, 1, 1}, Block: [3]uint32{128, 1, 1}, Options: sim.Options{Engine: e, Workers: workers}})
				if err != nil {
					t.Fatal(err)
				}
				if i == 0 && workers == 1 {
					first = report.Early
				}
				if !reflect.DeepEqual(report.Early, first) {
					t.Errorf("%s with %d workers: %v, want %v", e, workers, report.Early, first)
				}
			}
		}
		for seed := range uint64(8) { // also if the data are there by chance
			_, report, err := coreTry(t, s, 256, sim.Launch{Options: sim.Options{Schedule: sim.ScheduleRandom, Seed: seed}})
			if err != nil || (report.Early == nil) != (c.want == "") {
				t.Errorf("%s, order %d: %v, %v, want %q", c.body, seed, report.Early, err, c.want)
			}
		}
		if first == nil || c.want == "" {
			if first != nil || c.want != "" {
				t.Errorf("%s: %v, want %q", c.body, first, c.want)
			}
			continue
		}
		got := first.String()
		for _, addr := range []uint64{first.Addr, first.LoadAddr} {
			got = strings.ReplaceAll(strings.ReplaceAll(got, fmt.Sprintf("%#x:", addr), "*"), fmt.Sprintf("%#x", addr), "*")
		}
		if got != c.want || first.Workgroup != 0 || first.Wave != 0 {
			t.Errorf("got %q of workgroup %d, wave %d, want %q", got, first.Workgroup, first.Wave, c.want)
		}
	}
}

// TestCoreEarlyRandom: what landed by chance is no better than what did not: no
// wait covers it, and a register of it that is touched is told in every order.
func TestCoreEarlyRandom(t *testing.T) {
	s := coreSource{body: corePrologue + "\tds_read_b32 v10, v1\n\t.rept 100\n\ts_nop 0\n\t.endr\n\tv_mov_b32 v11, v10\n\ts_endpgm", directives: []string{"group_segment_fixed_size 1024"}}
	for seed := range uint64(8) {
		_, report, err := coreTry(t, s, 256, sim.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Options: sim.Options{Schedule: sim.ScheduleRandom, Seed: seed}})
		if err != nil {
			t.Fatal(err)
		}
		if report.Early == nil || report.Early.Register != "v10" {
			t.Errorf("seed %d: %v", seed, report.Early)
		}
	}
}

// TestCoreChanceReachesAll: with no wait at all, the youngest load lands by chance
// like the oldest.
func TestCoreChanceReachesAll(t *testing.T) {
	body := "\tv_mov_b32 v10, 1\n\tds_write_b32 v1, v10\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v20, 0\n\tv_mov_b32 v21, 0\n\tv_mov_b32 v22, 0\n" +
		"\tds_read_b32 v20, v1\n\tds_read_b32 v21, v1\n\tds_read_b32 v22, v1\n\t.rept 200\n\ts_nop 0\n\t.endr\n\tv_mov_b32 v23, v20\n\tv_mov_b32 v24, v21\n\tv_mov_b32 v25, v22\n"
	coreExpect(t, "after 200 instructions", coreLane(t, sim.Options{Schedule: sim.ScheduleRandom, Seed: 1}, body, 23, 24, 25), []uint32{1, 1, 1})
}
