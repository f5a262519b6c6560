package main

import (
	"bufio"
	"fmt"
	"strings"

	"heddle/diag"
	"heddle/kernels/attention"
	"heddle/launch"
	"heddle/sim/inspect"
	"heddle/verify"
)

// attentionJSON is the output of run attention --json.
type attentionJSON struct {
	Schema   string               `json:"schema"`
	Problem  attentionProblemJSON `json:"problem"`
	Variant  attention.Variant    `json:"variant"` // that was chosen
	Splits   int                  `json:"splits"`  // among how many workgroups each the keys of the last blocks of queries are divided
	Kernel   stepJSON             `json:"kernel"`
	LDSReads []ldsReadJSON        `json:"ldsReads"`
	// Workgroups is the value of --workgroups, or by default all or sample.
	Workgroups string                 `json:"workgroups"`
	Schedule   string                 `json:"schedule"`
	Compared   *attentionComparedJSON `json:"compared,omitempty"`
	Model      *attentionModelJSON    `json:"scalarModel,omitempty"`
	Checks     string                 `json:"checks"`
	foundJSON
	Counts []inspect.Kernel `json:"counts,omitempty"` // with --count
	Error  *runErrorJSON    `json:"error,omitempty"`
	Passed bool             `json:"passed"`
	Host   hostTimes        `json:"host"` // depends on this machine; nothing else does
}

// attentionProblemJSON is a problem with all defaults filled in. Strides are those from one sequence,
// head and position to the next, in elements.
type attentionProblemJSON struct {
	Target   string              `json:"target"`
	In       string              `json:"in"`
	Out      string              `json:"out"`
	Batch    int64               `json:"batch"`
	Heads    int64               `json:"heads"`
	KVHeads  int64               `json:"kvHeads"`
	SeqQ     int64               `json:"seqlenQ"`
	SeqK     int64               `json:"seqlenK"`
	HeadDim  int64               `json:"headDim"`
	HeadDimV int64               `json:"headDimV"`
	CuSeqQ   []int32             `json:"cuSeqlensQ,omitempty"`
	CuSeqK   []int32             `json:"cuSeqlensK,omitempty"`
	Strides  map[string][3]int64 `json:"strides"`
	Causal   bool                `json:"causal"`
	Window   *[2]int64           `json:"window,omitempty"`
	ALiBi    []float32           `json:"alibi,omitempty"`
	Scale    launch.Float        `json:"scale"`
	DescaleQ []float32           `json:"descaleQ,omitempty"`
	DescaleK []float32           `json:"descaleK,omitempty"`
	DescaleV []float32           `json:"descaleV,omitempty"`
	LSE      bool                `json:"lse"`
	Exp      string              `json:"exp"`
	PRound   string              `json:"pRound"`
	QK       string              `json:"qk,omitempty"` // the type of Q and K, if that is not in
	Inputs   string              `json:"inputs"`
	Seed     uint64              `json:"seed"`
	FLOP     launch.Float        `json:"flop"` // of the products, for scores that are not masked
}

// attentionComparedJSON is the comparison with float64 (attention.Report, attention.Limits).
type attentionComparedJSON struct {
	Rows       int64          `json:"rows"`
	Elements   int64          `json:"elements"`
	Bad        int64          `json:"bad"`
	BadLSE     int64          `json:"badLse"`
	MaxRatio   launch.Float   `json:"maxErrorOfBound"`
	RowError   launch.Float   `json:"maxErrorOfRow"`
	RowLimit   launch.Float   `json:"maxErrorOfRowLimit"` // 0 for none
	Unsure     int64          `json:"rowsUnsure"`
	Cosine     launch.Float   `json:"cosine"`
	CosLimit   launch.Float   `json:"cosineLimit"`
	LSEError   launch.Float   `json:"maxLseError"`
	LSELimit   launch.Float   `json:"maxLseErrorLimit"`
	First      []string       `json:"first,omitempty"`
	Stray      int64          `json:"strayBytes"` // bytes written outside the results
	FirstStray []verify.Stray `json:"firstStray,omitempty"`
}

// attentionModelJSON is the comparison with the scalar model (attention.Exactness).
type attentionModelJSON struct {
	Compared  bool     `json:"compared"`
	Reason    string   `json:"reason,omitempty"` // why not
	Elements  int64    `json:"elements"`
	Bytes     int64    `json:"bytes"`
	Different int64    `json:"different"`
	First     []string `json:"first,omitempty"`
}

func (f *attentionRun) modelJSON() *attentionModelJSON {
	if f.bits == nil {
		return &attentionModelJSON{Reason: f.unmodeled}
	}
	m := &attentionModelJSON{Compared: true, Elements: f.bits.Elements, Bytes: f.bits.Bytes, Different: f.bits.Different}
	for _, x := range f.bits.First {
		m.First = append(m.First, x.String())
	}
	return m
}

func attentionProblemOf(p *attention.Problem, kind attention.Kind, seed uint64) attentionProblemJSON {
	of := func(s attention.Strides) [3]int64 { return [3]int64{s.Batch, s.Head, s.Seq} }
	doc := attentionProblemJSON{
		Target: p.Chip.Name, In: string(p.In), Out: string(p.Out), Batch: p.Batch, Heads: p.Heads, KVHeads: p.KVHeads, SeqQ: p.SeqQ, SeqK: p.SeqK, HeadDim: p.HeadDim, HeadDimV: p.HeadDimV,
		CuSeqQ: p.CuSeqQ, CuSeqK: p.CuSeqK, Strides: map[string][3]int64{"q": of(p.Q), "k": of(p.K), "v": of(p.V), "o": of(p.O)},
		Causal: p.Causal, ALiBi: p.ALiBi, Scale: launch.Float(p.Scale), DescaleQ: p.DescaleQ, DescaleK: p.DescaleK, DescaleV: p.DescaleV,
		LSE: p.LSE, Exp: string(p.Exp), PRound: string(p.PRound), QK: string(p.QK), Inputs: string(kind), Seed: seed, FLOP: launch.Float(p.FLOP()),
	}
	if p.Window != nil {
		doc.Window = &[2]int64{p.Window.Left, p.Window.Right}
	}
	return doc
}

// json is the report as a JSON document.
func (f *attentionRun) json() attentionJSON {
	plan := f.compiled.Plan
	doc := attentionJSON{
		Schema: "heddle.attention/v1", Problem: attentionProblemOf(f.problem, f.inputs, f.seed), Variant: plan.Config.Variant, Splits: max(plan.Config.Parts, 1), LDSReads: ldsReadsOf(plan.Reads), Kernel: stepOf(f.compiled.Kernel(), plan.Grid, plan.Block, f.result.Report),
		Workgroups: f.chosen, Schedule: f.sim.schedule, Checks: f.sim.check, Passed: f.passed(), Host: f.host, Counts: f.sim.inspect.counts(),
	}
	doc.foundJSON = foundOf(f.result.Findings, f.sanitizer != nil)
	if f.failed != nil {
		doc.Error = errorOf(f.failed, f.sim.inspect.stateAt(f.failed))
	}
	if v := f.verdict; v != nil {
		c := &attentionComparedJSON{
			Elements: v.Elements, Bad: v.Bad, BadLSE: v.BadLSE, MaxRatio: launch.Float(v.MaxRatio), RowError: launch.Float(v.RowError), RowLimit: launch.Float(f.limits.RowError), Unsure: v.Unsure,
			Cosine: launch.Float(v.Cosine()), CosLimit: launch.Float(f.limits.Cosine), LSEError: launch.Float(v.LSEError), LSELimit: launch.Float(f.limits.LSE),
			Stray: f.result.StrayCount, FirstStray: f.result.Strays,
		}
		c.Rows = c.Elements / f.problem.HeadDimV
		for _, m := range v.First {
			c.First = append(c.First, m.String())
		}
		doc.Compared, doc.Model = c, f.modelJSON()
	}
	return doc
}

// print reports the run on standard output, and times on standard error.
func (f *attentionRun) print(s *streams) error {
	doc := f.json()
	if f.sim.asJSON {
		return s.writeJSON(doc)
	}
	if f.sim.files.toStdout() {
		to := *s
		to.out = s.err
		s = &to
	}
	err := s.write(func(w *bufio.Writer) error {
		fmt.Fprintln(w, attentionText(f.problem))
		fmt.Fprintf(w, "tiles: %s\n", f.compiled.Plan.Config)
		writeReads(w, f.compiled.Plan.Reads)
		doc.Kernel.write(w)
		f.writeVerdict(w, &doc)
		return nil
	})
	if err == nil {
		err = s.writeCounts(doc.Counts)
	}
	fmt.Fprintf(s.err, "%.2f s: compiled in %.3f s, simulated in %.3f s, compared in %.3f s\n",
		f.host.Compile+f.host.Simulate+f.host.Compare, f.host.Compile, f.host.Simulate, f.host.Compare)
	return err
}

// attentionText describes the computation.
func attentionText(p *attention.Problem) string {
	heads := diag.Count(p.Heads, "head")
	if p.KVHeads != p.Heads {
		heads += fmt.Sprintf(" (%d of K and V)", p.KVHeads)
	}
	size := fmt.Sprintf("%d", p.HeadDim)
	if p.HeadDimV != p.HeadDim {
		size += fmt.Sprintf("/%d", p.HeadDimV)
	}
	sequences := diag.Count(p.Batch, "sequence")
	most := ""
	if p.Packed() {
		sequences, most = "packed "+sequences, "up to "
	}
	list := []string{sequences, heads, fmt.Sprintf("%s%d queries, %d keys of %s", most, p.SeqQ, p.SeqK, size), fmt.Sprintf("%s -> %s", p.In, p.Out), string(p.Layout)}
	if p.Causal {
		list = append(list, "causal")
	}
	if p.Window != nil {
		list = append(list, fmt.Sprintf("window %d,%d", p.Window.Left, p.Window.Right))
	}
	if p.ALiBi != nil {
		list = append(list, "ALiBi")
	}
	if p.QK.MX() {
		list = append(list, fmt.Sprintf("Q and K in %s", p.QK))
	}
	if p.Exp == attention.ExpBits {
		list = append(list, "exponentials by bits")
	}
	if p.PRound != p.Roundings()[0] {
		list = append(list, fmt.Sprintf("P rounded by %s", p.PRound))
	}
	return fmt.Sprintf("attention on %s: %s, %s", p.Chip.Name, strings.Join(list, ", "), flopText(uint64(min(p.FLOP(), 1e19))))
}

// writeVerdict prints the results of the comparison and of the checks.
func (f *attentionRun) writeVerdict(w *bufio.Writer, doc *attentionJSON) {
	if f.chosen == chosenSample {
		fmt.Fprintln(w, "a sample of workgroups: the first and last rows of the first and last heads, and random ones; --workgroups all simulates all")
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
	limit := "no limit"
	if c.CosLimit > 0 {
		limit = fmt.Sprintf("at least %g", float64(c.CosLimit))
	}
	fmt.Fprintf(w, "compared with float64: %s, no error above %.3g of its bound; cosine %.7f (%s)\n", diag.Count(c.Rows, "row"), float64(c.MaxRatio), float64(c.Cosine), limit)
	limit = ""
	if c.RowLimit > 0 {
		limit = fmt.Sprintf(" (at most %.3g)", float64(c.RowLimit))
	}
	fmt.Fprintf(w, "  largest error of a row relative to its largest element: %.3g%s\n", float64(c.RowError), limit)
	if c.Unsure > 0 {
		fmt.Fprintf(w, "  without %s whose scores f32 cannot tell apart so well\n", diag.Count(c.Unsure, "row"))
	}
	if f.problem.LSE {
		limit := "each within its bound"
		if c.LSELimit > 0 {
			limit = fmt.Sprintf("at most %.3g", float64(c.LSELimit))
		}
		fmt.Fprintf(w, "  largest error of LSE: %.3g (%s)\n", float64(c.LSEError), limit)
	}
	for _, m := range c.First {
		fmt.Fprintf(w, "  %s\n", m)
	}
	writeModel(w, doc.Model)
	for _, x := range c.FirstStray {
		fmt.Fprintf(w, "  %s\n", x)
	}
	if doc.Passed {
		fmt.Fprintln(w, "ok")
	} else {
		fmt.Fprintln(w, "FAILED")
	}
}

// writeModel prints the comparison with the scalar model.
func writeModel(w *bufio.Writer, m *attentionModelJSON) {
	switch {
	case !m.Compared:
		fmt.Fprintf(w, "not compared with the scalar model: %s\n", m.Reason)
	case m.Different == 0:
		fmt.Fprintf(w, "bit for bit what the scalar model gives: %s of O and LSE\n", diag.Count(m.Bytes, "byte"))
	default:
		fmt.Fprintf(w, "compared with the scalar model: %d of %d elements have other bits\n", m.Different, m.Elements)
		for _, x := range m.First {
			fmt.Fprintf(w, "  %s\n", x)
		}
	}
}
