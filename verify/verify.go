// Package verify compiles a kernel, runs it on the simulator with every check on, and compares the
// memory that it wrote with the interpreter's.
package verify

import (
	"bytes"
	"fmt"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/sim"
	"heddle/sim/host"
	"heddle/sim/sanitize"
)

// Case is a kernel with a launch.
type Case struct {
	// Text is the module; Name is the name of its file, for messages.
	Name, Text  string
	Kernel      string // empty for the only one
	Chip        *arch.Chip
	Grid, Block [3]uint32
	// Args are the arguments as docs/mlir-abi.md lists them. Their buffers have the contents at the
	// kernel's start; Run does not change them.
	Args []interp.Arg
	// Workgroups are the workgroups to run, nil for all.
	Workgroups []int
	// Same compares one buffer after the runs; nil means byte for byte. The error says where they
	// differ.
	Same func(buffer *interp.Buffer, want, got []byte) error
	// SameAll, if not nil, compares all of them at once instead.
	SameAll func(want, got [][]byte) error
}

// Options says how to compile and run.
type Options struct {
	Passes pass.Options
	Sim    sim.Options
	// More are further ways to simulate the same code, each with all checks. The result is that of
	// the last.
	More []sim.Options
	// Checks are the sanitizers' names; nil means all, and hazards-manual.
	Checks []string
	// NoInterpreter skips the comparison.
	NoInterpreter bool
}

// Result is the result of Run.
type Result struct {
	Built    *build.Result
	Report   *sim.Report
	Findings []sanitize.Finding
	// Want and Got are the expected and actual contents of the buffers afterwards, in the order in
	// which the arguments first name them.
	Want, Got [][]byte
}

// Error says what is wrong with a case.
type Error struct {
	// Stage is "parse", "interpret", "compile", "assemble", "simulate",
	// "findings" or "compare".
	Stage string
	Err   error
}

func (e *Error) Error() string { return e.Stage + ": " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Run compiles, simulates, and compares. The error is an *Error; the result has everything found
// before it.
func Run(c Case, o Options) (*Result, error) {
	r := &Result{}
	fail := func(stage string, err error) (*Result, error) { return r, &Error{stage, err} }
	var err error
	if !o.NoInterpreter {
		if r.Want, err = c.interpret(); err != nil {
			return fail("interpret", err)
		}
	}
	m, err := c.parse()
	if err != nil {
		return fail("parse", err)
	}
	if r.Built, err = build.MLIR(m, build.Options{Chip: c.Chip, Kernel: c.Kernel, Block: c.Block, Passes: o.Passes}); err != nil {
		return fail("compile", err)
	}
	if err := r.Built.CheckAssembly(); err != nil {
		return fail("assemble", err)
	}
	for _, way := range append([]sim.Options{o.Sim}, o.More...) {
		o.Sim = way
		if stage, err := r.judge(&c, &o); err != nil {
			return fail(stage, err)
		}
	}
	return r, nil
}

// judge simulates, and compares; the error comes with its stage.
func (r *Result) judge(c *Case, o *Options) (stage string, err error) {
	r.Got, r.Findings = nil, nil
	if err := r.simulate(c, o); err != nil {
		return "simulate", err
	}
	if len(r.Findings) > 0 {
		return "findings", findingsError(r.Findings)
	}
	if o.NoInterpreter {
		return "", nil
	}
	if c.SameAll != nil {
		return "compare", c.SameAll(r.Want, r.Got)
	}
	same := c.Same
	if same == nil {
		same = sameBytes
	}
	for i, b := range c.buffers() {
		if err := same(b, r.Want[i], r.Got[i]); err != nil {
			return "compare", err
		}
	}
	return "", nil
}

func (c *Case) parse() (*ir.Module, error) {
	m, err := ir.Parse(c.Name, c.Text)
	if err != nil {
		return nil, err
	}
	return m, ir.Verify(m, ir.Options{Chip: c.Chip})
}

// buffers are the distinct buffers of the arguments.
func (c *Case) buffers() []*interp.Buffer {
	var list []*interp.Buffer
	seen := map[*interp.Buffer]bool{}
	for _, a := range c.Args {
		if a.Buffer != nil && !seen[a.Buffer] {
			seen[a.Buffer] = true
			list = append(list, a.Buffer)
		}
	}
	return list
}

// interpret runs the interpreter on copies of the buffers.
func (c *Case) interpret() ([][]byte, error) {
	m, err := c.parse()
	if err != nil {
		return nil, err
	}
	copies := map[*interp.Buffer]*interp.Buffer{}
	for _, b := range c.buffers() {
		fresh := *b
		fresh.Data = bytes.Clone(b.Data)
		copies[b] = &fresh
	}
	l := interp.Launch{Kernel: c.Kernel, Chip: c.Chip, Grid: c.Grid, Block: c.Block, Workgroups: c.Workgroups}
	for _, a := range c.Args {
		if a.Buffer != nil {
			a.Buffer = copies[a.Buffer]
		}
		l.Args = append(l.Args, a)
	}
	if _, err := interp.Run(m, l); err != nil {
		return nil, err
	}
	var after [][]byte
	for _, b := range c.buffers() {
		after = append(after, copies[b].Contents())
	}
	return after, nil
}

// simulate runs the code object with the checks on.
func (r *Result) simulate(c *Case, o *Options) error {
	object := r.Built.Open()
	d := sim.NewDevice(c.Chip)
	module, err := d.Load(object)
	if err != nil {
		return err
	}
	kernel, err := module.Kernel(r.Built.Kernels[0].Name)
	if err != nil {
		return err
	}
	checks := o.Checks
	if checks == nil {
		checks = []string{"all", "hazards-manual"}
	}
	checker, err := sanitize.New(sanitize.Options{Checks: checks, Object: object})
	if err != nil {
		return err
	}
	memory := map[*interp.Buffer]sim.Buffer{}
	for i, b := range c.buffers() {
		buf, err := place(d, b)
		if err != nil {
			return err
		}
		buf.SetName(fmt.Sprintf("buffer %d %s", i, b.Name))
		memory[b] = buf
	}
	l := sim.Launch{Kernel: kernel, Grid: c.Grid, Block: r.Built.Kernels[0].Block, Workgroups: c.Workgroups, Options: o.Sim}
	if l.Block == [3]uint32{} {
		l.Block = c.Block
	}
	for _, a := range c.Args {
		if a.Buffer == nil {
			l.Args = append(l.Args, sim.Bytes(a.Bytes))
			continue
		}
		l.Args = append(l.Args, sim.PointerAt(memory[a.Buffer].Addr+uint64(a.Offset)))
	}
	printing, err := host.Attach(d, object, &l, host.Streams{})
	if err != nil {
		return err
	}
	checker.Begin(&l)
	r.Report, err = d.Run(l)
	if e := printing.Finish(); err == nil {
		err = e
	}
	if err != nil {
		checker.Failed(err)
		r.Findings = checker.Findings()
		return err
	}
	r.Findings = checker.Findings()
	for _, b := range c.buffers() {
		got := make([]byte, len(b.Data))
		if err := memory[b].Read(got, 0); err != nil {
			return err
		}
		r.Got = append(r.Got, got)
	}
	return nil
}

// place copies a buffer's contents to guest memory.
func place(d *sim.Device, b *interp.Buffer) (sim.Buffer, error) {
	var buf sim.Buffer
	var err error
	if b.Fill != nil {
		buf, err = d.AllocFunc(uint64(len(b.Data)), b.Fill)
	} else if buf, err = d.Alloc(uint64(len(b.Data))); err == nil {
		err = buf.Write(b.Data, 0)
	}
	if err == nil && b.Undefined {
		buf.Undefined()
	}
	return buf, err
}

func sameBytes(b *interp.Buffer, want, got []byte) error {
	for i := range want {
		if want[i] != got[i] {
			at := i &^ 3
			end := min(at+16, len(want))
			return fmt.Errorf("buffer %s differs at byte %d: want % x, got % x", b.Name, i, want[at:end], got[at:end])
		}
	}
	return nil
}

func findingsError(list []sanitize.Finding) error {
	var text bytes.Buffer
	if err := sanitize.WriteText(&text, "kernel", list, sanitize.DefaultLimit); err != nil {
		return err
	}
	return fmt.Errorf("%d findings\n%s", len(list), text.String())
}
