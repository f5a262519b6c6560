package att

import (
	"cmp"
	"slices"

	"heddle/isa"
	"heddle/timing"
)

// barrierSkew is how far apart the waves of a workgroup leave a barrier at most, in cycles: 0 or 4 in
// all of 1,872 of facts silicon/timing_rules.md ("s_barrier"), and 4 to spare.
const barrierSkew = 8

// place sorts the waves by compute unit and workgroup. A trace does not say which workgroup a wave is
// of; those that left all their barriers together are taken for one. Waves without barriers stand
// alone, as nothing depends on it.
func (r *Replay) place() {
	t := r.Trace
	for i := range t.Waves {
		w := &t.Waves[i]
		if n := len(r.Units); n == 0 || r.Units[n-1].SE != w.SE || r.Units[n-1].CU != w.CU {
			r.Units = append(r.Units, Unit{SE: w.SE, CU: w.CU})
		}
		u := &r.Units[len(r.Units)-1]
		u.Waves = append(u.Waves, i)
	}
	group := 0
	for i := range r.Units {
		u := &r.Units[i]
		r.group(u)
		for _, waves := range u.Groups {
			for k, w := range waves {
				r.Streams[w].Workgroup, r.Streams[w].Wave = group, k
			}
			group++
		}
	}
}

// group finds the workgroups of a compute unit.
func (r *Replay) group(u *Unit) {
	t := r.Trace
	inOrder := slices.Clone(u.Waves)
	slices.SortStableFunc(inOrder, func(a, b int) int { return cmp.Compare(t.Waves[a].Begin, t.Waves[b].Begin) })
	barriers := map[int][]timing.Cycle{}
	for _, w := range inOrder {
		barriers[w] = r.barriers(w)
	}
	byFirst := map[timing.Cycle][]int{} // groups with barriers, by the time of the first one / barrierSkew
	for _, w := range inOrder {
		mine := barriers[w]
		if t.Apart || len(mine) == 0 {
			u.Groups = append(u.Groups, []int{w})
			continue
		}
		bin := mine[0] / (barrierSkew + 1)
		found := -1
		for near := bin - 1; near <= bin+1 && found < 0; near++ {
			for _, g := range byFirst[near] {
				if together(barriers[u.Groups[g][0]], mine) {
					found = g
					break
				}
			}
		}
		if found < 0 {
			byFirst[bin] = append(byFirst[bin], len(u.Groups))
			u.Groups = append(u.Groups, []int{w})
			continue
		}
		u.Groups[found] = append(u.Groups[found], w)
	}
}

// barriers are the times at which a wave left its barriers.
func (r *Replay) barriers(wave int) (list []timing.Cycle) {
	for i, op := range r.Streams[wave].Ops {
		if r.Program.Insts[op.Inst].Inst.Row.Op == isa.S_BARRIER {
			list = append(list, r.Trace.Waves[wave].Steps[i].End())
		}
	}
	return list
}

// together reports whether two waves left all their barriers at the same time.
func together(a, b []timing.Cycle) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if d := a[i] - b[i]; d > barrierSkew || d < -barrierSkew {
			return false
		}
	}
	return true
}
