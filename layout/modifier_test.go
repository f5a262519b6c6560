package layout

import (
	"strings"
	"testing"

	"heddle/arch"
)

// TestReads has the formulas of facts mfma_layouts.json meta.conventions, but
// for cbsz that of AMD's calculator and the manual's table of fields.
func TestReads(t *testing.T) {
	b := []func(l int) int{
		func(l int) int { return l },
		func(l int) int { return l % 32 },
		func(l int) int { return l%32 + 32 },
		nil,
		func(l int) int { return l % 16 },
		func(l int) int { return l%16 + 16 },
		func(l int) int { return l%16 + 32 },
		func(l int) int { return l%16 + 48 },
	}
	facts := readFacts(t)
	for _, chip := range arch.Chips {
		for _, m := range Matrices(chip) {
			fact := facts.Instructions[chip.Name][m.Name]
			broadcasts := fact["cbsz_abid"] == true && !m.Sparse
			permutes := fact["blgp"] == true && m.D != "f64"
			other := m.Sparse || m.A == "" || m.D == "f64"
			for cbsz := range 5 {
				for abid := range 1 << cbsz {
					r, err := m.Reads(A, Modifiers{CBSZ: cbsz, ABID: abid})
					wantOK := other || cbsz == 0 || broadcasts && 1<<cbsz <= m.Blocks
					if (err == nil) != wantOK {
						t.Fatalf("%s, cbsz %d, abid %d: %v", m.Name, cbsz, abid, err)
					}
					for lane := range 64 {
						want := lane
						if block := lane / m.M; broadcasts {
							want = lane%m.M + m.M*(block>>cbsz<<cbsz+abid)
						}
						if err == nil && r.Lane(lane) != want {
							t.Fatalf("%s, cbsz %d, abid %d: lane %d reads %d, want %d", m.Name, cbsz, abid, lane, r.Lane(lane), want)
						}
					}
				}
			}
			for blgp, f := range b {
				r, err := m.Reads(B, Modifiers{BLGP: blgp})
				if wantOK := other || blgp == 0 || permutes && f != nil; (err == nil) != wantOK {
					t.Fatalf("%s, blgp %d: %v", m.Name, blgp, err)
				}
				for lane := range 64 {
					want := lane
					if permutes && f != nil {
						want = f(lane)
					}
					if err == nil && r.Lane(lane) != want {
						t.Fatalf("%s, blgp %d: lane %d reads %d, want %d", m.Name, blgp, lane, r.Lane(lane), want)
					}
				}
				if c, err := m.Reads(C, Modifiers{BLGP: blgp}); err == nil && c.Lane(37) != 37 {
					t.Errorf("%s: blgp moves C", m.Name)
				}
			}
		}
	}
	m, _ := LookupMatrix(&arch.GFX950, "v_mfma_f32_16x16x4_f32")
	for _, c := range []struct {
		mod  Modifiers
		want string
	}{
		{Modifiers{BLGP: 3}, "operand B of v_mfma_f32_16x16x4_f32 with blgp:3 has no linear layout"},
		{Modifiers{CBSZ: 1}, "v_mfma_f32_16x16x4_f32 takes no cbsz and abid"},
		{Modifiers{ABID: 1}, "v_mfma_f32_16x16x4_f32 takes no cbsz and abid"},
		{Modifiers{BLGP: 8}, "blgp 8 is not one of 0 to 7"},
	} {
		if _, err := m.Reads(B, c.mod); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	m, _ = LookupMatrix(&arch.GFX950, "v_mfma_f32_16x16x4_4b_f16")
	for _, mod := range []Modifiers{{CBSZ: 3}, {ABID: 1}, {CBSZ: 1, ABID: 2}, {CBSZ: -1}, {ABID: -1}} {
		if _, err := m.Reads(A, mod); err == nil || !strings.Contains(err.Error(), "has 4 blocks") {
			t.Errorf("%+v: %v", mod, err)
		}
	}
}
