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

// TestRefusedLaneOps: what is not compiled is named, with what to do instead.
func TestRefusedLaneOps(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`"gpu.printf"() <{format = "x"}> : () -> ()`, "gpu.printf: a kernel cannot print"},
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
