package hsaco

import (
	"bytes"
	"debug/elf"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The samples in testdata/read, and what is expected of them, were made by
// LLVM 22; readllvm_test.go has the commands.

func readSample(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "read", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sampleNames are the code objects in testdata/read.
func sampleNames(t testing.TB) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.hsaco", "*.o"} {
		paths, err := filepath.Glob(filepath.Join("testdata", "read", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			if name := filepath.Base(p); name != "host.o" {
				names = append(names, name)
			}
		}
	}
	if len(names) < 10 {
		t.Fatalf("only %d samples", len(names))
	}
	return names
}

func openSample(t testing.TB, name string) *Object {
	t.Helper()
	o, err := Open(readSample(t, name), "")
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return o
}

// dumpObject shows what llvm-readelf shows of an object.
func dumpObject(o *Object) string {
	var b strings.Builder
	fmt.Fprintf(&b, "flags %#x\n", o.Flags)
	for _, s := range o.Sections[1:] {
		fmt.Fprintf(&b, "section %d %q type %#x flags %#x addr %#x offset %#x size %#x link %d info %d align %d entsize %d\n",
			s.Index, s.Name, uint32(s.Type), uint64(s.Flags), s.Addr, s.Offset, s.Size, s.Link, s.Info, s.Align, s.EntSize)
	}
	for _, p := range o.Segments {
		fmt.Fprintf(&b, "segment type %#x flags %#x offset %#x addr %#x filesize %#x memsize %#x align %d\n",
			uint32(p.Type), uint32(p.Flags), p.Offset, p.Addr, p.FileSize, p.Memory, p.Align)
	}
	dumpSymbols := func(kind string, symbols []*Symbol) {
		for i, s := range symbols {
			section := map[Place]int{PlaceUndefined: 0, PlaceAbsolute: 0xfff1, PlaceCommon: 0xfff2, PlaceLDS: 0xff00}[s.Place]
			if sec := o.SectionOf(s); sec != nil {
				section = sec.Index
			}
			fmt.Fprintf(&b, "%s %d %q value %#x size %d type %d bind %d vis %d section %#x\n",
				kind, i, s.Name, o.Address(s), s.Size, s.Type, s.Bind, s.Visibility, section)
		}
	}
	dumpSymbols("symbol", o.Symbols)
	dumpSymbols("dynsym", o.DynSymbols)
	dumpReloc := func(target int, r Reloc) {
		name := ""
		if r.Symbol != nil {
			if name = r.Symbol.Name; r.Symbol.Type == elf.STT_SECTION {
				name = r.Symbol.Section.Name
			}
		}
		fmt.Fprintf(&b, "reloc of %d at %#x type %d symbol %q addend %d\n", target, r.Offset, r.Type, name, r.Addend)
	}
	for _, r := range o.DynRelocs {
		dumpReloc(0, r)
	}
	for _, table := range o.Sections {
		if table.Type != elf.SHT_RELA || table.Info == 0 {
			continue
		}
		s := o.Sections[table.Info]
		for _, r := range s.Relocs {
			r.Offset += s.Addr
			dumpReloc(s.Index, r)
		}
	}
	return b.String()
}

// readelfSamples are the samples for which there is a NAME.readelf.
var readelfSamples = []string{"v4.hsaco", "v6.o", "zstd.hsaco", "sections.o", "linked.hsaco"}

// TestObjectAsReadelf compares sections, segments, symbols and relocations
// with llvm-readelf's.
func TestObjectAsReadelf(t *testing.T) {
	for _, name := range readelfSamples {
		want := string(readSample(t, name+".readelf"))
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(dumpObject(openSample(t, name)), "\n")); diff != "" {
			t.Errorf("%s: -llvm-readelf +ours\n%s", name, diff)
		}
	}
}

// TestSectionData checks that a section's data is that of the file.
func TestSectionData(t *testing.T) {
	for _, name := range sampleNames(t) {
		file := readSample(t, name)
		for _, s := range openSample(t, name).Sections[1:] {
			var want []byte
			if s.Type != elf.SHT_NOBITS {
				want = file[s.Offset : s.Offset+s.Size]
			}
			if !bytes.Equal(s.Data, want) || (s.Data == nil) != (want == nil) {
				t.Errorf("%s: data of %v is not that of the file", name, s)
			}
		}
	}
}

func TestObjectHeader(t *testing.T) {
	type header struct {
		Chip           string
		XNACK, SRAMECC Feature
		Version        int
		Type           elf.Type
	}
	for name, want := range map[string]header{
		"v4.hsaco":     {"gfx950", FeatureAny, FeatureAny, 4, elf.ET_DYN},
		"v5.hsaco":     {"gfx942", FeatureOn, FeatureAny, 5, elf.ET_DYN},
		"v6.hsaco":     {"gfx950", FeatureOff, FeatureOff, 6, elf.ET_DYN},
		"v6.o":         {"gfx950", FeatureAny, FeatureAny, 6, elf.ET_REL},
		"dwarf5.hsaco": {"gfx942", FeatureAny, FeatureAny, 6, elf.ET_DYN},
		"sections.o":   {"gfx950", FeatureOn, FeatureAny, 6, elf.ET_REL},
	} {
		o := openSample(t, name)
		have := header{o.Chip.Name, o.XNACK, o.SRAMECC, o.Version, o.Type}
		if have != want {
			t.Errorf("%s: %+v, want %+v", name, have, want)
		}
	}
}

// dumpKernels shows the kernels of an object, a line each.
func dumpKernels(o *Object) string {
	var b strings.Builder
	for _, k := range o.Kernels {
		fmt.Fprintf(&b, "%s %s %#x code %s+%#x %d bytes", k.Name, k.Symbol.Name, k.DescriptorAddr, k.Section.Name, k.Addr, len(k.Code))
		if k.Func != nil {
			fmt.Fprintf(&b, " of %s", k.Func.Name)
		}
		fmt.Fprintf(&b, " kernarg %d", k.Descriptor.KernargSize)
		if k.Metadata != nil {
			fmt.Fprintf(&b, " metadata %s with %d arguments", k.Metadata.Symbol, len(k.Metadata.Args))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestKernels(t *testing.T) {
	for name, want := range map[string]string{
		"v4.hsaco": `scale scale.kd 0x900 code .text+0x1a00 120 bytes of scale kernarg 72 metadata scale.kd with 9 arguments
twice twice.kd 0x940 code .text+0x1c00 112 bytes of twice kernarg 16 metadata twice.kd with 3 arguments
`,
		"v6.o": `scale scale.kd 0x0 code .text+0x0 120 bytes of scale kernarg 272 metadata scale.kd with 15 arguments
twice twice.kd 0x40 code .text+0x200 112 bytes of twice kernarg 16 metadata twice.kd with 3 arguments
`,
		// a has no size: it goes on to the end of its section.
		"sections.o": `b b.kd 0x0 code .text.b+0x0 32 bytes of b kernarg 0
a a.kd 0x40 code .text.a+0x100 16 bytes of a kernarg 0
`,
		"linked.hsaco": `b b.kd 0x3e8 code .text+0x1600 32 bytes of b kernarg 0
a a.kd 0x428 code .text+0x1800 16 bytes of a kernarg 0
`,
	} {
		if have := dumpKernels(openSample(t, name)); have != want {
			t.Errorf("%s:\n%swant\n%s", name, have, want)
		}
	}
}

// TestKernelsOfRelocatable checks that linking does not change what is read
// of a kernel, but for its addresses.
func TestKernelsOfRelocatable(t *testing.T) {
	rel, dyn := openSample(t, "dwarf4.o"), openSample(t, "dwarf4.hsaco")
	if len(rel.Kernels) != 2 || len(dyn.Kernels) != 2 {
		t.Fatalf("%d and %d kernels, want 2", len(rel.Kernels), len(dyn.Kernels))
	}
	for i, k := range dyn.Kernels {
		r := rel.Kernels[i]
		if r.Name != k.Name || len(r.Code) != len(k.Code) || r.Addr != k.Addr-k.Section.Addr {
			t.Errorf("kernel %s %d bytes at %#x, linked %s %d at %#x", r.Name, len(r.Code), r.Addr, k.Name, len(k.Code), k.Addr-k.Section.Addr)
		}
		if diff := cmp.Diff(r.Metadata, k.Metadata); diff != "" {
			t.Errorf("metadata of %s: -relocatable +linked\n%s", k.Name, diff)
		}
		if r.Descriptor.EntryByteOffset = k.Descriptor.EntryByteOffset; r.Descriptor != k.Descriptor {
			t.Errorf("descriptor of %s: %+v, linked %+v", k.Name, r.Descriptor, k.Descriptor)
		}
	}
}

// asVersion3 turns a code object of version 4 into one of version 3, which
// LLVM 22 no longer writes: the ABI version, one bit for each feature in
// e_flags, and version 1.0 of the metadata.
func asVersion3(t testing.TB, b []byte, features uint32) []byte {
	t.Helper()
	b = bytes.Clone(b)
	b[elf.EI_ABIVERSION] = 1
	le.PutUint32(b[48:], le.Uint32(b[48:])&flagMach|features)
	version := []byte("amdhsa.version\x92\x01\x01")
	if bytes.Count(b, version) != 1 {
		t.Fatal("no metadata version")
	}
	at := bytes.Index(b, version)
	b[at+len(version)-1] = 0
	return b
}

func TestVersion3(t *testing.T) {
	for features, want := range map[uint32][2]Feature{
		0: {FeatureOff, FeatureOff}, flagXNACKv3: {FeatureOn, FeatureOff}, flagSRAMECCv3: {FeatureOff, FeatureOn},
	} {
		b := asVersion3(t, readSample(t, "v4.hsaco"), features)
		o, err := Open(b, "gfx950")
		if err != nil {
			t.Fatal(err)
		}
		if have := [2]Feature{o.XNACK, o.SRAMECC}; have != want || o.Version != 3 || fmt.Sprint(o.Metadata.Version) != "[1 0]" {
			t.Errorf("features %#x: %v version %d metadata %v, want %v", features, have, o.Version, o.Metadata.Version, want)
		}
		if have, want := dumpKernels(o), dumpKernels(openSample(t, "v4.hsaco")); have != want {
			t.Errorf("kernels:\n%swant\n%s", have, want)
		}
	}
}

// patch returns b with the bytes at an offset replaced.
func patch(b []byte, at int, with ...byte) []byte {
	b = bytes.Clone(b)
	copy(b[at:], with)
	return b
}

func TestOpenErrors(t *testing.T) {
	v6, rel := readSample(t, "v6.hsaco"), readSample(t, "v6.o")
	section := func(o *Object, name string) *ObjectSection {
		for _, s := range o.Sections {
			if s.Name == name {
				return s
			}
		}
		t.Fatalf("no section %s", name)
		return nil
	}
	o, ro := openSample(t, "v6.hsaco"), openSample(t, "v6.o")
	header := func(b []byte, s *ObjectSection) int { return int(le.Uint64(b[40:])) + s.Index*sectionHdrSize }
	symtab := section(o, ".dynsym")
	kd := int(section(o, ".rodata").Offset)
	relocs := int(section(ro, ".rela.rodata").Offset)
	for _, c := range []struct {
		name string
		b    []byte
		mcpu string
		want string
	}{
		{"empty", nil, "", "neither an ELF code object nor an offload bundle"},
		{"text", []byte("s_endpgm\n"), "", "neither an ELF code object nor an offload bundle"},
		{"archive", []byte("!<arch>\n...."), "", "archive"},
		{"bitcode", []byte("BC\xc0\xde...."), "", "bitcode"},
		{"header cut", v6[:40], "", "ELF header is cut off: 40 bytes"},
		{"file cut", v6[:4000], "", "not in the file"},
		{"32 bit", patch(v6, elf.EI_CLASS, 1), "", "ELFCLASS32"},
		{"big endian", patch(v6, elf.EI_DATA, 2), "", "ELFDATA2MSB"},
		{"other machine", patch(v6, 18, 62, 0), "", "EM_X86_64 and has no .hip_fatbin section"},
		{"OS ABI", patch(v6, elf.EI_OSABI, 65), "", "OS ABI 65"},
		{"ET_CORE", patch(v6, 16, 4), "", "ET_CORE"},
		{"version 2", patch(v6, elf.EI_ABIVERSION, 0), "", "version 2"},
		{"version 7", patch(v6, elf.EI_ABIVERSION, 5), "", "version 7"},
		{"gfx90a", patch(v6, 48, 0x3f), "", "is for gfx90a (EF_AMDGPU_MACH 0x3f); accepted: gfx942, gfx950"},
		{"generic", patch(v6, 48, 0x5f), "", "gfx9-4-generic"},
		{"unknown chip", patch(v6, 48, 0x50), "", "unknown chip, EF_AMDGPU_MACH 0x50"},
		{"other chip", v6, "gfx942", "for gfx950:sramecc-:xnack-, not for gfx942"},
		{"other feature", v6, "gfx950:xnack+", "for gfx950:sramecc-:xnack-, not for gfx950:xnack+"},
		{"bad target", v6, "gfx950:fast", `"fast"`},
		{"no sections", patch(v6, 40, 0, 0, 0, 0, 0, 0, 0, 0), "", "no section headers"},
		{"section size", patch(v6, header(v6, symtab)+32, 0xff, 0xff, 0xff), "", "section 2 (.dynsym): bytes"},
		{"section name", patch(v6, header(v6, symtab), 0xff, 0xff), "", "string table"},
		{"alignment", patch(v6, header(v6, symtab)+48, 3), "", "not a power of two"},
		{"overlap", patch(v6, header(v6, symtab)+32, 0xa8, 0x10), "", "overlap"},
		{"symbol size", patch(v6, header(v6, symtab)+56, 16), "", "entries of 24"},
		{"symbol section", patch(v6, int(symtab.Offset)+symbolSize+6, 99), "", `symbol 1: "scale" is in section 99 of`},
		{"symbol name", patch(v6, int(symtab.Offset)+symbolSize, 0xff, 0xff), "", "symbol 1: name at offset"},
		{"entry", patch(v6, kd+16, 0, 0, 1), "", "kernel scale: entry 0x"},
		{"descriptor place", patch(v6, int(symtab.Offset)+2*symbolSize+8, 0xf0, 0x0a), "", "kernel scale: descriptor at offset"},
		{"relocation symbol", patch(rel, relocs+12, 0xff, 0xff), "", "relocation 0: symbol 65535 of"},
		{"entry relocation", patch(rel, relocs+8, 3), "", "relocation of type 3 at byte 16"},
		{"no entry relocation", patch(rel, relocs, 0x80), "", "no relocation of its entry offset"},
		{"entry addend", patch(rel, relocs+16, 0, 0, 1), "", "is not code"},
	} {
		_, err := Open(c.b, c.mcpu)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

// TestOpenDamaged damages samples at random; each gives an object or an
// error, and the same one again.
func TestOpenDamaged(t *testing.T) {
	const rounds = 300
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range sampleNames(t) {
		sample := readSample(t, name)
		for range rounds {
			b := bytes.Clone(sample)
			for range 1 + rng.IntN(4) {
				b[rng.IntN(len(b))] = byte(rng.Uint32())
			}
			if rng.IntN(4) == 0 {
				b = b[:rng.IntN(len(b))]
			}
			exercise(t, b)
		}
	}
}

// allocated returns about how many bytes f allocates.
func allocated(f func()) uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	before := sample[0].Value.Uint64()
	f()
	metrics.Read(sample)
	return sample[0].Value.Uint64() - before
}

// exercise opens b and uses everything that Open promises about the result.
func exercise(t testing.TB, b []byte) {
	o, err := Open(b, "")
	if err != nil {
		if err.Error() == "" || len(err.Error()) > 1<<16 {
			t.Fatalf("error of %d bytes", len(err.Error()))
		}
		return
	}
	for i, k := range o.Kernels {
		if len(k.DescriptorBytes) != DescriptorSize || len(k.Code) == 0 || k.Section == nil || k.Symbol == nil {
			t.Fatalf("kernel %d is not whole: %+v", i, k)
		}
		if k.Addr < k.Section.Addr || k.Addr-k.Section.Addr+uint64(len(k.Code)) > k.Section.Size {
			t.Fatalf("code of kernel %d is not in its section", i)
		}
		if k.Metadata != nil && k.Metadata.Symbol != k.Symbol.Name {
			t.Fatalf("kernel %d has the metadata of another", i)
		}
	}
	for _, s := range o.Sections {
		if s.Data != nil && uint64(len(s.Data)) != s.Size {
			t.Fatalf("%v has %d bytes of %d", s, len(s.Data), s.Size)
		}
	}
	if linked, err := o.Linked(); err == nil && linked.Type == elf.ET_REL {
		t.Fatal("linking gives a relocatable object")
	}
	lines, err := o.Lines()
	if err != nil {
		return
	}
	for _, k := range o.Kernels {
		for at := 0; at < len(k.Code); at += 4 {
			lines.Lookup(k.Section, k.Addr+uint64(at))
		}
	}
	again, err := Open(b, "")
	if err != nil || dumpKernels(again) != dumpKernels(o) {
		t.Fatal("reading it again gives something else")
	}
}

// TestOpenExec: an object linked to fixed addresses (ld.lld without -shared)
// is read like a shared one.
func TestOpenExec(t *testing.T) {
	b, err := os.ReadFile("testdata/read/v6.hsaco")
	if err != nil {
		t.Fatal(err)
	}
	shared, err := Open(b, "")
	if err != nil {
		t.Fatal(err)
	}
	fixed := bytes.Clone(b)
	fixed[16] = byte(elf.ET_EXEC)
	o, err := Open(fixed, "")
	if err != nil {
		t.Fatal(err)
	}
	if o.Type != elf.ET_EXEC || len(o.Kernels) == 0 || len(o.Kernels) != len(shared.Kernels) || o.Kernels[0].Addr != shared.Kernels[0].Addr {
		t.Errorf("type %v, %d kernels; the shared object has %d", o.Type, len(o.Kernels), len(shared.Kernels))
	}
}
