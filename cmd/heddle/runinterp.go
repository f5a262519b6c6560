package main

import (
	"errors"
	"fmt"

	"heddle/diag"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/launch"
)

// againstJSON is the result of --against.
type againstJSON struct {
	With       string              `json:"with"` // "interp"
	Passed     bool                `json:"passed"`
	Operations uint64              `json:"operations"` // of all lanes
	Compared   []launch.Comparison `json:"compared"`   // one per buffer
	Error      *interpErrorJSON    `json:"error,omitempty"`
}

// interpJSON is the output of run --interp --json.
type interpJSON struct {
	Schema     string              `json:"schema"`
	Target     string              `json:"target"`
	Dispatches []*interp.Report    `json:"dispatches"`
	Unwritten  []launch.Unwritten  `json:"unwritten,omitempty"`
	Expect     []launch.Comparison `json:"expect,omitempty"`
	Error      *interpErrorJSON    `json:"error,omitempty"`
}

// interpErrorJSON is the error that ended a run, with lane and workgroup if an
// operation of a lane caused it.
type interpErrorJSON struct {
	diagnosticJSON
	Lane      *int `json:"lane,omitempty"`
	Workgroup *int `json:"workgroup,omitempty"`
}

// interpErrorOf converts an error with a position in the file or in a lane; nil for others.
func interpErrorOf(err error) *interpErrorJSON {
	var fault *interp.Fault
	var one *ir.Diagnostic
	var list *ir.Diagnostics
	switch {
	case errors.As(err, &fault):
		return &interpErrorJSON{diagnosticOf(fault.Diagnostic), &fault.Lane, &fault.Workgroup}
	case errors.As(err, &one):
		return &interpErrorJSON{diagnosticOf(one), nil, nil}
	case errors.As(err, &list):
		return &interpErrorJSON{diagnosticOf(&list.List[0]), nil, nil}
	}
	return nil
}

// interpreted reports a run by the interpreter, successful or not.
func (r *reporter) interpreted(err error) error {
	if r.result == nil {
		r.result = &launch.Result{}
	}
	doc := interpJSON{Schema: "heddle.interp/v1", Target: r.flags.target.chip.Name, Dispatches: append([]*interp.Report{}, r.result.Interpreted...),
		Unwritten: r.result.Unwritten, Expect: r.result.Expectations, Error: interpErrorOf(err)}
	switch {
	case err != nil && doc.Error == nil:
		return err
	case r.flags.asJSON:
		if written := r.streams.writeJSON(doc); written != nil {
			return written
		}
	case err == nil:
		for _, d := range doc.Dispatches {
			fmt.Fprintf(r.streams.err, "%s: %s of %d lanes, %s\n", d.Kernel, diag.Count(d.Workgroups, "workgroup"),
				d.Block[0]*d.Block[1]*d.Block[2], diag.Count(d.Steps, "operation"))
		}
		r.writeUnwritten()
		r.writeExpectations()
	}
	if err == nil && !r.result.Passed() {
		return errReported
	}
	return r.streams.reportModule(err)
}

// writeAgainst prints the outcome of --against.
func (r *reporter) writeAgainst() {
	a := r.result.Against
	if a.Fault != nil {
		r.streams.diagnose(a.Fault.Error())
		r.streams.diagnose("heddle: error: --against interp: the interpreter cannot run the kernel, so nothing is compared")
		return
	}
	elements := 0
	var largest launch.Comparison
	for i := range a.Compared {
		c := &a.Compared[i]
		elements += c.Elements
		largest.MaxAbs, largest.MaxRel = max(largest.MaxAbs, c.MaxAbs), max(largest.MaxRel, c.MaxRel)
		if c.Passed {
			continue
		}
		how := "differ"
		if c.ATol != 0 || c.RTol != 0 {
			how = fmt.Sprintf("differ by more than %g + %g*|want|", c.ATol, c.RTol)
		}
		text := fmt.Sprintf("heddle: error: against interp: %s: %d of %d elements %s; %s", c.Name, c.Wrong, c.Elements, how, differenceText(c))
		for _, d := range c.First {
			text += fmt.Sprintf("\n  element %v: got %v (%s), want %v (%s)", d.Index, float64(d.Got), d.Bits[0], float64(d.Want), d.Bits[1])
		}
		r.streams.diagnose(text + moreText(c))
	}
	if a.Passed() {
		fmt.Fprintf(r.streams.err, "against interp: ok, %s, %s: %s\n", diag.Count(len(a.Compared), "buffer"), diag.Count(elements, "element"), largestText(&largest))
	}
}
