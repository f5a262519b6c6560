package verify_test

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/layout"
	"heddle/long"
	"heddle/verify"
)

// TestFormerProducts counts what a wave executes of products that were made before reads and loads were
// spread over matrix instructions, and tiles loaded directly to LDS (testdata/former.csv: M x 256 x 1024, the
// tiles of Plainly). None executes more now, all together a fifth less. They are made as the commands make a tile
// that somebody names (cmd/heddle's TestNamedTiles), but for two things that are chosen for the time, not for the
// number of instructions: stream-K, as each workgroup went through all of K, and direct loads of 4 bytes, which
// take four times as many instructions as those of 16.
func TestFormerProducts(t *testing.T) {
	file, err := os.Open("testdata/former.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var before, now, more uint64
	worst, which := 0.0, ""
	rows = rows[1:]
	for i, row := range rows {
		if !long.Some(i, 20) {
			continue
		}
		was, err := strconv.ParseUint(row[4], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		is := formerProduct(t, row)
		if is > was {
			more++
			t.Errorf("%s executes %d instructions, not %d", strings.Join(row[:4], " "), is, was)
		}
		if ratio := float64(is) / float64(was); ratio > worst {
			worst, which = ratio, strings.Join(row[:4], " ")
		}
		before, now = before+was, now+is
	}
	t.Logf("instructions of a wave: %d before, %d now; more in %d products, at most %.3f times (%s)", before, now, more, worst, which)
	if long.On() && float64(now) > 0.79*float64(before) {
		t.Errorf("all together execute %d instructions, not %d", now, before)
	}
}

// formerProduct is what a wave of a row's product executes.
func formerProduct(t *testing.T, row []string) uint64 {
	t.Helper()
	layouts := map[string]gemm.Layout{"nn": gemm.NN, "nt": gemm.NT, "tn": gemm.TN, "tt": gemm.TT}
	m, err := strconv.ParseInt(row[3], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	chip, ok := arch.Lookup(row[0])
	if !ok {
		t.Fatalf("no chip %s", row[0])
	}
	kind := typeNamed(t, row[1])
	p := &gemm.Problem{Chip: chip, M: m, N: 256, K: 1024, A: kind, B: kind, Layout: layouts[row[2]], Alpha: 1, SplitK: 1}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	c := gemm.Alike(p, p.Plainly())
	c.StreamK = false
	if wide := layout.DirectBytes(chip); c.Direct && slices.Max(wide) < 16 {
		c = p.Plainly()
	}
	g := compiled(t, p, c)
	run, err := g.Simulate(p.Random(1).Inputs(), verify.GEMMOptions{Sample: g.Of([]int{0})})
	if err != nil {
		t.Fatal(err)
	}
	executed := uint64(0)
	for _, step := range run.Steps {
		executed += step.Executed / uint64(step.Waves)
	}
	return executed
}
