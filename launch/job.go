package launch

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/ir/interp"
	"heddle/sim"
	"heddle/sim/host"
	"heddle/sim/sanitize"
)

// Options say how to run a launch.
type Options struct {
	// Target is a processor, optionally with features as in "gfx950:xnack-". MLIR and
	// the interpreter need it; assembly and code objects only if they name no target
	// or contain several.
	Target string
	// Code is run in place of the file's object, if its name is not empty.
	Code Code

	Sim     sim.Options // Observer is not used with Checks
	Scratch uint32      // bytes per lane, if more than the kernel requests
	// Workgroups are those to execute, in a form of sim.ChooseWorkgroups; "" and
	// "all" use the file's. Seed is the seed of a random choice.
	Workgroups string
	Seed       uint64
	// Checks are the names of sanitizers; Suppress, which may be nil, lists findings
	// to ignore.
	Checks   []string
	Suppress *sanitize.Suppressions
	// Observe, if not nil, is called before each dispatch of a kernel of an object is simulated. It can
	// add observers to the launch.
	Observe func(object *hsaco.Object, l *sim.Launch)
	// Explain records how each access of MLIR is addressed (build.Options).
	Explain bool

	// Interpret runs MLIR in the interpreter, without compiling it; MaxOperations is
	// the limit for all lanes together, 0 for the interpreter's default.
	Interpret     bool
	MaxOperations uint64
	// Against also runs MLIR in the interpreter and compares all memory: bit for bit,
	// or within tolerances like those of an Expectation.
	Against    bool
	ATol, RTol float64

	// Simulate, if not nil, takes each dispatch, of a kernel of a program, in place of Device.Run, to time it. Last says that none
	// comes after it. No output is written then, and nothing is compared.
	Simulate func(device *sim.Device, of *Program, l sim.Launch, last bool) (*sim.Report, error)

	// Print is where kernels print; without streams it is dropped.
	Print host.Streams

	// Warn, if not nil, is called with warnings of the assembler.
	Warn func(error)
	// Progress, if not nil, returns a function for a dispatch of a kernel that is
	// called with the number of workgroups done.
	Progress func(kernel string) func(done, all int)
}

// Result is the result of a run, up to an error if there is one.
type Result struct {
	// Reports has one report per dispatch, in order; Interpreted those of the interpreter.
	Reports     []*sim.Report
	Interpreted []*interp.Report
	// Buffers are those of the launch file by name, and Args the arguments of each
	// dispatch in the order of the kernel's parameters.
	Buffers map[string]*Memory
	Args    [][]*Memory
	// Expectations are the outcomes of the file's expectations, Against that of
	// Options.Against.
	Expectations []Comparison
	Against      *Against
	// Findings are the sanitizers' findings; nil without checks.
	Findings []sanitize.Finding
	// Unwritten are outputs that the kernels wrote only in part.
	Unwritten []Unwritten
}

// Passed reports whether there are no findings and all expectations are met.
func (r *Result) Passed() bool {
	failed := func(c Comparison) bool { return !c.Passed }
	return len(r.Findings) == 0 && !slices.ContainsFunc(r.Expectations, failed) && (r.Against == nil || r.Against.Passed())
}

// Unwritten is an output that the kernels wrote only in part.
type Unwritten struct {
	File  string `json:"file"`
	Bytes uint64 `json:"bytes"` // not written by any kernel
	Of    uint64 `json:"of"`
	First uint64 `json:"first"` // the first of those bytes
}

// Job is a launch whose code is loaded.
type Job struct {
	// Programs has the main program first, then those of dispatches with their own
	// object. With the interpreter there are none, and no device.
	Programs []*Program
	Device   *sim.Device
	// Sanitizer is nil without checks.
	Sanitizer *sanitize.Sanitizer
	// Memory is the memory of buffers that exist already, by name.
	Memory map[string]sim.Buffer

	Options Options

	file    *File
	target  hsaco.Target // zero if the options name no target
	machine machine
	buffers map[string]*Memory
	all     []*Memory // all memory, in order of creation
	result  *Result
}

// machine executes dispatches: a simulator or an interpreter.
type machine interface {
	// fit completes the dispatches with what the kernels state, and checks that they agree.
	fit() error
	// allocate makes memory; the name is for messages.
	allocate(m *Memory, name string) error
	// address returns the address of a byte of a buffer; put writes into a buffer.
	address(m *Memory, offset uint64) (uint64, error)
	put(m *Memory, b []byte, at uint64) error
	// position finds an argument of the last dispatch by name.
	position(name string) (int, error)
	// run executes a dispatch; arguments are values, or memory from an offset on.
	run(d *Dispatch, args []*Memory, offsets []uint64) error
}

// Run loads and runs the launch: see Load and Job.Run.
func (l *File) Run(o Options) (*Result, error) {
	j, err := l.Load(o)
	if err != nil {
		return nil, err
	}
	return j.Run()
}

// Load reads the code, and compiles or assembles it if it is not a code object.
func (l *File) Load(o Options) (*Job, error) {
	if len(l.Dispatches) == 0 {
		return nil, errors.New("there is nothing to run: no dispatches")
	}
	j := &Job{file: l, Options: o}
	var err error
	if o.Target != "" {
		if j.target, err = hsaco.ParseTarget(o.Target); err != nil {
			return nil, diag.Usagef("%s: %w", diag.Field("target"), err)
		}
	}
	if o.Code.Name == "" {
		object := cmp.Or(l.Object, l.Dispatches[0].Object)
		if object == "" {
			return nil, errors.New("there is no object to run")
		}
		if j.Options.Code, err = ReadCode(object); err != nil {
			return nil, err
		}
	}
	if o.Interpret {
		return j, j.loadInterpreter()
	}
	return j, j.loadSimulator()
}

// Run runs the dispatches, writes the outputs, and compares. An error at an instruction
// of the simulator is a *sim.RunError, an error of the interpreter an *interp.Fault.
func (j *Job) Run() (*Result, error) {
	j.buffers = map[string]*Memory{}
	j.result = &Result{Buffers: j.buffers}
	err := j.execute()
	if j.Sanitizer != nil {
		j.result.Findings = append([]sanitize.Finding{}, j.Sanitizer.Findings()...)
	}
	return j.result, err
}

func (j *Job) execute() error {
	if err := j.machine.fit(); err != nil {
		return err
	}
	if err := j.makeBuffers(); err != nil {
		return err
	}
	if err := j.checkExpectations(); err != nil {
		return err
	}
	for _, d := range j.file.Dispatches {
		if err := j.dispatch(d); err != nil {
			return err
		}
	}
	if j.Options.Simulate != nil {
		return nil
	}
	if j.Options.Against { // before outputs are written, because the arguments' files are read again
		if err := j.compareWithInterpreter(); err != nil {
			return err
		}
	}
	for _, m := range j.all {
		if err := m.save(); err != nil {
			return err
		}
		if u, some := m.unwritten(); some {
			j.result.Unwritten = append(j.result.Unwritten, u)
		}
	}
	for i := range j.file.Expect {
		c, err := j.expectation(&j.file.Expect[i])
		if err != nil {
			return err
		}
		j.result.Expectations = append(j.result.Expectations, c)
	}
	return nil
}

// dispatch makes the arguments of one kernel and runs it.
func (j *Job) dispatch(d *Dispatch) error {
	args, offsets := make([]*Memory, len(d.Args)), make([]uint64, len(d.Args))
	for i := range d.Args {
		a := &d.Args[i]
		var err error
		if a.isRef() {
			if args[i], offsets[i], err = bufferRef(a.Arg, j.buffers); err != nil {
				return j.file.in(d.argKey(i), err)
			}
			continue
		}
		if args[i], err = a.parse(); err != nil {
			return j.file.unread(d, i, err)
		}
		if args[i].value != nil {
			continue
		}
		if err := j.machine.allocate(args[i], a.name(i)); err != nil {
			return j.file.in(d.argKey(i), err)
		}
		j.all = append(j.all, args[i])
	}
	j.result.Args = append(j.result.Args, args)
	return j.machine.run(d, args, offsets)
}

// workgroups chooses the workgroups of a dispatch to execute, by the options or else by
// the file.
func (j *Job) workgroups(d *Dispatch, groups [3]uint32) ([]int, error) {
	choice := cmp.Or(j.Options.Workgroups, "all")
	if d.Workgroups == "" || choice != "all" {
		ids, err := sim.ChooseWorkgroups(choice, groups, j.Options.Seed)
		if err != nil {
			return nil, diag.Usagef("%s %w", diag.Field("workgroups"), err)
		}
		return ids, nil
	}
	ids, err := sim.ChooseWorkgroups(d.Workgroups, groups, j.Options.Seed)
	return ids, j.file.in(d.key()+".workgroups", err)
}

// progress returns the function that receives the progress of a dispatch.
func (j *Job) progress(kernel string) func(done, all int) {
	if j.Options.Progress == nil {
		return nil
	}
	return j.Options.Progress(kernel)
}

// last is the last dispatch, to whose arguments expectations refer.
func (l *File) last() *Dispatch { return l.Dispatches[len(l.Dispatches)-1] }

// checkExpectations rejects wrong expectations before anything runs.
func (j *Job) checkExpectations() error {
	for i := range j.file.Expect {
		e := &j.file.Expect[i]
		if _, err := ReadNPY(e.File); err != nil {
			return err
		}
		if e.Buffer == "" {
			if _, err := j.position(e.Arg); err != nil {
				return err
			}
		} else if _, _, err := bufferRef("@"+e.Buffer, j.buffers); err != nil {
			return j.file.in(fmt.Sprintf("expect[%d]", i), err)
		}
	}
	return nil
}

// position finds an argument of the last dispatch by number or by name.
func (j *Job) position(name string) (int, error) {
	i, err := strconv.Atoi(name)
	if err != nil {
		return j.machine.position(name)
	}
	if n := len(j.file.last().Args); i < 0 || i >= n {
		return 0, diag.Usagef("%s %s: there are %d arguments, counted from 0", diag.Field("expect"), name, n)
	}
	return i, nil
}

// expectation compares an argument or a buffer with its file.
func (j *Job) expectation(e *Expectation) (Comparison, error) {
	m, name := j.buffers[e.Buffer], e.Buffer
	if e.Buffer == "" {
		i, err := j.position(e.Arg)
		if err != nil {
			return Comparison{}, err
		}
		if m, name = j.result.Args[len(j.result.Args)-1][i], cmp.Or(e.given, e.Arg); m.tensor.elem == nil {
			return Comparison{}, fmt.Errorf("argument %s has no element type to compare with", e.Arg)
		}
	}
	return compare(name, m, e.File, e.ATol, e.RTol)
}
