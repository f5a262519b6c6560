package main

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/diag"
	"heddle/isa"
)

func isaCommand(s *streams) *cobra.Command {
	var of target
	var list, fidelity, asJSON bool
	cmd := &cobra.Command{
		Use:   "isa NAME...",
		Short: "Explain instructions",
		Long: `isa prints what the instruction tables know about instructions: operands and what
they accept, encodings, the targets that have them, what they do, the unit that
executes them, and the counters that they increment. A NAME is a mnemonic, with or
without a suffix such as _e64, or a pattern with * and ?.

With --list, isa prints the mnemonics of a target, one per line. With --fidelity
it says how 'heddle run' simulates each instruction: exact, model with the reason,
or refused.`,
		Example: `  heddle isa v_add_f32
  heddle isa 'v_mfma_f32_32x32*' --mcpu gfx950
  heddle isa --list --mcpu gfx942
  heddle isa --fidelity --mcpu gfx950`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return mnemonics(chosenTargets(&of), nil), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := atMostOne(cmd, "list", "fidelity"); err != nil {
				return err
			}
			if list || fidelity {
				if err := of.must(cmd, map[bool]string{true: " --list", false: " --fidelity"}[list]); err != nil {
					return err
				}
			} else if len(args) == 0 {
				return usagef("%s needs a NAME, or --list\nUsage: %s", cmd.CommandPath(), cmd.UseLine())
			}
			targets := chosenTargets(&of)
			var chosen []*instruction
			for _, name := range args {
				found, err := findInstructions(targets, name)
				if err != nil {
					return err
				}
				chosen = append(chosen, found...)
			}
			if fidelity {
				return s.listFidelity(targets[0], args, chosen, asJSON)
			}
			if list {
				return s.listMnemonics(targets[0], args, chosen, asJSON)
			}
			if asJSON {
				return s.writeJSON(isaJSON{"heddle.isa/v1", chosen})
			}
			return s.write(func(w *bufio.Writer) error {
				for i, in := range chosen {
					if i > 0 {
						fmt.Fprintln(w)
					}
					in.write(w)
				}
				return nil
			})
		},
	}
	of.flag(cmd, "only this target")
	cmd.Flags().BoolVar(&list, "list", false, "list the mnemonics of the target")
	cmd.Flags().BoolVar(&fidelity, "fidelity", false, "print how exactly each instruction of the target is simulated")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// chosenTargets returns the target of --mcpu, or all.
func chosenTargets(of *target) []*isa.Target {
	if of.chip != nil {
		return []*isa.Target{isa.For(of.chip)}
	}
	return isa.Targets()
}

// mnemonics lists the mnemonics of targets for which keep is nil or true, sorted.
func mnemonics(targets []*isa.Target, keep func(string) bool) []string {
	var names []string
	for _, t := range targets {
		for i := range t.Rows() {
			if m := t.Rows()[i].Mnemonic; keep == nil || keep(m) {
				names = append(names, m)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// listMnemonics prints the mnemonics of t: all, or those of the chosen
// instructions.
func (s *streams) listMnemonics(t *isa.Target, args []string, chosen []*instruction, asJSON bool) error {
	names := mnemonics([]*isa.Target{t}, nil)
	if len(args) > 0 {
		names = nil
		for _, in := range chosen {
			for _, f := range in.Forms {
				names = append(names, f.Mnemonic)
			}
		}
		slices.Sort(names)
		names = slices.Compact(names)
	}
	if asJSON {
		return s.writeJSON(struct {
			Schema    string   `json:"schema"`
			Target    string   `json:"target"`
			Mnemonics []string `json:"mnemonics"`
		}{"heddle.isa-list/v1", t.Chip.Name, names})
	}
	return s.write(func(w *bufio.Writer) error {
		for _, n := range names {
			fmt.Fprintln(w, n)
		}
		return nil
	})
}

// isaJSON is the output of isa --json.
type isaJSON struct {
	Schema       string         `json:"schema"`
	Instructions []*instruction `json:"instructions"`
}

// instruction describes an instruction on the chosen targets.
type instruction struct {
	Name    string   `json:"name"`
	Meaning string   `json:"meaning"`
	Targets []string `json:"targets"`
	Forms   []*form  `json:"forms"`
}

// form is one way to write and encode an instruction.
type form struct {
	Mnemonic string   `json:"mnemonic"`
	Syntax   string   `json:"syntax"`
	Targets  []string `json:"targets"`
	Encoding string   `json:"encoding"`
	Opcode   uint16   `json:"opcode"`
	Size     int      `json:"bytes"`
	Literal  string   `json:"literal,omitempty"` // "may" or "always" follow
	Unit     string   `json:"unit"`
	Passes   int      `json:"passes,omitempty"`
	Counters []string `json:"counters,omitempty"`
	Reads    []string `json:"implicit_reads,omitempty"`
	Writes   []string `json:"implicit_writes,omitempty"`
	Traits   []string `json:"traits,omitempty"`
}

// findInstructions finds the instructions that name, a mnemonic or a pattern, matches.
func findInstructions(targets []*isa.Target, name string) ([]*instruction, error) {
	pattern := strings.ToLower(name)
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, fmt.Errorf("pattern %q: %w", name, err)
	}
	matches := func(s string) bool {
		ok, err := path.Match(pattern, s)
		return ok && err == nil
	}
	byOp := map[isa.Op]*instruction{}
	var found []*instruction
	for _, t := range targets {
		for i := range t.Rows() {
			row := &t.Rows()[i]
			if !matches(row.Mnemonic) && !matches(row.Op.String()) {
				continue
			}
			in := byOp[row.Op]
			if in == nil {
				in = &instruction{Name: row.Op.String(), Meaning: row.Op.Meaning()}
				byOp[row.Op] = in
				found = append(found, in)
			}
			in.add(t, row)
		}
	}
	if len(found) == 0 {
		if op, ok := isa.LookupMnemonic(pattern); ok && op.String() != pattern {
			return findInstructions(targets, op.String()) // another spelling
		}
		return nil, unknownInstruction(targets, name, pattern)
	}
	slices.SortFunc(found, func(a, b *instruction) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

func unknownInstruction(targets []*isa.Target, name, pattern string) error {
	if len(targets) == 1 {
		if elsewhere, err := findInstructions(isa.Targets(), name); err == nil {
			return fmt.Errorf("%s has no instruction %s; it is an instruction of %s",
				targets[0].Chip.Name, name, strings.Join(elsewhere[0].Targets, ", "))
		}
	}
	var names []string
	for _, t := range targets {
		for i := range t.Rows() {
			names = append(names, t.Rows()[i].Op.String(), t.Rows()[i].Mnemonic)
		}
	}
	slices.Sort(names)
	return fmt.Errorf("unknown instruction %s%s", name, diag.DidYouMean(isa.Nearest(pattern, slices.Compact(names), 1+len(pattern)/6)))
}

// add adds a row of target t.
func (in *instruction) add(t *isa.Target, row *isa.Row) {
	in.Targets = appendNew(in.Targets, t.Chip.Name)
	f := describeRow(row)
	for _, have := range in.Forms {
		if have.same(f) {
			have.Targets = append(have.Targets, t.Chip.Name)
			return
		}
	}
	f.Targets = []string{t.Chip.Name}
	in.Forms = append(in.Forms, f)
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func (f *form) same(g *form) bool {
	return f.Syntax == g.Syntax && f.Encoding == g.Encoding && f.Opcode == g.Opcode && f.details() == g.details()
}

func describeRow(row *isa.Row) *form {
	f := &form{
		Mnemonic: row.Mnemonic, Syntax: row.Syntax(), Encoding: row.Enc.String(), Opcode: row.Opcode, Size: int(row.Size),
		Unit: unitNames[row.Unit], Passes: int(row.Passes), Counters: setNames(uint64(row.Counters), counterNames),
		Reads: setNames(uint64(row.Reads), implicitNames), Writes: setNames(uint64(row.Writes), implicitNames),
		Traits: setNames(uint64(row.Traits), traitNames),
	}
	switch {
	case row.Traits&isa.LiteralMust != 0:
		f.Literal = "always"
	case row.Traits&isa.LiteralOK != 0:
		f.Literal = "may"
	}
	return f
}

var unitNames = map[isa.Unit]string{
	isa.UnitNone: "none", isa.UnitSALU: "SALU", isa.UnitSMEM: "SMEM", isa.UnitBranch: "branch and wave control", isa.UnitVALU: "VALU",
	isa.UnitTrans: "VALU, transcendental", isa.UnitDot: "VALU, dot product", isa.UnitXDL: "matrix core (XDL)",
	isa.UnitSGEMM: "matrix core (SGEMM)", isa.UnitDGEMM: "matrix core (DGEMM)", isa.UnitLDS: "LDS", isa.UnitVMEM: "VMEM",
	isa.UnitFlat: "FLAT", isa.UnitMsg: "message",
}

// setNames lists the names of the members of a set, names[i] for bit i. Members without
// a name are printed elsewhere.
func setNames(set uint64, names []string) []string {
	var out []string
	for i, n := range names {
		if set>>i&1 != 0 && n != "" {
			out = append(out, n)
		}
	}
	return out
}

// Names by bit, in the order of the constants of package isa.
var (
	counterNames  = []string{"vmcnt", "lgkmcnt", "expcnt"}
	implicitNames = []string{"SCC", "VCC", "EXEC", "M0", "MODE", "FLAT_SCRATCH"}
	traitNames    = []string{"loads", "stores", "", "reads its destination", "", "uses VCC as a constant"}
)

// details is the line below the syntax of a form.
func (f *form) details() string {
	parts := []string{fmt.Sprintf("%s, opcode %#x, %d bytes", f.Encoding, f.Opcode, f.Size)}
	switch f.Literal {
	case "always":
		parts[0] += " + literal"
	case "may":
		parts[0] += " (+ literal)"
	}
	unit := f.Unit
	if f.Passes > 0 {
		unit += fmt.Sprintf(", %d passes", f.Passes)
	}
	parts = append(parts, unit)
	for _, l := range []struct {
		title string
		names []string
	}{{"counts ", f.Counters}, {"reads ", f.Reads}, {"writes ", f.Writes}, {"", f.Traits}} {
		if len(l.names) > 0 {
			parts = append(parts, l.title+strings.Join(l.names, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

func (in *instruction) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n  targets: %s\n", in.Name, in.Meaning, strings.Join(in.Targets, ", "))
	for _, f := range in.Forms {
		only := ""
		if len(f.Targets) < len(in.Targets) {
			only = " (" + strings.Join(f.Targets, ", ") + " only)"
		}
		fmt.Fprintf(w, "  %s%s\n      %s\n", f.Syntax, only, f.details())
	}
}
