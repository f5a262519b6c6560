package sim

import (
	"math/bits"
	"math/rand/v2"

	"heddle/isa"
)

// Registers with a purpose, which random instructions seldom write.
const (
	equalSGPRs   = 28 // s0 to s27: addresses, resources, counters
	equalSGPREnd = 76
	equalVGPRs   = 4 // v0: the work-item; v1 to v3: addresses

	equalOffset = 26 // s26: an offset in the work buffer
	equalLoop   = 22 // s22, s23: loop counters
	equalPC     = 24 // s[24:25]
)

// equalRegs picks operands: from a window, so that instructions depend on each
// other and sources and results overlap.
type equalRegs struct {
	r            *rand.Rand
	vgprs, agprs int            // of the wave
	low, width   int            // window of the VGPRs
	flavour      [512]uint8     // 1 + equalFlavour of what was loaded there, 0: something else
	wild         bool           // now and then registers that have a purpose, or that the wave does not have
	sbase        []isa.Reg      // pairs that hold addresses
	rsrc         []isa.Reg      // quads that hold resources
	prefer       []equalFlavour // flavours that the operand at hand likes
}

func chance(r *rand.Rand, percent int) bool { return r.IntN(100) < percent }

// vector picks n registers; those of AGPRs are numbers + n.
func (g *equalRegs) vector(n int, agpr, even bool) int {
	r, from, have, base := g.r, equalVGPRs, g.vgprs, 0
	if agpr {
		from, have, base = 0, g.agprs, numbers
	}
	if g.wild && chance(r, 10) { // by the other name, and sometimes one that the wave does not have
		most := g.vgprs + g.agprs
		if agpr {
			most = g.agprs
		}
		if chance(r, 5) {
			most = numbers
		}
		at := r.IntN(max(min(most, numbers)+1-n, 1))
		if n > 1 && even {
			at &^= 1
		}
		return base + at
	}
	if have < from+n {
		return base
	}
	low := min(max(g.low, from), have-n)
	width := max(min(g.width-n+1, have-n-low+1), 1)
	best := base + low
	for range 4 {
		best = base + low + r.IntN(width)
		if n > 1 && (even || chance(r, 90)) {
			best &^= 1
		}
		if len(g.prefer) == 0 || g.likes(best) {
			break
		}
	}
	return max(best, base+from&^1)
}

func (g *equalRegs) likes(reg int) bool {
	for _, f := range g.prefer {
		if g.flavour[reg] == 1+uint8(f) {
			return true
		}
	}
	return false
}

// scalar picks n scalar registers. Those written are seldom ones with a
// purpose.
func (g *equalRegs) scalarRegister(n int, write bool, old isa.Reg) isa.Reg {
	r := g.r
	align := 1
	switch {
	case n >= 4:
		align = 4
	case n == 2:
		align = 2
	}
	switch k := r.IntN(100); {
	case k < 6 && n <= 2:
		return isa.VCCLo
	case k < 8 && n == 1:
		return isa.M0
	case k == 8 && n <= 2, k < 11 && n <= 2 && !write:
		return isa.ExecLo
	case k < 16 && !write, k < 16 && g.wild && chance(r, 10):
		return old
	}
	return isa.S0 + isa.Reg(equalSGPRs+r.IntN((equalSGPREnd-n-equalSGPRs)/align+1)*align)
}

// operand changes operand i of a random encoding.
func (g *equalRegs) operand(inst *isa.Inst, i int) {
	r, spec, a := g.r, &inst.Row.Operands[i], &inst.Args[i]
	g.prefer = nil
	if chance(r, 70) {
		g.prefer = equalFlavoursOf[spec.Type]
	}
	write := spec.Access&isa.Write != 0
	switch a.Kind {
	case isa.KindLiteral:
		a.Val = g.literal(spec.Type)
	case isa.KindReg:
		n := max(int(a.Dwords), 1)
		switch reg := a.Reg(); {
		case reg >= isa.V0:
			a.Val = uint32(int(isa.V0) + g.vector(n, reg.IsAGPR(), spec.Flags&isa.FlagUnaligned == 0))
		case spec.Class == isa.ClassSBASE && n == 2, spec.Class == isa.ClassSADDR && n == 2:
			a.Val = uint32(g.sbase[r.IntN(len(g.sbase))])
		case spec.Class == isa.ClassSBASE, spec.Class == isa.ClassSRSRC:
			a.Val = uint32(g.rsrc[r.IntN(len(g.rsrc))])
		case spec.Class == isa.ClassSADDR, spec.Class == isa.ClassSOFF, spec.Name == "soffset":
			a.Val = equalOffset
		case reg < isa.SharedBase && spec.Class != isa.ClassVCC:
			a.Val = uint32(g.scalarRegister(n, write, reg))
		}
	}
}

func (g *equalRegs) literal(t isa.Type) uint32 {
	r := g.r
	switch t {
	case isa.TypeF32, isa.TypeV2F32:
		if chance(r, 50) {
			return equalF32.dword(r)
		}
		return equalSingle(r)
	case isa.TypeF16, isa.TypeV2F16:
		return equalHalf(r) | equalHalf(r)<<16*uint32(r.IntN(2))
	case isa.TypeF64:
		return uint32(equalDouble(r) >> 32)
	}
	if chance(r, 50) {
		return uint32(r.IntN(128)) - 64
	}
	return r.Uint32()
}

// random makes an instruction of a row. It fails if no try is one.
func (g *equalRegs) random(target *isa.Target, row *isa.Row) (isa.Inst, bool) {
	r := g.r
	for range 2000 {
		inst, ok := randomEncoding(target, row, r)
		if !ok {
			continue
		}
		g.modifiers(&inst)
		for i := range row.Operands {
			g.operand(&inst, i)
		}
		if again, ok := recode(target, &inst); ok && again.Row == row {
			return again, true
		}
	}
	return isa.Inst{}, false
}

// recode encodes and decodes an instruction.
func recode(target *isa.Target, inst *isa.Inst) (isa.Inst, bool) {
	var buf [isa.MaxSize]byte
	inst.Encode(&buf)
	again, err := target.Decode(buf[:])
	return again, err == nil
}

// modifiers takes modifiers from random ones: often none at all, since that is
// what kernels are for.
func (g *equalRegs) modifiers(inst *isa.Inst) {
	r, row := g.r, inst.Row
	given := inst.Mods
	if chance(r, 60) {
		inst.Mods = row.NewInst().Mods
		inst.Mods.BitOp3, inst.Mods.Offset, inst.Mods.Offset1 = given.BitOp3, given.Offset, given.Offset1
		inst.Mods.DPPCtrl, inst.Mods.Format = given.DPPCtrl, given.Format
		if row.Enc == isa.EncVOP3P && chance(r, 30) {
			inst.Mods.OpSel, inst.Mods.OpSelHi, inst.Mods.NegLo, inst.Mods.NegHi = given.OpSel, given.OpSelHi, given.NegLo, given.NegHi
		}
	}
	g.formats(inst, given)
	if (row.Mods.Has(isa.ModOffset) || row.Mods.Has(isa.ModOffset0)) && !(g.wild && chance(r, 5)) {
		g.offset(inst)
	}
	bare := chance(r, 50)
	for i := range inst.Args {
		if bare {
			inst.Args[i].Flags &^= isa.Neg | isa.Abs
		}
	}
}

// formats chooses cbsz, abid and blgp: often those that kernels are for.
func (g *equalRegs) formats(inst *isa.Inst, given isa.Mods) {
	r, row := g.r, inst.Row
	if !row.Mods.Has(isa.ModCBSZ) {
		return
	}
	if row.Operands[1].Flags&isa.FlagByCBSZ == 0 {
		blocks := 1
		if m := row.Op.Matrix(); m != nil {
			blocks = m.Blocks
		}
		switch {
		case chance(r, 60):
			inst.Mods.CBSZ, inst.Mods.ABID, inst.Mods.BLGP = 0, 0, 0
		case chance(r, 98) && row.Operands[0].Access == isa.Write:
			inst.Mods.CBSZ = uint8(r.IntN(bits.Len(uint(blocks))))
			inst.Mods.ABID = uint8(r.IntN(1 << inst.Mods.CBSZ))
		}
		return
	}
	inst.Mods.CBSZ, inst.Mods.BLGP = given.CBSZ, given.BLGP
	switch k := r.IntN(100); {
	case k < 60:
		inst.Mods.CBSZ, inst.Mods.BLGP = uint8(r.IntN(2)), uint8(r.IntN(2))
		inst.Args[1].Dwords, inst.Args[2].Dwords = 8, 8
	case k < 98 && (given.CBSZ > 4 || given.BLGP > 4):
		inst.Mods.CBSZ, inst.Mods.BLGP = 2, 4
		inst.Args[1].Dwords, inst.Args[2].Dwords = 6, 4
	}
}

// offset makes the offset of a memory instruction a small multiple of 8, mostly.
func (g *equalRegs) offset(inst *isa.Inst) {
	m := &inst.Mods
	if chance(g.r, 40) {
		m.Offset, m.Offset1 = 0, uint8(g.r.IntN(3))
		return
	}
	m.Offset, m.Offset1 = m.Offset%2048, m.Offset1%64
	if inst.Row.Mods.Has(isa.ModOffset0) {
		m.Offset = m.Offset & 63
	} else if g.r.IntN(1000) > 2 && (strict(inst.Row) || chance(g.r, 80)) {
		m.Offset &^= 7
	}
}
