// Package codegen turns kernels in MLIR into machine IR: it determines which values are uniform and
// how many bits they need (codegen/flow), rewrites the kernel in ir (codegen/opt), and selects
// instructions, one row of a table of lowerings for each operation.
//
// # Values
//
// A value of ir is a list of dwords (value.dw), each a part of a virtual register or a constant:
// values in SGPRs are the same for all lanes of the wave. Elements of vectors are packed as in
// memory, so that a load needs no rearranging: two f16 in a dword, an f64 in two. In a dword, the
// bits above a number of fewer than 32 bits are undefined; code that needs them extends first.
// Integers of 64 bits and index have two dwords, or one where the range analysis shows that the
// upper one is all zeros or all sign (value.ext). An i1 is a condition (cond): a constant, a
// comparison of scalars that is repeated at each use, a scalar 0 or 1, or a mask with one bit per
// lane. A memref is a ref: its address and the layout of its elements.
//
// # Divergence
//
// Both sides of a branch that not all lanes take alike are executed one after
// the other under EXEC; see package mach. kernel.masked says that EXEC may
// have lost lanes. Results of such branches are written with mach.Partial.
//
// # Files
//
// The way of a kernel:
//
//	compile.go     Compile, and the registers that the hardware fills
//	kernel.go      options, result, and the state of selection
//	operations.go  the operations that are compiled, for documentation
//	params.go      the kernarg segment
//	facts.go       what the analyses know of values
//	explain.go     how each access to memory is addressed, for --explain
//
// Values:
//
//	value.go      a value of ir in registers
//	elem.go       an element of a value
//	cond.go       conditions and lane masks
//	ref.go        memrefs: where they are, and how elements lie
//	carry.go      values that control flow hands on
//	carry_ref.go  memrefs that control flow hands on
//	select.go     emitting instructions
//
// Addresses:
//
//	address.go    the pass addresses: base, voffset, soffset and offset field
//	linear.go     sums of products: positions and offsets
//	limit.go      masks that are range checks
//	place.go      addresses as instructions take them
//	far.go        offsets of 64 bits in each lane
//	stepping.go   offsets that grow in each turn of a loop
//	moving.go     resources that move in each turn of a loop
//	hoist.go      what a loop does not change, computed before it
//	openshape.go  sizes and strides that nobody needs
//
// Memory:
//
//	memory.go           loads and stores of bytes
//	masked.go           vectors whose elements are touched one by one
//	subbyte.go          elements of less than a byte
//	scalarload.go       loads through the scalar cache
//	buffer.go           buffer resources
//	lds.go              LDS: allocation and addresses
//	ldsreuse.go         LDS: arrays that share a place
//	constants.go        constant data after the code
//	lower_memref.go     memref.load and memref.store
//	lower_views.go      memrefs made of memrefs
//	lower_masked.go     masked accesses
//	lower_atomic.go     atomic operations
//	lower_fence.go      fences
//	lower_lds.go        what only LDS has
//	lower_rawbuffer.go  accesses through a resource of the kernel's own
//
// Control flow:
//
//	lower_scf.go       scf.if and its kin
//	lower_loop.go      loops
//	lower_cf.go        branches, assertions, traps
//	lower_schedule.go  barriers for the scheduler, priorities, the kernel's own waits
//
// Integers:
//
//	intops.go             arithmetic on dwords, on both units
//	int64.go              arithmetic on pairs of dwords
//	narrow.go             64-bit operations that are ones on the low dwords
//	fuse.go               two operations in one instruction
//	lower_arith.go        constants
//	lower_int.go          arithmetic, logic, extension and truncation
//	lower_bits.go         counting bits, and operations with two results
//	lower_compare.go      comparisons, select
//	distance.go           comparisons of numbers that differ by constants
//	lower_divide.go       division
//	lower_divide_wide.go  division of 64 bits
//
// Floats:
//
//	lower_float.go         arithmetic, comparisons and simple functions
//	quiet.go               which numbers may be signalling NaNs
//	packed.go              two numbers in an instruction
//	lower_divide_float.go  division
//	lower_convert.go       conversions
//	small.go               formats of eight bits and less without an instruction
//	double.go              f64 arithmetic for the functions of math
//	lower_math.go          the functions of math, and faster forms for f32
//	math_exp.go            exponential functions and logarithms
//	math_pow.go            powers and remainders
//	math_trig.go           trigonometric functions, their inverses, erf
//	math_errors.go         the largest error of each
//
// Vectors, lanes, and what the chip has:
//
//	lower_shape.go   operations that move elements of vectors
//	lower_gpu.go     ids and sizes, barriers
//	lower_printf.go  gpu.printf
//	lower_lane.go    gpu.shuffle and its kin
//	lanemove.go      the cheapest instructions for a pattern of lanes
//	lower_dpp.go     the lane operations of amdgpu
//	lower_reduce.go  reductions of vectors and over lanes
//	lower_mfma.go    matrix operations
//	lower_rocdl.go   conversions of amdgpu and rocdl
package codegen
