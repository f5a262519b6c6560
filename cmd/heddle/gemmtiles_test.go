package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/kernels/gemm"
)

// TestNamedTiles: what the flags make of the products that verify's TestFormerProducts counts is what is counted there.
func TestNamedTiles(t *testing.T) {
	file, err := os.Open("../../verify/testdata/former.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	layouts := map[string]gemm.Layout{"nn": gemm.NN, "nt": gemm.NT, "tn": gemm.TN, "tt": gemm.TT}
	for _, row := range rows[1:] {
		chip, _ := arch.Lookup(row[0])
		m, err := strconv.ParseInt(row[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		kind, err := gemm.TypeByName(row[1])
		if err != nil {
			t.Fatal(err)
		}
		p := &gemm.Problem{Chip: chip, M: m, N: 256, K: 1024, A: kind, B: kind, Layout: layouts[row[2]], Alpha: 1, SplitK: 1}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		was := p.Plainly()
		want := gemm.Alike(p, was)
		var f tileFlags
		cmd := &cobra.Command{}
		f.add(cmd)
		if err := cmd.ParseFlags([]string{
			fmt.Sprintf("--tile=%dx%dx%d", was.BM, was.BN, was.BK), fmt.Sprintf("--wave-split=%dx%d", was.WavesM, was.WavesN), fmt.Sprint("--matrix=", was.Matrix)}); err != nil {
			t.Fatal(err)
		}
		c, err := f.config(p)
		if err != nil || c.String() != want.String() {
			t.Errorf("%s: %+v, want %+v, %v", row[:4], c, want, err)
		}
	}
}
