package main

import (
	"math"

	"heddle/arch"
	"heddle/tile"
)

// reference is attention in float64 for one query, the keys and values of its head, of which the first n
// count.
func reference(q, k, v []float32, n int) []float64 {
	p, sum := make([]float64, n), 0.0
	for i := range p {
		dot := 0.0
		for d := range dim {
			dot += float64(q[d]) * float64(k[i*dim+d])
		}
		p[i] = math.Exp(dot / math.Sqrt(dim))
		sum += p[i]
	}
	o := make([]float64, dim)
	for i := range p {
		for d := range o {
			o[d] += p[i] / sum * float64(v[i*dim+d])
		}
	}
	return o
}

// run returns a report and the greatest error of the queries that belong to a sequence.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	q, o := tile.Random(1, batch*heads*tokens*dim), make([]float32, batch*heads*tokens*dim)
	k, v := tile.Random(2, batch*kvHeads*tokens*dim), tile.Random(3, batch*kvHeads*tokens*dim)
	lengths := []int32{tokens, 197}
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, attention, q, k, v, tile.Out(o), lengths)
	worst := 0.0
	for row := range batch * heads * tokens {
		b, head, query := row/tokens/heads, row/tokens%heads, row%tokens
		if query >= int(lengths[b]) {
			continue
		}
		at := (b*kvHeads + head/(heads/kvHeads)) * tokens * dim
		want := reference(q[row*dim:], k[at:], v[at:], query+1)
		worst = max(worst, tile.Worst(o[row*dim:][:dim], func(i int) float64 { return want[i] }))
	}
	return report, worst, err
}
