// kernel:    sparse matrix times vector, rows of different length, a row a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       in i32 129 sorted 0 1024
// arg:       in i32 1024 int 0 255
// arg:       in f32 1024 real -1 1
// arg:       in f32 256 real -1 1
// arg:       out f32 128

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<129xi32, #gpu.address_space<global>>, memref<1024xi32, #gpu.address_space<global>>, memref<1024xf32, #gpu.address_space<global>>, memref<256xf32, #gpu.address_space<global>>, memref<128xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%start: memref<129xi32, #gpu.address_space<global>>, %col: memref<1024xi32, #gpu.address_space<global>>, %val: memref<1024xf32, #gpu.address_space<global>>, %x: memref<256xf32, #gpu.address_space<global>>, %y: memref<128xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %row = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      %next = "arith.addi"(%row, %c1) : (index, index) -> index
      %a0 = "memref.load"(%start, %row) : (memref<129xi32, #gpu.address_space<global>>, index) -> i32
      %b0 = "memref.load"(%start, %next) : (memref<129xi32, #gpu.address_space<global>>, index) -> i32
      %a = "arith.index_cast"(%a0) : (i32) -> index
      %b = "arith.index_cast"(%b0) : (i32) -> index
      %sum = "scf.for"(%a, %b, %c1, %zero) ({
      ^bb0(%k: index, %s: f32):
        %c = "memref.load"(%col, %k) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
        %v = "memref.load"(%val, %k) : (memref<1024xf32, #gpu.address_space<global>>, index) -> f32
        %j = "arith.index_cast"(%c) : (i32) -> index
        %xv = "memref.load"(%x, %j) : (memref<256xf32, #gpu.address_space<global>>, index) -> f32
        %p = "arith.mulf"(%v, %xv) : (f32, f32) -> f32
        %n = "arith.addf"(%s, %p) : (f32, f32) -> f32
        "scf.yield"(%n) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      "memref.store"(%sum, %y, %row) : (f32, memref<128xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "spmv_csr", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
