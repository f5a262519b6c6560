package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"heddle/diag"
	"heddle/timing"
)

// textWidth is the width of sentences.
const textWidth = 100

// Text writes the report for a terminal or a file.
func Text(w io.Writer, r *Report, colour bool) error {
	s := style(colour)
	return buffered(w, func(b *bufio.Writer) {
		writeHead(b, r, s)
		writeTraffic(b, r, s)
		writeStalls(b, r, s)
		views := loopViews(r.Result)
		writeLoops(b, r, views, s)
		if list := summary(r, views); list != nil {
			fmt.Fprintln(b)
			for _, line := range wrap(strings.Join(list, " "), textWidth) {
				fmt.Fprintln(b, line)
			}
		}
	})
}

// title names what was modelled, and on what.
func title(r *Report) string {
	text := clean(r.Kernel)
	if r.File != "" {
		text += " of " + clean(r.File)
	}
	if p := r.Product; p.Name != "" {
		text += fmt.Sprintf(" on %s (%s, %s)", clean(p.Name), diag.Count(p.CUs, "compute unit"), diag.Count(p.XCDs, "XCD"))
	}
	if r.Problem != "" {
		text += ": " + clean(r.Problem)
	}
	return text
}

// writeHead prints what the whole run comes to.
func writeHead(w *bufio.Writer, r *Report, s style) {
	fmt.Fprintf(w, "%s\nAll figures are modelled.\n\n", s.in(bold, title(r)))
	for _, line := range headLines(r) {
		first := line.name
		for _, text := range wrap(line.text, textWidth-14) {
			fmt.Fprintf(w, "%-12s  %s\n", first, text)
			first = ""
		}
	}
}

// headLine is a fact with its name.
type headLine struct{ name, text string }

// headLines are the facts about the whole run that are known.
func headLines(r *Report) (lines []headLine) {
	add := func(name, format string, args ...any) {
		lines = append(lines, headLine{name, fmt.Sprintf(format, args...)})
	}
	add("cycles", "%d, %s", r.Grid.Cycles, gridText(&r.Grid))
	if t := r.SecondsAtBoost(); t > 0 {
		add("time", "%s at %.0f MHz (boost)%s", secondsText(t), r.Product.BoostMHz, launchText(r))
	}
	if t := r.Seconds(); t > 0 {
		add("", "%s", clockText(r, t))
	}
	if text := flopText(r); text != "" {
		add("compute", "%s", text)
	}
	if text := roundsText(r); text != "" {
		add("grid", "%s", text)
	}
	busy := fmt.Sprintf("vector ALUs %s, LDS %s (of those in use)", percent(r.VALUBusy()), percent(r.LDSBusy()))
	if r.Result.MatrixBusy > 0 {
		busy = fmt.Sprintf("matrix cores %s, ", percent(r.MFMABusy())) + busy
	}
	add("busy", "%s", busy)
	if text := rooflineText(r); text != "" {
		add("roofline", "%s", text)
	}
	if text := occupancyText(&r.Occupancy); text != "" {
		add("occupancy", "%s", text)
	}
	return lines
}

// gridText says from how many workgroups the cycles were estimated.
func gridText(g *Grid) string {
	text := "all workgroups timed"
	if g.Timed < g.Workgroups {
		text = fmt.Sprintf("estimated from %d of %s", g.Timed, diag.Count(g.Workgroups, "workgroup"))
		if g.High > 0 {
			text += fmt.Sprintf(", spread %d to %d", g.Low, g.High)
		}
	} else if g.Workgroups > 0 {
		text = diag.Count(g.Workgroups, "workgroup")
		if g.How == "" {
			text += ", all timed"
		}
	}
	if g.How != "" {
		text += " (" + clean(g.How) + ")"
	}
	return text
}

// roundsText says how the workgroups fill the product: how many of its compute units have one, or in how many rounds
// they come.
func roundsText(r *Report) string {
	g, cus := &r.Grid, int64(r.Product.CUs)
	if g.Workgroups == 0 || cus == 0 {
		return ""
	}
	text := diag.Count(g.Workgroups, "workgroup")
	if g.WavesPerWorkgroup > 0 {
		text += " of " + diag.Count(g.WavesPerWorkgroup, "wave")
	}
	switch together := g.WorkgroupsTogether; {
	case g.Workgroups < cus:
		text += fmt.Sprintf(": %d of %s have none", cus-g.Workgroups, diag.Count(cus, "compute unit"))
	case together <= 0:
	case g.Workgroups <= together:
		text += fmt.Sprintf(", all at once (%d would fit)", together)
	default:
		full, rest := g.Workgroups/together, g.Workgroups%together
		text += fmt.Sprintf(", %d at once: %s", together, diag.Count(full, "full round"))
		if rest > 0 {
			text += fmt.Sprintf(" and %s of one", percent(share(rest, together)))
		}
	}
	return text
}

func launchText(r *Report) string {
	if r.LaunchSeconds <= 0 {
		return ""
	}
	return fmt.Sprintf(", %s of it the launch", secondsText(r.LaunchSeconds))
}

// clockText prints the time at the modelled clock and its uncertainty, which is that of the clock.
func clockText(r *Report, t float64) string {
	text := secondsText(t)
	if e := r.Clock.Error; e > 0 {
		text += fmt.Sprintf(" ± %s", percent(e))
	}
	text += fmt.Sprintf(" at %.0f MHz (modelled clock", r.Clock.MHz)
	if r.Clock.Why != "" {
		text += ": " + clean(r.Clock.Why)
	}
	return text + ")"
}

// flopText prints the rate of computing and its share of the peak.
func flopText(r *Report) string {
	rate := r.FLOPS()
	if rate == 0 {
		return ""
	}
	text := flopsText(rate)
	if r.Clock.MHz > 0 {
		text += " at the modelled clock"
	}
	if peak := r.Roofline.PeakFLOPS; peak > 0 {
		text += fmt.Sprintf(", %s of the peak of %s at boost", percent(rate/peak), flopsText(peak))
		if d := r.Roofline.DType; d != "" {
			text += " (" + clean(d) + ")"
		} else {
			text += " (f32, vector ALUs)"
		}
	}
	return text
}

// roofPosition is where a run lies under its roofs.
type roofPosition struct {
	roof      *Roof   // the lowest level of memory, nil if none is known
	intensity float64 // FLOP for a byte of it
	ridge     float64 // intensity from which on the peak is the limit
	most      float64 // FLOP/s that the roofs allow
	compute   bool    // the peak is the limit
}

// position finds the lowest roof; not ok if nothing is known of it.
func position(r *Report) (p roofPosition, ok bool) {
	f := &r.Roofline
	p.most, p.compute = math.Inf(1), true
	if f.PeakFLOPS > 0 {
		p.most = f.PeakFLOPS
	}
	lowest := math.Inf(1)
	for i := range f.Roofs {
		roof := &f.Roofs[i]
		if roof.Bytes <= 0 || roof.BytesPerSecond <= 0 {
			continue
		}
		if most := float64(f.FLOP / roof.Bytes * roof.BytesPerSecond); most < lowest {
			lowest, p.roof = most, roof
		}
	}
	if f.FLOP <= 0 || p.roof == nil {
		return p, false
	}
	p.intensity = f.FLOP / p.roof.Bytes
	if f.PeakFLOPS > 0 {
		p.ridge = f.PeakFLOPS / p.roof.BytesPerSecond
	}
	if lowest < p.most {
		p.most, p.compute = lowest, false
	}
	return p, true
}

// rooflineText says under which roof the kernel is, and how near it comes.
func rooflineText(r *Report) string {
	p, ok := position(r)
	if !ok {
		if roof, used := busiest(r); roof != nil {
			return fmt.Sprintf("%s at %s of its %s", clean(roof.Level), percent(used), rateText(roof.BytesPerSecond))
		}
		return ""
	}
	text := fmt.Sprintf("%s FLOP a byte of %s", intensityText(p.intensity), clean(p.roof.Level))
	if p.ridge > 0 {
		text += fmt.Sprintf(" (ridge at %s)", intensityText(p.ridge))
	}
	lowest := clean(p.roof.Level)
	if p.compute {
		lowest = "compute"
	}
	text += fmt.Sprintf(": the lowest roof is that of %s, %s", lowest, flopsText(p.most))
	if rate := r.FLOPS(); rate > 0 {
		text += fmt.Sprintf("; reaches %s of it", percent(rate/p.most))
	}
	return text
}

// busiest returns the level of memory that is nearest to its limit, and which share of it is used; nil
// if none is known.
func busiest(r *Report) (best *Roof, used float64) {
	t := timeOf(r)
	if t == 0 {
		return nil, 0
	}
	for i := range r.Roofline.Roofs {
		roof := &r.Roofline.Roofs[i]
		if roof.Bytes <= 0 || roof.BytesPerSecond <= 0 {
			continue
		}
		if u := roof.Bytes / t / roof.BytesPerSecond; best == nil || u > used {
			best, used = roof, u
		}
	}
	return best, used
}

// occupancyText says how many waves there are room for, and why not for more.
func occupancyText(o *Occupancy) string {
	if o.WavesPerSIMD == 0 {
		return ""
	}
	text := diag.Count(o.WavesPerSIMD, "wave") + " a SIMD"
	if o.MaxWavesPerSIMD > 0 {
		text += fmt.Sprintf(" of %d", o.MaxWavesPerSIMD)
	}
	if o.WorkgroupsPerCU > 0 {
		text += fmt.Sprintf(", %s a compute unit", diag.Count(o.WorkgroupsPerCU, "workgroup"))
	}
	if o.Limit != "" {
		text += "; limit: " + clean(o.Limit)
	}
	return text
}

// trafficOf returns the traffic and whose it is.
func trafficOf(r *Report) (list []timing.Traffic, whose string) {
	if len(r.Traffic) > 0 {
		return r.Traffic, "whole grid"
	}
	return r.Result.Traffic, "timed waves"
}

// hitText prints a hit rate; what has no hits is no cache.
func hitText(t *timing.Traffic) string {
	if t.Requests == 0 || t.Hits == 0 && t.Level == memoryLevel {
		return "-"
	}
	return percent(share(t.Hits, t.Requests))
}

// memoryLevel is the last level, in which everything is.
const memoryLevel = "HBM"

// writeTraffic prints requests, hits and bytes of each level.
func writeTraffic(w *bufio.Writer, r *Report, s style) {
	list, whose := trafficOf(r)
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", s.in(bold, "Traffic ("+whose+")"))
	rows := [][]string{{"level", "requests", "hits", "read", "written", "rate"}}
	for i := range list {
		t := &list[i]
		rate := "-"
		if sec := timeOf(r); sec > 0 && whose == "whole grid" {
			rate = rateText(float64(t.ReadBytes+t.WrittenBytes) / sec)
		}
		rows = append(rows, []string{clean(t.Level), fmt.Sprint(t.Requests), hitText(t), bytesText(float64(t.ReadBytes)), bytesText(float64(t.WrittenBytes)), rate})
	}
	table(w, "  ", "lrrrrr", rows)
}

// timeOf is the time at the modelled clock, or else at the boost clock.
func timeOf(r *Report) float64 {
	if t := r.Seconds(); t > 0 {
		return t
	}
	return r.SecondsAtBoost()
}

// writeStalls prints where the time of the waves went.
func writeStalls(w *bufio.Writer, r *Report, s style) {
	all := allCycles(r.Result.Sites)
	if all == 0 {
		return
	}
	sum := totalStalls(r.Result.Sites)
	stalled := int64(0)
	for _, n := range sum {
		stalled += n
	}
	fmt.Fprintf(w, "\n%s\n", s.in(bold, "Time of the waves"))
	rows := [][]string{{percent(share(all-stalled, all)), "issue", "instructions that issue"}}
	for _, c := range causes(&sum) {
		rows = append(rows, []string{percent(share(c.cycles, all)), causeName(c.cause), causeTexts[c.cause]})
	}
	table(w, "  ", "rll", rows)
}

// writeLoops prints the table of loops.
func writeLoops(w *bufio.Writer, r *Report, views []loopView, s style) {
	if len(views) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", s.in(bold, "Loops"))
	rows := [][]string{{"address", "source", "time", "iterations", "cycles: min/median/max", "instructions", "MFMA", "stalls of a mean iteration"}}
	for i := range views {
		v := &views[i]
		in := &r.Result.Program.Insts[v.Begin]
		rows = append(rows, []string{fmt.Sprintf("%#x", in.Addr), source(in), percent(v.share), fmt.Sprint(v.Iterations), fmt.Sprintf("%d/%d/%d", v.Min, v.Median, v.Max),
			fmt.Sprint(v.Instructions), fmt.Sprint(v.MFMA), stallList(&v.Stalls, 3)})
	}
	table(w, "  ", "llrrrrrl", rows)
}

// stallList names the most important causes with their cycles.
func stallList(stalls *[timing.NumCauses]int64, most int) string {
	var parts []string
	for _, c := range causes(stalls) {
		if len(parts) == most {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", causeName(c.cause), c.cycles))
	}
	return strings.Join(parts, ", ")
}
