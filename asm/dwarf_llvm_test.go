//go:build llvm

package asm

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var updateDwarf = flag.Bool("update-dwarf", false, "write what llvm-mc-22 says to testdata/dwarf")

// llvmDebug assembles src with llvm-mc-22 and gives its debug sections.
func llvmDebug(t *testing.T, src string) string {
	t.Helper()
	opt := dbgTestOptions(src)
	args := []string{"-triple=amdgcn-amd-amdhsa", "-mcpu=gfx950", "-filetype=obj", "--fdebug-compilation-dir=" + opt.dir, "-o", "out.o"}
	if opt.gen {
		args = append(args, "-g")
	}
	if opt.version != 0 {
		args = append(args, fmt.Sprintf("-dwarf-version=%d", opt.version))
	}
	dir := t.TempDir()
	file := filepath.Join(dir, opt.file)
	if opt.file == "-" {
		file = filepath.Join(dir, "stdin")
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	// A source with an endless layout has been seen to hang llvm-mc.
	cmd := exec.CommandContext(t.Context(), "timeout", append([]string{"20", "llvm-mc-22"}, append(args, opt.file)...)...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(src)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("llvm-mc: %v\n%s\nsource:\n%s", err, msg, src)
	}
	data, err := os.ReadFile(filepath.Join(dir, "out.o"))
	if err != nil {
		t.Fatal(err)
	}
	return objectDebug(t, data)
}

// objectDebug gives the debug sections of a relocatable object.
func objectDebug(t *testing.T, data []byte) string {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	var views []dbgView
	for i, s := range f.Sections {
		if !isDbgSection(s.Name) {
			continue
		}
		v := dbgView{name: s.Name, typ: s.Type, flags: s.Flags, align: s.Addralign, ent: s.Entsize}
		if v.data, err = s.Data(); err != nil {
			t.Fatal(err)
		}
		for _, y := range syms {
			if int(y.Section) == i && elf.ST_TYPE(y.Info) != elf.STT_SECTION {
				v.labels = append(v.labels, fmt.Sprintf("%s = %#x", y.Name, y.Value))
			}
		}
		for _, r := range f.Sections {
			if r.Type == elf.SHT_RELA && int(r.Info) == i {
				v.relocs = append(v.relocs, objectRelocs(t, f, r, syms)...)
			}
		}
		views = append(views, v)
	}
	return printDbgViews(views)
}

func objectRelocs(t *testing.T, f *elf.File, r *elf.Section, syms []elf.Symbol) []string {
	t.Helper()
	data, err := r.Data()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for ; len(data) >= 24; data = data[24:] {
		off := binary.LittleEndian.Uint64(data)
		info := binary.LittleEndian.Uint64(data[8:])
		addend := binary.LittleEndian.Uint64(data[16:])
		y := syms[info>>32-1]
		target := y.Name
		if y.Section != elf.SHN_UNDEF {
			target = f.Sections[y.Section].Name
			addend += y.Value
		}
		typ := map[uint32]string{3: "ABS64", 4: "REL32", 5: "REL64", 6: "ABS32"}[uint32(info)]
		out = append(out, fmt.Sprintf("%#x %s %s+%#x", off, typ, target, addend))
	}
	return out
}

// TestDebugGolden compares the golden files with llvm-mc-22, or writes them.
func TestDebugGolden(t *testing.T) {
	for file, src := range dbgTestSources(t, "testdata/dwarf") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			got := llvmDebug(t, src)
			if *updateDwarf {
				writeDebug(t, file, src, got)
			}
			want, err := os.ReadFile(file + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("llvm-mc-22 says something else now\n%s", lineDiff(string(want), got))
			}
		})
	}
}

// clangFlags are the ways in which TestDebugClang compiles. What those with a
// name give is also in testdata/dwarf.
var clangFlags = []struct{ flags, name string }{
	{"-O0", "clang-O0"},
	{"-O1", ""},
	{"-O2", "clang-O2"},
	{"-O3", ""},
	{"-O2 -gdwarf-4", "clang-dwarf4"},
	{"-O1 -ffunction-sections", "clang-sections"},
	{"-O2 -gline-tables-only", ""},
	{"-O3 -gembed-source", ""},
	{"-O2 -gcolumn-info -fdebug-info-for-profiling", "clang-profiling"},
}

// TestDebugClang compares on what clang-22 makes of OpenCL kernels.
func TestDebugClang(t *testing.T) {
	for _, c := range clangFlags {
		t.Run(c.flags, func(t *testing.T) {
			src := clangDebug(t, "kernels.cl", strings.Fields(c.flags))
			want := llvmDebug(t, src)
			checkDebug(t, src, want)
			if *updateDwarf && c.name != "" {
				writeDebug(t, filepath.Join("testdata/dwarf", c.name), src, want)
			}
		})
	}
}

// TestDebugClangObject compares with what clang-22 writes without -S. Some of
// it is also in testdata/dwarf/object.
func TestDebugClangObject(t *testing.T) {
	for _, file := range []string{"kernels", "nodebug"} {
		for _, flags := range []string{"-O0", "-O1", "-O2", "-O3", "-O1 -ffunction-sections", "-O3 -gembed-source", "-O2 -gline-tables-only"} {
			t.Run(file+flags, func(t *testing.T) {
				src := clangDebug(t, file+".cl", strings.Fields(flags))
				object := objectDebug(t, clangG(t, file+".cl", append(strings.Fields(flags), "-c")))
				want := onlySections(object, objectSections...)
				checkDebugObject(t, src, want)
				if *updateDwarf && (flags == "-O0" || flags == "-O2") {
					writeDebug(t, filepath.Join("testdata/dwarf/object", file+flags), src, want)
				}
			})
		}
	}
}

// writeDebug writes a source and its golden file.
func writeDebug(t *testing.T, base, src, golden string) {
	t.Helper()
	for ext, text := range map[string]string{".s": src, ".golden": golden} {
		if err := os.WriteFile(base+ext, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// clangG compiles a kernel with -g.
func clangG(t *testing.T, file string, flags []string) []byte {
	t.Helper()
	args := append([]string{"-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-target", "amdgcn-amd-amdhsa",
		"-mcpu=gfx950", "-nogpulib", "-g", "-fdebug-compilation-dir=/cd", "-o", "-", file}, flags...)
	clang := exec.CommandContext(t.Context(), "clang-22", args...)
	clang.Dir = "testdata/dwarf"
	out, err := clang.Output()
	if err != nil {
		t.Fatal("clang: ", err)
	}
	return out
}

// clangDebug compiles a kernel with -g -S and keeps what the tests can read:
// each dword of an instruction becomes an s_nop.
func clangDebug(t *testing.T, file string, flags []string) string {
	t.Helper()
	text := clangG(t, file, append(flags, "-S"))
	mc := exec.CommandContext(t.Context(), "llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx950", "-show-encoding")
	mc.Stdin = bytes.NewReader(text)
	text, err := mc.Output()
	if err != nil {
		t.Fatal("llvm-mc: ", err)
	}
	return reduceDebug(string(text))
}

func reduceDebug(text string) string {
	var b strings.Builder
	skip := false
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		name, _, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
		switch name {
		case ".text", ".section":
			skip = name == ".section" && !strings.Contains(line, ",\"ax")
			if skip {
				continue
			}
		case ".file", ".loc", ".p2align", ".cfi_startproc", ".cfi_endproc", ".cfi_sections", ".cfi_escape", ".cfi_undefined", ".cfi_offset",
			".cfi_def_cfa", ".cfi_def_cfa_register", ".cfi_llvm_def_aspace_cfa", ".cfi_register", ".cfi_rel_offset", ".cfi_remember_state", ".cfi_restore_state":
		default:
			_, enc, ok := strings.Cut(line, "encoding: [")
			if !ok {
				continue
			}
			for range (strings.Count(enc, ",") + 1) / 4 {
				b.WriteString("\ts_nop 0\n")
			}
			continue
		}
		if !skip {
			b.WriteString("\t" + strings.TrimSpace(cutComment(line)) + "\n")
		}
	}
	return b.String()
}

// TestDebugRandom compares on random sequences of directives.
func TestDebugRandom(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 60 {
		src := randomDebug(r)
		want := llvmDebug(t, src)
		checkDebug(t, src, want)
		if t.Failed() {
			t.Fatalf("source:\n%s", src)
		}
	}
}

// randomDebug is a file with debug directives that llvm-mc takes.
func randomDebug(r *rand.Rand) string {
	g := &debugGen{r: r}
	if r.IntN(4) == 0 {
		g.line("// option version=%d gen", 2+r.IntN(4))
	} else {
		g.line("// option version=%d", 4+r.IntN(2))
		g.fileTable()
	}
	if r.IntN(2) == 0 {
		g.line(".cfi_sections %s", []string{".debug_frame", ".eh_frame", ".eh_frame, .debug_frame"}[r.IntN(3)])
	}
	for range 1 + r.IntN(5) {
		g.procedure()
	}
	return g.b.String()
}

type debugGen struct {
	r     *rand.Rand
	b     strings.Builder
	files []int
	procs int
}

func (g *debugGen) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

// small is mostly a small number.
func (g *debugGen) small() int { return g.r.IntN(1 << g.r.IntN(16)) }

func (g *debugGen) fileTable() {
	md5 := g.r.IntN(2) == 0
	entry := func(dir, name string, n int) {
		g.files = append(g.files, n)
		line := fmt.Sprintf(".file %d %q %q", n, dir, name)
		if md5 || g.r.IntN(20) == 0 {
			line += fmt.Sprintf(" md5 0x%016x%016x", g.r.Uint64(), g.r.Uint64())
		}
		if g.r.IntN(8) == 0 {
			line += fmt.Sprintf(" source %q", "text\n\tmore \"text\"")
		}
		g.line("%s", line)
	}
	if g.r.IntN(2) == 0 {
		entry("/cd", "main.cl", 0)
	}
	dirs := []string{"", "/cd", "/usr/include", "sub", "sub/sub"}
	for i := range 1 + g.r.IntN(6) {
		entry(dirs[g.r.IntN(len(dirs))], fmt.Sprintf("%sf%d.h", []string{"", "q/", "/abs/"}[g.r.IntN(3)], i), i+1)
	}
}

func (g *debugGen) procedure() {
	g.procs++
	if g.r.IntN(4) == 0 {
		g.line(".section .text.s%d,\"ax\",@progbits", g.r.IntN(3))
	} else if g.r.IntN(4) == 0 {
		g.line(".text")
	}
	g.line(".p2align 8, 0") // without a fill value, llvm-mc hangs when it is not at a multiple of 4
	g.line("f%d:", g.procs)
	cfi := g.r.IntN(4) != 0
	if cfi {
		g.line(".cfi_startproc%s", []string{"", " simple"}[g.r.IntN(8)/7])
	}
	for range g.small() % 200 {
		g.statement(cfi)
	}
	if cfi {
		g.line(".cfi_endproc")
	}
}

func (g *debugGen) statement(cfi bool) {
	r := g.r
	switch n := r.IntN(12); {
	case n < 4:
		for range 1 + r.IntN(3) {
			g.line("s_nop 0")
		}
	case n < 8 && len(g.files) > 0:
		g.loc()
	case n == 8:
		g.line("%s", []string{".byte 1", ".long 1, 2", ".zero 4", ".fill 12", ".p2align 6, 0", ".quad 5", ".zero 300", ".fill 70000"}[r.IntN(8)])
	case n == 9:
		g.line("l%d_%d:", g.procs, g.b.Len())
	case n > 9 && cfi:
		g.cfi()
	}
}

func (g *debugGen) loc() {
	r := g.r
	line := fmt.Sprintf(".loc %d %d %d", g.files[r.IntN(len(g.files))], g.small(), g.small())
	for range r.IntN(3) {
		line += " " + []string{"is_stmt 0", "is_stmt 1", "prologue_end", "epilogue_begin", "basic_block", "isa 3", "discriminator 200"}[r.IntN(7)]
	}
	g.line("%s", line)
}

func (g *debugGen) cfi() {
	r := g.r
	reg := func() string {
		switch r.IntN(4) {
		case 0:
			return fmt.Sprint(r.IntN(4000))
		case 1:
			return fmt.Sprintf("v%d", r.IntN(256))
		case 2:
			return "pc"
		}
		return fmt.Sprintf("s%d", r.IntN(102))
	}
	off := func() int { return 4 * g.small() * (1 - 2*r.IntN(2)) }
	switch r.IntN(14) {
	case 0:
		g.line(".cfi_def_cfa %s, %d", reg(), g.small())
	case 1:
		g.line(".cfi_def_cfa_offset %d", g.small())
	case 2:
		g.line(".cfi_def_cfa_register %s", reg())
	case 3:
		g.line(".cfi_offset %s, %d", reg(), off())
	case 4:
		g.line(".cfi_val_offset %s, %d", reg(), off())
	case 5:
		g.line(".cfi_undefined %s", reg())
	case 6:
		g.line(".cfi_register %s, %s", reg(), reg())
	case 7:
		g.line(".cfi_restore %s", reg())
	case 8:
		g.line(".cfi_remember_state")
	case 9:
		g.line(".cfi_escape 0x0f, %d, -1", r.IntN(256))
	case 10:
		g.line(".cfi_same_value %s", reg())
	case 11:
		g.line(".cfi_llvm_def_aspace_cfa %s, %d, 6", reg(), g.small())
	case 12:
		// Without the first line llvm-mc counts from the CFA of the frame before
		// when that has another CIE.
		g.line(".cfi_def_cfa_offset 8\n.cfi_adjust_cfa_offset 4\n.cfi_rel_offset s40, -4")
	case 13:
		g.line("%s", []string{".cfi_signal_frame", ".cfi_return_column s31", ".cfi_restore_state"}[r.IntN(3)])
	}
}
