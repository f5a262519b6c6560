package mach

import (
	"slices"

	"heddle/isa"
)

// A barrier that fences global memory needs no data of a load to have arrived, unless another wave
// may overwrite what is loaded: a store behind the barrier, before the next such barrier, which
// takes over from there. (Data that arrives later is in registers of this wave, which no other
// wave sees.) Where waves may meet at different barriers, every store of the kernel counts.

// storedTo is memory that a store may write.
type storedTo struct {
	root    int32
	noAlias bool
	any     bool // anything: its memory is not known, or it may tell other workgroups to go on
}

// storesBehind returns, for each barrier that fences loads, what stores behind it write.
func storesBehind(f *Func, order []*Block) map[*Instr][]storedTo {
	s := storeSearch{lead: make([][]storedTo, f.blocks), closed: make([]bool, f.blocks), seen: make([]*Instr, f.blocks)}
	barriers, stores := 0, false
	for _, b := range order {
		for _, in := range b.Instrs {
			if fencesLoads(in) {
				barriers++
			}
			_, store := storeOf(in)
			stores = stores || store
		}
	}
	if barriers == 0 {
		return nil
	}
	found := make(map[*Instr][]storedTo, barriers)
	if !stores {
		return found
	}
	if f.BarriersApart {
		var all []storedTo
		for _, b := range order {
			for _, in := range b.Instrs {
				all = addStore(all, in)
			}
		}
		for _, b := range order {
			for _, in := range b.Instrs {
				if fencesLoads(in) {
					found[in] = all
				}
			}
		}
		return found
	}
	for _, b := range order {
		s.lead[b.ID], s.closed[b.ID] = leadingStores(nil, b.Instrs)
	}
	for _, b := range order {
		for i, in := range b.Instrs {
			if fencesLoads(in) {
				found[in] = s.behind(in, b, i+1)
			}
		}
	}
	return found
}

// storeSearch finds the stores behind barriers.
type storeSearch struct {
	lead   [][]storedTo // by block: those before its first barrier
	closed []bool       // by block: it has a barrier
	seen   []*Instr     // by block: the last barrier from which it was reached
}

func (s *storeSearch) behind(barrier *Instr, b *Block, from int) []storedTo {
	list, closed := leadingStores(nil, b.Instrs[from:])
	if closed {
		return list
	}
	work := slices.Clone(b.Term.Succs())
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if s.seen[x.ID] == barrier {
			continue
		}
		s.seen[x.ID] = barrier
		for _, w := range s.lead[x.ID] {
			if !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
		if !s.closed[x.ID] {
			work = append(work, x.Term.Succs()...)
		}
	}
	return list
}

// leadingStores adds the stores before the first barrier of a list to others, and reports whether
// there is a barrier.
func leadingStores(list []storedTo, instrs []*Instr) ([]storedTo, bool) {
	for _, in := range instrs {
		if fencesLoads(in) {
			return list, true
		}
		list = addStore(list, in)
	}
	return list, false
}

func addStore(list []storedTo, in *Instr) []storedTo {
	if w, ok := storeOf(in); ok && !slices.Contains(list, w) {
		list = append(list, w)
	}
	return list
}

func fencesLoads(in *Instr) bool {
	return in.Row != nil && in.Row.Op == isa.S_BARRIER && in.Fence&FenceLoads != 0
}

// storeOf returns what an instruction may write of global memory. Atomics and cache control may be
// how a wave tells others, which then write anywhere.
func storeOf(in *Instr) (w storedTo, ok bool) {
	if in.Row == nil || in.Row.Counters == 0 {
		return w, false
	}
	load, store := in.Row.Traits&isa.MayLoad != 0, in.Row.Traits&isa.MayStore != 0
	switch in.Row.Unit {
	case isa.UnitFlat, isa.UnitVMEM, isa.UnitSMEM:
	default:
		return w, false
	}
	if isCacheControl(in) {
		return storedTo{any: true}, true
	}
	switch m := in.Mem; {
	case !store:
		return w, false
	case load || m == nil || m.Volatile || m.Root == 0 && m.Write&SpaceGlobal != 0:
		return storedTo{any: true}, true
	case m.Write&SpaceGlobal == 0:
		return w, false
	default:
		return storedTo{root: m.Root, noAlias: m.NoAlias}, true
	}
}

// meets reports whether one of the stores may write what an event loads.
func (e *memoryEvent) meets(stores []storedTo) bool {
	m := e.in.Mem
	for _, w := range stores {
		if w.any || m == nil || m.Root == 0 || m.Volatile || w.root == m.Root || !w.noAlias || !m.NoAlias {
			return true
		}
	}
	return false
}
