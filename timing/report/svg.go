package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"heddle/isa"
	"heddle/timing"
)

// Sizes of the picture of a SIMD.
const (
	svgLeft, svgWidth = 120, 880
	svgRow, svgTop    = 26, 44
	svgJoin           = 1.5 // of a pixel: bars that are nearer are one
)

// svgColors are those of unitClasses.
var svgColors = []string{"#5c8ae6", "#b68ae8", "#63c07c", "#e8883a", "#c9c4bc", "#2b4a9e", "#a89f91"}

// SVG draws the waves of a SIMD and its matrix core during an iteration of the loop with the most matrix instructions, or
// of the longest loop, in the middle of the time. Where no wave has executed a loop more than once it is the time of the
// first wave.
func SVG(to io.Writer, r *Report) error {
	begin, end, what, issues := iteration(r)
	p := &simdPicture{w: bufio.NewWriter(to), r: r, begin: begin, end: end}
	var waves []int
	for i := range issues {
		if !slices.Contains(waves, issues[i].Wave) {
			waves = append(waves, issues[i].Wave)
		}
	}
	slices.Sort(waves)
	p.head(what, len(waves)+1)
	for n, wave := range waves {
		p.name(n, fmt.Sprintf("wave %d", n))
		p.row(n, issues, func(i *timing.Issue) (at, length timing.Cycle, class int) {
			if i.Wave != wave {
				return 0, 0, 0
			}
			return i.At, i.Length, classOf(&r.Result.Program.Insts[i.Inst].Inst)
		})
	}
	p.name(len(waves), "matrix core")
	p.row(len(waves), issues, func(i *timing.Issue) (at, length timing.Cycle, class int) {
		if at, length, unit := busy(r.Result, i); unit != isa.UnitLDS {
			return at, length, 1
		}
		return 0, 0, 0
	})
	fmt.Fprintln(p.w, "</svg>")
	return p.w.Flush()
}

// iteration finds the time of an iteration, the first one in the second half of the time or else the last one, what it
// is, and the issues of its SIMD then.
func iteration(r *Report) (begin, end timing.Cycle, what string, list []timing.Issue) {
	loop := mostMatrix(r.Result)
	all := sorted(r)
	if len(all) == 0 {
		return 0, 1, "Nothing was issued", nil
	}
	middle := (all[0].At + all[len(all)-1].At) / 2
	last := map[int]timing.Cycle{} // by wave: when its iteration began
	wave := -1
	for i := range all {
		x := &all[i]
		if loop == nil || x.Inst != loop.Begin {
			continue
		}
		if from, ok := last[x.Wave]; ok {
			if wave, begin, end = x.Wave, from, x.At; begin >= middle {
				break
			}
		}
		last[x.Wave] = x.At
	}
	what = "An iteration of the loop"
	if wave < 0 {
		wave, what = all[0].Wave, "A wave from its begin to its end"
		begin, end = r.Result.Waves[wave].Begin, r.Result.Waves[wave].End
	}
	of := &r.Result.Waves[wave]
	for i := range all {
		w := &r.Result.Waves[all[i].Wave]
		if at := all[i].At; w.CU == of.CU && w.SIMD == of.SIMD && at+all[i].Length+all[i].Busy >= begin && at < end {
			list = append(list, all[i])
		}
	}
	return begin, end, what, list
}

// mostMatrix is the loop with the most matrix instructions, or if none has any the one that takes the longest; nil if
// there are no loops.
func mostMatrix(r *timing.Result) (best *timing.Loop) {
	for i := range r.Loops {
		l := &r.Loops[i]
		if best == nil || cmp.Or(cmp.Compare(l.MFMA, best.MFMA), cmp.Compare(l.Instructions*l.Iterations, best.Instructions*best.Iterations)) > 0 {
			best = l
		}
	}
	return best
}

// simdPicture is written row by row.
type simdPicture struct {
	w          *bufio.Writer
	r          *Report
	begin, end timing.Cycle
}

func (p *simdPicture) x(at timing.Cycle) float64 {
	at = min(max(at, p.begin), p.end)
	return rounded(svgLeft + float64(at-p.begin)*svgWidth/float64(p.end-p.begin))
}

func (p *simdPicture) head(what string, rows int) {
	height := svgTop + rows*svgRow + 30
	fmt.Fprintf(p.w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="monospace" font-size="11">`+"\n", svgLeft+svgWidth+16, height)
	fmt.Fprintln(p.w, `<rect width="100%" height="100%" fill="#fff"/>`)
	fmt.Fprintf(p.w, `<text x="4" y="16" font-weight="bold">%s, as modelled: %d cycles of a SIMD</text>`+"\n", what, p.end-p.begin)
	x := 4
	for class, name := range unitClasses {
		fmt.Fprintf(p.w, `<rect x="%d" y="24" width="10" height="10" fill="%s"/><text x="%d" y="33" fill="#555">%s</text>`+"\n", x, svgColors[class], x+14, name)
		x += 28 + 7*len(name)
	}
	step := timing.Cycle(100)
	for (p.end-p.begin)/step > 12 {
		step *= 2
	}
	for at := timing.Cycle(0); at <= p.end-p.begin; at += step {
		fmt.Fprintf(p.w, `<text x="%g" y="%d" fill="#777">%d</text><rect x="%[1]g" y="%[4]d" width="0.5" height="%[5]d" fill="#bbb"/>`+"\n", p.x(p.begin+at), height-12, at, svgTop-4, rows*svgRow+8)
	}
}

func (p *simdPicture) name(row int, text string) {
	fmt.Fprintf(p.w, `<text x="4" y="%d">%s</text>`+"\n", svgTop+row*svgRow+15, text)
}

// row draws what is under way of issues, one bar for what follows closely and is of one class.
func (p *simdPicture) row(row int, issues []timing.Issue, of func(*timing.Issue) (at, length timing.Cycle, class int)) {
	type bar struct {
		from, to float64
		class    int
	}
	var bars []bar
	for i := range issues {
		at, length, class := of(&issues[i])
		if length <= 0 || at >= p.end || at+length <= p.begin {
			continue
		}
		bars = append(bars, bar{p.x(at), p.x(at + length), class})
	}
	slices.SortStableFunc(bars, func(a, b bar) int { return cmp.Compare(a.from, b.from) })
	for i := 0; i < len(bars); {
		b, next := bars[i], i+1
		for ; next < len(bars) && bars[next].class == b.class && bars[next].from-b.to <= svgJoin; next++ {
			b.to = max(b.to, bars[next].to)
		}
		i = next
		fmt.Fprintf(p.w, `<rect x="%g" y="%d" width="%g" height="%d" fill="%s"/>`+"\n", b.from, svgTop+row*svgRow, max(rounded(b.to-b.from), 0.4), svgRow-6, svgColors[b.class])
	}
}
