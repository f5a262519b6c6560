// kernel:    positions of keys in 1024 sorted numbers
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i32 1024 sorted -50000 50000
// arg:       in i32 512 int -50000 50000
// arg:       out i32 512

gpu.module @kernels {
  gpu.func @binary_search(%x: memref<1024xi32, #gpu.address_space<global>>,
      %k: memref<512xi32, #gpu.address_space<global>>,
      %y: memref<512xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1024 = arith.constant 1024 : index
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %key = memref.load %k[%i] : memref<512xi32, #gpu.address_space<global>>
    %r:2 = scf.while (%lo = %c0, %hi = %c1024) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %lo, %hi : index
      scf.condition(%more) %lo, %hi : index, index
    } do {
    ^bb0(%lo: index, %hi: index):
      %s = arith.addi %lo, %hi : index
      %mid = arith.shrui %s, %c1 : index
      %v = memref.load %x[%mid] : memref<1024xi32, #gpu.address_space<global>>
      %less = arith.cmpi slt, %v, %key : i32
      %m1 = arith.addi %mid, %c1 : index
      %nlo = arith.select %less, %m1, %lo : index
      %nhi = arith.select %less, %hi, %mid : index
      scf.yield %nlo, %nhi : index, index
    }
    %p = arith.index_cast %r#0 : index to i32
    memref.store %p, %y[%i] : memref<512xi32, #gpu.address_space<global>>
    gpu.return
  }
}
