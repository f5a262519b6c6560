package inspect_test

import (
	"io"
	"math"
	"testing"
	"time"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/inspect"
	"heddle/sim/simtest"
)

// barriers and lastGroup are filters that fit little and nothing.
var barriers, lastGroup = parsed("s_barrier,lane=0"), parsed("wg=1000000")

func parsed(text string) *inspect.Filter {
	f, err := inspect.ParseFilter(text)
	if err != nil {
		panic(err)
	}
	return f
}

// tools are what BenchmarkFactor compares with a plain run.
var tools = []struct {
	name    string
	observe func(object *hsaco.Object, l *sim.Launch)
}{
	{"count", func(object *hsaco.Object, l *sim.Launch) { new(inspect.Counter).Observe(object, l) }},
	{"trace-barriers", func(object *hsaco.Object, l *sim.Launch) { inspect.NewTracer(io.Discard, barriers).Observe(object, l) }},
	{"trace-group", func(object *hsaco.Object, l *sim.Launch) { inspect.NewTracer(io.Discard, lastGroup).Observe(object, l) }},
	{"trace", func(object *hsaco.Object, l *sim.Launch) {
		inspect.NewTracer(io.Discard, &inspect.Filter{}).Observe(object, l)
	}},
	{"break", func(object *hsaco.Object, l *sim.Launch) { inspect.NewBreaker(lastGroup).Observe(object, l) }},
	{"history", func(object *hsaco.Object, l *sim.Launch) { new(inspect.History).Observe(object, l, false) }},
}

// BenchmarkFactor: how many times as long the corpus takes under each tool, on one core. Both are
// measured in turn and the least of each row counts, so that what else the machine does matters little.
func BenchmarkFactor(b *testing.B) {
	chip := &arch.GFX942
	objects := archived(b, chip)
	plain := func(*hsaco.Object, *sim.Launch) {}
	for _, level := range []string{"O0", "O3"} {
		for _, tool := range tools {
			b.Run(level+"/"+tool.name, func(b *testing.B) {
				loaded := map[string]*simtest.Loaded{}
				least := map[string][2]time.Duration{}
				for b.Loop() {
					for _, r := range simtest.RowsOf(chip, level) {
						if loaded[r.File] == nil {
							l, err := simtest.Load(chip, objects[r.File+"-"+level])
							if err != nil {
								b.Fatal(err)
							}
							start := time.Now()
							l.Clock = func() time.Duration { return time.Since(start) }
							loaded[r.File] = l
						}
						l := loaded[r.File]
						took, ok := least[r.Name()]
						if !ok {
							took = [2]time.Duration{math.MaxInt64, math.MaxInt64}
						}
						for i, observe := range []func(*hsaco.Object, *sim.Launch){plain, tool.observe} {
							if _, err := l.Run(r, sim.Options{Workers: 1}, func(launch *sim.Launch) { observe(l.Object, launch) }); err != nil {
								b.Fatal(err)
							}
							took[i] = min(took[i], l.Took)
						}
						least[r.Name()] = took
					}
				}
				var all [2]time.Duration
				for _, took := range least {
					all[0], all[1] = all[0]+took[0], all[1]+took[1]
				}
				b.ReportMetric(float64(all[1])/float64(all[0]), "times")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
