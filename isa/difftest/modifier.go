package difftest

import (
	"fmt"
	"strings"

	"heddle/isa"
)

// usualOrder are the modifiers in the order in which assemblers print them.
var usualOrder = []isa.Modifier{
	isa.ModBitOp3, isa.ModOpSel, isa.ModOpSelHi, isa.ModNegLo, isa.ModNegHi, isa.ModClamp, isa.ModOMod,
	isa.ModDstSel, isa.ModDstUnused, isa.ModSrc0Sel, isa.ModSrc1Sel, isa.ModCBSZ, isa.ModABID, isa.ModBLGP, isa.ModNeg,
	isa.ModFormat, isa.ModIdxen, isa.ModOffen, isa.ModOffset, isa.ModOffset0, isa.ModOffset1, isa.ModGDS,
	isa.ModGLC, isa.ModSC0, isa.ModNT, isa.ModSC1, isa.ModLDS,
	isa.ModDPP, isa.ModDPP64, isa.ModRowMask, isa.ModBankMask, isa.ModBoundCtrl, isa.ModFI,
}

// modifiers returns modifiers for the row: those it needs, some of those it
// takes, in disorder also others.
func (g *Gen) modifiers(row *isa.Row) []string {
	var mods []string
	percent := one(g, 0, 20, 50, 90)
	for _, m := range usualOrder {
		has := row.Mods.Has(m) && g.chance(percent)
		switch {
		case row.Need.Has(m) || m == isa.ModDPP && row.Mods.Has(m) || m == isa.ModDPP64 && row.Mods.Has(m):
			has = g.mood == clean || !g.chance(5)
		case (m == isa.ModCBSZ || m == isa.ModBLGP) && byFormat(row):
			has = true
		case g.anywhere && g.chance(2):
			has = true
		}
		if has {
			mods = append(mods, g.modifier(row, m))
		}
	}
	if g.anywhere && g.chance(10) {
		mods = append(mods, one(g, "glc", "slc", "dlc", "tfe", "lwe", "unorm", "da", "r128", "a16", "d16", "high", "clamp clamp", "gds", "noclamp",
			"nosc0", "nont", "nogds", "nooffen", "nolds", "scc", "sc2", "vm", "done", "compr", "bogus", "offset", "offset:", "op_sel:", "op_sel:[]",
			"mul:2 mul:2", "fi:0", "fi:1", "clamp:1", "clamp:0", "addr64", "wait_exp:1", "th:TH_LOAD_NT", "scope:SCOPE_SE", "quad_perm", "swz"))
	}
	return mods
}

func byFormat(row *isa.Row) bool {
	for i := range row.Operands {
		if row.Operands[i].Flags&(isa.FlagByCBSZ|isa.FlagByBLGP) != 0 {
			return true
		}
	}
	return false
}

// modifier returns the text of one modifier.
func (g *Gen) modifier(row *isa.Row, m isa.Modifier) string {
	switch m {
	case isa.ModOMod:
		if g.mood != clean && g.chance(20) {
			return one(g, "mul:1", "div:1", "mul:3", "div:4", "mul:0", "mul:8", "div:0", "mul:-1", "mul")
		}
		return one(g, "mul:2", "mul:4", "div:2")
	case isa.ModOpSel, isa.ModOpSelHi, isa.ModNegLo, isa.ModNegHi, isa.ModNeg:
		return m.String() + ":" + g.list(row, m)
	case isa.ModOffset:
		if row.Op == isa.DS_SWIZZLE_B32 && g.chance(80) {
			return "offset:" + g.swizzle()
		}
		return "offset:" + g.offset(row)
	case isa.ModOffset0, isa.ModOffset1:
		return m.String() + ":" + g.ranged(0, 255)
	case isa.ModCBSZ, isa.ModBLGP:
		if byFormat(row) {
			v := g.cbsz
			if m == isa.ModBLGP {
				v = g.blgp
			}
			return fmt.Sprintf("%s:%d", m, v)
		}
		return m.String() + ":" + g.ranged(0, 7)
	case isa.ModABID:
		return "abid:" + g.ranged(0, 15)
	case isa.ModBitOp3:
		return "bitop3:" + g.ranged(0, 255)
	case isa.ModDPP:
		return g.dpp()
	case isa.ModDPP64:
		if g.mood != clean && g.chance(30) {
			return g.dpp()
		}
		return "row_newbcast:" + g.ranged(0, 15)
	case isa.ModRowMask, isa.ModBankMask:
		return m.String() + ":" + g.ranged(0, 15)
	case isa.ModBoundCtrl:
		if g.mood != clean && g.chance(20) {
			return "bound_ctrl:" + one(g, "-1", "2", "0x1", "[0]")
		}
		return one(g, "bound_ctrl:0", "bound_ctrl:1")
	case isa.ModFI:
		return "fi:" + g.ranged(0, 1)
	case isa.ModDstSel, isa.ModSrc0Sel, isa.ModSrc1Sel:
		if g.mood != clean && g.chance(15) {
			return m.String() + ":" + one(g, "BYTE_4", "WORD_2", "7", "-1", "dword", "8", "BYTE0")
		}
		if g.chance(10) {
			return m.String() + ":" + g.ranged(0, 6)
		}
		return m.String() + ":" + one(g, "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD")
	case isa.ModDstUnused:
		if g.chance(10) {
			return "dst_unused:" + g.ranged(0, 2)
		}
		return "dst_unused:" + one(g, "UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE")
	case isa.ModFormat:
		return g.format()
	}
	return m.String()
}

// ranged returns a number between lo and hi, at times just outside.
func (g *Gen) ranged(lo, hi int) string {
	v := one(g, lo, hi, lo+g.rng.IntN(hi-lo+1), lo+g.rng.IntN(hi-lo+1), lo+g.rng.IntN(hi-lo+1))
	if g.mood != clean && g.chance(12) {
		v = one(g, lo-1, hi+1, 2*hi+1, 2*hi+2)
	}
	return g.integer(int64(v))
}

// list returns a list of bits for op_sel and the like.
func (g *Gen) list(row *isa.Row, m isa.Modifier) string {
	n := int(row.Sources)
	if m == isa.ModOpSel || row.Enc == isa.EncPX2 {
		n = int(row.OpSelLen)
	}
	if g.mood != clean && g.chance(15) {
		n = one(g, 0, 1, 2, 3, 4, 5)
	}
	bits := make([]string, n)
	for i := range bits {
		bits[i] = one(g, "0", "1")
		if g.mood != clean && g.chance(2) {
			bits[i] = one(g, "2", "-1", "0x1", "1-1", "x")
		}
	}
	if row.Enc == isa.EncPX2 && g.mood == clean && n == 3 {
		bits[2] = "0"
	}
	return "[" + strings.Join(bits, one(g, ",", ",", ", ", " , ")) + "]"
}

// offset returns a byte offset in the range of the encoding, or near its end.
func (g *Gen) offset(row *isa.Row) string {
	lo, hi := 0, 4095
	switch row.Enc {
	case isa.EncDS:
		hi = 65535
	case isa.EncGLOBAL, isa.EncSCRATCH:
		lo = -4096
	case isa.EncSMEM:
		return g.smemOffset(row)
	}
	v := one(g, lo, hi, 0, 1, 4, 16, 255, 256, 2047, 2048, lo+g.rng.IntN(hi-lo+1), lo+g.rng.IntN(hi-lo+1))
	if g.mood != clean && g.chance(15) {
		v = one(g, lo-1, hi+1, -1, 4096, 8191, 8192, 65536, 1<<20, 1<<31, 1<<32, -1<<31)
	}
	return g.integer(int64(v))
}

// smemOffset returns an offset of a scalar memory instruction.
func (g *Gen) smemOffset(row *isa.Row) string {
	lo, hi := -1<<20, 1<<20-1
	if strings.HasPrefix(row.Mnemonic, "s_buffer") || strings.HasPrefix(row.Mnemonic, "s_scratch") {
		lo = 0
	}
	v := one(g, lo, hi, 0, 1, 4, 16, 64, 65, 0x1000, lo+g.rng.IntN(hi-lo+1), lo+g.rng.IntN(hi-lo+1))
	if g.mood != clean && g.chance(15) {
		v = one(g, lo-1, hi+1, -1, -16, 1<<21, 1<<31, 1<<32, 1<<32-1)
	}
	return g.integer(int64(v))
}

func (g *Gen) dpp() string {
	if g.mood != clean && g.chance(10) {
		return one(g, "row_shl:0", "row_shl:16", "row_shr:0", "row_ror:0", "row_ror:16", "wave_shl:0", "wave_shl:2", "wave_ror:2", "row_bcast:0", "row_bcast:16",
			"row_newbcast:16", "row_newbcast:-1", "quad_perm:[0,1,2]", "quad_perm:[0,1,2,4]", "quad_perm:[0,1,2,3,0]", "quad_perm:[0,1,2,-1]", "row_mirror:1",
			"row_share:1", "row_xmask:1", "dpp8:[0,1,2,3,4,5,6,7]", "row_shl:-1", "quad_perm:0")
	}
	switch g.rng.IntN(8) {
	case 0:
		return one(g, "row_mirror", "row_half_mirror", "wave_shl:1", "wave_rol:1", "wave_shr:1", "wave_ror:1", "row_bcast:15", "row_bcast:31")
	case 1, 2:
		return fmt.Sprintf("quad_perm:[%d,%d,%d,%d]", g.rng.IntN(4), g.rng.IntN(4), g.rng.IntN(4), g.rng.IntN(4))
	case 3:
		return fmt.Sprintf("quad_perm:[ %d, %d , %d,%d ]", g.rng.IntN(4), g.rng.IntN(4), g.rng.IntN(4), g.rng.IntN(4))
	case 4:
		return "row_newbcast:" + g.ranged(0, 15)
	}
	return one(g, "row_shl:", "row_shr:", "row_ror:") + g.ranged(1, 15)
}

var dataFormats = []string{"INVALID", "8", "16", "8_8", "32", "16_16", "10_11_11", "11_11_10", "10_10_10_2", "2_10_10_10", "8_8_8_8", "32_32",
	"16_16_16_16", "32_32_32", "32_32_32_32", "RESERVED_15"}

var numFormats = []string{"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "RESERVED_6", "FLOAT"}

// format returns the format of a typed buffer instruction.
func (g *Gen) format() string {
	d, n := "BUF_DATA_FORMAT_"+one(g, dataFormats...), "BUF_NUM_FORMAT_"+one(g, numFormats...)
	if g.mood != clean && g.chance(10) {
		return one(g, "format:128", "format:-1", "format:[]", "format:["+d+","+d+"]", "format:[BUF_FMT_8_UNORM]", "dfmt:16", "nfmt:8", "dfmt:-1", "format:[BUF_DATA_FORMAT_33]",
			"format:["+d+",", "dfmt:1 dfmt:2", "dfmt:1, nfmt:2, dfmt:1", "format:1 format:1", "format:1 dfmt:1", "nfmt:1 format:1")
	}
	switch g.rng.IntN(5) {
	case 0:
		return "format:[" + d + "]"
	case 1:
		return "format:[" + n + "]"
	case 2:
		return "format:[" + n + one(g, ",", " , ") + d + "]"
	case 3:
		return "format:" + g.ranged(0, 127)
	}
	return "format:[" + d + "," + n + "]"
}

// formatHalves returns the format in the older syntax, which stands before
// soffset.
func (g *Gen) formatHalves() string {
	d, n := "dfmt:"+g.ranged(0, 15), "nfmt:"+g.ranged(0, 7)
	comma := one(g, " ", ", ")
	return one(g, d, n, d+comma+n, n+comma+d)
}

// swizzle returns the offset of ds_swizzle_b32 by name.
func (g *Gen) swizzle() string {
	if g.mood != clean && g.chance(15) {
		return one(g, "swizzle(QUAD_PERM, 0, 1, 2)", "swizzle(QUAD_PERM, 0, 1, 2, 4)", `swizzle(BITMASK_PERM, "0p1")`, `swizzle(BITMASK_PERM, "0p1xx")`,
			"swizzle(BROADCAST, 3, 1)", "swizzle(BROADCAST, 4, 4)", "swizzle(SWAP, 32)", "swizzle(SWAP, 3)", "swizzle(REVERSE, 1)", "swizzle(REVERSE, 64)", "swizzle(FFT, 32)",
			"swizzle(ROTATE, 2, 1)", "swizzle(ROTATE, 0, 32)", "swizzle(BOGUS, 1)", "swizzle(", "swizzle()", "swizzle", "swizzle(SWAP)", "swizzle(SWAP, 1", "swizzle(SWAP 1)",
			"swizzle(QUAD_PERM, 0, 1, 2, 3, 0)", "swizzle(FFT, -1)", "swizzle(BROADCAST, 1, 0)", "swizzle(BROADCAST, 2, -1)", "swizzle(SWAP, 0)", "swizzle(BROADCAST, 64, 0)")
	}
	comma := one(g, ",", ", ", " , ")
	join := func(mode string, args ...int) string {
		s := "swizzle(" + mode
		for _, a := range args {
			s += comma + g.integer(int64(a))
		}
		return s + ")"
	}
	switch g.rng.IntN(7) {
	case 0:
		return join("QUAD_PERM", g.rng.IntN(4), g.rng.IntN(4), g.rng.IntN(4), g.rng.IntN(4))
	case 1:
		mask := make([]byte, 5)
		for i := range mask {
			mask[i] = "01pi"[g.rng.IntN(4)]
		}
		return `swizzle(BITMASK_PERM` + comma + `"` + string(mask) + `")`
	case 2:
		n := one(g, 2, 4, 8, 16, 32)
		return join("BROADCAST", n, g.rng.IntN(n))
	case 3:
		return join("SWAP", one(g, 1, 2, 4, 8, 16))
	case 4:
		return join("REVERSE", one(g, 2, 4, 8, 16, 32))
	case 5:
		return join("FFT", g.rng.IntN(32))
	}
	return join("ROTATE", g.rng.IntN(2), g.rng.IntN(32))
}
