package inspect_test

import (
	"maps"
	"math/bits"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/layout"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/inspect"
	"heddle/sim/simtest"
)

// archived reads the built code objects of a chip: by "file-level".
func archived(t testing.TB, chip *arch.Chip) map[string][]byte {
	t.Helper()
	objects, err := simtest.Archived(filepath.Join("..", "testdata", "corpus"), chip)
	if err != nil {
		t.Fatal(err)
	}
	return objects
}

// naive counts in the plainest way: every event for itself, lane by lane.
type naive struct {
	chip   *arch.Chip
	counts map[uint64]*inspect.Instruction
	guest  map[uint64]*inspect.Instruction // by the address in guest memory
	banks  map[uint64]*layout.BankCounter
}

func newNaive(chip *arch.Chip) *naive {
	return &naive{chip, map[uint64]*inspect.Instruction{}, map[uint64]*inspect.Instruction{}, map[uint64]*layout.BankCounter{}}
}

func (n *naive) WaveStarted(int, int) {}
func (n *naive) WaveEnded(int, int)   {}

func (n *naive) Executed(e *sim.Event) {
	in := n.counts[e.CodeAddr]
	if in == nil {
		in = &inspect.Instruction{Addr: e.CodeAddr, Text: e.Inst.String()}
		n.counts[e.CodeAddr], n.guest[e.Addr] = in, in
		if c, err := layout.NewBankCounter(n.chip, e.Inst.Row); err == nil {
			n.banks[e.Addr] = c
		}
	}
	in.Executed++
	if u := e.Inst.Row.Unit; u != isa.UnitSALU && u != isa.UnitSMEM && u != isa.UnitBranch && u != isa.UnitMsg {
		for l := range 64 {
			in.Lanes += e.Lanes >> l & 1
		}
	}
	n.Landed(e)
}

func (n *naive) Landed(e *sim.Event) {
	lds := map[uint64]*layout.LDSAddresses{} // by execution
	of := map[uint64]uint64{}
	for _, a := range e.Accesses {
		in := n.guest[a.Inst]
		for l := range 64 {
			if a.Lanes>>l&1 == 0 {
				continue
			}
			b := &in.Bytes
			to := map[sim.Space][2]*uint64{sim.SpaceGlobal: {&b.GlobalRead, &b.GlobalWritten}, sim.SpaceLDS: {&b.LDSRead, &b.LDSWritten},
				sim.SpacePrivate: {&b.ScratchRead, &b.ScratchWritten}}[a.Space]
			if a.Write {
				*to[1] += uint64(a.Size)
			} else {
				*to[0] += uint64(a.Size)
			}
			if a.Space == sim.SpaceLDS {
				if lds[a.Seq] == nil {
					lds[a.Seq], of[a.Seq] = &layout.LDSAddresses{}, a.Inst
				}
				var places [64]uint32
				places[l] = uint32(a.Addr(l))
				lds[a.Seq].Add(1<<l, &places, 0)
			}
		}
	}
	for seq, at := range lds {
		if c := n.banks[of[seq]]; c != nil {
			count := c.Count(at)
			n.guest[of[seq]].Conflicts += uint64(count.Conflicts)
		}
	}
}

// list is what was counted, by address.
func (n *naive) list() (list []inspect.Instruction) {
	for _, addr := range slices.Sorted(maps.Keys(n.counts)) {
		list = append(list, *n.counts[addr])
	}
	return list
}

// sum adds up what was counted.
func sum(list []inspect.Instruction) (all inspect.Counts) {
	a := reflect.ValueOf(&all).Elem()
	for _, in := range list {
		addFields(a, reflect.ValueOf(in.Counts))
	}
	return all
}

func addFields(to, from reflect.Value) {
	for i := range to.NumField() {
		if f := to.Field(i); f.Kind() == reflect.Struct {
			addFields(f, from.Field(i))
		} else {
			f.SetUint(f.Uint() + from.Field(i).Uint())
		}
	}
}

// TestCount: what a Counter counts of the kernels of the corpus is what an observer without any
// cleverness counts, alone, beside another observer and in other schedules; and what the report says.
func TestCount(t *testing.T) {
	conflicts, rows := uint64(0), 0
	for n, chip := range arch.Chips {
		objects := archived(t, chip)
		for i, level := range simtest.Levels {
			for k, r := range simtest.RowsOf(chip, level) {
				if long.Some(n+i+k, 30) {
					conflicts += countRow(t, r, chip, level, objects[r.File+"-"+level], sim.Schedule(rows%6))
					rows++
				}
			}
		}
	}
	if rows < 20 || conflicts == 0 {
		t.Errorf("%d rows with %d conflicts", rows, conflicts)
	}
}

// countRow compares the counts of a row, and returns how many conflicts there are.
func countRow(t *testing.T, r simtest.Row, chip *arch.Chip, level string, code []byte, schedule sim.Schedule) uint64 {
	name := chip.Name + " " + level + " " + r.Name()
	if schedule == sim.ScheduleTimed {
		schedule = sim.ScheduleRoundRobin
	}
	run := func(observe func(l *sim.Launch, object *hsaco.Object)) *sim.Report {
		l, err := simtest.Load(chip, code)
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := l.Run(r, sim.Options{Schedule: schedule, Seed: 7}, func(launch *sim.Launch) { observe(launch, l.Object) }); err != nil {
			t.Fatal(name, err)
		}
		return l.Report
	}
	want := newNaive(chip)
	report := run(func(l *sim.Launch, _ *hsaco.Object) { l.Observers = []sim.Observer{want} })
	var beside naive
	for _, others := range [][]sim.Observer{nil, {&beside}} {
		c := inspect.Counter{}
		beside = *newNaive(chip)
		run(func(l *sim.Launch, object *hsaco.Object) {
			l.Observers = others
			c.Observe(object, l)
		})
		got := c.Kernels()
		if len(got) != 1 || got[0].Kernel != r.Kernel || got[0].Dispatches != 1 {
			t.Fatalf("%s: %+v", name, got)
		}
		for i := range got[0].Instructions {
			got[0].Instructions[i].Source = inspect.Source{}
		}
		if list := want.list(); !slices.Equal(got[0].Instructions, list) {
			t.Fatalf("%s, schedule %d, beside %d:\n%+v\nwant\n%+v", name, schedule, len(others), got[0].Instructions, list)
		}
		if all := sum(got[0].Instructions); all.Executed != report.Executed || all.Bytes != report.Bytes {
			t.Errorf("%s: %+v, the report has %d and %+v", name, all, report.Executed, report.Bytes)
		}
	}
	return sum(want.list()).Conflicts
}

// TestCountExec: lanes are those of EXEC at each instruction, also where a run of them changes it.
func TestCountExec(t *testing.T) {
	code, object := assembled(t, `
	s_mov_b64 exec, 0xff
	v_mov_b32 v1, 0
	v_cmpx_gt_u32 exec, 3, v0
	v_mov_b32 v1, 1
	v_mov_b32 v1, 2
	v_cmpx_gt_u32 exec, 2, v0
	s_nop 0
	s_endpgm`)
	var c inspect.Counter
	report := code.run(t, 100, func(l *sim.Launch) { c.Observe(object, l) })
	var lanes []uint64
	for _, in := range c.Kernels()[0].Instructions {
		lanes = append(lanes, in.Lanes)
	}
	// The second wave's lanes count from 64 on, so its comparisons find none.
	if want := []uint64{0, 16, 16, 3, 3, 3, 0, 0}; !slices.Equal(lanes, want) {
		t.Errorf("lanes %v, want %v", lanes, want)
	}
	if all := sum(c.Kernels()[0].Instructions); all.Executed != report.Executed || all.Executed != 16 {
		t.Errorf("%d executed, the report has %d", all.Executed, report.Executed)
	}
}

// TestCountSkipped: vector instructions that MODE skips have no lanes.
func TestCountSkipped(t *testing.T) {
	code, object := assembled(t, `
	s_setvskip -1, 0
	v_mov_b32 v1, 1
	s_setvskip 0, 0
	v_mov_b32 v1, 2
	s_endpgm`)
	var c inspect.Counter
	code.run(t, 64, func(l *sim.Launch) { c.Observe(object, l) })
	var lanes []uint64
	for _, in := range c.Kernels()[0].Instructions {
		lanes = append(lanes, in.Lanes)
	}
	if want := []uint64{0, 0, 0, 64, 0}; !slices.Equal(lanes, want) {
		t.Errorf("lanes %v, want %v", lanes, want)
	}
}

// TestDivided: those that can leave the run its cores do so if nobody else observes it, and use few
// tallies for many workgroups.
func TestDivided(t *testing.T) {
	code, object := assembled(t, looped)
	var c inspect.Counter
	var h inspect.History
	for _, others := range [][]sim.Observer{nil, {newNaive(object.Chip)}} {
		for _, observe := range []func(l *sim.Launch){func(l *sim.Launch) { c.Observe(object, l) }, func(l *sim.Launch) { h.Observe(object, l, false) }} {
			report := code.run(t, 128, func(l *sim.Launch) {
				l.Observers, l.Grid[0], l.Workers = others, 200, 2
				observe(l)
				if _, ok := l.Observers[len(l.Observers)-1].(sim.Divider); ok != (others == nil) || len(l.Observers) != len(others)+1 {
					t.Errorf("beside %d: divided %v", len(others), ok)
				}
			})
			if report.Workgroups != 200 {
				t.Errorf("%d workgroups", report.Workgroups)
			}
		}
	}
	if got := c.Kernels()[0].Instructions[0].Executed; got != 2*2*200 {
		t.Errorf("%d executions", got)
	}
	var l sim.Launch
	h.Observe(object, &l, true)
	if _, ok := l.Observers[0].(sim.Divider); ok {
		t.Error("divided though others will observe")
	}
}

// TestCountDispatches: dispatches of a kernel add up, and kernels are apart.
func TestCountDispatches(t *testing.T) {
	code, object := assembled(t, "\tv_mov_b32 v1, 0\n\ts_endpgm")
	var c inspect.Counter
	for range 3 {
		code.run(t, 256, func(l *sim.Launch) { c.Observe(object, l) })
	}
	other, object2 := assembled(t, "\ts_endpgm")
	other.run(t, 64, func(l *sim.Launch) { c.Observe(object2, l) })
	got := c.Kernels()
	if len(got) != 2 || got[0].Dispatches != 3 || got[0].Instructions[0].Lanes != 3*256 || got[1].Instructions[0].Executed != 1 {
		t.Errorf("%+v", got)
	}
}

// TestWriteCounts has both tables.
func TestWriteCounts(t *testing.T) {
	code, object := assembled(t, `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 7, v0
	v_and_b32 v1, 0x7ff, v1
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v2, v1
	s_waitcnt lgkmcnt(0)
	global_store_dword v1, v2, s[4:5]
	s_endpgm`)
	var c inspect.Counter
	code.run(t, 64, func(l *sim.Launch) { c.Observe(object, l) })
	kernels := c.Kernels()
	var text strings.Builder
	if err := inspect.WriteCounts(&text, kernels); err != nil {
		t.Fatal(err)
	}
	lines := kernels[0].ByLine()
	if err := inspect.WriteCounts(&text, []inspect.Kernel{lines}); err != nil {
		t.Fatal(err)
	}
	for i := range kernels[0].Instructions {
		kernels[0].Instructions[i].Source = inspect.Source{}
	}
	lines = kernels[0].ByLine()
	if err := inspect.WriteCounts(&text, []inspect.Kernel{kernels[0], lines}); err != nil {
		t.Fatal(err)
	}
	golden(t, "count.txt", text.String())
}

// TestLanesCounted: the lanes of a wave are bits.OnesCount64 of what was launched.
func TestLanesCounted(t *testing.T) {
	code, object := assembled(t, "\tv_mov_b32 v1, 0\n\ts_endpgm")
	var c inspect.Counter
	code.run(t, 70, func(l *sim.Launch) { c.Observe(object, l) })
	if in := c.Kernels()[0].Instructions[0]; in.Executed != 2 || in.Lanes != uint64(64+bits.OnesCount(0x3f)) {
		t.Errorf("%+v", in)
	}
}

// TestCountMemory: direct-to-LDS loads, two addresses, atomics and memory that a schedule leaves until
// the wave ends count as in the naive observer.
func TestCountMemory(t *testing.T) {
	for schedule := sim.ScheduleRoundRobin; schedule <= sim.ScheduleRandom; schedule++ {
		p, object := assembled(t, `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 4, v0
	s_waitcnt lgkmcnt(0)
	s_movk_i32 m0, 0x100
	s_nop 0
	global_load_lds_dword v1, s[4:5]
	ds_write2_b32 v1, v0, v1 offset1:32
	ds_read2_b64 v[2:5], v1 offset1:3
	s_mov_b64 exec, 0xf0f
	ds_add_rtn_u32 v6, v1, v0
	global_atomic_add v7, v1, v0, s[4:5] sc0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	ds_bpermute_b32 v8, v1, v6
	s_mov_b64 exec, 0
	ds_read_b32 v9, v1
	s_mov_b64 exec, -1
	global_store_dwordx4 v1, v[2:5], s[4:5]
	ds_write_b32 v1, v0
	s_endpgm`)
		want := newNaive(object.Chip)
		report := p.run(t, 128, func(l *sim.Launch) {
			l.Schedule, l.Seed, l.Grid[0] = schedule, 3, 3
			l.Observers = []sim.Observer{want}
		})
		var c inspect.Counter
		p.run(t, 128, func(l *sim.Launch) {
			l.Schedule, l.Seed, l.Grid[0] = schedule, 3, 3
			c.Observe(object, l)
		})
		got := c.Kernels()[0].Instructions
		for i := range got {
			got[i].Source = inspect.Source{}
		}
		if list := want.list(); !slices.Equal(got, list) {
			t.Errorf("schedule %d:\n%+v\nwant\n%+v", schedule, got, list)
		}
		if all := sum(got); all.Executed != report.Executed || all.Bytes != report.Bytes || all.Conflicts == 0 {
			t.Errorf("schedule %d: %+v, the report has %d and %+v", schedule, all, report.Executed, report.Bytes)
		}
	}
}
