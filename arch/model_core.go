package arch

// CoreModel has the constants of the compute unit: who issues when, how long instructions keep what, and
// the depths of queues. It is a group of Model.
type CoreModel struct {
	// Arbitration.

	// ScalarWithBranch is 1 if a scalar and a branch instruction of a SIMD may issue in one slot.
	ScalarWithBranch Constant
	// ScalarFair is 1 if waves take turns at scalar and branch instructions, 0 if the oldest one goes first.
	ScalarFair Constant
	// MatrixFirst is 1 if a matrix instruction whose matrix core is free goes before the vector instructions of older waves, 0 if the oldest one goes first.
	MatrixFirst Constant

	// Vector ALU.

	// Trans is how long a transcendental keeps its wave and the vector ALU.
	Trans Constant
	// Slow is the same of v_permlane*_swap, v_bitop3_b16, v_fma_mixlo_f16 and conversions to fp8.
	Slow Constant
	// PackedResult is the time from a packed instruction on 32-bit values to a reader of its result.
	PackedResult Constant
	// TransResult is the time from a transcendental to a vector instruction that reads its result.
	TransResult Constant
	// VALUToMemory is the time from a vector instruction to an LDS or vector memory instruction of its wave.
	VALUToMemory Constant
	// TransToMemory is the time from a transcendental to an LDS or scalar memory instruction of its wave.
	TransToMemory Constant
	// VALUToScalar is the time from a vector instruction that writes SGPRs to the next scalar instruction of its wave.
	VALUToScalar Constant
	// VALUToBranch is the time from a vector instruction that writes SGPRs to a branch on VCC or EXEC.
	VALUToBranch Constant
	// RampIdle is the longest pause without vector instructions after which the vector ALU of the compute unit does not start slowly.
	RampIdle Constant
	// RampDelay is how long after the first vector instruction it still issues as many as else.
	RampDelay Constant
	// RampLength is when after the first one it issues more than one vector instruction a slot again.
	RampLength Constant
	// RampTurn is how long a SIMD goes on meanwhile before another one that waits gets its turn.
	RampTurn Constant

	// Matrix core.

	// Scale is how much earlier the scale half of a scaled matrix instruction issues.
	Scale Constant
	// Shadow2 is how long the operand read of a matrix instruction blocks the vector ALU if A and B are up to 2 VGPRs.
	Shadow2 Constant
	// Shadow4 is the same for up to 4 VGPRs.
	Shadow4 Constant
	// Shadow8 is the same for more.
	Shadow8 Constant
	// ShadowMemory is the longest time for which a matrix instruction blocks LDS and vector memory instructions of its SIMD.
	ShadowMemory Constant
	// StoreToMatrix is the time from a store to vector memory to a matrix instruction of its SIMD, of a scaled one to the half that is not the scale.
	StoreToMatrix Constant
	// Packed2 is the time from the end of a matrix instruction in its pipe to the first packed instruction on 32-bit values of the SIMD if A and B are up to 2 VGPRs.
	Packed2 Constant
	// Packed4 is the same for more.
	Packed4 Constant

	// Scalar unit and wave control.

	// SALUToBranch is the time from a scalar instruction to a branch on the SCC, VCC or EXEC that it writes.
	SALUToBranch Constant
	// SALUToVMEM is the time from a scalar instruction to a vector memory instruction of its wave.
	SALUToVMEM Constant
	// Taken is the time from a taken branch to the next instruction of its wave.
	Taken Constant
	// Leave is the time from the arrival of the last wave at a barrier to the next instruction of all.
	Leave Constant
	// Start is the time from the start of a wave to its first instruction, if that is in the instruction cache.
	Start Constant
	// End is the time from s_endpgm to the end of a wave without stores.
	End Constant
	// Sleep is how long s_sleep 1 sleeps.
	Sleep Constant

	// Instruction fetch.

	// FetchBlock is how much a wave fetches at once.
	FetchBlock Constant
	// FetchInterval is how long a block takes to come. A wave has that of its next instruction and the one after it, and requests another when it has used one up.
	FetchInterval Constant
	// FetchSecond is the time from the first block to the second one after a taken branch.
	FetchSecond Constant
	// FetchAgain is the time from a branch that is not taken to the block after its own.
	FetchAgain Constant
	// FetchLine is a line of the instruction cache.
	FetchLine Constant

	// Vector memory.

	// VMEMQueue is the number of instructions that wait in the queue of a compute unit.
	VMEMQueue Constant
	// VMEMWake is how long the first vector memory instruction waits if none of the compute unit is under way.
	VMEMWake Constant
	// VMEMOffset is how long a buffer instruction whose soffset is an SGPR keeps its wave; others take a slot.
	VMEMOffset Constant
	// VMEMDword is how long the data path of the L1 takes for one dword a lane, for a memory that has no caches.
	VMEMDword Constant
	// VMEMWide is the same for more than a dword.
	VMEMWide Constant
}

func (m *CoreModel) constants() []NamedConstant {
	return []NamedConstant{
		{"issue.scalar_with_branch", &m.ScalarWithBranch},
		{"issue.scalar_fair", &m.ScalarFair},
		{"issue.matrix_first", &m.MatrixFirst},
		{"valu.trans", &m.Trans},
		{"valu.slow", &m.Slow},
		{"valu.packed_result", &m.PackedResult},
		{"valu.trans_result", &m.TransResult},
		{"valu.to_memory", &m.VALUToMemory},
		{"valu.trans_to_memory", &m.TransToMemory},
		{"valu.to_scalar", &m.VALUToScalar},
		{"valu.to_branch", &m.VALUToBranch},
		{"ramp.idle", &m.RampIdle},
		{"ramp.delay", &m.RampDelay},
		{"ramp.length", &m.RampLength},
		{"ramp.turn", &m.RampTurn},
		{"mfma.scale", &m.Scale},
		{"mfma.shadow_2", &m.Shadow2},
		{"mfma.shadow_4", &m.Shadow4},
		{"mfma.shadow_8", &m.Shadow8},
		{"mfma.shadow_memory", &m.ShadowMemory},
		{"mfma.after_store", &m.StoreToMatrix},
		{"mfma.packed_2", &m.Packed2},
		{"mfma.packed_4", &m.Packed4},
		{"salu.to_branch", &m.SALUToBranch},
		{"salu.to_vmem", &m.SALUToVMEM},
		{"branch.taken", &m.Taken},
		{"barrier.leave", &m.Leave},
		{"wave.start", &m.Start},
		{"wave.end", &m.End},
		{"sleep.unit", &m.Sleep},
		{"fetch.block", &m.FetchBlock},
		{"fetch.interval", &m.FetchInterval},
		{"fetch.second", &m.FetchSecond},
		{"fetch.again", &m.FetchAgain},
		{"fetch.line", &m.FetchLine},
		{"vmem.queue", &m.VMEMQueue},
		{"vmem.wake", &m.VMEMWake},
		{"vmem.offset", &m.VMEMOffset},
		{"vmem.dword", &m.VMEMDword},
		{"vmem.wide", &m.VMEMWide},
	}
}

// Most of gfx942's are gfx950's: there are thread traces of gfx950 only.
var (
	core942 = CoreModel{
		ScalarWithBranch: Constant{0, "", Fitted, "silicon/mi300x_kernels.csv, FMA loops: 48.1 cycles for four waves with two SALU and a branch each"},
		ScalarFair:       Constant{1, "", Fitted, "silicon/mi300x_kernels.csv, FMA loops: 48.1 cycles with four waves; oldest first gives 72"},
		MatrixFirst:      Constant{1, "", Inferred, "gfx950's value: no traces of gfx942"},
		Trans:            Constant{16, "cycles", Documented, "facts performance.md §1.5: quarter rate"},
		Slow:             Constant{8, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		PackedResult:     Constant{8, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		TransResult:      Constant{20, "cycles", Inferred, "valu.trans and a slot, as on gfx950"},
		VALUToMemory:     Constant{12, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		TransToMemory:    Constant{24, "cycles", Inferred, "valu.trans and two slots, as on gfx950"},
		VALUToScalar:     Constant{20, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		VALUToBranch:     Constant{24, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		RampIdle:         Constant{20, "cycles", Fitted, "silicon/mi300x_kernels.csv, fp16 loop: 56.02 cycles with one wave on each SIMD, 82.74 with four; 74 and 93 if it started as slowly as gfx950's"},
		RampDelay:        Constant{0, "cycles", Fitted, "silicon/mi300x_kernels.csv, fp16 loop: 56.02 cycles with one wave on each SIMD, 82.74 with four; 74 and 93 if it started as slowly as gfx950's"},
		RampLength:       Constant{0, "cycles", Fitted, "silicon/mi300x_kernels.csv, fp16 loop: 56.02 cycles with one wave on each SIMD, 82.74 with four; 74 and 93 if it started as slowly as gfx950's"},
		RampTurn:         Constant{32, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		Scale:            Constant{4, "cycles", Inferred, "gfx950's value; no instruction of gfx942 uses it"},
		Shadow2:          Constant{4, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		Shadow4:          Constant{8, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		Shadow8:          Constant{12, "cycles", Inferred, "gfx950's value; no instruction of gfx942 uses it"},
		ShadowMemory:     Constant{8, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		StoreToMatrix:    Constant{12, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		Packed2:          Constant{8, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		Packed4:          Constant{12, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		SALUToBranch:     Constant{4, "cycles", Fitted, "silicon/mi300x_kernels.csv, FMA loops: 36.05 cycles with 5 instructions"},
		SALUToVMEM:       Constant{8, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		Taken:            Constant{20, "cycles", Fitted, "silicon/mi300x_kernels.csv, FMA loops: 36.05 cycles"},
		Leave:            Constant{8, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		Start:            Constant{28, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		End:              Constant{16, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		Sleep:            Constant{64, "cycles", Documented, "ISA manual, S_SLEEP: about 64 clocks a unit"},
		FetchBlock:       Constant{32, "bytes", Inferred, "gfx950's value: no traces of gfx942"},
		FetchInterval:    Constant{20, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		FetchSecond:      Constant{32, "cycles", Fitted, "silicon/mi300x_kernels.csv, fp16 loop of 44 bytes: 56.02 cycles, 44 by issue alone"},
		FetchAgain:       Constant{20, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		FetchLine:        Constant{128, "bytes", Documented, "facts performance.md §1.1"},
		VMEMQueue:        Constant{11, "entries", Inferred, "gfx950's value: no traces of gfx942"},
		VMEMWake:         Constant{0, "cycles", Inferred, "the latencies of gfx942 are those of pointer chases, in which each load is the first: they contain it"},
		VMEMOffset:       Constant{8, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		VMEMDword:        Constant{4, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
		VMEMWide:         Constant{16, "cycles", Inferred, "gfx950's value: no traces of gfx942"},
	}
	core950 = CoreModel{
		ScalarWithBranch: Constant{1, "", Measured, "facts silicon/timing_rules.md §2, SALU and branch: 353 slots"},
		ScalarFair:       Constant{0, "", Measured, "thread traces of an MI350X: the older one went first 1,405 times, the younger one 120 times"},
		MatrixFirst:      Constant{1, "", Measured, "thread traces of an MI350X: the younger wave's matrix instruction went first 2,017 times, the older wave's vector instruction never (flash_attn_func, pa_mqa_logits, preshuffle_gemm, pa)"},
		Trans:            Constant{8, "cycles", Measured, "facts silicon/timing_rules.md §2: 533 of 549"},
		Slow:             Constant{8, "cycles", Measured, "facts silicon/timing_rules.md §2: permlane 157 of 158, bitop3_b16 20 lines"},
		PackedResult:     Constant{8, "cycles", Measured, "facts silicon/timing_rules.md §2: minimum 8, 316 and 48 instances"},
		TransResult:      Constant{12, "cycles", Measured, "facts silicon/timing_rules.md §2: 44 of 384 at the minimum; silicon/mi350x_dependence_distance.csv"},
		VALUToMemory:     Constant{12, "cycles", Measured, "facts silicon/timing_rules.md §2: 464 of 479, dependent or not"},
		TransToMemory:    Constant{16, "cycles", Measured, "facts silicon/timing_rules.md §2: 40 of 40"},
		VALUToScalar:     Constant{20, "cycles", Measured, "facts silicon/timing_rules.md §2: 364 of 364 and 163 of 163"},
		VALUToBranch:     Constant{24, "cycles", Measured, "facts silicon/timing_rules.md §2: minimum, 407 of 660"},
		RampIdle:         Constant{20, "cycles", Measured, "thread traces of an MI350X (softmax, quant, rmsnorm, moe_reduce): pauses of 16 never, of 20 in a third, of 24 always; facts silicon/timing_rules.md §2, VALU ramp"},
		RampDelay:        Constant{12, "cycles", Measured, "thread traces of an MI350X, the same: two or more a slot in 95 % at 4, 52 % at 8, 36 % at 12, 18 % at 24"},
		RampLength:       Constant{132, "cycles", Measured, "thread traces of an MI350X, the same: 11 % at 128, 65 % at 132, 86 % at 136; facts silicon/timing_rules.md §2, VALU ramp: 120"},
		RampTurn:         Constant{32, "cycles", Measured, "thread traces of an MI350X: a SIMD that had more to issue lost its turn after 28 or 32 cycles 2,670 times, after 16 to 24 1,727 times, later 594 times, 562 of them in moe_reduce"},
		Scale:            Constant{4, "cycles", Measured, "facts silicon/timing_rules.md §2, MFMA: same wave +4, 6055"},
		Shadow2:          Constant{4, "cycles", Measured, "facts silicon/timing_rules.md §2, MFMA: shadow for VALU"},
		Shadow4:          Constant{8, "cycles", Measured, "facts silicon/timing_rules.md §2, MFMA: 5030 of 6130"},
		Shadow8:          Constant{12, "cycles", Measured, "facts silicon/timing_rules.md §2, MFMA: 1350 of 1678"},
		ShadowMemory:     Constant{8, "cycles", Measured, "facts silicon/timing_rules.md §2, MFMA: none earlier in 34,816"},
		StoreToMatrix:    Constant{12, "cycles", Measured, "thread traces of an MI350X: none of 2,420 within 28 cycles of a store is earlier, of the same wave or another, 1,386 at 12 (pa_mqa_logits, preshuffle_gemm, flash_attn_func: dwords, shorts, two dwords)"},
		Packed2:          Constant{8, "cycles", Measured, "facts silicon/timing_rules.md §2, v_pk after MFMA: 24 cycles, 70"},
		Packed4:          Constant{12, "cycles", Measured, "facts silicon/timing_rules.md §2, v_pk after MFMA: 48 cycles, 339; 44 cycles, 3303"},
		SALUToBranch:     Constant{8, "cycles", Measured, "facts silicon/timing_rules.md §2: 267 of 281"},
		SALUToVMEM:       Constant{8, "cycles", Measured, "facts silicon/timing_rules.md §2: minimum 8 in all 150"},
		Taken:            Constant{20, "cycles", Measured, "facts silicon/timing_rules.md §2: 99 of 102"},
		Leave:            Constant{8, "cycles", Measured, "facts silicon/timing_rules.md §2: last arrival + 4 or 8; alone 8"},
		Start:            Constant{28, "cycles", Measured, "facts silicon/timing_rules.md §2: 28 to 32, p10 to p90 of all waves"},
		End:              Constant{16, "cycles", Measured, "facts silicon/timing_rules.md §2: 16 to 20"},
		Sleep:            Constant{64, "cycles", Documented, "ISA manual, S_SLEEP: about 64 clocks a unit"},
		FetchBlock:       Constant{32, "bytes", Measured, "facts silicon/timing_rules.md §2, instruction fetch"},
		FetchInterval:    Constant{20, "cycles", Measured, "thread traces of an MI350X: 8-byte code off by 4 bytes waits 4 each fourth instruction (layernorm 0x189c to 0x219c, 16 of 16), aligned code never (flash_attn_func 0x2080 to 0x20ff, 20 of 20); 4-byte code before 8-byte code waits, too (pa_mqa_logits 0x26fc, 0x273c, 0x277c, 30 of 32). Facts silicon/timing_rules.md §2 has two blocks ahead in 40 cycles"},
		FetchSecond:      Constant{16, "cycles", Measured, "thread traces of an MI350X: a branch to the last 4 bytes of a block takes 36; the next block of 4-byte and 8-byte code is there in time (facts silicon/timing_rules.md §2: p50 4)"},
		FetchAgain:       Constant{20, "cycles", Measured, "thread traces of an MI350X: fused_rope_cache, 12 of 12"},
		FetchLine:        Constant{128, "bytes", Documented, "facts performance.md §1.1"},
		VMEMQueue:        Constant{11, "entries", Measured, "facts silicon/timing_rules.md §2, VMEM FIFO: 15 dwordx4 at 4 cycles each, the 16th 16 later; facts performance.md §1.6: about 12"},
		VMEMWake:         Constant{8, "cycles", Measured, "thread traces of an MI350X: 18 of 18 in fused_rope_cache, 58 of 62 in flash_attn_func, 8 of 8 in layernorm after 200 cycles and more without any; hardly ever where loads are under way"},
		VMEMOffset:       Constant{8, "cycles", Measured, "thread traces of an MI350X: 8 at least in 2,145 of 2,145 in quant, the only one with such; with soffset 0 the same opcodes take 4 in nine of ten"},
		VMEMDword:        Constant{4, "cycles", Documented, "facts performance.md §1.6"},
		VMEMWide:         Constant{16, "cycles", Measured, "facts silicon/timing_rules.md §2, VMEM FIFO: one dwordx4 in 16 cycles"},
	}
)
