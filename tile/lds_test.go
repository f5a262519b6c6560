package tile_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/layout"
	"heddle/long"
	"heddle/tile"
)

// TestConflictsBruteForce: for random uses the ways that an LDS tile reports are
// those that counting over the phases gives, for every wave, item and place.
func TestConflictsBruteForce(t *testing.T) {
	tried, free := 0, 0
	for seed := range uint64(long.Count(25, 150)) {
		r := rand.New(rand.NewPCG(seed, 3))
		chip := arch.Chips[r.IntN(len(arch.Chips))]
		waves := power(r, 0, 3)
		elem := []ir.Type{ir.I8, ir.F16, ir.F32, ir.F64}[r.IntN(4)]
		m := tile.NewModule(chip)
		m.Kernel("k", tile.Waves(waves), func(k *tile.Kernel) {
			uses, rows, cols := randomUses(r, k, waves)
			s := k.LDS(elem, rows, cols, 1, uses...)
			for i, ways := range s.Conflicts() {
				if !uses[i].Write && s.Transposing(uses[i].Layout) {
					continue // TestLoadTransposed counts them
				}
				tried++
				if ways == 1 {
					free++
				}
				if p := s.Proofs()[i]; p.Ways != ways || !p.Counted && 1<<(p.Words-p.Rank) != ways || p.Counted && s.Padding() == 0 {
					t.Errorf("seed %d: %d ways, proved by %+v", seed, ways, p)
				}
				if want := countWays(chip, s, uses[i], elem, cols); ways != want {
					t.Errorf("seed %d: %s: use %d of LDS of %d x %d %s, %s, swizzle %s: %d ways, counted %d", seed, chip.Name, i, rows, cols, elem,
						uses[i].Layout, s.Swizzle(), ways, want)
				}
			}
			if got := k.Conflicts(elem, rows, cols, uses...); !slices.Equal(got, s.Conflicts()) {
				t.Errorf("seed %d: Kernel.Conflicts says %v, LDS.Conflicts %v", seed, got, s.Conflicts())
			}
		})
		if _, err := m.IR(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if free < tried/2 || free == tried {
		t.Errorf("%d of %d uses are free of conflicts: the test needs both", free, tried)
	}
}

// randomUses are up to three uses of a tile in LDS.
func randomUses(r *rand.Rand, k *tile.Kernel, waves int) (uses []tile.Use, rows, cols int) {
	rows, cols = 1, 1
	for range 1 + r.IntN(3) {
		l, _ := randomLayout(r, k, waves)
		if r.IntN(2) == 0 {
			uses = append(uses, tile.Stored(l))
		} else {
			uses = append(uses, tile.Loaded(l))
		}
		rows, cols = max(rows, l.Rows), max(cols, l.Cols)
	}
	return uses, rows, cols
}

// countWays counts for each wave and piece how often the banks are met.
func countWays(chip *arch.Chip, s *tile.LDS, u tile.Use, elem ir.Type, cols int) int {
	bits, _ := ir.BitWidth(elem)
	size := bits / 8
	if !u.Write {
		u.Layout = u.Layout.RowFirst()
	}
	l, swizzle := u.Layout.Linear(), s.Swizzle()
	n := min(u.Layout.Run(), 16/size, max(1, swizzle.ChunkBytes/size))
	name := fmt.Sprintf("%s_b%d", choose(u.Write, "ds_write", "ds_read"), max(32, n*bits))
	access, err := layout.LDS(chip, name)
	if err != nil {
		panic(err)
	}
	most := 0
	for wave := range l.In()[2].Size() {
		for item := 0; item < u.Layout.Items(); item += n {
			addresses := make([]int, chip.WaveSize)
			for lane := range addresses {
				p := l.At(item, lane, wave) // col, row
				at := (p[1]*cols + p[0]) * size
				row, chunk := at/swizzle.RowBytes, at%swizzle.RowBytes/swizzle.ChunkBytes
				for bit, key := range swizzle.Keys {
					if row>>bit&1 != 0 {
						chunk ^= key
					}
				}
				addresses[lane] = (row*swizzle.RowBytes ^ chunk*swizzle.ChunkBytes ^ at%swizzle.ChunkBytes) &^ 3
			}
			most = max(most, slices.Max(access.Ways(addresses)))
		}
	}
	return most
}

// TestThroughLDS: what is stored to LDS in one layout comes out in another, at
// any place of any buffer.
func TestThroughLDS(t *testing.T) {
	for seed := range uint64(24) {
		r := rand.New(rand.NewPCG(seed, 4))
		chip := arch.Chips[r.IntN(len(arch.Chips))]
		waves := power(r, 0, 4)
		e := []struct {
			elem  ir.Type
			bytes int
		}{{ir.F32, 4}, {ir.BF16, 2}, {ir.I8, 1}, {ir.F64, 8}}[r.IntN(4)]
		rows, cols := power(r, 0, 5), power(r, 0, 6)
		if rows*cols*e.bytes*4 > 32<<10 {
			continue
		}
		from := power(r, 0, min(3, log2(cols)))
		to := power(r, 0, min(3, log2(rows)))
		in := buffer("x", make([]byte, rows*cols*e.bytes*4))
		for i := range in.Buffer.Data {
			in.Buffer.Data[i] = byte(r.Uint32())
		}
		looped := r.IntN(2) == 0
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(waves)}).run(t, func(k *tile.Kernel) {
			x := k.Tensor("x", e.elem, int64(2*rows), int64(2*cols))
			y := k.Tensor("y", e.elem, int64(2*rows), int64(2*cols))
			a, b := k.Spread(rows, cols, from), k.SpreadDown(rows, cols, to)
			at := func(n int) tile.Index { return tile.I(int64(n)) }
			if looped { // one tile after the other, by Relayout
				k.For(tile.I(0), tile.I(2), tile.I(1), nil, func(i tile.Index, _ tile.Values) tile.Values {
					for col := range 2 {
						row := i.Times(int64(rows))
						k.Store(y, k.Relayout(k.Load(x, a, row, at(col*cols)), b), row, at(col*cols))
					}
					return nil
				})
				return
			}
			// Rows of tiles go to buffers, the tiles of a row beside each other.
			s := k.LDS(e.elem, rows, 2*cols, 2, tile.Stored(a), tile.Loaded(b))
			for row := range 2 {
				for col := range 2 {
					s.Store(k.Load(x, a, at(row*rows), at(col*cols)), at(row), 0, col*cols)
				}
			}
			k.Barrier()
			k.For(tile.I(0), tile.I(2), tile.I(1), nil, func(i tile.Index, _ tile.Values) tile.Values {
				for col := range 2 {
					k.Store(y, s.Load(b, i, 0, col*cols), i.Times(int64(rows)), at(col*cols))
				}
				return nil
			})
		}, in, buffer("y", make([]byte, len(in.Buffer.Data))))
		if !bytes.Equal(got[1], in.Buffer.Data) {
			t.Fatalf("seed %d: %s, %d waves, %d x %d of %s, pieces of %d and %d, looped %v: other data", seed, chip.Name, waves, rows, cols, e.elem, from, to, looped)
		}
	}
}

// TestPictures: how a phase meets the banks has the ways that Conflicts says.
func TestPictures(t *testing.T) {
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("k", 1, func(k *tile.Kernel) {
		mma := k.MMA(ir.BF16, ir.BF16, 16, 1, 1)
		s := k.LDS(ir.BF16, 64, 64, 1, tile.Stored(k.Spread(64, 64, 8)), tile.Loaded(mma.A(64, 64)))
		for _, swizzled := range []bool{false, true} {
			for i, p := range s.Pictures(swizzled, 8) {
				if want := choose(!swizzled && i == 1, 4, 1); p.Ways != want {
					t.Errorf("use %d, swizzled %v: %d ways, want %d", i, swizzled, p.Ways, want)
				}
			}
		}
	})
	if _, err := m.IR(); err != nil {
		t.Fatal(err)
	}
}
