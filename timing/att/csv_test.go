package att

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/timing"
)

// tinygrad reads the traced kernels that the repository has: facts silicon/gfx950_issue_cycles.csv.gz,
// figures of tinygrad's traces of an MI350X.
func tinygrad(t testing.TB) []*Trace {
	t.Helper()
	list, err := Read("testdata/gfx950_issue_cycles.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestCSV: the rows of the table arrive, each wave in one piece. 11,224 rows of 20 waves: facts
// silicon/README.md.
func TestCSV(t *testing.T) {
	waves, steps := 0, 0
	for _, tr := range tinygrad(t) {
		waves += len(tr.Waves)
		steps += tr.Steps()
		if target, err := tr.Target(); err == nil && target != lastTarget() {
			t.Errorf("%s is taken for a kernel of %s", tr.Name, target.Chip.Name)
		}
	}
	if waves != 20 || steps != 11224 {
		t.Errorf("%d waves, %d instructions; want 20 and 11224", waves, steps)
	}
	// The first wave's first rows: stalls end at the issue, lengths are slots.
	first := tinygrad(t)[0].Waves[0]
	want := []Step{{Line: 0, At: 392, Stall: 40, Length: 4}, {Line: 1, At: 1616, Stall: 1220, Length: 4}, {Line: 2, At: 1620, Length: 4}, {Line: 3, At: 2332, Stall: 708, Length: 4}}
	if diff := cmp.Diff(want, first.Steps[:4]); diff != "" {
		t.Error(diff)
	}
}

// TestCSVLoops: iterations of loops are those that others counted in the same traces, in facts
// silicon/gfx950_loop_cycles.csv.
func TestCSVLoops(t *testing.T) {
	b, err := os.ReadFile("testdata/gfx950_loop_cycles.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(b))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	type wave struct {
		file       string
		simd, slot int
	}
	want := map[wave][]timing.Cycle{}
	for _, r := range rows[1:] {
		simd, _ := strconv.Atoi(r[1])
		slot, _ := strconv.Atoi(r[2])
		cycles, _ := strconv.Atoi(r[4])
		w := wave{r[0], simd, slot}
		want[w] = append(want[w], timing.Cycle(cycles))
	}
	found := 0
	for _, tr := range tinygrad(t) {
		file, _, _ := strings.Cut(tr.Name, " ")
		r, err := NewReplay(tr, ReplayOptions{Target: lastTarget()})
		if err != nil {
			t.Fatal(err)
		}
		for w := range tr.Waves {
			list := want[wave{file, tr.Waves[w].SIMD, tr.Waves[w].Slot}]
			got := loopsOf(r, w)
			if len(got) == 0 {
				continue
			}
			found++
			if len(got) == len(list)+1 {
				got = got[:len(list)] // the table leaves out the last, whose branch was not taken
			}
			if diff := cmp.Diff(list, got); diff != "" {
				t.Errorf("%s SIMD %d slot %d: %s", tr.Name, tr.Waves[w].SIMD, tr.Waves[w].Slot, diff)
			}
		}
	}
	if found != len(want) {
		t.Errorf("loops in %d waves, want %d", found, len(want))
	}
}

// TestCSVRefused: what is no table of issues is refused with the columns that are needed, before it takes
// the memory of the whole file.
func TestCSVRefused(t *testing.T) {
	head := strings.Join(csvColumns, ",") + "\n"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "the file is empty"},
		{"columns", "file,kernel\n", `no column is called "se"; needed are file, kernel, se, simd,`},
		{"no line ends", strings.Repeat("1", 1<<20), "a row of more than 65536 bytes"},
		{"no quote ends", head + `"` + strings.Repeat("1\n", 1<<20), "a row of more than 65536 bytes"},
	} {
		if _, err := ReadCSV(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want an error with %q", c.name, err, c.want)
		}
	}
}

// loopsOf are the cycles of each iteration of the only loop of a wave.
func loopsOf(r *Replay, w int) []timing.Cycle {
	one := &comparer{replay: r, loops: map[int32]*loopTimes{}}
	at := make([]timing.Cycle, len(r.Streams[w].Ops))
	for i := range at {
		at[i] = r.Trace.Waves[w].Steps[i].At
	}
	one.iterations(r.Streams[w].Ops, at, at)
	for _, l := range one.loops {
		return l.measured
	}
	return nil
}
