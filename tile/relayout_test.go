package tile_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/tile"
)

// relayout is a tile that is loaded in one layout and stored in another.
type relayout struct {
	name       string
	elem       ir.Type
	rows, cols int
	waves      int
	from, to   func(k *tile.Kernel) tile.Layout
	looped     bool
	// looped tiles are two. barriers and shifts (moves by DPP) are those on both chips, swaps
	// (v_permlane*_swap) those on gfx950, lds the accesses on gfx942; -1 is any number.
	barriers, swaps, shifts, lds int
}

func (r *relayout) kernel(k *tile.Kernel) {
	shape := []int64{2 * int64(r.rows), int64(r.cols)}
	x, y := k.Tensor("x", r.elem, shape...), k.Tensor("y", r.elem, shape...)
	from, to := r.from(k), r.to(k)
	step := func(row tile.Index) { k.Store(y, k.Relayout(k.Load(x, from, row, tile.I(0)), to), row, tile.I(0)) }
	if !r.looped {
		step(tile.I(0))
		return
	}
	k.For(tile.I(0), tile.I(2), tile.I(1), nil, func(i tile.Index, _ tile.Values) tile.Values {
		step(i.Times(int64(r.rows)))
		return nil
	})
}

// product and operand are the layouts of C and A of an MMA whose waves share rows.
func product(elem ir.Type, size, waves, rows, cols int) func(k *tile.Kernel) tile.Layout {
	return func(k *tile.Kernel) tile.Layout { return k.MMA(elem, elem, size, waves, 1).C(rows, cols) }
}

func operand(elem ir.Type, size, waves, rows, cols int) func(k *tile.Kernel) tile.Layout {
	return func(k *tile.Kernel) tile.Layout { return k.MMA(elem, elem, size, waves, 1).A(rows, cols) }
}

func wide(f func(k *tile.Kernel) tile.Layout, n int) func(k *tile.Kernel) tile.Layout {
	return func(k *tile.Kernel) tile.Layout { return f(k).Wide(n) }
}

func spread(rows, cols, width int) func(k *tile.Kernel) tile.Layout {
	return func(k *tile.Kernel) tile.Layout { return k.Spread(rows, cols, width) }
}

func permuted(rows, cols, width int, to ...int) func(k *tile.Kernel) tile.Layout {
	return func(k *tile.Kernel) tile.Layout { return k.Spread(rows, cols, width).PermuteRows(to...) }
}

func relayouts() []relayout {
	bf, f8 := ir.BF16, ir.I8
	blocks := func(k *tile.Kernel) tile.Layout { return k.Blocks(32, 64, 4, 4, 2) }
	return []relayout{
		{"C to A, 32, bf16", bf, 128, 64, 4, product(bf, 32, 4, 128, 64), operand(bf, 32, 4, 128, 64), false, 0, 8, 0, 12},
		{"C to A in a loop", bf, 128, 64, 4, product(bf, 32, 4, 128, 64), operand(bf, 32, 4, 128, 64), true, 0, 16, 0, 24},
		{"C to A, 16, bf16", bf, 64, 64, 4, product(bf, 16, 4, 64, 64), operand(bf, 16, 4, 64, 64), false, 0, 8, 0, -1},
		{"C to A, 32, bytes", f8, 64, 64, 2, product(f8, 32, 2, 64, 64), operand(f8, 32, 2, 64, 64), true, 0, -1, 0, -1},
		{"wide stores, 16", bf, 32, 64, 2, product(bf, 16, 2, 32, 64), wide(product(bf, 16, 2, 32, 64), 8), false, 0, 4, 0, -1},
		{"wide stores, 32", bf, 64, 64, 2, product(bf, 32, 2, 64, 64), wide(product(bf, 32, 2, 64, 64), 8), false, 0, 8, 0, -1},
		{"renamed registers", ir.F32, 32, 64, 1, blocks, func(k *tile.Kernel) tile.Layout { return blocks(k).ItemsDown() }, false, 0, 0, 0, 0},
		{"lane 2", ir.F32, 64, 16, 1, spread(64, 16, 4), permuted(64, 16, 4, 4, 1, 2, 3, 0, 5), false, 0, 0, 16, 0},
		{"lane 3, bytes", f8, 64, 16, 1, spread(64, 16, 4), permuted(64, 16, 4, 0, 4, 2, 3, 1, 5), false, 0, 0, 4, 0},
		{"lanes 2 and 5", ir.F32, 64, 16, 1, spread(64, 16, 4), permuted(64, 16, 4, 4, 1, 2, 5, 0, 3), false, 0, 0, 0, 8},
		{"lane 0", ir.F32, 16, 64, 1, spread(16, 64, 4), wide(spread(16, 64, 4), 8), false, 0, 0, 0, 8},
		{"within doubles", ir.F64, 64, 16, 1, spread(64, 16, 2), permuted(64, 16, 2, 0, 1, 4, 3, 2, 5), false, 0, 16, 0, -1},
		{"between waves", ir.F32, 64, 32, 4, spread(64, 32, 4), func(k *tile.Kernel) tile.Layout { return k.SpreadDown(64, 32, 4) }, true, 4, 0, 0, -1},
		{"copies", ir.F32, 4, 8, 4, spread(4, 8, 2), func(k *tile.Kernel) tile.Layout { return k.SpreadDown(4, 8, 1) }, false, 1, 0, 0, -1},
	}
}

// TestRelayout: tiles come out as they were, on both chips; data stay in registers where an
// instruction exchanges lanes, and waves do not wait for each other if they need not.
func TestRelayout(t *testing.T) {
	rnd := rand.New(rand.NewPCG(41, 1))
	for _, r := range relayouts() {
		bits, _ := ir.BitWidth(r.elem)
		in := make([]byte, 2*r.rows*r.cols*bits/8)
		for i := range in {
			in[i] = byte(rnd.Uint32() & 0x3f)
		}
		for _, chip := range arch.Chips {
			out := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(r.waves)}).run(t, r.kernel, buffer("x", in), buffer("y", make([]byte, len(in))))[1]
			n := len(in)
			if !r.looped {
				n /= 2
			}
			if !bytes.Equal(out[:n], in[:n]) {
				t.Fatalf("%s: %s: other data", chip.Name, r.name)
			}
			text := compiled(t, chip, tile.Waves(r.waves), r.kernel)
			if n := count(text, "s_barrier"); n != r.barriers {
				t.Errorf("%s: %s: %d barriers, want %d", chip.Name, r.name, n, r.barriers)
			}
			if n := count(text, "v_mov_b32_dpp"); r.shifts >= 0 && n != r.shifts {
				t.Errorf("%s: %s: %d moves by DPP, want %d", chip.Name, r.name, n, r.shifts)
			}
			swaps, lds := count(text, "v_permlane"), count(text, "ds_")
			if chip == &arch.GFX950 && r.swaps >= 0 && (swaps != r.swaps || r.swaps > 0 && lds > 0) {
				t.Errorf("%s: %s: %d exchanges, want %d, and %d LDS accesses", chip.Name, r.name, swaps, r.swaps, lds)
			}
			if chip == &arch.GFX942 && r.lds >= 0 && lds != r.lds {
				t.Errorf("%s: %s: %d LDS accesses, want %d", chip.Name, r.name, lds, r.lds)
			}
		}
	}
}

// TestRelayoutRandom: tiles with any order of rows and columns come out as they were.
func TestRelayoutRandom(t *testing.T) {
	registers, lds := 0, 0
	for seed := range uint64(long.Count(24, 400)) {
		rnd := rand.New(rand.NewPCG(seed, 81))
		chip := arch.Chips[rnd.IntN(len(arch.Chips))]
		elem := []ir.Type{ir.F32, ir.BF16, ir.I8, ir.F64}[rnd.IntN(4)]
		waves, rows, cols := power(rnd, 0, 2), power(rnd, 2, 6), power(rnd, 3, 6)
		some := func(k *tile.Kernel, fixed uint64) tile.Layout {
			r := rand.New(rand.NewPCG(seed, fixed))
			l := k.Spread(rows, cols, power(r, 0, 3))
			if r.IntN(4) == 0 {
				l = k.SpreadDown(rows, cols, min(rows, power(r, 0, 2)))
			}
			if r.IntN(2) == 0 {
				l = l.PermuteRows(r.Perm(log2(rows))...)
			}
			if r.IntN(2) == 0 {
				l = l.PermuteCols(r.Perm(log2(cols))...)
			}
			return l
		}
		near := rnd.IntN(2) == 0 // only rows of the same layout permuted
		looped := rnd.IntN(2) == 0
		kernel := func(k *tile.Kernel) {
			from, to := some(k, 1), some(k, 2)
			if near {
				to = from.PermuteRows(rand.New(rand.NewPCG(seed, 3)).Perm(log2(rows))...)
			}
			if k.InRegisters(elem, from, to) {
				registers++
			} else {
				lds++
			}
			x, y := k.Tensor("x", elem, 2*int64(rows), int64(cols)), k.Tensor("y", elem, 2*int64(rows), int64(cols))
			step := func(i tile.Index, _ tile.Values) tile.Values {
				k.Store(y, k.Relayout(k.Load(x, from, i.Times(int64(rows)), tile.I(0)), to), i.Times(int64(rows)), tile.I(0))
				return nil
			}
			if looped {
				k.For(tile.I(0), k.Size().Below(3), tile.I(1), nil, step)
				return
			}
			k.Size()
			step(tile.I(0), nil)
			step(tile.I(1), nil)
		}
		bits, _ := ir.BitWidth(elem)
		in := make([]byte, 2*rows*cols*bits/8)
		for i := range in {
			in[i] = byte(rnd.Uint32())
		}
		out := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(waves)}).run(t, kernel, buffer("x", in), buffer("y", make([]byte, len(in))),
			interp.Bytes(binary.LittleEndian.AppendUint64(nil, 2)))[1]
		if !bytes.Equal(out, in) {
			t.Fatalf("seed %d: %s, %d waves, %d x %d of %s: other data", seed, chip.Name, waves, rows, cols, elem)
		}
	}
	if registers < 4 || lds < 4 {
		t.Errorf("%d tiles stay in registers, %d go through LDS: the test needs both", registers, lds)
	}
}
