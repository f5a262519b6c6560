package tile

import (
	"fmt"
	"slices"

	"heddle/arch"
	"heddle/ir"
)

// Module is a number of kernels for one chip.
type Module struct {
	chip    *arch.Chip
	module  *ir.Module
	kernels *ir.Block // of the gpu.module
	names   map[string]bool
	last    *Kernel // that was added, for Run
	err     error
}

// NewModule makes an empty module.
func NewModule(chip *arch.Chip) *Module {
	m := &Module{chip: chip, module: ir.NewModule(), names: map[string]bool{}}
	inner := ir.NewOp("gpu.module", nil, nil, attr("sym_name", ir.String("kernels")))
	m.kernels = inner.AddRegion().AddBlock()
	m.module.Op.Regions[0].Entry().Append(inner)
	return m
}

// IR returns the finished module, or the first mistake in one of its kernels.
func (m *Module) IR() (*ir.Module, error) {
	if m.err != nil {
		return nil, m.err
	}
	if err := ir.Verify(m.module, ir.Options{Chip: m.chip}); err != nil {
		return nil, err
	}
	return m.module, nil
}

// Waves is the number of waves of a workgroup: a power of two from 1 to 16.
type Waves int

// Kernel adds a kernel whose code body writes.
func (m *Module) Kernel(name string, waves Waves, body func(k *Kernel)) {
	if m.err != nil {
		return
	}
	k := &Kernel{Chip: m.chip, waves: int(waves), lines: lines{}, constants: map[string]*ir.Value{}, fixed: map[string]Index{}, indices: map[*ir.Value]bool{}, tensors: map[string]bool{}}
	defer func() {
		k.ended = true
		switch e := recover().(type) {
		case nil:
		case *Error:
			e.Kernel, m.err = name, e
		default:
			panic(e)
		}
	}()
	if m.chip == nil {
		k.fail("no chip; NewModule wants one of arch.Chips")
	}
	if waves < 1 || waves&(waves-1) != 0 || int(waves)*m.chip.WaveSize > m.chip.MaxWorkgroup {
		k.fail("%d waves in a workgroup; accepted: a power of two from 1 to %d", waves, m.chip.MaxWorkgroup/m.chip.WaveSize)
	}
	if m.names[name] || name == "" {
		k.fail("kernel names must be unique and not empty")
	}
	m.names[name] = true
	k.start()
	if body == nil {
		k.fail("a kernel without a function")
	}
	body(k)
	m.kernels.Append(k.finish(name))
	m.last = k
}

// Error is a mistake in a kernel.
type Error struct {
	Kernel, File string
	Line         int
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: kernel %q: %s", e.File, e.Line, e.Kernel, e.Message)
}

// Kernel is a kernel under construction.
type Kernel struct {
	Chip  *arch.Chip
	waves int

	entry *ir.Block // of the function; its operations are in early and body
	// early are operations at the kernel's beginning: constants, and values computed only from ids.
	early, body []*ir.Operation
	inEarly     bool
	// open are the blocks of the open loops and branches, the innermost last; branches counts those
	// in which waves may diverge.
	open     []*ir.Block
	branches int
	// maybe counts those that may not run, and windows are the places of tiles that no such one is around.
	maybe   int
	windows []placed

	// lines are the author's; math says how exact operations are.
	lines lines
	math  Math

	constants map[string]*ir.Value
	fixed     map[string]Index
	tensors   map[string]bool
	declared  []*Tensor // in the order of the arguments
	thread    Index
	// indices are the tensors that indices were loaded from; false for those that are written.
	indices    map[*ir.Value]bool
	attributed []ldsBuffer

	// asynchronous: loads directly to LDS are part of a group of Async. pipelines counts them.
	asynchronous bool
	pipelines    int
	beats        int // of Beat
	// groups: groups of waves run apart; staggered is their number in Stagger. ended: the body has
	// returned.
	groups, ended bool
	staggered     int
}

// fail aborts the kernel with a mistake by its author; k may be nil.
func (k *Kernel) fail(format string, args ...any) {
	e := &Error{Message: fmt.Sprintf(format, args...)}
	if at, _ := (lines{}).author(); at != nil {
		e.File, e.Line = at.File, at.Line
	}
	panic(e)
}

// attr names an attribute.
func attr(name string, a ir.Attr) ir.NamedAttr { return ir.NamedAttr{Name: name, Attr: a} }

// emit appends an operation at the current place of the kernel.
func (k *Kernel) emit(op *ir.Operation) *ir.Operation {
	k.living()
	for _, v := range op.Operands {
		k.visible(v)
	}
	if at, _ := k.lines.author(); at != nil {
		op.Loc = at
	}
	switch {
	case k.inEarly:
		k.early = append(k.early, op)
	case len(k.open) > 0:
		k.open[len(k.open)-1].Append(op)
	default:
		k.body = append(k.body, op)
	}
	return op
}

// visible refuses values used outside their loop or branch, and those of other kernels.
func (k *Kernel) visible(v *ir.Value) {
	b := v.Block
	if v.Op != nil {
		b = v.Op.Block
	}
	if b != nil && b != k.entry && !slices.Contains(k.open, b) {
		k.fail("a value is used outside its kernel, loop or branch; a loop returns the values that its body returns")
	}
}

// op makes an operation with one result.
func (k *Kernel) op(name string, operands []*ir.Value, types []ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	return k.emit(ir.NewOp(name, operands, types, append(attrs, k.fastmath(name)...)...)).Results[0]
}

// do makes an operation without results.
func (k *Kernel) do(name string, operands []*ir.Value, attrs ...ir.NamedAttr) {
	k.emit(ir.NewOp(name, operands, nil, attrs...))
}

// atStart runs f with its operations at the kernel's beginning. They may use only values from
// there.
func (k *Kernel) atStart(f func()) {
	before := k.inEarly
	k.inEarly = true
	f()
	k.inEarly = before
}

// constant returns a constant, made once.
func (k *Kernel) constant(t ir.Type, a ir.Attr) *ir.Value {
	key := a.String() + ":" + t.String()
	if v := k.constants[key]; v != nil {
		return v
	}
	var v *ir.Value
	k.atStart(func() { v = k.op("arith.constant", nil, []ir.Type{t}, attr("value", a)) })
	k.constants[key] = v
	return v
}

// once returns an index that is computed once, at the kernel's beginning.
func (k *Kernel) once(key string, f func() Index) Index {
	if x, ok := k.fixed[key]; ok {
		return x
	}
	var x Index
	k.atStart(func() { x = f() })
	k.fixed[key] = x
	return x
}

func (k *Kernel) start() {
	fn := ir.NewOp("gpu.func", nil, nil)
	k.entry = fn.AddRegion().AddBlock()
	k.atStart(func() {
		v := k.op("gpu.thread_id", nil, []ir.Type{ir.Index}, attr("dimension", dimension(0)))
		k.thread = Index{k: k, v: v, hi: int64(k.waves*k.Chip.WaveSize - 1), mult: 1, varies: byLane}
	})
}

func dimension(d int) ir.Attr { return ir.DialectOpaque("gpu", "dim "+string("xyz"[d])) }

// WorkgroupID returns the number of the workgroup in a dimension of the grid, 0 for x to 2 for z.
func (k *Kernel) WorkgroupID(d int) Index {
	if d < 0 || d > 2 {
		k.fail("dimension %d of the grid; accepted: 0, 1, 2", d)
	}
	return k.once("workgroup"+string("xyz"[d]), func() Index {
		return Index{k: k, v: k.op("gpu.block_id", nil, []ir.Type{ir.Index}, attr("dimension", dimension(d))), hi: unbounded, mult: 1}
	})
}

// Lane returns a lane's number in its wave. It differs between lanes, so values computed from it
// cannot place a tile.
func (k *Kernel) Lane() Index {
	return k.once("lane", func() Index { return k.thread.Mod(int64(k.Chip.WaveSize)) })
}

// Wave returns the number of a wave in its workgroup.
func (k *Kernel) Wave() Index {
	return k.once("wave", func() Index {
		x := k.thread.Div(int64(k.Chip.WaveSize))
		x.varies = byWave
		return x
	})
}

// finish makes the function.
func (k *Kernel) finish(name string) *ir.Operation {
	if len(k.open) > 0 {
		panic("BUG: a region was left open")
	}
	var inputs []ir.Type
	for _, a := range k.entry.Args {
		inputs = append(inputs, a.Type)
	}
	k.tellIndices(k.entry.Region.Op)
	for _, b := range k.attributed {
		k.entry.Args = append(k.entry.Args, b.arg)
		b.arg.Index, b.arg.Block = len(k.entry.Args)-1, k.entry
	}
	fn := k.entry.Region.Op
	fn.SetAttr("function_type", &ir.TypeAttr{Type: ir.Function(inputs, nil)})
	fn.SetAttr("sym_name", ir.String(name))
	fn.SetAttr("gpu.kernel", ir.UnitAttr{})
	fn.SetAttr("known_block_size", ir.DenseArray(ir.I32, int64(k.waves*k.Chip.WaveSize), 1, 1))
	fn.SetAttr("workgroup_attributions", ir.Int(ir.I64, int64(len(k.attributed))))
	for _, list := range [][]*ir.Operation{k.early, k.body, {ir.NewOp("gpu.return", nil, nil)}} {
		for _, op := range list {
			k.entry.Append(op)
		}
	}
	return fn
}

// Priority sets the scheduling priority of the wave, from 0, the default, to 3.
func (k *Kernel) Priority(n int) {
	if n < 0 || n > 3 {
		k.fail("priority %d; accepted: 0 to 3", n)
	}
	k.do("rocdl.s.setprio", nil, attr("priority", ir.Int(ir.I16, int64(n))))
}

// Fence keeps the compiler's scheduler from moving instructions across this place: it ends a
// cluster of instructions that should stay together.
func (k *Kernel) Fence() { k.do("rocdl.sched.barrier", nil, attr("mask", ir.Int(ir.I32, 0))) }

// Grid sets the number of workgroups that the kernel is launched with.
func (k *Kernel) Grid(x, y, z int64) {
	for d, n := range [...]int64{x, y, z} {
		if n < 1 || n > 1<<31-1 {
			k.fail("a grid of %d x %d x %d workgroups", x, y, z)
		}
		id := k.WorkgroupID(d)
		id.hi = n - 1
		k.fixed["workgroup"+string("xyz"[d])] = id
	}
	k.entry.Region.Op.SetAttr("known_grid_size", ir.DenseArray(ir.I32, x, y, z))
}
