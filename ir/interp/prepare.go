package interp

import (
	"fmt"

	"heddle/ir"
)

// exec runs one operation in one lane: it reads operands with l.arg and sets
// results with l.set. An error needs no place: the caller adds it.
type exec func(l *lane, in *inst) error

// maker prepares an operation to be run many times: it reads attributes and
// types once. Operations have been verified. The error is one of the
// operation, such as a type that cannot be computed with.
type maker func(b *builder, op *ir.Operation) (exec, error)

// inst is an operation, prepared. Values are numbers of the frame.
type inst struct {
	op        *ir.Operation
	exec      exec // nil for a terminator: the operation around looks at it
	args, res []int32
	succ      []int32 // numbers of blocks
}

// code is a block, prepared. The last instruction is the terminator.
type code struct {
	args   []*ir.Value
	params []int32
	insts  []inst
	// scope means that allocations of memref.alloca live as long as the block runs.
	scope bool
}

// function is a function, prepared.
type function struct {
	op     *ir.Operation
	name   string
	blocks []*code
	slots  int
	// size is the maximum size of a frame, in bytes.
	size int64
}

// builder prepares one function.
type builder struct {
	machine *machine
	slots   map[*ir.Value]int32
	blocks  map[*ir.Block]int32
	size    int64
	// bareBarriers: the function has barriers of the hardware, which only count.
	bareBarriers bool
}

// Sizes of values, for the memory limit.
const (
	valueBytes = 56
	elemBytes  = 24
)

// function prepares a function once.
func (m *machine) function(op *ir.Operation) (*function, error) {
	if f := m.functions[op]; f != nil {
		return f, nil
	}
	f := &function{op: op, name: op.StringAttr("sym_name")}
	if len(op.Regions) == 0 || len(op.Regions[0].Blocks) == 0 {
		return nil, m.module.At(op, fmt.Sprintf("function %q has no body here", f.name))
	}
	b := &builder{machine: m, slots: map[*ir.Value]int32{}, blocks: map[*ir.Block]int32{}}
	for i, block := range op.Regions[0].Blocks {
		b.blocks[block] = int32(i)
	}
	// A block may use values of later blocks.
	op.Walk(func(o *ir.Operation) bool {
		b.define(o.Results)
		b.bareBarriers = b.bareBarriers || o.Name() == "rocdl.s.barrier"
		for _, r := range o.Regions {
			for _, block := range r.Blocks {
				b.define(block.Args)
			}
		}
		return true
	})
	if b.size > m.limits.Memory {
		return nil, m.module.At(op, fmt.Sprintf("the values of function %q need %d bytes a lane; the limit is %d in all", f.name, b.size, m.limits.Memory))
	}
	for _, block := range op.Regions[0].Blocks {
		c, err := b.block(block)
		if err != nil {
			return nil, err
		}
		f.blocks = append(f.blocks, c)
	}
	f.slots, f.size = len(b.slots), b.size
	m.functions[op] = f
	return f, nil
}

func (b *builder) define(values []*ir.Value) {
	for _, v := range values {
		b.slots[v] = int32(len(b.slots))
		b.size += valueBytes
		if _, ok := v.Type.(*ir.VectorType); ok {
			n := elemCount(v.Type)
			if n > b.machine.limits.Memory {
				n = b.machine.limits.Memory
			}
			if b.size += n * elemBytes; b.size < 0 {
				b.size = 1 << 62
			}
		}
	}
}

// block prepares a block.
func (b *builder) block(block *ir.Block) (*code, error) {
	c := &code{args: block.Args, params: b.numbers(block.Args)}
	if around := block.Region.Op; around != nil {
		c.scope = around.Decl.Is(ir.AllocaScope)
	}
	for _, op := range block.Ops {
		in, err := b.inst(op)
		if err != nil {
			return nil, err
		}
		c.insts = append(c.insts, in)
	}
	return c, nil
}

// region prepares region i of op, which has one block; nil if it is empty.
func (b *builder) region(op *ir.Operation, i int) (*code, error) {
	if i >= len(op.Regions) || len(op.Regions[i].Blocks) == 0 {
		return nil, nil
	}
	if len(op.Regions[i].Blocks) > 1 {
		return nil, fmt.Errorf("a region of several blocks is not run here")
	}
	return b.block(op.Regions[i].Blocks[0])
}

func (b *builder) inst(op *ir.Operation) (inst, error) {
	in := inst{op: op, args: b.numbers(op.Operands), res: b.numbers(op.Results)}
	for _, s := range op.Successors {
		in.succ = append(in.succ, b.blocks[s])
	}
	if op.Decl.Is(ir.Terminator) {
		return in, nil
	}
	if op.Decl.StandsFor != nil {
		same, err := op.Decl.StandsFor(op)
		if err != nil {
			return in, b.machine.module.At(op, err.Error())
		}
		op = same
		in.op, in.args = op, b.numbers(op.Operands)
	}
	m := b.machine.ops[op.Name()]
	if m == nil {
		return in, b.machine.module.At(op, op.Name()+" is not run by the interpreter")
	}
	for _, list := range [][]*ir.Value{op.Operands, op.Results} {
		for _, v := range list {
			if err := computable(v.Type); err != nil {
				return in, b.machine.module.At(op, err.Error())
			}
		}
	}
	f, err := m(b, op)
	if err != nil {
		if _, placed := err.(*ir.Diagnostic); placed {
			return in, err
		}
		return in, b.machine.module.At(op, err.Error())
	}
	in.exec = f
	return in, nil
}

// computable refuses types that no value here has.
func computable(t ir.Type) error {
	switch t := t.(type) {
	case *ir.VectorType:
		if t.Scalable != nil {
			return fmt.Errorf("the length of %s is not known: scalable vectors are not run", t)
		}
		return computable(t.Elem)
	case ir.FloatType:
		if t == ir.F80 || t == ir.F128 {
			return fmt.Errorf("numbers of type %s are not computed with", t)
		}
	case ir.IntegerType:
		if t.Width() == 0 || t.Width() > maxWidth {
			return fmt.Errorf("integers have 1 to %d bits here, not %s", maxWidth, t)
		}
	case *ir.TensorType, *ir.ComplexType, *ir.TupleType, *ir.FunctionType:
		return fmt.Errorf("values of type %s are not run", t)
	}
	return nil
}

// maxWidth bounds the width of integers that are computed with.
const maxWidth = 4096

func (b *builder) numbers(values []*ir.Value) []int32 {
	if len(values) == 0 {
		return nil
	}
	n := make([]int32, len(values))
	for i, v := range values {
		n[i] = b.slots[v]
	}
	return n
}

// group returns the operand numbers (positions in op.Operands) of row i of the declaration.
func group(op *ir.Operation, row int) (from, to int) { return op.OperandRange(row) }
