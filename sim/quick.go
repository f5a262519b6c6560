package sim

import (
	"unsafe"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// The fast engine executes an instruction by a kernel of package lanes where
// there is one, else as the plain engine does. What can be known of the
// instruction is looked at when it is bound, what depends on the wave when it
// executes: MODE, VGPR indexing.

// demand is the value of MODE that a kernel requires.
type demand struct{ care, want uint32 }

// The kernels of floats round to nearest even and keep subnormals; all name
// their registers themselves.
var (
	anyMode   = demand{care: modeGPRIdx}
	floatMode = demand{care: modeGPRIdx | modeFP16Ovfl | 0xff, want: 0xf0}
)

// quick says how the fast engine executes an instruction at a level: the required MODE, and a
// function that can ignore MODE.
type quick struct {
	run    waveFunc // nil: there is none
	demand demand
	// kernel and rows, of destination and sources, are what run does if it is
	// no more than a call.
	kernel simd.Kernel
	rows   [4]uint16
}

// bindQuick chooses the functions that execute the instruction in the fast
// engine, by level. Those that the CPU does not have get none.
func (in *instr) bindQuick() {
	if in.rough {
		return
	}
	for level := simd.AVX2; level <= simd.Best(); level++ {
		if in.quick[level] = in.quickMatrix(level); in.quick[level].run == nil {
			in.quick[level] = in.quickFor(level.Kernels())
		}
		if in.quick[level].run == nil {
			in.quick[level].run = in.quickMemory(level)
		}
	}
}

// quickFor is the function of one level, nil if the instruction has no kernel
// or has modifiers that none can do.
func (in *instr) quickFor(set *simd.Set) quick {
	op := in.Row.Op
	switch {
	case !in.wholeRegisters():
		return quick{}
	case int(op) < len(quickOps) && quickOps[op].kernel != simd.NoOp:
		return in.quickKernel(set, &quickOps[op])
	case int(op) < len(quickOps) && quickOps[op].pick != simd.NoPick:
		return in.quickPick(set, set.Picks[quickOps[op].pick])
	case int(op) < len(compareOps) && compareOps[op].typ != none:
		return in.quickCompare(set, &compareOps[op])
	case int(op) < len(carryOps) && carryOps[op] != nil:
		return in.quickCarry(set)
	case op == isa.V_CNDMASK_B32:
		return in.quickSelect(set)
	case op == isa.V_BITOP3_B32 || op == isa.V_BITOP3_B16:
		return in.quickLogic(set)
	case op == isa.V_MBCNT_LO_U32_B32:
		return in.quickCountBelow(set, 0)
	case op == isa.V_MBCNT_HI_U32_B32:
		return in.quickCountBelow(set, 32)
	case op == isa.V_MAD_U64_U32:
		return in.quickMad(set, set.MadU64)
	case op == isa.V_MAD_I64_I32:
		return in.quickMad(set, set.MadI64)
	}
	return quick{}
}

// wholeRegisters reports whether sources are whole registers of the lane, but
// for neg and abs, and the result is stored as it is.
func (in *instr) wholeRegisters() bool {
	m := &in.Mods
	if in.dpp != nil || in.Row.Mods.Has(isa.ModSrc0Sel) || m.Set.Has(isa.ModClamp) || m.OMod != 0 {
		return false
	}
	if in.pairsOfF32() {
		return true
	}
	for k := range in.nsrc {
		if h := halvesOf(in, k); in.Row.Enc == isa.EncVOP3P && (!h.noModifier || in.src[k].neg || in.src[k].abs) {
			return false
		}
	}
	return in.Row.Enc == isa.EncVOP3P || m.OpSel == 0
}

// pairsOfF32 reports whether in is one of packedF32Ops.
func (in *instr) pairsOfF32() bool {
	op := int(in.Row.Op)
	return op < len(packedF32Ops) && packedF32Ops[op].lane != nil
}

// sourceType is what source k is as a whole.
func (in *instr) sourceType(k int) dtype {
	op := int(in.Row.Op)
	switch {
	case in.pairsOfF32():
		return u64
	case in.valu != nil && in.Row.Enc != isa.EncVOP3P:
		return in.valu.src(k)
	case op < len(compareOps) && compareOps[op].typ != none:
		return compareOps[op].typ
	case k == 2 && (in.Row.Op == isa.V_MAD_U64_U32 || in.Row.Op == isa.V_MAD_I64_I32):
		return u64
	}
	return u32
}

// quickSource is a source of a kernel: a VGPR, a constant that fills rows
// since the instruction was bound, or scalar registers.
type quickSource struct {
	reg    int
	filled *[2]simd.Row
	scalar *operand
	wide   bool // 64 bits
	change      // of a VGPR or scalar registers
}

// change is what modifiers make of the dwords of a source.
type change struct {
	any        bool
	high       [2]bool // it is the high dword of the source
	keep, flip [2]uint32
}

// keepAll is keep of a change that keeps all bits.
var keepAll = [2]uint32{1<<32 - 1, 1<<32 - 1}

// changeOf returns the change of source k.
func (in *instr) changeOf(k int) change {
	c := change{high: [2]bool{false, true}, keep: keepAll}
	plain := c
	if in.pairsOfF32() {
		h := halvesOf(in, k)
		c.high = h.high
		for i := range 2 {
			c.flip[i] = uint32(bit(h.negate[i])) << 31
		}
	} else {
		size := in.sourceType(k).size()
		i, sign := size/64, uint32(1)<<((size-1)&31)
		if in.src[k].abs {
			c.keep[i] &^= sign
		}
		if in.src[k].neg {
			c.flip[i] = sign
		}
	}
	c.any = c != plain
	return c
}

// of changes a value.
func (c *change) of(v uint64) uint64 {
	if !c.any {
		return v
	}
	var d [2]uint32
	for i := range d {
		d[i] = uint32(v>>(32*bit(c.high[i])))&c.keep[i] ^ c.flip[i]
	}
	return uint64(d[1])<<32 | uint64(d[0])
}

// quickSources prepares n sources. Not ok if one of them is none of what
// quickSource has.
func (in *instr) quickSources(set *simd.Set, n int) (s [3]quickSource, ok bool) {
	for k := range n {
		if k >= in.nsrc { // v_fmac: the third source is the destination
			s[k].reg = in.dst.reg
			continue
		}
		o := in.src[k]
		s[k].wide, s[k].change = in.sourceType(k).size() == 64, in.changeOf(k)
		switch o.kind {
		case operandVector:
			s[k].reg = o.reg
		case operandConst:
			s[k].filled = new([2]simd.Row)
			fill(set, s[k].filled, s[k].change.of(o.value), s[k].wide)
		case operandScalar:
			s[k].scalar = o
		default:
			return s, false
		}
	}
	return s, true
}

// allVector reports whether all sources are VGPRs, as they are.
func allVector(s *[3]quickSource) bool {
	for k := range s {
		if s[k].filled != nil || s[k].scalar != nil || s[k].any {
			return false
		}
	}
	return true
}

// rows returns the rows of source k.
func (s *quickSource) rows(w *wave, k int, set *simd.Set) *simd.Row {
	switch {
	case s.filled != nil:
		return &s.filled[0]
	case s.scalar != nil || s.any:
		return s.make(w, k, set)
	}
	return w.row(s.reg)
}

// make fills rows with scalar registers, or with a VGPR as modifiers change it.
// They are in the columns of the workgroup, which the plain engine uses for
// sources, too.
func (s *quickSource) make(w *wave, k int, set *simd.Set) *simd.Row {
	to := w.wg.columns.rows(k)
	switch {
	case s.scalar == nil:
		for i := range 1 + bit(s.wide) {
			set.Modify(&to[i], w.row(s.reg+int(bit(s.high[i]))), s.keep[i], s.flip[i])
		}
	case s.wide:
		fill(set, to, s.change.of(w.scalar64(s.scalar)), true)
	default:
		set.Splat(&to[0], uint32(s.change.of(uint64(w.scalar(s.scalar)))))
	}
	return &to[0]
}

// fill sets all lanes of a row, or of two, to v.
func fill(set *simd.Set, to *[2]simd.Row, v uint64, wide bool) {
	set.Splat(&to[0], uint32(v))
	if wide {
		set.Splat(&to[1], uint32(v>>32))
	}
}

// rows lends the space of a source.
func (c *columns) rows(k int) *[2]simd.Row {
	return (*[2]simd.Row)(unsafe.Pointer(&c.src[k])) // both are 512 bytes
}

// row is VGPR i as kernels take it.
func (w *wave) row(i int) *simd.Row { return (*simd.Row)(&w.vgpr[i&511]) }

// execute executes in, as the plain engine does if there is no quick function
// or MODE is not as it demands.
func (q *quick) execute(w *wave, in *instr) {
	if q.run != nil && w.mode.bits&q.demand.care == q.demand.want {
		q.run(w, in)
	} else {
		in.run(w, in)
	}
}

// quickKernel is the function of an instruction that has a row in quickOps.
func (in *instr) quickKernel(set *simd.Set, q *quickOp) quick {
	n, d, kernel := in.nsrc, anyMode, set.Kernels[q.kernel]
	if in.valu != nil && n == 2 && in.valu.c != none {
		n = 3
	}
	if q.float {
		d = floatMode
	}
	s, ok := in.quickSources(set, n)
	if !ok || in.dst.kind != operandVector {
		return quick{}
	}
	if q.swap {
		s[0], s[1] = s[1], s[0]
	}
	if in.Row.Op.HighHalf() == isa.HighKept {
		return in.quickKept(set, kernel, d, &s)
	}
	if allVector(&s) {
		dst, a, b, c := in.dst.reg, s[0].reg, s[1].reg, s[2].reg
		rows := [4]uint16{uint16(dst), uint16(a), uint16(b), uint16(c)}
		return quick{demand: d, kernel: kernel, rows: rows, run: func(w *wave, in *instr) {
			if !kernel(w.row(dst), w.row(a), w.row(b), w.row(c), w.exec()) {
				in.run(w, in)
			}
		}}
	}
	dst := in.dst.reg
	return quick{demand: d, run: func(w *wave, in *instr) {
		if !kernel(w.row(dst), s[0].rows(w, 0, set), s[1].rows(w, 1, set), s[2].rows(w, 2, set), w.exec()) {
			in.run(w, in)
		}
	}}
}

// quickKept is the function of an instruction whose kernel clears the high
// half, which it keeps.
func (in *instr) quickKept(set *simd.Set, kernel simd.Kernel, d demand, s *[3]quickSource) quick {
	low, insert, dst, sources := new(simd.Row), set.Kernels[simd.Bfi], in.dst.reg, *s
	set.Splat(low, 0xffff)
	return quick{demand: d, run: func(w *wave, in *instr) {
		all, to := w.spareRow(), w.row(dst)
		if !kernel(all, sources[0].rows(w, 0, set), sources[1].rows(w, 1, set), sources[2].rows(w, 2, set), w.exec()) {
			in.run(w, in)
			return
		}
		insert(to, low, all, to, w.exec())
	}}
}

// quickPick is the function of packed math on f32.
func (in *instr) quickPick(set *simd.Set, kernel simd.Pick) quick {
	s, ok := in.quickSources(set, in.nsrc)
	if !ok || in.dst.kind != operandVector {
		return quick{}
	}
	dst := in.dst.reg
	return quick{demand: floatMode, run: func(w *wave, in *instr) {
		aLow, aHigh := s[0].halves(w, 0, set)
		bLow, bHigh := s[1].halves(w, 1, set)
		cLow, cHigh := s[2].halves(w, 2, set)
		if !kernel(w.row(dst), aLow, aHigh, bLow, bHigh, cLow, cHigh, w.exec()) {
			in.run(w, in)
		}
	}}
}

// halves returns the rows of source k for the two results of packed math.
func (s *quickSource) halves(w *wave, k int, set *simd.Set) (low, high *simd.Row) {
	switch {
	case s.filled != nil:
		return &s.filled[0], &s.filled[1]
	case s.scalar != nil || s.keep != keepAll || s.flip != [2]uint32{}:
		s.make(w, k, set)
		made := w.wg.columns.rows(k)
		return &made[0], &made[1]
	}
	return w.row(s.reg + int(bit(s.high[0]))), w.row(s.reg + int(bit(s.high[1])))
}

// quickCompare is the function of v_cmp and v_cmpx. Relations that have no
// kernel are one with the sources changed or the result negated.
func (in *instr) quickCompare(set *simd.Set, op *compareOp) quick {
	r, ok := relationOf(op)
	if !ok || in.sdst.kind != operandScalar {
		return quick{}
	}
	d := anyMode
	if op.typ == f16 || op.typ == f32 || op.typ == f64 {
		d = floatMode
	}
	s, ok := in.quickSources(set, 2)
	if !ok {
		return quick{}
	}
	if r.swap {
		s[0], s[1] = s[1], s[0]
	}
	kernel, exec, negate := set.Compares[r.kernel], op.exec, uint64(0)
	if r.negate {
		negate = ^uint64(0)
	}
	return quick{demand: d, run: func(w *wave, in *instr) {
		mask := w.exec()
		result := (kernel(s[0].rows(w, 0, set), s[1].rows(w, 1, set), mask) ^ negate) & mask
		w.setScalar64(in.sdst, result)
		if exec {
			w.setExec(result)
		}
	}}
}

// quickRelation is how a relation is made of a kernel.
type quickRelation struct {
	kernel       simd.Relation
	swap, negate bool
}

// quickRelations are the kernels for less, equal and, of floats, at most,
// unequal and ordered.
var quickRelations = [...][5]simd.Relation{
	i16: {simd.LessI16, simd.Equal16},
	u16: {simd.LessU16, simd.Equal16},
	i32: {simd.LessI32, simd.Equal32},
	u32: {simd.LessU32, simd.Equal32},
	i64: {simd.LessI64, simd.Equal64},
	u64: {simd.LessU64, simd.Equal64},
	f16: {simd.LessF16, simd.EqualF16, simd.AtMostF16, simd.UnequalF16, simd.OrderedF16},
	f32: {simd.LessF32, simd.EqualF32, simd.AtMostF32, simd.UnequalF32, simd.OrderedF32},
	f64: {simd.LessF64, simd.EqualF64, simd.AtMostF64, simd.UnequalF64, simd.OrderedF64},
}

// relationOf finds the kernel of a comparison. Those that are always or never
// true have none.
func relationOf(op *compareOp) (r quickRelation, ok bool) {
	if op.class || int(op.typ) >= len(quickRelations) {
		return r, false
	}
	when, kernels := op.when, &quickRelations[op.typ]
	float := kernels[4] != simd.NoRelation
	switch {
	case float:
		if when&unordered != 0 {
			when, r.negate = when^(ordered|unordered), true
		}
	case when&ordered == ordered:
		return r, false
	case when&(when-1) != 0: // two of the three: the third one negated
		when, r.negate = when^ordered, true
	}
	switch when {
	case less, greater:
		r.kernel = kernels[0]
	case equal:
		r.kernel = kernels[1]
	case less | equal, greater | equal:
		r.kernel = kernels[2]
	case less | greater:
		r.kernel = kernels[3]
	case ordered:
		r.kernel = kernels[4]
	}
	r.swap = when == greater || when == greater|equal
	return r, r.kernel != simd.NoRelation
}

// quickCarry is the function of additions and subtractions with a carry out.
func (in *instr) quickCarry(set *simd.Set) quick {
	s, ok := in.quickSources(set, 2)
	if !ok || in.dst.kind != operandVector {
		return quick{}
	}
	op := simd.SubBorrow
	switch in.Row.Op {
	case isa.V_ADD_CO_U32, isa.V_ADDC_CO_U32:
		op = simd.AddCarry
	case isa.V_SUBREV_CO_U32, isa.V_SUBBREV_CO_U32:
		s[0], s[1] = s[1], s[0]
	}
	kernel, dst := set.Carries[op], in.dst.reg
	return quick{demand: anyMode, run: func(w *wave, in *instr) {
		carry := uint64(0)
		if in.mask != nil {
			carry = w.scalar64(in.mask)
		}
		out := kernel(w.row(dst), s[0].rows(w, 0, set), s[1].rows(w, 1, set), carry, w.exec())
		w.setScalar64(in.sdst, out)
	}}
}

// quickSelect is the function of v_cndmask.
func (in *instr) quickSelect(set *simd.Set) quick {
	s, ok := in.quickSources(set, 2)
	if !ok || in.dst.kind != operandVector {
		return quick{}
	}
	kernel, dst := set.Select, in.dst.reg
	return quick{demand: anyMode, run: func(w *wave, in *instr) {
		kernel(w.row(dst), s[0].rows(w, 0, set), s[1].rows(w, 1, set), w.scalar64(in.mask), w.exec())
	}}
}

// quickLogic is the function of v_bitop3. That on 16 bits clears the high half.
func (in *instr) quickLogic(set *simd.Set) quick {
	s, ok := in.quickSources(set, 3)
	if !ok || in.dst.kind != operandVector {
		return quick{}
	}
	kernel, dst, table := set.Logic, in.dst.reg, uint64(in.Mods.BitOp3)
	if in.Row.Op == isa.V_BITOP3_B32 {
		return quick{demand: anyMode, run: func(w *wave, in *instr) {
			kernel(w.row(dst), s[0].rows(w, 0, set), s[1].rows(w, 1, set), s[2].rows(w, 2, set), table, w.exec())
		}}
	}
	low, and := new(simd.Row), set.Kernels[simd.And]
	set.Splat(low, 0xffff)
	return quick{demand: anyMode, run: func(w *wave, in *instr) {
		all := w.spareRow()
		kernel(all, s[0].rows(w, 0, set), s[1].rows(w, 1, set), s[2].rows(w, 2, set), table, ^uint64(0))
		and(w.row(dst), all, low, nil, w.exec())
	}}
}

// spareRow is room for a result of kernels whose sources have 32 bits.
func (w *wave) spareRow() *simd.Row { return &w.wg.columns.rows(0)[1] }

// quickCountBelow is the function of v_mbcnt; bits of src0 stand for lanes from
// first on.
func (in *instr) quickCountBelow(set *simd.Set, first int) quick {
	s, ok := in.quickSources(set, 2)
	if !ok || in.dst.kind != operandVector {
		return quick{}
	}
	below := new(simd.Row)
	for l := range below {
		below[l] = uint32(1)<<max(l-first, 0) - 1
	}
	and, count, dst := set.Kernels[simd.And], set.Kernels[simd.BitCount], in.dst.reg
	return quick{demand: anyMode, run: func(w *wave, in *instr) {
		counted := w.spareRow()
		and(counted, s[0].rows(w, 0, set), below, nil, ^uint64(0))
		count(w.row(dst), counted, s[1].rows(w, 1, set), nil, w.exec())
	}}
}

// quickMad is the function of v_mad_u64_u32 and v_mad_i64_i32.
func (in *instr) quickMad(set *simd.Set, kernel simd.Mad) quick {
	s, ok := in.quickSources(set, 3)
	if !ok {
		return quick{}
	}
	dst := in.dst.reg
	return quick{demand: anyMode, run: func(w *wave, in *instr) {
		out := kernel(w.row(dst), s[0].rows(w, 0, set), s[1].rows(w, 1, set), s[2].rows(w, 2, set), w.exec())
		w.setScalar64(in.sdst, out)
	}}
}
