package interp

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"

	"heddle/ir"
)

// TestMatrixSums compares with the vectors that were computed from
// mfma_numerics.md by a program of its own.
func TestMatrixSums(t *testing.T) {
	f, err := os.Open("../../sim/testdata/mfma_numerics_vectors.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	hex := func(s string) uint64 {
		if s == "nan" {
			return 0x7fc00000
		}
		v, err := strconv.ParseUint(strings.TrimPrefix(s, "0x"), 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	count := 0
	for _, row := range rows[1:] {
		s, ok := vectorSummer(row[0])
		if !ok {
			t.Fatalf("no type %q", row[0])
		}
		a, b := strings.Fields(row[1]), strings.Fields(row[2])
		var p []factors
		for i := range a {
			p = append(p, factors{a: hex(a[i]), b: hex(b[i])})
		}
		if got, want := s.sum(p, hex(row[3])), hex(row[4]); got != want && !(isNaN(ir.F32, got) && isNaN(ir.F32, want)) {
			t.Errorf("%s: %#x, want %#x", strings.Join(row, ","), got, want)
		}
		count++
	}
	if count < 1000 {
		t.Errorf("only %d vectors", count)
	}
}

func vectorSummer(name string) (s summer, ok bool) {
	types := map[string]ir.Type{"f16": ir.F16, "bf16": ir.BF16, "xf32": ir.F32, "e4m3fnuz": ir.F8E4M3FNUZ, "e5m2fnuz": ir.F8E5M2FNUZ}
	t, ok := types[name]
	return summer{a: t, b: t, d: ir.F32, reduced: name == "xf32"}, ok
}
