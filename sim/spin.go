package sim

import (
	"errors"
	"hash/maphash"
	"unsafe"
)

// watch looks for a wave that spins: one that is back in an earlier state, while nothing that it
// could see has changed since. It will do the same forever, unless another wave or workgroup
// changes memory.
//
// It keeps one state and compares it with the wave's state whenever the wave reaches that
// instruction again. To find loops of any length, and those not entered yet, it takes a new state
// after 64 instructions, then after 128, 256 and so on.
type watch struct {
	pc       uint64
	count    uint64 // wave.count when the state was taken
	limit    uint64 // instructions until the next is taken; 0: none was yet
	scalars  uint64 // hash of the scalar state
	all      uint64 // hash of the whole state, if whole
	whole    bool
	changes  uint64 // workgroup.changes
	releases int    // workgroup.releases
	reads    uint64 // bytes of guest memory read by the workgroup
	left     int    // comparisons until the end of the quantum
	spins    bool   // since the state was taken, if changes is unchanged
	alone    bool   // and it read no guest memory: nothing can end that
}

const (
	watchAfter = 256 // instructions of a quantum before waves are watched
	watchFirst = 64  // instructions until the second state is taken
	watchLeft  = 64  // comparisons in a quantum: they cost time
)

// changes counts events that may make waves of the workgroup leave a loop.
func (wg *workgroup) changes() uint64 { return wg.view.changes + wg.lds.changes + wg.others }

// watched is called after an instruction of w. It reports whether the whole
// workgroup spins.
func (wg *workgroup) watched(w *wave) bool {
	k := &w.watch
	if w.pc != k.pc || k.left == 0 || k.limit == 0 {
		if k.limit == 0 || w.count-k.count >= k.limit {
			w.takeState(2 * max(k.limit, watchFirst/2))
		}
		return false
	}
	k.left--
	if k.changes != wg.changes() {
		w.takeState(watchFirst)
		return false
	}
	if k.spins {
		wg.yield = true
		return false
	}
	if w.hashScalars() != k.scalars {
		return false
	}
	all := w.hashAll()
	if !k.whole || all != k.all {
		w.takeState(k.limit)
		k.all, k.whole = all, true
		return false
	}
	k.spins, k.alone = true, k.reads == wg.stats.bytes[SpaceGlobal][0]
	wg.yield = true
	return wg.spins()
}

// takeState keeps the wave's current state as the one to compare with.
func (w *wave) takeState(limit uint64) {
	wg, left := w.wg, w.watch.left
	w.watch = watch{pc: w.pc, count: w.count, limit: limit, scalars: w.hashScalars(), changes: wg.changes(), releases: wg.releases,
		reads: wg.stats.bytes[SpaceGlobal][0], left: left}
}

// spins reports whether every wave spins or is held by those that do: it waits at a barrier that
// has not opened meanwhile, or is halted.
func (wg *workgroup) spins() bool {
	held, changes := false, wg.changes()
	for _, w := range wg.waves {
		switch {
		case w.status == waveEnded || w.watch.spins && w.watch.changes == changes:
		case w.status == waveRuns:
			return false
		default:
			held = true
		}
	}
	if !held {
		return true
	}
	for _, w := range wg.waves {
		if w.status != waveEnded && w.watch.spins && w.watch.releases != wg.releases {
			return false
		}
	}
	return true
}

// spun is the outcome of a workgroup that spins.
func (wg *workgroup) spun() outcome {
	if wg.schedule != ScheduleRandom && wg.hopeless() {
		wg.err = wg.endless()
		return outcomeError
	}
	return outcomeSpin
}

// hopeless reports whether nothing that other workgroups do can end the
// spinning of wg.
func (wg *workgroup) hopeless() bool {
	for _, w := range wg.waves {
		if w.watch.spins && !w.watch.alone {
			return false
		}
	}
	return true
}

// ErrEndless is the Err of a RunError if all workgroups under way wait: for others that are not
// executed, perhaps.
var ErrEndless = errors.New("no wave can make progress: an endless loop, or a wait for something that never happens")

// endless is the error of a workgroup that spins forever.
func (wg *workgroup) endless() error {
	w := wg.waves[0]
	for _, x := range wg.waves {
		if x.status == waveRuns {
			w = x
			break
		}
	}
	return &waveError{wave: w, at: w.pc, err: ErrEndless}
}

// hashScalars returns a hash of the state that the wave has once, not per lane.
func (w *wave) hashScalars() uint64 {
	bits := uint64(w.mode.bits)<<32 | uint64(w.trapsts)<<1 | bit(w.scc)
	return maphash.Bytes(w.wg.run.seed, scalarBytes(&w.sgpr)) ^ bits*0x9e3779b97f4a7c15 + uint64(len(w.pending.ops))
}

// hashAll returns a hash of everything that decides what the wave does next, except pc, LDS and
// guest memory.
func (w *wave) hashAll() uint64 {
	var h maphash.Hash
	h.SetSeed(w.wg.run.seed)
	h.Write(scalarBytes(&w.sgpr))
	h.Write(laneBytes(w.vgpr[:w.wg.file.size]))
	for _, chunk := range w.scratch {
		if chunk != nil {
			h.Write(chunk[:])
		}
	}
	for _, op := range w.pending.ops {
		op.hash(&h, w.clock)
	}
	return h.Sum64()
}

// scalarBytes returns the memory of scalar registers, for hashing.
func scalarBytes(v *[128]uint32) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), len(v)*4) }

// laneBytes returns the memory of vector registers, for hashing.
func laneBytes(v []lanes) []byte {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), len(v)*waveSize*4)
}
