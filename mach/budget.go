package mach

import (
	"heddle/arch"
	"heddle/isa"
)

// budget is the registers that a wave may use.
type budget struct {
	vgprs, agprs int
	unified      int // VGPRs (in steps of 4) and AGPRs together
	sgprs        int
	waves        int // on a SIMD: why there are not more vector registers
}

// budgetOf: so many waves of the kernel must fit a SIMD, because its author
// wants them to or because a workgroup must fit a compute unit.
func budgetOf(f *Func) budget {
	c := f.Chip
	waves := (max(f.WorkgroupSize, 1) + c.WaveSize - 1) / c.WaveSize
	perSIMD := max((waves+c.SIMDs-1)/c.SIMDs, f.WavesPerSIMD)
	unified := c.UnifiedVGPRs / perSIMD / c.VGPRGranule * c.VGPRGranule
	return budget{vgprs: min(unified, c.VGPRs), agprs: max(unified-c.VGPRs, 0), unified: unified, sgprs: c.SGPRs, waves: perSIMD}
}

// fileMask is the registers of a file that the allocator may give away.
func (b *budget) fileMask(file File, chip *arch.Chip) regMask {
	var m regMask
	if file == FileS {
		m.addRange(0, b.sgprs)
		m.addRange(int(isa.VCCLo), 2)
		return m
	}
	m.addRange(0, b.vgprs)
	m.addRange(chip.VGPRs, b.agprs)
	return m
}
