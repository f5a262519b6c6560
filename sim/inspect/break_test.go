package inspect_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
	"heddle/sim/inspect"
	"heddle/sim/sanitize"
)

// stopped runs a program until a breaker stops it.
func stopped(t *testing.T, p *program, items uint32, prepare func(l *sim.Launch)) *sim.RunError {
	t.Helper()
	_, err := p.launch(items, prepare)
	var at *sim.RunError
	if !errors.As(err, &at) {
		t.Fatalf("not stopped: %v", err)
	}
	return at
}

// TestBreak: a run stops before the instruction that fits, with the state that it would see.
func TestBreak(t *testing.T) {
	p, object := assembled(t, looped)
	for _, c := range []struct {
		filter     string
		wg, wave   int
		text       string
		v1, s4     uint32
		executions int
	}{
		{"v_mul_f32", 0, 0, "v_mul_f32_e32 v2, v1, v1", 0x3f800000, 2, 2},
		{"wg=1,wave=1,done", 1, 1, "s_barrier", 0x40000000, 0, 11},
		{"k.s:7,wg=1", 1, 0, "s_mov_b32 s4, 2", 0, 0, 0},
		{"s_cmp_lg_u32", 0, 0, "s_cmp_lg_u32 s4, 0", 0x3f800000, 1, 4},
	} {
		f, err := inspect.ParseFilter(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		b, h := inspect.NewBreaker(f), &inspect.History{}
		at := stopped(t, p, 128, func(l *sim.Launch) {
			l.Grid[0] = 2
			b.Observe(object, l)
			h.Observe(object, l, false)
		})
		var stop *inspect.Stop
		if !errors.As(at, &stop) || stop.Finding || at.Workgroup != c.wg || at.Wave != c.wave || at.Text != c.text || !strings.HasSuffix(at.Error(), ": stopped before it") {
			t.Errorf("%s: %v", c.filter, at)
		}
		d := inspect.NewDump(object, at, h)
		if v := at.Registers.Vector(isa.VGPR(1), 9); v != c.v1 || at.Registers.Scalar(isa.SGPR(4)) != c.s4 {
			t.Errorf("%s: v1 %#x, s4 %d", c.filter, v, at.Registers.Scalar(isa.SGPR(4)))
		}
		if n := len(d.Last); n != c.executions {
			t.Errorf("%s: %d executed before: %+v", c.filter, n, d.Last)
		}
	}
	f, err := inspect.ParseFilter("wg=9")
	if err != nil {
		t.Fatal(err)
	}
	p.run(t, 128, func(l *sim.Launch) { inspect.NewBreaker(f).Observe(object, l) })
}

// TestBreakFinding: a run stops at the instruction of the first finding, not at one that is suppressed.
func TestBreakFinding(t *testing.T) {
	p, object := assembled(t, `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_dword v2, v1, s[4:5]
	v_add_u32 v3, v2, v2
	global_load_dword v4, v1, s[4:5]
	v_add_u32 v3, v4, v4
	s_endpgm`)
	for _, c := range []struct{ suppress, text string }{
		{"", "v_add_u32_e32 v3, v2, v2"},
		{"waits k.s:11 # known\n", "v_add_u32_e32 v3, v4, v4"},
		{"waits k.s:11 # known\nwaits k.s:13 # known\n", ""},
	} {
		list, err := sanitize.ReadSuppressions(strings.NewReader(c.suppress), "list")
		if err != nil {
			t.Fatal(err)
		}
		s, err := sanitize.New(sanitize.Options{Object: object, Checks: []string{"waits"}, Suppress: list})
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.launch(64, func(l *sim.Launch) {
			s.Begin(l)
			inspect.NewFindingBreaker(s.Found).Observe(object, l)
		})
		var at *sim.RunError
		var stop *inspect.Stop
		switch {
		case c.text == "" && err != nil:
			t.Errorf("%s: %v", c.suppress, err)
		case c.text != "" && (!errors.As(err, &at) || !errors.As(err, &stop) || !stop.Finding || at.Text != c.text || len(s.Findings()) != 1 || s.Found() != 1 ||
			!strings.HasSuffix(at.Error(), ": stopped at the first finding")):
			t.Errorf("%s: %v, %d findings", c.suppress, err, s.Found())
		}
	}
}

// faulty writes beyond all memory after some turns of a loop.
const faulty = `
	v_lshlrev_b32 v1, 3, v0
	v_mov_b32 v2, 1.0
	v_accvgpr_write_b32 a1, v2
	s_mov_b32 s4, 0
	s_load_dwordx2 s[6:7], s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
turn:
	ds_write_b32 v1, v2
	s_add_u32 s4, s4, 1
	s_nop 0
	s_waitcnt lgkmcnt(0)
	s_cmp_lg_u32 s4, 20
	s_cbranch_scc1 turn
	v_cmp_gt_u32 vcc, 7, v0
	global_load_dword v5, v1, s[6:7]
	ds_read_b32 v6, v1
	s_mov_b64 s[6:7], 0
	s_cmp_eq_u32 s4, 20
	s_mov_b32 m0, 77
	global_store_dword v1, v2, s[6:7]
	s_endpgm`

// TestDump prints the state at a fault, with a history that is divided or not.
func TestDump(t *testing.T) {
	p, object := assembled(t, faulty)
	var first string
	for _, more := range []bool{false, true} {
		h := &inspect.History{}
		at := stopped(t, p, 128, func(l *sim.Launch) { h.Observe(object, l, more) })
		d := inspect.NewDump(object, at, h)
		var text strings.Builder
		if err := d.Write(&text, nil); err != nil {
			t.Fatal(err)
		}
		if len(d.Last) != inspect.HistoryLength {
			t.Errorf("%d entries", len(d.Last))
		}
		if first == "" {
			f, err := inspect.ParseFilter("lane=8-9,as=f32")
			if err != nil {
				t.Fatal(err)
			}
			first = text.String()
			text.WriteString("----\n")
			if err := d.Write(&text, f); err != nil {
				t.Fatal(err)
			}
			golden(t, "dump.txt", text.String())
			b, err := json.MarshalIndent(d, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			var back inspect.Dump
			if err := json.Unmarshal(b, &back); err != nil || back.VMCount != d.VMCount || len(back.Last) != len(d.Last) || back.Vectors[0].Lanes[3] != d.Vectors[0].Lanes[3] {
				t.Errorf("%v\n%s", err, b)
			}
		} else if text.String() != first {
			t.Errorf("not divided:\n%s", &text)
		}
		if list := h.Of(at.Workgroup, 5, 100); len(list) > 0 {
			t.Errorf("of a wave that does not exist: %+v", list)
		}
	}
	at := stopped(t, p, 128, func(*sim.Launch) {})
	if d := inspect.NewDump(object, at, nil); d.Last != nil || d.VMCount != 2 {
		t.Errorf("%+v", d)
	}
}

// TestReused: workgroups under way have a tally or a history each, and those that have ended leave it,
// as if new, to others.
func TestReused(t *testing.T) {
	p, object := assembled(t, looped)
	var c inspect.Counter
	var h inspect.History
	for _, observe := range []func(l *sim.Launch){func(l *sim.Launch) { c.Observe(object, l) }, func(l *sim.Launch) { h.Observe(object, l, false) }} {
		l := sim.Launch{Kernel: p.kernel}
		observe(&l)
		d := l.Observers[0].(sim.Divider)
		first, second := d.Of(0), d.Of(1)
		first.WaveStarted(0, 0)
		second.WaveStarted(1, 0)
		inst := instOf(t, object)
		first.Executed(&sim.Event{Inst: inst, Seq: 1, Registers: stateOf(t, p, object)})
		first.WaveEnded(0, 0)
		third, fourth := d.Of(2), d.Of(3)
		if first == second || first != third || fourth == third || fourth == second {
			t.Errorf("%p, %p, %p, %p", first, second, third, fourth)
		}
		third.WaveStarted(2, 0)
	}
	if list := h.Of(2, 0, 100); len(list) > 0 {
		t.Errorf("of another workgroup: %+v", list)
	}
}

// instOf is the first instruction of an object's kernel.
func instOf(t *testing.T, o *hsaco.Object) *isa.Inst {
	t.Helper()
	inst, err := isa.For(o.Chip).Decode(o.Kernels[0].Code)
	if err != nil {
		t.Fatal(err)
	}
	return &inst
}

// stateOf is the state of some wave.
func stateOf(t *testing.T, p *program, o *hsaco.Object) sim.Registers {
	t.Helper()
	f, err := inspect.ParseFilter("s_endpgm")
	if err != nil {
		t.Fatal(err)
	}
	return stopped(t, p, 64, func(l *sim.Launch) { inspect.NewBreaker(f).Observe(o, l) }).Registers
}

// finder finds something at an event of some kind.
type finder struct {
	waves
	at    string
	found int
}

func (f *finder) sees(at string) {
	if at == f.at {
		f.found++
	}
}

func (f *finder) Executing(*sim.Event)            { f.sees("executing") }
func (f *finder) Executed(*sim.Event)             { f.sees("executed") }
func (f *finder) Landed(*sim.Event)               { f.sees("landed") }
func (f *finder) Skips(*sim.Event, *sim.Run) bool { f.sees("skips"); return true }

// waves does not care when waves start and end.
type waves struct{}

func (waves) WaveStarted(int, int) {}
func (waves) WaveEnded(int, int)   {}

// TestBreakAtAnyEvent: whenever an observer finds something, the run ends there.
func TestBreakAtAnyEvent(t *testing.T) {
	p, object := assembled(t, "\n\tv_mov_b32 v1, 0\n\tv_mov_b32 v2, 0\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n\ts_endpgm")
	for at, executed := range map[string]uint64{"executing": 0, "executed": 1, "landed": 4, "skips": 2} {
		f := &finder{at: at}
		report, err := p.launch(64, func(l *sim.Launch) {
			l.Observers = []sim.Observer{f}
			inspect.NewFindingBreaker(func() int { return f.found }).Observe(object, l)
		})
		var stop *inspect.Stop
		if !errors.As(err, &stop) || report.Executed != executed {
			t.Errorf("%s: %v after %d", at, err, report.Executed)
		}
	}
}

// TestBreakAtArrival: data that arrive without a wait end the run before another instruction.
func TestBreakAtArrival(t *testing.T) {
	p, object := assembled(t, "\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\t.rept 400\n\ts_nop 0\n\t.endr\n\ts_endpgm")
	f := &finder{at: "landed"}
	at := stopped(t, p, 64, func(l *sim.Launch) {
		l.Observers = []sim.Observer{f}
		inspect.NewFindingBreaker(func() int { return f.found }).Observe(object, l)
	})
	if at.Text != "s_nop 0" {
		t.Error(at)
	}
}

// TestSkips: a counter does without the events of a run, unless it changes EXEC before its end.
func TestSkips(t *testing.T) {
	p, object := assembled(t, "\n\tv_mov_b32 v1, 0\n\tv_mov_b32 v2, 0\n\ts_mov_b64 exec, 1\n\ts_cbranch_scc0 next\nnext:\n\ts_mov_b64 exec, 3\n\tv_mov_b32 v1, 1\n\ts_endpgm")
	var c inspect.Counter
	o := &skipping{}
	p.run(t, 64, func(l *sim.Launch) {
		c.Observe(object, l)
		o.Observer = l.Observers[0].(sim.Divider).Of(0)
		l.Observers[0] = o
	})
	if !slices.Equal(o.skips, []bool{true, false}) {
		t.Errorf("%v", o.skips)
	}
}

// skipping notes whether an observer skips.
type skipping struct {
	sim.Observer
	skips []bool
}

func (s *skipping) Skips(e *sim.Event, run *sim.Run) bool {
	skips := s.Observer.(sim.Skipper).Skips(e, run)
	s.skips = append(s.skips, skips)
	return skips
}

// allEvents hides that an observer is a Skipper.
type allEvents struct{ sim.Observer }

// TestHistory: what a history says of a wave is the end of what it executed, whatever runs are skipped,
// and workgroups that have ended leave nothing.
func TestHistory(t *testing.T) {
	p, object := assembled(t, faulty)
	var all []string
	at := stopped(t, p, 64, func(l *sim.Launch) { l.Observers = []sim.Observer{allEvents{&recorded{list: &all}}} })
	h := &inspect.History{}
	stopped(t, p, 64, func(l *sim.Launch) { h.Observe(object, l, false) })
	last := h.Of(at.Workgroup, at.Wave, at.Registers.Count())
	if len(all) < 60 || len(last) != inspect.HistoryLength || last[len(last)-1].Text != at.Text {
		t.Fatalf("%d executed, the last %+v", len(all), last[len(last)-1])
	}
	for i, past := range last {
		n := int(past.Seq) - 1
		if want := fmt.Sprintf("%#x: %s", past.Addr, past.Text); all[n] != want {
			t.Errorf("#%d is %s, want %s", past.Seq, want, all[n])
		}
		if past.Seq != uint64(len(all)-len(last)+i+1) {
			t.Errorf("#%d is at %d of %d before the last of %d", past.Seq, i, len(last), len(all))
		}
	}
	ended, object2 := assembled(t, looped)
	for _, more := range []bool{false, true} {
		ended.run(t, 128, func(l *sim.Launch) {
			l.Grid[0] = 40
			h.Observe(object2, l, more)
		})
		for w := range 40 {
			if list := h.Of(w, 0, 1<<40); len(list) > 0 {
				t.Fatalf("workgroup %d has ended: %+v", w, list)
			}
		}
	}
}

// recorded lists every instruction.
type recorded struct{ list *[]string }

func (r *recorded) WaveStarted(int, int) {}
func (r *recorded) WaveEnded(int, int)   {}
func (r *recorded) Landed(*sim.Event)    {}
func (r *recorded) Executed(e *sim.Event) {
	*r.list = append(*r.list, fmt.Sprintf("%#x: %s", e.CodeAddr, e.Inst))
}
