package ir

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Attr is a constant that belongs to an operation or a type. Attributes are
// immutable; compare them with [SameAttr].
type Attr interface {
	// String gives the printed form. No two attributes that differ print the
	// same.
	String() string
	isAttr()
}

// SameAttr reports whether a and b are the same attribute. Both may be nil.
func SameAttr(a, b Attr) bool {
	switch x := a.(type) { // the most frequent ones, for speed
	case *IntegerAttr:
		if y, ok := b.(*IntegerAttr); ok && x.wide == nil && y.wide == nil {
			return x.value == y.value && x.Type == y.Type
		}
	case *FloatAttr:
		if y, ok := b.(*FloatAttr); ok {
			return x.Bits == y.Bits && x.Type == y.Type
		}
	}
	return a == b || a != nil && b != nil && a.String() == b.String()
}

// NamedAttr is an entry of an attribute dictionary.
type NamedAttr struct {
	Name string
	Attr Attr
}

// UnitAttr is unit: only its presence matters.
type UnitAttr struct{}

// IntegerAttr is a number of an integer type or index: 4 : i32, true, -1 : index.
type IntegerAttr struct {
	Type  Type // IntegerType or IndexType
	value int64
	wide  *big.Int // the value, if it does not fit into value
}

// Int returns an integer attribute. Bits of v beyond the type's width are dropped.
func Int(t Type, v int64) *IntegerAttr {
	if it, ok := t.(IntegerType); ok && it.Width() < 64 {
		if it.Sign() == Unsigned {
			v &= 1<<it.Width() - 1
		} else {
			shift := 64 - it.Width()
			v = v << shift >> shift
		}
	} else if ok && it.Sign() == Unsigned && v < 0 {
		return &IntegerAttr{t, v, new(big.Int).SetUint64(uint64(v))}
	}
	return &IntegerAttr{t, v, nil}
}

// Bool returns true or false, which is an integer attribute of type i1.
func Bool(v bool) *IntegerAttr {
	if v {
		return &IntegerAttr{I1, -1, nil}
	}
	return &IntegerAttr{I1, 0, nil}
}

// bigInt returns an integer attribute of the low bits of v.
func bigInt(t Type, v *big.Int) *IntegerAttr {
	it, ok := t.(IntegerType)
	if v.IsInt64() && (!ok || it.Width() <= 64) {
		return Int(t, v.Int64())
	}
	width := 64
	if ok {
		width = it.Width()
	}
	v = new(big.Int).And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
	if (!ok || it.Sign() != Unsigned) && width > 0 && v.Bit(width-1) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
	}
	if v.IsInt64() {
		return &IntegerAttr{t, v.Int64(), nil}
	}
	return &IntegerAttr{t, int64(new(big.Int).And(v, maxUint64).Uint64()), v}
}

var maxUint64 = new(big.Int).SetUint64(1<<64 - 1)

// Int64 returns the value sign-extended (zero-extended for an unsigned type) to 64 bits, or the low
// 64 bits of a wider one. true of i1 is -1: use [IntegerAttr.IsTrue].
func (a *IntegerAttr) Int64() int64 { return a.value }

// IsTrue reports whether the value is not zero.
func (a *IntegerAttr) IsTrue() bool { return a.value != 0 || a.wide != nil }

// Big returns the value.
func (a *IntegerAttr) Big() *big.Int {
	if a.wide != nil {
		return new(big.Int).Set(a.wide)
	}
	return big.NewInt(a.value)
}

// FloatAttr is a number of a floating-point type of at most 64 bits.
type FloatAttr struct {
	Type FloatType
	Bits uint64 // the code of the type
}

// Float returns the attribute with the given code of type t.
func Float(t FloatType, bits uint64) *FloatAttr { return &FloatAttr{t, bits} }

// StringAttr is "text", with a type in rare cases.
type StringAttr struct {
	Value string
	Type  Type // nil if there is none
}

// String returns a string attribute.
func String(s string) *StringAttr { return &StringAttr{s, nil} }

// ArrayAttr is [1 : i32, "a"].
type ArrayAttr struct{ Elems []Attr }

// Array returns an array attribute.
func Array(elems ...Attr) *ArrayAttr { return &ArrayAttr{elems} }

// DenseArrayAttr is array<i64: 1, 2>. Elem is i1, i8, i16, i32, i64, f32 or f64;
// the numbers are sign-extended integers or the bits of floats; i1 is 0 or 1.
type DenseArrayAttr struct {
	Elem Type
	Nums []int64
}

// DenseArray returns a dense array attribute.
func DenseArray(elem Type, nums ...int64) *DenseArrayAttr { return &DenseArrayAttr{elem, nums} }

// DictAttr is {a = 1 : i32, b}; the items are sorted by name.
type DictAttr struct{ Items []NamedAttr }

// Dict returns a dictionary attribute of items with different names.
func Dict(items ...NamedAttr) *DictAttr {
	items = slices.Clone(items)
	sortAttrs(items)
	return &DictAttr{items}
}

// Get returns the attribute of that name, nil if there is none.
func (d *DictAttr) Get(name string) Attr { return getAttr(d.Items, name) }

func sortAttrs(items []NamedAttr) {
	slices.SortFunc(items, func(a, b NamedAttr) int { return strings.Compare(a.Name, b.Name) })
}

func getAttr(items []NamedAttr, name string) Attr {
	for i := range items {
		if items[i].Name == name {
			return items[i].Attr
		}
	}
	return nil
}

// SymbolRefAttr is @root::@nested.
type SymbolRefAttr struct {
	Root   string
	Nested []string
}

// SymbolRef returns a symbol reference.
func SymbolRef(root string, nested ...string) *SymbolRefAttr { return &SymbolRefAttr{root, nested} }

// TypeAttr is a type as an attribute.
type TypeAttr struct{ Type Type }

// AffineMapAttr is affine_map<(d0) -> (d0 + 1)>.
type AffineMapAttr struct{ Map *AffineMap }

// IntegerSetAttr is affine_set<(d0) : (d0 - 1 >= 0)>.
type IntegerSetAttr struct{ Set *IntegerSet }

// StridedAttr is strided<[?, 1], offset: 3>, the layout of a memref.
type StridedAttr struct {
	Strides []int64 // [Dynamic] for ?
	Offset  int64
}

// OpaqueAttr is an attribute of a dialect, such as #arith.fastmath<fast> or #gpu<dim x>, kept as
// text. Declared attributes (see [DialectAttr]) are in canonical form.
type OpaqueAttr struct {
	Dialect string // "arith"
	Body    string // "fastmath<fast>"
	Type    Type   // after a colon; usually nil
	text    string
}

// DialectOpaque returns an attribute of a dialect: DialectOpaque("gpu", "dim x") is #gpu<dim x>.
func DialectOpaque(dialect, body string) *OpaqueAttr { return newOpaque(dialect, body, nil) }

func newOpaque(dialect, body string, t Type) *OpaqueAttr {
	text := "#" + dialectText(dialect, body)
	if t != nil {
		text += " : " + t.String()
	}
	return &OpaqueAttr{dialect, body, t, text}
}

// Param returns the text between the brackets after the name: "fast" for #arith.fastmath<fast>, and
// "x" for #gpu<dim x>. It is empty if the attribute is nil or of another name.
func (a *OpaqueAttr) Param(name string) string {
	if a == nil {
		return ""
	}
	rest, ok := strings.CutPrefix(a.Body, name)
	if !ok || rest == "" {
		return ""
	}
	if rest[0] == '<' {
		return rest[1 : len(rest)-1]
	}
	if rest[0] == ' ' {
		return rest[1:]
	}
	return ""
}

// LocationAttr is a location used as an attribute: loc("f":1:2).
type LocationAttr struct{ Loc Location }

func (UnitAttr) isAttr()        {}
func (*IntegerAttr) isAttr()    {}
func (*FloatAttr) isAttr()      {}
func (*StringAttr) isAttr()     {}
func (*ArrayAttr) isAttr()      {}
func (*DenseArrayAttr) isAttr() {}
func (*DictAttr) isAttr()       {}
func (*SymbolRefAttr) isAttr()  {}
func (*TypeAttr) isAttr()       {}
func (*DenseAttr) isAttr()      {}
func (*AffineMapAttr) isAttr()  {}
func (*IntegerSetAttr) isAttr() {}
func (*StridedAttr) isAttr()    {}
func (*OpaqueAttr) isAttr()     {}
func (*LocationAttr) isAttr()   {}

func (UnitAttr) String() string          { return "unit" }
func (a *IntegerAttr) String() string    { return string(appendAttr(nil, a)) }
func (a *FloatAttr) String() string      { return string(appendAttr(nil, a)) }
func (a *StringAttr) String() string     { return string(appendAttr(nil, a)) }
func (a *ArrayAttr) String() string      { return string(appendAttr(nil, a)) }
func (a *DenseArrayAttr) String() string { return string(appendAttr(nil, a)) }
func (a *DictAttr) String() string       { return string(appendAttr(nil, a)) }
func (a *SymbolRefAttr) String() string  { return string(appendAttr(nil, a)) }
func (a *TypeAttr) String() string       { return a.Type.String() }
func (a *DenseAttr) String() string      { return string(appendAttr(nil, a)) }
func (a *AffineMapAttr) String() string  { return "affine_map<" + a.Map.String() + ">" }
func (a *IntegerSetAttr) String() string { return "affine_set<" + a.Set.String() + ">" }
func (a *StridedAttr) String() string    { return string(appendAttr(nil, a)) }
func (a *OpaqueAttr) String() string     { return a.text }
func (a *LocationAttr) String() string   { return string(appendAttr(nil, a)) }

// appendAttr appends the printed form of a with its type.
func appendAttr(b []byte, a Attr) []byte { return appendTyped(b, a, false) }

// appendElided appends the printed form of a without the type where that is
// the one that a reader assumes: i64 and f64.
func appendElided(b []byte, a Attr) []byte { return appendTyped(b, a, true) }

func appendTyped(b []byte, a Attr, elide bool) []byte {
	switch a := a.(type) {
	case *IntegerAttr:
		return appendInteger(b, a, elide)
	case *FloatAttr:
		b = appendFloat(b, a.Type, a.Bits)
		if elide && a.Type == F64 && !hexFloat(a.Type, a.Bits) {
			return b
		}
		return append(append(b, " : "...), a.Type.String()...)
	case *StringAttr:
		b = appendQuoted(b, a.Value)
		if a.Type != nil {
			b = append(append(b, " : "...), a.Type.String()...)
		}
		return b
	case *ArrayAttr:
		b = append(b, '[')
		for i, e := range a.Elems {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendElided(b, e)
		}
		return append(b, ']')
	case *DictAttr:
		return appendDict(b, a.Items)
	case *DenseArrayAttr:
		return appendDenseArray(b, a)
	case *SymbolRefAttr:
		b = appendSymbol(b, a.Root)
		for _, n := range a.Nested {
			b = appendSymbol(append(b, "::"...), n)
		}
		return b
	case *DenseAttr:
		return appendDense(b, a)
	case *StridedAttr:
		b = append(b, "strided<["...)
		for i, s := range a.Strides {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendSize(b, s)
		}
		b = append(b, ']')
		if a.Offset != 0 {
			b = appendSize(append(b, ", offset: "...), a.Offset)
		}
		return append(b, '>')
	case *LocationAttr:
		return append(append(append(b, "loc("...), a.Loc.String()...), ')')
	}
	return append(b, a.String()...)
}

func appendInteger(b []byte, a *IntegerAttr, elide bool) []byte {
	if a.Type == I1 {
		return strconv.AppendBool(b, a.value != 0)
	}
	if a.wide != nil {
		b = a.wide.Append(b, 10)
	} else {
		b = strconv.AppendInt(b, a.value, 10)
	}
	if elide && a.Type == I64 {
		return b
	}
	return append(append(b, " : "...), a.Type.String()...)
}

// appendDict appends {a = 1 : i32, b}.
func appendDict(b []byte, items []NamedAttr) []byte {
	b = append(b, '{')
	for i, it := range items {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendNamed(b, it)
	}
	return append(b, '}')
}

func appendNamed(b []byte, it NamedAttr) []byte {
	if isBareName(it.Name) {
		b = append(b, it.Name...)
	} else {
		b = appendQuoted(b, it.Name)
	}
	if _, unit := it.Attr.(UnitAttr); unit {
		return b
	}
	return appendAttr(append(b, " = "...), it.Attr)
}

func appendDenseArray(b []byte, a *DenseArrayAttr) []byte {
	b = append(append(b, "array<"...), a.Elem.String()...)
	for i, n := range a.Nums {
		if i == 0 {
			b = append(b, ": "...)
		} else {
			b = append(b, ", "...)
		}
		switch t := a.Elem.(type) {
		case FloatType:
			b = appendFloat(b, t, uint64(n))
		default:
			if t == I1 {
				b = strconv.AppendBool(b, n != 0)
			} else {
				b = strconv.AppendInt(b, n, 10)
			}
		}
	}
	return append(b, '>')
}

// appendSymbol appends @name, quoted where it must be.
func appendSymbol(b []byte, name string) []byte {
	b = append(b, '@')
	if isBareName(name) {
		return append(b, name...)
	}
	return appendQuoted(b, name)
}

// appendQuoted appends a string escaped as in MLIR: \\, \" and two hex digits for what is not
// printable ASCII.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			b = append(b, '\\', '\\')
		case c >= 0x20 && c < 0x7f && c != '"':
			b = append(b, c)
		default:
			b = append(b, '\\', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
		}
	}
	return append(b, '"')
}

// isBareName reports whether s can be the name of an attribute or symbol without
// quotes.
func isBareName(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && c != '_' && (i == 0 || !isDigit(c) && c != '$' && c != '.') {
			return false
		}
	}
	return s != ""
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
