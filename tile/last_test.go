package tile_test

import (
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestLastOf: the last workgroup of each tile adds what all of them stored, in one order; the counters are 0
// behind it.
func TestLastOf(t *testing.T) {
	const rows, cols, tiles, parts = 32, 32, 3, 5 // all of four waves store
	for _, chip := range arch.Chips {
		for _, waves := range []tile.Waves{1, 4} {
			var want []byte
			for i := range tiles * rows * cols {
				sum := float32(0)
				for part := range parts {
					sum += float32(i) * share(part)
				}
				want = append(want, floats(sum)...)
			}
			got := (rig{chip: chip, grid: [3]uint32{tiles, parts, 1}, waves: waves}).run(t, func(k *tile.Kernel) {
				k.Grid(tiles, parts, 1)
				at, part, zero := k.WorkgroupID(0), k.WorkgroupID(1), tile.I(0)
				in, factors := k.Tensor("in", ir.F32, tiles*rows, cols), k.Tensor("factors", ir.F32, parts, 1)
				sums := k.Tensor("sums", ir.F32, tiles*parts, rows, cols)
				counters, out := k.Tensor("counters", ir.I32, 1, tiles), k.Tensor("out", ir.F32, tiles*rows, cols)
				l := k.Spread(rows, cols, 4)
				factor := k.Load(factors, k.Spread(1, 1, 1), part, zero)
				x := k.Mul(k.Load(in, l, at.Times(rows), zero), k.Broadcast(factor, l))
				k.Store(sums, x, at.Times(parts).Plus(part), zero, zero)
				k.If(k.LastOf(parts, counters, zero, at), func() {
					sum := k.Fill(l, ir.F32, 0)
					for i := range int64(parts) {
						sum = k.Add(sum, k.Load(sums, l, at.Times(parts).Plus(tile.I(i)), zero, zero))
					}
					k.Store(out, sum, at.Times(rows), zero)
				})
			}, buffer("in", floats(upTo(tiles*rows*cols)...)), buffer("factors", floats(shares(parts)...)), buffer("sums", make([]byte, 4*tiles*parts*rows*cols)),
				buffer("counters", make([]byte, 4*tiles)), buffer("out", make([]byte, 4*tiles*rows*cols)))
			if string(got[4]) != string(want) {
				t.Errorf("%s, %d waves: got %v, want %v", chip.Name, waves, asFloats(got[4]), asFloats(want))
			}
			if string(got[3]) != string(make([]byte, 4*tiles)) {
				t.Errorf("%s, %d waves: the counters are %v", chip.Name, waves, got[3])
			}
		}
	}
}

// TestLastOfFences: the write-back is in front of the counting, and the caches are invalid behind it, which no
// sanitizer checks.
func TestLastOfFences(t *testing.T) {
	for _, chip := range arch.Chips {
		var found []string
		for _, line := range assembly(t, chip, 4, func(k *tile.Kernel) {
			x, counters, zero := k.Tensor("x", ir.F32, 32, 32), k.Tensor("counters", ir.I32, 1, 1), tile.I(0)
			l := k.Spread(32, 32, 4)
			k.Store(x, k.Fill(l, ir.F32, 1), zero, zero)
			k.If(k.LastOf(7, counters, zero, zero), func() { k.Store(x, k.Scale(k.Load(x, l, zero, zero), 2), zero, zero) })
		}) {
			for _, name := range []string{"buffer_store_dword", "buffer_wbl2 sc1", "buffer_atomic_add", "buffer_inv sc1", "buffer_load_dword"} {
				if strings.HasPrefix(line, name) {
					found = append(found, name)
				}
			}
		}
		want := []string{"buffer_store_dword", "buffer_wbl2 sc1", "buffer_atomic_add", "buffer_inv sc1", "buffer_load_dword", "buffer_store_dword"}
		if !slices.Equal(found, want) {
			t.Errorf("%s: %q, want %q", chip.Name, found, want)
		}
	}
}

// share is a number whose sums depend on their order.
func share(part int) float32 { return 1 / float32(3+2*part*part) }

func shares(n int) (x []float32) {
	for i := range n {
		x = append(x, share(i))
	}
	return x
}

func upTo(n int) (x []float32) {
	for i := range n {
		x = append(x, float32(i))
	}
	return x
}
