package main

import (
	"bufio"
	"cmp"
	"debug/elf"
	"fmt"
	"io"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/launch"
	"heddle/layout"
	"heddle/sim"
	"heddle/sim/inspect"
	"heddle/timing/record"
	"heddle/timing/report"
)

const diffSchema = "heddle.diff/v1"

// diffDocument is the output of heddle diff.
type diffDocument struct {
	Schema string `json:"schema"`
	Old    string `json:"old"`
	New    string `json:"new"`
	Target string `json:"target"`
	// OldTarget is that of OLD, if it is another one.
	OldTarget string   `json:"oldTarget,omitempty"`
	Names     []string `json:"names"`  // of what is swept
	Inputs    int      `json:"inputs"` // sets of inputs for each size
	// Runs are those of each side; Differ of them differ, Failed end with an error in both.
	Runs       int    `json:"runs"`
	Differ     int    `json:"differ"`
	Failed     int    `json:"failed"`
	FailedText string `json:"error,omitempty"` // of the last of Failed
	Elements   int    `json:"elements"`        // compared
	// First is the first difference.
	First *difference `json:"first,omitempty"`
	// Differences are sizes that differ in the same memory and follow each other.
	Differences []sweepFailure `json:"differences"`
	// Dispatches say what changed, for the first size.
	Dispatches []dispatchChanges `json:"dispatches"`
	// NoCycles says why there are none.
	NoCycles string `json:"noCycles,omitempty"`

	sweep launch.Sweep
}

// difference is a run in which the two sides differ.
type difference struct {
	Values launch.Point `json:"values"` // of the names that are swept
	Inputs string       `json:"inputs"`
	// Memory is an argument or a buffer, of which Index is the first element that differs, Wrong of Of do;
	// empty if one of the runs ended with an error.
	Memory  string       `json:"memory,omitempty"`
	Index   []int        `json:"index,omitempty"`
	Wrong   int          `json:"wrong,omitempty"`
	Of      int          `json:"of,omitempty"`
	Largest launch.Float `json:"largest,omitempty"` // difference
	Old     *diffSide    `json:"oldSide"`
	New     *diffSide    `json:"newSide"`
}

// diffSide is what one side has there.
type diffSide struct {
	Value *launch.Float  `json:"value,omitempty"`
	Bits  string         `json:"bits,omitempty"`
	Write *inspect.Write `json:"write,omitempty"` // the last that wrote the element
	Error string         `json:"error,omitempty"` // with which the run ended
}

func (x *diffSide) fail(e *sim.RunError) {
	if e != nil {
		x.Error = e.Error()
	}
}

// newDifference describes memory that differs.
func newDifference(t trial, m *launch.Differing) *difference {
	first := &m.First[0]
	return &difference{Values: t.point, Inputs: t.inputs.String(), Memory: m.Name, Index: first.Index, Wrong: m.Wrong, Of: m.Elements, Largest: m.MaxAbs,
		Old: &diffSide{Value: &first.Want, Bits: first.Bits[1]}, New: &diffSide{Value: &first.Got, Bits: first.Bits[0]}}
}

// first notes a difference if it is the first.
func (doc *diffDocument) first(x *difference) {
	if doc.First == nil {
		doc.First = x
	}
}

// text is the difference in a line.
func (x *difference) text() string {
	switch {
	case x.Old.Error != "":
		return "only OLD ends with an error: " + x.Old.Error
	case x.New.Error != "":
		return "only NEW ends with an error: " + x.New.Error
	}
	return fmt.Sprintf("%s, element %v: %s in OLD, %s in NEW; %d of %d elements differ, by up to %.3g", x.Memory, x.Index, x.Old.text(), x.New.text(), x.Wrong, x.Of, float64(x.Largest))
}

func (x *diffSide) text() string { return fmt.Sprintf("%v (%s)", float64(*x.Value), x.Bits) }

// writeText says what wrote the element.
func (x *diffSide) writeText() string {
	w := x.Write
	if w == nil {
		return "nothing wrote it"
	}
	place := w.Source.String()
	if place == "" {
		place = fmt.Sprintf("%#x", w.Addr)
	} else {
		place = fmt.Sprintf("%s (%#x)", place, w.Addr)
	}
	lane := ""
	if w.Lane >= 0 {
		lane = fmt.Sprintf(", lane %d", w.Lane)
	}
	return fmt.Sprintf("%s: %s, kernel %s, workgroup %d,%d,%d, wave %d%s", place, w.Instruction, w.Kernel, w.Group[0], w.Group[1], w.Group[2], w.Wave, lane)
}

// dispatchChanges say what is different about a dispatch.
type dispatchChanges struct {
	Old     string         `json:"oldKernel"`
	New     string         `json:"newKernel"`
	Figures []changeFigure `json:"figures"`
	// Instructions are those that are executed more or less often, by mnemonic, the largest change first.
	Instructions []changeFigure `json:"instructions"`
	// Cycles are modelled; Timing says where the difference is.
	Timing *report.Comparison `json:"timing,omitempty"`
}

// changeFigure is a figure of both sides.
type changeFigure struct {
	Name string `json:"name"`
	Old  uint64 `json:"old"`
	New  uint64 `json:"new"`
}

// changes compares the kernels of the first size.
func (d *differ) changes(doc *diffDocument) error {
	doc.sweep = d.sweep
	doc.Dispatches = []dispatchChanges{}
	p := d.sweep.First()
	var both [2]*ran
	var counters [2][]*inspect.Counter // one for each dispatch
	for i := range d.sides {
		var err error
		both[i], err = d.execute(&d.sides[i], trial{point: p}, func(object *hsaco.Object, l *sim.Launch) {
			c := &inspect.Counter{}
			c.Observe(object, l)
			counters[i] = append(counters[i], c)
		})
		if err != nil {
			return err
		}
	}
	whole := both[0].failed == nil && both[1].failed == nil
	for i := range min(len(both[0].result.Reports), len(both[1].result.Reports)) {
		a, b := both[0].figures(i, whole), both[1].figures(i, whole)
		c := dispatchChanges{Old: both[0].result.Reports[i].Kernel, New: both[1].result.Reports[i].Kernel, Instructions: []changeFigure{}}
		for k := range a {
			c.Figures = append(c.Figures, changeFigure{a[k].Name, a[k].Old, b[k].Old})
		}
		if whole {
			c.Instructions = mnemonicChanges(&counters[0][i].Kernels()[0], &counters[1][i].Kernels()[0])
		}
		doc.Dispatches = append(doc.Dispatches, c)
	}
	switch {
	case d.noCycles:
	case !whole:
		doc.NoCycles = "the first run ends with an error"
	default:
		d.cycles(doc, p)
	}
	return nil
}

// figures are those of a dispatch of one side, in Old; with those of its execution if it came to its end.
func (r *ran) figures(i int, executed bool) []changeFigure {
	rep := r.result.Reports[i]
	var list []changeFigure
	add := func(name string, n uint64) { list = append(list, changeFigure{Name: name, Old: n}) }
	object, k := r.kernel(rep.Kernel)
	chip := object.Chip
	vgprs, agprs := vectorRegisters(object, k)
	if m := k.Metadata; m != nil && m.AGPRCount == 0 && m.VGPRCount == vgprs {
		agprs = 0 // what the descriptor has behind the VGPRs is what it rounds up by
	}
	add("VGPRs", uint64(vgprs))
	add("AGPRs", uint64(agprs))
	add("SGPRs", uint64(k.Descriptor.SGPRs(chip)))
	add("LDS bytes", uint64(k.Descriptor.GroupSegmentFixedSize))
	add("scratch bytes of a lane", uint64(k.Descriptor.PrivateSegmentFixedSize))
	waves := 0
	if o, err := record.OccupancyOf(chip, &k.Descriptor, chip.WaveSize*rep.Waves/max(rep.Workgroups, 1), 0); err == nil {
		waves = o.WavesPerSIMD
	}
	add("waves a SIMD", uint64(waves))
	code := codeOf(object, k)
	add("code bytes", code.bytes)
	add("instructions in the code", code.instructions)
	add("s_waitcnt in the code", code.waits)
	add("s_barrier in the code", code.barriers)
	if !executed {
		return list
	}
	add("executed", rep.Executed)
	for _, class := range sim.Classes() {
		n := uint64(0)
		for _, c := range rep.Classes {
			if c.Class == class {
				n = c.Count
			}
		}
		add("  "+class, n)
	}
	b := &rep.Bytes
	add("global bytes read", b.GlobalRead)
	add("global bytes written", b.GlobalWritten)
	add("LDS bytes read", b.LDSRead)
	add("LDS bytes written", b.LDSWritten)
	add("scratch bytes", b.ScratchRead+b.ScratchWritten)
	return list
}

// kernel finds a kernel of the run.
func (r *ran) kernel(name string) (*hsaco.Object, *hsaco.Kernel) {
	for _, p := range r.job.Programs {
		for _, k := range p.Object.Kernels {
			if k.Name == name {
				return p.Object, k
			}
		}
	}
	panic("BUG: kernel " + name + " ran, and is in no object")
}

// codeCount counts what is in the code of a kernel.
type codeCount struct{ bytes, instructions, waits, barriers uint64 }

// codeOf counts a kernel's code, without what firmware skips that preloads arguments, and the object's functions if the kernel calls any: which, is not known.
func codeOf(o *hsaco.Object, k *hsaco.Kernel) (c codeCount) {
	if !c.add(isa.For(o.Chip), k.Code[min(k.Descriptor.Prologue(), len(k.Code)):]) {
		return c
	}
	entries := map[uint64]bool{}
	for _, kernel := range o.Kernels {
		entries[kernel.Addr] = true
	}
	for _, f := range o.Symbols {
		if f.Type != elf.STT_FUNC || f.Section == nil || entries[o.Address(f)] {
			continue
		}
		data, at := o.SectionOf(f).Data, f.Value
		if at <= uint64(len(data)) && f.Size <= uint64(len(data))-at {
			c.add(isa.For(o.Chip), data[at:at+f.Size])
		}
	}
	return c
}

// add counts code, and reports whether it calls functions.
func (c *codeCount) add(target *isa.Target, code []byte) (calls bool) {
	c.bytes += uint64(len(code))
	var inst isa.Inst
	for len(code) >= 4 {
		size := 4
		if target.DecodeInto(&inst, code) == nil {
			size = inst.Size()
			c.instructions++
			switch inst.Row.Op {
			case isa.S_WAITCNT:
				c.waits++
			case isa.S_BARRIER:
				c.barriers++
			case isa.S_SWAPPC_B64:
				calls = true
			}
		}
		code = code[min(size, len(code)):]
	}
	return calls
}

// mnemonicChanges compares how often instructions were executed.
func mnemonicChanges(a, b *inspect.Kernel) []changeFigure {
	list := []changeFigure{}
	count := func(k *inspect.Kernel, to func(*changeFigure) *uint64) {
		for i := range k.Instructions {
			name, _, _ := strings.Cut(k.Instructions[i].Text, " ")
			at := slices.IndexFunc(list, func(c changeFigure) bool { return c.Name == name })
			if at < 0 {
				at, list = len(list), append(list, changeFigure{Name: name})
			}
			*to(&list[at]) += k.Instructions[i].Executed
		}
	}
	count(a, func(c *changeFigure) *uint64 { return &c.Old })
	count(b, func(c *changeFigure) *uint64 { return &c.New })
	list = slices.DeleteFunc(list, func(c changeFigure) bool { return c.Old == c.New })
	slices.SortFunc(list, func(x, y changeFigure) int {
		return cmp.Or(cmp.Compare(y.change(), x.change()), cmp.Compare(x.Name, y.Name))
	})
	return list
}

// change is how far the two are apart.
func (c *changeFigure) change() uint64 { return max(c.Old, c.New) - min(c.Old, c.New) }

// cycles models the time of both sides.
func (d *differ) cycles(doc *diffDocument, p launch.Point) {
	var timers [2]*timer
	for i := range d.sides {
		f := timeFile{timeFlags: timeFlags{product: d.product, caches: record.Warm.String()}, run: d.run}
		t := &timer{timeFlags: &f.timeFlags, streams: d.streams, which: " of " + d.sides[i].name}
		err := f.run.expand(d.sweep.At(p))
		if err == nil {
			err = f.loadCode(t, d.cmd, d.sides[i].code)
		}
		if err != nil {
			doc.NoCycles = strings.SplitN(inFlags(err).Error(), "\n", 2)[0]
			return
		}
		timers[i] = t
	}
	for i := range min(len(timers[0].timed), len(timers[1].timed), len(doc.Dispatches)) {
		a, b := timers[0].timed[i].report, timers[1].timed[i].report
		x := &doc.Dispatches[i]
		x.Timing = report.Compare(a, b)
		x.Figures = append(x.Figures, changeFigure{"cycles (modelled)", uint64(a.Grid.Cycles), uint64(b.Grid.Cycles)})
	}
}

// print prints the document on standard output.
func (doc *diffDocument) print(s *streams) error {
	return s.write(func(w *bufio.Writer) error {
		doc.write(w)
		return nil
	})
}

// shownInstructions are at most printed; the others are in the JSON.
const shownInstructions = 12

// write prints the document.
func (doc *diffDocument) write(w io.Writer) {
	fmt.Fprintf(w, "OLD %s\nNEW %s\n", doc.Old, doc.New)
	each := "on " + doc.Target
	if doc.OldTarget != "" {
		each = fmt.Sprintf("OLD on %s, NEW on %s", doc.OldTarget, doc.Target)
	}
	if doc.Inputs > 1 {
		each += fmt.Sprintf(", %d sets of inputs for each size", doc.Inputs)
	}
	verdict := fmt.Sprintf("the same: %s, %s", diag.Count(doc.Runs, "run"), diag.Count(doc.Elements, "element"))
	if doc.Differ > 0 {
		verdict = fmt.Sprintf("%d of %s differ", doc.Differ, diag.Count(doc.Runs, "run"))
	}
	fmt.Fprintf(w, "%s (%s)\n", verdict, each)
	if doc.Failed > 0 {
		fmt.Fprintf(w, "%s with an error in both, the last: %s\n", ends(doc.Failed), doc.FailedText)
	}
	if x := doc.First; x != nil {
		with := x.Inputs
		if len(x.Values) > 0 {
			with = pointText(doc.sweep, x.Values) + ", " + with
		}
		fmt.Fprintf(w, "first, with %s:\n  %s\n", with, x.text())
		if x.Memory != "" {
			fmt.Fprintf(w, "  OLD: %s\n  NEW: %s\n", x.Old.writeText(), x.New.writeText())
		}
	}
	if len(doc.Names) > 0 && len(doc.Differences) > 0 {
		fmt.Fprintf(w, "sizes that differ:\n")
		writeFailures(w, doc.sweep, doc.Differences)
	}
	for i := range doc.Dispatches {
		doc.Dispatches[i].write(w)
	}
	if doc.NoCycles != "" {
		fmt.Fprintf(w, "no cycles: %s\n", doc.NoCycles)
	}
}

func ends(n int) string {
	if n == 1 {
		return "1 run ends"
	}
	return fmt.Sprintf("%d runs end", n)
}

// write prints what is different.
func (c *dispatchChanges) write(w io.Writer) {
	name := c.Old
	if c.New != c.Old {
		name += " and " + c.New
	}
	rows := [][]string{{name, "OLD", "NEW", "change"}}
	for i := range c.Figures {
		f := &c.Figures[i]
		if f.Old == 0 && f.New == 0 {
			continue
		}
		rows = append(rows, f.row())
	}
	fmt.Fprintf(w, "\n%s", layout.Table(rows))
	if len(c.Instructions) > 0 {
		rows = [][]string{{"executed", "OLD", "NEW", "change"}}
		for i := range c.Instructions[:min(shownInstructions, len(c.Instructions))] {
			rows = append(rows, c.Instructions[i].row())
		}
		if n := len(c.Instructions) - shownInstructions; n > 0 {
			rows = append(rows, []string{fmt.Sprintf("and %d more", n), "", "", ""})
		}
		fmt.Fprintf(w, "\n%s", layout.Table(rows))
	}
	if c.Timing != nil {
		fmt.Fprintf(w, "\nAll cycles are modelled; A is OLD, B is NEW. %s\n", strings.Join(c.Timing.Difference, " "))
	}
}

// row is a figure in a table.
func (c *changeFigure) row() []string {
	change := ""
	switch {
	case c.Old == c.New:
	case c.Old == 0 || c.New == 0:
		change = fmt.Sprintf("%+d", int64(c.New)-int64(c.Old))
	default:
		change = fmt.Sprintf("%+d (%+.1f %%)", int64(c.New)-int64(c.Old), 100*(float64(c.New)/float64(c.Old)-1))
	}
	return []string{c.Name, fmt.Sprint(c.Old), fmt.Sprint(c.New), change}
}
