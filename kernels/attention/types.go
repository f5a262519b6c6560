package attention

import (
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/diag"
	"heddle/ir"
	"heddle/isa"
	"heddle/num"
)

// Type is an element type, by its name in flags.
type Type string

// The types. FP8 is E4M3, of which chips have different formats. Those of MX are E4M3 and E2M1 with a power of two for
// each ScaleBlock of a row.
const (
	FP8   Type = "fp8"
	BF16  Type = "bf16"
	F16   Type = "f16"
	F32   Type = "f32"
	MXFP8 Type = "mxfp8"
	MXFP4 Type = "mxfp4"
)

// ScaleBlock is the number of elements of MX types that share a scale.
const ScaleBlock = 32

// InTypes are those of Q, K and V; MXTypes others of Q and K with FP8; OutTypes those of O.
var (
	InTypes  = []Type{FP8, BF16, F16}
	MXTypes  = []Type{MXFP8, MXFP4}
	OutTypes = []Type{F32, BF16, F16}
)

// MX reports whether the type has scales.
func (t Type) MX() bool { return slices.Contains(MXTypes, t) }

// Format is the format of the type's elements on a chip; nil if the chip's facts do not define it.
func (t Type) Format(c *arch.Chip) *num.Format {
	f, _ := c.Format(strings.TrimPrefix(string(t), "mx"))
	return f
}

// Elem is the type in ir; nil if the chip's facts do not define it.
func (t Type) Elem(c *arch.Chip) ir.Type { return ir.TypeOf(t.Format(c)) }

// Bits is the size of an element; Bytes likewise, of types of whole bytes.
func (t Type) Bits() int64 {
	switch t {
	case MXFP4:
		return 4
	case FP8, MXFP8:
		return 8
	case F32:
		return 32
	}
	return 16
}

// Bytes is the size of an element of whole bytes.
func (t Type) Bytes() int64 { return t.Bits() / 8 }

// on returns an error if the chip's facts do not define the type, or if no instruction
// multiplies matrices of it.
func (t Type) on(c *arch.Chip) error {
	target := isa.For(c)
	if err := target.Err(); err != nil {
		return err
	}
	if err := c.CheckFormats(string(t)); err != nil {
		return err
	}
	for _, op := range isa.MatrixOps() {
		if m := op.Matrix(); target.Has(op) && !m.Scaled && m.A == string(t) && m.B == string(t) {
			return nil
		}
	}
	return fmt.Errorf("%s has no matrix instruction for %s", c.Name, t)
}

// check returns an error if a type is none of a list.
func (t Type) check(field diag.Field, list []Type) error {
	if slices.Contains(list, t) {
		return nil
	}
	names := names(list)
	if t == "" {
		return diag.Usagef("%s: no type given; need %s", field, strings.Join(names, ", "))
	}
	return diag.Usagef("%s: unknown type %q; need %s%s", field, string(t), strings.Join(names, ", "), diag.DidYouMean(isa.Nearest(num.TypeName(strings.ToLower(string(t))), names, 1)))
}

// names are the texts of a list.
func names[T ~string](list []T) []string {
	texts := make([]string, len(list))
	for i, t := range list {
		texts[i] = string(t)
	}
	return texts
}
