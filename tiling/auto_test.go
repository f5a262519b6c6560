package tiling

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"heddle/arch"
)

// on is an NT product of rows without gaps on a card, with results of 16 bits.
func on(t testing.TB, card string, m, n, k int64, typ Type) *Product {
	t.Helper()
	c, err := arch.ProductNamed(card)
	if err != nil {
		t.Fatal(err)
	}
	x, err := NewProduct(c, nt(m, n, k, typ))
	if err != nil {
		t.Fatal(err)
	}
	x.OutBits = 16
	return x
}

func pick(t testing.TB, x *Product, o PickOptions) *Choice {
	t.Helper()
	c, err := Pick(x, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// cycles is the estimate of the best tile.
func cycles(t testing.TB, x *Product) float64 { return pick(t, x, PickOptions{}).Best().Cycles }

// TestMeasuredEfficiency: the loop's share of the matrix cores' rate, measured on silicon with eight tiles of
// f16 (facts performance.md §1.6), comes out of the plain estimate within 5 points.
func TestMeasuredEfficiency(t *testing.T) {
	x := on(t, "MI355X", 16384, 16384, 16384, f16)
	for _, row := range []struct {
		bm, bn   int
		measured float64
	}{{256, 256, 96}, {256, 128, 83}, {128, 256, 84}, {128, 128, 69}, {256, 64, 55}, {64, 256, 57}, {128, 64, 47}, {64, 128, 47}} {
		tile := Tile{BM: row.bm, BN: row.bn, BK: 64, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 3, Direct: true, SplitK: 1}
		if row.bm*row.bn == 256*256 {
			tile.Stages = 2 // 128 KiB of 160
		}
		c, err := x.Candidate(tile)
		if err != nil {
			t.Fatal(err)
		}
		c.Occupancy = 1
		if got := 100 * x.Efficiency(c); math.Abs(got-row.measured) > 5 {
			t.Errorf("%dx%d: %.1f %%, measured %.0f %%", row.bm, row.bn, got, row.measured)
		}
	}
}

// TestPickLimits: of random products, no candidate breaks a limit of the chip, by other formulas than the
// code's; the ranking is in order, and the same again.
func TestPickLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 18))
	types := []Type{f16, bf16, f32, f8, i8, {"f64", 64}}
	for range 12 {
		size := func() int64 { return 1 + r.Int64N(1<<(1+r.IntN(14))) }
		typ := types[r.IntN(len(types))]
		p := nt(size(), size(), size(), typ)
		p.TransA, p.TransB = r.IntN(2) == 0, r.IntN(2) == 0
		if typ.Bits == 64 {
			p.Acc = typ
		}
		x, err := NewProduct(arch.Products[r.IntN(len(arch.Products))], p)
		if err != nil {
			t.Fatal(err)
		}
		c := pick(t, x, PickOptions{})
		chip := x.Chip
		for i, y := range c.Ranking {
			lds := (y.BM + y.BN) * y.BK * typ.Bits / 8 * y.Stages
			if y.WavesK > 1 { // the waves' sums
				lds = y.WavesK * y.BM * y.BN * p.Acc.Bits / 8
			}
			perSIMD := (y.Waves() + 3) / 4
			switch {
			case y.Cycles <= 0 || math.IsNaN(y.Cycles) || math.IsInf(y.Cycles, 0):
				t.Fatalf("%s: %s: %v cycles", p, y.Tile, y.Cycles)
			case i > 0 && y.Cycles < c.Ranking[i-1].Cycles:
				t.Fatalf("%s: place %d is faster than the one before", p, i)
			case lds != y.LDSBytes || lds*y.Occupancy > chip.LDSBytes:
				t.Fatalf("%s: %s: %d bytes of LDS, %d workgroups", p, y.Tile, y.LDSBytes, y.Occupancy)
			case y.Accumulators*64*y.Waves()/max(1, y.WavesK)*32 != y.BM*y.BN*p.Acc.Bits || y.Accumulators > 256:
				t.Fatalf("%s: %s: %d accumulators", p, y.Tile, y.Accumulators)
			case y.Registers <= y.Accumulators || y.Registers*perSIMD > 512 || y.Registers-y.Accumulators > 256:
				t.Fatalf("%s: %s: %d registers", p, y.Tile, y.Registers)
			case y.Occupancy < 1 || (y.Occupancy*y.Waves()+3)/4 > 8:
				t.Fatalf("%s: %s: %d workgroups of a compute unit", p, y.Tile, y.Occupancy)
			case y.Direct && (x.AlignA < 4 || x.AlignB < 4):
				t.Fatalf("%s: %s: direct loads of rows aligned to %d and %d", p, y.Tile, x.AlignA, x.AlignB)
			case y.Direct && (p.TransA || !p.TransB) && (chip == &arch.GFX942 || typ.Bits > 16):
				t.Fatalf("%s: %s: direct loads of a factor that no LDS read transposes", p, y.Tile)
			case y.BM > 16 && int64(y.BM) >= 2*p.innermost(M) || y.BN > 16 && int64(y.BN) >= 2*p.innermost(N):
				t.Fatalf("%s: %s: half empty", p, y.Tile)
			}
		}
		if again := pick(t, x, PickOptions{}); !reflect.DeepEqual(c, again) {
			t.Errorf("%s: two choices differ", p)
		}
	}
}

// TestUnalignedK: the step along K does not depend on K's divisors. What a K that nothing divides costs are
// second cache lines, which the rows reach into, and for small tiles the loop through registers, which is
// slower than that of direct loads.
func TestUnalignedK(t *testing.T) {
	for _, card := range []string{"MI300X", "MI355X"} {
		for _, s := range []struct {
			n, k int64
			most float64
		}{{4096, 512, 1.2}, {4096, 4096, 1.2}, {1024, 512, 1.4}, {8192, 1024, 1.25}} {
			even, odd := cycles(t, on(t, card, s.n, s.n, s.k, bf16)), cycles(t, on(t, card, s.n, s.n, s.k+1, bf16))
			if ratio := odd / even * float64(s.k) / float64(s.k+1); ratio > s.most {
				t.Errorf("%s, %d x %d: K %d takes %.3f of K %d for each operation", card, s.n, s.n, s.k+1, ratio, s.k)
			}
		}
	}
	// IREE's steps of 16 elements for such a K, by the same estimate.
	x := on(t, "MI355X", 4096, 4096, 513, bf16)
	r := choose(t, IREE, "mi355x", nt(4096, 4096, 513, bf16), Options{Direct: true})
	tile, _, err := r.Tile()
	if err != nil {
		t.Fatal(err)
	}
	if tile.BK > 32 {
		t.Errorf("iree has steps of %d for K 513", tile.BK)
	}
	tile, _ = x.Fit(tile)
	c, err := x.Candidate(tile)
	if err != nil {
		t.Fatal(err)
	}
	if best := cycles(t, x); x.Plain()(c) < 1.3*best {
		t.Errorf("iree's tile for K 513, %s, takes %.0f cycles, ours %.0f", tile, x.Plain()(c), best)
	}
}

// TestContinuous: from one size to the next the time rises a little, or by a round of workgroups: there are
// no size classes. Where IREE changes class (2345 on this card for bf16), nothing happens.
func TestContinuous(t *testing.T) {
	for _, sweep := range []struct {
		card           string
		from, to, step int64
	}{{"MI355X", 2260, 2430, 17}, {"MI355X", 512, 3000, 128}, {"MI300X", 1780, 1920, 20}, {"MI300X", 8080, 8256, 32}} {
		before, rounds := 0.0, 0.0
		for n := sweep.from; n <= sweep.to; n += sweep.step {
			x := on(t, sweep.card, n, n, n, bf16)
			x.AlignA, x.AlignB = 16, 16 // rows are aligned alike
			best := pick(t, x, PickOptions{}).Best()
			if before > 0 {
				grown := math.Pow(float64(n)/float64(n-sweep.step), 3)
				if ratio := best.Cycles / before; ratio > grown*(1+1/rounds)*1.06 || ratio < 0.97 {
					t.Errorf("%s: from %d to %d the time changes by a factor of %.3f, with %.0f rounds (%s)", sweep.card, n-sweep.step, n, ratio, rounds, best.Tile)
				}
			}
			before, rounds = best.Cycles, math.Ceil(float64(best.Workgroups)/float64(x.Card.CUs))
		}
	}
}

// TestBytes: intensity is in bytes. Products limited by memory take time by their bytes, where IREE sees the
// same problem: elements.
func TestBytes(t *testing.T) {
	launch := on(t, "MI355X", 1, 1, 1, bf16).machine().launch
	last := 0.0
	for _, typ := range []Type{f8, bf16, f32} {
		x := on(t, "MI355X", 16, 16384, 16384, typ)
		now := cycles(t, x) - launch
		if last > 0 && (now < 1.7*last || now > 2.3*last) {
			t.Errorf("%s takes %.2f of the type with half of its bits", typ.Name, now/last)
		}
		last = now
		var text []string
		for _, s := range pick(t, x, PickOptions{}).Trace {
			text = append(text, s.String())
		}
		if all := strings.Join(text, "\n"); !strings.Contains(all, "operations a byte") || !strings.Contains(all, "limited by = memory") {
			t.Errorf("%s: the trace does not say that memory is the limit:\n%s", typ.Name, all)
		}
	}
}

// TestPickOptions: an estimate that is handed in decides; Can, NoDirect and SplitK exclude.
func TestPickOptions(t *testing.T) {
	x := on(t, "MI355X", 4096, 4096, 4096, bf16)
	c := pick(t, x, PickOptions{Estimate: func(c Candidate) float64 { return float64(c.BM*1000 + c.BN) }})
	if b := c.Best(); b.BM != 16 || b.BN != 16 || b.Cycles != 16016 {
		t.Errorf("the smallest tile is to win, %s with %v did", b.Tile, b.Cycles)
	}
	c = pick(t, x, PickOptions{SplitK: 4, NoDirect: true, Can: func(t Tile) bool { return t.BK == 64 && t.Stages == 2 }})
	for _, y := range c.Ranking {
		if y.SplitK != 4 || y.Direct || y.BK != 64 || y.Stages != 2 {
			t.Fatalf("%s is not what is allowed", y.Tile)
		}
	}
	_, err := Pick(x, PickOptions{Can: func(Tile) bool { return false }})
	if err == nil || !strings.Contains(err.Error(), "what the caller allows") {
		t.Errorf("nothing is allowed: %v", err)
	}
	sum := 0
	for _, l := range c.Limits {
		sum += l.Excluded
	}
	if tried := len(tileSizes) * len(tileSizes) * len(waveSizes) * 2 * len(rowBytes) * len(stageList); sum+len(c.Ranking) > tried || sum == 0 {
		t.Errorf("%d excluded and %d possible of at most %d", sum, len(c.Ranking), tried)
	}
}

// TestPlain: what makes a kernel's parts slower makes it slower.
func TestPlain(t *testing.T) {
	base := Tile{BM: 256, BN: 256, BK: 64, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 2, Direct: true, SplitK: 1}
	time := func(tile Tile, change func(*Product)) float64 {
		x := on(t, "MI355X", 4096, 4096, 4096, bf16)
		if change != nil {
			change(x)
		}
		c, err := x.Candidate(tile)
		if err != nil {
			t.Fatal(err)
		}
		return x.Plain()(c)
	}
	with := func(change func(*Tile)) Tile {
		tile := base
		change(&tile)
		return tile
	}
	card := *arch.DefaultProduct(&arch.GFX950)
	card.CUs = 128
	slow := *card.Chip
	slow.Model.Clock.LoadLatency.Value *= 3
	for _, x := range []struct {
		what   string
		slower float64
		faster float64
	}{
		{"half the compute units", time(base, func(x *Product) { x.Card = &card }), time(base, nil)},
		{"latency", time(base, func(x *Product) { x.Chip = &slow }), time(base, nil)},
		{"rows aligned to 2 bytes", time(with(func(t *Tile) { t.Direct = false; t.Stages = 2 }), func(x *Product) { x.AlignA, x.AlignB = 2, 2 }), time(with(func(t *Tile) { t.Direct = false }), nil)},
		{"stores to LDS", time(with(func(t *Tile) { t.Direct = false }), nil), time(base, nil)},
		{"one buffer", time(with(func(t *Tile) { t.Stages = 1 }), nil), time(base, nil)},
		{"half lines", time(with(func(t *Tile) { t.BK = 32 }), nil), time(base, nil)},
		{"K in two parts", time(with(func(t *Tile) { t.SplitK = 2 }), nil), time(base, nil)},
		{"one wave", time(Tile{BM: 64, BN: 64, BK: 64, WavesM: 1, WavesN: 1, Matrix: 16, Stages: 4, Direct: true, SplitK: 1}, nil), time(Tile{BM: 64, BN: 64, BK: 64, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 4, Direct: true, SplitK: 1}, nil)},
		{"a small tile", time(Tile{BM: 64, BN: 64, BK: 64, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 4, Direct: true, SplitK: 1}, nil), time(base, nil)},
		{"LDS reads of many waves", time(Tile{BM: 128, BN: 128, BK: 64, WavesM: 4, WavesN: 1, Matrix: 16, Stages: 2, Direct: true, SplitK: 1}, nil), time(Tile{BM: 128, BN: 128, BK: 64, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 2, Direct: true, SplitK: 1}, nil)},
	} {
		if !(x.slower > x.faster) {
			t.Errorf("%s: %.0f cycles, without it %.0f", x.what, x.slower, x.faster)
		}
	}
	if _, err := on(t, "MI355X", 64, 64, 64, bf16).Candidate(Tile{}); err == nil {
		t.Error("a tile without sizes is one")
	}
}

// TestTile: choices as our GEMM has them.
func TestTile(t *testing.T) {
	r := &Result{Intrinsic: &Intrinsic{M: 8, N: 16}, Problem: nt(1, 1, 1, f16), TileM: 8, TileN: 96, TileK: 48, SubgroupsM: 1, SubgroupsN: 3, Stages: 3, Direct: Direct{Used: true}}
	tile, changed, err := r.Tile()
	if want := (Tile{BM: 16, BN: 128, BK: 64, WavesM: 1, WavesN: 2, Matrix: 16, Stages: 3, Direct: true, SplitK: 1}); tile != want || changed == "" || err != nil {
		t.Errorf("%s, %q, %v; want %s", tile, changed, err, want)
	}
	r.Direct.Used = false
	if tile, _, _ := r.Tile(); tile.Stages != 2 {
		t.Errorf("through registers with %d stages, want 2", tile.Stages)
	}
	if _, _, err := (&Result{NoMatrix: "why"}).Tile(); err == nil || !strings.Contains(err.Error(), "why") {
		t.Errorf("without a matrix instruction: %v", err)
	}
	exact := choose(t, IREE, "mi355x", nt(4096, 4096, 4096, bf16), Options{Direct: true})
	if tile, changed, _ := exact.Tile(); tile != (Tile{BM: 128, BN: 256, BK: 32, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 2, Direct: true, SplitK: 1}) || changed != "" {
		t.Errorf("%s, %q", tile, changed)
	}
	x := on(t, "MI300X", 4096, 4096, 4096, bf16)
	fits, changed := x.Fit(Tile{BM: 64, BN: 128, BK: 4, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 2, Direct: false, SplitK: 1})
	if fits.BK != 32 || changed == "" {
		t.Errorf("steps of 4 become %d, %q", fits.BK, changed)
	}
	if fits, changed = x.Fit(Tile{BM: 128, BN: 256, BK: 64, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 3, Direct: true, SplitK: 1}); fits.Stages != 1 || changed == "" {
		t.Errorf("stages of 48 KiB: %d, %q", fits.Stages, changed)
	}
	if fits, changed = x.Fit(Tile{BM: 64, BN: 128, BK: 64, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 2, Direct: true, SplitK: 1}); changed != "" {
		t.Errorf("what fits becomes %s, %q", fits, changed)
	}
}

// TestAlignment: of rows of elements.
func TestAlignment(t *testing.T) {
	for _, x := range []struct {
		elements   int64
		bits, want int
	}{{513, 16, 2}, {514, 16, 4}, {516, 16, 8}, {520, 16, 16}, {528, 16, 32}, {1, 8, 1}, {3, 4, 1}, {4096, 4, 128}, {32, 6, 8}, {1 << 62, 64, 1}} {
		if got := Alignment(x.elements, x.bits); got != x.want && x.elements < 1<<60 {
			t.Errorf("%d elements of %d bits: %d, want %d", x.elements, x.bits, got, x.want)
		}
	}
}

// TestNewProduct: what Auto cannot do is refused.
func TestNewProduct(t *testing.T) {
	card := arch.Products[0]
	several := &Problem{Dims: []Dim{{Batch, 3}, {M, 4}, {M, 8}, {N, 16}, {K, 2}, {K, 32}}, A: f16, B: f16, Acc: f32, TransB: true}
	x, err := NewProduct(card, several)
	if err != nil || x.M != 32 || x.N != 16 || x.K != 64 || x.Batch != 3 {
		t.Errorf("%+v, %v", x, err)
	}
	several.Dims[1].Size = Dynamic
	if _, err := NewProduct(card, several); err == nil {
		t.Error("a size that is not known is accepted")
	}
	if _, err := NewProduct(card, &Problem{}); err == nil {
		t.Error("no problem is accepted")
	}
	if _, err := Pick(&Product{Card: card, Chip: card.Chip}, PickOptions{}); err == nil {
		t.Error("no sizes are accepted")
	}
}

// TestPickAnything: the search ends with finite times for the smallest and the largest sizes.
func TestPickAnything(t *testing.T) {
	for _, card := range arch.Products {
		for _, s := range [][3]int64{{1, 1, 1}, {1 << 31, 1, 1}, {1, 1 << 31, 1 << 31}, {1 << 31, 1 << 31, 1 << 31}, {1 << 62, 1 << 62, 1 << 62}, {3, 5, 7}} {
			best := pick(t, on(t, card.Name, s[0], s[1], s[2], bf16), PickOptions{SplitK: 1}).Best()
			if !(best.Cycles > 0) || math.IsInf(best.Cycles, 0) {
				t.Errorf("%s %v: %v cycles", card.Name, s, best.Cycles)
			}
		}
	}
}

func BenchmarkPick(b *testing.B) {
	x := on(b, "MI355X", 4096, 4096, 4096, bf16)
	for b.Loop() {
		pick(b, x, PickOptions{})
	}
}

// TestSets: on a chip whose L1 takes its sets from the address, rows that are whole turns of the sets apart and
// more than a set has ways cost loads; fewer rows, two lines of each, and other chips, do not.
func TestSets(t *testing.T) {
	slower := func(card string, tile Tile) float64 {
		var each [2]float64
		for i, k := range []int64{8192, 8256} {
			x := on(t, card, 64, 8192, k, bf16)
			c, err := x.Candidate(tile)
			if err != nil {
				t.Fatal(err)
			}
			each[i] = x.Plain()(c) / float64(k)
		}
		return each[0] / each[1]
	}
	straight := func(bm, bn, bk int) Tile {
		return Tile{BM: bm, BN: bn, BK: bk, WavesM: 1, WavesN: 1, WavesK: 4, Matrix: 16, Stages: 3, SplitK: 1}
	}
	if r := slower("MI300X", straight(64, 32, 64)); r < 1.3 {
		t.Errorf("96 rows in a set of 64 lines take %.3f of others", r)
	}
	if r := slower("MI300X", straight(32, 32, 64)); r > 1.05 {
		t.Errorf("64 rows in a set of 64 lines take %.3f of others", r)
	}
	direct := Tile{BM: 64, BN: 64, BK: 64, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 2, Direct: true, SplitK: 1}
	lines := direct
	lines.BK *= 2
	if r, one := slower("MI300X", lines), slower("MI300X", direct); r >= one {
		t.Errorf("two lines of a row take %.3f of others, one line %.3f", r, one)
	}
	if r := slower("MI355X", straight(64, 32, 64)); r > 1.05 {
		t.Errorf("rows in hashed sets take %.3f of others", r)
	}
}

// TestShareOfL2: where compute units are without work, the others have their share of the L2. So few rows are not
// divided along K then, but loaded straight to registers (modelled: gfx942 bf16 128x2560x2560 takes 8.10 µs, in tiles
// of 64x64x64 with K in 3 parts 8.70).
func TestShareOfL2(t *testing.T) {
	x := on(t, "MI300X", 128, 2560, 2560, bf16)
	x.StreamK = true
	best := pick(t, x, PickOptions{}).Best()
	if best.WavesK <= 1 || best.SplitK != 1 {
		t.Errorf("128x2560x2560: %v; want waves that divide K, in one part", best)
	}
}

// TestEstimateBounds: no tile takes less by the estimate than starting its workgroups, or than writing what the busiest
// compute unit writes, at the rates of the chip's model.
func TestEstimateBounds(t *testing.T) {
	for _, chip := range arch.Chips {
		card, model := arch.DefaultProduct(chip), &chip.Model
		for _, size := range [][3]int64{{8192, 8192, 64}, {1568, 2464, 64}, {2048, 2048, 192}, {4096, 4096, 4096}} {
			x := Product{Chip: chip, Card: card, M: size[0], N: size[1], K: size[2], Batch: 1, ABits: 16, BBits: 16, AccBits: 32, OutBits: 16, TransB: true, AlignA: 128, AlignB: 128}
			choice, err := Pick(&x, PickOptions{SplitK: 1})
			if err != nil {
				t.Fatal(err)
			}
			launch := model.Launch.Base.Value * float64(card.BoostMHz)
			write := model.Memory.L2Channels.Value * model.Memory.L2WriteBytes.Value / float64(card.CUsPerXCD())
			for _, r := range choice.Ranking {
				started := float64(r.Workgroups) / float64(card.XCDs) * model.Launch.Group.Value
				busiest := (r.Workgroups + int64(card.CUs) - 1) / int64(card.CUs)
				written := float64(busiest) * float64(min(int64(r.BM), x.M)*min(int64(r.BN), x.N)) * 2 / write
				if least := launch + max(started, written); r.Cycles < least {
					t.Errorf("%s %v: %v takes %.0f cycles, starting %.0f and writing %.0f beside a launch of %.0f", chip.Name, size, r.Tile, r.Cycles, started, written, launch)
				}
			}
		}
	}
}
