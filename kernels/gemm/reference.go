package gemm

import (
	"math"
	"math/bits"
	"sync"

	"heddle/kernels/reference"
)

// Rect is a part of D.
type Rect struct{ Batch, Row, Col, Rows, Cols int64 }

// Whole is all of a batch of D.
func (p *Problem) Whole(batch int64) Rect { return Rect{Batch: batch, Rows: p.M, Cols: p.N} }

// Reference computes a part of D, row by row: the values, exact except for errors of
// float64 arithmetic, and how far a result may differ from them (bound.go). A bound of
// +Inf means that nothing is known about a result, because a sum may overflow the
// hardware's accumulator.
func (p *Problem) Reference(in *Inputs, r Rect) (want, bound []float64) {
	want, bound = make([]float64, r.Rows*r.Cols), make([]float64, r.Rows*r.Cols)
	p.tiles(in, r, func(_ int, t *refTile) {
		for i := range t.Rows {
			at := (t.Row-r.Row+i)*r.Cols + t.Col - r.Col
			copy(want[at:], t.want[i*t.Cols:(i+1)*t.Cols])
			copy(bound[at:], t.bound[i*t.Cols:(i+1)*t.Cols])
		}
	})
	return want, bound
}

// The size of what one goroutine computes at a time: small enough for two cores to
// share a matrix of 512 x 512, large enough to decode little more than once.
// Sums over blocks of K are kept apart, for bounds of the sums in between.
const (
	tileRows = 128
	tileCols = 256
	blockK   = reference.Block
)

// refTile is a part of D as it is computed.
type refTile struct {
	Rect
	want, bound []float64
	// Rows of A and columns of B, blockK numbers each, and their norms.
	a, b         []float64
	normA, normB []float64
	// All numbers of a row of A and a column of B are multiples of 2 to these.
	unitA, unitB []int
	sums         []sum

	readA, readB, readC, readBias, readScaleA, readScaleB *matrixReader
}

// sum is that of an element of D.
type sum struct {
	value, err float64
	peak       float64 // the largest value up to the end of a block
	mag        float64 // no partial sum was larger
}

func tileCount(n, size int64) int { return int((n + size - 1) / size) }

// tiles computes a part of D tile by tile, on all cores, and passes each with its
// number to done, which is called concurrently.
func (p *Problem) tiles(in *Inputs, r Rect, done func(number int, t *refTile)) {
	across := tileCount(r.Cols, tileCols)
	free := sync.Pool{New: func() any { return p.newTile(in) }}
	reference.Parallel(across*tileCount(r.Rows, tileRows), func(i int) {
		t := free.Get().(*refTile)
		row, col := int64(i/across)*tileRows, int64(i%across)*tileCols
		t.Rect = Rect{
			Batch: r.Batch, Row: r.Row + row, Col: r.Col + col,
			Rows: min(tileRows, r.Rows-row), Cols: min(tileCols, r.Cols-col),
		}
		p.compute(t)
		done(i, t)
		free.Put(t)
	})
}

func (p *Problem) newTile(in *Inputs) *refTile {
	return &refTile{
		readA: p.reader(in, "a"), readB: p.reader(in, "b"), readC: p.reader(in, "c"), readBias: p.reader(in, "bias"),
		readScaleA: p.reader(in, "scale_a"), readScaleB: p.reader(in, "scale_b"),
	}
}

// compute fills in a tile.
func (p *Problem) compute(t *refTile) {
	rows, cols := int(t.Rows), int(t.Cols)
	t.want, t.bound, t.sums = reference.Sized(t.want, rows*cols), reference.Sized(t.bound, rows*cols), reference.Sized(t.sums, rows*cols)
	clear(t.sums)
	t.unitA, t.unitB = noUnits(t.unitA, rows), noUnits(t.unitB, cols)
	model := p.sumError()
	for k := int64(0); k < p.K; k += blockK {
		n := min(blockK, p.K-k)
		// Whole groups of lines for reference.Dot2x4; what the last one lacks is old.
		t.a, t.normA = reference.Sized(t.a, (rows+1)/2*2*blockK), reference.Sized(t.normA, rows)
		t.b, t.normB = reference.Sized(t.b, (cols+3)/4*4*blockK), reference.Sized(t.normB, cols)
		load(t.a, t.readA, t.readScaleA, t.Batch, t.Row, t.Rows, k, n, p.Layout.TransA())
		load(t.b, t.readB, t.readScaleB, t.Batch, t.Col, t.Cols, k, n, !p.Layout.TransB())
		norms(t.normA, t.a, int(n), p.leastNormal(p.A), t.readScaleA, t.Batch, t.Row, k)
		norms(t.normB, t.b, int(n), p.leastNormal(p.B), t.readScaleB, t.Batch, t.Col, k)
		units(t.unitA, t.a, int(n))
		units(t.unitB, t.b, int(n))
		t.block(int(n), model)
	}
	p.finish(t)
}

// load reads rows lines of K from k on into dst, blockK apart; across says that
// they are stored across the rows.
func load(dst []float64, m, scales *matrixReader, batch, row, rows, k, n int64, across bool) {
	if across {
		for j := range n {
			for i, v := range m.row(batch, k+j, row, rows) {
				dst[i*blockK+int(j)] = v
			}
		}
		for i := range rows {
			clear(dst[i*blockK+n : i*blockK+(n+3)&^3])
		}
		return
	}
	for i := range rows {
		line := dst[i*blockK : i*blockK+n]
		copy(line, m.row(batch, row+i, k, n))
		clear(dst[i*blockK+n : i*blockK+(n+3)&^3])
		if scales == nil {
			continue
		}
		for b, s := range scales.row(batch, row+i, k/ScaleBlock, (n+ScaleBlock-1)/ScaleBlock) {
			for j := b * ScaleBlock; j < min((b+1)*ScaleBlock, int(n)); j++ {
				line[j] *= s
			}
		}
	}
}

// norms computes the Euclidean norms of lines, in which numbers that are less
// than the type's smallest normal one count as that (bound.go), and infinities and
// NaNs not at all: they make the sum what they are.
func norms(dst, lines []float64, n int, least float64, scales *matrixReader, batch, row, k int64) {
	for i := range dst {
		line := lines[i*blockK : i*blockK+n]
		if scales == nil {
			dst[i] = norm(line, least)
			continue
		}
		square := 0.0
		for b, s := range scales.row(batch, row+int64(i), k/ScaleBlock, (int64(n)+ScaleBlock-1)/ScaleBlock) {
			if s == s {
				v := norm(line[b*ScaleBlock:min((b+1)*ScaleBlock, n)], least*s)
				square += float64(v * v)
			}
		}
		dst[i] = math.Sqrt(square)
	}
}

func norm(line []float64, least float64) float64 {
	square := 0.0
	for _, v := range line {
		v = max(math.Abs(v), least)
		if v <= math.MaxFloat64 {
			square += float64(v * v)
		}
	}
	if square > 0x1p-900 && square < 0x1p900 {
		return math.Sqrt(square)
	}
	return farNorm(line)
}

// farNorm is the norm of f64 numbers whose squares leave its range.
func farNorm(line []float64) float64 {
	largest := 0.0
	for _, v := range line {
		if v = math.Abs(v); v <= math.MaxFloat64 {
			largest = max(largest, v)
		}
	}
	return largest * math.Sqrt(float64(len(line)))
}

// noUnit is the unit of a row without numbers.
const noUnit = 1 << 20

func noUnits(s []int, n int) []int {
	s = reference.Sized(s, n)
	for i := range s {
		s[i] = noUnit
	}
	return s
}

// units lowers the units of lines to the exponents of the least significant bits
// of their numbers.
func units(dst []int, lines []float64, n int) {
	const fraction, bias, special = 52, 1023, 0x7ff
	for i := range dst {
		least := dst[i]
		for _, v := range lines[i*blockK : i*blockK+n] {
			code := math.Float64bits(v)
			exp := int(code>>fraction) & special
			if code<<1 == 0 || exp == special {
				continue
			}
			least = min(least, exp-bias-fraction+bits.TrailingZeros64(code|1<<fraction))
		}
		dst[i] = least
	}
}

// block adds the products of n of K to the sums.
func (t *refTile) block(n int, model sumError) {
	rows, cols := int(t.Rows), int(t.Cols)
	var part [2][4]float64
	// Rows in groups that stay in the first cache.
	const group = 16
	for first := 0; first < rows; first += group {
		for j := 0; j < cols; j += 4 {
			for i := first; i < min(first+group, rows); i += 2 {
				reference.Dot2x4(&part, t.a[i*blockK:(i+2)*blockK], t.b[j*blockK:(j+4)*blockK], n, model.products)
				for y := range min(2, rows-i) {
					for x := range min(4, cols-j) {
						t.add((i+y)*cols+j+x, part[y][x], t.normA[i+y]*t.normB[j+x], n, model)
					}
				}
			}
		}
	}
}

// add adds the products of a block of K to the sum of an element; size bounds the
// sum of their magnitudes.
func (t *refTile) add(at int, products, size float64, n int, model sumError) {
	s := &t.sums[at]
	if !(size <= math.MaxFloat64) { // of f64 numbers
		size = math.MaxFloat64
	}
	before := math.Abs(s.value)
	if !(before <= math.MaxFloat64) { // nothing more is known about a sum that is not finite
		before = 0
	}
	s.value += products
	s.peak = max(s.peak, before)
	if model.restarts {
		before += s.peak
	}
	largest := before + size + s.err
	s.err += float64(model.product*size) + float64(model.step*float64(n/model.group+1)*(largest+model.tiny))
	s.mag = max(s.mag, largest)
}
