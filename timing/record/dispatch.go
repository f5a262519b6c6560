package record

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
	"heddle/timing"
	"heddle/timing/cache"
	"heddle/timing/report"
)

// Options say how a dispatch is timed.
type Options struct {
	// Product is what the kernel would run on. Its chip must be that of the device.
	Product *arch.Product
	// Chip has the constants of the model, if they are not those of the product's chip.
	Chip *arch.Chip
	// MHz is the engine clock, 0 for the product's boost clock: at a higher one, memory takes more
	// cycles.
	MHz float64
	// Start is what is in the caches when the dispatch begins.
	Start Start
	// Instructions is about how many executed instructions are timed; 0 means DefaultInstructions.
	Instructions int64
	// Everything executes all workgroups, also those that are not timed: for kernels whose workgroups
	// wait for each other. Those with atomics that return a value are always executed like that.
	Everything bool
	// Alike, if not 0, says that so many workgroups, the first of the grid, have the same work, and wait for no others: some stand for all of
	// them. Those behind them may have other work, and get values back from atomics: all of them are executed, and timed.
	Alike int64
	// Keep keeps the recorded workgroups for Timing.Replay.
	Keep bool
	// Observe and Served are those of timing.Launch; they may be nil.
	Observe func(*timing.Issue)
	Served  func(wave, seq int, done timing.Cycle)
	// Progress, if not nil, is called now and then with how many workgroups of those to be timed have
	// begun.
	Progress func(done, all int)
}

// Start is what is in the caches when a dispatch begins.
type Start uint8

const (
	// Warm is the state after an earlier dispatch of the kernel with the same arguments: its code is in
	// the instruction caches. If the MALL holds all data that the kernel touches, they are in it and
	// their pages in the TLBs, and if the L2 holds what an XCD reads, that is in it; if not, they are as
	// if Rotated.
	Warm Start = iota
	// Rotated is the state after dispatches of the kernel with other data, as benchmarks make them that
	// take turns with copies of the arguments: the code is there, and the MALL is full of other data, of
	// which the kernel has written as large a share as of its own.
	Rotated
	// Flushed has the code, and a MALL full of other data that were written, as with benchmarks that
	// write much memory before.
	Flushed
	// Cold has nothing.
	Cold
)

var startNames = [...]string{"warm", "rotated", "flushed", "cold"}

// String returns the name of the state.
func (s Start) String() string { return startNames[s] }

// ParseStart returns the state with that name. The error lists the names.
func ParseStart(name string) (Start, error) {
	i := slices.Index(startNames[:], name)
	if i < 0 {
		return 0, fmt.Errorf("%q is not one of %s", name, strings.Join(startNames[:], ", "))
	}
	return Start(i), nil
}

// DefaultInstructions are timed of a dispatch if it has more.
const DefaultInstructions = 10_000_000

// waveInstructions is what a wave that ends at once costs the model, in instructions: without it a grid of
// 2^32 empty workgroups would have ten millions of them timed.
const waveInstructions = 16

// maxInstructions are timed at most: if a generation of workgroups has more, fewer compute units are
// modelled. Tests change it.
var maxInstructions int64 = 50_000_000

// Timing is what the model says of a dispatch.
type Timing struct {
	Program   *timing.Program
	Occupancy *Occupancy
	// Result is that of the timed workgroups, all of one XCD.
	Result *timing.Result
	// Estimate is the time of the whole grid.
	Estimate
	// Traffic is that of the whole grid.
	Traffic []timing.Traffic
	// Workgroups are those of the grid, Timed those that were timed, Resident those that the product
	// holds at once. CUs is the number of compute units that were modelled.
	Workgroups, Timed, Resident int64
	CUs                         int
	// Work is that of the grid, TimedWork that of the timed workgroups: in workgroups, or in instructions where workgroups at the end
	// have less (Options.Alike).
	Work, TimedWork float64
	// Segments says which of the XCD's workgroups were timed.
	Segments []segment
	// Executed counts the instructions of the timed workgroups.
	Executed int64
	// Base is the time of the dispatch besides the cycles, in seconds: launch.base, and what it takes to
	// write the dirty lines of the L2 after the last wave.
	Base float64

	// Shared is the share of the lines that the XCD touches which another one touches as well.
	Shared float64

	product  *arch.Product
	mhz      float64
	start    Start
	data     float64      // about how many bytes the grid touches
	buffers  []sim.Buffer // on the device, by address
	written  float64      // share of the lines touched that are written
	reads    float64      // about how many bytes the XCD reads and does not write
	share    share
	places   int // workgroups of the XCD, of as many compute units as are modelled
	alike    int // of them the first, which have the same work
	groups   []*timing.Group
	partial  bool  // groups are only some of those that Segments says
	ldsBytes int64 // that lanes of the timed workgroups move to and from the LDS
	worst    *report.LDSAccess
}

// dispatch is a dispatch that is being timed.
type dispatch struct {
	Options
	device   *sim.Device
	launch   sim.Launch
	recorder *Recorder
	feed     feed
	t        *Timing
	n        int // workgroups of the XCD
	alike    int // of them the first, some of which stand for all
	resident int // of them at once
}

// Time executes workgroups of a launch on the device, one XCD's or all, and times those of one XCD. The
// launch must be of a kernel of the object; its Workgroups, Observers and Progress are not used. An
// error at an instruction is a *sim.RunError.
func Time(device *sim.Device, l sim.Launch, object *hsaco.Object, o Options) (*Timing, error) {
	if l.Schedule > sim.SchedulePrompt {
		return nil, errors.New("timing needs a schedule that touches memory when instructions are issued: round-robin, run or prompt")
	}
	d := &dispatch{Options: o, device: device, launch: l, t: &Timing{}}
	if d.Chip == nil {
		d.Chip = o.Product.Chip
	}
	if err := d.prepare(object); err != nil {
		return nil, err
	}
	defer d.feed.stop()
	if err := d.choose(); err != nil {
		return nil, err
	}
	if err := d.replay(); err != nil {
		return nil, err
	}
	return d.t, nil
}

// prepare finds out about the kernel and the grid.
func (d *dispatch) prepare(object *hsaco.Object) error {
	var kernel *hsaco.Kernel
	for _, k := range object.Kernels {
		if k.Name == d.launch.Kernel.Name() {
			kernel = k
		}
	}
	if kernel == nil {
		return fmt.Errorf("the code object has no kernel %s", d.launch.Kernel.Name())
	}
	p, err := Program(object, kernel)
	if err != nil {
		return err
	}
	p.Chip = d.Chip
	block := d.launch.Block
	items := int(block[0]) * int(block[1]) * int(block[2])
	if d.t.Occupancy, err = OccupancyOf(d.Chip, &kernel.Descriptor, items, d.launch.LDS); err != nil {
		return fmt.Errorf("kernel %s: %w", kernel.Name, err)
	}
	t, all := d.t, d.launch.Groups()
	t.start, t.buffers = d.Start, d.device.Buffers()
	slices.SortFunc(t.buffers, func(a, b sim.Buffer) int { return cmp.Compare(a.Addr, b.Addr) })
	t.product, t.mhz = d.Product, cmp.Or(d.MHz, float64(d.Product.BoostMHz))
	t.Program, t.Workgroups = p, int64(all[0])*int64(all[1])*int64(all[2])
	if t.Workgroups == 0 {
		_, err := d.device.Run(d.launch) // which says what is wrong
		return err
	}
	t.Base = float64(d.Chip.Model.Launch.Base.Value * 1e-6)
	t.CUs = d.Product.CUsPerXCD()
	t.Resident = int64(d.Product.CUs * t.Occupancy.Workgroups)
	t.share = share{xcds: d.Product.XCDs, groups: int(t.Workgroups), cus: d.Product.CUsPerXCD()}
	d.n, d.resident = t.share.len(), t.CUs*t.Occupancy.Workgroups
	if d.alike = d.n; d.Alike > 0 && d.Alike < t.Workgroups {
		d.alike = share{xcds: t.share.xcds, groups: int(d.Alike)}.len()
	}
	d.recorder = NewRecorder(p)
	d.recorder.Scratch = Scratch{Wave: uint64(kernel.Descriptor.PrivateSegmentFixedSize) * uint64(d.Chip.WaveSize),
		Waves: uint64(t.Occupancy.Waves), Slots: uint64(t.Resident) * uint64(t.Occupancy.Waves)}
	d.feed = feed{share: t.share, recorder: d.recorder, batch: max(d.resident, minBatch), keep: d.Keep}
	d.feed.run = func(ids []int) error {
		l := d.launch
		l.Workgroups, l.Observers, l.Progress = ids, []sim.Observer{d.recorder}, nil
		if ids == nil || ids[0] >= int(d.Alike) && d.Alike > 0 {
			// Which XCD is the last to arrive somewhere is a matter of chance: if it always were the last one, that
			// one would do all that is for the last to do, such as adding the parts of a sum.
			l.Turns = d.t.share.xcds
		}
		_, err := d.device.Run(l)
		return err
	}
	d.Everything = d.Everything || d.Alike == 0 && returnsAtomics(p)
	return nil
}

// returnsAtomics reports whether what other workgroups did to memory may come back from atomics.
func returnsAtomics(p *timing.Program) bool {
	for i := range p.Insts {
		row := p.Insts[i].Inst.Row
		if m := row.Memory; m != nil && row.Unit != isa.UnitLDS && m.Kind == isa.MemoryAtomic && m.Return > 0 {
			return true
		}
	}
	return false
}

// choose decides which workgroups are timed, for which it executes the first ones; with Everything it
// executes all.
func (d *dispatch) choose() error {
	other, some := d.t.share.other(min(d.alike, d.resident))
	if d.Everything {
		const blindly = 5 // generations, the last one perhaps not full: it is not known how long they are, nor whether they are alike
		d.alike = d.n
		d.t.Segments = plan(d.n, d.resident, blindly, 1)
		d.t.places, d.t.alike = d.n, d.n
		others, err := d.feed.all(d.t.Segments, other, some)
		if err != nil {
			return err
		}
		lines := linesOf(d.feed.ready[:min(d.resident, len(d.feed.ready))])
		d.t.Shared = sharedLines(lines, others)
		d.count(lines)
		return nil
	}
	each, err := d.feed.first(min(d.alike, d.feed.batch), maxInstructions)
	if err != nil {
		return err
	}
	lines := linesOf(d.feed.ready[:min(d.resident, len(d.feed.ready))])
	if some = some[:min(len(some), int(maxInstructions/each))]; len(some) > 0 {
		others, err := d.feed.execute(other, some)
		if err != nil {
			return err
		}
		d.t.Shared = sharedLines(lines, others)
	}
	d.count(lines)
	d.reduce(each)
	d.feed.batch = max(min(max(d.resident, minBatch), int(maxInstructions/each)), 1)
	generation := max(each, waveInstructions*int64(d.t.Occupancy.Waves)) * int64(d.resident)
	warm := int(min(d.warm(len(lines)), maxInstructions/generation))
	budget := int(cmp.Or(d.Instructions, DefaultInstructions) / generation)
	d.t.Segments = plan(d.alike, d.resident, max(budget, warm), warm)
	d.t.places, d.t.alike = d.n, d.alike
	rest := segment{d.alike, d.n}
	if last := &d.t.Segments[len(d.t.Segments)-1]; last.to == rest.from {
		last.to = rest.to
	} else if rest.from < rest.to {
		d.t.Segments = append(d.t.Segments, rest)
	}
	d.feed.rest, d.feed.from = rest, int(d.Alike)
	d.feed.play(d.t.Segments)
	return nil
}

// count estimates how much the grid touches from the lines of the first workgroups of the XCD, as if all
// touched as many, but not more than is allocated.
func (d *dispatch) count(lines map[uint64]bool) {
	t := d.t
	t.written = writtenShare(lines)
	each := float64(len(lines)) * float64(d.n) / float64(max(min(d.resident, d.n), 1))
	t.reads = float64((1 - t.written) * each * arch.CacheLine)
	xcds := float64(min(t.share.xcds, t.share.groups))
	t.data = min(float64(each*arch.CacheLine*(t.Shared+float64((1-t.Shared)*xcds))), float64(d.device.AllocatedBytes()))
}

// warm is after how many generations, of which the first touches so many lines, the L2 is in a steady
// state: lines that were written have to leave before others can come in.
func (d *dispatch) warm(lines int) int64 {
	const fills = 3
	if lines == 0 {
		return 1
	}
	m := &d.Chip.Model.Memory
	return int64(fills*m.L2Channels.Value*m.L2ChannelBytes.Value/arch.CacheLine/float64(lines)) + 1
}

// reduce models fewer compute units, with their share of the workgroups, if one generation of
// workgroups with so many instructions each would be too much.
func (d *dispatch) reduce(each int64) {
	per := d.t.Occupancy.Workgroups
	if int64(min(d.n, d.resident)) <= maxInstructions/each {
		return
	}
	cus := min(max(int(maxInstructions/each)/per, 1), d.t.CUs)
	part := func(n int) int { return (n*cus + d.t.CUs - 1) / d.t.CUs }
	alike, rest := part(d.alike), part(d.n-d.alike)
	d.t.share.alike, d.t.share.left = alike, d.alike-alike
	d.feed.share = d.t.share
	d.n, d.alike = alike+rest, alike
	d.t.CUs, d.resident = cus, cus*per
}

// replay times the chosen workgroups and estimates the rest.
func (d *dispatch) replay() error {
	t := d.t
	all, done := 0, 0
	for _, s := range t.Segments {
		all += s.to - s.from
	}
	t.Timed = int64(all)
	var alike int64 // instructions of those of them that are alike
	l := timing.Launch{Program: t.Program, Observe: d.Observe, Served: d.Served}
	l.Next = func(int) (*timing.Group, error) {
		if d.Progress != nil {
			d.Progress(done, all)
		}
		done++
		g, err := d.feed.next()
		if g != nil {
			n := instructions(g)
			t.Executed += n
			if d.alike == d.n || g.Workgroup < int(d.Alike) {
				alike += n
			}
			t.ldsBytes += ldsBytes(g)
		}
		return g, err
	}
	var err error
	var writeBack timing.Cycle
	if t.Result, writeBack, err = t.run(&l); err != nil {
		return err
	}
	t.Base += float64(writeBack) / (t.mhz * 1e6)
	t.groups, t.worst = d.feed.kept, d.recorder.worstLDS()
	t.Estimate = t.estimate(t.Result)
	t.Work, t.TimedWork = float64(t.Workgroups), float64(t.Timed)
	if rest := d.n - d.alike; rest > 0 {
		each := float64(alike) / float64(all-rest)
		t.Work = float64(each*float64(d.Alike)) + float64(float64(t.Executed-alike)/float64(rest)*float64(t.Workgroups-d.Alike))
		t.TimedWork = float64(t.Executed)
	}
	for _, level := range t.Result.Traffic {
		t.Traffic = append(t.Traffic, scaled(level, t.Work, t.TimedWork))
	}
	return nil
}

// run replays workgroups on one XCD. It also returns how long it takes to write what is then dirty in its
// L2.
func (t *Timing) run(l *timing.Launch) (*timing.Result, timing.Cycle, error) {
	m := &l.Program.Chip.Model
	memory, err := cache.New(cache.Config{Model: &m.Memory, CUs: t.CUs, ActiveCUs: max(t.CUs, min(t.share.cus, t.share.len())),
		XCDs: min(t.share.xcds, t.share.groups), Shared: t.Shared, MHz: t.mhz, HBM: t.product.HBMBandwidth / 1e9})
	if err != nil {
		return nil, 0, err
	}
	t.warm(memory, l)
	l.CUs, l.XCDs, l.PerCU, l.Memory = t.CUs, 1, t.Occupancy.Workgroups, memory
	l.GroupInterval, l.WaveInterval = intervals(&m.Launch, t.Occupancy.Waves)
	l.Turnaround, l.SIMDs = timing.Cycle(m.Launch.Turnaround.Value+0.5), m.Launch.SIMDs
	r, err := timing.Run(l)
	if err != nil {
		return nil, 0, err
	}
	r.Traffic = memory.Traffic()
	return r, memory.WriteBack(r.Cycles), nil
}

// warm puts into the caches what is there when the dispatch begins: the data of a workgroup when it is
// its turn. What the kernel reads is in the L2, if all of that fits. That it survives the end of a
// dispatch, and lines that were written do not take its place, is read off thread traces of repeated
// dispatches on an MI350X (jhinpan/flydsl-kernel-profiling-lib bce529c): the first loads of layernorm
// and rmsnorm, of 1 and 2 MB an XCD that are read and as many that are written, take 188 to 290 cycles,
// too few for the MALL.
func (t *Timing) warm(memory *cache.System, l *timing.Launch) {
	if t.start == Cold {
		return
	}
	insts := l.Program.Insts
	first, last := insts[0].Addr, &insts[len(insts)-1]
	others := t.start == Rotated || t.data > l.Program.Chip.Model.Memory.MALLBytes.Value
	switch {
	case t.start == Flushed:
		memory.Fill(1)
	case others:
		memory.Fill(t.written)
	}
	memory.TouchCode(first, last.Addr+uint64(last.Size)-first)
	if t.start == Flushed || others {
		return
	}
	touch := memory.Touch
	if m := &l.Program.Chip.Model.Memory; t.reads <= float64(m.L2Channels.Value*m.L2ChannelBytes.Value) {
		touch = memory.TouchShared
	}
	next := l.Next
	l.Next = func(xcd int) (*timing.Group, error) {
		g, err := next(xcd)
		if g != nil {
			eachLine([]*timing.Group{g}, func(line uint64, write bool) {
				switch {
				case write:
					memory.Touch(line, arch.CacheLine)
				case t.allocated(line):
					touch(line, arch.CacheLine)
				default:
					memory.TouchPages(line, arch.CacheLine)
				}
			})
		}
		return g, err
	}
}

// allocated reports whether a line is in a buffer. The arguments of the kernel are in none: the host
// writes them anew for each dispatch.
func (t *Timing) allocated(line uint64) bool {
	i, found := slices.BinarySearchFunc(t.buffers, line, func(b sim.Buffer, line uint64) int { return cmp.Compare(b.Addr, line) })
	return found || i > 0 && line-t.buffers[i-1].Addr < t.buffers[i-1].Size
}

// scaled returns the traffic of n workgroups if t is that of m.
func scaled(t timing.Traffic, n, m float64) timing.Traffic {
	scale := func(v int64) int64 { return int64(float64(float64(v)*n) / m) }
	return timing.Traffic{Level: t.Level, Requests: scale(t.Requests), Hits: scale(t.Hits),
		ReadBytes: scale(t.ReadBytes), WrittenBytes: scale(t.WrittenBytes)}
}

// Replay times the recorded workgroups again, with the constants of another model of the chip, and
// returns the cycles of the grid. The workgroups must have been kept. Several goroutines may replay at
// once.
func (t *Timing) Replay(chip *arch.Chip) (timing.Cycle, error) {
	if int64(len(t.groups)) != t.Timed {
		return 0, errors.New("the workgroups were not kept")
	}
	p := *t.Program
	p.Chip = chip
	at := 0
	r, _, err := t.run(&timing.Launch{Program: &p, Next: func(int) (*timing.Group, error) {
		if at == len(t.groups) {
			return nil, nil
		}
		at++
		return t.groups[at-1], nil
	}})
	if err != nil {
		return 0, err
	}
	if t.partial {
		return r.Cycles, nil
	}
	return t.estimate(r).Cycles, nil
}
