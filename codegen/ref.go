package codegen

import (
	"fmt"
	"strings"

	"heddle/ir"
	"heddle/mach"
)

// refSpace is the memory that a ref points to, and how it is addressed.
type refSpace uint8

const (
	refGlobal  refSpace = iota // a 64-bit address
	refBuffer                  // a buffer resource
	refLDS                     // bytes in the workgroup's LDS
	refPrivate                 // bytes in the lane's scratch
)

var refSpaceNames = [...]string{"global memory", "a buffer", "LDS", "private memory"}

// ref is a memref in registers: its address, and the layout of its elements. Element number n is at
// base + shift + n·size, where n counts offset and indices.
type ref struct {
	typ     *ir.MemRefType
	name    string // of the argument, for explanations
	space   refSpace
	root    int32 // for mach.Mem, and whether no other root can be the same memory
	noAlias bool
	// base is 2 dwords of an address, or one byte offset in LDS or scratch.
	base  []mach.Operand
	shift linear // bytes
	// reach, if not 0, bounds what a valid access can touch: all of it lies in the bytes [start,
	// start+reach) from base.
	start linear
	reach int64
	// checked means that accesses out of the resource's range are expected, and do nothing.
	checked bool
	// buffer holds the properties of a buffer other than its base.
	buffer *buffer
	// resource is the buffer resource of an argument, which all views of it
	// that stay inside share; nil if there can be none.
	resource *argResource
	// alignedBase: base is a multiple of 4.
	alignedBase bool
	// readOnly: nothing in the kernel writes there.
	readOnly bool
	// immBelow, if not 0, is above what the offset field of instructions may hold, which then is not negative.
	immBelow int64
	// mask, if not nil, says which lanes access a checked buffer: the offset of
	// the others goes out of range.
	mask *cond
	// known, if not nil, bounds the offset of an access of the lanes that it is for.
	known *knownOffset
	// offset is where element 0 is, in elements.
	offset         linear
	sizes, strides []linear
}

// buffer is the range of a buffer resource, and its cache swizzle.
type buffer struct {
	// valid is the number of bytes from the base on that accesses may reach, as
	// an unsigned number of 64 bits below 2^62; it is at most most.
	valid []mach.Operand
	most  int64
	// stride is that of the cache swizzle; Kind is none without one.
	stride mach.Operand
	// forward are the memref's strides that count as not negative, since no byte is valid
	// otherwise.
	forward []term
	// ready is a resource for all of it, if offsets have 32 bits whatever else is
	// known; else nil.
	ready []mach.Operand
}

// space of a memref type: see docs/mlir-abi.md.
func spaceOf(t *ir.MemRefType) (refSpace, error) {
	space, err := ir.MemorySpaceOf(t)
	return [...]refSpace{ir.GlobalMemory: refGlobal, ir.WorkgroupMemory: refLDS, ir.PrivateMemory: refPrivate}[space], err
}

// staticRef makes a ref of a type whose sizes, strides and offset are all
// static.
func staticRef(t *ir.MemRefType, space refSpace) *ref {
	strides, offset, _ := t.Strides()
	r := &ref{typ: t, space: space, offset: number(offset)}
	for i, n := range t.Shape {
		r.sizes = append(r.sizes, number(n))
		r.strides = append(r.strides, number(strides[i]))
	}
	return r
}

// extent returns the number of bytes from a memref's base to the end of its last element, if its
// type determines it. ok is false for one that is dynamic, has elements below its base, or is too
// large for the sum.
func extent(t *ir.MemRefType) (bytes int64, ok bool) {
	strides, offset, ok := t.Strides()
	unit, err := ir.StorageBits(t.Elem)
	if !ok || err != nil || !staticLayout(t, strides, offset) || offset < 0 {
		return 0, false
	}
	last := offset
	for i, n := range t.Shape {
		if n == 0 {
			return 0, true
		}
		reach, ok := mulSmall(n-1, strides[i])
		if !ok || strides[i] < 0 || last > 1<<60 {
			return 0, false
		}
		last += reach
	}
	bits, ok := mulSmall(last+1, unit)
	return (bits + 7) / 8, ok
}

// bindMemRef returns a memref or binding parameter its value.
func (k *kernel) bindMemRef(arg *ir.Value, parts []Param, dw map[int]mach.Operand) error {
	pair := func(p Param) []mach.Operand {
		base := []mach.Operand{dw[p.Offset/4], dw[p.Offset/4+1]}
		if p.Pointer {
			k.pointers[pointerKey(base)] = p.Offset
		}
		return base
	}
	k.roots++
	name, _, _ := strings.Cut(parts[0].Name, ".")
	t, isMemRef := arg.Type.(*ir.MemRefType)
	if !isMemRef {
		k.vals[arg] = value{typ: arg.Type, ref: &ref{name: name, space: refGlobal, root: k.roots, base: pair(parts[0])}}
		return nil
	}
	space, err := spaceOf(t)
	if err != nil || space != refGlobal {
		return k.refuse(k.op, fmt.Sprintf("%s is passed", t), "arguments are in global memory")
	}
	if len(parts) == 1 {
		r := staticRef(t, refGlobal)
		r.name = name
		r.base, r.root, r.alignedBase = pair(parts[0]), k.roots, elemAligned4(t)
		r.within()
		if r.reach > 0 && r.reach < maxResource {
			r.resource = &argResource{}
		}
		k.vals[arg] = value{typ: t, ref: r}
		return nil
	}
	strides, offset, _ := t.Strides()
	field := func(static int64, p Param) linear {
		if static != ir.Dynamic {
			return number(static)
		}
		return linear{terms: []term{{v: value{typ: ir.Index, dw: pair(p)}, coef: 1, name: p.Name}}}
	}
	r := &ref{typ: t, name: name, space: refGlobal, root: k.roots, base: pair(parts[1]), offset: field(offset, parts[2]), alignedBase: elemAligned4(t)}
	rank := len(t.Shape)
	for i := range rank {
		size := field(t.Shape[i], parts[3+i])
		for j := range size.terms {
			size.terms[j].forward = true
		}
		r.sizes = append(r.sizes, size)
		r.strides = append(r.strides, field(strides[i], parts[3+rank+i]))
	}
	k.vals[arg] = value{typ: t, ref: r}
	return nil
}

// refOf returns the ref of a memref operand.
func (k *kernel) refOf(v *ir.Value) *ref {
	r := *k.value(v).ref
	r.readOnly = r.space == refGlobal && k.flow.ReadOnly(v)
	return &r
}

// argResource is the resource of an argument; empty until one is needed.
type argResource struct{ dw []mach.Operand }

// maxResource bounds the bytes of arguments that get a resource: offsets in it
// fit into 32 bits as signed numbers, too.
const maxResource = 1<<31 - 1

// setRef gives an operation's first result its ref.
func (k *kernel) setRef(op *ir.Operation, r *ref) {
	r.typ = op.Results[0].Type.(*ir.MemRefType)
	k.vals[op.Results[0]] = value{typ: r.typ, ref: r}
}

// withShape makes a ref to the same memory without offset, sizes and strides.
func (r *ref) withShape() *ref {
	v := *r
	v.offset, v.sizes, v.strides = linear{}, nil, nil
	return &v
}

// within bounds the accesses through a ref by its type, if nothing bounds them yet. Accesses
// outside a memref's sizes are errors of the kernel.
func (r *ref) within() {
	t := r.typ
	unit, err := ir.StorageBits(t.Elem)
	strides, _, ok := t.Strides()
	if err != nil || !ok {
		return
	}
	layout := &ir.StridedAttr{Strides: strides}
	fixed := r.offset.constant() && r.shift.constant() && r.shift.c >= 0
	if fixed {
		layout.Offset = r.offset.c
	}
	n, ok := extent(ir.MemRef(t.Elem, t.Shape, layout, t.Space))
	switch {
	case !ok:
	case fixed:
		r.start, r.reach = linear{}, r.shift.c+n
	case unit%8 == 0:
		r.start, r.reach = r.shift.plus(r.offset.times(unit/8)), n
	}
}

// elemAligned4 reports whether the elements of a memref are aligned to 4 bytes,
// and so every pointer to them.
func elemAligned4(t *ir.MemRefType) bool {
	unit, err := ir.StorageBits(ir.ElemType(t.Elem))
	return err == nil && unit%32 == 0
}
