// kernel:    gpu.all_reduce by operation and by region, gpu.subgroup_reduce (upstream)
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     128 1 1
// arg:       in i32 256 bits
// arg:       out i32 768

"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<256xi32>, memref<3x256xi32>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg0: memref<256xi32>, %arg1: memref<3x256xi32>):
      %0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %3 = "gpu.global_id"() <{dimension = #gpu<dim x>}> : () -> index
      %4 = "memref.load"(%arg0, %3) : (memref<256xi32>, index) -> i32
      %5 = "gpu.all_reduce"(%4) <{op = #gpu<all_reduce_op add>, uniform}> ({
      }) : (i32) -> i32
      %6 = "gpu.all_reduce"(%4) ({
      ^bb0(%arg2: i32, %arg3: i32):
        %8 = "arith.xori"(%arg2, %arg3) : (i32, i32) -> i32
        "gpu.yield"(%8) : (i32) -> ()
      }) : (i32) -> i32
      %7 = "gpu.subgroup_reduce"(%4) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op maxsi>}> : (i32) -> i32
      "memref.store"(%5, %arg1, %0, %3) : (i32, memref<3x256xi32>, index, index) -> ()
      "memref.store"(%6, %arg1, %1, %3) : (i32, memref<3x256xi32>, index, index) -> ()
      "memref.store"(%7, %arg1, %2, %3) : (i32, memref<3x256xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

