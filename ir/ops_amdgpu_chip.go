package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"heddle/arch"
	"heddle/isa"
)

// The checks here reject, for a chip, what LLVM 22's convert-amdgpu-to-rocdl rejects for
// it, and what that pass accepts although the chip does not have it, so that llc, or
// nothing, reports it.

// needInst rejects an operation whose instruction the chip does not have.
func needInst(chip *arch.Chip, inst isa.Op) error {
	if isa.For(chip).Has(inst) {
		return nil
	}
	return fmt.Errorf("is only supported on %s, not on %s", strings.Join(isa.ChipsWith(inst), " and "), chip.Name)
}

// needStrided rejects a memref without a strided layout.
func needStrided(v *Value) error {
	if _, _, ok := v.Type.(*MemRefType).Strides(); !ok {
		return fmt.Errorf("needs a memref with a strided layout, not %s", v.Type)
	}
	return nil
}

// needPlain rejects vectors with more than one dimension, and scalable ones.
func needPlain(values ...*Value) error {
	for _, v := range values {
		if t, ok := v.Type.(*VectorType); ok && (len(t.Shape) != 1 || t.Scalable != nil) {
			return fmt.Errorf("needs vectors of one fixed dimension, not %s", t)
		}
	}
	return nil
}

// needBytes rejects a memref whose elements do not fill whole bytes.
func needBytes(v *Value) error {
	elem := v.Type.(*MemRefType).Elem
	if bits := transferBits(elem); bits == 0 || bits%8 != 0 {
		return fmt.Errorf("needs a memref whose elements are integers or floats of whole bytes, not %s", v.Type)
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func fatRawBufferChip(op *Operation, _ *arch.Chip) error {
	return firstError(needStrided(op.Operand("source")), needBytes(op.Operand("source")))
}

func rawBufferChip(op *Operation, chip *arch.Chip) error {
	if err := firstError(needStrided(op.Operand("memref")), needBytes(op.Operand("memref")), needPlain(op.Operands[0])); err != nil {
		return err
	}
	data := op.Operands[0].Type
	if _, load := data.(*MemRefType); load {
		data = op.Results[0].Type
		if err := needPlain(op.Results[0]); err != nil {
			return err
		}
	}
	bits := transferBits(data)
	if bits > 128 || bits > 32 && bits%32 != 0 || bits == 0 || bits < 32 && bits != 8 && bits != 16 {
		return fmt.Errorf("a buffer access has 1, 2, 4, 8, 12 or 16 bytes, not those of %s", data)
	}
	switch op.Name() {
	case "amdgpu.raw_buffer_atomic_fadd":
		if ElemType(data) == BF16 {
			return needInst(chip, isa.BUFFER_ATOMIC_PK_ADD_BF16)
		}
	case "amdgpu.raw_buffer_atomic_fmax":
		if data != F64 {
			return fmt.Errorf("%s has an atomic maximum of f64 only, not of %s", chip.Name, data)
		}
	case "amdgpu.raw_buffer_atomic_cmpswap":
		if data != I32 && data != I64 && data != F32 && data != F64 {
			return fmt.Errorf("compares and swaps 4 or 8 bytes, not %s", data)
		}
	}
	return nil
}

func gatherToLDSChip(op *Operation, chip *arch.Chip) error {
	src, dst := op.Operand("src"), op.Operand("dst")
	if err := firstError(needStrided(src), needStrided(dst), needBytes(src)); err != nil {
		return err
	}
	for _, name := range []string{"src", "dst"} {
		indices, rank := len(op.OperandGroup(name+"Indices")), len(op.Operand(name).Type.(*MemRefType).Shape)
		if indices != rank {
			return fmt.Errorf("expected %d indices to %s, got %d", rank, name, indices)
		}
	}
	transfer := op.Attr("transferType").(*TypeAttr).Type
	if bits := transferBits(transfer); bits > 32 {
		inst := isa.GLOBAL_LOAD_LDS_DWORDX4
		if bits == 96 {
			inst = isa.GLOBAL_LOAD_LDS_DWORDX3
		}
		if err := needInst(chip, inst); err != nil {
			return fmt.Errorf("with %d bytes (%s) %w", bits/8, transfer, err)
		}
	}
	return nil
}

// transposeLoads are the transposing reads of LDS by the bits of an element.
var transposeLoads = map[int]isa.Op{4: isa.DS_READ_B64_TR_B4, 6: isa.DS_READ_B96_TR_B6, 8: isa.DS_READ_B64_TR_B8, 16: isa.DS_READ_B64_TR_B16}

func transposeLoadChip(op *Operation, chip *arch.Chip) error {
	src := op.Operand("src")
	if n, rank := len(op.OperandGroup("srcIndices")), len(src.Type.(*MemRefType).Shape); n != rank {
		return fmt.Errorf("expected %d indices to src, got %d", rank, n)
	}
	bits, _ := BitWidth(ElemType(op.Results[0].Type))
	return firstError(needInst(chip, transposeLoads[bits]), needBytes(src), needStrided(src), needPlain(op.Results[0]))
}

func memoryCounterWaitChip(op *Operation, chip *arch.Chip) error {
	if op.Attr("tensor") != nil {
		return fmt.Errorf("%s has no counter of tensor operations", chip.Name)
	}
	return nil
}

func dppChip(op *Operation, _ *arch.Chip) error {
	t := op.Operands[0].Type
	if n, _ := BitWidth(t); n != 32 && n != 64 && (n == 0 || n > 16 || 32%n != 0) {
		return fmt.Errorf("moves values of 64, 32, 16 and fewer bits that divide 32, not %s", t)
	}
	switch arg := op.Attr("permArgument").(type) {
	case *ArrayAttr:
		for _, e := range arg.Elems {
			if _, ok := e.(*IntegerAttr); !ok {
				return fmt.Errorf("each element of quad_perm must be a number, not %s", e)
			}
		}
		if kind := op.EnumAttr("kind"); kind != "quad_perm" {
			return fmt.Errorf("%s needs a number as permArgument, not %s", kind, arg)
		}
	case UnitAttr:
		if kind := op.EnumAttr("kind"); kind == "row_shl" || kind == "row_shr" || kind == "row_ror" {
			return fmt.Errorf("%s needs a number as permArgument, not unit", kind)
		}
	}
	return nil
}

func permlaneSwapChip(op *Operation, chip *arch.Chip) error {
	if op.IntAttr("row_length") == 16 {
		return needInst(chip, isa.V_PERMLANE16_SWAP_B32)
	}
	return needInst(chip, isa.V_PERMLANE32_SWAP_B32)
}

// needFlavour rejects 8-bit floats of the wrong kind for the chip: FNUZ or OCP.
func needFlavour(t Type, chip *arch.Chip) error {
	if err := chip.CheckFormats("fp8", "bf8"); err != nil {
		return err
	}
	fp8, bf8 := TypeOf(chip.FP8), TypeOf(chip.BF8)
	if e := ElemType(t); e != fp8 && e != bf8 {
		return fmt.Errorf("the 8-bit floats of %s are %s and %s, not %s", chip.Name, fp8, bf8, e)
	}
	return nil
}

func extPackedChip(op *Operation, chip *arch.Chip) error {
	return firstError(needPlain(op.Operands[0], op.Results[0]), needFlavour(op.Operands[0].Type, chip))
}

func packedTruncChip(op *Operation, chip *arch.Chip) error {
	return firstError(needPlain(op.Results[0]), needFlavour(op.Results[0].Type, chip))
}

func scaledConversionChip(op *Operation, chip *arch.Chip) error {
	packed, inst := op.Operands[0].Type, isa.V_CVT_SCALEF32_PK_F32_FP8
	if op.Name() == "amdgpu.packed_scaled_trunc" {
		packed, inst = op.Results[0].Type, isa.V_CVT_SCALEF32_PK_FP8_F32
	}
	if err := firstError(needInst(chip, inst), needPlain(op.Operands[0]), needPlain(op.Results...)); err != nil {
		return err
	}
	if n := op.IntAttr("index"); ElemType(packed) == F4E2M1FN && n > 3 {
		return fmt.Errorf("a dword has 4 pairs of %s, index is %d", F4E2M1FN, n)
	}
	return nil
}

// FindMatrixOp returns the matrix instruction that amdgpu.mfma, sparse_mfma or
// scaled_mfma is on a chip, nil if there is none. (An amdgpu.mfma of 8-, 6- or
// 4-bit floats with K of 64 and more is a scaled one whose scales are 1.)
func FindMatrixOp(op *Operation, chip *arch.Chip) *MatrixOp {
	a, b, d := ElemType(op.Operands[0].Type), ElemType(op.Operands[1].Type), ElemType(op.Operands[2].Type)
	blocks, sparse, scaled := 1, op.Name() == "amdgpu.sparse_mfma", op.Name() == "amdgpu.scaled_mfma"
	if op.Attr("blocks") != nil {
		blocks = int(op.IntAttr("blocks"))
	}
	target := isa.For(chip)
	for i := range MatrixOps() {
		m := &MatrixOps()[i]
		if !target.Has(m.Inst) || m.Sparse != sparse || m.M != int(op.IntAttr("m")) || m.N != int(op.IntAttr("n")) || m.K != int(op.IntAttr("k")) || m.Blocks != blocks {
			continue
		}
		wantA, wantB, wantD := m.Elems(chip)
		switch {
		case d != wantD || scaled && !m.Scaled:
		case m.Scaled:
			if types := FieldElems(chip); slices.Contains(types, a) && slices.Contains(types, b) {
				return m
			}
		case a == wantA && b == wantB && (m.A != "xf32" || op.HasAttr("reducePrecision")):
			return m
		}
	}
	return nil
}

func noMatrixOp(op *Operation, chip *arch.Chip) error {
	shape := ""
	for _, d := range []string{"m", "n", "k"} {
		shape += "x" + strconv.FormatInt(op.IntAttr(d), 10)
	}
	if n := op.IntAttr("blocks"); n > 1 {
		shape += " with " + strconv.FormatInt(n, 10) + " blocks"
	}
	return fmt.Errorf("%s has no such matrix instruction: %s of %s and %s to %s", chip.Name, shape[1:],
		ElemType(op.Operands[0].Type), ElemType(op.Operands[1].Type), ElemType(op.Operands[2].Type))
}

func matrixChip(op *Operation, chip *arch.Chip) (*MatrixOp, error) {
	m := FindMatrixOp(op, chip)
	if m == nil {
		var err error
		if f, ok := ElemType(op.Operands[0].Type).(FloatType); ok && f.Width() == 8 {
			err = chip.CheckFormats("fp8", "bf8")
		}
		return nil, firstError(err, noMatrixOp(op, chip))
	}
	return m, needPlain(op.Operands...)
}

func mfmaChip(op *Operation, chip *arch.Chip) error {
	m, err := matrixChip(op, chip)
	if err == nil && m.Scaled && (op.IntAttr("cbsz") != 0 || op.IntAttr("abid") != 0 || op.EnumAttr("blgp") != "none") {
		return fmt.Errorf("%s has its formats in the fields cbsz, abid and blgp, which must be 0 here", m.Inst)
	}
	return err
}

func sparseMFMAChip(op *Operation, chip *arch.Chip) error {
	_, err := matrixChip(op, chip)
	return err
}

func scaledMFMAChip(op *Operation, chip *arch.Chip) error {
	if err := needInst(chip, isa.V_MFMA_SCALE_F32_16X16X128_F8F6F4); err != nil {
		return err
	}
	m, err := matrixChip(op, chip)
	if err == nil && !SameType(op.Results[0].Type, m.Accumulator()) {
		return fmt.Errorf("%s has an accumulator of %s, not %s", m.Inst, m.Accumulator(), op.Results[0].Type)
	}
	return err
}
