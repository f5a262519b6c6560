package lanes

import "golang.org/x/sys/cpu"

// Best returns the best level that the CPU has. Every CPU with AVX2 and FMA3 has F16C, which
// package cpu does not report.
func Best() Level {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasFMA:
		return None
	case !x.HasAVX512F || !x.HasAVX512BW || !x.HasAVX512DQ || !x.HasAVX512VL:
		return AVX2
	}
	return AVX512
}

// Kernels returns the kernels of a level, nil if it has none. The CPU must
// have the level.
func (l Level) Kernels() *Set {
	if l == None {
		return nil
	}
	return &sets[l]
}
