package sim

import (
	"encoding/binary"
	"unsafe"

	"heddle/isa"
)

// Scalar instructions in the fast engine: those that compilers emit often have functions that know
// where their operands are.

// quickScalar holds the operands of a scalar instruction: places in the scalar file, and constants.
// A source is the sum of the two; a constant's place is among the zeros, and a register's constant
// is 0.
type quickScalar struct {
	dst      uint8
	src      [2]uint8
	constant [2]uint64
}

// noScalar is the place of operands that are not registers, of up to two dwords.
const noScalar = 254

// swiftFunc executes a scalar instruction.
type swiftFunc func(w *wave, s *step)

func (s *step) a(w *wave) uint32 { return w.file()[s.src[0]] + uint32(s.constant[0]) }
func (s *step) b(w *wave) uint32 { return w.file()[s.src[1]] + uint32(s.constant[1]) }
func (s *step) a64(w *wave) uint64 {
	return binary.LittleEndian.Uint64(w.pair(s.src[0])[:]) + s.constant[0]
}
func (s *step) b64(w *wave) uint64 {
	return binary.LittleEndian.Uint64(w.pair(s.src[1])[:]) + s.constant[1]
}

// pair returns the scalars at i and i+1. CPUs that have kernels are little-endian.
func (f *scalarFile) pair(i uint8) *[8]byte { return (*[8]byte)(unsafe.Pointer(&f.file()[i])) }

func (s *step) set(w *wave, v uint32)   { w.file()[s.dst] = v }
func (s *step) set64(w *wave, v uint64) { binary.LittleEndian.PutUint64(w.pair(s.dst)[:], v) }

// swift returns the swift function of a scalar instruction and its operands; nil if it has none or
// if they are not registers and constants.
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
			if o.kind != operandScalar || o.wraps() {
				return nil, q
			}
			q.dst = uint8(o.reg)
		case o.kind == operandSpecial || o.kind == operandVector || o.wraps() || n == len(q.src):
			return nil, q
		default:
			q.src[n], q.constant[n] = noScalar, o.value
			if o.kind == operandScalar {
				q.src[n], q.constant[n] = uint8(o.reg), 0
			}
			n++
		}
	}
	return swiftOps[op], q
}

// wraps reports whether o is a pair that wraps around to the first scalar.
func (o *operand) wraps() bool {
	return o.kind == operandScalar && o.dwords >= 2 && o.reg == len(scalarFile{}.sgpr)-1
}

// swiftOps are the swift functions. They compute the same as scalarOps (quickscalar_test.go
// compares them).
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
