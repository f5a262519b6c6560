package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/build"
	"heddle/diag"
	"heddle/ir"
	"heddle/launch"
)

// buildFlags are the flags of heddle build.
type buildFlags struct {
	target                      target
	output, kernel, emit, block string
	launch, explain             string
	waves                       int
	debug, stats, asJSON        bool
	passes                      passFlags
}

// emitKinds are the values of --emit.
var emitKinds = []string{"hsaco", "asm", "mach", "mlir"}

func buildCommand(s *streams) *cobra.Command {
	var f buildFlags
	cmd := &cobra.Command{
		Use:   "build FILE.mlir --mcpu TARGET [-o FILE.hsaco]",
		Short: "Compile MLIR kernels to a code object",
		Long: `build compiles the kernels of a module (gpu.func with gpu.kernel, or func.func
without results) to a code object that hipModuleLoad loads: FILE.hsaco for FILE.mlir
unless -o gives another name. Next to it, build writes a launch file for 'heddle run
--launch', FILE.hsaco.launch.json; --launch-file gives another name, or none. A launch
file that was edited by hand is not overwritten. FILE may be - for standard input.
docs/mlir-abi.md describes the arguments of kernels, docs/launch.md launch files.

An unsupported operation is an error with its name and position.

--emit asm writes the assembly, with the reason for each wait and wait state;
--emit mlir the module just before instruction selection; --emit mach the machine IR
just after it. They go to standard output unless -o is given.`,
		Example: `  heddle build saxpy.mlir --mcpu gfx950
  heddle build kernel.mlir --mcpu gfx942 --emit asm
  heddle build - --mcpu gfx950 -o k.hsaco < kernel.mlir`,
		Args: exactly(1, "a FILE, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(s, cmd, args[0]) },
	}
	flags := cmd.Flags()
	f.target.flag(cmd, "the target")
	flags.StringVarP(&f.kernel, "kernel", "k", "", "compile only the kernel `NAME`")
	flags.StringVar(&f.block, "block", "", "workgroup size in work-items, `X,Y,Z`, if the kernel does not state it; without it, any size works")
	flags.IntVar(&f.waves, "waves-per-simd", 0, "demand that `N` waves fit a SIMD, whatever the kernel demands (rocdl.waves_per_eu); a kernel that would need scratch memory for it is refused")
	group(cmd, groupKernel)
	f.add(cmd)
	cmd.AddCommand(gemmBuildCommand(s), attentionBuildCommand(s))
	return cmd
}

// add adds the flags common to all commands that compile.
func (f *buildFlags) add(cmd *cobra.Command) {
	f.addOutput(cmd)
	flags := cmd.Flags()
	flags.BoolVarP(&f.debug, "debug", "g", false, "add a line table for the MLIR source")
	flags.BoolVar(&f.stats, "stats", false, "print registers, spills, LDS, occupancy and the instruction counts of each loop")
	jsonFlag(cmd, &f.asJSON)
	group(cmd, groupOutput)
	f.passes.add(cmd)
	group(cmd, groupDebugging)
}

// addOutput adds the flags for output.
func (f *buildFlags) addOutput(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "write to `FILE`")
	flags.StringVar(&f.emit, "emit", "hsaco", "output format: "+strings.Join(emitKinds, ", "))
	completed(cmd, "emit", emitKinds)
	flags.StringVar(&f.launch, "launch-file", "", "write the launch file to `FILE`; none writes none (default OUTPUT.launch.json)")
	explainFlag(cmd, &f.explain)
}

// buildReport is the output of build --json.
type buildReport struct {
	Schema      string           `json:"schema"`
	Input       string           `json:"input"`
	Target      string           `json:"target"`
	Output      string           `json:"output,omitempty"`
	Launch      string           `json:"launch,omitempty"`
	LaunchKept  bool             `json:"launchKept,omitempty"` // edited by hand, so not overwritten
	Bytes       int              `json:"bytes,omitempty"`
	Kernels     []kernelStats    `json:"kernels"`
	Diagnostics []diagnosticJSON `json:"diagnostics"`
	Errors      int              `json:"errors"`
	Text        string           `json:"text,omitempty"`
	Addresses   *addressesJSON   `json:"addresses,omitempty"`
	PassTimes   *passTimesJSON   `json:"passTimes,omitempty"`
	LDSReads    []ldsReadJSON    `json:"ldsReads,omitempty"`  // of build attention
	Registers   []registersJSON  `json:"registers,omitempty"` // of build attention
}

func (f *buildFlags) run(s *streams, cmd *cobra.Command, file string) error {
	if err := f.target.must(cmd, ""); err != nil {
		return err
	}
	output, err := f.outputName(cmd, file)
	if err != nil {
		return err
	}
	o, text, err := f.options(s)
	if err != nil {
		return err
	}
	// A compilation is short, and most of its allocations live to its end.
	debug.SetGCPercent(400)
	report := buildReport{Schema: "heddle.build/v1", Input: file, Target: f.target.chip.Name, Kernels: []kernelStats{}, Diagnostics: []diagnosticJSON{}}
	if ext := filepath.Ext(file); ext == ".s" || ext == ".hsaco" {
		return usagef("heddle build compiles MLIR, and %s is not MLIR: 'heddle asm' assembles, 'heddle objdump' and 'heddle run' take code objects", file)
	}
	start := o.Passes.Times.Start()
	m, err := s.readKernels(file, f.target.chip)
	if err != nil {
		return f.refuse(s, &report, err)
	}
	o.Passes.Times.Stop("parse and verify", start)
	r, err := build.MLIR(m, o)
	if err != nil {
		return f.refuse(s, &report, f.inFile(file, err))
	}
	for _, k := range r.Kernels {
		report.Kernels = append(report.Kernels, statsOf(k))
	}
	if err := f.write(s, &report, r, text, output, func(object string) *launch.File { return launch.Of(r, object) }); err != nil {
		return err
	}
	if report.Addresses, err = s.explain(f.explain, f.asJSON, r); err != nil {
		return err
	}
	if report.PassTimes, err = f.passes.report(s, f.asJSON); err != nil {
		return err
	}
	switch {
	case f.asJSON:
		return s.writeJSON(report)
	case f.stats:
		return s.writeStats(report.Kernels)
	}
	return nil
}

// inFile adds the file's name to an error without a position.
func (f *buildFlags) inFile(file string, err error) error {
	var list *ir.Diagnostics
	var one *ir.Diagnostic
	if errors.As(err, &list) || errors.As(err, &one) {
		return err
	}
	if file == "-" {
		file = stdinName
	}
	return fmt.Errorf("%s: %w", file, err)
}

// write writes the output selected by --emit; describe makes the launch file for an
// object file of the given name.
func (f *buildFlags) write(s *streams, report *buildReport, r *build.Result, text *bytes.Buffer, output string, describe func(object string) *launch.File) error {
	body := text.Bytes()
	switch f.emit {
	case "asm":
		body = r.Assembly()
	case "hsaco":
		body = r.Object
	}
	if f.emit != "hsaco" && f.asJSON && output == "-" {
		report.Text = string(body)
		return nil
	}
	if err := s.writeOutput(output, body); err != nil {
		return err
	}
	report.Output, report.Bytes = output, len(body)
	if f.emit != "hsaco" || output == "-" {
		return nil
	}
	return f.writeLaunch(s, report, output, describe)
}

// noLaunch is the value of --launch-file that writes none.
const noLaunch = "none"

// writeLaunch writes the launch file unless the existing one was edited by hand.
func (f *buildFlags) writeLaunch(s *streams, report *buildReport, output string, describe func(object string) *launch.File) error {
	if f.launch == noLaunch {
		return nil
	}
	report.Launch = cmp.Or(f.launch, output+".launch.json")
	object, err := filepath.Rel(filepath.Dir(report.Launch), output)
	if err != nil {
		if object, err = filepath.Abs(output); err != nil {
			return err
		}
	}
	b := describe(filepath.ToSlash(object)).JSON()
	old, err := launch.ReadFile(report.Launch)
	if err == nil && !bytes.Equal(old, b) && !launch.IsGenerated(old) {
		report.LaunchKept = true
		s.diagnose(report.Launch + ": note: not overwritten, because it was edited since build wrote it: remove it, or give --launch-file another FILE or none")
		return nil
	}
	return s.writeOutput(report.Launch, b)
}

// outputName returns the file to write.
func (f *buildFlags) outputName(cmd *cobra.Command, file string) (string, error) {
	if !slices.Contains(emitKinds, f.emit) {
		return "", usagef("--emit %q is not one of %s", f.emit, strings.Join(emitKinds, ", "))
	}
	switch {
	case f.launch != "" && f.launch != noLaunch && (f.emit != "hsaco" || f.output == "-"):
		return "", usagef("--launch-file %s: no code object is written to a file, so there is nothing to launch", f.launch)
	case f.output == "-" && (f.stats || f.asJSON && f.emit == "hsaco"):
		return "", usagef("%s: standard output cannot take both text and the code object", cmd.CommandPath())
	case f.output != "":
		return f.output, notInput(cmd, file, f.output)
	case f.emit != "hsaco":
		if f.stats && !f.asJSON {
			return "", usagef("%s: standard output cannot take both --stats and --emit %s: give -o", cmd.CommandPath(), f.emit)
		}
		return "-", nil
	case file == "-":
		return "", usagef("%s - needs -o", cmd.CommandPath())
	}
	name := strings.TrimSuffix(file, filepath.Ext(file)) + ".hsaco"
	if name == file {
		return "", usagef("%s: the output would overwrite %s: give -o", cmd.CommandPath(), file)
	}
	return name, nil
}

// options turns the flags into compiler options. The output of --emit mlir and mach is
// written to the buffer during compilation.
func (f *buildFlags) options(s *streams) (build.Options, *bytes.Buffer, error) {
	text := &bytes.Buffer{}
	o := build.Options{Chip: f.target.chip, XNACK: f.target.xnack, SRAMECC: f.target.sramecc, Kernel: f.kernel, WavesPerSIMD: f.waves, Debug: f.debug}
	if f.block != "" {
		sizes, err := parseSizes(f.block)
		if err == nil {
			o.Block, err = launch.ThreeSizes(sizes)
		}
		if err != nil {
			return o, nil, usagef("--block: %w", err)
		}
	}
	if most := f.target.chip.MaxWavesPerSIMD; f.waves < 0 || f.waves > most {
		return o, nil, usagef("--waves-per-simd %d: a SIMD of %s has 1 to %d waves", f.waves, f.target.chip.Name, most)
	}
	if err := checkExplain(f.explain); err != nil {
		return o, nil, err
	}
	o.Explain = f.explain != ""
	var selected *bytes.Buffer
	if f.emit == "mach" {
		selected = text
	}
	var err error
	if o.Passes, err = f.passes.options(s, selected); err != nil {
		return o, nil, err
	}
	if f.emit == "mlir" {
		o.Selected = func(m *ir.Module) { text.Write(m.Print(ir.PrintOptions{Locations: true})) }
	}
	return o, text, nil
}

// refuse reports why there is no code object.
func (f *buildFlags) refuse(s *streams, report *buildReport, err error) error {
	var list *ir.Diagnostics
	var one *ir.Diagnostic
	if f.asJSON && (errors.As(err, &list) || errors.As(err, &one)) {
		diagnostics := []diag.Diagnostic{}
		if one != nil {
			diagnostics, report.Errors = append(diagnostics, *one), 1
		} else {
			diagnostics, report.Errors = list.List, list.Count
		}
		for i := range diagnostics {
			report.Diagnostics = append(report.Diagnostics, diagnosticOf(&diagnostics[i]))
		}
		return errors.Join(s.writeJSON(report), s.reportModule(err))
	}
	return s.reportModule(err)
}
