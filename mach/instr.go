package mach

import (
	"heddle/isa"
)

// OperandKind says what an Operand is.
type OperandKind uint8

const (
	OperandNone  OperandKind = iota
	OperandReg               // dwords of a virtual register
	OperandPhys              // a physical register: EXEC, and everything after allocation
	OperandConst             // a constant in a source: Value holds the bits of the operand's width; inline or literal
	OperandImm               // a number in its own field (simm16, SMEM offset): Value is signed
	OperandOff               // the word "off"
	OperandBlock             // a branch target: Value is the number of the block
)

// Operand is one operand of an Instr, in the assembler's order.
type Operand struct {
	Kind  OperandKind
	Flags isa.OperandFlags // Neg, Abs, Sext
	Part  Part             // OperandReg
	Phys  isa.Reg          // OperandPhys
	N     uint8            // OperandPhys: dwords
	Value int64            // OperandConst, OperandImm, OperandBlock
}

// P is a register operand.
func P(p Part) Operand { return Operand{Kind: OperandReg, Part: p} }

// Phys is a physical register operand of n dwords.
func Phys(r isa.Reg, n int) Operand { return Operand{Kind: OperandPhys, Phys: r, N: uint8(n)} }

// Exec is the operand exec.
func Exec() Operand { return Phys(isa.ExecLo, 2) }

// Const is a constant source operand with those bits, sign-extended or not: only the
// operand's low bits count.
func Const(bits int64) Operand { return Operand{Kind: OperandConst, Value: bits} }

// Imm is a number in its own field.
func Imm(v int64) Operand { return Operand{Kind: OperandImm, Value: v} }

// Off is the word "off" in place of an address.
func Off() Operand { return Operand{Kind: OperandOff} }

// Negated is o with its sign changed by the neg modifier.
func (o Operand) Negated() Operand { o.Flags ^= isa.Neg; return o }

// WithFlags is o with those source modifiers.
func (o Operand) WithFlags(f isa.OperandFlags) Operand { o.Flags = f; return o }

// Instr is one machine instruction. Args belong to Row.Operands one by one;
// what an instruction reads and writes without naming it (SCC, VCC, M0, EXEC,
// MODE) is in Row.Reads and Row.Writes, and bound to virtual registers by
// SCC and Implicit where a value travels that way.
type Instr struct {
	Row  *isa.Row
	Args [isa.MaxArgs]Operand
	Mods isa.Mods

	// SCCDef is the FileSCC register that the instruction's write of SCC
	// defines; 0 if nobody reads it. SCCUse is the one that it reads.
	SCCDef, SCCUse Reg
	// ImplicitUse is the fixed register (M0, VCC) that an implicit read reads,
	// ImplicitDef the one that an implicit write defines.
	ImplicitUse, ImplicitDef Reg

	// Flags say what the row can't.
	Flags InstrFlags
	// Mem says which memory is read or written; nil for an instruction that touches
	// none, and for a memory instruction that may touch any.
	Mem *Mem
	// Fence says what must be complete before the instruction is issued; see
	// Builder.Fence for a separate one.
	Fence Fence
	// Group, if not nil, makes the instruction the declaration of a group (see Builder.SchedGroup).
	Group *SchedGroup
	// Data, if not 0, is the number of a row of Func.Data, from 1: the literal of
	// the instruction, s_add_u32 with DataLiteral, becomes the distance from the
	// end of the kernel's s_getpc_b64 to those bytes.
	Data int32
	// Pos is the index of a source position in Func.Positions, 0 for none.
	Pos int32
	// Groups is the number of groups that an AwaitAsync leaves under way.
	Groups int32
	// Note is a comment for the assembly: why the instruction is there.
	Note string
}

// InstrFlags are properties of one instruction.
type InstrFlags uint16

const (
	// Partial: the instruction writes only the lanes in EXEC of a register whose
	// other lanes hold values that are still read (the merge after divergent control
	// flow). Its destination is also a source.
	Partial InstrFlags = 1 << iota
	// Pinned: must not move, nor anything across it that touches memory
	// (barriers, fences, rocdl.sched.barrier).
	Pinned
	// Copy: a move whose source and destination may become one register.
	// A copy may cover any number of dwords; its Row is nil until the allocator
	// expands it. Args[0] is the destination, Args[1] the source (register or
	// constant of one dword per destination dword).
	Copy
	// WholeWave: executed with all lanes active, whatever EXEC is. Only copies,
	// spills and reloads have it; the allocator's expansion sets EXEC.
	WholeWave
	// Undef: a definition of a register with no particular value; no
	// instruction is emitted. Row is nil, Args[0] is the destination.
	Undef
	// Rematerialisable: may be executed again elsewhere for the same value: its
	// sources are constants only.
	Rematerialisable
	// Async, of a direct-to-LDS load: only AwaitAsync waits for it, not fences, nor the wave's own
	// accesses to the LDS.
	Async
	// AsyncMark ends a group of Async loads.
	AsyncMark
	// AwaitAsync waits for all groups of Async loads but the newest Instr.Groups.
	AwaitAsync
)

// DataLiteral is the operand that stands for the distance to Instr.Data until
// it is known.
func DataLiteral() Operand { return Const(0x7fff0000) }

// Space is the memory that an instruction touches.
type Space uint8

const (
	SpaceGlobal  Space = 1 << iota // buffers, global
	SpaceLDS                       //
	SpaceScratch                   // private memory, spills
	SpaceConst                     // memory that nothing writes while the kernel runs: kernarg segment, read-only arguments
)

// Fence is a set of kinds of this wave's earlier memory operations that must
// be complete (data returned, or written and visible to others) at some point.
// s_barrier does not wait for any of them: a barrier through which waves exchange
// LDS needs FenceLDS; one through which they exchange global memory also needs
// FenceLoads and FenceStores (a pending load could see what another wave stores
// after the barrier; it is not waited for if there is no such store).
type Fence uint8

const (
	FenceLDS    Fence = 1 << iota // reads, writes and atomics of the LDS by DS and FLAT instructions
	FenceDMA                      // direct-to-LDS loads: their data is in the LDS
	FenceLoads                    // loads of global memory into registers and returning atomics; not scalar loads
	FenceStores                   // stores and atomics to global memory, and buffer_wbl2

	// FenceAll is everything that other waves can observe or affect.
	FenceAll = FenceLDS | FenceDMA | FenceLoads | FenceStores
)

// Mem describes the memory that an instruction touches, for scheduling: two
// accesses may change places unless they can meet and one writes.
type Mem struct {
	Read, Write Space
	// Root is the allocation (argument, LDS array, …) that is touched, numbered
	// from 1; 0 if unknown. Two different roots never overlap if both are
	// marked NoAlias or if they are different LDS or scratch allocations.
	Root    int32
	NoAlias bool
	// ToLDS is, for a direct-to-LDS load, the Root of the LDS array that it
	// writes (Root is then the memory that it reads), 0 if unknown. It decides the
	// waits between such loads and the wave's own DS instructions; arrays that share
	// bytes must have the same Root or 0.
	ToLDS int32
	// Base, Offset and Bytes: accesses of the same Root with the same Base register
	// part touch bytes [Offset, Offset+Bytes) from it in each lane. Bytes is 0 if
	// unknown.
	Base   Part
	Offset int64
	Bytes  int32
	// Volatile accesses keep their order.
	Volatile bool
}

// Defs calls f for each register part that the instruction writes, Uses for
// each that it reads (Partial destinations, tied and accumulating ones too).
func (in *Instr) Defs(f func(i int, p Part)) {
	if in.Flags&(Copy|Undef) != 0 {
		if in.Args[0].Kind == OperandReg {
			f(0, in.Args[0].Part)
		}
		return
	}
	if in.Row == nil {
		return
	}
	for i := range in.Row.Operands {
		if in.Row.Operands[i].Access&isa.Write != 0 && in.Args[i].Kind == OperandReg {
			f(i, in.Args[i].Part)
		}
	}
	for _, r := range [...]Reg{in.SCCDef, in.ImplicitDef} {
		if r != 0 {
			f(-1, Part{Reg: r, N: implicitDwords(in, r)})
		}
	}
}

// Uses calls f for each register part that the instruction reads; i is the
// operand, or -1 for an implicit one.
func (in *Instr) Uses(f func(i int, p Part)) {
	if in.Flags&Undef != 0 {
		return
	}
	if in.Flags&Copy != 0 {
		if in.Args[1].Kind == OperandReg {
			f(1, in.Args[1].Part)
		}
		if in.Flags&Partial != 0 && in.Args[0].Kind == OperandReg {
			f(0, in.Args[0].Part)
		}
		return
	}
	if in.Row == nil {
		return
	}
	for i := range in.Row.Operands {
		a := &in.Args[i]
		if a.Kind != OperandReg {
			continue
		}
		access := in.Row.Operands[i].Access
		if access&isa.Read != 0 || access&isa.Write != 0 && (in.Flags&Partial != 0 || i == 0 && in.keepsDst()) {
			f(i, a.Part)
		}
	}
	for _, r := range [...]Reg{in.SCCUse, in.ImplicitUse} {
		if r != 0 {
			f(-1, Part{Reg: r, N: implicitDwords(in, r)})
		}
	}
}

// keepsDst reports whether the instruction preserves some bits of its first operand
// (accumulators, writes of a half) and code may rely on them. v_fma_f16 and similar
// instructions (isa.HighKept) also preserve the upper half, but in this package only
// the lower half of their result is used: the upper half is undefined, before and
// after. Passes on physical registers see the read in isa.Inst.
func (in *Instr) keepsDst() bool {
	if in.Row.Traits&isa.ReadsDst != 0 {
		return true
	}
	machine := isa.Inst{Row: in.Row, Mods: in.Mods}
	return machine.KeepsDst()
}

func implicitDwords(in *Instr, r Reg) uint8 {
	imp := in.Row.Reads | in.Row.Writes
	if (r == in.ImplicitDef || r == in.ImplicitUse) && imp&isa.ImpVCC != 0 {
		return 2
	}
	return 1
}

// ClobbersSCC reports whether the instruction changes SCC, used or not.
func (in *Instr) ClobbersSCC() bool { return in.Row != nil && in.Row.Writes&isa.ImpSCC != 0 }

// WritesExec reports whether the instruction changes EXEC.
func (in *Instr) WritesExec() bool {
	if in.Row == nil {
		return false
	}
	if in.Row.Writes&isa.ImpEXEC != 0 {
		return true
	}
	for i := range in.Row.Operands {
		a := &in.Args[i]
		if in.Row.Operands[i].Access&isa.Write != 0 && a.Kind == OperandPhys && (a.Phys == isa.ExecLo || a.Phys == isa.ExecHi) {
			return true
		}
	}
	return false
}

// IsVector reports whether the instruction depends on EXEC.
func (in *Instr) IsVector() bool {
	if in.Row == nil {
		return in.Flags&Copy != 0 // of vector registers; copies of scalar ones ignore EXEC
	}
	return in.Row.Reads&isa.ImpEXEC != 0
}

// Machine returns the instruction for the encoder. Every operand must be
// physical by then; branch targets are encoded as expressions by the caller.
func (in *Instr) Machine() isa.Inst {
	m := isa.Inst{Row: in.Row, Mods: in.Mods}
	for i := range in.Row.Operands {
		a := &in.Args[i]
		switch a.Kind {
		case OperandPhys:
			m.Args[i] = isa.R(a.Phys, int(a.N))
		case OperandConst:
			c, ok := in.Row.Constant(i, uint64(a.Value))
			if !ok {
				panic("BUG: " + in.Row.Mnemonic + ": operand " + in.Row.Operands[i].Name + " cannot hold the constant")
			}
			m.Args[i] = c
		case OperandImm:
			m.Args[i] = isa.Imm(int32(a.Value))
		case OperandOff:
			m.Args[i] = isa.Off
		case OperandBlock:
			m.Args[i] = isa.Imm(0)
		default:
			panic("BUG: " + in.Row.Mnemonic + ": operand " + in.Row.Operands[i].Name + " is not physical")
		}
		m.Args[i].Flags = a.Flags
	}
	return m
}
