package arch

// Timing says how long instructions take, in clocks, as one wave sees it. It guides the order of
// instructions; correctness never depends on it.
type Timing struct {
	// Issue is the time between two instructions of a wave: a SIMD's turn.
	Issue int
	// VALU is the time from a vector instruction to one that uses its result.
	VALU int
	// TransIssue is how long a transcendental instruction keeps the vector ALU.
	TransIssue int
	// SALU is the time from a scalar instruction to one that uses its result.
	SALU int
	// Pass is the time of one pass of a matrix instruction; MatrixIssue is how long a matrix
	// instruction keeps the wave's other instructions from starting.
	Pass, MatrixIssue int
	// LDS is the time from a read to its data; LDSQueue is the time between the data of two reads
	// of up to 8 bytes per lane; LDSWide the same for longer ones. LDSStoreDword is how much each
	// dword of data adds to the issue of a write.
	LDS, LDSQueue, LDSWide, LDSStoreDword int
	// LDSData is the least time from a read to its data in the registers.
	LDSData int
	// SMEM is the time from a scalar load to its data.
	SMEM int
	// VMEM is the time from a load of global memory to its data; VMEMQueue is the time between two
	// loads of up to a dword per lane, VMEMWide between longer ones.
	VMEM, VMEMQueue, VMEMWide int
	// LDSAhead and VMEMAhead are how long before its use a read of LDS and a load of global memory
	// should begin, where there is something to do meanwhile: with other waves' accesses under way.
	LDSAhead, VMEMAhead int
	// ToLDS is the longest time from a direct-to-LDS load to its data in the LDS.
	ToLDS int
	// Barrier is the time of s_barrier if no wave has to wait for another.
	Barrier int
}

// Sources: facts performance.md §1.2 (latencies: v_fma dependent 8 and issue 4; LDS 52 and 69;
// s_load 48, taken with a miss of its cache; HBM 862), §1.5 (issue every 4 clocks, nothing in the
// first 8 of a matrix instruction, ds_write 4+4 a dword, transcendentals 16 and 8), §1.6 (16 clocks
// a dwordx4, 4 a dword), §2.3 (data cycles of LDS reads with four SIMDs busy), §1.7 (barrier).
// LDSData: 48 clocks to the end of the wait (facts silicon/mi350x_memory_latency.csv) less the two
// slots that this takes; kernels of ROCm/aiter that work on a card use the data 10 instructions
// after the LDS read, and others overwrite registers that are read 7 instructions after it. ToLDS:
// kernels are known to rely on hundreds of clocks (facts isa/semantics.md, "Added 2026-11-22"); it
// is more than twice VMEM, which leaves them room to spare. LDSAhead, VMEMAhead: 16 and 80 matrix
// instructions of 16 clocks; the fastest kernels have 160 to 650 clocks and 1000 to 2400 (facts
// schedules.md §3.1).
var (
	timing942 = Timing{
		Issue: 4, VALU: 8, TransIssue: 16, SALU: 4, Pass: 4, MatrixIssue: 8,
		LDS: 64, LDSQueue: 8, LDSWide: 16, LDSStoreDword: 4, LDSData: 40,
		SMEM: 200, VMEM: 862, VMEMQueue: 4, VMEMWide: 16, LDSAhead: 256, VMEMAhead: 1280, ToLDS: 2048, Barrier: 100,
	}
	timing950 = Timing{
		Issue: 4, VALU: 8, TransIssue: 8, SALU: 4, Pass: 4, MatrixIssue: 8,
		LDS: 69, LDSQueue: 4, LDSWide: 8, LDSStoreDword: 4, LDSData: 40,
		SMEM: 200, VMEM: 862, VMEMQueue: 4, VMEMWide: 16, LDSAhead: 256, VMEMAhead: 1280, ToLDS: 2048, Barrier: 100,
	}
)
