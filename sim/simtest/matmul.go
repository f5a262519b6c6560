package simtest

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"

	"heddle/num"
	"heddle/sim"
)

// The rows of matmul.cl.
var matmulRows = []Row{
	{File: "matmul", Kernel: "matmul", launch: func(g *gen) launch {
		const m, n, k = 128, 128, 32
		a := values(m*k, func(int) float32 { return float32(g.IntN(17) - 8) })
		b := values(k*n, func(int) float32 { return float32(g.IntN(17) - 8) })
		want := values(m*n, func(i int) float32 {
			sum := float32(0)
			for j := range k {
				sum += a[i/n*k+j] * b[j*n+i%n] // integers: nothing is rounded
			}
			return sum
		})
		return launch{grid: [3]uint32{n / 128, m / 128, 1}, block: [3]uint32{256, 1, 1}, args: []any{out(want), in(a), in(b), int32(n), int32(k)}}
	}},
}

// Matmul is a multiplication of two square f32 matrices of N rows, a multiple of 128, with normally
// distributed elements, for matmul.cl.
type Matmul struct {
	N          int
	A, B       []float32
	a, b, c    sim.Buffer
	kernel     *sim.Kernel
	device     *sim.Device
	unfinished []byte
}

// NewMatmul puts the matrices in a device in which the code object is loaded.
func NewMatmul(l *Loaded, n int, seed uint64) (*Matmul, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	normal := func(int) float32 { return float32(r.NormFloat64()) }
	p := &Matmul{N: n, A: values(n*n, normal), B: values(n*n, normal), device: l.Device, unfinished: bytes.Repeat([]byte{0xff}, 4*n*n)}
	var err error
	if p.kernel, err = l.Module.Kernel("matmul"); err != nil {
		return nil, err
	}
	if p.a, err = sim.Put(l.Device, p.A); err != nil {
		return nil, err
	}
	if p.b, err = sim.Put(l.Device, p.B); err != nil {
		return nil, err
	}
	p.c, err = l.Device.Alloc(uint64(4 * n * n))
	return p, err
}

// Run computes the product.
func (p *Matmul) Run(options sim.Options) (*sim.Report, error) {
	if err := p.c.Write(p.unfinished, 0); err != nil {
		return nil, err
	}
	return p.device.Run(sim.Launch{Kernel: p.kernel, Grid: [3]uint32{uint32(p.N / 128), uint32(p.N / 128), 1}, Block: [3]uint32{256, 1, 1},
		Args: []sim.Arg{sim.Pointer(p.c), sim.Pointer(p.a), sim.Pointer(p.b), sim.Value(int32(p.N)), sim.Value(int32(p.N))}, Options: options})
}

// Check compares the product with what it must be: some elements bit for bit,
// as chains of fused multiply-adds, and all by multiplying with a vector: C * x
// is A * (B * x), but for rounding.
func (p *Matmul) Check() error {
	c, err := sim.Get[float32](p.c)
	if err != nil {
		return err
	}
	n := p.N
	for i := 0; i < n*n; i += n*n/257 + 1 {
		sum := uint32(0)
		for k := range n {
			sum = num.FMA32(math.Float32bits(p.A[i/n*n+k]), math.Float32bits(p.B[k*n+i%n]), sum, num.Env{})
		}
		if got := math.Float32bits(c[i]); got != sum {
			return fmt.Errorf("element %d, %d is %#x, want %#x", i/n, i%n, got, sum)
		}
	}
	x := values(n, func(i int) float64 { return float64(i%7) - 3 })
	left, right := times(c, x, n), times(p.A, times(p.B, x, n), n)
	for i := range left {
		if d := math.Abs(left[i] - right[i]); !(d < 1e-3*float64(n)) {
			return fmt.Errorf("row %d times a vector is %v, want %v", i, left[i], right[i])
		}
	}
	return nil
}

// times multiplies a square matrix with a vector.
func times[T float32 | float64](m []T, x []float64, n int) []float64 {
	return values(n, func(i int) float64 {
		sum := 0.0
		for k, v := range x {
			sum += float64(float64(m[i*n+k]) * v)
		}
		return sum
	})
}
