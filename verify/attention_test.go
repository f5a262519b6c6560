package verify

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/mach"
	"heddle/mach/machtest"
	"heddle/pass"
	"heddle/sim"
	"heddle/tile"
)

// attentionLoop is softmax(q·kᵀ/√d)·v of so many queries in a workgroup of four waves, with keys in
// steps of n: the inputs for what registers and schedules are worth.
type attentionLoop struct {
	rows   int
	n      int
	masked bool // the keys after a query do not count
	bare   bool // two loops of its own, full steps and masked ones, instead of a pipeline
	fence  bool // a line between the scores and the softmax
}

const (
	attentionDepth = 128 // of a head
	attentionKeys  = 256
)

// write writes the kernel. q, k, v and the result are bf16.
func (a attentionLoop) write(k *tile.Kernel) {
	const depth, keys = attentionDepth, attentionKeys
	rows := a.rows
	k.Grid(keys/int64(rows), 1, 1)
	of := func(name string) *tile.Tensor { return k.Tensor(name, ir.BF16, keys, depth) }
	q, key, value, out := of("q"), of("k"), of("v"), of("o")
	first := k.WorkgroupID(0).Times(int64(rows))
	mma := k.MMA(ir.BF16, ir.BF16, 32, 4, 1)
	load, turned := k.Spread(a.n, depth, 8), k.Blocks(depth, a.n, 4, 4, 8)
	lk := k.LDS(ir.BF16, a.n, depth, 2, tile.Stored(load), tile.Loaded(mma.B(a.n, depth)))
	lv := k.LDS(ir.BF16, depth, a.n, 2, tile.Stored(turned), tile.Loaded(mma.B(depth, a.n)))
	query := k.Load(q, mma.A(rows, depth), first, tile.I(0))
	fetch := func(step tile.Index) []*tile.Tile {
		at := step.Times(int64(a.n))
		return []*tile.Tile{k.Load(key, load, at, tile.I(0)), k.Load(value.T(), turned.ItemsDown(), tile.I(0), at)}
	}
	put := func(buffer tile.Index, t []*tile.Tile) {
		lk.Store(t[0], buffer, 0, 0)
		lv.Store(t[1].Reorder(turned), buffer, 0, 0)
	}
	c := mma.C(rows, a.n)
	compute := func(masked bool, buffer, step tile.Index, carried tile.Values) tile.Values {
		s := mma.Dot(query, lk.Load(mma.B(a.n, depth), buffer, 0, 0), mma.Zero(rows, a.n))
		if a.fence {
			k.Fence()
		}
		if masked {
			at := k.Broadcast(k.ColNumbers(c, step.Times(int64(a.n))), c)
			s = k.Select(k.Compare(at, tile.LessEqual, k.RowNumbers(c, first)), s, k.Like(s, math.Inf(-1)))
		}
		s = k.Scale(s, math.Log2E/math.Sqrt(depth))
		top := k.Max(carried.Tile(0), k.Reduce(tile.Greatest, s, tile.OverCols))
		p := k.Map("exp2", k.Sub(s, top))
		less := k.Map("exp2", k.Sub(carried.Tile(0), top))
		sum := k.FMA(carried.Tile(1), less, k.Reduce(tile.Sum, p, tile.OverCols))
		x := k.Relayout(k.Convert(p, ir.BF16), mma.A(rows, a.n))
		return tile.Values{top, sum, mma.Dot(x, lv.Load(mma.B(depth, a.n), buffer, 0, 0), k.Mul(carried.Tile(2), less))}
	}
	col := c.ColVector()
	init := tile.Values{k.Fill(col, ir.F32, math.Inf(-1)), k.Fill(col, ir.F32, 0), mma.Zero(rows, depth)}
	steps := tile.I(int64(keys / int64(a.n)))
	var done tile.Values
	if a.bare {
		done = a.loops(k, first, steps, init, fetch, put, compute)
	} else {
		done = k.Run(tile.Pipeline{Steps: steps, Buffers: 2, Load: fetch, Put: put,
			Compute: func(s tile.Stage, carried tile.Values) tile.Values {
				return compute(a.masked, s.Buffer, s.Step, carried)
			}}, init)
	}
	k.Store(out, k.Convert(k.Div(done.Tile(2), done.Tile(1)), ir.BF16), first, tile.I(0))
}

// loops are two loops over the keys: the second one has those on the diagonal if
// the kernel masks, and the last step otherwise.
func (a attentionLoop) loops(k *tile.Kernel, first, steps tile.Index, init tile.Values, fetch func(tile.Index) []*tile.Tile, put func(tile.Index, []*tile.Tile), compute func(bool, tile.Index, tile.Index, tile.Values) tile.Values) tile.Values {
	full, last := steps, steps
	if a.masked {
		full, last = first.Div(int64(a.n)), first.Plus(tile.I(int64(a.rows))).Div(int64(a.n))
	}
	start := fetch(tile.I(0))
	put(tile.I(0), start)
	k.Barrier()
	loop := func(masked bool, from, to tile.Index, init tile.Values) tile.Values {
		return k.For(from, to, tile.I(1), init, func(i tile.Index, c tile.Values) tile.Values {
			next := fetch(i.Plus(tile.I(1)).MayLeave())
			buffer := i.Mod(2)
			c = compute(masked, buffer, i, c)
			put(buffer.Xor(tile.I(1)), next)
			k.Barrier()
			return c
		})
	}
	done := loop(false, tile.I(0), full, init)
	if !a.masked {
		return done
	}
	return loop(true, full, last, done)
}

// built compiles the kernel of so many waves.
func built(t *testing.T, chip *arch.Chip, waves tile.Waves, perSIMD int, write func(*tile.Kernel)) (text string, k *build.Kernel) {
	t.Helper()
	m := tile.NewModule(chip)
	m.Kernel("k", waves, write)
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	text = string(module.Print(ir.PrintOptions{}))
	r, err := build.MLIR(module, build.Options{Chip: chip, WavesPerSIMD: perSIMD, Passes: pass.Options{Verify: true}})
	if err != nil {
		t.Fatal(err)
	}
	return text, r.Kernels[0]
}

// loopMoves is how many instructions of a kernel's loops move registers to AGPRs or back.
func loopMoves(k *build.Kernel) (moves int) {
	text := k.Code.AppendText(nil, mach.TextOptions{})
	labels := map[string]int{}
	lines := strings.Split(string(text), "\n")
	for n, line := range lines {
		if label, ok := strings.CutSuffix(strings.TrimSpace(line), ":"); ok {
			labels[label] = n
		}
		words := strings.Fields(line)
		if len(words) < 2 || !strings.Contains(words[0], "branch") {
			continue
		}
		if from, ok := labels[words[1]]; ok {
			moves += strings.Count(strings.Join(lines[from:n], "\n"), "v_accvgpr")
		}
	}
	return moves
}

// runs says when a kernel is compared with the interpreter.
type runs int

const (
	runsNever runs = iota
	runsLong
	runsAlways
)

// TestAttentionRegisters: attention gets the waves that LDS and registers have room for, whether or not
// it has fences, and, where its registers take all of both files, the results that vector instructions
// scale are in VGPRs and the operands in AGPRs. Results are those of the interpreter.
func TestAttentionRegisters(t *testing.T) {
	for _, c := range []struct {
		attentionLoop
		chip           *arch.Chip
		perSIMD, waves int
		moves          int // in loops, at most
		longest        int // instructions of a loop, at most; 0 if not checked
		runs           runs
	}{
		{attentionLoop{128, 64, false, false, false}, &arch.GFX950, 0, 2, 0, 0, runsNever},
		{attentionLoop{128, 64, true, false, false}, &arch.GFX950, 0, 2, 0, 0, runsNever},
		{attentionLoop{128, 64, true, true, false}, &arch.GFX950, 0, 2, 0, 0, runsAlways},
		{attentionLoop{128, 64, true, true, true}, &arch.GFX950, 0, 2, 0, 0, runsNever},
		{attentionLoop{128, 32, false, false, false}, &arch.GFX950, 3, 3, 0, 0, runsLong},
		{attentionLoop{128, 32, true, true, true}, &arch.GFX950, 0, 3, 0, 0, runsNever},
		{attentionLoop{128, 32, true, true, false}, &arch.GFX942, 0, 1, 0, 0, runsAlways},
		{attentionLoop{256, 32, true, true, false}, &arch.GFX942, 0, 1, 0, 0, runsNever},
		{attentionLoop{256, 64, true, true, false}, &arch.GFX950, 0, 1, 12, 1005, runsLong},
		{attentionLoop{256, 64, true, false, false}, &arch.GFX950, 0, 1, 12, 1006, runsNever}, // as long as orders that need more moves
	} {
		text, k := built(t, c.chip, 4, c.perSIMD, c.write)
		waves, moves := k.Func.Waves(k.Code.NextFreeVGPR()), loopMoves(k)
		t.Logf("%s, %+v: %d + %d registers, %d waves per SIMD, %d moves in loops", c.chip.Name, c.attentionLoop, k.Code.VGPRs, k.Code.AGPRs, waves, moves)
		for _, l := range machtest.Loops(k.Code) {
			if n := l.Matrix + l.Others; c.longest > 0 && n > c.longest {
				t.Errorf("%s, %+v: a loop of %d instructions, want at most %d", c.chip.Name, c.attentionLoop, n, c.longest)
			}
		}
		if waves < c.waves || moves > c.moves || k.Func.Spills.VGPRs > 0 || k.Func.Spills.SGPRs > 0 {
			t.Errorf("%s, %+v: %d waves per SIMD, %d moves in loops, spills: %+v", c.chip.Name, c.attentionLoop, waves, moves, k.Func.Spills)
		}
		if c.runs == runsAlways || c.runs == runsLong && long.On() {
			c.check(t, c.chip, text, c.perSIMD)
		}
	}
}

// check compares the kernel with the interpreter.
func (a attentionLoop) check(t *testing.T, chip *arch.Chip, text string, perSIMD int) {
	t.Helper()
	if perSIMD > 0 {
		text = strings.Replace(text, "gpu.kernel,", fmt.Sprintf("gpu.kernel, rocdl.waves_per_eu = %d : i32,", perSIMD), 1)
	}
	c := Case{Name: "attention.mlir", Text: text, Chip: chip, Grid: [3]uint32{uint32(attentionKeys / a.rows), 1, 1}, Same: nearBF16}
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"q", "k", "v", "o"} {
		b := &interp.Buffer{Name: name, Undefined: name == "o", Data: make([]byte, attentionKeys*attentionDepth*2)}
		for i := 0; i < len(b.Data) && name != "o"; i += 2 {
			binary.LittleEndian.PutUint16(b.Data[i:], uint16(math.Float32bits(random.Float32()*2-1)>>16))
		}
		c.Args = append(c.Args, interp.Pointer(b))
	}
	if _, err := Run(c, Options{Passes: pass.Options{Verify: true}, More: []sim.Options{{Schedule: sim.ScheduleLate}}}); err != nil {
		t.Errorf("%s, %+v: %v", chip.Name, a, err)
	}
}

// nearBF16 compares bf16 of up to 1, which may differ by rounding.
func nearBF16(b *interp.Buffer, want, got []byte) error {
	at := func(b []byte, i int) float64 {
		return float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(b[i:])) << 16))
	}
	for i := 0; i < len(want); i += 2 {
		if w, g := at(want, i), at(got, i); !(math.Abs(w-g) <= 1.0/128*max(math.Abs(w), 1.0/64)) {
			return fmt.Errorf("%s[%d] is %g, want %g", b.Name, i/2, g, w)
		}
	}
	return nil
}

// TestGEMMRegisters: the largest tiles are multiplied without spills, by 4 waves with 512 registers
// each and by 8 with 256.
func TestGEMMRegisters(t *testing.T) {
	for _, waves := range []int{4, 8} {
		for _, size := range []int{16, 32} {
			_, k := built(t, &arch.GFX950, tile.Waves(waves), 0, func(k *tile.Kernel) {
				const n, depth, rows, step = 512, 1024, 256, 64
				k.Grid(n/rows, n/rows, 1)
				a, b, d := k.Tensor("a", ir.BF16, n, depth), k.Tensor("b", ir.BF16, n, depth), k.Tensor("d", ir.F32, n, n)
				row, col := k.WorkgroupID(1).Times(rows), k.WorkgroupID(0).Times(rows)
				mma := k.MMA(ir.BF16, ir.BF16, size, 2, waves/2)
				load := k.Spread(rows, step, 8)
				la := k.LDS(ir.BF16, rows, step, 2, tile.Stored(load), tile.Loaded(mma.A(rows, step)))
				lb := k.LDS(ir.BF16, rows, step, 2, tile.Stored(load), tile.Loaded(mma.B(rows, step)))
				sum := k.Run(tile.Pipeline{Steps: tile.I(depth / step), Buffers: 2,
					Load: func(i tile.Index) []*tile.Tile {
						return []*tile.Tile{k.Load(a, load, row, i.Times(step)), k.Load(b, load, col, i.Times(step))}
					},
					Put: func(buffer tile.Index, t []*tile.Tile) {
						la.Store(t[0], buffer, 0, 0)
						lb.Store(t[1], buffer, 0, 0)
					},
					Compute: func(s tile.Stage, c tile.Values) tile.Values {
						x, y := la.Load(mma.A(rows, step), s.Buffer, 0, 0), lb.Load(mma.B(rows, step), s.Buffer, 0, 0)
						return tile.Values{mma.Dot(x, y, c.Tile(0))}
					},
				}, tile.Values{mma.Zero(rows, rows)})
				k.Store(d, sum.Tile(0), row, col)
			})
			if k.Func.Spills != (mach.Spills{}) || loopMoves(k) > 0 {
				t.Errorf("%d waves, %d x %d: spills: %+v, %d moves in the loop", waves, size, size, k.Func.Spills, loopMoves(k))
			}
		}
	}
}
