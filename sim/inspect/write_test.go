package inspect_test

import (
	"testing"

	"heddle/sim"
	"heddle/sim/inspect"
)

// written has stores of several kinds: line 10 writes dword i of lane i, line 13 wave 0 again, 4 further,
// line 15 8 bytes of lane 2 that begin in the middle of dword 40, line 16 an atomic to dword 50.
const written = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	global_store_dword v1, v0, s[4:5]
	v_cmp_gt_u32 vcc, 64, v0
	s_and_saveexec_b64 s[6:7], vcc
	global_store_dword v1, v1, s[4:5] offset:16
	s_mov_b64 exec, 4
	global_store_dwordx2 v1, v[0:1], s[4:5] offset:154
	global_atomic_add v1, v0, s[4:5] offset:192
	ds_write_b32 v1, v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_endpgm`

func TestLastWrite(t *testing.T) {
	for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate} {
		for _, c := range []struct {
			at, size   int
			line       int
			wave, lane int
		}{
			{4 * 3, 4, 10, 0, 3}, {4 * 20, 4, 13, 0, 16}, {4 * 100, 4, 10, 1, 36}, {4 * 40, 4, 15, 0, 2}, {4 * 41, 2, 15, 0, 2}, {4*42 + 2, 1, 13, 0, 38},
			{4 * 50, 4, 16, 0, 2}, {4 * 200, 4, 0, 0, 0},
		} {
			p, object := assembled(t, written)
			w := inspect.NewLastWrite(p.buffer.Addr+uint64(c.at), c.size)
			p.run(t, 128, func(l *sim.Launch) {
				l.Schedule = schedule
				w.Observe(object, l)
			})
			last := w.Last()
			switch {
			case c.line == 0:
				if last != nil {
					t.Errorf("byte %d: %+v", c.at, last)
				}
			case last == nil || last.File != "k.s" || last.Line != c.line || last.Wave != c.wave || last.Lane != c.lane || last.Kernel != "k" || last.Instruction == "":
				t.Errorf("schedule %v, byte %d: %+v, want line %d, wave %d, lane %d", schedule, c.at, last, c.line, c.wave, c.lane)
			}
		}
	}
}
