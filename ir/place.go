package ir

import (
	"sort"
	"strings"
)

// Places finds the source places of a module's operations.
type Places struct {
	source *Source
	lines  []int // where each line begins
}

// NewPlaces prepares the look-up.
func NewPlaces(m *Module) *Places {
	p := &Places{source: m.Source}
	if m.Source == nil {
		return p
	}
	text := m.Source.Text
	p.lines = append(p.lines, 0)
	for at := 0; ; {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return p
		}
		at += n + 1
		p.lines = append(p.lines, at)
	}
}

// Of returns file, line and column (from 1, in bytes) of an operation: from its loc(...), otherwise
// from its position in the file. The line is 0 if neither is known.
func (p *Places) Of(op *Operation) (file string, line, col int) {
	if loc, ok := fileLoc(op.Loc); ok {
		return loc.File, loc.Line, loc.Col
	}
	if p.source == nil || op.Pos == (Pos{}) {
		return "", 0, 0
	}
	at := int(op.Pos.Start)
	line = sort.Search(len(p.lines), func(i int) bool { return p.lines[i] > at })
	return p.source.File, line, at - p.lines[line-1] + 1
}

// fileLoc returns the innermost file position in a location.
func fileLoc(l Location) (*FileLoc, bool) {
	switch l := l.(type) {
	case *FileLoc:
		return l, true
	case *NameLoc:
		return fileLoc(l.Child)
	case *CallSiteLoc:
		return fileLoc(l.Callee)
	case *FusedLoc:
		for _, part := range l.Locs {
			if at, ok := fileLoc(part); ok {
				return at, true
			}
		}
	}
	return nil, false
}
