package build

import "fmt"

// hidden is a hidden argument of code object v5 and later: offset from the
// first multiple of 8 behind the explicit arguments (LLVM AMDGPU usage,
// "Code Object V5 Kernel Argument Metadata").
type hidden struct {
	kind         string
	offset, size int
}

var hiddenArgs = []hidden{
	{"hidden_block_count_x", 0, 4}, {"hidden_block_count_y", 4, 4}, {"hidden_block_count_z", 8, 4},
	{"hidden_group_size_x", 12, 2}, {"hidden_group_size_y", 14, 2}, {"hidden_group_size_z", 16, 2},
	{"hidden_remainder_x", 18, 2}, {"hidden_remainder_y", 20, 2}, {"hidden_remainder_z", 22, 2},
	{"hidden_grid_dims", 64, 2},
	{"hidden_dynamic_lds_size", 120, 4},
}

// hiddenBytes is the size of the hidden arguments that are handed over.
const hiddenBytes = 256

// appendMetadata writes the metadata of the kernels.
func appendMetadata(b []byte, r *Result) []byte {
	b = append(b, "\n\t.amdgpu_metadata\namdhsa.version: [1, 2]\n"...)
	b = fmt.Appendf(b, "amdhsa.target: %q\namdhsa.kernels:\n", r.target())
	for _, k := range r.Kernels {
		b = appendKernelMetadata(b, r, k)
	}
	return append(b, "\t.end_amdgpu_metadata\n"...)
}

func appendKernelMetadata(b []byte, r *Result, k *Kernel) []byte {
	b = fmt.Appendf(b, "  - .name: !str %q\n    .symbol: !str %q\n", k.Name, k.Name+".kd") // NaN would be a number
	number := func(what string, n int) { b = fmt.Appendf(b, "    .%s: %d\n", what, n) }
	number("kernarg_segment_size", kernargBytes(k))
	number("kernarg_segment_align", 8)
	number("group_segment_fixed_size", k.Func.LDSBytes)
	number("private_segment_fixed_size", k.Func.ScratchBytes)
	number("wavefront_size", r.Chip.WaveSize)
	number("sgpr_count", k.Code.SGPRs+r.Chip.ExtraSGPRs)
	number("vgpr_count", k.Code.NextFreeVGPR())
	number("agpr_count", k.Code.AGPRs)
	number("sgpr_spill_count", k.Func.Spills.SGPRs)
	number("vgpr_spill_count", k.Func.Spills.VGPRs)
	number("max_flat_workgroup_size", k.Func.WorkgroupSize)
	if k.Block != [3]uint32{} {
		b = fmt.Appendf(b, "    .reqd_workgroup_size: [%d, %d, %d]\n", k.Block[0], k.Block[1], k.Block[2])
	}
	if len(k.Params) == 0 && !k.Hidden {
		return append(b, "    .args: []\n"...)
	}
	b = append(b, "    .args:\n"...)
	for _, p := range k.Params {
		kind := "by_value"
		if p.Pointer {
			kind = "global_buffer"
		}
		b = fmt.Appendf(b, "      - .name: %q\n        .offset: %d\n        .size: %d\n        .value_kind: %s\n", p.Name, p.Offset, p.Bytes, kind)
		if p.Pointer {
			b = append(b, "        .address_space: global\n"...)
		}
	}
	if k.Hidden {
		for _, h := range hiddenArgs {
			b = fmt.Appendf(b, "      - .offset: %d\n        .size: %d\n        .value_kind: %s\n", align8(k.KernargBytes)+h.offset, h.size, h.kind)
		}
	}
	return b
}
