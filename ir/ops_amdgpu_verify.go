package ir

import (
	"fmt"
	"slices"
)

// isGlobal reports whether a memory space is that of global memory: none, 0,
// 1 or #gpu.address_space<global>.
func isGlobal(space Attr) bool {
	switch s := space.(type) {
	case nil:
		return true
	case *IntegerAttr:
		return s.Int64() == 0 || s.Int64() == 1
	case *OpaqueAttr:
		return s.Dialect == "gpu" && s.Param("address_space") == "global"
	}
	return false
}

// isWorkgroup reports whether a memory space is LDS: 3 or
// #gpu.address_space<workgroup>.
func isWorkgroup(space Attr) bool {
	switch s := space.(type) {
	case *IntegerAttr:
		return s.Int64() == 3
	case *OpaqueAttr:
		return s.Dialect == "gpu" && s.Param("address_space") == "workgroup"
	}
	return false
}

// isFatRawBuffer reports whether a memory space is that of buffer pointers: 7
// or #amdgpu.address_space<fat_raw_buffer>.
func isFatRawBuffer(space Attr) bool {
	switch s := space.(type) {
	case *IntegerAttr:
		return s.Int64() == 7
	case *OpaqueAttr:
		return s.Dialect == "amdgpu" && s.Param("address_space") == "fat_raw_buffer"
	}
	return false
}

// inferFatRawBuffer returns the memref of a buffer resource: the same in another memory space, and
// without its offset if that goes into the base.
func inferFatRawBuffer(op *Operation) ([]Type, error) {
	t := op.Operand("source").Type.(*MemRefType)
	layout := t.Layout
	if op.HasAttr("resetOffset") && layout != nil {
		s, ok := layout.(*StridedAttr)
		if !ok {
			return nil, fmt.Errorf("source type %s can't have its offset reset", t)
		}
		layout = &StridedAttr{s.Strides, 0}
		// To MLIR strided<[1]> is not a layout with an offset to reset, so it stays.
		asIs := len(s.Strides) == 1 && s.Strides[0] == 1 && s.Offset == 0
		if !asIs && (t.Shape.Static() || len(t.Shape) <= 1) && slices.Equal(s.Strides, RowMajor(t.Shape)) {
			layout = nil
		}
	}
	return []Type{newMemRef(t.Elem, t.Shape, false, layout, bufferSpaceAttr.attr("amdgpu", "fat_raw_buffer"))}, nil
}

func verifyRawBuffer(op *Operation) error {
	t := op.Operand("memref").Type.(*MemRefType)
	if !isGlobal(t.Space) {
		return fmt.Errorf("must operate on a memref in global memory, not %s", t)
	}
	if n := len(op.OperandGroup("indices")); n != len(t.Shape) {
		return fmt.Errorf("expected %d indices to the memref, got %d", len(t.Shape), n)
	}
	return nil
}

// transferBits returns the width of a scalar or vector type, 0 if it has none.
func transferBits(t Type) int64 {
	if v, ok := t.(*VectorType); ok {
		n, ok := BitWidth(v.Elem)
		if !ok || v.Elem == Index {
			return 0
		}
		return v.Len() * int64(n)
	}
	n, ok := BitWidth(t)
	if !ok || t == Index {
		return 0
	}
	return int64(n)
}

func verifyGatherToLDS(op *Operation) error {
	src, dst := op.Operand("src").Type.(*MemRefType), op.Operand("dst").Type.(*MemRefType)
	if strides, _, ok := dst.Strides(); len(dst.Shape) > 0 && (!ok || dst.Shape[len(dst.Shape)-1] != 1 && strides[len(strides)-1] != 1) {
		return fmt.Errorf("the innermost dimension of the destination must be contiguous, it is %s", dst)
	}
	if !SameType(src.Elem, dst.Elem) {
		return fmt.Errorf("source and destination element types must match, they are %s and %s", src.Elem, dst.Elem)
	}
	transfer := op.Attr("transferType").(*TypeAttr).Type
	switch bits := transferBits(transfer); bits {
	case 8, 16, 32, 96, 128:
	default:
		return fmt.Errorf("the transfer type must have 8, 16, 32, 96 or 128 bits, not %s", transfer)
	}
	if !isGlobal(src.Space) && !isFatRawBuffer(src.Space) {
		return fmt.Errorf("the source must be in global memory or a fat raw buffer, it is %s", src)
	}
	if !isWorkgroup(dst.Space) {
		return fmt.Errorf("the destination must be in workgroup memory, it is %s", dst)
	}
	return nil
}

// transposeElements is how many elements of a width each lane gets from a
// transposing load.
func transposeElements(bits int) (int64, bool) {
	switch bits {
	case 4, 6:
		return 16, true
	case 8:
		return 8, true
	case 16:
		return 4, true
	}
	return 0, false
}

func verifyTransposeLoad(op *Operation) error {
	if src := op.Operand("src").Type.(*MemRefType); !isWorkgroup(src.Space) {
		return fmt.Errorf("the source must be in workgroup memory, it is %s", src)
	}
	t := op.Results[0].Type.(*VectorType)
	bits, ok := BitWidth(t.Elem)
	n, known := transposeElements(bits)
	if !ok || t.Elem == Index || !known {
		return fmt.Errorf("the result must have elements of 4, 6, 8 or 16 bits, not %s", t)
	}
	if t.Len() != n {
		return fmt.Errorf("the result must have %d elements of %d bits, not %s", n, bits, t)
	}
	return nil
}

func verifyExisting(op *Operation) error {
	if e := op.OperandGroup("existing"); len(e) > 0 && !SameType(e[0].Type, op.Results[0].Type) {
		return fmt.Errorf("existing values must have the type of the result, %s, not %s", op.Results[0].Type, e[0].Type)
	}
	return nil
}

func verifyDPP(op *Operation) error {
	t := op.Operands[0].Type
	if n, ok := BitWidth(t); !ok || t == Index || n > 64 {
		return fmt.Errorf("moves integers and floats of at most 64 bits, not %s", t)
	}
	kind, arg := op.EnumAttr("kind"), op.Attr("permArgument")
	switch kind {
	case "quad_perm":
		a, ok := arg.(*ArrayAttr)
		if !ok || len(a.Elems) != 4 {
			return fmt.Errorf("quad_perm needs a permArgument of exactly 4 elements")
		}
		for _, e := range a.Elems {
			if n, ok := e.(*IntegerAttr); ok && (n.Int64() < 0 || n.Int64() > 3) {
				return fmt.Errorf("each element of quad_perm must be from 0 to 3, not %s", e)
			}
		}
	case "row_shl", "row_shr", "row_ror":
		if arg == nil {
			return fmt.Errorf("%s needs a permArgument from 1 to 15", kind)
		}
		if n, ok := arg.(*IntegerAttr); ok && (n.Int64() < 1 || n.Int64() > 15) {
			return fmt.Errorf("the permArgument of %s must be from 1 to 15, not %d", kind, n.Int64())
		}
	default:
		if _, unit := arg.(UnitAttr); arg != nil && !unit {
			return fmt.Errorf("%s takes no permArgument, or unit, not %s", kind, arg)
		}
	}
	return nil
}

func verifyPermlaneSwap(op *Operation) error {
	if n := op.IntAttr("row_length"); n != 16 && n != 32 {
		return fmt.Errorf("row_length must be 16 or 32, not %d", n)
	}
	return nil
}

// elements returns the number of elements of a vector, 1 for a scalar.
func elements(t Type) int64 {
	if v, ok := t.(*VectorType); ok {
		return v.Len()
	}
	return 1
}

// floatBits returns the width of a float's type, 0 for other types.
func floatBits(t Type) int {
	if f, ok := t.(FloatType); ok {
		return f.Width()
	}
	return 0
}

// verifyMFMA checks that each lane of a wave of 64 holds its share of the
// matrices.
func verifyMFMA(op *Operation) error {
	a, b, d := op.Operands[0].Type, op.Operands[1].Type, op.Operands[2].Type
	if bits := floatBits(ElemType(a)); bits != 0 && bits <= 8 {
		if bits := floatBits(ElemType(b)); bits == 0 || bits > 8 {
			return fmt.Errorf("both sources must have 8-, 6- or 4-bit floats if one has, they are %s and %s", a, b)
		}
		if elements(a) != elements(b) {
			return fmt.Errorf("both sources must have the same length, they are %s and %s", a, b)
		}
	} else if !SameType(a, b) {
		return fmt.Errorf("both sources must have the same type, they are %s and %s", a, b)
	}
	n := elements(a)
	switch ElemType(a) { // 4 or 8 packed 8-bit integers
	case I32:
		n *= 4
	case I64:
		n *= 8
	}
	if err := verifyShare(op, "source", n, op.IntAttr("m")*op.IntAttr("k")*op.IntAttr("blocks")); err != nil {
		return err
	}
	if err := verifyShare(op, "result", elements(d), op.IntAttr("m")*op.IntAttr("n")*op.IntAttr("blocks")); err != nil {
		return err
	}
	f64 := ElemType(d) == F64
	if f64 && (op.EnumAttr("blgp") != "none" || op.IntAttr("cbsz") != 0) {
		return fmt.Errorf("f64 operations have no permutation of the lanes (blgp, cbsz)")
	}
	// cbsz and abid are read as unsigned numbers, a shift by 32 and more as modulo 32.
	if cbsz, abid := uint32(op.IntAttr("cbsz")), uint32(op.IntAttr("abid")); abid >= 1<<(cbsz&31) {
		return fmt.Errorf("abid must be below 2 to the power of cbsz (%d), it is %d", cbsz, abid)
	}
	if !f64 && (op.HasAttr("negateA") || op.HasAttr("negateB") || op.HasAttr("negateC")) {
		return fmt.Errorf("only f64 operations can negate operands")
	}
	return nil
}

// mfmaWave is the number of lanes that hold the matrices of an MFMA: every chip
// that has MFMA has waves of 64 lanes.
const mfmaWave = 64

func verifyShare(op *Operation, what string, have, matrix int64) error {
	if want := matrix / mfmaWave; have != want {
		return fmt.Errorf("expected %d %s values for this shape, got %d", want, what, have)
	}
	return nil
}

func verifySparseMFMA(op *Operation) error {
	a, b, d, index := op.Operands[0].Type, op.Operands[1].Type, op.Operands[2].Type, op.Operands[3].Type
	if elements(b) != 2*elements(a) {
		return fmt.Errorf("the dense source must have twice the elements of the sparse one, they are %s and %s", b, a)
	}
	bytes := ElemType(a) == I8 || floatBits(ElemType(a)) == 8
	if !SameType(ElemType(a), ElemType(b)) && (floatBits(ElemType(a)) != 8 || floatBits(ElemType(b)) != 8) {
		return fmt.Errorf("both sources must have the same element type, they are %s and %s", a, b)
	}
	sets, want := uint32(4), Type(Vector(I8, 4))
	if bytes {
		sets, want = 2, Vector(I16, 2)
	}
	if abid := uint32(op.IntAttr("abid")); op.IntAttr("cbsz") == 0 && abid >= sets {
		return fmt.Errorf("abid selects one of %d sets of indices for %s, it is %d", sets, a, abid)
	}
	if w, v := want.(*VectorType), index.(*VectorType); v.Len() != w.Len() || !SameType(v.Elem, w.Elem) {
		return fmt.Errorf("expected %s as indices for %s, got %s", want, a, index)
	}
	if err := verifyShare(op, "dense source", elements(b), op.IntAttr("m")*op.IntAttr("k")); err != nil {
		return err
	}
	return verifyShare(op, "result", elements(d), op.IntAttr("m")*op.IntAttr("n"))
}
