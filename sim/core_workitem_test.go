package sim_test

import (
	"fmt"
	"testing"

	"heddle/sim"
)

// TestCoreWorkitemIDs: v0 has the dimensions that the kernel asks for, and
// zeros for the others (facts isa/encodings.md §12, rsrc2).
func TestCoreWorkitemIDs(t *testing.T) {
	for asked := range 3 {
		s := coreSource{directives: []string{fmt.Sprintf("system_vgpr_workitem_id %d", asked)}, body: `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_mbcnt_lo_u32_b32 v1, -1, 0
	v_mbcnt_hi_u32_b32 v1, -1, v1
	v_lshlrev_b32 v1, 2, v1
	s_waitcnt lgkmcnt(0)
	global_store_dword v1, v0, s[4:5]
	s_endpgm`}
		got := coreRun(t, s, 64, sim.Launch{Block: [3]uint32{4, 4, 4}})
		coreExpect(t, fmt.Sprintf("workitem_id %d", asked), got, coreIota(64, func(i int) uint32 {
			v := uint32(i % 4)
			if asked > 0 {
				v |= uint32(i/4%4) << 10
			}
			if asked > 1 {
				v |= uint32(i/16) << 20
			}
			return v
		}))
	}
}
