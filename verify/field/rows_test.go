package field

import (
	"math"
	"slices"
)

// topkSoftmax: csrc/py_itfs_cu/asm_topksoftmax.cu. What is compared is the
// weights and the experts, one after the other.
func topkSoftmax(c *known) *problem {
	subm, experts, topk := c.num("tm"), c.num("tn"), c.num("k")
	elem := f32
	if c.has("bf16") {
		elem = bf16
	}
	n := 3*subm + 1
	a := zeros(elem.size(n * experts))
	both := undefined(n * topk * 8) // indices, then weights
	want := make([]float64, n*topk*2)
	for i := range n {
		// distinct numbers, so that the choice of experts is no matter of ties
		order := c.random.Perm(experts)
		v := make([]float64, experts)
		for j, o := range order {
			x := float64(o)/16 - 4
			if elem.bits == 16 {
				x = float64(o) / 2
				if experts > 128 {
					x = bfloat(uint32(0x3f80 + o))
				}
			}
			v[j] = x
			b := math.Float32bits(float32(x))
			if elem.bits == 16 {
				b >>= 16
			}
			elem.put(a.data, i*experts+j, b)
		}
		index := make([]int, experts)
		for j := range index {
			index[j] = j
		}
		slices.SortFunc(index, func(x, y int) int { return order[y] - order[x] })
		sum := 0.0
		for _, j := range index[:topk] {
			sum += math.Exp(v[j] - v[index[0]])
		}
		for j, x := range index[:topk] {
			want[i*topk+j] = float64(x)
			want[n*topk+i*topk+j] = math.Exp(v[x]-v[index[0]]) / sum
		}
	}
	return &problem{
		launch: launch{grid: [3]uint32{uint32((n + subm - 1) / subm), 1, 1}, block: 256, slot: 16,
			args: []any{both, plus{both, n * topk * 4}, a, n, experts, topk, 1, topk * 4}},
		out: both, want: want, rms: 1e-5,
		read: func(b []byte) []float64 {
			return append(i32.numbers(b[:n*topk*4]), f32.numbers(b[n*topk*4:])...)
		},
	}
}

// topkDecode: csrc/py_itfs_cu/asm_topk_per_row_decode.cu: the places of the
// 2048 largest of a row, in any order.
func topkDecode(c *known) *problem {
	const n, rows, topk = 5000, 3, 2048
	logits, v := f32.random(c.random, n*rows)
	lens := []int{n, 4000, 1500}
	out := undefined(rows * topk * 4)
	var want []float64
	for r, l := range lens {
		index := make([]int, l)
		for i := range index {
			index[i] = i
		}
		slices.SortFunc(index, func(x, y int) int {
			if v[r*n+x] > v[r*n+y] {
				return -1
			}
			return 1
		})
		index = index[:min(topk, l)]
		for len(index) < topk {
			index = append(index, -1)
		}
		slices.Sort(index)
		for _, i := range index {
			want = append(want, float64(i))
		}
	}
	return &problem{
		launch: launch{grid: [3]uint32{rows, 1, 1}, block: 1024, args: []any{logits, ints(lens), out, n, 1, 1}, lenient: true},
		out:    out, want: want, rms: 0,
		read: func(b []byte) []float64 {
			got := i32.numbers(b)
			for r := range rows {
				slices.Sort(got[r*topk : (r+1)*topk])
			}
			return got
		},
	}
}
