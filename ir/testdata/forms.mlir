// No module around; older form with all attributes in braces; defaults left out.
%0 = "arith.constant"() {value = 1 : i32} : () -> i32
%1 = "arith.addi"(%0, %0) : (i32, i32) -> i32
%2, %3 = "arith.addui_extended"(%1, %0) {note = "discardable"} : (i32, i32) -> (i32, i1)
%4 = "arith.select"(%3, %2, %1) : (i1, i32, i32) -> i32
// -----
// Aliases of attributes, types, locations; some stand for others.
#map = affine_map<(d0)[s0] -> (d0 + s0)>
#maps = [#map, affine_map<(a, b)[n] -> (a * n + b)>]
#space = #gpu.address_space<workgroup>
!lds = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>, #space>
#loc = loc("f":1:2)
#other1 = #other.keeps<#map, "#map", #unknown>
"func.func"() ({
^entry(%m: !lds):
  "cf.br"()[^next] : () -> () loc("f":1)
^next:
  "func.return"() : () -> () loc(#loc)
}) {function_type = (!lds) -> (), sym_name = "f", a = #maps, b = #other1} : () -> () loc(fused[#loc, #loc, unknown, "x", "f":1:2 to :2, "f":1:2 to 1:9])
#late = loc("g":3:4)
// -----
// Names of all sorts; results in groups; spaces and comments anywhere.
"func.func"()<{sym_name="f",function_type=(i32,i1)->()}>({^bb7(%x.y-z : i32,%$1:i1) : // entry
  %group:2, %rest = "builtin.unrealized_conversion_cast" ( %x.y-z // first
    , %$1 ) : (i32, i1) -> (index , f32,i8)
  %7 = "arith.addi"(%group#0,%group) : (index,index) -> index
  "func.return"():()->()
}):()->()
// -----
// Numbers in other ways of writing.
"func.func"() ({
}) {function_type = () -> (), sym_name = "f", sym_visibility = "private", a = 0xFF : i8, b = 007 : i32, c = 1. : f32, d = 1.5e3 : f64, e = 0x7FC00000 : f32,
  f = 255 : i8, g = 1 : i1, h = -1 : i1, i = 12345678901234567890 : i64, j = 1.0e-400, k = 0.1 : bf16, l = 1000.0 : f8E4M3FN, m = 1000.0 : f4E2M1FN,
  n = 3.0 : f8E8M0FNU, o = 0x1FFFFFFFFFFFFFFFFFFFF : i128, p = 1.0e10 : f16, q = -0.0 : f8E4M3FNUZ, r = 0x0 : f64, s = 5} : () -> ()
// -----
// Elements in other ways of writing.
"func.func"() ({
}) {function_type = () -> (), sym_name = "f", sym_visibility = "private", a = dense<[1, 1, 1]> : vector<3xi32>, b = dense<"0x01020304"> : vector<4xi8>,
  c = dense<"0x05"> : vector<3xi1>, d = dense<"0xFF"> : vector<4xi8>, e = dense<[0x3F800000, 1.0]> : vector<2xf32>, f = dense<[true, 0]> : vector<2xi1>,
  g = dense<[[0xFF, -1], [001, 1]]> : vector<2x2xi8>} : () -> ()
// -----
// Affine expressions are simplified as in MLIR.
"func.func"() ({
}) {function_type = () -> (), sym_name = "f", sym_visibility = "private", a = affine_map<(i, j)[n] -> (4 + i, 2 * i * 3, j + i, n + j, i + 2 + j + 3, i * 2 + i * 3,
  (i * 128) floordiv 64, (i * 8 + j) mod 4, i - (i floordiv 4) * 4, i - j - 1, -(i - j), i mod 16 mod 4, (i * 4) ceildiv 2, 7 floordiv 2, -7 floordiv 2, -7 mod 4, i - i)>,
  b = affine_set<(i)[n] : (i >= 1, i <= n, i == n)>, c = affine_set<(i) : ()>} : () -> ()
// -----
// Types in other ways of writing.
"func.func"() ({
}) {function_type = () -> (), sym_name = "f", sym_visibility = "private", a = vector< 4 x f32 >, b = memref<4x4xf32, affine_map<(i, j) -> (i, j)>>, c = memref<4xf32, 0>,
  d = !gpu<async.token>, e = #gpu<address_space<workgroup>>, f = #arith<fastmath<nnan,nnan,reassoc>>, g = #arith.overflow<nuw,nsw>, h = #arith.fastmath<nnan,ninf,nsz,arcp,contract,afn,reassoc>,
  i = strided<[1], offset: 0>, j = memref<4xf32, 3 : i64>} : () -> ()
