package asm

import (
	"debug/elf"
	"encoding/binary"

	"heddle/isa"
)

// dbgPos is a place in the output while the file is read: a section, by the assembler's number, and
// a value that the layout can convert to the offset in it.
type dbgPos struct {
	sec int
	off uint64
}

// dbgOptions are what debug sections depend on in addition to the file's directives.
type dbgOptions struct {
	// version of DWARF, 2 to 5; 0 is 4, which is what llvm-mc starts from. A
	// `.file 0` raises it to 5.
	version int
	// gen requests a description of the assembly source itself (-g). It ends with the first `.file
	// N` of the file, which then describes itself.
	gen      bool
	file     string // name of the source; "" and "-" are standard input
	dir      string // compilation directory, for -g and for a `.file 0` without one
	source   []byte // the source, for its MD5 (DWARF 5)
	producer string // DW_AT_producer for -g
	// frameEnds ends a sequence of rows where the procedure ends (.cfi_endproc) if the next one has
	// no rows or there is none. That is what clang does when it writes the object itself; llvm-mc
	// goes on to the end of the section, and so includes the padding after the last kernel.
	frameEnds bool
}

// dbg collects the debug directives of a file, in source order, and makes the debug sections from
// them after layout.
type dbg struct {
	opt     dbgOptions
	version int
	gen     dbgGen
	files   dbgFiles

	lines     []dbgLines // by order of first row
	linesOf   map[int]int
	loc       dbgRow // of the last .loc; its is_stmt is the default of the next
	locSeen   bool   // loc has no row yet
	hasTable  bool   // there is a line table, maybe an empty one
	md5Warned bool

	frames     []dbgFrame
	open       []int // frames without .cfi_endproc, innermost last
	noEH       bool  // .cfi_sections without .eh_frame
	debugFrame bool

	marks  []dbgLabel // by directive
	placed []dbgLabel // by place
	faults []dbgFault
}

// dbgFault is an error, or a warning, that belongs to a directive but is
// known only later.
type dbgFault struct {
	where   span
	err     *isa.SyntaxError // columns as in the directive's operands; 0,0 for all of it
	warning bool
}

// dbgLabel is a symbol that .loc_label or .cfi_label defines inside a debug
// section. Its offset counts from the first byte of the dbgSection.
type dbgLabel struct {
	name    string
	section string
	off     uint64
	where   span
}

// dbgLayout is what finish needs to know about the laid-out file.
type dbgLayout struct {
	addr func(dbgPos) uint64      // offset in its section
	size func(sec int) uint64     // size of a section
	have func(name string) uint64 // bytes that the file itself put into a section
}

// dbgSection are bytes to append to the section of that name.
type dbgSection struct {
	name    string
	typ     elf.SectionType
	flags   elf.SectionFlag
	align   uint64
	entSize uint64
	data    []byte
	fixups  []dbgFixup // by offset
}

// dbgFixup is an address to be filled in: of section sec, or if that is
// negative of the symbol, or without one of the section called name; plus
// addend. The bytes at offset are 0.
type dbgFixup struct {
	offset uint64 // in data
	size   int    // 4 or 8
	pcrel  bool
	sec    int
	name   string
	symbol string
	addend int64
}

func newDbg(o dbgOptions) *dbg {
	d := &dbg{opt: o, version: o.version, files: newDbgFiles(), linesOf: map[int]int{}}
	if d.version == 0 {
		d.version = 4
	}
	d.loc.flags = dbgIsStmt
	if o.gen {
		d.startGen()
	}
	return d
}

// dbgDirective reads the operands of a directive and acts on them.
type dbgDirective func(d *dbg, s *dbgScan, at dbgPos) *isa.SyntaxError

func dbgDirectiveOf(name string) dbgDirective {
	switch name {
	case ".file":
		return (*dbg).fileDirective
	case ".loc":
		return (*dbg).locDirective
	case ".loc_label":
		return (*dbg).locLabelDirective
	case ".cfi_sections":
		return (*dbg).cfiSections
	case ".cfi_startproc":
		return (*dbg).cfiStartProc
	case ".cfi_endproc":
		return (*dbg).cfiEndProc
	case ".cfi_escape":
		return (*dbg).cfiEscape
	case ".cfi_label":
		return (*dbg).cfiLabel
	case ".cfi_personality":
		return (*dbg).cfiPersonality
	case ".cfi_lsda":
		return (*dbg).cfiLSDA
	}
	if c, ok := dbgCFIs[name]; ok {
		return c.directive
	}
	return nil
}

// isDbgDirective reports whether directive takes directives of this name.
func isDbgDirective(name string) bool { return dbgDirectiveOf(name) != nil }

// directive acts on a debug directive at place at of the output. Its operands have no comments;
// where is the place for later messages.
func (d *dbg) directive(name, operands string, at dbgPos, where span, expr dbgExpr) *isa.SyntaxError {
	f := dbgDirectiveOf(name)
	if f == nil {
		panic("BUG: " + name + " is not a debug directive")
	}
	return f(d, &dbgScan{s: operands, expr: expr, where: where}, at)
}

// section announces a change to another section. A .loc does not apply across it.
func (d *dbg) section(at dbgPos, flags elf.SectionFlag) {
	d.locSeen = false
	if d.gen.on {
		d.genSection(at.sec, flags)
	}
}

// instruction announces an instruction before its bytes; line is its line in the source file.
func (d *dbg) instruction(at dbgPos, line int) {
	if d.gen.on {
		d.genInstruction(at, line)
	}
	if d.locSeen {
		d.addRow(at)
	}
}

// data announces bytes that a data directive is about to emit.
func (d *dbg) data(at dbgPos) {
	if d.locSeen {
		d.addRow(at)
	}
}

// label announces a label, which matters only with -g.
func (d *dbg) label(name string, at dbgPos, line int) {
	if d.gen.on {
		d.genLabel(name, at, line)
	}
}

// labels returns the symbols that directives defined in debug sections, after finish, in the order
// of their places there.
func (d *dbg) labels() []dbgLabel { return d.placed }

// finish makes the debug sections, in the order in which llvm-mc makes them.
// With an error among the faults there are none.
func (d *dbg) finish(l dbgLayout) ([]dbgSection, []dbgFault) {
	d.checkFrames()
	d.checkFiles()
	for _, f := range d.faults {
		if !f.warning {
			return nil, d.faults
		}
	}
	var out []dbgSection
	if len(d.frames) > 0 {
		if !d.noEH {
			out = append(out, d.frameSection(l, true))
		}
		if d.debugFrame {
			out = append(out, d.frameSection(l, false))
		}
	}
	if d.gen.on {
		out = append(out, d.genSections(l)...)
	}
	if d.hasTable {
		out = append(out, d.lineSections(l)...)
	}
	return out, d.faults
}

// place puts a label, by its index + 1 in marks, where w ends now.
func (d *dbg) place(mark int32, w *dbgWriter) {
	m := d.marks[mark-1]
	m.section, m.off = w.name, uint64(len(w.data))
	d.placed = append(d.placed, m)
}

// fault records an error about a directive that was already processed.
func (d *dbg) fault(where span, msg string, notes ...string) {
	d.faults = append(d.faults, dbgFault{where: where, err: &isa.SyntaxError{Msg: msg, Notes: notes}})
}

// dbgWriter builds a section.
type dbgWriter struct {
	dbgSection
	base uint64 // where data starts in the section
}

func newDbgWriter(name string, align uint64, l dbgLayout) *dbgWriter {
	return &dbgWriter{
		dbgSection: dbgSection{name: name, typ: elf.SHT_PROGBITS, align: align},
		base:       l.have(name),
	}
}

func (w *dbgWriter) u8(v ...byte)     { w.data = append(w.data, v...) }
func (w *dbgWriter) u16(v uint16)     { w.data = binary.LittleEndian.AppendUint16(w.data, v) }
func (w *dbgWriter) u32(v uint32)     { w.data = binary.LittleEndian.AppendUint32(w.data, v) }
func (w *dbgWriter) u64(v uint64)     { w.data = binary.LittleEndian.AppendUint64(w.data, v) }
func (w *dbgWriter) uleb(v uint64)    { w.data = binary.AppendUvarint(w.data, v) }
func (w *dbgWriter) sleb(v int64)     { w.data = appendSLEB(w.data, v, slebSize(v)) }
func (w *dbgWriter) text(s string)    { w.data = append(append(w.data, s...), 0) }
func (w *dbgWriter) offset() uint64   { return w.base + uint64(len(w.data)) }
func (w *dbgWriter) zeros(n int)      { w.data = append(w.data, make([]byte, n)...) }
func (w *dbgWriter) alignTo(n uint64) { w.zeros(int(-w.offset() & (n - 1))) }

// fixup reserves space for an address.
func (w *dbgWriter) fixup(f dbgFixup) {
	f.offset = uint64(len(w.data))
	w.fixups = append(w.fixups, f)
	w.zeros(f.size)
}

// addr writes the address of an offset in one of the assembler's sections.
func (w *dbgWriter) addr(sec int, off uint64) {
	w.fixup(dbgFixup{size: 8, sec: sec, addend: int64(off)})
}

// ref writes a 4-byte offset in another debug section.
func (w *dbgWriter) ref(name string, off uint64) {
	w.fixup(dbgFixup{size: 4, sec: -1, name: name, addend: int64(off)})
}

// length reserves the 4 bytes of a unit length; the function that it returns
// fills in how much was written since.
func (w *dbgWriter) length() func() {
	at := len(w.data)
	w.u32(0)
	return func() { binary.LittleEndian.PutUint32(w.data[at:], uint32(len(w.data)-at-4)) }
}
