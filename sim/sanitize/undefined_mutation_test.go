package sanitize

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/simtest"
)

var undefinedMutations = flag.Int("undefined-mutations", 0, "dropped initialisations to try, of those of the whole corpus; 0: some of a part of it")

// fewMutations are how many are tried by default, of the applications alone.
const fewMutations = 40

// firstWrites is the undefined check, which beside its own work notes which
// instructions initialise: whenever a wave executes them for the first time,
// nothing that they write has been written before.
type firstWrites struct {
	*undefined
	sites map[uint64]*firstWrite
	seen  map[[3]uint64]bool // workgroup, wave, address
}

type firstWrite struct {
	inst  isa.Inst
	first bool
}

func (f *firstWrites) note(e *sim.Event, first bool) {
	id := [3]uint64{uint64(e.Workgroup), uint64(e.Wave), e.CodeAddr}
	if f.seen[id] {
		return
	}
	f.seen[id] = true
	s := f.sites[e.CodeAddr]
	if s == nil {
		s = &firstWrite{*e.Inst, true}
		f.sites[e.CodeAddr] = s
	}
	s.first = s.first && first
}

func (f *firstWrites) Executing(e *sim.Event) {
	w := f.wave(e)
	if unit := e.Inst.Row.Unit; unit != isa.UnitBranch && unit != isa.UnitMsg && unit != isa.UnitNone {
		if first, any := neverWritten(w, e); any {
			f.note(e, first && !e.Reads.Overlaps(e.Writes))
		}
	}
	f.executing(e, f.s.factsOf(e))
}

// neverWritten reports whether all registers that the instruction of an event
// writes are wholly undefined, and whether there are any.
func neverWritten(w *shadowWave, e *sim.Event) (first, any bool) {
	lanes := e.Lanes
	for r := range isa.Reg(numShadows) {
		if !e.Writes.Has(r) || r == isa.SCC || r == isa.Mode {
			continue
		}
		any = true
		if !isVector(r) {
			if w.scalarMask(r) != allBits {
				return false, true
			}
			continue
		}
		for l, m := range w.row(r) {
			if lanes>>l&1 != 0 && m != allBits {
				return false, true
			}
		}
	}
	return any && lanes != 0, any
}

func (f *firstWrites) Executed(e *sim.Event) {
	g := f.wave(e).group
	first, any := true, false
	eachLane(e.Accesses, func(a *sim.Access, l int) {
		if a.Space != sim.SpaceLDS || a.Seq != e.Seq {
			return
		}
		any = true
		for i := range uint64(a.Size) {
			at := a.Addr(l) + i
			if !a.Write || at >= uint64(g.masks.size) || g.masks.bytes[at] != 0xff || g.stores[uint32(at)/4].at.inst != nil {
				first = false
			}
		}
	})
	if any && e.Inst.Row.Traits&isa.MayLoad == 0 {
		f.note(e, first)
	}
	f.executed(e, f.s.factsOf(e))
}

func (f *firstWrites) Landed(e *sim.Event)      { f.landed(e, f.s.factsOf(e)) }
func (f *firstWrites) WaveStarted(wg, wave int) { f.waveStarted(wg, wave) }
func (f *firstWrites) WaveEnded(wg, wave int)   { f.waveEnded(wg, wave) }
func (f *firstWrites) begin(launch *sim.Launch) { launch.Observers = []sim.Observer{f} }
func newFirstWrites(s *Sanitizer) *firstWrites {
	return &firstWrites{newUndefined(s).(*undefined), map[uint64]*firstWrite{}, map[[3]uint64]bool{}}
}

// dropped is an initialisation to drop.
type dropped struct {
	chip *arch.Chip
	name string // of the file
	raw  []byte
	addr uint64
	inst isa.Inst
	rows []simtest.Row
}

// initialisations lists what initialises in the corpus.
func initialisations(t *testing.T) []*dropped {
	var all []*dropped
	for _, chip := range arch.Chips {
		objects, err := simtest.Archived(filepath.Join("..", "testdata", "corpus"), chip)
		if err != nil {
			t.Fatal(err)
		}
		for i, level := range simtest.Levels {
			if *undefinedMutations == 0 && !long.Some(i, 3) {
				continue
			}
			all = append(all, initialisationsOf(t, chip, level, objects)...)
		}
	}
	return all
}

func initialisationsOf(t *testing.T, chip *arch.Chip, level string, objects map[string][]byte) []*dropped {
	var all []*dropped
	byFile := map[string]map[uint64]*dropped{}
	loaded := map[string]*simtest.Loaded{}
	for _, r := range simtest.RowsOf(chip, level) {
		if *undefinedMutations == 0 && r.File != "apps" {
			continue
		}
		l := loaded[r.File]
		if l == nil {
			var err error
			if l, err = simtest.Load(chip, objects[r.File+"-"+level]); err != nil {
				t.Fatal(err)
			}
			loaded[r.File], byFile[r.File] = l, map[uint64]*dropped{}
		}
		s, err := New(Options{Checks: []string{"none"}, Object: l.Object})
		if err != nil {
			t.Fatal(err)
		}
		f := newFirstWrites(s)
		if _, err := l.Run(r, sim.Options{}, f.begin); err != nil {
			t.Fatal(err)
		}
		for addr, site := range f.sites {
			if !site.first {
				continue
			}
			d := byFile[r.File][addr]
			if d == nil {
				d = &dropped{chip, r.File + "-" + level, objects[r.File+"-"+level], addr, site.inst, nil}
				byFile[r.File][addr] = d
				all = append(all, d)
			}
			d.rows = append(d.rows, r)
		}
	}
	slices.SortFunc(all, func(a, b *dropped) int {
		if a.name != b.name {
			return bytes.Compare([]byte(a.name), []byte(b.name))
		}
		return int(int64(a.addr) - int64(b.addr))
	})
	return all
}

// load loads the object with s_nop in place of the instruction.
func (d *dropped) load(t *testing.T, object *simtest.Loaded) *simtest.Loaded {
	m := simtest.Mutation{Addr: d.addr}
	for range d.inst.Size() / 4 {
		m.Code = binary.LittleEndian.AppendUint32(m.Code, 0xbf800000)
	}
	l, err := simtest.Load(d.chip, m.Apply(d.raw, object.Object))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestUndefinedMutations drops initialisations from the corpus: those that
// change a result are found.
func TestUndefinedMutations(t *testing.T) {
	all := initialisations(t)
	t.Logf("%d instructions initialise", len(all))
	r := rand.New(rand.NewPCG(1, 0))
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	n := *undefinedMutations
	if n == 0 {
		n = long.Count(fewMutations/6, fewMutations)
	}
	all = all[:min(n, len(all))]
	changed, found, silent := 0, 0, 0
	var groups []int // of those with findings
	for _, d := range all {
		original, err := simtest.Load(d.chip, d.raw)
		if err != nil {
			t.Fatal(err)
		}
		l := d.load(t, original)
		for _, row := range d.rows {
			options := sim.Options{MaxInstructions: 1 << 20, Workers: 1}
			want, err := original.Run(row, options, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := l.Run(row, options, nil)
			changes := err != nil || !slices.EqualFunc(got, want, bytes.Equal)
			s, err := New(Options{Checks: []string{"undefined"}, Object: l.Object})
			if err != nil {
				t.Fatal(err)
			}
			_, _ = l.Run(row, options, s.Begin) // that it fails is no surprise
			reported := len(s.Findings()) > 0
			if reported {
				groups = append(groups, len(Groups(s.Findings())))
			}
			switch {
			case changes && reported:
				changed++
				found++
			case changes:
				changed++
				t.Logf("not found: %s %s %#x: %s (%s)", d.chip.Name, d.name, d.addr, &d.inst, row.Name())
			case reported:
				silent++
			}
			if changes {
				break
			}
		}
	}
	t.Logf("of %d dropped, %d change a result, %d of them are found (%.2f %%); %d others are found too", len(all), changed, found, 100*float64(found)/float64(max(changed, 1)), silent)
	slices.Sort(groups)
	median, most := groups[len(groups)/2], groups[(len(groups)-1)*95/100]
	t.Logf("groups: median %d, 95 %% %d, at most %d", median, most, groups[len(groups)-1])
	if median > 1 || most > 3 {
		t.Errorf("one mistake is more than one finding: %v", groups)
	}
	if found*100 < changed*98 {
		t.Errorf("%d of %d dropped initialisations that change a result are found", found, changed)
	}
}
