package field

import "math"

// mxTileRows are the keys of a tile of K in mxfp4, whose 16 bytes of 32 values lie by values and key.
const mxTileRows = 128

// mxTiles is the stride of K, and of V in mxfp4: tiles of 128 keys of 64 bytes, by head.
func mxTiles(s attentionSize) stride {
	head := (s.keys + mxTileRows - 1) / mxTileRows * mxTileRows * 64
	return stride{64, head, s.kvHeads * head}
}

// mxScaleStrides are those of the scales of Q, K (a byte for 32 values) and V: of fp8 a float
// for each of 128 columns, of mxfp4 512 bytes for 128 keys.
func mxScaleStrides(c *known, s attentionSize) [3]stride {
	v := byRow(1, s.kvHeads, 4*s.dv, false)
	if c.has("f4f4") {
		v = byRow(1, s.kvHeads, (s.keys+mxTileRows-1)/mxTileRows*512, false)
	}
	return [3]stride{byRow(s.queries, s.heads, s.d/32, false), byRow(s.keys, s.kvHeads, s.d/32, false), v}
}

// mxSlack is how far behind the last scales the kernels read: whole tiles of queries.
func mxSlack(s attentionSize) int { return 256 * s.heads * s.d / 32 }

// mxSpace is memory for a row: no time depends on what is in it.
func mxSpace(c *known, s attentionSize) attentionMemory {
	_, k, v, o := c.attentionStrides(s, false)
	scale := mxScaleStrides(c, s)
	in := attentionMemory{
		q: &tensor{size: s.batch * s.queries * s.heads * s.d / 2}, k: &tensor{size: s.batch * k.batch}, v: &tensor{size: s.batch * v.batch},
		out: &tensor{size: s.batch * o.batch},
	}
	in.qScale, in.kScale = &tensor{size: s.batch*scale[0].batch + mxSlack(s)}, &tensor{size: s.batch*scale[1].batch + mxSlack(s)}
	in.vScale = &tensor{size: s.batch * scale[2].batch}
	return in
}

// mxAttention: Q and K of mxfp4, V of fp8 with a scale for each column. The scores are
// exponents of 2: Q has the scale of the softmax in it.
func mxAttention(c *known) *problem {
	s := attentionSize{batch: 2, heads: 2, kvHeads: 2, queries: 346, keys: 346, d: 128, dv: 128}
	row := s.batch * s.heads // of queries as of keys: rows of a position
	n := row * s.queries
	q, qv := fp4.random(c.random, n*s.d)
	k, kv := fp4.random(c.random, n*s.d)
	exponents := func(least uint32, values []float64) *tensor {
		t := zeros(n*s.d/32 + mxSlack(s))
		for i := range n * s.d / 32 {
			e := least + c.random.Uint32N(2)
			t.data[i] = byte(e)
			for j := range 32 {
				values[32*i+j] *= e8m0.decode(e)
			}
		}
		return t
	}
	in := attentionMemory{q: q, out: undefined(n * s.dv * 2), qScale: exponents(121, qv), kScale: exponents(126, kv)}
	tile := mxTiles(s)
	in.k = zeros(s.batch * tile.batch)
	var vv []float64
	in.v, vv = fp8.random(c.random, n*s.dv)
	columns, cv := scale.random(c.random, row*s.dv)
	in.vScale = columns
	want := make([]float64, n*s.dv)
	for b := range s.batch {
		for h := range s.heads {
			for i := range s.keys {
				for chunk := range s.d / 32 {
					from := k.data[((b*s.keys+i)*s.heads+h)*s.d/2+16*chunk:][:16]
					copy(in.k.data[b*tile.batch+h*tile.head+i/mxTileRows*mxTileRows*64+chunk*2048+i%mxTileRows*16:], from)
				}
			}
			o := attend(rows(qv, b*s.queries, s.queries, s.heads, h, s.d), rows(kv, b*s.keys, s.keys, s.heads, h, s.d), rows(vv, b*s.keys, s.keys, s.heads, h, s.dv),
				s.queries, s.keys, s.d, s.dv, math.Ln2, false)
			for i := range s.queries {
				for l := range s.dv {
					want[((b*s.queries+i)*s.heads+h)*s.dv+l] = o[i*s.dv+l] * cv[(b*s.heads+h)*s.dv+l]
				}
			}
		}
	}
	return &problem{launch: fmhaLaunch(c, s, in), out: in.out, read: bf16.numbers, want: want, rms: 0.12}
}
