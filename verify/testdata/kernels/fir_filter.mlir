// kernel:    a filter of 16 taps over 1024 f32, the tile and its halo in LDS
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 1040 real -1 1
// arg:       in f32 16 real -1 1
// arg:       out f32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1040xf32, #gpu.address_space<global>>, memref<16xf32, #gpu.address_space<global>>, memref<1024xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1040xf32, #gpu.address_space<global>>, %w: memref<16xf32, #gpu.address_space<global>>, %y: memref<1024xf32, #gpu.address_space<global>>, %s: memref<272xf32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %c272 = "arith.constant"() <{value = 272 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %base = "arith.muli"(%bx, %c256) : (index, index) -> index
      "scf.for"(%tx, %c272, %c256) ({
      ^bb0(%k: index):
        %i = "arith.addi"(%base, %k) : (index, index) -> index
        %v = "memref.load"(%x, %i) : (memref<1040xf32, #gpu.address_space<global>>, index) -> f32
        "memref.store"(%v, %s, %k) : (f32, memref<272xf32, #gpu.address_space<workgroup>>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.barrier"() : () -> ()
      %sum = "scf.for"(%c0, %c16, %c1, %zero) ({
      ^bb0(%k: index, %acc: f32):
        %j = "arith.addi"(%tx, %k) : (index, index) -> index
        %v = "memref.load"(%s, %j) : (memref<272xf32, #gpu.address_space<workgroup>>, index) -> f32
        %c = "memref.load"(%w, %k) : (memref<16xf32, #gpu.address_space<global>>, index) -> f32
        %n = "math.fma"(%v, %c, %acc) : (f32, f32, f32) -> f32
        "scf.yield"(%n) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      %o = "arith.addi"(%base, %tx) : (index, index) -> index
      "memref.store"(%sum, %y, %o) : (f32, memref<1024xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fir_filter", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
