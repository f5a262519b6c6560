package main

import (
	"bufio"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/diag"
	"heddle/isa"
	"heddle/layout"
)

func layoutCommand(s *streams) *cobra.Command {
	var of target
	var operand, format string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "layout INSTRUCTION",
		Short: "Show which lane holds which element",
		Long: `layout prints where the elements of the operands of a matrix instruction are: in
which lane, and in which of its items, counted from the low bits of the lane's
registers. For transposing LDS reads it prints which lane gets which data, for
other LDS instructions which lanes can conflict in the banks. INSTRUCTION is a
mnemonic, or a pattern with * and ?.

Each bit of a row, column or block number is a bit of the lane or item number, or
an exclusive or of such bits. A table cell "0-15:0-7" is held by lanes 0 to 15 in
their items 0 to 7.

Operands are A, B, C and D; sparse instructions also have index, scaled ones scaleA
and scaleB. For a sparse A, columns count the stored values.`,
		Example: `  heddle layout v_mfma_f32_32x32x16_bf16 --operand A
  heddle layout v_mfma_f32_16x16x128_f8f6f4 --format fp6
  heddle layout ds_read_b128 --mcpu gfx950`,
		Args: exactly(1, "an INSTRUCTION"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return layoutNames(chosenTargets(&of)), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ask := layoutQuestion{format: format}
			if cmd.Flags().Changed("operand") {
				op, err := layout.ParseOperand(operand)
				if err != nil {
					return usageError{err}
				}
				ask.operand = &op
			}
			if cmd.Flags().Changed("format") && !slices.Contains(layout.Formats(), format) {
				return usagef("unknown format %q; formats are %s", format, strings.Join(layout.Formats(), ", "))
			}
			a, err := ask.answer(chosenTargets(&of), args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return s.writeJSON(a)
			}
			return s.write(a.write)
		},
	}
	of.flag(cmd, "only this target")
	cmd.Flags().StringVar(&operand, "operand", "", "only this operand")
	cmd.Flags().StringVar(&format, "format", "", "type of A and B if the instruction leaves a choice: "+strings.Join(layout.Formats(), ", "))
	jsonFlag(cmd, &asJSON)
	return cmd
}

// layoutNames lists the instructions with a known layout.
func layoutNames(targets []*isa.Target) []string {
	var names []string
	for _, t := range targets {
		for _, m := range layout.Matrices(t.Chip) {
			names = append(names, m.Name)
		}
		names = append(names, layout.LDSInstructions(t.Chip)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// layoutQuestion selects operands and formats of an instruction.
type layoutQuestion struct {
	operand *layout.Operand // nil: all
	format  string
}

// layoutJSON is the output of layout --json.
type layoutJSON struct {
	Schema     string          `json:"schema"`
	Fragments  []fragmentJSON  `json:"fragments"`
	Transposes []transposeJSON `json:"transposes"`
	Banks      []banksJSON     `json:"banks"`
}

// fragmentJSON is an operand of a matrix instruction. The element that an item
// of a lane holds is the exclusive or of the elements of the bits of both.
type fragmentJSON struct {
	Instruction string   `json:"instruction"`
	Targets     []string `json:"targets"`
	Operand     string   `json:"operand"`
	Types       []string `json:"types"`
	Blocks      int      `json:"blocks"`
	Rows        int      `json:"rows"`
	Cols        int      `json:"cols"`
	ItemBits    int      `json:"item_bits"`
	Items       int      `json:"items"`
	VGPRs       int      `json:"vgprs"`
	// Block, row and column of each bit.
	LaneBasis [][3]int `json:"lane_basis"`
	ItemBasis [][3]int `json:"item_basis"`
	Formulas  []string `json:"formulas"`

	picture string
}

// transposeJSON is a transposing LDS read: which lane gets which data of a group
// of lanes.
type transposeJSON struct {
	Instruction string   `json:"instruction"`
	Targets     []string `json:"targets"`
	ItemBits    int      `json:"item_bits"`
	Items       int      `json:"items"`
	Formulas    []string `json:"formulas"` // the source of an item: lane and item of what was read

	picture string
}

// banksJSON is how an LDS instruction uses the banks.
type banksJSON struct {
	Instruction string   `json:"instruction"`
	Targets     []string `json:"targets"`
	Bytes       int      `json:"bytes"`
	Banks       int      `json:"banks"`
	BankBytes   int      `json:"bank_bytes"`
	Evidence    string   `json:"evidence"` // measured, documented or inferred
	Phases      [][]int  `json:"phases"`   // the lanes of each

	picture string
}

// answer collects the layouts of the instructions that name matches.
func (q layoutQuestion) answer(targets []*isa.Target, name string) (*layoutJSON, error) {
	found, err := findInstructions(targets, name)
	if err != nil {
		return nil, err
	}
	a := &layoutJSON{"heddle.layout/v1", []fragmentJSON{}, []transposeJSON{}, []banksJSON{}}
	for _, in := range found {
		for _, t := range targets {
			if slices.Contains(in.Targets, t.Chip.Name) {
				if err := q.collect(a, t.Chip, in.Name); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(a.Fragments)+len(a.Transposes)+len(a.Banks) == 0 {
		what := "layouts are known for matrix instructions"
		if known := layout.LDSInstructions(targets[len(targets)-1].Chip); len(known) > 0 {
			what += " and for " + strings.Join(known, ", ")
		}
		if q.operand != nil {
			what = "--operand is for matrix instructions"
		}
		return nil, fmt.Errorf("no layout known for %s; %s", name, what)
	}
	return a, nil
}

// collect adds the layouts of an instruction of a chip.
func (q layoutQuestion) collect(a *layoutJSON, chip *arch.Chip, name string) error {
	targets := []string{chip.Name}
	if m, ok := layout.LookupMatrix(chip, name); ok {
		operands := m.Operands()
		if q.operand != nil {
			operands = []layout.Operand{*q.operand}
		}
		for _, op := range operands {
			list, err := q.fragments(m, op)
			if err != nil {
				return err
			}
			for _, f := range list {
				f.Targets = targets
				a.Fragments = add(a.Fragments, f, func(f *fragmentJSON) *[]string { return &f.Targets })
			}
		}
		return nil
	}
	if q.operand != nil {
		return nil
	}
	if r, err := layout.LookupTransposeRead(chip, name); err == nil {
		t := transposeJSON{name, targets, r.ItemBits, r.Items, nil, r.Picture()}
		for _, formula := range r.Source.Formulas() {
			t.Formulas = append(t.Formulas, "source "+formula)
		}
		a.Transposes = add(a.Transposes, t, func(t *transposeJSON) *[]string { return &t.Targets })
	}
	if l, err := layout.LDS(chip, name); err == nil {
		b := banksJSON{name, targets, l.Bytes, l.Banks, chip.LDSBankBytes, l.Evidence.String(), l.Phases(), l.Picture()}
		a.Banks = add(a.Banks, b, func(b *banksJSON) *[]string { return &b.Targets })
	}
	return nil
}

// add appends v, or its target to an equal element.
func add[T any](list []T, v T, targets func(*T) *[]string) []T {
	for i := range list {
		same := v
		*targets(&same) = *targets(&list[i])
		if reflect.DeepEqual(same, list[i]) {
			*targets(&list[i]) = slices.Concat(*targets(&list[i]), *targets(&v))
			return list
		}
	}
	return append(list, v)
}

// fragments are the fragments of an operand: several if they depend on the format.
func (q layoutQuestion) fragments(m layout.Matrix, op layout.Operand) ([]fragmentJSON, error) {
	input := op == layout.A || op == layout.B
	formats := []string{q.format}
	switch {
	case !input && q.operand == nil:
		formats = []string{""} // the format is for other operands
	case input && m.A == "" && q.format == "":
		formats = layout.Formats()
	}
	var list []fragmentJSON
	for _, format := range formats {
		f, err := m.Fragment(op, format)
		if err != nil {
			return nil, err
		}
		if n := len(list); n > 0 && list[n-1].ItemBits == f.ItemBits {
			list[n-1].Types = append(list[n-1].Types, f.Type)
			continue
		}
		list = append(list, fragmentJSON{
			Instruction: m.Name, Operand: op.String(), Types: []string{f.Type},
			Blocks: f.Blocks, Rows: f.Rows, Cols: f.Cols,
			ItemBits: f.ItemBits, Items: f.Items(), VGPRs: f.VGPRs(),
			LaneBasis: basis(f, layout.Lane), ItemBasis: basis(f, layout.Item),
			Formulas: f.Layout.Formulas(), picture: f.Picture(),
		})
	}
	return list, nil
}

// basis lists the element of each bit of lane or item.
func basis(f *layout.Fragment, name string) [][3]int {
	list := [][3]int{}
	for _, d := range f.Layout.In() {
		for bit := range d.Bits {
			if d.Name == name {
				at := append(f.Layout.Basis(name, bit), 0) // no block is block 0
				list = append(list, [3]int{at[2], at[1], at[0]})
			}
		}
	}
	return list
}

// write prints the answer as text.
func (a *layoutJSON) write(w *bufio.Writer) error {
	between := ""
	for i, f := range a.Fragments {
		operand := "operand " + f.Operand
		if f.Operand == layout.C.String() && i+1 < len(a.Fragments) && a.Fragments[i+1].Operand == layout.D.String() {
			continue
		}
		if f.Operand == layout.D.String() && i > 0 && a.Fragments[i-1].Operand == layout.C.String() {
			operand = "operands C and D"
		}
		blocks := ""
		if f.Blocks > 1 {
			blocks = fmt.Sprintf("%d blocks of ", f.Blocks)
		}
		fmt.Fprintf(w, "%s%s (%s), %s: %s%d x %d of %s\n", between, f.Instruction, strings.Join(f.Targets, ", "), operand,
			blocks, f.Rows, f.Cols, strings.Join(f.Types, " or "))
		fmt.Fprintf(w, "  %s of %d bits in each lane, %s\n", diag.Count(f.Items, "item"), f.ItemBits, diag.Count(f.VGPRs, "VGPR"))
		writeLayout(w, f.Formulas, f.picture)
		between = "\n"
	}
	for _, t := range a.Transposes {
		fmt.Fprintf(w, "%s%s (%s): %d items of %d bits\n", between, t.Instruction, strings.Join(t.Targets, ", "), t.Items, t.ItemBits)
		fmt.Fprintln(w, "  the lane that reads an item, and its number there:")
		for _, formula := range t.Formulas {
			fmt.Fprintf(w, "  %s\n", formula)
		}
		fmt.Fprintln(w, "  which lane gets which data, if 16 lanes together read a block row by row:")
		writeLayout(w, nil, t.picture)
		between = "\n"
	}
	for _, b := range a.Banks {
		fmt.Fprintf(w, "%s%s (%s): %d bytes per lane, %d banks of %d bytes (%s)\n", between, b.Instruction, strings.Join(b.Targets, ", "),
			b.Bytes, b.Banks, b.BankBytes, b.Evidence)
		fmt.Fprintln(w, "  lanes that can conflict in a bank:")
		writeLayout(w, nil, b.picture)
		between = "\n"
	}
	return nil
}

func writeLayout(w *bufio.Writer, formulas []string, picture string) {
	for _, formula := range formulas {
		fmt.Fprintf(w, "  %s\n", formula)
	}
	if len(formulas) > 0 {
		fmt.Fprintln(w)
	}
	for line := range strings.Lines(picture) {
		fmt.Fprintf(w, "  %s", line)
	}
}
