package num

import (
	"math"
	"testing"

	"heddle/long"
)

// ops has the arithmetic of each format, fast paths included.
var ops = []struct {
	s    *spec
	op   byte
	call func(a, b, c uint64, e Env) uint64
}{
	{oF16, '+', func(a, b, _ uint64, e Env) uint64 { return uint64(Add16(uint16(a), uint16(b), e)) }},
	{oF16, '*', func(a, b, _ uint64, e Env) uint64 { return uint64(Mul16(uint16(a), uint16(b), e)) }},
	{oF16, 'f', func(a, b, c uint64, e Env) uint64 { return uint64(FMA16(uint16(a), uint16(b), uint16(c), e)) }},
	{oBF16, '+', func(a, b, _ uint64, e Env) uint64 { return uint64(AddBF16(uint16(a), uint16(b), e)) }},
	{oBF16, '*', func(a, b, _ uint64, e Env) uint64 { return uint64(MulBF16(uint16(a), uint16(b), e)) }},
	{oBF16, 'f', func(a, b, c uint64, e Env) uint64 { return uint64(FMABF16(uint16(a), uint16(b), uint16(c), e)) }},
	{oF32, '+', func(a, b, _ uint64, e Env) uint64 { return uint64(Add32(uint32(a), uint32(b), e)) }},
	{oF32, '*', func(a, b, _ uint64, e Env) uint64 { return uint64(Mul32(uint32(a), uint32(b), e)) }},
	{oF32, 'f', func(a, b, c uint64, e Env) uint64 { return uint64(FMA32(uint32(a), uint32(b), uint32(c), e)) }},
	{oF64, '+', func(a, b, _ uint64, e Env) uint64 { return Add64(a, b, e) }},
	{oF64, '*', func(a, b, _ uint64, e Env) uint64 { return Mul64(a, b, e) }},
	{oF64, 'f', func(a, b, c uint64, e Env) uint64 { return FMA64(a, b, c, e) }},
}

// core is the same without fast paths.
func core(f *Format, op byte, a, b, c uint64, e Env) uint64 {
	switch op {
	case '+':
		return f.add(a, b, e)
	case '*':
		return f.mul(a, b, e)
	}
	return f.fma(a, b, c, e)
}

func TestArithmeticAgainstOracle(t *testing.T) {
	r := seeded(t)
	for _, o := range ops {
		n := long.Count(10_000, 40_000)
		if o.s == oF64 {
			n /= 5
		}
		for range n {
			a, b, c := o.s.triple(r)
			e := allEnvs[r.IntN(len(allEnvs))]
			if r.IntN(4) == 0 {
				e = Env{}
			}
			e.Saturate = r.IntN(8) == 0
			want := o.s.arith(o.op, a, b, c, e)
			if got := o.call(a, b, c, e); got != want {
				t.Fatalf("%s %c(%#x, %#x, %#x) %v = %#x, want %#x", o.s.f.Name, o.op, a, b, c, e, got, want)
			}
			if got := core(o.s.f, o.op, a, b, c, e); got != want {
				t.Fatalf("%s core %c(%#x, %#x, %#x) %v = %#x, want %#x", o.s.f.Name, o.op, a, b, c, e, got, want)
			}
		}
	}
}

// specials are the operands whose full cross product is tried.
func (s *spec) specials() []uint64 {
	one := uint64(s.bias) << s.frac
	var all []uint64
	for _, m := range []uint64{0, 1, 1<<s.frac - 1, 1 << s.frac, one, one + 1, s.max, s.inf, s.nan, s.mag(s.defaultNaN) | 3} {
		all = append(all, m, m|s.sign())
	}
	return all
}

func TestArithmeticOfSpecials(t *testing.T) {
	for _, o := range ops {
		thirds := o.s.specials()
		if o.op != 'f' {
			thirds = []uint64{0}
		}
		for i, e := range allEnvs {
			if o.s == oF64 && i%5 != 0 || !long.Some(i/5+i, 3) {
				continue
			}
			for _, a := range o.s.specials() {
				for _, b := range o.s.specials() {
					for _, c := range thirds {
						if got, want := o.call(a, b, c, e), o.s.arith(o.op, a, b, c, e); got != want {
							t.Fatalf("%s %c(%#x, %#x, %#x) %v = %#x, want %#x", o.s.f.Name, o.op, a, b, c, e, got, want)
						}
					}
				}
			}
		}
	}
}

// Fast paths against the core, on more samples than the oracle can do.
func TestFastPathsAgainstCore(t *testing.T) {
	r := seeded(t)
	for _, o := range ops {
		for range long.Count(40_000, 300_000) {
			a, b, c := o.s.pattern(r), o.s.pattern(r), o.s.pattern(r)
			if r.IntN(2) == 0 {
				b = o.s.near(r, a, 3)
				c = o.s.near(r, c, 3)
			}
			if got, want := o.call(a, b, c, Env{}), core(o.s.f, o.op, a, b, c, Env{}); got != want {
				t.Fatalf("%s %c(%#x, %#x, %#x) = %#x, core %#x", o.s.f.Name, o.op, a, b, c, got, want)
			}
		}
	}
}

// Go's own arithmetic is a second opinion on the core.
func TestCoreAgainstGo(t *testing.T) {
	r := seeded(t)
	for range long.Count(75_000, 300_000) {
		a, b, c := oF64.pattern(r), oF64.pattern(r), oF64.pattern(r)
		if r.IntN(2) == 0 {
			b = oF64.near(r, a, 60)
		}
		x, y, z := math.Float64frombits(a), math.Float64frombits(b), math.Float64frombits(c)
		for _, p := range []struct {
			op   byte
			want float64
		}{{'+', x + y}, {'*', x * y}, {'f', math.FMA(x, y, z)}} {
			got := core(F64, p.op, a, b, c, Env{})
			if p.want != p.want {
				if !IsNaN64(got) {
					t.Fatalf("%c(%#x, %#x, %#x) = %#x, want NaN", p.op, a, b, c, got)
				}
			} else if got != math.Float64bits(p.want) {
				t.Fatalf("%c(%#x, %#x, %#x) = %#x, want %#x", p.op, a, b, c, got, math.Float64bits(p.want))
			}
		}
		v, w := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		if sum := v + w; sum == sum && uint64(math.Float32bits(sum)) != F32.add(a&0xffffffff, b&0xffffffff, Env{}) {
			t.Fatalf("f32 %#x + %#x", uint32(a), uint32(b))
		}
		if prod := v * w; prod == prod && uint64(math.Float32bits(prod)) != F32.mul(a&0xffffffff, b&0xffffffff, Env{}) {
			t.Fatalf("f32 %#x * %#x", uint32(a), uint32(b))
		}
	}
}

func TestArithmeticByHand(t *testing.T) {
	f := math.Float32bits
	for _, c := range []struct {
		name      string
		got, want uint32
	}{
		// A double rounding would give 0x1.002p0.
		{"fma32 near a middle", FMA32(f(0x1.001p0), f(0x1.001p0), f(0x1p-80), Env{}), f(0x1.002002p0)},
		{"fma32 at a middle", FMA32(f(0x1.001p0), f(0x1.001p0), 0, Env{}), f(0x1.002p0)},
		{"fma32 below a middle", FMA32(f(0x1.001p0), f(0x1.001p0), f(-0x1p-80), Env{}), f(0x1.002p0)},
		{"nan wins over invalid", FMA32(0, 0x7f800000, 0xff812345, Env{}), 0xffc12345},
		{"first nan", FMA32(0x7f800001, 0xffc00002, 0x7fc00003, Env{}), 0x7fc00001},
		{"invalid", FMA32(0x80000000, 0x7f800000, f(1), Env{}), QNaN32},
		{"inf-inf", Add32(0x7f800000, 0xff800000, Env{}), QNaN32},
		{"cancellation", Add32(f(1), f(-1), Env{}), 0},
		{"cancellation down", Add32(f(1), f(-1), Env{Round: RTN}), 0x80000000},
		{"-0 + -0", Add32(0x80000000, 0x80000000, Env{}), 0x80000000},
		{"overflow to nearest", Mul32(f(0x1p127), f(2), Env{}), 0x7f800000},
		{"overflow toward zero", Mul32(f(0x1p127), f(2), Env{Round: RTZ}), 0x7f7fffff},
		{"overflow down, positive", Mul32(f(0x1p127), f(2), Env{Round: RTN}), 0x7f7fffff},
		{"overflow down, negative", Mul32(f(-0x1p127), f(2), Env{Round: RTN}), 0xff800000},
		// 2^-126 less half its last place rounds up to a normal number: no flush.
		{"rounded to normal", Mul32(f(0x1.fffffep-126), f(0.5), Env{FlushOut: true}), 0x00800000},
		{"flushed result", Mul32(f(-0x1.8p-126), f(0.5), Env{FlushOut: true}), 0x80000000},
		{"flushed input", Add32(0x807fffff, 0x80000000, Env{FlushIn: true}), 0x80000000},
		{"f16 overflow", uint32(Add16(0x7bff, 0x7bff, Env{})), 0x7c00},
		{"f16 overflow clamped", uint32(Add16(0x7bff, 0x7bff, Env{Saturate: true})), 0x7bff},
		{"f16 infinity stays", uint32(Add16(0x7c00, 0x7bff, Env{Saturate: true})), 0x7c00},
	} {
		if c.got != c.want {
			t.Errorf("%s: %#x, want %#x", c.name, c.got, c.want)
		}
	}
}

// Factors of 2^n+1 make products whose last bit lies far below the others, so
// that it alone decides between a tie and more than a tie.
func TestLoneLastBit(t *testing.T) {
	// 2^99+1 is half a last place of 2^152, and a bit.
	a, b := math.Float64bits(242099935645987), math.Float64bits(2618031675319947)
	if got, want := core(F64, 'f', a, b, math.Float64bits(0x1p152), Env{}), math.Float64bits(0x1p152+0x1p100); got != want {
		t.Errorf("f64: %#x, want %#x", got, want)
	}
	if got, want := core(F64, 'f', a, b, math.Float64bits(0x1p152+0x1p100), Env{}), math.Float64bits(0x1p152+0x1p101); got != want {
		t.Errorf("f64, odd: %#x, want %#x", got, want)
	}
	// 2^33+1, scaled, is half of the smallest f32, and a bit that float64 has
	// no place for beside 2^-127.
	f := math.Float32bits
	if got, want := FMA32(f(411849*0x1p-91), f(20857*0x1p-92), f(0x1p-127), Env{}), f(0x1p-127+0x1p-149); got != want {
		t.Errorf("f32: %#x, want %#x", got, want)
	}
	if got, want := FMA32(f(-411849*0x1p-91), f(20857*0x1p-92), f(0x1p-127), Env{}), f(0x1p-127-0x1p-149); got != want {
		t.Errorf("f32, minus: %#x, want %#x", got, want)
	}
	if got, want := FMA32(f(411849*0x1p-33), f(20857*0x1p-24), f(1), Env{}), f(1+0x1p-23); got != want {
		t.Errorf("f32 1+2^-24+2^-57: %#x, want %#x", got, want)
	}
}

func TestLdexpAgainstOracle(t *testing.T) {
	r := seeded(t)
	for _, s := range []*spec{oF16, oF32, oF64} {
		for range 20_000 {
			x, e := s.pattern(r), allEnvs[r.IntN(len(allEnvs))]
			n := int32(r.IntN(4*s.bias) - 2*s.bias)
			switch r.IntN(16) {
			case 0:
				n = math.MinInt32
			case 1:
				n = math.MaxInt32
			}
			in := x
			if e.FlushIn && s.subnormal(x) {
				in = x & s.sign()
			}
			var want uint64
			switch {
			case s.isNaN(x):
				want = x | s.mag(s.defaultNaN)
			case s.isInf(x), s.mag(in) == 0:
				want = in
			default:
				v := s.value(in)
				want = s.round(v.SetMantExp(v, int(max(min(n, 9000), -9000))), e)
			}
			var got uint64
			switch s {
			case oF16:
				got = uint64(Ldexp16(uint16(x), n, e))
			case oF32:
				got = uint64(Ldexp32(uint32(x), n, e))
			case oF64:
				got = Ldexp64(x, n, e)
			}
			if got != want {
				t.Fatalf("%s ldexp(%#x, %d) %v = %#x, want %#x", s.f.Name, x, n, e, got, want)
			}
		}
	}
}
