package tile_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/long"
	"heddle/tile"
)

// spreads are layouts in which items, lanes and waves hold the rows and columns in all kinds of
// ways, for workgroups of 4 waves.
var spreads = []struct {
	rows, cols int
	of         func(k *tile.Kernel) tile.Layout
}{
	{8, 64, func(k *tile.Kernel) tile.Layout { return k.Spread(8, 64, 2) }},
	{2, 512, func(k *tile.Kernel) tile.Layout { return k.Spread(2, 512, 2) }},
	{64, 8, func(k *tile.Kernel) tile.Layout { return k.SpreadDown(64, 8, 4) }},
	{16, 128, func(k *tile.Kernel) tile.Layout { return k.MMA(ir.BF16, ir.BF16, 16, 1, 4).C(16, 128) }},
	{32, 64, func(k *tile.Kernel) tile.Layout { return k.MMA(ir.BF16, ir.BF16, 16, 2, 2).A(32, 64) }},
	{16, 16, func(k *tile.Kernel) tile.Layout { return k.Blocks(16, 16, 2, 2, 4) }},
	{1, 1, func(k *tile.Kernel) tile.Layout { return k.Spread(1, 1, 1) }},
}

// eachLine calls f for each row or column of a tile, with the places of its elements in memory.
func eachLine(rows, cols int, along tile.Axis, f func(line int, at []int)) {
	n, length := rows, cols
	if along == tile.OverRows {
		n, length = cols, rows
	}
	for line := range n {
		var at []int
		for i := range length {
			if along == tile.OverRows {
				at = append(at, i*cols+line)
			} else {
				at = append(at, line*cols+i)
			}
		}
		f(line, at)
	}
}

// eachSpread runs a kernel on a tile of integers in each layout and both directions.
func eachSpread(t *testing.T, results int, body func(k *tile.Kernel, v *tile.Tile, along tile.Axis) []*tile.Tile, check func(name string, rows, cols int, along tile.Axis, x []float32, got [][]float32)) {
	r := rand.New(rand.NewPCG(9, 9))
	for i, s := range spreads {
		for _, along := range []tile.Axis{tile.OverRows, tile.OverCols} {
			chip := arch.Chips[(i+int(along))%len(arch.Chips)]
			x := make([]float32, s.rows*s.cols)
			for j := range x {
				x[j] = float32(r.IntN(2000) - 1000)
			}
			rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4}
			out := asFloats(rig.run(t, func(k *tile.Kernel) {
				x, y := k.Tensor("x", ir.F32, int64(s.rows), int64(s.cols)), k.Tensor("y", ir.F32, int64(results), int64(s.rows), int64(s.cols))
				for n, v := range body(k, k.Load(x, s.of(k), tile.I(0), tile.I(0)), along) {
					k.Store(y, v, tile.I(int64(n)), tile.I(0), tile.I(0))
				}
			}, buffer("x", floats(x...)), buffer("y", make([]byte, 4*results*len(x))))[1])
			var got [][]float32
			for n := range results {
				got = append(got, out[n*len(x):(n+1)*len(x)])
			}
			check(fmt.Sprintf("%s: layout %d, axis %d", chip.Name, i, along), s.rows, s.cols, along, x, got)
		}
	}
}

func TestScan(t *testing.T) {
	eachSpread(t, 5, func(k *tile.Kernel, v *tile.Tile, along tile.Axis) []*tile.Tile {
		integers := k.Convert(v, ir.I32)
		return []*tile.Tile{k.Scan(tile.Sum, v, along), k.ScanBefore(tile.Sum, v, along), k.Scan(tile.Greatest, v, along), k.ScanBefore(tile.Least, v, along),
			k.Convert(k.ScanBefore(tile.Sum, integers, along), ir.F32)}
	}, func(name string, rows, cols int, along tile.Axis, x []float32, got [][]float32) {
		eachLine(rows, cols, along, func(line int, at []int) {
			sum, most, least := float32(0), float32(math.Inf(-1)), float32(math.Inf(1))
			for i, p := range at {
				before, leastBefore := sum, least
				sum, most, least = sum+x[p], max(most, x[p]), min(least, x[p])
				for n, want := range []float32{sum, before, most, leastBefore, before} {
					if got[n][p] != want {
						t.Fatalf("%s: scan %d, element %d of line %d: %g, want %g", name, n, i, line, got[n][p], want)
					}
				}
			}
		})
	})
}

// TestArgReduce: the first of the greatest and of the least numbers of a line.
func TestArgReduce(t *testing.T) {
	eachSpread(t, 4, func(k *tile.Kernel, v *tile.Tile, along tile.Axis) []*tile.Tile {
		most, at := k.ArgReduce(tile.Greatest, k.Map("roundeven", k.Scale(v, 1.0/64)), along)
		least, where := k.ArgReduce(tile.Least, k.Convert(v, ir.I32), along)
		var list []*tile.Tile
		for _, u := range []*tile.Tile{most, k.Convert(at, ir.F32), k.Convert(least, ir.F32), k.Convert(where, ir.F32)} {
			list = append(list, k.Broadcast(u, v.Layout))
		}
		return list
	}, func(name string, rows, cols int, along tile.Axis, x []float32, got [][]float32) {
		eachLine(rows, cols, along, func(line int, at []int) {
			want := []float32{float32(math.Inf(-1)), 0, float32(math.Inf(1)), 0}
			for i, p := range at {
				if v := float32(math.RoundToEven(float64(x[p]) / 64)); v > want[0] {
					want[0], want[1] = v, float32(i)
				}
				if x[p] < want[2] {
					want[2], want[3] = x[p], float32(i)
				}
			}
			for n := range want {
				for _, p := range at {
					if got[n][p] != want[n] {
						t.Fatalf("%s: result %d of line %d is %g, want %g", name, n, line, got[n][p], want[n])
					}
				}
			}
		})
	})
}

// TestSort: sorted lines, and where their elements were; equal ones stay in their order.
func TestSort(t *testing.T) {
	eachSpread(t, 4, func(k *tile.Kernel, v *tile.Tile, along tile.Axis) []*tile.Tile {
		v = k.Add(k.Map("roundeven", k.Scale(v, 1.0/16)), k.Like(v, 0)) // no -0
		up, at := k.SortNumbers(v, tile.Ascending, along)
		_, down := k.SortNumbers(k.Convert(v, ir.I16), tile.Descending, along)
		return []*tile.Tile{k.Sort(v, tile.Descending, along), up, k.Convert(at, ir.F32), k.Convert(down, ir.F32)}
	}, func(name string, rows, cols int, along tile.Axis, x []float32, got [][]float32) {
		eachLine(rows, cols, along, func(line int, at []int) {
			v := make([]float32, len(at))
			up, down := make([]int, len(at)), make([]int, len(at))
			for i, p := range at {
				v[i], up[i], down[i] = float32(math.RoundToEven(float64(x[p])/16)), i, i
			}
			slices.SortStableFunc(up, func(a, b int) int { return cmp.Compare(v[a], v[b]) })
			slices.SortStableFunc(down, func(a, b int) int { return cmp.Compare(v[b], v[a]) })
			for i, p := range at {
				for n, want := range []float32{v[down[i]], v[up[i]], float32(up[i]), float32(down[i])} {
					if got[n][p] != want {
						t.Fatalf("%s: result %d, element %d of line %d is %g, want %g", name, n, i, line, got[n][p], want)
					}
				}
			}
		})
	})
}

// TestTopK: the greatest numbers of each row, of some experts' scores, and where they are.
func TestTopK(t *testing.T) {
	const rows, n = 8, 4
	r := rand.New(rand.NewPCG(9, 10))
	for _, chip := range arch.Chips {
		for _, cols := range []int{64, 256} {
			x := make([]float32, rows*cols)
			for i := range x {
				x[i] = float32(r.IntN(40) - 60)
			}
			x[cols+7] = float32(math.Inf(-1))
			rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4}
			out := rig.run(t, func(k *tile.Kernel) {
				x, y, z := k.Tensor("x", ir.F32, rows, int64(cols)), k.Tensor("y", ir.F32, rows, n), k.Tensor("z", ir.I32, rows, n)
				values, numbers := k.TopK(k.Load(x, k.Spread(rows, cols, 2), tile.I(0), tile.I(0)), n, tile.OverCols)
				k.Store(y, values, tile.I(0), tile.I(0))
				k.Store(z, numbers, tile.I(0), tile.I(0))
			}, buffer("x", floats(x...)), buffer("y", make([]byte, 4*rows*n)), buffer("z", make([]byte, 4*rows*n)))
			y, z := asFloats(out[1]), asInts(out[2])
			for row := range rows {
				order := make([]int, cols)
				for i := range order {
					order[i] = i
				}
				slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[row*cols+b], x[row*cols+a]) })
				for i := range n {
					if got := y[row*n+i]; got != x[row*cols+order[i]] || int(z[row*n+i]) != order[i] {
						t.Fatalf("%s: number %d of row %d is %g at %d, want %g at %d", chip.Name, i, row, got, z[row*n+i], x[row*cols+order[i]], order[i])
					}
				}
			}
		}
	}
}

// TestSortLarge: a tile of all registers of a lane spills much, and the rounds of that are few.
func TestSortLarge(t *testing.T) {
	if !long.On() {
		t.Skip("takes 10 s: -args -long")
	}
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("k", 4, func(k *tile.Kernel) {
		x := k.Tensor("x", ir.BF16, 1024, 64)
		v := k.Load(x, k.Spread(1024, 64, 4), tile.I(0), tile.I(0))
		k.Store(x, k.Sort(v, tile.Ascending, tile.OverCols), tile.I(0), tile.I(0))
	})
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	r, err := build.MLIR(module, build.Options{Chip: &arch.GFX950})
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Kernels[0].Func.Spills; s.VGPRs == 0 || s.Rounds > 16 {
		t.Errorf("%+v", s)
	}
}
