// kernel:    vectors of 4 with masks at the end of 1002 elements
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in i32 1002 bits
// arg:       out i32 1002

gpu.module @kernels {
  gpu.func @masked_vectors(%x: memref<1002xi32, #gpu.address_space<global>>,
      %y: memref<1002xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %c1002 = arith.constant 1002 : index
    %pass = arith.constant dense<0> : vector<4xi32>
    %three = arith.constant dense<3> : vector<4xi32>
    %i = arith.muli %tx, %c4 : index
    %in = arith.cmpi ult, %i, %c1002 : index
    scf.if %in {
      %left = arith.subi %c1002, %i : index
      %mask = vector.create_mask %left : vector<4xi1>
      %v = vector.maskedload %x[%i], %mask, %pass : memref<1002xi32, #gpu.address_space<global>>, vector<4xi1>, vector<4xi32> into vector<4xi32>
      %w = arith.muli %v, %three : vector<4xi32>
      vector.maskedstore %y[%i], %mask, %w : memref<1002xi32, #gpu.address_space<global>>, vector<4xi1>, vector<4xi32>
    }
    gpu.return
  }
}
