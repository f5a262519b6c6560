package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"

	"heddle/diag"
	"heddle/isa"
	"heddle/timing"
)

// mostShown is how many issues a page shows: more make it slow to load and to draw.
const mostShown = 40000

// pageTimeline is the timeline of a page.
type pageTimeline struct {
	Note string
	Data template.JS // JSON of timelineData
}

// timelineData is what the script of the page draws.
type timelineData struct {
	Begin   timing.Cycle   `json:"begin"`
	End     timing.Cycle   `json:"end"`
	Classes []string       `json:"classes"`
	Causes  []string       `json:"causes"` // texts by number
	Colors  []string       `json:"colors"` // of causes
	Used    []int          `json:"used"`   // causes that there are
	Insts   []timelineInst `json:"insts"`
	Rows    []*timelineRow `json:"rows"`
}

type timelineInst struct {
	Address string `json:"a"`
	Text    string `json:"t"`
	Source  string `json:"s,omitempty"`
	Class   int    `json:"c"`
}

// timelineRow is a wave or a pipe. Its arrays have an element for each issue.
type timelineRow struct {
	Name  string         `json:"name"`
	Short string         `json:"short"`
	First bool           `json:"first"` // of a SIMD
	Pipe  bool           `json:"pipe"`
	Steps []timing.Cycle `json:"d"` // from the issue before it; the first is a cycle
	Waits []timing.Cycle `json:"w"` // stalls before it
	Busy  []timing.Cycle `json:"l"`
	Cause []int          `json:"s"`
	Inst  []int          `json:"i"`
	last  timing.Cycle
}

func newRow(name, short string) *timelineRow {
	return &timelineRow{Name: name, Short: short, Steps: []timing.Cycle{}, Waits: []timing.Cycle{}, Busy: []timing.Cycle{}, Cause: []int{}, Inst: []int{}}
}

func (t *timelineRow) add(at, wait, length timing.Cycle, cause timing.Cause, inst int) {
	t.Steps = append(t.Steps, at-t.last)
	t.Waits, t.Busy, t.Cause, t.Inst = append(t.Waits, max(wait, 0)), append(t.Busy, max(length, 0)), append(t.Cause, int(cause)), append(t.Inst, inst)
	t.last = at
}

// unitClasses are the classes of instructions that have a colour of their own.
var unitClasses = []string{"vector ALU", "matrix", "LDS", "vector memory", "scalar and control", "transcendental", "scalar memory"}

// causeColors tell causes apart on light and dark ground.
var causeColors = [timing.NumCauses]string{
	timing.NoCause:     "#999999",
	timing.WaitVM:      "#dca824",
	timing.WaitLGKM:    "#2bb0a4",
	timing.WaitBarrier: "#e0564e",
	timing.Dependency:  "#8191ad",
	timing.ALUBusy:     "#5c8ae6",
	timing.ALURamp:     "#9fbaf2",
	timing.MatrixBusy:  "#b68ae8",
	timing.LDSBusy:     "#63c07c",
	timing.VMEMBusy:    "#e8883a",
	timing.ScalarBusy:  "#a89f91",
	timing.CounterFull: "#b9744a",
	timing.Fetch:       "#d65db1",
	timing.Branch:      "#f08fb0",
	timing.Sleep:       "#7d7d7d",
	timing.Ending:      "#7a6fd0",
}

// classOf is the index in unitClasses.
func classOf(in *isa.Inst) int {
	switch in.Row.Unit {
	case isa.UnitVALU, isa.UnitDot:
		return 0
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return 1
	case isa.UnitLDS:
		return 2
	case isa.UnitVMEM, isa.UnitFlat:
		return 3
	case isa.UnitTrans:
		return 5
	case isa.UnitSMEM:
		return 6
	}
	return 4
}

// timeline lays out the issues that a page shows, nil if there are none.
func timeline(r *Report) *pageTimeline {
	issues := sorted(r)
	if len(issues) == 0 {
		return nil
	}
	shown, cus := someIssues(r.Result, issues)
	d := &timelineData{Begin: forever, Classes: unitClasses, Rows: timelineRows(r.Result, shown)}
	for c := range timing.NumCauses {
		d.Causes, d.Colors = append(d.Causes, causeTexts[c]), append(d.Colors, causeColors[c])
	}
	var used [timing.NumCauses]bool
	for i := range shown {
		d.Begin, d.End = min(d.Begin, shown[i].Ready), max(d.End, shown[i].At+shown[i].Length)
		used[shown[i].Stall] = used[shown[i].Stall] || shown[i].At > shown[i].Ready
	}
	for c, is := range used {
		if is {
			d.Used = append(d.Used, c)
		}
	}
	for n := range r.Result.Program.Insts {
		in := &r.Result.Program.Insts[n]
		d.Insts = append(d.Insts, timelineInst{fmt.Sprintf("%#x", in.Addr), instText(in), source(in), classOf(&in.Inst)})
	}
	b, err := json.Marshal(d)
	if err != nil {
		panic("BUG: timeline: " + err.Error())
	}
	note := fmt.Sprintf("%s of %s.", diag.Count(len(shown), "issue"), diag.Count(cus, "compute unit"))
	if all := int64(len(issues)) + r.Dropped; int64(len(shown)) < all {
		note = fmt.Sprintf("%d of %d issues, those of %s", len(shown), all, diag.Count(cus, "compute unit"))
		if len(shown) == mostShown || r.Dropped > 0 {
			note += fmt.Sprintf(" until cycle %d", shown[len(shown)-1].At)
		}
		note += "."
	}
	return &pageTimeline{note, template.JS(b)}
}

// someIssues takes the issues of as many compute units, the lowest first, as the page can show; of a single one
// the earliest.
func someIssues(r *timing.Result, issues []timing.Issue) (shown []timing.Issue, cus int) {
	count := map[int]int{}
	var order []int
	for i := range issues {
		cu := r.Waves[issues[i].Wave].CU
		if count[cu] == 0 {
			order = append(order, cu)
		}
		count[cu]++
	}
	slices.Sort(order)
	taken := map[int]bool{}
	all := 0
	for _, cu := range order {
		if all += count[cu]; all > mostShown && len(taken) > 0 {
			break
		}
		taken[cu] = true
	}
	for i := range issues {
		if taken[r.Waves[issues[i].Wave].CU] && len(shown) < mostShown {
			shown = append(shown, issues[i])
		}
	}
	return shown, len(taken)
}

// rowKey orders rows: waves under their SIMD, then its matrix core; the LDS after the SIMDs of its compute unit.
type rowKey struct {
	cu, simd int
	kind     int // 0 wave, 1 matrix core, 2 LDS
	wave     int
}

// ldsRow is after all SIMDs.
const ldsRow = 1 << 30

// timelineRows makes a row of each wave and each pipe that has issues.
func timelineRows(r *timing.Result, issues []timing.Issue) []*timelineRow {
	rows := map[rowKey]*timelineRow{}
	var keys []rowKey
	row := func(k rowKey, name, short string) *timelineRow {
		if rows[k] == nil {
			rows[k], keys = newRow(name, short), append(keys, k)
		}
		return rows[k]
	}
	pipes := slices.Clone(issues)
	slices.SortStableFunc(pipes, func(a, b timing.Issue) int {
		x, _, _ := busy(r, &a)
		y, _, _ := busy(r, &b)
		return cmp.Compare(x, y)
	})
	for i := range issues {
		issue := &issues[i]
		w := &r.Waves[issue.Wave]
		k := rowKey{w.CU, w.SIMD, 0, issue.Wave}
		row(k, fmt.Sprintf("CU %d SIMD %d, wg %d wave %d", w.CU, w.SIMD, w.Workgroup, w.Wave), fmt.Sprintf("%d.%d wg %d w %d", w.CU, w.SIMD, w.Workgroup, w.Wave)).
			add(issue.At, issue.At-issue.Ready, issue.Length, issue.Stall, issue.Inst)
	}
	for i := range pipes {
		issue := &pipes[i]
		begin, length, unit := busy(r, issue)
		if length == 0 {
			continue
		}
		w := &r.Waves[issue.Wave]
		to := row
		if unit == isa.UnitLDS {
			to(rowKey{w.CU, ldsRow, 2, 0}, fmt.Sprintf("CU %d LDS", w.CU), fmt.Sprintf("%d LDS", w.CU)).add(begin, 0, length, 0, issue.Inst)
			continue
		}
		to(rowKey{w.CU, w.SIMD, 1, 0}, fmt.Sprintf("CU %d SIMD %d, matrix core", w.CU, w.SIMD), fmt.Sprintf("%d.%d matrix", w.CU, w.SIMD)).add(begin, 0, length, 0, issue.Inst)
	}
	slices.SortFunc(keys, func(a, b rowKey) int {
		return cmp.Or(cmp.Compare(a.cu, b.cu), cmp.Compare(a.simd, b.simd), cmp.Compare(a.kind, b.kind), cmp.Compare(a.wave, b.wave))
	})
	list := make([]*timelineRow, len(keys))
	for i, k := range keys {
		list[i] = rows[k]
		list[i].Pipe = k.kind > 0
		list[i].First = i > 0 && (keys[i-1].cu != k.cu || keys[i-1].simd != k.simd)
	}
	return list
}
