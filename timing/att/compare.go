package att

import (
	"cmp"
	"math"
	"slices"

	"heddle/isa"
	"heddle/timing"
)

// Document is the JSON of comparisons.
type Document struct {
	Schema string        `json:"schema"` // Schema
	Traces []*Comparison `json:"traces"`
}

// Schema identifies the form of Document.
const Schema = "heddle.compare/v1"

// Comparison puts a run of the model beside the trace that it replayed. Errors are in per cent of what
// was measured.
type Comparison struct {
	Trace        string `json:"trace"`
	Kernel       string `json:"kernel"`
	Chip         string `json:"chip"`
	ComputeUnits int    `json:"computeUnits"`
	Waves        int    `json:"waves"`
	// Untraced waves were on the same compute units, but are not in the trace.
	Untraced     int   `json:"untraced"`
	Instructions int64 `json:"instructions"`
	// Recorded says that addresses and LDS cycles are those of the simulator. LatencyGiven says that the
	// latencies of loads were taken from the trace, StallsGiven the same of stalls by memory at the queue
	// of vector memory, and of cold instruction caches.
	Recorded     bool `json:"recorded"`
	LatencyGiven bool `json:"latencyGiven"`
	StallsGiven  bool `json:"stallsGiven"`

	Wave Errors `json:"wave"` // times of waves, from begin to end
	// Core is the part of each wave's time that is neither a wait for vector or scalar memory, nor at
	// barriers, nor a stall that comes from memory, in the trace or in the model. CoreShare is its share of the measured time.
	Core      Errors  `json:"core"`
	CoreShare float64 `json:"coreShare"`
	// Iterations are those of all loops, one by one.
	Iterations Errors           `json:"iterations"`
	Loops      []LoopComparison `json:"loops"`
	// Exact is the share of instructions of Core that issued exactly as long after the one before as
	// in the trace.
	Exact float64          `json:"exact"`
	Pairs []PairComparison `json:"pairs"`
	// Sites are the instructions, the largest differences first.
	Sites []SiteComparison `json:"sites"`
}

// Errors compares many times that were measured and modelled.
type Errors struct {
	Count    int   `json:"count"`
	Measured int64 `json:"measured"` // cycles, over all
	Modelled int64 `json:"modelled"`
	// Median, P90 and Max of the absolute error of each.
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	Max    float64 `json:"max"`
}

// Spread describes the distribution of cycles.
type Spread struct {
	Min    timing.Cycle `json:"min"`
	Mode   timing.Cycle `json:"mode"`
	Median timing.Cycle `json:"median"`
	Max    timing.Cycle `json:"max"`
}

// LoopComparison is a loop: from one issue of the branch back to the next.
type LoopComparison struct {
	Address      uint64 `json:"address"` // of the branch
	Begin        uint64 `json:"begin"`   // where it branches to
	Iterations   int    `json:"iterations"`
	Instructions int    `json:"instructions"` // of the most frequent iteration
	MFMA         int    `json:"mfma"`
	Measured     Spread `json:"measured"`
	Modelled     Spread `json:"modelled"`
	// Error is that of the modelled median, with its sign. Each is that of the iterations one by one.
	Error float64 `json:"error"`
	Each  Errors  `json:"each"`
}

// PairComparison is the issue distance of two instructions that follow each other in a wave.
type PairComparison struct {
	First    string `json:"first"`
	Second   string `json:"second"`
	Count    int    `json:"count"`
	Exact    int    `json:"exact"`
	Measured Spread `json:"measured"`
	Modelled Spread `json:"modelled"`
	// Missing is the sum of measured minus modelled distances, in cycles.
	Missing int64 `json:"missing"`
}

// SiteComparison is the issue distance of an instruction to the one before it.
type SiteComparison struct {
	Address  uint64 `json:"address"`
	Before   string `json:"before"` // class of the instruction before, most often
	Class    string `json:"class"`
	Count    int    `json:"count"`
	Exact    int    `json:"exact"`
	Measured int64  `json:"measured"` // cycles, over all
	Modelled int64  `json:"modelled"`
}

// Compare puts the model's issues beside those of the trace. The time of an instruction is its issue, that
// of s_waitcnt, s_barrier, s_nop and s_sleep the last slot in which they keep their wave.
func Compare(r *Replay, m *Modelled) *Comparison {
	t := r.Trace
	c := newComparer(r)
	c.run(m)
	out := &Comparison{
		Trace: t.Name, Kernel: r.Program.Kernel, Chip: r.Program.Chip.Name,
		ComputeUnits: len(r.Units), Waves: len(t.Waves), Untraced: t.Untraced(), Instructions: int64(t.Steps()),
		Recorded: r.matched || !m.Given, LatencyGiven: m.Given, StallsGiven: r.stalls,
		Wave: c.waves.errors(), Core: c.core.errors(),
		Loops: []LoopComparison{}, Pairs: []PairComparison{}, Sites: []SiteComparison{},
	}
	if out.Wave.Measured > 0 {
		out.CoreShare = float64(out.Core.Measured) / float64(out.Wave.Measured)
	}
	if c.coreSteps > 0 {
		out.Exact = float64(c.exact) / float64(c.coreSteps)
	}
	c.addLoops(out)
	c.addPairs(out)
	c.addSites(out)
	return out
}

func newComparer(r *Replay) *comparer {
	c := &comparer{replay: r, loops: map[int32]*loopTimes{}, pairs: map[[2]string]*pairTimes{}, sites: map[int32]*siteTimes{}}
	c.classes = make([]string, len(r.Program.Insts))
	for i := range c.classes {
		c.classes[i] = Class(&r.Program.Insts[i].Inst)
	}
	return c
}

// run adds all waves.
func (c *comparer) run(m *Modelled) {
	for w := range c.replay.Trace.Waves {
		c.wave(w, m)
	}
}

// comparer collects the differences of all waves.
type comparer struct {
	replay           *Replay
	classes          []string // of Program.Insts
	waves, core      samples
	exact, coreSteps int
	loops            map[int32]*loopTimes
	pairs            map[[2]string]*pairTimes
	sites            map[int32]*siteTimes
}

// samples are times measured and modelled.
type samples struct{ measured, modelled []timing.Cycle }

func (s *samples) add(measured, modelled timing.Cycle) {
	s.measured = append(s.measured, measured)
	s.modelled = append(s.modelled, modelled)
}

type loopTimes struct {
	samples
	begin        uint64
	instructions []timing.Cycle
	mfma         []timing.Cycle
}

type pairTimes struct {
	samples
	exact int
}

type siteTimes struct {
	pairTimes
	before map[string]int
}

// stays reports whether an instruction is one that keeps its wave for as long as it waits. When it began
// is a matter of definition; its time here is that of its last slot.
func stays(inst *isa.Inst) bool {
	switch inst.Row.Op {
	case isa.S_WAITCNT, isa.S_BARRIER, isa.S_NOP, isa.S_SLEEP:
		return true
	}
	return false
}

// wave adds a wave.
func (c *comparer) wave(w int, m *Modelled) {
	r := c.replay
	tw, ops, issues := &r.Trace.Waves[w], r.Streams[w].Ops, m.Issues[w]
	if len(ops) == 0 {
		return
	}
	measured, modelled := make([]timing.Cycle, len(ops)), make([]timing.Cycle, len(ops))
	for i := range ops {
		measured[i], modelled[i] = tw.Steps[i].At, issues[i].At
		if stays(&r.Program.Insts[ops[i].Inst].Inst) {
			measured[i], modelled[i] = tw.Steps[i].End()-issueSlot, issues[i].At+issues[i].Length-issueSlot
		}
	}
	begin := r.begin(w)
	c.waves.add(tw.End-begin, m.Ends[w]-begin)
	var core [2]timing.Cycle
	for i := 1; i < len(ops); i++ {
		d, md := measured[i]-measured[i-1], modelled[i]-modelled[i-1]
		if r.Kinds[w][i] != Core || queued(&issues[i]) {
			continue
		}
		core[0] += d
		core[1] += md
		c.distance(ops[i-1].Inst, ops[i].Inst, d, md)
	}
	c.core.add(core[0], core[1])
	c.iterations(ops, measured, modelled)
}

// queued reports whether memory held an instruction back in the model, as it did in the trace those of Kind
// Stalled.
func queued(i *timing.Issue) bool {
	return i.Stall == timing.VMEMBusy && i.At-i.Ready >= queueStall
}

// distance adds the distance of two instructions that follow each other.
func (c *comparer) distance(first, second int32, measured, modelled timing.Cycle) {
	key := [2]string{c.classes[first], c.classes[second]}
	p := c.pairs[key]
	if p == nil {
		p = &pairTimes{}
		c.pairs[key] = p
	}
	s := c.sites[second]
	if s == nil {
		s = &siteTimes{before: map[string]int{}}
		c.sites[second] = s
	}
	p.add(measured, modelled)
	s.add(measured, modelled)
	s.before[key[0]]++
	c.coreSteps++
	if measured == modelled {
		c.exact++
		p.exact++
		s.exact++
	}
}

// iterations adds the iterations of loops in a wave: between two executions of a branch of which the
// first was taken, backwards.
func (c *comparer) iterations(ops []timing.Op, measured, modelled []timing.Cycle) {
	insts := c.replay.Program.Insts
	last := map[int32]int{} // where a branch was taken back
	var mfma []int          // matrix instructions before each op
	for i, n := 0, 0; i <= len(ops); i++ {
		mfma = append(mfma, n)
		if i < len(ops) && isMatrix(&insts[ops[i].Inst].Inst) {
			n++
		}
	}
	for i := range ops {
		inst := &insts[ops[i].Inst]
		target, ok := inst.Inst.BranchTarget(inst.Addr)
		if !ok || target > inst.Addr {
			continue
		}
		if from, ok := last[ops[i].Inst]; ok {
			l := c.loops[ops[i].Inst]
			if l == nil {
				l = &loopTimes{begin: target}
				c.loops[ops[i].Inst] = l
			}
			l.add(measured[i]-measured[from], modelled[i]-modelled[from])
			l.instructions = append(l.instructions, timing.Cycle(i-from))
			l.mfma = append(l.mfma, timing.Cycle(mfma[i]-mfma[from]))
			delete(last, ops[i].Inst)
		}
		if i+1 < len(ops) && insts[ops[i+1].Inst].Addr == target {
			last[ops[i].Inst] = i
		}
	}
}

func isMatrix(inst *isa.Inst) bool {
	switch inst.Row.Unit {
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return true
	}
	return false
}

func (c *comparer) addLoops(out *Comparison) {
	var all samples
	for _, inst := range sortedKeys(c.loops) {
		l := c.loops[inst]
		all.measured = append(all.measured, l.measured...)
		all.modelled = append(all.modelled, l.modelled...)
		lc := LoopComparison{
			Address: c.replay.Program.Insts[inst].Addr, Begin: l.begin, Iterations: len(l.measured),
			Instructions: int(spread(l.instructions).Mode), MFMA: int(spread(l.mfma).Mode),
			Measured: spread(l.measured), Modelled: spread(l.modelled), Each: l.errors(),
		}
		lc.Error = percent(lc.Measured.Median, lc.Modelled.Median)
		out.Loops = append(out.Loops, lc)
	}
	out.Iterations = all.errors()
}

func (c *comparer) addPairs(out *Comparison) {
	for key, p := range c.pairs {
		pc := PairComparison{First: key[0], Second: key[1], Count: len(p.measured), Exact: p.exact, Measured: spread(p.measured), Modelled: spread(p.modelled)}
		measured, modelled := p.sums()
		pc.Missing = measured - modelled
		out.Pairs = append(out.Pairs, pc)
	}
	slices.SortFunc(out.Pairs, func(a, b PairComparison) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
	})
}

func (c *comparer) addSites(out *Comparison) {
	for _, inst := range sortedKeys(c.sites) {
		s := c.sites[inst]
		sc := SiteComparison{Address: c.replay.Program.Insts[inst].Addr, Class: c.classes[inst], Count: len(s.measured), Exact: s.exact}
		sc.Measured, sc.Modelled = s.sums()
		most := 0
		for _, before := range sortedKeys(s.before) {
			if n := s.before[before]; n > most {
				most, sc.Before = n, before
			}
		}
		out.Sites = append(out.Sites, sc)
	}
	off := func(s SiteComparison) int64 { return max(s.Measured-s.Modelled, s.Modelled-s.Measured) }
	slices.SortStableFunc(out.Sites, func(a, b SiteComparison) int { return cmp.Compare(off(b), off(a)) })
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (s *samples) sums() (measured, modelled int64) {
	for i := range s.measured {
		measured += int64(s.measured[i])
		modelled += int64(s.modelled[i])
	}
	return measured, modelled
}

// percent is how far a modelled time is off, in per cent of the measured one.
func percent(measured, modelled timing.Cycle) float64 {
	if measured <= 0 {
		return 0
	}
	return 100 * float64(modelled-measured) / float64(measured)
}

// errors summarises samples. Those that took no time cannot be off.
func (s *samples) errors() Errors {
	e := Errors{}
	e.Measured, e.Modelled = s.sums()
	var off []float64
	for i := range s.measured {
		if s.measured[i] > 0 {
			off = append(off, math.Abs(percent(s.measured[i], s.modelled[i])))
		}
	}
	e.Count = len(off)
	if e.Count == 0 {
		return e
	}
	slices.Sort(off)
	e.Median, e.P90, e.Max = quantile(off, 0.5), quantile(off, 0.9), off[len(off)-1]
	return e
}

// quantile is the q-quantile of a sorted list: an element of it.
func quantile[T any](sorted []T, q float64) T {
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// spread describes cycles. The mode is the smallest of those that occur most often.
func spread(list []timing.Cycle) Spread {
	if len(list) == 0 {
		return Spread{}
	}
	sorted := slices.Clone(list)
	slices.Sort(sorted)
	s := Spread{Min: sorted[0], Median: quantile(sorted, 0.5), Max: sorted[len(sorted)-1]}
	most := 0
	for i := 0; i < len(sorted); {
		j := i
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		if j-i > most {
			most, s.Mode = j-i, sorted[i]
		}
		i = j
	}
	return s
}
