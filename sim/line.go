package sim

import "sync"

// Flusher is an observer of a workgroup (Divider.Of) that writes what it is told to somewhere. What
// those of different workgroups write is in the order of a run on one core if they write it in Flush, or
// after Registers.AwaitTurn.
type Flusher interface {
	// Flush is called when the workgroup pauses or has ended, of one workgroup at a time.
	Flush()
}

// flush lets the observer of the workgroup write.
func (wg *workgroup) flush() {
	if f, ok := wg.observer.(Flusher); ok && wg.run.divider != nil {
		wg.line.await(wg.place)
		f.Flush()
	}
}

// HasTurn reports whether all workgroups before this one, in the order of a run on one core, pause or
// have ended.
func (r Registers) HasTurn() bool { return r.wave.wg.line.has(r.wave.wg.place) }

// AwaitTurn waits until the workgroup has its turn, which it keeps until it pauses.
func (r Registers) AwaitTurn() { r.wave.wg.line.await(r.wave.wg.place) }

// line is an order of things that happen at the same time. The first that is left can always go on. In
// the nil line there is only one.
type line struct {
	mu    sync.Mutex
	moved sync.Cond
	left  []bool
	first int // all before it have left
}

func newLine(n int) *line {
	l := &line{left: make([]bool, n)}
	l.moved.L = &l.mu
	return l
}

// has reports whether all before a place have left.
func (l *line) has(place int) bool {
	if l == nil {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first >= place
}

// await waits for that.
func (l *line) await(place int) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.first < place {
		l.moved.Wait()
	}
}

// leave gives up a place.
func (l *line) leave(place int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.left[place] = true; l.first < len(l.left) && l.left[l.first]; l.first++ {
	}
	l.moved.Broadcast()
}
