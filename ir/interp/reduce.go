package interp

import (
	"heddle/ir"
)

// allReduction holds the operands of a gpu.all_reduce from the lanes of a workgroup, and the result
// once it is known.
type allReduction struct {
	values []Elem
	total  *Elem
}

// makeAllReduce makes gpu.all_reduce. The lanes of a wave are combined as
// gpu.subgroup_reduce does it, but for those that the last wave has not, then
// the waves' results from the first to the last.
func makeAllReduce(b *builder, op *ir.Operation) (exec, error) {
	body, err := b.region(op, 0)
	if err != nil {
		return nil, err
	}
	combine := func(l *lane, x, y Elem) (Elem, error) {
		l.assign(body.params, []Value{{Elem: x}, {Elem: y}})
		term, err := l.iterate(body, 0)
		if err != nil {
			return Elem{}, err
		}
		return l.values(term, 0, 1)[0].Elem, nil
	}
	if body == nil {
		named, err := combiner(op, op.EnumAttr("op"), op.Operands[0].Type)
		if err != nil {
			return nil, err
		}
		combine = func(_ *lane, x, y Elem) (Elem, error) { return named(x, y) }
	}
	return func(l *lane, in *inst) error {
		if l.wg != nil {
			l.wg.reduction(op).values[l.id] = l.arg(in, 0).Elem
		}
		if err := l.wait(&meeting{in: in}); err != nil {
			return err
		}
		r := l.wg.reduction(op)
		if r.total == nil {
			total, err := r.combine(l.wg.waveSize, func(x, y Elem) (Elem, error) { return combine(l, x, y) })
			if err != nil {
				return err
			}
			r.total = &total
		}
		l.set(in, 0, Value{Elem: *r.total})
		err := l.wait(&meeting{in: in})
		r.total = nil
		return err
	}, nil
}

// reduction returns the workgroup's state of a gpu.all_reduce.
func (wg *workgroup) reduction(op *ir.Operation) *allReduction {
	if wg.reductions == nil {
		wg.reductions = map[*ir.Operation]*allReduction{}
	}
	if wg.reductions[op] == nil {
		wg.reductions[op] = &allReduction{values: make([]Elem, len(wg.lanes))}
	}
	return wg.reductions[op]
}

func (r *allReduction) combine(wave int, f func(x, y Elem) (Elem, error)) (total Elem, err error) {
	for first := 0; first < len(r.values); first += wave {
		lanes := append([]Elem(nil), r.values[first:min(first+wave, len(r.values))]...)
		for bit := 1; bit < len(lanes); bit *= 2 {
			for n := 0; n+bit < len(lanes); n += 2 * bit {
				if lanes[n], err = f(lanes[n], lanes[n+bit]); err != nil {
					return Elem{}, err
				}
			}
		}
		if first == 0 {
			total = lanes[0]
		} else if total, err = f(total, lanes[0]); err != nil {
			return Elem{}, err
		}
	}
	return total, nil
}
