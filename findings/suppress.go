package findings

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"heddle/diag"
)

// Suppressions are findings that a user knows and accepts. The nil value has none.
type Suppressions struct {
	rules []*suppression
}

// suppression is one line of a file of them, or one comment.
type suppression struct {
	file    string // that it is in
	line    int
	text    string // without the reason
	rule    string // or "*"
	kernel  string // a pattern, "" for all
	match   func(addr uint64, file string, line int) bool
	foreign bool // it is for another checker
	used    bool
}

// Names are what a checker calls its rules.
type Names struct {
	Kind  string   // "check"
	Names []string // of the checker
	// Others are names that only other checkers have. They are accepted in comments, which are for all
	// checkers; with AnyOther all names are.
	Others   []string
	AnyOther bool
	// Rule, if not nil, checks that a name has a rule: NAME/RULE stands for its findings of that rule.
	Rule func(name, rule string) error
}

// ReadSuppressions reads a file of rules, one per line:
//
//	RULE [KERNEL] WHERE # REASON
//
// RULE is one of the names, with a / and a rule of it if the checker has such, or *. KERNEL is a shell pattern for the name of the kernel. WHERE is an
// address in the code object (0x1a40), a range of them (0x1a00-0x1b00, the end not included), a source
// file, optionally with lines (attention.s:10, *.s:10-20), as a shell pattern for the whole path or its
// last part, or * for all places. A finding is suppressed if its own instruction or the other one is
// there. The reason is required. Empty lines, and lines that begin with #, are ignored. name is the
// file's name in messages.
func ReadSuppressions(r io.Reader, name string, names Names) (*Suppressions, error) {
	s := &Suppressions{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), byteOrderMark))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		rule, err := parseSuppression(text, &names)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		rule.file, rule.line = name, n
		s.rules = append(s.rules, rule)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func parseSuppression(text string, names *Names) (*suppression, error) {
	what, reason, _ := strings.Cut(text, "#")
	fields := strings.Fields(what)
	if len(fields) != 2 && len(fields) != 3 {
		return nil, fmt.Errorf("a rule is %s [KERNEL] WHERE # REASON, such as: %s 0x1a40 # double buffering, see attention.s; WHERE is an address, FILE:LINE, or * for every place", strings.ToUpper(names.Kind), names.Names[0])
	}
	if strings.TrimSpace(reason) == "" {
		return nil, fmt.Errorf("the rule has no reason; write it after a #")
	}
	r := &suppression{rule: fields[0], text: strings.Join(fields, " ")}
	if err := names.check(r.rule, false); err != nil {
		return nil, err
	}
	if len(fields) == 3 {
		r.kernel = fields[1]
		if _, err := path.Match(r.kernel, ""); err != nil {
			return nil, fmt.Errorf("%q is not a pattern for names of kernels", r.kernel)
		}
	}
	var err error
	r.match, err = parseWhere(fields[len(fields)-1])
	return r, err
}

// check reports whether there is a rule of that name.
func (n *Names) check(name string, others bool) error {
	name, rule, ruled := strings.Cut(name, "/")
	switch {
	case slices.Contains(n.Names, name) && ruled && n.Rule != nil:
		return n.Rule(name, rule)
	case name == "*" && !ruled, slices.Contains(n.Names, name) && !ruled, others && (n.AnyOther || slices.Contains(n.Others, name)):
		return nil
	}
	if ruled {
		name += "/" + rule
	}
	known := n.Names
	if others {
		known = slices.Clone(n.Names)
		for _, o := range n.Others {
			if !slices.Contains(known, o) {
				known = append(known, o)
			}
		}
	}
	return fmt.Errorf("there is no %s %q; the %ss are %s, or * for all", n.Kind, name, n.Kind, strings.Join(known, ", "))
}

// foreign reports whether a name that check accepts is another checker's.
func (n *Names) foreign(name string) bool {
	name, _, _ = strings.Cut(name, "/")
	return name != "*" && !slices.Contains(n.Names, name)
}

// parseWhere reads WHERE.
func parseWhere(p string) (func(addr uint64, file string, line int) bool, error) {
	if p == "*" {
		return func(uint64, string, int) bool { return true }, nil
	}
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

// byteOrderMark is what some editors put before a text.
const byteOrderMark = "\ufeff"

// allowMark begins a suppression in a comment.
const allowMark = "heddle:allow"

// ReadComments reads the suppressions in the comments of an assembly file:
//
//	buffer_load_dword v1, v2, s[4:7], 0 offen  // heddle:allow waits the loop before waits for it
//
// The name of a rule, or *, is followed by the reason. The comment is about its own line, or, if there
// is nothing else on it, about the next line with code. names are those of the checker. file is the
// name of the file in line tables and messages. The error is a *diag.Diagnostic.
func ReadComments(text []byte, file string, names Names) (*Suppressions, error) {
	s := &Suppressions{}
	var pending []*suppression // alone on their lines
	line := 0
	for raw := range strings.Lines(strings.TrimPrefix(string(text), byteOrderMark)) {
		line++
		raw = strings.TrimRight(raw, "\r\n")
		code, comment := splitComment(raw)
		hasCode := strings.TrimSpace(code) != ""
		if hasCode {
			for _, r := range pending {
				r.match = onLine(file, line)
			}
			pending = nil
		}
		at := strings.Index(comment, allowMark)
		if at < 0 {
			continue
		}
		name, reason, _ := strings.Cut(strings.TrimSpace(comment[at+len(allowMark):]), " ")
		wrong := func(err error) error {
			start := len(code) + at
			return &diag.Diagnostic{File: file, Line: line, Col: len([]rune(raw[:start])) + 1, Start: start, End: len(raw), Source: raw, Msg: err.Error()}
		}
		if name == "" {
			return nil, wrong(fmt.Errorf("a %s has no %s; write // %s %s REASON", allowMark, names.Kind, allowMark, names.Names[0]))
		}
		if err := names.check(name, true); err != nil {
			return nil, wrong(err)
		}
		if strings.TrimSpace(reason) == "" {
			return nil, wrong(fmt.Errorf("%s %s has no reason; write it after the name", allowMark, name))
		}
		r := &suppression{file: file, line: line, rule: name, text: allowMark + " " + name, foreign: names.foreign(name),
			match: onLine(file, line)}
		s.rules = append(s.rules, r)
		if !hasCode {
			r.match = onLine(file, 0) // until there is code
			pending = append(pending, r)
		}
	}
	return s, nil
}

// splitComment divides a line of assembly at its comment. A mark inside of a string begins none.
func splitComment(line string) (code, comment string) {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ';', c == '#' && strings.TrimSpace(line[:i]) == "", c == '/' && i+1 < len(line) && (line[i+1] == '/' || line[i+1] == '*'):
			return line[:i], line[i:]
		}
	}
	return line, ""
}

func onLine(file string, line int) func(uint64, string, int) bool {
	return func(_ uint64, f string, l int) bool { return f == file && l == line }
}

// With returns the rules of two lists, of which either may be nil.
func (s *Suppressions) With(other *Suppressions) *Suppressions {
	all := &Suppressions{}
	for _, list := range []*Suppressions{s, other} {
		if list != nil {
			all.rules = append(all.rules, list.rules...)
		}
	}
	return all
}

// Covers reports whether a rule suppresses a finding of a rule, which may be NAME/RULE, in a kernel, with
// its places.
func (s *Suppressions) Covers(rule, kernel string, places ...Place) bool {
	if s == nil {
		return false
	}
	covered := false
	for _, r := range s.rules {
		if r.rule != "*" && r.rule != rule && !strings.HasPrefix(rule, r.rule+"/") {
			continue
		}
		if r.kernel != "" {
			if ok, _ := path.Match(r.kernel, kernel); !ok {
				continue
			}
		}
		if slices.ContainsFunc(places, func(p Place) bool { return r.match(p.Addr, p.File, p.Line) }) {
			r.used, covered = true, true
		}
	}
	return covered
}

// Unused describes the rules that suppressed nothing that Covers was asked about. Those for other
// checkers are not among them.
func (s *Suppressions) Unused() []string {
	if s == nil {
		return nil
	}
	var unused []string
	for _, r := range s.rules {
		if !r.used && !r.foreign {
			unused = append(unused, fmt.Sprintf("%s:%d: %s matches no finding", r.file, r.line, r.text))
		}
	}
	return unused
}
