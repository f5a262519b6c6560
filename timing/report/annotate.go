package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"heddle/isa"
	"heddle/timing"
)

const (
	annotatedWidth = 120
	leastText      = 24   // columns that instructions get, however wide the rest is
	hotSite        = 0.10 // shares of all cycles from which on instructions are marked
	warmSite       = 0.02
	otherCause     = 0.10 // of the stalls of a site, from which on its second cause is shown
	deepest        = 3    // loops inside each other that are drawn
)

// Annotate writes the disassembly beside cycles, issues, stalls and LDS conflicts. Lines have at most
// 120 columns; >> marks instructions with 10 % of all cycles and more, > those with 2 %.
func Annotate(w io.Writer, r *Report, colour bool) error {
	s := style(colour)
	return buffered(w, func(b *bufio.Writer) {
		fmt.Fprintf(b, "%s\n", s.in(bold, title(r)))
		for _, line := range wrap("Modelled cycles. time: share of the cycles of all waves; issues: of the timed waves; cycles, stalls by cause and LDS (conflicts): of one issue, in the mean.", annotatedWidth) {
			fmt.Fprintln(b, line)
		}
		fmt.Fprintln(b)
		a := annotation(r)
		for i := range a.lines {
			a.lines[i].write(b, a, s)
		}
	})
}

// annotated is the annotation of a whole program.
type annotated struct {
	lines []annotatedLine
	width [annotatedColumns]int
	text  int // columns for instructions
}

const annotatedColumns = 7

// annotatedLine is an instruction and what it cost, or a line of the source.
type annotatedLine struct {
	source string // if it is one
	cells  [annotatedColumns]string
	text   string
	share  float64
}

// annotation lays out the program.
func annotation(r *Report) *annotated {
	p := r.Result.Program
	a := &annotated{lines: []annotatedLine{{cells: [...]string{"", "time", "issues", "cycles", "stalls", "LDS", "address"}, text: "instruction"}}}
	all := allCycles(r.Result.Sites)
	file, line := "", 0
	for n := 0; n < len(p.Insts); n++ {
		in := &p.Insts[n]
		if in.Line > 0 && (in.File != file || in.Line != line) {
			file, line = in.File, in.Line
			a.lines = append(a.lines, annotatedLine{source: sourceLine(r, in)})
		}
		s := &r.Result.Sites[n]
		l := annotatedLine{share: share(cyclesOf(s), all), text: instText(in)}
		l.cells[0], l.cells[6] = gutter(r.Result.Loops, n), fmt.Sprintf("%#x", in.Addr)
		if s.Issues > 0 {
			each := float64(s.Issues)
			l.cells[1], l.cells[2] = percent(l.share), fmt.Sprint(s.Issues)
			l.cells[3], l.cells[4] = cyclesText(float64(cyclesOf(s))/each), siteStalls(s)
			if s.Conflicts > 0 {
				l.cells[5] = cyclesText(float64(s.Conflicts) / each)
			}
		}
		if many := padding(r, n); many > 1 {
			l.text += fmt.Sprintf("  ; %d times", many)
			n += many - 1
		}
		a.lines = append(a.lines, l)
	}
	used := len(">> ") + 1 // two columns before the instruction
	for i := range a.width {
		for j := range a.lines {
			a.width[i] = max(a.width[i], utf8.RuneCountInString(a.lines[j].cells[i]))
		}
		used += a.width[i] + 1
	}
	a.text = max(annotatedWidth-used, leastText)
	return a
}

// padding is how many s_nop begin at an instruction that nobody executed, such as those between code that
// loads arguments and the entry for waves that have them.
func padding(r *Report, n int) int {
	insts, sites := r.Result.Program.Insts, r.Result.Sites
	end := n
	for end < len(insts) && insts[end].Inst.Row.Op == isa.S_NOP && insts[end].Inst == insts[n].Inst && sites[end].Issues == 0 {
		end++
	}
	return end - n
}

// instText is the disassembly, with the targets of branches as addresses.
func instText(in *timing.Inst) string {
	text := in.Inst.String()
	if target, ok := in.Inst.BranchTarget(in.Addr); ok {
		text += fmt.Sprintf("  ; to %#x", target)
	}
	return text
}

// sourceLine is the place in the source and its text, if that is known.
func sourceLine(r *Report, in *timing.Inst) string {
	text := "; " + source(in)
	if line := sourceText(r, in); line != "" {
		text += "  " + line
	}
	if runes := []rune(text); len(runes) > annotatedWidth {
		text = string(runes[:annotatedWidth-1]) + "…"
	}
	return text
}

// sourceText returns the text of the line of an instruction, "" if it is not known.
func sourceText(r *Report, in *timing.Inst) string {
	rest := r.Sources[in.File]
	for range in.Line - 1 {
		_, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			return ""
		}
		rest = after
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return clean(strings.TrimSpace(strings.ReplaceAll(string(line), "\t", " ")))
}

// gutter draws the loops around an instruction: a line for each, from its first to its last instruction.
func gutter(loops []timing.Loop, inst int) string {
	var b strings.Builder
	for i := range loops {
		l := &loops[i]
		switch {
		case !isIn(inst, l) || b.Len() == deepest:
		case inst == l.Begin || inst == l.End:
			b.WriteByte('+')
		default:
			b.WriteByte('|')
		}
	}
	return b.String()
}

// siteStalls names the main cause of stalls with its cycles of one issue, and the second if it matters.
func siteStalls(s *timing.Site) string {
	const least = 0.05 // cycles: less would be shown as 0.0
	var parts []string
	for n, c := range causes(&s.Stalls) {
		each := float64(c.cycles) / float64(s.Issues)
		if each < least || n == 1 && share(c.cycles, stallsOf(s)) < otherCause || n > 1 {
			break
		}
		parts = append(parts, causeName(c.cause)+" "+cyclesText(each))
	}
	return strings.Join(parts, " ")
}

// write prints the line; a long instruction goes on below itself.
func (l *annotatedLine) write(w *bufio.Writer, a *annotated, s style) {
	if l.source != "" {
		fmt.Fprintln(w, s.in(dimmed, l.source))
		return
	}
	mark, code := "", ""
	switch {
	case l.share >= hotSite:
		mark, code = ">>", hot
	case l.share >= warmSite:
		mark, code = ">", warm
	}
	c, d := &l.cells, &a.width
	head := fmt.Sprintf("%-2s %-*s %*s %*s %*s %-*s %*s %*s  ", mark, d[0], c[0], d[1], c[1], d[2], c[2], d[3], c[3], d[4], c[4], d[5], c[5], d[6], c[6])
	for i, text := range wrap(l.text, a.text) {
		if i > 0 {
			head = strings.Repeat(" ", utf8.RuneCountInString(head)+2)
		}
		line := strings.TrimRight(head+text, " ")
		if code != "" {
			line = s.in(code, line)
		}
		fmt.Fprintln(w, line)
	}
}
