// kernel:    a wait for all but the last loads after a direct-to-LDS load whose address takes longer than theirs (wave)
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     128 1 1
// arg:       in i32 1024 bits
// arg:       in i32 1024 bits
// arg:       out i32 1024
// value:     index 77

"func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding, index) -> (), sym_name = "k"}> ({
^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding, %n: index):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
  %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
  %a = "stream.binding.subspan"(%arg0, %c0) : (!stream.binding, index) -> memref<1024xi32>
  %b = "stream.binding.subspan"(%arg1, %c0) : (!stream.binding, index) -> memref<4x256xi32>
  %out = "stream.binding.subspan"(%arg2, %c0) : (!stream.binding, index) -> memref<4x256xi32>
  %fat = "amdgpu.fat_raw_buffer_cast"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>, boundsCheck = true}> : (memref<1024xi32>) -> memref<1024xi32, #amdgpu.address_space<fat_raw_buffer>>
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 128 : index}> : () -> index
  %g = "gpu.block_id"() <{dimension = #gpu<dim x>, upper_bound = 2 : index}> : () -> index
  %lds = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<128xi32, #gpu.address_space<workgroup>>
  %i = "affine.apply"(%g, %t) <{map = affine_map<()[s0, s1] -> (s0 * 128 + s1)>}> : (index, index) -> index
  %q = "arith.divui"(%i, %n) : (index, index) -> index
  %r = "arith.remui"(%i, %n) : (index, index) -> index
  %src = "affine.apply"(%q, %r, %n) <{map = affine_map<()[s0, s1, s2] -> ((s0 * 300 + s1 * 5 + s1 floordiv 7) mod 1024)>}> : (index, index, index) -> index
  %slot = "affine.apply"(%t) <{map = affine_map<()[s0] -> ((s0 floordiv 64) * 64)>}> : (index) -> index
  "amdgpu.gather_to_lds"(%fat, %src, %lds, %slot) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = i32}> : (memref<1024xi32, #amdgpu.address_space<fat_raw_buffer>>, index, memref<128xi32, #gpu.address_space<workgroup>>, index) -> ()
  %v0 = "memref.load"(%b, %c0, %i) : (memref<4x256xi32>, index, index) -> i32
  %v1 = "memref.load"(%b, %c1, %i) : (memref<4x256xi32>, index, index) -> i32
  %v2 = "memref.load"(%b, %c2, %i) : (memref<4x256xi32>, index, index) -> i32
  %v3 = "memref.load"(%b, %c3, %i) : (memref<4x256xi32>, index, index) -> i32
  "amdgpu.memory_counter_wait"() <{load = 4 : i32}> : () -> ()
  "amdgpu.lds_barrier"() : () -> ()
  %other = "affine.apply"(%t) <{map = affine_map<()[s0] -> (127 - s0)>}> : (index) -> index
  %w = "memref.load"(%lds, %other) : (memref<128xi32, #gpu.address_space<workgroup>>, index) -> i32
  %x0 = "arith.addi"(%v0, %w) : (i32, i32) -> i32
  %x1 = "arith.xori"(%v1, %w) : (i32, i32) -> i32
  "memref.store"(%x0, %out, %c0, %i) : (i32, memref<4x256xi32>, index, index) -> ()
  "memref.store"(%x1, %out, %c1, %i) : (i32, memref<4x256xi32>, index, index) -> ()
  "memref.store"(%v2, %out, %c2, %i) : (i32, memref<4x256xi32>, index, index) -> ()
  "memref.store"(%v3, %out, %c3, %i) : (i32, memref<4x256xi32>, index, index) -> ()
  "func.return"() : () -> ()
}) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1] subgroup_size = 64>} : () -> ()
