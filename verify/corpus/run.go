package corpus

import (
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/isa"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// Interpret runs the kernel of a module in the interpreter and returns the resulting contents of
// its arguments.
func (c *Case) Interpret(m *ir.Module, chip *arch.Chip) ([][]byte, error) {
	l := interp.Launch{Chip: chip, Grid: c.Grid, Block: c.Block}
	memory := c.memory()
	for i, b := range memory {
		l.Args = append(l.Args, interp.Pointer(&interp.Buffer{Name: fmt.Sprintf("argument %d", i), Data: b, Undefined: !c.Args[i].In}))
	}
	_, err := interp.Run(m, l)
	return memory, err
}

func (c *Case) memory() [][]byte {
	var all [][]byte
	for i := range c.Args {
		all = append(all, c.Args[i].Contents())
	}
	return all
}

// Result is the outcome of running a code object.
type Result struct {
	Memory [][]byte // of the arguments
	Waves  int
	// Counts are the instructions that all waves executed together.
	Counts
	Resources
}

// Counts are executed instructions by class: each is of one class.
type Counts struct {
	VALU, SALU, VMEM, SMEM, LDS, MFMA uint64
	Waits, Nops, Branches             uint64
	Other                             uint64 // barriers, priorities, the end
}

// Total returns their sum.
func (c *Counts) Total() uint64 {
	return c.VALU + c.SALU + c.VMEM + c.SMEM + c.LDS + c.MFMA + c.Waits + c.Nops + c.Branches + c.Other
}

// Resources are the resources that a kernel takes, from its metadata.
type Resources struct {
	VGPRs, AGPRs, SGPRs      int
	VGPRSpills, SGPRSpills   int
	Scratch, LDS, StaticCode int // bytes: of a lane, of a workgroup, of code
}

// Simulate runs the only kernel of a code object and counts its instructions.
func (c *Case) Simulate(object []byte, chip *arch.Chip, options sim.Options) (*Result, error) {
	o, err := open(object, chip)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	options.Observers = append(slices.Clip(options.Observers), counter{&r.Counts})
	return r, c.run(o, r, options, func(*sim.Launch) {})
}

// Check runs the only kernel of a code object under sanitizers: the names of
// checks, or "all".
func (c *Case) Check(object []byte, chip *arch.Chip, options sim.Options, checks ...string) (*Result, []sanitize.Finding, error) {
	o, err := open(object, chip)
	if err != nil {
		return nil, nil, err
	}
	s, err := sanitize.New(sanitize.Options{Checks: checks, Object: o})
	if err != nil {
		return nil, nil, err
	}
	r := &Result{}
	err = c.run(o, r, options, s.Begin)
	s.Failed(err)
	return r, s.Findings(), err
}

func open(object []byte, chip *arch.Chip) (*hsaco.Object, error) {
	o, err := hsaco.Open(object, chip.Name)
	if err == nil && len(o.Kernels) != 1 {
		err = fmt.Errorf("the code object has %d kernels", len(o.Kernels))
	}
	return o, err
}

// run executes the kernel of o; begin sees the launch before.
func (c *Case) run(o *hsaco.Object, r *Result, options sim.Options, begin func(*sim.Launch)) error {
	device := sim.NewDevice(o.Chip)
	module, err := device.Load(o)
	if err != nil {
		return err
	}
	kernel, err := module.Kernel(o.Kernels[0].Name)
	if err != nil {
		return err
	}
	r.Memory, r.Resources = c.memory(), resources(o.Kernels[0])
	l := sim.Launch{Kernel: kernel, Grid: c.Grid, Block: c.Block, Options: options}
	buffers := make([]sim.Buffer, len(r.Memory))
	for i, b := range r.Memory {
		if buffers[i], err = sim.Put(device, b); err != nil {
			return err
		}
		if !c.Args[i].In {
			buffers[i].Undefined()
		}
		l.Args = append(l.Args, sim.Pointer(buffers[i]))
	}
	begin(&l)
	report, err := device.Run(l)
	if err != nil {
		return err
	}
	r.Waves = report.Waves
	for i, b := range buffers {
		if err := b.Read(r.Memory[i], 0); err != nil {
			return err
		}
	}
	return nil
}

func resources(k *hsaco.Kernel) Resources {
	r := Resources{StaticCode: len(k.Code) - k.Descriptor.Prologue(), Scratch: int(k.Descriptor.PrivateSegmentFixedSize), LDS: int(k.Descriptor.GroupSegmentFixedSize)}
	if m := k.Metadata; m != nil {
		r.VGPRs, r.AGPRs, r.SGPRs = m.VGPRCount, m.AGPRCount, m.SGPRCount
		r.VGPRSpills, r.SGPRSpills = m.VGPRSpillCount, m.SGPRSpillCount
	}
	return r
}

// counter counts what waves execute.
type counter struct{ counts *Counts }

func (c counter) Executed(e *sim.Event)   { c.counts.Add(e.Inst.Row, 1) }
func (counter) Landed(*sim.Event)         {}
func (counter) WaveStarted(group, n int)  {}
func (counter) WaveEnded(group, wave int) {}

// Add counts an instruction that was executed n times.
func (c *Counts) Add(row *isa.Row, n uint64) { *c.class(row) += n }

// class is where an instruction is counted.
func (c *Counts) class(row *isa.Row) *uint64 {
	switch row.Unit {
	case isa.UnitSALU:
		return &c.SALU
	case isa.UnitSMEM:
		return &c.SMEM
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return &c.MFMA
	case isa.UnitLDS:
		return &c.LDS
	case isa.UnitVMEM, isa.UnitFlat:
		return &c.VMEM
	case isa.UnitVALU, isa.UnitTrans, isa.UnitDot:
		return &c.VALU
	}
	switch name := row.Mnemonic; {
	case strings.HasPrefix(name, "s_waitcnt"):
		return &c.Waits
	case name == "s_nop":
		return &c.Nops
	case name == "s_branch", strings.HasPrefix(name, "s_cbranch"):
		return &c.Branches
	}
	return &c.Other
}
