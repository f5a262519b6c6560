package sanitize_test

import (
	"fmt"
	"log"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
	"heddle/sim/sanitize"
)

// double doubles 64 numbers, but does not wait for the load of its input.
const double = `
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl double
	.p2align 8
	.type double,@function
double:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_dword v1, v0, s[4:5]
	v_add_u32_e32 v1, v1, v1
	global_store_dword v0, v1, s[4:5]
	s_endpgm
.Lend:
	.size double, .Lend-double
	.rodata
	.p2align 6
	.amdhsa_kernel double
		.amdhsa_next_free_vgpr 2
		.amdhsa_next_free_sgpr 6
		.amdhsa_accum_offset 4
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
`

// stores is an observer that counts bytes written to global memory.
type stores int

func (s *stores) Executed(e *sim.Event)     { s.count(e.Accesses) }
func (s *stores) Landed(e *sim.Event)       { s.count(e.Accesses) }
func (*stores) WaveStarted(group, wave int) {}
func (*stores) WaveEnded(group, wave int)   {}

func (s *stores) count(list []sim.Access) {
	for _, a := range list {
		for l := range 64 {
			if a.Space == sim.SpaceGlobal && a.Write && a.Lanes>>l&1 != 0 {
				*s += stores(a.Size)
			}
		}
	}
}

// Run a kernel under all checks and an observer of one's own.
func Example() {
	unit, err := asm.Assemble([]byte(double), asm.Options{File: "double.s"})
	check(err)
	code, err := hsaco.Link(unit.Module)
	check(err)
	object, err := hsaco.Open(code, "")
	check(err)
	device := sim.NewDevice(object.Chip)
	module, err := device.Load(object)
	check(err)
	kernel, err := module.Kernel("double")
	check(err)
	x, err := sim.Put(device, make([]uint32, 64))
	check(err)

	var written stores
	launch := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(x)}}
	launch.Observers = []sim.Observer{&written}
	checks, err := sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: object})
	check(err)
	checks.Begin(&launch) // adds itself
	_, err = device.Run(launch)
	check(err)
	fmt.Println(int(written), "bytes written")
	f := checks.Findings()[0]
	fmt.Printf("%s: %s %s; %s\n", f.Check, f.Text, f.Message, f.Advice)
	// Output:
	// 256 bytes written
	// waits: v_add_u32_e32 v1, v1, v1 reads v1 while a load into it is outstanding; add s_waitcnt vmcnt(0) before
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
