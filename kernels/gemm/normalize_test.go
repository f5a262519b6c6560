package gemm_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
)

// TestNonsense: what is wrong gets one line that names the field, what was wrong,
// and what is accepted.
func TestNonsense(t *testing.T) {
	typ := func(name string) *gemm.Type {
		u, err := gemm.TypeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	types := func(a, b string) func(p *gemm.Problem) {
		return func(p *gemm.Problem) { p.A, p.B = typ(a), typ(b) }
	}
	for _, c := range []struct {
		change func(p *gemm.Problem)
		want   string // the error's beginning
		accept string // what it says is accepted
	}{
		{func(p *gemm.Problem) { p.Chip = nil }, "Chip: ", ""},
		{func(p *gemm.Problem) { p.M = 0 }, "M: 0 ", "1 to 2147483647"},
		{func(p *gemm.Problem) { p.N = -5 }, "N: -5 ", "1 to 2147483647"},
		{func(p *gemm.Problem) { p.K = 1 << 31 }, "K: 2147483648 ", "1 to 2147483647"},
		{func(p *gemm.Problem) { p.K = math.MinInt64 }, "K: -9223372036854775808 ", "1 to 2147483647"},
		{func(p *gemm.Problem) { p.Batch = -1 }, "Batch: -1 ", "1 to 65535"},
		{func(p *gemm.Problem) { p.Batch = 65536 }, "Batch: 65536 ", "1 to 65535"},
		{func(p *gemm.Problem) { p.A = nil }, "A, B: ", "f16, bf16, f32, f64, fp8, bf8, i8, mxfp8, mxfp6, mxfp4"},
		{types("i32", "i32"), "A, B: i32 ", "f16, bf16"},
		{types("f32", "i32"), "B: i32 ", "f16, bf16"},
		{types("f16", "bf16"), "B: no instruction multiplies f16 by bf16", "f16"},
		{types("fp8", "i8"), "B: no instruction multiplies fp8 by i8", "fp8, bf8"},
		{types("mxfp8", "fp8"), "B: no instruction multiplies mxfp8 by fp8", "mxfp8, mxfp6, mxfp4"},
		{func(p *gemm.Problem) { types("mxfp4", "mxfp4")(p); p.Chip = &arch.GFX942; p.Layout = gemm.NT }, "A, B: gfx942 has no matrix instruction for mxfp4", "use fp8"},
		{types("mxfp6", "mxfp6"), "Layout: mxfp6 ", "need nt"},
		{func(p *gemm.Problem) { p.Out = typ("f64") }, "Out: f64 as the result of products of f16", "f32, f16, bf16, fp8"},
		{func(p *gemm.Problem) { types("f64", "f64")(p); p.Out = typ("f32") }, "Out: f32 as the result of products of f64", "f64"},
		{func(p *gemm.Problem) { p.Out = typ("i32") }, "Out: i32 ", "f32"},
		{func(p *gemm.Problem) { p.Out = typ("mxfp8") }, "Out: mxfp8 ", "f32"},
		{func(p *gemm.Problem) { p.LDA = 99 }, "LDA: 99 ", "100 or more"},
		{func(p *gemm.Problem) { p.LDA = -1 }, "LDA: -1 ", "100 or more"},
		{func(p *gemm.Problem) { p.LDA = 63; p.Layout = gemm.TN }, "LDA: 63 ", "64 or more"},
		{func(p *gemm.Problem) { p.LDB = 47 }, "LDB: 47 ", "48 or more"},
		{func(p *gemm.Problem) { p.LDB = 99; p.Layout = gemm.NT }, "LDB: 99 ", "100 or more"},
		{func(p *gemm.Problem) { p.LDC = 5 }, "LDC: 5 ", "48 or more"},
		{func(p *gemm.Problem) { p.LDD = math.MaxInt64 }, "LDD: ", "2^47"},
		{func(p *gemm.Problem) { types("mxfp6", "mxfp6")(p); p.Layout = gemm.NT; p.LDA = 130 }, "LDA: ", "multiple of 4"},
		{func(p *gemm.Problem) { types("mxfp4", "mxfp4")(p); p.Layout = gemm.NT; p.LDB = 101 }, "LDB: ", "multiple of 2"},
		{func(p *gemm.Problem) { p.StrideA = -2 }, "StrideA: -2 ", "0 or more"},
		{func(p *gemm.Problem) { p.Batch, p.StrideD = 2, gemm.SharedStride }, "StrideD: ", "3072 or more"},
		{func(p *gemm.Problem) { p.Batch, p.StrideD = 2, 3071 }, "StrideD: at 3071 ", "3072 or more"},
		{func(p *gemm.Problem) { p.Batch, p.StrideD, p.LDD = 3, 52, 150 }, "StrideD: at 52 ", "9498 or more, or 48 to 51"},
		{func(p *gemm.Problem) { p.Batch, p.StrideD, p.LDD = 3, 151, 150 }, "StrideD: at 151 ", "9498 or more"},
		{func(p *gemm.Problem) { p.Batch, p.StrideA = 2, 99 }, "StrideA: 99 is shorter than a stored row of 100 ", "need 100 or more, or 0"},
		{func(p *gemm.Problem) { p.Batch, p.StrideC = 2, 1 }, "StrideC: 1 is shorter than a stored row of 48 ", "need 48 or more, or 0"},
		{func(p *gemm.Problem) { p.Batch, p.StrideB = 3, 1<<47 }, "StrideB: ", "2^47"},
		{func(p *gemm.Problem) { p.Batch, p.StrideB = 2, math.MaxInt64 }, "StrideB: ", "2^47"},
		{func(p *gemm.Problem) { p.M, p.N = 1<<31-1, 1<<31-1 }, "M, N: ", "2^47"},
		{func(p *gemm.Problem) { p.M, p.N, p.K, p.SplitK = 16, 1<<30, 128, 2 }, "N: 1073741824 columns are 2^32 work-items", "1 to 1073741760"},
		{func(p *gemm.Problem) { p.M, p.N, p.K, p.Batch, p.SplitK = 1, 1, 1<<27, 1<<15, 1<<20 }, "SplitK: 1048576 parts of each of 32768 batches ", "1 to 65535"},
		{func(p *gemm.Problem) { p.M, p.K = 1<<31-1, 1<<31-1 }, "M, K: ", "2^47"},
		{func(p *gemm.Problem) { p.K, p.N = 1<<31-1, 1<<31-1 }, "K, N: ", "2^47"},
		{func(p *gemm.Problem) { p.M, p.N, p.Batch = 1<<20, 1<<20, 1<<10 }, "Batch: ", "2^47"},
		{func(p *gemm.Problem) { p.Alpha = math.NaN() }, "Alpha: NaN ", "finite"},
		{func(p *gemm.Problem) { p.Beta = math.Inf(-1) }, "Beta: -Inf ", "finite"},
		{func(p *gemm.Problem) { p.Scale = 1e39 }, "Scale: 1e+39 ", "3.4e38"},
		{func(p *gemm.Problem) { p.Alpha = 1e-50 }, "Alpha: 1e-50 ", "1e-45"},
		{func(p *gemm.Problem) { p.Act = "swish" }, `Act: unknown activation "swish"`, "none, relu, gelu, gelu-erf, silu"},
		{func(p *gemm.Problem) { p.SplitK = 3 }, "SplitK: 3 parts of a K of 100", "1 to 2"},
		{func(p *gemm.Problem) { p.SplitK = -1 }, "SplitK: -1 ", "1 to 2"},
		{func(p *gemm.Problem) { p.CacheSwizzle = "maybe" }, `CacheSwizzle: unknown setting "maybe"`, "auto, on or off"},
	} {
		p := &gemm.Problem{Chip: &arch.GFX950, M: 64, N: 48, K: 100, A: typ("f16"), B: typ("f16"), Alpha: 1}
		c.change(p)
		err := p.Normalize()
		if err == nil {
			t.Errorf("want an error that begins with %q", c.want)
			continue
		}
		if s := err.Error(); !strings.HasPrefix(s, c.want) || !strings.Contains(s, c.accept) || strings.Contains(s, "\n") {
			t.Errorf("%q, want it to begin with %q and to say %q", s, c.want, c.accept)
		}
	}
	if _, err := gemm.TypeByName("fp16"); err == nil || !strings.Contains(err.Error(), `"fp16"`) || !strings.Contains(err.Error(), "mxfp4") {
		t.Errorf("%v", err)
	}
}

// TestOverlaps compares with a list of all elements' places.
func TestOverlaps(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	count := map[bool]int{}
	for range 3000 {
		m := gemm.Matrix{Rows: 1 + r.Int64N(6), Cols: 1 + r.Int64N(6), Batch: 1 + r.Int64N(5), Stride: 1 + r.Int64N(40)}
		m.LD = m.Cols + r.Int64N(30)
		seen, want := map[int64]bool{}, false
		for b := range m.Batch {
			for i := range m.Rows {
				for j := range m.Cols {
					at := m.Index(b, i, j)
					want = want || seen[at]
					seen[at] = true
				}
			}
		}
		if count[want]++; m.Overlaps() != want {
			t.Fatalf("%+v: %v, want %v", m, !want, want)
		}
	}
	if min(count[true], count[false]) < 500 {
		t.Errorf("cases: %v", count)
	}
}

// TestDefaults: what is not given.
func TestDefaults(t *testing.T) {
	for dtype, out := range map[string]string{
		"f16": "f16", "bf16": "bf16", "f32": "f32", "f64": "f64", "fp8": "f32", "bf8": "f32", "i8": "i32",
		"mxfp8": "f32", "mxfp6": "f32", "mxfp4": "f32",
	} {
		p := pose(t, &arch.GFX950, dtype, 10, 20, 33, nil)
		ld := int64(33)
		if p.A.Scaled {
			ld = 64
		}
		if p.Out.Name != out || p.Batch != 1 || p.LDA != ld || p.LDB != ld || p.LDC != 20 || p.LDD != 20 || p.Scale != 1 || p.Beta != 0 ||
			p.StrideA != 10*ld || p.StrideB != 20*ld || p.StrideC != 200 || p.StrideD != 200 || p.SplitK != 0 || p.Act != gemm.None {
			t.Errorf("%s: %+v", dtype, *p)
		}
		again := *p
		if err := again.Normalize(); err != nil || again != *p {
			t.Errorf("%s: normalized twice it is %+v (%v), once %+v", dtype, again, err, *p)
		}
	}
	p := pose(t, &arch.GFX942, "bf16", 10, 20, 33, func(p *gemm.Problem) { p.Layout, p.Alpha = gemm.TN, 0.1 })
	if p.LDA != 10 || p.LDB != 20 || p.StrideA != 330 || p.StrideB != 660 || p.Alpha != float64(float32(0.1)) {
		t.Errorf("%+v", *p)
	}
	// One batch makes no use of a stride, and no address of a wrong one.
	if p := pose(t, &arch.GFX942, "bf16", 10, 20, 33, func(p *gemm.Problem) { p.StrideA, p.StrideD = math.MaxInt64, 1 }); p.StrideA != 330 || p.StrideD != 200 {
		t.Errorf("%+v", *p)
	}
	if e := p.A.Elem(p.Chip).String(); e != "bf16" {
		t.Errorf("bf16 is %s", e)
	}
}

// TestSizes: the bytes of tensors.
func TestSizes(t *testing.T) {
	p := pose(t, &arch.GFX950, "mxfp6", 3, 2, 33, func(p *gemm.Problem) { p.Batch, p.LDA = 2, 36 })
	for name, want := range map[string]int64{
		"a":       (108 + 2*36 + 33) * 6 / 8, // 159.75
		"b":       (128 + 64 + 33) * 6 / 8,   // 168.75
		"d":       2 * 3 * 2 * 4,
		"scale_a": 2 * 3 * 2,
		"scale_b": 2 * 2 * 2,
	} {
		m, ok := p.Tensor(name)
		if got := m.Bytes(); !ok || got != want && got != want+1 {
			t.Errorf("%s has %d bytes, want %d", name, got, want)
		}
	}
	for _, name := range []string{"c", "bias", "e"} {
		if _, ok := p.Tensor(name); ok {
			t.Errorf("there is a tensor %s", name)
		}
	}
	if m, _ := p.Tensor("a"); m.Offset(1, 2, 4) != (108+72+4)*6/8 || m.Bytes() != 160 {
		t.Errorf("element [1, 2, 4] is at %d of %d", m.Offset(1, 2, 4), m.Bytes())
	}
}

// TestNoOverflow: numbers of any size are refused or give tensors within the
// address space.
func TestNoOverflow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	size := func() int64 {
		v := int64(r.Uint64() >> r.IntN(64))
		switch r.IntN(8) {
		case 0:
			return 0
		case 1:
			return -v
		case 2:
			return 1<<31 - 1
		case 3:
			return 1 << r.IntN(63)
		}
		return v
	}
	good := 0
	pairs := gemmtest.Pairs(&arch.GFX950)
	for range 200000 {
		pair := pairs[r.IntN(len(pairs))]
		a, _ := gemm.TypeByName(pair.A)
		b, _ := gemm.TypeByName(pair.B)
		dim := func() int64 {
			if r.IntN(3) == 0 {
				return size()
			}
			return 1 + r.Int64N(1<<r.IntN(24))
		}
		some := func() int64 {
			if r.IntN(3) == 0 {
				return size()
			}
			return 0
		}
		p := &gemm.Problem{
			Chip: &arch.GFX950, M: dim(), N: dim(), K: dim(), A: a, B: b, Layout: gemm.NT, Batch: some() >> r.IntN(60), Alpha: 1, Beta: 1,
			LDA: some(), LDB: some(), LDC: some(), LDD: some(), StrideA: some(), StrideB: some(), StrideC: some(), StrideD: some(), SplitK: some(),
		}
		if p.Normalize() != nil {
			continue
		}
		good++
		for _, name := range p.Tensors() {
			if m, _ := p.Tensor(name); m.Bytes() < 1 || m.Bytes() > gemm.MaxBytes {
				t.Fatalf("%+v: tensor %s has %d bytes", *p, name, m.Bytes())
			}
		}
	}
	if good < 2000 {
		t.Errorf("only %d problems were good", good)
	}
}
