package mach

import (
	"hash/maphash"

	"heddle/isa"
	"heddle/pass"
)

// sharer finds instructions whose result already exists.
type sharer struct {
	f       *Func
	defs    *definitions
	number  []int // of blocks, in reverse postorder from 1
	tree    dominatorTree
	values  []sharedValue
	latest  map[uint64]int32 // by hash of a key: the last of the values with it, from 1
	seed    maphash.Seed
	renamed []Reg // by register: its replacement, 0 for itself
	// whole are the registers in which EXEC was saved while it had all lanes.
	whole map[Reg]bool
}

type sharedKey struct {
	row  *isa.Row
	mods isa.Mods
	args [isa.MaxArgs]Operand // sources; the destination is empty
	file File
	n    uint8 // dwords of the destination
	// region is where a vector register or a mask holds the value for the lanes
	// in EXEC: it counts the writes of EXEC, and is 0 where EXEC has all lanes
	// that the kernel began with, -1 where EXEC does not matter.
	region int
}

// sharedValue is where a value was computed. Its key is made again when it is
// compared, as it is large.
type sharedValue struct {
	in     *Instr
	block  *Block
	region int
	before int32 // the value before it with the same hash, from 1
}

// sharedLooks bounds how many places that computed the same are looked at: so
// many blocks of which none comes always before the others.
const sharedLooks = 64

// share removes instructions that compute the same value as one that dominates them:
// common subexpressions made by selection (those of the source are already gone).
func share(f *Func, opt *pass.Options) error {
	s := &sharer{f: f, defs: f.definitions(), number: make([]int, f.blocks), latest: map[uint64]int32{}, seed: maphash.MakeSeed(), renamed: make([]Reg, len(f.Regs)), whole: map[Reg]bool{}}
	f.LinkPreds()
	order := f.reversePostorder()
	for i, b := range order {
		s.number[b.ID] = i + 1
	}
	s.tree = newDominatorTree(immediateDominators(order, s.number))
	region := 0
	for _, b := range order {
		region++
		s.block(b, &region)
	}
	return nil
}

func (s *sharer) block(b *Block, region *int) {
	kept := b.Instrs[:0]
	at := *region
	if b.AllLanes {
		at = 0
	}
	for _, in := range b.Instrs {
		s.rename(in)
		if at == 0 && in.savesExec() {
			s.whole[in.Args[0].Part.Reg] = true
		}
		if in.WritesExec() {
			*region++
			at = *region
			if in.Row.Op == isa.S_MOV_B64 && in.Args[1].Kind == OperandReg && s.whole[in.Args[1].Part.Reg] {
				at = 0 // EXEC is what it was before the branch
			}
		}
		if s.f.repeatable(in, s.defs) && s.replace(in, b, at) {
			continue
		}
		kept = append(kept, in)
	}
	b.Instrs = kept
}

// rename replaces removed registers.
func (s *sharer) rename(in *Instr) {
	for i := range in.Args {
		a := &in.Args[i]
		if a.Kind == OperandReg && s.renamed[a.Part.Reg] != 0 {
			a.Part.Reg = s.renamed[a.Part.Reg]
		}
	}
	if in.Mem != nil && s.renamed[in.Mem.Base.Reg] != 0 {
		in.Mem.Base.Reg = s.renamed[in.Mem.Base.Reg]
	}
}

// key identifies equal instructions.
func (s *sharer) key(in *Instr, region int) sharedKey {
	dst := in.Args[0].Part
	info := &s.f.Regs[dst.Reg]
	key := sharedKey{row: in.Row, mods: in.Mods, args: in.Args, file: info.File, n: dst.N, region: region}
	key.args[0] = Operand{}
	if info.File == FileS && !in.IsVector() { // a scalar mask also depends on EXEC
		key.region = -1
	}
	return key
}

// replace finds the value of an instruction among the known ones, or adds it.
func (s *sharer) replace(in *Instr, b *Block, region int) bool {
	key := s.key(in, region)
	hash := maphash.Comparable(s.seed, key)
	looks := 0
	for i := s.latest[hash]; i != 0 && looks < sharedLooks; {
		v := &s.values[i-1]
		i = v.before
		if s.key(v.in, v.region) != key {
			continue
		}
		if v.block == b || s.tree.dominates(s.number[v.block.ID], s.number[b.ID]) {
			s.renamed[in.Args[0].Part.Reg] = v.in.Args[0].Part.Reg
			return true
		}
		looks++
	}
	s.values = append(s.values, sharedValue{in, b, region, s.latest[hash]})
	s.latest[hash] = int32(len(s.values))
	return false
}

// savesExec reports whether an instruction copies EXEC to a register.
func (in *Instr) savesExec() bool {
	if in.Row == nil || in.Args[0].Kind != OperandReg {
		return false
	}
	switch in.Row.Op {
	case isa.S_AND_SAVEEXEC_B64, isa.S_OR_SAVEEXEC_B64, isa.S_ANDN2_SAVEEXEC_B64:
		return true
	}
	return in.Row.Op == isa.S_MOV_B64 && in.Args[1].Kind == OperandPhys && in.Args[1].Phys == isa.ExecLo
}
