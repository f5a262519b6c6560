package asm

import (
	"crypto/md5"
	"debug/elf"
	"math"
	"strings"
)

// dbgGen describes the assembly source itself: a compile unit with a label
// entry for each label of code, and a row for each instruction.
type dbgGen struct {
	on       bool
	file     uint32 // number of the source file
	named    bool   // file is valid
	sections []dbgGenSection
	index    map[int]int // in sections
	labels   []dbgGenLabel
}

type dbgGenSection struct {
	sec  int
	code bool // has instructions
}

type dbgGenLabel struct {
	name string
	line uint32
	at   dbgPos
}

func (d *dbg) startGen() {
	d.gen = dbgGen{on: true, index: map[int]int{}}
	d.hasTable = true
	f := dbgFile{name: d.sourceName()}
	if d.version >= 5 {
		f.md5, f.hasMD5 = md5.Sum(d.opt.source), true
	}
	d.files.setRoot(d.opt.dir, f)
}

// sourceName returns the name of the source for the tables.
func (d *dbg) sourceName() string {
	name := d.opt.file
	if name == "" || name == "-" {
		return "<stdin>"
	}
	if rest, ok := strings.CutPrefix(name, d.opt.dir+"/"); ok && d.opt.dir != "" && rest != "" {
		return rest
	}
	return name
}

// stopGen ends the generated description in favour of the file's own directives. Rows made so far
// stay, in files that the directives name.
func (d *dbg) stopGen() {
	d.gen = dbgGen{}
	dir := d.files.dir
	d.files = newDbgFiles()
	d.files.dir = dir
}

// genSection adds a section of code.
func (d *dbg) genSection(sec int, flags elf.SectionFlag) {
	g := &d.gen
	const code = elf.SHF_ALLOC | elf.SHF_EXECINSTR
	if _, known := g.index[sec]; known || flags&code != code {
		return
	}
	g.index[sec] = len(g.sections)
	g.sections = append(g.sections, dbgGenSection{sec: sec})
}

// genFile returns the source file its number when something first needs it.
func (d *dbg) genFile() uint32 {
	g := &d.gen
	if !g.named {
		g.named = true
		if d.version < 5 {
			// It has the root's name, which is in the table only from DWARF 5 on.
			g.file = 1
			d.files.add(g.file, "", d.files.root, d.version)
		}
	}
	return g.file
}

func (d *dbg) genInstruction(at dbgPos, line int) {
	file := d.genFile()
	i, ok := d.gen.index[at.sec]
	if !ok {
		return
	}
	d.gen.sections[i].code = true
	d.setLoc(dbgRow{file: file, line: genLine(line), flags: dbgIsStmt}, at)
}

func (d *dbg) genLabel(name string, at dbgPos, line int) {
	d.genFile()
	if _, ok := d.gen.index[at.sec]; !ok || name == "" || digitOf(name[0]) <= 9 || strings.HasPrefix(name, ".L") {
		return
	}
	name = strings.TrimPrefix(name, "_")
	d.gen.labels = append(d.gen.labels, dbgGenLabel{name: name, line: genLine(line), at: at})
}

func genLine(line int) uint32 { return uint32(min(max(line, 0), math.MaxUint32)) }

// Tags, attributes and forms (DWARF 5, 7.5).
const (
	tagCompileUnit = 0x11
	tagLabel       = 0x0a

	atName     = 0x03
	atStmtList = 0x10
	atLowPC    = 0x11
	atHighPC   = 0x12
	atLanguage = 0x13
	atCompDir  = 0x1b
	atProducer = 0x25
	atDeclFile = 0x3a
	atDeclLine = 0x3b
	atRanges   = 0x55

	formAddr      = 0x01
	formData2     = 0x05
	formData4     = 0x06
	formString    = 0x08
	formSecOffset = 0x17

	unitCompile         = 0x01
	languageAssembler   = 0x8001 // DW_LANG_Mips_Assembler
	rangeStartLength    = 0x07   // DW_RLE_start_length
	genAbbrevUnit       = 1
	genAbbrevLabel      = 2
	genRangesHeader     = 12 // bytes before the ranges of .debug_rnglists
	genPointer          = 8
	genArangesAlignment = 2 * genPointer
)

// genSections makes the sections of the compile unit. Code sections without instructions are
// ignored; if there are no others, there is no unit.
func (d *dbg) genSections(l dbgLayout) []dbgSection {
	var code []int
	for _, s := range d.gen.sections {
		if s.code {
			code = append(code, s.sec)
		}
	}
	if len(code) == 0 {
		return nil
	}
	ranges := len(code) > 1 && d.version >= 3
	out := []dbgSection{
		d.genInfo(l, code, ranges),
		d.genAbbrev(l, ranges),
		d.genAranges(l, code),
	}
	if ranges {
		out = append(out, d.genRanges(l, code))
	}
	return out
}

func (d *dbg) rangesName() string {
	if d.version >= 5 {
		return ".debug_rnglists"
	}
	return ".debug_ranges"
}

func (d *dbg) genAbbrev(l dbgLayout, ranges bool) dbgSection {
	w := newDbgWriter(".debug_abbrev", 1, l)
	offset := byte(formSecOffset)
	if d.version < 4 {
		offset = formData4
	}
	w.u8(genAbbrevUnit, tagCompileUnit, 1)
	w.u8(atStmtList, offset)
	if ranges {
		w.u8(atRanges, offset)
	} else {
		w.u8(atLowPC, formAddr, atHighPC, formAddr)
	}
	w.u8(atName, formString)
	if d.opt.dir != "" {
		w.u8(atCompDir, formString)
	}
	w.u8(atProducer, formString, atLanguage, formData2, 0, 0)
	w.u8(genAbbrevLabel, tagLabel, 0)
	w.u8(atName, formString, atDeclFile, formData4, atDeclLine, formData4, atLowPC, formAddr, 0, 0)
	w.u8(0)
	return w.dbgSection
}

func (d *dbg) genInfo(l dbgLayout, code []int, ranges bool) dbgSection {
	w := newDbgWriter(".debug_info", 1, l)
	length := w.length()
	w.u16(uint16(d.version))
	if d.version >= 5 {
		w.u8(unitCompile, genPointer)
	}
	w.ref(".debug_abbrev", l.have(".debug_abbrev"))
	if d.version < 5 {
		w.u8(genPointer)
	}
	w.u8(genAbbrevUnit)
	w.ref(".debug_line", l.have(".debug_line"))
	if ranges {
		at := l.have(d.rangesName())
		if d.version >= 5 {
			at += genRangesHeader
		}
		w.ref(d.rangesName(), at)
	} else {
		w.addr(code[0], 0)
		w.addr(code[0], l.size(code[0]))
	}
	w.text(d.genName())
	if d.opt.dir != "" {
		w.text(d.opt.dir)
	}
	w.text(d.opt.producer)
	w.u16(languageAssembler)
	for _, label := range d.gen.labels {
		w.u8(genAbbrevLabel)
		w.text(label.name)
		w.u32(d.gen.file)
		w.u32(label.line)
		w.addr(label.at.sec, l.addr(label.at))
	}
	w.u8(0)
	length()
	return w.dbgSection
}

// genName returns the source's name: composed from the tables of DWARF 4, as in llvm-mc, which
// drops doubled slashes.
func (d *dbg) genName() string {
	t := &d.files
	if d.version >= 5 || len(t.dirs) == 0 {
		return t.root.name
	}
	return t.dirs[0] + "/" + t.byNumber[1].name
}

func (d *dbg) genAranges(l dbgLayout, code []int) dbgSection {
	w := newDbgWriter(".debug_aranges", 1, l)
	length := w.length()
	w.u16(2)
	w.ref(".debug_info", l.have(".debug_info"))
	w.u8(genPointer, 0) // sizes of an address and of a segment selector
	w.zeros(-len(w.data) & (genArangesAlignment - 1))
	for _, sec := range code {
		w.addr(sec, 0)
		w.u64(l.size(sec))
	}
	w.zeros(2 * genPointer)
	length()
	return w.dbgSection
}

func (d *dbg) genRanges(l dbgLayout, code []int) dbgSection {
	w := newDbgWriter(d.rangesName(), 1, l)
	if d.version < 5 {
		for _, sec := range code {
			w.u64(math.MaxUint64) // a new base address
			w.addr(sec, 0)
			w.u64(0)
			w.u64(l.size(sec))
		}
		w.zeros(2 * genPointer)
		return w.dbgSection
	}
	length := w.length()
	w.u16(5)
	w.u8(genPointer, 0)
	w.u32(0) // no table of offsets
	for _, sec := range code {
		w.u8(rangeStartLength)
		w.addr(sec, 0)
		w.uleb(l.size(sec))
	}
	w.u8(0)
	length()
	return w.dbgSection
}
