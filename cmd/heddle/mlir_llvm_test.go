//go:build llvm

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The interpreter against LLVM's code for the same kernels, on the simulator:
// the three share nothing.

// machineKernels have a buffer of 1024 i32 that is random, %in, one that is
// written, %out, LDS, and the number of the lane in the grid.
var machineKernels = map[string]string{
	"arithmetic": `
      %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
      %v = "memref.load"(%in, %i) : (memref<1024xi32>, index) -> i32
      %n = "arith.andi"(%v, %k) : (i32, i32) -> i32
      %d = "arith.addi"(%n, %k) : (i32, i32) -> i32
      %a = "arith.divsi"(%v, %d) : (i32, i32) -> i32
      %b = "arith.remui"(%v, %d) : (i32, i32) -> i32
      %c = "arith.shrsi"(%v, %n) : (i32, i32) -> i32
      %e = "arith.maxui"(%a, %b) : (i32, i32) -> i32
      %l, %h = "arith.mulsi_extended"(%v, %e) : (i32, i32) -> (i32, i32)
      %f = "arith.xori"(%h, %c) : (i32, i32) -> i32
      %r = "arith.subi"(%f, %l) : (i32, i32) -> i32`,
	"floats": `
      %v = "memref.load"(%in, %i) : (memref<1024xi32>, index) -> i32
      %f = "arith.sitofp"(%v) : (i32) -> f32
      %k = "arith.constant"() <{value = 3.700000e+00 : f32}> : () -> f32
      %d = "arith.divf"(%f, %k) : (f32, f32) -> f32
      %m = "math.fma"(%d, %k, %f) : (f32, f32, f32) -> f32
      %q = "arith.truncf"(%m) : (f32) -> f16
      %w = "arith.extf"(%q) : (f16) -> f32
      %x = "arith.minimumf"(%w, %m) : (f32, f32) -> f32
      %y = "arith.negf"(%x) : (f32) -> f32
      %r = "arith.bitcast"(%y) : (f32) -> i32`,
	"lds": `
      %m = "affine.apply"(%t) <{map = affine_map<(d0) -> ((d0 * 37 + 11) mod 256)>}> : (index) -> index
      %v = "memref.load"(%in, %i) : (memref<1024xi32>, index) -> i32
      "memref.store"(%v, %lds, %m) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %r = "memref.load"(%lds, %t) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32`,
	"shuffles": `
      %v = "memref.load"(%in, %i) : (memref<1024xi32>, index) -> i32
      %w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %o = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %a, %ok = "gpu.shuffle"(%v, %o, %w) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)
      %b, %ok2 = "gpu.shuffle"(%a, %o, %w) <{mode = #gpu<shuffle_mode down>}> : (i32, i32, i32) -> (i32, i1)
      %c = "arith.select"(%ok2, %b, %v) : (i1, i32, i32) -> i32
      %d, %ok3 = "gpu.shuffle"(%c, %o, %w) <{mode = #gpu<shuffle_mode idx>}> : (i32, i32, i32) -> (i32, i1)
      %r = "arith.addi"(%d, %c) : (i32, i32) -> i32`,
	"divergent loops": `
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %k7 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %v = "memref.load"(%in, %i) : (memref<1024xi32>, index) -> i32
      %n = "affine.apply"(%t) <{map = affine_map<(d0) -> (d0 mod 9)>}> : (index) -> index
      %r = "scf.for"(%c0, %n, %c1, %v) ({
      ^bb0(%j: index, %acc: i32):
        %x = "arith.muli"(%acc, %k7) : (i32, i32) -> i32
        %odd = "arith.trunci"(%x) : (i32) -> i1
        %y = "scf.if"(%odd) ({
          %at = "arith.addi"(%i, %j) : (index, index) -> index
          %in1023 = "affine.apply"(%at) <{map = affine_map<(d0) -> (d0 mod 1024)>}> : (index) -> index
          %z = "memref.load"(%in, %in1023) : (memref<1024xi32>, index) -> i32
          %s = "arith.addi"(%x, %z) : (i32, i32) -> i32
          "scf.yield"(%s) : (i32) -> ()
        }, {
          "scf.yield"(%x) : (i32) -> ()
        }) : (i1) -> i32
        "scf.yield"(%y) : (i32) -> ()
      }) : (index, index, index, i32) -> i32`,
	"vectors": `
      %m = "affine.apply"(%i) <{map = affine_map<(d0) -> ((d0 * 4) mod 1024)>}> : (index) -> index
      %v = "vector.load"(%in, %m) : (memref<1024xi32>, index) -> vector<4xi32>
      %s = "vector.shuffle"(%v, %v) <{mask = array<i64: 3, 4, 1, 6>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
      %x = "arith.xori"(%v, %s) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
      %h = "vector.bitcast"(%x) : (vector<4xi32>) -> vector<8xi16>
      %e = "vector.extract_strided_slice"(%h) <{offsets = [2], sizes = [4], strides = [1]}> : (vector<8xi16>) -> vector<4xi16>
      %w = "arith.extsi"(%e) : (vector<4xi16>) -> vector<4xi32>
      %a = "vector.reduction"(%w) <{kind = #vector.kind<add>}> : (vector<4xi32>) -> i32
      %b = "vector.reduction"(%x) <{kind = #vector.kind<maxsi>}> : (vector<4xi32>) -> i32
      %r = "arith.subi"(%a, %b) : (i32, i32) -> i32`,
	"i64": `
      %v = "memref.load"(%in, %i) : (memref<1024xi32>, index) -> i32
      %x = "arith.extsi"(%v) : (i32) -> i64
      %y = "arith.muli"(%x, %x) : (i64, i64) -> i64
      %k = "arith.constant"() <{value = 1000003 : i64}> : () -> i64
      %q = "arith.floordivsi"(%x, %k) : (i64, i64) -> i64
      %p = "arith.remsi"(%y, %k) : (i64, i64) -> i64
      %s = "arith.addi"(%q, %p) : (i64, i64) -> i64
      %r = "arith.trunci"(%s) : (i64) -> i32`,
}

func machineKernel(body string) string {
	return `"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32>, memref<1024xi32>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%in: memref<1024xi32>, %out: memref<1024xi32>, %lds: memref<256xi32, #gpu.address_space<workgroup>>):
      %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %block = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %i = "affine.apply"(%block, %t) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
` + body + `
      "memref.store"(%r, %out, %i) : (i32, memref<1024xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
`
}

// tool runs a program with an input.
func tool(t *testing.T, input []byte, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdin = bytes.NewReader(input)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%.4000s", name, err, &msg)
	}
	return out.Bytes()
}

// lowerKernel compiles a file of one gpu.module to a code object: the way of
// MLIR's own tools.
func lowerKernel(t *testing.T, file, chip, object string) {
	t.Helper()
	pipeline := "builtin.module(gpu.module(lower-affine,arith-expand,convert-scf-to-cf,canonicalize,convert-amdgpu-to-rocdl{chipset=" + chip +
		"},convert-vector-to-llvm{reassociate-fp-reductions=false},convert-math-to-llvm,convert-gpu-to-rocdl{chipset=" + chip +
		" use-bare-ptr-memref-call-conv=true},reconcile-unrealized-casts,canonicalize,cse))"
	text := string(tool(t, nil, "mlir-opt-22", "--mlir-print-op-generic", "--pass-pipeline="+pipeline, file))
	_, body, _ := strings.Cut(text, "\n  \"gpu.module\"")
	_, body, _ = strings.Cut(body, "\n")
	body, _, ok := strings.Cut(body, "\n  })")
	if !ok {
		t.Fatalf("no gpu.module in\n%s", text)
	}
	module := "\"builtin.module\"() ({\n" + body + "\n}) {llvm.target_triple = \"amdgcn-amd-amdhsa\"} : () -> ()\n"
	llvm := tool(t, []byte(module), "mlir-translate-22", "--mlir-to-llvmir")
	tool(t, llvm, "llc-22", "-O2", "-mtriple=amdgcn-amd-amdhsa", "-mcpu="+chip, "-filetype=obj", "-o", object+".o")
	tool(t, nil, "ld.lld-22", "-shared", object+".o", "-o", object)
}

func TestInterpreterAgainstMachine(t *testing.T) {
	dir := t.TempDir()
	check := func(name, file, chip, grid, out string, args ...string) {
		t.Helper()
		object := filepath.Join(dir, strings.ReplaceAll(name, " ", "_")+chip+".hsaco")
		lowerKernel(t, file, chip, object)
		var common []string
		for _, a := range args {
			common = append(common, "--arg", a)
		}
		machine := filepath.Join(dir, "machine.npy")
		succeeds(t, append(append([]string{"run", object, "--grid", grid, "--block", "256"}, common...), "--arg", "out:"+machine+":"+out)...)
		succeeds(t, append(append([]string{"run", file, "--interp", "--mcpu", chip, "--grid", grid}, common...),
			"--arg", "out:"+filepath.Join(dir, "interp.npy")+":"+out, "--expect", fmt.Sprintf("%d=%s", len(args), machine))...)
	}
	for _, chip := range []string{"gfx942", "gfx950"} {
		check("matmul", "../../examples/matmul.mlir", chip, "1", "f32[64,64]", "rand:f16[64,64]:seed=1", "rand:f16[64,64]:seed=2")
		for name, body := range machineKernels {
			file := filepath.Join(dir, "k.mlir")
			if err := os.WriteFile(file, []byte(machineKernel(body)), 0o666); err != nil {
				t.Fatal(err)
			}
			check(name, file, chip, "4", "i32[1024]", "rand:i32[1024]:seed=5:lo=-2000000000:hi=2000000000")
		}
	}
}
