package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/sim"
	"heddle/sim/simtest"
)

// TestInstructionFacts: what the simulator has from isa, with numbers of the ISA
// manual. The names are those of the mutations in isa's TestMutatedFacts.
func TestInstructionFacts(t *testing.T) {
	late := sim.Options{Schedule: sim.ScheduleLate}
	// loads is n loads to v100 and up, before which v100 is 7, and code behind.
	loads := func(load string, n int, behind string) string {
		var b strings.Builder
		b.WriteString("\tv_mov_b32 v100, 7\n")
		for i := range n {
			fmt.Fprintf(&b, load, 100+i, 256+4*i%256)
		}
		return b.String() + behind + "\n\tv_mov_b32 v99, v100\n"
	}
	const global, lds = "\tglobal_load_dword v%d, v2, s[4:5] offset:%d\n", "\tds_read_b32 v%d, v2 offset:%d\n"
	for _, c := range []struct {
		name, body string
		want       uint32
	}{
		// Facts isa/hazards.md §1: vmcnt counts to 63, lgkmcnt to 15.
		{"vmcnt limit", loads(global, 63, ""), 7},
		{"vmcnt limit", loads(global, 64, ""), 1064},
		{"lgkmcnt limit", loads(lds, 15, ""), 7},
		{"lgkmcnt limit", loads(lds, 16, ""), 1064},
		// Facts isa/encodings.md §7: vmcnt is in bits 15:14 and 3:0: 17, 18.
		{"waitcnt packing", loads(global, 18, "\t.long 0xbf8c4f71"), 1064},
		{"waitcnt packing", loads(global, 18, "\t.long 0xbf8c4f72"), 7},
		// s_branch over one word (facts isa/encodings.md, "Branch").
		{"branch target", "\tv_mov_b32 v99, 1\n\t.long 0xbf820001\n\tv_add_u32 v99, 1, v99\n\tv_add_u32 v99, 2, v99\n", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			coreExpect(t, c.name, coreLane(t, late, c.body, 99), []uint32{c.want})
		})
	}
	for _, m := range simtest.LaneMoves {
		t.Run(m.Name, func(t *testing.T) {
			s := coreSource{body: corePrologue + "\tv_add_u32 v0, 1, v0\n\ts_nop 1\n\t" + m.Text + "\n\t" + m.Wait + "\n\tglobal_store_dword v1, v2, s[4:5]\n\ts_endpgm"}
			coreExpect(t, m.Text, coreRun(t, s, 64, sim.Launch{}), coreIota(64, func(l int) uint32 { return uint32(m.From(l) + 1) }))
		})
	}
}
