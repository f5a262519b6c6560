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
	// Inputs are the fixed registers that hold something when a wave begins.
	Inputs []Reg
	// Blocks are in the order of the code; Blocks[0] is the entry. A block
	// falls through to the next one where its terminator says so.
	Blocks []*Block
	// Positions are the places in the source that Instr.Pos counts; Positions[0]
	// is none.
	Positions []Position

	// WorkgroupSize is the largest number of lanes of a workgroup.
	WorkgroupSize int
	// WavesPerSIMD is the number of waves that a SIMD should be able to hold:
	// it bounds the registers. 0 leaves it to WorkgroupSize.
	WavesPerSIMD int
	// OwnWaits: the program says itself where it waits for direct-to-LDS loads
	// (amdgpu.memory_counter_wait and the like), so that its DS instructions and
	// such loads need not be kept apart where their arrays are not known to
	// differ: two buffers that a loop swaps. Fences hold all the same.
	OwnWaits bool
	// Counted are the counters by which the program waits for all but its last
	// few operations: those that count there stay in their order.
	Counted isa.Counters
	// LDSBytes is the static LDS of a workgroup, ScratchBytes the private
	// memory of a lane, spills included.
	LDSBytes, ScratchBytes int

	Spills Spills

	// Data are constants that stand behind the code; Instr.Data names them. One
	// s_getpc_b64 of the kernel tells where that is.
	Data []Data

	physical bool // behind allocation: registers are physical
	blocks   int  // number of NewBlock calls

	made int // instructions
}

// Data are bytes behind the code of a kernel, at a multiple of 16 from its
// beginning.
type Data struct {
	Name  string
	Bytes []byte
}

// Spills counts what did not fit into registers.
type Spills struct {
	VGPRs, SGPRs int // dwords that live in scratch or, for SGPRs, in lanes of a VGPR
	ToAGPR       int // dwords moved to AGPRs instead
	Reloads      int // instructions that load or move them back
	Stores       int
}

// Position is a place in the source.
type Position struct {
	File      string
	Line, Col int
}

// Block is a straight run of instructions.
type Block struct {
	// ID is the number of the block, unchanged when blocks are reordered.
	ID     int
	Name   string // for dumps and labels: "loop", "then"
	Instrs []*Instr
	Term   Term
	Preds  []*Block
	// AllLanes: but for what it switches off itself at its end, the block is
	// executed with the lanes in EXEC that the kernel began with.
	AllLanes bool
	// Depth is the number of loops around the block.
	Depth int
	// LoopPos is the source position of the loop that the block is the header
	// of, 0 if it is none.
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

// Term ends a block: if Cond holds it goes to Taken, else to Next.
type Term struct {
	Cond Cond
	// Reg is the FileSCC register or the one fixed to VCC that is tested.
	Reg         Reg
	Taken, Next *Block
	Pos         int32
	Note        string
}

// Succs returns where the terminator can go.
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

// NewBlock makes a block; Append puts it into the code.
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
