package sim

import (
	"math"
	"sync"

	"heddle/num"
	simd "heddle/sim/lanes"
)

// Matrix instructions whose formats or shape have no kernel, and those whose kernel refused its
// operands: A and B are decoded here, element by element, and the kernels compute the sums of
// products. Lines (rows of A, columns of B) with values that the kernels cannot handle, such as
// infinity and NaN, are left out; the plain engine's arithmetic computes their elements of D.

// apartMatrix is a matrix instruction at a level.
type apartMatrix struct {
	*matrixInst
	level simd.Level
	once  sync.Once
	codes [2]*[256]term // of A and B, if their codes have at most eight bits
}

// maxBadLines is how many lines may be left out, at most.
const maxBadLines = 12

// canBeApart reports whether the kernels can sum the products of an instruction.
func (x *matrixInst) canBeApart() bool {
	fused := x.format == num.F32 && x.a.format != num.F32
	return fused && x.M == x.N && (x.M == 16 || x.M == 32) && !x.Sparse
}

// bind makes what is needed when the instruction is first used.
func (x *apartMatrix) bind() {
	for i, m := range [...]*matrixInput{&x.a, &x.b} {
		if m.width > 8 {
			continue
		}
		x.codes[i] = new([256]term)
		for code := range 1 << m.width {
			x.codes[i][code] = split(m.format, uint32(code))
		}
	}
}

// taken holds A and B, decoded.
type taken struct {
	terms [2][maxElems]term
	bad   [2][maxElems]bool // lines
	lines int               // that are bad
	tiny  bool              // a zero is less than what the kernels have
}

// patch is an element of D that the plain engine's arithmetic gives.
type patch struct {
	place place
	value uint32
}

// run executes the instruction and returns true, or does nothing.
func (x *apartMatrix) run(w *wave, in *instr) bool {
	x.once.Do(x.bind)
	var t taken
	for which := range t.terms {
		x.takeTerms(w, in, which, &t)
	}
	if x.balance(&t) && x.smallC(w, in) {
		return false
	}
	for which := range t.terms {
		x.judge(which, &t)
	}
	if t.lines > maxBadLines {
		return false
	}
	var patches []patch
	if t.lines > 0 || t.tiny {
		var c [maxElems]uint32
		x.loadC(w, in, &c)
		if t.tiny && x.tinyC(&c) {
			return false
		}
		if t.lines > 0 {
			patches = x.patches(&t, &c)
		}
	}
	return x.multiply(w, in, &t, patches)
}

// takeTerms loads A or B.
func (x *apartMatrix) takeTerms(w *wave, in *instr, which int, t *taken) {
	m, to := x.input(which), &t.terms[which]
	if codes := x.codes[which]; codes == nil {
		m.load(w, in.src[which], to)
	} else {
		r := w.registersOf(in.src[which], m)
		for i, p := range m.places {
			to[i&(maxElems-1)] = codes[r.value(p, m.width)&255]
		}
		if m.scale != nil {
			m.applyScales(w, to)
		}
	}
}

// input is A or B.
func (x *apartMatrix) input(which int) *matrixInput {
	if which == 1 {
		return &x.b
	}
	return &x.a
}

// balance moves powers of two from one of A and B to the other, where scales have made numbers of one larger than the kernels take, and reports
// whether it did: their products have the same exponents, on which alone sums depend. Zeros stay as they are, and those of their
// products count where there is nothing else but a small c.
func (x *apartMatrix) balance(t *taken) bool {
	var most [2]int32
	for which := range t.terms {
		m := x.input(which)
		most[which] = math.MinInt32 / 2
		for _, e := range t.terms[which][:m.rows*m.blocks*m.k] {
			if e.sig != 0 && e.exp < special {
				most[which] = max(most[which], e.exp)
			}
		}
	}
	if max(most[0], most[1]) <= simd.MaxPanelExp || most[0]+most[1] > 2*simd.MaxPanelExp || min(most[0], most[1]) < math.MinInt8 {
		return false
	}
	by := (most[0] - most[1]) / 2
	for which, by := range [...]int32{-by, by} {
		m := x.input(which)
		for i, e := range t.terms[which][:m.rows*m.blocks*m.k] {
			if e.sig != 0 && e.exp < special {
				t.terms[which][i].exp += by
			}
		}
	}
	return true
}

// smallC reports whether some c is not 0, and so small that the exponents of zeros could matter: those of their products are at most
// -126 + 127, of which 2^-60 is far from having any bits below the unit.
func (x *apartMatrix) smallC(w *wave, in *instr) bool {
	var c [maxElems]uint32
	x.loadC(w, in, &c)
	for i := range x.d {
		if v := c[i&(maxElems-1)] &^ f32Sign; v != 0 && v < (127-60)<<f32Frac {
			return true
		}
	}
	return false
}

// judge looks for bad lines of A or B.
func (x *apartMatrix) judge(which int, t *taken) {
	m, to := x.input(which), &t.terms[which]
	for line := range m.rows * m.blocks {
		for _, e := range to[line*m.k:][:m.k] {
			if e.sig == 0 && e.exp < special {
				t.tiny = t.tiny || e.exp < math.MinInt8
			} else if e.exp < simd.MinPanelExp || e.exp > simd.MaxPanelExp {
				t.bad[which][line] = true
			}
		}
		if t.bad[which][line] {
			t.lines++
		}
	}
}

// applyScales applies the block scales, as load does.
func (x *matrixInput) applyScales(w *wave, to *[maxElems]term) {
	scales := w.vector(x.scale, 0)
	for at := 0; at < x.rows*x.k; at += scaleBlock {
		lane := scaleLane(at/x.k, at%x.k, x.rows)
		scale, nan := num.E8M0ToExp(uint8(scales[lane&63] >> x.scaleShift))
		block := to[at:][:scaleBlock]
		for i := range block {
			if block[i].exp += int32(scale); nan {
				block[i] = term{1, nanExp}
			}
		}
	}
}

// tinyC reports whether some c could have bits below the unit of products that
// are all 0: the kernels take that for 2^-130 at most.
func (x *apartMatrix) tinyC(c *[maxElems]uint32) bool {
	for i := range x.d {
		if v := c[i&(maxElems-1)] &^ f32Sign; v != 0 && v < (127-100)<<f32Frac {
			return true
		}
	}
	return false
}

// patches are the elements of D in bad lines.
func (x *apartMatrix) patches(t *taken, c *[maxElems]uint32) (all []patch) {
	for i, p := range x.d {
		if row, col := x.lines(i); t.bad[0][row] || t.bad[1][col] {
			v := x.fusion.dot(t.terms[0][row*x.K:][:x.K], t.terms[1][col*x.K:][:x.K], c[i&(maxElems-1)])
			all = append(all, patch{p, v})
		}
	}
	return all
}

// multiply lets the kernels multiply, and applies the patches.
func (x *apartMatrix) multiply(w *wave, in *instr, t *taken, patches []patch) bool {
	group := min(x.fusion.group, x.K) // as the k of the instruction are grouped
	whole := 8                        // and those of the kernels
	if x.fusion.split {
		whole = 16
	}
	var p simd.Panels
	if !p.Reset(x.level, x.M, whole) {
		return false
	}
	c, step := new(simd.Row), uint64(0)
	if o := in.src[2]; o.kind != operandVector {
		for l := range c {
			c[l] = uint32(o.value)
		}
	} else {
		c, step = w.row(o.reg), simd.RowBytes
	}
	registers := x.M * x.N / waveSize // of a block
	for block := range x.Blocks {
		for which := range t.terms {
			x.fill(&p, t, which, block, group, whole)
		}
		d, from := w.row(in.dst.reg+block*registers), c
		if step != 0 {
			from = w.row(in.src[2].reg + block*registers)
		}
		p.Multiply(d, from, step, x.K/group*whole)
	}
	for _, e := range patches {
		w.vector(in.dst, int(e.place.item))[e.place.lane&63] = e.value
	}
	return true
}

// fill puts a block of A or B into panels.
func (x *apartMatrix) fill(p *simd.Panels, t *taken, which, block, group, whole int) {
	frac := int32(fracBits(x.a.format))
	if which == 1 {
		frac = int32(fracBits(x.b.format))
	}
	for line := range x.M {
		n := block*x.M + line
		terms, bad := t.terms[which][n*x.K:][:x.K], t.bad[which][n]
		for from := 0; from < x.K; from += group {
			for i := range whole {
				e := term{0, zeroExp}
				if i < group && !bad {
					e = terms[from+i]
				}
				value := float32(e.sig) // of 0, whatever its exponent
				if e.sig != 0 {
					value = float32(value * math.Float32frombits(uint32(e.exp-frac+127)<<f32Frac))
				}
				p.Set(which, line, from/group*whole+i, value, int8(max(e.exp, math.MinInt8)))
			}
		}
	}
}
