package att

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"heddle/timing"
)

// Limits of a trace that is read: with all of them, less than 2 GB of memory are needed. Those of real
// traces are a fifth of them at most.
const (
	maxFile   = 256 << 20 // bytes of a table, unpacked
	maxJSON   = 32 << 20  // bytes of a JSON file, whose values take up to 40 times as many in memory
	maxWaves  = 1 << 16
	maxSteps  = 1 << 22
	maxEvents = 1 << 24
	maxPlace  = 1 << 10 // of the numbers of shader engines, compute units, SIMDs and slots
	maxCycle  = 1 << 48
)

// Read reads the traces at path: one if it is a directory of rocprofv3, else those in a CSV file, which
// may be packed with gzip.
func Read(path string) ([]*Trace, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		t, err := ReadFS(os.DirFS(path))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		t.Name = filepath.Base(path)
		return []*Trace{t}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := ReadCSV(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}

// ReadFS reads the files of a trace of rocprofv3, which are at the root of files.
func ReadFS(files fs.FS) (*Trace, error) {
	t := &Trace{}
	lines, err := t.readCode(files)
	if err != nil {
		return nil, err
	}
	names, err := readNames(files)
	if err != nil {
		return nil, err
	}
	steps := 0
	for _, n := range names {
		w, err := readWave(files, n, lines)
		if err != nil {
			return nil, err
		}
		if steps += len(w.Steps); steps > maxSteps {
			return nil, fmt.Errorf("%s: the waves have more than %d instructions", n.file, maxSteps)
		}
		t.Waves = append(t.Waves, w)
	}
	if err := t.readOccupancy(files); err != nil {
		return nil, err
	}
	t.sort()
	return t, nil
}

// readJSON reads a file into v.
func readJSON(files fs.FS, name string, v any) error {
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxJSON+1))
	if err != nil {
		return err
	}
	if len(b) > maxJSON {
		return fmt.Errorf("%s: larger than %d bytes", name, maxJSON)
	}
	err = json.Unmarshal(b, v)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		return fmt.Errorf("%s: %s is a %s; %s is accepted", name, cmp.Or(kind.Field, "the document"), kind.Value, accepted(kind.Type.String()))
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// accepted says in words what a Go type holds.
func accepted(kind string) string {
	switch {
	case strings.HasPrefix(kind, "["):
		return "an array"
	case strings.Contains(kind, "int"):
		return "a whole number"
	case kind == "string":
		return "a text"
	}
	return "an object"
}

// listing is the listing of code.json: the index of Trace.Lines for each line number.
type listing struct {
	byNumber map[int64]int32
	texts    []Line
}

// readCode reads code.json.
func (t *Trace) readCode(files fs.FS) (*listing, error) {
	const name = "code.json"
	var doc struct {
		Code [][]json.RawMessage `json:"code"`
	}
	if err := readJSON(files, name, &doc); err != nil {
		return nil, err
	}
	type numbered struct {
		Line
		number int64
	}
	var all []numbered
	kernel := ""
	for i, row := range doc.Code {
		field := fmt.Sprintf("%s: code[%d]", name, i)
		if len(row) < 6 {
			return nil, fmt.Errorf("%s has %d fields; at least 6 are needed: text, 0, line number, source, code object, address", field, len(row))
		}
		var l numbered
		for _, f := range []struct {
			index int
			what  string
			into  any
		}{{0, "text", &l.Text}, {2, "line number", &l.number}, {3, "source", &l.Source}, {4, "code object", &l.Object}, {5, "address", &l.Addr}} {
			if err := json.Unmarshal(row[f.index], f.into); err != nil {
				return nil, fmt.Errorf("%s: its %s (field %d) is %.40s", field, f.what, f.index, row[f.index])
			}
		}
		if symbol, ok := strings.CutPrefix(l.Text, ";"); ok {
			kernel = strings.TrimSpace(symbol)
			continue
		}
		l.Kernel = kernel
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b numbered) int {
		return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Addr, b.Addr))
	})
	index := &listing{byNumber: make(map[int64]int32, len(all))}
	for i, l := range all {
		if _, twice := index.byNumber[l.number]; twice {
			return nil, fmt.Errorf("%s: two instructions have line number %d", name, l.number)
		}
		index.byNumber[l.number] = int32(i)
		t.Lines = append(t.Lines, l.Line)
	}
	index.texts = t.Lines
	return index, nil
}

// waveName is an entry of filenames.json.
type waveName struct {
	se, simd, slot, id int
	file               string
}

// readNames reads filenames.json: shader engine, SIMD, slot and number of each wave, and its file.
func readNames(files fs.FS) ([]waveName, error) {
	const name = "filenames.json"
	var doc struct {
		Waves map[string]map[string]map[string]map[string][]json.RawMessage `json:"wave_filenames"`
	}
	if err := readJSON(files, name, &doc); err != nil {
		return nil, err
	}
	var list []waveName
	add := func(path [4]string, entry []json.RawMessage) error {
		field := fmt.Sprintf("%s: wave_filenames.%s", name, strings.Join(path[:], "."))
		var n [4]int
		for i, text := range path {
			var err error
			if n[i], err = strconv.Atoi(text); err != nil || n[i] < 0 || n[i] >= maxWaves {
				return fmt.Errorf("%s: %q is not a number of a shader engine, SIMD, slot or wave", field, text)
			}
		}
		w := waveName{se: n[0], simd: n[1], slot: n[2], id: n[3]}
		if len(entry) == 0 || json.Unmarshal(entry[0], &w.file) != nil {
			return fmt.Errorf("%s does not begin with the name of a file", field)
		}
		if !fs.ValidPath(w.file) || strings.ContainsAny(w.file, `/\`) {
			return fmt.Errorf("%s: %q is not the name of a file in the trace's directory", field, w.file)
		}
		list = append(list, w)
		return nil
	}
	for _, se := range sortedKeys(doc.Waves) {
		for _, simd := range sortedKeys(doc.Waves[se]) {
			for _, slot := range sortedKeys(doc.Waves[se][simd]) {
				for _, id := range sortedKeys(doc.Waves[se][simd][slot]) {
					if err := add([4]string{se, simd, slot, id}, doc.Waves[se][simd][slot][id]); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	if len(list) > maxWaves {
		return nil, fmt.Errorf("%s: %d waves; at most %d are read", name, len(list), maxWaves)
	}
	slices.SortFunc(list, func(a, b waveName) int {
		return cmp.Or(cmp.Compare(a.se, b.se), cmp.Compare(a.simd, b.simd), cmp.Compare(a.slot, b.slot), cmp.Compare(a.id, b.id), cmp.Compare(a.file, b.file))
	})
	return list, nil
}

// readWave reads the file of a wave.
func readWave(files fs.FS, n waveName, lines *listing) (Wave, error) {
	var doc struct {
		Wave struct {
			CU           int       `json:"cu"`
			SIMD         int       `json:"simd"`
			Slot         int       `json:"slot"`
			Begin        int64     `json:"begin"`
			End          int64     `json:"end"`
			Instructions [][]int64 `json:"instructions"`
		} `json:"wave"`
	}
	if err := readJSON(files, n.file, &doc); err != nil {
		return Wave{}, err
	}
	d := &doc.Wave
	for _, place := range []struct {
		name  string
		value int
	}{{"cu", d.CU}, {"simd", d.SIMD}, {"slot", d.Slot}} {
		if place.value < 0 || place.value >= maxPlace {
			return Wave{}, fmt.Errorf("%s: wave.%s is %d; it is from 0 to %d", n.file, place.name, place.value, maxPlace-1)
		}
	}
	if d.SIMD != n.simd || d.Slot != n.slot {
		return Wave{}, fmt.Errorf("%s: wave.simd and wave.slot are %d and %d, but filenames.json says %d and %d", n.file, d.SIMD, d.Slot, n.simd, n.slot)
	}
	if d.Begin < 0 || d.End < d.Begin || d.End > maxCycle {
		return Wave{}, fmt.Errorf("%s: wave.begin is %d and wave.end %d; they are cycles from 0 to %d in this order", n.file, d.Begin, d.End, int64(maxCycle))
	}
	w := Wave{SE: n.se, CU: d.CU, SIMD: d.SIMD, Slot: d.Slot, ID: n.id, Begin: timing.Cycle(d.Begin), End: timing.Cycle(d.End)}
	w.Steps = make([]Step, len(d.Instructions))
	before := timing.Cycle(0)
	for i, row := range d.Instructions {
		s, err := newStep(row, lines)
		if err == nil && s.At < before {
			err = errors.New("it issued before the one above it")
		}
		if err != nil {
			return Wave{}, fmt.Errorf("%s: wave.instructions[%d]: %w", n.file, i, err)
		}
		before = s.At
		w.Steps[i] = s
	}
	return w, nil
}

// newStep is the Step of an entry of a wave file: clock, category, stall, duration, line number. The
// duration includes the stall.
func newStep(row []int64, lines *listing) (Step, error) {
	if len(row) < 5 {
		return Step{}, fmt.Errorf("%d numbers; an instruction has 5: clock, category, stall, duration, line number", len(row))
	}
	clock, stall, duration := row[0], row[2], row[3]
	if min(clock, stall, duration) < 0 || max(clock, stall, duration) > maxCycle {
		return Step{}, fmt.Errorf("clock %d, stall %d, duration %d: they are from 0 to %d", clock, stall, duration, int64(maxCycle))
	}
	line, ok := lines.byNumber[row[4]]
	if !ok {
		return Step{}, fmt.Errorf("code.json has no line number %d", row[4])
	}
	s := Step{Line: line, At: timing.Cycle(clock + stall), Stall: timing.Cycle(stall), Length: timing.Cycle(max(duration-stall, 0))}
	// The tool calls the whole time of s_nop, s_waitcnt and s_barrier a stall.
	if stall == duration {
		text := lines.texts[line].Text
		switch {
		case waits(text):
			s.At = timing.Cycle(clock + max(stall-issueSlot, 0))
			s.Stall, s.Length = s.At-timing.Cycle(clock), timing.Cycle(min(stall, issueSlot))
		case strings.HasPrefix(text, "s_"):
			s.At, s.Stall, s.Length = timing.Cycle(clock), 0, timing.Cycle(stall)
		}
	}
	return s, nil
}

// waits reports whether an instruction is one of those that issue when what they wait for has come.
func waits(text string) bool {
	return strings.HasPrefix(text, "s_waitcnt") || strings.HasPrefix(text, "s_barrier")
}

// readOccupancy reads occupancy.json, which may be missing.
func (t *Trace) readOccupancy(files fs.FS) error {
	const name = "occupancy.json"
	var doc map[string]json.RawMessage
	if err := readJSON(files, name, &doc); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	for _, key := range sortedKeys(doc) {
		se, err := strconv.Atoi(key)
		if err != nil {
			continue // "dispatches", "version"
		}
		var rows [][]int64
		if err := json.Unmarshal(doc[key], &rows); err != nil {
			return fmt.Errorf("%s: %s is not an array of arrays of numbers", name, key)
		}
		for i, r := range rows {
			if len(r) < 6 {
				return fmt.Errorf("%s: %s[%d] has %d numbers; an event has 6: time, compute unit, SIMD, slot, start, kernel", name, key, i, len(r))
			}
			if se < 0 || se >= maxPlace || min(r[0], r[1], r[2], r[3]) < 0 || max(r[1], r[2], r[3]) >= maxPlace || r[0] > maxCycle || len(t.Occupancy) >= maxEvents {
				return fmt.Errorf("%s: %s[%d] is out of range: %d", name, key, i, r)
			}
			t.Occupancy = append(t.Occupancy, Event{At: timing.Cycle(r[0]), SE: se, CU: int(r[1]), SIMD: int(r[2]), Slot: int(r[3]), Start: r[4] != 0, Kernel: int(r[5])})
		}
	}
	return nil
}
