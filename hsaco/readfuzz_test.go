package hsaco

import (
	"debug/elf"
	"strings"
	"testing"
)

// bounded fails the test if f allocates more than an input of size bytes may
// make it: ratio bytes for each, and a constant for the decompressors.
func bounded(t *testing.T, size, ratio int, f func()) {
	const constant = 32 << 20
	if used := allocated(f); used > uint64(constant+ratio*size) {
		t.Fatalf("%d bytes of input take %d bytes of memory", size, used)
	}
}

// rawKernel is a small code object with one kernel and a line table.
func rawKernel() string {
	lines := line4(setCode, row, "\x02\x01", endSequence)
	address := uint64(strings.Index(lines, setCode)) + 3
	symbols := nullSymbol + rawSymbol(1, elf.STT_OBJECT, rawRodata, 0, DescriptorSize) + rawSymbol(6, elf.STT_FUNC, rawText, 0, 0x20)
	return string(buildELF(strings.Repeat("\x00", DescriptorSize), "\x00k.kd\x00k\x00", symbols,
		rela(rawRodata, rawReloc(16, RelRel64, 2, 16)),
		rawSection{name: ".debug_line", typ: elf.SHT_PROGBITS, data: lines},
		rela(rawFirst+1, rawReloc(address, RelAbs64, 2, 0))))
}

func TestRawKernel(t *testing.T) {
	for _, b := range [][]byte{
		[]byte(rawKernel()),
		buildHost(string(plainBundle("hip-amdgcn-amd-amdhsa-gfx950", rawKernel()))),
	} {
		o, err := Open(b, "gfx950")
		if err != nil {
			t.Fatal(err)
		}
		lines, err := o.Lines()
		if err != nil {
			t.Fatal(err)
		}
		if have, want := dumpKernels(o)+dumpLines(o, lines), "k k.kd 0x0 code .text+0x0 32 bytes of k kernarg 0\n0x0 a.c:1:0\n0x4 -\n"; have != want {
			t.Errorf("%swant\n%s", have, want)
		}
	}
}

// The fuzzer spends most of its time on making inputs smaller: seeds are
// small themselves.
func FuzzOpen(f *testing.F) {
	for _, name := range []string{"v4.hsaco", "v6.o", "sections.o", "linked.hsaco"} {
		f.Add(readSample(f, name))
	}
	f.Add(asVersion3(f, readSample(f, "v4.hsaco"), flagXNACKv3))
	f.Add([]byte(rawKernel()))
	f.Fuzz(func(t *testing.T, b []byte) {
		const ratio = 1000
		bounded(t, len(b), ratio, func() { exercise(t, b) })
	})
}

// buildHost is an object for x86-64 with a bundle.
func buildHost(bundle string) []byte {
	b := buildELF("", "", nullSymbol, rawSection{name: fatBinSection, typ: elf.SHT_PROGBITS, data: bundle})
	le.PutUint16(b[18:], uint16(elf.EM_X86_64))
	return b
}

func FuzzBundle(f *testing.F) {
	small := plainBundle("host-x86_64-unknown-linux-gnu-", "", "hipv4-amdgcn-amd-amdhsa--gfx942:xnack+", "\x7fELF",
		"hip-amdgcn-amd-amdhsa-gfx950", "BC\xc0\xde", "hipv4-amdgcn-amd-amdhsa--gfx950:xnack-", rawKernel())
	f.Add(small, "gfx942:xnack+")
	f.Add(small, "gfx950:xnack-")
	f.Add(append(buildHost(string(small)), small...), "gfx950")
	f.Add(readSample(f, "ccob2.bundle"), "gfx950")
	for version := 1; version <= 3; version++ {
		f.Add(ccob(version, bundleZlib, small), "")
		f.Add(append(ccob(version, bundleZstd, small), small...), "gfx942:sramecc+:xnack-")
	}
	f.Fuzz(func(t *testing.T, b []byte, mcpu string) {
		const ratio = 3000 // an object in a bundle is a thousandth of it, compressed a 256th
		bounded(t, len(b), ratio, func() {
			entries, err := ReadBundle(b)
			if err != nil && len(entries) > 0 {
				t.Fatal("entries and an error")
			}
			size := 0
			for _, e := range entries {
				size += len(e.ID)
				if len(e.Target) > len(e.ID) || len(e.Data) > inflateBudget(len(b)) {
					t.Fatalf("entry %q with %d bytes of %d", e.ID, len(e.Data), len(b))
				}
			}
			if size > inflateBudget(len(b)) {
				t.Fatalf("%d bytes of names in %d", size, len(b))
			}
			if o, err := Open(b, mcpu); err == nil && mcpu != "" {
				want, err := parseTargetID(mcpu)
				if err != nil || !want.accepts(o.target()) {
					t.Fatalf("opened %v for %q", o.target(), mcpu)
				}
			}
		})
	})
}

func FuzzLines(f *testing.F) {
	sections := []string{".debug_line", ".debug_line_str", ".debug_str", ".debug_info", ".debug_abbrev"}
	add := func(o *Object) {
		var data [5][]byte
		for i, name := range sections {
			d, err := o.debugSection(name)
			if err != nil {
				f.Fatal(err)
			}
			data[i] = d.data
		}
		f.Add(data[0], data[1], data[2], data[3], data[4])
	}
	for _, name := range append(lineSamples, "sections.o", "linked.hsaco") {
		add(openSample(f, name))
	}
	for _, p := range linePrograms {
		add(lineObject(debugSectionOf(".debug_line", p.program)))
	}
	add(compDirObject("\x03\x00"))
	f.Fuzz(func(t *testing.T, line, lineStr, str, info, abbrev []byte) {
		var s []*Section
		size := 0
		for i, b := range [][]byte{line, lineStr, str, info, abbrev} {
			s = append(s, debugSectionOf(sections[i], string(b)))
			size += len(b)
		}
		const ratio = 1000
		bounded(t, size, ratio, func() {
			o := lineObject(s...)
			table, err := o.Lines()
			if err != nil {
				return
			}
			text := dumpLines(o, table)
			if again, err := o.Lines(); err != nil || dumpLines(o, again) != text {
				t.Fatal("reading it again gives something else")
			}
			rows := 0
			for _, q := range table.sequences {
				rows += len(q.rows)
			}
			if code := o.code()[0]; rows > len(code.Data) {
				t.Fatalf("%d rows for %d bytes of code", rows, len(code.Data))
			}
		})
	})
}
