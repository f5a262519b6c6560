package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/findings"
	"heddle/kernels/gemm"
	"heddle/launch"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/verify"
)

// runRules describe what a run is judged by: the checks, then what there is without them.
var runRules = []findings.Rule{
	{Name: "waits", What: "Registers and LDS are not used while a load into them is outstanding, and the data of wide stores are not overwritten too early."},
	{Name: "hazards", What: "There are as many wait states as both LLVM and the ISA manual ask for."},
	{Name: "hazards-manual", What: "There are as many wait states as either LLVM or the ISA manual asks for."},
	{Name: "undefined", What: "No undefined bits reach an address, a branch, EXEC, or memory that others read."},
	{Name: "races", What: "Accesses of two waves to the same place in the LDS or in global memory, one of them a write, are ordered."},
	{Name: "lds-dma", What: "Data of direct-to-LDS loads are not accessed by other waves without an order."},
	{Name: "lds-torn", What: "No read of the LDS gets parts of two separate stores."},
	{Name: "lds-unused", What: "What is stored to the LDS is read."},
	{Name: "bounds", What: "Accesses are within allocations, the LDS, the scratch and the registers."},
	{Name: "bounds-buffer", What: "No access is dropped by the range check of a buffer resource."},
	{Name: "barriers", What: "All waves of a workgroup pass the same number of barriers."},
	{Name: ruleFault, What: "The run ends without an error at an instruction."},
	{Name: ruleExpect, What: "The results are those of --expect, --against or the launch file."},
	{Name: ruleCompare, What: "Each element of the result is within its error bound of the float64 reference, and nothing is written elsewhere."},
}

// The rules that are no checks.
const (
	ruleFault   = "fault"
	ruleExpect  = "expect"
	ruleCompare = "compare"
)

// judged is something that a run is judged by, other than the checks.
type judged struct {
	rule    string
	name    string // "expect y = ref.npy"
	failure string // in one line, "" if it passed
}

// runOutcome is what a run showed, as far as it passes or fails.
type runOutcome struct {
	object, target string
	kernels        []string // in the order of their dispatches
	findings       []sanitize.Finding
	failed         *sim.RunError // nil if it came to its end
	judged         []judged
}

// report is the outcome for other programs.
func (x *runOutcome) report() *findings.Report {
	r := &findings.Report{Tool: "heddle run"}
	for _, rule := range runRules {
		rule.Short, rule.Source = rule.What, ""
		r.Rules = append(r.Rules, rule)
	}
	at := func(object, kernel string) *findings.Case {
		object = cmp.Or(object, x.object)
		i := slices.IndexFunc(r.Objects, func(o findings.Object) bool { return o.Name == object })
		if i < 0 {
			i = len(r.Objects)
			r.Objects = append(r.Objects, findings.Object{Name: object, Target: x.target})
		}
		o := &r.Objects[i]
		k := slices.IndexFunc(o.Cases, func(c findings.Case) bool { return c.Name == kernel })
		if k < 0 {
			k = len(o.Cases)
			o.Cases = append(o.Cases, findings.Case{Name: kernel})
		}
		return &o.Cases[k]
	}
	for _, k := range x.kernels {
		if !slices.ContainsFunc(x.findings, func(f sanitize.Finding) bool { return f.Kernel == k && f.Object != "" }) {
			at("", k)
		}
	}
	groups := sanitize.Groups(x.findings)
	for i := range groups {
		f := groups[i].First()
		c := at(f.Object, f.Kernel)
		c.Findings = append(c.Findings, x.finding(&groups[i]))
	}
	if e := x.failed; e != nil {
		c := at("", e.Kernel)
		c.Findings = append(c.Findings, findings.Finding{Rule: ruleFault, Level: findings.Error, Fails: true, Message: e.Err.Error(),
			Place: findings.Place{Addr: e.Addr, Text: e.Text, File: e.File, Line: e.Line}, Body: func() string { return e.Error() + "\n" + e.Positions() }})
	}
	for _, j := range x.judged {
		c := at("", j.name)
		if j.failure != "" {
			c.Findings = append(c.Findings, findings.Finding{Rule: j.rule, Level: findings.Error, Fails: true, Message: j.failure, Body: func() string { return j.failure + "\n" }})
		}
	}
	r.Number()
	return r
}

// finding is a mistake. All of them make the command fail; those that only one source has are warnings.
func (x *runOutcome) finding(g *sanitize.Group) findings.Finding {
	f := g.First()
	body := func() string {
		var text strings.Builder
		_ = sanitize.WriteText(&text, x.object, slices.Concat(g.Findings, g.Wake), 0)
		return text.String()
	}
	name, _, _ := strings.Cut(f.Text, " ")
	y := findings.Finding{Rule: f.Check, Rank: f.Rule, Level: findings.Error, Fails: true, Message: strings.TrimSpace(name + " " + f.Message), Advice: g.Advice(), Body: body,
		Place: findings.Place{Addr: f.Addr, Text: f.Text, File: f.File, Line: f.Line, Column: f.Column}}
	if f.Check == "hazards-manual" {
		y.Level = findings.Warning
	}
	if p := f.Other; p != nil {
		y.Related = []findings.Place{{Note: p.Note, Addr: p.Addr, Text: p.Text, File: p.File, Line: p.Line, Column: p.Column}}
	}
	return y
}

// strayWrites is what strayText is about.
const strayWrites = "writes outside the results"

// strayText says where a kernel wrote that must not, "" for nowhere.
func strayText(count int64, first []verify.Stray) string {
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%s written outside the results, the first at byte %d of %s", diag.Count(count, "byte"), first[0].Offset, first[0].Tensor)
}

// badText says how many elements of D are wrong, "" for none.
func badText(v *gemm.Report) string {
	if v.Bad == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d elements of D differ from the exact value by more than their bound", v.Bad, v.Elements)
}

// kernelsOf are the kernels that reports are about.
func kernelsOf(reports []*sim.Report) (names []string) {
	for _, r := range reports {
		names = append(names, r.Kernel)
	}
	return names
}

// differs says in one line how a comparison went, "" if it passed.
func differs(c *launch.Comparison) string {
	switch {
	case c.Passed:
		return ""
	case c.Error != "":
		return c.Error
	}
	text := fmt.Sprintf("%d of %d elements differ; %s", c.Wrong, c.Elements, differenceText(c))
	if len(c.First) > 0 {
		d := &c.First[0]
		text += fmt.Sprintf("; the first is %v: got %v, want %v", d.Index, float64(d.Got), float64(d.Want))
	}
	return text
}

// judge says what the run showed.
func (r *reporter) judge(failed *sim.RunError) *runOutcome {
	x := &runOutcome{object: r.job.Options.Code.Name, kernels: kernelsOf(r.result.Reports), findings: r.result.Findings, failed: failed}
	if d := r.job.Device; d != nil { // there is none with --interp
		x.target = d.Chip().Name
	}
	for i := range r.result.Expectations {
		c := &r.result.Expectations[i]
		x.judged = append(x.judged, judged{ruleExpect, fmt.Sprintf("expect %s = %s", c.Name, c.File), differs(c)})
	}
	if a := r.result.Against; a != nil {
		if a.Fault != nil {
			x.judged = append(x.judged, judged{ruleExpect, "against interp", a.Fault.Error()})
		}
		for i := range a.Compared {
			c := &a.Compared[i]
			x.judged = append(x.judged, judged{ruleExpect, "against interp: " + c.Name, differs(c)})
		}
	}
	return x
}

// judge says what the run showed.
func (f *gemmRun) judge() *runOutcome {
	x := &runOutcome{object: cmp.Or(f.object.file, gemmName(f.problem)), target: f.problem.Chip.Name, findings: f.result.Findings, failed: f.failed}
	if f.object.file != "" {
		x.kernels = kernelsOf(f.result.Steps)
	} else {
		for i := range f.gemm.Plan.Steps {
			x.kernels = append(x.kernels, f.gemm.Plan.Steps[i].Kernel)
		}
	}
	if f.failed != nil {
		return x
	}
	x.judged = []judged{{ruleCompare, "elements of D", badText(f.verdict)}, {ruleCompare, strayWrites, strayText(f.result.StrayCount, f.result.Strays)}}
	return x
}

// judge says what the run showed.
func (f *attentionRun) judge() *runOutcome {
	x := &runOutcome{object: attentionName(f.problem), target: f.problem.Chip.Name, kernels: []string{f.compiled.Kernel().Name}, findings: f.result.Findings, failed: f.failed}
	if f.failed != nil {
		return x
	}
	text := func(err error) string {
		if err == nil {
			return ""
		}
		return err.Error()
	}
	x.judged = []judged{{ruleCompare, "elements of O", text(f.verdict.Check(f.limits))}, {ruleCompare, "bits of O", text(f.exact())},
		{ruleCompare, strayWrites, strayText(f.result.StrayCount, f.result.Strays)}}
	return x
}

// writeResults writes --sarif and --junit.
func (f *runFlags) writeResults(s *streams, judge func() *runOutcome) error {
	if !f.files.wanted() {
		return nil
	}
	return f.files.write(s, judge().report())
}
