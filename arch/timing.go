package arch

// Timing is how long instructions take, in clocks, as one wave sees it. It
// steers the order of instructions and is never relied on for correctness.
type Timing struct {
	// Issue is the time between two instructions of a wave: a SIMD's turn.
	Issue int
	// VALU is from a vector instruction to one that uses its result.
	VALU int
	// TransIssue is how long a transcendental instruction keeps the vector ALU.
	TransIssue int
	// SALU is from a scalar instruction to one that uses its result.
	SALU int
	// Pass is the time of one pass of a matrix instruction; MatrixIssue is how
	// long a matrix instruction lets nothing else of the wave begin.
	Pass, MatrixIssue int
	// LDS is from a read to its data; LDSQueue is between the data of two reads
	// of up to 8 bytes a lane; LDSWide is that of longer ones. LDSStoreDword is
	// how much each dword of data adds to the issue of a write.
	LDS, LDSQueue, LDSWide, LDSStoreDword int
	// LDSData is from a read to its data in the registers, at the least.
	LDSData int
	// SMEM is from a scalar load to its data.
	SMEM int
	// VMEM is from a load of global memory to its data; VMEMQueue is between two
	// loads of up to a dword a lane, VMEMWide between longer ones.
	VMEM, VMEMQueue, VMEMWide int
	// ToLDS is from a load of global memory straight to the LDS to its data
	// there, at the latest.
	ToLDS int
	// Barrier is what s_barrier takes if no wave has to wait for another.
	Barrier int
}

// Sources: facts performance.md §1.2 (latencies: v_fma dependent 8 and issue 4;
// LDS 52 and 69; s_load 48, taken with a miss of its cache; HBM 862), §1.5
// (issue every 4 clocks, nothing in the first 8 of a matrix instruction,
// ds_write 4+4 a dword, transcendentals 16 and 8), §1.6 (16 clocks a
// dwordx4, 4 a dword), §2.3 (data cycles of LDS reads with four SIMDs busy),
// §1.7 (barrier). LDSData: 48 clocks to the end of the wait (facts
// silicon/mi350x_memory_latency.csv) less the two slots that this takes; kernels
// of ROCm/aiter that are right on a card read 10 instructions behind the LDS read,
// and others overwrite registers that are read 7 behind it. Of ToLDS it is known that kernels rely on hundreds of clocks
// (facts isa/semantics.md, "Added 2026-11-22"); it is more than twice VMEM, so
// that what they rely on holds with room to spare.
var (
	timing942 = Timing{
		Issue: 4, VALU: 8, TransIssue: 16, SALU: 4, Pass: 4, MatrixIssue: 8,
		LDS: 64, LDSQueue: 8, LDSWide: 16, LDSStoreDword: 4, LDSData: 40,
		SMEM: 200, VMEM: 862, VMEMQueue: 4, VMEMWide: 16, ToLDS: 2048, Barrier: 100,
	}
	timing950 = Timing{
		Issue: 4, VALU: 8, TransIssue: 8, SALU: 4, Pass: 4, MatrixIssue: 8,
		LDS: 69, LDSQueue: 4, LDSWide: 8, LDSStoreDword: 4, LDSData: 40,
		SMEM: 200, VMEM: 862, VMEMQueue: 4, VMEMWide: 16, ToLDS: 2048, Barrier: 100,
	}
)
