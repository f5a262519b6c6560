package codegen_test

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
)

// fatPair is two buffers, and a condition that lanes differ in.
const fatPair = `%five = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %p = "arith.cmpi"(%lane, %five) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %f = "amdgpu.fat_raw_buffer_cast"(%in) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<256xi32>) -> FAT
    %g = "amdgpu.fat_raw_buffer_cast"(%out) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<256xi32>) -> FAT
    `

// huge makes a buffer of a shape and strides that no sum of 64 bits has room for.
func huge(shape, strides string) string {
	sizes, typ := strings.ReplaceAll(shape, "x", ", "), "memref<"+shape+"xi32>"
	zeros := strings.Repeat(", %tid", strings.Count(shape, "x")+1)
	fat := "memref<" + shape + "xi32, #amdgpu.address_space<fat_raw_buffer>>"
	return `%h = "memref.reinterpret_cast"(%out) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: ` + sizes + `>, static_strides = array<i64: ` + strides + `>}> : (memref<256xi32>) -> ` + typ + `
    %hf = "amdgpu.fat_raw_buffer_cast"(%h) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (` + typ + `) -> ` + fat + `
    "memref.store"(%v, %hf` + zeros + `) : (i32, ` + fat + strings.Repeat(", index", strings.Count(shape, "x")+1) + `) -> ()`
}

// TestRefusedLaneOps: what is not compiled is named, with what to do instead.
func TestRefusedLaneOps(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`%z = "gpu.cluster_id"() <{dimension = #gpu<dim x>}> : () -> index
    "memref.store"(%v, %out, %z) : (i32, memref<256xi32>, index) -> ()`, "gpu.cluster_id: the chips have no clusters"},
		{`%c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %s, %ok = "gpu.shuffle"(%v, %u, %c3) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)
    %z = "arith.addi"(%s, %v) : (i32, i32) -> i32
    "memref.store"(%z, %out, %tid) : (i32, memref<256xi32>, index) -> ()`, "gpu.shuffle: the width is 3"},
		{`"rocdl.s.setprio"() <{priority = 4 : i16}> : () -> ()`, "rocdl.s.setprio: the priority is 4"},
		{`"rocdl.s.waitcnt"() <{bitfield = 65536 : i32}> : () -> ()`, "rocdl.s.waitcnt: the bitfield is 0x10000"},
		{`"amdgpu.memory_counter_wait"() <{load = -1 : i32}> : () -> ()`, "amdgpu.memory_counter_wait: load is -1"},
		{`%z = "gpu.subgroup_reduce"(%v) <{op = #gpu<all_reduce_op add>, cluster_size = 32 : i32, cluster_stride = 4 : i32}> : (i32) -> i32
    "memref.store"(%z, %out, %tid) : (i32, memref<256xi32>, index) -> ()`, "gpu.subgroup_reduce: clusters of 32 lanes with stride 4"},
		{`%m = "gpu.subgroup_broadcast"(%in) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (memref<256xi32>) -> memref<256xi32>
    "memref.store"(%v, %m, %tid) : (i32, memref<256xi32>, index) -> ()`, "gpu.subgroup_broadcast: memref<256xi32> is not moved"},
		{huge("4611686018427387904", "1"), "amdgpu.fat_raw_buffer_cast: memref<4611686018427387904xi32> has more than 2^61 bytes"},
		{huge("4294967296x4294967296", "4294967296, 1"), "amdgpu.fat_raw_buffer_cast: memref<4294967296x4294967296xi32> has more than 2^61 bytes"},
		{fatPair + `%s = "arith.select"(%p, %f, %g) : (i1, FAT, FAT) -> FAT
    "memref.store"(%v, %s, %tid) : (i32, FAT, index) -> ()`, "arith.select: the buffer may differ between the lanes"},
		{fatPair + `%s = "scf.if"(%p) ({
      "memref.store"(%v, %f, %tid) : (i32, FAT, index) -> ()
      "scf.yield"(%f) : (FAT) -> ()
    }, {
      "scf.yield"(%g) : (FAT) -> ()
    }) : (i1) -> FAT
    "memref.store"(%v, %s, %tid) : (i32, FAT, index) -> ()`, "scf.if: the buffer may differ between the lanes"},
	} {
		c.body = strings.ReplaceAll(c.body, "FAT", "memref<256xi32, #amdgpu.address_space<fat_raw_buffer>>")
		text := strings.Replace(laneHead, "BLOCK", "64, 1, 1", 1) + "    " + c.body + "\n    %r = \"arith.addi\"(%v, %lane) : (i32, i32) -> i32" + laneTail
		m, err := ir.Parse("lane.mlir", text)
		if err == nil {
			err = ir.Verify(m, ir.Options{})
		}
		if err != nil {
			t.Errorf("%s: %v", c.want, err)
			continue
		}
		if _, err = build.MLIR(m, build.Options{Chip: arch.Chips[0]}); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "lane.mlir:") {
			t.Errorf("got %v, want %q and a place", err, c.want)
		}
	}
}

// TestRefusedOpenStride: a stride that depends on a size that nobody has given
// is not made up.
func TestRefusedOpenStride(t *testing.T) {
	const open = "memref<?x?xf32, strided<[?, 1], offset: ?>>"
	for _, c := range []struct{ use, want string }{
		{`%v = "memref.load"(%a, %t, %t) : (OPEN, index, index) -> f32
  "memref.store"(%v, %o, %t) : (f32, memref<?xf32>, index) -> ()`, "memref.load: stride 0 of " + open + " is not known"},
		{`%m:6 = "memref.extract_strided_metadata"(%a) : (OPEN) -> (memref<f32>, index, index, index, index, index)
  %z = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
  "memref.store"(%z, %o, %m#3) : (f32, memref<?xf32>, index) -> ()`, "memref.extract_strided_metadata: a size or stride of " + open + " is not known"},
		{`%c = "memref.collapse_shape"(%b) <{reassociation = [[0, 1]]}> : (memref<?x16xf32>) -> memref<?xf32>
  %d = "memref.dim"(%c, %c0) : (memref<?xf32>, index) -> index
  %z = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
  "memref.store"(%z, %o, %d) : (f32, memref<?xf32>, index) -> ()`, "a size or stride of memref<?x16xf32> is not known"},
		{`%c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %z = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
  %r:2 = "scf.for"(%c0, %t, %c1, %o, %p) ({
  ^bb0(%i: index, %x: memref<?xf32>, %y: memref<?xf32>):
    %d = "memref.dim"(%x, %c0) : (memref<?xf32>, index) -> index
    "memref.store"(%z, %y, %d) : (f32, memref<?xf32>, index) -> ()
    "scf.yield"(%y, %x) : (memref<?xf32>, memref<?xf32>) -> ()
  }) : (index, index, index, memref<?xf32>, memref<?xf32>) -> (memref<?xf32>, memref<?xf32>)`, "a size or stride of memref<?xf32> is not known"},
	} {
		text := strings.ReplaceAll(`"func.func"() <{function_type = (!stream.binding, !stream.binding) -> (), sym_name = "k"}> ({
^bb0(%in: !stream.binding, %out: !stream.binding):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %a = "stream.binding.subspan"(%in, %c0) : (!stream.binding, index) -> OPEN
  %b = "stream.binding.subspan"(%in, %c0) : (!stream.binding, index) -> memref<?x16xf32>
  %o = "stream.binding.subspan"(%out, %c0) : (!stream.binding, index) -> memref<?xf32>
  %p = "stream.binding.subspan"(%in, %c0) : (!stream.binding, index) -> memref<?xf32>
  `+c.use+`
  "func.return"() : () -> ()
}) : () -> ()`, "OPEN", open)
		m, err := ir.Parse("open.mlir", text)
		if err == nil {
			err = ir.Verify(m, ir.Options{})
		}
		if err != nil {
			t.Errorf("%s: %v", c.want, err)
			continue
		}
		if _, err = build.MLIR(m, build.Options{Chip: arch.Chips[0]}); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "open.mlir:") {
			t.Errorf("got %v, want %q and a place", err, c.want)
		}
	}
}

// TestRefusedVectors: vectors without a fixed size and very long ones are refused
// by the operation's name.
func TestRefusedVectors(t *testing.T) {
	for _, c := range []struct{ vector, want string }{
		{"vector<[4]xi32>", "vector.store: vector<[4]xi32> has an open size"},
		{"vector<100000xi32>", "vector.store: vector<100000xi32> has more than 16384 elements"},
	} {
		text := strings.Replace(laneHead, "BLOCK", "64, 1, 1", 1) + `    %ones = "arith.constant"() <{value = dense<1> : VECTOR}> : () -> VECTOR
    "vector.store"(%ones, %out, %tid) : (VECTOR, memref<256xi32>, index) -> ()
    %r = "arith.addi"(%v, %lane) : (i32, i32) -> i32` + laneTail
		m, err := ir.Parse("lane.mlir", strings.ReplaceAll(text, "VECTOR", c.vector))
		if err == nil {
			err = ir.Verify(m, ir.Options{})
		}
		if err != nil {
			t.Errorf("%s: %v", c.want, err)
			continue
		}
		if _, err = build.MLIR(m, build.Options{Chip: arch.Chips[0]}); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "lane.mlir:") {
			t.Errorf("got %v, want %q and a place", err, c.want)
		}
	}
}
