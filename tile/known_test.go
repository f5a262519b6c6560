package tile_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestKnown: where it can be seen that nothing is outside of a tensor, nothing is
// checked, and accesses are as wide as is known to be aligned and whole.
func TestKnown(t *testing.T) {
	const checked, plain = "maskedload", "load"
	type index = tile.Index
	at := func(row, col func(k *tile.Kernel) index) func(k *tile.Kernel) []index {
		return func(k *tile.Kernel) []index { return []index{row(k), col(k)} }
	}
	zero := func(k *tile.Kernel) index { return tile.I(0) }
	id := func(k *tile.Kernel) index { return k.WorkgroupID(0) }
	by := func(n int64) func(k *tile.Kernel) index {
		return func(k *tile.Kernel) index { return k.WorkgroupID(0).Times(n) }
	}
	constant := func(rows, cols int64) func(k *tile.Kernel, elem ir.Type) *tile.Tensor {
		return func(k *tile.Kernel, elem ir.Type) *tile.Tensor { return k.Tensor("x", elem, rows, cols) }
	}
	// Tiles are of 4 x 64, in pieces of 8.
	for _, c := range []struct {
		name   string
		elem   ir.Type
		tensor func(k *tile.Kernel, elem ir.Type) *tile.Tensor
		at     func(k *tile.Kernel) []index
		op     string
		width  int
	}{
		{"whole tiles", ir.F32, constant(8, 128), at(zero, by(64)), plain, 8},
		{"a larger tensor, at a constant", ir.F32, constant(9, 67), at(zero, zero), plain, 8},
		{"a smaller tensor", ir.F32, constant(4, 60), at(zero, zero), checked, 4},
		{"a shorter tensor", ir.F32, constant(3, 64), at(zero, zero), checked, 8},
		{"partly before a tensor", ir.F32, constant(4, 64), at(zero, func(k *tile.Kernel) index { return tile.I(-32) }), checked, 8},
		{"a constant behind", ir.F32, constant(4, 64), at(zero, func(k *tile.Kernel) index { return tile.I(32) }), checked, 8},
		{"any column", ir.F32, constant(4, 64), at(zero, id), checked, 1},
		{"whole tiles that may leave", ir.F32, constant(4, 64), at(zero, func(k *tile.Kernel) index { return by(64)(k).MayLeave() }), checked, 8},
		{"leaving goes on", ir.F32, constant(4, 64), at(zero, func(k *tile.Kernel) index { return by(32)(k).MayLeave().Times(2).Plus(tile.I(64)) }), checked, 8},
		{"a column below what fits", ir.F32, constant(4, 96), at(zero, func(k *tile.Kernel) index { return id(k).Below(33) }), plain, 8},
		{"a column that is not below", ir.F32, constant(4, 96), at(zero, func(k *tile.Kernel) index { return id(k).Below(34) }), checked, 1},
		{"said to be a multiple", ir.F32, constant(4, 96), at(zero, func(k *tile.Kernel) index { return id(k).MultipleOf(32) }), checked, 8},
		{"twice said to be a multiple", ir.F32, constant(4, 96), at(zero, func(k *tile.Kernel) index { return by(4)(k).MultipleOf(2) }), checked, 4},
		{"of a grid", ir.F32, constant(4, 67), at(zero, func(k *tile.Kernel) index { k.Grid(4, 1, 1); return id(k) }), plain, 8},
		{"of a larger grid", ir.F32, constant(4, 67), at(zero, func(k *tile.Kernel) index { k.Grid(5, 1, 1); return id(k) }), checked, 1},
		{"a difference", ir.F32, constant(4, 67), at(zero, func(k *tile.Kernel) index { k.Grid(4, 1, 1); return tile.I(3).Minus(id(k)) }), plain, 8},
		{"a negative difference", ir.F32, constant(4, 67), at(zero, func(k *tile.Kernel) index { k.Grid(4, 1, 1); return tile.I(2).Minus(id(k)) }), checked, 1},
		{"a product", ir.F32, constant(4, 76), at(zero, func(k *tile.Kernel) index { k.Grid(4, 1, 1); return by(4)(k) }), plain, 8},
		{"a negative product", ir.F32, constant(4, 76), at(zero, func(k *tile.Kernel) index { k.Grid(4, 1, 1); return id(k).Times(-4).Plus(tile.I(12)) }), plain, 8},
		{"a quotient", ir.F32, constant(4, 65), at(zero, func(k *tile.Kernel) index { k.Grid(8, 1, 1); return id(k).Div(4) }), plain, 8},
		{"a multiple of a quotient", ir.F32, constant(4, 128), at(zero, func(k *tile.Kernel) index { return by(128)(k).Div(2) }), plain, 8},
		{"a remainder", ir.F32, constant(4, 67), at(zero, func(k *tile.Kernel) index { return id(k).Mod(4) }), plain, 8},
		{"a multiple's remainder", ir.F32, constant(4, 128), at(zero, func(k *tile.Kernel) index { return by(64)(k).Mod(128) }), plain, 8},
		{"an exclusive or", ir.F32, constant(4, 67), at(zero, func(k *tile.Kernel) index { k.Grid(3, 1, 1); return id(k).Xor(tile.I(3)) }), plain, 8},
		{"an exclusive or of multiples", ir.F32, constant(4, 128), at(zero, func(k *tile.Kernel) index { return by(64)(k).Xor(tile.I(64)) }), plain, 8},
		{"a large product", ir.F32, constant(4, 64), at(zero, func(k *tile.Kernel) index {
			k.Grid(1<<30, 1, 1)
			return id(k).Times(1 << 40).Plus(id(k)).Plus(tile.I(1 << 62)).Plus(tile.I(1 << 62))
		}), checked, 1},
		{"a small product", ir.F32, constant(4, 64), at(zero, func(k *tile.Kernel) index {
			k.Grid(1<<30, 1, 1)
			return id(k).Times(-1 << 40).Minus(tile.I(1 << 62)).Minus(tile.I(1 << 62)).Minus(tile.I(1 << 62))
		}), checked, 8},
		{"rows of halves", ir.F16, constant(4, 128), at(zero, by(64)), plain, 8},
		{"odd rows of halves", ir.F16, constant(4, 193), at(zero, func(k *tile.Kernel) index { return by(64)(k).Below(129) }), plain, 8},
		{"one odd row of halves", ir.F16, func(k *tile.Kernel, elem ir.Type) *tile.Tensor {
			return k.Strided("x", elem, []int64{1, 192}, []int64{193, 1})
		}, at(zero, func(k *tile.Kernel) index { return by(64)(k).Below(129) }), checked, 8},
		{"even rows of bytes", ir.I8, constant(4, 194), at(zero, func(k *tile.Kernel) index { return by(64)(k).Below(130) }), plain, 8},
		{"odd rows that end", ir.F16, constant(4, 61), at(zero, zero), checked, 8},
		{"rows that are less than an access", ir.F16, constant(4, 7), at(zero, zero), checked, 1},
		{"bytes that end", ir.I8, constant(4, 122), at(zero, by(64)), checked, 8},
		{"an open size", ir.F32, constant(4, tile.Dyn), at(zero, by(64)), checked, 1},
		{"an open size that is a multiple", ir.F32, func(k *tile.Kernel, elem ir.Type) *tile.Tensor {
			return k.Tensor("x", elem, 4, tile.Dyn).MultipleOf(1, 64)
		}, at(zero, by(64)), plain, 8},
		{"open strides of halves", ir.F16, func(k *tile.Kernel, elem ir.Type) *tile.Tensor {
			return k.Strided("x", elem, []int64{4, 128}, []int64{tile.Dyn, 1})
		}, at(zero, by(64)), plain, 8},
		{"open rows without gaps", ir.I8, func(k *tile.Kernel, elem ir.Type) *tile.Tensor {
			return k.Tensor("x", elem, tile.Dyn, tile.Dyn, 6, 64).MultipleOf(0, 3).MultipleOf(1, 2)
		}, func(k *tile.Kernel) []index { return []index{id(k), id(k), tile.I(0), tile.I(0)} }, plain, 8},
		{"a vector", ir.F32, func(k *tile.Kernel, elem ir.Type) *tile.Tensor { return k.Tensor("x", elem, 128) }, func(k *tile.Kernel) []index { return []index{by(64)(k)} }, checked, 8},
		{"groups", ir.I8, func(k *tile.Kernel, elem ir.Type) *tile.Tensor { return k.Tensor("x", elem, 4, 192).Groups(24, 16, 8) },
			at(zero, func(k *tile.Kernel) index { k.Grid(1, 1, 1); return by(64)(k) }), plain, 8},
		{"groups that end", ir.I8, func(k *tile.Kernel, elem ir.Type) *tile.Tensor { return k.Tensor("x", elem, 4, 168).Groups(24, 16, 8) },
			at(zero, func(k *tile.Kernel) index { k.Grid(1, 1, 1); return by(64)(k) }), checked, 8},
		{"narrow groups", ir.I8, func(k *tile.Kernel, elem ir.Type) *tile.Tensor { return k.Tensor("x", elem, 4, 384).Groups(24, 4, 4) },
			at(zero, func(k *tile.Kernel) index { k.Grid(1, 1, 1); return by(64)(k) }), plain, 4},
	} {
		m := tile.NewModule(&arch.GFX950)
		m.Kernel("k", 1, func(k *tile.Kernel) {
			k.Load(c.tensor(k, c.elem), k.Spread(4, 64, 8), c.at(k)...)
		})
		module, err := m.IR()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		text := string(module.Print(ir.PrintOptions{}))
		got := regexp.MustCompile(`"vector\.(\w+)"\(.*-> vector<(\d+)x`).FindAllStringSubmatch(text, -1)
		got = slices.DeleteFunc(got, func(m []string) bool { return !strings.HasSuffix(m[1], "load") })
		for _, g := range got {
			if g[1] != c.op || g[2] != fmt.Sprint(c.width) {
				t.Errorf("%s: %s of %s, want %s of %d\n%s", c.name, g[1], g[2], c.op, c.width, text)
				break
			}
		}
		if len(got) != 8/c.width { // a lane has 8 items
			t.Errorf("%s: %d accesses, want %d", c.name, len(got), 8/c.width)
		}
	}
}

// TestScaleOutside: scales that are outside are zeros in memory, or a power of two.
func TestScaleOutside(t *testing.T) {
	for _, chip := range arch.Chips {
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1}).run(t, func(k *tile.Kernel) {
			x, y := k.Tensor("x", ir.F8E8M0FNU, 1, 3), k.Tensor("y", ir.F8E8M0FNU, 3, 4)
			l := k.Spread(1, 4, 1)
			for row, outside := range []float64{0, 1, 0.25} {
				k.Store(y, k.Load(x.Outside(outside), l, tile.I(0), tile.I(0)), tile.I(int64(row)), tile.I(0))
			}
		}, buffer("x", []byte{1, 2, 3}), buffer("y", make([]byte, 12)))[1]
		if want := []byte{1, 2, 3, 0, 1, 2, 3, 127, 1, 2, 3, 125}; !bytes.Equal(got, want) {
			t.Errorf("%s: %v, want %v", chip.Name, got, want)
		}
	}
}

// TestReorder: a tile that is loaded in pieces of columns is stored in pieces of
// rows.
func TestReorder(t *testing.T) {
	const rows, cols = 32, 64
	x := make([]byte, rows*cols)
	for i := range x {
		x[i] = byte(i * 7)
	}
	for _, chip := range arch.Chips {
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2}).run(t, func(k *tile.Kernel) {
			x, y := k.Tensor("x", ir.I8, cols, rows).T(), k.Tensor("y", ir.I8, rows, cols)
			l := k.Blocks(rows, cols, 4, 4, 4)
			v := k.Load(x, l.ItemsDown(), tile.I(0), tile.I(0))
			k.Store(y, v.Reorder(l).Reorder(l), tile.I(0), tile.I(0))
		}, buffer("x", x), buffer("y", make([]byte, rows*cols)))[1]
		want := make([]byte, 0, rows*cols)
		for row := range rows {
			for col := range cols {
				want = append(want, x[col*rows+row])
			}
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: other bytes", chip.Name)
		}
	}
}

// TestInside: conditions for tiles that are inside, in part, and not at all, and
// of a vector; a cache swizzle changes nothing.
func TestInside(t *testing.T) {
	for _, chip := range arch.Chips {
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1}).run(t, func(k *tile.Kernel) {
			x, y := k.Tensor("x", ir.I8, 6, 256).CacheSwizzle(256), k.Tensor("y", ir.I8, 5, 4, 32)
			v := k.Tensor("v", ir.I8, 40)
			l := k.Spread(4, 32, 2)
			one, zero := k.Fill(l, ir.I8, 1), k.Fill(l, ir.I8, 0)
			for i, at := range [][2]int64{{0, 0}, {4, 240}, {8, 0}, {0, 256}} {
				inside := k.Inside(x, l, tile.I(at[0]), tile.I(at[1]))
				k.Store(y, k.Add(k.Select(inside, one, zero), k.Load(x, l, tile.I(at[0]).MayLeave(), tile.I(at[1]).MayLeave())), tile.I(int64(i)), tile.I(0), tile.I(0))
			}
			row := k.Inside(v, l.RowVector(), tile.I(32))
			k.Store(y, k.Select(row, one, zero), tile.I(4), tile.I(0), tile.I(0))
		}, buffer("x", make([]byte, 6*256)), buffer("y", make([]byte, 5*128)), buffer("v", make([]byte, 40)))[1]
		for i, x := range got {
			row, col := i%128/32, i%32
			if want := byte(choose([]bool{true, row < 2 && col < 16, false, false, col < 8}[i/128], 1, 0)); x != want {
				t.Fatalf("%s: byte %d is %d, want %d", chip.Name, i, x, want)
			}
		}
	}
}

// TestScaled: products of scaled types, whose elements come as packed bytes.
func TestScaled(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for i, elem := range []ir.FloatType{ir.F8E4M3FN, ir.F8E5M2, ir.F6E2M3FN, ir.F6E3M2FN, ir.F4E2M1FN, ir.F4E2M1FN} {
		size := 16 << (i % 2)
		waves := 1 + i%2
		rows, cols, depth := size*waves, size, 256
		bits, _ := ir.BitWidth(elem)
		// numbers are rows of random codes, packed, and what they are.
		numbers := func(rows int) (packed []byte, x []float64) {
			packed = make([]byte, rows*depth*bits/8)
			for n := range rows * depth {
				code := uint32(0)
				for v := 99.0; !(v >= -2 && v <= 2); {
					code = r.Uint32N(1 << bits)
					v = float64(asFloats(le(elem.Format().ToF32(code)))[0])
				}
				x = append(x, float64(asFloats(le(elem.Format().ToF32(code)))[0]))
				for b := range bits {
					packed[(n*bits+b)/8] |= byte(code>>b&1) << ((n*bits + b) % 8)
				}
			}
			return packed, x
		}
		scales := func(rows int) (b []byte) {
			for range rows * depth / 32 {
				b = append(b, byte(126+r.IntN(3)))
			}
			return b
		}
		a, x := numbers(rows)
		b, y := numbers(cols)
		sa, sb := scales(rows), scales(cols)
		got := asFloats((rig{chip: &arch.GFX950, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(waves)}).run(t, func(k *tile.Kernel) {
			mma := k.MMA(elem, elem, size, waves, 1)
			zero := tile.I(0)
			// The rows of B may be in any order, if those of its scales are in the same one.
			order := func(side tile.Side, l tile.Layout) tile.Layout {
				if side == tile.SideB && i%2 == 1 {
					return l.PermuteRows(2, 0, 1, 4, 3)
				}
				return l
			}
			factor := func(name string, side tile.Side, rows int) *tile.Tile {
				t := k.Tensor(name, ir.I8, int64(rows), int64(depth*bits/8))
				load := func(t *tile.Tensor, bytes int) *tile.Tile {
					return k.Load(t, order(side, mma.Packed(side, rows, depth, bytes)), zero, zero)
				}
				if piece := mma.PieceBytes(side); piece != 24 {
					return mma.Unpack(side, rows, depth, load(t, piece))
				}
				return mma.Unpack(side, rows, depth, load(t.Groups(24, 0, 16), 16), load(t.Groups(24, 16, 8), 8))
			}
			ta, tb := factor("a", tile.SideA, rows), factor("b", tile.SideB, cols)
			scale := func(name string, side tile.Side, rows int) *tile.Tile {
				return k.Load(k.Tensor(name, ir.F8E8M0FNU, int64(rows), int64(depth/32)), order(side, mma.ScaleLayout(side, rows, depth)), zero, zero)
			}
			sum := mma.DotScaled(ta, tb, mma.Zero(rows, cols), scale("sa", tile.SideA, rows), scale("sb", tile.SideB, cols))
			k.Store(k.Tensor("d", ir.F32, int64(rows), int64(cols)), sum, zero, zero)
		}, buffer("a", a), buffer("b", b), buffer("sa", sa), buffer("sb", sb), buffer("d", make([]byte, 4*rows*cols)))[4])
		for row := range rows {
			for col := range cols {
				want, size := 0.0, 0.0
				for n := range depth {
					v := x[row*depth+n] * y[col*depth+n] * power2(int(sa[(row*depth+n)/32])+int(sb[(col*depth+n)/32])-254)
					want, size = want+v, size+max(v, -v)
				}
				if g := float64(got[row*cols+col]); !(max(g-want, want-g) <= 1e-5*size) {
					t.Fatalf("%s: (%d, %d) is %g, want %g", elem, row, col, g, want)
				}
			}
		}
	}
}

// text is the MLIR of a kernel.
func text(t *testing.T, body func(k *tile.Kernel)) string {
	t.Helper()
	m := tile.NewModule(&arch.GFX950)
	m.Kernel("k", 1, body)
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	return string(module.Print(ir.PrintOptions{}))
}

// TestItemsDown: pieces that run down columns are loaded as one.
func TestItemsDown(t *testing.T) {
	got := text(t, func(k *tile.Kernel) {
		load := k.Blocks(32, 32, 4, 4, 2).ItemsDown()
		k.Load(k.Tensor("x", ir.F32, 32, 32).T(), load, tile.I(0), tile.I(0))
	})
	if n := strings.Count(got, "-> vector<4xf32>"); n != 4 || strings.Contains(got, "vector<1xf32>") {
		t.Errorf("%d loads of 4, want 4:\n%s", n, got)
	}
}

// TestRagged: the loop of a pipeline whose last step has an edge checks nothing.
func TestRagged(t *testing.T) {
	for _, ragged := range []bool{false, true} {
		got := text(t, func(k *tile.Kernel) {
			x := k.Tensor("x", ir.F32, 4, 5*64-8)
			l := k.Spread(4, 64, 4)
			s := k.LDS(ir.F32, 4, 64, 2, tile.Stored(l))
			k.Run(tile.Pipeline{
				Steps: tile.I(5), Buffers: 2, Ragged: ragged,
				Load:    func(step tile.Index) []*tile.Tile { return []*tile.Tile{k.Load(x, l, tile.I(0), step.Times(64))} },
				Put:     func(buffer tile.Index, t []*tile.Tile) { s.Store(t[0], buffer, 0, 0) },
				Compute: func(_ tile.Stage, c tile.Values) tile.Values { return c },
			}, nil)
		})
		_, loop, _ := strings.Cut(got, "scf.for")
		loop, behind, _ := strings.Cut(loop, "scf.yield")
		if strings.Contains(loop, "maskedload") == ragged || strings.Contains(behind, "maskedload") != ragged {
			t.Errorf("ragged %v: checks at the wrong place:\n%s", ragged, got)
		}
	}
}

// TestAnyWidth: a product is added to sums however their items are kept.
func TestAnyWidth(t *testing.T) {
	got := text(t, func(k *tile.Kernel) {
		mma := k.MMA(ir.BF16, ir.BF16, 16, 1, 1)
		depth := mma.Step()
		a, b := k.Fill(mma.A(16, depth), ir.BF16, 1), k.Fill(mma.B(32, depth), ir.BF16, 1)
		mma.Dot(a, b, k.Load(k.Tensor("c", ir.F32, 16, 33), mma.C(16, 32), tile.I(0), k.WorkgroupID(0)))
	})
	if n := strings.Count(got, "amdgpu.mfma"); n != 2 {
		t.Errorf("%d matrix instructions, want 2", n)
	}
}

// TestOneScale: scales of one element are those of all of their factors, whatever the layouts of these, and what a product
// is added to may be one number for each row.
func TestOneScale(t *testing.T) {
	const rows, cols, depth = 32, 64, 128
	r := rand.New(rand.NewPCG(3, 4))
	codes := func(n int) (b []byte, x []float64) {
		for range n {
			code := uint32(0x28 + r.IntN(32))
			b, x = append(b, byte(code)), append(x, float64(asFloats(le(ir.F8E4M3FN.Format().ToF32(code)))[0]))
		}
		return b, x
	}
	a, x := codes(rows * depth)
	b, y := codes(cols * depth)
	c := make([]float32, rows)
	for i := range c {
		c[i] = float32(i * 4096)
	}
	got := asFloats((rig{chip: &arch.GFX950, grid: [3]uint32{1, 1, 1}, waves: 1}).run(t, func(k *tile.Kernel) {
		mma, zero := k.MMA(ir.F8E4M3FN, ir.F8E4M3FN, 32, 1, 1), tile.I(0)
		load := func(name string, rows int, l tile.Layout) *tile.Tile {
			return k.Load(k.Tensor(name, ir.F8E4M3FN, int64(rows), depth), l, zero, zero)
		}
		ta, tb := load("a", rows, mma.A(rows, depth)), load("b", cols, mma.BFor(mma, cols, depth))
		one := ta.Layout.RowVector().ColVector()
		sums := mma.Result(ta.Layout, tb.Layout)
		tc := k.Load(k.Tensor("c", ir.F32, rows, 1), sums.ColVector(), zero, zero)
		d := mma.DotScaled(ta, tb, tc, k.Fill(one, ir.F8E8M0FNU, 0x1p5), k.Fill(one, ir.F8E8M0FNU, 0x1p-2))
		k.Store(k.Tensor("d", ir.F32, rows, cols), d, zero, zero)
	}, buffer("a", a), buffer("b", b), buffer("c", floats(c...)), buffer("d", make([]byte, 4*rows*cols)))[3])
	for i := range rows {
		for j := range cols {
			want := 0.0
			for n := range depth {
				want += 8 * x[i*depth+n] * y[j*depth+n]
			}
			if want += float64(c[i]); math.Abs(float64(got[i*cols+j])-want) > 1e-5*want {
				t.Fatalf("(%d, %d) is %g, want %g", i, j, got[i*cols+j], want)
			}
		}
	}
}

// TestScalesInPlace: instructions take scales from where they were loaded to, by the number of the byte.
func TestScalesInPlace(t *testing.T) {
	for depth, bytes := range map[int]int{128: 2, 256: 4, 512: 4} {
		text := compiled(t, &arch.GFX950, 1, func(k *tile.Kernel) {
			const rows = 32
			mma := k.MMA(ir.F4E2M1FN, ir.F4E2M1FN, rows, 1, 1)
			zero := tile.I(0)
			factor := func(name string, side tile.Side) (x, scale *tile.Tile) {
				t := k.Tensor(name, ir.I8, rows, int64(depth/2))
				x = mma.Unpack(side, rows, depth, k.Load(t, mma.Packed(side, rows, depth, 16), zero, zero))
				return x, k.Load(k.Tensor("scale_"+name, ir.F8E8M0FNU, rows, int64(depth/32)), mma.ScaleLayout(side, rows, depth), zero, zero)
			}
			a, scaleA := factor("a", tile.SideA)
			b, scaleB := factor("b", tile.SideB)
			k.Store(k.Tensor("d", ir.F32, rows, rows), mma.DotScaled(a, b, mma.Zero(rows, rows), scaleA, scaleB), zero, zero)
		})
		seen := map[string]bool{}
		for _, m := range regexp.MustCompile(`v_mfma_scale\S+ .*?(op_sel\S* op_sel\S*|op_sel\S*|$)`).FindAllStringSubmatch(text, -1) {
			seen[m[1]] = true
		}
		if len(seen) != bytes || count(text, "v_perm") > 0 || count(text, "v_bfe") > 0 {
			t.Errorf("depth %d: scales are taken as %v, want %d bytes of a register", depth, seen, bytes)
		}
	}
}

// TestOddStores: tiles that are inside of a tensor whose rows have an odd length are stored by 16 bytes, and those at
// the edge by elements.
func TestOddStores(t *testing.T) {
	for _, c := range []struct {
		cols   int64
		widths []string
	}{{200, []string{"8"}}, {201, []string{"8", "1"}}, {202, []string{"8", "2"}}, {63, []string{"1"}}} {
		m := tile.NewModule(&arch.GFX950)
		m.Kernel("k", 1, func(k *tile.Kernel) {
			y := k.Tensor("y", ir.F16, 8, c.cols)
			k.Store(y, k.Fill(k.Spread(8, 64, 8), ir.F16, 1), k.WorkgroupID(1).Times(8), k.WorkgroupID(0).Times(64))
		})
		module, err := m.IR()
		if err != nil {
			t.Fatal(err)
		}
		text := string(module.Print(ir.PrintOptions{}))
		var got []string
		for _, g := range regexp.MustCompile(`"vector\.(?:masked)?store"\(.* vector<(\d+)xf16>\) -> |"vector\.store"\(.*: \(vector<(\d+)xf16>`).FindAllStringSubmatch(text, -1) {
			got = append(got, g[1]+g[2])
		}
		if got = slices.Compact(got); !slices.Equal(got, c.widths) {
			t.Errorf("%d columns: stores of %v elements, want %v\n%s", c.cols, got, c.widths, text)
		}
	}
}
