package asm

import (
	"bytes"
	"compress/gzip"
	"debug/elf"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/hsaco"
)

const disasmDir = "testdata/disasm"

// disasmObjects are the files of the committed code objects.
func disasmObjects(t testing.TB) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.o", "*.hsaco"} {
		found, err := filepath.Glob(filepath.Join(disasmDir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	if len(names) < 9 {
		t.Fatalf("found only %d code objects in %s", len(names), disasmDir)
	}
	return names
}

func openObject(t testing.TB, file string) *hsaco.Object {
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

func readGzip(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestWriteDisassembly compares with what llvm-objdump-22 -d prints.
func TestWriteDisassembly(t *testing.T) {
	for _, file := range disasmObjects(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var got strings.Builder
			if err := WriteDisassembly(&got, openObject(t, file), filepath.Base(file)); err != nil {
				t.Fatal(err)
			}
			want := readGzip(t, file+".txt.gz")
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got.String(), "\n")); diff != "" {
				t.Errorf("not as llvm-objdump (-) prints it:\n%s", diff)
			}
		})
	}
}

func sourceOf(t *testing.T, o *hsaco.Object) string {
	t.Helper()
	var b strings.Builder
	if err := WriteSource(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// assembled assembles and links a source that WriteSource wrote.
func assembled(t *testing.T, src string) *hsaco.Object {
	t.Helper()
	res, err := Assemble([]byte(src), Options{File: "source.s"})
	if err != nil {
		t.Fatalf("%v\nin:\n%s", err, src)
	}
	b, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	o, err := hsaco.Open(b, "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// contents are the sections of o that a source has to bring back: their bytes,
// and the sizes of those that have none.
func contents(o *hsaco.Object) map[string][]byte {
	m := map[string][]byte{}
	for _, s := range o.Sections {
		switch {
		case s.Index == 0 || s.Flags&elf.SHF_ALLOC == 0:
		case s.Type == elf.SHT_NOBITS && s.Name != ".relro_padding":
			m[s.Name] = []byte("zeros: " + strings.Repeat("0", int(s.Size)))
		case slices.Contains(linkerTypes, s.Type) || slices.Contains(linkerNames, s.Name):
		default:
			m[s.Name] = s.Data
		}
	}
	return m
}

// TestSourceRoundTrip checks that the source of an object assembles to the
// same code, data and metadata, and that the source of that is the same.
func TestSourceRoundTrip(t *testing.T) {
	for _, file := range disasmObjects(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			o := openObject(t, file)
			src := sourceOf(t, o)
			again := assembled(t, src)
			if base := strings.TrimSuffix(file, ".o"); base != file {
				// Linking is part of assembling: compare with the linked object.
				if _, err := os.Stat(base + ".hsaco"); err != nil || openObject(t, base+".hsaco").Chip != o.Chip {
					return
				}
				o = openObject(t, base+".hsaco")
			}
			if filepath.Base(file) != "moved.hsaco" { // whose distances change
				compareContents(t, contents(o), contents(again))
			}
			if got, want := again.MetadataNote, o.MetadataNote; !bytes.Equal(got, want) {
				t.Errorf("metadata is %x, was %x", got, want)
			}
			if o.Type == elf.ET_DYN && !strings.HasSuffix(file, ".o") {
				if diff := cmp.Diff(strings.Split(src, "\n"), strings.Split(sourceOf(t, again), "\n")); diff != "" {
					t.Errorf("source of the new object differs:\n%s", diff)
				}
			}
		})
	}
}

func compareContents(t *testing.T, want, got map[string][]byte) {
	t.Helper()
	for name := range want {
		if !bytes.Equal(want[name], got[name]) {
			t.Errorf("%s differs:\nwas %x\nis  %x", name, want[name], got[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("sections differ: %d, were %d", len(got), len(want))
	}
}

// TestSourceIndependentOfLayout checks that a source does not depend on where
// a linker put the sections: all that does is symbolic.
func TestSourceIndependentOfLayout(t *testing.T) {
	a := sourceOf(t, openObject(t, filepath.Join(disasmDir, "globals.hsaco")))
	b := sourceOf(t, openObject(t, filepath.Join(disasmDir, "moved.hsaco")))
	if diff := cmp.Diff(strings.Split(a, "\n"), strings.Split(b, "\n")); diff != "" {
		t.Error(diff)
	}
}

// TestSourceText pins the text for references of all forms.
func TestSourceText(t *testing.T) {
	file := filepath.Join(disasmDir, "references.hsaco")
	want, err := os.ReadFile(file + ".s")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(sourceOf(t, openObject(t, file)), "\n")); diff != "" {
		t.Error(diff)
	}
}

// TestSourceFaults checks that what no source can say is refused.
func TestSourceFaults(t *testing.T) {
	for _, c := range []struct {
		typ  hsaco.RelocType
		want string
	}{
		{hsaco.RelNone, "section 2 (.text), offset 0x8: there is no expression for a relocation of type 0"},
		{hsaco.RelRelative64, "there is no expression for a relocation of type 13"},
	} {
		o := openObject(t, filepath.Join(disasmDir, "forms.o"))
		for _, s := range o.Sections {
			if s.Name == ".text" {
				s.Relocs = append(s.Relocs, hsaco.Reloc{Offset: 8, Type: c.typ})
			}
		}
		err := WriteSource(io.Discard, o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("relocation type %d: error %v, want %q", c.typ, err, c.want)
		}
	}
}

// FuzzDisassemble reads any code object that hsaco.Open takes.
func FuzzDisassemble(f *testing.F) {
	for _, file := range disasmObjects(f) {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		o, err := hsaco.Open(b, "")
		if err != nil {
			return
		}
		if err := WriteDisassembly(io.Discard, o, "x"); err != nil {
			t.Fatal(err)
		}
		var src bytes.Buffer
		if err := WriteSource(&src, o); err != nil {
			return // a relocation that no expression asks for
		}
		// The names of symbols, which hsaco.Open limits, stand in some directives each.
		if limit := 10<<20 + 1000*len(b); src.Len() > limit {
			t.Errorf("the source of %d bytes has %d", len(b), src.Len())
		}
	})
}

// TestSourceOfLongNames checks that a long name does not make a source of its length times the number of
// references.
func TestSourceOfLongNames(t *testing.T) {
	name, n := strings.Repeat("n", 3000), 20_000
	o := assembled(t, ".amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n"+name+":\n"+strings.Repeat("s_cbranch_scc0 "+name+"\n", n)+"s_endpgm\n")
	src := sourceOf(t, o)
	if len(src) > 12<<20 {
		t.Errorf("the source of %d branches to a name of %d bytes has %d", n, len(name), len(src))
	}
	if named := strings.Count(src, "s_cbranch_scc0 n"); named < 10 || named == n {
		t.Errorf("%d branches have the name", named)
	}
	code := func(o *hsaco.Object) []byte {
		i := slices.IndexFunc(o.Sections, func(s *hsaco.ObjectSection) bool { return s.Name == ".text" })
		return o.Sections[i].Data
	}
	if !bytes.Equal(code(assembled(t, src)), code(o)) {
		t.Error("the source assembles to other code")
	}

	o = openObject(t, filepath.Join(disasmDir, "forms.o"))
	for _, s := range o.Sections {
		if s.Name != ".data" {
			continue
		}
		s.Data, s.Size, s.Relocs = make([]byte, 4*n), uint64(4*n), nil
		for i := range n {
			s.Relocs = append(s.Relocs, hsaco.Reloc{Offset: uint64(4 * i), Type: hsaco.RelAbs32, Symbol: &hsaco.Symbol{Name: name}})
		}
	}
	err := WriteSource(io.Discard, o)
	if err == nil || !strings.Contains(err.Error(), "the names of all references together are far longer than the object") {
		t.Errorf("error %v", err)
	}
}

// TestSourceOfRandomCode checks that any bytes come back as they were:
// instructions with bits set that they ignore, words that are none, branches
// to anywhere.
func TestSourceOfRandomCode(t *testing.T) {
	file := filepath.Join(disasmDir, "globals.hsaco")
	original, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := bytes.Clone(original)
		text := textOf(t, b)
		for i := 0; i+4 <= len(text.Data); i += 4 {
			// Mostly change a few bits of an instruction that is there.
			switch r.IntN(6) {
			case 0:
				binary.LittleEndian.PutUint32(text.Data[i:], r.Uint32())
			case 1, 2:
				text.Data[i+r.IntN(4)] ^= 1 << r.IntN(8)
			case 3:
				binary.LittleEndian.PutUint16(text.Data[i+2:], 0xbf82) // s_branch
			}
		}
		o, err := hsaco.Open(b, "")
		if err != nil {
			t.Fatal(err)
		}
		again := assembled(t, sourceOf(t, o))
		for _, s := range again.Sections {
			if s.Name == ".text" && !bytes.Equal(s.Data, text.Data) {
				at := 0
				for at < len(s.Data) && s.Data[at] == text.Data[at] {
					at++
				}
				t.Fatalf("seed %d: .text differs at offset %#x", seed, at)
			}
		}
	}
}

// textOf returns the .text section of b; its data is a part of b.
func textOf(t *testing.T, b []byte) *hsaco.ObjectSection {
	t.Helper()
	o, err := hsaco.Open(b, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range o.Sections {
		if s.Name == ".text" {
			return s
		}
	}
	t.Fatal("no .text")
	return nil
}
