//go:build llvm

package hsaco

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/arch"
)

// updateSamples makes the samples and their expectations anew. They are all
// made by LLVM 22; the code under test has no part in them.
var updateSamples = flag.Bool("update-samples", false, "rewrite testdata/read with what LLVM gives")

// clangTwo compiles two.cl. The debug information names /src, not where the
// test runs.
func clangTwo(out string, args ...string) []string {
	return append([]string{"clang-22", "-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header",
		"-target", "amdgcn-amd-amdhsa", "-nogpulib", "-Xclang", "-mlink-builtin-bitcode",
		"-Xclang", "/usr/lib/clc/amdgcn-amd-amdhsa.bc", "-O2", "-fdebug-compilation-dir=/src",
		"two.cl", "-o", out}, args...)
}

func bundler(out string, args ...string) []string {
	return append([]string{"clang-offload-bundler-22", "-type=o", "-output=" + out}, args...)
}

// sampleRecipes make the samples, in order: the last argument of a bundle is
// made by a recipe before it.
var sampleRecipes = []struct {
	name    string
	env     string
	command []string
}{
	{"v4.hsaco", "", clangTwo("v4.hsaco", "-mcpu=gfx950", "-mcode-object-version=4")},
	{"v5.hsaco", "", clangTwo("v5.hsaco", "-mcpu=gfx942:xnack+", "-mcode-object-version=5")},
	{"v6.hsaco", "", clangTwo("v6.hsaco", "-mcpu=gfx950:sramecc-:xnack-", "-mcode-object-version=6")},
	{"v6.o", "", clangTwo("v6.o", "-mcpu=gfx950", "-g", "-c")},
	{"dwarf5.hsaco", "", clangTwo("dwarf5.hsaco", "-mcpu=gfx942", "-g")},
	{"dwarf4.hsaco", "", clangTwo("dwarf4.hsaco", "-mcpu=gfx942", "-gdwarf-4")},
	{"dwarf4.o", "", clangTwo("dwarf4.o", "-mcpu=gfx942", "-gdwarf-4", "-c")},
	{"dwarf64.o", "", clangTwo("dwarf64.o", "-mcpu=gfx942", "-gdwarf-5", "-gdwarf64", "-c")},
	{"zstd.hsaco", "", clangTwo("zstd.hsaco", "-mcpu=gfx942", "-g", "-gz=zstd")},
	{"zlib.o", "", clangTwo("zlib.o", "-mcpu=gfx942", "-g", "-gz=zlib", "-c")},
	{"sections.o", "", []string{"llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx950", "-mattr=+xnack", "-filetype=obj", "sections.s", "-o", "sections.o"}},
	{"linked.hsaco", "", []string{"ld.lld-22", "-shared", "--emit-relocs", "--defsym=tile=0", "sections.o", "-o", "linked.hsaco"}},
	{"plain.bundle", "", bundler("plain.bundle",
		"-targets=host-x86_64-unknown-linux-gnu-,hipv4-amdgcn-amd-amdhsa--gfx942:xnack+,hipv4-amdgcn-amd-amdhsa--gfx950:sramecc-:xnack-",
		"-input=/dev/null", "-input=v5.hsaco", "-input=v6.hsaco")},
	{"other.bundle", "", bundler("other.bundle", "-targets=host-x86_64-unknown-linux-gnu-,hip-amdgcn-amd-amdhsa--gfx950",
		"-input=/dev/null", "-input=linked.hsaco")},
	{"openmp.bundle", "", bundler("openmp.bundle", "-targets=host-x86_64-unknown-linux-gnu-,openmp-amdgcn-amd-amdhsa--gfx950:xnack+",
		"-input=/dev/null", "-input=linked.hsaco", "-bundle-align=4096")},
	{"ccob3.bundle", "", bundler("ccob3.bundle", "-compress",
		"-targets=host-x86_64-unknown-linux-gnu-,hipv4-amdgcn-amd-amdhsa--gfx942:xnack+,hipv4-amdgcn-amd-amdhsa--gfx950:sramecc-:xnack-",
		"-input=/dev/null", "-input=v5.hsaco", "-input=v6.hsaco")},
	{"ccob2.bundle", "COMPRESSED_BUNDLE_FORMAT_VERSION=2", bundler("ccob2.bundle", "-compress",
		"-targets=host-x86_64-unknown-linux-gnu-,hip-amdgcn-amd-amdhsa--gfx950",
		"-input=/dev/null", "-input=linked.hsaco")},
	{"host.o", "", []string{"llvm-mc-22", "-triple=x86_64-unknown-linux-gnu", "-filetype=obj", "host.s", "-o", "host.o"}},
}

// sampleSources are what the recipes read from testdata/read.
var sampleSources = []string{"two.cl", "sections.s", "host.s"}

// TestSamplesAreLLVMs makes every sample again, in a directory of its own,
// and what llvm-readelf and llvm-symbolizer say about it.
func TestSamplesAreLLVMs(t *testing.T) {
	dir := t.TempDir()
	for _, s := range sampleSources {
		writeSample(t, filepath.Join(dir, s), readSample(t, s))
	}
	for _, r := range sampleRecipes {
		cmd := exec.Command(r.command[0], r.command[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), r.env)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", r.name, err, out)
		}
		made, err := os.ReadFile(filepath.Join(dir, r.name))
		if err != nil {
			t.Fatal(err)
		}
		checkSample(t, r.name, made)
		if slices.Contains(readelfSamples, r.name) {
			checkSample(t, r.name+".readelf", []byte(readelfDump(t, dir, r.name)))
		}
		if slices.Contains(lineSamples, r.name) {
			checkSample(t, r.name+".lines", []byte(symbolizerDump(t, dir, r.name)))
		}
	}
}

func checkSample(t *testing.T, name string, made []byte) {
	t.Helper()
	if *updateSamples {
		writeSample(t, filepath.Join("testdata", "read", name), made)
		return
	}
	if have := readSample(t, name); !bytes.Equal(have, made) {
		t.Errorf("testdata/read/%s is not what LLVM makes (%d bytes, LLVM %d); -update-samples rewrites it", name, len(have), len(made))
	}
}

func writeSample(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

func runLLVM(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return string(out)
}

// The parts of llvm-readelf's JSON that are compared.
type (
	jsonValue struct {
		Name  string
		Value uint64
	}
	jsonSymbol struct {
		Symbol struct {
			Name                 jsonValue
			Value, Size          uint64
			Binding, Type, Other jsonValue
			Section              jsonValue
		}
	}
	jsonFile struct {
		ElfHeader struct {
			Flags jsonValue
		}
		Sections []struct {
			Section struct {
				Index                             int
				Name, Type, Flags                 jsonValue
				Address, Offset, Size, Link, Info uint64
				AddressAlignment, EntrySize       uint64
			}
		}
		ProgramHeaders []struct {
			ProgramHeader struct {
				Type, Flags                                          jsonValue
				Offset, VirtualAddress, FileSize, MemSize, Alignment uint64
			}
		}
		Relocations []struct {
			SectionIndex int
			Relocs       []struct {
				Relocation struct {
					Offset       uint64
					Type, Symbol jsonValue
					Addend       int64
				}
			}
		}
		Symbols, DynamicSymbols []jsonSymbol
	}
)

// readelfDump is what llvm-readelf says about a file, in the form of
// dumpObject.
func readelfDump(t *testing.T, dir, name string) string {
	out := runLLVM(t, dir, "", "llvm-readelf-22", "--elf-output-style=JSON", "-h", "-S", "-s", "--dyn-syms", "-r", "-l", name)
	var files []jsonFile
	if err := json.Unmarshal([]byte(out), &files); err != nil || len(files) != 1 {
		t.Fatalf("%s: %v", name, err)
	}
	f := files[0]
	var b strings.Builder
	fmt.Fprintf(&b, "flags %#x\n", f.ElfHeader.Flags.Value)
	for _, s := range f.Sections {
		s := s.Section
		if s.Index == 0 {
			continue
		}
		fmt.Fprintf(&b, "section %d %q type %#x flags %#x addr %#x offset %#x size %#x link %d info %d align %d entsize %d\n",
			s.Index, s.Name.Name, s.Type.Value, s.Flags.Value, s.Address, s.Offset, s.Size, s.Link, s.Info, s.AddressAlignment, s.EntrySize)
	}
	for _, p := range f.ProgramHeaders {
		p := p.ProgramHeader
		fmt.Fprintf(&b, "segment type %#x flags %#x offset %#x addr %#x filesize %#x memsize %#x align %d\n",
			p.Type.Value, p.Flags.Value, p.Offset, p.VirtualAddress, p.FileSize, p.MemSize, p.Alignment)
	}
	dumpSymbols := func(kind string, symbols []jsonSymbol) {
		for i, s := range symbols {
			s := s.Symbol
			if s.Name.Value == 0 { // section symbols; readelf shows the section's name
				s.Name.Name = ""
			}
			fmt.Fprintf(&b, "%s %d %q value %#x size %d type %d bind %d vis %d section %#x\n",
				kind, i, s.Name.Name, s.Value, s.Size, s.Type.Value, s.Binding.Value, s.Other.Value&3, s.Section.Value)
		}
	}
	dumpSymbols("symbol", f.Symbols)
	dumpSymbols("dynsym", f.DynamicSymbols)
	for _, r := range f.Relocations {
		// The section that the relocations are for is the info of theirs.
		target := f.Sections[r.SectionIndex].Section.Info
		for _, r := range r.Relocs {
			r := r.Relocation
			symbol := r.Symbol.Name
			if r.Symbol.Value == 0 {
				symbol = ""
			}
			fmt.Fprintf(&b, "reloc of %d at %#x type %d symbol %q addend %d\n", target, r.Offset, r.Type.Value, symbol, r.Addend)
		}
	}
	return b.String()
}

// symbolizerDump is what llvm-symbolizer says about every dword of the code
// of a file with line tables, in the form of dumpLines.
func symbolizerDump(t *testing.T, dir, name string) string {
	out := runLLVM(t, dir, "", "llvm-readelf-22", "--elf-output-style=JSON", "-S", name)
	var files []jsonFile
	if err := json.Unmarshal([]byte(out), &files); err != nil {
		t.Fatal(err)
	}
	var addrs []string
	for _, s := range files[0].Sections {
		s := s.Section
		if s.Flags.Value&4 == 0 {
			continue
		}
		for a := s.Address; a < s.Address+s.Size; a += 4 {
			addrs = append(addrs, fmt.Sprintf("%#x", a))
		}
	}
	out = runLLVM(t, dir, strings.Join(addrs, "\n"), "llvm-symbolizer-22", "--obj="+name, "--output-style=JSON", "--no-inlines")
	var d lineDump
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		var r struct {
			Address string
			Symbol  []struct {
				FileName     string
				Line, Column int
			}
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil || len(r.Symbol) != 1 {
			t.Fatalf("llvm-symbolizer: %v: %s", err, line)
		}
		s := r.Symbol[0]
		d.add(r.Address, Position{s.FileName, s.Line, s.Column}, s.FileName != "" || s.Line != 0)
	}
	return d.String()
}

// TestMachNames compares the names of all EF_AMDGPU_MACH values.
func TestMachNames(t *testing.T) {
	dir := t.TempDir()
	b := readSample(t, "v6.hsaco")
	for mach := range uint32(256) {
		le.PutUint32(b[48:], 0x500|mach)
		writeSample(t, filepath.Join(dir, "o"), b)
		out := runLLVM(t, dir, "", "llvm-readelf-22", "-h", "o")
		_, flags, _ := strings.Cut(out, "Flags:")
		flags, _, _ = strings.Cut(flags, "\n")
		want := ""
		if names := strings.Split(strings.TrimSpace(flags), ", "); len(names) == 4 {
			want = names[1]
		}
		have := arch.MachName(mach)
		if c, ok := arch.ByMach(mach); ok {
			have = c.Name
		}
		// LLVM 22 has forgotten two chips that never shipped.
		if have != want && have != "gfx940" && have != "gfx941" {
			t.Errorf("mach %#x is %q, LLVM says %q", mach, have, want)
		}
	}
}

// TestKernelCodeAsObjdump compares the code of each kernel with what
// llvm-objdump shows under its name: how many bytes, from which address.
func TestKernelCodeAsObjdump(t *testing.T) {
	dir := t.TempDir()
	for _, name := range sampleNames(t) {
		if name == "linked.hsaco" {
			continue // llvm-objdump also shows the padding after a function
		}
		writeSample(t, filepath.Join(dir, name), readSample(t, name))
		o := openSample(t, name)
		for _, k := range o.Kernels {
			out := runLLVM(t, dir, "", "llvm-objdump-22", "-d", "--disassemble-symbols="+k.Func.Name, name)
			var first, last uint64
			var n int
			for _, line := range strings.Split(out, "\n") {
				_, comment, ok := strings.Cut(line, "// ")
				if !ok {
					continue
				}
				addr, words, _ := strings.Cut(comment, ":")
				a, err := strconv.ParseUint(addr, 16, 64)
				if err != nil {
					t.Fatal(err)
				}
				if n++; n == 1 {
					first = a
				}
				last = a + 4*uint64(len(strings.Fields(words)))
			}
			have := []uint64{k.Addr, k.Addr + uint64(len(k.Code))}
			if want := []uint64{first, last}; !cmp.Equal(have, want) {
				t.Errorf("%s: kernel %s is %#x, llvm-objdump says %#x", name, k.Name, have, want)
			}
		}
	}
}
