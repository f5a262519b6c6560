package sanitize

import (
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/simtest"
)

// allEvents is a sanitizer that gets the events of all instructions.
type allEvents struct{ s *Sanitizer }

func (a allEvents) Executing(e *sim.Event)          { a.s.Executing(e) }
func (a allEvents) Executed(e *sim.Event)           { a.s.Executed(e) }
func (a allEvents) Landed(e *sim.Event)             { a.s.Landed(e) }
func (a allEvents) WaveStarted(workgroup, wave int) { a.s.WaveStarted(workgroup, wave) }
func (a allEvents) WaveEnded(workgroup, wave int)   { a.s.WaveEnded(workgroup, wave) }

// TestRunsLikeEvents breaks kernels that clang compiled without optimisation,
// which keep SGPRs in lanes of VGPRs, by leaving out instructions: what is found
// is the same whether the sanitizer does without events or not.
func TestRunsLikeEvents(t *testing.T) {
	tries := long.Count(8, 60)
	r := rand.New(rand.NewPCG(1, 2))
	found, same := 0, 0
	for _, chip := range arch.Chips {
		objects, err := simtest.Archived(filepath.Join("..", "testdata", "corpus"), chip)
		if err != nil {
			t.Fatal(err)
		}
		raw := objects["apps-O0"]
		original, err := simtest.Load(chip, raw)
		if err != nil {
			t.Fatal(err)
		}
		var rows []simtest.Row
		for _, row := range simtest.RowsOf(chip, "O0") {
			if row.File == "apps" {
				rows = append(rows, row)
			}
		}
		sites := make([]*aluSites, len(rows))
		for range tries {
			i := r.IntN(len(rows))
			row := rows[i]
			if sites[i] == nil {
				sites[i] = &aluSites{known: map[uint64]bool{}}
				if _, err := original.Run(row, sim.Options{}, func(launch *sim.Launch) { launch.Observers = []sim.Observer{sites[i]} }); err != nil {
					t.Fatal(err)
				}
			}
			at := sites[i].list[r.IntN(len(sites[i].list))]
			var findings [2][]Finding
			var failed [2]bool
			for i := range findings {
				l, err := simtest.Load(chip, at.Apply(raw, original.Object)) // with the same addresses for both
				if err != nil {
					t.Fatal(err)
				}
				s, err := New(Options{Checks: []string{"all"}, Object: l.Object})
				if err != nil {
					t.Fatal(err)
				}
				_, err = l.Run(row, sim.Options{Workers: 1, MaxInstructions: 1 << 18}, func(launch *sim.Launch) {
					s.Begin(launch)
					if i == 1 {
						launch.Observers = []sim.Observer{allEvents{s}}
					}
				})
				findings[i], failed[i] = s.Findings(), err != nil
			}
			if !reflect.DeepEqual(findings[0], findings[1]) || failed[0] != failed[1] {
				t.Errorf("%s, %s without the instruction at %#x: found %+v, with all events %+v", chip.Name, row.Name(), at.Addr, findings[0], findings[1])
			}
			found += bit(len(findings[0]) > 0)
			same++
		}
	}
	if found < same/8 {
		t.Errorf("anything is found in %d of %d broken kernels: too few to compare", found, same)
	}
}

// aluSites is an observer that notes what leaves out ALU instructions, for each
// that is executed.
type aluSites struct {
	known map[uint64]bool
	list  []simtest.Mutation
}

func (x *aluSites) Executed(e *sim.Event) {
	if u := e.Inst.Row.Unit; u != isa.UnitSALU && u != isa.UnitVALU || x.known[e.CodeAddr] {
		return
	}
	m := simtest.Mutation{Addr: e.CodeAddr}
	for range e.Inst.Size() / 4 {
		m.Code = binary.LittleEndian.AppendUint32(m.Code, 0xbf800000)
	}
	x.known[e.CodeAddr], x.list = true, append(x.list, m)
}

func (x *aluSites) Landed(*sim.Event)    {}
func (x *aluSites) WaveStarted(_, _ int) {}
func (x *aluSites) WaveEnded(_, _ int)   {}
