package interp

import (
	"fmt"

	"heddle/ir"
)

// makeAssume checks what util.assume.int says of numbers, and passes them on. It is
// undefined behaviour if it is not so.
func makeAssume(_ *builder, op *ir.Operation) (exec, error) {
	said := make([][]ir.IntAssumption, len(op.Operands))
	for i := range said {
		said[i] = ir.Assumptions(op, i)
	}
	return func(l *lane, in *inst) error {
		for i := range in.res {
			v := l.arg(in, i)
			if v.Poison == nil && !oneHolds(said[i], v.Bits) {
				return fmt.Errorf("operand #%d is %d, which is not what is assumed", i, v.Bits)
			}
			l.set(in, i, *v)
		}
		return nil
	}, nil
}

// oneHolds reports whether a number fits one of the sets; no set says nothing.
func oneHolds(sets []ir.IntAssumption, n uint64) bool {
	for _, a := range sets {
		if n >= a.Min && n <= a.Max && n%a.Div == 0 {
			return true
		}
	}
	return len(sets) == 0
}
