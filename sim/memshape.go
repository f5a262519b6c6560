package sim

import "heddle/isa"

// memoryInst says what a vector memory or LDS instruction does to the memory of one lane, where its
// operands are, and the functions that execute it.
type memoryInst struct {
	isa.MemoryShape
	atomic *atomicOp // of atomics
	count  rmwFunc   // of ds_append and ds_consume
	lanes  lanesFunc // of DS instructions that move data between lanes

	address func(w *wave, op *memOp) // fills in the lanes' addresses

	// Operands, nil if there is none. dst is where a load or an atomic that
	// returns the old value puts it.
	dst, addr, data, data1, saddr, rsrc, soffset *operand
}

// memRuns are the functions that execute the kinds.
var memRuns = [...]waveFunc{
	isa.MemoryNothing:     runNothing,
	isa.MemoryLoad:        runLoad,
	isa.MemoryStore:       runStore,
	isa.MemoryAtomic:      runAtomic,
	isa.MemoryLoadFormat:  runLoadFormat,
	isa.MemoryStoreFormat: runStoreFormat,
	isa.MemoryLoad2:       runRead2,
	isa.MemoryStore2:      runWrite2,
	isa.MemoryExchange2:   runExchange2,
	isa.MemoryTranspose:   runTranspose,
	isa.MemoryCount:       runAppend,
	isa.MemoryLanes:       runLanes,
}

// laneMoves are the DS instructions that move data between lanes.
var laneMoves = [...]lanesFunc{isa.DS_SWIZZLE_B32: swizzle, isa.DS_PERMUTE_B32: permute, isa.DS_BPERMUTE_B32: bpermute}

// bindMemory finds the functions and operands of a vector memory or LDS
// instruction whose addresses are computed by address.
func (in *instr) bindMemory(address func(w *wave, op *memOp)) bool {
	if in.Row.Memory == nil {
		return false
	}
	s := &in.mem
	s.MemoryShape, s.address = *in.Row.Memory, address
	operand := func(i int) *operand {
		if i < 0 {
			return nil
		}
		return &in.arg[i]
	}
	s.dst, s.addr, s.data, s.data1 = operand(s.Dst), operand(s.Addr), operand(s.Data), operand(s.Data1)
	s.saddr, s.rsrc, s.soffset = operand(s.SAddr), operand(s.Resource), operand(s.SOffset)
	switch s.Kind {
	case isa.MemoryAtomic:
		s.atomic = atomicOf(in.Row)
	case isa.MemoryCount:
		s.count = rmwAdd
		if in.Row.Op == isa.DS_CONSUME {
			s.count = rmwSub
		}
	case isa.MemoryLanes:
		s.lanes = laneMoves[in.Row.Op]
	}
	in.run = memRuns[s.Kind]
	return true
}

// Slots of memOp.sdata, for which vector accesses have no other use.
const (
	slotMode   = iota // MODE at issue, for float atomics of the LDS
	slotStep          // bytes from a dword to the next; 0: 4
	slotFormat        // dword 3 of the buffer resource, or the format of the instruction
	slotCount         // active lanes, for ds_append
)
