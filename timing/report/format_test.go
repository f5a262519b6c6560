package report

import (
	"strings"
	"testing"

	"heddle/timing"
)

// TestSmallNumbers: what is small is not shown as nothing.
func TestSmallNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{flopsText(681818), "681818 FLOP/s"}, {flopsText(2.5e6), "2.50 MFLOP/s"}, {flopsText(8.05e10), "80.5 GFLOP/s"},
		{flopsText(0), "0 GFLOP/s"}, {flopsText(2.517e15), "2517 TFLOP/s"},
		{intensityText(0.0033), "0.0033"}, {intensityText(1.43), "1.4"}, {intensityText(0), "0"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// TestWrapPercent: a line does not begin with the sign of the number above.
func TestWrapPercent(t *testing.T) {
	got := wrap("takes 100 %, and 3 % more", 9)
	if want := "takes|100 %,|and 3 %|more"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
}

// TestTrafficDifference: what the slower one moves more of is named, and what the faster one does is not.
func TestTrafficDifference(t *testing.T) {
	a, b := &Report{}, &Report{}
	a.Traffic = []timing.Traffic{{Level: "L2", ReadBytes: 300}, {Level: "instruction", ReadBytes: 100}}
	b.Traffic = []timing.Traffic{{Level: "L2", ReadBytes: 100}, {Level: "instruction", ReadBytes: 700}}
	for _, c := range []struct{ slower, want string }{
		{"A", "A moves 3 times as many bytes through L2 as B."},
		{"B", "B moves 7 times as many bytes through the instruction cache as A."},
	} {
		if got := trafficDifference(a, b, c.slower); got != c.want {
			t.Errorf("%s is slower: got %q, want %q", c.slower, got, c.want)
		}
	}
}

// TestGridText: that all workgroups were timed is said once.
func TestGridText(t *testing.T) {
	for _, c := range []struct {
		how, want string
	}{{"", "3 workgroups, all timed"}, {"all workgroups were timed", "3 workgroups (all workgroups were timed)"}} {
		if got := gridText(&Grid{Workgroups: 3, Timed: 3, How: c.how}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestRooflineLimit: the lowest roof is drawn last, as others may be at the same place.
func TestRooflineLimit(t *testing.T) {
	r := toyReport(t)
	r.Roofline.Roofs = []Roof{{"L2", 1e12, 1e9}, {"L1", 1e12, 1e9}}
	pic := drawRoofline(r)
	if n := len(pic.Dots); n != 2 || pic.Dots[0].Limit || !pic.Dots[1].Limit || !pic.Roofs[len(pic.Roofs)-1].Limit {
		t.Errorf("dots %+v, roofs %+v; want the limit last", pic.Dots, pic.Roofs)
	}
	labels := 0
	for _, text := range pic.Texts {
		if text.Text == "L2, L1 1.00 TB/s" {
			labels++
		}
	}
	if labels != 1 {
		t.Errorf("%d labels of both; one would cover the other: %+v", labels, pic.Texts)
	}
}
