// Package interp runs MLIR directly: the lanes of a workgroup execute the operations one by one,
// each with its own values, and wait for each other at barriers and at operations of a whole wave.
// It is the reference for the compiler and the simulator, so it shares nothing with them, and
// prefers simple code to fast code.
//
// # What it reports instead of guessing
//
// Poison (an overflow with nsw, a shift by the width or more, undefined memory, ...) is carried
// with the value and its origin. It is an error where it reaches memory that the caller sees, an
// address, or a branch. Undefined behaviour (division by zero, an access outside its allocation, a
// barrier that not every lane reaches) is an error at once. An error names the place in the file,
// the lane and the workgroup.
//
// # Order
//
// The order of lanes and workgroups is always the same: between two synchronization points the
// lanes of a workgroup run one after the other, and workgroups run in the order of their numbers. A
// kernel without races does not depend on it.
package interp
