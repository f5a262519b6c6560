package field

import "math"

// fmoe: csrc/py_itfs_cu/asm_fmoe.cu. Each token goes to topk experts; an expert
// is two products with a gated activation between, after which the kernel
// quantizes again. Scales are one a token and one a channel, or one of 128 by
// 128 (blockscale).
func fmoe(c *known) *problem {
	if c.chip == "gfx950" && c.has("blockscaleFp8") && c.has("ps_32x128") {
		return nil // by the kernel's name its input is bf16
	}
	const tokens, experts, topk, dim = 20, 3, 2, 512
	tm, tn := c.num("tm"), c.num("tn")
	inter := 2 * tn
	gated, blocks := c.has("g1u1"), c.has("blockscale")
	elem, factor, rms := fp8Of(c.chip), 1./64, 0.04
	if c.has("Int8") || c.has("int8") {
		elem, factor, rms = i8, 1./(1<<17), 0.05
	}
	gu := inter
	if gated {
		gu = 2 * inter
	}
	x, xv := elem.random(c.random, tokens*dim)
	w1, w1v := elem.random(c.random, experts*gu*dim)
	w2, w2v := elem.random(c.random, experts*dim*inter)
	blk := func(n int) int { return (n + 127) / 128 }
	nx, n1, n2 := tokens, gu, dim
	if blocks {
		nx, n1, n2 = blk(dim)*tokens, blk(gu)*blk(dim), blk(dim)*blk(inter)
	}
	xq, xqv := scaled(c, nx, 1)
	q1, q1v := scaled(c, experts*n1, factor)
	q2, q2v := scaled(c, experts*n2, 1./16)

	weights := make([]float64, tokens*topk)
	lists := make([][]int, experts) // of token*topk + k
	for i := range tokens {
		for k, e := range c.random.Perm(experts)[:topk] {
			weights[i*topk+k] = float64(float32(0.25 + c.random.Float64()/2))
			lists[e] = append(lists[e], i*topk+k)
		}
	}
	var ids, owners []int
	var sorted []float64
	for e, l := range lists {
		for i := 0; i < len(l); i += tm {
			owners = append(owners, e)
			for j := range tm {
				if i+j < len(l) {
					ids = append(ids, l[i+j]/topk|l[i+j]%topk<<24)
					sorted = append(sorted, weights[l[i+j]])
				} else {
					ids = append(ids, tokens|topk<<24)
					sorted = append(sorted, 0)
				}
			}
		}
	}

	want := make([]float64, tokens*dim)
	for e, l := range lists {
		for _, id := range l {
			i, weight := id/topk, weights[id]
			h := make([]float64, gu)
			for j := range gu {
				for k := range dim {
					p := xv[i*dim+k] * w1v[(e*gu+j)*dim+k]
					if blocks {
						p *= xqv[k/128*tokens+i] * q1v[e*n1+j/128*blk(dim)+k/128]
					}
					h[j] += p
				}
				if !blocks {
					h[j] *= xqv[i] * q1v[e*n1+j]
				}
				if c.has("tkw1") {
					h[j] *= weight
				}
			}
			for j := range inter {
				h[j] = activate(c, h[j])
				if gated {
					h[j] *= h[inter+j]
				}
			}
			if c.has("tkw1") {
				weight = 1
			}
			for j := range dim {
				sum := 0.0
				for k := range inter {
					p := h[k] * w2v[(e*dim+j)*inter+k]
					if blocks {
						p *= q2v[e*n2+j/128*blk(inter)+k/128]
					}
					sum += p
				}
				if !blocks {
					sum *= q2v[e*n2+j]
				}
				want[i*dim+j] += weight * sum
			}
		}
	}

	// g1u0 has scales of the activation, one a channel of each expert
	var smooth any
	if !gated {
		ones := make([]float64, experts*inter)
		for i := range ones {
			ones[i] = 1
		}
		smooth = floats(ones...)
	}
	out := zeros(tokens * dim * 2)
	groups := uint32(inter / tn)
	grid := [3]uint32{groups, uint32(len(owners)), 1}
	persistent := 0
	if c.has("_ps_") || c.has("gelu_32x384") { // by the table, not by the name
		persistent = 2 * inter / tn
		if tm == 64 {
			persistent *= 8 // what they do with a second tile is not understood (docs/field.md)
		}
		grid = [3]uint32{uint32(persistent), 1, 1}
	}
	o := bf16
	if c.has("fmoe_fp16") || c.has("fmoe_f16") {
		o = f16
	}
	return &problem{
		launch: launch{grid: grid, block: 256, slot: 16, args: []any{
			out, x, shuffled(w1, elem, experts*gu, dim, 16, 16), ints([]int{len(ids), tokens}), shuffled(w2, elem, experts*dim, inter, 16, 16),
			xq, q1, q2, smooth, ints(ids), floats(sorted...), ints(owners),
			dim, inter, tokens, experts, dim, dim, inter, dim * 2, gu * dim, inter * dim, n1 * 4, n2 * 4, inter * 4, topk, persistent, inter / tn,
		}},
		out: out, read: o.numbers, want: want, rms: rms,
	}
}

// activate is the kernel's activation.
func activate(c *known, x float64) float64 {
	if c.has("gelu") {
		return x / 2 * (1 + math.Erf(x/math.Sqrt2))
	}
	return x / (1 + math.Exp(-x))
}

// scaled are n scales of 0.5 to 1.5 times factor.
func scaled(c *known, n int, factor float64) (*tensor, []float64) {
	_, v := scale.random(c.random, n)
	for i := range v {
		v[i] *= factor // a power of two: exact
	}
	return floats(v...), v
}
