package codegen

import (
	"math"

	"heddle/isa"
	"heddle/mach"
)

// Arithmetic on f64 operands for the functions of math: a number is one operand
// of two dwords.

// dconst returns a constant.
func (k *kernel) dconst(c float64) mach.Operand {
	bits := math.Float64bits(c)
	key := pairKey{k.b.Block, bits}
	if o, ok := k.pairs[key]; ok {
		return o
	}
	o := mach.Const(int64(bits))
	if !k.inline(isa.V_FMA_F64, 3, o) {
		lo, hi := constPair(bits)
		p := k.reg(mach.FileS, 2)
		k.b.Copy(p.Dword(0), lo).Flags |= mach.Rematerialisable
		k.b.Copy(p.Dword(1), hi).Flags |= mach.Rematerialisable
		o = mach.P(p)
	}
	if k.pairs == nil {
		k.pairs = map[pairKey]mach.Operand{}
	}
	k.pairs[key] = o
	return o
}

// pairKey names a constant of 64 bits in a block.
type pairKey struct {
	block *mach.Block
	bits  uint64
}

func (k *kernel) dadd(a, b mach.Operand) mach.Operand { return k.f64op(isa.V_ADD_F64, a, b) }
func (k *kernel) dsub(a, b mach.Operand) mach.Operand { return k.f64op(isa.V_ADD_F64, a, dneg(b)) }
func (k *kernel) dmul(a, b mach.Operand) mach.Operand { return k.f64op(isa.V_MUL_F64, a, b) }
func (k *kernel) dfma(a, b, c mach.Operand) mach.Operand {
	return k.f64op(isa.V_FMA_F64, a, b, c)
}

// dneg and dabs change the sign of a source.
func dneg(a mach.Operand) mach.Operand {
	if a.Kind == mach.OperandConst {
		return mach.Const(a.Value ^ -1<<63)
	}
	return a.Negated()
}

func dabs(a mach.Operand) mach.Operand { return a.WithFlags(isa.Abs) }

// dword takes a dword of a number that is in registers.
func dword(a mach.Operand, i int) mach.Operand { return mach.P(a.Part.Dword(i)) }

// dselect returns a where c holds, else b.
func (k *kernel) dselect(c cond, a, b mach.Operand) mach.Operand {
	mask := mach.P(k.mask(c))
	dst := k.reg(mach.FileV, 2)
	for i := range 2 {
		k.emitVector(isa.V_CNDMASK_B32, []mach.Operand{mach.P(dst.Dword(i))}, []mach.Operand{k.bare(k.part(b, i)), k.bare(k.part(a, i)), mask})
	}
	return mach.P(dst)
}

// part returns a dword of a number or constant.
func (k *kernel) part(a mach.Operand, i int) mach.Operand { return k.split(a)[i] }

// dcmp compares.
func (k *kernel) dcmp(op isa.Op, a, b mach.Operand) cond { return k.vcmp(op, a, b) }

// poly is c[0] + c[1]*x + ...
func (k *kernel) poly(x mach.Operand, c []float64) mach.Operand {
	acc := k.dconst(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		acc = k.dfma(acc, x, k.dconst(c[i]))
	}
	return acc
}

// twoSum is a+b and its error (Knuth, TAOCP 4.2.2).
func (k *kernel) twoSum(a, b mach.Operand) (s, e mach.Operand) {
	s = k.dadd(a, b)
	v := k.dsub(s, a)
	return s, k.dadd(k.dsub(a, k.dsub(s, v)), k.dsub(b, v))
}

// quickSum is twoSum of numbers the first of which is larger (Dekker).
func (k *kernel) quickSum(a, b mach.Operand) (s, e mach.Operand) {
	s = k.dadd(a, b)
	return s, k.dsub(b, k.dsub(s, a))
}

// twoProduct is a*b and its error.
func (k *kernel) twoProduct(a, b mach.Operand) (p, e mach.Operand) {
	p = k.dmul(a, b)
	return p, k.dfma(a, b, dneg(p))
}

// ddiv is a/b, rounded correctly.
func (k *kernel) ddiv(a, b mach.Operand) mach.Operand {
	return k.pairOf(k.divideF64(k.elemOf(a), k.elemOf(b)))
}

// elemOf and pairOf go from an operand to an element and back.
func (k *kernel) elemOf(a mach.Operand) elem { return elem{dw: k.split(a)} }
func (k *kernel) pairOf(e elem) mach.Operand { return k.double(e) }

// quickDiv is a/b to about an ulp, for b that is neither very large nor very
// small: one Newton step squares the error of the seed, another follows.
func (k *kernel) quickDiv(a, b mach.Operand) mach.Operand {
	r := k.f64op(isa.V_RCP_F64, b)
	one := mach.Const(oneF64)
	r = k.dfma(k.dfma(dneg(b), r, one), r, r)
	r = k.dfma(k.dfma(dneg(b), r, one), r, r)
	q := k.dmul(a, r)
	return k.dfma(k.dfma(dneg(b), q, a), r, q)
}

// dsqrt returns the square root, rounded correctly: steps of Goldschmidt on a number scaled close
// to 1, and a last one with the exact remainder.
func (k *kernel) dsqrt(x mach.Operand) mach.Operand {
	tiny := k.dcmp(isa.V_CMP_LT_F64, x, k.dconst(0x1p-767))
	y := k.f64op(isa.V_LDEXP_F64, x, k.selectDword(tiny, constDword(256), constDword(0)))
	r := k.f64op(isa.V_RSQ_F64, y)
	half := mach.Const(0x3fe0000000000000)
	s, h := k.dmul(y, r), k.dmul(r, half)
	e := k.dfma(dneg(h), s, half)
	s, h = k.dfma(s, e, s), k.dfma(h, e, h)
	for range 2 {
		s = k.dfma(k.dfma(dneg(s), s, y), h, s)
	}
	s = k.f64op(isa.V_LDEXP_F64, s, k.selectDword(tiny, constDword(0xffffff80), constDword(0)))
	own := k.vcmp(isa.V_CMP_CLASS_F64, y, constDword(classZeroOrInf))
	return k.dselect(own, x, s)
}

// classZeroOrInf is v_cmp_class of -0, +0 and +inf.
const classZeroOrInf = 0x260

// split returns the two dwords of a 64-bit scalar operand.
func (k *kernel) split(a mach.Operand) []mach.Operand {
	if a.Kind == mach.OperandConst {
		return []mach.Operand{constDword(uint32(a.Value)), constDword(uint32(uint64(a.Value) >> 32))}
	}
	return dwords(a.Part)
}
