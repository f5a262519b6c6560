package vet_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/vet"
)

// assemble makes machine code of lines. "@n" in a branch is the line that it goes to, from 0.
func assemble(t testing.TB, target *isa.Target, lines []string) []byte {
	t.Helper()
	addr := make([]int64, len(lines)+1)
	var code []byte
	for pass := range 2 {
		code = code[:0]
		for i, line := range lines {
			addr[i] = int64(len(code))
			if word, to, ok := strings.Cut(line, "@"); ok {
				n := 0
				if _, err := fmt.Sscan(to, &n); err != nil {
					t.Fatal(err)
				}
				off := int64(0)
				if pass == 1 {
					off, _ = isa.BranchOffset(addr[n] - addr[i])
				}
				line = fmt.Sprintf("%s%d", word, off)
			}
			inst, err := target.Parse(line, nil)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			var buf [isa.MaxSize]byte
			code = append(code, buf[:inst.Encode(&buf)]...)
		}
	}
	return code
}

// TestFindings: small programs and what is said about them: rank, rule, the two instructions by their
// lines, what is required. "-" is nothing.
func TestFindings(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"wait", "global_load_dword v1, v[2:3], off; s_waitcnt vmcnt(0); v_mov_b32 v4, v1; s_endpgm", "-"},
		{"read", "global_load_dword v1, v[2:3], off; v_mov_b32 v4, v1; s_endpgm", "error waits vmcnt(0) v1"},
		{"write", "global_load_dword v1, v[2:3], off; v_mov_b32 v1, v4; s_endpgm", "error waits vmcnt(0) writes v1"},
		{"younger", "global_load_dword v1, v[2:3], off; global_load_dword v5, v[2:3], off; s_waitcnt vmcnt(2); v_mov_b32 v4, v1; s_endpgm", "error waits vmcnt(1) v1 found vmcnt(2)"},
		{"counted", "global_load_dword v1, v[2:3], off; global_store_dword v[2:3], v6, off; s_waitcnt vmcnt(1); v_mov_b32 v4, v1; s_endpgm", "-"},
		{"in order", "global_load_dword v1, v[2:3], off; global_load_dword v1, v[2:3], off; s_waitcnt vmcnt(0); v_mov_b32 v4, v1; s_endpgm", "-"},
		{"other order", "global_load_dword v1, v[2:3], off; ds_read_b32 v1, v2; s_waitcnt vmcnt(0) lgkmcnt(0); s_endpgm", "error waits vmcnt(0) writes v1"},
		{"address", "global_load_dwordx2 v[2:3], v[2:3], off; global_load_dword v1, v[2:3], off; s_endpgm", "error waits vmcnt(0) reads v2"},
		{"scalar", "s_load_dword s4, s[0:1], 0x0; s_load_dword s5, s[0:1], 0x4; s_waitcnt lgkmcnt(1); s_mov_b32 s6, s4; s_endpgm", "error waits lgkmcnt(0) s4"},
		{"scalar done", "s_load_dword s4, s[0:1], 0x0; s_waitcnt lgkmcnt(0); s_mov_b32 s6, s4; s_endpgm", "-"},
		{"flat", "flat_load_dword v1, v[2:3]; s_waitcnt vmcnt(0); v_mov_b32 v4, v1; s_endpgm", "can't tell waits lgkmcnt(0) v1 global"},
		{"flat, LDS alone", "flat_load_dword v1, v[2:3]; s_waitcnt lgkmcnt(0); v_mov_b32 v4, v1; s_endpgm", "can't tell waits vmcnt(0) v1 LDS"},
		{"flat, no wait", "flat_load_dword v1, v[2:3]; v_mov_b32 v4, v1; s_endpgm", "error waits vmcnt(0) lgkmcnt(0) v1"},
		{"flat, overwritten", "flat_load_dword v1, v[2:3]; global_load_dword v1, v[2:3], off; s_endpgm", "can't tell waits v1 global"},
		{"flat, overwritten at once", "flat_load_dword v1, v[2:3]; v_mov_b32 v1, 0; s_endpgm", "error waits v1"},
		{"flat done", "flat_load_dword v1, v[2:3]; s_waitcnt vmcnt(0) lgkmcnt(0); v_mov_b32 v4, v1; s_endpgm", "-"},
		{"LDS in order", "ds_read_b32 v1, v2; ds_read_b32 v3, v2; s_waitcnt lgkmcnt(1); v_mov_b32 v4, v1; s_endpgm", "-"},
		{"LDS beside scalar", "ds_read_b32 v1, v2; s_load_dword s4, s[0:1], 0x0; s_waitcnt lgkmcnt(1); v_mov_b32 v4, v1; s_endpgm", "error waits lgkmcnt(0) v1"},
		{"one path", "s_cbranch_scc0 @3; global_load_dword v1, v[2:3], off; s_branch @4; v_mov_b32 v1, 0; v_mov_b32 v4, v1; s_endpgm", "error waits vmcnt(0) v1"},
		{"loop", "global_load_dword v1, v[2:3], off; s_waitcnt vmcnt(0); v_mov_b32 v4, v1; global_load_dword v1, v[2:3], off; s_cbranch_scc0 @1; s_endpgm", "-"},
		{"back edge", "v_mov_b32 v4, v1; global_load_dword v1, v[2:3], off; s_cbranch_scc0 @0; s_endpgm", "error waits vmcnt(0) v1"},
		{"full counter", strings.Repeat("global_load_dword v1, v[2:3], off; ", 1) + strings.Repeat("global_store_dword v[2:3], v6, off; ", 63) + "v_mov_b32 v4, v1; s_endpgm", "-"},
		{"not full", strings.Repeat("global_load_dword v1, v[2:3], off; ", 1) + strings.Repeat("global_store_dword v[2:3], v6, off; ", 62) + "v_mov_b32 v4, v1; s_endpgm", "error waits vmcnt(62) v1"},
		{"timing", "ds_read_b32 v1, v2; " + strings.Repeat("v_mov_b32 v5, 0; ", 63) + "v_mov_b32 v4, v1; s_endpgm", "timing waits lgkmcnt(0) 256 clocks"},
		{"not yet", "ds_read_b32 v1, v2; " + strings.Repeat("v_mov_b32 v5, 0; ", 62) + "v_mov_b32 v4, v1; s_endpgm", "error waits lgkmcnt(0) v1"},
		{"matrix time", "ds_read_b32 v1, v2; " + strings.Repeat("v_mfma_f32_16x16x16_f16 v[4:7], v[8:9], v[8:9], v[4:7]; ", 16) + "v_mfma_f32_16x16x16_f16 v[4:7], v[0:1], v[8:9], v[4:7]; s_endpgm", "timing waits lgkmcnt(0) 260 clocks"},
		{"too little matrix time", "ds_read_b32 v1, v2; " + strings.Repeat("v_mfma_f32_16x16x16_f16 v[4:7], v[8:9], v[8:9], v[4:7]; ", 15) + "v_mfma_f32_16x16x16_f16 v[4:7], v[0:1], v[8:9], v[4:7]; s_endpgm", "error waits lgkmcnt(0) v1"},
		{"one pass less", "ds_read_b32 v1, v2; " + strings.Repeat("v_mfma_f32_16x16x16_f16 v[4:7], v[8:9], v[8:9], v[4:7]; ", 15) + "v_mov_b32 v10, v1; s_endpgm", "error waits lgkmcnt(0) v1"},
		{"the quicker way", "ds_read_b32 v1, v2; s_cbranch_scc0 @20; " + strings.Repeat("v_mfma_f32_32x32x8_f16 v[16:31], v[8:9], v[8:9], v[16:31]; ", 17) + "s_branch @80; " + strings.Repeat("s_nop 0; ", 60) + "v_mov_b32 v10, v1; s_endpgm", "error waits lgkmcnt(0) v1"},
		{"asleep", "ds_read_b32 v1, v2; s_sleep 4; v_mov_b32 v10, v1; s_endpgm", "timing waits lgkmcnt(0) 264 clocks"},
		{"loaded again", "s_load_dword s4, s[0:1], 0x0; s_load_dword s4, s[0:1], 0x0; s_waitcnt lgkmcnt(0); s_mov_b32 s6, s4; s_endpgm", "-"},
		{"loaded again, elsewhere", "s_load_dword s4, s[0:1], 0x0; s_mov_b32 s0, s7; s_load_dword s4, s[0:1], 0x0; s_endpgm", "error waits lgkmcnt(0) writes s4"},
		{"direct to LDS", "s_mov_b32 m0, 0; s_nop 0; buffer_load_dword v0, s[4:7], 0 offen lds; ds_read_b32 v1, v2; s_waitcnt vmcnt(0) lgkmcnt(0); s_endpgm", "can't tell lds-dma vmcnt(0)"},
		{"direct to LDS, waited", "s_mov_b32 m0, 0; s_nop 0; buffer_load_dword v0, s[4:7], 0 offen lds; s_waitcnt vmcnt(0); ds_read_b32 v1, v2; s_waitcnt lgkmcnt(0); s_endpgm", "-"},
		{"over a read", "s_mov_b32 m0, 0; ds_read_b32 v1, v2; buffer_load_dword v0, s[4:7], 0 offen lds; s_endpgm", "can't tell lds-dma lgkmcnt(0)"},
		{"called", "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 20; s_addc_u32 s5, s5, 0; s_swappc_b64 s[30:31], s[4:5]; v_mov_b32 v4, v1; s_endpgm; global_load_dword v1, v[2:3], off; s_setpc_b64 s[30:31]", "error waits vmcnt(0) v1"},
		{"called and waited", "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 20; s_addc_u32 s5, s5, 0; s_swappc_b64 s[30:31], s[4:5]; v_mov_b32 v4, v1; s_endpgm; global_load_dword v1, v[2:3], off; s_waitcnt vmcnt(0); s_setpc_b64 s[30:31]", "-"},
		{"called twice", "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 32; s_addc_u32 s5, s5, 0; s_swappc_b64 s[30:31], s[4:5]; v_mov_b32 v4, v1; s_swappc_b64 s[30:31], s[4:5]; s_nop 0; s_nop 0; s_endpgm; global_load_dword v1, v[2:3], off; s_waitcnt vmcnt(0); s_setpc_b64 s[30:31]", "-"},
		{"called twice, register written", "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 32; s_addc_u32 s5, s5, 0; s_swappc_b64 s[30:31], s[4:5]; v_mov_b32 v4, v1; s_swappc_b64 s[30:31], s[4:5]; s_nop 0; s_nop 0; s_endpgm; s_waitcnt 0; s_mov_b32 s4, s8; s_setpc_b64 s[30:31]", "can't tell flow calls"},
		{"address in lanes", "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 64; s_addc_u32 s5, s5, 0; v_writelane_b32 v9, s4, 3; v_writelane_b32 v9, s5, 4; s_swappc_b64 s[30:31], s[4:5]; v_readlane_b32 s6, v9, 3; v_readlane_b32 s7, v9, 4; s_nop 1; s_swappc_b64 s[30:31], s[6:7]; s_nop 0; s_nop 0; s_endpgm; s_waitcnt 0; s_mov_b32 s4, s8; s_setpc_b64 s[30:31]", "-"},
		{"address in lanes that are written", "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 64; s_addc_u32 s5, s5, 0; v_writelane_b32 v9, s4, 3; v_writelane_b32 v9, s5, 4; s_swappc_b64 s[30:31], s[4:5]; v_readlane_b32 s6, v9, 3; v_readlane_b32 s7, v9, 4; s_nop 1; s_swappc_b64 s[30:31], s[6:7]; s_nop 0; s_nop 0; s_endpgm; s_waitcnt 0; v_mov_b32 v9, s8; s_setpc_b64 s[30:31]", "can't tell flow calls"},
		{"unknown call", "s_swappc_b64 s[30:31], s[4:5]; s_endpgm", "can't tell flow calls"},
		{"unknown jump", "s_setpc_b64 s[4:5]", "can't tell flow jumps"},
		{"end", "s_nop 0", "error flow goes on behind"},
		{"outside", "s_branch 100", "error flow outside"},
		{"states", "v_readfirstlane_b32 s4, v0; s_nop 3; buffer_load_dword v1, off, s[4:7], 0; s_endpgm", "error wait-states 5 wait states not 4"},
		{"states enough", "v_readfirstlane_b32 s4, v0; s_nop 4; buffer_load_dword v1, off, s[4:7], 0; s_endpgm", "-"},
		{"states on one path", "v_readfirstlane_b32 s4, v0; s_cbranch_scc0 @3; s_nop 3; s_nop 0; buffer_load_dword v1, off, s[4:7], 0; s_endpgm", "error wait-states not 2"},
		{"states, overwritten", "v_readfirstlane_b32 s4, v0; s_mov_b32 s4, 0; buffer_load_dword v1, off, s[4:7], 0; s_endpgm", "-"},
		{"states round a loop", "buffer_load_dword v1, off, s[4:7], 0; v_readfirstlane_b32 s4, v0; s_cbranch_scc0 @0; s_endpgm", "error wait-states not 1"},
		{"states by matrix time", "v_mfma_f32_16x16x16_f16 v[4:7], v[8:9], v[8:9], 0; v_mfma_f32_16x16x16_f16 v[12:15], v[8:9], v[8:9], 0; v_mfma_f32_16x16x16_f16 v[16:19], v[8:9], v[8:9], 0; v_mfma_f32_16x16x16_f16 v[20:23], v[8:9], v[8:9], 0; v_mov_b32 v1, v4; s_endpgm", "timing wait-states not 3 the time of 12"},
		{"too little for states", "v_mfma_f32_16x16x16_f16 v[4:7], v[8:9], v[8:9], 0; v_mfma_f32_16x16x16_f16 v[12:15], v[8:9], v[8:9], 0; v_mov_b32 v1, v4; s_endpgm", "error wait-states not 1"},
		{"DPP", "v_mov_b32 v1, v2; v_mul_f32_dpp v3, v1, v4 row_shr:1 row_mask:0xf bank_mask:0xf; s_endpgm", "error wait-states not 0 (vgpr-dpp)"},
		{"DPP in its lane", "v_mov_b32 v1, v2; v_mul_f32_dpp v3, v4, v1 row_shr:1 row_mask:0xf bank_mask:0xf; s_endpgm", "note wait-states not 0 (vgpr-dpp-other) field"},
		{"LLVM alone", "v_cmp_eq_u32 vcc, 0, v0; v_cndmask_b32 v1, 0, v2, vcc; s_endpgm", "note wait-states according to LLVM"},
		{"indexing", "global_load_dword v1, v[2:3], off; s_set_gpr_idx_on s0, gpr_idx(SRC0); v_mov_b32 v4, v1; s_set_gpr_idx_off; s_waitcnt vmcnt(0); s_endpgm", "can't tell waits indexing"},
	} {
		for _, target := range isa.Targets() {
			k := vet.Code(target, assemble(t, target, strings.Split(c.code, "; ")))
			k.Findings = slices.DeleteFunc(k.Findings, func(f vet.Finding) bool { return f.Rule == "too-strong" })
			var text strings.Builder
			if err := vet.WriteText(&text, "k", []vet.Kernel{k}, func(vet.Rank) bool { return true }); err != nil {
				t.Fatal(err)
			}
			if c.want == "-" {
				if len(k.Findings) > 0 {
					t.Errorf("%s %s: %s", target.Chip.Name, c.name, &text)
				}
				continue
			}
			if len(k.Findings) != 1 {
				t.Errorf("%s %s: %d findings\n%s", target.Chip.Name, c.name, len(k.Findings), &text)
				continue
			}
			for _, part := range strings.SplitAfter(c.want, " ") {
				if !strings.Contains(k.Findings[0].Rank.String()+" "+text.String(), strings.TrimSpace(part)) {
					t.Errorf("%s %s: want %s\n%s", target.Chip.Name, c.name, c.want, &text)
					break
				}
			}
		}
	}
}

// TestNoInstruction: why bytes are no instruction, as far as that is known. The first are global_load_dwordx2 v[7:8], v1,
// s[4:5], the others have an opcode that there is not.
func TestNoInstruction(t *testing.T) {
	for _, c := range []struct {
		code []byte
		want string
	}{
		{[]byte{0, 0x80, 0x54, 0xdc, 1, 0, 4, 7}, ": an operand is no register or constant, or a tuple of registers that begins at an odd one; what is behind is not checked"},
		{[]byte{0, 0, 0xff, 0xbf, 0, 0, 0, 0}, "that are no instruction of gfx942; what is behind is not checked"},
	} {
		k := vet.Code(isa.Targets()[0], c.code)
		if len(k.Findings) != 1 || k.Findings[0].Rank != vet.RankError || !strings.Contains(k.Findings[0].Message, c.want) {
			t.Errorf("%x: %+v", c.code, k.Findings)
		}
	}
}

// TestConvention: where a call is not followed, functions wait for all that their caller left, and leave
// nothing themselves.
func TestConvention(t *testing.T) {
	const call = "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 20; s_addc_u32 s5, s5, 0; s_swappc_b64 s[30:31], s[4:5]; %s; s_endpgm; "
	const known, unknown = "s_nop 0", "s_swappc_b64 s[30:31], s[8:9]"
	for _, c := range []struct{ name, site, function, want string }{
		{"right", unknown, "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0); global_load_dword v1, v[2:3], off; s_waitcnt vmcnt(0); s_setpc_b64 s[30:31]", ""},
		{"enters", unknown, "s_waitcnt vmcnt(0); v_mov_b32 v4, v1; s_setpc_b64 s[30:31]", "a caller may have loads outstanding"},
		{"returns", unknown, "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0); global_load_dword v1, v[2:3], off; s_waitcnt vmcnt(1); s_setpc_b64 s[30:31]", "returns while a load into v1 is outstanding"},
		{"known", known, "v_mov_b32 v4, v1; global_load_dword v1, v[2:3], off; s_setpc_b64 s[30:31]", ""},
	} {
		target := isa.Targets()[0]
		k := vet.Code(target, assemble(t, target, strings.Split(fmt.Sprintf(call, c.site)+c.function, "; ")))
		var found []string
		for _, f := range k.Findings {
			if f.Rule != "flow" {
				found = append(found, f.Rank.String()+": "+f.Message)
			}
		}
		if c.want == "" && len(found) > 0 || c.want != "" && (len(found) != 1 || !strings.Contains(found[0], "can't tell") || !strings.Contains(found[0], c.want)) {
			t.Errorf("%s: %q", c.name, found)
		}
	}
}

// TestCrossed: two bodies of a loop load one buffer each, and a branch behind it chooses the one that is
// complete, after either body. That is not known, so it is no error; a read in the loop is one, with a wait less.
func TestCrossed(t *testing.T) {
	const code = "global_load_dword v1, v[2:3], off; s_waitcnt vmcnt(1); v_mov_b32 v10, v5; s_cbranch_scc0 @9; " +
		"global_load_dword v5, v[2:3], off; %s; v_mov_b32 v10, v1; s_cbranch_scc0 @9; s_branch @0; " +
		"s_cmp_eq_u32 s4, 0; s_cbranch_scc0 @13; v_mov_b32 v11, v5; s_endpgm; v_mov_b32 v11, v1; s_endpgm"
	for _, c := range []struct {
		wait string
		want map[vet.Rank]int
	}{
		{"s_waitcnt vmcnt(1)", map[vet.Rank]int{vet.RankCantTell: 2}},
		{"s_waitcnt vmcnt(2)", map[vet.Rank]int{vet.RankError: 1, vet.RankCantTell: 1}},
	} {
		target := isa.Targets()[0]
		k := vet.Code(target, assemble(t, target, strings.Split(fmt.Sprintf(code, c.wait), "; ")))
		ranks := map[vet.Rank]int{}
		for _, f := range k.Findings {
			ranks[f.Rank]++
		}
		if !maps.Equal(ranks, c.want) {
			t.Errorf("%s: %v, want %v: %+v", c.wait, ranks, c.want, k.Findings)
		}
	}
}

// TestRules: the example of each rule breaks it.
func TestRules(t *testing.T) {
	for _, r := range vet.Rules() {
		target := isa.Targets()[len(isa.Targets())-1]
		var lines []string
		for _, l := range strings.Split(r.Example, "\n") {
			l, _, _ = strings.Cut(l, ";")
			lines = append(lines, strings.TrimSpace(l))
		}
		switch r.Name {
		case "unreachable", "resources", "address", "stride", "memory-race":
			continue // they are about a kernel of a code object
		case "barrier", "lds-race", "lds-unwritten", "lds-unused", "exec", "fp8":
			if r.Name == "barrier" {
				lines[2] = "s_cbranch_scc1 @4"
			}
			report, err := vet.ObjectWith(workgroupKernel(t, target.Chip.Name, lines), vet.Options{Launches: []vet.Launch{{Block: [3]uint32{128, 1, 1}, LDS: -1}}})
			if err != nil {
				t.Fatal(err)
			}
			if f := report.Kernels[0].Findings; !slices.ContainsFunc(f, func(f vet.Finding) bool { return f.Rule == r.Name }) {
				t.Errorf("%s: %v", r.Name, f)
			}
			continue
		}
		k := vet.Code(target, assemble(t, target, lines))
		if len(k.Findings) == 0 || k.Findings[0].Rule != r.Name {
			t.Errorf("%s: %v", r.Name, k.Findings)
		}
	}
}

// generated is code of n instructions and a few: branches, loops in loops, loads that are waited for much
// later.
func generated(t testing.TB, target *isa.Target, n int) []byte {
	r := rand.New(rand.NewPCG(1, 1))
	var lines []string
	for len(lines) < n {
		i := len(lines)
		switch x := r.IntN(12); {
		case x == 0:
			lines = append(lines, fmt.Sprintf("s_cbranch_scc0 @%d", min(n-1, i+1+r.IntN(40))))
		case x == 1:
			lines = append(lines, fmt.Sprintf("s_cbranch_scc1 @%d", max(0, i-r.IntN(100))))
		case x < 5:
			lines = append(lines, fmt.Sprintf("global_load_dword v%d, v[2:3], off", 10+r.IntN(60)))
		case x == 5:
			lines = append(lines, "s_waitcnt vmcnt(10)")
		default:
			lines = append(lines, fmt.Sprintf("v_add_f32 v%d, v%d, v%d", 80+r.IntN(60), 80+r.IntN(60), 80+r.IntN(60)))
		}
	}
	return assemble(t, target, append(lines, "s_waitcnt vmcnt(0)", "s_endpgm"))
}

// TestScale: steps and memory grow with the size of the code.
func TestScale(t *testing.T) {
	target := isa.Targets()[0]
	each := func(n int) (steps, bytes float64) {
		code := generated(t, target, n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		k := vet.Code(target, code)
		runtime.ReadMemStats(&after)
		if k.Instructions < n {
			t.Fatalf("%d of %d instructions are reached", k.Instructions, n)
		}
		for _, f := range k.Findings {
			if f.Rank != vet.RankNote {
				t.Fatalf("%d instructions: %+v", n, f)
			}
		}
		return float64(k.Steps) / float64(k.Instructions), float64(after.TotalAlloc-before.TotalAlloc) / float64(k.Instructions)
	}
	smallSteps, smallBytes := each(2000)
	steps, bytes := each(200_000)
	t.Logf("for each instruction: %.1f steps and %.0f bytes of 2,000, %.1f and %.0f of 200,000", smallSteps, smallBytes, steps, bytes)
	if steps > 2*smallSteps {
		t.Errorf("%.1f steps for each of 200,000 instructions, %.1f for each of 2,000", steps, smallSteps)
	}
	if bytes > 2*smallBytes {
		t.Errorf("%.0f bytes for each of 200,000 instructions, %.0f for each of 2,000", bytes, smallBytes)
	}
	const most = 200 << 20 / 10_000 // 200 MiB for 10,000 instructions
	if bytes > most {
		t.Errorf("%.0f bytes for each instruction, more than %d", bytes, most)
	}
}

// BenchmarkCode checks 10,000 instructions.
func BenchmarkCode(b *testing.B) {
	target := isa.Targets()[0]
	code := generated(b, target, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		vet.Code(target, code)
	}
}

// TestRandom: random bytes and random branches get an answer, with little work.
func TestRandom(t *testing.T) {
	const seed = 3
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 300 {
		code := make([]byte, 4*(1+r.IntN(2000)))
		for i := 0; i < len(code); i += 4 {
			binary.LittleEndian.PutUint32(code[i:], randomWord(r, len(code)))
		}
		answers(t, code, r.IntN(2) == 1)
	}
}

// randomWord is an instruction of those that make graphs, or any word.
func randomWord(r *rand.Rand, size int) uint32 {
	switch r.IntN(12) {
	case 0, 1, 2:
		return 0xbf840000 + r.Uint32()%6<<16 | uint32(r.IntN(size/4)-size/8)&0xffff // conditional branches
	case 3:
		return 0xbf8c0000 | r.Uint32()&0xffff // s_waitcnt
	case 4:
		return 0xbf820000 | uint32(r.IntN(size/4)-size/8)&0xffff // s_branch
	case 5:
		return 0xc0020000 | r.Uint32()&0xfff // an s_load, its offset is the next word
	case 6:
		return 0xbe801d00 | r.Uint32()&0xff // s_setpc
	case 7:
		return 0xb8000000 + r.Uint32()%32<<23 // SOPK, s_call among them
	case 8:
		return r.Uint32()
	}
	return 0x7e000200 | r.Uint32()&0x1fe01ff // v_mov
}

// FuzzCode: any bytes get an answer.
func FuzzCode(f *testing.F) {
	f.Add([]byte{0, 0, 0x81, 0xbf}, false)
	f.Fuzz(func(t *testing.T, code []byte, newer bool) { answers(t, code, newer) })
}

// FuzzFlow: so does any graph. Each byte chooses an instruction, those of branches their targets as well.
func FuzzFlow(f *testing.F) {
	f.Add([]byte{0x10, 0x21, 0x02, 0x43, 0x80, 0x05, 0x16}, false)
	f.Add([]byte("loops into loops, and calls between them"), true)
	f.Fuzz(func(t *testing.T, choices []byte, newer bool) {
		code := make([]byte, 0, 4*len(choices))
		for i, c := range choices {
			seed := uint64(c)
			if i > 0 {
				seed |= uint64(choices[i-1]) << 8
			}
			code = binary.LittleEndian.AppendUint32(code, randomWord(rand.New(rand.NewPCG(seed, 0)), 4*len(choices)))
		}
		answers(t, code, newer)
	})
}

// answers checks code twice. The answers are the same, and are had with little work.
func answers(t *testing.T, code []byte, newer bool) {
	target := isa.Targets()[0]
	if newer {
		target = isa.Targets()[1]
	}
	var texts [2]strings.Builder
	for i := range texts {
		k := vet.Code(target, code)
		if most := mostSteps(len(code)); k.Steps > most {
			t.Fatalf("%d steps for %d bytes", k.Steps, len(code))
		}
		if err := vet.WriteText(&texts[i], "k", []vet.Kernel{k}, func(vet.Rank) bool { return true }); err != nil {
			t.Fatal(err)
		}
	}
	if texts[0].String() != texts[1].String() {
		t.Fatalf("two answers:\n%s\n%s", &texts[0], &texts[1])
	}
}

// mostSteps is how much work that many bytes may be: two rules and a search may each be given up late.
func mostSteps(bytes int) int { return 3 * (500*bytes/4 + 1<<21) }

// FuzzObject: code objects, cut off and changed in places, get an answer or an error.
func FuzzObject(f *testing.F) {
	for _, chip := range arch.Chips {
		f.Add(object(f, chip.Name, []string{"s_load_dword s4, s[0:1], 0x0", "s_cbranch_scc0 k", "s_getpc_b64 s[6:7]", "s_swappc_b64 s[30:31], s[6:7]"}), uint32(0), uint32(0x1000), []byte{0, 0, 0x81, 0xbf})
	}
	f.Fuzz(func(t *testing.T, raw []byte, cut, at uint32, with []byte) {
		if cut != 0 && int(cut) < len(raw) {
			raw = raw[:cut]
		}
		raw = slices.Clone(raw)
		if int(at) < len(raw) {
			copy(raw[at:], with)
		}
		o, err := hsaco.Open(raw, "")
		if err != nil {
			return
		}
		if r, err := vet.Object(o); err == nil && r.Kernels == nil {
			t.Fatal("no answer and no error")
		}
	})
}
