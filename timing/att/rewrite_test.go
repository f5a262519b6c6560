package att

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"heddle/timing"
)

// ofTrace is a run of the model that issued everything as a trace says.
func ofTrace(r *Replay) (*timing.Result, []timing.Issue) {
	res := &timing.Result{Program: r.Program}
	var issues []timing.Issue
	for w := range r.Trace.Waves {
		tw := &r.Trace.Waves[w]
		res.Waves = append(res.Waves, timing.Wave{CU: tw.SE, SIMD: tw.SIMD, Slot: tw.Slot, Begin: tw.Begin, End: tw.End})
		for i := range tw.Steps {
			s := &tw.Steps[i]
			issues = append(issues, timing.Issue{Wave: w, Seq: i, Inst: int(r.Streams[w].Ops[i].Inst), Ready: s.At - s.Stall, At: s.At, Length: s.Length})
		}
	}
	return res, issues
}

// TestRewrite: what Write makes of a real trace is the same, field by field, as the tool of the card
// wrote.
func TestRewrite(t *testing.T) {
	if *attDir == "" {
		t.Skip("-att.dir names no directory of traces")
	}
	dirs, _ := filepath.Glob(filepath.Join(*attDir, *attOnly))
	for _, dir := range dirs {
		list, err := Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewReplay(list[0], ReplayOptions{Target: lastTarget()})
		if err != nil {
			t.Fatal(err)
		}
		res, issues := ofTrace(r)
		out := t.TempDir()
		if err := Write(out, res, issues); err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(out, "*.json"))
		differ := map[string]int{}
		for _, f := range files {
			a, b := load(t, f), load(t, filepath.Join(dir, filepath.Base(f)))
			diffJSON(filepath.Base(f)[:3], a, b, differ)
		}
		for where, n := range differ {
			t.Logf("%s: %s %d", filepath.Base(dir), where, n)
		}
	}
}

func load(t *testing.T, file string) any {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func diffJSON(where string, a, b any, differ map[string]int) {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			differ[fmt.Sprintf("%s: %T for %T", where, a, b)]++
			return
		}
		for k := range x {
			if _, ok := y[k]; !ok {
				differ[where+"."+k+" is new"]++
				continue
			}
			diffJSON(where+"."+k, x[k], y[k], differ)
		}
		for k := range y {
			if _, ok := x[k]; !ok {
				differ[where+"."+k+" is missing"]++
			}
		}
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			differ[fmt.Sprintf("%s: %T %d for %T %d", where, a, len(x), b, len(y))]++
			return
		}
		for i := range x {
			k := "[]"
			if len(x) < 12 {
				k = fmt.Sprintf("[%d]", i)
			}
			diffJSON(where+k, x[i], y[i], differ)
		}
	default:
		if a != b {
			differ[where]++
			if differ[where] == 1 {
				differ[fmt.Sprintf("%s e.g. %v for %v", where, a, b)]++
			}
		}
	}
}
