package asm

import (
	"debug/elf"
	"fmt"
)

// value is what an expression evaluates to: add - sub + c, with at most one
// relocation specifier (that of add).
type value struct {
	add, sub symID
	spec     specifier
	c        int64
}

func (v value) absolute() bool { return v.add == 0 && v.sub == 0 }

// home is where a symbol is defined.
type home struct {
	kind homeKind
	sec  *section
}

type homeKind uint8

const (
	homeNone homeKind = iota // undefined
	homeAbs
	homeSection
)

const (
	maxSteps = 1 << 24 // nodes evaluated for one file, beyond 64 for each byte of it
	maxChain = 2000    // symbols set to symbols set to symbols …
)

// constNow evaluates an expression of numbers and of symbols that are set to numbers. Distances
// between labels are left unknown, as in llvm-mc: whether an instruction has a literal must not
// depend on them.
func (a *assembler) constNow(e exprID) (int64, bool) {
	a.opaque = true
	v, ok := a.absNow(e)
	a.opaque = false
	return v, ok
}

// absNow evaluates an expression with all that is known at this point.
func (a *assembler) absNow(e exprID) (int64, bool) {
	a.gen++
	a.evalFault = ""
	v, ok := a.eval(e, false, 0)
	return v.c, ok && v.absolute()
}

// whyNotAbs explains why e has no value at this point.
func (a *assembler) whyNotAbs(e exprID) string {
	a.gen++
	a.evalFault = ""
	v, ok := a.eval(e, false, 0)
	switch {
	case !ok:
		return a.evalFault
	case v.add != 0 && v.sub != 0:
		return fmt.Sprintf("the distance from %s to %s is not known here", a.syms[v.sub].title(), a.syms[v.add].title())
	case v.add != 0 && a.syms[v.add].kind == symUndefined:
		return fmt.Sprintf("%s is not defined before this line", a.syms[v.add].title())
	case v.add != 0:
		return fmt.Sprintf("%s is an address", a.syms[v.add].title())
	}
	return ""
}

// failEval records why an evaluation fails. The first reason stays.
func (a *assembler) failEval(format string, args ...any) (value, bool) {
	if a.evalFault == "" {
		a.evalFault = fmt.Sprintf(format, args...)
	}
	return value{}, false
}

// eval evaluates an expression. Symbols that are set to a place in a section stand for themselves
// (they may have another binding than what they are set to), unless through is set. depth counts
// symbols passed.
func (a *assembler) eval(e exprID, through bool, depth int) (value, bool) {
	if a.steps++; a.steps > maxSteps && a.steps > maxSteps+64*len(a.sources[0].text) {
		return a.failEval("the expressions of this file take too long to evaluate")
	}
	n := a.nodes[e]
	switch n.op {
	case opConst:
		return value{c: n.val}, true
	case opSym:
		return a.evalSymbol(symID(n.l), n.spec, through, depth)
	case opCall:
		return a.evalCall(&n, through, depth)
	case opNeg, opNot, opLNot:
		return a.evalUnary(&n, through, depth)
	}
	l, ok := a.eval(exprID(n.l), through, depth)
	if !ok {
		return l, false
	}
	r, ok := a.eval(exprID(n.r), through, depth)
	if !ok {
		return r, false
	}
	if l.absolute() && r.absolute() {
		v, msg := fold(n.op, l.c, r.c)
		if msg != "" {
			return a.failEval("%s", msg)
		}
		return value{c: v, spec: max(l.spec, r.spec)}, true
	}
	switch n.op {
	case opAdd:
		return a.sum(l, r)
	case opSub:
		if r.spec != specNone {
			return a.failEval("a symbol with a relocation specifier cannot be subtracted")
		}
		return a.sum(l, value{add: r.sub, sub: r.add, c: -r.c})
	}
	if v, ok := a.compare(n.op, l, r); ok {
		return v, true
	}
	return a.failEval("addresses can only be added to, subtracted and compared")
}

// compare handles the operators other than + and - for two addresses of the
// same section.
func (a *assembler) compare(o op, l, r value) (value, bool) {
	if o < opEQ || o > opGE || l.spec != specNone || r.spec != specNone {
		return value{}, false
	}
	d, ok := a.sum(l, value{add: r.sub, sub: r.add, c: -r.c})
	if !ok || !d.absolute() {
		return value{}, false
	}
	v, _ := fold(o, d.c, 0)
	return value{c: v}, true
}

// sum adds two values; pairs of addresses with a known distance cancel, unless a specifier requests
// a relocation.
func (a *assembler) sum(l, r value) (value, bool) {
	if l.spec != specNone && r.spec != specNone {
		return a.failEval("two symbols with relocation specifiers")
	}
	c := l.c + r.c
	if l.spec == specNone && r.spec == specNone {
		a.cancel(&l.add, &l.sub, &c)
		a.cancel(&l.add, &r.sub, &c)
		a.cancel(&r.add, &l.sub, &c)
		a.cancel(&r.add, &r.sub, &c)
	}
	if l.add != 0 && r.add != 0 || l.sub != 0 && r.sub != 0 {
		return a.failEval("an expression can contain one address that is added and one that is subtracted")
	}
	v := value{add: l.add, sub: l.sub, spec: max(l.spec, r.spec), c: c}
	if r.add != 0 {
		v.add = r.add
	}
	if r.sub != 0 {
		v.sub = r.sub
	}
	return v, true
}

// cancel replaces add - sub by their distance, if it is known.
func (a *assembler) cancel(add, sub *symID, c *int64) {
	if *add == 0 || *sub == 0 {
		return
	}
	if d, ok := a.distance(*add, *sub); ok {
		*add, *sub, *c = 0, 0, *c+d
	}
}

// distance returns the offset of x minus that of y, if both are in one section and that part of the
// layout is known.
func (a *assembler) distance(x, y symID) (int64, bool) {
	if a.opaque {
		return 0, false
	}
	px, cx, ok := a.placeOf(x, 0)
	if !ok {
		return 0, false
	}
	py, cy, ok := a.placeOf(y, 0)
	if !ok {
		return 0, false
	}
	sx, sy := a.streams[px.stream], a.streams[py.stream]
	switch {
	case sx.sec != sy.sec:
		return 0, false
	case a.laid:
		return sx.offset(px) + cx - sy.offset(py) - cy, true
	case sx == sy && px.vars == py.vars:
		return px.off + cx - py.off - cy, true
	}
	return 0, false
}

// placeOf returns the place of a symbol in a section, as a label's place and a number of bytes
// after it.
func (a *assembler) placeOf(id symID, depth int) (p place, more int64, ok bool) {
	s := &a.syms[id]
	if s.kind == symLabel {
		return s.place, 0, true
	}
	if s.kind != symAssigned || s.visiting || depth > maxChain {
		return place{}, 0, false
	}
	v, ok := a.symbolValue(id, true, depth)
	if !ok || v.add == 0 || v.sub != 0 || v.spec != specNone || a.syms[v.add].kind != symLabel {
		return place{}, 0, false
	}
	return a.syms[v.add].place, v.c, true
}

// evalSymbol evaluates a symbol.
func (a *assembler) evalSymbol(id symID, spec specifier, through bool, depth int) (value, bool) {
	s := &a.syms[id]
	self := value{add: id, spec: spec}
	if s.kind != symAssigned || s.bound && s.bind == elf.STB_WEAK {
		return self, true
	}
	if spec != specNone && !a.laid {
		return self, true
	}
	if s.visiting {
		return a.failEval("%s depends on itself", s.title())
	}
	if depth > maxChain {
		return a.failEval("more than %d symbols depend on each other", maxChain)
	}
	if !through && a.homeOf(id, depth).kind == homeSection {
		return self, true
	}
	v, ok := a.symbolValue(id, through, depth)
	if !ok {
		return v, false
	}
	if spec == specNone {
		return v, true
	}
	if v.absolute() {
		return self, true
	}
	if v.spec != specNone || v.sub != 0 || v.c != 0 {
		return a.failEval("%s has a relocation specifier, but is set to more than a symbol", s.title())
	}
	v.spec = spec
	return v, true
}

// symbolValue returns the value that an assigned symbol was set to.
func (a *assembler) symbolValue(id symID, through bool, depth int) (value, bool) {
	s := &a.syms[id]
	kind := 0
	if through {
		kind = 1
	}
	if m := &a.memos[s.memo].values[kind]; m.gen == a.gen {
		return m.val, m.known
	}
	s.visiting = true
	v, ok := a.eval(s.expr, through, depth+1)
	s = &a.syms[id]
	s.visiting = false
	a.memos[s.memo].values[kind] = memoValue{a.gen, ok, v}
	return v, ok
}

// homeOf returns where a symbol is defined. An assigned symbol has the home of the first symbol of
// its expression; a difference is absolute.
func (a *assembler) homeOf(id symID, depth int) home {
	s := &a.syms[id]
	switch s.kind {
	case symLabel:
		return home{homeSection, a.streams[s.place.stream].sec}
	case symAssigned:
		if m := &a.memos[s.memo]; m.homeGen == a.gen {
			return m.home
		}
		if s.visiting || depth > maxChain {
			return home{}
		}
		s.visiting = true
		h := a.homeOfExpr(s.expr, depth+1)
		s = &a.syms[id]
		s.visiting = false
		m := &a.memos[s.memo]
		m.home, m.homeGen = h, a.gen
		return h
	}
	return home{}
}

func (a *assembler) homeOfExpr(e exprID, depth int) home {
	n := &a.nodes[e]
	switch n.op {
	case opConst:
		return home{kind: homeAbs}
	case opSym:
		return a.homeOf(symID(n.l), depth)
	case opNeg, opNot, opLNot:
		return a.homeOfExpr(exprID(n.l), depth)
	case opCall:
		for arg := n.l; arg != 0; arg = a.nodes[arg].r {
			if h := a.homeOfExpr(exprID(a.nodes[arg].l), depth); h.kind != homeNone {
				return h
			}
		}
		return home{}
	}
	l := a.homeOfExpr(exprID(n.l), depth)
	r := a.homeOfExpr(exprID(a.nodes[e].r), depth)
	switch {
	case l.kind == homeAbs:
		return r
	case r.kind == homeAbs:
		return l
	case a.nodes[e].op == opSub:
		return home{kind: homeAbs}
	case l.kind != homeNone:
		return l
	}
	return r
}

func (a *assembler) evalUnary(n *node, through bool, depth int) (value, bool) {
	v, ok := a.eval(exprID(n.l), through, depth)
	switch {
	case !ok:
		return v, false
	case v.absolute():
		return value{c: foldUnary(n.op, v.c)}, true
	case n.op == opNeg && v.spec == specNone:
		if v.sub == 0 {
			return value{sub: v.add, c: -v.c}, true
		}
		return value{add: v.sub, sub: v.add, c: -v.c}, true
	}
	return a.failEval("an address cannot be negated or inverted")
}

// evalCall evaluates max(), or() and similar calls, whose arguments must all be numbers.
func (a *assembler) evalCall(n *node, through bool, depth int) (value, bool) {
	name := a.functions[n.val]
	var args []int64
	for arg := n.l; arg != 0; arg = a.nodes[arg].r {
		v, ok := a.eval(exprID(a.nodes[arg].l), through, depth)
		if !ok {
			return v, false
		}
		if !v.absolute() {
			id := v.add
			if id == 0 {
				id = v.sub
			}
			if a.syms[id].kind == symUndefined {
				return a.failEval("%s, an argument of %s(), is not defined", a.syms[id].title(), name)
			}
			return a.failEval("%s, an argument of %s(), is an address", a.syms[id].title(), name)
		}
		args = append(args, v.c)
	}
	v, err := callExprFunction(a.chip, name, args)
	if err != nil {
		return a.failEval("%s", err)
	}
	return value{c: v}, true
}
