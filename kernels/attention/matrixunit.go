package attention

import (
	"math"
	"math/bits"
	"slices"

	"heddle/num"
)

// matrixUnit is how the model's matrix instruction adds, and in which order it gets its factors (facts
// mfma_numerics.md, layouts.md).
type matrixUnit struct {
	depth int  // products of an instruction
	chunk int  // adjacent elements that a lane loads: 16 bytes
	lanes int  // that share a row of a factor
	group int  // products that are added at once
	apart bool // those of even and odd number are added apart first
	frac  int  // bits of the fraction of both factors
	// scaled: an instruction takes blocks of elements of a scale, in parts of a row whose sizes are powers of two (piece in
	// kernel.go): those as far apart as there are instructions.
	scaled bool
}

func (p *Problem) matrixUnit(c Config, t Type) matrixUnit {
	size, depth := c.Variant.shape()
	u := matrixUnit{depth: depth, lanes: p.Chip.WaveSize / size, group: 8, frac: t.Format(p.Chip).FracBits, scaled: t.MX()}
	if u.chunk = 128 / int(t.Bits()); t.Bits() <= 8 {
		u.group, u.apart = 16, true
	}
	return u
}

// ordered returns the elements of a factor's row in the order in which instructions, one after the other, add
// their products. A lane has chunks of adjacent elements. An instruction takes a part of the chunk of each of the
// lanes, or whole chunks of them, one after the other.
func (u *matrixUnit) ordered(row []element) []element {
	if u.scaled {
		return u.orderedBlocks(row)
	}
	part := min(u.chunk, u.depth/u.lanes)
	list := make([]element, 0, len(row))
	for from := 0; from < len(row); from += u.chunk * u.lanes {
		for of := 0; of < u.chunk; of += part {
			for lane := range u.lanes {
				at := from + lane*u.chunk + of
				list = append(list, row[at:at+part]...)
			}
		}
	}
	return list
}

// orderedBlocks is ordered for elements with scales.
func (u *matrixUnit) orderedBlocks(row []element) (list []element) {
	for len(row) > 0 {
		piece := row[:1<<(bits.Len(uint(len(row)))-1)]
		row = row[len(piece):]
		times, own := len(piece)/u.depth, u.depth/ScaleBlock
		for i := range times {
			for block := range own {
				from := (i + block*times) * ScaleBlock
				list = append(list, piece[from:from+ScaleBlock]...)
			}
		}
	}
	return list
}

// inLanes are the numbers of a row that each lane has.
func (u *matrixUnit) inLanes(row []uint32) [][]uint32 {
	list := make([][]uint32, u.lanes)
	for i, x := range row {
		lane := i / u.chunk % u.lanes
		list[lane] = append(list[lane], x)
	}
	return list
}

// laneSums are the sums of what each lane has of a row: pairwise, the upper half to the lower one each time.
func (u *matrixUnit) laneSums(row []uint32) (sums []uint32) {
	for _, list := range u.inLanes(row) {
		for n := len(list) / 2; n > 0; n /= 2 {
			for i := range n {
				list[i] = add(list[i], list[n+i])
			}
		}
		sums = append(sums, list[0])
	}
	return sums
}

// lanesSum adds the sums of lanes, neighbours first.
func lanesSum(lanes []uint32) uint32 {
	sums := slices.Clone(lanes)
	for d := 1; d < len(sums); d *= 2 {
		for i := 0; i < len(sums); i += 2 * d {
			sums[i] = add(sums[i], sums[i+d])
		}
	}
	return sums[0]
}

// element is a number of a factor: sig·2^(exp-frac) with frac the bits of its format's fraction, not normalised;
// zeros have the exponent -126 in all formats.
type element struct {
	sig, exp int32
}

// Exponents of what is not finite, above all sums of others; infinities have sig 1 or -1.
const (
	exponentOfInf = 1 << 16
	exponentOfNaN = 1 << 20
)

func elementOf(f *num.Format, code uint32) element {
	neg, sig, exp, class := f.Split(code)
	e := element{int32(sig), int32(exp + f.FracBits)}
	switch class {
	case num.Zero:
		return element{0, -126}
	case num.NaN:
		return element{0, exponentOfNaN}
	case num.Inf:
		e = element{1, exponentOfInf}
	}
	if neg {
		e.sig = -e.sig
	}
	return e
}

// scaled is the element times a scale, given by its code of E8M0.
func (e element) scaled(code uint32) element {
	if code == 0xff {
		return element{0, exponentOfNaN}
	}
	return e.raised(int32(code) - 127)
}

// raised is the element times a power of two.
func (e element) raised(exp int32) element {
	if e.exp < exponentOfInf {
		e.exp += exp
	}
	return e
}

// float is the value of an element.
func (u *matrixUnit) float(e element) float64 {
	switch {
	case e.exp == exponentOfNaN:
		return math.NaN()
	case e.exp == exponentOfInf:
		return math.Inf(int(e.sig))
	}
	return math.Ldexp(float64(e.sig), int(e.exp)-u.frac)
}

// dot adds the products of two ordered rows to c, of f32, group by group.
func (u *matrixUnit) dot(a, b []element, c uint32) uint32 {
	for from := 0; from < len(a); from += u.group {
		end := min(from+u.group, len(a))
		c = u.add(a[from:end], b[from:end], c)
	}
	return c
}

// Bits below the largest exponent that are kept: of products, of c, and of their sum.
const (
	keptOfProducts = 24
	keptOfC        = 24
	keptOfSum      = 31
)

// add adds the products of a group to c, rounded once, to nearest even.
func (u *matrixUnit) add(a, b []element, c uint32) uint32 {
	var sum int64
	var exp int
	if u.apart {
		even, expEven := u.products(a, b, 0, 2)
		odd, expOdd := u.products(a, b, 1, 2)
		exp = max(expEven, expOdd)
		sum = shiftedDown(even, exp-expEven) + shiftedDown(odd, exp-expOdd)
	} else {
		sum, exp = u.products(a, b, 0, 1)
	}
	if exp >= 126 || c>>23&0xff == 0xff { // of products of less than 4·2^exp none is 2^128 then
		if special, ok := u.special(a, b, c); ok {
			return special
		}
	}
	cSig, cExp := int64(c&(1<<23-1)), int(c>>23&0xff)-127
	switch {
	case c&^signBit == 0 || cExp == -127:
		cExp = -126
	default:
		cSig |= 1 << 23
	}
	if c&signBit != 0 {
		cSig = -cSig
	}
	top := max(exp, cExp)
	total := shiftedDown(sum<<(keptOfSum-keptOfProducts), top-exp)
	if !u.apart || cExp >= top-25 {
		total += shiftedDown(cSig<<(keptOfC-23), top-cExp) << (keptOfSum - keptOfC)
	}
	unit := math.Float64frombits(uint64(top-keptOfSum+1023) << 52) // 2^(top-keptOfSum)
	return f32(float64(total) * unit)
}

// products adds every step-th product, each cut off towards zero below the largest one's exponent: sum is in
// units of 2^(exp-keptOfProducts).
func (u *matrixUnit) products(a, b []element, from, step int) (sum int64, exp int) {
	largest := a[from].exp + b[from].exp
	b = b[:len(a)]
	for k := from; k < len(a); k += step {
		largest = max(largest, a[k].exp+b[k].exp)
	}
	up := uint(keptOfProducts-2*u.frac) & 63
	for k := from; k < len(a); k += step {
		p := int64(a[k].sig) * int64(b[k].sig) << up
		down := uint(min(largest-a[k].exp-b[k].exp, 63)) & 63
		sum += (p + p>>63&(1<<down-1)) >> down // what is added to negative ones rounds them up
	}
	return sum, int(largest)
}

// shiftedDown is v / 2^n, rounded down.
func shiftedDown(v int64, n int) int64 { return v >> (uint(min(n, 63)) & 63) }

// special is the sum where there are infinities or NaNs, or products of 2^128 or more; ok is false if there are
// none.
func (u *matrixUnit) special(a, b []element, c uint32) (sum uint32, ok bool) {
	total, over, under := float64(math.Float32frombits(c)), false, false
	for k := range a {
		x := u.float(a[k]) * u.float(b[k])
		total += x
		over, under = over || x >= 0x1p128, under || x <= -0x1p128
	}
	switch {
	case math.IsNaN(total):
		return num.QNaN32, true
	case math.IsInf(total, 0):
		return f32(total), true
	case over && under:
		return num.QNaN32, true
	case over:
		return f32(math.Inf(1)), true
	case under:
		return f32(math.Inf(-1)), true
	}
	return 0, false
}
