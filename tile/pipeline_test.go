package tile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/tile"
)

// input is a stream of a test's pipeline: how it is moved, and what is fetched when.
type input struct {
	buffers, ahead, early, lead int
	kind                        int // 0 through registers and LDS, 1 directly to LDS, 2 in registers
	at                          []int
	sooner                      int
	inside                      bool // Compute reads LDS itself
}

func (in input) String() string {
	return fmt.Sprintf("%s, %d buffers, %d ahead, %d early, lead %d, at %v, %d sooner", [...]string{"put", "direct", "kept"}[in.kind], in.buffers, in.ahead, in.early, in.lead, in.at, in.sooner)
}

// has reports whether the input's tiles of a step are there in a phase.
func (in input) has(phase, phases int) bool {
	if len(in.at) == 0 {
		return true
	}
	return phase >= in.at[0] && (in.sooner == 0 || phase < phases+in.at[0]-in.sooner)
}

// streamed is a pipeline whose result depends on each tile and on their order: for each phase and
// each stream s, sum = sum·3 + tile·(s+1) + step.
type streamed struct {
	chip   *arch.Chip
	parts  []int64 // steps
	open   bool    // their numbers are arguments
	phases int
	apart  bool
	inputs []input
	any    bool
	// staggered: the waves are two groups.
	staggered bool
	twice     bool // the pipeline runs twice over the same LDS
	// cut: the pipeline begins with step first, and has so many fewer in its first part (Pipeline.First, Fewer): arguments.
	cut          bool
	first, fewer int64
}

// Limits of first and fewer: cutTurn is a multiple of the steps that any loop here is unrolled by.
const cutTurn, mostCut = 12, 24

const streamRows, streamCols = 4, 64

// kernel writes the kernel; the arguments are x, the numbers of steps, and out.
func (p streamed) kernel(k *tile.Kernel) {
	x := k.Tensor("x", ir.I32, int64(streamRows*len(p.inputs)), int64(p.width()))
	var parts []tile.Index
	for _, n := range p.parts {
		if p.open {
			parts = append(parts, k.Size())
		} else {
			parts = append(parts, tile.I(n))
		}
	}
	var first, fewer tile.Index
	if p.cut {
		first, fewer = k.Size().Below(mostCut+1), k.Size().Below(mostCut+1).MultipleOf(cutTurn)
	}
	out := k.Tensor("out", ir.I32, streamRows, streamCols)
	load, use := k.Spread(streamRows, streamCols, 2), k.SpreadDown(streamRows, streamCols, 1)
	pipe := tile.Pipeline{Phases: p.phases, Apart: p.apart, First: first, Fewer: fewer}
	var staging []*tile.LDS
	for i, in := range p.inputs {
		var s *tile.LDS
		if in.kind != 2 {
			s = k.LDS(ir.I32, streamRows, streamCols, in.buffers)
		}
		staging = append(staging, s)
		row := tile.I(int64(i * streamRows))
		stream := tile.Stream{Buffers: in.buffers, Ahead: in.ahead, Early: in.early, Lead: in.lead, At: in.at, Sooner: in.sooner}
		from := func(l tile.Layout, step tile.Index) []*tile.Tile {
			return []*tile.Tile{k.Load(x, l, row, step.Times(streamCols))}
		}
		switch in.kind {
		case 0:
			stream.Load = func(step tile.Index) []*tile.Tile { return from(load, step) }
			stream.Put = func(buffer tile.Index, t []*tile.Tile) { s.Store(t[0], buffer, 0, 0) }
		case 1:
			stream.Direct = func(step, buffer tile.Index) { s.LoadRows(x, buffer, row, step.Times(streamCols)) }
		case 2:
			stream.Load = func(step tile.Index) []*tile.Tile { return from(use, step) }
		}
		if in.kind != 2 && !in.inside {
			stream.Fetch = func(buffer tile.Index, phase int) []*tile.Tile { return []*tile.Tile{s.Load(use, buffer, 0, 0)} }
		}
		pipe.Streams = append(pipe.Streams, stream)
	}
	compute := func(bias float64) func(s tile.Stage, c tile.Values) tile.Values {
		return func(s tile.Stage, c tile.Values) tile.Values {
			sum := c.Tile(0)
			for i, in := range p.inputs {
				tiles := s.Tiles[i]
				if in.inside {
					tiles = []*tile.Tile{staging[i].Load(use, s.Buffers[i], 0, 0)}
				}
				if !in.has(s.Phase, max(p.phases, 1)) {
					continue
				}
				sum = k.Add(k.Scale(sum, 3), k.Scale(tiles[0], float64(i+1)))
				sum = k.Add(sum, k.Add(k.Repeat(use, s.Step), k.Like(sum, bias)))
			}
			return tile.Values{sum}
		}
	}
	pipe.Steps, pipe.Compute = parts[0], compute(0)
	for i, n := range parts[1:] {
		pipe.Then = append(pipe.Then, tile.Part{Steps: n, Compute: compute(float64(7 * (i + 1)))})
	}
	var sum tile.Values
	run := func() {
		sum = k.Run(pipe, tile.Values{k.Fill(use, ir.I32, 1)})
		if p.twice {
			sum = k.Run(pipe, sum)
		}
	}
	if p.staggered {
		k.Stagger(2, run)
	} else {
		run()
	}
	k.Store(out, sum.Tile(0), tile.I(0), tile.I(0))
}

// width is the number of columns of x.
func (p streamed) width() int {
	steps := int64(0)
	for _, n := range p.parts {
		steps += n
	}
	return int(max(steps, 1)) * streamCols
}

// want computes what the kernel should.
func (p streamed) want(x []uint32, width int) []byte {
	var out []byte
	for row := range streamRows {
		for col := range streamCols {
			sum, step := uint32(1), 0
			for range map[bool]int{false: 1, true: 2}[p.twice] {
				step = int(p.first)
				for part, n := range p.parts {
					if part == 0 {
						n -= p.fewer
					}
					for range n {
						for phase := range max(p.phases, 1) {
							for i, in := range p.inputs {
								if !in.has(phase, max(p.phases, 1)) {
									continue
								}
								sum = sum*3 + uint32(i+1)*x[(i*streamRows+row)*width+step*streamCols+col] + uint32(step) + uint32(7*part)
							}
						}
						step++
					}
				}
			}
			out = binary.LittleEndian.AppendUint32(out, sum)
		}
	}
	return out
}

// check runs the kernel with all checks, unless it is refused for a want of buffers, which only
// those of any kind may be.
func (p streamed) check(t *testing.T) bool {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	m := tile.NewModule(p.chip)
	m.Kernel("k", 2, p.kernel)
	if _, err := m.IR(); err != nil {
		if tooFew := strings.Contains(err.Error(), "more buffers") || strings.Contains(err.Error(), "more than") || strings.Contains(err.Error(), "fewer, a multiple"); !tooFew || !p.any {
			t.Fatalf("%+v: %v", p, err)
		}
		return false
	}
	width := p.width()
	var x []uint32
	var data []byte
	for range streamRows * len(p.inputs) * width {
		v := r.Uint32()
		x, data = append(x, v), binary.LittleEndian.AppendUint32(data, v)
	}
	args := []interp.Arg{buffer("x", data)}
	if p.open {
		for _, n := range p.parts {
			args = append(args, number(n))
		}
	}
	if p.cut {
		args = append(args, number(p.first), number(p.fewer))
	}
	args = append(args, buffer("out", make([]byte, 4*streamRows*streamCols)))
	got := (rig{chip: p.chip, grid: [3]uint32{1, 1, 1}, waves: 2}).run(t, p.kernel, args...)
	if !bytes.Equal(got[len(got)-1], p.want(x, width)) {
		t.Errorf("%s, steps %d (open %v) from %d with %d fewer, %d phases, apart %v, %v: wrong", p.chip.Name, p.parts, p.open, p.first, p.fewer, p.phases, p.apart, p.inputs)
	}
	return true
}

// TestStreams: pipelines of streams of all kinds, in all forms.
func TestStreams(t *testing.T) {
	put, direct, kept := input{buffers: 2}, input{buffers: 2, kind: 1}, input{buffers: 2, kind: 2}
	chosen := [][]input{
		{put}, {direct}, {kept}, {put, direct, kept},
		{{buffers: 1}, {buffers: 3, ahead: 2}},
		{{buffers: 3, early: 1}, {buffers: 2, kind: 2, ahead: 2}},
		{{buffers: 2, inside: true}, {buffers: 3, kind: 1}},
		{{buffers: 3, kind: 1, ahead: 1, inside: true}},
		{{buffers: 2, kind: 1, at: []int{0}}, {buffers: 2, kind: 1}},
		{{buffers: 1, lead: 1}, {buffers: 2, lead: 1}}, {{buffers: 1, lead: 2}, {buffers: 1, lead: 1}},
		{{buffers: 2, kind: 1, lead: 1}, {buffers: 2, kind: 1}},
	}
	n := 0
	for _, inputs := range chosen {
		for _, phases := range []int{1, 2, 4} {
			for _, parts := range [][]int64{{0}, {1}, {2}, {5}, {7}, {3, 0, 4}, {0, 2}} {
				for _, open := range []bool{false, true} {
					n++
					if n%long.Count(10, 5) != 0 {
						continue
					}
					p := streamed{chip: arch.Chips[(n/5+n/10)%2], parts: parts, open: open, phases: phases, inputs: inputs, twice: n%3 == 0}
					p.check(t)
				}
			}
		}
	}
}

// TestSoonerStreams: tiles that are read phases before the one that they are for, of the step before it or its own.
func TestSoonerStreams(t *testing.T) {
	for _, inputs := range [][]input{
		{{buffers: 2, kind: 1, at: []int{0}, sooner: 1}, {buffers: 2, kind: 1, at: []int{0}}},
		{{buffers: 2, at: []int{1}, sooner: 2}},
		{{buffers: 3, kind: 1, at: []int{3}, sooner: 3}, {buffers: 3, at: []int{2}, sooner: 1}},
	} {
		for i, parts := range [][]int64{{1}, {2}, {5}, {3, 0, 4}} {
			p := streamed{chip: arch.Chips[i%2], parts: parts, open: i/2 == 1, phases: 4, inputs: inputs}
			p.check(t)
		}
	}
}

// TestCutStreams: pipelines of which workgroups have parts of different lengths, which begin anywhere.
func TestCutStreams(t *testing.T) {
	put, direct, kept := input{buffers: 2}, input{buffers: 2, kind: 1}, input{buffers: 2, kind: 2}
	n := 0
	for _, inputs := range [][]input{
		{put}, {direct, direct}, {kept}, {put, direct, kept}, {{buffers: 3, kind: 1, ahead: 1, inside: true}, direct},
		{{buffers: 2, kind: 1, at: []int{0}}, {buffers: 3, kind: 1, lead: 1}},
	} {
		for _, phases := range []int{1, 2} {
			for _, parts := range [][]int64{{60}, {61}, {62, 1}, {60, 14}} {
				for _, cut := range [][2]int64{{0, 0}, {0, 24}, {24, 24}, {5, 12}} {
					if n++; n%long.Count(11, 2) == 0 {
						p := streamed{chip: arch.Chips[n/2%2], parts: parts, phases: phases, inputs: inputs, twice: n%3 == 0, cut: true, first: cut[0], fewer: cut[1], any: true}
						if !p.check(t) {
							t.Errorf("%+v is refused", p)
						}
					}
				}
			}
		}
	}
}

// TestRandomStreams: pipelines that nobody has thought of.
func TestRandomStreams(t *testing.T) {
	seed, count := uint64(7), 25
	if long.On() {
		seed, count = long.Seed(), 1000
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	run := 0
	for range count {
		p := streamed{chip: arch.Chips[r.IntN(2)], open: r.IntN(2) == 0, phases: 1 + r.IntN(4), apart: r.IntN(3) == 0, twice: r.IntN(3) == 0, any: true}
		for range 1 + r.IntN(3)/2 {
			p.parts = append(p.parts, int64(r.IntN(8)))
		}
		if r.IntN(5) == 0 {
			p.cut, p.open, p.fewer = true, false, cutTurn*r.Int64N(mostCut/cutTurn+1)
			p.first = r.Int64N(p.fewer + 1)
			p.parts[0] += 60
		}
		for range 1 + r.IntN(3) {
			in := input{buffers: 1 + r.IntN(4), ahead: r.IntN(3), kind: r.IntN(3), inside: r.IntN(3) == 0}
			if in.kind == 0 {
				in.early = r.IntN(2) * r.IntN(3)
				if r.IntN(3) == 0 && in.early < p.phases {
					in.lead, in.ahead = in.early+1+r.IntN(2*p.phases-in.early), 0
				}
			}
			for phase := range p.phases {
				if in.kind != 2 && !in.inside && r.IntN(2) == 0 {
					in.at = append(in.at, phase)
				}
			}
			if len(in.at) == 1 {
				in.sooner = r.IntN(2) * r.IntN(p.phases)
			}
			in.inside = in.inside && in.kind != 2
			p.inputs = append(p.inputs, in)
		}
		if p.check(t) {
			run++
		}
		if t.Failed() {
			t.Fatalf("%+v", p)
		}
	}
	if run < count/4 {
		t.Errorf("%d of %d run", run, count)
	}
}
