package field

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/timing/record"
)

// rows reads a file of testdata: a map by column for each row.
func rowsOf(t testing.TB, file string) (list []map[string]string) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cells, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells[1:] {
		row := map[string]string{}
		for i, name := range cells[0] {
			row[name] = c[i]
		}
		list = append(list, row)
	}
	return list
}

// number is a number of a row.
func number(t testing.TB, row map[string]string, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(row[name], 64)
	if err != nil {
		t.Fatalf("%v: %v", row, err)
	}
	return v
}

// sizeOf is the size in a row.
func sizeOf(t testing.TB, row map[string]string) gemmSize {
	t.Helper()
	return gemmSize{int(number(t, row, "m")), int(number(t, row, "n")), int(number(t, row, "k")), 1}
}

// card is a product by name.
func card(t testing.TB, name string) *arch.Product {
	t.Helper()
	p, err := arch.ProductNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// micros is a time in microseconds at a clock.
func (m *modelled) micros(mhz float64) float64 { return m.Base*1e6 + float64(m.Cycles)/mhz }

// TestModelError sets modelled times of AITER's kernels beside those that its authors
// measured for the same object and size (facts gemm_calibration.csv: the tuner's, on a
// card with 256 compute units, MI350X or MI355X): how far off the model is for matrix
// multiplications that it did not see. Of each kernel there are three sizes, about an
// eighth, a half and three quarters of the way through the measured ones in the order of
// their work, of mxfp4 of those below 1.3e11 products: the simulator is slow at these.
// The tuner takes turns with copies of the data, so the model begins with
// record.Rotated.
func TestModelError(t *testing.T) {
	if *dir == "" {
		t.Skip("-field.dir is not given: there are no code objects of others in this repository")
	}
	product := card(t, "MI355X")
	var errs []float64
	t.Logf("%-46s %-18s %9s %9s %7s", "µs", "", "measured", "modelled", "")
	for _, row := range rowsOf(t, "aiter_tuned.csv") {
		f, c := find(row["object"])
		if f == nil {
			t.Fatalf("%s: no family knows it", row["object"])
		}
		s := sizeOf(t, row)
		s.split = int(number(t, row, "split"))
		p := matmul{c.chip, map[string]string{"bf16gemm": "bf16", "blockscale": "fp8", "f4gemm": "mxfp4"}[f.name], "nt", s}
		offer := c.offer(&p, s.split)
		m, err := launchTime(offer.file, product, record.Rotated, offer.launch)
		if err != nil {
			t.Errorf("%s: %v", row["object"], err)
			continue
		}
		measured, us := number(t, row, "us"), m.micros(m.MHz)
		errs = append(errs, math.Abs(us/measured-1))
		name := strings.TrimSuffix(filepath.Base(row["object"]), ".co")
		t.Logf("%-46s %-18s %9.1f %9.1f %+6.1f %%", name, fmt.Sprintf("%dx%dx%d/%d", s.m, s.n, s.k, s.split), measured, us, 100*(us/measured-1))
	}
	slices.Sort(errs)
	sum := 0.0
	for _, e := range errs {
		sum += e
	}
	t.Logf("mean error %.1f %%, median %.1f %%, nine of ten within %.1f %%", 100*sum/float64(len(errs)), 100*errs[len(errs)/2], 100*errs[len(errs)*9/10])
}

// launchFloor is what the published times have besides the kernel, in microseconds: see
// docs/timing.md, "Libraries on an MI350X".
const launchFloor = 9.4

// TestLibraries sets modelled times of our kernels beside those that libraries reach at the
// same shapes on an MI350X (facts silicon/mi350x_kernel_times.csv.gz: medians, the best of
// each provider's variants, L2 flushed, launched from a graph), and sums up for each suite
// and library. fp8_gemm_rowscale scales rows and columns of the result, preshuffle_gemm
// also has B as its kernel reads it; ours does neither. There is no limit: the kernels
// differ, and so do model and card (TestModelError).
func TestLibraries(t *testing.T) {
	product := card(t, "MI350X")
	providers := []string{"hipblaslt", "pytorch", "aiter", "aiter_triton", "flydsl", "gluon"}
	t.Logf("%-36s %8s %8s %s; all less %.1f but for ours", "µs", "boost", "power", strings.Join(providers, " "), launchFloor)
	board := map[string]*tally{}
	count := func(suite, name string, ratio float64, key string) {
		group := suite + " " + name
		if board[group] == nil {
			board[group] = &tally{}
		}
		board[group].add(ratio, key)
	}
	shapes, measured := librariesRows(t)
	for _, key := range shapes {
		var suite, elem string
		p := matmul{chip: product.Chip.Name, layout: "nt", gemmSize: gemmSize{split: 1}}
		if _, err := fmt.Sscanf(key, "%s %s %dx%dx%d", &suite, &elem, &p.m, &p.n, &p.k); err != nil {
			t.Fatal(err)
		}
		p.elem = elem
		m, _, err := ours(&p, record.Flushed, product)
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		us, fastest := m.micros(m.MHz), math.Inf(1)
		line := fmt.Sprintf("%-36s %8.1f %8.1f", key, m.micros(float64(product.BoostMHz)), us)
		for _, name := range providers {
			if theirs, ok := measured[key][name]; ok {
				theirs -= launchFloor
				line += fmt.Sprintf(" %s %.1f", name, theirs)
				fastest = min(fastest, theirs)
				count(suite, name, us/theirs, key)
			}
		}
		count(suite, "fastest", us/fastest, key)
		count("all", "fastest", us/fastest, key)
		t.Logf("%s: %.2f of the fastest", line, us/fastest)
	}
	for _, group := range sortedKeys(board) {
		c := board[group]
		t.Logf("%-32s modelled time below it on %d of %d, geometric mean %.2f of it, worst %.2f (%s)", group, c.ahead, c.all, c.mean(), c.worst, c.worstOf)
	}
}

// librariesRows are the shapes of mi350x_gemm.csv in order, without -long only those of few
// results, and for each the measured microseconds by provider.
func librariesRows(t *testing.T) (shapes []string, measured map[string]map[string]float64) {
	measured = map[string]map[string]float64{}
	for _, row := range rowsOf(t, "mi350x_gemm.csv") {
		s := sizeOf(t, row)
		key := fmt.Sprintf("%s %s %dx%dx%d", row["suite"], row["type"], s.m, s.n, s.k)
		if measured[key] == nil {
			if !long.On() && s.m*s.n > 128 {
				continue
			}
			measured[key] = map[string]float64{}
			shapes = append(shapes, key)
		}
		measured[key][row["provider"]] = number(t, row, "us")
	}
	return shapes, measured
}
