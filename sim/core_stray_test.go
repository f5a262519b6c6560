package sim_test

import (
	"errors"
	"strings"
	"testing"

	"heddle/sim"
)

// TestCoreKeepGoing: with KeepGoing a run passes over accesses that a card survives. What of them is in
// an allocation is accessed, loads get zeros for the rest, and nothing else is changed. Without it, and
// where a card would stop, it ends.
func TestCoreKeepGoing(t *testing.T) {
	const n = 66 // dwords of the buffer: all lanes store one, and two are behind
	for _, c := range []struct {
		name, body string
		ends       string // even so
		want       func(i int) uint32
	}{
		{"loads that cross the end", `
	v_lshlrev_b32 v2, 2, v0
	v_mov_b32 v9, 9
	global_store_dword v1, v9, s[4:5] offset:8
	s_waitcnt vmcnt(0)
	global_load_dwordx4 v[4:7], v1, s[4:5] offset:8
	s_waitcnt vmcnt(0)
	v_add_u32 v4, v4, v7
	global_store_dword v1, v4, s[4:5]`, "", func(i int) uint32 {
			if i < 61 { // v4 is 9, and v7 is three dwords behind it
				return 18
			}
			return 9
		}},
		{"stores that cross the end", `
	v_mov_b32 v4, 4
	v_mov_b32 v5, 5
	v_mov_b32 v6, 6
	v_cmp_eq_u32 vcc, 63, v0
	s_and_saveexec_b64 s[10:11], vcc
	global_store_dwordx3 v1, v[4:6], s[4:5] offset:4`, "", func(i int) uint32 { return map[int]uint32{64: 4, 65: 5}[i] }},
		{"a scalar load behind the end", `
	s_load_dword s8, s[4:5], 0x120
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v4, s8
	global_store_dword v1, v4, s[4:5]`, "", func(int) uint32 { return 0 }},
		{"an atomic behind the end", `
	v_mov_b32 v4, 1
	global_atomic_add v5, v1, v4, s[4:5] offset:512 sc0
	s_waitcnt vmcnt(0)
	global_store_dword v1, v5, s[4:5]`, "", func(int) uint32 { return 0 }},
		{"a store to the arguments", `
	v_mov_b32 v4, 1
	global_store_dword v1, v4, s[0:1]
	global_store_dword v1, v4, s[4:5]`, "", func(i int) uint32 { return [2]uint32{1, 0}[i/64] }},
		{"a load from the next page", `
	v_mov_b32 v4, 0x1000
	global_load_dword v5, v4, s[4:5]`, "is in no allocation", nil},
		{"a load before the beginning", `
	global_load_dword v5, v1, s[4:5] offset:-256`, "is in no allocation", nil},
		{"a load that crosses the end of the page", `
	v_mov_b32 v4, 0xffc
	global_load_dwordx2 v[6:7], v4, s[4:5]`, "is in no allocation", nil},
		{"an atomic that is not aligned", `
	v_add_u32 v1, 1, v1
	global_atomic_add v1, v1, s[4:5]`, "multiple of 4", nil},
	} {
		for _, engine := range []sim.Engine{sim.EngineFast, sim.EnginePlain} {
			for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate} {
				s := coreSource{body: corePrologue + c.body + "\n\ts_endpgm"}
				options := sim.Options{Engine: engine, Schedule: schedule, KeepGoing: true}
				got, _, err := coreTry(t, s, n, sim.Launch{Options: options})
				switch {
				case c.ends != "" && (err == nil || !strings.Contains(err.Error(), c.ends)):
					t.Errorf("%s: %v, want %q", c.name, err, c.ends)
				case c.ends == "" && err != nil:
					t.Errorf("%s: %v", c.name, err)
				case c.ends == "":
					coreExpect(t, c.name, got, coreIota(n, c.want))
				}
				options.KeepGoing = false
				var at *sim.RunError
				if _, _, err := coreTry(t, s, n, sim.Launch{Options: options}); !errors.As(err, &at) {
					t.Errorf("%s: without KeepGoing: %v", c.name, err)
				}
			}
		}
	}
}
