package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"heddle/asm"
	"heddle/diag"
	"heddle/hsaco"
	"heddle/launch"
	"heddle/vet"
)

// checkFix checks the flags that belong to --fix.
func (f *vetFlags) checkFix(cmd *cobra.Command, args []string) error {
	switch {
	case !f.fix && f.weaken:
		return usagef("%s: --weaken is for --fix", cmd.CommandPath())
	case !f.fix && f.output != "":
		return usagef("%s: --output is for --fix", cmd.CommandPath())
	case !f.fix:
		return nil
	case f.asJSON || f.all:
		return usagef("%s: --fix writes assembly; --json and --all are for findings", cmd.CommandPath())
	case len(args) != 1:
		return usagef("%s --fix takes one FILE, not %d", cmd.CommandPath(), len(args))
	case f.output != "" && f.output != "-" && overwrites(f.output, args[0]):
		return usagef("%s: --output is the input, %s; name another file", cmd.CommandPath(), args[0])
	}
	return nil
}

// fixFile writes a corrected assembly file.
func (f *vetFlags) fixFile(s *streams, file string) error {
	name := file
	if file == "-" {
		name = stdinName
	}
	b, err := s.readInput(file)
	if err != nil {
		return err
	}
	if filepath.Ext(file) != ".s" {
		if b, err = f.disassemble(b); err != nil {
			return launch.FileError(name, err)
		}
		name += " (disassembled)"
	}
	r, err := f.repair(file, name, b, f.isFixed)
	if faults := (asm.Diagnostics{}); errors.As(err, &faults) {
		s.diagnose(err.Error())
		return errReported
	}
	if err != nil {
		return err
	}
	output := f.output
	if output == "" {
		output = "-"
	}
	if err := s.writeOutput(output, r.source); err != nil {
		return err
	}
	var text bytes.Buffer
	left := 0
	for _, k := range r.kernels {
		for i := range k.Findings {
			left += count(k.Findings[i].Rank == vet.RankError)
		}
	}
	if err := vet.WriteText(&text, name, r.kernels, func(r vet.Rank) bool { return r == vet.RankError }); err != nil {
		return err
	}
	if text.Len() > 0 {
		s.diagnose(strings.TrimSuffix(text.String(), "\n"))
	}
	fmt.Fprintf(s.err, "%s: %s inserted, %s left\n", name, diag.Count(r.inserted, "instruction"), diag.Count(left, "error"))
	if f.weaken {
		fmt.Fprintf(s.err, "%s: %s replaced by weaker ones or taken out\n", name, diag.Count(r.replaced, "instruction"))
	}
	if left > 0 {
		return errReported
	}
	return nil
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// isFixed reports whether --fix does away with a finding.
func (f *vetFlags) isFixed(x *vet.Finding) bool {
	return x.Rank == vet.RankError || f.weaken && x.Rule == vet.RuleTooStrong
}

// disassemble makes an assembly file of the code object that the target picks.
func (f *vetFlags) disassemble(b []byte) ([]byte, error) {
	o, err := hsaco.Open(b, f.target.text)
	if err == nil {
		o, err = o.Linked()
	}
	if err != nil {
		return nil, err
	}
	var src bytes.Buffer
	if err := asm.WriteSource(&src, o); err != nil {
		return nil, err
	}
	return src.Bytes(), nil
}

// repaired is a corrected assembly file.
type repaired struct {
	source             []byte
	inserted, replaced int
	kernels            []vet.Kernel // as they are then
}

// mostRepairs limits how often a file is checked again. What is found behind a place that lacks a wait
// changes when it is there, a few times at most.
const mostRepairs = 20

// repair changes an assembly file until the findings that pick chooses are gone, or cannot be done away
// with. The launch is that of a file.
func (f *vetFlags) repair(file, name string, src []byte, pick func(*vet.Finding) bool) (*repaired, error) {
	flags := *f
	flags.fix = true
	r := &repaired{source: src}
	for round := 0; ; round++ {
		res, b, err := flags.assemble(name, r.source)
		if err != nil {
			return nil, err
		}
		o, err := hsaco.Open(b, "")
		if err != nil {
			return nil, launch.FileError(name, err)
		}
		launches, err := f.launch.launches(file, o)
		if err != nil {
			return nil, err
		}
		report, err := vet.ObjectWith(o, vet.Options{Launches: launches})
		if err != nil {
			return nil, launch.FileError(name, err)
		}
		r.kernels = report.Kernels
		changes := vet.Changes(report.Kernels, pick)
		if len(changes) == 0 || round == mostRepairs {
			return r, nil
		}
		edits := make([]asm.Edit, len(changes))
		for i, c := range changes {
			if c.File != name || c.Line == 0 {
				return nil, fmt.Errorf("%s: the instruction %q at %#x has no line here: .loc directives name those of another file; "+
					"fix the code object instead, or compile without -g", name, c.Text, c.Addr)
			}
			edits[i] = asm.Edit{Line: c.Line, Replace: c.Replace}
			for _, inst := range c.Insert {
				edits[i].Before = append(edits[i].Before, fmt.Sprintf("%s ; heddle vet: %s", inst, strings.Join(c.Rules, ", ")))
			}
			if c.Replace {
				r.replaced++
			} else {
				r.inserted += len(c.Insert)
			}
		}
		if r.source, err = res.Edit(edits); err != nil {
			return nil, err
		}
	}
}
