package att

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A shape is what a value of a file must be: "int", "text", a list of shapes (an array of just these), manyOf
// (an array of any length), a map of fields, or numbered (an object whose keys are numbers).
type (
	shape    any
	manyOf   struct{ of shape }
	numbered struct{ of shape }
	// leastOf is an array of at least these: readers take more for later versions.
	leastOf []shape
)

// shapes are the files of a dump of rocprofv3 (ROCm 7.2, version 3.0.0), by name, as the 20 dumps of
// jhinpan/flydsl-kernel-profiling-lib bce529c have them: TestShapes checks dumps against them, too. All fields
// that ROCprof Compute Viewer reads are there (its src/data/json_emitter.cpp, src/data/wavemanager.cpp,
// src/code/codeload.cpp at 0b29c3d) but those that it does without: realtime.json, snapshots.json,
// seN_perfcounter.json, and what later versions have of dispatchers and markers.
var shapes = map[string]shape{
	"filenames.json": map[string]shape{
		"counter_names": manyOf{"text"}, "gfxip": "int", "gfxv": "text", "global_begin_time": "int", "version": "text",
		// Shader engine, SIMD, slot, number of the wave: its file, begin and end.
		"wave_filenames": numbered{numbered{numbered{numbered{[]shape{"text", "int", "int"}}}}},
	},
	"code.json": map[string]shape{
		// Text, 0, line number, source, code object, address, hits, latency, stall, idle.
		"code":   manyOf{[]shape{"text", "int", "int", "text", "int", "int", "int", "int", "int", "int"}},
		"header": "text", "version": "text",
	},
	"occupancy.json": map[string]shape{
		"dispatches": numbered{"text"}, "version": "text",
		// Of each shader engine: time, compute unit, SIMD, slot, whether it starts, kernel.
		"#": manyOf{leastOf{"int", "int", "int", "int", "int", "int"}},
	},
	"se*_sm*_sl*_wv*.json": map[string]shape{
		"duration": "int", "name": "text", "num_insts": "int", "num_stitched": "int",
		"wave": map[string]shape{
			"begin": "int", "end": "int", "cu": "int", "simd": "int", "slot": "int", "id": "int",
			// Clock, category, stall, duration, line number.
			"instructions": manyOf{[]shape{"int", "int", "int", "int", "int"}},
			"timeline":     manyOf{[]shape{"int", "int"}}, // state, duration
			// Line number of a wait, and of what it waited for.
			"waitcnt": manyOf{[]shape{"int", manyOf{[]shape{"int", "int"}}}},
		},
	},
}

// mismatch says where a value is not of a shape, "" if it is.
func mismatch(at string, v any, s shape) string {
	switch s := s.(type) {
	case string:
		n, number := v.(json.Number)
		_, text := v.(string)
		if _, err := strconv.ParseInt(string(n), 10, 64); s == "int" && (!number || err != nil) || s == "text" && !text {
			return fmt.Sprintf("%s is %v, want %s", at, v, s)
		}
		return ""
	case manyOf, []shape, leastOf:
		return arrayMismatch(at, v, s)
	}
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprintf("%s is %T, want an object", at, v)
	}
	if s, ok := s.(numbered); ok {
		return fieldsMismatch(at, object, map[string]shape{"#": s.of})
	}
	return fieldsMismatch(at, object, s.(map[string]shape))
}

func arrayMismatch(at string, v any, s shape) string {
	array, ok := v.([]any)
	if !ok {
		return fmt.Sprintf("%s is %T, want an array", at, v)
	}
	of := func(int) shape { return nil }
	switch s := s.(type) {
	case manyOf:
		of = func(int) shape { return s.of }
	case []shape:
		if len(array) != len(s) {
			return fmt.Sprintf("%s has %d values, want %d", at, len(array), len(s))
		}
		of = func(i int) shape { return s[i] }
	case leastOf:
		if len(array) < len(s) {
			return fmt.Sprintf("%s has %d values, want at least %d", at, len(array), len(s))
		}
		of = func(i int) shape { return s[min(i, len(s)-1)] }
	}
	for i := range array {
		if text := mismatch(fmt.Sprintf("%s[%d]", at, i), array[i], of(i)); text != "" {
			return text
		}
	}
	return ""
}

// fieldsMismatch compares the fields of an object; "#" stands for those whose names are numbers.
func fieldsMismatch(at string, object map[string]any, fields map[string]shape) string {
	for name := range fields {
		if _, ok := object[name]; !ok && name != "#" {
			return fmt.Sprintf("%s has no %s", at, name)
		}
	}
	for name, v := range object {
		s, ok := fields[name]
		if _, err := strconv.ParseUint(name, 10, 31); !ok && err == nil {
			s, ok = fields["#"]
		}
		if !ok {
			return fmt.Sprintf("%s has %s, which dumps do not have", at, name)
		}
		if text := mismatch(at+"."+name, v, s); text != "" {
			return text
		}
	}
	return ""
}

// checkShapes checks the files of a dump, and returns those of its waves.
func checkShapes(t *testing.T, dir string) (waves []string) {
	t.Helper()
	for pattern, s := range shapes {
		names, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(names) == 0 {
			t.Errorf("%s: there is no %s", dir, pattern)
		}
		for _, name := range names {
			if text := mismatch(filepath.Base(name), readNumbers(t, name), s); text != "" {
				t.Errorf("%s: %s", dir, text)
			}
		}
		if strings.Contains(pattern, "*") {
			waves = names
		}
	}
	return waves
}

func readNumbers(t *testing.T, name string) map[string]any {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

// TestShapes: what Write writes has the fields of real dumps, in their types, and what the viewer relies on holds.
// With -att.dir, real dumps are checked, too.
func TestShapes(t *testing.T) {
	dir := t.TempDir()
	res, issues := ofTrace(ownReplay(t, false))
	if err := Write(dir, res, issues); err != nil {
		t.Fatal(err)
	}
	dirs := []string{dir}
	if *attDir != "" {
		list, err := filepath.Glob(filepath.Join(*attDir, *attOnly))
		if err != nil || len(list) == 0 {
			t.Fatalf("no traces %s in %s", *attOnly, *attDir)
		}
		dirs = append(dirs, list...)
	}
	for _, dir := range dirs {
		waves := checkShapes(t, dir)
		if t.Failed() {
			return
		}
		for _, name := range waves {
			checkWave(t, dir, name)
		}
	}
}

// checkWave checks what the viewer relies on in the file of a wave: filenames.json names it with its begin and end; the
// states of the timeline fill the time between them; instructions come in their order, in categories that
// there are, and their lines, and those of waits, are in code.json.
func checkWave(t *testing.T, dir, name string) {
	t.Helper()
	number := func(v any) int64 {
		n, _ := v.(json.Number).Int64()
		return n
	}
	lines := map[int64]bool{}
	for _, row := range readNumbers(t, filepath.Join(dir, "code.json"))["code"].([]any) {
		lines[number(row.([]any)[2])] = true
	}
	wave := readNumbers(t, name)["wave"].(map[string]any)
	begin, end := number(wave["begin"]), number(wave["end"])
	listed := any(readNumbers(t, filepath.Join(dir, "filenames.json"))["wave_filenames"])
	var place [4]int
	if _, err := fmt.Sscanf(filepath.Base(name), "se%d_sm%d_sl%d_wv%d.json", &place[0], &place[1], &place[2], &place[3]); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, n := range place {
		level, _ := listed.(map[string]any)
		listed = level[strconv.Itoa(n)]
	}
	if entry, ok := listed.([]any); !ok || entry[0] != filepath.Base(name) || number(entry[1]) != begin || number(entry[2]) != end {
		t.Errorf("%s: filenames.json has %v, the wave begins at %d and ends at %d", name, listed, begin, end)
	}
	at := begin
	for _, x := range wave["timeline"].([]any) {
		state, cycles := number(x.([]any)[0]), number(x.([]any)[1])
		if state < 0 || state > 4 || cycles < 0 {
			t.Errorf("%s: state %d for %d cycles", name, state, cycles)
		}
		at += cycles
	}
	if off := at - end; off < -4 || off > 4 { // dumps are a slot off at times
		t.Errorf("%s: the timeline ends at %d, the wave at %d", name, at, end)
	}
	last := begin
	for i, x := range wave["instructions"].([]any) {
		row := x.([]any)
		clock, category, stall, duration := number(row[0]), number(row[1]), number(row[2]), number(row[3])
		if clock < last || category < 0 || category > categoryMessage || stall < 0 || duration < stall || !lines[number(row[4])] {
			t.Errorf("%s: instruction %d is %v", name, i, row)
			return
		}
		last = clock
	}
	for _, x := range wave["waitcnt"].([]any) {
		sources := x.([]any)[1].([]any)
		if !lines[number(x.([]any)[0])] || slices.ContainsFunc(sources, func(s any) bool { return !lines[number(s.([]any)[0])] }) {
			t.Errorf("%s: wait %v", name, x)
		}
	}
}
