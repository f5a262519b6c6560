package vet

import "heddle/isa"

// indexDst and indexSrc are the bits of s_set_gpr_idx_on for the destination and the sources (ISA manuals,
// S_SET_GPR_IDX_ON).
const (
	indexSrc = 7
	indexDst = 8
)

// indexes are the operands of an instruction that VGPR indexing chooses, all if that is not known.
func (g *graph) indexes(node int32) uint32 {
	switch n := &g.nodes[node]; {
	case !n.indexed:
		return 0
	case n.index < 0:
		return indexSrc | indexDst
	default:
		return g.nodes[n.index].inst.Args[1].Val & (indexSrc | indexDst)
	}
}

// movesTo is the register from which on indexing chooses the one that a move writes; not ok if it is none.
func (g *graph) movesTo(node int32) (first isa.Reg, ok bool) {
	n := &g.nodes[node]
	if n.inst.Row.Op != isa.V_MOV_B32 || n.inst.Row.Enc != isa.EncVOP1 || n.index < 0 || g.indexes(node)&indexDst == 0 {
		return 0, false
	}
	return n.inst.Args[0].Reg(), true
}

// indexOf is the number that chooses the register, of which the low 8 bits count.
func (v *values) indexOf(node int32) valueID {
	by := v.g.nodes[node].index
	return (&reader{v, by, &v.g.nodes[by].inst}).src(0)
}

// markIndexed marks the instructions before which VGPR indexing may be on. s_setreg, which could turn
// it on too, is not looked at.
func (g *graph) markIndexed() {
	on := make([]bool, len(g.blocks))
	var todo []int32
	leaves := func(id int32, in bool) bool {
		by := int32(-1)
		for i := g.blocks[id].first; i < g.blocks[id].last; i++ {
			n := &g.nodes[i]
			n.indexed, n.index = in, by
			writes := n.inst.Writes()
			switch {
			case n.inst.Row.Op == isa.S_SET_GPR_IDX_ON:
				in, by = true, i
			case n.inst.Row.Op == isa.S_SET_GPR_IDX_OFF:
				in, by = false, -1
			case writes.Has(isa.M0) || writes.Has(isa.Mode):
				by = -1
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
