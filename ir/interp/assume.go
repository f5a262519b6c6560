package interp

import (
	"fmt"
	"strings"

	"heddle/ir"
)

// makeAssume checks the assertions of util.assume.int about numbers, and passes the numbers on. A
// false assertion is undefined behaviour.
func makeAssume(_ *builder, op *ir.Operation) (exec, error) {
	said := make([][]ir.IntAssumption, len(op.Operands))
	for i := range said {
		said[i] = ir.Assumptions(op, i)
	}
	return func(l *lane, in *inst) error {
		for i := range in.res {
			v := l.arg(in, i)
			if v.Poison == nil && !oneHolds(said[i], v.Bits) {
				return fmt.Errorf("operand #%d is %d, and the assumption is that it is %s", i, v.Bits, assumptionText(said[i]))
			}
			l.set(in, i, *v)
		}
		return nil
	}, nil
}

// assumptionText describes what a number must be.
func assumptionText(sets []ir.IntAssumption) string {
	var texts []string
	for _, a := range sets {
		text := fmt.Sprintf("from %d to %d", a.Min, a.Max)
		if a.Div > 1 {
			text += fmt.Sprintf(" and a multiple of %d", a.Div)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", or ")
}

// oneHolds reports whether a number fits one of the sets; without sets any number fits.
func oneHolds(sets []ir.IntAssumption, n uint64) bool {
	for _, a := range sets {
		if n >= a.Min && n <= a.Max && n%a.Div == 0 {
			return true
		}
	}
	return len(sets) == 0
}
