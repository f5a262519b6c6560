package gemm

// Part is the part of D that a workgroup of a step computes or, if the step splits the
// sum over K, to whose sums it contributes. tile is the workgroup's place in the order of tiles
// (Tile), not in the grid. Of a plan whose tiles are Divided, the second step's workgroups have none.
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

// Tile is the tile that a workgroup of the first step computes, or has a share of: its column and row in
// units of the configuration's tile, and the batch and part, which are those of the grid.
func (plan *Plan) Tile(group [3]uint32) [3]uint32 {
	if s := plan.shares; s != nil {
		at, _ := s.of(int64(group[0]))
		row, col := s.inBand(at)
		return [3]uint32{uint32(col), uint32(row), 0}
	}
	row, col := plan.order.tile(int64(group[0]), int64(group[1]))
	return [3]uint32{uint32(col), uint32(row), group[2]}
}

// Group is the workgroup of the first step that computes a tile, or has the first share of it.
func (plan *Plan) Group(tile [3]uint32) [3]uint32 {
	if s := plan.shares; s != nil {
		return [3]uint32{uint32(s.workgroup(s.outOfBand(int64(tile[1]), int64(tile[0])), 0)), 0, 0}
	}
	x, y := plan.order.group(int64(tile[1]), int64(tile[0]))
	return [3]uint32{uint32(x), uint32(y), tile[2]}
}

// Tiles is the number of tiles by column, row, and batch and part.
func (plan *Plan) Tiles(p *Problem) [3]uint32 {
	if plan.shares != nil {
		return [3]uint32{uint32(plan.shares.cols), uint32(plan.shares.rows), 1}
	}
	return plan.Steps[0].Grid
}

// Divided reports whether the sums of some tiles are divided into shares, and others are not: then
// Workgroups says which workgroups compute a tile.
func (plan *Plan) Divided() bool { return plan.shares != nil }

// Workgroups are the workgroups that compute a tile of a plan whose tiles are Divided: by step,
// their numbers in the grid in ascending order.
func (plan *Plan) Workgroups(tile [3]uint32) (list [2][]int) {
	s := plan.shares
	at := s.outOfBand(int64(tile[1]), int64(tile[0]))
	if at < s.whole {
		return [2][]int{{int(s.workgroup(at, 0))}, nil}
	}
	for part := range s.each() {
		list[0] = append(list[0], int(s.workgroup(at, part)))
	}
	grid := plan.Steps[1].Grid
	n := int(grid[0] * grid[1])
	for i := range n {
		list[1] = append(list[1], int(at-s.whole)*n+i)
	}
	return list
}

// Parts is the number of parts of the sum over K.
func (plan *Plan) Parts(p *Problem) int64 {
	if plan.shares != nil {
		return 1
	}
	return int64(plan.Steps[0].Grid[2]) / p.Batch
}
