package record

import (
	"heddle/isa"
	"heddle/timing"
)

// Settled hands on issues once the time is known at which their data arrive, in the order of the
// issues.
type Settled struct {
	// To gets the issues.
	To func(*timing.Issue)

	program *timing.Program
	queue   []timing.Issue // from head on
	head    int
	waits   map[served]int          // index in queue, plus those removed, of issues that are not settled
	early   map[served]timing.Cycle // known before their issue
	removed int
}

// served names an execution of an instruction.
type served struct{ wave, seq int }

// maxUnsettled bounds how many issues are held back. More than that are in flight only if some never
// are served.
const maxUnsettled = 1 << 18

// NewSettled returns one for issues of the program.
func NewSettled(p *timing.Program, to func(*timing.Issue)) *Settled {
	return &Settled{To: to, program: p, waits: map[served]int{}, early: map[served]timing.Cycle{}}
}

// Observe is for timing.Launch.
func (s *Settled) Observe(i *timing.Issue) {
	s.queue = append(s.queue, *i)
	last := &s.queue[len(s.queue)-1]
	switch s.program.Insts[i.Inst].Inst.Row.Unit {
	case isa.UnitVMEM, isa.UnitFlat, isa.UnitLDS:
		key := served{i.Wave, i.Seq}
		if done, ok := s.early[key]; ok {
			last.Done = done
			delete(s.early, key)
		} else if last.Done == 0 {
			s.waits[key] = s.removed + len(s.queue) - 1
		}
	}
	s.pass(maxUnsettled)
}

// Served is for timing.Launch.
func (s *Settled) Served(wave, seq int, done timing.Cycle) {
	key := served{wave, seq}
	at, ok := s.waits[key]
	if !ok {
		s.early[key] = done
		return
	}
	delete(s.waits, key)
	if at -= s.removed; at >= s.head {
		s.queue[at].Done = done
	}
	s.pass(maxUnsettled)
}

// Flush hands on what is left.
func (s *Settled) Flush() { s.pass(0) }

// pass hands on the first issues that are settled, and others while more than most are held back.
func (s *Settled) pass(most int) {
	for s.head < len(s.queue) {
		i := &s.queue[s.head]
		if key := (served{i.Wave, i.Seq}); len(s.queue)-s.head <= most {
			if _, waits := s.waits[key]; waits {
				break
			}
		} else {
			delete(s.waits, key)
		}
		s.To(i)
		s.head++
	}
	if s.head > len(s.queue)/2 && s.head > 1024 {
		n := copy(s.queue, s.queue[s.head:])
		s.queue = s.queue[:n]
		s.removed += s.head
		s.head = 0
	}
}
