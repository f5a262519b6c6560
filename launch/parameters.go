package launch

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"heddle/codegen"
	"heddle/diag"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/ir/interp"
)

// parameter is a parameter of a kernel and its part of the kernarg segment: one argument,
// or several for the descriptor of a memref.
type parameter struct {
	typ   ir.Type // nil if unknown
	parts []part
}

// what calls parameter k by its number, and by its name if it has one that says more.
func (p *parameter) what(k int) string {
	number := fmt.Sprintf("parameter %d", k)
	if name := p.name(k); name != "" {
		return fmt.Sprintf("%s, %s,", number, name)
	}
	return number
}

// name is the name of parameter k, "" if it says no more than its number.
func (p *parameter) name(k int) string {
	name, _, _ := strings.Cut(p.parts[0].name, ".")
	if name == fmt.Sprintf("arg%d", k) {
		return ""
	}
	return name
}

// part is an argument of the kernarg segment.
type part struct {
	name         string
	offset, size int
}

// parametersOf reads a code object's description of a kernel's arguments. Types other than
// MLIR's are unknown.
func parametersOf(m *hsaco.KernelMetadata) []parameter {
	args := explicit(m)
	var params []parameter
	for len(args) > 0 {
		p := parameter{}
		n := 1
		if t, err := ir.ParseType(args[0].TypeName); err == nil {
			if p.typ = t; !isStatic(t) {
				n = descriptorParts(t)
			}
		}
		if n > len(args) {
			p.typ, n = nil, 1
		}
		for _, a := range args[:n] {
			if a.TypeName != args[0].TypeName {
				p.typ = nil
			}
			p.parts = append(p.parts, part{a.Name, a.Offset, a.Size})
		}
		params, args = append(params, p), args[n:]
	}
	return params
}

// interpreted are the parameters of a kernel in MLIR at the offsets that the compiler
// would choose.
func interpreted(list []interp.Param) []parameter {
	var params []parameter
	at := 0
	for _, p := range list {
		q := parameter{typ: p.Type}
		for k, size := range p.Sizes {
			at = (at + size - 1) / size * size
			name := p.Name
			if len(p.Sizes) > 1 {
				name += "." + codegen.PartName(k, (len(p.Sizes)-3)/2)
			}
			q.parts = append(q.parts, part{name, at, size})
			at += size
		}
		params = append(params, q)
	}
	return params
}

// isStatic reports whether a parameter is passed as one argument.
func isStatic(t ir.Type) bool {
	ref, ok := t.(*ir.MemRefType)
	if !ok {
		return true
	}
	strides, offset, ok := ref.Strides()
	return !ok || ref.Shape.Static() && ir.Shape(strides).Static() && offset != ir.Dynamic
}

// descriptorParts is the number of arguments of a memref's descriptor.
func descriptorParts(t ir.Type) int { return 3 + 2*len(t.(*ir.MemRefType).Shape) }

// partsOf is the number of arguments of all parameters.
func partsOf(params []parameter) (n int) {
	for _, p := range params {
		n += len(p.parts)
	}
	return n
}

// fit matches the arguments of a dispatch with the kernel's parameters: it completes
// short forms, adds descriptors to memrefs given only by their memory, and checks types
// and shapes.
func (l *File) fit(d *Dispatch, params []parameter, kernel string) error {
	inOrder := !slices.ContainsFunc(d.Args, func(a Arg) bool { return a.At != nil || a.Name != "" }) && d.Kernarg == ""
	all := partsOf(params)
	if inOrder && l.name == "" && len(params) != len(d.Args) && len(params) < all && len(d.Args) != all {
		err := diag.Usagef("kernel %s takes an %s for each of its %d parameters, or %d with the descriptors of its memrefs written out; %d given", kernel, diag.Field("arg"), len(params), all, len(d.Args))
		if len(d.Args) > len(params) {
			return err
		}
		var forms []string
		for _, p := range params[len(d.Args):] {
			forms = append(forms, exampleOf(p.typ, &hsaco.Arg{Size: p.parts[0].size}))
		}
		return diag.Usagef("%w; %w", err, l.such(forms))
	}
	if inOrder && len(params) == len(d.Args) && len(params) < all {
		return l.describe(d, params)
	}
	for i, n := range d.assign(params) {
		for k := range params {
			if n < 0 {
				break
			}
			if p := &params[k]; n < len(p.parts) {
				if err := l.match(d, i, k, p, n); err != nil {
					return err
				}
				break
			}
			n -= len(params[k].parts)
		}
	}
	return nil
}

// assign finds the part of a parameter that each argument is, counted through all
// parameters; -1 for none.
func (d *Dispatch) assign(params []parameter) []int {
	var parts []part
	for _, p := range params {
		parts = append(parts, p.parts...)
	}
	found := make([]int, len(d.Args))
	taken := make([]bool, len(parts))
	for i := range d.Args {
		a := &d.Args[i]
		found[i] = -1
		for n, p := range parts {
			if a.At != nil && *a.At == p.offset || a.At == nil && a.Name != "" && a.Name == p.name {
				found[i], taken[n] = n, true
				break
			}
		}
	}
	next := 0
	for i := range d.Args {
		if a := &d.Args[i]; a.At != nil || found[i] >= 0 || d.Kernarg != "" {
			continue
		}
		for next < len(parts) && taken[next] {
			next++
		}
		if next < len(parts) {
			found[i], next = next, next+1
		}
	}
	return found
}

// bad is an error of argument i, of the command line or with its position in the launch
// file.
func (l *File) bad(d *Dispatch, i int, err error) error {
	if l.name != "" {
		return l.in(d.argKey(i), err)
	}
	return diag.Usagef("%s %s: %w", diag.Field("arg"), d.Args[i].Arg, err)
}

// unread is the error of argument i, which cannot be read: a usage error unless a file is
// to blame.
func (l *File) unread(d *Dispatch, i int, err error) error {
	var file InputError
	var npy npyError
	if l.name != "" || errors.As(err, &file) || errors.As(err, &npy) {
		return l.in(d.argKey(i), err)
	}
	return diag.Usagef("%w", err)
}

// match completes argument i, which is part n of parameter k, and checks it.
func (l *File) match(d *Dispatch, i, k int, p *parameter, n int) error {
	arg := &d.Args[i]
	arg.parameter = p.name(k)
	if p.typ == nil {
		return nil
	}
	t, isRef := p.typ.(*ir.MemRefType)
	memory := isRef && (len(p.parts) == 1 || n == 1)
	if memory || !isRef {
		full, err := completed(arg.Arg, p.what(k), p.typ)
		if err != nil {
			return l.bad(d, i, err)
		}
		arg.Arg = full
	}
	a, whole, err := l.resolve(arg)
	if err != nil {
		return l.unread(d, i, err)
	}
	mismatch := func() error {
		return l.bad(d, i, fmt.Errorf("%s is %s, but the array is %s", p.what(k), p.typ, a.tensor))
	}
	switch {
	case a == nil || a.value != nil && a.tensor.elem == nil: // raw bytes: only their size is checked
		return nil
	case memory && a.value != nil && a.tensor.elem.kind == 'f':
		return l.bad(d, i, fmt.Errorf("%s is %s, which is memory, but %s is a number", p.what(k), p.typ, arg.Arg))
	case memory && a.value != nil: // an address
		return nil
	case memory:
		if !fits(t, &a.tensor, whole, len(p.parts) > 1) {
			return mismatch()
		}
		if !arg.isRef() {
			arg.parsed.tensor = a.tensor
		}
		return nil
	case isRef && n > 1, !isRef && isNumber(p.typ):
		if a.value == nil {
			return l.bad(d, i, fmt.Errorf("%s is %s, which is a number here, but %s is memory", p.what(k), p.typ, arg.Arg))
		}
		if e := ElementOfType(p.typ); !isRef && e != nil && !sameElement(e, a.tensor.elem) {
			return l.bad(d, i, fmt.Errorf("%s is %s, but the number is %s", p.what(k), p.typ, a.tensor.elem.Name))
		}
	}
	return nil
}

// isNumber reports whether a parameter is passed by value.
func isNumber(t ir.Type) bool {
	_, opaque := t.(*ir.OpaqueType)
	return !opaque
}

// resolve reads an argument, or the buffer that it points into, and reports whether it is
// the whole buffer. The argument is nil if the launch fails for another reason.
func (l *File) resolve(arg *Arg) (a *Memory, whole bool, err error) {
	if !arg.isRef() {
		a, err = arg.parse()
		return a, true, err
	}
	name, offset, plus := strings.Cut(arg.Arg[1:], "+")
	spec := l.Buffers.find(name)
	if spec == nil || spec.List != nil {
		return nil, false, nil
	}
	zero, _ := strconv.ParseUint(offset, 0, 63)
	a, err = parseArg(spec.Arg, nil)
	return a, !plus || zero == 0, err
}

// ElementOfType is the element type of a memref, number or vector as in --arg; nil if it
// has no name there.
func ElementOfType(t ir.Type) *Element {
	if ref, ok := t.(*ir.MemRefType); ok {
		t = ref.Elem
	}
	if v, ok := t.(*ir.VectorType); ok {
		t = v.Elem
	}
	name, _ := elementName(t)
	switch t {
	case ir.F4E2M1FN:
		name = "fp4"
	case ir.F6E2M3FN:
		name = "fp6"
	case ir.F6E3M2FN:
		name = "bf6"
	}
	if e, err := ParseElement(name); err == nil && (e.Name != "u8" || t == ir.I8) {
		return e
	}
	return nil
}

// sameElement reports whether elements of a file or a number fit those of a parameter.
// Integers have no sign in MLIR, and types that .npy files do not have may be integers
// in the file or in the kernel.
func sameElement(want, have *Element) bool {
	if want == have {
		return true
	}
	stored := func(float, integer *Element) bool {
		return float.kind == 'f' && integer.kind != 'f' && float.Descr[0] == 'u' && integer.Bits == max(float.Bits, 8)
	}
	return stored(want, have) || stored(have, want) || want.kind != 'f' && have.kind != 'f' && want.Bits == have.Bits
}

// fits checks an array against a memref. Bytes (u8) may be anything, so only their number
// is checked. With a descriptor, or for an address in a buffer, the size is not checked.
// An array whose elements are integers only because of its file's type gets the
// memref's element type.
func fits(t *ir.MemRefType, a *tensor, whole, described bool) bool {
	e := ElementOfType(t)
	if e == nil || a.elem == nil {
		return true
	}
	same := sameElement(e, a.elem)
	if !same && a.elem.Name != "u8" {
		return false
	}
	ok := true
	if count, flat := reach(t); whole && !described && flat >= 0 {
		need := (uint64(flat)*uint64(e.Bits) + 7) / 8
		// One row of a strided memref has as many elements as without gaps, but memory may go on behind it.
		strides, _, _ := t.Strides()
		gaps := flat != count || !slices.Equal(strides, ir.RowMajor(t.Shape))
		switch {
		case !same || e.Bits < 8 || a.elem.Bits < 8:
			ok = a.bytes() == need || gaps && a.bytes() >= need
		case gaps:
			ok = int64(a.count()) >= flat
		default:
			ok = sameShape(t, a.shape)
		}
	}
	if same && e.kind == 'f' && e.Bits >= 8 && a.elem.Bits >= 8 {
		a.elem = e
	}
	return ok
}

// reach is the number of elements of a static memref, and the number from its pointer to
// the end of the last one; vectors count as their elements. Both are -1 if unknown.
func reach(t *ir.MemRefType) (elements, flat int64) {
	strides, offset, ok := t.Strides()
	if !ok || !isStatic(t) {
		return -1, -1
	}
	per := int64(1)
	if v, isVector := t.Elem.(*ir.VectorType); isVector {
		_, per = elementName(v)
	}
	elements, flat = 1, offset+1
	for i, n := range t.Shape {
		if n == 0 {
			return 0, 0
		}
		if elements > 1<<48/n {
			return -1, -1
		}
		elements *= n
		if i < len(strides) {
			flat += (n - 1) * max(strides[i], 0)
		}
	}
	return elements * per, flat * per
}

// sameShape compares the shape of an array with that of a memref without gaps. In the
// array, vectors are a dimension or part of the last one, or the array is flat.
func sameShape(t *ir.MemRefType, have []int) bool {
	want := []int64(t.Shape)
	if v, ok := t.Elem.(*ir.VectorType); ok {
		elements, _ := reach(t)
		_, per := elementName(v)
		wide := append(slices.Clone(want), []int64(v.Shape)...)
		last := slices.Clone(want)
		if n := len(last); n > 0 {
			last[n-1] *= per
		}
		return equalSizes(have, wide) || equalSizes(have, last) || equalSizes(have, []int64{elements})
	}
	return equalSizes(have, want)
}

// equalSizes compares sizes except those of 1, which do not change where elements are.
func equalSizes(have []int, want []int64) bool {
	var a, b []int64
	for _, n := range have {
		if n != 1 {
			a = append(a, int64(n))
		}
	}
	for _, n := range want {
		if n != 1 {
			b = append(b, n)
		}
	}
	return slices.Equal(a, b)
}

// completed completes a short form of an argument by its parameter's type: "rand", "zero",
// "out:y.npy", a plain number.
func completed(s, what string, t ir.Type) (string, error) {
	kind, rest, colon := strings.Cut(s, ":")
	first, _, more := strings.Cut(rest, ":")
	settings := colon && strings.Contains(first, "=") && !strings.Contains(first, "[")
	_, isRef := t.(*ir.MemRefType)
	switch {
	case strings.HasPrefix(s, "@"):
		return s, nil
	case (kind == "rand" || kind == "edge" || kind == "zero") && (!colon || settings):
		shape, err := sampleShape(what, t, kind)
		if settings {
			shape += ":" + rest
		}
		return kind + ":" + shape, err
	case kind == "out" && colon && !more:
		shape, err := sampleShape(what, t, s)
		return s + ":" + shape, err
	case colon:
		return s, nil
	case isRef || !isNumber(t):
		return "", fmt.Errorf("%s is %s, which is memory: need rand, edge, zero, in:x.npy, out:y.npy or another form of memory", what, t)
	}
	if t == ir.I1 {
		if n := slices.Index([]string{"0", "1", "false", "true"}, s); n >= 0 {
			return fmt.Sprintf("u8:%d", n%2), nil
		}
		return "", fmt.Errorf("%s is i1, and %q is not 0, 1, false or true", what, s)
	}
	e := ElementOfType(t)
	if _, isVector := t.(*ir.VectorType); e == nil || isVector {
		return "", fmt.Errorf("%s is %s, which has no short form: pass raw:HEX", what, t)
	}
	return e.Name + ":" + s, nil
}

// sampleShape is the type and shape of memory for a parameter.
func sampleShape(what string, t ir.Type, given string) (string, error) {
	ref, ok := t.(*ir.MemRefType)
	if !ok {
		return "", fmt.Errorf("%s is %s: %s needs a type and shape, as in %[3]s:f32[64,64]", what, t, given)
	}
	e := ElementOfType(ref)
	elements, flat := reach(ref)
	switch {
	case e == nil:
		return "", fmt.Errorf("%s is %s: %s needs a type and shape, as in %[3]s:u8[4096]", what, t, given)
	case flat < 0:
		return "", fmt.Errorf("%s is %s, which has dynamic sizes: give them, as in %s:%s", what, t, given, openShape(ref, e))
	}
	_, isVector := ref.Elem.(*ir.VectorType)
	if elements != flat || isVector || len(ref.Shape) == 0 {
		return fmt.Sprintf("%s[%d]", e.Name, flat), nil
	}
	return e.Name + strings.ReplaceAll(fmt.Sprint([]int64(ref.Shape)), " ", ","), nil
}

// openShape is an example shape for dynamic sizes.
func openShape(t *ir.MemRefType, e *Element) string {
	sizes := make([]string, len(t.Shape))
	for i, n := range t.Shape {
		if sizes[i] = fmt.Sprint(n); n == ir.Dynamic {
			sizes[i] = "64"
		}
	}
	return e.Name + "[" + strings.Join(sizes, ",") + "]"
}

// describe expands the memory of each memref with dynamic sizes to a descriptor. There is
// an argument for each parameter; expectations with argument numbers are adjusted.
func (l *File) describe(d *Dispatch, params []parameter) error {
	var all []Arg
	moved := make([]int, len(params))
	for i := range params {
		p := &params[i]
		t, isRef := p.typ.(*ir.MemRefType)
		if !isRef || len(p.parts) == 1 {
			if err := l.match(d, i, i, p, 0); err != nil {
				return err
			}
			moved[i], all = len(all), append(all, d.Args[i])
			continue
		}
		if err := l.match(d, i, i, p, 1); err != nil {
			return err
		}
		a, whole, err := l.resolve(&d.Args[i])
		if err != nil {
			return l.unread(d, i, err)
		}
		if a == nil || a.value != nil || !whole {
			return l.bad(d, i, fmt.Errorf("%s is %s, whose sizes are taken from an array: this argument is not one, so write out the whole descriptor", p.what(i), t))
		}
		if e := ElementOfType(t); !admits(t.Shape, a.tensor.shape) || e != nil && !sameElement(e, a.tensor.elem) {
			return l.bad(d, i, fmt.Errorf("%s is %s, but the array is %s", p.what(i), t, a.tensor))
		}
		moved[i] = len(all) + 1
		all = append(all, Arg{Arg: "i64:0"}, d.Args[i], Arg{Arg: "i64:0"})
		for _, n := range append(a.tensor.shape[:len(a.tensor.shape):len(a.tensor.shape)], rowMajor(a.tensor.shape)...) {
			all = append(all, Arg{Arg: fmt.Sprintf("i64:%d", n)})
		}
	}
	d.Args = all
	if d != l.Dispatches[len(l.Dispatches)-1] {
		return nil
	}
	for i := range l.Expect {
		e := &l.Expect[i]
		if n, err := strconv.Atoi(e.Arg); err == nil && n >= 0 && n < len(moved) {
			e.Arg, e.given = strconv.Itoa(moved[n]), e.Arg
		}
	}
	return nil
}

// admits reports whether an array's sizes agree with the static ones of a memref.
func admits(want ir.Shape, sizes []int) bool {
	if len(sizes) != len(want) {
		return false
	}
	for i, n := range want {
		if n != ir.Dynamic && n != int64(sizes[i]) {
			return false
		}
	}
	return true
}

// rowMajor are the strides of an array without gaps.
func rowMajor(shape []int) []int {
	strides := make([]int, len(shape))
	stride := 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i], stride = stride, stride*shape[i]
	}
	return strides
}
