package sanitize_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/sim"
	"heddle/sim/simtest"
)

// judge counts of mutations how many change a result, and of those how many
// have findings.
type judge struct {
	changed, found, silent, harmless int
	mistakes
	unused int // of those not found, that lds-unused tells from the right kernel
}

func (j *judge) add(t testing.TB, m *mutant, checks string, pair bool) {
	t.Helper()
	l := m.load(t)
	row, changes := m.changes(l)
	rows := m.rows
	if changes {
		rows = []int{row}
	}
	found := false
	for _, row := range rows {
		fs, _ := corpusRun(t, l, m.file.rows[row], checks, sim.Options{MaxInstructions: mutantBudget}) // that it fails is no surprise
		j.count(t, m, row, fs)
		for _, f := range fs {
			found = found || f.Other != nil || !pair
		}
	}
	switch {
	case changes && found:
		j.changed++
		j.found++
	case changes:
		j.changed++
		t.Logf("not found: %s (%s)", m, m.file.rows[row].Name())
		j.unused += bit(m.leavesUnused(t, l, row))
	case found:
		j.silent++
	default:
		j.harmless++
	}
}

// leavesUnused reports whether lds-unused finds a store in the mutated kernel
// that it does not find in the right one.
func (m *mutant) leavesUnused(t testing.TB, l *simtest.Loaded, row int) bool {
	right, err := simtest.Load(m.file.chip, m.file.raw)
	if err != nil {
		t.Fatal(err)
	}
	known := map[uint64]bool{}
	stores := func(l *simtest.Loaded) (new bool) {
		found, _ := corpusRun(t, l, m.file.rows[row], "lds-unused", sim.Options{MaxInstructions: mutantBudget}) // that it fails is no surprise
		for _, f := range found {
			new = new || !known[f.Addr]
			known[f.Addr] = true
		}
		return new
	}
	stores(right)
	return stores(l)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (j *judge) report(t testing.TB, percent int) {
	t.Helper()
	t.Logf("%d change a result, %d of them are found (%.2f %%); of the others %d are found too, %d are not", j.changed, j.found, 100*float64(j.found)/float64(max(j.changed, 1)), j.silent, j.harmless)
	if j.found*100 < j.changed*percent {
		t.Errorf("%d of %d mutations that change a result are found", j.found, j.changed)
	}
}

// TestBarrierMutations: of the s_barrier that are removed, those whose lack can
// be seen in a result are found by the races check, with the pair of accesses.
func TestBarrierMutations(t *testing.T) {
	var j judge
	for _, m := range mutants(t, isa.S_BARRIER, 1, func(s simtest.Site, _ *corpusFile) []simtest.Mutation { return simtest.Barriers(s) }) {
		j.add(t, &m, "races,lds-dma", true)
	}
	j.report(t, 98)
}

// TestShortenedBuffers: memory that is a dword shorter than what a kernel
// accesses is found by the bounds check.
func TestShortenedBuffers(t *testing.T) {
	shortened, needed, found := 0, 0, 0
	for _, chip := range arch.Chips {
		objects := archived(t, chip)
		rows := simtest.RowsOf(chip, "O3")
		for _, r := range chosen(rows, 1) {
			for arg := 0; ; arg++ {
				size, has := bufferSize(t, chip, objects, r, arg)
				if !has {
					break
				}
				if size <= 4 {
					continue
				}
				shortened++
				if !reaches(t, chip, objects, r, arg, size-4) {
					continue
				}
				needed++
				l := loadFile(t, chip, objects, r)
				l.Shorten = func(i, size int) int {
					if i == arg {
						return size - 4
					}
					return size
				}
				if fs, _ := corpusRun(t, l, r, "bounds", sim.Options{}); len(fs) > 0 { // that it fails is the point
					found++
				} else {
					t.Errorf("%s %s: argument %d of %d bytes has no finding", chip.Name, r.Name(), arg, size-4)
				}
			}
		}
	}
	t.Logf("%d shortened, %d of them are accessed beyond, %d of these are found", shortened, needed, found)
}

func loadFile(t testing.TB, chip *arch.Chip, objects map[string][]byte, r simtest.Row) *simtest.Loaded {
	t.Helper()
	l, err := simtest.Load(chip, objects[r.File+"-O3"])
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// bufferSize is the size of the memory of an argument, 0 if it is none. has is
// false behind the last argument with memory.
func bufferSize(t testing.TB, chip *arch.Chip, objects map[string][]byte, r simtest.Row, arg int) (size int, has bool) {
	l := loadFile(t, chip, objects, r)
	l.Shorten = func(i, n int) int {
		if i == arg {
			size = n
		}
		has = has || i >= arg
		return n
	}
	_, _ = l.Run(r, sim.Options{}, func(launch *sim.Launch) { launch.Workgroups = []int{} }) // the result is not asked for
	return size, has
}

// reaches reports whether a row accesses bytes of the memory of an argument
// from cut on.
func reaches(t testing.TB, chip *arch.Chip, objects map[string][]byte, r simtest.Row, arg, cut int) bool {
	l := loadFile(t, chip, objects, r)
	w := &reach{name: fmt.Sprintf("argument %d,", arg), cut: uint64(cut)}
	if _, err := l.Run(r, sim.Options{Observers: []sim.Observer{w}}, nil); err != nil {
		t.Fatal(err)
	}
	return w.reached
}

// reach is an observer that looks for accesses of an allocation from cut on.
type reach struct {
	name    string
	cut     uint64
	reached bool
}

func (w *reach) Executed(e *sim.Event) { w.look(e) }
func (w *reach) Landed(e *sim.Event)   { w.look(e) }
func (w *reach) look(e *sim.Event) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Space != sim.SpaceGlobal || w.reached {
			continue
		}
		for m := a.Lanes; m != 0 && !w.reached; m &= m - 1 {
			addr := a.Addr(bits.TrailingZeros64(m))
			if x, ok := e.Registers.Allocation(addr); ok && strings.HasPrefix(x.Name, w.name) {
				w.reached = addr+uint64(a.Size) > x.Addr+w.cut
			}
		}
	}
}
func (w *reach) WaveStarted(_, _ int) {}
func (w *reach) WaveEnded(_, _ int)   {}

// TestShiftedLDS: LDS instructions with another offset. Beyond the LDS all are
// found. By a little, the data that lies there may be as good as that of the
// right place: what is found depends on the kernel. lds-unused is asked about
// those that are not.
func TestShiftedLDS(t *testing.T) {
	for _, c := range []struct{ by, percent int }{{4, 0}, {-4, 0}, {64, 0}, {1 << 14, 98}} {
		t.Run(fmt.Sprint(c.by), func(t *testing.T) {
			var j judge
			for _, m := range shifted(t, c.by) {
				j.add(t, &m, "all", false)
			}
			j.report(t, c.percent)
			j.mistakes.report(t)
			t.Logf("of the %d that are not found lds-unused tells %d from the right kernel", j.changed-j.found, j.unused)
		})
	}
}

// shifted chooses LDS instructions of the corpus and shifts them.
func shifted(t testing.TB, by int) []mutant {
	files, err := covered()
	if err != nil {
		t.Fatal(err)
	}
	var all []mutant
	for _, f := range files {
		for _, addr := range slices.Sorted(maps.Keys(f.sites)) {
			if m, ok := shiftLDS(simtest.Site{Addr: addr, Inst: f.at(addr)}, f, by); ok {
				all = append(all, mutant{m, f, f.sites[addr]})
			}
		}
	}
	t.Logf("%d mutations, seed %d", len(all), *mutationSeed)
	return chosen(all, 1)
}

// shiftLDS moves the accesses of an LDS instruction by that many bytes.
func shiftLDS(s simtest.Site, f *corpusFile, by int) (simtest.Mutation, bool) {
	row := s.Inst.Row
	if row.Unit != isa.UnitLDS || strings.Contains(row.Mnemonic, "permute") || strings.Contains(row.Mnemonic, "swizzle") || strings.Contains(row.Mnemonic, "nop") {
		return simtest.Mutation{}, false
	}
	word := binary.LittleEndian.Uint32(simtest.CodeAt(f.object, s.Addr))
	if strings.Contains(row.Mnemonic, "2_") || strings.Contains(row.Mnemonic, "2st64_") {
		unit := 4
		if strings.HasSuffix(row.Mnemonic, "b64") {
			unit = 8
		}
		if strings.Contains(row.Mnemonic, "2st64_") {
			unit *= 64
		}
		lo, hi := int(word&0xff)+by/unit, int(word>>8&0xff)+by/unit
		if by%unit != 0 || lo < 0 || hi < 0 || lo > 255 || hi > 255 {
			return simtest.Mutation{}, false
		}
		word = word&^0xffff | uint32(lo|hi<<8)
	} else {
		to := int(word&0xffff) + by
		if to < 0 || to > 0xffff {
			return simtest.Mutation{}, false
		}
		word = word&^0xffff | uint32(to)
	}
	return simtest.Mutation{Addr: s.Addr, What: fmt.Sprintf("%s at %#x shifted by %d", &s.Inst, s.Addr, by), Code: binary.LittleEndian.AppendUint32(nil, word)}, true
}
