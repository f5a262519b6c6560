package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"heddle/ir"
	"heddle/ir/interp"
)

// simulatorFlags are the flags of run that mean nothing without a simulator.
var simulatorFlags = []string{"scratch", "schedule", "check", "suppress", "engine", "soffset-check", "barriers", "workers", "explain"}

// interpJob is what run --interp does.
type interpJob struct {
	flags   *runFlags
	streams *streams
	module  *ir.Module
	buffers map[string]*runArg
	shared  []*runArg // all memory, in the order in which it was made
	last    []*runArg // arguments of the last dispatch
	steps   uint64    // limit of operations, 0 for the interpreter's own
	doc     interpJSON
}

// interpJSON is what run --interp --json prints.
type interpJSON struct {
	Schema     string               `json:"schema"`
	Target     string               `json:"target"`
	Dispatches []interpDispatchJSON `json:"dispatches"`
	Unwritten  []unwrittenJSON      `json:"unwritten,omitempty"`
	Expect     []comparison         `json:"expect,omitempty"`
	Error      *interpErrorJSON     `json:"error,omitempty"`
}

type interpDispatchJSON struct {
	Kernel     string    `json:"kernel"`
	Grid       [3]uint32 `json:"grid"`
	Block      [3]uint32 `json:"block"`
	Workgroups int       `json:"workgroups"`
	Operations uint64    `json:"operations"` // of all lanes
}

// interpErrorJSON is what ended a run; lane and workgroup are there if it was an
// operation of a lane.
type interpErrorJSON struct {
	diagnosticJSON
	Lane      *int `json:"lane,omitempty"`
	Workgroup *int `json:"workgroup,omitempty"`
}

// interpret executes run --interp.
func (f *runFlags) interpret(s *streams, cmd *cobra.Command, file string) error {
	for _, name := range simulatorFlags {
		if cmd.Flags().Changed(name) {
			return usagef("--%s is for code objects: the interpreter has no machine to simulate", name)
		}
	}
	if err := f.target.must(cmd, " --interp"); err != nil {
		return err
	}
	plan, err := f.plan(cmd)
	if err != nil {
		return err
	}
	j := &interpJob{flags: f, streams: s}
	if cmd.Flags().Changed("max-instructions") {
		j.steps = f.budget
	}
	j.doc = interpJSON{Schema: "heddle.interp/v1", Target: f.target.chip.Name, Dispatches: []interpDispatchJSON{}}
	if j.module, err = s.readKernels(file, f.target.chip); err != nil {
		return j.failed(err)
	}
	if err := plan.interpretable("--interp"); err != nil {
		return err
	}
	if err := plan.complete(j.module, f.target.chip); err != nil {
		return err
	}
	if err := j.makeBuffers(plan); err != nil {
		return err
	}
	if err := j.checkExpectations(plan); err != nil {
		return err
	}
	for _, d := range plan.Dispatches {
		if err := j.dispatch(plan, d); err != nil {
			return j.failed(err)
		}
	}
	return j.finish(plan)
}

// maxInterpBuffer bounds the memory of an argument: it is memory of this process,
// though only what a kernel touches is really taken.
const maxInterpBuffer = maxArray

// hostBuffer makes the argument's memory in this process.
func (a *runArg) hostBuffer() error {
	if a.value != nil {
		return nil
	}
	size := a.tensor.bytes()
	if a.input != nil {
		size = uint64(len(a.input))
	}
	if size > maxInterpBuffer {
		return fmt.Errorf("argument %q: %d bytes are more than the %d that --interp takes", a.text, size, uint64(maxInterpBuffer))
	}
	a.host = &interp.Buffer{Name: a.text, Data: make([]byte, size), Undefined: a.undefined, Fill: a.fill}
	copy(a.host.Data, a.input)
	return nil
}

func (j *interpJob) makeBuffers(plan *launchFile) (err error) {
	j.buffers, j.shared, err = plan.makeBuffers(func(a *runArg, name string) error {
		if err := a.hostBuffer(); err != nil {
			return err
		}
		a.host.Name = name
		return nil
	}, func(*runArg, uint64) (uint64, error) {
		return 0, fmt.Errorf("memory of the interpreter has no addresses: only a compiled kernel can be given a buffer with those of others")
	}, func(a *runArg, b []byte, at int) error {
		copy(a.host.Contents()[at:], b)
		return nil
	})
	return err
}

// interpretable finds what only compiled kernels can be given.
func (l *launchFile) interpretable(flag string) error {
	for _, d := range l.Dispatches {
		switch {
		case d.Object != "":
			return l.in(d.key()+".object", fmt.Errorf("%s is for one file of MLIR", flag))
		case d.Kernarg != "":
			return l.in(d.key()+".kernarg", fmt.Errorf("%s: the interpreter has arguments, and no segment that they lie in", flag))
		}
	}
	return nil
}

// dispatch runs one kernel.
func (j *interpJob) dispatch(plan *launchFile, d *dispatch) error {
	l := interp.Launch{Kernel: d.Kernel, Chip: j.flags.target.chip, LDS: int64(d.LDS)}
	l.Limits.Steps = j.steps
	kernel, err := interp.FindKernel(j.module, d.Kernel)
	if err != nil {
		return err
	}
	if l.Block, err = threeSizes(d.Block); err != nil {
		return err
	}
	if l.Block == [3]uint32{} {
		l.Block = kernel.Block
	}
	if l.Grid, err = interpGrid(d, l.Block); err != nil {
		return err
	}
	j.last = nil
	for i := range d.Args {
		if err := j.addArg(plan, &l, d, i); err != nil {
			return err
		}
	}
	if l.Args, err = plan.inOrder(d, kernel, l.Args); err != nil {
		return err
	}
	if l.Workgroups, err = plan.chooseWorkgroups(d, j.flags.workgroups, l.Grid, j.flags.seed); err != nil {
		return err
	}
	bar := j.streams.progress(kernel.Name)
	l.Progress = bar.update
	report, err := interp.Run(j.module, l)
	bar.end()
	if report != nil {
		j.doc.Dispatches = append(j.doc.Dispatches, interpDispatchJSON{Kernel: report.Kernel, Grid: report.Grid, Block: report.Block,
			Workgroups: report.Workgroups, Operations: report.Steps})
	}
	return err
}

// interpGrid is the number of workgroups of a dispatch.
func interpGrid(d *dispatch, block [3]uint32) ([3]uint32, error) {
	if len(d.Global) == 0 {
		return threeSizes(d.Grid)
	}
	global, err := threeSizes(d.Global)
	if err != nil {
		return global, err
	}
	for i, n := range global {
		if block[i] == 0 || n%block[i] != 0 {
			return global, fmt.Errorf("--global %d is no multiple of the block's %d: partial workgroups are not interpreted", n, block[i])
		}
		global[i] = n / block[i]
	}
	return global, nil
}

// addArg makes an argument and gives it to the launch.
func (j *interpJob) addArg(plan *launchFile, l *interp.Launch, d *dispatch, i int) error {
	la := &d.Args[i]
	if la.isRef() {
		a, offset, err := bufferRef(la.Arg, j.buffers)
		if err != nil {
			return plan.in(d.argKey(i), err)
		}
		j.last = append(j.last, a)
		l.Args = append(l.Args, interp.Arg{Buffer: a.host, Offset: int64(offset)})
		return nil
	}
	a, err := la.parse()
	if err != nil {
		return plan.unread(d, i, err)
	}
	if err := a.hostBuffer(); err != nil {
		return plan.in(d.argKey(i), err)
	}
	j.last = append(j.last, a)
	if a.value != nil {
		l.Args = append(l.Args, interp.Bytes(a.value))
		return nil
	}
	a.host.Name = fmt.Sprintf("argument %d (%s)", len(l.Args), la.Arg)
	j.shared = append(j.shared, a)
	l.Args = append(l.Args, interp.Pointer(a.host))
	return nil
}

// inOrder sorts arguments whose place is given: the interpreter takes them in
// their order.
func (l *launchFile) inOrder(d *dispatch, k *interp.Kernel, args []interp.Arg) ([]interp.Arg, error) {
	list, err := k.Params()
	if err != nil {
		return nil, err
	}
	params := interpreted(list)
	found := d.assign(params)
	if partsOf(params) != len(args) {
		return args, nil // Run says what is wrong
	}
	sorted := make([]interp.Arg, len(args))
	by := make([]int, len(args))
	for i, n := range found {
		switch {
		case n < 0 && d.Args[i].At != nil:
			return nil, l.in(d.argKey(i), fmt.Errorf("argument %q: \"at\" is %d, but kernel %s has no argument there", d.Args[i].Arg, *d.Args[i].At, k.Name))
		case n < 0:
			return nil, l.in(d.argKey(i), fmt.Errorf("kernel %s takes %d arguments, and this is one more", k.Name, len(sorted)))
		case by[n] != 0:
			return nil, l.in(d.argKey(i), fmt.Errorf("argument %q is where argument %d is already", d.Args[i].Arg, by[n]-1))
		}
		sorted[n], by[n] = args[i], i+1
	}
	return sorted, nil
}

// argument finds what an expectation is about.
func (j *interpJob) argument(e *expectation, n int) (position int, err error) {
	i, err := strconv.Atoi(e.Arg)
	if err != nil {
		return 0, usagef("--expect %s: arguments of MLIR have no names; give the position, the first is 0", e.Arg)
	}
	if i < 0 || i >= n {
		return 0, usagef("--expect %s: %d arguments are given, the first is 0", e.Arg, n)
	}
	return i, nil
}

// checkExpectations finds mistakes in what is expected before anything runs.
func (j *interpJob) checkExpectations(plan *launchFile) error {
	last := plan.Dispatches[len(plan.Dispatches)-1]
	for i := range plan.Expect {
		e := &plan.Expect[i]
		if _, err := readNPY(e.File); err != nil {
			return err
		}
		if e.Buffer != "" {
			if _, _, err := bufferRef("@"+e.Buffer, j.buffers); err != nil {
				return plan.in(fmt.Sprintf("expect[%d]", i), err)
			}
			continue
		}
		if _, err := j.argument(e, len(last.Args)); err != nil {
			return err
		}
	}
	return nil
}

// finish writes the outputs, compares, and reports.
func (j *interpJob) finish(plan *launchFile) error {
	for _, a := range j.shared {
		if err := a.save(); err != nil {
			return err
		}
	}
	j.doc.Unwritten = unwritten(j.shared)
	passed := true
	for i := range plan.Expect {
		e := &plan.Expect[i]
		a, name := j.buffers[e.Buffer], e.Buffer
		if e.Buffer == "" {
			n, err := j.argument(e, len(j.last))
			if err != nil {
				return err
			}
			if a, name = j.last[n], cmp.Or(e.given, e.Arg); a.tensor.elem == nil {
				return fmt.Errorf("argument %s has no type to compare as", e.Arg)
			}
		}
		c, err := compare(name, a, e.File, e.ATol, e.RTol)
		if err != nil {
			return err
		}
		j.doc.Expect = append(j.doc.Expect, c)
		passed = passed && c.Passed
	}
	if err := j.print(); err != nil {
		return err
	}
	if !passed {
		return errReported
	}
	return nil
}

// print reports the run.
func (j *interpJob) print() error {
	if j.flags.asJSON {
		return j.streams.writeJSON(j.doc)
	}
	for _, d := range j.doc.Dispatches {
		fmt.Fprintf(j.streams.err, "%s: %s of %d lanes, %s\n", d.Kernel, count(uint64(d.Workgroups), "workgroup"),
			d.Block[0]*d.Block[1]*d.Block[2], count(d.Operations, "operation"))
	}
	writeUnwritten(j.streams, j.doc.Unwritten)
	for i := range j.doc.Expect {
		j.doc.Expect[i].write(j.streams)
	}
	return nil
}

// failed reports an error with a place: of the file, or of a lane.
func (j *interpJob) failed(err error) error {
	var fault *interp.Fault
	var one *ir.Diagnostic
	var list *ir.Diagnostics
	switch {
	case errors.As(err, &fault):
		j.doc.Error = &interpErrorJSON{diagnosticOf(fault.Diagnostic), &fault.Lane, &fault.Workgroup}
	case errors.As(err, &one):
		j.doc.Error = &interpErrorJSON{diagnosticOf(one), nil, nil}
	case errors.As(err, &list):
		j.doc.Error = &interpErrorJSON{diagnosticOf(&list.List[0]), nil, nil}
	default:
		return err
	}
	if j.flags.asJSON {
		return errors.Join(j.print(), j.streams.reportModule(err))
	}
	return j.streams.reportModule(err)
}
