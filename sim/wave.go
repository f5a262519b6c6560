package sim

import (
	"unsafe"

	"heddle/isa"
)

// waveSize is the number of lanes of a wave, a constant so that lane loops have fixed bounds. All
// chips of NewDevice have it (wave_test.go).
const waveSize = 64

// lanes is one VGPR: a dword for every lane.
type lanes [waveSize]uint32

// Places in wave.sgpr, which follow the operand encodings.
const (
	flatScratchLo = int(isa.FlatScratchLo)
	vccLo         = int(isa.VCCLo)
	vccHi         = int(isa.VCCHi)
	ttmp0         = int(isa.TTMP0)
	m0Index       = int(isa.M0)
	execLo        = int(isa.ExecLo)
	execHi        = int(isa.ExecHi)
)

// wave is the state of one wave.
type wave struct {
	// vgpr is its vectorFile. It comes first so that registers do not cross
	// cache lines: allocations of this size begin at one.
	vgpr [2 * numbers]lanes

	wg *workgroup
	id int // number within the workgroup

	pc uint64 // guest address of the next instruction
	scalarFile
	scc  bool
	mode mode

	status  waveStatus
	code    *codeRegion // address of the last instruction fetched
	count   uint64      // instructions executed
	clock   uint64      // time spent, in instructions (arrival.go)
	at      uint64      // address of the instruction being executed
	pending pending     // memory operations that no wait has covered yet
	scratch []*scratch  // private memory, in chunks that exist once they are used
	trapsts uint32
	barrier int // barriers passed
	// unreported is memory touched outside instructions, for the observer.
	unreported accessLog
	seen       uint64 // the count up to which the observer wants every event
	watch      watch
	timed      timed
}

// scalarFile holds the scalar registers, followed by zeros to which constants are added.
type scalarFile struct {
	sgpr  [128]uint32
	zeros [128]uint32
}

// file is all of it.
func (f *scalarFile) file() *[256]uint32 { return (*[256]uint32)(unsafe.Pointer(f)) }

// waveStatus says what a wave is doing.
type waveStatus uint8

const (
	waveRuns waveStatus = iota
	waveAtBarrier
	waveHalted
	waveEnded
)

// exec returns the execution mask.
func (w *wave) exec() uint64 { return uint64(w.sgpr[execHi])<<32 | uint64(w.sgpr[execLo]) }

func (w *wave) setExec(v uint64) { w.sgpr[execLo], w.sgpr[execHi] = uint32(v), uint32(v>>32) }

// vcc returns the vector condition code.
func (w *wave) vcc() uint64 { return uint64(w.sgpr[vccHi])<<32 | uint64(w.sgpr[vccLo]) }

func (w *wave) setVCC(v uint64) { w.sgpr[vccLo], w.sgpr[vccHi] = uint32(v), uint32(v>>32) }

// sgpr64 returns the pair of scalar registers at i.
func (w *wave) sgpr64(i int) uint64 {
	return uint64(w.sgpr[(i+1)&127])<<32 | uint64(w.sgpr[i&127])
}

func (w *wave) setSGPR64(i int, v uint64) {
	w.sgpr[i&127], w.sgpr[(i+1)&127] = uint32(v), uint32(v>>32)
}

// dataStore is a workgroup's LDS.
type dataStore struct {
	bytes   []byte
	changes uint64 // writes that changed something
}

// read copies len(b) bytes at addr; bytes beyond the allocation read as 0
// (facts isa/semantics.md §4).
func (l *dataStore) read(addr uint32, b []byte) {
	clear(b)
	if uint64(addr) < uint64(len(l.bytes)) && len(l.bytes)-int(addr) >= len(b) {
		copy(b, l.bytes[addr:])
	}
}

// write copies b to addr; bytes beyond the allocation are dropped.
func (l *dataStore) write(addr uint32, b []byte) {
	if uint64(addr) < uint64(len(l.bytes)) && len(l.bytes)-int(addr) >= len(b) {
		if to := l.bytes[addr:][:len(b)]; string(to) != string(b) {
			l.changes++
			copy(to, b)
		}
	}
}
