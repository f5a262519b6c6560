package sim

import (
	"fmt"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
)

// granuleKernel writes 7 to the LDS offset of its second argument, and what it
// then reads there to its first. It never sets M0.
const granuleKernel = `
	.amdgcn_target "amdgcn-amd-amdhsa--%s"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	s_load_dword s6, s[0:1], 0x8
	v_mov_b32_e32 v1, 7
	v_mov_b32_e32 v3, 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s6
	ds_write_b32 v0, v1
	ds_read_b32 v2, v0
	s_waitcnt lgkmcnt(0)
	global_store_dword v3, v2, s[4:5]
	s_endpgm
.Lend:
	.size k, .Lend-k
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_group_segment_fixed_size 4
		.amdhsa_kernarg_size 12
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 4
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 12
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 4
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 4
    .max_flat_workgroup_size: 64
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 8, .size: 4, .value_kind: by_value}
...
	.end_amdgpu_metadata
`

// TestLDSGranule: a kernel that asks for 4 bytes of LDS gets a granule: 512
// bytes on gfx942, 1280 on gfx950 (facts simulation.md, corner cases).
func TestLDSGranule(t *testing.T) {
	for _, c := range []struct {
		chip   string
		offset uint32
		want   uint32
	}{
		{"gfx942", 508, 7}, {"gfx942", 512, 0}, {"gfx950", 1276, 7}, {"gfx950", 1280, 0},
	} {
		assembled, err := asm.Assemble(fmt.Appendf(nil, granuleKernel, c.chip), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		linked, err := hsaco.Link(assembled.Module)
		if err != nil {
			t.Fatal(err)
		}
		object, err := hsaco.Open(linked, "")
		if err != nil {
			t.Fatal(err)
		}
		d := NewDevice(object.Chip)
		module, err := d.Load(object)
		if err != nil {
			t.Fatal(err)
		}
		kernel, err := module.Kernel("k")
		if err != nil {
			t.Fatal(err)
		}
		out, err := Put(d, []uint32{memSentinel})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Run(Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1},
			Args: []Arg{Pointer(out), Value(c.offset)}}); err != nil {
			t.Fatal(err)
		}
		if v, err := Get[uint32](out); err != nil || v[0] != c.want {
			t.Errorf("%s: reads %#x at LDS offset %d, want %d (%v)", c.chip, v, c.offset, c.want, err)
		}
	}
}
