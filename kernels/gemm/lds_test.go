package gemm_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/layout"
)

var update = flag.Bool("update", false, "rewrite the pictures in docs")

// TestLDSPicture: docs/lds.svg, in the README, is that of the kernel. It shows how a
// phase of the reads of A uses the banks, without the swizzle and with it.
func TestLDSPicture(t *testing.T) {
	bf16, err := gemm.TypeByName("bf16")
	if err != nil {
		t.Fatal(err)
	}
	p := &gemm.Problem{Chip: &arch.GFX950, M: 1024, N: 1024, K: 1024, A: bf16, B: bf16, Layout: gemm.NT, Alpha: 1}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	plan, err := p.Plan(gemm.Config{BM: 128, BN: 128, BK: 64, WavesM: 2, WavesN: 2, Matrix: 32})
	if err != nil {
		t.Fatal(err)
	}
	const rows = 16
	a := plan.LDS[0].Tile
	plain, swizzled := a.Pictures(false, rows)[1], a.Pictures(true, rows)[1]
	if plain.Ways != 8 || swizzled.Ways != 1 {
		t.Errorf("the reads of A have %d-way conflicts without the swizzle and %d-way ones with it, want 8 and 1", plain.Ways, swizzled.Ways)
	}
	plain.Title = "A tile of 128 x 64 bf16, stored row by row, read by ds_read_b128"
	swizzled.Title = "The same tile, swizzled by " + a.Swizzle().String()
	got := layout.BankSVG(plain, swizzled)
	name := filepath.Join("..", "..", "docs", "lds.svg")
	if *update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what -update would write", name)
	}
}

// TestRowMajorLDS: without the swizzle, the tiles that the default kernels have in LDS lie row by row, and
// reads of them conflict.
func TestRowMajorLDS(t *testing.T) {
	for _, chip := range arch.Chips {
		p := &gemm.Problem{Chip: chip, M: 1024, N: 1024, K: 1024, A: mustType(t, "bf16"), B: mustType(t, "bf16"), Layout: gemm.NT, Alpha: 1}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		c := gemm.Choose(p)
		c.RowMajorLDS = true
		plan, err := p.Plan(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range plan.LDS {
			if s := l.Tile.Swizzle().String(); s != "chunk" {
				t.Errorf("%s: %s has the swizzle %s", chip.Name, l.Name, s)
			}
			if slices.Max(l.Tile.Conflicts()) < 4 {
				t.Errorf("%s: %s has conflicts of %v ways", chip.Name, l.Name, l.Tile.Conflicts())
			}
		}
	}
}
