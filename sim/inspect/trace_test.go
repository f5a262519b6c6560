package inspect_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"heddle/sim"
	"heddle/sim/inspect"
)

// shown has one instruction of each kind that a trace prints differently.
const shown = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	v_cvt_f32_u32 v2, v0
	v_cvt_f16_f32 v3, v2
	v_mov_b32 v4, 0x7fc00001
	v_cmp_gt_u32 vcc, 3, v0
	s_and_saveexec_b64 s[6:7], vcc
	v_mul_f32 v5, v2, v2
	v_accvgpr_write_b32 a3, v5
	s_mov_b64 exec, s[6:7]
	s_cmp_eq_u32 s6, 1
	s_movk_i32 m0, 5
	s_waitcnt lgkmcnt(0)
	ds_write_b64 v1, v[2:3]
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v6, v1
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[8:9], s[4:5]
	s_movk_i32 s10, 8
	s_mov_b32 s11, 0x27000
	buffer_load_dword v8, v1, s[8:11], 0 offen
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3
	global_store_dword v1, v6, s[4:5]
	global_atomic_add v7, v1, v0, s[4:5] sc0
	v_mfma_f32_4x4x4_16b_f16 a[0:3], v[2:3], v[4:5], a[0:3]
	s_waitcnt vmcnt(0)
	s_endpgm`

// TestTrace prints a kernel with what it reads, writes and touches.
func TestTrace(t *testing.T) {
	p, object := assembled(t, shown)
	var text strings.Builder
	for _, filter := range []string{"wave=0", "wave=0,lane=4-5,as=i32,v_cvt*,ds_*"} {
		f, err := inspect.ParseFilter(filter)
		if err != nil {
			t.Fatal(err)
		}
		tracer := inspect.NewTracer(&text, f)
		p.run(t, 128, func(l *sim.Launch) { tracer.Observe(object, l, false) })
		if tracer.Err() != nil {
			t.Error(tracer.Err())
		}
		text.WriteString("----\n")
	}
	golden(t, "trace.txt", text.String())
}

// TestTraceLate: with memory touched as late as may be, the accesses come when they happen.
func TestTraceLate(t *testing.T) {
	p, object := assembled(t, strings.Replace(shown, "\ts_waitcnt vmcnt(0)\n", "", 1))
	var text strings.Builder
	f, err := inspect.ParseFilter("wave=0,ds_write*,global_store*,s_endpgm")
	if err != nil {
		t.Fatal(err)
	}
	tracer := inspect.NewTracer(&text, f)
	p.run(t, 64, func(l *sim.Launch) {
		l.Schedule = sim.ScheduleLate
		tracer.Observe(object, l, false)
	})
	golden(t, "tracelate.txt", text.String())
}

// limited takes some text and then fails.
type limited int

var errFull = errors.New("full")

func (l *limited) Write(b []byte) (int, error) {
	if *l--; *l < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// TestTraceStops: a trace that cannot be written ends the run soon, whoever else observes it.
func TestTraceStops(t *testing.T) {
	p, object := assembled(t, strings.Replace(looped, "s_mov_b32 s4, 2", "s_mov_b32 s4, 0x4000", 1))
	for _, more := range []bool{false, true} {
		w := limited(3)
		tracer := inspect.NewTracer(io.Writer(&w), &inspect.Filter{})
		report, err := p.launch(64, func(l *sim.Launch) { tracer.Observe(object, l, more) })
		if !errors.Is(err, errFull) || !errors.Is(tracer.Err(), errFull) || report.Executed > 5000 || more && report.Executed != 4 {
			t.Errorf("%t: %v, %v after %d instructions", more, err, tracer.Err(), report.Executed)
		}
	}
}

// TestTraceFault: the last that a trace has is the instruction that ended the run, and why, whatever other
// workgroups did at the same time.
func TestTraceFault(t *testing.T) {
	p, object := assembled(t, `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 20, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s2, 0
	s_cbranch_scc1 done
	global_load_dword v2, v1, s[4:5]
	s_waitcnt vmcnt(0)
done:
	s_endpgm`)
	for _, c := range []struct {
		schedule sim.Schedule
		more     bool
		last     string
	}{
		{sim.ScheduleRoundRobin, false, "wg 1 wave 0 #6 0x1318: global_load_dword v2, v1, s[4:5]  ; k.s:12 | the run ends here: lane 1 reads 4 bytes at "},
		{sim.ScheduleRoundRobin, true, "wg 1 wave 0 #6 0x1318: global_load_dword v2, v1, s[4:5]  ; k.s:12 | the run ends here: lane 1 reads 4 bytes at "},
		{sim.ScheduleLate, false, "wg 1 wave 0 #7 0x1320: s_waitcnt vmcnt(0)  ; k.s:13 | the run ends here: 0x1318: lane 1 reads 4 bytes at "},
	} {
		var text strings.Builder
		tracer := inspect.NewTracer(&text, &inspect.Filter{})
		var fault *sim.RunError
		if _, err := p.launch(64, func(l *sim.Launch) {
			l.Grid[0], l.Schedule = 4, c.schedule
			tracer.Observe(object, l, c.more)
		}); !errors.As(err, &fault) || fault.Workgroup != 1 {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(text.String()), "\n")
		head := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, c.last[:15]) })
		if got := lines[max(head, 0)] + " | " + strings.TrimSpace(lines[len(lines)-1]); !strings.HasPrefix(got, c.last) || !strings.Contains(got, fault.Err.Error()) {
			t.Errorf("%v, %t: %s, want %s", c.schedule, c.more, got, c.last)
		}
	}
}

// divided has workgroups that wait for their turn, and much text in each.
const divided = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	v_mov_b32 v2, 1
	s_movk_i32 s6, 400
	s_waitcnt lgkmcnt(0)
turn:
	v_mul_lo_u32 v3, v1, v1
	v_add_u32 v1, v3, v2
	v_xor_b32 v1, v1, v0
	s_sub_u32 s6, s6, 1
	s_cmp_lg_u32 s6, 0
	s_cbranch_scc1 turn
	v_mov_b32 v4, 0
	global_atomic_add v4, v2, s[4:5]
	global_load_dword v3, v4, s[4:5]
	s_waitcnt vmcnt(0)
	s_endpgm`

// TestTraceDivided: a trace is the same on any number of cores, and with others who observe the run. Of
// those workgroups that a filter leaves out there are no events.
func TestTraceDivided(t *testing.T) {
	p, object := assembled(t, divided)
	for _, c := range []struct {
		filter       string
		groups       uint32
		observed     int
		least, lines int // bytes, and lines at least
	}{
		{"s_waitcnt", 40, 40, 1000, 80},
		{"wg=7-8,wg=20", 40, 3, 100_000, 1000},
		{"lane=0-63", 3, 3, 20 << 20, 100_000},
	} {
		f, err := inspect.ParseFilter(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		trace := func(workers int, more bool) string {
			var text strings.Builder
			tracer := inspect.NewTracer(&text, f)
			for range 2 {
				observed := 0
				if err := p.buffer.Write(make([]byte, 4), 0); err != nil {
					t.Fatal(err)
				}
				p.run(t, 128, func(l *sim.Launch) {
					l.Grid[0], l.Workers = c.groups, workers
					tracer.Observe(object, l, more)
					if d, ok := l.Observers[0].(sim.Divider); ok == more {
						t.Errorf("more %t, divided %t", more, ok)
					} else if ok {
						for w := range int(c.groups) {
							if d.Of(w) != nil {
								observed++
							}
						}
						if observed != c.observed {
							t.Errorf("%s: %d workgroups are observed", c.filter, observed)
						}
					}
				})
			}
			if !tracer.Printed() {
				t.Error("nothing is printed")
			}
			return text.String()
		}
		want := trace(1, true)
		if len(want) < c.least || strings.Count(want, "\n") < c.lines {
			t.Errorf("%s: %d bytes, %d lines", c.filter, len(want), strings.Count(want, "\n"))
		}
		for workers := 1; workers <= 4; workers++ {
			if got := trace(workers, false); got != want {
				t.Errorf("%s, %d workers: %d bytes, want %d", c.filter, workers, len(got), len(want))
			}
		}
	}
}
