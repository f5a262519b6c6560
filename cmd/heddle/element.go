package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"heddle/isa"
	"heddle/num"
)

// element is an element type of kernel arguments.
type element struct {
	name  string
	bits  int
	descr string      // of the .npy files that hold it
	kind  byte        // 'f' float, 'i' signed, 'u' unsigned
	small *num.Format // the format of a float of less than 32 bits
}

// elements are the element types by name.
var elements = []element{
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
		names[i] = elements[i].name
	}
	return names
}

// parseElement finds the element type of that name.
func parseElement(name string) (*element, error) {
	for i := range elements {
		if elements[i].name == name {
			return &elements[i], nil
		}
	}
	names := elementNames()
	return nil, fmt.Errorf("unknown type %q; the types are %s%s", name, strings.Join(names, " "), didYouMean(isa.Nearest(name, names, 1)))
}

// elementOf is the type of the elements of a .npy file that says no other.
func elementOf(descr string) (*element, error) {
	if descr == "b1" {
		descr = "u1"
	}
	for i := range elements {
		if elements[i].descr == descr {
			return &elements[i], nil
		}
	}
	return nil, fmt.Errorf("elements %q have no type of their own: give one, as in x.npy:bf16", descr)
}

// fits reports whether a .npy file with elements descr can hold the type.
func (e *element) fits(descr string) bool {
	size, err := npySize(descr)
	return err == nil && (e.descr == descr || size*8 == max(e.bits, 8) && (descr[0] == 'u' || descr[0] == 'i' || descr[0] == 'V'))
}

// tensor is an element type and a shape.
type tensor struct {
	elem  *element
	shape []int
}

// parseTensor reads "f32[64,64]".
func parseTensor(s string) (tensor, error) {
	name, rest, ok := strings.Cut(s, "[")
	if !ok || !strings.HasSuffix(rest, "]") {
		return tensor{}, fmt.Errorf("%q is not a type with a shape, such as f32[64,64]", s)
	}
	e, err := parseElement(name)
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

// bytes is the size of the tensor in memory. Elements of less than 8 bits lie
// one behind the other from the lowest bit on.
func (t tensor) bytes() uint64 { return (uint64(t.count())*uint64(t.elem.bits) + 7) / 8 }

// array wraps the tensor's bytes for a .npy file. Types that lie packed are a
// row of bytes.
func (t tensor) array(data []byte) *array {
	if t.elem.bits < 8 {
		return &array{descr: "u1", shape: []int{len(data)}, data: data}
	}
	return &array{descr: t.elem.descr, shape: t.shape, data: data}
}

// String gives the tensor as parseTensor reads it.
func (t tensor) String() string {
	s := strings.ReplaceAll(strings.Trim(fmt.Sprint(t.shape), "[]"), " ", ",")
	return t.elem.name + "[" + s + "]"
}

// raw returns the bits of element i of b.
func (e *element) raw(b []byte, i int) uint64 {
	var v uint64
	first := i * e.bits / 8
	for k := first; k < len(b) && k < first+8 && k*8 < (i+1)*e.bits; k++ {
		v |= uint64(b[k]) << (8 * (k - first))
	}
	return v >> (i * e.bits % 8) & (1<<e.bits - 1 | -uint64(e.bits/64))
}

// float returns the value of an element from its bits. 64-bit integers are
// rounded.
func (e *element) float(raw uint64) float64 {
	switch {
	case e.small != nil:
		return float64(math.Float32frombits(e.small.ToF32(uint32(raw))))
	case e.name == "e8m0":
		exp, nan := num.E8M0ToExp(byte(raw))
		if nan {
			return math.NaN()
		}
		return math.Ldexp(1, exp)
	case e.name == "f32":
		return float64(math.Float32frombits(uint32(raw)))
	case e.name == "f64":
		return math.Float64frombits(raw)
	case e.kind == 'i':
		return float64(int64(raw<<(64-e.bits)) >> (64 - e.bits))
	}
	return float64(raw)
}

// fromFloat returns the bits of the element nearest to v; an e8m0 is the
// power of two not above it.
func (e *element) fromFloat(v float64) uint64 {
	f32 := func() uint32 { return num.F64ToF32(math.Float64bits(v), num.Env{}) }
	switch {
	case e.name == "f16":
		return uint64(num.F32ToF16(f32(), num.Env{}))
	case e.name == "bf16":
		return uint64(num.F32ToBF16(f32(), num.Env{}))
	case e.small != nil:
		return uint64(e.small.FromF32(f32(), true))
	case e.name == "e8m0":
		_, exp := math.Frexp(v)
		return uint64(min(max(exp-1+127, 0), 254))
	case e.name == "f32":
		return uint64(f32())
	case e.name == "f64":
		return math.Float64bits(v)
	}
	return uint64(int64(v)) & (1<<e.bits - 1 | -uint64(e.bits/64))
}

// parseScalar reads a number as an element: the bits, and how many bytes.
func (e *element) parseScalar(s string) ([]byte, error) {
	if e.bits < 8 {
		return nil, fmt.Errorf("a single %s has no place of its own: pass raw bytes", e.name)
	}
	var raw uint64
	switch e.kind {
	case 'f':
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number for %s", s, e.name)
		}
		raw = e.fromFloat(v)
	case 'i':
		v, err := strconv.ParseInt(s, 0, e.bits)
		if err != nil {
			return nil, fmt.Errorf("%q is not an integer of %s (%d to %d)", s, e.name, -1<<(e.bits-1), uint64(1)<<(e.bits-1)-1)
		}
		raw = uint64(v)
	default:
		v, err := strconv.ParseUint(s, 0, e.bits)
		if err != nil {
			return nil, fmt.Errorf("%q is not an integer of %s (0 to %d)", s, e.name, uint64(1)<<e.bits-1)
		}
		raw = v
	}
	b := make([]byte, e.bits/8)
	for i := range b {
		b[i] = byte(raw >> (8 * i))
	}
	return b, nil
}
