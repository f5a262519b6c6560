package sanitize

import (
	"math/bits"

	"heddle/isa"
	"heddle/sim"
)

// column is a source in all lanes: values and masks.
type column struct {
	v, m [64]uint64
}

func (c *column) at(l int) val { return val{c.v[l&63], c.m[l&63]} }

// laneRules are the vector instructions about which more is known than that the result depends on
// all sources.
var laneRules = [...]bitFunc{
	isa.V_MOV_B32:            copied,
	isa.V_MOV_B64:            copied,
	isa.V_ACCVGPR_READ_B32:   copied,
	isa.V_ACCVGPR_WRITE_B32:  copied,
	isa.V_ACCVGPR_MOV_B32:    copied,
	isa.V_NOT_B32:            copied,
	isa.V_BFREV_B32:          reverse,
	isa.V_FFBH_U32:           highestOne,
	isa.V_FFBL_B32:           lowestOne,
	isa.V_BCNT_U32_B32:       countOnes,
	isa.V_CVT_F32_BF16:       highHalf,
	isa.V_CVT_F32_UBYTE0:     fromByte(0),
	isa.V_CVT_F32_UBYTE1:     fromByte(1),
	isa.V_CVT_F32_UBYTE2:     fromByte(2),
	isa.V_CVT_F32_UBYTE3:     fromByte(3),
	isa.V_CVT_PK_U8_F32:      insertByte,
	isa.V_CVT_PKACCUM_U8_F32: insertByte,
	isa.V_CVT_PKNORM_I16_F16: halves,
	isa.V_CVT_PKNORM_U16_F16: halves,
	isa.V_CVT_PKNORM_I16_F32: halves,
	isa.V_CVT_PKNORM_U16_F32: halves,
	isa.V_CVT_PK_U16_U32:     halves,
	isa.V_CVT_PK_I16_I32:     halves,
	isa.V_PACK_B32_F16:       pack,
	isa.V_PERM_B32:           selectBytes,

	isa.V_ADD_U32:        add,
	isa.V_ADD_I32:        add,
	isa.V_ADD_U16:        add,
	isa.V_ADD_I16:        add,
	isa.V_SUB_U32:        sub,
	isa.V_SUB_I32:        sub,
	isa.V_SUB_U16:        sub,
	isa.V_SUB_I16:        sub,
	isa.V_SUBREV_U32:     subrev,
	isa.V_SUBREV_U16:     subrev,
	isa.V_ADD3_U32:       add3,
	isa.V_XAD_U32:        xorAdd,
	isa.V_LSHL_ADD_U32:   shlAdd,
	isa.V_ADD_LSHL_U32:   addShl,
	isa.V_LSHL_OR_B32:    shlOr,
	isa.V_LSHL_ADD_U64:   shlAdd64,
	isa.V_MUL_LO_U32:     mul,
	isa.V_MUL_LO_U16:     mul,
	isa.V_MUL_U32_U24:    mul24,
	isa.V_MUL_I32_I24:    mulSigned24,
	isa.V_MUL_HI_U32_U24: highOf24,
	isa.V_MUL_HI_I32_I24: highOf24,
	isa.V_MAD_U32_U24:    mulAdd24,
	isa.V_MAD_I32_I24:    mulAddSigned24,
	isa.V_MAD_U32_U16:    mulAdd,
	isa.V_MAD_I32_I16:    mulAddSigned16,
	isa.V_MAD_U16:        mulAdd,
	isa.V_MAD_I16:        mulAdd,
	isa.V_MAD_LEGACY_U16: mulAdd,
	isa.V_MAD_LEGACY_I16: mulAdd,

	isa.V_AND_B32:    table(tableAnd),
	isa.V_OR_B32:     table(tableOr),
	isa.V_XOR_B32:    table(tableXor),
	isa.V_XNOR_B32:   table(tableXor ^ inverted),
	isa.V_OR3_B32:    table(tableOr3),
	isa.V_AND_OR_B32: table(tableAndOr),
	isa.V_BFI_B32:    table(tableBfi),
	isa.V_BFM_B32:    fieldMask,
	isa.V_BFE_U32:    extractBits,
	isa.V_BFE_I32:    extractSigned,

	isa.V_LSHLREV_B32:   shlrev,
	isa.V_LSHRREV_B32:   shrrev,
	isa.V_ASHRREV_I32:   ashrrev,
	isa.V_LSHLREV_B16:   shlrev,
	isa.V_LSHRREV_B16:   shrrev,
	isa.V_ASHRREV_I16:   ashrrev,
	isa.V_LSHLREV_B64:   shlrev,
	isa.V_LSHRREV_B64:   shrrev,
	isa.V_ASHRREV_I64:   ashrrev,
	isa.V_ALIGNBIT_B32:  alignBit,
	isa.V_ALIGNBYTE_B32: alignByte,

	isa.V_PK_ADD_U16:     add,
	isa.V_PK_ADD_I16:     add,
	isa.V_PK_SUB_U16:     sub,
	isa.V_PK_SUB_I16:     sub,
	isa.V_PK_MUL_LO_U16:  mul,
	isa.V_PK_MAD_U16:     mulAdd,
	isa.V_PK_MAD_I16:     mulAdd,
	isa.V_PK_LSHLREV_B16: shlrev,
	isa.V_PK_LSHRREV_B16: shrrev,
	isa.V_PK_ASHRREV_I16: ashrrev,
}

// sameIsZero are the instructions that give 0 if both sources are the same
// register, whatever is in it.
var sameIsZero = [...]bool{
	isa.V_XOR_B32:    true,
	isa.V_SUB_U32:    true,
	isa.V_SUB_I32:    true,
	isa.V_SUB_U16:    true,
	isa.V_SUB_I16:    true,
	isa.V_SUBREV_U32: true,
	isa.V_SUBREV_U16: true,
	isa.V_PK_SUB_I16: true,
	isa.V_PK_SUB_U16: true,
	isa.S_XOR_B32:    true,
	isa.S_XOR_B64:    true,
	isa.S_SUB_U32:    true,
	isa.S_SUB_I32:    true,
	isa.S_ANDN2_B32:  true,
	isa.S_ANDN2_B64:  true,
}

// gather reads source k, which has so many bits, of all lanes. write has the
// lanes to be written and loses those that DPP leaves out.
func (u *undefined) gather(w *shadowWave, e *sim.Event, p *plan, k, width int, write *uint64) *column {
	c := &u.cols[k]
	if k >= len(p.src) {
		// The old destination.
		if k == 2 && width > 0 && p.dst >= 0 {
			reg, _ := e.Registers.Destination(p.arg(p.dst).Reg(), 1)
			c.vector(w, e, reg, next(reg), width)
			c.trim(width)
			return c
		}
		clear(c.m[:])
		clear(c.v[:])
		return c
	}
	i := p.src[k]
	arg := p.arg(i)
	if arg.Kind == isa.KindReg && isVector(arg.Reg()) {
		reg := e.Registers.Source(k, arg.Reg(), 1+bit(width == 64))
		c.vector(w, e, reg, next(reg), width)
	} else {
		v, m := e.Registers.OperandValue(p.inst, i), w.operandMask(e, arg, width)
		for l := range c.v {
			c.v[l], c.m[l] = v, m
		}
	}
	if k == 0 && p.dpp != nil {
		moveDPP(p.dpp, c, e.Lanes, write)
	}
	p.selectPart(c, k, width)
	if !p.raw {
		c.modify(arg.Flags, width)
	}
	return c
}

// next is the register after r, r itself at the end of the file.
func next(r isa.Reg) isa.Reg {
	if int(r)+1 >= numShadows {
		return r
	}
	return r + 1
}

// vector reads a VGPR, or two of them.
func (c *column) vector(w *shadowWave, e *sim.Event, lo, hi isa.Reg, width int) {
	v, m := e.Registers.Lanes(lo), w.row(lo)
	if width != 64 {
		for l := range c.v {
			c.v[l], c.m[l] = uint64(v[l]), uint64(m[l])
		}
		return
	}
	hv, hm := e.Registers.Lanes(hi), w.row(hi)
	for l := range c.v {
		c.v[l], c.m[l] = uint64(hv[l])<<32|uint64(v[l]), uint64(hm[l])<<32|uint64(m[l])
	}
}

// operandMask is the mask of a scalar operand.
func (w *shadowWave) operandMask(e *sim.Event, arg *isa.Operand, width int) uint64 {
	if arg.Kind != isa.KindReg {
		return 0
	}
	switch r := arg.Reg(); {
	case r < 128 && (width == 64 || arg.Dwords >= 2):
		return w.pairMask(r)
	case r < 128:
		return uint64(w.scalarMask(r))
	case r == isa.SCC:
		return uint64(w.scalarMask(r))
	case r == isa.VCCZ:
		if !zeroKnown(w.pair(e, isa.VCCLo)) {
			return 1
		}
	}
	return 0
}

// pair is two scalar registers as a value.
func (w *shadowWave) pair(e *sim.Event, r isa.Reg) val {
	return val{uint64(e.Registers.Scalar(r+1))<<32 | uint64(e.Registers.Scalar(r)), w.pairMask(r)}
}

// moveDPP gives each lane what DPP moves there.
func moveDPP(d *isa.DPPMap, c *column, exec uint64, write *uint64) {
	old := *c
	*write &= d.Write
	for l := range c.v {
		from := d.From[l]
		switch {
		case from >= 0 && exec>>(from&63)&1 != 0:
			c.v[l], c.m[l] = old.v[from&63], old.m[from&63]
		case d.Bound:
			c.v[l], c.m[l] = 0, 0
		default:
			*write &^= 1 << l
		}
	}
}

// SDWA selects: facts isa/semantics.md §3.
const (
	selWord0 = 4
	selDword = 6

	unusedSext     = 1
	unusedPreserve = 2
)

// selectPart applies SDWA's or op_sel's choice of a part of the source.
func (p *plan) selectPart(c *column, k, width int) {
	row, m := p.inst.Row, &p.inst.Mods
	if row.Mods.Has(isa.ModSrc0Sel) && k < 2 {
		sel := [2]uint8{m.Src0Sel, m.Src1Sel}[k]
		if sel >= selDword {
			return
		}
		shift, bits := partOf(sel)
		for l := range c.v {
			x := val{c.v[l] >> shift, c.m[l] >> shift}.low(bits)
			if p.arg(p.src[k]).Flags&isa.Sext != 0 {
				x = x.signed(bits).low(32)
			}
			c.v[l], c.m[l] = x.v, x.m
		}
		return
	}
	if width == 16 && row.Enc == isa.EncVOP3A && row.Mods.Has(isa.ModOpSel) && m.OpSel>>k&1 != 0 {
		for l := range c.v {
			c.v[l], c.m[l] = c.v[l]>>16, c.m[l]>>16
		}
	}
	c.trim(width)
}

// partOf is where a byte or word of a register begins and how many bits it has.
func partOf(sel uint8) (shift, bits uint) {
	if sel >= selWord0 {
		return 16 * uint(sel-selWord0), 16
	}
	return 8 * uint(sel), 8
}

// trim drops what is above the source's bits.
func (c *column) trim(width int) {
	if width >= 64 {
		return
	}
	mask := lowMask(uint(width))
	for l := range c.v {
		c.v[l] &= mask
		c.m[l] &= mask
	}
}

// modify applies abs and neg.
func (c *column) modify(flags isa.OperandFlags, width int) {
	if flags&(isa.Abs|isa.Neg) == 0 || width == 0 {
		return
	}
	sign := uint64(1) << (width - 1)
	for l := range c.v {
		if flags&isa.Abs != 0 {
			c.v[l] &^= sign
			c.m[l] &^= sign
		}
		if flags&isa.Neg != 0 {
			c.v[l] ^= sign
		}
	}
}

// result is where the masks of a vector instruction go.
type result struct {
	reg    isa.Reg
	ok     bool
	lo, hi row
	width  int
	pair   bool
	high   bool
	keep   bool
	clamp  bool
	sdwa   bool
	shift  uint
	part   uint
	unused uint8
}

// resultOf prepares the destination, with the masks that it has now.
func (p *plan) resultOf(w *shadowWave, e *sim.Event, width int) *result {
	r := &result{width: width, high: p.inst.DstHigh(), keep: p.inst.Row.Op.HighHalf() == isa.HighKept, clamp: p.inst.Mods.Set.Has(isa.ModClamp)}
	n := 1
	if width == 64 {
		n, r.pair = 2, true
	}
	r.reg, r.ok = e.Registers.Destination(p.arg(p.dst).Reg(), n)
	if !r.ok {
		return r
	}
	r.lo = *w.row(r.reg)
	if r.pair {
		r.hi = *w.row(r.reg + 1)
	}
	if m := &p.inst.Mods; p.inst.Row.Mods.Has(isa.ModDstSel) && m.DstSel < selDword {
		r.sdwa, r.unused = true, m.DstUnused
		r.shift, r.part = partOf(m.DstSel)
	}
	return r
}

// put gives lane l the mask of its result.
func (r *result) put(l int, m uint64) {
	m &= lowMask(uint(r.width))
	if r.clamp && m != 0 {
		m = lowMask(uint(r.width)) // saturation looks at all of it
	}
	l &= 63
	switch {
	case r.sdwa:
		r.lo[l] = insertPart(r.lo[l], uint32(m), r.shift, r.part, r.unused)
	case r.pair:
		r.lo[l], r.hi[l] = uint32(m), uint32(m>>32)
	case r.width == 16 && r.high:
		r.lo[l] = r.lo[l]&0xffff | uint32(m)<<16
	case r.width == 16 && r.keep:
		r.lo[l] = r.lo[l]&^0xffff | uint32(m)
	default:
		r.lo[l] = uint32(m)
	}
}

// insertPart puts a mask into a part of a register; the rest becomes zeros,
// copies of the sign or stays.
func insertPart(old, m uint32, shift, part uint, unused uint8) uint32 {
	field := uint32(lowMask(part))
	switch {
	case unused == unusedPreserve:
		return old&^(field<<shift) | m&field<<shift
	case unused == unusedSext && m>>(part-1)&1 != 0:
		return m&field<<shift | allBits<<(shift+part)
	}
	return m & field << shift
}

// commit writes the masks back.
func (r *result) commit(w *shadowWave, e *sim.Event) {
	w.setRow(r.reg, &r.lo)
	if r.pair {
		w.setRow(r.reg+1, &r.hi)
	}
	w.spreadTo(e, r.reg)
	if r.pair {
		w.spreadTo(e, r.reg+1)
	}
}

// spreadTo gives a register of the event's instruction the origin of its
// undefined bits.
func (w *shadowWave) spreadTo(e *sim.Event, r isa.Reg) {
	switch {
	case !w.undefined.Has(r):
	case w.from[r].inst == nil && keeps(e, r):
		others := *e.Reads
		others[r/64] &^= 1 << (r % 64)
		w.from[r] = w.origin(&others, origin{}) // to keep a part of it is not to read it
	default:
		w.from[r] = w.origin(e.Reads, originOf(e, -1))
	}
}

// keeps reports whether an instruction reads a register only because it keeps a part of it.
func keeps(e *sim.Event, r isa.Reg) bool {
	if !e.Reads.Has(r) || e.Registers.Indexed() {
		return false
	}
	placed := e.Registers.Placed(e.Inst)
	sources := placed.Sources()
	return !sources.Has(r)
}

// sources reads all sources as the plan types them.
func (u *undefined) sources(w *shadowWave, e *sim.Event, p *plan) (a, b, c *column, write uint64) {
	write = e.Lanes
	a = u.gather(w, e, p, 0, p.widths[0], &write)
	b = u.gather(w, e, p, 1, p.widths[1], &write)
	c = u.gather(w, e, p, 2, p.widths[2], &write)
	return a, b, c, write
}

// runLanes follows an instruction of laneRules, or one whose results depend on
// all of the sources.
func runLanes(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	a, b, c, write := u.sources(w, e, p)
	out := p.resultOf(w, e, p.width)
	if !out.ok {
		return
	}
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		if p.zero {
			out.put(l, 0)
			continue
		}
		out.put(l, p.rule(a.at(l), b.at(l), c.at(l), uint(p.width)))
	}
	out.commit(w, e)
}

// runCopy follows a move of a whole VGPR.
func runCopy(_ *undefined, w *shadowWave, e *sim.Event, p *plan) {
	reg, ok := e.Registers.Destination(p.arg(p.dst).Reg(), 1)
	if !ok {
		return
	}
	from := w.row(e.Registers.Source(0, p.arg(p.src[0]).Reg(), 1))
	if e.Lanes != allLanes {
		masks := *w.row(reg)
		for m := e.Lanes; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			masks[l] = from[l]
		}
		from = &masks
	}
	w.setRow(reg, from)
	w.spreadTo(e, reg)
}

// runPacked follows an instruction on both halves of a dword.
func runPacked(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	write := e.Lanes
	for k := range 3 {
		width := 0
		if p.widths[k] != 0 {
			width = 32
		}
		c := u.gather(w, e, p, k, width, &write)
		if k < len(p.src) {
			p.arrange(c, k)
		}
	}
	a, b, c := &u.cols[0], &u.cols[1], &u.cols[2]
	out := p.resultOf(w, e, 32)
	if !out.ok {
		return
	}
	clamp := out.clamp
	out.clamp = false // saturation is of the halves
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		if p.zero {
			out.put(l, 0)
			continue
		}
		x, y, z := a.at(l), b.at(l), c.at(l)
		lo := p.rule(x.low(16), y.low(16), z.low(16), 16) & 0xffff
		hi := p.rule(x.half(), y.half(), z.half(), 16) & 0xffff
		if clamp {
			lo, hi = whole(val{0, lo}, val{}, val{}, 16), whole(val{0, hi}, val{}, val{}, 16)
		}
		out.put(l, lo|hi<<16)
	}
	out.commit(w, e)
}

// half is the high half of a dword.
func (x val) half() val { return val{x.v >> 16, x.m >> 16}.low(16) }

// selected says which halves of source k, words or dwords, the low and the
// high result use.
func (p *plan) selected(k int) (lo, hi uint) {
	m := &p.inst.Mods
	if p.inst.Row.Enc != isa.EncVOP3P || !p.inst.Row.Mods.Has(isa.ModOpSel) {
		return 0, 1
	}
	return uint(m.OpSel >> k & 1), uint(m.OpSelHi >> k & 1)
}

// arrange puts the words of each lane where op_sel and op_sel_hi want them.
func (p *plan) arrange(c *column, k int) {
	lo, hi := p.selected(k)
	if lo == 0 && hi == 1 {
		return
	}
	words := func(x uint64) uint64 { return x>>(16*lo)&0xffff | x>>(16*hi)&0xffff<<16 }
	for l := range c.v {
		c.v[l], c.m[l] = words(c.v[l]), words(c.m[l])
	}
}

// runCompare follows v_cmp and v_cmpx. Inactive lanes give 0.
func runCompare(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	a, b, _, write := u.sources(w, e, p)
	integer := integerCompare(p.inst.Row.Mnemonic)
	var out uint64
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		x, y := a.at(l), b.at(l)
		known := x.m|y.m == 0 || p.zero
		if integer {
			known = known || p.relation.known(x, y, uint(p.widths[0]))
		}
		if !known {
			out |= 1 << l
		}
	}
	u.setMask(w, e, p.arg(p.sdst).Reg(), out)
	if p.inst.Row.Writes&isa.ImpEXEC != 0 {
		from := w.origin(e.Reads, originOf(e, -1))
		w.setPair(isa.ExecLo, out)
		u.execSink(w, e, from)
		w.setPair(p.arg(p.sdst).Reg(), 0) // reported
	}
}

// setMask gives a pair of scalar registers that is a lane mask its mask.
func (u *undefined) setMask(w *shadowWave, e *sim.Event, r isa.Reg, m uint64) {
	from := w.origin(e.Reads, originOf(e, -1))
	w.setPair(r, m)
	if m != 0 {
		w.from[r&127], w.from[(r+1)&127] = from, from
		u.execSink(w, e, from)
	}
}

// carryRule is an addition or subtraction with carry.
type carryRule struct {
	width     int
	subtract  bool
	exchanged bool // b - a
}

var carryRules = [...]carryRule{
	isa.V_ADD_CO_U32:     {width: 32},
	isa.V_ADDC_CO_U32:    {width: 32},
	isa.V_SUB_CO_U32:     {width: 32, subtract: true},
	isa.V_SUBB_CO_U32:    {width: 32, subtract: true},
	isa.V_SUBREV_CO_U32:  {width: 32, subtract: true, exchanged: true},
	isa.V_SUBBREV_CO_U32: {width: 32, subtract: true, exchanged: true},
}

// compute returns the mask of the result and whether the carry is undefined.
func (r carryRule) compute(a, b, c val) (m uint64, carry bool) {
	if r.exchanged {
		a, b = b, a
	}
	if r.subtract {
		m = sub3(a, b, c)
		least, most := int64(a.min()-b.max()-c.max()), int64(a.max()-b.min()-c.min())
		return m, least < 0 && most >= 0
	}
	m = addCarry(a, b, c)
	return m, (a.min()+b.min()+c.min())>>32 != (a.max()+b.max()+c.max())>>32
}

// runCarry follows an instruction of carryRules.
func runCarry(u *undefined, w *shadowWave, e *sim.Event, p *plan) {
	a, b, _, write := u.sources(w, e, p)
	in := p.laneMask(w, e)
	out := p.resultOf(w, e, 32)
	var carries uint64
	for m := write; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		if p.zero {
			out.put(l, 0)
			continue
		}
		x, carry := p.carry.compute(a.at(l), b.at(l), val{in.v >> l & 1, in.m >> l & 1})
		if carry {
			carries |= 1 << l
			if out.clamp {
				x = lowMask(32)
			}
		}
		out.put(l, x)
	}
	if out.ok {
		out.commit(w, e)
		u.setMask(w, e, p.arg(p.sdst).Reg(), carries)
	}
}

// laneMask is the operand that has a bit for each lane; zeros if there is none.
func (p *plan) laneMask(w *shadowWave, e *sim.Event) val {
	if p.mask < 0 {
		return val{}
	}
	arg := p.arg(p.mask)
	v := e.Registers.OperandValue(p.inst, p.mask)
	if arg.Kind != isa.KindReg {
		return val{v, 0}
	}
	if p.inst.Row.Operands[p.mask].Class == isa.ClassVCC {
		return w.pair(e, isa.VCCLo)
	}
	return val{v, w.operandMask(e, arg, 64)}
}
