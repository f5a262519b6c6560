package sim

import "math"

// The lane functions of integerOps that are more than one expression, and the extensions and
// saturations that they share.

func low16(a uint64) int64    { return int64(uint16(a)) }
func signed16(a uint64) int64 { return int64(int16(a)) }
func low24(a uint64) uint64   { return a & 0xffffff }
func signed24(a uint64) int64 { return int64(int32(a) << 8 >> 8) }

func clampTo(v, lo, hi int64) int64 { return max(lo, min(v, hi)) }

func saturateU32(v uint64) uint64 { return min(v, math.MaxUint32) }
func saturateI32(v int64) uint64  { return uint64(clampTo(v, math.MinInt32, math.MaxInt32)) }
func saturateU16(v int64) uint64  { return uint64(clampTo(v, 0, math.MaxUint16)) }
func saturateI16(v int64) uint64  { return uint64(clampTo(v, math.MinInt16, math.MaxInt16)) }
func dropHigh(v int64) uint64     { return uint64(uint16(v)) }

// median returns the middle one of three.
func median(a, b, c int64) int64 { return max(min(a, b), min(max(a, b), c)) }

func laneMove(_ *mode, a, _, _ uint64) uint64   { return a }
func laneAdd(_ *mode, a, b, _ uint64) uint64    { return a + b }
func laneSub(_ *mode, a, b, _ uint64) uint64    { return a - b }
func laneSubrev(_ *mode, a, b, _ uint64) uint64 { return b - a }
func laneMul(_ *mode, a, b, _ uint64) uint64    { return a * b }
func laneMad(_ *mode, a, b, c uint64) uint64    { return a*b + c }

func mulU24(_ *mode, a, b, _ uint64) uint64 { return low24(a) * low24(b) }
func mulI24(_ *mode, a, b, _ uint64) uint64 { return uint64(signed24(a) * signed24(b)) }

// saturating makes an operation that clamp limits to the range of its result. The lane gets its
// sources as numbers of their types and must return the exact result as an int64.
func saturating(dst, a, b, c dtype, lane laneFunc) valuOp {
	sat := func(m *mode, x, y, z uint64) uint64 {
		return dst.saturate(int64(lane(m, a.number(x), b.number(y), c.number(z))))
	}
	return valuOp{dst, a, b, c, lane, sat}
}

// number extends an integer of type t to 64 bits.
func (t dtype) number(v uint64) uint64 {
	switch t {
	case u16:
		return uint64(low16(v))
	case i16:
		return uint64(signed16(v))
	case u32:
		return uint64(uint32(v))
	case i32:
		return uint64(signed32(v))
	}
	return v
}

// saturate limits v to the range of t, which has up to 32 bits.
func (t dtype) saturate(v int64) uint64 {
	switch t {
	case u16:
		return saturateU16(v)
	case i16:
		return saturateI16(v)
	case i32:
		return saturateI32(v)
	}
	return uint64(clampTo(v, 0, math.MaxUint32))
}

// shiftAdd64 is v_lshl_add_u64: shifts by more than 4 do not shift (ISA
// manual, facts isa/semantics.md §3).
func shiftAdd64(_ *mode, a, b, c uint64) uint64 {
	n := b & 7
	if n > 4 {
		n = 0
	}
	return a<<n + c
}

// saturatePackU8 is v_sat_pk_u8_i16.
func saturatePackU8(_ *mode, a, _, _ uint64) uint64 {
	return uint64(clampTo(signed16(a>>16), 0, 255))<<8 | uint64(clampTo(signed16(a), 0, 255))
}

// nextRandom is the shift register of v_prng_b32, which the stochastic
// conversions step too.
func nextRandom(x uint32) uint32 {
	if x>>31 != 0 {
		return x<<1 ^ 197
	}
	return x << 1
}

// screenPartitions is the table of v_screen_partition_4se_b32, with entry i in nibble i%16 of
// element i/16. The CDNA manuals do not print it; these are the values of Vega's instruction.
var screenPartitions = [16]uint64{
	0xfffffff7fff5f731, 0xffffffbfffafe62f, 0xfffffdfff5ffc4fd, 0xffffefffafff8fb9,
	0xfffefff6fdc4ffff, 0xffdff99fb98fffff, 0xfbfff9ff31f7ffff, 0x7fff6ff62fe6ffff,
	0xfffafb32fffffffb, 0xff5fd91fffffff7f, 0xfaffc8fefffffeff, 0x5fff4f76ffffdfff,
	0xfec8fffffffdfff9, 0x764fffffffeff66f, 0x32fbfffff7fff6ff, 0x1fd9ffffbfff9ff9,
}

func screenPartition(_ *mode, a, _, _ uint64) uint64 {
	return screenPartitions[a>>4&15] >> (4 * (a & 15)) & 15
}

// permuteBytes is v_perm_b32: a holds the upper four of the eight bytes.
func permuteBytes(_ *mode, a, b, c uint64) uint64 {
	data := a<<32 | b
	var v uint64
	for i := range 4 {
		v |= selectByte(data, c>>(8*i)&0xff) << (8 * i)
	}
	return v
}

// selectByte returns one byte of v_perm_b32. Selectors 8 to 11 give the sign of bytes 1, 3, 5 and
// 7, 12 gives zeros, higher ones give ones.
func selectByte(data, sel uint64) uint64 {
	switch {
	case sel < 8:
		return data >> (8 * sel) & 0xff
	case sel < 12:
		return (data >> (16*(sel-8) + 15) & 1) * 0xff
	case sel == 12:
		return 0
	}
	return 0xff
}

// lerpBytes is v_lerp_u8: averages, rounded up where the lowest bit of c's
// byte is 1.
func lerpBytes(_ *mode, a, b, c uint64) uint64 {
	var v uint64
	for i := 0; i < 32; i += 8 {
		v |= ((a>>i&0xff + b>>i&0xff + c>>i&1) >> 1) << i
	}
	return v
}

func absDiff(a, b uint64) uint64 { return max(a, b) - min(a, b) }

func sadU8(_ *mode, a, b, c uint64) uint64 {
	for i := 0; i < 32; i += 8 {
		c += absDiff(a>>i&0xff, b>>i&0xff)
	}
	return c
}

// msadU8 leaves out the bytes where b is 0.
func msadU8(_ *mode, a, b, c uint64) uint64 {
	for i := 0; i < 32; i += 8 {
		if b>>i&0xff != 0 {
			c += absDiff(a>>i&0xff, b>>i&0xff)
		}
	}
	return c
}

func sadHiU8(m *mode, a, b, c uint64) uint64 { return sadU8(m, a, b, 0)<<16 + c }

func sadU16(_ *mode, a, b, c uint64) uint64 {
	return c + absDiff(a&0xffff, b&0xffff) + absDiff(a>>16&0xffff, b>>16&0xffff)
}

func sadU32(_ *mode, a, b, c uint64) uint64 { return absDiff(a, b) + c }

// fourSums is v_qsad_pk_u16_u8 and v_mqsad_pk_u16_u8: sum compares each of the four dwords that
// begin at bytes 0 to 3 of a with b, and is added to the words of c.
func fourSums(sum laneFunc, narrow func(int64) uint64, a, b, c uint64) uint64 {
	var v uint64
	for i := range 4 {
		v |= narrow(int64(sum(nil, a>>(8*i)&math.MaxUint32, b, c>>(16*i)&0xffff))) << (16 * i)
	}
	return v
}
