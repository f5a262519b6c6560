package sim

import (
	"fmt"
	"math/bits"

	"heddle/isa"
)

// lanesFunc returns what a lane gets from the others. v has the data of the
// lanes, 0 for inactive ones, and addr their address VGPR plus the offset.
type lanesFunc func(op *memOp, addr, v *lanes) lanes

// runLanes executes ds_swizzle, ds_permute and ds_bpermute: they go through
// the LDS unit and touch no memory.
func runLanes(w *wave, in *instr) {
	op := w.newOp(in)
	s := &in.mem
	data := s.data
	if data == nil {
		data = s.addr // ds_swizzle: the data come where others have the address
	}
	addr, v := *w.vector(s.addr, 0), *w.vector(data, 0)
	for l := range v {
		addr[l] += uint32(in.Mods.Offset)
		if op.exec>>l&1 == 0 {
			v[l] = 0
		}
	}
	out := s.lanes(op, &addr, &v)
	for l := range out {
		op.data[l][0] = out[l]
	}
	op.land = landRegisters
	w.issue(op)
}

// bpermute pulls: each lane names the lane that it reads.
func bpermute(_ *memOp, addr, v *lanes) lanes {
	var out lanes
	for l := range out {
		out[l] = v[isa.PermuteLane(addr[l])]
	}
	return out
}

// permute pushes: each active lane names the lane that it writes. Of several
// the highest wins; lanes that none names get 0.
func permute(op *memOp, addr, v *lanes) lanes {
	var out lanes
	for l := range out {
		if op.exec>>l&1 != 0 {
			out[isa.PermuteLane(addr[l])] = v[l]
		}
	}
	return out
}

// swizzle moves data in a pattern that the offset gives.
func swizzle(op *memOp, _, v *lanes) lanes {
	var out lanes
	for l := range out {
		out[l] = v[isa.SwizzleSource(uint16(op.in.Mods.Offset), l)&63]
	}
	return out
}

// runTranspose executes the transposing reads.
func runTranspose(w *wave, in *instr) {
	op := w.newOp(in)
	if w.exec() != ^uint64(0) {
		w.fail(op, bits.TrailingZeros64(^w.exec()), fmt.Errorf("is inactive: %s needs all lanes active", in.Row.Mnemonic))
		return
	}
	dsAddress(w, op)
	op.perform, op.land = performTranspose, landRegisters
	w.issue(op)
}

// performTranspose reads 64 bits (96 of 6-bit elements) for each lane and transposes them within
// each 16 lanes, seen as a matrix of 16 columns: row k is in the data of one or more consecutive
// lanes, and lane l gets column l.
//
// Source: facts attention_fp8.md §1, isa/semantics.md §4.
func performTranspose(w *wave, op *memOp) {
	if op.exec == 0 {
		return
	}
	s := &op.in.mem
	align := uint64(8)
	if s.Bytes == 12 {
		align = 16 // 12 bytes of data are padded to 16
	}
	var rows [waveSize]bits128
	var buf [16]byte
	for l := range rows {
		if op.addr[l]%align != 0 {
			w.fail(op, l, fmt.Errorf("reads LDS offset %#x: %s needs an address that is a multiple of %d", op.addr[l], op.in.Row.Mnemonic, align))
			return
		}
		w.load(op, l, SpaceLDS, op.addr[l], buf[:s.Bytes])
		rows[l] = bits128{word(buf[:8]), word(buf[8:])}
	}
	perLane := 8 * s.Bytes / s.Element // elements
	rowLanes := 16 / perLane           // lanes that hold a row
	for l := range rows {
		group, column := l&^15, l&15
		from, at := group+column/perLane, column%perLane*s.Element
		var out bits128
		for e := range perLane {
			out.put(e*s.Element, rows[(from+rowLanes*e)&63].get(at, s.Element))
		}
		op.data[l] = [4]uint32{uint32(out[0]), uint32(out[0] >> 32), uint32(out[1]), uint32(out[1] >> 32)}
	}
}

// bits128 is 128 bits, the low ones first.
type bits128 [2]uint64

// get returns n bits, at most 32, from bit at on.
func (b *bits128) get(at, n int) uint32 {
	v := b[1] >> (at & 63)
	if at < 64 {
		v = b[0]>>at | b[1]<<(64-at)
	}
	return uint32(v & (1<<n - 1))
}

// put sets bits from bit at on, which are 0, to v.
func (b *bits128) put(at int, v uint32) {
	if at >= 64 {
		b[1] |= uint64(v) << (at & 63)
		return
	}
	b[0] |= uint64(v) << at
	b[1] |= uint64(v) >> (64 - at)
}
