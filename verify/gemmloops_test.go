package verify_test

import (
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/long"
)

// TestGEMMLoops checks the main loops that rotate: all types, layouts and targets, directly to LDS and
// through registers, in parts of the rows and of k, with edges and with steps of K that are not whole.
func TestGEMMLoops(t *testing.T) {
	var cases []*gemmCase
	for _, c := range loopCases(t) {
		if c.number%long.Count(23, 1) == 0 {
			cases = append(cases, c)
		}
	}
	judgeGEMMs(t, cases)
}

func loopCases(t *testing.T) (cases []*gemmCase) {
	for _, chip := range arch.Chips {
		for _, types := range gemmTypes {
			for _, layout := range []gemm.Layout{gemm.NT, gemm.NN, gemm.TN, gemm.TT} {
				for _, direct := range []bool{true, false} {
					n := len(cases)
					c := &gemmCase{number: n, seed: uint64(n)}
					c.p = gemm.Problem{Chip: chip, Alpha: 1}
					c.config = loopConfig(chip, typeNamed(t, types[0]).Bits, n)
					k := int64(c.config.BK)
					// Whole tiles; edges, more than one matrix and rows that 4 bytes divide; rows that they do not.
					switch n / 2 % 3 {
					case 0:
						c.p.M, c.p.N, c.p.K = 128, 128, 4*k
					case 1:
						c.p.M, c.p.N, c.p.K, c.p.Batch = 136, 88, 5*k+k/4, 2
					default:
						c.p.M, c.p.N, c.p.K = 67, 131, 3*k+7
					}
					if n%4 < 2 && typeNamed(t, types[0]).Scaled { // scales come for several steps
						c.p.K += 8 * k
					}
					c.config.Direct = direct
					if c.combine(t, types, layout, 0) {
						cases = append(cases, c)
					}
				}
			}
		}
	}
	return cases
}

// loopConfig varies what a main loop can be. A step has two parts along k at least as deep as any matrix
// instruction of elements of some bits.
func loopConfig(chip *arch.Chip, bits, n int) *gemm.Config {
	c := &gemm.Config{BM: 64, BN: 64, BK: 256, WavesM: 2, WavesN: 2, Matrix: 16, Stages: 2, Schedule: gemm.Rotate, PhasesM: 2, PhasesK: 1}
	switch {
	case bits > 8:
		c.BK = 1024 / bits
	case chip.LDSBytes <= 64<<10:
		c.BK = 128
	}
	if n%3 == 1 {
		c.PhasesM, c.PhasesK = 1, 2
	}
	if n%4 == 1 && bits < 64 { // there is no such instruction of f64
		c.BM, c.Matrix = 128, 32
	}
	if n%5 == 1 && c.PhasesM > 1 { // a buffer is free while the other part of the rows multiplies
		c.Stages = 1
	}
	return c
}
