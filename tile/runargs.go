package tile

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"heddle/ir"
	"heddle/launch"
)

// Number is the type of the elements of a slice that Run takes.
type Number interface {
	float32 | float64 | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// Sized is a slice with the sizes of a tensor.
type Sized struct {
	slice codes
	goes  string // the type of the slice, for messages
	sizes []int64
	out   bool
}

// Array gives the slice of a tensor its sizes, which a tensor with Dyn needs unless it has one dimension.
func Array[T Number](slice []T, sizes ...int64) *Sized {
	return &Sized{slice: list[T](slice), goes: fmt.Sprintf("%T", slice), sizes: sizes}
}

// Out is Array for a tensor that the kernel only writes: its memory begins as all ones, a NaN of most
// types, so elements that the kernel forgets show.
func Out[T Number](slice []T, sizes ...int64) *Sized {
	s := Array(slice, sizes...)
	s.out = true
	return s
}

// Random returns n numbers from -1 to 1, multiples of 1/64, which f16 and bf16 hold exactly: the same for
// the same seed.
func Random(seed uint64, n int) []float32 {
	r := rand.New(rand.NewPCG(seed, 0))
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.IntN(129)-64) / 64
	}
	return x
}

// Worst returns the largest difference between results and what is wanted of them, a reference in
// float64; NaN if one of both is NaN where the other is not.
func Worst[T Number](got []T, want func(i int) float64) (worst float64) {
	for i, g := range got {
		x, w := float64(g), want(i)
		if x != w && !(math.IsNaN(x) && math.IsNaN(w)) {
			worst = max(worst, math.Abs(x-w))
		}
	}
	return worst
}

// codes are numbers as codes of elements.
type codes interface {
	len() int
	isFloat() bool
	bits() int
	float(i int) float64
	setFloat(i int, v float64)
	code(i int) uint64
	setCode(i int, c uint64)
}

type list[T Number] []T

func (l list[T]) len() int                  { return len(l) }
func (l list[T]) isFloat() bool             { return T(1)/2 != 0 }
func (l list[T]) bits() int                 { return int(reflect.TypeFor[T]().Size()) * 8 }
func (l list[T]) float(i int) float64       { return float64(l[i]) }
func (l list[T]) setFloat(i int, v float64) { l[i] = T(v) }
func (l list[T]) code(i int) uint64         { return uint64(l[i]) }
func (l list[T]) setCode(i int, c uint64)   { l[i] = T(c) }

// sized makes an argument of Run a slice with sizes; ok is false if it is none.
func sized(arg any) (s *Sized, ok bool) {
	switch a := arg.(type) {
	case *Sized:
		return a, true
	case []float32:
		return Array(a), true
	case []float64:
		return Array(a), true
	case []int8:
		return Array(a), true
	case []int16:
		return Array(a), true
	case []int32:
		return Array(a), true
	case []int64:
		return Array(a), true
	case []uint8:
		return Array(a), true
	case []uint16:
		return Array(a), true
	case []uint32:
		return Array(a), true
	case []uint64:
		return Array(a), true
	}
	return nil, false
}

// number makes an argument of Run a slice of one number; ok is false if it is none.
func number(arg any) (c codes, ok bool) {
	switch a := arg.(type) {
	case float32:
		return list[float32]{a}, true
	case float64:
		return list[float64]{a}, true
	case int:
		return list[int64]{int64(a)}, true
	case int32:
		return list[int32]{a}, true
	case int64:
		return list[int64]{a}, true
	case uint32:
		return list[uint32]{a}, true
	case uint64:
		return list[uint64]{a}, true
	}
	return nil, false
}

// argument is a parameter of the kernel with what Run was given for it.
type argument struct {
	name string
	elem *launch.Element
	// slice is nil for a number, whose bits are before; of a slice, before are the contents of memory
	// when the kernel starts, and shape its sizes, nil for memory with gaps.
	slice  *Sized
	shape  []int64
	before []byte
	// after are the contents when the kernel has ended.
	after []byte
}

// arguments matches what Run was given with the parameters of the kernel.
func (r *run) arguments(m *Module, args []any) error {
	fn := m.kernels.Ops[0]
	params := fn.Regions[0].Entry().Args
	params = params[:len(fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs)]
	if len(params) != len(args) {
		return fmt.Errorf("tile.Run: the kernel has %d tensors, scalars and sizes, %d arguments are given", len(params), len(args))
	}
	for i, p := range params {
		a := &argument{name: fmt.Sprintf("arg%d", i), elem: launch.ElementOfType(p.Type)}
		var err error
		what := fmt.Sprintf("argument %d, for %s", i+1, p.Type)
		if ref, ok := p.Type.(*ir.MemRefType); ok {
			t := m.last.declared[slices.IndexFunc(m.last.declared, func(t *Tensor) bool { return t.arg == p })]
			a.name, what = t.name, "tensor "+t.name
			if err = a.tensor(ref, args[i]); err == nil {
				err = t.admits(a.shape)
			}
		} else {
			err = a.number(p.Type, args[i])
		}
		if err != nil {
			return fmt.Errorf("tile.Run: %s: %w", what, err)
		}
		r.args = append(r.args, a)
	}
	return nil
}

// admits checks what the kernel states of the sizes of a tensor that the launch gives.
func (t *Tensor) admits(sizes []int64) error {
	for i, n := range sizes {
		if t.shape[i] != Dyn {
			continue
		}
		if m := t.mult[i]; m > 1 && n%m != 0 {
			return fmt.Errorf("size %d is %d, not a multiple of %d, which MultipleOf states", i, n, m)
		}
		if t.most != nil && t.most[i] > 0 && n > t.most[i] {
			return fmt.Errorf("size %d is %d, more than %d, which AtMost states", i, n, t.most[i])
		}
	}
	return nil
}

// number is an argument that is a number.
func (a *argument) number(t ir.Type, arg any) error {
	c, ok := number(arg)
	if !ok {
		return fmt.Errorf("%T given; accepted: a float32, float64, int, int32, int64, uint32 or uint64", arg)
	}
	size := 8
	_, float := t.(ir.FloatType)
	if t != ir.Index {
		if a.elem == nil {
			return fmt.Errorf("no argument of this type is accepted")
		}
		size = a.elem.Bits / 8
	}
	var code uint64
	switch {
	case float && c.isFloat():
		code = a.elem.FromFloat(c.float(0))
	case float || c.isFloat():
		return fmt.Errorf("%T given; floats are given as floats, integers as integers", arg)
	default:
		code = c.code(0)
	}
	if t == ir.Index && int64(code) < 0 {
		return fmt.Errorf("%v given; Kernel.Size is not negative", arg)
	}
	for k := range size {
		a.before = append(a.before, byte(code>>(8*k)))
	}
	return nil
}

// tensor is an argument that is memory.
func (a *argument) tensor(t *ir.MemRefType, arg any) error {
	s, ok := sized(arg)
	if !ok {
		return fmt.Errorf("%T given; accepted: a slice of float32, float64 or integers, tile.Array and tile.Out", arg)
	}
	if a.elem == nil {
		return fmt.Errorf("no slice holds these elements; declare them as bytes")
	}
	_, isFloat := t.Elem.(ir.FloatType)
	if s.slice.isFloat() && !isFloat || !s.slice.isFloat() && s.slice.bits() != a.elem.Bits {
		accepted := fmt.Sprintf("integers of %d bits", a.elem.Bits)
		if isFloat {
			accepted = "floats, or " + accepted + ", their codes"
		}
		return fmt.Errorf("%s given; accepted: %s", s.goes, accepted)
	}
	a.slice = s
	if err := a.sizes(t); err != nil {
		return err
	}
	a.before = make([]byte, s.slice.len()*a.elem.Bits/8)
	for i := range s.slice.len() {
		a.put(i, a.code(i))
	}
	if s.out {
		for i := range a.before {
			a.before[i] = 0xff
		}
	}
	return nil
}

// sizes finds the sizes of the argument's memory.
func (a *argument) sizes(t *ir.MemRefType) error {
	n := int64(a.slice.slice.len())
	given := a.slice.sizes
	if t.Shape.Static() && ir.Shape(stridesOf(t)).Static() && !rowMajor(t.Shape, stridesOf(t)) {
		return a.withGaps(t, n)
	}
	if given == nil && t.Shape.Static() {
		given = t.Shape
	}
	if given == nil {
		given = []int64{n}
	}
	if len(given) != len(t.Shape) {
		return fmt.Errorf("%d sizes given; the tensor has %d: see tile.Array", len(given), len(t.Shape))
	}
	count := int64(1)
	for i, size := range given {
		if size < 1 || size > math.MaxInt32 || t.Shape[i] != Dyn && t.Shape[i] != size {
			if t.Shape[i] != Dyn {
				return fmt.Errorf("size %d is %d, the kernel has %d", i, size, t.Shape[i])
			}
			return fmt.Errorf("size %d is %d", i, size)
		}
		count *= size
	}
	if count != n {
		return fmt.Errorf("a slice of %d elements; the sizes %s need %d", n, plain(given), count)
	}
	a.shape = given
	return nil
}

// withGaps checks the slice of a tensor whose memory has gaps, or whose rows overlap: it ends with the
// tensor's last element, or after it.
func (a *argument) withGaps(t *ir.MemRefType, n int64) error {
	strides := stridesOf(t)
	if given := a.slice.sizes; given != nil && !slices.Equal(given, t.Shape) {
		return fmt.Errorf("the sizes %s are given, the kernel has %s", plain(given), plain(t.Shape))
	}
	need := int64(1)
	for i, size := range t.Shape {
		need += (size - 1) * strides[i]
	}
	if n < need {
		return fmt.Errorf("a slice of %d elements; the sizes %s with the strides %s need %d", n, plain(t.Shape), plain(strides), need)
	}
	return nil
}

// stridesOf returns the strides of a parameter that tile has declared.
func stridesOf(t *ir.MemRefType) []int64 {
	strides, _, ok := t.Strides()
	if !ok {
		panic("BUG: a tensor without strides")
	}
	return strides
}

// plain lists numbers without brackets.
func plain(list []int64) string { return strings.Trim(fmt.Sprint(list), "[]") }

// rowMajor reports whether strides are those of an array without gaps.
func rowMajor(shape, strides []int64) bool {
	step := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		if strides[i] != step {
			return false
		}
		step *= shape[i]
	}
	return true
}

// form is the argument as a launch file has it.
func (a *argument) form() string {
	if a.slice != nil {
		return "@" + a.name
	}
	return "raw:" + hex.EncodeToString(a.before)
}

// memoryForm is the argument's memory as a launch file has it.
func (a *argument) memoryForm() string {
	if a.shape == nil {
		return fmt.Sprintf("zero:u8[%d]", len(a.before))
	}
	return "zero:" + a.elem.Name + strings.ReplaceAll(fmt.Sprint(a.shape), " ", ",")
}

// code is the element of the slice as memory has it.
func (a *argument) code(i int) uint64 {
	if a.slice.slice.isFloat() {
		return a.elem.FromFloat(a.slice.slice.float(i))
	}
	return a.slice.slice.code(i)
}

func (a *argument) put(i int, code uint64) {
	for k := range a.elem.Bits / 8 {
		a.before[i*a.elem.Bits/8+k] = byte(code >> (8 * k))
	}
}

// read reads the argument's memory after a run, and compares it with that of the run before.
func (a *argument) read(job *launch.Job) error {
	if a.slice == nil {
		return nil
	}
	after := make([]byte, len(a.before))
	if err := job.Memory[a.name].Read(after, 0); err != nil {
		return err
	}
	for i := range a.slice.slice.len() {
		if now := a.elem.Raw(after, i); a.after != nil && now != a.elem.Raw(a.after, i) {
			return fmt.Errorf("results depend on the order in which waves run: element %d of %s is %g, under the schedule before it was %g", i, a.name, a.elem.Float(now), a.elem.Float(a.elem.Raw(a.after, i)))
		}
	}
	a.after = after
	return nil
}

// take copies what the kernel changed to the slice.
func (a *argument) take() {
	if a.slice == nil {
		return
	}
	for i := range a.slice.slice.len() {
		code := a.elem.Raw(a.after, i)
		switch {
		case code == a.elem.Raw(a.before, i) && !a.slice.out:
		case a.slice.slice.isFloat():
			a.slice.slice.setFloat(i, a.elem.Float(code))
		default:
			a.slice.slice.setCode(i, code)
		}
	}
}
