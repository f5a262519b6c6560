package main

import (
	"slices"
	"testing"

	"heddle/findings"
	"heddle/sim/sanitize"
)

// TestRunRules: each check has a rule in SARIF.
func TestRunRules(t *testing.T) {
	for _, name := range sanitize.CheckNames() {
		if !slices.ContainsFunc(runRules, func(r findings.Rule) bool { return r.Name == name && r.What != "" }) {
			t.Errorf("there is no rule for the check %s", name)
		}
	}
}
