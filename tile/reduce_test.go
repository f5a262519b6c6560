package tile_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// softmax is the softmax of each row: of what a workgroup's waves have of 4 rows
// at once.
func softmax(k *tile.Kernel, rows, cols int64) {
	const height = 4
	k.Grid((rows+height-1)/height, 1, 1)
	x, y := k.Tensor("x", ir.F32, rows, cols), k.Tensor("y", ir.F32, rows, cols)
	l := k.Spread(height, 1024, 4)
	row, col := k.WorkgroupID(0).Times(height), tile.I(0)

	t := k.Load(x.Outside(math.Inf(-1)), l, row, col)
	e := k.Map("exp", k.Sub(t, k.Reduce(tile.Greatest, t, tile.OverCols)))
	k.Store(y, k.Div(e, k.Reduce(tile.Sum, e, tile.OverCols)), row, col)
}

// layernorm gives each row mean 0 and variance 1.
func layernorm(k *tile.Kernel, rows, cols int64) {
	const height, eps = 4, 1e-5
	k.Grid((rows+height-1)/height, 1, 1)
	x, y := k.Tensor("x", ir.F32, rows, cols), k.Tensor("y", ir.F32, rows, cols)
	l := k.Spread(height, 1024, 4)
	row, col := k.WorkgroupID(0).Times(height), tile.I(0)
	mean := func(t *tile.Tile) *tile.Tile { return k.Scale(k.Reduce(tile.Sum, t, tile.OverCols), 1/float64(cols)) }

	t := k.Load(x, l, row, col)
	t = k.Sub(t, mean(t))
	t = k.Select(k.Inside(x, l, row, col), t, k.Like(t, 0))
	variance := mean(k.Mul(t, t))
	k.Store(y, k.Mul(t, k.Map("rsqrt", k.Add(variance, k.Like(variance, eps)))), row, col)
}

func TestSoftmax(t *testing.T) {
	testRows(t, softmax, func(x []float32) (y []float64) {
		sum := 0.0
		for _, v := range x {
			sum += math.Exp(float64(v))
		}
		for _, v := range x {
			y = append(y, math.Exp(float64(v))/sum)
		}
		return y
	})
}

func TestLayernorm(t *testing.T) {
	testRows(t, layernorm, func(x []float32) (y []float64) {
		mean, variance := 0.0, 0.0
		for _, v := range x {
			mean += float64(v) / float64(len(x))
		}
		for _, v := range x {
			variance += (float64(v) - mean) * (float64(v) - mean) / float64(len(x))
		}
		for _, v := range x {
			y = append(y, (float64(v)-mean)/math.Sqrt(variance+1e-5))
		}
		return y
	})
}

// testRows compares a kernel with a function of each row.
func testRows(t *testing.T, body func(k *tile.Kernel, rows, cols int64), want func([]float32) []float64) {
	const rows = 5
	r := rand.New(rand.NewPCG(1, 2))
	for _, chip := range arch.Chips {
		for _, waves := range []tile.Waves{1, 4, 16} {
			for _, cols := range []int{1000, 37} {
				x := random(r, rows*cols)
				rig := rig{chip: chip, grid: [3]uint32{2, 1, 1}, waves: waves, near: 1e-6}
				got := asFloats(rig.run(t, func(k *tile.Kernel) { body(k, rows, int64(cols)) }, buffer("x", floats(x...)), buffer("y", make([]byte, 4*rows*cols)))[1])
				for row := range rows {
					for col, want := range want(x[row*cols : (row+1)*cols]) {
						if got := float64(got[row*cols+col]); math.Abs(got-want) > 1e-5*max(math.Abs(want), 1e-2) {
							t.Fatalf("%s, %d waves: (%d, %d) of %d is %g, want %g", chip.Name, waves, row, col, cols, got, want)
						}
					}
				}
			}
		}
	}
}
