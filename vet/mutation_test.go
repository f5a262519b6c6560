package vet_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/simtest"
	"heddle/vet"
)

// mutationSeed chooses the mutations that are tried without -long.
const mutationSeed = 2

// mutant is a mutated object of the corpus.
type mutant struct {
	simtest.Mutation
	chip   *arch.Chip
	name   string
	raw    []byte
	object *hsaco.Object
	rows   []simtest.Row // that execute the instruction
	turn   int           // among those of its kernel
}

func (m *mutant) String() string { return fmt.Sprintf("%s %s: %s", m.chip.Name, m.name, m.What) }

// mutants lists mutations of an instruction in the corpus: with -long many, of all objects.
func mutants(t *testing.T, op isa.Op, few, many int, mutate func(simtest.Site, *hsaco.Object) []simtest.Mutation) []mutant {
	return mutantsOfAll(t, func(row *isa.Row) bool { return row.Op == op }, few, many, mutate)
}

// mutantsOfAll is mutants for the instructions that are wanted.
func mutantsOfAll(t *testing.T, wanted func(*isa.Row) bool, few, many int, mutate func(simtest.Site, *hsaco.Object) []simtest.Mutation) []mutant {
	r := rand.New(rand.NewPCG(mutationSeed, 0))
	t.Logf("seed %d", mutationSeed)
	var all []mutant
	for _, chip := range arch.Chips {
		objects, err := simtest.Archived(corpusDir, chip)
		if err != nil {
			t.Fatal(err)
		}
		byFile := map[string][]simtest.Row{}
		for _, level := range simtest.Levels {
			for _, row := range simtest.RowsOf(chip, level) {
				byFile[row.File+"-"+level] = append(byFile[row.File+"-"+level], row)
			}
		}
		names := slices.Sorted(maps.Keys(byFile))
		if !long.On() { // one object is enough
			r.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
			names = names[:1]
		}
		for _, name := range names {
			all = append(all, mutantsOf(t, chip, name, objects[name], byFile[name], wanted, mutate)...)
		}
	}
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	turns, tried := map[string]int{}, map[string]bool{}
	for i := range all {
		all[i].turn = turns[all[i].kernel()]
		turns[all[i].kernel()]++
	}
	slices.SortStableFunc(all, func(a, b mutant) int { return cmp.Compare(a.turn, b.turn) }) // one of each kernel, then another of each
	picked := all[:min(long.Count(few, many), len(all))]
	for i := range picked {
		tried[picked[i].kernel()] = true
	}
	t.Logf("%d of %d mutations, of %d kernels", len(picked), len(all), len(tried))
	return picked
}

// kernel is the kernel of the mutation, as one level of optimization compiles it.
func (m *mutant) kernel() string { return m.chip.Name + " " + m.name + " " + m.rows[0].Name() }

// mutantsOf lists the mutations of what the rows of an object execute.
func mutantsOf(t *testing.T, chip *arch.Chip, name string, raw []byte, rows []simtest.Row, wanted func(*isa.Row) bool, mutate func(simtest.Site, *hsaco.Object) []simtest.Mutation) (all []mutant) {
	l, err := simtest.Load(chip, raw)
	if err != nil {
		t.Fatal(err)
	}
	executed, at := map[uint64][]simtest.Row{}, map[uint64]simtest.Site{}
	for _, row := range rows {
		sites, err := l.Covered(row)
		if err != nil {
			t.Fatalf("%s: %v", row.Name(), err)
		}
		for _, s := range sites {
			if wanted(s.Inst.Row) {
				executed[s.Addr], at[s.Addr] = append(executed[s.Addr], row), s
			}
		}
	}
	for _, addr := range slices.Sorted(maps.Keys(at)) {
		for _, m := range mutate(at[addr], l.Object) {
			all = append(all, mutant{Mutation: m, chip: chip, name: name, raw: raw, object: l.Object, rows: executed[addr]})
		}
	}
	return all
}

// reports are the findings of the mutated object whose two instructions the mutation separates. There are no
// errors without the mutation (TestCorpus).
func (m *mutant) reports(t *testing.T, ranks ...vet.Rank) []vet.Finding {
	var found []vet.Finding
	for _, k := range check(t, m.Apply(m.raw, m.object)).Kernels {
		for _, f := range k.Findings {
			if f.Other != nil && slices.Contains(ranks, f.Rank) {
				if found = append(found, f); f.Rank <= vet.RankTiming && !m.between(&f) {
					t.Errorf("%s: the error is elsewhere: %#x after %#x, %v: %s", m, f.Addr, f.Other.Addr, f.Path, f.Message)
				}
			}
		}
	}
	return found
}

// between reports whether a finding names the mutated place, or its path leads past it.
func (m *mutant) between(f *vet.Finding) bool {
	from := f.Other.Addr
	for _, s := range append(f.Path[:len(f.Path):len(f.Path)], vet.Step{From: f.Addr}) {
		if from < m.Addr+uint64(len(m.Code)) && s.From >= m.Addr {
			return true
		}
		from = s.To
	}
	return false
}

// changes reports whether a row has another result under some schedule.
func (m *mutant) changes(t *testing.T) bool {
	l, err := simtest.Load(m.chip, m.Apply(m.raw, m.object))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := simtest.Load(m.chip, m.raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range m.rows[:min(len(m.rows), 2)] {
		schedules := []sim.Options{{Schedule: sim.ScheduleLate}}
		for i := range long.Count(1, 3) {
			schedules = append(schedules, sim.Options{Schedule: sim.ScheduleRandom, Seed: uint64(i + 1)})
		}
		want, err := whole.Run(row, sim.Options{Workers: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range schedules {
			o.MaxInstructions, o.Workers = 1<<20, 1
			again, err := whole.Run(row, o, nil)
			if err != nil || !slices.EqualFunc(again, want, bytes.Equal) {
				break // its result depends on the schedule as it is
			}
			if got, err := l.Run(row, o, nil); err != nil || !slices.EqualFunc(got, want, bytes.Equal) {
				return true
			}
		}
	}
	return false
}

// TestWaitMutations: of the waits that are removed or weakened, those whose lack can be seen in a
// result are found. For waits before barriers, which order what different waves do, vet is told the launch.
func TestWaitMutations(t *testing.T) {
	changed, found, doubts, silent, ordering := 0, 0, 0, 0, 0
	for _, m := range mutants(t, isa.S_WAITCNT, 20, 2000, func(s simtest.Site, _ *hsaco.Object) []simtest.Mutation { return simtest.Waitcnts(s) }) {
		reported := len(m.reports(t, vet.RankError, vet.RankTiming)) > 0
		if reported && !long.On() {
			found, changed = found+1, changed+1 // whether it changes a result takes long to ask
			continue
		}
		switch changes := m.changes(t); {
		case changes && reported:
			changed, found = changed+1, found+1
		case changes && m.newDoubt(t):
			changed, found, doubts = changed+1, found+1, doubts+1
		case changes && m.beforeBarrier():
			changed, ordering = changed+1, ordering+1
			if told := m.tell(t, nil); told.errors+told.doubts > 0 {
				found++
			} else {
				t.Logf("not found before a barrier: %s (%s)", &m, m.rows[0].Name())
			}
		case changes:
			changed++
			t.Logf("not found: %s (%s)", &m, m.rows[0].Name())
		case reported:
			silent++
		}
	}
	t.Logf("%d change a result, %d of them are found, %d as \"can't tell\"; %d are before barriers; %d others are found too", changed, found, doubts, ordering, silent)
	if found*100 < changed*99 || changed == 0 {
		t.Errorf("%d of %d mutations that change a result are found", found, changed)
	}
}

// beforeBarrier reports whether s_barrier, or what makes memory visible to others, follows in the
// same straight line.
func (m *mutant) beforeBarrier() bool {
	target := isa.For(m.chip)
	for addr := m.Addr; ; {
		inst, err := target.Decode(simtest.CodeAt(m.object, addr))
		if err != nil {
			return false
		}
		switch inst.Row.Op {
		case isa.S_BARRIER, isa.BUFFER_INV, isa.BUFFER_WBL2:
			return true
		}
		if inst.Row.Unit == isa.UnitBranch && inst.Row.Op != isa.S_WAITCNT && inst.Row.Op != isa.S_NOP {
			return false
		}
		addr += uint64(inst.Size())
	}
}

// TestNopMutations: an s_nop that is removed or shortened is found if a pair of instructions needs it;
// as an error if both sources say so, else as a note. That it is needed is worked out here, along the
// straight line around it.
func TestNopMutations(t *testing.T) {
	needed, found, byOne, foundByOne, free := 0, 0, 0, 0, 0
	notes := map[string]int{} // by rule
	for _, m := range mutants(t, isa.S_NOP, 40, 2000, func(s simtest.Site, o *hsaco.Object) []simtest.Mutation { return simtest.Nops(s, o) }) {
		switch both, one := m.breaks(t); {
		case both:
			needed++
			if len(m.reports(t, vet.RankError, vet.RankTiming)) > 0 {
				found++
			} else {
				t.Errorf("not found: %s", &m)
			}
		case one:
			byOne++
			if rule := m.newNote(t); rule != "" {
				foundByOne++
				notes[rule]++
			} else {
				t.Errorf("no note: %s", &m)
			}
		default:
			free++
			if len(m.reports(t, vet.RankError)) > 0 {
				t.Logf("needed across a branch: %s", &m)
			}
		}
	}
	t.Logf("%d are needed, %d of them are errors; %d are needed by LLVM alone, %d of them are notes; %d are not needed on the straight line", needed, found, byOne, foundByOne, free)
	t.Logf("the notes: %v", notes)
	if needed == 0 || byOne == 0 {
		t.Error("nothing was tried")
	}
}

// unchanged is the mutant without its mutation.
func (m *mutant) unchanged() *mutant {
	whole := *m
	whole.Code = nil
	return &whole
}

// newDoubt reports whether the mutation adds a wait of which vet cannot tell.
func (m *mutant) newDoubt(t *testing.T) bool {
	count := func(m *mutant) (n int) {
		for _, k := range check(t, m.Apply(m.raw, m.object)).Kernels {
			for _, f := range k.Findings {
				if f.Rule == "waits" && f.Rank == vet.RankCantTell {
					n += 1 + f.Also
				}
			}
		}
		return n
	}
	return count(m) > count(m.unchanged())
}

// newNote returns the rule of a note that the mutation adds, "" if it adds none. Notes are counted by rule,
// since later instructions that lack the same are one note.
func (m *mutant) newNote(t *testing.T) string {
	count := func(m *mutant) map[string]int {
		n := map[string]int{}
		for _, f := range m.reports(t, vet.RankNote) {
			if f.Rule != "wait-states" {
				continue
			}
			name := regexp.MustCompile(`\(([a-z0-9-]+)\)`).FindStringSubmatch(f.Message)[1]
			n[name] += 1 + f.Also
		}
		return n
	}
	before, after := count(m.unchanged()), count(m)
	for _, rule := range slices.Sorted(maps.Keys(after)) {
		if after[rule] > before[rule] {
			return rule
		}
	}
	return ""
}

// breaks reports whether instructions around the mutation are nearer to each other than LLVM and the
// manual allow, or than LLVM alone does. It looks at straight lines only, and leaves out pairs with
// another write of a register of the first one between them.
func (m *mutant) breaks(t *testing.T) (both, one bool) {
	o, err := hsaco.Open(m.Apply(m.raw, m.object), m.chip.Name)
	if err != nil {
		t.Fatal(err)
	}
	const around = 24 // instructions; no rule spans more wait states
	var code []isa.Inst
	at := -1
	for l := range asm.Disassemble(o) {
		if l.Kind != asm.LineInst {
			continue
		}
		if at < 0 && l.Addr >= m.Addr {
			at = len(code)
			if at > around {
				code, at = code[at-around:], around
			}
		}
		if code = append(code, l.Inst); at >= 0 && len(code) > at+around {
			break
		}
	}
	target := isa.For(m.chip)
	for i := range code {
		written := code[i].Writes()
		states := 0
		for k := i + 1; k < len(code) && !leaves(&code[k-1]); k++ {
			to := &code[k]
			llvm, manual, rules := target.RequiredWaits(&code[i], to)
			optional := slices.ContainsFunc(rules, func(h *isa.Hazard) bool { return h.Optional&target.Classes(to) != 0 })
			if k >= at && !optional {
				both = both || states < min(llvm, manual)
				one = one || states < llvm
			}
			states += to.WaitStates()
			if w := to.Writes(); w.Overlaps(&written) {
				break
			}
		}
	}
	return both, one && !both
}

// leaves reports whether the straight line ends with an instruction.
func leaves(inst *isa.Inst) bool {
	return inst.Row.Unit == isa.UnitBranch && inst.Row.Op != isa.S_NOP && inst.Row.Op != isa.S_WAITCNT && inst.Row.Op != isa.S_BARRIER
}
