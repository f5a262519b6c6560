package ir

import "strconv"

// lateLocation is a location alias that is defined further down, as
// mlir-opt --mlir-print-debuginfo writes them.
type lateLocation struct {
	to   *Location
	name string
	at   Pos
}

// trailingLocation reads loc(...) after an operation or a block argument, if there is one. An alias
// may be defined later.
func (p *parser) trailingLocation(to *Location) {
	if !p.is(tokBare) || p.text() != "loc" {
		return
	}
	p.next()
	p.expect('(', "'('")
	if p.is(tokHash) {
		name := p.text()[1:]
		if _, ok := p.attrDefs[name]; !ok && isAliasName(name) {
			p.late = append(p.late, lateLocation{to, name, p.pos()})
			p.next()
			p.expect(')', "')'")
			return
		}
	}
	*to = p.locationBody()
	p.expect(')', "')'")
}

func isAliasName(name string) bool {
	for i := range name {
		if name[i] == '.' {
			return false
		}
	}
	return name != ""
}

// resolveLocations fills in the aliases when all of the text has been read.
func (p *parser) resolveLocations() {
	for _, l := range p.late {
		a, ok := p.attrDefs[l.name].to.(*LocationAttr)
		if !ok {
			p.fail(l.at, "no location #"+clip(l.name)+" is defined")
			return
		}
		p.expand(l.at, p.attrDefs[l.name].size)
		*l.to = a.Loc
	}
}

// location reads loc(...).
func (p *parser) location() Location {
	p.expectWord("loc")
	p.expect('(', "'('")
	l := p.locationBody()
	p.expect(')', "')'")
	return l
}

// locationBody reads the text between the parentheses.
func (p *parser) locationBody() Location {
	if !p.enter() {
		return UnknownLoc{}
	}
	defer p.leave()
	switch {
	case p.is(tokHash):
		at := p.pos()
		if l, ok := p.dialectAttr().(*LocationAttr); ok {
			return l.Loc
		}
		p.fail(at, "expected a location")
	case p.is(tokString):
		return p.namedLocation()
	case p.is(tokBare) && p.text() == "loc":
		return p.location()
	case p.word("unknown"):
	case p.word("callsite"):
		p.expect('(', "'('")
		callee := p.locationBody()
		p.expectWord("at")
		l := &CallSiteLoc{callee, p.locationBody()}
		p.expect(')', "')'")
		return l
	case p.word("fused"):
		var metadata Attr
		var locs []Location
		if p.accept('<') {
			metadata = p.attr()
			p.expect('>', "'>'")
		}
		p.expect('[', "'['")
		p.list(']', "',' or ']'", func() { locs = append(locs, p.locationBody()) })
		return Fuse(metadata, locs...)
	default:
		p.unexpected("a location")
	}
	return UnknownLoc{}
}

// namedLocation reads "file":line:col, with a range perhaps, "name" or
// "name"(child).
func (p *parser) namedLocation() Location {
	name := unquote(p.text())
	p.next()
	if p.accept('(') {
		l := &NameLoc{name, p.locationBody()}
		p.expect(')', "')'")
		return l
	}
	if !p.accept(':') {
		return &NameLoc{Name: name}
	}
	l := &FileLoc{File: name, Line: p.lineNumber()}
	if !p.accept(':') {
		return l
	}
	l.Col = p.lineNumber()
	if !p.word("to") {
		return l
	}
	line := l.Line
	if p.is(tokInt) {
		line = p.lineNumber()
	}
	p.expect(':', "':'")
	if col := p.lineNumber(); line != l.Line || col != l.Col {
		l.EndLine, l.EndCol = line, col
	}
	return l
}

func (p *parser) lineNumber() int {
	if !p.is(tokInt) {
		p.unexpected("a line or column number")
		return 0
	}
	n, err := strconv.ParseUint(p.text(), 10, 32)
	if err != nil {
		p.fail(p.pos(), "line and column numbers have at most 32 bits")
	}
	p.next()
	return int(n)
}
