package tile_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/tile"
)

var (
	moves    = flag.Int("moves", 0, "random kernels that move tiles; 0 takes 20, with -long 60")
	moveSeed = flag.Uint64("moves.seed", 1, "seed of the first")
)

// move is a kernel that copies x to y, tile by tile: what of y is outside of x
// becomes a number.
type move struct {
	r          *rand.Rand
	chip       *arch.Chip
	waves      tile.Waves
	elem       ir.Type
	bytes      int // of an element
	rows, cols int // of a tile
	x, y       memory
	outside    float64
	grid       [2]int
	leave      int // how many tiles before the tensor the first one begins
	layout     string
	build      func(k *tile.Kernel) tile.Layout
}

// memory is a tensor of a test.
type memory struct {
	shape       []int64 // batches, rows, columns of the tensor as the kernel sees it
	ld, plane   int64
	flipped     bool // memory has columns of the kernel as rows
	dyn         int  // 0: constants; 1: Tensor with Dyn; 2: Strided with Dyn
	of, at, n   int  // groups, if n is not 0
	data        []byte
	memRows     int64
	memCols     int64
	multipleOf  int64
	strideKnown int64
}

func TestMoves(t *testing.T) {
	n := *moves
	if n == 0 {
		n = long.Count(12, 60)
	}
	for seed := *moveSeed; seed < *moveSeed+uint64(n); seed++ {
		m := newMove(rand.New(rand.NewPCG(seed, 0)))
		if t.Run(fmt.Sprint(seed), m.test); t.Failed() {
			t.Fatalf("-moves.seed %d -moves 1: %s", seed, m)
		}
	}
}

func power(r *rand.Rand, from, to int) int { return 1 << (from + r.IntN(to-from+1)) }

func newMove(r *rand.Rand) *move {
	m := &move{r: r, chip: arch.Chips[r.IntN(len(arch.Chips))], waves: tile.Waves(power(r, 0, 4))}
	types := []struct {
		elem  ir.Type
		bytes int
	}{{ir.F32, 4}, {ir.F16, 2}, {ir.I8, 1}, {ir.F64, 8}, {ir.I32, 4}, {ir.BF16, 2}, {ir.I64, 8}}
	e := types[r.IntN(len(types))]
	m.elem, m.bytes = e.elem, e.bytes
	m.rows, m.cols = power(r, 0, 5), power(r, 0, 5)
	switch width := power(r, 0, min(3, log2(m.cols))); r.IntN(4) {
	case 0:
		m.layout = fmt.Sprintf("Spread %d", width)
		m.build = func(k *tile.Kernel) tile.Layout { return k.Spread(m.rows, m.cols, width) }
	case 1:
		width = power(r, 0, min(3, log2(m.rows)))
		m.layout = fmt.Sprintf("SpreadDown %d", width)
		m.build = func(k *tile.Kernel) tile.Layout { return k.SpreadDown(m.rows, m.cols, width) }
	case 2:
		height := power(r, 0, min(3, log2(m.rows)))
		across := power(r, 0, log2(m.cols/width))
		m.layout = fmt.Sprintf("Blocks %d x %d, %d", height, width, across)
		m.build = func(k *tile.Kernel) tile.Layout { return k.Blocks(m.rows, m.cols, height, width, across) }
	case 3:
		m.layout = fmt.Sprintf("Spread %d, items down", width)
		m.build = func(k *tile.Kernel) tile.Layout { return k.Spread(m.rows, m.cols, width).ItemsDown() }
	}
	rows, cols := int64(1+r.IntN(3*m.rows)), int64(1+r.IntN(3*m.cols))
	if r.IntN(3) == 0 { // whole tiles
		rows, cols = int64(m.rows*(1+r.IntN(2))), int64(m.cols*(1+r.IntN(2)))
	}
	batches := int64(1 + r.IntN(2))
	m.x = m.memory(batches, rows, cols)
	m.y = m.memory(batches, rows+int64(r.IntN(m.rows)), cols+int64(r.IntN(m.cols)))
	for i := range m.x.data {
		m.x.data[i] = byte(r.Uint32())
	}
	for i := range m.y.data {
		m.y.data[i] = 0xa5
	}
	m.outside = float64([]int{0, 0, 1, -3}[r.IntN(4)])
	m.grid = [2]int{(int(cols) + m.cols - 1) / m.cols, (int(rows) + m.rows - 1) / m.rows}
	if r.IntN(3) == 0 {
		if m.x.n+m.y.n == 0 {
			m.leave = r.IntN(2)
		}
		m.grid[0], m.grid[1] = m.grid[0]+2, m.grid[1]+2
		return m
	}
	m.leave = -1 // no tile begins outside
	return m
}

func log2(n int) (k int) {
	for ; n > 1; n /= 2 {
		k++
	}
	return k
}

// memory makes a tensor of a random form.
func (m *move) memory(batches, rows, cols int64) memory {
	r := m.r
	t := memory{shape: []int64{batches, rows, cols}, flipped: r.IntN(3) == 0, dyn: r.IntN(3), multipleOf: 1, strideKnown: 1}
	t.memRows, t.memCols = rows, cols
	if t.flipped {
		t.memRows, t.memCols = cols, rows
	} else if r.IntN(4) == 0 {
		t.n = power(r, 0, 3)
		t.of = t.n * (1 + r.IntN(3))
		t.at = r.IntN(t.of - t.n + 1)
		t.memCols = (cols + int64(t.n) - 1) / int64(t.n) * int64(t.of)
		t.shape[2] = t.memCols / int64(t.of) * int64(t.n)
	}
	if r.IntN(2) == 0 && t.memCols%2 == 0 {
		t.multipleOf = t.memCols & -t.memCols
	}
	t.ld = t.memCols
	if t.dyn == 2 || t.dyn == 0 && r.IntN(2) == 0 {
		t.ld += int64(r.IntN(9))
		if r.IntN(2) == 0 {
			t.strideKnown = t.ld & -t.ld
		}
	}
	t.plane = t.ld * t.memRows
	t.data = make([]byte, t.plane*batches*int64(m.bytes))
	return t
}

// offset is where an element is.
func (t *memory) offset(batch, row, col int64) int64 {
	if t.flipped {
		row, col = col, row
	}
	if t.n > 0 {
		col = col/int64(t.n)*int64(t.of) + int64(t.at) + col%int64(t.n)
	}
	return batch*t.plane + row*t.ld + col
}

// tensor declares it, and args are what the launch gives.
func (t *memory) tensor(k *tile.Kernel, name string, elem ir.Type) *tile.Tensor {
	shape := []int64{t.shape[0], t.memRows, t.memCols}
	var x *tile.Tensor
	switch {
	case t.dyn == 1:
		x = k.Tensor(name, elem, shape[0], tile.Dyn, tile.Dyn).MultipleOf(2, t.multipleOf)
	case t.dyn == 2:
		x = k.Strided(name, elem, []int64{tile.Dyn, tile.Dyn, tile.Dyn}, []int64{tile.Dyn, tile.Dyn, 1}).MultipleOf(2, t.multipleOf).
			StrideMultipleOf(0, t.strideKnown).StrideMultipleOf(1, t.strideKnown)
	case t.ld != t.memCols:
		x = k.Strided(name, elem, shape, []int64{t.plane, t.ld, 1})
	default:
		x = k.Tensor(name, elem, shape...)
	}
	if t.n > 0 {
		x = x.Groups(t.of, t.at, t.n)
	}
	if t.flipped {
		x = x.T()
	}
	return x
}

func (t *memory) args(name string) []interp.Arg {
	b := buffer(name, t.data)
	if t.dyn == 0 {
		return []interp.Arg{b}
	}
	list := []interp.Arg{b, b}
	for _, n := range []int64{0, t.shape[0], t.memRows, t.memCols, t.plane, t.ld, 1} {
		list = append(list, number(n))
	}
	return list
}

func number(n int64) interp.Arg {
	return interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(n)))
}

func (m *move) String() string {
	return fmt.Sprintf("%s, %d waves, %s in tiles of %d x %d (%s), x %+v, y %+v, grid %v, leaves %d", m.chip.Name, m.waves, m.elem, m.rows, m.cols, m.layout,
		memory{shape: m.x.shape, ld: m.x.ld, dyn: m.x.dyn, flipped: m.x.flipped, of: m.x.of, at: m.x.at, n: m.x.n},
		memory{shape: m.y.shape, ld: m.y.ld, dyn: m.y.dyn, flipped: m.y.flipped, of: m.y.of, at: m.y.at, n: m.y.n}, m.grid, m.leave)
}

func (m *move) test(t *testing.T) {
	want := m.want()
	before := bytes.Clone(m.x.data)
	rig := rig{chip: m.chip, waves: m.waves, grid: [3]uint32{uint32(m.grid[0]), uint32(m.grid[1]), uint32(m.x.shape[0])}}
	got := rig.run(t, func(k *tile.Kernel) {
		if m.r.IntN(2) == 0 {
			k.Grid(int64(m.grid[0]), int64(m.grid[1]), m.x.shape[0])
		}
		x, y := m.x.tensor(k, "x", m.elem).Outside(m.outside), m.y.tensor(k, "y", m.elem)
		l := m.build(k)
		row, col := k.WorkgroupID(1).Times(int64(m.rows)), k.WorkgroupID(0).Times(int64(m.cols))
		if m.leave >= 0 {
			row, col = row.Minus(tile.I(int64(m.leave*m.rows))).MayLeave(), col.Minus(tile.I(int64(m.leave*m.cols))).MayLeave()
		}
		batch := k.WorkgroupID(2)
		k.Store(y, k.Load(x, l, batch, row, col), batch, row, col)
	}, append(m.x.args("x"), m.y.args("y")...)...)
	if !bytes.Equal(got[0], before) {
		t.Error("x has changed")
	}
	if !bytes.Equal(got[1], want) {
		for i := range want {
			if got[1][i] != want[i] {
				t.Fatalf("byte %d of y is %#02x, want %#02x", i, got[1][i], want[i])
			}
		}
	}
}

// want is what y has to be.
func (m *move) want() []byte {
	y, size := bytes.Clone(m.y.data), int64(m.bytes)
	outside := encode(m.elem, m.outside)
	for batch := range m.x.shape[0] {
		for row := range m.y.shape[1] {
			for col := range m.y.shape[2] {
				lost := max(m.leave, 0)
				if row >= int64((m.grid[1]-lost)*m.rows) || col >= int64((m.grid[0]-lost)*m.cols) {
					continue
				}
				to := y[m.y.offset(batch, row, col)*size:][:size]
				if row < m.x.shape[1] && col < m.x.shape[2] {
					copy(to, m.x.data[m.x.offset(batch, row, col)*size:])
				} else {
					copy(to, outside)
				}
			}
		}
	}
	return y
}
