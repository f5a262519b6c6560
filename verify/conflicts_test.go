package verify_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
	"heddle/layout"
	"heddle/long"
	"heddle/sim"
	"heddle/verify"
)

var allConflicts = flag.Bool("gemm.conflicts", false, "count bank conflicts of all default products, not of a part")

// TestNoConflictsExecuted counts the ways of the LDS instructions that default
// products execute, by the addresses of their lanes: there are no conflicts.
func TestNoConflictsExecuted(t *testing.T) {
	counts := map[string]int{}
	for _, chip := range arch.Chips {
		for i, pair := range gemmtest.Pairs(chip) {
			layouts := gemmtest.Layouts(typeNamed(t, pair.A))
			for j, letters := range layouts {
				number := 0
				for p := range gemmtest.Tiles(chip, pair, letters) {
					// Of the part, each type and layout meets some of the tiles.
					if number++; *allConflicts || (number+i+j)%long.Count(51, 5) == 0 {
						executedConflicts(t, p, counts)
					}
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%-16s %8d executed without conflicts", name, counts[name])
	}
}

// executedConflicts runs a product.
func executedConflicts(t *testing.T, p *gemm.Problem, counts map[string]int) {
	t.Helper()
	plan, err := p.Plan(gemm.Choose(p))
	if err != nil {
		t.Fatal(err)
	}
	g, err := verify.CompileGEMM(p, plan, build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := &banks{chip: p.Chip, counts: counts, known: map[string]layout.Access{}}
	if _, err := g.Simulate(p.Random(1).Inputs(), verify.GEMMOptions{Sim: sim.Options{Observers: []sim.Observer{b}}}); err != nil {
		t.Fatal(err)
	}
	if b.executed == 0 || b.bad != "" {
		t.Errorf("%s: %d LDS instructions; %s", gemmtest.Flags(p), b.executed, b.bad)
	}
}

// banks is an observer that looks at the addresses of LDS instructions.
type banks struct {
	chip     *arch.Chip
	known    map[string]layout.Access
	executed int
	counts   map[string]int // of all runs, by the instruction
	bad      string         // the first conflict
}

func (b *banks) Executed(e *sim.Event) {
	name := e.Inst.Row.Mnemonic
	if !strings.HasPrefix(name, "ds_") || b.bad != "" {
		return
	}
	access, err := b.access(name)
	if err != nil {
		b.bad = err.Error()
		return
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Space != sim.SpaceLDS || a.Seq != e.Seq {
			continue
		}
		at := make([]int, b.chip.WaveSize)
		for lane := range at {
			if at[lane] = -1; a.Lanes>>lane&1 != 0 {
				at[lane] = int(a.Addr(lane)) &^ (b.chip.LDSBankBytes - 1)
			}
		}
		b.executed++
		b.counts[b.chip.Name+" "+name]++
		if ways := access.Ways(at); slices.Max(ways) > 1 {
			b.bad = fmt.Sprintf("%s at %#x of the code has %v ways", name, e.CodeAddr, ways)
		}
	}
}
func (*banks) Landed(*sim.Event)         {}
func (*banks) WaveStarted(group, n int)  {}
func (*banks) WaveEnded(group, wave int) {}

// access is how an instruction meets the banks. Those that move less than a bank's
// width take as long as those of 32 bits.
func (b *banks) access(name string) (layout.Access, error) {
	a, ok := b.known[name]
	if ok {
		return a, nil
	}
	wide := name
	if _, known := b.chip.LDSAccess(name); !known {
		wide = asDword(name)
	}
	a, err := layout.LDS(b.chip, wide)
	b.known[name] = a
	return a, err
}

// asDword is the 32-bit instruction of one that moves less: ds_write_b16 is ds_write_b32.
func asDword(name string) string {
	for _, narrow := range []string{"_b8", "_b16", "_u8", "_i8", "_u16", "_i16"} {
		if base, _, ok := strings.Cut(name, narrow); ok {
			return base + "_b32"
		}
	}
	return name
}
