package vet_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/vet"
)

// TestCalls: a return leads to the caller only, so that what another one has under way, or has just written, is not
// behind the call; what is wrong in a function for one of its callers is said once, with what all of them need.
func TestCalls(t *testing.T) {
	for _, c := range []struct {
		name, code string
		want       []string // line, that of the other instruction, rank, rule, what is required
	}{
		{"another caller's load", "global_load_dword v1, v[2:3], off; s_call_b64 s[30:31], @6; s_waitcnt vmcnt(0); s_call_b64 s[30:31], @6; v_mov_b32 v4, v1; s_endpgm; " +
			"s_setpc_b64 s[30:31]", nil},
		{"the caller's load", "s_call_b64 s[30:31], @5; global_load_dword v1, v[2:3], off; s_call_b64 s[30:31], @5; v_mov_b32 v4, v1; s_endpgm; " +
			"s_setpc_b64 s[30:31]", []string{"3 1 error waits vmcnt(0)"}},
		{"another caller's mask", "v_readfirstlane_b32 s4, v0; s_call_b64 s[30:31], @6; s_nop 4; s_call_b64 s[30:31], @6; buffer_load_dword v5, off, s[4:7], 0; s_endpgm; " +
			"s_setpc_b64 s[30:31]", nil},
		{"the caller's mask", "s_call_b64 s[30:31], @5; v_readfirstlane_b32 s4, v0; s_call_b64 s[30:31], @5; buffer_load_dword v5, off, s[4:7], 0; s_endpgm; " +
			"s_setpc_b64 s[30:31]", []string{"3 1 error wait-states 5 wait states"}},
		{"a function in a function", "global_load_dword v1, v[2:3], off; s_call_b64 s[30:31], @6; s_waitcnt vmcnt(0); s_call_b64 s[30:31], @6; v_mov_b32 v4, v1; s_endpgm; " +
			"s_mov_b64 s[32:33], s[30:31]; s_call_b64 s[30:31], @9; s_setpc_b64 s[32:33]; s_setpc_b64 s[30:31]", nil},
		{"one that jumps to another", "global_load_dword v1, v[2:3], off; s_call_b64 s[30:31], @6; s_waitcnt vmcnt(0); s_call_b64 s[30:31], @7; v_mov_b32 v4, v1; s_endpgm; " +
			"s_branch @7; s_setpc_b64 s[30:31]", nil},
		{"wrong for two callers", "global_load_dword v1, v[2:3], off; global_load_dword v5, v[2:3], off; s_call_b64 s[30:31], @8; s_waitcnt vmcnt(0); " +
			"global_load_dword v1, v[2:3], off; s_call_b64 s[30:31], @8; s_waitcnt vmcnt(0); s_endpgm; v_mov_b32 v4, v1; s_setpc_b64 s[30:31]",
			[]string{"8 0 error waits vmcnt(0)", "8 4 error waits vmcnt(0)"}},
		{"wrong in each copy", "s_call_b64 s[30:31], @3; s_call_b64 s[30:31], @3; s_endpgm; global_load_dword v1, v[2:3], off; v_mov_b32 v4, v1; v_readfirstlane_b32 s4, v0; " +
			"buffer_load_dword v5, off, s[4:7], 0; s_waitcnt vmcnt(0); s_setpc_b64 s[30:31]", []string{"4 3 error waits vmcnt(0)", "6 5 error wait-states 5 wait states"}},
		{"the worst copy", "s_call_b64 s[30:31], @5; s_call_b64 s[30:31], @5; v_mov_b32 v4, v1; s_waitcnt vmcnt(0); s_endpgm; " +
			"global_load_dword v1, v[2:3], off; s_setpc_b64 s[30:31]", []string{"2 5 error waits vmcnt(0)"}},
		{"enough time for one caller", "s_call_b64 s[30:31], @9; s_call_b64 s[30:31], @11; s_waitcnt lgkmcnt(0); s_call_b64 s[30:31], @9; s_nop 15; s_nop 15; s_call_b64 s[30:31], @11; s_waitcnt lgkmcnt(0); s_endpgm; " +
			"ds_read_b32 v1, v2; s_setpc_b64 s[30:31]; s_nop 15; s_nop 15; v_mov_b32 v4, v1; s_setpc_b64 s[30:31]", []string{"13 9 error waits lgkmcnt(0)"}},
		{"enough time for all callers", "s_call_b64 s[30:31], @9; s_call_b64 s[30:31], @11; s_waitcnt lgkmcnt(0); s_call_b64 s[30:31], @9; s_nop 15; s_nop 15; s_call_b64 s[30:31], @11; s_waitcnt lgkmcnt(0); s_endpgm; " +
			"ds_read_b32 v1, v2; s_setpc_b64 s[30:31]; " + strings.Repeat("s_nop 15; ", 4) + "v_mov_b32 v4, v1; s_setpc_b64 s[30:31]", []string{"15 9 timing waits lgkmcnt(0)"}},
		{"an unknown call", "global_load_dword v1, v[2:3], off; s_call_b64 s[30:31], @7; s_waitcnt vmcnt(0); s_call_b64 s[30:31], @7; v_mov_b32 v4, v1; s_swappc_b64 s[30:31], s[8:9]; s_endpgm; " +
			"s_waitcnt lgkmcnt(0); s_setpc_b64 s[30:31]", nil},
		{"recursive", "global_load_dword v1, v[2:3], off; s_call_b64 s[30:31], @6; s_waitcnt vmcnt(0); s_call_b64 s[30:31], @6; v_mov_b32 v4, v1; s_endpgm; " +
			"s_cbranch_scc0 @8; s_call_b64 s[30:31], @6; s_setpc_b64 s[30:31]", []string{"4 0 error waits vmcnt(0)"}},
	} {
		for _, target := range isa.Targets() {
			lines := strings.Split(c.code, "; ")
			k := vet.Code(target, assemble(t, target, lines))
			at := map[uint64]int{}
			addr := uint64(0)
			for i := range lines {
				at[addr] = i
				addr += uint64(len(assemble(t, target, []string{strings.Split(lines[i], "@")[0] + strings.Repeat("0", strings.Count(lines[i], "@"))})))
			}
			var found []string
			for _, f := range k.Findings {
				if f.Rank == vet.RankError || f.Rank == vet.RankTiming {
					found = append(found, fmt.Sprintf("%d %d %s %s %s", at[f.Addr], at[f.Other.Addr], f.Rank, f.Rule, f.Required))
				}
			}
			if !slices.Equal(found, c.want) {
				t.Errorf("%s %s: %q, want %q", target.Chip.Name, c.name, found, c.want)
			}
		}
	}
}

// TestCallsOfFunction: so it is in a function that no kernel is known to call.
func TestCallsOfFunction(t *testing.T) {
	const kernel = "s_endpgm; .globl f; .type f,@function; f:; s_waitcnt vmcnt(0) lgkmcnt(0); s_mov_b64 s[24:25], s[30:31]; global_load_dword v1, v[2:3], off; s_call_b64 s[30:31], g; " +
		"s_waitcnt vmcnt(0); s_call_b64 s[30:31], g; v_mov_b32 v4, v1; s_setpc_b64 s[24:25]; g:; %s; s_setpc_b64 s[30:31]"
	for _, chip := range arch.Chips {
		for code, want := range map[string]int{"s_nop 0": 0, "v_mov_b32 v4, v1": 1} {
			kernels := check(t, object(t, chip.Name, strings.Split(fmt.Sprintf(kernel, code), "; "))).Kernels
			i := slices.IndexFunc(kernels, func(k vet.Kernel) bool { return k.Function && k.Name == "f" })
			if i < 0 {
				t.Fatal("the function is not checked")
			}
			errors := slices.DeleteFunc(kernels[i].Findings, func(f vet.Finding) bool { return f.Rank != vet.RankError })
			if len(errors) != want {
				t.Errorf("%s: %+v", code, errors)
			}
		}
	}
}

// calling is code of functions that have size instructions each and call the next one a number of times.
func calling(t testing.TB, target *isa.Target, functions, calls, size int) []byte {
	r := rand.New(rand.NewPCG(1, 1))
	link := func(f int) string { return fmt.Sprintf("s[%d:%d]", 20+2*(f%20), 21+2*(f%20)) } // where function f returns to
	var lines []string
	for f := range functions {
		for range size - calls - 1 {
			switch x := r.IntN(12); {
			case x < 3:
				lines = append(lines, fmt.Sprintf("global_load_dword v%d, v[2:3], off", 10+r.IntN(60)))
			case x == 3:
				lines = append(lines, "s_waitcnt vmcnt(10)")
			case x == 4:
				lines = append(lines, fmt.Sprintf("v_mfma_f32_16x16x16_f16 v[%d:%d], v[80:81], v[82:83], v[100:103]", 100, 103))
			default:
				lines = append(lines, fmt.Sprintf("v_add_f32 v%d, v%d, v%d", 104+r.IntN(40), 104+r.IntN(40), 104+r.IntN(40)))
			}
		}
		for range calls {
			if f+1 < functions {
				lines = append(lines, fmt.Sprintf("s_call_b64 %s, @%d", link(f+1), (f+1)*size))
			} else {
				lines = append(lines, "s_nop 0")
			}
		}
		if f == 0 {
			lines = append(lines, "s_endpgm")
		} else {
			lines = append(lines, "s_setpc_b64 "+link(f))
		}
	}
	return assemble(t, target, lines)
}

// TestCallWork: the work on 10,000 instructions that call each other, with as many copies as there may be and with too
// many, is limited.
func TestCallWork(t *testing.T) {
	target := isa.Targets()[0]
	for _, c := range []struct{ functions, calls, size int }{{2, 13, 5000}, {7, 2, 1428}, {100, 3, 100}} {
		code := calling(t, target, c.functions, c.calls, c.size)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		k := vet.Code(target, code)
		runtime.ReadMemStats(&after)
		for _, f := range k.Findings {
			if f.Rank != vet.RankNote {
				t.Fatalf("%+v: %+v", c, f)
			}
		}
		steps, bytes := k.Steps/k.Instructions, (after.TotalAlloc-before.TotalAlloc)>>20
		t.Logf("%+v: %d instructions, %d steps for each, %d MiB", c, k.Instructions, steps, bytes)
		if k.Instructions != c.functions*c.size || steps > 200 || bytes > 200 {
			t.Errorf("%+v: that is too much", c)
		}
	}
}

// BenchmarkCalls checks 10,000 instructions with nearly as many copies as there may be.
func BenchmarkCalls(b *testing.B) {
	target := isa.Targets()[0]
	code := calling(b, target, 2, 13, 5000)
	b.ReportAllocs()
	for b.Loop() {
		vet.Code(target, code)
	}
}
