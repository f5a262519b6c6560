package sim

import (
	"math/bits"
	"unsafe"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// Memory in the fast engine: where memory is touched when an instruction is issued, kernels load
// the data of all lanes to rows, which land as they are at the wait, and store registers as they
// are. Other accesses take the plain path: those that a schedule may delay, and those that are
// errors or partly out of range, which the plain path finds again, with their lane.

// quickMemory is the function of a memory instruction at a level, nil if it has
// none.
func (in *instr) quickMemory(level simd.Level) waveFunc {
	k := level.Memory()
	if k == nil {
		return nil
	}
	switch in.Row.Unit {
	case isa.UnitLDS:
		return in.quickDS(k, level.Kernels())
	case isa.UnitSMEM:
		return in.quickSMEM()
	case isa.UnitVMEM, isa.UnitFlat:
		return in.quickVMEM(k, level.Kernels())
	}
	return nil
}

// atOnce reports whether the memory operation in may touch memory now. If others
// have to land before which write the LDS, the plain way has the right order.
func (w *wave) atOnce(in *instr) bool {
	wg := w.wg
	if wg.schedule >= ScheduleLate {
		return false
	}
	p := &w.pending
	if len(p.ops) == 0 || p.vm+int(in.counts.VM) <= isa.MaxVMCount && p.lgkm+int(in.counts.LGKM) <= isa.MaxLGKMCount {
		return true
	}
	for _, op := range p.ops {
		if op.in.mem.ToLDS {
			return false
		}
	}
	return true
}

// quickOp returns a memOp for in, which touches memory now.
func (w *wave) quickOp(in *instr, exec uint64) *memOp {
	op := w.wg.takeOp()
	op.in, op.at, op.seq, op.exec = in, in.addr, w.count, exec
	op.perform, op.land, op.move = nil, nil, nil
	op.vm, op.lgkm, op.order = int(in.counts.VM), int(in.counts.LGKM), in.order
	if in.flat { // kernels reach global memory alone
		op.lgkm, op.order = 0, isa.OrderVM
	}
	op.performed, op.landed, op.told, op.vmDone, op.dsDone = true, false, false, false, false
	return op
}

// loads makes the rows of op land by a kernel.
func (op *memOp) loads(k *simd.Memory, o *operand, rows int) {
	op.move, op.reg, op.many = k.Move, o.reg, rows
}

// hold makes op, which has touched memory, count until it lands.
func (w *wave) hold(op *memOp) {
	p := &w.pending
	if op.in.flat {
		w.lookEarlyFlat(op)
	}
	if p.vm+op.vm > isa.MaxVMCount || p.lgkm+op.lgkm > isa.MaxLGKMCount {
		w.makeRoomBefore(op)
	}
	if w.wg.observes() {
		w.wg.event.Order = op.order
	}
	w.add(op)
}

// plainly gives op back and executes in as the plain engine does.
func (w *wave) plainly(op *memOp, in *instr) {
	w.wg.freeOps = append(w.wg.freeOps, op)
	in.run(w, in)
}

// laneData is the memory of the lanes' data.
func laneData(data *[waveSize][4]uint32) *[waveSize * 16]byte {
	return (*[waveSize * 16]byte)(unsafe.Pointer(data))
}

// row returns row i of the data that op loads.
func (op *memOp) row(i int) *simd.Row { return (*simd.Row)(&op.rows[i]) }

// countBytes counts accesses of lanes.
func (wg *workgroup) countBytes(space Space, write bool, exec uint64, size int) {
	wg.stats.bytes[space][bit(write)] += uint64(bits.OnesCount64(exec) * size)
}

// tell tells the observer of what op did: all its lanes read size bytes, or
// wrote them from src if that is not nil, at base plus the sum of their dword of
// v and offset, which has 32 bits.
func (w *wave) tell(op *memOp, space Space, base uint64, v *simd.Row, offset uint32, size int, src *simd.Row) {
	w.wg.accesses.addLanes(op, space, base, v, offset, size, src)
}

// widening is what makes a register of bytes and shorts that were loaded as
// dwords; nil for whole dwords.
type widening func(row *simd.Row)

// widen is the widening of a load.
func (s *memoryInst) widen(set *simd.Set) widening {
	if s.Bytes >= 4 {
		return nil
	}
	width, zero, shift := new(simd.Row), new(simd.Row), new(simd.Row)
	set.Splat(width, uint32(8*s.Bytes))
	set.Splat(shift, 16)
	kernel, shl := set.Kernels[simd.BfeU], set.Kernels[simd.Shl]
	if s.Signed {
		kernel = set.Kernels[simd.BfeI]
	}
	switch low := set.Kernels[simd.BfeU]; {
	case s.D16 == isa.D16High:
		return func(row *simd.Row) {
			kernel(row, row, zero, width, ^uint64(0))
			shl(row, row, shift, nil, ^uint64(0))
		}
	case s.D16 == isa.D16Low:
		return func(row *simd.Row) {
			kernel(row, row, zero, width, ^uint64(0))
			low(row, row, zero, shift, ^uint64(0))
		}
	}
	return func(row *simd.Row) { kernel(row, row, zero, width, ^uint64(0)) }
}

// storing is how the data of a store get to memory.
type storing struct {
	kernel simd.Scatter
	reg    int
	size   int // bytes of a lane
	shift  simd.Kernel
	by     *simd.Row // shift shifts by that before, if it is not nil
}

// storing tells how in stores its first data operand.
func (in *instr) storing(k *simd.Memory, set *simd.Set) storing {
	s := &in.mem
	t := storing{kernel: k.Scatter[s.Dwords], reg: s.data.reg, size: s.Bytes}
	switch s.Bytes {
	case 1:
		t.kernel = k.ScatterByte
	case 2:
		t.kernel = k.ScatterShort
	}
	if s.D16 == isa.D16High {
		t.shift, t.by = set.Kernels[simd.ShrU], new(simd.Row)
		set.Splat(t.by, 16)
	}
	return t
}

// rows are the data of op.
func (t *storing) rows(w *wave, op *memOp) *simd.Row {
	row := w.row(t.reg)
	if t.shift != nil {
		t.shift(op.row(0), row, t.by, nil, ^uint64(0))
		return op.row(0)
	}
	return row
}

// halves reports whether the other half of a register is kept, which no kernel
// does.
func (w *wave) halves(s *memoryInst) bool { return s.D16 != isa.D16None && w.wg.keepHalves }
