package interp

import (
	"fmt"
	"slices"

	"heddle/arch"
	"heddle/ir"
)

// amdgpuOps returns the operations of amdgpu that are not memory accesses; those are in
// amdgpu_memory.go.
func amdgpuOps() map[string]maker {
	return map[string]maker{
		"amdgpu.lds_barrier": makeLDSBarrier,
		// Memory accesses are done when they are executed: there is nothing to wait for.
		"amdgpu.memory_counter_wait": skip,
		"amdgpu.sched_barrier":       skip,

		"amdgpu.dpp":             makeDPP,
		"amdgpu.swizzle_bitmode": makeSwizzle,
		"amdgpu.permlane_swap":   makePermlaneSwap,

		"amdgpu.mfma":        makeMFMA,
		"amdgpu.sparse_mfma": makeMFMA,
		"amdgpu.scaled_mfma": makeMFMA,

		"amdgpu.ext_packed_fp8":         pure(extPacked),
		"amdgpu.packed_trunc_2xfp8":     pure(packedTrunc),
		"amdgpu.packed_stoch_round_fp8": pure(packedStochRound),
		"amdgpu.scaled_ext_packed":      pure(scaledExt),
		"amdgpu.packed_scaled_trunc":    pure(scaledTrunc),
	}
}

// skip makes an operation that only matters for the time a kernel takes.
func skip(*builder, *ir.Operation) (exec, error) { return nothing, nil }

// onChip makes an operation that the chip of the launch may not have.
func onChip(m maker) maker {
	return func(b *builder, op *ir.Operation) (exec, error) {
		f, err := m(b, op)
		if err != nil || op.Decl.VerifyChip == nil {
			return f, err
		}
		var good *arch.Chip // which has been asked
		return func(l *lane, in *inst) error {
			if l.wg == nil {
				return fmt.Errorf("%s runs only on a chip", op.Name())
			}
			if chip := l.wg.chip; chip != good {
				if err := op.Decl.VerifyChip(op, chip); err != nil {
					return err
				}
				good = chip
			}
			return f(l, in)
		}, nil
	}
}

// laneOutside is poison of a lane that reads from one that is not there.
func laneOutside(op *ir.Operation, from int) Elem {
	return poisoned(op, "lane %d is not active", from)
}

// dppSource is the lane of a wave of 64 that lane l reads; ok is false if there
// is none. Rows are 16 lanes; shl and rol are toward lane 0. This is what MLIR
// says of the kinds of amdgpu.dpp, and deliberately not isa's map of dpp_ctrl:
// the compiler, which has that, is compared with it.
func dppSource(kind string, arg ir.Attr, l int) (from int, ok bool) {
	row, n, k := l&^15, l&15, 0
	if a, isInt := arg.(*ir.IntegerAttr); isInt {
		k = int(a.Int64())
	}
	switch kind {
	case "quad_perm":
		quad := arg.(*ir.ArrayAttr).Elems[l&3].(*ir.IntegerAttr)
		return l&^3 + int(quad.Int64()), true
	case "row_shl":
		return l + k, n+k < 16
	case "row_shr":
		return l - k, n-k >= 0
	case "row_ror":
		return row + (n-k+16)%16, true
	case "wave_shl":
		return l + 1, l < 63
	case "wave_shr":
		return l - 1, l > 0
	case "wave_rol":
		return (l + 1) % 64, true
	case "wave_ror":
		return (l + 63) % 64, true
	case "row_mirror":
		return row + 15 - n, true
	case "row_half_mirror":
		return l&^7 + 7 - l&7, true
	case "row_bcast_15": // the last lane of the row before
		return row - 1, row > 0
	}
	return 31, l >= 32 // row_bcast_31
}

// makeDPP makes amdgpu.dpp of old and src. A lane whose row or bank is masked
// out keeps old; so does one that reads from nowhere, unless bound_ctrl gives it
// 0.
func makeDPP(b *builder, op *ir.Operation) (exec, error) {
	rows, banks, bound := op.IntAttr("row_mask"), op.IntAttr("bank_mask"), op.HasAttr("bound_ctrl")
	kind, arg := op.EnumAttr("kind"), op.Attr("permArgument")
	return onChip(perWave(func(w *wave, op *ir.Operation) error {
		src := w.operands(1)
		for _, l := range w.active {
			_, n := l.wave()
			v := *l.arg(w.in, 0)
			if rows>>(n/16)&1 != 0 && banks>>(n/4%4)&1 != 0 {
				from, ok := dppSource(kind, arg, n)
				switch {
				case ok && src[from] != nil:
					v = *src[from]
				case bound:
					v = Value{}
				}
			}
			l.set(w.in, 0, v)
		}
		return nil
	}))(b, op)
}

// makeSwizzle makes amdgpu.swizzle_bitmode: ds_swizzle among 32 lanes. An inactive lane gives 0.
func makeSwizzle(b *builder, op *ir.Operation) (exec, error) {
	and, or, xor := op.IntAttr("and_mask"), op.IntAttr("or_mask"), op.IntAttr("xor_mask")
	if (and|or|xor)&^31 != 0 {
		return nil, fmt.Errorf("the masks have 5 bits, they are %d, %d and %d", and, or, xor)
	}
	zero := Value{}
	if t, ok := op.Results[0].Type.(*ir.VectorType); ok {
		zero.Vec = make([]Elem, t.Len())
	}
	return perWave(func(w *wave, op *ir.Operation) error {
		src := w.operands(0)
		for _, l := range w.active {
			_, n := l.wave()
			v, from := zero, n&^31|int(int64(n&31)&and|or)^int(xor)
			if src[from] != nil {
				v = *src[from]
			}
			l.set(w.in, 0, v)
		}
		return nil
	})(b, op)
}

// makePermlaneSwap makes amdgpu.permlane_swap: upstream's lowering swaps the rows of two copies of
// the operand and takes from both the part that is not the lane's own: the value of the lane whose
// number differs in the bit of the row's length.
func makePermlaneSwap(b *builder, op *ir.Operation) (exec, error) {
	row := int(op.IntAttr("row_length"))
	return onChip(perWave(func(w *wave, op *ir.Operation) error {
		src := w.operands(0)
		for _, l := range w.active {
			_, n := l.wave()
			l.set(w.in, 0, w.from(src, n^row))
		}
		return nil
	}))(b, op)
}

// makeMFMA makes amdgpu.mfma, sparse_mfma and scaled_mfma.
func makeMFMA(b *builder, op *ir.Operation) (exec, error) {
	f := matrixFields{cbsz: int(op.IntAttr("cbsz")), abid: int(op.IntAttr("abid")), scale: [2]int{-1, -1},
		negate: [3]bool{op.HasAttr("negateA"), op.HasAttr("negateB"), op.HasAttr("negateC")},
		elems:  [2]ir.Type{ir.ElemType(op.Operands[0].Type), ir.ElemType(op.Operands[1].Type)}}
	f.blgp = max(0, slices.Index(ir.MFMAPermBs, op.EnumAttr("blgp")))
	if op.Name() == "amdgpu.scaled_mfma" {
		f.scale = [2]int{int(op.IntAttr("scalesIdxA")), int(op.IntAttr("scalesIdxB"))}
	}
	var m *ir.MatrixOp
	var of *arch.Chip
	return onChip(perWave(func(w *wave, op *ir.Operation) error {
		if chip := w.active[0].wg.chip; chip != of {
			m, of = ir.FindMatrixOp(op, chip), chip
		}
		return w.matrix(m, &f)
	}))(b, op)
}
