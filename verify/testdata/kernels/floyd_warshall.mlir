// kernel:    shortest paths between 32 nodes in LDS, two rows a wave
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     32 8 1
// arg:       in i32 1024 int 1 1000
// arg:       out i32 1024

gpu.module @kernels {
  gpu.func @floyd_warshall(%x: memref<32x32xi32, #gpu.address_space<global>>,
      %y: memref<32x32xi32, #gpu.address_space<global>>)
      workgroup(%d: memref<32x32xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    scf.for %r = %ty to %c32 step %c8 {
      %v = memref.load %x[%r, %tx] : memref<32x32xi32, #gpu.address_space<global>>
      memref.store %v, %d[%r, %tx] : memref<32x32xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %r = %ty to %c32 step %c8 {
        %a = memref.load %d[%r, %tx] : memref<32x32xi32, #gpu.address_space<workgroup>>
        %b = memref.load %d[%r, %k] : memref<32x32xi32, #gpu.address_space<workgroup>>
        %c = memref.load %d[%k, %tx] : memref<32x32xi32, #gpu.address_space<workgroup>>
        %s = arith.addi %b, %c : i32
        %skip = arith.cmpi ne, %r, %k : index
        %other = arith.cmpi ne, %tx, %k : index
        %both = arith.andi %skip, %other : i1
        scf.if %both {
          %m = arith.minsi %a, %s : i32
          memref.store %m, %d[%r, %tx] : memref<32x32xi32, #gpu.address_space<workgroup>>
        }
      }
      gpu.barrier
    }
    scf.for %r = %ty to %c32 step %c8 {
      %v = memref.load %d[%r, %tx] : memref<32x32xi32, #gpu.address_space<workgroup>>
      memref.store %v, %y[%r, %tx] : memref<32x32xi32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
