package asm

import (
	"debug/elf"
	"strconv"
	"strings"
)

const (
	shfExclude  = elf.SectionFlag(0x80000000)
	shfRetain   = elf.SectionFlag(0x200000)
	shtAddrsig  = elf.SectionType(0x6fff4c03)
	maxSections = 0xff00 // SHN_LORESERVE
)

// knownSections gives the default properties of sections with one of these names, or with one of
// these names followed by a dot and more.
var knownSections = []struct {
	name  string
	typ   elf.SectionType
	flags elf.SectionFlag
}{
	{".text", elf.SHT_PROGBITS, elf.SHF_ALLOC | elf.SHF_EXECINSTR},
	{".init", elf.SHT_PROGBITS, elf.SHF_ALLOC | elf.SHF_EXECINSTR},
	{".fini", elf.SHT_PROGBITS, elf.SHF_ALLOC | elf.SHF_EXECINSTR},
	{".rodata", elf.SHT_PROGBITS, elf.SHF_ALLOC},
	{".rodata1", elf.SHT_PROGBITS, elf.SHF_ALLOC},
	{".eh_frame", elf.SHT_PROGBITS, elf.SHF_ALLOC},
	{".data", elf.SHT_PROGBITS, elf.SHF_ALLOC | elf.SHF_WRITE},
	{".data1", elf.SHT_PROGBITS, elf.SHF_ALLOC | elf.SHF_WRITE},
	{".bss", elf.SHT_NOBITS, elf.SHF_ALLOC | elf.SHF_WRITE},
	{".init_array", elf.SHT_INIT_ARRAY, elf.SHF_ALLOC | elf.SHF_WRITE},
	{".fini_array", elf.SHT_FINI_ARRAY, elf.SHF_ALLOC | elf.SHF_WRITE},
	{".preinit_array", elf.SHT_PREINIT_ARRAY, elf.SHF_ALLOC | elf.SHF_WRITE},
	{".tdata", elf.SHT_PROGBITS, elf.SHF_ALLOC | elf.SHF_WRITE | elf.SHF_TLS},
	{".tbss", elf.SHT_NOBITS, elf.SHF_ALLOC | elf.SHF_WRITE | elf.SHF_TLS},
}

func defaultsOf(name string) (elf.SectionType, elf.SectionFlag) {
	for _, k := range knownSections {
		if rest, ok := strings.CutPrefix(name, k.name); ok && (rest == "" || rest[0] == '.') {
			return k.typ, k.flags
		}
	}
	if strings.HasPrefix(name, ".note") {
		return elf.SHT_NOTE, 0
	}
	return elf.SHT_PROGBITS, 0
}

// namedSection finds or makes the section of this name with its defaults.
func (a *assembler) namedSection(name string) *section {
	typ, flags := defaultsOf(name)
	s, _ := a.useSection(sectionKey{name: name, unique: -1}, typ, flags, 0)
	return s
}

// goTo is .text, .data, .rodata and .bss, optionally with a subsection number.
func goTo(a *assembler, c *call) {
	number, ok := c.subsectionNumber()
	if !ok || !c.end() {
		return
	}
	a.enter(a.subsection(a.namedSection(c.name), number))
}

// subsectionNumber takes the number of a subsection; none is 0.
func (c *cursor) subsectionNumber() (int, bool) {
	if !c.skip() {
		return 0, true
	}
	start := c.i
	n, ok := c.abs()
	if !ok {
		return 0, false
	}
	if n < 0 || n > 8192 {
		return 0, c.fail(start, c.i, "a subsection has a number from 0 to 8192, not %d", n)
	}
	return int(n), true
}

// subsectionDirective is ".subsection number".
func subsectionDirective(a *assembler, c *call) {
	number, ok := c.subsectionNumber()
	if ok && c.end() {
		a.enter(a.subsection(a.cur.sec, number))
	}
}

// sectionDirective is ".section name, flags, @type, …".
func sectionDirective(a *assembler, c *call) {
	if st := a.sectionOperands(c, false); st != nil {
		a.enter(st)
	}
}

// pushSection is .pushsection: as .section, until .popsection.
func pushSection(a *assembler, c *call) {
	if len(a.stack) > 1<<16 {
		a.errorAt(c.at, "too many .pushsection without .popsection")
		return
	}
	cur, prev := a.cur, a.prev
	if st := a.sectionOperands(c, true); st != nil {
		a.stack = append(a.stack, [2]*stream{cur, prev})
		a.enter(st)
	}
}

func popSection(a *assembler, c *call) {
	if !c.end() {
		return
	}
	n := len(a.stack)
	if n == 0 {
		a.errorAt(c.at, ".popsection without .pushsection")
		return
	}
	top := a.stack[n-1]
	a.stack = a.stack[:n-1]
	a.enter(top[0])
	a.prev = top[1]
}

func previous(a *assembler, c *call) {
	if !c.end() {
		return
	}
	if a.prev == nil {
		a.errorAt(c.at, ".previous before any change of section")
		return
	}
	a.enter(a.prev)
}

// sectionSpec holds the operands of .section.
type sectionSpec struct {
	key       sectionKey
	typ       elf.SectionType
	flags     elf.SectionFlag
	entSize   uint64
	typeGiven bool
	given     bool // flags
	sameGroup bool // "?"
	number    int
}

// sectionOperands takes the operands of .section or .pushsection, and gives
// the section's stream, or nil after an error.
func (a *assembler) sectionOperands(c *call, push bool) *stream {
	c.skip()
	start := c.i
	name, ok := c.sectionName()
	if !ok {
		return nil
	}
	at := c.span(start, c.i)
	spec := sectionSpec{key: sectionKey{name: name, unique: -1}}
	spec.typ, spec.flags = defaultsOf(name)
	if !c.sectionSpec(&spec, push) || !c.end() {
		return nil
	}
	if spec.sameGroup {
		spec.key.group = a.cur.sec.group
	}
	if spec.key.group != "" {
		spec.flags |= elf.SHF_GROUP
	}
	return a.specifiedSection(&spec, at)
}

// specifiedSection finds or makes the section; the properties given for an existing section must
// match it.
func (a *assembler) specifiedSection(spec *sectionSpec, at span) *stream {
	if len(a.sections) >= maxSections-256 {
		a.errorAt(at, "too many sections")
		return nil
	}
	s, made := a.useSection(spec.key, spec.typ, spec.flags, spec.entSize)
	if !made {
		switch {
		case spec.typeGiven && s.typ != spec.typ:
			a.errorAt(at, "section %s has type %s, not %s", s.name, typeName(s.typ), typeName(spec.typ))
			return nil
		case (spec.given || spec.typeGiven) && s.flags != spec.flags:
			a.errorAt(at, "section %s has flags %#x, not %#x", s.name, uint32(s.flags), uint32(spec.flags))
			return nil
		case spec.given && s.entSize != spec.entSize:
			a.errorAt(at, "section %s has entries of %d bytes, not %d", s.name, s.entSize, spec.entSize)
			return nil
		}
	}
	return a.subsection(s, spec.number)
}

// sectionName takes a name in quotes, or everything up to a blank or comma.
func (c *cursor) sectionName() (string, bool) {
	if c.is('"') {
		name, ok := c.quoted()
		if ok && name == "" {
			return "", c.fail(c.i-2, c.i, "a section name cannot be empty")
		}
		return name, ok
	}
	start := c.i
	for c.i < len(c.s) && class[c.s[c.i]] != chBlank && c.s[c.i] != ',' {
		c.i++
	}
	if c.i == start {
		return "", c.fail(start, start+1, "expected the name of a section")
	}
	return c.s[start:c.i], true
}

// sectionSpec takes the operands after the name.
func (c *cursor) sectionSpec(spec *sectionSpec, push bool) bool {
	if push && c.skip() {
		mark := c.i
		if c.eat(',') && !c.is('"') {
			n, ok := c.subsectionNumber()
			if !ok {
				return false
			}
			spec.number = n
		} else {
			c.i = mark
		}
	}
	if !c.skip() {
		return true
	}
	if !c.comma() || !c.sectionFlags(spec) {
		return false
	}
	if !c.skip() {
		if spec.flags&elf.SHF_MERGE != 0 || spec.flags&elf.SHF_GROUP != 0 || spec.flags&elf.SHF_LINK_ORDER != 0 {
			return c.fail(c.i, c.i, "sections with the flags M, G or o need a type, such as @progbits")
		}
		return true
	}
	if !c.comma() || !c.sectionType(spec) {
		return false
	}
	if spec.flags&elf.SHF_MERGE != 0 && !c.entrySize(spec) {
		return false
	}
	if spec.flags&elf.SHF_GROUP != 0 && !spec.sameGroup && !c.sectionGroup(spec) {
		return false
	}
	if spec.flags&elf.SHF_LINK_ORDER != 0 {
		if !c.comma() {
			return false
		}
		var ok bool
		if spec.key.linked, ok = c.symbolName(); !ok {
			return false
		}
	}
	if !c.skip() {
		return true
	}
	return c.comma() && c.uniqueID(spec)
}

// sectionFlagLetters are the flags in the second operand of .section.
var sectionFlagLetters = [256]elf.SectionFlag{
	'a': elf.SHF_ALLOC, 'w': elf.SHF_WRITE, 'x': elf.SHF_EXECINSTR, 'M': elf.SHF_MERGE, 'S': elf.SHF_STRINGS,
	'G': elf.SHF_GROUP, 'T': elf.SHF_TLS, 'o': elf.SHF_LINK_ORDER, 'e': shfExclude, 'R': shfRetain,
}

func (c *cursor) sectionFlags(spec *sectionSpec) bool {
	c.skip()
	start := c.i
	text, ok := c.quoted()
	if !ok {
		return false
	}
	spec.given = true
	if n, err := strconv.ParseUint(text, 0, 32); err == nil && text != "" {
		spec.flags |= elf.SectionFlag(n)
		return true
	}
	for i := range len(text) {
		f := sectionFlagLetters[text[i]]
		switch {
		case text[i] == '?':
			spec.sameGroup = true
		case f == 0:
			c.fail(start, c.i, "unknown section flag %q", text[i:i+1])
			c.note("accepted: a (loaded), w (writable), x (code), M (mergeable), S (strings), G (group), T (thread-local), o (linked), e (excluded), R (retained) and ? (the group of the current section)")
			return false
		}
		spec.flags |= f
	}
	return true
}

var sectionTypeNames = []struct {
	name string
	typ  elf.SectionType
}{
	{"progbits", elf.SHT_PROGBITS}, {"nobits", elf.SHT_NOBITS}, {"note", elf.SHT_NOTE},
	{"init_array", elf.SHT_INIT_ARRAY}, {"fini_array", elf.SHT_FINI_ARRAY}, {"preinit_array", elf.SHT_PREINIT_ARRAY},
	{"llvm_addrsig", shtAddrsig},
}

func typeName(t elf.SectionType) string {
	for _, k := range sectionTypeNames {
		if k.typ == t {
			return "@" + k.name
		}
	}
	return "@0x" + strconv.FormatUint(uint64(t), 16)
}

// sectionType takes @progbits and the like.
func (c *cursor) sectionType(spec *sectionSpec) bool {
	c.skip()
	start := c.i
	text := ""
	switch {
	case c.is('"'):
		var ok bool
		if text, ok = c.quoted(); !ok {
			return false
		}
	case c.is('@') || c.is('%'):
		c.i++
		from := c.i
		for c.i < len(c.s) && class[c.s[c.i]] >= chName {
			c.i++
		}
		text = c.s[from:c.i]
	}
	spec.typeGiven = true
	for _, k := range sectionTypeNames {
		if k.name == text {
			spec.typ = k.typ
			return true
		}
	}
	if n, err := strconv.ParseUint(text, 0, 32); err == nil {
		spec.typ = elf.SectionType(n)
		return true
	}
	c.fail(start, max(c.i, c.tokenEnd()), "unknown section type %q", c.s[start:c.i])
	c.note("accepted: @progbits, @nobits, @note, @init_array, @fini_array, @preinit_array and numbers, as in @0x7")
	return false
}

func (c *cursor) entrySize(spec *sectionSpec) bool {
	if !c.comma() {
		return false
	}
	c.skip()
	start := c.i
	n, ok := c.abs()
	if !ok {
		return false
	}
	if n <= 0 || n > 1<<31 {
		return c.fail(start, c.i, "the entry size must be positive")
	}
	spec.entSize = uint64(n)
	return true
}

// sectionGroup takes the name of the group, and perhaps "comdat".
func (c *cursor) sectionGroup(spec *sectionSpec) bool {
	if !c.comma() {
		return false
	}
	var ok bool
	if c.skip() && class[c.s[c.i]] == chDigit {
		spec.key.group = c.s[c.i:c.tokenEnd()]
		c.i = c.tokenEnd()
	} else if spec.key.group, ok = c.symbolName(); !ok {
		return false
	}
	mark := c.i
	if c.eat(',') {
		c.skip()
		if c.word() != "comdat" {
			c.i = mark
		}
	}
	return true
}

// uniqueID takes "unique, number".
func (c *cursor) uniqueID(spec *sectionSpec) bool {
	c.skip()
	start := c.i
	if c.word() != "unique" {
		return c.fail(start, c.tokenEnd(), "expected \"unique\" or the end of the statement")
	}
	if !c.comma() {
		return false
	}
	c.skip()
	start = c.i
	n, ok := c.abs()
	if !ok {
		return false
	}
	if n < 0 || n >= 1<<32-1 {
		return c.fail(start, c.i, "the number of a unique section must be from 0 to 4294967294")
	}
	spec.key.unique = int(n)
	return true
}
