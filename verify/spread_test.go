package verify_test

import (
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/mach"
	"heddle/mach/machtest"
	"heddle/sim"
	"heddle/tile"
	"heddle/verify"
)

// product is a multiplication of bf16 tiles in a loop: how it is written decides what a schedule
// can do.
type product struct {
	bm, bn, bk, waves int
	steps             int64
}

// tiles are what all forms of the loop have in common.
type tiles struct {
	mma          *tile.MMA
	load         tile.Layout
	a, b, d      *tile.Tensor
	la, lb       *tile.LDS
	row, col     tile.Index
	depth, parts int
}

func (p product) tiles(k *tile.Kernel, parts int) *tiles {
	depth := int64(p.bk) * (p.steps + 2) // loads run ahead
	x := &tiles{mma: k.MMA(ir.BF16, ir.BF16, 16, min(p.waves, 2), max(p.waves/2, 1)), depth: p.bk / parts, parts: parts}
	k.Grid(1, 1, 1)
	x.a, x.b = k.Tensor("a", ir.BF16, int64(p.bm), depth), k.Tensor("b", ir.BF16, int64(p.bn), depth)
	x.d = k.Tensor("d", ir.F32, int64(p.bm), int64(p.bn))
	x.load = k.Spread(max(p.bm, p.bn), p.bk, 8)
	x.la = k.LDS(ir.BF16, p.bm, p.bk, 2, tile.Stored(x.load), tile.Loaded(x.mma.A(p.bm, x.depth)))
	x.lb = k.LDS(ir.BF16, p.bn, p.bk, 2, tile.Stored(x.load), tile.Loaded(x.mma.B(p.bn, x.depth)))
	x.row, x.col = k.WorkgroupID(1).Times(int64(p.bm)), k.WorkgroupID(0).Times(int64(p.bn))
	return x
}

func (x *tiles) fetch(k *tile.Kernel, step tile.Index) (t [2]*tile.Tile) {
	at := step.Times(int64(x.depth * x.parts))
	return [2]*tile.Tile{k.Load(x.a, x.load, x.row, at), k.Load(x.b, x.load, x.col, at)}
}

func (x *tiles) put(buffer tile.Index, t [2]*tile.Tile) {
	x.la.Store(t[0], buffer, 0, 0)
	x.lb.Store(t[1], buffer, 0, 0)
}

// fragments are the operands of a part of a step.
func (x *tiles) fragments(p product, buffer tile.Index, part int) (a, b *tile.Tile) {
	return x.la.Load(x.mma.A(p.bm, x.depth), buffer, 0, part*x.depth), x.lb.Load(x.mma.B(p.bn, x.depth), buffer, 0, part*x.depth)
}

// piped is the loop that Run makes.
func (p product) piped(k *tile.Kernel) {
	x := p.tiles(k, 1)
	sum := k.Run(tile.Pipeline{
		Steps: tile.I(p.steps), Buffers: 2,
		Load: func(step tile.Index) []*tile.Tile { t := x.fetch(k, step); return t[:] },
		Put:  func(buffer tile.Index, t []*tile.Tile) { x.put(buffer, [2]*tile.Tile(t)) },
		Compute: func(s tile.Stage, c tile.Values) tile.Values {
			a, b := x.fragments(p, s.Buffer, 0)
			return tile.Values{x.mma.Dot(a, b, c.Tile(0))}
		},
	}, tile.Values{x.mma.Zero(p.bm, p.bn)})
	k.Store(x.d, sum.Tile(0), x.row, x.col)
}

// rotated carries the fragments of the first half of a step across the turn, and one barrier is in
// its middle; loads are in registers for a turn (ahead), or are stored in the turn in which they
// begin.
func (p product) rotated(ahead bool) func(k *tile.Kernel) {
	return func(k *tile.Kernel) {
		x := p.tiles(k, 2)
		x.put(tile.I(0), x.fetch(k, tile.I(0)))
		k.Barrier()
		a, b := x.fragments(p, tile.I(0), 0)
		init := tile.Values{x.mma.Zero(p.bm, p.bn), a, b}
		if ahead {
			t := x.fetch(k, tile.I(1))
			init = append(init, t[0], t[1])
		}
		out := k.For(tile.I(0), tile.I(p.steps-1), tile.I(1), init, func(i tile.Index, c tile.Values) tile.Values {
			buffer := i.Mod(2)
			next := buffer.Xor(tile.I(1))
			var stored [2]*tile.Tile
			if !ahead {
				stored = x.fetch(k, i.Plus(tile.I(1)))
			}
			a1, b1 := x.fragments(p, buffer, 1)
			sum := x.mma.Dot(c.Tile(1), c.Tile(2), c.Tile(0))
			if ahead {
				stored = [2]*tile.Tile{c.Tile(3), c.Tile(4)}
			}
			x.put(next, stored)
			k.Barrier()
			var flying [2]*tile.Tile
			if ahead {
				flying = x.fetch(k, i.Plus(tile.I(2)))
			}
			a0, b0 := x.fragments(p, next, 0)
			sum = x.mma.Dot(a1, b1, sum)
			if ahead {
				return tile.Values{sum, a0, b0, flying[0], flying[1]}
			}
			return tile.Values{sum, a0, b0}
		})
		sum := x.mma.Dot(out.Tile(1), out.Tile(2), out.Tile(0))
		a, b = x.fragments(p, tile.I((p.steps-1)%2), 1)
		k.Store(x.d, x.mma.Dot(a, b, sum), x.row, x.col)
	}
}

// codeOf is a kernel's code.
func codeOf(t testing.TB, chip *arch.Chip, waves int, body func(*tile.Kernel)) *mach.Code {
	t.Helper()
	m := tile.NewModule(chip)
	m.Kernel("k", tile.Waves(waves), body)
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	r, err := build.MLIR(module, build.Options{Chip: chip})
	if err != nil {
		t.Fatal(err)
	}
	return r.Kernels[0].Code
}

// inChip is the product whose tiles fill the LDS.
func inChip(chip *arch.Chip) product {
	if chip.LDSBytes < 128<<10 {
		return product{128, 128, 64, 4, 8}
	}
	return product{256, 256, 64, 4, 8}
}

// Memory operations lie evenly between the matrix instructions of a loop that carries its fragments
// and its loads: never two in a gap, and long before their use.
func TestSpread(t *testing.T) {
	for _, chip := range arch.Chips {
		p := inChip(chip)
		for _, x := range []struct {
			name                       string
			body                       func(*tile.Kernel)
			gap, memory, others, waits int // at most
			read, load                 int // at least
		}{
			// The first reads and, if there is too little time for the loads, the writes are in a row.
			{"run", p.piped, 31, 13, 100, 16, 0, 50},
			{"rotated", p.rotated(false), 31, 16, 93, 14, 16, 24},
			{"rotated, two ahead", p.rotated(true), 3, 1, 86, 7, 16, 44},
		} {
			code := codeOf(t, chip, p.waves, x.body)
			l := machtest.Steady(code)
			steps := max(1, l.Barriers) // one in each
			if l.LargestGap > x.gap || l.MemoryInGap > x.memory || l.Others > steps*x.others || l.Waits > steps*x.waits || l.ReadToUse < x.read || l.LoadToUse < x.load {
				t.Errorf("%s, %s: %v\n%s", chip.Name, x.name, l, machtest.Picture(code, l.Label))
			}
			t.Logf("%s, %s: %v; %d VGPRs %d AGPRs\n%s", chip.Name, x.name, l, code.VGPRs, code.AGPRs, machtest.Picture(code, l.Label))
		}
	}
}

// Those loops compute what the interpreter does.
func TestSpreadProducts(t *testing.T) {
	for _, chip := range arch.Chips {
		p := product{64, 64, 64, 1, 3}
		for _, body := range []func(*tile.Kernel){p.piped, p.rotated(false), p.rotated(true)} {
			m := tile.NewModule(chip)
			m.Kernel("k", tile.Waves(p.waves), body)
			module, err := m.IR()
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 2))
			matrix := func(name string, rows int) interp.Arg {
				data := make([]byte, 2*rows*p.bk*int(p.steps+2))
				for i := range data {
					data[i] = byte(r.Uint32())
					if i%2 == 1 { // small numbers
						data[i] = data[i]&0x80 | 0x3f
					}
				}
				return interp.Pointer(&interp.Buffer{Name: name, Data: data})
			}
			args := []interp.Arg{matrix("a", p.bm), matrix("b", p.bn), interp.Pointer(&interp.Buffer{Name: "d", Data: make([]byte, 4*p.bm*p.bn)})}
			c := verify.Case{Name: "k.mlir", Text: string(module.Print(ir.PrintOptions{})), Chip: chip, Grid: [3]uint32{1, 1, 1}, Args: args}
			if _, err := verify.Run(c, verify.Options{More: []sim.Options{{Schedule: sim.ScheduleLate}}}); err != nil {
				t.Error(err)
			}
		}
	}
}
