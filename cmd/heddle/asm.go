package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"heddle/asm"
	"heddle/diag"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/launch"
)

// asmFlags are the flags of heddle asm.
type asmFlags struct {
	target                             target
	output                             string
	debug, encoding, list, hex, asJSON bool
}

func asmCommand(s *streams) *cobra.Command {
	var f asmFlags
	cmd := &cobra.Command{
		Use:   "asm FILE.s [-o FILE.hsaco] [--mcpu TARGET]",
		Short: "Assemble a file into a code object",
		Long: `asm assembles a file in LLVM's AMDGPU syntax and writes a code object that can
be loaded: FILE.hsaco for FILE.s unless -o gives another name. FILE may be - for
standard input; -o - writes to standard output.

--mcpu may be left out if the file has an .amdgcn_target directive; if both are
given, they must agree.

With --show-encoding or --listing the text goes to standard output, and a code
object is written only if -o is given.

With --hex, asm answers each input line at once with one line: the bytes of the
instruction in memory order, "error: ...", or an empty line for a blank line or a
comment. Labels and directives are not accepted. The exit code is 1 if there was
an error.`,
		Example: `  heddle asm kernel.s --mcpu gfx950
  echo 's_add_u32 s0, s1, s2' | heddle asm --mcpu gfx950 --hex -`,
		Args: exactly(1, "a FILE, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := atMostOne(cmd, "show-encoding", "listing", "hex"); err != nil {
				return err
			}
			if f.hex {
				return f.hexLines(s, cmd, args[0])
			}
			return f.assemble(s, cmd, args[0])
		},
	}
	flags := cmd.Flags()
	f.target.flag(cmd, "the target")
	flags.StringVarP(&f.output, "output", "o", "", "write the code object to `FILE`")
	flags.BoolVarP(&f.debug, "debug", "g", false, "add a line table for the assembly source")
	flags.BoolVar(&f.encoding, "show-encoding", false, "print the instructions with their encodings, as llvm-mc does")
	flags.BoolVar(&f.list, "listing", false, "print the source with offsets and encoded bytes")
	flags.BoolVar(&f.hex, "hex", false, "print the bytes of each input line")
	jsonFlag(cmd, &f.asJSON)
	return cmd
}

// hexLines runs asm --hex.
func (f *asmFlags) hexLines(s *streams, cmd *cobra.Command, file string) error {
	if err := f.target.must(cmd, " --hex"); err != nil {
		return err
	}
	if f.output != "" || f.debug {
		return usagef("%s --hex takes neither -o nor -g", cmd.CommandPath())
	}
	return s.convertInput(file, encodeLine(isa.For(f.target.chip)), f.asJSON)
}

// encodeLine returns the converter from instructions to hexadecimal digits.
func encodeLine(t *isa.Target) converter {
	return func(dst []byte, line string) ([]byte, error) {
		if strings.ContainsAny(line, "\r\n") {
			return dst, errors.New("line break inside the line")
		}
		code, err := asm.AssembleLine(t, line)
		if err != nil {
			return dst, err
		}
		return hex.AppendEncode(dst, code), nil
	}
}

// asmReport is the output of asm --json.
type asmReport struct {
	Schema      string           `json:"schema"`
	Input       string           `json:"input"`
	Output      string           `json:"output,omitempty"`
	Target      string           `json:"target,omitempty"`
	Bytes       int              `json:"bytes,omitempty"`
	Diagnostics []diagnosticJSON `json:"diagnostics"`
	Encodings   string           `json:"encodings,omitempty"`
	Listing     []listedJSON     `json:"listing,omitempty"`
}

// assemble runs asm without --hex.
func (f *asmFlags) assemble(s *streams, cmd *cobra.Command, file string) error {
	output, err := f.outputName(cmd, file)
	if err != nil {
		return err
	}
	src, err := s.readInput(file)
	if err != nil {
		return err
	}
	report := asmReport{Schema: "heddle.asm/v1", Input: file, Diagnostics: []diagnosticJSON{}}
	if f.encoding {
		warnings, err := f.showEncodings(s, &report, src)
		if err != nil {
			return f.refuse(s, &report, err)
		}
		if output == "" {
			f.warn(s, &report, warnings)
			return f.finish(s, &report)
		}
	}
	res, err := asm.Assemble(src, f.options(file))
	if err != nil {
		return f.refuse(s, &report, err)
	}
	f.warn(s, &report, res.Warnings)
	report.Target = res.Module.Chip.Name
	if output != "" {
		object, err := hsaco.Link(res.Module)
		if err != nil {
			return f.refuse(s, &report, res.LinkDiagnostics(err))
		}
		if err := s.writeOutput(output, object); err != nil {
			return err
		}
		report.Output, report.Bytes = output, len(object)
	}
	if f.list && !f.asJSON {
		return s.write(func(w *bufio.Writer) error {
			newListing(src, res).write(w)
			return nil
		})
	}
	if f.list {
		report.Listing = newListing(src, res).json()
	}
	return f.finish(s, &report)
}

// finish prints the report if --json is given.
func (f *asmFlags) finish(s *streams, report *asmReport) error {
	if !f.asJSON {
		return nil
	}
	return s.writeJSON(report)
}

// outputName returns the file to write, "" for none.
func (f *asmFlags) outputName(cmd *cobra.Command, file string) (string, error) {
	wantText := f.list || f.encoding
	switch {
	case f.output == "-" && (wantText || f.asJSON):
		return "", usagef("%s: standard output cannot take both text and the code object", cmd.CommandPath())
	case f.output != "" || wantText:
		return f.output, notInput(cmd, file, f.output)
	case file == "-":
		return "", usagef("%s - needs -o", cmd.CommandPath())
	}
	name := strings.TrimSuffix(file, filepath.Ext(file)) + ".hsaco"
	if name == file {
		return "", usagef("%s: the output would overwrite %s: give -o", cmd.CommandPath(), file)
	}
	return name, nil
}

// showEncodings prints the output of --show-encoding or adds it to the report.
func (f *asmFlags) showEncodings(s *streams, report *asmReport, src []byte) (asm.Diagnostics, error) {
	if !f.asJSON {
		var warnings asm.Diagnostics
		err := s.write(func(w *bufio.Writer) (err error) {
			warnings, err = asm.WriteEncodings(w, src, f.options(report.Input))
			return err
		})
		return warnings, err
	}
	var text strings.Builder
	warnings, err := asm.WriteEncodings(&text, src, f.options(report.Input))
	report.Encodings = text.String()
	return warnings, err
}

// warn reports warnings.
func (f *asmFlags) warn(s *streams, report *asmReport, warnings asm.Diagnostics) {
	report.add(warnings)
	if warnings.Count > 0 {
		s.diagnose(warnings.Error())
	}
}

func (f *asmFlags) options(file string) asm.Options {
	opt := asm.Options{
		File: file, Chip: f.target.chip, XNACK: f.target.xnack, SRAMECC: f.target.sramecc,
		Debug: f.debug, Producer: "heddle", Listing: f.list || f.encoding, Open: launch.OpenBeside,
	}
	if f.debug {
		// A line table names the directory that its file names are relative to.
		if dir, err := os.Getwd(); err == nil {
			opt.Dir = dir
		}
	}
	if file == "-" {
		opt.File = stdinName
	}
	return opt
}

// refuse reports why there is no code object.
func (f *asmFlags) refuse(s *streams, report *asmReport, err error) error {
	var list asm.Diagnostics
	if !errors.As(err, &list) {
		return err // an I/O error
	}
	s.diagnose(err.Error())
	report.add(list)
	return errors.Join(f.finish(s, report), errReported)
}

// notInput refuses to overwrite the input.
func notInput(cmd *cobra.Command, file, output string) error {
	if overwrites(output, file) {
		return usagef("%s: the output would overwrite %s: give another -o", cmd.CommandPath(), file)
	}
	return nil
}

// overwrites reports whether an output is the same file as an input.
func overwrites(output, input string) bool {
	from, err := os.Stat(input)
	if err != nil || !from.Mode().IsRegular() {
		return false
	}
	to, err := os.Stat(output)
	return err == nil && os.SameFile(from, to)
}

// writeOutput writes the file called name, "-" for standard output.
func (s *streams) writeOutput(name string, b []byte) error {
	if name == "-" {
		_, err := s.out.Write(b)
		return err
	}
	if err := os.WriteFile(name, b, 0o644); err != nil {
		return launch.FileError(name, err)
	}
	return nil
}

// diagnosticJSON is a diagnostic. Columns count characters from 1; start and
// end count bytes of the source line from 0.
type diagnosticJSON struct {
	Severity string   `json:"severity"`
	File     string   `json:"file"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Start    int      `json:"start"`
	End      int      `json:"end"`
	Source   string   `json:"source,omitempty"`
	Message  string   `json:"message"`
	Notes    []string `json:"notes,omitempty"`
}

func diagnosticOf(d *diag.Diagnostic) diagnosticJSON {
	j := diagnosticJSON{
		Severity: "error", File: d.File, Line: d.Line, Column: d.Col, Start: d.Start, End: d.End,
		Source: d.Source, Message: d.Msg,
	}
	if d.Warning {
		j.Severity = "warning"
	}
	for _, t := range d.Trace {
		j.Notes = append(j.Notes, fmt.Sprintf("%s:%d: %s", t.File, t.Line, t.What))
	}
	j.Notes = append(j.Notes, d.Notes...)
	return j
}

func (r *asmReport) add(ds asm.Diagnostics) {
	for i := range ds.List {
		r.Diagnostics = append(r.Diagnostics, diagnosticOf(&ds.List[i]))
	}
}
