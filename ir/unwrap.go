package ir

import (
	"fmt"
	"strconv"
	"strings"

	"heddle/arch"
)

// Unwrap converts kernels wrapped by IREE or Wave to the form of all others, in a verified module:
// their inputs become parameters in the order in which IREE's runtime passes them, each binding of
// the layout as a pointer, followed by its constants as i32; lane positions come from the
// operations of gpu; launch properties of their executables become attributes. A module without
// such kernels stays as it is. The error is a *[Diagnostic].
func Unwrap(m *Module) error {
	for _, k := range Kernels(m) {
		if k.Op.Name() != "func.func" {
			continue
		}
		u := unwrapper{m: m, kernel: k.Op}
		for _, step := range []func() error{u.launch, u.signature, u.body} {
			if err := step(); err != nil {
				return err
			}
		}
	}
	return nil
}

// unwrapper is one kernel.
type unwrapper struct {
	m        *Module
	kernel   *Operation
	bindings []*Value // parameters, empty if it has none of a layout
	numbers  []*Value
}

func (u *unwrapper) fail(op *Operation, format string, args ...any) error {
	return u.m.At(op, op.Name()+": "+fmt.Sprintf(format, args...))
}

// launch notes the sizes of workgroup, wave and grid at the kernel.
func (u *unwrapper) launch() error {
	for _, op := range u.launchers() {
		if sizes := op.Ints("workgroup_size"); sizes != nil {
			if err := u.state(op, "gpu.known_block_size", "a workgroup", sizes, StatedBlock(u.kernel)); err != nil {
				return err
			}
		}
		if wave := op.IntAttr("subgroup_size"); wave != 0 {
			u.kernel.SetAttr("subgroup_size", Int(I64, wave))
		}
	}
	k := Kernel{Name: u.kernel.StringAttr("sym_name"), Op: u.kernel}
	if _, ok := k.Workload(); !ok || u.kernel.HasAttr("gpu.known_grid_size") || u.kernel.HasAttr("known_grid_size") {
		return nil
	}
	grid, err := k.Grid(nil)
	switch e := err.(type) {
	case nil:
		u.kernel.SetAttr("gpu.known_grid_size", triple(grid))
	case *OpError:
		return u.m.At(e.Op, "the grid of kernel "+k.Name+": "+e.Msg)
	default:
		if err != errWorkload {
			return u.m.At(u.kernel, err.Error())
		}
	}
	return nil
}

// launchers returns the operations that say how the kernel is launched.
func (u *unwrapper) launchers() []*Operation {
	var list []*Operation
	if export := exportOf(u.kernel); export != nil {
		list = append(list, export)
	}
	if r := countRegionOf(u.kernel); r != nil && (len(list) == 0 || list[0] != r.Op) {
		list = append(list, r.Op)
	}
	return list
}

// state sets three sizes, unless the kernel states others.
func (u *unwrapper) state(op *Operation, attr, what string, sizes []int64, stated [3]uint32) error {
	var given [3]uint32
	if len(sizes) > 3 {
		return u.fail(op, "%s has three dimensions, not %d", what, len(sizes))
	}
	for i := range given {
		given[i] = 1
		if i < len(sizes) {
			if sizes[i] < 1 || sizes[i] >= 1<<31 {
				return u.fail(op, "%s cannot have %d in dimension %d", what, sizes[i], i)
			}
			given[i] = uint32(sizes[i])
		}
	}
	if stated != [3]uint32{} && stated != given {
		return u.fail(op, "%s has %v, but the kernel says %v", what, given, stated)
	}
	if stated == [3]uint32{} {
		u.kernel.SetAttr(attr, triple(given))
	}
	return nil
}

func triple(sizes [3]uint32) Attr {
	return &DenseArrayAttr{Elem: I32, Nums: []int64{int64(sizes[0]), int64(sizes[1]), int64(sizes[2])}}
}

// signature returns the kernel the parameters of its layout.
func (u *unwrapper) signature() error {
	layout, at, err := u.layout()
	if layout == nil || err != nil {
		return err
	}
	t := FunctionTypeOf(u.kernel)
	if len(t.Inputs) > 0 && strings.HasSuffix(at.Name(), ".export") {
		return nil // done before
	}
	if len(t.Inputs) > 0 {
		return u.fail(at, "a kernel with a layout has no other parameters, this one has %d", len(t.Inputs))
	}
	bindings, constants, err := layoutOf(layout)
	if err != nil {
		return u.fail(at, "%v", err)
	}
	if bindings > maxConstants {
		return u.fail(at, "%d bindings do not fit a launch", bindings)
	}
	entry := u.kernel.Regions[0].Entry()
	var inputs []Type
	add := func(t Type) *Value {
		inputs = append(inputs, t)
		return entry.AddArg(t)
	}
	for range bindings {
		u.bindings = append(u.bindings, add(Opaque("stream", "binding")))
	}
	for range constants {
		u.numbers = append(u.numbers, add(I32))
	}
	u.kernel.SetAttr("function_type", &TypeAttr{Function(inputs, nil)})
	return nil
}

// layout returns the layout of the kernel's export or of the operations inside, all of which have
// the same; nil if there is none.
func (u *unwrapper) layout() (layout Attr, at *Operation, err error) {
	note := func(op *Operation) bool {
		l := op.Attr("layout")
		switch {
		case err != nil || l == nil || !strings.HasPrefix(op.Name(), "hal."):
		case layout == nil || SameAttr(layout, l):
			layout, at = l, op
		case !SameAttr(layout, l):
			err = u.fail(op, "the layout differs from that of %s in the same kernel", at.Name())
		}
		return true
	}
	if export := exportOf(u.kernel); export != nil {
		note(export)
	}
	u.kernel.Walk(note)
	return layout, at, err
}

// body replaces the operations of IREE.
func (u *unwrapper) body() (err error) {
	Rewrite(u.kernel, func(w *Rewriter, op *Operation) bool {
		if err != nil {
			return true
		}
		switch op.Name() {
		case "hal.interface.binding.subspan":
			var v *Value
			if v, err = u.subspan(w, op); err == nil {
				return w.ReplaceOp(op, v)
			}
		case "util.assume.int":
			return u.assume(w, op)
		case "hal.interface.constant.load":
			return w.ReplaceOp(op, u.numbers[op.IntAttr("ordinal")])
		default:
			if to := positions[op.Name()]; to != "" {
				attrs := []NamedAttr{{"dimension", DialectOpaque("gpu", "dim "+"xyz"[op.IntAttr("dimension"):][:1])}}
				if bound := op.Attr("upper_bound"); bound != nil {
					attrs = append(attrs, NamedAttr{"upper_bound", bound})
				}
				return w.ReplaceOp(op, w.Op(to, nil, []Type{Index}, attrs...))
			}
		}
		return true
	})
	return err
}

// assume makes an operation for each number of util.assume.int.
func (u *unwrapper) assume(w *Rewriter, op *Operation) (keep bool) {
	if len(op.Operands) == 1 {
		return true
	}
	for i, v := range op.Operands {
		one := &ArrayAttr{op.Attr("assumptions").(*ArrayAttr).Elems[i : i+1]}
		w.Replace(op.Results[i], w.Op(op.Name(), []*Value{v}, []Type{v.Type}, NamedAttr{"assumptions", one}))
	}
	return false
}

// positions are the operations that say where a lane is.
var positions = map[string]string{
	"hal.interface.workgroup.id":    "gpu.block_id",
	"hal.interface.workgroup.count": "gpu.grid_dim",
	"hal.interface.workgroup.size":  "gpu.block_dim",
}

// subspan makes the memref of a binding. Its first element is byte_offset bytes after the pointer,
// and the offset of its type states the same in elements: so the descriptor has the pointer and
// that offset.
func (u *unwrapper) subspan(w *Rewriter, op *Operation) (*Value, error) {
	t := op.Results[0].Type.(*MemRefType)
	binding := u.bindings[op.IntAttr("binding")]
	strides, offset, _ := t.Strides()
	bits, ok := BitWidth(t.Elem)
	if v, isVector := t.Elem.(*VectorType); isVector {
		bits, ok = BitWidth(v.Elem)
		bits *= int(v.Len())
	}
	if !ok || bits < 1 {
		return nil, u.fail(op, "elements of type %s have no size", t.Elem)
	}
	zero := w.Op("arith.constant", nil, []Type{Index}, NamedAttr{"value", Int(Index, 0)})
	bytes, dims := op.Operand("byte_offset"), op.OperandGroup("dynamic_dims")
	if bytes == nil {
		bytes = zero
	}
	known, constant := constantInt(bytes)
	switch {
	case constant && known == 0 && isIdentityLayout(t):
		return w.Op("stream.binding.subspan", append([]*Value{binding, zero}, dims...), []Type{t}), nil
	case offset != Dynamic && (!constant || known*8 != offset*int64(bits)):
		return nil, u.fail(op, "the offset of %s is not its byte_offset: write the type with offset: ?", t)
	}
	var first []*Value
	if offset == Dynamic {
		number := func(n int64) *Value {
			return w.Op("arith.constant", nil, []Type{Index}, NamedAttr{"value", Int(Index, n)})
		}
		in := bytes
		if bits%8 == 0 {
			in = w.Op("arith.divui", []*Value{in, number(int64(bits / 8))}, []Type{Index})
		} else {
			in = w.Op("arith.divui", []*Value{w.Op("arith.muli", []*Value{in, number(8)}, []Type{Index}), number(int64(bits))}, []Type{Index})
		}
		first = []*Value{in}
	}
	steps, err := u.steps(w, op, t, strides)
	if err != nil {
		return nil, err
	}
	base := w.Op("stream.binding.subspan", []*Value{binding, zero}, []Type{MemRef(t.Elem, nil, nil, t.Space)})
	sizes := func(nums ...int64) Attr { return &DenseArrayAttr{Elem: I64, Nums: nums} }
	operands := append(append(append([]*Value{base}, first...), dims...), steps...)
	return w.Op("memref.reinterpret_cast", operands, []Type{t},
		NamedAttr{"static_offsets", sizes(offset)}, NamedAttr{"static_sizes", sizes(t.Shape...)}, NamedAttr{"static_strides", sizes(strides...)},
		NamedAttr{operandSegments, &DenseArrayAttr{Elem: I32, Nums: []int64{1, int64(len(first)), int64(len(dims)), int64(len(steps))}}}), nil
}

// steps returns the strides that the type leaves open: those of rows without gaps.
func (u *unwrapper) steps(w *Rewriter, op *Operation, t *MemRefType, strides []int64) ([]*Value, error) {
	var steps []*Value
	dims := op.OperandGroup("dynamic_dims")
	number := func(n int64) *Value {
		return w.Op("arith.constant", nil, []Type{Index}, NamedAttr{"value", Int(Index, n)})
	}
	var step *Value // of the dimension that is looked at
	for i := len(strides) - 1; i >= 0; i-- {
		switch {
		case strides[i] != Dynamic:
			step = number(strides[i])
		case step == nil:
			return nil, u.fail(op, "the last stride of %s is open", t)
		default:
			steps = append([]*Value{step}, steps...)
		}
		size := t.Shape[i]
		by := number(max(size, 0))
		if size == Dynamic {
			by, dims = dims[len(dims)-1], dims[:len(dims)-1]
		}
		step = w.Op("arith.muli", []*Value{step, by}, []Type{Index})
	}
	return steps, nil
}

// constantInt returns the number that a value is known to be.
func constantInt(v *Value) (int64, bool) {
	if v.Op == nil || v.Op.Name() != "arith.constant" {
		return 0, false
	}
	a, ok := v.Op.Attr("value").(*IntegerAttr)
	if !ok {
		return 0, false
	}
	return a.Int64(), true
}

// CheckWave refuses a kernel made for a wave size other than the chip's.
func (k *Kernel) CheckWave(chip *arch.Chip) error {
	if n := StatedWave(k.Op); n != 0 && n != int64(chip.WaveSize) {
		return fmt.Errorf("kernel %q is made for waves of %d lanes: %s has %d", k.Name, n, chip.Name, chip.WaveSize)
	}
	return nil
}

// StatedWave returns the number of lanes of a wave for which a kernel is made, 0 if unstated.
func StatedWave(op *Operation) int64 {
	if n := op.IntAttr("subgroup_size"); n != 0 {
		return n
	}
	a, ok := op.Attr("translation_info").(*OpaqueAttr)
	if !ok {
		return 0
	}
	_, text, ok := strings.Cut(a.Body, "subgroup_size")
	if !ok {
		return 0
	}
	text = strings.TrimLeft(text, " =")
	end := 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(text[:end], 10, 64)
	if err != nil {
		return -1 // not a number: no chip has it
	}
	return n
}
