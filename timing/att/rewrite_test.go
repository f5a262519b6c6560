package att

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRewrite: what Write makes of a real trace is the same, field by field, as what rocprofv3 wrote: but
// for the numbers of compute unit and code object, waves on other compute units, lines with several
// sources, and the states of a wave, of which a few are told apart differently.
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
		fields := 0
		for _, f := range files {
			a, b := load(t, f), load(t, filepath.Join(dir, filepath.Base(f)))
			if name := filepath.Base(f); name != "occupancy.json" {
				fields += diffJSON(name[:2], a, b, differ)
			}
		}
		for _, where := range sortedKeys(differ) {
			if n := differ[where]; n > fields/100 || !strings.HasPrefix(where, "se.wave.timeline") {
				t.Errorf("%s: %s differs in %d of %d fields", filepath.Base(dir), where, n, fields)
			}
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

// diffJSON counts the fields of a that b has otherwise, by where they are. It returns how many it compared.
func diffJSON(where string, a, b any, differ map[string]int) (fields int) {
	if where == "se.wave.cu" || where == "co.code[][4]" || where == "co.code[][3]" {
		return 0
	}
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || !slices.Equal(sortedKeys(x), sortedKeys(y)) {
			differ[where]++
			return 1
		}
		for k := range x {
			fields += diffJSON(where+"."+k, x[k], y[k], differ)
		}
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			differ[where]++
			return 1
		}
		for i := range x {
			k := "[]"
			if len(x) == 10 && strings.HasPrefix(where, "co.code[]") {
				k = fmt.Sprintf("[%d]", i) // of a line of the listing
			}
			fields += diffJSON(where+k, x[i], y[i], differ)
		}
	default:
		fields++
		if a != b {
			differ[where]++
		}
	}
	return fields
}
