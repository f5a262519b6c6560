package main

// integerOps are the operations on integers and bits. Sources are in the order
// of the instruction, but reversed ones (v_subrev, v_lshlrev) have no kernel of
// their own where they are the same with a and b changed.
var integerOps = []op{
	integer("Mov", "a", 1, func(_ *machine, s []vec) vec { return s[0] }),
	integer("Not", "^a", 1, func(m *machine, s []vec) vec { return m.not(s[0]) }),
	integer("And", "a & b", 2, func(m *machine, s []vec) vec { return m.and(s[0], s[1]) }),
	integer("Or", "a | b", 2, func(m *machine, s []vec) vec { return m.or(s[0], s[1]) }),
	integer("Xor", "a ^ b", 2, func(m *machine, s []vec) vec { return m.xor(s[0], s[1]) }),
	integer("Xnor", "^(a ^ b)", 2, func(m *machine, s []vec) vec { return m.not(m.xor(s[0], s[1])) }),
	integer("Or3", "a | b | c", 3, func(m *machine, s []vec) vec { return m.or(m.or(s[0], s[1]), s[2]) }),
	integer("AndOr", "a & b | c", 3, func(m *machine, s []vec) vec { return m.or(m.and(s[0], s[1]), s[2]) }),
	integer("Bfi", "a & b | ^a & c", 3, func(m *machine, s []vec) vec { return m.mux(s[0], s[1], s[2]) }),

	integer("Add", "a + b", 2, func(m *machine, s []vec) vec { return m.add(s[0], s[1]) }),
	integer("Sub", "a - b", 2, func(m *machine, s []vec) vec { return m.op2(m.VPSUBD, s[0], s[1]) }),
	integer("Add3", "a + b + c", 3, func(m *machine, s []vec) vec { return m.add(m.add(s[0], s[1]), s[2]) }),
	integer("Xad", "(a ^ b) + c", 3, func(m *machine, s []vec) vec { return m.add(m.xor(s[0], s[1]), s[2]) }),

	integer("Shl", "a << (b & 31)", 2, func(m *machine, s []vec) vec { return m.shl(s[0], s[1]) }),
	integer("ShrU", "a >> (b & 31), unsigned", 2, func(m *machine, s []vec) vec { return m.shr(s[0], s[1]) }),
	integer("ShrI", "a >> (b & 31), signed", 2, func(m *machine, s []vec) vec { return m.op2(m.VPSRAVD, s[0], m.low(s[1], 31)) }),
	integer("ShlAdd", "a << (b & 31) + c", 3, func(m *machine, s []vec) vec { return m.add(m.shl(s[0], s[1]), s[2]) }),
	integer("AddShl", "(a + b) << (c & 31)", 3, func(m *machine, s []vec) vec { return m.shl(m.add(s[0], s[1]), s[2]) }),
	integer("ShlOr", "a << (b & 31) | c", 3, func(m *machine, s []vec) vec { return m.or(m.shl(s[0], s[1]), s[2]) }),
	integer("AlignBit", "the low dword of a:b >> (c & 31)", 3, func(m *machine, s []vec) vec {
		return m.align(s[0], s[1], m.low(s[2], 31))
	}),
	integer("AlignByte", "the low dword of a:b >> 8*(c & 3)", 3, func(m *machine, s []vec) vec {
		return m.align(s[0], s[1], m.byImm(m.VPSLLD, m.low(s[2], 3), 3))
	}),
	integer("BfeU", "c & 31 bits of a from b & 31 on", 3, func(m *machine, s []vec) vec {
		return m.andNot(m.shr(s[0], s[1]), m.op2(m.VPSLLVD, m.constant32(1<<32-1), m.low(s[2], 31)))
	}),
	integer("BfeI", "c & 31 bits of a from b & 31 on, sign-extended", 3, func(m *machine, s []vec) vec {
		// Shifts by 32 give 0, and so many ones as the sign says.
		n := m.op2(m.VPSUBD, m.constant32(32), m.low(s[2], 31))
		x := m.op2(m.VPSRAVD, s[0], m.low(s[1], 31))
		return m.op2(m.VPSRAVD, m.op2(m.VPSLLVD, x, n), n)
	}),
	integer("Bfm", "a & 31 ones from b & 31 on", 2, func(m *machine, s []vec) vec {
		return m.shl(m.not(m.shl(m.constant32(1<<32-1), s[0])), s[1])
	}),
	integer("Perm", "bytes of a:b chosen by those of c", 3, (*machine).permute),

	integer("MulLo", "the low dword of a * b", 2, func(m *machine, s []vec) vec { return m.op2(m.VPMULLD, s[0], s[1]) }),
	integer("MulHiU", "the high dword of a * b, unsigned", 2, func(m *machine, s []vec) vec { return m.mulHigh(s[0], s[1], false) }),
	integer("MulHiI", "the high dword of a * b, signed", 2, func(m *machine, s []vec) vec { return m.mulHigh(s[0], s[1], true) }),
	integer("MulU24", "the low dword of a * b, both of 24 bits", 2, func(m *machine, s []vec) vec {
		return m.op2(m.VPMULLD, m.low(s[0], 1<<24-1), m.low(s[1], 1<<24-1))
	}),
	integer("MulI24", "the low dword of a * b, both of 24 bits, signed", 2, func(m *machine, s []vec) vec {
		return m.op2(m.VPMULLD, m.signed24(s[0]), m.signed24(s[1]))
	}),
	integer("MulHiU24", "the high dword of a * b, both of 24 bits", 2, func(m *machine, s []vec) vec {
		return m.mulHigh(m.low(s[0], 1<<24-1), m.low(s[1], 1<<24-1), false)
	}),
	integer("MulHiI24", "the high dword of a * b, both of 24 bits, signed", 2, func(m *machine, s []vec) vec {
		return m.mulHigh(m.signed24(s[0]), m.signed24(s[1]), true)
	}),
	integer("MadU24", "a * b + c, a and b of 24 bits", 3, func(m *machine, s []vec) vec {
		return m.add(m.op2(m.VPMULLD, m.low(s[0], 1<<24-1), m.low(s[1], 1<<24-1)), s[2])
	}),
	integer("MadI24", "a * b + c, a and b of 24 bits, signed", 3, func(m *machine, s []vec) vec {
		return m.add(m.op2(m.VPMULLD, m.signed24(s[0]), m.signed24(s[1])), s[2])
	}),

	integer("MinU", "the smaller of a and b, unsigned", 2, func(m *machine, s []vec) vec { return m.op2(m.VPMINUD, s[0], s[1]) }),
	integer("MaxU", "the larger of a and b, unsigned", 2, func(m *machine, s []vec) vec { return m.op2(m.VPMAXUD, s[0], s[1]) }),
	integer("MinI", "the smaller of a and b, signed", 2, func(m *machine, s []vec) vec { return m.op2(m.VPMINSD, s[0], s[1]) }),
	integer("MaxI", "the larger of a and b, signed", 2, func(m *machine, s []vec) vec { return m.op2(m.VPMAXSD, s[0], s[1]) }),
	integer("Min3U", "the smallest of a, b and c, unsigned", 3, func(m *machine, s []vec) vec {
		return m.op2(m.VPMINUD, m.op2(m.VPMINUD, s[0], s[1]), s[2])
	}),
	integer("Max3U", "the largest of a, b and c, unsigned", 3, func(m *machine, s []vec) vec {
		return m.op2(m.VPMAXUD, m.op2(m.VPMAXUD, s[0], s[1]), s[2])
	}),
	integer("Min3I", "the smallest of a, b and c, signed", 3, func(m *machine, s []vec) vec {
		return m.op2(m.VPMINSD, m.op2(m.VPMINSD, s[0], s[1]), s[2])
	}),
	integer("Max3I", "the largest of a, b and c, signed", 3, func(m *machine, s []vec) vec {
		return m.op2(m.VPMAXSD, m.op2(m.VPMAXSD, s[0], s[1]), s[2])
	}),
	integer("Med3U", "the middle one of a, b and c, unsigned", 3, func(m *machine, s []vec) vec {
		least, most := m.op2(m.VPMINUD, s[0], s[1]), m.op2(m.VPMAXUD, s[0], s[1])
		return m.op2(m.VPMAXUD, least, m.op2(m.VPMINUD, most, s[2]))
	}),
	integer("Med3I", "the middle one of a, b and c, signed", 3, func(m *machine, s []vec) vec {
		least, most := m.op2(m.VPMINSD, s[0], s[1]), m.op2(m.VPMAXSD, s[0], s[1])
		return m.op2(m.VPMAXSD, least, m.op2(m.VPMINSD, most, s[2]))
	}),

	integer("BitCount", "the number of ones in a, plus b", 2, func(m *machine, s []vec) vec { return m.add(m.countOnes(s[0]), s[1]) }),

	integer("PackWords", "the low word of a below that of b", 2, func(m *machine, s []vec) vec {
		return m.or(m.low(s[0], 1<<16-1), m.byImm(m.VPSLLD, s[1], 16))
	}),
	integer("AddWords", "a + b, of the low and of the high words", 2, func(m *machine, s []vec) vec { return m.op2(m.VPADDW, s[0], s[1]) }),
	integer("SubWords", "a - b, of the low and of the high words", 2, func(m *machine, s []vec) vec { return m.op2(m.VPSUBW, s[0], s[1]) }),
	integer("MulWords", "a * b, of the low and of the high words", 2, func(m *machine, s []vec) vec { return m.op2(m.VPMULLW, s[0], s[1]) }),
	integer("MadWords", "a * b + c, of the low and of the high words", 3, func(m *machine, s []vec) vec {
		return m.op2(m.VPADDW, m.op2(m.VPMULLW, s[0], s[1]), s[2])
	}),
	integer("MinUWords", "the smaller of a and b, unsigned, of the low and of the high words", 2, func(m *machine, s []vec) vec {
		return m.op2(m.VPMINUW, s[0], s[1])
	}),
	integer("MaxUWords", "the larger of a and b, unsigned, of the low and of the high words", 2, func(m *machine, s []vec) vec {
		return m.op2(m.VPMAXUW, s[0], s[1])
	}),
	integer("MinIWords", "the smaller of a and b, signed, of the low and of the high words", 2, func(m *machine, s []vec) vec {
		return m.op2(m.VPMINSW, s[0], s[1])
	}),
	integer("MaxIWords", "the larger of a and b, signed, of the low and of the high words", 2, func(m *machine, s []vec) vec {
		return m.op2(m.VPMAXSW, s[0], s[1])
	}),
	integer("AddWord", "a + b, of 16 bits", 2, func(m *machine, s []vec) vec { return m.low(m.add(s[0], s[1]), 1<<16-1) }),
	integer("SubWord", "a - b, of 16 bits", 2, func(m *machine, s []vec) vec { return m.low(m.op2(m.VPSUBD, s[0], s[1]), 1<<16-1) }),
	integer("MulWord", "a * b, of 16 bits", 2, func(m *machine, s []vec) vec { return m.low(m.op2(m.VPMULLW, s[0], s[1]), 1<<16-1) }),
	integer("ShlWord", "a << (b & 15), of 16 bits", 2, func(m *machine, s []vec) vec {
		return m.low(m.op2(m.VPSLLVD, s[0], m.low(s[1], 15)), 1<<16-1)
	}),
	integer("ShrUWord", "a >> (b & 15), of 16 bits, unsigned", 2, func(m *machine, s []vec) vec {
		return m.op2(m.VPSRLVD, m.low(s[0], 1<<16-1), m.low(s[1], 15))
	}),
}

func (m *machine) add(a, b vec) vec { return m.op2(m.VPADDD, a, b) }

// low is the bits n of a.
func (m *machine) low(a vec, n uint32) vec { return m.and(a, m.constant32(n)) }

func (m *machine) shl(a, n vec) vec { return m.op2(m.VPSLLVD, a, m.low(n, 31)) }
func (m *machine) shr(a, n vec) vec { return m.op2(m.VPSRLVD, a, m.low(n, 31)) }

// align is the low dword of a:b >> n. Shifts by 32 give 0.
func (m *machine) align(a, b, n vec) vec {
	rest := m.op2(m.VPSUBD, m.constant32(32), n)
	return m.or(m.op2(m.VPSRLVD, b, n), m.op2(m.VPSLLVD, a, rest))
}

func (m *machine) signed24(a vec) vec { return m.byImm(m.VPSRAD, m.byImm(m.VPSLLD, a, 8), 8) }

// mulHigh multiplies the even and the odd dwords, which gives quadwords.
func (m *machine) mulHigh(a, b vec, signed bool) vec {
	mul := m.VPMULUDQ
	if signed {
		mul = m.VPMULDQ
	}
	even := m.op2(mul, a, b)
	odd := m.op2(mul, m.byImm(m.VPSRLQ, a, 32), m.byImm(m.VPSRLQ, b, 32))
	return m.mux(m.constant64(1<<64-1<<32), odd, m.byImm(m.VPSRLQ, even, 32))
}

// What v_perm_b32 does with each selector; those above 15 are as 15.
var (
	permByte = [16]byte{0, 1, 2, 3, 0, 1, 2, 3, 1, 3, 1, 3} // which byte it takes
	permOfA  = [16]byte{4: 255, 5: 255, 6: 255, 7: 255, 10: 255, 11: 255}
	permSign = [16]byte{8: 255, 9: 255, 10: 255, 11: 255} // only its sign
	permOnes = [16]byte{13: 255, 14: 255, 15: 255}
	permKeep = [16]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}
	permLane = [16]byte{0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12}
)

// permute is v_perm_b32. The byte shuffle of the CPU does not leave 128 bits,
// so that tables of 16 entries and the dwords of a lane are within its reach.
func (m *machine) permute(s []vec) vec {
	sel := m.op2(m.VPMINUB, s[2], m.constant64(0x0f0f0f0f0f0f0f0f))
	look := func(t [16]byte) vec { return m.op2(m.VPSHUFB, m.table(t), sel) }
	at := m.or(look(permByte), m.table(permLane))
	v := m.mux(look(permOfA), m.op2(m.VPSHUFB, s[0], at), m.op2(m.VPSHUFB, s[1], at))
	v = m.mux(look(permSign), m.signBytes(v), v)
	return m.or(m.and(v, look(permKeep)), look(permOnes))
}

// signBytes is bytes of ones where those of a are negative.
func (m *machine) signBytes(a vec) vec {
	if m.wide {
		k, r := m.K(), m.vec()
		m.VPMOVB2M(a, k)
		m.VPMOVM2B(k, r)
		return r
	}
	return m.op2(m.VPCMPGTB, m.constant64(0), a)
}

// onesOf has the number of ones of each nibble.
var onesOf = [16]byte{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}

// countOnes looks nibbles up and adds the bytes, then the words of a dword.
func (m *machine) countOnes(a vec) vec {
	nibble := m.constant64(0x0f0f0f0f0f0f0f0f)
	low := m.op2(m.VPSHUFB, m.table(onesOf), m.and(a, nibble))
	high := m.op2(m.VPSHUFB, m.table(onesOf), m.and(m.byImm(m.VPSRLD, a, 4), nibble))
	bytes := m.op2(m.VPADDB, low, high)
	words := m.op2(m.VPMADDUBSW, bytes, m.constant64(0x0101010101010101))
	return m.op2(m.VPMADDWD, words, m.constant64(0x0001000100010001))
}
