package findings

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"heddle/diag"
)

// The elements are those that Jenkins, GitLab and GitHub's test reporters read. There is no standard;
// what is common is in Apache Ant's JUnit.xsd.

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Error   *junitResult `xml:"error"`
	Failure *junitResult `xml:"failure"`
	Out     *junitText   `xml:"system-out"`
}

type junitResult struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",cdata"`
}

type junitText struct {
	Text string `xml:",cdata"`
}

// JUnit writes the report as JUnit XML: a suite for each object, a test for each of its kernels, which
// fails if a finding of it makes the command fail. The other findings are the test's output.
func (r *Report) JUnit(w io.Writer) error {
	all := junitSuites{Name: r.Tool, Suites: []junitSuite{}}
	for i := range r.Objects {
		s := r.Objects[i].junit()
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (o *Object) junit() junitSuite {
	s := junitSuite{Name: readable(o.Name)}
	if o.Error != "" {
		first, _, _ := strings.Cut(o.Error, "\n")
		s.Cases = append(s.Cases, junitCase{Class: s.Name, Name: "read", Error: &junitResult{readable(first), "error", readable(o.Error)}})
		s.Errors++
	}
	for i := range o.Cases {
		c := o.Cases[i].junit(s.Name)
		if c.Failure != nil {
			s.Failures++
		}
		s.Cases = append(s.Cases, c)
	}
	s.Tests = len(s.Cases)
	return s
}

func (c *Case) junit(class string) junitCase {
	x := junitCase{Class: class, Name: readable(c.Name)}
	var fails, others strings.Builder
	var rules []string
	message, n := "", 0
	for i := range c.Findings {
		f := &c.Findings[i]
		if !f.Fails {
			others.WriteString(f.Body())
			continue
		}
		if n++; n == 1 {
			message = f.headline()
		}
		if !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
		fails.WriteString(f.Body())
	}
	if c.More > 0 {
		others.WriteString(c.moreText() + "\n")
	}
	if n > 1 {
		message = fmt.Sprintf("%s, the first: %s", diag.Count(n, "finding"), message)
	}
	if n > 0 {
		x.Failure = &junitResult{readable(message), strings.Join(rules, ","), readable(fails.String())}
	}
	if others.Len() > 0 {
		x.Out = &junitText{readable(others.String())}
	}
	return x
}

// readable is text without what XML cannot have: names come from files.
func readable(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' || c == utf8.RuneError || c == 0xfffe || c == 0xffff {
			return '?'
		}
		return c
	}, text)
}
