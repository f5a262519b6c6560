package simtest

// What package isa says of instructions, once more in words and numbers of the
// ISA manual: tests of the packages that use isa compare with these, so that a
// mistake in isa is found by each of them (go test ./isa -run
// TestMutatedFacts -mutate).

// LaneMove is an instruction that moves v0 of other lanes to v2.
type LaneMove struct {
	Name string // of the mutation in isa that has to make its test fail
	Text string // of the instruction
	Wait string // before v2 is used
	From func(lane int) int
}

// LaneMoves are from the ISA manual, tables "DPP_CTRL Enumeration" and
// DS_SWIZZLE_B32 (§12.12). Lanes that read from none have -1 and get 0.
var LaneMoves = []LaneMove{
	{"row_shr", "v_mov_b32_dpp v2, v0 row_shr:3 row_mask:0xf bank_mask:0xf bound_ctrl:0", "", func(l int) int {
		if l%16 < 3 {
			return -1
		}
		return l - 3
	}},
	{"quad_perm", "v_mov_b32_dpp v2, v0 quad_perm:[3,1,0,2] row_mask:0xf bank_mask:0xf bound_ctrl:0", "", func(l int) int {
		return l - l%4 + []int{3, 1, 0, 2}[l%4]
	}},
	{"row_bcast", "v_mov_b32_dpp v2, v0 row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:0", "", func(l int) int {
		return []int{-1, 15, 31, 47}[l/16]
	}},
	{"ds_swizzle rotation", "ds_swizzle_b32 v2, v0 offset:0xc0a0", "s_waitcnt lgkmcnt(0)", func(l int) int {
		return l/32*32 + (l+5)%32
	}},
	{"ds_swizzle bit masks", "ds_swizzle_b32 v2, v0 offset:0x0c1f", "s_waitcnt lgkmcnt(0)", func(l int) int {
		return l ^ 3
	}},
}
