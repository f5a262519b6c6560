package sanitize_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
)

// mistakes counts the groups of findings of kernels with one mistake each.
type mistakes struct {
	groups, findings []int // of each mutation with findings
}

// add runs the rows of a mutated object, and adds what the first that has findings has.
func (k *mistakes) add(t *testing.T, m *mutant, checks string) {
	l := m.load(t)
	for _, row := range m.rows {
		found, _ := corpusRun(t, l, m.file.rows[row], checks, sim.Options{MaxInstructions: mutantBudget}) // that it fails is no surprise
		if k.count(t, m, row, found); len(found) > 0 {
			return
		}
	}
}

// count counts what a row of a mutated object has, if it has findings.
func (k *mistakes) count(t testing.TB, m *mutant, row int, found []sanitize.Finding) {
	if len(found) == 0 {
		return
	}
	groups := sanitize.Groups(found)
	complete(t, m.String(), found, groups)
	k.groups, k.findings = append(k.groups, len(groups)), append(k.findings, len(found))
	if len(groups) > 1 {
		var text strings.Builder
		for i := range groups {
			text.WriteString("\n\t" + brief(groups[i].First()))
		}
		t.Logf("%s (%s): %d groups of %d findings%s", m, m.file.rows[row].Name(), len(groups), len(found), text.String())
	}
}

// complete checks that each finding is in one group, once.
func complete(t testing.TB, name string, found []sanitize.Finding, groups []sanitize.Group) {
	t.Helper()
	key := func(f *sanitize.Finding) string { return strings.Join([]string{f.Kernel, f.Rule, brief(f)}, " ") }
	left := map[string]int{}
	for i := range found {
		left[key(&found[i])]++
	}
	for i := range groups {
		for _, list := range [][]sanitize.Finding{groups[i].Findings, groups[i].Wake} {
			for k := range list {
				left[key(&list[k])]--
			}
		}
	}
	maps.DeleteFunc(left, func(_ string, n int) bool { return n == 0 })
	if len(left) > 0 {
		t.Errorf("%s: findings that are not in one group: %v", name, slices.Sorted(maps.Keys(left)))
	}
}

// report wants a median of 1, and at most 3 in 95 % of the cases.
func (k *mistakes) report(t *testing.T) {
	t.Helper()
	if len(k.groups) == 0 {
		return
	}
	slices.Sort(k.groups)
	slices.Sort(k.findings)
	at := func(list []int, percent int) int { return list[(len(list)-1)*percent/100] }
	t.Logf("%d mutations with findings: groups: median %d, 95 %% %d, at most %d; findings: median %d, 95 %% %d, at most %d", len(k.groups),
		at(k.groups, 50), at(k.groups, 95), at(k.groups, 100), at(k.findings, 50), at(k.findings, 95), at(k.findings, 100))
	if at(k.groups, 50) > 1 || at(k.groups, 95) > 3 {
		t.Errorf("one mistake is more than one finding")
	}
}

// TestOneMistakeOneFinding: a mistake in a kernel of the corpus is one finding, and what is found is
// not lost.
func TestOneMistakeOneFinding(t *testing.T) {
	for _, c := range []struct {
		name   string
		op     isa.Op
		many   int // of those that take little time, or seldom have findings
		checks string
		mutate func(simtest.Site, *corpusFile) []simtest.Mutation
	}{
		{"waits", isa.S_WAITCNT, 1, "all", func(s simtest.Site, _ *corpusFile) []simtest.Mutation { return simtest.Waitcnts(s) }},
		{"wait states", isa.S_NOP, 8, "all", func(s simtest.Site, f *corpusFile) []simtest.Mutation { return simtest.Nops(s, f.object) }},
		{"barriers", isa.S_BARRIER, 8, "all", func(s simtest.Site, _ *corpusFile) []simtest.Mutation { return simtest.Barriers(s) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var k mistakes
			for _, m := range mutants(t, c.op, c.many, c.mutate) {
				k.add(t, &m, c.checks)
			}
			if k.report(t); len(k.groups) == 0 {
				t.Error("no mutation has findings")
			}
		})
	}
}
