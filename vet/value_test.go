package vet

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/simtest"
)

// claim is what the analysis says of a register before an instruction.
type claim struct {
	reg isa.Reg
	id  valueID
}

// watcher compares what registers hold in a run with what the analysis says.
type watcher struct {
	v      *values
	claims map[uint64][]claim // by the address of the instruction
	checks int
	maps   int // of those, linear ones
	wrong  []string
	// items is the number of a lane's work-item; nil if that is not known.
	items func(e *sim.Event, lane int) uint32
}

// watch asks for all registers that the instructions of a kernel read.
func watch(o *hsaco.Object, k *hsaco.Kernel, given *given) *watcher {
	target := isa.For(o.Chip)
	code := newRegion(target, k.Section.Addr, k.Section.Data)
	entries := []uint64{k.Addr}
	if k.Descriptor.PreloadLength > 0 {
		entries = append(entries, k.Addr+arch.PreloadPrologue)
	}
	g := newGraph(code, entries, false)
	g.markIndexed()
	w := &watcher{v: newValues(g, newTransfers(), newStart(&k.Descriptor), given), claims: map[uint64][]claim{}}
	for i := range g.nodes {
		n := &g.nodes[i]
		if g.blocks[n.block].order < 0 {
			continue
		}
		reads := n.inst.Sources()
		for r := isa.S0; r < isa.A0+256; r++ {
			if !reads.Has(r) || r == isa.Mode || r == isa.SCC {
				continue
			}
			w.claims[n.addr] = append(w.claims[n.addr], claim{r, w.v.vector(r, int32(i))})
		}
	}
	w.v.ask()
	w.v.solve()
	return w
}

func (w *watcher) Executing(e *sim.Event) {
	for _, c := range w.claims[e.CodeAddr] {
		f := &w.v.facts[w.v.find(c.id)]
		if c.reg < isa.V0 {
			w.check(e, c, f, e.Registers.Scalar(c.reg), -1)
			continue
		}
		reg := e.Registers.Place(c.reg)
		for left := e.Lanes; left != 0; left &= left - 1 {
			lane := trailing(left)
			if l, ok := w.v.linear(c.id); ok && w.items != nil {
				item := w.items(e, lane)
				if x := e.Registers.Vector(reg, lane); x != l.at(item) && len(w.wrong) < 10 {
					w.wrong = append(w.wrong, fmt.Sprintf("%#x: %s: %v of item %#x is %#x, not %#x (%s)", e.CodeAddr, e.Inst, c.reg, item, x, l.at(item), w.v.describe(c.id, 3)))
				}
				w.maps++
			}
			if !w.check(e, c, f, e.Registers.Vector(reg, lane), lane) {
				break
			}
		}
	}
}

// check compares a number.
func (w *watcher) check(e *sim.Event, c claim, f *fact, x uint32, lane int) bool {
	w.checks++
	n, s := uint64(x), int64(int32(x))
	ok := n >= f.lo && n <= f.hi && s >= f.slo && s <= f.shi && n&f.zero == 0 && n&f.one == f.one
	if !ok && len(w.wrong) < 10 {
		w.wrong = append(w.wrong, fmt.Sprintf("%#x: %s: %v of lane %d is %#x, which is not in %+v (%s)", e.CodeAddr, e.Inst, c.reg, lane, x, *f, w.v.describe(c.id, 3)))
	}
	return ok
}

func (w *watcher) Executed(*sim.Event)  {}
func (w *watcher) Landed(*sim.Event)    {}
func (w *watcher) WaveStarted(_, _ int) {}
func (w *watcher) WaveEnded(_, _ int)   {}

// itemsOf numbers the lanes of workgroups as v0 has them; the last ones of a dimension can be smaller.
func itemsOf(launch *sim.Launch, dims int) func(*sim.Event, int) uint32 {
	return func(e *sim.Event, lane int) uint32 {
		block := launch.Block
		for i := range block {
			if launch.Global[i] > 0 {
				block[i] = min(block[i], launch.Global[i]-e.Group[i]*block[i])
			}
		}
		n := uint32(64*e.Wave + lane)
		item := n % block[0]
		if dims > 0 {
			item |= n / block[0] % block[1] << 10
		}
		if dims > 1 {
			item |= n / block[0] / block[1] << 20
		}
		return item
	}
}

// sizes makes intervals of sizes.
func sizes(n [3]uint32) (r [3]interval) {
	for i := range n {
		r[i] = interval{int64(n[i]), int64(n[i])}
	}
	return r
}

// TestValuesCorpus: in all runs of clang's kernels registers hold what the analysis says, with the
// sizes of the launch and without.
func TestValuesCorpus(t *testing.T) {
	runs, checks, linears := 0, 0, 0
	for n, chip := range arch.Chips {
		objects, err := simtest.Archived(filepath.Join("..", "sim", "testdata", "corpus"), chip)
		if err != nil {
			t.Fatal(err)
		}
		for l, level := range simtest.Levels {
			loaded := map[string]*simtest.Loaded{}
			for i, row := range simtest.RowsOf(chip, level) {
				if !long.Some(n+l+i, 30) {
					continue
				}
				name := row.File + "-" + level
				if loaded[name] == nil {
					if loaded[name], err = simtest.Load(chip, objects[name]); err != nil {
						t.Fatal(err)
					}
				}
				var w *watcher
				_, err := loaded[name].Run(row, sim.Options{Workers: 1}, func(launch *sim.Launch) {
					k := loaded[name].Object.Kernels[slices.IndexFunc(loaded[name].Object.Kernels, func(k *hsaco.Kernel) bool { return k.Name == launch.Kernel.Name() })]
					given := &given{}
					if i%2 == 0 {
						given.block, given.grid = sizes(launch.Block), sizes(launch.Groups())
					}
					w = watch(loaded[name].Object, k, given)
					if given.block != [3]interval{} {
						w.items = itemsOf(launch, int(k.Descriptor.VGPRWorkitemID))
					}
					launch.Observers = append(launch.Observers, w)
				})
				if err != nil {
					t.Fatalf("%s %s: %v", name, row.Name(), err)
				}
				runs, checks, linears = runs+1, checks+w.checks, linears+w.maps
				for _, text := range w.wrong {
					t.Errorf("%s %s %s: %s", chip.Name, name, row.Name(), text)
				}
			}
		}
	}
	t.Logf("%d runs, %d numbers, %d of them linear", runs, checks, linears)

}

// opNames are the operations as describe prints them.
var opNames = map[valueOp]string{
	opAdd: "+", opSub: "-", opMul: "*", opMulHi: "mulhi", opMulHiS: "mulhi_i", opAnd: "&", opOr: "|", opXor: "^", opShl: "<<", opShr: ">>", opSar: ">>>",
	opMin: "min", opMax: "max", opMinS: "min_i", opMaxS: "max_i", opCarry: "carry", opBorrow: "borrow", opCmp: "cmp",
	opPair: "pair", opSext: "sext", opSigned: "signed", opWideAdd: "+64", opWideShl: "<<64", opWideShr: ">>64", opWideSar: ">>>64", opWideMul: "*64", opWideMulS: "*i64",
	opLow: "low", opHigh: "high", opEither: "either", opSelect: "select", opFirst: "first", opLoad: "load",
}

// describe prints how a value is made, so many operations deep.
func (v *values) describe(x valueID, deep int) string {
	x = v.find(x)
	d := v.list[x]
	switch d.op {
	case opUnknown:
		return "unknown"
	case opConst:
		return fmt.Sprintf("%#x", d.k)
	case opSymbol:
		return symbol(d.k).String()
	case opCount:
		return fmt.Sprintf("count(%#x)", v.g.nodes[v.g.blocks[d.node].first].addr)
	case opResult, opBallot:
		return fmt.Sprintf("result(%#x,%d)", v.g.nodes[d.node].addr, d.k)
	case opPhi:
		if deep == 0 {
			return fmt.Sprintf("phi%d", x)
		}
		var parts []string
		for _, a := range v.args[d.a:d.b] {
			parts = append(parts, v.describe(a, deep-1))
		}
		return fmt.Sprintf("phi%d(%s)", x, strings.Join(parts, ", "))
	}
	if deep == 0 {
		return "…"
	}
	parts := []string{v.describe(d.a, deep-1)}
	if d.b != 0 {
		parts = append(parts, v.describe(d.b, deep-1))
	}
	return fmt.Sprintf("%s(%s)", opNames[d.op], strings.Join(parts, ", "))
}
