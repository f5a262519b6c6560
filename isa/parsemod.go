package isa

import (
	"math/bits"
	"strings"
)

// modWord is a modifier as assembly writes it.
type modWord struct {
	name  string
	mod   Modifier
	value valueKind
	max   int64 // of a number, or number of list elements
}

// valueKind is the kind of value after a modifier's colon.
type valueKind uint8

const (
	valueFlag   valueKind = iota // nothing
	valueNumber                  // a number from 0 to max
	valueBits                    // a list [0,1,…]
	valueOffset                  // a number; its range depends on the row
	valueOMod                    // mul: and div:
	valueSel                     // BYTE_0 … DWORD, or a number
	valueUnused                  // UNUSED_PAD …
	valueDPP                     // the controls of DPP
	valueBound                   // bound_ctrl: 0 or 1, both of which set it
	valueFormat                  // format:
	valueDFMT                    // dfmt: and nfmt:
)

// modWords is sorted by name.
var modWords = [...]modWord{
	{"abid", ModABID, valueNumber, 15},
	{"bank_mask", ModBankMask, valueNumber, 15},
	{"bitop3", ModBitOp3, valueNumber, 255},
	{"blgp", ModBLGP, valueNumber, 7},
	{"bound_ctrl", ModBoundCtrl, valueBound, 1},
	{"cbsz", ModCBSZ, valueNumber, 7},
	{"clamp", ModClamp, valueFlag, 0},
	{"dfmt", ModFormat, valueDFMT, 15},
	{"div", ModOMod, valueOMod, 2},
	{"dst_sel", ModDstSel, valueSel, 6},
	{"dst_unused", ModDstUnused, valueUnused, 2},
	{"fi", ModFI, valueNumber, 1},
	{"format", ModFormat, valueFormat, 127},
	{"gds", ModGDS, valueFlag, 0},
	{"glc", ModGLC, valueFlag, 0},
	{"idxen", ModIdxen, valueFlag, 0},
	{"lds", ModLDS, valueFlag, 0},
	{"mul", ModOMod, valueOMod, 4},
	{"neg", ModNeg, valueBits, 4},
	{"neg_hi", ModNegHi, valueBits, 4},
	{"neg_lo", ModNegLo, valueBits, 4},
	{"nfmt", ModFormat, valueDFMT, 7},
	{"nt", ModNT, valueFlag, 0},
	{"offen", ModOffen, valueFlag, 0},
	{"offset", ModOffset, valueOffset, 0},
	{"offset0", ModOffset0, valueNumber, 255},
	{"offset1", ModOffset1, valueNumber, 255},
	{"op_sel", ModOpSel, valueBits, 4},
	{"op_sel_hi", ModOpSelHi, valueBits, 4},
	{"quad_perm", ModDPP, valueDPP, 0},
	{"row_bcast", ModDPP, valueDPP, 0},
	{"row_half_mirror", ModDPP, valueDPP, 0},
	{"row_mask", ModRowMask, valueNumber, 15},
	{"row_mirror", ModDPP, valueDPP, 0},
	{"row_newbcast", ModDPP, valueDPP, 0},
	{"row_ror", ModDPP, valueDPP, 0},
	{"row_shl", ModDPP, valueDPP, 0},
	{"row_shr", ModDPP, valueDPP, 0},
	{"sc0", ModSC0, valueFlag, 0},
	{"sc1", ModSC1, valueFlag, 0},
	{"src0_sel", ModSrc0Sel, valueSel, 6},
	{"src1_sel", ModSrc1Sel, valueSel, 6},
	{"wave_rol", ModDPP, valueDPP, 0},
	{"wave_ror", ModDPP, valueDPP, 0},
	{"wave_shl", ModDPP, valueDPP, 0},
	{"wave_shr", ModDPP, valueDPP, 0},
}

// modifier reads a modifier if one is at pos. Every modifier is a word that starts with one of a
// few letters and cannot be an operand there: it is followed by a colon, or is one of the flags.
func (p *parser) modifier() (bool, *SyntaxError) {
	if c := p.peek(); c < 'a' || c > 'w' {
		return false, nil
	}
	if p.pos+1 < len(p.s) && (isDigit(p.s[p.pos+1]) || p.s[p.pos+1] == '[') {
		return false, nil // a register
	}
	end := identEnd(p.s, p.pos)
	name := p.s[p.pos:end]
	colon := end < len(p.s) && p.s[end] == ':'
	if !colon && (p.peek() == 'v' || p.peek() == 'e') {
		return false, nil // vcc and exec; no flag starts like them
	}
	if m := lookupModWord(name); m != nil {
		flag := m.value == valueFlag || m.value == valueDPP && m.plainDPP()
		if flag == colon {
			if m.mod == ModNeg { // neg(x) is an operand
				return false, nil
			}
			return true, p.errorf(p.pos, end, "%s", map[bool]string{true: name + " takes no value", false: name + " needs a value: " + name + ":…"}[flag])
		}
		return true, p.modifierValue(m, end)
	}
	if colon {
		err := p.errorf(p.pos, end, "unknown modifier %s", name)
		var names []string
		for i := range modWords {
			names = append(names, modWords[i].name)
		}
		if s := Nearest(name, names, typos(name)); len(s) > 0 {
			err.Notes = []string{"did you mean " + strings.Join(s, ", ") + "?"}
		}
		return true, err
	}
	return false, nil
}

// lookupModWord returns the modifier of that name, nil if there is none.
func lookupModWord(name string) *modWord {
	lo, hi := 0, len(modWords)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if modWords[mid].name < name {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(modWords) && modWords[lo].name == name {
		return &modWords[lo]
	}
	return nil
}

func (m *modWord) plainDPP() bool { return m.name == "row_mirror" || m.name == "row_half_mirror" }

func (p *parser) modifierValue(m *modWord, end int) *SyntaxError {
	start := p.pos
	if m.value == valueDFMT {
		if err := p.formatHalf(m, end); err != nil {
			return err
		}
	} else if p.given.Has(m.mod) {
		return p.errorf(start, end, "%s is given twice", m.name)
	}
	p.pos = end
	if m.value != valueFlag && !(m.value == valueDPP && m.plainDPP()) {
		p.pos++
		p.skipSpace()
	}
	err := p.readValue(m)
	p.given |= m.mod.bit()
	p.modPos[m.mod], p.modEnd[m.mod] = int32(start), int32(p.pos)
	return err
}

// soffsetIndex is the place of soffset among the operands of MTBUF.
const soffsetIndex = 3

// formatHalf checks dfmt: or nfmt:. They come before soffset, as in assembly for older chips, in
// any order and each at most once.
func (p *parser) formatHalf(m *modWord, end int) *SyntaxError {
	half := uint8(1)
	if m.name == "nfmt" {
		half = 2
	}
	switch {
	case p.n != soffsetIndex || p.given&^ModFormat.bit() != 0:
		return p.errorf(p.pos, end, "%s: goes before soffset; after the operands use format:", m.name)
	case p.halves&half != 0:
		return p.errorf(p.pos, end, "%s is given twice", m.name)
	}
	p.halves |= half
	return nil
}

// beforeOffset reports whether the only modifiers so far are dfmt: and nfmt:,
// with soffset still to come.
func (p *parser) beforeOffset() bool {
	return p.halves != 0 && p.n == soffsetIndex && p.given == ModFormat.bit()
}

func (p *parser) readValue(m *modWord) *SyntaxError {
	switch m.value {
	case valueFlag:
		p.mods.Set |= m.mod.bit()
		return nil
	case valueBits:
		return p.bitList(m)
	case valueUnused:
		return p.named(m, dstUnusedNames[:3])
	case valueSel:
		return p.named(m, selNames[:7])
	case valueDPP:
		return p.dpp(m)
	case valueFormat:
		return p.format(m)
	}
	if m.value == valueOffset && strings.HasPrefix(p.s[p.pos:], "swizzle") {
		return p.swizzle()
	}
	start := p.pos
	v, err := p.constant(m.name)
	if err != nil {
		return err
	}
	switch m.value {
	case valueOffset:
		if int64(int32(v)) != v {
			return p.errorf(start, p.pos, "offset %d is out of range", v)
		}
		p.mods.Offset = int32(v)
		return nil
	case valueOMod:
		return p.omod(m, v, start)
	case valueBound:
		if v != 0 && v != 1 {
			return p.errorf(start, p.pos, "bound_ctrl takes 0 or 1 (both switch it on)")
		}
		v = 1
	case valueDFMT:
		if !p.given.Has(ModFormat) {
			p.mods.Format = defaultFormat
		}
		if v < 0 || v > m.max {
			return p.errorf(start, p.pos, "%s:%d is out of range: 0 to %d", m.name, v, m.max)
		}
		if m.name == "dfmt" {
			p.mods.Format = p.mods.Format&^15 | uint8(v)
		} else {
			p.mods.Format = p.mods.Format&15 | uint8(v)<<4
		}
		return nil
	}
	if v < 0 || v > m.max {
		return p.errorf(start, p.pos, "%s:%d is out of range: 0 to %d", m.name, v, m.max)
	}
	p.mods.set(m.mod, uint64(v))
	return nil
}

// constant reads a number or an expression that is known now.
func (p *parser) constant(what string) (int64, *SyntaxError) {
	var w word
	start := p.pos
	if c := p.peek(); c == 0 || c == ',' || c == ']' {
		return 0, p.errorf(start, start+1, "%s needs a number", what)
	}
	if err := p.primary(&w, true); err != nil {
		return 0, err
	}
	if w.kind != wordInt {
		return 0, p.errorf(start, p.pos, "%s needs a number that is known here", what)
	}
	return w.val, nil
}

func (p *parser) omod(m *modWord, v int64, start int) *SyntaxError {
	switch {
	case v == 1:
		p.mods.OMod = 0
	case m.name == "div" && v == 2:
		p.mods.OMod = 3
	case m.name == "mul" && v == 2:
		p.mods.OMod = 1
	case m.name == "mul" && v == 4:
		p.mods.OMod = 2
	default:
		return p.errorf(start, p.pos, "%s:%d does not exist: the output modifiers are mul:2, mul:4 and div:2", m.name, v)
	}
	return nil
}

// bitList reads [0,1,…].
func (p *parser) bitList(m *modWord) *SyntaxError {
	if p.peek() != '[' {
		return p.errorf(p.pos, p.pos+1, "%s takes a list: %s:[0,1]", m.name, m.name)
	}
	start := p.pos
	p.pos++
	v, n := uint64(0), uint8(0)
	for {
		p.skipSpace()
		elem := p.pos
		bit, err := p.constant("an element of " + m.name)
		if err != nil {
			return err
		}
		if bit != 0 && bit != 1 {
			return p.errorf(elem, p.pos, "elements of %s are 0 or 1", m.name)
		}
		if int64(n) == m.max {
			return p.errorf(start, p.pos, "%s has at most %d elements", m.name, m.max)
		}
		v |= uint64(bit) << n
		n++
		p.skipSpace()
		if p.peek() == ']' {
			p.pos++
			break
		}
		if p.peek() != ',' {
			return p.errorf(p.pos, p.pos+1, "expected a comma or a closing square bracket")
		}
		p.pos++
	}
	p.mods.set(m.mod, v)
	p.listed[m.mod] = n
	return nil
}

// named reads one of the names, or its number.
func (p *parser) named(m *modWord, names []string) *SyntaxError {
	start := p.pos
	end := identEnd(p.s, p.pos)
	for i, n := range names {
		if n == p.s[start:end] {
			p.pos = end
			p.mods.set(m.mod, uint64(i))
			return nil
		}
	}
	if end > start && !isDigit(p.s[start]) {
		return p.errorf(start, end, "%s is not a value of %s: %s", p.s[start:end], m.name, strings.Join(names, ", "))
	}
	v, err := p.constant(m.name)
	if err != nil {
		return err
	}
	if v < 0 || v >= int64(len(names)) {
		return p.errorf(start, p.pos, "%s:%d is out of range: %s", m.name, v, strings.Join(names, ", "))
	}
	p.mods.set(m.mod, uint64(v))
	return nil
}

// dpp reads the value of one of the DPP controls.
func (p *parser) dpp(m *modWord) *SyntaxError {
	start := p.pos
	if m.name == "quad_perm" {
		return p.quadPerm()
	}
	if m.plainDPP() {
		p.mods.DPPCtrl = DPPRowMirror
		if m.name == "row_half_mirror" {
			p.mods.DPPCtrl = DPPRowHalfMirror
		}
		return nil
	}
	v, err := p.constant(m.name)
	if err != nil {
		return err
	}
	for i := range dppControls {
		c := &dppControls[i]
		if strings.TrimSuffix(c.name, ":") != m.name {
			continue
		}
		if n := v - int64(c.first) + int64(c.lo); n >= int64(c.lo) && n <= int64(c.hi) {
			p.mods.DPPCtrl = uint16(n)
			return nil
		}
	}
	return p.errorf(start, p.pos, "%s:%d does not exist", m.name, v)
}

func (p *parser) quadPerm() *SyntaxError {
	if p.peek() != '[' {
		return p.errorf(p.pos, p.pos+1, "quad_perm takes a list of four lanes: quad_perm:[0,1,2,3]")
	}
	for i := range 4 {
		if want := "[,,,"[i]; p.peek() != want {
			return p.errorf(p.pos, p.pos+1, "expected %q: quad_perm takes four lanes", want)
		}
		p.pos++
		p.skipSpace()
		start := p.pos
		v, err := p.constant("quad_perm")
		if err != nil {
			return err
		}
		if v < 0 || v > 3 {
			return p.errorf(start, p.pos, "lanes of quad_perm are 0 to 3")
		}
		p.mods.DPPCtrl |= uint16(v) << (2 * i)
		p.skipSpace()
	}
	if p.peek() != ']' {
		return p.errorf(p.pos, p.pos+1, "expected a closing square bracket")
	}
	p.pos++
	return nil
}

// format reads the format of an MTBUF instruction: a number, or names.
func (p *parser) format(m *modWord) *SyntaxError {
	start := p.pos
	if p.peek() != '[' {
		v, err := p.constant(m.name)
		if err != nil {
			return err
		}
		if v < 0 || v > m.max {
			return p.errorf(start, p.pos, "format:%d is out of range: 0 to %d", v, m.max)
		}
		p.mods.Format = uint8(v)
		return nil
	}
	p.pos++
	d, n := -1, -1
	for {
		p.skipSpace()
		at := p.pos
		end := identEnd(p.s, p.pos)
		name := p.s[at:end]
		p.pos = end
		di, ni := indexOf(dataFormats[:], name), indexOf(numFormats[:], name)
		switch {
		case di >= 0 && d < 0:
			d = di
		case ni >= 0 && n < 0:
			n = ni
		case di >= 0 || ni >= 0:
			return p.errorf(at, end, "format names a data format or a number format twice")
		default:
			return p.errorf(at, max(end, at+1), "unknown buffer format %q", name)
		}
		p.skipSpace()
		if p.peek() == ']' {
			break
		}
		if p.peek() != ',' {
			return p.errorf(p.pos, p.pos+1, "expected a comma or a closing square bracket")
		}
		p.pos++
	}
	p.pos++
	p.mods.Format = uint8(max(n, 0)<<4) | uint8(d)
	if d < 0 {
		p.mods.Format = uint8(n<<4) | defaultFormat
	}
	return nil
}

func indexOf(names []string, name string) int {
	for i, n := range names {
		if n == name && n != "" {
			return i
		}
	}
	return -1
}

// swizzle reads swizzle(MODE, …), the offset of ds_swizzle_b32.
func (p *parser) swizzle() *SyntaxError {
	start := p.pos
	if !p.function("swizzle") {
		return p.errorf(start, start+len("swizzle"), "expected swizzle(MODE, …)")
	}
	at := p.pos
	end := identEnd(p.s, p.pos)
	mode := p.s[at:end]
	p.pos = end
	var v int64
	var err *SyntaxError
	switch mode {
	case "QUAD_PERM":
		v = SwizzleQuad
		for i := range 4 {
			var lane int64
			if lane, err = p.argument("a lane of QUAD_PERM", 0, 3); err != nil {
				return err
			}
			v |= lane << (2 * i)
		}
	case "BITMASK_PERM":
		v, err = p.bitmask()
	case "BROADCAST":
		v, err = p.broadcast()
	case "SWAP":
		v, err = p.group("SWAP", 1, 16)
		v = v<<10 | 31
	case "REVERSE":
		v, err = p.group("REVERSE", 2, 32)
		v = (v-1)<<10 | 31
	case "FFT":
		v, err = p.argument("the mask of FFT", 0, 31)
		v |= SwizzleFFT
	case "ROTATE":
		var dir, n int64
		if dir, err = p.argument("the direction of ROTATE", 0, 1); err == nil {
			n, err = p.argument("the distance of ROTATE", 0, 31)
		}
		v = SwizzleRotate | dir<<10 | n<<5
	default:
		return p.errorf(at, max(end, at+1), "unknown swizzle mode %q: QUAD_PERM, BITMASK_PERM, BROADCAST, SWAP, REVERSE, FFT or ROTATE", mode)
	}
	if err := p.closed(err); err != nil {
		return err
	}
	p.mods.Offset = int32(v)
	return nil
}

// argument reads a comma and a number.
func (p *parser) argument(what string, lo, hi int64) (int64, *SyntaxError) {
	p.skipSpace()
	if p.peek() != ',' {
		return 0, p.errorf(p.pos, p.pos+1, "expected a comma and %s", what)
	}
	p.pos++
	p.skipSpace()
	start := p.pos
	v, err := p.constant(what)
	if err == nil && (v < lo || v > hi) {
		err = p.errorf(start, p.pos, "%s is a number from %d to %d", what, lo, hi)
	}
	return v, err
}

// group reads a group size, a power of two.
func (p *parser) group(mode string, lo, hi int64) (int64, *SyntaxError) {
	v, err := p.argument("the group size of "+mode, lo, hi)
	if err == nil && bits.OnesCount64(uint64(v)) != 1 {
		err = p.errorf(p.pos-1, p.pos, "the group size of %s is a power of two", mode)
	}
	return v, err
}

func (p *parser) broadcast() (int64, *SyntaxError) {
	size, err := p.group("BROADCAST", 2, 32)
	if err != nil {
		return 0, err
	}
	lane, err := p.argument("the lane of BROADCAST", 0, size-1)
	return (32-size)&31 | lane<<5, err
}

// bitmask reads the five letters of BITMASK_PERM: 0, 1, p (preserve) or i (invert).
func (p *parser) bitmask() (int64, *SyntaxError) {
	p.skipSpace()
	if p.peek() != ',' {
		return 0, p.errorf(p.pos, p.pos+1, "expected a comma and a mask")
	}
	p.pos++
	p.skipSpace()
	start := p.pos
	if start+7 > len(p.s) || p.s[start] != '"' || p.s[start+6] != '"' {
		return 0, p.errorf(start, start+1, `expected a mask of five letters such as "00pip"`)
	}
	p.pos += 7
	var and, or, xor int64
	for i := range 5 {
		bit := int64(1) << (4 - i)
		switch p.s[start+1+i] {
		case '0':
		case '1':
			or |= bit
		case 'p':
			and |= bit
		case 'i':
			and |= bit
			xor |= bit
		default:
			return 0, p.errorf(start+1+i, start+2+i, "letters of a mask are 0, 1, p and i")
		}
	}
	return int64(SwizzleBits(and, or, xor)), nil
}
