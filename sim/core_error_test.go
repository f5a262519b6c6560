package sim_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"heddle/sim"
)

// TestCoreEndlessLoops: a loop without end is an error soon: at once where the
// wave comes back to a state it was in, else when its budget is used up.
func TestCoreEndlessLoops(t *testing.T) {
	const never = "no wave can make progress"
	for _, c := range []struct {
		what, body, at, want string
		limit                uint64
	}{
		{"branch to itself", ".L:\n s_branch .L", "s_branch", never, 0},
		{"no state changes", ".L:\n v_mov_b32 v2, 1\n s_nop 3\n s_cmp_eq_u32 0, 0\n s_cbranch_scc1 .L", "", never, 0},
		{"a long way round", ".L:\n .rept 1009\n v_xor_b32 v2, 1, v2\n v_xor_b32 v2, 1, v2\n .endr\n s_branch .L", "", never, 0},
		{"a state that comes back", ".L:\n s_add_u32 s20, s20, 1\n s_and_b32 s20, s20, 31\n s_branch .L", "", never, 0},
		{"a counter", ".L:\n s_add_u32 s20, s20, 1\n s_branch .L", "s_", "executed 10000 instructions, its budget", 10000},
		{"a counter in memory", " v_mov_b32 v2, 0\n.L:\n v_add_u32 v2, 1, v2\n global_store_dword v1, v2, s[4:5]\n s_branch .L", "", "budget", 10000},
		{"sleep", ".L:\n s_sleep 1\n s_add_u32 s20, s20, 1\n s_branch .L", "", "budget", 10000},
		{"waiting for a flag", " v_mov_b32 v2, 0\n.L:\n global_load_dword v3, v2, s[4:5] sc1\n s_waitcnt vmcnt(0)\n v_cmp_eq_u32 vcc, 0, v3\n s_cbranch_vccnz .L", "", never, 0},
		{"an old load", " v_mov_b32 v3, 0\n s_nop 0\n global_load_dword v3, v1, s[4:5]\n.L:\n s_branch .L", "s_branch", never, 0},
		{"a load in each round", " v_mov_b32 v3, 0\n v_mov_b32 v2, 0\n.L:\n ds_read_b32 v3, v2\n s_branch .L", "", never, 0},
		{"waiting for the clock", " s_memtime s[20:21]\n s_waitcnt lgkmcnt(0)\n.L:\n s_memtime s[22:23]\n s_waitcnt lgkmcnt(0)\n s_mov_b64 s[22:23], 0\n s_branch .L", "", "budget", 20000},
		{"barriers", ".L:\n s_add_u32 s20, s20, 1\n s_barrier\n s_branch .L", "", "budget", 10000},
	} {
		for _, l := range []sim.Launch{
			{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}},
			{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{256, 1, 1}},
			{Grid: [3]uint32{20, 1, 1}, Block: [3]uint32{128, 1, 1}},
		} {
			for _, o := range coreSchedules[:4] {
				l.Options = o
				l.MaxInstructions = c.limit
				want := c.want
				if o.Schedule == sim.ScheduleRandom && want == never {
					l.MaxInstructions, want = 10_000, ""
				}
				start := time.Now()
				e := coreFailure(t, coreSource{body: corePrologue + "\n" + c.body + "\n\ts_endpgm"}, l, c.at, want)
				if d := time.Since(start); d > 20*time.Second {
					t.Errorf("%s, schedule %d: %v", c.what, o.Schedule, d)
				}
				if e.Kernel != "k" || len(e.Waves) != int(l.Block[0]/64) || e.Offset >= 20000 || e.Waves[e.Wave].Addr != e.Addr {
					t.Errorf("%s: %+v", c.what, e)
				}
			}
		}
	}
}

// TestCoreEndlessManyWorkgroups: the grid's size does not matter.
func TestCoreEndlessManyWorkgroups(t *testing.T) {
	s := coreSource{body: corePrologue + ".L:\n\ts_nop 0\n\ts_branch .L\n\ts_endpgm"}
	coreFailure(t, s, sim.Launch{Grid: [3]uint32{1 << 20, 1, 1}}, "s_", "no wave can make progress")
	flag := coreSource{body: corePrologue + ".L:\n\ts_load_dword s8, s[4:5], 0x0\n\ts_waitcnt lgkmcnt(0)\n\ts_cmp_eq_u32 s8, 0\n\ts_cbranch_scc1 .L\n\ts_endpgm"}
	coreFailure(t, flag, sim.Launch{Grid: [3]uint32{1 << 20, 1, 1}, Block: [3]uint32{256, 1, 1}}, "s_", "no wave can make progress")
}

// TestCoreInterlock: two workgroups that wait for each other.
func TestCoreInterlock(t *testing.T) {
	s := coreSource{body: corePrologue + `
	s_lshl_b32 s8, s2, 2
	s_xor_b32 s9, s8, 4
	v_mov_b32 v2, s8
	v_mov_b32 v3, s9
	v_mov_b32 v4, 1
.L:
	global_load_dword v5, v3, s[4:5] sc1
	s_waitcnt vmcnt(0)
	v_readfirstlane_b32 s10, v5
	s_cmp_eq_u32 s10, 0
	s_cbranch_scc1 .L
	global_store_dword v2, v4, s[4:5]
	s_endpgm`}
	coreFailure(t, s, sim.Launch{Grid: [3]uint32{2, 1, 1}}, "", "no wave can make progress")
}

// TestCoreBadPlaces: errors at instructions, each with its place.
func TestCoreBadPlaces(t *testing.T) {
	for _, c := range []struct{ what, body, at, want string }{
		{"undecodable word", " s_nop 0\n .long 0xffffffff\n s_endpgm", "", "is not an instruction"},
		{"jump out of the code", " s_mov_b64 s[20:21], 64\n s_setpc_b64 s[20:21]\n s_endpgm", "s_setpc_b64", "outside of every code section"},
		{"jump far away", " s_mov_b32 s20, -4\n s_mov_b32 s21, -1\n s_setpc_b64 s[20:21]\n s_endpgm", "s_setpc_b64", "outside of every code section"},
		{"jump between words", " s_getpc_b64 s[20:21]\n s_add_u32 s20, s20, 10\n s_setpc_b64 s[20:21]\n s_endpgm", "s_setpc_b64", "multiple of 4"},
		{"branch before the section", " s_branch -30000\n s_endpgm", "s_branch", "outside of every code section"},
		{"branch behind the section", " s_branch 30000\n s_endpgm", "s_branch", "outside of every code section"},
		{"jump to nowhere", " s_swappc_b64 s[22:23], s[30:31]\n s_endpgm", "s_swappc_b64", "jumped to 0x0, outside of every code section"},
		{"jump to what is no instruction", " s_nop 0\n s_branch .L\n s_nop 0\n.L:\n .long 0xffffffff\n s_endpgm", "", "is not an instruction"},
		{"no instruction behind a jump and others", " s_branch .L\n s_nop 0\n.L:\n s_nop 0\n s_nop 0\n .long 0xffffffff\n s_endpgm", "", "is not an instruction"},
		{"store into code", " s_getpc_b64 s[20:21]\n global_store_dword v2, v1, s[20:21]\n s_endpgm", "global_store_dword", "which is code (section .text of the code object)"},
		{"store of lanes into code and beyond", " s_getpc_b64 s[20:21]\n v_lshlrev_b32 v2, 12, v0\n global_store_byte v2, v1, s[20:21]\n s_endpgm", "global_store_byte", "lane 0 writes 1 bytes"},
		{"atomic into code", " s_getpc_b64 s[20:21]\n s_and_b32 s20, s20, -4\n global_atomic_or v2, v3, s[20:21]\n s_endpgm", "global_atomic_or", "which is code (section .text of the code object)"},
		{"scalar store into code", " s_getpc_b64 s[20:21]\n s_store_dword s30, s[20:21], 0x0\n s_endpgm", "s_store_dword", "which is code (section .text of the code object)"},
		{"store to the arguments", " global_store_dword v2, v1, s[0:1]\n s_endpgm", "global_store_dword", "which is read-only (the kernel's arguments)"},
		{"store to constants", " s_getpc_b64 s[20:21]\n s_add_u32 s20, s20, c@rel32@lo+4\n s_addc_u32 s21, s21, c@rel32@hi+12\n .rodata\n .p2align 2\nc: .long 5\n .text\n global_store_dword v2, v1, s[20:21]\n s_endpgm", "global_store_dword", "which is read-only (section .rodata of the code object)"},
		{"no end", " s_nop 0\n s_nop 1", "s_nop 1", "ran off the end of kernel k"},
		{"no end behind a branch", " s_cmp_eq_u32 0, 1\n s_cbranch_scc1 .L\n.L:\n s_cbranch_scc1 .L", "s_cbranch_scc1", "ran off the end of kernel k"},
		{"no end behind a barrier", " s_nop 0\n s_barrier", "s_barrier", "ran off the end of kernel k"},
		{"no end behind an instruction of two words", " s_nop 0\n v_add3_u32 v1, v2, v3, v4", "v_add3_u32", "ran off the end of kernel k"},
		{"unmapped load", " global_load_dword v2, v[2:3], off\n s_waitcnt vmcnt(0)\n s_endpgm", "global_load_dword", "which is in no allocation"},
		{"unmapped store", " global_store_dword v[2:3], v1, off\n s_endpgm", "global_store_dword", "which is in no allocation"},
		{"unmapped scalar load", " s_load_dwordx2 s[20:21], s[30:31], 0x0\n s_waitcnt lgkmcnt(0)\n s_endpgm", "s_load_dwordx2", "reads 4 bytes at 0x0"},
		{"unmapped atomic", " global_atomic_add v[2:3], v1, off\n s_endpgm", "global_atomic_add", "which is in no allocation"},
		{"unmapped flat", " flat_load_dword v4, v[2:3]\n s_waitcnt vmcnt(0) lgkmcnt(0)\n s_endpgm", "flat_load_dword", "which is in no allocation"},
		{"misaligned atomic", " v_mov_b32 v2, 2\n global_atomic_add v2, v1, s[4:5]\n s_endpgm", "global_atomic_add", "multiple of 4"},
		{"misaligned atomic of 64 bits", " v_mov_b32 v2, 4\n global_atomic_add_x2 v2, v[4:5], s[4:5]\n s_endpgm", "global_atomic_add_x2", "multiple of 8"},
		{"misaligned atomic of the LDS", " v_mov_b32 v2, 1\n ds_add_u32 v2, v1\n s_endpgm", "ds_add_u32", "multiple of 4"},
		{"scratch that the kernel does not have", " scratch_store_dword off, v1, off offset:16\n s_endpgm", "scratch_store_dword", "has 16 bytes of scratch per lane"},
		{"scratch below", " scratch_load_dword v2, off, off offset:-4\n s_waitcnt vmcnt(0)\n s_endpgm", "scratch_load_dword", "scratch offset"},
		{"global wave sync", " s_nop 0\n ds_gws_barrier v2 gds\n s_endpgm", "ds_gws_barrier", "is not simulated"},
		{"return from an exception", " s_rfe_b64 s[4:5]\n s_endpgm", "s_rfe_b64", "is not simulated"},
	} {
		s := coreSource{body: corePrologue + "\n\tv_mov_b32 v2, 0\n\tv_mov_b32 v3, 0\n\ts_mov_b64 s[30:31], 0\n" + c.body,
			directives: []string{"private_segment_fixed_size 16", "group_segment_fixed_size 16"}, debug: true}
		for _, o := range coreSchedules[:3] {
			e := coreFailure(t, s, sim.Launch{Options: o}, c.at, c.want)
			if e == nil {
				continue
			}
			if e.Kernel != "k" || e.Wave != 0 || len(e.Waves) != 1 || e.Waves[0].Status == "" {
				t.Errorf("%s: %+v", c.what, e)
			}
			if inside := e.Text != ""; inside && (e.File == "" || e.Line == 0) {
				t.Errorf("%s: no source line in %+v", c.what, e)
			}
		}
	}
}

// TestCoreErrorPlace: everything that the error says about its place.
func TestCoreErrorPlace(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_readfirstlane_b32 s8, v0
	s_cmp_eq_u32 s8, 128
	s_cbranch_scc1 .Lbad
	s_cmp_eq_u32 s8, 64
	s_cbranch_scc1 .Lover
	s_barrier
.Lover:
	s_endpgm
.Lbad:
	s_nop 7
	s_nop 6
	s_nop 5
	s_cmp_eq_u32 s2, 5
	s_cbranch_scc0 .Llast
	s_trap 2
.Llast:
	s_barrier
	s_endpgm`, directives: []string{"system_sgpr_workgroup_id_y 1"}, debug: true}
	_, _, err := coreTry(t, s, 16, sim.Launch{Grid: [3]uint32{7, 3, 1}, Block: [3]uint32{192, 1, 1}, Workgroups: []int{12, 19},
		Options: sim.Options{LenientBarriers: true}})
	var e *sim.RunError
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if e.Kernel != "k" || e.Workgroup != 12 || e.Group != [3]uint32{5, 1, 0} || e.Wave != 2 || e.Text != "s_trap 2" {
		t.Errorf("%+v", e)
	}
	line := 0
	for i, l := range strings.Split(s.text(), "\n") {
		if strings.Contains(l, "s_trap 2") {
			line = i + 1
		}
	}
	if !strings.HasSuffix(e.File, "k.s") || e.Line != line {
		t.Errorf("at %s:%d, want k.s:%d", e.File, e.Line, line)
	}
	for _, part := range []string{"kernel k", "workgroup 5,1,0", "wave 2", fmt.Sprintf("%#x", e.Addr), "s_trap 2", fmt.Sprintf("k.s:%d", line), "aborts"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	if len(e.Waves) != 3 {
		t.Fatalf("positions:\n%s", e.Positions())
	}
	for i, want := range []struct{ status, text string }{{"waits at the barrier", "s_barrier"}, {"has ended", "s_endpgm"}, {"runs", "s_trap 2"}} {
		if w := e.Waves[i]; w.Wave != i || w.Status != want.status || w.Text != want.text || w.Addr == 0 {
			t.Errorf("position %d: %+v, want %+v", i, w, want)
		}
	}
	if n := strings.Count(e.Positions(), "\n"); n != 3 {
		t.Errorf("positions:\n%s", e.Positions())
	}
}

// TestCoreLowestFails: of several workgroups that fail in a run the lowest is
// reported, and memory holds what was written up to there, whatever the number
// of workers.
func TestCoreLowestFails(t *testing.T) {
	s := coreSource{body: corePrologue + `
	s_lshl_b32 s8, s2, 2
	v_mov_b32 v2, s8
	s_mov_b64 exec, 1
	global_store_dword v2, v2, s[4:5]
	s_waitcnt vmcnt(0)
	s_cmp_lt_u32 s2, 3
	s_cbranch_scc1 .Lgood
	s_trap 2
.Lgood:
	s_endpgm`}
	var first []uint32
	for _, workers := range []int{1, 2, 4} {
		out, report, err := coreTry(t, s, 32, sim.Launch{Grid: [3]uint32{30, 1, 1}, Options: sim.Options{Workers: workers}})
		var e *sim.RunError
		if !errors.As(err, &e) || e.Workgroup != 3 || report == nil || report.Executed == 0 {
			t.Fatalf("%d workers: %v, report %v", workers, err, report != nil)
		}
		if first == nil {
			first = out
		}
		coreExpect(t, "memory", out, first)
		coreExpect(t, "memory", out[:4], []uint32{0, 4, 8, 12})
	}
}
