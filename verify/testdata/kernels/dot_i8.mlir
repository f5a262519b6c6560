// kernel:    dot products of rows of 256 i8, 16 a step, sums by vector reductions
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in i8 16384 bits
// arg:       in i8 16384 bits
// arg:       out i32 64

gpu.module @kernels {
  gpu.func @dot_i8(%x: memref<64x256xi8, #gpu.address_space<global>>,
      %z: memref<64x256xi8, #gpu.address_space<global>>,
      %y: memref<64xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant 0 : i32
    %s = scf.for %k = %c0 to %c256 step %c16 iter_args(%acc = %zero) -> (i32) {
      %a = vector.load %x[%tx, %k] : memref<64x256xi8, #gpu.address_space<global>>, vector<16xi8>
      %b = vector.load %z[%tx, %k] : memref<64x256xi8, #gpu.address_space<global>>, vector<16xi8>
      %aw = arith.extsi %a : vector<16xi8> to vector<16xi32>
      %bw = arith.extsi %b : vector<16xi8> to vector<16xi32>
      %p = arith.muli %aw, %bw : vector<16xi32>
      %n = vector.reduction <add>, %p, %acc : vector<16xi32> into i32
      scf.yield %n : i32
    }
    memref.store %s, %y[%tx] : memref<64xi32, #gpu.address_space<global>>
    gpu.return
  }
}
