package mach

import "heddle/isa"

// memoryDeps is which memory instructions must stay in order. Accesses of one
// allocation at one address (the same registers) are told apart by their
// offsets: each four bytes are like a register. All others that can meet are
// ordered as groups.
type memoryDeps struct {
	spaces   [memorySpaces]spaceDeps
	fence    int32    // 1 + the last node that no memory access passes
	since    []int32  // accesses since
	volatile int32    // 1 + the last volatile access
	counted  [2]int32 // 1 + the last operation that a wait of the program counts: global memory, LDS
}

const memorySpaces = 3 // global memory, LDS, scratch

// mostGroups bounds the work: what does not fit is in a group of its own that
// may meet anything.
const mostGroups = 40

type spaceDeps struct{ groups []*accessGroup }

// accessGroup is the accesses to an allocation from an address.
type accessGroup struct {
	root            int32
	noAlias         bool
	at              address
	bytes           map[int64]*unitLinks // by offset / 4; one for all if the address is not known
	reads, writes   []int32              // since the last join
	readsJ, writesJ int32                // 1 + the joins of those before
}

// unitLinks is a unitState with slices: memory has no numbers for its units.
type unitLinks struct {
	def  int32
	uses []int32
}

// address is where an instruction's offset counts from: its row's kind and the
// registers. Where one of them is written between two accesses, that keeps the
// two in order.
type address struct {
	known bool
	enc   isa.Encoding
	parts [3]Operand
}

// access is one of the places that an instruction touches.
type access struct {
	space         int
	root          int32
	noAlias       bool
	write         bool
	at            address
	offset, bytes int64
}

func (m *memoryDeps) reset() {
	for i := range m.spaces {
		m.spaces[i].groups = m.spaces[i].groups[:0]
	}
	m.fence, m.since, m.volatile = 0, m.since[:0], 0
	m.counted = [2]int32{}
}

// memory makes the edges of a memory instruction or fence.
func (g *depGraph) memory(n int32, in *Instr) {
	m := &g.mem
	g.count(n, in)
	if in.Fence != 0 || isCacheControl(in) {
		if m.fence != 0 {
			g.edge(m.fence-1, n, 0)
		}
		for _, x := range m.since {
			g.edge(x, n, g.beforeFence(x))
		}
		m.reset()
		m.fence = n + 1
		return
	}
	if !touchesMemory(in) {
		return
	}
	if m.fence != 0 {
		g.edge(m.fence-1, n, 0)
	}
	m.since = append(m.since, n)
	if in.Mem != nil && in.Mem.Volatile {
		if m.volatile != 0 {
			g.edge(m.volatile-1, n, 0)
		}
		m.volatile = n + 1
	}
	for _, a := range accesses(in) {
		g.access(n, &a)
	}
}

// count keeps operations in order that a wait of the program counts. Scalar loads
// are none of the program's.
func (g *depGraph) count(n int32, in *Instr) {
	if g.f.Counted == 0 || in.Row == nil || in.Row.Unit == isa.UnitSMEM || in.Row.Unit == isa.UnitMsg {
		return
	}
	for i, counter := range [...]isa.Counters{isa.CountVM, isa.CountLGKM} {
		if in.Row.Counters&g.f.Counted&counter == 0 {
			continue
		}
		if last := g.mem.counted[i]; last != 0 {
			g.edge(last-1, n, 0)
		}
		g.mem.counted[i] = n + 1
	}
}

// isCacheControl reports whether the instruction is about memory and moves no
// data: invalidations, write-backs.
func isCacheControl(in *Instr) bool {
	if in.Row == nil || in.Mem != nil || in.Row.Traits&(isa.MayLoad|isa.MayStore) != 0 {
		return false
	}
	return in.Row.Unit == isa.UnitSMEM || in.Row.Unit == isa.UnitVMEM || in.Row.Unit == isa.UnitFlat
}

// touchesMemory: memory that nothing writes is none, and lanes exchanging
// values through the LDS's hardware touch none of it.
func touchesMemory(in *Instr) bool {
	switch {
	case in.Row == nil || in.Row.Counters == 0 || in.Row.Unit == isa.UnitMsg:
		return false
	case in.Mem != nil:
		return in.Mem.Volatile || (in.Mem.Read|in.Mem.Write)&^SpaceConst != 0 || in.Mem.Write != 0
	}
	return in.Row.Traits&(isa.MayLoad|isa.MayStore) != 0
}

// accesses lists what a memory instruction touches.
func accesses(in *Instr) []access {
	everything := SpaceGlobal | SpaceLDS | SpaceScratch
	m := in.Mem
	if m == nil {
		m = &Mem{Read: everything}
		if in.Row.Traits&isa.MayStore != 0 || in.directToLDS() {
			m.Write = everything
		}
		if in.Row.Unit == isa.UnitLDS {
			m.Read, m.Write = m.Read&SpaceLDS, m.Write&SpaceLDS
		}
	}
	var list []access
	toLDS := in.directToLDS()
	for i := range memorySpaces {
		space := SpaceGlobal << i
		if (m.Read|m.Write)&space == 0 {
			continue
		}
		a := access{space: i, root: m.Root, noAlias: m.NoAlias || i != 0, write: m.Write&space != 0}
		if space == SpaceLDS && in.Flags&Async != 0 {
			continue // a wait of the program orders it, which nothing passes
		}
		if space == SpaceLDS && toLDS {
			a.root = m.ToLDS
		} else if !toLDS {
			a.at, a.offset, a.bytes = addressOf(in)
		}
		if a.root == 0 {
			a.noAlias = false
		}
		list = append(list, a)
	}
	return list
}

// addressOf finds what an instruction's address is made of, and the bytes that
// it is about.
func addressOf(in *Instr) (at address, offset, bytes int64) {
	m := in.Row.Memory
	if m == nil || m.Components > 0 || m.Scale > 0 || in.Row.Need.Has(isa.ModIdxen) { // of unknown size; two places; swizzled
		return address{}, 0, 0
	}
	at = address{known: true, enc: in.Row.Enc}
	for i, k := range [...]int{m.Addr, max(m.SAddr, m.Resource), m.SOffset} { // never both of the middle
		if k >= 0 {
			at.parts[i] = in.Args[k]
		}
	}
	return at, int64(in.Mods.Offset), 4 * int64(m.Dwords)
}

// access makes the edges of one access.
func (g *depGraph) access(n int32, a *access) {
	s := &g.mem.spaces[a.space]
	own := s.group(a)
	for _, x := range s.groups {
		if x == own || !x.mayMeet(own) {
			continue
		}
		g.behindWrites(n, x)
		if a.write {
			g.behindReads(n, x)
		}
	}
	first, last := int64(0), int64(0)
	if own.at.known {
		first, last = a.offset>>2, (a.offset+max(a.bytes, 1)-1)>>2
	}
	for at := first; at <= last; at++ {
		u := own.bytes[at]
		if u == nil {
			u = &unitLinks{}
			own.bytes[at] = u
		}
		if u.def != 0 {
			g.edge(u.def-1, n, 0)
		}
		if !a.write {
			u.uses = append(u.uses, n)
			continue
		}
		for _, x := range u.uses {
			g.edge(x, n, 0)
		}
		u.def, u.uses = n+1, u.uses[:0]
	}
	if a.write {
		own.writes = append(own.writes, n)
	} else {
		own.reads = append(own.reads, n)
	}
}

// group returns the group of an access.
func (s *spaceDeps) group(a *access) *accessGroup {
	unknown := -1
	for i, x := range s.groups {
		if x.root == a.root && x.noAlias == a.noAlias && x.at == a.at {
			return x
		}
		if x.root == 0 && !x.at.known {
			unknown = i
		}
	}
	x := &accessGroup{root: a.root, noAlias: a.noAlias, at: a.at, bytes: map[int64]*unitLinks{}}
	if len(s.groups) >= mostGroups {
		if unknown >= 0 {
			return s.groups[unknown]
		}
		x.root, x.noAlias, x.at = 0, false, address{}
	}
	s.groups = append(s.groups, x)
	return x
}

// mayMeet reports whether accesses of two groups can touch the same bytes.
func (x *accessGroup) mayMeet(y *accessGroup) bool {
	return x.root == 0 || y.root == 0 || x.root == y.root || !x.noAlias || !y.noAlias
}

// behindWrites orders a node after the writes of a group, through a join that
// stands for them.
func (g *depGraph) behindWrites(n int32, x *accessGroup) {
	x.writesJ, x.writes = g.join(n, x.writesJ, x.writes)
}

func (g *depGraph) behindReads(n int32, x *accessGroup) {
	x.readsJ, x.reads = g.join(n, x.readsJ, x.reads)
}

// join orders node n after those of the list and the join of earlier ones, and returns
// the join of all and the rest of the list.
func (g *depGraph) join(n, joined int32, list []int32) (int32, []int32) {
	if len(list) > 0 {
		j := int32(len(g.nodes))
		g.nodes = append(g.nodes, depNode{join: true, defs: n})
		if joined != 0 {
			g.edge(joined-1, j, 0)
		}
		for _, x := range list {
			g.edge(x, j, 0)
		}
		joined = j + 1
	}
	if joined != 0 {
		g.edge(joined-1, n, 0)
	}
	return joined, list[:0]
}
