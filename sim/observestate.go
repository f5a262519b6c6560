package sim

import "heddle/isa"

// Facts for observers that keep shadow state: about a wave and about where instructions move data,
// beyond the values of registers.

// Lanes returns a vector register of all lanes, not to be changed or kept.
func (r Registers) Lanes(reg isa.Reg) *[64]uint32 {
	return (*[64]uint32)(&r.wave.vgpr[(reg-isa.V0)&511])
}

// SCC returns the scalar condition code.
func (r Registers) SCC() bool { return r.wave.scc }

// KeepsHalves reports whether d16 loads keep the other half of their register
// (else it becomes 0).
func (r Registers) KeepsHalves() bool { return r.wave.wg.keepHalves }

// LDSBytes is the size of the workgroup's LDS.
func (r Registers) LDSBytes() int { return len(r.wave.wg.lds.bytes) }

// LDS is the contents of the workgroup's LDS, not to be changed or kept.
func (r Registers) LDS() []byte { return r.wave.wg.lds.bytes }

// VectorRegisters is how many vector registers the wave has: Place numbers them from isa.V0 on.
func (r Registers) VectorRegisters() int { return r.wave.wg.file.size }

// Count is how many instructions the wave has executed: the largest Event.Seq.
func (r Registers) Count() uint64 { return r.wave.count }

// Mode returns the MODE register.
func (r Registers) Mode() uint32 { return r.wave.mode.bits }

// Counters are the counters that s_waitcnt compares: the vector memory operations of the wave that no
// wait has covered, and those of LDS and scalar memory.
func (r Registers) Counters() (vm, lgkm int) {
	if p := &r.wave.pending; len(p.ops) > 0 {
		return p.vm, p.lgkm
	}
	return 0, 0
}

// Outstanding is a memory operation that no wait has covered.
type Outstanding struct {
	Inst     *isa.Inst
	CodeAddr uint64 // in the code object
	VM, LGKM int    // what it counts
}

// Outstanding returns the operations that Counters counts, in the order of their issue.
func (r Registers) Outstanding() (list []Outstanding) {
	for _, op := range r.wave.pending.ops {
		addr, _ := r.wave.wg.run.place(r.wave, op.at)
		list = append(list, Outstanding{&op.in.Inst, addr, op.vm, op.lgkm})
	}
	return list
}

// Indexed reports whether VGPR indexing is on.
func (r Registers) Indexed() bool { return r.wave.mode.gprIdx }

// Skipping reports whether MODE.vskip is on: vector instructions do nothing.
func (r Registers) Skipping() bool { return r.wave.mode.bits&modeVSkip != 0 }

// Source returns the first of n vector registers that source k of a vector ALU
// instruction stands for when it names reg: VGPR indexing may choose others. If
// the wave does not have those, which ends the run, it is reg.
func (r Registers) Source(k int, reg isa.Reg, n int) isa.Reg {
	to, _ := r.wave.moved(reg, n, indexSrc0+k)
	return to
}

// Destination returns the first of n vector registers that a vector ALU
// instruction writes when it names reg; not ok if the wave does not have them.
func (r Registers) Destination(reg isa.Reg, n int) (to isa.Reg, ok bool) {
	return r.wave.moved(reg, n, indexDst)
}

// moved returns the registers that VGPR indexing chooses in place of n from reg
// on; not ok, and reg, if the wave does not have them.
func (w *wave) moved(reg isa.Reg, n, enable int) (to isa.Reg, ok bool) {
	if !w.mode.gprIdx {
		return reg, true
	}
	to = reg + isa.Reg(w.index(enable))
	if int(to-isa.V0)+n > w.wg.file.size {
		return reg, false
	}
	return to, true
}

// AtStart returns the registers that the dispatcher set when the wave started: the SGPRs that the
// kernel descriptor asks for, FLAT_SCRATCH, v0, EXEC, MODE and what a trap handler owns. All others
// hold leftover values (facts isa/encodings.md §12).
func (r Registers) AtStart() isa.RegSet {
	var s isa.RegSet
	d := &r.wave.wg.run.kernel.kernel.Descriptor
	n := 0
	put := func(on bool, dwords int) {
		if on {
			s.Add(isa.S0+isa.Reg(n), min(dwords, max(r.wave.wg.device.chip.SGPRs-n, 0)))
			n += dwords
		}
	}
	put(d.DispatchPtr, 2)
	put(d.QueuePtr, 2)
	put(d.KernargSegmentPtr, 2)
	put(d.DispatchID, 2)
	put(d.PrivateSegmentSize, 1)
	put(!r.wave.wg.run.launch.NoPreload, int(d.PreloadLength))
	n = max(n, int(d.UserSGPRCount))
	put(d.WorkgroupIDX, 1)
	put(d.WorkgroupIDY, 1)
	put(d.WorkgroupIDZ, 1)
	put(d.WorkgroupInfo, 1)
	s.Add(isa.FlatScratchLo, 2)
	s.Add(isa.XnackMaskLo, 2)
	s.Add(isa.TTMP0, 16)
	s.Add(isa.ExecLo, 2)
	s.Add(isa.Mode, 1)
	s.Add(isa.V0, 1)
	return s
}

// Allocation is a range of guest memory that may be accessed.
type Allocation struct {
	Name       string // as messages call it
	Addr, Size uint64
	// Undefined says that its contents count as never written when the
	// dispatch starts (Buffer.Undefined).
	Undefined bool
}

// Allocation returns the allocation that holds a guest address.
func (r Registers) Allocation(addr uint64) (Allocation, bool) {
	x := r.wave.wg.device.mem.regionAt(addr)
	if x == nil {
		return Allocation{}, false
	}
	return Allocation{x.name, x.base, x.size, x.undefined}, true
}

// Stray returns what is wrong with an access of global memory after which a run with KeepGoing goes on,
// nil if nothing is.
func (r Registers) Stray(addr uint64, size int, write bool) *Fault {
	m := &r.wave.wg.device.mem
	if x := m.regionAt(addr); x != nil && uint64(size) <= x.size-(addr-x.base) && (!write || x.fixedAt(addr, size) == nil) {
		return nil
	}
	if _, ok := m.survives(addr, size, write); !ok {
		return nil
	}
	return m.fault(addr, size, write)
}

// MatrixShape says where the elements of a matrix instruction are: element
// (b, i, k) of A is Place A[(b*M+i)*KA+k], (b, j, k) of B is B[(b*N+j)*KB+k] and
// (b, i, j) of C and D is D[(b*M+i)*N+j]. KA is half of KB where A is sparse.
type MatrixShape struct {
	M, N, KA, KB, Blocks int
	WidthA, WidthB       int // bits of an element
	WidthD               int
	Sparse, Scaled       bool
	A, B, D              []MatrixPlace
}

// MatrixPlace is the n-th value, from the low bits, of a lane's registers.
type MatrixPlace struct{ Lane, Item uint8 }

// MatrixLayout returns the shape of a matrix instruction; not ok if inst is
// none, or one that is refused.
func MatrixLayout(t *isa.Target, inst *isa.Inst) (MatrixShape, bool) {
	shape := inst.Row.Op.Matrix()
	if shape == nil || checkMatrix(shape, &inst.Mods) != nil {
		return MatrixShape{}, false
	}
	x := newMatrixInst(t, &instr{Inst: *inst})
	return MatrixShape{
		M: x.M, N: x.N, KA: x.a.k, KB: x.b.k, Blocks: x.Blocks,
		WidthA: x.a.width, WidthB: x.b.width, WidthD: x.format.Bits(),
		Sparse: x.Sparse, Scaled: x.Scaled,
		A: matrixPlaces(x.a.places), B: matrixPlaces(x.b.places), D: matrixPlaces(x.d),
	}, true
}

func matrixPlaces(p []place) []MatrixPlace {
	out := make([]MatrixPlace, len(p))
	for i, x := range p {
		out[i] = MatrixPlace{x.lane, x.item}
	}
	return out
}
