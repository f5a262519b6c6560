package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"

	"heddle/asm"
	"heddle/hsaco"
)

// place is where a section of the source is in the code object, and its contents; zero
// if that is not known.
type place struct {
	addr, offset uint64
	data         []byte
	known        bool
}

// bytes are the bytes of a statement: those in the code object, with references
// resolved, if they are known.
func (p *place) bytes(s *asm.ListedLine) []byte {
	if end := s.Offset + uint64(len(s.Bytes)); end <= uint64(len(p.data)) {
		return p.data[s.Offset:end]
	}
	return s.Bytes
}

// placeOf finds where the linker put the contents of the section called name, which is
// known if they ended up in a single section.
func placeOf(m *hsaco.Module, o *hsaco.Object, name string) place {
	var in *hsaco.Section
	for _, s := range m.Sections {
		if s.Name == name {
			if in != nil {
				return place{}
			}
			in = s
		}
	}
	if in == nil || o == nil {
		return place{}
	}
	for _, s := range o.Sections {
		if s.Name == name && s.Size == in.Size {
			return place{addr: s.Addr, offset: s.Offset, data: s.Data, known: s.Addr != 0}
		}
	}
	return place{}
}

// listing is a source with the bytes of its lines.
type listing struct {
	source []byte
	module *hsaco.Module
	object *hsaco.Object // nil if it cannot be linked
	lines  []asm.ListedLine
	places map[string]place
}

// place is placeOf, remembered.
func (l *listing) place(section string) place {
	p, ok := l.places[section]
	if !ok {
		p = placeOf(l.module, l.object, section)
		l.places[section] = p
	}
	return p
}

func newListing(source []byte, res *asm.Result) *listing {
	l := &listing{source: source, module: res.Module, lines: res.Listing, places: map[string]place{}}
	// Code with undefined symbols can still be listed.
	if b, err := hsaco.Link(res.Module); err == nil {
		if o, err := hsaco.Open(b, ""); err == nil {
			l.object = o
		}
	}
	return l
}

const (
	listedInRow = 8  // bytes on a line of the listing
	listedMost  = 64 // bytes that are shown of a statement
)

// write prints every line of the source with its address and bytes. Lines of macros and
// loops follow the line that expanded them, marked with a plus sign.
func (l *listing) write(w *bufio.Writer) {
	section := ""
	next := 0
	line := 0
	for text := range bytes.Lines(l.source) {
		line++
		text = bytes.TrimRight(text, "\r\n")
		shown := false
		for ; next < len(l.lines) && l.lines[next].Line <= line; next++ {
			s := &l.lines[next]
			if s.Bytes != nil && s.Section != section {
				section = s.Section
				l.writeSection(w, section)
			}
			switch {
			case s.Expanded:
				if !shown {
					fmt.Fprintf(w, "%6d  %-16s  %-16s  %s\n", line, "", "", text)
				}
				l.writeLine(w, fmt.Sprintf("%6s", "+"), s, s.Text)
			case shown:
				l.writeLine(w, fmt.Sprintf("%6s", ""), s, "")
			default:
				l.writeLine(w, fmt.Sprintf("%6d", line), s, string(text))
			}
			shown = true
		}
		if !shown {
			fmt.Fprintf(w, "%6d  %-16s  %-16s  %s\n", line, "", "", text)
		}
	}
}

func (l *listing) writeSection(w *bufio.Writer, name string) {
	p := l.place(name)
	if p.known {
		fmt.Fprintf(w, "; section %s at address %#x, file offset %#x\n", name, p.addr, p.offset)
	} else {
		fmt.Fprintf(w, "; section %s\n", name)
	}
}

// writeLine prints a statement: the address and the bytes in memory order, on as many
// lines as needed.
func (l *listing) writeLine(w *bufio.Writer, mark string, s *asm.ListedLine, text string) {
	if len(s.Bytes) == 0 {
		fmt.Fprintf(w, "%s  %-16s  %-16s  %s\n", mark, "", "", text)
		return
	}
	p := l.place(s.Section)
	addr := p.addr + s.Offset
	shown := p.bytes(s)[:min(len(s.Bytes), listedMost)]
	for i := 0; i < len(shown); i += listedInRow {
		row := shown[i:min(i+listedInRow, len(shown))]
		fmt.Fprintf(w, "%s  %016x  %-16x  %s\n", mark, addr+uint64(i), row, text)
		mark, text = fmt.Sprintf("%6s", ""), ""
	}
	if n := len(s.Bytes) - len(shown); n > 0 {
		fmt.Fprintf(w, "%6s  %016x  (%d more bytes)\n", "", addr+uint64(len(shown)), n)
	}
}

// listedJSON is a statement of the listing.
type listedJSON struct {
	Line     int    `json:"line"`
	Expanded bool   `json:"expanded,omitempty"` // from a macro or a loop
	Text     string `json:"text"`
	Section  string `json:"section,omitempty"`
	Offset   uint64 `json:"offset"` // in the section
	Address  uint64 `json:"address,omitempty"`
	Bytes    string `json:"bytes,omitempty"`
}

func (l *listing) json() []listedJSON {
	out := []listedJSON{}
	for i := range l.lines {
		s := &l.lines[i]
		j := listedJSON{Line: s.Line, Expanded: s.Expanded, Text: s.Text}
		if len(s.Bytes) > 0 {
			p := l.place(s.Section)
			j.Section, j.Offset, j.Bytes = s.Section, s.Offset, hex.EncodeToString(p.bytes(s))
			if p.known {
				j.Address = p.addr + s.Offset
			}
		}
		out = append(out, j)
	}
	return out
}
