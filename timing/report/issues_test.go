package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"testing"

	"heddle/timing"
)

// TestIssues: the table has a line for each issue, in the order of time, with its stall and cause.
func TestIssues(t *testing.T) {
	r := toyReport(t)
	var b bytes.Buffer
	if err := Issues(&b, r); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := len(r.Issues) + 1; len(rows) != want {
		t.Fatalf("%d lines, want %d", len(rows), want)
	}
	byKey := map[string]timing.Issue{}
	for _, i := range r.Issues {
		byKey[fmt.Sprint(i.Wave, ",", i.Seq)] = i
	}
	before := -1
	for _, row := range rows[1:] {
		i, ok := byKey[row[0]+","+row[1]]
		cause, by, done := "", "", ""
		if i.At > i.Ready {
			cause = i.Stall.String()
		}
		if i.By >= 0 {
			by = strconv.Itoa(i.By)
		}
		if i.Done > 0 {
			done = fmt.Sprint(i.Done)
		}
		want := fmt.Sprint([]string{fmt.Sprint(i.Wave), fmt.Sprint(i.Seq), fmt.Sprintf("%#x", r.Result.Program.Insts[i.Inst].Addr), fmt.Sprint(i.At), fmt.Sprint(i.At - i.Ready), cause, by, done})
		if !ok || fmt.Sprint(row) != want {
			t.Fatalf("line %v, want %v", row, want)
		}
		at, _ := strconv.Atoi(row[3])
		if at < before {
			t.Fatalf("line %v after cycle %d", row, before)
		}
		before = at
	}
}

// TestRecorder: issues beyond the limit are counted.
func TestRecorder(t *testing.T) {
	r := Recorder{Limit: 3}
	for n := range 5 {
		r.Issue(&timing.Issue{Seq: n})
	}
	if len(r.Issues) != 3 || r.Issues[2].Seq != 2 || r.Dropped != 2 {
		t.Errorf("%+v", r)
	}
}
