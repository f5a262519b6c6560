package tile_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/layout"
	"heddle/tile"
)

var (
	reduces    = flag.Int("reduces", 30, "random kernels that reduce tiles")
	reduceSeed = flag.Uint64("reduces.seed", 1, "seed of the first")
)

// randomLayout is a layout of some form.
func randomLayout(r *rand.Rand, k *tile.Kernel, waves int) (tile.Layout, string) {
	rows, cols := power(r, 0, 6), power(r, 0, 6)
	width := power(r, 0, min(2, log2(cols)))
	switch r.IntN(6) {
	case 0:
		return k.Spread(rows, cols, width), fmt.Sprintf("Spread(%d, %d, %d)", rows, cols, width)
	case 1:
		return k.Spread(rows, cols, width).T(), fmt.Sprintf("Spread(%d, %d, %d).T()", rows, cols, width)
	case 2:
		height, across := power(r, 0, min(2, log2(rows))), power(r, 0, log2(cols/width))
		return k.Blocks(rows, cols, height, width, across), fmt.Sprintf("Blocks(%d, %d, %d, %d, %d)", rows, cols, height, width, across)
	case 3:
		return k.Spread(rows, cols, width).RowVector(), fmt.Sprintf("Spread(%d, %d, %d).RowVector()", rows, cols, width)
	case 4:
		rows, cols = max(rows, 2), max(cols, 2)
		return k.Blocks(rows, cols, 2, 2, 1).ItemsDown(), fmt.Sprintf("Blocks(%d, %d, 2, 2, 1).ItemsDown()", rows, cols)
	}
	wavesM := power(r, 0, log2(waves))
	size := 16 * power(r, 0, 1)
	mma := k.MMA(ir.BF16, ir.BF16, size, wavesM, waves/wavesM)
	rows, cols = size*wavesM*power(r, 0, 1), size*waves/wavesM
	return mma.C(rows, cols), fmt.Sprintf("MMA(%d, %d, %d).C(%d, %d)", size, wavesM, waves/wavesM, rows, cols)
}

// TestReduceOrder: sums of f32 come out bit for bit as the documented order gives
// them, in all lanes, over random layouts; so do sums of other types, and the
// greatest and least.
func TestReduceOrder(t *testing.T) {
	for seed := *reduceSeed; seed < *reduceSeed+uint64(*reduces); seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		chip := arch.Chips[r.IntN(len(arch.Chips))]
		waves := power(r, 0, 4)
		reduction := tile.Reduction(r.IntN(4))
		along := []tile.Axis{tile.OverRows, tile.OverCols}[r.IntN(2)]
		elem := []ir.Type{ir.F32, ir.F32, ir.I32, ir.F16, ir.I8, ir.F64, ir.I64}[r.IntN(7)]
		looped := r.IntN(3) == 0
		x := buffer("x", make([]byte, 64*64*16*8))
		numbers := make([]float64, 64*64*16)
		for i := range numbers {
			numbers[i] = float64(r.IntN(65) - 32)
			if elem == ir.F32 {
				numbers[i] = float64(r.Float32() - 0.5)
			}
		}
		size := 0
		for i, v := range numbers {
			b := encode(elem, v)
			size = len(b)
			copy(x.Buffer.Data[i*size:], b)
		}
		out, rest := buffer("out", make([]byte, 1<<10*8)), buffer("rest", make([]byte, len(numbers)*8))
		var l tile.Layout
		name := ""
		got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(waves)}).run(t, func(k *tile.Kernel) {
			l, name = randomLayout(rand.New(rand.NewPCG(seed, 2)), k, waves)
			zero := tile.I(0)
			x, rest := k.Tensor("x", elem, int64(l.Rows), int64(l.Cols)), k.Tensor("rest", elem, int64(l.Rows), int64(l.Cols))
			shape := []int64{1, int64(l.Cols)}
			if along == tile.OverCols {
				shape = []int64{int64(l.Rows), 1}
			}
			out := k.Tensor("out", elem, shape...)
			write := func() {
				v := k.Load(x, l, zero, zero)
				sum := k.Reduce(reduction, v, along)
				k.Store(out, sum, zero, zero)
				k.Store(rest, k.Broadcast(sum, l), zero, zero)
			}
			if !looped {
				write()
				return
			}
			k.For(zero, tile.I(2), tile.I(1), nil, func(tile.Index, tile.Values) tile.Values { write(); return nil })
		}, x, rest, out)
		where := fmt.Sprintf("seed %d: %s, %d waves, reduction %d over %d of %s in %s", seed, chip.Name, waves, reduction, along, elem, name)
		want := inOrder(l, numbers, reduction, along)
		for row := range l.Rows {
			for col := range l.Cols {
				n := choose(along == tile.OverRows, col, row)
				code := encode(elem, want[n])
				if g := got[1][(row*l.Cols+col)*size:][:size]; string(g) != string(code) {
					t.Fatalf("%s: at (%d, %d) % x, want % x", where, row, col, g, code)
				}
				if g := got[2][n*size:][:size]; string(g) != string(code) {
					t.Fatalf("%s: result %d is % x, want % x", where, n, g, code)
				}
			}
		}
	}
}

// TestMaximum: a NaN is the maximum of its row, and no other; the greatest number is one of numbers.
func TestMaximum(t *testing.T) {
	const rows, cols, bad = 32, 64, 5
	numbers := make([]float32, rows*cols)
	for i := range numbers {
		numbers[i] = float32(i % 97)
	}
	for col := range cols {
		numbers[bad*cols+col] = float32(math.NaN())
	}
	numbers[(bad+2)*cols+9] = float32(math.NaN())
	for _, chip := range arch.Chips {
		for r, nan := range map[tile.Reduction][]int{tile.Maximum: {bad, bad + 2}, tile.Greatest: {bad}} {
			got := asFloats((rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1, alone: true}).run(t, func(k *tile.Kernel) {
				v := k.Load(k.Tensor("x", ir.F32, rows, cols), k.MMA(ir.BF16, ir.BF16, 32, 1, 1).C(rows, cols), tile.I(0), tile.I(0))
				k.Store(k.Tensor("out", ir.F32, rows, 1), k.Reduce(r, v, tile.OverCols), tile.I(0), tile.I(0))
			}, buffer("x", floats(numbers...)), buffer("out", make([]byte, 4*rows)))[1])
			for row, g := range got {
				if want := slices.Contains(nan, row); math.IsNaN(float64(g)) != want {
					t.Errorf("%s, reduction %d, row %d: %v", chip.Name, r, row, g)
				}
			}
		}
	}
}

// inOrder is what Reduce says, by the basis of the layout; numbers are row by row.
func inOrder(l tile.Layout, numbers []float64, reduction tile.Reduction, along tile.Axis) []float64 {
	two := func(a, b float64) float64 {
		switch reduction {
		case tile.Greatest, tile.Maximum:
			return max(a, b)
		case tile.Least:
			return min(a, b)
		}
		return float64(float32(a) + float32(b))
	}
	lin := l.Linear()
	// reduced are the bits of an input that go along the axis.
	reduced := func(name string) (bits []int) {
		for _, d := range lin.In() {
			for bit := range d.Bits {
				if d.Name == name && lin.Basis(name, bit)[choose(along == tile.OverRows, 1, 0)] != 0 {
					bits = append(bits, bit)
				}
			}
		}
		return bits
	}
	items, lanes, waves := lin.In()[0].Size(), lin.In()[1].Size(), lin.In()[2].Size()
	// have is by wave, lane and item.
	index := func(wave, lane, item int) int { return (wave*lanes+lane)*items + item }
	var have []float64
	for wave := range waves {
		for lane := range lanes {
			for item := range items {
				p := lin.At(item, lane, wave) // col, row
				have = append(have, numbers[p[1]*l.Cols+p[0]])
			}
		}
	}
	step := func(unit int) {
		next := make([]float64, len(have))
		for i := range have {
			next[i] = two(have[i&^unit], have[i|unit])
		}
		have = next
	}
	for _, bit := range backwards(reduced(layout.Item)) {
		step(index(0, 0, 1) << bit)
	}
	for _, bit := range reduced(layout.Lane) {
		step(index(0, 1, 0) << bit)
	}
	for _, bit := range backwards(reduced("wave")) {
		step(index(1, 0, 0) << bit)
	}
	out := make([]float64, max(l.Rows, l.Cols))
	for wave := range waves {
		for lane := range lanes {
			for item := range items {
				p := lin.At(item, lane, wave)
				out[choose(along == tile.OverRows, p[0], p[1])] = have[index(wave, lane, item)]
			}
		}
	}
	return out
}

func backwards(list []int) (out []int) {
	for i := range list {
		out = append(out, list[len(list)-1-i])
	}
	return out
}
