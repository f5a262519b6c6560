// kernel:    the end of a buffer of an odd number of halves: by elements, and as whole vectors (IREE)
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in f16 119 real -1 1
// arg:       out f16 128
// arg:       inout f16 119 int 7 7

"builtin.module"() ({
  "func.func"() <{function_type = (memref<119xf16>, memref<128xf16>, memref<119xf16>) -> (), sym_name = "tail"}> ({
  ^bb0(%in: memref<119xf16>, %out: memref<128xf16>, %back: memref<119xf16>):
    %lane = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
    %two = "arith.constant"() <{value = 2 : index}> : () -> index
    %n = "arith.constant"() <{value = 119 : index}> : () -> index
    %zero = "arith.constant"() <{value = dense<0.0> : vector<2xf16>}> : () -> vector<2xf16>
    %at = "arith.muli"(%lane, %two) : (index, index) -> index
    %left = "arith.subi"(%n, %at) : (index, index) -> index
    %mask = "vector.create_mask"(%left) : (index) -> vector<2xi1>
    %buffer = "amdgpu.fat_raw_buffer_cast"(%in) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<119xf16>) -> memref<119xf16, #amdgpu.address_space<fat_raw_buffer>>
    %other = "amdgpu.fat_raw_buffer_cast"(%back) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<119xf16>) -> memref<119xf16, #amdgpu.address_space<fat_raw_buffer>>
    %v = "vector.maskedload"(%buffer, %at, %mask, %zero) : (memref<119xf16, #amdgpu.address_space<fat_raw_buffer>>, index, vector<2xi1>, vector<2xf16>) -> vector<2xf16>
    %inside = "arith.cmpi"(%at, %n) <{predicate = 6 : i64}> : (index, index) -> i1
    %one = "vector.broadcast"(%inside) : (i1) -> vector<2xi1>
    %w = "vector.maskedload"(%buffer, %at, %one, %zero) : (memref<119xf16, #amdgpu.address_space<fat_raw_buffer>>, index, vector<2xi1>, vector<2xf16>) -> vector<2xf16>
    "vector.maskedstore"(%other, %at, %mask, %v) : (memref<119xf16, #amdgpu.address_space<fat_raw_buffer>>, index, vector<2xi1>, vector<2xf16>) -> ()
    %s = "arith.addf"(%v, %w) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    "vector.store"(%s, %out, %at) : (vector<2xf16>, memref<128xf16>, index) -> ()
    "func.return"() : () -> ()
  }) {gpu.known_block_size = array<i32: 64, 1, 1>} : () -> ()
}) : () -> ()
