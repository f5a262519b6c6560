// kernel:    iterations of z = z*z + c for 32x32 points, at most 48
// chips:     gfx942 gfx950
// grid:      2 4 1
// block:     16 8 1
// arg:       out i32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<32x32xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 16, 8, 1>}> ({
    ^bb0(%y: memref<32x32xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %two = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
      %four = "arith.constant"() <{value = 4.000000e+00 : f32}> : () -> f32
      %sx = "arith.constant"() <{value = 9.375000e-02 : f32}> : () -> f32
      %sy = "arith.constant"() <{value = 7.812500e-02 : f32}> : () -> f32
      %ox = "arith.constant"() <{value = -2.250000e+00 : f32}> : () -> f32
      %oy = "arith.constant"() <{value = -1.250000e+00 : f32}> : () -> f32
      %n0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %n1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %limit = "arith.constant"() <{value = 48 : i32}> : () -> i32
      %r = "affine.apply"(%by, %ty) <{map = affine_map<(d0, d1) -> (d0 * 8 + d1)>}> : (index, index) -> index
      %c = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
      %ri = "arith.index_cast"(%r) : (index) -> i32
      %ci = "arith.index_cast"(%c) : (index) -> i32
      %rf = "arith.sitofp"(%ri) : (i32) -> f32
      %cf = "arith.sitofp"(%ci) : (i32) -> f32
      %cx0 = "arith.mulf"(%cf, %sx) : (f32, f32) -> f32
      %cx = "arith.addf"(%cx0, %ox) : (f32, f32) -> f32
      %cy0 = "arith.mulf"(%rf, %sy) : (f32, f32) -> f32
      %cy = "arith.addf"(%cy0, %oy) : (f32, f32) -> f32
      %res:3 = "scf.while"(%zero, %zero, %n0) ({
      ^bb0(%zx: f32, %zy: f32, %n: i32):
        %xx = "arith.mulf"(%zx, %zx) : (f32, f32) -> f32
        %yy = "arith.mulf"(%zy, %zy) : (f32, f32) -> f32
        %m = "arith.addf"(%xx, %yy) : (f32, f32) -> f32
        %in = "arith.cmpf"(%m, %four) <{fastmath = #arith.fastmath<none>, predicate = 5 : i64}> : (f32, f32) -> i1
        %few = "arith.cmpi"(%n, %limit) <{predicate = 2 : i64}> : (i32, i32) -> i1
        %more = "arith.andi"(%in, %few) : (i1, i1) -> i1
        "scf.condition"(%more, %zx, %zy, %n) : (i1, f32, f32, i32) -> ()
      }, {
      ^bb0(%zx: f32, %zy: f32, %n: i32):
        %xx = "arith.mulf"(%zx, %zx) : (f32, f32) -> f32
        %yy = "arith.mulf"(%zy, %zy) : (f32, f32) -> f32
        %d = "arith.subf"(%xx, %yy) : (f32, f32) -> f32
        %nx = "arith.addf"(%d, %cx) : (f32, f32) -> f32
        %xy = "arith.mulf"(%zx, %zy) : (f32, f32) -> f32
        %xy2 = "arith.mulf"(%xy, %two) : (f32, f32) -> f32
        %ny = "arith.addf"(%xy2, %cy) : (f32, f32) -> f32
        %k = "arith.addi"(%n, %n1) : (i32, i32) -> i32
        "scf.yield"(%nx, %ny, %k) : (f32, f32, i32) -> ()
      }) : (f32, f32, i32) -> (f32, f32, i32)
      "memref.store"(%res#2, %y, %r, %c) : (i32, memref<32x32xi32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "mandelbrot", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
