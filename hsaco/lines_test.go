package hsaco

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lineSamples are the samples for which there is a NAME.lines.
var lineSamples = []string{"v6.o", "dwarf5.hsaco", "dwarf4.hsaco", "dwarf4.o", "dwarf64.o", "zstd.hsaco", "zlib.o"}

// lineDump shows the positions of addresses in order, a line for each that
// differs from the one before.
type lineDump struct {
	last string
	out  strings.Builder
}

func (d *lineDump) add(addr string, p Position, ok bool) {
	text := "-"
	if ok {
		text = fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
	if text != d.last {
		fmt.Fprintf(&d.out, "%s %s\n", addr, text)
		d.last = text
	}
}

func (d *lineDump) String() string { return d.out.String() }

// dumpLines shows the position of every dword of code.
func dumpLines(o *Object, t *LineTable) string {
	var d lineDump
	for _, s := range o.code() {
		for a := s.Addr; a < s.Addr+s.Size; a += 4 {
			p, ok := t.Lookup(s, a)
			d.add(fmt.Sprintf("%#x", a), p, ok)
		}
	}
	return d.String()
}

func sampleLines(t testing.TB, name string) (*Object, *LineTable) {
	t.Helper()
	o := openSample(t, name)
	lines, err := o.Lines()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return o, lines
}

// TestLinesAsSymbolizer compares the position of every dword of code with
// llvm-symbolizer's.
func TestLinesAsSymbolizer(t *testing.T) {
	for _, name := range lineSamples {
		want := string(readSample(t, name+".lines"))
		if strings.Count(want, "\n") < 5 || !strings.Contains(want, "/src/") {
			t.Fatalf("%s.lines has no positions", name)
		}
		o, lines := sampleLines(t, name)
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(dumpLines(o, lines), "\n")); diff != "" {
			t.Errorf("%s: -llvm-symbolizer +ours\n%s", name, diff)
		}
	}
}

// TestLinesOfSections looks addresses up that only their section tells apart,
// and those that the linker gives them: .text, .text.b and .text.a are at
// 0x1500, 0x1600 and 0x1700. The positions are those of llvm-dwarfdump.
func TestLinesOfSections(t *testing.T) {
	o, lines := sampleLines(t, "sections.o")
	_, linked := sampleLines(t, "linked.hsaco")
	base := map[string]uint64{".text": 0x1500, ".text.b": 0x1600, ".text.a": 0x1700}
	for _, c := range []struct {
		section string
		addr    uint64
		want    string
	}{
		{".text", 0, "/src/lib/one.h:30:0"},
		{".text", 4, "-"},
		{".text.b", 0, "/src/lib/one.h:7:3"},
		{".text.b", 0x10, "/src/lib/one.h:7:3"},
		{".text.b", 0x14, "/src/lib/one.h:8:5"},
		{".text.b", 0x1c, "/src/lib/one.h:8:5"},
		{".text.b", 0x20, "-"},
		{".text.a", 0, "-"},
		{".text.a", 0x100, "/src/lib/one.h:20:1"},
		{".text.a", 0x108, "/src/lib/one.h:0:0"},
		{".text.a", 0x10c, "/src/lib/one.h:21:1"},
		{".data", 0, "-"},
	} {
		for _, s := range o.Sections {
			if s.Name != c.section {
				continue
			}
			have := "-"
			if p, ok := lines.Lookup(s, c.addr); ok {
				have = fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
			}
			if have != c.want {
				t.Errorf("%s+%#x is %s, want %s", c.section, c.addr, have, c.want)
			}
			have = "-"
			if p, ok := linked.Lookup(nil, base[c.section]+c.addr); ok {
				have = fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
			}
			if have != c.want {
				t.Errorf("%s+%#x is %s when linked, want %s", c.section, c.addr, have, c.want)
			}
		}
	}
}

func TestNoLines(t *testing.T) {
	if _, err := openSample(t, "v4.hsaco").Lines(); !errors.Is(err, ErrNoLines) {
		t.Errorf("error %v, want %v", err, ErrNoLines)
	}
}

// lineObject is a linked object with code at 0x1000 and the given debug
// sections.
func lineObject(sections ...*Section) *Object {
	o := &Object{Type: elf.ET_DYN, Sections: []*ObjectSection{
		{},
		{Section: Section{Name: ".text", Flags: elf.SHF_EXECINSTR, Size: 0x100, Data: make([]byte, 0x100)}, Index: 1, Addr: 0x1000},
	}}
	for _, s := range sections {
		s.Size = uint64(len(s.Data))
		o.Sections = append(o.Sections, &ObjectSection{Section: *s, Index: len(o.Sections)})
	}
	return o
}

func debugSectionOf(name string, parts ...string) *Section {
	return &Section{Name: name, Type: elf.SHT_PROGBITS, Data: []byte(strings.Join(parts, ""))}
}

// unit is a unit of .debug_line or .debug_info: its length and its bytes.
func unit(parts ...string) string {
	body := strings.Join(parts, "")
	return word(len(body)) + body
}

func word(n int) string { return string(le.AppendUint32(nil, uint32(n))) }

const (
	lineLengths = "\x00\x01\x01\x01\x01\x00\x00\x00\x01\x00\x00\x01"
	lineParams  = "\x04\x01\x01\xfb\x0e\x0d" + lineLengths // minInst 4, maxOps 1, is_stmt, base -5, range 14, opcodes 13
	setCode     = "\x00\x09\x02\x00\x10\x00\x00\x00\x00\x00\x00"
	endSequence = "\x00\x01\x01"
	row         = "\x01" // DW_LNS_copy
)

// line4 is a line program of DWARF 4 with the files a.c and, in the directory
// d, b.c.
func line4(program ...string) string {
	header := lineParams + "d\x00\x00" + "a.c\x00\x00\x00\x00" + "b.c\x00\x01\x00\x00" + "\x00"
	return unit("\x04\x00", word(len(header)), header, strings.Join(program, ""))
}

// line5 is a line program of DWARF 5 with the header's lists as given.
func line5(lists string, program ...string) string {
	header := lineParams + lists
	return unit("\x05\x00\x08\x00", word(len(header)), header, strings.Join(program, ""))
}

// linePrograms are programs that no tool here writes, and the positions that
// they give.
var linePrograms = []struct {
	name    string
	program string
	want    string
}{
	{"special", line4(setCode, "\x12", "\x21", "\x02\x02", endSequence), "0x1000 a.c:1:0\n0x1004 a.c:2:0\n0x100c -\n"},
	{"const_add_pc", line4(setCode, row, "\x08", row, "\x02\x01", endSequence), "0x1000 a.c:1:0\n0x1048 -\n"},
	{"fixed_advance_pc", line4(setCode, row, "\x09\x08\x00\x03\x7e", row, "\x02\x01", endSequence), "0x1000 a.c:1:0\n0x1008 a.c:4294967295:0\n0x100c -\n"},
	{"second file and column", line4(setCode, "\x04\x02\x05\x81\x01", row, "\x02\x01", endSequence), "0x1000 d/b.c:1:129\n0x1004 -\n"},
	{"no such file", line4(setCode, "\x04\x07", row, "\x02\x01", endSequence), "0x1000 :1:0\n0x1004 -\n"},
	{"flags and isa", line4(setCode, "\x06\x07\x0a\x0b\x0c\x05", row, "\x02\x01", endSequence), "0x1000 a.c:1:0\n0x1004 -\n"},
	{"discriminator and unknown", line4(setCode, "\x00\x02\x04\x05", "\x00\x03\x80ab", row, "\x02\x01", endSequence), "0x1000 a.c:1:0\n0x1004 -\n"},
	{"define_file", line4("\x00\x08\x03c.c\x00\x01\x00\x00", setCode, "\x04\x03", row, "\x02\x01", endSequence), "0x1000 d/c.c:1:0\n0x1004 -\n"},
	{"last row at an address counts", line4(setCode, row, "\x03\x05", row, "\x02\x01", endSequence), "0x1000 a.c:6:0\n0x1004 -\n"},
	{"rows of dropped code", line4("\x00\x09\x02\x00\x00\x00\x00\x00\x00\x00\x00", row, "\x02\x80\x80\x01", row, endSequence, setCode, row, "\x02\x01", endSequence),
		"0x1000 a.c:1:0\n0x1004 -\n"},
	{"sequences out of order", line4("\x00\x09\x02\x08\x10\x00\x00\x00\x00\x00\x00", "\x03\x01", row, "\x02\x01", endSequence, setCode, row, "\x02\x01", endSequence),
		"0x1000 a.c:1:0\n0x1004 -\n0x1008 a.c:2:0\n0x100c -\n"},
	{"empty sequence", line4(setCode, row, endSequence), "- -\n"},
	{"inline strings", line5("\x01\x01\x08\x02/w\x00e\x00"+"\x03\x01\x08\x02\x0b\x05\x1e\x02x.c\x00\x010123456789abcdefy.c\x00\x000123456789abcdef", setCode, "\x04\x00", row, "\x02\x01\x04\x01", row, "\x02\x01", endSequence),
		"0x1000 /w/e/x.c:1:0\n0x1004 /w/y.c:1:0\n0x1008 -\n"},
	{"every form", line5("\x0a\x01\x08\x05\x05\x05\x06\x05\x07\x05\x09\x05\x0b\x05\x0f\x05\x1e\x05\x0e\x05\x1f\x01/w\x00ababcdabcdefgh\x02abc\xff\x01"+"0123456789abcdef"+word(0)+word(0)+
		"\x02\x01\x08\x02\x07\x01x.c\x00\x00\x00\x00\x00\x00\x00\x00\x00", setCode, "\x04\x00", row, "\x02\x01", endSequence),
		"0x1000 /w/x.c:1:0\n0x1004 -\n"},
	{"unknown standard opcode", unit("\x02\x00", word(21), "\x04\x01\xfb\x0e\x0f"+lineLengths+"\x02\x00"+"\x00"+"\x00", "\x0d\x81\x01\x80\x02\x0e"+setCode+row+"\x02\x01"+endSequence), "0x1000 :1:0\n0x1004 -\n"},
	{"VLIW", unit("\x04\x00", word(20), "\x04\x04\x01\xfb\x0e\x0d"+lineLengths+"\x00\x00", setCode+row+"\x02\x03\x03\x01"+row+"\x02\x02\x03\x01"+row+"\x02\x03"+endSequence), "0x1000 :2:0\n0x1004 :3:0\n0x1008 -\n"},
	{"absolute file", line5("\x01\x01\x08\x01/w\x00"+"\x02\x01\x08\x02\x0f\x01/x.c\x00\x00", setCode, "\x04\x00", row, "\x02\x01", endSequence),
		"0x1000 /x.c:1:0\n0x1004 -\n"},
}

func TestLinePrograms(t *testing.T) {
	for _, c := range linePrograms {
		o := lineObject(debugSectionOf(".debug_line", c.program))
		lines, err := o.Lines()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		want := strings.Replace(c.want, "- -", "0x1000 -", 1)
		if have := dumpLines(o, lines); have != want {
			t.Errorf("%s:\n%swant\n%s", c.name, have, want)
		}
	}
}

// compDirObject has a unit in .debug_info with the compilation directory
// /here, after an attribute of every form of DWARF 2 to 4.
func compDirObject(version string) *Object {
	abbrev := "\x02\x2e\x00\x03\x08\x00\x00" + // another one
		"\x01\x11\x01" +
		"\x11\x01" + "\x02\x03" + "\x02\x04" + "\x02\x05" + "\x02\x06" + "\x02\x07" + "\x03\x08" + "\x02\x09" + "\x02\x0a" + "\x02\x0b" +
		"\x02\x0c" + "\x02\x0d" + "\x02\x0e" + "\x02\x0f" + "\x02\x10" + "\x02\x11" + "\x02\x12" + "\x02\x13" + "\x02\x14" + "\x02\x15" +
		"\x02\x18" + "\x02\x19" + "\x02\x20" + "\x10\x17" + "\x1b\x0e" + "\x00\x00" + "\x00"
	const addr = "\x00\x00\x00\x00\x00\x00\x00\x00"
	ref := addr[:4]
	if version == "\x02\x00" {
		ref = addr
	}
	info := unit(version, word(0), "\x08", "\x01",
		addr, "\x01\x00a", "\x01\x00\x00\x00a", "ab", "abcd", addr, "name\x00", "\x01a", "\x02ab", "a",
		"a", "\x7f", word(0), "\x80\x01", ref, "a", "ab", "abcd", addr, "\x01",
		"\x01a", "", addr, word(0), word(5))
	return lineObject(debugSectionOf(".debug_line", line4(setCode, row, "\x02\x01", endSequence)),
		debugSectionOf(".debug_abbrev", abbrev),
		debugSectionOf(".debug_info", unit("\x05\x00 not read"), info),
		debugSectionOf(".debug_str", "left\x00/here\x00"))
}

func TestCompDir(t *testing.T) {
	for _, version := range []string{"\x02\x00", "\x03\x00", "\x04\x00"} {
		lines, err := compDirObject(version).Lines()
		if err != nil {
			t.Errorf("DWARF %d: %v", version[0], err)
			continue
		}
		if p, _ := lines.Lookup(nil, 0x1000); p.File != "/here/a.c" {
			t.Errorf("DWARF %d: file %q, want /here/a.c", version[0], p.File)
		}
	}
}

func TestLinesErrors(t *testing.T) {
	good := line4(setCode, row, "\x02\x01", endSequence)
	for _, c := range []struct {
		name     string
		sections []*Section
		want     string
	}{
		{"unit cut", []*Section{debugSectionOf(".debug_line", good[:len(good)-3])}, "data ends at"},
		{"second unit", []*Section{debugSectionOf(".debug_line", good, "\x01")}, fmt.Sprintf("unit at %#x", len(good))},
		{"huge unit", []*Section{debugSectionOf(".debug_line", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")}, "too early"},
		{"version", []*Section{debugSectionOf(".debug_line", unit("\x06\x00"))}, "version 6"},
		{"header length", []*Section{debugSectionOf(".debug_line", unit("\x04\x00\xff\x00\x00\x00"))}, "header of 0xff bytes"},
		{"header too short", []*Section{debugSectionOf(".debug_line", unit("\x04\x00", word(4), lineParams, "\x00\x00"))}, "its content at"},
		{"opcode_base", []*Section{debugSectionOf(".debug_line", unit("\x04\x00", word(6), "\x04\x01\x01\xfb\x0e\x00"))}, "opcode_base is 0"},
		{"line_range", []*Section{debugSectionOf(".debug_line", unit("\x04\x00", word(9), "\x04\x01\x01\xfb\x00\x02\x00\x00\x00", "\x02"))}, "line_range 0"},
		{"selectors", []*Section{debugSectionOf(".debug_line", unit("\x05\x00\x08\x04"))}, "selectors of 4"},
		{"no fields", []*Section{debugSectionOf(".debug_line", line5("\x00\x05"))}, "5 entries without fields"},
		{"form", []*Section{debugSectionOf(".debug_line", line5("\x01\x01\x1a\x01\x00"))}, "the form 0x1a"},
		{"too many entries", []*Section{debugSectionOf(".debug_line", line5("\x01\x01\x08\xff\xff\xff\xff\xff\xff\xff\xff\x01/w\x00"))}, "string at"},
		{"string offset", []*Section{debugSectionOf(".debug_line", line5("\x01\x01\x1f\x01"+word(7)+"\x00\x00")), debugSectionOf(".debug_line_str", "/w\x00")}, "offset 0x7"},
		{"no end of sequence", []*Section{debugSectionOf(".debug_line", line4(setCode, row))}, "ends within a sequence"},
		{"goes back", []*Section{debugSectionOf(".debug_line", line4(setCode, "\x02\x01", row, setCode, row, endSequence))}, "goes back from 0x1004 to 0x1000"},
		{"end goes back", []*Section{debugSectionOf(".debug_line", line4(setCode, "\x02\x01", row, setCode, endSequence))}, "goes back from 0x1004 to 0x1000"},
		{"address size", []*Section{debugSectionOf(".debug_line", line4("\x00\x05\x02\x00\x10\x00\x00"))}, "DW_LNE_set_address of 4 bytes"},
		{"too many rows", []*Section{debugSectionOf(".debug_line", line4(setCode, strings.Repeat("\x22", 300), endSequence))}, "more rows than bytes of code"},
		{"abbreviation", []*Section{debugSectionOf(".debug_line", good), debugSectionOf(".debug_info", unit("\x04\x00", word(0), "\x08\x03")), debugSectionOf(".debug_abbrev", "\x01\x11\x00\x00\x00\x00")}, "abbreviation 3 is not in its table"},
		{"abbreviations end", []*Section{debugSectionOf(".debug_line", good), debugSectionOf(".debug_info", unit("\x04\x00", word(0), "\x08\x03")), debugSectionOf(".debug_abbrev", "\x01\x11\x00\x03\x08")}, "data ends at"},
		{"abbreviations at", []*Section{debugSectionOf(".debug_line", good), debugSectionOf(".debug_info", unit("\x04\x00", word(9), "\x08\x03"))}, "abbreviations at 0x9"},
		{"info cut", []*Section{debugSectionOf(".debug_line", good), debugSectionOf(".debug_info", word(9))}, ".debug_info: unit at 0x0: data ends"},
		{"long search", []*Section{debugSectionOf(".debug_line", good), debugSectionOf(".debug_info", strings.Repeat(unit("\x04\x00", word(0), "\x08\x02"), 1000)),
			debugSectionOf(".debug_abbrev", "\x01\x11\x00", strings.Repeat("\x03\x08", 5000), "\x00\x00\x02\x11\x00\x00\x00")}, "finding the abbreviations"},
		{"attribute form", []*Section{debugSectionOf(".debug_line", good), debugSectionOf(".debug_info", unit("\x04\x00", word(0), "\x08\x01")), debugSectionOf(".debug_abbrev", "\x01\x11\x00\x03\x1b\x00\x00\x00")}, "the form 0x1b"},
	} {
		_, err := lineObject(c.sections...).Lines()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

// TestLinesShareLongString refuses a table whose entries share one long
// string, which each of them would otherwise take memory for.
func TestLinesShareLongString(t *testing.T) {
	const entries, length = 20_000, 100_000
	var files strings.Builder
	for range entries {
		files.WriteString(word(0))
	}
	count := "\xa0\x9c\x01" // 20000
	lists := "\x00\x00" + "\x01\x01\x1f" + count + files.String()
	o := lineObject(debugSectionOf(".debug_line", line5(lists)), debugSectionOf(".debug_line_str", strings.Repeat("a", length), "\x00"))
	if _, err := o.Lines(); err == nil || !strings.Contains(err.Error(), "far longer") {
		t.Errorf("error %v, want one about the length of names", err)
	}
	// A directory is one string, but the path of each of its files has it.
	lists = "\x01\x01\x1f\x01" + word(0) + "\x01\x01\x08" + count + strings.Repeat("x\x00", entries)
	o = lineObject(debugSectionOf(".debug_line", line5(lists)), debugSectionOf(".debug_line_str", strings.Repeat("a", length), "\x00"))
	if _, err := o.Lines(); err == nil || !strings.Contains(err.Error(), "file names add up") {
		t.Errorf("error %v, want one about the length of names", err)
	}
}

// TestCompressedSectionErrors damages the header of a compressed section.
func TestCompressedSectionErrors(t *testing.T) {
	const typeAt, sizeAt = 0, 8
	for _, c := range []struct {
		name string
		edit func([]byte) []byte
		want string
	}{
		{"cut", func(b []byte) []byte { return b[:20] }, "compression header is cut off"},
		{"type", func(b []byte) []byte { return patch(b, typeAt, 9) }, "compression type 9"},
		{"bomb", func(b []byte) []byte { return patch(b, sizeAt, 0, 0, 0, 0, 1) }, "which is not plausible"},
		{"size", func(b []byte) []byte { return patch(b, sizeAt, 7, 0) }, ""},
	} {
		for _, name := range []string{"zstd.hsaco", "zlib.o"} {
			o := openSample(t, name)
			for _, s := range o.Sections {
				if s.Name == ".debug_line" {
					s.Data = c.edit(bytes.Clone(s.Data))
				}
			}
			if _, err := o.Lines(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s of %s: error %v, want one with %q", c.name, name, err, c.want)
			}
		}
	}
}
