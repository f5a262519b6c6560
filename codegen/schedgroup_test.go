package codegen_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
)

// Groups declared by numbers and by words give the same code: matrix instructions with so many
// exponentials behind each, as LLVM 22 orders them.
func TestSchedGroupBarrier(t *testing.T) {
	var b strings.Builder
	b.WriteString(`%one = "arith.constant"() <{value = dense<1.0> : vector<4xf16>}> : () -> vector<4xf16>
    %zero = "arith.constant"() <{value = dense<0.0> : vector<4xf32>}> : () -> vector<4xf32>
    %f = "arith.bitcast"(%v) : (i32) -> f32
    %g0 = "arith.addf"(%f, %f) : (f32, f32) -> f32
`)
	for i := range 4 {
		fmt.Fprintf(&b, `    %%s%d = "vector.insert"(%%f, %%zero) <{static_position = array<i64: %d>}> : (f32, vector<4xf32>) -> vector<4xf32>
    %%m%[1]d = "amdgpu.mfma"(%%one, %%one, %%s%[1]d) <{k = 16 : i32, m = 16 : i32, n = 16 : i32, blocks = 1 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    %%x%[1]d = "vector.extract"(%%m%[1]d) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
`, i, i)
	}
	for i := range 8 {
		fmt.Fprintf(&b, `    %%k%d = "arith.constant"() <{value = %d.0 : f32}> : () -> f32
    %%a%[1]d = "arith.mulf"(%%f, %%k%[1]d) : (f32, f32) -> f32
    %%e%[1]d = "math.exp2"(%%a%[1]d) <{fastmath = #arith.fastmath<afn>}> : (f32) -> f32
`, i, i+3)
	}
	b.WriteString("GROUPS")
	sum := "%x0"
	for i, x := range []string{"%x1", "%x2", "%x3", "%e0", "%e1", "%e2", "%e3", "%e4", "%e5", "%e6", "%e7"} {
		fmt.Fprintf(&b, "    %%t%d = \"arith.addf\"(%s, %s) : (f32, f32) -> f32\n", i, sum, x)
		sum = fmt.Sprintf("%%t%d", i)
	}
	b.WriteString("    %r = \"arith.bitcast\"(" + sum + ") : (f32) -> i32")
	order := func(groups string) string {
		var s strings.Builder
		for _, line := range strings.Split(string(buildLane(t, strings.Replace(b.String(), "GROUPS", groups, 1)).Assembly()), "\n") {
			switch {
			case strings.HasPrefix(line, "\tv_mfma"):
				s.WriteByte('M')
			case strings.HasPrefix(line, "\tv_exp"):
				s.WriteByte('t')
			}
		}
		return s.String()
	}
	numbers := strings.Repeat(`    "rocdl.sched.group.barrier"() <{mask = 8 : i32, size = 1 : i32, groupId = 0 : i32}> : () -> ()
    "rocdl.sched.group.barrier"() <{mask = 1024 : i32, size = 2 : i32, groupId = 0 : i32}> : () -> ()
`, 4)
	words := strings.NewReplacer("8 : i32,", "#rocdl.sched_group_mask<mfma_wmma>,", "1024 : i32", "#rocdl.sched_group_mask<transcendental>").Replace(numbers)
	for _, groups := range []string{numbers, words} {
		if got, want := order(groups), strings.Repeat("Mtt", 4); got != want {
			t.Errorf("%s, want %s, for\n%s", got, want, groups)
		}
	}
	if got := order(""); got == strings.Repeat("Mtt", 4) {
		t.Error("the order is the same without groups")
	}
}

// What is no number of instructions is refused.
func TestSchedGroupRefused(t *testing.T) {
	for _, attrs := range []string{"mask = -1 : i32, size = 1 : i32", "mask = 8 : i32, size = -1 : i32"} {
		body := `"rocdl.sched.group.barrier"() <{` + attrs + `, groupId = 0 : i32}> : () -> ()
    %r = "arith.addi"(%lane, %c64) : (i32, i32) -> i32`
		text := strings.Replace(laneHead, "BLOCK", "128, 1, 1", 1) + "    " + body + laneTail
		m, err := ir.Parse("lane.mlir", text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = build.MLIR(m, build.Options{Chip: &arch.GFX950}); err == nil || !strings.Contains(err.Error(), "is -1") {
			t.Errorf("%s: %v", attrs, err)
		}
	}
}
