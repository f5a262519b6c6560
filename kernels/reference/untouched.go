package reference

import (
	"cmp"
	"slices"
)

// Fill is the value of the bytes of a result before a launch, for Untouched.
const Fill = 0xa5

// Stray is a byte that should not have been written.
type Stray struct {
	Offset int64
	Value  byte
}

// Span is the bytes from From to To-1 of a tensor.
type Span struct{ From, To int64 }

// mostStrays is the number of strays that Untouched lists.
const mostStrays = 8

// Untouched finds the bytes outside the spans that are not Fill, in bytes of a tensor from an offset on:
// the first few, and how many there are. Spans may overlap; they are sorted.
func Untouched(d []byte, offset uint64, spans []Span) (first []Stray, count int64) {
	end := int64(offset) + int64(len(d))
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.From, b.From) })
	at := int64(offset)
	check := func(to int64) {
		for ; at < to; at++ {
			if v := d[at-int64(offset)]; v != Fill {
				if count++; len(first) < mostStrays {
					first = append(first, Stray{at, v})
				}
			}
		}
	}
	for _, s := range spans {
		check(min(s.From, end))
		at = min(max(at, s.To), end)
	}
	check(end)
	return first, count
}
