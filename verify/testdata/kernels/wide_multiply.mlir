// kernel:    high and low halves of 32x32 products, signed and not
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 bits
// arg:       in i32 1024 bits
// arg:       out i32 4096

gpu.module @kernels {
  gpu.func @wide_multiply(%x: memref<1024xi32, #gpu.address_space<global>>,
      %w: memref<1024xi32, #gpu.address_space<global>>,
      %y: memref<1024x4xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %a = memref.load %x[%i] : memref<1024xi32, #gpu.address_space<global>>
    %b = memref.load %w[%i] : memref<1024xi32, #gpu.address_space<global>>
    %ul, %uh = arith.mului_extended %a, %b : i32
    %sl, %sh = arith.mulsi_extended %a, %b : i32
    %v = vector.from_elements %ul, %uh, %sl, %sh : vector<4xi32>
    vector.store %v, %y[%i, %c0] : memref<1024x4xi32, #gpu.address_space<global>>, vector<4xi32>
    gpu.return
  }
}
