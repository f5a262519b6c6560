package isa

import "math"

// constantValue is the form of a number in an operand: an inline constant if there is one, and the
// dword that a literal would be.
type constantValue struct {
	inline  bool
	code    uint32 // source number of the inline constant
	literal uint32
	rounded bool // the constant has only the high half of a double that needs both
}

// constantBits encodes a number for an operand of type t. fold applies the
// word's - and || to it.
func (t Type) constantBits(w *word, fold bool) (constantValue, fault) {
	if w.kind == wordFloat {
		return t.floatConstant(w, fold)
	}
	return t.intConstant(w, fold)
}

// intConstant: an integer is its own value, or the bits of a float of the operand's width.
func (t Type) intConstant(w *word, fold bool) (constantValue, fault) {
	v, bits := w.val, t.bits()
	if fold && w.flags&(Neg|Abs) != 0 {
		return t.foldedInt(w)
	}
	c := constantValue{literal: uint32(v)}
	if t == TypeF16 || t == TypeBF16 {
		c.literal = uint32(uint16(v))
	}
	c.code, c.inline = inlineOf(uint64(v), t)
	switch {
	case c.inline && (bits == 64 || fits(v, bits)):
	case !fits(v, min(bits, 32)):
		return constantValue{}, faultTooWide
	case t == TypeF64 && w.flags == 0: // a literal is the high half
		c.code, c.inline = inlineOf(uint64(uint32(v))<<32, t)
	}
	return c, 0
}

// foldedInt applies sign modifiers to the bits of an integer, as LLVM does
// for instructions that have no modifier bits. Of a pair of halves it is the
// low one that they change.
func (t Type) foldedInt(w *word) (constantValue, fault) {
	bits := t.bits()
	switch {
	case bits == 64: // the number would be a literal's 32 bits, or all 64
		return constantValue{}, faultSigned64
	case !fits(w.val, bits):
		return constantValue{}, faultTooWide
	}
	v, sign := uint64(w.val)&(1<<bits-1), uint64(1)<<(bits-1)
	if t == TypeV2F16 || t == TypeV2BF16 {
		sign = 1 << 15
	}
	if w.flags&Abs != 0 {
		v &^= sign
	}
	if w.flags&Neg != 0 {
		v ^= sign
	}
	plain := word{kind: wordInt, val: int64(v)}
	return t.intConstant(&plain, false)
}

// fits reports whether v is a signed or an unsigned number of n bits.
func fits(v int64, n int) bool {
	if n >= 64 {
		return true
	}
	return v >= -1<<(n-1) && v < 1<<n
}

// floatConstant converts a decimal fraction to the operand's type, rounding
// to nearest even.
func (t Type) floatConstant(w *word, fold bool) (constantValue, fault) {
	f := w.float
	if fold {
		if w.flags&Abs != 0 {
			f = math.Abs(f)
		}
		if w.flags&Neg != 0 {
			f = -f
		}
	}
	switch t {
	case TypeI64, TypeF64:
		return t.float64Constant(f)
	case TypeF16, TypeBF16, TypeV2F16, TypeV2BF16:
		return t.float16Constant(f)
	}
	v := math.Float32bits(float32(f))
	if t != TypeV2F32 && lostRange(f, math.Abs(float64(float32(f))), math.SmallestNonzeroFloat32*(1<<23)) {
		return constantValue{}, faultFloatRange
	}
	code, ok := inlineOf(uint64(v), TypeF32)
	if !ok && t == TypeI16 { // LLVM encodes the 32 bits of the float, of which the instruction sees the low half
		return constantValue{}, faultFloatInt
	}
	return constantValue{inline: ok, code: code, literal: v}, 0
}

// lostRange reports whether converting f to a smaller type overflowed or gave
// a denormal that is not exact.
func lostRange(f, converted, smallestNormal float64) bool {
	return math.IsInf(converted, 0) || converted < smallestNormal && math.Abs(f) != converted
}

func (t Type) float64Constant(f float64) (constantValue, fault) {
	v := math.Float64bits(f)
	if code, ok := inlineOf(v, TypeF64); ok {
		return constantValue{inline: true, code: code, literal: uint32(v >> 32)}, 0
	}
	if t != TypeF64 {
		return constantValue{}, faultFloatInt
	}
	high := v >> 32
	code, ok := inlineOf(high<<32, TypeF64)
	return constantValue{inline: ok, code: code, literal: uint32(high), rounded: uint32(v) != 0}, 0
}

// inv2PiText is 1/(2*pi) as the disassembler prints it. As a bf16 the inline
// constant is truncated (0x3e22), so the text has to be recognised.
const inv2PiText = 0.15915494

func (t Type) float16Constant(f float64) (constantValue, fault) {
	exponent, fraction := 5, 10
	if t == TypeBF16 || t == TypeV2BF16 {
		exponent, fraction = 8, 7
	}
	if (t == TypeBF16 || t == TypeV2BF16) && f == inv2PiText {
		return constantValue{inline: true, code: 248, literal: 0x3e22}, 0
	}
	v, back := roundFloat(f, exponent, fraction)
	smallest := math.Ldexp(1, 2-1<<(exponent-1))
	if lostRange(f, math.Abs(back), smallest) {
		return constantValue{}, faultFloatRange
	}
	code, ok := inlineOf(uint64(v), t)
	return constantValue{inline: ok, code: code, literal: v}, 0
}

// roundFloat rounds f to a binary format with the given numbers of exponent
// and fraction bits, to nearest even. It returns the bits and their value.
func roundFloat(f float64, exponent, fraction int) (uint32, float64) {
	var sign uint32
	if math.Signbit(f) {
		sign = 1 << (exponent + fraction)
	}
	a := math.Abs(f)
	bias := 1<<(exponent-1) - 1
	_, e := math.Frexp(a)
	e = max(e-1, 1-bias) // exponent of the leading bit; denormals share the smallest
	ulp := math.Ldexp(1, e-fraction)
	r := math.RoundToEven(a / ulp)
	value := r * ulp
	if value >= math.Ldexp(1, bias+1) {
		return sign | (1<<exponent-1)<<fraction, math.Copysign(math.Inf(1), f)
	}
	mantissa := uint32(r)
	if mantissa >= 1<<(fraction+1) {
		mantissa >>= 1
		e++
	}
	bits := mantissa
	if mantissa >= 1<<fraction {
		bits = uint32(e+bias)<<fraction | mantissa&(1<<fraction-1)
	}
	return sign | bits, math.Copysign(value, f)
}
