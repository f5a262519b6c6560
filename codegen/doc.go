// Package codegen turns kernels in MLIR into machine IR: it finds out what is
// uniform and what fits into how many bits (codegen/flow), rewrites the
// kernel in ir (codegen/opt), and selects instructions, one row of a table
// of lowerings for each operation.
//
// # Values
//
// A value of ir is a list of dwords (value.dw), each a part of a virtual
// register or a constant: what is in SGPRs is the same for all lanes of the
// wave. Elements of vectors are packed as in memory, so that a load needs no
// rearranging: two f16 in a dword, an f64 in two. The bits of a dword above a
// number of fewer than 32 bits mean nothing; whoever needs them extends first.
// Integers of 64 bits and index have two dwords, or one where the range
// analysis shows that the upper one is all zeros or all sign (value.ext).
// An i1 is a condition (cond): a constant, a comparison of scalars that is
// repeated where it is wanted, a scalar 0 or 1, or a mask with a bit a lane.
// A memref is a ref: where it is, and how its elements lie.
//
// # Divergence
//
// Both sides of a branch that not all lanes take alike are executed one after
// the other under EXEC; see package mach. kernel.masked says that EXEC may
// have lost lanes. Results of such branches are written with mach.Partial.
package codegen
