package sanitize_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
)

var (
	mutations     = flag.Int("mutations", -1, "mutations of each kind to try, of those of the whole corpus; 0 for all, -1 for 6 or more, with -long for 40 or more")
	mutationSeed  = flag.Uint64("mutation-seed", 1, "which")
	mutationTries = flag.Int("mutation-tries", 0, "random schedules that may show that a mutation changes the result; 0 takes 12, with -long 50")
)

// mutant is a mutation of an object of the corpus.
type mutant struct {
	simtest.Mutation
	file *corpusFile
	rows []int // of the file, which execute the instruction
}

// corpusFile is a code object of the corpus with the rows that it has.
type corpusFile struct {
	chip   *arch.Chip
	name   string
	raw    []byte
	object *hsaco.Object
	rows   []simtest.Row
	order  []uint64         // addresses of what the rows execute
	sites  map[uint64][]int // rows that execute the instruction, of those that can be mutated
	stable []int8           // of a row: 1 if memory is the same after every schedule, -1 if not, 0 unknown
}

// mutable are the instructions that mutations are about.
var mutable = []isa.Op{isa.S_WAITCNT, isa.S_NOP, isa.S_BARRIER}

// covered is what the corpus executes, found once; by default of half of the
// objects.
var covered = sync.OnceValues(func() (files []*corpusFile, err error) {
	for n, chip := range arch.Chips {
		objects, err := simtest.Archived(corpusDir, chip)
		if err != nil {
			return nil, err
		}
		for i, level := range simtest.Levels {
			if !long.Some(n+i, 2) {
				continue
			}
			rows := simtest.RowsOf(chip, level)
			for len(rows) > 0 {
				f := &corpusFile{chip: chip, name: rows[0].File + "-" + level, raw: objects[rows[0].File+"-"+level], sites: map[uint64][]int{}}
				rows = f.take(rows)
				if err := f.cover(); err != nil {
					return nil, fmt.Errorf("%s %s: %w", chip.Name, f.name, err)
				}
				files = append(files, f)
			}
		}
	}
	return files, nil
})

// take moves the rows of the first row's file to f and returns the rest.
func (f *corpusFile) take(rows []simtest.Row) []simtest.Row {
	var rest []simtest.Row
	for _, r := range rows {
		if r.File == rows[0].File {
			f.rows = append(f.rows, r)
		} else {
			rest = append(rest, r)
		}
	}
	f.stable = make([]int8, len(f.rows))
	return rest
}

// cover runs the rows to see what they execute.
func (f *corpusFile) cover() error {
	l, err := simtest.Load(f.chip, f.raw)
	if err != nil {
		return err
	}
	f.object = l.Object
	for i, r := range f.rows {
		sites, err := l.Covered(r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Name(), err)
		}
		for _, s := range sites {
			f.order = append(f.order, s.Addr)
			if slices.Contains(mutable, s.Inst.Row.Op) || s.Inst.Row.Unit == isa.UnitLDS {
				f.sites[s.Addr] = append(f.sites[s.Addr], i)
			}
		}
	}
	slices.Sort(f.order)
	f.order = slices.Compact(f.order)
	return nil
}

// at decodes the instruction at an address.
func (f *corpusFile) at(addr uint64) isa.Inst {
	inst, err := isa.For(f.chip).Decode(simtest.CodeAt(f.object, addr))
	if err != nil {
		panic(err) // it was executed
	}
	return inst
}

// mutants lists the mutations of one of the mutable instructions in the whole
// corpus, and chooses some: many times as many as of other kinds.
func mutants(t testing.TB, op isa.Op, many int, mutate func(simtest.Site, *corpusFile) []simtest.Mutation) []mutant {
	files, err := covered()
	if err != nil {
		t.Fatal(err)
	}
	var all []mutant
	for _, f := range files {
		for _, addr := range slices.Sorted(maps.Keys(f.sites)) {
			if inst := f.at(addr); inst.Row.Op == op {
				for _, m := range mutate(simtest.Site{Addr: addr, Inst: inst}, f) {
					all = append(all, mutant{m, f, f.sites[addr]})
				}
			}
		}
	}
	t.Logf("%d mutations, seed %d", len(all), *mutationSeed)
	return chosen(all, many)
}

// chosen returns those that the flags ask for, in random order; without flags many times as many.
func chosen[T any](all []T, many int) []T {
	r := rand.New(rand.NewPCG(*mutationSeed, 0))
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	n := *mutations
	switch {
	case n < 0:
		n = many * long.Count(6, 40)
	case n == 0:
		n = len(all)
	}
	return all[:min(n, len(all))]
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s %s: %s", m.file.chip.Name, m.file.name, m.What)
}

// load loads the mutated object.
func (m *mutant) load(t testing.TB) *simtest.Loaded {
	l, err := simtest.Load(m.file.chip, m.Apply(m.file.raw, m.file.object))
	if err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	return l
}

// schedules are those that judge whether a mutation matters.
func schedules() []sim.Options {
	all := []sim.Options{{Schedule: sim.ScheduleLate}}
	tries := *mutationTries
	if tries == 0 {
		tries = long.Count(7, 50)
	}
	for i := range tries {
		all = append(all, sim.Options{Schedule: sim.ScheduleRandom, Seed: uint64(i + 1)})
	}
	return all
}

// mutantBudget is above what any wave of the corpus executes.
const mutantBudget = 1 << 20

// changes reports whether the mutation changes the result under one of the
// schedules, and that of which row.
func (m *mutant) changes(l *simtest.Loaded) (row int, ok bool) {
	for _, row := range m.rows {
		stable, want := m.file.result(row)
		for _, o := range schedules() {
			o.MaxInstructions, o.Workers = mutantBudget, 1
			got, err := l.Run(m.file.rows[row], o, nil)
			if err != nil || stable && !slices.EqualFunc(got, want, bytes.Equal) {
				return row, true
			}
		}
	}
	return 0, false
}

// result runs a row without mutation, and says whether memory after it does
// not depend on the schedule.
func (f *corpusFile) result(row int) (stable bool, after [][]byte) {
	l, err := simtest.Load(f.chip, f.raw)
	if err != nil {
		panic(err) // it has been loaded before
	}
	run := func(o sim.Options) [][]byte {
		o.Workers = 1
		got, err := l.Run(f.rows[row], o, nil)
		if err != nil {
			panic(err) // the corpus tests run it too
		}
		return got
	}
	after = run(sim.Options{})
	if f.stable[row] == 0 {
		f.stable[row] = 1
		for _, o := range []sim.Options{{Schedule: sim.ScheduleLate}, {Schedule: sim.ScheduleRandom, Seed: 1}, {Schedule: sim.ScheduleRandom, Seed: 2}} {
			if !slices.EqualFunc(run(o), after, bytes.Equal) {
				f.stable[row] = -1
			}
		}
	}
	return f.stable[row] > 0, after
}

// reports runs rows of the mutated object under the default schedule, until a check
// names a pair.
func (m *mutant) reports(t testing.TB, l *simtest.Loaded, checks string, rows ...int) bool {
	for _, row := range rows {
		found, _ := corpusRun(t, l, m.file.rows[row], checks, sim.Options{MaxInstructions: mutantBudget}) // that it fails is no surprise
		// What the manual alone asks for is missing in the whole kernel as well.
		if slices.ContainsFunc(found, func(f sanitize.Finding) bool {
			return f.Other != nil && !strings.Contains(f.Message, "according to the manual")
		}) {
			return true
		}
	}
	return false
}

// TestWaitcntMutations: of the s_waitcnt that are removed or weakened, those
// whose lack can be seen in a result are found.
func TestWaitcntMutations(t *testing.T) {
	changed, found, silent := 0, 0, 0
	for _, m := range mutants(t, isa.S_WAITCNT, 1, func(s simtest.Site, _ *corpusFile) []simtest.Mutation { return simtest.Waitcnts(s) }) {
		l := m.load(t)
		row, ok := m.changes(l)
		if !ok {
			if m.reports(t, l, "all", m.rows...) {
				silent++
			}
			continue
		}
		changed++
		if m.reports(t, l, "all", row) {
			found++
		} else {
			t.Logf("not found: %s (%s)", &m, m.file.rows[row].Name())
		}
	}
	t.Logf("%d change a result, %d of them are found (%.2f %%); %d others are found too", changed, found, 100*float64(found)/float64(max(changed, 1)), silent)
	if found*100 < changed*98 {
		t.Errorf("%d of %d mutations that change a result are found", found, changed)
	}
}

// TestNopMutations: an s_nop that is removed or shortened is found whenever
// the pair that needs it is executed: by waits and hazards if the manual wants
// it as well and the rule is not optional, else by hazards-manual. That it is
// needed is worked out here, from
// what the mutated kernel executes; the table that says so is isa's.
func TestNopMutations(t *testing.T) {
	needed, found, spare := [2]int{}, [2]int{}, [len(excuses)]int{}
	for _, m := range mutants(t, isa.S_NOP, 1, func(s simtest.Site, f *corpusFile) []simtest.Mutation { return simtest.Nops(s, f.object) }) {
		l := m.load(t)
		row, both := m.breaks(t, l, true)
		ok := both
		if !both {
			row, ok = m.breaks(t, l, false)
		}
		if !ok {
			if m.reports(t, l, "waits,hazards", m.rows...) {
				t.Errorf("found, but not needed: %s", &m)
			}
			if k := m.excuse(); k >= 0 {
				spare[k]++
			} else {
				t.Errorf("LLVM wants it, and the table does not: %s", &m)
			}
			continue
		}
		kind, checks := 0, "waits,hazards"
		if !both {
			kind, checks = 1, "hazards-manual"
		}
		needed[kind]++
		if m.reports(t, l, checks, row) {
			found[kind]++
		} else {
			t.Errorf("not found: %s (%s)", &m, m.file.rows[row].Name())
		}
	}
	t.Logf("%d are needed, %d of them are found; %d are needed by LLVM's figure alone, %d of them are found", needed[0], found[0], needed[1], found[1])
	for k, n := range spare {
		t.Logf("%d are needed by no pair of instructions: %s", n, excuses[k].what)
	}
}

// excuses are the reasons for which LLVM puts an s_nop between instructions
// that need none (RATIONALE.md, on the hazard table). The instructions before
// and behind it say which.
var excuses = [...]excuse{
	{"the spill of an SGPR tuple, of which LLVM says that the first v_writelane writes the tuple", func(before, behind *isa.Inst) bool {
		return before.Row.Op == isa.V_WRITELANE_B32 && behind.Row.Op == isa.V_WRITELANE_B32
	}},
	{"the end of a clause, for XNACK", func(before, behind *isa.Inst) bool {
		return clauseUnit(before) == clauseUnit(behind) && clauseUnit(before) != isa.UnitNone
	}},
	{"op_sel_hi of packed math, taken for a write of the high half", func(before, _ *isa.Inst) bool { return before.Row.Enc == isa.EncVOP3P }},
	{"the inline assembly of rounding_mode, whose last s_nop has no s_setreg behind it", func(before, _ *isa.Inst) bool { return before.Row.Op == isa.S_SETREG_IMM32_B32 }},
}

type excuse struct {
	what  string
	holds func(before, behind *isa.Inst) bool
}

// clauseUnit is what a memory instruction shares with others of its clause.
func clauseUnit(inst *isa.Inst) isa.Unit {
	switch inst.Row.Unit {
	case isa.UnitVMEM, isa.UnitFlat:
		return isa.UnitVMEM
	case isa.UnitSMEM:
		return isa.UnitSMEM
	}
	return isa.UnitNone
}

// excuse returns the index of the reason why the s_nop is not needed, -1 if
// there is none.
func (m *mutant) excuse() int {
	order := m.file.order
	i, _ := slices.BinarySearch(order, m.Addr)
	next := func(by int) *isa.Inst {
		for k := i + by; k >= 0 && k < len(order); k += by {
			if inst := m.file.at(order[k]); inst.Row.Op != isa.S_NOP {
				return &inst
			}
		}
		panic("BUG: nothing but s_nop")
	}
	before, behind := next(-1), next(1)
	return slices.IndexFunc(excuses[:], func(x excuse) bool { return x.holds(before, behind) })
}

// breaks reports whether a row of the mutated object executes a pair of
// instructions that is closer than LLVM has it, and which row; both: and than
// the manual does.
func (m *mutant) breaks(t testing.TB, l *simtest.Loaded, both bool) (row int, ok bool) {
	for _, row := range m.rows {
		h := &history{both: both, target: isa.For(m.file.chip), waves: map[[2]int][]*isa.Inst{}, near: map[[2]*isa.Inst]int{}}
		_, _ = l.Run(m.file.rows[row], sim.Options{MaxInstructions: mutantBudget, Observers: []sim.Observer{h}}, nil) // the result is not asked for
		if h.broken {
			return row, true
		}
	}
	return 0, false
}

// history is an observer that compares each instruction with those before it
// as simply as possible.
type history struct {
	target *isa.Target
	both   bool
	waves  map[[2]int][]*isa.Inst // what a wave has executed last
	near   map[[2]*isa.Inst]int   // RequiredWaits
	broken bool
}

func (h *history) Executed(e *sim.Event) {
	id := [2]int{e.Workgroup, e.Wave}
	past := h.waves[id]
	between := 0
	for i := len(past) - 1; i >= 0 && between < h.target.MaxWaits() && !h.broken; i-- {
		pair := [2]*isa.Inst{past[i], e.Inst}
		need, known := h.near[pair]
		if !known {
			llvm, manual, rules := h.target.RequiredWaits(past[i], e.Inst)
			if need = llvm; h.both {
				need = min(llvm, manual)
			}
			if h.both && len(rules) == 1 && rules[0].Optional&h.target.Classes(e.Inst) != 0 {
				need = 0
			}
			h.near[pair] = need
		}
		h.broken = need > between
		between += past[i].WaitStates()
	}
	if len(past) > 64 {
		past = slices.Clone(past[32:])
	}
	h.waves[id] = append(past, e.Inst)
}
func (h *history) Landed(*sim.Event)    {}
func (h *history) WaveStarted(_, _ int) {}
func (h *history) WaveEnded(_, _ int)   {}
