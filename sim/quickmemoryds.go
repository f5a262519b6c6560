package sim

import (
	"heddle/isa"
	simd "heddle/sim/lanes"
)

// quickDS is the function of loads and stores of the LDS with an address, or
// with one and two offsets.
func (in *instr) quickDS(k *simd.Memory, set *simd.Set) waveFunc {
	s := &in.mem
	if s.addr == nil || s.Aligns {
		return nil
	}
	switch s.Kind {
	case isa.MemoryLoad:
		return in.quickRead(k, s.widen(set))
	case isa.MemoryStore:
		return in.quickWrite(in.storing(k, set))
	case isa.MemoryLoad2:
		return in.quickRead2(k)
	case isa.MemoryStore2:
		return in.quickWrite2(k)
	}
	return nil
}

// ldsLimit is the last place in the LDS where size bytes are, negative if there
// is none.
func (wg *workgroup) ldsLimit(size int) int { return len(wg.lds.bytes) - size }

// quickRead is the function of ds_read.
func (in *instr) quickRead(k *simd.Memory, widen widening) waveFunc {
	s := &in.mem
	addr, dst, offset, n, size := s.addr.reg, s.dst, uint32(in.Mods.Offset), s.Dwords, s.Bytes
	load := k.Gather[n]
	return func(w *wave, in *instr) {
		wg := w.wg
		limit := wg.ldsLimit(4 * n)
		if limit < 0 || !w.atOnce(in) || widen != nil && w.halves(&in.mem) {
			in.run(w, in)
			return
		}
		op := w.quickOp(in, w.exec())
		if !load(op.row(0), &wg.lds.bytes[0], w.row(addr), offset, uint32(limit), op.exec) {
			w.plainly(op, in)
			return
		}
		if widen != nil {
			widen(op.row(0))
		}
		wg.countBytes(SpaceLDS, false, op.exec, size)
		if wg.observes() {
			w.tell(op, SpaceLDS, 0, w.row(addr), offset, size, nil)
		}
		op.loads(k, dst, n)
		w.hold(op)
	}
}

// quickRead2 is the function of ds_read2 with two places.
func (in *instr) quickRead2(k *simd.Memory) waveFunc {
	s := &in.mem
	addr, dst, n := s.addr.reg, s.dst, s.Dwords
	first, second := uint32(int(in.Mods.Offset)*s.Scale), uint32(int(in.Mods.Offset1)*s.Scale)
	if first == second {
		return nil
	}
	load := k.Gather[n]
	return func(w *wave, in *instr) {
		wg := w.wg
		limit := wg.ldsLimit(4 * n)
		if limit < 0 || !w.atOnce(in) {
			in.run(w, in)
			return
		}
		op := w.quickOp(in, w.exec())
		lds, at := &wg.lds.bytes[0], w.row(addr)
		if !load(op.row(0), lds, at, first, uint32(limit), op.exec) || !load(op.row(n), lds, at, second, uint32(limit), op.exec) {
			w.plainly(op, in)
			return
		}
		wg.countBytes(SpaceLDS, false, op.exec, 8*n)
		if wg.observes() {
			w.tell(op, SpaceLDS, 0, at, first, 4*n, nil)
			w.tell(op, SpaceLDS, 0, at, second, 4*n, nil)
		}
		op.loads(k, dst, 2*n)
		w.hold(op)
	}
}

// quickWrite is the function of ds_write.
func (in *instr) quickWrite(t storing) waveFunc {
	addr, offset := in.mem.addr.reg, uint32(in.Mods.Offset)
	return func(w *wave, in *instr) {
		wg := w.wg
		limit := wg.ldsLimit(max(t.size, 4))
		if limit < 0 || !w.atOnce(in) {
			in.run(w, in)
			return
		}
		op := w.quickOp(in, w.exec())
		src := t.rows(w, op)
		done := t.kernel(&wg.lds.bytes[0], src, w.row(addr), offset, uint32(limit), op.exec, &op.data)
		if done == 0 {
			w.plainly(op, in)
			return
		}
		wg.ldsStored(done, op.exec, t.size)
		if wg.observes() {
			w.tell(op, SpaceLDS, 0, w.row(addr), offset, t.size, src)
		}
		w.hold(op)
	}
}

// ldsStored counts a store to the LDS that a kernel did.
func (wg *workgroup) ldsStored(done uint8, exec uint64, size int) {
	wg.countBytes(SpaceLDS, true, exec, size)
	if done&simd.Changed != 0 {
		wg.lds.changes++
	}
}

// quickWrite2 is the function of ds_write2 with two places. If the second
// place of a lane is out of range the plain engine writes the first ones again,
// with the same values.
func (in *instr) quickWrite2(k *simd.Memory) waveFunc {
	s := &in.mem
	addr, data, data1, n := s.addr.reg, s.data.reg, s.data1.reg, s.Dwords
	first, second := uint32(int(in.Mods.Offset)*s.Scale), uint32(int(in.Mods.Offset1)*s.Scale)
	if first == second {
		return nil
	}
	store := k.Scatter[n]
	return func(w *wave, in *instr) {
		wg := w.wg
		limit := wg.ldsLimit(4 * n)
		if limit < 0 || !w.atOnce(in) {
			in.run(w, in)
			return
		}
		op := w.quickOp(in, w.exec())
		lds, at := &wg.lds.bytes[0], w.row(addr)
		done := store(lds, w.row(data), at, first, uint32(limit), op.exec, &op.data)
		if done != 0 {
			again := store(lds, w.row(data1), at, second, uint32(limit), op.exec, &op.data)
			if done&simd.Changed != 0 {
				wg.lds.changes++
			}
			done = again
		}
		if done == 0 {
			w.plainly(op, in)
			return
		}
		wg.ldsStored(done, op.exec, 8*n)
		if wg.observes() {
			w.tell(op, SpaceLDS, 0, at, first, 4*n, w.row(data))
			w.tell(op, SpaceLDS, 0, at, second, 4*n, w.row(data1))
		}
		w.hold(op)
	}
}
