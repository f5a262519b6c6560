// kernel:    classes of numbers by nested conditions, each with its own arithmetic
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 int -1000 1000
// arg:       out i32 1024

gpu.module @kernels {
  gpu.func @nested_ifs(%x: memref<1024xi32, #gpu.address_space<global>>,
      %y: memref<1024xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %zero = arith.constant 0 : i32
    %k3 = arith.constant 3 : i32
    %k7 = arith.constant 7 : i32
    %k100 = arith.constant 100 : i32
    %one = arith.constant 1 : i32
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<1024xi32, #gpu.address_space<global>>
    %neg = arith.cmpi slt, %v, %zero : i32
    %r = scf.if %neg -> (i32) {
      %a = arith.subi %zero, %v : i32
      %big = arith.cmpi sgt, %a, %k100 : i32
      %s = scf.if %big -> (i32) {
        %m = arith.remsi %a, %k7 : i32
        %even = arith.andi %a, %one : i32
        %is = arith.cmpi eq, %even, %zero : i32
        %t = scf.if %is -> (i32) {
          %u = arith.muli %m, %a : i32
          scf.yield %u : i32
        } else {
          %u = arith.shli %a, %m : i32
          scf.yield %u : i32
        }
        scf.yield %t : i32
      } else {
        %m = arith.muli %a, %a : i32
        scf.yield %m : i32
      }
      scf.yield %s : i32
    } else {
      %m = arith.remui %v, %k3 : i32
      %is = arith.cmpi eq, %m, %zero : i32
      %s = scf.if %is -> (i32) {
        %q = arith.divui %v, %k3 : i32
        scf.yield %q : i32
      } else {
        %j = arith.index_cast %v : i32 to index
        %other = memref.load %x[%j] : memref<1024xi32, #gpu.address_space<global>>
        %q = arith.xori %other, %v : i32
        scf.yield %q : i32
      }
      scf.yield %s : i32
    }
    memref.store %r, %y[%i] : memref<1024xi32, #gpu.address_space<global>>
    gpu.return
  }
}
