package num

// A Format describes an element type of at most 64 bits. Floating-point formats
// have from the top a sign bit, ExpBits of biased exponent and FracBits of
// fraction. A zero exponent field holds zero and the subnormals.
type Format struct {
	Name     string
	ExpBits  int
	FracBits int
	Bias     int
	Specials Specials
	// Ignored is how many low bits of the fraction Split ignores, as the
	// instructions of the format do.
	Ignored int
	// IntBits is the width of a signed integer; it has none of the fields above,
	// and no method but Bits.
	IntBits int
}

// Specials describes which codes of a format are not finite numbers.
type Specials uint8

const (
	SpecialsIEEE Specials = iota // an exponent field of ones is infinity (zero fraction) or NaN
	SpecialsNaN                  // a magnitude of ones is NaN; no infinity
	SpecialsFNUZ                 // the code of negative zero is the only NaN; no infinity
	SpecialsNone                 // every code is a finite number
)

// The formats by the names that the ISA gives them. Manual 7.3, table 30; the
// FNUZ pair is what CDNA3 has in place of FP8 and BF8.
var (
	F32     = &Format{Name: "f32", ExpBits: 8, FracBits: 23, Bias: 127}
	F16     = &Format{Name: "f16", ExpBits: 5, FracBits: 10, Bias: 15}
	BF16    = &Format{Name: "bf16", ExpBits: 8, FracBits: 7, Bias: 127}
	FP8     = &Format{Name: "fp8", ExpBits: 4, FracBits: 3, Bias: 7, Specials: SpecialsNaN}
	BF8     = &Format{Name: "bf8", ExpBits: 5, FracBits: 2, Bias: 15}
	FP8FNUZ = &Format{Name: "fp8fnuz", ExpBits: 4, FracBits: 3, Bias: 8, Specials: SpecialsFNUZ}
	BF8FNUZ = &Format{Name: "bf8fnuz", ExpBits: 5, FracBits: 2, Bias: 16, Specials: SpecialsFNUZ}
	FP6     = &Format{Name: "fp6", ExpBits: 2, FracBits: 3, Bias: 1, Specials: SpecialsNone}
	BF6     = &Format{Name: "bf6", ExpBits: 3, FracBits: 2, Bias: 3, Specials: SpecialsNone}
	FP4     = &Format{Name: "fp4", ExpBits: 2, FracBits: 1, Bias: 1, Specials: SpecialsNone}
	F64     = &Format{Name: "f64", ExpBits: 11, FracBits: 52, Bias: 1023}
	XF32    = &Format{Name: "xf32", ExpBits: 8, FracBits: 23, Bias: 127, Ignored: 13}
	I8      = &Format{Name: "i8", IntBits: 8}
	I32     = &Format{Name: "i32", IntBits: 32}
)

// FormatNamed returns the format of that name, nil if there is none.
func FormatNamed(name string) *Format {
	for _, f := range [...]*Format{F64, F32, XF32, F16, BF16, FP8, BF8, FP8FNUZ, BF8FNUZ, FP6, BF6, FP4, I8, I32} {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Bits returns the width of a code.
func (f *Format) Bits() int {
	if f.IntBits != 0 {
		return f.IntBits
	}
	return 1 + f.ExpBits + f.FracBits
}

// A Class is the kind of number that a code stands for.
type Class uint8

const (
	Zero Class = iota
	Finite
	Inf
	NaN
)

// A number is a decoded value: (-1)^neg * (hi*2^64 + lo) * 2^exp if it is Finite, with up to 127
// bits. Bit 0 of lo may be sticky: it then stands for anything smaller. For NaN, lo is the fraction
// field.
type number struct {
	class  Class
	neg    bool
	exp    int
	hi, lo uint64
}

// split takes a code apart; bits above the format's width are ignored. The
// significand is not normalised: its bit FracBits is set for normal numbers
// only, and hi is zero.
func (f *Format) split(code uint64) number {
	mag := code & f.magMask()
	n := number{
		class: Finite,
		neg:   code>>(f.ExpBits+f.FracBits)&1 != 0,
		exp:   f.lowExp(),
		lo:    mag & (1<<f.FracBits - 1),
	}
	field := int(mag >> f.FracBits)
	switch {
	case f.Specials == SpecialsIEEE && mag == f.infMag():
		n.class = Inf
	case f.Specials == SpecialsIEEE && mag > f.infMag(),
		f.Specials == SpecialsNaN && mag == f.magMask():
		n.class = NaN
	case f.Specials == SpecialsFNUZ && mag == 0 && n.neg:
		n.class, n.neg = NaN, false
	case mag == 0:
		n.class = Zero
	case field != 0:
		n.lo |= 1 << f.FracBits
		n.exp += field - 1
	}
	return n
}

// Split takes a code of a format of up to 32 bits apart. A Finite value is
// (-1)^neg * sig * 2^exp; sig has FracBits+1 bits for normal numbers and fewer
// for subnormal ones, whose exp is that of the smallest normal number. Zero has
// sig 0 and that same exp. The NaN of the FNUZ formats has no sign: neg is
// false. For Inf and NaN sig and exp mean nothing.
func (f *Format) Split(code uint32) (neg bool, sig uint64, exp int, class Class) {
	n := f.split(uint64(code) >> f.Ignored << f.Ignored)
	return n.neg, n.lo, n.exp, n.class
}

// magMask covers exponent and fraction: a code without its sign.
func (f *Format) magMask() uint64 { return 1<<(f.ExpBits+f.FracBits) - 1 }

// infMag is the magnitude of infinity in a format with SpecialsIEEE.
func (f *Format) infMag() uint64 { return (1<<f.ExpBits - 1) << f.FracBits }

// lowExp is the exponent of the last place of subnormal numbers.
func (f *Format) lowExp() int { return 1 - f.Bias - f.FracBits }

// maxMag is the magnitude of the largest finite number.
func (f *Format) maxMag() uint64 {
	switch f.Specials {
	case SpecialsIEEE:
		return f.infMag() - 1
	case SpecialsNaN:
		return f.magMask() - 1
	}
	return f.magMask()
}

// join combines sign and magnitude. The FNUZ formats have no negative zero, so it becomes the
// positive one.
func (f *Format) join(neg bool, mag uint64) uint64 {
	if neg && !(mag == 0 && f.Specials == SpecialsFNUZ) {
		mag |= 1 << (f.ExpBits + f.FracBits)
	}
	return mag
}

// inf returns the code of an infinite result: infinity, or NaN if the format has no infinity, or
// the largest number if it has neither.
func (f *Format) inf(neg bool) uint64 {
	if f.Specials == SpecialsIEEE {
		return f.join(neg, f.infMag())
	}
	return f.nan(neg)
}

// nan returns the default NaN with a sign. bf8 has the magnitude 0x7f like fp8, not 0x7e (model).
// NaN in a format without one is the largest magnitude of its sign (model).
func (f *Format) nan(neg bool) uint64 {
	switch {
	case f.Specials == SpecialsFNUZ:
		return f.magMask() + 1
	case f.Specials == SpecialsIEEE && f.FracBits > 2:
		return f.join(neg, f.infMag()|f.quietBit())
	}
	return f.join(neg, f.magMask())
}

func (f *Format) quietBit() uint64 { return 1 << (f.FracBits - 1) }

// E8M0ToExp returns the exponent that a block scale stands for, -127 to 127;
// 0xff is NaN. Manual 7.3: an exponent with a bias of 127.
func E8M0ToExp(b uint8) (exp int, nan bool) {
	return int(b) - 127, b == 0xff
}
