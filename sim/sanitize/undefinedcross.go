package sanitize

import (
	"math/bits"
	"strings"

	"heddle/isa"
	"heddle/sim"
)

// planFunc follows one instruction.
type planFunc = func(u *undefined, w *shadowWave, e *sim.Event, p *plan)

// crossRules are the vector instructions that are more than a function of the lane's sources: they
// move values between lanes, or have special operands.
var crossRules = [...]planFunc{
	isa.V_READLANE_B32:        runReadLane,
	isa.V_READFIRSTLANE_B32:   runReadLane,
	isa.V_WRITELANE_B32:       runWriteLane,
	isa.V_SWAP_B32:            runSwap,
	isa.V_PERMLANE16_SWAP_B32: runSwap,
	isa.V_PERMLANE32_SWAP_B32: runSwap,
	isa.V_CNDMASK_B32:         runSelect,
	isa.V_MBCNT_LO_U32_B32:    runCountBelow,
	isa.V_MBCNT_HI_U32_B32:    runCountBelow,
	isa.V_MAD_U64_U32:         runMad64,
	isa.V_MAD_I64_I32:         runMad64,
	isa.V_BITOP3_B32:          runBitOp3,
	isa.V_BITOP3_B16:          runBitOp3,
	isa.V_FMA_MIX_F32:         runMix,
	isa.V_FMA_MIXLO_F16:       runMix,
	isa.V_FMA_MIXHI_F16:       runMix,
	isa.V_PK_MOV_B32:          runPackedMove,
	isa.V_PK_FMA_F32:          runPackedPairs,
	isa.V_PK_MUL_F32:          runPackedPairs,
	isa.V_PK_ADD_F32:          runPackedPairs,
	isa.V_DOT2_F32_F16:        runDot2,
	isa.V_DOT2_F32_BF16:       runDot2,
	isa.V_DOT2C_F32_F16:       runDot2,
	isa.V_DOT2C_F32_BF16:      runDot2,
	isa.V_DOT2_I32_I16:        runDot2,
	isa.V_DOT2_U32_U16:        runDot2,
	isa.V_DIV_SCALE_F32:       runDivide,
	isa.V_DIV_SCALE_F64:       runDivide,
	isa.V_DIV_FMAS_F32:        runDivide,
	isa.V_DIV_FMAS_F64:        runDivide,
	isa.V_CVT_PKRTZ_F16_F32:   runPackTwo,
	isa.V_CVT_PK_F16_F32:      runPackTwo,
	isa.V_CVT_PK_BF16_F32:     runPackTwo,
	isa.V_CVT_SR_F16_F32:      runNarrow,
	isa.V_CVT_SR_BF16_F32:     runNarrow,
}

// runDefault follows an instruction without a rule: its results are undefined in the lanes in which
// any of its sources is.
func runDefault(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	var bad uint64 // lanes
	for i := range e.Reads {
		for m := e.Reads[i] & w.undefined[i]; m != 0; m &= m - 1 {
			r := isa.Reg(i*64 + bits.TrailingZeros64(m))
			if !isVector(r) {
				bad = allLanes
				continue
			}
			for l, x := range w.row(r) {
				if x != 0 {
					bad |= 1 << l
				}
			}
		}
	}
	from := w.origin(e.Reads, originOf(e, -1))
	bad &= p.lanes(e)
	for i := range e.Writes {
		for m := e.Writes[i]; m != 0; m &= m - 1 {
			r := isa.Reg(i*64 + bits.TrailingZeros64(m))
			switch {
			case isVector(r):
				masks := *w.row(r)
				for lanes := p.lanes(e); lanes != 0; lanes &= lanes - 1 {
					l := bits.TrailingZeros64(lanes)
					masks[l&63] = allBits * uint32(bad>>l&1)
				}
				w.setRow(r, &masks)
			case r < 128 || r == isa.SCC:
				var x uint32
				if bad != 0 {
					x = allBits
				}
				w.setScalar(r, x)
			}
			if w.undefined.Has(r) {
				w.from[r] = from
			}
		}
	}
	u.execSink(w, e, from)
}

// runReadLane follows v_readlane and v_readfirstlane.
func runReadLane(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	src := p.arg(p.src[0])
	lane := bits.TrailingZeros64(e.Lanes) & 63
	var unknown bool
	if len(p.src) > 1 {
		sel := p.arg(p.src[1])
		lane = int(e.Registers.OperandValue(p.inst, p.src[1]) & 63)
		unknown = w.operandMask(e, sel, 32)&63 != 0
	}
	var m uint32
	if src.Kind == isa.KindReg && isVector(src.Reg()) {
		m = w.row(e.Registers.Source(0, src.Reg(), 1))[lane]
	} else if src.Kind == isa.KindReg {
		m = uint32(w.operandMask(e, src, 32))
	}
	if unknown {
		m = allBits
	}
	dst := p.arg(p.dst).Reg()
	if dst >= 128 {
		return
	}
	w.setScalar(dst, m)
	w.spreadTo(e, dst)
	u.execSink(w, e, w.origin(e.Reads, originOf(e, -1)))
}

// runWriteLane follows v_writelane, which ignores EXEC.
func runWriteLane(_ *undefined, w *shadowWave, e *sim.Event, p *plan) {
	reg, ok := e.Registers.Destination(p.arg(p.dst).Reg(), 1)
	if !ok {
		return
	}
	m := uint32(w.operandMask(e, p.arg(p.src[0]), 32))
	known := w.undefined.Has(reg)
	if w.operandMask(e, p.arg(p.src[1]), 32)&63 != 0 {
		w.setRow(reg, &undefinedRow) // any lane may have changed
	} else {
		w.setLane(reg, int(e.Registers.OperandValue(p.inst, p.src[1])&63), m)
	}
	if m != 0 || !known {
		w.spreadTo(e, reg)
	}
}

// runSwap follows v_swap, v_permlane16_swap and v_permlane32_swap, which
// exchange src0's lanes l with vdst's lanes l+distance.
func runSwap(_ *undefined, w *shadowWave, e *sim.Event, p *plan) {
	dst, ok := e.Registers.Destination(p.arg(0).Reg(), 1)
	src := e.Registers.Source(0, p.arg(1).Reg(), 1)
	if !ok {
		return
	}
	a, b := *w.row(dst), *w.row(src)
	newA, newB := a, b
	toA, toB := &newA, &newB
	if dst == src {
		toB = toA
	}
	distance := 0
	switch p.inst.Row.Op {
	case isa.V_PERMLANE16_SWAP_B32:
		distance = 16
	case isa.V_PERMLANE32_SWAP_B32:
		distance = 32
	}
	read := e.Lanes
	if p.inst.Mods.Set.Has(isa.ModFI) {
		read = allLanes
	}
	write := func(to *row, l int, from *row, partner int) {
		switch {
		case e.Lanes>>l&1 == 0:
		case read>>partner&1 != 0:
			to[l] = from[partner]
		case p.inst.Mods.Set.Has(isa.ModBoundCtrl):
			to[l] = 0
		}
	}
	for l := range a {
		if l&distance == 0 {
			write(toB, l, &a, l+distance)
			write(toA, l+distance, &b, l)
		}
	}
	w.setRow(dst, toA)
	w.setRow(src, toB)
	w.spreadTo(e, dst)
	w.spreadTo(e, src)
}

// runSelect follows v_cndmask: where the mask is undefined, so are the bits in
// which the two differ.
func runSelect(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	a, b, _, write := u.sources(w, e, p)
	mask := p.laneMask(w, e)
	out := p.resultOf(w, e, 32)
	if !out.ok {
		return
	}
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		x, y := a.at(l), b.at(l)
		if mask.v>>l&1 != 0 {
			x, y = y, x
		}
		out.put(l, chosen(x, y, mask.m>>l&1 != 0))
	}
	out.commit(w, e)
}

// chosen is the mask of x, or if it is not known whether that is taken, of
// either.
func chosen(x, y val, unknown bool) uint64 {
	if unknown {
		return x.m | y.m | (x.v ^ y.v)
	}
	return x.m
}

// runCountBelow follows v_mbcnt.
func runCountBelow(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	a, b, _, write := u.sources(w, e, p)
	out := p.resultOf(w, e, 32)
	if !out.ok {
		return
	}
	first := 0
	if p.inst.Row.Op == isa.V_MBCNT_HI_U32_B32 {
		first = 32
	}
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		below := lowMask(uint(min(max(l-first, 0), 32)))
		x := a.at(l)
		out.put(l, countOnes(val{x.v & below, x.m & below}, b.at(l), val{}, 32))
	}
	out.commit(w, e)
}

// runMad64 follows the multiplications of dwords to which a 64-bit number is
// added.
func runMad64(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	p.widths = [3]int{32, 32, 64}
	a, b, c, write := u.sources(w, e, p)
	out := p.resultOf(w, e, 64)
	if !out.ok {
		return
	}
	signed := p.inst.Row.Op == isa.V_MAD_I64_I32
	var carries uint64
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		x, y, z := a.at(l), b.at(l), c.at(l)
		if signed {
			x, y = x.signed(32), y.signed(32)
		}
		r := mulAdd(x, y, z, 64)
		out.put(l, r)
		if r != 0 {
			carries |= 1 << l
		}
	}
	out.commit(w, e)
	u.setMask(w, e, p.arg(p.sdst).Reg(), carries)
}

// runBitOp3 follows v_bitop3.
func runBitOp3(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	width := 32
	if p.inst.Row.Op == isa.V_BITOP3_B16 {
		width = 16
	}
	p.widths = [3]int{width, width, width}
	a, b, c, write := u.sources(w, e, p)
	out := p.resultOf(w, e, width)
	if !out.ok {
		return
	}
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		out.put(l, tableMask(p.inst.Mods.BitOp3, a.at(l), b.at(l), c.at(l)))
	}
	out.commit(w, e)
}

// runMix follows v_fma_mix: sources of 32 bits, or of the half that op_sel
// names; the f16 results keep the other half.
func runMix(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	write := e.Lanes
	for k := range 3 {
		c := u.gather(w, e, p, k, 32, &write)
		if p.inst.Mods.OpSelHi>>k&1 == 0 {
			continue
		}
		shift := 16 * (p.inst.Mods.OpSel >> k & 1)
		for l := range c.m {
			c.m[l] = c.m[l] >> shift & 0xffff
		}
	}
	out := p.resultOf(w, e, 32)
	if !out.ok {
		return
	}
	var keep uint32
	switch p.inst.Row.Op {
	case isa.V_FMA_MIXLO_F16:
		keep = 0xffff0000
	case isa.V_FMA_MIXHI_F16:
		keep = 0xffff
	}
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		r := uint32(whole(u.cols[0].at(l), u.cols[1].at(l), u.cols[2].at(l), 32))
		out.lo[l] = out.lo[l]&keep | r&^keep
	}
	out.commit(w, e)
}

// dword returns the low or the high dword.
func (x val) dword(high uint) val { return val{x.v >> (32 * high), x.m >> (32 * high)}.low(32) }

// runPackedMove follows v_pk_mov_b32.
func runPackedMove(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	p.widths = [3]int{64, 64, 0}
	a, b, _, write := u.sources(w, e, p)
	out := p.resultOf(w, e, 64)
	if !out.ok {
		return
	}
	sel := uint(p.inst.Mods.OpSel)
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		out.put(l, a.at(l).dword(sel&1).m|b.at(l).dword(sel>>1&1).m<<32)
	}
	out.commit(w, e)
}

// runPackedPairs follows the packed instructions on pairs of f32.
func runPackedPairs(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	p.widths = [3]int{64, 64, 64}
	if len(p.src) < 3 {
		p.widths[2] = 0
	}
	a, b, c, write := u.sources(w, e, p)
	out := p.resultOf(w, e, 64)
	if !out.ok {
		return
	}
	out.clamp = false
	var lo, hi [3]uint
	for k := range p.src {
		lo[k], hi[k] = p.selected(k)
	}
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		x, y, z := a.at(l), b.at(l), c.at(l)
		low := whole(x.dword(lo[0]), y.dword(lo[1]), z.dword(lo[2]), 32)
		out.put(l, low|whole(x.dword(hi[0]), y.dword(hi[1]), z.dword(hi[2]), 32)<<32)
	}
	out.commit(w, e)
}

// runDot2 follows the dot products of two elements.
func runDot2(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	write := e.Lanes
	for k := range 3 {
		if c := u.gather(w, e, p, k, 32, &write); k < 2 {
			p.arrange(c, k)
		}
	}
	out := p.resultOf(w, e, 32)
	if !out.ok {
		return
	}
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		out.put(l, whole(u.cols[0].at(l), u.cols[1].at(l), u.cols[2].at(l), 32))
	}
	out.commit(w, e)
}

// runDivide follows v_div_scale, which sets VCC, and v_div_fmas, which reads
// it.
func runDivide(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	width := 32
	if op := p.inst.Row.Op; op == isa.V_DIV_SCALE_F64 || op == isa.V_DIV_FMAS_F64 {
		width = 64
	}
	p.widths = [3]int{width, width, width}
	a, b, c, write := u.sources(w, e, p)
	out := p.resultOf(w, e, width)
	if !out.ok {
		return
	}
	var scale, bad uint64
	if p.inst.Row.Reads&isa.ImpVCC != 0 {
		scale = w.pairMask(isa.VCCLo)
	}
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		r := whole(val{0, a.m[l] | scale>>l&1}, b.at(l), c.at(l), uint(width))
		out.put(l, r)
		if r != 0 {
			bad |= 1 << l
		}
	}
	out.commit(w, e)
	if p.sdst >= 0 {
		u.setMask(w, e, p.arg(p.sdst).Reg(), bad)
	}
}

// runPackTwo follows conversions of two sources to the halves of the result.
func runPackTwo(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	a, b, _, write := u.sources(w, e, p)
	out := p.resultOf(w, e, 32)
	if !out.ok {
		return
	}
	out.clamp = false
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		out.put(l, halves(a.at(l), b.at(l), val{}, 32))
	}
	out.commit(w, e)
}

// narrowPlan is a conversion between few-bit numbers and wider ones.
type narrowPlan struct {
	size   int // bits of the result, or of what is read of the source
	widens bool
	wide   int // bits of a wide element
	count  int
}

// smallBits are the widths of the formats in the names of the conversions.
var smallBits = [...]struct {
	name string
	bits int
}{{"fp8", 8}, {"bf8", 8}, {"fp6", 6}, {"bf6", 6}, {"fp4", 4}, {"bf16", 16}, {"f16", 16}, {"f32", 32}}

// narrowOf reads a conversion from its mnemonic: v_cvt_scalef32_sr_pk_fp4_f16.
func narrowOf(mnemonic string) (narrowPlan, bool) {
	rest, ok := strings.CutPrefix(mnemonic, "v_cvt_")
	if !ok {
		return narrowPlan{}, false
	}
	rest = strings.TrimPrefix(rest, "scalef32_")
	p, types := narrowPlan{count: 1}, []int{}
	stochastic := false
	for _, word := range strings.Split(rest, "_") {
		switch word {
		case "sr":
			stochastic = true
		case "pk":
			p.count = 2
		case "pk32", "2xpk16":
			p.count = 32
		}
		for _, x := range smallBits {
			if x.name == word {
				types = append(types, x.bits)
			}
		}
	}
	if len(types) != 2 || types[0] > 8 && types[1] > 8 && !(stochastic && p.count == 1) {
		return narrowPlan{}, false
	}
	p.widens = types[0] > types[1]
	if p.widens {
		p.wide, p.size = types[0], p.count*types[1]
	} else {
		p.wide, p.size = types[1], p.count*types[0]
	}
	return p, true
}

// runNarrow follows the conversions to and from the formats of 8 bits and
// less, and the stochastic ones to 16 bits. They read whole tuples; the result
// depends on all that is read of the lane.
func runNarrow(_ *undefined, w *shadowWave, e *sim.Event, p *plan) {
	bad, write := p.narrowReads(w, e)
	shift, size := p.place()
	keep := ^(uint32(lowMask(uint(size))) << shift)
	arg := p.arg(p.dst)
	for i := range max(int(arg.Dwords), 1) {
		reg, ok := e.Registers.Destination(arg.Reg(), max(int(arg.Dwords), 1))
		if !ok {
			return
		}
		reg += isa.Reg(i)
		masks := *w.row(reg)
		for m := write; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			masks[l] &= keep
			if bad>>l&1 != 0 {
				masks[l] |= ^keep
			}
		}
		w.setRow(reg, &masks)
		w.spreadTo(e, reg)
	}
}

// place is the part of each register of the destination that is written.
func (p *plan) place() (shift, size int) {
	n := &p.narrow
	bits := n.size
	if n.widens {
		bits = n.wide * n.count
	}
	switch {
	case bits >= 32:
		return 0, 32
	case bits == 8:
		return 8 * int(p.inst.Mods.OpSel>>2&3), 8
	case p.inst.DstHigh():
		return 16, 16
	}
	return 0, 16
}

// narrowReads are the lanes that read anything undefined, and those that are
// written.
func (p *plan) narrowReads(w *shadowWave, e *sim.Event) (bad, write uint64) {
	write = e.Lanes
	for k, i := range p.src {
		arg := p.arg(i)
		if arg.Kind != isa.KindReg {
			continue
		}
		mask := p.readPart(k)
		if !isVector(arg.Reg()) {
			if uint32(w.operandMask(e, arg, 32))&mask != 0 {
				bad = allLanes
			}
			continue
		}
		n := max(int(arg.Dwords), 1)
		for d := range n {
			for l, m := range w.row(e.Registers.Source(k, arg.Reg(), n) + isa.Reg(d)) {
				if m&mask != 0 {
					bad |= 1 << l
				}
			}
		}
	}
	if p.dpp != nil {
		c := column{}
		for l := range c.m {
			c.m[l] = bad >> l & 1
		}
		moveDPP(p.dpp, &c, e.Lanes, &write)
		bad = 0
		for l, m := range c.m {
			bad |= m << l
		}
	}
	return bad, write
}

// readPart is the bits of a dword of source k that count.
func (p *plan) readPart(k int) uint32 {
	n, m := &p.narrow, &p.inst.Mods
	switch {
	case k != 0 || n.widens && n.size >= 32:
		return allBits
	case n.widens:
		sel := int(m.OpSel)
		if p.inst.Row.Mods.Has(isa.ModSrc0Sel) {
			sel = 0
			if n.size == 8 && m.Src0Sel < selWord0 {
				sel = int(m.Src0Sel)
			} else if n.size == 16 && m.Src0Sel == selWord0+1 {
				sel = 1
			}
		}
		if n.size == 8 {
			return 0xff << (8 * (sel & 3))
		}
		return 0xffff << (16 * (sel & 1))
	case n.count == 1 && n.wide == 16:
		return 0xffff << (16 * (m.OpSel & 1))
	}
	return allBits
}
