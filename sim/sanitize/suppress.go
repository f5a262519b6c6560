package sanitize

import (
	"io"

	"heddle/findings"
)

// Suppressions are findings that a user knows and accepts.
type Suppressions struct{ findings.Suppressions }

// names are what rules may be for: checks, and their rules.
func names() findings.Names {
	return findings.Names{Kind: "check", Names: CheckNames(), Rule: checkRule}
}

// ReadSuppressions reads a file of rules; findings.ReadSuppressions has their grammar. name is the
// file's name in messages.
func ReadSuppressions(r io.Reader, name string) (*Suppressions, error) {
	list, err := findings.ReadSuppressions(r, name, names())
	if err != nil {
		return nil, err
	}
	return &Suppressions{*list}, nil
}

// WithComments adds the suppressions in the comments of an assembly file to a list, which may be nil.
// Comments may be for other checkers: any name is accepted.
func (s *Suppressions) WithComments(text []byte, file string) (*Suppressions, error) {
	others := names()
	others.AnyOther = true
	list, err := findings.ReadComments(text, file, others)
	if err != nil {
		return nil, err
	}
	if s != nil {
		list = s.With(list)
	}
	return &Suppressions{*list}, nil
}

// covers reports whether a rule suppresses the finding.
func (s *Suppressions) covers(f *Finding) bool {
	if s == nil {
		return false
	}
	places := []findings.Place{{Addr: f.Addr, File: f.File, Line: f.Line}}
	if p := f.Other; p != nil {
		places = append(places, findings.Place{Addr: p.Addr, File: p.File, Line: p.Line})
	}
	return s.Covers(f.Check+"/"+f.Rule, f.Kernel, places...)
}

// Unused describes the rules that suppressed nothing in Findings.
func (s *Suppressions) Unused() []string {
	if s == nil {
		return nil
	}
	return s.Suppressions.Unused()
}
