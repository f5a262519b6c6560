package sanitize_test

import (
	"fmt"
	"testing"

	"heddle/sim/simtest"
)

// TestInstructionFacts: what the checks have from isa, with numbers of the ISA
// manual. The names are those of the mutations in isa's TestMutatedFacts.
func TestInstructionFacts(t *testing.T) {
	run := func(name, checks, body string, findings int) {
		t.Run(name, func(t *testing.T) {
			s := source{body: body}
			found, err := s.run(t, checks, nil)
			if err != nil || len(found) != findings {
				t.Errorf("%d findings and %v, want %d:\n%s", len(found), err, findings, body)
			}
		})
	}
	// after is code that reads what a load loads, with others between the two.
	after := func(load string, others int, wait string) string {
		return fmt.Sprintf("%s\t%s\n\t.rept %d\n\t%s\n\t.endr\n\t%s\n\tv_mov_b32 v3, v2\n", setup, fmt.Sprintf(load, 2), others, fmt.Sprintf(load, 4), wait)
	}
	const global, lds = "global_load_dword v%d, v1, s[4:5]", "ds_read_b32 v%d, v1"
	// Facts isa/hazards.md §1: vmcnt counts to 63, lgkmcnt to 15.
	run("vmcnt limit", "waits", after(global, 62, ""), 1)
	run("vmcnt limit", "waits", after(global, 63, ""), 0)
	run("lgkmcnt limit", "waits", after(lds, 14, ""), 1)
	run("lgkmcnt limit", "waits", after(lds, 15, ""), 0)
	// Facts isa/encodings.md §7: vmcnt is in bits 15:14 and 3:0: 17, 18.
	run("waitcnt packing", "waits", after(global, 17, ".long 0xbf8c4f71"), 0)
	run("waitcnt packing", "waits", after(global, 17, ".long 0xbf8c4f72"), 1)
	// s_branch over the two words of a store of what nothing defined (facts
	// isa/encodings.md, "Branch").
	run("branch target", "undefined", undefinedPrologue+"\t.long 0xbf820002\n\tglobal_store_dword v1, v9, s[4:5]\n\tv_mov_b32 v9, 0\n\tglobal_store_dword v1, v9, s[4:5]\n", 0)
	// One lane of v3 is defined: the one that it is moved to may be stored.
	for _, m := range simtest.LaneMoves {
		to := 22
		run(m.Name, "undefined", fmt.Sprintf(undefinedPrologue+`	s_mov_b64 exec, 1<<%d
	v_mov_b32 v3, 0
	s_mov_b64 exec, -1
	v_mov_b32 v0, v3
	s_nop 1
	%s
	%s
	s_mov_b64 exec, 1<<%d
	global_store_dword v1, v2, s[4:5]
`, m.From(to), m.Text, m.Wait, to), 0)
	}
}
