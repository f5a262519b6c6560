"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
%0 = "affine.apply"(%a) <{map = affine_map<(d0)[s0] -> (d0 + s0)>}> : (index) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
%0 = "affine.apply"(%a) <{map = affine_map<(d0) -> (d0, d0)>}> : (index) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
%0 = "affine.apply"(%a) <{map = affine_map<(d0) -> (d0)>}> : (i32) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
%0 = "affine.apply"(%a) : (index) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
%0 = "affine.min"(%a) <{map = affine_map<(d0) -> ()>}> : (index) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "affine.max"() <{map = affine_map<(d0) -> (d0)>}> : () -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
%0:2 = "affine.delinearize_index"(%a) <{static_basis = array<i64: 2, 3, 4>}> : (index) -> (index, index)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
%0:2 = "affine.delinearize_index"(%a) <{static_basis = array<i64: 2, 0>}> : (index) -> (index, index)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
^bb0(%a: index, %b: index):
%0:2 = "affine.delinearize_index"(%a, %b) <{static_basis = array<i64: 2, 3>}> : (index, index) -> (index, index)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
^bb0(%a: index, %b: index):
%0 = "affine.linearize_index"(%a, %b) <{operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64>}> : (index, index) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
^bb0(%a: index, %b: index):
%0 = "affine.linearize_index"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>, static_basis = array<i64: 2>}> : (index, index) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index, index) -> (), sym_name = "f"}> ({
^bb0(%a: index, %b: index):
%0 = "affine.linearize_index"(%a, %b) <{operandSegmentSizes = array<i32: 1, 2>, static_basis = array<i64: 2>}> : (index, index) -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4x4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4x4xf32>, %a: index):
%0 = "affine.load"(%m, %a) <{map = affine_map<(d0) -> (d0)>}> : (memref<4x4xf32>, index) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4x4xf32>, index, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4x4xf32>, %a: index, %b: index):
%0 = "affine.load"(%m, %a, %b) <{map = affine_map<(d0) -> (d0, d0)>}> : (memref<4x4xf32>, index, index) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xf32>, %a: index):
%0 = "affine.load"(%m, %a) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xf32>, index) -> f16
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f16, memref<4xf32>, index) -> (), sym_name = "f"}> ({
^bb0(%v: f16, %m: memref<4xf32>, %a: index):
"affine.store"(%v, %m, %a) <{map = affine_map<(d0) -> (d0)>}> : (f16, memref<4xf32>, index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0: "affine.yield"() : () -> () }) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
"affine.for"() <{lowerBoundMap = affine_map<() -> ()>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index): "affine.yield"() : () -> () }) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : i32, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index): "affine.yield"() : () -> () }) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%x: f32):
"affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index, %y: f32): "affine.yield"(%y) : (f32) -> () }) : (f32) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%x: f32):
"affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index): "affine.yield"(%x) : (f32) -> () }) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%x: f32):
%0 = "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index, %y: f32): "affine.yield"() : () -> () }) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%x: f32):
%0 = "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index, %y: f32): "affine.yield"(%i) : (index) -> () }) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index): }) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index): %s = "affine.apply"(%i) <{map = affine_map<()[s0] -> (s0)>}> : (index) -> index "affine.yield"() : () -> () }) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xindex>) -> (), sym_name = "f"}> ({
^bb0(%m: memref<4xindex>):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index): %s = "memref.load"(%m, %i) : (memref<4xindex>, index) -> index %t = "affine.load"(%m, %s) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xindex>, index) -> index "affine.yield"() : () -> () }) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%x: f32, %m: memref<4xf32>):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({ ^bb0(%i: index): "affine.store"(%x, %m, %i) <{map = affine_map<()[s0] -> (s0)>}> : (f32, memref<4xf32>, index) -> () "affine.yield"() : () -> () }) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
"affine.if"(%a) <{condition = affine_set<(d0, d1) : (d0 - d1 >= 0)>}> ({ "affine.yield"() : () -> () }, { }) : (index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
"affine.if"(%a) <{condition = affine_set<(d0) : (d0 >= 0)>}> ({ "affine.yield"() : () -> () }, { }) : (f32) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, index) -> (), sym_name = "f"}> ({
^bb0(%x: f32, %a: index):
%0 = "affine.if"(%a) <{condition = affine_set<(d0) : (d0 >= 0)>}> ({ "affine.yield"(%x) : (f32) -> () }, { }) : (index) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, index) -> (), sym_name = "f"}> ({
^bb0(%x: f32, %a: index):
%0 = "affine.if"(%a) <{condition = affine_set<(d0) : (d0 >= 0)>}> ({ "affine.yield"(%x) : (f32) -> () }, { "affine.yield"() : () -> () }) : (index) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
"affine.if"(%a) <{condition = affine_set<(d0) : (d0 >= 0)>}> ({ "affine.yield"() : () -> () }) : (index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%a: index):
"affine.if"(%a) <{condition = affine_map<(d0) -> (d0)>}> ({ "affine.yield"() : () -> () }, { }) : (index) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
"affine.yield"() : () -> ()
"func.return"() : () -> ()
}) : () -> ()
