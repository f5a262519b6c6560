package sim

import "slices"

// equalTries is how many programs a shrinker may run.
const equalTries = 3000

// shrink makes a program that two engines disagree on smaller while they do:
// it leaves out instructions, and what is unusual about the launch.
func (g *equalRig) shrink(p *equalProgram, e Engine) *equalProgram {
	best, tries := p, 0
	fails := func(q *equalProgram) bool {
		tries++
		s, _ := g.compare(q, e)
		return tries < equalTries && s != ""
	}
	for _, change := range []func(l *Launch){
		func(l *Launch) { l.Grid = [3]uint32{1, 1, 1} },
		func(l *Launch) { l.Block = [3]uint32{64, 1, 1} },
		func(l *Launch) { l.Schedule = ScheduleRoundRobin },
		func(l *Launch) { l.Workers = 1 },
		func(l *Launch) { l.LDS = 0 },
	} {
		q := *best
		change(&q.launch)
		if fails(&q) {
			best = &q
		}
	}
	for n := len(best.items) / 2; n >= 1; {
		removed := false
		for at := 0; at+n < len(best.items)+int(bit(p.endless)); { // the s_endpgm stays
			q := *best
			q.items = slices.Delete(slices.Clone(best.items), at, at+n)
			if fails(&q) {
				best, removed = &q, true
			} else {
				at += n
			}
		}
		if n == 1 && !removed || tries >= equalTries {
			break
		}
		n = max(n/2, 1)
	}
	return best
}

// compare runs a program in the plain engine and in another one.
func (g *equalRig) compare(p *equalProgram, e Engine) (difference string, plain *equalOutcome) {
	in := g.load(p)
	plain = g.outcome(p, in, EnginePlain, false)
	return g.outcome(p, in, e, false).differs(plain), plain
}
