package cache

import (
	"math/bits"

	"heddle/arch"
	"heddle/timing"
)

// System is the memory of one XCD, with what it shares with other XCDs. It implements timing.Memory.
// Its caches and TLBs are empty at first.
//
// Times inside are those at which a request would be at a level if the way there took no time: each
// level adds only how long the request waits there, and the latency of the level that has the data
// is added at the end.
type System struct {
	k     constants
	cus   []unit
	pairs []pair
	l2    level2
	far   beyond
	count [numLevels]timing.Traffic
}

// Levels of timing.Traffic, in the order of Traffic.
const (
	levelL1 = iota
	levelL2
	levelMALL
	levelHBM
	levelScalar
	levelInstruction
	numLevels
)

var levelNames = [numLevels]string{"L1", "L2", "MALL", "HBM", "scalar", "instruction"}

// constants are those of the model as they are used for each access.
type constants struct {
	l1Sets                                           int
	l1Latency, l1WideLatency                         tick
	l2Latency, l2Store, mallLatency, hbmLatency      tick
	half, dword, wide, setBusy                       tick // of the L1
	fill                                             tick // of a line into an L1
	inOrder, anySet                                  bool
	l2Read, l2WriteHalf, l2Atomic                    tick
	fabricRead, fabricWrite, mall, hbmRead, hbmWrite tick // of a line
	hbmTurnaround                                    tick
	refresh, refreshInterval                         tick
	tlbMiss, tlbWalk                                 tick
	pageLines                                        uint64
	scalarLatency, instructionMiss                   tick
	cusPerPair                                       int
}

// unit is what a compute unit has of its own.
type unit struct {
	lines    tags
	pages    tags
	free     tick // when it can take the next access
	returned tick // when the data of the last load were there
	fill     server
}

// pair is what a few compute units share: the caches of scalars and instructions.
type pair struct {
	scalar, instruction tags
	pages               tags
}

// level2 is the L2 of the XCD and its TLB.
type level2 struct {
	geometry
	lines         tags
	reads, writes []server // of the channels
	pages         tags
	pageSets      uint64
}

// hbmChannel is a channel of the HBM, which needs time to turn from reads to writes and back.
type hbmChannel struct {
	server
	writing bool
}

// beyond is what the XCDs share.
type beyond struct {
	geometry
	lines       tags
	read, write server   // fabric of the XCD
	channels    []server // of the MALL: as many as are this XCD's share
	way         []tick   // see ways
	dieLines    uint64   // that follow each other on a die
	hbm         []hbmChannel
	// shared is how many lines in 1024 the XCD and its copies touch. They take turns in going to the
	// HBM for them.
	shared, copies uint64
}

// New returns a System. It fails if a number of c or of its Model is out of range.
func New(c Config) (*System, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	m := c.Model
	s := &System{k: newConstants(&c)}
	s.cus = make([]unit, c.CUs)
	for i := range s.cus {
		s.cus[i].lines = newTags(m.L1Sets.Int(), m.L1Ways.Int())
		s.cus[i].pages = newTags(1, m.TLBEntries.Int())
	}
	s.pairs = make([]pair, (c.CUs+s.k.cusPerPair-1)/s.k.cusPerPair)
	for i := range s.pairs {
		s.pairs[i] = pair{
			newTags(max(1, m.ScalarBytes.Int()/(m.ScalarWays.Int()*arch.CacheLine/2)), m.ScalarWays.Int()),
			newTags(max(1, m.InstructionBytes.Int()/(m.InstructionWays.Int()*arch.CacheLine)), m.InstructionWays.Int()),
			newTags(1, m.TLBEntries.Int()),
		}
	}
	for i := range s.count {
		s.count[i].Level = levelNames[i]
	}
	if err := s.l2.init(&c); err != nil {
		return nil, err
	}
	return s, s.far.init(&c)
}

func newConstants(c *Config) constants {
	m := c.Model
	// Cycles that something with a clock of its own takes grow with the engine clock.
	slow := c.MHz / m.MemoryClock.Value
	copies := float64(c.ActiveCUs) / float64(c.CUs)
	outside := func(latency arch.Constant) tick {
		return ticks(m.L2Latency.Value + float64(max(0, latency.Value-m.L2Latency.Value)*slow))
	}
	hbm := c.HBM * 1e3 / c.MHz / m.MALLChannels.Value // bytes a cycle and channel
	const line = arch.CacheLine
	return constants{
		l1Sets:    m.L1Sets.Int(),
		l1Latency: ticks(m.L1Latency.Value), l1WideLatency: ticks(m.L1WideLatency.Value),
		l2Latency: ticks(m.L2Latency.Value), l2Store: ticks(m.L2StoreLatency.Value),
		mallLatency: outside(m.MALLLatency), hbmLatency: outside(m.HBMLatency),
		half: ticks(line / 2 / m.L1BytesPerCycle.Value), dword: ticks(m.L1DwordCycles.Value),
		wide: ticks(m.L1WideCycles.Value), setBusy: ticks(m.L1SetCycles.Value),
		fill:    ticks(line / m.L1FillBytes.Value),
		inOrder: m.L1InOrder.Value != 0, anySet: m.L1DirectSets.Value == 0,
		l2Read:        ticks(float64(line / m.L2ReadBytes.Value / m.L2Efficiency.Value * copies)),
		l2WriteHalf:   ticks(float64(line / 2 / m.L2WriteBytes.Value / m.L2Efficiency.Value * copies)),
		l2Atomic:      ticks(float64(m.L2AtomicCycles.Value * copies)),
		fabricRead:    ticks(float64(line / m.FabricReadBytes.Value * slow * copies)),
		fabricWrite:   ticks(float64(line / m.FabricWriteBytes.Value * slow * copies)),
		mall:          ticks(float64(line / m.MALLBytesPerCycle.Value * slow * copies)),
		hbmRead:       ticks(float64(line / float64(hbm*m.HBMReadShare.Value) * copies)),
		hbmWrite:      ticks(float64(line / float64(hbm*m.HBMWriteShare.Value) * copies)),
		hbmTurnaround: ticks(float64(m.HBMTurnaround.Value * copies)),
		refresh:       ticks(m.HBMRefresh.Value * c.MHz / 1e3), refreshInterval: ticks(max(1, m.HBMRefreshInterval.Value*c.MHz/1e3)),
		tlbMiss: ticks(m.TLBMiss.Value), tlbWalk: ticks(m.TLBWalk.Value),
		pageLines:     uint64(m.TLBPage.Value) / line,
		scalarLatency: ticks(m.ScalarLatency.Value), instructionMiss: ticks(m.InstructionMiss.Value),
		cusPerPair: m.CUsPerScalar.Int(),
	}
}

// portion makes g, with so many ways, the part of a cache that is this System's, if it has copies copies
// and shares lines with them. It returns the ways that are left: sets are halved as long as that can
// be done.
func (g *geometry) portion(ways int, copies, shared float64) int {
	parts := shared + float64((1-shared)*copies)
	for ; parts >= 2 && g.setBits > g.blockBits; parts /= 2 {
		g.setBits--
	}
	return max(1, int(float64(ways)/parts+0.5))
}

func (l *level2) init(c *Config) (err error) {
	m := c.Model
	l.geometry, err = l2Geometry(m, 1)
	if err != nil {
		return err
	}
	ways := l.portion(m.L2Ways.Int(), float64(c.ActiveCUs)/float64(c.CUs), c.Shared)
	l.lines = newTags(l.sets(), ways)
	l.reads = make([]server, m.L2Channels.Int())
	l.writes = make([]server, m.L2Channels.Int())
	l.pageSets = uint64(max(1, m.TLB2Entries.Int()/m.TLB2Ways.Int()))
	l.pages = newTags(int(l.pageSets), m.TLB2Ways.Int())
	return nil
}

func (f *beyond) init(c *Config) (err error) {
	m := c.Model
	f.geometry, err = mallGeometry(m, 1)
	if err != nil {
		return err
	}
	places := f.portion(m.MALLWays.Int(), float64(float64(c.ActiveCUs)/float64(c.CUs)*float64(c.XCDs)), c.Shared)
	f.lines = newTags(f.sets(), places)
	f.way = ways(m.FabricDies.Int(), m.FabricHop.Value*c.MHz/m.MemoryClock.Value)
	f.dieLines = uint64(m.FabricDieBytes.Value) / arch.CacheLine
	f.channels = make([]server, max(1, m.MALLChannels.Int()/c.XCDs))
	f.hbm = make([]hbmChannel, max(1, m.MALLChannels.Int()/c.XCDs))
	f.shared, f.copies = uint64(float64(c.Shared*1024)+0.5), uint64(c.XCDs)
	return nil
}

// ways returns what each I/O die takes more, or less, than the mean of all, if they are in two rows and a step
// from one to the next takes so many cycles, to and fro.
func ways(dies int, hop float64) []tick {
	steps := float64(bits.TrailingZeros(uint(dies))) / 2 // in the mean
	list := make([]tick, dies)
	for die := range list {
		list[die] = ticks(float64((float64(bits.OnesCount(uint(die))) - steps) * hop))
	}
	return list
}

// distance is what a line takes more, or less, than the mean, for the way to its die.
func (f *beyond) distance(line uint64) tick { return f.way[line/f.dieLines%uint64(len(f.way))] }

// WriteBack writes all lines to the MALL that are dirty in the L2, as the end of a dispatch does: only
// then do other XCDs see them. It returns how long that takes after the end of the last wave, now.
func (s *System) WriteBack(now timing.Cycle) timing.Cycle {
	begin := tick(now) * cycle
	end := begin
	for i := range s.l2.lines.line {
		if line := s.l2.lines.line[i]; line&dirtyBit != 0 {
			end = max(end, s.writeBack(begin, begin, line&^dirtyBit-1))
			s.l2.lines.line[i] &^= dirtyBit
		}
	}
	return (end - begin).cycles()
}

// Traffic returns what each level has served to the simulated compute units.
func (s *System) Traffic() []timing.Traffic {
	return append([]timing.Traffic(nil), s.count[:]...)
}

// Touch puts a piece of memory into the MALL and its pages into the TLB of the XCD, as an earlier
// kernel would have left them. Of a piece larger than the MALL, the end stays.
func (s *System) Touch(addr, bytes uint64) {
	first, last := addr/arch.CacheLine, (addr+bytes+arch.CacheLine-1)/arch.CacheLine
	most := uint64(len(s.far.lines.line))
	if last-first > most {
		first = last - most
	}
	for line := first; line < last; line++ {
		if _, set := s.far.place(line); s.far.lines.find(set, line) < 0 {
			s.far.lines.insert(set, line)
		}
	}
	s.TouchPages(addr, bytes)
}

// TouchPages puts the pages of a piece of memory into the TLB of the XCD.
func (s *System) TouchPages(addr, bytes uint64) {
	size := s.k.pageLines * arch.CacheLine
	first, last := addr/size, (addr+max(bytes, 1)-1)/size
	if most := uint64(len(s.l2.pages.line)); last-first >= most {
		first = last - most + 1
	}
	for page := first; page <= last; page++ {
		if set := int(page % s.l2.pageSets); s.l2.pages.find(set, page) < 0 {
			s.l2.pages.insert(set, page)
		}
	}
}

// TouchShared does what Touch does, and puts the lines into the L2 and the pages into the TLBs of the
// compute units as well: an earlier dispatch of the same kernel leaves data there that all fit.
func (s *System) TouchShared(addr, bytes uint64) {
	s.Touch(addr, bytes)
	first, last := addr/arch.CacheLine, (addr+bytes+arch.CacheLine-1)/arch.CacheLine
	if most := uint64(len(s.l2.lines.line)); last-first > most {
		first = last - most
	}
	for line := first; line < last; line++ {
		if _, set := s.l2.place(line); s.l2.lines.find(set, line) < 0 {
			s.l2.lines.insert(set, line)
		}
		if page := line / s.k.pageLines; line == first || line%s.k.pageLines == 0 {
			for i := range s.cus {
				if pages := &s.cus[i].pages; pages.find(0, page) < 0 {
					pages.insert(0, page)
				}
			}
		}
	}
}

// TouchCode does what Touch does, and puts the lines into the L2 and the instruction caches as well: an
// earlier dispatch of the same kernel leaves its code there. Thread traces of repeated dispatches
// have the first issue 28 to 32 cycles after the start of a wave, too few for a miss (facts
// silicon/timing_rules.md §2).
func (s *System) TouchCode(addr, bytes uint64) {
	s.Touch(addr, bytes)
	first, last := addr/arch.CacheLine, (addr+bytes+arch.CacheLine-1)/arch.CacheLine
	if most := uint64(len(s.l2.lines.line)); last-first > most {
		first = last - most
	}
	for line := first; line < last; line++ {
		if _, set := s.l2.place(line); s.l2.lines.find(set, line) < 0 {
			s.l2.lines.insert(set, line)
		}
		for i := range s.pairs {
			t := &s.pairs[i].instruction
			if set := int(line % uint64(len(t.line)/t.ways)); t.find(set, line) < 0 {
				t.insert(set, line)
			}
		}
	}
}
