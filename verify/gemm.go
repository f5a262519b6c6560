package verify

import (
	"fmt"
	"iter"
	"sync"

	"heddle/build"
	"heddle/hsaco"
	"heddle/kernels/gemm"
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
	object, err := hsaco.Open(built.Object, "")
	if err != nil {
		return nil, fmt.Errorf("the compiler's object: %w", err)
	}
	return &GEMM{p, plan, built, object}, nil
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
	D        gemm.Contents
	// Touched is the guest memory that exists afterwards, in bytes.
	Touched uint64
	// Strays are the first bytes that were written although they do not belong to the result: bytes
	// of D outside the sample, between rows and batches, and of inputs; StrayCount is their number.
	Strays     []Stray
	StrayCount int64
}

// Stray is a byte of a tensor that should not have been written.
type Stray struct {
	Tensor string `json:"tensor"`
	Offset int64  `json:"offset"`
	Value  byte   `json:"value"`
}

func (s Stray) String() string {
	return fmt.Sprintf("byte %d of %s was written: %#02x", s.Offset, s.Tensor, s.Value)
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
	g.strays(run, memory)
	run.D, err = contents(memory["d"], all && memory["d"].Size <= maxWhole)
	return err
}

// maxWhole is the size of D in bytes up to which it is read at once.
const maxWhole = 1 << 28

// contents reads a buffer, at once if whole.
func contents(b sim.Buffer, whole bool) (gemm.Contents, error) {
	if whole {
		all := make([]byte, b.Size)
		return gemm.Bytes(all), b.Read(all, 0)
	}
	var mu sync.Mutex
	return func(offset uint64, page []byte) {
		mu.Lock()
		defer mu.Unlock()
		n := min(uint64(len(page)), b.Size-min(offset, b.Size))
		clear(page[n:])
		if err := b.Read(page[:n], offset); err != nil {
			panic("BUG: " + err.Error())
		}
	}, nil
}

// maxStrays is the maximum number of strays listed.
const maxStrays = 8

// strays finds bytes that should not have been written.
func (g *GEMM) strays(run *GEMMRun, memory map[string]sim.Buffer) {
	add := func(tensor string, first []gemm.Stray, n int64) {
		run.StrayCount += n
		for _, s := range first[:min(len(first), maxStrays-len(run.Strays))] {
			run.Strays = append(run.Strays, Stray{tensor, s.Offset, s.Value})
		}
	}
	for _, name := range g.Problem.Tensors() {
		for c := range memory[name].Changed() {
			if name == "d" {
				first, n := g.Problem.Untouched(c.After, c.Offset, run.Sample.Parts)
				add(name, first, n)
				continue
			}
			for i, v := range c.After {
				if v != c.Before[i] {
					add(name, []gemm.Stray{{Offset: int64(c.Offset) + int64(i), Value: v}}, 1)
				}
			}
		}
	}
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
	if o.Sanitizer != nil {
		o.Sanitizer.Begin(&l)
	}
	simulate := (*sim.Device).Run
	if o.Simulate != nil {
		simulate = o.Simulate
	}
	report, err := simulate(d, l)
	if report != nil {
		run.Steps = append(run.Steps, report)
	}
	if o.Sanitizer != nil {
		if err != nil {
			o.Sanitizer.Failed(err)
		}
		run.Findings = o.Sanitizer.Findings()
	}
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

// unwritten is what D holds before the kernel runs.
func unwritten(_ uint64, page []byte) {
	for i := range page {
		page[i] = gemm.Fill
	}
}

// place allocates the guest memory of the tensors.
func (g *GEMM) place(d *sim.Device, in *gemm.Inputs, change func(*sim.AllocOptions)) (map[string]sim.Buffer, error) {
	memory := map[string]sim.Buffer{}
	add := func(name string, size int64, contents gemm.Contents) error {
		o := sim.AllocOptions{Name: name, Size: uint64(size), Fill: contents}
		if contents == nil {
			o.Fill = unwritten
		}
		if change != nil {
			change(&o)
		}
		b, err := d.AllocWith(o)
		if err != nil {
			return fmt.Errorf("tensor %s: %w", name, err)
		}
		if contents == nil {
			b.Undefined()
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
