package inspect_test

import (
	"io"
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

// tools are what BenchmarkFactor compares with a plain run. Each serves all launches of a device, whose
// instructions it has met before, as has the device.
var tools = []struct {
	name string
	make func() func(object *hsaco.Object, l *sim.Launch)
}{
	{"count", func() func(*hsaco.Object, *sim.Launch) { return new(inspect.Counter).Observe }},
	{"trace-barriers", func() func(*hsaco.Object, *sim.Launch) { return traced(barriers) }},
	{"trace-group", func() func(*hsaco.Object, *sim.Launch) { return traced(lastGroup) }},
	{"trace", func() func(*hsaco.Object, *sim.Launch) {
		return traced(&inspect.Filter{})
	}},
	{"break", func() func(*hsaco.Object, *sim.Launch) { return inspect.NewBreaker(lastGroup).Observe }},
	{"history", func() func(*hsaco.Object, *sim.Launch) {
		h := &inspect.History{}
		return func(object *hsaco.Object, l *sim.Launch) { h.Observe(object, l, false) }
	}},
}

func traced(f *inspect.Filter) func(*hsaco.Object, *sim.Launch) {
	t := inspect.NewTracer(io.Discard, f)
	return func(object *hsaco.Object, l *sim.Launch) { t.Observe(object, l, false) }
}

// BenchmarkFactor: how many times as much CPU time, and time by the clock, the corpus takes under each
// tool, on one core. Both are measured in turn, so that what else the machine does matters little.
func BenchmarkFactor(b *testing.B) {
	chip := &arch.GFX942
	objects := archived(b, chip)
	plain := func(*hsaco.Object, *sim.Launch) {}
	for _, level := range []string{"O0", "O3"} {
		for _, tool := range tools {
			b.Run(level+"/"+tool.name, func(b *testing.B) {
				loaded, observers := map[string]*simtest.Loaded{}, map[string]func(*hsaco.Object, *sim.Launch){}
				var took, wall [2]time.Duration
				var begin, end time.Time // of the latest run
				clock := func() time.Duration {
					begin, end = end, time.Now()
					return simtest.CPUTime()
				}
				for b.Loop() {
					for _, r := range simtest.RowsOf(chip, level) {
						if loaded[r.File] == nil {
							l, err := simtest.Load(chip, objects[r.File+"-"+level])
							if err != nil {
								b.Fatal(err)
							}
							l.Clock = clock
							loaded[r.File], observers[r.File] = l, tool.make()
						}
						l := loaded[r.File]
						for i, observe := range []func(*hsaco.Object, *sim.Launch){plain, observers[r.File]} {
							if _, err := l.Run(r, sim.Options{Workers: 1}, func(launch *sim.Launch) { observe(l.Object, launch) }); err != nil {
								b.Fatal(err)
							}
							took[i] += l.Took
							wall[i] += end.Sub(begin)
						}
					}
				}
				b.ReportMetric(float64(took[1])/float64(took[0]), "times")
				b.ReportMetric(float64(wall[1])/float64(wall[0]), "wall-times")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
