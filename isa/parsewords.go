package isa

import (
	"strconv"
	"strings"
)

// special reads an operand with a syntax of its own.
func (p *parser) special(w *word) *SyntaxError {
	class := p.class()
	start := p.pos
	name := p.s[p.pos:identEnd(p.s, p.pos)]
	w.kind, w.fixed = wordInt, true
	switch {
	case class == ClassWAITCNT && isCounter(name):
		return p.counters(w)
	case class == ClassHWREG && p.function("hwreg"):
		return p.hwreg(w)
	case class == ClassHWREG && p.peek() == '{':
		return p.hwregFields(w)
	case class == ClassSENDMSG && p.function("sendmsg"):
		return p.sendmsg(w)
	case class == ClassGPRIDX && p.function("gpr_idx"):
		return p.gprIdx(w)
	}
	w.kind, w.fixed = wordNone, false
	if err := p.source(w); err != nil {
		return err
	}
	if w.kind == wordInt && class != ClassGPRIDX && (w.val < -0x8000 || w.val > 0xffff) {
		return p.errorf(start, p.pos, "%d does not fit 16 bits", w.val)
	}
	return nil
}

func isCounter(name string) bool {
	return strings.Contains(name, "cnt") && name != ""
}

// counters reads vmcnt(n), expcnt(n) and lgkmcnt(n) in any order, separated
// by blanks, commas or ampersands; name_sat(n) takes the largest value
// instead of failing.
func (p *parser) counters(w *word) *SyntaxError {
	limits := [3]int{MaxVMCount, MaxEXPCount, MaxLGKMCount}
	v := limits
	var seen [3]bool
	for {
		at := p.pos
		end := identEnd(p.s, p.pos)
		name, sat := strings.CutSuffix(p.s[at:end], "_sat")
		i := indexOf([]string{"vmcnt", "expcnt", "lgkmcnt"}, name)
		if i < 0 {
			return p.errorf(at, max(end, at+1), "unknown counter %q: vmcnt, expcnt or lgkmcnt", name)
		}
		if seen[i] {
			return p.errorf(at, end, "%s is given twice", name)
		}
		seen[i] = true
		p.pos = end
		p.skipSpace()
		if p.peek() != '(' {
			return p.errorf(p.pos, p.pos+1, "expected an opening parenthesis")
		}
		p.pos++
		p.skipSpace()
		num := p.pos
		n, err := p.constant(name)
		if err != nil {
			return err
		}
		if n < 0 || n > int64(limits[i]) {
			if !sat || n < 0 {
				return p.errorf(num, p.pos, "%s goes from 0 to %d", name, limits[i])
			}
			n = int64(limits[i])
		}
		v[i] = int(n)
		p.skipSpace()
		if p.peek() != ')' {
			return p.errorf(p.pos, p.pos+1, "expected a closing parenthesis")
		}
		p.pos++
		more, err := p.nextCounter()
		if err != nil || !more {
			w.val = int64(Waitcnt{VM: v[0], EXP: v[1], LGKM: v[2]}.Pack())
			return err
		}
	}
}

// nextCounter skips a separator and reports whether another counter follows.
func (p *parser) nextCounter() (bool, *SyntaxError) {
	p.skipSpace()
	if c := p.peek(); c == '&' || c == ',' {
		sep := p.pos
		p.pos++
		p.skipSpace()
		if p.pos >= len(p.s) {
			return false, p.errorf(sep, sep+1, "expected a counter")
		}
		return true, nil
	}
	return p.pos < len(p.s), nil
}

// arg reads one argument of a function: a name or a number.
func (p *parser) arg(first bool) (name string, v int64, pos int, err *SyntaxError) {
	p.skipSpace()
	if !first {
		if p.peek() != ',' {
			return "", 0, p.pos, p.errorf(p.pos, p.pos+1, "expected a comma or a closing parenthesis")
		}
		p.pos++
		p.skipSpace()
	}
	pos = p.pos
	end := identEnd(p.s, p.pos)
	if end > pos && !isDigit(p.s[pos]) {
		name = p.s[pos:end]
		p.pos = end
		return name, 0, pos, nil
	}
	v, err = p.constant("this argument")
	return "", v, pos, err
}

// numberArg reads an argument after the first, without names.
func (p *parser) numberArg() (v int64, pos int, err *SyntaxError) {
	name, v, pos, err := p.arg(false)
	if err == nil && name != "" {
		err = p.errorf(pos, p.pos, "expected a number")
	}
	return v, pos, err
}

// more reports whether another argument follows, and eats the closing
// parenthesis if not.
func (p *parser) more() bool {
	p.skipSpace()
	if p.peek() == ')' {
		p.pos++
		return false
	}
	return true
}

func (p *parser) hwreg(w *word) *SyntaxError {
	name, id, pos, err := p.arg(true)
	if err != nil {
		return err
	}
	if name != "" {
		i := indexOf(hwregNames[:], name)
		if i < 0 {
			e := p.errorf(pos, p.pos, "unknown hardware register %s", name)
			if s := Nearest(name, hwregNames[:], typos(name)); len(s) > 0 {
				e.Notes = []string{"did you mean " + strings.Join(s, ", ") + "?"}
			}
			return e
		}
		id = int64(i)
	}
	if id < 0 || id > 63 {
		return p.errorf(pos, p.pos, "hardware registers have numbers from 0 to 63")
	}
	offset, size := int64(0), int64(32)
	if p.more() {
		if offset, pos, err = p.numberArg(); err != nil {
			return err
		}
		if offset < 0 || offset > 31 {
			return p.errorf(pos, p.pos, "the bit offset goes from 0 to 31")
		}
		if !p.more() {
			return p.errorf(p.pos-1, p.pos, "expected a comma and the number of bits")
		}
		if size, pos, err = p.numberArg(); err != nil {
			return err
		}
		if size < 1 || size > 32 {
			return p.errorf(pos, p.pos, "the number of bits goes from 1 to 32")
		}
		if p.more() {
			return p.errorf(p.pos, p.pos+1, "expected a closing parenthesis")
		}
	}
	w.val = id | offset<<6 | (size-1)<<11
	return nil
}

// hwregFields reads {id: n, offset: n, size: n} in any order; missing ones have their defaults.
func (p *parser) hwregFields(w *word) *SyntaxError {
	p.pos++
	fields := [3]int64{0, 0, 32}
	limits := [3][2]int64{{0, 63}, {0, 31}, {1, 32}}
	names := []string{"id", "offset", "size"}
	var seen [3]bool
	p.skipSpace()
	if p.peek() == '}' {
		p.pos++
		w.val = 31 << 11
		return nil
	}
	for {
		p.skipSpace()
		at := p.pos
		end := identEnd(p.s, p.pos)
		i := indexOf(names, p.s[at:end])
		if i < 0 || seen[i] {
			return p.errorf(at, max(end, at+1), "expected one each of id:, offset: and size:")
		}
		seen[i] = true
		p.pos = end
		p.skipSpace()
		if p.peek() != ':' {
			return p.errorf(p.pos, p.pos+1, "expected a colon")
		}
		p.pos++
		p.skipSpace()
		pos := p.pos
		v, err := p.constant(names[i])
		if err != nil {
			return err
		}
		if v < limits[i][0] || v > limits[i][1] {
			return p.errorf(pos, p.pos, "%s goes from %d to %d", names[i], limits[i][0], limits[i][1])
		}
		fields[i] = v
		p.skipSpace()
		if p.peek() == '}' {
			p.pos++
			w.val = fields[0] | fields[1]<<6 | (fields[2]-1)<<11
			return nil
		}
		if p.peek() != ',' {
			return p.errorf(p.pos, p.pos+1, "expected a comma or a closing brace")
		}
		p.pos++
	}
}

func (p *parser) sendmsg(w *word) *SyntaxError {
	name, id, pos, err := p.arg(true)
	if err != nil {
		return err
	}
	if name != "" {
		id = -1
		for i := range messages {
			if messages[i].name == name {
				id = int64(i)
			}
		}
		if id < 0 {
			return p.errorf(pos, p.pos, "unknown message %s", name)
		}
	}
	if id < 0 || id > 15 {
		return p.errorf(pos, p.pos, "messages have numbers from 0 to 15")
	}
	m := &messages[id]
	strict := name != ""
	op, stream := int64(0), int64(0)
	if !p.more() {
		if m.ops != nil && strict {
			return p.errorf(p.pos-1, p.pos, "%s needs an operation: %s", m.name, opList(m))
		}
		w.val = id
		return nil
	}
	opName, op, pos, err := p.arg(false)
	if err != nil {
		return err
	}
	if opName != "" {
		op = int64(indexOf(m.ops, opName))
	}
	switch {
	case strict && m.ops == nil:
		return p.errorf(pos, p.pos, "%s has no operations", m.name)
	case op < 0 || op > 7 || strict && (op >= int64(len(m.ops)) || m.ops[op] == ""):
		return p.errorf(pos, p.pos, "unknown operation of %s: %s", m.name, opList(m))
	}
	if p.more() {
		if stream, pos, err = p.numberArg(); err != nil {
			return err
		}
		if stream < 0 || stream > 3 {
			return p.errorf(pos, p.pos, "streams have numbers from 0 to 3")
		}
		if strict && (!m.stream || m.ops[op] == "GS_OP_NOP") {
			return p.errorf(pos, p.pos, "this operation has no stream")
		}
		if p.more() {
			return p.errorf(p.pos, p.pos+1, "expected a closing parenthesis")
		}
	}
	w.val = id | op<<4 | stream<<8
	return nil
}

func opList(m *message) string {
	var names []string
	for i, n := range m.ops {
		if n != "" {
			names = append(names, n+" ("+strconv.Itoa(i)+")")
		}
	}
	return strings.Join(names, ", ")
}

func (p *parser) gprIdx(w *word) *SyntaxError {
	p.skipSpace()
	if p.peek() == ')' {
		p.pos++
		return nil
	}
	for first := true; ; first = false {
		name, _, pos, err := p.arg(first)
		if err != nil {
			return err
		}
		i := indexOf(gprIdxNames[:], name)
		if i < 0 {
			return p.errorf(pos, max(p.pos, pos+1), "unknown index mode: %s", strings.Join(gprIdxNames[:], ", "))
		}
		if w.val>>i&1 != 0 {
			return p.errorf(pos, p.pos, "%s is given twice", name)
		}
		w.val |= 1 << i
		if !p.more() {
			return nil
		}
	}
}
