package sim

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// bindDS chooses the functions of a data share instruction.
func (in *instr) bindDS() bool {
	if m := in.Row.Memory; m != nil && m.AddTID {
		return in.bindMemory(addtidAddress)
	}
	return in.bindMemory(dsAddress)
}

// dsAddress computes the addresses of instructions with one address: VGPR plus offset, in 32 bits.
// M0 does not matter (facts isa/semantics.md §4).
func dsAddress(w *wave, op *memOp) {
	addr := w.vector(op.in.mem.addr, 0)
	offset := uint32(op.in.Mods.Offset)
	for l := range addr {
		op.space[l], op.addr[l], op.valid[l] = SpaceLDS, uint64(addr[l]+offset), allValid
	}
	if op.in.mem.Aligns {
		for l := range op.addr {
			op.addr[l] &= 0xfff8 // ds_condxchg32_rtn_b64: ISA manual §12.12
		}
	}
}

// addtidAddress is M0 plus offset plus 4 for each lane (ISA manual §12.12,
// DS_READ_ADDTID_B32).
func addtidAddress(w *wave, op *memOp) {
	base := w.sgpr[m0Index]&0xffff + uint32(op.in.Mods.Offset)
	for l := range op.addr {
		op.space[l], op.addr[l], op.valid[l] = SpaceLDS, uint64(base+4*uint32(l)), allValid
	}
}

// twoAddresses takes the address VGPR of an instruction with two offsets.
func (w *wave) twoAddresses(op *memOp) {
	addr := w.vector(op.in.mem.addr, 0)
	for l := range addr {
		op.addr[l] = uint64(addr[l])
	}
}

// address2 is the first (k = 0) or second address of lane l.
func (op *memOp) address2(l, k int) uint64 {
	offset := uint32(op.in.Mods.Offset)
	if k == 1 {
		offset = uint32(op.in.Mods.Offset1)
	}
	return uint64(uint32(op.addr[l]) + offset*uint32(op.in.mem.Scale))
}

// places is how many places an instruction with two offsets accesses: equal
// offsets mean one access, with the data of the first (ISA manual §11.3.1).
func (op *memOp) places() int {
	if op.in.Mods.Offset == int32(op.in.Mods.Offset1) {
		return 1
	}
	return 2
}

// runRead2 executes ds_read2 in all sizes.
func runRead2(w *wave, in *instr) {
	op := w.newOp(in)
	w.twoAddresses(op)
	op.perform, op.land = performRead2, landRegisters
	w.issue(op)
}

// performRead2 reads the two places. If they are one, it is read once and
// both parts of the destination get it.
func performRead2(w *wave, op *memOp) {
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		for k := range op.places() {
			w.read2(op, l, k)
		}
		if op.places() == 1 {
			n := op.in.mem.Dwords
			copy(op.data[l][n:], op.data[l][:n])
		}
	}
}

// read2 reads the place k of lane l to its part of the data.
func (w *wave) read2(op *memOp, l, k int) {
	var buf [8]byte
	b := buf[:op.in.mem.Bytes]
	w.load(op, l, SpaceLDS, op.address2(l, k), b)
	n := op.in.mem.Dwords
	for i := range n {
		op.data[l][(k*n+i)&3] = binary.LittleEndian.Uint32(buf[4*i:])
	}
}

// write2 writes a part of the data to the place k of lane l.
func (w *wave) write2(op *memOp, l, k int, data []uint32) {
	var buf [8]byte
	for i, v := range data {
		binary.LittleEndian.PutUint32(buf[4*i:], v)
	}
	w.store(op, l, SpaceLDS, op.address2(l, k), buf[:op.in.mem.Bytes])
}

// runWrite2 executes ds_write2 in all sizes.
func runWrite2(w *wave, in *instr) {
	op := w.newOp(in)
	w.twoAddresses(op)
	w.takeData2(op)
	op.perform = performWrite2
	w.issue(op)
}

func (w *wave) takeData2(op *memOp) {
	n := op.in.mem.Dwords
	w.takeData(op, op.in.mem.data, 0, n)
	w.takeData(op, op.in.mem.data1, n, n)
}

// performWrite2 writes the first place of all lanes, then the second.
func performWrite2(w *wave, op *memOp) {
	n := op.in.mem.Dwords
	for k := range op.places() {
		for mask := op.exec; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros64(mask) & 63
			w.write2(op, l, k, op.data[l][k*n:k*n+n])
		}
	}
}

// runExchange2 executes ds_wrxchg2 in all sizes.
func runExchange2(w *wave, in *instr) {
	op := w.newOp(in)
	w.twoAddresses(op)
	w.takeData2(op)
	op.perform, op.land = performExchange2, landRegisters
	w.issue(op)
}

// performExchange2 exchanges lane after lane: reads both places, then writes
// both.
func performExchange2(w *wave, op *memOp) {
	n := op.in.mem.Dwords
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		data := op.data[l]
		for k := range op.places() {
			if !w.aligned(op, l, op.address2(l, k), op.in.mem.Bytes) {
				return
			}
			w.read2(op, l, k)
		}
		if op.places() == 1 {
			copy(op.data[l][n:], op.data[l][:n])
		}
		for k := range op.places() {
			w.write2(op, l, k, data[k*n:k*n+n])
		}
	}
}

// aligned ends the run if an atomic's address is not a multiple of its size.
func (w *wave) aligned(op *memOp, l int, addr uint64, size int) bool {
	if addr%uint64(size) == 0 {
		return true
	}
	w.fail(op, l, fmt.Errorf("accesses %#x: an atomic of %d bytes needs an address that is a multiple of %d", addr, size, size))
	return false
}
