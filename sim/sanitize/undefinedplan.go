package sanitize

import (
	"strings"

	"heddle/isa"
	"heddle/sim"
)

// plan is how the undefined check follows an instruction.
type plan struct {
	inst *isa.Inst // facts.placed
	// run does it, before the instruction is executed; nil: there is nothing to
	// do. It is called if any register that is read is undefined, or always.
	run      func(u *undefined, w *shadowWave, e *sim.Event, p *plan)
	always   bool
	idle     bool // it neither reads nor writes registers
	memory   bool // registers are written when it lands
	vector   bool
	allLanes bool // writes VGPRs whatever EXEC is
	// lanewise: each lane's result depends on nothing but its own sources and
	// on scalars, and where they are defined it is.
	lanewise bool
	walk     walkKind

	// Operands, by their numbers in Inst.Args; -1 where there is none.
	dst, sdst, mask int
	src             []int

	rule     bitFunc
	width    int    // bits of a lane's result
	widths   [3]int // bits of the sources
	raw      bool   // neg and abs are not of the whole source
	zero     bool   // both sources are the same register, which makes the result 0
	relation relation
	carry    carryRule
	scalar   scalarRow
	dpp      *isa.DPPMap // where src0 comes from, nil for the own lane

	shape  isa.MemoryShape // of vector memory and LDS instructions
	matrix *matrixPlan
	narrow narrowPlan
}

func newPlan(t *isa.Target, f *facts) *plan {
	inst := f.placed
	p := &plan{inst: inst, dst: -1, sdst: -1, mask: -1}
	row := inst.Row
	p.findOperands()
	p.vector = row.Unit != isa.UnitSALU && row.Unit != isa.UnitSMEM && row.Unit != isa.UnitBranch && row.Unit != isa.UnitMsg && row.Unit != isa.UnitNone
	switch row.Unit {
	case isa.UnitSALU, isa.UnitBranch, isa.UnitMsg:
		p.planScalar()
	case isa.UnitSMEM:
		p.memory, p.run = true, runScalarMemory
	case isa.UnitLDS, isa.UnitVMEM, isa.UnitFlat:
		p.memory = true
		if row.Memory != nil {
			p.shape, p.run = *row.Memory, runMemory
		}
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		p.allLanes = true
		p.planMatrix(t, f.inst)
	case isa.UnitNone:
	default:
		p.planVector()
		p.lanewise = p.dpp == nil && !crosses(row.Op)
	}
	for i := range row.Operands {
		if a := p.arg(i); a.Kind == isa.KindReg && a.Reg() == isa.VCCZ {
			p.always = true // it reads VCC without naming it
		}
	}
	p.lanewise = p.lanewise && !p.always
	reads, writes := inst.Reads(), inst.Writes()
	p.walk = walkKindOf(p)
	p.idle = !p.always && reads.Empty() && writes.Empty()
	return p
}

// crosses reports whether a vector ALU instruction reads or writes other lanes
// than its own, beside DPP.
func crosses(op isa.Op) bool {
	switch op {
	case isa.V_READLANE_B32, isa.V_READFIRSTLANE_B32, isa.V_WRITELANE_B32, isa.V_SWAP_B32, isa.V_PERMLANE16_SWAP_B32, isa.V_PERMLANE32_SWAP_B32:
		return true
	}
	return false
}

// findOperands files the operands of an ALU instruction by their roles.
func (p *plan) findOperands() {
	for i := range p.inst.Row.Operands {
		spec := &p.inst.Row.Operands[i]
		mask := spec.Class == isa.ClassVCC || spec.Class == isa.ClassSMASK
		switch {
		case (mask || spec.Name == "sdst") && spec.Access&isa.Write != 0:
			if p.dst < 0 {
				p.dst = i
			}
			p.sdst = i
		case mask:
			p.mask = i
		case spec.Access&isa.Write != 0 && p.dst < 0:
			p.dst = i
		case spec.Access&isa.Read != 0 && len(p.src) < 3 && (spec.Access&isa.Write == 0 || spec.Name != "vdst"):
			p.src = append(p.src, i)
		}
	}
}

// planVector chooses how to follow a vector ALU instruction.
func (p *plan) planVector() {
	row := p.inst.Row
	op := row.Op
	if m, ok := p.inst.DPP(); ok {
		p.dpp = &m
	}
	p.raw = row.Enc == isa.EncVOP3P || strings.HasPrefix(row.Mnemonic, "v_pk_") || strings.HasPrefix(row.Mnemonic, "v_dot")
	if int(op) < len(crossRules) && crossRules[op] != nil {
		p.run, p.rule = crossRules[op], halves
		p.widths = [3]int{32, 32, 32}
		if narrow, ok := narrowOf(row.Mnemonic); ok {
			p.narrow = narrow
		}
		if op == isa.V_WRITELANE_B32 {
			p.always = true
		}
		return
	}
	if narrow, ok := narrowOf(row.Mnemonic); ok {
		p.narrow, p.run = narrow, runNarrow
		return
	}
	var ok bool
	p.width, p.widths, ok = sim.LaneWidths(op)
	p.run, p.rule = runLanes, whole
	switch {
	case !ok:
		p.run = runDefault
	case strings.HasPrefix(row.Mnemonic, "v_cmp"):
		p.run, p.relation = runCompare, relationOf(row.Mnemonic)
		// Of v_cmp_class_*_sdwa the table lists VCC as written, which it is not.
		p.always = row.Enc == isa.EncSDWAC
		p.zero = p.sameSources() && p.relation.less == p.relation.great && p.relation.less != p.relation.equal && integerCompare(row.Mnemonic)
	case int(op) < len(carryRules) && carryRules[op].width != 0:
		p.run, p.carry = runCarry, carryRules[op]
		p.zero = p.sameSources() && p.carry.subtract && p.mask < 0
	default:
		if int(op) < len(laneRules) && laneRules[op] != nil {
			p.rule = laneRules[op]
		}
		p.zero = p.sameSources() && int(op) < len(sameIsZero) && sameIsZero[op]
		if p.inst.Mods.Set.Has(isa.ModClamp) {
			p.rule = whole // to see whether it saturates takes all bits
		}
		if p.movesRegister() {
			p.run = runCopy
		}
		if row.Enc == isa.EncVOP3P || strings.HasPrefix(row.Mnemonic, "v_pk_") {
			p.planPacked()
		}
	}
}

// movesRegister reports whether the instruction copies a VGPR as it is.
func (p *plan) movesRegister() bool {
	switch p.inst.Row.Op {
	case isa.V_MOV_B32, isa.V_ACCVGPR_READ_B32, isa.V_ACCVGPR_WRITE_B32, isa.V_ACCVGPR_MOV_B32:
	default:
		return false
	}
	a := p.arg(p.src[0])
	return a.Kind == isa.KindReg && isVector(a.Reg()) && a.Flags == 0 && p.dpp == nil && !p.inst.Row.Mods.Has(isa.ModDstSel)
}

// planPacked replaces what is done in a lane by what is done in halves.
func (p *plan) planPacked() {
	if strings.HasPrefix(p.inst.Row.Mnemonic, "v_dot") {
		return // whole dwords of elements
	}
	p.run = runPacked
}

// sameSources reports whether the first two sources are the same, unmodified.
func (p *plan) sameSources() bool {
	if len(p.src) < 2 || p.dpp != nil {
		return false
	}
	a, b, m := p.inst.Args[p.src[0]], p.inst.Args[p.src[1]], &p.inst.Mods
	if a != b || a.Kind != isa.KindReg || a.Flags != 0 {
		return false
	}
	if p.inst.Row.Enc == isa.EncVOP3P {
		return m.OpSel&1 == m.OpSel>>1&1 && m.OpSelHi&1 == m.OpSelHi>>1&1
	}
	return m.Src0Sel == m.Src1Sel && m.OpSel&3 != 1 && m.OpSel&3 != 2
}

// arg returns operand i.
func (p *plan) arg(i int) *isa.Operand { return &p.inst.Args[i] }

// relationOf reads the comparison from the name of an instruction: v_cmp_lt_u32,
// s_cmpk_eq_i32. What it is for other types than integers is not used.
func relationOf(mnemonic string) relation {
	parts := strings.Split(mnemonic, "_")
	if len(parts) < 4 {
		return relation{less: true}
	}
	r := relation{signed: strings.HasPrefix(parts[3], "i")}
	switch parts[2] {
	case "f":
	case "t":
		r.less, r.equal, r.great = true, true, true
	case "lt":
		r.less = true
	case "eq":
		r.equal = true
	case "le":
		r.less, r.equal = true, true
	case "gt":
		r.great = true
	case "ne", "lg":
		r.less, r.great = true, true
	case "ge":
		r.great, r.equal = true, true
	default:
		r.less = true
	}
	return r
}

// integerCompare reports whether an instruction compares integers.
func integerCompare(mnemonic string) bool {
	parts := strings.Split(mnemonic, "_")
	return len(parts) > 3 && (parts[3][0] == 'i' || parts[3][0] == 'u')
}
