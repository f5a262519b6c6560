package mach

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
	"heddle/sim/simtest"
)

// TestInstructionFacts: what the passes have from isa, with numbers of the ISA
// manual; and what lane moves do that they emit. The names are those of the
// mutations in isa's TestMutatedFacts.
func TestInstructionFacts(t *testing.T) {
	// wait is the simm16 of the wait for a load with others behind it, -1 if
	// there is no wait.
	wait := func(t *testing.T, load string, others int) int64 {
		code := fmt.Sprintf(load, 10) + strings.Repeat(fmt.Sprintf(load, 11), others) + "v_mov_b32 v12, v10\ns_endpgm"
		f := parseFunc(t, &arch.GFX942, code)
		if err := insertWaits(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		for _, in := range f.Blocks[0].Instrs {
			if in.Row.Op == isa.S_WAITCNT {
				return in.Args[0].Value
			}
		}
		return -1
	}
	const global, lds = "global_load_dword v%d, v1, s[4:5]\n", "ds_read_b32 v%d, v1\n"
	for _, c := range []struct {
		name, load string
		others     int
		want       int64
	}{
		// Facts isa/hazards.md §1: vmcnt counts to 63, lgkmcnt to 15. Facts
		// isa/encodings.md §7: vmcnt is in bits 15:14 and 3:0, lgkmcnt in 11:8.
		{"vmcnt limit", global, 62, 0xcf7e},
		{"vmcnt limit", global, 63, -1},
		{"lgkmcnt limit", lds, 14, 0xce7f},
		{"lgkmcnt limit", lds, 15, -1},
		{"waitcnt packing", global, 17, 0x4f71},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := wait(t, c.load, c.others); got != c.want {
				t.Errorf("%d loads behind: the wait is %#x, want %#x", c.others, got, c.want)
			}
		})
	}
	t.Run("branch target", func(t *testing.T) { // facts isa/encodings.md, "Branch"
		code := parseFunc(t, &arch.GFX942, "loop:\ns_cbranch_scc0 over\ns_nop 1\nover:\ns_cbranch_vccz loop\ns_endpgm").Emit().Bytes
		for i, want := range []uint32{0xbf840001, 0xbf800001, 0xbf86fffd} {
			if got := binary.LittleEndian.Uint32(code[4*i:]); got != want {
				t.Errorf("word %d is %#x, want %#x", i, got, want)
			}
		}
	})
	for _, m := range simtest.LaneMoves {
		t.Run(m.Name, func(t *testing.T) {
			f := parseFunc(t, &arch.GFX942, "s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_and_b32 v0, 0x3ff, v0\nv_lshlrev_b32 v1, 2, v0\nv_add_u32 v0, 1, v0\n"+m.Text+"\nglobal_store_dword v1, v2, s[4:5]\ns_endpgm")
			for l, got := range simulate(t, f)[:64] {
				if want := uint32(m.From(l) + 1); got != want {
					t.Errorf("lane %d gets %d, want %d", l, got, want)
				}
			}
		})
	}
}
