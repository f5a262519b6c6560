package arch

// GFX942 is CDNA3: MI300A, MI300X, MI325X.
//
// Sources: facts isa/encodings.md §12 (register granules), §13 (mach),
// isa/hazards.md §4 (waves, LDS and its granule).
var GFX942 = Chip{
	Name:    "gfx942",
	Product: "CDNA3",
	Mach:    0x4c,

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

	LDSBytes:   64 << 10,
	LDSGranule: 512,
}
