package codegen_test

import (
	"flag"
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/long"
	"heddle/sim"
)

var exhaustive = flag.Bool("exhaustive", false, "tests over all 16-bit pairs and 10^7 random numbers")

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
		for i, op := range divisionOps {
			for j, d := range divisors[typ] {
				if !long.Some(i+j, 3) {
					continue
				}
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

// TestDivisionRandom: with -exhaustive 10^7 random pairs of 32 and of 64 bits.
func TestDivisionRandom(t *testing.T) {
	rounds, count := 1, 2048
	if *exhaustive {
		rounds, count = 10, 1<<18
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
}

// allPairs is a kernel in which every lane divides its number by the divisors
// from one bound to another, and counts what is not the quotient and remainder by
// their definition.
const allPairs = `
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<65536xi32>, index, index) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
  ^bb0(%%out: memref<65536xi32>, %%from: index, %%to: index):
    %%c256 = "arith.constant"() <{value = 256 : index}> : () -> index
    %%c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %%zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%wg = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%first = "arith.muli"(%%wg, %%c256) : (index, index) -> index
    %%x = "arith.addi"(%%first, %%t) : (index, index) -> index
    %%x32 = "arith.index_cast"(%%x) : (index) -> i32
    %%a = "arith.trunci"(%%x32) : (i32) -> i16
    %%a32 = "arith.ext%[1]s"(%%a) : (i16) -> i32
    %%n = "scf.for"(%%from, %%to, %%c1, %%zero) ({
    ^bb1(%%i: index, %%bad: i32):
      %%i32 = "arith.index_cast"(%%i) : (index) -> i32
      %%b = "arith.trunci"(%%i32) : (i32) -> i16
      %%q = "arith.div%[1]s"(%%a, %%b) : (i16, i16) -> i16
      %%r = "arith.rem%[1]s"(%%a, %%b) : (i16, i16) -> i16
      %%b32 = "arith.ext%[1]s"(%%b) : (i16) -> i32
      %%q32 = "arith.ext%[1]s"(%%q) : (i16) -> i32
      %%r32 = "arith.ext%[1]s"(%%r) : (i16) -> i32
      %%p = "arith.muli"(%%q32, %%b32) : (i32, i32) -> i32
      %%s = "arith.addi"(%%p, %%r32) : (i32, i32) -> i32
      %%wrong = "arith.cmpi"(%%s, %%a32) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %%rm = "math.absi"(%%r32) : (i32) -> i32
      %%bm = "math.absi"(%%b32) : (i32) -> i32
      %%large = "arith.cmpi"(%%rm, %%bm) <{predicate = 9 : i64}> : (i32, i32) -> i1
      %%opposite = "arith.xori"(%%r32, %%a32) : (i32, i32) -> i32
      %%turned = "arith.cmpi"(%%opposite, %%zero) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %%some = "arith.cmpi"(%%r32, %%zero) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %%sign = "arith.andi"(%%turned, %%some) : (i1, i1) -> i1
      %%e1 = "arith.ori"(%%wrong, %%large) : (i1, i1) -> i1
      %%e2 = "arith.ori"(%%e1, %%sign) : (i1, i1) -> i1
      %%e = "arith.extui"(%%e2) : (i1) -> i32
      %%more = "arith.addi"(%%bad, %%e) : (i32, i32) -> i32
      "scf.yield"(%%more) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "memref.store"(%%n, %%out, %%x) : (i32, memref<65536xi32>, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()
`

// TestDivisionPairs: pairs of 16 bits, with -exhaustive all of them. What counts is
// what the kernel itself finds, so that the interpreter need not run.
func TestDivisionPairs(t *testing.T) {
	from, to := uint64(1), uint64(9)
	if *exhaustive {
		to = 1 << 16
	}
	for i, kind := range []string{"ui", "si"} {
		chip := arch.Chips[i%len(arch.Chips)]
		m, err := ir.Parse("pairs.mlir", fmt.Sprintf(allPairs, kind))
		if err != nil {
			t.Fatal(err)
		}
		built, err := build.MLIR(m, build.Options{Chip: chip})
		if err != nil {
			t.Fatal(err)
		}
		object, err := hsaco.Open(built.Object, "")
		if err != nil {
			t.Fatal(err)
		}
		d := sim.NewDevice(chip)
		module, err := d.Load(object)
		if err != nil {
			t.Fatal(err)
		}
		kernel, err := module.Kernel("k")
		if err != nil {
			t.Fatal(err)
		}
		out, err := sim.Put(d, make([]uint32, 1<<16))
		if err != nil {
			t.Fatal(err)
		}
		l := sim.Launch{Kernel: kernel, Grid: [3]uint32{256, 1, 1}, Block: [3]uint32{256, 1, 1}, Args: []sim.Arg{sim.Pointer(out), sim.Value(from), sim.Value(to)}}
		if _, err := d.Run(l); err != nil {
			t.Fatal(err)
		}
		bad, err := sim.Get[uint32](out)
		if err != nil {
			t.Fatal(err)
		}
		for a, n := range bad {
			// The smallest number divided by -1 has no quotient.
			if n > 0 && !(kind == "si" && a == 1<<15 && n == 1) {
				t.Fatalf("%s: %d quotients or remainders of %d are wrong", kind, n, a)
			}
		}
	}
}
