// Package mach is machine IR: the instructions of package isa with virtual
// registers, and the passes that turn them into code.
//
// # Registers
//
// A virtual register (Reg) is a tuple of dwords of a register file: scalar,
// vector, or SCC. It may be written in parts (a resource of four dwords, one
// by one) and more than once (a loop-carried value, the result of an if): this
// is not SSA. Passes that want SSA work on ir, before. Operands name a Part: all
// of a register or a run of its dwords, so extracting an element from a tuple
// costs nothing, and inserting one is a copy that the allocator removes if it can.
//
// SCC is a value of its own file: the instruction that defines it and the one
// that reads it name the same register, and Verify rejects any write of SCC between
// them. M0 and VCC are scalar registers with a fixed place, bound as ImplicitUse and
// ImplicitDef if an instruction does not name them.
// Lane masks are pairs of scalar registers. EXEC is the physical register.
//
// # Control flow and EXEC
//
// The blocks are those of the machine. The two sides of a divergent branch run in
// sequence, each with its lanes in EXEC, and control flow shows this: the then-block
// leads into the else-block. So ordinary liveness keeps values that the other side
// needs. A vector register that merges values from both sides is written with the
// flag Partial, which reads the old value: inactive lanes keep theirs.
//
// # Passes
//
// [Passes] is the table of the passes, one file each (see package pass). Before
// allocation operands are virtual, after it they are physical. Waits and wait states
// are found on physical code, by what isa says of each instruction. The files of the
// register allocator are regalloc*.go; regalloc.go explains it with an example.
package mach
