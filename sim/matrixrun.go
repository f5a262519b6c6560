package sim

import (
	"heddle/isa"
	"heddle/num"
)

// bindLanes applies cbsz, abid and blgp to the places of A and B.
func (x *matrixInst) bindLanes(m *isa.Mods) {
	if !broadcasts(x.MatrixShape) {
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
	if !x.Scaled {
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
	switch x.a.format {
	case num.F64:
		x.runF64(w, in)
	case num.F32:
		x.runF32(w, in)
	case num.I8:
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
	if !x.Sparse {
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
		d[i&(len(d)-1)] = chainF64(a[row*x.K:][:x.K], b[col*x.K:][:x.K], c)
	}
	for i, p := range x.d {
		w.vector(in.dst, int(p.item)*2)[p.lane&63] = uint32(d[i&(len(d)-1)])
		w.vector(in.dst, int(p.item)*2+1)[p.lane&63] = uint32(d[i&(len(d)-1)] >> 32)
	}
}

// lines returns the row of A and the column of B that element i of D is the
// product of, both counted over all blocks.
func (x *matrixInst) lines(i int) (row, col int) {
	return i / x.N, i/(x.M*x.N)*x.N + i%x.N
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
		d[i&(maxElems-1)] = chainF32(a[row*x.K:][:x.K], b[col*x.K:][:x.K], d[i&(maxElems-1)], w.mode.ovfl)
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
		bt := b[col*x.K:][:x.K]
		if x.Sparse {
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
		bt := b[col*x.K:][:x.K]
		if x.Sparse {
			bt = picked(room[:], bt, pick[row*x.a.k:][:x.a.k])
		}
		d[i&(maxElems-1)] = f.dot(a[row*x.a.k:][:x.a.k], bt, d[i&(maxElems-1)])
	}
	x.storeD(w, in, &d)
}

// load decodes the elements of A or B and applies the block scales: a scale adds to the exponents,
// and a NaN scale makes its block NaN.
func (x *matrixInput) load(w *wave, o *operand, to *[maxElems]term) {
	r := w.registersOf(o, x)
	for i, p := range x.places {
		t := split(x.format, uint32(r.value(p, x.width)))
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
	if !x.Sparse {
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
