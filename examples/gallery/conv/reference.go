package main

import (
	"math"

	"heddle/arch"
	"heddle/tile"
)

// reference is element i of the result in float64.
func reference(x, w []float32, i int) (sum float64) {
	channel, col, row, image := i%out, i/out%width, i/out/width%height, i/out/width/height
	for dy := range side {
		for dx := range side {
			from, at := row+dy-pad, col+dx-pad
			if from < 0 || from >= height || at < 0 || at >= width {
				continue
			}
			for c := range in {
				sum += float64(x[((image*height+from)*width+at)*in+c]) * float64(w[((dy*side+dx)*out+channel)*in+c])
			}
		}
	}
	return sum
}

// run returns a report and the greatest error, as a part of the greatest element.
func run(chip *arch.Chip) (*tile.Report, float64, error) {
	x, w := tile.Random(1, images*height*width*in), tile.Random(2, side*side*out*in)
	y := make([]float32, images*height*width*out)
	report, err := tile.Run(tile.Launch{Chip: chip, Waves: 4, Timed: true}, conv, x, w, tile.Out(y))
	most := 0.0
	worst := tile.Worst(y, func(i int) float64 {
		want := reference(x, w, i)
		most = max(most, math.Abs(want))
		return want
	})
	return report, worst / most, err
}
