package sim

import (
	"encoding/binary"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// Memory in the fast engine: accesses of all lanes that lie one behind the
// other are one copy, and the LDS is read and written without the detour over
// a function for each lane. What does not fit takes the plain way. So do accesses that would be errors: they are
// found again there, with their lane.

// quick reports whether op may take a shorter way: whole dwords, all in range,
// at consecutive addresses for each lane.
func (w *wave) quick(op *memOp) bool {
	if w.wg.level == simd.None || op.exec != ^uint64(0) || op.in.mem.size < 4 {
		return false
	}
	switch op.in.Row.Unit {
	case isa.UnitLDS:
		return true
	case isa.UnitVMEM:
		if op.in.Row.Enc == isa.EncSCRATCH || op.sdata[slotStep] != 0 {
			return false
		}
	default:
		return false
	}
	all := uint8(1)<<op.in.mem.dwords() - 1
	for l := range op.valid {
		if op.valid[l]&all != all {
			return false
		}
	}
	return true
}

// consecutive reports whether each lane's address is size after the one
// before.
func (op *memOp) consecutive(size uint64) bool {
	next := op.addr[0]
	for l := range op.addr {
		if op.addr[l] != next {
			return false
		}
		next += size
	}
	return true
}

// quickLoad is performLoad for what quick allows. It reports whether it did it.
func (w *wave) quickLoad(op *memOp) bool {
	if !w.quick(op) {
		return false
	}
	size := op.in.mem.size
	if op.in.Row.Unit == isa.UnitLDS {
		w.wg.reportLanes(op, SpaceLDS, size, false)
		w.quickLoadLDS(op, size/4)
		return true
	}
	var buf [waveSize * 16]byte
	b := buf[:waveSize*size]
	if !op.consecutive(uint64(size)) || !w.wg.view.read(op.addr[0], b) {
		return false
	}
	w.wg.reportLanes(op, SpaceGlobal, size, false)
	for l := range op.data {
		for i := range size / 4 {
			op.data[l][i&3] = binary.LittleEndian.Uint32(b[l*size+4*i:])
		}
	}
	return true
}

// quickLoadLDS reads n dwords for each lane; what reaches beyond the
// allocation reads as 0.
func (w *wave) quickLoadLDS(op *memOp, n int) {
	lds := w.wg.lds.bytes
	for l := range op.data {
		at, data := uint64(uint32(op.addr[l])), &op.data[l]
		if at+uint64(4*n) > uint64(len(lds)) {
			*data = [4]uint32{}
			continue
		}
		b := lds[at : at+uint64(4*n)]
		for i := range n {
			data[i&3] = binary.LittleEndian.Uint32(b[4*i:])
		}
	}
}

// quickRead2 is performRead2 for what quick allows.
func (w *wave) quickRead2(op *memOp) bool {
	if !w.quick(op) || op.places() == 1 {
		return false
	}
	lds, n := w.wg.lds.bytes, op.in.mem.dwords()
	first, second := uint32(op.in.Mods.Offset)*op.in.mem.scale, uint32(op.in.Mods.Offset1)*op.in.mem.scale
	w.wg.reportTwo(op, op.in.mem.size, first, second)
	for l := range op.data {
		base, data := uint32(op.addr[l]), &op.data[l]
		for k, at := range [2]uint32{base + first, base + second} {
			for i := range n {
				data[(k*n+i)&3] = 0
			}
			if uint64(at)+uint64(4*n) > uint64(len(lds)) {
				continue
			}
			for i := range n {
				data[(k*n+i)&3] = binary.LittleEndian.Uint32(lds[at+uint32(4*i):])
			}
		}
	}
	return true
}

// quickStore is performStore for what quick allows.
func (w *wave) quickStore(op *memOp) bool {
	if !w.quick(op) || op.in.Row.Unit == isa.UnitLDS {
		return false
	}
	size := op.in.mem.size
	if !op.consecutive(uint64(size)) {
		return false
	}
	var buf [waveSize * 16]byte
	b := buf[:waveSize*size]
	for l := range op.data {
		for i := range size / 4 {
			binary.LittleEndian.PutUint32(b[l*size+4*i:], op.data[l][i&3])
		}
	}
	if !w.wg.view.write(op.addr[0], b) {
		return false
	}
	w.wg.reportLanes(op, SpaceGlobal, size, true)
	return true
}

// quickLand is landRegisters for whole dwords in all lanes.
func (w *wave) quickLand(op *memOp) bool {
	s := &op.in.mem
	if w.wg.level == simd.None || op.exec != ^uint64(0) || s.half != wholeRegister {
		return false
	}
	switch n := s.returnDwords(); n {
	case 1:
		a := w.vector(s.dst, 0)
		for l := range a {
			a[l] = op.data[l][0]
		}
	case 2:
		a, b := w.vector(s.dst, 0), w.vector(s.dst, 1)
		for l := range a {
			a[l], b[l] = op.data[l][0], op.data[l][1]
		}
	case 4:
		a, b, c, d := w.vector(s.dst, 0), w.vector(s.dst, 1), w.vector(s.dst, 2), w.vector(s.dst, 3)
		for l := range a {
			v := &op.data[l]
			a[l], b[l], c[l], d[l] = v[0], v[1], v[2], v[3]
		}
	default:
		return false
	}
	return true
}
