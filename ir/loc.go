package ir

import (
	"strconv"
)

// Location is where an operation comes from: the content of loc(...). The place in the input file
// is kept separately ([Operation.Pos]).
type Location interface {
	// String returns the text between the parentheses of loc(...).
	String() string
	isLocation()
}

// UnknownLoc is loc(unknown).
type UnknownLoc struct{}

// FileLoc is loc("file":line:col), or a range "file":line:col to line:col.
type FileLoc struct {
	File            string
	Line, Col       int
	EndLine, EndCol int // a range if EndLine is not 0
}

// NameLoc is loc("name") or loc("name"(child)).
type NameLoc struct {
	Name  string
	Child Location // nil if there is none
}

// CallSiteLoc is loc(callsite(callee at caller)).
type CallSiteLoc struct{ Callee, Caller Location }

// FusedLoc is loc(fused<metadata>[a, b]); made by [Fuse].
type FusedLoc struct {
	Locs     []Location
	Metadata Attr // nil if there is none
}

// Fuse returns the location of something that comes from several places; metadata may be nil. As in
// MLIR, unknown places and repetitions are dropped, places fused with the same metadata are
// flattened, and a single place is returned unchanged.
func Fuse(metadata Attr, locs ...Location) Location {
	l := &FusedLoc{Metadata: metadata}
	seen := map[string]bool{}
	add := func(c Location) {
		if _, unknown := c.(UnknownLoc); !unknown && !seen[c.String()] {
			seen[c.String()] = true
			l.Locs = append(l.Locs, c)
		}
	}
	for _, c := range locs {
		if f, ok := c.(*FusedLoc); ok && SameAttr(f.Metadata, metadata) {
			for _, inner := range f.Locs {
				add(inner)
			}
		} else {
			add(c)
		}
	}
	switch {
	case len(l.Locs) == 0 && metadata == nil:
		return UnknownLoc{}
	case len(l.Locs) == 0:
		l.Locs = []Location{UnknownLoc{}}
	case len(l.Locs) == 1 && metadata == nil:
		return l.Locs[0]
	}
	return l
}

func (UnknownLoc) isLocation()   {}
func (*FileLoc) isLocation()     {}
func (*NameLoc) isLocation()     {}
func (*CallSiteLoc) isLocation() {}
func (*FusedLoc) isLocation()    {}

func (UnknownLoc) String() string { return "unknown" }

func (l *FileLoc) String() string {
	b := appendQuoted(nil, l.File)
	b = strconv.AppendInt(append(b, ':'), int64(l.Line), 10)
	b = strconv.AppendInt(append(b, ':'), int64(l.Col), 10)
	if l.EndLine != 0 || l.EndCol != 0 {
		b = append(b, " to "...)
		if l.EndLine != l.Line {
			b = strconv.AppendInt(b, int64(l.EndLine), 10)
		}
		b = strconv.AppendInt(append(b, ':'), int64(l.EndCol), 10)
	}
	return string(b)
}

func (l *NameLoc) String() string {
	b := appendQuoted(nil, l.Name)
	if l.Child != nil {
		b = append(append(append(b, '('), l.Child.String()...), ')')
	}
	return string(b)
}

func (l *CallSiteLoc) String() string {
	return "callsite(" + l.Callee.String() + " at " + l.Caller.String() + ")"
}

func (l *FusedLoc) String() string {
	b := []byte("fused")
	if l.Metadata != nil {
		b = append(appendAttr(append(b, '<'), l.Metadata), '>')
	}
	b = append(b, '[')
	for i, c := range l.Locs {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, c.String()...)
	}
	return string(append(b, ']'))
}
