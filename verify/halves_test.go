package verify

import (
	"strings"
	"testing"

	"heddle/arch"
)

// TestHighHalves looks at the bits above f16 results. Those of v_fma_f16 and
// v_div_fixup_f16 are what the register had (isa.HighKept), so an extension
// masks them, and nothing is masked that somebody only takes the low half of.
func TestHighHalves(t *testing.T) {
	const (
		fma        = "    %f = \"math.fma\"(%a, %b, %a) : (f16, f16, f16) -> f16\n"
		contracted = "    %p = \"arith.mulf\"(%a, %two) <{fastmath = #arith.fastmath<contract>}> : (f16, f16) -> f16\n" + // exact
			"    %f = \"arith.addf\"(%p, %one) <{fastmath = #arith.fastmath<contract>}> : (f16, f16) -> f16\n"
		sum   = "    %f = \"arith.addf\"(%a, %b) <{fastmath = #arith.fastmath<none>}> : (f16, f16) -> f16\n"
		div   = "    %f = \"arith.divf\"(%a, %one) <{fastmath = #arith.fastmath<none>}> : (f16, f16) -> f16\n"
		bits  = "    %i = \"arith.bitcast\"(%f) : (f16) -> i16\n"
		wide  = bits + "    %r = \"arith.extui\"(%i) : (i16) -> i32\n"
		both  = bits + "    %v = \"vector.from_elements\"(%i, %i) : (i16, i16) -> vector<2xi16>\n    %w = \"vector.bitcast\"(%v) : (vector<2xi16>) -> vector<1xi32>\n    %r = \"vector.extract\"(%w) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32\n"
		shift = bits + "    %four = \"arith.constant\"() <{value = 4 : i16}> : () -> i16\n    %s = \"arith.shrui\"(%i, %four) : (i16, i16) -> i16\n    %r = \"arith.extui\"(%s) : (i16) -> i32\n"
		swap  = bits + "    %o = \"arith.constant\"() <{value = 1 : i32}> : () -> i32\n    %n = \"arith.constant\"() <{value = 64 : i32}> : () -> i32\n" +
			"    %x, %ok = \"gpu.shuffle\"(%i32, %o, %n) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)\n    %r = \"arith.addi\"(%x, %i32) : (i32, i32) -> i32\n"
		one = "    %one = \"arith.constant\"() <{value = 1.0 : f16}> : () -> f16\n    %two = \"arith.constant\"() <{value = 2.0 : f16}> : () -> f16\n"
	)
	for name, c := range map[string]struct {
		make, use string
		out       string
		masks     int
	}{
		"fma, extended":          {fma, wide, "i32", 1},
		"contracted, extended":   {contracted, wide, "i32", 1},
		"quotient, extended":     {div, wide, "i32", 1},
		"sum, extended":          {sum, wide, "i32", 0},
		"fma, twice in a dword":  {fma, both, "i32", 0},
		"fma, shifted":           {fma, shift, "i32", 1},
		"fma, extended, swapped": {fma, strings.Replace(swap, bits, bits+"    %i32 = \"arith.extui\"(%i) : (i16) -> i32\n", 1), "i32", 1},
		"fma, stored":            {fma, "    %r = \"arith.negf\"(%f) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16\n", "f16", 0},
	} {
		k := laneKernel{[]string{"f16", "f16"}, c.out, one + c.make + c.use}
		for _, chip := range arch.Chips {
			r, err := k.run(chip, Options{})
			if err != nil {
				t.Errorf("%s, %s: %v", name, chip.Name, err)
				continue
			}
			code := string(r.Built.Assembly())
			if n := strings.Count(code, "\tv_and_b32") + strings.Count(code, "\tv_bfe_u32"); n != c.masks {
				t.Errorf("%s, %s: %d masks, want %d:\n%s", name, chip.Name, n, c.masks, code)
			}
		}
	}
}
