package arch

import "heddle/num"

// GFX950 is CDNA4: MI350X, MI355X.
//
// Sources: as for GFX942; 160 KiB of LDS in granules of 1280 bytes.
var GFX950 = Chip{
	Name:    "gfx950",
	Subarch: "amdgpu9.50",
	Product: "CDNA4",
	Mach:    0x4f,

	Instructions: "gfx950",

	FP8: num.FP8, BF8: num.BF8, // facts isa/semantics.md §2
	MatrixSums: Fact{Inferred, "gfx942's rules are used"},

	WaveSize:        64,
	SGPRs:           102,
	SGPRGranule:     8,
	ExtraSGPRs:      6,
	VGPRs:           256,
	UnifiedVGPRs:    512,
	VGPRGranule:     8,
	MaxWavesPerSIMD: 8,
	ComputeUnits:    256, // MI355X
	SIMDs:           4,
	MaxUserSGPRs:    16,
	MaxWorkgroup:    1024,

	Timing: timing950,
	Model:  Model{core950, lds950, memory950, launch950, clock950},

	LDSBytes:   160 << 10,
	LDSGranule: 1280,

	LDSBankBytes: 4,
	// Facts layouts.md §3.3, performance.md §2.1, attention_fp8.md §4. For b32 one source gives a
	// phase of 64 lanes, another one of 32: see RATIONALE.md. Port: threads per clock of rocRoller's
	// LDSModel (performance.md §2.3), which has 4 cycles for b32 also at a stride of 2 words: those
	// of the port, where one phase of two ways takes the banks 2 on each pair.
	LDSReads: []LDSAccess{
		{[]string{"ds_read_b32"}, 4, 64, []int{1, 2, 4, 8, 16, 32}, Measured, 4, false},
		{[]string{"ds_read_b64"}, 8, 64, []int{1, 2, 4, 8, 16}, Measured, 4, false},
		{[]string{"ds_read_b96"}, 12, 32, []int{1, 2, 20}, Measured, 16, true},
		{[]string{"ds_read_b128"}, 16, 64, []int{1, 2, 12, 20}, Measured, 8, true},
		{[]string{"ds_read_b64_tr_b8", "ds_read_b64_tr_b16"}, 8, 64, []int{1, 2, 4, 8, 16}, Measured, 4, false},
		{[]string{"ds_read_b64_tr_b4"}, 8, 64, []int{1, 2, 4, 8, 16}, Inferred, 4, false},
		{[]string{"ds_read_b96_tr_b6"}, 12, 32, []int{1, 2, 20}, Inferred, 16, true}, // like ds_read_b96
	},
	// Writes have gfx942's rates.
	LDSWrites: []LDSAccess{
		{[]string{"ds_write_b32"}, 4, 32, []int{1, 2, 4, 8, 16}, Inferred, 4, false},
		{[]string{"ds_write_b64"}, 8, 32, []int{1, 2, 4, 8}, Measured, 8, false},
		{[]string{"ds_write_b96"}, 12, 32, []int{1, 2, 4}, Inferred, 16, false},
		{[]string{"ds_write_b128"}, 16, 32, []int{1, 2, 4}, Inferred, 16, false},
	},
	LDSRules: LDSRules{
		Narrow:    Fact{Inferred, "like b32: a bank is a dword wide"},
		Two:       Fact{Fitted, "one address after the other: ds_write2_b32 at a stride of 16 bytes takes 16 cycles (facts silicon/timing_rules.md §2, LDS)"},
		AddTID:    Fact{Inferred, "like b32, with the addresses that it makes"},
		Atomic:    Fact{Inferred, "phases like a write of the same size; lanes that change the same word take turns"},
		Counter:   Fact{Inferred, "the wave changes one word once"},
		Move:      Fact{Inferred, "no banks; the port is busy as with ds_read_b32, whose latency ds_swizzle has (facts silicon/timing_rules.md §2)"},
		Flat:      Fact{Inferred, "like the LDS instruction of the same size"},
		Direct:    Fact{Inferred, "like ds_write of the same size"},
		Unaligned: Fact{Measured, "one lane a cycle: ds_read_b128 at multiples of 4 bytes takes 64 cycles (facts performance.md §2.3)"},
		Idle:      Fact{Inferred, "they take no time"},
	},
}
