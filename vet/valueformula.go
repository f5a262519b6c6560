package vet

import (
	"cmp"
	"fmt"
	"slices"

	"heddle/isa"
)

// How deep a formula has operations in operations, and how long that may make it; what is below has a number.
const (
	mostNamed   = 4
	mostFormula = 160
)

// formula prints a polynomial in what a wave is given.
func (v *values) formula(p poly) string {
	for deep := mostNamed; ; deep-- {
		if text := v.formulaIn(p, deep); len(text) <= mostFormula || deep == 0 {
			return text
		}
	}
}

func (v *values) formulaIn(p poly, deep int) string {
	var b []byte
	terms := slices.Clone(p.terms)
	slices.SortStableFunc(terms, func(x, y term) int { return cmp.Compare(abs(y.coef), abs(x.coef)) })
	for i, t := range terms {
		sign, k := "+", t.coef
		if k < 0 {
			sign, k = "-", -k
		}
		switch {
		case i > 0:
			b = fmt.Appendf(b, " %s ", sign)
		case sign == "-":
			b = append(b, '-')
		}
		first := true
		if k != 1 {
			b, first = fmt.Appendf(b, "%d", k), false
		}
		for _, x := range t.factorsIn() {
			if !first {
				b = append(b, '*')
			}
			b, first = append(b, v.nameOf(x, deep)...), false
		}
	}
	switch {
	case len(terms) == 0:
		b = fmt.Appendf(b, "%d", p.c)
	case p.c > 0:
		b = fmt.Appendf(b, " + %d", p.c)
	case p.c < 0:
		b = fmt.Appendf(b, " - %d", -p.c)
	}
	return string(b)
}

// infix are operations that a formula has between their operands.
var infix = map[valueOp]string{opAdd: " + ", opWideAdd: " + ", opSub: " - ", opMul: "*", opWideMul: "*", opWideMulS: "*", opAnd: "&", opOr: "|", opXor: "^",
	opShl: "<<", opWideShl: "<<", opShr: ">>", opWideShr: ">>", opSar: ">>", opWideSar: ">>"}

// prefix are operations that a formula has in front of their operands.
var prefix = map[valueOp]string{opMin: "min", opMinS: "min", opMax: "max", opMaxS: "max", opMulHi: "mulhi", opMulHiS: "mulhi", opSelect: "either", opEither: "either",
	opSext: "sext", opSigned: "sext", opFirst: "first", opLow: "low", opHigh: "high", opCarry: "carry", opBorrow: "borrow"}

// nameOf is what an atom is called in a formula.
func (v *values) nameOf(x valueID, deep int) string {
	d := v.at(x)
	at := func(node int32) string { return fmt.Sprintf("%#x", v.g.nodes[node].addr) }
	switch d.op {
	case opConst:
		return fmt.Sprintf("%#x", d.k)
	case opSymbol:
		if s := symbol(d.k); s.kind() == symArg {
			return v.given.name(s.number())
		}
		return symbol(d.k).String()
	case opCount:
		return "turn@" + at(v.g.blocks[d.node].first)
	case opPhi:
		return fmt.Sprintf("%s@%s", registerName(isa.Reg(d.k)), at(v.g.blocks[d.node].first))
	case opResult, opLoad, opBallot:
		return "loaded@" + at(d.node)
	case opPair:
		if s, ok := v.pointer(&term{coef: 1, atoms: [mostFactors]valueID{v.find(x)}}); ok && s >= 0 {
			return v.given.name(s)
		}
		if k, ok := v.isConst(d.b); ok && k == 0 && deep > 0 {
			return "zext(" + v.operandName(d.a, x, deep-1) + ")"
		}
	case opAnd:
		if _, ok := v.isConst(d.a); ok { // the mask comes last
			d.a, d.b = d.b, d.a
		}
	}
	if sign, ok := infix[d.op]; ok && deep > 0 && v.find(d.a) != 0 && v.find(d.b) != 0 {
		return "(" + v.operandName(d.a, x, deep-1) + sign + v.operandName(d.b, x, deep-1) + ")"
	}
	if name, ok := prefix[d.op]; ok && deep > 0 && v.find(d.a) != 0 {
		name += "(" + v.operandName(d.a, x, deep-1)
		if d.b != 0 && v.find(d.b) != 0 && d.op != opFirst {
			name += ", " + v.operandName(d.b, x, deep-1)
		}
		return name + ")"
	}
	return fmt.Sprintf("value%d", v.find(x))
}

// operandName is the formula of an operand of a value, in parentheses if it is a sum.
func (v *values) operandName(x, of valueID, deep int) string {
	if k, ok := v.isConst(x); ok && v.at(of).op == opAnd {
		return fmt.Sprintf("%#x", k)
	}
	p := v.poly(x)
	if a, same := p.isAtom(); same {
		if v.find(a) == v.find(of) {
			return fmt.Sprintf("value%d", v.find(a))
		}
		return v.nameOf(a, deep)
	}
	text := v.formulaIn(p, deep)
	if len(p.terms) > 1 || len(p.terms) == 1 && p.c != 0 {
		text = "(" + text + ")"
	}
	return text
}
