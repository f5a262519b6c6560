// kernel:    log of the sum of exponentials of rows of 128 f32, less the score of the label, a row a lane
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in f32 8192 real -4 4
// arg:       in i32 64 int 0 127
// arg:       out f32 64
// tolerance: 2 rel 1e-5 abs 1e-5

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x128xf32, #gpu.address_space<global>>, memref<64xi32, #gpu.address_space<global>>, memref<64xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%x: memref<64x128xf32, #gpu.address_space<global>>, %label: memref<64xi32, #gpu.address_space<global>>, %y: memref<64xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c128 = "arith.constant"() <{value = 128 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %first = "memref.load"(%x, %tx, %c0) : (memref<64x128xf32, #gpu.address_space<global>>, index, index) -> f32
      %mx = "scf.for"(%c1, %c128, %c1, %first) ({
      ^bb0(%k: index, %m: f32):
        %v = "memref.load"(%x, %tx, %k) : (memref<64x128xf32, #gpu.address_space<global>>, index, index) -> f32
        %n = "arith.maxnumf"(%m, %v) : (f32, f32) -> f32
        "scf.yield"(%n) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      %sum = "scf.for"(%c0, %c128, %c1, %zero) ({
      ^bb0(%k: index, %s: f32):
        %v = "memref.load"(%x, %tx, %k) : (memref<64x128xf32, #gpu.address_space<global>>, index, index) -> f32
        %d = "arith.subf"(%v, %mx) : (f32, f32) -> f32
        %e = "math.exp"(%d) : (f32) -> f32
        %n = "arith.addf"(%s, %e) : (f32, f32) -> f32
        "scf.yield"(%n) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      %l = "memref.load"(%label, %tx) : (memref<64xi32, #gpu.address_space<global>>, index) -> i32
      %li = "arith.index_cast"(%l) : (i32) -> index
      %score = "memref.load"(%x, %tx, %li) : (memref<64x128xf32, #gpu.address_space<global>>, index, index) -> f32
      %ln = "math.log"(%sum) : (f32) -> f32
      %t = "arith.addf"(%ln, %mx) : (f32, f32) -> f32
      %r = "arith.subf"(%t, %score) : (f32, f32) -> f32
      "memref.store"(%r, %y, %tx) : (f32, memref<64xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cross_entropy", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
