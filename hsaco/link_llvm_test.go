//go:build llvm

package hsaco

import (
	"archive/zip"
	"bytes"
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

var (
	linkUpdate = flag.Bool("link.update", false, "write golden files anew")
	linkSeed   = flag.Uint64("link.seed", 1, "seed of the random objects; 0 takes the clock")
	linkRuns   = flag.Int("link.runs", 300, "number of random objects")
)

// run runs an LLVM tool; its error has what the tool said.
func run(name string, args ...string) error {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// lldIdent is what LLD puts into .comment.
func lldIdent(t *testing.T) string {
	out, err := exec.Command("ld.lld-22", "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	version, _, _ := strings.Cut(string(out), " (")
	return "Linker: " + version
}

// compareWithLLD links the object in file both ways and reports whether that
// worked. Either linker may refuse it, but not just one.
func compareWithLLD(t *testing.T, file, ident string) bool {
	t.Helper()
	object, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	linked := file + ".so"
	refused := run("ld.lld-22", "--no-undefined", "-shared", file, "-o", linked)
	got, err := link(moduleOf(t, object), ident)
	switch {
	case refused != nil && err != nil:
		return false
	case refused != nil:
		t.Fatalf("Link takes it, but %v", refused)
	case err != nil && truncates(err):
		return false
	case err != nil:
		t.Fatalf("LLD takes it, but Link says: %v", err)
	}
	want, err := os.ReadFile(linked)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatal(describeDiff(got, want))
	}
	return true
}

// truncates reports whether Link refuses what LLD would truncate.
func truncates(err error) bool {
	for line := range strings.Lines(err.Error()) {
		if !strings.Contains(line, "does not fit in") && !strings.Contains(line, "not a whole number of dwords") {
			return false
		}
	}
	return true
}

// compile makes the object of c.
func (c *linkCase) compile(object string) error {
	args := map[string][]string{
		".cl":  {"-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-nogpulib"},
		".cpp": {"-x", "c++", "-fno-exceptions", "-fno-rtti", "-nogpulib"},
		".s":   {"-x", "assembler"},
	}[filepath.Ext(c.source)]
	args = append(args, "-target", "amdgcn-amd-amdhsa", "-fdebug-compilation-dir=.", "-c", c.source, "-o", object)
	cmd := exec.Command("clang-22", append(args, c.args...)...)
	cmd.Dir = "testdata/link"
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", c.name, err, out)
	}
	return nil
}

// TestLinkMatchesLLD compares Link with LLD on what clang makes of the files in
// testdata/link, with many options.
func TestLinkMatchesLLD(t *testing.T) {
	ident := lldIdent(t)
	object := filepath.Join(t.TempDir(), "object.o")
	for _, source := range []string{"kernels.cl", "globals.cl", "pointers.cpp", "asm.s", "merge.s", "odd.s", "many.s", "empty.s"} {
		for _, cpu := range []string{"gfx942:xnack-", "gfx950"} {
			for _, level := range []string{"-O0", "-O2", "-O3"} {
				for _, more := range []string{"-g0", "-g", "-gdwarf-4", "-mcode-object-version=4"} {
					if filepath.Ext(source) == ".s" && level != "-O0" {
						continue
					}
					c := &linkCase{source + cpu + level + more, source, []string{"-mcpu=" + cpu, level, more}}
					t.Run(c.name, func(t *testing.T) {
						if err := c.compile(object); err != nil {
							t.Fatal(err)
						}
						if !compareWithLLD(t, object, ident) {
							t.Error("refused")
						}
					})
				}
			}
		}
	}
}

// TestLinkAsClang checks that clang calls LLD as these tests do.
func TestLinkAsClang(t *testing.T) {
	dir := t.TempDir()
	c := linkCase{"asm", "asm.s", []string{"-mcpu=gfx950"}}
	object, linked := filepath.Join(dir, "object.o"), filepath.Join(dir, "linked.so")
	if err := c.compile(object); err != nil {
		t.Fatal(err)
	}
	if err := run("clang-22", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx950", object, "-o", linked); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(object)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(linked)
	if err != nil {
		t.Fatal(err)
	}
	got, err := link(moduleOf(t, data), lldIdent(t))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error(describeDiff(got, want))
	}
}

// TestLinkGoldensMatchLLD checks that goldens.zip has what clang and LLD make
// today, or with -link.update writes it.
func TestLinkGoldensMatchLLD(t *testing.T) {
	dir := t.TempDir()
	var zipped bytes.Buffer
	z := zip.NewWriter(&zipped)
	for _, c := range linkCases {
		object, linked := filepath.Join(dir, "object.o"), filepath.Join(dir, "linked.so")
		if err := c.compile(object); err != nil {
			t.Fatal(err)
		}
		if err := run("ld.lld-22", "--no-undefined", "-shared", object, "-o", linked); err != nil {
			t.Fatal(err)
		}
		for _, suffix := range []string{".o", ".so"} {
			data, err := os.ReadFile(map[string]string{".o": object, ".so": linked}[suffix])
			if err != nil {
				t.Fatal(err)
			}
			if !*linkUpdate {
				if !bytes.Equal(goldens(t)[c.name+suffix], data) {
					t.Errorf("%s%s is not what LLVM makes", c.name, suffix)
				}
				continue
			}
			w, err := z.Create(c.name + suffix)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write(data); err != nil {
				t.Fatal(err)
			}
		}
	}
	if *linkUpdate {
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/link/goldens.zip", zipped.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLinkRandom compares Link with LLD on random relocatable objects.
func TestLinkRandom(t *testing.T) {
	seed := *linkSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-link.seed=%d", seed)
	ident := lldIdent(t)
	dir := t.TempDir()
	assembled, linked := 0, 0
	for i := range *linkRuns {
		g := &objectWriter{rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		source := filepath.Join(dir, "random.s")
		object := filepath.Join(dir, "random.o")
		if err := os.WriteFile(source, []byte(g.source()), 0o644); err != nil {
			t.Fatal(err)
		}
		cpu := []string{"gfx942", "gfx950", "gfx950:xnack+", "gfx942:sramecc-"}[g.rand.IntN(4)]
		if err := run("clang-22", "-x", "assembler", "-target", "amdgcn-amd-amdhsa", "-mcpu="+cpu, "-nogpulib", "-c", source, "-o", object); err != nil {
			if *linkRuns < 10 {
				t.Log(err)
			}
			continue
		}
		assembled++
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if compareWithLLD(t, object, ident) {
				linked++
			}
			if t.Failed() {
				t.Logf("source:\n%s", g.text.String())
			}
		})
		if t.Failed() {
			t.Fatalf("object %d of -link.seed=%d", i, seed)
		}
	}
	t.Logf("%d of %d objects assembled, %d of them linked", assembled, *linkRuns, linked)
	if linked < *linkRuns/2 {
		t.Error("too few: the generator writes bad assembly")
	}
}

// objectWriter writes a random assembly file.
type objectWriter struct {
	rand   *rand.Rand
	text   strings.Builder
	labels []string // defined in the file
	fixed  []string // those of them that are not in mergeable sections
	others []string // declared only
	number int
	// A careful file is likely to link: no global symbol is preemptible, and
	// distances are to labels.
	careful bool
}

func (g *objectWriter) f(format string, args ...any) { fmt.Fprintf(&g.text, format+"\n", args...) }

func (g *objectWriter) pick(list ...string) string { return list[g.rand.IntN(len(list))] }

// randomSections are the sections that the random files use; the letter in
// front says what may be in them: c code, d data, s strings, k constants,
// z zeros, n notes, f data in sections that are not loaded.
var randomSections = []string{
	`c .text`, `c .section .text.hot,"ax",@progbits`, `c .section code,"ax",@progbits`, `c .section wx,"awx",@progbits`,
	`r .section .rodata,"a",@progbits`, `r .section .rodata.x,"a",@progbits`, `r .section ro,"a",@progbits`,
	`s .section .rodata.str1.1,"aMS",@progbits,1`, `s .section .rodata.str1.16,"aMS",@progbits,1`,
	`t .section .rodata.str2.2,"aMS",@progbits,2`, `k .section .rodata.cst4,"aM",@progbits,4`, `k .section .rodata.cst8,"aM",@progbits,8`,
	`d .data`, `d .section .data.x,"aw",@progbits`, `d .section .data.rel.ro,"aw",@progbits`, `d .section .data.rel.ro.local,"aw",@progbits`,
	`d .section foo,"aw",@progbits`, `d .section .init_array,"aw",@init_array`, `d .section .init_array.7,"aw",@init_array`,
	`d .section .init_array.12,"aw",@init_array`, `d .section .fini_array,"aw",@fini_array`, `d .section .got,"aw",@progbits`,
	`z .bss`, `z .section .bss.y,"aw",@nobits`, `z .section .bss.rel.ro,"aw",@nobits`, `z .section tail,"aw",@nobits`,
	`z .section .data.zero,"aw",@nobits`, `d .section .bss.full,"aw",@progbits`, `z .section rozero,"a",@nobits`,
	`n .section .note,"a",@note`, `n .section .note.more,"a",@note`, `n .section .loose,"",@note`,
	`f .section .debug_info,"",@progbits`, `f .section .debug_loc,"",@progbits`, `f .section .debug_names,"",@progbits`,
	`s .section .debug_str,"MS",@progbits,1`, `s .section .comment,"MS",@progbits,1`, `s .section .comment.x,"S",@progbits`,
	`f .section .AMDGPU.csdata,"",@progbits`, `f .section plain,"",@progbits`, `f .section .note.GNU-stack,"",@progbits`,
	`s .section .rodata.str.ro,"aMS",@progbits,1`, `k .section mixed,"aM",@progbits,4`, `s .section .rodata.str,"aS",@progbits`,
}

func (g *objectWriter) source() string {
	if g.rand.IntN(4) == 0 {
		g.f("\t.file \"random.cl\"")
	}
	g.careful = g.rand.IntN(4) > 0
	if g.rand.IntN(4) == 0 {
		g.f(".amdhsa_code_object_version %d", 4+g.rand.IntN(3))
	}
	used := g.rand.Perm(len(randomSections))[:1+g.rand.IntN(8)]
	for range g.rand.IntN(4) {
		g.declare()
	}
	for range len(used) + g.rand.IntN(12) {
		kind, directive, _ := strings.Cut(randomSections[used[g.rand.IntN(len(used))]], " ")
		g.f("\t%s", directive)
		if g.rand.IntN(3) == 0 {
			g.f("\t.p2align %d", g.rand.IntN(10))
		}
		for range 1 + g.rand.IntN(6) {
			g.item(kind)
		}
	}
	return g.text.String()
}

// declare adds a symbol that is not a label.
func (g *objectWriter) declare() {
	g.number++
	name := fmt.Sprintf("u%d", g.number)
	switch g.rand.IntN(8) {
	case 0:
		g.f("\t.weak %s", name)
	case 1:
		g.f("\t.comm %s,%d,%d", name, g.rand.IntN(100), g.rand.IntN(8))
		g.visibility(name)
	case 2:
		g.f("%s = %#x", name, g.rand.Uint64()>>g.rand.IntN(64))
		g.bind(name)
	case 3:
		g.f("\t.lcomm %s,%d", name, g.rand.IntN(100))
	case 4:
		name = g.pick("_start", "_init", "_fini", "_DYNAMIC", "__ehdr_start", "_end", "edata", "etext", "__bss_start",
			"__start_foo", "__stop_foo", "__start_ro", "__init_array_start", "__init_array_end", "__fini_array_start", "__dso_handle")
		if g.rand.IntN(2) == 0 {
			g.f("\t.hidden %s", name)
		}
	case 5:
		if g.rand.IntN(10) == 0 {
			break // stays undefined
		}
		g.f("\t.weak %s", name)
		g.visibility(name)
	case 6:
		if len(g.labels) == 0 {
			return
		}
		g.f("\t.set %s, %s+%d", name, g.pick(g.labels...), g.rand.IntN(3))
		g.bind(name)
	case 7:
		g.f("\t.globl %s", name)
		if g.rand.IntN(4) != 0 {
			return // never used
		}
	}
	g.others = append(g.others, name)
}

func (g *objectWriter) visibility(name string) {
	if g.careful || g.rand.IntN(2) == 0 {
		g.f("\t.%s %s", g.pick("hidden", "protected", "internal"), name)
	}
}

func (g *objectWriter) bind(name string) {
	switch g.rand.IntN(4) {
	case 0:
		return
	case 1:
		g.f("\t.weak %s", name)
	default:
		g.f("\t.globl %s", name)
	}
	g.visibility(name)
	if g.rand.IntN(2) == 0 {
		g.f("\t.type %s,@%s\n\t.size %s,%d", name, g.pick("object", "function", "notype"), name, g.rand.IntN(50))
	}
}

func (g *objectWriter) label(kind string) {
	g.number++
	name := fmt.Sprintf("p%d", g.number)
	if strings.Contains("stkz", kind) && g.rand.IntN(2) == 0 {
		name = ".L" + name
	}
	if g.rand.IntN(12) == 0 && !strings.Contains(g.text.String(), "_start:") {
		name = "_start"
	}
	g.f("%s:", name)
	g.labels = append(g.labels, name)
	if !strings.Contains("stk", kind) {
		g.fixed = append(g.fixed, name)
	}
	if !strings.HasPrefix(name, ".L") {
		g.bind(name)
	}
}

func (g *objectWriter) symbol() string {
	if len(g.others) > 0 && (len(g.labels) == 0 || g.rand.IntN(3) == 0) {
		return g.pick(g.others...)
	}
	if len(g.labels) == 0 {
		return "0"
	}
	return g.pick(g.labels...)
}

// place is a symbol to which there can be a distance.
func (g *objectWriter) place() string {
	if g.careful && len(g.labels) > 0 {
		return g.pick(g.labels...)
	}
	return g.symbol()
}

// item adds something to a section of the given kind.
func (g *objectWriter) item(kind string) {
	if g.rand.IntN(3) == 0 {
		g.label(kind)
	}
	addend := g.pick("", "", "+4", "-8", "+100")
	switch kind {
	case "c":
		switch g.rand.IntN(6) {
		case 5:
			g.f("\t.cfi_startproc %s\n\ts_nop 0\n\t.cfi_def_cfa_offset %d\n\t.cfi_endproc", g.pick("", "simple"), g.rand.IntN(300))
		case 0:
			s := g.place()
			if s == "0" {
				break
			}
			g.f("\ts_getpc_b64 s[0:1]\n\ts_add_u32 s0, s0, %s@rel32@lo+4\n\ts_addc_u32 s1, s1, %s@rel32@hi+12", s, s)
		case 1:
			s := g.symbol()
			if s == "0" {
				break
			}
			g.f("\ts_getpc_b64 s[0:1]\n\ts_add_u32 s0, s0, %s@gotpcrel32@lo+4\n\ts_addc_u32 s1, s1, %s@gotpcrel32@hi+12", s, s)
		case 2:
			g.f("\ts_nop %d", g.rand.IntN(8))
		case 3:
			g.f("\ts_branch %s", g.place())
		default:
			g.f("\ts_mov_b32 s0, %#x", 100+g.rand.IntN(1000))
		}
	case "r":
		switch g.rand.IntN(4) {
		case 0:
			g.f("\t.long %s-.%s", g.place(), addend)
		case 1:
			g.f("\t.quad %s-.%s", g.place(), addend)
		default:
			g.f("\t.long %d", g.rand.IntN(1000))
		}
	case "d":
		switch g.rand.IntN(6) {
		case 0, 1:
			g.f("\t.quad %s%s", g.symbol(), addend)
		case 2:
			g.f("\t.long %s@gotpcrel32@lo", g.symbol())
		case 3:
			g.f("\t.quad %s-.", g.place())
		default:
			g.f("\t.quad %d", g.rand.IntN(1000))
		}
	case "f":
		switch g.rand.IntN(6) {
		case 0, 1:
			g.f("\t.quad %s%s", g.symbol(), addend)
		case 2:
			g.f("\t.long %s", g.symbol())
		case 3:
			// Not in mergeable sections: LLD, which warns about these, looks for
			// a string at the symbol plus the distance.
			if len(g.fixed) > 0 {
				g.f("\t.long %s-.", g.pick(g.fixed...))
			}
		default:
			g.f("\t.byte %d", g.rand.IntN(256))
		}
	case "s":
		g.f("\t.asciz %q", g.word())
	case "t":
		for range g.rand.IntN(4) {
			g.f("\t.short %d", 1+g.rand.IntN(3))
		}
		g.f("\t.short 0")
	case "k":
		g.f("\t.quad %d", g.rand.IntN(5))
	case "z":
		g.f("\t.zero %d", g.rand.IntN(100))
	case "n":
		g.f("\t.long 4, 4, 1\n\t.asciz \"abc\"\n\t.long %d", g.rand.IntN(9))
	}
}

// word is a string that comes up again now and then.
func (g *objectWriter) word() string {
	w := g.pick("", "a", "ab", "kernel", "a longer name", "int", "float")
	for range g.rand.IntN(3) {
		w += g.pick("x", "yy", "_0123456789", strings.Repeat("long", g.rand.IntN(100)))
	}
	return w
}
