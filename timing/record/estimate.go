package record

import (
	"fmt"
	"math"

	"heddle/diag"
	"heddle/timing"
)

// Estimate is the time of a grid, from the workgroups of it that were timed.
type Estimate struct {
	Cycles timing.Cycle
	// Low and High are the spread; they are equal to Cycles if all of an XCD's workgroups were timed.
	Low, High timing.Cycle
	// How says in a phrase how the estimate was made.
	How string
}

// estimate makes the estimate from the result of the timed workgroups.
//
// Between two segments generations are left out. Each takes as long as its places were taken by a
// workgroup of the generations around it, in the mean, and until the next one begins, but not less than the
// dispatcher needs to start its workgroups. Of a segment the
// later half counts: the first generations found caches without their data, and without any that had
// to be written back.
func (t *Timing) estimate(r *timing.Result) Estimate {
	e := Estimate{Cycles: r.Cycles, Low: r.Cycles, High: r.Cycles}
	places := placesOf(t.Segments)
	resident := t.CUs * t.Occupancy.Workgroups
	left := t.places - len(places)
	e.How = t.how(left, resident) + "; caches at the start: " + t.start.String()
	if left <= 0 {
		return e
	}
	duration := t.durations(r, places)
	launch := &t.Program.Chip.Model.Launch
	interval, _ := intervals(launch, t.Occupancy.Waves)
	generation := func(duration float64) float64 {
		return max(duration+launch.Turnaround.Value, float64(float64(interval)*float64(resident)))
	}
	var segments []steady
	at := 0
	for _, s := range t.Segments {
		if n := min(s.to, t.alike) - s.from; n >= resident {
			segments = append(segments, steadyOf(duration[at:at+n], resident))
		}
		at += s.to - s.from
	}
	low, high := math.Inf(1), 0.0
	for _, s := range segments {
		low, high = min(low, s.low), max(high, s.high)
	}
	sum := 0.0
	for i := range t.Segments {
		from, to := t.Segments[i].to, t.places
		if i+1 < len(t.Segments) {
			to = t.Segments[i+1].from
		}
		before, after := segments[min(i, len(segments)-1)], segments[min(i+1, len(segments)-1)]
		sum += float64(float64((to-from)/resident) * generation((before.mean+after.mean)/2))
	}
	generations := float64(left / resident)
	e.Cycles += timing.Cycle(sum + 0.5)
	e.Low += timing.Cycle(float64(generations*generation(low)) + 0.5)
	e.High += timing.Cycle(float64(generations*generation(high)) + 0.5)
	return e
}

// how says what was timed.
func (t *Timing) how(left, resident int) string {
	where := "one of " + diag.Count(t.share.xcds, "XCD")
	if t.CUs < t.share.cus {
		where = fmt.Sprintf("%d of %s of %s", t.CUs, diag.Count(t.share.cus, "compute unit"), where)
	}
	switch {
	case t.Timed == t.Workgroups:
		return "all workgroups were timed"
	case left <= 0:
		return "all workgroups of " + where + " were timed"
	}
	return fmt.Sprintf("%s of %s were timed, %d at once; %s more take as long",
		diag.Count(int(t.Timed), "workgroup"), where, resident, diag.Count(left/resident, "generation"))
}

// durations returns how long each timed workgroup had its place.
func (t *Timing) durations(r *timing.Result, places []int) []float64 {
	at := make(map[int]int, len(places))
	for i, p := range places {
		at[t.share.id(p)] = i
	}
	begin, end := make([]timing.Cycle, len(places)), make([]timing.Cycle, len(places))
	for i := range begin {
		begin[i] = math.MaxInt64
	}
	for i := range r.Waves {
		w := &r.Waves[i]
		if k, ok := at[w.Workgroup]; ok {
			begin[k], end[k] = min(begin[k], w.Begin), max(end[k], w.End)
		}
	}
	d := make([]float64, len(places))
	for i := range d {
		d[i] = float64(max(end[i]-begin[i], 0))
	}
	return d
}

// steady is how long the workgroups of a generation take in a steady state: the mean, and the least
// and the largest of generations, or of what the mean may be by chance.
type steady struct{ mean, low, high float64 }

// steadyOf finds it from the durations of whole generations.
func steadyOf(d []float64, resident int) steady {
	d = d[len(d)/resident/2*resident:]
	s := steady{low: math.Inf(1)}
	n := 0
	for len(d) >= resident {
		mean, deviation := moments(d[:resident])
		s.low, s.high = min(s.low, mean-float64(2*deviation)), max(s.high, mean+float64(2*deviation))
		s.mean += mean
		n++
		d = d[resident:]
	}
	s.mean /= float64(n)
	s.low = max(s.low, 0)
	return s
}

// moments returns the mean and its standard deviation.
func moments(d []float64) (mean, deviation float64) {
	for _, v := range d {
		mean += v
	}
	mean /= float64(len(d))
	if len(d) < 2 {
		return mean, 0
	}
	for _, v := range d {
		deviation += float64((v - mean) * (v - mean))
	}
	return mean, math.Sqrt(deviation / float64(len(d)-1) / float64(len(d)))
}
