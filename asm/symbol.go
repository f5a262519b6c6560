package asm

import (
	"debug/elf"
	"fmt"
	"strings"
)

// symID names a symbol; 0 is no symbol.
type symID uint32

type symKind uint8

const (
	symUndefined symKind = iota
	symLabel             // a place
	symAssigned          // expr
	symCommon            // .comm: size in value, align
	symLDS               // .amdgpu_lds: likewise
)

// symbol is a name, or a place without one.
type symbol struct {
	name string
	kind symKind
	// Attributes; bound and the like say that a directive set them.
	bind     elf.SymBind
	typ      elf.SymType
	vis      elf.SymVis
	bound    bool
	listed   bool // has a place in assembler.order
	inReloc  bool
	fixed    bool // .equiv: cannot be set again
	hidden   bool // replaced by a later .set
	signs    bool // names a section group
	section  bool // stands for a section
	visiting bool // being evaluated
	place    place
	expr     exprID // symAssigned
	size     exprID // .size
	value    int64  // symCommon, symLDS: the size
	align    uint64
	def      span // where it was defined (or first used)

	// Remembered results, valid while gen and homeGen are the assembler's.
	gen, homeGen int32
	known        bool
	val          value
	home         home
}

// place is a point in a stream: off bytes of the stream's data and the first
// vars of its variable pieces come before it.
type place struct {
	stream int32
	vars   int32
	off    int64
}

// lookup finds the symbol called name, or makes an undefined one.
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

// temporary reports whether the symbol stays out of the symbol table.
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

// enlist gives a symbol its place in the symbol table.
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

// binding is the binding that the object file shows.
func (a *assembler) binding(s *symbol) elf.SymBind {
	switch {
	case s.bound:
		return s.bind
	case s.kind == symUndefined && !s.section:
		if s.signs && !s.inReloc {
			return elf.STB_LOCAL
		}
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

// numberedLabel tracks a label that is a number, which can be defined again
// and again.
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
}

// numberedRef is the symbol of "1f" or "1b".
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

// assign gives a symbol a value, as .set, .equ, .equiv and = do.
func (a *assembler) assign(name string, e exprID, final bool, at span) {
	id := a.lookup(name)
	s := &a.syms[id]
	switch {
	case id == a.vgprs || id == a.sgprs:
		if a.nodes[e].op != opConst {
			a.errorAt(at, "%s counts registers: its value must be known here", name)
			return
		}
		s.expr = e
		a.enlist(id)
		return
	case s.kind == symAssigned && !final && !s.fixed:
		// Earlier uses keep the earlier value.
		old := *s
		id = a.newSymbol(symbol{name: name, bind: old.bind, typ: old.typ, vis: old.vis, bound: old.bound, size: old.size})
		a.syms[a.names[name]].hidden = true
		a.names[name] = id
	case s.kind != symUndefined || s.section:
		a.redefined(s, at)
		return
	}
	s = &a.syms[id]
	s.kind, s.expr, s.fixed, s.def = symAssigned, e, final, at
	a.enlist(id)
	a.enlistUsed(e)
}
