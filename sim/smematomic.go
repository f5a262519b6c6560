package sim

import (
	"heddle/isa"
)

// rmwFunc is the arithmetic of a read-modify-write of an integer of 32 or 64 bits: from the old
// value and the operand (and, for compare-and-swap, the value to compare with) to the new value.
// Values of 32 bits are zero-extended.
type rmwFunc func(bits uint, old, data, compare uint64) uint64

// scalarAtomic is a scalar memory atomic.
type scalarAtomic struct {
	f    rmwFunc
	size int  // bytes
	cmp  bool // data is the new value, then the value to compare with
}

func (in *instr) bindScalarAtomic() bool {
	switch in.Row.Op {
	case isa.S_ATC_PROBE, isa.S_ATC_PROBE_BUFFER:
		in.smem = smemOp{smemCache, 0}
		in.run = runSMEM
		return true
	}
	a, ok := scalarAtomicOf(in.Row.Op)
	if !ok {
		return false
	}
	in.smem = smemOp{smemAtomic, a.size / 4}
	in.run = func(w *wave, in *instr) { runScalarAtomic(w, in, a) }
	return true
}

// runScalarAtomic executes a scalar atomic: sdata is the operand and, with
// glc, gets the old value.
func runScalarAtomic(w *wave, in *instr, a scalarAtomic) {
	op := w.newOp(in)
	w.scalarAddress(op)
	dwords := a.size / 4
	if a.cmp {
		dwords *= 2
	}
	w.takeScalars(op, dwords)
	op.perform = func(w *wave, op *memOp) {
		data, compare := op.scalarPair(0, a.size), uint64(0)
		if a.cmp {
			compare = op.scalarPair(a.size/4, a.size)
		}
		var b [8]byte
		if whole := uint64(1)<<op.in.smem.dwords - 1; op.exec&whole != whole {
			op.sdata[0], op.sdata[1] = 0, 0
			return
		}
		w.load(op, -1, SpaceGlobal, op.addr[0], b[:a.size])
		old := word(b[:a.size])
		putWord(b[:a.size], a.f(uint(a.size)*8, old, data, compare))
		w.store(op, -1, SpaceGlobal, op.addr[0], b[:a.size])
		op.sdata[0], op.sdata[1] = uint32(old), uint32(old>>32)
	}
	if in.Mods.Set.Has(isa.ModGLC) {
		op.land = landScalars
	}
	w.issue(op)
}

// scalarPair reads a value of size bytes from the data at dword i.
func (op *memOp) scalarPair(i, size int) uint64 {
	if size == 4 {
		return uint64(op.sdata[i])
	}
	return uint64(op.sdata[i+1])<<32 | uint64(op.sdata[i])
}

// signed sign-extends the low bits of v.
func signed(bits uint, v uint64) int64 { return int64(v<<(64-bits)) >> (64 - bits) }

func rmwSwap(_ uint, _, data, _ uint64) uint64   { return data }
func rmwAdd(_ uint, old, data, _ uint64) uint64  { return old + data }
func rmwSub(_ uint, old, data, _ uint64) uint64  { return old - data }
func rmwAnd(_ uint, old, data, _ uint64) uint64  { return old & data }
func rmwOr(_ uint, old, data, _ uint64) uint64   { return old | data }
func rmwXor(_ uint, old, data, _ uint64) uint64  { return old ^ data }
func rmwUMin(_ uint, old, data, _ uint64) uint64 { return min(old, data) }
func rmwUMax(_ uint, old, data, _ uint64) uint64 { return max(old, data) }

func rmwSMin(bits uint, old, data, _ uint64) uint64 {
	return uint64(min(signed(bits, old), signed(bits, data)))
}

func rmwSMax(bits uint, old, data, _ uint64) uint64 {
	return uint64(max(signed(bits, old), signed(bits, data)))
}

func rmwCompareSwap(_ uint, old, data, compare uint64) uint64 {
	if old == compare {
		return data
	}
	return old
}

func rmwInc(_ uint, old, data, _ uint64) uint64 {
	if old >= data {
		return 0
	}
	return old + 1
}

func rmwDec(_ uint, old, data, _ uint64) uint64 {
	if old == 0 || old > data {
		return data
	}
	return old - 1
}

// scalarAtomicOf returns the operation of a scalar atomic.
func scalarAtomicOf(op isa.Op) (scalarAtomic, bool) {
	for i := range scalarAtomics {
		row := &scalarAtomics[i]
		for k, o := range row.ops {
			if o == op {
				return scalarAtomic{f: row.f, size: 4 + 4*(k&1), cmp: row.cmp}, true
			}
		}
	}
	return scalarAtomic{}, false
}

// scalarAtomics: the operation, and its instructions on an address and on a
// buffer, of 32 and of 64 bits.
var scalarAtomics = [...]struct {
	f   rmwFunc
	cmp bool
	ops [4]isa.Op
}{
	{rmwSwap, false, [4]isa.Op{isa.S_ATOMIC_SWAP, isa.S_ATOMIC_SWAP_X2, isa.S_BUFFER_ATOMIC_SWAP, isa.S_BUFFER_ATOMIC_SWAP_X2}},
	{rmwCompareSwap, true, [4]isa.Op{isa.S_ATOMIC_CMPSWAP, isa.S_ATOMIC_CMPSWAP_X2, isa.S_BUFFER_ATOMIC_CMPSWAP, isa.S_BUFFER_ATOMIC_CMPSWAP_X2}},
	{rmwAdd, false, [4]isa.Op{isa.S_ATOMIC_ADD, isa.S_ATOMIC_ADD_X2, isa.S_BUFFER_ATOMIC_ADD, isa.S_BUFFER_ATOMIC_ADD_X2}},
	{rmwSub, false, [4]isa.Op{isa.S_ATOMIC_SUB, isa.S_ATOMIC_SUB_X2, isa.S_BUFFER_ATOMIC_SUB, isa.S_BUFFER_ATOMIC_SUB_X2}},
	{rmwSMin, false, [4]isa.Op{isa.S_ATOMIC_SMIN, isa.S_ATOMIC_SMIN_X2, isa.S_BUFFER_ATOMIC_SMIN, isa.S_BUFFER_ATOMIC_SMIN_X2}},
	{rmwUMin, false, [4]isa.Op{isa.S_ATOMIC_UMIN, isa.S_ATOMIC_UMIN_X2, isa.S_BUFFER_ATOMIC_UMIN, isa.S_BUFFER_ATOMIC_UMIN_X2}},
	{rmwSMax, false, [4]isa.Op{isa.S_ATOMIC_SMAX, isa.S_ATOMIC_SMAX_X2, isa.S_BUFFER_ATOMIC_SMAX, isa.S_BUFFER_ATOMIC_SMAX_X2}},
	{rmwUMax, false, [4]isa.Op{isa.S_ATOMIC_UMAX, isa.S_ATOMIC_UMAX_X2, isa.S_BUFFER_ATOMIC_UMAX, isa.S_BUFFER_ATOMIC_UMAX_X2}},
	{rmwAnd, false, [4]isa.Op{isa.S_ATOMIC_AND, isa.S_ATOMIC_AND_X2, isa.S_BUFFER_ATOMIC_AND, isa.S_BUFFER_ATOMIC_AND_X2}},
	{rmwOr, false, [4]isa.Op{isa.S_ATOMIC_OR, isa.S_ATOMIC_OR_X2, isa.S_BUFFER_ATOMIC_OR, isa.S_BUFFER_ATOMIC_OR_X2}},
	{rmwXor, false, [4]isa.Op{isa.S_ATOMIC_XOR, isa.S_ATOMIC_XOR_X2, isa.S_BUFFER_ATOMIC_XOR, isa.S_BUFFER_ATOMIC_XOR_X2}},
	{rmwInc, false, [4]isa.Op{isa.S_ATOMIC_INC, isa.S_ATOMIC_INC_X2, isa.S_BUFFER_ATOMIC_INC, isa.S_BUFFER_ATOMIC_INC_X2}},
	{rmwDec, false, [4]isa.Op{isa.S_ATOMIC_DEC, isa.S_ATOMIC_DEC_X2, isa.S_BUFFER_ATOMIC_DEC, isa.S_BUFFER_ATOMIC_DEC_X2}},
}
