package asm

import (
	"strings"
	"testing"

	"heddle/arch"
)

// TestEdit: lines go in front of an instruction and behind its labels, and the rest of the file stays as it
// is; what cannot be changed is refused.
func TestEdit(t *testing.T) {
	const nop, wait = "s_nop 1", "s_waitcnt vmcnt(0)"
	for _, c := range []struct {
		name, src string
		edits     []Edit
		want      string
	}{
		{"before", "  s_nop 0 ; first\n  v_mov_b32 v0, 0 // second\n", []Edit{{Line: 2, Before: []string{wait}}}, "  s_nop 0 ; first\n  s_waitcnt vmcnt(0)\n  v_mov_b32 v0, 0 // second\n"},
		{"two lines", "\ts_nop 0\n\ts_endpgm", []Edit{{Line: 2, Before: []string{wait, nop}}}, "\ts_nop 0\n\ts_waitcnt vmcnt(0)\n\ts_nop 1\n\ts_endpgm"},
		{"two edits of a line", "\ts_endpgm\n", []Edit{{Line: 1, Before: []string{wait}}, {Line: 1, Before: []string{nop}}}, "\ts_waitcnt vmcnt(0)\n\ts_nop 1\n\ts_endpgm\n"},
		{"label", "a: b:  s_nop 0\nc:\n\ts_endpgm\n", []Edit{{Line: 1, Before: []string{wait}}, {Line: 3, Before: []string{nop}}}, "a: b:\n\ts_waitcnt vmcnt(0)\n\ts_nop 0\nc:\n\ts_nop 1\n\ts_endpgm\n"},
		{"comment", "/* a\nb */ s_nop 0\n", []Edit{{Line: 2, Before: []string{wait}}}, "/* a\nb */\n\ts_waitcnt vmcnt(0)\n\ts_nop 0\n"},
		{"CR LF", "\ts_nop 0\r\n\ts_endpgm\r\n", []Edit{{Line: 2, Before: []string{wait}}}, "\ts_nop 0\r\n\ts_waitcnt vmcnt(0)\r\n\ts_endpgm\r\n"},
		{"replace", "\ts_nop 0\n\ts_nop 5 ; why\n\ts_endpgm\n", []Edit{{Line: 1, Replace: true}, {Line: 2, Before: []string{nop}, Replace: true}}, "\ts_nop 1\n\t ; why\n\ts_endpgm\n"},
		{"symbolic", "a:\n\ts_nop 0\n\ts_cbranch_scc0 a\n", []Edit{{Line: 2, Before: []string{nop}}}, "a:\n\ts_nop 1\n\ts_nop 0\n\ts_cbranch_scc0 a\n"},
		{"macro", ".macro m\ns_nop 0\n.endm\nm\n", []Edit{{Line: 4, Before: []string{nop}}}, "in.s:4: note: in macro 'm'"},
		{"loop", ".rept 2\ns_nop 0\n.endr\n", []Edit{{Line: 2, Before: []string{nop}}}, "in.s:2:1: error: this would have to be changed in a loop"},
		{"loop with a counter", ".rept 2\nv_mov_b32 v0, \\+\n.endr\n", []Edit{{Line: 1, Before: []string{nop}}}, "note: in .rept"},
		{"nothing", "\ts_nop 0\n", []Edit{{Line: 2, Before: []string{nop}}}, "no instruction is on line 2"},
		{"branch", "\ts_nop 0\n\ts_cbranch_scc0 -2\n", []Edit{{Line: 1, Before: []string{nop}}}, "in.s:2:2: error: this distance is a number"},
		{"far", "\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, 20\n", []Edit{{Line: 1, Before: []string{nop}}}, "in.s:2:2: error: this distance is a number"},
		{"sum", "\ts_getpc_b64 s[4:5]\n\ts_add_u32 s6, s4, 20\n", []Edit{{Line: 1, Replace: true}}, "\ts_add_u32 s6, s4, 20\n"},
	} {
		r, err := Assemble([]byte(c.src), Options{File: "in.s", Chip: &arch.GFX950, Listing: true})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got, err := r.Edit(c.edits)
		text := string(got)
		if err != nil {
			text = err.Error()
		}
		if text != c.want && (err == nil || !strings.Contains(text, c.want)) {
			t.Errorf("%s:\n%q\nnot\n%q", c.name, text, c.want)
		}
	}
}
