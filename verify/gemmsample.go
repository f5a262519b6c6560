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

// Of returns the sample with the given workgroups of the first step, and all of both that compute the same
// tiles.
func (g *GEMM) Of(ids []int) *Sample {
	s := &Sample{Workgroups: make([][]int, len(g.Plan.Steps))}
	parts := uint32(g.Plan.Parts(g.Problem))
	slices.Sort(ids)
	chosen := map[[3]uint32]bool{}
	var tiles [][3]uint32
	for _, id := range ids {
		tile := g.tile(id)
		tile[2] -= tile[2] % parts
		if chosen[tile] {
			continue
		}
		chosen[tile] = true
		tiles = append(tiles, tile)
		for _, at := range g.Plan.Workgroups(g.Problem, tile) {
			s.Workgroups[0] = append(s.Workgroups[0], linearID([3]int{int(at[0]), int(at[1]), int(at[2])}, g.Plan.Steps[0].Grid))
		}
		if len(s.Workgroups) > 1 {
			s.Workgroups[1] = append(s.Workgroups[1], g.Plan.Reducing(g.Problem, tile)...)
		}
	}
	for i := range s.Workgroups {
		slices.Sort(s.Workgroups[i])
		if s.Workgroups[i] == nil { // nil would be all
			s.Workgroups[i] = []int{}
		}
	}
	for _, tile := range tiles {
		s.Parts = append(s.Parts, g.Plan.Part(g.Problem, tile))
	}
	return s
}
