package timing

import (
	"heddle/arch"
	"heddle/isa"
)

// Cycle is a time in cycles of the engine clock, from the begin of the dispatch.
type Cycle int64

// Program is the code of a kernel: each instruction once.
type Program struct {
	Chip   *arch.Chip // its Model has the constants
	Target *isa.Target
	Kernel string
	Insts  []Inst // in the order of their addresses
}

// Inst is an instruction of a Program.
type Inst struct {
	Addr uint64 // in the code object
	Size int    // in bytes
	Inst isa.Inst
	// File and Line are the source, if it is known.
	File string
	Line int
}

// Stream is what one wave executed, from its first instruction to its end.
type Stream struct {
	Workgroup int // linear id, x fastest
	Wave      int // within the workgroup
	Ops       []Op
	Accesses  []Access // of the memory instructions among Ops
	// Held, if it is not nil, has for each of Ops how long the wave is kept from issuing it after it has
	// left the one before: what a trace gives of causes that the model does not have, such as a cold
	// instruction cache.
	Held []Cycle
}

// Op is the execution of an instruction. A branch was taken if the next Op is not of the next
// instruction of the Program.
type Op struct {
	Inst   int32 // index of Program.Insts
	Access int32 // index of Stream.Accesses, -1 if it touched no memory
}

// Space is what an Access touches.
type Space uint8

const (
	Global  Space = iota // vector memory: buffer, global, flat, scratch
	LDS                  // the LDS, by LDS or FLAT instructions; also lane moves through its crossbar, which touch none
	Scalar               // the scalar data cache
	NoSpace              // an instruction that was executed with no lane active
)

// Access is what one execution of a memory instruction touched.
type Access struct {
	Space  Space
	Write  bool
	Atomic bool
	ToLDS  bool // direct-to-LDS load
	// Lines are the cache lines that a Global or Scalar access touches, each once, in the order of the
	// lanes.
	Lines []Line
	// Bytes is how many bytes the lanes move, with repetitions.
	Bytes int
	// Data is how many cycles the banks of the LDS are busy with it if each way of a phase takes one, and
	// Conflicts how many of these are due to conflicts, which arch.LDSModel.Conflict scales. Zero for
	// Global, Scalar and lane moves; an LDS access with neither has no conflicts.
	Data, Conflicts int
	// Latency, if it is not 0, is the time from issue to the arrival of the data, or to the
	// acknowledgement of a store, that a trace gives. Only Given uses it.
	Latency Cycle
}

// Line is a cache line of arch.MemoryModel's line size that an access touches.
type Line struct {
	Addr uint64 // of its first byte
	// Set is the set of the vector L1 in which it is, the cache swizzle of a buffer resource included.
	Set uint8
	// Halves says which halves are touched: 1 the lower 64 bytes, 2 the upper, 3 both.
	Halves uint8
	// Whole says that a store writes every byte of the halves.
	Whole bool
}
