package vet

import (
	"heddle/hsaco"
	"heddle/isa"
)

// given is what is known of a launch: of the arguments, the grid and the workgroups.
type given struct {
	block, grid [3]interval // work-items and workgroups; zero if unknown
	args        map[int]interval
}

// symbol is what a wave can be given.
func (g *given) symbol(s symbol) fact {
	w := width(32)
	sizes := [3]interval{}
	most := int64(1<<32 - 1)
	switch n := s.number(); s.kind() {
	case symLane:
		return w.between(0, 63)
	case symItem:
		sizes, most = g.block, 1<<10-1
		if n > 2 {
			return w.any()
		}
		if sizes[n].hi > 0 {
			most = sizes[n].hi - 1
		}
		return w.between(0, uint64(most))
	case symGroup:
		if n > 2 {
			return w.any()
		}
		if g.grid[n].hi > 0 {
			most = g.grid[n].hi - 1
		}
		return w.between(0, uint64(most))
	case symArg:
		if r, ok := g.args[n]; ok {
			return w.between(uint64(r.lo), uint64(r.hi))
		}
	}
	return w.any()
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
