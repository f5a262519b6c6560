package vet

import (
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
)

// TestLaunchRefused: a launch that the kernel cannot have is refused. What was proven of it would hold for none.
func TestLaunchRefused(t *testing.T) {
	o := given942(t)
	grid := func(l Launch) Launch { l.Grid = [3]uint32{4, 1, 1}; return l }
	for _, c := range []struct {
		name   string
		launch Launch
		want   string // "" if it is accepted
	}{
		{"a number", Launch{Args: []Argument{{Name: "n", Least: 5, Most: 9}}}, ""},
		{"a number that wraps", Launch{Args: []Argument{{Name: "n", Most: 1 << 32}}}, "argument n of k has 32 bits, which do not hold 4294967296"},
		{"a number of 64 bits", Launch{Args: []Argument{{Name: "wide", Most: 1 << 40}}}, ""},
		{"negative numbers", Launch{Args: []Argument{{Name: "n", Least: -9, Most: -1}}}, ""},
		{"both signs", Launch{Args: []Argument{{Name: "n", Least: -9, Most: 9}}}, "argument n of k is in a range of negative and other numbers"},
		{"two bytes", Launch{Args: []Argument{{Name: "half", Most: 9}}}, "argument half of k has 2 bytes at offset 20"},
		{"a pointer as a number", Launch{Args: []Argument{{Name: "p", Most: 9}}}, "argument p of k is a pointer, not a number"},
		{"a number as a pointer", Launch{Args: []Argument{{Name: "n", Memory: true, Bytes: 9}}}, "argument n of k has 4 bytes, and is no pointer"},
		{"another name", Launch{Args: []Argument{{Name: "m", Most: 9}}}, "no kernel has an argument m; there are p, n, half, wide, 4 (4 bytes at @32)"},
		{"too many work-items", Launch{Block: [3]uint32{64, 5, 1}}, "kernel k is for workgroups of at most 256 work-items, not of 320"},
		{"a workgroup", Launch{Block: [3]uint32{64, 4, 1}}, ""},
		{"too much LDS", Launch{LDS: 64<<10 - 511}, "kernel k would have 65537 bytes of LDS, and a workgroup of gfx942 has at most 65536"},
		{"all of the LDS", Launch{LDS: 64<<10 - 512}, ""},
		{"another kernel", Launch{Kernel: "other", Block: [3]uint32{2000, 1, 1}}, ""},
	} {
		for i := range c.launch.Args {
			c.launch.Args[i].Offset = -1
		}
		_, err := ObjectWith(o, Options{Launches: []Launch{grid(c.launch)}})
		if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestDwordAt: a number at a byte offset that the metadata does not have says nothing of what is behind it.
func TestDwordAt(t *testing.T) {
	k := *given942(t).Kernels[0]
	k.Metadata = nil
	g := newGiven(&k, &Launch{LDS: -1, Args: []Argument{{Offset: 16, Least: 7, Most: 7}, {Offset: 40, Least: 1 << 33, Most: 1<<33 + 5}}})
	if _, ok := g.args[20]; ok || g.args[16] != size(7) || g.args[40] != (interval{0, 5}) || g.args[44] != size(2) {
		t.Errorf("%v", g.args)
	}
}

// TestLDSOfDescriptor: with a launch, the LDS is what the kernel declares, and what leaves it is an error; without
// one more may be added.
func TestLDSOfDescriptor(t *testing.T) {
	for _, c := range []struct {
		lds    int
		launch *Launch
		want   string
	}{
		{512, &Launch{Grid: [3]uint32{4, 1, 1}, Block: [3]uint32{64, 1, 1}, LDS: -1}, "error reaches byte 1279 of the LDS (workgroup 0,0,0, work-item 63,0,0); if the launch adds LDS to what the kernel declares, say how much with --lds"},
		{512, &Launch{Grid: [3]uint32{4, 1, 1}, Block: [3]uint32{64, 1, 1}, LDS: 768}, ""},
		{512, &Launch{Block: [3]uint32{64, 1, 1}, LDS: -1}, "can't tell may reach bytes 1024 to 1279 of the LDS, which has 512 bytes; if the launch adds"},
		{0, &Launch{Grid: [3]uint32{4, 1, 1}, Block: [3]uint32{64, 1, 1}, LDS: -1}, ""},
		{0, &Launch{Grid: [3]uint32{4, 1, 1}, Block: [3]uint32{64, 1, 1}, LDS: 0}, "error reaches byte 1279 of the LDS (workgroup 0,0,0, work-item 63,0,0), of which a workgroup has none"},
	} {
		o := givenLDS(t, c.lds)
		r, err := ObjectWith(o, Options{Launches: []Launch{*c.launch}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range r.Kernels[0].Findings {
			if f.Rule == "address" {
				got = append(got, f.Rank.String()+" "+f.Message+"; "+f.Advice)
			}
		}
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], c.want)) {
			t.Errorf("%d bytes, %+v: %q, want %q", c.lds, c.launch, got, c.want)
		}
	}
}

// TestBelowLDS: no launch gives a kernel LDS in front of its own.
func TestBelowLDS(t *testing.T) {
	o := assembled(t, arch.Chips[0], `	v_and_b32 v0, 0x3ff, v0
	v_lshlrev_b32 v1, 2, v0
	v_subrev_u32 v1, 4, v1
	ds_write_b32 v1, v0
	s_endpgm
`)
	o.Kernels[0].Descriptor.GroupSegmentFixedSize = 512
	r, err := ObjectWith(o, Options{Launches: []Launch{{Block: [3]uint32{64, 1, 1}, LDS: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Kernels[0].Findings {
		if f.Rule == "address" && f.Rank == RankError {
			return
		}
	}
	t.Errorf("%+v", r.Kernels[0].Findings)
}

func given942(t *testing.T) *hsaco.Object { return givenLDS(t, 512) }

// givenLDS is a kernel that writes bytes 1024 to 1279 of so much LDS, and has arguments of all kinds.
func givenLDS(t *testing.T, lds int) *hsaco.Object {
	t.Helper()
	src := strings.ReplaceAll(`	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	v_and_b32 v0, 0x3ff, v0
	v_lshlrev_b32 v1, 2, v0
	ds_write_b32 v1, v0 offset:1024
	s_endpgm
	.amdhsa_code_object_version 5
	.rodata
	.amdhsa_kernel k
		.amdhsa_group_segment_fixed_size LDSBYTES
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 4
	.end_amdhsa_kernel
	.amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 40
    .group_segment_fixed_size: LDSBYTES
    .private_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 4
    .max_flat_workgroup_size: 256
    .args:
      - {.name: p, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.name: n, .offset: 16, .size: 4, .value_kind: by_value}
      - {.name: half, .offset: 20, .size: 2, .value_kind: by_value}
      - {.name: wide, .offset: 24, .size: 8, .value_kind: by_value}
      - {.offset: 32, .size: 4, .value_kind: by_value}
	.end_amdgpu_metadata
`, "LDSBYTES", strconv.Itoa(lds))
	r, err := asm.Assemble([]byte(src), asm.Options{File: "given.s", Chip: arch.Chips[0]})
	if err != nil {
		t.Fatal(err)
	}
	b, err := hsaco.Link(r.Module)
	if err != nil {
		t.Fatal(err)
	}
	o, err := hsaco.Open(b, "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}
