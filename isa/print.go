package isa

import "strconv"

// String returns the instruction as LLVM's disassembler prints it.
func (inst *Inst) String() string { return string(inst.AppendText(nil)) }

// AppendText appends the text of String to b.
func (inst *Inst) AppendText(b []byte) []byte {
	row := inst.Row
	b = append(b, row.Mnemonic...)
	for i := range row.Operands {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, ' ')
		b = inst.appendOperand(b, i)
	}
	return inst.appendMods(b)
}

func (inst *Inst) appendOperand(b []byte, i int) []byte {
	spec, arg := &inst.Row.Operands[i], &inst.Args[i]
	if arg.Flags == 0 {
		return inst.appendPlain(b, spec, arg)
	}
	// A minus sign before a constant would be part of the number.
	function, end := "", ""
	switch {
	case arg.Flags&Sext != 0:
		function, end = "sext(", ")"
	case arg.Flags&Neg != 0 && arg.Flags&Abs == 0 && arg.Kind != KindReg:
		function, end = "neg(", ")"
	case arg.Flags&Neg != 0:
		function = "-"
	}
	b = append(b, function...)
	if arg.Flags&Abs != 0 {
		b = append(b, '|')
	}
	b = inst.appendPlain(b, spec, arg)
	if arg.Flags&Abs != 0 {
		b = append(b, '|')
	}
	return append(b, end...)
}

func (inst *Inst) appendPlain(b []byte, spec *OperandSpec, arg *Operand) []byte {
	switch arg.Kind {
	case KindReg:
		return appendReg(b, arg.Reg(), arg.Dwords)
	case KindInline:
		return appendInline(b, arg.Val, spec.Type)
	case KindLiteral:
		return inst.appendLiteral(b, spec, arg.Val)
	case KindOff:
		return append(b, "off"...)
	case KindExpr:
		return append(b, "expr"...)
	}
	return inst.appendNumber(b, spec, arg.Imm())
}

// appendNumber prints a number that has a field of its own, each in the
// syntax of its class.
func (inst *Inst) appendNumber(b []byte, spec *OperandSpec, v int32) []byte {
	switch spec.Class {
	case ClassWAITCNT:
		return appendWaitcnt(b, uint32(v))
	case ClassHWREG:
		return appendHwreg(b, uint32(v))
	case ClassSENDMSG:
		return appendSendmsg(b, uint32(v))
	case ClassGPRIDX:
		return appendGPRIdx(b, uint32(v))
	case ClassLABEL:
		return strconv.AppendUint(b, uint64(uint16(v)), 10)
	case ClassSMOFF:
		return appendSignedHex(b, v)
	}
	switch {
	case inst.Row.Enc == EncSOPK:
		return appendHex(b, uint32(uint16(v)))
	case inst.Row.Op == S_ENDPGM:
		return strconv.AppendUint(b, uint64(v), 10)
	}
	return appendSmall(b, uint32(v)&0xffff)
}

// appendSmall prints in decimal what could be an inline constant, otherwise in hex.
func appendSmall(b []byte, v uint32) []byte {
	if v <= 64 {
		return strconv.AppendUint(b, uint64(v), 10)
	}
	return appendHex(b, v)
}

func appendHex(b []byte, v uint32) []byte {
	b = append(b, "0x"...)
	return strconv.AppendUint(b, uint64(v), 16)
}

func appendSignedHex(b []byte, v int32) []byte {
	if v < 0 {
		b = append(b, '-')
		v = -v
	}
	return appendHex(b, uint32(v))
}

func appendInline(b []byte, code uint32, t Type) []byte {
	switch {
	case code <= 192:
		return strconv.AppendInt(b, int64(code)-128, 10)
	case code <= 208:
		return strconv.AppendInt(b, 192-int64(code), 10)
	}
	if t == TypeI16 {
		return appendHex(b, uint32(inlineFloats[code-240].f16)) // integers have no float constants: LLVM prints the bits
	}
	if code == 248 && t.bits() == 64 {
		return append(b, "0.15915494309189532"...)
	}
	return append(b, inlineFloats[code-240].text...)
}

// inlineFloats are the inline float constants, source numbers 240 to 248,
// with their bits in each type (facts isa/encodings.md §3).
var inlineFloats = [9]struct {
	text string
	f16  uint16
	bf16 uint16
	f32  uint32
	f64  uint64
}{
	{"0.5", 0x3800, 0x3f00, 0x3f000000, 0x3fe0000000000000},
	{"-0.5", 0xb800, 0xbf00, 0xbf000000, 0xbfe0000000000000},
	{"1.0", 0x3c00, 0x3f80, 0x3f800000, 0x3ff0000000000000},
	{"-1.0", 0xbc00, 0xbf80, 0xbf800000, 0xbff0000000000000},
	{"2.0", 0x4000, 0x4000, 0x40000000, 0x4000000000000000},
	{"-2.0", 0xc000, 0xc000, 0xc0000000, 0xc000000000000000},
	{"4.0", 0x4400, 0x4080, 0x40800000, 0x4010000000000000},
	{"-4.0", 0xc400, 0xc080, 0xc0800000, 0xc010000000000000},
	{"0.15915494", 0x3118, 0x3e22, 0x3e22f983, 0x3fc45f306dc9c882},
}

// bits returns the width of a constant of the type. Packed types take 32-bit
// constants; packed halves have inline floats in their low half all the same.
func (t Type) bits() int {
	switch t {
	case TypeI16, TypeF16, TypeBF16:
		return 16
	case TypeI64, TypeF64:
		return 64
	}
	return 32
}

// appendLiteral prints a literal dword as LLVM does. Where the same number would
// assemble to an inline constant it needs lit(), but of a double's high half
// LLVM prints the constant that it is equal to.
func (inst *Inst) appendLiteral(b []byte, spec *OperandSpec, v uint32) []byte {
	switch {
	case spec.Class == ClassKLIT:
		if code, ok := inlineOf(uint64(v), TypeI32); ok && inst.Row.Op == S_SETREG_IMM32_B32 {
			return appendInline(b, code, TypeI32)
		}
		return appendHex(b, v)
	case spec.Type == TypeF64:
		if code, ok := inlineOf(uint64(v)<<32, TypeF64); ok {
			return appendInline(b, code, TypeF64)
		}
		return appendHex(b, v)
	}
	t := spec.Type
	if t == TypeI16 { // the instruction sees 16 bits of the literal, LLVM looks at all
		t = TypeI32
	}
	if _, ok := inlineOf(uint64(v), t); ok {
		b = append(b, "lit("...)
		return append(appendHex(b, v), ')')
	}
	if spec.Type == TypeI16 || spec.Type == TypeF16 {
		v &= 0xffff
	}
	return appendHex(b, v)
}

// inlineOf returns the source number of the inline constant that the assembler
// takes for an integer token: numbers from -16 to 64, and the bits of an inline
// float in the width of the type. 32-bit operands take -16 also by its bits.
func inlineOf(v uint64, t Type) (uint32, bool) {
	s := int64(v)
	switch {
	case t.bits() == 32:
		s = int64(int32(v))
	case t.bits() == 16 && t != TypeI16:
		s = int64(int16(v))
	}
	if s >= 0 && s <= 64 {
		return uint32(128 + s), true
	}
	if s < 0 && s >= -16 {
		return uint32(192 - s), true
	}
	for i := range inlineFloats {
		f := &inlineFloats[i]
		var same bool
		switch {
		case t == TypeI16:
		case t == TypeBF16:
			same = uint16(v) == f.bf16
		case t == TypeF16:
			same = uint16(v) == f.f16
		case t == TypeV2BF16:
			same = uint32(v) == uint32(f.bf16)
		case t == TypeV2F16:
			same = uint32(v) == uint32(f.f16)
		case t.bits() == 32:
			same = uint32(v) == f.f32
		default:
			same = v == f.f64
		}
		if same {
			return uint32(240 + i), true
		}
	}
	return 0, false
}

// scalarNames are the scalar registers and sources that are not s0 to s101 or ttmp.
func scalarName(r Reg) string {
	switch r {
	case FlatScratchLo:
		return "flat_scratch_lo"
	case FlatScratchHi:
		return "flat_scratch_hi"
	case XnackMaskLo:
		return "xnack_mask_lo"
	case XnackMaskHi:
		return "xnack_mask_hi"
	case VCCLo:
		return "vcc_lo"
	case VCCHi:
		return "vcc_hi"
	case M0:
		return "m0"
	case ExecLo:
		return "exec_lo"
	case ExecHi:
		return "exec_hi"
	case Mode:
		return "mode"
	case SharedBase:
		return "src_shared_base"
	case SharedLimit:
		return "src_shared_limit"
	case PrivateBase:
		return "src_private_base"
	case PrivateLimit:
		return "src_private_limit"
	case PopsExitingWave:
		return "src_pops_exiting_wave_id"
	case VCCZ:
		return "src_vccz"
	case EXECZ:
		return "src_execz"
	case SCC:
		return "src_scc"
	}
	return ""
}

// String returns the assembler's name of the register.
func (r Reg) String() string { return string(appendReg(nil, r, 1)) }

func appendReg(b []byte, r Reg, dwords uint8) []byte {
	name, n := "s", int(r)
	switch {
	case r >= A0:
		name, n = "a", int(r-A0)
	case r >= V0:
		name, n = "v", int(r-V0)
	case r >= TTMP0 && r < M0:
		name, n = "ttmp", int(r-TTMP0)
	case r >= FlatScratchLo:
		s := scalarName(r)
		if dwords == 2 && r < SharedBase {
			s = s[:len(s)-len("_lo")]
		}
		return append(b, s...)
	}
	b = append(b, name...)
	if dwords <= 1 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	b = append(b, '[')
	b = strconv.AppendInt(b, int64(n), 10)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(n+int(dwords)-1), 10)
	return append(b, ']')
}

func (inst *Inst) appendMods(b []byte) []byte {
	for i := range inst.Row.modFields {
		b = inst.appendMod(b, inst.Row.modFields[i].mod)
	}
	return b
}

func (inst *Inst) appendMod(b []byte, m Modifier) []byte {
	mods := &inst.Mods
	if oneBit.Has(m) {
		if !mods.Set.Has(m) {
			return b
		}
		b = append(append(b, ' '), modNames[m]...)
		if m == ModBoundCtrl || m == ModFI {
			b = append(b, ":1"...)
		}
		return b
	}
	switch m {
	case ModOpSel:
		return inst.appendBits(b, m, mods.OpSel, 0, inst.Row.OpSelLen)
	case ModOpSelHi:
		return inst.appendOpSelHi(b)
	case ModNegLo, ModNeg:
		return inst.appendBits(b, m, mods.NegLo, 0, inst.Row.Sources)
	case ModNegHi:
		return inst.appendBits(b, m, mods.NegHi, 0, inst.Row.Sources)
	case ModOMod:
		return append(b, [4]string{"", " mul:2", " mul:4", " div:2"}[mods.OMod&3]...)
	case ModOffset, ModOffset0, ModOffset1, ModCBSZ, ModABID, ModBLGP:
		return inst.appendNumeric(b, m)
	case ModBitOp3:
		if mods.BitOp3 == 0 {
			return b
		}
		b = append(b, " bitop3:"...)
		if mods.BitOp3 <= 10 {
			return strconv.AppendUint(b, uint64(mods.BitOp3), 10)
		}
		return appendHex(b, uint32(mods.BitOp3))
	case ModDPP, ModDPP64:
		return appendDPP(b, mods.DPPCtrl)
	case ModRowMask:
		return appendHex(append(b, " row_mask:"...), uint32(mods.RowMask))
	case ModBankMask:
		return appendHex(append(b, " bank_mask:"...), uint32(mods.BankMask))
	case ModDstSel:
		return appendSel(append(b, " dst_sel:"...), mods.DstSel)
	case ModSrc0Sel:
		return appendSel(append(b, " src0_sel:"...), mods.Src0Sel)
	case ModSrc1Sel:
		return appendSel(append(b, " src1_sel:"...), mods.Src1Sel)
	case ModDstUnused:
		return append(append(b, " dst_unused:"...), dstUnusedNames[mods.DstUnused&3]...)
	case ModFormat:
		return appendFormat(b, mods.Format)
	}
	panic("BUG: no text for modifier " + m.String())
}

// appendNumeric prints name:number unless the number is 0.
func (inst *Inst) appendNumeric(b []byte, m Modifier) []byte {
	v := int64(int32(inst.Mods.get(m)))
	smem := inst.Row.Enc == EncSMEM
	if v == 0 && !smem {
		return b
	}
	if inst.Row.Op == DS_SWIZZLE_B32 {
		return appendSwizzle(append(b, " offset:"...), uint32(v))
	}
	b = append(append(b, ' '), modNames[m]...)
	b = append(b, ':')
	if smem {
		return appendSignedHex(b, int32(v))
	}
	return strconv.AppendInt(b, v, 10)
}

// appendOpSelHi prints op_sel_hi, unless it has the default; VOP3PX2 always
// shows it.
func (inst *Inst) appendOpSelHi(b []byte) []byte {
	row, v := inst.Row, inst.Mods.OpSelHi
	switch {
	case row.Enc == EncPX2:
		return inst.appendList(b, ModOpSelHi, v, row.OpSelLen)
	case row.mixed():
		return inst.appendBits(b, ModOpSelHi, v, 0, row.Sources)
	}
	return inst.appendBits(b, ModOpSelHi, v, 1<<row.Sources-1, row.Sources)
}

// appendBits prints a list of n bits unless it has the default.
func (inst *Inst) appendBits(b []byte, m Modifier, v, deflt, n uint8) []byte {
	if mask := uint8(1<<n - 1); v&mask == deflt&mask {
		return b
	}
	return inst.appendList(b, m, v, n)
}

func (inst *Inst) appendList(b []byte, m Modifier, v, n uint8) []byte {
	b = append(append(b, ' '), modNames[m]...)
	b = append(b, ':', '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '0'+v>>i&1)
	}
	return append(b, ']')
}

var selNames = [8]string{"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD", ""}
var dstUnusedNames = [4]string{"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE", ""}

func appendSel(b []byte, v uint8) []byte { return append(b, selNames[v&7]...) }

// dppControls are the ranges of dpp_ctrl with a name (facts isa/encodings.md §10).
var dppControls = []struct {
	name   string // assembly, with the colon where a number follows
	lo, hi uint16
	first  uint16 // number that lo represents
	dpp64  bool   // for 64-bit instructions too
}{
	{name: "row_shl:", lo: DPPRowShl + 1, hi: DPPRowShl + 15, first: 1},
	{name: "row_shr:", lo: DPPRowShr + 1, hi: DPPRowShr + 15, first: 1},
	{name: "row_ror:", lo: DPPRowRor + 1, hi: DPPRowRor + 15, first: 1},
	{name: "wave_shl:", lo: DPPWaveShl, hi: DPPWaveShl, first: 1},
	{name: "wave_rol:", lo: DPPWaveRol, hi: DPPWaveRol, first: 1},
	{name: "wave_shr:", lo: DPPWaveShr, hi: DPPWaveShr, first: 1},
	{name: "wave_ror:", lo: DPPWaveRor, hi: DPPWaveRor, first: 1},
	{name: "row_mirror", lo: DPPRowMirror, hi: DPPRowMirror},
	{name: "row_half_mirror", lo: DPPRowHalfMirror, hi: DPPRowHalfMirror},
	{name: "row_bcast:", lo: DPPRowBcast15, hi: DPPRowBcast15, first: 15},
	{name: "row_bcast:", lo: DPPRowBcast31, hi: DPPRowBcast31, first: 31},
	{name: "row_newbcast:", lo: DPPRowNewBcast, hi: dppLast, first: 0, dpp64: true},
}

func appendDPP(b []byte, ctrl uint16) []byte {
	if ctrl < DPPRowShl {
		b = append(b, " quad_perm:["...)
		for i := range 4 {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, '0'+byte(ctrl>>(2*i)&3))
		}
		return append(b, ']')
	}
	b = append(b, ' ')
	for i := range dppControls {
		c := &dppControls[i]
		if ctrl >= c.lo && ctrl <= c.hi {
			b = append(b, c.name...)
			if c.name[len(c.name)-1] == ':' {
				b = strconv.AppendUint(b, uint64(ctrl-c.lo+c.first), 10)
			}
			return b
		}
	}
	return appendHex(append(b, "dpp_ctrl:"...), uint32(ctrl)) // no instruction has it
}
