package tile_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
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
	looped, padded                   bool
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
		direct := tile.Direct()
		if d.padded {
			direct = tile.Padded()
		}
		s := k.LDS(d.elem, d.rows, d.cols, 2, direct, tile.Loaded(l))
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
	list := []direct{
		{"rows of 128 bytes", ir.BF16, 128, 64, 16, 4, false, 128, 64, 0, 0, false, false, loads(16, 4)},
		{"32 x 32", ir.BF16, 128, 64, 32, 4, false, 128, 64, 0, 0, false, false, loads(16, 4)},
		{"rows of 64 bytes", ir.BF16, 64, 32, 16, 2, false, 64, 32, 0, 0, false, false, loads(8, 2)},
		{"rows of 256 bytes", ir.BF16, 64, 128, 32, 4, false, 64, 128, 0, 0, false, false, loads(16, 4)},
		{"bytes", ir.I8, 128, 128, 32, 4, false, 128, 128, 0, 0, false, false, loads(16, 4)},
		{"values", ir.BF16, 64, 128, 32, 4, true, 64, 128, 0, 0, false, false, loads(16, 4)},
		{"values of bytes", ir.I8, 128, 64, 32, 4, true, 128, 64, 0, 0, false, false, loads(8, 2)},
		{"edges in a loop", ir.BF16, 64, 64, 16, 4, false, 200, 136, 160, 96, true, false, loads(8, 2)},
		{"edges of dwords", ir.BF16, 64, 64, 16, 4, false, 99, 102, 64, 64, false, false, loads(8, 8)},
		{"narrow loads of all waves", ir.F32, 16, 32, 16, 4, false, 16, 32, 0, 0, false, false, loads(2, 2)},
		{"few waves load", ir.F32, 16, 16, 16, 8, false, 16, 16, 0, 0, false, false, loads(1, 1)},
	}
	for _, d := range list {
		d.name, d.padded = d.name+", padded", true
		list = append(list, d)
	}
	return list
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

// TestCopyBy: groups of waves copy different tiles at the same time; mistakes are refused.
func TestCopyBy(t *testing.T) {
	const rows, cols = 32, 64
	in := make([]byte, 4*rows*cols*4)
	for i := range in {
		in[i] = byte(i * 7 % 61)
	}
	for _, chip := range arch.Chips {
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 8}).run(t, func(k *tile.Kernel) {
			x, y := k.Tensor("x", ir.F32, 4*rows, cols), k.Tensor("y", ir.F32, 4*rows, cols)
			l := k.Spread(rows, cols, 4)
			at := func(i int) tile.Index { return tile.I(int64(i * rows)) }
			s := k.LDS(ir.F32, rows, cols, 4, tile.Direct(), tile.Loaded(l))
			for i, n := range []int{4, 2, 1, 1} {
				s.CopyBy([]int{0, 4, 6, 7}[i], n, x, tile.I(int64(i)), at(i), tile.I(0))
			}
			k.Barrier()
			for i := range 4 {
				k.Store(y, s.Load(l, tile.I(int64(i)), 0, 0), at(i), tile.I(0))
			}
		}, buffer("x", in), buffer("y", make([]byte, len(in))))[1]
		if !bytes.Equal(got, in) {
			t.Errorf("%s: other data", chip.Name)
		}
	}
	for _, c := range []struct {
		copy func(k *tile.Kernel, s *tile.LDS)
		want string
	}{
		{func(k *tile.Kernel, s *tile.LDS) {
			s.CopyBy(1, 2, k.Tensor("x", ir.F32, 64, 64), tile.I(0), tile.I(0), tile.I(0))
		}, "waves 1 to 2 of a workgroup of 4"},
		{func(k *tile.Kernel, s *tile.LDS) {
			s.Copy(k.Tensor("x", ir.F16, 64, 64), tile.I(0), tile.I(0), tile.I(0))
		}, "of f16 is copied to LDS of f32"},
		{func(k *tile.Kernel, s *tile.LDS) {
			s.Copy(k.Tensor("x", ir.F32, 64, 64).T(), tile.I(0), tile.I(0), tile.I(0))
		}, "for T and Outside, Load and Store"},
		{func(k *tile.Kernel, s *tile.LDS) {
			s.Copy(k.Tensor("x", ir.F32, 64, 64), tile.I(2), tile.I(0), tile.I(0))
		}, "buffer 2 of 2"},
		{func(k *tile.Kernel, s *tile.LDS) {
			k.LDS(ir.F32, 32, 32, 1).Copy(k.Tensor("x", ir.F32, 64, 64), tile.I(0), tile.I(0), tile.I(0))
		}, "announce it with Direct"},
		{func(k *tile.Kernel, s *tile.LDS) {
			k.LDS(ir.I8, 32, 32, 1, tile.Direct()).Copy(k.Tensor("x", ir.I8, 64, 63), tile.I(0), tile.I(0), tile.I(0))
		}, "only 1 adjacent bytes of a row are known to be aligned in memory"},
		{func(k *tile.Kernel, s *tile.LDS) {
			k.LDS(ir.F32, 64, 32, 1, tile.Padded(), tile.Loaded(k.Spread(64, 32, 4))).Pictures(true, 1)
		}, "pictures of padded LDS"},
		{func(k *tile.Kernel, s *tile.LDS) {
			at := k.Fill(k.Spread(4, 4, 1), ir.I32, 0)
			k.LDS(ir.F32, 64, 32, 1, tile.Padded(), tile.Loaded(k.Spread(64, 32, 4))).Gather(at.Layout, tile.I(0), at, at)
		}, "places in padded LDS; use Direct"},
	} {
		m := tile.NewModule(&arch.GFX950)
		m.Kernel("k", 4, func(k *tile.Kernel) { c.copy(k, k.LDS(ir.F32, 32, 32, 2, tile.Direct())) })
		if _, err := m.IR(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// TestPlacements: what matrix instructions read of tiles that come directly from memory, as they are
// and transposed, also both of one tile, is free of conflicts on both chips. Among them are the tiles
// of the kernels in facts schedules.md §1 (LDS placement).
func TestPlacements(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, elem := range []ir.Type{ir.BF16, ir.TypeOf(chip.FP8)} {
			for _, size := range []int{16, 32} {
				for _, shape := range [][2]int{{128, 128}, {256, 128}, {128, 256}} {
					rows, cols := shape[0], shape[1]
					if elem == ir.BF16 {
						cols /= 2 // as many bytes
					}
					m := tile.NewModule(chip)
					m.Kernel("k", 1, func(k *tile.Kernel) {
						mma := k.MMA(elem, elem, size, 1, 1)
						plain, keys, values := tile.Loaded(mma.A(rows, cols)), tile.Loaded(mma.BFor(mma, rows, cols)), tile.LoadedTransposed(mma.BTransposed(cols, rows))
						for i, uses := range [][]tile.Use{{tile.Direct(), plain}, {tile.Direct(), keys}, {tile.Direct(), values}, {tile.Direct(), plain, values},
							{tile.Padded(), plain}, {tile.Padded(), keys}, {tile.Padded(), values}} {
							s := k.LDS(elem, rows, cols, 1, uses...)
							t.Log(chip.Name, elem, size, rows, cols, i, s.Padding())
							for n, p := range s.Proofs() {
								if p.Ways != s.Ways()[n] || p.Counted != (s.Padding() > 0) || strings.Contains(p.String(), "no conflicts") != (p.Ways == 1) {
									t.Errorf("%s: %d ways, proved by %s", chip.Name, s.Ways()[n], p)
								}
							}
							if slices.Max(s.Conflicts()) > 1 || slices.Max(s.Ways()) > 1 {
								t.Errorf("%s: %d x %d %s for %d, %d: ways %v, %s", chip.Name, rows, cols, elem, size, i, s.Ways(), s.Swizzle())
							}
						}
					})
					if _, err := m.IR(); err != nil {
						t.Error(err)
					}
				}
			}
		}
	}
}

// TestDirectElements: elements that are larger than what a lane loads are refused.
func TestDirectElements(t *testing.T) {
	m := tile.NewModule(&arch.GFX942)
	m.Kernel("k", 4, func(k *tile.Kernel) {
		k.LDS(ir.F64, 32, 32, 1, tile.Direct()).Copy(k.Tensor("x", ir.F64, 64, 64), tile.I(0), tile.I(0), tile.I(0))
	})
	if _, err := m.IR(); err == nil || !strings.Contains(err.Error(), "less than an element; use Load and Store") {
		t.Error(err)
	}
}

// TestCopyRowOutside: a load whose lanes all are outside of the tensor leaves zeros. Here one wave
// loads a row at a time, so that it is known of the last one.
func TestCopyRowOutside(t *testing.T) {
	x := make([]float32, 2*31*60)
	for i := range x {
		x[i] = float32(i + 1)
	}
	for _, chip := range arch.Chips {
		(rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1}).run(t, func(k *tile.Kernel) {
			x, y, zero, l := k.Tensor("x", ir.F32, 2, 31, 60), k.Tensor("y", ir.F32, 32, 64), tile.I(0), k.Spread(32, 64, 1)
			s := k.LDS(ir.F32, 32, 64, 1, tile.Direct(), tile.Loaded(l))
			s.Copy(x, zero, zero, zero, zero)
			k.Barrier()
			k.Store(y, s.Load(l, zero, 0, 0), zero, zero)
		}, buffer("x", floats(x...)), buffer("y", make([]byte, 4*32*64)))
	}
}

// TestCopyBehindEnd: of a vector, too, what is known to be behind its end reads as zeros.
func TestCopyBehindEnd(t *testing.T) {
	x := make([]float32, 192)
	for i := range x {
		x[i] = float32(i + 1)
	}
	for _, chip := range arch.Chips {
		(rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1}).run(t, func(k *tile.Kernel) {
			x, y, zero, l := k.Tensor("x", ir.F32, 192), k.Tensor("y", ir.F32, 1, 384), tile.I(0), k.Spread(1, 384, 1)
			s := k.LDS(ir.F32, 1, 384, 1, tile.Direct(), tile.Loaded(l))
			s.Copy(x, zero, zero)
			k.Barrier()
			k.Store(y, s.Load(l, zero, 0, 0), zero, zero)
		}, buffer("x", floats(x...)), buffer("y", make([]byte, 4*384)))
	}
}
