package codegen

import (
	"fmt"
	"strings"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// conversionLowerings: the conversions of amdgpu.
var conversionLowerings = []lowering{
	{"amdgpu.ext_packed_fp8", lowerExtPacked},
	{"amdgpu.packed_trunc_2xfp8", lowerPackedTrunc},
	{"amdgpu.packed_stoch_round_fp8", lowerPackedStochRound},
	{"amdgpu.scaled_ext_packed", lowerScaledExt},
	{"amdgpu.packed_scaled_trunc", lowerScaledTrunc},
}

// conversionIntrinsics: those of rocdl, whose names are those of the
// instructions.
func conversionIntrinsics() []lowering {
	var rows []lowering
	for i := range ir.Conversions() {
		c := &ir.Conversions()[i]
		rows = append(rows, lowering{"rocdl." + c.Name, func(k *kernel, op *ir.Operation) error { return lowerConversion(k, c, op) }})
	}
	return rows
}

// smallConversion is a conversion instruction with its operands.
type smallConversion struct {
	inst string
	// old is the previous value of the destination, for instructions that write only part of it;
	// partial says that the instruction is one of those.
	old     []mach.Operand
	partial bool
	srcs    []value
	// source and dest number the part of the source and of the destination that
	// is meant.
	source, dest int
}

// lowerConversion: operands are in the order of the instruction's sources, except the old value of
// the destination.
func lowerConversion(k *kernel, c *ir.Conversion, op *ir.Operation) error {
	if !c.On(k.opt.Chip) {
		return k.refuse(op, "is not on "+k.opt.Chip.Name, "")
	}
	x := smallConversion{inst: c.Inst.String()}
	for i, o := range c.Operands {
		v := k.value(op.Operands[i])
		if o.Name == "old" || o.Name == "oldVdst" {
			x.old, x.partial = v.dw, true
			continue
		}
		x.srcs = append(x.srcs, v)
	}
	for _, a := range c.Attr {
		n := selection(op, a.Name)
		if n < 0 || n > 3 {
			return k.refuse(op, fmt.Sprintf("%s is %d", a.Name, n), "a dword has four bytes")
		}
		switch {
		case strings.HasPrefix(a.Name, "dst"), x.partial && !strings.HasPrefix(a.Name, "src"):
			x.dest = n
		default:
			x.source = n
		}
	}
	k.set(op, value{typ: op.Result().Type, dw: k.convertSmall(&x)})
	return nil
}

// selection returns an attribute that numbers a part: an i1 or an integer.
func selection(op *ir.Operation, name string) int {
	a := op.Attr(name).(*ir.IntegerAttr)
	if a.Type == ir.I1 {
		if a.IsTrue() {
			return 1
		}
		return 0
	}
	return int(a.Int64())
}

// convertSmall emits a conversion and returns the dwords of its result.
func (k *kernel) convertSmall(x *smallConversion) []mach.Operand {
	inst, ok := isa.LookupOp(x.inst)
	if !ok {
		panic("BUG: isa does not know " + x.inst)
	}
	rows := k.f.Target.RowsOf(inst)
	row := &rows[0]
	sdwa := x.source != 0 && row.OpSelLen == 0
	if sdwa {
		row = k.f.Row(inst, isa.EncSDWA1, "")
	}
	dst := k.reg(mach.FileV, int(row.Operands[0].Dwords))
	switch {
	case x.old != nil:
		for i, d := range x.old {
			k.b.Copy(dst.Dword(i), d)
		}
	case x.partial:
		k.b.Undef(dst)
	}
	args := []mach.Operand{mach.P(dst)}
	for i, v := range x.srcs {
		args = append(args, k.conversionSource(row, i+1, v, sdwa))
	}
	if sdwa {
		in := k.b.EmitRow(row, args...)
		in.Mods.Src0Sel = uint8(x.source)
		if x.inst[:len("v_cvt_pk")] == "v_cvt_pk" {
			in.Mods.Src0Sel = sdwaWord0 + uint8(x.source)
		}
		return dwords(dst)
	}
	in := k.emitVector(inst, args[:1], args[1:])
	in.Mods.OpSel |= uint8(x.source)
	if x.dest != 0 {
		in.Mods.OpSel |= destinationSelect(in.Row, x)
	}
	return dwords(dst)
}

// sdwaWord0 is WORD_0 of an SDWA select.
const sdwaWord0 = 4

// destinationSelect returns the part of the destination in op_sel: a byte is numbered by the bits 2
// and 3, a word by the last element (facts isa/semantics.md §2).
func destinationSelect(row *isa.Row, x *smallConversion) uint8 {
	if strings.Contains(x.inst, "_sr_") && !strings.Contains(x.inst, "_f16_f32") && !strings.Contains(x.inst, "_bf16_f32") || strings.Contains(x.inst, "_fp4_") {
		return uint8(x.dest) << 2
	}
	return uint8(x.dest) << (row.OpSelLen - 1)
}

// conversionSource returns a source operand: a tuple, or a dword, which is a scalar or a constant
// only where it is an f32 or an integer.
func (k *kernel) conversionSource(row *isa.Row, i int, v value, sdwa bool) mach.Operand {
	if n := int(row.Operands[i].Dwords); n > 1 {
		return mach.P(k.tuple(mach.FileV, v.dw))
	}
	if plain := v.typ == ir.F32 || v.typ == ir.I32; plain && !sdwa {
		return v.dw[0]
	}
	return mach.P(k.toVector(v.dw[0], 1))
}

// smallFormats are the names that the instructions have for the formats.
var smallFormats = map[ir.Type]string{
	ir.F8E4M3FN: "fp8", ir.F8E4M3FNUZ: "fp8", ir.F8E5M2: "bf8", ir.F8E5M2FNUZ: "bf8", ir.F4E2M1FN: "fp4",
	ir.F32: "f32", ir.F16: "f16", ir.BF16: "bf16",
}

func formatName(t ir.Type) string { return smallFormats[ir.ElemType(t)] }

// chosenWord returns the pair that an index selects: of 8-bit numbers a word, where any index but 0
// is 1, of 4-bit ones a byte. ok is false for one that does not exist.
func chosenWord(t ir.Type, index int64) (n int, ok bool) {
	if typeBits(t) == 8 {
		return int(min(index, 1)), true
	}
	return int(index), index <= 3
}

func lowerExtPacked(k *kernel, op *ir.Operation) error {
	src, to := op.Operands[0], op.Result().Type
	name := formatName(src.Type)
	x := smallConversion{inst: "v_cvt_f32_" + name, srcs: []value{k.value(src)}, source: int(op.IntAttr("index"))}
	if countOf(ir.VectorShape(to)) == 2 {
		x.inst = "v_cvt_pk_f32_" + name
		x.source, _ = chosenWord(src.Type, op.IntAttr("index"))
	}
	k.set(op, value{typ: to, dw: k.convertSmall(&x)})
	return nil
}

// existing returns the old value of the destination.
func (k *kernel) existing(op *ir.Operation) []mach.Operand {
	if v := op.Operand("existing"); v != nil {
		return k.value(v).dw
	}
	return nil
}

func lowerPackedTrunc(k *kernel, op *ir.Operation) error {
	a := k.value(op.Operands[0])
	b := a // where it is not given, anything
	if v := op.Operand("sourceB"); v != nil {
		b = k.value(v)
	}
	x := smallConversion{inst: "v_cvt_pk_" + formatName(op.Result().Type) + "_f32", old: k.existing(op), partial: true,
		srcs: []value{a, b}, dest: int(op.IntAttr("wordIndex"))}
	k.set(op, value{typ: op.Result().Type, dw: k.convertSmall(&x)})
	return nil
}

func lowerPackedStochRound(k *kernel, op *ir.Operation) error {
	x := smallConversion{inst: "v_cvt_sr_" + formatName(op.Result().Type) + "_f32", old: k.existing(op), partial: true,
		srcs: []value{k.value(op.Operands[0]), k.value(op.Operands[1])}, dest: int(op.IntAttr("storeIndex"))}
	k.set(op, value{typ: op.Result().Type, dw: k.convertSmall(&x)})
	return nil
}

func lowerScaledExt(k *kernel, op *ir.Operation) error {
	src, to := op.Operands[0], op.Result().Type
	at, ok := chosenWord(src.Type, op.IntAttr("index"))
	if !ok {
		return k.poison(op)
	}
	x := smallConversion{inst: "v_cvt_scalef32_pk_" + formatName(to) + "_" + formatName(src.Type),
		srcs: []value{k.value(src), k.value(op.Operands[1])}, source: at}
	k.set(op, value{typ: to, dw: k.convertSmall(&x)})
	return nil
}

func lowerScaledTrunc(k *kernel, op *ir.Operation) error {
	src, to := k.value(op.Operands[0]), op.Result().Type
	at, ok := chosenWord(to, op.IntAttr("index"))
	if !ok {
		return k.refuse(op, fmt.Sprintf("the index is %d", op.IntAttr("index")), "a dword has four bytes")
	}
	x := smallConversion{inst: "v_cvt_scalef32_pk_" + formatName(to) + "_" + formatName(src.typ), old: k.existing(op), partial: true, dest: at}
	if ir.ElemType(src.typ) == ir.F32 {
		for i := range 2 {
			x.srcs = append(x.srcs, value{typ: ir.F32, dw: src.dw[min(i, len(src.dw)-1):][:1]})
		}
	} else {
		x.srcs = []value{src}
	}
	x.srcs = append(x.srcs, k.value(op.Operands[1]))
	k.set(op, value{typ: to, dw: k.convertSmall(&x)})
	return nil
}
