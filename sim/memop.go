package sim

import (
	"fmt"
	"hash/maphash"
	"math/bits"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// memOp is a memory operation that a wave has issued. Addresses and data to
// store are taken at issue; perform then reads and writes memory, and land
// writes what was read to registers or, for direct-to-LDS loads, to the LDS.
// When each happens is the schedule's choice (pending.go).
type memOp struct {
	opState

	// rows holds what an operation of the fast engine loaded, register by register
	// (quickmemory.go). Other operations do not use it.
	rows [4]lanes

	// For each lane: the address, in the space of the instruction; for flat
	// accesses in lane's space.
	addr  [waveSize]uint64
	space [waveSize]Space
	// data is what a lane stores, then what it loaded, dword by dword.
	data [waveSize][4]uint32
	// valid has a bit for each dword of data that passed the range check of
	// its buffer.
	valid [waveSize]uint8
	// ldsBase is where a direct-to-LDS load puts lane 0's data, before the
	// lanes' own offsets.
	ldsBase uint32
	// sdata is the data of a scalar access.
	sdata [16]uint32
}

// opState is the part that every memOp has.
type opState struct {
	in   *instr
	at   uint64 // address of the instruction
	seq  uint64 // Event.Seq
	exec uint64 // lanes that take part

	perform func(w *wave, op *memOp) // nil: touches no memory
	land    func(w *wave, op *memOp) // nil: writes nothing
	// move, if not nil, is the kernel that writes so many rows to the destination
	// from reg on; land is not called then.
	move      func(dst, src *simd.Row, rows int, mask uint64)
	reg, many int

	performed, landed bool
	told              bool      // the observer knows what it is touching
	order             isa.Order // in which it retires
	vm, lgkm          int       // what it still counts in vmcnt and lgkmcnt
	vmDone, dsDone    bool
	due               uint64 // wave.clock at which its data arrive without a wait
}

// Space is one of the address spaces.
type Space uint8

const (
	SpaceGlobal  Space = iota
	SpaceLDS           // addresses are offsets in the workgroup's allocation
	SpacePrivate       // scratch; addresses are offsets in the lane's part
	spaceNowhere       // the access is dropped, loads give 0
)

// String returns the name of the space.
func (s Space) String() string {
	return [...]string{"global memory", "LDS", "scratch", "nowhere"}[s]
}

// newOp returns a memOp for in with nothing in it but what every operation
// has.
func (w *wave) newOp(in *instr) *memOp {
	op := w.wg.takeOp()
	op.opState = opState{in: in, at: in.addr, seq: w.count, exec: w.exec()}
	op.addr, op.space, op.data, op.valid = [waveSize]uint64{}, [waveSize]Space{}, [waveSize][4]uint32{}, [waveSize]uint8{}
	op.ldsBase, op.sdata = 0, [16]uint32{}
	return op
}

// takeOp returns a memOp with arbitrary contents.
func (wg *workgroup) takeOp() *memOp {
	n := len(wg.freeOps)
	if n == 0 {
		return new(memOp)
	}
	op := wg.freeOps[n-1]
	wg.freeOps = wg.freeOps[:n-1]
	return op
}

// hash adds what decides what the operation will do. The engines keep what was
// loaded in different places and have different rests in those of other lanes.
func (op *memOp) hash(h *maphash.Hash, clock uint64) {
	maphash.WriteComparable(h, [2]uint64{op.at, bit(op.performed) | bit(op.vmDone)<<1 | bit(op.dsDone)<<2 | bit(op.landed)<<3})
	maphash.WriteComparable(h, [2]uint64{op.exec, op.dueIn(clock)})
	switch {
	case op.landed:
	case !op.performed || op.in.mem.ToLDS:
		maphash.WriteComparable(h, op.addr)
		maphash.WriteComparable(h, op.data)
		maphash.WriteComparable(h, op.sdata)
		maphash.WriteComparable(h, op.ldsBase)
	case op.in.Row.Unit == isa.UnitSMEM:
		maphash.WriteComparable(h, op.sdata)
	case op.land != nil || op.move != nil:
		for i := range op.in.mem.Return {
			for mask := op.exec; mask != 0; mask &= mask - 1 {
				l := bits.TrailingZeros64(mask) & 63
				maphash.WriteComparable(h, op.loaded(l, i))
			}
		}
	}
}

// loaded is dword i of what a lane loaded.
func (op *memOp) loaded(lane, i int) uint32 {
	if op.move != nil {
		return op.rows[i&3][lane]
	}
	return op.data[lane][i&3]
}

// load reads len(b) bytes of a lane's memory and reports the access. Where
// that is an error the wave stops and b is zeros.
func (w *wave) load(op *memOp, lane int, space Space, addr uint64, b []byte) {
	w.wg.report(op, lane, space, addr, b, false)
	switch space {
	case SpaceGlobal:
		if !w.wg.view.read(addr, b) {
			w.stray(op, lane, addr, b, false)
		}
	case SpaceLDS:
		w.wg.lds.read(uint32(addr), b)
	case SpacePrivate:
		w.private(op, lane, addr, b, false)
	default:
		clear(b)
	}
}

// store writes b to a lane's memory and reports the access.
func (w *wave) store(op *memOp, lane int, space Space, addr uint64, b []byte) {
	w.wg.report(op, lane, space, addr, b, true)
	switch space {
	case SpaceGlobal:
		if !w.wg.view.write(addr, b) {
			w.stray(op, lane, addr, b, true)
		}
	case SpaceLDS:
		w.wg.lds.write(uint32(addr), b)
	case SpacePrivate:
		w.private(op, lane, addr, b, true)
	}
}

// stray is an access of global memory that is not allowed, of what b holds or will hold: the wave
// stops, unless it is to keep going and a card would.
func (w *wave) stray(op *memOp, lane int, addr uint64, b []byte, write bool) {
	mem := &w.wg.device.mem
	inside, survives := mem.survives(addr, len(b), write)
	if !w.wg.keepGoing || !survives {
		w.fail(op, lane, mem.fault(addr, len(b), write))
	}
	if write {
		if w.wg.err == nil && inside > 0 {
			w.wg.view.write(addr, b[:inside])
		}
		return
	}
	clear(b)
	if w.wg.err == nil && inside > 0 {
		w.wg.view.read(addr, b[:inside])
	}
}

// scratch is the bytes of all lanes' private memory between two multiples of
// scratchChunk, lane after lane.
type scratch [waveSize * scratchChunk]byte

const scratchChunk = 256

// private copies a lane's scratch at addr to b, or b to it. Where that is an
// error the wave stops and b is zeros.
func (w *wave) private(op *memOp, lane int, addr uint64, b []byte, write bool) {
	size := uint64(w.wg.privateSize)
	if addr >= size || uint64(len(b)) > size-addr {
		w.fail(op, lane, &ScratchFault{addr, len(b), write, size})
		if !write {
			clear(b)
		}
		return
	}
	for len(b) > 0 {
		at := lane*scratchChunk + int(addr%scratchChunk)
		n := min(len(b), scratchChunk-int(addr%scratchChunk))
		p := w.scratchAt(addr)[at : at+n]
		if write {
			copy(p, b)
		} else {
			copy(b, p)
		}
		b, addr = b[n:], addr+uint64(n)
	}
}

// scratchAt returns the chunk that has the byte at addr of every lane.
func (w *wave) scratchAt(addr uint64) *scratch {
	i := int(addr / scratchChunk)
	for len(w.scratch) <= i {
		w.scratch = append(w.scratch, nil)
	}
	if w.scratch[i] == nil {
		w.scratch[i] = new(scratch)
	}
	return w.scratch[i]
}

// fail ends the run with an error of a memory operation. lane is -1 for
// scalar accesses.
func (w *wave) fail(op *memOp, lane int, err error) {
	if w.wg.err != nil {
		return
	}
	w.wg.err = &waveError{wave: w, at: op.at, inst: op.in, err: &AccessError{lane, err}}
}

// A ScratchFault is an access of scratch beyond that of the kernel.
type ScratchFault struct {
	Addr  uint64 // within the scratch of the lane
	Size  int
	Write bool
	Has   uint64 // bytes of a lane
}

func (f *ScratchFault) Error() string {
	verb := "reads"
	if f.Write {
		verb = "writes"
	}
	return fmt.Sprintf("%s %d bytes at scratch offset %#x; the kernel has %d bytes of scratch per lane", verb, f.Size, f.Addr, f.Has)
}

// AccessError is an illegal memory access: outside every allocation or a write to protected memory
// (Err is a *Fault), beyond the kernel's scratch, or misaligned.
type AccessError struct {
	Lane int // -1 for scalar accesses
	Err  error
}

func (e *AccessError) Unwrap() error { return e.Err }

func (e *AccessError) Error() string {
	if e.Lane < 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("lane %d %v", e.Lane, e.Err)
}

// waveError is an error at an instruction of a wave.
type waveError struct {
	wave *wave
	at   uint64
	inst *instr
	err  error
}

func (e *waveError) Error() string { return e.err.Error() }
func (e *waveError) Unwrap() error { return e.err }

// operandDwords returns how many registers the operand takes.
func (o *operand) count() int { return max(o.dwords, 1) }

// atomicTurn reports whether in has to wait for its workgroup's turn: a
// read-modify-write of memory that other workgroups see.
func atomicTurn(in *instr) bool {
	const both = isa.MayLoad | isa.MayStore
	if in.Row.Traits&both != both {
		return false
	}
	switch in.Row.Unit {
	case isa.UnitVMEM, isa.UnitFlat:
		return !in.Row.Memory.ToLDS
	case isa.UnitSMEM:
		return true
	}
	return false
}
