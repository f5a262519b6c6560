package sim

import (
	"math/bits"
	"strings"

	"heddle/isa"
	"heddle/num"
)

// floatRMW is the arithmetic of a read-modify-write of floating point: from
// the old value and the operands to the new value. m has the treatment of
// subnormals. Values of 32 bits come and go in the low bits.
type floatRMW func(m *mode, old, a, b uint64) uint64

// atomicOp is what an atomic does, to integers or to floating point.
type atomicOp struct {
	name    string
	integer rmwFunc
	float   floatRMW
}

// compute returns the new value of some bytes of memory.
func (a *atomicOp) compute(bytes int, m *mode, old, x, y uint64) uint64 {
	if a.integer != nil {
		return a.integer(uint(8*bytes), old, x, y)
	}
	return a.float(m, old, x, y)
}

// memoryAtomics are the atomics of FLAT, GLOBAL and MUBUF, named without
// "flat_atomic_" and the like.
//
// Source: pseudo-code of the ISA manual, §12.13.
var memoryAtomics = [...]atomicOp{
	{"swap", rmwSwap, nil},
	{"cmpswap", rmwCompareSwap, nil},
	{"add", rmwAdd, nil},
	{"sub", rmwSub, nil},
	{"smin", rmwSMin, nil},
	{"umin", rmwUMin, nil},
	{"smax", rmwSMax, nil},
	{"umax", rmwUMax, nil},
	{"and", rmwAnd, nil},
	{"or", rmwOr, nil},
	{"xor", rmwXor, nil},
	{"inc", rmwInc, nil},
	{"dec", rmwDec, nil},
	{"add_f32", nil, atomicAddF32},
	{"pk_add_f16", nil, atomicAddPairF16},
	{"pk_add_bf16", nil, atomicAddPairBF16},
	{"add_f64", nil, atomicAddF64},
	{"min_f64", nil, atomicMinF64},
	{"max_f64", nil, atomicMaxF64},
	{"swap_x2", rmwSwap, nil},
	{"cmpswap_x2", rmwCompareSwap, nil},
	{"add_x2", rmwAdd, nil},
	{"sub_x2", rmwSub, nil},
	{"smin_x2", rmwSMin, nil},
	{"umin_x2", rmwUMin, nil},
	{"smax_x2", rmwSMax, nil},
	{"umax_x2", rmwUMax, nil},
	{"and_x2", rmwAnd, nil},
	{"or_x2", rmwOr, nil},
	{"xor_x2", rmwXor, nil},
	{"inc_x2", rmwInc, nil},
	{"dec_x2", rmwDec, nil},
}

// atomicOf returns what the atomic of a row does.
func atomicOf(row *isa.Row) *atomicOp {
	_, name, _ := strings.Cut(row.Mnemonic, "_") // flat_, ds_, buffer_, …
	table := memoryAtomics[:]
	if row.Enc == isa.EncDS {
		table, name = dsAtomics[:], strings.Replace(name, "_rtn", "", 1)
	}
	name = strings.TrimPrefix(name, "atomic_")
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	panic("BUG: no arithmetic for " + row.Mnemonic)
}

// runAtomic executes a read-modify-write.
func runAtomic(w *wave, in *instr) {
	s := &in.mem
	op := w.newOp(in)
	s.address(w, op)
	n := s.Dwords
	switch {
	case s.data1 != nil:
		w.takeData(op, s.data, 0, n)
		w.takeData(op, s.data1, n, n)
	case s.data != nil:
		w.takeData(op, s.data, 0, n*s.Values)
	}
	op.sdata[slotMode] = w.mode.bits
	op.perform = performAtomic
	if s.dst != nil {
		op.land = landRegisters
	}
	w.issue(op)
}

// performAtomic does the lanes' read-modify-writes in sequence.
func performAtomic(w *wave, op *memOp) {
	s := &op.in.mem
	var inLDS mode
	inLDS.set(op.sdata[slotMode] &^ modeALU)
	var buf [8]byte
	b := buf[:s.Bytes]
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		data := &op.data[l]
		if op.valid[l] == 0 {
			*data = [4]uint32{}
			continue
		}
		if !w.aligned(op, l, op.addr[l], s.Bytes) {
			return
		}
		m := &cacheMode
		if op.space[l] == SpaceLDS {
			m = &inLDS
		}
		w.load(op, l, op.space[l], op.addr[l], b)
		old := word(b)
		a, c := laneValue(data, 0, s.Bytes), laneValue(data, s.Bytes/4, s.Bytes)
		putWord(b, s.atomic.compute(s.Bytes, m, old, a, c))
		w.store(op, l, op.space[l], op.addr[l], b)
		if d := w.wg.doorbell; d != nil && op.addr[l] == d.Addr && op.space[l] == SpaceGlobal {
			w.ring(op.in, d)
		}
		data[0], data[1] = uint32(old), uint32(old>>32)
	}
}

// laneValue returns the value of 4 or 8 bytes that begins at dword i.
func laneValue(data *[4]uint32, i, size int) uint64 {
	if size == 8 {
		return uint64(data[(i+1)&3])<<32 | uint64(data[i&3])
	}
	return uint64(data[i&3])
}

// modeALU are the bits of MODE that atomics ignore: the rounding, which is to nearest even, and the
// handling of f16 overflow (ISA manual §9.2).
const modeALU = 0xf | modeFP16Ovfl

// cacheMode is how the L2 cache treats subnormals, whatever MODE says: f32
// additions flush them, all else keeps them (ISA manual §9.2.2, table 53).
var cacheMode = mode{f32: num.Env{FlushIn: true, FlushOut: true}}

func atomicAddF32(m *mode, old, a, _ uint64) uint64 {
	return uint64(num.Add32(uint32(old), uint32(a), m.f32))
}

// atomicAddF64 never flushes, in the LDS neither (ISA manual §9.2.2).
func atomicAddF64(_ *mode, old, a, _ uint64) uint64 { return num.Add64(old, a, num.Env{}) }

func atomicAddPairF16(m *mode, old, a, _ uint64) uint64 {
	lo := num.Add16(uint16(old), uint16(a), m.f16)
	hi := num.Add16(uint16(old>>16), uint16(a>>16), m.f16)
	return uint64(hi)<<16 | uint64(lo)
}

func atomicAddPairBF16(m *mode, old, a, _ uint64) uint64 {
	lo := num.AddBF16(uint16(old), uint16(a), m.f16)
	hi := num.AddBF16(uint16(old>>16), uint16(a>>16), m.f16)
	return uint64(hi)<<16 | uint64(lo)
}

// atomicMinF64 follows the manual's selection rules (§9.2.3): a signaling NaN
// wins and is quieted, a quiet one loses to every number. src0 of the rules is
// taken for the memory's value, as it is the addition's first input. Flushing
// of subnormals is for the comparison alone.
func atomicMinF64(m *mode, old, a, _ uint64) uint64 {
	if r, ok := signalingF64(old, a); ok {
		return r
	}
	if rankF64(a, m.f16) < rankF64(old, m.f16) && !num.IsNaN64(a) || num.IsNaN64(old) {
		return a
	}
	return old
}

// atomicMaxF64 is atomicMinF64 for the larger value.
func atomicMaxF64(m *mode, old, a, _ uint64) uint64 {
	if r, ok := signalingF64(old, a); ok {
		return r
	}
	if rankF64(a, m.f16) > rankF64(old, m.f16) && !num.IsNaN64(a) || num.IsNaN64(old) {
		return a
	}
	return old
}

func signalingF64(old, a uint64) (uint64, bool) {
	switch {
	case num.IsSNaN64(old):
		return num.Quiet64(old), true
	case num.IsSNaN64(a):
		return num.Quiet64(a), true
	}
	return 0, false
}

// rankF64 maps numbers to integers that compare as the numbers do, -0 below
// +0. It gives nothing useful for NaN.
func rankF64(x uint64, e num.Env) int64 {
	if e.FlushIn {
		x = num.Flush64(x)
	}
	if x>>63 != 0 {
		return ^int64(x &^ (1 << 63))
	}
	return int64(x)
}
