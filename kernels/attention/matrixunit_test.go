package attention

import (
	"bufio"
	"compress/gzip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/num"
)

// TestMatrixUnitSums: sums are those of the facts' test vectors.
func TestMatrixUnitSums(t *testing.T) {
	file, err := os.Open("../../sim/testdata/mfma_numerics_vectors.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	units := map[string]struct {
		format *num.Format
		matrixUnit
	}{
		"f16": {num.F16, matrixUnit{group: 8, frac: 10}}, "bf16": {num.BF16, matrixUnit{group: 8, frac: 7}}, "e4m3fnuz": {num.FP8FNUZ, matrixUnit{group: 16, apart: true, frac: 3}},
	}
	hex := func(s string) uint32 {
		if s == "nan" {
			return num.QNaN32
		}
		v, err := strconv.ParseUint(s, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(v)
	}
	count := 0
	for lines := bufio.NewScanner(z); lines.Scan(); {
		row := strings.Split(lines.Text(), ",")
		u, ok := units[row[0]]
		if !ok {
			continue
		}
		elements := func(codes string) (list []element) {
			for _, code := range strings.Fields(codes) {
				list = append(list, elementOf(u.format, hex(code)))
			}
			return list
		}
		count++
		if got, want := u.dot(elements(row[1]), elements(row[2]), hex(row[3])), hex(row[4]); got != want && !(num.IsNaN32(got) && num.IsNaN32(want)) {
			t.Errorf("%s: %08x", lines.Text(), got)
		}
	}
	if count < 1000 {
		t.Errorf("%d vectors", count)
	}
}

// TestMatrixUnitOrder: which products an instruction adds at a time, by how many adjacent ones lanes supply.
func TestMatrixUnitOrder(t *testing.T) {
	for _, c := range []struct {
		chip    *arch.Chip
		in      Type
		variant Variant
		at      int // the product with this number
		want    int // is of this element
	}{
		{&arch.GFX942, BF16, "32x32x8", 4, 8}, {&arch.GFX942, BF16, "32x32x8", 8, 4}, {&arch.GFX942, BF16, "16x16x16", 4, 8}, {&arch.GFX942, BF16, "16x16x16", 16, 4},
		{&arch.GFX950, BF16, "32x32x16", 8, 8}, {&arch.GFX950, FP8, "32x32x16", 8, 16}, {&arch.GFX950, FP8, "32x32x16", 16, 8},
		{&arch.GFX950, FP8, "32x32x64", 40, 40}, {&arch.GFX950, FP8, "16x16x128", 100, 100},
		{&arch.GFX950, MXFP4, "32x32x64", 32, 64}, {&arch.GFX950, MXFP8, "32x32x64", 64, 32}, {&arch.GFX950, MXFP8, "16x16x128", 100, 100},
	} {
		p := &Problem{Chip: c.chip, In: c.in}
		u := p.matrixUnit(Config{Variant: c.variant}, c.in)
		row := make([]element, 128)
		for i := range row {
			row[i].sig = int32(i)
		}
		list := u.ordered(row)
		if got := int(list[c.at].sig); got != c.want {
			t.Errorf("%s %s %s: product %d is of element %d, want %d", c.chip.Name, c.in, c.variant, c.at, got, c.want)
		}
		slices.SortFunc(list, func(a, b element) int { return int(a.sig - b.sig) })
		if !slices.Equal(list, row) {
			t.Errorf("%s: not all elements once", c.variant)
		}
	}
}
