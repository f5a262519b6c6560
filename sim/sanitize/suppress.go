package sanitize

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Suppressions are findings that a user knows and accepts.
type Suppressions struct {
	rules []*rule
}

// rule is one line of a suppression file.
type rule struct {
	line    int
	check   string // or "*"
	pattern string
	match   func(addr uint64, file string, line int) bool
	reason  string
	used    bool
}

// ReadSuppressions reads a file of rules, one per line:
//
//	CHECK WHERE # REASON
//
// CHECK is the name of a check, or *. WHERE is an address in the code object (0x1a40), a range of
// them (0x1a00-0x1b00, the end not included), or a source file, optionally with lines
// (attention.s:10, *.s:10-20), as a shell pattern for the whole path or its last part. A finding is
// suppressed if its own instruction or the other one is there. The reason is required. Empty lines,
// and lines that begin with #, are ignored. name is the file's name in messages.
func ReadSuppressions(r io.Reader, name string) (*Suppressions, error) {
	s := &Suppressions{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")) // a byte-order mark
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		rule, err := parseRule(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		rule.line = n
		s.rules = append(s.rules, rule)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func parseRule(text string) (*rule, error) {
	what, reason, _ := strings.Cut(text, "#")
	fields := strings.Fields(what)
	reason = strings.TrimSpace(reason)
	if len(fields) != 2 {
		return nil, fmt.Errorf("a rule is CHECK WHERE # REASON, such as: races 0x1a40 # double buffering, see attention.s")
	}
	if reason == "" {
		return nil, fmt.Errorf("the rule has no reason; write it after a #")
	}
	r := &rule{check: fields[0], pattern: fields[1], reason: reason}
	if r.check != "*" && !slices.Contains(CheckNames(), r.check) {
		return nil, fmt.Errorf("there is no check %q; the checks are %s, or * for all", r.check, strings.Join(CheckNames(), ", "))
	}
	var err error
	r.match, err = parsePattern(r.pattern)
	return r, err
}

// parsePattern reads WHERE.
func parsePattern(p string) (func(addr uint64, file string, line int) bool, error) {
	if strings.HasPrefix(p, "0x") {
		first, last, err := numbers(p, 0)
		if !strings.Contains(p, "-") {
			last = first + 1
		}
		if err != nil {
			return nil, fmt.Errorf("%q is not an address or range of addresses, such as 0x1a40 or 0x1a00-0x1b00", p)
		}
		return func(addr uint64, _ string, _ int) bool { return first <= addr && addr < last }, nil
	}
	name, first, last := p, uint64(1), uint64(1)<<62
	if i := strings.LastIndexByte(p, ':'); i >= 0 {
		var err error
		if first, last, err = numbers(p[i+1:], 10); err != nil {
			return nil, fmt.Errorf("%q has no line or range of lines after the colon, such as a.s:10 or a.s:10-20", p)
		}
		name = p[:i]
	}
	if _, err := path.Match(name, ""); err != nil || name == "" {
		return nil, fmt.Errorf("%q is not a file name pattern", p)
	}
	return func(_ uint64, file string, line int) bool {
		if file == "" || uint64(line) < first || uint64(line) > last {
			return false
		}
		whole, _ := path.Match(name, file)
		base, _ := path.Match(name, path.Base(file))
		return whole || base
	}, nil
}

// numbers reads N or N-M.
func numbers(s string, base int) (first, last uint64, err error) {
	from, to, ranged := strings.Cut(s, "-")
	if first, err = strconv.ParseUint(from, base, 63); err != nil || !ranged {
		return first, first, err
	}
	if last, err = strconv.ParseUint(to, base, 63); err == nil && last < first {
		err = strconv.ErrRange
	}
	return first, last, err
}

// covers reports whether a rule suppresses the finding.
func (s *Suppressions) covers(f *Finding) bool {
	if s == nil {
		return false
	}
	covered := false
	for _, r := range s.rules {
		if r.check != "*" && r.check != f.Check {
			continue
		}
		if r.match(f.Addr, f.File, f.Line) || f.Other != nil && r.match(f.Other.Addr, f.Other.File, f.Other.Line) {
			r.used, covered = true, true
		}
	}
	return covered
}

// Unused describes the rules that suppressed nothing in Findings.
func (s *Suppressions) Unused() []string {
	var unused []string
	if s == nil {
		return nil
	}
	for _, r := range s.rules {
		if !r.used {
			unused = append(unused, fmt.Sprintf("line %d: %s %s", r.line, r.check, r.pattern))
		}
	}
	return unused
}
