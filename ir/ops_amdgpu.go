package ir

import (
	"strings"
)

// amdgpuDialect is the part of amdgpu that LLVM 22 registers for gfx942 and gfx950. Operands,
// results, attributes and their defaults are those of its AMDGPU.td; for what a chip has, see the
// files ops_amdgpu_chip.go and matrix.go.
var amdgpuDialect = Dialect{
	Name:      "amdgpu",
	Ops:       onDemand(amdgpuOps),
	Attrs:     []DialectAttr{bufferSpaceAttr, dppPermAttr, mfmaPermBAttr, schedBarrierAttr},
	Elsewhere: []string{"wmma", "scaled_wmma", "scaled_ext_packed_matrix", "tensor_", "make_dma_", "make_gather_dma_"},
}

// bufferSpaceAttr is #amdgpu.address_space<fat_raw_buffer>, a memory space.
var bufferSpaceAttr = DialectAttr{Name: "address_space", Words: []string{"fat_raw_buffer", "buffer_rsrc", "fat_structured_buffer"}}

// DPPPerms are the names of amdgpu.dpp's kind.
var DPPPerms = []string{"quad_perm", "row_shl", "row_shr", "row_ror", "wave_shl", "wave_shr", "wave_ror", "wave_rol",
	"row_mirror", "row_half_mirror", "row_bcast_15", "row_bcast_31"}

// MFMAPermBs are the names of amdgpu.mfma's blgp, by number.
var MFMAPermBs = []string{"none", "bcast_first_32", "bcast_second_32", "rotate_16_right",
	"bcast_first_16", "bcast_second_16", "bcast_third_16", "bcast_fourth_16"}

// schedBarrierWords are the classes of instructions that may pass an
// amdgpu.sched_barrier, by bit.
var schedBarrierWords = []string{"non_mem_non_sideffect", "valu", "salu", "mfma_wmma", "all_vmem", "vmem_read", "vmem_write",
	"all_ds", "ds_read", "ds_write", "transcendental"}

var (
	dppPermAttr   = DialectAttr{Name: "dpp_perm", Words: DPPPerms, Bare: true}
	mfmaPermBAttr = DialectAttr{Name: "mfma_perm_b", Words: MFMAPermBs, Bare: true}
	// schedBarrierAttr is #amdgpu.sched_barrier_opt<valu|salu>.
	schedBarrierAttr = DialectAttr{Name: "sched_barrier_opt", Words: append([]string{"none"}, schedBarrierWords...), Canon: canonSchedBarrier}
)

// orNewer returns a kind that a release after LLVM 22 spells differently. The samples are LLVM
// 22's.
func orNewer(k, newer *AttrKind) *AttrKind {
	return &AttrKind{k.Text + " or " + newer.Text, func(a Attr) bool { return k.Has(a) || newer.Has(a) }, k.Samples}
}

// canonSchedBarrier orders the flags of an amdgpu.sched_barrier.
func canonSchedBarrier(param string) (string, error) {
	known := DialectAttr{Name: "sched_barrier_opt", Words: schedBarrierWords, Sep: "|", None: "none"}
	if strings.Contains(param, ",") {
		return "", known.unknown(strings.TrimSpace(param))
	}
	return known.canonical(strings.ReplaceAll(param, "|", ","))
}

// vectorOfLength returns the vectors of rank 1 and more with one of these total numbers of
// elements. (AMDGPU.td's VectorOfLengthAndType; scalable sizes count as written.)
func vectorOfLength(elem *Constraint, lengths ...int64) *Constraint {
	return &Constraint{"vector of " + elem.Text + " values of length " + joinInts(lengths, "/"), func(t Type) bool {
		v, ok := t.(*VectorType)
		if !ok || len(v.Shape) == 0 || !elem.Has(v.Elem) {
			return false
		}
		for _, n := range lengths {
			if v.Len() == n {
				return true
			}
		}
		return false
	}}
}

// fixedVectorOfLength returns the same without scalable vectors.
func fixedVectorOfLength(elem *Constraint, lengths ...int64) *Constraint {
	c := vectorOfLength(elem, lengths...)
	return &Constraint{"fixed-length " + c.Text, func(t Type) bool {
		v, ok := t.(*VectorType)
		return ok && v.Scalable == nil && c.Has(t)
	}}
}

// The sets of types of amdgpu.
var (
	ocp8   = oneOf(F8E5M2, F8E4M3FN)
	fnuz8  = oneOf(F8E5M2FNUZ, F8E4M3FNUZ)
	float8 = oneOf(F8E5M2FNUZ, F8E4M3FNUZ, F8E5M2, F8E4M3FN)
	float4 = oneOf(F4E2M1FN)

	// packed8 is a dword of 8-bit floats, packed4 one of 4-bit floats.
	packed8      = fixedVectorOfLength(float8, 4)
	packedScaled = anyOf("", fixedVectorOfLength(ocp8, 4), fixedVectorOfLength(float4, 8))

	mfmaIn = anyOf("an operand type of MFMA",
		oneOf(F32, F64, I32, I64),
		vectorOfLength(oneOf(F32), 2), vectorOfLength(oneOf(F16), 4, 8), vectorOfLength(oneOf(BF16), 2, 4, 8),
		vectorOfLength(oneOf(I8), 4, 8, 16), vectorOfLength(fnuz8, 8), vectorOfLength(ocp8, 8, 32),
		vectorOfLength(oneOf(F6E2M3FN, F6E3M2FN, F4E2M1FN), 32))
	mfmaOut = anyOf("an accumulator type of MFMA",
		oneOf(F64), vectorOfLength(oneOf(F32, I32), 4, 16, 32), vectorOfLength(oneOf(F64), 4))
	sparseIn = anyOf("an operand type of a sparse MFMA's sparse matrix",
		vectorOfLength(oneOf(F16, BF16), 4, 8), vectorOfLength(oneOf(I8), 8, 16), vectorOfLength(float8, 8, 16))
	denseIn = anyOf("an operand type of a sparse MFMA's dense matrix",
		vectorOfLength(oneOf(F16, BF16), 8, 16), vectorOfLength(oneOf(I8), 16, 32), vectorOfLength(float8, 16, 32))
	sparseOut   = vectorOfLength(oneOf(F32, I32), 4, 16)
	sparseIndex = anyOf("", fixedVectorOfLength(oneOf(I8), 4), fixedVectorOfLength(oneOf(I16), 2))
	scaledIn    = vectorOfLength(oneOf(F8E5M2, F8E4M3FN, F6E2M3FN, F6E3M2FN, F4E2M1FN), 32)
	scaledOut   = vectorOfLength(oneOf(F32), 4, 16)
	scales      = anyOf("", oneOf(F8E8M0FNU), fixedVectorOfLength(oneOf(F8E8M0FNU), 4))

	laneData = anyOf("integer or float or fixed-length vector of integer or float of rank 1",
		signlessInteger, anyFloat, fixedVector(anyOf("integer or float", signlessInteger, anyFloat)))
)

// laneOp moves data between lanes: all of a wave that execute it take part.
const laneOp = NoEffect | Convergent

func amdgpuOps() []OpDecl {
	boundsCheck := AttrDecl{Name: "boundsCheck", Kind: boolKind, Default: Bool(true)}
	return append(append([]OpDecl{
		{Name: "amdgpu.fat_raw_buffer_cast",
			Operands: []ValueDecl{{Name: "source", Type: anyMemRef}, {Name: "validBytes", Type: oneOf(I64), Count: Optional},
				{Name: "cacheSwizzleStride", Type: oneOf(Integer(14, Signless)), Count: Optional}},
			Results: []ValueDecl{{Name: "result", Type: anyMemRef}},
			Attrs:   []AttrDecl{boundsCheck, {Name: "resetOffset", Kind: unitKind, Optional: true}},
			Traits:  Pure, Infer: inferFatRawBuffer, VerifyChip: fatRawBufferChip},

		rawBuffer("load", nil, Read, anyType, boundsCheck),
		rawBuffer("store", []ValueDecl{{Name: "value", Type: anyType}}, Write, nil, boundsCheck),
		rawBuffer("atomic_cmpswap", []ValueDecl{{Name: "src", Type: anyType}, {Name: "cmp", Type: anyType}}, Read|Write, anyType, boundsCheck),
		rawBuffer("atomic_fadd", []ValueDecl{{Name: "value", Type: anyOf("", oneOf(F32), vectorOfLength(oneOf(F16, BF16), 2))}}, Read|Write, nil, boundsCheck),
		rawBuffer("atomic_fmax", []ValueDecl{{Name: "value", Type: oneOf(F32, F64)}}, Read|Write, nil, boundsCheck),
		rawBuffer("atomic_smax", []ValueDecl{{Name: "value", Type: oneOf(I32)}}, Read|Write, nil, boundsCheck),
		rawBuffer("atomic_umin", []ValueDecl{{Name: "value", Type: oneOf(I32)}}, Read|Write, nil, boundsCheck),

		{Name: "amdgpu.gather_to_lds",
			Operands: []ValueDecl{{Name: "src", Type: anyMemRef, Effect: Read}, {Name: "srcIndices", Type: indexType, Count: Variadic},
				{Name: "dst", Type: anyMemRef, Effect: Write}, {Name: "dstIndices", Type: indexType, Count: Variadic}},
			Attrs:  []AttrDecl{{Name: "transferType", Kind: typeKind}, {Name: "async", Kind: unitKind, Optional: true, Newer: true}},
			Traits: Convergent, Verify: verifyGatherToLDS, VerifyChip: gatherToLDSChip},
		{Name: "amdgpu.transpose_load",
			Operands: []ValueDecl{{Name: "src", Type: anyMemRef, Effect: Read}, {Name: "srcIndices", Type: indexType, Count: Variadic}},
			Results:  []ValueDecl{{Name: "result", Type: vectorOfRank(anyType, 1, 1<<30)}},
			Traits:   Convergent, Verify: verifyTransposeLoad, VerifyChip: transposeLoadChip},

		{Name: "amdgpu.lds_barrier", Traits: Barrier | Convergent},
		{Name: "amdgpu.sched_barrier", Attrs: []AttrDecl{{Name: "opts", Kind: orNewer(enumKind("amdgpu", &schedBarrierAttr), enumKind("rocdl", &schedGroupMaskAttr))}}},
		{Name: "amdgpu.memory_counter_wait",
			Attrs:      []AttrDecl{optionalI32("ds"), optionalI32("exp"), optionalI32("load"), optionalI32("store"), optionalI32("tensor")},
			VerifyChip: memoryCounterWaitChip},

		{Name: "amdgpu.dpp",
			Operands: []ValueDecl{{Name: "old", Type: anyType}, {Name: "src", Type: anyType}},
			Results:  []ValueDecl{{Name: "result", Type: anyType}},
			Attrs: []AttrDecl{{Name: "kind", Kind: enumKind("amdgpu", &dppPermAttr)}, {Name: "permArgument", Kind: permArgument, Optional: true},
				{Name: "row_mask", Kind: intKind(I32, 15, 5), Default: Int(I32, 15)}, {Name: "bank_mask", Kind: intKind(I32, 15, 1), Default: Int(I32, 15)},
				{Name: "bound_ctrl", Kind: boolKind, Default: Bool(false)}},
			Traits: laneOp | SameTypes, Infer: inferSame, Verify: verifyDPP, VerifyChip: dppChip},
		{Name: "amdgpu.swizzle_bitmode",
			Operands: []ValueDecl{{Name: "src", Type: laneData}}, Results: []ValueDecl{{Name: "result", Type: laneData}},
			Attrs:  []AttrDecl{{Name: "and_mask", Kind: intKind(I32, 31)}, {Name: "or_mask", Kind: intKind(I32, 0, 1)}, {Name: "xor_mask", Kind: intKind(I32, 0, 16)}},
			Traits: laneOp | SameTypes, Infer: inferSame},
		{Name: "amdgpu.permlane_swap",
			Operands: []ValueDecl{{Name: "src", Type: laneData}}, Results: []ValueDecl{{Name: "result", Type: laneData}},
			Attrs: []AttrDecl{{Name: "row_length", Kind: intKind(I32, 16, 32)}, {Name: "fetch_inactive", Kind: boolKind, Default: Bool(false)},
				{Name: "bound_ctrl", Kind: boolKind, Default: Bool(false)}},
			Traits: laneOp | SameTypes, Infer: inferSame, Verify: verifyPermlaneSwap, VerifyChip: permlaneSwapChip},
	}, float8Ops()...), amdgpuMatrixOps()...)
}

func optionalI32(name string) AttrDecl {
	return AttrDecl{Name: name, Kind: intKind(I32), Optional: true}
}

// permArgument is how far, or how, amdgpu.dpp moves; which of them depends on
// its kind.
var permArgument = &AttrKind{"i32 attribute, array attribute or unit attribute", func(a Attr) bool {
	switch a := a.(type) {
	case *IntegerAttr:
		return a.Type == I32
	case *ArrayAttr, UnitAttr:
		return true
	}
	return false
}, []string{"1 : i32", "15 : i32", "unit", "[0, 3, 2, 1]"}}

// rawBuffer returns an access through a buffer resource made from the memref. The data operands
// precede the memref.
func rawBuffer(name string, data []ValueDecl, effect Effect, result *Constraint, boundsCheck AttrDecl) OpDecl {
	d := OpDecl{Name: "amdgpu.raw_buffer_" + name,
		Operands: append(append([]ValueDecl{}, data...), ValueDecl{Name: "memref", Type: anyMemRef, Effect: effect},
			ValueDecl{Name: "indices", Type: oneOf(I32), Count: Variadic}, ValueDecl{Name: "sgprOffset", Type: oneOf(I32), Count: Optional}),
		Attrs:  []AttrDecl{boundsCheck, optionalI32("indexOffset")},
		Verify: verifyRawBuffer, VerifyChip: rawBufferChip}
	if result != nil {
		d.Results = []ValueDecl{{Name: "value", Type: result}}
	}
	if name != "atomic_smax" && name != "atomic_umin" {
		d.Rules = []Rule{sameElem("value", "memref")}
	}
	if name == "atomic_cmpswap" {
		d.Rules = append(d.Rules, sameType("src", "cmp", "value"))
		d.Infer = inferSame
	}
	return d
}

// float8Ops convert between f32 and the small formats, as the conversion
// instructions do it: two elements of a dword at a time.
func float8Ops() []OpDecl {
	existing := func(c *Constraint) ValueDecl { return ValueDecl{Name: "existing", Type: c, Count: Optional} }
	f32 := oneOf(F32)
	return []OpDecl{
		{Name: "amdgpu.ext_packed_fp8",
			Operands: []ValueDecl{{Name: "source", Type: anyOf("", float8, vectorOfLength(float8, 1, 2, 3, 4))}},
			Results:  []ValueDecl{{Name: "res", Type: anyOf("", f32, fixedVectorOfLength(f32, 2))}},
			Attrs:    []AttrDecl{{Name: "index", Kind: intRange(I32, 0, 3)}},
			Traits:   Pure, VerifyChip: extPackedChip},
		{Name: "amdgpu.packed_trunc_2xfp8",
			Operands: []ValueDecl{{Name: "sourceA", Type: f32}, {Name: "sourceB", Type: f32, Count: Optional}, existing(packed8)},
			Results:  []ValueDecl{{Name: "res", Type: packed8}},
			Attrs:    []AttrDecl{{Name: "wordIndex", Kind: intRange(I32, 0, 1)}},
			Traits:   Pure, Verify: verifyExisting, VerifyChip: packedTruncChip},
		{Name: "amdgpu.packed_stoch_round_fp8",
			Operands: []ValueDecl{{Name: "source", Type: f32}, {Name: "stochiasticParam", Type: oneOf(I32)}, existing(packed8)},
			Results:  []ValueDecl{{Name: "res", Type: packed8}},
			Attrs:    []AttrDecl{{Name: "storeIndex", Kind: intRange(I32, 0, 3)}},
			Traits:   Pure, Verify: verifyExisting, VerifyChip: packedTruncChip},
		{Name: "amdgpu.scaled_ext_packed",
			Operands: []ValueDecl{{Name: "source", Type: anyOf("", vectorOfLength(ocp8, 1, 2, 3, 4), vectorOfLength(float4, 1, 2, 3, 4, 5, 6, 7, 8))}, {Name: "scale", Type: f32}},
			Results:  []ValueDecl{{Name: "res", Type: fixedVectorOfLength(oneOf(F32, F16, BF16), 2)}},
			Attrs:    []AttrDecl{{Name: "index", Kind: intRange(I32, 0, 7)}},
			Traits:   Pure, VerifyChip: scaledConversionChip},
		{Name: "amdgpu.packed_scaled_trunc",
			Operands: []ValueDecl{{Name: "source", Type: vectorOfLength(oneOf(F32, F16, BF16), 1, 2)}, {Name: "scale", Type: f32}, existing(packedScaled)},
			Results:  []ValueDecl{{Name: "res", Type: packedScaled}},
			Attrs:    []AttrDecl{{Name: "index", Kind: intRange(I32, 0, 7)}},
			Traits:   Pure, Verify: verifyExisting, VerifyChip: scaledConversionChip},
	}
}

func amdgpuMatrixOps() []OpDecl {
	abc := func(a, b, c *Constraint) []ValueDecl {
		return []ValueDecl{{Name: "sourceA", Type: a}, {Name: "sourceB", Type: b}, {Name: "destC", Type: c}}
	}
	dim := func(name string, values ...int64) AttrDecl { return AttrDecl{Name: name, Kind: intOf(I32, values...)} }
	zero := func(name string) AttrDecl { return AttrDecl{Name: name, Kind: intKind(I32, 0), Default: Int(I32, 0)} }
	unit := func(name string) AttrDecl { return AttrDecl{Name: name, Kind: unitKind, Optional: true} }
	destD := func(c *Constraint) []ValueDecl { return []ValueDecl{{Name: "destD", Type: c}} }
	rules := []Rule{sameType("destC", "destD")}
	return []OpDecl{
		{Name: "amdgpu.mfma", Operands: abc(mfmaIn, mfmaIn, mfmaOut), Results: destD(mfmaOut),
			Attrs: []AttrDecl{dim("m", 4, 16, 32), dim("n", 4, 16, 32), dim("k", 1, 2, 4, 8, 16, 32, 64, 128),
				{Name: "blocks", Kind: intOf(I32, 1, 2, 4, 16), Default: Int(I32, 1)}, zero("cbsz"), zero("abid"),
				{Name: "blgp", Kind: orNewer(enumKind("amdgpu", &mfmaPermBAttr), enumKind("rocdl", &rocdlPermBAttr)), Default: mfmaPermBAttr.attr("amdgpu", "none")},
				unit("reducePrecision"), unit("negateA"), unit("negateB"), unit("negateC")},
			Traits: laneOp, Rules: rules, Infer: inferAccumulator, Verify: verifyMFMA, VerifyChip: mfmaChip},
		{Name: "amdgpu.sparse_mfma", Operands: append(abc(sparseIn, denseIn, sparseOut), ValueDecl{Name: "sparseIdx", Type: sparseIndex}), Results: destD(sparseOut),
			Attrs:  []AttrDecl{dim("m", 16, 32), dim("n", 16, 32), dim("k", 16, 32, 64, 128), zero("cbsz"), zero("abid")},
			Traits: laneOp, Rules: rules, Infer: inferAccumulator, Verify: verifySparseMFMA, VerifyChip: sparseMFMAChip},
		{Name: "amdgpu.scaled_mfma", Operands: append(abc(scaledIn, scaledIn, scaledOut), ValueDecl{Name: "scalesA", Type: scales}, ValueDecl{Name: "scalesB", Type: scales}), Results: destD(scaledOut),
			Attrs: []AttrDecl{dim("m", 16, 32), dim("n", 16, 32), dim("k", 64, 128),
				{Name: "scalesIdxA", Kind: intRange(I32, 0, 3)}, {Name: "scalesIdxB", Kind: intRange(I32, 0, 3)}},
			Traits: laneOp, Rules: rules, Infer: inferAccumulator, VerifyChip: scaledMFMAChip},
	}
}

func inferAccumulator(op *Operation) ([]Type, error) { return []Type{op.Operands[2].Type}, nil }
