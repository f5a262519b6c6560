package ir

import (
	"math"
	"strconv"
	"strings"
)

// Dynamic is a size, stride or offset that is only known at run time ("?"). It
// is the number that MLIR's static_* attributes use, too.
const Dynamic = math.MinInt64

// Type is the type of a value. The small types ([IndexType], [IntegerType],
// [FloatType], [NoneType]) are comparable constants: t == ir.F32. The others
// are pointers to immutable data; compare types with [SameType].
type Type interface {
	// String gives the printed form. No two types that differ print the same.
	String() string
	isType()
}

// SameType reports whether a and b are the same type. Both may be nil.
func SameType(a, b Type) bool {
	return a == b || a != nil && b != nil && a.String() == b.String()
}

// IndexType is the type of [Index].
type IndexType struct{}

// NoneType is the type of [None].
type NoneType struct{}

// Index is the type of sizes, indices and offsets; 64 bits wide here.
var Index = IndexType{}

// None is the unit type.
var None = NoneType{}

// IntegerType is iN, siN or uiN: the width times four plus the [Signedness].
type IntegerType uint32

// Signedness is how an integer type is interpreted where that matters.
type Signedness uint8

// The kinds of integer types: iN, siN and uiN.
const (
	Signless Signedness = iota
	Signed
	Unsigned
)

// MaxIntegerWidth is the largest width of an integer type, in bits.
const MaxIntegerWidth = 1<<24 - 1

// Common integer types.
const (
	I1  IntegerType = 1 << 2
	I4  IntegerType = 4 << 2
	I8  IntegerType = 8 << 2
	I16 IntegerType = 16 << 2
	I32 IntegerType = 32 << 2
	I64 IntegerType = 64 << 2
)

// Integer returns an integer type of 0 to [MaxIntegerWidth] bits.
func Integer(width int, sign Signedness) IntegerType {
	return IntegerType(width)<<2 | IntegerType(sign)
}

// Width returns the number of bits.
func (t IntegerType) Width() int { return int(t >> 2) }

// Sign reports whether the type is iN, siN or uiN.
func (t IntegerType) Sign() Signedness { return Signedness(t & 3) }

// Shape is the sizes of a shaped type, [Dynamic] where unknown.
type Shape []int64

// Elements returns the number of elements; ok is false if a size is dynamic or the product does not
// fit.
func (s Shape) Elements() (n int64, ok bool) {
	n = 1
	for _, d := range s {
		if d == Dynamic || d < 0 {
			return 0, false
		}
		if d != 0 && n > math.MaxInt64/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// Static reports whether no size is dynamic.
func (s Shape) Static() bool {
	for _, d := range s {
		if d == Dynamic {
			return false
		}
	}
	return true
}

// Equal reports whether the sizes are the same.
func (s Shape) Equal(o Shape) bool {
	if len(s) != len(o) {
		return false
	}
	for i, d := range s {
		if d != o[i] {
			return false
		}
	}
	return true
}

// VectorType is vector<4x8xf32>; made by [Vector].
type VectorType struct {
	Shape    Shape  // never dynamic; empty for vector<f32>
	Scalable []bool // nil if no dimension is
	Elem     Type
	text     string
}

// Vector returns the type of a vector with fixed sizes.
func Vector(elem Type, shape ...int64) *VectorType { return newVector(elem, shape, nil) }

func newVector(elem Type, shape Shape, scalable []bool) *VectorType {
	b := append(make([]byte, 0, 24), "vector<"...)
	for i, d := range shape {
		if scalable != nil && scalable[i] {
			b = append(strconv.AppendInt(append(b, '['), d, 10), ']')
		} else {
			b = strconv.AppendInt(b, d, 10)
		}
		b = append(b, 'x')
	}
	b = append(append(b, elem.String()...), '>')
	return &VectorType{shape, scalable, elem, string(b)}
}

// Len returns the number of elements.
func (t *VectorType) Len() int64 {
	n, _ := t.Shape.Elements()
	return n
}

// TensorType is tensor<4x?xf32>; it is read and printed, no operation here
// computes with it.
type TensorType struct {
	Shape    Shape
	Unranked bool
	Elem     Type
	Encoding Attr // nil if there is none
	text     string
}

// MemRefType is memref<4x?xf32, strided<[?, 1], offset: ?>, 3>; made by [MemRef].
type MemRefType struct {
	Shape    Shape
	Unranked bool // memref<*xf32>
	Elem     Type
	// Layout is a *StridedAttr or an *AffineMapAttr; nil for row-major.
	Layout Attr
	// Space is the memory space; nil for the default one.
	Space Attr
	text  string
}

// MemRef returns a memref type; layout and space may be nil. An identity layout and memory space 0
// become nil.
func MemRef(elem Type, shape Shape, layout, space Attr) *MemRefType {
	return newMemRef(elem, shape, false, layout, space)
}

func newMemRef(elem Type, shape Shape, unranked bool, layout, space Attr) *MemRefType {
	if m, ok := layout.(*AffineMapAttr); ok && m.Map.IsIdentity() {
		layout = nil
	}
	if n, ok := space.(*IntegerAttr); ok && !n.IsTrue() {
		space = nil
	}
	b := append(make([]byte, 0, 48), "memref<"...)
	if unranked {
		b = append(b, "*x"...)
	}
	b = append(appendShape(b, shape), elem.String()...)
	if layout != nil {
		b = append(append(b, ", "...), layout.String()...)
	}
	if space != nil {
		b = appendElided(append(b, ", "...), space)
	}
	b = append(b, '>')
	return &MemRefType{shape, unranked, elem, layout, space, string(b)}
}

func newTensor(elem Type, shape Shape, unranked bool, encoding Attr) *TensorType {
	b := append(make([]byte, 0, 24), "tensor<"...)
	if unranked {
		b = append(b, "*x"...)
	}
	b = append(appendShape(b, shape), elem.String()...)
	if encoding != nil {
		b = append(append(b, ", "...), encoding.String()...)
	}
	b = append(b, '>')
	return &TensorType{shape, unranked, elem, encoding, string(b)}
}

func appendShape(b []byte, shape Shape) []byte {
	for _, d := range shape {
		b = append(appendSize(b, d), 'x')
	}
	return b
}

func appendSize(b []byte, d int64) []byte {
	if d == Dynamic {
		return append(b, '?')
	}
	return strconv.AppendInt(b, d, 10)
}

// FunctionType is (i32, f32) -> i1.
type FunctionType struct {
	Inputs, Results []Type
	text            string
}

// Function returns a function type.
func Function(inputs, results []Type) *FunctionType {
	return &FunctionType{inputs, results, string(appendFunction(nil, inputs, results))}
}

func appendFunction(b []byte, inputs, results []Type) []byte {
	b = append(appendTypes(append(b, '('), inputs), ") -> "...)
	if len(results) == 1 {
		if _, nested := results[0].(*FunctionType); !nested {
			return append(b, results[0].String()...)
		}
	}
	return append(appendTypes(append(b, '('), results), ')')
}

func appendTypes(b []byte, types []Type) []byte {
	for i, t := range types {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, t.String()...)
	}
	return b
}

// TupleType is tuple<i32, f32>; read and printed only.
type TupleType struct {
	Types []Type
	text  string
}

// ComplexType is complex<f32>; read and printed only.
type ComplexType struct {
	Elem Type
	text string
}

func newTuple(types []Type) *TupleType {
	return &TupleType{types, "tuple<" + string(appendTypes(nil, types)) + ">"}
}

func newComplex(elem Type) *ComplexType {
	return &ComplexType{elem, "complex<" + elem.String() + ">"}
}

// OpaqueType is a type of a dialect, such as !stream.binding or
// !gpu.async.token, kept as its text.
type OpaqueType struct {
	Dialect string // "stream"
	Body    string // "binding"
	text    string
}

// Opaque returns a type of a dialect: Opaque("stream", "binding") is !stream.binding.
func Opaque(dialect, body string) *OpaqueType {
	return &OpaqueType{dialect, body, "!" + dialectText(dialect, body)}
}

// dialectText returns the text of a dialect's type or attribute after its ! or #. It is
// stream.binding or ptr.x<..> if the body is an identifier with at most one <...> after it, and
// gpu<dim x> otherwise.
func dialectText(dialect, body string) string {
	// In !A<-> the bracket would be part of an arrow, so !A.- stays as it is
	// (mlir-opt prints the former, and cannot read it).
	if isPrettyBody(body) || strings.HasSuffix(body, "-") {
		return dialect + "." + body
	}
	return dialect + "<" + body + ">"
}

func isPrettyBody(s string) bool {
	i := 0
	for i < len(s) && (isLetter(s[i]) || i > 0 && (isDigit(s[i]) || s[i] == '_' || s[i] == '.')) {
		i++
	}
	if i == 0 || i == len(s) {
		return i > 0
	}
	return s[i] == '<' && s[len(s)-1] == '>' && closesAtEnd(s[i:])
}

// closesAtEnd reports whether the bracket that s begins with is closed by the
// last byte of s and not before.
func closesAtEnd(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			j := strings.IndexByte(s[i+1:], '"')
			if j < 0 {
				return false
			}
			i += j + 1
		case '-':
			if strings.HasPrefix(s[i:], "->") {
				i++
			}
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			depth--
			if depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}

func (IndexType) isType()     {}
func (NoneType) isType()      {}
func (IntegerType) isType()   {}
func (*VectorType) isType()   {}
func (*TensorType) isType()   {}
func (*MemRefType) isType()   {}
func (*FunctionType) isType() {}
func (*TupleType) isType()    {}
func (*ComplexType) isType()  {}
func (*OpaqueType) isType()   {}

func (IndexType) String() string { return "index" }
func (NoneType) String() string  { return "none" }

func (t IntegerType) String() string {
	switch t {
	case I1:
		return "i1"
	case I8:
		return "i8"
	case I16:
		return "i16"
	case I32:
		return "i32"
	case I64:
		return "i64"
	}
	return [...]string{"i", "si", "ui", "?"}[t.Sign()] + strconv.Itoa(t.Width())
}

func (t *VectorType) String() string   { return t.text }
func (t *TensorType) String() string   { return t.text }
func (t *MemRefType) String() string   { return t.text }
func (t *FunctionType) String() string { return t.text }
func (t *TupleType) String() string    { return t.text }
func (t *ComplexType) String() string  { return t.text }
func (t *OpaqueType) String() string   { return t.text }

// ElemType returns the element type of a vector, tensor or memref, and any other type itself.
func ElemType(t Type) Type {
	switch t := t.(type) {
	case *VectorType:
		return t.Elem
	case *TensorType:
		return t.Elem
	case *MemRefType:
		return t.Elem
	}
	return t
}

// ShapeOf returns the shape of a vector, tensor or memref; ok is false for other types and for
// unranked ones.
func ShapeOf(t Type) (s Shape, ok bool) {
	switch t := t.(type) {
	case *VectorType:
		return t.Shape, true
	case *TensorType:
		return t.Shape, !t.Unranked
	case *MemRefType:
		return t.Shape, !t.Unranked
	}
	return nil, false
}

// WithElem is t with its element type replaced: vector<4xf32> and i1 give
// vector<4xi1>. A type without elements gives elem.
func WithElem(t, elem Type) Type {
	switch t := t.(type) {
	case *VectorType:
		return newVector(elem, t.Shape, t.Scalable)
	case *TensorType:
		return newTensor(elem, t.Shape, t.Unranked, t.Encoding)
	case *MemRefType:
		return newMemRef(elem, t.Shape, t.Unranked, t.Layout, t.Space)
	}
	return elem
}

// BitWidth returns the width of an integer or float type, and 64 for index; ok is false for others.
func BitWidth(t Type) (n int, ok bool) {
	switch t := t.(type) {
	case IntegerType:
		return t.Width(), true
	case FloatType:
		return t.Width(), true
	case IndexType:
		return 64, true
	}
	return 0, false
}

// Strides returns the strides of the dimensions and the offset, in elements and [Dynamic] where
// unknown. ok is false if the layout is not of that form or the memref is unranked.
func (t *MemRefType) Strides() (strides []int64, offset int64, ok bool) {
	if t.Unranked {
		return nil, 0, false
	}
	switch l := t.Layout.(type) {
	case nil:
		return RowMajor(t.Shape), 0, true
	case *StridedAttr:
		return l.Strides, l.Offset, true
	case *AffineMapAttr:
		return l.Map.strides(t.Shape)
	}
	return nil, 0, false
}

// RowMajor returns the strides of a dense row-major layout, [Dynamic] to the left of a dynamic
// size.
func RowMajor(shape Shape) []int64 {
	strides := make([]int64, len(shape))
	step := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = step
		step = mulDynamic(step, shape[i])
	}
	return strides
}

func mulDynamic(a, b int64) int64 {
	if a == Dynamic || b == Dynamic {
		return Dynamic
	}
	return a * b
}
