package asm

import (
	"debug/elf"
	"maps"
	"slices"
	"strings"
)

// attribute returns a directive that gives an attribute to each symbol of a list.
func attribute(set func(a *assembler, s *symbol, at span)) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		if !c.skip() {
			return
		}
		for {
			c.skip()
			start := c.i
			id, ok := c.symbol()
			if !ok {
				return
			}
			if a.syms[id].section {
				c.fail(start, c.i, "%s is a section", a.syms[id].title())
				return
			}
			a.enlist(id)
			set(a, &a.syms[id], c.span(start, c.i))
			if !c.eat(',') {
				c.end()
				return
			}
		}
	}
}

// bind returns the symbol a binding.
func bind(b elf.SymBind) func(*assembler, *symbol, span) {
	return func(a *assembler, s *symbol, at span) {
		if s.bound && s.bind != b {
			if s.bind == elf.STB_LOCAL || b == elf.STB_LOCAL {
				a.errorAt(at, "symbol %s cannot be local and global", s.title())
				return
			}
			a.warn(at, "symbol %s is declared %s here, but was %s before", s.title(), bindName(b), bindName(s.bind))
		}
		s.bound, s.bind = true, b
	}
}

func bindName(b elf.SymBind) string {
	switch b {
	case elf.STB_WEAK:
		return "weak"
	case elf.STB_GLOBAL:
		return "global"
	}
	return "local"
}

// show returns the symbol a visibility.
func show(v elf.SymVis) func(*assembler, *symbol, span) {
	return func(_ *assembler, s *symbol, _ span) { s.vis = v }
}

// symbolTypes are the spellings of types in .type.
var symbolTypes = map[string]elf.SymType{
	"function": elf.STT_FUNC, "STT_FUNC": elf.STT_FUNC,
	"object": elf.STT_OBJECT, "STT_OBJECT": elf.STT_OBJECT,
	"common": elf.STT_OBJECT, "STT_COMMON": elf.STT_OBJECT,
	"tls_object": elf.STT_TLS, "STT_TLS": elf.STT_TLS,
	"notype": elf.STT_NOTYPE, "STT_NOTYPE": elf.STT_NOTYPE,
}

// symbolType is ".type name, @function".
func symbolType(a *assembler, c *call) {
	id, ok := c.symbol()
	if !ok {
		return
	}
	c.eat(',')
	if c.is('@') || c.is('%') || c.is('#') {
		c.i++
	}
	c.skip()
	start := c.i
	var word string
	if c.is('"') {
		word, ok = c.quoted()
	} else {
		word = c.word()
	}
	typ, known := symbolTypes[word]
	if !ok || !known {
		c.fail(start, c.tokenEnd(), "unknown symbol type %q", word)
		c.note("accepted: @function, @object, @tls_object, @common and @notype")
		return
	}
	if !c.end() {
		return
	}
	a.enlist(id)
	s := &a.syms[id]
	s.typ = strongerType(s.typ, typ)
}

// strongerType combines the types of two .type directives for one symbol: the more specific one
// wins.
func strongerType(x, y elf.SymType) elf.SymType {
	for _, t := range []elf.SymType{elf.STT_NOTYPE, elf.STT_OBJECT, elf.STT_FUNC, elf.STT_TLS} {
		switch t {
		case x:
			return y
		case y:
			return x
		}
	}
	return y
}

// symbolSize is ".size name, expression".
func symbolSize(a *assembler, c *call) {
	id, ok := c.symbol()
	if !ok {
		return
	}
	c.eat(',')
	e, ok := c.expr()
	if !ok || !c.end() {
		return
	}
	a.syms[id].size, a.sizeAt[id] = e, c.at
}

// set is ".set name, expression"; final marks .equiv.
func set(final bool) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		c.skip()
		start := c.i
		name, ok := c.symbolName()
		if !ok {
			return
		}
		at := c.span(start, c.i)
		if !c.comma() {
			return
		}
		if name == "." {
			a.orgTo(c.cursor, at)
			return
		}
		a.assignFrom(c.cursor, name, final, at)
	}
}

// common is ".comm name, size, log2 of the alignment".
func common(a *assembler, c *call) {
	id, size, align, ok := c.commonOperands(true, 1)
	if !ok {
		return
	}
	a.declareCommon(c, id, symCommon, size, align)
}

// localCommon is ".lcomm name, size, log2 of the alignment".
func localCommon(a *assembler, c *call) {
	id, size, align, ok := c.commonOperands(true, 1)
	if !ok {
		return
	}
	bind(elf.STB_LOCAL)(a, &a.syms[id], c.at)
	a.declareCommon(c, id, symCommon, size, align)
}

// ldsSymbol is ".amdgpu_lds name, size, align".
func ldsSymbol(a *assembler, c *call) {
	id, size, align, ok := c.commonOperands(false, 4)
	if !ok {
		return
	}
	if size > int64(a.chip.LDSBytes) {
		a.errorAt(c.at, "%d bytes of LDS, but %s has only %d", size, a.chip.Name, a.chip.LDSBytes)
		return
	}
	a.declareCommon(c, id, symLDS, size, align)
}

// commonOperands takes a name, a size and an optional alignment, as a power or in bytes.
func (c *call) commonOperands(power bool, align int64) (symID, int64, int64, bool) {
	id, ok := c.symbol()
	if !ok || !c.comma() {
		return 0, 0, 0, false
	}
	c.skip()
	start := c.i
	size, ok := c.abs()
	if !ok {
		return 0, 0, 0, false
	}
	if size < 0 || size > 1<<40 {
		return 0, 0, 0, c.fail(start, c.i, "a size of %d is out of range", size)
	}
	if c.eat(',') {
		c.skip()
		start = c.i
		if align, ok = c.abs(); !ok {
			return 0, 0, 0, false
		}
		var msg string
		if align, msg = alignOf(align, power); msg != "" {
			return 0, 0, 0, c.fail(start, c.i, "%s", msg)
		}
	}
	return id, size, align, c.end()
}

// declareCommon makes a symbol of size bytes without contents: a local one
// goes into .bss here, a global one is left to the linker.
func (a *assembler) declareCommon(c *call, id symID, kind symKind, size, align int64) {
	s := &a.syms[id]
	if s.kind != symUndefined || s.section {
		if s.kind == kind && a.commons[id] == (commonSize{size, align}) {
			return
		}
		a.redefined(s, c.at)
		return
	}
	if kind == symCommon {
		a.enlist(id)
	}
	s.typ = elf.STT_OBJECT
	if !s.bound {
		s.bound, s.bind = true, elf.STB_GLOBAL
	}
	s.size = c.constant(size)
	s.def = c.at
	if s.bind != elf.STB_LOCAL || kind == symLDS {
		s.kind, a.commons[id] = kind, commonSize{size, align}
		return
	}
	a.dbg.section(a.dbgHere(), 0)
	st := a.namedSection(".bss").streams[0]
	st.sec.align = max(st.sec.align, uint64(align))
	back := a.cur
	a.cur = st
	a.align(piece{kind: pieceAlign, align: align, width: 1, most: align, where: c.at})
	s = &a.syms[id]
	s.kind, s.place = symLabel, st.place()
	a.pad(size, 0, 1, c.at)
	a.cur = back
}

// addrsigSymbol is ".addrsig_sym name".
func addrsigSymbol(a *assembler, c *call) {
	id, ok := c.symbol()
	if !ok || !c.end() {
		return
	}
	a.addrsigs = append(a.addrsigs, id)
}

// ident is ".ident text", which adds the text to .comment.
func ident(a *assembler, c *call) {
	text, ok := c.quoted()
	if !ok || !c.end() {
		return
	}
	a.dbg.section(a.dbgHere(), 0)
	s, _ := a.useSection(sectionKey{name: ".comment", unique: -1}, elf.SHT_PROGBITS, elf.SHF_MERGE|elf.SHF_STRINGS, 1)
	st := s.streams[0]
	if !a.identSet {
		st.data = append(st.data, 0)
		a.identSet = true
	}
	st.data = append(append(st.data, text...), 0)
}

// ignore is a directive without an effect on the object file.
func ignore(_ *assembler, c *call) { c.rest() }

// userError is .err and .error.
func userError(a *assembler, c *call) {
	text := c.name + " was reached"
	if c.is('"') {
		s, ok := c.quoted()
		if !ok {
			return
		}
		text = s
	}
	if c.end() {
		a.errorAt(c.at, "%s", text)
	}
}

// userWarning is .warning.
func userWarning(a *assembler, c *call) {
	text := ".warning was reached"
	if c.is('"') {
		s, ok := c.quoted()
		if !ok {
			return
		}
		text = s
	}
	if c.end() {
		a.warn(c.at, "%s", text)
	}
}

// printText is ".print text": it is reported like a warning, so that standard output holds only the
// result.
func printText(a *assembler, c *call) {
	text, ok := c.quoted()
	if ok && c.end() {
		a.warn(c.at, ".print %s", text)
	}
}

// stop is .end: nothing after it is read.
func stop(a *assembler, _ *call) {
	a.stopReading()
	a.args.rest()
}

// suggestDirective returns the directive that name may be a misspelling of.
func suggestDirective(name string) []string {
	names := append(slices.Sorted(maps.Keys(directives)), ".file", ".loc", ".cfi_startproc", ".cfi_endproc", ".cfi_sections")
	best := nearestName(name, names, 2)
	switch {
	case best != "":
		return []string{"did you mean " + best + "?"}
	case strings.HasPrefix(name, kernelDirectivePrefix):
		return []string{kernelDirectivePrefix + "… belong between .amdhsa_kernel and .end_amdhsa_kernel"}
	}
	return nil
}
