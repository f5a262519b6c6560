package asm

import (
	"strings"
	"testing"

	"heddle/arch"
)

// TestRoundedLiteral: a 64-bit float whose low half is not zero cannot be a
// literal exactly. As LLVM does, the assembler takes it and says so.
func TestRoundedLiteral(t *testing.T) {
	res, err := Assemble([]byte("v_cmp_eq_f64 vcc, 1.1, v[2:3]\nv_cmp_eq_f64 vcc, 1.5, v[2:3]\nv_cmp_eq_f64 vcc, 1.00000001, v[2:3]\n"), Options{File: "x.s", Chip: &arch.GFX950})
	if err != nil {
		t.Fatal(err)
	}
	text := res.Warnings.Error()
	if res.Warnings.Count != 2 || !strings.Contains(text, "x.s:1:1: warning: src0 keeps") || !strings.Contains(text, "0x3ff19999") ||
		!strings.Contains(text, "x.s:3:1: warning: src0 keeps") || !strings.Contains(text, "vcc, 1.0, v[2:3]") {
		t.Errorf("warnings: %s", text)
	}
}

// TestControlCharacters: a source line in a message does not drive the terminal.
func TestControlCharacters(t *testing.T) {
	_, err := Assemble([]byte("s_nop \x1b[2J\x90\n"), Options{File: "x.s", Chip: &arch.GFX950})
	if err == nil || strings.Contains(err.Error(), "\x1b") || strings.Contains(err.Error(), "\x90") || !strings.Contains(err.Error(), "\ns_nop .[2J.\n") {
		t.Errorf("got %q", err)
	}
}
