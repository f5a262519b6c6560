package interp

import (
	"errors"
	"fmt"

	"heddle/ir"
)

// scfOps are structured control flow, and calls.
func scfOps() map[string]maker {
	return map[string]maker{
		"scf.for":   makeFor,
		"scf.if":    makeIf,
		"scf.while": makeWhile,
		"func.call": makeCall,
	}
}

// cfOps returns the operations of control flow graphs other than terminators.
func cfOps() map[string]maker {
	return map[string]maker{
		"cf.assert": func(_ *builder, op *ir.Operation) (exec, error) {
			return func(l *lane, in *inst) error {
				ok, err := l.truth(in, 0)
				if err == nil && !ok {
					err = fmt.Errorf("assertion failed: %s", op.StringAttr("msg"))
				}
				return err
			}, nil
		},
	}
}

// llvmOps returns the operations of llvm that occur among others.
func llvmOps() map[string]maker {
	return map[string]maker{
		"llvm.extractvalue": func(_ *builder, op *ir.Operation) (exec, error) {
			n := op.Attr("position").(*ir.DenseArrayAttr).Nums[0]
			return func(l *lane, in *inst) error {
				l.set(in, 0, Value{Elem: l.arg(in, 0).Vec[n]})
				return nil
			}, nil
		},
		"llvm.fence": skip,
		"llvm.intr.trap": func(*builder, *ir.Operation) (exec, error) {
			return func(*lane, *inst) error { return errors.New("the kernel aborts (llvm.intr.trap)") }, nil
		},
	}
}

// truth is an i1 operand that decides where to go.
func (l *lane) truth(in *inst, i int) (bool, error) {
	v := l.arg(in, i)
	if v.Poison != nil {
		return false, &poisonError{"a branch", v.Poison}
	}
	return v.Bits != 0, nil
}

// number returns an integer or index operand of up to 64 bits that decides where to go, or where
// memory is.
func (l *lane) number(in *inst, i int, what string) (int64, error) {
	v := l.arg(in, i)
	if v.Poison != nil {
		return 0, &poisonError{what, v.Poison}
	}
	w := intWidth(in.op.Operands[i].Type)
	if w > 64 {
		return 0, fmt.Errorf("integers of %d bits are too wide here", w)
	}
	return v.signed(w), nil
}

// numbers is number for operands from to to.
func (l *lane) numbers(in *inst, from, to int, what string) ([]int64, error) {
	n := make([]int64, to-from)
	for i := range n {
		var err error
		if n[i], err = l.number(in, from+i, what); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// setAll sets the results from the operands of a terminator, from its operand
// number from on.
func (l *lane) setAll(in, term *inst, from int) {
	if term == nil {
		return
	}
	for i, v := range l.values(term, from, len(term.args)) {
		l.set(in, i, v)
	}
}

// branch returns the result of cf.br, cf.cond_br and cf.switch: the number of the next block and
// its arguments.
func (l *lane) branch(term *inst) (next int32, args []Value, err error) {
	switch term.op.Name() {
	case "cf.br":
		return term.succ[0], l.values(term, 0, len(term.args)), nil
	case "cf.cond_br":
		c, err := l.truth(term, 0)
		if err != nil {
			return 0, nil, err
		}
		k := 0
		if !c {
			k = 1
		}
		from, to := group(term.op, 1+k) // condition, trueDestOperands, falseDestOperands
		return term.succ[k], l.values(term, from, to), nil
	}
	return 0, nil, errors.New("not run by the interpreter")
}

func makeFor(b *builder, op *ir.Operation) (exec, error) {
	body, err := b.region(op, 0)
	if err != nil {
		return nil, err
	}
	width := intWidth(op.Operands[0].Type)
	if width > 64 {
		return nil, fmt.Errorf("a loop counts up to 64 bits here, not %d", width)
	}
	unsigned := op.HasAttr("unsignedCmp")
	return func(l *lane, in *inst) error {
		bounds, err := l.numbers(in, 0, 3, "the bounds of a loop")
		if err != nil {
			return err
		}
		lower, upper, step := bounds[0], bounds[1], bounds[2]
		less, by := lower < upper, uint64(step)
		if unsigned {
			less, by = uint64(lower)&mask(width) < uint64(upper)&mask(width), uint64(step)&mask(width)
		}
		if step == 0 || !unsigned && step < 0 {
			return fmt.Errorf("the step of a loop is %d, but it must be positive", step)
		}
		args := l.values(in, 3, len(in.args))
		if less {
			count := (uint64(upper-lower)&mask(width) - 1) / by // and one
			for n := uint64(0); n <= count; n++ {
				l.vals[body.params[0]] = Value{Elem: intElem(width, uint64(lower)+n*by)}
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

func makeIf(b *builder, op *ir.Operation) (exec, error) {
	var branches [2]*code
	for i := range branches {
		var err error
		if branches[i], err = b.region(op, i); err != nil {
			return nil, err
		}
	}
	return func(l *lane, in *inst) error {
		c, err := l.truth(in, 0)
		if err != nil {
			return err
		}
		k := 0
		if !c {
			k = 1
		}
		return l.enter(in, branches[k], k)
	}, nil
}

// enter runs branch k of an operation and takes over its results.
func (l *lane) enter(in *inst, c *code, k int) error {
	if c == nil {
		return nil
	}
	term, err := l.iterate(c, int64(k))
	if err == nil {
		l.setAll(in, term, 0)
	}
	return err
}

func makeWhile(b *builder, op *ir.Operation) (exec, error) {
	before, err := b.region(op, 0)
	if err != nil {
		return nil, err
	}
	after, err := b.region(op, 1)
	if err != nil {
		return nil, err
	}
	return func(l *lane, in *inst) error {
		args := l.values(in, 0, len(in.args))
		for n := int64(0); ; n += 2 {
			l.assign(before.params, args)
			term, err := l.iterate(before, n)
			if err != nil {
				return err
			}
			goOn, err := l.truth(term, 0) // scf.condition
			if err != nil {
				return l.fault(term.op, err)
			}
			if !goOn {
				l.setAll(in, term, 1)
				return nil
			}
			l.assign(after.params, l.values(term, 1, len(term.args)))
			if term, err = l.iterate(after, n+1); err != nil {
				return err
			}
			args = l.values(term, 0, len(term.args))
		}
	}, nil
}

func makeCall(b *builder, op *ir.Operation) (exec, error) {
	ref, ok := op.Attr("callee").(*ir.SymbolRefAttr)
	if !ok {
		return nil, errors.New("the callee is not a symbol")
	}
	callee := ir.Lookup(op, ref)
	if callee == nil {
		return nil, fmt.Errorf("there is no function %s", ref)
	}
	m := b.machine
	var f *function // when it is first called: calls may be recursive
	return func(l *lane, in *inst) error {
		if f == nil {
			var err error
			if f, err = m.function(callee); err != nil {
				return err
			}
		}
		if len(f.blocks[0].params) != len(in.args) {
			return fmt.Errorf("%s has %d parameters, not %d", f.name, len(f.blocks[0].params), len(in.args))
		}
		results, err := l.call(f, l.values(in, 0, len(in.args)))
		if err != nil {
			return err
		}
		if len(results) != len(in.res) {
			return fmt.Errorf("%s returns %d values, not %d", f.name, len(results), len(in.res))
		}
		for i, v := range results {
			l.set(in, i, v)
		}
		return nil
	}, nil
}
