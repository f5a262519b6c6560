// Transposing loads of 8-bit elements.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<128x256xi8, 3>, memref<1024xf8E4M3FN, #gpu.address_space<workgroup>>, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<128x256xi8, 3>, %arg1: memref<1024xf8E4M3FN, #gpu.address_space<workgroup>>, %arg2: index):
    %0 = "amdgpu.transpose_load"(%arg0, %arg2, %arg2) : (memref<128x256xi8, 3>, index, index) -> vector<8xi8>
    %1 = "amdgpu.transpose_load"(%arg1, %arg2) : (memref<1024xf8E4M3FN, #gpu.address_space<workgroup>>, index) -> vector<8xf8E4M3FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
