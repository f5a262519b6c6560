package interp

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"heddle/ir"
)

func memrefOps() map[string]maker {
	return map[string]maker{
		"memref.alloc":                    makeAlloc,
		"memref.alloca":                   makeAlloc,
		"memref.dealloc":                  makeDealloc,
		"memref.get_global":               makeGetGlobal,
		"memref.global":                   func(*builder, *ir.Operation) (exec, error) { return nothing, nil },
		"memref.load":                     makeLoad,
		"memref.store":                    makeStore,
		"memref.copy":                     makeCopy,
		"memref.atomic_rmw":               makeAtomic,
		"memref.dim":                      makeDim,
		"memref.cast":                     makeMemRefCast,
		"memref.memory_space_cast":        makeMemRefCast,
		"memref.view":                     makeView,
		"memref.subview":                  makeSubview,
		"memref.reinterpret_cast":         makeReinterpret,
		"memref.collapse_shape":           makeCollapse,
		"memref.expand_shape":             makeExpand,
		"memref.extract_strided_metadata": makeMetadata,
		"memref.assume_alignment":         forward,
		"stream.binding.subspan":          makeSubspan,
		"iree_input.binding.subspan":      makeSubspan,
		"util.assume.int":                 makeAssume,
	}
}

func nothing(*lane, *inst) error { return nil }

// forward makes an operation whose results are its operands.
func forward(*builder, *ir.Operation) (exec, error) {
	return func(l *lane, in *inst) error {
		for i := range in.res {
			l.set(in, i, *l.arg(in, i))
		}
		return nil
	}, nil
}

// ref returns the descriptor that is operand i.
func (l *lane) ref(in *inst, i int) (*MemRef, error) {
	v := l.arg(in, i)
	if v.Poison != nil {
		return nil, &poisonError{"an address", v.Poison}
	}
	if v.Ref == nil {
		return nil, errors.New("this memref has no memory")
	}
	return v.Ref, nil
}

// place returns the memref that is operand i and the position in it given by the operands after it.
func (l *lane) place(in *inst, i, end int) (*MemRef, int64, error) {
	ref, err := l.ref(in, i)
	if err != nil {
		return nil, 0, err
	}
	idx, err := l.numbers(in, i+1, end, "an address")
	if err != nil {
		return nil, 0, err
	}
	at, err := ref.linear(idx)
	return ref, at, err
}

// extent is the number of elements that a descriptor reaches, from its base on.
func extent(sizes, strides []int64, offset int64) (int64, error) {
	last := offset
	for i, n := range sizes {
		if n == 0 {
			return 0, nil
		}
		if n < 0 || strides[i] < 0 {
			return 0, fmt.Errorf("size %d with stride %d cannot be allocated", n, strides[i])
		}
		var ok bool
		if last, ok = mulAdd(last, n-1, strides[i]); !ok {
			return 0, fmt.Errorf("the size %v is too large", sizes)
		}
	}
	if last < 0 {
		return 0, fmt.Errorf("an allocation cannot have the offset %d", offset)
	}
	return last + 1, nil
}

// rowMajor returns the strides of a dense layout of known sizes.
func rowMajor(sizes []int64) ([]int64, error) {
	strides := make([]int64, len(sizes))
	step := int64(1)
	for i := len(sizes) - 1; i >= 0; i-- {
		strides[i] = step
		hi, lo := bits.Mul64(uint64(step), uint64(max(sizes[i], 1)))
		if hi != 0 || int64(lo) < 0 {
			return nil, fmt.Errorf("the size %v is too large", sizes)
		}
		step = int64(lo)
	}
	return strides, nil
}

// layout makes a descriptor of a type without its memory; dynamic sizes are
// filled in. Symbols of a layout are not supported.
func layout(t *ir.MemRefType, dynamic []int64) (*MemRef, error) {
	sizes := make([]int64, len(t.Shape))
	for i, n := range t.Shape {
		if n == ir.Dynamic {
			if len(dynamic) == 0 {
				return nil, errors.New("a size is missing")
			}
			n, dynamic = dynamic[0], dynamic[1:]
			if n < 0 {
				return nil, fmt.Errorf("size %d is %d, but a size is not negative", i, n)
			}
		}
		sizes[i] = n
	}
	if t.Layout == nil {
		strides, err := rowMajor(sizes)
		return &MemRef{Sizes: sizes, Strides: strides}, err
	}
	strides, offset, ok := t.Strides()
	if !ok || offset == ir.Dynamic || !ir.Shape(strides).Static() {
		return nil, fmt.Errorf("the layout of %s is not known", t)
	}
	return &MemRef{Sizes: sizes, Strides: strides, Offset: offset}, nil
}

// allocate makes memory for a descriptor of a type.
func (l *lane) allocate(t *ir.MemRefType, ref *MemRef, name string) (*Memory, error) {
	n, err := extent(ref.Sizes, ref.Strides, ref.Offset)
	if err != nil {
		return nil, err
	}
	size, err := sizeBytes(t.Elem, n)
	if err != nil {
		return nil, err
	}
	if size > 1<<40 {
		return nil, fmt.Errorf("%s needs %d bytes", name, size)
	}
	if err := l.take(memoryCost(size)); err != nil {
		return nil, err
	}
	return newMemory(name, size), nil
}

// makeAlloc makes an allocation: of LDS once for all lanes of a workgroup, and otherwise for each
// lane that executes it.
func makeAlloc(_ *builder, op *ir.Operation) (exec, error) {
	t := op.Results[0].Type.(*ir.MemRefType)
	where, err := ir.MemorySpaceOf(t)
	if err != nil {
		return nil, err
	}
	_, sizes := group(op, 0)
	stack := op.Name() == "memref.alloca"
	return func(l *lane, in *inst) error {
		dynamic, err := l.numbers(in, 0, sizes, "the size of an allocation")
		if err != nil {
			return err
		}
		ref, err := layout(t, dynamic)
		if err != nil {
			return err
		}
		if where == ir.WorkgroupMemory {
			ref.Mem, err = l.ldsMemory(op, t, ref)
		} else if ref.Mem, err = l.allocate(t, ref, "the memory of "+op.Name()+l.machine.at(op)); err == nil && stack {
			l.allocas = append(l.allocas, ref.Mem)
		}
		l.set(in, 0, Value{Ref: ref})
		return err
	}, nil
}

// at returns the place of an operation for messages, with a space before it.
func (m *machine) at(op *ir.Operation) string {
	if d := m.module.At(op, ""); d.Line > 0 {
		return fmt.Sprintf(" at %d:%d", d.Line, d.Col)
	}
	return ""
}

// ldsMemory returns the workgroup's memory for key: an operation or an argument.
func (l *lane) ldsMemory(key any, t *ir.MemRefType, ref *MemRef) (*Memory, error) {
	if l.wg == nil {
		return nil, errors.New("workgroup memory, but this is not a kernel")
	}
	if m := l.wg.lds[key]; m != nil {
		n, err := extent(ref.Sizes, ref.Strides, ref.Offset)
		if err != nil {
			return nil, err
		}
		if size, err := sizeBytes(t.Elem, n); err != nil || size != int64(len(m.Data)) {
			return nil, fmt.Errorf("lanes do not agree about the size of workgroup memory: %d and %d bytes", len(m.Data), size)
		}
		return m, nil
	}
	m, err := l.allocate(t, ref, fmt.Sprintf("workgroup memory %d", len(l.wg.lds)))
	if err != nil {
		return nil, err
	}
	if l.wg.ldsLeft -= int64(len(m.Data)); l.wg.ldsLeft < 0 {
		return nil, fmt.Errorf("workgroup memory is more than the %d bytes of %s", l.wg.chip.LDSBytes, l.wg.chip.Name)
	}
	l.wg.lds[key] = m
	return m, nil
}

func makeDealloc(_ *builder, op *ir.Operation) (exec, error) {
	t, ok := op.Operands[0].Type.(*ir.MemRefType)
	return func(l *lane, in *inst) error {
		ref, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		if ok {
			if where, err := ir.MemorySpaceOf(t); err != nil || where == ir.WorkgroupMemory {
				return err // it lives as long as the workgroup
			}
		}
		if ref.Mem.freed {
			return fmt.Errorf("%s has been freed before", ref.Mem.Name)
		}
		if ref.Mem.host || ref.Mem.constant {
			return fmt.Errorf("%s cannot be freed", ref.Mem.Name)
		}
		l.free(ref.Mem)
		return nil
	}, nil
}

func makeGetGlobal(_ *builder, op *ir.Operation) (exec, error) {
	sym, ok := op.Attr("name").(*ir.SymbolRefAttr)
	if !ok {
		return nil, errors.New("the name is not a symbol")
	}
	global := ir.Lookup(op, sym)
	if global == nil || global.Name() != "memref.global" {
		return nil, fmt.Errorf("there is no memref.global %s", sym)
	}
	t := op.Results[0].Type.(*ir.MemRefType)
	where, err := ir.MemorySpaceOf(t)
	if err != nil {
		return nil, err
	}
	return func(l *lane, in *inst) error {
		ref, err := layout(t, nil)
		if err != nil {
			return err
		}
		if where == ir.WorkgroupMemory {
			ref.Mem, err = l.ldsMemory(global, t, ref)
		} else {
			ref.Mem, err = l.global(global, t, ref)
		}
		l.set(in, 0, Value{Ref: ref})
		return err
	}, nil
}

// global returns the memory of a memref.global, made when it is first used.
func (l *lane) global(op *ir.Operation, t *ir.MemRefType, ref *MemRef) (*Memory, error) {
	m := l.machine
	if mem := m.globals[op]; mem != nil {
		return mem, nil
	}
	mem, err := l.allocate(t, ref, "global "+op.StringAttr("sym_name"))
	if err != nil {
		return nil, err
	}
	l.heap = l.heap - memoryCost(int64(len(mem.Data))) // it stays when the lane has ended
	ref = &MemRef{Mem: mem, Sizes: ref.Sizes, Strides: ref.Strides, Offset: ref.Offset}
	if init, ok := op.Attr("initial_value").(*ir.DenseAttr); ok {
		err = eachIndex(ref.Sizes, func(n int, idx []int64) error {
			at, err := ref.linear(idx)
			if err != nil {
				return err
			}
			return ref.storeAt(t.Elem, at, denseElem(init, n, t.Elem))
		})
	}
	mem.constant = op.HasAttr("constant")
	m.globals[op] = mem
	return mem, err
}

// denseElem is element n of a dense attribute.
func denseElem(a *ir.DenseAttr, n int, t ir.Type) Value {
	if w, _ := ir.BitWidth(t); w > 64 {
		size := (w + 7) / 8
		if a.Splat {
			n = 0
		}
		be := slices.Clone(a.Raw[n*size : (n+1)*size])
		slices.Reverse(be)
		return Value{Elem: Elem{Wide: new(big.Int).SetBytes(be)}}
	}
	return Value{Elem: Elem{Bits: a.Code(n)}}
}

// eachIndex calls f for every index of a shape, the last one fastest.
func eachIndex(sizes []int64, f func(n int, idx []int64) error) error {
	for _, n := range sizes {
		if n <= 0 {
			return nil
		}
	}
	idx := make([]int64, len(sizes))
	for n := 0; ; n++ {
		if err := f(n, idx); err != nil {
			return err
		}
		i := len(idx) - 1
		for ; i >= 0; i-- {
			if idx[i]++; idx[i] < sizes[i] {
				break
			}
			idx[i] = 0
		}
		if i < 0 {
			return nil
		}
	}
}

func makeLoad(_ *builder, op *ir.Operation) (exec, error) {
	t, ok := op.Operands[0].Type.(*ir.MemRefType)
	if !ok {
		return nil, fmt.Errorf("%s is not loaded from", op.Operands[0].Type)
	}
	return func(l *lane, in *inst) error {
		ref, at, err := l.place(in, 0, len(in.args))
		if err != nil {
			return err
		}
		v, err := ref.loadAt(t.Elem, at)
		l.set(in, 0, v)
		return err
	}, nil
}

func makeStore(_ *builder, op *ir.Operation) (exec, error) {
	t, ok := op.Operands[1].Type.(*ir.MemRefType)
	if !ok {
		return nil, fmt.Errorf("%s is not stored to", op.Operands[1].Type)
	}
	return func(l *lane, in *inst) error {
		ref, at, err := l.place(in, 1, len(in.args))
		if err != nil {
			return err
		}
		return ref.storeAt(t.Elem, at, *l.arg(in, 0))
	}, nil
}

func makeCopy(_ *builder, op *ir.Operation) (exec, error) {
	from, ok1 := op.Operands[0].Type.(*ir.MemRefType)
	to, ok2 := op.Operands[1].Type.(*ir.MemRefType)
	if !ok1 || !ok2 {
		return nil, errors.New("only memrefs are copied")
	}
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		dst, err := l.ref(in, 1)
		if err != nil {
			return err
		}
		if !ir.Shape(src.Sizes).Equal(dst.Sizes) {
			return fmt.Errorf("the sizes %v and %v differ", src.Sizes, dst.Sizes)
		}
		return eachIndex(src.Sizes, func(_ int, idx []int64) error {
			if err := l.work(1); err != nil {
				return err
			}
			at, err := src.linear(idx)
			if err != nil {
				return err
			}
			v, err := src.loadAt(from.Elem, at)
			if err != nil {
				return err
			}
			if at, err = dst.linear(idx); err != nil {
				return err
			}
			return dst.storeAt(to.Elem, at, v)
		})
	}, nil
}

// atomicKinds are the functions of memref.atomic_rmw, by the number of the kind.
var atomicKinds = []string{"addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu",
	"minimumf", "minnumf", "mins", "minu", "mulf", "muli", "ori", "xori"}

func makeAtomic(_ *builder, op *ir.Operation) (exec, error) {
	kind := op.IntAttr("kind")
	if kind < 0 || kind >= int64(len(atomicKinds)) {
		return nil, fmt.Errorf("kind %d is not known", kind)
	}
	t := op.Operands[1].Type.(*ir.MemRefType)
	combine, err := combiner(op, atomicKinds[kind], t.Elem)
	if err != nil {
		return nil, err
	}
	return func(l *lane, in *inst) error {
		ref, at, err := l.place(in, 1, len(in.args))
		if err != nil {
			return err
		}
		old, err := ref.loadAt(t.Elem, at)
		if err != nil {
			return err
		}
		e, err := combine(old.Elem, l.arg(in, 0).Elem)
		if err != nil {
			return err
		}
		l.set(in, 0, old)
		return ref.storeAt(t.Elem, at, Value{Elem: e})
	}, nil
}
