package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"heddle/hsaco"
	"heddle/sim/sanitize"
)

// sanitizer makes what --check asks for, nil if it asks for nothing.
func (f *runFlags) sanitizer(object *hsaco.Object) (*sanitize.Sanitizer, *sanitize.Suppressions, error) {
	o := sanitize.Options{Checks: strings.Split(f.check, ","), Object: object}
	if f.check == "" || f.check == "none" {
		if f.suppress != "" {
			return nil, nil, usagef("--suppress %s: there is nothing to suppress without --check", f.suppress)
		}
		return nil, nil, nil
	}
	if f.suppress != "" {
		b, err := readFile(f.suppress)
		if err != nil {
			return nil, nil, err
		}
		if o.Suppress, err = sanitize.ReadSuppressions(bytes.NewReader(b), f.suppress); err != nil {
			return nil, nil, err
		}
	}
	if slices.Contains(o.Checks, "none") {
		return nil, nil, usagef("--check %s: none stands alone", f.check)
	}
	s, err := sanitize.New(o)
	if err != nil {
		return nil, nil, usagef("--check: %w", err)
	}
	return s, o.Suppress, nil
}

// writeFindings prints what the sanitizer found and reports whether there was
// anything.
func (j *job) writeFindings() (bool, error) {
	if j.sanitizer == nil {
		return false, nil
	}
	findings := j.sanitizer.Findings()
	if j.suppressions != nil {
		for _, rule := range j.suppressions.Unused() {
			j.streams.diagnose("heddle: warning: " + j.flags.suppress + ": nothing to suppress for: " + rule)
		}
	}
	if !j.flags.asJSON {
		var text strings.Builder
		if err := sanitize.WriteText(&text, j.programs[0].file, findings); err != nil {
			return false, err
		}
		if text.Len() > 0 {
			j.streams.diagnose(strings.TrimSuffix(text.String(), "\n"))
		}
		fmt.Fprintf(j.streams.err, "checks (%s): %s\n", j.flags.check, count(uint64(len(findings)), "finding"))
	}
	return len(findings) > 0, nil
}
