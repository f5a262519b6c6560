package launch

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// edgeFill makes elements that are edge values of their type, in an order that depends on the seed.
// Element i is a function of seed and i alone.
type edgeFill struct {
	random randomFill // whose hash chooses among
	codes  []uint64
}

// newEdgeFill chooses the values: all edge values of the type, or, if lo and hi are given, those between
// them and the two.
func newEdgeFill(r randomFill, limited bool) edgeFill {
	f := edgeFill{random: r}
	for _, code := range edgeCodes(r.elem) {
		if v := r.elem.Float(code); !limited || r.lo <= v && v <= r.hi {
			f.codes = append(f.codes, code)
		}
	}
	for _, v := range []float64{r.lo, r.hi} {
		if !math.IsInf(v, 0) {
			f.codes = append(f.codes, r.elem.FromFloat(v))
		}
	}
	slices.Sort(f.codes)
	f.codes = slices.Compact(f.codes)
	return f
}

// page fills the bytes of a buffer from offset on.
func (f edgeFill) page(offset uint64, page []byte) {
	f.random.fill(offset, page, func(i uint64) uint64 { return f.codes[f.random.hash(i)%uint64(len(f.codes))] })
}

// edgeCodes are the edge values of a type. Floats: both zeros, ones and their neighbours, the smallest
// and the largest subnormal and normal numbers, infinities and NaNs, with both signs; which of these a
// format has, its codes decide. Integers: 0, both ones, the ends of the ranges of 8, 16 and 32 bits,
// signed or not, as far as they fit, and those of the type.
func edgeCodes(e *Element) []uint64 {
	mask := 1<<e.Bits - 1 | -uint64(e.Bits/64)
	var list []uint64
	if e.kind != 'f' {
		for _, bits := range []int{8, 16, 32, 64} {
			for _, v := range []uint64{0, 1, 2, mask, mask - 1, 1<<bits - 1, 1 << bits, 1<<(bits-1) - 1, 1 << (bits - 1), ^uint64(0) << (bits - 1)} {
				if bits <= e.Bits {
					list = append(list, v&mask)
				}
			}
		}
		return list
	}
	fraction, exponent, bias := e.fields()
	if fraction == 0 && exponent == e.Bits { // without a sign: e8m0
		return []uint64{0, 1, bias - 1, bias, bias + 1, mask - 1, mask}
	}
	one, top := bias<<fraction, uint64(1<<exponent-1)<<fraction
	least := uint64(1) << fraction // normal number
	for _, magnitude := range []uint64{0, 1, least - 1, least, one - 1, one, one + 1, top - 1, top, top | least>>1, top | (least - 1), top | (max(least, 2) - 2)} {
		magnitude &= mask >> 1
		list = append(list, magnitude, magnitude|(mask>>1+1))
	}
	return list
}

// fields are the sizes of fraction and exponent of a float, and the bias of its exponent.
func (e *Element) fields() (fraction, exponent int, bias uint64) {
	switch {
	case e.small != nil:
		return e.small.FracBits, e.small.ExpBits, uint64(e.small.Bias)
	case e.Bits == 64:
		return 52, 11, 1023
	case e.Bits == 32:
		return 23, 8, 127
	}
	return 0, e.Bits, 127 // e8m0
}

// Vary gives the random inputs of a launch other seeds, or makes them edge values; it returns how many
// there are. Each gets a seed of its own, so that two of the same type have different contents.
func (l *File) Vary(seed uint64, edge bool) int {
	n := 0
	vary := func(a *Arg) {
		kind, rest, _ := strings.Cut(a.Arg, ":")
		if kind != "rand" && kind != "edge" {
			return
		}
		parts := slices.DeleteFunc(strings.Split(rest, ":"), func(p string) bool { return p == "" || strings.HasPrefix(p, "seed=") })
		if kind = "rand"; edge {
			kind = "edge"
		}
		parts = append(append([]string{kind}, parts...), fmt.Sprintf("seed=%d", seed*1000+uint64(n)))
		a.Arg, a.parsed = strings.Join(parts, ":"), nil
		n++
	}
	for i := range l.Buffers {
		a := Arg{Arg: l.Buffers[i].Arg}
		vary(&a)
		l.Buffers[i].Arg = a.Arg
	}
	for _, d := range l.Dispatches {
		for i := range d.Args {
			vary(&d.Args[i])
		}
	}
	return n
}

// isLimit reports whether a setting of a random or edge argument bounds its values.
func isLimit(setting string) bool {
	key, _, _ := strings.Cut(setting, "=")
	return key == "lo" || key == "hi"
}
