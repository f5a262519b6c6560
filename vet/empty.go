package vet

import (
	"fmt"

	"heddle/isa"
)

// The exec rule: v_readfirstlane takes lane 0 if no lane is active. What that holds was not written by the
// code that the wave has come to without lanes, so the scalar, which the whole wave goes on with, is another
// one. LLVM keeps the branch over such code for this reason (hasUnwantedEffectsWhenEXECEmpty).

const ruleExec = "exec"

// firstLanes are the instructions that take the first lane of a VGPR.
func (g *graph) firstLanes() (list []int32) {
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.inst.Row.Op == isa.V_READFIRSTLANE_B32 && g.blocks[n.block].order >= 0 && n.inst.Args[1].Kind == isa.KindReg && n.inst.Args[1].Reg() >= isa.V0 {
			list = append(list, int32(i))
		}
	}
	return list
}

// checkEmpty reports those that a wave executes without lanes.
func (s *shared) checkEmpty() {
	for _, i := range s.v.g.firstLanes() {
		block := s.v.g.nodes[i].block
		in := s.active(i, moment{firstTurn, block})
		if in == nil || s.v.walkAny(i) {
			continue
		}
		for w := range s.group.waves {
			if !anyOf(in[w*s.lanes:(w+1)*s.lanes]) && s.comes(w, block) {
				s.found(Finding{
					Rule: ruleExec, Rank: RankError, Place: s.place(i), Advice: "branch over the code with s_cbranch_execz, or read the register before EXEC is changed",
					Message: fmt.Sprintf("is executed with EXEC = 0 in wave %d: it takes lane 0 of a register that the code has written in active lanes only", w),
				})
				break
			}
		}
	}
}

// walkAny reports whether what is read is known to have been written in all lanes, active or not.
func (v *values) walkAny(node int32) bool {
	r := v.defs.place(v.g.nodes[node].inst.Args[1].Reg())
	return v.written(v.walk(r, v.g.nodes[node].block, node, anyLane), map[valueID]bool{})
}

// written reports whether lanes in which no instruction is active have a value.
func (v *values) written(x valueID, seen map[valueID]bool) bool {
	x = v.find(x)
	if seen[x] {
		return true // so far
	}
	seen[x] = true
	switch d := v.list[x]; d.op {
	case opUnknown:
		return false
	case opSymbol: // what a VGPR holds that the wave is not given
		return symbol(d.k).kind() != symRegister
	case opEither: // lane 0 is one of those that a wave starts with
		return d.k == 0 && v.someLane(v.lanesAt(d.node)) || v.written(d.b, seen)
	case opPhi:
		for _, a := range v.args[d.a:d.b] {
			if !v.written(a, seen) {
				return false
			}
		}
	}
	return true
}

func anyOf(list []bool) bool {
	for _, is := range list {
		if is {
			return true
		}
	}
	return false
}

// comes reports whether a wave comes to a block for certain, the first time, if other waves do.
func (s *shared) comes(wave int, block int32) bool {
	g := s.v.g
	for _, d := range s.u.deciding(block) {
		if !s.u.varying[d] || g.blocks[d].order >= g.blocks[block].order {
			continue
		}
		jumps := s.jumps(d, moment{firstTurn, d})
		next := g.follows(d)
		if jumps == nil || next[0] < 0 || next[1] < 0 || len(s.u.direct[block]) > 1 {
			return false
		}
		way := next[0]
		if jumps[wave] {
			way = next[1]
		}
		for way >= 0 && way != block && way != s.u.after[d] {
			way = s.u.after[way]
		}
		if way != block {
			return false
		}
	}
	return true
}

// follows are the blocks behind a branch: the one that comes next, and its target; -1 where they are not known.
func (g *graph) follows(block int32) (to [2]int32) {
	x := &g.blocks[block]
	to = [2]int32{-1, -1}
	n := &g.nodes[x.last-1]
	target, ok := n.inst.BranchTarget(n.addr)
	for _, s := range x.succs {
		switch head := &g.blocks[s]; {
		case !ok || head.first == head.last:
		case g.nodes[head.first].addr == target:
			to[1] = s
		default:
			to[0] = s
		}
	}
	return to
}
