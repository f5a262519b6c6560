package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/arch"
	"heddle/diag"
	"heddle/isa"
	"heddle/layout"
	"heddle/sim"
)

// ldsFlags are the flags of heddle lds.
type ldsFlags struct {
	run     runFlags // how a kernel is run
	wave, i int64
	exec    string
	at      string
	svg     string
	turns   int
	solver  ldsSolveFlags
}

func ldsCommand(s *streams) *cobra.Command {
	f := ldsFlags{}
	f.run.schedule, f.run.barrier, f.run.soffset, f.run.check = "round-robin", "strict", "in", "none"
	cmd := &cobra.Command{
		Use:   "lds INSTRUCTION [FORMULA] | lds FILE [--launch FILE] | lds --solve --tile ROWSxBYTES ACCESS...",
		Short: "Count and draw LDS bank conflicts",
		Long: `lds shows how an LDS instruction uses the banks: in which phases its lanes are served,
which of them need different words of one bank, and how many cycles that takes.

INSTRUCTION is a mnemonic, possibly with offset:N, offset0:N and offset1:N, or lds for
what a direct-to-LDS load writes. FORMULA is the address of a lane in bytes, made of
lane, wave, i, numbers, parentheses and the operators + - * / % << >> & | ^ ~ with the
precedence that C gives them. For instructions that make their addresses from M0 it is
the value of M0.

With a FILE, which is run as 'heddle run' runs it, outputs included, lds counts each LDS
instruction of its kernels as it was executed: how often, the cycles, how many uses of
the banks are due to conflicts (as the profiler's SQ_LDS_BANK_CONFLICT counts them), and
the most ways of a phase; worst first. --at draws the worst execution of one of them.

With --solve it finds the layout of a tile for all the ACCESSes to it: one without conflicts,
or with the fewest, and with the cheapest addresses. It prints the layout as a formula, the
proof by ranks over GF(2), and how the first phase of each access meets the banks.
An ACCESS is
  direct:BYTES                      written by loads from memory directly to LDS
  ds_write_b128                     written row by row, by another ds_write, too
  ds_read_b128:MFMA:OPERAND[:TYPE]  operand A or B of a matrix instruction, k along the rows;
                                    for a transposing read rows are k
  INSTRUCTION=FORMULA               lane by lane: the byte of the tile, row after row

Cycles are those of a pair of SIMDs while the other pair is as busy, which shares the
banks, or also alone where it says so.`,
		Example: `  heddle lds --mcpu gfx950 ds_read_b128 'lane*16'
  heddle lds --mcpu gfx950 ds_read_b64_tr_b16 'lane%16*128 + lane/16*8' --svg tr.svg
  heddle lds --mcpu gfx942 'ds_read2_b32 offset1:32' 'lane*8'
  heddle lds --solve --mcpu gfx950 --tile 64x128 direct:16 ds_read_b128:v_mfma_f32_16x16x32_bf16:A
  heddle lds gemm.hsaco --launch gemm.hsaco.launch.json --workgroups corners
  heddle lds kernel.s --mcpu gfx950 --grid 1 --block 256 --arg zero:f32[4096] --at 0x1940`,
		Args: func(_ *cobra.Command, args []string) error {
			if f.solver.on && len(args) == 0 {
				return usagef("lds --solve needs an ACCESS, such as ds_read_b128:v_mfma_f32_16x16x32_bf16:A")
			}
			if f.solver.on || len(args) == 0 && f.run.launch != "" || len(args) == 1 || len(args) == 2 {
				return nil
			}
			return usagef("lds needs an INSTRUCTION and a FORMULA, or a FILE")
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.solver.must(cmd); err != nil {
				return err
			}
			if f.solver.on {
				return f.solve(s, cmd, args)
			}
			if len(args) > 0 {
				if words := strings.Fields(args[0]); len(args) == 2 || len(words) > 0 && isMnemonic(words[0]) {
					return f.pattern(s, cmd, args)
				}
			}
			return inFlags(f.kernel(s, cmd, strings.Join(args, "")))
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return ldsMnemonics(chosenTargets(&f.run.target)), cobra.ShellCompDirectiveDefault
		},
	}
	flags := cmd.Flags()
	f.run.target.flag(cmd, "the target")
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "chip" {
			name = "mcpu"
		}
		return pflag.NormalizedName(name)
	})
	f.solver.add(cmd)
	formula := []string{"mcpu", "wave", "i", "exec", "solve", "tile", "layout", "family"} // not of a kernel: these come first
	flags.Int64Var(&f.wave, "wave", 0, "the `NUMBER` that wave is in FORMULA")
	flags.Int64Var(&f.i, "i", 0, "the `NUMBER` that i is in FORMULA")
	flags.StringVar(&f.exec, "exec", "", "the active lanes, as a `MASK` such as 0xffff (default all)")
	flags.AddFlagSet(f.run.launchFlags())
	group(cmd, groupKernel)
	flags.StringVar(&f.at, "at", "", "draw the worst execution of the instruction at the `ADDRESS` in the code object")
	flags.StringVar(&f.svg, "svg", "", "also draw to `FILE`")
	flags.IntVar(&f.turns, "turns", 8, "draw only the first `N` turns of each phase, 0 for all")
	jsonFlag(cmd, &f.run.asJSON)
	group(cmd, groupOutput)
	flags.StringVar(&f.run.workgroups, "workgroups", "all", "workgroups to execute: "+sim.WorkgroupForms)
	flags.Uint64Var(&f.run.seed, "seed", 1, "the seed `N` of --workgroups random:N")
	flags.StringVar(&f.run.engine, "engine", "fast", "implementation of instructions: plain, avx2, avx512, or fast for the best one on this CPU; results are the same")
	flags.Uint64Var(&f.run.budget, "max-instructions", sim.DefaultMaxInstructions, "instruction limit per wave, `N`")
	group(cmd, groupSimulation)
	for _, name := range formula {
		delete(flags.Lookup(name).Annotations, groupKey)
	}
	return cmd
}

func isMnemonic(word string) bool {
	_, ok := isa.LookupMnemonic(strings.ToLower(word))
	return ok
}

// ldsMnemonics lists the instructions that reach the LDS.
func ldsMnemonics(targets []*isa.Target) (names []string) {
	for _, t := range targets {
		for _, name := range mnemonics([]*isa.Target{t}, nil) {
			if row, err := ldsRow(t, name, false); err == nil && row.Unit == isa.UnitLDS {
				names = append(names, name)
			}
		}
	}
	return names
}

// check reports values of flags that mean nothing.
func (f *ldsFlags) check() error {
	if f.turns < 0 {
		return usagef("--turns %d: need a number of turns, or 0 for all", f.turns)
	}
	return nil
}

// pattern answers for an instruction and a formula.
func (f *ldsFlags) pattern(s *streams, cmd *cobra.Command, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	if err := f.run.target.must(cmd, ""); err != nil {
		return err
	}
	for _, name := range []string{"launch", "grid", "global", "block", "arg", "kernel", "workload", "scratch", "at", "workgroups"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s is for kernels: it has no meaning with an INSTRUCTION", name)
		}
	}
	chip := f.run.target.chip
	p, err := parsePattern(chip, args)
	if err != nil {
		return err
	}
	lanes := ^uint64(0)
	if f.exec != "" {
		if lanes, err = strconv.ParseUint(f.exec, 0, 64); err != nil {
			return usagef("--exec %q is not a mask of lanes such as 0xffff", f.exec)
		}
	}
	a, err := p.addresses(chip, f, lanes)
	if err != nil {
		return err
	}
	e := newExecution(chip, p.counter, a)
	e.Formula = p.text
	return f.show(s, e)
}

// show prints an execution, and draws it to a file if that is asked for.
func (f *ldsFlags) show(s *streams, e *ldsExecution) error {
	if err := f.draw(e); err != nil {
		return err
	}
	if f.run.asJSON {
		return s.writeJSON(e)
	}
	return s.write(func(w *bufio.Writer) error { return e.write(w, f.style(s)) })
}

// draw writes the SVG file.
func (f *ldsFlags) draw(e *ldsExecution) error {
	if f.svg == "" {
		return nil
	}
	title := append([]string{e.title()}, e.lines()...)
	return os.WriteFile(f.svg, e.picture.SVG(title...), 0o666)
}

// style is how pictures are drawn on the output.
func (f *ldsFlags) style(s *streams) layout.LDSTextStyle {
	style := layout.LDSTextStyle{MaxTurns: f.turns}
	if isTerminal(s.out) {
		style.Conflict, style.Reset = styleError, styleReset
	}
	return style
}

// ldsPattern is an instruction with its offsets and the formula of its addresses.
type ldsPattern struct {
	row     *isa.Row
	counter *layout.BankCounter
	formula *layout.Formula
	text    string
	offsets [2]int64
}

// ldsRow returns the row of a mnemonic: one that accesses the LDS, if there is any.
func ldsRow(t *isa.Target, name string, direct bool) (row *isa.Row, err error) {
	op, ok := isa.LookupMnemonic(name)
	if !ok {
		return nil, usagef("unknown instruction %s", name)
	}
	rows := t.RowsOf(op)
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s has no instruction %s; it is an instruction of %s", t.Chip.Name, name, strings.Join(isa.ChipsWith(op), ", "))
	}
	for i := range rows {
		if rows[i].Memory != nil && rows[i].Memory.ToLDS == direct {
			if row == nil {
				row = &rows[i]
			}
		}
	}
	if row == nil && direct {
		return nil, usagef("%s has no form that writes to the LDS", name)
	}
	if row == nil {
		row = &rows[0]
	}
	if _, err := layout.NewBankCounter(t.Chip, row); err != nil {
		return nil, err
	}
	return row, nil
}

// parsePattern reads INSTRUCTION and FORMULA.
func parsePattern(chip *arch.Chip, args []string) (*ldsPattern, error) {
	words := strings.Fields(args[0])
	if len(words) == 0 {
		return nil, usagef("the INSTRUCTION is empty")
	}
	p := &ldsPattern{text: "0"}
	direct := false
	given := map[string]int64{}
	for _, word := range words[1:] {
		name, number, ok := strings.Cut(word, ":")
		n, err := strconv.ParseInt(number, 0, 64)
		switch {
		case word == "lds":
			direct = true
		case ok && err == nil && n >= 0 && (name == "offset" && n < 1<<16 || (name == "offset0" || name == "offset1") && n < 1<<8):
			given[name] = n
		default:
			return nil, usagef("%q after %s: only offset:0 to 65535, offset0: and offset1:0 to 255, and lds are known", word, words[0])
		}
	}
	row, err := ldsRow(isa.For(chip), strings.ToLower(words[0]), direct)
	if err != nil {
		return nil, err
	}
	if p.counter, err = layout.NewBankCounter(chip, row); err != nil {
		return nil, err
	}
	p.row = row
	for name, n := range given {
		switch {
		case name == "offset" && p.counter.Places != 2:
			p.offsets[0] = n
		case name == "offset0" && p.counter.Places == 2:
			p.offsets[0] = n * int64(row.Memory.Scale)
		case name == "offset1" && p.counter.Places == 2:
			p.offsets[1] = n * int64(row.Memory.Scale)
		default:
			return nil, usagef("%s takes no %s", row.Mnemonic, name)
		}
	}
	return p, p.readFormula(args)
}

// readFormula reads the formula, which only instructions that take no address can do without.
func (p *ldsPattern) readFormula(args []string) (err error) {
	shape := p.row.Memory
	switch made := shape.AddTID || shape.ToLDS || p.counter.Single || p.counter.Places == 0; {
	case len(args) == 2:
		p.text = args[1]
	case !made:
		return usagef("%s needs a FORMULA for the addresses, such as 'lane*%d'", p.row.Mnemonic, max(p.counter.Bytes, 1))
	}
	if p.formula, err = layout.ParseFormula(p.text); err != nil {
		return usagef("formula: %w", err)
	}
	return nil
}

// addresses computes the addresses of the active lanes.
func (p *ldsPattern) addresses(chip *arch.Chip, f *ldsFlags, lanes uint64) (*layout.LDSAddresses, error) {
	a := &layout.LDSAddresses{Lanes: [2]uint64{lanes}}
	places := max(p.counter.Places, 1)
	if places == 2 && p.offsets[0] != p.offsets[1] { // equal ones are one access
		a.Lanes[1] = lanes
	}
	if p.counter.Places == 0 {
		return a, nil
	}
	for lane := range a.At[0] {
		v := layout.FormulaValues{Lane: int64(lane), Wave: f.wave, I: f.i}
		step := int64(0)
		switch shape := p.row.Memory; {
		case shape.AddTID:
			v.Lane, step = 0, int64(chip.LDSBankBytes*lane)
		case shape.ToLDS:
			v.Lane, step = 0, int64(p.counter.Bytes*lane)
		}
		at, err := p.formula.Value(v)
		if err != nil {
			return nil, fmt.Errorf("formula: lane %d: %w", lane, err)
		}
		for place := range places {
			if lanes>>lane&1 != 0 && (at < 0 || at > int64(chip.LDSBytes)) { // checked first: sums with it may overflow
				return nil, fmt.Errorf("formula: lane %d: the address is %d; the LDS has bytes 0 to %d", lane, at, chip.LDSBytes-1)
			}
			addr := at + p.offsets[place] + step
			if lanes>>lane&1 != 0 && addr+int64(p.counter.Bytes) > int64(chip.LDSBytes) {
				return nil, fmt.Errorf("lane %d accesses bytes %d to %d; the LDS has 0 to %d", lane, addr, addr+int64(p.counter.Bytes)-1, chip.LDSBytes-1)
			}
			a.At[place][lane] = uint32(addr)
		}
	}
	return a, nil
}

// ldsExecution is one execution of an LDS instruction, and the output of lds --json for it.
type ldsExecution struct {
	Schema      string `json:"schema"`
	Target      string `json:"target"`
	Instruction string `json:"instruction"`
	// Like is the instruction whose phases are used, Evidence how they are known.
	Like     string `json:"like"`
	Evidence string `json:"evidence"`
	Source   string `json:"source,omitempty"`
	Formula  string `json:"formula,omitempty"`
	Bytes    int    `json:"bytes"` // of a lane at an address
	Banks    int    `json:"banks"`
	// Phases are in the order in which they are served.
	Phases []ldsPhaseJSON `json:"phases"`
	// BankUses is the sum of the phases' ways, Conflicts how many of these are due to conflicts.
	BankUses  int `json:"bankUses"`
	Conflicts int `json:"conflicts"`
	WorstWays int `json:"worstWays"`
	// Cycles of a pair of SIMDs: without conflicts, with them alone, and with the other pair as busy.
	PortCycles  int  `json:"portCycles"`
	AloneCycles int  `json:"aloneCycles"`
	DataCycles  int  `json:"dataCycles"`
	SharedLanes int  `json:"sharedLanes"` // that get a word with another lane
	Unaligned   bool `json:"unaligned"`
	// Rank is the argument by ranks, if addresses are linear.
	Rank *ldsRankJSON `json:"rank,omitempty"`
	// Remedies are addresses x without conflicts.
	Remedies []string `json:"remedies,omitempty"`

	picture layout.LDSPicture
}

// ldsPhaseJSON is a phase: its lanes, and the addresses of those that are active.
type ldsPhaseJSON struct {
	Place     int      `json:"place"`
	Lanes     []int    `json:"lanes"`
	Active    int      `json:"active"`
	Ways      int      `json:"ways"`
	Addresses []uint32 `json:"addresses"`
}

// ldsRankJSON is layout.LDSRank.
type ldsRankJSON struct {
	Addresses int    `json:"addresses"` // rank of the addresses of a phase
	Banks     int    `json:"banks"`     // and of their places in a row of banks
	Ways      int    `json:"ways"`
	Text      string `json:"text"`
}

// newExecution counts and draws an execution.
func newExecution(chip *arch.Chip, c *layout.BankCounter, a *layout.LDSAddresses) *ldsExecution {
	n := c.Count(a)
	e := &ldsExecution{
		Schema: "heddle.lds/v1", Target: chip.Name, Instruction: c.Instruction, Like: c.Like,
		Evidence: c.Fact.Evidence.String(), Source: c.Fact.Source, Bytes: c.Bytes, Banks: c.Banks, Phases: []ldsPhaseJSON{},
		BankUses: n.Banks, Conflicts: n.Conflicts, WorstWays: n.Worst,
		PortCycles: c.Port, AloneCycles: n.Alone, DataCycles: n.Data, SharedLanes: n.Shared, Unaligned: n.Unaligned,
		picture: c.Picture(a),
	}
	for i, p := range e.picture.Phases {
		phase := ldsPhaseJSON{p.Place, p.Lanes, p.Active, int(n.Ways[i]), []uint32{}}
		for _, lane := range p.Lanes {
			if a.Lanes[p.Place]>>lane&1 != 0 {
				phase.Addresses = append(phase.Addresses, a.At[p.Place][lane])
			}
		}
		e.Phases = append(e.Phases, phase)
	}
	if r, ok := c.Rank(a); ok {
		e.Rank = &ldsRankJSON{r.All, r.Banks, r.Ways(), r.String()}
	}
	for _, r := range c.Remedies(a) {
		e.Remedies = append(e.Remedies, r.String())
	}
	return e
}

// title is the first line of the output.
func (e *ldsExecution) title() string {
	text := fmt.Sprintf("%s (%s)", e.Instruction, e.Target)
	if e.Formula != "" && len(e.Phases) > 0 {
		text += " at " + e.Formula
	}
	return text
}

// lines say what the execution costs and why.
func (e *ldsExecution) lines() (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	known := e.Evidence
	if e.Source != "" {
		known += ": " + e.Source
	}
	if len(e.Phases) == 0 {
		add("no phases; keeps the port of a pair of SIMDs for %s (%s)", diag.Count(e.AloneCycles, "cycle"), known)
		return list
	}
	add("%s, %d banks, phases of %s (%s)", diag.Count(e.Bytes, "byte")+" a lane", e.Banks, e.Like, known)
	switch {
	case e.Unaligned:
		add("unaligned: lanes are served one by one")
	case e.Conflicts == 0:
		add("no conflicts in %s", diag.Count(len(e.Phases), "phase"))
	default:
		add("up to %d ways in %s: the banks are used %d times, %d of them for conflicts", e.WorstWays, diag.Count(len(e.Phases), "phase"), e.BankUses, e.Conflicts)
	}
	add("%s on a pair of SIMDs, %d while the other pair is as busy; %d without conflicts", diag.Count(e.AloneCycles, "cycle"), e.DataCycles, e.PortCycles)
	if e.SharedLanes > 0 {
		add("%s the word of another lane of the phase", diag.Count(e.SharedLanes, "lane")+" need")
	}
	if e.Rank != nil {
		add("%s", e.Rank.Text)
	}
	if e.Conflicts > 0 && len(e.Remedies) == 0 && !e.Unaligned {
		add("no swizzle or padding that was tried leaves none")
	}
	for _, r := range e.Remedies {
		kind := "padding"
		if strings.Contains(r, "^") {
			kind = "swizzle"
		}
		add("a %s without conflicts, x being the address: %s", kind, r)
	}
	return list
}

// write prints the execution as text.
func (e *ldsExecution) write(w *bufio.Writer, style layout.LDSTextStyle) error {
	fmt.Fprintln(w, e.title())
	for _, line := range e.lines() {
		fmt.Fprintf(w, "  %s\n", line)
	}
	if len(e.Phases) > 0 {
		fmt.Fprintf(w, "\n%s", e.picture.Text(style))
	}
	return nil
}
