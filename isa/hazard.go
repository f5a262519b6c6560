package isa

// ClassID names a set of instructions that the rules for wait states and
// counters treat alike. The classes are those of isa/gen/hazards.tsv and
// counters.tsv.
type ClassID uint8

// String returns the name of the class in isa/gen.
func (c ClassID) String() string { return classNames[c] }

// ClassSet is a set of classes.
type ClassSet uint64

// Has reports whether c is in the set.
func (s ClassSet) Has(c ClassID) bool { return s>>c&1 != 0 }

// DepSet is a set of the ways in which an instruction (the consumer) can
// depend on an earlier one (the producer).
type DepSet uint32

const (
	// DepAny holds for every pair, whatever the registers.
	DepAny DepSet = 1 << iota

	// The consumer reads a scalar register that the producer writes …
	DepConst      // as data
	DepMask       // as a lane mask: carry-in, select mask, VCC of v_div_fmas
	DepLaneSelect // as a lane number
	DepScalarAddr // as the address, offset or resource of a memory access, FLAT_SCRATCH included
	DepZFlag      // by its flag: src_vccz after a write of VCC, src_execz after a write of EXEC
	DepVCCHalf    // no: it reads one half of VCC, and the producer writes the other
	// … or runs under it without naming it.
	DepExec  // the producer writes EXEC
	DepM0    // the producer writes M0
	DepHWReg // the producer sets the hardware register that the consumer gets or sets

	// The consumer reads a VGPR or AGPR that the producer writes …
	DepVGPR        // as an ordinary source
	DepMoved       // as the source whose lanes a DPP control moves
	DepUnmoved     // as another source of DPP
	DepAcc         // as an accumulator: a destination that is a source too, srcC of a dot product
	DepOld         // as the old value, which is kept by lanes that a DPP control leaves out
	DepKept        // by keeping a part of it: SDWA with dst_unused:UNUSED_PRESERVE, op_sel to the high half, Op.HighHalf
	DepSrcAB       // as A or B of a matrix instruction
	DepIndex       // as the index of an SMFMAC
	DepScale       // as a scale of a matrix instruction
	DepSrcCExact   // as srcC of a matrix instruction (the destination of an SMFMAC): the same tuple
	DepSrcCOverlap // as srcC: another tuple that overlaps
	DepVAddr       // as the address of a memory access
	DepVData       // as the data of a memory access

	// The consumer writes a VGPR or AGPR …
	DepOverwrite     // that the producer writes
	DepOverwriteSrcC // that the producer reads as srcC of a matrix instruction
	DepOverwriteData // that the producer reads as the data of a memory access
)

// Condition is a further condition for a Hazard to apply.
type Condition uint8

const (
	IfAlways      Condition = iota
	IfSameOp                // producer and consumer are the same instruction in the same encoding
	IfOtherOp               // they are not
	IfOtherPasses           // they are matrix instructions with different numbers of passes
)

// Waits are wait states by the passes of the producer: 2, 4, 8, 16. All four are equal if the
// producer is not a matrix instruction.
type Waits [4]uint8

// For returns the wait states after a producer with that number of passes, 0
// for an instruction without passes.
func (w *Waits) For(passes int) int {
	switch passes {
	case 4:
		return int(w[1])
	case 8:
		return int(w[2])
	case 16:
		return int(w[3])
	}
	return int(w[0])
}

// Hazard is a pair of instructions that the hardware does not interlock. It applies if the producer
// is in a class of Producer, the consumer is in a class of Consumer, the consumer depends on the
// producer in a way of Dep, and If holds. Then that many wait states must be between the two: a
// wait state is an instruction of the wave, or one of the N+1 of s_nop N. Dependences without a
// Hazard are interlocked, or need s_waitcnt.
type Hazard struct {
	Name               string
	Producer, Consumer ClassSet
	Dep                DepSet
	If                 Condition

	LLVM   Waits // the wait states that LLVM 22 inserts
	Manual Waits // the wait states that the CDNA manual requires
	Source string
	Note   string // why the two differ, where they do

	// Optional are consumers for which a breach is not an error although both figures require wait
	// states: kernels in the field commonly do without them.
	Optional ClassSet
}

// hazardTable is the generated part: the rules of a target and the classes of
// each of its rows.
type hazardTable struct {
	hazards  []Hazard
	maxWaits int
	sets     []ClassSet
	setOf    []uint8 // for each of Target.rows: index into sets
}

// Hazards returns the pairs of instructions that need wait states on the target. The caller must
// not change it.
func (t *Target) Hazards() []Hazard { return t.hazards.hazards }

// MaxWaits returns the largest number of wait states that any pair needs: how far back a search for
// producers must go.
func (t *Target) MaxWaits() int { return t.hazards.maxWaits }

// RequiredWaits returns the wait states that must be between producer and consumer, by LLVM's
// figures and by the manual's, and the rules that apply, the largest of which counts. Both
// instructions must be of the target.
func (t *Target) RequiredWaits(producer, consumer *Inst) (llvm, manual int, rules []*Hazard) {
	written := producer.Writes()
	return t.RequiredWaitsOf(producer, &written, consumer)
}

// RequiredWaitsOf is RequiredWaits for a producer of whose results only the registers in left
// count: other instructions have overwritten the rest since.
func (t *Target) RequiredWaitsOf(producer *Inst, left *RegSet, consumer *Inst) (llvm, manual int, rules []*Hazard) {
	from, to := t.Classes(producer), t.Classes(consumer)
	deps := dependences(producer, left, consumer)
	passes := producer.Passes()
	table := t.hazards
	for i := range table.hazards {
		h := &table.hazards[i]
		if h.Producer&from == 0 || h.Consumer&to == 0 || h.Dep&deps == 0 || !h.If.holds(producer, consumer) {
			continue
		}
		llvm = max(llvm, h.LLVM.For(passes))
		manual = max(manual, h.Manual.For(passes))
		rules = append(rules, h)
	}
	return llvm, manual, rules
}

func (c Condition) holds(producer, consumer *Inst) bool {
	same := producer.Row.Op == consumer.Row.Op && producer.Row.Enc == consumer.Row.Enc
	switch c {
	case IfSameOp:
		return same
	case IfOtherOp:
		return !same
	case IfOtherPasses:
		return producer.Passes() != consumer.Passes()
	}
	return true
}

// Passes returns the passes of 4 clocks that a matrix instruction takes, 0 for
// any other. v_mfma_*_f8f6f4 takes twice as many when A or B has 8-bit
// elements (hazards.md §3).
func (inst *Inst) Passes() int {
	const bf8 = 1 // fp8 is 0; the 6-bit and 4-bit formats follow
	p := int(inst.Row.Passes)
	if p != 0 && inst.Row.Operands[1].Flags&FlagByCBSZ != 0 && (inst.Mods.CBSZ <= bf8 || inst.Mods.BLGP <= bf8) {
		p *= 2
	}
	return p
}

// WaitStates returns the number of wait states that the instruction counts as between two others:
// N+1 for s_nop N, else 1, also for s_waitcnt, whose stall is not guaranteed (hazards.md §2).
func (inst *Inst) WaitStates() int {
	const mask = 15 // s_nop uses four bits
	if inst.Row.Op == S_NOP {
		return int(inst.Args[0].Imm()&mask) + 1
	}
	return 1
}
