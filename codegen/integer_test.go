package codegen_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
)

func shiftValid(w int) func([]uint64) bool {
	return func(in []uint64) bool { return in[1] < uint64(w) }
}

// TestIntegers: every operation on integers of every width, each lane and
// uniform.
func TestIntegers(t *testing.T) {
	types := []string{"i1", "i4", "i8", "i12", "i16", "i24", "i32", "i33", "i48", "i64", "index", "vector<4xi4>", "vector<2xi8>", "vector<4xi8>", "vector<3xi16>", "vector<4xi16>", "vector<2xi32>", "vector<2xi64>"}
	for _, typ := range types {
		e, _ := parts(typ)
		w := widthOf(e)
		for _, op := range []string{"addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrui", "shrsi", "maxsi", "maxui", "minsi", "minui"} {
			row := kernelRow{in: []string{typ, typ}, out: []string{typ},
				body: fmt.Sprintf("    %%r0 = \"arith.%s\"(%%a, %%b) : (%s, %s) -> %s\n", op, typ, typ, typ)}
			if op[:2] == "sh" {
				row.valid = shiftValid(w)
			}
			t.Run(op+" "+typ, func(t *testing.T) { both(t, row) })
		}
		for p := range 10 {
			row := kernelRow{in: []string{typ, typ}, out: []string{shaped(typ, "i1")},
				body: fmt.Sprintf("    %%r0 = \"arith.cmpi\"(%%a, %%b) <{predicate = %d : i64}> : (%s, %s) -> %s\n", p, typ, typ, shaped(typ, "i1"))}
			t.Run(fmt.Sprintf("cmpi %d %s", p, typ), func(t *testing.T) { both(t, row) })
		}
	}
}

// both runs a row on both chips, and with uniform operands; without -long on
// one of the chips, which the row's text decides, with fewer inputs.
func both(t *testing.T, row kernelRow) {
	t.Helper()
	h := fnv.New32()
	if fmt.Fprint(h, row.body); !*exhaustive && !long.Some(int(h.Sum32()>>16), 3) {
		return
	}
	for i, chip := range arch.Chips {
		uniform := 6
		if !*exhaustive {
			if int(h.Sum32()>>8)%len(arch.Chips) != i {
				continue
			}
			uniform = 1
			row.count = min(max(row.count, 192), 1024)
		}
		row.count = max(row.count, 192)
		row.run(t, chip, uint64(i))
		if !strings.HasPrefix(row.in[0], "vector") {
			row.runUniform(t, chip, uint64(i), uniform)
		}
	}
}
