package verify

import (
	"math/rand/v2"
	"slices"

	"heddle/kernels/gemm"
	"heddle/sim"
)

// Sample is a choice of workgroups of a plan, and the part of D that they compute.
type Sample struct {
	// Workgroups are the chosen workgroups of each step; nil means all.
	Workgroups [][]int
	// Parts are the parts of D that are computed completely.
	Parts []gemm.Rect
}

// All is the sample of all workgroups.
func (g *GEMM) All() *Sample {
	s := &Sample{Workgroups: make([][]int, len(g.Plan.Steps))}
	for b := range g.Problem.Batch {
		s.Parts = append(s.Parts, g.Problem.Whole(b))
	}
	return s
}

// Choose returns the sample for a choice of workgroups of the first step, in the form of
// sim.ChooseWorkgroups; nil means all. It includes all parts of a sum in parts.
func (g *GEMM) Choose(choice string, seed uint64) (*Sample, error) {
	ids, err := sim.ChooseWorkgroups(choice, g.Plan.Steps[0].Grid, seed)
	if err != nil || ids == nil {
		return nil, err
	}
	return g.Of(ids), nil
}

// maxRandom is the maximum number of random workgroups of a sample.
const maxRandom = 64

// Typical returns a sample for a problem that is too large to be simulated whole: that of Edges,
// with as many random workgroups as about flop operations leave room for; nil if that is all of
// them.
func (g *GEMM) Typical(seed, flop uint64) *Sample {
	p, c := g.Problem, g.Plan.Config
	each := 2 * uint64(c.BM) * uint64(c.BN) * uint64(p.K) // all parts together
	const least = 4
	return g.Edges(seed, max(int(min(flop/each, maxRandom))-len(g.edges())-len(sim.Corners([3]uint32{2, 2, 2})), least))
}

// Edges returns a sample of the workgroups at the corners, along each edge, where 32 bits end
// (edges), and n random ones; nil if that is all of them.
func (g *GEMM) Edges(seed uint64, n int) *Sample {
	grid, tiles := g.Plan.Steps[0].Grid, g.Plan.Tiles(g.Problem)
	r := rand.New(rand.NewPCG(seed, 0))
	var ids []int
	for _, corner := range sim.Corners(tiles) {
		ids = append(ids, g.id(groupOf(corner, tiles)))
	}
	for _, at := range g.edges() {
		for i := range at {
			if at[i] < 0 {
				at[i] = int(r.Uint32N(tiles[i]))
			}
		}
		ids = append(ids, g.id([3]uint32{uint32(at[0]), uint32(at[1]), uint32(at[2])}))
	}
	more := sim.RandomWorkgroups(n, grid, seed)
	if more == nil {
		return nil
	}
	return g.Of(append(ids, more...))
}

// edges are workgroups of the first step at its edges, and at the elements of D, A and B that are 2
// GiB and 4 GiB from the beginning. Coordinates of -1 may be anything.
func (g *GEMM) edges() [][3]int {
	p, c, grid := g.Problem, g.Plan.Config, g.Plan.Tiles(g.Problem)
	list := [][3]int{{0, -1, -1}, {int(grid[0]) - 1, -1, -1}, {-1, 0, -1}, {-1, int(grid[1]) - 1, -1}}
	for _, name := range []string{"d", "a", "b"} {
		m, _ := p.Tensor(name)
		for _, line := range []int64{1 << 31, 1 << 32} {
			if line >= m.Bytes() {
				continue
			}
			element, batch := line*8/int64(m.Type.Bits), int64(0)
			if m.Stride > 0 {
				batch = min(element/m.Stride, m.Batch-1)
				element -= batch * m.Stride
			}
			row, col := min(element/m.LD, m.Rows-1), min(element%m.LD, m.Cols-1)
			at := [3]int{-1, -1, int(batch * g.Plan.Parts(p))}
			if name == "d" || name == "a" && !p.Layout.TransA() {
				at[1] = int(row / int64(c.BM))
			}
			if name == "d" {
				at[0] = int(col / int64(c.BN))
			} else if name == "b" && p.Layout.TransB() {
				at[0] = int(row / int64(c.BN))
			}
			list = append(list, at)
		}
	}
	return list
}

// id is the linear id of the workgroup of the first step that computes a tile, tile its inverse.
func (g *GEMM) id(tile [3]uint32) int {
	at := g.Plan.Group(tile)
	return linearID([3]int{int(at[0]), int(at[1]), int(at[2])}, g.Plan.Steps[0].Grid)
}

func (g *GEMM) tile(id int) [3]uint32 { return g.Plan.Tile(groupOf(id, g.Plan.Steps[0].Grid)) }

func linearID(at [3]int, grid [3]uint32) int {
	return at[0] + int(grid[0])*(at[1]+int(grid[1])*at[2])
}

func groupOf(id int, grid [3]uint32) [3]uint32 {
	x, y := int(grid[0]), int(grid[1])
	return [3]uint32{uint32(id % x), uint32(id / x % y), uint32(id / x / y)}
}

// Of returns the sample with the given workgroups of the first step.
func (g *GEMM) Of(ids []int) *Sample {
	s := &Sample{Workgroups: make([][]int, len(g.Plan.Steps))}
	parts := int(g.Plan.Parts(g.Problem))
	if g.Plan.Divided() {
		g.tiles(s, ids)
		return s
	}
	if parts == 1 {
		slices.Sort(ids)
		s.Workgroups[0] = slices.Compact(ids)
		for _, id := range s.Workgroups[0] {
			s.Parts = append(s.Parts, g.Plan.Part(g.Problem, 0, g.tile(id)))
		}
		return s
	}
	chosen, reduced := map[[3]uint32]bool{}, map[int]bool{} // tiles of D, with the batch for z
	var add func(tile [3]uint32)
	add = func(tile [3]uint32) {
		if chosen[tile] {
			return
		}
		chosen[tile] = true
		for part := range parts {
			s.Workgroups[0] = append(s.Workgroups[0], g.id([3]uint32{tile[0], tile[1], tile[2]*uint32(parts) + uint32(part)}))
		}
		// A workgroup of the reduction may need more tiles than this one.
		g.overlapping(tile, func(id int, tiles [][3]uint32) {
			if !reduced[id] {
				reduced[id] = true
				s.Workgroups[1] = append(s.Workgroups[1], id)
				for _, t := range tiles {
					add(t)
				}
			}
		})
	}
	for _, id := range ids {
		at := g.tile(id)
		add([3]uint32{at[0], at[1], at[2] / uint32(parts)})
	}
	for i := range s.Workgroups {
		slices.Sort(s.Workgroups[i])
	}
	// The second step computes exactly the chosen tiles.
	for _, id := range s.Workgroups[0] {
		if at := g.tile(id); at[2]%uint32(parts) == 0 {
			s.Parts = append(s.Parts, g.Plan.Part(g.Problem, 0, at))
		}
	}
	return s
}

// tiles adds to a sample the tiles of workgroups of the first step, with all workgroups that have a share
// of them and those that add the shares.
func (g *GEMM) tiles(s *Sample, ids []int) {
	chosen := map[[3]uint32]bool{}
	for _, id := range ids {
		tile := g.tile(id)
		if chosen[tile] {
			continue
		}
		chosen[tile] = true
		for step, list := range g.Plan.Workgroups(tile) {
			s.Workgroups[step] = append(s.Workgroups[step], list...)
		}
		s.Parts = append(s.Parts, g.Plan.Part(g.Problem, 0, tile))
	}
	for i := range s.Workgroups {
		slices.Sort(s.Workgroups[i])
		if s.Workgroups[i] == nil { // nil would be all
			s.Workgroups[i] = []int{}
		}
	}
}

// overlapping calls f for each workgroup of the second step that reads from a tile
// of the first, with all tiles that it reads from.
func (g *GEMM) overlapping(tile [3]uint32, f func(id int, tiles [][3]uint32)) {
	c, second := g.Plan.Config, g.Plan.Steps[1].Grid
	unit := g.Plan.Part(g.Problem, 1, [3]uint32{})
	first := g.Plan.Steps[0].Grid
	span := func(at, size int, unit int64, n uint32) (from, to uint32) {
		return uint32(int64(at) * int64(size) / unit), min(uint32((int64(at+1)*int64(size)+unit-1)/unit), n)
	}
	// The tile of the reduction is smaller at the edge: its size is that of the first tile, unless
	// that is at the edge, too.
	x0, x1 := span(int(tile[0]), c.BN, unit.Cols, second[0])
	y0, y1 := span(int(tile[1]), c.BM, unit.Rows, second[1])
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			var tiles [][3]uint32
			tx0, tx1 := span(int(x), int(unit.Cols), int64(c.BN), first[0])
			ty0, ty1 := span(int(y), int(unit.Rows), int64(c.BM), first[1])
			for ty := ty0; ty < ty1; ty++ {
				for tx := tx0; tx < tx1; tx++ {
					tiles = append(tiles, [3]uint32{tx, ty, tile[2]})
				}
			}
			f(linearID([3]int{int(x), int(y), int(tile[2])}, second), tiles)
		}
	}
}
