package mach

import (
	"fmt"
	"slices"

	"heddle/isa"
	"heddle/pass"
)

// schedule reorders the instructions of each block: loads early, what is
// independent into the time that results take, and no more registers at once
// than fit. Where a kernel's order is meant (rocdl.sched.barrier, s_setprio,
// waits of its own) it stays: blocks are cut there into regions.
func schedule(f *Func, opt *pass.Options) error {
	if len(f.Blocks) == 0 {
		return nil
	}
	for _, b := range f.Blocks {
		lowerMarks(b.Instrs)
	}
	if !withMoreWaves(f, opt) {
		scheduled(f, opt, 0)
	}
	for _, b := range f.Blocks {
		sinkCopies(b)
	}
	return nil
}

// scheduled schedules the blocks: all of them, or, while fewer waves fit a SIMD than wanted, until it is known that no more will.
func scheduled(f *Func, opt *pass.Options, wanted int) *scheduler {
	s := newScheduler(f, opt)
	s.measure()
	for _, b := range f.Blocks {
		if s.waves < wanted && !s.hopes() {
			return s
		}
		s.earlyFills(b)
		if opt.Chosen("schedule", fmt.Sprintf("%s b%d", f.Name, b.ID)) {
			s.block(b)
		}
	}
	s.decide()
	return s
}

// lowerMarks moves the marks of groups of asynchronous loads down to the next operation that could
// be in a group, or the next boundary: they cut regions, and what follows them up to there is free.
func lowerMarks(list []*Instr) {
	for i := len(list) - 2; i >= 0; i-- {
		for k := i; k+1 < len(list) && isMark(list[k]) && !isBoundary(list[k+1]) && !countsLoads(list[k+1]); k++ {
			list[k], list[k+1] = list[k+1], list[k]
		}
	}
}

func isMark(in *Instr) bool { return in.Flags&(AsyncMark|AwaitAsync) == AsyncMark && in.Fence == 0 }

func countsLoads(in *Instr) bool { return in.Row != nil && in.Row.Counters&isa.CountVM != 0 }

// scheduler is the state of the pass.
type scheduler struct {
	f    *Func
	opt  *pass.Options
	live *liveness
	g    *depGraph
	now  livePressure

	before    pressure // the largest anywhere in the kernel as it came
	limit     pressure // what the pass may go up to
	most      pressure // with more there are spills
	random    uint64   // state of the generator, 0 if the order is not to be random
	scheduled []*Instr

	around  *Block // the region, which ends at place end
	end     int
	weight  float64       // of the block
	clocks  float64       // of the regions, by weight
	waves   int           // on a SIMD: with registers up to the limit, or in the order that was decided for
	settled bool          // decided for that many, and registers find places
	others  []alternative // those wanted most first
}

func newScheduler(f *Func, opt *pass.Options) *scheduler {
	s := &scheduler{f: f, opt: opt, live: f.live(), random: opt.Shuffle}
	s.now = newLivePressure(f, s.live)
	s.g = newDepGraph(f, s.live, s.now.only)
	s.g.free = s.random != 0
	return s
}

// measure finds the pressure of the kernel as it is, and from it the limit.
func (s *scheduler) measure() {
	for _, b := range s.f.Blocks {
		s.now.begin(b, s.live)
		s.now.backwards(b.Instrs)
		s.before.raise(s.now.peak)
	}
	s.limit, s.most = pressureLimit(s.f, s.before), budgetOf(s.f).pressure()
	s.seekAlternatives()
	if s.limit[FileV] <= s.limit[vgprOnly] { // no AGPRs are needed
		clear(s.now.only)
		s.before[vgprOnly], s.most[vgprOnly] = 0, s.most[FileV]
	}
	// Other waves of the SIMD have their turn between two vector instructions,
	// if there are any.
	s.g.timing = s.f.Chip.Timing
	if s.before[FileV] <= s.f.Chip.UnifiedVGPRs/2 {
		s.g.timing.VALU = s.g.timing.Issue
	}
}

// block schedules the regions of a block, the last one first, so that the values live
// after each are known.
func (s *scheduler) block(b *Block) {
	s.now.begin(b, s.live)
	s.weight = loopWeight(b.Depth)
	for end := len(b.Instrs); end > 0; {
		if isBoundary(b.Instrs[end-1]) {
			end--
			s.now.backwards(b.Instrs[end : end+1])
			continue
		}
		from := end - 1
		for from > 0 && !isBoundary(b.Instrs[from-1]) {
			from--
		}
		s.region(b, from, end)
		end = from
	}
}

// isBoundary reports whether nothing may pass an instruction, whatever it is:
// wave control, and what is pinned. Not even arithmetic passes barriers: they
// are where a kernel's phases end, and what could be gained is less than what
// longer regions lose (they keep fewer loads together).
func isBoundary(in *Instr) bool {
	if in.Group != nil {
		return false
	}
	if in.Row != nil {
		switch in.Row.Unit {
		case isa.UnitBranch, isa.UnitMsg, isa.UnitNone:
			return true
		}
	}
	return in.Flags&Pinned != 0
}

// region schedules a run of instructions of a block in place.
func (s *scheduler) region(b *Block, from, end int) {
	list := b.Instrs[from:end]
	before := s.now.count
	if len(list) > 1 {
		s.g.build(list, &s.now)
	}
	var after unitSet
	if declaresGroups(list) {
		after = slices.Clone(s.now.set)
	}
	s.now.peak = before
	s.now.backwards(list)
	if len(list) < 2 {
		return
	}
	if s.random != 0 {
		s.apply(list, s.g.randomOrder(&s.random))
		return
	}
	if after != nil {
		s.grouped(list, after)
		return
	}
	s.around, s.end = b, end
	s.consider(list, s.within(s.fits, s.limit, s.before, s.now.peak))
}

func (s *scheduler) fits(peak pressure) bool { return peak.fits(s.limit) || peak.fits(s.now.peak) }

// within is the schedule with the first of the limits with which what it takes fits, nil
// if there is none.
func (s *scheduler) within(fits func(pressure) bool, limits ...pressure) []int32 {
	for _, limit := range limits {
		order, peak := s.g.listOrder(s.now.count, limit, nil)
		if fits(peak) {
			return s.fillGaps(s.spread(s.withReads(order, limit, fits), peak, limit, fits), fits)
		}
	}
	return nil
}

// withReads puts the LDS reads of a schedule in the order of their uses, and
// schedules again, because the uses can come sooner then.
func (s *scheduler) withReads(order []int32, limit pressure, fits func(pressure) bool) []int32 {
	reads := s.g.readsByUse(order)
	if len(reads) == 0 {
		return order
	}
	s.g.preferInOrder(reads)
	again, peak := s.g.listOrder(s.now.count, limit, nil)
	if !fits(peak) {
		return order
	}
	s.g.readsByUse(again)
	return again
}

// apply puts the instructions into the order.
func (s *scheduler) apply(list []*Instr, order []int32) {
	if len(order) != len(list) {
		panic("BUG: the schedule lost instructions")
	}
	s.scheduled = s.scheduled[:0]
	for _, n := range order {
		s.scheduled = append(s.scheduled, list[n])
	}
	copy(list, s.scheduled)
}
