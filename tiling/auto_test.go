package tiling

import (
	"fmt"
	"testing"

	"heddle/arch"
)

func product(t testing.TB, card string, m, n, k int64, typ string) *Product {
	t.Helper()
	c, err := arch.ProductNamed(card)
	if err != nil {
		t.Fatal(err)
	}
	a, err := TypeNamed(typ)
	if err != nil {
		t.Fatal(err)
	}
	x, err := NewProduct(c, GEMM(m, n, k, 1, a, a, Type{"f32", 32}, false, true))
	if err != nil {
		t.Fatal(err)
	}
	x.OutBits = 16
	return x
}

func TestTry(t *testing.T) {
	for _, s := range [][3]int64{{8192, 8192, 8192}, {4096, 4096, 4096}, {2048, 2048, 2048}, {1024, 1024, 1024}, {512, 512, 512}, {4096, 4096, 512}, {4096, 4096, 513}, {1, 4096, 4096}, {16, 8192, 8192}, {64, 16384, 16384}, {128, 128, 57344}, {4097, 4096, 4096}} {
		for _, card := range []string{"MI300X", "MI355X"} {
			x := product(t, card, s[0], s[1], s[2], "bf16")
			c, err := Pick(x, PickOptions{})
			if err != nil {
				t.Fatal(err)
			}
			b := c.Best()
			flops := 2 * float64(s[0]) * float64(s[1]) * float64(s[2])
			fmt.Printf("%s %v: %s occ %d wgs %d regs %d: %.0f cycles, %.1f%% of peak, %.2f TB/s, n=%d\n", card, s, b.Tile, b.Occupancy, b.Workgroups, b.Registers, b.Cycles, 100*flops/(b.Cycles*x.flops()*float64(x.Card.CUs)),
				x.bytes()/(b.Cycles/float64(x.Card.BoostMHz)*1e-6)*1e-12, len(c.Ranking))
		}
	}
}

func TestEff(t *testing.T) {
	x := product(t, "MI355X", 16384, 16384, 16384, "f16")
	for _, s := range [][2]int{{256, 256}, {256, 128}, {128, 256}, {128, 128}, {256, 64}, {64, 256}, {128, 64}, {64, 128}} {
		c, err := x.Candidate(Tile{s[0], s[1], 64, 2, 2, 16, 3, true, 1})
		if err != nil {
			c, err = x.Candidate(Tile{s[0], s[1], 64, 2, 2, 16, 2, true, 1})
		}
		if err != nil {
			t.Fatal(err)
		}
		c.Occupancy = 1
		fmt.Println(s, x.Efficiency(c))
	}
}
