package sim

import "heddle/isa"

// How the simulator understands instructions, for observers that follow what
// happens to single bits.

// OperandValue returns the value of operand i of an instruction if it is a
// scalar register, a special source or a constant, as wide as the operand.
func (r Registers) OperandValue(inst *isa.Inst, i int) uint64 {
	spec, arg := &inst.Row.Operands[i], &inst.Args[i]
	switch arg.Kind {
	case isa.KindReg:
		dwords := max(int(spec.Dwords), int(arg.Dwords))
		switch reg := arg.Reg(); {
		case int(reg) >= len(r.wave.sgpr):
			return r.wave.special(reg, dwords)
		case dwords >= 2:
			return r.wave.sgpr64(int(reg))
		default:
			return uint64(r.wave.sgpr[reg])
		}
	case isa.KindInline:
		return inlineValue(arg.Val, spec.Type)
	case isa.KindLiteral:
		return literalValue(arg.Val, spec.Type, inst.Row.Mnemonic)
	case isa.KindImm:
		return uint64(int64(arg.Imm()))
	}
	return 0
}

// LaneWidths returns how many bits of the result and of each source a vector
// ALU instruction uses in a lane; of packed instructions, in a half. A third
// source that is no operand is the old destination. It is not ok for the
// instructions that are more than a function of the lane's sources.
func LaneWidths(op isa.Op) (dst int, src [3]int, ok bool) {
	for _, table := range [...][]waveFunc{crossOps[:], scaleOps[:], specialOps[:]} {
		if int(op) < len(table) && table[op] != nil {
			return 0, src, false
		}
	}
	for _, table := range [...][]valuOp{floatOps[:], integerOps[:], convertOps[:], dotOps[:], packedOps[:]} {
		if int(op) >= len(table) || table[op].lane == nil {
			continue
		}
		x := &table[op]
		for k := range src {
			if t := x.src(k); t != none {
				src[k] = t.size()
			}
		}
		return x.dst.size(), src, true
	}
	if int(op) < len(compareOps) && compareOps[op].typ != none {
		x := &compareOps[op]
		src[0], src[1] = x.typ.size(), x.typ.size()
		if x.class {
			src[1] = 32
		}
		return 1, src, true
	}
	if int(op) < len(carryOps) && carryOps[op] != nil {
		return 32, [3]int{32, 32, 0}, true
	}
	return 0, src, false
}

// MemoryKind is what a vector memory or LDS instruction does.
type MemoryKind uint8

const (
	MemoryNothing   MemoryKind = iota // no access
	MemoryLoad                        // reads at one address of a lane
	MemoryStore                       // writes at one address of a lane
	MemoryAtomic                      // read-modify-write, also of two addresses or of a counter
	MemoryFormat                      // load or store with a format conversion
	MemoryTwo                         // reads or writes at two addresses of a lane
	MemoryTranspose                   // reads and transposes within 16 lanes
	MemoryExchange                    // moves data between lanes and touches no memory
)

// MemoryShape is what a vector memory or LDS instruction does to a lane.
type MemoryShape struct {
	Kind   MemoryKind
	Size   int  // bytes at one address; 0 where the data format says it
	Signed bool // bytes and shorts are sign-extended
	// High and Low: the half of the register that a d16 access is about.
	High, Low bool
	Parts     int  // components of a format conversion
	Transpose int  // bits of an element
	ToLDS     bool // the data go to the LDS
	Values    int  // of atomics: values of Size bytes that a lane gives
	Swap      bool // of atomics: memory gets the first value as it is
	Return    int  // dwords of the destination
	// Operands as indexes of Inst.Args, -1 where there is none.
	Dst, Addr, Data, Data1, SAddr, Resource, SOffset int
}

// MemoryShapeOf returns the shape of a vector memory or LDS instruction; not
// ok if inst is none.
func MemoryShapeOf(t *isa.Target, inst *isa.Inst) (MemoryShape, bool) {
	switch inst.Row.Unit {
	case isa.UnitLDS, isa.UnitVMEM, isa.UnitFlat:
	default:
		return MemoryShape{}, false
	}
	in, err := bind(t, *inst, 0, inst.Size())
	if err != nil {
		return MemoryShape{}, false
	}
	s := &in.mem
	out := MemoryShape{Kind: memoryKinds[s.kind], Size: s.size, Signed: s.signed, High: s.half == highHalf, Low: s.half == lowHalf,
		Parts: s.parts, Transpose: s.tr, ToLDS: s.toLDS,
		Dst: in.index(s.dst), Addr: in.index(s.addr), Data: in.index(s.data), Data1: in.index(s.data1),
		SAddr: in.index(s.saddr), Resource: in.index(s.rsrc), SOffset: in.index(s.soffset)}
	if s.atomic != nil {
		out.Values, out.Swap = s.atomic.values, s.atomic.name == "swap" || s.atomic.name == "swap_x2" || s.atomic.name == "wrxchg_b32" || s.atomic.name == "wrxchg_b64"
	}
	if s.dst != nil {
		out.Return = s.returnDwords()
	}
	return out, true
}

var memoryKinds = [...]MemoryKind{
	memNothing: MemoryNothing, memLoad: MemoryLoad, memStore: MemoryStore, memAtomic: MemoryAtomic,
	memLoadFormat: MemoryFormat, memStoreFormat: MemoryFormat, memRead2: MemoryTwo, memWrite2: MemoryTwo,
	memExchange2: MemoryAtomic, memTranspose: MemoryTranspose, memAppend: MemoryAtomic, memLanes: MemoryExchange,
}

// index is the number of an operand, -1 for nil.
func (in *instr) index(o *operand) int {
	for i := range in.arg {
		if o == &in.arg[i] {
			return i
		}
	}
	return -1
}
