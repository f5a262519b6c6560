package mach

import "heddle/isa"

// sinkCopies moves copies down to the stores that need what they assemble: the registers of two stores that
// exchange parts of what was loaded can then be those of the loads.
func sinkCopies(b *Block) {
	list := b.Instrs
	for i := len(list) - 2; i >= 0; i-- {
		if list[i].Flags != Copy || list[i].Args[0].Kind != OperandReg || list[i].Args[1].Kind != OperandReg {
			continue
		}
		at := needer(list, i)
		if at < 0 || at == i+1 {
			continue
		}
		in := list[i]
		copy(list[i:at-1], list[i+1:at])
		list[at-1] = in
	}
}

// farthestSink bounds by how many instructions a copy may sink.
const farthestSink = 256

// needer returns the place of the store that is the first to need what a copy writes, -1 if that is not a
// store, or if the copy cannot come so late.
func needer(list []*Instr, i int) int {
	dst, src := list[i].Args[0].Part, list[i].Args[1].Part
	for j := i + 1; j < min(len(list), i+farthestSink); j++ {
		in := list[j]
		reads, writes := false, false
		in.Uses(func(_ int, p Part) { reads = reads || overlap(p, dst) })
		in.Defs(func(_ int, p Part) { writes = writes || overlap(p, dst) || overlap(p, src) })
		switch {
		case reads && !writes && in.Row != nil && in.Row.Traits&isa.MayStore != 0 && in.Row.Traits&isa.MayLoad == 0:
			return j
		case reads, writes, isBoundary(in), in.Row != nil && in.WritesExec():
			return -1
		}
	}
	return -1
}

// overlap reports whether two parts have a dword in common.
func overlap(x, y Part) bool {
	return x.Reg == y.Reg && x.Sub < y.Sub+y.N && y.Sub < x.Sub+x.N
}
