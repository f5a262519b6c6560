package mach

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/pass"
)

var m0Cases = []struct{ name, code, want string }{
	{"the same constant", `s_mov_b32 m0, 64
		s_nop 0
		s_mov_b32 m0, 64
		s_mov_b32 m0, 0x12345678
		s_mov_b32 m0, 0x12345678`, "s_mov_b32 m0, 64; s_nop 0; s_mov_b32 m0, 0x12345678"},
	{"the same register", `s_mov_b32 m0, s20
		s_nop 0
		s_mov_b32 m0, s20
		s_add_u32 s20, s20, 1
		s_mov_b32 m0, s20`, "s_mov_b32 m0, s20; s_nop 0; s_add_u32 s20, s20, 1; s_mov_b32 m0, s20"},
	{"a register that is loaded", `s_mov_b32 m0, s21
		s_load_dwordx2 s[20:21], s[0:1], 0x0
		s_mov_b32 m0, s21`, "s_mov_b32 m0, s21; s_load_dwordx2 s[20:21], s[0:1], 0x0; s_mov_b32 m0, s21"},
	{"a register that a vector instruction writes", `s_mov_b32 m0, vcc_hi
		v_cmp_eq_u32 vcc, v0, v1
		s_mov_b32 m0, vcc_hi`, "s_mov_b32 m0, vcc_hi; v_cmp_eq_u32_e32 vcc, v0, v1; s_mov_b32 m0, vcc_hi"},
	{"M0 counted up", `s_mov_b32 m0, 64
		s_add_u32 m0, m0, 64
		s_mov_b32 m0, 64`, "s_mov_b32 m0, 64; s_add_u32 m0, m0, 64; s_mov_b32 m0, 64"},
	{"both ways agree", `s_mov_b32 m0, 64
		s_cbranch_scc1 join
		s_nop 0
		join:
		s_mov_b32 m0, 64`, "s_mov_b32 m0, 64; s_cbranch_scc1 .Lk.2; s_nop 0; .Lk.2:"},
	{"both ways set it", `s_cbranch_scc1 other
		s_mov_b32 m0, 64
		s_branch join
		other:
		s_mov_b32 m0, 64
		join:
		s_mov_b32 m0, 64`, "s_cbranch_scc1 .Lk.2; s_mov_b32 m0, 64; s_branch .Lk.3; .Lk.2:; s_mov_b32 m0, 64; .Lk.3:"},
	{"one way does not", `s_mov_b32 m0, 64
		s_cbranch_scc1 join
		s_mov_b32 m0, 128
		join:
		s_mov_b32 m0, 64`, "s_mov_b32 m0, 64; s_cbranch_scc1 .Lk.2; s_mov_b32 m0, 0x80; .Lk.2:; s_mov_b32 m0, 64"},
	{"a loop with one value", `loop:
		s_mov_b32 m0, 64
		s_nop 0
		s_cbranch_scc1 loop`, ".Lk.1:; s_mov_b32 m0, 64; s_nop 0; s_cbranch_scc1 .Lk.1"},
	{"a loop behind it", `s_mov_b32 m0, s20
		loop:
		s_mov_b32 m0, s20
		s_nop 0
		s_cbranch_scc1 loop`, "s_mov_b32 m0, s20; .Lk.1:; s_nop 0; s_cbranch_scc1 .Lk.1"},
	{"a loop that moves on", `s_mov_b32 m0, s20
		loop:
		s_mov_b32 m0, s20
		s_add_u32 s20, s20, 1
		s_cbranch_scc1 loop`, "s_mov_b32 m0, s20; .Lk.1:; s_mov_b32 m0, s20; s_add_u32 s20, s20, 1; s_cbranch_scc1 .Lk.1"},
	{"two values in turn", `loop:
		s_mov_b32 m0, 0
		s_nop 0
		s_mov_b32 m0, 64
		s_nop 0
		s_cbranch_scc1 loop`, ".Lk.1:; s_mov_b32 m0, 0; s_nop 0; s_mov_b32 m0, 64; s_nop 0; s_cbranch_scc1 .Lk.1"},
}

func TestM0(t *testing.T) {
	for _, c := range m0Cases {
		f := parseFunc(t, &arch.GFX950, c.code)
		if err := reuseM0(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		got := strings.TrimSuffix(strings.ReplaceAll(strings.ReplaceAll(listing(f), "\t", ""), "\n", "; "), "; s_endpgm; ")
		if got != c.want {
			t.Errorf("%s:\n\tgot  %s\n\twant %s", c.name, got, c.want)
		}
	}
}
