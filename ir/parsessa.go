package ir

import "fmt"

// ssaName names a value: result number of a group, %name#number.
type ssaName struct {
	name   string
	number int
}

func (n ssaName) String() string {
	if n.number == 0 {
		return clip(n.name)
	}
	return fmt.Sprintf("%s#%d", clip(n.name), n.number)
}

// operandRef is the use of a value.
type operandRef struct {
	name ssaName
	at   Pos
}

// scope knows the values that can be named. Names of a region end with it.
type scope struct {
	values map[ssaName]*Value
	early  map[*Value]operandRef // used, but not defined yet
	order  []*Value              // the keys of early in the order of the text
	names  []ssaName             // definitions of the open regions
	starts []int                 // where each open region's names begin
}

func (s *scope) open() {
	if s.values == nil {
		s.values = map[ssaName]*Value{}
		s.early = map[*Value]operandRef{}
	}
	s.starts = append(s.starts, len(s.names))
}

// closeScope ends the names of the innermost region; with the last one,
// everything must have been defined.
func (p *parser) closeScope() {
	s := &p.ssa
	last := len(s.starts) - 1
	for _, n := range s.names[s.starts[last]:] {
		delete(s.values, n)
	}
	s.names, s.starts = s.names[:s.starts[last]], s.starts[:last]
	if last > 0 {
		return
	}
	for _, v := range s.order {
		if u, ok := s.early[v]; ok {
			p.fail(u.at, "no value "+u.name.String()+" is defined")
		}
	}
}

func (p *parser) newValue() *Value {
	if len(p.values) == 0 {
		p.values = make([]Value, 128)
	}
	v := &p.values[0]
	p.values = p.values[1:]
	return v
}

// newValues returns an empty list with room for n values.
func (p *parser) newValues(n int) []*Value {
	if n > 64 {
		return make([]*Value, 0, n)
	}
	if len(p.slots) < n {
		p.slots = make([]*Value, 512)
	}
	list := p.slots[:0:n]
	p.slots = p.slots[n:]
	return list
}

// newAttrs returns a copy of a list of attributes.
func (p *parser) newAttrs(list []NamedAttr) []NamedAttr {
	n := len(list)
	if n == 0 {
		return nil
	}
	if n > 16 {
		return append([]NamedAttr(nil), list...)
	}
	if len(p.entries) < n {
		p.entries = make([]NamedAttr, 256)
	}
	items := append(p.entries[:0:n], list...)
	p.entries = p.entries[n:]
	return items
}

func (p *parser) newOperation() *Operation {
	if len(p.ops) == 0 {
		p.ops = make([]Operation, 64)
	}
	op := &p.ops[0]
	p.ops = p.ops[1:]
	return op
}

// define sets the value of a name from here on.
func (p *parser) define(n ssaName, t Type, at, typeAt Pos) *Value {
	v := p.ssa.values[n]
	switch {
	case v == nil:
		v = p.newValue()
		v.Type = t
		p.ssa.values[n] = v
	default:
		use, ok := p.ssa.early[v]
		if !ok {
			p.fail(at, "the value "+n.String()+" is defined twice")
			return v
		}
		if !SameType(v.Type, t) {
			p.fail(typeAt, fmt.Sprintf("%s is used as %s above, but is %s", n, clip(v.Type.String()), clip(t.String())),
				"used at "+p.place(use.at))
			return v
		}
		delete(p.ssa.early, v)
	}
	p.ssa.names = append(p.ssa.names, n)
	return v
}

// place returns line:col for a note.
func (p *parser) place(at Pos) string {
	d := p.src.diagnostic(at, "")
	return fmt.Sprintf("%s:%d:%d", d.File, d.Line, d.Col)
}

// operandNames reads (%a, %b#1) onto p.operands.
func (p *parser) operandNames() {
	p.expect('(', "'(' and the operands")
	p.list(')', "',' or ')'", func() {
		u := operandRef{ssaName{p.text(), 0}, p.pos()}
		if !p.is(tokPercent) {
			p.unexpected("a value such as %0")
			return
		}
		p.next()
		if p.is(tokHash) {
			digits := p.text()[1:]
			if digits == "" || len(digits) > 8 || skip(digits, 0, classDigit) != len(digits) {
				p.unexpected("the number of a result such as #1")
				return
			}
			u.name.number = atoi(digits)
			u.at.End = int32(p.tok.end)
			p.next()
		}
		p.operands = append(p.operands, u)
	})
}

// operandTypes reads (type, type) and returns the values of the names starting at base, which it
// removes.
func (p *parser) operandTypes(base int, op *Operation) []*Value {
	at := p.pos()
	p.expect('(', "'(' and the operand types")
	var values []*Value
	if n := len(p.operands) - base; n > 0 {
		values = p.newValues(n)
	}
	i := base
	p.list(')', "',' or ')'", func() {
		typeAt := p.pos()
		t := p.typ()
		if i < len(p.operands) && !p.failed {
			values = append(values, p.use(p.operands[i], t, typeAt))
		}
		i++
	})
	if i != len(p.operands) {
		p.fail(at, fmt.Sprintf("%s, but %s", plural(len(p.operands)-base, "operand"), plural(i-base, "operand type")))
	}
	p.operands = p.operands[:base]
	return values
}

// use returns the value of a name, which may be defined later.
func (p *parser) use(u operandRef, t Type, typeAt Pos) *Value {
	v := p.ssa.values[u.name]
	if v == nil {
		if first := p.ssa.values[ssaName{u.name.name, 0}]; first != nil && first.Op != nil {
			p.fail(u.at, fmt.Sprintf("%s has no result number %d", clip(u.name.name), u.name.number))
			return first
		}
		v = p.newValue()
		v.Type = t
		p.ssa.values[u.name] = v
		p.ssa.early[v] = u
		p.ssa.order = append(p.ssa.order, v)
		return v
	}
	if !SameType(v.Type, t) {
		p.fail(typeAt, fmt.Sprintf("%s is of type %s, not %s", u.name, clip(v.Type.String()), clip(t.String())))
	}
	return v
}
