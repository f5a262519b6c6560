package findings

import (
	"encoding/json"
	"fmt"
	"io"
)

// BaselineSchema is the "schema" of baselines.
const BaselineSchema = "heddle.baseline/v1"

// Baseline is what an earlier run found.
type Baseline struct {
	Schema   string   `json:"schema"`
	Findings []Former `json:"findings"`
}

// Former is a finding of an earlier run. All but the fingerprint and the instructions is for the reader.
type Former struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Rank        string `json:"rank,omitempty"`
	Object      string `json:"object"`
	Kernel      string `json:"kernel"`
	Instruction string `json:"instruction,omitempty"`
	Other       string `json:"other,omitempty"` // the instruction that it depends on
	Message     string `json:"message"`
}

// former is what a baseline keeps of a finding.
func former(o *Object, kernel string, f *Finding) Former {
	other := ""
	if len(f.Related) > 0 {
		other = f.Related[0].Text
	}
	return Former{f.Fingerprint, f.Rule, f.Rank, o.Name, kernel, f.Text, other, f.Message}
}

// Baseline returns the findings, numbered by Number, as a baseline of later runs.
func (r *Report) Baseline() *Baseline {
	b := &Baseline{Schema: BaselineSchema, Findings: []Former{}}
	r.each(func(o *Object, kernel string, f *Finding) { b.Findings = append(b.Findings, former(o, kernel, f)) })
	return b
}

// ReadBaseline reads a baseline. name is the file's name in messages.
func ReadBaseline(r io.Reader, name string) (*Baseline, error) {
	var b Baseline
	d := json.NewDecoder(r)
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("%s: not a baseline: %w", name, err)
	}
	if b.Schema != BaselineSchema {
		return nil, fmt.Errorf("%s: \"schema\" is %q; a baseline has %q", name, b.Schema, BaselineSchema)
	}
	return &b, nil
}

// Known finds those of the report's findings, numbered by Number, that the baseline has, and returns
// how many of the baseline's there are no longer. Of findings with the same identity those whose
// instructions are the same to the letter are matched first, so that what is new among them is likely
// to be what is called new.
func (b *Baseline) Known(r *Report) (known func(*Finding) bool, gone int) {
	type exact struct{ id, instruction, other string }
	alike, same := map[string]int{}, map[exact]int{}
	for i := range b.Findings {
		f := &b.Findings[i]
		id := withoutNumber(f.Fingerprint)
		alike[id]++
		same[exact{id, f.Instruction, f.Other}]++
	}
	found := map[*Finding]bool{}
	r.each(func(o *Object, kernel string, f *Finding) {
		id, was := withoutNumber(f.Fingerprint), former(o, kernel, f)
		if key := (exact{id, was.Instruction, was.Other}); same[key] > 0 {
			same[key]--
			alike[id]--
			found[f] = true
		}
	})
	r.each(func(_ *Object, _ string, f *Finding) {
		if id := withoutNumber(f.Fingerprint); !found[f] && alike[id] > 0 {
			alike[id]--
			found[f] = true
		}
	})
	for _, left := range alike {
		gone += left
	}
	return func(f *Finding) bool { return found[f] }, gone
}
