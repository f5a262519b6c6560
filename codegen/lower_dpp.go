package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// laneOpLowerings: the lane operations of amdgpu, which name the instruction.
var laneOpLowerings = []lowering{
	{"amdgpu.dpp", lowerDPP},
	{"amdgpu.swizzle_bitmode", lowerSwizzle},
	{"amdgpu.permlane_swap", lowerPermlaneSwap},
	{"rocdl.permlane16.swap", lowerRowSwap(isa.V_PERMLANE16_SWAP_B32)},
	{"rocdl.permlane32.swap", lowerRowSwap(isa.V_PERMLANE32_SWAP_B32)},
	{"llvm.extractvalue", lowerExtractValue},
}

// dppKinds are the controls of amdgpu.dpp's kinds; to those of rows their
// distance is added.
var dppKinds = map[string]uint16{
	"quad_perm": 0, "row_shl": isa.DPPRowShl, "row_shr": isa.DPPRowShr, "row_ror": isa.DPPRowRor,
	"wave_shl": isa.DPPWaveShl, "wave_shr": isa.DPPWaveShr, "wave_ror": isa.DPPWaveRor, "wave_rol": isa.DPPWaveRol,
	"row_mirror": isa.DPPRowMirror, "row_half_mirror": isa.DPPRowHalfMirror, "row_bcast_15": isa.DPPRowBcast15, "row_bcast_31": isa.DPPRowBcast31,
}

func dppControl(op *ir.Operation) uint16 {
	ctrl := dppKinds[op.EnumAttr("kind")]
	switch arg := op.Attr("permArgument").(type) {
	case *ir.IntegerAttr:
		return ctrl + uint16(arg.Int64())
	case *ir.ArrayAttr:
		for i, e := range arg.Elems {
			ctrl |= uint16(e.(*ir.IntegerAttr).Int64()) << (2 * i)
		}
	}
	return ctrl
}

// lowerDPP: the old value is what the destination has before.
func lowerDPP(k *kernel, op *ir.Operation) error {
	if err := k.checkLaneTypes(op); err != nil {
		return err
	}
	rows, banks := op.IntAttr("row_mask"), op.IntAttr("bank_mask")
	if rows&^15 != 0 || banks&^15 != 0 {
		return k.refuse(op, "row_mask and bank_mask have four bits", "")
	}
	ctrl, bound := dppControl(op), op.HasAttr("bound_ctrl")
	move := func(old, src mach.Operand) mach.Operand {
		dst := k.reg(mach.FileV, 1)
		k.b.Copy(dst, old)
		k.dppInto(dst, src, ctrl, uint8(rows), uint8(banks), bound)
		return mach.P(dst)
	}
	old, src := k.value(op.Operands[0]), k.value(op.Operands[1])
	out := value{typ: src.typ}
	if src.bit != nil {
		out.bit = []cond{k.boolCond(move(k.laneBool(old.bit[0]), k.laneBool(src.bit[0])))}
		k.set(op, out)
		return nil
	}
	if old.narrow == src.narrow {
		out.narrow = src.narrow
	}
	a, b := k.allDwords(old), k.allDwords(src)
	for i := range b {
		out.dw = append(out.dw, move(a[i], b[i]))
	}
	k.set(op, out)
	return nil
}

// lowerSwizzle: inactive lanes give 0, as in ds_swizzle and in a DPP move with bound_ctrl; so
// uniform values are moved, too.
func lowerSwizzle(k *kernel, op *ir.Operation) error {
	if err := k.checkLaneTypes(op); err != nil {
		return err
	}
	and, or, xor := op.IntAttr("and_mask"), op.IntAttr("or_mask"), op.IntAttr("xor_mask")
	if (and|or|xor)&^31 != 0 {
		return k.refuse(op, "the masks have five bits", "")
	}
	var from wavePattern
	for lane := range from {
		from[lane] = int8(lane&^31 | (lane&31&int(and) | int(or)) ^ int(xor))
	}
	move := func(d mach.Operand) mach.Operand { return k.swizzle(d, bitSwizzle(and, or, xor)) }
	if from.is(func(lane int) int { return lane }) {
		move = func(d mach.Operand) mach.Operand { return d }
	} else if ctrl, ok := from.dpp(); ok {
		move = func(d mach.Operand) mach.Operand { return k.dpp(d, ctrl) }
	}
	v := k.value(op.Operands[0])
	out := value{typ: v.typ, narrow: v.narrow, ext: v.ext}
	for _, d := range v.dw {
		out.dw = append(out.dw, move(d))
	}
	for _, c := range v.bit {
		out.bit = append(out.bit, k.boolCond(move(k.laneBool(c))))
	}
	k.set(op, out)
	return nil
}

func lowerPermlaneSwap(k *kernel, op *ir.Operation) error {
	if err := k.checkLaneTypes(op); err != nil {
		return err
	}
	if !k.canSwap() {
		return k.refuse(op, "is not on "+k.opt.Chip.Name, "use gpu.shuffle")
	}
	row := int(op.IntAttr("row_length"))
	k.set(op, k.moveValue(k.value(op.Operands[0]), func(d mach.Operand) mach.Operand { return k.swapHalves(d, row) }))
	return nil
}

// lowerRowSwap: the instruction changes both of its operands.
func lowerRowSwap(inst isa.Op) func(k *kernel, op *ir.Operation) error {
	return func(k *kernel, op *ir.Operation) error {
		a, b := k.reg(mach.FileV, 1), k.reg(mach.FileV, 1)
		k.b.Copy(a, k.value(op.Operands[0]).dw[0])
		k.b.Copy(b, k.value(op.Operands[1]).dw[0])
		k.b.Emit(inst, mach.P(a), mach.P(b))
		k.set(op, value{typ: op.Result().Type, dw: []mach.Operand{mach.P(a), mach.P(b)}})
		return nil
	}
}

// lowerExtractValue: pairs of dwords are the only aggregates.
func lowerExtractValue(k *kernel, op *ir.Operation) error {
	n := op.Attr("position").(*ir.DenseArrayAttr).Nums[0]
	k.set(op, value{typ: op.Result().Type, dw: k.value(op.Operands[0]).dw[n:][:1]})
	return nil
}
