package interp

import (
	"errors"
	"fmt"

	"heddle/ir"
)

// vectorMemoryOps returns the operations between vectors and memory.
func vectorMemoryOps() map[string]maker {
	return map[string]maker{
		"vector.load":           makeVectorLoad,
		"vector.store":          makeVectorStore,
		"vector.maskedload":     makeMaskedLoad,
		"vector.maskedstore":    makeMaskedStore,
		"vector.gather":         makeGather,
		"vector.scatter":        makeScatter,
		"vector.transfer_read":  makeTransferRead,
		"vector.transfer_write": makeTransferWrite,
	}
}

// access is a vector's place in a memref, as vector.load has it: the vector's
// dimensions are the last ones of the memref.
type access struct {
	memref *ir.MemRefType
	vector *ir.VectorType
	whole  bool // the memref's elements are the vectors
}

func accessOf(m, v ir.Type) (access, error) {
	mt, ok := m.(*ir.MemRefType)
	if !ok || mt.Unranked {
		return access{}, fmt.Errorf("%s is not accessed here", m)
	}
	vt := v.(*ir.VectorType)
	a := access{mt, vt, ir.SameType(mt.Elem, vt)}
	if !a.whole && len(vt.Shape) > len(mt.Shape) {
		return access{}, fmt.Errorf("%s does not fit into %s", vt, mt)
	}
	return a, nil
}

// each calls f with the number of each element and its position in the memref.
func (a access) each(ref *MemRef, idx []int64, f func(n int, at int64) error) error {
	lead := len(idx) - len(a.vector.Shape)
	at := append([]int64(nil), idx...)
	return eachIndex(a.vector.Shape, func(n int, k []int64) error {
		for i, x := range k {
			at[lead+i] = idx[lead+i] + x
		}
		p, err := ref.linear(at)
		if err != nil {
			return err
		}
		return f(n, p)
	})
}

// indices returns the memref that is operand i, and the indices that follow it.
func (l *lane) indices(in *inst, i, end int) (*MemRef, []int64, error) {
	ref, err := l.ref(in, i)
	if err != nil {
		return nil, nil, err
	}
	idx, err := l.numbers(in, i+1, end, "an address")
	return ref, idx, err
}

// makeVectorLoad makes vector.load of base and indices.
func makeVectorLoad(_ *builder, op *ir.Operation) (exec, error) {
	a, err := accessOf(op.Operands[0].Type, op.Results[0].Type)
	if err != nil {
		return nil, err
	}
	return func(l *lane, in *inst) error {
		ref, idx, err := l.indices(in, 0, len(in.args))
		if err != nil {
			return err
		}
		v, err := l.loadVector(a, ref, idx)
		l.set(in, 0, v)
		return err
	}, nil
}

func (l *lane) loadVector(a access, ref *MemRef, idx []int64) (Value, error) {
	if a.whole {
		at, err := ref.linear(idx)
		if err != nil {
			return Value{}, err
		}
		return ref.loadAt(a.vector, at)
	}
	out := make([]Elem, a.vector.Len())
	if err := l.work(uint64(len(out) / 8)); err != nil {
		return Value{}, err
	}
	ref, err := a.vectorOf(ref, idx)
	if err != nil {
		return Value{}, err
	}
	err = a.each(ref, idx, func(n int, at int64) error {
		v, err := ref.loadAt(a.vector.Elem, at)
		out[n] = v.Elem
		return err
	})
	return Value{Vec: out}, err
}

// makeVectorStore makes vector.store of value, base and indices.
func makeVectorStore(_ *builder, op *ir.Operation) (exec, error) {
	a, err := accessOf(op.Operands[1].Type, op.Operands[0].Type)
	if err != nil {
		return nil, err
	}
	return func(l *lane, in *inst) error {
		ref, idx, err := l.indices(in, 1, len(in.args))
		if err != nil {
			return err
		}
		v := *l.arg(in, 0)
		if a.whole {
			at, err := ref.linear(idx)
			if err != nil {
				return err
			}
			return ref.storeAt(a.vector, at, v)
		}
		if err := l.work(uint64(len(v.Vec) / 8)); err != nil {
			return err
		}
		if ref, err = a.vectorOf(ref, idx); err != nil {
			return err
		}
		return a.each(ref, idx, func(n int, at int64) error {
			return ref.storeAt(a.vector.Elem, at, Value{Elem: v.Vec[n]})
		})
	}, nil
}

// enabled is a bit of a mask, which decides whether memory is touched.
func enabled(e Elem) (bool, error) {
	if e.Poison != nil {
		return false, &poisonError{"the mask of a memory access", e.Poison}
	}
	return e.Bits != 0, nil
}

// makeMaskedLoad makes vector.maskedload of base, indices, mask and the value used where the mask
// is 0.
func makeMaskedLoad(_ *builder, op *ir.Operation) (exec, error) {
	a, err := accessOf(op.Operands[0].Type, op.Results[0].Type)
	if err != nil {
		return nil, err
	}
	one := ir.OneCondition(op.Operand("mask"))
	return func(l *lane, in *inst) error {
		n := len(in.args)
		ref, idx, err := l.indices(in, 0, n-2)
		if err != nil {
			return err
		}
		out := append([]Elem(nil), l.arg(in, n-1).Vec...)
		mask := l.arg(in, n-2).Vec
		if err := l.work(uint64(len(out) / 8)); err != nil {
			return err
		}
		if one {
			if ref, err = a.vectorOf(ref, idx); err != nil {
				return err
			}
		}
		err = a.each(ref, idx, func(n int, at int64) error {
			on, err := enabled(mask[n])
			if err != nil || !on {
				return err
			}
			v, err := ref.loadAt(a.vector.Elem, at)
			out[n] = v.Elem
			return err
		})
		l.set(in, 0, Value{Vec: out})
		return err
	}, nil
}

// makeMaskedStore makes vector.maskedstore of base, indices, mask and value.
func makeMaskedStore(_ *builder, op *ir.Operation) (exec, error) {
	a, err := accessOf(op.Operands[0].Type, op.Operands[len(op.Operands)-1].Type)
	if err != nil {
		return nil, err
	}
	one := ir.OneCondition(op.Operand("mask"))
	return func(l *lane, in *inst) error {
		n := len(in.args)
		ref, idx, err := l.indices(in, 0, n-2)
		if err != nil {
			return err
		}
		v, mask := l.arg(in, n-1).Vec, l.arg(in, n-2).Vec
		if err := l.work(uint64(len(v) / 8)); err != nil {
			return err
		}
		if one {
			if ref, err = a.vectorOf(ref, idx); err != nil {
				return err
			}
		}
		return a.each(ref, idx, func(n int, at int64) error {
			on, err := enabled(mask[n])
			if err != nil || !on {
				return err
			}
			return ref.storeAt(a.vector.Elem, at, Value{Elem: v[n]})
		})
	}, nil
}

// scattered calls f for the elements of a gather or scatter that the mask enables: the
// position is that of the indices, with the element's own number added to the
// last one.
func (l *lane) scattered(in *inst, f func(n int, ref *MemRef, at int64) error) error {
	n := len(in.args) // base, indices, numbers, mask, value
	ref, idx, err := l.indices(in, 0, n-3)
	if err != nil {
		return err
	}
	if len(idx) == 0 {
		return errors.New("a memref without dimensions has no elements to choose from")
	}
	numbers, mask := l.arg(in, n-3).Vec, l.arg(in, n-2).Vec
	if err := l.work(uint64(len(mask) / 8)); err != nil {
		return err
	}
	w := intWidth(in.op.Operands[n-3].Type)
	if w > 64 {
		return fmt.Errorf("numbers of %d bits are too wide here", w)
	}
	last := len(idx) - 1
	first := idx[last]
	for i := range mask {
		on, err := enabled(mask[i])
		if err != nil {
			return err
		}
		if !on {
			continue
		}
		if p := numbers[i].Poison; p != nil {
			return &poisonError{"an address", p}
		}
		idx[last] = first + numbers[i].signed(w)
		at, err := ref.linear(idx)
		if err != nil {
			return err
		}
		if err := f(i, ref, at); err != nil {
			return err
		}
	}
	return nil
}

func makeGather(_ *builder, op *ir.Operation) (exec, error) {
	t := ir.ElemType(op.Results[0].Type)
	return func(l *lane, in *inst) error {
		out := append([]Elem(nil), l.arg(in, len(in.args)-1).Vec...)
		err := l.scattered(in, func(n int, ref *MemRef, at int64) error {
			v, err := ref.loadAt(t, at)
			out[n] = v.Elem
			return err
		})
		l.set(in, 0, Value{Vec: out})
		return err
	}, nil
}

// makeScatter makes vector.scatter: elements are stored in ascending order, so
// that the last one of those with the same place stays.
func makeScatter(_ *builder, op *ir.Operation) (exec, error) {
	t := ir.ElemType(op.Operand("valueToStore").Type)
	return func(l *lane, in *inst) error {
		v := l.arg(in, len(in.args)-1).Vec
		return l.scattered(in, func(n int, ref *MemRef, at int64) error {
			return ref.storeAt(t, at, Value{Elem: v[n]})
		})
	}, nil
}

// transfer is the common part of transfer_read and transfer_write.
type transfer struct {
	vector   *ir.VectorType
	elem     ir.Type
	dims     []int // of the memref, for each dimension of the vector; -1 for a broadcast
	inBounds []bool
	mask     []int // dimension of the vector for each of the mask
}

func transferOf(op *ir.Operation, m, v ir.Type) (*transfer, error) {
	mt, ok := m.(*ir.MemRefType)
	if !ok || mt.Unranked {
		return nil, fmt.Errorf("%s is not accessed here", m)
	}
	vt := v.(*ir.VectorType)
	if _, nested := mt.Elem.(*ir.VectorType); nested {
		return nil, errors.New("transfers of memrefs of vectors are not run")
	}
	t := &transfer{vector: vt, elem: vt.Elem}
	pm, ok := op.Attr("permutation_map").(*ir.AffineMapAttr)
	if !ok {
		return nil, errors.New("the permutation map is missing")
	}
	byDim := map[int]int{}
	for i, e := range pm.Map.Results {
		d := -1
		if e.Kind == ir.AffineDim {
			d = int(e.Value)
			byDim[d] = i
		}
		t.dims = append(t.dims, d)
	}
	if len(t.dims) != len(vt.Shape) {
		return nil, fmt.Errorf("the permutation map has %d results for %s", len(t.dims), vt)
	}
	for d := range len(mt.Shape) {
		if i, ok := byDim[d]; ok {
			t.mask = append(t.mask, i)
		}
	}
	t.inBounds = make([]bool, len(t.dims))
	if a, ok := op.Attr("in_bounds").(*ir.ArrayAttr); ok {
		for i, e := range a.Elems {
			if b, ok := e.(*ir.IntegerAttr); ok && i < len(t.inBounds) {
				t.inBounds[i] = b.IsTrue()
			}
		}
	}
	return t, nil
}

// each calls f for every element: at is its position if it is inside and the
// mask (nil if there is none) enables it.
func (t *transfer) each(ref *MemRef, idx []int64, mask []Elem, f func(n int, touch bool, at int64) error) error {
	at := make([]int64, len(idx))
	maskShape := make([]int64, len(t.mask))
	for i, d := range t.mask {
		maskShape[i] = t.vector.Shape[d]
	}
	return eachIndex(t.vector.Shape, func(n int, k []int64) error {
		copy(at, idx)
		touch := true
		for i, d := range t.dims {
			if d < 0 {
				continue
			}
			at[d] = idx[d] + k[i]
			if !t.inBounds[i] {
				if ref.Sizes[d] == ir.Dynamic {
					return fmt.Errorf("size %d of %s is not known", d, ref.Mem.Name)
				}
				touch = touch && at[d] >= 0 && at[d] < ref.Sizes[d]
			}
		}
		if mask != nil {
			m := make([]int64, len(t.mask))
			for i, d := range t.mask {
				m[i] = k[d]
			}
			on, err := enabled(mask[flat(maskShape, m)])
			if err != nil {
				return err
			}
			touch = touch && on
		}
		if !touch {
			return f(n, false, 0)
		}
		p, err := ref.linear(at)
		if err != nil {
			return err
		}
		return f(n, true, p)
	})
}

// optionalMask returns the operand of row 3, nil if it is not there.
func (l *lane) optionalMask(in *inst) []Elem {
	if from, to := group(in.op, 3); from < to {
		return l.arg(in, from).Vec
	}
	return nil
}

// makeTransferRead makes vector.transfer_read of base, indices, padding, mask.
func makeTransferRead(_ *builder, op *ir.Operation) (exec, error) {
	t, err := transferOf(op, op.Operands[0].Type, op.Results[0].Type)
	if err != nil {
		return nil, err
	}
	_, end := group(op, 1)
	return func(l *lane, in *inst) error {
		ref, idx, err := l.indices(in, 0, end)
		if err != nil {
			return err
		}
		padding := l.arg(in, end).Elem
		out := make([]Elem, t.vector.Len())
		if err := l.work(uint64(len(out) / 8)); err != nil {
			return err
		}
		err = t.each(ref, idx, l.optionalMask(in), func(n int, touch bool, at int64) error {
			if !touch {
				out[n] = padding
				return nil
			}
			v, err := ref.loadAt(t.elem, at)
			out[n] = v.Elem
			return err
		})
		l.set(in, 0, Value{Vec: out})
		return err
	}, nil
}

// makeTransferWrite makes vector.transfer_write of value, base, indices, mask.
func makeTransferWrite(_ *builder, op *ir.Operation) (exec, error) {
	t, err := transferOf(op, op.Operands[1].Type, op.Operands[0].Type)
	if err != nil {
		return nil, err
	}
	_, end := group(op, 2)
	return func(l *lane, in *inst) error {
		ref, idx, err := l.indices(in, 1, end)
		if err != nil {
			return err
		}
		v := l.arg(in, 0).Vec
		if err := l.work(uint64(len(v) / 8)); err != nil {
			return err
		}
		return t.each(ref, idx, l.optionalMask(in), func(n int, touch bool, at int64) error {
			if !touch {
				return nil
			}
			return ref.storeAt(t.elem, at, Value{Elem: v[n]})
		})
	}, nil
}
