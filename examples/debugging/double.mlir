// Doubles 512 numbers, 256 in a workgroup. The first lane of each says where its workgroup begins.
// docs/debugging.md looks for the mistake in it.
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<512xf32>, memref<512xf32>) -> ()}> ({
  ^bb0(%x: memref<512xf32>, %y: memref<512xf32>):
    %group = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %lane = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %size = "arith.constant"() <{value = 255 : index}> : () -> index
    %begin = "arith.muli"(%group, %size) : (index, index) -> index
    %i = "arith.addi"(%begin, %lane) : (index, index) -> index
    %zero = "arith.constant"() <{value = 0 : index}> : () -> index
    %first = "arith.cmpi"(%lane, %zero) <{predicate = 0 : i64}> : (index, index) -> i1
    "scf.if"(%first) ({
      "gpu.printf"(%group, %i) <{format = "group %ld begins at %ld\0A"}> : (index, index) -> ()
      "scf.yield"() : () -> ()
    }, {}) : (i1) -> ()
    %v = "memref.load"(%x, %i) : (memref<512xf32>, index) -> f32
    %sum = "arith.addf"(%v, %v) : (f32, f32) -> f32
    "memref.store"(%sum, %y, %i) : (f32, memref<512xf32>, index) -> ()
    "gpu.return"() : () -> ()
  }) {sym_name = "double", gpu.kernel, known_block_size = array<i32: 256, 1, 1>} : () -> ()
}) : () -> ()
