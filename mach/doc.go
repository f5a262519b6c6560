// Package mach is machine IR: the instructions of package isa with virtual
// registers, and the passes that make code of them.
//
// # Registers
//
// A virtual register (Reg) is a tuple of dwords of a register file: scalar,
// vector, or SCC. It may be written in parts (a resource of four dwords, one
// by one) and more than once (a value that a loop carries, the result of an
// if): this is not SSA. Whoever wants SSA's comforts works on ir, before.
// Operands name a Part: all of a register or a run of its dwords, so taking an
// element out of a tuple costs nothing, and putting one in is a copy that the
// allocator makes vanish where it can.
//
// SCC is a value of its own file: the instruction that defines it and the one
// that reads it name the same register, and Verify refuses anything between
// them that writes SCC. M0 and VCC are scalar registers with a fixed place,
// bound as ImplicitUse and ImplicitDef where an instruction does not name them.
// Lane masks are pairs of scalar registers. EXEC is the physical register.
//
// # Control flow and EXEC
//
// The blocks are those of the machine. Under a divergent branch both sides
// run one behind the other, each with its lanes in EXEC, and control flow says
// so: the then-block leads into the else-block. So ordinary liveness keeps
// what the other side needs. A vector register that brings values from both
// sides together is written with the flag Partial, which reads the old value:
// lanes that are off keep theirs.
//
// # Passes
//
// Passes are rows of a table (Passes): name, function, whether the code is
// wrong without it. Run takes a kernel through them; with Options.Verify a
// verifier looks at the kernel between each two. Up to allocation operands are
// virtual, behind it physical; waits and wait states are found on physical code,
// by what isa says of each instruction.
package mach
