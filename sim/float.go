package sim

import (
	"math"

	"heddle/isa"
	"heddle/num"
)

// floatOps are the lane-by-lane floating-point instructions, except conversions and comparisons.
// f32 operations round and flush as MODE says for f32, f16 and f64 operations as it says for 16 and
// 64 bits (facts isa/semantics.md §1).
var floatOps = [...]valuOp{
	isa.V_ADD_F32:        {f32, f32, f32, none, addF32, nil},
	isa.V_SUB_F32:        {f32, f32, f32, none, subF32, nil},
	isa.V_SUBREV_F32:     {f32, f32, f32, none, subrevF32, nil},
	isa.V_MUL_F32:        {f32, f32, f32, none, mulF32, nil},
	isa.V_MUL_LEGACY_F32: {f32, f32, f32, none, mulLegacyF32, nil},
	isa.V_FMA_F32:        {f32, f32, f32, f32, fmaF32, nil},
	isa.V_FMAC_F32:       {f32, f32, f32, f32, fmaF32, nil},
	isa.V_FMAMK_F32:      {f32, f32, f32, f32, fmaF32, nil},
	isa.V_FMAAK_F32:      {f32, f32, f32, f32, fmaF32, nil},
	isa.V_MIN_F32:        {f32, f32, f32, none, minF32, nil},
	isa.V_MAX_F32:        {f32, f32, f32, none, maxF32, nil},
	isa.V_MIN3_F32:       {f32, f32, f32, f32, min3F32, nil},
	isa.V_MAX3_F32:       {f32, f32, f32, f32, max3F32, nil},
	isa.V_MED3_F32:       {f32, f32, f32, f32, med3F32, nil},
	isa.V_MINIMUM3_F32:   {f32, f32, f32, f32, minimum3F32, nil},
	isa.V_MAXIMUM3_F32:   {f32, f32, f32, f32, maximum3F32, nil},
	isa.V_FRACT_F32:      {f32, f32, none, none, fractF32, nil},
	isa.V_TRUNC_F32:      {f32, f32, none, none, truncF32, nil},
	isa.V_CEIL_F32:       {f32, f32, none, none, ceilF32, nil},
	isa.V_RNDNE_F32:      {f32, f32, none, none, rndneF32, nil},
	isa.V_FLOOR_F32:      {f32, f32, none, none, floorF32, nil},
	isa.V_LDEXP_F32:      {f32, f32, i32, none, ldexpF32, nil},

	isa.V_FREXP_EXP_I32_F32: {i32, f32, none, none, frexpExpF32, nil},
	isa.V_FREXP_MANT_F32:    {f32, f32, none, none, frexpMantF32, nil},

	isa.V_CUBEID_F32: {f32, f32, f32, f32, cubeID, nil},
	isa.V_CUBESC_F32: {f32, f32, f32, f32, cubeSC, nil},
	isa.V_CUBETC_F32: {f32, f32, f32, f32, cubeTC, nil},
	isa.V_CUBEMA_F32: {f32, f32, f32, f32, cubeMA, nil},

	isa.V_EXP_F32:        {f32, f32, none, none, exp2F32, nil},
	isa.V_LOG_F32:        {f32, f32, none, none, log2F32, nil},
	isa.V_EXP_LEGACY_F32: {f32, f32, none, none, exp2F32, nil},
	isa.V_LOG_LEGACY_F32: {f32, f32, none, none, log2F32, nil},
	isa.V_RCP_F32:        {f32, f32, none, none, rcpF32, nil},
	isa.V_RCP_IFLAG_F32:  {f32, f32, none, none, rcpF32, nil},
	isa.V_RSQ_F32:        {f32, f32, none, none, rsqF32, nil},
	isa.V_SQRT_F32:       {f32, f32, none, none, sqrtF32, nil},
	isa.V_SIN_F32:        {f32, f32, none, none, sinF32, nil},
	isa.V_COS_F32:        {f32, f32, none, none, cosF32, nil},

	isa.V_ADD_F16:        {f16, f16, f16, none, addF16, nil},
	isa.V_SUB_F16:        {f16, f16, f16, none, subF16, nil},
	isa.V_SUBREV_F16:     {f16, f16, f16, none, subrevF16, nil},
	isa.V_MUL_F16:        {f16, f16, f16, none, mulF16, nil},
	isa.V_FMA_F16:        {f16, f16, f16, f16, fmaF16, nil},
	isa.V_FMA_LEGACY_F16: {f16, f16, f16, f16, fmaF16, nil},
	isa.V_MAC_F16:        {f16, f16, f16, f16, madF16, nil},
	isa.V_MAD_F16:        {f16, f16, f16, f16, madF16, nil},
	isa.V_MAD_LEGACY_F16: {f16, f16, f16, f16, madF16, nil},
	isa.V_MADMK_F16:      {f16, f16, f16, f16, madF16, nil},
	isa.V_MADAK_F16:      {f16, f16, f16, f16, madF16, nil},
	isa.V_MIN_F16:        {f16, f16, f16, none, minF16, nil},
	isa.V_MAX_F16:        {f16, f16, f16, none, maxF16, nil},
	isa.V_MIN3_F16:       {f16, f16, f16, f16, min3F16, nil},
	isa.V_MAX3_F16:       {f16, f16, f16, f16, max3F16, nil},
	isa.V_MED3_F16:       {f16, f16, f16, f16, med3F16, nil},
	isa.V_FRACT_F16:      {f16, f16, none, none, fractF16, nil},
	isa.V_TRUNC_F16:      {f16, f16, none, none, truncF16, nil},
	isa.V_CEIL_F16:       {f16, f16, none, none, ceilF16, nil},
	isa.V_RNDNE_F16:      {f16, f16, none, none, rndneF16, nil},
	isa.V_FLOOR_F16:      {f16, f16, none, none, floorF16, nil},
	isa.V_LDEXP_F16:      {f16, f16, i16, none, ldexpF16, nil},

	isa.V_FREXP_EXP_I16_F16: {i16, f16, none, none, frexpExpF16, nil},
	isa.V_FREXP_MANT_F16:    {f16, f16, none, none, frexpMantF16, nil},

	isa.V_EXP_F16:  {f16, f16, none, none, exp2F16, nil},
	isa.V_LOG_F16:  {f16, f16, none, none, log2F16, nil},
	isa.V_RCP_F16:  {f16, f16, none, none, rcpF16, nil},
	isa.V_RSQ_F16:  {f16, f16, none, none, rsqF16, nil},
	isa.V_SQRT_F16: {f16, f16, none, none, sqrtF16, nil},
	isa.V_SIN_F16:  {f16, f16, none, none, sinF16, nil},
	isa.V_COS_F16:  {f16, f16, none, none, cosF16, nil},

	isa.V_ADD_F64:   {f64, f64, f64, none, addF64, nil},
	isa.V_MUL_F64:   {f64, f64, f64, none, mulF64, nil},
	isa.V_FMA_F64:   {f64, f64, f64, f64, fmaF64, nil},
	isa.V_FMAC_F64:  {f64, f64, f64, f64, fmaF64, nil},
	isa.V_MIN_F64:   {f64, f64, f64, none, minF64, nil},
	isa.V_MAX_F64:   {f64, f64, f64, none, maxF64, nil},
	isa.V_FRACT_F64: {f64, f64, none, none, fractF64, nil},
	isa.V_TRUNC_F64: {f64, f64, none, none, truncF64, nil},
	isa.V_CEIL_F64:  {f64, f64, none, none, ceilF64, nil},
	isa.V_RNDNE_F64: {f64, f64, none, none, rndneF64, nil},
	isa.V_FLOOR_F64: {f64, f64, none, none, floorF64, nil},
	isa.V_LDEXP_F64: {f64, f64, i32, none, ldexpF64, nil},

	isa.V_FREXP_EXP_I32_F64: {i32, f64, none, none, frexpExpF64, nil},
	isa.V_FREXP_MANT_F64:    {f64, f64, none, none, frexpMantF64, nil},
	isa.V_TRIG_PREOP_F64:    {f64, f64, i32, none, trigPreop, nil},

	isa.V_RCP_F64:  {f64, f64, none, none, rcpF64, nil},
	isa.V_RSQ_F64:  {f64, f64, none, none, rsqF64, nil},
	isa.V_SQRT_F64: {f64, f64, none, none, sqrtF64, nil},

	isa.V_DIV_FIXUP_F32:        {f32, f32, f32, f32, divFixupF32, nil},
	isa.V_DIV_FIXUP_F64:        {f64, f64, f64, f64, divFixupF64, nil},
	isa.V_DIV_FIXUP_F16:        {f16, f16, f16, f16, divFixupF16, nil},
	isa.V_DIV_FIXUP_LEGACY_F16: {f16, f16, f16, f16, divFixupF16, nil},
}

const signF32 = 1 << 31

func addF32(m *mode, a, b, _ uint64) uint64 {
	return uint64(num.Add32(uint32(a), uint32(b), m.f32))
}

// subF32 keeps the sign of a NaN: the instruction returns the operand.
func subF32(m *mode, a, b, _ uint64) uint64 {
	if num.IsNaN32(uint32(b)) {
		return addF32(m, a, b, 0)
	}
	return addF32(m, a, b^signF32, 0)
}

func subrevF32(m *mode, a, b, _ uint64) uint64 {
	if num.IsNaN32(uint32(a)) {
		return addF32(m, a, b, 0)
	}
	return addF32(m, a^signF32, b, 0)
}

func mulF32(m *mode, a, b, _ uint64) uint64 {
	return uint64(num.Mul32(uint32(a), uint32(b), m.f32))
}

// mulLegacyF32 returns 0 if either factor is 0, whatever the other one is.
func mulLegacyF32(m *mode, a, b, _ uint64) uint64 {
	if flushF32(m, a)&^signF32 == 0 || flushF32(m, b)&^signF32 == 0 {
		return 0
	}
	return mulF32(m, a, b, 0)
}

func fmaF32(m *mode, a, b, c uint64) uint64 {
	return uint64(num.FMA32(uint32(a), uint32(b), uint32(c), m.f32))
}

// minF32 and maxF32 are frequent: operands that need no rule of minNum take a fast path.

func minF32(m *mode, a, b, _ uint64) uint64 {
	if !m.f32.FlushIn && !m.f32.FlushOut {
		switch x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)); {
		case x < y:
			return a
		case x > y:
			return b
		}
	}
	return binary32.minNum(m, m.f32, a, b, false)
}

func maxF32(m *mode, a, b, _ uint64) uint64 {
	if !m.f32.FlushIn && !m.f32.FlushOut {
		switch x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)); {
		case x > y:
			return a
		case x < y:
			return b
		}
	}
	return binary32.minNum(m, m.f32, a, b, true)
}

func truncF32(m *mode, a, _, _ uint64) uint64 { return roundF32(m, a, num.RTZ) }
func ceilF32(m *mode, a, _, _ uint64) uint64  { return roundF32(m, a, num.RTP) }
func rndneF32(m *mode, a, _, _ uint64) uint64 { return roundF32(m, a, num.RNE) }
func floorF32(m *mode, a, _, _ uint64) uint64 { return roundF32(m, a, num.RTN) }

func roundF32(m *mode, a uint64, r num.Rounding) uint64 {
	return uint64(num.RoundInt32(flushF32(m, a), r))
}

// fractF32 is x - floor(x), rounded as MODE says but below 1.
func fractF32(m *mode, a, _, _ uint64) uint64 {
	const belowOne, inf = 0x3f7fffff, 0x7f800000
	x := flushF32(m, a)
	r := num.Add32(x, num.RoundInt32(x, num.RTN)^signF32, m.f32)
	if r > belowOne && r <= inf {
		r = belowOne
	}
	return uint64(r)
}

func ldexpF32(m *mode, a, b, _ uint64) uint64 {
	return uint64(num.Ldexp32(uint32(a), int32(b), m.f32))
}

// The cube map instructions take a vector (a, b, c). Their comparisons treat
// NaN as the manual's pseudo-code does: a false comparison goes on to the next
// branch.

// Axes of a cube map.
const (
	cubeX = iota
	cubeY
	cubeZ
)

// cubeMajor returns the axis of the face that the vector points to.
func cubeMajor(m *mode, a, b, c uint64) int {
	x, y, z := a&^signF32, b&^signF32, c&^signF32
	switch {
	case notLess(m, z, x) && notLess(m, z, y):
		return cubeZ
	case notLess(m, y, x):
		return cubeY
	}
	return cubeX
}

// notLess is a >= b, false for NaN.
func notLess(m *mode, a, b uint64) bool { return compare(m, f32, a, b)&(greater|equal) != 0 }

// below0 is a < 0.
func below0(m *mode, a uint64) bool { return compare(m, f32, a, 0) == less }

// cubeID is the number of the face: +x 0, -x 1, +y 2, -y 3, +z 4, -z 5.
func cubeID(m *mode, a, b, c uint64) uint64 {
	axis := cubeMajor(m, a, b, c)
	face := uint32(2*axis) + uint32(bit(below0(m, [...]uint64{a, b, c}[axis])))
	return uint64(num.U32ToF32(face, num.RNE))
}

// cubeSC is the coordinate along the face's s axis.
func cubeSC(m *mode, a, b, c uint64) uint64 {
	switch axis := cubeMajor(m, a, b, c); {
	case axis == cubeZ && below0(m, c):
		a ^= signF32
	case axis == cubeX && below0(m, a):
		a = c
	case axis == cubeX:
		a = c ^ signF32
	}
	return m.canonicalF32(a)
}

// cubeTC is the coordinate along the face's t axis.
func cubeTC(m *mode, a, b, c uint64) uint64 {
	t := b ^ signF32
	if cubeMajor(m, a, b, c) == cubeY {
		t = c
		if below0(m, b) {
			t ^= signF32
		}
	}
	return m.canonicalF32(t)
}

// cubeMA is twice the coordinate along the major axis.
func cubeMA(m *mode, a, b, c uint64) uint64 {
	const two = 0x40000000
	return mulF32(m, [...]uint64{a, b, c}[cubeMajor(m, a, b, c)], two, 0)
}

// canonicalF32 returns a source that an instruction passes on: subnormals are flushed as MODE says,
// and signaling NaNs are quieted in IEEE mode.
func (m *mode) canonicalF32(x uint64) uint64 { return binary32.canonical(m, m.f32, x) }
