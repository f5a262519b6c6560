package main

import (
	"math"

	"heddle/arch"
	"heddle/tile"
)

// reference is attention in float64 of one query head over n tokens, whose keys and values start at the
// places that at returns.
func reference(q, k, v []float32, n int, at func(token int) int) []float64 {
	o, sum := make([]float64, dim), 0.0
	for token := range n {
		dot := 0.0
		for d := range dim {
			dot += float64(q[d]) * float64(k[at(token)+d])
		}
		p := math.Exp(dot / math.Sqrt(dim))
		sum += p
		for d := range dim {
			o[d] += p * float64(v[at(token)+d])
		}
	}
	for d := range dim {
		o[d] /= sum
	}
	return o
}

// run returns the report of decode and the greatest error of what combine makes of its results.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	const heads = batch * kvHeads
	q, o := tile.Random(1, heads*group*dim), make([]float32, heads*group*dim)
	k, v := tile.Random(2, pages*kvHeads*page*dim), tile.Random(3, pages*kvHeads*page*dim)
	table, lengths := make([]int32, batch*perSequence), []int32{page * perSequence, 100, 1}
	for i := range table {
		table[i] = int32(i * 11 % pages)
	}
	acc, logs := make([]float32, splits*len(o)), make([]float32, splits*heads*group)
	on := tile.Launch{Chip: chip, Waves: 1, Timed: true}
	report, err := tile.Run(on, decode, q, k, v, table, lengths, tile.Out(acc), tile.Out(logs))
	if err != nil {
		return nil, 0, err
	}
	if _, err := tile.Run(on, combine, acc, logs, tile.Out(o)); err != nil {
		return nil, 0, err
	}
	worst := 0.0
	for row := range heads * group {
		b, head := row/group/kvHeads, row/group%kvHeads
		want := reference(q[row*dim:], k, v, int(lengths[b]), func(token int) int {
			return ((int(table[b*perSequence+token/page])*kvHeads+head)*page + token%page) * dim
		})
		worst = max(worst, tile.Worst(o[row*dim:][:dim], func(i int) float64 { return want[i] }))
	}
	return report, worst, nil
}
