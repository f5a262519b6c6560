package sim

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
)

var (
	equalInsts = flag.Uint64("equal.insts", 15_000, "random instructions that each engine executes on each target, some of them several times")
	equalSeed  = flag.Uint64("equal.seed", 1, "seed of the random programs")
	equalFirst = flag.Int("equal.first", 0, "number of the first random program that is compared")
	equalPrint = flag.Bool("equal.print", false, "print the random programs")
)

// equalTally counts what was compared.
type equalTally struct {
	programs  int
	generated uint64 // random instructions that were executed, however often
	executed  map[Engine]uint64
	errors    map[string]int
	rows      map[*isa.Row]int
	kinds     map[string]uint64 // executed, by class
	missed    []*isa.Row        // dealt for the last program and not executed
}

// TestEnginesEqual runs random programs over all instructions in the plain
// engine and in those of AVX2 and AVX-512: every register, the LDS, scratch,
// memory, errors and counts must be the same.
func TestEnginesEqual(t *testing.T) {
	for _, target := range isa.Targets() {
		t.Run(target.Chip.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(*equalSeed, 0))
			rig := newEqualRig(t, target)
			if len(rig.engines) == 1 {
				t.Log("this CPU has the plain engine only")
				return
			}
			gen := newEqualGen(t, target, newEqualData(r), r)
			n := &equalTally{executed: map[Engine]uint64{}, errors: map[string]int{}, rows: map[*isa.Row]int{}, kinds: map[string]uint64{}}
			failed := 0
			for number := 0; n.generated < *equalInsts && failed < 3; number++ {
				p := gen.program(number, *equalSeed)
				if *equalPrint && number >= *equalFirst {
					t.Logf("program %d: %+v\n%s", number, p.launch, p)
				}
				if !rig.try(p, n) {
					failed++
				}
				for _, row := range n.missed {
					gen.deckOf(row).again(row, r)
				}
			}
			n.report(t, target)
		})
	}
}

// try runs a program in all engines. It reports whether they agree.
func (g *equalRig) try(p *equalProgram, n *equalTally) bool {
	in := g.load(p)
	var plain *equalOutcome
	engines := g.engines
	if p.number < *equalFirst {
		engines = engines[:1]
	}
	for _, e := range engines {
		o := g.outcome(p, in, e, false)
		n.executed[e] += o.executed(g.objects[p.shape])
		if plain == nil {
			plain = o
			n.count(p, o, o.run.code[0], g.objects[p.shape])
			continue
		}
		if s := o.differs(plain); s != "" {
			g.report(p, e, s)
			return false
		}
	}
	if p.number%8 == 0 && p.number >= *equalFirst {
		e := g.engines[p.number/8%len(g.engines)]
		o := g.outcome(p, in, e, true)
		if s := o.differs(plain); s != "" {
			g.t.Errorf("%s: seed %d, program %d: Device.Run on %v differs: %s", g.target.Chip.Name, p.seed, p.number, e, s)
			return false
		}
	}
	return true
}

// report reports a difference with the smallest program that has one.
func (g *equalRig) report(p *equalProgram, e Engine, difference string) {
	g.t.Helper()
	small := g.shrink(p, e)
	now, plain := g.compare(small, e)
	g.t.Errorf("%s: seed %d, program %d: engine %v differs from the plain one: %s\nshrunk: %s\nthe plain run ends with %s\ngrid %v, blocks of %v, schedule %d, %d VGPRs, %d AGPRs, behind the prologue:\n%s",
		g.target.Chip.Name, p.seed, p.number, e, difference, now, plain.err, small.launch.Grid, small.launch.Block, small.launch.Schedule,
		equalShapes[p.shape].vgprs, equalShapes[p.shape].agprs, small)
}

// executed is how many instructions a run executed, the prologue apart.
func (o *equalOutcome) executed(object *equalObject) uint64 {
	n := uint64(0)
	for _, wg := range o.groups() {
		for _, w := range wg.waves {
			n += w.count - min(w.count, object.prologue)
		}
	}
	return n
}

// count notes which rows a program got to.
func (n *equalTally) count(p *equalProgram, o *equalOutcome, c *codeRegion, object *equalObject) {
	n.programs++
	n.missed = n.missed[:0]
	at := o.run.kernel.entry - c.base + object.size
	for i := range p.items {
		it := &p.items[i]
		if in := c.insts[at/4].Load(); in != nil {
			n.generated += bit(it.random)
			n.rows[in.Row]++
		} else if it.random {
			n.missed = append(n.missed, it.inst.Row)
		}
		at += uint64(it.inst.Size())
	}
	for _, c := range o.report.Classes {
		n.kinds[c.Class] += c.Count
	}
	if *equalPrint {
		fmt.Println("END", o.err)
	}
	_, text, _ := strings.Cut(o.err, ": ")
	for _, kind := range [...]string{"is in no allocation", "in no allocation", "needs an address", "is inactive", "would broadcast", "block to broadcast", "pair of formats", "scratch offset", "beyond the wave's allocation", "budget", "diverges", "halted", "aborts", "trap handler", "progress", "jumped", "no instruction"} {
		if strings.Contains(o.err, kind) {
			text = kind
		}
	}
	n.errors[text]++
}

// report logs what was compared and fails for what was not.
func (n *equalTally) report(t *testing.T, target *isa.Target) {
	var missed []string
	rows, refused := target.Rows(), 0
	for i := range rows {
		row := &rows[i]
		if refusal(target, row.Op) != "" {
			refused++
		} else if n.rows[row] == 0 {
			missed = append(missed, fmt.Sprint(row.Enc, " ", row.Mnemonic, " ", row.Form))
		}
	}
	for e, count := range n.executed {
		if count < *equalInsts {
			t.Errorf("engine %v executed %d instructions, want %d", e, count, *equalInsts)
		}
	}
	const enough = 50_000
	if len(missed) > 0 && *equalInsts >= enough {
		t.Errorf("%d rows were never executed: %s", len(missed), strings.Join(missed[:min(len(missed), 40)], ", "))
	}
	t.Logf("%s: seed %d: %d programs with %d random instructions that were executed; instructions executed: %v; %d of %d rows, %d refused; by class %v; ends %v",
		target.Chip.Name, *equalSeed, n.programs, n.generated, n.executed, len(n.rows), len(rows), refused, n.kinds, n.errors)
	var few []string
	for row, k := range n.rows {
		if k < 3 {
			few = append(few, row.Mnemonic)
		}
	}
	slices.Sort(few)
	t.Logf("%d rows less than 3 times", len(few))
}
