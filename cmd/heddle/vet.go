package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"heddle/asm"
	"heddle/findings"
	"heddle/hsaco"
	"heddle/launch"
	"heddle/vet"
)

// vetFlags are the flags of heddle vet.
type vetFlags struct {
	target                  target
	launch                  vetLaunch
	explain                 string
	all, asJSON             bool
	suppress                string
	baseline, writeBaseline string
	files                   findingFiles
	fix, weaken, cost       bool
	resources               bool
	output                  string
}

func vetCommand(s *streams) *cobra.Command {
	var f vetFlags
	cmd := &cobra.Command{
		Use:   "vet FILE...",
		Short: "Check the waits, wait states and addresses of kernels without running them",
		Long: `vet reads code objects (.hsaco, .o), offload bundles, host programs that contain
one, assembly files (.s), or all of these in a directory, and looks for missing
s_waitcnt and missing wait states on all paths through each kernel. Where a launch
is known, from a launch file or from --grid, --block, --arg, --tensor and --lds, it
also looks for addresses outside of their memory and offsets that 32 bits do not
hold; --addresses lists where each memory access goes, as a formula. --resources says how
many registers and how much LDS each kernel takes, and how many waves that leaves room for.

A finding is an error; or "timing": wrong, but so much time lies between that it
works; or "can't tell": it depends on what is not known; or a note: working code
commonly does it. Only errors change the exit code. Without --all only errors and
"timing" are printed and written, and the others are counted.

--write-baseline FILE keeps what is found, and --baseline FILE reports only what it
does not have: findings are compared by kernel, rule and instructions, not by address.
A comment "heddle:allow RULE REASON" on a line of assembly, or on the line before,
suppresses findings there; so do the lines "RULE [KERNEL] WHERE # REASON" of --suppress.
docs/vet.md has all of it, and use in CI.

--fix writes the kernel as assembly in which the waits and wait states that the
errors ask for are inserted. The text of a .s stays as it is otherwise. With --weaken
what is stronger than needed goes, too; 'heddle time FILE --against WEAKER' says what
that is worth together, and --cost how long waves wait at each of them.

` + vet.NotChecked,
		Example: `  heddle vet kernel.hsaco
  heddle vet kernel.hsaco --launch kernel.hsaco.launch.json
  heddle vet kernel.hsaco --grid 256,224 --block 64 --tensor C=32768x57344xf32 --arg N=0..65535
  heddle vet --fix kernel.s -o fixed.s
  heddle vet --fix --weaken kernel.hsaco -o weaker.s && heddle time kernel.hsaco --launch l.json --against weaker.s
  heddle vet --explain waits
  heddle vet --baseline known.json --sarif vet.sarif build/`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("explain") {
				return f.explainRule(s, cmd, args)
			}
			if err := f.checkFix(cmd, args); err != nil {
				return err
			}
			if err := f.checkCost(args); err != nil {
				return err
			}
			if len(args) == 0 {
				return usagef("%s needs a FILE, a directory, or - for standard input", cmd.CommandPath())
			}
			if _, err := f.launch.given(); err != nil {
				return err
			}
			if f.fix {
				return f.fixFile(s, args[0])
			}
			return f.run(s, args)
		},
	}
	f.target.flag(cmd, "the target of assembly files, or the code object to pick from a bundle")
	flags := cmd.Flags()
	flags.StringVar(&f.explain, "explain", "", "explain a `RULE`: "+strings.Join(vetNames().Names, ", "))
	flags.BoolVar(&f.all, "all", false, "print findings of all ranks")
	f.launch.flags(cmd)
	flags.StringVar(&f.suppress, "suppress", "", "leave out the findings listed in `FILE`: on each line a rule, a kernel or none, a position, and # with the reason")
	flags.StringVar(&f.baseline, "baseline", "", "leave out the findings that are in `FILE`, which --write-baseline wrote")
	flags.StringVar(&f.writeBaseline, "write-baseline", "", "write the findings to `FILE`, and do not fail because of them")
	f.files.add(cmd)
	flags.BoolVar(&f.fix, "fix", false, "write an assembly file with the missing waits and wait states")
	flags.BoolVar(&f.weaken, "weaken", false, "with --fix: also weaken the waits and s_nop that are stronger than needed, and take out barriers that order nothing")
	flags.StringVarP(&f.output, "output", "o", "", "with --fix: write to `FILE` instead of standard output")
	flags.BoolVar(&f.cost, "cost", false, "also time the launch, and say how long waves wait at each wait, s_nop and barrier that is stronger than needed; implies --all")
	flags.BoolVar(&f.resources, "resources", false, "print the registers and the LDS of each kernel, how many waves a SIMD takes, and what limits them")
	jsonFlag(cmd, &f.asJSON)
	return cmd
}

// explainRule prints a rule.
func (f *vetFlags) explainRule(s *streams, cmd *cobra.Command, args []string) error {
	var names []string
	for _, r := range vet.Rules() {
		if names = append(names, r.Name); r.Name == f.explain && len(args) == 0 {
			_, err := fmt.Fprintf(s.out, "%s\n\n%s\n\nSource: %s.\n\nCode that breaks it:\n\n%s\n", r.Name, r.What, r.Source, r.Example)
			return err
		}
	}
	if len(args) > 0 {
		return usagef("%s --explain takes no files", cmd.CommandPath())
	}
	return usagef("%s: there is no rule %q; the rules are %s", cmd.CommandPath(), f.explain, strings.Join(names, ", "))
}

// vetKind is what findings are counted by.
type vetKind struct {
	rule string
	rank vet.Rank
}

// vetted is a code object with what was found.
type vetted struct {
	Name   string `json:"name"` // the file, and the entry of a bundle
	Target string `json:"target,omitempty"`
	// Error says why there is nothing about it.
	Error   string       `json:"error,omitempty"`
	Kernels []vet.Kernel `json:"kernels"`
	// Resources are those of the kernels, with --resources.
	Resources []kernelResources `json:"resources,omitempty"`

	hidden map[vetKind]int        // findings that are only counted
	lines  *hsaco.LineTable       // nil if there is none
	allow  *findings.Suppressions // in its comments, nil if it is no assembly
}

// run checks files.
func (f *vetFlags) run(s *streams, args []string) error {
	files, err := vetFiles(args)
	if err != nil {
		return err
	}
	inputs := append(slices.Clone(files), f.suppress)
	if err := f.files.check(f.asJSON, append(inputs, f.baseline)...); err != nil {
		return err
	}
	if f.writeBaseline == "-" && (f.asJSON || f.files.toStdout()) {
		return usagef("--write-baseline -: standard output is taken: give a file")
	}
	if err := spare("write-baseline", f.writeBaseline, inputs...); err != nil {
		return err
	}
	suppress, err := f.readSuppressions()
	if err != nil {
		return err
	}
	baseline, err := f.readBaseline()
	if err != nil {
		return err
	}
	f.all = f.all || f.cost
	objects := f.checkAll(s, files)
	if f.cost {
		if err := f.addCosts(s, files[0], objects); err != nil {
			return err
		}
	}
	report := newVetReport(objects)
	for i := range report.Objects {
		suppress = suppress.With(report.Objects[i].allow)
	}
	report.suppress(suppress)
	if f.writeBaseline != "" {
		if err := f.saveBaseline(s, f.shown(report.found).Baseline()); err != nil {
			return err
		}
	}
	if baseline != nil {
		report.compare(baseline)
	}
	report.count()
	if err := f.print(s, report, suppress); err != nil {
		return err
	}
	if report.failed(f.writeBaseline != "") {
		return errReported
	}
	return nil
}

// failed reports whether there is an error, or only one about a file if findings are accepted.
func (r *vetReport) failed(accepted bool) bool {
	return r.Counts[vet.RankError.String()] > 0 && !accepted || slices.ContainsFunc(r.Objects, func(o vetted) bool { return o.Error != "" })
}

// print writes the findings, and a summary.
func (f *vetFlags) print(s *streams, report *vetReport, suppress *findings.Suppressions) error {
	for i := range report.Objects {
		if text := report.Objects[i].Error; text != "" {
			s.diagnose(text)
		}
	}
	for _, rule := range suppress.Unused() {
		s.diagnose("heddle: warning: " + rule)
	}
	if err := f.files.write(s, f.shown(report.found)); err != nil {
		return err
	}
	if f.asJSON {
		return s.write(report.writeJSON)
	}
	show := func(r vet.Rank) bool { return f.all || r <= vet.RankTiming }
	var text bytes.Buffer
	for i := range report.Objects {
		if err := vet.WriteText(&text, report.Objects[i].Name, report.Objects[i].Kernels, show); err != nil {
			return err
		}
	}
	if text.Len() > 0 {
		s.diagnose(strings.TrimSuffix(text.String(), "\n"))
	}
	to := s.out
	if f.files.toStdout() || f.writeBaseline == "-" {
		to = s.err
	}
	for i := range report.Objects {
		if err := vet.WriteAddresses(to, report.Objects[i].Name, report.Objects[i].Kernels); err != nil {
			return err
		}
		for k := range report.Objects[i].Resources {
			if _, err := fmt.Fprintf(to, "%s: %s\n", report.Objects[i].Name, &report.Objects[i].Resources[k]); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintln(to, report.summary())
	return err
}

// vetFiles returns the files that the arguments name: those in a directory by their names.
func vetFiles(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		if arg == "-" {
			files = append(files, arg)
			continue
		}
		root := arg
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			root += string(filepath.Separator) // behind a symbolic link too
		}
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && path == arg {
				files = append(files, path) // an error about this file, when it is read
				return nil
			}
			if err != nil {
				return launch.FileError(path, err)
			}
			known := slices.Contains([]string{".hsaco", ".co", ".o", ".s"}, filepath.Ext(path))
			if path == arg && !d.IsDir() || known && (d.Type().IsRegular() || isFile(path)) {
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: there is no file that ends in .hsaco, .co, .o or .s", strings.Join(args, ", "))
	}
	return files, nil
}

// checkAll checks files on all cores. The result is in the order of the files.
func (f *vetFlags) checkAll(s *streams, files []string) []vetted {
	results := make([][]vetted, len(files))
	next := make(chan int)
	var wg sync.WaitGroup
	var once sync.Once
	var fault any
	bar := s.progress("vet")
	bar.unit = "files"
	defer bar.end()
	var mu sync.Mutex
	done := 0
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		wg.Go(func() {
			for i := range next {
				func() {
					defer func() {
						if p := recover(); p != nil {
							once.Do(func() { fault = fmt.Sprintf("%s: %v", files[i], p) })
						}
					}()
					results[i] = f.checkFile(s, files[i])
					mu.Lock()
					defer mu.Unlock()
					done++
					bar.update(done, len(files))
				}()
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	if fault != nil {
		panic(fault)
	}
	return slices.Concat(results...)
}

// checkFile checks what is in a file: one code object, or those of a bundle.
func (f *vetFlags) checkFile(s *streams, file string) []vetted {
	name := file
	if file == "-" {
		name = stdinName
	}
	b, err := s.readInput(file)
	if err != nil {
		return []vetted{{Name: name, Error: err.Error()}}
	}
	var allow *findings.Suppressions
	if filepath.Ext(file) == ".s" {
		if allow, err = findings.ReadComments(b, name, vetNames()); err != nil {
			return []vetted{{Name: name, Error: err.Error()}}
		}
		if _, b, err = f.assemble(name, b); err != nil {
			return []vetted{{Name: name, Error: err.Error()}}
		}
	}
	entries, err := hsaco.ReadBundle(b)
	if err != nil || f.target.text != "" {
		v := f.checkObject(name, name, b)
		v.allow = allow
		return []vetted{v}
	}
	var list []vetted
	for i := range entries {
		if e := &entries[i]; e.Device() {
			list = append(list, f.checkObject(name, fmt.Sprintf("%s(%s)", name, cmp.Or(e.Target, e.ID)), e.Data))
		}
	}
	return list
}

// assemble makes a code object of an assembly file, with the places of its instructions.
func (f *vetFlags) assemble(name string, src []byte) (*asm.Result, []byte, error) {
	res, err := asm.Assemble(src, asm.Options{File: name, Chip: f.target.chip, XNACK: f.target.xnack, SRAMECC: f.target.sramecc, Debug: true, Producer: "heddle", Listing: f.fix, Open: launch.OpenBeside})
	if err != nil {
		return nil, nil, err
	}
	b, err := hsaco.Link(res.Module)
	if err != nil {
		return nil, nil, res.LinkDiagnostics(err)
	}
	return res, b, nil
}

// onlyCounts reports whether nothing but their number is asked of findings that are not printed. Comments of
// assembly suppress some.
func (f *vetFlags) onlyCounts() bool {
	return !f.all && !f.asJSON && f.suppress == "" && f.baseline == "" && f.writeBaseline == ""
}

// countHidden lets go of the findings that are not printed: of a thousand objects there are many.
func (v *vetted) countHidden() {
	v.hidden = map[vetKind]int{}
	for i := range v.Kernels {
		k := &v.Kernels[i]
		kept := []vet.Finding{}
		for n := range k.Findings {
			if x := &k.Findings[n]; x.Rank <= vet.RankTiming {
				kept = append(kept, *x)
			} else {
				v.hidden[vetKind{x.Rule, x.Rank}]++
			}
		}
		k.Findings = kept
	}
}

// checkObject checks one code object of a file.
func (f *vetFlags) checkObject(file, name string, b []byte) vetted {
	v := vetted{Name: name, Kernels: []vet.Kernel{}}
	o, err := hsaco.Open(b, f.target.text)
	if err == nil {
		o, err = o.Linked()
	}
	if err == nil {
		v.lines = linesOf(o)
		options := vet.Options{Addresses: f.launch.addresses}
		if options.Launches, err = f.launch.launches(file, o); err == nil {
			var r *vet.Report
			if r, err = vet.ObjectWith(o, options); err == nil {
				v.Target, v.Kernels = r.Target, r.Kernels
				if f.resources {
					v.Resources = resourcesOf(o, r.Kernels, options.Launches)
				}
			}
			if f.onlyCounts() && filepath.Ext(name) != ".s" {
				v.countHidden()
			}
		}
	}
	if err != nil {
		v.Error = launch.FileError(name, err).Error()
	}
	return v
}
