package attention

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/isa"
	"heddle/kernels/reference"
	"heddle/num"
)

// Inputs are Q, K and V, of any size, and the scales of Q and K in MX types.
type Inputs struct{ Q, K, V, ScaleQ, ScaleK reference.Contents }

// Contents returns the contents of a tensor that the kernel reads, by its name: q, k and v from the
// inputs, the others from the problem. It is nil for o and lse.
func (p *Problem) Contents(in *Inputs, name string) reference.Contents {
	switch name {
	case "q":
		return in.Q
	case "k":
		return in.K
	case "v":
		return in.V
	case "scale_q":
		return in.ScaleQ
	case "scale_k":
		return in.ScaleK
	}
	return p.given(name)
}

// Kind is a kind of random inputs.
type Kind string

// The kinds. Elements are distributed about as N(0, 1) but for what is said here.
const (
	Normal Kind = "normal"
	// Huge inputs are 100 times as large in Q and K, so that scores with the default scale are
	// distributed as N(0, 1e4²).
	Huge Kind = "huge"
	// Zeros are Q and K of zeros, and zeros in V for every other head: all keys count the same.
	Zeros Kind = "zeros"
	// NaN has a NaN in one row of Q in a third of the heads, counted over all sequences; of K in
	// another third of its heads, and of V in the last third of its heads.
	NaN Kind = "nan"
	// Inf has infinities in the places of NaN's, of both signs; or the largest numbers, in types
	// without infinities.
	Inf Kind = "inf"
)

// Kinds are all of them.
var Kinds = []Kind{Normal, Huge, Zeros, NaN, Inf}

// ParseKind returns the kind of a name.
func ParseKind(name string) (Kind, error) {
	if slices.Contains(Kinds, Kind(name)) {
		return Kind(name), nil
	}
	all := names(Kinds)
	return "", fmt.Errorf("unknown kind of inputs %q; need %s%s", name, strings.Join(all, ", "), diag.DidYouMean(isa.Nearest(strings.ToLower(name), all, 1)))
}

// Random makes inputs from a seed, page by page; All makes bytes of them. Pages can be filled
// concurrently. What is not an element of a row, in gaps that strides leave, is NaN, so that
// reading it shows.
func (p *Problem) Random(seed uint64, kind Kind) *Inputs {
	of := func(name string, stream uint64) reference.Contents {
		t, ok := p.Tensor(name)
		if !ok {
			return nil
		}
		if t.Format == nil {
			return newScales(t, p.QK, reference.Mix(seed*4+stream), seed+stream, kind).fill
		}
		return newGenerator(t, name, reference.Mix(seed*4+stream), seed+stream, kind).fill
	}
	in := &Inputs{Q: of("q", 0), K: of("k", 1), V: of("v", 2)}
	in.ScaleQ, in.ScaleK = of("scale_q", 3), of("scale_k", 4)
	return in
}

// generator makes the elements of a tensor, each from its number.
type generator struct {
	t    Tensor
	size int64 // of an element
	gap  uint64
	key  uint64
	code func(h uint64) uint64
	dims []dimension // from the largest stride

	zeroEvery uint64 // heads with a number that this divides are zeros; 0 for none
	special   func(h uint64) uint64
	turn      uint64 // which third of the heads has special elements
}

func newGenerator(t Tensor, name string, key, turn uint64, kind Kind) *generator {
	format := t.Format
	t = t.inBytes()
	g := &generator{t: t, size: t.elementBytes(), gap: reference.Gap(t.Format), key: key, dims: t.dimensions(), turn: turn}
	slices.Reverse(g.dims)
	factor := 1.0
	switch {
	case kind == Huge && name != "v" && format != num.FP4:
		factor = 100
	case kind == Zeros && name != "v":
		g.zeroEvery = 1
	case kind == Zeros:
		g.zeroEvery = 2
	case format == num.FP4: // all codes are numbers; a scale is NaN
	case kind == NaN:
		g.special = func(uint64) uint64 { return reference.Gap(t.Format) }
	case kind == Inf:
		g.special = infinite(t.Format)
	}
	if g.code = reference.NormalCodes(format, t.Bytes(), factor); format == num.FP4 {
		one := g.code
		g.code = func(h uint64) uint64 { return one(h) | one(reference.Mix(h))<<4 }
	}
	return g
}

// newScales makes scales of a type: 1/2 and 1, so that elements are about as large as those of N(0, 1), or for Huge 16 and 32
// if the type has no elements as large. One is NaN where elements of other types are.
func newScales(t Tensor, of Type, key, turn uint64, kind Kind) *generator {
	g := &generator{t: t, size: t.elementBytes(), gap: 0xff, key: key, dims: t.dimensions(), turn: turn}
	slices.Reverse(g.dims)
	least := uint64(126)
	if kind == Huge && of == MXFP4 {
		least = 131
	}
	g.code = func(h uint64) uint64 { return least + h>>40&1 }
	if kind == NaN {
		g.special = func(uint64) uint64 { return 0xff }
	}
	return g
}

// infinite makes infinities of random signs, or the largest numbers.
func infinite(f *num.Format) func(h uint64) uint64 {
	if f.Bits() == 16 {
		inf := (uint64(1)<<f.ExpBits - 1) << f.FracBits
		return func(h uint64) uint64 { return inf | h&1<<15 }
	}
	most := math.Float32bits(float32(reference.Largest(f)))
	return func(h uint64) uint64 { return uint64(f.FromF32(most|uint32(h&1)<<31, true)) }
}

// place is where an element is.
type place struct{ batch, head, row, col int64 }

// place finds the element of a number; ok is false in gaps.
func (g *generator) place(index int64) (at place, ok bool) {
	for _, d := range g.dims {
		n := min(index/d.stride, d.size-1)
		index -= n * d.stride
		switch d.name {
		case "batch":
			at.batch = n
		case "head":
			at.head = n
		default:
			at.row = n
		}
	}
	at.col = index
	return at, index < g.t.Dim
}

// fill makes the bytes from offset on. The first and the last element may be there in part.
func (g *generator) fill(offset uint64, page []byte) {
	elements := uint64(max(0, (g.t.Bytes() / g.size)))
	var buf [8]byte
	size := uint64(g.size)
	for n := uint64(0); n < uint64(len(page)); {
		i := (offset + n) / size
		if i >= elements {
			clear(page[n:])
			return
		}
		// A row, or a gap, element by element.
		at, ok := g.place(int64(i))
		for end := i + 1; ; end++ {
			code := g.gap
			if ok {
				code = g.element(i, at)
			}
			binary.LittleEndian.PutUint64(buf[:], code)
			n += uint64(copy(page[n:], buf[(offset+n)%size:size]))
			i, at.col = end, at.col+1
			if !ok || at.col >= g.t.Dim || n >= uint64(len(page)) {
				break
			}
		}
	}
}

// element makes the code of an element.
func (g *generator) element(i uint64, at place) uint64 {
	head := uint64(at.batch*g.t.Heads + at.head)
	h := reference.Mix(g.key ^ i*0xd1342543de82ef95)
	if g.zeroEvery != 0 && head%g.zeroEvery == 0 {
		return 0
	}
	if g.special != nil && head%3 == g.turn%3 {
		if where := reference.Mix(g.key ^ ^head); int64(where>>33)%g.t.Seq == at.row && int64(where&0xffffff)%g.t.Dim == at.col {
			return g.special(h)
		}
	}
	return g.code(h)
}
