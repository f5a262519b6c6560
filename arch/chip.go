// Package arch describes chips as data: what a gfx942 and a gfx950 have, how much of it, and in
// which units it is allocated. Wave size, LDS size, register counts and target names are written
// here and nowhere else.
package arch

import (
	"fmt"

	"heddle/num"
)

// PreloadPrologue is the size in bytes of the code in front of a kernel with preloaded arguments, which
// loads them where the firmware does not: firmware that does enters behind it (LLVM's AMDGPUUsage,
// "Preloaded Kernel Arguments").
const PreloadPrologue = 256

// Chip is one GPU target.
type Chip struct {
	// Name is the target name for -mcpu, such as "gfx950".
	Name string
	// Subarch is the architecture in the triples of LLVM 23 and later, such as "amdgpu9.50" in
	// "amdgpu9.50-amd-amdhsa-unknown-gfx950"; earlier versions have "amdgcn" for all chips. Source:
	// what Triton 3.9 writes.
	Subarch string
	// Product names the chip family, for messages.
	Product string
	// Mach is the EF_AMDGPU_MACH value in the low byte of an ELF's e_flags.
	Mach uint32
	// Instructions is the name of the chip whose instruction table in isa this chip uses: its own,
	// or that of another chip with the same instructions.
	Instructions string

	// FP8 and BF8 are the formats of instructions with fp8 and bf8 in their mnemonics, nil if they
	// are not known. See Format.
	FP8, BF8 *num.Format
	// MatrixSums says how the order and precision are known in which matrix instructions sum
	// products of floats. If it is Inferred, Source says what is assumed.
	MatrixSums Fact

	// WaveSize is the number of lanes of a wave.
	WaveSize int
	// SGPRs is the number of SGPRs that a wave can name (s0 to s101).
	SGPRs int
	// SGPRGranule is the unit of the SGPR count in COMPUTE_PGM_RSRC1.
	SGPRGranule int
	// ExtraSGPRs is the number of SGPRs that the hardware reserves after the named ones for VCC,
	// FLAT_SCRATCH and XNACK_MASK; code objects always count them.
	ExtraSGPRs int
	// VGPRs is the number of VGPRs (and again of AGPRs) that an instruction can
	// name; UnifiedVGPRs is the size of a lane's file that both share.
	VGPRs, UnifiedVGPRs int
	// VGPRGranule is the unit in which a wave's unified registers are allocated.
	VGPRGranule int
	// MaxWavesPerSIMD is the number of waves a SIMD can hold.
	MaxWavesPerSIMD int
	// ComputeUnits is the number of compute units of the family's largest product.
	ComputeUnits int
	// SIMDs is the number of SIMDs of a compute unit.
	SIMDs int
	// MaxUserSGPRs is the number of SGPRs the packet processor can preload.
	MaxUserSGPRs int
	// MaxWorkgroup is the largest number of work-items of a workgroup.
	MaxWorkgroup int

	// Timing says how long instructions take.
	Timing Timing

	// Model has the constants of the timing model.
	Model Model

	// LDSBytes is the LDS of a compute unit; LDSGranule the unit in which a
	// workgroup gets it, both in bytes.
	LDSBytes, LDSGranule int
	// LDSBankBytes is the width of an LDS bank.
	LDSBankBytes int
	// LDSReads and LDSWrites say which lanes meet which others in the banks.
	LDSReads, LDSWrites []LDSAccess
	// LDSRules has the facts about the rest.
	LDSRules LDSRules
}

// Fact says how a fact about hardware is known; the zero value means that it is not.
type Fact struct {
	Evidence Evidence
	Source   string
}

// Format returns the format that an element type in a mnemonic, such as "bf16" or "fp8", has on the
// chip. It fails if the chip's facts do not say.
func (c *Chip) Format(name string) (*num.Format, error) {
	f := num.FormatNamed(name)
	switch name {
	case "fp8":
		f = c.FP8
	case "bf8":
		f = c.BF8
	}
	if f == nil {
		return nil, fmt.Errorf("%s: no fact says which %s format the chip has", c.Name, name)
	}
	return f, nil
}

// CheckFormats returns an error if the chip's facts do not say what one of the
// element types is.
func (c *Chip) CheckFormats(names ...string) error {
	for _, name := range names {
		if _, err := c.Format(name); err != nil {
			return err
		}
	}
	return nil
}

// CheckMatrixSums returns an error if the chip's facts do not say how matrix
// instructions sum.
func (c *Chip) CheckMatrixSums() error {
	if c.MatrixSums.Evidence == Unknown {
		return fmt.Errorf("%s: no fact says in which order matrix instructions sum products", c.Name)
	}
	return nil
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
