package asm

import (
	"debug/elf"
	"encoding/binary"
)

// section is one section of the output.
type section struct {
	id      int
	name    string
	typ     elf.SectionType
	flags   elf.SectionFlag
	entSize uint64
	group   string // signature symbol of its group
	linked  string // section that it is linked to ('o')
	align   uint64
	sym     symID     // stands for the section in relocations
	streams []*stream // ascending in number; the first is 0
	size    int64     // once laid out

	final []byte // contents, once laid out
}

// sectionKey distinguishes sections with the same name.
type sectionKey struct {
	name, group, linked string
	unique              int // -1: none
}

// stream is a section or one of its numbered subsections: bytes, interspersed with pieces whose
// size is not known until the layout.
type stream struct {
	id     int32
	sec    *section
	number int
	data   []byte
	zeros  int64 // SHT_NOBITS: the number of bytes, data stays empty
	pieces []piece
	fixups []fixup

	base   int64   // offset in the section
	before []int64 // before[i]: sizes of the first i pieces
}

// piece is a part of a stream of variable size.
type piece struct {
	kind  pieceKind
	at    int64 // the data before it
	expr  exprID
	size  int64
	where span

	value  uint64 // pattern of fill bytes
	width  int64  // bytes of the pattern
	align  int64
	most   int64 // .p2align: no padding if more than this would be needed
	asCode bool  // .p2align in code
}

type pieceKind uint8

const (
	pieceAlign pieceKind = iota
	pieceFill            // expr patterns
	pieceOrg             // up to offset expr
	pieceULEB
	pieceSLEB
)

// nobits reports whether the stream has no contents.
func (s *stream) nobits() bool { return s.sec.typ == elf.SHT_NOBITS }

// length returns the number of bytes of the stream so far, without pieces.
func (s *stream) length() int64 {
	if s.nobits() {
		return s.zeros
	}
	return int64(len(s.data))
}

// place returns the end of the stream.
func (s *stream) place() place {
	return place{stream: s.id, vars: int32(len(s.pieces)), off: s.length()}
}

// offset returns the final offset of p in the section.
func (s *stream) offset(p place) int64 {
	if len(s.pieces) == 0 {
		return s.base + p.off
	}
	return s.base + p.off + s.before[p.vars]
}

// shift returns the size of all pieces before the data byte at off.
func (s *stream) shift(off int64) int64 {
	lo, hi := 0, len(s.pieces)
	for lo < hi {
		if m := (lo + hi) / 2; s.pieces[m].at <= off {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == 0 {
		return 0
	}
	return s.before[lo]
}

// known returns the offset in the section of the stream's end, if it can no longer change.
func (s *stream) known() (int64, bool) {
	return s.length(), s.number == 0 && len(s.pieces) == 0
}

// useSection makes a section, or finds the one with this key.
func (a *assembler) useSection(key sectionKey, typ elf.SectionType, flags elf.SectionFlag, entSize uint64) (s *section, made bool) {
	if s, ok := a.byKey[key]; ok {
		return s, false
	}
	s = &section{
		id: len(a.sections), name: key.name, typ: typ, flags: flags, entSize: entSize,
		group: key.group, linked: key.linked, align: 1,
	}
	a.byKey[key] = s
	a.sections = append(a.sections, s)
	a.newStream(s, 0)
	s.sym = a.sectionSymbol(s)
	a.enlist(s.sym)
	return s, true
}

// sectionSymbol makes the symbol for a section. It has the name of the section, unless a label has
// that name already.
func (a *assembler) sectionSymbol(s *section) symID {
	id, taken := a.names[s.name]
	if taken && (a.syms[id].kind != symUndefined || a.syms[id].section) {
		id = a.newSymbol(symbol{name: s.name})
	} else if !taken {
		id = a.lookup(s.name)
	}
	sym := &a.syms[id]
	sym.kind, sym.place = symLabel, s.streams[0].place()
	sym.section, sym.hidden, sym.typ = true, true, elf.STT_SECTION
	sym.bound, sym.bind = true, elf.STB_LOCAL
	return id
}

func (a *assembler) newStream(s *section, number int) *stream {
	st := &stream{id: int32(len(a.streams)), sec: s, number: number}
	a.streams = append(a.streams, st)
	i := len(s.streams)
	for i > 0 && s.streams[i-1].number > number {
		i--
	}
	s.streams = append(s.streams, nil)
	copy(s.streams[i+1:], s.streams[i:])
	s.streams[i] = st
	return st
}

// subsection finds or makes a numbered subsection.
func (a *assembler) subsection(s *section, number int) *stream {
	for _, st := range s.streams {
		if st.number == number {
			return st
		}
	}
	return a.newStream(s, number)
}

// enter makes a stream the current one.
func (a *assembler) enter(st *stream) {
	changed := a.cur != st
	a.prev, a.cur = a.cur, st
	if changed {
		a.dbg.section(a.dbgHere(), st.sec.flags)
	}
}

// startSections creates the sections that exist before the first statement.
func (a *assembler) startSections() {
	s, _ := a.useSection(sectionKey{name: ".text", unique: -1}, elf.SHT_PROGBITS, elf.SHF_ALLOC|elf.SHF_EXECINSTR, 0)
	s.align = 4
	a.cur = s.streams[0]
	// Code is about a sixth of the size of its text.
	a.cur.data = make([]byte, 0, len(a.sources[0].text)/5)
	a.dbg.section(a.dbgHere(), s.flags)
}

// emit appends bytes to the current section.
func (a *assembler) emit(b []byte, at span) {
	st := a.cur
	if !st.nobits() {
		st.data = append(st.data, b...)
		return
	}
	for _, x := range b {
		if x != 0 {
			a.errorAt(at, "section %s has no contents: only zeros can go there", st.sec.name)
			return
		}
	}
	st.zeros += int64(len(b))
}

// emitInt appends the low size bytes of v.
func (a *assembler) emitInt(v int64, size int, at span) {
	st := a.cur
	if st.nobits() {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], uint64(v))
		a.emit(b[:size], at)
		return
	}
	switch size {
	case 1:
		st.data = append(st.data, byte(v))
	case 2:
		st.data = binary.LittleEndian.AppendUint16(st.data, uint16(v))
	case 4:
		st.data = binary.LittleEndian.AppendUint32(st.data, uint32(v))
	case 8:
		st.data = binary.LittleEndian.AppendUint64(st.data, uint64(v))
	default:
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], uint64(v))
		st.data = append(st.data, b[:size]...)
	}
}

// generate counts n bytes of output not written out in the source, and reports whether they are
// within the limit.
func (a *assembler) generate(n int64, at span) bool {
	if n > maxGenerated || a.generated+n > maxGenerated {
		a.errorAt(at, "this would make more than %d MiB of padding in the file", maxGenerated>>20)
		return false
	}
	a.generated += n
	return true
}

// pad appends count times the low width bytes of value.
func (a *assembler) pad(count int64, value uint64, width int64, at span) {
	st := a.cur
	if count <= 0 || width <= 0 {
		return
	}
	const most = 1 << 40 // a section without contents may be large
	if count > most/width {
		a.errorAt(at, "%d times %d bytes is too much", count, width)
		return
	}
	n := count * width
	if st.nobits() {
		if value != 0 {
			a.errorAt(at, "section %s has no contents: only zeros can go there", st.sec.name)
			return
		}
		if st.zeros += n; st.zeros > most {
			a.errorAt(at, "section %s is too large", st.sec.name)
			st.zeros = 0
		}
		return
	}
	if a.generate(n, at) {
		st.data = appendPattern(st.data, count, value, width)
	}
}

// appendPattern appends count times the low width bytes of value.
func appendPattern(b []byte, count int64, value uint64, width int64) []byte {
	var p [8]byte
	binary.LittleEndian.PutUint64(p[:], value)
	start := len(b)
	n := int(count * width)
	for range min(count, 64) {
		b = append(b, p[:width]...)
	}
	for len(b) < start+n {
		b = append(b, b[start:start+min(len(b)-start, start+n-len(b))]...)
	}
	return b
}

// sNop0 is the instruction that pads code.
const sNop0 = 0xbf800000

// appendCodePadding appends n bytes of padding to code: zeros up to a whole
// number of instructions, then s_nop 0.
func appendCodePadding(b []byte, n int64) []byte {
	b = appendPattern(b, n%4, 0, 1)
	return appendPattern(b, n/4, sNop0, 4)
}

// addPiece adds a piece of variable size at the end of the current stream.
func (a *assembler) addPiece(p piece) {
	st := a.cur
	p.at = st.length()
	st.pieces = append(st.pieces, p)
}
