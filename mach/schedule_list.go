package mach

import (
	"cmp"
	"slices"

	"heddle/isa"
)

// listScheduler is the state of list scheduling: it walks through time and issues, of
// the instructions whose operands are ready, the one with the longest path to
// the end. If that would take more registers than allowed, it issues the first
// remaining instruction of the old order, which needs no more than the old order
// did, except for instructions issued ahead.
type listScheduler struct {
	g       *depGraph
	order   []int32
	preds   []int32
	ready   []int32 // when the operands are there
	done    []bool
	waiting nodeHeap // by ready
	open    nodeList // by height
	first   int32    // the place in the old order of the first node that is not done
	now     int32
	free    [isa.NumPipes]int32 // when a pipe takes the next one
	live    pressure
	peak    pressure
	limit   pressure
	needs   [counters][]int32 // the last load whose result a node needs, counted
	loads   [counters]int32   // issued
	waited  [counters]int32   // known to be complete
	lazy    []int32
	end     int32 // when the region ends, as far as one knows
	left    int32 // clocks that the issue of all that is left takes
	beat    *beat // if memory operations keep a distance
	replays bool  // the order is known
}

// mostCandidates is how many of the best are looked at for one that may go.
const mostCandidates = 12

// mostCrowded is how many are looked at if none of those has room, fewer in regions of more than 1024
// nodes: crowdedWork bounds the time that a large one takes.
const mostCrowded, crowdedWork = 256, 1 << 18

// listOrder schedules the region, at whose beginning so many registers are
// live.
func (g *depGraph) listOrder(live, limit pressure, p *pace) (order []int32, peak pressure) {
	l := g.newList(live, limit)
	if p != nil {
		l.beat = newBeat(g, p)
	}
	for n := range g.nodes {
		if l.preds[n] == 0 {
			l.release(int32(n))
		}
	}
	choose := l.choose
	if l.beat != nil {
		choose = l.chooseInBeat
	}
	for len(l.order) < len(g.list) {
		n := choose()
		if n < 0 {
			continue
		}
		l.issue(n)
	}
	return l.order, l.peak
}

// clocks is how long a schedule takes, with waits, and without copies, most of which vanish.
func (g *depGraph) clocks(order []int32) int32 {
	l := g.newList(pressure{}, pressure{})
	l.replays = true
	for _, n := range order {
		if g.vanishes(n) {
			l.finish(n, l.now)
			continue
		}
		l.now = max(l.now, l.ready[n], l.free[g.nodes[n].unit])
		if l.waits(n) {
			l.now += int32(g.timing.Issue)
		}
		l.issue(n)
	}
	return l.now
}

// newList begins a schedule.
func (g *depGraph) newList(live, limit pressure) *listScheduler {
	l := &listScheduler{g: g, live: live, peak: live, limit: limit}
	l.preds, l.ready, l.done = make([]int32, len(g.nodes)), make([]int32, len(g.nodes)), make([]bool, len(g.nodes))
	for c := range counters {
		l.needs[c] = make([]int32, len(g.nodes))
	}
	for i := range g.vals.list {
		g.vals.list[i].left = g.vals.list[i].uses
	}
	for n := range g.nodes {
		l.end, l.left = max(l.end, g.nodes[n].height), l.left+g.nodes[n].issue
		l.preds[n] = g.nodes[n].preds
	}
	return l
}

// release notes that everything before a node is done.
func (l *listScheduler) release(n int32) {
	if l.g.nodes[n].join {
		l.finish(n, l.ready[n])
		return
	}
	if l.replays {
		return
	}
	if l.beat != nil && l.g.nodes[n].unit == isa.PipeMatrix {
		l.beat.arriving.push(l.ready[n], n)
		return
	}
	l.waiting.push(l.ready[n], n)
}

// finish tells a node's successors that it was issued.
func (l *listScheduler) finish(n, at int32) {
	l.done[n] = true
	load, counter := !l.g.nodes[n].join && l.g.isLoad(n), 0
	if load {
		counter = l.counter(n)
		l.loads[counter]++
	}
	for e := l.g.nodes[n].out; e != 0; {
		x := &l.g.edges[e-1]
		t := at + x.clocks
		if load && x.clocks >= l.g.nodes[n].result {
			l.needs[counter][x.to] = l.loads[counter]
			t = l.g.arrival(n, t)
		}
		l.ready[x.to] = max(l.ready[x.to], t)
		if l.preds[x.to]--; l.preds[x.to] == 0 {
			l.release(x.to)
		}
		e = x.next
	}
}

// choose returns the node to issue, -1 if time has to pass first.
func (l *listScheduler) choose() int32 {
	for len(l.waiting) > 0 && l.ready[l.waiting.first()] <= l.now {
		n := l.waiting.pop()
		l.open.insert(nodeKey(-l.g.nodes[n].height, n))
	}
	c := l.search(mostCandidates)
	if c.best < 0 && c.crowded {
		l.lazy = l.lazy[:0]
		c = l.search(max(mostCandidates, min(mostCrowded, crowdedWork/len(l.g.nodes))))
	}
	l.noLonger(&c)
	l.close(c.at, c.best)
	urgent := l.urgent()
	switch {
	case c.best >= 0:
		return c.best
	case c.crowded && len(l.waiting) == 0 && urgent < 0 && !c.busy:
		return l.inOldOrder()
	}
	l.pass(c.rejected > 0, urgent)
	return -1
}

// inOldOrder is the first node of the old order that is left.
func (l *listScheduler) inOldOrder() int32 {
	for l.done[l.g.oldOrder(l.first)] {
		l.first++
	}
	n := l.g.oldOrder(l.first)
	l.now = max(l.now, l.ready[n])
	return n
}

// candidates is what a look at the open nodes found.
type candidates struct {
	best     int32 // the one to issue, or -1
	at       int   // those after it were looked at
	rejected int   // nodes that wait for their pipe, or have no room
	crowded  bool  // some have no room
	busy     bool  // some have, but wait for their pipe
}

// search looks at some nodes for the one to issue.
func (l *listScheduler) search(most int) candidates {
	c := candidates{best: -1, at: len(l.open)}
	for c.rejected+len(l.lazy) < most && c.at > 0 {
		c.at--
		n := nodeOf(l.open[c.at])
		if l.done[n] {
			continue
		}
		more := l.takes(n)
		if !l.fits(more) {
			c.crowded = true
		} else if l.canWait(n, more) {
			l.lazy = append(l.lazy, n)
			continue
		} else if l.free[l.g.nodes[n].unit] <= l.now {
			better := c.best < 0 || l.sparesWait(n, c.best)
			if better {
				n, c.best = c.best, n
			}
			if !l.waits(c.best) {
				if n >= 0 {
					c.rejected++
				}
				break
			}
			if n < 0 {
				continue
			}
		} else {
			c.busy = true
		}
		c.rejected++
	}
	return c
}

// noLonger takes a node that could wait, if there is nothing else.
func (l *listScheduler) noLonger(c *candidates) {
	if c.best < 0 && !c.crowded && len(l.waiting) == 0 && c.rejected == 0 && len(l.lazy) > 0 {
		c.best, l.lazy = l.lazy[0], l.lazy[1:]
	}
}

// pass goes to the next time at which something changes; busy if a pipe is
// waited for, urgent the time at which the first one that could wait cannot
// any more, or -1.
func (l *listScheduler) pass(busy bool, urgent int32) {
	next := urgent
	if len(l.waiting) > 0 && (next < 0 || l.ready[l.waiting.first()] < next) {
		next = l.ready[l.waiting.first()]
	}
	if b := l.beat; b != nil && len(b.arriving) > 0 && (next < 0 || l.ready[b.arriving.first()] < next) {
		next = l.ready[b.arriving.first()]
	}
	if busy {
		for _, t := range l.free {
			if t > l.now && (next < 0 || t < next) {
				next = t
			}
		}
	}
	if next < 0 {
		panic("BUG: nothing is left to schedule")
	}
	l.now = next
}

func (l *listScheduler) issue(n int32) {
	x := &l.g.nodes[n]
	l.order = append(l.order, n)
	l.end, l.left = max(l.end, l.now+x.height), l.left-x.issue
	l.peak.raise(l.g.pass(n, &l.live))
	for c := range counters {
		l.waited[c] = max(l.waited[c], l.needs[c][n])
	}
	if x.unit != isa.PipeNone {
		l.free[x.unit] = l.now + x.busy
	}
	l.finish(n, l.now)
	l.now += x.issue
	if l.beat != nil {
		l.beat.issued(n, x, l.g.vanishes(n))
	}
}

// counters are those that loads are waited for with: loads of the memory, and
// of the LDS or by the scalar unit.
const counters = 2

// sameWait is how many more loads a wait may be for if that spares another.
const sameWait = 6

// counter is the counter of a load.
func (l *listScheduler) counter(n int32) int {
	if l.g.list[n].Row.Counters&isa.CountVM != 0 {
		return 0
	}
	return 1
}

// waits reports whether a node needs a load that nothing waited for yet.
func (l *listScheduler) waits(n int32) bool {
	for c := range counters {
		if l.needs[c][n] > l.waited[c] {
			return true
		}
	}
	return false
}

// sparesWait reports whether waiting for what n needs will do for m, which is
// the more urgent one, and takes hardly longer.
func (l *listScheduler) sparesWait(n, m int32) bool {
	more := false
	for c := range counters {
		d := l.needs[c][n] - max(l.needs[c][m], l.waited[c])
		if l.needs[c][n] < l.needs[c][m] && l.needs[c][m] > l.waited[c] || d > sameWait {
			return false
		}
		more = more || d > 0
	}
	return more
}

// takes is how many more registers are live after a node.
func (l *listScheduler) takes(n int32) (more pressure) {
	for _, v := range l.g.defsOf(n) {
		val := &l.g.vals.list[v]
		more.add(val.file, val.only, 1)
	}
	for _, v := range l.g.usesOf(n) {
		if val := &l.g.vals.list[v]; val.left == 1 && !val.after {
			more.add(val.file, val.only, -1)
		}
	}
	return more
}

// fits reports whether a node may be issued: it takes no more registers than
// it gives back, or than there are left.
func (l *listScheduler) fits(more pressure) bool {
	for i := range more {
		if more[i] > 0 && l.live[i]+more[i] > l.limit[i] {
			return false
		}
	}
	return true
}

// leeway is the clocks by which the time that is left may be wrong.
const leeway = 24

// canWait reports whether a node would take a register that nobody needs yet:
// there is time for it later, in the shadow of something else.
func (l *listScheduler) canWait(n int32, more pressure) bool {
	return !l.g.nodes[n].early && more[FileV] > 0 && l.now < l.deadline(n)
}

// deadline is when a node has to be issued for the region to end in time.
func (l *listScheduler) deadline(n int32) int32 {
	return l.end - max(l.g.nodes[n].height, l.left) - leeway
}

// urgent forgets the nodes that can wait, and returns when the first of them
// cannot any more.
func (l *listScheduler) urgent() int32 {
	first := int32(-1)
	for _, n := range l.lazy {
		if t := l.deadline(n); first < 0 || t < first {
			first = t
		}
	}
	l.lazy = l.lazy[:0]
	return first
}

// close takes a node, and those that are done, from the open ones that were
// visited, which are those after at.
func (l *listScheduler) close(at int, gone int32) {
	kept := l.open[:at]
	for _, x := range l.open[at:] {
		if n := nodeOf(x); n != gone && !l.done[n] {
			kept = append(kept, x)
		}
	}
	l.open = kept
}

func (g *depGraph) defsOf(n int32) []int32 {
	end := int32(len(g.vals.defs))
	if int(n)+1 < len(g.list) {
		end = g.nodes[n+1].defs
	}
	return g.vals.defs[g.nodes[n].defs:end]
}

func (g *depGraph) usesOf(n int32) []int32 {
	end := int32(len(g.vals.uses))
	if int(n)+1 < len(g.list) {
		end = g.nodes[n+1].uses
	}
	return g.vals.uses[g.nodes[n].uses:end]
}

// nodeKey is a node with a key to sort it by; the lower half is the node.
func nodeKey(key, node int32) uint64 { return uint64(uint32(key)^1<<31)<<32 | uint64(uint32(node)) }

func nodeOf(x uint64) int32 { return int32(uint32(x)) }

// nodeList is nodes with keys, the smallest at the end.
type nodeList []uint64

func (l *nodeList) insert(x uint64) {
	at, _ := slices.BinarySearchFunc(*l, x, func(a, b uint64) int { return cmp.Compare(b, a) })
	*l = slices.Insert(*l, at, x)
}

// first is the node with the smallest key, -1 if there is none.
func (l nodeList) first() int32 {
	if len(l) == 0 {
		return -1
	}
	return nodeOf(l[len(l)-1])
}

// drop takes it away.
func (l *nodeList) drop() { *l = (*l)[:len(*l)-1] }

// nodeHeap is nodes with keys, the smallest first.
type nodeHeap []uint64

func (h *nodeHeap) push(key int32, node int32) {
	x := append(*h, nodeKey(key, node))
	i := len(x) - 1
	for i > 0 && x[i] < x[(i-1)/2] {
		x[i], x[(i-1)/2] = x[(i-1)/2], x[i]
		i = (i - 1) / 2
	}
	*h = x
}

func (h nodeHeap) first() int32 { return nodeOf(h[0]) }

func (h *nodeHeap) pop() int32 {
	x := *h
	n := x.first()
	last := len(x) - 1
	x[0] = x[last]
	x = x[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c >= last {
			break
		}
		if c+1 < last && x[c+1] < x[c] {
			c++
		}
		if x[i] <= x[c] {
			break
		}
		x[i], x[c] = x[c], x[i]
		i = c
	}
	*h = x
	return n
}
