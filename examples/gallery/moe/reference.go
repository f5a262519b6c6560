package main

import (
	"math"

	"heddle/arch"
	"heddle/tile"
)

// plan deals the tokens to their experts: the rows of each block, -1 for none, and the blocks' experts.
func plan() (rows, of []int32) {
	of = make([]int32, blocks)
	for expert := range experts {
		var list []int32
		for token := range tokens {
			if first := token * 7 % experts; first == expert || (first+1+token%(experts-1))%experts == expert {
				list = append(list, int32(token))
			}
		}
		for len(list)%bm != 0 {
			list = append(list, -1)
		}
		for i := range len(list) / bm {
			of[len(rows)/bm+i] = int32(expert)
		}
		rows = append(rows, list...)
	}
	for len(rows) < blocks*bm {
		rows = append(rows, -1)
	}
	return rows, of
}

// reference is element (row, col) of the result in float64.
func reference(x, w []float32, token, expert int32, col int) (sum float64) {
	if token < 0 {
		return 0
	}
	for i := range in {
		sum += float64(x[int(token)*in+i]) * float64(w[(int(expert)*out+col)*in+i])
	}
	return sum
}

// run returns a report and the greatest error, as a part of the greatest element.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, w, y := tile.Random(1, tokens*in), tile.Random(2, experts*out*in), make([]float32, blocks*bm*out)
	rows, of := plan()
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, moe, x, w, rows, of, tile.Out(y))
	most := 0.0
	worst := tile.Worst(y, func(i int) float64 {
		want := reference(x, w, rows[i/out], of[i/out/bm], i%out)
		most = max(most, math.Abs(want))
		return want
	})
	return report, worst / most, err
}
