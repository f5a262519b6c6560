//go:build llvm

package verify_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle/arch"
	"heddle/sim"
	"heddle/verify/corpus"
)

var (
	update  = flag.Bool("update", false, "write docs/compiler-vs-llvm.md")
	timed   = flag.Bool("corpus.time", false, "measure how long compilers take")
	withOpt = flag.Bool("corpus.opt", false, "count what llc makes of the output of opt-22 -O3, too")
)

// tableCommand makes the document.
const tableCommand = "go test -tags llvm ./verify -run TestCorpusTable -update -corpus.opt"

const tableFile = "../docs/compiler-vs-llvm.md"

// row is a kernel on a chip, by each compiler.
type row struct {
	c          *corpus.Case
	llvm, ours *corpus.Result
	middle     *corpus.Result // llc after opt
	refused    error          // why there is no ours
}

// TestCorpusTable compares what our code and LLVM's execute. Without a compiler
// of ours it lists LLVM's.
func TestCorpusTable(t *testing.T) {
	var b strings.Builder
	b.WriteString(tableHead)
	for _, chip := range arch.Chips {
		writeTable(&b, chip, tableRows(t, chip))
	}
	t.Log("\n" + b.String())
	if *update {
		if err := os.WriteFile(tableFile, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// tableRows compiles and runs the corpus on a chip.
func tableRows(t *testing.T, chip *arch.Chip) []row {
	t.Helper()
	var rows []row
	for _, c := range readCases(t) {
		if !c.On(chip) {
			continue
		}
		r := row{c: c, llvm: simulated(t, c, chip, llvmObject(t, c, chip))}
		if *withOpt {
			object, err := compileLLVM(c, chip, t.TempDir(), middle{"opt-22", "-O3"})
			if err != nil {
				t.Fatalf("%s, %s, opt: %v", c.Name, chip.Name, err)
			}
			r.middle = simulated(t, c, chip, object)
			sameMemory(t, c, chip, r.middle)
		}
		if object, err := ours(readModule(t, c, chip), chip); err != nil {
			r.refused = err
			t.Errorf("%s, %s: %v", c.Name, chip.Name, err)
		} else {
			r.ours = simulated(t, c, chip, object)
			sameMemory(t, c, chip, r.ours)
		}
		rows = append(rows, r)
	}
	return rows
}

// sameMemory compares a result with the interpreter's.
func sameMemory(t *testing.T, c *corpus.Case, chip *arch.Chip, r *corpus.Result) {
	t.Helper()
	want, err := c.Want(chip)
	if err == nil {
		err = c.Compare(r.Memory, want)
	}
	if err != nil {
		t.Errorf("%s, %s: %v", c.Name, chip.Name, err)
	}
}

func simulated(t *testing.T, c *corpus.Case, chip *arch.Chip, object []byte) *corpus.Result {
	t.Helper()
	r, err := c.Simulate(object, chip, sim.Options{})
	if err != nil {
		t.Fatalf("%s, %s: %v", c.Name, chip.Name, err)
	}
	return r
}

// tableHead explains the numbers.
const tableHead = "# Heddle's code and LLVM's for the same kernels\n\n" +
	"The kernels of `verify/testdata/kernels`, compiled by\n" +
	"`mlir-opt-22 | mlir-translate-22 | llc-22 -O3 | ld.lld-22` (the passes are in `verify/llvm_test.go`)\n" +
	"and by `heddle build`, and executed by the simulator, with the same results as the interpreter's.\n" +
	"Written by\n\n" +
	"    " + tableCommand + "\n\n" +
	"Counts are instructions that a wave executes, on average over the waves of the launch; waits are its\n" +
	"`s_waitcnt`. VGPR counts include AGPRs, as the unified file allocates them. Spills are registers,\n" +
	"VGPRs and SGPRs together.\n\n" +
	"Notes on the comparison:\n\n" +
	"- llc is LLVM's code generator alone. This recipe does not include its middle end (`opt -O3`:\n" +
	"  rotated and unrolled loops, invariant code, inferred attributes), though upstream's\n" +
	"  `gpu-module-to-binary` does. `-corpus.opt` adds a table of llc's code for opt's output.\n" +
	"- Neither side contracts products and sums, reassociates, or flushes subnormals. Kernels that allow\n" +
	"  contraction say so (`fastmath<contract>`), and have numbers for which it changes no bit. Division\n" +
	"  and square root are correctly rounded on both sides; `math.exp` and `math.log` have the tolerance\n" +
	"  that the kernel states.\n" +
	"- Heddle's kernels have their arguments preloaded into SGPRs; LLVM's load them, as is its default.\n" +
	"- Upstream gives LLVM vectors with the alignment of their elements, arguments that may alias, and\n" +
	"  the size of the workgroup, but not of the grid.\n" +
	"- Upstream's `memref.atomic_rmw` is an acquire and release of the whole system: LLVM writes back and\n" +
	"  invalidates caches around those on global memory. MLIR names no order.\n" +
	"- LLVM makes inputs of `maxnumf` and `minnumf` quiet, by an instruction each, where it cannot prove\n" +
	"  that they are not signalling NaNs.\n" +
	"- `affine.apply` is lowered with `nsw`, which LLVM uses; its `index` has 64 bits.\n" +
	"- Instruction counts are not run times. A wait counts as one, however long it is.\n"

// writeTable writes the rows of a chip, and the means.
func writeTable(b *strings.Builder, chip *arch.Chip, rows []row) {
	fmt.Fprintf(b, "\n## %s\n\n", chip.Name)
	writeComparison(b, rows)
	if rows[0].middle != nil {
		fmt.Fprintf(b, "| kernel | llc -O3 | opt -O3, llc -O3 | ratio |\n|---|--:|--:|--:|\n")
		var ratios []float64
		for _, r := range rows {
			q := perWave(r.middle, r.middle.Total()) / perWave(r.llvm, r.llvm.Total())
			ratios = append(ratios, q)
			fmt.Fprintf(b, "| %s | %.1f | %.1f | %.2f |\n", r.c.Name, perWave(r.llvm, r.llvm.Total()), perWave(r.middle, r.middle.Total()), q)
		}
		fmt.Fprintf(b, "\nGeometric mean of the ratios: %.3f\n\n", geometricMean(ratios))
	}
	fmt.Fprintf(b, "LLVM's instructions by class:\n\n")
	writeClasses(b, rows, func(r row) *corpus.Result { return r.llvm })
	fmt.Fprintf(b, "\nOurs by class:\n\n")
	writeClasses(b, rows, func(r row) *corpus.Result { return r.ours })
}

// writeComparison is the table of both.
func writeComparison(b *strings.Builder, rows []row) {
	b.WriteString("| kernel | ours | llc | ratio | VGPRs | llc | SGPRs | llc | spills | llc | waits | llc |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	var ratios []float64
	refused := 0
	for _, r := range rows {
		l := r.llvm
		if r.ours == nil {
			refused++
			fmt.Fprintf(b, "| %s | refused | %.1f | | | %d | | %d | | %d | | %.1f |\n", r.c.Name, perWave(l, l.Total()), l.VGPRs, l.SGPRs,
				l.VGPRSpills+l.SGPRSpills, perWave(l, l.Waits))
			continue
		}
		o := r.ours
		q := perWave(o, o.Total()) / perWave(l, l.Total())
		ratios = append(ratios, q)
		fmt.Fprintf(b, "| %s | %.1f | %.1f | %.2f | %d | %d | %d | %d | %d | %d | %.1f | %.1f |\n", r.c.Name, perWave(o, o.Total()), perWave(l, l.Total()), q,
			o.VGPRs, l.VGPRs, o.SGPRs, l.SGPRs, o.VGPRSpills+o.SGPRSpills, l.VGPRSpills+l.SGPRSpills, perWave(o, o.Waits), perWave(l, l.Waits))
	}
	fmt.Fprintf(b, "\nGeometric mean of the ratios: %.3f over %d kernels", geometricMean(ratios), len(ratios))
	if refused > 0 {
		fmt.Fprintf(b, "; %d are refused", refused)
	}
	b.WriteString(".\n\n")
}

// writeClasses is the table of one compiler's instructions.
func writeClasses(b *strings.Builder, rows []row, of func(row) *corpus.Result) {
	b.WriteString("| kernel | all | VALU | SALU | VMEM | SMEM | LDS | MFMA | waits | nops | branches | other | VGPRs | AGPRs | SGPRs | spills | LDS bytes | code bytes |\n|---" +
		strings.Repeat("|--:", 17) + "|\n")
	for _, r := range rows {
		s := of(r)
		if s == nil {
			continue
		}
		fmt.Fprintf(b, "| %s ", r.c.Name)
		c := &s.Counts
		for _, n := range []uint64{c.Total(), c.VALU, c.SALU, c.VMEM, c.SMEM, c.LDS, c.MFMA, c.Waits, c.Nops, c.Branches, c.Other} {
			fmt.Fprintf(b, "| %.4g ", perWave(s, n))
		}
		fmt.Fprintf(b, "| %d | %d | %d | %d | %d | %d |\n", s.VGPRs, s.AGPRs, s.SGPRs, s.VGPRSpills+s.SGPRSpills, s.Resources.LDS, s.StaticCode)
	}
}

func perWave(r *corpus.Result, n uint64) float64 { return float64(n) / float64(r.Waves) }

func geometricMean(ratios []float64) float64 {
	if len(ratios) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, q := range ratios {
		sum += math.Log2(q)
	}
	return math.Exp2(sum / float64(len(ratios)))
}

// TestCorpusTime measures LLVM's way and ours, from the text of a module to the
// code object: wall time, the least of three.
func TestCorpusTime(t *testing.T) {
	if !*timed {
		return // other work on the machine would be measured, too
	}
	var b strings.Builder
	b.WriteString("| kernel | lines | mlir-opt | mlir-translate | llc | ld.lld | all, ms | ours, ms | factor |\n|---" + strings.Repeat("|--:", 8) + "|\n")
	var all, factors []float64
	chip := &arch.GFX950
	for _, c := range append([]*corpus.Case{emptyCase(t)}, readCases(t)...) {
		if !c.On(chip) {
			continue
		}
		stages, total := leastLLVM(t, c, chip)
		all = append(all, total)
		fmt.Fprintf(&b, "| %s | %d ", c.Name, strings.Count(c.Text, "\n"))
		for _, s := range stages {
			fmt.Fprintf(&b, "| %.1f ", s)
		}
		fmt.Fprintf(&b, "| %.1f ", total)
		mine, err := leastOurs(c, chip)
		if err != nil {
			fmt.Fprintf(&b, "| refused | |\n")
			continue
		}
		factors = append(factors, total/mine)
		fmt.Fprintf(&b, "| %.2f | %.1f |\n", mine, total/mine)
	}
	slices.Sort(all)
	t.Logf("\n%s\nLLVM: median %.1f ms, geometric mean %.1f ms; factor: geometric mean %.1f", &b, all[len(all)/2], geometricMean(all), geometricMean(factors))
}

// emptyCase is a kernel that does nothing: what its compilation takes is the
// tools' start.
func emptyCase(t *testing.T) *corpus.Case {
	t.Helper()
	file := filepath.Join(t.TempDir(), "empty.mlir")
	text := "gpu.module @kernels {\n  gpu.func @empty() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {\n    gpu.return\n  }\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return &corpus.Case{Name: "empty", File: file, Text: text, Chips: arch.Chips}
}

// timings is how often each compilation is measured.
const timings = 3

// leastLLVM is the least time of each stage and of the whole way, in ms.
func leastLLVM(t *testing.T, c *corpus.Case, chip *arch.Chip) (stages [4]float64, total float64) {
	t.Helper()
	total = math.Inf(1)
	for i := range stages {
		stages[i] = math.Inf(1)
	}
	dir := t.TempDir()
	for range timings {
		clock := newStopwatch()
		if _, err := compileStages(c, chip, dir, nil, clock.lap); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, d := range clock.laps {
			stages[i] = min(stages[i], d)
			sum += d
		}
		total = min(total, sum)
	}
	return stages, total
}

// leastOurs is the least time of ours in ms, the parser in it.
func leastOurs(c *corpus.Case, chip *arch.Chip) (float64, error) {
	least := math.Inf(1)
	for range timings {
		clock := newStopwatch()
		m, err := c.Module(chip)
		if err == nil {
			_, err = ours(m, chip)
		}
		if err != nil {
			return 0, err
		}
		clock.lap()
		least = min(least, clock.laps[0])
	}
	return least, nil
}

// stopwatch takes times between laps, in ms.
type stopwatch struct {
	last time.Time
	laps []float64
}

func newStopwatch() *stopwatch { return &stopwatch{last: time.Now()} }

func (s *stopwatch) lap() {
	now := time.Now()
	s.laps = append(s.laps, float64(now.Sub(s.last).Microseconds())/1000)
	s.last = now
}
