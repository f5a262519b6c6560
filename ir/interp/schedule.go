package interp

import (
	"fmt"
	"iter"

	"heddle/arch"
	"heddle/ir"
)

// meeting is an event that a lane waits for: the other lanes of its wave, or of its workgroup.
type meeting struct {
	in *inst
	// act runs when the lanes of a wave are there; nil for a barrier.
	act func(w *wave) error
	// anywhere lets waves wait at different barriers of this kind, as hardware
	// that counts waves does.
	anywhere bool
	err      error
}

// wave is the lanes of a wave that have met at an operation.
type wave struct {
	size   int
	lanes  []*lane // by lane number; nil where inactive
	active []*lane // the others
	in     *inst
}

// meet waits for the other lanes of the wave; act then reads their operands and
// sets their results, once for all of them.
func (l *lane) meet(in *inst, act func(w *wave) error) error {
	return l.wait(&meeting{in: in, act: act})
}

func (l *lane) wait(m *meeting) error {
	if l.wg == nil {
		return fmt.Errorf("lanes meet here, but this is not a kernel")
	}
	l.meeting = m
	if !l.yield(struct{}{}) {
		return errStopped
	}
	return m.err
}

// start makes the lane a coroutine.
func (l *lane) start(f *function, args []Value) {
	l.next, l.stop = iter.Pull(func(yield func(struct{}) bool) {
		l.yield = yield
		all, err := l.attributions(f, args)
		if err == nil {
			_, err = l.call(f, all)
		}
		l.err = err
	})
}

// resume runs the lane to its next meeting or its end.
func (l *lane) resume() error {
	l.meeting = nil
	if _, more := l.next(); !more {
		l.done = true
		if l.err != nil {
			return l.fault(l.wg.kernel.op, l.err)
		}
	}
	return nil
}

// workgroup is the lanes that run together.
type workgroup struct {
	machine  *machine
	id       int
	at       [3]uint32
	grid     [3]uint32
	block    [3]uint32
	chip     *arch.Chip
	waveSize int
	ldsLeft  int64
	lds      map[any]*Memory // by the operation or the argument that allocates it
	dynamic  int64           // bytes that the launch adds
	lanes    []*lane
	kernel   *function
	// reductions are the gpu.all_reduces that lanes have come to.
	reductions map[*ir.Operation]*allReduction
}

// run runs the lanes to their end.
func (wg *workgroup) run(args []Value) error {
	defer func() {
		for _, l := range wg.lanes {
			l.stop()
			l.machine.memory += l.heap // what was allocated and not freed
			l.heap = 0
		}
	}()
	for _, l := range wg.lanes {
		l.start(wg.kernel, args)
	}
	for _, l := range wg.lanes {
		if err := l.resume(); err != nil {
			return err
		}
	}
	for {
		waiting := false
		for first := 0; first < len(wg.lanes); first += wg.waveSize {
			w, err := wg.settle(wg.lanes[first:min(first+wg.waveSize, len(wg.lanes))])
			if err != nil {
				return err
			}
			waiting = waiting || w
		}
		if !waiting {
			return nil
		}
		if err := wg.barrier(); err != nil {
			return err
		}
	}
}

// settle runs a wave until all its lanes are at a barrier or at their end.
func (wg *workgroup) settle(lanes []*lane) (atBarrier bool, err error) {
	for {
		group, err := wg.firstGroup(lanes)
		if err != nil || len(group) == 0 {
			return false, err
		}
		m := group[0].meeting
		if m.act == nil {
			return true, wg.wholeWave(lanes, group)
		}
		w := &wave{size: wg.waveSize, lanes: make([]*lane, wg.waveSize), active: group, in: m.in}
		for _, l := range group {
			_, n := l.wave()
			w.lanes[n] = l
		}
		if err := group[0].work(uint64(len(group))); err != nil {
			return false, group[0].fault(m.in.op, err)
		}
		if err := m.act(w); err != nil {
			return false, group[0].fault(m.in.op, err)
		}
		for _, l := range group {
			if err := l.resume(); err != nil {
				return false, err
			}
		}
	}
}

// firstGroup returns the lanes that wait at the earliest place of the program: those in a branch or
// in a lower iteration before those after it, so that lanes reconverge after a branch.
func (wg *workgroup) firstGroup(lanes []*lane) ([]*lane, error) {
	var group []*lane
	for _, l := range lanes {
		if l.done {
			continue
		}
		if len(group) == 0 {
			group = append(group, l)
			continue
		}
		order, ok := comparePaths(l.path, group[0].path)
		switch {
		case !ok:
			err := fmt.Errorf("lanes of a wave wait in different blocks of a control flow graph: lane %d at %s", group[0].id, group[0].meeting.in.op.Name())
			return nil, l.fault(l.meeting.in.op, err)
		case order < 0:
			group = append(group[:0], l)
		case order == 0:
			group = append(group, l)
		}
	}
	return group, nil
}

// comparePaths orders two places of the program; ok is false if there is no
// order.
func comparePaths(a, b []step) (order int, ok bool) {
	for i := range min(len(a), len(b)) {
		if a[i].n == b[i].n {
			continue
		}
		if a[i].unordered || b[i].unordered {
			return 0, false
		}
		if a[i].n < b[i].n {
			return -1, true
		}
		return 1, true
	}
	return len(a) - len(b), true
}

// wholeWave refuses a barrier that not all lanes of the wave have reached.
func (wg *workgroup) wholeWave(lanes, group []*lane) error {
	if len(group) == len(lanes) {
		return nil
	}
	in := group[0].meeting.in
	for _, l := range lanes {
		if l.done {
			return group[0].fault(in.op, fmt.Errorf("not every lane reaches this barrier: lane %d has ended", l.id))
		}
		if order, _ := comparePaths(l.path, group[0].path); order != 0 {
			return group[0].fault(in.op, fmt.Errorf("not every lane of the wave reaches this barrier: lane %d waits at another place, at %s", l.id, l.meeting.in.op.Name()))
		}
	}
	return nil
}

// barrier lets the workgroup go on when all its waves wait at a barrier.
func (wg *workgroup) barrier() error {
	first := wg.lanes[0]
	for _, l := range wg.lanes {
		if !l.done {
			first = l
			break
		}
	}
	in := first.meeting.in
	for _, l := range wg.lanes {
		if l.done {
			return first.fault(in.op, fmt.Errorf("not every lane reaches this barrier: lane %d has ended", l.id))
		}
		if first.meeting.anywhere && l.meeting.anywhere {
			continue
		}
		if order, ok := comparePaths(l.path, first.path); order != 0 || !ok {
			return first.fault(in.op, fmt.Errorf("not every lane reaches this barrier: lane %d waits at another one, at %s", l.id, l.meeting.in.op.Name()))
		}
	}
	for _, l := range wg.lanes {
		if err := l.resume(); err != nil {
			return err
		}
	}
	return nil
}
