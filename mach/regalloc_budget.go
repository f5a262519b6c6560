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

	masks [FileSCC]regMask // the registers that the allocator may give away
}

// budgetOf: so many waves of the kernel must fit a SIMD, because its author
// wants them to or because a workgroup must fit a compute unit.
func budgetOf(f *Func) budget {
	return budgetFor(f, max((f.wavesOfWorkgroup()+f.Chip.SIMDs-1)/f.Chip.SIMDs, f.WavesPerSIMD))
}

func budgetFor(f *Func, waves int) budget {
	c, unified := f.Chip, f.registersFor(waves)
	return budget{vgprs: min(unified, c.VGPRs), agprs: max(unified-c.VGPRs, 0), unified: unified, sgprs: c.SGPRs, waves: waves}
}

// tighter is the budget with fewer VGPRs, at least half of them.
func (b budget) tighter(by int) budget {
	by = min(by, b.vgprs/2)
	b.vgprs, b.unified = b.vgprs-by, b.unified-by
	return b
}

// fill computes masks.
func (b *budget) fill(chip *arch.Chip) {
	s, v := &b.masks[FileS], &b.masks[FileV]
	*s, *v = regMask{}, regMask{}
	s.addRange(0, b.sgprs)
	s.addRange(int(isa.VCCLo), 2)
	v.addRange(0, b.vgprs)
	v.addRange(chip.VGPRs, b.agprs)
}
