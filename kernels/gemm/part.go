package gemm

// Part is the part of D that a workgroup of a step computes or, if the step splits the
// sum over K, to whose sums it contributes.
func (plan *Plan) Part(p *Problem, step int, group [3]uint32) Rect {
	rows, cols, parts := int64(plan.Config.BM), int64(plan.Config.BN), int64(1)
	if step > 0 {
		rows, cols = reduceRows, reduceCols
	} else {
		parts = plan.Parts(p)
	}
	r := Rect{Batch: int64(group[2]) / parts, Row: int64(group[1]) * rows, Col: int64(group[0]) * cols}
	r.Rows, r.Cols = min(rows, p.M-r.Row), min(cols, p.N-r.Col)
	return r
}

// Parts is the number of parts of the sum over K.
func (plan *Plan) Parts(p *Problem) int64 { return int64(plan.Steps[0].Grid[2]) / p.Batch }
