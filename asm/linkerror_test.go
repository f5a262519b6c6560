package asm

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/arch"
	"heddle/hsaco"
)

func TestLinkDiagnostics(t *testing.T) {
	src := `.text
.globl k
.protected k
k: s_nop 0
	s_add_u32 s0, s0, k@rel32@lo+4
	s_add_u32 s0, s0, missing@rel32@lo+4
.data
.quad absent + 8
`
	r, err := Assemble([]byte(src), Options{File: "in.s", Chip: &arch.GFX950})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = hsaco.Link(r.Module); err == nil {
		t.Fatal("no error")
	}
	want := `in.s:6:20: error: undefined symbol missing
	s_add_u32 s0, s0, missing@rel32@lo+4
	                  ^~~~~~~~~~~~~~~~~~
in.s:8:7: error: undefined symbol absent
.quad absent + 8
      ^~~~~~~~~~`
	if d := cmp.Diff(want, r.LinkDiagnostics(err).Error()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
