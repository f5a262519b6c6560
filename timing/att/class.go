package att

import (
	"strings"

	"heddle/isa"
)

// Class names the class of an instruction in comparisons, as facts silicon/timing_rules.md does. Each
// matrix instruction is a class of its own.
func Class(inst *isa.Inst) string {
	row := inst.Row
	switch row.Unit {
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return row.Mnemonic
	case isa.UnitVALU, isa.UnitTrans, isa.UnitDot:
		return vectorClass(row)
	case isa.UnitLDS:
		return ldsClass(row)
	case isa.UnitVMEM, isa.UnitFlat:
		return vmemClass(row)
	case isa.UnitSMEM:
		return "SMEM"
	case isa.UnitSALU:
		return "SALU"
	}
	return controlClass(inst)
}

func vectorClass(row *isa.Row) string {
	name := row.Mnemonic
	switch {
	case row.Unit == isa.UnitTrans:
		return "TRANS"
	case strings.HasPrefix(name, "v_pk_"):
		return "VPK"
	case strings.HasPrefix(name, "v_cmp"):
		return "VCMP"
	case strings.HasPrefix(name, "v_permlane"):
		return "PERMLANE"
	case strings.HasPrefix(name, "v_readlane"), strings.HasPrefix(name, "v_readfirstlane"):
		return "READLANE"
	case strings.HasPrefix(name, "v_accvgpr"):
		return "ACC"
	case strings.HasSuffix(name, "_sdwa"):
		return "SDWA"
	case strings.HasSuffix(name, "_dpp"):
		return "DPP"
	}
	return "VALU"
}

func ldsClass(row *isa.Row) string {
	if row.Memory == nil {
		return "LDS"
	}
	switch row.Memory.Kind {
	case isa.MemoryLanes:
		return "LDSX"
	case isa.MemoryStore, isa.MemoryStore2:
		return "LDSW"
	case isa.MemoryLoad, isa.MemoryLoad2, isa.MemoryTranspose:
		return "LDSR"
	}
	return "LDSA"
}

func vmemClass(row *isa.Row) string {
	m := row.Memory
	switch {
	case m == nil || m.Kind == isa.MemoryNothing:
		return "VCACHE"
	case m.ToLDS:
		return "VLDS"
	case m.Kind == isa.MemoryAtomic:
		return "VATOM"
	case row.Traits&isa.MayStore != 0:
		return "VST"
	}
	return "VLD"
}

func controlClass(inst *isa.Inst) string {
	switch inst.Row.Op {
	case isa.S_WAITCNT:
		return "WAIT"
	case isa.S_BARRIER:
		return "BARRIER"
	case isa.S_NOP:
		return "NOP"
	case isa.S_ENDPGM:
		return "END"
	}
	if _, ok := inst.BranchTarget(0); ok {
		return "BR"
	}
	return "CONTROL"
}
