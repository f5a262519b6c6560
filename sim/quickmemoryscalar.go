package sim

import "encoding/binary"

// quickSMEM is the function of scalar loads.
func (in *instr) quickSMEM() waveFunc {
	if in.smem.kind != smemLoad && in.smem.kind != smemBufferLoad {
		return nil
	}
	return func(w *wave, in *instr) {
		if w.wg.observes() || !w.atOnce(in) {
			in.run(w, in)
			return
		}
		op := w.quickOp(in, 0)
		w.scalarAddress(op)
		op.sdata = [16]uint32{}
		if !w.quickLoadScalars(op) {
			w.plainly(op, in)
			return
		}
		op.land = landScalars
		w.hold(op)
	}
}

// quickLoadScalars is loadScalars for accesses within a page. Bytes out of range stay 0, and so do
// the bytes of a page beyond the end of its allocation.
func (w *wave) quickLoadScalars(op *memOp) bool {
	addr, n := op.addr[0], op.in.smem.dwords
	if op.exec&(1<<n-1) == 0 {
		return true // no page is touched
	}
	at := addr % PageSize
	p := w.wg.view.lookup(addr - at)
	there := 4 * n
	if p == nil {
		return false
	}
	if end := at + 4*uint64(n); end > uint64(p.mapped) {
		if op.in.smem.kind != smemLoad || end > PageSize || at >= uint64(p.mapped) {
			return false
		}
		there = int(uint64(p.mapped) - at)
	}
	count := 0
	for i, b := 0, p.data()[at:at+4*uint64(n)]; i < n; i++ {
		if op.exec>>i&1 != 0 {
			op.sdata[i&15] = binary.LittleEndian.Uint32(b[4*i:])
			count++
		}
	}
	w.wg.stats.bytes[SpaceGlobal][0] += uint64(min(4*count, there))
	return true
}
