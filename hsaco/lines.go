package hsaco

import (
	"bytes"
	"cmp"
	"debug/elf"
	"errors"
	"fmt"
	"math"
	"slices"
)

// LineTable maps code addresses to source lines.
type LineTable struct {
	relocatable bool
	files       []string
	sequences   []lineSequence // by section, then by start
}

// Position is a place in a source file. Line 0 is code without a source line (made by the
// compiler); Column 0 is the whole line.
type Position struct {
	File         string
	Line, Column int
}

// lineRow is the position of the code from addr on, up to the next row.
type lineRow struct {
	addr         uint64
	file         int32 // index in LineTable.files, or noFile
	line, column uint32
}

const noFile = -1

// lineSequence holds the rows of a contiguous piece of code. section is 0 in linked objects, where
// addresses are unique.
type lineSequence struct {
	section    int
	start, end uint64
	rows       []lineRow
}

// Lookup returns the position of the code at addr. In a relocatable object addr is an offset in s;
// in a linked one s is ignored and may be nil.
func (t *LineTable) Lookup(s *ObjectSection, addr uint64) (Position, bool) {
	section := 0
	if t.relocatable {
		if s == nil {
			return Position{}, false
		}
		section = s.Index
	}
	i, _ := slices.BinarySearchFunc(t.sequences, addr, func(q lineSequence, addr uint64) int {
		return cmp.Or(cmp.Compare(q.section, section), orBefore(q.start, addr))
	})
	if i == 0 {
		return Position{}, false
	}
	q := t.sequences[i-1]
	if q.section != section || addr >= q.end {
		return Position{}, false
	}
	i, _ = slices.BinarySearchFunc(q.rows, addr, func(r lineRow, addr uint64) int {
		return orBefore(r.addr, addr)
	})
	r := q.rows[i-1] // the first row is at q.start
	p := Position{Line: int(r.line), Column: int(r.column)}
	if r.file != noFile {
		p.File = t.files[r.file]
	}
	return p, true
}

// ErrNoLines is returned by Lines for code compiled without -g.
var ErrNoLines = errors.New("code object has no .debug_line section")

// Lines reads the line table: .debug_line of DWARF versions 2 to 5.
//
// The table is not read by debug/dwarf because that copies the string of each file entry: a small
// section whose entries share one long string would take a large multiple of its size.
func (o *Object) Lines() (*LineTable, error) {
	line, err := o.debugSection(".debug_line")
	if err != nil {
		return nil, err
	}
	if line.data == nil {
		return nil, ErrNoLines
	}
	if len(line.data) > math.MaxInt32 {
		return nil, fmt.Errorf(".debug_line has %#x bytes; up to %#x are read", len(line.data), math.MaxInt32)
	}
	r := &lineReader{o: o, section: line, table: &LineTable{relocatable: o.Type == elf.ET_REL}}
	if err := r.open(); err != nil {
		return nil, err
	}
	cursor := &dwarfCursor{data: line.data}
	for cursor.at < len(line.data) {
		start := cursor.at
		if err := r.readUnit(cursor); err != nil {
			return nil, fmt.Errorf(".debug_line: unit at %#x: %w", start, err)
		}
	}
	slices.SortStableFunc(r.table.sequences, func(a, b lineSequence) int {
		return cmp.Or(cmp.Compare(a.section, b.section), cmp.Compare(a.start, b.start))
	})
	return r.table, nil
}

// debugData is the content of a debug section, decompressed and relocated.
type debugData struct {
	data   []byte // nil if there is no such section
	stored int    // bytes in the file
	// In a relocatable object, addresses holds the sections that relocated 64-bit fields point
	// into, by offset of the field.
	addresses map[uint64]*ObjectSection
}

// debugSection returns the content of the debug section called name.
func (o *Object) debugSection(name string) (*debugData, error) {
	i := slices.IndexFunc(o.Sections, func(s *ObjectSection) bool {
		return s.Name == name && s.Type != elf.SHT_NOBITS
	})
	if i < 0 {
		return &debugData{}, nil
	}
	s := o.Sections[i]
	d := &debugData{data: s.Data, stored: len(s.Data)}
	if s.Flags&elf.SHF_COMPRESSED != 0 {
		var err error
		if d.data, err = inflateSection(s.Data); err != nil {
			return nil, fmt.Errorf("%v: %w", s, err)
		}
	}
	if o.Type == elf.ET_REL && len(s.Relocs) > 0 {
		if err := d.relocate(o, s.Relocs); err != nil {
			return nil, fmt.Errorf("%v: %w", s, err)
		}
	}
	return d, nil
}

// inflateSection decompresses a section with the flag SHF_COMPRESSED: its
// data begins with a header of u32 type, u32 reserved, u64 size, u64 alignment.
func inflateSection(b []byte) ([]byte, error) {
	const header, ratio, floor = 24, 64, 1 << 20
	if len(b) < header {
		return nil, errors.New("compression header is cut off")
	}
	budget := floor + ratio*len(b)
	method, size := le.Uint32(b), le.Uint64(b[8:])
	switch method {
	case sectionZlib:
		return inflateZlib(b[header:], size, &budget)
	case sectionZstd:
		return inflateZstd(b[header:], size, &budget)
	}
	return nil, fmt.Errorf("compression type %d; zlib (%d) and zstd (%d) are read", method, sectionZlib, sectionZstd)
}

// relocate applies the kinds of relocation that debug sections have to a copy. The sections of a
// relocatable object have no addresses, so a symbol's address is its offset.
func (d *debugData) relocate(o *Object, relocs []Reloc) error {
	d.data = slices.Clone(d.data)
	d.addresses = map[uint64]*ObjectSection{}
	n := uint64(len(d.data))
	for _, r := range relocs {
		size := uint64(4)
		switch r.Type {
		case RelNone:
			continue
		case RelAbs32:
		case RelAbs64:
			size = 8
		default:
			return fmt.Errorf("relocation of type %d at %#x; debug sections may have R_AMDGPU_ABS32 (%d) and R_AMDGPU_ABS64 (%d)",
				r.Type, r.Offset, RelAbs32, RelAbs64)
		}
		if r.Offset > n || size > n-r.Offset {
			return fmt.Errorf("relocation at %#x in a section of %#x bytes", r.Offset, n)
		}
		value := uint64(r.Addend)
		if r.Symbol != nil {
			value += r.Symbol.Value
		}
		if size == 4 {
			le.PutUint32(d.data[r.Offset:], uint32(value))
			continue
		}
		le.PutUint64(d.data[r.Offset:], value)
		if r.Symbol != nil && r.Symbol.Place == PlaceSection {
			d.addresses[r.Offset] = o.SectionOf(r.Symbol)
		}
	}
	return nil
}

// dwarfCursor reads DWARF data. After the first read past the end it returns only zeros, and err
// says where that happened.
type dwarfCursor struct {
	data []byte
	at   int
	err  error
}

// take returns the next n bytes, or nil if there are fewer.
func (c *dwarfCursor) take(n uint64) []byte {
	if c.err == nil && n > uint64(len(c.data)-c.at) {
		c.err = fmt.Errorf("data ends at %#x, %d bytes too early", len(c.data), n-uint64(len(c.data)-c.at))
	}
	if c.err != nil {
		return nil
	}
	b := c.data[c.at : c.at+int(n)]
	c.at += int(n)
	return b
}

// uint reads a little-endian number of 1, 2, 4 or 8 bytes.
func (c *dwarfCursor) uint(size int) uint64 {
	var v uint64
	for i, b := range c.take(uint64(size)) {
		v |= uint64(b) << (8 * i)
	}
	return v
}

// uleb reads an unsigned LEB128 number; bits past 64 are dropped.
func (c *dwarfCursor) uleb() uint64 {
	v, _, _ := c.leb()
	return v
}

// sleb reads a signed LEB128 number.
func (c *dwarfCursor) sleb() int64 {
	v, shift, negative := c.leb()
	if negative && shift < 64 {
		v |= ^uint64(0) << shift
	}
	return int64(v)
}

// leb reads a LEB128 number, its width in bits, and its sign bit.
func (c *dwarfCursor) leb() (v uint64, shift uint, negative bool) {
	for {
		b := c.take(1)
		if b == nil {
			return 0, 0, false
		}
		if shift < 64 {
			v |= uint64(b[0]&0x7f) << shift
		}
		shift += 7
		if b[0] < 0x80 {
			return v, shift, b[0]&0x40 != 0
		}
	}
}

// text reads a zero-terminated string.
func (c *dwarfCursor) text() string {
	if c.err != nil {
		return ""
	}
	rest := c.data[c.at:]
	n := bytes.IndexByte(rest, 0)
	if n < 0 {
		c.err = fmt.Errorf("string at %#x has no terminator", c.at)
		return ""
	}
	c.at += n + 1
	return string(rest[:n])
}

// unitLength reads the length of a unit and the width of its offsets.
func (c *dwarfCursor) unitLength() (length uint64, offsetSize int) {
	if n := c.uint(4); n != 0xffffffff {
		return n, 4
	}
	return c.uint(8), 8
}
