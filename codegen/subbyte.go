package codegen

import (
	"fmt"
	"math"
	"math/bits"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// Elements of less than a byte are packed without gaps, the first lowest.

// wholeBytes converts a term in bits to one in bytes, if the value is known to be divisible enough.
func (k *kernel) wholeBytes(t term) (term, bool) {
	if t.coef%8 == 0 {
		t.coef /= 8
		return t, true
	}
	by := 3 - bits.TrailingZeros64(uint64(t.coef)) // the value must contribute this many bits
	if t.src == nil || k.flow.Divisor(t.src) < 1<<by {
		return t, false
	}
	lo, hi := k.bounds(t)
	coef := t.coef << by / 8
	if lo >= 0 && hi <= math.MaxUint32 {
		return term{v: value{typ: ir.Index, dw: []mach.Operand{k.shr(t.v.lo(), constDword(uint32(by)))}, ext: extZero}, coef: coef}, true
	}
	vLo, vHi := k.wide(t.v)
	e := k.shr64(vLo, vHi, constDword(uint32(by)), true)
	eLo, eHi := k.pair(e)
	return term{v: value{typ: ir.Index, dw: []mach.Operand{eLo, eHi}}, coef: coef}, true
}

// bitPlace returns the place of a single element of w bits: the bytes that contain its first and
// its last bit, and the position of its first bit.
func (k *kernel) bitPlace(op *ir.Operation, r *ref, at linear, w int64) (first, last linear, shift mach.Operand, err error) {
	bitAt := at.times(w)
	lo, hi, ok := k.rangeOf(bitAt.terms)
	if !ok || lo+bitAt.c < 0 || hi+bitAt.c > math.MaxUint32-8 {
		if r.reach == 0 || r.reach >= 1<<29 {
			return first, last, shift, k.refuse(op, fmt.Sprintf("an element of %s that may be 2^32 bits away", r.typ), "")
		}
		// Inside the memref the sum is correct modulo 2^32.
	}
	sum := k.sum32(bitAt.c, bitAt.terms)
	byteOf := func(n mach.Operand) linear {
		return r.shift.plus(k.dwordLinear(k.shr(n, constDword(3))))
	}
	first, last = byteOf(sum), byteOf(sum)
	if 8%w != 0 {
		last = byteOf(k.add(sum, constDword(uint32(w-1))))
	}
	return first, last, k.and(sum, constDword(7)), nil
}

// loadBits loads a single element of less than a byte.
func (k *kernel) loadBits(op *ir.Operation, r *ref, at linear, t ir.Type, w int64) error {
	first, last, shift, err := k.bitPlace(op, r, at, w)
	if err != nil {
		return err
	}
	dw := k.loadBytes(r, first, 1)[0]
	if 8%w != 0 {
		dw = k.shlOr(k.loadBytes(r, last, 1)[0], 8, dw)
	}
	v := value{typ: t, dw: []mach.Operand{k.vop1(isa.V_BFE_U32, dw, shift, constDword(uint32(w)))}, narrow: extZero}
	k.set(op, v)
	return nil
}

// storeBits stores one: other lanes may store its neighbours in the same byte
// at the same time, so the bits are cleared and set by atomic operations.
func (k *kernel) storeBits(op *ir.Operation, r *ref, at linear, v value, w int64) error {
	if 8%w != 0 || r.space == refBuffer {
		return k.refuse(op, fmt.Sprintf("a store of a single element of %s", r.typ), "store whole bytes")
	}
	first, _, shift, err := k.bitPlace(op, r, at, w)
	if err != nil {
		return err
	}
	mask := constDword(1<<w - 1)
	data := k.and(v.lo(), mask)
	if r.space == refPrivate {
		old := k.loadBytes(r, first, 1)[0]
		k.storeBytes(r, first, 1, []mach.Operand{k.vop1(isa.V_BFI_B32, k.shl(mask, shift), k.shl(data, shift), mach.P(k.toVector(old, 1)))})
		return nil
	}
	p, up := k.dwordAround(k.placeOf(r, first, 1))
	up = k.add(up, shift)
	keep := k.xor(k.shl(mask, up), constDword(0xffffffff))
	k.emitAtomic(atomics["andi 32"], &p, k.toVector(keep, 1), 1, false)
	k.emitAtomic(atomics["ori 32"], &p, k.toVector(k.shl(data, up), 1), 1, false)
	return nil
}
