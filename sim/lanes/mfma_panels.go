package lanes

import (
	"encoding/binary"
	"math"
)

// Panels are A and B of an MFMA, decoded element by element: what kernels first make from
// registers, for formats and instructions without a kernel.
type Panels struct {
	core  panelCore
	size  int // rows of A and columns of B, 16 or 32
	lanes int // of a vector
	group int // k that are summed at a time
	exps  [2][MaxPanelK][panelRow]byte
	raw   [frameSize]byte
}

// panelRow has room for the exponents of a plane of k, and of rows up to twelve
// below.
const panelRow = 48

// panelCore computes D from panels, whose k come in groups.
type panelCore func(frame *byte, d, c *[64]uint32, step uint64, groups int)

// Bounds of the exponents of the numbers in panels that are not 0, and that of
// 0. That of a product is then exact in a byte unless it has no effect; and that of a product that
// is not 0 is at least -100, as the kernels suppose.
const (
	MinPanelExp  = -50
	MaxPanelExp  = 22
	ZeroPanelExp = -126
)

// MaxPanelK is the largest number of k that panels can hold.
const MaxPanelK = 64 * 2

// Reset makes panels for matrices of size rows and columns, 16 or 32, whose products are summed in
// groups of 8 or of 16, in the latter even and odd k separately. It returns false if the level has
// no kernel.
func (p *Panels) Reset(l Level, size, group int) bool {
	p.core, p.size, p.lanes, p.group = l.panelCore(size, group), size, l.vectorLanes(), group
	return p.core != nil
}

// Set gives element k of row line of A (which is 0) or column line of B (1) a value and its
// exponent.
func (p *Panels) Set(which, line, k int, value float32, exp int8) {
	binary.LittleEndian.PutUint32(p.raw[frameValues+which*frameRegion+4*(p.size*k+line):], math.Float32bits(value))
	p.exps[which][k][line] = byte(exp)
}

// spread makes the vectors of exponents of plane k. Such a vector is of a tile:
// four vectors of D, of rows four apart, of which byte n of each dword is one.
func (p *Panels) spread(k int) {
	a, b := &p.exps[0][k], &p.exps[1][k]
	toA, toB := p.raw[frameExps+4*p.size*k:], p.raw[frameExps+frameRegion+4*p.size*k:]
	w := func(v byte) uint32 { return uint32(v) }
	switch p.size / p.lanes { // vectors of a row of D
	case 1:
		for i := range p.lanes {
			binary.LittleEndian.PutUint32(toB[4*i:], w(b[i])*0x01010101)
		}
		for i := range p.size {
			binary.LittleEndian.PutUint32(toA[4*i:], w(a[i])|w(a[i+4])<<8|w(a[i+8])<<16|w(a[i+12])<<24)
		}
	case 2:
		for i := range p.lanes {
			binary.LittleEndian.PutUint32(toB[4*i:], (w(b[i])|w(b[i+p.lanes])<<8)*0x00010001)
		}
		for i := range p.size {
			binary.LittleEndian.PutUint32(toA[4*i:], (w(a[i])|w(a[i+4])<<16)*0x0101)
		}
	case 4:
		for i := range p.lanes {
			binary.LittleEndian.PutUint32(toB[4*i:], w(b[i])|w(b[i+p.lanes])<<8|w(b[i+2*p.lanes])<<16|w(b[i+3*p.lanes])<<24)
		}
		for i := range p.size {
			binary.LittleEndian.PutUint32(toA[4*i:], w(a[i])*0x01010101)
		}
	}
}

// Multiply computes D = A*B + C for k, a multiple of the group. The registers of
// C are step bytes apart; D may be C.
func (p *Panels) Multiply(d, c *Row, step uint64, k int) {
	for i := range k {
		p.spread(i)
	}
	p.core(&p.raw[0], d, c, step, k/p.group)
}
