package launch

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"heddle/diag"
	"heddle/isa"
	"heddle/num"
)

// element is an element type of kernel arguments.
type Element struct {
	Name  string
	Bits  int
	Descr string      // of the .npy files that hold it
	kind  byte        // 'f' float, 'i' signed, 'u' unsigned
	small *num.Format // the format of a float of less than 32 bits
}

// elements are the element types by name.
var elements = []Element{
	{"i8", 8, "i1", 'i', nil}, {"i16", 16, "i2", 'i', nil}, {"i32", 32, "i4", 'i', nil}, {"i64", 64, "i8", 'i', nil},
	{"u8", 8, "u1", 'u', nil}, {"u16", 16, "u2", 'u', nil}, {"u32", 32, "u4", 'u', nil}, {"u64", 64, "u8", 'u', nil},
	{"f16", 16, "f2", 'f', num.F16}, {"bf16", 16, "u2", 'f', num.BF16}, {"f32", 32, "f4", 'f', nil}, {"f64", 64, "f8", 'f', nil},
	{"fp8", 8, "u1", 'f', num.FP8}, {"bf8", 8, "u1", 'f', num.BF8},
	{"fp8fnuz", 8, "u1", 'f', num.FP8FNUZ}, {"bf8fnuz", 8, "u1", 'f', num.BF8FNUZ},
	{"fp6", 6, "u1", 'f', num.FP6}, {"bf6", 6, "u1", 'f', num.BF6}, {"fp4", 4, "u1", 'f', num.FP4},
	{"e8m0", 8, "u1", 'f', nil},
}

// elementNames lists the names of the element types.
func elementNames() []string {
	names := make([]string, len(elements))
	for i := range elements {
		names[i] = elements[i].Name
	}
	return names
}

// ParseElement finds the element type with that name, as in --arg.
func ParseElement(name string) (*Element, error) {
	for i := range elements {
		if elements[i].Name == name {
			return &elements[i], nil
		}
	}
	names := elementNames()
	return nil, fmt.Errorf("unknown type %q; the types are %s%s", name, strings.Join(names, " "), diag.DidYouMean(isa.Nearest(num.TypeName(strings.ToLower(name)), names, 1)))
}

// ElementOf is the default element type of a .npy file whose elements are descr.
func ElementOf(descr string) (*Element, error) {
	if descr == "b1" {
		descr = "u1"
	}
	for i := range elements {
		if elements[i].Descr == descr {
			return &elements[i], nil
		}
	}
	return nil, fmt.Errorf("elements %q do not imply a type: give one, as in x.npy:bf16", descr)
}

// Fits reports whether a .npy file with elements descr can hold the type.
func (e *Element) Fits(descr string) bool {
	size, err := npySize(descr)
	return err == nil && (e.Descr == descr || size*8 == max(e.Bits, 8) && (descr[0] == 'u' || descr[0] == 'i' || descr[0] == 'V'))
}

// tensor is an element type and a shape.
type tensor struct {
	elem  *Element
	shape []int
}

// parseTensor reads "f32[64,64]".
func parseTensor(s string) (tensor, error) {
	name, rest, ok := strings.Cut(s, "[")
	if !ok || !strings.HasSuffix(rest, "]") {
		return tensor{}, fmt.Errorf("%q is not a type with a shape, such as f32[64,64]", s)
	}
	e, err := ParseElement(name)
	if err != nil {
		return tensor{}, err
	}
	t := tensor{elem: e}
	count := 1
	for _, part := range strings.Split(strings.TrimSuffix(rest, "]"), ",") {
		n, err := strconv.ParseUint(strings.TrimSpace(part), 10, 40)
		if errors.Is(err, strconv.ErrRange) {
			return t, fmt.Errorf("%q has more than 2^42 elements", s)
		}
		if err != nil {
			return t, fmt.Errorf("%q in %q is not a size", part, s)
		}
		if n > 0 && count > 1<<42/int(n) {
			return t, fmt.Errorf("%q has more than 2^42 elements", s)
		}
		count *= int(n)
		t.shape = append(t.shape, int(n))
	}
	return t, nil
}

// count is the number of elements.
func (t tensor) count() int {
	n := 1
	for _, k := range t.shape {
		n *= k
	}
	return n
}

// bytes is the size of the tensor in memory. Elements of less than 8 bits are packed,
// starting at the lowest bit.
func (t tensor) bytes() uint64 { return (uint64(t.count())*uint64(t.elem.Bits) + 7) / 8 }

// array wraps the tensor's bytes for a .npy file. Packed types are a row of bytes.
func (t tensor) array(data []byte) *Array {
	if t.elem.Bits < 8 {
		return &Array{Descr: "u1", Shape: []int{len(data)}, Data: data}
	}
	return &Array{Descr: t.elem.Descr, Shape: t.shape, Data: data}
}

// String returns the tensor in the form that parseTensor reads.
func (t tensor) String() string {
	s := strings.ReplaceAll(strings.Trim(fmt.Sprint(t.shape), "[]"), " ", ",")
	return t.elem.Name + "[" + s + "]"
}

// Raw returns the bits of element i of b.
func (e *Element) Raw(b []byte, i int) uint64 {
	var v uint64
	first := i * e.Bits / 8
	for k := first; k < len(b) && k < first+8 && k*8 < (i+1)*e.Bits; k++ {
		v |= uint64(b[k]) << (8 * (k - first))
	}
	return v >> (i * e.Bits % 8) & (1<<e.Bits - 1 | -uint64(e.Bits/64))
}

// Float returns the value of an element from its bits. 64-bit integers are
// rounded.
func (e *Element) Float(raw uint64) float64 {
	switch {
	case e.small != nil:
		return float64(math.Float32frombits(e.small.ToF32(uint32(raw))))
	case e.Name == "e8m0":
		exp, nan := num.E8M0ToExp(byte(raw))
		if nan {
			return math.NaN()
		}
		return math.Ldexp(1, exp)
	case e.Name == "f32":
		return float64(math.Float32frombits(uint32(raw)))
	case e.Name == "f64":
		return math.Float64frombits(raw)
	case e.kind == 'i':
		return float64(int64(raw<<(64-e.Bits)) >> (64 - e.Bits))
	}
	return float64(raw)
}

// FromFloat returns the bits of the element nearest to v; for e8m0, the largest power
// of two not above v.
func (e *Element) FromFloat(v float64) uint64 {
	f32 := func() uint32 { return num.F64ToF32(math.Float64bits(v), num.Env{}) }
	switch {
	case e.Name == "f16":
		return uint64(num.F32ToF16(f32(), num.Env{}))
	case e.Name == "bf16":
		return uint64(num.F32ToBF16(f32(), num.Env{}))
	case e.small != nil:
		return uint64(e.small.FromF32(f32(), true))
	case e.Name == "e8m0":
		_, exp := math.Frexp(v)
		return uint64(min(max(exp-1+127, 0), 254))
	case e.Name == "f32":
		return uint64(f32())
	case e.Name == "f64":
		return math.Float64bits(v)
	}
	return uint64(int64(v)) & (1<<e.Bits - 1 | -uint64(e.Bits/64))
}

// parseScalar reads a number as an element: its bits and its size in bytes.
func (e *Element) parseScalar(s string) ([]byte, error) {
	if e.Bits < 8 {
		return nil, fmt.Errorf("a single %s is smaller than a byte: pass raw bytes", e.Name)
	}
	var raw uint64
	switch e.kind {
	case 'f':
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number for %s", s, e.Name)
		}
		raw = e.FromFloat(v)
	case 'i':
		v, err := strconv.ParseInt(s, 0, e.Bits)
		if err != nil {
			return nil, fmt.Errorf("%q is not an integer of %s (%d to %d)", s, e.Name, -1<<(e.Bits-1), uint64(1)<<(e.Bits-1)-1)
		}
		raw = uint64(v)
	default:
		v, err := strconv.ParseUint(s, 0, e.Bits)
		if err != nil {
			return nil, fmt.Errorf("%q is not an integer of %s (0 to %d)", s, e.Name, uint64(1)<<e.Bits-1)
		}
		raw = v
	}
	b := make([]byte, e.Bits/8)
	for i := range b {
		b[i] = byte(raw >> (8 * i))
	}
	return b, nil
}
