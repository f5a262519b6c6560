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

// An attentionSize is a forward pass: sequences of equal length in each batch.
type attentionSize struct {
	batch, heads, kvHeads int
	queries, keys         int // rows of a sequence
	d, dv                 int // elements of a row of Q and K, of V and of the result
	causal                bool
}

// attentionMemory is where a launch reads and writes. The starts of sequences of
// different lengths are nil if there are none, and so are descales.
type attentionMemory struct {
	q, k, v, out, lse      *tensor
	queryStarts, keyStarts any
	qScale, kScale, vScale any
}

// fmhaLaunch is that of csrc/cpp_itfs/mha_fwd.cu and of csrc/py_itfs_cu/asm_mha_v4_fwd.cu,
// whose kernels have the same arguments. Rows lie in memory by batch, row and head; with
// starts of sequences, sequences lie one behind the other.
func fmhaLaunch(c *known, s attentionSize, in attentionMemory) launch {
	tile, block, wide := 256, uint32(512), s.d == 192 && c.chip == "gfx942"
	if s.d == 192 {
		tile, block = 128, 256
	}
	opt := 5
	switch {
	case wide:
		opt = 0
	case s.causal:
		opt = 3
	}
	x := (s.queries + tile - 1) / tile
	if s.causal && !wide {
		x = (x + 1) / 2
	}
	grid := [3]uint32{uint32(x), uint32(s.heads), uint32(s.batch)}
	if wide {
		grid = [3]uint32{uint32(s.heads), uint32(x), uint32(s.batch)}
	}
	if in.queryStarts != nil {
		grid = [3]uint32{uint32(s.heads), uint32(s.batch), uint32(x)}
	}
	var lse any
	if in.lse != nil {
		lse = in.lse
	}
	q, k, v, o := c.attentionStrides(s, in.queryStarts != nil)
	var scales [3]stride
	if c.has("mxfp4") || c.has("f4f4") {
		scales = mxScaleStrides(c, s)
	}
	return launch{grid: grid, block: block, slot: 16, uneven: s.causal, lenient: c.family == "fmha4", args: []any{
		in.out, in.q, in.k, in.v, lse, 1 / math.Sqrt(float64(s.d)), s.queries, q.row, tile * q.row, q.head, q.batch, s.heads / s.kvHeads,
		k.row, k.head, k.batch, opt, 0, s.keys, s.d, s.dv, s.heads, v.row, v.head, v.batch,
		o.row, o.head, o.batch, in.queryStarts, in.keyStarts, s.queries * 4, in.queryStarts, in.keyStarts,
		in.qScale, in.kScale, in.vScale, scales[0].batch, scales[0].head, scales[1].batch, scales[1].head, scales[2].batch, scales[2].head,
	}}
}

// A stride says how far rows, heads and batches of a tensor are apart, in bytes.
type stride struct{ row, head, batch int }

// byRow is the stride of rows by batch, row and head; batch is 0 if sequences lie one behind the other.
func byRow(rows, heads, bytes int, group bool) stride {
	s := stride{heads * bytes, bytes, rows * heads * bytes}
	if group {
		s.batch = 0
	}
	return s
}

// attentionStrides are those of Q, K, V and the result.
func (c *known) attentionStrides(s attentionSize, group bool) (q, k, v, o stride) {
	bits := c.attentionBits()
	q, k = byRow(s.queries, s.heads, s.d*bits/8, group), byRow(s.keys, s.kvHeads, s.d*bits/8, group)
	v, o = byRow(s.keys, s.kvHeads, s.dv*bits/8, group), byRow(s.queries, s.heads, s.dv*2, group)
	if bits == 4 {
		k = mxTiles(s)
		if v = byRow(s.keys, s.kvHeads, s.dv, group); c.has("f4f4") {
			v = mxTiles(s)
		}
	}
	return q, k, v, o
}

// attentionBits is the size of an element of Q and K.
func (c *known) attentionBits() int {
	switch {
	case c.has("mxfp4"), c.has("f4f4"):
		return 4
	case c.has("fp8"):
		return 8
	}
	return 16
}

// fmha: see fmhaLaunch. In group mode the sequences have different lengths.
func fmha(c *known) *problem {
	s := attentionSize{batch: 2, heads: 4, kvHeads: 2, d: 128, dv: 128, causal: c.has("causal")}
	elem, rms := bf16, 0.01
	if c.has("hd192") {
		s.d = 192
	}
	if c.has("hd256") {
		s.d, s.dv = 256, 256
	}
	if c.has("mxfp4") {
		return mxAttention(c)
	}
	if c.has("f4f4") {
		return nil // the order of its V is not described here
	}
	if c.family == "fmha4" { // for as many heads of K and V as of Q
		s.kvHeads = 4
	}
	desc := []float64{1, 1, 1}
	if c.has("fp8") {
		elem, rms = fp8Of(c.chip), 0.06
		desc = []float64{2, 1.5, 0.5}
	}
	if c.family == "fmha4" { // the exponential has a mantissa that is linear
		rms = 0.12
	}
	ts := 256
	if s.d == 192 {
		ts = 128
	}
	nq, nk := []int{ts + 90, ts + 90}, []int{ts + 90, ts + 90}
	group := c.has("group")
	if group {
		nq, nk = []int{ts + 90, 70}, []int{ts + 90, 200}
	}
	s.queries, s.keys = nq[0], nk[0]
	qs, ks := []int{0, nq[0], nq[0] + nq[1]}, []int{0, nk[0], nk[0] + nk[1]}
	in := attentionMemory{out: undefined(qs[2] * s.heads * s.dv * 2), lse: undefined(qs[2] * s.heads * 4)}
	var qv, kv, vv []float64
	in.q, qv = elem.random(c.random, qs[2]*s.heads*s.d)
	in.k, kv = elem.random(c.random, ks[2]*s.kvHeads*s.d)
	in.v, vv = elem.random(c.random, ks[2]*s.kvHeads*s.dv)
	want := make([]float64, qs[2]*s.heads*s.dv)
	scale := desc[0] * desc[1] / math.Sqrt(float64(s.d))
	for b := range 2 {
		for h := range s.heads {
			kh := h / (s.heads / s.kvHeads)
			o := attend(rows(qv, qs[b], nq[b], s.heads, h, s.d), rows(kv, ks[b], nk[b], s.kvHeads, kh, s.d), rows(vv, ks[b], nk[b], s.kvHeads, kh, s.dv),
				nq[b], nk[b], s.d, s.dv, scale, s.causal)
			for i := range nq[b] {
				for l := range s.dv {
					want[((qs[b]+i)*s.heads+h)*s.dv+l] = o[i*s.dv+l] * desc[2]
				}
			}
		}
	}
	if group {
		in.queryStarts, in.keyStarts = ints(qs), ints(ks)
	}
	if elem.bits == 8 {
		in.qScale, in.kScale, in.vScale = floats(desc[0]), floats(desc[1]), floats(desc[2])
	}
	return &problem{launch: fmhaLaunch(c, s, in), out: in.out, read: bf16.numbers, want: want, rms: rms}
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
