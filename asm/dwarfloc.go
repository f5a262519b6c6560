package asm

import (
	"math"

	"heddle/isa"
)

// dbgRow is a row of a line table, or a .loc_label.
type dbgRow struct {
	off           uint64 // as in dbgPos
	file, line    uint32
	isa           uint32
	discriminator uint32
	label         int32 // 1 + index in dbg.marks for .loc_label
	column        uint16
	flags         dbgFlags
}

type dbgFlags uint8

const (
	dbgIsStmt dbgFlags = 1 << iota
	dbgBasicBlock
	dbgPrologueEnd
	dbgEpilogueBegin
)

// dbgLines are the rows of one section.
type dbgLines struct {
	sec  int
	rows []dbgRow
}

// locDirective is
//
//	.loc FILE [LINE [COLUMN]] [option]...
func (d *dbg) locDirective(s *dbgScan, at dbgPos) *isa.SyntaxError {
	row := dbgRow{flags: d.loc.flags & dbgIsStmt}
	start := s.pos
	s.space()
	file, err := s.count("the file number", math.MaxUint32)
	if err != nil {
		err.Notes = locForms
		return err
	}
	if file == 0 && d.version < 5 {
		return s.wrong(start, "file 0 exists only after a .file 0 directive")
	}
	row.file = uint32(file)
	if !d.files.valid(row.file) {
		return s.wrong(start, "%s", d.files.missing(row.file))
	}
	line, err := s.optional("the line", math.MaxUint32)
	if err != nil {
		return err
	}
	column, err := s.optional("the column", math.MaxUint16)
	if err != nil {
		return err
	}
	row.line, row.column = uint32(line), uint16(column)
	for !s.atEnd() {
		if err := s.locOption(&row); err != nil {
			return err
		}
	}
	d.setLoc(row, at)
	return nil
}

var locForms = []string{".loc FILE [LINE [COLUMN]] [basic_block] [prologue_end] [epilogue_begin] [is_stmt 0|1] [isa N] [discriminator N]"}

// optional reads a number if there is one.
func (s *dbgScan) optional(what string, max uint64) (uint64, *isa.SyntaxError) {
	if digitOf(s.peek()) > 9 {
		return 0, nil
	}
	return s.count(what, max)
}

func (s *dbgScan) locOption(row *dbgRow) *isa.SyntaxError {
	s.space()
	start := s.pos
	switch s.word() {
	case "basic_block":
		row.flags |= dbgBasicBlock
	case "prologue_end":
		row.flags |= dbgPrologueEnd
	case "epilogue_begin":
		row.flags |= dbgEpilogueBegin
	case "is_stmt":
		v, err := s.value("is_stmt", 0, 1)
		row.flags = row.flags&^dbgIsStmt | dbgFlags(v)*dbgIsStmt
		return err
	case "isa":
		v, err := s.value("isa", 0, math.MaxInt32)
		row.isa = uint32(v)
		return err
	case "discriminator":
		v, err := s.value("discriminator", 0, math.MaxUint32)
		row.discriminator = uint32(v)
		return err
	default:
		err := s.wrong(start, "no such option of .loc")
		err.Notes = locForms
		return err
	}
	return nil
}

// setLoc makes row the row of the next instruction or data. A pending one without either still gets
// its row.
func (d *dbg) setLoc(row dbgRow, at dbgPos) {
	if d.locSeen {
		d.addRow(at)
	}
	d.loc, d.locSeen = row, true
}

// addRow adds the pending .loc to the table.
func (d *dbg) addRow(at dbgPos) {
	row := d.loc
	row.off = at.off
	d.addLine(at.sec, row)
	d.locSeen = false
}

func (d *dbg) addLine(sec int, row dbgRow) {
	i, ok := d.linesOf[sec]
	if !ok {
		i = len(d.lines)
		d.linesOf[sec] = i
		d.lines = append(d.lines, dbgLines{sec: sec})
	}
	l := &d.lines[i]
	l.rows = append(l.rows, row)
}

// locLabelDirective is `.loc_label NAME`: the sequence of rows ends here, and
// NAME is the place in .debug_line where the next one begins.
func (d *dbg) locLabelDirective(s *dbgScan, at dbgPos) *isa.SyntaxError {
	name := s.word()
	if name == "" {
		return s.expected("a symbol name")
	}
	if err := s.done(); err != nil {
		return err
	}
	if d.version >= 5 && !d.files.valid(0) {
		return s.about(0, len(s.s), "no .file directive names a file for the line table")
	}
	d.hasTable = true
	d.marks = append(d.marks, dbgLabel{name: name, section: ".debug_line", where: s.where})
	d.addLine(at.sec, dbgRow{off: at.off, label: int32(len(d.marks))})
	return nil
}
