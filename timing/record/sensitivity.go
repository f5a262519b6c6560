package record

import (
	"cmp"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"heddle/arch"
	"heddle/sim"
)

// Effect is how the cycles of a kernel change with a constant of the model.
type Effect struct {
	Name     string
	Constant arch.Constant
	// Low and High are the values that were tried, about 20 % below and above, and AtLow and AtHigh the
	// cycles with them as a share of those with the constant's own value. They are 0 where the model
	// refuses the value.
	Low, High, AtLow, AtHigh float64
}

// Largest is the larger of the two changes, as a share of the cycles.
func (e *Effect) Largest() float64 {
	largest := 0.0
	for _, at := range []float64{e.AtLow, e.AtHigh} {
		if at > 0 {
			largest = max(largest, math.Abs(at-1))
		}
	}
	return largest
}

// trialInstructions is how many instructions are replayed for each trial, as far as one compute unit
// and one generation of workgroups do not have more.
const trialInstructions = 250_000

// longLatency is from how many cycles on a latency is long: a cycle more is at most 1 % of it.
const longLatency = 100

// Sensitivity replays a part of the recorded workgroups, which must have been kept, with each constant
// of the model 20 % lower and higher, and returns the effects, the largest first; equal ones in the
// order of the model. Those of the clock are left out, which change no cycles, and l1.sets, which would
// have to be recorded again. Progress, if not nil, is
// told how many trials are done, from one goroutine at a time.
//
// A change of a few cycles can move waves past each other and change the result by more than itself.
// Noise says how much: the largest change, as a share of the cycles, with one of the longer latencies a
// cycle higher. Smaller effects say nothing of their constants.
func (t *Timing) Sensitivity(progress func(done, all int)) (effects []Effect, noise float64, err error) {
	if len(t.groups) == 0 {
		return nil, 0, errors.New("the workgroups were not kept")
	}
	part := t.part(trialInstructions)
	own, err := part.Replay(t.Program.Chip)
	if err != nil {
		return nil, 0, err
	}
	var latencies []Effect
	for _, c := range t.Program.Chip.Model.Constants() {
		if movesCycles(c.Name) {
			low, high := around(c.Value)
			effects = append(effects, Effect{Name: c.Name, Constant: *c.Constant, Low: low, High: high})
		}
		if c.Unit == "cycles" && c.Value >= longLatency {
			latencies = append(latencies, Effect{Name: c.Name, Constant: *c.Constant, High: c.Value + 1})
		}
	}
	try := func(e *Effect, value float64, to *float64) {
		chip := *t.Program.Chip
		if chip.Model.Set(e.Name, value) != nil || CheckModel(&chip.Model) != nil {
			return
		}
		if cycles, err := part.Replay(&chip); err == nil {
			*to = float64(cycles) / float64(max(own, 1))
		}
	}
	var mu sync.Mutex
	done, all := 0, 2*len(effects)+len(latencies)
	sim.Each(min(runtime.GOMAXPROCS(0), all), all, func(i int) {
		switch {
		case i >= 2*len(effects):
			e := &latencies[i-2*len(effects)]
			try(e, e.High, &e.AtHigh)
		case i%2 == 1:
			try(&effects[i/2], effects[i/2].High, &effects[i/2].AtHigh)
		default:
			try(&effects[i/2], effects[i/2].Low, &effects[i/2].AtLow)
		}
		mu.Lock()
		defer mu.Unlock()
		if done++; progress != nil {
			progress(done, all)
		}
	})
	for i := range latencies {
		noise = max(noise, latencies[i].Largest())
	}
	slices.SortStableFunc(effects, func(a, b Effect) int { return cmp.Compare(b.Largest(), a.Largest()) })
	return effects, noise, nil
}

// movesCycles reports whether a constant can change the cycles of recorded waves. In which sets lines
// are was recorded.
func movesCycles(name string) bool {
	group, _, _ := strings.Cut(name, ".")
	return name != "l1.sets" && group != "clock" && group != "estimate" && name != "launch.base" && name != "launch.events"
}

// around returns values 20 % below and above v; whole numbers stay whole, and change.
func around(v float64) (low, high float64) {
	const share = 0.2
	low, high = float64(v*(1-share)), float64(v*(1+share))
	if v == math.Trunc(v) {
		low, high = max(min(math.Round(low), v-1), 0), max(math.Round(high), v+1)
	}
	return low, high
}

// part returns a Timing of the first workgroups on some of the compute units, that have about so many
// instructions. It has all that Replay needs.
func (t *Timing) part(most int64) *Timing {
	per := t.CUs * t.Occupancy.Workgroups
	first := t.groups[:min(len(t.groups), t.Segments[0].to, 2*per)]
	sum := int64(0)
	for _, g := range first {
		sum += instructions(g)
	}
	p := *t
	if sum > most && len(first) > per {
		first = first[:per]
		sum /= 2
	}
	p.CUs = int(min(max(int64(t.CUs)*most/max(sum, 1), 1), int64(t.CUs)))
	p.groups = nil
	for i, g := range first {
		if i%t.CUs < p.CUs {
			p.groups = append(p.groups, g)
		}
	}
	p.Timed = int64(len(p.groups))
	p.partial = true
	return &p
}
