package mach

import (
	"heddle/arch"
	"heddle/isa"
)

// Func is a kernel in machine IR.
type Func struct {
	Name   string
	Target *isa.Target
	Chip   *arch.Chip

	// Regs are the virtual registers; Regs[0] is none.
	Regs []RegInfo
	// Inputs are the fixed registers that hold a value when a wave begins. In SGPRs they are Kernarg,
	// the preloaded arguments and the numbers of the workgroup, in this order.
	Inputs []Reg
	// Kernarg is the input that points to the kernarg segment, at s0; 0 if there is none. Preloaded is
	// how many dwords from the beginning of the segment are in the SGPRs after it.
	Kernarg   Reg
	Preloaded int
	// Blocks are in the order of the code; Blocks[0] is the entry.
	Blocks []*Block
	// Positions are the source positions that Instr.Pos indexes; Positions[0] is
	// none.
	Positions []Position

	// WorkgroupSize is the largest number of lanes of a workgroup.
	WorkgroupSize int
	// WavesPerSIMD is the number of waves that its author demands to fit a SIMD: the
	// registers must do for it without scratch memory, or the kernel is refused. 0 leaves it
	// to WorkgroupSize.
	WavesPerSIMD int
	// OwnWaits: the program itself waits for direct-to-LDS loads (with
	// amdgpu.memory_counter_wait and similar operations), so no waits are added
	// between them and DS instructions whose arrays are not known to differ, such
	// as two buffers that a loop swaps. Fences still apply.
	OwnWaits bool
	// BarriersApart: waves may meet at different barriers of the code, as with one more for
	// some of the waves at the beginning.
	BarriersApart bool
	// Counted are the counters with which the program waits for all but its last few
	// operations. Operations that increment them stay in order.
	Counted isa.Counters
	// LDSBytes is the static LDS of a workgroup, ScratchBytes the private
	// memory of a lane, spills included.
	LDSBytes, ScratchBytes int

	Spills Spills

	// Data are constants after the code; Instr.Data names them. One s_getpc_b64 of
	// the kernel finds their address.
	Data []Data

	physical bool // after allocation: registers are physical
	blocks   int  // number of NewBlock calls

	made int // instructions
}

// Data are bytes after the code of a kernel, at a multiple of 16 from its beginning.
type Data struct {
	Name  string
	Bytes []byte
}

// Spills counts the values that did not fit into registers.
type Spills struct {
	VGPRs, SGPRs int // dwords in scratch or, for SGPRs, in lanes of a VGPR
	ToAGPR       int // dwords moved to AGPRs instead
	Reloads      int // instructions that load or move them back
	Stores       int
	Rounds       int // how often registers were allocated again, for want of them
}

// Position is a place in the source.
type Position struct {
	File      string
	Line, Col int
}

// Block is a basic block.
type Block struct {
	// ID is the number of the block, unchanged when blocks are reordered.
	ID     int
	Name   string // for dumps and labels: "loop", "then"
	Instrs []*Instr
	Term   Term
	Preds  []*Block
	// AllLanes: the block is executed with the lanes in EXEC that the kernel began
	// with, except lanes that it switches off itself at its end, and, if it follows a
	// branch of lanes, before it switches them on again (wholeFrom).
	AllLanes bool
	// Depth is the number of loops around the block.
	Depth int
	// LoopPos is the source position of the loop whose header the block is, 0 if it
	// is not a header.
	LoopPos    int32
	LoopHeader bool
}

// Cond says when a terminator's branch is taken.
type Cond uint8

const (
	CondNone   Cond = iota // no branch: go to Next
	CondSCC1               // s_cbranch_scc1
	CondSCC0               //
	CondVCCNZ              // some lane's bit is set
	CondVCCZ               //
	CondEXECZ              // no lane is active
	CondEXECNZ             //
	CondEnd                // s_endpgm: Taken and Next are nil
)

// Term ends a block: it goes to Taken if Cond holds, else to Next.
type Term struct {
	Cond Cond
	// Reg is the FileSCC register or the one fixed to VCC that is tested.
	Reg         Reg
	Taken, Next *Block
	Pos         int32
	Note        string
}

// Succs returns the successors.
func (t *Term) Succs() []*Block {
	switch {
	case t.Cond == CondEnd:
		return nil
	case t.Cond == CondNone || t.Taken == t.Next:
		return []*Block{t.Next}
	}
	return []*Block{t.Taken, t.Next}
}

// NewFunc makes an empty kernel.
func NewFunc(name string, chip *arch.Chip) *Func {
	return &Func{Name: name, Chip: chip, Target: isa.For(chip), Regs: make([]RegInfo, 1), Positions: make([]Position, 1)}
}

// NewBlock makes a block; Append adds it to the code.
func (f *Func) NewBlock(name string) *Block {
	f.blocks++
	return &Block{ID: f.blocks - 1, Name: name}
}

// Append puts blocks at the end of the code.
func (f *Func) Append(b ...*Block) { f.Blocks = append(f.Blocks, b...) }

// LinkPreds computes Preds from the terminators.
func (f *Func) LinkPreds() {
	for _, b := range f.Blocks {
		b.Preds = b.Preds[:0]
	}
	for _, b := range f.Blocks {
		for _, s := range b.Term.Succs() {
			s.Preds = append(s.Preds, b)
		}
	}
}
