package sim

import (
	"math/bits"
	"strings"

	"heddle/isa"
)

// address makes v2 an offset: of each lane its own, far apart or one behind
// the other, or anything up to limit; sometimes all the same.
func (g *equalGen) address(row *isa.Row, limit int) {
	r, size := g.r, sizeOf(row)
	align := size
	if size&(size-1) != 0 {
		align = 4
	}
	if r.IntN(1000) < 5 || !strict(row) && chance(r, 8) {
		align = 1
	}
	switch k := r.IntN(12); {
	case k > 9: // rows of lanes one behind the other
		low := 1 + r.IntN(5)
		most := (limit - size<<low) / (64>>low - 1)
		g.text("v_and_b32 v2, 0x%x, v0", 1<<low-1)
		g.text("v_mul_u32_u24 v2, %d, v2", size)
		g.text("v_lshrrev_b32 v3, %d, v0", low)
		g.text("v_mul_u32_u24 v3, 0x%x, v3", r.IntN(most)&^(align-1))
		g.text("v_add_u32 v2, v2, v3")
	case k < 5 && size&(size-1) == 0:
		g.text("v_lshlrev_b32 v2, %d, v0", bits.TrailingZeros(uint(size)))
	case k < 6:
		g.text("v_mul_u32_u24 v2, %d, v0", size)
	case k == 6:
		g.text("v_mov_b32 v2, 0x%x", r.IntN(limit)&^(align-1))
	case k == 7:
		g.text("v_mad_u32_u24 v2, v0, %d, %d", r.IntN(9)*align&63, align)
		return
	default:
		g.text("v_and_b32 v2, 0x%x, v%d", (limit-1)&^(align-1), g.vector(1, false, false))
		return
	}
	switch {
	case chance(r, 15): // the lanes the other way round
		g.text("v_xor_b32 v2, 0x%x, v2", align*[]int{1, 2, 3, 32, 63}[r.IntN(5)])
	case chance(r, 15): // all but one
		g.text("v_writelane_b32 v2, %d, %d", align*r.IntN(4), []int{0, 1, 31, 32, 62, 63, r.IntN(64)}[r.IntN(7)])
	case row.Unit == isa.UnitLDS && chance(r, 15): // to the end of the LDS and beyond
		end := (4096 + int(g.p.launch.LDS) + g.target.Chip.LDSGranule - 1) / g.target.Chip.LDSGranule * g.target.Chip.LDSGranule
		g.text("v_add_u32 v2, 0x%x, v2", end-(r.IntN(70)*size+15)&^15)
	}
}

// strict reports whether a memory instruction may want addresses that are
// multiples of its size.
func strict(row *isa.Row) bool {
	const both = isa.MayLoad | isa.MayStore
	return row.Traits&both == both || strings.Contains(row.Op.String(), "_tr_")
}

// sizeOf is how many bytes a memory instruction takes from one address, a guess.
func sizeOf(row *isa.Row) int {
	name := row.Op.String()
	switch {
	case strings.HasSuffix(name, "x4"), strings.HasSuffix(name, "b128"), strings.Contains(name, "b96_tr"):
		return 16
	case strings.HasSuffix(name, "x3"), strings.HasSuffix(name, "b96"):
		return 12
	case strings.Contains(name, "64"), strings.Contains(name, "x2"):
		return 8
	case strings.Contains(name, "byte"), strings.HasSuffix(name, "8"):
		return 1
	case strings.Contains(name, "short"), strings.HasSuffix(name, "16") && !strings.Contains(name, "pk_"):
		return 2
	}
	return 4
}

// limitOf is how far from the middle of the work buffer instructions may go.
const equalLimit = 16 << 10

// vectorMemory adds a FLAT, GLOBAL, SCRATCH, MUBUF or MTBUF instruction and what
// makes its address.
func (g *equalGen) vectorMemory(row *isa.Row) {
	inst, ok := g.random(g.target, row)
	if !ok {
		return
	}
	r := g.r
	if inst.Mods.Set.Has(isa.ModLDS) || strings.Contains(row.Op.String(), "_lds_") {
		g.text("s_mov_b32 m0, 0x%x", r.IntN(8)*256)
	}
	if strings.Contains(row.Form, "bothen") {
		g.text("v_and_b32 v3, 0x%x, v%d", 0x1f8|r.IntN(2)*int(4*bit(!strict(row))), g.vector(1, false, false))
		g.text("v_and_b32 v2, 0x7f, v%d", []int{0, g.vector(1, false, false)}[r.IntN(2)])
	} else if strings.Contains(row.Form, "idxen") {
		g.text("v_and_b32 v2, 0xff, v%d", []int{0, 0, g.vector(1, false, false)}[r.IntN(3)])
	}
	if row.Enc == isa.EncMUBUF || row.Enc == isa.EncMTBUF {
		g.resource(&inst)
	}
	for i := range row.Operands {
		name, a := row.Operands[i].Name, &inst.Args[i]
		if name != "addr" && name != "vaddr" || a.Kind != isa.KindReg || g.wild && chance(r, 2) {
			continue
		}
		a.Val = uint32(isa.V0) + 2
		switch row.Enc {
		case isa.EncSCRATCH:
			g.text("v_and_b32 v2, 0x%x, v%d", 0xfc|r.IntN(2)*3, g.vector(1, false, false))
		case isa.EncMUBUF, isa.EncMTBUF:
			if !strings.Contains(row.Form, "idxen") && !strings.Contains(row.Form, "bothen") {
				g.address(row, equalLimit)
			}
		default:
			g.address(row, equalLimit)
			if a.Dwords == 2 {
				g.place(row.Enc == isa.EncFLAT)
			}
		}
	}
	if row.Enc == isa.EncSCRATCH && !(g.wild && chance(r, 2)) {
		inst.Mods.Offset &= 0x3ff
	}
	if i := operandIndex(row, "saddr", "soffset"); i >= 0 && inst.Args[i].Kind == isa.KindReg && inst.Args[i].Reg() == equalOffset && chance(r, 50) {
		g.text("s_and_b32 s%d, 0x%x, s%d", equalOffset, 0x7f8, equalSGPRs+g.r.IntN(equalSGPREnd-equalSGPRs))
	}
	g.deal(inst)
	g.waits()
}

// resource makes soffset and, for what wants it, the resource of a buffer
// instruction ones that fit.
func (g *equalGen) resource(inst *isa.Inst) {
	if g.r.IntN(1000) < 5 || len(inst.Row.Operands) == 0 {
		return
	}
	soffset, rsrc := &inst.Args[operandIndex(inst.Row, "soffset")], &inst.Args[operandIndex(inst.Row, "srsrc")]
	if soffset.Kind == isa.KindInline && (strict(inst.Row) || soffset.Val >= 193) {
		soffset.Val = 128 + uint32(g.r.IntN(9))*8
	}
	if i := int(rsrc.Reg())/4 - 3; strict(inst.Row) && i >= 0 && i < 2 && g.p.rsrc[i][0]>>16&7 != 0 {
		rsrc.Val = 8
	}
}

func operandIndex(row *isa.Row, names ...string) int {
	for i := range row.Operands {
		for _, name := range names {
			if row.Operands[i].Name == name {
				return i
			}
		}
	}
	return -1
}

// place makes v[2:3] an address of the offset in v2: in the work buffer or,
// with flat, also in the LDS or scratch.
func (g *equalGen) place(flat bool) {
	if flat && chance(g.r, 25) {
		g.text("v_mov_b32 v3, src_shared_base")
		return
	}
	if flat && chance(g.r, 15) {
		g.text("v_and_b32 v2, 0x%x, v2", 0x78)
		g.text("v_mov_b32 v3, src_private_base")
		return
	}
	if flat && chance(g.r, 20) { // every other lane in the LDS
		g.text("s_mov_b64 exec, -1")
		g.text("v_lshlrev_b32 v2, 3, v0")
		g.text("v_add_u32 v2, s4, v2")
		g.text("v_mov_b32 v3, s5")
		g.text("s_mov_b64 exec, s[28:29]")
		g.text("v_and_b32 v2, 0xff8, v2")
		g.text("v_mov_b32 v3, src_shared_base")
		g.text("s_mov_b64 exec, -1")
		return
	}
	base := 4 + 2*g.r.IntN(2)
	g.text("v_add_u32 v2, s%d, v2", base)
	g.text("v_mov_b32 v3, s%d", base+1)
}

// waits sometimes waits for memory.
func (g *equalGen) waits() {
	switch g.r.IntN(6) {
	case 0:
		g.text("s_waitcnt vmcnt(0)")
	case 1:
		g.text("s_waitcnt vmcnt(%d) lgkmcnt(%d)", g.r.IntN(4), g.r.IntN(4))
	case 2:
		g.text("s_waitcnt lgkmcnt(0)")
	}
	g.settle()
}

// share adds an instruction of the LDS.
func (g *equalGen) share(row *isa.Row) {
	inst, ok := g.random(g.target, row)
	if !ok {
		return
	}
	if strings.Contains(row.Op.String(), "_tr_") && chance(g.r, 95) { // all lanes have to be on
		g.text("s_mov_b64 exec, -1")
		inst.Mods.Offset &^= 15
	}
	switch row.Op {
	case isa.DS_APPEND, isa.DS_CONSUME, isa.DS_READ_ADDTID_B32, isa.DS_WRITE_ADDTID_B32:
		g.text("s_mov_b32 m0, 0x%x", g.r.IntN(512)*4)
	}
	if i := operandIndex(row, "addr"); i >= 0 && inst.Args[i].Kind == isa.KindReg && !(g.wild && chance(g.r, 2)) && inst.Args[i].Reg() >= isa.V0 {
		if n := row.Op.String(); !strings.Contains(n, "permute") && !strings.Contains(n, "swizzle") {
			g.address(row, 2048)
			inst.Args[i].Val = uint32(isa.V0) + 2
		}
	}
	g.deal(inst)
	g.waits()
}

// scalarMemory adds a scalar memory instruction.
func (g *equalGen) scalarMemory(row *isa.Row) {
	inst, ok := g.random(g.target, row)
	if !ok {
		return
	}
	for i := range row.Operands {
		if row.Operands[i].Class == isa.ClassSMOFF {
			v := inst.Args[i].Imm() & 0xfff
			if row.Operands[i].Name == "offset" && !chance(g.r, 3) {
				v &^= 7
			}
			inst.Args[i] = isa.Imm(v)
		}
	}
	if operandIndex(row, "soffset") >= 0 {
		g.text("s_and_b32 s%d, 0x%x, s%d", equalOffset, 0xff8, equalSGPRs+g.r.IntN(equalSGPREnd-equalSGPRs))
	}
	g.deal(inst)
	g.waits()
}

// equalElements are the flavours that suit elements of matrices.
var equalElements = map[string]equalFlavour{"f16": equalF16, "bf16": equalBF16, "f32": equalF32, "xf32": equalF32, "f64": equalF64,
	"i8": equalBits, "fp8": equalBytes, "bf8": equalBytes, "": equalBytes}

// multiply adds a matrix instruction, often with inputs of the right kind.
func (g *equalGen) multiply(row *isa.Row) {
	inst, ok := g.random(g.target, row)
	if !ok {
		return
	}
	if op := row.Op.Matrix(); op != nil && chance(g.r, 75) {
		if c := &inst.Args[3]; op.D != "f64" && c.Kind == isa.KindReg && c.Reg() >= isa.V0 && chance(g.r, 50) {
			g.load(int(c.Reg()-isa.V0), int(c.Dwords), []equalFlavour{equalF32, equalF32, equalWide, equalF32Any, equalHot}[g.r.IntN(5)])
		}
		for i, e := range [...]string{op.A, op.B} {
			if a := &inst.Args[1+i]; a.Kind == isa.KindReg && a.Reg() >= isa.V0 {
				f := equalElements[e]
				switch k := g.r.IntN(20); {
				case k < 2:
					f = equalHot
				case k < 4 && (e == "f32" || e == "bf16"):
					f = equalWide
				case k < 4 && e == "f16":
					f = equalF16Any
				}
				g.load(int(a.Reg()-isa.V0), int(a.Dwords), f)
			}
		}
		g.text("s_waitcnt vmcnt(0)")
	}
	g.deal(inst)
	g.settle()
}

// direct adds a control instruction.
func (g *equalGen) direct(row *isa.Row) {
	r := g.r
	inst, ok := g.random(g.target, row)
	if !ok {
		return
	}
	here := len(g.p.items)
	switch row.Op {
	case isa.S_TRAP:
		if chance(r, 80) {
			inst.Args[0] = isa.Imm(3)
		}
	case isa.S_SLEEP:
		inst.Args[0] = isa.Imm(int32(r.IntN(4)))
	case isa.S_SETHALT, isa.S_SETKILL:
		if chance(r, 80) {
			inst.Args[0] = isa.Imm(0)
		}
	case isa.S_SENDMSGHALT:
		if chance(r, 70) {
			return
		}
	case isa.S_SETREG_B32, isa.S_SETREG_IMM32_B32, isa.S_GETREG_B32:
		for i := range row.Operands {
			if row.Operands[i].Class == isa.ClassHWREG && chance(r, 80) {
				inst.Args[i] = isa.Imm(int32([]int{regMode, regMode, regStatus, regTrapSts, regIBSts, regGPRAlloc}[r.IntN(6)] | r.IntN(32)<<6 | r.IntN(32)<<11))
			}
		}
	case isa.S_SETPC_B64, isa.S_SWAPPC_B64:
		g.text("s_getpc_b64 s[24:25]")
		it := g.text("s_add_u32 s24, s24, 0x7fffffff")
		it.from, it.to = here, here+4+r.IntN(5)
		g.text("s_addc_u32 s25, s25, 0")
		for i := range row.Operands {
			if row.Operands[i].Access&isa.Read != 0 {
				inst.Args[i] = isa.R(equalPC, 2)
			}
		}
		g.deal(inst)
		return
	}
	it := g.deal(inst)
	for i := range row.Operands {
		if row.Operands[i].Class == isa.ClassLABEL {
			it.jump, it.skewed = here+1+r.IntN(8), chance(r, 2)
		}
	}
	g.settle()
}
