package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/sim"
)

// coreScalars runs a body of scalar code for one wave and returns s16 to s23.
func coreScalars(t *testing.T, body string) []uint32 {
	t.Helper()
	return coreRun(t, coreSource{body: body + coreStore(16, 8)}, 8, sim.Launch{})
}

// TestCoreBranches: each branch, taken and not.
func TestCoreBranches(t *testing.T) {
	for _, c := range []struct {
		setup, branch string
		taken         bool
	}{
		{"", "s_branch", true},
		{"s_cmp_eq_u32 0, 0", "s_cbranch_scc1", true},
		{"s_cmp_eq_u32 0, 1", "s_cbranch_scc1", false},
		{"s_cmp_eq_u32 0, 0", "s_cbranch_scc0", false},
		{"s_cmp_eq_u32 0, 1", "s_cbranch_scc0", true},
		{"s_mov_b64 vcc, 0", "s_cbranch_vccz", true},
		{"s_mov_b64 vcc, 0", "s_cbranch_vccnz", false},
		{"s_mov_b32 vcc_lo, 0\n s_mov_b32 vcc_hi, 1", "s_cbranch_vccz", false},
		{"s_mov_b32 vcc_lo, 0\n s_mov_b32 vcc_hi, 1", "s_cbranch_vccnz", true},
		{"v_cmp_eq_u32 vcc, v0, v0", "s_cbranch_vccnz", true},
		{"v_cmp_ne_u32 vcc, v0, v0", "s_cbranch_vccz", true},
		{"s_mov_b64 exec, 0", "s_cbranch_execz", true},
		{"s_mov_b64 exec, 0", "s_cbranch_execnz", false},
		{"s_mov_b32 exec_lo, 0", "s_cbranch_execz", false},
		{"s_mov_b32 exec_lo, 0", "s_cbranch_execnz", true},
		{"", "s_cbranch_cdbgsys", false},
		{"", "s_cbranch_cdbguser", false},
		{"", "s_cbranch_cdbgsys_or_user", false},
		{"", "s_cbranch_cdbgsys_and_user", false},
	} {
		got := coreScalars(t, fmt.Sprintf("\ts_mov_b32 s16, 0\n\t%s\n\t%s .Lto\n\ts_add_u32 s16, s16, 1\n.Lto:\n\ts_add_u32 s16, s16, 2\n", c.setup, c.branch))[0]
		want := uint32(3)
		if c.taken {
			want = 2
		}
		if got != want {
			t.Errorf("%s; %s: %d, want %d", c.setup, c.branch, got, want)
		}
	}
}

// TestCoreBackwardBranch: a loop, with the smallest offset (-1 is the branch
// itself) not reached.
func TestCoreBackwardBranch(t *testing.T) {
	got := coreScalars(t, `
	s_mov_b32 s16, 0
	s_movk_i32 s17, 0x64
.Lloop:
	s_add_u32 s16, s16, s17
	s_sub_u32 s17, s17, 1
	s_cmp_lg_u32 s17, 0
	s_cbranch_scc1 .Lloop
`)
	if got[0] != 5050 {
		t.Errorf("sum %d, want 5050", got[0])
	}
}

// TestCoreCalls: getpc is the address of the next instruction; calls keep it;
// a swap that names one pair reads it first.
func TestCoreCalls(t *testing.T) {
	s := coreSource{body: `
	s_getpc_b64 s[40:41]
.Lhere:
	s_getpc_b64 s[42:43]
.Lthere:
	s_sub_u32 s16, s42, s40
	s_subb_u32 s17, s43, s41
	s_call_b64 s[44:45], .Lf
.Lcalled:
	s_sub_u32 s19, s44, s40         // .Lcalled - .Lhere
	s_add_u32 s46, s40, .Lg-.Lhere
	s_addc_u32 s47, s41, 0
	s_swappc_b64 s[46:47], s[46:47]
.Lswapped:
	s_sub_u32 s22, s46, s40
	s_sub_u32 s22, s22, .Lswapped-.Lhere
	s_sub_u32 s19, s19, .Lcalled-.Lhere
	s_branch .Lstore
.Lback:
	s_trap 2
.Lstore:
` + coreStore(16, 8), after: `
.Lf:
	s_mov_b32 s18, 7
	s_setpc_b64 s[44:45]
.Lg:
	s_mov_b32 s20, 9
	s_mov_b32 s21, .Lswapped-.Lcalled
	s_setpc_b64 s[46:47]
`}
	got := coreRun(t, s, 8, sim.Launch{})
	coreExpect(t, "calls", got[:7], []uint32{4, 0, 7, 0, 9, 20, 0})
}

// TestCoreGetSetReg: fields of MODE and STATUS.
func TestCoreGetSetReg(t *testing.T) {
	for _, c := range []struct {
		what, body string
		want       uint32
	}{
		{"MODE at the start", "s_getreg_b32 s16, hwreg(HW_REG_MODE)", 0x3f0},
		{"a field of MODE", "s_getreg_b32 s16, hwreg(HW_REG_MODE, 4, 4)", 0xf},
		{"a bit of MODE", "s_getreg_b32 s16, hwreg(HW_REG_MODE, 9, 1)", 1},
		{"a field beyond the register", "s_getreg_b32 s16, hwreg(HW_REG_MODE, 8, 32)", 3},
		{"an immediate", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 9\n s_getreg_b32 s16, hwreg(HW_REG_MODE)", 0x3f9},
		{"a register; only the field changes", "s_mov_b32 s30, 0xfffffff2\n s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s30\n s_getreg_b32 s16, hwreg(HW_REG_MODE)", 0x3e0},
		{"FP16_OVFL", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 1\n s_getreg_b32 s16, hwreg(HW_REG_MODE)", 0x8003f0},
		{"SCC", "s_cmp_eq_u32 0, 0\n s_getreg_b32 s16, hwreg(HW_REG_STATUS, 0, 1)", 1},
		{"no SCC", "s_cmp_eq_u32 0, 1\n s_getreg_b32 s16, hwreg(HW_REG_STATUS, 0, 1)", 0},
		{"EXECZ", "s_mov_b64 exec, 0\n s_getreg_b32 s16, hwreg(HW_REG_STATUS, 9, 1)", 1},
		{"no EXECZ", "s_getreg_b32 s16, hwreg(HW_REG_STATUS, 9, 1)", 0},
		{"VCCZ", "s_mov_b64 vcc, 0\n s_getreg_b32 s16, hwreg(HW_REG_STATUS, 10, 1)", 1},
		{"IN_TG of a workgroup of one wave", "s_getreg_b32 s16, hwreg(HW_REG_STATUS, 11, 1)", 0},
		{"STATUS cannot be written", "s_cmp_eq_u32 0, 1\n s_setreg_imm32_b32 hwreg(HW_REG_STATUS, 0, 1), 1\n s_getreg_b32 s16, hwreg(HW_REG_STATUS, 0, 1)", 0},
		{"TRAPSTS can", "s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 9), 0x155\n s_getreg_b32 s16, hwreg(HW_REG_TRAPSTS, 0, 9)", 0x155},
	} {
		if got := coreScalars(t, "\t"+c.body+"\n")[0]; got != c.want {
			t.Errorf("%s: %#x, want %#x", c.what, got, c.want)
		}
	}
}

// TestCoreModeFromDescriptor: the descriptor's float mode is MODE at the start
// (facts isa/encodings.md §12).
func TestCoreModeFromDescriptor(t *testing.T) {
	for _, c := range []struct {
		directive string
		want      uint32
	}{
		{"float_round_mode_32 2", 0x3f2}, {"float_round_mode_16_64 3", 0x3fc}, {"float_denorm_mode_32 1", 0x3d0},
		{"float_denorm_mode_16_64 2", 0x3b0}, {"dx10_clamp 0", 0x2f0}, {"ieee_mode 0", 0x1f0}, {"fp16_overflow 1", 0x8003f0},
	} {
		s := coreSource{body: "\ts_getreg_b32 s16, hwreg(HW_REG_MODE)\n" + coreStore(16, 1), directives: []string{c.directive}}
		if got := coreRun(t, s, 1, sim.Launch{})[0]; got != c.want {
			t.Errorf("%s: MODE %#x, want %#x", c.directive, got, c.want)
		}
	}
}

// TestCoreRounding: a change of MODE acts on the next operation, each field on
// its own types.
func TestCoreRounding(t *testing.T) {
	// 1 + 2^-30 and -1 - 2^-30 in f32; 1 + 2^-14 in f16; 1 + 2^-60 in f64.
	const body = `
	v_mov_b32 v10, 1.0
	v_mov_b32 v11, 0x30800000
	v_mov_b32 v12, 0xb0800000
	v_mov_b32 v13, 0x3c00
	v_mov_b32 v14, 0x0400
	v_mov_b32 v16, 0
	v_mov_b32 v17, 0x3ff00000
	v_mov_b32 v18, 0
	v_mov_b32 v19, 0x3c300000
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), %d
	v_add_f32 v20, v10, v11
	v_sub_f32 v21, v12, v10
	v_add_f16 v22, v13, v14
	v_add_f64 v[24:25], v[16:17], v[18:19]
	s_nop 4
	v_readfirstlane_b32 s16, v20
	v_readfirstlane_b32 s17, v21
	v_readfirstlane_b32 s18, v22
	v_readfirstlane_b32 s19, v24
	v_readfirstlane_b32 s20, v25
`
	one, minus, half := uint32(0x3f800000), uint32(0xbf800000), uint32(0x3c00)
	for f32 := range uint32(4) {
		for f16 := range uint32(4) {
			want := []uint32{one, minus, half, 0, 0x3ff00000}
			switch f32 {
			case 1:
				want[0]++
			case 2:
				want[1]++
			}
			if f16 == 1 {
				want[2]++
				want[3]++
			}
			got := coreScalars(t, fmt.Sprintf(body, f16<<2|f32))
			coreExpect(t, fmt.Sprintf("rounding modes %d, %d", f32, f16), got[:5], want)
		}
	}
}

// TestCoreVSkip: MODE.vskip drops vector instructions, which then do not count
// in vmcnt, and nothing else (ISA manual, S_SETVSKIP).
func TestCoreVSkip(t *testing.T) {
	got := coreScalars(t, `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_mov_b32 v10, 1
	v_mov_b32 v11, 0
	s_waitcnt lgkmcnt(0)
	s_setvskip 0x10, 4
	s_nop 1
	s_getreg_b32 s17, hwreg(HW_REG_MODE, 28, 1)
	v_mov_b32 v10, 2
	global_store_dword v11, v10, s[4:5] offset:28
	global_atomic_add v11, v10, s[4:5] offset:28
	ds_write_b32 v11, v10
	v_cmp_eq_u32 vcc, 0, v11
	v_readfirstlane_b32 s16, v10
	s_mov_b32 s18, 5
	s_getreg_b32 s19, hwreg(HW_REG_IB_STS)
	s_setvskip 0x10, 3
	s_nop 1
	v_readfirstlane_b32 s20, v10
	s_getreg_b32 s21, hwreg(HW_REG_MODE, 28, 1)
	s_mov_b32 s22, vcc_lo
	global_load_dword v12, v11, s[4:5] offset:28
	s_waitcnt vmcnt(0)
	v_readfirstlane_b32 s23, v12
`)
	coreExpect(t, "vskip", got, []uint32{0, 1, 5, 0, 1, 0, 0, 0})
}

// barrierRing has each of 16 waves write to the LDS what the next one reads
// behind a barrier, ten times.
const barrierRing = corePrologue + `
	v_lshrrev_b32 v2, 6, v0         // wave
	v_lshlrev_b32 v3, 2, v2
	v_add_u32 v4, 1, v2
	v_and_b32 v4, 15, v4
	v_lshlrev_b32 v4, 2, v4         // the next wave's place
	v_mov_b32 v10, 0
	s_mov_b32 s8, 0
.Lround:
	v_lshl_add_u32 v5, v2, 8, s8    // 256*wave + round
	ds_write_b32 v3, v5
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v6, v4
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_add_u32 v10, v10, v6
	s_add_u32 s8, s8, 1
	s_cmp_lt_u32 s8, 10
	s_cbranch_scc1 .Lround
	global_store_dword v1, v10, s[4:5]
	s_endpgm`

// coreSchedules are all schedules.
var coreSchedules = []sim.Options{
	{Schedule: sim.ScheduleRoundRobin}, {Schedule: sim.ScheduleRun}, {Schedule: sim.ScheduleLate},
	{Schedule: sim.ScheduleRandom, Seed: 1}, {Schedule: sim.ScheduleRandom, Seed: 2}, {Schedule: sim.ScheduleRandom, Seed: 12345},
	{Schedule: sim.SchedulePrompt},
}

func TestCoreBarrier(t *testing.T) {
	s := coreSource{body: barrierRing, directives: []string{"group_segment_fixed_size 64"}}
	want := coreIota(1024, func(i int) uint32 { return uint32(10*256*((i/64+1)%16) + 45) })
	for _, o := range coreSchedules {
		got := coreRun(t, s, 1024, sim.Launch{Block: [3]uint32{1024, 1, 1}, Options: o})
		coreExpect(t, fmt.Sprintf("schedule %d, seed %d", o.Schedule, o.Seed), got, want)
	}
}

// TestCoreBarrierOfOneWave: a workgroup of one wave does not wait.
func TestCoreBarrierOfOneWave(t *testing.T) {
	coreRun(t, coreSource{body: "\ts_barrier\n\ts_barrier\n\ts_endpgm"}, 1, sim.Launch{Block: [3]uint32{17, 1, 1}, Grid: [3]uint32{3, 1, 1}})
}

// earlyEnd has wave 0 end before the second barrier.
const earlyEnd = corePrologue + `
	s_barrier
	v_readfirstlane_b32 s8, v0
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lmore
	s_endpgm
.Lmore:
	s_nop 3
	s_barrier
	global_store_dword v1, v1, s[4:5]
	s_endpgm`

// TestCoreBarrierDivergence: a wave that ended before a barrier is an error,
// unless the launch is lenient; then the barrier opens as in hardware.
func TestCoreBarrierDivergence(t *testing.T) {
	s := coreSource{body: earlyEnd}
	block := [3]uint32{256, 1, 1}
	for _, o := range coreSchedules {
		e := coreFailure(t, s, sim.Launch{Block: block, Options: o}, "s_barrier", "wave 0 has ended after 1 barriers")
		if len(e.Waves) != 4 || e.Waves[0].Status != "has ended" || e.Wave == 0 {
			t.Errorf("wave %d; positions:\n%s", e.Wave, e.Positions())
		}
		o.LenientBarriers = true
		got := coreRun(t, s, 256, sim.Launch{Block: block, Options: o})
		coreExpect(t, "lenient", got, coreIota(256, func(i int) uint32 {
			if i < 64 {
				return 0
			}
			return uint32(4 * i)
		}))
	}
}

// TestCoreBarrierElsewhere: waves may pass a barrier at different places.
func TestCoreBarrierElsewhere(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_readfirstlane_b32 s8, v0
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lother
	ds_write_b32 v1, v1
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_endpgm
.Lother:
	s_barrier
	v_subrev_u32 v2, 0x100, v1
	ds_read_b32 v3, v2
	s_waitcnt lgkmcnt(0)
	global_store_dword v2, v3, s[4:5]
	s_endpgm`, directives: []string{"group_segment_fixed_size 256"}}
	for _, o := range coreSchedules {
		got := coreRun(t, s, 64, sim.Launch{Block: [3]uint32{128, 1, 1}, Options: o})
		coreExpect(t, fmt.Sprintf("schedule %d", o.Schedule), got, coreIota(64, func(i int) uint32 { return uint32(4 * i) }))
	}
}

// TestCoreSpinInWorkgroup: a wave that spins on the LDS sees what another
// writes, with every schedule, with and without s_sleep.
func TestCoreSpinInWorkgroup(t *testing.T) {
	for _, sleep := range []string{"s_sleep 1", "s_nop 0"} {
		s := coreSource{body: corePrologue + `
	v_readfirstlane_b32 s8, v0
	v_mov_b32 v4, 0
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lother
.Lspin:
	` + sleep + `
	ds_read_b32 v2, v4
	s_waitcnt lgkmcnt(0)
	v_readfirstlane_b32 s9, v2
	s_cmp_eq_u32 s9, 0
	s_cbranch_scc1 .Lspin
	global_store_dword v1, v2, s[4:5]
	s_endpgm
.Lother:
	v_mov_b32 v3, 77
	ds_write_b32 v4, v3
	s_endpgm`, directives: []string{"group_segment_fixed_size 4"}}
		for _, o := range coreSchedules {
			o.MaxInstructions = 1_000_000
			if strings.HasPrefix(sleep, "s_sleep") {
				o.MaxInstructions = 200 // a wave that sleeps gives way at once
			}
			got := coreRun(t, s, 64, sim.Launch{Block: [3]uint32{128, 1, 1}, Options: o})
			coreExpect(t, fmt.Sprintf("%s, schedule %d", sleep, o.Schedule), got, coreIota(64, func(int) uint32 { return 77 }))
		}
	}
}

// TestCoreHalt: a wave that halts lets the others go on; when none can, that
// is an error at its place.
func TestCoreHalt(t *testing.T) {
	coreScalars(t, "\ts_sethalt 0\n")
	for _, halt := range []string{"s_sethalt 1", "s_sendmsghalt sendmsg(MSG_INTERRUPT)"} {
		s := coreSource{body: corePrologue + `
	v_readfirstlane_b32 s8, v0
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lother
	` + halt + `
	s_endpgm
.Lother:
	s_nop 7
	s_nop 7
	s_nop 7
	v_mov_b32 v2, 3
	global_store_dword v1, v2, s[4:5]
	s_endpgm`}
		got, _, err := coreTry(t, s, 128, sim.Launch{Block: [3]uint32{128, 1, 1}})
		if err == nil {
			t.Errorf("%s: no error", halt)
		}
		coreExpect(t, halt, got[64:], coreIota(64, func(int) uint32 { return 3 }))
		coreFailure(t, s, sim.Launch{Block: [3]uint32{128, 1, 1}}, halt, "halted")
	}
}

// TestCoreTrap: 2 aborts, 3 is a breakpoint without a debugger (facts
// isa/semantics.md §6); there is no handler for others.
func TestCoreTrap(t *testing.T) {
	if got := coreScalars(t, "\ts_trap 3\n\ts_mov_b32 s16, 4\n")[0]; got != 4 {
		t.Errorf("s_trap 3: %d", got)
	}
	coreFailure(t, coreSource{body: "\ts_nop 0\n\ts_trap 2\n\ts_endpgm"}, sim.Launch{}, "s_trap 2", "abort")
	coreFailure(t, coreSource{body: "\ts_nop 0\n\ts_trap 7\n\ts_endpgm"}, sim.Launch{}, "s_trap 7", "no trap handler")
}

// TestCoreKeepsGoing: what directs clocks, caches and priorities changes no
// state.
func TestCoreKeepsGoing(t *testing.T) {
	got := coreScalars(t, `
	s_mov_b32 s16, 1
	s_cmp_eq_u32 0, 0
	s_nop 15
	s_setprio 3
	s_wakeup
	s_icache_inv
	s_incperflevel 3
	s_decperflevel 3
	s_sleep 2
	s_sendmsg sendmsg(MSG_INTERRUPT)
	s_dcache_inv
	s_dcache_wb
	s_dcache_inv_vol
	s_dcache_wb_vol
	buffer_wbl2 sc1
	buffer_inv sc1
	s_setkill 0
	s_cbranch_scc1 .Lright
	s_mov_b32 s16, 2
.Lright:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
`)
	if got[0] != 1 {
		t.Errorf("got %d", got[0])
	}
}

// TestCoreTime: the clocks never go back, and s_memrealtime is the slower.
func TestCoreTime(t *testing.T) {
	got := coreScalars(t, `
	s_memtime s[40:41]
	s_memrealtime s[42:43]
	s_waitcnt lgkmcnt(0)
	s_movk_i32 s50, 1000
.Lloop:
	s_sub_u32 s50, s50, 1
	s_cmp_lg_u32 s50, 0
	s_cbranch_scc1 .Lloop
	s_memtime s[44:45]
	s_memrealtime s[46:47]
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s16, s44, s40
	s_subb_u32 s17, s45, s41
	s_sub_u32 s18, s46, s42
	s_subb_u32 s19, s47, s43
`)
	if got[0] < 1000 || got[1] != 0 || got[2] == 0 || got[2] >= got[0] || got[3] != 0 {
		t.Errorf("time passed: %v", got[:4])
	}
}

// TestCoreLooksLikeSpinning: loops that end, with nothing to see of it in the
// scalar registers or in the wave alone.
func TestCoreLooksLikeSpinning(t *testing.T) {
	for _, c := range []struct{ what, body string }{
		{"a VGPR counts", `
	v_mov_b32 v2, 0
.L:
	v_add_u32 v2, 1, v2
	v_cmp_gt_u32 vcc, 5000, v2
	s_cbranch_vccnz .L`},
		{"an AGPR counts", `
	v_accvgpr_write_b32 a3, 0
.L:
	v_accvgpr_read_b32 v2, a3
	v_add_u32 v2, 1, v2
	v_accvgpr_write_b32 a3, v2
	v_cmp_gt_u32 vcc, 5000, v2
	v_mov_b32 v2, 0
	s_cbranch_vccnz .L`},
		{"the LDS counts", `
	v_mov_b32 v3, 1
	v_mov_b32 v4, 0
	s_mov_b64 exec, 1
.L:
	ds_add_rtn_u32 v2, v4, v3
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32 vcc, 5000, v2
	v_mov_b32 v2, 0
	s_cbranch_vccnz .L`},
		{"scratch counts", `
	v_mov_b32 v2, 0
	scratch_store_dword off, v2, off offset:1000
.L:
	scratch_load_dword v2, off, off offset:1000
	s_waitcnt vmcnt(0)
	v_add_u32 v2, 1, v2
	scratch_store_dword off, v2, off offset:1000
	s_waitcnt vmcnt(0)
	v_cmp_gt_u32 vcc, 5000, v2
	v_mov_b32 v2, 0
	s_cbranch_vccnz .L`},
		{"TRAPSTS counts", `
.L:
	s_getreg_b32 s8, hwreg(HW_REG_TRAPSTS, 0, 9)
	s_add_u32 s8, s8, 1
	s_setreg_b32 hwreg(HW_REG_TRAPSTS, 0, 9), s8
	s_cmp_lt_u32 s8, 400
	s_mov_b32 s8, 0
	s_cbranch_scc1 .L`},
		{"the clock counts", `
	s_memtime s[20:21]
	s_waitcnt lgkmcnt(0)
.L:
	s_memtime s[22:23]
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s22, s22, s20
	s_cmp_lt_u32 s22, 100000
	s_mov_b64 s[22:23], 0
	s_cbranch_scc1 .L`},
	} {
		s := coreSource{body: corePrologue + c.body + "\n\ts_endpgm",
			directives: []string{"next_free_vgpr 140", "group_segment_fixed_size 4", "private_segment_fixed_size 1024"}}
		for _, o := range coreSchedules[:4] {
			for _, groups := range []uint32{1, 3} {
				_, _, err := coreTry(t, s, 64, sim.Launch{Grid: [3]uint32{groups, 1, 1}, Block: [3]uint32{128, 1, 1}, Options: o})
				if err != nil {
					t.Errorf("%s, schedule %d: %v", c.what, o.Schedule, err)
				}
			}
		}
	}
}

// TestCoreSpinThroughBarriers: a wave whose state never changes passes barriers
// with one that counts them.
func TestCoreSpinThroughBarriers(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_readfirstlane_b32 s8, v0
	v_mov_b32 v4, 0
	v_mov_b32 v5, 1
	s_movk_i32 s9, 3000
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lcount
.Lspin:
	s_barrier
	ds_read_b32 v2, v4
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_readfirstlane_b32 s10, v2
	s_cmp_eq_u32 s10, 0
	s_cbranch_scc1 .Lspin
	global_store_dword v1, v2, s[4:5]
	s_endpgm
.Lcount:
	s_barrier
	s_sub_u32 s9, s9, 1
	s_barrier
	s_cmp_lg_u32 s9, 0
	s_cbranch_scc1 .Lcount
	ds_write_b32 v4, v5
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_barrier
	s_endpgm`, directives: []string{"group_segment_fixed_size 4"}}
	for _, o := range coreSchedules {
		got := coreRun(t, s, 64, sim.Launch{Block: [3]uint32{128, 1, 1}, Options: o})
		coreExpect(t, fmt.Sprintf("schedule %d", o.Schedule), got, coreIota(64, func(int) uint32 { return 1 }))
	}
}
