package asm

import (
	"strconv"
	"strings"
)

// macro is a definition by .macro.
type macro struct {
	name   string
	params []param
	body   string
	calls  int
}

// param is a parameter of a macro.
type param struct {
	name     string
	value    string // the default
	required bool
	vararg   bool
}

var (
	macroOpening = []string{".macro"}
	macroClosing = []string{".endm", ".endmacro"}
	loopOpening  = []string{".rep", ".rept", ".irp", ".irpc"}
	loopClosing  = []string{".endr"}
)

// defineMacro is ".macro name params…" with the lines up to .endm.
func defineMacro(a *assembler, c *call) {
	f := &a.frames[len(a.frames)-1]
	m := &macro{}
	ok := c.macroHead(m)
	head := c.at.pos
	start, end, closed := a.body(macroOpening, macroClosing, c.at)
	if !ok || !closed {
		return
	}
	if old := a.macros[m.name]; old != nil {
		a.errorAt(pos{head.src, head.off}.span(int(c.at.n)), "macro '%s' is already defined; .purgem removes it", m.name)
		return
	}
	m.body = f.text[start:end]
	if a.macros == nil {
		a.macros = make(map[string]*macro)
	}
	a.macros[m.name] = m
}

// macroHead takes the name and the parameters of a macro.
func (c *cursor) macroHead(m *macro) bool {
	name, ok := c.symbolName()
	if !ok {
		return false
	}
	m.name = name
	c.eat(',')
	for c.skip() {
		start := c.i
		p := param{}
		if p.name = c.word(); p.name == "" {
			return c.fail(c.i, c.tokenEnd(), "expected a parameter name, not %s", c.token())
		}
		if len(m.params) > 0 && m.params[len(m.params)-1].vararg {
			return c.fail(start, c.i, "parameter '%s' is :vararg and must be the last one", m.params[len(m.params)-1].name)
		}
		for _, q := range m.params {
			if q.name == p.name {
				return c.fail(start, c.i, "macro '%s' has two parameters named '%s'", m.name, p.name)
			}
		}
		if c.eat(':') {
			c.skip()
			start = c.i
			switch word := c.word(); word {
			case "req":
				p.required = true
			case "vararg":
				p.vararg = true
			default:
				return c.fail(start, c.tokenEnd(), "unknown qualifier %q; accepted: :req and :vararg", word)
			}
		}
		if c.eat('=') {
			if p.value, ok = c.macroArgument(); !ok {
				return false
			}
		}
		m.params = append(m.params, p)
		c.eat(',')
	}
	return true
}

// macroOperators may be surrounded by blanks inside an argument.
const macroOperators = "+-~/*.=|^&!<>"

// macroArgument takes one argument: it ends at a comma, or at a blank that is not followed by an
// operator. Blanks and the quotes of strings are removed.
func (c *cursor) macroArgument() (string, bool) {
	var b []byte
	parens, start := 0, c.i
	for {
		gap := c.i
		if !c.skip() {
			break
		}
		ch := c.s[c.i]
		if parens > 0 {
			b = append(b, c.s[gap:c.i]...)
		} else {
			if ch == ',' {
				break
			}
			if strings.IndexByte(macroOperators, ch) >= 0 && !c.startsName() {
				b = append(b, ch)
				c.i++
				continue
			}
			if c.i > gap && len(b) > 0 && strings.IndexByte(macroOperators, b[len(b)-1]) < 0 {
				c.i = gap
				break
			}
		}
		switch ch {
		case '(':
			parens++
		case ')':
			if parens > 0 {
				parens--
			}
		}
		end := c.tokenEnd()
		if ch == '\'' {
			end = quotedEnd(c.s, c.i)
		}
		text := c.s[c.i:end]
		if ch == '"' {
			if len(text) < 2 || text[len(text)-1] != '"' {
				return "", c.fail(c.i, end, "string without closing quote")
			}
			text = text[1 : len(text)-1]
		}
		b = append(b, text...)
		c.i = end
	}
	if parens > 0 {
		return "", c.fail(start, c.i, "'(' without ')' in a macro argument")
	}
	return string(b), true
}

// startsName reports whether a name that begins with a dot is next.
func (c *cursor) startsName() bool {
	return c.s[c.i] == '.' && c.i+1 < len(c.s) && class[c.s[c.i+1]] >= chName
}

// instantiate expands macro m, with the operands from byte i of s on.
func (a *assembler) instantiate(m *macro, s string, i int, at pos) {
	c := &a.args
	*c = cursor{a: a, s: s, i: i, base: at}
	args, ok := c.macroArguments(m)
	if !ok {
		a.fault(c)
		return
	}
	text, ok := a.substitute(m.body, m.params, args, counts{a.calls, m.calls})
	if !ok {
		return
	}
	a.calls++
	m.calls++
	a.pushText(text, "macro '"+m.name+"'")
}

// macroArguments takes the arguments for m's parameters.
func (c *cursor) macroArguments(m *macro) ([]string, bool) {
	args := make([]string, len(m.params))
	given := make([]bool, len(m.params))
	keyword := false
	for n := 0; c.skip(); n++ {
		start, k := c.i, n
		if name, ok := c.keyword(); ok {
			keyword = true
			if k = m.param(name); k < 0 {
				c.fail(start, start+len(name), "macro '%s' has no parameter named '%s'", m.name, name)
				c.note("it has %s", m.paramNames())
				return nil, false
			}
		} else if keyword {
			return nil, c.fail(start, c.tokenEnd(), "an argument without a name after one with a name")
		} else if k >= len(m.params) {
			c.fail(start, len(c.s), "too many arguments for macro '%s'", m.name)
			c.note("it has %s", m.paramNames())
			return nil, false
		}
		if m.params[k].vararg {
			args[k] = c.rest()
			given[k] = args[k] != ""
			break
		}
		text, ok := c.macroArgument()
		if !ok {
			return nil, false
		}
		if c.i == start && !c.is(',') {
			return nil, c.fail(c.i, c.tokenEnd(), "unexpected %s in a macro argument", c.token())
		}
		args[k], given[k] = text, text != ""
		c.eat(',')
	}
	for k, p := range m.params {
		if given[k] {
			continue
		}
		if p.required {
			return nil, c.fail(0, nameEnd(c.s, 0), "macro '%s' needs its argument '%s'", m.name, p.name)
		}
		args[k] = p.value
	}
	return args, true
}

// keyword takes "name =", if that is next.
func (c *cursor) keyword() (string, bool) {
	start := c.i
	name := c.word()
	if name != "" && c.is('=') && !strings.HasPrefix(c.s[c.i:], "==") {
		c.i++
		c.skip()
		return name, true
	}
	c.i = start
	return "", false
}

func (m *macro) param(name string) int {
	for k, p := range m.params {
		if p.name == name {
			return k
		}
	}
	return -1
}

func (m *macro) paramNames() string {
	if len(m.params) == 0 {
		return "no parameters"
	}
	names := make([]string, len(m.params))
	for k, p := range m.params {
		names[k] = p.name
	}
	return "the parameters " + strings.Join(names, ", ")
}

// counts are the values of \@ and \+; -1 leaves them unreplaced.
type counts struct{ all, own int }

// substitute replaces parameters in the body of a macro or loop.
func (a *assembler) substitute(body string, params []param, args []string, n counts) (string, bool) {
	var b strings.Builder
	for {
		i := strings.IndexByte(body, '\\')
		if i < 0 || i+1 == len(body) {
			b.WriteString(body)
			return b.String(), true
		}
		b.WriteString(body[:i])
		body = body[i:]
		rest := body[1:]
		switch {
		case strings.HasPrefix(rest, "()"):
			body = rest[2:]
		case rest[0] == '@' && n.all >= 0:
			b.WriteString(strconv.Itoa(n.all))
			body = rest[1:]
		case rest[0] == '+' && n.own >= 0:
			b.WriteString(strconv.Itoa(n.own))
			body = rest[1:]
		default:
			end := 0
			for end < len(rest) && class[rest[end]] >= chName && rest[end] != '?' {
				end++
			}
			if k := paramIndex(params, rest[:end]); k >= 0 {
				b.WriteString(args[k])
			} else {
				b.WriteString(body[:1+end])
			}
			body = rest[end:]
		}
		if b.Len() > maxExpansion {
			a.fatal(a.at.span(0), "macros and loops expand to more than %d MiB", maxExpansion>>20)
			return "", false
		}
	}
}

func paramIndex(params []param, name string) int {
	for k := range params {
		if params[k].name == name {
			return k
		}
	}
	return -1
}

// purge is ".purgem name".
func purge(a *assembler, c *call) {
	for {
		c.skip()
		start := c.i
		name, ok := c.symbolName()
		if !ok {
			return
		}
		if a.macros[name] == nil {
			c.fail(start, c.i, "no macro is named '%s'", name)
			return
		}
		delete(a.macros, name)
		if !c.eat(',') {
			c.end()
			return
		}
	}
}

// exitMacro leaves the macro or loop being expanded, with the conditionals
// inside it.
func exitMacro(a *assembler, c *call) {
	if !c.end() {
		return
	}
	k := len(a.frames) - 1
	if k == 0 {
		a.errorAt(c.at, "%s outside of a macro", c.name)
		return
	}
	if n := a.frames[k].conds; n < len(a.conds) {
		a.skipping = a.conds[n].outer
		a.conds = a.conds[:n]
	}
	a.frames = a.frames[:k]
}

// stray handles a closing directive without an opening one.
func stray(a *assembler, c *call) {
	a.errorAt(c.at, "%s without the directive that it closes", c.name)
}

// repeat is ".rept count" with the lines up to .endr.
func repeat(a *assembler, c *call) {
	at := c.at
	c.skip()
	from := c.i
	n, ok := c.abs()
	ok = ok && c.end()
	if ok && n < 0 {
		ok = c.fail(from, c.i, "a count of %d", n)
	}
	f := a.frames[len(a.frames)-1]
	start, end, closed := a.body(loopOpening, loopClosing, at)
	if !ok || !closed || n == 0 {
		return
	}
	body := f.text[start:end]
	if !strings.Contains(body, `\+`) && !strings.Contains(body, `\()`) {
		// The text is the same each time: read it repeatedly.
		a.push(frame{src: f.src, text: f.text, off: start, start: start, end: end, left: int(min(n, maxExpansion) - 1)})
		return
	}
	a.loop(".rept", body, nil, int(min(n, maxExpansion)), func(int) []string { return nil }, -1)
}

// loop expands a body once for each k below n, with the arguments for k.
func (a *assembler) loop(name, body string, params []param, n int, args func(k int) []string, all int) {
	var b strings.Builder
	for k := range n {
		text, ok := a.substitute(body, params, args(k), counts{all, k})
		if !ok {
			return
		}
		b.WriteString(text)
		if b.Len()+64*k > maxExpansion {
			a.fatal(a.at.span(len(name)), "macros and loops expand to more than %d MiB", maxExpansion>>20)
			return
		}
	}
	a.pushText(b.String(), name)
}

// forEach is ".irp name, values…" with the lines up to .endr.
func forEach(a *assembler, c *call) {
	at := c.at
	name := c.loopName()
	values := []string{""}
	ok := name != ""
	for n := 0; ok && c.skip(); n++ {
		start := c.i
		var v string
		if v, ok = c.macroArgument(); ok && c.i == start && !c.is(',') {
			ok = c.fail(c.i, c.tokenEnd(), "unexpected %s in a list of values", c.token())
		}
		values = append(values[:n], v)
		c.eat(',')
	}
	f := a.frames[len(a.frames)-1]
	start, end, closed := a.body(loopOpening, loopClosing, at)
	if !ok || !closed {
		return
	}
	a.loop(".irp", f.text[start:end], []param{{name: name}}, len(values), func(k int) []string { return values[k : k+1] }, a.calls)
}

// forEachChar is ".irpc name, text" with the lines up to .endr.
func forEachChar(a *assembler, c *call) {
	at := c.at
	name := c.loopName()
	text, ok := "", name != ""
	if ok {
		text, ok = c.macroArgument()
		ok = ok && c.end()
	}
	f := a.frames[len(a.frames)-1]
	start, end, closed := a.body(loopOpening, loopClosing, at)
	if !ok || !closed {
		return
	}
	a.loop(".irpc", f.text[start:end], []param{{name: name}}, len(text), func(k int) []string { return []string{text[k : k+1]} }, a.calls)
}

// loopName takes the parameter of a loop and the comma after it.
func (c *cursor) loopName() string {
	c.skip()
	name := c.word()
	if name == "" {
		c.fail(c.i, c.tokenEnd(), "expected a parameter name, not %s", c.token())
		return ""
	}
	if c.skip() && !c.comma() {
		return ""
	}
	return name
}
