package tile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/tile"
)

// TestPipeline sums up tiles, each times a number that is kept in registers, that
// come through the buffers of a pipeline in all forms.
func TestPipeline(t *testing.T) {
	const rows, cols = 4, 32
	r := rand.New(rand.NewPCG(9, 9))
	for steps := int64(1); steps <= 5; steps++ {
		for form := range 9 {
			chip := arch.Chips[(int(steps)+form)%len(arch.Chips)]
			buffers, kept, ragged, open, ahead := 2+form%2, form%3/2, form%3 == 1, form == 4 || form == 5, max(0, form-5)
			depth := steps*cols - 3 // over the edge in the last step
			if !ragged && !open {
				depth = steps * cols
			}
			x, scale := make([]byte, rows*depth), make([]byte, steps*cols)
			for i := range x {
				x[i] = byte(r.Uint32())
			}
			for i := range scale {
				scale[i] = byte(r.IntN(5))
			}
			want := make([]byte, 0, rows*cols*4)
			for row := range rows {
				for col := range cols {
					sum := uint32(0)
					for at := int64(col); at < depth; at += cols {
						f := uint32(1)
						if kept > 0 {
							f = uint32(scale[at])
						}
						sum += f * uint32(int32(int8(x[int64(row)*depth+at])))
					}
					want = binary.LittleEndian.AppendUint32(want, sum)
				}
			}
			args := []interp.Arg{buffer("x", x), buffer("scale", scale)}
			if open {
				args = append(args, number(steps))
			}
			got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 2}).run(t, func(k *tile.Kernel) {
				x, scale := k.Tensor("x", ir.I8, rows, depth), k.Tensor("scale", ir.I8, 1, steps*cols)
				count := tile.I(steps)
				if open {
					count = k.Size()
				}
				out := k.Tensor("out", ir.I32, rows, cols)
				from, to := k.Spread(rows, cols, 4), k.SpreadDown(rows, cols, 2)
				s := k.LDS(ir.I8, rows, cols, buffers, tile.Stored(from), tile.Loaded(to))
				sum := k.Run(tile.Pipeline{
					Steps: count, Buffers: buffers, Ahead: ahead, Kept: kept, Ragged: ragged,
					Load: func(step tile.Index) (list []*tile.Tile) {
						list = append(list, k.Load(x, from, tile.I(0), step.Times(cols)))
						if kept > 0 {
							list = append(list, k.Load(scale, to.RowVector(), tile.I(0), step.Times(cols)))
						}
						return list
					},
					Put: func(buffer tile.Index, list []*tile.Tile) { s.Store(list[0], buffer, 0, 0) },
					Compute: func(stage tile.Stage, c tile.Values) tile.Values {
						v := k.Convert(s.Load(to, stage.Buffer, 0, 0), ir.I32)
						if kept > 0 {
							v = k.Mul(v, k.Convert(stage.Kept[0], ir.I32))
						}
						// The number of the step arrives, too.
						n := k.Sub(k.Repeat(to, stage.Step), k.Repeat(to, c.Index(1)))
						return tile.Values{k.Add(k.Add(c.Tile(0), v), n), c.Index(1).Plus(tile.I(1))}
					},
				}, tile.Values{k.Fill(to, ir.I32, 0), tile.I(0)})
				k.Store(out, sum.Tile(0), tile.I(0), tile.I(0))
			}, append(args, buffer("out", make([]byte, rows*cols*4)))...)[2]
			if !bytes.Equal(got, want) {
				t.Fatalf("%s, %d steps, %d buffers, %d kept, %d ahead, ragged %v, open %v: got % x, want % x", chip.Name, steps, buffers, kept, ahead, ragged, open, got[:32], want[:32])
			}
		}
	}
}

// TestIf: waves take branches of their own, workgroups too, and what is known is
// decided at once.
func TestIf(t *testing.T) {
	for _, chip := range arch.Chips {
		got := (rig{chip: chip, grid: [3]uint32{3, 1, 1}, waves: 4}).run(t, func(k *tile.Kernel) {
			y := k.Tensor("y", ir.I8, 3, 4, 64)
			l := k.Spread(4, 64, 1)
			write := func(x float64) {
				k.Store(y, k.Fill(l, ir.I8, x), k.WorkgroupID(0), tile.I(0), tile.I(0))
			}
			k.If(tile.I(1).Less(tile.I(2)), func() { write(1) })
			k.If(tile.I(2).Less(tile.I(2)), func() { write(9) })
			k.If(k.Wave().Less(tile.I(2)).And(k.WorkgroupID(0).Less(tile.I(2))).And(tile.I(0).Less(tile.I(1))), func() { write(2) })
			k.If(tile.I(0).Less(k.WorkgroupID(0)).And(tile.I(1).Less(tile.I(1))), func() { write(9) })
			k.If(tile.I(1).Less(k.WorkgroupID(0)), func() { // all waves take it
				sum := k.Reduce(tile.Sum, k.Fill(l, ir.I8, 2), tile.OverRows)
				k.Store(y, k.Broadcast(sum, l), k.WorkgroupID(0), tile.I(0), tile.I(0))
			})
		}, buffer("y", make([]byte, 3*4*64)))[0]
		for i, x := range got {
			want := byte(1)
			if i/256 < 2 && i%256/64 < 2 {
				want = 2
			}
			if i/256 == 2 {
				want = 8
			}
			if x != want {
				t.Fatalf("%s: byte %d is %d, want %d", chip.Name, i, x, want)
			}
		}
	}
}

// TestIndices: arithmetic on numbers of the launch, and what is known of them.
func TestIndices(t *testing.T) {
	type op struct {
		name string
		on   func(x, y tile.Index) tile.Index
		want func(x, y int64) int64
	}
	ops := []op{
		{"x+y", func(x, y tile.Index) tile.Index { return x.Plus(y) }, func(x, y int64) int64 { return x + y }},
		{"x-y", func(x, y tile.Index) tile.Index { return x.Plus(tile.I(64)).Minus(y) }, func(x, y int64) int64 { return x + 64 - y }},
		{"5+x", func(x, y tile.Index) tile.Index { return tile.I(5).Plus(x) }, func(x, y int64) int64 { return 5 + x }},
		{"0+x-0", func(x, y tile.Index) tile.Index { return tile.I(0).Plus(x).Minus(tile.I(0)).Plus(tile.I(0)) }, func(x, y int64) int64 { return x }},
		{"99-x", func(x, y tile.Index) tile.Index { return tile.I(99).Minus(x) }, func(x, y int64) int64 { return 99 - x }},
		{"x*3", func(x, y tile.Index) tile.Index { return x.Times(3) }, func(x, y int64) int64 { return 3 * x }},
		{"x*1 + y*0", func(x, y tile.Index) tile.Index { return x.Times(1).Plus(y.Times(0)) }, func(x, y int64) int64 { return x }},
		{"90-x*2", func(x, y tile.Index) tile.Index { return x.Times(-2).Plus(tile.I(90)) }, func(x, y int64) int64 { return 90 - 2*x }},
		{"x/3", func(x, y tile.Index) tile.Index { return x.Div(3) }, func(x, y int64) int64 { return x / 3 }},
		{"x/1", func(x, y tile.Index) tile.Index { return x.Div(1) }, func(x, y int64) int64 { return x }},
		{"(x*16+y*64)/16", func(x, y tile.Index) tile.Index { return x.Times(16).Plus(y.Times(64)).Div(16) }, func(x, y int64) int64 { return x + 4*y }},
		{"(x*16+y)/16", func(x, y tile.Index) tile.Index { return x.Times(16).Plus(y).Div(16) }, func(x, y int64) int64 { return x + y/16 }},
		{"(x*12+y*5)/8", func(x, y tile.Index) tile.Index { return x.Times(12).Plus(y.Times(5)).Div(8) }, func(x, y int64) int64 { return (12*x + 5*y) / 8 }},
		{"(x*7+y*5)/4", func(x, y tile.Index) tile.Index { return x.Times(7).Plus(y.Times(5)).Div(4) }, func(x, y int64) int64 { return (7*x + 5*y) / 4 }},
		{"(96-x*16)/16", func(x, y tile.Index) tile.Index { return x.Times(-16).Plus(tile.I(96)).Div(16) }, func(x, y int64) int64 { return 6 - x }},
		{"(x*16+y*64)%16", func(x, y tile.Index) tile.Index { return x.Times(16).Plus(y.Times(64)).Mod(16) }, func(x, y int64) int64 { return 0 }},
		{"x%5", func(x, y tile.Index) tile.Index { return x.Mod(5) }, func(x, y int64) int64 { return x % 5 }},
		{"x%1", func(x, y tile.Index) tile.Index { return x.Mod(1) }, func(x, y int64) int64 { return 0 }},
		{"x%64", func(x, y tile.Index) tile.Index { return x.Mod(64) }, func(x, y int64) int64 { return x }},
		{"x^y", func(x, y tile.Index) tile.Index { return x.Xor(y) }, func(x, y int64) int64 { return x ^ y }},
		{"x^0^6", func(x, y tile.Index) tile.Index { return tile.I(0).Xor(x).Xor(tile.I(0)).Xor(tile.I(6)) }, func(x, y int64) int64 { return x ^ 6 }},
		{"constants", func(x, y tile.Index) tile.Index {
			c := tile.I(29).Plus(tile.I(3)).Minus(tile.I(1)).Times(3).Div(4).Mod(16).Xor(tile.I(3))
			if _, known := c.Const(); !known {
				panic("no constant")
			}
			return c
		}, func(x, y int64) int64 { return (31 * 3 / 4 % 16) ^ 3 }},
	}
	const nx, ny = 5, 4
	for _, chip := range arch.Chips {
		got := (rig{chip: chip, grid: [3]uint32{nx, ny, 1}, waves: 1}).run(t, func(k *tile.Kernel) {
			k.Grid(nx, ny, 1)
			y := k.Tensor("y", ir.I32, int64(len(ops)), nx*ny)
			l := k.Spread(1, 1, 1)
			at := k.WorkgroupID(1).Times(nx).Plus(k.WorkgroupID(0))
			for i, op := range ops {
				k.Store(y, k.Repeat(l, op.on(k.WorkgroupID(0), k.WorkgroupID(1))), tile.I(int64(i)), at)
			}
		}, buffer("y", make([]byte, 4*len(ops)*nx*ny)))[0]
		for i, op := range ops {
			for x := range int64(nx) {
				for y := range int64(ny) {
					n := int64(i*nx*ny) + y*nx + x
					if got := int64(int32(binary.LittleEndian.Uint32(got[4*n:]))); got != op.want(x, y) {
						t.Errorf("%s of %d and %d: %d, want %d", op.name, x, y, got, op.want(x, y))
					}
				}
			}
		}
	}
}

// TestMMA: products of small integers, which are exact in every type.
func TestMMA(t *testing.T) {
	type pair struct {
		chip *arch.Chip
		a, b ir.Type
		size int
	}
	var pairs []pair
	for _, chip := range arch.Chips {
		fp8, bf8 := ir.Type(ir.F8E4M3FNUZ), ir.Type(ir.F8E5M2FNUZ)
		if chip == &arch.GFX950 {
			fp8, bf8 = ir.F8E4M3FN, ir.F8E5M2
		}
		for i, p := range [][2]ir.Type{{ir.F16, ir.F16}, {ir.BF16, ir.BF16}, {ir.F32, ir.F32}, {ir.I8, ir.I8}, {fp8, bf8}, {bf8, fp8}} {
			pairs = append(pairs, pair{chip, p[0], p[1], 16 << (i % 2)})
		}
		pairs = append(pairs, pair{chip, ir.F64, ir.F64, 16})
	}
	r := rand.New(rand.NewPCG(11, 12))
	for i, p := range pairs {
		waves := [][2]int{{1, 1}, {2, 1}, {2, 2}, {1, 4}}[i%4]
		rows, cols := p.size*waves[0]*(1+i%2), p.size*waves[1]
		depth := 0
		var got, a, b []byte
		var x, y []float64
		var sums ir.Type
		m := tile.NewModule(p.chip)
		m.Kernel("size", tile.Waves(waves[0]*waves[1]), func(k *tile.Kernel) {
			mma := k.MMA(p.a, p.b, p.size, waves[0], waves[1])
			depth, sums = 2*mma.Step(), mma.Accumulator()
			if !strings.HasPrefix(mma.Instruction(), "v_mfma_") {
				t.Errorf("%s: instruction %s", p.chip.Name, mma.Instruction())
			}
		})
		if _, err := m.IR(); err != nil {
			t.Fatal(err)
		}
		fill := func(elem ir.Type, n int) (code []byte, numbers []float64) {
			for range n * depth {
				v := float64(r.IntN(5) - 2)
				code, numbers = append(code, encode(elem, v)...), append(numbers, v)
			}
			return code, numbers
		}
		a, x = fill(p.a, rows)
		b, y = fill(p.b, cols)
		bits, _ := ir.BitWidth(sums)
		got = (rig{chip: p.chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(waves[0] * waves[1])}).run(t, func(k *tile.Kernel) {
			mma := k.MMA(p.a, p.b, p.size, waves[0], waves[1])
			a, b := k.Tensor("a", p.a, int64(rows), int64(depth)), k.Tensor("b", p.b, int64(cols), int64(depth))
			d := k.Tensor("d", sums, int64(rows), int64(cols))
			zero := tile.I(0)
			sum := mma.Dot(k.Load(a, mma.A(rows, depth), zero, zero), k.Load(b, mma.B(cols, depth), zero, zero), mma.Zero(rows, cols))
			k.Store(d, sum, zero, zero)
		}, buffer("a", a), buffer("b", b), buffer("d", make([]byte, rows*cols*bits/8)))[2]
		for row := range rows {
			for col := range cols {
				want := 0.0
				for n := range depth {
					want += x[row*depth+n] * y[col*depth+n]
				}
				if code := encode(sums, want); !bytes.Equal(got[(row*cols+col)*len(code):][:len(code)], code) {
					t.Fatalf("%s, %s x %s, %d: (%d, %d) is not %g", p.chip.Name, p.a, p.b, p.size, row, col, want)
				}
			}
		}
	}
}

// TestSchedule: priorities and fences reach the instructions: what the author put
// between two of them is there, and nothing else.
func TestSchedule(t *testing.T) {
	for _, chip := range arch.Chips {
		mod := tile.NewModule(chip)
		mod.Kernel("k", 1, func(k *tile.Kernel) {
			mma := k.MMA(ir.BF16, ir.BF16, 16, 1, 1)
			depth := mma.Step()
			a, d := k.Tensor("a", ir.BF16, 16, int64(depth)), k.Tensor("d", ir.F32, 16, 16)
			zero := tile.I(0)
			x, y := k.Load(a, mma.A(16, depth), zero, zero), k.Load(a, mma.B(16, depth), zero, zero)
			sum := mma.Dot(x, y, mma.Zero(16, 16))
			k.Fence()
			k.Priority(3)
			sum = mma.Dot(x, y, sum)
			k.Priority(0)
			k.Fence()
			k.Store(d, k.Scale(sum, 3), zero, zero)
		})
		m, err := mod.IR()
		if err != nil {
			t.Fatal(err)
		}
		r, err := build.MLIR(m, build.Options{Chip: chip})
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, op := range regexp.MustCompile(`(?m)^\s+(v_mfma|s_setprio \d|v_mul_f32|v_pk_mul_f32|buffer_store)`).FindAllStringSubmatch(string(r.Assembly()), -1) {
			if len(list) == 0 || list[len(list)-1] != op[1] {
				list = append(list, op[1])
			}
		}
		got := strings.ReplaceAll(fmt.Sprint(list), "v_pk_mul_f32", "v_mul_f32")
		if want := "[v_mfma s_setprio 3 v_mfma s_setprio 0 v_mul_f32 buffer_store]"; got != want {
			t.Errorf("%s: %s, want %s", chip.Name, got, want)
		}
	}
}
