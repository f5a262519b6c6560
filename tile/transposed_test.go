package tile_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// values is attention's second factor: stored as loaded, keys x columns, and read as columns x keys.
type values struct {
	elem       ir.Type
	size       int
	keys, cols int
	like       bool // in the order of a product of keys
}

func (v *values) kernel(ways *[]int) func(*tile.Kernel) {
	return func(k *tile.Kernel) {
		mma := k.MMA(v.elem, v.elem, v.size, 4, 1)
		x, y := k.Tensor("x", v.elem, int64(v.keys), int64(v.cols)), k.Tensor("y", v.elem, int64(v.cols), int64(v.keys))
		bits, _ := ir.BitWidth(v.elem)
		stored, loaded := k.Spread(v.keys, v.cols, 128/bits), mma.BTransposed(v.cols, v.keys)
		if v.like {
			loaded = mma.BLike(mma.C(4*v.size, v.keys), v.cols)
		}
		s := k.LDS(v.elem, v.keys, v.cols, 1, tile.Stored(stored), tile.LoadedTransposed(loaded))
		*ways = slices.Concat(s.Conflicts(), s.Ways())
		zero := tile.I(0)
		s.Store(k.Load(x, stored, zero, zero), zero, 0, 0)
		k.Barrier()
		k.Store(y, s.LoadTransposed(loaded, zero, 0, 0), zero, zero)
	}
}

// TestLoadTransposed: tiles come out of LDS transposed on both chips; where the chip has transposing
// reads, these are used, without conflicts, and nothing is permuted in registers.
func TestLoadTransposed(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	for _, chip := range arch.Chips {
		for i, elem := range []ir.Type{ir.BF16, ir.F16, ir.I8, ir.TypeOf(chip.FP8), ir.F32} {
			for _, size := range []int{16, 32} {
				v := &values{elem, size, 128, 64 << (i % 2), i < 2 == (size == 32)}
				bits, _ := ir.BitWidth(elem)
				n := v.keys * v.cols * bits / 8
				in := make([]byte, n)
				for i := range in {
					in[i] = byte(r.Uint32() & 0x3f)
				}
				var ways []int
				got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 4}).run(t, v.kernel(&ways), buffer("x", in), buffer("y", make([]byte, n)))[1]
				e := bits / 8
				for at := 0; at < v.keys*v.cols; at++ {
					to := at%v.cols*v.keys + at/v.cols
					if !bytes.Equal(in[at*e:][:e], got[to*e:][:e]) {
						t.Fatalf("%s, %s, %d: key %d, column %d is wrong", chip.Name, elem, size, at/v.cols, at%v.cols)
					}
				}
				if slices.Max(ways) != 1 {
					t.Errorf("%s, %s, %d: ways %v", chip.Name, elem, size, ways)
				}
				text := compiled(t, chip, 4, v.kernel(&ways))
				reads, perms, dwords := count(text, "ds_read"), count(text, "v_perm"), n/64/4
				if bits < 32 && chip == &arch.GFX950 && (reads != dwords/2 || count(text, "ds_read_b64_tr_b") != reads || perms > 0) {
					t.Errorf("%s, %d: %d transposing reads of %d, want %d, and %d permutations", elem, size, count(text, "ds_read_b64_tr_b"), reads, dwords/2, perms)
				}
				// Pieces of as many rows as a lane has, and a permutation for each dword, two for bytes.
				adjacent := min(v.cols/size, 128/bits)
				if most := dwords * 32 / bits / adjacent; chip == &arch.GFX942 && !v.like && (reads != most || perms > dwords*16/bits) {
					t.Errorf("%s: %s, %d: %d reads, want %d, and %d permutations for %d dwords", chip.Name, elem, size, reads, most, perms, dwords)
				}
			}
		}
	}
}
