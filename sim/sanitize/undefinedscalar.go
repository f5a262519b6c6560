package sanitize

import (
	"heddle/isa"
	"heddle/sim"
)

// sccRule says how a scalar instruction sets SCC.
type sccRule uint8

const (
	sccKept    sccRule = iota
	sccNonzero         // the result is not 0
	sccCarry           // carry or borrow out
	sccWhole           // anything that depends on all of both sources
)

// scalarRow is how to follow a scalar instruction.
type scalarRow struct {
	rule     bitFunc
	scc      sccRule
	subtract bool // for sccCarry
	carryIn  bool
	update   bool // the destination is the first source
}

// scalarRows are the scalar instructions of which more is known than that the
// result depends on all of the sources.
var scalarRows = [...]scalarRow{
	isa.S_ADD_U32:       {rule: add, scc: sccCarry},
	isa.S_SUB_U32:       {rule: sub, scc: sccCarry, subtract: true},
	isa.S_ADDC_U32:      {rule: add, scc: sccCarry, carryIn: true},
	isa.S_SUBB_U32:      {rule: sub, scc: sccCarry, subtract: true, carryIn: true},
	isa.S_ADD_I32:       {rule: add, scc: sccWhole},
	isa.S_SUB_I32:       {rule: sub, scc: sccWhole},
	isa.S_LSHL1_ADD_U32: {rule: scalarShiftAdd(1), scc: sccWhole},
	isa.S_LSHL2_ADD_U32: {rule: scalarShiftAdd(2), scc: sccWhole},
	isa.S_LSHL3_ADD_U32: {rule: scalarShiftAdd(3), scc: sccWhole},
	isa.S_LSHL4_ADD_U32: {rule: scalarShiftAdd(4), scc: sccWhole},

	isa.S_AND_B32:     {rule: table(tableAnd), scc: sccNonzero},
	isa.S_AND_B64:     {rule: table(tableAnd), scc: sccNonzero},
	isa.S_OR_B32:      {rule: table(tableOr), scc: sccNonzero},
	isa.S_OR_B64:      {rule: table(tableOr), scc: sccNonzero},
	isa.S_XOR_B32:     {rule: table(tableXor), scc: sccNonzero},
	isa.S_XOR_B64:     {rule: table(tableXor), scc: sccNonzero},
	isa.S_ANDN2_B32:   {rule: table(tableAndN2), scc: sccNonzero},
	isa.S_ANDN2_B64:   {rule: table(tableAndN2), scc: sccNonzero},
	isa.S_ORN2_B32:    {rule: table(tableOrN2), scc: sccNonzero},
	isa.S_ORN2_B64:    {rule: table(tableOrN2), scc: sccNonzero},
	isa.S_NAND_B32:    {rule: table(tableAnd ^ inverted), scc: sccNonzero},
	isa.S_NAND_B64:    {rule: table(tableAnd ^ inverted), scc: sccNonzero},
	isa.S_NOR_B32:     {rule: table(tableOr ^ inverted), scc: sccNonzero},
	isa.S_NOR_B64:     {rule: table(tableOr ^ inverted), scc: sccNonzero},
	isa.S_XNOR_B32:    {rule: table(tableXor ^ inverted), scc: sccNonzero},
	isa.S_XNOR_B64:    {rule: table(tableXor ^ inverted), scc: sccNonzero},
	isa.S_NOT_B32:     {rule: table(tableNot), scc: sccNonzero},
	isa.S_NOT_B64:     {rule: table(tableNot), scc: sccNonzero},
	isa.S_LSHL_B32:    {rule: shl, scc: sccNonzero},
	isa.S_LSHL_B64:    {rule: shl, scc: sccNonzero},
	isa.S_LSHR_B32:    {rule: shr, scc: sccNonzero},
	isa.S_LSHR_B64:    {rule: shr, scc: sccNonzero},
	isa.S_ASHR_I32:    {rule: ashr, scc: sccNonzero},
	isa.S_ASHR_I64:    {rule: ashr, scc: sccNonzero},
	isa.S_BFE_U32:     {rule: scalarExtract(false), scc: sccNonzero},
	isa.S_BFE_U64:     {rule: scalarExtract(false), scc: sccNonzero},
	isa.S_BFE_I32:     {rule: scalarExtract(true), scc: sccNonzero},
	isa.S_BFE_I64:     {rule: scalarExtract(true), scc: sccNonzero},
	isa.S_ABSDIFF_I32: {rule: whole, scc: sccNonzero},
	isa.S_ABS_I32:     {rule: whole, scc: sccNonzero},
	isa.S_BCNT1_I32_B32: {rule: func(a, _, _ val, width uint) uint64 { return countOnes(a, val{}, val{}, width) },
		scc: sccNonzero},
	isa.S_BCNT1_I32_B64: {rule: func(a, _, _ val, width uint) uint64 { return countOnes(a, val{}, val{}, width) },
		scc: sccNonzero},
	isa.S_BCNT0_I32_B32: {rule: whole, scc: sccNonzero},
	isa.S_BCNT0_I32_B64: {rule: whole, scc: sccNonzero},
	isa.S_WQM_B32:       {rule: whole, scc: sccNonzero},
	isa.S_WQM_B64:       {rule: whole, scc: sccNonzero},
	isa.S_QUADMASK_B32:  {rule: whole, scc: sccNonzero},
	isa.S_QUADMASK_B64:  {rule: whole, scc: sccNonzero},

	isa.S_BFM_B32:         {rule: fieldMask},
	isa.S_BFM_B64:         {rule: fieldMask},
	isa.S_MUL_I32:         {rule: mul},
	isa.S_MOV_B32:         {rule: copied},
	isa.S_MOV_B64:         {rule: copied},
	isa.S_MOVK_I32:        {rule: copied},
	isa.S_BREV_B32:        {rule: reverse},
	isa.S_BREV_B64:        {rule: reverse},
	isa.S_SEXT_I32_I8:     {rule: func(a, _, _ val, _ uint) uint64 { return a.signed(8).m }},
	isa.S_SEXT_I32_I16:    {rule: func(a, _, _ val, _ uint) uint64 { return a.signed(16).m }},
	isa.S_FF1_I32_B32:     {rule: lowestOne},
	isa.S_FF1_I32_B64:     {rule: lowestOne},
	isa.S_FLBIT_I32_B32:   {rule: highestOne},
	isa.S_FLBIT_I32_B64:   {rule: highestOne},
	isa.S_PACK_LL_B32_B16: {rule: pack},
	isa.S_PACK_LH_B32_B16: {rule: func(a, b, _ val, _ uint) uint64 { return a.m&0xffff | b.m&0xffff0000 }},
	isa.S_PACK_HH_B32_B16: {rule: func(a, b, _ val, _ uint) uint64 { return a.m>>16 | b.m&0xffff0000 }},
	isa.S_BITSET0_B32:     {rule: setBit, update: true},
	isa.S_BITSET0_B64:     {rule: setBit, update: true},
	isa.S_BITSET1_B32:     {rule: setBit, update: true},
	isa.S_BITSET1_B64:     {rule: setBit, update: true},
	isa.S_MULK_I32:        {rule: mul, update: true},
	isa.S_ADDK_I32:        {rule: add, scc: sccWhole, update: true},

	isa.S_AND_SAVEEXEC_B64:   {rule: table(tableAnd)},
	isa.S_OR_SAVEEXEC_B64:    {rule: table(tableOr)},
	isa.S_XOR_SAVEEXEC_B64:   {rule: table(tableXor)},
	isa.S_ANDN2_SAVEEXEC_B64: {rule: table(tableAndN2)},
	isa.S_ORN2_SAVEEXEC_B64:  {rule: table(tableOrN2)},
	isa.S_NAND_SAVEEXEC_B64:  {rule: table(tableAnd ^ inverted)},
	isa.S_NOR_SAVEEXEC_B64:   {rule: table(tableOr ^ inverted)},
	isa.S_XNOR_SAVEEXEC_B64:  {rule: table(tableXor ^ inverted)},
	isa.S_ANDN1_SAVEEXEC_B64: {rule: table(0x0c)},
	isa.S_ORN1_SAVEEXEC_B64:  {rule: table(0xcf)},
	isa.S_ANDN1_WREXEC_B64:   {rule: table(0x0c)},
	isa.S_ANDN2_WREXEC_B64:   {rule: table(tableAndN2)},
}

func scalarShiftAdd(n uint) bitFunc {
	return func(a, b, _ val, width uint) uint64 { return add(val{a.v << n, a.m << n}, b, val{}, width) }
}

// setBit is s_bitset of bit b of a.
func setBit(a, b, _ val, width uint) uint64 {
	if b.m&counted(width) != 0 {
		return lowMask(width)
	}
	return a.m &^ (1 << (b.v & counted(width)))
}

// scalarRuns are the scalar instructions that are no function of two operands.
var scalarRuns = [...]planFunc{
	isa.S_CSELECT_B32: runScalarSelect,
	isa.S_CSELECT_B64: runScalarSelect,
	isa.S_CMOV_B32:    runScalarMoveIf,
	isa.S_CMOV_B64:    runScalarMoveIf,
	isa.S_CMOVK_I32:   runScalarMoveIf,
	isa.S_BITCMP0_B32: runBitCompare,
	isa.S_BITCMP1_B32: runBitCompare,
	isa.S_BITCMP0_B64: runBitCompare,
	isa.S_BITCMP1_B64: runBitCompare,
	isa.S_MOVRELS_B32: runMoveRel,
	isa.S_MOVRELS_B64: runMoveRel,
	isa.S_MOVRELD_B32: runMoveRel,
	isa.S_MOVRELD_B64: runMoveRel,

	isa.S_AND_SAVEEXEC_B64:   runExec,
	isa.S_OR_SAVEEXEC_B64:    runExec,
	isa.S_XOR_SAVEEXEC_B64:   runExec,
	isa.S_ANDN2_SAVEEXEC_B64: runExec,
	isa.S_ORN2_SAVEEXEC_B64:  runExec,
	isa.S_NAND_SAVEEXEC_B64:  runExec,
	isa.S_NOR_SAVEEXEC_B64:   runExec,
	isa.S_XNOR_SAVEEXEC_B64:  runExec,
	isa.S_ANDN1_SAVEEXEC_B64: runExec,
	isa.S_ORN1_SAVEEXEC_B64:  runExec,
	isa.S_ANDN1_WREXEC_B64:   runExec,
	isa.S_ANDN2_WREXEC_B64:   runExec,

	isa.S_SET_GPR_IDX_ON:   runSetIndex,
	isa.S_SET_GPR_IDX_IDX:  runSetIndex,
	isa.S_SET_GPR_IDX_OFF:  runNone,
	isa.S_SET_GPR_IDX_MODE: runNone,
	isa.S_SETVSKIP:         runNone,
	isa.S_SETREG_B32:       runNone,
	isa.S_SETREG_IMM32_B32: runNone,

	isa.S_CBRANCH_SCC0:   runBranch,
	isa.S_CBRANCH_SCC1:   runBranch,
	isa.S_CBRANCH_VCCZ:   runBranch,
	isa.S_CBRANCH_VCCNZ:  runBranch,
	isa.S_CBRANCH_EXECZ:  runNone,
	isa.S_CBRANCH_EXECNZ: runNone,
	isa.S_SETPC_B64:      runJump,
	isa.S_SWAPPC_B64:     runJump,
	isa.S_SENDMSG:        runNone,
	isa.S_SENDMSGHALT:    runNone,
	isa.S_ENDPGM:         runNone,
	isa.S_BARRIER:        runNone,
}

// planScalar chooses how to follow a scalar instruction.
func (p *plan) planScalar() {
	op := p.inst.Row.Op
	p.run = runScalar
	p.zero = p.sameSources() && int(op) < len(sameIsZero) && sameIsZero[op]
	switch {
	case int(op) < len(scalarRuns) && scalarRuns[op] != nil:
		p.run = scalarRuns[op]
	case p.dst < 0 && p.inst.Row.Writes&isa.ImpSCC != 0:
		p.run, p.relation = runScalarCompare, relationOf(p.inst.Row.Mnemonic)
		p.zero = p.sameSources()
	}
	if int(op) < len(scalarRows) {
		p.scalar = scalarRows[op]
	}
	if p.scalar.rule == nil {
		p.scalar = scalarRow{rule: whole, scc: sccWhole}
	}
	switch op {
	case isa.S_MOVRELS_B32, isa.S_MOVRELS_B64, isa.S_MOVRELD_B32, isa.S_MOVRELD_B64:
		p.always = true
	case isa.S_CMOV_B32, isa.S_CMOV_B64, isa.S_CMOVK_I32:
		p.always = true // it may write nothing
	}
}

// scalarSource returns operand i.
func (p *plan) scalarSource(w *shadowWave, e *sim.Event, i int) val {
	arg := p.arg(i)
	width := 32 * max(int(p.inst.Row.Operands[i].Dwords), int(arg.Dwords), 1)
	return val{e.Registers.OperandValue(p.inst, i), w.operandMask(e, arg, width)}.low(uint(width))
}

// setScalarResult gives operand i, a destination, its mask.
func (p *plan) setScalarResult(w *shadowWave, e *sim.Event, i int, m uint64) {
	arg := p.arg(i)
	r := arg.Reg()
	if arg.Kind != isa.KindReg || r >= 128 {
		return
	}
	from := w.origin(e.Reads, originOf(e, -1))
	w.setScalar(r, uint32(m))
	if uint32(m) != 0 {
		w.from[r] = from
	}
	if arg.Dwords >= 2 {
		w.setScalar(r+1, uint32(m>>32))
		if m>>32 != 0 {
			w.from[r+1] = from
		}
	}
}

// setSCC gives SCC its mask.
func (w *shadowWave) setSCC(e *sim.Event, undefined bool) {
	if !undefined {
		w.setScalar(isa.SCC, 0)
		return
	}
	from := w.origin(e.Reads, originOf(e, -1))
	w.setScalar(isa.SCC, 1)
	w.from[isa.SCC] = from
}

// deferredSCC is an SCC that says whether a result is 0, to be decided when
// the result is there.
type deferredSCC struct {
	mask uint64
	reg  isa.Reg
	pair bool
	from origin
}

// decideSCC: a defined 1 in the result decides.
func (w *shadowWave) decideSCC(e *sim.Event) {
	d := w.scc
	w.scc = deferredSCC{}
	v := uint64(e.Registers.Scalar(d.reg))
	if d.pair {
		v |= uint64(e.Registers.Scalar(d.reg+1)) << 32
	}
	if zeroKnown(val{v, d.mask}) {
		w.setScalar(isa.SCC, 0)
		return
	}
	w.setScalar(isa.SCC, 1)
	w.from[isa.SCC] = d.from
}

func runNone(*undefined, *shadowWave, *sim.Event, *plan) {}

// runScalar follows an instruction of scalarRows.
func runScalar(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	row := &p.scalar
	if p.dst < 0 {
		return
	}
	var src [2]val
	if row.update {
		src[0], src[1] = p.scalarSource(w, e, 0), p.scalarSource(w, e, 1)
	} else {
		for k := range min(len(p.src), 2) {
			src[k] = p.scalarSource(w, e, p.src[k])
		}
	}
	a, b := src[0], src[1]
	var carry val
	if row.carryIn {
		carry = val{0, uint64(w.scalarMask(isa.SCC))}
		if e.Registers.SCC() {
			carry.v = 1
		}
	}
	arg := p.arg(p.dst)
	width := 32 * max(int(arg.Dwords), 1)
	from := w.origin(e.Reads, originOf(e, -1))
	var m uint64
	var bad bool
	switch {
	case p.zero:
	case row.scc == sccCarry:
		m, bad = carryRule{width: 32, subtract: row.subtract}.compute(a, b, carry)
	default:
		// Where the operation is on 64 bits the number of bits of the first
		// source is what shifts count with.
		m = row.rule(a, b, val{}, uint(max(width, p.sourceWidth())))
		bad = a.m|b.m != 0
	}
	m &= lowMask(uint(width))
	if p.inst.Row.Writes&isa.ImpSCC != 0 {
		if row.scc == sccNonzero && m != 0 {
			w.scc = deferredSCC{m, arg.Reg(), width == 64, from}
		}
		w.setSCC(e, bad && (row.scc == sccCarry || row.scc == sccWhole))
	}
	p.setScalarResult(w, e, p.dst, m)
	u.execSink(w, e, from)
}

// sourceWidth is the number of bits of the first source.
func (p *plan) sourceWidth() int {
	if len(p.src) == 0 {
		return 32
	}
	i := p.src[0]
	return 32 * max(int(p.inst.Row.Operands[i].Dwords), int(p.arg(i).Dwords), 1)
}

// runScalarCompare follows s_cmp and s_cmpk.
func runScalarCompare(_ *undefined, w *shadowWave, e *sim.Event, p *plan) {
	a, b := p.scalarSource(w, e, 0), p.scalarSource(w, e, 1)
	w.setSCC(e, !p.zero && !p.relation.known(a, b, uint(p.sourceWidth())))
}

// runBitCompare follows s_bitcmp.
func runBitCompare(_ *undefined, w *shadowWave, e *sim.Event, p *plan) {
	a, b := p.scalarSource(w, e, 0), p.scalarSource(w, e, 1)
	used := counted(uint(p.sourceWidth()))
	w.setSCC(e, b.m&used != 0 || a.m>>(b.v&used)&1 != 0)
}

// runScalarSelect follows s_cselect.
func runScalarSelect(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	a, b := p.scalarSource(w, e, 1), p.scalarSource(w, e, 2)
	if !e.Registers.SCC() {
		a, b = b, a
	}
	from := w.origin(e.Reads, originOf(e, -1))
	p.setScalarResult(w, e, 0, chosen(a, b, w.scalarMask(isa.SCC) != 0))
	u.execSink(w, e, from)
}

// runScalarMoveIf follows s_cmov.
func runScalarMoveIf(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	moved := p.scalarSource(w, e, 1)
	arg := p.arg(0)
	old := val{uint64(e.Registers.Scalar(arg.Reg())), uint64(w.scalarMask(arg.Reg()))}
	if arg.Dwords >= 2 {
		old = w.pair(e, arg.Reg())
	}
	if !e.Registers.SCC() {
		moved, old = old, moved
	}
	from := w.origin(e.Reads, originOf(e, -1))
	p.setScalarResult(w, e, 0, chosen(moved, old, w.scalarMask(isa.SCC) != 0))
	u.execSink(w, e, from)
}

// runMoveRel follows s_movrels and s_movreld, whose register M0 chooses.
func runMoveRel(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	const registers = uint64(isa.FlatScratchLo)
	u.scalarSink(&sinkIndex, w, e, isa.M0, 1)
	n := uint64(max(p.arg(0).Dwords, 1))
	index := uint64(e.Registers.Scalar(isa.M0))
	op := p.inst.Row.Op
	if op == isa.S_MOVRELD_B32 || op == isa.S_MOVRELD_B64 {
		to := uint64(uint32(p.arg(0).Reg()) + uint32(index))
		if to+n > registers {
			return
		}
		m := p.scalarSource(w, e, 1).m
		w.setScalar(isa.Reg(to), uint32(m))
		if n == 2 {
			w.setScalar(isa.Reg(to+1), uint32(m>>32))
		}
		return
	}
	from := uint64(uint32(p.arg(1).Reg()) + uint32(index))
	if from+n > registers {
		from = 0
	}
	m := uint64(w.scalarMask(isa.Reg(from)))
	if n == 2 {
		m = w.pairMask(isa.Reg(from))
	}
	p.setScalarResult(w, e, 0, m)
}

// runExec follows s_*_saveexec and s_*_wrexec.
func runExec(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	from := w.origin(e.Reads, originOf(e, -1))
	m := p.scalar.rule(p.scalarSource(w, e, 1), w.pair(e, isa.ExecLo), val{}, 64)
	p.setScalarResult(w, e, 0, 0)
	w.setSCC(e, false)
	w.setPair(isa.ExecLo, m)
	u.execSink(w, e, from)
}

// runSetIndex follows s_set_gpr_idx_on and _idx, which write a part of M0.
func runSetIndex(_ *undefined, w *shadowWave, e *sim.Event, p *plan) {
	index := p.scalarSource(w, e, 0)
	w.setScalar(isa.M0, w.scalarMask(isa.M0)&^0xff|uint32(index.m&0xff))
	if p.inst.Row.Op == isa.S_SET_GPR_IDX_ON {
		w.setScalar(isa.M0, w.scalarMask(isa.M0)&^0xf000)
	}
	w.spreadTo(e, isa.M0)
}

// runBranch follows conditional branches.
func runBranch(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	switch p.inst.Row.Op {
	case isa.S_CBRANCH_SCC0, isa.S_CBRANCH_SCC1:
		u.scalarSink(&sinkBranch, w, e, isa.SCC, 1)
		return
	}
	if !zeroKnown(w.pair(e, isa.VCCLo)) {
		u.scalarSink(&sinkBranch, w, e, isa.VCCLo, 2)
	}
}

// runJump follows jumps to an address in registers.
func runJump(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	u.scalarSink(&sinkBranch, w, e, p.arg(p.src[0]).Reg(), 2)
	w.define(e.Writes, 0)
}
