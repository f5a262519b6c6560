package asm

import (
	"strings"
	"unicode/utf8"

	"heddle/isa"
)

// directive is a row of the table of directives.
type directive struct {
	run func(*assembler, *call)
	// conditional directives are also processed in skipped parts.
	conditional bool
	// data marks directives whose bytes the line table may describe.
	data bool
	// control directives are allowed within a .amdhsa_kernel block.
	control bool
}

// call is one directive statement.
type call struct {
	*cursor        // over the operands
	name    string // with the dot, lower case
	at      span   // the name
}

// statement assembles one statement, with the labels before it.
func (a *assembler) statement(s string, at pos) {
	a.at = at
	if a.skipping {
		a.skipped(s)
		return
	}
	if !a.opt.Listing {
		a.labelled(s, at)
		return
	}
	mark := a.cur.place()
	a.labelled(s, at)
	a.list(at, len(s), mark)
}

// labelled processes the labels before an instruction or directive, then the instruction or
// directive itself.
func (a *assembler) labelled(s string, at pos) {
	for i := 0; ; {
		i = skipBlank(s, i)
		if i == len(s) {
			return
		}
		start := i
		if i = headEnd(s, i); class[s[start]] == chDigit {
			v, _, msg := parseNumber(s, start)
			if colon := skipBlank(s, i); msg == "" && colon < len(s) && s[colon] == ':' {
				a.defineNumbered(v, at.add(start).span(i-start))
				i = colon + 1
				continue
			}
			a.errorAt(at.add(start).span(i-start), "expected an instruction, a directive or a label")
			return
		}
		if i == start {
			_, n := utf8.DecodeRuneInString(s[i:])
			a.errorAt(at.add(i).span(n), "expected an instruction, a directive or a label, not %q", s[i:i+n])
			return
		}
		next := skipBlank(s, i)
		if next < len(s) && s[next] == ':' {
			if name, ok := a.labelName(s[start:i], at.add(start)); ok {
				a.defineLabel(name, at.add(start).span(i-start))
			}
			i = next + 1
			continue
		}
		a.at = at.add(start)
		switch {
		case next < len(s) && s[next] == '=' && !strings.HasPrefix(s[next:], "=="):
			a.equals(s, start, i, next, at)
		case s[start] == '"':
			a.errorAt(at.add(start).span(i-start), "a quoted name must be a label")
		case len(a.macros) > 0 && a.macros[s[start:i]] != nil:
			a.instantiate(a.macros[s[start:i]], s, i, at)
		case s[start] == '.':
			a.directive(s, start, i, at)
		default:
			a.instruction(s[start:], at.add(start))
		}
		return
	}
}

// headEnd returns the end of the name, quoted name or number that begins a statement or follows a
// label of it. It is i where there is none.
func headEnd(s string, i int) int {
	switch c := s[i]; {
	case class[c] == chDigit:
		_, end, _ := parseNumber(s, i)
		return end
	case c == '"':
		return quotedEnd(s, i)
	}
	start := i
	i = nameEnd(s, i)
	for i < len(s) && i > start && s[i] == '@' {
		for i++; i < len(s) && class[s[i]] >= chName; i++ {
		}
	}
	return i
}

// labelName returns the name of a label as written, perhaps in quotes.
func (a *assembler) labelName(s string, at pos) (string, bool) {
	if s[0] != '"' {
		return s, true
	}
	c := cursor{a: a, s: s, base: at}
	name, ok := c.symbolName()
	if !ok {
		a.fault(&c)
	}
	return name, ok
}

// fault reports the error of c.
func (a *assembler) fault(c *cursor) {
	f := &c.fault
	a.report(c.span(f.Pos, f.End), f.Notes, "%s", f.Msg)
}

// directive runs the directive between start and end of s.
func (a *assembler) directive(s string, start, end int, at pos) {
	name := lower(s[start:end])
	d, ok := directives[name]
	c := call{cursor: &a.args, name: name, at: at.add(start).span(end - start)}
	a.args = cursor{a: a, s: s, i: skipBlank(s, end), base: at}
	switch {
	case a.inKernel && !d.conditional && !d.control:
		a.kernelLine(&c)
	case ok:
		a.runDirective(&d, &c)
	case isDbgDirective(name):
		a.debugDirective(&c)
	default:
		a.report(c.at, suggestDirective(name), "unknown directive %s", s[start:end])
	}
	if a.args.failed() {
		a.fault(&a.args)
	}
}

func (a *assembler) runDirective(d *directive, c *call) {
	if d.data {
		a.dbg.data(a.dbgHere())
	}
	d.run(a, c)
}

// lower returns s in lower case.
func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			return strings.ToLower(s)
		}
	}
	return s
}

// equals assembles "name = value", and ". = value".
func (a *assembler) equals(s string, start, end, eq int, at pos) {
	c := &a.args
	*c = cursor{a: a, s: s, i: eq + 1, base: at}
	name, ok := a.labelName(s[start:end], at.add(start))
	if !ok {
		return
	}
	if name == "." {
		a.orgTo(c, at.add(start).span(1))
	} else {
		a.assignFrom(c, name, false, at.add(start).span(end-start))
	}
	if c.failed() {
		a.fault(c)
	}
}

// assignFrom reads the value of name and assigns it.
func (a *assembler) assignFrom(c *cursor, name string, final bool, at span) {
	e, ok := c.expr()
	if !ok || !c.end() {
		return
	}
	a.assign(name, e, final, at)
}

// instruction assembles an instruction.
func (a *assembler) instruction(s string, at pos) {
	if a.inKernel {
		a.errorAt(at.span(nameEnd(s, 0)), "instructions are not allowed between .amdhsa_kernel and .end_amdhsa_kernel")
		return
	}
	inst, fault := a.target.Parse(s, a.expr)
	if fault != nil {
		a.report(at.add(fault.Pos).span(fault.End-fault.Pos), fault.Notes, "%s", fault.Msg)
		return
	}
	st := a.cur
	if st.nobits() {
		a.errorAt(at.span(nameEnd(s, 0)), "section %s has no contents: no instruction can go there", st.sec.name)
		return
	}
	a.noteInst(&inst, at.span(len(s)))
	mark := len(st.data)
	a.dbg.instruction(a.dbgHere(), a.dbgLine(at))
	n := inst.Encode(&a.buf)
	for i := range inst.Args {
		o := &inst.Args[i]
		if o.Flags&isa.Rounded != 0 {
			a.warn(at.span(len(s)), "%s keeps only the high 32 bits of this 64-bit float: it is encoded as in %s", inst.Row.Operands[i].Name, inst.String())
		}
		switch o.Kind {
		case isa.KindReg:
			a.countRegister(*o)
		case isa.KindExpr:
			a.instructionFixup(&inst, i, mark, n)
		}
	}
	st.data = append(st.data, a.buf[:n]...)
}

// countRegister raises .amdgcn.next_free_vgpr or _sgpr as register o requires.
func (a *assembler) countRegister(o isa.Operand) {
	r := o.Reg()
	last := int64(o.Val) + max(int64(o.Dwords), 1)
	id := a.vgprs
	switch {
	case r.IsVGPR():
		last -= int64(isa.V0)
	case r.IsSGPR():
		id = a.sgprs
	default:
		return
	}
	if a.nodes[a.syms[id].expr].val < last {
		a.nodes = append(a.nodes, node{op: opConst, val: last})
		a.syms[id].expr = exprID(len(a.nodes) - 1)
		a.memos[a.syms[id].memo] = memo{}
	}
}

// instructionFixup records that operand k of inst, n bytes at offset mark of the section, depends
// on an expression.
func (a *assembler) instructionFixup(inst *isa.Inst, k, mark, n int) {
	e := exprID(inst.Args[k].Val)
	f := fixup{kind: fixLiteral, at: int64(mark + n - 4), expr: e, where: a.exprAt}
	if inst.Row.Operands[k].Class == isa.ClassLABEL {
		f.kind, f.at = fixBranch, int64(mark)
	} else if a.needsPCRel(e) {
		f.kind = fixLiteralPC
	}
	a.enlistUsed(e)
	a.cur.fixups = append(a.cur.fixups, f)
}

// needsPCRel reports whether an expression used as an instruction's literal is relative to the
// literal: in llvm-mc a symbol without @abs32 is, unless the expression subtracts.
func (a *assembler) needsPCRel(e exprID) bool {
	for {
		n := &a.nodes[e]
		switch n.op {
		case opSym:
			return n.spec != specAbs32Lo && n.spec != specAbs32Hi && n.spec != specAbs64
		case opConst, opSub, opCall:
			return false
		case opNeg, opNot, opLNot:
			e = exprID(n.l)
		default:
			if a.needsPCRel(exprID(n.r)) {
				return true
			}
			e = exprID(n.l)
		}
	}
}
