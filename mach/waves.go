package mach

import "fmt"

// Waves returns how many waves of the kernel fit a SIMD, if each has so many vector
// registers (VGPRs and AGPRs together): as many as the registers and the LDS leave room for.
func (f *Func) Waves(registers int) int {
	c := f.Chip
	registers = max((registers+c.VGPRGranule-1)/c.VGPRGranule, 1) * c.VGPRGranule
	return min(c.UnifiedVGPRs/registers, f.wavesInLDS())
}

// wavesInLDS is how many waves fit a SIMD by the LDS of their workgroups.
func (f *Func) wavesInLDS() int {
	c := f.Chip
	if f.LDSBytes == 0 {
		return c.MaxWavesPerSIMD
	}
	waves := c.LDSBytes / f.LDSBytes * f.wavesOfWorkgroup()
	return min(c.MaxWavesPerSIMD, max((waves+c.SIMDs-1)/c.SIMDs, 1))
}

func (f *Func) wavesOfWorkgroup() int {
	return (max(f.WorkgroupSize, 1) + f.Chip.WaveSize - 1) / f.Chip.WaveSize
}

// registersFor is how many vector registers a wave may have for that many to fit a SIMD.
func (f *Func) registersFor(waves int) int {
	return f.Chip.UnifiedVGPRs / waves / f.Chip.VGPRGranule * f.Chip.VGPRGranule
}

// checkWaves reports why the number of waves that the author demands cannot fit a SIMD,
// whatever registers they have.
func (f *Func) checkWaves() error {
	if most := f.wavesInLDS(); f.WavesPerSIMD > most {
		return fmt.Errorf("kernel %s demands %d waves per SIMD, and %d fit: a workgroup has %d waves and %d bytes of LDS, a compute unit %d SIMDs and %d bytes",
			f.Name, f.WavesPerSIMD, most, f.wavesOfWorkgroup(), f.LDSBytes, f.Chip.SIMDs, f.Chip.LDSBytes)
	}
	return nil
}
