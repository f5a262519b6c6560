package tiling

import (
	"fmt"
	"math"
	"strings"
)

// Step is a reason: a rule that decided something, the section of facts tiling.md (or of a seed's
// document) that has it, and the values that it saw.
type Step struct {
	Section string  `json:"section"`
	Rule    string  `json:"rule"`
	Values  []Value `json:"values,omitempty"`
}

// Value is a named value of a Step.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// String is the step in a line.
func (s Step) String() string {
	var values []string
	for _, v := range s.Values {
		values = append(values, v.Name+" = "+v.Value)
	}
	if values == nil {
		return fmt.Sprintf("%s: %s", s.Section, s.Rule)
	}
	return fmt.Sprintf("%s: %s (%s)", s.Section, s.Rule, strings.Join(values, ", "))
}

// trace collects the steps of a choice.
type trace []Step

// note records a rule with its values: names and values in turn.
func (t *trace) note(section, rule string, values ...any) {
	s := Step{Section: section, Rule: rule}
	for i := 0; i+1 < len(values); i += 2 {
		s.Values = append(s.Values, Value{fmt.Sprint(values[i]), text(values[i+1])})
	}
	*t = append(*t, s)
}

func text(v any) string {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) {
			return fmt.Sprintf("%.0f", v)
		}
		return fmt.Sprintf("%.4g", v)
	case bool:
		return map[bool]string{false: "no", true: "yes"}[v]
	}
	return fmt.Sprint(v)
}
