package asm

import (
	"debug/elf"
	"fmt"
	"strconv"
	"strings"
)

// symID names a symbol; 0 is no symbol.
type symID uint32

type symKind uint8

const (
	symUndefined symKind = iota
	symLabel             // a place
	symAssigned          // expr
	symCommon            // .comm
	symLDS               // .amdgpu_lds
)

// symbol is a name, or a place without one. There can be one for every few bytes of source, so
// rarely used properties are kept elsewhere.
type symbol struct {
	name  string
	place place  // symLabel
	def   span   // where it was defined, or first used
	expr  exprID // symAssigned
	size  exprID // .size
	memo  int32  // symAssigned: index in assembler.memos
	kind  symKind
	bind  elf.SymBind
	typ   elf.SymType
	vis   elf.SymVis
	// The directives and uses that the symbol has seen.
	bound    bool // bind was set by a directive
	listed   bool // it is in assembler.order
	inReloc  bool
	fixed    bool // .equiv: it cannot be set again
	hidden   bool // it was replaced by a later .set, or is a section's
	section  bool // it stands for a section
	visiting bool // it is being evaluated
}

// memo caches the value of an assigned symbol, valid while the generation is that of the assembler.
type memo struct {
	values  [2]memoValue // as is, and looking through symbols in sections
	homeGen int32
	home    home
}

type memoValue struct {
	gen   int32
	known bool // val is good
	val   value
}

// commonSize is the size of a symbol declared by .comm or .amdgpu_lds.
type commonSize struct{ size, align int64 }

// place is a point in a stream: off bytes of the stream's data and its first vars variable pieces
// come before it.
type place struct {
	stream int32
	vars   int32
	off    int64
}

// lookup finds the symbol called name, or creates an undefined one.
func (a *assembler) lookup(name string) symID {
	if id, ok := a.names[name]; ok {
		return id
	}
	id := a.newSymbol(symbol{name: name})
	a.names[name] = id
	return id
}

func (a *assembler) newSymbol(s symbol) symID {
	a.syms = append(a.syms, s)
	return symID(len(a.syms) - 1)
}

func (a *assembler) newMemo() int32 {
	a.memos = append(a.memos, memo{})
	return int32(len(a.memos) - 1)
}

// temporary reports whether the symbol is omitted from the symbol table.
func (s *symbol) temporary() bool {
	return s.name == "" || strings.HasPrefix(s.name, ".L")
}

// title names the symbol in messages.
func (s *symbol) title() string {
	if s.name == "" {
		return "this place"
	}
	return "'" + s.name + "'"
}

// enlist adds a symbol to the symbol table.
func (a *assembler) enlist(id symID) {
	if s := &a.syms[id]; !s.listed {
		s.listed = true
		a.order = append(a.order, id)
	}
}

// enlistUsed enlists the symbols of an expression.
func (a *assembler) enlistUsed(e exprID) {
	for { // right spines are short, left ones can be long
		n := &a.nodes[e]
		switch {
		case n.op == opConst:
			return
		case n.op == opSym:
			a.enlist(symID(n.l))
			return
		case n.op == opCall:
			for arg := n.l; arg != 0; arg = a.nodes[arg].r {
				a.enlistUsed(exprID(a.nodes[arg].l))
			}
			return
		case n.r != 0:
			a.enlistUsed(exprID(n.l))
			e = exprID(n.r)
		default:
			e = exprID(n.l)
		}
	}
}

// binding returns the binding in the object file.
func (a *assembler) binding(s *symbol) elf.SymBind {
	switch {
	case s.bound:
		return s.bind
	case s.kind == symUndefined && !s.section:
		return elf.STB_GLOBAL
	case s.kind == symCommon || s.kind == symLDS:
		return elf.STB_GLOBAL
	}
	return elf.STB_LOCAL
}

// here makes a nameless label at the current place.
func (a *assembler) here() symID {
	return a.newSymbol(symbol{kind: symLabel, place: a.cur.place(), def: a.at.span(1)})
}

// defineLabel puts a label at the current place.
func (a *assembler) defineLabel(name string, at span) {
	if len(a.syms) >= maxSymbols {
		a.errorAt(at, "too many symbols")
		return
	}
	if name == "." {
		a.errorAt(at, "'.' is the current place and cannot be a label")
		return
	}
	id := a.lookup(name)
	s := &a.syms[id]
	if s.kind != symUndefined || s.section {
		a.redefined(s, at)
		return
	}
	s.kind, s.place, s.def = symLabel, a.cur.place(), at
	a.enlist(id)
	a.dbg.label(name, a.dbgHere(), a.dbgLine(at.pos))
}

// redefined reports a second definition of s.
func (a *assembler) redefined(s *symbol, at span) {
	var notes []string
	if s.def.n > 0 {
		d := a.diagnostic(s.def, "", nil)
		notes = []string{fmt.Sprintf("it was defined at %s:%d:%d", d.File, d.Line, d.Col)}
	}
	a.report(at, notes, "symbol %s is already defined", s.title())
}

// numberedLabel tracks a label that is a number, which can be defined repeatedly.
type numberedLabel struct {
	last symID // the latest definition
	next symID // what "1f" means, once it was used
}

// defineNumbered puts the label "n:" at the current place.
func (a *assembler) defineNumbered(n int64, at span) {
	if len(a.syms) >= maxSymbols {
		a.errorAt(at, "too many symbols")
		return
	}
	l := a.numbered[n]
	id := l.next
	if id == 0 {
		id = a.newSymbol(symbol{})
	}
	s := &a.syms[id]
	s.kind, s.place, s.def = symLabel, a.cur.place(), at
	a.numbered[n] = numberedLabel{last: id}
	a.dbg.label(strconv.FormatInt(n, 10), a.dbgHere(), a.dbgLine(at.pos))
}

// numberedRef returns the symbol of "1f" or "1b".
func (a *assembler) numberedRef(n int64, forward bool) (symID, bool) {
	l := a.numbered[n]
	if !forward {
		return l.last, l.last != 0
	}
	if l.next == 0 {
		l.next = a.newSymbol(symbol{def: a.at.span(0)})
		a.numbered[n] = l
	}
	return l.next, true
}

// replace lets name stand for another symbol from here on.
func (a *assembler) replace(name string, id symID) {
	old := a.names[name]
	a.syms[old].hidden = true
	a.names[name] = id
	switch old {
	case a.vgprs:
		a.vgprs = id
	case a.sgprs:
		a.sgprs = id
	}
}

// assign gives a symbol a value, as .set, .equ, .equiv and = do.
func (a *assembler) assign(name string, e exprID, final bool, at span) {
	id := a.lookup(name)
	s := &a.syms[id]
	switch {
	case (id == a.vgprs || id == a.sgprs) && a.nodes[e].op != opConst:
		a.errorAt(at, "%s counts registers: its value must be known here", name)
		return
	case s.kind == symAssigned && !final && !s.fixed:
		// Earlier uses keep the earlier value.
		old := *s
		id = a.newSymbol(symbol{name: name, bind: old.bind, typ: old.typ, vis: old.vis, bound: old.bound, size: old.size})
		a.sizeAt[id] = a.sizeAt[a.names[name]]
		a.replace(name, id)
	case s.kind != symUndefined || s.section:
		a.redefined(s, at)
		return
	}
	s = &a.syms[id]
	s.kind, s.expr, s.fixed, s.def = symAssigned, e, final, at
	s.memo = a.newMemo()
	a.enlist(id)
	a.enlistUsed(e)
}
