package sim

import (
	"fmt"
	"hash/maphash"
	"runtime"
	"sort"
	"sync"

	"heddle/hsaco"
	simd "heddle/sim/lanes"
)

// How a grid executes, the same on any number of cores:
//
// A round takes the workgroups that are under way, in the order of their ids.
// First each executes on its own, several at a time, up to a quantum of
// instructions: it sees memory as it was when the round began, and its own
// writes. It stops before an atomic of memory. Then, one after the other, the
// workgroups commit their writes; one that stands before an atomic goes on
// now, alone, if it is its turn: if all workgroups with a lower id have ended
// or wait.
//
// A workgroup waits if all its waves spin (spin.go): they are back in a state
// they were in before. It then rests until memory changes. That cannot be told
// of all that wait: some count how often they looked, some write. So a
// workgroup is also taken to wait if it executed very many instructions without
// changing memory, or without an atomic.
//
// So atomics apply in the order of workgroup ids, then of issue, except where
// a lower workgroup waits for a higher one; and those that wait for each
// other make progress. Options.Reversed exchanges lower and higher in all of this, and Options.Turns
// exchanges neighbours.
const (
	// windowSize is how many workgroups that do not wait are under way.
	windowSize = 8
	// quantum is the instructions of a workgroup in a round, waitQuantum that of
	// one that is taken to wait but does not rest.
	quantum, waitQuantum = 50_000, 5_000
	// quietLimit is after how many instructions without a change of memory a
	// workgroup is taken to wait, turnLimit after how many without a turn.
	quietLimit, turnLimit = 1 << 20, 1 << 24
)

// impatience decides whether a workgroup counts as waiting.
type impatience struct {
	saw    uint64 // run.epoch of the memory that it saw last
	made   uint64 // changes of memory and LDS that it had made
	quiet  uint64 // instructions executed when it made the last of them
	turned uint64 // and when its last turn ended
}

// run is a dispatch under way.
type run struct {
	launch *Launch
	device *Device
	kernel *Kernel
	geometry
	ids []int // workgroups to execute; nil: 0 to all-1
	all int

	kernarg, packetAddr, queueAddr uint64
	ldsBytes, privateSize          int
	ldsDeclared                    int
	file                           vectorFile
	code                           []*codeRegion
	codeEnd                        uint64
	maxInstructions                uint64
	lenientBarriers                bool
	level                          simd.Level
	transit                        transit
	observer                       Observer // nil if there is none
	preparer                       Preparer // observer, if it is one
	skipper                        Skipper  // observer, if it is one
	divider                        Divider  // has the observers of workgroups, if it is not nil

	next   int // index of the first workgroup that has not started
	active []*workgroup
	done   int
	free   []*workgroup
	waves  int // of active
	// resident is how many waves may be under way.
	resident int
	// least is how much guest memory may exist whatever Options.Resident is.
	least  uint64
	epoch  uint64 // counts changes of guest memory
	seed   maphash.Seed
	report *Report
}

// execute runs all rounds.
func (r *run) execute() error {
	r.seed, r.resident = maphash.MakeSeed(), r.residents()
	for {
		if err := r.admit(); err != nil {
			return err
		}
		if len(r.active) == 0 {
			return nil
		}
		if !r.anyAwake() {
			wg := r.active[0]
			wg.err = wg.endless()
			return r.failure(wg)
		}
		if len(r.active) > 1 {
			r.parallel()
		}
		if err := r.inTurn(); err != nil {
			return err
		}
		r.bound()
		if r.launch.Progress != nil {
			r.launch.Progress(r.done, r.all)
		}
	}
}

// admit starts workgroups until windowSize of them do not wait.
func (r *run) admit() error {
	busy := 0
	for _, wg := range r.active {
		if !wg.waiting {
			busy++
		}
	}
	for busy < windowSize && r.next < r.all && r.waves < r.resident {
		id := r.inOrder(r.next)
		if r.ids != nil {
			id = r.ids[id]
		}
		r.next++
		wg, err := r.start(id)
		if err != nil {
			return err
		}
		r.active = append(r.active, wg)
		r.waves += len(wg.waves)
		busy++
	}
	return nil
}

// inOrder is the index of the workgroup that starts as number i.
func (r *run) inOrder(i int) int {
	if n := r.launch.Turns; n > 1 {
		first := i / n * n
		i = first + (i-first+i/n)%min(n, r.all-first)
	}
	if r.launch.Reversed {
		return r.all - 1 - i
	}
	return i
}

// bound drops pages that were only read once there is more than Options.Resident: no workgroup is
// accessing a page at this point.
func (r *run) bound() {
	limit := r.launch.Resident
	if limit == 0 {
		limit = DefaultResident
	}
	if r.device.TouchedBytes() <= max(limit, r.least) {
		return
	}
	r.device.mem.dropRead()
	for _, list := range [][]*workgroup{r.active, r.free} {
		for _, wg := range list {
			wg.view.forget()
		}
	}
	r.least = r.device.TouchedBytes() + limit/2 // written pages stay
}

// residents is how many waves of the dispatch the chip holds at a time, as
// registers and LDS allow: if all of them wait, the others never start.
func (r *run) residents() int {
	chip := r.device.chip
	waves := chip.SIMDs * min(chip.MaxWavesPerSIMD, chip.UnifiedVGPRs/max(r.file.size, 1))
	if r.ldsBytes > 0 {
		group := (int(r.block[0])*int(r.block[1])*int(r.block[2]) + waveSize - 1) / waveSize
		waves = min(waves, chip.LDSBytes/r.ldsBytes*group)
	}
	return chip.ComputeUnits * max(waves, 1)
}

// rests reports whether wg spins and memory is as it was then: executing it
// would change nothing. When loads land is a matter of chance with
// ScheduleRandom, so that there nothing is sure.
func (r *run) rests(wg *workgroup) bool {
	return wg.last == outcomeSpin && wg.saw == r.epoch && wg.schedule != ScheduleRandom
}

func (r *run) anyAwake() bool {
	for _, wg := range r.active {
		if !r.rests(wg) {
			return true
		}
	}
	return false
}

// quantumOf is how many instructions wg may execute now.
func quantumOf(wg *workgroup) uint64 {
	if wg.waiting {
		return waitQuantum
	}
	return quantum
}

// parallel lets each workgroup that does not stand before an atomic execute on
// its own view of memory.
func (r *run) parallel() {
	workers := r.launch.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if r.observer != nil {
		workers = 1
	}
	var ready []*workgroup
	for _, wg := range r.active {
		if !wg.needTurn && !r.rests(wg) {
			r.look(wg)
			ready = append(ready, wg)
		}
	}
	line := newLine(len(ready))
	Each(min(workers, len(ready)), len(ready), func(i int) {
		defer line.leave(i)
		wg := ready[i]
		wg.line, wg.place = line, i
		wg.last = wg.execute(quantumOf(wg))
		wg.flush()
	})
}

// look notes that wg sees memory as it is now.
func (r *run) look(wg *workgroup) {
	if wg.saw != r.epoch {
		wg.saw = r.epoch
		wg.others++
	}
}

// Each calls f(0) to f(n-1) from the given number of goroutines. A panic in
// one of them is carried to the caller.
func Each(workers, n int, f func(i int)) {
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	var panicked any
	next := 0
	for range workers {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					mu.Lock()
					panicked = p
					mu.Unlock()
				}
			}()
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n {
					return
				}
				f(i)
			}
		})
	}
	wait.Wait()
	if panicked != nil {
		panic(panicked)
	}
}

// inTurn commits what the workgroups wrote and lets those before an atomic go
// on, in the order of their ids.
func (r *run) inTurn() error {
	alone := len(r.active) == 1
	kept := r.active[:0]
	blocked := false // a lower workgroup is under way and does not wait
	var failed error
	for _, wg := range r.active {
		wg.view.commit()
		r.committed(wg)
		if wg.err == nil && (alone || wg.needTurn && !blocked) {
			r.turn(wg)
		}
		switch {
		case wg.err != nil:
			if failed == nil {
				failed = r.failure(wg)
			}
		case wg.last == outcomeDone:
			r.finish(wg)
			continue
		}
		wg.waiting = wg.waits()
		if !wg.waiting {
			blocked = true
		}
		kept = append(kept, wg)
	}
	clear(r.active[len(kept):])
	r.active = kept
	return failed
}

// turn lets wg execute on guest memory itself.
func (r *run) turn(wg *workgroup) {
	r.look(wg)
	wg.view.live, wg.line = true, nil
	wg.last = wg.execute(quantumOf(wg))
	for _, w := range wg.waves {
		w.performAtomics()
	}
	wg.view.live = false
	wg.flush()
	wg.turned = wg.executed
	r.committed(wg)
}

// committed notes whether wg changed guest memory. If nobody else did since it
// looked, it has seen the change.
func (r *run) committed(wg *workgroup) {
	if !wg.view.changed {
		return
	}
	wg.view.changed = false
	if wg.saw == r.epoch {
		wg.saw++
	}
	r.epoch++
}

// waits reports whether wg is to be taken to wait for other workgroups.
func (wg *workgroup) waits() bool {
	if n := wg.view.changes + wg.lds.changes; n != wg.made {
		wg.made, wg.quiet = n, wg.executed
	}
	switch wg.last {
	case outcomeSpin:
		return true
	case outcomeQuantum:
		return wg.executed-wg.quiet >= quietLimit || wg.executed-wg.turned >= turnLimit
	}
	return false
}

// performAtomics performs the outstanding memory operations if an atomic is among them: that may
// only happen in the workgroup's turn.
func (w *wave) performAtomics() {
	for _, op := range w.pending.ops {
		if op.in.turn && !op.performed {
			w.wg.accesses.reset()
			w.perform(op)
			w.keepAccesses()
		}
	}
}

// finish removes a workgroup that has ended from the run.
func (r *run) finish(wg *workgroup) {
	r.done++
	r.waves -= len(wg.waves)
	r.report.add(wg)
	r.free = append(r.free, wg)
}

// start makes a workgroup ready to execute.
func (r *run) start(id int) (*workgroup, error) {
	wg := r.newWorkgroup()
	wg.id, wg.group = id, r.group(id)
	if r.divider != nil {
		wg.observer = r.divider.Of(id)
		wg.preparer, _ = wg.observer.(Preparer)
		wg.skipper, _ = wg.observer.(Skipper)
	}
	size := r.size(wg.group)
	items := int(size[0]) * int(size[1]) * int(size[2])
	n := (items + waveSize - 1) / waveSize
	for len(wg.waves) < n {
		wg.waves = append(wg.waves, new(wave))
	}
	wg.waves = wg.waves[:n]
	wg.random = random(r.launch.Seed ^ uint64(id)*0x9e3779b97f4a7c15)
	for i, w := range wg.waves {
		w.reset(wg, i)
		if t := r.launch.Timetable; t != nil && wg.schedule == ScheduleTimed {
			w.timed.slots = t.Waves[WaveID{id, i}]
		}
		r.initialise(w, size, min(items-i*waveSize, waveSize))
		if wg.observes() {
			wg.observer.WaveStarted(id, i)
		}
	}
	return wg, nil
}

// newWorkgroup returns a workgroup without waves, or one that has ended.
func (r *run) newWorkgroup() *workgroup {
	var wg *workgroup
	if n := len(r.free); n > 0 {
		wg = r.free[n-1]
		r.free = r.free[:n-1]
		view, waves, lds, free := wg.view, wg.waves[:cap(wg.waves)], wg.lds.bytes, wg.freeOps
		logs := [...]accessLog{wg.accesses, wg.dropped, wg.toLDS, wg.aside}
		for i := range logs {
			logs[i].reset()
		}
		*wg = workgroup{view: view, waves: waves, freeOps: free, accesses: logs[0], dropped: logs[1], toLDS: logs[2], aside: logs[3]}
		wg.lds.bytes = lds
		clear(lds)
	} else {
		wg = &workgroup{view: newView(&r.device.mem)}
		wg.lds.bytes = make([]byte, r.ldsBytes)
	}
	wg.device, wg.run = r.device, r
	wg.file, wg.privateSize = r.file, r.privateSize
	wg.schedule, wg.soffsetUnchecked = r.launch.Schedule, r.launch.SoffsetUnchecked
	wg.level, wg.transit, wg.doorbell = r.level, r.transit, r.launch.Doorbell
	wg.keepGoing = r.launch.KeepGoing
	wg.keepHalves = r.kernel.module.object.SRAMECC == hsaco.FeatureOff
	wg.observer, wg.preparer, wg.skipper = r.observer, r.preparer, r.skipper
	return wg
}

// reset clears the state of a wave. Registers start as zeros, which the
// hardware does not promise.
func (w *wave) reset(wg *workgroup, id int) {
	clear(w.vgpr[:wg.file.size])
	clear(w.sgpr[:])
	for _, chunk := range w.scratch {
		if chunk != nil {
			clear(chunk[:])
		}
	}
	w.watch = watch{}
	clear(w.pending.ops)
	w.wg, w.id = wg, id
	w.pending = pending{ops: w.pending.ops[:0], due: never}
	w.unreported.reset()
	w.seen, w.clock, w.timed = 0, 0, timed{}
	w.status, w.code, w.count, w.at, w.trapsts, w.barrier, w.scc = waveRuns, nil, 0, 0, 0, 0, false
}

// initialise gives a wave the registers that the packet processor and the
// dispatcher set up (facts isa/encodings.md §12).
func (r *run) initialise(w *wave, size [3]uint32, items int) {
	d := &r.kernel.kernel.Descriptor
	w.pc = r.kernel.entry
	if !r.launch.NoPreload {
		w.pc += uint64(d.Prologue())
	}
	w.mode.set(uint32(d.RoundMode32) | uint32(d.RoundMode1664)<<2 | uint32(d.DenormMode32)<<4 | uint32(d.DenormMode1664)<<6 |
		uint32(bit(d.DX10Clamp))*modeDX10Clamp | uint32(bit(d.IEEEMode))*modeIEEE | uint32(bit(d.FP16Overflow))*modeFP16Ovfl)
	w.setExec(^uint64(0) >> (waveSize - items))
	r.userSGPRs(w)
	for l := range items {
		id := uint32(w.id*waveSize + l)
		v := id % size[0]
		if d.VGPRWorkitemID > 0 { // y and z come if they are asked for
			v |= id / size[0] % size[1] << 10
		}
		if d.VGPRWorkitemID > 1 {
			v |= id / size[0] / size[1] << 20
		}
		w.vgpr[0][l] = v
	}
}

// userSGPRs fills the SGPRs that the kernel descriptor asks for, in their
// order.
func (r *run) userSGPRs(w *wave) {
	d := &r.kernel.kernel.Descriptor
	n := 0
	put := func(v uint32) {
		if n < r.device.chip.SGPRs {
			w.sgpr[n] = v
		}
		n++
	}
	put64 := func(v uint64) { put(uint32(v)); put(uint32(v >> 32)) }
	if d.DispatchPtr {
		put64(r.packetAddr)
	}
	if d.QueuePtr {
		put64(r.queueAddr)
	}
	if d.KernargSegmentPtr {
		put64(r.kernarg)
	}
	if d.DispatchID {
		put64(1)
	}
	if d.PrivateSegmentSize {
		put(uint32(r.privateSize))
	}
	if !r.launch.NoPreload {
		for i := range int(d.PreloadLength) {
			put(r.kernargDword(int(d.PreloadOffset) + i))
		}
	}
	n = max(n, int(d.UserSGPRCount))
	group := w.wg.group
	for i, on := range [3]bool{d.WorkgroupIDX, d.WorkgroupIDY, d.WorkgroupIDZ} {
		if on {
			put(group[i])
		}
	}
	if d.WorkgroupInfo {
		put(uint32(len(w.wg.waves)) | uint32(bit(w.id == 0))<<31)
	}
}

// kernargDword reads a dword of the kernarg segment.
func (r *run) kernargDword(i int) uint32 {
	var b [4]byte
	if r.device.mem.read(r.kernarg+uint64(i)*4, b[:]) != nil {
		return 0
	}
	return uint32(word(b[:]))
}

// selection sorts the workgroups to execute and checks them.
func selection(ids []int, count uint64) ([]int, error) {
	if ids == nil {
		return nil, nil
	}
	ids = append([]int{}, ids...) // none is not all
	sort.Ints(ids)
	for i, id := range ids {
		if id < 0 || uint64(id) >= count {
			return nil, fmt.Errorf("workgroup %d does not exist: the grid has %d", id, count)
		}
		if i > 0 && ids[i-1] == id {
			return nil, fmt.Errorf("workgroup %d is listed twice", id)
		}
	}
	return ids, nil
}
