// kernel:    y = a*x + y in f64 where the multiply-add may be fused, four elements a lane
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f64 4096 int -1000 1000
// arg:       inout f64 4096 int -1000 1000

gpu.module @kernels {
  gpu.func @daxpy_contract(%x: memref<4096xf64, #gpu.address_space<global>>,
      %y: memref<4096xf64, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %a = arith.constant dense<3.0> : vector<4xf64>
    %o = arith.muli %bx, %c256 : index
    %j = arith.addi %o, %tx : index
    %i = arith.muli %j, %c4 : index
    %xv = vector.load %x[%i] : memref<4096xf64, #gpu.address_space<global>>, vector<4xf64>
    %yv = vector.load %y[%i] : memref<4096xf64, #gpu.address_space<global>>, vector<4xf64>
    %m = arith.mulf %a, %xv fastmath<contract> : vector<4xf64>
    %s = arith.addf %m, %yv fastmath<contract> : vector<4xf64>
    vector.store %s, %y[%i] : memref<4096xf64, #gpu.address_space<global>>, vector<4xf64>
    gpu.return
  }
}
