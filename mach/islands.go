package mach

import (
	"slices"

	"heddle/isa"
)

// A branch reaches 2^15 words. One that has to go farther goes to an island, a branch
// at most islandSpacing bytes away, and from there perhaps to another island. Unlike
// s_getpc with an addition, that needs neither registers nor SCC.
const islandSpacing = 64 << 10

// islands adds islands where branches don't reach their targets.
func (e *emitter) islands() {
	c := e.code
	e.place()
	if last := len(c.Lines) - 1; last < 0 || c.Lines[last].Addr < isa.BranchReach {
		return
	}
	plain := c.Lines
	for i := range plain {
		plain[i].plain = int32(i)
	}
	cuts := islandCuts(plain)
	far := make([]bool, len(plain))
	if !e.markFar(far) {
		return
	}
	c.Lines = make([]Line, 0, len(plain)+len(plain)/8)
	for {
		e.withIslands(plain, cuts, far)
		if !e.markFar(far) {
			return
		}
	}
}

// islandCuts are the lines before which islands may be placed. If no code falls
// through there, none has to branch over them.
func islandCuts(lines []Line) []int {
	const look = islandSpacing / 16
	var cuts []int
	next := islandSpacing
	for i := range lines {
		if lines[i].Addr < next {
			continue
		}
		cut := i
		for j := i; j > 0 && lines[i].Addr-lines[j].Addr < look; j-- {
			if !fallsThrough(lines, j) {
				cut = j
				break
			}
		}
		cuts = append(cuts, cut)
		next = lines[cut].Addr + islandSpacing
	}
	return cuts
}

// fallsThrough reports whether the code before line i can fall through to it.
func fallsThrough(lines []Line, i int) bool {
	for i--; i >= 0; i-- {
		if l := &lines[i]; l.Inst.Row != nil {
			return l.Inst.Row.Op != isa.S_BRANCH && l.Inst.Row.Op != isa.S_ENDPGM
		} else if l.label != noLabel {
			return true
		}
	}
	return true
}

// islandPools are the islands that far branches need.
type islandPools struct {
	cuts    []int // lines before which they are placed
	at      []int // lines of the blocks' labels
	targets [][]int32
	labels  map[islandKey]int32
	next    int32 // label
}

// islandKey is an island: the cut where it is and the block that it is for.
type islandKey struct {
	cut    int
	target int32
}

// hop is the first cut on the path between two lines, -1 if there is none.
func (p *islandPools) hop(from, to int) int {
	k, _ := slices.BinarySearch(p.cuts, from+1)
	switch {
	case to > from && k < len(p.cuts) && p.cuts[k] <= to:
		return k
	case to <= from && k > 0 && p.cuts[k-1] > to:
		return k - 1
	}
	return -1
}

// onward is the next cut after cut k on the path to a target, -1 if there is none.
func (p *islandPools) onward(k int, target int32) int {
	to := p.at[target]
	switch {
	case to >= p.cuts[k] && k+1 < len(p.cuts) && p.cuts[k+1] <= to:
		return k + 1
	case to < p.cuts[k] && k > 0 && p.cuts[k-1] > to:
		return k - 1
	}
	return -1
}

// route makes the islands between a line and a target, and returns where the
// line has to branch to.
func (p *islandPools) route(from int, target int32) int32 {
	k := p.hop(from, p.at[target])
	if k < 0 {
		return target
	}
	first := k
	for ; k >= 0; k = p.onward(k, target) {
		key := islandKey{k, target}
		if _, ok := p.labels[key]; ok {
			break // and so are those after it
		}
		p.labels[key] = p.next
		p.next++
		p.targets[k] = append(p.targets[k], target)
	}
	return p.labels[islandKey{first, target}]
}

// withIslands makes the code of the plain lines with what their far branches
// need.
func (e *emitter) withIslands(plain []Line, cuts []int, far []bool) {
	p := &islandPools{cuts: cuts, at: make([]int, e.f.blocks), targets: make([][]int32, len(cuts)), labels: map[islandKey]int32{}, next: int32(e.f.blocks)}
	for i := range plain {
		if l := plain[i].label; l != noLabel {
			p.at[l] = i
		}
	}
	to := make([]int32, len(plain))
	for i := range plain {
		to[i] = plain[i].to
		if far[i] {
			to[i] = p.route(i, plain[i].to)
		}
	}
	c := e.code
	c.Lines = c.Lines[:0]
	k := 0
	for i := range plain {
		if k < len(cuts) && cuts[k] == i {
			e.pool(p, k, fallsThrough(plain, i))
			k++
		}
		line := plain[i]
		if line.to != to[i] {
			line.to, line.Target = to[i], e.labelText(to[i])
		}
		c.Lines = append(c.Lines, line)
	}
}

// pool adds the islands of a cut.
func (e *emitter) pool(p *islandPools, k int, jump bool) {
	if len(p.targets[k]) == 0 {
		return
	}
	over := p.next
	p.next++
	if jump {
		e.add(e.branch(isa.S_BRANCH), 0, "over branches that go far", over)
	}
	for _, target := range p.targets[k] {
		to := target
		if next := p.onward(k, target); next >= 0 {
			to = p.labels[islandKey{next, target}]
		}
		e.label(p.labels[islandKey{k, target}], "on the way to "+e.labelText(target))
		e.add(e.branch(isa.S_BRANCH), 0, "", to)
	}
	if jump {
		e.label(over, "")
	}
}

// markFar marks branches that do not reach their targets, and reports whether there is
// one.
func (e *emitter) markFar(far []bool) bool {
	at := e.place()
	found := false
	for i := range e.code.Lines {
		l := &e.code.Lines[i]
		if l.to == noLabel {
			continue
		}
		if _, ok := isa.BranchOffset(int64(at[l.to] - l.Addr)); ok {
			continue
		}
		if l.plain < 0 || far[l.plain] {
			panic("BUG: islands are too far apart")
		}
		far[l.plain], found = true, true
	}
	return found
}
