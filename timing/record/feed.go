package record

import (
	"fmt"
	"runtime/debug"

	"heddle/timing"
)

// minBatch is how many workgroups are executed at a time at least: enough for all cores.
const minBatch = 32

// feed hands recorded workgroups to the model, in order. While the model is at work it executes the
// next ones.
type feed struct {
	share    share
	recorder *Recorder
	run      func(ids []int) error // executes workgroups, all for nil
	batch    int                   // how many at a time
	keep     bool

	// rest are those that are executed together, with those of all other XCDs, at the end: all of the grid from a workgroup on.
	rest segment
	from int

	ready   []*timing.Group // that are next
	batches chan batch      // those after them, nil if there are none
	quit    chan struct{}
	kept    []*timing.Group
}

// batch is workgroups that were executed together.
type batch struct {
	groups   []*timing.Group
	err      error
	panicked any
}

// first executes the first n workgroups, fewer if they would have more than most instructions, and
// returns how many one has in the mean.
func (f *feed) first(n int, most int64) (each int64, err error) {
	if f.ready, err = f.execute(f.share, []int{0}); err != nil {
		return 0, err
	}
	each = max(instructions(f.ready[0]), 1)
	if n = int(min(int64(n), most/each)); n <= 1 {
		return each, nil
	}
	var places []int
	for i := 1; i < n; i++ {
		places = append(places, i)
	}
	groups, err := f.execute(f.share, places)
	if err != nil {
		return 0, err
	}
	for _, g := range groups {
		each += instructions(g)
	}
	f.ready = append(f.ready, groups...)
	return max(each/int64(n), 1), nil
}

// all executes all workgroups of the grid, and records those of the segments. Of another share it
// returns some.
func (f *feed) all(list []segment, other share, some []int) (others []*timing.Group, err error) {
	places := placesOf(list)
	wanted := make(map[int]bool, len(places))
	for _, i := range places {
		wanted[f.share.id(i)] = true
	}
	for _, i := range some {
		wanted[other.id(i)] = true
	}
	f.recorder.Wants = func(id int) bool { return wanted[id] }
	if err := f.run(nil); err != nil {
		return nil, err
	}
	if f.ready, err = f.take(f.share, places); err != nil {
		return nil, err
	}
	return f.take(other, some)
}

// play makes the segments what is handed out, after first.
func (f *feed) play(list []segment) {
	places := placesOf(list)
	n := 0
	for n < len(places) && places[n] < len(f.ready) {
		f.ready[n] = f.ready[places[n]]
		n++
	}
	f.ready = f.ready[:n]
	if n == len(places) {
		return
	}
	f.batches, f.quit = make(chan batch), make(chan struct{})
	go f.produce(places[n:])
}

// placesOf lists the workgroups of segments.
func placesOf(list []segment) (places []int) {
	for _, s := range list {
		for i := s.from; i < s.to; i++ {
			places = append(places, i)
		}
	}
	return places
}

func instructions(g *timing.Group) (n int64) {
	for _, s := range g.Streams {
		n += int64(len(s.Ops))
	}
	return n
}

// ldsBytes are the bytes that the lanes of a workgroup move to and from the LDS.
func ldsBytes(g *timing.Group) (n int64) {
	for _, s := range g.Streams {
		for _, op := range s.Ops {
			if op.Access >= 0 && s.Accesses[op.Access].Space == timing.LDS {
				n += int64(s.Accesses[op.Access].Bytes)
			}
		}
	}
	return n
}

// execute executes workgroups of a share and returns them.
func (f *feed) execute(s share, places []int) ([]*timing.Group, error) {
	ids := make([]int, len(places))
	for i, at := range places {
		ids[i] = s.id(at)
	}
	if err := f.run(ids); err != nil {
		return nil, err
	}
	return f.take(s, places)
}

// take gets workgroups from the recorder.
func (f *feed) take(s share, places []int) ([]*timing.Group, error) {
	groups := make([]*timing.Group, len(places))
	for i, at := range places {
		id := s.id(at)
		streams, err := f.recorder.Take(id)
		if err != nil {
			return nil, err
		}
		groups[i] = &timing.Group{Workgroup: id, Streams: streams}
	}
	return groups, nil
}

// produce executes workgroups until there are none left or nobody wants more.
func (f *feed) produce(places []int) {
	defer close(f.batches)
	send := func(b batch) bool {
		select {
		case f.batches <- b:
			return b.err == nil
		case <-f.quit:
			return false
		}
	}
	defer func() {
		if p := recover(); p != nil {
			send(batch{panicked: fmt.Sprintf("%v\n%s", p, debug.Stack())})
		}
	}()
	for len(places) > 0 {
		n, execute := min(len(places), f.batch), f.execute
		if n = min(n, max(len(places)-(f.rest.to-f.rest.from), 0)); n == 0 {
			n, execute = len(places), f.together
		}
		groups, err := execute(f.share, places[:n])
		places = places[n:]
		if !send(batch{groups: groups, err: err}) {
			return
		}
	}
}

// together executes the workgroups of a share's rest, and all others of the grid that are like them.
func (f *feed) together(s share, places []int) ([]*timing.Group, error) {
	wanted := make(map[int]bool, len(places))
	for _, i := range places {
		wanted[s.id(i)] = true
	}
	var ids []int
	for id := f.from; id < s.groups; id++ {
		ids = append(ids, id)
	}
	f.recorder.Wants = func(id int) bool { return wanted[id] }
	if err := f.run(ids); err != nil {
		return nil, err
	}
	return f.take(s, places)
}

// next returns the next workgroup, nil after the last one.
func (f *feed) next() (*timing.Group, error) {
	if len(f.ready) == 0 {
		if f.batches == nil {
			return nil, nil
		}
		b := <-f.batches // without groups once it is closed
		if b.panicked != nil {
			panic(b.panicked)
		}
		if b.err != nil || len(b.groups) == 0 {
			return nil, b.err
		}
		f.ready = b.groups
	}
	g := f.ready[0]
	f.ready[0], f.ready = nil, f.ready[1:]
	if f.keep {
		f.kept = append(f.kept, g)
	}
	return g, nil
}

// stop ends the execution of workgroups.
func (f *feed) stop() {
	if f.batches == nil {
		return
	}
	close(f.quit)
	for range f.batches { // until it has ended
	}
}
