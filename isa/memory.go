package isa

// MemoryKind is what a vector memory or LDS instruction does.
type MemoryKind uint8

const (
	MemoryNothing     MemoryKind = iota // no access: cache control, ds_nop
	MemoryLoad                          // reads at one address of a lane
	MemoryStore                         // writes at one address of a lane
	MemoryAtomic                        // read-modify-write at one address of a lane
	MemoryLoadFormat                    // load with a format conversion
	MemoryStoreFormat                   // store with a format conversion
	MemoryLoad2                         // reads at two addresses of a lane
	MemoryStore2                        // writes at two addresses of a lane
	MemoryExchange2                     // exchanges at two addresses of a lane
	MemoryTranspose                     // reads and transposes within 16 lanes
	MemoryCount                         // ds_append, ds_consume: read-modify-write of one counter for all lanes
	MemoryLanes                         // moves data between lanes and touches no memory
)

// D16 is the half of a register that a d16 access loads or stores.
type D16 uint8

const (
	D16None D16 = iota // the whole register
	D16Low
	D16High
)

// MemoryShape is what a vector memory or LDS instruction does to a lane.
// isa/gen makes it from mnemonic and operands.
type MemoryShape struct {
	Kind       MemoryKind
	Bytes      int  // at one address: 1, 2, 4, 8, 12 or 16; 0 where the data format says it
	Signed     bool // loaded bytes and shorts are sign-extended
	D16        D16
	Components int // of format conversions
	Element    int // of transposing reads: bits of an element
	Scale      int // of instructions with two addresses: bytes that offset0 and offset1 count

	Values int  // of MemoryAtomic: values of Bytes bytes that a lane gives
	Swap   bool // of MemoryAtomic: memory gets the first value as it is

	Aligns bool // the address is rounded down to a multiple of Bytes
	AddTID bool // the address is that of M0 plus 4 bytes for each lane
	ToLDS  bool // direct-to-LDS: the data go to the LDS, not to registers

	Dwords int // registers of one value of a lane
	Return int // registers of the destination, 0 if there is none

	// Operands as indexes of Inst.Args, -1 where there is none or it is "off".
	Dst, Addr, Data, Data1, SAddr, Resource, SOffset int
}
