package sim_test

import (
	"errors"
	"slices"
	"testing"

	"heddle/isa"
	"heddle/sim"
)

// coreStopper stops at an instruction, before or after it.
type coreStopper struct {
	coreRecord
	at     string // the mnemonic
	before bool
	err    error
	passed []string // instructions of which Executed was called
	vm, lg int
	list   []sim.Outstanding
}

func (s *coreStopper) Executing(e *sim.Event) {
	if s.before && e.Inst.Row.Mnemonic == s.at {
		e.Registers.Stop(s.err)
		e.Registers.Stop(errors.New("a second stop"))
	}
}

func (s *coreStopper) Executed(e *sim.Event) {
	s.passed = append(s.passed, e.Inst.Row.Mnemonic)
	if !s.before && e.Inst.Row.Mnemonic == s.at {
		e.Registers.Stop(s.err)
		s.vm, s.lg = e.Registers.Counters()
		s.list = e.Registers.Outstanding()
	}
}

// TestCoreStop: an observer ends the run before or after an instruction; the error has the state of
// the wave.
func TestCoreStop(t *testing.T) {
	source := coreSource{body: `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_mov_b32_e32 v1, 7
	v_lshlrev_b32_e32 v2, 2, v0
	s_waitcnt lgkmcnt(0)
	ds_write_b32 v2, v1
	global_load_dword v4, v2, s[4:5]
	v_add_u32_e32 v1, 1, v1
	s_waitcnt vmcnt(0)
	s_endpgm`, directives: []string{"group_segment_fixed_size 256"}}
	all := []string{"s_load_dwordx2", "v_mov_b32_e32", "v_lshlrev_b32_e32", "s_waitcnt", "ds_write_b32", "global_load_dword", "v_add_u32_e32"}
	for _, before := range []bool{true, false} {
		s := &coreStopper{at: "v_add_u32_e32", before: before, err: errors.New("here")}
		_, report, err := coreTry(t, source, 64, sim.Launch{Options: sim.Options{Observers: []sim.Observer{s}}})
		var at *sim.RunError
		if !errors.As(err, &at) || !errors.Is(err, s.err) || at.Text != "v_add_u32_e32 v1, 1, v1" || at.Waves[0].Text != at.Text {
			t.Fatalf("before %v: %v", before, err)
		}
		want, v1 := all, uint32(8)
		if before {
			want, v1 = all[:len(all)-1], 7
		}
		if !slices.Equal(s.passed, want) || report.Executed != uint64(len(want)) {
			t.Errorf("before %v: executed %v, the report has %d", before, s.passed, report.Executed)
		}
		if got := at.Registers.Vector(isa.VGPR(1), 5); got != v1 {
			t.Errorf("before %v: v1 is %d, want %d", before, got, v1)
		}
		if lds := at.Registers.LDS(); len(lds) < 256 || lds[20] != 7 || lds[21] != 0 {
			t.Errorf("before %v: LDS % x", before, lds)
		}
		vm, lgkm := at.Registers.Counters()
		list := at.Registers.Outstanding()
		if vm != 1 || lgkm != 1 || len(list) != 2 || list[1].Inst.Row.Mnemonic != "global_load_dword" || list[1].VM != 1 || list[0].LGKM != 1 || list[1].CodeAddr >= at.Addr {
			t.Errorf("before %v: vmcnt %d, lgkmcnt %d, %+v", before, vm, lgkm, list)
		}
	}
	s := &coreStopper{at: "s_endpgm", err: errors.New("here")}
	_, _, err := coreTry(t, source, 64, sim.Launch{Options: sim.Options{Observers: []sim.Observer{s}}})
	if !errors.Is(err, s.err) || s.vm != 0 || s.lg != 0 || s.list != nil {
		t.Errorf("at the end: %v, vmcnt %d, lgkmcnt %d, %v", err, s.vm, s.lg, s.list)
	}
}
