package main

import (
	"bufio"
	"errors"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/asm"
	"heddle/ir"
	"heddle/ir/interp"
)

// mlirFlags are the flags of heddle mlir.
type mlirFlags struct {
	target     target
	verifyOnly bool
	locations  bool
	asJSON     bool
}

func mlirCommand(s *streams) *cobra.Command {
	var f mlirFlags
	cmd := &cobra.Command{
		Use:   "mlir FILE.mlir [--mcpu TARGET] [--verify-only]",
		Short: "Check MLIR and print its generic form",
		Long: `mlir reads a file of MLIR in the generic form, checks every operation, and
prints the module in the generic form. FILE may be - for standard input.

The pretty form is not accepted; MLIR's own tool turns it into the generic one:
  mlir-opt-22 --allow-unregistered-dialect --mlir-print-op-generic FILE.mlir

With --mcpu, operations that the chip does not support are errors, too.`,
		Example: `  heddle mlir kernel.mlir --mcpu gfx950 --verify-only
  mlir-opt-22 --mlir-print-op-generic pretty.mlir | heddle mlir -`,
		Args: exactly(1, "a FILE, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error { return f.run(s, args[0]) },
	}
	f.target.flag(cmd, "report operations that this target does not support")
	cmd.Flags().BoolVar(&f.verifyOnly, "verify-only", false, "print only errors")
	cmd.Flags().BoolVar(&f.locations, "locations", false, "print the locations of operations")
	jsonFlag(cmd, &f.asJSON)
	return cmd
}

// mlirReport is the output of mlir --json.
type mlirReport struct {
	Schema      string           `json:"schema"`
	Input       string           `json:"input"`
	Target      string           `json:"target,omitempty"`
	Diagnostics []diagnosticJSON `json:"diagnostics"`
	Errors      int              `json:"errors"` // all of them; diagnostics has the first
	Module      string           `json:"module,omitempty"`
}

func (f *mlirFlags) run(s *streams, file string) error {
	m, err := s.readModule(file, f.target.chip)
	report := mlirReport{Schema: "heddle.mlir/v1", Input: file, Target: f.target.text, Diagnostics: []diagnosticJSON{}}
	if err != nil {
		var list *ir.Diagnostics
		if f.asJSON && errors.As(err, &list) {
			report.Errors = list.Count
			for i := range list.List {
				report.Diagnostics = append(report.Diagnostics, diagnosticOf(&list.List[i]))
			}
			return errors.Join(s.writeJSON(report), s.reportModule(err))
		}
		return s.reportModule(err)
	}
	var text []byte
	if !f.verifyOnly {
		text = m.Print(ir.PrintOptions{Locations: f.locations})
	}
	if f.asJSON {
		report.Module = string(text)
		return s.writeJSON(report)
	}
	return s.write(func(w *bufio.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// readModule reads and verifies a file; chip may be nil.
func (s *streams) readModule(file string, chip *arch.Chip) (*ir.Module, error) {
	b, err := s.readInput(file)
	if err != nil {
		return nil, err
	}
	if file == "-" {
		file = stdinName
	}
	m, err := ir.Parse(file, string(b))
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	return m, err
}

// readKernels reads a file of kernels and unwraps them if they are wrapped.
func (s *streams) readKernels(file string, chip *arch.Chip) (*ir.Module, error) {
	m, err := s.readModule(file, chip)
	if err == nil {
		err = ir.Unwrap(m)
	}
	return m, err
}

// reportModule prints errors that already have a position in an MLIR or assembly file
// unchanged.
func (s *streams) reportModule(err error) error {
	var assembly asm.Diagnostics
	var list *ir.Diagnostics
	var one *ir.Diagnostic
	var fault *interp.Fault
	if errors.As(err, &assembly) || errors.As(err, &list) || errors.As(err, &one) || errors.As(err, &fault) {
		s.diagnose(err.Error())
		return errReported
	}
	return err
}
