// kernel:    softmax of rows of 256 f32, a row a wave, four elements a lane
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 4 1
// arg:       in f32 4096 real -8 8
// arg:       out f32 4096
// tolerance: 1 rel 1e-5

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<16x256xf32, #gpu.address_space<global>>, memref<16x256xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 4, 1>}> ({
    ^bb0(%x: memref<16x256xf32, #gpu.address_space<global>>, %y: memref<16x256xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %row = "affine.apply"(%bx, %ty) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1)>}> : (index, index) -> index
      %col = "arith.muli"(%tx, %c4) : (index, index) -> index
      %v = "vector.load"(%x, %row, %col) : (memref<16x256xf32, #gpu.address_space<global>>, index, index) -> vector<4xf32>
      %mx = "vector.reduction"(%v) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxnumf>}> : (vector<4xf32>) -> f32
      %ao1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %av1:2 = "gpu.shuffle"(%mx, %ao1, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as1 = "arith.maxnumf"(%mx, %av1#0) : (f32, f32) -> f32
      %ao2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %av2:2 = "gpu.shuffle"(%as1, %ao2, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as2 = "arith.maxnumf"(%as1, %av2#0) : (f32, f32) -> f32
      %ao4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %av4:2 = "gpu.shuffle"(%as2, %ao4, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as4 = "arith.maxnumf"(%as2, %av4#0) : (f32, f32) -> f32
      %ao8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %av8:2 = "gpu.shuffle"(%as4, %ao8, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as8 = "arith.maxnumf"(%as4, %av8#0) : (f32, f32) -> f32
      %ao16 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %av16:2 = "gpu.shuffle"(%as8, %ao16, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as16 = "arith.maxnumf"(%as8, %av16#0) : (f32, f32) -> f32
      %ao32 = "arith.constant"() <{value = 32 : i32}> : () -> i32
      %av32:2 = "gpu.shuffle"(%as16, %ao32, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as32 = "arith.maxnumf"(%as16, %av32#0) : (f32, f32) -> f32
      %ms = "vector.broadcast"(%as32) : (f32) -> vector<4xf32>
      %d = "arith.subf"(%v, %ms) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      %e = "math.exp"(%d) : (vector<4xf32>) -> vector<4xf32>
      %sum = "vector.reduction"(%e, %zero) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> f32
      %bo1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %bv1:2 = "gpu.shuffle"(%sum, %bo1, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %bs1 = "arith.addf"(%sum, %bv1#0) : (f32, f32) -> f32
      %bo2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %bv2:2 = "gpu.shuffle"(%bs1, %bo2, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %bs2 = "arith.addf"(%bs1, %bv2#0) : (f32, f32) -> f32
      %bo4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %bv4:2 = "gpu.shuffle"(%bs2, %bo4, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %bs4 = "arith.addf"(%bs2, %bv4#0) : (f32, f32) -> f32
      %bo8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %bv8:2 = "gpu.shuffle"(%bs4, %bo8, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %bs8 = "arith.addf"(%bs4, %bv8#0) : (f32, f32) -> f32
      %bo16 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %bv16:2 = "gpu.shuffle"(%bs8, %bo16, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %bs16 = "arith.addf"(%bs8, %bv16#0) : (f32, f32) -> f32
      %bo32 = "arith.constant"() <{value = 32 : i32}> : () -> i32
      %bv32:2 = "gpu.shuffle"(%bs16, %bo32, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %bs32 = "arith.addf"(%bs16, %bv32#0) : (f32, f32) -> f32
      %ss = "vector.broadcast"(%bs32) : (f32) -> vector<4xf32>
      %q = "arith.divf"(%e, %ss) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      "vector.store"(%q, %y, %row, %col) : (vector<4xf32>, memref<16x256xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "softmax", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
