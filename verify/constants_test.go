package verify

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
)

var allConstants = flag.Bool("constants", false, "TestDivisionConstants divides by all of 1 to 1024")

// divisors are 1 to 1024, or some of them, powers of two and their neighbours, and random ones
// that w bits can hold; as signed numbers half of the last are negative.
func divisors(w int) (list []int64) {
	r := rand.New(rand.NewPCG(8, uint64(w)))
	limit := int64(1)<<(w-1) - 1
	step := int64(13)
	if *allConstants {
		step = 1
	}
	for d := int64(1); d <= min(1024, limit); d += step {
		list = append(list, d)
	}
	for bit := 1; bit < w-1; bit++ {
		list = append(list, 1<<bit-1, 1<<bit, 1<<bit+1)
	}
	list = append(list, limit, -limit-1)
	for range 20 {
		list = append(list, -1-int64(r.Uint64()>>(65-w)), 1+int64(r.Uint64()>>(66-w)))
	}
	return list
}

// TestDivisionConstants: quotients and remainders by constants, mixed into one
// number for each lane, whose dividend is a corner or random.
func TestDivisionConstants(t *testing.T) {
	for _, w := range []int{8, 16, 32, 64} {
		typ := fmt.Sprintf("i%d", w)
		list := divisors(w)
		for _, op := range []string{"divui", "remui", "divsi", "remsi"} {
			for part := 0; part < len(list); part += 128 {
				var b strings.Builder
				// Corners: lanes below 24 take 0, ±1, … and the ends of the range.
				fmt.Fprintf(&b, `    %%ti = "arith.index_cast"(%%t) : (index) -> %[1]s
    %%c8 = "arith.constant"() <{value = 8 : index}> : () -> index
    %%c16 = "arith.constant"() <{value = 16 : index}> : () -> index
    %%min = "arith.constant"() <{value = %[2]d : %[1]s}> : () -> %[1]s
    %%four = "arith.constant"() <{value = 4 : %[1]s}> : () -> %[1]s
    %%near = "arith.subi"(%%ti, %%four) : (%[1]s, %[1]s) -> %[1]s
    %%eight = "arith.constant"() <{value = 8 : %[1]s}> : () -> %[1]s
    %%near2 = "arith.subi"(%%near, %%eight) : (%[1]s, %[1]s) -> %[1]s
    %%end = "arith.addi"(%%min, %%near2) : (%[1]s, %[1]s) -> %[1]s
    %%p0 = "arith.cmpi"(%%t, %%c8) <{predicate = 6 : i64}> : (index, index) -> i1
    %%p1 = "arith.cmpi"(%%t, %%c16) <{predicate = 6 : i64}> : (index, index) -> i1
    %%x1 = "arith.select"(%%p1, %%end, %%a) : (i1, %[1]s, %[1]s) -> %[1]s
    %%x2 = "arith.select"(%%p0, %%near, %%x1) : (i1, %[1]s, %[1]s) -> %[1]s
    %%one = "arith.constant"() <{value = 1 : %[1]s}> : () -> %[1]s
    %%ismin = "arith.cmpi"(%%x2, %%min) <{predicate = 0 : i64}> : (%[1]s, %[1]s) -> i1
    %%safe = "arith.select"(%%ismin, %%one, %%x2) : (i1, %[1]s, %[1]s) -> %[1]s
    %%mix = "arith.constant"() <{value = 37 : %[1]s}> : () -> %[1]s
    %%h0 = "arith.addi"(%%x2, %%mix) : (%[1]s, %[1]s) -> %[1]s
`, typ, -(int64(1) << (w - 1)))
				n := 0
				for _, d := range list[part:min(part+128, len(list))] {
					x := "x2"
					if d == -1 && op[3] == 's' {
						x = "safe" // the smallest number has no quotient
					}
					fmt.Fprintf(&b, `    %%d%[1]d = "arith.constant"() <{value = %[2]d : %[3]s}> : () -> %[3]s
    %%q%[1]d = "arith.%[4]s"(%%%[5]s, %%d%[1]d) : (%[3]s, %[3]s) -> %[3]s
    %%g%[1]d = "arith.muli"(%%h%[1]d, %%mix) : (%[3]s, %[3]s) -> %[3]s
    %%h%[6]d = "arith.xori"(%%g%[1]d, %%q%[1]d) : (%[3]s, %[3]s) -> %[3]s
`, n, d, typ, op, x, n+1)
					n++
				}
				fmt.Fprintf(&b, "    %%r = \"arith.addi\"(%%h%d, %%mix) : (%s, %[2]s) -> %[2]s\n", n, typ)
				k := laneKernel{[]string{typ}, typ, b.String()}
				chip := arch.Chips[part/128%len(arch.Chips)]
				if _, err := k.run(chip, Options{}); err != nil {
					t.Errorf("%s of %s, divisors from %d on, %s: %v", op, typ, list[part], chip.Name, err)
				}
			}
		}
	}
}
