package field

import (
	"math"
	"strings"
)

// A backward pass has three kernels: the sum of O*dO of each row (odo); dQ, dK and dV, with dQ in f32 (a32) or
// 16 bits (a16), to which workgroups add by atomics; and dQ as its type in its own order (dq_convert), or only in
// its own order (dq_shuffle, which is not described here).
//
// Source: csrc/cpp_itfs/mha_bwd.cu, fmha_v3_bwd, and the structures in csrc/include/mha_bwd.h.
type backward struct {
	*known
	elem      kind
	d, dv     int // elements of a row of Q and K, of V and dO
	heads     int
	kvHeads   int
	group     bool // sequences of different lengths, one behind the other
	queries   []int
	keys      []int
	qs, ks    []int // where sequences begin
	narrow    bool  // dQ in 16 bits
	tile      int   // keys of a workgroup
	reach     func(query, queries, keys int) (from, to int)
	triangles bool // a workgroup takes a tile from the beginning and one from the end
	maskX     int
	maskY     int
}

// backwardOf takes a problem from an object's name.
func backwardOf(c *known) *backward {
	p := &backward{known: c, elem: bf16, heads: 2, kvHeads: 1, group: c.has("group"), narrow: c.has("a16"), d: c.num("d"), tile: 192}
	if c.has("fp16") {
		p.elem = f16
	}
	switch {
	case c.has("hd192_128"):
	case p.d == 192:
		p.tile = 64
	case p.d == 128 && c.chip == "gfx950":
		p.tile = 256
	}
	p.dv = p.d
	if c.has("hd192_128") {
		p.dv = 128
	}
	if c.has("ddv") { // for rows that are shorter than the kernel's
		p.d -= 8
		p.dv = p.d
	}
	p.keys = []int{p.tile + 64, p.tile + 64}
	p.queries = p.keys
	if c.has("pssk") {
		p.keys, p.queries = []int{p.tile + 90, p.tile + 90}, []int{p.tile + 50, p.tile + 50}
	}
	if p.group {
		p.keys, p.queries = []int{p.tile + 90, 70}, []int{p.tile + 50, 130}
	}
	p.mask()
	p.qs, p.ks = starts(p.queries), starts(p.keys)
	return p
}

// mask sets which keys a query sees.
func (p *backward) mask() {
	switch {
	case p.has("swa"):
		const left, right = 40, 25
		p.maskY, p.maskX = left+1, right+1
		p.reach = func(i, _, keys int) (int, int) { return max(0, i-left), min(keys, i+right+1) }
	case p.has("causal_br"):
		p.triangles = true
		p.reach = func(i, queries, keys int) (int, int) { return 0, min(keys, max(0, i+keys-queries+1)) }
	case p.has("causal"):
		p.triangles = true
		p.reach = func(i, _, keys int) (int, int) { return 0, min(keys, i+1) }
	default:
		p.reach = func(_, _, keys int) (int, int) { return 0, keys }
	}
}

// starts are where sequences of the lengths begin, and where the last one ends.
func starts(lengths []int) []int {
	s := []int{0}
	for _, n := range lengths {
		s = append(s, s[len(s)-1]+n)
	}
	return s
}

// most is the longest of the sequences.
func most(lengths []int) int { return max(lengths[0], lengths[1]) }

// total is the length that the kernels are given: that of each sequence, or of all.
func (p *backward) total(lengths []int) int {
	if p.group {
		return lengths[0] + lengths[1]
	}
	return lengths[0]
}

// sums are one number a row: [batch][head][row], in groups [head][row of all].
func (p *backward) sumAt(b, h, i int) int {
	if p.group {
		return h*p.qs[2] + p.qs[b] + i
	}
	return (b*p.heads+h)*p.queries[0] + i
}

// strides of rows of n elements of 16 bits by batch, row and head.
func (p *backward) strides(lengths []int, heads, n int) stride {
	return byRow(lengths[0], heads, 2*n, p.group)
}

// gradients are those of one head: of Q, K and V, whose rows are given with those of dO; and of each row the
// logarithm of the sum and the sum of O*dO.
func (p *backward) gradients(q, k, v, do []float64, nq, nk int) (dq, dk, dv, lse, odo []float64) {
	scale := 1 / math.Sqrt(float64(p.d))
	dq, dk, dv, lse, odo = make([]float64, nq*p.d), make([]float64, nk*p.d), make([]float64, nk*p.dv), make([]float64, nq), make([]float64, nq)
	s, dp := make([]float64, nk), make([]float64, nk)
	for i := range nq {
		from, to := p.reach(i, nq, nk)
		largest := math.Inf(-1)
		for j := from; j < to; j++ {
			s[j] = scale * dot(q[i*p.d:][:p.d], k[j*p.d:][:p.d])
			dp[j] = dot(do[i*p.dv:][:p.dv], v[j*p.dv:][:p.dv])
			largest = max(largest, s[j])
		}
		sum := 0.0
		for j := from; j < to; j++ {
			sum += math.Exp(s[j] - largest)
		}
		lse[i] = largest + math.Log(sum)
		for j := from; j < to; j++ {
			s[j] = math.Exp(s[j] - lse[i])
			odo[i] += s[j] * dp[j]
		}
		for j := from; j < to; j++ {
			add(dv[j*p.dv:][:p.dv], do[i*p.dv:][:p.dv], s[j])
			ds := scale * s[j] * (dp[j] - odo[i])
			add(dq[i*p.d:][:p.d], k[j*p.d:][:p.d], ds)
			add(dk[j*p.d:][:p.d], q[i*p.d:][:p.d], ds)
		}
	}
	return dq, dk, dv, lse, odo
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// add adds b times a factor.
func add(to, b []float64, factor float64) {
	for i, x := range b {
		to[i] += x * factor
	}
}

// put stores rows of head h in [row][head][n].
func put(to, rows []float64, first, heads, h, n int) {
	for i := range len(rows) / n {
		copy(to[((first+i)*heads+h)*n:][:n], rows[i*n:][:n])
	}
}

// fmhaBackward is the main kernel.
func fmhaBackward(c *known) *problem {
	p := backwardOf(c)
	nq, nk := p.qs[2], p.ks[2]
	q, qv := p.elem.random(c.random, nq*p.heads*p.d)
	k, kv := p.elem.random(c.random, nk*p.kvHeads*p.d)
	v, vv := p.elem.random(c.random, nk*p.kvHeads*p.dv)
	do, dov := p.elem.random(c.random, nq*p.heads*p.dv)
	wide := make([]float64, nq*p.heads*p.d) // dQ: [batch][head][row][d] in f32, in groups [head][row of all][d]
	wantQ, wantK, wantV := make([]float64, nq*p.heads*p.d), make([]float64, nk*p.heads*p.d), make([]float64, nk*p.heads*p.dv)
	lse, odo := make([]float64, nq*p.heads), make([]float64, nq*p.heads)
	for b := range p.queries {
		for h := range p.heads {
			kh := h / (p.heads / p.kvHeads)
			dq, dk, dv, l, o := p.gradients(rows(qv, p.qs[b], p.queries[b], p.heads, h, p.d), rows(kv, p.ks[b], p.keys[b], p.kvHeads, kh, p.d),
				rows(vv, p.ks[b], p.keys[b], p.kvHeads, kh, p.dv), rows(dov, p.qs[b], p.queries[b], p.heads, h, p.dv), p.queries[b], p.keys[b])
			put(wantQ, dq, p.qs[b], p.heads, h, p.d)
			put(wantK, dk, p.ks[b], p.heads, h, p.d)
			put(wantV, dv, p.ks[b], p.heads, h, p.dv)
			copy(wide[p.sumAt(b, h, 0)*p.d:], dq)
			copy(lse[p.sumAt(b, h, 0):], l)
			copy(odo[p.sumAt(b, h, 0):], o)
		}
	}
	dk, dv := undefined(2*len(wantK)), undefined(2*len(wantV))
	result := &problem{out: dk, read: p.elem.numbers, want: wantK, also: []output{{dv, p.elem.numbers, wantV}}, rms: 0.02}
	dq := zeros(4 * len(wide))
	switch {
	case !p.narrow:
		result.also = append(result.also, output{dq, f32.numbers, wide})
	case c.chip == "gfx942" || p.d == 64:
		dq = zeros(2 * len(wantQ))
		result.also = append(result.also, output{dq, p.elem.numbers, wantQ})
	default: // in an order that dq_shuffle undoes
		dq = zeros(2 * 2 * p.heads * (most(p.queries) + 15) / 16 * 16 * max(p.d, 128))
	}
	result.launch = p.main(dq, dk, dv, q, k, v, do, floats(lse...), floats(odo...))
	return result
}

// main is the launch of the main kernel.
func (p *backward) main(dq, dk, dv, q, k, v, do, lse, odo *tensor) launch {
	sq, sk, sv := p.strides(p.queries, p.heads, p.d), p.strides(p.keys, p.kvHeads, p.d), p.strides(p.keys, p.kvHeads, p.dv)
	so, sdk, sdv := p.strides(p.queries, p.heads, p.dv), p.strides(p.keys, p.heads, p.d), p.strides(p.keys, p.heads, p.dv)
	x := (most(p.keys) + p.tile - 1) / p.tile
	if p.triangles {
		x = (x + 1) / 2
	}
	var qs, ks any
	if p.group {
		qs, ks = ints(p.qs), ints(p.ks)
	}
	rows := most(p.queries)
	if p.narrow {
		rows = (rows + 15) / 16 * 16
	}
	return launch{grid: [3]uint32{uint32(x), uint32(p.heads), 2}, block: 256, slot: 16, args: []any{
		dq, dk, dv, q, k, v, do, lse, odo, 1 / math.Sqrt(float64(p.d)), math.Log2E, p.total(p.queries), p.tile * sk.row, sq.head, sq.batch, sq.row,
		p.heads / p.kvHeads, sk.head, sk.batch, sk.row, sdk.row, p.total(p.keys), p.d, p.dv, p.heads, sv.head, sv.batch, sv.row,
		so.head, so.batch, so.row, sdk.head, sdk.batch, sdv.head, sdv.batch, sdv.row, p.sumAt(0, 1, 0) * 4, qs, ks, qs, ks, rows, p.maskX, p.maskY,
	}}
}

// fmhaSums is the kernel before: sums of O*dO.
func fmhaSums(c *known) *problem {
	p := backwardOf(c)
	nq := p.qs[2]
	o, ov := p.elem.random(c.random, nq*p.heads*p.dv)
	do, dov := p.elem.random(c.random, nq*p.heads*p.dv)
	want := make([]float64, nq*p.heads)
	for b := range p.queries {
		for h := range p.heads {
			for i := range p.queries[b] {
				at := ((p.qs[b]+i)*p.heads + h) * p.dv
				want[p.sumAt(b, h, i)] = dot(ov[at:][:p.dv], dov[at:][:p.dv])
			}
		}
	}
	const rows = 128 // of a workgroup
	out, s := undefined(4*len(want)), p.strides(p.queries, p.heads, p.dv)
	batch := p.sumAt(1, 0, 0) * 4
	var qs any
	if p.group {
		batch, qs = 0, ints(p.qs)
	}
	return &problem{launch: launch{grid: [3]uint32{uint32((most(p.queries) + rows - 1) / rows), uint32(p.heads), 2}, block: 256, slot: 16, args: []any{
		o, do, out, s.head, s.batch, s.row, s.head, s.batch, s.row, p.sumAt(0, 1, 0) * 4, batch, 4, p.total(p.queries), p.d, qs, qs,
	}}, out: out, read: f32.numbers, want: want, rms: 1e-4}
}

// fmhaConvert is the kernel after: dQ of f32 in its type and order.
func fmhaConvert(c *known) *problem {
	if strings.Contains(c.path, "shuffle") {
		return nil
	}
	p := backwardOf(c)
	n := p.qs[2] * p.heads * p.d
	wide, wv := f32.random(c.random, n)
	want := make([]float64, n)
	for b := range p.queries {
		for h := range p.heads {
			put(want, wv[p.sumAt(b, h, 0)*p.d:][:p.queries[b]*p.d], p.qs[b], p.heads, h, p.d)
		}
	}
	const rows = 64 // of a workgroup
	out, s := undefined(2*n), p.strides(p.queries, p.heads, p.d)
	batch := p.sumAt(1, 0, 0) * p.d * 4
	var qs any
	if p.group {
		batch, qs = 0, ints(p.qs)
	}
	return &problem{launch: launch{grid: [3]uint32{uint32((most(p.queries) + rows - 1) / rows), uint32(p.heads), 2}, block: 256, slot: 16, args: []any{
		wide, out, p.sumAt(0, 1, 0) * p.d * 4, batch, p.d * 4, s.head, s.batch, s.row, p.total(p.queries), p.d, qs, qs,
	}}, out: out, read: p.elem.numbers, want: want, rms: 0.005}
}
