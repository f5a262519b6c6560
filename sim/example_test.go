package sim_test

import (
	"fmt"
	"log"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
)

// saxpy is y[i] = a*x[i] + y[i] for the arguments x, y, a and n.
const saxpy = `
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl saxpy
	.p2align 8
	.type saxpy,@function
saxpy:
	s_load_dwordx4 s[4:7], s[0:1], 0x0      // x, y
	s_load_dwordx2 s[8:9], s[0:1], 0x10     // a, n
	s_lshl_b32 s2, s2, 6                    // 64 work-items a workgroup
	v_or_b32_e32 v0, s2, v0
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s9, v0
	s_and_saveexec_b64 s[10:11], vcc
	v_lshlrev_b32_e32 v0, 2, v0
	global_load_dword v1, v0, s[4:5]
	global_load_dword v2, v0, s[6:7]
	s_waitcnt vmcnt(0)
	v_fmac_f32_e32 v2, s8, v1
	global_store_dword v0, v2, s[6:7]
	s_endpgm
.Lend:
	.size saxpy, .Lend-saxpy
	.rodata
	.p2align 6
	.amdhsa_kernel saxpy
		.amdhsa_next_free_vgpr 3
		.amdhsa_next_free_sgpr 12
		.amdhsa_accum_offset 4
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
`

// Assemble a kernel, load it, launch it and compare.
func Example() {
	unit, err := asm.Assemble([]byte(saxpy), asm.Options{File: "saxpy.s"})
	check(err)
	code, err := hsaco.Link(unit.Module)
	check(err)
	object, err := hsaco.Open(code, "")
	check(err)

	device := sim.NewDevice(object.Chip)
	module, err := device.Load(object)
	check(err)
	kernel, err := module.Kernel("saxpy")
	check(err)
	const n = 1000
	in, out := make([]float32, n), make([]float32, n)
	for i := range n {
		in[i], out[i] = float32(i), 1
	}
	x, err := sim.Put(device, in)
	check(err)
	y, err := sim.Put(device, out)
	check(err)
	report, err := device.Run(sim.Launch{Kernel: kernel, Grid: [3]uint32{16, 1, 1}, Block: [3]uint32{64, 1, 1},
		Args: []sim.Arg{sim.Pointer(x), sim.Pointer(y), sim.Value(float32(2)), sim.Value(uint32(n))}})
	check(err)
	got, err := sim.Get[float32](y)
	check(err)
	wrong := 0
	for i := range n {
		if got[i] != 2*in[i]+1 {
			wrong++
		}
	}
	fmt.Println(wrong, "wrong;", report.Workgroups, "workgroups;", report.Bytes.GlobalWritten, "bytes written; inexact:", len(report.Inexact))
	// Output: 0 wrong; 16 workgroups; 4000 bytes written; inexact: 0
}

// check ends the program if there is an error.
func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
