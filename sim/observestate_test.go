package sim_test

import (
	"math/bits"
	"testing"

	"heddle/isa"
	"heddle/sim"
)

// looker is an observer that also looks before each instruction.
type looker struct {
	t         *testing.T
	executing []string
	executed  int
	seq       map[uint64]string // instruction by Event.Seq
	landed    int
	before    map[string]uint32 // v1 of lane 3 before an instruction
	start     isa.RegSet
	space     sim.Allocation
}

func (o *looker) Executing(e *sim.Event) {
	if len(o.executing) == 0 {
		o.start = e.Registers.AtStart()
	}
	if len(e.Accesses) != 0 {
		o.t.Errorf("%s has accesses before it is executed", e.Inst)
	}
	o.executing = append(o.executing, e.Inst.String())
	o.before[e.Inst.String()] = e.Registers.Lanes(isa.V0 + 1)[3]
	o.seq[e.Seq] = e.Inst.String()
}

func (o *looker) Executed(e *sim.Event) {
	o.executed++
	if o.executing[len(o.executing)-1] != e.Inst.String() || o.seq[e.Seq] != e.Inst.String() {
		o.t.Errorf("%s executed, %s announced", e.Inst, o.seq[e.Seq])
	}
	o.check(e)
}

func (o *looker) Landed(e *sim.Event) {
	o.landed++
	if o.seq[e.Seq] != e.Inst.String() {
		o.t.Errorf("%s landed, its number is that of %s", e.Inst, o.seq[e.Seq])
	}
	o.check(e)
}

// check compares the numbers of accesses with the instructions that they
// belong to.
func (o *looker) check(e *sim.Event) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Write != (o.seq[a.Seq][:12] == "global_store") {
			o.t.Errorf("access %+v belongs to %s", a, o.seq[a.Seq])
		}
		if a.Space == sim.SpaceGlobal && !a.Scalar {
			o.space, _ = e.Registers.Allocation(a.Addr(bits.TrailingZeros64(a.Lanes)))
		}
	}
}
func (*looker) WaveStarted(_, _ int) {}
func (*looker) WaveEnded(_, _ int)   {}

// TestObserverLooksBefore: an observer that is a Preparer sees registers
// before each instruction, and numbers that tell executions apart.
func TestObserverLooksBefore(t *testing.T) {
	for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate, sim.ScheduleRandom} {
		s := coreSource{body: corePrologue + `
	v_mov_b32 v1, 0
	s_mov_b32 s8, 3
.L:
	v_add_u32 v1, 4, v1
	global_load_dword v2, v1, s[4:5]
	global_store_dword v1, v1, s[4:5] offset:256
	s_sub_u32 s8, s8, 1
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .L
	s_waitcnt vmcnt(0)
	s_endpgm`}
		o := &looker{t: t, before: map[string]uint32{}, seq: map[uint64]string{}}
		runObserved(t, &s, schedule, o, func(sim.Buffer) {})
		if len(o.executing) != o.executed || o.executed == 0 {
			t.Errorf("%d instructions announced, %d executed", len(o.executing), o.executed)
		}
		if got := o.before["v_add_u32_e32 v1, 4, v1"]; got != 8 {
			t.Errorf("v1 is %d before the last addition, want 8", got)
		}
		if !o.start.Has(isa.S0) || !o.start.Has(isa.V0) || !o.start.Has(isa.ExecLo) || o.start.Has(isa.V0+1) || o.start.Has(isa.VCCLo) || o.start.Has(isa.M0) || o.start.Has(isa.S0+40) {
			t.Errorf("set at the start: %x", o.start)
		}
		if o.space.Size == 0 || o.space.Undefined {
			t.Errorf("the stores go to %+v", o.space)
		}
	}
}

// TestUndefinedBuffer: what is said of a buffer, and that a write takes it
// back.
func TestUndefinedBuffer(t *testing.T) {
	s := coreSource{body: corePrologue + "\n\tv_mov_b32 v1, 0\n\tglobal_store_dword v1, v1, s[4:5]\n\ts_endpgm"}
	for _, written := range []bool{false, true} {
		o := &looker{t: t, before: map[string]uint32{}, seq: map[uint64]string{}}
		runObserved(t, &s, sim.ScheduleRoundRobin, o, func(b sim.Buffer) {
			b.Undefined()
			if written {
				if err := b.Write([]byte{1}, 100); err != nil {
					t.Fatal(err)
				}
			}
		})
		if o.space.Undefined == written {
			t.Errorf("written: %v, undefined: %v", written, o.space.Undefined)
		}
	}
}

// runObserved runs a kernel on a buffer that prepare gets before.
func runObserved(t *testing.T, s *coreSource, schedule sim.Schedule, o sim.Observer, prepare func(sim.Buffer)) {
	t.Helper()
	d, k := s.load(t)
	b, err := d.Alloc(4096)
	if err != nil {
		t.Fatal(err)
	}
	prepare(b)
	if _, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(b)},
		Options: sim.Options{Schedule: schedule, Observers: []sim.Observer{o}}}); err != nil {
		t.Fatal(err)
	}
}
