// Package tile is a kernel language: a Go builder whose output is MLIR (package ir).
//
// A kernel is written for a workgroup. Its values are tiles: rectangles of elements distributed
// over the lanes of the workgroup. A Layout says which lane holds which element; it is a linear map
// from (item, lane, wave) to (row, col), as in package layout. Loads and stores move tiles between
// registers and tensors in global memory or tiles in LDS, whose swizzle is found so that no access
// conflicts; MMA.Dot multiplies tiles with matrix instructions; everything else works element by
// element, or along rows and columns (Reduce).
//
//	m := tile.NewModule(&arch.GFX950)
//	m.Kernel("double", 4, func(k *tile.Kernel) {
//		x := k.Tensor("x", ir.F32, rows, cols)
//		y := k.Tensor("y", ir.F32, rows, cols)
//		at := k.WorkgroupID(0).Times(16)
//		t := k.Load(x, k.Spread(16, 256, 4), at, tile.I(0))
//		k.Store(y, k.Add(t, t), at, tile.I(0))
//	})
//	module, err := m.IR()
//
// Sizes of tiles are powers of two, or one of the two an odd number of blocks of such a size. A tile may extend past the edge of a tensor but must begin
// inside it: elements outside read as zero and are not written. No checks are made where tile can
// prove that nothing is outside: it tracks of what indices are multiples, and the bounds of loops.
//
// Module.IR reports a mistake by the kernel's author as an error with the Go line that caused it.
// docs/tile.md shows the language by example.
package tile
