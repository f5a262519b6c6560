package mach

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/pass"
)

// fenceCase is an exchange between two waves through a barrier: what the
// barrier has to wait for, without which the checks see a race.
type fenceCase struct{ name, fence, code string }

// In fenceSetup v1 is 4 times the work-item, v5 that of the other wave, M0 256
// times the wave.
const fenceSetup = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	v_xor_b32 v5, 0x100, v1
	v_and_b32 v6, 0x100, v1
	v_readfirstlane_b32 s20, v6
	s_mov_b32 m0, s20
	s_mov_b32 s12, s4
	s_mov_b32 s13, s5
	s_mov_b32 s14, 0x10000
	s_mov_b32 s15, 0x20000
`

var fenceCases = []fenceCase{
	{"LDS written, then read", "lds", "ds_write_b32 v1, v0\ns_barrier @fence=%s\nds_read_b32 v10, v5"},
	{"LDS read, then written", "lds", "ds_read_b32 v10, v5\ns_barrier @fence=%s\nds_write_b32 v1, v0"},
	{"LDS read, then loaded to", "lds", "ds_read_b32 v10, v5\ns_barrier @fence=%s\nbuffer_load_dword v1, s[12:15], 0 offen lds"},
	{"direct to LDS, then read", "dma", "buffer_load_dword v1, s[12:15], 0 offen lds\ns_barrier @fence=%s\nds_read_b32 v10, v5"},
	{"stored, then loaded", "stores", "global_store_dword v1, v0, s[4:5]\ns_barrier @fence=%s\nglobal_load_dword v10, v5, s[4:5]"},
	{"loaded, then stored", "loads", "global_load_dword v10, v5, s[4:5]\ns_barrier @fence=%s\nglobal_store_dword v1, v0, s[4:5]"},
	{"added, then loaded", "stores", "global_atomic_add v1, v0, s[4:5]\ns_barrier @fence=%s\nglobal_load_dword v10, v5, s[4:5]"},
	{"loaded, then stored two barriers later", "loads", "global_load_dword v10, v5, s[4:5]\ns_barrier @fence=%[1]s\nv_mov_b32 v11, 0\ns_barrier @fence=%[1]s\nglobal_store_dword v1, v0, s[4:5]"},
	{"around a loop", "lds", `s_mov_b32 s21, 0
		loop:
		ds_read_b32 v10, v5
		s_barrier @fence=%[1]s
		ds_write_b32 v1, v0
		s_add_u32 s21, s21, 1
		s_barrier @fence=%[1]s
		s_cmp_lt_u32 s21, 3
		s_cbranch_scc1 loop`},
}

func TestFences(t *testing.T) {
	for _, c := range fenceCases {
		for _, fence := range []string{c.fence, "all", "none"} {
			text := fenceSetup + strings.NewReplacer("%[1]s", fence, "%s", fence).Replace(c.code)
			f := parseFunc(t, &arch.GFX950, text)
			physicalPasses(t, f, pass.Options{})
			_, found := runWaves(t, &arch.GFX950, f.Emit(), "waits,races,lds-dma,barriers,hazards", 0, 2)
			if fence == "none" && len(found) == 0 {
				t.Errorf("%s: no race without the fence", c.name)
			}
			if fence != "none" && len(found) > 0 {
				t.Errorf("%s, %s: %s\n%s", c.name, fence, show(found), listing(f))
			}
		}
	}
}
