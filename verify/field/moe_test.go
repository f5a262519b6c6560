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

	r := route(c, tokens, experts, topk, tm)
	want := make([]float64, tokens*dim)
	for e, l := range r.lists {
		for _, id := range l {
			i, weight := id/topk, r.weights[id]
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
	grid := [3]uint32{groups, uint32(len(r.owners)), 1}
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
			out, x, shuffled(w1, elem, experts*gu, dim, 16, 16), ints([]int{len(r.ids), tokens}), shuffled(w2, elem, experts*dim, inter, 16, 16),
			xq, q1, q2, smooth, ints(r.ids), floats(r.sorted...), ints(r.owners),
			dim, inter, tokens, experts, dim, dim, inter, dim * 2, gu * dim, inter * dim, n1 * 4, n2 * 4, inter * 4, topk, persistent, inter / tn,
		}},
		out: out, read: o.numbers, want: want, rms: rms,
	}
}

// A routing sends each token to some experts.
type routing struct {
	weights []float64 // of token*topk + k
	lists   [][]int   // of each expert: token*topk + k
	// In tiles of one expert, the rest of which is filled up: tokens with k in the upper byte, and weights; and
	// the experts of the tiles.
	ids    []int
	sorted []float64
	owners []int
}

// route draws one.
func route(c *known, tokens, experts, topk, tile int) *routing {
	r := &routing{weights: make([]float64, tokens*topk), lists: make([][]int, experts)}
	for i := range tokens {
		for k, e := range c.random.Perm(experts)[:topk] {
			r.weights[i*topk+k] = float64(float32(0.25 + c.random.Float64()/2))
			r.lists[e] = append(r.lists[e], i*topk+k)
		}
	}
	for e, l := range r.lists {
		for i := 0; i < len(l); i += tile {
			r.owners = append(r.owners, e)
			for j := range tile {
				if i+j < len(l) {
					r.ids = append(r.ids, l[i+j]/topk|l[i+j]%topk<<24)
					r.sorted = append(r.sorted, r.weights[l[i+j]])
				} else {
					r.ids = append(r.ids, tokens|topk<<24)
					r.sorted = append(r.sorted, 0)
				}
			}
		}
	}
	return r
}

// fmoeStage1: csrc/py_itfs_cu/asm_moe_2stage.cu, moe_stage1_g1u1: the first product of a mixture of experts and the
// gated activation, for each of a token's experts. Scales of blocks are those of the result, too, and follow it.
func fmoeStage1(c *known) *problem {
	const tokens, experts, topk, dim = 20, 3, 2, 512
	inter := 2 * c.num("tn")
	blocks := c.has("blockscale")
	elem, factor := fp8Of(c.chip), 1./64
	if c.has("Int8") {
		elem, factor = i8, 1./(1<<17)
	}
	gu := 2 * inter
	x, xv := elem.random(c.random, tokens*dim)
	w, wv := elem.random(c.random, experts*gu*dim)
	nx, nw := tokens, gu
	if blocks {
		nx, nw = dim/128*tokens, gu/128*dim/128
	}
	xq, xqv := scaled(c, nx, 1)
	wq, wqv := scaled(c, experts*nw, factor)
	r := route(c, tokens, experts, topk, c.num("tm"))
	want := make([]float64, tokens*topk*inter)
	for e, l := range r.lists {
		for _, id := range l {
			i := id / topk
			h := make([]float64, gu)
			for j := range gu {
				for k := range dim {
					p := xv[i*dim+k] * wv[(e*gu+j)*dim+k]
					if blocks {
						p *= xqv[k/128*tokens+i] * wqv[e*nw+j/128*dim/128+k/128]
					}
					h[j] += p
				}
				if !blocks {
					h[j] *= xqv[i] * wqv[e*nw+j]
				}
				if c.has("doweight") {
					h[j] *= r.weights[id]
				}
			}
			for j := range inter {
				want[id*inter+j] = activate(c, h[j]) * h[inter+j]
			}
		}
	}
	var sorted any
	if c.has("doweight") {
		sorted = floats(r.sorted...)
	}
	out, read, bytes, rms := undefined(2*len(want)), bf16.numbers, 2, 0.01
	if blocks {
		out, bytes, rms = undefined(len(want)+len(want)/128*4), 1, 0.04
		read = func(b []byte) []float64 {
			v, scales := elem.numbers(b[:len(want)]), f32.numbers(b[len(want):])
			for i := range v {
				v[i] *= scales[i/128]
			}
			return v
		}
	}
	return &problem{
		launch: launch{grid: [3]uint32{2, uint32(len(r.owners)), 1}, block: 256, slot: 16, args: []any{
			out, x, shuffled(w, elem, experts*gu, dim, 16, 16), ints([]int{len(r.ids), tokens}), xq, wq, nil, ints(r.ids), ints(r.owners),
			dim, inter, tokens, experts, dim, dim, topk * inter * bytes, gu * dim, nw * 4, inter * 4, topk, 0, 0, sorted,
		}},
		out: out, read: read, want: want, rms: rms,
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
