package vet

import "heddle/isa"

// markIndexed marks the instructions before which VGPR indexing may be on. s_setreg, which could turn
// it on too, is not looked at.
func (g *graph) markIndexed() {
	on := make([]bool, len(g.blocks))
	var todo []int32
	leaves := func(id int32, in bool) bool {
		for i := g.blocks[id].first; i < g.blocks[id].last; i++ {
			n := &g.nodes[i]
			n.indexed = in
			switch n.inst.Row.Op {
			case isa.S_SET_GPR_IDX_ON:
				in = true
			case isa.S_SET_GPR_IDX_OFF:
				in = false
			}
		}
		return in
	}
	push := func(id int32) {
		for _, s := range g.blocks[id].succs {
			if !on[s] {
				on[s] = true
				todo = append(todo, s)
			}
		}
	}
	for id := range g.blocks {
		if leaves(int32(id), false) {
			push(int32(id))
		}
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if leaves(id, true) {
			push(id)
		}
	}
}
