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
}

// issued notes that a node was issued.
func (b *beat) issued(n int32, x *depNode) {
	switch {
	case x.unit == isa.PipeMatrix:
		b.clock, b.filled = b.clock+x.busy, false
	case b.due[n] >= 0:
		b.filled = true
	}
}

// idle reports whether the matrix core has nothing to do, as it always has without a beat.
func (b *beat) idle(l *listScheduler) bool {
	if b == nil {
		return true
	}
	if l.first1(b.matrix) >= 0 {
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
	for len(b.matrix) > 0 && l.done[nodeOf(b.matrix[len(b.matrix)-1])] {
		b.matrix = b.matrix[:len(b.matrix)-1]
	}
	for len(b.ops) > 0 && l.done[nodeOf(b.ops[len(b.ops)-1])] {
		b.ops = b.ops[:len(b.ops)-1]
	}
}

// first1 is the first node of a list, or -1.
func (l *listScheduler) first1(list nodeList) int32 {
	if len(list) == 0 {
		return -1
	}
	return nodeOf(list[len(list)-1])
}

// chooseInBeat is choose for a region with a beat.
func (l *listScheduler) chooseInBeat() int32 {
	l.arrive()
	b := l.beat
	idle := b.idle(l)
	op, matrix := l.first1(b.ops), l.first1(b.matrix)
	crowded := false
	issuable := func(n int32) bool {
		if n < 0 {
			return false
		}
		if !l.fits(l.takes(n)) {
			crowded = true
			return false
		}
		return l.free[l.g.nodes[n].unit] <= l.now
	}
	opGoes := op >= 0 && (idle || b.due[op] <= b.clock && (!b.alone || !b.filled || b.hard[op] <= b.clock)) && issuable(op)
	if opGoes && !idle {
		b.ops = b.ops[:len(b.ops)-1]
		return op
	}
	matrixGoes := issuable(matrix)
	c := l.search()
	n := c.best
	switch {
	case opGoes && (n < 0 || l.g.nodes[op].height >= l.g.nodes[n].height):
		n = op
		b.ops = b.ops[:len(b.ops)-1]
	case matrixGoes && (n < 0 || b.late[n] > b.clock):
		n = matrix
		b.matrix = b.matrix[:len(b.matrix)-1]
	}
	l.close(c.at, n)
	urgent := l.urgent()
	if n >= 0 {
		return n
	}
	fits := matrix >= 0 && l.fits(l.takes(matrix)) // only waits for the matrix core
	if !fits && (crowded || c.crowded) {
		return l.inOldOrder()
	}
	l.pass(c.rejected > 0 || matrix >= 0 || op >= 0, urgent)
	return -1
}
