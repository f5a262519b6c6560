package verify

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/pass"
)

// TestDefectWaitStates: kernels that need the wait states which the other
// backend leaves out. Where the nop pass alone does not see the rule, the
// simulator finds it.
func TestDefectWaitStates(t *testing.T) {
	mfma := strings.Replace(product("vector<4xf16>", "vector<4xf16>", "vector<4xf32>", 16, 16, 16).body, "(%a, %b, %c)", "(%s, %s, %c)", 1)
	for name, x := range map[string]struct {
		k    laneKernel
		rule string
	}{
		"s_mov m0, lds load": {laneKernel{[]string{"i32"}, "i32", `    %l = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<192xi32, 3>
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 100 : index}> : () -> index
    "amdgpu.gather_to_lds"(%m0, %t, %l, %z) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = i32}> : (memref<64xi32>, index, memref<192xi32, 3>, index) -> ()
    "amdgpu.gather_to_lds"(%m0, %t, %l, %o) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = i32}> : (memref<64xi32>, index, memref<192xi32, 3>, index) -> ()
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "gpu.barrier"() : () -> ()
    %i = "arith.addi"(%t, %o) : (index, index) -> index
    %r = "memref.load"(%l, %i) : (memref<192xi32, 3>, index) -> i32
`}, "m0-use"},
		"v_readfirstlane, resource": {laneKernel{[]string{"i32"}, "i32", `    %mask = "arith.constant"() <{value = 127 : i32}> : () -> i32
    %m = "arith.andi"(%a, %mask) : (i32, i32) -> i32
    %s = "rocdl.readfirstlane"(%m) : (i32) -> i32
    %bytes = "arith.extui"(%s) : (i32) -> i64
    %f = "amdgpu.fat_raw_buffer_cast"(%m0, %bytes) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64xi32>, i64) -> memref<64xi32, #amdgpu.address_space<fat_raw_buffer>>
    %r = "memref.load"(%f, %t) : (memref<64xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
`}, "sgpr-vmem"},
		"VALU, MFMA": {laneKernel{[]string{"vector<4xf16>", "vector<4xf16>", "vector<4xf32>"}, "vector<4xf32>",
			"    %s = \"arith.addf\"(%a, %b) : (vector<4xf16>, vector<4xf16>) -> vector<4xf16>\n" + mfma}, "vgpr-mfma"},
		"MFMA, store": {*product("vector<4xf16>", "vector<4xf16>", "vector<4xf32>", 16, 16, 16), "xdl-memory"},
	} {
		for _, chip := range arch.Chips {
			if _, err := x.k.run(chip, Options{}); err != nil {
				t.Errorf("%s: %s: %v", name, chip.Name, err)
			}
			// The scheduler would put other instructions between.
			blind := pass.Options{Disable: []string{"schedule"}, HideRule: func(rule string) bool { return rule == x.rule }}
			r, err := x.k.run(chip, Options{Passes: blind})
			if err == nil {
				t.Errorf("%s: %s: without the rule %s nothing is found in\n%s", name, chip.Name, x.rule, r.Built.Assembly())
			} else if !strings.Contains(err.Error(), x.rule) {
				t.Errorf("%s: %s: %v: no word of %s", name, chip.Name, err, x.rule)
			}
		}
	}
}
