package gemm_test

import (
	"encoding/binary"
	"math"
	"math/big"

	"heddle/kernels/gemm"
	"heddle/num"
)

// oracle computes elements of D in two ways that share nothing with the package:
// exactly, and as facts mfma_numerics.md says that the hardware does.
type oracle struct {
	p *gemm.Problem
	d *gemm.Data
}

// element decodes an element of a row-major matrix.
func (o oracle) element(data []byte, t *gemm.Type, index int64) float64 {
	switch t.Name {
	case "f64":
		return math.Float64frombits(binary.LittleEndian.Uint64(data[8*index:]))
	case "f32":
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*index:])))
	case "i32":
		return float64(int32(binary.LittleEndian.Uint32(data[4*index:])))
	case "i8":
		return float64(int8(data[index]))
	}
	var code uint32
	for bit := range int64(t.Bits) {
		at := index*int64(t.Bits) + bit
		code |= uint32(data[at/8]>>(at%8)&1) << bit
	}
	return value(t.Format(o.p.Chip), code)
}

func value(f *num.Format, code uint32) float64 {
	neg, sig, exp, class := f.Split(code)
	x := math.Ldexp(float64(sig), exp)
	switch class {
	case num.NaN:
		return math.NaN()
	case num.Inf:
		x = math.Inf(1)
	}
	if neg {
		x = -x
	}
	return x
}

// line is a row of A (or a column of B) along K, and its scales, for each k.
func (o oracle) line(data, scales []byte, t *gemm.Type, rows, ld, stride, batch, i int64, across bool) (x []float64, scale []int) {
	p := o.p
	if stride == gemm.SharedStride {
		stride = 0
	}
	for k := range p.K {
		index := batch*stride + i*ld + k
		if across {
			index = batch*stride + k*ld + i
		}
		x = append(x, o.element(data, t, index))
		exp := 0
		if t.Scaled {
			blocks := (p.K + 31) / 32
			at := (batch*rows+i)*blocks + k/32
			if stride == 0 {
				at = i*blocks + k/32
			}
			if exp = int(scales[at]) - 127; scales[at] == 0xff {
				x[k] = math.NaN()
			}
		}
		scale = append(scale, exp)
	}
	return x, scale
}

func (o oracle) lines(batch, i, j int64) (a, b []float64, scaleA, scaleB []int) {
	p, d := o.p, o.d
	a, scaleA = o.line(d.A, d.ScaleA, p.A, p.M, p.LDA, p.StrideA, batch, i, p.Layout.TransA())
	b, scaleB = o.line(d.B, d.ScaleB, p.B, p.N, p.LDB, p.StrideB, batch, j, !p.Layout.TransB())
	return a, b, scaleA, scaleB
}

func (o oracle) others(batch, i, j int64) (c, bias float64) {
	p := o.p
	if p.Beta != 0 {
		stride := max(p.StrideC, 0)
		c = o.element(o.d.C, p.Out, batch*stride+i*p.LDC+j)
	}
	if p.Bias {
		bias = o.element(o.d.Bias, p.BiasType(), j)
	}
	return c, bias
}

const precision = 400

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// exact is an element of D before the rounding into its type.
func (o oracle) exact(batch, i, j int64) float64 {
	p := o.p
	a, b, sa, sb := o.lines(batch, i, j)
	sum := bigOf(0)
	for k := range a {
		x := new(big.Float).SetPrec(precision).Mul(bigOf(a[k]), bigOf(b[k]))
		x.SetMantExp(x, sa[k]+sb[k])
		sum.Add(sum, x)
	}
	c, bias := o.others(batch, i, j)
	sum.Mul(sum, bigOf(p.Alpha))
	sum.Add(sum, new(big.Float).SetPrec(precision).Mul(bigOf(p.Beta), bigOf(c)))
	sum.Add(sum, bigOf(bias))
	if p.Integers() {
		v, _ := sum.Int(nil)
		low := new(big.Int).And(v, big.NewInt(1<<32-1))
		x := int32(uint32(low.Uint64()))
		if p.Act == gemm.ReLU {
			x = max(x, 0)
		}
		return float64(x)
	}
	x, _ := sum.Float64()
	return activation(p.Act, x) * p.Scale
}

// activation by the functions of package num, which are rounded correctly.
func activation(act gemm.Activation, x float64) float64 {
	of := func(fn num.Function, x float64) float64 {
		return math.Float64frombits(f64.Elementary(fn, math.Float64bits(x)))
	}
	switch act {
	case gemm.ReLU:
		return max(x, 0)
	case gemm.SiLU:
		return x / (1 + of(num.Exp, -x))
	case gemm.GELU:
		return x / 2 * (1 + of(num.Tanh, math.Sqrt(2/math.Pi)*(x+0.044715*x*x*x)))
	case gemm.GELUErf:
		return x / 2 * (1 + of(num.Erf, x/math.Sqrt2))
	}
	return x
}

// hardware is an element of D as matrix instructions, followed by arithmetic in
// f32, make it, rounded into D's type.
func (o oracle) hardware(batch, i, j int64) float64 {
	p := o.p
	a, b, sa, sb := o.lines(batch, i, j)
	parts := max(1, p.SplitK)
	part := (int64(len(a)) + parts - 1) / parts
	part = (part + 63) / 64 * 64
	var sum float64
	for k := int64(0); k < int64(len(a)); k += part {
		end := min(k+part, int64(len(a)))
		s := o.product(a[k:end], b[k:end], sa[k:end], sb[k:end])
		switch {
		case k == 0:
			sum = s
		case p.A.Name == "f64":
			sum += s
		case p.A.Name == "i8":
			sum = float64(int32(int64(sum + s)))
		default:
			sum = float64(float32(sum) + float32(s))
		}
	}
	c, bias := o.others(batch, i, j)
	if p.Integers() {
		x := int32(int64(p.Alpha)*int64(sum)) + int32(int64(p.Beta)*int64(c)) + int32(bias)
		if p.Act == gemm.ReLU {
			x = max(x, 0)
		}
		return float64(x)
	}
	if p.Out.Name == "f64" {
		x := float64(p.Alpha * sum)
		x += float64(p.Beta * c)
		return activation(p.Act, x+bias) * p.Scale
	}
	x := float32(p.Alpha) * float32(sum)
	x += float32(float32(p.Beta) * float32(c))
	x += float32(bias)
	switch p.Act {
	case gemm.ReLU:
		x = max(x, 0)
	case gemm.SiLU:
		x /= 1 + float32(math.Exp(float64(-x)))
	case gemm.GELU:
		inner := float32(0.7978846) * (x + float32(float32(0.044715)*float32(float32(x*x)*x)))
		x = x / 2 * (1 + float32(math.Tanh(float64(inner))))
	case gemm.GELUErf:
		x = x / 2 * (1 + float32(math.Erf(float64(x*float32(math.Sqrt2/2)))))
	}
	return o.rounded(x * float32(p.Scale))
}

func (o oracle) rounded(x float32) float64 {
	f := o.p.Out.Format(o.p.Chip)
	switch o.p.Out.Name {
	case "i32":
		return min(max(math.RoundToEven(float64(x)), -1<<31), 1<<31-128)
	case "f16":
		return value(f, uint32(num.F32ToF16(math.Float32bits(x), num.Env{})))
	case "bf16":
		return value(f, uint32(num.F32ToBF16(math.Float32bits(x), num.Env{})))
	case "fp8":
		return value(f, f.FromF32(math.Float32bits(x), true))
	}
	return float64(x)
}

// product sums as a chain of matrix instructions does.
func (o oracle) product(a, b []float64, sa, sb []int) float64 {
	switch o.p.A.Name {
	case "f64":
		sum := 0.0
		for k := range a {
			sum = math.FMA(a[k], b[k], sum)
		}
		return sum
	case "f32":
		sum := uint32(0)
		for k := range a {
			sum = num.FMA32(math.Float32bits(float32(a[k])), math.Float32bits(float32(b[k])), sum, num.Env{})
		}
		return float64(math.Float32frombits(sum))
	case "i8":
		sum := int32(0)
		for k := range a {
			sum += int32(a[k]) * int32(b[k])
		}
		return float64(sum)
	}
	size := 16
	if o.p.A.Bits == 16 {
		size = 8
	}
	leastA, leastB := 1-o.p.A.Format(o.p.Chip).Bias, 1-o.p.B.Format(o.p.Chip).Bias
	sum := float32(0)
	for k := 0; k < len(a); k += size {
		end := min(k+size, len(a))
		if s, special := notFinite(a[k:end], b[k:end], sa[k:end], sb[k:end], sum); special {
			sum = s
			continue
		}
		group := make([]term, size)
		for i := range group {
			x, y := term{0, -126}, term{0, -126}
			if k+i < len(a) {
				x, y = apart(a[k+i], leastA), apart(b[k+i], leastB)
				x.exp += sa[k+i]
				y.exp += sb[k+i]
			}
			group[i] = term{x.sig * y.sig, x.exp + y.exp}
		}
		sum = accumulate(group, sum)
	}
	return float64(sum)
}

// notFinite is steps 1 and 2 of the facts: what becomes of infinities, NaNs and
// products that f32 does not have.
func notFinite(a, b []float64, sa, sb []int, c float32) (result float32, special bool) {
	sum := float64(c)
	var positive, negative bool
	for i := range a {
		x := math.Ldexp(a[i]*b[i], sa[i]+sb[i])
		sum += x
		positive = positive || x >= 0x1p128
		negative = negative || x <= -0x1p128
	}
	switch {
	case math.IsNaN(sum) || math.IsInf(sum, 0):
		return float32(sum), true
	case positive && negative:
		return float32(math.NaN()), true
	case positive:
		return float32(math.Inf(1)), true
	case negative:
		return float32(math.Inf(-1)), true
	}
	return 0, false
}

type term struct {
	sig float64
	exp int
}

func apart(x float64, least int) term {
	if x == 0 {
		return term{0, -126}
	}
	sig, exp := math.Frexp(x)
	sig, exp = sig*2, exp-1
	if exp < least {
		sig, exp = math.Ldexp(x, -least), least
	}
	return term{sig, exp}
}

// accumulate is steps 4 to 6 of the facts.
func accumulate(group []term, c float32) float32 {
	fused := func(pick func(i int) bool) term {
		exp := math.MinInt
		for i, t := range group {
			if pick(i) {
				exp = max(exp, t.exp)
			}
		}
		sum := 0.0
		for i, t := range group {
			if pick(i) {
				sum += math.Trunc(math.Ldexp(t.sig, 24+t.exp-exp))
			}
		}
		return term{math.Ldexp(sum, -24), exp}
	}
	floor := func(t term, bits, exp int) float64 {
		return math.Ldexp(math.Floor(math.Ldexp(t.sig, bits+t.exp-exp)), -bits)
	}
	var p term
	add := apart(float64(c), -126)
	if len(group) == 8 {
		p = fused(func(int) bool { return true })
	} else {
		even, odd := fused(func(i int) bool { return i%2 == 0 }), fused(func(i int) bool { return i%2 == 1 })
		exp := max(even.exp, odd.exp)
		p = term{floor(even, 24, exp) + floor(odd, 24, exp), exp}
	}
	exp := max(p.exp, add.exp)
	sum := floor(p, 31, exp)
	if len(group) == 8 || add.exp >= exp-25 {
		sum += floor(add, 24, exp)
	}
	return float32(math.Ldexp(sum, exp))
}

var f64 = &num.Format{Name: "f64", ExpBits: 11, FracBits: 52, Bias: 1023}
