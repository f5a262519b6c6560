package gemm

import (
	"fmt"
	"strings"

	"heddle/arch"
	"heddle/ir"
	"heddle/num"
)

// Type is a type of elements, as flags name it.
type Type struct {
	Name string
	Bits int
	// Scaled types have an E8M0 scale for each 32 elements along K.
	Scaled bool
	kind   kind
	// elem is the type in ir by chip, since fp8 is OCP on gfx950 and FNUZ on
	// gfx942; a chip that is missing has no instructions for the type.
	elem map[string]ir.Type
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
	kindResult // of results only
)

// types are the types by name.
var types = []*Type{
	{Name: "f16", Bits: 16, kind: kindF16, elem: both(ir.F16)},
	{Name: "bf16", Bits: 16, kind: kindBF16, elem: both(ir.BF16)},
	{Name: "f32", Bits: 32, kind: kindF32, elem: both(ir.F32)},
	{Name: "f64", Bits: 64, kind: kindF64, elem: both(ir.F64)},
	{Name: "fp8", Bits: 8, kind: kindF8, elem: perChip(ir.F8E4M3FNUZ, ir.F8E4M3FN)},
	{Name: "bf8", Bits: 8, kind: kindF8, elem: perChip(ir.F8E5M2FNUZ, ir.F8E5M2)},
	{Name: "i8", Bits: 8, kind: kindInt, elem: both(ir.I8)},
	{Name: "i32", Bits: 32, kind: kindResult, elem: both(ir.I32)},
	{Name: "mxfp8", Bits: 8, Scaled: true, kind: kindMX, elem: perChip(nil, ir.F8E4M3FN)},
	{Name: "mxfp6", Bits: 6, Scaled: true, kind: kindMX, elem: perChip(nil, ir.F6E2M3FN)},
	{Name: "mxfp4", Bits: 4, Scaled: true, kind: kindMX, elem: perChip(nil, ir.F4E2M1FN)},
}

// scaleType is that of the scales of scaled types.
var scaleType = &Type{Name: "e8m0", Bits: 8, kind: kindResult, elem: both(ir.F8E8M0FNU)}

func both(t ir.Type) map[string]ir.Type { return perChip(t, t) }

func perChip(gfx942, gfx950 ir.Type) map[string]ir.Type {
	m := map[string]ir.Type{arch.GFX950.Name: gfx950}
	if gfx942 != nil {
		m[arch.GFX942.Name] = gfx942
	}
	return m
}

// TypeNames are the names that TypeByName knows.
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
	return nil, fmt.Errorf("no type %q; the types are %s", name, strings.Join(TypeNames(), " "))
}

// named is TypeByName of a name that is known.
func named(name string) *Type {
	t, err := TypeByName(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return t
}

// Elem is the type in ir; nil where the chip has no instructions for it.
func (t *Type) Elem(c *arch.Chip) ir.Type { return t.elem[c.Name] }

// Format describes the codes of a type of floats on a chip; nil for integers and
// E8M0.
func (t *Type) Format(c *arch.Chip) *num.Format {
	f, ok := t.Elem(c).(ir.FloatType)
	if !ok {
		return nil
	}
	return f.Format()
}

// IsInt reports whether the elements are integers.
func (t *Type) IsInt() bool { return t.Name == "i8" || t.Name == "i32" }

// group is the number of elements of the least run of whole bytes: 1 for types
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
