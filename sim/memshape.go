package sim

import (
	"strings"

	"heddle/isa"
)

// memShape is what a memory instruction does to the memory of one lane, and
// where its operands are. It is made when the instruction is bound, from its
// mnemonic.
type memShape struct {
	kind   memKind
	size   int       // bytes at one address: 1, 2, 4, 8, 12 or 16; 0 where the data format says it
	signed bool      // bytes and shorts are sign-extended
	half   half      // of d16: the half of a register that is loaded or stored
	parts  int       // of format conversions: components
	scale  uint32    // of two-address DS instructions: bytes that offset0 and offset1 count
	atomic *atomicOp // of atomics
	count  rmwFunc   // of ds_append and ds_consume
	tr     int       // of transposing reads: bits of an element
	aligns bool      // the address is rounded down to the size
	toLDS  bool      // loads put their data in the LDS
	lanes  lanesFunc // of DS instructions that move data between lanes

	address func(w *wave, op *memOp) // fills in the lanes' addresses

	// Operands, nil if there is none. dst is where a load or an atomic that
	// returns the old value puts it.
	dst, addr, data, data1, saddr, rsrc, soffset *operand
}

// memKind is what an instruction does.
type memKind uint8

const (
	memNothing memKind = iota // bumps its counter, touches no memory
	memLoad
	memStore
	memAtomic
	memLoadFormat
	memStoreFormat
	memRead2
	memWrite2
	memExchange2
	memTranspose
	memAppend
	memLanes
)

// memRuns are the functions that execute the kinds.
var memRuns = [...]waveFunc{
	memNothing:     runNothing,
	memLoad:        runLoad,
	memStore:       runStore,
	memAtomic:      runAtomic,
	memLoadFormat:  runLoadFormat,
	memStoreFormat: runStoreFormat,
	memRead2:       runRead2,
	memWrite2:      runWrite2,
	memExchange2:   runExchange2,
	memTranspose:   runTranspose,
	memAppend:      runAppend,
	memLanes:       runLanes,
}

// half is a half of a register.
type half uint8

const (
	wholeRegister half = iota
	lowHalf
	highHalf
)

// memNames has what the name of a memory instruction says when the prefix of
// the encoding, "lds_" and "d16_" are gone. Atomics are in tables of their own
// (mematomic.go, dsatomic.go).
var memNames = [...]struct {
	name  string
	shape memShape
}{
	{"load_ubyte", memShape{kind: memLoad, size: 1}},
	{"load_sbyte", memShape{kind: memLoad, size: 1, signed: true}},
	{"load_ushort", memShape{kind: memLoad, size: 2}},
	{"load_sshort", memShape{kind: memLoad, size: 2, signed: true}},
	{"load_short", memShape{kind: memLoad, size: 2}}, // d16 only
	{"load_dword", memShape{kind: memLoad, size: 4}},
	{"load_dwordx2", memShape{kind: memLoad, size: 8}},
	{"load_dwordx3", memShape{kind: memLoad, size: 12}},
	{"load_dwordx4", memShape{kind: memLoad, size: 16}},
	{"store_byte", memShape{kind: memStore, size: 1}},
	{"store_short", memShape{kind: memStore, size: 2}},
	{"store_dword", memShape{kind: memStore, size: 4}},
	{"store_dwordx2", memShape{kind: memStore, size: 8}},
	{"store_dwordx3", memShape{kind: memStore, size: 12}},
	{"store_dwordx4", memShape{kind: memStore, size: 16}},
	{"load_format_x", memShape{kind: memLoadFormat, parts: 1}},
	{"load_format_xy", memShape{kind: memLoadFormat, parts: 2}},
	{"load_format_xyz", memShape{kind: memLoadFormat, parts: 3}},
	{"load_format_xyzw", memShape{kind: memLoadFormat, parts: 4}},
	{"store_format_x", memShape{kind: memStoreFormat, parts: 1}},
	{"store_format_xy", memShape{kind: memStoreFormat, parts: 2}},
	{"store_format_xyz", memShape{kind: memStoreFormat, parts: 3}},
	{"store_format_xyzw", memShape{kind: memStoreFormat, parts: 4}},
	{"wbl2", memShape{}},
	{"inv", memShape{}},

	{"nop", memShape{}},
	{"read_u8", memShape{kind: memLoad, size: 1}},
	{"read_i8", memShape{kind: memLoad, size: 1, signed: true}},
	{"read_u16", memShape{kind: memLoad, size: 2}},
	{"read_i16", memShape{kind: memLoad, size: 2, signed: true}},
	{"read_b32", memShape{kind: memLoad, size: 4}},
	{"read_b64", memShape{kind: memLoad, size: 8}},
	{"read_b96", memShape{kind: memLoad, size: 12}},
	{"read_b128", memShape{kind: memLoad, size: 16}},
	{"write_b8", memShape{kind: memStore, size: 1}},
	{"write_b16", memShape{kind: memStore, size: 2}},
	{"write_b32", memShape{kind: memStore, size: 4}},
	{"write_b64", memShape{kind: memStore, size: 8}},
	{"write_b96", memShape{kind: memStore, size: 12}},
	{"write_b128", memShape{kind: memStore, size: 16}},
	{"read_addtid_b32", memShape{kind: memLoad, size: 4, address: addtidAddress}},
	{"write_addtid_b32", memShape{kind: memStore, size: 4, address: addtidAddress}},
	{"read2_b32", memShape{kind: memRead2, size: 4, scale: 4}},
	{"read2_b64", memShape{kind: memRead2, size: 8, scale: 8}},
	{"read2st64_b32", memShape{kind: memRead2, size: 4, scale: 64 * 4}},
	{"read2st64_b64", memShape{kind: memRead2, size: 8, scale: 64 * 8}},
	{"write2_b32", memShape{kind: memWrite2, size: 4, scale: 4}},
	{"write2_b64", memShape{kind: memWrite2, size: 8, scale: 8}},
	{"write2st64_b32", memShape{kind: memWrite2, size: 4, scale: 64 * 4}},
	{"write2st64_b64", memShape{kind: memWrite2, size: 8, scale: 64 * 8}},
	{"wrxchg2_rtn_b32", memShape{kind: memExchange2, size: 4, scale: 4}},
	{"wrxchg2_rtn_b64", memShape{kind: memExchange2, size: 8, scale: 8}},
	{"wrxchg2st64_rtn_b32", memShape{kind: memExchange2, size: 4, scale: 64 * 4}},
	{"wrxchg2st64_rtn_b64", memShape{kind: memExchange2, size: 8, scale: 64 * 8}},
	{"read_b64_tr_b16", memShape{kind: memTranspose, size: 8, tr: 16}},
	{"read_b64_tr_b8", memShape{kind: memTranspose, size: 8, tr: 8}},
	{"read_b64_tr_b4", memShape{kind: memTranspose, size: 8, tr: 4}},
	{"read_b96_tr_b6", memShape{kind: memTranspose, size: 12, tr: 6}},
	{"append", memShape{kind: memAppend, size: 4, count: rmwAdd}},
	{"consume", memShape{kind: memAppend, size: 4, count: rmwSub}},
	{"swizzle_b32", memShape{kind: memLanes, lanes: swizzle}},
	{"permute_b32", memShape{kind: memLanes, lanes: permute}},
	{"bpermute_b32", memShape{kind: memLanes, lanes: bpermute}},
}

// shapeOf returns the shape that the mnemonic of a row tells.
func shapeOf(row *isa.Row) (memShape, bool) {
	name, toLDS := row.Mnemonic, false
	if _, rest, ok := strings.Cut(name, "_"); ok {
		name = rest // flat_, ds_, buffer_, …
	}
	if s, ok := atomicShape(row.Enc, name); ok {
		return s, true
	}
	name, toLDS = without(name, "lds_")
	name, high := without(name, "d16_hi")
	name, low := without(name, "d16")
	for i := range memNames {
		if memNames[i].name != name {
			continue
		}
		s := memNames[i].shape
		s.toLDS = toLDS
		switch {
		case high:
			s.half = highHalf
		case low:
			s.half = lowHalf
		}
		return s, true
	}
	return memShape{}, false
}

// without removes a part of a name, with the underscore before it if the part
// has none behind. It reports whether the part was there.
func without(name, part string) (string, bool) {
	before, after, ok := strings.Cut(name, part)
	if !ok {
		return name, false
	}
	if !strings.HasSuffix(part, "_") {
		before = strings.TrimSuffix(before, "_")
	}
	return before + after, true
}

// directToLDS reports whether in loads from memory to the LDS.
func (in *instr) directToLDS() bool {
	return in.Mods.Set.Has(isa.ModLDS) || strings.Contains(in.Row.Mnemonic, "_load_lds_")
}

// dwords is how many registers a lane's data takes.
func (s *memShape) dwords() int {
	if s.parts > 0 {
		if s.half != wholeRegister {
			return (s.parts + 1) / 2
		}
		return s.parts
	}
	return (s.size + 3) / 4
}

// bindOperands finds the operands of a memory instruction.
func (s *memShape) bindOperands(in *instr) {
	s.addr, s.data, s.data1 = in.named("addr"), in.named("data"), in.named("data1")
	s.saddr, s.rsrc, s.soffset = in.named("saddr"), in.named("srsrc"), in.named("soffset")
	s.dst = in.named("vdst")
	if o := in.named("data0"); o != nil {
		s.data = o
	}
	if o := in.named("vaddr"); o != nil {
		s.addr = o
	}
	vdata := in.named("vdata")
	if vdata == nil {
		return
	}
	switch s.kind {
	case memLoad, memLoadFormat:
		s.dst = vdata
	case memAtomic:
		s.data = vdata
		if in.Mods.Set.Has(isa.ModSC0) {
			s.dst = vdata
		}
	default:
		s.data = vdata
	}
}

// returnDwords is how many registers the destination takes.
func (s *memShape) returnDwords() int {
	switch s.kind {
	case memRead2, memExchange2:
		return 2 * s.dwords()
	case memLanes:
		return 1
	}
	return s.dwords()
}

// Slots of memOp.sdata, for which vector accesses have no other use.
const (
	slotMode   = iota // MODE at issue, for float atomics of the LDS
	slotStep          // bytes from a dword to the next; 0: 4
	slotFormat        // dword 3 of the buffer resource, or the format of the instruction
	slotCount         // active lanes, for ds_append
)
