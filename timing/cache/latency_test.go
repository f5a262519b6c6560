package cache

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
)

type row struct {
	x, value float64
}

func (r row) String() string { return fmt.Sprintf("%.1f KB", r.x) }

// rows reads the rows of a benchmark: facts silicon/mi300x_microbenchmarks.csv, from RRZE-HPC/gpu-benches
// 1038c5d.
func rows(t *testing.T, benchmark string) (list []row) {
	t.Helper()
	f, err := os.Open("testdata/mi300x_microbenchmarks.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		cells := strings.Split(in.Text(), ",")
		if len(cells) < 6 || cells[0] != benchmark {
			continue
		}
		x, err1 := strconv.ParseFloat(cells[2], 64)
		value, err2 := strconv.ParseFloat(cells[4], 64)
		if err1 != nil || err2 != nil {
			t.Fatal(in.Text())
		}
		list = append(list, row{x, value})
	}
	if len(list) < 20 {
		t.Fatalf("%d rows of %s", len(list), benchmark)
	}
	return list
}

// TestPointerChase: the latency by working set, 2 KB to 2.1 GB, within 10 % at every size.
func TestPointerChase(t *testing.T) {
	var worst, sum float64
	n := 0
	for i, r := range rows(t, "pointer_chase") {
		bytes := int(r.x * 1024)
		// Up to 64 MB little changes from row to row but for the first of each level; laps of large
		// sets take long.
		step := 12
		if bytes > 64<<20 {
			step = 8
		}
		edge := r.x > 32 && r.x < 35 || r.x > 4096 && r.x < 4400 || r.x > 270000 && r.x < 280000
		if !long.On() && !edge && (i%step != 0 || bytes > 260<<20) {
			continue
		}
		s := must(Config{Model: &model(&arch.GFX942).Memory, CUs: 1})
		got := chase(s, bytes, min(max(bytes/arch.CacheLine, 1000), 100000))
		err := got/r.value - 1
		t.Logf("%9.1f KB: %6.1f cycles, measured %6.1f: %+.1f %%", r.x, got, r.value, 100*err)
		if math.Abs(err) > 0.10 {
			t.Errorf("%.1f KB: %.1f cycles, measured %.1f", r.x, got, r.value)
		}
		worst, sum, n = max(worst, math.Abs(err)), sum+math.Abs(err), n+1
	}
	t.Logf("%d sizes: mean error %.1f %%, worst %.1f %%", n, 100*sum/float64(n), 100*worst)
}
