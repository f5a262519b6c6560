package asm

// ListedLine is a source statement with its output.
type ListedLine struct {
	Line     int  // in the file
	Expanded bool // the text comes from a macro or a loop
	Text     string
	Section  string
	Offset   uint64 // in the section
	Bytes    []byte // nil if the statement produced none, or changed the section
}

// listed is a statement to be listed: its text and its range of a section.
type listed struct {
	at       pos
	n        int
	from, to place
}

// list records the statement of n bytes at a place of the source, which produced the bytes between
// mark and the current place.
func (a *assembler) list(at pos, n int, mark place) {
	to := a.cur.place()
	if to.stream != mark.stream {
		mark = to
	}
	a.listing = append(a.listing, listed{at: at, n: n, from: mark, to: to})
}

// makeListing returns the listing of the laid out file.
func (a *assembler) makeListing() []ListedLine {
	if !a.opt.Listing || a.errs.Count > 0 {
		return nil
	}
	out := make([]ListedLine, 0, len(a.listing))
	for _, l := range a.listing {
		st := a.streams[l.from.stream]
		from, to := st.offset(l.from), st.offset(l.to)
		line := ListedLine{
			Line: a.line(l.at), Expanded: l.at.src > 0, Section: st.sec.name, Offset: uint64(from),
			Text: a.sources[l.at.src].text[l.at.off : int(l.at.off)+l.n],
		}
		if to > from && !st.nobits() {
			line.Bytes = st.sec.final[from:to]
		}
		out = append(out, line)
	}
	return out
}
