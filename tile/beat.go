package tile

import "heddle/ir"

// Class is a set of classes of instructions, by the bits that rocdl.sched.group.barrier has for them.
type Class int64

// The classes that a Beat has use for.
const (
	Vector         Class = 1 << 1 // arithmetic, without matrix instructions and transcendentals
	Matrix         Class = 1 << 3
	ReadLDS        Class = 1 << 8
	Transcendental Class = 1 << 10
	LoadLDS        Class = 1 << 11 // from memory directly to LDS
)

// Group is some instructions of the given classes.
type Group struct {
	Of    Class
	Count int
}

// Beat states in which order the compiler issues instructions: so many of one class, then so many of the next one, and
// on, of those that were emitted since a place that nothing passes (Fence, Priority, a barrier, a branch). Groups of
// which too few are left get what there is; instructions of no group may be anywhere, as their operands allow.
func (k *Kernel) Beat(groups ...Group) {
	k.beats++
	for _, g := range groups {
		if g.Count < 0 {
			k.fail("a group of %d instructions in a Beat; accepted: 0 or more", g.Count)
		}
		if g.Count > 0 {
			k.do("rocdl.sched.group.barrier", nil, attr("mask", ir.Int(ir.I32, int64(g.Of))), attr("size", ir.Int(ir.I32, int64(g.Count))), attr("groupId", ir.Int(ir.I32, int64(k.beats))))
		}
	}
}
