package vet

import (
	"fmt"
	"maps"
	"slices"
)

// The address rule for the LDS, on the ways of waves: there the address of each lane is a number, also where it
// comes from private memory, or only some lanes leave the LDS.

// pastLDS is the first access of an instruction that leaves the LDS.
type pastLDS struct {
	wave, lane int
	at         int64 // its byte that is farthest out
}

// bound notes an access that leaves the LDS for certain. Loads to the LDS are not judged: the range check of their
// resource may stop them.
func (t *route) bound(w *walk, a *ldsAccess) {
	if t.given.lds < 0 || a.p.late || !a.certain || a.addr == nil || a.addr.base != (numberKey{}) {
		return
	}
	if _, noted := t.past[a.node]; noted {
		return
	}
	a.each(func(lane, _ int, from, n uint32) {
		_, noted := t.past[a.node]
		if end := int64(from) + int64(n); end > t.given.lds && !noted {
			t.past[a.node] = pastLDS{w.wave, lane, end - 1}
		}
	})
}

// reportPast reports the accesses that leave the LDS, those excepted of which ranges of addresses tell.
func (r *races) reportPast(t *route) {
	for _, node := range slices.Sorted(maps.Keys(t.past)) {
		p := t.past[node]
		f := Finding{Rule: "address", Rank: RankError, Place: r.place(node), Message: fmt.Sprintf("reaches byte %d of the LDS in lane %d of wave %d", p.at, p.lane, p.wave),
			Required: fmt.Sprintf("bytes 0 to %d", t.given.lds-1), Found: fmt.Sprint(p.at)}
		if p.at < int64(r.g.target.Chip.LDSBytes) { // else no launch adds as much: it is an offset below 0, for instance
			f = t.given.leavesLDS(f)
		}
		told := func(o Finding) bool { return o.Rule == f.Rule && o.Rank == f.Rank && o.Addr == f.Addr }
		if !slices.ContainsFunc(r.findings, told) {
			r.add(f)
		}
	}
}

// leaves reports whether it is an error that an instruction leaves the LDS: what is there does not matter.
func (r *races) leaves(node int32) bool {
	return slices.ContainsFunc(r.findings, func(f Finding) bool {
		return f.Rule == "address" && f.Rank == RankError && f.Addr == r.v.g.nodes[node].addr
	})
}
