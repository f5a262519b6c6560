package launch

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"heddle/build"
	"heddle/codegen"
	"heddle/ir"
)

// Of makes the launch file for the kernels of the code object in the file of that name,
// relative to the launch file. Values that the kernels do not state are guesses to start
// from: a grid of 1, a workgroup of one wave, dynamic sizes as large as the workgroup.
// Arguments are the number 1 and memory of the right size, random if the kernel only
// reads it.
func Of(r *build.Result, object string) *File {
	l := &File{Schema: Schema, Object: object}
	for _, k := range r.Kernels {
		grid, block := k.Grid, k.Block
		if block[0] == 0 {
			block[0] = uint32(r.Chip.WaveSize)
		}
		for i := range 3 {
			grid[i], block[i] = max(grid[i], 1), max(block[i], 1)
		}
		d := &Dispatch{Kernel: k.Name, Grid: grid[:], Block: block[:], Args: []Arg{}}
		s := sample{lanes: int64(block[0]) * int64(block[1]) * int64(block[2]) * int64(grid[0])}
		for _, p := range k.Params {
			d.Args = append(d.Args, Arg{Arg: s.arg(&p), At: new(p.Offset), Name: p.Name, Type: p.Type.String()})
		}
		l.Dispatches = append(l.Dispatches, d)
	}
	return l
}

// sample makes arguments for the kernel of a launch.
type sample struct {
	lanes int64 // of a workgroup
}

// maxSample is the maximum number of elements of a sample memref with dynamic sizes.
const maxSample = 1 << 20

// arg is a sample argument in a form of --arg.
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
	name, perElement := elementName(t.Elem)
	if name[0] == 'u' || name[0] == 'i' {
		kind = "zero" // as indices, random integers are usually too large
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

// sampleLayout is a memref layout in which everything is known.
type sampleLayout struct {
	offset         int64
	sizes, strides []int64
}

// layout fills in the dynamic parts of a memref's type: sizes with the number of lanes,
// or less if that is much memory; strides for row-major order.
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
	switch name, n := elementName(p.Type); {
	case n == 1 && name != "u8" && p.Bytes > 1 || p.Type == ir.I8:
		return name + ":1"
	}
	return "raw:" + strings.Repeat("00", p.Bytes)
}

// elementName is the name of an element type in --arg, and how many of them an element
// has: 1, the elements of a vector, or bytes if the type has no name.
func elementName(t ir.Type) (string, int64) {
	names := map[ir.Type]string{
		ir.Index: "i64", ir.I8: "i8", ir.I16: "i16", ir.I32: "i32", ir.I64: "i64", ir.F16: "f16", ir.BF16: "bf16", ir.F32: "f32", ir.F64: "f64",
		ir.F8E4M3FN: "fp8", ir.F8E5M2: "bf8", ir.F8E4M3FNUZ: "fp8fnuz", ir.F8E5M2FNUZ: "bf8fnuz", ir.F8E8M0FNU: "e8m0",
	}
	if v, isVector := t.(*ir.VectorType); isVector {
		if n, static := v.Shape.Elements(); static {
			name, per := elementName(v.Elem)
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
