package mach

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/pass"
)

var layoutCases = []struct{ name, code, want string }{
	{"an empty block is threaded, one behind another joined", `s_nop 0
		s_branch a
		b:
		s_nop 2
		s_endpgm
		a:
		s_branch b`, "s_nop 0, s_nop 2, s_endpgm"},
	{"what is not reached goes", `s_branch b
		a:
		s_nop 1
		s_branch a
		b:
		s_endpgm`, "s_endpgm"},
	{"both ways to one place", `s_nop 0
		s_cbranch_scc1 a
		a:
		s_endpgm`, "s_nop 0, s_endpgm"},
	{"a branch over one block is inverted", `s_cbranch_scc1 a
		s_branch b
		a:
		s_nop 1
		b:
		s_endpgm`, "s_cbranch_scc0 3, s_nop 1, 3:, s_endpgm"},
	{"if and else", `s_cbranch_vccz a
		s_nop 0
		s_branch b
		a:
		s_nop 1
		b:
		s_nop 2
		s_endpgm`, "s_cbranch_vccz 2, s_nop 0, s_branch 3, 2:, s_nop 1, 3:, s_nop 2, s_endpgm"},
	{"a loop that asks first is turned", `s_nop 0
		loop:
		s_cmp_lt_i32 s20, s21
		s_cbranch_scc0 out
		s_add_u32 s20, s20, 1
		s_branch loop
		out:
		s_endpgm`, "s_nop 0, s_branch 1, 2:, s_add_u32 s20, s20, 1, 1:, s_cmp_lt_i32 s20, s21, s_cbranch_scc1 2, s_endpgm"},
	{"a loop that asks last stays", `loop:
		s_add_u32 s20, s20, 1
		s_cbranch_execnz loop
		s_endpgm`, "1:, s_add_u32 s20, s20, 1, s_cbranch_execnz 1, s_endpgm"},
	{"two loops, both turned", `loop1:
		s_cbranch_scc0 out
		loop2:
		s_cbranch_vccz out2
		s_nop 2
		s_branch loop2
		out2:
		s_nop 1
		s_branch loop1
		out:
		s_endpgm`, "s_branch 1, 5:, s_nop 2, 4:, s_cbranch_vccnz 5, s_nop 1, 1:, s_cbranch_scc1 4, s_endpgm"},
	{"few vector instructions are not skipped", `s_and_saveexec_b64 s[20:21], vcc
		s_cbranch_execz join
		v_mov_b32 v10, 0
		v_add_f32 v10, v11, v12
		join:
		s_mov_b64 exec, s[20:21]
		s_endpgm`, "s_and_saveexec_b64 s[20:21], vcc, v_mov_b32_e32 v10, 0, v_add_f32_e32 v10, v11, v12, s_mov_b64 exec, s[20:21], s_endpgm"},
	{"a compare acts without lanes", `s_cbranch_execz join
		v_cmp_eq_u32 vcc, v10, v11
		join:
		s_endpgm`, "s_cbranch_execz 2, v_cmp_eq_u32_e32 vcc, v10, v11, 2:, s_endpgm"},
	{"so does a read of a lane", `s_cbranch_execz join
		v_readfirstlane_b32 s20, v11
		join:
		s_endpgm`, "s_cbranch_execz 2, v_readfirstlane_b32 s20, v11, 2:, s_endpgm"},
	{"memory takes long", `s_cbranch_execz join
		global_store_dword v1, v11, s[4:5]
		join:
		s_endpgm`, "s_cbranch_execz 2, global_store_dword v1, v11, s[4:5], 2:, s_endpgm"},
	{"the end is where it is needed", `s_cbranch_scc1 a
		s_nop 0
		s_branch end
		a:
		s_nop 1
		s_cbranch_vccz a
		end:
		s_endpgm`, "s_cbranch_scc1 2, s_nop 0, s_endpgm, 2:, s_nop 1, s_cbranch_vccz 2, s_endpgm"},
	{"an endless loop", `loop:
		s_nop 0
		s_branch loop`, "1:, s_nop 0, s_branch 1"},
	{"an endless loop of nothing", `loop:
		s_branch loop2
		loop2:
		s_branch loop`, "1:, s_branch 1"},
}

func TestLayout(t *testing.T) {
	for _, c := range layoutCases {
		f := parseFunc(t, &arch.GFX942, c.code)
		if err := layoutBranches(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		got := strings.ReplaceAll(listing(f), ".Lk.", "")
		got = strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(got), "\n\t", "\n"), "\n", ", ")
		if got != c.want {
			t.Errorf("%s:\n\tgot  %s\n\twant %s", c.name, got, c.want)
		}
	}
}

// TestLongBranch runs a loop of 200 KiB, with blocks or in one, and an if over
// it, and looks whether everything was executed.
func TestLongBranch(t *testing.T) {
	for _, blocks := range []int{1, 2, 40} {
		var s strings.Builder
		s.WriteString(randomSetup + `
			s_mov_b32 s20, 0
			s_mov_b32 s21, 0
			s_cmp_eq_u32 s60, 7
			s_cbranch_scc1 out
			loop:
			`)
		const words = 50 << 10
		for b := range blocks {
			for range words / blocks / 2 {
				s.WriteString("s_add_u32 s21, s21, 0x12345\n") // 8 bytes
			}
			if b+1 < blocks {
				fmt.Fprintf(&s, "s_bitcmp1_b32 s20, 0\ns_cbranch_scc1 skip%d\ns_add_u32 s21, s21, 1\nskip%d:\n", b, b)
			}
		}
		s.WriteString(`
			s_add_u32 s20, s20, 1
			s_cmp_lt_u32 s20, 3
			s_cbranch_scc1 loop
			out:
			v_mov_b32 v10, s21
			v_mov_b32 v11, s20
			global_store_dwordx2 v1, v[10:11], s[4:5]
			s_endpgm`)
		f := parseFunc(t, &arch.GFX950, s.String())
		physicalPasses(t, f, pass.Options{})
		c := f.Emit()
		if len(c.Bytes) < 200<<10 {
			t.Fatalf("only %d bytes", len(c.Bytes))
		}
		for _, skip := range []bool{false, true} {
			arg, want := int32(5), [2]uint32{uint32(3*(words/blocks/2)*blocks*0x12345 + 2*(blocks-1)), 3}
			if skip {
				arg, want = 7, [2]uint32{}
			}
			got, found := runKernel(t, &arch.GFX950, c, orderChecks, arg)
			if [2]uint32{got[0], got[1]} != want {
				t.Errorf("%d blocks, skip %v: got %#x, want %#x", blocks, skip, got[:2], want)
			}
			if len(found) > 0 {
				t.Errorf("%s", show(found))
			}
		}
	}
}

// TestManyFarBranches: branches from everywhere to everywhere, as many as the
// islands have room for.
func TestManyFarBranches(t *testing.T) {
	const n = 1200
	var s strings.Builder
	s.WriteString("s_mov_b32 s20, 0\n")
	for i := range n {
		fmt.Fprintf(&s, "b%d:\n", i)
		for range 40 {
			s.WriteString("s_add_u32 s21, s21, 0x12345\n")
		}
		fmt.Fprintf(&s, "s_add_u32 s20, s20, 1\ns_cmp_gt_u32 s20, 2000\ns_cbranch_scc1 out\ns_bitcmp1_b32 s20, %d\ns_cbranch_scc1 b%d\n", i%11, (i*769+13)%n)
	}
	s.WriteString("s_branch b0\nout:\ns_endpgm")
	f := parseFunc(t, &arch.GFX942, s.String())
	physicalPasses(t, f, pass.Options{})
	findings(t, &arch.GFX942, f.Emit(), "none", 0)
}
