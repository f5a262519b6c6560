package interp

import (
	"fmt"
	"io"

	"heddle/arch"
	"heddle/ir"
)

// Buffer is the caller's memory, which kernels read and write in place.
type Buffer struct {
	Name string // for messages
	Data []byte
	// Undefined contents must be written before they are read.
	Undefined bool
	// Fill, if not nil, makes the contents of Data from a byte on, page by page, when
	// a page is first touched.
	Fill   func(offset uint64, page []byte)
	memory *Memory
}

// Contents returns Data after filling in the pages that no kernel has touched.
func (b *Buffer) Contents() []byte {
	if b.Fill != nil {
		m := b.asMemory(0)
		m.touch(0, int64(len(m.Data)))
	}
	return b.Data
}

// Unwritten returns the number of bytes of a buffer with undefined contents that no kernel has
// written, and the index of the first.
func (b *Buffer) Unwritten() (n, first uint64) {
	size := uint64(len(b.Data))
	switch {
	case !b.Undefined:
		return 0, size
	case b.memory == nil:
		return size, 0
	}
	m := b.memory
	first = size
	for page := range m.shadow {
		at := uint64(page) * pageBytes
		if !m.touched[page] {
			n, first = n+uint64(m.pageSize(int64(page))), min(first, at)
			continue
		}
		for i, poison := range m.shadow[page] {
			if poison != 0 {
				n, first = n+1, min(first, at+uint64(i))
			}
		}
	}
	return n, first
}

// Arg is an argument of the kernel ABI: a pointer into a buffer, or bytes.
type Arg struct {
	Buffer *Buffer
	Offset int64  // bytes from the start of Buffer
	Bytes  []byte // of a number, if Buffer is nil: little-endian, of the number's size
}

// Pointer returns an argument with the address of a buffer's start.
func Pointer(b *Buffer) Arg { return Arg{Buffer: b} }

// Bytes returns an argument that passes a number by value.
func Bytes(b []byte) Arg { return Arg{Bytes: b} }

// Limits bound the resources of a run. Zero fields have the defaults.
type Limits struct {
	Steps  uint64 // operations of all lanes, wide vectors counting more; 1<<34
	Memory int64  // bytes of values, LDS and allocations, not of buffers; 2 GiB
	Depth  int    // nested calls; 200
}

func (l Limits) withDefaults() Limits {
	if l.Steps == 0 {
		l.Steps = 1 << 34
	}
	if l.Memory == 0 {
		l.Memory = 2 << 30
	}
	if l.Depth == 0 {
		l.Depth = 200
	}
	return l
}

// Launch describes a run.
type Launch struct {
	Kernel string     // may be empty if there is only one; "module::kernel" for one of several
	Chip   *arch.Chip // determines the sizes of a wave and of LDS, and the matrix operations
	Grid   [3]uint32  // workgroups
	// Block is the work-items of a workgroup; zeros mean what the kernel states.
	Block [3]uint32
	Args  []Arg // as docs/mlir-abi.md lists them
	// LDS is the bytes of gpu.dynamic_shared_memory.
	LDS int64
	// Workgroups are the linear numbers, x fastest, of those to run; nil for all.
	Workgroups []int
	Limits     Limits
	// Progress, if not nil, is called after each workgroup.
	Progress func(done, all int)
	// Print, if not nil, is where gpu.printf prints.
	Print io.Writer
	// Observe, if not nil, is called with every value that a lane computes: results of operations,
	// and arguments of blocks when they are entered. It serves tests of what a compiler claims
	// about values.
	Observe func(Observation)
}

// Observation is a value in one lane.
type Observation struct {
	Workgroup, Lane int // number of the lane in the workgroup
	// Path is the same for lanes that execute the same operation in the same
	// iteration of all loops around. It is only valid during the call, and in a
	// control flow graph it does not count iterations.
	Path  []int64
	Value *ir.Value
	Is    Value
}

// Report is the record of a run.
type Report struct {
	Kernel     string    `json:"kernel"`
	Grid       [3]uint32 `json:"grid"`
	Block      [3]uint32 `json:"block"`
	Workgroups int       `json:"workgroups"`
	Steps      uint64    `json:"operations"` // of all lanes
}

// Run executes a kernel of a verified module. An error of the kernel is a *Fault,
// one of an operation that is not run an *[ir.Diagnostic].
func Run(m *ir.Module, l Launch) (*Report, error) {
	if l.Chip == nil {
		return nil, fmt.Errorf("no chip is given")
	}
	if err := ir.Unwrap(m); err != nil {
		return nil, err
	}
	entry, err := FindKernel(m, l.Kernel)
	if err != nil {
		return nil, err
	}
	if err := entry.CheckWave(l.Chip); err != nil {
		return nil, err
	}
	block, err := entry.blockSize(l.Block)
	if err != nil {
		return nil, err
	}
	lanes, ok := product(block, uint64(l.Chip.MaxWorkgroup))
	if !ok || lanes == 0 {
		return nil, fmt.Errorf("a workgroup of %s has 1 to %d work-items", l.Chip.Name, l.Chip.MaxWorkgroup)
	}
	groups, ok := product(l.Grid, 1<<40)
	if !ok || groups == 0 {
		return nil, fmt.Errorf("the grid %s is empty or too large", triple(l.Grid))
	}
	if l.LDS < 0 || l.LDS > int64(l.Chip.LDSBytes) {
		return nil, fmt.Errorf("%d bytes of dynamic workgroup memory: %s has %d", l.LDS, l.Chip.Name, l.Chip.LDSBytes)
	}
	mc := newMachine(m, l.Limits)
	mc.observe, mc.print = l.Observe, l.Print
	f, err := mc.function(entry.Op)
	if err != nil {
		return nil, err
	}
	args, err := entry.arguments(l.Args)
	if err != nil {
		return nil, err
	}
	report := &Report{Kernel: entry.Name, Grid: l.Grid, Block: block}
	count := int(groups)
	if l.Workgroups != nil {
		count = len(l.Workgroups)
	}
	for i := range count {
		id := i
		if l.Workgroups != nil {
			id = l.Workgroups[i]
		}
		if id < 0 || uint64(id) >= groups {
			return nil, fmt.Errorf("there is no workgroup %d: the grid has %d", id, groups)
		}
		wg := mc.workgroup(l.Chip, f, id, l.Grid, block)
		wg.dynamic = l.LDS
		err := wg.run(args)
		report.Steps = mc.limits.Steps - mc.steps
		if err != nil {
			return report, err
		}
		report.Workgroups++
		if l.Progress != nil {
			l.Progress(i+1, count)
		}
	}
	return report, nil
}

// Call runs a function of a module that needs no lanes, and gives its results.
// Errors are as for [Run].
func Call(m *ir.Module, name string, args []Value, limits Limits) ([]Value, error) {
	op := ir.Symbol(m.Op, name)
	if op == nil || op.Name() != "func.func" {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	mc := newMachine(m, limits)
	f, err := mc.function(op)
	if err != nil {
		return nil, err
	}
	if n := len(f.blocks[0].params); n != len(args) {
		return nil, fmt.Errorf("%s has %d parameters, not %d", name, n, len(args))
	}
	for i, t := range op.Regions[0].Blocks[0].Args {
		if err := suits(t.Type, args[i]); err != nil {
			return nil, fmt.Errorf("parameter %d of %s: %w", i, name, err)
		}
	}
	l := &lane{machine: mc}
	results, err := l.call(f, args)
	if err != nil {
		return nil, l.fault(op, err)
	}
	return results, nil
}

// suits refuses a value that has not the form of its type.
func suits(t ir.Type, v Value) error {
	ok := v.Vec == nil
	switch t := t.(type) {
	case *ir.VectorType:
		ok = v.Vec != nil && int64(len(v.Vec)) == t.Len()
	case *ir.MemRefType, *ir.OpaqueType:
		ok = ok && v.Ref != nil
		if m, is := t.(*ir.MemRefType); ok && is && !m.Unranked {
			ok = v.Ref.Mem != nil && len(v.Ref.Sizes) == len(m.Shape) && len(v.Ref.Strides) == len(m.Shape)
		}
	}
	if !ok && v.Poison == nil {
		return fmt.Errorf("the value is no %s", t)
	}
	return nil
}

func newMachine(m *ir.Module, limits Limits) *machine {
	limits = limits.withDefaults()
	return &machine{module: m, ops: operations(), limits: limits, steps: limits.Steps, memory: limits.Memory,
		functions: map[*ir.Operation]*function{}, globals: map[*ir.Operation]*Memory{}}
}

// product multiplies sizes; ok is false if the product is above most.
func product(v [3]uint32, most uint64) (p uint64, ok bool) {
	p = 1
	for _, n := range v {
		if n == 0 {
			return 0, true
		}
		if p *= uint64(n); p > most {
			return 0, false
		}
	}
	return p, true
}

// workgroup makes workgroup number id with its lanes.
func (m *machine) workgroup(chip *arch.Chip, f *function, id int, grid, block [3]uint32) *workgroup {
	n := uint64(id)
	wg := &workgroup{machine: m, id: id, chip: chip, grid: grid, block: block, waveSize: chip.WaveSize,
		ldsLeft: int64(chip.LDSBytes), lds: map[any]*Memory{}, kernel: f}
	wg.at = [3]uint32{uint32(n % uint64(grid[0])), uint32(n / uint64(grid[0]) % uint64(grid[1])), uint32(n / uint64(grid[0]) / uint64(grid[1]))}
	for z := range block[2] {
		for y := range block[1] {
			for x := range block[0] {
				wg.lanes = append(wg.lanes, &lane{machine: m, wg: wg, id: len(wg.lanes), thread: [3]uint32{x, y, z}})
			}
		}
	}
	return wg
}
