package verify

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"heddle/sim"
)

// Range is the bytes [From, To) of a buffer.
type Range struct{ From, To uint64 }

// Merge sorts ranges and joins those that meet.
func Merge(list []Range) []Range {
	list = slices.DeleteFunc(slices.Clone(list), func(r Range) bool { return r.From >= r.To })
	slices.SortFunc(list, func(a, b Range) int { return cmp.Compare(a.From, b.From) })
	out := list[:0]
	for _, r := range list {
		if n := len(out); n > 0 && out[n-1].To >= r.From {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return out
}

// behind is the number of the first range that ends behind the byte at.
func behind(list []Range, at uint64) int {
	i, _ := slices.BinarySearchFunc(list, at, func(r Range, at uint64) int {
		if r.To > at {
			return 1
		}
		return -1
	})
	return i
}

// nearest is the byte of merged ranges that is nearest to at; at if there is
// none.
func nearest(list []Range, at uint64) uint64 {
	i := behind(list, at)
	best, found := at, false
	try := func(b uint64) {
		if !found || max(b, at)-min(b, at) < max(best, at)-min(best, at) {
			best, found = b, true
		}
	}
	if i > 0 {
		try(list[i-1].To - 1)
	}
	if i < len(list) {
		try(max(list[i].From, at))
	}
	return best
}

// ChangedOutside looks for bytes of a buffer that are not what it was allocated
// with, outside of ranges that are merged: how many there are, and the offset of
// the first. It looks at the pages that exist, whatever the buffer's size.
func ChangedOutside(b sim.Buffer, allowed []Range) (first, count uint64) {
	for c := range b.Changed() {
		end := c.Offset + uint64(len(c.After))
		at := c.Offset
		for i := behind(allowed, at); at < end; i++ {
			gap := Range{at, end}
			at = end
			if i < len(allowed) && allowed[i].From < end {
				gap.To, at = max(allowed[i].From, gap.From), allowed[i].To
			}
			from, to := gap.From-c.Offset, gap.To-c.Offset
			if from >= to || bytes.Equal(c.Before[from:to], c.After[from:to]) {
				continue
			}
			for k := from; k < to; k++ {
				if c.Before[k] != c.After[k] {
					if count == 0 {
						first = c.Offset + k
					}
					count++
				}
			}
		}
	}
	return first, count
}

// Elements makes the contents of a buffer whose elements of 1, 2, 4 or 8 bytes
// follow from their numbers, for FarBuffer.Fill and sim.AllocOptions.
func Elements(size int, f func(i uint64) uint64) func(offset uint64, page []byte) {
	switch size {
	case 1, 2, 4, 8:
	default:
		panic(fmt.Sprintf("BUG: elements of %d bytes", size))
	}
	return func(offset uint64, page []byte) {
		var b [8]byte
		for at := 0; at < len(page); at += size {
			binary.LittleEndian.PutUint64(b[:], f((offset+uint64(at))/uint64(size)))
			copy(page[at:], b[:size])
		}
	}
}
