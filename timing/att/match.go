package att

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"

	"heddle/timing"
)

// Match gives the waves of a Replay the accesses that the simulator recorded when it executed the same
// kernel: addresses, and with them cache lines and LDS cycles. The program must have the instructions
// of the trace, and each wave of the trace needs a recorded one that executed the same instructions in
// the same order. Latencies stay those of the trace.
//
// A trace does not say which workgroup of the grid it is of: the first recorded one with such waves is
// taken, the next for the next.
func (r *Replay) Match(p *timing.Program, groups []*timing.Group) error {
	if err := r.SameCode(p); err != nil {
		return err
	}
	m := matcher{groups: groups, next: map[uint64]int{}}
	for i := range r.Units {
		for _, waves := range r.Units[i].Groups {
			if err := m.group(r, waves); err != nil {
				return err
			}
		}
	}
	r.matched = true
	return nil
}

// SameCode checks that a program has the instructions of the trace's listing.
func (r *Replay) SameCode(p *timing.Program) error {
	if len(p.Insts) < len(r.Program.Insts) {
		return fmt.Errorf("the code object's kernel %s has %d instructions, that of the trace %d", p.Kernel, len(p.Insts), len(r.Program.Insts))
	}
	for i := range r.Program.Insts {
		want, got := &r.Program.Insts[i], &p.Insts[i]
		if a, b := want.Inst.String(), got.Inst.String(); a != b {
			return fmt.Errorf("the trace has %q at %#x, where the code object's kernel %s has %q", a, want.Addr, p.Kernel, b)
		}
	}
	return nil
}

// matcher finds recorded waves.
type matcher struct {
	groups []*timing.Group
	next   map[uint64]int // where to go on looking, by the first wave's instructions
	sums   [][]uint64     // of each group's waves
}

// sum is a checksum of the instructions that a wave executed.
func sum(s *timing.Stream) uint64 {
	h := fnv.New64a()
	var b [4]byte
	for _, op := range s.Ops {
		binary.LittleEndian.PutUint32(b[:], uint32(op.Inst))
		h.Write(b[:])
	}
	return h.Sum64()
}

// group gives the waves of a workgroup of the trace the accesses of those of a recorded one.
func (m *matcher) group(r *Replay, waves []int) error {
	if m.sums == nil {
		for _, g := range m.groups {
			var sums []uint64
			for _, s := range g.Streams {
				sums = append(sums, sum(s))
			}
			m.sums = append(m.sums, sums)
		}
	}
	want := make([]uint64, len(waves))
	for i, w := range waves {
		want[i] = sum(r.Streams[w])
	}
	from := m.next[want[0]]
	for k := range m.groups {
		g := (from + k) % len(m.groups)
		if picked := m.pick(m.sums[g], want); picked != nil {
			for i, w := range waves {
				r.take(w, m.groups[g].Streams[picked[i]])
			}
			m.next[want[0]] = g + 1
			return nil
		}
	}
	return m.unmatched(r, waves[0])
}

// pick finds a recorded wave for each of the wanted ones, nil if there are none.
func (m *matcher) pick(have, want []uint64) []int {
	var picked []int
	for _, sum := range want {
		found := -1
		for i, s := range have {
			if s == sum && !slices.Contains(picked, i) {
				found = i
				break
			}
		}
		if found < 0 {
			return nil
		}
		picked = append(picked, found)
	}
	return picked
}

// unmatched says where the recorded wave that is most like a traced one leaves its way.
func (m *matcher) unmatched(r *Replay, wave int) error {
	ops, best := r.Streams[wave].Ops, 0
	for _, g := range m.groups {
		for _, s := range g.Streams {
			n := 0
			for n < min(len(ops), len(s.Ops)) && ops[n].Inst == s.Ops[n].Inst {
				n++
			}
			best = max(best, n)
		}
	}
	w := &r.Trace.Waves[wave]
	where := "at its end"
	if best < len(ops) {
		where = fmt.Sprintf("before instruction %d, at %#x", best, r.Program.Insts[ops[best].Inst].Addr)
	}
	return fmt.Errorf("no workgroup of the launch has a wave like that of shader engine %d, SIMD %d, slot %d, which issued %d instructions: the nearest leaves it %s. The launch must be the traced one",
		w.SE, w.SIMD, w.Slot, len(ops), where)
}

// take gives a wave the accesses of a recorded one.
func (r *Replay) take(wave int, from *timing.Stream) {
	s := r.Streams[wave]
	for i := range s.Ops {
		to, source := s.Ops[i].Access, from.Ops[i].Access
		if to < 0 || source < 0 {
			continue
		}
		latency := s.Accesses[to].Latency
		s.Accesses[to] = from.Accesses[source]
		s.Accesses[to].Latency = latency
	}
}
