package mach

import "slices"

// A kernel whose registers are just too many for one more wave on a SIMD is scheduled
// twice, with the limit of either, and keeps the schedule for more waves if that is hardly
// longer: what a wave waits for is time for the others.

const (
	// enoughWaves on a SIMD hide what others could: no more are sought.
	enoughWaves = 4
	// withinReach is how many of the registers that one more wave leaves may be live at once
	// in the kernel as it comes: no schedule makes up for more.
	withinReach = 1.2
	// hardlyLonger is how long a schedule may be that leaves some room for gaps between tuples.
	hardlyLonger = 1.02
)

// longer is how long a schedule for that many waves may be, to that for one wave fewer. The
// timing model has attention 4 % faster with a third wave whose schedule is 18 % longer.
func longer(waves int) float64 { return 1 + 0.5/float64(waves) }

// denserSchedule is what is known of the schedule for one more wave.
type denserSchedule struct {
	waves         int
	enough        pressure // a region that takes no more needs no other schedule; zeros if none is sought
	weight        float64  // of the block
	clocks, plain float64  // of this schedule and the other, by weight
	regions       []regionSchedule
}

// regionSchedule is a region and its instructions in the order for one more wave on a SIMD.
type regionSchedule struct{ list, denser []*Instr }

// seekDenser finds whether the limit is a tight one, and prepares for a schedule for one more wave than fit with the limit, if that is within
// reach and of use.
func (s *scheduler) seekDenser() {
	waves := s.f.Waves(s.limit[FileV] + spareVGPRs)
	s.tight = waves > 1 && s.limit[FileV] == s.f.registersFor(waves)-spareVGPRs
	if waves >= min(enoughWaves, s.f.wavesInLDS()) {
		return
	}
	fits := s.f.registersFor(waves + 1)
	if float64(s.before[FileV]) > withinReach*float64(fits) {
		return
	}
	d := &s.denser
	d.waves, d.enough = waves+1, s.limit
	d.enough[FileV] = fits - spareVGPRs
	d.enough[vgprOnly] = min(d.enough[vgprOnly], d.enough[FileV])
}

// lower is p with so many vector registers less.
func (p pressure) lower(vgprs int) pressure {
	p[FileV] -= vgprs
	p[vgprOnly] -= vgprs
	return p
}

// consider puts a region's instructions into the order that was found, or into one that needs no
// spills if there is any, and notes the one for one more wave.
func (s *scheduler) consider(list []*Instr, order []int32) {
	peak := s.peakOf(order)
	if !peak.fits(s.most) {
		if thrifty := s.thrifty(s.most); thrifty != nil {
			order, peak = thrifty, s.peakOf(thrifty)
		}
	} else if s.tight && order != nil && !peak.fits(s.limit.lower(spareVGPRs)) {
		thrifty := s.thrifty(s.limit)
		if thrifty != nil && float64(s.g.clocks(thrifty)) <= hardlyLonger*float64(s.g.clocks(order)) {
			order, peak = thrifty, s.peakOf(thrifty)
		}
	}
	if s.denser.enough != (pressure{}) {
		s.considerDenser(list, order, peak)
	}
	if order != nil {
		s.apply(list, order)
	}
}

// considerDenser notes the order of a region for one more wave, beside the one with that peak.
func (s *scheduler) considerDenser(list []*Instr, order []int32, peak pressure) {
	d := &s.denser
	if order == nil {
		order = make([]int32, len(list))
		for n := range order {
			order[n] = int32(n)
		}
	}
	clocks := d.weight * float64(s.g.clocks(order))
	d.plain += clocks
	if peak.fits(d.enough) {
		d.clocks += clocks
		return
	}
	denser := s.thrifty(d.enough)
	if denser == nil {
		d.enough = pressure{}
		return
	}
	d.clocks += d.weight * float64(s.g.clocks(denser))
	d.regions = append(d.regions, regionSchedule{list, inOrder(list, denser)})
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

// thrifty is a schedule that has no more registers live than the limit, or at least some fewer
// than so many, nil if there is none.
func (s *scheduler) thrifty(most pressure) []int32 {
	limit := most.lower(spareVGPRs) // tuples lie less densely where registers are short
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

// decide puts the instructions into the orders for one more wave, if that is worth it.
func (s *scheduler) decide() {
	d := &s.denser
	if d.enough == (pressure{}) || d.clocks > d.plain*longer(d.waves) {
		return
	}
	for _, r := range d.regions {
		copy(r.list, r.denser)
	}
}
