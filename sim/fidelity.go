package sim

import (
	"strings"

	"heddle/isa"
)

// Level says how far an instruction's results can be trusted.
type Level uint8

const (
	// Exact: the documentation, or measurements on silicon that others
	// published, define the result to the bit.
	Exact Level = iota
	// Model: something about the result is not known; the reason says what.
	Model
	// Refused: the instruction is not simulated; a kernel that executes it
	// ends with an error.
	Refused
)

// String returns "exact", "model" or "refused".
func (l Level) String() string { return [...]string{"exact", "model", "refused"}[l] }

// Fidelity says how an instruction of the target is simulated, and why if it
// is not exact.
func Fidelity(t *isa.Target, op isa.Op) (Level, string) {
	if reason := refusal(t, op); reason != "" {
		return Refused, reason
	}
	if reason := matrixFidelity(t, op); reason != "" {
		return Model, reason
	}
	reason := modelReason(op)
	if op.HighHalf() == isa.HighUnsettled {
		reason = joinReasons(reason, halfReason)
	}
	if reason != "" {
		return Model, reason
	}
	return Exact, ""
}

// halfReason is why 16-bit instructions are models that isa.HighHalf calls
// unsettled.
const halfReason = "the sources do not agree about what it leaves in bits 31:16: zeros here"

// modelReason is why an instruction is a model by the tables, "" if it is not
// in them.
func modelReason(op isa.Op) string {
	for _, table := range [...][]opNote{floatModels[:], integerModels[:], memoryModels[:], scaleModels[:], scalarModels[:]} {
		for i := range table {
			if table[i].op == op {
				return table[i].reason
			}
		}
	}
	return ""
}

func joinReasons(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// opNote is a remark on an instruction.
type opNote struct {
	op     isa.Op
	reason string
}

// refusal is why an instruction is refused, "" if it is not: it is one of those
// below, or the chip's facts do not say what it does.
func refusal(t *isa.Target, op isa.Op) string {
	for i := range refused {
		if refused[i].op == op {
			return refused[i].reason
		}
	}
	var formats []string
	if m := op.Matrix(); m != nil {
		if err := t.Chip.CheckMatrixSums(); err != nil && m.D != "i32" {
			return err.Error()
		}
		formats = m.Inputs()
	} else if int(op) < len(scaleOps) && scaleOps[op].n > 0 {
		formats = []string{scaleOps[op].small}
	}
	if err := t.Chip.CheckFormats(formats...); err != nil {
		return err.Error()
	}
	return ""
}

const (
	gwsReason   = "global wave sync needs a driver that sets it up, and no compute compiler emits it"
	trapReason  = "only trap handlers may execute it"
	forkReason  = "fork and join need a branch stack that compilers do not use; MODE.csp is not simulated"
	traceReason = "thread trace data goes to a profiler"
	scalReason  = "scalar access to scratch has no defined address with architected flat scratch"
)

// refused are the instructions that a compute kernel cannot use.
var refused = [...]opNote{
	{isa.DS_GWS_INIT, gwsReason},
	{isa.DS_GWS_SEMA_V, gwsReason},
	{isa.DS_GWS_SEMA_BR, gwsReason},
	{isa.DS_GWS_SEMA_P, gwsReason},
	{isa.DS_GWS_SEMA_RELEASE_ALL, gwsReason},
	{isa.DS_GWS_BARRIER, gwsReason},
	{isa.S_RFE_B64, trapReason},
	{isa.S_RFE_RESTORE_B64, trapReason},
	{isa.S_ENDPGM_SAVED, "only the context-save trap handler executes it"},
	{isa.S_ENDPGM_ORDERED_PS_DONE, "it ends pixel shaders"},
	{isa.S_CBRANCH_G_FORK, forkReason},
	{isa.S_CBRANCH_I_FORK, forkReason},
	{isa.S_CBRANCH_JOIN, forkReason},
	{isa.S_TTRACEDATA, traceReason},
	{isa.V_MFMA_LD_SCALE_B32, "it is the first half of v_mfma_scale_*, and nothing without the second"},
	{isa.S_SCRATCH_LOAD_DWORD, scalReason},
	{isa.S_SCRATCH_LOAD_DWORDX2, scalReason},
	{isa.S_SCRATCH_LOAD_DWORDX4, scalReason},
	{isa.S_SCRATCH_STORE_DWORD, scalReason},
	{isa.S_SCRATCH_STORE_DWORDX2, scalReason},
	{isa.S_SCRATCH_STORE_DWORDX4, scalReason},
}

// scalarModels are the models among scalar and control instructions.
var scalarModels = [...]opNote{
	{isa.S_MEMTIME, "time is counted in instructions, 4 clocks each"},
	{isa.S_MEMREALTIME, "time is counted in instructions, each 4 clocks at 2 GHz"},
	{isa.S_GETREG_B32, "of the hardware registers, MODE, STATUS, TRAPSTS, GPR_ALLOC, LDS_ALLOC, IB_STS and SH_MEM_BASES are simulated; the others read 0"},
	{isa.S_SLEEP, "it takes no time"},
}

// InstructionName is the mnemonic of a row without the suffix of its encoding.
func InstructionName(row *isa.Row) string { return strings.ToLower(row.Op.String()) }
