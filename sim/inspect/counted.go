package inspect

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"heddle/diag"
	"heddle/sim"
)

// Counts are what was counted of an instruction or of a source line.
type Counts struct {
	// Executed is how often a wave executed it; the sum over a kernel's instructions is
	// sim.Report.Executed.
	Executed uint64 `json:"executions"`
	// Lanes are the active lanes (EXEC) of all executions; scalar instructions have none.
	Lanes uint64 `json:"lanes"`
	// Conflicts are the cycles in which LDS banks served its conflicts (layout.LDSCount.Conflicts).
	Conflicts uint64 `json:"ldsConflicts"`
	// Bytes are what its lanes read and wrote; their sum is sim.Report.Bytes.
	Bytes sim.Traffic `json:"bytes"`
}

func (c *Counts) add(d *Counts) {
	c.Executed += d.Executed
	c.Lanes += d.Lanes
	c.Conflicts += d.Conflicts
	b, more := &c.Bytes, &d.Bytes
	b.GlobalRead += more.GlobalRead
	b.GlobalWritten += more.GlobalWritten
	b.LDSRead += more.LDSRead
	b.LDSWritten += more.LDSWritten
	b.ScratchRead += more.ScratchRead
	b.ScratchWritten += more.ScratchWritten
}

// Kernel is what was counted of a kernel.
type Kernel struct {
	Kernel     string `json:"kernel"`
	Dispatches int    `json:"dispatches"`
	// Instructions are those that were executed, by address.
	Instructions []Instruction `json:"instructions,omitempty"`
	// Lines are the same by file and line; the first may be that of code without one.
	Lines []Line `json:"lines,omitempty"`
}

// Instruction is what was counted of an instruction.
type Instruction struct {
	Addr uint64 `json:"address"` // in the code object
	Text string `json:"instruction"`
	Source
	Counts
}

// Line is what was counted of the instructions of a source line.
type Line struct {
	Source
	Instructions int `json:"instructions"` // of it that were executed
	Counts
}

// Kernels returns what was counted, by instruction. No run may be under way.
func (c *Counter) Kernels() []Kernel {
	list := []Kernel{}
	for _, k := range c.kernels {
		list = append(list, k.kernel())
	}
	return list
}

// kernel adds up the tallies.
func (k *kernelCounter) kernel() Kernel {
	lines := linesOf(k.object)
	known := map[uint64]*Instruction{}
	of := func(addr uint64, text func() string) *Instruction {
		in := known[addr]
		if in == nil {
			in = &Instruction{Addr: addr, Text: text(), Source: sourceAt(lines, addr)}
			known[addr] = in
		}
		return in
	}
	for _, t := range k.tally {
		for i := range t.sites {
			if s := &t.sites[i]; s.inst != nil {
				of(s.addr, s.inst.String).add(s.counts())
			}
		}
		for i := range t.runs {
			r := &t.runs[i]
			if r.executed == 0 {
				continue
			}
			addr := r.addr
			for _, inst := range r.run.Insts {
				n := Counts{Executed: r.executed}
				if hasLanes(inst) {
					n.Lanes = r.lanes
				}
				of(addr, inst.String).add(&n)
				addr += uint64(inst.Size())
			}
		}
	}
	kernel := Kernel{Kernel: k.name, Dispatches: k.dispatches, Instructions: []Instruction{}}
	for _, in := range known {
		kernel.Instructions = append(kernel.Instructions, *in)
	}
	slices.SortFunc(kernel.Instructions, func(a, b Instruction) int { return cmp.Compare(a.Addr, b.Addr) })
	return kernel
}

func (s *siteTally) counts() *Counts {
	global, lds, scratch := &s.bytes[sim.SpaceGlobal], &s.bytes[sim.SpaceLDS], &s.bytes[sim.SpacePrivate]
	return &Counts{s.executed, s.active, s.conflicts, sim.Traffic{GlobalRead: global[0], GlobalWritten: global[1],
		LDSRead: lds[0], LDSWritten: lds[1], ScratchRead: scratch[0], ScratchWritten: scratch[1]}}
}

// ByLine returns the kernel with lines in place of instructions.
func (k *Kernel) ByLine() Kernel {
	known := map[Source]*Line{}
	for i := range k.Instructions {
		in := &k.Instructions[i]
		if known[in.Source] == nil {
			known[in.Source] = &Line{Source: in.Source}
		}
		known[in.Source].Instructions++
		known[in.Source].add(&in.Counts)
	}
	lines := Kernel{Kernel: k.Kernel, Dispatches: k.Dispatches, Lines: []Line{}}
	for _, line := range known {
		lines.Lines = append(lines.Lines, *line)
	}
	slices.SortFunc(lines.Lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return lines
}

// column is a column of the table; those without a figure are left out.
type column struct {
	name  string
	value func(*Counts) uint64
}

var columns = []column{
	{"executions", func(c *Counts) uint64 { return c.Executed }},
	{"lanes", func(c *Counts) uint64 { return c.Lanes }},
	{"LDS conflicts", func(c *Counts) uint64 { return c.Conflicts }},
	{"global bytes", func(c *Counts) uint64 { return c.Bytes.GlobalRead + c.Bytes.GlobalWritten }},
	{"LDS bytes", func(c *Counts) uint64 { return c.Bytes.LDSRead + c.Bytes.LDSWritten }},
	{"scratch bytes", func(c *Counts) uint64 { return c.Bytes.ScratchRead + c.Bytes.ScratchWritten }},
}

// WriteCounts prints a table for each kernel, by instruction or by line as they are.
func WriteCounts(w io.Writer, kernels []Kernel) error {
	b := bufio.NewWriter(w)
	for i := range kernels {
		if i > 0 {
			b.WriteByte('\n')
		}
		kernels[i].write(b)
	}
	return b.Flush()
}

// row is a row of a table: what is counted, before and after the figures.
type row struct {
	before, after []string
	counts        *Counts
}

// write prints the table of a kernel.
func (k *Kernel) write(w *bufio.Writer) {
	before, after := "address", []string{"instruction", "source"}
	var rows []row
	sourced := false
	for i := range k.Instructions {
		in := &k.Instructions[i]
		sourced = sourced || in.Line > 0
		rows = append(rows, row{[]string{fmt.Sprintf("%#x", in.Addr)}, []string{in.Text, in.Source.String()}, &in.Counts})
	}
	if k.Lines != nil {
		before, after = "instructions", []string{"source"}
		for i := range k.Lines {
			line := &k.Lines[i]
			source := line.Source.String()
			if source == "" {
				source = "(no line)"
			}
			rows = append(rows, row{[]string{strconv.Itoa(line.Instructions)}, []string{source}, &line.Counts})
		}
	} else if !sourced {
		after = after[:1]
	}
	var all Counts
	for i := range rows {
		all.add(rows[i].counts)
	}
	fmt.Fprintf(w, "%s: %s, %s\n", printable(k.Kernel), countOf(k.Dispatches, "dispatch", "dispatches"), diag.Count(all.Executed, "wave instruction"))
	cells := [][]string{append([]string{before}, k.figures(&all, func(c column) string { return c.name })...)}
	cells[0] = append(cells[0], after...)
	for _, r := range rows {
		line := append(r.before, k.figures(&all, func(c column) string { return figure(c.value(r.counts)) })...)
		cells = append(cells, append(line, r.after[:len(after)]...))
	}
	total := append([]string{""}, k.figures(&all, func(c column) string { return figure(c.value(&all)) })...)
	cells = append(cells, append(total, "all", "")[:len(cells[0])])
	writeTable(w, cells, len(cells[0])-len(after))
}

// figures are the cells of the columns that have a figure anywhere.
func (k *Kernel) figures(all *Counts, cell func(column) string) (cells []string) {
	for _, c := range columns {
		if c.value(all) > 0 {
			cells = append(cells, cell(c))
		}
	}
	return cells
}

// figure is a count; nothing is a dash.
func figure(n uint64) string {
	if n == 0 {
		return "-"
	}
	return strconv.FormatUint(n, 10)
}

// countOf is diag.Count for a plural that has more than an s.
func countOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// writeTable aligns cells, those of the first right columns to the right.
func writeTable(w *bufio.Writer, rows [][]string, right int) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < right {
				line.WriteString("  " + pad + cell)
			} else {
				line.WriteString("  " + cell + pad)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}
