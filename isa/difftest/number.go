package difftest

import (
	"fmt"
	"strings"

	"heddle/isa"
)

// number returns an operand with a field of its own.
func (g *Gen) number(row *isa.Row, spec *isa.OperandSpec) string {
	switch spec.Class {
	case isa.ClassUIMM:
		return g.ranged(0, 1<<spec.Width-1)
	case isa.ClassSMOFF:
		return g.smemOffset(row)
	case isa.ClassGPRIDX:
		return g.gprIdx()
	case isa.ClassHWREG:
		return g.hwreg()
	case isa.ClassSENDMSG:
		return g.sendmsg()
	case isa.ClassWAITCNT:
		return g.waitcnt()
	case isa.ClassKLIT:
		if row.Op == isa.S_SETREG_IMM32_B32 || g.chance(70) {
			return g.integer(one(g, g.bounded(32), g.bounded(32), 0, 1, -16, 64))
		}
		return one(g, g.float(), inlineText(g, isa.TypeF32, g.rng.IntN(9)), g.literal(spec.Type))
	}
	return g.simm16() // ClassSIMM, ClassLABEL
}

// simm16 returns a 16-bit number, signed or unsigned.
func (g *Gen) simm16() string {
	if g.mood != clean && g.chance(15) {
		return g.integer(one[int64](g, -32769, 65536, 1<<31, 1<<32, -1<<31, -65536, 1<<32-1))
	}
	return g.integer(one(g, -32768, 65535, 32767, 32768, -1, 0, 1, 64, 65, -16, -17, int64(g.rng.IntN(65536)), -int64(g.rng.IntN(32769))))
}

func (g *Gen) gprIdx() string {
	if g.mood != clean && g.chance(25) {
		return one(g, "gpr_idx(SRC0,SRC0)", "gpr_idx(SRC3)", "gpr_idx(SRC0", "gpr_idx(SRC0,)", "gpr_idx", "gpr_idx(0)", "gpr_idx(SRC0 SRC1)", "gpr_idx(1,2)", "gpr_idx(,)", "GPR_IDX(SRC0)")
	}
	if g.chance(40) {
		return g.ranged(0, 15)
	}
	var names []string
	for _, n := range []string{"SRC0", "SRC1", "SRC2", "DST"} {
		if g.chance(50) {
			names = append(names, n)
		}
	}
	g.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return one(g, "gpr_idx(", "gpr_idx( ") + strings.Join(names, one(g, ",", ", ")) + ")"
}

var hwregNames = []string{"MODE", "STATUS", "TRAPSTS", "HW_ID", "GPR_ALLOC", "LDS_ALLOC", "IB_STS", "SH_MEM_BASES", "TBA_LO", "TBA_HI", "TMA_LO", "TMA_HI",
	"XCC_ID", "SQ_PERF_SNAPSHOT_DATA", "SQ_PERF_SNAPSHOT_DATA1", "SQ_PERF_SNAPSHOT_PC_LO", "SQ_PERF_SNAPSHOT_PC_HI"}

func (g *Gen) hwreg() string {
	name := "HW_REG_" + one(g, hwregNames...)
	if g.chance(25) {
		name = g.ranged(0, 63)
	}
	if g.mood != clean && g.chance(20) {
		return one(g, "hwreg(HW_REG_FLAT_SCR_LO)", "hwreg(HW_REG_BOGUS)", "hwreg(1, 2)", "hwreg(1, 32, 1)", "hwreg(1, 0, 33)", "hwreg(1, 0, 0)", "hwreg(64)", "hwreg(-1)", "hwreg",
			"hwreg()", "hwreg(MODE)", "hwreg("+name, "hwreg("+name+",0,1,2)", "HWREG(1)", "hwreg(HW_REG_HW_ID1)", "hwreg(HW_REG_SHADER_CYCLES)", "{id: 1}", "{offset: 1, size: 2}", "{id: 1, size: 40}",
			"{id: 1, id: 2}", "{}", "{id: 1, bogus: 2}", "hwreg("+name+",)", "{id: 1,}", "HW_REG_MODE", "hwreg("+name+" 0 1)", "hwreg(HW_REG_XNACK_MASK)", "hwreg(HW_REG_POPS_PACKER)")
	}
	switch g.rng.IntN(10) {
	case 0:
		return g.simm16()
	case 1:
		return fmt.Sprintf("{id: %s, offset: %s, size: %s}", g.ranged(0, 63), g.integer(int64(g.rng.IntN(32))), g.integer(int64(1+g.rng.IntN(32))))
	case 2, 3, 4:
		return "hwreg(" + name + ")"
	case 5:
		return fmt.Sprintf("hwreg( %s , %d , %d )", name, g.rng.IntN(32), 1+g.rng.IntN(32))
	}
	return fmt.Sprintf("hwreg(%s, %s, %s)", name, g.integer(int64(g.rng.IntN(32))), g.integer(int64(one(g, 1, 32, 1+g.rng.IntN(32)))))
}

func (g *Gen) sendmsg() string {
	plain := []string{"INTERRUPT", "SAVEWAVE", "STALL_WAVE_GEN", "HALT_WAVES", "ORDERED_PS_DONE", "EARLY_PRIM_DEALLOC", "GS_ALLOC_REQ", "GET_DOORBELL"}
	gs := one(g, "CUT", "EMIT", "EMIT_CUT", "NOP")
	sys := one(g, "ECC_ERR_INTERRUPT", "REG_RD", "TTRACE_PC", "HOST_TRAP_ACK")
	if g.mood != clean && g.chance(20) {
		return one(g, "sendmsg(MSG_BOGUS)", "sendmsg(MSG_GS)", "sendmsg(MSG_GS_DONE)", "sendmsg(MSG_SYSMSG)", "sendmsg(MSG_INTERRUPT, 1)", "sendmsg(MSG_INTERRUPT, 0)", "sendmsg(MSG_GS, GS_OP_NOP)",
			"sendmsg(MSG_GS_DONE, GS_OP_NOP, 0)", "sendmsg(MSG_GS, GS_OP_CUT, 4)", "sendmsg(MSG_GS, 4)", "sendmsg(MSG_GS_DONE, 4)", "sendmsg(MSG_SYSMSG, 5)", "sendmsg(MSG_SYSMSG, 0)", "sendmsg(16)",
			"sendmsg(-1)", "sendmsg(1,8)", "sendmsg(2,1,4)", "sendmsg(2,1,-1)", "sendmsg", "sendmsg(", "sendmsg()", "sendmsg(MSG_INTERRUPT", "sendmsg(1,2,3,4)", "sendmsg(MSG_SYSMSG, SYSMSG_OP_REG_RD, 0)",
			"sendmsg(MSG_GS, GS_OP_CUT, GS_OP_CUT)", "sendmsg(2, GS_OP_CUT)", "sendmsg(MSG_HS_TESSFACTOR)", "sendmsg(MSG_DEALLOC_VGPRS)", "sendmsg(MSG_RTN_GET_DOORBELL)", "MSG_INTERRUPT", "sendmsg(3, GS_OP_NOP)",
			"sendmsg(15, SYSMSG_OP_REG_RD)", "sendmsg(MSG_GS,1,0,0)", "sendmsg(MSG_GS 1)")
	}
	switch g.rng.IntN(8) {
	case 0:
		return g.simm16()
	case 1:
		return "sendmsg(" + g.ranged(0, 15) + ")"
	case 2:
		return "sendmsg(" + g.ranged(0, 15) + ", " + g.ranged(0, 7) + ")"
	case 3:
		return "sendmsg(" + g.ranged(0, 15) + "," + g.ranged(0, 7) + "," + g.ranged(0, 3) + ")"
	case 4:
		return "sendmsg(MSG_SYSMSG, SYSMSG_OP_" + sys + ")"
	case 5:
		return fmt.Sprintf("sendmsg(MSG_%s, GS_OP_%s, %d)", one(g, "GS", "GS_DONE"), gs, g.rng.IntN(4))
	case 6:
		return fmt.Sprintf("sendmsg(MSG_%s, %s)", one(g, "GS", "GS_DONE", "SYSMSG"), one(g, "GS_OP_"+gs, g.ranged(0, 7)))
	}
	return one(g, "sendmsg(MSG_", "sendmsg( MSG_") + one(g, plain...) + one(g, ")", " )")
}

func (g *Gen) waitcnt() string {
	if g.mood != clean && g.chance(20) {
		return one(g, "vmcnt(64)", "expcnt(8)", "lgkmcnt(16)", "vmcnt(-1)", "vmcnt_sat(64)", "expcnt_sat(100)", "lgkmcnt_sat(16)", "vmcnt_sat(-1)", "vmcnt(0) vmcnt(1)", "vscnt(0)", "vmcnt", "vmcnt()", "vmcnt(0",
			"vmcnt(0),", "vmcnt(0)&", "vmcnt(0)&&expcnt(0)", "vmcnt 0", "vmcnt(0) 0", "0 vmcnt(0)", "loadcnt(0)", "vmcnt(0x10000000000000000)", "cnt(0)", "VMCNT(0)", "vmcnt (0)", "vmcnt(0)expcnt(0)", "vmcnt(0)|expcnt(0)",
			"vmcnt(0),,expcnt(0)", "vmcnt_sat(0x7fffffffffffffff)")
	}
	if g.chance(15) {
		return g.simm16()
	}
	var c []string
	if g.chance(60) {
		c = append(c, one(g, "vmcnt(", "vmcnt(", "vmcnt_sat(")+g.integer(int64(one(g, 0, 63, 15, 16, g.rng.IntN(64))))+")")
	}
	if g.chance(40) {
		c = append(c, one(g, "expcnt(", "expcnt(", "expcnt_sat(")+g.integer(int64(g.rng.IntN(8)))+")")
	}
	if g.chance(60) || len(c) == 0 {
		c = append(c, one(g, "lgkmcnt(", "lgkmcnt(", "lgkmcnt_sat( ")+g.integer(int64(g.rng.IntN(16)))+")")
	}
	g.rng.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
	return strings.Join(c, one(g, " ", ", ", " & ", "&", ","))
}
