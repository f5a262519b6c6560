package interp

import (
	bytesof "encoding/binary"
	"fmt"
	"math/big"
	"math/bits"

	"heddle/ir"
)

// Memory is one allocation: a buffer of the caller, LDS, or what a lane has
// allocated. Addresses are bytes from its start; nothing can be reached beyond.
// Its contents and what is known about them are made page by page, when a page
// is first touched: a launch of a few workgroups reaches little of a large buffer.
type Memory struct {
	Name string // for messages
	Data []byte
	fill func(offset uint64, page []byte) // makes the contents of a page; nil: they are there
	// touched says which pages have been reached; nil if all pages exist.
	touched []bool
	// unwritten is the number of the origin that new pages have; 0 if they are defined.
	unwritten uint16
	// shadow says for each byte of a page whether it is poison: 0 if not, else the
	// number of the origin plus one. A nil page is defined.
	shadow  [][]uint16
	origins []*Poison
	// partial has the bits that are defined of bytes that shadow calls poison:
	// elements smaller than a byte share them.
	partial  map[int64]byte
	numbers  map[*Poison]uint16
	constant bool // a store is an error
	host     bool // the caller's: it sees what is stored, so that must not be poison
	freed    bool
}

const pageBytes = 4096

func pages(size int) int { return (size + pageBytes - 1) / pageBytes }

// newMemory makes an allocation with undefined contents.
func newMemory(name string, size int64) *Memory {
	m := &Memory{Name: name, Data: make([]byte, size)}
	m.undefined()
	return m
}

// undefined makes all contents poison.
func (m *Memory) undefined() {
	m.shadow = make([][]uint16, pages(len(m.Data)))
	m.touched = make([]bool, len(m.shadow))
	m.unwritten = m.number(&Poison{nil, "memory that nothing has written: " + m.Name})
}

// touch makes the pages of n bytes from at on.
func (m *Memory) touch(at, n int64) {
	if m.touched == nil {
		return
	}
	for page := at / pageBytes; page*pageBytes < at+n; page++ {
		if m.touched[page] {
			continue
		}
		m.touched[page] = true
		if m.fill != nil {
			first := page * pageBytes
			m.fill(uint64(first), m.Data[first:first+m.pageSize(page)])
		}
		if m.unwritten != 0 {
			m.shadow[page] = make([]uint16, m.pageSize(page))
			for i := range m.shadow[page] {
				m.shadow[page][i] = m.unwritten
			}
		}
	}
}

// poisonAt returns the number of the origin of a byte's poison plus one, 0 if it is defined.
func (m *Memory) poisonAt(at int64) uint16 {
	if page := m.shadow[at/pageBytes]; page != nil {
		return page[at%pageBytes]
	}
	return 0
}

// pageSize returns the size of a page: the last one may be short.
func (m *Memory) pageSize(page int64) int64 {
	return min(pageBytes, int64(len(m.Data))-page*pageBytes)
}

func (m *Memory) setPoison(at int64, n uint16) {
	page := &m.shadow[at/pageBytes]
	if *page == nil {
		if n == 0 {
			return
		}
		*page = make([]uint16, m.pageSize(at/pageBytes))
	}
	(*page)[at%pageBytes] = n
}

// number returns an origin its place in shadow. When there are too many, the last one stands for
// the rest.
func (m *Memory) number(p *Poison) uint16 {
	if n, ok := m.numbers[p]; ok {
		return n
	}
	if len(m.origins) == 1<<16-1 {
		return 1<<16 - 1
	}
	if m.numbers == nil {
		m.numbers = map[*Poison]uint16{}
	}
	m.origins = append(m.origins, p)
	n := uint16(len(m.origins))
	m.numbers[p] = n
	return n
}

// sizeBytes is the size of n elements.
func sizeBytes(t ir.Type, n int64) (int64, error) {
	unit, err := ir.StorageBits(t)
	if err != nil {
		return 0, err
	}
	hi, lo := bits.Mul64(uint64(n), uint64(unit))
	if n < 0 || hi != 0 || lo > 1<<62 {
		return 0, fmt.Errorf("%d elements of %s are too much memory", n, t)
	}
	return int64(lo+7) / 8, nil
}

// mulAdd is acc + a*b; ok is false if it does not fit.
func mulAdd(acc, a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	p := int64(lo)
	if int64(hi) != p>>63 {
		return 0, false
	}
	sum := acc + p
	return sum, (sum > acc) == (p > 0) || p == 0
}

// linear returns the position of an element: the offset plus the indices times the strides.
func (r *MemRef) linear(indices []int64) (int64, error) {
	at := r.Offset
	for i, x := range indices {
		if r.Strides[i] == ir.Dynamic {
			return 0, fmt.Errorf("a stride of %s is not known", r.Mem.Name)
		}
		var ok bool
		if at, ok = mulAdd(at, x, r.Strides[i]); !ok {
			return 0, fmt.Errorf("the address of element %v overflows", indices)
		}
	}
	return at, nil
}

// bitAddress is where element number at of type t starts, in bits from the start
// of the allocation.
func (r *MemRef) bitAddress(at int64, unit int64) (int64, error) {
	base, ok := mulAdd(0, r.Base, 8)
	if ok {
		if base, ok = mulAdd(base, at, unit); ok {
			return base, nil
		}
	}
	return 0, fmt.Errorf("the address of element %d of %s overflows", at, r.Mem.Name)
}

// check refuses an access of n bits outside the allocation.
func (m *Memory) check(bit, n int64, what string) error {
	if m.freed {
		return fmt.Errorf("%s of %s, which has been freed", what, m.Name)
	}
	if size := int64(len(m.Data)) * 8; bit < 0 || n > size || bit > size-n {
		return fmt.Errorf("%s of %d bytes at byte %d of %s, which has %d bytes", what, (n+7)/8, bit>>3, m.Name, len(m.Data))
	}
	m.touch(bit>>3, (bit&7+n+7)>>3)
	return nil
}

// load reads a number of w bits (a multiple of 8, or less than 8) that starts at
// a bit.
func (m *Memory) load(bit int64, w int) (Elem, error) {
	if err := m.check(bit, int64(w), "load"); err != nil {
		return Elem{}, err
	}
	at, n := bit>>3, int64(w)>>3
	if w&7 != 0 {
		n = (bit&7 + int64(w) + 7) >> 3
	}
	p := m.Data[at : at+n]
	if m.shadow != nil {
		for i := at; i < at+n; i++ {
			s := m.poisonAt(i)
			if s == 0 {
				continue
			}
			if bits := bitsOfByte(bit, w, i); m.partial[i]&bits != bits {
				return Elem{Poison: m.origins[s-1]}, nil
			}
		}
	}
	if w > 64 {
		be := make([]byte, n)
		for i, b := range p {
			be[n-1-int64(i)] = b
		}
		return Elem{Wide: new(big.Int).SetBytes(be)}, nil
	}
	switch n {
	case 1:
		return Elem{Bits: uint64(p[0]) >> (bit & 7) & mask(w)}, nil
	case 2:
		return Elem{Bits: uint64(bytesof.LittleEndian.Uint16(p)) >> (bit & 7) & mask(w)}, nil
	case 4:
		return Elem{Bits: uint64(bytesof.LittleEndian.Uint32(p))}, nil
	}
	var v [8]byte
	copy(v[:], p)
	return Elem{Bits: bytesof.LittleEndian.Uint64(v[:])}, nil
}

// bitsOfByte returns the bits of byte number at that w bits from bit on cover.
func bitsOfByte(bit int64, w int, at int64) byte {
	from, to := max(bit-at*8, 0), min(bit+int64(w)-at*8, 8)
	return byte(1<<to - 1<<from)
}

// mark says that w bits from bit on, in bytes at to at+n, are poison with the
// number s, or defined if s is 0.
func (m *Memory) mark(bit int64, w int, at, n int64, s uint16) {
	for i := at; i < at+n; i++ {
		bits := byte(0xff)
		if w&7 != 0 {
			bits = bitsOfByte(bit, w, i)
		}
		defined := m.partial[i]
		if m.poisonAt(i) == 0 {
			defined = 0xff
		}
		if s == 0 {
			defined |= bits
		} else {
			defined &^= bits
		}
		delete(m.partial, i)
		switch {
		case defined == 0xff:
			m.setPoison(i, 0)
			continue
		case s != 0:
			m.setPoison(i, s)
		}
		if defined != 0 {
			if m.partial == nil {
				m.partial = map[int64]byte{}
			}
			m.partial[i] = defined
		}
	}
}

// store writes a number of w bits at a bit.
func (m *Memory) store(bit int64, w int, e Elem) error {
	if err := m.check(bit, int64(w), "store"); err != nil {
		return err
	}
	if m.constant {
		return fmt.Errorf("store to %s, which is constant", m.Name)
	}
	if e.Poison != nil && (m.host || m.shadow == nil) {
		return &poisonError{m.Name, e.Poison}
	}
	at, n := bit>>3, int64(w)>>3
	if w&7 != 0 {
		n = (bit&7 + int64(w) + 7) >> 3
	}
	if m.shadow != nil {
		s := uint16(0)
		if e.Poison != nil {
			s = m.number(e.Poison)
		}
		m.mark(bit, w, at, n, s)
	}
	if w > 64 {
		be := e.unsignedBig().FillBytes(make([]byte, n))
		for i, b := range be {
			m.Data[at+n-1-int64(i)] = b
		}
		return nil
	}
	if w&7 != 0 { // packed: keep the neighbours
		for k := range w {
			i, b := bit+int64(k), byte(e.Bits>>k&1)
			m.Data[i>>3] = m.Data[i>>3]&^(1<<(i&7)) | b<<(i&7)
		}
		return nil
	}
	for i := range n {
		m.Data[at+i] = byte(e.Bits >> (8 * i))
	}
	return nil
}

// loadAt reads element number at (from [MemRef.linear]) of a memref of t, a
// scalar or vector type.
func (r *MemRef) loadAt(t ir.Type, at int64) (Value, error) {
	unit, err := ir.StorageBits(t)
	if err != nil {
		return Value{}, err
	}
	bit, err := r.bitAddress(at, unit)
	inside := true
	if r.Fat != nil {
		bit, inside, err = r.inFat(at, unit, unit)
	}
	if err != nil {
		return Value{}, err
	}
	if !inside {
		return zeros(t), nil
	}
	v, ok := t.(*ir.VectorType)
	if !ok {
		e, err := r.Mem.loadScalar(bit, t)
		return Value{Elem: e}, err
	}
	out := make([]Elem, v.Len())
	err = eachOfVector(v, bit, unit, func(i int, bit int64) (err error) {
		out[i], err = r.Mem.loadScalar(bit, v.Elem)
		return err
	})
	return Value{Vec: out}, err
}

// zeros returns the value of a type that has no bit set.
func zeros(t ir.Type) Value {
	if v, ok := t.(*ir.VectorType); ok {
		return Value{Vec: make([]Elem, v.Len())}
	}
	if w, _ := ir.BitWidth(t); w > 64 {
		return Value{Elem: Elem{Wide: new(big.Int)}}
	}
	return Value{}
}

// loadScalar reads a number of type t. A byte other than 0 and 1 is not an i1.
func (m *Memory) loadScalar(bit int64, t ir.Type) (Elem, error) {
	e, err := m.load(bit, loadWidth(t))
	if t == ir.I1 && e.Bits > 1 {
		e = Elem{Poison: &Poison{nil, fmt.Sprintf("a load of i1 from a byte %#x", e.Bits)}}
	}
	return e, err
}

// storeAt writes element number at.
func (r *MemRef) storeAt(t ir.Type, at int64, v Value) error {
	unit, err := ir.StorageBits(t)
	if err != nil {
		return err
	}
	bit, err := r.bitAddress(at, unit)
	inside := true
	if r.Fat != nil {
		bit, inside, err = r.inFat(at, unit, unit)
	}
	if err != nil || !inside {
		return err
	}
	vt, ok := t.(*ir.VectorType)
	if !ok {
		return r.Mem.store(bit, loadWidth(t), v.Elem)
	}
	return eachOfVector(vt, bit, unit, func(i int, bit int64) error {
		return r.Mem.store(bit, loadWidth(vt.Elem), v.Vec[i])
	})
}

// eachOfVector calls f with the bit of every element of a vector that is an
// element of a memref; its size in memory is unit.
func eachOfVector(v *ir.VectorType, bit, unit int64, f func(i int, bit int64) error) error {
	n := int(v.Len())
	row := n
	if len(v.Shape) > 0 {
		row = int(v.Shape[len(v.Shape)-1])
	}
	rowSize := unit / int64(max(1, n/max(1, row)))
	one, _ := ir.StorageBits(v.Elem)
	for i := range n {
		if err := f(i, bit+int64(i/row)*rowSize+int64(i%row)*one); err != nil {
			return err
		}
	}
	return nil
}

// loadWidth returns the width of a scalar's image in memory: 8 bits for i1.
func loadWidth(t ir.Type) int {
	w, _ := ir.BitWidth(t)
	if w == 1 {
		return 8
	}
	return w
}
