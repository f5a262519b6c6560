package asm

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
)

func TestAssembleLine(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"s_nop 0", "000080bf"},
		{"  s_mov_b32 s0, 1+2*3 // comment", "870080be"},
		{"s_mov_b32 s0, (1<<20)|5 ; comment", "ff0080be05001000"},
		{"s_mov_b32 s0, max(3, 70000)", "ff0080be70110100"},
		{"/* before */ s_nop /* inside */ 3", "030080bf"},
		{"", ""},
		{"   ", ""},
		{"; only a comment", ""},
		{"# only a comment", ""},
		{"// only a comment", ""},
		{"\t/* x */\t", ""},
		{"s_nop 0\r", "000080bf"},
		{"s_mov_b32 s0, label", "error"},
		{"s_mov_b32 s0, .", "error"},
		{"s_branch 1b", "error"},
		{"s_branch 1f", "error"},
		{"s_mov_b32 s0, 1/0", "error"},
		{"s_mov_b32 s0, x@rel32@lo", "error"},
		{"label: s_nop 0", "error"},
		{".byte 1", "error"},
		{"s_nop 0 /* no end", "error"},
		{"v_nothing v0", "error"},
	} {
		b, err := AssembleLine(isa.GFX950, c.line)
		got := fmt.Sprintf("%x", b)
		if err != nil {
			got = "error"
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: error of several lines: %s", c.line, err)
			}
		}
		if got != c.want {
			t.Errorf("%q: got %s (%v), want %s", c.line, got, err, c.want)
		}
	}
}

func TestListing(t *testing.T) {
	src := `.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
.macro twice x
	s_nop \x
	s_nop \x
.endm
start: s_mov_b32 s0, later
	twice 3 ; comment
.data
.byte 1, 2
.p2align 2
	.bss
.zero 8
.text
later = 0x12345678
`
	r, err := Assemble([]byte(src), Options{File: "in.s", Listing: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range r.Listing {
		fmt.Fprintf(&b, "%d %v %s %d [% x] %s\n", l.Line, l.Expanded, l.Section, l.Offset, l.Bytes, strings.Fields(l.Text))
	}
	want := `1 false .text 0 [] [.amdgcn_target "amdgcn-amd-amdhsa--gfx942"]
2 false .text 0 [] [.macro twice x]
6 false .text 0 [ff 00 80 be 78 56 34 12] [start: s_mov_b32 s0, later]
7 false .text 8 [] [twice 3]
7 true .text 8 [03 00 80 bf] [s_nop 3]
7 true .text 12 [03 00 80 bf] [s_nop 3]
8 false .data 0 [] [.data]
9 false .data 0 [01 02] [.byte 1, 2]
10 false .data 2 [00 00] [.p2align 2]
11 false .bss 0 [] [.bss]
12 false .bss 0 [] [.zero 8]
13 false .text 16 [] [.text]
14 false .text 16 [] [later = 0x12345678]
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestTarget(t *testing.T) {
	on, off := hsaco.FeatureOn, hsaco.FeatureOff
	directive := func(id string) string { return ".amdgcn_target \"amdgcn-amd-amdhsa--" + id + "\"\n" }
	for _, c := range []struct {
		name, src string
		opt       Options
		want      string // or "error"
	}{
		{"option", "", Options{Chip: &arch.GFX942}, "gfx942 v6 xnack=0 sramecc=0"},
		{"file", directive("gfx950"), Options{}, "gfx950 v6 xnack=0 sramecc=0"},
		{"file not on the first line", "s_nop 0\n" + directive("gfx942"), Options{}, "gfx942 v6 xnack=0 sramecc=0"},
		{"features", directive("gfx942:sramecc+:xnack-"), Options{}, "gfx942 v6 xnack=1 sramecc=2"},
		{"features and option", directive("gfx942:sramecc-:xnack+"), Options{Chip: &arch.GFX942}, "gfx942 v6 xnack=2 sramecc=1"},
		{"same features", directive("gfx942:xnack+"), Options{Chip: &arch.GFX942, XNACK: on}, "gfx942 v6 xnack=2 sramecc=0"},
		{"options without the file", "", Options{Chip: &arch.GFX942, XNACK: on, SRAMECC: off}, "gfx942 v6 xnack=2 sramecc=1"},
		{"version option", "", Options{Chip: &arch.GFX942, Version: 5}, "gfx942 v5 xnack=0 sramecc=0"},
		{"version directive", ".amdhsa_code_object_version 4", Options{Chip: &arch.GFX942, Version: 5}, "gfx942 v4 xnack=0 sramecc=0"},
		{"none", "s_nop 0", Options{}, "error"},
		{"other chip", directive("gfx950"), Options{Chip: &arch.GFX942}, "error"},
		{"other feature", directive("gfx942:xnack-"), Options{Chip: &arch.GFX942, XNACK: on}, "error"},
		{"missing feature", directive("gfx942"), Options{Chip: &arch.GFX942, XNACK: on}, "error"},
		{"unknown chip", directive("gfx1100"), Options{}, "error"},
		{"environment", ".amdgcn_target \"amdgcn-amd-amdhsa-unknown-gfx942:xnack+\"\n", Options{}, "gfx942 v6 xnack=2 sramecc=0"},
		{"architecture of the chip", ".amdgcn_target \"amdgpu9.42-amd-amdhsa-unknown-gfx942:sramecc+\"\n", Options{}, "gfx942 v6 xnack=0 sramecc=2"},
		{"architecture without environment", ".amdgcn_target \"amdgpu9.50-amd-amdhsa--gfx950\"\n", Options{Chip: &arch.GFX950}, "gfx950 v6 xnack=0 sramecc=0"},
		{"architecture of another chip", ".amdgcn_target \"amdgpu9.50-amd-amdhsa-unknown-gfx942\"\n", Options{}, "error"},
		{"other environment", ".amdgcn_target \"amdgcn-amd-amdhsa-gnu-gfx942\"\n", Options{}, "error"},
		{"other system", ".amdgcn_target \"amdgcn-amd-mesa3d--gfx942\"\n", Options{}, "error"},
		{"mention in a comment", "; .amdgcn_target is missing\n", Options{}, "error"},
	} {
		r, err := Assemble([]byte(c.src), c.opt)
		got := "error"
		if err == nil {
			got, _, _ = strings.Cut(dumpModule(r.Module), "\n")
		}
		if got != c.want {
			t.Errorf("%s: got %s (%v), want %s", c.name, got, err, c.want)
		}
	}
}

func TestDiagnostics(t *testing.T) {
	src := strings.Repeat(".bad\n", 50) + ".warning \"w\"\n"
	_, err := Assemble([]byte(src), Options{File: "x.s", Chip: &arch.GFX950})
	var ds Diagnostics
	if !errors.As(err, &ds) {
		t.Fatalf("error is a %T", err)
	}
	if ds.Count != 50 || len(ds.List) != MaxDiagnostics {
		t.Errorf("%d errors, %d kept", ds.Count, len(ds.List))
	}
	d := ds.List[3]
	if d.File != "x.s" || d.Line != 4 || d.Col != 1 || d.Source != ".bad" || d.Start != 0 || d.End != 4 {
		t.Errorf("wrong place: %+v", d)
	}
	if !strings.HasSuffix(err.Error(), "\nand 30 more") {
		t.Errorf("the count of further errors is missing: %s", err)
	}
}

func TestWarnings(t *testing.T) {
	src := ".warning \"w\"\n.fill -1\n.fill 1,9\n.p2align 2,,8\n.data\n.fill 1,8,-1\n.print \"p\"\n.p2align\n.globl x\n.weak x\n"
	r, err := Assemble([]byte(src), Options{File: "x.s", Chip: &arch.GFX950})
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, w := range r.Warnings.List {
		lines = append(lines, w.Line)
		if !strings.Contains(w.Error(), ": warning: ") {
			t.Errorf("not marked as a warning: %s", w.Error())
		}
	}
	if d := cmp.Diff([]int{1, 2, 3, 4, 6, 7, 8, 10}, lines); d != "" {
		t.Errorf("-want +got:\n%s\n%s", d, r.Warnings.Error())
	}
}

// TestDeep checks inputs that are deep or long enough to hurt recursive code.
func TestDeep(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ".set a%d, a%d+a%d\n", i, i+1, i+1)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, src string
		ok        bool
	}{
		{"parentheses", ".long " + strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000), false},
		{"some parentheses", ".long " + strings.Repeat("(", 100) + "1" + strings.Repeat(")", 100), true},
		{"minus", ".long " + strings.Repeat("-", 100000) + "1", false},
		{"sum of numbers", ".long 0" + strings.Repeat("+1", 100000), true},
		{"sum of symbols", ".set x, 1\n.long 0" + strings.Repeat("+y", 100000) + "\n.set y, 1", false},
		{"some symbols", ".long 0" + strings.Repeat("+y", 4000) + "\n.set y, 1", true},
		{"calls", ".long " + strings.Repeat("max(", 100000) + "1" + strings.Repeat(")", 100000), false},
		{"doubling", chain(60) + ".quad a0\n.set a60, 1\n", true},
		{"doubling used early", chain(60) + ".if a0\n.endif\n.set a60, 1\n", false},
		{"chain", chain(5000) + ".long a0\n.set a5000, 0\n", false},
		{"conditionals", strings.Repeat(".if 1\n", 1<<17), false},
		{"labels", strings.Repeat("1:", 100000), true},
		{"sections", strings.Repeat(".pushsection .data\n", 1<<17), false},
		{"arguments", ".long max(1" + strings.Repeat(",1", 100000) + ")", true},
	} {
		_, err := Assemble([]byte(c.src), Options{Chip: &arch.GFX950})
		if (err == nil) != c.ok {
			t.Errorf("%s: %.500v", c.name, err)
		}
	}
}

// TestNumbersSetLater checks what stands for a symbol that is set to a number
// further down. llvm-mc 22 leaves a relative relocation without a symbol here,
// which no linker resolves to the number, or crashes.
func TestNumbersSetLater(t *testing.T) {
	src := `s_mov_b32 s0, later
s_mov_b32 s0, later+1
v_mov_b32 v0, distance
s_branch jump
.byte later
.set later, 0x1234-0x1200
start: .zero 3
end:
.set distance, end-start
jump = 3
`
	r, err := Assemble([]byte(src), Options{File: "in.s", Chip: &arch.GFX950})
	if err != nil {
		t.Fatal(err)
	}
	s := r.Module.Sections[0]
	const want = "ff0080be34000000" + "ff0080be35000000" + "ff02007e03000000" + "030082bf" + "34" + "000000"
	if got := fmt.Sprintf("%x", s.Data); got != want || len(s.Relocs) != 0 {
		t.Errorf("got %s, %d relocations, want %s", got, len(s.Relocs), want)
	}
}

// TestLineEnds checks that \n, \r\n and \r end lines alike.
func TestLineEnds(t *testing.T) {
	src := ".data\n.byte 1 ; comment\n\n# line\n.byte 2 // comment\n.macro m\n.byte 3\n.endm\nm\nm\n.rept 2\n.byte 4 /* a\nb */\n.endr\n.ascii \"x\"\n.byte 5"
	want := ""
	for _, end := range []string{"\n", "\r\n", "\r"} {
		for _, last := range []string{"", end} {
			r, err := Assemble([]byte(strings.ReplaceAll(src, "\n", end)+last), Options{Chip: &arch.GFX950})
			if err != nil {
				t.Fatalf("%q: %v", end, err)
			}
			got := fmt.Sprintf("%x", r.Module.Sections[1].Data)
			if want == "" {
				want = "0102030304047805"
			}
			if got != want {
				t.Errorf("%q: got %s, want %s", end, got, want)
			}
		}
	}
}
