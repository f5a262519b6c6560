// Package tile is a language for kernels: a Go builder whose result is MLIR
// (package ir).
//
// A kernel is written for a workgroup. Its values are tiles: rectangles of
// elements that the lanes of the workgroup hold between them. A Layout says who
// holds what; it is a linear map from (item, lane, wave) to (row, col), as in
// package layout. Loads and stores move tiles between registers and tensors in
// global memory or tiles in LDS, whose swizzle is found so that no access
// conflicts; MMA.Dot multiplies tiles that matrix instructions take; everything
// else works element by element, or along rows and columns (Reduce).
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
// Sizes of tiles are powers of two. A tile may reach over the edge of a tensor
// but has to begin inside of it: what is outside reads as zero and is not
// written. Where tile can see that nothing is outside, nothing is checked: indices
// know what they are multiples of, and loops their bounds.
//
// A mistake of the kernel's author is an error of Module.IR, with the line of Go
// that made it. docs/tile.md shows the language by example.
package tile
