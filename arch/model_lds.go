package arch

// LDSModel is a group of Model: the LDS of a compute unit. Each pair of SIMDs has a queue and a port
// to the LDS, and all share the banks. How long an instruction keeps port and banks follows from its
// addresses (package layout, LDSCount); the times here are the rest. Instructions of a pair are
// served in order.
//
// A read that finds its pair's queue empty and the banks free has its data in the registers Fixed
// plus its cycles alone (LDSCount.Alone) after its issue. A write, an atomic and a lane move with an
// address (ds_bpermute, ds_permute) have theirs after Fixed, their issue and their cycles alone, of
// which a write has only those of the banks, because its data pass the port as it issues.
type LDSModel struct {
	// Queue is how many instructions of a pair of SIMDs can wait for the LDS or be served.
	Queue Constant
	// DataSlots is how many registers of a wave the data queue of a pair holds: a read takes one, a
	// write its dwords and one for the addresses.
	DataSlots Constant
	// Fixed is the time from the issue of a read to the end of the s_waitcnt for it, that one's own
	// slot included, less the cycles of the port and the banks.
	Fixed Constant
	// FirstSIMD is how much longer SIMD 0 waits for its data than the others. Waits end in slots of 4 cycles.
	FirstSIMD Constant
	// Follow is how much later a wave gets the data of a read that its next read follows before they have
	// passed the port.
	Follow Constant
	// Issue is how long an instruction keeps its wave for its addresses, IssueDword what each dword of
	// a lane's data adds: 4 for reads, 4 + 4 a dword for what brings data.
	Issue, IssueDword Constant
	// Conflict is how long the banks are busy with each further way of a phase: the first one takes a
	// cycle, and one with n ways 1 + (n-1) times Conflict.
	Conflict Constant
	// MoveGap is the least distance between the issues of two lane moves (ds_swizzle, ds_bpermute,
	// ds_permute) of a wave.
	MoveGap Constant
}

func (m *LDSModel) constants() []NamedConstant {
	return []NamedConstant{
		{"lds.queue", &m.Queue},
		{"lds.data-slots", &m.DataSlots},
		{"lds.fixed", &m.Fixed},
		{"lds.first-simd", &m.FirstSIMD},
		{"lds.follow", &m.Follow},
		{"lds.issue", &m.Issue},
		{"lds.issue-dword", &m.IssueDword},
		{"lds.conflict", &m.Conflict},
		{"lds.move-gap", &m.MoveGap},
	}
}

// Sources of lds.fixed: the thread traces have 48 cycles for b32 and b64, 52 for b128 and read2_b32,
// which is 44 and the cycles of the port; writes of b32, b64 and b128 have 56, 60 and 72, which is 44,
// the issue (8, 12, 20) and the cycles of the banks (2, 4, 8) in slots of 4; ds_bpermute has 56, 44
// with an issue of 8 and a port of 4 (facts silicon/timing_rules.md §2 "LDS"). rocRoller has 40 and
// does not count the wait's slot (facts performance.md §2.3).
var (
	lds950 = LDSModel{
		Queue:      Constant{8, "instructions", Documented, "8 a pair of SIMDs: rocRoller LDSModel, lds_throughput.md §1.6 of gfx950-gluon-tutorials (facts performance.md §2.3)"},
		DataSlots:  Constant{10, "registers", Documented, "rocRoller LDSModel (facts performance.md §2.3)"},
		Fixed:      Constant{44, "cycles", Measured, "thread traces of an MI350X (facts silicon/timing_rules.md §2, silicon/mi350x_memory_latency.csv)"},
		FirstSIMD:  Constant{1, "cycles", Measured, "thread traces of an MI350X, accesses alone in the LDS: 1,459 of 1,461 reads, moves and writes of b64 and b128 on SIMD 0 are a slot later, 4,139 of 4,353 on the others are not (softmax, quant, moe_gemm, preshuffle_gemm, moe_blockscale, pa_mqa_logits, topk_gating_softmax); of writes of b32, which have 2 cycles left in their slot, 735 of 736 on all SIMDs are not"},
		Follow:     Constant{2, "cycles", Measured, "thread traces of an MI350X, ds_read_b128 alone in the LDS but for the wave's next one 4 cycles later: 56 in 230 of 231 on all SIMDs (flash_attn_func, moe_gemm); without a next one, or with one of another wave, 56 on SIMD 0 and 52 on others in 1,137 of 1,184 (preshuffle_gemm_v2, moe_gemm): from 1 to 3"},
		Issue:      Constant{4, "cycles", Measured, "thread traces of an MI350X (facts silicon/mi350x_opcode_cycles_all.csv)"},
		IssueDword: Constant{4, "cycles", Measured, "thread traces of an MI350X: 8, 12 and 20 for writes of b32, b64 and b128, 8 for ds_bpermute (facts silicon/mi350x_opcode_cycles_all.csv)"},
		Conflict:   Constant{1, "cycles", Measured, "ds_read_b128 with 2, 4 and 8 ways takes 8, 16 and 32 cycles alone, 32, 64 and 128 with four waves (gfx950-gluon-tutorials, facts performance.md §2.3)"},
		MoveGap:    Constant{4, "cycles", Measured, "thread traces of an MI350X: ds_swizzle 4 in 75 of 84 (rmsnorm, layernorm); ds_bpermute, which has 8 in 260 of 323 (facts silicon/timing_rules.md §2), has it from its issue"},
	}
	lds942 = LDSModel{
		Queue:      Constant{8, "instructions", Documented, "rocRoller LDSModel (facts performance.md §2.3)"},
		DataSlots:  Constant{10, "registers", Documented, "rocRoller LDSModel (facts performance.md §2.3)"},
		Fixed:      Constant{48, "cycles", Fitted, "a chain of ds_read_b32 and s_waitcnt takes 52 a read, 4 of them the port's (mt4g, facts performance.md §1.2)"},
		FirstSIMD:  Constant{0, "cycles", Fitted, "lds.fixed is that of a chain of one wave, and contains it"},
		Follow:     Constant{0, "cycles", Inferred, "nobody measured it"},
		Issue:      Constant{4, "cycles", Documented, "rocRoller LDSModel (facts performance.md §2.3)"},
		IssueDword: Constant{4, "cycles", Measured, "ds_write_b128 20: gfx950-gluon-tutorials on gfx942 (facts performance.md §1.5)"},
		Conflict:   Constant{1, "cycles", Measured, "ds_read_b32 and ds_write_b32 with 32 ways in both halves take 128.06 cycles together (facts silicon/mi300x_kernels.csv, shared_mem_latency); loops with two-way conflicts (facts performance.md §5)"},
		MoveGap:    Constant{4, "cycles", Inferred, "as on gfx950"},
	}
)
