package tile_test

import (
	"bytes"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/mach/machtest"
	"heddle/tile"
)

// rotated is D = A·Bᵀ in bf16, in tiles of bm x bn x bk, as one pipeline. A step's phases go
// through parts of its k, and within these through parts of its rows.
type rotated struct {
	m, n, depth    int64
	bm, bn, bk     int
	wavesM, wavesN int
	kParts, mParts int
	ahead, early   int  // early: of B
	direct         bool // to LDS
	buffers        int  // of A
	open           bool // sizes are set at launch
	apart          bool // two groups of waves, a phase apart
	split          bool // parts of k are streams of their own
}

func (p rotated) kernel(k *tile.Kernel) {
	k.Grid(p.n/int64(p.bn), p.m/int64(p.bm), 1)
	size := func(n int64) int64 {
		if p.open {
			return tile.Dyn
		}
		return n
	}
	a, b := k.Tensor("a", ir.BF16, size(p.m), size(p.depth)), k.Tensor("b", ir.BF16, size(p.n), size(p.depth))
	steps := tile.I((p.depth + int64(p.bk) - 1) / int64(p.bk))
	if p.open {
		known := int64(8)
		if p.depth%int64(p.bk) == 0 {
			known = int64(p.bk)
		}
		a.MultipleOf(0, int64(p.bm)).MultipleOf(1, known).AtMost(1, 1<<20)
		b.MultipleOf(0, int64(p.bn)).MultipleOf(1, known).AtMost(1, 1<<20)
		steps = a.Dim(1).Plus(tile.I(int64(p.bk) - 1)).Div(int64(p.bk))
	}
	d := k.Tensor("d", ir.F32, p.m, p.n)
	row, col := k.WorkgroupID(1).Times(int64(p.bm)), k.WorkgroupID(0).Times(int64(p.bn))
	mma := k.MMA(ir.BF16, ir.BF16, 16, p.wavesM, p.wavesN)
	rows, cols := p.bm/p.mParts, p.bk/p.kParts // of a phase
	fa, fb := mma.A(rows, cols), mma.B(p.bn, cols)
	stored := func(l tile.Layout) tile.Use {
		if p.direct {
			return tile.Direct()
		}
		return tile.Stored(l)
	}
	// stream is how a factor's columns from one on come to LDS.
	stream := func(t *tile.Tensor, at tile.Index, f tile.Layout, height, from, width, buffers int) (tile.Stream, *tile.LDS) {
		l := k.Spread(height, width, 8)
		s := k.LDS(ir.BF16, height, width, buffers, stored(l), tile.Loaded(f))
		col := func(step tile.Index) tile.Index { return step.Times(int64(p.bk)).Plus(tile.I(int64(from))) }
		if p.direct {
			return tile.Stream{Buffers: buffers, Direct: func(step, buffer tile.Index) { s.Copy(t, buffer, at, col(step)) }}, s
		}
		return tile.Stream{
			Ahead: p.ahead, Buffers: buffers,
			Load: func(step tile.Index) []*tile.Tile { return []*tile.Tile{k.Load(t, l, at, col(step))} },
			Put:  func(buffer tile.Index, t []*tile.Tile) { s.Store(t[0], buffer, 0, 0) },
		}, s
	}
	// Each factor is one stream, or one for each part of k.
	var streams []tile.Stream
	split, width := 1, p.bk
	if p.split {
		split, width = p.kParts, cols
	}
	for part := range split {
		ofA, sa := stream(a, row, fa, p.bm, part*width, width, p.buffers)
		ofB, sb := stream(b, col, fb, p.bn, part*width, width, 2)
		ofA.Fetch = func(buffer tile.Index, phase int) []*tile.Tile {
			return []*tile.Tile{sa.Load(fa, buffer, phase%p.mParts*rows, phase/p.mParts*cols%width)}
		}
		ofB.Early = p.early
		ofB.Fetch = func(buffer tile.Index, phase int) []*tile.Tile {
			return []*tile.Tile{sb.Load(fb, buffer, 0, phase/p.mParts*cols%width)}
		}
		for phase := part * p.mParts * p.kParts / split; phase < (part+1)*p.mParts*p.kParts/split; phase++ {
			ofA.At = append(ofA.At, phase)
			if phase%p.mParts == 0 {
				ofB.At = append(ofB.At, phase)
			}
		}
		streams = append(streams, ofA, ofB)
	}
	var sums tile.Values
	for range p.mParts {
		sums = append(sums, mma.Zero(rows, p.bn))
	}
	pipe := tile.Pipeline{
		Steps: steps, Phases: p.kParts * p.mParts, Apart: p.apart,
		Streams: streams,
		Compute: func(s tile.Stage, c tile.Values) tile.Values {
			out := append(tile.Values{}, c...)
			part, from := s.Phase%p.mParts, s.Phase/p.mParts%split*2
			if p.apart {
				k.Fence()
				k.Priority(1)
			}
			out[part] = mma.Dot(s.Tiles[from][0], s.Tiles[from+1][0], c.Tile(part))
			if p.apart {
				k.Priority(0)
			}
			return out
		},
	}
	if p.apart {
		k.Stagger(2, func() { sums = k.Run(pipe, sums) })
	} else {
		sums = k.Run(pipe, sums)
	}
	for part := range p.mParts {
		k.Store(d, sums.Tile(part), row.Plus(tile.I(int64(part*rows))), col)
	}
}

// whole is a product of one workgroup, of a chip's largest tile.
func whole(chip *arch.Chip, steps int64, p rotated) rotated {
	p.bm, p.bn, p.bk = 256, 256, 64
	if chip.LDSBytes < 128<<10 {
		p.bk, p.kParts, p.mParts, p.early = 32, 1, 2, 0
	}
	p.m, p.n, p.depth, p.wavesM = 256, 256, steps*int64(p.bk), 2
	if p.ahead = 1; p.buffers == 0 {
		p.buffers = 2
	}
	return p
}

// TestRotatedProduct: loops of products that Run has made are as the fastest ones are written by
// hand (schedules.md §3): no wait for what has just been asked for, nothing spilled, and the rest
// between the matrix instructions.
func TestRotatedProduct(t *testing.T) {
	for _, c := range []struct {
		name string
		p    rotated
		// most instructions in a gap (one of memory, but for groups of waves a phase apart); least distances in matrix instructions, of reads of LDS to
		// their use and of loads to their wait; most barriers and waits for vmcnt(0) in two steps.
		gap, read, load, barriers, empty int
		others                           int // in two steps
	}{
		{"4 waves, through registers", rotated{wavesN: 2, kParts: 2, mParts: 1, early: 1}, 2, 16, 64, 2, 0, 158},
		{"4 waves, directly to LDS", rotated{wavesN: 2, kParts: 1, mParts: 2, direct: true}, 4, 48, 80, 4, 0, 140},
		{"8 waves, directly to LDS", rotated{wavesN: 4, kParts: 1, mParts: 2, direct: true}, 4, 24, 59, 4, 0, 92},
		{"8 waves, directly to LDS, parts of k", rotated{wavesN: 4, kParts: 2, mParts: 1, direct: true}, 3, 15, 55, 2, 2, 92},
		{"4 waves, halves of k", rotated{wavesN: 2, kParts: 2, mParts: 1, direct: true, split: true}, 4, 40, 128, 4, 0, 140},
		{"8 waves, halves of k", rotated{wavesN: 4, kParts: 2, mParts: 1, direct: true, split: true}, 4, 24, 80, 4, 0, 92},
		{"8 waves apart", rotated{wavesN: 4, kParts: 2, mParts: 2, direct: true, apart: true}, 20, 16, 32, 8, 2, 116},
		{"4 waves, sizes of the launch", rotated{wavesN: 2, kParts: 2, mParts: 1, early: 1, open: true}, 4, 16, 64, 2, 0, 185},
	} {
		p := whole(&arch.GFX950, 16, c.p)
		m := tile.NewModule(&arch.GFX950)
		m.Kernel("k", tile.Waves(p.wavesM*p.wavesN), p.kernel)
		module, err := m.IR()
		if err != nil {
			t.Fatal(err)
		}
		r, err := build.MLIR(module, build.Options{Chip: &arch.GFX950})
		if err != nil {
			t.Fatal(err)
		}
		l, spills := machtest.Steady(r.Kernels[0].Code), r.Kernels[0].Func.Spills
		t.Logf("%s: %v", c.name, l)
		load := max(l.LoadToUse, l.ToLDSToWait)
		if l.LargestGap > c.gap || l.MemoryInGap > 1 && !c.p.apart || l.ReadToUse < c.read || load < c.load || l.Barriers > c.barriers || l.EmptyWaits > c.empty || l.Others > c.others || spills.VGPRs+spills.ToAGPR > 0 {
			t.Errorf("%s: %v, %+v", c.name, l, spills)
		}
	}
}

// TestRotatedResults: these products are right, on both chips.
func TestRotatedResults(t *testing.T) {
	for _, c := range []struct {
		chip *arch.Chip
		p    rotated
		long bool
	}{
		{&arch.GFX942, rotated{wavesN: 2}, false},
		{&arch.GFX950, rotated{wavesN: 4, kParts: 2, mParts: 1, direct: true, split: true}, false},
		{&arch.GFX950, rotated{wavesN: 4, kParts: 2, mParts: 2, direct: true, apart: true}, true},
		{&arch.GFX950, rotated{wavesN: 2, kParts: 2, mParts: 1, early: 1}, true},
		{&arch.GFX950, rotated{wavesN: 2, kParts: 2, mParts: 1, early: 1, open: true}, true},
		{&arch.GFX942, rotated{wavesN: 4, open: true}, true},
	} {
		if !c.long || long.On() {
			whole(c.chip, 5, c.p).check(t, c.chip)
		}
	}
}

// check runs a product of small integers, which is exact.
func (p rotated) check(t *testing.T, chip *arch.Chip) {
	t.Helper()
	matrix := func(rows int64, mul int) (data []byte, x []float32) {
		for i := range int(rows * p.depth) {
			v := float32(i*mul>>4%7 - 3)
			data, x = append(data, encode(ir.BF16, float64(v))...), append(x, v)
		}
		return data, x
	}
	a, x := matrix(p.m, 37)
	b, y := matrix(p.n, 101)
	var args []interp.Arg
	for i, data := range [][]byte{a, b} {
		if rows := [...]int64{p.m, p.n}[i]; p.open {
			args = append(args, buffer("x", data), buffer("x", data), number(0), number(rows), number(p.depth), number(p.depth), number(1))
			continue
		}
		args = append(args, buffer("x", data))
	}
	args = append(args, buffer("d", make([]byte, p.m*p.n*4)))
	got := (rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(p.wavesM * p.wavesN)}).run(t, p.kernel, args...)
	var want []byte
	for row := range p.m {
		for col := range p.n {
			sum := float32(0)
			for i := range p.depth {
				sum += x[row*p.depth+i] * y[col*p.depth+i]
			}
			want = append(want, encode(ir.F32, float64(sum))...)
		}
	}
	if !bytes.Equal(got[len(got)-1], want) {
		t.Errorf("%s: %+v: wrong", chip.Name, p)
	}
}
