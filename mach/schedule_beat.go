package mach

import "heddle/isa"

// beat is the state of list scheduling in a region whose memory operations keep a distance: the
// matrix core goes first, and where it has something to do, an operation is issued when it is due,
// and only one between two matrix instructions.
type beat struct {
	*pace
	arriving nodeHeap // matrix instructions whose operands are on their way, by ready
	matrix   nodeList // those that are ready, by their place in the first order
	ops      nodeList // memory operations that are ready, by when they are due
	clock    int32    // for which the matrix core is busy with what was issued
	filled   bool     // there was an operation since the last matrix instruction

	// Other instructions are spread over the matrix instructions, too: share is the clocks for which
	// they may be issued behind each, used those since the last one.
	left, used, share int32
	matrixLeft        int32
}

// newBeat begins a schedule with a beat.
func newBeat(g *depGraph, p *pace) *beat {
	b := &beat{pace: p}
	for n := range g.list {
		if x := &g.nodes[n]; x.unit == isa.PipeMatrix {
			b.matrixLeft++
		} else if p.due[n] < 0 && !g.vanishes(int32(n)) {
			b.left += x.issue
		}
	}
	b.share = b.left // nothing is held before the first one
	return b
}

// issued notes that a node was issued.
func (b *beat) issued(n int32, x *depNode, copied bool) {
	switch {
	case x.unit == isa.PipeMatrix:
		b.clock, b.filled = b.clock+x.busy, false
		b.matrixLeft--
		b.used, b.share = 0, (b.left+b.matrixLeft)/(b.matrixLeft+1)
	case b.due[n] >= 0:
		b.filled = true
	case !copied:
		b.left, b.used = b.left-x.issue, b.used+x.issue
	}
}

// hasHadItsShare reports whether a node that is not late has to wait for the next matrix instruction.
func (b *beat) hasHadItsShare(n int32) bool { return b.used >= b.share && b.late[n] > b.clock }

// idle reports whether the matrix core has nothing to do.
func (l *listScheduler) idle() bool {
	b := l.beat
	if len(b.matrix) > 0 {
		return false
	}
	soon := max(l.now+int32(l.g.timing.Issue), l.free[isa.PipeMatrix])
	return len(b.arriving) == 0 || l.ready[b.arriving.first()] > soon
}

// arrive sorts the nodes whose operands are there.
func (l *listScheduler) arrive() {
	b := l.beat
	for len(b.arriving) > 0 && l.ready[b.arriving.first()] <= l.now {
		n := b.arriving.pop()
		b.matrix.insert(nodeKey(b.late[n], n))
	}
	for len(l.waiting) > 0 && l.ready[l.waiting.first()] <= l.now {
		n := l.waiting.pop()
		if b.due[n] >= 0 {
			b.ops.insert(nodeKey(b.due[n], n))
		} else {
			l.open.insert(nodeKey(-l.g.nodes[n].height, n))
		}
	}
	for len(b.matrix) > 0 && l.done[b.matrix.first()] {
		b.matrix.drop()
	}
	for len(b.ops) > 0 && l.done[b.ops.first()] {
		b.ops.drop()
	}
}

// chooseInBeat is choose for a region with a beat.
func (l *listScheduler) chooseInBeat() int32 {
	l.arrive()
	b := l.beat
	idle, op, matrix := l.idle(), b.ops.first(), b.matrix.first()
	if b.clock == 0 && l.issuable(matrix) { // the region's boundary has filled the first gap
		b.matrix.drop()
		return matrix
	}
	opGoes := op >= 0 && (idle || b.isDue(op) && !l.missedGap(op, matrix)) && l.issuable(op)
	if opGoes && !idle {
		b.ops.drop()
		return op
	}
	c := l.search(mostCandidates)
	held := !idle && c.best >= 0 && b.hasHadItsShare(c.best)
	if held {
		c.best = -1
	}
	switch n := c.best; {
	case opGoes && (n < 0 || l.g.nodes[op].height >= l.g.nodes[n].height):
		c.best = op
		b.ops.drop()
	case l.issuable(matrix) && (n < 0 || b.late[n] > b.clock):
		c.best = matrix
		b.matrix.drop()
	case idle:
		l.noLonger(&c)
	}
	l.close(c.at, c.best)
	urgent := l.urgent()
	switch {
	case c.best >= 0:
		return c.best
	case matrix >= 0 && l.fits(l.takes(matrix)): // it only waits for the matrix core
	case c.crowded || matrix >= 0 || idle && op >= 0 && !l.fits(l.takes(op)):
		return l.inOldOrder()
	}
	l.pass(c.rejected > 0 || matrix >= 0 || op >= 0 || held, urgent)
	return -1
}

// isDue reports whether an operation may be issued although the matrix core has something to do.
func (b *beat) isDue(op int32) bool {
	return b.due[op] <= b.clock && (!b.alone || !b.filled || b.hard[op] <= b.clock)
}

// missedGap reports whether a load to the LDS that has time was not ready, for want of M0, before the
// matrix core is for the next instruction.
func (l *listScheduler) missedGap(op, matrix int32) bool {
	return l.g.list[op].directToLDS() && l.ready[op] >= l.free[isa.PipeMatrix] && l.issuable(matrix) && l.beat.hard[op] > l.beat.clock
}

// issuable reports whether there is room for a node, and its pipe takes it.
func (l *listScheduler) issuable(n int32) bool {
	return n >= 0 && l.fits(l.takes(n)) && l.free[l.g.nodes[n].unit] <= l.now
}
