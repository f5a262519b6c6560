package sanitize

import (
	"cmp"
	"slices"
)

// Group is a mistake: the findings that come of it.
type Group struct {
	// Findings are those of one check with the same root, the one to look at first.
	Findings []Finding
	// Wake are findings of other checks about what came of it, such as a value that is undefined
	// because it was read too early.
	Wake []Finding
	// Pairs is how many pairs of instructions the findings stand for, and Count how often they
	// occurred.
	Pairs, Count int
	Extent

	seen map[[2]uint64]bool // pairs of addresses, of which dispatches may repeat some
}

// First is the finding to look at first.
func (g *Group) First() *Finding { return &g.Findings[0] }

// importance is the order in which findings are shown: what gives wrong results on a card comes
// before what may, and both come before what works on the cards that there are.
var importance = []string{"races", "waits", "barriers", "bounds", "lds-dma", "undefined", "lds-torn", "hazards", "bounds-buffer", "lds-unused", "hazards-manual"}

// important ranks findings by importance.
func important(f *Finding) int { return slices.Index(importance, f.Check) }

// consequence is the order in which findings of the checks can come of others.
var consequence = []string{"races", "lds-dma", "waits", "bounds", "undefined"}

// causal ranks findings by it. An access out of bounds may give something undefined, but one that ends
// the run comes of something rather.
func causal(f *Finding) int {
	if n := slices.Index(consequence, f.Check); n >= 0 && (f.Check != "bounds" || len(f.victims) > 0) {
		return n
	}
	return len(consequence)
}

// Groups puts findings together by the mistakes that they come of, the most important first. Each
// finding is in one group, once.
func Groups(findings []Finding) []Group {
	var groups []Group
	w := wake{of: map[site]int{}}
	byRoot := map[int]int{} // index in groups
	for _, f := range sorted(findings, causal) {
		if n, is := w.find(&f); is && groups[n].First().Check != f.Check {
			groups[n].Wake = append(groups[n].Wake, f)
			w.note(&f, n)
			continue
		}
		n, is := byRoot[f.Root]
		if !is || f.Root == 0 {
			n = len(groups)
			byRoot[f.Root] = n
			groups = append(groups, Group{Extent: Extent{Workgroups: f.Workgroups}, seen: map[[2]uint64]bool{}})
		}
		groups[n].add(&f)
		w.note(&f, n)
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return compare(a.First(), b.First(), important) })
	return groups
}

// sorted sorts findings by rank, then by where they are in the run and in the code.
func sorted(findings []Finding, rank func(*Finding) int) []Finding {
	list := slices.Clone(findings)
	for i := range list {
		list[i].index = i
	}
	slices.SortStableFunc(list, func(a, b Finding) int { return compare(&a, &b, rank) })
	return list
}

func compare(a, b *Finding, rank func(*Finding) int) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.dispatch, b.dispatch), cmp.Compare(a.Addr, b.Addr))
}

// add adds a finding of the same root. The first is at the place where something is missing, if there
// is one that is; in a loop others may have lower addresses.
func (g *Group) add(f *Finding) {
	if f.first && len(g.Findings) > 0 && !g.Findings[0].first {
		g.Findings = slices.Insert(g.Findings, 0, *f)
	} else {
		g.Findings = append(g.Findings, *f)
	}
	pair := [2]uint64{f.Addr, f.Other.addr()}
	g.Pairs += f.Unlisted + bit(!g.seen[pair])
	g.seen[pair] = true
	g.Count += f.Count + f.Repeated
	g.Extent.join(&f.Extent)
}

// wake knows the instructions that went wrong because of a mistake.
type wake struct{ of map[site]int }

// site is an instruction in a dispatch.
type site struct {
	dispatch int
	addr     uint64
}

// find returns the group in whose wake a finding is.
func (w *wake) find(f *Finding) (group int, ok bool) {
	if f.cause == 0 {
		return 0, false
	}
	group, ok = w.of[site{f.dispatch, f.cause}]
	return group, ok
}

// note notes the victims of a finding in a group.
func (w *wake) note(f *Finding, group int) {
	for _, addr := range f.victims {
		if _, is := w.of[site{f.dispatch, addr}]; !is {
			w.of[site{f.dispatch, addr}] = group
		}
	}
}
