package timing

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
)

// lab is a directed run of the compute unit: waves that execute lines of assembly.
type lab struct {
	chip   arch.Chip
	target *isa.Target
	prog   *Program
	memory Memory
	groups []*Group
	launch Launch

	issues [][]Issue // by wave and sequence
	result *Result
}

// newLab assembles a program, one instruction a line, from address 0. Comments begin with a semicolon.
func newLab(t testing.TB, target *isa.Target, text string) *lab {
	t.Helper()
	l := &lab{chip: *target.Chip, target: target}
	l.prog = &Program{Chip: &l.chip, Target: target, Kernel: "directed"}
	addr := uint64(0)
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, ";")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		inst, err := target.Parse(line, nil)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		l.prog.Insts = append(l.prog.Insts, Inst{Addr: addr, Size: inst.Size(), Inst: inst})
		addr += uint64(inst.Size())
	}
	l.memory = &Given{Program: l.prog, VectorLatency: 500, ScalarLatency: 200}
	return l
}

// stream is the execution of instructions from to to, memory instructions with their accesses.
func (l *lab) stream(wave int, from, to int) *Stream {
	s := &Stream{Wave: wave}
	l.extend(s, from, to)
	return s
}

// extend appends the execution of instructions from to to.
func (l *lab) extend(s *Stream, from, to int) {
	for i := from; i < to; i++ {
		op := Op{int32(i), -1}
		inst := &l.prog.Insts[i].Inst
		a := Access{Bytes: 1024}
		switch inst.Row.Unit {
		case isa.UnitLDS:
			a.Space = LDS
		case isa.UnitVMEM, isa.UnitFlat:
			a.Space = Global
			if m := inst.Row.Memory; m != nil && m.Bytes > 0 {
				a.Bytes = 64 * m.Bytes
			}
		case isa.UnitSMEM:
			a.Space = Scalar
		default:
			s.Ops = append(s.Ops, op)
			continue
		}
		op.Access = int32(len(s.Accesses))
		s.Accesses = append(s.Accesses, a)
		s.Ops = append(s.Ops, op)
	}
}

// all is the whole program once.
func (l *lab) all(wave int) *Stream { return l.stream(wave, 0, len(l.prog.Insts)) }

// place adds a workgroup of waves on SIMDs of compute unit 0, all from cycle 0 on.
func (l *lab) place(simds []int, streams ...*Stream) {
	g := &Group{Workgroup: len(l.groups), Streams: streams}
	for i := range streams {
		g.Place = append(g.Place, Place{SIMD: simds[i%len(simds)], Slot: i})
	}
	l.groups = append(l.groups, g)
}

// run replays the groups.
func (l *lab) run(t testing.TB) {
	t.Helper()
	if err := l.try(); err != nil {
		t.Fatal(err)
	}
}

func (l *lab) try() error {
	l.issues = nil
	next := 0
	launch := l.launch
	launch.Program, launch.Memory = l.prog, l.memory
	launch.CUs = max(launch.CUs, 1)
	launch.Next = func(int) (*Group, error) {
		if next == len(l.groups) {
			return nil, nil
		}
		next++
		return l.groups[next-1], nil
	}
	launch.Observe = func(i *Issue) {
		for len(l.issues) <= i.Wave {
			l.issues = append(l.issues, nil)
		}
		l.issues[i.Wave] = append(l.issues[i.Wave], *i)
	}
	var err error
	l.result, err = Run(&launch)
	return err
}
