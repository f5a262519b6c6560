package report

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"

	"heddle/timing"
)

// DefaultLimit is how many issues a Recorder keeps: about 100 MB of them.
const DefaultLimit = 1 << 20

// Recorder keeps issues for a Report. Its method Issue can be handed to the model.
type Recorder struct {
	Limit   int // how many issues are kept at most; 0 for DefaultLimit
	Issues  []timing.Issue
	Dropped int64 // that were not kept
}

// Issue keeps the issue, or counts it if there are too many.
func (r *Recorder) Issue(i *timing.Issue) {
	limit := r.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	if len(r.Issues) >= limit {
		r.Dropped++
		return
	}
	r.Issues = append(r.Issues, *i)
}

// sorted returns the issues that name waves and instructions of the result, in the order of time; those of the
// same cycle by wave.
func sorted(r *Report) []timing.Issue {
	list := make([]timing.Issue, 0, len(r.Issues))
	for _, i := range r.Issues {
		if 0 <= i.Wave && i.Wave < len(r.Result.Waves) && 0 <= i.Inst && i.Inst < len(r.Result.Program.Insts) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b timing.Issue) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Wave, b.Wave), cmp.Compare(a.Seq, b.Seq))
	})
	return list
}

// IssueTable writes a table of issues while a model runs: CSV with a line for each issue, so that none needs
// to be kept. Its columns are
//
//	wave     index of the timed wave, as in Document.Waves
//	seq      index of the instruction among those that the wave executed
//	address  of the instruction, hexadecimal
//	cycle    of the issue
//	stall    cycles for which the wave waited before it
//	cause    of the stall, as in reports; empty if there was none
//	by       seq of the instruction of the wave that it waited for; empty if it is none
//	done     cycle in which its data arrived, or its store was acknowledged; empty for others
type IssueTable struct {
	w       *bufio.Writer
	program *timing.Program
	line    []byte
}

// NewIssueTable begins a table of issues of the program.
func NewIssueTable(w io.Writer, p *timing.Program) *IssueTable {
	t := &IssueTable{w: bufio.NewWriterSize(w, 64<<10), program: p}
	t.w.WriteString("wave,seq,address,cycle,stall,cause,by,done\n")
	return t
}

// Issue writes the issue. Close returns the error of a write that fails.
func (t *IssueTable) Issue(i *timing.Issue) {
	b := strconv.AppendInt(t.line[:0], int64(i.Wave), 10)
	b = strconv.AppendInt(append(b, ','), int64(i.Seq), 10)
	b = strconv.AppendUint(append(b, ",0x"...), t.program.Insts[i.Inst].Addr, 16)
	b = strconv.AppendInt(append(b, ','), int64(i.At), 10)
	b = strconv.AppendInt(append(b, ','), int64(i.At-i.Ready), 10)
	b = append(b, ',')
	if i.At > i.Ready {
		b = append(b, causeName(i.Stall)...)
	}
	b = append(b, ',')
	if i.By >= 0 {
		b = strconv.AppendInt(b, int64(i.By), 10)
	}
	b = append(b, ',')
	if i.Done > 0 {
		b = strconv.AppendInt(b, int64(i.Done), 10)
	}
	t.line = append(b, '\n')
	t.w.Write(t.line)
}

// Close writes what is left, and returns the first error that there was. It does not close the writer.
func (t *IssueTable) Close() error { return t.w.Flush() }

// Issues writes the table of the issues that a report keeps, in the order of time.
func Issues(w io.Writer, r *Report) error {
	t := NewIssueTable(w, r.Result.Program)
	list := sorted(r)
	for i := range list {
		t.Issue(&list[i])
	}
	return t.Close()
}
