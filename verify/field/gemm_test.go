package field

// product is a*b^T for a of m x k and b of n x k, each product scaled by what
// scale says of row, column and k (nil for 1), plus bias of a column.
func product(a, b []float64, m, n, k int, scale func(i, j, k int) float64, bias []float64) []float64 {
	c := make([]float64, m*n)
	for i := range m {
		for j := range n {
			sum := 0.0
			for l := range k {
				p := a[i*k+l] * b[j*k+l]
				if scale != nil {
					p *= scale(i, j, l)
				}
				sum += p
			}
			if bias != nil {
				sum += bias[j]
			}
			c[i*n+j] = sum
		}
	}
	return c
}

// A gemmSize is the size of a product, and the number of parts of K that workgroups share.
type gemmSize struct{ m, n, k, split int }

// grid is of one workgroup for each tile of the object.
func (c *known) grid(s gemmSize) [3]uint32 {
	tm, tn := c.num("tm"), c.num("tn")
	return [3]uint32{uint32((s.n + tn - 1) / tn), uint32((s.m + tm - 1) / tm), uint32(s.split)}
}

// bf16gemmLaunch: csrc/py_itfs_cu/asm_gemm_a16w16.cu. There may be no bias.
func bf16gemmLaunch(c *known, s gemmSize, out, a, b, bias, semaphore *tensor) launch {
	l := launch{
		grid: c.grid(s), block: 256, slot: 16, waits: s.split > 1,
		args: []any{out, nil, a, b, 1.0, 0.0, s.n * 2, 0, s.n * 2, 0, s.k * 2, 0, s.k * 2, 0, s.m, s.n, s.k, s.split, 1, nil, 0, semaphore},
	}
	if bias != nil {
		l.args[19], l.args[20] = bias, 1
	}
	return l
}

// bf16gemm is a problem for an object of bf16gemmLaunch.
func bf16gemm(c *known) *problem {
	tm, tn := c.num("tm"), c.num("tn")
	m, n, k := tm+tm/2-3, 2*tn, 384
	a, av := bf16.random(c.random, m*k)
	b, bv := bf16.random(c.random, n*k)
	var bias *tensor
	var biasv []float64
	if c.has("fp32bf16") {
		bias, biasv = bf16.random(c.random, n)
	}
	if c.has("shuffle") {
		b = shuffled(b, bf16, n, k, 16, 16)
	}
	split := 1
	if c.has("clean") {
		split = 3
	}
	out := undefined(m * n * 2)
	l := bf16gemmLaunch(c, gemmSize{m, n, k, split}, out, a, b, bias, zeros(4096))
	return &problem{launch: l, out: out, read: bf16.numbers, want: product(av, bv, m, n, k, nil, biasv), rms: 0.004}
}

// f4gemmLaunch: csrc/py_itfs_cu/asm_gemm_a4w4.cu.
func f4gemmLaunch(c *known, s gemmSize, out, a, b, scaleA, scaleB *tensor) launch {
	return launch{
		grid: c.grid(s), block: 256, slot: 16,
		args: []any{out, nil, a, b, 1.0, 0.0, 0, 0, s.n, 0, s.k, 0, s.k, 0, s.m, s.n, s.k, scaleA, scaleB, s.k / 32, 0, s.k / 32, 0, 0},
	}
}

// f4gemm is a problem for an object of f4gemmLaunch; scales as
// aiter/ops/shuffle.py, shuffle_scale.
func f4gemm(c *known) *problem {
	tm, tn := c.num("tm"), c.num("tn")
	m, n, k := tm+tm/2-3, tn, 512
	a, av := fp4.random(c.random, m*k)
	b, bv := fp4.random(c.random, n*k)
	sa, sav := mxScales(c, m, k/32)
	sb, sbv := mxScales(c, n, k/32)
	if !c.has("noBpre") {
		b = shuffled(b, fp4, n, k, 16, 16)
	}
	out := undefined((m + 255) / 256 * 256 * n * 2)
	return &problem{
		launch: f4gemmLaunch(c, gemmSize{m, n, k, 1}, out, a, b, sa, sb),
		out:    out, read: bf16.first(m * n), rms: 0.004,
		want: product(av, bv, m, n, k, func(i, j, l int) float64 { return sav[i*k/32+l/32] * sbv[j*k/32+l/32] }, nil),
	}
}

// mxScales are the exponents of a matrix of rows x cols blocks as the kernels
// want them, and what they are.
func mxScales(c *known, rows, cols int) (*tensor, []float64) {
	padded := (rows + 255) / 256 * 256
	t, v := e8m0.random(c.random, padded*cols)
	return &tensor{data: permute(t.data, 8, []int{padded / 32, 2, 16, cols / 8, 2, 4}, []int{0, 3, 5, 2, 4, 1})}, v
}

// i8gemm: csrc/py_itfs_cu/asm_gemm_a8w8.cu.
func i8gemm(c *known) *problem {
	tm, tn := c.num("tm"), c.num("tn")
	m, n, k := tm+tm/2-3, 2*tn, 512
	a, av := i8.random(c.random, m*k)
	b, bv := i8.random(c.random, n*k)
	sa, sav := scale.random(c.random, m)
	sb, sbv := scale.random(c.random, n)
	bias, biasv := f32.random(c.random, n)
	out := undefined(m * n * 2)
	return &problem{
		launch: launch{
			grid: [3]uint32{uint32(n / tn), uint32((m + tm - 1) / tm), 1}, block: 256, slot: 16,
			args: []any{out, a, shuffled(b, i8, n, k, 16, 16), sa, sb, bias, m, n, k, k, k, n * 2, 1},
		},
		out: out, read: bf16.numbers, rms: 0.004,
		want: product(av, bv, m, n, k, func(i, j, _ int) float64 { return sav[i] * sbv[j] }, biasv),
	}
}

// blockscaleLaunch: csrc/py_itfs_cu/asm_a8w8_blockscale_bpreshuffle.cu. The parts of
// K are beside each other in x, and with several the result must be zeros before.
func blockscaleLaunch(c *known, s gemmSize, out, a, b, scaleA, scaleB, bias *tensor) launch {
	g := c.grid(s)
	return launch{
		grid: [3]uint32{g[0] * g[2], g[1], 1}, block: 256, slot: 16,
		args: []any{out, a, b, scaleA, scaleB, bias, s.m, s.n, s.k, s.k, s.k, s.n * 2, s.split, s.m, s.n / 128, s.k / 128},
	}
}

// blockscale is a problem for an object of blockscaleLaunch.
func blockscale(c *known) *problem {
	tm, tn := c.num("tm"), c.num("tn")
	m, n, k := tm+tm/2-3, 2*tn, 512
	f := fp8Of(c.chip)
	a, av := f.random(c.random, m*k)
	b, bv := f.random(c.random, n*k)
	sa, sav := scale.random(c.random, k/128*m)
	sb, sbv := scale.random(c.random, n/128*k/128)
	split, out := 1, undefined(m*n*2)
	if tm == 64 { // the others in one part
		split, out = 2, zeros(m*n*2)
	}
	return &problem{
		launch: blockscaleLaunch(c, gemmSize{m, n, k, split}, out, a, shuffled(b, f, n, k, 16, 16), sa, sb, zeros(4*n)),
		out:    out, read: bf16.numbers, rms: 0.004,
		want: product(av, bv, m, n, k, func(i, j, l int) float64 { return sav[l/128*m+i] * sbv[j/128*(k/128)+l/128] }, nil),
	}
}
