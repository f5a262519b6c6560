package sim

import (
	"unsafe"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// The fast engine executes an instruction by a kernel of package lanes where
// there is one, else as the plain engine does. What can be known of the
// instruction is looked at when it is bound, what depends on the wave when it
// executes: MODE, VGPR indexing, registers that the wave does not have.

// demand is what MODE must be for a kernel.
type demand struct{ care, want uint32 }

// The kernels of floats round to nearest even and keep subnormals; all name
// their registers themselves.
var (
	anyMode   = demand{care: modeGPRIdx}
	floatMode = demand{care: modeGPRIdx | modeFP16Ovfl | 0xff, want: 0xf0}
)

// bindQuick chooses the functions that execute the instruction in the fast
// engine, by level. Those that the CPU does not have get none.
func (in *instr) bindQuick() {
	for level := simd.AVX2; level <= simd.Best(); level++ {
		in.quick[level] = in.quickFor(level.Kernels())
	}
}

// quickFor is the function of one level, nil if the instruction has no kernel
// or has modifiers.
func (in *instr) quickFor(set *simd.Set) waveFunc {
	op := in.Row.Op
	switch {
	case !in.unmodified():
		return nil
	case int(op) < len(quickOps) && quickOps[op].kernel != simd.NoOp:
		return in.quickKernel(set, &quickOps[op])
	case int(op) < len(compareOps) && compareOps[op].typ != none:
		return in.quickCompare(set, &compareOps[op])
	case int(op) < len(carryOps) && carryOps[op] != nil:
		return in.quickCarry(set)
	case op == isa.V_CNDMASK_B32:
		return in.quickSelect(set)
	case op == isa.V_BITOP3_B32:
		return in.quickLogic(set)
	}
	return nil
}

// unmodified reports whether sources and result are whole registers, as they
// are.
func (in *instr) unmodified() bool {
	m := &in.Mods
	if isDPP(in) || in.Row.Mods.Has(isa.ModSrc0Sel) || m.Set.Has(isa.ModClamp) || m.OMod != 0 || m.OpSel != 0 {
		return false
	}
	for k := range in.nsrc {
		if o := in.src[k]; o.neg || o.abs || o.sxt {
			return false
		}
		if h := halvesOf(in, k); in.Row.Enc == isa.EncVOP3P && !h.noModifier {
			return false
		}
	}
	return true
}

// quickSource is a source of a kernel: a VGPR, a constant that fills rows
// since the instruction was bound, or scalar registers.
type quickSource struct {
	reg    int
	filled *[2]simd.Row
	scalar *operand
	wide   bool // 64 bits
}

// quickSources prepares n sources, those with a bit in wide of 64 bits. Not ok
// if one of them is none of the above.
func (in *instr) quickSources(set *simd.Set, n int, wide uint8) (s [3]quickSource, ok bool) {
	for k := range n {
		o := in.dst // v_fmac: the third source is the destination
		if k < in.nsrc {
			o = in.src[k]
		}
		s[k].wide = wide>>k&1 != 0
		switch o.kind {
		case operandVector:
			s[k].reg = o.reg
		case operandConst:
			s[k].filled = new([2]simd.Row)
			set.Splat(s[k].filled, o.value)
		case operandScalar:
			s[k].scalar = o
		default:
			return s, false
		}
	}
	return s, true
}

// allVector reports whether all sources are VGPRs.
func allVector(s *[3]quickSource) bool {
	for k := range s {
		if s[k].filled != nil || s[k].scalar != nil {
			return false
		}
	}
	return true
}

// rows returns the rows of source k. Those of scalar registers are made in the
// columns of the workgroup, which the plain engine uses for sources, too.
func (s *quickSource) rows(w *wave, k int, splat simd.Splat) *simd.Row {
	switch {
	case s.filled != nil:
		return &s.filled[0]
	case s.scalar != nil:
		to, v := w.wg.columns.rows(k), uint64(0)
		if s.wide {
			v = w.scalar64(s.scalar)
		} else {
			v = uint64(w.scalar(s.scalar))
		}
		splat(to, v)
		return &to[0]
	}
	return w.row(s.reg)
}

// rows lends the space of a source.
func (c *columns) rows(k int) *[2]simd.Row {
	return (*[2]simd.Row)(unsafe.Pointer(&c.src[k])) // both are 512 bytes
}

// row is VGPR i as kernels take it.
func (w *wave) row(i int) *simd.Row { return (*simd.Row)(&w.vgpr[i&511]) }

// meets reports whether the kernel of in can be used: MODE is as it demands
// and the wave has all registers.
func (w *wave) meets(d demand, in *instr) bool {
	return w.mode.bits&d.care == d.want && in.vlimits[0] <= w.wg.vgprs && in.vlimits[1] <= w.wg.agprs
}

// quickKernel is the function of an instruction that has a row in quickOps.
func (in *instr) quickKernel(set *simd.Set, q *quickOp) waveFunc {
	n, d, kernel := in.nsrc, anyMode, set.Kernels[q.kernel]
	if in.valu != nil && n == 2 && in.valu.c != none {
		n = 3
	}
	if q.float {
		d = floatMode
	}
	s, ok := in.quickSources(set, n, q.wide)
	if !ok || in.dst.kind != operandVector {
		return nil
	}
	if q.swap {
		s[0], s[1] = s[1], s[0]
	}
	dst, a, b, c := in.dst.reg, s[0].reg, s[1].reg, s[2].reg
	if allVector(&s) {
		return func(w *wave, in *instr) {
			if !w.meets(d, in) || !kernel(w.row(dst), w.row(a), w.row(b), w.row(c), w.exec()) {
				in.run(w, in)
			}
		}
	}
	splat := set.Splat
	return func(w *wave, in *instr) {
		if !w.meets(d, in) || !kernel(w.row(dst), s[0].rows(w, 0, splat), s[1].rows(w, 1, splat), s[2].rows(w, 2, splat), w.exec()) {
			in.run(w, in)
		}
	}
}

// quickCompare is the function of v_cmp and v_cmpx. Relations that have no
// kernel are one with the sources changed or the result negated.
func (in *instr) quickCompare(set *simd.Set, op *compareOp) waveFunc {
	r, ok := relationOf(op)
	if !ok || in.sdst.kind != operandScalar {
		return nil
	}
	var wide uint8
	d := anyMode
	if op.typ.size() == 64 {
		wide = 3
	}
	if op.typ == f32 || op.typ == f64 {
		d = floatMode
	}
	s, ok := in.quickSources(set, 2, wide)
	if !ok {
		return nil
	}
	if r.swap {
		s[0], s[1] = s[1], s[0]
	}
	kernel, splat, exec, negate := set.Compares[r.kernel], set.Splat, op.exec, uint64(0)
	if r.negate {
		negate = ^uint64(0)
	}
	return func(w *wave, in *instr) {
		if !w.meets(d, in) {
			in.run(w, in)
			return
		}
		mask := w.exec()
		result := (kernel(s[0].rows(w, 0, splat), s[1].rows(w, 1, splat), mask) ^ negate) & mask
		w.setScalar64(in.sdst, result)
		if exec {
			w.setExec(result)
		}
	}
}

// quickRelation is how a relation is made of a kernel.
type quickRelation struct {
	kernel       simd.Relation
	swap, negate bool
}

// quickRelations are the kernels for less, equal and, of floats, at most,
// unequal and ordered.
var quickRelations = [...][5]simd.Relation{
	i32: {simd.LessI32, simd.Equal32},
	u32: {simd.LessU32, simd.Equal32},
	i64: {simd.LessI64, simd.Equal64},
	u64: {simd.LessU64, simd.Equal64},
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
func (in *instr) quickCarry(set *simd.Set) waveFunc {
	s, ok := in.quickSources(set, 2, 0)
	if !ok || in.dst.kind != operandVector {
		return nil
	}
	op := simd.SubBorrow
	switch in.Row.Op {
	case isa.V_ADD_CO_U32, isa.V_ADDC_CO_U32:
		op = simd.AddCarry
	case isa.V_SUBREV_CO_U32, isa.V_SUBBREV_CO_U32:
		s[0], s[1] = s[1], s[0]
	}
	kernel, splat, dst := set.Carries[op], set.Splat, in.dst.reg
	return func(w *wave, in *instr) {
		if !w.meets(anyMode, in) {
			in.run(w, in)
			return
		}
		carry := uint64(0)
		if in.mask != nil {
			carry = w.scalar64(in.mask)
		}
		out := kernel(w.row(dst), s[0].rows(w, 0, splat), s[1].rows(w, 1, splat), carry, w.exec())
		w.setScalar64(in.sdst, out)
	}
}

// quickSelect is the function of v_cndmask.
func (in *instr) quickSelect(set *simd.Set) waveFunc {
	s, ok := in.quickSources(set, 2, 0)
	if !ok || in.dst.kind != operandVector {
		return nil
	}
	kernel, splat, dst := set.Select, set.Splat, in.dst.reg
	return func(w *wave, in *instr) {
		if !w.meets(anyMode, in) {
			in.run(w, in)
			return
		}
		kernel(w.row(dst), s[0].rows(w, 0, splat), s[1].rows(w, 1, splat), w.scalar64(in.mask), w.exec())
	}
}

// quickLogic is the function of v_bitop3.
func (in *instr) quickLogic(set *simd.Set) waveFunc {
	s, ok := in.quickSources(set, 3, 0)
	if !ok || in.dst.kind != operandVector {
		return nil
	}
	kernel, splat, dst, table := set.Logic, set.Splat, in.dst.reg, uint64(in.Mods.BitOp3)
	return func(w *wave, in *instr) {
		if !w.meets(anyMode, in) {
			in.run(w, in)
			return
		}
		kernel(w.row(dst), s[0].rows(w, 0, splat), s[1].rows(w, 1, splat), s[2].rows(w, 2, splat), table, w.exec())
	}
}
