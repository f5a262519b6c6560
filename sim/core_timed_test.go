package sim_test

import (
	"testing"

	"heddle/sim"
)

// paths is an observer that notes which instructions each wave executes.
type paths map[sim.WaveID][]sim.Slot

func (p paths) Executed(e *sim.Event) {
	id := sim.WaveID{Workgroup: e.Workgroup, Wave: e.Wave}
	p[id] = append(p[id], sim.Slot{Addr: e.CodeAddr})
}
func (p paths) Landed(*sim.Event)    {}
func (p paths) WaveStarted(_, _ int) {}
func (p paths) WaveEnded(_, _ int)   {}

// timedRace is a workgroup of two waves. Wave 1 stores 5 to the LDS; wave 0 loads
// what is there, and copies the register with no wait, then once more after some
// instructions: out[0] and out[1].
var timedRace = coreSource{directives: []string{"group_segment_fixed_size 64"}, body: corePrologue + `
	v_mov_b32 v2, 0
	v_mov_b32 v3, 5
	v_mov_b32 v10, 1
	v_cmp_gt_u32 vcc, 64, v0
	s_cbranch_vccz .Lstore
	ds_read_b32 v10, v2
	v_mov_b32 v4, v10
	v_nop
	v_nop
	v_mov_b32 v5, v10
	global_store_dwordx2 v2, v[4:5], s[4:5]
	s_endpgm
.Lstore:
	ds_write_b32 v2, v3
	s_endpgm`}

// TestCoreTimed: who wins a race, and what a register that was not waited for
// holds, is as the times say.
func TestCoreTimed(t *testing.T) {
	launch := sim.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{128, 1, 1}}
	path := paths{}
	launch.Observers = []sim.Observer{path}
	coreRun(t, timedRace, 2, launch)
	reader, writer := path[sim.WaveID{}], path[sim.WaveID{Wave: 1}]
	read, write := len(reader)-7, len(writer)-2 // ds_read_b32, ds_write_b32
	for _, c := range []struct {
		what                string
		readAt, done, wrote int64
		want                []uint32
	}{
		{"the store is later, the data come at once", 100, 101, 200, []uint32{0, 0}},
		{"the store is earlier, the data come at once", 100, 101, 99, []uint32{5, 5}},
		{"the data come between the two copies", 100, 103, 99, []uint32{1, 5}},
		{"the data come after both", 100, 110, 99, []uint32{1, 1}},
	} {
		for i := range reader {
			reader[i].At, reader[i].Done = c.readAt+int64(i-read), 0
		}
		for i := range writer {
			writer[i].At = c.wrote + int64(i-write)
		}
		reader[0].Done, writer[0].Done = reader[1].At, writer[1].At // the arguments
		reader[read].Done = c.done
		l := launch
		l.Observers, l.Schedule, l.Timetable = nil, sim.ScheduleTimed, &sim.Timetable{Waves: path}
		for _, e := range engines() {
			l.Engine = e
			coreExpect(t, c.what, coreRun(t, timedRace, 2, l), c.want)
		}
	}
}

// TestCoreTimedStrays: a wave that leaves its path goes on without times, and the
// report counts it.
func TestCoreTimedStrays(t *testing.T) {
	path := paths{}
	launch := sim.Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{128, 1, 1}, Options: sim.Options{Observers: []sim.Observer{path}}}
	coreRun(t, timedRace, 2, launch)
	path[sim.WaveID{Wave: 1}][4].Addr += 4
	d, k := timedRace.load(t)
	out, err := d.Alloc(64)
	if err != nil {
		t.Fatal(err)
	}
	launch.Kernel, launch.Args = k, []sim.Arg{sim.Pointer(out)}
	launch.Options = sim.Options{Schedule: sim.ScheduleTimed, Timetable: &sim.Timetable{Waves: path}}
	report, err := d.Run(launch)
	if err != nil {
		t.Fatal(err)
	}
	if want := (sim.Timed{Waves: 2, Strayed: 1}); report.Timed != want {
		t.Errorf("%+v, want %+v", report.Timed, want)
	}
}
