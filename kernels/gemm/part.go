package gemm

// Part is the part of D that a workgroup of a step computes or, if the step splits the
// sum over K, to whose sums it contributes. tile is the workgroup's place in the order of tiles
// (Tile), not in the grid.
func (plan *Plan) Part(p *Problem, step int, tile [3]uint32) Rect {
	rows, cols, parts := int64(plan.Config.BM), int64(plan.Config.BN), int64(1)
	if step > 0 {
		rows, cols = reduceRows, reduceCols
	} else {
		parts = plan.Parts(p)
	}
	r := Rect{Batch: int64(tile[2]) / parts, Row: int64(tile[1]) * rows, Col: int64(tile[0]) * cols}
	r.Rows, r.Cols = min(rows, p.M-r.Row), min(cols, p.N-r.Col)
	return r
}

// Tile is the tile that a workgroup of the first step computes: its column and row in units of the
// configuration's tile, and the batch and part, which are those of the grid.
func (plan *Plan) Tile(group [3]uint32) [3]uint32 {
	row, col := plan.order.tile(int64(group[0]), int64(group[1]))
	return [3]uint32{uint32(col), uint32(row), group[2]}
}

// Group is the workgroup of the first step that computes a tile.
func (plan *Plan) Group(tile [3]uint32) [3]uint32 {
	x, y := plan.order.group(int64(tile[1]), int64(tile[0]))
	return [3]uint32{uint32(x), uint32(y), tile[2]}
}

// Parts is the number of parts of the sum over K.
func (plan *Plan) Parts(p *Problem) int64 { return int64(plan.Steps[0].Grid[2]) / p.Batch }
