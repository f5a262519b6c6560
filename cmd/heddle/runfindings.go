package main

import (
	"fmt"
	"strings"

	"heddle/diag"
	"heddle/sim/sanitize"
)

// foundJSON is what sanitizers found; both are null without checks.
type foundJSON struct {
	// Groups are the mistakes, the most important first, by the findings that come of them.
	Groups   []sanitize.GroupJSON `json:"groups"`
	Findings []sanitize.Finding   `json:"findings"`
}

// foundOf is what was found, if there were checks.
func foundOf(list []sanitize.Finding, checked bool) foundJSON {
	if !checked {
		return foundJSON{}
	}
	return foundJSON{sanitize.GroupsJSON(list), append([]sanitize.Finding{}, list...)}
}

// printFindings prints what was found in a code object, unless it is printed as JSON.
func (f *runFlags) printFindings(s *streams, object string, list []sanitize.Finding) error {
	if len(list) == 0 || f.asJSON {
		return nil
	}
	var text strings.Builder
	if err := sanitize.WriteText(&text, object, list, f.findings); err != nil {
		return err
	}
	s.diagnose(strings.TrimSuffix(text.String(), "\n"))
	return nil
}

// foundText counts what was found, as printed.
func (f *runFlags) foundText(list []sanitize.Finding) string {
	n := len(sanitize.Groups(list))
	text := fmt.Sprintf("checks (%s): %s", f.check, diag.Count(n, "finding"))
	if f.findings > 0 && n > f.findings && !f.asJSON {
		text += fmt.Sprintf(", %d of them shown (--findings 0 shows all)", f.findings)
	}
	return text
}
