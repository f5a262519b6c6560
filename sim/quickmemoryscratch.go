package sim

import (
	"math/bits"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// chunkRow has the places of the lanes in a chunk of scratch.
var chunkRow = func() (row simd.Row) {
	for l := range row {
		row[l] = scratchChunk * uint32(l)
	}
	return row
}()

// quickScratch is the function of loads and stores of scratch. They go to one
// offset in all lanes, as those of variables do.
func (in *instr) quickScratch(k *simd.Memory, set *simd.Set) waveFunc {
	s := &in.mem
	n, size, dst, load := s.Dwords, s.Bytes, s.dst, s.Kind == isa.MemoryLoad
	var widen widening
	var t storing
	if load {
		widen = s.widen(set)
	} else {
		t = in.storing(k, set)
	}
	return func(w *wave, in *instr) {
		exec := w.exec()
		if exec == 0 || !w.atOnce(in) || widen != nil && w.halves(&in.mem) {
			in.run(w, in)
			return
		}
		at, ok := w.scratchOffset(in, k, exec)
		first := at % scratchChunk
		if !ok || uint64(at)+uint64(4*n) > uint64(w.wg.privateSize) || first+uint32(4*n) > scratchChunk {
			in.run(w, in)
			return
		}
		op, chunk := w.quickOp(in, exec), &w.scratchAt(uint64(at))[first]
		const limit = waveSize * scratchChunk
		var src *simd.Row
		if load {
			k.Gather[n](op.row(0), chunk, &chunkRow, 0, limit, exec)
			if widen != nil {
				widen(op.row(0))
			}
			op.loads(k, dst, n)
		} else {
			src = t.rows(w, op)
			t.kernel(chunk, src, &chunkRow, 0, limit, exec, &op.data)
		}
		w.wg.countBytes(SpacePrivate, !load, exec, size)
		if w.wg.observes() {
			w.tell(op, SpacePrivate, uint64(at), &zeroRow, 0, size, src)
		}
		w.hold(op)
	}
}

// scratchOffset is the offset of all lanes (scratchAddress). Not ok if they
// differ.
func (w *wave) scratchOffset(in *instr, k *simd.Memory, exec uint64) (at uint32, ok bool) {
	s := &in.mem
	at = uint32(in.Mods.Offset)
	if s.saddr != nil {
		at += w.scalar(s.saddr)
	}
	if s.addr == nil {
		return at, true
	}
	row := w.row(s.addr.reg)
	v := row[bits.TrailingZeros64(exec)&63]
	return at + v, k.Uniform(row, v, exec)
}
