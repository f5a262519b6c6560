package ir

import (
	"slices"
	"testing"
)

// TestKeptDims compares keptDims with a search through all subsets of the
// dimensions, for all types of up to three dimensions of few sizes and strides.
func TestKeptDims(t *testing.T) {
	type dim struct{ size, stride int64 }
	var dims []dim
	for _, size := range []int64{1, 4, Dynamic} {
		for _, stride := range []int64{1, 8, Dynamic} {
			dims = append(dims, dim{size, stride})
		}
	}
	lists := [][]dim{{}}
	for first, rank := 0, 0; rank < 3; rank++ {
		last := len(lists)
		for _, l := range lists[first:last] {
			for _, d := range dims {
				lists = append(lists, append(slices.Clone(l), d))
			}
		}
		first = last
	}
	typeOf := func(list []dim) *MemRefType {
		var shape, strides []int64
		for _, d := range list {
			shape, strides = append(shape, d.size), append(strides, d.stride)
		}
		return MemRef(F32, shape, &StridedAttr{strides, 0}, nil)
	}
	types := make([]*MemRefType, len(lists))
	for i, l := range lists {
		types[i] = typeOf(l)
	}
	accepted := 0
	for i, from := range lists {
		for j, to := range lists {
			// The first subset in the order of its numbers, as keptDims promises.
			var want []int
			for set := range 1 << len(from) {
				kept, fits := []int{}, true
				for k, d := range from {
					if set>>k&1 != 0 {
						kept = append(kept, k)
					} else if d.size != 1 {
						fits = false
					}
				}
				fits = fits && slices.EqualFunc(kept, to, func(k int, d dim) bool { return from[k] == d })
				if fits && (want == nil || slices.Compare(kept, want) < 0) {
					want = kept
				}
			}
			if want != nil {
				accepted++
			}
			if got := keptDims(types[i], types[j]); !slices.Equal(got, want) || (got == nil) != (want == nil) {
				t.Fatalf("%s to %s keeps %v, not %v", types[i], types[j], got, want)
			}
		}
	}
	if accepted < 1000 {
		t.Errorf("only %d of %d pairs fit", accepted, len(lists)*len(lists))
	}
}
