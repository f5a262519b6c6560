// Transposing loads of 16-bit elements.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<128x256xf16, #gpu.address_space<workgroup>>, memref<128x256xbf16, 3>, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<128x256xf16, #gpu.address_space<workgroup>>, %arg1: memref<128x256xbf16, 3>, %arg2: index):
    %0 = "amdgpu.transpose_load"(%arg0, %arg2, %arg2) : (memref<128x256xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xf16>
    %1 = "amdgpu.transpose_load"(%arg1, %arg2, %arg2) : (memref<128x256xbf16, 3>, index, index) -> vector<4xbf16>
    %2 = "amdgpu.transpose_load"(%arg0, %arg2, %arg2) : (memref<128x256xf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xi16>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
