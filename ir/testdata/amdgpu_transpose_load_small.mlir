// Transposing loads of 4- and 6-bit elements, which a memref holds as bytes.
// mcpu: gfx950
"builtin.module"() ({
  "func.func"() <{function_type = (memref<128x32xi8, 3>, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<128x32xi8, 3>, %arg1: index):
    %0 = "amdgpu.transpose_load"(%arg0, %arg1, %arg1) : (memref<128x32xi8, 3>, index, index) -> vector<16xi4>
    %1 = "amdgpu.transpose_load"(%arg0, %arg1, %arg1) : (memref<128x32xi8, 3>, index, index) -> vector<16xf4E2M1FN>
    %2 = "amdgpu.transpose_load"(%arg0, %arg1, %arg1) : (memref<128x32xi8, 3>, index, index) -> vector<16xi6>
    %3 = "amdgpu.transpose_load"(%arg0, %arg1, %arg1) : (memref<128x32xi8, 3>, index, index) -> vector<16xf6E2M3FN>
    %4 = "amdgpu.transpose_load"(%arg0, %arg1, %arg1) : (memref<128x32xi8, 3>, index, index) -> vector<16xf6E3M2FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
