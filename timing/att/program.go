package att

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"heddle/arch"
	"heddle/isa"
	"heddle/timing"
)

// Target finds the instruction table of a trace's chip: the only one that knows all instructions of
// the listing. Short kernels can be of several chips.
func (t *Trace) Target() (*isa.Target, error) {
	var found *isa.Target
	var refusal error
	for _, target := range isa.Targets() {
		err := t.parses(target)
		switch {
		case err == nil && found != nil:
			return nil, fmt.Errorf("the instructions are of %s and of %s: say which it is", found.Chip.Name, target.Chip.Name)
		case err == nil:
			found = target
		default:
			refusal = err
		}
	}
	if found == nil {
		return nil, refusal
	}
	return found, nil
}

// parses checks that a target knows the listing.
func (t *Trace) parses(target *isa.Target) error {
	for i := range t.Lines {
		if _, err := target.Parse(t.Lines[i].Text, nil); err != nil {
			return fmt.Errorf("at %#x, %q: %w", t.Lines[i].Addr, t.Lines[i].Text, err)
		}
	}
	return nil
}

// Replay is a trace in the form that the model replays.
type Replay struct {
	Trace   *Trace
	Program *timing.Program
	// Streams are those of the trace's waves: Ops[i] is Steps[i].
	Streams []*timing.Stream
	// Kinds says for each step of each wave what its time depends on.
	Kinds [][]Kind
	Units []Unit // in order of shader engine and number

	stalls, matched bool
}

// Unit is a compute unit of a Replay.
type Unit struct {
	SE, CU int
	Waves  []int   // indexes of Trace.Waves
	Groups [][]int // the waves of each workgroup, in order of their begin; groups in order of their first
}

// ReplayOptions say what a Replay takes from the trace.
type ReplayOptions struct {
	Target *isa.Target // nil: Trace.Target finds it
	// Chip is that of which the model is taken, nil for the target's.
	Chip *arch.Chip
	// Stalls gives the model also the stalls at the queue of vector memory that memory causes, and
	// those of a cold instruction cache. The model then answers for what happens inside of a compute
	// unit alone.
	Stalls bool
}

// NewReplay makes the program and the streams of a trace. What a trace does not say is left out: the
// addresses of accesses. Latencies of vector and scalar loads are as the waits show them (see
// latency.go), and so are conflicts in the LDS that all accesses with a mnemonic have (see
// conflict.go). Workgroups are recognised by their barriers.
func NewReplay(t *Trace, o ReplayOptions) (*Replay, error) {
	if o.Target == nil {
		var err error
		if o.Target, err = t.Target(); err != nil {
			return nil, err
		}
	}
	if o.Chip == nil {
		o.Chip = o.Target.Chip
	}
	first, last, err := t.object()
	if err != nil {
		return nil, err
	}
	r := &Replay{Trace: t, stalls: o.Stalls, Program: &timing.Program{Chip: o.Chip, Target: o.Target}}
	for i := first; i < last; i++ {
		l := &t.Lines[i]
		inst, syntax := o.Target.Parse(l.Text, nil)
		if syntax != nil {
			return nil, fmt.Errorf("at %#x, %q: %w", l.Addr, l.Text, syntax)
		}
		size := inst.Size()
		if i+1 < last && l.Addr+uint64(size) > t.Lines[i+1].Addr {
			return nil, fmt.Errorf("at %#x, %q takes %d bytes on %s, but the next instruction is at %#x", l.Addr, l.Text, size, o.Target.Chip.Name, t.Lines[i+1].Addr)
		}
		pi := timing.Inst{Addr: l.Addr, Size: size, Inst: inst}
		pi.File, pi.Line = l.position()
		r.Program.Insts = append(r.Program.Insts, pi)
	}
	loads := make([][]vectorLoad, len(t.Waves))
	for i := range t.Waves {
		w := &t.Waves[i]
		if len(w.Steps) > 0 {
			r.Program.Kernel = t.Lines[w.Steps[0].Line].Kernel
		}
		s := r.stream(w, int32(first))
		r.Streams = append(r.Streams, s)
		var kinds []Kind
		kinds, loads[i] = r.give(w, s, o.Stalls)
		r.Kinds = append(r.Kinds, kinds)
	}
	r.conflicts()
	r.place()
	for i := range r.Units {
		var all []vectorLoad
		for _, w := range r.Units[i].Waves {
			if all = append(all, loads[w]...); t.Apart {
				inOrder(o.Chip, all)
				all = nil
			}
		}
		inOrder(o.Chip, all)
	}
	return r, nil
}

// position is the file and line of the source, the innermost if there are several; "" if unknown.
func (l *Line) position() (file string, line int) {
	source, _, _ := strings.Cut(l.Source, " -> ")
	i := strings.LastIndexByte(source, ':')
	if i < 0 {
		return "", 0
	}
	line, err := strconv.Atoi(source[i+1:])
	if err != nil {
		return "", 0
	}
	return source[:i], line
}

// object returns which of the lines belong to the code object that the waves executed.
func (t *Trace) object() (first, last int, err error) {
	object, any := 0, false
	for i := range t.Waves {
		for _, s := range t.Waves[i].Steps {
			o := t.Lines[s.Line].Object
			if any && o != object {
				return 0, 0, fmt.Errorf("waves executed code of the code objects %d and %d; one kernel is accepted", object, o)
			}
			object, any = o, true
		}
	}
	if !any {
		return 0, 0, errors.New("no wave issued an instruction")
	}
	first = slices.IndexFunc(t.Lines, func(l Line) bool { return l.Object == object })
	last = first
	for last < len(t.Lines) && t.Lines[last].Object == object {
		last++
	}
	return first, last, nil
}

// stream is what a wave executed.
func (r *Replay) stream(w *Wave, first int32) *timing.Stream {
	s := &timing.Stream{Ops: make([]timing.Op, len(w.Steps))}
	for i := range w.Steps {
		op := timing.Op{Inst: w.Steps[i].Line - first, Access: -1}
		if a, ok := r.access(&r.Program.Insts[op.Inst].Inst); ok {
			op.Access = int32(len(s.Accesses))
			s.Accesses = append(s.Accesses, a)
		}
		s.Ops[i] = op
	}
	return s
}

// access is what the listing says of the access of an instruction, with all lanes active.
func (r *Replay) access(inst *isa.Inst) (a timing.Access, ok bool) {
	row := inst.Row
	if row.Unit == isa.UnitSMEM {
		if row.Traits&isa.MayLoad == 0 || row.Operands[0].Access&isa.Write == 0 {
			return a, false
		}
		return timing.Access{Space: timing.Scalar, Bytes: 4 * int(row.Operands[0].Dwords)}, true
	}
	m := row.Memory
	if m == nil || m.Kind == isa.MemoryNothing {
		return a, false
	}
	a = timing.Access{Space: timing.Global, Atomic: m.Kind == isa.MemoryAtomic, ToLDS: m.ToLDS, Bytes: m.Bytes}
	if row.Unit == isa.UnitLDS {
		a.Space = timing.LDS
	}
	switch m.Kind {
	case isa.MemoryStore, isa.MemoryStoreFormat, isa.MemoryStore2:
		a.Write = true
	}
	switch m.Kind {
	case isa.MemoryLoad2, isa.MemoryStore2, isa.MemoryExchange2:
		a.Bytes *= 2
	case isa.MemoryLoadFormat, isa.MemoryStoreFormat:
		a.Bytes = 4 * m.Dwords
	}
	a.Bytes *= r.Program.Chip.WaveSize
	return a, true
}
