package tile

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"runtime"
	"strings"

	"heddle/arch"
	"heddle/diag"
	"heddle/ir"
	"heddle/launch"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/timing/record"
)

// Launch says on what, and with how many workgroups, Run runs a kernel.
type Launch struct {
	Chip *arch.Chip
	// Waves is the number of waves of a workgroup.
	Waves Waves
	// Grid is the number of workgroups; sizes that are 0 are 1. It may be left out if the kernel states
	// it (Kernel.Grid).
	Grid [3]uint32
	// Checks are the sanitizers that watch the run (docs/sanitizers.md); nil means "all",
	// an empty list none.
	Checks []string
	// Schedules are orders in which the simulator lets waves and memory progress, Seed that of random
	// ones. The kernel runs once under each, and it is an error if results differ. Nil means one.
	Schedules []sim.Schedule
	Seed      uint64
	// Reversed lets workgroups run from the last to the first. What they add with AtomicAdd and ScatterAdd
	// arrives in that order: sums of floats may differ in the last bits, as they may on a chip.
	Reversed bool
	// Timed says that the report is to have the modelled time, too.
	Timed bool
	// Print is where Kernel.Printf prints, in the order of workgroups, under the first schedule; nil
	// drops it.
	Print io.Writer
}

// Report is what Run found out about a kernel.
type Report struct {
	Chip *arch.Chip
	// Object is the code object, MLIR the module that it was compiled from.
	Object, MLIR []byte
	// VGPRs, AGPRs and SGPRs are registers of a wave, LDS the bytes of a workgroup, Scratch those of a
	// lane.
	VGPRs, AGPRs, SGPRs, LDS, Scratch int
	// Occupancy is how many workgroups a compute unit holds, and what limits them.
	Occupancy *record.Occupancy
	// Instructions is the number of instructions that waves executed.
	Instructions uint64
	// Findings are the sanitizers'.
	Findings []sanitize.Finding
	// Time is modelled (docs/timing.md), nil if it was not asked for; Product is the card.
	Time    *record.Timing
	Product *arch.Product
}

// String is a line for people: registers, LDS, occupancy and, if known, the modelled time.
func (r *Report) String() string {
	s := fmt.Sprintf("%s: %d VGPRs, %d AGPRs, %d SGPRs, %d bytes of LDS, %s a SIMD, %d instructions, %s",
		r.Chip.Name, r.VGPRs, r.AGPRs, r.SGPRs, r.LDS, diag.Count(r.Occupancy.WavesPerSIMD, "wave"), r.Instructions, diag.Count(len(mistakesOf(r.Findings)), "finding"))
	if r.Scratch > 0 {
		s += fmt.Sprintf(", %d bytes of scratch a lane", r.Scratch)
	}
	if r.Time != nil {
		s += fmt.Sprintf("; modelled on %s: %d cycles, %.1f µs at %d MHz", r.Product.Name, r.Time.Cycles, r.Microseconds(), r.Product.BoostMHz)
	}
	return s
}

// Microseconds is the modelled time at the boost clock, 0 if it was not asked for.
func (r *Report) Microseconds() float64 {
	if r.Time == nil {
		return 0
	}
	return float64(r.Time.Cycles)/float64(r.Product.BoostMHz) + 1e6*r.Time.Base
}

// Run compiles a kernel for one chip, simulates it under the sanitizers, and leaves in its arguments
// what the kernel leaves in memory:
//
//	x, y := make([]float32, 64*1024), make([]float32, 64*1024)
//	report, err := tile.Run(tile.Launch{Chip: &arch.GFX950, Waves: 4, Grid: [3]uint32{16}}, softmax,
//		tile.Array(x, 64, 1024), tile.Array(y, 64, 1024))
//
// There is one argument for each of the kernel's tensors, scalars and sizes, in the order in which it
// declares them. A tensor's is a slice: of Go's floats for a tensor of floats of any type, to which they
// are rounded; of Go's integers for a tensor of elements with as many bits, whose codes they are. Array
// gives a slice the sizes of a tensor with Dyn, Out marks one that the kernel only writes. A number's is
// a number. Elements that the kernel does not change stay as they are in the slice.
//
// The error is an *Error for a mistake of the kernel's author that tile sees, a *sim.RunError for one
// that the simulator stops at, and a *FindingsError for what the sanitizers see; with the last one the
// report and the results are there, too.
func Run(on Launch, kernel func(*Kernel), args ...any) (*Report, error) {
	if on.Chip == nil {
		return nil, fmt.Errorf("tile.Run: no chip; Launch.Chip is one of arch.Chips")
	}
	if kernel == nil {
		return nil, errors.New("tile.Run: no kernel, but nil")
	}
	m := NewModule(on.Chip)
	m.Kernel(nameOf(kernel), on.Waves, kernel)
	module, err := m.IR()
	if err != nil {
		return nil, err
	}
	states := m.kernels.Ops[0].Attr("known_grid_size") != nil
	switch {
	case on.Grid == [3]uint32{} && !states:
		return nil, errors.New("tile.Run: no grid; set Launch.Grid, or call Kernel.Grid in the kernel")
	case on.Grid != [3]uint32{} && states:
		return nil, errors.New("tile.Run: the kernel states its grid (Kernel.Grid); leave out Launch.Grid")
	}
	r := &run{on: on, code: module.Print(ir.PrintOptions{Locations: true})}
	if err := r.arguments(m, args); err != nil {
		return nil, err
	}
	if err := r.begin(m); err != nil {
		return nil, err
	}
	report, err := r.simulate()
	if err != nil || !on.Timed {
		return report, err
	}
	return report, r.time(report)
}

// nameOf is the name of a kernel's function, "kernel" for one without a name.
func nameOf(kernel func(*Kernel)) string {
	if f := runtime.FuncForPC(reflect.ValueOf(kernel).Pointer()); f != nil {
		if name := f.Name()[strings.LastIndexByte(f.Name(), '.')+1:]; !unnamed.MatchString(name) {
			return name
		}
	}
	return "kernel"
}

// unnamed matches how Go calls functions without a name, and what is no name of a kernel.
var unnamed = regexp.MustCompile(`^(func)?\d+$|[^A-Za-z0-9_]`)

// run is a kernel that is run.
type run struct {
	on   Launch
	code []byte
	args []*argument
}

// plan is a launch file of the run.
func (r *run) plan() *launch.File {
	d := &launch.Dispatch{}
	if r.on.Grid != [3]uint32{} {
		for _, n := range r.on.Grid {
			d.Grid = append(d.Grid, max(n, 1))
		}
	}
	plan := &launch.File{Dispatches: []*launch.Dispatch{d}}
	for _, a := range r.args {
		d.Args = append(d.Args, launch.Arg{Arg: a.form()})
		if a.slice != nil {
			plan.Buffers = append(plan.Buffers, launch.Buffer{Name: a.name, Arg: a.memoryForm()})
		}
	}
	return plan
}

// load compiles the kernel and puts its arguments' memory on a device.
func (r *run) load(o launch.Options) (*launch.Job, error) {
	o.Target, o.Code = r.on.Chip.Name, launch.Code{Name: "kernel.mlir", Bytes: r.code}
	job, err := r.plan().Load(o)
	if err != nil {
		return nil, err
	}
	job.Memory = map[string]sim.Buffer{}
	for _, a := range r.args {
		if a.slice == nil {
			continue
		}
		b, err := job.Device.AllocWith(sim.AllocOptions{Name: a.name, Size: uint64(len(a.before)), Fill: func(offset uint64, page []byte) {
			copy(page, a.before[min(offset, uint64(len(a.before))):])
		}})
		if err != nil {
			return nil, err
		}
		job.Memory[a.name] = b
	}
	return job, nil
}

// simulate runs the kernel under each schedule and takes its results.
func (r *run) simulate() (*Report, error) {
	schedules := r.on.Schedules
	if schedules == nil {
		schedules = []sim.Schedule{sim.ScheduleRoundRobin}
	}
	var report *Report
	for i, schedule := range schedules {
		o := launch.Options{Checks: r.on.Checks, Sim: sim.Options{Schedule: schedule, Seed: r.on.Seed, Reversed: r.on.Reversed}}
		if o.Checks == nil {
			o.Checks = []string{"all"}
		}
		if i == 0 {
			o.Print.Out = r.on.Print
		}
		job, err := r.load(o)
		if err != nil {
			return nil, err
		}
		result, err := job.Run()
		if err != nil {
			return nil, err
		}
		if report == nil {
			if report, err = r.report(job); err != nil {
				return nil, err
			}
			report.Instructions = result.Reports[0].Executed
		}
		report.Findings = result.Findings
		for _, a := range r.args {
			if err := a.read(job); err != nil {
				return nil, fmt.Errorf("under Launch.Schedules[%d]: %w", i, err)
			}
		}
		if len(report.Findings) > 0 {
			break
		}
	}
	for _, a := range r.args {
		a.take()
	}
	if len(report.Findings) > 0 {
		return report, &FindingsError{report.Findings}
	}
	return report, nil
}

// report says what the compiler made.
func (r *run) report(job *launch.Job) (*Report, error) {
	p := job.Programs[0]
	k := p.Built.Kernels[0]
	report := &Report{
		Chip: r.on.Chip, Object: p.Built.Object, MLIR: r.code,
		VGPRs: k.Code.VGPRs, AGPRs: k.Code.AGPRs, SGPRs: k.Code.SGPRs, LDS: k.Func.LDSBytes, Scratch: k.Func.ScratchBytes,
	}
	var err error
	report.Occupancy, err = record.OccupancyOf(r.on.Chip, &p.Object.Kernels[0].Descriptor, k.Func.WorkgroupSize, 0)
	return report, err
}

// time adds the modelled time to a report.
func (r *run) time(report *Report) error {
	report.Product = arch.DefaultProduct(r.on.Chip)
	if report.Product == nil {
		return errors.New("no product has the chip " + r.on.Chip.Name)
	}
	job, err := r.load(launch.Options{Simulate: func(device *sim.Device, of *launch.Program, l sim.Launch, _ bool) (_ *sim.Report, err error) {
		report.Time, err = record.Time(device, l, of.Object, record.Options{Product: report.Product})
		return nil, err
	}})
	if err == nil {
		_, err = job.Run()
	}
	return err
}
