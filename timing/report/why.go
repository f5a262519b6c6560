package report

import (
	"fmt"
	"math"

	"heddle/timing"
)

// Why says in a line why b takes longer than a, or less: for what its waves wait, and what of the counts of
// both is behind it. a is called ours.
func Why(a, b *Report) string {
	x, y := float64(a.Grid.Cycles), float64(b.Grid.Cycles)
	if x <= 0 || math.Abs(y-x) <= float64(sameTime*x) {
		return within(a, b)
	}
	if text := roundsDifference(a, b); text != "" {
		return text
	}
	for _, c := range gridCauses(a, b) {
		extra := c.b - c.a
		// Waves that share a matrix core wait for it while it works: that is no loss.
		if c.cause == timing.MatrixBusy || (extra > 0) != (y > x) {
			continue
		}
		sign := "+"
		if extra < 0 {
			sign = "-"
		}
		text := fmt.Sprintf("%s%s cycles for %s", sign, cyclesText(math.Abs(extra)), c.text())
		if n := countBehind(c.cause, a, b); n != "" {
			text += ": " + n
		}
		return text
	}
	return "no cause stands out"
}

// within says what differs between reports of the same cycles.
func within(a, b *Report) string {
	text := "the same within " + percent(sameTime)
	if n := ConflictCycles(b) - ConflictCycles(a); n >= 1 {
		text += fmt.Sprintf(": %s cycles of bank conflicts are hidden", cyclesText(n))
	} else if n := bytesDifference(a, b); n != "" {
		text += ", with " + n
	}
	return text
}

// ConflictCycles is for how many of the grid's cycles the LDS of a compute unit is busy with bank conflicts.
func ConflictCycles(r *Report) float64 {
	sum := int64(0)
	for i := range r.Result.Sites {
		sum += r.Result.Sites[i].Conflicts
	}
	return float64(share(sum, int64(r.Result.CUs)*int64(r.Result.Cycles)) * float64(r.Grid.Cycles))
}

// LoopMFMA is the share of the time of the hottest loop in which its matrix instructions keep the matrix
// core busy, of all waves of a SIMD; 0 without a loop.
func LoopMFMA(r *Report) float64 {
	l := hottest(loopViews(r.Result))
	if l == nil || l.Median <= 0 {
		return 0
	}
	waves := 1.0
	if g := &r.Grid; r.Product.Chip != nil && r.Result.CUs > 0 {
		together := min(int64(r.Occupancy.WorkgroupsPerCU), (g.Workgroups+int64(r.Product.CUs)-1)/max(1, int64(r.Product.CUs)))
		waves = max(1, float64(int(together)*g.WavesPerWorkgroup)/float64(r.Product.Chip.SIMDs))
	}
	return min(1, waves*l.matrix/float64(l.Median))
}

// roundsDifference names workgroups that leave more of the chip idle: at least a tenth more.
func roundsDifference(a, b *Report) string {
	full := func(r *Report) float64 {
		g := &r.Grid
		if g.WorkgroupsTogether <= 0 || g.Workgroups <= 0 {
			return 1
		}
		cus := int64(r.Product.CUs)
		rounds := (g.Workgroups + cus - 1) / max(cus, 1)
		return share(g.Workgroups, rounds*cus)
	}
	x, y := full(a), full(b)
	if y <= float64(0.9*x) && b.Grid.Cycles > a.Grid.Cycles || x <= float64(0.9*y) && b.Grid.Cycles < a.Grid.Cycles {
		return fmt.Sprintf("%d workgroups keep %s of the compute units busy, ours %s", b.Grid.Workgroups, percent(y), percent(x))
	}
	return ""
}

// countBehind is the count of b that differs from a's and that makes waves wait for a cause, "" if none does.
func countBehind(cause timing.Cause, a, b *Report) string {
	ofLDS := cause == timing.LDSBusy || cause == timing.WaitLGKM || cause == timing.WaitBarrier
	if more := ConflictCycles(b) - ConflictCycles(a); ofLDS && math.Abs(more) >= float64(worthParts*math.Abs(float64(b.Grid.Cycles-a.Grid.Cycles))) {
		return fmt.Sprintf("bank conflicts take %s cycles of the LDS, ours %s", cyclesText(ConflictCycles(b)), cyclesText(ConflictCycles(a)))
	}
	switch cause {
	case timing.WaitVM, timing.VMEMBusy, timing.CounterFull:
		if n := bytesDifference(a, b); n != "" {
			return n
		}
		return waitBehind(b)
	case timing.LDSBusy, timing.WaitLGKM:
		x, y := float64(a.LDSBusy()*float64(a.Grid.Cycles)), float64(b.LDSBusy()*float64(b.Grid.Cycles))
		if max(x, y) <= float64(moreBytes*min(x, y)) {
			return ""
		}
		return fmt.Sprintf("the LDS is busy for %s cycles, ours for %s", cyclesText(y), cyclesText(x))
	}
	x, y := hottest(loopViews(a.Result)), hottest(loopViews(b.Result))
	if x == nil || y == nil || x.MFMA == 0 || y.MFMA == 0 {
		return ""
	}
	if cause == timing.WaitBarrier {
		return fmt.Sprintf("%s a SIMD, ours %d", diagWaves(b), a.Occupancy.WavesPerSIMD)
	}
	if p, q := float64(x.Instructions)/x.matrix, float64(y.Instructions)/y.matrix; max(p, q) > float64(moreBytes*min(p, q)) {
		return fmt.Sprintf("%.2g instructions of the loop for each cycle of the matrix core, ours %.2g", q, p)
	}
	if p, q := issueCycles(a, x), issueCycles(b, y); cause == timing.NumCauses && p != q {
		return fmt.Sprintf("an instruction of the loop takes %.3g cycles to issue, ours %.3g", q, p)
	}
	return ""
}

// waitBehind says of the loads that the hottest loop waits for how early they begin, "" if it waits for none.
func waitBehind(r *Report) string {
	l := hottest(loopViews(r.Result))
	if l == nil {
		return ""
	}
	w := l.waitFor(r.Result, timing.WaitVM)
	if w == nil {
		return ""
	}
	return fmt.Sprintf("loads take %.0f cycles and begin %.0f before their use", w.latency, w.lead)
}

// issueCycles is for how long an instruction of a loop keeps its wave when it issues.
func issueCycles(r *Report, l *loopView) float64 {
	var length, issues int64
	for n := l.Begin; n <= l.End; n++ {
		length += r.Result.Sites[n].Length
		issues += r.Result.Sites[n].Issues
	}
	return share(length, issues)
}

func diagWaves(r *Report) string {
	if n := r.Occupancy.WavesPerSIMD; n != 1 {
		return fmt.Sprintf("%d waves", n)
	}
	return "1 wave"
}

// bytesDifference names the level of which b moves most times as many bytes as a, or a as b, or else the one with
// other requests.
func bytesDifference(a, b *Report) string {
	x, y, names := levels(a, b)
	text, most := "", moreBytes
	for _, name := range names {
		t, u := level(x, name), level(y, name)
		for _, c := range []struct {
			from, to float64
			what     string
		}{{moved(&t), moved(&u), "bytes through"}, {float64(t.Requests), float64(u.Requests), "requests to"}} {
			if c.from < leastTraffic || c.to < leastTraffic || name == "scalar" || name == "instruction" {
				continue
			}
			if r := c.to / c.from; max(r, 1/r) > most {
				most, text = max(r, 1/r), fmt.Sprintf("%.2g times the %s %s", r, c.what, clean(name))
			}
		}
	}
	return text
}

// leastTraffic is how many bytes or requests of a level are worth a word.
const leastTraffic = 1e4
