package interp

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"heddle/ir"
	"heddle/num"
)

// amdgpuMemoryOps returns the accesses through buffer resources, and those between memory, LDS and
// the lanes of a wave.
func amdgpuMemoryOps() map[string]maker {
	return map[string]maker{
		"amdgpu.fat_raw_buffer_cast":       makeFatRawBuffer,
		"amdgpu.raw_buffer_load":           makeRawBuffer,
		"amdgpu.raw_buffer_store":          makeRawBuffer,
		"amdgpu.raw_buffer_atomic_cmpswap": makeRawBuffer,
		"amdgpu.raw_buffer_atomic_fadd":    makeRawBuffer,
		"amdgpu.raw_buffer_atomic_fmax":    makeRawBuffer,
		"amdgpu.raw_buffer_atomic_smax":    makeRawBuffer,
		"amdgpu.raw_buffer_atomic_umin":    makeRawBuffer,
		"amdgpu.gather_to_lds":             makeGatherToLDS,
		"amdgpu.transpose_load":            makeTransposeLoad,
	}
}

// records returns the number of bytes after a descriptor's base that a resource covers: the extent
// of the dimension that reaches farthest, without the offset. That of a dimension that goes
// backwards is not known.
func records(ref *MemRef, elem ir.Type) (uint64, error) {
	size, err := ir.StorageBits(elem)
	if err != nil {
		return 0, err
	}
	most := int64(0)
	if len(ref.Sizes) == 0 {
		most = 1
	}
	for i, n := range ref.Sizes {
		if n == ir.Dynamic || ref.Strides[i] == ir.Dynamic {
			return 0, fmt.Errorf("the size of %s is not known: a buffer resource needs validBytes then", ref.Mem.Name)
		}
		if ref.Strides[i] < 0 {
			return 0, fmt.Errorf("stride %d of %s is %d: a buffer resource needs validBytes then", i, ref.Mem.Name, ref.Strides[i])
		}
		reach, ok := mulAdd(0, n, ref.Strides[i])
		if !ok {
			return 0, errors.New("the size of the buffer overflows")
		}
		most = max(most, reach)
	}
	bytes, ok := mulAdd(0, most, size/8)
	if !ok {
		return 0, errors.New("the size of the buffer overflows")
	}
	return uint64(bytes), nil
}

// makeFatRawBuffer makes amdgpu.fat_raw_buffer_cast. CDNA checks the range of every access to a
// buffer, regardless of boundsCheck; the stride for the cache swizzle changes no result.
func makeFatRawBuffer(_ *builder, op *ir.Operation) (exec, error) {
	elem := op.Operands[0].Type.(*ir.MemRefType).Elem
	from, to := group(op, 1)
	reset := op.HasAttr("resetOffset")
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, 0)
		if err != nil {
			return err
		}
		ref := *src
		if reset {
			bit, err := ref.bitAddressOf(elem, ref.Offset)
			if err != nil {
				return err
			}
			ref.Base, ref.Offset = bit>>3, 0
		}
		fat := FatBuffer{}
		if from < to {
			n, err := l.number(in, from, "the size of a buffer")
			if err != nil {
				return err
			}
			fat.Records = uint64(n)
		} else if fat.Records, err = records(src, elem); err != nil {
			return err
		}
		ref.Fat = &fat
		l.set(in, 0, Value{Ref: &ref})
		return nil
	}, nil
}

func (r *MemRef) bitAddressOf(elem ir.Type, at int64) (int64, error) {
	unit, err := ir.StorageBits(elem)
	if err != nil {
		return 0, err
	}
	return r.bitAddress(at, unit)
}

// fatAddress is where element number at of a buffer resource is, in bits from
// the start of the allocation, and its offset in the resource as dwordRange
// takes it: one below 0 is beyond all that a resource can have.
func (r *MemRef) fatAddress(at, unit int64) (bit int64, offset uint64, err error) {
	n, ok := mulAdd(0, at, unit)
	if !ok {
		return 0, 0, fmt.Errorf("the address of element %d of %s overflows", at, r.Mem.Name)
	}
	if n < 0 {
		return 0, math.MaxUint64, nil
	}
	bit, err = r.bitAddress(at, unit)
	return bit, uint64(n >> 3), err
}

// inFat reports whether an access of n bits to element number at is in the range
// of a buffer resource.
func (r *MemRef) inFat(at, unit, n int64) (bit int64, ok bool, err error) {
	bit, offset, err := r.fatAddress(at, unit)
	size := uint64(n+7) / 8
	return bit, dwordRange(r.Fat.Records, offset, size) == size, err
}

// vectorOf returns the descriptor for an access to a whole vector that begins at the indices: in a
// buffer resource, range checks apply to the dwords of the vector, not to its elements.
func (a access) vectorOf(ref *MemRef, idx []int64) (*MemRef, error) {
	if ref.Fat == nil || a.whole {
		return ref, nil
	}
	unit, err := ir.StorageBits(a.memref.Elem)
	if err != nil {
		return nil, err
	}
	at, err := ref.linear(idx)
	if err != nil {
		return nil, err
	}
	_, offset, err := ref.fatAddress(at, unit)
	if err != nil {
		return nil, err
	}
	narrow := *ref
	if offset < ref.Fat.Records {
		narrow.Fat = &FatBuffer{Records: min(ref.Fat.Records, offset+dwordRange(ref.Fat.Records, offset, uint64(a.vector.Len()*unit+7)/8))}
	} else {
		narrow.Fat = &FatBuffer{}
	}
	return &narrow, nil
}

// makeRawBuffer makes the operations that access a memref through a resource of
// its own, with indices of 32 bits. The scalar offset counts in the range check,
// but does not wrap.
func makeRawBuffer(_ *builder, op *ir.Operation) (exec, error) {
	kind := strings.TrimPrefix(op.Name(), "amdgpu.raw_buffer_")
	memref := map[string]int{"load": 0, "atomic_cmpswap": 2}
	at, ok := memref[kind]
	if !ok {
		at = 1
	}
	t := op.Operands[at].Type.(*ir.MemRefType)
	size, err := ir.StorageBits(t.Elem)
	if err != nil {
		return nil, err
	}
	if size%8 != 0 {
		return nil, fmt.Errorf("elements of %s do not fill bytes", t.Elem)
	}
	size /= 8
	constant := max(0, op.IntAttr("indexOffset")) // upstream's lowering leaves out a negative one
	first, last := group(op, at+1)
	scalarFrom, scalarTo := group(op, at+2)
	return func(l *lane, in *inst) error {
		src, err := l.ref(in, at)
		if err != nil {
			return err
		}
		b := bufferAccess{mem: src.Mem}
		if b.records, err = records(src, t.Elem); err != nil {
			return err
		}
		b.records = min(b.records, math.MaxUint32) // offsets have 32 bits
		base, err := src.bitAddressOf(t.Elem, src.Offset)
		if err != nil {
			return err
		}
		b.base = base >> 3
		offset := uint32(constant)
		for i := first; i < last; i++ {
			n, err := l.number(in, i, "an address")
			if err != nil {
				return err
			}
			offset += uint32(n) * uint32(src.Strides[i-first])
		}
		b.offset = uint64(offset * uint32(size))
		if scalarFrom < scalarTo {
			n, err := l.number(in, scalarFrom, "an address")
			if err != nil {
				return err
			}
			b.offset += uint64(uint32(n) * uint32(size))
		}
		return b.run(l, in, kind)
	}, nil
}

// bufferAccess is one access to a buffer.
type bufferAccess struct {
	mem     *Memory
	base    int64
	offset  uint64 // bytes from base
	records uint64
}

// each calls f for each element with its place, or with ok false if it is out of
// range. The dwords of an access are checked one by one.
func (b *bufferAccess) each(t ir.Type, f func(i int, bit int64, ok bool) error) error {
	elem := ir.ElemType(t)
	size, err := sizeBytes(elem, 1)
	if err != nil {
		return err
	}
	n := elemCount(t)
	valid := dwordRange(b.records, b.offset, uint64(n*size))
	for i := range n {
		ok := uint64((i+1)*size) <= valid
		if err := f(int(i), (b.base+int64(b.offset)+i*size)*8, ok); err != nil {
			return err
		}
	}
	return nil
}

// dwordRange is how many bytes of an access of size bytes at an offset are in
// range: whole dwords, or all of an access that is smaller.
func dwordRange(records, offset, size uint64) uint64 {
	if offset >= records {
		return 0
	}
	if left := records - offset; left < size {
		return left &^ 3
	}
	return size
}

func (b *bufferAccess) load(t ir.Type) (Value, error) {
	out := make([]Elem, elemCount(t))
	err := b.each(t, func(i int, bit int64, ok bool) (err error) {
		if ok {
			out[i], err = b.mem.loadScalar(bit, ir.ElemType(t))
		}
		return err
	})
	return valueOf(t, out), err
}

func (b *bufferAccess) store(t ir.Type, v Value) error {
	e := v.elems()
	return b.each(t, func(i int, bit int64, ok bool) error {
		if !ok {
			return nil
		}
		return b.mem.store(bit, loadWidth(ir.ElemType(t)), e[i])
	})
}

// run does what an operation of the kind does. Atomics are done whole or not at
// all; out of range they give 0.
func (b *bufferAccess) run(l *lane, in *inst, kind string) error {
	if kind == "load" {
		v, err := b.load(in.op.Results[0].Type)
		l.set(in, 0, v)
		return err
	}
	t, v := in.op.Operands[0].Type, *l.arg(in, 0)
	if kind == "store" {
		return b.store(t, v)
	}
	size, err := sizeBytes(ir.ElemType(t), elemCount(t))
	if err != nil {
		return err
	}
	if dwordRange(b.records, b.offset, uint64(size)) < uint64(size) {
		if kind == "atomic_cmpswap" {
			l.set(in, 0, valueOf(t, make([]Elem, elemCount(t))))
		}
		return nil
	}
	old, err := b.load(t)
	if err != nil {
		return err
	}
	out := make([]Elem, len(v.elems()))
	for i, e := range v.elems() {
		o := old.elems()[i]
		switch {
		case kind == "atomic_cmpswap":
			cmp := l.arg(in, 1)
			switch {
			case o.Poison != nil || cmp.Poison != nil:
				out[i] = poisoned(in.op, "a comparison with an undefined value")
			case o.Bits == cmp.Bits: // of bits, also of floats
				out[i] = e
			default:
				out[i] = o
			}
		case e.Poison != nil:
			out[i] = e
		case o.Poison != nil:
			out[i] = o
		default:
			out[i] = Elem{Bits: atomicResult(kind, ir.ElemType(t), o.Bits, e.Bits)}
		}
	}
	if kind == "atomic_cmpswap" {
		l.set(in, 0, old)
	}
	return b.store(t, valueOf(t, out))
}

// atomicResult returns the value that an atomic operation stores to memory.
func atomicResult(kind string, t ir.Type, old, v uint64) uint64 {
	switch kind {
	case "atomic_fadd":
		if t == ir.F32 { // the L2 reads and writes subnormal numbers as 0
			return uint64(num.Add32(uint32(old), uint32(v), num.Env{FlushIn: true, FlushOut: true}))
		}
		return addFloat(t.(ir.FloatType), old, v)
	case "atomic_fmax":
		return extreme("maxnumf", t.(ir.FloatType), old, v)
	case "atomic_smax":
		return uint64(uint32(max(int32(old), int32(v))))
	}
	return uint64(min(uint32(old), uint32(v))) // atomic_umin
}

// makeGatherToLDS makes amdgpu.gather_to_lds: the data of each lane goes to the slot of its number
// after the place given by the first lane's indices: slots of 4 bytes, bytes and words with zeros
// above, or of 16.
func makeGatherToLDS(b *builder, op *ir.Operation) (exec, error) {
	transfer := op.Attr("transferType").(*ir.TypeAttr).Type
	elem := ir.ElemType(transfer)
	width := intWidth(transfer)
	bytes := int64(width) * elemCount(transfer) / 8
	src, dst := op.Operands[0].Type.(*ir.MemRefType), 0
	_, srcEnd := group(op, 1)
	dst = srcEnd
	dstType := op.Operands[dst].Type.(*ir.MemRefType)
	if width%8 != 0 {
		return nil, fmt.Errorf("elements of %s do not fill bytes", elem)
	}
	return onChip(perWave(func(w *wave, op *ir.Operation) error {
		first := w.active[0]
		to, place, err := first.place(w.in, dst, len(w.in.args))
		if err != nil {
			return first.fault(op, err)
		}
		base, err := to.bitAddressOf(dstType.Elem, place)
		if err != nil {
			return first.fault(op, err)
		}
		loaded := make([][]Elem, w.size)
		for _, l := range w.active {
			_, n := l.wave()
			from, at, err := l.place(w.in, 0, srcEnd)
			if err == nil {
				loaded[n], err = from.loadBytes(src.Elem, at, bytes)
			}
			if err != nil {
				return l.fault(op, err)
			}
		}
		slot := int64(4)
		if bytes > 4 {
			slot = 16
		}
		for _, l := range w.active {
			_, n := l.wave()
			data := loaded[n]
			for int64(len(data)) < 4 {
				data = append(data, Elem{})
			}
			for int64(len(data)) < slot { // the fourth dword of a slot
				data = append(data, poisoned(op, "the bytes after the first 12, which the manual leaves alone and upstream's documentation fills with zeros"))
			}
			for i, e := range data {
				if err := to.Mem.store(base+(int64(n)*slot+int64(i))*8, 8, e); err != nil {
					return l.fault(op, err)
				}
			}
		}
		return nil
	}))(b, op)
}

// loadBytes reads bytes from an element on.
func (r *MemRef) loadBytes(t ir.Type, at, n int64) ([]Elem, error) {
	unit, err := ir.StorageBits(t)
	if err != nil {
		return nil, err
	}
	out := make([]Elem, n)
	bit, valid := int64(0), n
	if r.Fat != nil {
		var off uint64
		if bit, off, err = r.fatAddress(at, unit); err != nil {
			return nil, err
		}
		valid = int64(dwordRange(r.Fat.Records, off, uint64(n)))
	} else if bit, err = r.bitAddress(at, unit); err != nil {
		return nil, err
	}
	for i := range valid {
		if out[i], err = r.Mem.load(bit+8*i, 8); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// makeTransposeLoad makes amdgpu.transpose_load: the 16 lanes of a group read a
// matrix of as many rows as a result has elements, row k from consecutive lanes;
// lane l gets column l.
func makeTransposeLoad(b *builder, op *ir.Operation) (exec, error) {
	t, src := op.Results[0].Type.(*ir.VectorType), op.Operands[0].Type.(*ir.MemRefType)
	width, n := intWidth(t), int(t.Len())
	lanes := 16 / n // that hold a row
	return onChip(perWave(func(w *wave, op *ir.Operation) error {
		rows := make([][]Elem, w.size)
		for _, l := range w.active {
			_, lane := l.wave()
			from, at, err := l.place(w.in, 0, len(w.in.args))
			var bytes []Elem
			if err == nil {
				bytes, err = from.loadBytes(src.Elem, at, int64(n*width)/8)
			}
			if err != nil {
				return l.fault(op, err)
			}
			rows[lane] = repack(bytes, 8, width)
		}
		for _, l := range w.active {
			_, lane := l.wave()
			out := make([]Elem, n)
			for k := range out {
				// Row k starts in lane k*lanes of the group; n columns a lane.
				col := lane % 16
				from := lane&^15 + k*lanes + col/n
				if rows[from] == nil {
					out[k] = laneOutside(op, from)
				} else {
					out[k] = rows[from][col%n]
				}
			}
			l.set(w.in, 0, valueOf(t, out))
		}
		return nil
	}))(b, op)
}
