package asm

import "strings"

// cond is an open .if.
type cond struct {
	at     span
	outer  bool // the enclosing statements are skipped
	met    bool // a branch was taken
	inElse bool
}

// skipped looks at a statement in a skipped part: only conditionals count.
func (a *assembler) skipped(s string) {
	if s[0] != '.' {
		return
	}
	end := nameEnd(s, 0)
	if d, ok := directives[lower(s[:end])]; ok && d.conditional {
		a.directive(s, 0, end, a.at)
	}
}

// open begins a conditional part.
func (a *assembler) open(c *call, met bool) {
	if len(a.conds) > maxConditionals {
		a.errorAt(c.at, "more than %d nested conditionals", maxConditionals)
		return
	}
	a.conds = append(a.conds, cond{at: c.at, outer: a.skipping, met: met})
	a.skipping = a.skipping || !met
}

const maxConditionals = 1 << 16

// ifNumber returns a .if that compares a number with 0.
func ifNumber(met func(v int64) bool) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		if a.skipping {
			a.open(c, false)
			return
		}
		v, ok := c.abs()
		ok = ok && c.end()
		a.open(c, ok && met(v))
	}
}

// ifDefined is .ifdef and .ifndef.
func ifDefined(want bool) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		if a.skipping {
			a.open(c, false)
			return
		}
		name, ok := c.symbolName()
		ok = ok && c.end()
		a.open(c, ok && a.defined(name) == want)
	}
}

func (a *assembler) defined(name string) bool {
	id, ok := a.names[name]
	if !ok {
		return false
	}
	a.gen++
	return a.homeOf(id, 0).kind != homeNone
}

// ifBlank is .ifb and .ifnb.
func ifBlank(want bool) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		a.open(c, !a.skipping && (c.rest() == "") == want)
	}
}

// ifSame is .ifc and .ifnc: two texts separated by a comma.
func ifSame(want bool) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		if a.skipping {
			a.open(c, false)
			return
		}
		x, y, ok := strings.Cut(c.rest(), ",")
		if !ok {
			c.fail(c.i, c.i, "expected a comma between two texts")
		}
		a.open(c, ok && (trimBoth(x) == trimBoth(y)) == want)
	}
}

func trimBoth(s string) string { return trimRight(s[skipBlank(s, 0):]) }

// ifEqualStrings is .ifeqs and .ifnes: two quoted strings.
func ifEqualStrings(want bool) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		if a.skipping {
			a.open(c, false)
			return
		}
		x, ok := c.quoted()
		ok = ok && c.comma()
		y := ""
		if ok {
			y, ok = c.quoted()
		}
		ok = ok && c.end()
		a.open(c, ok && (x == y) == want)
	}
}

// current returns the innermost open conditional, if it may contain the directive.
func (a *assembler) current(c *call) *cond {
	if len(a.conds) == 0 {
		a.errorAt(c.at, "%s without .if", c.name)
		return nil
	}
	k := &a.conds[len(a.conds)-1]
	if k.inElse && c.name != ".endif" {
		a.errorAt(c.at, "%s after .else", c.name)
		return nil
	}
	return k
}

func elseif(a *assembler, c *call) {
	k := a.current(c)
	if k == nil {
		return
	}
	if k.outer || k.met {
		a.skipping = true
		return
	}
	a.skipping = false
	v, ok := c.abs()
	ok = ok && c.end()
	k.met = ok && v != 0
	a.skipping = !k.met
}

func elseDirective(a *assembler, c *call) {
	k := a.current(c)
	if k == nil || !c.end() {
		return
	}
	k.inElse = true
	a.skipping = k.outer || k.met
	k.met = true
}

func endif(a *assembler, c *call) {
	k := a.current(c)
	if k == nil || !c.end() {
		return
	}
	a.skipping = k.outer
	a.conds = a.conds[:len(a.conds)-1]
}
