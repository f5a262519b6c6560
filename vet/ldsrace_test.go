package vet_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/vet"
)

// workgroupKernel assembles a kernel that is given s[0:1] (arguments), s2 (workgroup) and v0. "@n" in a
// branch is the line that it goes to, from 0.
func workgroupKernel(t testing.TB, chip string, lines []string) *hsaco.Object {
	t.Helper()
	var text strings.Builder
	text.WriteString(".amdgcn_target \"amdgcn-amd-amdhsa--" + chip + "\"\n.text\n.globl k\n.type k,@function\nk:\n")
	for i, line := range lines {
		fmt.Fprintf(&text, ".L%d:\n\t%s\n", i, strings.Replace(line, "@", ".L", 1))
	}
	text.WriteString(`.Lend:
	.size k, .Lend-k
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_group_segment_fixed_size 16384
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 32
		.amdhsa_accum_offset 32
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
`)
	res, err := asm.Assemble([]byte(text.String()), asm.Options{File: "k.s"})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// linesOf are the lines of a kernel's instructions, by address.
func linesOf(t *testing.T, o *hsaco.Object) map[uint64]int {
	t.Helper()
	target, line := isa.For(o.Chip), map[uint64]int{}
	k := o.Kernels[0]
	for off := 0; off < len(k.Code); {
		line[k.Addr+uint64(off)] = len(line)
		inst, err := target.Decode(k.Code[off:])
		if err != nil {
			t.Fatal(err)
		}
		off += inst.Size()
	}
	return line
}

// TestWorkgroups: kernels of two waves, and what is said about their barriers and accesses to the LDS: the
// rank, the rule, the lines of the instruction and of the other one, and the wait that is required.
func TestWorkgroups(t *testing.T) {
	const (
		own       = "v_lshlrev_b32 v1, 2, v0; " // a dword for each work-item: line 0
		write     = "ds_write_b32 v1, v0; "
		readOther = "ds_read_b32 v2, v1 offset:256; " // of the next wave
		readOwn   = "ds_read_b32 v2, v1; "
		lgkm0     = "s_waitcnt lgkmcnt(0); "
		vm0       = "s_waitcnt vmcnt(0); "
		barrier   = "s_barrier; "
		end       = lgkm0 + "s_endpgm"
		wave      = "v_readfirstlane_b32 s4, v0; s_lshl_b32 s5, s4, 2; s_mov_b32 m0, s5; s_mov_b64 s[6:7], 0; "
		toLDS     = "global_load_lds_dword v1, s[0:1]; "
	)
	for _, c := range []struct{ name, code, want string }{
		{"own bytes", own + write + lgkm0 + readOwn + end, ""},
		{"no barrier", own + write + lgkm0 + readOther + end, "error lds-race 3 after 1"},
		{"barrier", own + write + lgkm0 + barrier + readOther + end, ""},
		{"no wait", own + write + barrier + readOther + end, "error lds-race 2 after 1 lgkmcnt(0)"},
		{"wait that is too weak", own + write + "s_waitcnt lgkmcnt(1); " + barrier + readOther + end, "error lds-race 3 after 1 lgkmcnt(0)"},
		{"counted", own + write + readOwn + "s_waitcnt lgkmcnt(1); " + barrier + readOther + end, ""},
		{"wait behind the barrier", own + write + barrier + lgkm0 + readOther + end, "error lds-race 2 after 1 lgkmcnt(0)"},
		{"two barriers", own + write + barrier + "s_nop 0; " + barrier + readOther + end, "error lds-race 4 after 1 lgkmcnt(0)"},
		{"write behind a read", own + readOther + lgkm0 + write + end, "error lds-race 3 after 1"},
		{"write behind a read of its own", own + readOwn + lgkm0 + write + end, ""},
		{"write long behind a read", own + readOther + lgkm0 + strings.Repeat("s_nop 0; ", 64) + write + end, "timing lds-race 67 after 1"},
		{"direct to LDS behind a read", own + wave + readOther + toLDS + vm0 + end, "timing lds-race 6 after 5; can't tell lds-dma 6 after 5 lgkmcnt(0)"},
		{"bytes of a dword", "ds_write_b8 v0, v0; " + lgkm0 + "ds_read_u8 v2, v0; " + end, ""},
		{"the other byte", "ds_write_b8 v0, v0; " + lgkm0 + "ds_read_u8 v2, v0 offset:1; " + end, "error lds-race 2 after 0"},
		{"two addresses", own + "ds_write2_b32 v1, v0, v0 offset0:0 offset1:128; " + lgkm0 + "ds_read_b32 v2, v1 offset:768; " + end, "error lds-race 3 after 1"},
		{"everybody's", "v_mov_b32 v1, 0; " + write + lgkm0 + readOwn + end, "can't tell lds-race 1 after 1; can't tell lds-race 3 after 1"},
		{"the same from all waves", "v_mov_b32 v1, 0; v_mov_b32 v2, 7; ds_write_b32 v1, v2; " + end, ""},
		{"the same of what is not known", "s_load_dword s4, s[0:1], 0x0; " + lgkm0 + "v_mov_b32 v1, 0; v_mov_b32 v2, s4; ds_write_b32 v1, v2; " + end, ""},
		{"each wave its number", "v_mov_b32 v1, 0; v_lshrrev_b32 v2, 6, v0; ds_write_b32 v1, v2; " + end, "error lds-race 2 after 2"},
		{"each wave what it loads", own + "global_load_dword v3, v1, s[0:1]; v_mov_b32 v4, 0; " + vm0 + "ds_write_b32 v4, v3; " + end, "can't tell lds-race 4 after 4"},
		{"over zeros of another wave", own + "v_mov_b32 v2, 0; ds_write_b32 v1, v2; ds_write_b32 v1, v0 offset:256; " + end, "error lds-race 3 after 2"},
		{"zeros over zeros", own + "v_mov_b32 v2, 0; ds_write_b32 v1, v2; ds_write_b8 v1, v2 offset:257; " + end, ""},
		{"over zeros behind a barrier", own + "v_mov_b32 v2, 0; ds_write_b32 v1, v2; " + lgkm0 + barrier + "ds_write_b32 v1, v0 offset:256; " + end, ""},
		{"over zeros of its own", own + "v_mov_b32 v2, 0; ds_write_b32 v1, v2; ds_write_b32 v1, v0; " + end, ""},
		{"atomics", "v_mov_b32 v1, 0; ds_add_u32 v1, v0; ds_max_u32 v1, v0; " + end, ""},
		{"atomic and read", own + "ds_add_u32 v1, v0; " + lgkm0 + readOther + end, "error lds-race 3 after 1"},
		{"not one of its waves", own + "v_cmp_gt_u32 vcc, 64, v0; s_and_saveexec_b64 s[4:5], vcc; " + write + lgkm0 + "ds_read_b32 v2, v1 offset:256; " + end, ""},
		{"only one writes", own + "v_cmp_lt_u32 vcc, 63, v0; s_and_saveexec_b64 s[4:5], vcc; " + write + "s_mov_b64 exec, s[4:5]; " + lgkm0 + readOther + end, "error lds-race 6 after 3"},
		{"skipped by one", own + "v_cmp_lt_u32 vcc, 63, v0; s_and_saveexec_b64 s[4:5], vcc; s_cbranch_execz @5; " + write + "s_or_b64 exec, exec, s[4:5]; " + lgkm0 + readOther + end, "error lds-race 7 after 4"},
		{"an address that is loaded", own + "global_load_dword v3, v1, s[0:1]; " + vm0 + "ds_write_b32 v3, v0; " + lgkm0 + readOther + end, "can't tell lds-race 3 after 3; can't tell lds-race 5 after 3"},
		{"lanes that are not known", own + "global_load_dword v3, v1, s[0:1]; " + vm0 + "v_cmp_eq_u32 vcc, 0, v3; s_and_saveexec_b64 s[4:5], vcc; " + write + lgkm0 + readOther + end, "can't tell lds-race 7 after 5"},
		{"lanes that are not known, far apart", own + "global_load_dword v3, v1, s[0:1]; " + vm0 + "v_cmp_eq_u32 vcc, 0, v3; s_and_saveexec_b64 s[4:5], vcc; " + write + lgkm0 + "ds_read_b32 v2, v1 offset:1024; " + end, ""},
		{"an argument is added", own + "s_load_dword s4, s[0:1], 0x0; " + lgkm0 + "v_add_u32 v1, s4, v1; " + write + lgkm0 + readOther + end, "can't tell lds-race 6 after 4"},
		{"an argument is added, own bytes", own + "s_load_dword s4, s[0:1], 0x0; " + lgkm0 + "v_add_u32 v1, s4, v1; " + write + lgkm0 + readOwn + end, ""},

		{"round a loop", own + "s_mov_b32 s4, 0; " + write + lgkm0 + barrier + readOther + "s_add_u32 s4, s4, 1; s_cmp_lt_u32 s4, s2; " + lgkm0 + "s_cbranch_scc1 @2; " + end, "error lds-race 2 after 5"},
		{"round a loop with two barriers", own + "s_mov_b32 s4, 0; " + write + lgkm0 + barrier + readOther + "s_add_u32 s4, s4, 1; s_cmp_lt_u32 s4, s2; " + lgkm0 + barrier + "s_cbranch_scc1 @2; " + end, ""},
		{"two buffers", own + "s_mov_b32 s4, 0; " + write + lgkm0 + barrier + readOther + "v_xor_b32 v1, 0x1000, v1; s_add_u32 s4, s4, 1; s_cmp_lt_u32 s4, s2; " + lgkm0 + "s_cbranch_scc1 @2; " + end, ""},
		{"one buffer of two", own + "s_mov_b32 s4, 0; " + write + lgkm0 + barrier + "ds_read_b32 v2, v1 offset:256; ds_read_b32 v3, v1 offset:4352; v_xor_b32 v1, 0x1000, v1; s_add_u32 s4, s4, 1; s_cmp_lt_u32 s4, s2; " + lgkm0 + "s_cbranch_scc1 @2; " + end, "error lds-race 2 after 6"},
		{"further and further", own + "s_mov_b32 s4, 0; " + write + lgkm0 + barrier + readOther + "v_add_u32 v1, 0x1000, v1; s_add_u32 s4, s4, 1; s_cmp_lt_u32 s4, s2; " + lgkm0 + "s_cbranch_scc1 @2; " + end, "can't tell lds-race 2 after 5"},
		{"a loop that is not left out", own + write + lgkm0 + "s_cmp_eq_u32 s2, 0; s_cbranch_scc1 @9; " + barrier + "s_sub_u32 s2, s2, 1; s_cmp_eq_u32 s2, 0; s_cbranch_scc0 @5; " + readOther + end, "can't tell lds-race 9 after 1"},
		{"waves that poll", own + write + lgkm0 + "v_mov_b32 v3, 0; ds_read_b32 v4, v3 offset:2048; " + lgkm0 + "v_readfirstlane_b32 s4, v4; s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @4; " + readOther + end, "can't tell lds-race 9 after 1"},

		{"direct to LDS", own + wave + toLDS + vm0 + barrier + readOther + end, ""},
		{"direct to LDS, no wait", own + wave + toLDS + barrier + readOther + vm0 + end, "error lds-race 6 after 5 vmcnt(0); can't tell lds-dma 7 after 5 vmcnt(0)"},
		{"direct to LDS, counted", own + wave + toLDS + "global_load_dword v4, v1, s[0:1]; s_waitcnt vmcnt(1); " + barrier + readOther + vm0 + end, ""},
		{"direct to LDS, not enough", own + wave + toLDS + "global_load_dword v4, v1, s[0:1]; s_waitcnt vmcnt(2); " + barrier + readOther + vm0 + end, "error lds-race 8 after 5 vmcnt(1); can't tell lds-dma 9 after 5 vmcnt(1)"},
		{"direct to LDS, its own", own + wave + toLDS + readOwn + vm0 + end, "error lds-race 6 after 5 vmcnt(0); can't tell lds-dma 6 after 5 vmcnt(0)"},
		{"direct to another place", own + wave + toLDS + barrier + "ds_read_b32 v2, v1 offset:1024; " + vm0 + end, "can't tell lds-dma 7 after 5 vmcnt(0); note too-strong 6"},
		{"direct to LDS, no barrier", own + wave + toLDS + vm0 + readOther + end, "error lds-race 7 after 5"},

		{"nothing to order", own + barrier + write + lgkm0 + "s_endpgm", "note too-strong 1"},
		{"twice", own + write + lgkm0 + barrier + barrier + readOther + end, "note too-strong 3"},
		{"between own bytes", own + write + lgkm0 + barrier + readOwn + end, "note too-strong 3"},
		{"between bytes that are not known", own + "global_load_dword v3, v1, s[0:1]; " + vm0 + "ds_write_b32 v3, v0; " + lgkm0 + barrier + readOther + end, "can't tell lds-race 3 after 3"},
		{"memory", "global_store_dword v0, v0, s[0:1]; " + vm0 + barrier + "global_load_dword v1, v0, s[0:1]; " + vm0 + end, ""},

		{"no lane for the first", "v_cmp_gt_u32 vcc, 64, v0; s_and_saveexec_b64 s[4:5], vcc; v_mov_b32 v1, v0; s_nop 0; v_readfirstlane_b32 s6, v1; " + end, "error exec 4"},
		{"no lane for the first, skipped", "v_cmp_gt_u32 vcc, 64, v0; s_and_saveexec_b64 s[4:5], vcc; s_cbranch_execz @6; v_mov_b32 v1, v0; s_nop 0; v_readfirstlane_b32 s6, v1; " + end, ""},
		{"no lane for the first, written before", "v_mov_b32 v1, v0; v_cmp_gt_u32 vcc, 64, v0; s_and_saveexec_b64 s[4:5], vcc; s_nop 0; v_readfirstlane_b32 s6, v1; " + end, ""},
		{"no lane for the first, given", "v_cmp_gt_u32 vcc, 64, v0; s_and_saveexec_b64 s[4:5], vcc; v_readfirstlane_b32 s6, v0; " + end, ""},
		{"lanes that are loaded", own + "global_load_dword v3, v1, s[0:1]; " + vm0 + "v_cmp_eq_u32 vcc, 0, v3; s_and_saveexec_b64 s[4:5], vcc; v_mov_b32 v1, v0; s_nop 0; v_readfirstlane_b32 s6, v1; " + end, ""},
		{"no lane in a branch of all", "s_cmp_eq_u32 s2, 0; s_cbranch_scc1 @7; v_cmp_gt_u32 vcc, 64, v0; s_and_saveexec_b64 s[4:5], vcc; v_mov_b32 v1, v0; s_nop 0; v_readfirstlane_b32 s6, v1; " + end, "error exec 6"},
		{"no lane in a branch of the other wave", "v_readfirstlane_b32 s7, v0; s_cmp_eq_u32 s7, 0; s_cbranch_scc0 @8; v_cmp_gt_u32 vcc, 64, v0; s_and_saveexec_b64 s[4:5], vcc; v_mov_b32 v1, v0; s_nop 0; v_readfirstlane_b32 s6, v1; " + end, ""},
		{"no lane at all", "s_mov_b64 exec, 0; v_mov_b32 v1, v0; s_nop 0; v_readfirstlane_b32 s6, v1; " + end, "error exec 3"},

		{"a branch that all take", "s_cmp_eq_u32 s2, 0; s_cbranch_scc1 @3; " + barrier + end, "note too-strong 2"},
		{"a branch by an argument", "s_load_dword s4, s[0:1], 0x0; " + lgkm0 + "s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @5; " + barrier + end, "note too-strong 4"},
		{"a branch by wave", "v_readfirstlane_b32 s4, v0; s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @4; " + barrier + end, "error barrier 3 after 2"},
		{"a barrier on both ways", "v_readfirstlane_b32 s4, v0; s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @5; " + barrier + "s_branch @6; " + barrier + end, ""},
		{"two barriers on one way", "v_readfirstlane_b32 s4, v0; s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @6; " + barrier + barrier + "s_branch @7; " + barrier + end, "error barrier 3 after 2"},
		{"a branch that waves take alike", "v_readfirstlane_b32 s4, v0; s_cmp_lt_u32 s4, 1000; s_cbranch_scc0 @4; " + barrier + end, ""},
		{"half a turn apart", "v_readfirstlane_b32 s4, v0; s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @4; " + barrier + "s_nop 0; s_cmp_eq_u32 s4, 0; s_cbranch_scc0 @8; " + barrier + end, "can't tell barrier 3 after 2; can't tell barrier 7 after 6"},
		{"loops on both ways", "v_readfirstlane_b32 s4, v0; s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @8; " + barrier + "s_sub_u32 s2, s2, 1; s_cmp_eq_u32 s2, 0; s_cbranch_scc0 @3; s_branch @12; " +
			barrier + "s_sub_u32 s2, s2, 1; s_cmp_eq_u32 s2, 0; s_cbranch_scc0 @8; " + end, "can't tell barrier 3 after 2"},
		{"a wave ends", "v_readfirstlane_b32 s4, v0; s_cmp_eq_u32 s4, 0; s_cbranch_scc0 @4; s_endpgm; " + barrier + end, "note barrier 4 after 2"},
		{"no lanes in a wave", "v_cmp_gt_u32 vcc, 64, v0; s_and_saveexec_b64 s[4:5], vcc; s_cbranch_execz @4; " + barrier + end, "error barrier 3 after 2"},
		{"a branch by data", own + "global_load_dword v3, v1, s[0:1]; " + vm0 + "v_readfirstlane_b32 s4, v3; s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @7; " + barrier + end, "can't tell barrier 6 after 5"},
		{"data that are the same", "v_mov_b32 v1, 0; global_load_dword v3, v1, s[0:1]; " + vm0 + "v_readfirstlane_b32 s4, v3; s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @7; " + barrier + end, "note too-strong 6"},
		{"turns by wave", "v_readfirstlane_b32 s4, v0; " + barrier + "s_sub_u32 s4, s4, 64; s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @1; " + end, "error barrier 1 after 4"},
		{"turns by an argument", "s_load_dword s4, s[0:1], 0x0; " + lgkm0 + barrier + "s_sub_u32 s4, s4, 1; s_cmp_eq_u32 s4, 0; s_cbranch_scc0 @2; " + end, "note too-strong 2"},
	} {
		for _, target := range isa.Targets() {
			o := workgroupKernel(t, target.Chip.Name, strings.Split(c.code, "; "))
			r, err := vet.ObjectWith(o, vet.Options{Launches: []vet.Launch{{Block: [3]uint32{128, 1, 1}, LDS: -1}}})
			if err != nil {
				t.Fatal(err)
			}
			line := linesOf(t, o)
			var got []string
			for _, f := range r.Kernels[0].Findings {
				text := fmt.Sprintf("%s %s %d", f.Rank, f.Rule, line[f.Addr])
				switch {
				case f.Rule == "too-strong" && strings.HasPrefix(f.Text, "s_barrier"), f.Rule == "exec":
				case slices.Contains([]string{"lds-race", "lds-dma", "barrier"}, f.Rule):
					text += strings.TrimRight(fmt.Sprintf(" after %d %s", line[f.Other.Addr], f.Required), " ")
				default:
					continue
				}
				got = append(got, text)
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%s %s: %q, not %q", target.Chip.Name, c.name, text, c.want)
			}
		}
	}
}

// TestWorkgroupWork: with everything that is checked of a kernel and its launch, the work for an instruction
// does not grow with the kernel.
func TestWorkgroupWork(t *testing.T) {
	each := func(n int) float64 {
		k := phases(t, n)
		for _, f := range k.Findings {
			if f.Rank != vet.RankNote && f.Rule != "memory-race" { // all workgroups write the same bytes
				t.Fatalf("%d instructions: %+v", k.Instructions, f)
			}
		}
		if k.Instructions < n || k.Addresses.Inside == 0 {
			t.Fatalf("%d instructions, %+v", k.Instructions, k.Addresses)
		}
		return float64(k.Steps) / float64(k.Instructions)
	}
	few, many := each(2000), each(long.Count(20_000, 200_000))
	t.Logf("%.1f steps for each instruction of a small kernel, %.1f of a large one", few, many)
	if many > 2*few {
		t.Errorf("%.1f steps for each instruction, and %.1f of a large kernel", few, many)
	}
}

// BenchmarkKernel checks a kernel of 10,000 instructions with all rules.
func BenchmarkKernel(b *testing.B) {
	o := workgroupKernel(b, isa.Targets()[0].Chip.Name, phaseLines(10_000))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := vet.ObjectWith(o, phaseOptions); err != nil {
			b.Fatal(err)
		}
	}
}

var phaseOptions = vet.Options{Launches: []vet.Launch{{Block: [3]uint32{256, 1, 1}, Grid: [3]uint32{100, 1, 1}, LDS: 0, Args: []vet.Argument{{Memory: true, Bytes: 1 << 20}}}}}

// phases checks a kernel whose waves exchange data through the LDS again and again.
func phases(t testing.TB, n int) *vet.Kernel {
	t.Helper()
	r, err := vet.ObjectWith(workgroupKernel(t, isa.Targets()[0].Chip.Name, phaseLines(n)), phaseOptions)
	if err != nil {
		t.Fatal(err)
	}
	return &r.Kernels[0]
}

// phaseLines is such a kernel of n instructions.
func phaseLines(n int) []string {
	lines := strings.Split("s_load_dwordx2 s[4:5], s[0:1], 0x0; v_lshlrev_b32 v1, 2, v0; v_xor_b32 v3, 0x100, v1; s_mov_b32 s6, 0x100000; s_mov_b32 s7, 0x20000; s_waitcnt lgkmcnt(0)", "; ")
	phase := strings.Split("buffer_load_dword v4, v1, s[4:7], 0 offen; v_add_u32 v5, v5, v1; s_waitcnt vmcnt(0); ds_write_b32 v1, v4; s_waitcnt lgkmcnt(0); s_barrier; ds_read_b32 v6, v3; v_add_u32 v7, v7, v5; s_waitcnt lgkmcnt(0); v_add_u32 v5, v6, v7; global_store_dword v1, v5, s[4:5]; s_barrier", "; ")
	for len(lines) < n {
		lines = append(lines, phase...)
	}
	return append(lines, "s_endpgm")
}
