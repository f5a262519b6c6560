package gemm

// Part is the part of D that a workgroup computes or, if the sum over K is divided, to whose sums it
// contributes. tile is the workgroup's place in the order of tiles (Tile), not in the grid.
func (plan *Plan) Part(p *Problem, tile [3]uint32) Rect {
	rows, cols := int64(plan.Config.BM), int64(plan.Config.BN)
	r := Rect{Batch: int64(tile[2]) / plan.Parts(p), Row: int64(tile[1]) * rows, Col: int64(tile[0]) * cols}
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
	row, col, plane := plan.order.tile(int64(group[0]), int64(group[1]), int64(group[2]))
	return [3]uint32{uint32(col), uint32(row), uint32(plane)}
}

// Group is the workgroup of the first step that computes a tile, or has the first share of it.
func (plan *Plan) Group(tile [3]uint32) [3]uint32 {
	if s := plan.shares; s != nil {
		return [3]uint32{uint32(s.workgroup(s.outOfBand(int64(tile[1]), int64(tile[0])), 0)), 0, 0}
	}
	x, y, z := plan.order.group(int64(tile[1]), int64(tile[0]), int64(tile[2]))
	return [3]uint32{uint32(x), uint32(y), uint32(z)}
}

// Tiles is the number of tiles by column, row, and batch and part.
func (plan *Plan) Tiles(p *Problem) [3]uint32 {
	if plan.shares != nil {
		return [3]uint32{uint32(plan.shares.cols), uint32(plan.shares.rows), 1}
	}
	return plan.Steps[0].Grid
}

// Workgroups are the workgroups that compute a tile: their places in the grid, by part.
func (plan *Plan) Workgroups(p *Problem, tile [3]uint32) (list [][3]uint32) {
	s := plan.shares
	if s == nil {
		parts := uint32(plan.Parts(p))
		first := tile[2] / parts * parts
		for part := range parts {
			list = append(list, plan.Group([3]uint32{tile[0], tile[1], first + part}))
		}
		return list
	}
	at, parts := s.outOfBand(int64(tile[1]), int64(tile[0])), int64(1)
	if at >= s.whole {
		parts = s.each()
	}
	for part := range parts {
		list = append(list, [3]uint32{uint32(s.workgroup(at, part)), 0, 0})
	}
	return list
}

// Reducing are the workgroups of the second step that add the parts of a tile, by their numbers in its grid;
// none if there is no such step, or the tile has no parts.
func (plan *Plan) Reducing(p *Problem, tile [3]uint32) (list []int) {
	if len(plan.Steps) == 1 {
		return nil
	}
	number := int64(tile[2])/plan.Parts(p)*plan.order.rows*plan.order.cols + int64(tile[1])*plan.order.cols + int64(tile[0])
	if s := plan.shares; s != nil {
		if number = s.outOfBand(int64(tile[1]), int64(tile[0])) - s.whole; number < 0 {
			return nil
		}
	}
	grid := plan.Steps[1].Grid
	for i := range int(grid[1] * grid[2]) {
		list = append(list, int(number)+i*int(grid[0]))
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
