package codegen

import (
	"fmt"
	"slices"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// reduceLowerings: reductions of vectors and over lanes.
var reduceLowerings = []lowering{
	{"vector.reduction", lowerReduction},
	{"vector.multi_reduction", lowerMultiReduction},
	{"gpu.subgroup_reduce", lowerSubgroupReduce},
}

// known makes a value of ir from one that has already been selected, for operations that are not in
// the kernel.
func (k *kernel) known(v value) *ir.Value {
	of := &ir.Value{Type: v.typ}
	k.vals[of] = v
	return of
}

// selected selects an operation that is not in the kernel.
func (k *kernel) selected(name string, operands []*ir.Value, attrs ...ir.NamedAttr) (*ir.Value, error) {
	op := ir.NewOp(name, operands, nil, attrs...)
	f := k.lowering(name)
	if f == nil {
		return nil, k.refuse(k.current, "the compiler does not know "+name, "")
	}
	if err := f(k, op); err != nil {
		return nil, err
	}
	return op.Result(), nil
}

// combineOps are the operations that reductions are made of, by the name of
// the kind.
var combineOps = map[string]struct{ integer, float string }{
	"add":      {"arith.addi", "arith.addf"},
	"mul":      {"arith.muli", "arith.mulf"},
	"minui":    {integer: "arith.minui"},
	"minsi":    {integer: "arith.minsi"},
	"maxui":    {integer: "arith.maxui"},
	"maxsi":    {integer: "arith.maxsi"},
	"and":      {integer: "arith.andi"},
	"or":       {integer: "arith.ori"},
	"xor":      {integer: "arith.xori"},
	"minnumf":  {float: "arith.minnumf"},
	"maxnumf":  {float: "arith.maxnumf"},
	"minimumf": {float: "arith.minimumf"},
	"maximumf": {float: "arith.maximumf"},
}

// reducer combines values for one reduction.
type reducer struct {
	k     *kernel
	name  string
	attrs []ir.NamedAttr
	// free means that any order is acceptable.
	free bool
}

func (k *kernel) newReducer(op *ir.Operation, kind string, t ir.Type) (*reducer, error) {
	r := &reducer{k: k, name: combineOps[kind].integer, free: true}
	if _, isFloat := t.(ir.FloatType); isFloat {
		r.name, r.free = combineOps[kind].float, kind != "add" && kind != "mul"
		if flags := op.Attr("fastmath"); flags != nil {
			r.attrs = []ir.NamedAttr{{Name: "fastmath", Attr: flags}}
			r.free = r.free || fast(op, "reassoc")
		}
	}
	if r.name == "" {
		return nil, k.refuse(op, fmt.Sprintf("there is no %s of %s", kind, t), "")
	}
	return r, nil
}

func (r *reducer) two(a, b *ir.Value) (*ir.Value, error) {
	return r.k.selected(r.name, []*ir.Value{a, b}, r.attrs...)
}

// all combines values from the first to the last.
func (r *reducer) all(list []*ir.Value) (*ir.Value, error) {
	acc := list[0]
	for _, v := range list[1:] {
		var err error
		if acc, err = r.two(acc, v); err != nil {
			return nil, err
		}
	}
	return acc, nil
}

// scalars are elements of a value as values.
func (k *kernel) scalars(like *ir.Value, list []elem) []*ir.Value {
	out := make([]*ir.Value, len(list))
	for i, e := range list {
		out[i] = k.knownLike(like, k.assemble(e.typ, []elem{e}))
	}
	return out
}

// lowerReduction: from the first element to the last, beginning with the accumulator; a sum of
// floats without one begins with +0. If the order is free, halves are combined as vectors as long
// as there are instructions on pairs.
func lowerReduction(k *kernel, op *ir.Operation) error {
	if err := k.checkTypes(op); err != nil {
		return err
	}
	t := op.Result().Type
	r, err := k.newReducer(op, op.EnumAttr("kind"), t)
	if err != nil {
		return err
	}
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	like := op.Operands[0]
	if r.free {
		if like, list, err = r.halved(like, list); err != nil {
			return err
		}
	}
	values := k.scalars(like, list)
	_, isFloat := t.(ir.FloatType)
	switch {
	case len(op.Operands) > 1:
		values = append([]*ir.Value{op.Operands[1]}, values...)
	case isFloat && op.EnumAttr("kind") == "add" && !fast(op, "nsz"):
		values = append([]*ir.Value{k.known(constant(t, 0))}, values...)
	}
	acc, err := r.all(values)
	if err != nil {
		return err
	}
	k.set(op, k.value(acc))
	return nil
}

// halved combines the halves of a list as vectors as long as a dword, or for
// f32 a pair of dwords, holds more than one number. like is what the elements are from.
func (r *reducer) halved(like *ir.Value, list []elem) (*ir.Value, []elem, error) {
	k, t := r.k, list[0].typ
	pairs := t == ir.F16 || t == ir.I16 || t == ir.F32
	for pairs && len(list) >= 4 && len(list)%4 == 0 {
		half := ir.Vector(t, int64(len(list)/2))
		a := k.knownLike(like, k.assemble(half, list[:len(list)/2]))
		b := k.knownLike(like, k.assemble(half, list[len(list)/2:]))
		sum, err := r.two(a, b)
		if err != nil {
			return nil, nil, err
		}
		like, list = sum, k.elements(k.value(sum))
	}
	return like, list, nil
}

// lowerMultiReduction: each element of the accumulator combines those of the source along the
// reduced dimensions, in row-major order. Where the reduced dimensions come first, and elements are
// packed, whole rows are combined.
func lowerMultiReduction(k *kernel, op *ir.Operation) error {
	if err := k.checkTypes(op); err != nil {
		return err
	}
	t := op.Result().Type
	r, err := k.newReducer(op, op.EnumAttr("kind"), ir.ElemType(t))
	if err != nil {
		return err
	}
	list, err := k.vectorElements(op, 0)
	if err != nil {
		return err
	}
	from, to, gone := ir.VectorShape(op.Operands[0].Type), ir.VectorShape(t), op.Ints("reduction_dims")
	acc := k.elements(k.value(op.Operands[1]))
	if leading(gone) && len(acc) > 1 {
		return k.reduceRows(op, r, list, len(acc))
	}
	sums := make([][]elem, len(acc))
	for i := range acc {
		sums[i] = []elem{acc[i]}
	}
	eachIndex(from, func(n int, index []int64) {
		var at []int64
		for d, x := range index {
			if !slices.Contains(gone, int64(d)) {
				at = append(at, x)
			}
		}
		i := flatIndex(to, at)
		sums[i] = append(sums[i], list[n])
	})
	out := make([]elem, len(acc))
	for i := range sums {
		sum, err := r.all(append(k.scalars(op.Operands[1], sums[i][:1]), k.scalars(op.Operands[0], sums[i][1:])...))
		if err != nil {
			return err
		}
		out[i] = k.elements(k.value(sum))[0]
	}
	k.rearranged(op, 0, out)
	return nil
}

// leading reports whether dimensions are the first ones.
func leading(dims []int64) bool {
	for i := range dims {
		if !slices.Contains(dims, int64(i)) {
			return false
		}
	}
	return len(dims) > 0
}

// reduceRows adds rows of n elements one by one to the accumulator.
func (k *kernel) reduceRows(op *ir.Operation, r *reducer, list []elem, n int) error {
	row := ir.Vector(list[0].typ, int64(n))
	acc := k.knownLike(op.Operands[1], k.assemble(row, k.elements(k.value(op.Operands[1]))))
	for at := 0; at < len(list); at += n {
		var err error
		if acc, err = r.two(acc, k.knownLike(op.Operands[0], k.assemble(row, list[at:at+n]))); err != nil {
			return err
		}
	}
	k.rearranged(op, 0, k.elements(k.value(acc)))
	return nil
}

// lowerSubgroupReduce combines each lane with the one whose number differs in
// the lowest bit of the clusters, then in the next one. All combinations are
// symmetric, so both sides of a pair compute the same.
func lowerSubgroupReduce(k *kernel, op *ir.Operation) error {
	if err := k.checkTypes(op); err != nil {
		return err
	}
	size, stride, wave := k.opt.Chip.WaveSize, 1, k.opt.Chip.WaveSize
	if op.HasAttr("cluster_size") {
		size, stride = int(op.IntAttr("cluster_size")), int(op.IntAttr("cluster_stride"))
	}
	if size*stride > wave {
		return k.refuse(op, fmt.Sprintf("clusters of %d lanes with stride %d", size, stride), fmt.Sprintf("a wave has %d lanes", wave))
	}
	if kind := op.EnumAttr("op"); op.Result().Type == ir.I1 && size == wave && (kind == "and" || kind == "or") {
		k.set(op, k.vote(k.value(op.Operands[0]), kind == "and"))
		return nil
	}
	r, err := k.newReducer(op, op.EnumAttr("op"), ir.ElemType(op.Result().Type))
	if err != nil {
		return err
	}
	acc, err := r.lanes(op.Operands[0], size, stride)
	if err != nil {
		return err
	}
	k.set(op, k.value(acc))
	return nil
}

// vote returns whether a condition holds in all lanes, or in one of them: in all, if it does not
// fail in one.
func (k *kernel) vote(v value, all bool) value {
	c := v.bit[0]
	if all {
		c = k.not(c)
	}
	if c.kind == condMask {
		lanes := c.mask
		if !c.clean {
			lanes = k.sop(isa.S_AND_B64, 2, mach.P(lanes), mach.Exec())
		}
		c = cond{kind: condScalar, op: isa.S_CMP_LG_U64, a: mach.P(lanes), b: constDword(0)}
	}
	if all {
		c = k.not(c)
	}
	return value{typ: v.typ, bit: []cond{c}}
}

// lanes combines the lanes of clusters.
func (r *reducer) lanes(v *ir.Value, size, stride int) (acc *ir.Value, err error) {
	k := r.k
	acc = v
	last := size * stride
	whole := last == k.opt.Chip.WaveSize && stride == 1
	if whole {
		last = 16 // the rest is done by broadcasts from row to row
	}
	for bit := stride; bit < last; bit *= 2 {
		if acc, err = r.exchange(acc, bit, stride); err != nil {
			return nil, err
		}
	}
	if !whole {
		return acc, nil
	}
	// Rows 1 and 3 take what the row before has, row 3 then what row 1 has: the
	// last lane has it all.
	for _, ctrl := range [...]uint16{isa.DPPRowBcast15, isa.DPPRowBcast31} {
		if acc, err = r.dpp(acc, ctrl); err != nil {
			return nil, err
		}
	}
	lane := constDword(uint32(k.opt.Chip.WaveSize - 1))
	return k.knownLike(acc, k.moveValue(k.value(acc), func(d mach.Operand) mach.Operand { return k.readLane(d, lane) })), nil
}

// swapped does the same with v_permlane16_swap and v_permlane32_swap, which give
// both sides of a pair to both.
func (r *reducer) swapped(v *ir.Value, bit int) (*ir.Value, error) {
	k := r.k
	var high []mach.Operand
	low := k.moveValue(k.value(v), func(d mach.Operand) mach.Operand {
		a, b := k.swapped(d, bit)
		high = append(high, b)
		return a
	})
	other := k.moveValue(k.value(v), func(mach.Operand) mach.Operand {
		d := high[0]
		high = high[1:]
		return d
	})
	return r.two(k.knownLike(v, low), k.knownLike(v, other))
}

// exchange combines lanes whose numbers differ in a bit. If all lower bits have been combined, any
// lane of the other half of the group works.
func (r *reducer) exchange(v *ir.Value, bit, stride int) (*ir.Value, error) {
	k := r.k
	if k.canSwap() && bit >= 16 {
		return r.swapped(v, bit)
	}
	if bit == 4 && stride == 1 {
		return r.dpp(v, isa.DPPRowHalfMirror)
	}
	var from wavePattern
	for lane := range from {
		from[lane] = int8(lane ^ bit)
	}
	if ctrl, ok := from.dpp(); ok {
		return r.dpp(v, ctrl)
	}
	return r.two(v, k.knownLike(v, k.moveValue(k.value(v), k.mover(&from))))
}

// dppOps are the instructions that combine a number with one read by DPP, by the operation on two
// numbers.
var dppOps = map[ir.Type]map[string]isa.Op{
	ir.I32: {"arith.addi": isa.V_ADD_U32, "arith.minui": isa.V_MIN_U32, "arith.minsi": isa.V_MIN_I32, "arith.maxui": isa.V_MAX_U32,
		"arith.maxsi": isa.V_MAX_I32, "arith.andi": isa.V_AND_B32, "arith.ori": isa.V_OR_B32, "arith.xori": isa.V_XOR_B32},
	ir.F32: {"arith.addf": isa.V_ADD_F32, "arith.mulf": isa.V_MUL_F32},
}

// dpp combines each lane with the one that a DPP control names.
func (r *reducer) dpp(v *ir.Value, ctrl uint16) (*ir.Value, error) {
	k := r.k
	have := k.value(v)
	op, ok := dppOps[v.Type][r.name]
	if !ok || k.isScalar(have.dw[0]) {
		return r.two(v, k.knownLike(v, k.moveValue(have, func(d mach.Operand) mach.Operand { return k.dpp(d, ctrl) })))
	}
	dst := k.reg(mach.FileV, 1)
	k.b.Undef(dst)
	setDPP(k.b.EmitRow(k.f.Row(op, isa.EncDPP2, ""), mach.P(dst), have.dw[0], have.dw[0]), ctrl, 15, 15, true)
	return k.known(value{typ: v.Type, dw: dwords(dst)}), nil
}
