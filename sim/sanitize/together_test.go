package sanitize_test

import (
	"fmt"
	"hash/fnv"
	"math/bits"
	"reflect"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/sim"
	simd "heddle/sim/lanes"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
)

// stream is what an observer is told, a hash for each call.
type stream struct{ calls []uint64 }

func (s *stream) add(format string, args ...any) {
	h := fnv.New64a()
	fmt.Fprintf(h, format, args...)
	s.calls = append(s.calls, h.Sum64())
}

// event adds all that an event says, also about memory and registers. The
// place of the wave is left out where a Skipper may be told it early.
func (s *stream) event(kind string, e *sim.Event, place bool) {
	next, values := uint64(0), ""
	if place {
		next = e.Next
		for r := range *e.Writes {
			for word := e.Writes[r]; word != 0; word &= word - 1 {
				switch reg := isa.Reg(64*r + bits.TrailingZeros64(word)); {
				case reg >= isa.V0 && reg < isa.V0+512:
					values += fmt.Sprint(e.Registers.Vector(reg, 0), e.Registers.Vector(reg, 63))
				case reg < 128:
					values += fmt.Sprint(e.Registers.Scalar(reg))
				}
			}
		}
	}
	s.add("%s %v %d %x %x %s %d %x %x %d %v %v %d %d %s %s %s %s", kind, e.Group, e.Wave, e.Addr, e.CodeAddr, e.Inst, e.Seq, e.Lanes, next, e.Site,
		*e.Reads, *e.Writes, e.Surplus, e.Order, values, accesses(e.Accesses), accesses(e.Dropped), accesses(e.ToLDS))
}

func accesses(list []sim.Access) string {
	text := ""
	for i := range list {
		a := &list[i]
		text += fmt.Sprint(a.Space, a.Size, a.Write, a.Scalar, a.Inst, a.Seq, a.Lanes)
		for m := a.Lanes; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m)
			text += fmt.Sprint(" ", a.Addr(l))
			for k := 0; a.Data != nil && a.Write && k < min(a.Size/4+1, 4); k++ {
				text += fmt.Sprint(" ", a.Data[k][l])
			}
		}
	}
	return text
}

func (s *stream) WaveStarted(group, wave int) { s.add("start %d %d", group, wave) }
func (s *stream) WaveEnded(group, wave int)   { s.add("end %d %d", group, wave) }

// tracer gets all events, also those before instructions.
type tracer struct{ stream }

func (t *tracer) Executing(e *sim.Event) { t.event("executing", e, true) }
func (t *tracer) Executed(e *sim.Event)  { t.event("executed", e, true) }
func (t *tracer) Landed(e *sim.Event)    { t.event("landed", e, true) }

// tally gets those of executed instructions and counts them.
type tally struct {
	stream
	units map[isa.Unit]int
}

func (t *tally) Executed(e *sim.Event) { t.units[e.Inst.Row.Unit]++; t.event("executed", e, true) }
func (t *tally) Landed(*sim.Event)     {}

// overheard is a sanitizer, which skips runs, with what it is told and answers.
type overheard struct {
	stream
	*sanitize.Sanitizer
	skipped int
}

func (o *overheard) Executing(e *sim.Event) {
	o.event("executing", e, true)
	o.Sanitizer.Executing(e)
}

func (o *overheard) Executed(e *sim.Event) {
	o.event("executed", e, true)
	o.Sanitizer.Executed(e)
}

func (o *overheard) Landed(e *sim.Event) {
	o.event("landed", e, false)
	o.Sanitizer.Landed(e)
}

func (o *overheard) WaveStarted(group, wave int) {
	o.stream.WaveStarted(group, wave)
	o.Sanitizer.WaveStarted(group, wave)
}

func (o *overheard) WaveEnded(group, wave int) {
	o.stream.WaveEnded(group, wave)
	o.Sanitizer.WaveEnded(group, wave)
}

func (o *overheard) Skips(e *sim.Event, run *sim.Run) bool {
	skips := o.Sanitizer.Skips(e, run)
	if skips {
		o.skipped++
	}
	o.add("skips %d %d %x %d %v %t", e.Workgroup, e.Wave, e.Addr, run.Number, run.Sites, skips)
	return skips
}

// observed is what the observers of a run were told and found.
type observed struct {
	sanitizer, tracer, tally []uint64
	units                    map[isa.Unit]int
	findings                 []sanitize.Finding
	skipped                  int
}

// observe runs a row with the observers that have a letter in order: of the
// sanitizer, the tracer and the tally. An upper-case S is the sanitizer as its
// Begin adds it.
func observe(t *testing.T, chip *arch.Chip, code []byte, r simtest.Row, options sim.Options, order string) observed {
	t.Helper()
	l, err := simtest.Load(chip, code) // a new device, so that addresses are the same
	if err != nil {
		t.Fatal(err)
	}
	s, err := sanitize.New(sanitize.Options{Checks: []string{"all", "hazards-manual"}, Object: l.Object})
	if err != nil {
		t.Fatal(err)
	}
	heard, trace, counts := &overheard{Sanitizer: s}, &tracer{}, &tally{units: map[isa.Unit]int{}}
	_, err = l.Run(r, options, func(launch *sim.Launch) {
		launch.Workgroups = []int{0} // enough to see the order of waves
		if n := launch.Groups(); n != [3]uint32{1, 1, 1} {
			launch.Workgroups = []int{0, 1}
		}
		for _, letter := range order {
			switch letter {
			case 's':
				s.Begin(launch)
				launch.Observers[len(launch.Observers)-1] = heard
			case 'S':
				s.Begin(launch)
			case 't':
				launch.Observers = append(launch.Observers, trace)
			case 'c':
				launch.Observers = append(launch.Observers, counts)
			}
		}
	})
	s.Failed(err)
	return observed{heard.calls, trace.calls, counts.calls, counts.units, s.Findings(), heard.skipped}
}

// TestTogether: sanitizers, an observer that traces and one that counts see in
// one run what each of them sees alone, and find the same.
func TestTogether(t *testing.T) {
	schedules := []sim.Options{{}, {Schedule: sim.ScheduleLate}, {Schedule: sim.ScheduleRandom, Seed: 3}, {Engine: sim.EnginePlain}}
	findings, skipped := 0, 0
	for i, chip := range arch.Chips {
		objects := archived(t, chip)
		seen := map[string]bool{}
		files := [][]string{{"basic", "group", "atomics", "mfma"}, {"flow"}}[i&1]
		for _, row := range simtest.RowsOf(chip, "O1") {
			if seen[row.File] || !slices.Contains(files, row.File) {
				continue
			}
			seen[row.File] = true // the first of each file
			code := objects[row.File+"-O1"]
			l, err := simtest.Load(chip, code)
			if err != nil {
				t.Fatal(err)
			}
			sites, err := l.Covered(row)
			if err != nil {
				t.Fatal(err)
			}
			codes := [][]byte{code}
			if wait := slices.IndexFunc(sites, func(s simtest.Site) bool { return s.Inst.Row.Op == isa.S_WAITCNT }); wait >= 0 {
				codes = append(codes, simtest.Waitcnts(sites[wait])[0].Apply(code, l.Object))
			}
			for broken, code := range codes {
				for _, options := range schedules {
					options.MaxInstructions = 1 << 9
					var alone [4]observed
					for i, order := range []string{"s", "t", "c", "S"} {
						alone[i] = observe(t, chip, code, row, options, order)
					}
					findings += len(alone[0].findings)
					skipped += alone[0].skipped
					for _, order := range []string{"stc", "tcs", "cS"} {
						got := observe(t, chip, code, row, options, order)
						what := fmt.Sprintf("%s, %s, broken %d, %+v, %s", chip.Name, row.Name(), broken, options, order)
						if order != "cS" {
							sameStream(t, what+": the sanitizer", got.sanitizer, alone[0].sanitizer)
							sameStream(t, what+": the tracer", got.tracer, alone[1].tracer)
						}
						sameStream(t, what+": the tally", got.tally, alone[2].tally)
						if !reflect.DeepEqual(got.units, alone[2].units) {
							t.Errorf("%s: counted %v, alone %v", what, got.units, alone[2].units)
						}
						for _, i := range []int{0, 3} {
							if !reflect.DeepEqual(got.findings, alone[i].findings) {
								t.Errorf("%s: found %+v, alone %+v", what, got.findings, alone[i].findings)
							}
						}
					}
				}
			}
		}
	}
	if findings == 0 || skipped == 0 && simd.Best() != simd.None {
		t.Errorf("%d findings, %d runs skipped: nothing to compare", findings, skipped)
	}
}

func sameStream(t *testing.T, what string, got, want []uint64) {
	t.Helper()
	if len(want) == 0 {
		t.Errorf("%s is told nothing when it is alone", what)
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s is told something else from call %d of %d on", what, i, len(want))
			return
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s is told %d times, alone %d", what, len(got), len(want))
	}
}

// TestBeginShares: launches with the same options do not get each other's
// sanitizers.
func TestBeginShares(t *testing.T) {
	l, err := simtest.Load(arch.Chips[0], archived(t, arch.Chips[0])["basic-O1"])
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := l.Module.Kernel("vecadd")
	if err != nil {
		t.Fatal(err)
	}
	options := sim.Options{Observers: append(make([]sim.Observer, 0, 4), &tracer{})}
	var launches [2]sim.Launch
	var sanitizers [2]*sanitize.Sanitizer
	for i := range launches {
		if sanitizers[i], err = sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: l.Object}); err != nil {
			t.Fatal(err)
		}
		launches[i] = sim.Launch{Kernel: kernel, Options: options}
		sanitizers[i].Begin(&launches[i])
	}
	for i := range launches {
		if o := launches[i].Observers; len(o) != 2 || o[1] != sanitizers[i] {
			t.Errorf("launch %d has the observers %v", i, o)
		}
	}
}
