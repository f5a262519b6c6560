package attention

import (
	"slices"

	"heddle/layout"
	"heddle/tile"
)

// beat spreads what else there is in a phase over its matrix instructions.
func (w *writer) beat(phase int) {
	if w.early() {
		w.k.Beat(w.beatEarly(phase)...)
		return
	}
	n, last := len(w.pieces), w.phases()-1
	var loads, reads, vector, first int
	switch {
	case phase == last:
		reads = w.readsOfKeys(0)
	case phase < n-1:
		reads = w.readsOfKeys(phase + 1)
	case phase < last:
		reads = w.readsOfValues()
	}
	if phase > n && phase < last { // before the product: at the barrier behind it they are to be there
		first, reads = reads, 0
	}
	if phase == w.loading() {
		loads = w.loadsOfStep()
	}
	if phase > n {
		vector = w.vectorBeat()
	}
	matrix := w.products(phase)
	groups := []tile.Group{{Of: tile.ReadLDS, Count: first}}
	for range matrix {
		groups = append(groups, tile.Group{Of: tile.Matrix, Count: 1}, tile.Group{Of: tile.LoadLDS, Count: share(loads, matrix)},
			tile.Group{Of: tile.ReadLDS, Count: min(mostReads, share(reads, matrix))}, tile.Group{Of: tile.Vector | tile.Transcendental, Count: vector})
	}
	w.k.Beat(groups...)
}

// beatEarly is beat where all of a step is read early. While one wave of a SIMD goes through its products, the other one does first
// what comes before exponentials: arithmetic in turn with loads and reads, but not too often in turn, as a memory operation waits
// for the arithmetic before it. Reads of keys are over when the first wave reads values, twice as fast as on the average, and
// transposes them behind that, so as not to wait for them. Behind the last product there is only the loop's jump. When it is at its products with keys, which
// need the vector ALU for nothing else, the other one has exponentials, with as much other arithmetic as goes into the time of a matrix instruction
// with them: it would have to wait for two of them in a row.
func (w *writer) beatEarly(phase int) (groups []tile.Group) {
	switch phase {
	case w.loading():
		scores, keys := w.qk.C(w.c.Rows(), w.c.Keys).Items(), 0
		for i := range w.pieces {
			keys += w.readsOfKeys(i)
		}
		for range inTurn {
			groups = append(groups, tile.Group{Of: tile.Vector, Count: share(scores, inTurn)},
				tile.Group{Of: tile.LoadLDS, Count: share(w.loadsOfStep(), inTurn)}, tile.Group{Of: tile.ReadLDS, Count: share(keys, inTurn)})
		}
		time := w.p.Chip.Timing
		others := max(1, (w.p.instruction(w.c.Variant).Cycles-time.Issue-time.TransIssue)/time.Issue)
		for range scores {
			groups = append(groups, tile.Group{Of: tile.Transcendental, Count: 1}, tile.Group{Of: tile.Vector, Count: others})
		}
	case w.phases() - 1:
		matrix, reads := w.products(phase), w.readsOfValues()*w.parts()
		half, moves := matrix/2, reads*bytesOfValues/4
		for range half {
			groups = append(groups, tile.Group{Of: tile.Matrix, Count: 1}, tile.Group{Of: tile.ReadLDS, Count: share(reads, half)}, tile.Group{Of: tile.Vector, Count: 1})
		}
		for range half - 1 {
			groups = append(groups, tile.Group{Of: tile.Matrix, Count: 1}, tile.Group{Of: tile.Vector, Count: share(moves, half-1)})
		}
		groups = append(groups, tile.Group{Of: tile.Matrix, Count: 1})
	}
	return groups
}

// share is how many of a number come in each of so many places.
func share(number, places int) int { return (number + places - 1) / places }

// readsOfKeys and readsOfValues are those of a piece of keys and of a part of the values, loadsOfStep the loads to LDS, of a wave.
func (w *writer) readsOfKeys(piece int) int {
	return w.pieces[piece].layout.Items() * int(w.p.TypeQK().Bits()) / 8 / bytesOfKeys
}

func (w *writer) readsOfValues() int { return w.lv.Items() * int(w.p.In.Bytes()) / bytesOfValues }

func (w *writer) loadsOfStep() int {
	return w.c.Keys * int(w.p.rowBytes()) / (w.c.Waves * w.p.Chip.WaveSize * slices.Max(layout.DirectBytes(w.p.Chip)))
}

// products is the number of matrix instructions of a phase.
func (w *writer) products(phase int) int {
	size := w.c.size()
	blocks := w.c.Rows() / w.c.Waves / size
	if phase < len(w.pieces) {
		return blocks * w.c.Keys / size * w.pieces[phase].width / w.p.instructionQK(w.c.Variant).Depth
	}
	cols := w.lv.Cols
	if w.early() {
		cols = w.depth
	}
	return blocks * int(w.p.HeadDimV) / size * cols / w.p.instruction(w.c.Variant).Depth
}

const (
	// What a read of keys and one of values returns to a lane.
	bytesOfKeys   = 16
	bytesOfValues = 8
	// For how many reads there is time behind a matrix instruction of 32 cycles: all waves have as many.
	mostReads = 2
	// How often arithmetic before the exponentials and memory operations take turns.
	inTurn = 4
)

// vectorBeat is for how many vector instructions there is time behind a matrix instruction, but for its shadow of 8 cycles. Fewer,
// or more, are slower in the timing model.
func (w *writer) vectorBeat() int {
	return max(1, (w.p.instruction(w.c.Variant).Cycles-8)/w.p.Chip.Timing.Issue-1)
}
