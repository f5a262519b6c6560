package main

import (
	"bufio"
	"fmt"
	"math"
	"math/bits"
	"strings"

	"heddle/build"
	"heddle/diag"
	"heddle/kernels/gemm"
	"heddle/launch"
	"heddle/mach"
	"heddle/sim"
	"heddle/sim/inspect"
	"heddle/verify"
)

// gemmJSON is the output of run gemm --json.
type gemmJSON struct {
	Schema  string      `json:"schema"`
	Problem problemJSON `json:"problem"`
	// Tiles and Steps describe our own kernels; Object is the file of --object, and
	// Dispatches its reports.
	Tiles      *tilesJSON     `json:"tiles,omitempty"`
	Steps      []stepJSON     `json:"steps"`
	Object     string         `json:"object,omitempty"`
	Dispatches []dispatchJSON `json:"dispatches,omitempty"`
	// Workgroups is the value of --workgroups, or by default all or sample.
	Workgroups string            `json:"workgroups"`
	Schedule   string            `json:"schedule"`
	Compared   *gemmComparedJSON `json:"compared,omitempty"`
	Checks     string            `json:"checks"`
	foundJSON
	Counts []inspect.Kernel `json:"counts,omitempty"` // with --count
	Error  *runErrorJSON    `json:"error,omitempty"`
	Passed bool             `json:"passed"`
	// Addresses is the output of --explain.
	Addresses *addressesJSON `json:"addresses,omitempty"`
	Host      hostTimes      `json:"host"` // depends on this machine; nothing else does
}

// problemJSON is a problem with all defaults filled in.
type problemJSON struct {
	Target       string       `json:"target"`
	M            int64        `json:"m"`
	N            int64        `json:"n"`
	K            int64        `json:"k"`
	Batch        int64        `json:"batch"`
	A            string       `json:"a"`
	B            string       `json:"b"`
	Out          string       `json:"out"`
	Layout       string       `json:"layout"`
	LD           [4]int64     `json:"leadingDimensions"` // of A, B, C, D; elements
	Stride       [4]int64     `json:"batchStrides"`      // 0: one matrix for all
	Alpha        launch.Float `json:"alpha"`
	Beta         launch.Float `json:"beta"`
	Scale        launch.Float `json:"scale"`
	Bias         bool         `json:"bias"`
	Activation   string       `json:"activation"`
	SplitK       int64        `json:"splitK"`
	CacheSwizzle string       `json:"cacheSwizzle"`
	// SwizzleBytes are the swizzle strides of A, B, C, D; 0 for none.
	SwizzleBytes [4]int64 `json:"cacheSwizzleBytes"`
	Seed         uint64   `json:"seed"`
	FLOP         uint64   `json:"flop"` // of the products and their sums
}

// tilesJSON is how the problem is tiled.
type tilesJSON struct {
	Tile      [3]int `json:"tile"`   // of a workgroup, along M, N and K
	Waves     [2]int `json:"waves"`  // of a workgroup, along M and N
	Matrix    int    `json:"matrix"` // rows and columns of a matrix instruction
	Parts     int64  `json:"parts"`  // of the sum over K
	Workspace int64  `json:"workspaceBytes"`
	Counters  int64  `json:"countersBytes"`
}

// stepJSON reports one kernel: its code and its run.
type stepJSON struct {
	kernelStats
	Grid        [3]uint32 `json:"grid"`
	Block       [3]uint32 `json:"block"`
	MFMAPerLoop int       `json:"mfmaPerIteration"` // of the main loop
	Ran         *ranJSON  `json:"ran,omitempty"`
}

// gemmComparedJSON is the comparison with float64.
type gemmComparedJSON struct {
	Elements   int64          `json:"elements"`
	Of         int64          `json:"of"`      // elements of D
	Bad        int64          `json:"bad"`     // beyond their bound
	Unknown    int64          `json:"unknown"` // without a bound: the sum may overflow
	MaxError   launch.Float   `json:"maxError"`
	ErrorBound launch.Float   `json:"maxErrorBound"`   // of the element with the largest error
	MaxRatio   launch.Float   `json:"maxErrorOfBound"` // the largest ratio of error to bound
	First      []mismatchJSON `json:"first,omitempty"`
	// Products are the products that a sample of D sums; leaving one out would be
	// noticed for Shown of them. Alike are other activations that the sample would accept.
	Products   int64             `json:"sampledProducts"`
	Shown      int64             `json:"productsThatShow"`
	Alike      []gemm.Activation `json:"activationsAlike,omitempty"`
	Stray      int64             `json:"strayBytes"` // bytes written outside the results
	FirstStray []verify.Stray    `json:"firstStray,omitempty"`
}

type mismatchJSON struct {
	Index [3]int64     `json:"index"` // batch, row, column
	Got   launch.Float `json:"got"`
	Want  launch.Float `json:"want"`
	Bound launch.Float `json:"bound"`
}

func problemOf(p *gemm.Problem, seed uint64) problemJSON {
	shared := func(strides ...int64) (s [4]int64) {
		for i, n := range strides {
			s[i] = max(n, 0)
		}
		return s
	}
	return problemJSON{
		Target: p.Chip.Name, M: p.M, N: p.N, K: p.K, Batch: p.Batch, A: p.A.Name, B: p.B.Name, Out: p.Out.Name, Layout: p.Layout.String(),
		LD: [4]int64{p.LDA, p.LDB, p.LDC, p.LDD}, Stride: shared(p.StrideA, p.StrideB, p.StrideC, p.StrideD),
		Alpha: launch.Float(p.Alpha), Beta: launch.Float(p.Beta), Scale: launch.Float(p.Scale), Bias: p.Bias, Activation: string(p.Act),
		SplitK: p.SplitK, CacheSwizzle: string(p.CacheSwizzle), SwizzleBytes: swizzleBytes(p), Seed: seed, FLOP: flop(p),
	}
}

func swizzleBytes(p *gemm.Problem) (s [4]int64) {
	for i, name := range []string{"a", "b", "c", "d"} {
		s[i] = p.CacheSwizzleBytes(name)
	}
	return s
}

// swizzleText says which buffer resources use a cache swizzle.
func swizzleText(p *gemm.Problem) string {
	var list []string
	for i, n := range swizzleBytes(p) {
		if n > 0 {
			list = append(list, fmt.Sprintf("%c %d", "ABCD"[i], n))
		}
	}
	if list == nil {
		return "none"
	}
	return "strides " + strings.Join(list, ", ") + " bytes"
}

// flop counts the multiplications and additions of the sums, saturating at 64 bits.
func flop(p *gemm.Problem) uint64 {
	over, n := bits.Mul64(2*uint64(p.M)*uint64(p.N), uint64(p.K)) // sizes are below 2^31
	if over != 0 {
		return math.MaxUint64
	}
	if over, n = bits.Mul64(n, uint64(p.Batch)); over != 0 {
		return math.MaxUint64
	}
	return n
}

func stepOf(k *build.Kernel, grid, block [3]uint32, r *sim.Report) stepJSON {
	st := stepJSON{kernelStats: statsOf(k), Grid: grid, Block: block}
	for _, l := range st.Loops {
		st.MFMAPerLoop = max(st.MFMAPerLoop, l.Instructions[mach.ClassMatrix.String()])
	}
	if r != nil {
		st.Ran = new(ranOf(r))
	}
	return st
}

// json is the report as a JSON document.
func (f *gemmRun) json() gemmJSON {
	doc := gemmJSON{Schema: "heddle.gemm/v1", Problem: problemOf(f.problem, f.seed), Steps: []stepJSON{}, Workgroups: f.chosen, Schedule: f.sim.schedule,
		Checks: f.sim.check, Passed: f.passed(), Addresses: f.addresses, Host: f.host, Counts: f.sim.inspect.counts()}
	if plan := f.gemm.Plan; plan != nil {
		c := plan.Config
		doc.Tiles = &tilesJSON{[3]int{c.BM, c.BN, c.BK}, [2]int{c.WavesM, c.WavesN}, c.Matrix, plan.Parts(f.problem), plan.Workspace, plan.Counters}
		for i := range plan.Steps {
			step := &plan.Steps[i]
			doc.Steps = append(doc.Steps, stepOf(f.gemm.Kernel(step), step.Grid, step.Block, f.ran(i)))
		}
	} else {
		doc.Object = f.object.file
		doc.Dispatches = dispatchesOf(f.result.Steps)
	}
	doc.foundJSON = foundOf(f.result.Findings, f.sanitizer != nil)
	if v := f.verdict; v != nil {
		c := &gemmComparedJSON{Elements: v.Elements, Of: f.problem.Batch * f.problem.M * f.problem.N, Bad: v.Bad, Unknown: v.Unknown,
			MaxError: launch.Float(v.MaxError), ErrorBound: launch.Float(v.MaxErrorBound), MaxRatio: launch.Float(v.MaxRatio), Stray: f.result.StrayCount, FirstStray: f.result.Strays,
			Products: f.sensitivity.Products, Shown: f.sensitivity.Shown, Alike: f.sensitivity.Alike}
		for _, m := range v.First {
			c.First = append(c.First, mismatchJSON{[3]int64{m.Batch, m.Row, m.Col}, launch.Float(m.Got), launch.Float(m.Want), launch.Float(m.Bound)})
		}
		doc.Compared = c
	}
	if f.failed != nil {
		doc.Error = errorOf(f.failed, f.sim.inspect.stateAt(f.failed))
	}
	return doc
}

// ran is the run report of a step, nil if it did not run.
func (f *gemmRun) ran(step int) *sim.Report {
	if step < len(f.result.Steps) {
		return f.result.Steps[step]
	}
	return nil
}

// reportTo returns the streams with standard output where the report goes.
func (f *gemmRun) reportTo(s *streams) *streams {
	out := *s
	if f.toStderr {
		out.out = s.err
	}
	return &out
}

// print reports the run on standard output, and times on standard error.
func (f *gemmRun) print(s *streams) error {
	doc := f.json()
	if f.sim.asJSON {
		return s.writeJSON(doc)
	}
	out := f.reportTo(s)
	err := out.write(func(w *bufio.Writer) error {
		if plan := f.gemm.Plan; plan != nil {
			fmt.Fprintln(w, problemText(f.problem, plan.Parts(f.problem)))
			fmt.Fprintf(w, "tiles: %s\n", plan.Config)
			fmt.Fprintf(w, "cache swizzle (%s): %s\n", f.problem.CacheSwizzle, swizzleText(f.problem))
		} else {
			fmt.Fprintf(w, "%s\nby %s\n", problemText(f.problem, 1), f.object.file)
			for _, r := range f.result.Steps {
				writeReport(w, r)
			}
		}
		for i := range doc.Steps {
			doc.Steps[i].write(w)
		}
		f.writeVerdict(w, &doc)
		return nil
	})
	if err == nil {
		err = out.writeCounts(doc.Counts)
	}
	fmt.Fprintf(s.err, "%.2f s: compiled in %.3f s, inputs %.3f s, simulated in %.3f s, compared in %.3f s\n",
		f.host.Compile+f.host.Inputs+f.host.Simulate+f.host.Compare, f.host.Compile, f.host.Inputs, f.host.Simulate, f.host.Compare)
	return err
}

// problemText describes the computation.
func problemText(p *gemm.Problem, parts int64) string {
	formula := "A*B"
	if p.Alpha != 1 {
		formula = fmt.Sprintf("%g*%s", p.Alpha, formula)
	}
	if p.Beta != 0 {
		formula += fmt.Sprintf(" + %g*C", p.Beta)
	}
	if p.Bias {
		formula += " + bias"
	}
	if p.Act != gemm.None {
		formula = fmt.Sprintf("%s(%s)", p.Act, formula)
	} else if p.Scale != 1 && formula != "A*B" {
		formula = "(" + formula + ")"
	}
	if p.Scale != 1 {
		formula += fmt.Sprintf("*%g", p.Scale)
	}
	types := p.A.Name
	if p.B != p.A {
		types += " x " + p.B.Name
	}
	text := fmt.Sprintf("D = %s on %s: %d x %d x %d", formula, p.Chip.Name, p.M, p.N, p.K)
	if p.Batch > 1 {
		text += fmt.Sprintf(", %d batches", p.Batch)
	}
	text += fmt.Sprintf(", %s -> %s, layout %s", types, p.Out.Name, p.Layout)
	if parts > 1 {
		text += fmt.Sprintf(", K in %d parts", parts)
	}
	return text + ", " + flopText(flop(p))
}

func flopText(n uint64) string {
	units := []string{"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"}
	v := float64(n)
	for v >= 1000 && len(units) > 1 {
		v, units = v/1000, units[1:]
	}
	return fmt.Sprintf("%.3g %s", v, units[0])
}

// write prints a kernel's resources and run report.
func (st *stepJSON) write(w *bufio.Writer) {
	fmt.Fprintf(w, "%s: grid %d,%d,%d of %d work-items\n", st.Name, st.Grid[0], st.Grid[1], st.Grid[2], st.Block[0]*st.Block[1]*st.Block[2])
	fmt.Fprintf(w, "  registers: %d VGPRs, %d AGPRs, %d SGPRs; spilled: %d VGPRs, %d SGPRs\n", st.VGPRs, st.AGPRs, st.SGPRs, st.SpilledVGPRs, st.SpilledSGPRs)
	fmt.Fprintf(w, "  LDS: %d bytes; occupancy: %d waves per SIMD; code: %d bytes\n", st.LDS, st.Waves, st.CodeBytes)
	for _, line := range st.loopLines() {
		fmt.Fprintf(w, "  %s\n", line)
	}
	r := st.Ran
	if r == nil {
		return
	}
	all := uint64(st.Grid[0]) * uint64(st.Grid[1]) * uint64(st.Grid[2])
	of := ""
	if uint64(r.Workgroups) != all {
		of = fmt.Sprintf(" of %d", all)
	}
	fmt.Fprintf(w, "  simulated: %s%s, %s, %s\n", diag.Count(r.Workgroups, "workgroup"), of, diag.Count(r.Waves, "wave"), diag.Count(r.Instructions, "wave instruction"))
	var parts []string
	for _, c := range sim.Classes() {
		if n := r.Classes[c]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", c, n))
		}
	}
	fmt.Fprintf(w, "  instructions: %s\n", strings.Join(parts, ", "))
	fmt.Fprintf(w, "  bytes read/written: global %d/%d, LDS %d/%d\n", r.Bytes.GlobalRead, r.Bytes.GlobalWritten, r.Bytes.LDSRead, r.Bytes.LDSWritten)
	for _, x := range r.Inexact {
		fmt.Fprintf(w, "  model: %s (%d executed): %s\n", x.Instruction, x.Count, x.Reason)
	}
}

// loopLines describe the instructions of the loops. Equal loops share a line: if rows
// are more than 4 GiB apart, each access has its own loop.
func (st *stepJSON) loopLines() []string {
	var lines []string
	times := map[string]int{}
	for _, l := range st.Loops {
		name := "loop"
		if n := l.Instructions[mach.ClassMatrix.String()]; n > 0 && n == st.MFMAPerLoop {
			name = fmt.Sprintf("main loop, %d MFMA per iteration", n)
		}
		line := name + ": " + strings.Replace(countsText(l.Instructions), ",", " instructions:", 1)
		if times[line]++; times[line] == 1 {
			lines = append(lines, line)
		}
	}
	for i, line := range lines {
		if n := times[line]; n > 1 {
			lines[i] = fmt.Sprintf("%d copies of %s", n, line)
		}
	}
	return lines
}

// writeVerdict prints the results of the comparison and of the checks.
func (f *gemmRun) writeVerdict(w *bufio.Writer, doc *gemmJSON) {
	if f.chosen == chosenSample {
		fmt.Fprintln(w, "a sample of workgroups: corners, edges, where A, B and D cross 2 and 4 GiB, and random ones; --workgroups all simulates all")
	}
	if f.sanitizer != nil {
		fmt.Fprintln(w, f.sim.foundText(doc.Findings))
	} else {
		fmt.Fprintln(w, "checks: none (--check all runs the sanitizers)")
	}
	c := doc.Compared
	if c == nil {
		return
	}
	fmt.Fprintf(w, "compared with float64: %s", diag.Count(c.Elements, "element"))
	if c.Elements != c.Of {
		fmt.Fprintf(w, " of %d", c.Of)
	}
	if c.MaxError == 0 && c.Bad == 0 && c.Unknown == 0 {
		fmt.Fprintln(w, ", all exact")
	} else {
		fmt.Fprintf(w, ", largest error %.3g (allowed: %.3g); no error above %.3g of its bound\n", float64(c.MaxError), float64(c.ErrorBound), float64(c.MaxRatio))
	}
	if c.Products > 0 {
		fmt.Fprintf(w, "  a single missing product would be noticed in %s of cases (sampled)\n", shareText(c.Shown, c.Products))
	}
	for _, act := range c.Alike {
		fmt.Fprintf(w, "  the bounds are too wide to tell %s from %s\n", f.problem.Act, act)
	}
	if c.Unknown > 0 {
		fmt.Fprintf(w, "  %s without a bound: an intermediate value may overflow\n", diag.Count(c.Unknown, "element"))
	}
	for _, m := range c.First {
		fmt.Fprintf(w, "  D%s is %v, want %v within %.3g\n", indexText(m.Index, f.problem.Batch > 1), float64(m.Got), float64(m.Want), float64(m.Bound))
	}
	if n := c.Bad - int64(len(c.First)); n > 0 {
		fmt.Fprintf(w, "  and %d more\n", n)
	}
	for _, x := range c.FirstStray {
		fmt.Fprintf(w, "  %s\n", x)
	}
	if doc.Passed {
		fmt.Fprintln(w, "ok")
	} else {
		fmt.Fprintln(w, "FAILED")
	}
}

// shareText is a percentage, "all" only if n == of.
func shareText(n, of int64) string {
	switch share := 100 * float64(n) / float64(of); {
	case n == of:
		return "all"
	case share > 99.9:
		return "over 99.9 %"
	default:
		return fmt.Sprintf("%.3g %%", share)
	}
}

func indexText(i [3]int64, batched bool) string {
	if batched {
		return fmt.Sprintf("[%d,%d,%d]", i[0], i[1], i[2])
	}
	return fmt.Sprintf("[%d,%d]", i[1], i[2])
}
