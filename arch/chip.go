// Package arch describes chips as data: what a gfx942 and a gfx950 have, how
// much of it, and in which units it is handed out. Wave size, LDS size,
// register counts and target names are written here and nowhere else.
package arch

// Chip is one GPU target.
type Chip struct {
	// Name is the target name that -mcpu takes, such as "gfx950".
	Name string
	// Subarch is the architecture in the triples of LLVM 23 and later, such as
	// "amdgpu9.50" in "amdgpu9.50-amd-amdhsa-unknown-gfx950"; before that it is
	// "amdgcn" for all. Source: what Triton 3.9 writes.
	Subarch string
	// Product names the chip family, for messages.
	Product string
	// Mach is the EF_AMDGPU_MACH value in the low byte of an ELF's e_flags.
	Mach uint32

	// WaveSize is the number of lanes of a wave.
	WaveSize int
	// SGPRs is the number of SGPRs that a wave can name (s0 to s101).
	SGPRs int
	// SGPRGranule is the unit of the SGPR count in COMPUTE_PGM_RSRC1.
	SGPRGranule int
	// ExtraSGPRs is what the hardware reserves behind the named SGPRs for VCC,
	// FLAT_SCRATCH and XNACK_MASK; code objects always count them.
	ExtraSGPRs int
	// VGPRs is the number of VGPRs (and again of AGPRs) that an instruction can
	// name; UnifiedVGPRs is the size of a lane's file that both share.
	VGPRs, UnifiedVGPRs int
	// VGPRGranule is the unit in which a wave's unified registers are allocated.
	VGPRGranule int
	// MaxWavesPerSIMD is the number of waves a SIMD can hold.
	MaxWavesPerSIMD int
	// ComputeUnits is that of the largest product of the family.
	ComputeUnits int
	// SIMDs is the number of SIMDs of a compute unit.
	SIMDs int
	// MaxUserSGPRs is the number of SGPRs the packet processor can preload.
	MaxUserSGPRs int
	// MaxWorkgroup is the largest number of work-items of a workgroup.
	MaxWorkgroup int

	// Timing is how long instructions take.
	Timing Timing

	// LDSBytes is the LDS of a compute unit; LDSGranule the unit in which a
	// workgroup gets it, both in bytes.
	LDSBytes, LDSGranule int
	// LDSBankBytes is the width of an LDS bank.
	LDSBankBytes int
	// LDSReads and LDSWrites say which lanes meet which others in the banks.
	LDSReads, LDSWrites []LDSAccess
}

// Chips lists the known chips, oldest first.
var Chips = []*Chip{&GFX942, &GFX950}

// Lookup returns the chip called name.
func Lookup(name string) (*Chip, bool) {
	for _, c := range Chips {
		if c.Name == name {
			return c, true
		}
	}
	return nil, false
}

// ByMach returns the chip with the given EF_AMDGPU_MACH value.
func ByMach(mach uint32) (*Chip, bool) {
	for _, c := range Chips {
		if c.Mach == mach {
			return c, true
		}
	}
	return nil, false
}

// Names returns the names that Lookup knows, oldest chip first.
func Names() []string {
	names := make([]string, len(Chips))
	for i, c := range Chips {
		names[i] = c.Name
	}
	return names
}
