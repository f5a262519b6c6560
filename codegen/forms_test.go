package codegen_test

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify"
)

// intrinsic is an llvm.call_intrinsic of n operands.
func intrinsic(name, operands, types string, n int) string {
	return fmt.Sprintf(`"llvm.call_intrinsic"(%s) <{intrin = "llvm.amdgcn.%s", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: %d, 0>}> : (%s)`, operands, name, n, types)
}

// Newer forms, and other names, compute what the interpreter does.
func TestForms(t *testing.T) {
	for _, c := range []laneCase{
		{name: "readlane", body: `%c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "rocdl.readlane"(%v, %c3) : (i32, i32) -> i32`},
		{name: "readlane of a vector by an argument", body: `%p = "vector.from_elements"(%v, %lane) : (i32, i32) -> vector<2xi32>
    %q = "rocdl.readlane"(%p, %u) : (vector<2xi32>, i32) -> vector<2xi32>
    %a = "vector.extract"(%q) <{static_position = array<i64: 0>}> : (vector<2xi32>) -> i32
    %b = "vector.extract"(%q) <{static_position = array<i64: 1>}> : (vector<2xi32>) -> i32
    %s = "arith.addi"(%a, %b) : (i32, i32) -> i32
    %r = "arith.xori"(%s, %lane) : (i32, i32) -> i32`},
		{name: "intrinsic readlane", body: `%r = ` + intrinsic("readlane.i32", "%v, %u", "i32, i32", 2) + ` -> i32`},
		{name: "intrinsic readfirstlane", body: `%r = ` + intrinsic("readfirstlane", "%v", "i32", 1) + ` -> i32`},
		{name: "intrinsic with a field", plain: true, body: `%f = "arith.bitcast"(%v) : (i32) -> f32
    %true = "arith.constant"() <{value = true}> : () -> i1
    %r = ` + intrinsic("cvt.pk.fp8.f32", "%f, %f, %v, %true", "f32, f32, i32, i1", 4) + ` -> i32`},
		{name: "intrinsics of the schedule", body: `%c8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    ` + intrinsic("sched.group.barrier", "%c8, %c0, %c0", "i32, i32, i32", 3) + ` -> ()
    ` + intrinsic("s.barrier", "", "", 0) + ` -> ()
    "amdgpu.sched_barrier"() <{opts = #rocdl.sched_group_mask<valu>}> : () -> ()
    "rocdl.sched.barrier"() <{mask = #rocdl.sched_group_mask<none>}> : () -> ()
    "rocdl.sched.group.barrier"() <{groupId = 0 : i32, mask = #rocdl.sched_group_mask<mfma_wmma>, size = 1 : i32}> : () -> ()
    %r = "memref.load"(%in, %tid) <{invariant = true}> : (memref<256xi32>, index) -> i32`},
		// Lanes of one wave only: the branch is taken by some of them.
		{name: "barrier of a wave", body: `%c9 = "arith.constant"() <{value = 9 : i32}> : () -> i32
    %b = "arith.cmpi"(%lane, %c9) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %r = "scf.if"(%b) ({
      "gpu.barrier"() <{address_spaces = [], scope = #gpu.barrier_scope<subgroup>}> : () -> ()
      "gpu.barrier"() <{scope = #gpu.barrier_scope<subgroup>}> : () -> ()
      "scf.yield"(%lane) : (i32) -> ()
    }, {
      "scf.yield"(%v) : (i32) -> ()
    }) : (i1) -> i32`},
	} {
		t.Run(c.name, c.run)
	}
}

// The matrix instruction of each spelling of its permutation is the same, and
// not that of another permutation.
func TestPermutationSpellings(t *testing.T) {
	object := func(blgp string) string {
		body := `%a = "arith.constant"() <{value = dense<1.0> : vector<4xf32>}> : () -> vector<4xf32>
    %f = "arith.bitcast"(%v) : (i32) -> f32
    %k = "vector.insert"(%f, %a) <{static_position = array<i64: 1>}> : (f32, vector<4xf32>) -> vector<4xf32>
    %d = "amdgpu.mfma"(%f, %f, %k) <{blgp = ` + blgp + `, k = 1 : i32, m = 4 : i32, n = 4 : i32, blocks = 16 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>
    %e = "vector.extract"(%d) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> f32
    %r = "arith.bitcast"(%e) : (f32) -> i32`
		r := buildLane(t, body)
		return string(r.Assembly())
	}
	for i, name := range ir.MFMAPermBs {
		older, newer := object("#amdgpu<mfma_perm_b "+name+">"), object("#rocdl.mfma_perm_b<"+name+">")
		if older != newer {
			t.Errorf("%s: the code differs", name)
		}
		if want := fmt.Sprintf("blgp:%d", i); i > 0 && !strings.Contains(newer, want) {
			t.Errorf("%s: no %s in\n%s", name, want, newer)
		}
	}
}

func buildLane(t *testing.T, body string) *build.Result {
	t.Helper()
	return buildLaneWith(t, "", body)
}

// buildLaneWith is buildLane for a kernel with more attributes.
func buildLaneWith(t *testing.T, attrs, body string) *build.Result {
	t.Helper()
	head := strings.Replace(laneHead, "BLOCK", "128, 1, 1", 1)
	text := head + "    " + body + strings.Replace(laneTail, "{gpu.kernel", "{"+attrs+"gpu.kernel", 1)
	m, err := ir.Parse("lane.mlir", text)
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: &arch.GFX950})
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := build.MLIR(m, build.Options{Chip: &arch.GFX950})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A barrier waits for what the address spaces say, and for nothing else.
func TestBarrierWaits(t *testing.T) {
	const store = `"memref.store"(%v, %out, %tid) : (i32, memref<256xi32>, index) -> ()
    `
	wait := regexp.MustCompile(`s_waitcnt [^\n]*\n(\s*;[^\n]*\n)*\ts_barrier`)
	for _, c := range []struct {
		attrs       string
		waits, meet bool
	}{
		{"", true, true},
		{" <{address_spaces = [#gpu.address_space<global>]}>", true, true},
		{" <{address_spaces = [#gpu.address_space<workgroup>]}>", false, true},
		{" <{address_spaces = []}>", false, true},
		{" <{scope = #gpu.barrier_scope<subgroup>}>", false, false},
	} {
		body := store + `"gpu.barrier"()` + c.attrs + ` : () -> ()
    %r = "arith.addi"(%lane, %c64) : (i32, i32) -> i32`
		text := string(buildLane(t, body).Assembly())
		if wait.MatchString(text) != c.waits || strings.Contains(text, "s_barrier") != c.meet {
			t.Errorf("gpu.barrier%s: waits for the store %v, meets %v, want %v and %v\n%s", c.attrs, wait.MatchString(text), strings.Contains(text, "s_barrier"), c.waits, c.meet, text)
		}
	}
}

// A trap is what LLVM makes of it, also where some lanes come to it only, and
// ends the simulation with its place.
func TestTrap(t *testing.T) {
	const body = `%c5 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %b = "arith.cmpi"(%lane, %c5) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "scf.if"(%b) ({
      "llvm.intr.trap"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %r = "arith.addi"(%v, %lane) : (i32, i32) -> i32`
	r := buildLane(t, body)
	if text := string(r.Assembly()); strings.Count(text, "s_trap 2") != 1 {
		t.Errorf("not one s_trap 2 in\n%s", text)
	}
	text := strings.Replace(laneHead, "BLOCK", "64, 1, 1", 1) + body + laneTail
	v := verify.Case{Name: "trap.mlir", Text: text, Chip: &arch.GFX942, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []interp.Arg{
		interp.Pointer(&interp.Buffer{Name: "in", Data: make([]byte, 1024)}), interp.Pointer(&interp.Buffer{Name: "out", Data: make([]byte, 1024)}), interp.Bytes(make([]byte, 4))}}
	if _, err := verify.Run(v, verify.Options{}); err == nil || !strings.Contains(err.Error(), "the kernel aborts (llvm.intr.trap)") || !strings.Contains(err.Error(), "trap.mlir:") {
		t.Errorf("interpreter: %v", err)
	}
	if _, err := verify.Run(v, verify.Options{NoInterpreter: true}); err == nil || !strings.Contains(err.Error(), "workgroup 0,0,0, wave 0") || !strings.Contains(err.Error(), "the kernel aborts (s_trap 2)") {
		t.Errorf("simulator: %v", err)
	}
}

// Scatters of all masks and types of numbers store in ascending order: of
// elements with the same place the last one stays.
func TestScatter(t *testing.T) {
	const head = `
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<64x8xi32>, MEM) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%in: memref<64x8xi32>, %out: MEM):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %a = "vector.load"(%in, %x, %c0) : (memref<64x8xi32>, index, index) -> vector<4xi32>
    %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
    %b = "vector.load"(%in, %x, %c4) : (memref<64x8xi32>, index, index) -> vector<4xi32>
    %three = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %one = "arith.constant"() <{value = dense<1> : vector<4xi32>}> : () -> vector<4xi32>
    %at32 = "arith.andi"(%a, %three) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %atx = "arith.index_cast"(%at32) : (vector<4xi32>) -> vector<4xindex>
    %sign = "arith.subi"(%at32, %one) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %at8 = "arith.trunci"(%sign) : (vector<4xi32>) -> vector<4xi8>
    %some = "arith.cmpi"(%b, %a) <{predicate = 2 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %all = "arith.constant"() <{value = dense<true> : vector<4xi1>}> : () -> vector<4xi1>
    %none = "arith.constant"() <{value = dense<false> : vector<4xi1>}> : () -> vector<4xi1>
    %half = "arith.trunci"(%b) : (vector<4xi32>) -> vector<4xi16>
    SCATTER
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()
`
	in := make([]byte, 64*8*4)
	for i := range 64 * 8 {
		binary.LittleEndian.PutUint32(in[4*i:], uint32(i+1)*2654435761)
	}
	const i32s, i16s = "memref<64x8xi32>", "memref<64x8xi16>"
	for i, c := range []struct{ mem, op string }{
		{i32s, `"vector.scatter"(%out, %x, %c0, %at32, %all, %b) : (memref<64x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> ()`},
		{i32s, `"vector.scatter"(%out, %x, %c2, %atx, %some, %b) : (memref<64x8xi32>, index, index, vector<4xindex>, vector<4xi1>, vector<4xi32>) -> ()`},
		{i32s, `"vector.scatter"(%out, %x, %c2, %at8, %some, %b) <{alignment = 4 : i64}> : (memref<64x8xi32>, index, index, vector<4xi8>, vector<4xi1>, vector<4xi32>) -> ()`},
		{i32s, `"vector.scatter"(%out, %x, %c2, %at8, %none, %b) : (memref<64x8xi32>, index, index, vector<4xi8>, vector<4xi1>, vector<4xi32>) -> ()`},
		{i16s, `"vector.scatter"(%out, %x, %c0, %at32, %some, %half) : (memref<64x8xi16>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi16>) -> ()`},
		{i32s, `%s = "vector.shape_cast"(%at32) : (vector<4xi32>) -> vector<2x2xi32>
    %m = "vector.shape_cast"(%some) : (vector<4xi1>) -> vector<2x2xi1>
    %w = "vector.shape_cast"(%b) : (vector<4xi32>) -> vector<2x2xi32>
    "vector.scatter"(%out, %x, %c0, %s, %m, %w) : (memref<64x8xi32>, index, index, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xi32>) -> ()`},
		{i32s, `%f = "amdgpu.fat_raw_buffer_cast"(%out) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<64x8xi32>) -> memref<64x8xi32, #amdgpu.address_space<fat_raw_buffer>>
    "vector.scatter"(%f, %x, %c0, %at32, %some, %b) : (memref<64x8xi32, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> ()`},
	} {
		text := strings.NewReplacer("MEM", c.mem, "SCATTER", c.op).Replace(head)
		v := verify.Case{Name: "scatter.mlir", Text: text, Chip: arch.Chips[i%len(arch.Chips)], Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []interp.Arg{
			interp.Pointer(&interp.Buffer{Name: "in", Data: in}), interp.Pointer(&interp.Buffer{Name: "out", Data: make([]byte, 64*8*4)})}}
		if _, err := verify.Run(v, verify.Options{Passes: pass.Options{Verify: true}, Sim: sim.Options{Schedule: sim.ScheduleLate}}); err != nil {
			t.Errorf("%s: %v", c.op, err)
		}
	}
}

// TestFences: a fence is what LLVM's memory model asks for at its scope, behind the wave's store and in front
// of its load.
func TestFences(t *testing.T) {
	const store, load = `"memref.store"(%v, %out, %tid) : (i32, memref<256xi32>, index) -> ()
    `, `
    %back = "memref.load"(%out, %tid) : (memref<256xi32>, index) -> i32
    %r = "arith.addi"(%back, %c64) : (i32, i32) -> i32`
	const all = "s_waitcnt vmcnt(0)"
	for attrs, want := range map[string][]string{
		`ordering = 4 : i64, syncscope = "agent"`:     {"buffer_inv sc1"},
		`ordering = 5 : i64, syncscope = "agent"`:     {"buffer_wbl2 sc1", all},
		`ordering = 6 : i64, syncscope = "agent"`:     {"buffer_wbl2 sc1", all, "buffer_inv sc1"},
		`ordering = 6 : i64`:                          {"buffer_wbl2 sc0 sc1", all, "buffer_inv sc0 sc1"},
		`ordering = 6 : i64, syncscope = "workgroup"`: {all},
	} {
		text := string(buildLane(t, store+`"llvm.fence"() <{`+attrs+`}> : () -> ()`+load).Assembly())
		got := regexp.MustCompile(`(?s)global_store.*?global_load`).FindString(text)
		var found []string
		for _, line := range regexp.MustCompile(`\tbuffer_(wbl2|inv)[ sc01]*|\ts_waitcnt vmcnt\(0\)`).FindAllString(got, -1) {
			found = append(found, strings.TrimSpace(line))
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s: %q, want %q in\n%s", attrs, found, want, text)
		}
	}
}
