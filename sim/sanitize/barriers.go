package sanitize

import (
	"fmt"

	"heddle/isa"
	"heddle/sim"
)

// barriers proves that, in the observed run, all waves of a workgroup passed the same number of
// barriers: none ended while others still had to wait. Waves that wait at different s_barrier
// instructions are not a finding, because the hardware counts and does not compare. A simulation
// with strict barriers ends at the first such place; with --barriers hardware all are reported. A
// deadlock is an error of the simulation.
type barriers struct {
	s      *Sanitizer
	groups map[int]*barrierGroup
}

// barrierGroup is a workgroup.
type barrierGroup struct {
	waves []barrierWave
	left  int // waves that have not ended
}

// barrierWave is the state of a wave with respect to barriers.
type barrierWave struct {
	passed int    // or waits at
	last   origin // the barrier; once the wave has ended, its end
	ended  bool
}

func newBarriers(s *Sanitizer) check { return &barriers{s: s, groups: map[int]*barrierGroup{}} }

func (c *barriers) landed(*sim.Event, *facts) {}

func (c *barriers) waveStarted(workgroup, wave int) {
	g := c.groups[workgroup]
	if g == nil {
		g = &barrierGroup{}
		c.groups[workgroup] = g
	}
	for len(g.waves) <= wave {
		g.waves = append(g.waves, barrierWave{})
	}
	g.left++
}

func (c *barriers) waveEnded(workgroup, wave int) {
	g := c.groups[workgroup]
	if g.left--; g.left == 0 {
		delete(c.groups, workgroup)
	}
}

func (c *barriers) executed(e *sim.Event, _ *facts) {
	switch e.Inst.Row.Op {
	case isa.S_BARRIER:
		g := c.groups[e.Workgroup]
		w := &g.waves[e.Wave]
		w.passed, w.last = w.passed+1, originOf(e, -1)
		for i := range g.waves {
			if o := &g.waves[i]; o.ended && o.passed < w.passed {
				c.diverged(w, o)
				return
			}
		}
	case isa.S_ENDPGM, isa.S_SETKILL:
		if e.Inst.Row.Op == isa.S_SETKILL && e.Inst.Args[0].Val&1 == 0 {
			return
		}
		g := c.groups[e.Workgroup]
		w := &g.waves[e.Wave]
		w.ended, w.last = true, originOf(e, -1)
		for i := range g.waves {
			if o := &g.waves[i]; !o.ended && o.passed > w.passed {
				c.diverged(o, w)
				return
			}
		}
	}
}

// diverged reports that w reached a barrier that the ended wave o never will.
func (c *barriers) diverged(w, o *barrierWave) {
	c.s.report("barriers", w.last, o.last, scope{}, func() detail {
		return detail{
			rule:    ruleCount,
			roots:   []rootKey{{kind: rootEarlier, at: o.last.addr}},
			message: fmt.Sprintf("is barrier %d of wave %d, but wave %d has ended after %s", w.passed, w.last.wave, o.last.wave, count(o.passed, "barrier")),
			note:    "the wave ended here",
			advice:  "let every wave of the workgroup execute the same number of s_barrier",
		}
	})
}
