package tile_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestExtend: a product with less columns than the next one's instruction takes along k is its factor with zeros
// behind it. The other factor lies in the first rows of an LDS tile with a swizzle that was asked for; what is
// in the rows behind them, which may be anything but NaN, does not count. It does so where instructions take more
// along k than their results have columns.
func TestExtend(t *testing.T) {
	const rows, keys, cols = 64, 32, 64
	r := rand.New(rand.NewPCG(19, 2))
	tried := 0
	for _, chip := range arch.Chips {
		elem := ir.TypeOf(chip.FP8)
		if tile.Instructions(chip, elem, elem, 32)[0].Step != keys {
			t.Fatal("the shallowest instruction takes all keys")
		}
		for _, x := range tile.Instructions(chip, elem, elem, 32) {
			if x.Step == keys {
				continue
			}
			tried++
			kernel := func(k *tile.Kernel) {
				qk, pv := k.MMA(elem, elem, 32, 2, 1), k.MMAOf(elem, elem, 32, x.Depth, 2, 1)
				depth, zero := qk.Step(), tile.I(0)
				a, b, v := k.Tensor("a", elem, rows, int64(depth)), k.Tensor("b", elem, keys, int64(depth)), k.Tensor("v", elem, keys, cols)
				p := k.Convert(qk.Dot(k.Load(a, qk.A(rows, depth), zero, zero), k.Load(b, qk.BFor(pv, keys, depth), zero, zero), nil), elem)
				lv, part := pv.BTransposed(cols, x.Step), k.Spread(keys, cols, 16)
				s := k.LDS(elem, x.Step, cols, 1, tile.Swizzled(0, 1, 2), tile.LoadedTransposed(lv))
				for row := keys; row < x.Step; row += keys {
					s.Store(k.Fill(part, elem, 3), zero, row, 0)
				}
				s.First(keys).Store(k.Load(v, part, zero, zero), zero, 0, 0)
				k.Barrier()
				k.Store(k.Tensor("d", ir.F32, rows, cols), pv.Dot(k.Extend(p, x.Step), s.LoadTransposed(lv, zero, 0, 0), nil), zero, zero)
			}
			depth := tile.Instructions(chip, elem, elem, 32)
			n := depth[len(depth)-1].Step
			random := func(size, most int) (list []int, codes []byte) {
				for range size {
					list = append(list, r.IntN(2*most+1)-most)
					codes = append(codes, encode(elem, float64(list[len(list)-1]))...)
				}
				return list, codes
			}
			// Of a, one element of a row, so that products are whole numbers of fp8.
			a, acodes := make([]int, rows*n), bytes.Repeat(encode(elem, 0), rows*n)
			for i := range rows {
				at := i*n + r.IntN(n)
				a[at] = 1 + r.IntN(2)
				copy(acodes[at:], encode(elem, float64(a[at])))
			}
			b, bcodes := random(keys*n, 3)
			v, vcodes := random(keys*cols, 3)
			got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2}).run(t, kernel, buffer("a", acodes), buffer("b", bcodes), buffer("v", vcodes), buffer("d", make([]byte, 4*rows*cols)))[3]
			for i := range rows * cols {
				want := 0
				for key := range keys {
					for k := range n {
						want += a[i/cols*n+k] * b[key*n+k] * v[key*cols+i%cols]
					}
				}
				if code := encode(ir.F32, float64(want)); !bytes.Equal(got[4*i:][:4], code) {
					t.Fatalf("%s, %d: element %d is not %d", chip.Name, x.Depth, i, want)
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no instruction takes more than it makes")
	}
}
