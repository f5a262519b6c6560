// kernel:    exclusive prefix sum of 512 i32 in LDS, up and down a tree
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in i32 1024 int 0 1000
// arg:       out i32 1024

gpu.module @kernels {
  gpu.func @blelloch_scan(%x: memref<1024xi32, #gpu.address_space<global>>,
      %y: memref<1024xi32, #gpu.address_space<global>>)
      workgroup(%s: memref<512xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %c256 = arith.constant 256 : index
    %c511 = arith.constant 511 : index
    %zero = arith.constant 0 : i32
    %i0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1 * 2)>(%bx, %tx)
    %e0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%tx)
    %v = vector.load %x[%i0] : memref<1024xi32, #gpu.address_space<global>>, vector<2xi32>
    vector.store %v, %s[%e0] : memref<512xi32, #gpu.address_space<workgroup>>, vector<2xi32>
    %up = scf.for %k = %c0 to %c9 step %c1 iter_args(%stride = %c1) -> (index) {
      gpu.barrier
      %active = arith.shrui %c256, %k : index
      %on = arith.cmpi ult, %tx, %active : index
      scf.if %on {
        %p = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%tx)
        %q = affine.apply affine_map<(d0) -> (d0 * 2 + 2)>(%tx)
        %pa = arith.muli %p, %stride : index
        %qa = arith.muli %q, %stride : index
        %pi = arith.subi %pa, %c1 : index
        %qi = arith.subi %qa, %c1 : index
        %a = memref.load %s[%pi] : memref<512xi32, #gpu.address_space<workgroup>>
        %b = memref.load %s[%qi] : memref<512xi32, #gpu.address_space<workgroup>>
        %c = arith.addi %a, %b : i32
        memref.store %c, %s[%qi] : memref<512xi32, #gpu.address_space<workgroup>>
      }
      %n = arith.shli %stride, %c1 : index
      scf.yield %n : index
    }
    gpu.barrier
    %leader = arith.cmpi eq, %tx, %c0 : index
    scf.if %leader {
      memref.store %zero, %s[%c511] : memref<512xi32, #gpu.address_space<workgroup>>
    }
    %down = scf.for %k = %c0 to %c9 step %c1 iter_args(%stride = %c256) -> (index) {
      gpu.barrier
      %active = arith.shli %c1, %k : index
      %on = arith.cmpi ult, %tx, %active : index
      scf.if %on {
        %p = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%tx)
        %q = affine.apply affine_map<(d0) -> (d0 * 2 + 2)>(%tx)
        %pa = arith.muli %p, %stride : index
        %qa = arith.muli %q, %stride : index
        %pi = arith.subi %pa, %c1 : index
        %qi = arith.subi %qa, %c1 : index
        %a = memref.load %s[%pi] : memref<512xi32, #gpu.address_space<workgroup>>
        %b = memref.load %s[%qi] : memref<512xi32, #gpu.address_space<workgroup>>
        memref.store %b, %s[%pi] : memref<512xi32, #gpu.address_space<workgroup>>
        %c = arith.addi %a, %b : i32
        memref.store %c, %s[%qi] : memref<512xi32, #gpu.address_space<workgroup>>
      }
      %n = arith.shrui %stride, %c1 : index
      scf.yield %n : index
    }
    gpu.barrier
    %r = vector.load %s[%e0] : memref<512xi32, #gpu.address_space<workgroup>>, vector<2xi32>
    vector.store %r, %y[%i0] : memref<1024xi32, #gpu.address_space<global>>, vector<2xi32>
    gpu.return
  }
}
