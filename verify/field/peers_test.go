package field

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/sim"
	"heddle/timing/estimate"
	"heddle/timing/record"
	"heddle/verify"
)

var (
	peersOnly = flag.String("field.peers", "", "compare only products whose line begins with this, such as \"gfx950 bf16 nt 4096x\"; a regular expression")
	peersOurs = flag.Bool("field.ours", true, "time Heddle's kernels, too")
	peerTries = flag.Int("field.tries", 0, "time only so many kernels of each maker, those that are likely to be fastest, and what -field.times has; 0 is all that may be")
	detail    = flag.Bool("field.detail", false, "a line for each kernel of others, with its loop")
)

// peerShapes are M, N and K of products in published benchmarks (facts
// published_perf.csv, gemm_calibration.csv and silicon/mi350x_kernel_times.csv): squares,
// those whose tiles fill 304 compute units, layers of language models with many
// tokens, and with few. iree_objects.py reads them, too.
func peerShapes(t testing.TB) (list []gemmSize) {
	t.Helper()
	for _, row := range rowsOf(t, "peer_shapes.csv") {
		list = append(list, sizeOf(t, row))
	}
	return list
}

// peerKinds are what the shapes are compared in. All results are bf16.
var peerKinds = []struct{ chip, elem, layout string }{
	{"gfx950", "bf16", "nt"}, {"gfx950", "fp8", "nt"}, {"gfx950", "mxfp4", "nt"}, {"gfx942", "bf16", "nt"}, {"gfx942", "fp8", "nt"},
	{"gfx950", "bf16", "nn"}, {"gfx950", "fp8", "nn"}, {"gfx942", "bf16", "nn"}, {"gfx942", "fp8", "nn"},
}

// nnShapes is how many shapes, from the first on, are compared in layout nn.
const nnShapes = 9

// A matmul is one line of the comparison.
type matmul struct {
	chip, elem, layout string
	gemmSize
}

func (p *matmul) String() string {
	return fmt.Sprintf("%s %-5s %s %dx%dx%d", p.chip, p.elem, p.layout, p.m, p.n, p.k)
}

// name is the line with single spaces, as -field.peers matches it.
func (p *matmul) name() string { return strings.Join(strings.Fields(p.String()), " ") }

// kind is chip, type and layout.
func (p *matmul) kind() string { return strings.Join([]string{p.chip, p.elem, p.layout}, " ") }

// card is what the product would run on.
func (p *matmul) card() *arch.Product {
	chip, ok := arch.Lookup(p.chip)
	if !ok {
		panic("BUG: chip " + p.chip)
	}
	return arch.DefaultProduct(chip)
}

// bits is the size of an element of A and B.
func (p *matmul) bits() int {
	return map[string]int{"bf16": 16, "fp8": 8, "mxfp4": 4}[p.elem]
}

// matmuls are all lines of the comparison.
func matmuls(t testing.TB) (list []matmul) {
	t.Helper()
	all := peerShapes(t)
	for _, kind := range peerKinds {
		shapes := all
		if kind.layout == "nn" {
			shapes = shapes[:nnShapes]
		}
		for _, s := range shapes {
			list = append(list, matmul{kind.chip, kind.elem, kind.layout, s})
		}
	}
	return list
}

// A peer is a kernel that others offer for a product.
type peer struct {
	maker  string // "triton", "iree", "aiter", or "aiter-pre" if B is stored as the kernel reads it
	name   string
	file   string
	tile   [2]int
	split  int     // parts of K
	perCU  float64 // workgroups that a compute unit holds, about
	launch launch
}

// bound is a time in cycles that no kernel with these tiles beats in the model: its
// matrix instructions, or what it takes from the L1 at 64 bytes a cycle.
func (p *peer) bound(of *matmul) float64 {
	card := of.card()
	groups := float64(p.launch.grid[0] * p.launch.grid[1] * p.launch.grid[2])
	split := float64(p.split)
	each := math.Ceil(groups/float64(card.CUs)) * float64(of.k) / split
	matrix := each * 2 * float64(p.tile[0]*p.tile[1]) / estimate.FLOPs(card.Chip, float64(of.bits()))
	loads := groups / float64(card.CUs) * float64(of.k) / split * float64(min(p.tile[0], of.m)+p.tile[1]) * float64(of.bits()) / 8 / 64
	return max(matrix, loads)
}

// guess is about how many cycles the kernel takes: to time those first that may be fastest.
func (p *peer) guess(of *matmul) float64 {
	card := of.card()
	groups := float64(p.launch.grid[0] * p.launch.grid[1] * p.launch.grid[2])
	each := math.Ceil(groups / float64(card.CUs))
	together := min(each, p.perCU)
	step := 2 * float64(p.tile[0]*p.tile[1]) * 64 / estimate.FLOPs(card.Chip, float64(of.bits()))
	bytes := float64(p.tile[0]+p.tile[1]) * float64(of.bits()) / 8 * 64
	const latency, ends, matrix, l1 = 800, 5000, 0.6, 48 // cycles, cycles, share of the peak, bytes a cycle
	step = max(latency+2*step, together*step/matrix, together*bytes/l1)
	return math.Ceil(each/together) * (float64(of.k)/64/float64(p.split)*step + ends)
}

// best times the kernels of one maker and returns the fastest; nil if there is none.
// Those that cannot be faster are not timed.
func best(t *testing.T, of *matmul, peers []peer) (*peer, *modelled) {
	slices.SortStableFunc(peers, func(a, b peer) int { return cmp.Compare(a.guess(of), b.guess(of)) })
	var fastest *peer
	var least *modelled
	for i := range peers {
		p := &peers[i]
		if least != nil && p.bound(of) >= float64(least.whole(of.card())) {
			continue
		}
		if *peerTries > 0 && i >= *peerTries && !timeKept(p.file, of.card(), record.Warm, &p.launch) {
			continue
		}
		m, err := launchTime(p.file, of.card(), record.Warm, p.launch)
		if err == nil {
			err = writeLaunch(fmt.Sprint(of, " ", p.maker, " ", p.name), p.file, &p.launch)
		}
		if err != nil {
			t.Errorf("%v, %s %s: %v", of, p.maker, p.name, err)
			continue
		}
		if *detail {
			t.Logf("  %-32s %-9s %-44s %v", of, p.maker, p.name, m)
		}
		if least == nil || m.whole(of.card()) < least.whole(of.card()) {
			fastest, least = p, m
		}
	}
	return fastest, least
}

// String is the time, and where it goes.
func (m *modelled) String() string {
	text := fmt.Sprintf("%8d cycles, %4.1f %% MFMA", m.Cycles, 100*m.Busy)
	if m.LoopMFMA > 0 {
		text += fmt.Sprintf("; turn of %d MFMA of %d instructions: %d cycles, %.0f %%", m.LoopMFMA, m.LoopAll, m.Loop, 100*m.LoopBusy)
	}
	return text + fmt.Sprintf("; %d groups of %d waves, %d a CU, %d VGPRs, %d LDS", m.Groups, m.Waves, m.PerCU, m.VGPRs, m.LDS)
}

// ours times the kernel that Heddle chooses.
func ours(of *matmul, start record.Start, card *arch.Product) (*modelled, string, error) {
	layout, err := gemm.ParseLayout(of.layout)
	if err != nil {
		return nil, "", err
	}
	p := &gemm.Problem{Chip: card.Chip, M: int64(of.m), N: int64(of.n), K: int64(of.k), Layout: layout, Alpha: 1}
	if p.A, err = gemm.TypeByName(of.elem); err != nil {
		return nil, "", err
	}
	if p.Out, err = gemm.TypeByName("bf16"); err != nil {
		return nil, "", err
	}
	p.B = p.A
	if err := p.Normalize(); err != nil {
		return nil, "", err
	}
	plan, err := p.Plan(gemm.Choose(p))
	if err != nil {
		return nil, "", err
	}
	g, err := verify.CompileGEMM(p, plan, build.Options{})
	if err != nil {
		return nil, "", err
	}
	var sum *modelled
	step := 0
	_, err = g.Simulate(zeroInputs(p), verify.GEMMOptions{
		Sim: sim.Options{MaxInstructions: sim.DefaultMaxInstructions + 64*uint64(of.k)},
		Simulate: func(d *sim.Device, l sim.Launch) (*sim.Report, error) {
			if step++; step > 1 {
				start = record.Warm // with what the step before has written
			}
			m, err := timeOf(g.Built.Object, card, start, fmt.Sprintf("%v step %d of %v %v %d", of, step, l.Grid, l.Block, l.LDS), func() (*modelled, error) {
				return timed(d, l, g.Object, record.Options{Product: card, Start: start, Instructions: timedOf(false)})
			})
			if err != nil {
				return nil, err
			}
			sum = sum.then(m)
			return nil, nil
		},
	})
	return sum, plan.Config.String(), err
}

// then is the time of m and next one after the other.
func (m *modelled) then(next *modelled) *modelled {
	if m == nil {
		return next
	}
	longer, other := *m, next
	if next.Cycles > m.Cycles {
		longer, other = *next, m
	}
	longer.Cycles += other.Cycles
	longer.Base += other.Base
	return &longer
}

// zeroInputs are inputs of zeros: no time depends on them.
func zeroInputs(p *gemm.Problem) *gemm.Inputs {
	zero := func(uint64, []byte) {}
	in := &gemm.Inputs{A: zero, B: zero}
	if p.A.Scaled {
		in.ScaleA, in.ScaleB = zero, zero
	}
	return in
}

// makers are those whose kernels are compared with ours, in this order.
var makers = []string{"triton", "aiter", "aiter-pre", "iree"}

// TestPeers prints modelled cycles of Heddle's kernels beside those of Triton's tutorial,
// of AITER and of IREE, for the same products on the same cards, with warm caches, and
// holds them to what is asked (tally_test.go). The launches of a kernel after the first one
// count, and what leaves the L2s at the end (whole), for all alike.
func TestPeers(t *testing.T) {
	if *tritonDir == "" && *dir == "" && *ireeDir == "" {
		t.Skip("none of -field.triton, -field.dir and -field.iree is given: there are no code objects of others in this repository")
	}
	pattern, err := regexp.Compile("^(" + *peersOnly + ")")
	if err != nil {
		t.Fatal(err)
	}
	offers := openOffers(t)
	board, left := scoreboard{}, map[string]bool{}
	for _, p := range matmuls(t) {
		if !pattern.MatchString(p.name()) {
			left[p.kind()] = true
			continue
		}
		line, mine := fmt.Sprintf("%-34v", &p), (*modelled)(nil)
		if *peersOurs {
			m, tiles, err := ours(&p, record.Warm, p.card())
			if err != nil {
				t.Errorf("%v: %v", &p, err)
			} else {
				mine = m
				line += fmt.Sprintf(" ours %8d (%s)", m.whole(p.card()), tiles)
			}
		}
		of := offers.of(&p)
		for _, maker := range makers {
			who, m := best(t, &p, of[maker])
			if m == nil {
				continue
			}
			line += fmt.Sprintf(" | %s %8d (%s)", maker, m.whole(p.card()), who.name)
			if mine != nil {
				ratio := float64(mine.whole(p.card())) / float64(m.whole(p.card()))
				line += fmt.Sprintf(" %.3f", ratio)
				board.add(t, &p, maker, ratio)
			}
		}
		t.Log(line)
	}
	board.report(t, func(group string) bool { return !left[group[:strings.LastIndex(group, " ")]] })
}

// offers are the kernels of others that there are.
type offers struct {
	triton []*tritonKernel
	aiter  []*known
}

// openOffers finds them in the folders that the flags name.
func openOffers(t *testing.T) *offers {
	o := &offers{}
	if *tritonDir != "" {
		o.triton = tritonKernels(t, *tritonDir)
	}
	if *dir == "" {
		return o
	}
	listed := configurations(t, *dir)
	for _, path := range objects(t, *dir) {
		f, c := find(path)
		if f != nil && listed[path] && slices.Contains([]string{"bf16gemm", "blockscale", "f4gemm"}, f.name) {
			o.aiter = append(o.aiter, c)
		}
	}
	return o
}

// of are the kernels for a product, by maker.
func (o *offers) of(p *matmul) map[string][]peer {
	list := map[string][]peer{}
	for _, k := range o.triton {
		if k.takes(p.chip, p.elem, p.layout, p.gemmSize) {
			list["triton"] = append(list["triton"], peer{
				maker: "triton", name: strings.Trim(strings.ReplaceAll(fmt.Sprint(k.Tile), " ", "x"), "[]"), file: k.path + ".hsaco",
				tile: [2]int{k.Tile[0], k.Tile[1]}, split: 1, perCU: float64(min(4, p.card().Chip.LDSBytes/max(1, k.LDS))), launch: k.launch(p.gemmSize, p.elements(p.m, p.k), p.elements(p.n, p.k), p.result()),
			})
		}
	}
	if e := ireeOffer(p); e != nil {
		list["iree"] = []peer{*e}
	}
	if p.layout != "nt" {
		return list
	}
	for _, c := range o.aiter {
		for _, split := range splits(c, p) {
			e := c.offer(p, split)
			list[e.maker] = append(list[e.maker], e)
		}
	}
	return list
}

// elements is memory for a matrix of A or B.
func (p *matmul) elements(rows, cols int) *tensor { return &tensor{size: (rows*cols*p.bits() + 7) / 8} }

// result is memory for the result, with room for whole tiles.
func (p *matmul) result() *tensor { return &tensor{size: (p.m + 255) / 256 * 256 * p.n * 2} }

// offer is an object of AITER with its launch for a product in so many parts of K.
func (c *known) offer(p *matmul, split int) peer {
	s := p.gemmSize
	s.split = split
	e := peer{maker: "aiter", file: filepath.Join(*dir, c.path), tile: [2]int{c.num("tm"), c.num("tn")}, split: split, perCU: 1}
	e.name = fmt.Sprintf("%dx%d", e.tile[0], e.tile[1])
	if split > 1 {
		e.name += fmt.Sprintf(" split %d", split)
	}
	if c.preshuffled() {
		e.maker = "aiter-pre"
	}
	a, b, out := p.elements(p.m, p.k), p.elements(p.n, p.k), p.result()
	switch c.family {
	case "bf16gemm":
		e.launch = bf16gemmLaunch(c, s, out, a, b, nil, &tensor{size: 4096})
	case "blockscale":
		e.launch = blockscaleLaunch(c, s, out, a, b, &tensor{size: 4 * p.m * p.k / 128}, &tensor{size: 4 * p.n / 128 * p.k / 128}, &tensor{size: 4 * p.n})
	case "f4gemm":
		scales := func(rows int) *tensor { return &tensor{size: (rows + 255) / 256 * 256 * ((p.k/32 + 7) / 8 * 8)} }
		e.launch = f4gemmLaunch(c, s, out, a, b, scales(p.m), scales(p.n))
	}
	return e
}

// preshuffled reports whether an object of AITER wants B in the order in which it
// reads it.
func (c *known) preshuffled() bool {
	return !c.has("noBpre") && (c.has("shuffle") || c.has("BpreShuffle"))
}

// splits are the numbers of parts of K with which AITER's host code would launch an
// object for a product, none if it would not.
func splits(c *known, p *matmul) []int {
	tm, tn := c.num("tm"), c.num("tn")
	tiles := (p.m + tm - 1) / tm * ((p.n + tn - 1) / tn)
	type rule struct {
		family, elem string
		columns, k   int // N and K are multiples of
	}
	for _, r := range []rule{{"bf16gemm", "bf16", tn, 64}, {"blockscale", "fp8", 128, 128}, {"f4gemm", "mxfp4", tn, 256}} {
		if c.family != r.family || p.elem != r.elem || c.chip != p.chip || p.n%r.columns != 0 || p.k%r.k != 0 {
			continue
		}
		if c.family == "bf16gemm" && c.preshuffled() {
			return nil // others read B as it is: what the order brings is seen with fp8 and mxfp4
		}
		if c.family == "bf16gemm" && c.has("clean") {
			if tiles >= p.card().CUs || p.k < 2*64 {
				return nil // parts of K are for results too small to fill the card
			}
			return []int{max(2, min(p.card().CUs/tiles, 16, p.k/64))}
		}
		if c.family == "blockscale" && tiles < p.card().CUs {
			for split := min(16, p.card().CUs/tiles); split > 1; split-- {
				if part := (p.k/128 + split - 1) / split; (p.k/128+part-1)/part == split {
					return []int{1, split}
				}
			}
		}
		return []int{1}
	}
	return nil
}

// TestPeerShapes: there are thirty different products of each kind, of sizes that Triton's
// objects are for.
func TestPeerShapes(t *testing.T) {
	seen := map[gemmSize]bool{}
	for _, s := range peerShapes(t) {
		if seen[s] {
			t.Errorf("%v is there twice", s)
		}
		seen[s] = true
		if s.n%16 != 0 || s.k%16 != 0 {
			t.Errorf("%v: N and K have to be multiples of 16", s)
		}
	}
	if len(seen) != 30 {
		t.Errorf("%d shapes, 30 are wanted", len(seen))
	}
}

// TestBound: the bound of a tile is never above what the model says. 256x256x64 tiles of bf16
// at 4096³ on an MI355X take 256 groups of 131,072 cycles of matrix instructions.
func TestBound(t *testing.T) {
	of := matmul{"gfx950", "bf16", "nt", gemmSize{4096, 4096, 4096, 1}}
	large := peer{tile: [2]int{256, 256}, split: 1, launch: launch{grid: [3]uint32{256, 1, 1}}}
	if got := large.bound(&of); got != 131072 {
		t.Errorf("256x256: %v cycles, the matrix core takes 131072", got)
	}
	small := peer{tile: [2]int{32, 32}, split: 1, launch: launch{grid: [3]uint32{128 * 128, 1, 1}}}
	if got := small.bound(&of); got != 64*4096*64*2/64 {
		t.Errorf("32x32: %v cycles, the L1 takes %d", got, 64*4096*64*2/64)
	}
}

// TestWhole: of a kernel of two dispatches the second launch counts, and what leaves the L2s after each; the first
// launch does not.
func TestWhole(t *testing.T) {
	card := arch.DefaultProduct(&arch.GFX950)
	launch := card.Chip.Model.Launch.Base.Value * 1e-6
	first, second := &modelled{Cycles: 1000, Base: launch + 1e-6}, &modelled{Cycles: 200, Base: launch}
	if got, want := first.whole(card), int64(1000+card.BoostMHz); got != want {
		t.Errorf("one dispatch: %d cycles, want %d", got, want)
	}
	if got, want := first.then(second).whole(card), int64(1200+math.Round((1+card.Chip.Model.Launch.Base.Value)*float64(card.BoostMHz))); got != want {
		t.Errorf("two dispatches: %d cycles, want %d", got, want)
	}
}
