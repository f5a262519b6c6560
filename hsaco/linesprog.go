package hsaco

import (
	"debug/elf"
	"errors"
	"fmt"
	"strings"
)

// lineReader reads the line programs of one object into a table.
type lineReader struct {
	o       *Object
	section *debugData
	table   *LineTable
	code    codeMap

	lineStr, str *stringTable
	// pathRoom is the number of bytes that file names may still take: entries that share one long
	// directory must not add up. rowRoom is the number of rows that may still be added.
	pathRoom, rowRoom int
	// compDirs are the compilation directories by offset of the line program, read when a program
	// of DWARF 4 or earlier first needs them.
	compDirs map[uint64]string
}

// Constants of DWARF line programs. Source: DWARF 5, section 6.2.
const (
	dwLNSCopy             = 1
	dwLNSAdvancePC        = 2
	dwLNSAdvanceLine      = 3
	dwLNSSetFile          = 4
	dwLNSSetColumn        = 5
	dwLNSNegateStmt       = 6
	dwLNSSetBasicBlock    = 7
	dwLNSConstAddPC       = 8
	dwLNSFixedAdvancePC   = 9
	dwLNSSetPrologueEnd   = 10
	dwLNSSetEpilogueBegin = 11
	dwLNSSetISA           = 12

	dwLNEEndSequence = 1
	dwLNESetAddress  = 2
	dwLNEDefineFile  = 3

	dwLNCTPath           = 1
	dwLNCTDirectoryIndex = 2
)

// lineUnit is the header of a line program.
type lineUnit struct {
	version    int
	offsetSize int
	minInst    uint64
	maxOps     uint64
	lineBase   int8
	lineRange  uint8
	opcodeBase uint8
	lengths    []byte // operands of standard opcode i+1
	dirs       []string
	firstFile  int // index in the table of the unit's file 0
	files      int
}

// open reads what line programs refer to, and sets the limits.
func (r *lineReader) open() error {
	stored := r.section.stored
	for _, s := range []struct {
		name  string
		table **stringTable
	}{{".debug_line_str", &r.lineStr}, {".debug_str", &r.str}} {
		d, err := r.o.debugSection(s.name)
		if err != nil {
			return err
		}
		*s.table = newStringTable(d.data, r.section.stored)
		stored += d.stored
	}
	r.pathRoom = 4<<20 + 64*stored
	r.code = r.o.code()
	// Each row has a different address of the code.
	for _, s := range r.code {
		r.rowRoom += len(s.Data)
	}
	return nil
}

// readUnit reads the line program at the cursor.
func (r *lineReader) readUnit(section *dwarfCursor) error {
	start := section.at
	length, offsetSize := section.unitLength()
	body := section.at
	section.take(length)
	if section.err != nil {
		return section.err
	}
	// A cursor of its own keeps the program in its unit; offsets stay relative to the section,
	// since they identify relocations.
	c := &dwarfCursor{data: section.data[:section.at], at: body}
	u := &lineUnit{offsetSize: offsetSize, version: int(c.uint(2))}
	if c.err == nil && (u.version < 2 || u.version > 5) {
		return fmt.Errorf("version %d; versions 2 to 5 are read", u.version)
	}
	program, err := r.readHeader(c, u, uint64(start))
	if err != nil {
		return err
	}
	c.at = program
	return r.run(c, u)
}

// readHeader reads the rest of the header and returns the offset of the program after it.
func (r *lineReader) readHeader(c *dwarfCursor, u *lineUnit, unit uint64) (program int, err error) {
	if u.version >= 5 {
		addressSize, selectorSize := c.uint(1), c.uint(1)
		if c.err == nil && (addressSize != 8 || selectorSize != 0) {
			return 0, fmt.Errorf("addresses of %d bytes with selectors of %d; AMDGPU uses 8 and 0", addressSize, selectorSize)
		}
	}
	headerLength := c.uint(u.offsetSize)
	if c.err == nil && headerLength > uint64(len(c.data)-c.at) {
		return 0, fmt.Errorf("header of %#x bytes in a unit with %#x left", headerLength, len(c.data)-c.at)
	}
	program = c.at + int(headerLength)
	u.minInst, u.maxOps = c.uint(1), 1
	if u.version >= 4 {
		u.maxOps = max(1, c.uint(1))
	}
	c.uint(1) // default_is_stmt
	u.lineBase, u.lineRange, u.opcodeBase = int8(c.uint(1)), uint8(c.uint(1)), uint8(c.uint(1))
	if c.err == nil && u.opcodeBase == 0 {
		return 0, errors.New("opcode_base is 0")
	}
	u.lengths = c.take(uint64(u.opcodeBase) - 1)
	if c.err != nil {
		return 0, c.err
	}
	u.firstFile = len(r.table.files)
	if u.version >= 5 {
		err = r.readEntries5(c, u)
	} else {
		err = r.readEntries2(c, u, unit)
	}
	if err == nil && c.err == nil && c.at > program {
		err = fmt.Errorf("header ends at %#x, its content at %#x", program, c.at)
	}
	if err == nil {
		err = c.err
	}
	return program, err
}

// readEntries2 reads the directories and files of DWARF 2 to 4. Directory 0 and file 0 are not
// listed: directory 0 is the compilation directory, file 0 does not exist.
func (r *lineReader) readEntries2(c *dwarfCursor, u *lineUnit, unit uint64) error {
	dir, err := r.compDir(unit)
	if err != nil {
		return err
	}
	if err := r.addDir(u, dir); err != nil {
		return err
	}
	for {
		dir := c.text()
		if dir == "" {
			break
		}
		if err := r.addDir(u, dir); err != nil {
			return err
		}
	}
	if err := r.addFile(u, "", 0); err != nil {
		return err
	}
	for {
		name := c.text()
		if name == "" {
			return c.err
		}
		if err := r.readFile2(c, u, name); err != nil {
			return err
		}
	}
}

// readFile2 reads what follows the name of a file in DWARF 2 to 4: directory,
// time and length.
func (r *lineReader) readFile2(c *dwarfCursor, u *lineUnit, name string) error {
	dir := c.uleb()
	c.uleb()
	c.uleb()
	return r.addFile(u, name, dir)
}

// entryFormat describes one field of the entries of DWARF 5.
type entryFormat struct{ content, form uint64 }

// readEntries5 reads the directories and files of DWARF 5.
func (r *lineReader) readEntries5(c *dwarfCursor, u *lineUnit) error {
	err := r.readEntryList(c, u, func(path string, _ uint64) error {
		return r.addDir(u, path)
	})
	if err != nil {
		return err
	}
	return r.readEntryList(c, u, func(path string, dir uint64) error {
		return r.addFile(u, path, dir)
	})
}

func (r *lineReader) readEntryList(c *dwarfCursor, u *lineUnit, add func(path string, dir uint64) error) error {
	formats := make([]entryFormat, c.uint(1))
	for i := range formats {
		formats[i] = entryFormat{c.uleb(), c.uleb()}
	}
	count := c.uleb()
	if count > 0 && len(formats) == 0 {
		return fmt.Errorf("%d entries without fields", count)
	}
	// A field takes at least one byte, so the data bounds the count.
	for i := uint64(0); i < count && c.err == nil; i++ {
		var path string
		var dir uint64
		for _, f := range formats {
			text, number, err := r.readForm(c, u, f.form)
			if err != nil {
				return err
			}
			switch f.content {
			case dwLNCTPath:
				path = text
			case dwLNCTDirectoryIndex:
				dir = number
			}
		}
		if c.err == nil {
			if err := add(path, dir); err != nil {
				return err
			}
		}
	}
	return c.err
}

// readForm reads a field of a DWARF 5 entry. The forms are those that the standard allows there
// (section 6.2.4.1) except strx, which needs a unit.
func (r *lineReader) readForm(c *dwarfCursor, u *lineUnit, form uint64) (text string, number uint64, err error) {
	switch form {
	case dwFormString:
		return c.text(), 0, nil
	case dwFormLineStrp:
		text, err = r.lineStr.atCursor(c, u.offsetSize)
	case dwFormStrp:
		text, err = r.str.atCursor(c, u.offsetSize)
	case dwFormUdata:
		number = c.uleb()
	case dwFormData1:
		number = c.uint(1)
	case dwFormData2:
		number = c.uint(2)
	case dwFormData4:
		number = c.uint(4)
	case dwFormData8:
		number = c.uint(8)
	case dwFormData16:
		c.take(16)
	case dwFormBlock:
		c.take(c.uleb())
	default:
		err = fmt.Errorf("entry at %#x has the form %#x, which line tables do not have", c.at, form)
	}
	return text, number, err
}

// atCursor returns the string at the offset that c reads next.
func (t *stringTable) atCursor(c *dwarfCursor, offsetSize int) (string, error) {
	offset := c.uint(offsetSize)
	if c.err != nil {
		return "", c.err
	}
	return t.at(offset)
}

// addFile adds a file to the table, with the path from its directory.
func (r *lineReader) addFile(u *lineUnit, name string, dir uint64) error {
	path := name
	if name != "" && dir < uint64(len(u.dirs)) {
		path = joinPath(u.dirs[dir], name)
		if dir > 0 {
			path = joinPath(u.dirs[0], path)
		}
	}
	if err := r.spendPath(path); err != nil {
		return err
	}
	r.table.files = append(r.table.files, path)
	u.files++
	return nil
}

func (r *lineReader) addDir(u *lineUnit, dir string) error {
	u.dirs = append(u.dirs, dir)
	return r.spendPath(dir)
}

// spendPath subtracts a string from pathRoom.
func (r *lineReader) spendPath(path string) error {
	const header = 16 // of a Go string
	if r.pathRoom -= header + len(path); r.pathRoom < 0 {
		return errors.New("the file names add up to far more than the section")
	}
	return nil
}

func joinPath(dir, name string) string {
	if dir == "" || strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimSuffix(dir, "/") + "/" + name
}

// lineState is the state machine of a line program.
type lineState struct {
	address, opIndex uint64
	file             uint64
	line             uint32
	column           uint32

	section *ObjectSection // that the address was relocated to
	rows    []lineRow      // of the current sequence
	open    bool           // within a sequence
	skip    bool           // for code that is not in the object
}

func newLineState() lineState { return lineState{file: 1, line: 1} }

// run executes the line program up to the end of the unit.
func (r *lineReader) run(c *dwarfCursor, u *lineUnit) error {
	s := newLineState()
	for c.at < len(c.data) && c.err == nil {
		op := uint8(c.uint(1))
		var err error
		switch {
		case op >= u.opcodeBase:
			if err = u.special(&s, op); err == nil {
				err = r.emit(u, &s)
			}
		case op == 0:
			err = r.extended(c, u, &s)
		default:
			err = r.standard(c, u, &s, op)
		}
		if err != nil {
			return fmt.Errorf("opcode before %#x: %w", c.at, err)
		}
	}
	if c.err == nil && s.open {
		return errors.New("the program ends within a sequence")
	}
	return c.err
}

// advance advances the address by a number of operations; in a VLIW machine several share an
// instruction.
func (u *lineUnit) advance(s *lineState, operations uint64) {
	s.opIndex += operations
	s.address += u.minInst * (s.opIndex / u.maxOps)
	s.opIndex %= u.maxOps
}

// special executes the opcodes that change address and line at once.
func (u *lineUnit) special(s *lineState, op uint8) error {
	if u.lineRange == 0 {
		return errors.New("special opcode with line_range 0")
	}
	adjusted := op - u.opcodeBase
	u.advance(s, uint64(adjusted/u.lineRange))
	s.line += uint32(int32(u.lineBase) + int32(adjusted%u.lineRange))
	return nil
}

func (r *lineReader) standard(c *dwarfCursor, u *lineUnit, s *lineState, op uint8) error {
	switch op {
	case dwLNSCopy:
		return r.emit(u, s)
	case dwLNSAdvancePC:
		u.advance(s, c.uleb())
	case dwLNSAdvanceLine:
		s.line += uint32(c.sleb())
	case dwLNSSetFile:
		s.file = c.uleb()
	case dwLNSSetColumn:
		s.column = uint32(min(c.uleb(), 1<<32-1))
	case dwLNSNegateStmt, dwLNSSetBasicBlock, dwLNSSetPrologueEnd, dwLNSSetEpilogueBegin:
	case dwLNSConstAddPC:
		if u.lineRange == 0 {
			return errors.New("DW_LNS_const_add_pc with line_range 0")
		}
		u.advance(s, uint64((255-u.opcodeBase)/u.lineRange))
	case dwLNSFixedAdvancePC:
		s.address += c.uint(2)
		s.opIndex = 0
	case dwLNSSetISA:
		c.uleb()
	default:
		for range u.lengths[op-1] {
			c.uleb()
		}
	}
	return nil
}

func (r *lineReader) extended(c *dwarfCursor, u *lineUnit, s *lineState) error {
	length := c.uleb()
	from := c.at
	body := c.take(length)
	if len(body) == 0 {
		return c.err
	}
	operand := &dwarfCursor{data: c.data[:c.at], at: from + 1}
	switch body[0] {
	case dwLNEEndSequence:
		err := r.endSequence(s)
		*s = newLineState()
		return err
	case dwLNESetAddress:
		if len(body) != 9 {
			return fmt.Errorf("DW_LNE_set_address of %d bytes; AMDGPU uses 8", len(body)-1)
		}
		section := r.section.addresses[uint64(operand.at)]
		if s.open && section != s.section {
			return errors.New("sequence continues in another section")
		}
		s.section, s.address, s.opIndex = section, operand.uint(8), 0
	case dwLNEDefineFile:
		name := operand.text()
		if err := r.readFile2(operand, u, name); err != nil {
			return err
		}
		return operand.err
	}
	return nil
}

// emit adds a row for the current state. The last of several rows at one address counts, and a row
// that repeats the one before is dropped.
func (r *lineReader) emit(u *lineUnit, s *lineState) error {
	if !s.open {
		s.open, s.skip = true, !r.hasCode(s)
	}
	if s.skip {
		return nil
	}
	row := lineRow{addr: s.address, file: noFile, line: s.line, column: s.column}
	if s.file < uint64(u.files) {
		row.file = int32(u.firstFile) + int32(s.file)
	}
	if n := len(s.rows); n > 0 {
		last := &s.rows[n-1]
		if row.addr < last.addr {
			return fmt.Errorf("address goes back from %#x to %#x within a sequence", last.addr, row.addr)
		}
		if row.addr == last.addr {
			*last = row
			return nil
		}
		if row.file == last.file && row.line == last.line && row.column == last.column {
			return nil
		}
	}
	if r.rowRoom--; r.rowRoom < 0 {
		return errors.New("there are more rows than bytes of code")
	}
	s.rows = append(s.rows, row)
	return nil
}

// hasCode reports whether a sequence that begins in state s is for code in the object. The linker
// leaves sequences of dropped functions at address 0.
func (r *lineReader) hasCode(s *lineState) bool {
	if r.table.relocatable {
		return s.section != nil && s.section.Flags&elf.SHF_EXECINSTR != 0
	}
	return r.code.at(s.address) != nil
}

// endSequence adds the finished sequence to the table.
func (r *lineReader) endSequence(s *lineState) error {
	if len(s.rows) == 0 {
		return nil
	}
	if last := s.rows[len(s.rows)-1].addr; s.address < last {
		return fmt.Errorf("address goes back from %#x to %#x within a sequence", last, s.address)
	}
	q := lineSequence{start: s.rows[0].addr, end: s.address, rows: s.rows}
	if r.table.relocatable {
		q.section = s.section.Index
	}
	if q.start < q.end {
		r.table.sequences = append(r.table.sequences, q)
	}
	return nil
}
