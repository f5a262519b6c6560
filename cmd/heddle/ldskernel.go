package main

import (
	"bufio"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/diag"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/layout"
	"heddle/sim"
)

// ldsKernelsJSON is the output of lds --json for kernels.
type ldsKernelsJSON struct {
	Schema     string        `json:"schema"`
	Target     string        `json:"target"`
	Dispatches []*ldsKernel  `json:"dispatches"`
	At         *ldsExecution `json:"at,omitempty"` // the worst execution of the instruction that --at names
}

// ldsKernel is what a dispatch did to the LDS.
type ldsKernel struct {
	Kernel       string     `json:"kernel"`
	Executions   int64      `json:"executions"`
	BankUses     int64      `json:"bankUses"`
	Conflicts    int64      `json:"conflicts"`
	DataCycles   int64      `json:"dataCycles"`
	Instructions []*ldsSite `json:"instructions"` // worst first

	chip  *arch.Chip
	lines *hsaco.LineTable
	sites []*ldsSite // by sim.Event.Site, nil for others
	fault error      // an instruction of which no fact is known
}

// ldsSite is an LDS instruction of a kernel, over all its executions.
type ldsSite struct {
	Address     uint64 `json:"address"` // in the code object
	Instruction string `json:"instruction"`
	File        string `json:"file,omitempty"`
	Line        int    `json:"line,omitempty"`
	Evidence    string `json:"evidence"`
	Executions  int64  `json:"executions"` // with active lanes
	BankUses    int64  `json:"bankUses"`
	Conflicts   int64  `json:"conflicts"` // of BankUses
	DataCycles  int64  `json:"dataCycles"`
	WorstWays   int    `json:"worstWays"`
	Workgroup   int    `json:"workgroup"` // and wave of the worst execution
	Wave        int    `json:"wave"`

	counter *layout.BankCounter
	worst   layout.LDSAddresses
	most    int // bank uses of the worst execution
}

// kernel answers for the kernels of a file.
func (f *ldsFlags) kernel(s *streams, cmd *cobra.Command, file string) error {
	if cmd.Flags().Changed("exec") || cmd.Flags().Changed("wave") || cmd.Flags().Changed("i") {
		return usagef("--exec, --wave and --i are for formulas: they have no meaning with a FILE")
	}
	if err := f.check(); err != nil {
		return err
	}
	at, err := uint64(0), error(nil)
	if f.at != "" {
		if at, err = strconv.ParseUint(f.at, 0, 64); err != nil {
			return usagef("--at %q is not an address such as 0x1940", f.at)
		}
	} else if f.svg != "" {
		return usagef("--svg draws one execution: choose its instruction with --at")
	}
	o, err := f.run.options(cmd)
	if err != nil {
		return err
	}
	plan, err := f.run.plan(cmd)
	if err != nil {
		return err
	}
	if file, err = f.run.object(plan, file); err != nil {
		return err
	}
	for _, input := range []string{file, f.run.launch} {
		if overwrites(f.svg, input) {
			return usagef("--svg would overwrite %s: give another file", input)
		}
	}
	if o.Code, err = f.run.read(s, file); err != nil {
		return err
	}
	all := &ldsKernelsJSON{Schema: "heddle.lds/v1", Dispatches: []*ldsKernel{}}
	o.Observe = func(object *hsaco.Object, l *sim.Launch) {
		k := &ldsKernel{Kernel: l.Kernel.Name(), chip: object.Chip}
		if lines, err := object.Lines(); err == nil { // the lines are an extra
			k.lines = lines
		}
		all.Target = object.Chip.Name
		all.Dispatches = append(all.Dispatches, k)
		l.Observers = append(l.Observers, k)
	}
	var end func()
	o.Progress, end = s.bars()
	o.Warn = func(warnings error) { s.diagnose(warnings.Error()) }
	plan.Expect = nil
	_, err = plan.Run(o)
	end()
	if err != nil {
		return err
	}
	for _, k := range all.Dispatches {
		if k.fault != nil {
			return k.fault
		}
		k.finish()
	}
	if f.at != "" {
		if all.At, err = all.find(at); err != nil {
			return err
		}
		if err := f.draw(all.At); err != nil {
			return err
		}
	}
	if f.run.asJSON {
		return s.writeJSON(all)
	}
	return s.write(func(w *bufio.Writer) error {
		if all.At != nil {
			return all.At.write(w, f.style(s))
		}
		return all.write(w)
	})
}

// Executed counts an LDS instruction. It makes ldsKernel a sim.Observer.
func (k *ldsKernel) Executed(e *sim.Event) {
	site := k.site(e)
	if site == nil {
		return
	}
	var a layout.LDSAddresses
	switch {
	case e.Inst.Row.Memory.ToLDS:
		addAccesses(&a, e.ToLDS, e.Seq)
	case site.counter.Places == 0 || site.counter.Single:
		a.Lanes[0] = e.Lanes
	default:
		addAccesses(&a, e.Accesses, e.Seq)
	}
	n := site.counter.Count(&a)
	if n.Alone == 0 {
		return // no lane, or a FLAT access of other memory
	}
	site.Executions++
	site.BankUses += int64(n.Banks)
	site.Conflicts += int64(n.Conflicts)
	site.DataCycles += int64(n.Data)
	if site.Executions == 1 || n.Banks > site.most {
		site.most, site.WorstWays, site.worst = n.Banks, n.Worst, a
		site.Workgroup, site.Wave = e.Workgroup, e.Wave
	}
	site.WorstWays = max(site.WorstWays, n.Worst)
}

// addAccesses adds those of the accesses that are in the LDS and of the instruction with the number
// seq.
func addAccesses(a *layout.LDSAddresses, accesses []sim.Access, seq uint64) {
	for i := range accesses {
		if x := &accesses[i]; x.Space == sim.SpaceLDS && x.Seq == seq {
			a.Add(x.Lanes, x.Places, uint32(x.Base)+x.Offset)
		}
	}
}

// site returns the site of an event, nil if its instruction does not reach the LDS.
func (k *ldsKernel) site(e *sim.Event) *ldsSite {
	row := e.Inst.Row
	if row.Memory == nil || row.Memory.Kind == isa.MemoryNothing || row.Unit != isa.UnitLDS && row.Unit != isa.UnitFlat && !row.Memory.ToLDS {
		return nil
	}
	for len(k.sites) <= e.Site {
		k.sites = append(k.sites, nil)
	}
	if site := k.sites[e.Site]; site != nil {
		return site
	}
	c, err := layout.NewBankCounter(k.chip, row)
	if err != nil {
		k.fault = cmp.Or(k.fault, err)
		return nil
	}
	site := &ldsSite{Address: e.CodeAddr, Instruction: e.Inst.String(), Evidence: c.Fact.Evidence.String(), counter: c}
	if k.lines != nil {
		if p, ok := k.lines.Lookup(nil, e.CodeAddr); ok && p.Line > 0 {
			site.File, site.Line = p.File, p.Line
		}
	}
	k.sites[e.Site] = site
	return site
}

// Landed, WaveStarted and WaveEnded make ldsKernel a sim.Observer: accesses come with the
// instruction in the schedule that is used, and direct-to-LDS loads say then where they will write.
func (k *ldsKernel) Landed(*sim.Event)    {}
func (k *ldsKernel) WaveStarted(int, int) {}
func (k *ldsKernel) WaveEnded(int, int)   {}

// finish sums up the sites and puts the worst first.
func (k *ldsKernel) finish() {
	k.Instructions = []*ldsSite{}
	for _, site := range k.sites {
		if site == nil || site.Executions == 0 {
			continue
		}
		k.Instructions = append(k.Instructions, site)
		k.Executions += site.Executions
		k.BankUses += site.BankUses
		k.Conflicts += site.Conflicts
		k.DataCycles += site.DataCycles
	}
	slices.SortFunc(k.Instructions, func(x, y *ldsSite) int {
		return cmp.Or(cmp.Compare(y.Conflicts, x.Conflicts), cmp.Compare(y.DataCycles, x.DataCycles), cmp.Compare(x.Address, y.Address))
	})
}

// find returns the worst execution of the instruction at an address.
func (all *ldsKernelsJSON) find(at uint64) (*ldsExecution, error) {
	var found *ldsSite
	var in *ldsKernel
	for _, k := range all.Dispatches {
		for _, site := range k.Instructions {
			if site.Address == at && (found == nil || site.most > found.most) {
				found, in = site, k
			}
		}
	}
	if found == nil {
		return nil, fmt.Errorf("no LDS instruction was executed at %#x: without --at, lds lists their addresses", at)
	}
	e := newExecution(in.chip, found.counter, &found.worst)
	e.Instruction = found.Instruction
	e.Formula = fmt.Sprintf("%#x, workgroup %d, wave %d", at, found.Workgroup, found.Wave)
	return e, nil
}

// write prints a table for each dispatch.
func (all *ldsKernelsJSON) write(w *bufio.Writer) error {
	for i, k := range all.Dispatches {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s (%s): %s of the LDS, %d cycles of a pair of SIMDs; banks used %d times, %d of them for conflicts\n",
			k.Kernel, all.Target, diag.Count(k.Executions, "execution"), k.DataCycles, k.BankUses, k.Conflicts)
		if len(k.Instructions) == 0 {
			continue
		}
		table := [][]string{{"address", "executed", "cycles", "conflicts", "ways", "instruction", "source"}}
		for _, site := range k.Instructions {
			source := ""
			if site.Line > 0 {
				source = fmt.Sprintf("%s:%d", filepath.Base(site.File), site.Line)
			}
			ways := "-"
			if site.WorstWays > 0 {
				ways = fmt.Sprint(site.WorstWays)
			}
			table = append(table, []string{fmt.Sprintf("%#x", site.Address), fmt.Sprint(site.Executions), fmt.Sprint(site.DataCycles),
				fmt.Sprint(site.Conflicts), ways, site.Instruction, source})
		}
		w.WriteString(layout.Table(table))
	}
	return nil
}
