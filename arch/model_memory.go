package arch

// MemoryModel has the constants of vector memory, its caches, and those of scalars and
// instructions. Latencies are those of a lone access which hits at that level: from its issue to the
// end of the s_waitcnt for its data, which is when the next instruction issues.
type MemoryModel struct {
	// Vector L1, one to a compute unit.
	L1Sets, L1Ways  Constant
	L1Latency       Constant // of a load of up to a dword a lane
	L1WideLatency   Constant // of a longer one
	L1BytesPerCycle Constant
	L1DwordCycles   Constant // of a wave's access of up to a dword a lane
	L1WideCycles    Constant // of a longer one
	L1DirectSets    Constant // 1: bits of its address say in which set a line is; 0: a hash does
	L1SetCycles     Constant // for which a set is busy with a line; 0: no limit
	L1FillBytes     Constant // that the L2 can deliver to one compute unit in a cycle
	L1InOrder       Constant // 1: loads of a compute unit return in the order of their issue

	// L2, one to an XCD.
	L2Channels, L2ChannelBytes, L2Ways Constant
	L2Interleave                       Constant
	L2Latency                          Constant
	L2StoreLatency                     Constant // of a store that nothing holds up, to its acknowledgement
	L2ReadBytes, L2WriteBytes          Constant // of a channel in a cycle
	L2Efficiency                       Constant // share of the cycles in which a channel serves
	L2AtomicCycles                     Constant

	// Fabric from an XCD to the MALL. The channels of the MALL and of the HBM are on FabricDies I/O dies;
	// so many bytes that follow each other are on one, the next ones on the next.
	// Latencies are means over all channels: one on the XCD's own die takes less, one on a die FabricHop
	// further off as much more.
	FabricReadBytes, FabricWriteBytes Constant
	FabricDies, FabricDieBytes        Constant
	FabricHop                         Constant

	// MALL, shared by all XCDs.
	MALLBytes, MALLWays, MALLChannels Constant
	MALLInterleave                    Constant
	MALLBytesPerCycle                 Constant // of a channel
	MALLLatency                       Constant

	// HBM.
	HBMBandwidth                   Constant // peak
	HBMReadShare, HBMWriteShare    Constant // of the peak that streaming reaches
	HBMLatency                     Constant
	HBMTurnaround                  Constant // of a channel between a read and a write
	HBMRefresh, HBMRefreshInterval Constant // how long, and how often, a channel refreshes itself and reads wait
	MemoryClock                    Constant // engine clock at which latencies were measured
	TLBPage                        Constant
	TLBEntries, TLBMiss            Constant // of a compute unit
	TLB2Entries, TLB2Ways, TLBWalk Constant // of an XCD; TLBWalk is what a walk adds
	// Scalar and instruction cache, one for each CUsPerScalar compute units.
	CUsPerScalar                                       Constant
	ScalarBytes, ScalarWays, ScalarLatency             Constant
	InstructionBytes, InstructionWays, InstructionMiss Constant
}

func (m *MemoryModel) constants() []NamedConstant {
	return []NamedConstant{
		{"l1.sets", &m.L1Sets},
		{"l1.ways", &m.L1Ways},
		{"l1.latency", &m.L1Latency},
		{"l1.wide_latency", &m.L1WideLatency},
		{"l1.bytes_per_cycle", &m.L1BytesPerCycle},
		{"l1.dword_cycles", &m.L1DwordCycles},
		{"l1.wide_cycles", &m.L1WideCycles},
		{"l1.direct_sets", &m.L1DirectSets},
		{"l1.set_cycles", &m.L1SetCycles},
		{"l1.fill_bytes_per_cycle", &m.L1FillBytes},
		{"l1.in_order", &m.L1InOrder},
		{"l2.channels", &m.L2Channels},
		{"l2.channel_bytes", &m.L2ChannelBytes},
		{"l2.ways", &m.L2Ways},
		{"l2.interleave", &m.L2Interleave},
		{"l2.latency", &m.L2Latency},
		{"l2.store_latency", &m.L2StoreLatency},
		{"l2.read_bytes_per_cycle", &m.L2ReadBytes},
		{"l2.write_bytes_per_cycle", &m.L2WriteBytes},
		{"l2.efficiency", &m.L2Efficiency},
		{"l2.atomic_cycles", &m.L2AtomicCycles},
		{"fabric.read_bytes_per_cycle", &m.FabricReadBytes},
		{"fabric.write_bytes_per_cycle", &m.FabricWriteBytes},
		{"fabric.dies", &m.FabricDies},
		{"fabric.die_bytes", &m.FabricDieBytes},
		{"fabric.hop", &m.FabricHop},
		{"mall.bytes", &m.MALLBytes},
		{"mall.ways", &m.MALLWays},
		{"mall.channels", &m.MALLChannels},
		{"mall.interleave", &m.MALLInterleave},
		{"mall.bytes_per_cycle", &m.MALLBytesPerCycle},
		{"mall.latency", &m.MALLLatency},
		{"hbm.bandwidth", &m.HBMBandwidth},
		{"hbm.read_share", &m.HBMReadShare},
		{"hbm.write_share", &m.HBMWriteShare},
		{"hbm.latency", &m.HBMLatency},
		{"hbm.turnaround", &m.HBMTurnaround},
		{"hbm.refresh", &m.HBMRefresh},
		{"hbm.refresh_interval", &m.HBMRefreshInterval},
		{"memory.clock", &m.MemoryClock},
		{"tlb.page", &m.TLBPage},
		{"tlb.entries", &m.TLBEntries},
		{"tlb.miss", &m.TLBMiss},
		{"tlb.l2_entries", &m.TLB2Entries},
		{"tlb.l2_ways", &m.TLB2Ways},
		{"tlb.walk", &m.TLBWalk},
		{"scalar.cus", &m.CUsPerScalar},
		{"scalar.bytes", &m.ScalarBytes},
		{"scalar.ways", &m.ScalarWays},
		{"scalar.latency", &m.ScalarLatency},
		{"instruction.bytes", &m.InstructionBytes},
		{"instruction.ways", &m.InstructionWays},
		{"instruction.miss", &m.InstructionMiss},
	}
}

// The pointer chase and the read bandwidth of silicon/mi300x_microbenchmarks.csv were measured on an
// MI300X, by working set, with the engine clock taken as 2092 MHz.
var memory942 = MemoryModel{
	L1Sets:          Constant{4, "sets", Documented, "facts performance.md §1.1, seed 002"},
	L1Ways:          Constant{64, "lines", Documented, "facts performance.md §1.1; pointer chase of facts silicon/mi300x_microbenchmarks.csv: 32 KB hit, 33.9 KB do not"},
	L1Latency:       Constant{116, "cycles", Measured, "facts performance.md §1.2: 112 to 119 a step of a chase; pointer chase of facts silicon/mi300x_microbenchmarks.csv: 118 to 121, at the least 115.9"},
	L1WideLatency:   Constant{116, "cycles", Inferred, "facts performance.md §1.2 has chases of 4 and of 8 bytes, by one lane: the same"},
	L1BytesPerCycle: Constant{64, "bytes/cycle", Measured, "facts performance.md §1.3"},
	L1DwordCycles:   Constant{4, "cycles", Measured, "facts performance.md §1.6 (gfx950)"},
	L1WideCycles:    Constant{16, "cycles", Measured, "facts performance.md §1.6 (gfx950): dwordx2 and dwordx4"},
	L1DirectSets:    Constant{1, "", Documented, "seed 002; facts performance.md §3"},
	L1SetCycles:     Constant{0, "cycles", Inferred, "facts performance.md §3, hypothesis (b): nobody measured it; off"},
	L1FillBytes:     Constant{64, "bytes/cycle", Inferred, "as the L1's own rate"},
	L1InOrder:       Constant{1, "", Inferred, "as measured on gfx950"},

	L2Channels:     Constant{16, "channels", Documented, "facts performance.md §1.1"},
	L2ChannelBytes: Constant{256 << 10, "bytes", Documented, "facts performance.md §1.1"},
	L2Ways:         Constant{16, "lines", Documented, "facts performance.md §1.1; pointer chase of facts silicon/mi300x_microbenchmarks.csv: 4166 KB take 283 cycles, as LRU with 16 ways gives"},
	L2Interleave:   Constant{256, "bytes", Documented, "ROCm Compute Profiler's pages on the L2 (MI200); that higher bits are hashed in is documented, the function not"},
	L2Latency:      Constant{210, "cycles", Measured, "facts performance.md §1.2: 208; pointer chase of facts silicon/mi300x_microbenchmarks.csv: 213"},
	L2StoreLatency: Constant{264, "cycles", Inferred, "gfx950's, in the ratio of the latencies of loads"},
	L2ReadBytes:    Constant{128, "bytes/cycle", Documented, "facts performance.md §1.1"},
	L2WriteBytes:   Constant{64, "bytes/cycle", Documented, "facts performance.md §1.1"},
	L2Efficiency:   Constant{0.85, "", Fitted, "read bandwidth of facts silicon/mi300x_microbenchmarks.csv, 128 KB to 4 MB: 27.5 TB/s of 34.3"},
	L2AtomicCycles: Constant{4, "cycles", Inferred, "nobody measured it"},

	FabricReadBytes:  Constant{351, "bytes/cycle", Fitted, "read bandwidth of facts silicon/mi300x_microbenchmarks.csv, 41 to 273 MB: median 5.9 TB/s; facts performance.md §1.3 has 5.0 to 7.5"},
	FabricWriteBytes: Constant{351, "bytes/cycle", Inferred, "as for reads"},
	FabricDies:       Constant{4, "dies", Documented, "MI300X has 4 I/O dies of 2 XCDs and 2 stacks of HBM each: instinct.docs.amd.com, GPU partitioning of MI300X"},
	FabricDieBytes:   Constant{8192, "bytes", Inferred, "as on gfx950: 32 channels of 256 bytes"},
	FabricHop:        Constant{132, "cycles", Inferred, "\"The MALL is Open\" (SC25): with memory of the own die alone (NPS4) the latency of the MALL is 1.42 times less, 313 cycles of 445; the mean over 4 dies in a square is one hop more"},

	MALLBytes:         Constant{256 << 20, "bytes", Documented, "facts performance.md §1.1; pointer chase of facts silicon/mi300x_microbenchmarks.csv: 241 MB hit, 277 MB mostly not"},
	MALLWays:          Constant{16, "lines", Documented, "facts performance.md §1.1; pointer chase of facts silicon/mi300x_microbenchmarks.csv at 277 MB, as LRU with 16 ways gives"},
	MALLChannels:      Constant{128, "channels", Documented, "facts performance.md §1.1"},
	MALLInterleave:    Constant{256, "bytes", Inferred, "as the L2"},
	MALLBytesPerCycle: Constant{64, "bytes/cycle", Documented, "facts performance.md §1.1: 17.2 TB/s peak"},
	MALLLatency:       Constant{452, "cycles", Measured, "facts performance.md §1.2: 445; pointer chase of facts silicon/mi300x_microbenchmarks.csv, 4.3 to 60 MB: 456"},

	HBMBandwidth:       Constant{5300, "GB/s", Documented, "facts performance.md §1.1: MI300X"},
	HBMReadShare:       Constant{0.785, "", Measured, "facts performance.md §1.3: 4.14 TB/s"},
	HBMWriteShare:      Constant{0.913, "", Measured, "facts performance.md §1.3: 4.84 TB/s"},
	HBMLatency:         Constant{775, "cycles", Fitted, "pointer chase of facts silicon/mi300x_microbenchmarks.csv, 317 MB to 1.9 GB: 868 to 890 with a page miss; facts performance.md §1.2: 862 to 876"},
	HBMTurnaround:      Constant{1, "cycles", Fitted, "facts performance.md §1.3: triad 4.00 TB/s"},
	HBMRefresh:         Constant{300, "ns", Fitted, "facts performance.md §1.2: a chase has a median of 876, a mean of 900 and a 95th percentile of 1115 cycles; with the interval that is 874, 898 and 1105"},
	HBMRefreshInterval: Constant{3900, "ns", Inferred, "the usual interval of DRAM; unchecked"},
	MemoryClock:        Constant{2092, "MHz", Measured, "the clock of the pointer chase of facts silicon/mi300x_microbenchmarks.csv"},
	TLBPage:            Constant{2 << 20, "bytes", Inferred, "the usual fragment of a large allocation"},
	TLBEntries:         Constant{32, "entries", Fitted, "pointer chase of facts silicon/mi300x_microbenchmarks.csv, 64 to 241 MB: the share of misses is 1 - 64 MB / size"},
	TLBMiss:            Constant{104, "cycles", Fitted, "pointer chase of facts silicon/mi300x_microbenchmarks.csv, 64 to 241 MB"},
	TLB2Entries:        Constant{1024, "entries", Fitted, "pointer chase of facts silicon/mi300x_microbenchmarks.csv: the rise from 1.87 to 2.14 GB, one point"},
	TLB2Ways:           Constant{16, "entries", Inferred, "nobody measured it"},
	TLBWalk:            Constant{333, "cycles", Fitted, "facts performance.md §1.2: 1212 cold"},
	CUsPerScalar:       Constant{2, "CUs", Documented, "facts performance.md §1.1"},
	ScalarBytes:        Constant{16 << 10, "bytes", Documented, "facts performance.md §1.1"},
	ScalarWays:         Constant{4, "lines", Inferred, "as in earlier chips of the family"},
	ScalarLatency:      Constant{48, "cycles", Measured, "facts performance.md §1.2"},

	InstructionBytes: Constant{64 << 10, "bytes", Documented, "facts performance.md §1.1"},
	InstructionWays:  Constant{8, "lines", Documented, "facts performance.md §1.1"},
	InstructionMiss:  Constant{0, "cycles", Inferred, "what a miss takes beyond the L2's part of a vector load"},
}

// The caches of gfx950 are those of gfx942 where no other figure is known: nobody published its
// latencies by working set (§9).
var memory950 = func() MemoryModel {
	m := memory942
	for _, c := range m.constants() {
		if c.Evidence != Documented {
			c.Evidence, c.Source = Inferred, "as on gfx942: "+c.Source
		}
	}
	// The thread traces are those of jhinpan/flydsl-kernel-profiling-lib bce529c: the time from a load to
	// the end of the wait that it satisfied, in cycles.
	m.L1Latency = Constant{96, "cycles", Measured, "thread traces of flydsl-kernel-profiling-lib: 96 to 100 in 77 of 219 waits for a dword of moe_gemm, and the least in pa"}
	m.L1WideLatency = Constant{112, "cycles", Measured, "thread traces of flydsl-kernel-profiling-lib: 112; facts silicon/mi350x_memory_latency.csv"}
	m.L1Sets = Constant{4, "sets", Inferred, "as on gfx942"}
	m.L1DirectSets = Constant{0, "", Fitted, "thread traces of flydsl-kernel-profiling-lib: loads of preshuffle_gemm, whose rows are 4096 bytes apart, wait 8000 cycles where one set for all of them makes them wait 45,000; Formocast has no rule for the sets of gfx950 (facts performance.md §3)"}
	m.L1InOrder = Constant{1, "", Measured, "thread traces of flydsl-kernel-profiling-lib: of 19,413 pairs of loads of different waves in flight together, none overtook the other in 5 traces; in 4 others up to 7 % did, where waits were for LDS, too"}
	m.L2Latency = Constant{166, "cycles", Measured, "thread traces of flydsl-kernel-profiling-lib: a dword, of two lines, 168 in hgemm_splitk, 156 to 172 in fused_rope_cache; a dwordx4, of eight, 180 at the least in layernorm and rmsnorm"}
	m.L2StoreLatency = Constant{236, "cycles", Measured, "thread traces of flydsl-kernel-profiling-lib: waves end 248 to 256 after a last buffer_store_short in blockscale_preshuffle_gemm, preshuffle_gemm and preshuffle_gemm_v2, of which 16 are the end's own; at the least 192, of a dword"}
	m.MALLLatency = Constant{530, "cycles", Measured, "thread traces of flydsl-kernel-profiling-lib, as fabric.die_bytes: the mean of near and far, 560, less 30 for the loads of other waves that return before"}
	m.MALLBytesPerCycle = Constant{28, "bytes/cycle", Fitted, "thread traces of flydsl-kernel-profiling-lib: vec_add and quant, whose data the MALL holds, read and write 513 bytes a cycle and XCD together, from the first wave to the last; the peak of 64 is not reached"}
	m.HBMLatency = Constant{790, "cycles", Measured, "facts performance.md §1.2: 790 a step"}
	m.MemoryClock = Constant{2183, "MHz", Measured, "facts performance.md §1.4: the clock of the measurement of 790"}
	m.L1DwordCycles = Constant{4, "cycles", Measured, "facts performance.md §1.6"}
	m.L1WideCycles = Constant{16, "cycles", Measured, "facts performance.md §1.6; facts silicon/timing_rules.md §2"}
	m.FabricReadBytes = Constant{530, "bytes/cycle", Inferred, "gfx942's, in the ratio of the bandwidths of the HBM: 6.83 TB/s must come through (facts performance.md §1.3)"}
	m.FabricWriteBytes = Constant{530, "bytes/cycle", Inferred, "as for reads"}
	m.FabricDies = Constant{2, "dies", Documented, "MI350 has 2 I/O dies: AMD at Hot Chips 2025"}
	m.FabricDieBytes = Constant{8192, "bytes", Measured, "thread traces of flydsl-kernel-profiling-lib: waits for the last loads of preshuffle_gemm_v2, whose waves walk along contiguous memory, take turns of 8 KB at about 430 and 670 cycles"}
	m.FabricHop = Constant{240, "cycles", Measured, "the same waits: 1512 of them, with medians of 448 and 680 cycles and modes of 440 and 680 in the two groups"}
	m.HBMBandwidth = Constant{8000, "GB/s", Documented, "facts performance.md §1.1"}
	m.HBMReadShare = Constant{0.854, "", Measured, "facts performance.md §1.3: 6.83 TB/s of a decode GEMM"}
	m.HBMWriteShare = Constant{0.913, "", Inferred, "as on gfx942"}
	m.TLBWalk = Constant{134, "cycles", Fitted, "facts silicon/README.md: cold loads 1020 to 1036 in the median"}
	return m
}()
