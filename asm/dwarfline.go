package asm

import (
	"debug/elf"
	"encoding/binary"
	"slices"
)

// The parameters of the line number program, which LLVM uses for all targets.
const (
	dbgLineBase   = -5
	dbgLineRange  = 14
	dbgOpcodeBase = 13
	dbgMinInst    = 4 // AMDGPU instructions are multiples of 4 bytes

	// dbgMaxSpecial is the largest step of the address that a special opcode can encode, and the
	// step of DW_LNS_const_add_pc.
	dbgMaxSpecial = (255 - dbgOpcodeBase) / dbgLineRange
)

// Opcodes of the line number program (DWARF 5, 6.2.5).
const (
	lnExtended      = 0
	lnCopy          = 1
	lnAdvancePC     = 2
	lnAdvanceLine   = 3
	lnSetFile       = 4
	lnSetColumn     = 5
	lnNegateStmt    = 6
	lnBasicBlock    = 7
	lnConstAddPC    = 8
	lnPrologueEnd   = 10
	lnEpilogueBegin = 11
	lnSetISA        = 12

	lneEndSequence   = 1
	lneSetAddress    = 2
	lneDiscriminator = 4
)

// dbgOpcodeLengths are the operand counts of opcodes 1 to 12.
var dbgOpcodeLengths = [dbgOpcodeBase - 1]byte{0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1}

// lineSections makes .debug_line and, for DWARF 5, .debug_line_str.
func (d *dbg) lineSections(l dbgLayout) []dbgSection {
	w := newDbgWriter(".debug_line", 1, l)
	str := &dbgStrings{w: newDbgWriter(".debug_line_str", 1, l), at: map[string]uint64{}}
	str.w.flags, str.w.entSize = elf.SHF_MERGE|elf.SHF_STRINGS, 1

	unitLength := w.length()
	w.u16(uint16(d.version))
	if d.version >= 5 {
		w.u8(8, 0) // address size, segment selector size
	}
	headerLength := w.length()
	w.u8(dbgMinInst)
	if d.version >= 4 {
		w.u8(1) // operations per instruction
	}
	lineBase := dbgLineBase
	w.u8(1, byte(lineBase), dbgLineRange, dbgOpcodeBase)
	w.u8(dbgOpcodeLengths[:]...)
	if d.version >= 5 {
		d.fileTable5(w, str)
	} else {
		d.files.table(w)
	}
	headerLength()
	ends := d.frameEnds(l)
	for i := range d.lines {
		d.sequences(w, &d.lines[i], ends[d.lines[i].sec], l)
	}
	unitLength()
	if d.version < 5 {
		return []dbgSection{w.dbgSection}
	}
	return []dbgSection{w.dbgSection, str.w.dbgSection}
}

// dbgLine is the state of the line number program.
type dbgLine struct {
	w     *dbgWriter
	sec   int
	state dbgRow // off is an offset in the section
	begun bool   // the sequence has a row
}

func (p *dbgLine) reset() {
	p.state = dbgRow{file: 1, line: 1, flags: dbgIsStmt}
	p.begun = false
}

// sequences writes the program of one section. ends are places where a sequence must end.
func (d *dbg) sequences(w *dbgWriter, lines *dbgLines, ends []uint64, l dbgLayout) {
	p := dbgLine{w: w, sec: lines.sec}
	p.reset()
	for _, row := range lines.rows {
		row.off = l.addr(dbgPos{lines.sec, row.off})
		for len(ends) > 0 && ends[0] <= row.off {
			p.endBefore(ends[0])
			ends = ends[1:]
		}
		if row.label == 0 {
			p.row(row, d.version)
			continue
		}
		p.endBefore(row.off)
		d.place(row.label, w)
	}
	if len(ends) > 0 {
		p.endBefore(ends[0])
	}
	p.endBefore(l.size(lines.sec))
}

// frameEnds finds, by section, the ends of procedures with rows before one
// without rows or in another section, and of the last one with rows.
func (d *dbg) frameEnds(l dbgLayout) map[int][]uint64 {
	if !d.opt.frameEnds {
		return nil
	}
	rows := map[int][]uint64{}
	for _, lines := range d.lines {
		for _, row := range lines.rows {
			rows[lines.sec] = append(rows[lines.sec], l.addr(dbgPos{lines.sec, row.off}))
		}
	}
	ends := map[int][]uint64{}
	for i := range d.frames {
		f := &d.frames[i]
		if i+1 < len(d.frames) && d.frames[i+1].begin.sec == f.begin.sec && d.frames[i+1].hasRow(rows, l) {
			continue
		}
		if f.hasRow(rows, l) {
			ends[f.begin.sec] = append(ends[f.begin.sec], l.addr(dbgPos{f.begin.sec, f.end}))
		}
	}
	return ends
}

// hasRow reports whether one of the rows of its section is in the frame.
func (f *dbgFrame) hasRow(rows map[int][]uint64, l dbgLayout) bool {
	in := rows[f.begin.sec]
	i, _ := slices.BinarySearch(in, l.addr(f.begin))
	return i < len(in) && in[i] < l.addr(dbgPos{f.begin.sec, f.end})
}

// row writes the opcodes that lead to a row, in LLVM's order.
func (p *dbgLine) row(r dbgRow, version int) {
	w, s := p.w, &p.state
	if r.file != s.file {
		w.u8(lnSetFile)
		w.uleb(uint64(r.file))
	}
	if r.column != s.column {
		w.u8(lnSetColumn)
		w.uleb(uint64(r.column))
	}
	if r.discriminator != 0 && version >= 4 {
		v := binary.AppendUvarint(nil, uint64(r.discriminator))
		w.u8(lnExtended, byte(len(v)+1), lneDiscriminator)
		w.u8(v...)
	}
	if r.isa != s.isa {
		w.u8(lnSetISA)
		w.uleb(uint64(r.isa))
	}
	if (r.flags^s.flags)&dbgIsStmt != 0 {
		w.u8(lnNegateStmt)
	}
	if r.flags&dbgBasicBlock != 0 {
		w.u8(lnBasicBlock)
	}
	if r.flags&dbgPrologueEnd != 0 {
		w.u8(lnPrologueEnd)
	}
	if r.flags&dbgEpilogueBegin != 0 {
		w.u8(lnEpilogueBegin)
	}
	step := (r.off - s.off) / dbgMinInst
	if !p.begun {
		w.u8(lnExtended, 9, lneSetAddress)
		w.addr(p.sec, r.off)
		step = 0
	}
	p.advance(int64(r.line)-int64(s.line), step)
	p.begun, *s = true, r
}

// advance advances line and address and adds a row, in as few bytes as a special opcode allows.
func (p *dbgLine) advance(lines int64, step uint64) {
	w := p.w
	far := lines < dbgLineBase || lines >= dbgLineBase+dbgLineRange
	if far {
		w.u8(lnAdvanceLine)
		w.sleb(lines)
		lines = 0
	}
	if lines == 0 && step == 0 {
		w.u8(lnCopy)
		return
	}
	special := uint64(lines-dbgLineBase) + dbgOpcodeBase
	if step <= dbgMaxSpecial && special+step*dbgLineRange <= 255 {
		w.u8(byte(special + step*dbgLineRange))
		return
	}
	if step < 2*dbgMaxSpecial+1 && step >= dbgMaxSpecial && special+(step-dbgMaxSpecial)*dbgLineRange <= 255 {
		w.u8(lnConstAddPC, byte(special+(step-dbgMaxSpecial)*dbgLineRange))
		return
	}
	w.u8(lnAdvancePC)
	w.uleb(step)
	if far {
		w.u8(lnCopy)
	} else {
		w.u8(byte(special))
	}
}

// endBefore ends the sequence, if one has begun, at an offset of the section.
func (p *dbgLine) endBefore(off uint64) {
	if !p.begun {
		return
	}
	switch step := (off - p.state.off) / dbgMinInst; step {
	case 0:
	case dbgMaxSpecial:
		p.w.u8(lnConstAddPC)
	default:
		p.w.u8(lnAdvancePC)
		p.w.uleb(step)
	}
	p.w.u8(lnExtended, 1, lneEndSequence)
	p.reset()
}

// Forms and content types of the tables in a DWARF 5 header (6.2.4.1, 7.5.6).
const (
	formUdata    = 0x0f
	formData16   = 0x1e
	formLineStrp = 0x1f

	lnctPath       = 1
	lnctDirectory  = 2
	lnctMD5        = 5
	lnctLLVMSource = 0x2001 // the text of the file
)

// table writes the directories and files of DWARF 2 to 4.
func (t *dbgFiles) table(w *dbgWriter) {
	for _, dir := range t.dirs {
		w.text(dir)
	}
	w.u8(0)
	for n := uint32(1); n <= t.last; n++ {
		f := t.byNumber[n]
		w.text(f.name)
		w.uleb(uint64(f.dir))
		w.u8(0, 0) // time, size
	}
	w.u8(0)
}

// fileTable5 writes the directories and files of DWARF 5.
func (d *dbg) fileTable5(w *dbgWriter, str *dbgStrings) {
	t := &d.files
	w.u8(1, lnctPath, formLineStrp)
	w.uleb(uint64(len(t.dirs)) + 1)
	dir := t.dir
	if dir == "" {
		dir = d.opt.dir
	}
	str.ref(w, dir)
	for _, dir := range t.dirs {
		str.ref(w, dir)
	}

	columns := []uint64{lnctPath, formLineStrp, lnctDirectory, formUdata}
	if !t.lackMD5 {
		columns = append(columns, lnctMD5, formData16)
	}
	if t.anySource {
		columns = append(columns, lnctLLVMSource, formLineStrp)
	}
	w.u8(byte(len(columns) / 2))
	for _, c := range columns {
		w.uleb(c)
	}
	w.uleb(uint64(t.last) + 1)
	root := t.root
	if !t.hasRoot {
		root = t.byNumber[1]
	}
	t.entry5(w, str, root)
	for n := uint32(1); n <= t.last; n++ {
		t.entry5(w, str, t.byNumber[n])
	}
}

func (t *dbgFiles) entry5(w *dbgWriter, str *dbgStrings, f dbgFile) {
	str.ref(w, f.name)
	w.uleb(uint64(f.dir))
	if !t.lackMD5 {
		w.u8(f.md5[:]...)
	}
	if t.anySource {
		if f.hasSource && f.source == "" {
			f.source = "\n" // distinguishes an empty file from one without source
		}
		str.ref(w, f.source)
	}
}

// dbgStrings is a section of unique strings.
type dbgStrings struct {
	w  *dbgWriter
	at map[string]uint64
}

// ref writes the offset of s to w.
func (t *dbgStrings) ref(w *dbgWriter, s string) {
	at, ok := t.at[s]
	if !ok {
		at = t.w.offset()
		t.at[s] = at
		t.w.text(s)
	}
	w.ref(t.w.name, at)
}
