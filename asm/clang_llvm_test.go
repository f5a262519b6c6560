//go:build llvm

package asm

import (
	"cmp"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"heddle/arch"
	"heddle/hsaco"
)

// clang compiles an OpenCL C file of testdata/cl.
func clang(t testing.TB, file, out string, flags ...string) []byte {
	t.Helper()
	args := append([]string{"-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header",
		"-target", "amdgcn-amd-amdhsa", "-nogpulib",
		"-Xclang", "-mlink-builtin-bitcode", "-Xclang", "/usr/lib/clc/amdgcn-amd-amdhsa.bc",
		"-w", file, "-o", out}, flags...)
	if text, err := exec.Command("clang-22", args...).CombinedOutput(); err != nil {
		t.Fatalf("clang-22 %s: %s%s", file, text, err)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestClang assembles what clang -S prints: the module must be what llvm-mc
// makes of the same text, and the parts that are loaded or describe the program
// must be what clang -c makes of the source.
func TestClang(t *testing.T) {
	files, _ := filepath.Glob("testdata/cl/*.cl")
	if len(files) == 0 {
		t.Fatal("no test data")
	}
	for _, file := range files {
		for _, chip := range arch.Chips {
			for _, flags := range [][]string{{"-O0"}, {"-O1"}, {"-O2"}, {"-O3"}, {"-O0", "-g"}, {"-O1", "-g"}, {"-O2", "-g"}, {"-O3", "-g"}} {
				// The chips hardly differ here: every level for one of them will do.
				if len(flags) == 1 && flags[0] != "-O0" && flags[0] != "-O3" && chip != &arch.GFX950 {
					continue
				}
				if len(flags) == 2 && flags[0] != "-O1" && chip != &arch.GFX950 {
					continue
				}
				name := fmt.Sprintf("%s/%s/%s", filepath.Base(file), chip.Name, strings.Join(flags, ""))
				t.Run(name, func(t *testing.T) { checkClang(t, file, chip, append(flags, "-mcpu="+chip.Name)) })
			}
		}
	}
}

func checkClang(t *testing.T, file string, chip *arch.Chip, flags []string) {
	dir := t.TempDir()
	src := clang(t, file, filepath.Join(dir, "out.s"), append(flags, "-S")...)
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	r, err := Assemble(src, Options{File: "out.s", Dir: wd, likeMC: true})
	if err != nil {
		t.Fatal(err)
	}
	obj, msg := llvmMC(t, src, chip.Name)
	if msg != "" {
		t.Fatal(msg)
	}
	if d := gocmp.Diff(dumpModule(objectModule(t, obj)), dumpModule(r.Module)); d != "" {
		t.Errorf("-llvm-mc +ours:\n%s", d)
	}
	if r, err = Assemble(src, Options{File: "out.s", Dir: wd}); err != nil {
		t.Fatal(err)
	}
	direct := clang(t, file, filepath.Join(dir, "out.o"), append(flags, "-c")...)
	if d := gocmp.Diff(dumpLoaded(objectModule(t, direct)), dumpLoaded(r.Module)); d != "" {
		t.Errorf("-clang +ours:\n%s", d)
	}
}

// dumpLoaded prints the sections that are loaded or for debuggers, with
// relocations by what they point at, so that it does not matter which symbol
// they name, and the symbols that are not local.
func dumpLoaded(m *hsaco.Module) string {
	var b strings.Builder
	sections := slices.Clone(m.Sections)
	slices.SortStableFunc(sections, func(x, y *hsaco.Section) int { return cmp.Compare(x.Name, y.Name) })
	for _, s := range sections {
		if s.Flags&elf.SHF_ALLOC == 0 && !strings.HasPrefix(s.Name, ".debug_") {
			continue
		}
		plain := *s
		plain.Relocs = nil
		dumpSection(&b, &plain)
		for _, r := range s.Relocs {
			to, addend := "-", r.Addend
			if y := r.Symbol; y != nil {
				to = symbolName(y)
				if y.Bind == elf.STB_LOCAL && y.Place == hsaco.PlaceSection {
					to, addend = y.Section.Name, addend+int64(y.Value)
				}
			}
			fmt.Fprintf(&b, "  reloc %#x type %d %s%+d\n", r.Offset, r.Type, to, addend)
		}
	}
	for _, y := range m.Symbols {
		if y.Bind != elf.STB_LOCAL {
			fmt.Fprintln(&b, symbolText(y))
		}
	}
	return b.String()
}
