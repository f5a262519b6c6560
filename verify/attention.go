package verify

import (
	"slices"

	"heddle/build"
	"heddle/hsaco"
	"heddle/kernels/attention"
	"heddle/kernels/reference"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// Attention is a compiled attention kernel.
type Attention struct {
	Problem *attention.Problem
	Plan    *attention.Plan
	Built   *build.Result
	Object  *hsaco.Object
}

// CompileAttention compiles a plan for a normalized problem. It consumes the plan's module.
func CompileAttention(p *attention.Problem, plan *attention.Plan, o build.Options) (*Attention, error) {
	o.Chip = p.Chip
	built, err := build.MLIR(plan.Module, o)
	if err != nil {
		return nil, err
	}
	return &Attention{p, plan, built, built.Open()}, nil
}

// Kernel returns the compiled kernel.
func (a *Attention) Kernel() *build.Kernel { return a.Built.Kernels[0] }

// AttentionOptions says how to run attention.
type AttentionOptions struct {
	Sim       sim.Options
	Sanitizer *sanitize.Sanitizer // nil for no checks
	// Observe, if not nil, is called before the launch and can add observers to it.
	Observe func(l *sim.Launch)
	// Workgroups are the linear ids of those to execute, in ascending order; nil for all.
	Workgroups []int
	// Simulate, if not nil, takes the launch in place of Device.Run, to time it. The results are not looked
	// at then.
	Simulate func(device *sim.Device, l sim.Launch) (*sim.Report, error)
}

// AttentionRun describes a run.
type AttentionRun struct {
	Report   *sim.Report
	Findings []sanitize.Finding
	// Rows are those that the workgroups compute.
	Rows []attention.Rows
	// Outputs are the contents of o and lse.
	Outputs attention.Outputs
	// Touched is the guest memory that exists afterwards, in bytes.
	Touched uint64
	// Strays are the first bytes that were written although they do not belong to the result: bytes of o and
	// lse of other rows and in gaps, and of inputs; StrayCount is their number.
	Strays     []Stray
	StrayCount int64
}

// Choose returns the workgroups for a choice in the form of sim.ChooseWorkgroups; nil means all.
func (a *Attention) Choose(choice string, seed uint64) ([]int, error) {
	return sim.ChooseWorkgroups(choice, a.Plan.Grid, seed)
}

// Typical returns workgroups for a problem that is too large to be simulated whole: those of the first
// and the last rows of the first and the last heads, and as many random ones as flop operations
// leave room for, 2 at least; nil if that is all of them.
func (a *Attention) Typical(seed uint64, flop float64) []int {
	p := a.Problem
	ids := []int{}
	for _, batch := range []int64{0, p.Batch - 1} {
		for _, head := range []int64{0, p.Heads - 1} {
			for _, query := range []int64{0, p.Sequence(batch).SeqQ - 1} {
				ids = append(ids, a.Plan.Workgroups(p, batch, head, max(query, 0))...)
			}
		}
	}
	each := p.FLOP() / float64(a.Plan.Grid[0])
	more := sim.RandomWorkgroups(int(min(max(flop/each-float64(len(ids)), 2), maxRandom)), a.Plan.Grid, seed)
	if more == nil {
		return nil
	}
	ids = append(ids, more...)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Simulate runs the kernel. It returns the part of the run that there is even with an error.
func (a *Attention) Simulate(in *attention.Inputs, o AttentionOptions) (*AttentionRun, error) {
	run := &AttentionRun{Rows: a.rows(o.Workgroups)}
	d := sim.NewDevice(a.Problem.Chip)
	module, err := d.Load(a.Object)
	if err != nil {
		return run, err
	}
	memory, err := a.place(d, in)
	if err != nil {
		return run, err
	}
	if err := a.launch(run, d, module, memory, &o); err != nil || o.Simulate != nil {
		return run, err
	}
	run.Touched = d.TouchedBytes()
	unchanged := a.Problem.Tensors()
	if o.Workgroups == nil && memory[attention.ArgCounters].Size > 0 {
		unchanged = append(unchanged, attention.ArgCounters)
	}
	run.Strays, run.StrayCount = strays(memory, unchanged, func(tensor string, c sim.Change) (first []reference.Stray, n int64, ok bool) {
		if tensor != "o" && tensor != "lse" {
			return nil, 0, false
		}
		first, n = a.Problem.Untouched(tensor, c.After, c.Offset, run.Rows)
		return first, n, true
	})
	whole := func(name string) bool { return o.Workgroups == nil && memory[name].Size <= maxWhole }
	if run.Outputs.O, err = contents(memory["o"], whole("o")); err == nil && a.Problem.LSE {
		run.Outputs.LSE, err = contents(memory["lse"], whole("lse"))
	}
	return run, err
}

// rows are those that workgroups compute; nil are all.
func (a *Attention) rows(ids []int) []attention.Rows {
	if ids == nil {
		return a.Problem.Whole()
	}
	return a.Plan.Rows(a.Problem, ids)
}

// place allocates the guest memory of the tensors.
func (a *Attention) place(d *sim.Device, in *attention.Inputs) (map[string]sim.Buffer, error) {
	memory := map[string]sim.Buffer{}
	for _, name := range a.Problem.Tensors() {
		b, err := allocate(d, sim.AllocOptions{Name: name, Size: uint64(a.Bytes(name)), Fill: a.Problem.Contents(in, name)})
		if err != nil {
			return nil, err
		}
		memory[name] = b
	}
	for _, name := range a.Plan.Args {
		if _, ok := memory[name]; ok {
			continue
		}
		o := sim.AllocOptions{Name: name, Size: uint64(a.Bytes(name))}
		if name == attention.ArgCounters {
			o.Fill = func(_ uint64, page []byte) { clear(page) }
		}
		b, err := allocate(d, o)
		if err != nil {
			return nil, err
		}
		memory[name] = b
	}
	return memory, nil
}

// Bytes is the size of the memory that an argument of the kernel points to.
func (a *Attention) Bytes(name string) int64 {
	if t, ok := a.Problem.Tensor(name); ok {
		return t.Bytes()
	}
	n := int64(4)
	for _, size := range a.Plan.Memory(a.Problem, name) {
		n *= size
	}
	return n
}

// launch runs the kernel on memory.
func (a *Attention) launch(run *AttentionRun, d *sim.Device, module *sim.Module, memory map[string]sim.Buffer, o *AttentionOptions) error {
	kernel, err := module.Kernel(a.Kernel().Name)
	if err != nil {
		return err
	}
	l := sim.Launch{Kernel: kernel, Grid: a.Plan.Grid, Block: a.Plan.Block, Workgroups: o.Workgroups, Options: o.Sim}
	for _, name := range a.Plan.Args {
		l.Args = append(l.Args, sim.Pointer(memory[name]))
	}
	run.Report, run.Findings, err = execute(d, l, o.Sanitizer, o.Observe, o.Simulate)
	return err
}

// Compare compares the computed rows with the reference. Progress, if not nil, is told how many rows
// are done.
func (a *Attention) Compare(in *attention.Inputs, run *AttentionRun, progress func(done, all int)) *attention.Report {
	sum := &attention.Report{}
	_ = some(run.Rows, progress, func(list []attention.Rows) error {
		sum.Add(a.Problem.Compare(a.Plan.Config, in, &run.Outputs, list))
		return nil
	})
	return sum
}

// CompareBits compares the computed rows with the scalar model of the algorithm, whose errors it returns.
func (a *Attention) CompareBits(in *attention.Inputs, run *AttentionRun, progress func(done, all int)) (*attention.Exactness, error) {
	sum := &attention.Exactness{}
	err := some(run.Rows, progress, func(list []attention.Rows) error {
		e, err := a.Problem.CompareBits(a.Plan.Config, in, &run.Outputs, list)
		if err == nil {
			sum.Add(e)
		}
		return err
	})
	return sum, err
}

// some passes some rows at a time to do.
func some(rows []attention.Rows, progress func(done, all int), do func([]attention.Rows) error) error {
	done, all := 0, 0
	for _, r := range rows {
		all += int(r.Count)
	}
	const atOnce = 4 // enough for all cores
	for list := range slices.Chunk(rows, atOnce) {
		if err := do(list); err != nil {
			return err
		}
		for _, r := range list {
			done += int(r.Count)
		}
		if progress != nil {
			progress(done, all)
		}
	}
	return nil
}
