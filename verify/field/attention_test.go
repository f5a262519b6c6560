package field

import "math"

// attend is softmax(q k^T * scale) v for one head: q of rows nq x d, k of nk x
// d, v of nk x dv. With causal, row i sees the keys up to i + nk - nq.
func attend(q, k, v []float64, nq, nk, d, dv int, scale float64, causal bool) []float64 {
	out := make([]float64, nq*dv)
	p := make([]float64, nk)
	for i := range nq {
		n := nk
		if causal {
			n = min(nk, max(0, i+nk-nq+1))
		}
		most := math.Inf(-1)
		for j := range n {
			s := 0.0
			for l := range d {
				s += q[i*d+l] * k[j*d+l]
			}
			p[j] = s * scale
			most = max(most, p[j])
		}
		sum := 0.0
		for j := range n {
			p[j] = math.Exp(p[j] - most)
			sum += p[j]
		}
		for j := range n {
			w := p[j] / sum
			for l := range dv {
				out[i*dv+l] += w * v[j*dv+l]
			}
		}
	}
	return out
}

// rows picks the rows first to first+n of head h from [row][head][d].
func rows(x []float64, first, n, heads, h, d int) []float64 {
	out := make([]float64, n*d)
	for i := range n {
		copy(out[i*d:], x[((first+i)*heads+h)*d:][:d])
	}
	return out
}

// fmha: csrc/cpp_itfs/mha_fwd.cu. Rows of all sequences lie one behind the
// other; in group mode the sequences have different lengths.
func fmha(c *known) *problem {
	d, dv, elem, rms := 128, 128, bf16, 0.01
	causal, group := c.has("causal"), c.has("group")
	if c.has("hd192") {
		d = 192
	}
	if c.has("hd256") {
		d, dv = 256, 256
	}
	desc := []float64{1, 1, 1}
	if c.has("fp8") {
		elem, rms = fp8Of(c.chip), 0.06
		desc = []float64{2, 1.5, 0.5}
	}
	ts := 256
	if d == 192 {
		ts = 128
	}
	nq, nk := []int{ts + 90, ts + 90}, []int{ts + 90, ts + 90}
	if group {
		nq, nk = []int{ts + 90, 70}, []int{ts + 90, 200}
	}
	const heads, kvHeads = 4, 2
	qs, ks := []int{0, nq[0], nq[0] + nq[1]}, []int{0, nk[0], nk[0] + nk[1]}
	q, qv := elem.random(c.random, qs[2]*heads*d)
	k, kv := elem.random(c.random, ks[2]*kvHeads*d)
	v, vv := elem.random(c.random, ks[2]*kvHeads*dv)
	out := undefined(qs[2] * heads * dv * 2)
	lse := undefined(qs[2] * heads * 4)
	want := make([]float64, qs[2]*heads*dv)
	s := 1 / math.Sqrt(float64(d))
	for b := range 2 {
		for h := range heads {
			kh := h / (heads / kvHeads)
			o := attend(rows(qv, qs[b], nq[b], heads, h, d), rows(kv, ks[b], nk[b], kvHeads, kh, d), rows(vv, ks[b], nk[b], kvHeads, kh, dv),
				nq[b], nk[b], d, dv, s*desc[0]*desc[1], causal)
			for i := range nq[b] {
				for l := range dv {
					want[((qs[b]+i)*heads+h)*dv+l] = o[i*dv+l] * desc[2]
				}
			}
		}
	}
	e := elem.bits / 8
	opt := 5
	if causal {
		opt = 3
	}
	if d == 192 && c.chip == "gfx942" {
		opt = 0
	}
	lists := []any{nil, nil}
	if group {
		lists = []any{ints(qs), ints(ks)}
	}
	descale := []any{nil, nil, nil}
	if elem.bits == 8 {
		for i, x := range desc {
			descale[i] = floats(x)
		}
	}
	x := (nq[0] + ts - 1) / ts
	if causal && !(c.chip == "gfx942" && d == 192) {
		x = (x + 1) / 2
	}
	grid := [3]uint32{uint32(x), heads, 2}
	if c.chip == "gfx942" && d == 192 {
		grid = [3]uint32{heads, uint32(x), 2}
	}
	if group {
		grid = [3]uint32{heads, 2, uint32(x)}
	}
	block := uint32(512)
	if d == 192 {
		block = 256
	}
	qb, kb, vb, ob := nq[0]*heads*d*e, nk[0]*kvHeads*d*e, nk[0]*kvHeads*dv*e, nq[0]*heads*dv*2
	if group {
		qb, kb, vb, ob = 0, 0, 0, 0
	}
	return &problem{
		launch: launch{grid: grid, block: block, slot: 16, args: []any{
			out, q, k, v, lse, s, nq[0], heads * d * e, ts * heads * d * e, d * e, qb, heads / kvHeads,
			kvHeads * d * e, d * e, kb, opt, 0, nk[0], d, dv, heads, kvHeads * dv * e, dv * e, vb,
			heads * dv * 2, dv * 2, ob, lists[0], lists[1], nq[0] * 4, lists[0], lists[1],
			descale[0], descale[1], descale[2], 0, 0, 0, 0, 0, 0,
		}},
		out: out, read: bf16.numbers, want: want, rms: rms,
	}
}

// ints and floats are small tables in memory.
func ints(v []int) *tensor {
	t := zeros(4 * len(v))
	for i, x := range v {
		i32.put(t.data, i, uint32(x))
	}
	return t
}

func floats(v ...float64) *tensor {
	t := zeros(4 * len(v))
	for i, x := range v {
		f32.put(t.data, i, math.Float32bits(float32(x)))
	}
	return t
}
