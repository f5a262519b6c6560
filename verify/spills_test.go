package verify_test

import (
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
	"heddle/long"
)

// TestNoSpills: default kernels of large products spill no register, whatever the types, the layout and where K
// ends: what is spilled in a loop is waited for with the loads behind it, which makes a kernel three times slower.
func TestNoSpills(t *testing.T) {
	n := 0
	for _, chip := range arch.Chips {
		for _, pair := range gemmtest.Pairs(chip) {
			for _, layout := range gemmtest.Layouts(typeNamed(t, pair.A)) {
				for _, size := range [][3]int64{{8192, 8192, 8192}, {4096, 4096, 4097}, {512, 8192, 4096}} {
					if n++; !long.Some(n, 23) {
						continue
					}
					p := &gemm.Problem{Chip: chip, M: size[0], N: size[1], K: size[2], A: typeNamed(t, pair.A), B: typeNamed(t, pair.B), Layout: layout, Alpha: 1}
					if err := p.Normalize(); err != nil {
						t.Fatal(err)
					}
					config := gemm.Choose(p)
					for _, k := range compiled(t, p, config).Built.Kernels {
						if k.Func.ScratchBytes > 0 {
							t.Errorf("%s %s: %d bytes of scratch", gemmtest.Flags(p), config, k.Func.ScratchBytes)
						}
					}
				}
			}
		}
	}
}
