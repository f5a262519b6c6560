package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/findings"
	"heddle/hsaco"
	"heddle/launch"
	"heddle/sim/sanitize"
	"heddle/vet"
)

// vetNames are the names that suppressions of vet may have.
func vetNames() findings.Names {
	n := findings.Names{Kind: "rule", Others: sanitize.CheckNames()}
	for _, r := range vet.Rules() {
		n.Names = append(n.Names, r.Name)
	}
	return n
}

// vetReport is the output of vet --json.
type vetReport struct {
	Schema     string                    `json:"schema"`
	Objects    []vetted                  `json:"objects"`
	Counts     map[string]int            `json:"counts"` // findings by rank
	Rules      map[string]map[string]int `json:"rules"`  // and by rule and rank
	Suppressed int                       `json:"suppressed"`
	Baseline   *vetBaseline              `json:"baseline,omitempty"`
	NotChecked string                    `json:"not_checked"`

	found *findings.Report // the same findings
}

// writeJSON writes the report, one object after the other: those of a directory may have a million findings.
func (r *vetReport) writeJSON(w *bufio.Writer) error {
	rest := *r
	rest.Objects = nil
	around, err := indented(&rest, "")
	if err != nil {
		return err
	}
	const place = `"objects": null`
	head, tail, ok := bytes.Cut(around, []byte(place))
	if !ok {
		panic("BUG: the report has no objects")
	}
	w.Write(head)
	w.WriteString(`"objects": [`)
	for i := range r.Objects {
		text, err := indented(&r.Objects[i], "    ")
		if err != nil {
			return err
		}
		w.WriteString([]string{"\n    ", ",\n    "}[min(i, 1)])
		w.Write(bytes.TrimSuffix(text, []byte("\n")))
	}
	if len(r.Objects) > 0 {
		w.WriteString("\n  ")
	}
	w.WriteString("]")
	_, err = w.Write(tail)
	return err
}

// indented is JSON as streams.writeJSON writes it, behind a prefix.
func indented(v any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

// vetBaseline is what became of the findings of a baseline.
type vetBaseline struct {
	Known int `json:"known"` // findings that are left out
	Gone  int `json:"gone"`  // those that are no longer found
}

// newVetReport makes the report about objects.
func newVetReport(objects []vetted) *vetReport {
	r := &vetReport{Schema: vet.Schema, Objects: objects, NotChecked: vet.NotChecked, found: &findings.Report{Tool: "heddle vet"}}
	for _, rule := range vet.Rules() {
		short, _, _ := strings.Cut(strings.Join(strings.Fields(rule.What), " "), ". ")
		r.found.Rules = append(r.found.Rules, findings.Rule{Name: rule.Name, Short: strings.TrimSuffix(short, ".") + ".", What: rule.What, Source: rule.Source, Example: rule.Example})
	}
	for i := range objects {
		r.found.Objects = append(r.found.Objects, objects[i].findings())
	}
	r.found.Number()
	return r
}

// levels are ranks in SARIF's words.
var levels = map[vet.Rank]findings.Level{vet.RankError: findings.Error, vet.RankTiming: findings.Warning, vet.RankCantTell: findings.Warning, vet.RankNote: findings.Note}

// findings are the object's findings for package findings.
func (o *vetted) findings() findings.Object {
	x := findings.Object{Name: o.Name, Target: o.Target, Error: o.Error}
	for i := range o.Kernels {
		k := &o.Kernels[i]
		c := findings.Case{Name: k.Name, More: k.More}
		for n := range k.Findings {
			c.Findings = append(c.Findings, o.finding(k, &k.Findings[n]))
		}
		x.Cases = append(x.Cases, c)
	}
	return x
}

func (o *vetted) finding(k *vet.Kernel, f *vet.Finding) findings.Finding {
	body := func() string {
		one := *k
		one.Findings, one.More = []vet.Finding{*f}, 0
		var text strings.Builder
		_ = vet.WriteText(&text, o.Name, []vet.Kernel{one}, func(vet.Rank) bool { return true })
		return text.String()
	}
	x := findings.Finding{Rule: f.Rule, Rank: f.Rank.String(), Level: levels[f.Rank], Fails: f.Rank == vet.RankError, Place: vetPlace(&f.Place),
		Message: sentence(f), Advice: f.Advice, Body: body}
	if f.Other != nil {
		x.Related = []findings.Place{vetPlace(f.Other)}
	}
	for _, s := range f.Path {
		x.Path = append(x.Path, o.place(s.From, fmt.Sprintf("goes on at %#x", s.To)))
	}
	return x
}

// sentence is the message with its subject, the mnemonic.
func sentence(f *vet.Finding) string {
	name, _, _ := strings.Cut(f.Text, " ")
	return strings.TrimSpace(name + " " + f.Message)
}

func vetPlace(p *vet.Place) findings.Place {
	return findings.Place{Note: p.Note, Addr: p.Addr, Text: p.Text, File: p.File, Line: p.Line, Column: p.Column}
}

// place is the instruction at an address.
func (o *vetted) place(addr uint64, note string) findings.Place {
	p := findings.Place{Note: note, Addr: addr}
	if o.lines != nil {
		if at, ok := o.lines.Lookup(nil, addr); ok {
			p.File, p.Line, p.Column = at.File, at.Line, at.Column
		}
	}
	return p
}

// drop leaves out findings and returns how many.
func (r *vetReport) drop(which func(kernel string, f *findings.Finding) bool) (dropped int) {
	for i := range r.Objects {
		for k := range r.Objects[i].Kernels {
			kernel, c := &r.Objects[i].Kernels[k], &r.found.Objects[i].Cases[k]
			kept, found := []vet.Finding{}, []findings.Finding{}
			for n := range c.Findings {
				if which(c.Name, &c.Findings[n]) {
					dropped++
					continue
				}
				kept, found = append(kept, kernel.Findings[n]), append(found, c.Findings[n])
			}
			kernel.Findings, c.Findings = kept, found
		}
	}
	return dropped
}

// suppress leaves out the findings that the list covers.
func (r *vetReport) suppress(list *findings.Suppressions) {
	r.Suppressed = r.drop(func(kernel string, f *findings.Finding) bool {
		return list.Covers(f.Rule, kernel, append([]findings.Place{f.Place}, f.Related...)...)
	})
}

// compare leaves out the findings that a baseline has.
func (r *vetReport) compare(b *findings.Baseline) {
	known, gone := b.Known(r.found)
	r.Baseline = &vetBaseline{Gone: gone}
	r.Baseline.Known = r.drop(func(_ string, f *findings.Finding) bool { return known(f) })
}

// count counts what is left.
func (r *vetReport) count() {
	r.Counts, r.Rules = map[string]int{}, map[string]map[string]int{}
	add := func(rule string, rank vet.Rank, n int) {
		if r.Rules[rule] == nil {
			r.Rules[rule] = map[string]int{}
		}
		r.Counts[rank.String()] += n
		r.Rules[rule][rank.String()] += n
	}
	for i := range r.Objects {
		for kind, n := range r.Objects[i].hidden {
			add(kind.rule, kind.rank, n)
		}
		for k := range r.Objects[i].Kernels {
			for _, x := range r.Objects[i].Kernels[k].Findings {
				add(x.Rule, x.Rank, 1)
			}
		}
	}
}

// summary is the line at the end: "2 kernels: 3 errors (waits 2, flow 1), 1 note (unreachable 1)".
func (r *vetReport) summary() string {
	kernels, unread := 0, 0
	for i := range r.Objects {
		if r.Objects[i].Error != "" {
			unread++
		}
		for k := range r.Objects[i].Kernels {
			if !r.Objects[i].Kernels[k].Function {
				kernels++
			}
		}
	}
	var parts []string
	for rank := vet.RankError; rank <= vet.RankNote; rank++ {
		n := r.Counts[rank.String()]
		if n == 0 && rank != vet.RankError {
			continue
		}
		var rules []string
		for _, rule := range vet.Rules() {
			if n := r.Rules[rule.Name][rank.String()]; n > 0 {
				rules = append(rules, fmt.Sprintf("%s %d", rule.Name, n))
			}
		}
		text := rankCount(n, rank)
		if len(rules) > 0 {
			text += " (" + strings.Join(rules, ", ") + ")"
		}
		parts = append(parts, text)
	}
	text := fmt.Sprintf("%s: %s", diag.Count(kernels, "kernel"), strings.Join(parts, ", "))
	if r.Suppressed > 0 {
		text += fmt.Sprintf("; %d suppressed", r.Suppressed)
	}
	if b := r.Baseline; b != nil {
		text += fmt.Sprintf("; baseline: %d left out, %d gone", b.Known, b.Gone)
	}
	if unread > 0 {
		text += fmt.Sprintf("; %s not checked", diag.Count(unread, "file"))
	}
	return text
}

// rankCount is a number of findings of a rank.
func rankCount(n int, r vet.Rank) string {
	if r == vet.RankError || r == vet.RankNote {
		return diag.Count(n, r.String())
	}
	return fmt.Sprintf("%d %s", n, r)
}

// shown is the report without the findings that are only counted.
func (f *vetFlags) shown(r *findings.Report) *findings.Report {
	if f.all {
		return r
	}
	x := *r
	x.Objects = slices.Clone(r.Objects)
	for i := range x.Objects {
		o := &x.Objects[i]
		o.Cases = slices.Clone(o.Cases)
		for k := range o.Cases {
			o.Cases[k].Findings = slices.DeleteFunc(slices.Clone(o.Cases[k].Findings), func(f findings.Finding) bool {
				return f.Rank != vet.RankError.String() && f.Rank != vet.RankTiming.String()
			})
		}
	}
	return &x
}

// readSuppressions reads --suppress.
func (f *vetFlags) readSuppressions() (*findings.Suppressions, error) {
	if f.suppress == "" {
		return nil, nil
	}
	b, err := launch.ReadFile(f.suppress)
	if err != nil {
		return nil, err
	}
	return findings.ReadSuppressions(bytes.NewReader(b), f.suppress, vetNames())
}

// readBaseline reads --baseline.
func (f *vetFlags) readBaseline() (*findings.Baseline, error) {
	if f.baseline == "" {
		return nil, nil
	}
	b, err := launch.ReadFile(f.baseline)
	if err != nil {
		return nil, err
	}
	return findings.ReadBaseline(bytes.NewReader(b), f.baseline)
}

// saveBaseline writes --write-baseline.
func (f *vetFlags) saveBaseline(s *streams, b *findings.Baseline) error {
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		panic("BUG: a baseline as JSON: " + err.Error())
	}
	return s.writeOutput(f.writeBaseline, append(text, '\n'))
}

// linesOf is the line table of a linked object, nil if it has none.
func linesOf(o *hsaco.Object) *hsaco.LineTable {
	lines, err := o.Lines()
	if err != nil {
		return nil
	}
	return lines
}
