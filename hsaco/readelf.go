package hsaco

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// le is the byte order of every file read here.
var le = binary.LittleEndian

// Sizes of the records of an ELF64 file.
const (
	elfHeaderSize  = 64
	sectionHdrSize = 64
	programHdrSize = 56
	symbolSize     = 24
	relaSize       = 24
)

// ObjectSection is a section of a code object that has been read. Its Data is part of the file's
// bytes; Relocs are the relocations that still apply to it (relocatable objects, and executables
// linked with --emit-relocs).
type ObjectSection struct {
	Section
	Index      int
	Addr       uint64 // address in memory; 0 in relocatable objects
	Offset     uint64 // where Data begins in the file
	Link, Info uint32 // sh_link and sh_info, as the section's type defines them
}

// Segment is a program header and the bytes it covers.
type Segment struct {
	Type             elf.ProgType
	Flags            elf.ProgFlag
	Offset           uint64
	Addr             uint64
	FileSize, Memory uint64
	Align            uint64
	Data             []byte // FileSize bytes of the file
}

// elfFile is an ELF64 file of any machine: headers read, nothing interpreted.
type elfFile struct {
	data       []byte
	osABI      elf.OSABI
	abiVersion byte
	typ        elf.Type
	machine    elf.Machine
	flags      uint32
	sections   []*ObjectSection
	segments   []Segment
}

// stringTable hands out the strings of a string table. In a hostile table any number of entries can
// share one long string, so the total number of bytes handed out is limited: work on names stays
// proportional to the file size.
type stringTable struct {
	text   string
	budget int
}

// newStringTable reads b, to whose strings `users` bytes of records refer.
func newStringTable(b []byte, users int) *stringTable {
	return &stringTable{text: string(b), budget: 1<<20 + 64*(len(b)+users)}
}

func (t *stringTable) at(offset uint64) (string, error) {
	if offset == 0 && t.text == "" {
		return "", nil
	}
	if offset >= uint64(len(t.text)) {
		return "", fmt.Errorf("name at offset %#x of a string table of %#x bytes", offset, len(t.text))
	}
	rest := t.text[offset:]
	if len(rest) > t.budget {
		rest = rest[:t.budget]
	}
	n := strings.IndexByte(rest, 0)
	if n < 0 && len(rest) == t.budget {
		return "", errors.New("the names are far longer than the string table")
	}
	if n < 0 {
		return "", fmt.Errorf("name at offset %#x of the string table has no terminator", offset)
	}
	t.budget -= n + 1
	return rest[:n], nil
}

// isELF reports whether b starts like an ELF file.
func isELF(b []byte) bool { return bytes.HasPrefix(b, []byte(elf.ELFMAG)) }

// parseELF reads the headers, sections and segments of an ELF64 file.
func parseELF(b []byte) (*elfFile, error) {
	if !isELF(b) {
		return nil, errors.New("not an ELF file")
	}
	if len(b) < elfHeaderSize {
		return nil, fmt.Errorf("ELF header is cut off: %d bytes, needs %d", len(b), elfHeaderSize)
	}
	if c := elf.Class(b[elf.EI_CLASS]); c != elf.ELFCLASS64 {
		return nil, fmt.Errorf("ELF file has class %v; only ELFCLASS64 is read", c)
	}
	if d := elf.Data(b[elf.EI_DATA]); d != elf.ELFDATA2LSB {
		return nil, fmt.Errorf("ELF file has byte order %v; only ELFDATA2LSB is read", d)
	}
	f := &elfFile{
		data:       b,
		osABI:      elf.OSABI(b[elf.EI_OSABI]),
		abiVersion: b[elf.EI_ABIVERSION],
		typ:        elf.Type(le.Uint16(b[16:])),
		machine:    elf.Machine(le.Uint16(b[18:])),
		flags:      le.Uint32(b[48:]),
	}
	if err := f.readSegments(); err != nil {
		return nil, err
	}
	if err := f.readSections(); err != nil {
		return nil, err
	}
	return f, nil
}

// fileRange returns size bytes of the file starting at offset.
func (f *elfFile) fileRange(offset, size uint64) ([]byte, error) {
	n := uint64(len(f.data))
	if offset > n || size > n-offset {
		return nil, fmt.Errorf("bytes %#x to %#x+%#x are not in the file of %#x bytes", offset, offset, size, n)
	}
	return f.data[offset : offset+size : offset+size], nil
}

func (f *elfFile) readSegments() error {
	count := uint64(le.Uint16(f.data[56:]))
	if count == 0 {
		return nil
	}
	if s := le.Uint16(f.data[54:]); s != programHdrSize {
		return fmt.Errorf("program headers of %d bytes; ELF64 has %d", s, programHdrSize)
	}
	table, err := f.fileRange(le.Uint64(f.data[32:]), count*programHdrSize)
	if err != nil {
		return fmt.Errorf("program headers: %w", err)
	}
	f.segments = make([]Segment, count)
	for i := range f.segments {
		h := table[i*programHdrSize:]
		s := Segment{
			Type:     elf.ProgType(le.Uint32(h)),
			Flags:    elf.ProgFlag(le.Uint32(h[4:])),
			Offset:   le.Uint64(h[8:]),
			Addr:     le.Uint64(h[16:]),
			FileSize: le.Uint64(h[32:]),
			Memory:   le.Uint64(h[40:]),
			Align:    le.Uint64(h[48:]),
		}
		if s.Data, err = f.fileRange(s.Offset, s.FileSize); err != nil {
			return fmt.Errorf("segment %d: %w", i, err)
		}
		if s.Type == elf.PT_LOAD && s.FileSize > s.Memory {
			return fmt.Errorf("segment %d: %#x bytes in the file, but only %#x in memory", i, s.FileSize, s.Memory)
		}
		f.segments[i] = s
	}
	return nil
}

func (f *elfFile) readSections() error {
	table, names, err := f.sectionTable()
	if err != nil || table == nil {
		return err
	}
	f.sections = make([]*ObjectSection, len(table)/sectionHdrSize)
	// Sections do not overlap in a file. Enforcing that keeps all work on sections proportional to
	// the file size.
	left := uint64(len(f.data))
	for i := range f.sections {
		h := table[i*sectionHdrSize:]
		s := &ObjectSection{
			Section: Section{
				Type:    elf.SectionType(le.Uint32(h[4:])),
				Flags:   elf.SectionFlag(le.Uint64(h[8:])),
				Size:    le.Uint64(h[32:]),
				Align:   max(1, le.Uint64(h[48:])),
				EntSize: le.Uint64(h[56:]),
			},
			Index:  i,
			Addr:   le.Uint64(h[16:]),
			Offset: le.Uint64(h[24:]),
			Link:   le.Uint32(h[40:]),
			Info:   le.Uint32(h[44:]),
		}
		f.sections[i] = s
		if i == 0 {
			// The null section; its fields carry the counts that do not fit
			// in the file header.
			s.Size = 0
			continue
		}
		if s.Name, err = names.at(uint64(le.Uint32(h))); err != nil {
			return fmt.Errorf("section %d: %w", i, err)
		}
		if s.Align&(s.Align-1) != 0 {
			return fmt.Errorf("%v: alignment %#x is not a power of two", s, s.Align)
		}
		if s.Type == elf.SHT_NOBITS || s.Type == elf.SHT_NULL {
			continue
		}
		if s.Data, err = f.fileRange(s.Offset, s.Size); err != nil {
			return fmt.Errorf("%v: %w", s, err)
		}
		if s.Size > left {
			return fmt.Errorf("%v: sections overlap in the file", s)
		}
		left -= s.Size
	}
	return nil
}

// sectionTable returns the bytes of the section headers (a multiple of the
// header size; nil without sections) and the section names.
func (f *elfFile) sectionTable() ([]byte, *stringTable, error) {
	offset, count := le.Uint64(f.data[40:]), uint64(le.Uint16(f.data[60:]))
	if offset == 0 {
		return nil, nil, nil
	}
	if s := le.Uint16(f.data[58:]); s != sectionHdrSize {
		return nil, nil, fmt.Errorf("section headers of %d bytes; ELF64 has %d", s, sectionHdrSize)
	}
	first, err := f.fileRange(offset, sectionHdrSize)
	if err != nil {
		return nil, nil, fmt.Errorf("section headers: %w", err)
	}
	// Counts of 0xff00 or more are in the null section.
	if count == 0 {
		count = le.Uint64(first[32:])
	}
	if count > uint64(len(f.data))/sectionHdrSize {
		return nil, nil, fmt.Errorf("%d section headers in a file of %d bytes", count, len(f.data))
	}
	table, err := f.fileRange(offset, count*sectionHdrSize)
	if err != nil {
		return nil, nil, fmt.Errorf("section headers: %w", err)
	}
	index := uint64(le.Uint16(f.data[62:]))
	if elf.SectionIndex(index) == elf.SHN_XINDEX {
		index = uint64(le.Uint32(first[40:]))
	}
	if index == 0 {
		return table, newStringTable(nil, 0), nil
	}
	if index >= count {
		return nil, nil, fmt.Errorf("section names are in section %d of %d", index, count)
	}
	h := table[index*sectionHdrSize:]
	text, err := f.fileRange(le.Uint64(h[24:]), le.Uint64(h[32:]))
	if err != nil {
		return nil, nil, fmt.Errorf("section names: %w", err)
	}
	return table, newStringTable(text, len(table)), nil
}

// String names s in messages.
func (s *ObjectSection) String() string { return fmt.Sprintf("section %d (%s)", s.Index, s.Name) }

// contains reports whether addr is in s, as the section is laid out in memory.
func (s *ObjectSection) contains(addr uint64) bool {
	return addr >= s.Addr && addr-s.Addr < s.Size
}

// section returns section i, where i comes from the file.
func (f *elfFile) section(i uint32) (*ObjectSection, error) {
	if i == 0 || uint64(i) >= uint64(len(f.sections)) {
		return nil, fmt.Errorf("section %d of %d", i, len(f.sections))
	}
	return f.sections[i], nil
}

// only returns the one section of type t, or nil. ELF allows one symbol
// table of each kind.
func (f *elfFile) only(t elf.SectionType) (*ObjectSection, error) {
	var found *ObjectSection
	for _, s := range f.sections {
		if s.Type != t {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("%v and %v are both of type %v", found, s, t)
		}
		found = s
	}
	return found, nil
}

// records checks that s holds records of the given size and returns their number.
func (s *ObjectSection) records(size uint64) (int, error) {
	if s.EntSize != size || s.Size%size != 0 {
		return 0, fmt.Errorf("%v: %#x bytes in entries of %d; a %v has entries of %d", s, s.Size, s.EntSize, s.Type, size)
	}
	return len(s.Data) / int(size), nil
}
