package asm

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/isa"
)

func TestWriteEncodings(t *testing.T) {
	const src = `
a: b: s_nop 0	// comment
1:	s_branch 1b
"c d": s_branch "c d"
x = 3
.set y, 4
.macro m n
 s_nop \n
.endm
m x+y
.ifdef z
 s_nop 1
.else
	v_mov_b32 v0, -( a + 4 )
.endif
.rept 2
 s_sleep 1
.endr
.globl	e
	s_cmp_eq_u32 s0, e@abs32@lo
.long 1, 2
`
	// Lines with instructions are llvm-mc-22's, but for the name it gives to 1b.
	const want = `	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
a:
b:
	s_nop 0                                 ; encoding: [0x00,0x00,0x80,0xbf]
1:
	s_branch 1b                             ; encoding: [A,A,0x82,0xbf]
                                        ;   fixup A - offset: 0, value: 1b, kind: fixup_si_sopp_br
"c d":
	s_branch "c d"                          ; encoding: [A,A,0x82,0xbf]
                                        ;   fixup A - offset: 0, value: "c d", kind: fixup_si_sopp_br
x = 3
.set y, 4
	s_nop 7                                 ; encoding: [0x07,0x00,0x80,0xbf]
	v_mov_b32_e32 v0, -(a+4)                ; encoding: [0xff,0x02,0x00,0x7e,A,A,A,A]
                                        ;   fixup A - offset: 4, value: -(a+4), kind: FK_PCRel_4
	s_sleep 1                               ; encoding: [0x01,0x00,0x8e,0xbf]
	s_sleep 1                               ; encoding: [0x01,0x00,0x8e,0xbf]
	.globl	e
	s_cmp_eq_u32 s0, e@abs32@lo             ; encoding: [0x00,0xff,0x06,0xbf,A,A,A,A]
                                        ;   fixup A - offset: 4, value: e@abs32@lo, kind: FK_Data_4
	.long	1, 2
`
	var got strings.Builder
	warnings, err := WriteEncodings(&got, []byte(src), Options{File: "a.s", Chip: isa.GFX942.Chip})
	if err != nil || warnings.Count > 0 {
		t.Fatal(err, warnings)
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Error(diff)
	}
}

// TestWriteEncodingsFaults checks that a faulty line does not keep the others
// from being shown.
func TestWriteEncodingsFaults(t *testing.T) {
	var got strings.Builder
	_, err := WriteEncodings(&got, []byte("s_nop 1\nv_bad v0\ns_nop 2\n"), Options{File: "a.s", Chip: isa.GFX942.Chip})
	var ds Diagnostics
	if !errors.As(err, &ds) || ds.Count != 1 || ds.List[0].Line != 2 {
		t.Errorf("error %v", err)
	}
	for _, want := range []string{"s_nop 1 ", "s_nop 2 "} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("no %q in\n%s", want, got.String())
		}
	}
	if _, err := WriteEncodings(io.Discard, []byte("s_nop 1\n"), Options{File: "a.s"}); err == nil {
		t.Error("no error without a target")
	}
}

func FuzzWriteEncodings(f *testing.F) {
	f.Add([]byte("a: s_nop 0\n1: s_branch 1b\n.macro m x\ns_nop \\x\n.endm\nm 3\n\"q\": s_branch \"q\"\n"))
	f.Add([]byte("a@b: s_branch a@b\n0x1: s_branch 1b\n0x2 : s_nop 0\n"))
	f.Add([]byte(".data\ns_mov_b32 s0, a-.\n.text 1\nv_add_f32 v0, a@rel32@lo+4, v1 clamp\n. = 100\n.org 200\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		_, _ = WriteEncodings(io.Discard, src, Options{File: "a.s", Chip: isa.GFX950.Chip})
	})
}
