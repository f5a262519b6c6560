package ir

import (
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/isa"
)

// rocdlDialect is the part of LLVM 22's rocdl that gfx942 and gfx950 have: scheduling and
// synchronization, all matrix instructions and all conversions. The tables below list the types of
// LLVM's intrinsics; those that rocdl leaves open are checked with a chip only, as LLVM checks them
// later than MLIR.
var rocdlDialect = Dialect{Name: "rocdl", Ops: onDemand(rocdlOps), Attrs: []DialectAttr{rocdlPermBAttr, schedGroupMaskAttr},
	Discardable: []AttrDecl{{Name: wavesPerEU, Kind: wavesPerEUKind}}, Elsewhere: []string{
		"wmma.", "cvt.scale.", "cvt.scalef32.pk8.", "cvt.scalef32.pk16.", "cvt.scalef32.sr.pk8.", "cvt.scalef32.sr.pk16.",
		"tensor.", "s.wait.", "s.barrier.", "cluster.", "ds.load.tr", "global.load.tr", "global.load.async.",
		"mfma.i32.32x32x8i8", "mfma.i32.16x16x16i8", // gfx90a and older
		"mfma.f32.32x32x2bf16", "mfma.f32.16x16x2bf16", "mfma.f32.4x4x2bf16", "mfma.f32.32x32x4bf16", "mfma.f32.16x16x8bf16",
	}}

// What amdgpu.mfma and the scheduling barriers have in place of amdgpu's
// attributes and of numbers since LLVM 23.
var (
	rocdlPermBAttr     = DialectAttr{Name: "mfma_perm_b", Words: MFMAPermBs}
	schedGroupMaskAttr = DialectAttr{Name: "sched_group_mask", Words: append([]string{"none", "all"}, schedGroupWords...), Canon: canonSchedGroup}
)

// schedGroupWords are the classes of instructions of a sched_group_mask, by bit.
var schedGroupWords = []string{"non_mem_non_sideeffect", "valu", "salu", "mfma_wmma", "all_vmem", "vmem_read", "vmem_write",
	"all_ds", "ds_read", "ds_write", "transcendental", "ldsdma"}

// SchedGroupMask returns the bits of the mask of a scheduling barrier: of an integer, or of the words
// of a sched_group_mask. LLVM's bits are those of schedGroupWords, in order; all is all of them.
func SchedGroupMask(a Attr) (bits int64, ok bool) {
	switch a := a.(type) {
	case *IntegerAttr:
		return a.Int64(), true
	case *OpaqueAttr:
		for _, word := range strings.Split(a.Param(schedGroupMaskAttr.Name), "|") {
			switch i := slices.Index(schedGroupWords, strings.TrimSpace(word)); {
			case i >= 0:
				bits |= 1 << i
			case word == "all":
				bits |= 1<<len(schedGroupWords) - 1
			case word != "none":
				return 0, false
			}
		}
		return bits, true
	}
	return 0, false
}

// canonSchedGroup orders the flags of a sched_group_mask.
func canonSchedGroup(param string) (string, error) {
	known := DialectAttr{Name: "sched_group_mask", Words: schedGroupWords, Sep: "|", None: "none", All: "all"}
	if strings.Contains(param, ",") {
		return "", known.unknown(strings.TrimSpace(param))
	}
	return known.canonical(strings.ReplaceAll(param, "|", ","))
}

// wavesPerEU is the attribute of a kernel with the number of waves that must fit a SIMD (LLVM:
// execution unit). LLVM's translation of rocdl takes integers of any type, and 0 for no bound.
const wavesPerEU = "rocdl.waves_per_eu"

var wavesPerEUKind = &AttrKind{Text: "integer attribute of at least 0", Samples: []string{"1 : i32", "2 : i64"}, Has: func(a Attr) bool {
	n, ok := a.(*IntegerAttr)
	return ok && n.Int64() >= 0
}}

// llvmType is the set of types that LLVM has, too, as upstream defines it: it does not check the
// element type of vectors.
var llvmType = &Constraint{"LLVM dialect-compatible type", isLLVMType}

func isLLVMType(t Type) bool {
	switch t := t.(type) {
	case IntegerType:
		return t.Sign() == Signless
	case FloatType:
		switch t {
		case F16, BF16, F32, F64, F80, F128:
			return true
		}
	case *VectorType:
		return len(t.Shape) == 1 && (vectorNumber(t.Elem) || isLLVMType(t.Elem))
	case *OpaqueType:
		return t.Dialect == "llvm"
	}
	return false
}

// vectorNumber is a type of numbers that the elements of a vector may have.
func vectorNumber(t Type) bool {
	switch t.(type) {
	case IntegerType, FloatType, IndexType:
		return true
	}
	return false
}

func rocdlOps() []OpDecl {
	number := func(name string, t Type, samples ...int64) AttrDecl {
		return AttrDecl{Name: name, Kind: intKind(t, samples...)}
	}
	mask := func(samples ...int64) AttrDecl {
		return AttrDecl{Name: "mask", Kind: orNewer(intKind(I32, samples...), enumKind("rocdl", &schedGroupMaskAttr))}
	}
	ops := []OpDecl{
		{Name: "rocdl.readfirstlane", Operands: []ValueDecl{{Name: "src", Type: llvmType}}, Results: []ValueDecl{{Name: "res", Type: llvmType}},
			Traits: laneOp | SameTypes, Infer: inferSame, VerifyChip: readFirstLaneChip},
		{Name: "rocdl.readlane", Operands: []ValueDecl{{Name: "src0", Type: llvmType}, {Name: "src1", Type: oneOf(I32)}},
			Results: []ValueDecl{{Name: "res", Type: llvmType}}, Traits: laneOp, Rules: []Rule{sameType("src0", "res")}, Infer: inferSame, VerifyChip: readFirstLaneChip},
		swapDecl("rocdl.permlane16.swap", isa.V_PERMLANE16_SWAP_B32),
		swapDecl("rocdl.permlane32.swap", isa.V_PERMLANE32_SWAP_B32),
		{Name: "rocdl.s.barrier", Traits: Barrier | Convergent},
		{Name: "rocdl.s.waitcnt", Attrs: []AttrDecl{number("bitfield", I32)}},
		{Name: "rocdl.asyncmark"},
		{Name: "rocdl.wait.asyncmark", Attrs: []AttrDecl{number("count", I16, 0, 1)}},
		{Name: "rocdl.s.setprio", Attrs: []AttrDecl{number("priority", I16)}},
		{Name: "rocdl.sched.barrier", Attrs: []AttrDecl{mask()}},
		{Name: "rocdl.sched.group.barrier", Attrs: []AttrDecl{mask(8, 256), number("size", I32, 1, 4), number("groupId", I32, 0)}},
	}
	for i := range MatrixOps() {
		m := &MatrixOps()[i]
		ops = append(ops, OpDecl{Name: "rocdl." + m.Rocdl,
			Operands: []ValueDecl{{Name: "args", Type: llvmType, Count: Variadic}}, Results: []ValueDecl{{Name: "res", Type: llvmType}},
			Traits:     laneOp,
			VerifyChip: func(op *Operation, chip *arch.Chip) error { return rocdlMatrixChip(m, op, chip) }})
	}
	for i := range Conversions() {
		ops = append(ops, Conversions()[i].decl())
	}
	return ops
}

// pairOfI32 is the type of an exchange's results.
var pairOfI32 = &Constraint{Pair.String(), func(t Type) bool { return SameType(t, Pair) }}

// swapDecl is an exchange of the lanes of old with the bit that the instruction is about for the lanes
// of src without it.
func swapDecl(name string, inst isa.Op) OpDecl {
	return OpDecl{Name: name,
		Operands: []ValueDecl{{Name: "old", Type: oneOf(I32)}, {Name: "src", Type: oneOf(I32)}}, Results: []ValueDecl{{Name: "res", Type: pairOfI32}},
		Attrs:      []AttrDecl{{Name: "fi", Kind: boolKind}, {Name: "boundControl", Kind: boolKind}},
		Traits:     laneOp,
		VerifyChip: func(_ *Operation, chip *arch.Chip) error { return needInst(chip, inst) }}
}

func readFirstLaneChip(op *Operation, _ *arch.Chip) error {
	if t := op.Operands[0].Type; t != Type(nil) {
		if _, pointer := t.(*OpaqueType); !pointer && transferBits(t) == 0 {
			return fmt.Errorf("moves integers, floats, and vectors of them, not %s", t)
		}
	}
	return nil
}

// rocdlMatrixChip checks operands and result against the signature of the
// intrinsic; all operands but the matrices, the index and the scales are
// constants in the instruction.
func rocdlMatrixChip(m *MatrixOp, op *Operation, chip *arch.Chip) error {
	if !m.On(chip) {
		return fmt.Errorf("is not on %s", chip.Name)
	}
	if err := chip.CheckFormats(m.Inputs()...); err != nil {
		return err
	}
	want := m.Signature()
	if len(op.Operands) != len(want) {
		return fmt.Errorf("takes %d operands, not %d", len(want), len(op.Operands))
	}
	for i, types := range want {
		if v := op.Operands[i]; !hasType(types, v.Type) {
			return fmt.Errorf("operand %d must be %s, not %s", i, typeTexts(types), v.Type)
		} else if m.constant(i) && (v.Op == nil || !v.Op.Decl.Is(Constant)) {
			return fmt.Errorf("operand %d must be a constant: it is a field of the instruction", i)
		}
	}
	if d := m.Accumulator(); !SameType(op.Results[0].Type, d) {
		return fmt.Errorf("the result must be %s, not %s", d, op.Results[0].Type)
	}
	return nil
}

// constant reports whether operand i of rocdl's operation is a constant.
func (m *MatrixOp) constant(i int) bool {
	switch {
	case m.Scaled:
		return i >= 3 && i != 6 && i != 8 // all but the scales
	case m.Sparse:
		return i >= 4 // all but the index
	}
	return i >= 3
}

func hasType(types []Type, t Type) bool {
	for _, w := range types {
		if SameType(w, t) {
			return true
		}
	}
	return false
}

func typeTexts(types []Type) string {
	texts := make([]string, len(types))
	for i, t := range types {
		texts[i] = t.String()
	}
	return strings.Join(texts, " or ")
}
