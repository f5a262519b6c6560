// kernel:    half of the waves are a barrier behind the others, so barriers at different places meet; two arrays in LDS; one through LDS (wave, ping-pong)
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       out i32 1024

"func.func"() <{function_type = (!stream.binding, !stream.binding) -> (), sym_name = "k"}> ({
^bb0(%arg0: !stream.binding, %arg1: !stream.binding):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
  %c128 = "arith.constant"() <{value = 128 : index}> : () -> index
  %c255 = "arith.constant"() <{value = 255 : index}> : () -> index
  %in = "stream.binding.subspan"(%arg0, %c0) : (!stream.binding, index) -> memref<4x256xi32, strided<[256, 1], offset: ?>>
  %out = "stream.binding.subspan"(%arg1, %c0) : (!stream.binding, index) -> memref<4x256xi32, strided<[256, 1], offset: ?>>
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 256 : index}> : () -> index
  %a = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<256xi32, #gpu.address_space<workgroup>>
  %b = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<256xi32, #gpu.address_space<workgroup>>
  %other = "arith.xori"(%t, %c64) : (index, index) -> index
  %mirror = "arith.subi"(%c255, %t) : (index, index) -> index
  %mirrored = "arith.xori"(%mirror, %c64) : (index, index) -> index
  %late = "arith.cmpi"(%t, %c128) <{predicate = 5 : i64}> : (index, index) -> i1
  %early = "arith.cmpi"(%t, %c128) <{predicate = 2 : i64}> : (index, index) -> i1
  "scf.if"(%late) ({
    "rocdl.s.barrier"() : () -> ()
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  %v = "memref.load"(%in, %c0, %t) : (memref<4x256xi32, strided<[256, 1], offset: ?>>, index, index) -> i32
  "memref.store"(%v, %a, %t) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
  "amdgpu.lds_barrier"() : () -> ()
  %w = "memref.load"(%a, %other) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
  "memref.store"(%w, %out, %c0, %t) : (i32, memref<4x256xi32, strided<[256, 1], offset: ?>>, index, index) -> ()
  "amdgpu.lds_barrier"() : () -> ()
  %x = "arith.addi"(%w, %v) : (i32, i32) -> i32
  "memref.store"(%x, %b, %mirror) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
  "amdgpu.lds_barrier"() : () -> ()
  %y = "memref.load"(%b, %mirrored) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
  "memref.store"(%y, %out, %c1, %t) : (i32, memref<4x256xi32, strided<[256, 1], offset: ?>>, index, index) -> ()
  "scf.if"(%early) ({
    "rocdl.s.barrier"() : () -> ()
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
  %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
  "memref.store"(%x, %a, %t) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
  "rocdl.s.barrier"() : () -> ()
  %u = "memref.load"(%a, %mirror) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
  "memref.store"(%u, %out, %c2, %t) : (i32, memref<4x256xi32, strided<[256, 1], offset: ?>>, index, index) -> ()
  "memref.store"(%v, %out, %c3, %t) : (i32, memref<4x256xi32, strided<[256, 1], offset: ?>>, index, index) -> ()
  "func.return"() : () -> ()
}) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1] subgroup_size = 64>} : () -> ()
