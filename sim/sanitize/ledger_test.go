package sanitize

import (
	"runtime"
	"testing"

	"heddle/arch"
	"heddle/isa"
)

// TestManyPairs: what is kept of millions of findings is bounded, and none of them is lost.
func TestManyPairs(t *testing.T) {
	s := &Sanitizer{ledger: newLedger(), target: isa.For(arch.Chips[0])}
	inst := &isa.Inst{Row: &s.target.Rows()[0]}
	const instructions, times = 400, 2
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range times {
		for i := range uint64(instructions) {
			for k := range uint64(instructions) {
				s.report("races", origin{addr: 4 * i, inst: inst, lane: -1}, origin{addr: 4*k + 1<<20, inst: inst}, scope{}, func() detail {
					return detail{rule: ruleNoBarrier, roots: []rootKey{{rootInterval, ruleNoBarrier, i / 134}}}
				})
			}
		}
	}
	found := s.Findings()
	groups := Groups(found)
	runtime.GC()
	runtime.ReadMemStats(&after)
	count, pairs := 0, 0
	for i := range groups {
		count, pairs = count+groups[i].Count, pairs+groups[i].Pairs
	}
	if want := instructions * instructions * times; count != want || pairs < maxPairs || len(found) > 4*maxMembers || len(groups) > 4 {
		t.Errorf("%d of %d findings, %d pairs, %d listed in %d groups", count, want, pairs, len(found), len(groups))
	}
	if used := int64(after.HeapAlloc) - int64(before.HeapAlloc); used > 32<<20 {
		t.Errorf("%d bytes are kept", used)
	}
}
