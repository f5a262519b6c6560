package tiling

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// Each test is of one documented rule, named by its section of facts tiling.md.

var (
	f16, bf16 = Type{"f16", 16}, Type{"bf16", 16}
	f32, i8   = Type{"f32", 32}, Type{"i8", 8}
	f8, f4    = Type{"f8", 8}, Type{"f4", 4}
	i32       = Type{"i32", 32}
)

func target(t testing.TB, name string) *Target {
	t.Helper()
	x, err := TargetNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// nt is a product with rows of A and B along K.
func nt(m, n, k int64, typ Type) *Problem {
	acc := f32
	if typ == i8 {
		acc = i32
	}
	return GEMM(m, n, k, 1, typ, typ, acc, false, true)
}

func choose(t testing.TB, mode Mode, name string, p *Problem, o Options) *Result {
	t.Helper()
	r, err := Choose(mode, target(t, name), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// searching is a search for a problem, up to its size class.
func searching(t testing.TB, name string, p *Problem) *search {
	t.Helper()
	s := &search{t: target(t, name), p: p, mode: IREE, stages: 2}
	if why := s.extract(); why != "" {
		t.Fatal(why)
	}
	s.classify()
	if why := s.seed(); why != "" {
		t.Fatal(why)
	}
	return s
}

func (s *search) intrinsic(t testing.TB, name string) *Intrinsic {
	t.Helper()
	for _, x := range s.candidates() {
		if x.Name == name {
			return &x
		}
	}
	t.Fatalf("%s is no candidate", name)
	return nil
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// §1.1: elements of K by type, and seeds by operation.
func TestSeeds(t *testing.T) {
	for _, x := range []struct {
		name     string
		p        *Problem
		class    Class
		sg, mnt  int64
		elements int64
	}{
		{"gfx942", nt(1024, 1024, 1024, f32), Medium, 4, 8, 64},
		{"gfx942", nt(1024, 1024, 1024, f16), Medium, 4, 8, 128},
		{"gfx942", nt(1024, 1024, 1024, i8), Medium, 4, 8, 256},
		{"gfx942", nt(4096, 4096, 4096, f16), Large, 4, 16, 32},
		{"gfx942", nt(16384, 16384, 16384, f16), VeryLarge, 4, 16, 32},
		{"mi300x", nt(8, 8, 4096, f16), Small, 2, 2, 128},
		{"gfx950", ScaledGEMM(1024, 1024, 16384, 1, f4, f4, f32, false, true), Medium, 8, 32, 128},
		{"gfx950", ScaledGEMM(64, 64, 64, 1, f8, f8, f32, false, true), Small, 2, 2, 256},
		{"gfx942", &Problem{Op: Im2col, Dims: nt(1024, 1024, 1024, f16).Dims, A: f16, B: f16, Acc: f32}, Medium, 8, 4, 128},
		{"gfx942", &Problem{Op: Im2col, Dims: nt(4096, 4096, 4096, f16).Dims, A: f16, B: f16, Acc: f32}, Large, 8, 8, 32},
	} {
		s := searching(t, x.name, x.p)
		equal(t, x.p.String(), []any{s.class, s.seeds.Subgroups, s.seeds.MNTiles, s.kElements()}, []any{x.class, x.sg, x.mnt, x.elements})
	}
	s := searching(t, "mi355x", nt(4096, 4096, 4096, bf16))
	equal(t, "large on mi355x", []any{s.seeds.MinUtilization, s.seeds.Boost}, []any{0.5, 32})
	s = searching(t, "mi355x", nt(16384, 16384, 16384, bf16))
	equal(t, "very large on mi355x", []any{s.seeds.MinUtilization, s.seeds.Boost}, []any{0, 0})
}

// §1.1: the fixed seeds of VectorDistribute.
func TestSeedsVectorDistribute(t *testing.T) {
	for _, x := range []struct {
		p              *Problem
		sg, mnt, tiles int64
	}{
		{nt(512, 512, 1024, f16), 4, 4, 8},
		{nt(512, 528, 1024, f16), 4, 8, 4},
		{&Problem{Op: DirectConv, Dims: nt(512, 512, 1024, f16).Dims, A: f16, B: f16, Acc: f32}, 4, 8, 2},
		{&Problem{Fused: 3, Dims: nt(1024, 528, 1024, f16).Dims, A: f16, B: f16, Acc: f32}, 4, 2, 4},
	} {
		s := &search{t: target(t, "gfx942"), p: x.p, o: Options{Pipeline: VectorDistribute}}
		s.extract()
		s.seed()
		equal(t, x.p.String(), []int64{s.seeds.Subgroups, s.seeds.MNTiles, s.seeds.KTiles}, []int64{x.sg, x.mnt, x.tiles})
	}
}

// §1.2: cutoffs by chip and type, and the square sizes at which classes change.
func TestSizeClasses(t *testing.T) {
	for _, x := range []struct {
		name             string
		typ              Type
		small, large     float64
		veryLarge        float64
		nLarge, nVeryBig int64
	}{
		{"mi300x", bf16, 12.3, 1233.4, 5426.9, 1851, 8142},
		{"mi325x", f8, 24.7, 2466.9, 10854, 3702, 16283},
		{"mi300x", f32, 1.5, 154.2, 678.3, 233, 1019},
		{"mi350x", f16, 14.4, 1437.5, 6325, 2157, 9489},
		{"mi350x", i8, 28.8, 2875, 12650, 4314, 18977},
		{"mi355x", bf16, 15.6, 1562.5, 6875, 2345, 10314},
		{"mi355x", f8, 31.3, 3125, 13750, 4689, 20627},
		{"mi355x", f32, 0.98, 98.3, 432.6, 149, 650},
		{"gfx942", f8, 1, 1000, 7000, 1502, 10502},
		{"gfx950", bf16, 1, 1000, 7000, 1502, 10502},
	} {
		c := cutoffsOf(target(t, x.name), nt(1, 1, 1, x.typ))
		for i, pair := range [][2]float64{{c.small, x.small}, {c.large, x.large}, {c.veryLarge, x.veryLarge}} {
			if math.Abs(pair[0]/pair[1]-1) > 0.03 { // the facts round
				t.Errorf("%s %s: cutoff %d is %v, want %v", x.name, x.typ.Name, i, pair[0], pair[1])
			}
		}
		// The sizes of the facts are rounded; the class changes within 2 of them.
		for _, at := range []struct {
			n           int64
			below, from Class
		}{{x.nLarge, Medium, Large}, {x.nVeryBig, Large, VeryLarge}} {
			class := func(n int64) Class {
				s := &search{t: target(t, x.name), p: nt(n, n, n, x.typ), m: []int64{n}, n: []int64{n}, k: []int64{n}}
				s.classify()
				return s.class
			}
			equal(t, fmt.Sprintf("%s %s at %d", x.name, x.typ.Name, at.n), []Class{class(at.n - 3), class(at.n + 3)}, []Class{at.below, at.from})
		}
	}
	c := cutoffsOf(target(t, "mi355x"), ScaledGEMM(1, 1, 1, 1, f4, f4, f32, false, true))
	equal(t, "scaled", []float64{c.small, c.large, c.veryLarge}, []float64{100, 10000, 70000})
}

// §1.2: an integer division of operations by elements, whatever their size; scales count.
func TestIntensity(t *testing.T) {
	for _, x := range []struct{ m, n, k, blocks, want int64 }{
		{4096, 4096, 4096, 0, 2730}, {8, 8, 5000, 0, 7}, {1024, 1024, 16384, 512, 963}, {2, 2, 1, 1, 0},
		{1 << 40, 1 << 40, 1 << 40, 0, 1 << 41 / 3},
	} {
		equal(t, fmt.Sprint(x), intensity(x.m, x.n, x.k, x.blocks), x.want)
	}
}

// §2.1.1, §2.1.2, §2.1.5: what must be known, what is left out, which types are refused.
func TestExtract(t *testing.T) {
	for _, kind := range []Kind{M, N, K} {
		p := nt(256, 256, 256, f16)
		for i := range p.Dims {
			if p.Dims[i].Kind == kind {
				p.Dims[i].Size = Dynamic
			}
		}
		if r := choose(t, IREE, "gfx942", p, Options{}); r.Intrinsic != nil || !strings.Contains(r.NoMatrix, kind.String()) {
			t.Errorf("innermost %s not known: %v, %q", kind, r.Intrinsic, r.NoMatrix)
		}
	}
	p := nt(256, 256, 256, f16)
	p.Dims = append([]Dim{{M, Dynamic}, {Batch, Dynamic}}, p.Dims...)
	r := choose(t, IREE, "gfx942", p, Options{})
	equal(t, "loops of unknown size", r.Workgroup[:2], []int64{1, 1})
	// Loops of unknown size: tiles must divide the others, so 100 rows have no tile.
	p.Dims[2].Size = 100
	if r := choose(t, IREE, "gfx942", p, Options{}); r.Intrinsic != nil {
		t.Errorf("100 rows beside a loop of unknown size: %s, want none", r.Intrinsic.Name)
	}
	mixed := GEMM(256, 256, 256, 1, f32, bf16, f32, false, true)
	if r := choose(t, IREE, "gfx942", mixed, Options{}); r.Intrinsic != nil {
		t.Errorf("f32 by bf16: %s, want none", r.Intrinsic.Name)
	}
	scaled := ScaledGEMM(256, 256, 256, 1, f8, f4, f32, false, true)
	if r := choose(t, IREE, "gfx950", scaled, Options{}); r.Intrinsic == nil {
		t.Errorf("scaled f8 by f4: %s", r.NoMatrix)
	}
}

// §2.1.4: M and N are rounded up, unless A is transposed; K is not.
func TestPadding(t *testing.T) {
	for _, x := range []struct {
		m, n           int64
		transA         bool
		wantM, wantN   int64
		padded, direct bool
	}{
		{20, 32, false, 20, 32, false, false}, {33, 128, false, 64, 128, true, false}, {129, 1000, false, 256, 1024, true, false},
		{129, 1000, true, 129, 1000, false, false}, {129, 1000, false, 129, 1000, false, true},
	} {
		p := GEMM(x.m, x.n, 100, 1, f16, f16, f32, x.transA, true)
		if x.direct {
			p.Op = DirectConv
		}
		s := &search{t: target(t, "gfx942"), p: p}
		s.extract()
		equal(t, p.String(), []any{s.m[0], s.n[0], s.k[0], s.padded}, []any{x.wantM, x.wantN, 100, x.padded})
	}
	// §2.10: a padded problem says to what.
	r := choose(t, IREE, "mi300x", nt(1285, 2048, 2048, bf16), Options{})
	equal(t, "padding of 1285 rows", r.Padding, []int64{64, 128, 128})
	r = choose(t, IREE, "mi300x", nt(1280, 2048, 2048, bf16), Options{})
	equal(t, "padding of 1280 rows", r.Padding, []int64(nil))
}

// §2.2: which of two instructions comes first, and by which rule.
func TestOrder(t *testing.T) {
	find := func(name string) *Intrinsic {
		for _, x := range target(t, "gfx950").Intrinsics {
			if x.Name == name {
				return &x
			}
		}
		t.Fatalf("no %s", name)
		return nil
	}
	for _, x := range []struct {
		rule, first, second string
		o                   order
	}{
		{"a", "MFMA_F32_16x16x32_F16", "MFMA_F32_32x32x16_F16", order{16, 16, 4096, Medium}},
		{"a", "MFMA_F32_4x4x4x16B_F16", "MFMA_F32_16x16x32_F16", order{8, 8, 4096, VeryLarge}},
		{"b", "MFMA_F32_32x32x8_F16", "MFMA_F32_16x16x16_F16", order{4096, 4096, 360, Medium}},
		{"b", "MFMA_F32_16x16x16_F16", "MFMA_F32_16x16x32_F16", order{4096, 4096, 48, VeryLarge}},
		{"c", "MFMA_F32_16x16x16_F16", "MFMA_F32_32x32x16_F16", order{4096, 48, 64, VeryLarge}},
		{"d", "MFMA_F32_16x16x16_F16", "MFMA_F32_16x16x32_F16", order{8, 8, 64, Medium}},
		{"e", "MFMA_F32_32x32x16_F16", "MFMA_F32_16x16x32_F16", order{16384, 16384, 16384, VeryLarge}},
		{"e", "MFMA_F32_32x32x8_F16", "MFMA_F32_16x16x16_F16", order{16384, 16384, 16384, VeryLarge}},
		{"f", "MFMA_F32_16x16x32_F16", "MFMA_F32_32x32x16_F16", order{4096, 4096, 4096, Large}},
		{"f", "MFMA_F32_16x16x128_F8", "MFMA_F32_32x32x64_F8", order{4096, 4096, 4096, Large}},
		{"f", "MFMA_F32_16x16x32_F16", "MFMA_F32_16x16x16_F16", order{4096, 4096, 4096, Medium}},
	} {
		first, second := find(x.first), find(x.second)
		sign, rule := x.o.compare(first, second)
		other, _ := x.o.compare(second, first)
		if sign != -1 || other != 1 || rule[:1] != x.rule {
			t.Errorf("%+v: %s before %s: %d and %d by %q, want -1 and 1 by %s", x.o, x.first, x.second, sign, other, rule, x.rule)
		}
	}
}

// §2.2: the filter.
func TestFilter(t *testing.T) {
	for _, x := range []struct {
		what            string
		p               *Problem
		instruction     string
		aligned, upcast bool
		want            string
	}{
		{"types", nt(256, 256, 256, bf16), "MFMA_F32_16x16x16_F16", true, false, "other types"},
		{"sums", GEMM(256, 256, 256, 1, f16, f16, f16, false, true), "MFMA_F32_16x16x16_F16", true, false, "sums"},
		{"upcast", GEMM(256, 256, 256, 1, f16, f16, f16, false, true), "MFMA_F32_16x16x16_F16", true, true, ""},
		{"no upcast of integers", GEMM(256, 256, 256, 1, i8, i8, i8, false, true), "MFMA_I32_16x16x32_I8", true, true, "sums"},
		{"aligned", nt(256, 256, 256, f16), "MFMA_F32_16x16x16_F16", true, false, ""},
		{"K", nt(256, 256, 250, f16), "MFMA_F32_16x16x16_F16", true, false, "does not divide"},
		{"unaligned K", nt(256, 256, 250, f16), "MFMA_F32_16x16x16_F16", false, false, ""},
		{"4 rows", nt(4, 65, 250, f16), "MFMA_F32_16x16x16_F16", false, false, "very skinny"},
		{"4 columns", nt(65, 4, 250, f16), "MFMA_F32_16x16x16_F16", false, false, "very skinny"},
		{"4 rows, few columns", nt(4, 64, 250, f16), "MFMA_F32_16x16x16_F16", false, false, ""},
		{"5 rows", nt(5, 65, 250, f16), "MFMA_F32_16x16x16_F16", false, false, ""},
	} {
		s := searching(t, "gfx942", x.p)
		if got := s.refuse(s.intrinsic(t, x.instruction), x.aligned, x.upcast); !strings.HasPrefix(got, x.want) || x.want == "" && got != "" {
			t.Errorf("%s: refused for %q, want %q", x.what, got, x.want)
		}
	}
}

// §2.2: blocks are for convolutions with few rows and a batch that they divide.
func TestBlocks(t *testing.T) {
	conv := func(batch, m, n int64) *Problem {
		return &Problem{Op: Im2col, Dims: []Dim{{Batch, batch}, {M, m}, {N, n}, {K, 4096}}, A: f16, B: f16, Acc: f32, TransA: true}
	}
	for _, x := range []struct {
		batch, m, n int64
		want        string
	}{
		{32, 8, 72, "MFMA_F32_4x4x4x16B_F16"}, {32, 72, 8, "MFMA_F32_4x4x4x16B_F16"}, {24, 8, 8, "VDMFMA_F32_8x16x64x2_F16"}, {32, 12, 12, "MFMA_F32_16x16x16_F16"},
	} {
		r := choose(t, IREE, "gfx942", conv(x.batch, x.m, x.n), Options{})
		equal(t, fmt.Sprint(x), r.Intrinsic.Name, x.want)
	}
	s := searching(t, "gfx942", nt(8, 8, 4096, f16))
	if i := slices.IndexFunc(s.candidates(), func(x Intrinsic) bool { return x.Blocks > 1 }); i >= 0 {
		t.Error("a contraction has candidates of blocks")
	}
}

// §2.2: the virtual instruction for few rows.
func TestFewRows(t *testing.T) {
	for _, x := range []struct {
		m, k int64
		typ  Type
		want bool
	}{{8, 128, f16, true}, {6, 4096, bf16, true}, {9, 128, f16, false}, {8, 192, f16, false}, {8, 128, i8, false}} {
		r := choose(t, IREE, "gfx942", nt(x.m, 4096, x.k, x.typ), Options{})
		if got := strings.HasPrefix(r.Intrinsic.Name, "VDMFMA"); got != x.want {
			t.Errorf("%v: chose %s", x, r.Intrinsic.Name)
		}
	}
	// §2.10: its steps along K count twice.
	r := choose(t, IREE, "gfx942", nt(8, 4096, 4096, f16), Options{})
	equal(t, "reduction", []any{r.Reduction[2], r.TileK}, []any{4, 256})
}

// §2.3: tiles that divide all loops are tried first.
func TestPasses(t *testing.T) {
	r := choose(t, IREE, "gfx942", nt(256, 256, 256, f16), Options{})
	equal(t, "K 256", []any{r.Intrinsic.Name, r.Padding == nil}, []any{"MFMA_F32_16x16x16_F16", true})
	r = choose(t, IREE, "gfx942", nt(256, 256, 250, f16), Options{})
	equal(t, "K 250", []any{r.Intrinsic.Name, r.Padding}, []any{"MFMA_F32_16x16x16_F16", []int64{64, 128, 128}})
}

// §2.4: workgroups fill the chip.
func TestAdjust(t *testing.T) {
	for _, x := range []struct {
		name    string
		p       *Problem
		split   int64
		want    int64
		because string
	}{
		{"gfx950", nt(64, 8192, 8192, bf16), 0, 8, "compute units not known"},
		{"mi355x", nt(8, 8, 4096, bf16), 0, 2, "small"},
		{"mi355x", nt(64, 8192, 8192, bf16), 0, 2, "1: halved to 256 workgroups"},
		{"mi355x", nt(64, 8192, 8192, bf16), 4, 8, "1: parts of K are workgroups, too"},
		{"mi355x", nt(16, 1024, 48, bf16), 0, 1, "1: not below one"},
		{"mi355x", nt(4096, 4096, 4096, bf16), 0, 32, "2: boost"},
		{"mi355x", nt(4096, 4096, 4112, bf16), 0, 16, "2: K is larger than M and N"},
		{"mi355x", nt(4096, 3968, 3968, bf16), 0, 16, "2: M*N is not enough"},
		{"mi300x", nt(4096, 4096, 4096, bf16), 0, 16, "1: 1024 workgroups are enough"},
	} {
		x.p.SplitK = x.split
		s := searching(t, x.name, x.p)
		got := s.adjust(s.choose(true, false)).MNTiles
		equal(t, x.name+" "+x.p.String()+": "+x.because, got, x.want)
	}
	// 3: 1056 workgroups of 16 tiles use 0.825 of 5 rounds, 2112 of 8 tiles 0.917 of 9. (A share of 0.5 is never
	// missed by as many workgroups as compute units.)
	s := searching(t, "mi355x", nt(4224, 4096, 4096, bf16))
	s.seeds.MinUtilization, s.seeds.Boost = 0.9, 0
	equal(t, "3: utilization", s.adjust(s.choose(true, false)).MNTiles, 8)
}

// §2.5: how subgroups and tiles are spread.
func TestDistribute(t *testing.T) {
	for _, x := range []struct {
		what           string
		m, n           []int64
		sg, mnt        int64
		mSub, mT       []int64
		nSub, nT       []int64
		transA, direct bool
	}{
		{"4, 8: roots 2 and 2", []int64{2048}, []int64{2048}, 4, 8, []int64{2}, []int64{2}, []int64{2}, []int64{4}, false, false},
		{"4, 16: roots 2 and 4", []int64{2048}, []int64{2048}, 4, 16, []int64{2}, []int64{4}, []int64{2}, []int64{4}, false, false},
		{"4, 32: roots 2 and 4", []int64{4096}, []int64{4096}, 4, 32, []int64{2}, []int64{4}, []int64{2}, []int64{8}, false, false},
		{"8, 32: roots 4 and 4", []int64{1024}, []int64{1024}, 8, 32, []int64{4}, []int64{4}, []int64{2}, []int64{8}, false, false},
		{"8, 4: roots 4 and 2", []int64{1024}, []int64{1024}, 8, 4, []int64{4}, []int64{2}, []int64{2}, []int64{2}, false, false},
		{"2, 2: roots 2 and 1", []int64{1024}, []int64{1024}, 2, 2, []int64{2}, []int64{1}, []int64{1}, []int64{2}, false, false},
		{"N gets the roots", []int64{64}, []int64{8192}, 4, 8, []int64{2}, []int64{2}, []int64{2}, []int64{2}, false, false},
		{"neither", []int64{48}, []int64{160}, 4, 8, []int64{1}, []int64{1}, []int64{2}, []int64{1}, false, false},
		{"several loops", []int64{64, 96}, []int64{64}, 8, 4, []int64{2, 2}, []int64{2, 1}, []int64{2}, []int64{2}, false, false},
		{"degenerate", []int64{48}, []int64{3, 3, 48}, 8, 4, []int64{1}, []int64{1}, []int64{1, 1, 3}, []int64{1, 3, 1}, true, false},
		{"imbalance", []int64{16 * 149}, []int64{3, 3, 256}, 8, 8, []int64{1}, []int64{4}, []int64{1, 1, 4}, []int64{1, 1, 2}, true, false},
	} {
		p := &Problem{A: f16, B: f16, Acc: f32, TransA: true}
		for _, size := range x.m {
			p.Dims = append(p.Dims, Dim{M, size})
		}
		for _, size := range x.n {
			p.Dims = append(p.Dims, Dim{N, size})
		}
		p.Dims = append(p.Dims, Dim{K, 4096})
		s := searching(t, "gfx942", p)
		f := s.distribute(s.intrinsic(t, "MFMA_F32_16x16x16_F16"), Seeds{Subgroups: x.sg, MNTiles: x.mnt, KTiles: 1, KBits: 2048})
		equal(t, x.what, []any{f.mSubgroups, f.mTiles, f.nSubgroups, f.nTiles}, []any{x.mSub, x.mT, x.nSub, x.nT})
	}
}

// §2.6: K tiles are common divisors, from the innermost loop outwards.
func TestKTiles(t *testing.T) {
	for _, x := range []struct {
		name        string
		p           *Problem
		instruction string
		want        []int64
	}{
		{"gfx942", nt(1024, 1024, 1024, f16), "MFMA_F32_16x16x16_F16", []int64{8}},
		{"gfx942", nt(1024, 1024, 513, f16), "MFMA_F32_16x16x16_F16", []int64{1}},
		{"gfx942", nt(1024, 1024, 16*12, f16), "MFMA_F32_16x16x16_F16", []int64{4}},
		{"gfx942", &Problem{Dims: []Dim{{M, 512}, {N, 512}, {K, 6}, {K, 64}}, A: f16, B: f16, Acc: f32}, "MFMA_F32_16x16x16_F16", []int64{2, 4}},
		{"gfx950", ScaledGEMM(1024, 1024, 16384, 1, f4, f4, f32, false, true), "MFMA_SCALE_F32_16x16x128_B32", []int64{1, 1}},
		{"gfx950", ScaledGEMM(64, 64, 16384, 1, f4, f4, f32, false, true), "MFMA_SCALE_F32_16x16x128_B32", []int64{4, 1}},
	} {
		s := searching(t, x.name, x.p)
		equal(t, x.p.String(), s.tilesK(s.intrinsic(t, x.instruction), s.seeds), x.want)
	}
}

// §2.7: tiles of the batch.
func TestBatchTile(t *testing.T) {
	for _, x := range []struct {
		m, n, batch, want int64
	}{{10, 10, 32, 4}, {10, 10, 6, 2}, {10, 10, 3, 1}, {10, 16, 32, 1}, {32, 10, 32, 1}} {
		r := choose(t, IREE, "gfx942", GEMM(x.m, x.n, 4000, x.batch, f16, f16, f32, true, true), Options{})
		equal(t, fmt.Sprint(x), r.Workgroup[0], x.want)
	}
	p := GEMM(10, 10, 4000, 2, f16, f16, f32, true, true)
	p.Dims[0].Size = Dynamic
	p.Dims[1].Size, p.Dims[2].Size = 16, 16
	equal(t, "batch not known", choose(t, IREE, "gfx942", p, Options{}).Workgroup[0], 1)
}

// §2.8: each term of the LDS formula.
func TestLDS(t *testing.T) {
	x := &Intrinsic{Blocks: 1, M: 16, N: 16, K: []int64{16}, Acc: "f32", Repeat: 1}
	scaled := &Intrinsic{Blocks: 1, M: 16, N: 16, K: []int64{4, 32}, Acc: "f32", Repeat: 1}
	for _, c := range []struct {
		what   string
		p      *Problem
		x      *Intrinsic
		k      []int64
		batch  []int64
		stages int64
		want   int64
	}{
		{"operands", nt(1, 1, 1, f16), x, []int64{2}, nil, 1, (32 + 64) * 32 * 2},
		{"stages", nt(1, 1, 1, f16), x, []int64{2}, nil, 3, 3 * (32 + 64) * 32 * 2},
		{"no stages", nt(1, 1, 1, f16), x, []int64{2}, nil, 0, (32 + 64) * 32 * 2},
		{"result", &Problem{Dims: nt(1, 1, 1, f16).Dims, A: f16, B: f16, Acc: f32, Accumulate: true}, x, []int64{2}, nil, 2, 2*(32+64)*32*2 + 32*64*4},
		{"fused", &Problem{Dims: nt(1, 1, 1, f16).Dims, A: f16, B: f16, Acc: f32, Fused: 3}, x, []int64{2}, nil, 1, (32 + 3*64) * 32 * 2},
		{"batch", nt(1, 1, 1, f16), x, []int64{2}, []int64{2, 4}, 1, 8 * (32 + 64) * 32 * 2},
		{"scales", ScaledGEMM(1, 1, 1, 1, f4, f4, f32, false, true), scaled, []int64{2, 1}, nil, 1, (32+64)*256/2 + (32+64)*8},
	} {
		s := &search{t: target(t, "gfx950"), p: c.p}
		f := &schedule{x: c.x, mSubgroups: []int64{1}, mTiles: []int64{2}, nSubgroups: []int64{2}, nTiles: []int64{2}, kTiles: c.k, batch: c.batch}
		f.derive(c.p, 64)
		equal(t, c.what, s.lds(f, c.stages), c.want)
	}
}

// §2.8: what is taken away first.
func TestShrink(t *testing.T) {
	f := &schedule{mSubgroups: []int64{1, 2}, mTiles: []int64{2, 3}, nSubgroups: []int64{2}, nTiles: []int64{2}, kTiles: []int64{1, 2}}
	var order []string
	for {
		c := f.clone()
		if !f.shrink() {
			break
		}
		for i, pair := range [][2][]int64{{c.mTiles, f.mTiles}, {c.nTiles, f.nTiles}, {c.kTiles, f.kTiles}, {c.mSubgroups, f.mSubgroups}, {c.nSubgroups, f.nSubgroups}} {
			if !slices.Equal(pair[0], pair[1]) {
				order = append(order, fmt.Sprint([]string{"m", "n", "k", "M", "N"}[i], pair[1]))
			}
		}
	}
	equal(t, "order", order, []string{"m[1 3]", "m[1 2]", "m[1 1]", "n[1]", "k[1 1]", "M[1 1]", "N[1]"})
}

// §2.8: threads must share the rows of tiles.
func TestDistributable(t *testing.T) {
	s := &search{t: target(t, "gfx942"), p: &Problem{A: bf16, B: bf16, Acc: f32, TransA: true}}
	f := &schedule{x: &Intrinsic{Blocks: 1, M: 16, N: 16, K: []int64{16}, Acc: "f32"}, tileM: 16, tileN: 144, tileK: 128, threads: 192}
	equal(t, "144 columns for 192 threads", s.distributable(f), false)
	f.tileN = 96
	equal(t, "96 columns for 192 threads", s.distributable(f), true)
	s.p.TransB, f.tileN = true, 144
	equal(t, "rows of B along K", s.distributable(f), true)
}

// §2.9, stage 1: refused before the search; LDS is counted once.
func TestDirectRefusedEarly(t *testing.T) {
	conv := nt(4096, 4096, 4096, bf16)
	conv.Op = Im2col
	for _, x := range []struct {
		name string
		p    *Problem
		want string
	}{
		{"gfx942", nt(4096, 4096, 4096, bf16), "target"},
		{"gfx950", conv, "operation"},
		{"gfx950", GEMM(4096, 4096, 4096, 1, bf16, bf16, f32, true, false), "layout"},
		{"gfx950", nt(4096, 4096, 4096, f8), "types"},
		{"gfx950", nt(4096, 4096, 4096, f32), "types"},
		{"gfx950", ScaledGEMM(4096, 4096, 4096, 1, f4, f4, f32, false, true), "types"},
		{"gfx950", GEMM(4096, 4096, 4096, 1, bf16, bf16, f32, true, true), ""},
		{"gfx950", GEMM(4096, 4096, 4096, 1, bf16, bf16, f32, false, false), ""},
		{"gfx950", ScaledGEMM(4096, 4096, 4096, 1, f8, f8, f32, false, true), ""},
	} {
		r := choose(t, IREE, x.name, x.p, Options{Direct: true})
		why, _, _ := strings.Cut(r.Direct.Reason, ":")
		if x.want == "" && r.Direct.Early || x.want != "" && (why != x.want || !r.Direct.Early) {
			t.Errorf("%s %s: refused for %q, early %v, want %q", x.name, x.p, r.Direct.Reason, r.Direct.Early, x.want)
		}
		if x.want != "" {
			if plain := choose(t, IREE, x.name, x.p, Options{}); plain.LDSBytes != r.LDSBytes {
				t.Errorf("%s %s: %d bytes of LDS, %d without direct loads", x.name, x.p, r.LDSBytes, plain.LDSBytes)
			}
		}
	}
}

// §2.9, stage 2: the occupancy guard, with and without the number of compute units; tiles stay.
func TestOccupancyGuard(t *testing.T) {
	for _, x := range []struct {
		name string
		p    *Problem
		used bool
	}{
		{"gfx950", nt(1024, 1024, 1024, bf16), false}, // 1 workgroup of 96 KiB, 3 without
		{"mi355x", nt(2048, 2048, 2048, bf16), false}, // 512 workgroups: 1 and 2
		{"mi355x", nt(1024, 1024, 1024, bf16), true},  // 256 workgroups: 1 and 1
		{"mi355x", nt(4096, 4096, 4096, bf16), true},  // 48 KiB: 2 and 2
	} {
		r := choose(t, IREE, x.name, x.p, Options{Direct: true})
		equal(t, x.name+" "+x.p.String(), r.Direct.Used, x.used)
		if !x.used {
			equal(t, "reason", strings.HasPrefix(r.Direct.Reason, "occupancy"), true)
			equal(t, "LDS used", r.LDSUsed*2, r.LDSBytes)
		}
	}
}

// §2.9, stage 2: scales must be whole numbers of direct loads.
func TestScalesDirect(t *testing.T) {
	s := &search{t: target(t, "gfx950"), p: ScaledGEMM(1, 1, 1, 1, f8, f8, f32, false, true)}
	x := &Intrinsic{Blocks: 1, M: 16, N: 16, K: []int64{4, 32}, Acc: "f32"}
	equal(t, "64 rows", s.scalesDirect(&schedule{x: x, tileM: 64, kTiles: []int64{1, 1}}), "")
	equal(t, "32 rows refused", s.scalesDirect(&schedule{x: x, tileM: 32, kTiles: []int64{1, 1}}) != "", true)
	equal(t, "32 rows, two tiles", s.scalesDirect(&schedule{x: x, tileM: 32, kTiles: []int64{2, 1}}), "")
}

// §2.9, §6.2: which operands are swizzled.
func TestSwizzles(t *testing.T) {
	for _, x := range []struct {
		p      *Problem
		direct bool
		a, b   string
	}{
		{nt(4096, 4096, 4096, bf16), true, "xor_shuffle<64 8>", "xor_shuffle<64 8>"},
		{GEMM(4096, 4096, 4096, 1, bf16, bf16, f32, false, false), true, "xor_shuffle<64 8>", "none"},
		{GEMM(4096, 4096, 4096, 1, bf16, bf16, f32, true, true), true, "none", "xor_shuffle<64 8>"},
		{nt(4096, 4096, 40, bf16), true, "none", "none"}, // 32x32x8 has no tuned swizzle
		{nt(4096, 4096, 4096, bf16), false, "none", "none"},
		{ScaledGEMM(1024, 1024, 16384, 1, f4, f4, f32, false, true), true, "xor_shuffle<256 32>", "xor_shuffle<256 32>"},
		{ScaledGEMM(4096, 4096, 4096, 1, f8, f8, f32, false, true), true, "none", "none"},
	} {
		r := choose(t, IREE, "gfx950", x.p, Options{Direct: x.direct})
		if x.p.A == f8 && !r.Direct.Used {
			continue
		}
		equal(t, x.p.String(), []string{r.SwizzleA.name(), r.SwizzleB.name()}, []string{x.a, x.b})
	}
	x := &Intrinsic{M: 16, K: []int64{32}}
	for _, c := range []struct {
		xor  XOR
		want bool
	}{{XOR{64, 8}, true}, {XOR{1024, 8}, false}, {XOR{96, 8}, false}, {XOR{64, 48}, false}, {XOR{512, 8}, true}} {
		equal(t, c.xor.String(), c.xor.fits(x), c.want)
	}
}

// §2.10: stages by default and as asked for.
func TestStages(t *testing.T) {
	direct := nt(1024, 1024, 1024, f16)
	direct.Op = DirectConv
	for _, x := range []struct {
		p    *Problem
		o    Options
		want int
	}{
		{nt(1024, 1024, 1024, f16), Options{}, 2}, {direct, Options{}, 0}, {nt(1024, 1024, 1024, f16), Options{Pipeline: VectorDistribute}, 0},
		{nt(1024, 1024, 1024, f16), Options{Stages: new(3)}, 3}, {direct, Options{Stages: new(2)}, 2},
	} {
		equal(t, x.p.String(), choose(t, IREE, "gfx942", x.p, x.o).Stages, x.want)
	}
	for _, n := range []int{-1, MaxStages + 1} {
		if _, err := Choose(IREE, target(t, "gfx942"), nt(64, 64, 64, f16), Options{Stages: &n}); err == nil {
			t.Errorf("%d stages are accepted", n)
		}
	}
}

// §2.11: the worked example, step by step.
func TestWorkedExample(t *testing.T) {
	r := choose(t, IREE, "mi355x", nt(4096, 4096, 4096, bf16), Options{Direct: true})
	equal(t, "choice", []any{r.Intensity, r.Class, r.Intrinsic.Name, r.MNTiles, r.Workgroup, r.Reduction, r.Subgroup, r.Threads, r.LDSBytes, r.Accumulators, r.Direct.Used, r.SwizzleA, r.SwizzleB},
		[]any{2730, Large, "MFMA_F32_16x16x32_BF16", 32, []int64{128, 256, 0}, []int64{0, 0, 1}, []int64{4, 8, 0}, 256, 49152, 128, true, "xor_shuffle<64 8>", "xor_shuffle<64 8>"})
	var trace []string
	for _, s := range r.Trace {
		trace = append(trace, s.String())
	}
	all := strings.Join(trace, "\n")
	for _, part := range []string{
		"§1.2: size class", "class = large", "intensity = 2730",
		"§2.2: matrix instruction", "MFMA_F32_16x16x32_BF16",
		"§2.4.1: ", "workgroups = 1024", "§2.4.2: boost", "enough = 16777216", "§2.4.3: ", "utilization = 1",
		"§2.5: M gets the square roots", "square roots = 8", "M = [2 4]", "N = [2 8]", "§2.6: ", "§2.8: valid as it is", "with = 3, without = 6", "§2.10: ",
	} {
		if !strings.Contains(all, part) {
			t.Errorf("the trace does not say %q:\n%s", part, all)
		}
	}
}

// Seed 001 §1: twice the tiles before the adjustment, for direct loads on the target that has them only.
func TestSeedDoubles(t *testing.T) {
	for _, x := range []struct {
		name      string
		p         *Problem
		direct    bool
		wantTiles int64
	}{
		{"gfx950", nt(1024, 1024, 1024, bf16), true, 16}, {"gfx950", nt(1024, 1024, 1024, bf16), false, 8},
		{"gfx942", nt(1024, 1024, 1024, bf16), true, 8}, {"gfx950", nt(1024, 1024, 1024, f8), true, 8},
		{"mi355x", nt(64, 8192, 8192, bf16), true, 2}, // halved again by §2.4
		{"mi355x", nt(4096, 4096, 4096, bf16), true, 32},
	} {
		equal(t, x.name+" "+x.p.String(), choose(t, Seed, x.name, x.p, Options{Direct: x.direct}).MNTiles, x.wantTiles)
	}
}

// Seed 001 §2: alignment is preferred, and what cannot have it starts again from the whole schedule.
func TestSeedAlignment(t *testing.T) {
	s := &search{t: target(t, "gfx950"), p: nt(1, 1, 1, f16)}
	for _, x := range []struct {
		m, n, k int64
		typ     Type
		want    bool
	}{
		{16, 16, 32, f16, true}, {16, 32, 16, f16, false}, {16, 16, 16, f32, true}, {16, 16, 32, f8, false}, {32, 32, 32, f8, true},
	} {
		s.p = nt(1, 1, 1, x.typ)
		equal(t, fmt.Sprint(x), s.dmaAligned(&schedule{tileM: x.m, tileN: x.n, tileK: x.k}), x.want)
	}
	r := choose(t, Seed, "gfx950", nt(16, 1024, 48, bf16), Options{Direct: true})
	equal(t, "fallback", []any{r.Pass, r.DMAAligned, r.Workgroup}, []any{"fallback", false, []int64{16, 128, 0}})
	r = choose(t, Seed, "gfx950", nt(1024, 1024, 1024, bf16), Options{Direct: true})
	equal(t, "strict", []any{r.Pass, r.DMAAligned}, []any{"strict", true})
	// Without direct loads there are no two passes.
	equal(t, "no direct loads", choose(t, Seed, "gfx950", nt(16, 1024, 48, bf16), Options{}).Pass, "")
	// Prefetch stages do not change.
	equal(t, "stages", r.Stages, 2)
}

// The tables have what facts tiling.md §4 says of each target.
func TestTargets(t *testing.T) {
	for _, x := range []struct {
		name         string
		cus, lds     int64
		bandwidth    float64
		intrinsics   int
		direct       bool
		banks, seeds int64
	}{
		{"gfx942", 0, 65536, 0, 29, false, 32, 12}, {"MI300X", 304, 65536, 5.3, 29, false, 32, 12}, {"mi325x", 304, 65536, 5.3, 29, false, 32, 12},
		{"gfx950", 0, 163840, 0, 45, true, 64, 12}, {"MI355X", 256, 163840, 8, 45, true, 64, 12},
	} {
		c := target(t, x.name)
		equal(t, x.name, []any{c.CUs, c.LDSBytes, c.Bandwidth, len(c.Intrinsics), c.Direct, c.LDSBanks, len(c.Seeds), c.WaveSize, c.SIMDs},
			[]any{x.cus, x.lds, x.bandwidth, x.intrinsics, x.direct, x.banks, x.seeds, 64, 4})
	}
	if _, err := TargetNamed("gfx90a"); err == nil || !strings.Contains(err.Error(), "mi355x") {
		t.Errorf("gfx90a: %v", err)
	}
}
