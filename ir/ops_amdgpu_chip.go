package ir

import (
	"fmt"
	"strconv"

	"heddle/arch"
)

// What follows refuses with a chip what LLVM 22's convert-amdgpu-to-rocdl
// refuses for it, and what that pass lets through although the chip does not
// have it, so that llc (or nobody) stops.

func only950(op *Operation, chip *arch.Chip) error {
	if chip != &arch.GFX950 {
		return fmt.Errorf("is only supported on %s, not on %s", arch.GFX950.Name, chip.Name)
	}
	return nil
}

// needStrided refuses a memref whose elements are not at strides.
func needStrided(v *Value) error {
	if _, _, ok := v.Type.(*MemRefType).Strides(); !ok {
		return fmt.Errorf("needs a memref with a strided layout, not %s", v.Type)
	}
	return nil
}

// needPlain refuses vectors that are no row of registers: of more than one
// dimension, or scalable.
func needPlain(values ...*Value) error {
	for _, v := range values {
		if t, ok := v.Type.(*VectorType); ok && (len(t.Shape) != 1 || t.Scalable != nil) {
			return fmt.Errorf("needs vectors of one fixed dimension, not %s", t)
		}
	}
	return nil
}

// needBytes refuses a memref of elements that do not fill bytes.
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
			return only950(op, chip)
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
		if err := only950(op, chip); err != nil {
			return fmt.Errorf("with %d bytes (%s) %w", bits/8, transfer, err)
		}
	}
	return nil
}

func transposeLoadChip(op *Operation, chip *arch.Chip) error {
	src := op.Operand("src")
	if n, rank := len(op.OperandGroup("srcIndices")), len(src.Type.(*MemRefType).Shape); n != rank {
		return fmt.Errorf("expected %d indices to src, got %d", rank, n)
	}
	return firstError(only950(op, chip), needBytes(src), needStrided(src), needPlain(op.Results[0]))
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

func permlaneSwapChip(op *Operation, chip *arch.Chip) error { return only950(op, chip) }

// needFlavour refuses 8-bit floats that are not those of the chip: FNUZ on
// gfx942, OCP on gfx950.
func needFlavour(t Type, chip *arch.Chip) error {
	fp8, bf8 := matrixElem("fp8", chip), matrixElem("bf8", chip)
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
	if err := firstError(only950(op, chip), needPlain(op.Operands[0]), needPlain(op.Results...)); err != nil {
		return err
	}
	packed := op.Operands[0].Type
	if op.Name() == "amdgpu.packed_scaled_trunc" {
		packed = op.Results[0].Type
	}
	if n := op.IntAttr("index"); ElemType(packed) == F4E2M1FN && n > 3 {
		return fmt.Errorf("a dword has 4 pairs of %s, index is %d", F4E2M1FN, n)
	}
	return nil
}

// FindMatrixOp gives the matrix instruction that amdgpu.mfma, sparse_mfma or
// scaled_mfma is on a chip, nil if there is none. (An amdgpu.mfma of 8-, 6- or
// 4-bit floats with K of 64 and more is a scaled one whose scales are 1.)
func FindMatrixOp(op *Operation, chip *arch.Chip) *MatrixOp {
	a, b, d := ElemType(op.Operands[0].Type), ElemType(op.Operands[1].Type), ElemType(op.Operands[2].Type)
	blocks, sparse, scaled := 1, op.Name() == "amdgpu.sparse_mfma", op.Name() == "amdgpu.scaled_mfma"
	if op.Attr("blocks") != nil {
		blocks = int(op.IntAttr("blocks"))
	}
	for i := range MatrixOps() {
		m := &MatrixOps()[i]
		if !m.On(chip) || m.Sparse != sparse || m.M != int(op.IntAttr("m")) || m.N != int(op.IntAttr("n")) || m.K != int(op.IntAttr("k")) || m.Blocks != blocks {
			continue
		}
		wantA, wantB, wantD := m.Elems(chip)
		switch {
		case d != wantD || scaled && !m.Scaled:
		case m.Scaled:
			if isScalable(a) && isScalable(b) {
				return m
			}
		case a == wantA && b == wantB && (m.A != "xf32" || op.HasAttr("reducePrecision")):
			return m
		}
	}
	return nil
}

// isScalable reports whether the f8f6f4 instructions take a type.
func isScalable(t Type) bool {
	return t == F8E4M3FN || t == F8E5M2 || t == F6E2M3FN || t == F6E3M2FN || t == F4E2M1FN
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
		return nil, noMatrixOp(op, chip)
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
	if chip != &arch.GFX950 {
		return only950(op, chip)
	}
	m, err := matrixChip(op, chip)
	if err == nil && !SameType(op.Results[0].Type, m.Accumulator()) {
		return fmt.Errorf("%s has an accumulator of %s, not %s", m.Inst, m.Accumulator(), op.Results[0].Type)
	}
	return err
}
