package verify_test

import (
	"math"
	"strings"

	"heddle/isa"
	"heddle/sim"
	"heddle/verify/corpus"
)

// profile counts how often each instruction is executed, and notes the branches
// back, from and to. It is an observer.
type profile struct {
	sites map[uint64]*site // by their place in the code
	back  map[[2]uint64]bool
	waves int
}

func newProfile() *profile {
	return &profile{sites: map[uint64]*site{}, back: map[[2]uint64]bool{}}
}

type site struct {
	row *isa.Row
	n   uint64
}

func (p *profile) Executed(e *sim.Event) {
	s := p.sites[e.CodeAddr]
	if s == nil {
		s = &site{row: e.Inst.Row}
		p.sites[e.CodeAddr] = s
	}
	s.n++
	if name := e.Inst.Row.Mnemonic; e.Next < e.Addr && (strings.HasPrefix(name, "s_cbranch") || strings.HasPrefix(name, "s_branch")) {
		p.back[[2]uint64{e.CodeAddr - (e.Addr - e.Next), e.CodeAddr}] = true
	}
}
func (*profile) Landed(*sim.Event)           {}
func (p *profile) WaveStarted(group, n int)  { p.waves++ }
func (p *profile) WaveEnded(group, wave int) {}

// between counts what was executed from one place in the code to another.
func (p *profile) between(from, to uint64) (c corpus.Counts) {
	for at, s := range p.sites {
		if from <= at && at <= to {
			c.Add(s.row, s.n)
		}
	}
	return c
}

// executed is the number of instructions that a wave executes, on average: in a turn of the loop, or
// without one in all.
func (p *profile) executed() int {
	n, ok := p.turn()
	if !ok {
		all := p.between(0, math.MaxUint64)
		n = all.Total() / uint64(p.waves)
	}
	return int(n)
}

// turn is the number of instructions that a wave executes in a turn of the only loop, whole ones: a
// loop that is left from its middle executes some more in the end.
func (p *profile) turn() (n uint64, ok bool) {
	var all, turns uint64
	for b := range p.back {
		c := p.between(b[0], b[1])
		if c.Total() <= all {
			continue
		}
		all, turns = c.Total(), math.MaxUint64
		for at, s := range p.sites {
			if b[0] <= at && at <= b[1] {
				turns = min(turns, s.n)
			}
		}
	}
	if all == 0 {
		return 0, false
	}
	return all / turns, true
}
