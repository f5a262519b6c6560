package sim_test

import (
	"math"
	"strings"
	"testing"

	"heddle/sim"
)

// divide makes each lane divide 1 by 3 + its number in f64, with a number of Newton steps, by
// multiplying with the reciprocal.
func divide(steps int) coreSource {
	return coreSource{body: corePrologue + `
	v_add_u32 v2, 3, v0
	v_cvt_f64_u32 v[2:3], v2
	v_rcp_f64 v[4:5], v[2:3]
	s_nop 4` + strings.Repeat(`
	v_fma_f64 v[6:7], -v[2:3], v[4:5], 1.0
	v_fma_f64 v[4:5], v[4:5], v[6:7], v[4:5]`, steps) + `
	v_lshlrev_b32 v1, 3, v0
	global_store_dwordx2 v1, v[4:5], s[4:5]
	s_endpgm`}
}

// TestApproxNewton: a division that forgets a Newton step is right with exact seeds, and wrong with
// those of a card.
func TestApproxNewton(t *testing.T) {
	for _, c := range []struct {
		steps  int
		approx string
		right  bool
	}{
		{1, "none", true}, {1, "worst", false}, {1, "random:1", false},
		{2, "none", true}, {2, "worst", true}, {2, "random:1", true},
	} {
		a, err := sim.ParseApprox(c.approx)
		if err != nil {
			t.Fatal(err)
		}
		var first []uint32
		for _, engine := range []sim.Engine{sim.EnginePlain, sim.EngineFast} {
			out, report, err := coreTry(t, divide(c.steps), 128, sim.Launch{Options: sim.Options{Engine: engine, Approx: a}})
			if err != nil {
				t.Fatal(err)
			}
			worst := 0.0
			for l := range 64 {
				got := math.Float64frombits(uint64(out[2*l+1])<<32 | uint64(out[2*l]))
				worst = max(worst, math.Abs(got*float64(3+l)-1))
			}
			if right := worst < 1e-15; right != c.right {
				t.Errorf("%d steps, --approx %s: the largest error is %g", c.steps, c.approx, worst)
			}
			if first == nil {
				first = out
			}
			coreExpect(t, "engines with --approx "+c.approx, out, first)
			if said := strings.Contains(report.Inexact[0].Reason, c.approx); said != (a.Kind != sim.ApproxNone) {
				t.Errorf("--approx %s: the report says %q", c.approx, report.Inexact[0].Reason)
			}
		}
	}
}

// TestApproxEngines: all engines give the same bits, beside kernels of other instructions.
func TestApproxEngines(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_add_u32 v2, 3, v0
	v_cvt_f32_u32 v2, v2
	v_rcp_f32 v3, v2
	v_exp_f32 v4, v3
	v_sqrt_f32 v5, v2
	v_rsq_f32 v6, v2
	v_log_f32 v7, v2
	v_sin_f32 v8, v3
	v_cos_f32 v9, v3
	s_nop 4
	v_add_f32 v3, v3, v4
	v_add_f32 v5, v5, v6
	v_add_f32 v7, v7, v8
	v_xor_b32 v3, v3, v5
	v_xor_b32 v3, v3, v7
	v_xor_b32 v3, v3, v9
	global_store_dword v1, v3, s[4:5]
	s_endpgm`}
	seen := map[uint32]bool{}
	for _, text := range []string{"none", "worst", "random:1", "random:2"} {
		a, err := sim.ParseApprox(text)
		if err != nil || a.String() != text {
			t.Fatal(text, a, err)
		}
		plain := coreRun(t, s, 64, sim.Launch{Options: sim.Options{Engine: sim.EnginePlain, Approx: a}})
		coreExpect(t, "the fast engine with --approx "+text, coreRun(t, s, 64, sim.Launch{Options: sim.Options{Approx: a}}), plain)
		sum := uint32(0)
		for _, v := range plain {
			sum = sum*31 + v
		}
		if seen[sum] {
			t.Errorf("--approx %s gives the results of another", text)
		}
		seen[sum] = true
	}
	for _, text := range []string{"best", "random", "random:", "random:x", "worst:1"} {
		if _, err := sim.ParseApprox(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
