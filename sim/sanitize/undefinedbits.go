package sanitize

import "math/bits"

// How undefined bits go through an operation, on single values. A result is
// the mask of the bits that depend on undefined ones, as far as the values of
// the defined ones tell; it may have too many, never too few.

// val is a value and the mask of its undefined bits, which may hold anything.
type val struct{ v, m uint64 }

// min and max are the smallest and the largest value that x may have.
func (x val) min() uint64 { return x.v &^ x.m }
func (x val) max() uint64 { return x.v | x.m }

// low is x with all but its low n bits zero.
func (x val) low(n uint) val {
	mask := lowMask(n)
	return val{x.v & mask, x.m & mask}
}

// lowMask is n ones.
func lowMask(n uint) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// bitFunc computes the mask of a result from those of up to three sources. The result has width
// bits; higher ones are dropped.
type bitFunc func(a, b, c val, width uint) uint64

// whole is any operation whose whole result depends on all of its sources.
func whole(a, b, c val, width uint) uint64 {
	if a.m|b.m|c.m != 0 {
		return lowMask(width)
	}
	return 0
}

// halves is an operation that makes the low half of its result from a and the
// high one from b.
func halves(a, b, _ val, _ uint) uint64 {
	return whole(a, val{}, val{}, 16) | whole(b, val{}, val{}, 16)<<16
}

func copied(a, _, _ val, _ uint) uint64 { return a.m }

// table is an operation on each bit alone; bit i of t is the result for bits
// of a, b and c that make the number i, a's the highest.
func table(t uint8) bitFunc {
	return func(a, b, c val, _ uint) uint64 { return tableMask(t, a, b, c) }
}

// tableMask: a bit is undefined if both results are possible.
func tableMask(t uint8, a, b, c val) uint64 {
	var ones, zeros uint64
	for i := range 8 {
		possible := a.may(i>>2) & b.may(i>>1) & c.may(i)
		if t>>i&1 != 0 {
			ones |= possible
		} else {
			zeros |= possible
		}
	}
	return ones & zeros
}

// may has the bits of x that may equal the lowest bit of i.
func (x val) may(i int) uint64 {
	if i&1 != 0 {
		return x.v | x.m
	}
	return ^x.v | x.m
}

// Truth tables of bitwise operations.
const (
	tableAnd   = 0xc0
	tableOr    = 0xfc
	tableXor   = 0x3c
	tableNot   = 0x0f
	tableAndN2 = 0x30
	tableOrN2  = 0xf3
	tableOr3   = 0xfe
	tableAndOr = 0xea
	tableBfi   = 0xca
)

// inverted is the table of the complement.
const inverted = 0xff

// add is the mask of a + b: bits are defined if no carry that may or may not
// come reaches them.
func add(a, b, _ val, _ uint) uint64 { return addCarry(a, b, val{}) }

// addCarry is add with a third number, of a single bit.
func addCarry(a, b, c val) uint64 {
	return a.m | b.m | c.m | ((a.min() + b.min() + c.min()) ^ (a.max() + b.max() + c.max()))
}

func add3(a, b, c val, width uint) uint64 {
	return add(val{a.v + b.v, add(a, b, val{}, width)}, c, val{}, width)
}

func sub(a, b, _ val, _ uint) uint64 { return sub3(a, b, val{}) }

func subrev(a, b, _ val, _ uint) uint64 { return sub3(b, a, val{}) }

// sub3 is the mask of a - b - c.
func sub3(a, b, c val) uint64 {
	return a.m | b.m | c.m | ((a.min() - b.max() - c.max()) ^ (a.max() - b.min() - c.min()))
}

// mul is the mask of the low bits of a * b: those above the lowest undefined
// one, counted with the zeros that the other factor has below.
func mul(a, b, _ val, _ uint) uint64 {
	if a.m|b.m == 0 || a.max() == 0 || b.max() == 0 {
		return 0
	}
	lowest := 64
	if a.m != 0 {
		lowest = min(lowest, bits.TrailingZeros64(a.m)+bits.TrailingZeros64(b.max()))
	}
	if b.m != 0 {
		lowest = min(lowest, bits.TrailingZeros64(b.m)+bits.TrailingZeros64(a.max()))
	}
	return ^lowMask(uint(lowest))
}

func mulAdd(a, b, c val, width uint) uint64 {
	return add(val{a.v * b.v, mul(a, b, val{}, width)}, c, val{}, width)
}

// mul24 multiplies 24 bits of each.
func mul24(a, b, c val, width uint) uint64 { return mul(a.low(24), b.low(24), c, width) }

func mulSigned24(a, b, c val, width uint) uint64 { return mul(a.signed(24), b.signed(24), c, width) }

func mulAdd24(a, b, c val, width uint) uint64 { return mulAdd(a.low(24), b.low(24), c, width) }

func mulAddSigned24(a, b, c val, width uint) uint64 {
	return mulAdd(a.signed(24), b.signed(24), c, width)
}

func mulAddSigned16(a, b, c val, width uint) uint64 {
	return mulAdd(a.signed(16), b.signed(16), c, width)
}

// highOf24 is the high dword of a 24-bit product.
func highOf24(a, b, _ val, width uint) uint64 { return whole(a.low(24), b.low(24), val{}, width) }

// signed extends the low n bits with their sign.
func (x val) signed(n uint) val {
	return val{uint64(int64(x.v<<(64-n)) >> (64 - n)), uint64(int64(x.m<<(64-n)) >> (64 - n))}
}

// shifted applies a shift by a number of which only some bits count. If those are undefined, so is
// the whole result, unless the value is zero.
func shifted(x, by val, used uint64, width uint, f func(x, n uint64) uint64) uint64 {
	if by.m&used != 0 {
		return whole(val{x.v, x.max()}, val{}, val{}, width)
	}
	return f(x.m, by.v&used)
}

func left(x, n uint64) uint64  { return x << n }
func right(x, n uint64) uint64 { return x >> n }

// counted is the mask that a shift of so many bits looks at.
func counted(width uint) uint64 { return uint64(width) - 1 }

func shl(a, b, _ val, width uint) uint64    { return shifted(a, b, counted(width), width, left) }
func shr(a, b, _ val, width uint) uint64    { return shifted(a, b, counted(width), width, right) }
func shlrev(a, b, c val, width uint) uint64 { return shl(b, a, c, width) }
func shrrev(a, b, c val, width uint) uint64 { return shr(b, a, c, width) }
func ashrrev(a, b, c val, width uint) uint64 {
	return ashr(b, a, c, width)
}

func ashr(a, b, _ val, width uint) uint64 {
	return shifted(a.signed(width), b, counted(width), width, func(x, n uint64) uint64 { return uint64(int64(x) >> n) })
}

// shifter is shl as a value, for what goes on with it.
func shifter(a, b val, width uint) val {
	return val{a.v << (b.v & counted(width)), shl(a, b, val{}, width)}
}

func shlAdd(a, b, c val, width uint) uint64 { return add(shifter(a, b, width), c, val{}, width) }

func shlOr(a, b, c val, width uint) uint64 {
	return tableMask(tableOr, shifter(a, b, width), c, val{})
}

func addShl(a, b, c val, width uint) uint64 {
	return shl(val{a.v + b.v, add(a, b, val{}, width)}, c, val{}, width)
}

func xorAdd(a, b, c val, width uint) uint64 {
	return add(val{a.v ^ b.v, a.m | b.m}, c, val{}, width)
}

// shlAdd64 is v_lshl_add_u64: shifts by more than 4 do not shift.
func shlAdd64(a, b, c val, width uint) uint64 {
	n := b.v & 7
	if n > 4 {
		n = 0
	}
	if b.m&7 != 0 {
		a.m, n = whole(val{a.v, a.max()}, val{}, val{}, width), 0
	}
	return add(val{a.v << n, a.m << n}, c, val{}, width)
}

func alignBit(a, b, c val, width uint) uint64 {
	return shifted(val{a.v<<32 | b.v, a.m<<32 | b.m}, c, 31, width, right)
}

func alignByte(a, b, c val, width uint) uint64 {
	return shifted(val{a.v<<32 | b.v, a.m<<32 | b.m}, c, 3, width, func(x, n uint64) uint64 { return x >> (8 * n) })
}

// extractBits is v_bfe_u32.
func extractBits(a, b, c val, width uint) uint64 {
	if c.m&31 != 0 {
		return whole(val{0, a.max()}, b, val{}, width)
	}
	return shr(a, b, val{}, 32) & lowMask(uint(c.v&31))
}

// extractSigned is v_bfe_i32.
func extractSigned(a, b, c val, width uint) uint64 {
	n := uint(c.v & 31)
	switch {
	case c.m&31 != 0:
		return whole(val{0, a.max()}, b, val{}, width)
	case n == 0:
		return 0
	}
	return val{0, ashr(a, b, val{}, 32)}.signed(n).m
}

// scalarExtract is s_bfe of 32 or 64 bits: b has the offset and, from bit 16
// on, the width.
func scalarExtract(sign bool) bitFunc {
	return func(a, b, _ val, width uint) uint64 {
		if b.m&(counted(width)|127<<16) != 0 {
			return whole(val{0, a.max()}, val{}, val{}, width)
		}
		n := uint(b.v >> 16 & 127)
		if n == 0 {
			return 0
		}
		if !sign {
			return a.m >> (b.v & counted(width)) & lowMask(n)
		}
		m := uint64(int64(a.signed(width).m) >> (b.v & counted(width)))
		if n >= 64 {
			return m
		}
		return val{0, m}.signed(n).m
	}
}

// fieldMask is v_bfm and s_bfm.
func fieldMask(a, b, _ val, width uint) uint64 {
	return whole(val{0, a.m & counted(width)}, val{0, b.m & counted(width)}, val{}, width)
}

func reverse(a, _, _ val, width uint) uint64 { return bits.Reverse64(a.m) >> (64 - width) }

// lowestOne is the number of the lowest 1: it is known if that bit is defined and no lower bit is
// undefined.
func lowestOne(a, _, _ val, width uint) uint64 {
	if a.m == 0 || a.min()&(a.m&-a.m-1) != 0 {
		return 0
	}
	return lowMask(width)
}

// highestOne is the same from the top.
func highestOne(a, _, _ val, width uint) uint64 {
	if a.m == 0 || bits.Len64(a.min()) > bits.Len64(a.m) {
		return 0
	}
	return lowMask(width)
}

// countOnes is v_bcnt: at most as many bits change as are undefined.
func countOnes(a, b, _ val, width uint) uint64 {
	least := uint64(bits.OnesCount64(a.min()))
	most := uint64(bits.OnesCount64(a.max()))
	return add(val{least, lowMask(uint(bits.Len64(least ^ most)))}, b, val{}, width)
}

// selectBytes is v_perm_b32.
func selectBytes(a, b, c val, _ uint) uint64 {
	data, out := a.m<<32|b.m, uint64(0)
	for i := 0; i < 32; i += 8 {
		sel, undefined := c.v>>i&0xff, c.m>>i&0xff
		var m uint64
		switch {
		case undefined != 0:
			m = 0xff
		case sel < 8:
			m = data >> (8 * sel) & 0xff
		case sel < 12:
			m = data >> (16*(sel-8) + 15) & 1 * 0xff
		}
		out |= m << i
	}
	return out
}

func pack(a, b, _ val, _ uint) uint64 { return a.m&0xffff | b.m&0xffff<<16 }

// insertByte is v_cvt_pk_u8_f32: a converted to byte b of c.
func insertByte(a, b, c val, width uint) uint64 {
	if b.m&3 != 0 {
		return lowMask(width)
	}
	at := 8 * (b.v & 3)
	return c.m&^(0xff<<at) | whole(a, val{}, val{}, 8)<<at
}

// fromByte converts byte n.
func fromByte(n uint) bitFunc {
	return func(a, _, _ val, width uint) uint64 { return whole(val{0, a.m >> (8 * n) & 0xff}, val{}, val{}, width) }
}

func highHalf(a, _, _ val, _ uint) uint64 { return a.m << 16 }

// relation is a comparison of integers: less than, equal to and so on.
type relation struct {
	signed             bool
	less, equal, great bool
}

// known reports whether the comparison of a and b has the same result whatever
// their undefined bits are.
func (r relation) known(a, b val, width uint) bool {
	if a.m|b.m == 0 || r.less == r.equal && r.equal == r.great {
		return true
	}
	if r.signed {
		sign := uint64(1) << (width - 1)
		a.v, b.v = a.v^sign, b.v^sign
	}
	a, b = a.low(width), b.low(width)
	if r.less == r.great { // equality
		return (a.v^b.v)&^(a.m|b.m) != 0
	}
	below, notAbove := a.max() < b.min(), a.max() <= b.min()
	above, notBelow := a.min() > b.max(), a.min() >= b.max()
	if r.less == r.equal { // <= or >
		return notAbove || above
	}
	return below || notBelow // < or >=
}

// zeroKnown reports whether it is known that x is zero, or that it is not.
func zeroKnown(x val) bool { return x.m == 0 || x.min() != 0 }
