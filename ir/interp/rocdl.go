package interp

import (
	"fmt"

	"heddle/ir"
)

// rocdlOps returns the operations of rocdl.
func rocdlOps() map[string]maker {
	ops := map[string]maker{
		"rocdl.s.barrier":           makeBarrier(true), // hardware counts waves, wherever they wait
		"rocdl.s.waitcnt":           skip,
		"rocdl.s.setprio":           skip,
		"rocdl.asyncmark":           skip, // data have arrived
		"rocdl.wait.asyncmark":      skip,
		"rocdl.sched.barrier":       skip,
		"rocdl.sched.group.barrier": skip,
		"rocdl.readfirstlane":       perWave(readFirstLane),
		"rocdl.readlane":            makeSubgroupBroadcast,
		"rocdl.permlane16.swap":     perWave(swapRows(16)),
		"rocdl.permlane32.swap":     perWave(swapRows(32)),
	}
	for i := range ir.MatrixOps() {
		m := &ir.MatrixOps()[i]
		ops["rocdl."+m.Rocdl] = func(b *builder, op *ir.Operation) (exec, error) {
			return onChip(perWave(func(w *wave, op *ir.Operation) error { return w.rocdlMatrix(m) }))(b, op)
		}
	}
	for i := range ir.Conversions() {
		ops["rocdl."+ir.Conversions()[i].Name] = conversion(&ir.Conversions()[i])
	}
	return ops
}

// swapRows is v_permlane16_swap or 32: lanes of the first operand whose number has the bit exchange
// theirs with those of the second without it (CDNA4 ISA manual, VOP1).
func swapRows(bit int) func(w *wave, op *ir.Operation) error {
	return func(w *wave, op *ir.Operation) error {
		old, src := w.operands(0), w.operands(1)
		other := func(values []*Value, n int) Elem {
			if values[n] == nil {
				return poisoned(op, "lane %d is not active", n)
			}
			return values[n].Elem
		}
		for _, l := range w.active {
			_, n := l.wave()
			pair := []Elem{old[n].Elem, other(old, n|bit)}
			if n&bit != 0 {
				pair = []Elem{other(src, n&^bit), src[n].Elem}
			}
			l.set(w.in, 0, Value{Vec: pair})
		}
		return nil
	}
}

func readFirstLane(w *wave, _ *ir.Operation) error {
	v := *w.active[0].arg(w.in, 0)
	for _, l := range w.active {
		l.set(w.in, 0, v)
	}
	return nil
}

// rocdlMatrix is a matrix instruction whose fields are operands.
func (w *wave) rocdlMatrix(m *ir.MatrixOp) error {
	field := func(i int) (int, error) {
		n, err := w.uniform(i, "a field of a matrix instruction")
		return int(n), err
	}
	f := matrixFields{scale: [2]int{-1, -1}}
	chip := w.active[0].wg.chip
	f.elems[0], f.elems[1], _ = m.Elems(chip)
	if m.Scaled {
		return w.rocdlScaled(m, &f, field)
	}
	at := 3
	if m.Sparse {
		at = 4 // after the index
	}
	for i, p := range []*int{&f.cbsz, &f.abid, &f.blgp} {
		if at+i == len(w.in.op.Operands) {
			break
		}
		n, err := field(at + i)
		if err != nil {
			return err
		}
		*p = n
	}
	if f.blgp&^7 != 0 || !m.Sparse && (f.cbsz < 0 || 1<<f.cbsz > max(m.Blocks, 1) || f.abid < 0 || f.abid >= 1<<f.cbsz) {
		return fmt.Errorf("the fields cbsz %d, abid %d and blgp %d are not those of an instruction with %d blocks", f.cbsz, f.abid, f.blgp, m.Blocks)
	}
	if m.A == "f64" {
		for i := range f.negate {
			f.negate[i] = f.blgp>>i&1 != 0
		}
		f.blgp = 0
	}
	return w.matrix(m, &f)
}

// rocdlScaled returns a matrix instruction with formats and scales. Two scales that are the
// constant 0 stand for the instruction without scales, as in LLVM.
func (w *wave) rocdlScaled(m *ir.MatrixOp, f *matrixFields, field func(i int) (int, error)) error {
	unscaled, types := true, ir.FieldElems(w.active[0].wg.chip)
	for i := range 2 {
		format, err := field(3 + i)
		if err != nil {
			return err
		}
		if format < 0 || format >= len(types) {
			return fmt.Errorf("operand %d numbers a format from 0 to 4, it is %d", 3+i, format)
		}
		f.elems[i] = types[format]
		if have, need := intWidth(w.in.op.Operands[i].Type)*int(elemCount(w.in.op.Operands[i].Type)), 32*intWidth(f.elems[i]); have < need {
			return fmt.Errorf("operand %d has %d bits, but 32 elements of %s have %d", i, have, f.elems[i], need)
		}
		if f.scale[i], err = field(5 + 2*i); err != nil {
			return err
		}
		if f.scale[i]&^3 != 0 {
			return fmt.Errorf("operand %d numbers a byte from 0 to 3, it is %d", 5+2*i, f.scale[i])
		}
		unscaled = unscaled && isZero(w.in.op.Operands[6+2*i].Op) && f.scale[i] == 0
	}
	if unscaled {
		f.scale = [2]int{-1, -1}
	}
	return w.matrix(m, f)
}

// isZero reports whether an operation is the constant 0.
func isZero(op *ir.Operation) bool {
	if op == nil || !op.Decl.Is(ir.Constant) {
		return false
	}
	n, ok := op.Attr("value").(*ir.IntegerAttr)
	return ok && !n.IsTrue()
}
