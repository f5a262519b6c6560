package interp

import (
	"fmt"
	"slices"

	"heddle/ir"
)

func affineOps() map[string]maker {
	return map[string]maker{
		"affine.apply": makeApply(func(v []int64) int64 { return v[0] }),
		"affine.min":   makeApply(slices.Min[[]int64]),
		"affine.max":   makeApply(slices.Max[[]int64]),
		"affine.for":   makeAffineFor,
		"affine.if":    makeAffineIf,
		"affine.load":  makeAffineLoad,
		"affine.store": makeAffineStore,

		"affine.delinearize_index": makeBasis(1, delinearize),
		"affine.linearize_index":   makeBasis(0, linearize),
	}
}

// makeBasis makes an operation of indices and the sizes of a basis. n is the number of indices that
// it is given, 0 for all operands that are not sizes.
func makeBasis(n int, f func(idx, sizes []int64, results int) ([]int64, error)) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		static := op.Ints("static_basis")
		_, given := group(op, 0)
		if n > 0 {
			given = n
		}
		return func(l *lane, in *inst) error {
			for i := range in.args {
				if p := l.arg(in, i).Poison; p != nil {
					for k := range in.res {
						l.set(in, k, Value{Elem: Elem{Poison: p}})
					}
					return nil
				}
			}
			v, err := l.numbers(in, 0, len(in.args), "")
			if err != nil {
				return err
			}
			sizes, dynamic := make([]int64, len(static)), v[given:]
			for i, s := range static {
				if s == ir.Dynamic {
					s, dynamic = dynamic[0], dynamic[1:]
				}
				sizes[i] = s
			}
			r, err := f(v[:given], sizes, len(in.res))
			for i, x := range r {
				l.set(in, i, Value{Elem: Elem{Bits: uint64(x)}})
			}
			return err
		}, nil
	}
}

// delinearize splits an index; the first size, if there is one for the first part, does not count.
func delinearize(idx, sizes []int64, n int) ([]int64, error) {
	out, rest := make([]int64, n), idx[0]
	for i := n - 1; i > 0; i-- {
		size := sizes[len(sizes)-n+i]
		if size <= 0 {
			return nil, fmt.Errorf("size %d of the basis is not positive", size)
		}
		q := rest / size
		if rest%size < 0 {
			q--
		}
		out[i], rest = rest-q*size, q
	}
	if n > 0 {
		out[0] = rest
	}
	return out, nil
}

// linearize returns the number of an index in row-major order.
func linearize(idx, sizes []int64, _ int) ([]int64, error) {
	v := int64(0)
	for i, x := range idx {
		if i > 0 {
			v *= sizes[len(sizes)-len(idx)+i]
		}
		v += x
	}
	return []int64{v}, nil
}

// mapAttr returns an affine map attribute, which the operation has.
func mapAttr(op *ir.Operation, name string) *ir.AffineMap {
	return op.Attr(name).(*ir.AffineMapAttr).Map
}

func evalMap(m *ir.AffineMap, v []int64) ([]int64, error) {
	r, ok := m.Eval(v[:m.Dims], v[m.Dims:])
	if !ok {
		return nil, fmt.Errorf("division by zero, or by a modulus that is not positive, in %s at %v", m, v)
	}
	return r, nil
}

// makeApply makes an operation that chooses one of the results of a map.
func makeApply(choose func([]int64) int64) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		m := mapAttr(op, "map")
		return func(l *lane, in *inst) error {
			for i := range in.args {
				if p := l.arg(in, i).Poison; p != nil {
					l.set(in, 0, Value{Elem: Elem{Poison: p}})
					return nil
				}
			}
			v, err := l.numbers(in, 0, len(in.args), "")
			if err != nil {
				return err
			}
			r, err := evalMap(m, v)
			if err != nil {
				return err
			}
			l.set(in, 0, Value{Elem: Elem{Bits: uint64(choose(r))}})
			return nil
		}, nil
	}
}

func makeAffineFor(b *builder, op *ir.Operation) (exec, error) {
	body, err := b.region(op, 0)
	if err != nil {
		return nil, err
	}
	lower, upper := mapAttr(op, "lowerBoundMap"), mapAttr(op, "upperBoundMap")
	step := op.IntAttr("step")
	if step <= 0 {
		return nil, fmt.Errorf("the step of a loop is %d, but it must be positive", step)
	}
	return func(l *lane, in *inst) error {
		bound := func(m *ir.AffineMap, row int) ([]int64, error) {
			from, to := group(op, row)
			v, err := l.numbers(in, from, to, "the bounds of a loop")
			if err != nil {
				return nil, err
			}
			return evalMap(m, v)
		}
		lo, err := bound(lower, 0)
		if err != nil {
			return err
		}
		hi, err := bound(upper, 1)
		if err != nil {
			return err
		}
		from, to := group(op, 2)
		args := l.values(in, from, to)
		first, end := slices.Max(lo), slices.Min(hi)
		if first < end {
			count := (uint64(end) - uint64(first) - 1) / uint64(step) // and one
			for n := uint64(0); ; n++ {
				l.vals[body.params[0]] = Value{Elem: Elem{Bits: uint64(first) + n*uint64(step)}}
				l.assign(body.params[1:], args)
				term, err := l.iterate(body, int64(n))
				if err != nil {
					return err
				}
				if term != nil {
					args = l.values(term, 0, len(term.args))
				}
				if n == count {
					break
				}
			}
		}
		for i, v := range args {
			l.set(in, i, v)
		}
		return nil
	}, nil
}

func makeAffineIf(b *builder, op *ir.Operation) (exec, error) {
	set, ok := op.Attr("condition").(*ir.IntegerSetAttr)
	if !ok {
		return nil, fmt.Errorf("the condition is not an integer set")
	}
	var branches [2]*code
	for i := range branches {
		var err error
		if branches[i], err = b.region(op, i); err != nil {
			return nil, err
		}
	}
	return func(l *lane, in *inst) error {
		v, err := l.numbers(in, 0, len(in.args), "a branch")
		if err != nil {
			return err
		}
		holds, ok := set.Set.Holds(v[:set.Set.Dims], v[set.Set.Dims:])
		if !ok {
			return fmt.Errorf("division by zero, or by a modulus that is not positive, in %s at %v", set, v)
		}
		k := 0
		if !holds {
			k = 1
		}
		return l.enter(in, branches[k], k)
	}, nil
}

func makeAffineLoad(_ *builder, op *ir.Operation) (exec, error) {
	t := op.Operands[0].Type.(*ir.MemRefType)
	m := mapAttr(op, "map")
	return func(l *lane, in *inst) error {
		ref, at, err := l.mapped(in, 0, m)
		if err != nil {
			return err
		}
		v, err := ref.loadAt(t.Elem, at)
		l.set(in, 0, v)
		return err
	}, nil
}

func makeAffineStore(_ *builder, op *ir.Operation) (exec, error) {
	t := op.Operands[1].Type.(*ir.MemRefType)
	m := mapAttr(op, "map")
	return func(l *lane, in *inst) error {
		ref, at, err := l.mapped(in, 1, m)
		if err != nil {
			return err
		}
		return ref.storeAt(t.Elem, at, *l.arg(in, 0))
	}, nil
}

// mapped returns the memref that is operand i, and the position in it from applying the map to the
// operands after it.
func (l *lane) mapped(in *inst, i int, m *ir.AffineMap) (*MemRef, int64, error) {
	ref, err := l.ref(in, i)
	if err != nil {
		return nil, 0, err
	}
	v, err := l.numbers(in, i+1, len(in.args), "an address")
	if err != nil {
		return nil, 0, err
	}
	idx, err := evalMap(m, v)
	if err != nil {
		return nil, 0, err
	}
	at, err := ref.linear(idx)
	return ref, at, err
}
