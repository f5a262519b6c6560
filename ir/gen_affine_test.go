package ir

var affineTemplates = []string{
	`%0 = "affine.apply"(%a, %b) <{map = affine_map<(d0)[s0] -> (d0 * 4 + s0)>}> : (index, index) -> index`,
	`%0 = "affine.apply"(%a) <{map = affine_map<()[s0] -> ((s0 mod 64) floordiv 16)>}> : (index) -> index`,
	`%0 = "affine.apply"() <{map = affine_map<() -> (42)>}> : () -> index`,
	`%0 = "affine.min"(%a, %b) <{map = affine_map<(d0)[s0] -> (d0, s0 ceildiv 2, 16)>}> : (index, index) -> index`,
	`%0 = "affine.max"(%a) <{map = affine_map<(d0) -> (-d0, d0 - 1)>}> : (index) -> index`,
	`%0:3 = "affine.delinearize_index"(%a, %b) <{static_basis = array<i64: 4, -9223372036854775808, 8>}> : (index, index) -> (index, index, index)`,
	`%0:2 = "affine.delinearize_index"(%a) <{static_basis = array<i64: 8>}> : (index) -> (index, index)`,
	`%0 = "affine.linearize_index"(%a, %b, %c) <{disjoint, operandSegmentSizes = array<i32: 2, 1>, static_basis = array<i64: 4, -9223372036854775808>}> : (index, index, index) -> index`,
	`%0 = "affine.linearize_index"(%a, %b) <{disjoint = false, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 8>}> : (index, index) -> index`,
	`%0 = "affine.load"(%m, %a, %b) <{map = affine_map<(d0)[s0] -> (d0 + s0, 3)>}> : (memref<?x8xf32>, index, index) -> f32`,
	`"affine.store"(%v, %m, %a) <{map = affine_map<(d0) -> (d0 floordiv 8, d0 mod 8)>}> : (f32, memref<?x8xf32>, index) -> ()`,
	`%0 = "affine.for"(%n, %x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 1>, step = 4 : index, upperBoundMap = affine_map<()[s0] -> (s0, 100)>}> ({
^bb0(%i: index, %acc: f32):
  %v = "affine.load"(%m, %i) <{map = affine_map<(d0) -> (d0 + 1)>}> : (memref<?xf32>, index) -> f32
  "affine.if"(%i, %n) <{condition = affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - 5 == 0)>}> ({
    "affine.store"(%v, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<?xf32>, index) -> ()
    "affine.yield"() : () -> ()
  }, {
  }) : (index, index) -> ()
  "affine.yield"(%v) : (f32) -> ()
}) : (index, f32) -> f32`,
	`%0:2 = "affine.if"(%a) <{condition = affine_set<(d0) : (d0 >= 0)>}> ({
  "affine.yield"(%x, %y) : (f32, index) -> ()
}, {
  "affine.yield"(%x, %a) : (f32, index) -> ()
}) : (index) -> (f32, index)`,
}
