package arch

// GFX950 is CDNA4: MI350X, MI355X.
//
// Sources: as for GFX942; 160 KiB of LDS in granules of 1280 bytes.
var GFX950 = Chip{
	Name:    "gfx950",
	Product: "CDNA4",
	Mach:    0x4f,

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

	LDSBytes:   160 << 10,
	LDSGranule: 1280,
}
