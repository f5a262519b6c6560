package att

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"heddle/timing"
)

// csvColumns are the columns that ReadCSV needs.
var csvColumns = []string{"file", "kernel", "se", "simd", "wave", "n", "pc", "instruction", "issue_cycle_rel_wavestart", "stall_start"}

// ReadCSV reads traces in the form of facts silicon/gfx950_issue_cycles.csv.gz, which has a row for
// each instruction of each wave, packed with gzip or not. Each kernel of each file is a Trace, in the
// order of the rows. The cycles of a wave count from its own begin.
func ReadCSV(r io.Reader) ([]*Trace, error) {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = bufio.NewReader(unpacked)
	}
	limited := &io.LimitedReader{R: in, N: maxFile}
	rows := csv.NewReader(limited)
	rows.ReuseRecord = true
	head, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("not a CSV table: %w", err)
	}
	var column [10]int
	for i, name := range csvColumns {
		if column[i] = slices.Index(head, name); column[i] < 0 {
			return nil, fmt.Errorf("line 1: no column is called %q; needed are %q", name, csvColumns)
		}
	}
	b := csvBuilder{traces: map[[2]string]*csvTrace{}}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		var cells [10]string
		for i, c := range column {
			cells[i] = row[c]
		}
		if err := b.add(cells); err != nil {
			line, _ := rows.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if limited.N <= 0 {
		return nil, fmt.Errorf("larger than %d bytes", maxFile)
	}
	for _, t := range b.list {
		t.finish()
	}
	var list []*Trace
	for _, t := range b.list {
		list = append(list, &t.Trace)
	}
	return list, nil
}

// csvBuilder collects rows into traces.
type csvBuilder struct {
	traces map[[2]string]*csvTrace
	list   []*csvTrace
	steps  int
}

// csvTrace is a Trace of which rows are still to come.
type csvTrace struct {
	Trace
	lines map[uint64]int32
	waves map[[3]int]int
}

// add adds a row, its cells in the order of csvColumns.
func (b *csvBuilder) add(cells [10]string) error {
	var n [5]int64 // se, simd, wave, n, cycle
	for i, c := range []int{2, 3, 4, 5, 8} {
		v, err := strconv.ParseInt(cells[c], 10, 64)
		limit := int64(maxPlace)
		if i >= 3 {
			limit = maxCycle
		}
		if err != nil || v < 0 || v >= limit {
			return fmt.Errorf("%s is %q; a whole number from 0 to %d is accepted", csvColumns[c], cells[c], limit-1)
		}
		n[i] = v
	}
	pc, err := strconv.ParseUint(cells[6], 0, 64)
	if err != nil {
		return fmt.Errorf("pc is %q; an address such as 0x1600 is accepted", cells[6])
	}
	stalled := n[4]
	if cells[9] != "" {
		if stalled, err = strconv.ParseInt(cells[9], 10, 64); err != nil || stalled < 0 || stalled > n[4] {
			return fmt.Errorf("stall_start is %q; nothing, or a cycle not after the issue is accepted", cells[9])
		}
	}
	if b.steps++; b.steps > maxSteps {
		return fmt.Errorf("more than %d instructions", maxSteps)
	}
	t := b.trace(cells[0], cells[1])
	line, ok := t.lines[pc]
	if !ok {
		line = int32(len(t.Lines))
		t.lines[pc] = line
		t.Lines = append(t.Lines, Line{Text: cells[7], Addr: pc, Kernel: cells[1]})
	}
	if t.Lines[line].Text != cells[7] {
		return fmt.Errorf("at %#x is %q here and %q above", pc, cells[7], t.Lines[line].Text)
	}
	w, err := t.wave([3]int{int(n[0]), int(n[1]), int(n[2])}, n[3] == 0)
	if err != nil {
		return err
	}
	if int(n[3]) != len(w.Steps) {
		return fmt.Errorf("n is %d; the next of this wave is %d", n[3], len(w.Steps))
	}
	s := Step{Line: line, At: timing.Cycle(n[4]), Stall: timing.Cycle(n[4] - stalled)}
	if len(w.Steps) > 0 {
		last := &w.Steps[len(w.Steps)-1]
		if s.At < last.At {
			return fmt.Errorf("it issued in cycle %d, before the instruction above it in cycle %d", s.At, last.At)
		}
		// The table does not say when a wave came to a wait.
		if waits(cells[7]) {
			s.Stall = max(s.At-last.At-issueSlot, 0)
		}
	}
	w.Steps = append(w.Steps, s)
	return nil
}

func (b *csvBuilder) trace(file, kernel string) *csvTrace {
	t := b.traces[[2]string{file, kernel}]
	if t == nil {
		t = &csvTrace{Trace: Trace{Name: file + " " + kernel, Apart: true}, lines: map[uint64]int32{}, waves: map[[3]int]int{}}
		b.traces[[2]string{file, kernel}] = t
		b.list = append(b.list, t)
	}
	return t
}

// wave is the last wave at a place (shader engine, SIMD, slot), or one more.
func (t *csvTrace) wave(place [3]int, another bool) (*Wave, error) {
	i, ok := t.waves[place]
	if !ok || another {
		if len(t.Waves) >= maxWaves {
			return nil, fmt.Errorf("more than %d waves", maxWaves)
		}
		w := Wave{SE: place[0], SIMD: place[1], Slot: place[2]}
		if ok {
			w.ID = t.Waves[i].ID + 1
		}
		i = len(t.Waves)
		t.waves[place] = i
		t.Waves = append(t.Waves, w)
	}
	return &t.Waves[i], nil
}

// finish sorts the lines by address, and says how long the instructions kept their waves: until the
// next could not issue, or did.
func (t *csvTrace) finish() {
	order := make([]int32, len(t.Lines))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		if t.Lines[a].Addr < t.Lines[b].Addr {
			return -1
		}
		return 1
	})
	lines, rank := make([]Line, len(order)), make([]int32, len(order))
	for to, from := range order {
		lines[to], rank[from] = t.Lines[from], int32(to)
	}
	t.Lines = lines
	for i := range t.Waves {
		w := &t.Waves[i]
		for j := range w.Steps {
			s := &w.Steps[j]
			s.Line = rank[s.Line]
			s.Length = issueSlot
			if j+1 < len(w.Steps) {
				next := &w.Steps[j+1]
				s.Length = min(issueSlot, next.At-next.Stall-s.At)
			}
			s.Length = max(s.Length, 0)
			w.End = s.End()
		}
	}
	t.sort()
}
