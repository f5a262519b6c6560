// kernel:    scf.parallel with bounds and steps known at run time, a reduction inside (upstream)
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     32 1 1
// value: index 32
// value: index 0
// value: index 103
// value: index 1
// value: i64 0
// arg:       in f32 103 real -1 1
// value: i64 0
// value: i64 103
// value: i64 1
// value: f32 0
// value: i64 0
// arg:       out f32 103
// value: i64 0
// value: i64 103
// value: i64 1

#map = affine_map<(d0)[s0, s1] -> ((d0 - s0) ceildiv s1)>
#map1 = affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "f_kernel"}> ({
    "gpu.func"() <{function_type = (index, index, index, index, memref<?xf32>, f32, memref<?xf32>) -> ()}> ({
    ^bb0(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: memref<?xf32>, %arg5: f32, %arg6: memref<?xf32>):
      %0 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %2 = "gpu.block_id"() <{dimension = #gpu<dim z>}> : () -> index
      %3 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %4 = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %5 = "gpu.thread_id"() <{dimension = #gpu<dim z>}> : () -> index
      %6 = "gpu.grid_dim"() <{dimension = #gpu<dim x>}> : () -> index
      %7 = "gpu.grid_dim"() <{dimension = #gpu<dim y>}> : () -> index
      %8 = "gpu.grid_dim"() <{dimension = #gpu<dim z>}> : () -> index
      %9 = "gpu.block_dim"() <{dimension = #gpu<dim x>}> : () -> index
      %10 = "gpu.block_dim"() <{dimension = #gpu<dim y>}> : () -> index
      %11 = "gpu.block_dim"() <{dimension = #gpu<dim z>}> : () -> index
      %12 = "affine.apply"(%0, %arg0, %arg1) <{map = #map1}> : (index, index, index) -> index
      %13 = "arith.addi"(%12, %arg0) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %14 = "arith.minsi"(%13, %arg2) : (index, index) -> index
      %15 = "affine.apply"(%3, %arg3, %arg1) <{map = #map1}> : (index, index, index) -> index
      %16 = "arith.addi"(%12, %15) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %17 = "arith.cmpi"(%16, %14) <{predicate = 2 : i64}> : (index, index) -> i1
      "scf.if"(%17) ({
        %18 = "scf.for"(%12, %14, %arg3, %arg5) ({
        ^bb0(%arg7: index, %arg8: f32):
          %19 = "memref.load"(%arg4, %arg7) : (memref<?xf32>, index) -> f32
          %20 = "arith.addf"(%arg8, %19) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "scf.yield"(%20) : (f32) -> ()
        }) : (index, index, index, f32) -> f32
        "memref.store"(%18, %arg6, %16) : (f32, memref<?xf32>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f_kernel", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
