package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"heddle/timing"
)

const (
	sameTime   = 0.01 // cycles that differ by less are called the same
	worthParts = 0.15 // of the difference, from which on a cause is named
	moreBytes  = 1.1  // ratio of the traffic of a level from which on it is named
)

// Against writes two reports side by side, and where their difference is.
func Against(w io.Writer, a, b *Report, colour bool) error {
	s := style(colour)
	return buffered(w, func(out *bufio.Writer) {
		fmt.Fprintf(out, "A: %s\nB: %s\nAll figures are modelled.\n\n", s.in(bold, title(a)), s.in(bold, title(b)))
		table(out, "", "lrrr", compareHead(a, b))
		if rows := compareTraffic(a, b); len(rows) > 1 {
			fmt.Fprintf(out, "\n%s\n", s.in(bold, "Traffic"))
			table(out, "  ", "lrrrrrr", rows)
		}
		fmt.Fprintf(out, "\n%s\n", s.in(bold, "Where the cycles of the grid go, by the shares of the time of the waves"))
		table(out, "  ", "lrrrl", compareStalls(a, b))
		if rows := compareLoops(a, b); len(rows) > 1 {
			fmt.Fprintf(out, "\n%s\n", s.in(bold, "Loops, in their order"))
			table(out, "  ", "rllrrrrr", rows)
		}
		fmt.Fprintln(out)
		for _, line := range wrap(strings.Join(difference(a, b), " "), textWidth) {
			fmt.Fprintln(out, line)
		}
	})
}

// AgainstSchema identifies the form of a document that puts two runs side by side.
const AgainstSchema = "heddle.time.against/v1"

// Comparison says where the difference between two reports is, for programs.
type Comparison struct {
	// CyclesRatio and SecondsRatio are those of B as shares of those of A; 0 if A has none.
	CyclesRatio  float64 `json:"cyclesRatio"`
	SecondsRatio float64 `json:"secondsRatio"`
	// Causes divides the cycles of both grids among the causes for which waves waited, and "issue", by their shares of
	// the time of the waves; the largest difference first.
	Causes []CauseJSON `json:"causes"`
	// Difference says in sentences where the difference is.
	Difference []string `json:"difference"`
}

// CauseJSON is how many cycles of each grid go to a cause.
type CauseJSON struct {
	Cause string  `json:"cause"`
	A     float64 `json:"a"`
	B     float64 `json:"b"`
}

// Compare compares b with a.
func Compare(a, b *Report) *Comparison {
	ratio := func(b, a float64) float64 {
		if a <= 0 {
			return 0
		}
		return b / a
	}
	c := &Comparison{CyclesRatio: ratio(float64(b.Grid.Cycles), float64(a.Grid.Cycles)), SecondsRatio: ratio(b.Seconds(), a.Seconds()),
		Causes: []CauseJSON{}, Difference: difference(a, b)}
	for _, x := range gridCauses(a, b) {
		if x.a != 0 || x.b != 0 {
			c.Causes = append(c.Causes, CauseJSON{x.name(), x.a, x.b})
		}
	}
	return c
}

// change prints how much more b is than a.
func change(a, b float64) string {
	switch {
	case a == b:
		return "same"
	case a <= 0 || b < 0:
		return "-"
	case b/a >= 10:
		return fmt.Sprintf("x %.3g", b/a)
	}
	p := float64(100 * (b/a - 1))
	if math.Abs(p) < 9.95 {
		return fmt.Sprintf("%+.1f %%", p)
	}
	return fmt.Sprintf("%+.0f %%", p)
}

// compareHead has the rows about the whole runs.
func compareHead(a, b *Report) [][]string {
	rows := [][]string{{"", "A", "B", "B to A"}}
	add := func(name string, of func(r *Report) float64, text func(float64) string) {
		x, y := of(a), of(b)
		if x != 0 || y != 0 {
			rows = append(rows, []string{name, text(x), text(y), change(x, y)})
		}
	}
	count := func(v float64) string { return fmt.Sprintf("%.0f", v) }
	add("cycles", func(r *Report) float64 { return float64(r.Grid.Cycles) }, count)
	add("time at boost", (*Report).SecondsAtBoost, secondsText)
	add("modelled clock", func(r *Report) float64 { return r.Clock.MHz }, func(v float64) string { return count(v) + " MHz" })
	add("time at the modelled clock", (*Report).Seconds, secondsText)
	add("compute", (*Report).FLOPS, flopsText)
	add("matrix cores busy", (*Report).MFMABusy, percent)
	add("vector ALUs busy", (*Report).VALUBusy, percent)
	add("LDS busy", (*Report).LDSBusy, percent)
	add("waves a SIMD", func(r *Report) float64 { return float64(r.Occupancy.WavesPerSIMD) }, count)
	add("vector registers", func(r *Report) float64 { return float64(r.Occupancy.VGPRs) }, count)
	add("LDS of a workgroup", func(r *Report) float64 { return float64(r.Occupancy.LDSBytes) }, func(v float64) string { return count(v) + " B" })
	add("workgroups", func(r *Report) float64 { return float64(r.Grid.Workgroups) }, count)
	return rows
}

// level returns the traffic of a level, zero if there is none.
func level(list []timing.Traffic, name string) timing.Traffic {
	for _, t := range list {
		if t.Level == name {
			return t
		}
	}
	return timing.Traffic{Level: name}
}

// levels lists the levels of both reports, those of a first; none if one is of the grid and the other of timed
// waves.
func levels(a, b *Report) (x, y []timing.Traffic, names []string) {
	x, ofX := trafficOf(a)
	y, ofY := trafficOf(b)
	if ofX != ofY {
		return nil, nil, nil
	}
	for _, list := range [][]timing.Traffic{x, y} {
		for _, t := range list {
			if !slices.Contains(names, t.Level) {
				names = append(names, t.Level)
			}
		}
	}
	return x, y, names
}

func compareTraffic(a, b *Report) [][]string {
	rows := [][]string{{"level", "hits: A", "B", "bytes: A", "B", "B to A", "requests: B to A"}}
	x, y, names := levels(a, b)
	for _, name := range names {
		t, u := level(x, name), level(y, name)
		rows = append(rows, []string{clean(name), hitText(&t), hitText(&u), bytesText(moved(&t)), bytesText(moved(&u)), change(moved(&t), moved(&u)),
			change(float64(t.Requests), float64(u.Requests))})
	}
	return rows
}

// moved is how many bytes a level moved.
func moved(t *timing.Traffic) float64 { return float64(t.ReadBytes + t.WrittenBytes) }

// gridCause is how many cycles of the grid go to a cause; NumCauses stands for issuing.
type gridCause struct {
	cause timing.Cause
	a, b  float64
}

func (c gridCause) name() string {
	if c.cause == timing.NumCauses {
		return "issue"
	}
	return causeName(c.cause)
}

func (c gridCause) text() string {
	if c.cause == timing.NumCauses {
		return "instructions that issue"
	}
	return causeTexts[c.cause]
}

// gridCauses divides the cycles of both grids among the causes for which waves waited, as these share the time of
// the waves; the largest difference first.
func gridCauses(a, b *Report) []gridCause {
	list := make([]gridCause, timing.NumCauses+1)
	divide := func(r *Report, set func(c *gridCause, cycles float64)) {
		all := allCycles(r.Result.Sites)
		sum := totalStalls(r.Result.Sites)
		left := all
		for c, n := range sum {
			left -= n
			set(&list[c], float64(share(n, all)*float64(r.Grid.Cycles)))
		}
		set(&list[timing.NumCauses], float64(share(left, all)*float64(r.Grid.Cycles)))
	}
	for c := range list {
		list[c].cause = timing.Cause(c)
	}
	divide(a, func(c *gridCause, cycles float64) { c.a = cycles })
	divide(b, func(c *gridCause, cycles float64) { c.b = cycles })
	slices.SortStableFunc(list, func(x, y gridCause) int { return cmp.Compare(math.Abs(y.b-y.a), math.Abs(x.b-x.a)) })
	return list
}

func compareStalls(a, b *Report) [][]string {
	rows := [][]string{{"", "A", "B", "B - A", ""}}
	for _, c := range gridCauses(a, b) {
		if c.a != 0 || c.b != 0 {
			rows = append(rows, []string{c.name(), cyclesText(c.a), cyclesText(c.b), fmt.Sprintf("%+d", int64(math.Round(c.b-c.a))), c.text()})
		}
	}
	return rows
}

// compareLoops matches loops by their order.
func compareLoops(a, b *Report) [][]string {
	rows := [][]string{{"", "A", "B", "cycles an iteration: A", "B", "B to A", "MFMA: A", "B"}}
	x, y := loopViews(a.Result), loopViews(b.Result)
	for i := range max(len(x), len(y)) {
		row := []string{fmt.Sprint(i + 1), "-", "-", "-", "-", "-", "-", "-"}
		if i < len(x) {
			row[1], row[3], row[6] = loopPlace(a, &x[i]), fmt.Sprint(x[i].Median), fmt.Sprint(x[i].MFMA)
		}
		if i < len(y) {
			row[2], row[4], row[7] = loopPlace(b, &y[i]), fmt.Sprint(y[i].Median), fmt.Sprint(y[i].MFMA)
		}
		if i < len(x) && i < len(y) {
			row[5] = change(float64(x[i].Median), float64(y[i].Median))
		}
		rows = append(rows, row)
	}
	return rows
}

func loopPlace(r *Report, l *loopView) string {
	in := &r.Result.Program.Insts[l.Begin]
	text := fmt.Sprintf("%#x", in.Addr)
	if s := source(in); s != "" {
		text += " " + s
	}
	return text
}

// difference says in sentences where the difference is.
func difference(a, b *Report) []string {
	x, y := float64(a.Grid.Cycles), float64(b.Grid.Cycles)
	if x <= 0 || math.Abs(y-x) <= float64(sameTime*x) {
		return []string{fmt.Sprintf("Both take the same cycles within %s.", percent(sameTime)) + clockDifference(a, b)}
	}
	faster, slower := "B", "A"
	if y > x {
		faster, slower = "A", "B"
	}
	list := []string{fmt.Sprintf("%s takes %s fewer cycles than %s: %.0f.", faster, percent(math.Abs(y-x)/max(x, y)), slower, math.Abs(y-x))}
	if text := causeDifference(a, b, slower); text != "" {
		list = append(list, text)
	}
	if text := trafficDifference(a, b, slower); text != "" {
		list = append(list, text)
	}
	if spreadsOverlap(&a.Grid, &b.Grid) {
		list = append(list, "The spreads of the two estimates overlap, so that the order is not certain.")
	}
	return list
}

// clockDifference says if equal cycles take different times.
func clockDifference(a, b *Report) string {
	x, y := a.Seconds(), b.Seconds()
	if x == 0 || y == 0 || math.Abs(y-x) <= float64(sameTime*x) {
		return ""
	}
	return fmt.Sprintf(" At the modelled clocks, A takes %s and B %s.", secondsText(x), secondsText(y))
}

// causeDifference names the causes that make the slower one slow, and what it has less of.
func causeDifference(a, b *Report, slower string) string {
	all := math.Abs(float64(b.Grid.Cycles - a.Grid.Cycles))
	var more, less []string
	for _, c := range gridCauses(a, b) {
		extra := c.b - c.a
		if slower == "A" {
			extra = -extra
		}
		switch {
		case extra >= float64(worthParts*all) && len(more) < 2:
			more = append(more, fmt.Sprintf("%s more cycles for %s", cyclesText(extra), c.text()))
		case extra <= float64(-worthParts*all) && len(less) < 1:
			less = append(less, fmt.Sprintf("%s fewer for %s", cyclesText(-extra), c.text()))
		}
	}
	if more == nil {
		return ""
	}
	text := fmt.Sprintf("%s has %s", slower, joinAnd(more))
	if less != nil {
		text += ", but " + less[0]
	}
	return text + "."
}

// trafficDifference names the level of which the slower one moves most times as many bytes.
func trafficDifference(a, b *Report, slower string) string {
	x, y, names := levels(a, b)
	other := "B"
	if slower == "B" {
		x, y, other = y, x, "A"
	}
	text, most := "", moreBytes
	for _, name := range names {
		t, u := level(x, name), level(y, name)
		if from, to := moved(&u), moved(&t); from > 0 && to/from > most {
			most, text = to/from, fmt.Sprintf("%s moves %.3g times as many bytes through %s as %s.", slower, to/from, levelNoun(name), other)
		}
	}
	return text
}

// levelNoun is the name of a level in a sentence.
func levelNoun(name string) string {
	switch name {
	case "scalar", "instruction":
		return "the " + name + " cache"
	}
	return clean(name)
}

// spreadsOverlap reports whether the ranges of two estimates have cycles in common. A grid that was timed as a whole
// has no range.
func spreadsOverlap(a, b *Grid) bool {
	bounds := func(g *Grid) (low, high timing.Cycle) {
		if g.High == 0 {
			return g.Cycles, g.Cycles
		}
		return g.Low, g.High
	}
	al, ah := bounds(a)
	bl, bh := bounds(b)
	return al <= bh && bl <= ah
}
