package interp_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
)

// read parses and verifies a module.
func read(t *testing.T, text string) *ir.Module {
	t.Helper()
	m, err := ir.Parse("test.mlir", text)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, ir.Options{}); err != nil {
		t.Fatal(err)
	}
	return m
}

func floats(v ...float32) []byte {
	var b []byte
	for _, f := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

// wantInts compares the contents of a buffer.
func wantInts(t *testing.T, b []byte, want func(i int) int32) {
	t.Helper()
	for i := range len(b) / 4 {
		if got := int32(binary.LittleEndian.Uint32(b[4*i:])); got != want(i) {
			t.Fatalf("element %d is %d, not %d", i, got, want(i))
		}
	}
}

const saxpy = `
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<256xf32>, memref<?xf32>, f32, index) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%x: memref<256xf32>, %y: memref<?xf32>, %a: f32, %n: index):
      %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %b = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %s = "gpu.block_dim"() <{dimension = #gpu<dim x>}> : () -> index
      %i = "affine.apply"(%b, %t, %s) <{map = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>}> : (index, index, index) -> index
      %in = "arith.cmpi"(%i, %n) <{predicate = 6 : i64}> : (index, index) -> i1
      "scf.if"(%in) ({
        %xv = "memref.load"(%x, %i) : (memref<256xf32>, index) -> f32
        %yv = "memref.load"(%y, %i) : (memref<?xf32>, index) -> f32
        %p = "arith.mulf"(%a, %xv) : (f32, f32) -> f32
        %r = "arith.addf"(%p, %yv) : (f32, f32) -> f32
        "memref.store"(%r, %y, %i) : (f32, memref<?xf32>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "saxpy"} : () -> ()
  }) : () -> ()
}) : () -> ()
`

func TestSaxpy(t *testing.T) {
	m := read(t, saxpy)
	x, y := &interp.Buffer{Name: "x", Data: make([]byte, 1024)}, &interp.Buffer{Name: "y", Data: make([]byte, 1024)}
	for i := range 256 {
		copy(x.Data[4*i:], floats(float32(i)))
		copy(y.Data[4*i:], floats(float32(2*i+1)))
	}
	i64 := func(v int64) interp.Arg {
		return interp.Bytes(binary.LittleEndian.AppendUint64(nil, uint64(v)))
	}
	report, err := interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{4, 1, 1}, Args: []interp.Arg{
		interp.Pointer(x), i64(0), interp.Pointer(y), i64(0), i64(256), i64(1), interp.Bytes(floats(3)), i64(200)}})
	if err != nil {
		t.Fatal(err)
	}
	if report.Kernel != "m::saxpy" || report.Workgroups != 4 {
		t.Errorf("report is %+v", report)
	}
	for i := range 256 {
		want := float32(2*i + 1)
		if i < 200 {
			want += 3 * float32(i)
		}
		if got := math.Float32frombits(binary.LittleEndian.Uint32(y.Data[4*i:])); got != want {
			t.Fatalf("y[%d] is %g, not %g", i, got, want)
		}
	}
}

// kernel wraps the body of a kernel with a buffer of 1024 i32, %out, a workgroup
// buffer of 1024 i32, %lds, and the thread's number, %t.
func kernel(body string) string {
	return `
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32>) -> ()}> ({
    ^bb0(%out: memref<1024xi32>, %lds: memref<1024xi32, #gpu.address_space<workgroup>>):
      %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ti = "arith.index_cast"(%t) : (index) -> i32
` + body + `
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
`
}

// runKernel runs such a kernel with one workgroup.
func runKernel(t *testing.T, body string, lanes int) ([]byte, error) {
	t.Helper()
	out := &interp.Buffer{Name: "out", Data: make([]byte, 4096)}
	_, err := interp.Run(read(t, kernel(body)), interp.Launch{Chip: &arch.GFX942, Grid: [3]uint32{1, 1, 1},
		Block: [3]uint32{uint32(lanes), 1, 1}, Args: []interp.Arg{interp.Pointer(out)}, Limits: interp.Limits{Steps: 1 << 20}})
	return out.Data[:4*lanes], err
}

func TestBarrierAndLDS(t *testing.T) {
	got, err := runKernel(t, `
      %c255 = "arith.constant"() <{value = 255 : index}> : () -> index
      %r = "arith.subi"(%c255, %t) : (index, index) -> index
      "memref.store"(%ti, %lds, %t) : (i32, memref<1024xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %v = "memref.load"(%lds, %r) : (memref<1024xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%v, %out, %t) : (i32, memref<1024xi32>, index) -> ()`, 256)
	if err != nil {
		t.Fatal(err)
	}
	wantInts(t, got, func(i int) int32 { return 255 - int32(i) })
}

// Lanes in a branch shuffle among themselves and meet the others behind it.
func TestShuffleInBranch(t *testing.T) {
	got, err := runKernel(t, `
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %two = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %bit = "arith.andi"(%ti, %two) : (i32, i32) -> i32
      %odd = "arith.cmpi"(%bit, %two) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %v = "scf.if"(%odd) ({
        %s, %ok = "gpu.shuffle"(%ti, %one, %w) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)
        "scf.yield"(%s) : (i32) -> ()
      }, {
        "scf.yield"(%ti) : (i32) -> ()
      }) : (i1) -> i32
      %s2, %ok2 = "gpu.shuffle"(%v, %two, %w) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)
      "memref.store"(%s2, %out, %t) : (i32, memref<1024xi32>, index) -> ()`, 128)
	if err != nil {
		t.Fatal(err)
	}
	wantInts(t, got, func(i int) int32 {
		j := i ^ 2
		if j&2 != 0 {
			return int32(j) ^ 1
		}
		return int32(j)
	})
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"out of bounds", `
      %c = "arith.constant"() <{value = 1000 : index}> : () -> index
      %i = "arith.addi"(%c, %t) : (index, index) -> index
      "memref.store"(%ti, %out, %i) : (i32, memref<1024xi32>, index) -> ()`,
			"test.mlir:11:7: error: store of 4 bytes at byte 4096 of out, which has 4096 bytes\n|in lane 24 of workgroup 0: thread (24, 0, 0), block (0, 0, 0)"},
		{"divergent barrier", `
      %c = "arith.constant"() <{value = 5 : index}> : () -> index
      %in = "arith.cmpi"(%t, %c) <{predicate = 6 : i64}> : (index, index) -> i1
      "scf.if"(%in) ({
        "gpu.barrier"() : () -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()`, "test.mlir:12:9: error: not every lane reaches this barrier: lane 5 has ended"},
		{"undefined LDS", `
      %v = "memref.load"(%lds, %t) : (memref<1024xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%v, %out, %t) : (i32, memref<1024xi32>, index) -> ()`,
			"poison reaches out\n|it comes from memory that nothing has written: workgroup memory 0"},
		{"poison", `
      %c = "arith.constant"() <{value = 33 : i32}> : () -> i32
      %v = "arith.shli"(%c, %c) : (i32, i32) -> i32
      "memref.store"(%v, %out, %t) : (i32, memref<1024xi32>, index) -> ()`,
			"it comes from arith.shli at test.mlir:10:12: a shift by 33 of i32"},
		{"division", `
      %c = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %v = "arith.divsi"(%c, %c) : (i32, i32) -> i32`, "error: division by zero"},
		{"endless", `
      %c = "arith.constant"() <{value = true}> : () -> i1
      "scf.while"() ({
        "scf.condition"(%c) : (i1) -> ()
      }, {
        "scf.yield"() : () -> ()
      }) : () -> ()`, "the limit of 1048576 steps is reached"},
	} {
		_, err := runKernel(t, c.body, 64)
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, part := range strings.Split(c.want, "|") {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: error is\n%v\nwithout %q", c.name, err, part)
			}
		}
	}
}
