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
	"heddle/codegen"
	"heddle/codegen/opt"
	"heddle/diag"
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// buildFlags are the flags of heddle build.
type buildFlags struct {
	target                         target
	output, kernel, emit, block    string
	launch                         string
	dumpAfter, disable             []string
	bisect                         string
	shuffle                        uint64
	debug, stats, verified, asJSON bool
	explain                        string
}

// emitKinds are what build can write.
var emitKinds = []string{"hsaco", "asm", "mach", "mlir"}

func buildCommand(s *streams) *cobra.Command {
	var f buildFlags
	cmd := &cobra.Command{
		Use:   "build FILE.mlir --mcpu TARGET [-o FILE.hsaco]",
		Short: "Compile kernels in MLIR to a code object",
		Long: `build compiles the kernels of a module (gpu.func with gpu.kernel, or func.func
without results) and writes a code object that hipModuleLoad takes: FILE.hsaco for
FILE.mlir unless -o says otherwise, and beside it FILE.hsaco.launch.json, which says
how to launch it and which 'heddle run --launch' takes; --launch-file says where to
instead, or none. A launch file that somebody has edited is left as it is. FILE may be
- for standard input. The arguments of a kernel are those of docs/mlir-abi.md.

What the compiler does not know is refused with the operation's name and place.

--emit asm writes the assembly, with the reason for each wait and wait state;
--emit mlir the module as it is when instructions are selected; --emit mach the
machine IR as it was selected. They go to standard output unless -o says otherwise.`,
		Example: `  heddle build saxpy.mlir --mcpu gfx950
  heddle build kernel.mlir --mcpu gfx942 --emit asm
  heddle build - --mcpu gfx950 -o k.hsaco < kernel.mlir`,
		Args: exactly(1, "a FILE, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(s, cmd, args[0]) },
	}
	flags := cmd.Flags()
	f.target.flag(cmd, "the target")
	flags.StringVarP(&f.kernel, "kernel", "k", "", "compile only the kernel `NAME`")
	flags.StringVar(&f.block, "block", "", "work-items of a workgroup in `X,Y,Z`, where the kernel does not say; without it any size works")
	f.add(cmd)
	cmd.AddCommand(gemmBuildCommand(s))
	return cmd
}

// add adds the flags of all commands that compile.
func (f *buildFlags) add(cmd *cobra.Command) {
	f.addOutput(cmd)
	flags := cmd.Flags()
	flags.BoolVarP(&f.debug, "debug", "g", false, "add a line table for the MLIR source")
	flags.BoolVar(&f.stats, "stats", false, "print registers, spills, LDS, occupancy and the instructions of each loop")
	flags.StringSliceVar(&f.dumpAfter, "dump-after", nil, "print the kernel after `PASS`, or after all of them ('all'), to standard error")
	flags.StringSliceVar(&f.disable, "disable-pass", nil, "leave out `PASS` (for tests: code may be wrong without some)")
	flags.StringVar(&f.bisect, "bisect", "", "optimise only where the hash of the place ends in these `BITS`, and say where")
	flags.Uint64Var(&f.shuffle, "shuffle", 0, "reorder what may be reordered, by this `SEED`")
	flags.BoolVar(&f.verified, "verify-passes", false, "check the kernel after every pass")
	jsonFlag(cmd, &f.asJSON)
}

// addOutput adds the flags that say what to write.
func (f *buildFlags) addOutput(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "write to `FILE`")
	flags.StringVar(&f.emit, "emit", "hsaco", "what to write: "+strings.Join(emitKinds, ", "))
	flags.StringVar(&f.launch, "launch-file", "", "write how to launch it to `FILE`, or not at all: none (default OUTPUT.launch.json)")
	explainFlag(cmd, &f.explain)
}

// buildReport is what build --json prints.
type buildReport struct {
	Schema      string           `json:"schema"`
	Input       string           `json:"input"`
	Target      string           `json:"target"`
	Output      string           `json:"output,omitempty"`
	Launch      string           `json:"launch,omitempty"`
	LaunchKept  bool             `json:"launchKept,omitempty"` // it was edited, and is not written
	Bytes       int              `json:"bytes,omitempty"`
	Kernels     []kernelStats    `json:"kernels"`
	Diagnostics []diagnosticJSON `json:"diagnostics"`
	Errors      int              `json:"errors"`
	Text        string           `json:"text,omitempty"`
	Addresses   *addressesJSON   `json:"addresses,omitempty"`
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
	// A compilation is short, and most of what it makes is used to its end.
	debug.SetGCPercent(400)
	report := buildReport{Schema: "heddle.build/v1", Input: file, Target: f.target.chip.Name, Kernels: []kernelStats{}, Diagnostics: []diagnosticJSON{}}
	if ext := filepath.Ext(file); ext == ".s" || ext == ".hsaco" {
		return usagef("heddle build compiles MLIR, and %s is not: 'heddle asm' assembles, 'heddle objdump' and 'heddle run' take code objects", file)
	}
	m, err := s.readKernels(file, f.target.chip)
	if err != nil {
		return f.refuse(s, &report, err)
	}
	r, err := build.MLIR(m, o)
	if err != nil {
		return f.refuse(s, &report, f.inFile(file, err))
	}
	for _, k := range r.Kernels {
		report.Kernels = append(report.Kernels, statsOf(r.Chip, k))
	}
	if err := f.write(s, &report, r, text, output, r.Launch); err != nil {
		return err
	}
	if report.Addresses, err = s.explain(f.explain, f.asJSON, r); err != nil {
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

// inFile adds the file's name to an error that has no place of its own.
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

// write puts out what --emit asks for; launch makes the launch file for an object
// in a file of that name.
func (f *buildFlags) write(s *streams, report *buildReport, r *build.Result, text *bytes.Buffer, output string, launch func(object string) *build.Launch) error {
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
	return f.writeLaunch(s, report, output, launch)
}

// noLaunch is --launch-file for none.
const noLaunch = "none"

// writeLaunch writes the launch file, unless somebody has edited the one that is
// there.
func (f *buildFlags) writeLaunch(s *streams, report *buildReport, output string, launch func(object string) *build.Launch) error {
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
	b := launch(filepath.ToSlash(object)).JSON()
	old, err := readFile(report.Launch)
	if err == nil && !bytes.Equal(old, b) && !build.IsGenerated(old) {
		report.LaunchKept = true
		s.diagnose(report.Launch + ": note: it is not as build wrote it, and stays as it is: remove it to have it written anew, or give --launch-file another FILE or none")
		return nil
	}
	return s.writeOutput(report.Launch, b)
}

// outputName is the file to write.
func (f *buildFlags) outputName(cmd *cobra.Command, file string) (string, error) {
	if !slices.Contains(emitKinds, f.emit) {
		return "", usagef("--emit %q is not one of %s", f.emit, strings.Join(emitKinds, ", "))
	}
	switch {
	case f.launch != "" && f.launch != noLaunch && (f.emit != "hsaco" || f.output == "-"):
		return "", usagef("--launch-file %s: there is no code object in a file to launch", f.launch)
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

// options makes the compiler's options of the flags. What --emit mlir and mach
// want is written to the buffer on the way.
func (f *buildFlags) options(s *streams) (build.Options, *bytes.Buffer, error) {
	text := &bytes.Buffer{}
	o := build.Options{Chip: f.target.chip, XNACK: f.target.xnack, SRAMECC: f.target.sramecc, Kernel: f.kernel, Debug: f.debug}
	if f.block != "" {
		sizes, err := parseSizes(f.block)
		if err == nil {
			o.Block, err = threeSizes(sizes)
		}
		if err != nil {
			return o, nil, usagef("--block: %w", err)
		}
	}
	if err := f.checkPasses(); err != nil {
		return o, nil, err
	}
	if err := checkExplain(f.explain); err != nil {
		return o, nil, err
	}
	o.Explain = f.explain != ""
	o.Opt.Disable, o.Mach.Disable = f.disable, f.disable
	o.Mach.Verify, o.Mach.Shuffle = f.verified, f.shuffle
	if f.bisect != "" {
		if strings.Trim(f.bisect, "01") != "" {
			return o, nil, usagef("--bisect %q is not a string of 0 and 1", f.bisect)
		}
		o.Mach.Bisect = &mach.Bisect{Suffix: f.bisect, Trace: func(pass, place string) { fmt.Fprintf(s.err, "%s: %s\n", pass, place) }}
	}
	wanted := func(pass string) bool {
		return slices.Contains(f.dumpAfter, pass) || slices.Contains(f.dumpAfter, "all")
	}
	o.Opt.Trace = func(pass string, c *opt.Context) {
		if wanted(pass) {
			fmt.Fprintf(s.err, "// after %s\n%s", pass, c.Module.Print(ir.PrintOptions{}))
		}
	}
	o.Mach.Dump = func(pass string, k *mach.Func) {
		if wanted(pass) {
			fmt.Fprintf(s.err, "; after %s\n", pass)
			_ = k.Print(s.err)
		}
		if f.emit == "mach" && pass == selection {
			_ = k.Print(text)
		}
	}
	if f.emit == "mlir" {
		o.Selected = func(m *ir.Module) { text.Write(m.Print(ir.PrintOptions{Locations: true})) }
	}
	return o, text, nil
}

// selection is what --dump-after calls the output of code selection.
const selection = "selection"

// checkPasses finds names that no pass has, and passes that cannot be left out.
func (f *buildFlags) checkPasses() error {
	var names []string
	for _, p := range opt.Passes() {
		names = append(names, p.Name)
	}
	names = append(names, selection, codegen.AddressesPass)
	names = append(names, mach.PassNames()...)
	for _, name := range append(slices.Clone(f.dumpAfter), f.disable...) {
		if name != "all" && !slices.Contains(names, name) {
			return usagef("there is no pass %q; there are %s%s", name, strings.Join(names, ", "), didYouMean(isa.Nearest(name, names, 1)))
		}
	}
	for _, name := range f.disable {
		if slices.Contains([]string{"all", selection, "allocate", "branches"}, name) {
			return usagef("--disable-pass %s: there is no code without it", name)
		}
	}
	return nil
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
