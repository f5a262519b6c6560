// Package opt converts a kernel in MLIR to the form that code selection accepts, and makes it
// faster: calls are inlined, higher-level operations are replaced by simpler ones with exactly the
// same meaning, and redundant, unused and loop-invariant computations are removed or moved. It
// knows the IR and the chip's sizes, but no machine instructions.
//
// Exact means that a defined result keeps its bits. Poison may become anything, and undefined
// behaviour may do anything.
//
// # What remains
//
// After [Passes] a kernel has these operations only ([Remains] asks for a name); all
// others are either lowered or, if they are in a form that nothing is known to do
// for, left for code selection to refuse by name.
//
//   - arith: constant; addi subi muli divui divsi remui remsi andi ori xori shli
//     shrui shrsi maxsi minsi maxui minui; mului_extended and mulsi_extended of more
//     than 32 bits; all of floats; extui extsi trunci index_cast (to a narrower or
//     as wide a type, or with a sign) index_castui (to a wider type) and the other
//     casts; cmpi cmpf select
//   - math: all but absi, copysign, sincos, and isnan, isinf, isfinite and isnormal
//     of f16, bf16, f32 and f64
//   - scf: for, while, if; cf: assert, and br and cond_br, between the blocks of the
//     kernel itself only, where these have a loop with several ways in; func.return, gpu.return
//   - memref: alloc (of LDS: at the start of the kernel) alloca dealloc get_global
//     load store atomic_rmw; extract_strided_metadata, for the buffer and for numbers
//     that neither the type nor a cast says; reinterpret_cast, whose source is no
//     other one and no cast; view cast memory_space_cast assume_alignment
//     extract_aligned_pointer_as_index
//   - vector, of one dimension: load store; extract and insert of one element, at a
//     constant or at a computed position; shuffle; from_elements; broadcast of a
//     scalar; bitcast; and shape_cast between any shapes of as many elements, in
//     row-major order. Constants, arithmetic, and what control flow carries may have
//     any shape. maskedload and maskedstore remain but for elements of less than a
//     byte; load and store of several dimensions remain for buffer resources with
//     elements of less than a dword (whose range check is not one of elements) and
//     for memrefs of vectors
//   - gpu: thread_id block_id block_dim grid_dim lane_id and the cluster's; barrier
//     shuffle rotate subgroup_reduce subgroup_broadcast all_reduce
//     dynamic_shared_memory printf
//   - llvm: intr.trap
//   - amdgpu, rocdl, stream, iree_input: all
package opt

import "strings"

// lowered are the operations, that do not remain, of dialects of which others do.
var lowered = []string{
	"arith.ceildivui", "arith.ceildivsi", "arith.floordivsi", "arith.addui_extended", "math.absi", "math.copysign", "math.sincos",
	"memref.copy", "memref.dim", "memref.subview", "memref.collapse_shape", "memref.expand_shape", "memref.global",
	"vector.extract_strided_slice", "vector.insert_strided_slice", "vector.to_elements", "vector.interleave", "vector.deinterleave",
	"vector.transpose", "vector.fma", "vector.reduction", "vector.multi_reduction", "vector.step", "vector.create_mask",
	"vector.constant_mask", "vector.gather", "vector.scatter", "vector.transfer_read", "vector.transfer_write",
	"gpu.global_id", "gpu.subgroup_id", "gpu.subgroup_size", "gpu.num_subgroups", "func.call", "ub.poison", "llvm.call_intrinsic",
}

// Remains reports whether operations of that name may be in a kernel after [Passes].
func Remains(name string) bool {
	for _, l := range lowered {
		if l == name {
			return false
		}
	}
	return !strings.HasPrefix(name, "affine.")
}
