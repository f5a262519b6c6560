package layout

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// width is the number of bits of all dims together.
func width(dims []Dim) int {
	n := 0
	for _, d := range dims {
		n += d.Bits
	}
	return n
}

func indexDim(dims []Dim, name string) int {
	return slices.IndexFunc(dims, func(d Dim) bool { return d.Name == name })
}

// find returns a dimension and the place of its lowest bit.
func find(dims []Dim, name string) (at int, d Dim) {
	i := indexDim(dims, name)
	if i < 0 {
		panic(fmt.Sprintf("BUG: no dimension %q in %s", name, dimsString(dims)))
	}
	return width(dims[:i]), dims[i]
}

// places are the places of the bits of a dimension.
func places(dims []Dim, name string) []int {
	at, d := find(dims, name)
	p := make([]int, d.Bits)
	for i := range p {
		p[i] = at + i
	}
	return p
}

// pick returns the named dimensions and the places of their bits.
func pick(dims []Dim, names []string) (picked []Dim, bits []int) {
	for _, name := range names {
		_, d := find(dims, name)
		picked = append(picked, d)
		bits = append(bits, places(dims, name)...)
	}
	return picked, bits
}

// stack returns the dimensions of a product, and where in the bits of a and
// then b each of its bits is.
func stack(a, b []Dim) (dims []Dim, bits []int) {
	after := width(a)
	upper := func(name string) {
		for _, p := range places(b, name) {
			bits = append(bits, after+p)
		}
	}
	for _, d := range a {
		bits = append(bits, places(a, d.Name)...)
		if i := indexDim(b, d.Name); i >= 0 {
			upper(d.Name)
			d.Bits += b[i].Bits
		}
		dims = append(dims, d)
	}
	for _, d := range b {
		if indexDim(a, d.Name) < 0 {
			upper(d.Name)
			dims = append(dims, d)
		}
	}
	return dims, bits
}

// above returns the rest of dims without the low bits that tile has, and where in the bits of dims
// it is.
func above(dims, tile []Dim) (rest []Dim, bits []int, ok bool) {
	for _, d := range tile {
		if i := indexDim(dims, d.Name); i < 0 || dims[i].Bits < d.Bits {
			return nil, nil, false
		}
	}
	for _, d := range dims {
		low := 0
		if i := indexDim(tile, d.Name); i >= 0 {
			low = tile[i].Bits
		}
		bits = append(bits, places(dims, d.Name)[low:]...)
		rest = append(rest, Dim{d.Name, d.Bits - low})
	}
	return rest, bits, true
}

// split returns the values of dims in x.
func split(dims []Dim, x uint64) []int {
	values := make([]int, len(dims))
	for i, d := range dims {
		values[i] = int(x & (1<<d.Bits - 1))
		x >>= d.Bits
	}
	return values
}

// join is the inverse of split; it reports whether the values fit.
func join(dims []Dim, values []int) (x uint64, ok bool) {
	if len(values) != len(dims) {
		return 0, false
	}
	at := 0
	for i, d := range dims {
		if values[i] < 0 || values[i] >= d.Size() {
			return 0, false
		}
		x |= uint64(values[i]) << at
		at += d.Bits
	}
	return x, true
}

// describe writes the values of dims in x: "lane 3, item 1".
func describe(dims []Dim, x uint64) string {
	var s []string
	for i, v := range split(dims, x) {
		s = append(s, fmt.Sprintf("%s %d", dims[i].Name, v))
	}
	return strings.Join(s, ", ")
}

// dimsString writes dims: "(row 16, col 32)".
func dimsString(dims []Dim) string {
	var s []string
	for _, d := range dims {
		s = append(s, fmt.Sprintf("%s %d", d.Name, d.Size()))
	}
	return "(" + strings.Join(s, ", ") + ")"
}

// log2 is the logarithm of a power of two.
func log2(n int) int {
	if n <= 0 || n&(n-1) != 0 {
		panic(fmt.Sprintf("BUG: %d is not a power of two", n))
	}
	return bits.TrailingZeros(uint(n))
}
