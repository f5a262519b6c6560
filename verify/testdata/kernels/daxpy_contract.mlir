// kernel:    y = a*x + y in f64 where the multiply-add may be fused, four elements a lane
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f64 4096 int -1000 1000
// arg:       inout f64 4096 int -1000 1000

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4096xf64, #gpu.address_space<global>>, memref<4096xf64, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4096xf64, #gpu.address_space<global>>, %y: memref<4096xf64, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %a = "arith.constant"() <{value = dense<3.000000e+00> : vector<4xf64>}> : () -> vector<4xf64>
      %o = "arith.muli"(%bx, %c256) : (index, index) -> index
      %j = "arith.addi"(%o, %tx) : (index, index) -> index
      %i = "arith.muli"(%j, %c4) : (index, index) -> index
      %xv = "vector.load"(%x, %i) : (memref<4096xf64, #gpu.address_space<global>>, index) -> vector<4xf64>
      %yv = "vector.load"(%y, %i) : (memref<4096xf64, #gpu.address_space<global>>, index) -> vector<4xf64>
      %m = "arith.mulf"(%a, %xv) <{fastmath = #arith.fastmath<contract>}> : (vector<4xf64>, vector<4xf64>) -> vector<4xf64>
      %s = "arith.addf"(%m, %yv) <{fastmath = #arith.fastmath<contract>}> : (vector<4xf64>, vector<4xf64>) -> vector<4xf64>
      "vector.store"(%s, %y, %i) : (vector<4xf64>, memref<4096xf64, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "daxpy_contract", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
