package record

import (
	"heddle/arch"
	"heddle/timing"
)

// share is the workgroups of a grid that one XCD gets: they go to the XCDs in turn, by their linear
// ids.
type share struct {
	xcd, xcds int
	groups    int // of the grid
	cus       int // of the XCD
	// Behind the first alike of its workgroups left are left out, where fewer compute units are modelled.
	alike, left int
}

// len returns how many workgroups the XCD gets.
func (s share) len() int { return (s.groups - s.xcd + s.xcds - 1) / s.xcds }

// id returns the linear id of the i-th of them.
func (s share) id(i int) int {
	if i >= s.alike {
		i += s.left
	}
	return s.xcd + i*s.xcds
}

// maxOthers is how many workgroups of another XCD are looked at.
const maxOthers = 8

// other returns the share of another XCD, and some of its first n workgroups; none if there is no
// other XCD with workgroups.
func (s share) other(n int) (other share, some []int) {
	other = s
	other.xcd++
	if s.xcds == 1 || other.len() == 0 {
		return other, nil
	}
	n = min(n, other.len())
	for i := range min(n, maxOthers) {
		some = append(some, (2*i+1)*n/(2*min(n, maxOthers)))
	}
	return other, some
}

// linesOf returns the lines that workgroups touch, and whether they write them.
func linesOf(groups []*timing.Group) map[uint64]bool {
	lines := map[uint64]bool{}
	eachLine(groups, func(line uint64, write bool) { lines[line] = lines[line] || write })
	return lines
}

// writtenShare is the share of lines that are written.
func writtenShare(lines map[uint64]bool) float64 {
	n := 0
	for _, written := range lines {
		if written {
			n++
		}
	}
	return float64(n) / float64(max(len(lines), 1))
}

// sharedLines returns the share of the lines touched by workgroups of another XCD that are among those
// of this one.
func sharedLines(have map[uint64]bool, others []*timing.Group) float64 {
	seen, both := map[uint64]bool{}, 0
	eachLine(others, func(line uint64, _ bool) {
		if _, ok := have[line]; ok && !seen[line] {
			both++
		}
		seen[line] = true
	})
	if len(seen) == 0 {
		return 0
	}
	return float64(both) / float64(len(seen))
}

// eachLine calls f for each line of memory that is touched, as often as it is.
func eachLine(groups []*timing.Group, f func(line uint64, write bool)) {
	for _, g := range groups {
		for _, s := range g.Streams {
			for i := range s.Accesses {
				for _, l := range s.Accesses[i].Lines {
					f(l.Addr, s.Accesses[i].Write)
				}
			}
		}
	}
}

// intervals returns the time between two workgroups of so many waves that an XCD starts, and between
// two waves of a workgroup. Its shader engines start waves at the same time.
func intervals(m *arch.LaunchModel, waves int) (group, wave timing.Cycle) {
	engine := float64(waves) * m.Wave.Value / max(m.Engines.Value, 1)
	return timing.Cycle(max(m.Group.Value, engine) + 0.5), timing.Cycle(m.Wave.Value + 0.5)
}

// segment is a range of an XCD's workgroups that are timed one after the other: from the first one up
// to the end.
type segment struct{ from, to int }

// plan chooses which of an XCD's n workgroups are timed, if it holds resident of them at once and
// there is time for so many generations of that size. A last part that does not fill the XCD is always
// there, so that what is left out are whole generations.
//
// The first generations, warm of them and two at least, show the start and the steady state: workgroups of the
// first one begin together, and use the units of a compute unit at the same time, which those of later ones do no
// longer. With more time, pairs of generations from the rest show whether workgroups have different work: the first of a pair
// finds the caches as no generation before it left them, the second one does.
func plan(n, resident, generations, warm int) []segment {
	full, rest := n/resident, n%resident
	if full+min(rest, 1) <= generations || full <= 1 {
		return []segment{{0, n}}
	}
	if rest > 0 {
		generations--
	}
	const pair = 2
	generations = min(max(generations, pair), full)
	var list []segment
	add := func(from, to int) {
		if last := len(list) - 1; last >= 0 && list[last].to >= from {
			list[last].to = max(list[last].to, to)
			return
		}
		list = append(list, segment{from, to})
	}
	first := min(generations, max(warm+(generations-warm)%pair, pair+generations%pair))
	add(0, first*resident)
	pairs := (generations - first) / pair
	for i := range pairs {
		at := first + (full-first)*(i+1)/pairs - pair
		add(at*resident, (at+pair)*resident)
	}
	if rest > 0 {
		add(full*resident, n)
	}
	return list
}
