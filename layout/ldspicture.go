package layout

import (
	"fmt"
	"slices"
	"strings"
)

// LDSPicture shows which lanes use which banks in each phase of an execution of an LDS instruction.
type LDSPicture struct {
	Banks  int
	Column int // banks that are drawn as one, because accesses use all of them
	Phases []LDSPhase
}

// LDSPhase is a phase: its lanes go in rows, which take turns at the banks.
type LDSPhase struct {
	Place  int         // which of the addresses of a lane
	Lanes  []int       // of the phase, the inactive ones, too
	Active int         // how many of them are active
	Rows   [][]LDSCell // by turn and column
}

// LDSCell is a word, or several in one column, that is used in a turn: by no lane, one, or several
// that need the same.
type LDSCell struct {
	Lanes []int
	Word  uint32 // of the LDS, the first of them
}

// Ways is how many turns the phase takes.
func (p *LDSPhase) Ways() int { return len(p.Rows) }

// Picture draws an execution. It is made word by word, apart from Count, which it agrees with.
func (c *BankCounter) Picture(a *LDSAddresses) LDSPicture {
	p := LDSPicture{Banks: c.Banks, Column: 1}
	words := c.Bytes / c.bankBytes
	if words == 2 || words == 4 {
		p.Column = words
	}
	if c.Single || a.Lanes[0]|a.Lanes[1] == 0 {
		return p
	}
	unaligned := [2]bool{}
	for place := range c.Places {
		for lane := range a.At[place] {
			if a.Lanes[place]>>lane&1 != 0 && a.At[place][lane]&c.aligned != 0 {
				unaligned[place], p.Column = true, 1
			}
		}
	}
	for place := range c.Places {
		for _, lanes := range c.Phases {
			phase := LDSPhase{Place: place, Lanes: lanes}
			for _, lane := range lanes {
				if a.Lanes[place]>>lane&1 == 0 {
					continue
				}
				phase.Active++
				turn := -1 // the first that is free
				if unaligned[place] {
					turn = len(phase.Rows)
				}
				first, last := a.At[place][lane]/uint32(c.bankBytes), (a.At[place][lane]+uint32(c.Bytes)-1)/uint32(c.bankBytes)
				for word := first - first%uint32(p.Column); word <= last; word += uint32(p.Column) {
					phase.put(p.Banks/p.Column, turn, int(word)%p.Banks/p.Column, lane, word, c.Shares)
				}
			}
			p.Phases = append(p.Phases, phase)
		}
	}
	return p
}

// put adds a lane's word to a column in a turn, -1 for the first that is free or has the same word.
func (p *LDSPhase) put(columns, turn, column, lane int, word uint32, shares bool) {
	if turn < 0 {
		for turn = 0; turn < len(p.Rows); turn++ {
			cell := &p.Rows[turn][column]
			if len(cell.Lanes) == 0 || shares && cell.Word == word {
				break
			}
		}
	}
	for len(p.Rows) <= turn {
		p.Rows = append(p.Rows, make([]LDSCell, columns))
	}
	cell := &p.Rows[turn][column]
	cell.Lanes, cell.Word = append(cell.Lanes, lane), word
}

// LDSTextStyle says how a picture is drawn as text.
type LDSTextStyle struct {
	// MaxTurns is the number of turns that are drawn of a phase, 0 for all.
	MaxTurns int
	// Conflict and Reset are what is written before and after a turn that is due to conflicts, such as
	// the colours of a terminal.
	Conflict, Reset string
}

// textColumns is the number of columns that a line of text has: those of the 32 banks of most
// instructions.
const textColumns = 32

// Text draws the picture: for each phase a line of banks, then a line for each turn, with the lanes
// that use the banks in it. A lane with a + shares its word with others of the phase.
func (p *LDSPicture) Text(style LDSTextStyle) string {
	var s strings.Builder
	for i := range p.Phases {
		phase := &p.Phases[i]
		name := fmt.Sprintf("phase %d", i)
		if p.Phases[len(p.Phases)-1].Place > 0 {
			name += fmt.Sprintf(", address %d", phase.Place)
		}
		fmt.Fprintf(&s, "%s: lanes %s: %s\n", name, spans(slices.Sorted(slices.Values(phase.Lanes))), phase.summary())
		if phase.Active == 0 {
			continue
		}
		columns := len(phase.Rows[0])
		for from := 0; from < columns; from += textColumns {
			p.textBlock(&s, phase, from, min(from+textColumns, columns), style)
		}
	}
	return s.String()
}

// summary says how many turns a phase takes.
func (p *LDSPhase) summary() string {
	switch {
	case p.Active == 0:
		return "none active"
	case p.Ways() == 1:
		return "no conflict"
	}
	return fmt.Sprintf("%d-way conflict", p.Ways())
}

// textBlock draws some columns of a phase.
func (p *LDSPicture) textBlock(s *strings.Builder, phase *LDSPhase, from, to int, style LDSTextStyle) {
	shown := phase.Rows
	if style.MaxTurns > 0 && len(shown) > style.MaxTurns {
		shown = shown[:style.MaxTurns]
	}
	s.WriteString("  bank ")
	for column := from; column < to; column++ {
		fmt.Fprintf(s, "%4d", column*p.Column)
	}
	s.WriteString("\n")
	for turn, row := range shown {
		var line strings.Builder
		fmt.Fprintf(&line, "  %4d:", turn+1)
		for _, cell := range row[from:to] {
			switch len(cell.Lanes) {
			case 0:
				line.WriteString("   .")
			case 1:
				fmt.Fprintf(&line, "%4d", cell.Lanes[0])
			default:
				fmt.Fprintf(&line, "%4s", fmt.Sprintf("%d+", cell.Lanes[0]))
			}
		}
		if turn > 0 {
			fmt.Fprintf(s, "%s%s%s\n", style.Conflict, line.String(), style.Reset)
		} else {
			s.WriteString(line.String() + "\n")
		}
	}
	if more := len(phase.Rows) - len(shown); more > 0 {
		fmt.Fprintf(s, "%s   and %d more turns%s\n", style.Conflict, more, style.Reset)
	}
}

// Sizes of an SVG picture, in pixels.
const (
	svgBank  = 16 // width of a bank
	svgTurn  = 18 // height of a turn
	svgLeft  = 64
	svgHead  = 40 // above the first turn of a phase
	svgTitle = 24 // a line of the title
	svgGap   = 14
)

// SVG draws the picture as an SVG file with the lines of a title above it. A turn that is due to
// conflicts is red, and lanes that share a word are in a darker cell.
func (p *LDSPicture) SVG(title ...string) []byte {
	var b strings.Builder
	y := svgGap
	for i, line := range title {
		weight := ""
		if i == 0 {
			weight = " font-weight=\"bold\" font-size=\"14\""
		}
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\"%s>%s</text>\n", svgGap, y+svgTitle/2, weight, escape(line))
		y += svgTitle
	}
	for i := range p.Phases {
		phase := &p.Phases[i]
		text := fmt.Sprintf("phase %d: lanes %s: %s", i, spans(slices.Sorted(slices.Values(phase.Lanes))), phase.summary())
		if phase.Place > 0 {
			text = strings.Replace(text, ":", " (second address):", 1)
		}
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", svgGap, y+14, escape(text))
		if phase.Active == 0 {
			y += svgTitle + svgGap
			continue
		}
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"#666\">bank</text>\n", svgGap, y+32)
		for column := range phase.Rows[0] {
			if p.Column > 1 || column%2 == 0 {
				fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"#666\">%d</text>\n", svgLeft+column*p.Column*svgBank+1, y+32, column*p.Column)
			}
		}
		y += svgHead
		for turn, row := range phase.Rows {
			fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"#666\">turn %d</text>\n", svgGap, y+13, turn+1)
			p.svgTurn(&b, turn, row, y)
			y += svgTurn
		}
		y += svgGap
	}
	width := 2*svgGap + svgLeft + p.Banks*svgBank
	for _, line := range title {
		width = max(width, 2*svgGap+len(line)*8)
	}
	return fmt.Appendf(nil, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"10\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n",
		width, y, b.String())
}

// svgTurn draws the cells of a turn.
func (p *LDSPicture) svgTurn(b *strings.Builder, turn int, row []LDSCell, y int) {
	width := p.Column * svgBank
	for column, cell := range row {
		fill, text := "#f4f4f4", ""
		switch n := len(cell.Lanes); {
		case n == 0:
		case turn == 0 && n == 1:
			fill = "#a8d5ba"
		case turn == 0:
			fill = "#5fb489"
		case n == 1:
			fill = "#f4a6a0"
		default:
			fill = "#e5756b"
		}
		if len(cell.Lanes) > 0 {
			text = fmt.Sprint(cell.Lanes[0])
			if more := len(cell.Lanes) - 1; more > 0 && p.Column > 1 {
				text += fmt.Sprintf(" +%d", more)
			}
		}
		x := svgLeft + column*width
		fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#fff\"/>", x, y, width, svgTurn, fill)
		if text != "" {
			fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\"><title>%s</title>%s</text>", x+width/2, y+13,
				escape(fmt.Sprintf("lanes %s, word %d", spans(cell.Lanes), cell.Word)), text)
		}
		b.WriteString("\n")
	}
}
