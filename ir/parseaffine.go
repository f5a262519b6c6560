package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// maxAffineNodes bounds an expression, as simplifying goes over it many times.
const maxAffineNodes = 4096

// affineScope knows the names of a map's dimensions and symbols.
type affineScope struct {
	names      map[string]*AffineExpr
	dims, syms int
}

// affineSpace reads (d0, d1)[s0]; the names may be any.
func (p *parser) affineSpace() *affineScope {
	s := &affineScope{names: map[string]*AffineExpr{}}
	declare := func(e *AffineExpr) {
		name := p.text()
		if !p.is(tokBare) {
			p.unexpected("the name of a dimension or symbol")
			return
		}
		if s.names[name] != nil {
			p.fail(p.pos(), "the name "+clip(name)+" is there twice")
		}
		s.names[name] = e
		p.next()
	}
	p.expect('(', "'('")
	p.list(')', "',' or ')'", func() {
		declare(AffineDimension(s.dims))
		s.dims++
	})
	if p.accept('[') {
		p.list(']', "',' or ']'", func() {
			declare(AffineSymbol(s.syms))
			s.syms++
		})
	}
	return s
}

// affineMap reads (d0)[s0] -> (d0 + s0).
func (p *parser) affineMap() *AffineMap {
	s := p.affineSpace()
	var results []*AffineExpr
	p.expect(tokArrow, "'->'")
	p.expect('(', "'('")
	p.list(')', "',' or ')'", func() { results = append(results, p.affineSum(s)) })
	return NewAffineMap(s.dims, s.syms, results...)
}

// integerSet reads (d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0).
func (p *parser) integerSet() *IntegerSet {
	s := p.affineSpace()
	var constraints []*AffineExpr
	var eqs []bool
	p.expect(':', "':'")
	p.expect('(', "'('")
	p.list(')', "',' or ')'", func() {
		e, eq := p.affineSum(s), false
		switch {
		case p.accept(tokGE):
			e = e.Sub(p.affineSum(s))
		case p.accept(tokEQ):
			e, eq = e.Sub(p.affineSum(s)), true
		case p.is('<') && p.tok.end < len(p.s) && p.s[p.tok.end] == '=':
			p.goOn(p.tok.end + 1)
			e = p.affineSum(s).Sub(e)
		default:
			p.unexpected("'>=', '<=' or '=='")
		}
		constraints = append(constraints, e)
		eqs = append(eqs, eq)
	})
	return NewIntegerSet(s.dims, s.syms, constraints, eqs)
}

// affineSum reads a sum or difference.
func (p *parser) affineSum(s *affineScope) *AffineExpr {
	e := p.affineProduct(s)
	for !p.failed {
		at := p.pos()
		switch {
		case p.accept('+'):
			e = e.Add(p.affineProduct(s))
		case p.accept('-'):
			e = e.Sub(p.affineProduct(s))
		default:
			return e
		}
		p.affineSize(at, e)
	}
	return e
}

func (p *parser) affineSize(at Pos, e *AffineExpr) {
	if e.size > maxAffineNodes {
		p.fail(at, fmt.Sprintf("the affine expression has more than %d terms", maxAffineNodes))
	}
}

// affineProduct reads *, floordiv, ceildiv and mod, which bind alike.
func (p *parser) affineProduct(s *affineScope) *AffineExpr {
	l := p.affineOperand(s)
	for !p.failed {
		at := p.pos()
		op := p.text()
		switch {
		case p.is('*'), p.is(tokBare) && (op == "floordiv" || op == "ceildiv" || op == "mod"):
			p.next()
		default:
			return l
		}
		r := p.affineOperand(s)
		if p.affineSize(at, l); p.failed {
			return l
		}
		if !r.Symbolic() && (op != "*" || !l.Symbolic()) {
			p.fail(at, "not affine: the right side of "+op+" (or the left of *) must have no dimensions")
			return l
		}
		switch op {
		case "*":
			l = affineMul(l, r)
		case "floordiv":
			l = affineFloorDiv(l, r)
		case "ceildiv":
			l = affineCeilDiv(l, r)
		default:
			l = affineMod(l, r)
		}
	}
	return l
}

// affineOperand reads a name, a number, -operand, (sum) or symbol(name).
func (p *parser) affineOperand(s *affineScope) *AffineExpr {
	zero := AffineConstant(0)
	if !p.enter() {
		return zero
	}
	defer p.leave()
	switch p.tok.kind {
	case tokInt:
		digits, base := p.text(), 10
		if hex, ok := strings.CutPrefix(digits, "0x"); ok {
			digits, base = hex, 16
		}
		n, err := strconv.ParseInt(digits, base, 64)
		if err != nil {
			p.fail(p.pos(), "the number does not fit into 64 bits")
		}
		p.next()
		return AffineConstant(n)
	case tokBare:
		e := s.names[p.text()]
		if e == nil {
			p.fail(p.pos(), "no dimension or symbol "+clip(p.text()))
			return zero
		}
		p.next()
		return e
	case '-':
		p.next()
		return affineMul(AffineConstant(-1), p.affineOperand(s))
	case '(':
		p.next()
		e := p.affineSum(s)
		p.expect(')', "')'")
		return e
	}
	p.unexpected("an affine expression")
	return zero
}
