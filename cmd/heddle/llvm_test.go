//go:build llvm

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
)

// compiled is one way to compile a file of testdata/kernels.
type compiled struct {
	file, target string
	flags        []string
}

func (c compiled) name() string {
	return fmt.Sprintf("%s/%s%s", strings.TrimSuffix(filepath.Base(c.file), ".cl"), c.target, strings.Join(c.flags, ""))
}

// compilations are all files for all targets at all levels of optimization,
// and some of them in other ways.
func compilations(t *testing.T) []compiled {
	files, err := filepath.Glob("testdata/kernels/*.cl")
	if err != nil || len(files) < 6 {
		t.Fatalf("kernels: %q, %v", files, err)
	}
	var all []compiled
	for _, file := range files {
		for _, target := range []string{"gfx942", "gfx950"} {
			only := strings.TrimSuffix(filepath.Base(file), ".cl")
			if strings.HasPrefix(only, "gfx") && only != target {
				continue
			}
			for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
				all = append(all, compiled{file, target, []string{level}})
			}
			all = append(all,
				compiled{file, target, []string{"-O2", "-g"}},
				compiled{file, target, []string{"-O3", "-mcode-object-version=4"}},
				compiled{file, target, []string{"-O1", "-mcode-object-version=5"}})
		}
	}
	for _, id := range []string{"gfx942:xnack+", "gfx950:sramecc+:xnack-"} {
		all = append(all, compiled{"testdata/kernels/globals.cl", id, []string{"-O2"}})
	}
	return all
}

// compile makes a code object with clang-22.
func compile(t *testing.T, c compiled, output string) {
	t.Helper()
	args := append([]string{
		"-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + c.target,
		"-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", "/usr/lib/clc/amdgcn-amd-amdhsa.bc", "-w", c.file, "-o", output,
	}, c.flags...)
	if msg, err := exec.Command("clang-22", args...).CombinedOutput(); err != nil {
		t.Fatalf("clang-22: %v\n%s", err, msg)
	}
}

// succeeds runs a command that has to succeed.
func succeeds(t *testing.T, args ...string) string {
	t.Helper()
	var out, msg bytes.Buffer
	if code := run(args, strings.NewReader(""), &out, &msg); code != exitOK {
		t.Fatalf("heddle %s: exit code %d\n%s", strings.Join(args, " "), code, &msg)
	}
	return out.String()
}

func openFile(t *testing.T, file string) *hsaco.Object {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o, err := hsaco.Open(b, "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestClang checks objdump on code objects that clang-22 compiles: every
// instruction is known, -d prints what llvm-objdump-22 -d does, and what --asm
// prints assembles to the same contents.
func TestClang(t *testing.T) {
	for _, c := range compilations(t) {
		t.Run(c.name(), func(t *testing.T) {
			object := filepath.Join(t.TempDir(), "a.hsaco")
			compile(t, c, object)
			checkDisassembly(t, object)
			src := succeeds(t, "objdump", "--asm", object)
			file := filepath.Join(t.TempDir(), "b.s")
			if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
			succeeds(t, "asm", file)
			again := filepath.Join(filepath.Dir(file), "b.hsaco")
			compareSections(t, openFile(t, object), openFile(t, again))
			if succeeds(t, "objdump", "--asm", again) != src {
				t.Error("--asm of the new object is not the same")
			}
		})
	}
}

func checkDisassembly(t *testing.T, object string) {
	t.Helper()
	unknown := 0
	for l := range asm.Disassemble(openFile(t, object)) {
		if l.Kind == asm.LineUnknown {
			unknown++
		}
	}
	if unknown > 0 {
		t.Errorf("%d unknown instructions", unknown)
	}
	want, err := exec.Command("llvm-objdump-22", "-d", object).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(succeeds(t, "objdump", "-d", object), "\n")
	for i, w := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != w {
			t.Fatalf("objdump -d, line %d is\n%s\nllvm-objdump-22 -d prints\n%s", i+1, got[min(i, len(got)-1)], w)
		}
	}
}

func compareSections(t *testing.T, want, got *hsaco.Object) {
	t.Helper()
	sections := func(o *hsaco.Object) map[string]*hsaco.ObjectSection {
		m := map[string]*hsaco.ObjectSection{}
		for _, s := range o.Sections {
			m[s.Name] = s
		}
		return m
	}
	a, b := sections(want), sections(got)
	for _, name := range []string{".text", ".rodata", ".data", ".data.rel.ro", ".bss", ".note", ".init_array"} {
		x, y := a[name], b[name]
		switch {
		case x == nil && y == nil:
		case x == nil || y == nil || x.Size != y.Size || !bytes.Equal(x.Data, y.Data):
			t.Errorf("%s differs", name)
		}
	}
	if want.Flags != got.Flags || want.Version != got.Version {
		t.Errorf("target %#x version %d, was %#x version %d", got.Flags, got.Version, want.Flags, want.Version)
	}
}

// TestClangRelocatable checks objdump on relocatable objects: what --asm
// prints assembles to what ld.lld-22 links them to.
func TestClangRelocatable(t *testing.T) {
	for _, c := range compilations(t) {
		if c.flags[0] != "-O2" || len(c.flags) > 1 {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			dir := t.TempDir()
			object, linked := filepath.Join(dir, "a.o"), filepath.Join(dir, "linked.hsaco")
			compile(t, compiled{c.file, c.target, append(c.flags, "-c")}, object)
			if msg, err := exec.Command("ld.lld-22", "-shared", "--no-undefined", object, "-o", linked).CombinedOutput(); err != nil {
				t.Fatalf("ld.lld-22: %v\n%s", err, msg)
			}
			checkDisassembly(t, object)
			file := filepath.Join(dir, "b.s")
			if err := os.WriteFile(file, []byte(succeeds(t, "objdump", "--asm", object)), 0o644); err != nil {
				t.Fatal(err)
			}
			succeeds(t, "asm", file)
			compareSections(t, openFile(t, linked), openFile(t, filepath.Join(dir, "b.hsaco")))
		})
	}
}

// TestShowEncoding compares the lines with instructions that --show-encoding
// prints with llvm-mc-22's.
func TestShowEncoding(t *testing.T) {
	dir := t.TempDir()
	for _, c := range compilations(t) {
		if c.flags[0] != "-O1" || len(c.flags) > 1 || filepath.Base(c.file) == "control.cl" {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			file := filepath.Join(dir, "a.s")
			compile(t, compiled{c.file, c.target, append(c.flags, "-S")}, file)
			want, err := exec.Command("llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu="+c.target, "-show-encoding", file).Output()
			if err != nil {
				t.Fatal(err)
			}
			g, w := encodings(succeeds(t, "asm", "-show-encoding", file)), encodings(string(want))
			for i := range min(len(g), len(w)) {
				if g[i] != w[i] {
					t.Fatalf("line is\n%s\nllvm-mc-22 prints\n%s", g[i], w[i])
				}
			}
			if len(g) != len(w) {
				t.Errorf("%d lines with encodings, llvm-mc-22 prints %d", len(g), len(w))
			}
		})
	}
}

func encodings(text string) []string {
	var lines []string
	for l := range strings.Lines(text) {
		if strings.Contains(l, "; encoding: ") || strings.Contains(l, ";   fixup ") {
			lines = append(lines, l)
		}
	}
	return lines
}
