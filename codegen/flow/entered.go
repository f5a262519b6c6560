package flow

import (
	"math"

	"heddle/ir"
)

// The body of a loop is only executed if the upper bound is above the lower one, which says
// something of what the bound is made of: in the body of a loop to min(n, 8), n - 1 is not
// negative.

// mostNeighbours bounds the operations beside the one that makes a bound that are looked at.
const mostNeighbours = 4096

// entered narrows what is known under the condition that a loop's body is executed, until the
// function that it returns is called.
func (r *ranger) entered(op *ir.Operation) func() {
	top := len(r.undo)
	if lower := r.get(op.Operands[0]); width(op.Operands[1]) > 0 && !op.HasAttr("unsignedCmp") && lower.SMin < math.MaxInt64 {
		r.atLeast(op.Operands[1], lower.SMin+1, 0)
	}
	return func() {
		for i := len(r.undo) - 1; i >= top; i-- {
			r.ranges[r.undo[i].n] = r.undo[i].old
		}
		r.undo = r.undo[:top]
	}
}

// atLeast narrows a signed number that is n or more, what it is the smaller one of, and sums with
// constants that it is or that it is in.
func (r *ranger) atLeast(v *ir.Value, n int64, depth int) {
	i, w := r.get(v), width(v)
	if w == 0 || depth > 4 || i.SMin >= n || i.SMax < n {
		return
	}
	i.SMin = n
	r.narrow(v, i.tidy(w))
	if v.Op == nil {
		return
	}
	switch v.Op.Name() {
	case "arith.minsi":
		r.atLeast(v.Op.Operands[0], n, depth+1)
		r.atLeast(v.Op.Operands[1], n, depth+1)
	case "arith.addi":
		if c, ok := r.plainSum(v.Op); ok {
			r.atLeast(v.Op.Operands[0], n-c, depth+1)
		}
	}
	if b := v.Op.Block; b != nil && len(b.Ops) <= mostNeighbours {
		for _, op := range b.Ops {
			if op.Name() != "arith.addi" || op.Operands[0] != v {
				continue
			}
			if c, ok := r.plainSum(op); ok {
				r.atLeast(op.Result(), n+c, depth+1)
			}
		}
	}
}

// plainSum returns the constant of a sum with one that does not overflow.
func (r *ranger) plainSum(op *ir.Operation) (c int64, ok bool) {
	code, ok := r.get(op.Operands[1]).Constant()
	w := width(op.Operands[0])
	if !ok || w == 0 {
		return 0, false
	}
	const most = 1 << 31
	c = signExtend(w, code)
	x := r.get(op.Operands[0])
	if c < -most || c > most || x.SMin < minSigned(w)+most || x.SMax > maxSigned(w)-most {
		return 0, false
	}
	return c, true
}
