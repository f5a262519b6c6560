package att

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"heddle/isa"
	"heddle/timing"
)

// formatVersion is that of the files of rocprofv3 that Write imitates.
const formatVersion = "3.0.0"

// codeObject is the number of the code object in the files: real ones count from 1 on, with the
// runtime's own before the kernel's.
const codeObject = 1

// Categories of instructions in wave files. Source: the numbers in traces of rocprofv3.
const (
	categorySMEM      = 1
	categorySALU      = 2
	categoryVMEM      = 3
	categoryFlat      = 4
	categoryLDS       = 5
	categoryVALU      = 6
	categoryTaken     = 7 // branches
	categoryNotTaken  = 8
	categoryImmediate = 9
	categoryMessage   = 11
)

// States of a wave in the timeline of wave files. Source: as above.
const (
	stateIdle  = 1 // until the first instruction
	stateIssue = 2
	stateWait  = 3
	stateStall = 4
)

// Write writes a run of the model into a directory in the form that rocprofv3 has and ROCprof Compute
// Viewer opens: filenames.json, code.json, occupancy.json and a file for each wave. It makes the
// directory if there is none. A real trace has one compute unit of each shader engine; here each compute
// unit stands as a shader engine of its own.
//
// Waits for a dependency or a busy unit are stalls here, where a card's trace often has gaps.
func Write(dir string, r *timing.Result, issues []timing.Issue) error {
	w, err := newWriter(r, issues)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for i := range r.Waves {
		if err := writeFile(dir, w.names[i], w.waveFile(i)); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name string
		doc  any
	}{{"code.json", w.codeFile()}, {"occupancy.json", w.occupancyFile()}, {"filenames.json", w.namesFile()}} {
		if err := writeFile(dir, f.name, f.doc); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(dir, name string, doc any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666)
}

// writer makes the documents of a run.
type writer struct {
	result *timing.Result
	issues [][]timing.Issue // of each wave, in the order of Seq
	ids    []int            // of each wave: how many had its slot before
	names  []string         // of the waves' files
	lines  []lineTimes      // of the instructions
}

// lineTimes are the sums that code.json has for an instruction.
type lineTimes struct{ hits, latency, stall, idle timing.Cycle }

// row is an instruction of a wave file: clock, category, stall, duration, line number.
type row [5]int64

func newWriter(r *timing.Result, issues []timing.Issue) (*writer, error) {
	w := &writer{result: r, issues: make([][]timing.Issue, len(r.Waves)), ids: make([]int, len(r.Waves)),
		names: make([]string, len(r.Waves)), lines: make([]lineTimes, len(r.Program.Insts))}
	for _, i := range issues {
		if i.Wave < 0 || i.Wave >= len(r.Waves) || i.Inst < 0 || i.Inst >= len(r.Program.Insts) {
			return nil, fmt.Errorf("an issue is of wave %d and instruction %d; the result has %d waves and %d instructions", i.Wave, i.Inst, len(r.Waves), len(r.Program.Insts))
		}
		w.issues[i.Wave] = append(w.issues[i.Wave], i)
	}
	order := make([]int, len(r.Waves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Waves[a].Begin, r.Waves[b].Begin) })
	before := map[[3]int]int{}
	for _, i := range order {
		wave := &r.Waves[i]
		place := [3]int{wave.CU, wave.SIMD, wave.Slot}
		w.ids[i] = before[place]
		before[place]++
		w.names[i] = fmt.Sprintf("se%d_sm%d_sl%d_wv%d.json", wave.CU, wave.SIMD, wave.Slot, w.ids[i])
		slices.SortStableFunc(w.issues[i], func(a, b timing.Issue) int { return cmp.Compare(a.Seq, b.Seq) })
	}
	return w, nil
}

// inst is the instruction of an issue.
func (w *writer) inst(i *timing.Issue) *isa.Inst { return &w.result.Program.Insts[i.Inst].Inst }

// waveFile is the document of a wave. It adds the times of its instructions to w.lines.
func (w *writer) waveFile(i int) any {
	wave, issues := &w.result.Waves[i], w.issues[i]
	rows := make([]row, len(issues))
	line := timeline{list: [][2]int64{}}
	at := wave.Begin
	for k := range issues {
		rows[k] = w.row(issues, k, at)
		clock, stall, duration := timing.Cycle(rows[k][0]), timing.Cycle(rows[k][2]), timing.Cycle(rows[k][3])
		gap := int64(stateIssue)
		if k == 0 {
			gap = stateIdle
		}
		line.add(gap, clock-at)
		if category := rows[k][1]; category == categoryImmediate || category == categoryMessage {
			line.add(stateWait, duration)
		} else {
			line.add(stateStall, stall)
			line.add(stateIssue, duration-stall)
		}
		t := &w.lines[issues[k].Inst]
		t.hits++
		t.latency += duration
		t.stall += stall
		t.idle += max(clock-at, 0)
		at = clock + duration
	}
	line.add(stateWait, wave.End-at)
	return map[string]any{
		"name":         "SE" + strconv.Itoa(wave.CU),
		"duration":     wave.End - wave.Begin,
		"num_insts":    len(rows),
		"num_stitched": len(rows),
		"wave": map[string]any{
			"begin": wave.Begin, "end": wave.End, "cu": wave.CU, "simd": wave.SIMD, "slot": wave.Slot, "id": w.ids[i],
			"instructions": rows, "timeline": line.list, "waitcnt": w.dependencies(issues),
		},
	}
}

// row is the k-th issue of a wave, which had left the one before in cycle left.
func (w *writer) row(issues []timing.Issue, k int, left timing.Cycle) row {
	i := &issues[k]
	ready := min(max(i.Ready, left), i.At)
	stall, duration := i.At-ready, i.At+i.Length-ready
	category := w.category(issues, k)
	if category == categoryImmediate {
		stall = duration
	}
	return row{int64(ready), category, int64(stall), int64(duration), int64(lineNumber(i.Inst))}
}

// lineNumber is the number of an instruction in code.json; 0 is the kernel's name.
func lineNumber(inst int) int { return inst + 1 }

// category is that of an instruction in a wave file.
func (w *writer) category(issues []timing.Issue, k int) int64 {
	i := &issues[k]
	inst := w.inst(i)
	row := inst.Row
	switch row.Unit {
	case isa.UnitSMEM:
		return categorySMEM
	case isa.UnitSALU:
		return categorySALU
	case isa.UnitVMEM, isa.UnitFlat:
		if strings.HasPrefix(row.Mnemonic, "buffer_") || strings.HasPrefix(row.Mnemonic, "tbuffer_") {
			return categoryVMEM
		}
		return categoryFlat
	case isa.UnitLDS:
		return categoryLDS
	case isa.UnitMsg:
		return categoryMessage
	case isa.UnitVALU, isa.UnitTrans, isa.UnitDot, isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return categoryVALU
	}
	if row.Op == isa.S_ENDPGM {
		return categoryMessage
	}
	if _, ok := inst.BranchTarget(0); ok {
		if k+1 < len(issues) && issues[k+1].Inst == i.Inst+1 {
			return categoryNotTaken
		}
		return categoryTaken
	}
	return categoryImmediate
}

// timeline collects states of a wave, and how long each lasted. Each wait is one of its own.
type timeline struct{ list [][2]int64 }

func (t *timeline) add(state int64, cycles timing.Cycle) {
	if cycles <= 0 {
		return
	}
	if n := len(t.list); n > 0 && t.list[n-1][0] == state && state != stateWait {
		t.list[n-1][1] += int64(cycles)
		return
	}
	t.list = append(t.list, [2]int64{state, int64(cycles)})
}

// dependencies lists, for each s_waitcnt that was executed, the lines of the accesses that it covered,
// each with a 0.
func (w *writer) dependencies(issues []timing.Issue) [][2]any {
	list := [][2]any{}
	var vector, lgkm []int
	scalar := false
	cover := func(i *timing.Issue, lines []int) {
		if len(lines) == 0 {
			return
		}
		covered := make([][2]int, len(lines))
		for k, line := range lines {
			covered[k][0] = line
		}
		list = append(list, [2]any{lineNumber(i.Inst), covered})
	}
	for k := range issues {
		i := &issues[k]
		inst := w.inst(i)
		if inst.Row.Op == isa.S_WAITCNT {
			counts := inst.Waitcnt()
			// Scalar loads return in any order: only a count of 0 says something of them.
			if n := max(len(lgkm)-counts.LGKM, 0); counts.LGKM == 0 || !scalar {
				cover(i, lgkm[:n])
				lgkm = lgkm[n:]
				scalar = scalar && len(lgkm) > 0
			}
			n := max(len(vector)-counts.VM, 0)
			cover(i, vector[:n])
			vector = vector[n:]
			continue
		}
		counters := inst.Row.Counters
		if counters&isa.CountVM != 0 {
			vector = append(vector, lineNumber(i.Inst))
		}
		if counters&isa.CountLGKM != 0 {
			lgkm = append(lgkm, lineNumber(i.Inst))
			scalar = scalar || inst.Row.Unit == isa.UnitSMEM
		}
	}
	return list
}

// codeFile is code.json: the listing, with the times of all waves.
func (w *writer) codeFile() any {
	p := w.result.Program
	entry := uint64(0)
	if len(p.Insts) > 0 {
		entry = p.Insts[0].Addr
	}
	code := [][]any{{"; " + p.Kernel, 0, 0, "", codeObject, entry, 0, 0, 0, 0}}
	for i := range p.Insts {
		inst, t := &p.Insts[i], &w.lines[i]
		source := ""
		if inst.File != "" {
			source = fmt.Sprintf("%s:%d", inst.File, inst.Line)
		}
		code = append(code, []any{inst.Inst.String(), 0, lineNumber(i), source, codeObject, inst.Addr, t.hits, t.latency, t.stall, t.idle})
	}
	return map[string]any{"code": code, "header": "ISA, _, LineNumber, Source, Codeobj, Vaddr, Hit, Latency, Stall, Idle", "version": formatVersion}
}

// occupancyFile is occupancy.json: when waves started and ended.
func (w *writer) occupancyFile() any {
	const kernel = 1 // 0 is what no kernel is known of
	doc := map[string]any{
		"version":    formatVersion,
		"dispatches": map[string]string{"0": "0 / 0x0", strconv.Itoa(kernel): w.result.Program.Kernel},
	}
	events := map[int][][6]int64{}
	for i := range w.result.Waves {
		wave := &w.result.Waves[i]
		for _, e := range []struct{ at, start int64 }{{int64(wave.Begin), 1}, {int64(wave.End), 0}} {
			events[wave.CU] = append(events[wave.CU], [6]int64{e.at, int64(wave.CU), int64(wave.SIMD), int64(wave.Slot), e.start, kernel})
		}
	}
	for cu, list := range events {
		// A wave ends before another starts in its slot.
		slices.SortStableFunc(list, func(a, b [6]int64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[4], b[4])) })
		doc[strconv.Itoa(cu)] = list
	}
	return doc
}

// namesFile is filenames.json: the file, begin and end of each wave.
func (w *writer) namesFile() any {
	type level = map[string]any
	names := level{}
	sub := func(m level, key int) level {
		k := strconv.Itoa(key)
		if m[k] == nil {
			m[k] = level{}
		}
		return m[k].(level)
	}
	for i := range w.result.Waves {
		wave := &w.result.Waves[i]
		slot := sub(sub(sub(names, wave.CU), wave.SIMD), wave.Slot)
		slot[strconv.Itoa(w.ids[i])] = []any{w.names[i], wave.Begin, wave.End}
	}
	generation := generation(w.result.Program.Chip.Name)
	family := "vega"
	if generation > 9 {
		family = "navi"
	}
	return map[string]any{"counter_names": []string{}, "gfxip": generation, "gfxv": family, "global_begin_time": 0, "version": formatVersion, "wave_filenames": names}
}

// generation is the number of the graphics core that the name of a chip has: its digits but the last
// two, of which the last may be a letter.
func generation(name string) int {
	digits := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	n, _ := strconv.Atoi(digits[:max(len(digits)-2, 0)])
	return n
}
