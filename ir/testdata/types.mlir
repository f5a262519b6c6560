// Types: index and none.
"builtin.module"() ({
  "func.func"() <{function_type = (index, none) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: index, %arg1: none):
    "func.return"() : () -> ()
  }) {types = [index, none]} : () -> ()
}) : () -> ()
// -----
// Types: signless integers.
"builtin.module"() ({
  "func.func"() <{function_type = (i0, i1, i2, i4, i7, i8, i16, i24, i32, i37, i64, i128, i1024) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: i0, %arg1: i1, %arg2: i2, %arg3: i4, %arg4: i7, %arg5: i8, %arg6: i16, %arg7: i24, %arg8: i32, %arg9: i37, %arg10: i64, %arg11: i128, %arg12: i1024):
    "func.return"() : () -> ()
  }) {types = [i0, i1, i2, i4, i7, i8, i16, i24, i32, i37, i64, i128, i1024]} : () -> ()
}) : () -> ()
// -----
// Types: signed and unsigned integers.
"builtin.module"() ({
  "func.func"() <{function_type = (si1, si8, si16, si32, si64, ui1, ui8, ui16, ui32, ui64, ui128) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: si1, %arg1: si8, %arg2: si16, %arg3: si32, %arg4: si64, %arg5: ui1, %arg6: ui8, %arg7: ui16, %arg8: ui32, %arg9: ui64, %arg10: ui128):
    "func.return"() : () -> ()
  }) {types = [si1, si8, si16, si32, si64, ui1, ui8, ui16, ui32, ui64, ui128]} : () -> ()
}) : () -> ()
// -----
// Types: floats.
"builtin.module"() ({
  "func.func"() <{function_type = (f16, bf16, tf32, f32, f64, f80, f128) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: f16, %arg1: bf16, %arg2: tf32, %arg3: f32, %arg4: f64, %arg5: f80, %arg6: f128):
    "func.return"() : () -> ()
  }) {types = [f16, bf16, tf32, f32, f64, f80, f128]} : () -> ()
}) : () -> ()
// -----
// Types: small floats.
"builtin.module"() ({
  "func.func"() <{function_type = (f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ, f8E4M3B11FNUZ, f8E4M3, f8E3M4, f8E8M0FNU, f6E2M3FN, f6E3M2FN, f4E2M1FN) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: f8E4M3FN, %arg1: f8E5M2, %arg2: f8E4M3FNUZ, %arg3: f8E5M2FNUZ, %arg4: f8E4M3B11FNUZ, %arg5: f8E4M3, %arg6: f8E3M4, %arg7: f8E8M0FNU, %arg8: f6E2M3FN, %arg9: f6E3M2FN, %arg10: f4E2M1FN):
    "func.return"() : () -> ()
  }) {types = [f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ, f8E4M3B11FNUZ, f8E4M3, f8E3M4, f8E8M0FNU, f6E2M3FN, f6E3M2FN, f4E2M1FN]} : () -> ()
}) : () -> ()
// -----
// Types: vectors.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<f32>, vector<1xf32>, vector<4xf16>, vector<2x3x4xi8>, vector<4xindex>, vector<[4]xf32>, vector<2x[4]xi1>, vector<2x!llvm.ptr>) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: vector<f32>, %arg1: vector<1xf32>, %arg2: vector<4xf16>, %arg3: vector<2x3x4xi8>, %arg4: vector<4xindex>, %arg5: vector<[4]xf32>, %arg6: vector<2x[4]xi1>, %arg7: vector<2x!llvm.ptr>):
    "func.return"() : () -> ()
  }) {types = [vector<f32>, vector<1xf32>, vector<4xf16>, vector<2x3x4xi8>, vector<4xindex>, vector<[4]xf32>, vector<2x[4]xi1>, vector<2x!llvm.ptr>]} : () -> ()
}) : () -> ()
// -----
// Types: memrefs.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<f32>, memref<4xf32>, memref<?xf32>, memref<4x?x2xbf16>, memref<0x4xf32>, memref<4xvector<2xf32>>, memref<4xmemref<2xf32>>, memref<*xf32>, memref<*xf32, 3>, memref<4xcomplex<f32>>) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: memref<f32>, %arg1: memref<4xf32>, %arg2: memref<?xf32>, %arg3: memref<4x?x2xbf16>, %arg4: memref<0x4xf32>, %arg5: memref<4xvector<2xf32>>, %arg6: memref<4xmemref<2xf32>>, %arg7: memref<*xf32>, %arg8: memref<*xf32, 3>, %arg9: memref<4xcomplex<f32>>):
    "func.return"() : () -> ()
  }) {types = [memref<f32>, memref<4xf32>, memref<?xf32>, memref<4x?x2xbf16>, memref<0x4xf32>, memref<4xvector<2xf32>>, memref<4xmemref<2xf32>>, memref<*xf32>, memref<*xf32, 3>, memref<4xcomplex<f32>>]} : () -> ()
}) : () -> ()
// -----
// Types: strided memrefs.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4x4xf32, strided<[4, 1]>>, memref<4xf32, strided<[1], offset: 3>>, memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<4xf32, strided<[-1], offset: 3>>, memref<f32, strided<[], offset: 5>>) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: memref<4x4xf32, strided<[4, 1]>>, %arg1: memref<4xf32, strided<[1], offset: 3>>, %arg2: memref<?x4xf32, strided<[?, 1], offset: ?>>, %arg3: memref<4xf32, strided<[-1], offset: 3>>, %arg4: memref<f32, strided<[], offset: 5>>):
    "func.return"() : () -> ()
  }) {types = [memref<4x4xf32, strided<[4, 1]>>, memref<4xf32, strided<[1], offset: 3>>, memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<4xf32, strided<[-1], offset: 3>>, memref<f32, strided<[], offset: 5>>]} : () -> ()
}) : () -> ()
// -----
// Types: memrefs with an affine layout.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<4x?xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s0 + d1 + s1)>>, memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>, %arg1: memref<4x?xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s0 + d1 + s1)>>, %arg2: memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>):
    "func.return"() : () -> ()
  }) {types = [memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<4x?xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s0 + d1 + s1)>>, memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>]} : () -> ()
}) : () -> ()
// -----
// Types: memory spaces.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xf32, 1>, memref<4xf32, 3 : i32>, memref<4xf32, #gpu.address_space<workgroup>>, memref<4xf32, #gpu.address_space<global>>, memref<4xf32, #gpu.address_space<private>>, memref<?xf32, #amdgpu.address_space<fat_raw_buffer>>, memref<?xf32, #amdgpu.address_space<buffer_rsrc>>, memref<4xf32, "lds">, memref<4xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: memref<4xf32, 1>, %arg1: memref<4xf32, 3 : i32>, %arg2: memref<4xf32, #gpu.address_space<workgroup>>, %arg3: memref<4xf32, #gpu.address_space<global>>, %arg4: memref<4xf32, #gpu.address_space<private>>, %arg5: memref<?xf32, #amdgpu.address_space<fat_raw_buffer>>, %arg6: memref<?xf32, #amdgpu.address_space<buffer_rsrc>>, %arg7: memref<4xf32, "lds">, %arg8: memref<4xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>):
    "func.return"() : () -> ()
  }) {types = [memref<4xf32, 1>, memref<4xf32, 3 : i32>, memref<4xf32, #gpu.address_space<workgroup>>, memref<4xf32, #gpu.address_space<global>>, memref<4xf32, #gpu.address_space<private>>, memref<?xf32, #amdgpu.address_space<fat_raw_buffer>>, memref<?xf32, #amdgpu.address_space<buffer_rsrc>>, memref<4xf32, "lds">, memref<4xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>]} : () -> ()
}) : () -> ()
// -----
// Types: functions.
"builtin.module"() ({
  "func.func"() <{function_type = (() -> (), (i32) -> i32, (i32, f32) -> (i1, index), () -> (() -> ()), ((i32) -> i32) -> (), (i32) -> ((i32) -> i32)) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: () -> (), %arg1: (i32) -> i32, %arg2: (i32, f32) -> (i1, index), %arg3: () -> (() -> ()), %arg4: ((i32) -> i32) -> (), %arg5: (i32) -> ((i32) -> i32)):
    "func.return"() : () -> ()
  }) {types = [() -> (), (i32) -> i32, (i32, f32) -> (i1, index), () -> (() -> ()), ((i32) -> i32) -> (), (i32) -> ((i32) -> i32)]} : () -> ()
}) : () -> ()
// -----
// Types: tuples, complex numbers, tensors.
"builtin.module"() ({
  "func.func"() <{function_type = (tuple<>, tuple<i32>, tuple<i32, tuple<f32>>, complex<f32>, complex<i32>, tensor<f32>, tensor<4x?xf32>, tensor<*xf32>, tensor<4xf32, "x">, tensor<0xi1>) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: tuple<>, %arg1: tuple<i32>, %arg2: tuple<i32, tuple<f32>>, %arg3: complex<f32>, %arg4: complex<i32>, %arg5: tensor<f32>, %arg6: tensor<4x?xf32>, %arg7: tensor<*xf32>, %arg8: tensor<4xf32, "x">, %arg9: tensor<0xi1>):
    "func.return"() : () -> ()
  }) {types = [tuple<>, tuple<i32>, tuple<i32, tuple<f32>>, complex<f32>, complex<i32>, tensor<f32>, tensor<4x?xf32>, tensor<*xf32>, tensor<4xf32, "x">, tensor<0xi1>]} : () -> ()
}) : () -> ()
// -----
// Types: types of dialects.
"builtin.module"() ({
  "func.func"() <{function_type = (!stream.binding, !llvm.ptr, !llvm.ptr<3>, !gpu.async.token, !other.x<a, [b], {c}>, !other<"x y">, !other.y<() -> i32>) -> (), sym_name = "types"}> ({
  ^bb0(%arg0: !stream.binding, %arg1: !llvm.ptr, %arg2: !llvm.ptr<3>, %arg3: !gpu.async.token, %arg4: !other.x<a, [b], {c}>, %arg5: !other<"x y">, %arg6: !other.y<() -> i32>):
    "func.return"() : () -> ()
  }) {types = [!stream.binding, !llvm.ptr, !llvm.ptr<3>, !gpu.async.token, !other.x<a, [b], {c}>, !other<"x y">, !other.y<() -> i32>]} : () -> ()
}) : () -> ()
