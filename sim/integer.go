package sim

import (
	"math"
	"math/bits"

	"heddle/isa"
)

// integerOps are the vector instructions on integers and bits that fit the lane pattern. Lanes give
// the low bits of the result; higher bits are dropped when it is stored.
//
// Source: ISA manual §12.7, §12.8, §12.10, §12.11; facts isa/semantics.md §1
// (clamp, 16-bit results) and §3.
var integerOps = [...]valuOp{
	isa.V_MOV_B32:                  {u32, u32, none, none, laneMove, nil},
	isa.V_MOV_B64:                  {u64, u64, none, none, laneMove, nil},
	isa.V_ACCVGPR_READ_B32:         {u32, u32, none, none, laneMove, nil},
	isa.V_ACCVGPR_WRITE_B32:        {u32, u32, none, none, laneMove, nil},
	isa.V_ACCVGPR_MOV_B32:          {u32, u32, none, none, laneMove, nil},
	isa.V_NOT_B32:                  {u32, u32, none, none, func(_ *mode, a, _, _ uint64) uint64 { return ^a }, nil},
	isa.V_BFREV_B32:                {u32, u32, none, none, func(_ *mode, a, _, _ uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) }, nil},
	isa.V_FFBH_U32:                 {u32, u32, none, none, func(_ *mode, a, _, _ uint64) uint64 { return leadingZeros(a << 32) }, nil},
	isa.V_FFBH_I32:                 {u32, u32, none, none, func(_ *mode, a, _, _ uint64) uint64 { return leadingZeros(magnitudeBits(signed32(a)) << 32) }, nil},
	isa.V_FFBL_B32:                 {u32, u32, none, none, func(_ *mode, a, _, _ uint64) uint64 { return lowestBit(a & math.MaxUint32) }, nil},
	isa.V_SAT_PK_U8_I16:            {u16, u32, none, none, saturatePackU8, nil},
	isa.V_PRNG_B32:                 {u32, u32, none, none, func(_ *mode, a, _, _ uint64) uint64 { return uint64(nextRandom(uint32(a))) }, nil},
	isa.V_SCREEN_PARTITION_4SE_B32: {u32, u32, none, none, screenPartition, nil},
	isa.V_BCNT_U32_B32:             {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(bits.OnesCount32(uint32(a))) + b }, nil},

	isa.V_ADD_U32:    saturating(u32, u32, u32, none, laneAdd),
	isa.V_SUB_U32:    saturating(u32, u32, u32, none, laneSub),
	isa.V_SUBREV_U32: saturating(u32, u32, u32, none, laneSubrev),
	isa.V_ADD_I32:    saturating(i32, i32, i32, none, laneAdd),
	isa.V_SUB_I32:    saturating(i32, i32, i32, none, laneSub),
	isa.V_ADD_U16:    saturating(u16, u16, u16, none, laneAdd),
	isa.V_SUB_U16:    saturating(u16, u16, u16, none, laneSub),
	isa.V_SUBREV_U16: saturating(u16, u16, u16, none, laneSubrev),
	isa.V_ADD_I16:    saturating(i16, i16, i16, none, laneAdd),
	isa.V_SUB_I16:    saturating(i16, i16, i16, none, laneSub),

	isa.V_MUL_LO_U32:     {u32, u32, u32, none, laneMul, nil},
	isa.V_MUL_LO_U16:     {u16, u16, u16, none, laneMul, nil},
	isa.V_MUL_HI_U32:     {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return a * b >> 32 }, nil},
	isa.V_MUL_HI_I32:     {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(signed32(a) * signed32(b) >> 32) }, nil},
	isa.V_MUL_U32_U24:    saturating(u32, u32, u32, none, mulU24),
	isa.V_MUL_I32_I24:    saturating(i32, i32, i32, none, mulI24),
	isa.V_MUL_HI_U32_U24: {u32, u32, u32, none, func(m *mode, a, b, _ uint64) uint64 { return mulU24(m, a, b, 0) >> 32 }, nil},
	isa.V_MUL_HI_I32_I24: {u32, u32, u32, none, func(m *mode, a, b, _ uint64) uint64 { return mulI24(m, a, b, 0) >> 32 }, nil},
	isa.V_MAD_U32_U24:    saturating(u32, u32, u32, u32, func(m *mode, a, b, c uint64) uint64 { return mulU24(m, a, b, 0) + c }),
	isa.V_MAD_I32_I24:    saturating(i32, i32, i32, i32, func(m *mode, a, b, c uint64) uint64 { return mulI24(m, a, b, 0) + c }),
	isa.V_MAD_U32_U16:    saturating(u32, u16, u16, u32, func(_ *mode, a, b, c uint64) uint64 { return uint64(low16(a)*low16(b)) + c }),
	isa.V_MAD_I32_I16:    saturating(i32, i16, i16, i32, func(_ *mode, a, b, c uint64) uint64 { return uint64(signed16(a)*signed16(b)) + c }),
	isa.V_MAD_U16:        saturating(u16, u16, u16, u16, laneMad),
	isa.V_MAD_I16:        saturating(i16, i16, i16, i16, laneMad),
	isa.V_MAD_LEGACY_U16: saturating(u16, u16, u16, u16, laneMad),
	isa.V_MAD_LEGACY_I16: saturating(i16, i16, i16, i16, laneMad),

	isa.V_MIN_U32:  {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return min(a, b) }, nil},
	isa.V_MAX_U32:  {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return max(a, b) }, nil},
	isa.V_MIN_I32:  {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(min(signed32(a), signed32(b))) }, nil},
	isa.V_MAX_I32:  {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(max(signed32(a), signed32(b))) }, nil},
	isa.V_MIN_U16:  {u16, u16, u16, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(min(low16(a), low16(b))) }, nil},
	isa.V_MAX_U16:  {u16, u16, u16, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(max(low16(a), low16(b))) }, nil},
	isa.V_MIN_I16:  {i16, i16, i16, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(min(signed16(a), signed16(b))) }, nil},
	isa.V_MAX_I16:  {i16, i16, i16, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(max(signed16(a), signed16(b))) }, nil},
	isa.V_MIN3_U32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return min(a, b, c) }, nil},
	isa.V_MAX3_U32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return max(a, b, c) }, nil},
	isa.V_MED3_U32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return uint64(median(int64(a), int64(b), int64(c))) }, nil},
	isa.V_MIN3_I32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return uint64(min(signed32(a), signed32(b), signed32(c))) }, nil},
	isa.V_MAX3_I32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return uint64(max(signed32(a), signed32(b), signed32(c))) }, nil},
	isa.V_MED3_I32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return uint64(median(signed32(a), signed32(b), signed32(c))) }, nil},
	isa.V_MIN3_U16: {u16, u16, u16, u16, func(_ *mode, a, b, c uint64) uint64 { return uint64(min(low16(a), low16(b), low16(c))) }, nil},
	isa.V_MAX3_U16: {u16, u16, u16, u16, func(_ *mode, a, b, c uint64) uint64 { return uint64(max(low16(a), low16(b), low16(c))) }, nil},
	isa.V_MED3_U16: {u16, u16, u16, u16, func(_ *mode, a, b, c uint64) uint64 { return uint64(median(low16(a), low16(b), low16(c))) }, nil},
	isa.V_MIN3_I16: {i16, i16, i16, i16, func(_ *mode, a, b, c uint64) uint64 { return uint64(min(signed16(a), signed16(b), signed16(c))) }, nil},
	isa.V_MAX3_I16: {i16, i16, i16, i16, func(_ *mode, a, b, c uint64) uint64 { return uint64(max(signed16(a), signed16(b), signed16(c))) }, nil},
	isa.V_MED3_I16: {i16, i16, i16, i16, func(_ *mode, a, b, c uint64) uint64 { return uint64(median(signed16(a), signed16(b), signed16(c))) }, nil},

	isa.V_AND_B32:    {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return a & b }, nil},
	isa.V_OR_B32:     {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return a | b }, nil},
	isa.V_XOR_B32:    {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return a ^ b }, nil},
	isa.V_XNOR_B32:   {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return ^(a ^ b) }, nil},
	isa.V_OR3_B32:    {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return a | b | c }, nil},
	isa.V_AND_OR_B32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return a&b | c }, nil},
	isa.V_BFI_B32:    {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return a&b | c&^a }, nil},
	isa.V_BFM_B32:    {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return (1<<(a&31) - 1) << (b & 31) }, nil},
	isa.V_BFE_U32:    {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return extract(a>>(b&31), c&31) }, nil},
	isa.V_BFE_I32:    {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return extractSigned(signed32(a)>>(b&31), c&31) }, nil},

	isa.V_LSHLREV_B32:  {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return b << (a & 31) }, nil},
	isa.V_LSHRREV_B32:  {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return b >> (a & 31) }, nil},
	isa.V_ASHRREV_I32:  {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(signed32(b) >> (a & 31)) }, nil},
	isa.V_LSHLREV_B16:  {u16, u16, u16, none, func(_ *mode, a, b, _ uint64) uint64 { return b << (a & 15) }, nil},
	isa.V_LSHRREV_B16:  {u16, u16, u16, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(low16(b) >> (a & 15)) }, nil},
	isa.V_ASHRREV_I16:  {i16, i16, i16, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(signed16(b) >> (a & 15)) }, nil},
	isa.V_LSHLREV_B64:  {u64, u32, u64, none, func(_ *mode, a, b, _ uint64) uint64 { return b << (a & 63) }, nil},
	isa.V_LSHRREV_B64:  {u64, u32, u64, none, func(_ *mode, a, b, _ uint64) uint64 { return b >> (a & 63) }, nil},
	isa.V_ASHRREV_I64:  {u64, u32, u64, none, func(_ *mode, a, b, _ uint64) uint64 { return uint64(int64(b) >> (a & 63)) }, nil},
	isa.V_ALIGNBIT_B32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return (a<<32 | b) >> (c & 31) }, nil},
	isa.V_ALIGNBYTE_B32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return (a<<32 | b) >> (8 * (c & 3)) },
		nil},
	isa.V_LSHL_ADD_U32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return a<<(b&31) + c }, nil},
	isa.V_ADD_LSHL_U32: {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return (a + b) << (c & 31) }, nil},
	isa.V_LSHL_OR_B32:  {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return a<<(b&31) | c }, nil},
	isa.V_ADD3_U32:     {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return a + b + c }, nil},
	isa.V_XAD_U32:      {u32, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 { return (a ^ b) + c }, nil},
	isa.V_LSHL_ADD_U64: {u64, u64, u32, u64, shiftAdd64, nil},

	isa.V_PERM_B32:       {u32, u32, u32, u32, permuteBytes, nil},
	isa.V_PACK_B32_F16:   {u32, f16, f16, none, func(_ *mode, a, b, _ uint64) uint64 { return b<<16 | a&0xffff }, nil},
	isa.V_CVT_PK_U16_U32: {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 { return min(b, 0xffff)<<16 | min(a, 0xffff) }, nil},
	isa.V_CVT_PK_I16_I32: {u32, u32, u32, none, func(_ *mode, a, b, _ uint64) uint64 {
		return saturateI16(signed32(b))<<16 | saturateI16(signed32(a))&0xffff
	}, nil},
	isa.V_ASHR_PK_I8_I32: {u16, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 {
		return uint64(clampTo(signed32(b)>>(c&31), -128, 127))<<8 | uint64(clampTo(signed32(a)>>(c&31), -128, 127))&0xff
	}, nil},
	isa.V_ASHR_PK_U8_I32: {u16, u32, u32, u32, func(_ *mode, a, b, c uint64) uint64 {
		return uint64(clampTo(signed32(b)>>(c&31), 0, 255))<<8 | uint64(clampTo(signed32(a)>>(c&31), 0, 255))
	}, nil},

	isa.V_LERP_U8:   {u32, u32, u32, u32, lerpBytes, nil},
	isa.V_SAD_U8:    saturating(u32, u32, u32, u32, sadU8),
	isa.V_SAD_HI_U8: saturating(u32, u32, u32, u32, sadHiU8),
	isa.V_SAD_U16:   saturating(u32, u32, u32, u32, sadU16),
	isa.V_SAD_U32:   saturating(u32, u32, u32, u32, sadU32),
	isa.V_MSAD_U8:   saturating(u32, u32, u32, u32, msadU8),
	isa.V_QSAD_PK_U16_U8: {u64, u64, u32, u64, func(m *mode, a, b, c uint64) uint64 { return fourSums(sadU8, dropHigh, a, b, c) },
		func(m *mode, a, b, c uint64) uint64 { return fourSums(sadU8, saturateU16, a, b, c) }},
	isa.V_MQSAD_PK_U16_U8: {u64, u64, u32, u64, func(m *mode, a, b, c uint64) uint64 { return fourSums(msadU8, dropHigh, a, b, c) },
		func(m *mode, a, b, c uint64) uint64 { return fourSums(msadU8, saturateU16, a, b, c) }},
}
