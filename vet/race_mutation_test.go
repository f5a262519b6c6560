package vet_test

import (
	"fmt"
	"slices"
	"testing"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
	"heddle/vet"
)

// launches are those of the rows that execute the mutated instruction.
func (m *mutant) launches(t *testing.T) (list []vet.Launch) {
	t.Helper()
	l, err := simtest.Load(m.chip, m.raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range m.rows[:min(len(m.rows), 2)] {
		if _, err := l.Run(row, sim.Options{Workers: 1}, func(launch *sim.Launch) {
			list = append(list, vet.Launch{Kernel: launch.Kernel.Name(), Block: launch.Block, Grid: launch.Groups(), Global: launch.Global, LDS: -1})
		}); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// orderings are the findings about several waves, by rank, rule and the two instructions.
func (m *mutant) orderings(t *testing.T, raw []byte, launches []vet.Launch) map[string]vet.Finding {
	t.Helper()
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := vet.ObjectWith(o, vet.Options{Launches: launches})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]vet.Finding{}
	for _, k := range r.Kernels {
		if !slices.ContainsFunc(launches, func(l vet.Launch) bool { return l.Kernel == k.Name }) {
			continue
		}
		for _, f := range k.Findings {
			if f.Rule != "lds-race" && f.Rule != "barrier" && f.Rule != "waits" {
				continue
			}
			key := fmt.Sprintf("%s %s %#x", f.Rank, f.Rule, f.Addr)
			if f.Other != nil {
				key += fmt.Sprintf(" %#x", f.Other.Addr)
			}
			found[key] = f
		}
	}
	return found
}

// news are the findings that the mutation brings about, errors and "timing", and those of pairs that are not
// sure. standing says that of the mutated instruction vet could not tell before.
func (m *mutant) news(t *testing.T) (errors, doubts int, standing bool) {
	launches := m.launches(t)
	before := m.orderings(t, m.raw, launches)
	for key, f := range m.orderings(t, m.Apply(m.raw, m.object), launches) {
		switch _, was := before[key]; {
		case was:
			standing = standing || f.Addr == m.Addr || f.Other != nil && f.Other.Addr == m.Addr
		case f.Rank <= vet.RankTiming:
			errors++
		default:
			doubts++
		}
	}
	return errors, doubts, standing
}

// races reports whether the simulator's sanitizers find that waves are not ordered, in a run of the mutant
// that has another result, or not, under any of some schedules.
func (m *mutant) races(t *testing.T) bool {
	l, err := simtest.Load(m.chip, m.Apply(m.raw, m.object))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range m.rows[:min(len(m.rows), 2)] {
		s, err := sanitize.New(sanitize.Options{Checks: []string{"races", "lds-dma", "barriers"}, Object: l.Object})
		if err != nil {
			t.Fatal(err)
		}
		_, err = l.Run(row, sim.Options{MaxInstructions: 1 << 20}, s.Begin)
		s.Failed(err)
		if slices.ContainsFunc(s.Findings(), func(f sanitize.Finding) bool { return f.Other != nil }) {
			return true
		}
	}
	return false
}

// tally counts mutations that matter by what vet says.
type tally struct{ matter, errors, doubts, standing, others int }

func (c *tally) add(t *testing.T, m *mutant, matters bool) {
	errors, doubts, standing := m.news(t)
	if !matters {
		c.others += min(errors, 1)
		return
	}
	c.matter++
	switch {
	case errors > 0:
		c.errors++
	case doubts > 0:
		c.doubts++
	case standing:
		c.standing++
	default:
		t.Logf("not found: %s (%s)", m, m.rows[0].Name())
	}
}

// report asks that a share of the mutations that matter is reported, in percent, and a share as errors.
func (c *tally) report(t *testing.T, all int, what string, reported, errors int) {
	t.Logf("of %d, %d %s: %d of them are errors or \"timing\", %d are pairs that vet cannot tell, of %d it could not tell before; %d others are errors too", all, c.matter, what, c.errors, c.doubts, c.standing, c.others)
	if (c.errors+c.doubts+c.standing)*100 < c.matter*reported || long.On() && c.errors*100 < c.matter*errors {
		t.Errorf("%d, %d and %d of %d are not enough", c.errors, c.doubts, c.standing, c.matter)
	}
}

// TestBarrierMutations: barriers of the corpus that are removed. Vet is told the sizes of the launch, and no
// arguments.
func TestBarrierMutations(t *testing.T) {
	list := mutants(t, isa.S_BARRIER, 12, 1000, func(s simtest.Site, _ *hsaco.Object) []simtest.Mutation { return simtest.Barriers(s) })
	var c tally
	for i := range list {
		m := &list[i]
		c.add(t, m, long.On() && m.changes(t) || m.races(t))
	}
	c.report(t, len(list), "change a result or race", 99, 40)
}

// TestOffsetMutations: offsets of data share instructions that are larger by what one lane accesses. Those
// count that let waves meet.
func TestOffsetMutations(t *testing.T) {
	var c tally
	all := 0
	ops := []isa.Op{isa.DS_READ_B32, isa.DS_WRITE_B32, isa.DS_READ2_B32, isa.DS_WRITE2_B32, isa.DS_READ_B128, isa.DS_WRITE_B64, isa.DS_READ_B64}
	for _, op := range ops[:long.Count(2, len(ops))] {
		list := mutants(t, op, 6, 120, shiftOffset)
		all += len(list)
		for i := range list {
			c.add(t, &list[i], list[i].races(t))
		}
	}
	c.report(t, all, "race", 60, 0)
}

// shiftOffset adds the size of an access to its offset.
func shiftOffset(s simtest.Site, _ *hsaco.Object) []simtest.Mutation {
	inst := s.Inst
	step := int32(inst.Row.Memory.Bytes)
	if inst.Row.Memory.Scale > 0 {
		step = 1
	}
	inst.Mods.Offset += step
	var buf [isa.MaxSize]byte
	n := inst.Encode(&buf)
	return []simtest.Mutation{{Addr: s.Addr, What: fmt.Sprintf("%s at %#x shifted", &s.Inst, s.Addr), Code: slices.Clone(buf[:n])}}
}
