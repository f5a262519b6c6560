package gemm

import (
	"encoding/binary"
	"math"

	"heddle/arch"
	"heddle/kernels/reference"
	"heddle/num"
)

// Data are the contents of the tensors that a problem reads, as stored (Matrix);
// nil for those that it does not have.
type Data struct{ A, B, C, Bias, ScaleA, ScaleB []byte }

// Inputs are the tensors that a problem reads, of any size; nil for those it does not have.
type Inputs struct{ A, B, C, Bias, ScaleA, ScaleB reference.Contents }

// Inputs makes Inputs from data in memory.
func (d *Data) Inputs() *Inputs {
	return &Inputs{reference.Bytes(d.A), reference.Bytes(d.B), reference.Bytes(d.C), reference.Bytes(d.Bias), reference.Bytes(d.ScaleA), reference.Bytes(d.ScaleB)}
}

// Tensor returns the data of a tensor by its name; nil for d.
func (d *Data) Tensor(name string) []byte {
	switch name {
	case "a":
		return d.A
	case "b":
		return d.B
	case "c":
		return d.C
	case "bias":
		return d.Bias
	case "scale_a":
		return d.ScaleA
	case "scale_b":
		return d.ScaleB
	}
	return nil
}

// Tensor returns the contents of a tensor by its name; nil for d.
func (in *Inputs) Tensor(name string) reference.Contents {
	switch name {
	case "a":
		return in.A
	case "b":
		return in.B
	case "c":
		return in.C
	case "bias":
		return in.Bias
	case "scale_a":
		return in.ScaleA
	case "scale_b":
		return in.ScaleB
	}
	return nil
}

// Random makes data from a seed: floats distributed about as N(0, 1), of which
// fp6 and fp4 get 1.5 times as much, bytes over their whole range, i32 in 16 bits,
// scales of 2^-2 to 2^2. There are no infinities, and no NaNs except in the gaps
// between rows and batches, which hold NaN, or the largest numbers of a type
// without, so that reading them shows.
//
// Under an activation A and B are smaller, so that alpha·A·B is not much larger than
// N(0, 1) for any K: what tells one activation from another is near 0.
func (p *Problem) Random(seed uint64) *Data {
	in := p.Generator(seed)
	all := func(name string, c reference.Contents) []byte {
		m, ok := p.Tensor(name)
		if !ok {
			return nil
		}
		return c.All(m.Bytes())
	}
	return &Data{
		A: all("a", in.A), B: all("b", in.B), C: all("c", in.C), Bias: all("bias", in.Bias),
		ScaleA: all("scale_a", in.ScaleA), ScaleB: all("scale_b", in.ScaleB),
	}
}

// Generator makes the same contents as Random, page by page, for tensors too large for
// memory. Pages can be filled concurrently.
func (p *Problem) Generator(seed uint64) *Inputs {
	of := func(name string, stream uint64) reference.Contents {
		m, ok := p.Tensor(name)
		if !ok {
			return nil
		}
		g := newGenerator(p.Chip, m, reference.Mix(seed*8+stream), p.shrink(name))
		return g.fill
	}
	return &Inputs{
		A: of("a", 1), B: of("b", 2), C: of("c", 3), Bias: of("bias", 4),
		ScaleA: of("scale_a", 5), ScaleB: of("scale_b", 6),
	}
}

// shrink is the exponent of two by which the random elements of a tensor, or its
// scales, are smaller than usual: under an activation those of A and B together by
// the deviation of alpha·A·B.
func (p *Problem) shrink(name string) int {
	if p.Act == None || p.Alpha == 0 {
		return 0
	}
	_, exp := math.Frexp(p.Alpha * p.Alpha * float64(p.K))
	deviation := max(exp, 0) / 2
	switch {
	case name == "a" && !p.A.Scaled, name == "scale_a":
		return (deviation + 1) / 2
	case name == "b" && !p.B.Scaled, name == "scale_b":
		return deviation / 2
	}
	return 0
}

// generator makes the elements of a tensor, each from its number.
type generator struct {
	m    Matrix
	key  uint64
	gap  uint64 // the code in the gaps
	code func(h uint64) uint64
}

func newGenerator(c *arch.Chip, m Matrix, key uint64, shrink int) *generator {
	g := &generator{m: m, key: key}
	factor := math.Ldexp(1, -shrink)
	switch f := m.Type.Format(c); {
	case m.Type == scaleType:
		g.gap, g.code = 0xff, func(h uint64) uint64 { return 125 - uint64(shrink) + h>>32*5>>32 }
	case m.Type.Name == "i8" && shrink > 0:
		largest := max(7>>shrink, 1)
		n := uint64(2*largest + 1)
		g.gap, g.code = 0x7f, func(h uint64) uint64 { return (h>>32*n>>32 - uint64(largest)) & 0xff }
	case m.Type.Name == "i8":
		g.gap, g.code = 0x7f, func(h uint64) uint64 { return h >> 56 }
	case m.Type.IsInt():
		g.gap, g.code = 0x7fffffff, func(h uint64) uint64 { return uint64(uint32(int32(h>>32) >> 16)) }
	case m.Type.Name == "f64":
		g.gap, g.code = uint64(num.QNaN64), func(h uint64) uint64 { return math.Float64bits(reference.Normal(h) * factor) }
	case m.Type.Name == "f32":
		g.gap, g.code = uint64(num.QNaN32), func(h uint64) uint64 { return uint64(math.Float32bits(float32(reference.Normal(h) * factor))) }
	default:
		g.gap, g.code = reference.Gap(f), reference.NormalCodes(f, m.Bytes(), factor)
	}
	return g
}

// fill makes the bytes from offset on.
func (g *generator) fill(offset uint64, page []byte) {
	per := uint64(g.m.Type.group())
	unit := per * uint64(g.m.Type.Bits) / 8
	var buf [8]byte
	gaps := g.gaps(offset / unit * per)
	for n := 0; n < len(page); {
		at := offset + uint64(n)
		within := at % unit
		v := g.unit(at/unit*per, per, gaps)
		if within == 0 && len(page)-n >= int(unit) {
			put(page[n:], v, unit)
			n += int(unit)
			continue
		}
		binary.LittleEndian.PutUint64(buf[:], v)
		n += copy(page[n:], buf[within:unit])
	}
	g.cut(offset, page)
}

func put(p []byte, v, unit uint64) {
	switch unit {
	case 1:
		p[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(p, uint16(v))
	case 3:
		p[0], p[1], p[2] = byte(v), byte(v>>8), byte(v>>16)
	case 4:
		binary.LittleEndian.PutUint32(p, uint32(v))
	default:
		binary.LittleEndian.PutUint64(p, v)
	}
}

// unit makes the elements i to i+n-1, packed.
func (g *generator) unit(i, n uint64, gaps *gapWalk) uint64 {
	var v uint64
	for j := range n {
		code := g.gap
		if !gaps.next(i + j) {
			code = g.code(reference.Mix(g.key ^ (i+j)*0xd1342543de82ef95))
		}
		v |= code << (j * uint64(g.m.Type.Bits))
	}
	return v
}

// cut clears the bits after the last element.
func (g *generator) cut(offset uint64, page []byte) {
	if end := uint64(g.m.Bytes()); offset+uint64(len(page)) > end {
		clear(page[max(end, offset)-offset:])
	}
}

// gapWalk reports for elements in ascending order whether they are in a gap.
type gapWalk struct {
	m     Matrix
	until uint64 // for elements before this one the answer is gap
	gap   bool
}

func (g *generator) gaps(first uint64) *gapWalk {
	return &gapWalk{m: g.m, until: first}
}

func (w *gapWalk) next(i uint64) bool {
	if i >= w.until {
		w.run(i)
	}
	return w.gap
}

// run finds the run of elements, all in gaps or none, in which an element is.
func (w *gapWalk) run(i uint64) {
	start, end := uint64(0), ^uint64(0) // of the batch
	if extent := (w.m.Rows-1)*w.m.LD + w.m.Cols; w.m.Batch > 1 && w.m.Stride > 0 && w.m.Stride < extent {
		w.gap, w.until = false, end // the gaps of a batch are elements of others
		return
	}
	if w.m.Stride > 0 && w.m.Batch > 1 {
		batch := min(i/uint64(w.m.Stride), uint64(w.m.Batch-1))
		start = batch * uint64(w.m.Stride)
		if batch < uint64(w.m.Batch-1) {
			end = start + uint64(w.m.Stride)
		}
	}
	row, ld := (i-start)/uint64(w.m.LD), uint64(w.m.LD)
	if row >= uint64(w.m.Rows) {
		w.gap, w.until = true, end
		return
	}
	begin := start + row*ld
	if i < begin+uint64(w.m.Cols) {
		w.gap, w.until = false, min(begin+uint64(w.m.Cols), end)
		return
	}
	w.gap, w.until = true, min(begin+ld, end)
}
