package ir

import (
	"strings"
	"testing"

	"heddle/arch"
)

// amdgpuTemplates and rocdlTemplates are the operations whose types hardly ever
// fit by chance: some of each form of the enumeration that is compared with
// LLVM.
var (
	amdgpuTemplates = append(verifiedTexts("amdgpu.", 60), conversionTemplates()...)
	rocdlTemplates  = []string{
		`%0 = "rocdl.readfirstlane"(%a) : (vector<2xf16>) -> vector<2xf16>`,
		`%0 = "rocdl.readlane"(%a, %b) : (vector<2xf16>, i32) -> vector<2xf16>`,
		`%0 = "rocdl.permlane32.swap"(%a, %b) <{boundControl = false, fi = false}> : (i32, i32) -> !llvm.struct<(i32, i32)>`,
		`%0 = "llvm.extractvalue"(%a) <{position = array<i64: 1>}> : (!llvm.struct<(i32, i32)>) -> i32`,
		`%0 = "rocdl.permlane16.swap"(%a, %b) <{boundControl = false, fi = true}> : (i32, i32) -> !llvm.struct<(i32, i32)>`,
		`%0 = "llvm.call_intrinsic"(%a, %b) <{fastmathFlags = #llvm.fastmath<fast>, intrin = "llvm.amdgcn.readlane.i64", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> : (i64, i32) -> i64`,
		`"llvm.call_intrinsic"() <{intrin = "llvm.amdgcn.s.barrier", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()`,
		`%0 = "rocdl.mfma.f32.16x16x16f16"(%a, %b, %c, %i, %i, %i) : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>`,
		`%0 = "rocdl.cvt.scalef32.pk32.fp6.bf16"(%a, %s) : (vector<32xbf16>, f32) -> vector<6xi32>`,
		`%0 = "rocdl.cvt.scalef32.2xpk16.bf6.f32"(%a, %b, %s) : (vector<16xf32>, vector<16xf32>, f32) -> vector<6xi32>`,
		`%0 = "stream.binding.subspan"(%a, %i, %i) : (!stream.binding, index, index) -> memref<?x4xf32>`,
		`%0 = "iree_input.binding.subspan"(%a, %i) : (!stream.binding, index) -> memref<f16>`,
	}
)

// verifiedTexts are about n of the enumerated operations that verify, evenly
// taken, and at least one of each name.
func verifiedTexts(prefix string, n int) []string {
	var good []string
	names := map[string]bool{}
	texts := chipTexts()
	for i, o := range texts {
		if step := len(texts) / n; i%step > 0 && names[o.name] || !strings.HasPrefix(o.name, prefix) {
			continue
		}
		if m, err := Parse("template", o.function()); err == nil && Verify(m, Options{}) == nil {
			good = append(good, o.operation())
			names[o.name] = true
		}
	}
	return good
}

// conversionTemplates are the conversions of rocdl that have vectors.
func conversionTemplates() []string {
	var list []string
	for i := range Conversions() {
		c := &Conversions()[i]
		o := opText{name: "rocdl." + c.Name, results: []string{c.Result.String()}}
		for _, t := range c.Operands {
			o.operands = append(o.operands, t.Type.String())
		}
		var attrs []string
		for _, a := range c.Attr {
			attrs = append(attrs, a.Name+" = "+map[bool]string{true: "true", false: "2 : i32"}[a.Type == I1])
		}
		o.attrs = strings.Join(attrs, ", ")
		if text := o.operation(); strings.Contains(text, "vector<") {
			list = append(list, text)
		}
	}
	return list
}

// TestAMDGPUErrors has one mistake each, and what we say to it.
func TestAMDGPUErrors(t *testing.T) {
	for _, c := range []struct {
		chip *arch.Chip
		op   opText
		want string
	}{
		{nil, opText{"amdgpu.wmma", []string{"f32"}, "", []string{"f32"}}, "unknown operation amdgpu.wmma\n|it is an operation of other chips than gfx942 and gfx950"},
		{nil, opText{"rocdl.wmma.f32.16x16x16.f16", []string{"f32"}, "", []string{"f32"}}, "unknown operation rocdl.wmma.f32.16x16x16.f16\n|it is an operation of other chips"},
		{nil, opText{"gpu.launch_func", nil, "", nil}, "unknown operation gpu.launch_func\n|it is the host's part of a launch: remove the function around it, and keep its gpu.module"},
		{nil, opText{"amdgpu.make_dma_base", nil, "", nil}, "unknown operation amdgpu.make_dma_base\n|it is an operation of other chips than gfx942 and gfx950"},
		{nil, opText{"amdgpu.mfma", []string{"vector<4xf16>", "vector<4xf16>", "vector<4xf32>"}, "m = 16 : i32, n = 16 : i32, k = 32 : i32", []string{"vector<4xf32>"}}, "expected 8 source values for this shape, got 4"},
		{nil, opText{"amdgpu.mfma", []string{"vector<4xf16>", "vector<4xbf16>", "vector<4xf32>"}, "m = 16 : i32, n = 16 : i32, k = 16 : i32", []string{"vector<4xf32>"}}, "both sources must have the same type"},
		{nil, opText{"amdgpu.mfma", []string{"vector<4xf16>", "vector<4xf16>", "vector<4xf32>"}, "m = 16 : i32, n = 16 : i32, k = 16 : i32, abid = 1 : i32", []string{"vector<4xf32>"}}, "abid must be below 2 to the power of cbsz"},
		{nil, opText{"amdgpu.mfma", []string{"vector<4xf16>", "vector<4xf16>", "vector<4xf32>"}, "m = 16 : i32, n = 16 : i32, k = 16 : i32, negateA", []string{"vector<4xf32>"}}, "only f64 operations can negate operands"},
		{nil, opText{"amdgpu.mfma", []string{"vector<4xf16>", "vector<4xf16>", "vector<4xf32>"}, "m = 17 : i32, n = 16 : i32, k = 16 : i32", []string{"vector<4xf32>"}}, "4 or 16 or 32"},
		{nil, opText{"amdgpu.sparse_mfma", []string{"vector<4xf16>", "vector<8xf16>", "vector<4xf32>", "vector<2xi16>"}, "m = 16 : i32, n = 16 : i32, k = 32 : i32", []string{"vector<4xf32>"}}, "expected vector<4xi8> as indices"},
		{nil, opText{"amdgpu.permlane_swap", []string{"i32"}, "row_length = 8 : i32", []string{"i32"}}, "row_length must be 16 or 32, not 8"},
		{nil, opText{"amdgpu.dpp", []string{"i32", "i32"}, "kind = #amdgpu<dpp_perm row_shl>, permArgument = 16 : i32", []string{"i32"}}, "must be from 1 to 15, not 16"},
		{nil, opText{"amdgpu.dpp", []string{"i32", "i32"}, "kind = #amdgpu<dpp_perm row_shift>", []string{"i32"}}, `"row_shift" is no dpp_perm`},
		{nil, opText{"amdgpu.raw_buffer_load", []string{"memref<4x4xf32>", "i32"}, "operandSegmentSizes = array<i32: 1, 1, 0>", []string{"f32"}}, "expected 2 indices to the memref, got 1"},
		{nil, opText{"amdgpu.raw_buffer_load", []string{"memref<4xf32, 3>", "i32"}, "operandSegmentSizes = array<i32: 1, 1, 0>", []string{"f32"}}, "must operate on a memref in global memory"},
		{nil, opText{"amdgpu.gather_to_lds", []string{"memref<4xf32>", "index", "memref<4xf32>", "index"}, "operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = f32", nil}, "the destination must be in workgroup memory"},
		{nil, opText{"amdgpu.gather_to_lds", []string{"memref<4xf32>", "index", "memref<4xf32, 3>", "index"}, "operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = f64", nil}, "8, 16, 32, 96 or 128 bits, not f64"},
		{nil, opText{"amdgpu.transpose_load", []string{"memref<4xf16, 3>", "index"}, "", []string{"vector<8xf16>"}}, "must have 4 elements of 16 bits"},
		{nil, opText{"amdgpu.fat_raw_buffer_cast", []string{"memref<4xf16>"}, "operandSegmentSizes = array<i32: 1, 0, 0>", []string{"memref<4xf16>"}}, "fat_raw_buffer"},
		{nil, opText{"amdgpu.sched_barrier", nil, "opts = #amdgpu.sched_barrier_opt<all>", nil}, `"all" is no sched_barrier_opt`},
		{nil, opText{"rocdl.s.waitcnt", nil, "", nil}, "bitfield"},
		{nil, opText{"stream.binding.subspan", []string{"!stream.binding", "index", "index"}, "", []string{"memref<4xf16>"}}, "expected the 0 dynamic sizes"},

		{&arch.GFX942, opText{"amdgpu.gather_to_lds", []string{"memref<4xf32>", "index", "memref<4xf32, 3>", "index"}, "operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = vector<4xf32>", nil}, "with 16 bytes (vector<4xf32>) is only supported on gfx950, not on gfx942"},
		{&arch.GFX942, opText{"amdgpu.permlane_swap", []string{"i32"}, "row_length = 16 : i32", []string{"i32"}}, "is only supported on gfx950"},
		{&arch.GFX942, opText{"amdgpu.mfma", []string{"vector<8xf16>", "vector<8xf16>", "vector<4xf32>"}, "m = 16 : i32, n = 16 : i32, k = 32 : i32", []string{"vector<4xf32>"}}, "gfx942 has no such matrix instruction: 16x16x32 of f16 and f16 to f32"},
		{&arch.GFX942, opText{"amdgpu.ext_packed_fp8", []string{"f8E4M3FN"}, "index = 0 : i32", []string{"f32"}}, "the 8-bit floats of gfx942 are f8E4M3FNUZ and f8E5M2FNUZ"},
		{&arch.GFX950, opText{"amdgpu.mfma", []string{"vector<2xf32>", "vector<2xf32>", "vector<4xf32>"}, "m = 16 : i32, n = 16 : i32, k = 8 : i32, reducePrecision", []string{"vector<4xf32>"}}, "gfx950 has no such matrix instruction"},
		{&arch.GFX950, opText{"amdgpu.memory_counter_wait", nil, "tensor = 0 : i32", nil}, "no counter of tensor operations"},
		{&arch.GFX950, opText{"rocdl.mfma.f32.16x16x8.xf32", []string{"f32"}, "", []string{"f32"}}, "is not on gfx950"},
		{&arch.GFX950, opText{"rocdl.mfma.f32.16x16x16f16", []string{"f32"}, "", []string{"f32"}}, "takes 6 operands, not 1"},
		{&arch.GFX950, opText{"rocdl.mfma.f32.16x16x16f16", []string{"vector<4xf16>", "vector<4xf16>", "vector<4xf32>", "i32", "i32", "i32"}, "", []string{"vector<4xf32>"}}, "operand 3 must be a constant"},
		{&arch.GFX950, opText{"rocdl.cvt.f32.fp8", []string{"i32"}, "byteSel = 4 : i32", []string{"f32"}}, "from 0 to 3, not 4"},
	} {
		m, err := Parse("a.mlir", c.op.function())
		if err == nil {
			err = Verify(m, Options{Chip: c.chip})
		}
		switch {
		case err == nil:
			t.Errorf("accepted: %s", c.op.operation())
		case !containsAll(err.Error(), strings.Split(c.want, "\n|")) || !strings.Contains(err.Error(), c.op.name):
			t.Errorf("%s\nwant: %s\ngot: %v", c.op.operation(), c.want, err)
		case !strings.HasPrefix(err.Error(), "a.mlir:3:"):
			t.Errorf("no place: %v", err)
		}
	}
}

func containsAll(s string, parts []string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}
