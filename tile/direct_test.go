package tile_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/tile"
)

// direct is a tile that comes from memory directly to LDS, for a matrix instruction.
type direct struct {
	name       string
	elem       ir.Type
	rows, cols int // of the tile
	size       int // of the matrix instruction
	waves      int
	transposed bool // k are the rows
	// tensor is the size of each of two matrices, the tile begins at (row, col) of the second.
	tensorRows, tensorCols, row, col int
	looped                           bool
	loads                            map[string]int // by chip, of each wave
}

func (d *direct) layout(k *tile.Kernel) tile.Layout {
	mma := k.MMA(d.elem, d.elem, d.size, d.waves, 1)
	if d.transposed {
		return mma.B(d.cols, d.rows).T()
	}
	return mma.B(d.rows, d.cols)
}

func (d *direct) kernel(ways *[]int) func(k *tile.Kernel) {
	return func(k *tile.Kernel) {
		x := k.Tensor("x", d.elem, 2, int64(d.tensorRows), int64(d.tensorCols))
		y := k.Tensor("y", d.elem, 2*int64(d.rows), int64(d.cols))
		l := d.layout(k)
		s := k.LDS(d.elem, d.rows, d.cols, 2, tile.Direct(), tile.Loaded(l))
		*ways = s.Conflicts()
		step := func(i tile.Index, _ tile.Values) tile.Values {
			s.Copy(x, i, i, tile.I(int64(d.row)), tile.I(int64(d.col)))
			k.Barrier()
			t := s.Load(l, i, 0, 0)
			if d.transposed { // store in wide pieces
				k.Store(y.T(), t.T(), tile.I(0), i.Times(int64(d.rows)))
			} else {
				k.Store(y, t, i.Times(int64(d.rows)), tile.I(0))
			}
			return nil
		}
		if d.looped {
			k.For(tile.I(0), k.Size().Below(3), tile.I(1), nil, step)
			return
		}
		step(tile.I(0), nil)
		step(tile.I(1), nil)
	}
}

func directs() []direct {
	loads := func(gfx942, gfx950 int) map[string]int { return map[string]int{"gfx942": gfx942, "gfx950": gfx950} }
	return []direct{
		{"rows of 128 bytes", ir.BF16, 128, 64, 16, 4, false, 128, 64, 0, 0, false, loads(16, 4)},
		{"32 x 32", ir.BF16, 128, 64, 32, 4, false, 128, 64, 0, 0, false, loads(16, 4)},
		{"rows of 64 bytes", ir.BF16, 64, 32, 16, 2, false, 64, 32, 0, 0, false, loads(8, 2)},
		{"rows of 256 bytes", ir.BF16, 64, 128, 32, 4, false, 64, 128, 0, 0, false, loads(16, 4)},
		{"bytes", ir.I8, 128, 128, 32, 4, false, 128, 128, 0, 0, false, loads(16, 4)},
		{"values", ir.BF16, 64, 128, 32, 4, true, 64, 128, 0, 0, false, loads(16, 4)},
		{"values of bytes", ir.I8, 128, 64, 32, 4, true, 128, 64, 0, 0, false, loads(8, 2)},
		{"edges in a loop", ir.BF16, 64, 64, 16, 4, false, 200, 136, 160, 96, true, loads(8, 2)},
		{"edges of dwords", ir.BF16, 64, 64, 16, 4, false, 99, 102, 64, 64, false, loads(8, 8)},
		{"few waves load", ir.F32, 16, 32, 16, 4, false, 16, 32, 0, 0, false, loads(2, 1)},
	}
}

// TestDirect: tiles get to LDS directly and come out as they are in memory, with zeros outside, on both
// chips, without findings; reads are free of conflicts where they can be, and nothing is stored.
func TestDirect(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	for _, d := range directs() {
		bits, _ := ir.BitWidth(d.elem)
		size := bits / 8
		in := make([]byte, 2*d.tensorRows*d.tensorCols*size)
		for i := range in {
			in[i] = byte(1 + r.IntN(63))
		}
		for _, chip := range arch.Chips {
			var ways []int
			args := []interp.Arg{buffer("x", in), buffer("y", make([]byte, 2*d.rows*d.cols*size))}
			times := 2
			if d.looped {
				args, times = append(args, interp.Bytes(binary.LittleEndian.AppendUint64(nil, 2))), 1
			}
			got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(d.waves)}).run(t, d.kernel(&ways), args...)[1]
			for i := 0; i < 2*d.rows*d.cols; i++ {
				row, col := i/d.cols%d.rows+d.row, i%d.cols+d.col
				want := make([]byte, size)
				if row < d.tensorRows && col < d.tensorCols {
					want = in[((i/d.cols/d.rows*d.tensorRows+row)*d.tensorCols+col)*size:][:size]
				}
				if !bytes.Equal(got[i*size:][:size], want) {
					t.Fatalf("%s: %s: element %d is wrong", chip.Name, d.name, i)
				}
			}
			text := compiled(t, chip, tile.Waves(d.waves), d.kernel(&ways))
			if n := count(text, `buffer_load_dword.* lds`); n != times*d.loads[chip.Name] || count(text, "ds_write") > 0 {
				t.Errorf("%s: %s: %d loads to LDS, want %d, and %d stores", chip.Name, d.name, n, times*d.loads[chip.Name], count(text, "ds_write"))
			}
			if slices.Max(ways) > 1 {
				t.Errorf("%s: %s: ways %v", chip.Name, d.name, ways)
			}
		}
	}
}
