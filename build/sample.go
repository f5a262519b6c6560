package build

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"heddle/codegen"
	"heddle/ir"
)

// sample makes arguments for the kernel of a launch.
type sample struct {
	lanes int64 // of a workgroup
}

// maxSample is how many elements a sample memref with open sizes has at most.
const maxSample = 1 << 20

// arg is something to pass for an argument, as --arg has it.
func (s sample) arg(p *codegen.Param) string {
	t, isRef := p.Type.(*ir.MemRefType)
	_, part, isPart := strings.Cut(p.Name, ".")
	switch {
	case !isRef && p.Pointer:
		return "zero:u8[4096]"
	case !isRef:
		return sampleNumber(p)
	case isPart && part != "aligned":
		return "i64:" + fmt.Sprint(s.layout(t).part(part))
	}
	kind := "zero"
	if p.ReadOnly {
		kind = "rand"
	}
	name, perElement := ElementName(t.Elem)
	if name[0] == 'u' || name[0] == 'i' {
		kind = "zero" // random integers are indices too large more often than not
	}
	l := s.layout(t)
	sizes := []string{}
	if n := l.reach(); n != l.elements() || len(l.sizes) == 0 {
		sizes = append(sizes, fmt.Sprint(n*perElement))
	} else {
		for i, size := range l.sizes {
			if i == len(l.sizes)-1 {
				size *= perElement
			}
			sizes = append(sizes, fmt.Sprint(size))
		}
	}
	return fmt.Sprintf("%s:%s[%s]", kind, name, strings.Join(sizes, ","))
}

// sampleLayout is the layout of a memref where everything is known.
type sampleLayout struct {
	offset         int64
	sizes, strides []int64
}

// layout fills in what a memref's type leaves open: sizes with the number of
// lanes, less if that would be much memory; strides row by row.
func (s sample) layout(t *ir.MemRefType) sampleLayout {
	strides, offset, _ := t.Strides()
	l := sampleLayout{offset: max(offset, 0), strides: slices.Clone(strides)}
	for open := s.lanes; ; open /= 2 {
		l.sizes = slices.Clone([]int64(t.Shape))
		for i, n := range l.sizes {
			if n == ir.Dynamic {
				l.sizes[i] = max(open, 1)
			}
		}
		if l.elements() <= maxSample || open <= 1 {
			break
		}
	}
	row := int64(1)
	for i := len(l.strides) - 1; i >= 0 && i < len(l.sizes); i-- {
		if l.strides[i] == ir.Dynamic {
			l.strides[i] = row
		}
		row = max(l.strides[i]*l.sizes[i], 1)
	}
	return l
}

func (l sampleLayout) elements() int64 {
	n := int64(1)
	for _, size := range l.sizes {
		if size > 0 && n > math.MaxInt64/size {
			return math.MaxInt64
		}
		n *= size
	}
	return n
}

// reach is the number of elements from the pointer to the end of the last one.
func (l sampleLayout) reach() int64 {
	n := l.offset + 1
	for i, size := range l.sizes {
		if size == 0 {
			return 0
		}
		if i < len(l.strides) {
			n += (size - 1) * max(l.strides[i], 0)
		}
	}
	return n
}

// part is a number of the descriptor.
func (l sampleLayout) part(name string) int64 {
	var i int
	if n, _ := fmt.Sscanf(name, "size%d", &i); n == 1 {
		return l.sizes[i]
	}
	if n, _ := fmt.Sscanf(name, "stride%d", &i); n == 1 {
		return l.strides[i]
	}
	if name == "offset" {
		return l.offset
	}
	return 0 // the allocated pointer, which is not used
}

// sampleNumber is 1 in the type of a parameter by value.
func sampleNumber(p *codegen.Param) string {
	switch name, n := ElementName(p.Type); {
	case n == 1 && name != "u8" && p.Bytes > 1 || p.Type == ir.I8:
		return name + ":1"
	}
	return "raw:" + strings.Repeat("00", p.Bytes)
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
