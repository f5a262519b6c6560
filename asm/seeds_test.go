package asm

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"heddle/arch"
)

// TestSeeds assembles the instruction sequences of the design documents 000
// (moving a buffer's base past 4 GiB) and 004 (the K=64 PV block of FP8
// attention). The bytes in the .hex files are llvm-mc-22's.
func TestSeeds(t *testing.T) {
	for _, name := range []string{"rebase", "pv64"} {
		src, err := os.ReadFile("testdata/seeds/" + name + ".s")
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile("testdata/seeds/" + name + ".hex")
		if err != nil {
			t.Fatal(err)
		}
		res, err := Assemble(src, Options{File: name + ".s"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := hex.EncodeToString(res.Module.Sections[0].Data)
		if got != strings.ReplaceAll(string(want), "\n", "") {
			t.Errorf("%s: .text differs: %s", name, got)
		}
	}
}

// TestTooWideForLiteral is the first failure that design document 000
// reports: a size that has 33 bits.
func TestTooWideForLiteral(t *testing.T) {
	_, err := Assemble([]byte("s_mov_b32 s2, 0x1C0000000\n"), Options{File: "x.s", Chip: &arch.GFX950})
	if err == nil || !strings.Contains(err.Error(), "x.s:1:15") || !strings.Contains(err.Error(), "does not fit in 32 bits") {
		t.Errorf("got %v", err)
	}
}
