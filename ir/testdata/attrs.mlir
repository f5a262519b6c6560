// Attributes: units, bools.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a, b = true, c = false, d = [unit, true]} : () -> ()
}) : () -> ()
// -----
// Attributes: integers.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = 0 : i32, b = -1 : i8, c = 127 : i8, d = -128 : i8, e = 9223372036854775807 : i64, f = -9223372036854775808 : i64, g = 5 : index, h = 255 : ui8, i = -3 : si8, j = 18446744073709551615 : ui64, k = 170141183460469231731687303715884105727 : i128, l = -170141183460469231731687303715884105728 : i128, m = 340282366920938463463374607431768211455 : ui128} : () -> ()
}) : () -> ()
// -----
// Attributes: numbers in arrays lose their usual types.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = [1, 2 : i32, 1.500000e+00, 2.500000e+00 : f32, 0x7FF0000000000000 : f64, [3], {x = 4 : i64}]} : () -> ()
}) : () -> ()
// -----
// Attributes: f32.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = 0.000000e+00 : f32, b = -0.000000e+00 : f32, c = 1.000000e+00 : f32, d = 1.000000e-01 : f32, e = 0.333333343 : f32, f = 3.40282347E+38 : f32, g = 1.401300e-45 : f32, h = 0x4B800001 : f32, i = 0x7F800000 : f32, j = 0xFF800000 : f32, k = 0x7FC00000 : f32, l = 0x7F800001 : f32, m = 16777.2168 : f32} : () -> ()
}) : () -> ()
// -----
// Attributes: f64.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = 1.000000e-01 : f64, b = 0.33333333333333331 : f64, c = 1.7976931348623157E+308 : f64, d = 4.940660e-324 : f64, e = 0x7FF0000000000000 : f64, f = 0xFFF8000000000000 : f64, g = 0x4170000010000000 : f64, h = 1.2345678899999999E-5 : f64, i = 1234.56789 : f64} : () -> ()
}) : () -> ()
// -----
// Attributes: f16 and bf16.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = 1.500000e+00 : f16, b = 6.550400e+04 : f16, c = 5.960460e-08 : f16, d = 0x7C00 : f16, e = 0x7E00 : f16, f = 3.332520e-01 : f16, g = 1.500000e+00 : bf16, h = 3.339840e-01 : bf16, i = 0x7F80 : bf16, j = 3.389530e+38 : bf16} : () -> ()
}) : () -> ()
// -----
// Attributes: small floats.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = 4.480000e+02 : f8E4M3FN, b = 0x7F : f8E4M3FN, c = -1.953130e-03 : f8E4M3FN, d = 5.734400e+04 : f8E5M2, e = 0x7C : f8E5M2, f = 2.400000e+02 : f8E4M3FNUZ, g = 0x80 : f8E4M3FNUZ, h = 5.734400e+04 : f8E5M2FNUZ, i = 7.500000e+00 : f6E2M3FN, j = -2.800000e+01 : f6E3M2FN, k = 6.000000e+00 : f4E2M1FN, l = -5.000000e-01 : f4E2M1FN, m = 2.000000e+00 : f8E8M0FNU, n = 0xFF : f8E8M0FNU, o = 5.877470e-39 : f8E8M0FNU, p = 1.000000e+00 : tf32} : () -> ()
}) : () -> ()
// -----
// Attributes: strings.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = "", b = "a b", c = "quote \22 backslash \\ tab \09 newline \0A", d = "\C3\A9\00\FF", e = "typed" : i32} : () -> ()
}) : () -> ()
// -----
// Attributes: names that need quotes.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {"\22" = 6 : i32, "a b" = 2 : i32, "a-b" = 3 : i32, a.b = 4 : i32, a_b$c = 5 : i32} : () -> ()
}) : () -> ()
// -----
// Attributes: arrays and dictionaries.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = [], b = [1 : i32, [2 : i32, []], "x"], c = {}, d = {"u v" = 1 : i32, x = {y = {z}}}} : () -> ()
}) : () -> ()
// -----
// Attributes: dense arrays.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = array<i1: true, false>, b = array<i8: -128, 127>, c = array<i16: 1>, d = array<i32: 1, -2, 3>, e = array<i64: -9223372036854775808, 7>, f = array<f32: 1.500000e+00, 1.000000e-01, 0x7FC00000>, g = array<f64: 0.33333333333333331>, h = array<i32>, i = array<f32>} : () -> ()
}) : () -> ()
// -----
// Attributes: symbols.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = @f, b = @f::@g, c = @"a b", d = @"\22x"::@y.z$, e = [@a, @b]} : () -> ()
}) : () -> ()
// -----
// Attributes: types.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = i32, b = vector<4xf32>, c = () -> (), d = (i32) -> (i32, i32), e = !stream.binding, f = [i32, index]} : () -> ()
}) : () -> ()
// -----
// Attributes: dense splats.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = dense<1> : vector<4xi32>, b = dense<true> : vector<8xi1>, c = dense<1.000000e-01> : vector<4x4xf32>, d = dense<-1> : tensor<2xi8>, e = dense<5> : tensor<3xindex>, f = dense<0x7FC0> : vector<2xbf16>, g = dense<1.000000e+00> : vector<f32>, h = dense<7> : vector<i64>, i = dense<0> : tensor<1000000000xi32>} : () -> ()
}) : () -> ()
// -----
// Attributes: dense lists.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = dense<[1, 2, 3, -4]> : vector<4xi8>, b = dense<[true, false]> : vector<2xi1>, c = dense<[[1, 2], [3, 4]]> : vector<2x2xi16>, d = dense<[[[1], [2]]]> : tensor<1x2x1xi64>, e = dense<[1.500000e+00, 0x7F800000]> : vector<2xf32>, f = dense<> : tensor<0xi32>, g = dense<> : tensor<2x0xf32>, h = dense<[255, 0]> : vector<2xui8>} : () -> ()
}) : () -> ()
// -----
// Attributes: dense elements of all float types.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf16>, b = dense<[1.000000e+00, 2.000000e+00]> : vector<2xbf16>, c = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf8E4M3FN>, d = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf8E5M2>, e = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf8E4M3FNUZ>, f = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf8E5M2FNUZ>, g = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf8E8M0FNU>, h = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf6E2M3FN>, i = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf6E3M2FN>, j = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf4E2M1FN>, k = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf64>} : () -> ()
}) : () -> ()
// -----
// Attributes: dense elements of odd integer types.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = dense<[1, -1]> : vector<2xi4>, b = dense<[63, -64]> : vector<2xi7>, c = dense<[1, -170141183460469231731687303715884105728]> : vector<2xi128>, d = dense<[1, 18446744073709551615]> : vector<2xui64>, e = dense<[-1, 1]> : vector<2xsi32>} : () -> ()
}) : () -> ()
// -----
// Attributes: dense hex strings.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F6061626364"> : vector<101xi8>, b = dense<"0xA5A5A5A5A5A5A5A5A5A5A5A50A"> : vector<101xi1>, c = dense<"0x003F013F023F033F043F053F063F073F083F093F0A3F0B3F0C3F0D3F0E3F0F3F103F113F123F133F143F153F163F173F183F193F1A3F1B3F1C3F1D3F1E3F1F3F203F213F223F233F243F253F263F273F283F293F2A3F2B3F2C3F2D3F2E3F2F3F303F313F323F333F343F353F363F373F383F393F3A3F3B3F3C3F3D3F3E3F3F3F403F413F423F433F443F453F463F473F483F493F4A3F4B3F4C3F4D3F4E3F4F3F503F513F523F533F543F553F563F573F583F593F5A3F5B3F5C3F5D3F5E3F5F3F603F613F623F633F643F"> : vector<101xbf16>, d = dense<"0x1415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778"> : vector<101xf8E4M3FN>} : () -> ()
}) : () -> ()
// -----
// Attributes: affine maps.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = affine_map<() -> ()>, b = affine_map<(d0) -> (d0)>, c = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 floordiv 4, (d0 + d1) mod 8)>, d = affine_map<()[s0, s1] -> (s0 ceildiv 16 - s1 * 3 - 1)>, e = affine_map<(d0) -> (-d0, -(d0 + 1), d0 * -2)>, f = affine_map<(d0)[s0] -> ((d0 floordiv s0) mod s0)>, g = affine_map<(d0, d1, d2) -> (d2, d0)>, h = affine_map<() -> (0, -5)>} : () -> ()
}) : () -> ()
// -----
// Attributes: integer sets.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = affine_set<(d0) : (d0 >= 0)>, b = affine_set<(d0, d1)[s0] : (d0 - d1 - 1 >= 0, -d0 + s0 == 0)>, c = affine_set<(d0) : (0 == 0)>, d = affine_set<()[s0] : (s0 mod 4 == 0)>} : () -> ()
}) : () -> ()
// -----
// Attributes: attributes of dialects.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = #arith.fastmath<none>, b = #arith.fastmath<nnan,ninf>, c = #arith.fastmath<fast>, d = #arith.overflow<nsw, nuw>, e = #gpu.address_space<workgroup>, f = #gpu<dim x>, g = #other.x<a, [b], {c -> d}>, h = #other<a b>, i = #other.word, j = #other<"s">, k = #other.typed : i32, l = #amdgpu<dpp_perm row_mirror>} : () -> ()
}) : () -> ()
// -----
// Attributes: strided layouts.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = strided<[1]>, b = strided<[?, 1], offset: ?>, c = strided<[], offset: 4>} : () -> ()
}) : () -> ()
// -----
// Attributes: locations.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "attrs", sym_visibility = "private"}> ({
  }) {a = loc("f":1:2), b = loc(unknown), c = loc("name"), d = loc("name"("f":1:2)), e = loc(callsite("a" at "b":3:4)), f = loc(fused["a", "b"]), g = loc(fused<"m">["a"]), h = loc("f":1:2 to :5), i = loc("f":1:2 to 3:4)} : () -> ()
}) : () -> ()
