package tile_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestGather: rows from anywhere, some of them outside of the tensor, in each kind of layout.
func TestGather(t *testing.T) {
	const rows, cols, from = 16, 24, 40
	r := rand.New(rand.NewPCG(1, 9))
	for i, spread := range []func(k *tile.Kernel) tile.Layout{
		func(k *tile.Kernel) tile.Layout { return k.Spread(rows, 32, 4) },
		func(k *tile.Kernel) tile.Layout { return k.SpreadDown(rows, 32, 4) },
		func(k *tile.Kernel) tile.Layout { return k.MMA(ir.BF16, ir.BF16, 16, 1, 2).C(rows, 32) },
	} {
		for _, own := range []bool{false, true} {
			x := random(r, 2*from*cols)
			which := make([]int32, rows*32)
			for j := range which {
				if !own && j%32 > 0 {
					which[j] = which[j-1]
				} else {
					which[j] = int32(r.IntN(from+4) - 2)
				}
			}
			rig := rig{chip: arch.Chips[i%len(arch.Chips)], grid: [3]uint32{1, 1, 1}, waves: 2}
			got := asFloats(rig.run(t, func(k *tile.Kernel) {
				l := spread(k)
				x, w, y := k.Tensor("x", ir.F32, 2, from, cols), k.Tensor("w", ir.I32, rows, 32), k.Tensor("y", ir.F32, rows, 32)
				at := l
				if !own {
					at = l.ColVector()
				}
				v := k.Gather(x.Outside(5), l, k.Load(w, at, tile.I(0), tile.I(0)), tile.I(1), tile.I(0))
				k.Store(y, v, tile.I(0), tile.I(0))
			}, buffer("x", floats(x...)), buffer("w", ints(which...)), buffer("y", make([]byte, 4*rows*32)))[2])
			for n := range got {
				want := float32(5)
				if row, col := int(which[n]), n%32; row >= 0 && row < from && col < cols {
					want = x[(from+row)*cols+col]
				}
				if got[n] != want {
					t.Fatalf("layout %d, %v: (%d, %d) of row %d is %g, want %g", i, own, n/32, n%32, which[n], got[n], want)
				}
			}
		}
	}
}

// TestScatter: rows that go anywhere, stored or added, as experts' rows do; and elements of one
// dimension that are counted.
func TestScatter(t *testing.T) {
	const rows, cols = 16, 32
	r := rand.New(rand.NewPCG(2, 9))
	for _, chip := range arch.Chips {
		x := make([]float32, rows*cols)
		for i := range x {
			x[i] = float32(r.IntN(100))
		}
		to := make([]int32, rows)
		for i, p := range r.Perm(rows) {
			to[i] = int32(p) - 1 // one of them is outside
		}
		rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2}
		out := rig.run(t, func(k *tile.Kernel) {
			l := k.Spread(rows, cols, 4)
			x, w := k.Tensor("x", ir.F32, rows, cols), k.Tensor("w", ir.I32, rows, 1)
			y, z, n := k.Tensor("y", ir.F32, rows, cols), k.Tensor("z", ir.F32, 4, cols), k.Tensor("n", ir.I32, 64)
			v, where := k.Load(x, l, tile.I(0), tile.I(0)), k.Load(w, l.ColVector(), tile.I(0), tile.I(0))
			k.Scatter(y, v, where, tile.I(0))
			k.ScatterAdd(z, v, k.And(where, k.Like(where, 3)), tile.I(0))
			k.ScatterAdd(n, k.Fill(l, ir.I32, 1), k.Convert(v, ir.I32))
		}, buffer("x", floats(x...)), buffer("w", ints(to...)), buffer("y", make([]byte, 4*rows*cols)), buffer("z", make([]byte, 4*4*cols)), buffer("n", make([]byte, 4*64)))
		y, z, n := make([]float32, rows*cols), make([]float32, 4*cols), make([]int32, 64)
		for i, v := range x {
			if row := int(to[i/cols]); row >= 0 {
				y[row*cols+i%cols] = v
			}
			z[int(to[i/cols]&3)*cols+i%cols] += v
			if v < 64 {
				n[int(v)]++
			}
		}
		if got := asFloats(out[2]); !slices.Equal(got, y) {
			t.Errorf("%s: stored %v, want %v", chip.Name, got, y)
		}
		if got := asFloats(out[3]); !slices.Equal(got, z) {
			t.Errorf("%s: added %v, want %v", chip.Name, got, z)
		}
		if got := asInts(out[4]); !slices.Equal(got, n) {
			t.Errorf("%s: counted %v, want %v", chip.Name, got, n)
		}
	}
}

// histogram counts bytes, given as i32, in LDS, and adds the counts to those of other workgroups.
// What is outside of the tensor goes nowhere; or, if bins is more than 256, into a bin that is left
// there, so that nothing needs to be checked.
func histogram(bins int) func(k *tile.Kernel) {
	return func(k *tile.Kernel) {
		const per, n = 4096, 9000
		x, y := k.Tensor("x", ir.I32, n), k.Tensor("y", ir.I32, 256)
		line, l := k.Spread(1, 256, 1), k.Spread(1, per, 4)
		h := k.LDS(ir.I32, 1, bins, 1, tile.Stored(line), tile.Loaded(line))
		h.Store(k.Fill(k.Spread(1, bins, 1), ir.I32, 0), tile.I(0), 0, 0)
		k.Barrier()
		v := k.Load(x.Outside(256), l, k.WorkgroupID(0).Times(per))
		if bins > 256 {
			v = v.Below(257)
		}
		h.ScatterAdd(k.Like(v, 1), tile.I(0), k.Like(v, 0).Below(1), v)
		k.Barrier()
		k.AtomicAdd(y, h.Load(line, tile.I(0), 0, 0), tile.I(0))
	}
}

func TestHistogram(t *testing.T) {
	const n = 9000
	r := rand.New(rand.NewPCG(3, 9))
	x, want := make([]int32, n), make([]int32, 256)
	for i := range x {
		x[i] = int32(r.IntN(1 + r.IntN(256)))
		want[x[i]]++
	}
	for _, chip := range arch.Chips {
		for bins, most := range map[int]int{256: 192, 512: 113} {
			rig := rig{chip: chip, grid: [3]uint32{3, 1, 1}, waves: 4}
			if got := asInts(rig.run(t, histogram(bins), buffer("x", ints(x...)), buffer("y", make([]byte, 4*256)))[1]); !slices.Equal(got, want) {
				t.Errorf("%s, %d bins: %v, want %v", chip.Name, bins, got, want)
			}
			list := assembly(t, chip, 4, histogram(bins))
			if adds := counted(list, "ds_add_u32"); adds != 16 || len(list) > most {
				t.Errorf("%s, %d bins: %d ds_add_u32 in %d instructions, want 16 in at most %d", chip.Name, bins, adds, len(list), most)
			}
		}
	}
}

// TestPlacesInLDS: elements of a tile that go anywhere in swizzled LDS, and come from there.
func TestPlacesInLDS(t *testing.T) {
	const rows, cols = 32, 64
	r := rand.New(rand.NewPCG(4, 9))
	perm := r.Perm(rows * cols)
	var toRow, toCol []int32
	for _, p := range perm {
		toRow, toCol = append(toRow, int32(p/cols)), append(toCol, int32(p%cols))
	}
	toRow[9] = rows // nowhere
	toCol[77] = -1
	for _, elem := range []ir.Type{ir.F32, ir.BF16, ir.I8} {
		for _, chip := range arch.Chips {
			x := make([]int32, rows*cols)
			for i := range x {
				x[i] = int32(r.IntN(100))
			}
			rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2}
			out := rig.run(t, func(k *tile.Kernel) {
				l := k.Spread(rows, cols, 4)
				in, out := k.Tensor("x", ir.I32, rows, cols), k.Tensor("y", ir.I32, rows, cols)
				tr, tc, back := k.Tensor("r", ir.I32, rows, cols), k.Tensor("c", ir.I32, rows, cols), k.Tensor("z", ir.I32, rows, cols)
				at := []tile.Index{tile.I(0), tile.I(0)}
				s := k.LDS(elem, rows, cols, 2, tile.Stored(k.SpreadDown(rows, cols, 2)), tile.Loaded(l), tile.Loaded(k.MMA(ir.BF16, ir.BF16, 16, 2, 1).A(rows, cols)))
				s.Store(k.Fill(l, elem, 111), tile.I(1), 0, 0)
				k.Barrier()
				v, r, c := k.Load(in, l, at...), k.Load(tr, l, at...), k.Load(tc, l, at...)
				s.Scatter(k.Convert(v, elem), tile.I(1), r, c)
				k.Barrier()
				k.Store(out, k.Convert(s.Load(l, tile.I(1), 0, 0), ir.I32), at...)
				k.Store(back, k.Convert(s.Gather(l, tile.I(1), r, c), ir.I32), at...)
			}, buffer("x", ints(x...)), buffer("y", make([]byte, 4*rows*cols)), buffer("r", ints(toRow...)), buffer("c", ints(toCol...)), buffer("z", make([]byte, 4*rows*cols)))
			want, back := make([]int32, rows*cols), slices.Clone(x)
			for i := range want {
				want[i] = 111
			}
			for i, v := range x {
				if r, c := toRow[i], toCol[i]; r < rows && c >= 0 {
					want[int(r)*cols+int(c)] = v
				} else {
					back[i] = 0
				}
			}
			if got := asInts(out[1]); !slices.Equal(got, want) {
				t.Errorf("%s %s: %v, want %v", chip.Name, elem, got, want)
			}
			if got := asInts(out[4]); !slices.Equal(got, back) {
				t.Errorf("%s %s: back %v, want %v", chip.Name, elem, got, back)
			}
		}
	}
}
