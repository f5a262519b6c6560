package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/launch"
)

// byTime reads the LDS and stores what came some instructions later: in time,
// but with no wait.
const byTime = `	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.text
	.globl	slow
	.p2align	8
	.type	slow,@function
slow:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	v_add_u32 v2, 40, v0
	ds_write_b32 v1, v2
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v3, v1
	s_nop 15
	s_nop 15
	global_store_dword v1, v3, s[4:5]
	s_endpgm
.Lend:
	.size	slow, .Lend-slow
	.rodata
	.p2align	6
	.amdhsa_kernel slow
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_kernarg_size 8
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
`

// TestRunByTime: a kernel that waits by time has the right result by default,
// and a run says in one line that it depends on timing unless the waits check
// says it better.
func TestRunByTime(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("slow.s", []byte(byTime), 0o666); err != nil {
		t.Fatal(err)
	}
	want := &launch.Array{Descr: "i4", Shape: []int{64}, Data: make([]byte, 256)}
	for i := range 64 {
		want.Data[4*i] = byte(40 + i)
	}
	expect := saveNPY(t, want)
	const note = "heddle: note: kernel slow reads v3 (at 0x"
	for _, c := range []struct {
		flags string
		code  int
		notes int
	}{
		{"", exitOK, 1},
		{"--grid 5 --workers 3", exitOK, 1},
		{"--schedule run", exitOK, 1},
		{"--schedule prompt", exitOK, 1},
		{"--schedule late", exitRejected, 1},
		{"--check bounds", exitOK, 1},
		{"--check waits", exitRejected, 0},
		{"--check all", exitRejected, 0},
	} {
		args := "run slow.s --mcpu gfx950 --block 64 --arg zero:i32[64] --expect 0=" + expect + " " + c.flags
		if !strings.Contains(args, "--grid") {
			args += " --grid 1"
		}
		code, _, errs := heddle(strings.Fields(args)...)
		if code != c.code || strings.Count(errs, note) != c.notes {
			t.Errorf("%s: exit code %d, want %d, with %d notes\n%s", args, code, c.code, c.notes, errs)
		}
		if c.notes > 0 && !strings.Contains(errs, ": global_store_dword v1, v3, s[4:5], slow.s:15) before the s_waitcnt of the load at 0x") {
			t.Errorf("%s: the note does not say where\n%s", args, errs)
		}
	}
	code, out, errs := heddle(strings.Fields("run slow.s --mcpu gfx950 --grid 1 --block 64 --arg zero:i32[64] --json")...)
	var doc runJSON
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != exitOK || strings.Contains(errs, note) {
		t.Fatalf("exit code %d, %v\n%s", code, err, errs)
	}
	if e := doc.Dispatches[0].Early; e == nil || e.Register != "v3" || !e.Reads || filepath.Base(e.File) != "slow.s" || e.Line != 15 || e.LoadText != "ds_read_b32 v3, v1" {
		t.Errorf("early: %+v", e)
	}
}
