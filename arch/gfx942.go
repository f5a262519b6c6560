package arch

import "heddle/num"

// GFX942 is CDNA3: MI300A, MI300X, MI325X.
//
// Sources: facts isa/encodings.md §12 (register granules), §13 (mach),
// isa/hazards.md §4 (waves, LDS and its granule).
var GFX942 = Chip{
	Name:    "gfx942",
	Subarch: "amdgpu9.42",
	Product: "CDNA3",
	Mach:    0x4c,

	Instructions: "gfx942",

	FP8: num.FP8FNUZ, BF8: num.BF8FNUZ, // facts isa/semantics.md §2
	MatrixSums: Fact{Measured, "MI300X: facts mfma_numerics.md"},

	WaveSize:        64,
	SGPRs:           102,
	SGPRGranule:     8,
	ExtraSGPRs:      6,
	VGPRs:           256,
	UnifiedVGPRs:    512,
	VGPRGranule:     8,
	MaxWavesPerSIMD: 8,
	ComputeUnits:    304, // MI300X
	SIMDs:           4,
	MaxUserSGPRs:    16,
	MaxWorkgroup:    1024,

	Timing: timing942,
	Model:  Model{core942, lds942, memory942, launch942, clock942},

	LDSBytes:   64 << 10,
	LDSGranule: 512,

	LDSBankBytes: 4,
	// Facts layouts.md §3.3, performance.md §2.1: phases and banks of reads were measured, with the
	// order in which b128 is served (nod-ai/amd-shark-ai docs/empirical-lds/cdna3info.md); writes of
	// b128 are documented by AMD's composable kernels; b96 is assumed to be like b128, other writes
	// like reads. Port: threads per clock of rocRoller's LDSModel (performance.md §2.3).
	LDSReads: []LDSAccess{
		{[]string{"ds_read_b32"}, 4, 32, []int{1, 2, 4, 8, 16}, Measured, 4, false},
		{[]string{"ds_read_b64"}, 8, 32, []int{1, 2, 4, 8}, Measured, 8, false},
		{[]string{"ds_read_b96"}, 12, 32, []int{1, 2, 20}, Inferred, 16, true},
		{[]string{"ds_read_b128"}, 16, 32, []int{1, 2, 20}, Measured, 16, true},
	},
	LDSWrites: []LDSAccess{
		{[]string{"ds_write_b32"}, 4, 32, []int{1, 2, 4, 8, 16}, Inferred, 4, false},
		{[]string{"ds_write_b64"}, 8, 32, []int{1, 2, 4, 8}, Inferred, 8, false},
		{[]string{"ds_write_b96"}, 12, 32, []int{1, 2, 4}, Inferred, 16, false},
		{[]string{"ds_write_b128"}, 16, 32, []int{1, 2, 4}, Documented, 16, false},
	},
	LDSRules: LDSRules{
		Narrow:    Fact{Inferred, "like b32: a bank is a dword wide"},
		Two:       Fact{Measured, "one address after the other: ds_read2_b64 has 8 phases (facts performance.md §2.1)"},
		AddTID:    Fact{Inferred, "like b32, with the addresses that it makes"},
		Atomic:    Fact{Inferred, "phases like a write of the same size; lanes that change the same word take turns"},
		Counter:   Fact{Inferred, "the wave changes one word once"},
		Move:      Fact{Inferred, "no banks; the port is busy as with ds_read_b32"},
		Flat:      Fact{Inferred, "like the LDS instruction of the same size"},
		Direct:    Fact{Inferred, "like ds_write of the same size"},
		Unaligned: Fact{Inferred, "one lane a cycle, as measured on gfx950"},
		Idle:      Fact{Inferred, "they take no time"},
	},
}
