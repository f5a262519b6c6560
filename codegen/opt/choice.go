package opt

import (
	"heddle/ir"
)

// The maximum cost of a branch side, in instructions, at which both sides are executed for all
// lanes: a divergent branch costs writes of EXEC and copies on both sides, and both sides are
// executed anyway; a uniform branch costs two instructions and saves a side.
const (
	divergentSide = 6
	uniformSide   = 2
	choices       = 8 // dwords that are chosen
)

// cheaperAsChoice reports whether both sides of an scf.if with results may be
// executed by all lanes, and that is cheaper than the branch.
func (s *simplifier) cheaperAsChoice(op *ir.Operation) bool {
	limit := divergentSide
	if s.Uniform(op.Operands[0]) {
		limit = uniformSide
	}
	chosen := 0
	for _, v := range op.Results {
		if !hasZero(v.Type) {
			return false
		}
		chosen += dwordsOf(v.Type)
	}
	if chosen > choices {
		return false
	}
	for _, r := range op.Regions {
		cost := 0
		for _, o := range r.Entry().Ops {
			if o.Decl.Is(ir.Terminator) {
				break
			}
			weight, cheap := cheapOps[o.Name()]
			if !cheap || !speculatable(o) {
				return false
			}
			if weight > 0 {
				cost += weight * max(dwordsOf(o.Results[0].Type), dwordsOf(o.Operands[0].Type))
			}
		}
		if cost > limit {
			return false
		}
	}
	return true
}

func dwordsOf(t ir.Type) int {
	w, ok := ir.BitWidth(ir.ElemType(t))
	if !ok {
		return choices
	}
	n := 1
	if v, vector := t.(*ir.VectorType); vector {
		n = int(v.Len())
	}
	return (w*n + 31) / 32
}

// cheapOps are the operations of about one instruction for each dword.
var cheapOps = map[string]int{
	"arith.constant": 0, "arith.addi": 1, "arith.subi": 1, "arith.andi": 1, "arith.ori": 1, "arith.xori": 1,
	"arith.shli": 1, "arith.shrui": 1, "arith.shrsi": 1, "arith.muli": 2, "arith.cmpi": 1, "arith.cmpf": 1, "arith.select": 1,
	"arith.maxsi": 1, "arith.minsi": 1, "arith.maxui": 1, "arith.minui": 1, "arith.extui": 1, "arith.extsi": 1, "arith.trunci": 1,
	"arith.index_cast": 1, "arith.index_castui": 1, "arith.bitcast": 0, "arith.negf": 1, "arith.addf": 1, "arith.subf": 1, "arith.mulf": 1,
	"arith.extf": 1, "math.absf": 1, "math.fma": 1,
}
