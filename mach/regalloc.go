package mach

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"heddle/pass"
)

// The register allocator gives every virtual register physical ones.
//
// # Rounds
//
// It works in rounds. A round
//
//   - finds the live range of each dword of each register (regalloc_ranges.go);
//   - makes webs of registers that copies connect and that are not live at the same
//     time, so that the copies vanish (regalloc_coalesce.go). What one bit of an
//     instruction makes all VGPRs or all AGPRs is one kinship (regalloc_web.go);
//   - gives the webs places, one by one (regalloc_assign.go), in a table of which
//     register is taken when (regalloc_occupancy.go). A web that finds no place
//     displaces webs that are cheaper to spill (regalloc_spill.go), and these look for
//     another place;
//   - places the webs again in other orders, or for one more wave on a SIMD, if they lie
//     too far apart (regalloc_pack.go);
//   - ends the allocation if each web has a place: operands become physical, and the
//     copies that are left become moves (regalloc_copies.go). Otherwise it spills the
//     webs without a place: their registers get a home elsewhere, and around each
//     instruction that uses one of them a temporary that lives only there
//     (regalloc_rewrite.go). Then the next round begins.
//
// A temporary is never spilled, and a home in an AGPR only to memory, so the rounds
// come to an end. regalloc_budget.go says how many registers there are, and
// regalloc_fold.go prepares copies that only some lanes take part in. The result can
// be checked by a verifier that shares nothing with the rest (regalloc_verify.go).
//
// # What a spill costs
//
// The cost of a web is the number of dwords that a spill would move (8 times as many
// for each loop around), divided by the number of points at which it would free a
// register: a long range with few uses, none of them in a loop, goes first. Constants
// are cheap, as they are made again and need no home. Homes are, in this order: AGPRs
// for VGPRs if the wave has any, lanes of a VGPR for SGPRs, and scratch memory.
//
// Accumulators that matrix instructions use in a loop and that are scaled or converted
// after it could only be in VGPRs, as vector instructions take nothing else. To give
// such a web a home in AGPRs splits its live range: instructions that can use AGPRs
// use it there, and only the others need moves.
//
// # An example
//
// A wave with three VGPRs; one value is computed before a loop and used after it. Time
// is counted in points, two for each instruction, in the order of the code: an
// instruction reads at the even one and writes at the odd one. The cost of a web that
// must stay in a register is +Inf. sum and next become one web, as a copy connects
// them; product can have its register, as it is live only while sum is not. In the
// loop lane, x and sum take all three registers, and later, which no instruction in
// the loop uses, is the cheapest to spill. It is stored where it is computed, and loaded
// where it is used, both outside of the loop.
//
//	b0: ; entry
//		copy %lane, %tid
//		copy %base, %karg
//		global_load_dword %x, %lane, %base {saddr}
//		v_xor_b32_e32 %later, %x, %lane
//		copy %sum, 0
//		copy %count, 8
//		goto b1
//	b1: ; loop
//		v_mul_lo_u32 %product, %sum, %x
//		v_add_u32_e32 %next, %product, %lane
//		copy %sum, %next
//		s_sub_u32 %count, %count, 1
//		s_cmp_lg_u32 %count, 0 scc=%more
//		if scc1 %more goto b1 else b2
//	b2: ; exit
//		v_add_u32_e32 %out, %sum, %later
//		global_store_dword %lane, %out, %base {saddr}
//		end
//
//	round 1
//		%tid         [0,1)           cost +Inf  v0
//		%lane        [1,29)          cost 0.429 v0
//		%x           [5,26)          cost 0.476 v1
//		%later       [7,27)          cost 0.1   spilled
//		%sum %next   [9,15) [17,27)  cost 2.12  v2
//		%product     [15,17)         cost 8     v2
//		%out         [27,29)         cost 1     v1
//
//	round 2
//		%tid         [0,1)           cost +Inf  v0
//		%lane        [1,33)          cost 0.375 v0
//		%x           [5,28)          cost 0.435 v1
//		%sum %next   [11,17) [19,31) cost 1.89  v2
//		%product     [17,19)         cost 8     v2
//		%out         [31,33)         cost 1     v1
//		%13:v        [7,9)           cost +Inf  v2
//		%14:v        [29,31)         cost +Inf  v1
//
//	b0: ; entry
//		global_load_dword v1, v0, s0..2 {saddr}
//		v_xor_b32_e32 v2, v1, v0
//		scratch_store_dword off, v2, off {none} ; spill
//		v_mov_b32_e32 v2, 0
//		s_mov_b32 s2, 8
//		goto b1
//	b1: ; loop
//		v_mul_lo_u32 v2, v2, v1
//		v_add_u32_e32 v2, v2, v0
//		s_sub_u32 s2, s2, 1
//		s_cmp_lg_u32 s2, 0 scc=%more
//		if scc1 %more goto b1 else b2
//	b2: ; exit
//		scratch_load_dword v1, off, off {none} ; spill
//		v_add_u32_e32 v1, v2, v1
//		global_store_dword v0, v1, s0..2 {saddr}
//		end
//
// The test of this comment is TestEssay.

// allocate gives every virtual register physical ones: see the comment above.
func allocate(f *Func, opt *pass.Options) error {
	if err := f.checkWaves(); err != nil {
		return err
	}
	return allocateWithin(f, budgetOf(f), opt.Verify)
}

func allocateWithin(f *Func, b budget, verify bool) error {
	b.fill(f.Chip)
	s := &spiller{f: f}
	foldCopies(f)
	s.wholeWave()
	var v *allocVerifier
	if verify {
		v = newAllocVerifier(f)
		s.origin = v.origin
	}
	if err := allocateRounds(f, b, s); err != nil {
		return err
	}
	if v != nil {
		if err := v.check(); err != nil {
			panic(fmt.Sprintf("BUG: the allocation is wrong: %v", err))
		}
	}
	return nil
}

// patientRounds is how many rounds of spills there are before they spill for more registers than there are
// too few: in tiles of hundreds of registers a lane, what they reload makes others homeless for many rounds.
const patientRounds = 8

func allocateRounds(f *Func, b budget, s *spiller) error {
	var demand error // what makes the author's demand unmet, if something does
	tries, patient := packTries, patientRounds
	for round := 0; ; round, tries = round+1, 1 { // what a spill is needed for once is needed again
		now := b.tighter(4 * max(round+1-patient, 0))
		a, homeless := attempt(f, now, s, byLength)
		if round < patient {
			if better := a.better(homeless, tries); better != nil {
				a, homeless, b = better, nil, better.budget
			}
		}
		if len(homeless) == 0 {
			if f.Spills.VGPRs > 0 && demand != nil {
				return demand
			}
			a.expand()
			return nil
		}
		if demand == nil && f.WavesPerSIMD == b.waves {
			demand = a.unmet(homeless)
		}
		f.Spills.Rounds++
		switch err := a.spillWebs(homeless); {
		case err != nil && now == b:
			return err
		case err != nil: // only the operands of some instruction are too many for fewer registers
			patient = math.MaxInt
		}
		s.wholeWave()
	}
}

// attempt gives every web a place that finds one within the budget; the others are homeless.
func attempt(f *Func, b budget, s *spiller, by webOrder) (a *allocator, homeless []int) {
	a = prepared(f, b, s)
	return a, a.assign(by)
}

// prepared is an allocator whose webs have no places yet.
func prepared(f *Func, b budget, s *spiller) *allocator {
	a := newAllocator(f, b, s)
	a.coalesce()
	return a
}

// better is an allocation without homeless webs with which more waves fit a SIMD than with this one,
// or at least as many as its budget is for if this one has homeless webs. It is looked for if so
// few registers are live at once: then they lie too far apart. Nil if there is none.
func (a *allocator) better(homeless []int, tries int) *allocator {
	registers, scalars := a.budget.unified, false
	if len(homeless) == 0 {
		registers = a.highest()
	}
	for _, w := range homeless {
		scalars = scalars || a.webs[w].file == FileS
	}
	if scalars { // room between vector registers is no help
		tries = 1
	}
	var best *allocator
	most, _ := a.pressure(FileV)
	for waves := a.f.Waves(registers) + 1; waves <= a.f.Waves(most); waves++ {
		packed := a.packed(budgetFor(a.f, waves), tries)
		if packed == nil {
			break
		}
		best = packed
	}
	if best == nil && len(homeless) > 0 {
		best = a.packed(a.budget, tries)
	}
	return best
}

// highest is how many vector registers the kernel has with these places.
func (a *allocator) highest() int {
	vgprs, agprs := 0, 0
	for i := range a.webs {
		w := &a.webs[i]
		if w.file != FileV || len(w.regs) == 0 {
			continue
		}
		if end := w.place + w.dwords; w.place >= a.f.Chip.VGPRs {
			agprs = max(agprs, end-a.f.Chip.VGPRs)
		} else {
			vgprs = max(vgprs, end)
		}
	}
	if agprs == 0 {
		return vgprs
	}
	const step = 4 // AGPRs begin at a multiple
	return (vgprs+step-1)/step*step + agprs
}

// spillWebs rewrites the kernel without the webs.
func (a *allocator) spillWebs(webs []int) error {
	var regs []spilled
	for _, i := range webs {
		before := len(regs)
		for _, r := range a.webs[i].regs {
			if !a.webs[i].fixed && a.spillable(r) {
				regs = append(regs, spilled{r, a.splits(r), i, a.at[r]})
			}
		}
		if len(regs) == before {
			return a.tooMany(i)
		}
	}
	a.spill.rewrite(regs, a.budget.agprs > 0)
	return nil
}

// tooMany is the user's error: the kernel does not fit. When everything possible has
// been spilled, only the operands of single instructions remain, so this happens only
// with long tuples and a very small budget.
func (a *allocator) tooMany(failed int) error {
	w := &a.webs[failed]
	file, have, most, at := "vector", a.budget.vgprs+a.budget.agprs, 0, int32(0)
	if w.file == FileS {
		file, have = "scalar", a.budget.sgprs
	}
	most, at = a.pressure(w.file)
	where := cmp.Or(a.where(w.start()), a.where(at))
	return fmt.Errorf("%skernel %s needs %d %s registers at once, and a wave has %d with %d waves per SIMD: use fewer waves, smaller workgroups or smaller tiles",
		where, a.f.Name, max(most, have+1), file, have, a.budget.waves)
}

// unmet is the user's error if the vector registers among the homeless end in scratch memory
// because of the waves that the author demands; nil if there are none.
func (a *allocator) unmet(homeless []int) error {
	first := slices.IndexFunc(homeless, func(w int) bool { return a.webs[w].file == FileV })
	if first < 0 {
		return nil
	}
	most, at := a.pressure(FileV)
	have := a.budget.vgprs + a.budget.agprs
	needs := fmt.Sprintf("needs %d vector registers at once", most)
	if most <= have {
		at = a.webs[homeless[first]].start()
		needs = fmt.Sprintf("finds no place for %d registers in a row", a.webs[homeless[first]].dwords)
	}
	return fmt.Errorf("%skernel %s %s, and the %d waves per SIMD that it demands leave each %d: demand fewer, or use smaller tiles",
		a.where(at), a.f.Name, needs, a.budget.waves, have)
}

// where is the source position of the instruction at a point, for messages.
func (a *allocator) where(point int32) string {
	if pos := a.positionAt(point); pos != (Position{}) {
		return fmt.Sprintf("%s:%d:%d: ", pos.File, pos.Line, pos.Col)
	}
	return ""
}

// positionAt is the source position of the instruction at a point, or of the
// last one before it that has any.
func (a *allocator) positionAt(point int32) Position {
	var pos Position
	now := int32(0)
	for _, b := range a.f.Blocks {
		for _, in := range b.Instrs {
			if now > point && pos != (Position{}) {
				return pos
			}
			if in.Pos != 0 {
				pos = a.f.Positions[in.Pos]
			}
			now += 2
		}
		now += 2
	}
	return pos
}
