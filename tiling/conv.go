package tiling

import (
	"fmt"
	"strings"
)

// Conv is a convolution. The order of an array's indices is a word of letters: n for the batch, h and w for the
// image, c for the channels that are summed, f for the filters, g for groups, each of which has its own channels
// and filters. In the word of the filter h and w are the filter's own. Strides and dilations do not matter here.
type Conv struct {
	// Input, Filter and Output are words such as nhwc, hwcf and nhwf.
	Input, Filter, Output string
	// N, H, W, F and G are the sizes of the output, FilterH, FilterW and C what is summed over. Those whose letter
	// is in no word are 1.
	N, H, W, F, G, FilterH, FilterW, C int64
	// A and B are the types of input and filter, Acc that of the sums.
	A, B, Acc Type
}

// filterFirst reports whether the filter is the factor A: filters come before the image in the output.
func (c *Conv) filterFirst() bool {
	f, h := strings.IndexByte(c.Output, 'f'), strings.IndexAny(c.Output, "hw")
	return h >= 0 && f < h
}

// size is that of a letter of the output.
func (c *Conv) size(letter byte) int64 {
	return map[byte]int64{'n': c.N, 'h': c.H, 'w': c.W, 'f': c.F, 'g': c.G}[letter]
}

// Im2col is the convolution made a contraction (facts tiling.md §2.1.1): batch and image, which the filter lacks,
// are M, and the filters N, or the other way round if filters come first; groups are a batch, and K is one loop
// over filter and channels.
func (c *Conv) Im2col() (*Problem, error) {
	for _, x := range []struct{ name, word, letters string }{{"input", c.Input, "nhwcg"}, {"filter", c.Filter, "hwcfg"}, {"output", c.Output, "nhwfg"}} {
		for i, letter := range x.word {
			if !strings.ContainsRune(x.letters, letter) || strings.ContainsRune(x.word[:i], letter) {
				return nil, fmt.Errorf("the word %q of the %s: need letters of %q, each once", x.word, x.name, x.letters)
			}
		}
	}
	if c.Input == "" || !strings.Contains(c.Filter, "f") || !strings.Contains(c.Output, "f") {
		return nil, fmt.Errorf("a convolution needs an input, and filters in filter and output")
	}
	p := &Problem{Op: Im2col, A: c.A, B: c.B, Acc: c.Acc}
	image, filters := M, N
	if c.filterFirst() {
		image, filters = N, M
		p.A, p.B = c.B, c.A
	}
	for i := range len(c.Output) {
		kind := image
		switch c.Output[i] {
		case 'f':
			kind = filters
		case 'g':
			kind = Batch
		}
		p.Dims = append(p.Dims, Dim{kind, c.size(c.Output[i])})
	}
	p.Dims = append(p.Dims, Dim{K, mul(max(1, c.FilterH), max(1, c.FilterW), c.C)})
	// The unfolded input has its sums last, unless the batch is last in the input.
	batchLast := strings.HasSuffix(c.Input, "n")
	filterLast := strings.HasSuffix(c.Filter, "f")
	if c.filterFirst() {
		p.TransA, p.TransB = filterLast, !batchLast
	} else {
		p.TransA, p.TransB = batchLast, !filterLast
	}
	return p, p.Check()
}

// Padding is the padding of the convolution itself instead of that of the contraction (§2.10, padding_conv), for a
// choice for Im2col's problem: an entry for each loop of the output, then of the filter and of the channels; nil if
// nothing is padded. Only the batch is padded where it is the last index, and nothing where channels come before
// the image. Channels are padded to the step along K if that does not divide them.
func (c *Conv) Padding(r *Result) []int64 {
	if r.Padding == nil {
		return nil
	}
	batchLast := strings.HasSuffix(c.Input, "n")
	if c.filterFirst() && !batchLast {
		return nil
	}
	var list []int64
	for i := range len(c.Output) {
		tile := r.Workgroup[i]
		if batchLast && c.Output[i] != 'n' {
			tile = 0
		}
		list = append(list, tile)
	}
	for _, letter := range "hwc" {
		if !strings.ContainsRune(c.Filter, letter) {
			continue
		}
		step := int64(0)
		if last := r.Padding[len(r.Padding)-1]; letter == 'c' && !batchLast && c.C%last != 0 {
			step = last
		}
		list = append(list, step)
	}
	return list
}
