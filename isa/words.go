package isa

import (
	"math/bits"
	"strconv"
)

// This file prints the fields that have a little language of their own:
// s_waitcnt, hwreg, sendmsg, gpr_idx, swizzle and buffer formats. The numbers
// and names are those of facts isa/encodings.md §7 to §10.

func appendWaitcnt(b []byte, v uint32) []byte {
	w := UnpackWaitcnt(uint16(v))
	all := w.IsNop()
	start := len(b)
	for _, c := range [3]struct {
		name   string
		v, max int
	}{{"vmcnt(", w.VM, MaxVMCount}, {"expcnt(", w.EXP, MaxEXPCount}, {"lgkmcnt(", w.LGKM, MaxLGKMCount}} {
		if c.v == c.max && !all {
			continue
		}
		if len(b) > start {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(append(b, c.name...), int64(c.v), 10)
		b = append(b, ')')
	}
	return b
}

// hwregNames are the hardware registers of s_getreg and s_setreg.
var hwregNames = [64]string{
	1: "HW_REG_MODE", 2: "HW_REG_STATUS", 3: "HW_REG_TRAPSTS", 4: "HW_REG_HW_ID", 5: "HW_REG_GPR_ALLOC",
	6: "HW_REG_LDS_ALLOC", 7: "HW_REG_IB_STS", 15: "HW_REG_SH_MEM_BASES",
	16: "HW_REG_TBA_LO", 17: "HW_REG_TBA_HI", 18: "HW_REG_TMA_LO", 19: "HW_REG_TMA_HI", 20: "HW_REG_XCC_ID",
	21: "HW_REG_SQ_PERF_SNAPSHOT_DATA", 22: "HW_REG_SQ_PERF_SNAPSHOT_DATA1",
	23: "HW_REG_SQ_PERF_SNAPSHOT_PC_LO", 24: "HW_REG_SQ_PERF_SNAPSHOT_PC_HI",
}

func appendHwreg(b []byte, v uint32) []byte {
	id, offset, size := v&63, v>>6&31, v>>11&31+1
	b = append(b, "hwreg("...)
	if name := hwregNames[id]; name != "" {
		b = append(b, name...)
	} else {
		b = strconv.AppendUint(b, uint64(id), 10)
	}
	if offset != 0 || size != 32 {
		b = strconv.AppendUint(append(b, ", "...), uint64(offset), 10)
		b = strconv.AppendUint(append(b, ", "...), uint64(size), 10)
	}
	return append(b, ')')
}

// message describes one id of s_sendmsg.
type message struct {
	name   string
	ops    []string // by number; "" where there is none
	stream bool     // the operations take a stream id
}

var gsOps = []string{"", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT"}

var messages = [16]message{
	1: {name: "MSG_INTERRUPT"},
	2: {name: "MSG_GS", ops: gsOps, stream: true},
	3: {name: "MSG_GS_DONE", ops: []string{"GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT"}, stream: true},
	4: {name: "MSG_SAVEWAVE"}, 5: {name: "MSG_STALL_WAVE_GEN"}, 6: {name: "MSG_HALT_WAVES"},
	7: {name: "MSG_ORDERED_PS_DONE"}, 8: {name: "MSG_EARLY_PRIM_DEALLOC"}, 9: {name: "MSG_GS_ALLOC_REQ"},
	10: {name: "MSG_GET_DOORBELL"},
	15: {name: "MSG_SYSMSG", ops: []string{"", "SYSMSG_OP_ECC_ERR_INTERRUPT", "SYSMSG_OP_REG_RD", "", "SYSMSG_OP_TTRACE_PC"}},
}

// appendSendmsg prints names where id, operation and stream have them, as
// LLVM does even if other bits are set.
func appendSendmsg(b []byte, v uint32) []byte {
	id, op, stream := v&15, v>>4&7, v>>8&3
	m := &messages[id]
	named := m.name != ""
	switch {
	case !named:
	case m.ops == nil:
		named = op == 0 && stream == 0
	default:
		named = int(op) < len(m.ops) && m.ops[op] != "" && (stream == 0 || m.stream && m.ops[op] != "GS_OP_NOP")
	}
	if !named {
		return appendRawMessage(b, v)
	}
	b = append(append(b, "sendmsg("...), m.name...)
	if m.ops != nil {
		b = append(append(b, ", "...), m.ops[op]...)
		if m.stream && m.ops[op] != "GS_OP_NOP" {
			b = strconv.AppendUint(append(b, ", "...), uint64(stream), 10)
		}
	}
	return append(b, ')')
}

// appendRawMessage prints a message without names: as sendmsg(id, op, stream) if the value has no
// other bits, otherwise as a number.
func appendRawMessage(b []byte, v uint32) []byte {
	id, op, stream := v&15, v>>4&7, v>>8&3
	if v&^(15|7<<4|3<<8) != 0 {
		return strconv.AppendUint(b, uint64(v), 10)
	}
	b = strconv.AppendUint(append(b, "sendmsg("...), uint64(id), 10)
	b = strconv.AppendUint(append(b, ", "...), uint64(op), 10)
	b = strconv.AppendUint(append(b, ", "...), uint64(stream), 10)
	return append(b, ')')
}

var gprIdxNames = [4]string{"SRC0", "SRC1", "SRC2", "DST"}

func appendGPRIdx(b []byte, v uint32) []byte {
	if v > 15 {
		return appendHex(b, v)
	}
	b = append(b, "gpr_idx("...)
	for i, first := 0, true; i < 4; i++ {
		if v>>i&1 == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		b = append(b, gprIdxNames[i]...)
		first = false
	}
	return append(b, ')')
}

// appendSwizzle prints the offset of ds_swizzle_b32 in the highest-level form
// that has it.
func appendSwizzle(b []byte, v uint32) []byte {
	switch {
	case v&0xff00 == 0x8000:
		b = append(b, "swizzle(QUAD_PERM"...)
		for i := range 4 {
			b = append(b, ',', '0'+byte(v>>(2*i)&3))
		}
		return append(b, ')')
	case v >= 0xe000:
		b = strconv.AppendUint(append(b, "swizzle(FFT,"...), uint64(v&31), 10)
		return append(b, ')')
	case v >= SwizzleRotate:
		b = strconv.AppendUint(append(b, "swizzle(ROTATE,"...), uint64(v>>10&1), 10)
		b = strconv.AppendUint(append(b, ','), uint64(v>>5&31), 10)
		return append(b, ')')
	case v < SwizzleQuad:
		return appendBitmaskPerm(b, v&31, v>>5&31, v>>10&31)
	}
	return strconv.AppendUint(b, uint64(v), 10)
}

func appendBitmaskPerm(b []byte, and, or, xor uint32) []byte {
	switch {
	case and == 31 && or == 0 && bits.OnesCount32(xor) == 1:
		b = strconv.AppendUint(append(b, "swizzle(SWAP,"...), uint64(xor), 10)
		return append(b, ')')
	case and == 31 && or == 0 && xor > 0 && xor&(xor+1) == 0:
		b = strconv.AppendUint(append(b, "swizzle(REVERSE,"...), uint64(xor+1), 10)
		return append(b, ')')
	}
	if group := 32 - and; xor == 0 && group&(group-1) == 0 && group > 1 && or < group {
		b = strconv.AppendUint(append(b, "swizzle(BROADCAST,"...), uint64(group), 10)
		b = strconv.AppendUint(append(b, ','), uint64(or), 10)
		return append(b, ')')
	}
	b = append(b, `swizzle(BITMASK_PERM,"`...)
	for i := 4; i >= 0; i-- {
		b = append(b, maskChar(and>>i&1, or>>i&1, xor>>i&1))
	}
	return append(b, `")`...)
}

// maskChar returns the letter for the effect on one bit of the lane number: (bit & and | or) ^ xor.
func maskChar(and, or, xor uint32) byte {
	p0, p1 := or^xor, (and|or)^xor
	switch {
	case p0 == p1 && p0 == 0:
		return '0'
	case p0 == p1:
		return '1'
	case p0 == 0:
		return 'p'
	}
	return 'i'
}

var dataFormats = [16]string{"BUF_DATA_FORMAT_INVALID", "BUF_DATA_FORMAT_8", "BUF_DATA_FORMAT_16", "BUF_DATA_FORMAT_8_8",
	"BUF_DATA_FORMAT_32", "BUF_DATA_FORMAT_16_16", "BUF_DATA_FORMAT_10_11_11", "BUF_DATA_FORMAT_11_11_10",
	"BUF_DATA_FORMAT_10_10_10_2", "BUF_DATA_FORMAT_2_10_10_10", "BUF_DATA_FORMAT_8_8_8_8", "BUF_DATA_FORMAT_32_32",
	"BUF_DATA_FORMAT_16_16_16_16", "BUF_DATA_FORMAT_32_32_32", "BUF_DATA_FORMAT_32_32_32_32", "BUF_DATA_FORMAT_RESERVED_15"}

var numFormats = [8]string{"BUF_NUM_FORMAT_UNORM", "BUF_NUM_FORMAT_SNORM", "BUF_NUM_FORMAT_USCALED", "BUF_NUM_FORMAT_SSCALED",
	"BUF_NUM_FORMAT_UINT", "BUF_NUM_FORMAT_SINT", "BUF_NUM_FORMAT_RESERVED_6", "BUF_NUM_FORMAT_FLOAT"}

const defaultFormat = 1 // BUF_DATA_FORMAT_8, BUF_NUM_FORMAT_UNORM

func appendFormat(b []byte, v uint8) []byte {
	if v == defaultFormat {
		return b
	}
	d, n := v&15, v>>4&7
	b = append(b, " format:["...)
	if d != 1 || n == 0 {
		b = append(b, dataFormats[d]...)
	}
	if n != 0 {
		if d != 1 {
			b = append(b, ',')
		}
		b = append(b, numFormats[n]...)
	}
	return append(b, ']')
}
