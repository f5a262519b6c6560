package verify

import (
	"iter"

	"heddle/build"
	"heddle/hsaco"
	"heddle/kernels/gemm"
	"heddle/kernels/reference"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// GEMM is a compiled matrix multiplication.
type GEMM struct {
	Problem *gemm.Problem
	Plan    *gemm.Plan
	Built   *build.Result
	Object  *hsaco.Object
}

// CompileGEMM compiles a plan for a normalized problem. It consumes the plan's module.
func CompileGEMM(p *gemm.Problem, plan *gemm.Plan, o build.Options) (*GEMM, error) {
	o.Chip = p.Chip
	built, err := build.MLIR(plan.Module, o)
	if err != nil {
		return nil, err
	}
	return &GEMM{p, plan, built, built.Open()}, nil
}

// Kernel returns the compiled kernel of a step.
func (g *GEMM) Kernel(step *gemm.Step) *build.Kernel {
	for _, k := range g.Built.Kernels {
		if k.Entry == step.Kernel || k.Name == step.Kernel {
			return k
		}
	}
	panic("BUG: no kernel " + step.Kernel)
}

// GEMMOptions says how to run a GEMM.
type GEMMOptions struct {
	Sim       sim.Options         // Progress is not used
	Sanitizer *sanitize.Sanitizer // nil for no checks
	Sample    *Sample             // nil for all workgroups
	// Observe, if not nil, is called before each launch and can add observers to it.
	Observe func(l *sim.Launch)
	// Progress, if not nil, returns the receiver of a step's progress.
	Progress func(step *gemm.Step) func(done, all int)
	// Simulate, if not nil, takes each launch in place of Device.Run, to time it. The results are not
	// looked at then.
	Simulate func(device *sim.Device, l sim.Launch) (*sim.Report, error)
	// Place, if not nil, may change the tensors' addresses.
	Place func(o *sim.AllocOptions)
}

// GEMMRun describes a run.
type GEMMRun struct {
	Steps    []*sim.Report // of the steps of the plan
	Findings []sanitize.Finding
	Sample   *Sample
	D        reference.Contents
	// Touched is the guest memory that exists afterwards, in bytes.
	Touched uint64
	// Strays are the first bytes that were written although they do not belong to the result: bytes
	// of D outside the sample, between rows and batches, and of inputs; StrayCount is their number.
	Strays     []Stray
	StrayCount int64
}

// Simulate runs the workgroups of all steps. It returns the part of the run that there is even with
// an error.
func (g *GEMM) Simulate(in *gemm.Inputs, o GEMMOptions) (*GEMMRun, error) {
	run := &GEMMRun{Sample: o.Sample}
	if run.Sample == nil {
		run.Sample = g.All()
	}
	d := sim.NewDevice(g.Problem.Chip)
	module, err := d.Load(g.Object)
	if err != nil {
		return run, err
	}
	memory, err := g.place(d, in, o.Place)
	if err != nil {
		return run, err
	}
	for i := range g.Plan.Steps {
		if err := g.step(run, d, module, i, memory, &o); err != nil {
			return run, err
		}
	}
	if o.Simulate != nil {
		return run, nil
	}
	return run, g.collect(run, d, memory, o.Sample == nil)
}

// SimulateGEMM simulates kernels of any origin that compute a normalized problem: launch runs them
// on the device, and gets the memory of the problem's tensors by name.
func SimulateGEMM(p *gemm.Problem, d *sim.Device, in *gemm.Inputs, launch func(memory map[string]sim.Buffer) error) (*GEMMRun, error) {
	g := &GEMM{Problem: p, Plan: &gemm.Plan{}}
	run := &GEMMRun{Sample: g.All()}
	memory, err := g.place(d, in, nil)
	if err != nil {
		return run, err
	}
	if err := launch(memory); err != nil {
		return run, err
	}
	return run, g.collect(run, d, memory, true)
}

// collect reads the results of a run from memory.
func (g *GEMM) collect(run *GEMMRun, d *sim.Device, memory map[string]sim.Buffer, all bool) (err error) {
	run.Touched = d.TouchedBytes()
	run.Strays, run.StrayCount = strays(memory, g.Problem.Tensors(), func(tensor string, c sim.Change) (first []reference.Stray, n int64, ok bool) {
		if tensor != "d" {
			return nil, 0, false
		}
		first, n = g.Problem.Untouched(c.After, c.Offset, run.Sample.Parts)
		return first, n, true
	})
	run.D, err = contents(memory["d"], all && memory["d"].Size <= maxWhole)
	return err
}

// step runs one kernel.
func (g *GEMM) step(run *GEMMRun, d *sim.Device, module *sim.Module, number int, memory map[string]sim.Buffer, o *GEMMOptions) error {
	step := &g.Plan.Steps[number]
	kernel, err := module.Kernel(g.Kernel(step).Name)
	if err != nil {
		return err
	}
	l := sim.Launch{Kernel: kernel, Grid: step.Grid, Block: step.Block, Workgroups: run.Sample.Workgroups[number], Options: o.Sim}
	for _, a := range step.Args {
		l.Args = append(l.Args, sim.Pointer(memory[string(a)]))
	}
	if o.Progress != nil {
		l.Progress = o.Progress(step)
	}
	report, findings, err := execute(d, l, o.Sanitizer, o.Observe, o.Simulate)
	if report != nil {
		run.Steps = append(run.Steps, report)
	}
	run.Findings = findings
	return err
}

// Compare compares the computed part of D with the reference. Progress, if not nil, is told how
// many elements are done.
func (g *GEMM) Compare(in *gemm.Inputs, run *GEMMRun, progress func(done, all int)) gemm.Report {
	var r gemm.Report
	done, all := int64(0), int64(0)
	for _, part := range run.Sample.Parts {
		all += part.Rows * part.Cols
	}
	for _, part := range run.Sample.Parts {
		for strip := range strips(part) {
			r.Add(g.Problem.Compare(in, run.D, strip))
			if done += strip.Rows * strip.Cols; progress != nil {
				progress(int(done), int(all))
			}
		}
	}
	return r
}

// strips cuts a part of D into parts of some millions of elements, which keep all
// cores busy.
func strips(r gemm.Rect) iter.Seq[gemm.Rect] {
	const elements, unit = 1 << 21, 128
	return func(yield func(gemm.Rect) bool) {
		rows := max(elements/r.Cols/unit, 1) * unit
		for from := int64(0); from < r.Rows; from += rows {
			strip := r
			strip.Row, strip.Rows = r.Row+from, min(rows, r.Rows-from)
			if !yield(strip) {
				return
			}
		}
	}
}

// place allocates the guest memory of the tensors.
func (g *GEMM) place(d *sim.Device, in *gemm.Inputs, change func(*sim.AllocOptions)) (map[string]sim.Buffer, error) {
	memory := map[string]sim.Buffer{}
	add := func(name string, size int64, contents reference.Contents) error {
		o := sim.AllocOptions{Name: name, Size: uint64(size), Fill: contents}
		if change != nil {
			change(&o)
		}
		b, err := allocate(d, o)
		if err != nil {
			return err
		}
		memory[name] = b
		return nil
	}
	for _, name := range g.Problem.Tensors() {
		m, _ := g.Problem.Tensor(name)
		if err := add(name, m.Bytes(), in.Tensor(name)); err != nil {
			return nil, err
		}
	}
	if g.Plan.Workspace == 0 {
		return memory, nil
	}
	if err := add("workspace", g.Plan.Workspace, nil); err != nil || g.Plan.Counters == 0 {
		return memory, err
	}
	return memory, add("counters", g.Plan.Counters, func(_ uint64, page []byte) { clear(page) })
}
