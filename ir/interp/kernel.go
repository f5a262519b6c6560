package interp

import (
	"fmt"
	"strconv"
	"strings"

	"heddle/ir"
)

// Kernel is a function that can be launched.
type Kernel struct{ ir.Kernel }

// Kernels lists the entries of a module; see ir.Kernels.
func Kernels(m *ir.Module) []Kernel {
	var list []Kernel
	for _, k := range ir.Kernels(m) {
		list = append(list, Kernel{k})
	}
	return list
}

// FindKernel finds a kernel by its name; see ir.FindKernel.
func FindKernel(m *ir.Module, name string) (*Kernel, error) {
	k, err := ir.FindKernel(m, name)
	if err != nil {
		return nil, err
	}
	return &Kernel{*k}, nil
}

// blockSize returns the size of a workgroup from the kernel and the launch.
func (k *Kernel) blockSize(given [3]uint32) ([3]uint32, error) {
	none := [3]uint32{}
	switch {
	case given == none && k.Block == none:
		return none, fmt.Errorf("kernel %q does not state its workgroup size, and none is given", k.Name)
	case given == none:
		return k.Block, nil
	case k.Block != none && given != k.Block:
		return none, fmt.Errorf("kernel %q has workgroups of %s, not %s", k.Name, triple(k.Block), triple(given))
	}
	return given, nil
}

// Param is a parameter of a kernel and its share of the list of arguments.
type Param struct {
	Name  string // see ir.ParamNames
	Type  ir.Type
	Parts []string // "pointer", "i64", ...
	Sizes []int    // of the parts, in bytes; each is aligned to its own
}

// pointerBytes is the size of a pointer and of the numbers of a descriptor.
const pointerBytes = 8

// Params lists the parameters of a kernel; see docs/mlir-abi.md.
func (k *Kernel) Params() ([]Param, error) {
	ft := ir.FunctionTypeOf(k.Op)
	params := make([]Param, len(ft.Inputs))
	names := ir.ParamNames(k.Op)
	for i, t := range ft.Inputs {
		params[i].Name, params[i].Type = names[i], t
		switch t := t.(type) {
		case *ir.MemRefType:
			strides, offset, ok := t.Strides()
			if !ok {
				return nil, fmt.Errorf("parameter %d of kernel %q: %s has no strides", i, k.Name, t)
			}
			params[i].Parts = []string{"pointer"}
			if !staticLayout(t, strides, offset) {
				params[i].Parts = []string{"pointer", "pointer", "i64"}
				for range 2 * len(t.Shape) {
					params[i].Parts = append(params[i].Parts, "i64")
				}
			}
		case *ir.OpaqueType:
			if t.Dialect != "stream" || t.Body != "binding" {
				return nil, fmt.Errorf("parameter %d of kernel %q: %s cannot be passed", i, k.Name, t)
			}
			params[i].Parts = []string{"pointer"}
		default:
			if err := computable(t); err != nil {
				return nil, fmt.Errorf("parameter %d of kernel %q: %w", i, k.Name, err)
			}
			bits, err := ir.StorageBits(t)
			if err != nil {
				return nil, fmt.Errorf("parameter %d of kernel %q: %w", i, k.Name, err)
			}
			params[i].Parts, params[i].Sizes = []string{t.String()}, []int{int(bits+7) / 8}
			if t == ir.Index {
				params[i].Parts = []string{"i64"}
			}
			continue
		}
		for range params[i].Parts {
			params[i].Sizes = append(params[i].Sizes, pointerBytes)
		}
	}
	return params, nil
}

// staticLayout reports whether nothing of a memref is only known at run time.
func staticLayout(t *ir.MemRefType, strides []int64, offset int64) bool {
	return t.Shape.Static() && ir.Shape(strides).Static() && offset != ir.Dynamic
}

// arguments makes the values of a kernel's parameters.
func (k *Kernel) arguments(args []Arg) ([]Value, error) {
	params, err := k.Params()
	if err != nil {
		return nil, err
	}
	want := 0
	for _, p := range params {
		want += len(p.Parts)
	}
	if want != len(args) {
		var b strings.Builder
		for _, p := range params {
			fmt.Fprintf(&b, "; %s takes %s", p.Type, strings.Join(p.Parts, ", "))
		}
		return nil, fmt.Errorf("kernel %q takes %d arguments, not %d%s", k.Name, want, len(args), b.String())
	}
	var values []Value
	n := 0
	for i, p := range params {
		v, err := parameter(p, args[n:n+len(p.Parts)], n)
		if err != nil {
			return nil, fmt.Errorf("parameter %d of kernel %q: %w", i, k.Name, err)
		}
		n += len(p.Parts)
		values = append(values, v)
	}
	return values, nil
}

// parameter makes a value of the arguments from number first on.
func parameter(p Param, args []Arg, first int) (Value, error) {
	switch t := p.Type.(type) {
	case *ir.MemRefType:
		strides, offset, _ := t.Strides()
		pointer := args[0]
		ref := &MemRef{Offset: offset, Sizes: t.Shape, Strides: strides}
		if len(args) > 1 {
			// Allocated and aligned pointer, offset, sizes, strides.
			pointer = args[1]
			nums := make([]int64, len(args)-2)
			for i, a := range args[2:] {
				var err error
				if nums[i], err = a.int64(); err != nil {
					return Value{}, fmt.Errorf("argument %d: %w", first+2+i, err)
				}
			}
			rank := len(t.Shape)
			ref = &MemRef{Offset: nums[0], Sizes: nums[1 : 1+rank], Strides: nums[1+rank:]}
			if err := agrees(t, ref); err != nil {
				return Value{}, err
			}
			first++
		}
		return pointer.point(ref, first)
	case *ir.OpaqueType:
		return args[0].point(&MemRef{}, first)
	}
	m := Memory{Data: args[0].Bytes}
	if size, _ := ValueBytes(p.Type); args[0].Buffer != nil || int64(len(m.Data)) != size {
		return Value{}, fmt.Errorf("argument %d is a value of %d bytes for %s", first, size, p.Type)
	}
	return (&MemRef{Mem: &m}).loadAt(p.Type, 0)
}

func (a Arg) int64() (int64, error) {
	if a.Buffer != nil || len(a.Bytes) != 8 {
		return 0, fmt.Errorf("a number of 8 bytes is expected")
	}
	e, err := (&Memory{Data: a.Bytes}).load(0, 64)
	return int64(e.Bits), err
}

// point makes a memref of the descriptor and the pointer.
func (a Arg) point(ref *MemRef, n int) (Value, error) {
	if a.Buffer == nil {
		return Value{}, fmt.Errorf("argument %d is a pointer: memory is expected, not a number", n)
	}
	ref.Mem, ref.Base = a.Buffer.asMemory(n), a.Offset
	return Value{Ref: ref}, nil
}

func (b *Buffer) asMemory(n int) *Memory {
	if b.memory == nil {
		name := b.Name
		if name == "" {
			name = "argument " + strconv.Itoa(n)
		}
		b.memory = &Memory{Name: name, Data: b.Data, host: true, fill: b.Fill}
		if b.Fill != nil {
			b.memory.touched = make([]bool, pages(len(b.Data)))
		}
		if b.Undefined {
			b.memory.undefined()
		}
	}
	return b.memory
}

// agrees refuses a descriptor that is not of the type.
func agrees(t *ir.MemRefType, r *MemRef) error {
	strides, offset, ok := t.Strides()
	if !ok {
		return fmt.Errorf("%s has no strides", t)
	}
	for i := range t.Shape {
		if t.Shape[i] != ir.Dynamic && r.Sizes[i] != t.Shape[i] {
			return fmt.Errorf("size %d is %d, but the type is %s", i, r.Sizes[i], t)
		}
		if strides[i] != ir.Dynamic && r.Strides[i] != strides[i] && r.Sizes[i] != 1 {
			return fmt.Errorf("stride %d is %d, but the type is %s", i, r.Strides[i], t)
		}
	}
	if offset != ir.Dynamic && r.Offset != offset {
		return fmt.Errorf("the offset is %d, but the type is %s", r.Offset, t)
	}
	return nil
}

// MemRefOf makes a value of a memref type with static layout on a buffer, for
// [Call].
func MemRefOf(t *ir.MemRefType, b *Buffer) (Value, error) {
	strides, offset, ok := t.Strides()
	if !ok || !staticLayout(t, strides, offset) {
		return Value{}, fmt.Errorf("the layout of %s is not static", t)
	}
	return Pointer(b).point(&MemRef{Offset: offset, Sizes: t.Shape, Strides: strides}, 0)
}

// ValueBytes returns the size of a by-value argument of a type, as passed to [Bytes].
func ValueBytes(t ir.Type) (int64, error) {
	unit, err := ir.StorageBits(t)
	return (unit + 7) / 8, err
}
