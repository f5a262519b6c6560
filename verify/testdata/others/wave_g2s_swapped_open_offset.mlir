// kernel:    gather_to_lds into two buffers that swap, bindings as memrefs with rows and an open offset (wave)
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 4 1
// arg:       in f16 2048 real -1 1
// arg:       in f16 2048 real -1 1
// arg:       out f32 1024

"func.func"() <{function_type = (!stream.binding, !stream.binding, !stream.binding) -> (), sym_name = "gemm"}> ({
^bb0(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: !stream.binding):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
  %cst = "arith.constant"() <{value = dense<0.0> : vector<4xf32>}> : () -> vector<4xf32>
  %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
  %A0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x16xf16, 3>
  %A1 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x16xf16, 3>
  %B0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x16xf16, 3>
  %B1 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<32x16xf16, 3>
  %a = "stream.binding.subspan"(%arg0, %c0) : (!stream.binding, index) -> memref<?xf16>
  %b = "stream.binding.subspan"(%arg1, %c0) : (!stream.binding, index) -> memref<?xf16>
  %o = "stream.binding.subspan"(%arg2, %c0) : (!stream.binding, index) -> memref<32x32xf32, strided<[32, 1], offset: ?>>
  %ra = "memref.reinterpret_cast"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1073741822>, static_strides = array<i64: 1>}> : (memref<?xf16>) -> memref<1073741822xf16, strided<[1]>>
  %rb = "memref.reinterpret_cast"(%b) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1073741822>, static_strides = array<i64: 1>}> : (memref<?xf16>) -> memref<1073741822xf16, strided<[1]>>
  %vb = "arith.constant"() <{value = 4096 : i64}> : () -> i64
  %fa = "amdgpu.fat_raw_buffer_cast"(%ra, %vb) <{operandSegmentSizes = array<i32: 1, 1, 0>, boundsCheck = true}> : (memref<1073741822xf16, strided<[1]>>, i64) -> memref<1073741822xf16, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
  %fb = "amdgpu.fat_raw_buffer_cast"(%rb, %vb) <{operandSegmentSizes = array<i32: 1, 1, 0>, boundsCheck = true}> : (memref<1073741822xf16, strided<[1]>>, i64) -> memref<1073741822xf16, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
  %lin = "affine.apply"(%tx, %ty) <{map = affine_map<()[s0, s1] -> (s0 + s1 * 64)>}> : (index, index) -> index
  // a wave loads 64 lanes x 4 bytes = 256 bytes = 8 rows of 16 f16
  %row = "affine.apply"(%tx, %ty) <{map = affine_map<()[s0, s1] -> (s1 * 8 + s0 floordiv 8)>}> : (index, index) -> index
  %ldsrow = "affine.apply"(%ty) <{map = affine_map<()[s0] -> (s0 * 8)>}> : (index) -> index
  %src0 = "affine.apply"(%tx, %row) <{map = affine_map<()[s0, s1] -> (s1 * 64 + (s0 mod 8) * 2)>}> : (index, index) -> index
  "amdgpu.gather_to_lds"(%fa, %src0, %A0, %ldsrow, %c0) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>, transferType = vector<2xf16>}> : (memref<1073741822xf16, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>, index, memref<32x16xf16, 3>, index, index) -> ()
  "amdgpu.gather_to_lds"(%fb, %src0, %B0, %ldsrow, %c0) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>, transferType = vector<2xf16>}> : (memref<1073741822xf16, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>, index, memref<32x16xf16, 3>, index, index) -> ()
  %wm = "affine.apply"(%tx, %ty) <{map = affine_map<()[s0, s1] -> ((s1 floordiv 2) * 16 + s0 mod 16)>}> : (index, index) -> index
  %wn = "affine.apply"(%tx, %ty) <{map = affine_map<()[s0, s1] -> ((s1 mod 2) * 16 + s0 mod 16)>}> : (index, index) -> index
  %kk = "affine.apply"(%tx) <{map = affine_map<()[s0] -> (((s0 mod 64) floordiv 16) * 4)>}> : (index) -> index
  %r:5 = "scf.for"(%c1, %c4, %c1, %cst, %A0, %B0, %A1, %B1) ({
  ^bb0(%iv: index, %acc: vector<4xf32>, %ma: memref<32x16xf16, 3>, %mb: memref<32x16xf16, 3>, %na: memref<32x16xf16, 3>, %nb: memref<32x16xf16, 3>):
    "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %src = "affine.apply"(%tx, %row, %iv) <{map = affine_map<()[s0, s1, s2] -> (s1 * 64 + (s0 mod 8) * 2 + s2 * 16)>}> : (index, index, index) -> index
    "amdgpu.gather_to_lds"(%fa, %src, %na, %ldsrow, %c0) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>, transferType = vector<2xf16>}> : (memref<1073741822xf16, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>, index, memref<32x16xf16, 3>, index, index) -> ()
    "amdgpu.gather_to_lds"(%fb, %src, %nb, %ldsrow, %c0) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>, transferType = vector<2xf16>}> : (memref<1073741822xf16, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>, index, memref<32x16xf16, 3>, index, index) -> ()
    %va = "vector.load"(%ma, %wm, %kk) : (memref<32x16xf16, 3>, index, index) -> vector<4xf16>
    %vbb = "vector.load"(%mb, %wn, %kk) : (memref<32x16xf16, 3>, index, index) -> vector<4xf16>
    %d = "amdgpu.mfma"(%va, %vbb, %acc) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, cbsz = 0 : i32, blocks = 1 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    "scf.yield"(%d, %na, %nb, %ma, %mb) : (vector<4xf32>, memref<32x16xf16, 3>, memref<32x16xf16, 3>, memref<32x16xf16, 3>, memref<32x16xf16, 3>) -> ()
  }) : (index, index, index, vector<4xf32>, memref<32x16xf16, 3>, memref<32x16xf16, 3>, memref<32x16xf16, 3>, memref<32x16xf16, 3>) -> (vector<4xf32>, memref<32x16xf16, 3>, memref<32x16xf16, 3>, memref<32x16xf16, 3>, memref<32x16xf16, 3>)
  "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
  "amdgpu.lds_barrier"() : () -> ()
  %va = "vector.load"(%r#1, %wm, %kk) : (memref<32x16xf16, 3>, index, index) -> vector<4xf16>
  %vbb = "vector.load"(%r#2, %wn, %kk) : (memref<32x16xf16, 3>, index, index) -> vector<4xf16>
  %d = "amdgpu.mfma"(%va, %vbb, %r#0) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, cbsz = 0 : i32, blocks = 1 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
  %m0 = "affine.apply"(%tx, %ty) <{map = affine_map<()[s0, s1] -> ((s1 floordiv 2) * 16 + (s0 floordiv 16) * 4)>}> : (index, index) -> index
  %m1 = "arith.addi"(%m0, %c1) : (index, index) -> index
  %m2 = "arith.addi"(%m1, %c1) : (index, index) -> index
  %m3 = "arith.addi"(%m2, %c1) : (index, index) -> index
  %d0 = "vector.extract_strided_slice"(%d) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
  %d1 = "vector.extract_strided_slice"(%d) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
  %d2 = "vector.extract_strided_slice"(%d) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
  %d3 = "vector.extract_strided_slice"(%d) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xf32>) -> vector<1xf32>
  "vector.store"(%d0, %o, %m0, %wn) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1], offset: ?>>, index, index) -> ()
  "vector.store"(%d1, %o, %m1, %wn) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1], offset: ?>>, index, index) -> ()
  "vector.store"(%d2, %o, %m2, %wn) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1], offset: ?>>, index, index) -> ()
  "vector.store"(%d3, %o, %m3, %wn) : (vector<1xf32>, memref<32x32xf32, strided<[32, 1], offset: ?>>, index, index) -> ()
  "func.return"() : () -> ()
}) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 4, 1] subgroup_size = 64>} : () -> ()
