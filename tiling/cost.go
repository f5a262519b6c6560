package tiling

import (
	"math"

	"heddle/arch"
)

// The plain estimate of a kernel's cycles, at the highest clock:
//
//	launch + norm(compute, memory) + reduction
//
// Compute is that of the busiest compute unit: rounds of workgroups, each with a prologue, a loop and an
// epilogue. A step of the loop takes the norm of what its parts keep busy: matrix cores, LDS, and the
// way from memory, which is the slowest of the L1's data path, the L2, and the loads that can be in
// flight over their latency (facts performance.md §1.6). The norm is the sixth root of the sum of sixth
// powers: the longest part leads, and parts of like length hinder each other. The exponent is chosen so
// that the efficiencies measured in performance.md §1.6 come out within 4 points
// (TestMeasuredEfficiency).
//
// It has no thresholds: what rounds up are steps of K and rounds of workgroups, because they do.

// machine is what the estimate asks of a chip, per cycle of the engine clock.
type machine struct {
	cus, simds               float64
	flops                    float64 // of a compute unit's matrix cores
	ldsRead, ldsWrite        float64 // bytes of a compute unit
	l1, l2                   float64 // bytes: of a compute unit, of a compute unit's share
	memory, mall             float64 // bytes of the chip
	mallBytes                float64
	inFlight, latency, store float64 // bytes of a compute unit; cycles: of a load of a busy chip, of a store
	nearL2, nearMALL, queued float64 // cycles by which a load takes less: if the data are there, if nothing else is under way
	l2Bytes                  float64 // of an XCD
	l1SetBytes, l1Ways       float64 // bytes of a set of the L1, 0 if rows do not meet in one; lines of a set
	l1Sets                   float64
	l2Write, fabricWrite     float64 // bytes: of a compute unit's share, of all XCDs
	leave                    float64 // bytes of all XCDs, at the end of a launch
	launch, together, alone  float64 // cycles: of a launch; of a step, of all waves of a workgroup, of each
	startGroup, startWave    float64 // cycles of an XCD
	l1Bytes                  float64 // that the L1 holds
	issue, writeIssue        float64 // cycles: of an instruction, of a store to LDS of 16 bytes a lane
	narrow, wide, wideBytes  float64 // cycles of a wave's load of up to a dword, of more
	xcds, waveSize           float64
}

// mallShare is the share of the rate of the MALL, or of the fabric where that is less, which kernels that stream reach
// in the mean: modelled, 0.90 to 0.98 of 1x8192x8192 to 64x8192x8192 on both chips (heddle time gemm). What leaves the
// L2s at the end of a launch reaches all of it.
const mallShare = 0.96

// flops is what a compute unit does in a cycle with the wider of the two operands.
func (x *Product) flops() float64 {
	m := &x.Chip.Model.Clock
	switch bits := max(x.ABits, x.BBits); {
	case bits < 8 && m.FLOPs4.Value > 0:
		return m.FLOPs4.Value
	case bits <= 8:
		return m.FLOPs8.Value
	case bits <= 16:
		return m.FLOPs16.Value
	}
	return m.VectorFLOPs.Value
}

func (x *Product) machine() machine {
	c, card := x.Chip, x.Card
	m := &c.Model.Memory
	mhz := float64(card.BoostMHz)
	slow := mhz / m.MemoryClock.Value // what is beyond the L2 has a clock of its own
	mall, xcds := m.MALLChannels.Value*m.MALLBytesPerCycle.Value, float64(card.XCDs)
	perCU := float64(card.CUsPerXCD())
	l1Bytes := m.L1Sets.Value * m.L1Ways.Value * arch.CacheLine
	const wideBytes = 16 // of a lane
	// Barrier and waits, and branch and counters of a step, in instructions that nothing of the wave hides: modelled,
	// tiles of 256x256 (heddle time gemm -m 8192 -n 8192 -k 8192, bf16 and fp8) and of 64x64 and 128x128 with four and
	// eight waves (-m 1024 -n 1024 -k 1024, -m 2048 -n 2048 -k 2048).
	const together, alone = 5, 2
	return machine{
		cus: float64(card.CUs), simds: float64(c.SIMDs), flops: x.flops(),
		ldsRead: c.Model.Clock.LDSPath.Value, ldsWrite: ldsRate(c, "ds_write_b128"),
		l1: m.L1BytesPerCycle.Value, l2: m.L2Channels.Value * m.L2ReadBytes.Value * m.L2Efficiency.Value / perCU,
		mall:      mallShare * min(mall, m.FabricReadBytes.Value*xcds) / slow,
		memory:    card.HBMBandwidth * m.HBMReadShare.Value / (mhz * 1e6),
		mallBytes: c.Model.Clock.MALL.Value,
		inFlight:  l1Bytes + c.Model.Core.VMEMQueue.Value*wideBytes*float64(c.WaveSize),
		latency:   c.Model.Clock.LoadLatency.Value, store: m.L2StoreLatency.Value,
		nearL2: m.HBMLatency.Value - m.L2Latency.Value, nearMALL: m.HBMLatency.Value - m.MALLLatency.Value, queued: c.Model.Clock.LoadLatency.Value - m.HBMLatency.Value,
		l2Bytes:    m.L2Channels.Value * m.L2ChannelBytes.Value,
		l1SetBytes: x.rowsMeet() * m.L1Ways.Value * arch.CacheLine, l1Ways: m.L1Ways.Value, l1Sets: m.L1Sets.Value,
		l2Write: m.L2Channels.Value * m.L2WriteBytes.Value * m.L2Efficiency.Value / perCU, fabricWrite: m.FabricWriteBytes.Value * xcds / slow,
		leave:      min(mall, m.FabricWriteBytes.Value*xcds) / slow,
		startGroup: c.Model.Launch.Group.Value, startWave: c.Model.Launch.Wave.Value / c.Model.Launch.Engines.Value,
		launch: c.Model.Launch.Base.Value * mhz, l1Bytes: l1Bytes,
		together: together * float64(c.Timing.Issue), alone: alone * float64(c.Timing.Issue),
		issue: float64(c.Timing.Issue), writeIssue: c.Model.LDS.Issue.Value + wideBytes/4*c.Model.LDS.IssueDword.Value,
		narrow: m.L1DwordCycles.Value, wide: m.L1WideCycles.Value, wideBytes: wideBytes,
		xcds: xcds, waveSize: float64(c.WaveSize),
	}
}

// ldsRate is the bytes a cycle of an LDS access without conflicts: a phase takes a cycle.
func ldsRate(c *arch.Chip, instruction string) float64 {
	a, ok := c.LDSAccess(instruction)
	if !ok {
		panic("BUG: no LDS access " + instruction)
	}
	return float64(a.Bytes << len(a.Phase))
}

// norm is the length of parts of which the longest leads.
func norm(parts ...float64) float64 {
	most := 0.0
	for _, p := range parts {
		most = max(most, p)
	}
	if most == 0 {
		return 0
	}
	sum := 0.0
	for _, p := range parts {
		q := p / most
		q *= q * q
		sum += q * q
	}
	return most * math.Cbrt(math.Sqrt(sum))
}

// bytes is what the product must read and write at least.
func (x *Product) bytes() float64 {
	m, n, k, b := float64(x.M), float64(x.N), float64(x.K), float64(x.Batch)
	return b * (m*k*(float64(x.ABits)+x.ScaleBits) + n*k*(float64(x.BBits)+x.ScaleBits) + m*n*float64(x.OutBits)) / 8
}

// Plain returns the plain estimate for the product, in cycles at the highest clock.
func (x *Product) Plain() Estimate {
	x = x.prepared()
	m := x.machine()
	return func(c Candidate) float64 { return x.cycles(&m, &c) }
}

// Efficiency is the share of the matrix cores' rate in the loop of a candidate, by the plain estimate:
// 1 if nothing else takes time.
func (x *Product) Efficiency(c Candidate) float64 {
	x = x.prepared()
	m := x.machine()
	matrix, step := x.step(&m, &c, float64(max(1, c.Occupancy)), 1)
	return matrix / step
}

// step is the time of a step of a workgroup's loop, of which occupancy share a compute unit, while a share of the
// compute units is busy: that of the matrix cores alone, and of everything.
func (x *Product) step(m *machine, c *Candidate, occupancy, busy float64) (matrix, all float64) {
	bm, bn, bk := float64(c.BM), float64(c.BN), float64(c.BK*max(1, c.WavesK))
	a, b := bk*float64(x.ABits)/8, bk*float64(x.BBits)/8 // bytes of a row
	matrix = 2 * bm * bn * bk / m.flops
	// Waves on fewer SIMDs than there are leave matrix cores idle.
	if waves := float64(c.Waves()) * occupancy; waves < m.simds {
		matrix *= m.simds / waves
	}
	// Each wave reads its rows of A and its columns of B; waves beside each other read the same.
	loaded := bm*a + bn*b
	lds := (bm*a*float64(c.WavesN) + bn*b*float64(c.WavesM)) / m.ldsRead
	switch { // the timing model knows no time that direct loads take from reads
	case c.WavesK > 1:
		lds = 0
	case !c.Direct:
		lds += loaded / m.ldsWrite
	}
	// Rows beyond the edge of a small product are no lines of the caches.
	rowsA, rowsB := min(bm, float64(x.M)), min(bn, float64(x.N))
	scales := x.scaleLines(m, c, rowsA+rowsB)
	lines := m.lines(rowsA+rowsB, rowsA, a, x.TransA) + m.lines(rowsA+rowsB, rowsB, b, !x.TransB) + scales*arch.CacheLine
	second := m.second(rowsA+rowsB, rowsA, a, x.AlignA, x.ABits, x.TransA) + m.second(rowsA+rowsB, rowsB, b, x.AlignB, x.BBits, !x.TransB)
	// Compute units without work leave their share of the L2 to second lines, and to the loads of waves that divide K:
	// modelled, 160 workgroups of gfx942 128x2560x2560 (heddle time gemm --loop straight --wave-split 1x1x4 --tile
	// 64x32x64). Those of tiles in LDS come in bursts, from which the estimate would come out too short.
	second *= busy
	l2 := m.l2
	if c.WavesK > 1 {
		l2, second = m.l2/busy, second/busy
	}
	latency := x.latency(m, c) - m.queued*(1-busy)
	path := max(x.dataPath(m, c, bm*a, x.directA)+x.dataPath(m, c, bn*b, x.directB)+scales*arch.CacheLine/2/m.l1, (lines+second)/l2, latency*lines/m.inFlightOf(c, rowsA+rowsB, a/float64(max(1, c.WavesK)), occupancy))
	path = max(path, x.waiting(c, latency, path)/occupancy)
	// Behind each matrix instruction something is lost now and then, when what stands between it and the
	// next one does not fit its shadow, or another wave's instruction begins, whose first 8 cycles admit
	// nothing (facts performance.md §1.5). While branch and counters stop a wave, others of the SIMD work; at a
	// barrier, those of other workgroups.
	const lost = 0.4
	perSIMD := max(1, float64(c.Waves())*occupancy/m.simds)
	all = norm(matrix*(1+lost*min(perSIMD, 2)/x.multiply(m, c)), lds, path, x.issuing(m, c, loaded)/occupancy) + m.alone/perSIMD + x.writing(m, c, loaded, occupancy)
	if c.WavesK <= 1 { // waves that divide K have no barriers
		all += m.together / occupancy
	}
	if !c.Direct && c.Stages == 2 && c.WavesK <= 1 && c.BM*c.BN <= 128*128 {
		all *= oneByOne
	}
	switch {
	case c.Stages == 1 && c.Direct && x.stepsOf(c) > 1: // nothing is under way while the tile is multiplied
		all += (m.latency + path) / occupancy
	case c.Stages == 1: // loads are under way to registers; most stores to LDS find a part of it free
		parts := 2.0 // of the LDS
		if c.BM*c.BN > leastShared {
			parts = 8
		}
		all += loaded / m.ldsWrite / occupancy / parts
	}
	return matrix, all
}

// waiting is how long a step takes at least for its loads to be there, of a workgroup whose loads take path to pass. A
// step of one phase reads its operands during the step before, and loads to their buffer as soon as that begins: what
// half of its loads take is missing to the latency of the last one. With two phases a buffer is free for longer.
func (x *Product) waiting(c *Candidate, latency, path float64) float64 {
	if c.Direct && c.onePhase() {
		latency += path / 2
	}
	return latency / float64(max(1, c.Stages-1))
}

// onePhase reports whether steps of the loop of direct loads have no parts: a wave has the rows of a matrix instruction
// (kernels/gemm).
func (t *Tile) onePhase() bool { return t.BM/t.WavesM < 2*t.Matrix }

// latency is how long a load of the loop takes: data are where an earlier launch of the same kernel left
// them, in the L2 if all that an XCD reads fits there, else in the MALL if that has room for everything.
func (x *Product) latency(m *machine, c *Candidate) float64 {
	switch {
	case x.loaded(m, c)/m.xcds <= m.l2Bytes:
		return m.latency - m.nearL2
	case x.bytes() <= m.mallBytes:
		return m.latency - m.nearMALL
	}
	return m.latency
}

// rowsMeet is 1 if the rows of both operands begin in one set of the L1: they are whole turns of its sets
// apart, and no cache swizzle distributes them (facts performance.md §3).
func (x *Product) rowsMeet() float64 {
	m := &x.Chip.Model.Memory
	turn := int64(m.L1Sets.Value) * arch.CacheLine
	for _, side := range []struct {
		across bool
		bits   int
	}{{x.TransA, x.ABits}, {!x.TransB, x.BBits}} {
		row := x.K / 8 * int64(side.bits)
		if _, swizzled := arch.CacheSwizzleStride(row); side.across || swizzled || row%turn != 0 {
			return 0
		}
	}
	return m.L1DirectSets.Value
}

// inFlightOf is how many bytes of a compute unit can be under way for a step of so many rows. If these meet
// in one set of the L1 that has too few ways for them, it is no more than that set for each line of a row;
// other workgroups are at other steps, in the same set or another.
func (m *machine) inFlightOf(c *Candidate, rows, rowBytes, occupancy float64) float64 {
	waves := 1.0 // that are at different steps
	switch {
	case m.l1SetBytes == 0:
		return m.inFlight
	case rows <= m.l1Ways: // of a wave that divides K: others' rows may meet its own
		if waves = float64(max(1, c.WavesK)); rows*waves <= m.l1Ways {
			return m.inFlight
		}
	}
	sets := max(1, rowBytes/arch.CacheLine) // of a workgroup
	if c.Direct && c.Stages > 2 {           // the next step's, too; loads issue in order: a third begins when no row waits for a place
		sets *= 2
	}
	if !c.Direct && c.Stages == 1 { // the rows of A and of B are loaded in different steps
		sets *= 2
	}
	sets = m.l1Sets * (1 - math.Pow(1-min(1, sets/m.l1Sets), occupancy*waves))
	return min(sets*m.l1SetBytes, m.inFlight)
}

// oneByOne is by how much the loop through two buffers is slower than its parts would be at the same
// time: modelled, for tiles of 128x128 (heddle time gemm --loop simple).
const oneByOne = 1.6

// writing is what stores to LDS cost the waves that multiply: a matrix instruction hides what it is
// longer than (facts performance.md §1.5: a store of 16 bytes issues for 20 cycles), other waves of the
// SIMD the rest. Direct loads have no such stores.
func (x *Product) writing(m *machine, c *Candidate, bytes, occupancy float64) float64 {
	if c.Direct && max(x.directA, x.directB) <= 4 {
		// Each load of a dword has an M0 of its own, and a wait state behind that: modelled, most of an
		// issue is in nothing's shadow.
		const issues = 0.75
		return bytes / (4 * m.waveSize * min(m.simds, float64(c.Waves())*occupancy)) * issues * m.issue
	}
	if c.Direct || c.WavesK > 1 {
		return 0
	}
	multiply := x.multiply(m, c)
	stores := bytes / (m.wideBytes * m.waveSize * m.simds) // a SIMD
	waves := max(1, float64(c.Waves())*occupancy/m.simds)
	return stores * max(0, m.writeIssue+m.issue-multiply) / waves
}

// issuing is how long a wave issues the instructions of a step, if direct loads are of a dword: each has a write of M0
// and behind that another instruction, or nothing; with those of matrix instructions and LDS reads. Modelled, each takes
// 5 cycles (heddle time gemm --mcpu gfx942 -m 128 -n 2560 -k 2560 --tile 64x32x64). The last LDS reads of a phase stand
// among them, so that of two phases one waits for them: modelled, 100 cycles a step of 64x64x64 in three stages with
// 2x2 waves, none with 4x1 (--tile 64x64x64 --matrix 16 --stages 3 --loop rotate --load direct --split-k 3).
func (x *Product) issuing(m *machine, c *Candidate, bytes float64) float64 {
	if !c.Direct || max(x.directA, x.directB) > 4 {
		return 0
	}
	const cycles, read, exposed = 5, 16, 100
	a, b := float64(c.BM*c.BK)*float64(x.ABits)/8, float64(c.BN*c.BK)*float64(x.BBits)/8
	reads := (a/float64(c.WavesM) + b/float64(c.WavesN)) / (read * m.waveSize)
	matrix := 2 * float64(c.BM*c.BN*c.BK) / (m.flops / m.simds) / x.multiply(m, c) / float64(c.Waves())
	loads := bytes / (4 * m.waveSize) / float64(c.Waves())
	all := cycles * (2*loads + max(loads, reads+matrix))
	if !c.onePhase() {
		all += exposed
	}
	return all
}

// multiply is how long a matrix instruction takes its core.
func (x *Product) multiply(m *machine, c *Candidate) float64 {
	size := float64(c.Matrix)
	return 2 * size * size * float64(x.instructions[c.Matrix/32]) / (m.flops / m.simds)
}

// lines is what rows of an operand bring from the L2, in bytes: whole lines. What a step does not use of
// them the next one finds in the L1, if that is not full of the rows of the tile by then. Operands whose
// rows do not run along K have whole lines.
func (m *machine) lines(tile, rows, bytes float64, across bool) float64 {
	more := arch.CacheLine/bytes - 1
	if across || more <= 0 {
		return rows * bytes
	}
	return rows * bytes * (1 + more*min(1, tile*arch.CacheLine/m.l1Bytes))
}

// scaleLines are the lines that the scales of a step's rows bring: one for each row, of which the next step finds
// nothing left in the L1. Direct loads bring those of some steps together (kernels/gemm).
func (x *Product) scaleLines(m *machine, c *Candidate, rows float64) float64 {
	bytes := float64(c.BK) * x.ScaleBits / 8
	if c.Direct {
		return rows * bytes / max(bytes, m.wideBytes)
	}
	return rows * math.Ceil(bytes/arch.CacheLine)
}

// second is what else rows bring that are aligned to less than a line: the part of a row that a step takes, or
// for operands whose rows do not run along K the row of the tile, is then in one line more than its length
// needs. Beside the first ones, the second lines were in the L2 a step before: they wait for its rate alone.
func (m *machine) second(tile, rows, bytes float64, align, bits int, across bool) float64 {
	share := min(1, tile*arch.CacheLine/m.l1Bytes)
	if across {
		rows, bytes, share = bytes*8/float64(bits), rows*float64(bits)/8, 1
	}
	return rows * max(0, min(bytes, arch.CacheLine)-float64(align)) * share
}

// dataPath is how long the L1's data path takes for bytes of an operand, whose lanes load direct ones
// directly to LDS: narrow loads take a wave's time for less. Other loads are wide, however rows are aligned.
func (x *Product) dataPath(m *machine, c *Candidate, bytes float64, direct int) float64 {
	width, cycles := m.wideBytes, m.wide
	if c.Direct {
		width = float64(direct)
	}
	if width <= 4 {
		cycles = m.narrow
	}
	return bytes / (width * m.waveSize) * cycles
}

// cycles is the estimate.
func (x *Product) cycles(m *machine, c *Candidate) float64 {
	t := x.rounds(m, c, math.Ceil(float64(c.Workgroups)/m.cus)) + x.reduction(m, c)
	if x.shares(m, c) {
		divided := c.Workgroups % int64(m.cus)
		p := Parts{Tiles: divided, Each: max(2, int64(m.cus)/divided), Bytes: float64(c.BM*c.BN*x.AccBits) / 8}
		shared := x.rounds(m, c, float64(c.Workgroups)/m.cus) + p.Bytes/m.l2Write + x.adding(m, c, p)
		_, alone := x.step(m, c, 1, 1)
		if shared+(1-ShareWorth)*(x.stepsOf(c)*alone+x.ends(m, c, 1)) < t {
			return shared
		}
	}
	return t
}

// shares reports whether the tiles of a last round can be divided.
func (x *Product) shares(m *machine, c *Candidate) bool {
	groups, cus := c.Workgroups, int64(m.cus)
	return x.StreamK && c.BM*c.BN >= leastShared && c.SplitK == 1 && groups > cus && groups%cus != 0
}

// rounds is the time of a launch in which the busiest compute unit has so many workgroups; not a whole number if some
// have shares. Nothing comes from memory before the first loop and behind the last one.
func (x *Product) rounds(m *machine, c *Candidate, busiest float64) float64 {
	occupancy := min(float64(max(1, c.Occupancy)), busiest)
	_, step := x.step(m, c, occupancy, min(1, float64(c.Workgroups)/m.cus))
	steps := x.stepsOf(c)
	loop := busiest * steps * step
	if last := math.Mod(busiest, occupancy); last > 0 { // the others are gone by then, some compute units' all
		_, alone := x.step(m, c, max(1, last), 1-busiest+float64(c.Workgroups)/m.cus)
		loop += last * steps * (alone - step)
	}
	share := x.lockstep(m, c, loop)
	ends := x.ends(m, c, 1+(occupancy-1)*share) + share*x.multiply(m, c) // the last matrix instruction of all
	compute := loop + (math.Ceil(busiest)/occupancy-1)*ends
	return m.launch + norm(compute, x.traffic(m, c), busiest*x.out(c)/m.l2Write, m.started(c)) + ends + x.leaving(m, c, busiest)
}

// started is how long it takes to start all workgroups.
func (m *machine) started(c *Candidate) float64 {
	return float64(c.Workgroups) / m.xcds * max(m.startGroup, float64(c.Waves())*m.startWave)
}

// lockstep is the share of the workgroups of a compute unit that write their results while the others do: all of them
// begin at a time, and drift apart in loops that are long beside what is around them. How fast they do is fitted to modelled
// times of about 60 products of up to 16 steps in tiles of all sizes (heddle time gemm -m 4096 -n 4096 -k 64 --tile
// 128x64x64, for one).
func (x *Product) lockstep(m *machine, c *Candidate, loop float64) float64 {
	ends := x.ends(m, c, 1)
	return ends * ends / (ends*ends + loop*loop)
}

// out is what a workgroup writes, in bytes.
func (x *Product) out(c *Candidate) float64 {
	outBits := float64(x.OutBits)
	if c.SplitK > 1 {
		outBits = 32
	}
	return min(float64(c.BM), float64(x.M)) * min(float64(c.BN), float64(x.N)) * outBits / 8
}

// ends is what a workgroup takes beside its loop, if so many of a compute unit do that together: before it a load
// must arrive, after it the results must leave; other workgroups of the compute unit work meanwhile. What
// all compute units write at a time and the L2s have no room for goes on to the MALL.
func (x *Product) ends(m *machine, c *Candidate, together float64) float64 {
	out := together * x.out(c)
	written := out / m.l2Write
	if beyond := min(float64(c.Workgroups), m.cus)*out - m.l2Bytes*m.xcds; beyond > 0 {
		written = max(written, beyond/m.fabricWrite)
	}
	// Until its first load a wave computes addresses, in turns with the others of its SIMD. The wait for arguments is what
	// it was before they were preloaded (modelled, 430 to 920 cycles with the addresses): too much by most of it.
	const arguments, instructions = 400, 50
	start := arguments + instructions*m.issue*max(1, float64(c.Waves())/m.simds)
	last := 0.0
	if c.WavesK > 1 { // which wait for memory all of the time: nothing is under way while a wave multiplies its last step
		last = 2 * float64(c.BM*c.BN*c.BK) / (m.flops / m.simds)
	}
	return start + x.first(m, c) + x.latency(m, c) + last + x.results(m, c, together) + written + m.store
}

// leaving is how long what the L2s have of the results at the end of a launch takes to the MALL: those of the last
// workgroups, and others for which what is loaded leaves room.
func (x *Product) leaving(m *machine, c *Candidate, busiest float64) float64 {
	room := m.l2Bytes * m.xcds
	all := float64(x.M) * float64(x.N) * float64(x.Batch) * float64(x.OutBits) / 8
	together := m.cus * float64(max(1, c.Occupancy))
	if busiest != math.Floor(busiest) { // before the shares
		together = m.cus
	}
	groups := float64(c.Workgroups)
	last := math.Mod(groups, together) / groups * all
	if last == 0 {
		last = min(groups, together) / groups * all
	}
	return min(room, max(last, min(all, room-x.loaded(m, c)))) / m.leave
}

// first is how long direct loads before the loop take: a wave issues those of all buffers, each with the address in LDS,
// a wait state behind that, and the address in memory, and those of one buffer must pass the L1's data path: those of a
// single step do so during that step. Modelled, a load takes 20 to 36 cycles to issue where it is a dword (heddle time gemm --mcpu gfx942 --dtype i8 -m 176
// -n 1024 -k 1024 --tile 32x32x256 --annotate). Those through registers then go on to the LDS.
func (x *Product) first(m *machine, c *Candidate) float64 {
	if !c.Direct {
		if c.WavesK > 1 {
			return 0
		}
		loaded := float64(c.BM*c.BK*x.ABits+c.BN*c.BK*x.BBits) / 8
		return x.dataPath(m, c, loaded, 0)*min(1, x.stepsOf(c)-1) + loaded/m.ldsWrite
	}
	const instructions = 5
	a, b := float64(c.BM*c.BK*x.ABits)/8, float64(c.BN*c.BK*x.BBits)/8
	loads := (a/float64(x.directA) + b/float64(x.directB)) / m.waveSize / float64(c.Waves())
	issued := loads * instructions * m.issue // of one buffer
	all := min(float64(c.Stages), x.stepsOf(c)) * issued
	path := x.dataPath(m, c, a, x.directA) + x.dataPath(m, c, b, x.directB)
	return max(issued, all-x.latency(m, c), path*min(1, x.stepsOf(c)-1))
}

// results is how long it takes so many workgroups to make results of sums: two instructions for each, of which those of
// two waves of a SIMD issue at a time (facts performance.md §1.5). Waves that divide K add their sums through LDS.
func (x *Product) results(m *machine, c *Candidate, together float64) float64 {
	const instructions = 2
	waves := min(together*float64(c.Waves())/m.simds, 2)
	t := together * float64(c.BM*c.BN) / (m.waveSize * m.simds) * instructions * m.issue / max(waves, 1/m.simds)
	if c.WavesK > 1 {
		sums := float64(c.WavesK*c.BM*c.BN*x.AccBits) / 8
		t += sums/m.ldsWrite + sums/m.ldsRead
	}
	return t
}

// ShareWorth is the share of a tile's time in which a last round has to be done in shares, if it is to be divided: workgroups
// do not end in rounds, and two of a compute unit even less so. Modelled, gfx950 bf16 16384x640x2880 in tiles of 128x128,
// two of a compute unit: 0.87 by the estimate, and the product takes 1.03 times as long.
const ShareWorth = 0.85

// leastShared is the smallest tile, in elements, whose sums are worth to be written and read for that.
const leastShared = 128 * 128

// stepsOf is the number of steps of a workgroup's loop. The last one counts as much as it has matrix
// instructions with data, so that a K that is no multiple of the step costs little more than one that is. Parts
// of K have whole steps.
func (x *Product) stepsOf(c *Candidate) float64 {
	if c.SplitK > 1 {
		return float64(ceil(x.stepsOfK(&c.Tile), int64(c.SplitK)))
	}
	const lanes = 64 * 8 / 16 // of a row: 16 bytes for each of 4 lanes; 32 rows: 2 lanes
	depth := float64(lanes*16/c.Matrix) * 16 / float64(elementBits(max(x.ABits, x.BBits)))
	return max(1, math.Ceil(float64(x.K)/depth)*depth/float64(c.BK*max(1, c.WavesK)))
}

// traffic is how long the chip's memory takes for all workgroups. Data are where an earlier launch of the
// same kernel left them.
func (x *Product) traffic(m *machine, c *Candidate) float64 {
	loaded := x.loaded(m, c)
	switch bytes := x.bytes(); {
	case bytes > m.mallBytes:
		return max(bytes/m.memory, loaded/m.mall)
	case loaded/m.xcds > m.l2Bytes:
		return loaded / m.mall
	}
	return 0
}

// loaded is what the L2s of all XCDs read, in bytes. The workgroups of an XCD that run at a time share rows
// and columns in its L2: a near-square of tiles.
func (x *Product) loaded(m *machine, c *Candidate) float64 {
	bm, bn := min(float64(c.BM), float64(x.M)), min(float64(c.BN), float64(x.N))
	groups := float64(c.Workgroups) / float64(c.SplitK)
	rounds := max(1, groups*float64(c.SplitK)/(m.cus*float64(max(1, c.Occupancy))))
	area := groups * float64(c.SplitK) / rounds / m.xcds * bm * bn
	rows := min(math.Sqrt(area), float64(x.M)*float64(x.Batch))
	cols := min(area/max(rows, 1), float64(x.N)*float64(x.Batch))
	k := float64(x.K) / float64(c.SplitK)
	a, b := float64(x.ABits)+x.ScaleBits, float64(x.BBits)+x.ScaleBits
	loaded := rounds * m.xcds * k * (max(rows, bm)*a + max(cols, bn)*b) / 8
	return max(loaded, float64(x.K)*float64(x.Batch)*(float64(x.M)*a+float64(x.N)*b)/8)
}

// reduction is what the sums of a split K cost besides being written. Parts of the loop straight are taken to be added
// by a second kernel: they take longer than the rest of the estimate says (modelled: 64x2560x8192 in 8 parts 1.7 times
// as long as in one).
func (x *Product) reduction(m *machine, c *Candidate) float64 {
	if c.SplitK <= 1 {
		return 0
	}
	p := Parts{Tiles: x.groups(c.BM, c.BN), Each: int64(c.SplitK), Bytes: float64(c.BM*c.BN*x.AccBits) / 8, Near: x.PartsNear(c.BM, c.BN)}
	if c.WavesK > 1 {
		return m.addedByKernel(p)
	}
	return x.adding(m, c, p)
}
