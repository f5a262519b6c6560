package verify

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/pass"
)

// TestDefect3Elements: arithmetic is on all elements and in the type that the
// operation has, and no conversion or comparison is another one.
func TestDefect3Elements(t *testing.T) {
	for name, k := range map[string]*laneKernel{
		"vector of i16":  {[]string{"vector<8xi16>", "vector<8xi16>"}, "vector<8xi16>", "    %r = \"arith.addi\"(%a, %b) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>\n"},
		"f16, not f32":   {[]string{"vector<4xf16>", "vector<4xf16>"}, "vector<4xf16>", "    %r = \"arith.addf\"(%a, %b) : (vector<4xf16>, vector<4xf16>) -> vector<4xf16>\n"},
		"bf16, not f32":  {[]string{"bf16", "bf16"}, "bf16", "    %r = \"arith.mulf\"(%a, %b) : (bf16, bf16) -> bf16\n"},
		"splat of f16":   {nil, "vector<4xf16>", "    %r = \"arith.constant\"() <{value = dense<1.5> : vector<4xf16>}> : () -> vector<4xf16>\n"},
		"splat of bf16":  {nil, "vector<2xbf16>", "    %r = \"arith.constant\"() <{value = dense<-2.25> : vector<2xbf16>}> : () -> vector<2xbf16>\n"},
		"insert":         {[]string{"vector<4xi32>", "i32"}, "vector<4xi32>", "    %r = \"vector.insert\"(%b, %a) <{static_position = array<i64: 2>}> : (i32, vector<4xi32>) -> vector<4xi32>\n"},
		"reduction":      {[]string{"vector<4xi32>"}, "i32", "    %r = \"vector.reduction\"(%a) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xi32>) -> i32\n"},
		"extsi":          {[]string{"vector<4xi8>"}, "vector<4xi32>", "    %r = \"arith.extsi\"(%a) : (vector<4xi8>) -> vector<4xi32>\n"},
		"extui":          {[]string{"i16"}, "i64", "    %r = \"arith.extui\"(%a) : (i16) -> i64\n"},
		"trunci":         {[]string{"vector<4xi64>"}, "vector<4xi16>", "    %r = \"arith.trunci\"(%a) : (vector<4xi64>) -> vector<4xi16>\n"},
		"division":       {[]string{"f32", "f32"}, "f32", "    %r = \"arith.divf\"(%a, %b) : (f32, f32) -> f32\n"},
		"block and grid": {nil, "index", "    %bd = \"gpu.block_dim\"() <{dimension = #gpu<dim x>}> : () -> index\n    %gd = \"gpu.grid_dim\"() <{dimension = #gpu<dim x>}> : () -> index\n    %s = \"arith.muli\"(%bd, %t) : (index, index) -> index\n    %r = \"arith.addi\"(%s, %gd) : (index, index) -> index\n"},
	} {
		t.Run(name, func(t *testing.T) { k.right(t, "s_endpgm") })
	}
	// Ordered and unordered predicates, over NaNs.
	for predicate := range 16 {
		k := laneKernel{[]string{"f32", "f32"}, "i8", fmt.Sprintf(`    %%nan = "arith.constant"() <{value = 0x7fc00000 : f32}> : () -> f32
    %%c3 = "arith.constant"() <{value = 3 : index}> : () -> index
    %%l = "arith.remui"(%%t, %%c3) : (index, index) -> index
    %%c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %%odd = "arith.cmpi"(%%l, %%c1) <{predicate = 0 : i64}> : (index, index) -> i1
    %%x = "arith.select"(%%odd, %%nan, %%a) : (i1, f32, f32) -> f32
    %%p = "arith.cmpf"(%%x, %%b) <{fastmath = #arith.fastmath<none>, predicate = %d : i64}> : (f32, f32) -> i1
    %%r = "arith.extui"(%%p) : (i1) -> i8
`, predicate)}
		k.right(t, "s_endpgm")
	}
	// An atomic gives what was there before.
	atomic := laneKernel{[]string{"i32"}, "i32", "    %r = \"memref.atomic_rmw\"(%a, %m0, %t) <{kind = 1 : i64}> : (i32, memref<64xi32>, index) -> i32\n"}
	atomic.right(t, "(sc0|glc)")
}

// lds is a kernel that puts its elements in a buffer of LDS of that many bytes, first and last.
func lds(bytes int) *laneKernel {
	return &laneKernel{[]string{"i32"}, "i32", fmt.Sprintf(`    %%l = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<%[1]dxi32, 3>
    %%o = "arith.constant"() <{value = %[2]d : index}> : () -> index
    %%i = "arith.addi"(%%t, %%o) : (index, index) -> index
    "memref.store"(%%a, %%l, %%i) : (i32, memref<%[1]dxi32, 3>, index) -> ()
    "gpu.barrier"() : () -> ()
    %%c63 = "arith.constant"() <{value = 63 : index}> : () -> index
    %%j = "arith.subi"(%%c63, %%t) : (index, index) -> index
    %%k = "arith.addi"(%%j, %%o) : (index, index) -> index
    %%r = "memref.load"(%%l, %%k) : (memref<%[1]dxi32, 3>, index) -> i32
`, bytes/4, bytes/4-64)}
}

// TestDefect4Targets: what the chips have is what they have.
func TestDefect4Targets(t *testing.T) {
	for _, chip := range arch.Chips {
		if _, err := lds(chip.LDSBytes).run(chip, Options{}); err != nil {
			t.Errorf("%s: all of LDS: %v", chip.Name, err)
		}
		lds(chip.LDSBytes+1024).refused(t, chip, "LDS", fmt.Sprint(chip.LDSBytes))
	}
	xf32 := product("vector<2xf32>", "vector<2xf32>", "vector<4xf32>", 16, 16, 8)
	xf32.body = strings.Replace(xf32.body, "cbsz", "reducePrecision, cbsz", 1)
	if _, err := xf32.run(&arch.GFX942, Options{}); err != nil && errorStage(err) != "compare" {
		t.Errorf("xf32: %v", err)
	}
	xf32.refused(t, &arch.GFX950, "amdgpu.mfma")
	scaled := laneKernel{[]string{"vector<32xf8E4M3FN>", "vector<32xf8E4M3FN>", "vector<4xf32>", "f8E8M0FNU"}, "vector<4xf32>",
		"    %r = \"amdgpu.scaled_mfma\"(%a, %b, %c, %d, %d) <{k = 128 : i32, m = 16 : i32, n = 16 : i32, scalesIdxA = 0 : i32, scalesIdxB = 0 : i32}> : (vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<4xf32>, f8E8M0FNU, f8E8M0FNU) -> vector<4xf32>\n"}
	scaled.refused(t, &arch.GFX942, "amdgpu.scaled_mfma")
}

func errorStage(err error) string {
	var stage *Error
	if errors.As(err, &stage) {
		return stage.Stage
	}
	return ""
}

// mixing is a chain of n steps on %x0, which %b takes part in.
func mixing(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "    %%y%d = \"arith.muli\"(%%x%d, %%b) : (i32, i32) -> i32\n    %%x%d = \"arith.xori\"(%%y%d, %%x%d) : (i32, i32) -> i32\n", i, i, i+1, i, i)
	}
	return b.String()
}

// TestDefect5LongAfterTheLoad: a wait is not left out because much stands in
// between; the schedule that is late shows it.
func TestDefect5LongAfterTheLoad(t *testing.T) {
	k := lds(1024)
	k.in = append(k.in, "i32")
	k.body = strings.Replace(k.body, "%r =", "%late =", 1) + "    %x0 = \"arith.addi\"(%b, %b) : (i32, i32) -> i32\n" + mixing(100) +
		"    %r = \"arith.addi\"(%x100, %late) : (i32, i32) -> i32\n"
	k.right(t, `s_waitcnt .*lgkmcnt\(0\)`)
	for _, chip := range arch.Chips {
		if _, err := k.run(chip, Options{Passes: pass.Options{Disable: []string{"wait"}}}); err == nil {
			t.Errorf("%s: without waits nothing is found", chip.Name)
		}
	}
}

// TestDefect6StoresCount: a load in front of a store needs no wait for the
// store, and a barrier waits for the stores to LDS before it.
func TestDefect6StoresCount(t *testing.T) {
	k := laneKernel{[]string{"i32", "i32"}, "i32", `    %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "memref.store"(%c1, %m1, %t) : (i32, memref<64xi32>, index) -> ()
    "rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
    %s = "arith.addi"(%a, %b) : (i32, i32) -> i32
    %r = "arith.addi"(%s, %c1) : (i32, i32) -> i32
`}
	k.right(t, `s_waitcnt vmcnt\([1-9]`)
	o, text, err := readOther("testdata/others/wave_gemm_lds.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, chip := range arch.Chips {
		m, err := ir.Parse("k.mlir", text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := build.MLIR(m, build.Options{Chip: chip, Block: o.corpus.Block})
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`(?s)ds_write_b\d+ [^\n]*\n(\s*;[^\n]*\n)*\ts_waitcnt lgkmcnt\(0\)[^\n]*\n(\s*;[^\n]*\n)*\ts_barrier`).Match(r.Assembly()) {
			t.Errorf("%s: no wait between a store to LDS and the barrier behind it:\n%s", chip.Name, r.Assembly())
		}
	}
}

// TestDefect7NoRegisterSetAside: with many values alive no register is taken for literals.
func TestDefect7NoRegisterSetAside(t *testing.T) {
	var b strings.Builder
	b.WriteString("    %x0 = \"arith.addi\"(%a, %b) : (i32, i32) -> i32\n")
	for i := range 60 {
		fmt.Fprintf(&b, "    %%k%d = \"arith.constant\"() <{value = %d : i32}> : () -> i32\n    %%x%d = \"arith.muli\"(%%x%d, %%k%[1]d) : (i32, i32) -> i32\n", i, 0x12345679+i*0x1010102, i+1, i)
	}
	b.WriteString("    %s0 = \"arith.xori\"(%a, %b) : (i32, i32) -> i32\n")
	for i := range 61 {
		fmt.Fprintf(&b, "    %%q%d = \"arith.muli\"(%%s%[1]d, %%x%d) : (i32, i32) -> i32\n    %%s%d = \"arith.addi\"(%%q%[1]d, %%b) : (i32, i32) -> i32\n", i, 60-i, i+1)
	}
	b.WriteString("    %r = \"arith.xori\"(%s61, %a) : (i32, i32) -> i32\n")
	(&laneKernel{[]string{"i32", "i32"}, "i32", b.String()}).right(t, "v_mul_lo_u32")
}

// TestDefectAssembles: operations for which the other backend's instructions do
// not exist.
func TestDefectAssembles(t *testing.T) {
	for name, k := range map[string]*laneKernel{
		"absf":     {[]string{"f32"}, "f32", "    %r = \"math.absf\"(%a) : (f32) -> f32\n"},
		"and":      {[]string{"i64", "i64"}, "i64", "    %r = \"arith.andi\"(%a, %b) : (i64, i64) -> i64\n"},
		"not":      {[]string{"i64"}, "i64", "    %m = \"arith.constant\"() <{value = -1 : i64}> : () -> i64\n    %r = \"arith.xori\"(%a, %m) : (i64, i64) -> i64\n"},
		"mad":      {[]string{"f32", "f32"}, "f32", "    %p = \"arith.mulf\"(%a, %b) : (f32, f32) -> f32\n    %r = \"arith.addf\"(%p, %b) : (f32, f32) -> f32\n"},
		"cmp ne":   {[]string{"f32", "f32"}, "i8", "    %p = \"arith.cmpf\"(%a, %b) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1\n    %r = \"arith.extui\"(%p) : (i1) -> i8\n"},
		"to bf16":  {[]string{"vector<2xf32>"}, "vector<2xbf16>", "    %r = \"arith.truncf\"(%a) : (vector<2xf32>) -> vector<2xbf16>\n"},
		"of bf16":  {[]string{"vector<2xbf16>"}, "vector<2xf32>", "    %r = \"arith.extf\"(%a) : (vector<2xbf16>) -> vector<2xf32>\n"},
		"constant": {[]string{"i32"}, "i32", "    %z = \"arith.constant\"() <{value = 0 : i32}> : () -> i32\n    %r = \"amdgpu.raw_buffer_load\"(%m0, %z) <{boundsCheck = true, indexOffset = 4 : i32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64xi32>, i32) -> i32\n"},
		"acc to bf16": {[]string{"vector<4xf16>", "vector<4xf16>", "vector<4xf32>"}, "vector<4xbf16>",
			strings.Replace(product("vector<4xf16>", "vector<4xf16>", "vector<4xf32>", 16, 16, 16).body, "%r", "%d", 1) + "    %r = \"arith.truncf\"(%d) : (vector<4xf32>) -> vector<4xbf16>\n"},
		"4x4x4": product4("vector<4xf16>"), "4x4x1": product4("f32"),
	} {
		t.Run(name, func(t *testing.T) { k.right(t, "s_endpgm") })
	}
	for _, k := range []*laneKernel{product("vector<4xi8>", "vector<4xi8>", "vector<4xi32>", 16, 16, 16), product("vector<4xi8>", "vector<4xi8>", "vector<16xi32>", 32, 32, 8),
		product("vector<4xf16>", "vector<4xf16>", "vector<4xf32>", 16, 16, 4)} {
		for _, chip := range arch.Chips {
			if _, err := k.run(chip, Options{NoInterpreter: true}); err == nil || errorStage(err) != "parse" && errorStage(err) != "compile" {
				t.Errorf("%s: %v", chip.Name, err)
			}
		}
	}
	wide := laneKernel{[]string{"vector<4xi32>"}, "i32", `    %l = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xvector<4xi32>, 3>
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    "amdgpu.gather_to_lds"(%m0, %t, %l, %z) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = vector<4xi32>}> : (memref<64xvector<4xi32>>, index, memref<64xvector<4xi32>, 3>, index) -> ()
    %r = "arith.constant"() <{value = 0 : i32}> : () -> i32
`}
	wide.refused(t, &arch.GFX942, "amdgpu.gather_to_lds")
}

// product4 is 16 products of 4x4.
func product4(src string) *laneKernel {
	k := product(src, src, "vector<4xf32>", 4, 4, 4)
	if src == "f32" {
		k = product(src, src, "vector<4xf32>", 4, 4, 1)
	}
	k.body = strings.Replace(k.body, "blocks = 1 ", "blocks = 16 ", 1)
	return k
}
