package inspect_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

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
		n := 0
		for _, past := range d.Last {
			n += 1 + past.More
		}
		if n != c.executions {
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
	if len(all) < 60 || last[len(last)-1].Text != at.Text {
		t.Fatalf("%d executed, the last %+v", len(all), last[len(last)-1])
	}
	for i, past := range last {
		n := int(past.Seq) - 1
		if want := fmt.Sprintf("%#x: %s", past.Addr, past.Text); all[n] != want {
			t.Errorf("#%d is %s, want %s", past.Seq, want, all[n])
		}
		if i+1 < len(last) && last[i+1].Seq != past.Seq+uint64(past.More)+1 {
			t.Errorf("after #%d and %d more comes #%d", past.Seq, past.More, last[i+1].Seq)
		}
	}
	if !slices.ContainsFunc(last, func(p inspect.Past) bool { return p.More > 0 }) {
		t.Error("no run was skipped")
	}
	ended, object2 := assembled(t, looped)
	ended.run(t, 128, func(l *sim.Launch) {
		l.Grid[0] = 40
		h.Observe(object2, l, false)
	})
	for w := range 40 {
		if list := h.Of(w, 0, 1<<40); len(list) > 0 {
			t.Fatalf("workgroup %d has ended: %+v", w, list)
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
