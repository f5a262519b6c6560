package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/mach"
	"heddle/pass"
)

// carries is a loop over n uniform 64-bit numbers and others that it does not change, whose sums and differences
// take a carry in SCC from one instruction to the next, beside comparisons and
// selections that want SCC, too.
func carries(n, others int) *laneKernel {
	var b strings.Builder
	list := func(format string) string {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf(format, i))
		}
		return strings.Join(names, ", ")
	}
	for i := range n + others {
		fmt.Fprintf(&b, "    %%i%d = \"arith.constant\"() <{value = %d : index}> : () -> index\n    %%l%[1]d = \"memref.load\"(%%m0, %%i%[1]d) : (memref<64xi64>, index) -> i64\n    %%u%[1]d = \"rocdl.readfirstlane\"(%%l%[1]d) : (i64) -> i64\n", i, i)
	}
	types := strings.TrimSuffix(strings.Repeat("i64, ", n), ", ")
	fmt.Fprintf(&b, "    %%lo = \"arith.constant\"() <{value = 0 : index}> : () -> index\n    %%hi = \"arith.constant\"() <{value = 5 : index}> : () -> index\n    %%st = \"arith.constant\"() <{value = 1 : index}> : () -> index\n")
	fmt.Fprintf(&b, "    %%s:%d = \"scf.for\"(%%lo, %%hi, %%st, %s) ({\n    ^bb1(%%k: index, %s):\n", n, list("%%u%d"), list("%%v%d: i64"))
	for i := range n {
		fmt.Fprintf(&b, `      %%x%[1]d = "arith.addi"(%%v%[1]d, %%v%[2]d) : (i64, i64) -> i64
      %%p%[1]d = "arith.cmpi"(%%x%[1]d, %%v%[3]d) <{predicate = %[5]d : i64}> : (i64, i64) -> i1
      %%y%[1]d = "arith.subi"(%%v%[3]d, %%v%[2]d) : (i64, i64) -> i64
      %%q%[1]d = "arith.select"(%%p%[1]d, %%x%[1]d, %%v%[4]d) : (i1, i64, i64) -> i64
      %%w%[1]d_0 = "arith.addi"(%%q%[1]d, %%y%[1]d) : (i64, i64) -> i64
`, i, (i+1)%n, (i+7)%n, (i+3)%n, 2+i%8)
		last := 0
		for j := n + i; j < n+others; j += n {
			fmt.Fprintf(&b, "      %%w%d_%d = \"arith.addi\"(%%w%[1]d_%[3]d, %%u%[4]d) : (i64, i64) -> i64\n", i, last+1, last, j)
			last++
		}
		fmt.Fprintf(&b, "      %%z%d = \"arith.xori\"(%%w%[1]d_%[2]d, %%u%[1]d) : (i64, i64) -> i64\n", i, last)
	}
	fmt.Fprintf(&b, "      \"scf.yield\"(%s) : (%s) -> ()\n    }) : (index, index, index, %[2]s) -> (%[2]s)\n    %%r0 = \"arith.addi\"(%%a, %%s#0) : (i64, i64) -> i64\n", list("%%z%d"), types)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "    %%r%d = \"arith.xori\"(%%r%d, %%s#%[1]d) : (i64, i64) -> i64\n", i, i-1)
	}
	fmt.Fprintf(&b, "    %%z = \"arith.constant\"() <{value = 0 : i64}> : () -> i64\n    %%r = \"arith.addi\"(%%r%d, %%z) : (i64, i64) -> i64\n", n-1)
	return &laneKernel{[]string{"i64"}, "i64", b.String()}
}

// TestCarriesSurvive: every pass keeps a carry and its consumer together: in
// other orders, with each optional pass left out, and with numbers spilled.
func TestCarriesSurvive(t *testing.T) {
	ways := []pass.Options{{}}
	for seed := range uint64(6) {
		ways = append(ways, pass.Options{Shuffle: seed + 1})
	}
	for _, s := range mach.Passes.Steps() {
		if s.Need == pass.Optional {
			ways = append(ways, pass.Options{Disable: []string{s.Name}}, pass.Options{Disable: []string{s.Name}, Shuffle: 9})
		}
	}
	for _, x := range []struct {
		n, others     int
		carry, spills bool
	}{{9, 48, true, false}, {26, 36, true, true}, {28, 34, true, true}, {40, 0, false, false}} {
		k := carries(x.n, x.others)
		for i, way := range ways {
			if x.n != 9 && i%3 != 0 || !long.Some(i, 2) {
				continue
			}
			r, err := k.run(arch.Chips[i%len(arch.Chips)], Options{Passes: way})
			if err != nil {
				t.Errorf("%d numbers, shuffle %d, without %q: %v", x.n, way.Shuffle, way.Disable, err)
			} else if i == 0 && (strings.Contains(string(r.Built.Assembly()), "s_addc_u32") != x.carry || spilled(r, "sgpr") > 0 != x.spills) {
				t.Errorf("%d numbers: %d scalar registers are spilled, want some: %t; want carries in SCC: %t", x.n, spilled(r, "sgpr"), x.spills, x.carry)
			}
		}
	}
}

func spilled(r *Result, kind string) int {
	m := regexp.MustCompile(`\.` + kind + `_spill_count: (\d+)`).FindSubmatch(r.Built.Assembly())
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		panic(err)
	}
	return n
}

// accumulators is a loop in which n results of 16 registers are alive. Behind
// it they are put together, or with stored each is scaled, made f16 and
// stored.
func accumulators(n int, stored bool) *laneKernel {
	var b, args, inits, types, results strings.Builder
	b.WriteString(`    %lo = "arith.constant"() <{value = 0 : index}> : () -> index
    %st = "arith.constant"() <{value = 1 : index}> : () -> index
    %grid = "gpu.grid_dim"() <{dimension = #gpu<dim x>}> : () -> index
    %hi = "arith.addi"(%grid, %st) : (index, index) -> index
`)
	for i := range n {
		fmt.Fprintf(&b, "    %%k%d = \"arith.constant\"() <{value = dense<%d.0> : vector<16xf32>}> : () -> vector<16xf32>\n", i, i)
		fmt.Fprintf(&args, ", %%v%d: vector<16xf32>", i)
		fmt.Fprintf(&inits, ", %%k%d", i)
		types.WriteString(", vector<16xf32>")
	}
	fmt.Fprintf(&b, "    %%s:%d = \"scf.for\"(%%lo, %%hi, %%st%s) ({\n    ^bb1(%%i: index%s):\n", n, &inits, &args)
	for i := range n {
		fmt.Fprintf(&b, "      %%w%d = \"amdgpu.mfma\"(%%a, %%b, %%v%[1]d) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 8 : i32, m = 32 : i32, n = 32 : i32}> : (vector<4xf16>, vector<4xf16>, vector<16xf32>) -> vector<16xf32>\n", i)
		if i > 0 {
			results.WriteString(", ")
		}
		fmt.Fprintf(&results, "%%w%d", i)
	}
	fmt.Fprintf(&b, "      \"scf.yield\"(%s) : (%s) -> ()\n    }) : (index, index, index%s) -> (%[2]s)\n", &results, types.String()[2:], &types)
	in := []string{"vector<4xf16>", "vector<4xf16>"}
	if stored {
		in = append(in, "f32")
		b.WriteString("    %scale = \"vector.broadcast\"(%c) : (f32) -> vector<16xf32>\n")
	}
	for i := range n {
		if stored {
			fmt.Fprintf(&b, `    %%h%[1]d = "arith.mulf"(%%s#%[1]d, %%scale) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
    %%t%[1]d = "arith.truncf"(%%h%[1]d) : (vector<16xf32>) -> vector<16xf16>
    "memref.store"(%%t%[1]d, %%m%[2]d, %%t) : (vector<16xf16>, memref<64xvector<16xf16>>, index) -> ()
`, i, i+len(in))
			continue
		}
		from := "%s#0"
		if i > 0 {
			from = fmt.Sprintf("%%t%d", i-1)
		}
		fmt.Fprintf(&b, "    %%h%d = \"arith.mulf\"(%s, %[2]s) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>\n    %%t%[1]d = \"arith.subf\"(%%s#%[1]d, %%h%[1]d) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>\n", i, from)
	}
	if stored {
		b.WriteString("    %r = \"arith.negf\"(%c) : (f32) -> f32\n")
		return &laneKernel{append(in, slices.Repeat([]string{"vector<16xf16>"}, n)...), "f32", b.String()}
	}
	fmt.Fprintf(&b, "    %%r = \"vector.extract\"(%%t%d) <{static_position = array<i64: 5>}> : (vector<16xf32>) -> f32\n", n-1)
	return &laneKernel{in, "f32", b.String()}
}

// TestAccumulators: as long as the values fit the 512 registers nothing is
// spilled, and the loop has matrix instructions only, though what is behind it
// takes no AGPRs; beyond, the code is right with spills: of 32 two are read and
// written in each turn.
func TestAccumulators(t *testing.T) {
	for _, n := range []int{17, 30, 31, 32, 33, 36} {
		for i, chip := range arch.Chips {
			for _, stored := range []bool{false, true} {
				if n > 32 && stored == (i == n%2) || !long.On() && stored == (i == n%2) {
					continue
				}
				r, err := accumulators(n, stored).run(chip, Options{})
				if err != nil {
					t.Errorf("%d accumulators, %s, stored: %t: %v", n, chip.Name, stored, err)
					continue
				}
				loop := r.Built.Kernels[0].Code.Stats.Loops[0]
				if moves := loop.Total() - n; spilled(r, "vgpr") > 0 != (n > 31) || n <= 31 && moves > 4 || n == 32 && moves > 40 {
					t.Errorf("%d accumulators, %s, stored: %t: %d registers are spilled, %d instructions in the loop", n, chip.Name, stored, spilled(r, "vgpr"), loop.Total())
				}
			}
		}
	}
}
