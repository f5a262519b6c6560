package build

import (
	"fmt"
	"strings"

	"heddle/codegen"
	"heddle/ir"
)

// sampleArg is something to pass for an argument, as --arg has it.
func sampleArg(p *codegen.Param) string {
	t, isRef := p.Type.(*ir.MemRefType)
	_, part, isPart := strings.Cut(p.Name, ".")
	switch {
	case !isRef && p.Pointer:
		return "zero:u8[4096]"
	case !isRef:
		return sampleNumber(p)
	case isPart && part != "aligned":
		return "i64:" + fmt.Sprint(descriptorNumber(t, part))
	}
	kind := "zero"
	if p.ReadOnly {
		kind = "rand"
	}
	name, perElement := ElementName(t.Elem)
	if name[0] == 'u' || name[0] == 'i' {
		kind = "zero" // random integers are indices too large more often than not
	}
	sizes := []string{}
	for i, s := range t.Shape {
		if s == ir.Dynamic {
			s = 1
		}
		if i == len(t.Shape)-1 {
			s *= perElement
		}
		sizes = append(sizes, fmt.Sprint(s))
	}
	if len(sizes) == 0 {
		sizes = append(sizes, fmt.Sprint(perElement))
	}
	return fmt.Sprintf("%s:%s[%s]", kind, name, strings.Join(sizes, ","))
}

// sampleNumber is 1 in the type of a parameter by value.
func sampleNumber(p *codegen.Param) string {
	switch name, n := ElementName(p.Type); {
	case n == 1 && name != "u8" && p.Bytes > 1 || p.Type == ir.I8:
		return name + ":1"
	}
	return "raw:" + strings.Repeat("00", p.Bytes)
}

// descriptorNumber is what a part of the descriptor of a memref is that has
// size 1 wherever its type leaves it open.
func descriptorNumber(t *ir.MemRefType, part string) int64 {
	strides, _, _ := t.Strides()
	var i int
	if n, _ := fmt.Sscanf(part, "size%d", &i); n == 1 {
		return known(t.Shape[i])
	}
	if n, _ := fmt.Sscanf(part, "stride%d", &i); n == 1 {
		return known(strides[i])
	}
	return 0 // the allocated pointer, which is not used, and the offset
}

func known(n int64) int64 {
	if n == ir.Dynamic {
		return 1
	}
	return n
}

// ElementName is the name that --arg has for an element type, and how many of
// it an element takes: 1, those of a vector, or bytes for what has no name.
func ElementName(t ir.Type) (string, int64) {
	names := map[ir.Type]string{
		ir.Index: "i64", ir.I8: "i8", ir.I16: "i16", ir.I32: "i32", ir.I64: "i64", ir.F16: "f16", ir.BF16: "bf16", ir.F32: "f32", ir.F64: "f64",
		ir.F8E4M3FN: "fp8", ir.F8E5M2: "bf8", ir.F8E4M3FNUZ: "fp8fnuz", ir.F8E5M2FNUZ: "bf8fnuz", ir.F8E8M0FNU: "e8m0",
	}
	if v, isVector := t.(*ir.VectorType); isVector {
		if n, static := v.Shape.Elements(); static {
			name, per := ElementName(v.Elem)
			return name, n * per
		}
		return "u8", 1
	}
	if _, simple := t.(*ir.OpaqueType); !simple {
		if name, ok := names[t]; ok {
			return name, 1
		}
	}
	bits, _ := ir.BitWidth(t)
	return "u8", int64(max((bits+7)/8, 1))
}
