package field

import (
	"math"
	"path/filepath"
	"slices"
)

// Decoding with latent attention, one product after the other in one kernel:
// how many heads and query tokens a sequence has, and how many rows of the two
// a workgroup takes (csrc/py_itfs_cu/asm_mla.cu, mla_decode_stage1_asm_fwd).
var mlaShapes = map[string]struct{ heads, tokens, rows, mqa int }{
	"mla_dec_stage1_bf16_a16w16_subQ128_mqa128.co":     {128, 1, 128, 128},
	"mla_dec_stage1_bf16_a16w16_subQ16_mqa16.co":       {16, 1, 16, 16},
	"mla_a16w16_qh16_m16x4_n16x1_coex0_mask1.co":       {16, 4, 128, 64},
	"mla_a16w16_qh16_m32x4_n16x1_coex0_mask1.co":       {16, 8, 128, 128},
	"mla_a8w8_qh16_qseqlen1_gqaratio16.co":             {16, 1, 128, 16},
	"mla_a8w8_qh16_qseqlen2_gqaratio16.co":             {16, 2, 128, 32},
	"mla_a8w8_qh64_qseqlen4_gqaratio16.co":             {16, 4, 64, 64},
	"mla_a8w8_qh128_m32x4_n16x2_msk1.co":               {128, 1, 128, 128},
	"mla_a8w8_qh128_m32x4_n16x2_msk0.co":               {128, 1, 128, 128},
	"mla_a8w8_qh128_m32x8_n16x2_msk1.co":               {128, 1, 128, 128},
	"MLA_A16W16_1TG_4W_32mx1_16nx1_Coex0_Msk1_QH16.co": {32, 1, 64, 32},
	"MLA_A16W16_1TG_4W_16mx4_32nx1_Coex0_Msk1_QH16.co": {32, 1, 64, 32},
	"MLA_A16W16_1TG_4W_64mx1_16nx1_Coex0_Msk1_QH16.co": {64, 1, 64, 64},
	"mla_a16w16_qh64_qseqlen1_gqaratio64_v3.co":        {64, 1, 64, 64},
	"mla_a16w16_qh8_qseqlen1_gqaratio8_v3.co":          {8, 1, 8, 8},
	"mla_a8w8_qh8_qseqlen1_gqaratio8_v1.co":            {8, 1, 8, 8},
	"mla_a8w8_qh8_qseqlen1_gqaratio8_v3.co":            {8, 1, 8, 8},
}

// mla reads keys of 576 and values, their first 512, through a list of pages
// of one token each.
func mla(c *known) *problem {
	s, ok := mlaShapes[filepath.Base(c.path)]
	if !ok {
		return nil
	}
	const d, dv, pages = 576, 512, 400
	elem, rms := bf16, 0.01
	qScale, kvScale := 1., 1.
	if c.has("a8w8") {
		elem, rms, qScale, kvScale = fp8Of(c.chip), 0.06, 0.75, 1.25
	}
	lens := []int{93, 160}
	q, qv := elem.random(c.random, len(lens)*s.tokens*s.heads*d)
	kv, kvv := elem.random(c.random, (pages+8)*d) // some read a little beyond a page
	list := c.random.Perm(pages)[:lens[0]+lens[1]]
	var want []float64
	for b, n := range lens {
		key := make([]float64, 0, n*d)
		value := make([]float64, 0, n*dv)
		for _, p := range list[b*lens[0]:][:n] {
			key = append(key, kvv[p*d:][:d]...)
			value = append(value, kvv[p*d:][:dv]...)
		}
		heads := make([][]float64, s.heads)
		for h := range heads {
			heads[h] = attend(rows(qv, b*s.tokens, s.tokens, s.heads, h, d), key, value, s.tokens, n, d, dv, qScale*kvScale/math.Sqrt(d), true)
		}
		for i := range s.tokens {
			for h := range heads {
				for _, x := range heads[h][i*dv:][:dv] {
					want = append(want, x*kvScale)
				}
			}
		}
	}
	e := elem.bits / 8
	result := bf16
	if s.tokens == 1 && s.heads <= 16 && elem.bits == 16 || c.path == "gfx950/mla/mla_a8w8_qh64_qseqlen4_gqaratio16.co" {
		// these do not know of 16-bit results
		result = f32
	}
	out := undefined(len(want) * 4)
	lse := undefined(len(want) / dv * 4)
	args := []any{out, lse, q, kv, ints([]int{0, lens[0], lens[0] + lens[1]}), ints(append(list, make([]int, 256)...)), ints([]int{1, 1}), 1 / math.Sqrt(d),
		s.mqa, 1, s.heads * d * e * s.tokens, d * e, 0, ints([]int{0, s.tokens, 2 * s.tokens}), ints([]int{0, 1, 2}), out,
		nil, nil, 1, nil, nil, 1, 0}
	if elem.bits == 8 {
		args[16], args[17] = floats(qScale), floats(kvScale)
	}
	return &problem{
		launch: launch{grid: [3]uint32{uint32((s.heads*s.tokens + s.rows - 1) / s.rows), uint32(len(lens)), 1}, block: 256, slot: 16, args: args},
		out:    out, read: result.first(len(want)), want: want, rms: rms,
	}
}

// pa: csrc/py_itfs_cu/asm_pa.cu, pa_fwd: one query token a sequence, keys and
// values in blocks of 16 tokens, quantized ones with a scale a token.
func pa(c *known) *problem {
	const d, block, kvHeads, blocks = 128, 16, 2, 40
	gqa := c.num("gqa")
	q16, elem, rms := bf16, bf16, 0.01
	if c.has("fp16") {
		q16, elem = f16, f16
	}
	quant := !c.has("noquant")
	switch {
	case c.has("Fp8"):
		elem, rms = fp8Of(c.chip), 0.05
	case c.has("Int8"):
		elem, rms = i8, 0.03
	}
	e := elem.bits / 8
	x := 16 / e
	lens := []int{77, 130}
	q, qv := q16.random(c.random, len(lens)*kvHeads*gqa*d)
	// as [block][head][token][d]
	k, kv := elem.random(c.random, blocks*kvHeads*block*d)
	v, vv := elem.random(c.random, blocks*kvHeads*block*d)
	ks, vs := zeros(0), zeros(0)
	if quant {
		factor := 1.
		if elem.bits == 8 && c.has("Int8") {
			factor = 1. / 128
		}
		n := blocks * kvHeads * block
		var a, b []float64
		ks, a = scaled(c, n, factor)
		vs, b = scaled(c, n, factor)
		for i := range n {
			for l := range d {
				kv[i*d+l] *= a[i]
				vv[i*d+l] *= b[i]
			}
		}
	}
	table := c.random.Perm(blocks)[:20]
	var want []float64
	for b, n := range lens {
		for h := range kvHeads * gqa {
			var key, value []float64
			for t := range n {
				at := ((table[b*10+t/block]*kvHeads+h/gqa)*block + t%block) * d
				key = append(key, kv[at:][:d]...)
				value = append(value, vv[at:][:d]...)
			}
			want = slices.Concat(want, attend(qv[(b*kvHeads*gqa+h)*d:][:d], key, value, 1, n, d, d, 1/math.Sqrt(d), false))
		}
	}
	out := undefined(len(want) * 2)
	l := launch{grid: [3]uint32{kvHeads, uint32(len(lens)), 1}, block: 256, slot: 16, args: []any{
		out, q,
		&tensor{data: permute(k.data, elem.bits, []int{blocks * kvHeads, block, d / x, x}, []int{0, 2, 1, 3})},
		&tensor{data: permute(v.data, elem.bits, []int{blocks * kvHeads, block / x, x, d}, []int{0, 1, 3, 2})},
		ints(table), ints(lens), ks, vs, math.Log2E / math.Sqrt(d), 10, kvHeads, kvHeads * gqa * d * 2, kvHeads * block * d * e, block * d * e, 0, gqa, nil,
	}}
	if !quant {
		l.args[6], l.args[7] = nil, nil
	}
	return &problem{launch: l, out: out, read: q16.numbers, want: want, rms: rms}
}
