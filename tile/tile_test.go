package tile_test

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// plainGEMM is D = A·Bᵀ for bf16 with f32 sums; sizes are multiples of the tile.
func plainGEMM(chip *arch.Chip, m, n, depth int64) (*ir.Module, error) {
	const bm, bn, bk = 128, 128, 64
	mod := tile.NewModule(chip)
	mod.Kernel("gemm", 4, func(k *tile.Kernel) {
		k.Grid(n/bn, m/bm, 1)
		a := k.Tensor("a", ir.BF16, m, depth)
		b := k.Tensor("b", ir.BF16, n, depth)
		d := k.Tensor("d", ir.F32, m, n)
		row, col := k.WorkgroupID(1).Times(bm), k.WorkgroupID(0).Times(bn)

		mma := k.MMA(ir.BF16, ir.BF16, 16, 2, 2)
		load := k.Spread(bm, bk, 8)
		la := k.LDS(ir.BF16, bm, bk, 2, tile.Stored(load), tile.Loaded(mma.A(bm, bk)))
		lb := k.LDS(ir.BF16, bn, bk, 2, tile.Stored(load), tile.Loaded(mma.B(bn, bk)))

		acc := k.Run(tile.Pipeline{
			Steps: tile.I(depth / bk), Buffers: 2,
			Load: func(step tile.Index) []*tile.Tile {
				return []*tile.Tile{k.Load(a, load, row, step.Times(bk)), k.Load(b, load, col, step.Times(bk))}
			},
			Put: func(buffer tile.Index, t []*tile.Tile) {
				la.Store(t[0], buffer, 0, 0)
				lb.Store(t[1], buffer, 0, 0)
			},
			Compute: func(s tile.Stage, c tile.Values) tile.Values {
				return tile.Values{mma.Dot(la.Load(mma.A(bm, bk), s.Buffer, 0, 0), lb.Load(mma.B(bn, bk), s.Buffer, 0, 0), c.Tile(0))}
			},
		}, tile.Values{mma.Zero(bm, bn)})
		k.Store(d, acc.Tile(0), row, col)
	})
	return mod.IR()
}

func TestPlainGEMM(t *testing.T) {
	for _, chip := range []*arch.Chip{&arch.GFX942, &arch.GFX950} {
		m, err := plainGEMM(chip, 256, 256, 256)
		if err != nil {
			t.Fatal(err)
		}
		_ = m
	}
}

// TestCacheSwizzleFits: a stride that a resource has no room for is an error.
func TestCacheSwizzleFits(t *testing.T) {
	for bytes, want := range map[int64]string{0: "", 8192: "", 16383: "", 16384: "holds 1 to 16383 bytes", -256: "holds 1 to 16383 bytes"} {
		mod := tile.NewModule(&arch.GFX942)
		mod.Kernel("k", 1, func(k *tile.Kernel) {
			k.Grid(1, 1, 1)
			k.Tensor("a", ir.F32, 64, 64).CacheSwizzle(bytes)
		})
		if _, err := mod.IR(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d bytes: error %v, want %q", bytes, err, want)
		}
	}
}
