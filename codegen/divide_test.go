package codegen_test

import (
	"flag"
	"fmt"
	"testing"

	"heddle/arch"
)

var long = flag.Bool("long", false, "tests over all 16-bit pairs and 10^7 random numbers")

var divisionOps = []string{"divui", "divsi", "ceildivui", "ceildivsi", "floordivsi", "remui", "remsi"}

// divisible rules out divisors of zero and quotients that do not fit.
func divisible(w int, signed bool) func([]uint64) bool {
	return func(in []uint64) bool {
		mask := ^uint64(0) >> (64 - w)
		return in[1]&mask != 0 && !(signed && in[1]&mask == mask && in[0]&mask == 1<<(w-1))
	}
}

func isSigned(op string) bool { return op[len(op)-2] == 's' }

// TestDivision: at run time, each lane and uniform.
func TestDivision(t *testing.T) {
	for _, typ := range []string{"i1", "i4", "i8", "i16", "i20", "i24", "i32", "i40", "i64", "index", "vector<4xi8>", "vector<2xi16>", "vector<2xi32>", "vector<2xi64>"} {
		e, _ := parts(typ)
		for _, op := range divisionOps {
			row := binaryRow("arith."+op, typ, "")
			row.valid = divisible(widthOf(e), isSigned(op))
			t.Run(op+" "+typ, func(t *testing.T) { both(t, row) })
		}
	}
}

// TestDivisionByConstants: over the edges of the dividend.
func TestDivisionByConstants(t *testing.T) {
	divisors := map[string][]int64{
		"i8":    {1, 2, 3, 5, 7, 10, 127, -1, -2, -3, -128},
		"i16":   {1, 3, 7, 10, 641, 1 << 10, 32767, -1, -7, -32768},
		"i32":   {1, 2, 3, 5, 6, 7, 9, 10, 14, 25, 28, 125, 641, 1000, 65537, 1 << 20, 1e9, 1<<31 - 1, -1, -2, -3, -7, -10, -64, -1 << 31, -2147483647},
		"i64":   {1, 2, 3, 5, 7, 10, 14, 28, 641, 1 << 33, 1e18, 1<<63 - 1, 1<<32 + 1, 6700417, -1, -2, -3, -7, -1 << 40, -1 << 63},
		"index": {3, 7, 24, 1 << 12},
	}
	for _, typ := range []string{"i8", "i16", "i32", "i64", "index"} {
		for _, op := range divisionOps {
			for _, d := range divisors[typ] {
				w := widthOf(typ)
				row := kernelRow{in: []string{typ}, out: []string{typ},
					body: fmt.Sprintf("    %%c = \"arith.constant\"() <{value = %d : %s}> : () -> %s\n    %%r0 = \"arith.%s\"(%%a, %%c) : (%s, %s) -> %s\n", d, typ, typ, op, typ, typ, typ)}
				valid := divisible(w, isSigned(op))
				row.valid = func(in []uint64) bool { return valid([]uint64{in[0], uint64(d)}) }
				row.inputs = around(uint64(d), w, row.valid)
				row.count = 256
				t.Run(fmt.Sprintf("%s %s %d", op, typ, d), func(t *testing.T) { row.run(t, arch.Chips[0], 1) })
			}
		}
	}
}

// around are the multiples of d near the ends of the range and of its middle,
// one more and one less.
func around(d uint64, w int, valid func([]uint64) bool) [][]uint64 {
	mask := ^uint64(0) >> (64 - w)
	var list [][]uint64
	for _, at := range []uint64{0, mask, mask / 2, mask/2 + 1, mask / 3} {
		for i := -2; i <= 2; i++ {
			for j := -1; j <= 1; j++ {
				in := []uint64{(at/d*d + uint64(int64(i))*d + uint64(int64(j))) & mask}
				if valid(in) {
					list = append(list, in)
				}
			}
		}
	}
	return list
}

// TestDivisionLong: with -long all pairs of 16 bits, and 10^7 random pairs of 32
// and 64 bits.
func TestDivisionLong(t *testing.T) {
	rounds, count := 1, 4096
	if *long {
		rounds, count = 40, 1<<18
	}
	for i, typ := range []string{"i32", "i64"} {
		for _, op := range []string{"divui", "divsi", "remui", "remsi"} {
			for round := range rounds {
				row := binaryRow("arith."+op, typ, "")
				row.valid = divisible(widthOf(typ), isSigned(op))
				row.inputs, row.count, row.plain = [][]uint64{}, count, round%2 == 0
				row.run(t, arch.Chips[(i+round)%len(arch.Chips)], uint64(round))
			}
		}
	}
	if !*long {
		return
	}
	for _, op := range divisionOps {
		valid := divisible(16, isSigned(op))
		for part := range 256 {
			row := binaryRow("arith."+op, "i16", "")
			for a := range uint64(256) {
				for b := range uint64(1 << 16) {
					if in := []uint64{uint64(part)<<8 | a, b}; valid(in) {
						row.inputs = append(row.inputs, in)
					}
				}
			}
			row.count = len(row.inputs) / 64 * 64
			row.run(t, arch.Chips[part%len(arch.Chips)], 1)
			row.inputs = row.inputs[len(row.inputs)-64:]
			row.count = 64
			row.run(t, arch.Chips[part%len(arch.Chips)], 1)
		}
	}
}
