package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/kernels/attention"
	"heddle/sim"
	"heddle/timing"
	"heddle/timing/att"
	"heddle/timing/record"
	"heddle/timing/report"
)

// timer times dispatches and keeps what is said of them.
type timer struct {
	*timeFlags
	streams *streams
	which   string // of several runs it is, for the progress bar
	file    string // of the dispatch that is timed, "" if it was compiled in memory
	problem string
	flop    float64           // of all dispatches, 0 if that is not known
	sources map[string][]byte // texts that are known of file, by name
	uneven  bool              // the dispatch has workgroups with less work than others: some do not stand for all
	alike   int64             // workgroups, the first of the dispatch, that do have as much work (record.Options)
	timed   []timedDispatch
}

// timedDispatch is a dispatch that was timed.
type timedDispatch struct {
	report  *report.Report
	effects []record.Effect  // with --sensitivity
	noise   float64          // below which effects say nothing
	reads   []attention.Read // from LDS, if it is attention
}

// dispatch times one dispatch. Unless it is the last, all of its workgroups are executed: later
// dispatches may need their results.
func (t *timer) dispatch(device *sim.Device, object *hsaco.Object, l sim.Launch, last bool) error {
	product, err := t.productFor(device.Chip())
	if err != nil {
		return err
	}
	o := record.Options{Product: product, Everything: t.everything || !last, Keep: t.sensitivity, Alike: t.alike}
	if t.uneven {
		o.Instructions = math.MaxInt64
	}
	if o.Start, err = record.ParseStart(t.caches); err != nil {
		return err
	}
	if o.Chip, err = t.chip(product); err != nil {
		return err
	}
	bar := t.streams.progress("timing " + l.Kernel.Name() + t.which)
	defer bar.end()
	o.Progress = bar.update
	watch, err := t.watch(object, l.Kernel.Name(), &o)
	if err != nil {
		return err
	}
	m, err := record.Time(device, l, object, o)
	bar.end()
	if err := watch.close(err); err != nil {
		return err
	}
	r, err := m.Report(0)
	if err != nil {
		return err
	}
	r.File, r.Problem, r.Sources = t.file, t.problem, t.sources
	r.Issues, r.Dropped = watch.kept.Issues, watch.kept.Dropped
	done := timedDispatch{report: r}
	if t.sensitivity {
		bar := t.streams.progress("changing constants")
		bar.unit = "trials"
		done.effects, done.noise, err = m.Sensitivity(bar.update)
		bar.end()
		if err != nil {
			return err
		}
	}
	t.timed = append(t.timed, done)
	return t.files(r, len(t.timed))
}

// named is the name of the file for dispatch number n, from 1 on: page.html, then page.2.html and so on.
func named(file string, n int) string {
	if n == 1 {
		return file
	}
	kind := filepath.Ext(file)
	return fmt.Sprintf("%s.%d%s", strings.TrimSuffix(file, kind), n, kind)
}

// checkOutputs reports files that cannot be written, before there is any work, and refuses to overwrite
// inputs.
func (f *timeFlags) checkOutputs(inputs []string) error {
	seen := map[string]string{}
	for _, x := range []struct{ flag, name string }{{"issue", f.issue}, {"trace", f.trace}, {"pprof", f.pprof}, {"html", f.html}, {"svg", f.svg}, {"att", f.att}} {
		if x.name == "" {
			continue
		}
		name := filepath.Clean(x.name)
		if other := seen[name]; other != "" {
			return usagef("--%s and --%s both write %s", other, x.flag, x.name)
		}
		seen[name] = x.flag
		for _, input := range inputs {
			if overwrites(name, input) {
				return usagef("--%s would overwrite %s: give another file", x.flag, input)
			}
		}
		if err := writable(name, x.flag == "att"); err != nil {
			return fmt.Errorf("--%s %s: %w", x.flag, x.name, err)
		}
	}
	return nil
}

// writable reports why a file, or a directory, cannot be written, as far as that can be seen without trying.
func writable(name string, directory bool) error {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir() && !directory:
		return errors.New("is a directory")
	case err == nil && !info.IsDir() && directory:
		return errors.New("is not a directory")
	case err == nil || directory: // missing ones are made
		return nil
	}
	if info, err = os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no directory %s", filepath.Dir(name))
	}
	return nil
}

// watch is what looks at the issues of a dispatch.
type watch struct {
	settled *record.Settled
	kept    report.Recorder
	table   *report.IssueTable
	file    *os.File
}

// watch makes the options tell the issues to those who want them.
func (t *timer) watch(object *hsaco.Object, kernel string, o *record.Options) (*watch, error) {
	w := &watch{}
	keep := t.trace != "" || t.html != "" || t.svg != "" || t.att != ""
	if t.issue == "" && !keep {
		return w, nil
	}
	p, err := record.ProgramNamed(object, kernel)
	if err != nil {
		return nil, err
	}
	if t.issue != "" {
		if w.file, err = os.Create(named(t.issue, len(t.timed)+1)); err != nil {
			return nil, err
		}
		w.table = report.NewIssueTable(w.file, p)
	}
	w.settled = record.NewSettled(p, func(i *timing.Issue) {
		if w.table != nil {
			w.table.Issue(i)
		}
		if keep {
			w.kept.Issue(i)
		}
	})
	o.Observe, o.Served = w.settled.Observe, w.settled.Served
	return w, nil
}

// close ends the files, and returns err or else the first error in writing.
func (w *watch) close(err error) error {
	if w.settled != nil {
		w.settled.Flush()
	}
	if w.table != nil {
		if e := w.table.Close(); err == nil {
			err = e
		}
		if e := w.file.Close(); err == nil {
			err = e
		}
	}
	return err
}

// files writes the files about dispatch number n.
func (t *timer) files(r *report.Report, n int) error {
	for _, x := range []struct {
		name  string
		write func(io.Writer, *report.Report) error
	}{{t.trace, report.Perfetto}, {t.pprof, report.Pprof}, {t.html, report.HTML}, {t.svg, report.SVG}} {
		if x.name == "" {
			continue
		}
		if err := writeFile(named(x.name, n), func(w io.Writer) error { return x.write(w, r) }); err != nil {
			return err
		}
	}
	for _, name := range []string{t.trace, t.att} {
		if name != "" && r.Dropped > 0 {
			t.streams.diagnose(fmt.Sprintf("heddle: warning: %s has only the first %d issues of %d", named(name, n), len(r.Issues), int64(len(r.Issues))+r.Dropped))
		}
	}
	if t.att == "" {
		return nil
	}
	return att.Write(named(t.att, n), r.Result, r.Issues)
}

// writeFile writes a file.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// share divides the known operations of all dispatches among them, by those of their instructions.
func (t *timer) share() {
	sum := 0.0
	for _, d := range t.timed {
		sum += d.report.Roofline.FLOP
	}
	for _, d := range t.timed {
		switch r := &d.report.Roofline; {
		case t.flop == 0:
		case len(t.timed) == 1:
			r.FLOP = t.flop
		case sum > 0:
			r.FLOP *= t.flop / sum
		}
	}
}

// print prints the reports.
func (t *timer) print() error {
	t.share()
	if t.asJSON {
		return t.streams.writeJSON(t.document())
	}
	return t.streams.write(func(w *bufio.Writer) error {
		for i, d := range t.timed {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := report.Text(w, d.report, t.colour()); err != nil {
				return err
			}
			if t.annotate {
				fmt.Fprintln(w)
				if err := report.Annotate(w, d.report, t.colour()); err != nil {
					return err
				}
			}
			writeReads(w, d.reads)
			t.printEffects(w, &d)
		}
		if len(t.timed) > 1 {
			fmt.Fprintf(w, "\nall %s\n", t.total())
		}
		return nil
	})
}

// total says what the dispatches take together.
func (t *timer) total() string {
	sum := t.sum()
	dispatches := "1 dispatch"
	if n := len(t.timed); n != 1 {
		dispatches = fmt.Sprintf("%d dispatches", n)
	}
	return fmt.Sprintf("%s: %d cycles, %.4g us at the highest clock, %.4g us at the modelled clock",
		dispatches, sum.Cycles, sum.SecondsAtBoost*1e6, sum.Seconds*1e6)
}

// colour reports whether standard output shows colours.
func (t *timer) colour() bool { return isTerminal(t.streams.out) }

// shownEffects are at most printed; the others are in the JSON. leastEffect is the smallest change that
// is printed.
const (
	shownEffects = 20
	leastEffect  = 0.0005
)

// printEffects prints which constants change the cycles.
func (t *timer) printEffects(w io.Writer, d *timedDispatch) {
	effects := d.effects
	if effects == nil {
		return
	}
	fmt.Fprintf(w, "\nconstants that change the cycles, each tried about 20 %% lower and higher, with some of the workgroups:\n")
	fmt.Fprintf(w, "  %-28s %10s  %8s %8s  %-10s  %s\n", "constant", "value", "lower", "higher", "known as", "source")
	change := func(at float64) string {
		if at == 0 {
			return "-"
		}
		return fmt.Sprintf("%+.1f %%", 100*(at-1))
	}
	rest, noisy := 0, false
	for i := range effects {
		e := &effects[i]
		if i >= shownEffects || e.Largest() < leastEffect {
			rest++
			continue
		}
		mark := ""
		if e.Largest() <= d.noise {
			mark, noisy = "*", true
		}
		fmt.Fprintf(w, "  %-28s %10.5g  %8s %8s  %-10s  %s\n", e.Name+mark, e.Constant.Value, change(e.AtLow), change(e.AtHigh), e.Constant.Evidence, e.Constant.Source)
	}
	fmt.Fprintf(w, "  %s change less\n", diag.Count(rest, "other constant"))
	fmt.Fprintf(w, "  noise: a cycle more in one of the latencies changes the cycles by up to %.2g %%\n", 100*d.noise)
	if noisy {
		fmt.Fprintln(w, "  * not above the noise: it does not show that the constant matters, or which way")
	}
}

// compare prints two runs side by side, dispatch by dispatch, and what all dispatches take together:
// a run may have less work in the first of them because it has more of them.
func (t *timer) compare(other *timer) error {
	t.share()
	other.share()
	if t.asJSON {
		return t.streams.writeJSON(t.against(other))
	}
	several := len(t.timed) > 1 || len(other.timed) > 1
	return t.streams.write(func(w *bufio.Writer) error {
		for i := range min(len(t.timed), len(other.timed)) {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if several {
				fmt.Fprintf(w, "dispatch %d of each\n", i+1)
			}
			if err := report.Against(w, t.timed[i].report, other.timed[i].report, t.colour()); err != nil {
				return err
			}
		}
		if several {
			fmt.Fprintf(w, "\nA in %s\nB in %s\n", t.total(), other.total())
		}
		return nil
	})
}

// againstDocument is a heddle.time.against/v1 document: what was timed, what it was compared with, and where the
// difference is, dispatch by dispatch as far as both have them.
type againstDocument struct {
	Schema     string               `json:"schema"`
	A          any                  `json:"a"` // heddle.time/v1
	B          any                  `json:"b"`
	Dispatches []*report.Comparison `json:"dispatches"`
}

// against makes the document of two runs.
func (t *timer) against(other *timer) *againstDocument {
	doc := &againstDocument{Schema: report.AgainstSchema, A: t.document(), B: other.document(), Dispatches: []*report.Comparison{}}
	for i := range min(len(t.timed), len(other.timed)) {
		doc.Dispatches = append(doc.Dispatches, report.Compare(t.timed[i].report, other.timed[i].report))
	}
	return doc
}

// timeDocument is a heddle.time/v1 document of one dispatch.
type timeDocument struct {
	*report.Document
	Sensitivity []effectJSON `json:"sensitivity,omitempty"`
	// Noise is the share of the cycles up to which effects in Sensitivity say nothing.
	Noise *float64 `json:"sensitivityNoise,omitempty"`
	// LDSReads are those of K and V, of time attention.
	LDSReads []ldsReadJSON `json:"ldsReads,omitempty"`
}

// timeDocuments is one of several dispatches.
type timeDocuments struct {
	Schema         string         `json:"schema"`
	Cycles         timing.Cycle   `json:"cycles"` // the sum of those of the dispatches, like what follows
	Seconds        float64        `json:"seconds"`
	SecondsAtBoost float64        `json:"secondsAtBoost"`
	TFLOPS         float64        `json:"tflops"`
	Dispatches     []timeDocument `json:"dispatches"`
}

// effectJSON is the effect of a constant on the cycles.
type effectJSON struct {
	Constant string  `json:"constant"`
	Value    float64 `json:"value"`
	Unit     string  `json:"unit,omitempty"`
	Evidence string  `json:"evidence"`
	Source   string  `json:"source"`
	// Low and High are the values that were tried, CyclesAtLow and CyclesAtHigh the cycles with them as
	// a share of those with Value; 0 if the model does not take the value.
	Low          float64 `json:"low"`
	High         float64 `json:"high"`
	CyclesAtLow  float64 `json:"cyclesAtLow"`
	CyclesAtHigh float64 `json:"cyclesAtHigh"`
}

// document makes the document of one dispatch or of several.
func (t *timer) document() any {
	if len(t.timed) == 1 {
		return t.timed[0].document(t.timeFlags)
	}
	all := t.sum()
	for i := range t.timed {
		all.Dispatches = append(all.Dispatches, t.timed[i].document(t.timeFlags))
	}
	return all
}

// sum adds up the dispatches.
func (t *timer) sum() *timeDocuments {
	all := &timeDocuments{Schema: report.Schema}
	flop := 0.0
	for _, d := range t.timed {
		all.Cycles += d.report.Grid.Cycles
		all.Seconds += d.report.Seconds()
		all.SecondsAtBoost += d.report.SecondsAtBoost()
		flop += d.report.Roofline.FLOP
	}
	if all.Seconds > 0 {
		all.TFLOPS = flop / all.Seconds / 1e12
	}
	return all
}

// document makes the document of a dispatch.
func (d *timedDispatch) document(f *timeFlags) timeDocument {
	x := timeDocument{Document: report.JSON(d.report, report.Parts{Waves: f.waves, Instructions: true}), LDSReads: ldsReadsOf(d.reads)}
	if d.effects != nil {
		x.Noise = &d.noise
	}
	for i := range d.effects {
		e := &d.effects[i]
		x.Sensitivity = append(x.Sensitivity, effectJSON{e.Name, e.Constant.Value, e.Constant.Unit, e.Constant.Evidence.String(), e.Constant.Source,
			e.Low, e.High, e.AtLow, e.AtHigh})
	}
	return x
}
