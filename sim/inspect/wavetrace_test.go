package inspect

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/simtest"
)

// TestWaveBegin: how the lines of a wave begin, whatever came before.
func TestWaveBegin(t *testing.T) {
	trace := &printer{}
	r := rand.New(rand.NewPCG(5, 6))
	e := sim.Event{Seq: 1}
	for range 20000 {
		switch e.Seq++; r.IntN(50) {
		case 0:
			e.Seq = 1 + r.Uint64N(1200)
		case 1:
			e.Wave = r.IntN(12)
		case 2:
			e.Workgroup = r.IntN(12)
		}
		if got, want := string(trace.wave(&e).begin(nil, &e)), fmt.Sprintf("wg %d wave %d #%d ", e.Workgroup, e.Wave, e.Seq); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
}

// forgetful is a printer that remembers no text of a register.
type forgetful struct{ *printer }

func (f forgetful) Executing(e *sim.Event) { f.wave(e).forget(); f.printer.Executing(e) }
func (f forgetful) Executed(e *sim.Event)  { f.wave(e).forget(); f.printer.Executed(e) }
func (f forgetful) Landed(e *sim.Event)    { f.wave(e).forget(); f.printer.Landed(e) }

// Of is that of dividedTrace, made forgetful. Nothing is skipped.
type forgetfulDivider struct{ dividedTrace }

func (f forgetfulDivider) Of(workgroup int) sim.Observer {
	return forgetfulOf(f.dividedTrace.Of(workgroup))
}

func forgetfulOf(o sim.Observer) sim.Observer {
	switch o := o.(type) {
	case dividedTrace:
		return forgetfulDivider{o}
	case selective:
		return forgetful(o)
	case *printer:
		return forgetful{o}
	}
	return o
}

// TestRememberedTexts: what a trace remembers of registers is what is in them.
func TestRememberedTexts(t *testing.T) {
	chip := &arch.GFX942
	objects, err := simtest.Archived("../testdata/corpus", chip)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		filter   string
		schedule sim.Schedule
		divided  bool
	}{
		{"as=hex", sim.ScheduleRoundRobin, true},
		{"v_*", sim.ScheduleRun, true},
		{"v_add*,v_mul*,global_*,ds_*,scratch_*", sim.ScheduleRandom, true},
		{"wave=0", sim.SchedulePrompt, false},
		{"as=f32", sim.ScheduleLate, false},
	} {
		filter, err := ParseFilter(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		const level = "O1"
		for k, r := range simtest.RowsOf(chip, level) {
			if k%5 != i && !long.On() {
				continue
			}
			traced := func(forgets bool) uint64 {
				l, err := simtest.Load(chip, objects[r.File+"-"+level]) // anew, so that the addresses are the same
				if err != nil {
					t.Fatal(err)
				}
				hash := fnv.New64a()
				tracer := NewTracer(hash, filter)
				if _, err := l.Run(r, sim.Options{Workers: 1, Schedule: c.schedule, Seed: 1}, func(launch *sim.Launch) {
					tracer.Observe(l.Object, launch, !c.divided)
					if forgets {
						launch.Observers = []sim.Observer{forgetfulOf(launch.Observers[0])}
					}
				}); err != nil {
					t.Fatal(err)
				}
				return hash.Sum64()
			}
			if traced(false) != traced(true) {
				t.Errorf("%s: --trace=%s prints what was in a register before", r.Name(), c.filter)
			}
		}
	}
}
