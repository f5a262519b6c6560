package gemm

import (
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/ir"
	"heddle/isa"
	"heddle/num"
)

// Type is an element type, with its name in flags.
type Type struct {
	Name string
	Bits int
	// Scaled types have an E8M0 scale for each 32 elements along K.
	Scaled bool
	kind   kind
}

// kind groups the types that may be multiplied with each other.
type kind uint8

const (
	kindF16 kind = iota
	kindBF16
	kindF32
	kindF64
	kindF8
	kindInt
	kindMX
	kindResult // for results only
)

// types are the types by name.
var types = []*Type{
	{Name: "f16", Bits: 16, kind: kindF16},
	{Name: "bf16", Bits: 16, kind: kindBF16},
	{Name: "f32", Bits: 32, kind: kindF32},
	{Name: "f64", Bits: 64, kind: kindF64},
	{Name: "fp8", Bits: 8, kind: kindF8},
	{Name: "bf8", Bits: 8, kind: kindF8},
	{Name: "i8", Bits: 8, kind: kindInt},
	{Name: "i32", Bits: 32, kind: kindResult},
	{Name: "mxfp8", Bits: 8, Scaled: true, kind: kindMX},
	{Name: "mxfp6", Bits: 6, Scaled: true, kind: kindMX},
	{Name: "mxfp4", Bits: 4, Scaled: true, kind: kindMX},
}

// scaleType is that of the scales of scaled types.
var scaleType = &Type{Name: "e8m0", Bits: 8, kind: kindResult}

// TypeNames are the names that TypeByName accepts.
func TypeNames() []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.Name
	}
	return names
}

// TypeByName finds a type.
func TypeByName(name string) (*Type, error) {
	for _, t := range types {
		if t.Name == name {
			return t, nil
		}
	}
	return nil, fmt.Errorf("unknown type %q; the types are %s", name, strings.Join(TypeNames(), " "))
}

// named is TypeByName for a known name.
func named(name string) *Type {
	t, err := TypeByName(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return t
}

// On returns an error if the chip has no matrix instruction that multiplies the type,
// or if the chip's facts do not define the type.
func (t *Type) On(c *arch.Chip) error {
	if err := isa.For(c).Err(); err != nil {
		return err
	}
	if err := c.CheckFormats(t.format()); err != nil || t.multipliedOn(c) {
		return err
	}
	var others []string
	for _, other := range arch.Chips {
		if t.multipliedOn(other) {
			others = append(others, other.Name)
		}
	}
	err := fmt.Errorf("%s has no matrix instruction for %s (%s has)", c.Name, t, strings.Join(others, " and "))
	if t.Scaled {
		err = fmt.Errorf("%w; use fp8 or bf8", err)
	}
	return err
}

func (t *Type) multipliedOn(c *arch.Chip) bool {
	target := isa.For(c)
	return slices.ContainsFunc(isa.MatrixOps(), func(op isa.Op) bool {
		m := op.Matrix()
		return target.Has(op) && m.Scaled == t.Scaled && (m.Scaled || m.A == t.format())
	})
}

// format is the name of the type's format in mnemonics.
func (t *Type) format() string { return strings.TrimPrefix(t.Name, "mx") }

// Elem is the type in ir; nil if the chip's facts do not define it.
func (t *Type) Elem(c *arch.Chip) ir.Type {
	if t == scaleType {
		return ir.F8E8M0FNU
	}
	f, _ := c.Format(t.format())
	return ir.TypeOf(f)
}

// Format describes the codes of a floating-point type on a chip; nil for integers and
// E8M0.
func (t *Type) Format(c *arch.Chip) *num.Format {
	if t == scaleType || t.IsInt() {
		return nil
	}
	f, _ := c.Format(t.format())
	return f
}

// IsInt reports whether the elements are integers.
func (t *Type) IsInt() bool { return t.Name == "i8" || t.Name == "i32" }

// group is the smallest number of elements that fill whole bytes: 1 for types
// of whole bytes, 4 for 6 bits, 2 for 4 bits.
func (t *Type) group() int64 {
	switch t.Bits {
	case 6:
		return 4
	case 4:
		return 2
	}
	return 1
}

// String is the type's name.
func (t *Type) String() string { return t.Name }
