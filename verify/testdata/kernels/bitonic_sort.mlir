// kernel:    256 i32 a workgroup, bitonic in LDS
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i32 512 bits
// arg:       out i32 512

gpu.module @kernels {
  gpu.func @bitonic_sort(%x: memref<512xi32, #gpu.address_space<global>>,
      %y: memref<512xi32, #gpu.address_space<global>>)
      workgroup(%s: memref<256xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c256 = arith.constant 256 : index
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<512xi32, #gpu.address_space<global>>
    memref.store %v, %s[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %outer = scf.while (%k = %c2) : (index) -> index {
      %more = arith.cmpi ule, %k, %c256 : index
      scf.condition(%more) %k : index
    } do {
    ^bb0(%k: index):
      %j0 = arith.shrui %k, %c1 : index
      %inner = scf.while (%j = %j0) : (index) -> index {
        %more = arith.cmpi ugt, %j, %c0 : index
        scf.condition(%more) %j : index
      } do {
      ^bb0(%j: index):
        %p = arith.xori %tx, %j : index
        %mine = arith.cmpi ugt, %p, %tx : index
        scf.if %mine {
          %a = memref.load %s[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
          %b = memref.load %s[%p] : memref<256xi32, #gpu.address_space<workgroup>>
          %dir = arith.andi %tx, %k : index
          %up = arith.cmpi eq, %dir, %c0 : index
          %gt = arith.cmpi sgt, %a, %b : i32
          %swap = arith.cmpi eq, %gt, %up : i1
          scf.if %swap {
            memref.store %b, %s[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
            memref.store %a, %s[%p] : memref<256xi32, #gpu.address_space<workgroup>>
          }
        }
        gpu.barrier
        %jn = arith.shrui %j, %c1 : index
        scf.yield %jn : index
      }
      %kn = arith.shli %k, %c1 : index
      scf.yield %kn : index
    }
    %r = memref.load %s[%tx] : memref<256xi32, #gpu.address_space<workgroup>>
    memref.store %r, %y[%i] : memref<512xi32, #gpu.address_space<global>>
    gpu.return
  }
}
