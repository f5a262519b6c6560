package sim_test

import (
	"debug/elf"
	"fmt"
	"strings"
	"testing"

	"heddle/asm"
	"heddle/hsaco"
	"heddle/sim"
)

// TestCoreKernelNames: kernels are found by name; the error helps.
func TestCoreKernelNames(t *testing.T) {
	text := "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n"
	for _, name := range []string{"k", "matmul"} {
		text += strings.ReplaceAll(`
	.text
	.globl NAME
	.p2align 8
	.type NAME,@function
NAME:
	s_endpgm
.LendNAME:
	.size NAME, .LendNAME-NAME
	.rodata
	.p2align 6
	.amdhsa_kernel NAME
		.amdhsa_next_free_vgpr 1
		.amdhsa_next_free_sgpr 1
		.amdhsa_accum_offset 4
	.end_amdhsa_kernel
`, "NAME", name)
	}
	res, err := asm.Assemble([]byte(text), asm.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	raw, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := sim.NewDevice(o.Chip).Load(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"k", "matmul"} {
		if k, err := m.Kernel(name); err != nil || k.Name() != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{"": "name one of k, matmul", "matmuk": `did you mean "matmul"?`, "softmax": "it has k, matmul"} {
		if _, err := m.Kernel(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
}

// TestCoreLoadRefusals: objects of another chip and unlinked ones.
func TestCoreLoadRefusals(t *testing.T) {
	s := coreSource{body: "\ts_endpgm"}
	o, err := hsaco.Open(s.object(t), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sim.NewDevice(coreChip(t, "gfx950")).Load(o); err == nil || !strings.Contains(err.Error(), "gfx942") || !strings.Contains(err.Error(), "gfx950") {
		t.Errorf("object of another chip: %v", err)
	}
	o.Type = elf.ET_REL
	if _, err := sim.NewDevice(o.Chip).Load(o); err == nil || !strings.Contains(err.Error(), "link it first") {
		t.Errorf("unlinked object: %v", err)
	}
}

// TestCoreRelocations: data that holds addresses of data and code holds guest
// addresses after loading; two modules on a device do not disturb each other.
func TestCoreRelocations(t *testing.T) {
	s := coreSource{body: `
	s_getpc_b64 s[20:21]
	s_add_u32 s20, s20, table@rel32@lo+4
	s_addc_u32 s21, s21, table@rel32@hi+12
	s_load_dwordx4 s[24:27], s[20:21], 0x0
	s_waitcnt lgkmcnt(0)
	s_load_dword s16, s[24:25], 0x0
	s_swappc_b64 s[30:31], s[26:27]
	s_waitcnt lgkmcnt(0)
` + coreStore(16, 2), after: `
	.globl helper
	.protected helper
	.type helper,@function
helper:
	s_mov_b32 s17, 0x77
	s_setpc_b64 s[30:31]
.Lhelper:
	.size helper, .Lhelper-helper
	.data
	.p2align 3
table:
	.quad value
	.quad helper
value:
	.long 0x1234
	.text
`}
	raw := s.object(t)
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	d := sim.NewDevice(o.Chip)
	for i := range 3 {
		m, err := d.Load(o)
		if err != nil {
			t.Fatal(err)
		}
		k, err := m.Kernel("k")
		if err != nil {
			t.Fatal(err)
		}
		out, err := d.Alloc(8)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(out)}}); err != nil {
			t.Fatal(err)
		}
		got, err := sim.Get[uint32](out)
		if err != nil {
			t.Fatal(err)
		}
		coreExpect(t, fmt.Sprintf("module %d", i), got, []uint32{0x1234, 0x77})
	}
}
