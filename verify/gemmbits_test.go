package verify_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/verify"
)

var gemmBits = flag.Int("gemm.bits", 1, "rounds of products of any bits")

// TestGEMMAnyBits multiplies matrices of random bits, which are subnormal, huge,
// infinite and NaN, and such as have a few of those.
func TestGEMMAnyBits(t *testing.T) {
	for round := range *gemmBits {
		for i, types := range gemmTypes {
			for j, chip := range arch.Chips {
				for e := range gemmEpilogues {
					if !long.Some(i+2*j+e+round, 4) {
						continue
					}
					seed := uint64(round*1000 + i*10 + e)
					c := &gemmCase{seed: seed, p: gemm.Problem{Chip: chip, M: 40, N: 33, K: 50, Alpha: 1}}
					if !c.combine(t, types, gemm.NT, e) {
						continue
					}
					r := rand.New(rand.NewPCG(seed, 3))
					in := c.p.Random(seed)
					for _, data := range [][]byte{in.A, in.B, in.C, in.Bias} {
						sprinkle(r, data, []int{1, 1 << 8, 1 << 13}[(e+round)%3])
					}
					g := compileGEMM(t, &c.p, build.Options{})
					run, err := g.Simulate(in.Inputs(), verify.GEMMOptions{})
					if err == nil {
						err = judgeRun(g, in.Inputs(), run)
					}
					if err != nil {
						t.Errorf("%s\n%v", gemmCommand(&c.p, seed), err)
					}
				}
			}
		}
	}
}

// sprinkle replaces one in every so many runs of 8 bytes by random bits.
func sprinkle(r *rand.Rand, data []byte, every int) {
	for i := 0; i+8 <= len(data); i += 8 {
		if r.IntN(every) != 0 {
			continue
		}
		v := r.Uint64()
		for k := range 8 {
			data[i+k] = byte(v >> (8 * k))
		}
	}
}
