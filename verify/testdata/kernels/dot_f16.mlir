// kernel:    dot products of rows of 256 f16 with f32 sums
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in f16 16384 real -1 1
// arg:       in f16 16384 real -1 1
// arg:       out f32 64

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x256xf16, #gpu.address_space<global>>, memref<64x256xf16, #gpu.address_space<global>>, memref<64xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%x: memref<64x256xf16, #gpu.address_space<global>>, %z: memref<64x256xf16, #gpu.address_space<global>>, %y: memref<64xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
      %z0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %s = "scf.for"(%c0, %c256, %c8, %zero) ({
      ^bb0(%k: index, %acc: vector<8xf32>):
        %a = "vector.load"(%x, %tx, %k) : (memref<64x256xf16, #gpu.address_space<global>>, index, index) -> vector<8xf16>
        %b = "vector.load"(%z, %tx, %k) : (memref<64x256xf16, #gpu.address_space<global>>, index, index) -> vector<8xf16>
        %aw = "arith.extf"(%a) : (vector<8xf16>) -> vector<8xf32>
        %bw = "arith.extf"(%b) : (vector<8xf16>) -> vector<8xf32>
        %n = "vector.fma"(%aw, %bw, %acc) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
        "scf.yield"(%n) : (vector<8xf32>) -> ()
      }) : (index, index, index, vector<8xf32>) -> vector<8xf32>
      %r = "vector.reduction"(%s, %z0) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<8xf32>, f32) -> f32
      "memref.store"(%r, %y, %tx) : (f32, memref<64xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "dot_f16", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
