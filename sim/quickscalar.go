package sim

import "heddle/isa"

// Scalar instructions in the fast engine: those that compilers emit all the
// time have functions that know where their operands are.

// quickScalar is the operands of a scalar instruction, by dword: places in the
// scalar file, and constants. A source is the sum of both; a constant has a
// place among the zeros, a register the constant 0.
type quickScalar struct {
	dst      [2]uint8
	src      [2][2]uint8
	constant [2][2]uint32
}

// noScalar is the place of what is no register.
const noScalar = 255

// swiftFunc executes a scalar instruction.
type swiftFunc func(w *wave, s *step)

// source returns a dword of a source.
func (q *quickScalar) source(w *wave, k, i int) uint32 {
	return w.file()[q.src[k][i]] + q.constant[k][i]
}

func (s *step) a(w *wave) uint32   { return s.source(w, 0, 0) }
func (s *step) b(w *wave) uint32   { return s.source(w, 1, 0) }
func (s *step) a64(w *wave) uint64 { return uint64(s.source(w, 0, 1))<<32 | uint64(s.source(w, 0, 0)) }
func (s *step) b64(w *wave) uint64 { return uint64(s.source(w, 1, 1))<<32 | uint64(s.source(w, 1, 0)) }

func (q *quickScalar) set(w *wave, v uint32) { w.file()[q.dst[0]] = v }

func (q *quickScalar) set64(w *wave, v uint64) {
	w.file()[q.dst[0]], w.file()[q.dst[1]] = uint32(v), uint32(v>>32)
}

// swift returns the swift function of a scalar instruction and its operands,
// nil if it has none or they are not registers and constants.
func (in *instr) swift() (f swiftFunc, q quickScalar) {
	op := in.Row.Op
	if int(op) >= len(swiftOps) || swiftOps[op] == nil {
		return nil, q
	}
	n := 0
	for i := range in.Row.Operands {
		o := &in.arg[i]
		switch {
		case in.Row.Operands[i].Access == isa.Write:
			if o.kind != operandScalar {
				return nil, q
			}
			q.dst = [2]uint8{uint8(o.reg) & 127, uint8(o.reg+1) & 127}
		case o.kind == operandSpecial || o.kind == operandVector || n == len(q.src):
			return nil, q
		default:
			q.refer(n, o)
			n++
		}
	}
	return swiftOps[op], q
}

// refer resolves source k; one of one dword reads as zeros in the second.
func (q *quickScalar) refer(k int, o *operand) {
	q.src[k] = [2]uint8{noScalar, noScalar}
	for i := range min(max(o.dwords, 1), 2) {
		if o.kind == operandScalar {
			q.src[k][i] = uint8(o.reg+i) & 127
		} else {
			q.constant[k][i] = uint32(o.value >> (32 * i))
		}
	}
}

// swiftOps are the swift functions. They do what scalarOps do
// (quickscalar_test.go compares them).
var swiftOps = [...]swiftFunc{
	isa.S_NOP:     func(*wave, *step) {},
	isa.S_SETPRIO: func(*wave, *step) {},
	isa.S_ADD_U32: func(w *wave, s *step) {
		v := uint64(s.a(w)) + uint64(s.b(w))
		s.set(w, uint32(v))
		w.scc = v>>32 != 0
	},
	isa.S_ADDC_U32: func(w *wave, s *step) {
		v := uint64(s.a(w)) + uint64(s.b(w)) + bit(w.scc)
		s.set(w, uint32(v))
		w.scc = v>>32 != 0
	},
	isa.S_SUB_U32: func(w *wave, s *step) {
		v := uint64(s.a(w)) - uint64(s.b(w))
		s.set(w, uint32(v))
		w.scc = v>>32 != 0
	},
	isa.S_SUBB_U32: func(w *wave, s *step) {
		v := uint64(s.a(w)) - uint64(s.b(w)) - bit(w.scc)
		s.set(w, uint32(v))
		w.scc = v>>32 != 0
	},
	isa.S_LSHL1_ADD_U32: func(w *wave, s *step) {
		v := uint64(s.a(w))<<1 + uint64(s.b(w))
		s.set(w, uint32(v))
		w.scc = v>>32 != 0
	},
	isa.S_LSHL2_ADD_U32: func(w *wave, s *step) {
		v := uint64(s.a(w))<<2 + uint64(s.b(w))
		s.set(w, uint32(v))
		w.scc = v>>32 != 0
	},
	isa.S_LSHL3_ADD_U32: func(w *wave, s *step) {
		v := uint64(s.a(w))<<3 + uint64(s.b(w))
		s.set(w, uint32(v))
		w.scc = v>>32 != 0
	},
	isa.S_LSHL4_ADD_U32: func(w *wave, s *step) {
		v := uint64(s.a(w))<<4 + uint64(s.b(w))
		s.set(w, uint32(v))
		w.scc = v>>32 != 0
	},
	isa.S_ADD_I32: func(w *wave, s *step) {
		v := int64(int32(s.a(w))) + int64(int32(s.b(w)))
		s.set(w, uint32(v))
		w.scc = v != int64(int32(v))
	},
	isa.S_SUB_I32: func(w *wave, s *step) {
		v := int64(int32(s.a(w))) - int64(int32(s.b(w)))
		s.set(w, uint32(v))
		w.scc = v != int64(int32(v))
	},
	isa.S_AND_B32: func(w *wave, s *step) {
		v := s.a(w) & s.b(w)
		s.set(w, v)
		w.scc = v != 0
	},
	isa.S_AND_B64: func(w *wave, s *step) {
		v := s.a64(w) & s.b64(w)
		s.set64(w, v)
		w.scc = v != 0
	},
	isa.S_OR_B32: func(w *wave, s *step) {
		v := s.a(w) | s.b(w)
		s.set(w, v)
		w.scc = v != 0
	},
	isa.S_OR_B64: func(w *wave, s *step) {
		v := s.a64(w) | s.b64(w)
		s.set64(w, v)
		w.scc = v != 0
	},
	isa.S_XOR_B32: func(w *wave, s *step) {
		v := s.a(w) ^ s.b(w)
		s.set(w, v)
		w.scc = v != 0
	},
	isa.S_XOR_B64: func(w *wave, s *step) {
		v := s.a64(w) ^ s.b64(w)
		s.set64(w, v)
		w.scc = v != 0
	},
	isa.S_ANDN2_B32: func(w *wave, s *step) {
		v := s.a(w) &^ s.b(w)
		s.set(w, v)
		w.scc = v != 0
	},
	isa.S_ANDN2_B64: func(w *wave, s *step) {
		v := s.a64(w) &^ s.b64(w)
		s.set64(w, v)
		w.scc = v != 0
	},
	isa.S_LSHL_B32: func(w *wave, s *step) {
		v := s.a(w) << (s.b(w) & 31)
		s.set(w, v)
		w.scc = v != 0
	},
	isa.S_LSHL_B64: func(w *wave, s *step) {
		v := s.a64(w) << (s.b(w) & 63)
		s.set64(w, v)
		w.scc = v != 0
	},
	isa.S_LSHR_B32: func(w *wave, s *step) {
		v := s.a(w) >> (s.b(w) & 31)
		s.set(w, v)
		w.scc = v != 0
	},
	isa.S_LSHR_B64: func(w *wave, s *step) {
		v := s.a64(w) >> (s.b(w) & 63)
		s.set64(w, v)
		w.scc = v != 0
	},
	isa.S_ASHR_I32: func(w *wave, s *step) {
		v := uint32(int32(s.a(w)) >> (s.b(w) & 31))
		s.set(w, v)
		w.scc = v != 0
	},
	isa.S_ASHR_I64: func(w *wave, s *step) {
		v := uint64(int64(s.a64(w)) >> (s.b(w) & 63))
		s.set64(w, v)
		w.scc = v != 0
	},
	isa.S_BFE_U32: func(w *wave, s *step) {
		b := s.b(w)
		v := uint32(extract(uint64(s.a(w)>>(b&31)), uint64(b>>16&127)))
		s.set(w, v)
		w.scc = v != 0
	},
	isa.S_MUL_I32: func(w *wave, s *step) {
		s.set(w, s.a(w)*s.b(w))
	},
	isa.S_MUL_HI_U32: func(w *wave, s *step) {
		s.set(w, uint32(uint64(s.a(w))*uint64(s.b(w))>>32))
	},
	isa.S_MOV_B32: func(w *wave, s *step) {
		s.set(w, s.a(w))
	},
	isa.S_MOV_B64: func(w *wave, s *step) {
		s.set64(w, s.a64(w))
	},
	isa.S_MOVK_I32: func(w *wave, s *step) {
		s.set(w, uint32(int16(s.a(w))))
	},
	isa.S_CSELECT_B32: func(w *wave, s *step) {
		if w.scc {
			s.set(w, s.a(w))
		} else {
			s.set(w, s.b(w))
		}
	},
	isa.S_CSELECT_B64: func(w *wave, s *step) {
		if w.scc {
			s.set64(w, s.a64(w))
		} else {
			s.set64(w, s.b64(w))
		}
	},
	isa.S_CMP_EQ_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) == int32(s.b(w))
	},
	isa.S_CMP_EQ_U32: func(w *wave, s *step) {
		w.scc = s.a(w) == s.b(w)
	},
	isa.S_CMP_LG_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) != int32(s.b(w))
	},
	isa.S_CMP_LG_U32: func(w *wave, s *step) {
		w.scc = s.a(w) != s.b(w)
	},
	isa.S_CMP_GT_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) > int32(s.b(w))
	},
	isa.S_CMP_GT_U32: func(w *wave, s *step) {
		w.scc = s.a(w) > s.b(w)
	},
	isa.S_CMP_GE_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) >= int32(s.b(w))
	},
	isa.S_CMP_GE_U32: func(w *wave, s *step) {
		w.scc = s.a(w) >= s.b(w)
	},
	isa.S_CMP_LT_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) < int32(s.b(w))
	},
	isa.S_CMP_LT_U32: func(w *wave, s *step) {
		w.scc = s.a(w) < s.b(w)
	},
	isa.S_CMP_LE_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) <= int32(s.b(w))
	},
	isa.S_CMP_LE_U32: func(w *wave, s *step) {
		w.scc = s.a(w) <= s.b(w)
	},
	isa.S_CMPK_EQ_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) == int32(s.b(w))
	},
	isa.S_CMPK_EQ_U32: func(w *wave, s *step) {
		w.scc = s.a(w) == s.b(w)
	},
	isa.S_CMPK_LG_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) != int32(s.b(w))
	},
	isa.S_CMPK_LG_U32: func(w *wave, s *step) {
		w.scc = s.a(w) != s.b(w)
	},
	isa.S_CMPK_GT_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) > int32(s.b(w))
	},
	isa.S_CMPK_GT_U32: func(w *wave, s *step) {
		w.scc = s.a(w) > s.b(w)
	},
	isa.S_CMPK_GE_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) >= int32(s.b(w))
	},
	isa.S_CMPK_GE_U32: func(w *wave, s *step) {
		w.scc = s.a(w) >= s.b(w)
	},
	isa.S_CMPK_LT_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) < int32(s.b(w))
	},
	isa.S_CMPK_LT_U32: func(w *wave, s *step) {
		w.scc = s.a(w) < s.b(w)
	},
	isa.S_CMPK_LE_I32: func(w *wave, s *step) {
		w.scc = int32(s.a(w)) <= int32(s.b(w))
	},
	isa.S_CMPK_LE_U32: func(w *wave, s *step) {
		w.scc = s.a(w) <= s.b(w)
	},
	isa.S_CMP_EQ_U64: func(w *wave, s *step) {
		w.scc = s.a64(w) == s.b64(w)
	},
	isa.S_CMP_LG_U64: func(w *wave, s *step) {
		w.scc = s.a64(w) != s.b64(w)
	},
	isa.S_AND_SAVEEXEC_B64: func(w *wave, s *step) {
		old := w.exec()
		v := s.a64(w) & old
		w.setExec(v)
		s.set64(w, old)
		w.scc = v != 0
	},
	isa.S_OR_SAVEEXEC_B64: func(w *wave, s *step) {
		old := w.exec()
		v := s.a64(w) | old
		w.setExec(v)
		s.set64(w, old)
		w.scc = v != 0
	},
	isa.S_ANDN2_SAVEEXEC_B64: func(w *wave, s *step) {
		old := w.exec()
		v := s.a64(w) &^ old
		w.setExec(v)
		s.set64(w, old)
		w.scc = v != 0
	},
}
