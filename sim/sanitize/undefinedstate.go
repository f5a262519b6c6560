package sanitize

import (
	"math/bits"

	"heddle/isa"
)

// Shadow state of the undefined check: a mask for every value, whose bits are those of the
// undefined value.

// row is the masks of a dword of all lanes.
type row [64]uint32

// Masks of a dword of all lanes that are wholly defined and wholly undefined.
var (
	definedRow   row
	undefinedRow = func() (r row) {
		for l := range r {
			r[l] = ^uint32(0)
		}
		return r
	}()
)

const (
	allLanes   = ^uint64(0)
	allBits    = ^uint32(0)
	numShadows = len(isa.RegSet{}) * 64
)

// shadow is the shadow registers of a wave.
type shadow struct {
	// undefined has the registers of which any bit is undefined: most
	// instructions need to look at nothing else.
	undefined isa.RegSet
	scalar    [128]uint32 // masks of those that are in the set
	// vector are the masks of the vector registers, by their places
	// (sim.Registers). A register in the set without a row is wholly undefined.
	vector [512]*row
	// bad are the lanes of those in the set that have undefined bits.
	bad [512]uint64
	// from says which instruction a register has its undefined bits from: the
	// first to read what nobody wrote.
	from    [numShadows]origin
	sources *sources

	spare   []*row            // for use by any register
	scratch [scratchRows]*row // a row a dword; nil: never written
	deeper  map[uint32]*row   // and what lies beyond
	spilled map[uint32]origin // where undefined dwords of it come from
}

// scratchRows is how many dwords of a lane's scratch have their rows in an
// array.
const scratchRows = 1024

// start makes all registers undefined but those that the dispatcher set.
func (w *shadow) start(set *isa.RegSet) {
	var all isa.RegSet
	all.Add(isa.S0, 128)
	all.Add(isa.SCC, 1)
	all.Add(isa.V0, 512)
	for i := range all {
		w.undefined[i] = all[i] &^ set[i]
	}
	for i := range w.scalar {
		w.scalar[i] = allBits
	}
	for i := range w.bad {
		w.bad[i] = allLanes
	}
}

// forget makes it as it was when it was new.
func (w *shadow) forget() {
	for _, rows := range [...][]*row{w.vector[:], w.scratch[:]} {
		for _, p := range rows {
			if p != nil {
				w.spare = append(w.spare, p)
			}
		}
		clear(rows)
	}
	w.undefined, w.from = isa.RegSet{}, [numShadows]origin{}
	w.deeper, w.spilled = nil, nil
}

// newRow returns a row with any contents.
func (w *shadow) newRow() *row {
	n := len(w.spare)
	if n == 0 {
		return new(row)
	}
	p := w.spare[n-1]
	w.spare = w.spare[:n-1]
	return p
}

// isVector reports whether r is a VGPR or AGPR.
func isVector(r isa.Reg) bool { return r >= isa.V0 }

// row returns the masks of a VGPR or AGPR, not to be changed.
func (w *shadow) row(r isa.Reg) *row {
	if !w.undefined.Has(r) {
		return &definedRow
	}
	if p := w.vector[r-isa.V0]; p != nil {
		return p
	}
	return &undefinedRow
}

// setRow gives a VGPR or AGPR its masks.
func (w *shadow) setRow(r isa.Reg, m *row) {
	var bad uint64
	for l, x := range m {
		if x != 0 {
			bad |= 1 << l
		}
	}
	if w.bad[r-isa.V0] = bad; bad == 0 {
		w.undefined[r/64] &^= 1 << (r % 64)
		return
	}
	p := w.vector[r-isa.V0]
	if p == nil {
		p = w.newRow()
		w.vector[r-isa.V0] = p
	}
	*p = *m
	w.undefined[r/64] |= 1 << (r % 64)
}

// setLane gives a lane of a VGPR or AGPR its mask.
func (w *shadow) setLane(r isa.Reg, l int, m uint32) {
	if !w.undefined.Has(r) {
		if m != 0 {
			masks := definedRow
			masks[l&63] = m
			w.setRow(r, &masks)
		}
		return
	}
	bad := &w.bad[r-isa.V0]
	if *bad &^= 1 << l; m != 0 {
		*bad |= 1 << l
	} else if *bad == 0 {
		w.undefined[r/64] &^= 1 << (r % 64)
		return
	}
	p := w.vector[r-isa.V0]
	if p == nil {
		p = w.newRow()
		w.vector[r-isa.V0] = p
		*p = undefinedRow
	}
	p[l&63] = m
}

// defineLanes says that lanes of a VGPR or AGPR were written.
func (w *shadow) defineLanes(r isa.Reg, lanes uint64) {
	switch {
	case lanes == 0 || !w.undefined.Has(r):
		return
	case w.bad[r-isa.V0]&^lanes == 0:
		w.undefined[r/64] &^= 1 << (r % 64)
		return
	case w.bad[r-isa.V0]&lanes == 0:
		return
	}
	p := *w.row(r)
	for m := lanes; m != 0; m &= m - 1 {
		p[bits.TrailingZeros64(m)&63] = 0
	}
	w.setRow(r, &p)
}

// setScalar gives a scalar register its mask. SCC has the mask 1.
func (w *shadow) setScalar(r isa.Reg, m uint32) {
	if m == 0 {
		w.undefined[r/64] &^= 1 << (r % 64)
		return
	}
	w.undefined[r/64] |= 1 << (r % 64)
	w.scalar[r&127] = m
}

// scalarMask returns the mask of a scalar register.
func (w *shadow) scalarMask(r isa.Reg) uint32 {
	if !w.undefined.Has(r) {
		return 0
	}
	return w.scalar[r&127]
}

// pairMask returns the masks of two scalar registers.
func (w *shadow) pairMask(r isa.Reg) uint64 {
	return uint64(w.scalarMask((r+1)&127))<<32 | uint64(w.scalarMask(r&127))
}

func (w *shadow) setPair(r isa.Reg, m uint64) {
	w.setScalar(r&127, uint32(m))
	w.setScalar((r+1)&127, uint32(m>>32))
}

// define says that registers were written, VGPRs in the given lanes.
func (w *shadow) define(set *isa.RegSet, lanes uint64) {
	for i := range set {
		both := set[i] & w.undefined[i]
		if both == 0 {
			continue
		}
		if i < int(isa.V0)/64 {
			w.undefined[i] &^= both
			continue
		}
		for ; both != 0; both &= both - 1 {
			w.defineLanes(isa.Reg(i*64+bits.TrailingZeros64(both)), lanes)
		}
	}
}

// definedIn reports whether the registers of a set are wholly defined, VGPRs in
// the given lanes.
func (w *shadow) definedIn(set *isa.RegSet, lanes uint64) bool {
	for i := range set {
		both := set[i] & w.undefined[i]
		if both != 0 && i < int(isa.V0)/64 {
			return false
		}
		for ; both != 0; both &= both - 1 {
			if w.bad[i*64+bits.TrailingZeros64(both)-int(isa.V0)]&lanes != 0 {
				return false
			}
		}
	}
	return true
}

// origin is where the undefined bits among the registers of a set come from: the instruction that
// first read what nobody wrote, which may be the one at hand.
func (w *shadow) origin(set *isa.RegSet, at origin) origin {
	for i := range set {
		for m := set[i] & w.undefined[i]; m != 0; m &= m - 1 {
			r := isa.Reg(i*64 + bits.TrailingZeros64(m))
			if o := w.from[r]; o.inst != nil {
				return o
			}
			if at.source == 0 {
				at.source = w.sources.number(w.sourceOf(r))
			}
		}
	}
	return at
}

// sourceOf is a register that nobody wrote, or only a part of it.
func (w *shadow) sourceOf(r isa.Reg) source {
	if !isVector(r) {
		return registerSource(r, w.scalarMask(r))
	}
	l := bits.TrailingZeros64(w.bad[r-isa.V0]) & 63
	return registerSource(r, w.row(r)[l])
}

// fromOrHere is where the undefined bits of a register come from.
func (w *shadow) fromOrHere(r isa.Reg, at origin) origin {
	if o := w.from[r]; o.inst != nil {
		return o
	}
	at.source = w.sources.number(w.sourceOf(r))
	return at
}

// scratchRow returns the masks of a dword of scratch, nil if nothing was
// written there.
func (w *shadow) scratchRow(n uint32) *row {
	if n < scratchRows {
		return w.scratch[n]
	}
	return w.deeper[n]
}

// writableScratch returns the masks of a dword of scratch, to be changed.
func (w *shadow) writableScratch(n uint32) *row {
	p := w.scratchRow(n)
	if p != nil {
		return p
	}
	p = w.newRow()
	*p = undefinedRow
	if n < scratchRows {
		w.scratch[n] = p
		return p
	}
	if w.deeper == nil {
		w.deeper = map[uint32]*row{}
	}
	w.deeper[n] = p
	return p
}
