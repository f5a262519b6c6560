package vet

import (
	"fmt"

	"heddle/hsaco"
	"heddle/isa"
)

// given is what is known of a launch: of the arguments, the grid and the workgroups.
type given struct {
	block, grid [3]interval      // work-items and workgroups; zero if unknown
	global      [3]uint32        // work-items, if workgroups are partial; else 0
	args        map[int]interval // dwords, by their byte offset
	memory      map[int]memory   // what pointers lead to, by their byte offset
	arguments   int64            // bytes of all arguments
	lds         int64            // bytes of a workgroup; -1 if unknown
	ldsAssumed  bool             // a launch may add to lds
	whole       bool             // grid and block are those of a launch
	names       []named          // arguments, from the metadata
}

// memory is what a pointer among the arguments leads to.
type memory struct {
	name  string
	bytes int64
	at    int64 // where in it the pointer leads
}

// named is an argument.
type named struct {
	name         string
	offset, size int
	pointer      bool
	hidden       bool
}

// symbol is what a wave can be given.
func (g *given) symbol(s symbol) fact {
	const mostItems = 1<<10 - 1 // v0 has 10 bits for each dimension
	w := width(32)
	switch n := s.number(); s.kind() {
	case symLane:
		return w.between(0, 63)
	case symItem:
		return below(g.block[min(n, 2)], mostItems)
	case symGroup:
		return below(g.grid[min(n, 2)], w.mask())
	case symArg:
		if r, ok := g.args[n]; ok {
			return w.between(uint64(r.lo), uint64(r.hi))
		}
		if g.isPointer(n - 4) {
			return w.between(0, 1<<16-1) // addresses have 48 bits
		}
	case symPacket:
		if x, ok := g.packet(n); ok {
			return w.between(uint64(x), uint64(x))
		}
	}
	return w.any()
}

// packet is a dword of the dispatch packet: the sizes of a workgroup, 16 bits each, and of the grid, in work-items (HSA
// Platform System Architecture, "AQL kernel dispatch packet").
func (g *given) packet(offset int) (uint32, bool) {
	if !g.whole {
		return 0, false
	}
	size := func(i int) uint32 { return uint32(g.block[i].hi) }
	switch i := (offset - 12) / 4; {
	case offset == 4:
		return size(0) | size(1)<<16, true
	case offset == 8:
		return size(2), true // and 16 bits that are reserved
	case i >= 0 && i < 3 && offset%4 == 0 && g.global[i] > 0:
		return g.global[i], true
	case i >= 0 && i < 3 && offset%4 == 0:
		n := uint64(size(i)) * uint64(g.grid[i].hi)
		return uint32(n), n < 1<<32
	}
	return 0, false
}

// below are the numbers of as many things as a size says, or up to most if it is not known.
func below(size interval, most uint64) fact {
	if size.hi > 0 {
		most = min(most, uint64(size.hi-1))
	}
	return width(32).between(0, most)
}

// newStart reads from a descriptor what registers hold when a wave starts.
func newStart(d *hsaco.Descriptor) start {
	s := start{known: true, scalars: map[isa.Reg]symbol{}, items: int(d.VGPRWorkitemID), firstAGPR: d.FirstAGPR()}
	kinds := map[string]symbol{
		"kernarg_segment_ptr": symKernarg, "dispatch_ptr": symDispatch,
		"kernarg_preload": symArg | symbol(4*d.PreloadOffset),
		"workgroup_id_x":  symGroup, "workgroup_id_y": symGroup | 1, "workgroup_id_z": symGroup | 2,
	}
	for _, run := range append(d.UserSGPRs(), d.SystemSGPRs()...) {
		kind, ok := kinds[run.Name]
		step := symbol(1)
		if run.Name == "kernarg_preload" {
			step = 4
		}
		for i := range run.Count {
			if ok {
				s.scalars[isa.SGPR(run.First+i)] = kind + step*symbol(i)
			}
		}
	}
	return s
}

// isPointer reports whether an argument is a pointer.
func (g *given) isPointer(at int) bool {
	if _, ok := g.memory[at]; ok {
		return true
	}
	for i := range g.names {
		if g.names[i].offset == at {
			return g.names[i].pointer
		}
	}
	return false
}

// name is what an argument is called.
func (g *given) name(at int) string {
	if m, ok := g.memory[at]; ok && m.name != "" {
		return m.name
	}
	for i := range g.names {
		if a := &g.names[i]; at >= a.offset && at < a.offset+max(a.size, 1) && a.name != "" {
			if at == a.offset {
				return a.name
			}
			return fmt.Sprintf("%s[%d:]", a.name, at-a.offset)
		}
	}
	return fmt.Sprintf("arg@%d", at)
}

// leavesLDS is the finding that an access leaves the LDS. Without a launch, that may add what it needs.
func (g *given) leavesLDS(f Finding) Finding {
	if g.lds == 0 {
		f.Message += ", of which a workgroup has none"
		f.Required = "LDS"
	}
	if g.ldsAssumed {
		f.Advice = "if the launch adds LDS to what the kernel declares, say how much with --lds"
	}
	if g.ldsAssumed && !g.whole {
		f.Rank = RankCantTell
	}
	return f
}

// exists reports whether a workgroup has a work-item: the last ones of a dimension can be partial.
func (g *given) exists(group, item [3]uint32) bool {
	for i, n := range g.global {
		if n > 0 && uint64(group[i])*uint64(g.block[i].hi)+uint64(item[i]) >= uint64(n) {
			return false
		}
	}
	return true
}
