package interp

import (
	"fmt"
	"math/big"

	"heddle/ir"
)

// Elem is one number: a scalar or an element of a vector.
type Elem struct {
	// Bits is the code of the type, zero-extended: an integer modulo 2^width, an
	// index modulo 2^64, or the pattern of a float.
	Bits uint64
	// Wide is the number, from 0 to 2^width-1, of integer types of more than 64
	// bits; Bits is 0 then. It is immutable.
	Wide *big.Int
	// Poison is the origin of the poison; nil if the number is defined.
	Poison *Poison
}

// Poison is the origin of an undefined value.
type Poison struct {
	Op  *ir.Operation // what made it; nil for unwritten memory
	Why string
}

// Value is one lane's instance of a value of the IR.
type Value struct {
	Elem         // of an integer, index or float; Poison also of a memref
	Vec  []Elem  // of a vector, row-major; immutable
	Ref  *MemRef // of a memref or a pointer (!stream.binding); immutable
}

// MemRef is the descriptor of a memref.
type MemRef struct {
	Mem *Memory
	// Base is the aligned pointer: bytes from the start of Mem.
	Base int64
	// Offset, Sizes and Strides are in elements. A size is [ir.Dynamic] where it is not stated.
	Offset         int64
	Sizes, Strides []int64
	// Fat makes it a buffer resource with its own range check; usually nil.
	Fat *FatBuffer
}

// FatBuffer holds the fields that amdgpu.fat_raw_buffer_cast adds to a descriptor.
type FatBuffer struct {
	// Records is the number of valid bytes from Base: loads beyond give zeros,
	// stores beyond are dropped.
	Records uint64
}

// Int returns an integer or index with the low bits of v.
func Int(t ir.Type, v int64) Value {
	w, _ := ir.BitWidth(t)
	return Value{Elem: intElem(w, uint64(v))}
}

// Code returns a float or integer with a given code.
func Code(bits uint64) Value { return Value{Elem: Elem{Bits: bits}} }

func intElem(width int, v uint64) Elem {
	if width > 64 {
		return wideElem(width, new(big.Int).SetInt64(int64(v)))
	}
	return Elem{Bits: v & mask(width)}
}

// wideElem returns the number v modulo 2^width, for any width.
func wideElem(width int, v *big.Int) Elem {
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	v = new(big.Int).Mod(v, m)
	if width <= 64 {
		return Elem{Bits: v.Uint64()}
	}
	return Elem{Wide: v}
}

// mask has the low width bits set, for width up to 64.
func mask(width int) uint64 {
	if width >= 64 {
		return 1<<64 - 1
	}
	return 1<<width - 1
}

// signed returns the element read as a two's complement number of up to 64 bits.
func (e Elem) signed(width int) int64 {
	shift := 64 - min(width, 64)
	return int64(e.Bits<<shift) >> shift
}

// unsignedBig returns the number of any width.
func (e Elem) unsignedBig() *big.Int {
	if e.Wide != nil {
		return e.Wide
	}
	return new(big.Int).SetUint64(e.Bits)
}

// signedBig returns the number of any width, read as two's complement.
func (e Elem) signedBig(width int) *big.Int {
	v := e.unsignedBig()
	if width > 0 && v.Bit(width-1) == 1 {
		v = new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
	}
	return v
}

// poisoned makes a poison element with its reason.
func poisoned(op *ir.Operation, format string, args ...any) Elem {
	return Elem{Poison: &Poison{op, fmt.Sprintf(format, args...)}}
}

// poisonValue returns a value of type t that is entirely poison.
func poisonValue(t ir.Type, p *Poison) Value {
	if v, ok := t.(*ir.VectorType); ok {
		return Value{Vec: splat(Elem{Poison: p}, int(v.Len()))}
	}
	return Value{Elem: Elem{Poison: p}}
}

func splat(e Elem, n int) []Elem {
	v := make([]Elem, n)
	for i := range v {
		v[i] = e
	}
	return v
}

// boolElem returns the i1 for a truth.
func boolElem(b bool) Elem {
	if b {
		return Elem{Bits: 1}
	}
	return Elem{}
}

// elems returns the elements of a vector, and a scalar as one element.
func (v *Value) elems() []Elem {
	if v.Vec != nil {
		return v.Vec
	}
	return []Elem{v.Elem}
}

// valueOf returns elements the form that a type has.
func valueOf(t ir.Type, e []Elem) Value {
	if _, ok := t.(*ir.VectorType); ok {
		return Value{Vec: e}
	}
	return Value{Elem: e[0]}
}

// elemCount returns the number of elements of a vector type, and 1 for others.
func elemCount(t ir.Type) int64 {
	if v, ok := t.(*ir.VectorType); ok {
		n, _ := v.Shape.Elements()
		return n
	}
	return 1
}

// intWidth returns the width of the elements of an integer or index type.
func intWidth(t ir.Type) int {
	w, _ := ir.BitWidth(ir.ElemType(t))
	return w
}
