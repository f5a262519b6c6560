package main

import (
	"bytes"
	"io"
	"os"

	"github.com/spf13/cobra"

	"heddle/findings"
)

// findingFiles are the flags that write findings for other programs.
type findingFiles struct {
	sarif, junit string
}

// add adds the flags to a command.
func (f *findingFiles) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.sarif, "sarif", "", "write the findings as SARIF 2.1.0 to `FILE`, - for standard output")
	flags.StringVar(&f.junit, "junit", "", "write the results as JUnit XML to `FILE`, - for standard output")
}

// outputs are the flags with their files.
func (f *findingFiles) outputs() []findingFile {
	return []findingFile{{"sarif", f.sarif, (*findings.Report).SARIF}, {"junit", f.junit, (*findings.Report).JUnit}}
}

type findingFile struct {
	flag, name string
	write      func(*findings.Report, io.Writer) error
}

// wanted reports whether a flag is given.
func (f *findingFiles) wanted() bool { return f.sarif != "" || f.junit != "" }

// toStdout reports whether standard output has a form, so that nothing else goes there.
func (f *findingFiles) toStdout() bool { return f.sarif == "-" || f.junit == "-" }

// check reports flags that do not go together, before there is any work.
func (f *findingFiles) check(asJSON bool, inputs ...string) error {
	takes := ""
	if asJSON {
		takes = "json"
	}
	for _, x := range f.outputs() {
		if x.name == "-" {
			if takes != "" {
				return usagef("--%s and --%s both print on standard output: write one to a file", takes, x.flag)
			}
			takes = x.flag
		}
	}
	if f.sarif != "" && f.sarif == f.junit {
		return usagef("--sarif and --junit both write %s", f.sarif)
	}
	for _, x := range f.outputs() {
		if err := spare(x.flag, x.name, inputs...); err != nil {
			return err
		}
	}
	return nil
}

// spare refuses to overwrite inputs.
func spare(flag, output string, inputs ...string) error {
	for _, input := range inputs {
		if output != "" && output != "-" && overwrites(output, input) {
			return usagef("--%s would overwrite %s: give another file", flag, input)
		}
	}
	return nil
}

// write writes the files that the flags name.
func (f *findingFiles) write(s *streams, r *findings.Report) error {
	r.Version = readVersion().Version
	r.Root, _ = os.Getwd() // without it, names stay absolute
	for _, x := range f.outputs() {
		if x.name == "" {
			continue
		}
		var b bytes.Buffer
		if err := x.write(r, &b); err != nil {
			return err
		}
		if err := s.writeOutput(x.name, b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
