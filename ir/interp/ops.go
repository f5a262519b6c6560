package interp

import (
	"maps"
	"sync"

	"heddle/ir"
)

// operations is the table of all operations; it is not changed.
var operations = sync.OnceValue(allOps)

// allOps makes the table from those of the dialects' files.
func allOps() map[string]maker {
	all := map[string]maker{}
	for _, t := range []map[string]maker{
		arithIntegerOps(), arithFloatOps(), castOps(), mathOps(), scfOps(), cfOps(), affineOps(), memrefOps(), vectorOps(), vectorMemoryOps(), gpuOps(),
		amdgpuOps(), amdgpuMemoryOps(), rocdlOps(), llvmOps(),
	} {
		maps.Copy(all, t)
	}
	return all
}

// Supported reports whether the interpreter runs an operation.
func Supported(name string) bool {
	d := ir.Declared(name)
	return operations()[name] != nil || d != nil && (d.Is(ir.Terminator) || d.StandsFor != nil)
}

// pure makes an operation from a function of its operands and result types.
func pure(f func(op *ir.Operation, args []Value) ([]Value, error)) maker {
	return func(_ *builder, op *ir.Operation) (exec, error) {
		return func(l *lane, in *inst) error {
			args := l.values(in, 0, len(in.args))
			if err := l.work(argWork(args)); err != nil {
				return err
			}
			res, err := f(op, args)
			if err != nil {
				return err
			}
			for i, v := range res {
				l.set(in, i, v)
			}
			return nil
		}, nil
	}
}

// argWork is how many steps vectors count for.
func argWork(args []Value) uint64 {
	n := 0
	for i := range args {
		n += len(args[i].Vec)
	}
	return uint64(n / 8)
}

// unary makes an elementwise operation of one operand.
func unary(f func(a Elem) (Elem, error)) exec {
	return func(l *lane, in *inst) error {
		a := l.arg(in, 0)
		if a.Vec == nil {
			e := Elem{Poison: a.Poison}
			var err error
			if a.Poison == nil {
				e, err = f(a.Elem)
			}
			l.set(in, 0, Value{Elem: e})
			return err
		}
		out := make([]Elem, len(a.Vec))
		if err := l.work(uint64(len(out) / 8)); err != nil {
			return err
		}
		for i, e := range a.Vec {
			if e.Poison != nil {
				out[i].Poison = e.Poison
				continue
			}
			var err error
			if out[i], err = f(e); err != nil {
				return err
			}
		}
		l.set(in, 0, Value{Vec: out})
		return nil
	}
}

// binary makes an elementwise operation of two operands: poison gives poison.
func binary(f func(a, b Elem) (Elem, error)) exec {
	return binaryRaw(func(a, b Elem) (Elem, error) {
		if a.Poison != nil {
			return Elem{Poison: a.Poison}, nil
		}
		if b.Poison != nil {
			return Elem{Poison: b.Poison}, nil
		}
		return f(a, b)
	})
}

// binaryRaw is binary for functions that look at poison themselves.
func binaryRaw(f func(a, b Elem) (Elem, error)) exec {
	return func(l *lane, in *inst) error {
		a, b := l.arg(in, 0), l.arg(in, 1)
		if a.Vec == nil {
			e, err := f(a.Elem, b.Elem)
			l.set(in, 0, Value{Elem: e})
			return err
		}
		out := make([]Elem, len(a.Vec))
		if err := l.work(uint64(len(out) / 8)); err != nil {
			return err
		}
		for i, e := range a.Vec {
			var err error
			if out[i], err = f(e, b.Vec[i]); err != nil {
				return err
			}
		}
		l.set(in, 0, Value{Vec: out})
		return nil
	}
}
