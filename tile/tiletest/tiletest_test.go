package tiletest_test

import (
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
	"heddle/tile/tiletest"
)

// double is the kernel of the package's example.
func double(k *tile.Kernel) {
	x, y := k.Tensor("x", ir.F32, 64, 256), k.Tensor("y", ir.F32, 64, 256)
	row := k.WorkgroupID(0).Times(16)
	t := k.Load(x, k.Spread(16, 256, 4), row, tile.I(0))
	k.Store(y, k.Add(t, t), row, tile.I(0))
}

func TestDouble(t *testing.T) {
	tiletest.Each(t, func(t *testing.T, chip *arch.Chip) {
		x, y := tile.Random(1, 64*256), make([]float32, 64*256)
		tiletest.Run(t, tile.Launch{Chip: chip, Waves: 4, Grid: [3]uint32{4}}, double, x, y)
		tiletest.Near(t, "y", y, func(i int) float64 { return 2 * float64(x[i]) }, 0, 0)
	})
}

// failures counts what a helper reports.
type failures struct {
	testing.TB
	errors int
}

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { f.errors++ }

func TestNear(t *testing.T) {
	for _, c := range []struct {
		got        float32
		want       float64
		atol, rtol float64
		errors     int
	}{
		{1, 1, 0, 0, 0},
		{1, 1.5, 0.5, 0, 0},
		{1, 1.5, 0, 0.3, 1},
		{1, 1.5, 0, 0.34, 0},
	} {
		f := &failures{TB: t}
		tiletest.Near(f, "x", []float32{c.got}, func(int) float64 { return c.want }, c.atol, c.rtol)
		if f.errors != c.errors {
			t.Errorf("%v: %d errors", c, f.errors)
		}
	}
	f := &failures{TB: t}
	tiletest.Near(f, "x", make([]float32, 10), func(int) float64 { return 1 }, 0, 0)
	if f.errors != 6 { // five elements and their number
		t.Errorf("%d errors for 10 wrong elements", f.errors)
	}
}

// TestOrders: 2^24 and then ones, added in f32 one by one, are 2^24; the ones first are not lost.
func TestOrders(t *testing.T) {
	const n = 21
	sums := map[float32]bool{}
	for _, chip := range arch.Chips {
		tiletest.Orders(t, tile.Launch{Chip: chip, Waves: 1, Grid: [3]uint32{n}}, func(t *testing.T, on tile.Launch) {
			x, sum := make([]float32, n), make([]float32, 1)
			for i := range x {
				x[i] = 1
			}
			x[0] = 1 << 24
			tiletest.Run(t, on, func(k *tile.Kernel) {
				x, sum := k.Tensor("x", ir.F32, n, 1), k.Tensor("sum", ir.F32, 1, 1)
				k.AtomicAdd(sum, k.Load(x, k.Spread(1, 1, 1), k.WorkgroupID(0), tile.I(0)), tile.I(0), tile.I(0))
			}, x, sum)
			tiletest.Near(t, "sum", sum, func(int) float64 { return 1<<24 + n - 1 }, n, 0)
			sums[sum[0]] = true
		})
	}
	if len(sums) != 2 || !sums[1<<24] || !sums[1<<24+n-1] {
		t.Errorf("sums in two orders: %v", sums)
	}
}
