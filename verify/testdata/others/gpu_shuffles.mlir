// kernel:    gpu.shuffle in all modes and widths, valid used (upstream)
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in f32 64 real -1 1
// arg:       out f32 256

"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<64xf32>, memref<4x64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<64xf32>, %arg1: memref<4x64xf32>):
      %0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %3 = "arith.constant"() <{value = 3 : index}> : () -> index
      %4 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %5 = "memref.load"(%arg0, %4) : (memref<64xf32>, index) -> f32
      %6 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %7 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %8 = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %9 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
      %10:2 = "gpu.shuffle"(%5, %6, %7) <{mode = #gpu<shuffle_mode up>}> : (f32, i32, i32) -> (f32, i1)
      %11:2 = "gpu.shuffle"(%5, %6, %8) <{mode = #gpu<shuffle_mode down>}> : (f32, i32, i32) -> (f32, i1)
      %12:2 = "gpu.shuffle"(%5, %6, %7) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %13:2 = "gpu.shuffle"(%5, %6, %8) <{mode = #gpu<shuffle_mode idx>}> : (f32, i32, i32) -> (f32, i1)
      %14 = "arith.select"(%10#1, %10#0, %9) : (i1, f32, f32) -> f32
      %15 = "arith.select"(%11#1, %11#0, %9) : (i1, f32, f32) -> f32
      "memref.store"(%14, %arg1, %0, %4) : (f32, memref<4x64xf32>, index, index) -> ()
      "memref.store"(%15, %arg1, %1, %4) : (f32, memref<4x64xf32>, index, index) -> ()
      "memref.store"(%12#0, %arg1, %2, %4) : (f32, memref<4x64xf32>, index, index) -> ()
      "memref.store"(%13#0, %arg1, %3, %4) : (f32, memref<4x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

