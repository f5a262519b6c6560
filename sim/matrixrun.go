package sim

import (
	"fmt"

	"heddle/isa"
	"heddle/num"
)

// matrixInst is a matrix instruction bound to the layout and format of its
// operands.
type matrixInst struct {
	*matrixOp
	a, b   matrixInput
	d      []place // element (b*m+i)*n+j
	fusion fusion  // of the fused formats
}

// matrixInput is A or B.
type matrixInput struct {
	operandLayout
	typ    elemType
	width  int // bits of an element
	format *num.Format
	places []place // element (b*rows+i)*k+kk
	// The scales of the blocks, if there are any: register and byte.
	scale      *operand
	scaleShift uint
}

// Sizes of the largest matrices: of A and B all lanes times 32 items
// (f8f6f4), of C and D as many (32x32x1_2b).
const (
	maxElems = waveSize * 32
	maxK     = 128
)

// bindMatrix chooses the function of a matrix instruction.
func (in *instr) bindMatrix(t *isa.Target) bool {
	op := in.Row.Op
	if int(op) >= len(matrixOps) || matrixOps[op].m == 0 {
		return false
	}
	if err := matrixOps[op].check(&in.Mods); err != nil {
		in.run = func(w *wave, in *instr) {
			if w.wg.err == nil {
				w.wg.err = &waveError{wave: w, at: w.at, inst: in, err: err}
			}
		}
		return true
	}
	in.run = newMatrixInst(t, &matrixOps[op], in).run
	return true
}

// check refuses a cbsz, abid or blgp that the manual gives no meaning (ISA
// manual §7.1.5, §7.1.6.1).
func (op *matrixOp) check(m *isa.Mods) error {
	switch {
	case op.a == elemByField:
		if last := len(fieldTypes) - 1; int(max(m.CBSZ, m.BLGP)) > last {
			return fmt.Errorf("cbsz:%d blgp:%d is no pair of formats: they are 0 to %d", m.CBSZ, m.BLGP, last)
		}
	case op.broadcasts() && 1<<m.CBSZ > op.blocks:
		return fmt.Errorf("cbsz:%d would broadcast to %d blocks, the instruction has %d", m.CBSZ, 1<<m.CBSZ, op.blocks)
	case op.broadcasts() && m.CBSZ > 0 && m.ABID>>m.CBSZ != 0:
		return fmt.Errorf("abid:%d is no block to broadcast: with cbsz:%d they are 0 to %d", m.ABID, m.CBSZ, 1<<m.CBSZ-1)
	}
	return nil
}

// broadcasts reports whether cbsz, abid and blgp choose lanes. In f64
// instructions blgp negates matrices, in f8f6f4 cbsz and blgp choose formats,
// and in sparse ones cbsz and abid the indices (ISA manual §7.1.6, §7.5).
func (op *matrixOp) broadcasts() bool {
	return op.a != elemF64 && op.a != elemByField && !op.sparse()
}

func newMatrixInst(t *isa.Target, op *matrixOp, in *instr) *matrixInst {
	x := &matrixInst{matrixOp: op}
	ta, tb := op.a, op.b
	if ta == elemByField {
		ta, tb = fieldTypes[in.Mods.CBSZ], fieldTypes[in.Mods.BLGP]
	}
	ka := x.k
	if x.sparse() {
		ka /= 2
	}
	x.a = newMatrixInput(t, ta, operandLayout{x.m, ka, x.blocks, x.inHalves(ta)})
	x.b = newMatrixInput(t, tb, operandLayout{x.n, x.k, x.blocks, x.inHalves(tb)})
	height := 4
	if x.matrixOp.d == elemF64 {
		height = 1
	}
	x.d = resultLayout{x.m, x.n, x.blocks, height}.places()
	if x.a.format != nil {
		x.fusion = fusion{
			group: ta.groupSize(), split: x.a.width <= 8 && x.b.width <= 8,
			frac: ta.fracBits(x.a.format) + tb.fracBits(x.b.format),
		}
	}
	x.bindScales(in)
	x.bindLanes(&in.Mods)
	return x
}

// inHalves reports whether the items of a lane come from two halves of k.
func (op *matrixOp) inHalves(t elemType) bool {
	return op.form == sparseHalves || op.a == elemByField && t.bits() == 8
}

func newMatrixInput(t *isa.Target, typ elemType, l operandLayout) matrixInput {
	return matrixInput{operandLayout: l, typ: typ, width: typ.bits(), format: typ.format(t), places: l.places()}
}

// bindLanes applies cbsz, abid and blgp to the places of A and B.
func (x *matrixInst) bindLanes(m *isa.Mods) {
	if !x.broadcasts() {
		return
	}
	for i := range x.a.places {
		x.a.places[i].lane = x.a.broadcast(x.a.places[i].lane, m.CBSZ, m.ABID)
	}
	for i := range x.b.places {
		x.b.places[i].lane = permuteB(x.b.places[i].lane, m.BLGP)
	}
}

// bindScales finds the scale registers; op_sel and op_sel_hi are the low and
// the high bit of the number of the byte (ISA manual §7.2.1).
func (x *matrixInst) bindScales(in *instr) {
	if x.form != scaled {
		return
	}
	x.a.scale, x.b.scale = in.named("s_src0"), in.named("s_src1")
	lo, hi := uint(in.Mods.OpSel), uint(in.Mods.OpSelHi)
	x.a.scaleShift = 8 * (lo&1 | hi&1<<1)
	x.b.scaleShift = 8 * (lo>>1&1 | hi>>1&1<<1)
}

// run executes the instruction, for all lanes whatever EXEC says. Everything is
// read before anything is written, since D may overlap the sources.
func (x *matrixInst) run(w *wave, in *instr) {
	switch x.matrixOp.a {
	case elemF64:
		x.runF64(w, in)
	case elemF32:
		x.runF32(w, in)
	case elemI8:
		x.runI8(w, in)
	default:
		x.runFused(w, in)
	}
}

// registersOf are the registers of A or B.
func (w *wave) registersOf(o *operand, x *matrixInput) (r registers) {
	for i := range x.perLane() * x.width / 32 {
		r[i] = w.vector(o, i)
	}
	return r
}

// loadC reads C, which is D in sparse instructions, into c.
func (x *matrixInst) loadC(w *wave, in *instr, c *[maxElems]uint32) {
	o := in.dst
	if !x.sparse() {
		o = in.src[2]
	}
	if o.kind != operandVector {
		v := w.scalar(o)
		for i := range x.d {
			c[i&(maxElems-1)] = v
		}
		return
	}
	for i, p := range x.d {
		c[i&(maxElems-1)] = w.vector(o, int(p.item))[p.lane&63]
	}
}

// storeD writes D.
func (x *matrixInst) storeD(w *wave, in *instr, d *[maxElems]uint32) {
	for i, p := range x.d {
		w.vector(in.dst, int(p.item))[p.lane&63] = d[i&(maxElems-1)]
	}
}

// runF64 executes the f64 instructions, which ignore MODE.
func (x *matrixInst) runF64(w *wave, in *instr) {
	var a, b [waveSize]uint64
	var d [4 * waveSize]uint64
	// The bits of blgp negate A, B and C (ISA manual §7.1.6.4).
	neg := uint64(in.Mods.NegLo)
	x.a.loadF64(w, in.src[0], neg&1<<63, &a)
	x.b.loadF64(w, in.src[1], neg>>1&1<<63, &b)
	for i, p := range x.d {
		row, col := x.lines(i)
		c := w.wide(in.src[2], p) ^ neg>>2&1<<63
		d[i&(len(d)-1)] = chainF64(a[row*x.k:][:x.k], b[col*x.k:][:x.k], c)
	}
	for i, p := range x.d {
		w.vector(in.dst, int(p.item)*2)[p.lane&63] = uint32(d[i&(len(d)-1)])
		w.vector(in.dst, int(p.item)*2+1)[p.lane&63] = uint32(d[i&(len(d)-1)] >> 32)
	}
}

// lines returns the row of A and the column of B that element i of D is the
// product of, both counted over all blocks.
func (x *matrixInst) lines(i int) (row, col int) {
	return i / x.n, i/(x.m*x.n)*x.n + i%x.n
}

// wide reads a 64-bit item.
func (w *wave) wide(o *operand, p place) uint64 {
	if o.kind != operandVector {
		return w.scalar64(o)
	}
	lo, hi := w.vector(o, int(p.item)*2), w.vector(o, int(p.item)*2+1)
	return uint64(hi[p.lane&63])<<32 | uint64(lo[p.lane&63])
}

func (x *matrixInput) loadF64(w *wave, o *operand, sign uint64, to *[waveSize]uint64) {
	for i, p := range x.places {
		to[i&63] = w.wide(o, p) ^ sign
	}
}

// runF32 executes the f32 instructions. MODE.denorm flushes A and B, never C
// and D (ISA manual §7.4).
func (x *matrixInst) runF32(w *wave, in *instr) {
	var a, b [waveSize]uint32
	var d [maxElems]uint32
	x.a.loadF32(w, in.src[0], a[:])
	x.b.loadF32(w, in.src[1], b[:])
	x.loadC(w, in, &d)
	for i := range x.d {
		row, col := x.lines(i)
		d[i&(maxElems-1)] = chainF32(a[row*x.k:][:x.k], b[col*x.k:][:x.k], d[i&(maxElems-1)], w.mode.ovfl)
	}
	x.storeD(w, in, &d)
}

func (x *matrixInput) loadF32(w *wave, o *operand, to []uint32) {
	r := w.registersOf(o, x)
	for i, p := range x.places {
		to[i] = uint32(r.value(p, 32))
		if w.mode.f32.FlushIn {
			to[i] = num.Flush32(to[i])
		}
	}
}

// runI8 executes the i8 instructions.
func (x *matrixInst) runI8(w *wave, in *instr) {
	var a, b [maxElems]int32
	var d [maxElems]uint32
	x.a.loadI8(w, in.src[0], &a)
	x.b.loadI8(w, in.src[1], &b)
	x.loadC(w, in, &d)
	pick := x.picker(w, in)
	var room [maxK / 2]int32
	for i := range x.d {
		row, col := x.lines(i)
		bt := b[col*x.k:][:x.k]
		if x.sparse() {
			bt = picked(room[:], bt, pick[row*x.a.k:][:x.a.k])
		}
		d[i&(maxElems-1)] = dotI8(a[row*x.a.k:][:x.a.k], bt, d[i&(maxElems-1)], w.mode.ovfl)
	}
	x.storeD(w, in, &d)
}

func (x *matrixInput) loadI8(w *wave, o *operand, to *[maxElems]int32) {
	r := w.registersOf(o, x)
	for i, p := range x.places {
		to[i&(maxElems-1)] = int32(int8(r.value(p, 8)))
	}
}

// runFused executes the instructions whose products are summed in groups.
func (x *matrixInst) runFused(w *wave, in *instr) {
	var a, b [maxElems]term
	var d [maxElems]uint32
	x.a.load(w, in.src[0], &a)
	x.b.load(w, in.src[1], &b)
	x.loadC(w, in, &d)
	f := x.fusion
	f.saturate = w.mode.ovfl
	pick := x.picker(w, in)
	var room [maxK / 2]term
	for i := range x.d {
		row, col := x.lines(i)
		bt := b[col*x.k:][:x.k]
		if x.sparse() {
			bt = picked(room[:], bt, pick[row*x.a.k:][:x.a.k])
		}
		d[i&(maxElems-1)] = f.dot(a[row*x.a.k:][:x.a.k], bt, d[i&(maxElems-1)])
	}
	x.storeD(w, in, &d)
}

// load takes the elements of A or B apart and applies the block scales: a
// scale adds to the exponents, the one that is NaN makes its block NaN.
func (x *matrixInput) load(w *wave, o *operand, to *[maxElems]term) {
	r := w.registersOf(o, x)
	for i, p := range x.places {
		t := x.typ.split(x.format, uint32(r.value(p, x.width)))
		if x.scale != nil {
			lane := scaleLane(i/x.k, i%x.k, x.rows)
			scale, nan := num.E8M0ToExp(uint8(w.vector(x.scale, 0)[lane&63] >> x.scaleShift))
			t.exp += int32(scale)
			if nan {
				t = term{1, nanExp}
			}
		}
		to[i&(maxElems-1)] = t
	}
}

// picker lists, for a sparse A, which k each stored element of A has.
func (x *matrixInst) picker(w *wave, in *instr) (pick [maxElems / 2]uint8) {
	if !x.sparse() {
		return pick
	}
	index := w.vector(in.src[2], 0)
	perLane := x.a.perLane()
	for i, p := range x.a.places {
		group := i % x.a.k / 2
		pick[i&(maxElems/2-1)] = uint8(4*group + sparseIndex(index[p.lane&63], int(p.item), perLane, in.Mods.CBSZ, in.Mods.ABID))
	}
	return pick
}

// picked gathers the elements of a column of B that meet the stored elements of
// a sparse row of A.
func picked[T int32 | term](room, column []T, pick []uint8) []T {
	for i, k := range pick {
		room[i] = column[k]
	}
	return room[:len(pick)]
}
