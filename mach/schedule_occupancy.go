package mach

import (
	"slices"

	"heddle/pass"
)

// How many waves fit a SIMD decides more than how long a schedule is: what a wave waits for is
// time for the others. So a kernel whose registers are just too many for one more wave, or may lie
// too far apart for as many as it has, is scheduled in other orders, too, and gets the first of
// them that is hardly longer and whose registers find places.

const (
	// enoughWaves on a SIMD hide what others could: no more are sought.
	enoughWaves = 4
	// withinReach is how many of the registers that one more wave leaves may be live at once
	// in the kernel as it comes: no schedule makes up for more.
	withinReach = 1.2
)

// roomyParts are the parts of the registers that orders for a number of waves leave free beside those
// that all leave, 0 for none: tuples lie the less densely the more is live, and the more is left
// free, the longer an order is.
var roomyParts = [...]int{0, 60, roomiest}

const roomiest = 30

// longer is how long a schedule for that many waves may be, to that for one wave fewer. The
// timing model has attention 4 % faster with a third wave whose schedule is 18 % longer.
func longer(waves int) float64 { return 1 + 0.5/float64(waves) }

// alternative is what is known of other orders of a kernel's regions, for a number of waves.
type alternative struct {
	waves   int
	part    int      // see roomyParts
	enough  pressure // a region that takes no more needs no other order; zeros if some region has none
	clocks  float64  // of this schedule, by weight
	regions []regionSchedule
}

// regionSchedule is a region, and its instructions in the orders that the pass chose and
// for an alternative.
type regionSchedule struct{ list, chosen, other []*Instr }

// seekAlternatives prepares for orders for one more wave than fit with the limit, if that is within
// reach and of use, and for as many if the limit is a tight one.
func (s *scheduler) seekAlternatives() {
	waves := s.f.Waves(s.limit[FileV] + spareVGPRs)
	s.waves = waves
	if waves < min(enoughWaves, s.f.wavesInLDS()) {
		if fits := s.f.registersFor(waves + 1); float64(s.before[FileV]) <= withinReach*float64(fits) {
			enough := s.limit
			enough[FileV] = fits - spareVGPRs
			enough[vgprOnly] = min(enough[vgprOnly], enough[FileV])
			for _, part := range roomyParts {
				s.others = append(s.others, alternative{waves: waves + 1, part: part, enough: enough})
			}
		}
	}
	if waves > 1 && s.limit[FileV] == s.f.registersFor(waves)-spareVGPRs {
		for _, part := range roomyParts {
			s.others = append(s.others, alternative{waves: waves, part: part, enough: s.limit})
		}
	}
}

// lower is p without the part of its vector registers that is to be left free.
func (p pressure) lower(part int) pressure {
	if part > 0 {
		free := p[FileV] / part
		p[FileV] -= free
		p[vgprOnly] -= free
	}
	return p
}

// consider puts a region's instructions into the order that was found, or into one that needs no
// spills if there is any, and notes those of the alternatives.
func (s *scheduler) consider(list []*Instr, order []int32) {
	peak := s.peakOf(order)
	if !peak.fits(s.most) {
		if thrifty := s.thrifty(s.most, roomiest); thrifty != nil {
			order, peak = thrifty, s.peakOf(thrifty)
		}
	}
	if len(s.others) > 0 {
		s.considerOthers(list, order, peak)
	}
	if order != nil {
		s.apply(list, order)
	}
}

// considerOthers notes the orders of a region in the alternatives, beside the one with that peak.
func (s *scheduler) considerOthers(list []*Instr, order []int32, peak pressure) {
	if order == nil {
		order = make([]int32, len(list))
		for n := range order {
			order[n] = int32(n)
		}
	}
	clocks := float64(s.weight * float64(s.g.clocks(order)))
	s.clocks += clocks
	for i := range s.others {
		o := &s.others[i]
		switch {
		case o.refuted():
			continue
		case peak.fits(o.enough.lower(o.part)):
			o.clocks += clocks
			continue
		}
		other := s.thrifty(o.enough, o.part)
		if other == nil {
			o.enough = pressure{}
			continue
		}
		o.clocks += float64(s.weight * float64(s.g.clocks(other)))
		o.regions = append(o.regions, regionSchedule{list, inOrder(list, order), inOrder(list, other)})
	}
}

// inOrder is the instructions in an order.
func inOrder(list []*Instr, order []int32) []*Instr {
	out := make([]*Instr, 0, len(order))
	for _, n := range order {
		out = append(out, list[n])
	}
	return out
}

// peakOf is what an order of the region has live at most, nil for that of the source.
func (s *scheduler) peakOf(order []int32) pressure {
	if order == nil {
		return s.now.peak
	}
	return s.g.peakOf(order, s.now.count)
}

// thrifty is a schedule that has no more registers live than so many, and if possible leaves a part of
// them free; nil if there is none.
func (s *scheduler) thrifty(most pressure, part int) []int32 {
	limit := most.lower(part)
	fits := func(peak pressure) bool { return peak.fits(limit) }
	if order := s.within(fits, limit); order != nil && s.peakOf(order).fits(most) {
		return order
	}
	old, peak := s.g.thriftyOrder(s.now.count, s.now.peak, most)
	if !peak.fits(most) {
		return nil
	}
	s.g.old = old
	defer func() { s.g.old = nil }()
	// What is issued ahead of the order adds to what that has live, so limits that are exceeded have to
	// be lower: by as much, or further if that does not help.
	var best []int32
	try, last, step := limit, pressure{}, pressure{}
	for range 7 {
		order, _ := s.g.listOrder(s.now.count, try, nil)
		peak := s.peakOf(order)
		if peak.fits(limit) {
			plain := slices.Clone(order)
			if order = s.spread(s.withReads(order, try, fits), peak, try, fits); s.peakOf(order).fits(most) {
				return order
			}
			return plain
		}
		if best == nil && peak.fits(most) {
			best = order
		}
		for i := range try {
			if over := peak[i] - limit[i]; over > 0 {
				if step[i] *= 2; peak[i] < last[i] {
					step[i] = 0
				}
				step[i] = max(step[i], over)
				try[i] -= step[i]
			}
		}
		last = peak
	}
	return best
}

// decide puts the instructions into the orders of the first alternative that is worth it and whose
// registers find places. Those before it are refuted then.
func (s *scheduler) decide() {
	for i := range s.others {
		o := &s.others[i]
		if o.refuted() || o.clocks > s.clocks*longer(o.waves) {
			o.enough = pressure{}
			continue
		}
		for _, r := range o.regions {
			copy(r.list, r.other)
		}
		if s.places(o.waves) {
			s.settled = o.waves > s.waves
			s.waves = o.waves
			return
		}
		for _, r := range o.regions {
			copy(r.list, r.chosen)
		}
		o.enough = pressure{}
	}
}

// refuted reports whether the alternative does not do.
func (o *alternative) refuted() bool { return o.enough == (pressure{}) }

// hopes reports whether there may be an order for more waves than fit.
func (s *scheduler) hopes() bool {
	return slices.ContainsFunc(s.others, func(o alternative) bool { return o.waves > s.waves && !o.refuted() })
}

// places reports whether the registers find places if that many waves are to fit a SIMD.
func (s *scheduler) places(waves int) bool {
	b := budgetFor(s.f, waves)
	return prepared(s.f, b, &spiller{f: s.f}).packed(b, packTries) != nil
}

// withMoreWaves schedules a kernel, and reports whether it did. If other waves could hide more, and no order has room for
// one more, it does so with fewer registers that loops keep for what follows them (computeAgain). If that does not help
// either, the kernel is as it came.
func withMoreWaves(f *Func, opt *pass.Options) bool {
	came, registers, enough := codeOf(f), len(f.Regs), min(enoughWaves, f.wavesInLDS())
	s := scheduled(f, opt, enough)
	if s.waves >= enough || s.settled {
		return true
	}
	came.restore(f)
	if wanted := s.waves + 1; opt.Chosen("schedule", f.Name+" computes again") && computeAgain(f) {
		if s := scheduled(f, opt, wanted); s.waves >= wanted && (s.settled || s.places(wanted)) {
			return true
		}
	}
	came.restore(f)
	f.Regs = f.Regs[:registers]
	return false
}

// code is the instructions of each block.
type code [][]*Instr

func codeOf(f *Func) (c code) {
	for _, b := range f.Blocks {
		c = append(c, slices.Clone(b.Instrs))
	}
	return c
}

func (c code) restore(f *Func) {
	for i, b := range f.Blocks {
		b.Instrs = slices.Clone(c[i])
	}
}
