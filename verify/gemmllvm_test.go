//go:build llvm

package verify_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/verify"
	"heddle/verify/corpus"
)

// gemmOnly restricts the table.
var gemmOnly = flag.String("gemm.only", "", "compare only the products in whose name, as gfx950 bf16 nt, this is")

// gemmTableCommand makes the document.
const (
	gemmTableCommand = "go test -tags llvm ./verify -run TestGEMMTable -update"
	gemmTableFile    = "../docs/gemm-vs-llvm.md"
)

// upstreamLacks are the products that upstream's passes of release 22 do not
// lower, by the name of their types, with the first operation that is left.
var upstreamLacks = map[string]string{}

// ways are the ways to a code object: ours, and LLVM's code generator without and
// with its middle end.
var ways = []string{"heddle", "llc", "opt, llc"}

// gemmRow is a product, and what its first kernel does by each way.
type gemmRow struct {
	name string
	p    *gemm.Problem
	by   []*gemmCode
}

// gemmCode is a compiled product: what the loop over K and the whole kernel
// execute.
type gemmCode struct {
	loop, all  corpus.Counts
	waves      int
	vgprs      int
	vgprSpills int
	d          []byte
}

// perMFMA is a number of instructions of the loop for each matrix instruction.
func (c *gemmCode) perMFMA(n uint64) float64 { return float64(n) / float64(c.loop.MFMA) }

// TestGEMMTable compares the loops of the default products with what LLVM makes
// of the same MLIR: the same results bit by bit, and no more instructions for
// each matrix instruction than either of LLVM's ways has.
func TestGEMMTable(t *testing.T) {
	var b strings.Builder
	b.WriteString(gemmTableHead)
	for _, chip := range arch.Chips {
		rows := gemmRows(t, chip)
		if len(rows) == 0 { // others are chosen
			continue
		}
		writeGEMMTable(&b, chip, rows)
		for _, r := range rows {
			ours, best := r.by[0].perMFMA(r.by[0].loop.Total()), r.bestLLVM()
			if ours > best {
				t.Errorf("%s, %s: %.2f instructions for each matrix instruction, LLVM has %.2f", chip.Name, r.name, ours, best)
			}
		}
	}
	t.Log("\n" + b.String())
	if *update {
		if err := os.WriteFile(gemmTableFile, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// bestLLVM is the number of instructions for each matrix instruction of the better
// of LLVM's loops.
func (r *gemmRow) bestLLVM() float64 {
	return min(r.by[1].perMFMA(r.by[1].loop.Total()), r.by[2].perMFMA(r.by[2].loop.Total()))
}

// gemmRows are the rows of a chip: each pair of types in each layout, and some
// epilogues.
func gemmRows(t *testing.T, chip *arch.Chip) []*gemmRow {
	t.Helper()
	var rows []*gemmRow
	add := func(name string, p *gemm.Problem) {
		if *gemmOnly != "" && !strings.Contains(chip.Name+" "+name, *gemmOnly) {
			return
		}
		rows = append(rows, &gemmRow{name: name, p: p})
	}
	for _, pair := range gemmtest.Pairs(chip) {
		types := pair.A
		if pair.B != pair.A {
			types += " " + pair.B
		}
		if _, lacks := upstreamLacks[types]; lacks {
			continue
		}
		for _, layout := range gemmtest.Layouts(gemmType(pair.A)) {
			add(types+" "+layout.String(), tableProblem(t, chip, pair, layout))
		}
	}
	for _, e := range gemmtest.Epilogues[1:3] {
		p := tableProblem(t, chip, gemmtest.Pair{A: "bf16", B: "bf16"}, gemm.NT)
		e.Change(p)
		add("bf16 nt, "+e.Name, p)
	}
	ok := t.Run(chip.Name, func(t *testing.T) {
		for _, r := range rows {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				r.compile(t)
			})
		}
	})
	if !ok {
		t.FailNow()
	}
	return rows
}

func gemmType(name string) *gemm.Type {
	typ, err := gemm.TypeByName(name)
	if err != nil {
		panic(err)
	}
	return typ
}

// tableProblem is a product of 256 x 256 with 16 steps along K, which is too many
// for its loop to be unrolled.
func tableProblem(t *testing.T, chip *arch.Chip, pair gemmtest.Pair, layout gemm.Layout) *gemm.Problem {
	t.Helper()
	const size, steps = 256, 16
	p := &gemm.Problem{
		Chip: chip, M: size, N: size, K: size, A: gemmType(pair.A), B: gemmType(pair.B),
		Layout: layout, Alpha: 1,
	}
	first := *p
	if err := first.Normalize(); err != nil {
		t.Fatal(err)
	}
	p.K = int64(steps * first.Plainly().BK)
	return p
}

// compile fills in a row.
func (r *gemmRow) compile(t *testing.T) {
	t.Helper()
	if err := r.p.Normalize(); err != nil {
		t.Fatal(err)
	}
	plan := r.plan(t)
	file := filepath.Join(t.TempDir(), "gemm.mlir")
	if err := os.WriteFile(file, plan.Module.Print(ir.PrintOptions{}), 0o666); err != nil {
		t.Fatal(err)
	}
	g, err := verify.CompileGEMM(r.p, plan, build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in := r.p.Random(1).Inputs()
	sanitized(t, g, in)
	r.by = append(r.by, counted(t, g, in))
	for _, m := range []middle{nil, {"opt-22", "-O3"}} {
		object, err := compileLLVM(&corpus.Case{Name: "gemm", File: file}, r.p.Chip, t.TempDir(), m)
		if err != nil {
			t.Fatal(err)
		}
		theirs := *g
		if theirs.Object, err = hsaco.Open(object, r.p.Chip.Name); err != nil {
			t.Fatal(err)
		}
		r.by = append(r.by, counted(t, &theirs, in))
		if !bytes.Equal(r.by[0].d, r.by[len(r.by)-1].d) {
			t.Errorf("%s: the results are not ours", ways[len(r.by)-1])
		}
	}
}

// TestGEMMOddLLVM compares results of products whose rows are aligned to an element only: loads and stores that begin
// at any byte, by our code generator and by LLVM's from the same MLIR, have the same results bit by bit.
func TestGEMMOddLLVM(t *testing.T) {
	n := 0
	for _, chip := range arch.Chips {
		for _, typ := range []string{"bf16", "fp8"} {
			for _, layout := range gemm.Layouts {
				if n++; !long.Some(n, 4) {
					continue
				}
				t.Run(fmt.Sprintf("%s %s %s", chip.Name, typ, layout), func(t *testing.T) {
					t.Parallel()
					p := &gemm.Problem{Chip: chip, M: 128, N: 128, K: 2059, A: gemmType(typ), B: gemmType(typ), Layout: layout, Alpha: 1}
					// The number of rows along K is even: of those beyond an edge tile says what upstream has no operation for.
					if layout.TransA() {
						p.M = 131
					}
					if !layout.TransB() {
						p.N = 201
					}
					(&gemmRow{p: p}).compile(t)
				})
			}
		}
	}
}

// plan makes the module of a row.
func (r *gemmRow) plan(t *testing.T) *gemm.Plan {
	t.Helper()
	// Upstream's release 22 has no asynchronous loads to LDS: the loop through registers is compared.
	plan, err := r.p.Plan(r.p.Plainly())
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// sanitized wants a run of our code without findings.
func sanitized(t *testing.T, g *verify.GEMM, in *gemm.Inputs) {
	t.Helper()
	s, err := sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: g.Object})
	if err != nil {
		t.Fatal(err)
	}
	run, err := g.Simulate(in, verify.GEMMOptions{Sanitizer: s})
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Findings) > 0 {
		var text strings.Builder
		if err := sanitize.WriteText(&text, "gemm", run.Findings[:1], 0); err != nil {
			t.Fatal(err)
		}
		t.Errorf("%d findings\n%s", len(run.Findings), &text)
	}
}

// counted runs a product and counts.
func counted(t *testing.T, g *verify.GEMM, in *gemm.Inputs) *gemmCode {
	t.Helper()
	prof := newProfile()
	run, err := g.Simulate(in, verify.GEMMOptions{Sim: sim.Options{Observers: []sim.Observer{prof}}})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := g.Problem.Tensor("d")
	c := &gemmCode{waves: run.Steps[0].Waves, d: make([]byte, m.Bytes())}
	run.D(0, c.d)
	if k := g.Object.Kernels[0].Metadata; k != nil {
		c.vgprs, c.vgprSpills = k.VGPRCount, k.VGPRSpillCount
	}
	var ok bool
	if c.loop, ok = prof.matrixLoop(); !ok {
		t.Fatal("no loop has matrix instructions")
	}
	c.all = prof.between(0, ^uint64(0))
	return c
}

// matrixLoop counts the loop that executes most of the matrix instructions, the
// shortest if it is in others.
func (p *profile) matrixLoop() (best corpus.Counts, ok bool) {
	var length uint64
	for b := range p.back {
		c := p.between(b[0], b[1])
		if n := b[1] - b[0]; c.MFMA > best.MFMA || c.MFMA == best.MFMA && n < length {
			best, length = c, n
		}
	}
	return best, best.MFMA > 0
}

const gemmTableHead = "# The main loops of Heddle's matrix multiplication, and LLVM's\n\n" +
	"The output of `heddle build gemm --emit mlir` for matrices of 256 x 256 with 16 steps along K, in\n" +
	"the default tiles, compiled by `heddle build`, by\n" +
	"`mlir-opt-22 | mlir-translate-22 | llc-22 -O3 | ld.lld-22`, and by the same with `opt-22 -O3` before\n" +
	"llc (the passes are in `verify/llvm_test.go`), and executed by the simulator. All three give the\n" +
	"same results, bit for bit, and the sanitizers find nothing in Heddle's. Written by\n\n" +
	"    " + gemmTableCommand + "\n\n" +
	"which fails if one of Heddle's loops has more instructions for each matrix instruction than one of\n" +
	"LLVM's.\n\n" +
	"Numbers are executed instructions of the loop over K for each matrix instruction in it, by class;\n" +
	"waits are `s_waitcnt`, the rest barriers and branches. `kernel` is the number of instructions that a\n" +
	"wave executes from start to end, including the epilogue. VGPRs include AGPRs.\n" +
	"[compiler-vs-llvm.md](compiler-vs-llvm.md) has notes on the comparison: above all, vectors that\n" +
	"upstream gives LLVM have the alignment of their elements, and instruction counts are not run times.\n"

// writeGEMMTable writes the rows of a chip.
func writeGEMMTable(b *strings.Builder, chip *arch.Chip, rows []*gemmRow) {
	fmt.Fprintf(b, "\n## %s\n\n", chip.Name)
	b.WriteString("| types, layout | by | loop | VALU | SALU | VMEM | LDS | waits | nops | rest | kernel | VGPRs | spilled |\n|---|---|" + strings.Repeat("--:|", 11) + "\n")
	var ratios [2][]float64
	for _, r := range rows {
		for i, c := range r.by {
			name := r.name
			if i > 0 {
				name = ""
				ratios[i-1] = append(ratios[i-1], r.by[0].perMFMA(r.by[0].loop.Total())/c.perMFMA(c.loop.Total()))
			}
			l := &c.loop
			fmt.Fprintf(b, "| %s | %s ", name, ways[i])
			for _, n := range []uint64{l.Total(), l.VALU, l.SALU, l.VMEM, l.LDS, l.Waits, l.Nops, l.SMEM + l.Branches + l.Other} {
				fmt.Fprintf(b, "| %.2f ", c.perMFMA(n))
			}
			fmt.Fprintf(b, "| %d | %d | %d |\n", c.all.Total()/uint64(c.waves), c.vgprs, c.vgprSpills)
		}
	}
	for i, q := range ratios {
		fmt.Fprintf(b, "\nHeddle's loops have %.2f times the instructions of %s (geometric mean), at most %.2f times.\n", geometricMean(q), ways[i+1], slices.Max(q))
	}
}
