package gemm_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
	"heddle/kernels/reference"
	"heddle/num"
)

// pose makes a normalized problem.
func pose(t testing.TB, chip *arch.Chip, dtype string, m, n, k int64, change func(p *gemm.Problem)) *gemm.Problem {
	t.Helper()
	in, err := gemm.TypeByName(dtype)
	if err != nil {
		t.Fatal(err)
	}
	p := &gemm.Problem{Chip: chip, M: m, N: n, K: k, A: in, B: in, Layout: gemm.NT, Alpha: 1}
	if change != nil {
		change(p)
	}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	return p
}

// encode is the code of a number that the type of D has.
func encode(p *gemm.Problem, x float64) uint64 {
	switch p.Out.Name {
	case "f64":
		return math.Float64bits(x)
	case "i32":
		return uint64(uint32(int32(x)))
	case "f32":
		return uint64(math.Float32bits(float32(x)))
	case "f16":
		return uint64(num.F32ToF16(math.Float32bits(float32(x)), num.Env{}))
	case "bf16":
		return uint64(num.F32ToBF16(math.Float32bits(float32(x)), num.Env{}))
	}
	return uint64(p.Out.Format(p.Chip).FromF32(math.Float32bits(float32(x)), true))
}

// solve makes D with the elements of hw, and Fill everywhere else.
func solve(p *gemm.Problem, hw func(batch, i, j int64) float64) []byte {
	m, _ := p.Tensor("d")
	d := make([]byte, m.Bytes())
	for i := range d {
		d[i] = reference.Fill
	}
	for b := range p.Batch {
		for i := range p.M {
			for j := range p.N {
				set(p, d, b, i, j, hw(b, i, j))
			}
		}
	}
	return d
}

func set(p *gemm.Problem, d []byte, batch, i, j int64, x float64) {
	size := p.Out.Bits / 8
	at := (batch*p.StrideD + i*p.LDD + j) * int64(size)
	var code [8]byte
	binary.LittleEndian.PutUint64(code[:], encode(p, x))
	copy(d[at:], code[:size])
}

func compareAll(p *gemm.Problem, data *gemm.Data, d []byte) gemm.Report {
	var all gemm.Report
	for b := range p.Batch {
		all.Add(p.Compare(data.Inputs(), reference.Bytes(d), p.Whole(b)))
	}
	return all
}

// TestCompare: what the hardware makes of problems of all kinds is good, and what
// lies between rows and batches untouched.
func TestCompare(t *testing.T) {
	tried := 0
	for seed := uint64(0); tried < 150; seed++ {
		p := gemmtest.Random(seed)
		if p.M*p.N*p.K*p.Batch > 20000 {
			continue
		}
		tried++
		data := p.Random(seed)
		d := solve(p, oracle{p, data}.hardware)
		rep := compareAll(p, data, d)
		if rep.Bad != 0 || rep.Unknown != 0 || rep.Elements != p.M*p.N*p.Batch || rep.MaxRatio > 1 {
			t.Fatalf("seed %d: %s: %+v", seed, gemmtest.Flags(p), rep)
		}
		var all []gemm.Rect
		for b := range p.Batch {
			all = append(all, p.Whole(b))
		}
		if first, count := p.Untouched(d, 0, all); count != 0 {
			t.Fatalf("seed %d: %s: %d bytes touched, first %v", seed, gemmtest.Flags(p), count, first)
		}
	}
}

// TestOneProduct: for typical data the bound finds a result that lacks one product,
// has one twice, or comes from a neighbouring row.
func TestOneProduct(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, pair := range gemmtest.Pairs(chip) {
			for _, k := range []int64{64, 512, 4096} {
				p := pose(t, chip, pair.A, 4, 4, k, func(p *gemm.Problem) {
					p.B, _ = gemm.TypeByName(pair.B)
					if pair.A != "f64" && pair.A != "i8" {
						p.Out, _ = gemm.TypeByName("f32")
					}
				})
				data := p.Random(uint64(k))
				o := oracle{p, data}
				want, bound := p.Reference(data.Inputs(), p.Whole(0))
				missed, all := 0, 0
				for i := range p.M {
					for j := range p.N {
						a, b, sa, sb := o.lines(0, i, j)
						for n := range a {
							all++
							if math.Abs(math.Ldexp(a[n]*b[n], sa[n]+sb[n])) <= 2*bound[i*4+j] && a[n]*b[n] != 0 {
								missed++
							}
						}
						if o := (i+1)%4*4 + j; math.Abs(want[o]-want[i*4+j]) <= bound[i*4+j] {
							t.Errorf("%s %v K=%d: rows %d and its neighbour cannot be told apart", chip.Name, pair, k, i)
						}
					}
				}
				share := float64(missed) / float64(all)
				if most := 1e-4 * float64(k); share > most {
					t.Errorf("%s %v K=%d: %.2f%% of the products may be missing, bound %v", chip.Name, pair, k, 100*share, bound[0])
				}
				t.Logf("%s %v K=%d: %.3f%%, bound %.2g", chip.Name, pair, k, 100*share, bound[0])
			}
		}
	}
}

// TestBad: what a report says about elements that are wrong.
func TestBad(t *testing.T) {
	p := pose(t, &arch.GFX950, "f16", 300, 300, 8, func(p *gemm.Problem) { p.Batch, p.LDD = 2, 310 })
	data := p.Random(5)
	want := make([][]float64, 2)
	for b := range want {
		want[b], _ = p.Reference(data.Inputs(), p.Whole(int64(b)))
	}
	d := solve(p, func(b, i, j int64) float64 { return want[b][i*p.N+j] })
	if rep := compareAll(p, data, d); rep.Bad != 0 {
		t.Fatalf("%+v", rep)
	}
	wrong := [][3]int64{{0, 0, 7}, {0, 200, 299}, {0, 201, 0}, {1, 5, 290}, {1, 299, 299}}
	for _, w := range wrong {
		set(p, d, w[0], w[1], w[2], want[w[0]][w[1]*p.N+w[2]]+0.5)
	}
	rep := compareAll(p, data, d)
	if rep.Bad != int64(len(wrong)) || len(rep.First) != len(wrong) || rep.MaxRatio < 2 || math.Abs(rep.MaxError-0.5) > 0.01 || !(rep.MaxErrorBound > 0 && rep.MaxErrorBound < 0.5) {
		t.Fatalf("%+v", rep)
	}
	for i, w := range wrong {
		if m := rep.First[i]; m.Batch != w[0] || m.Row != w[1] || m.Col != w[2] || math.Abs(m.Got-m.Want-0.5) > 0.01 {
			t.Errorf("mismatch %d is %v, want it at %v", i, m, w)
		}
	}
	if s := rep.First[3].String(); !strings.HasPrefix(s, "D[1][5, 290] is ") {
		t.Errorf("described as %q", s)
	}
	// A part that has none of them, and one that has one.
	if rep := p.Compare(data.Inputs(), reference.Bytes(d), gemm.Rect{Batch: 0, Row: 1, Rows: 199, Cols: 300}); rep.Bad != 0 || rep.Elements != 199*300 {
		t.Errorf("%+v", rep)
	}
	if rep := p.Compare(data.Inputs(), reference.Bytes(d), gemm.Rect{Batch: 1, Row: 5, Col: 290, Rows: 1, Cols: 1}); rep.Bad != 1 {
		t.Errorf("%+v", rep)
	}
}

// TestStrangeData: what the hardware makes of any codes at all, of codes of numbers
// that are subnormal, large, or mostly zero, is good; and rarely are bounds
// infinite.
func TestStrangeData(t *testing.T) {
	const seeds = 400
	unknown, nans := 0, 0
	for seed := range uint64(seeds) {
		p := gemmtest.Random(seed)
		if p.A.Name == "i8" || p.M*p.N*p.K*p.Batch > 20000 {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 9))
		d := p.Random(seed)
		mode := r.IntN(5)
		for _, name := range []string{"a", "b", "c", "bias", "scale_a", "scale_b"} {
			strange(r, mode, d.Tensor(name), p, name)
		}
		out := solve(p, oracle{p, d}.hardware)
		rep := compareAll(p, d, out)
		if rep.Bad != 0 {
			t.Fatalf("seed %d, mode %d: %s: %d bad, first %v", seed, mode, gemmtest.Flags(p), rep.Bad, rep.First[0])
		}
		if unknown += int(rep.Unknown); mode == 1 || mode == 3 {
			if rep.Unknown > rep.Elements/4 {
				t.Errorf("seed %d, mode %d: %s: %d of %d bounds are infinite", seed, mode, gemmtest.Flags(p), rep.Unknown, rep.Elements)
			}
		}
		want, _ := p.Reference(d.Inputs(), p.Whole(0))
		for _, x := range want {
			if math.IsNaN(x) {
				nans++
			}
		}
	}
	if unknown < 20 || nans < 20 {
		t.Errorf("only %d infinite bounds and %d NaNs", unknown, nans)
	}
}

// strange replaces data: in mode 0 by any codes; in 1 and 2 by numbers with small
// and large exponents; in 3 by zeros, mostly; in 4 by all of that.
func strange(r *rand.Rand, mode int, data []byte, p *gemm.Problem, name string) {
	if len(data) == 0 {
		return
	}
	if name == "scale_a" || name == "scale_b" {
		for i := range data {
			switch {
			case mode == 0 && r.IntN(30) == 0:
				data[i] = byte(r.IntN(256))
			case mode == 1:
				data[i] = byte(r.IntN(60))
			case mode == 2:
				data[i] = byte(160 + r.IntN(50))
			}
		}
		return
	}
	m, _ := p.Tensor(name)
	size := max(m.Type.Bits/8, 1)
	for i := 0; i+size <= len(data); i += size {
		code := data[i : i+size]
		top := &code[size-1] // sign and exponent
		how := mode
		if mode == 4 {
			how = r.IntN(5)
		}
		switch how {
		case 0:
			if r.IntN(8) == 0 {
				for j := range code {
					code[j] = byte(r.Uint32())
				}
			}
		case 1:
			*top = byte(r.IntN(2) * 0x80)
			if r.IntN(3) == 0 && size == 1 {
				*top |= byte(r.IntN(16))
			}
		case 2:
			if m.Type.Bits > 8 {
				*top = byte(r.IntN(2)*0x80 + 0x70 + r.IntN(15))
			}
		case 3:
			if r.IntN(10) > 0 {
				clear(code)
			}
		}
	}
}

// TestUntouched: writes outside of the parts are found, page by page as at once.
func TestUntouched(t *testing.T) {
	p := pose(t, &arch.GFX950, "f32", 20, 30, 8, func(p *gemm.Problem) { p.Batch, p.LDD, p.StrideD = 3, 37, 800 })
	m, _ := p.Tensor("d")
	r := rand.New(rand.NewPCG(1, 1))
	parts := []gemm.Rect{{Batch: 0, Row: 4, Col: 8, Rows: 10, Cols: 8}, {Batch: 0, Row: 10, Col: 12, Rows: 10, Cols: 18}, {Batch: 2, Rows: 20, Cols: 30}}
	inside := map[int64]bool{}
	for _, w := range parts {
		for i := range w.Rows {
			for j := range w.Cols * 4 {
				inside[m.Offset(w.Batch, w.Row+i, w.Col)+j] = true
			}
		}
	}
	for range 200 {
		d := make([]byte, m.Bytes())
		for i := range d {
			d[i] = reference.Fill
			if inside[int64(i)] {
				d[i] = byte(r.IntN(256))
			}
		}
		var want []int64
		for range r.IntN(3) {
			at := r.Int64N(m.Bytes())
			d[at] = 1
			if !inside[at] {
				want = append(want, at)
			}
		}
		var found int64
		var first []reference.Stray
		for from := 0; from < len(d); {
			to := min(len(d), from+1+r.IntN(4000))
			f, n := p.Untouched(d[from:to], uint64(from), parts)
			first, found, from = append(first, f...), found+n, to
		}
		strays := map[int64]bool{}
		for _, w := range want {
			strays[w] = true
		}
		if found != int64(len(strays)) {
			t.Fatalf("%d strays (%v), want %v", found, first, want)
		}
		for _, s := range first {
			if !strays[s.Offset] || s.Value != 1 {
				t.Fatalf("stray %v, want %v", s, want)
			}
		}
	}
}

// TestSpecialValues: infinities and NaNs of inputs have to come out, results that
// are too large as infinities or saturated.
func TestSpecialValues(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name, in, out string
		a, b          [2]float32
		act           gemm.Activation
		good, bad     []float64
	}{
		{"a number", "f32", "f32", [2]float32{1, 2}, [2]float32{3, 4}, "", []float64{11}, []float64{11.001, inf, nan, -11, 0}},
		{"infinity", "f32", "f32", [2]float32{float32(inf), 2}, [2]float32{3, 4}, "", []float64{inf}, []float64{3e38, -inf, nan}},
		{"inf - inf", "f32", "f32", [2]float32{float32(inf), float32(inf)}, [2]float32{3, -4}, "", []float64{nan}, []float64{inf, -inf, 0}},
		{"inf·0", "f16", "f32", [2]float32{float32(inf), 1}, [2]float32{0, 1}, "", []float64{nan}, []float64{inf, 1}},
		{"NaN", "bf16", "bf16", [2]float32{float32(nan), 1}, [2]float32{0, 1}, gemm.ReLU, []float64{nan}, []float64{0, inf, 1}},
		{"relu of -inf", "f32", "f32", [2]float32{float32(-inf), 1}, [2]float32{1, 1}, gemm.ReLU, []float64{0}, []float64{1, nan, -inf}},
		{"silu of inf", "f32", "f32", [2]float32{float32(inf), 1}, [2]float32{1, 1}, gemm.SiLU, []float64{inf}, []float64{1, nan, -inf}},
		{"overflow of f16", "f16", "f16", [2]float32{300, 1}, [2]float32{300, 1}, "", []float64{inf}, []float64{65504, -inf, nan}},
		{"the largest f16", "f16", "f16", [2]float32{255, 0}, [2]float32{256.75, 0}, "", []float64{65472}, []float64{inf, nan, 65408}},
		{"saturated fp8", "f16", "fp8", [2]float32{300, 1}, [2]float32{-300, 1}, "", []float64{-448}, []float64{448, nan, -416}},
		{"infinity in fp8", "f16", "fp8", [2]float32{float32(inf), 1}, [2]float32{1, 1}, "", []float64{448}, []float64{-448, nan}},
		{"a sum that overflows and may come back", "f32", "f32", [2]float32{3e38, 3e38}, [2]float32{3e38, -3e38}, "", []float64{nan, inf, 0, -inf}, nil},
	} {
		p := pose(t, &arch.GFX950, c.in, 1, 1, 2, func(p *gemm.Problem) { p.Out, _ = gemm.TypeByName(c.out); p.Act = c.act })
		pack := func(x [2]float32) []byte {
			q := *p
			q.Out = p.A
			var b []byte
			for _, v := range x {
				b = binary.LittleEndian.AppendUint64(b, encode(&q, float64(v)))[:len(b)+p.A.Bits/8]
			}
			return b
		}
		data := &gemm.Data{A: pack(c.a), B: pack(c.b)}
		try := func(got float64, bad int64) {
			d := make([]byte, 8)
			set(p, d, 0, 0, 0, got)
			rep := p.Compare(data.Inputs(), reference.Bytes(d), p.Whole(0))
			if rep.Bad != bad {
				want, bound := p.Reference(data.Inputs(), p.Whole(0))
				t.Errorf("%s: %v is bad: %d (want %v within %v)", c.name, got, rep.Bad, want[0], bound[0])
			}
		}
		for _, x := range c.good {
			try(x, 0)
		}
		for _, x := range c.bad {
			try(x, 1)
		}
	}
}

// TestExact: sums of small integers, and of fp4 and fp6, have to be exact.
func TestExact(t *testing.T) {
	for _, dtype := range []string{"mxfp4", "mxfp6"} {
		p := pose(t, &arch.GFX950, dtype, 8, 8, 1024, nil)
		_, bound := p.Reference(p.Random(1).Inputs(), p.Whole(0))
		for i, b := range bound {
			if b != 0 {
				t.Errorf("%s: element %d may be %v off", dtype, i, b)
			}
		}
	}
	for _, dtype := range []string{"f16", "bf16", "f32", "f64", "fp8"} {
		p := pose(t, &arch.GFX942, dtype, 8, 8, 1024, func(p *gemm.Problem) {
			if dtype != "f64" {
				p.Out, _ = gemm.TypeByName("f32")
			}
		})
		q := *p
		q.Out = p.A
		pack := func(seed uint64) (b []byte) {
			r := rand.New(rand.NewPCG(seed, 1))
			for range 8 * 1024 {
				b = binary.LittleEndian.AppendUint64(b, encode(&q, float64(r.IntN(17)-8)))[:len(b)+p.A.Bits/8]
			}
			return b
		}
		data := &gemm.Data{A: pack(1), B: pack(2)}
		want, bound := p.Reference(data.Inputs(), p.Whole(0))
		for i, b := range bound {
			if b != 0 || want[i] != math.Trunc(want[i]) {
				t.Fatalf("%s: element %d is %v and may be %v off", dtype, i, want[i], b)
			}
		}
	}
}

func ExampleMismatch() {
	fmt.Println(gemm.Mismatch{Row: 3, Col: 4, Want: 1.5, Got: 2, Bound: 0.0123})
	// Output: D[0][3, 4] is 2, want 1.5 within 0.0123
}

func BenchmarkReference(b *testing.B) {
	p := pose(b, &arch.GFX950, "bf16", 1024, 1024, 1024, nil)
	in := p.Random(1).Inputs()
	for b.Loop() {
		p.Reference(in, p.Whole(0))
	}
}

func BenchmarkRandom(b *testing.B) {
	p := pose(b, &arch.GFX950, "bf16", 1024, 1024, 1024, nil)
	for b.Loop() {
		p.Random(1)
	}
}
