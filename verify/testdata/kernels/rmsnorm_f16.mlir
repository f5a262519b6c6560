// kernel:    x / sqrt(mean of squares + eps) for rows of 512 f16, sums in f32, a row a wave
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     64 4 1
// arg:       in f16 8192 real -2 2
// arg:       in f16 512 real 0.5 1.5
// arg:       out f16 8192

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<16x512xf16, #gpu.address_space<global>>, memref<512xf16, #gpu.address_space<global>>, memref<16x512xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 4, 1>}> ({
    ^bb0(%x: memref<16x512xf16, #gpu.address_space<global>>, %gamma: memref<512xf16, #gpu.address_space<global>>, %y: memref<16x512xf16, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %inv = "arith.constant"() <{value = 0.001953125 : f32}> : () -> f32
      %eps = "arith.constant"() <{value = 9.99999974E-6 : f32}> : () -> f32
      %row = "affine.apply"(%bx, %ty) <{map = affine_map<(d0, d1) -> (d0 * 4 + d1)>}> : (index, index) -> index
      %col = "arith.muli"(%tx, %c8) : (index, index) -> index
      %h = "vector.load"(%x, %row, %col) : (memref<16x512xf16, #gpu.address_space<global>>, index, index) -> vector<8xf16>
      %v = "arith.extf"(%h) : (vector<8xf16>) -> vector<8xf32>
      %q = "arith.mulf"(%v, %v) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      %sum = "vector.reduction"(%q, %zero) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<8xf32>, f32) -> f32
      %ao1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %av1:2 = "gpu.shuffle"(%sum, %ao1, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as1 = "arith.addf"(%sum, %av1#0) : (f32, f32) -> f32
      %ao2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %av2:2 = "gpu.shuffle"(%as1, %ao2, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as2 = "arith.addf"(%as1, %av2#0) : (f32, f32) -> f32
      %ao4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %av4:2 = "gpu.shuffle"(%as2, %ao4, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as4 = "arith.addf"(%as2, %av4#0) : (f32, f32) -> f32
      %ao8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %av8:2 = "gpu.shuffle"(%as4, %ao8, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as8 = "arith.addf"(%as4, %av8#0) : (f32, f32) -> f32
      %ao16 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %av16:2 = "gpu.shuffle"(%as8, %ao16, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as16 = "arith.addf"(%as8, %av16#0) : (f32, f32) -> f32
      %ao32 = "arith.constant"() <{value = 32 : i32}> : () -> i32
      %av32:2 = "gpu.shuffle"(%as16, %ao32, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %as32 = "arith.addf"(%as16, %av32#0) : (f32, f32) -> f32
      %ms = "arith.mulf"(%as32, %inv) : (f32, f32) -> f32
      %mse = "arith.addf"(%ms, %eps) : (f32, f32) -> f32
      %rms = "math.sqrt"(%mse) : (f32) -> f32
      %rmss = "vector.broadcast"(%rms) : (f32) -> vector<8xf32>
      %n = "arith.divf"(%v, %rmss) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      %gh = "vector.load"(%gamma, %col) : (memref<512xf16, #gpu.address_space<global>>, index) -> vector<8xf16>
      %g = "arith.extf"(%gh) : (vector<8xf16>) -> vector<8xf32>
      %r = "arith.mulf"(%n, %g) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      %t = "arith.truncf"(%r) : (vector<8xf32>) -> vector<8xf16>
      "vector.store"(%t, %y, %row, %col) : (vector<8xf16>, memref<16x512xf16, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "rmsnorm_f16", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
