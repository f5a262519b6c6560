//go:build llvm

package asm

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/arch"
	"heddle/hsaco"
)

// TestClangLinked holds what the assembler is for: the assembly that clang
// writes becomes the code object that clang itself writes. Everything that is
// loaded is the same, headers, addresses and bytes, and so are the .debug
// sections. (clang -S mentions .AMDGPU.csdata, which then exists and is empty;
// so does llvm-mc. clang's own objects do not have it.)
func TestClangLinked(t *testing.T) {
	sources, err := filepath.Glob("testdata/cl/*.cl")
	if err != nil || len(sources) == 0 {
		t.Fatal("no OpenCL sources", err)
	}
	for _, src := range sources {
		for _, chip := range arch.Chips {
			for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
				for _, debug := range []string{"-g0", "-g"} {
					t.Run(fmt.Sprintf("%s/%s/%s%s", filepath.Base(src), chip.Name, level, debug), func(t *testing.T) {
						compareLinked(t, src, chip.Name, level, debug)
					})
				}
			}
		}
	}
}

func compareLinked(t *testing.T, src, cpu string, flags ...string) {
	dir := t.TempDir()
	base := append([]string{"-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-target", "amdgcn-amd-amdhsa",
		"-mcpu=" + cpu, "-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", "/usr/lib/clc/amdgcn-amd-amdhsa.bc", src}, flags...)
	text, linked := filepath.Join(dir, "k.s"), filepath.Join(dir, "k.hsaco")
	if out, err := exec.Command("clang-22", append(base, "-S", "-o", text)...).CombinedOutput(); err != nil {
		t.Fatalf("clang-22: %v\n%s", err, out)
	}
	linkErr := exec.Command("clang-22", append(base, "-o", linked)...).Run()
	s, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	res, err := Assemble(s, Options{File: "k.s"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := hsaco.Link(res.Module)
	if (err != nil) != (linkErr != nil) {
		t.Fatalf("Link: %v; clang-22: %v", err, linkErr)
	}
	if err != nil {
		return // a function that the library does not have
	}
	want, err := elf.Open(linked)
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	have, err := elf.NewFile(bytes.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	compareSections(t, have, want)
	if flags[0] == "-O2" {
		ours := filepath.Join(dir, "heddle.hsaco")
		if err := os.WriteFile(ours, got, 0o666); err != nil {
			t.Fatal(err)
		}
		compareTools(t, ours, linked)
	}
}

// compareTools lets LLVM's tools read the two files: no warnings, and the same
// notes, descriptor block, code and debug information.
func compareTools(t *testing.T, ours, clangs string) {
	for _, tt := range []struct {
		command []string
		same    bool
	}{
		{[]string{"llvm-readelf-22", "-a", "--notes"}, false}, // the section headers differ by .AMDGPU.csdata
		{[]string{"llvm-readelf-22", "--notes"}, true},
		{[]string{"llvm-objdump-22", "-D", "-j", ".rodata"}, true},
		{[]string{"llvm-objdump-22", "-d"}, true},
		{[]string{"llvm-dwarfdump-22", "-a"}, true},
	} {
		var text [2]string
		command := tt.command
		for i, file := range []string{ours, clangs} {
			var out, errs bytes.Buffer
			c := exec.Command(command[0], append(command[1:], file)...)
			c.Stdout, c.Stderr = &out, &errs
			if err := c.Run(); err != nil || errs.Len() > 0 && i == 0 {
				t.Errorf("%v: %v\n%s", command, err, errs.String())
			}
			text[i] = strings.ReplaceAll(out.String(), file, "FILE")
		}
		if tt.same && text[0] != text[1] {
			t.Errorf("%v:\n%s", command, cmp.Diff(strings.Split(text[1], "\n"), strings.Split(text[0], "\n")))
		}
	}
}

func compareSections(t *testing.T, have, want *elf.File) {
	names := func(f *elf.File) (loaded, rest []string) {
		for _, sec := range f.Sections {
			switch {
			case sec.Flags&elf.SHF_ALLOC != 0:
				loaded = append(loaded, sec.Name)
			case sec.Name != ".AMDGPU.csdata":
				rest = append(rest, sec.Name)
			}
		}
		slices.Sort(rest) // clang writes .debug_frame before .debug_line, llvm-mc after it
		return loaded, rest
	}
	haveLoaded, haveRest := names(have)
	wantLoaded, wantRest := names(want)
	if diff := cmp.Diff(wantLoaded, haveLoaded) + cmp.Diff(wantRest, haveRest); diff != "" {
		t.Errorf("sections (-clang +heddle):\n%s", diff)
	}
	for _, w := range want.Sections {
		loaded, debug := w.Flags&elf.SHF_ALLOC != 0, strings.HasPrefix(w.Name, ".debug_")
		h := have.Section(w.Name)
		if h == nil || !loaded && !debug {
			continue
		}
		if loaded && h.SectionHeader != w.SectionHeader {
			t.Errorf("%+v, clang has %+v", h.SectionHeader, w.SectionHeader)
		}
		if w.Type == elf.SHT_NOBITS {
			continue
		}
		a, err1 := h.Data()
		b, err2 := w.Data()
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			at := 0
			for at < len(a) && at < len(b) && a[at] == b[at] {
				at++
			}
			t.Errorf("%s differs from byte %#x on (%v %v)", w.Name, at, err1, err2)
		}
	}
}
