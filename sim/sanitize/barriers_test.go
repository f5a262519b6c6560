package sanitize_test

import (
	"strings"
	"testing"

	"heddle/sim"
)

// Wave 1 ends at .Lend in all of them: branchWave1 makes it jump to .Lone.
const branchWave1 = `
	v_readfirstlane_b32 s8, v0
	s_cmp_eq_u32 s8, 64
	s_cbranch_scc1 .Lone
`

func TestBarriers(t *testing.T) {
	lenient := sim.Options{LenientBarriers: true}
	testSamples(t, "barriers", []sample{
		{"all", source{waves: 2, groups: 3, body: "\ts_barrier\n\ts_barrier"}, nil},
		{"at different instructions", source{waves: 2, body: branchWave1 + `
	s_barrier
	s_endpgm
.Lone:
	s_barrier`}, nil},
		{"one ends first", source{waves: 2, options: lenient, body: branchWave1 + `
	.rept 20
	s_nop 0
	.endr
	s_barrier
.Lone:`},
			[]string{"barriers: s_barrier: is barrier 1 of wave 0, but wave 1 has ended after 0 barriers | let every wave of the workgroup execute the same number of s_barrier | s_endpgm"}},
		{"one ends later", source{waves: 2, groups: 2, options: lenient, body: branchWave1 + `
	s_barrier
	s_barrier
	s_endpgm
.Lone:
	s_barrier
	.rept 20
	s_nop 0
	.endr`},
			[]string{"barriers: s_barrier: is barrier 2 of wave 0, but wave 1 has ended after 1 barrier | let every wave of the workgroup execute the same number of s_barrier | s_endpgm"}},
	})
}

// With strict barriers the simulation ends there, and the finding says the
// same.
func TestBarriersStrict(t *testing.T) {
	k := source{waves: 2, body: branchWave1 + "\ts_barrier\n.Lone:"}
	found, err := k.run(t, "all", nil)
	if err == nil || !strings.Contains(err.Error(), "diverges at the barrier") {
		t.Errorf("error %v", err)
	}
	if len(found) != 1 || found[0].Check != "barriers" {
		t.Errorf("found %+v", found)
	}
}
