package asm

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// values takes comma-separated expressions and emits each in size bytes: .byte, .long and so on.
func values(size int, kind fixKind) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		if !c.skip() {
			return
		}
		for {
			c.skip()
			start := c.i
			e, ok := c.expr()
			if !ok {
				return
			}
			a.emitExpr(e, size, kind, c.span(start, c.i))
			if !c.eat(',') {
				c.end()
				return
			}
		}
	}
}

// emitExpr emits an expression in size bytes.
func (a *assembler) emitExpr(e exprID, size int, kind fixKind, at span) {
	if n := &a.nodes[e]; n.op == opConst {
		f := fixup{where: at}
		if size == 8 || a.fits(&f, n.val, uint(size)*8) {
			a.emitInt(n.val, size, at)
		}
		return
	}
	st := a.cur
	if st.nobits() {
		a.errorAt(at, "section %s has no contents: only zeros can go there", st.sec.name)
		return
	}
	a.enlistUsed(e)
	st.fixups = append(st.fixups, fixup{kind: kind, at: int64(len(st.data)), expr: e, where: at})
	a.emitInt(0, size, at)
}

// octa takes numbers of 128 bits.
func octa(a *assembler, c *call) {
	if !c.skip() {
		return
	}
	for {
		c.skip()
		start, neg := c.i, c.eat('-')
		c.skip()
		end := c.tokenEnd()
		v, ok := new(big.Int).SetString(c.s[c.i:end], 0)
		if !ok || strings.ContainsRune(c.s[c.i:end], '_') {
			c.fail(start, end, "expected a number, not %s", c.token())
			return
		}
		c.i = end
		if v.BitLen() > 128 || neg && v.BitLen() > 127 {
			c.fail(start, end, "the number does not fit into 128 bits")
			return
		}
		if neg {
			v.Neg(v)
		}
		lo := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64))
		a.emitInt(int64(lo.Uint64()), 8, c.span(start, end))
		hi := new(big.Int).Rsh(v, 64)
		hi.And(hi, new(big.Int).SetUint64(math.MaxUint64))
		a.emitInt(int64(hi.Uint64()), 8, c.span(start, end))
		if !c.eat(',') {
			c.end()
			return
		}
	}
}

// floats takes floating-point numbers and emits them in size bytes.
func floats(size int) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		if !c.skip() {
			return
		}
		for {
			c.skip()
			start := c.i
			v, ok := c.float(size)
			if !ok {
				return
			}
			a.emitInt(int64(v), size, c.span(start, c.i))
			if !c.eat(',') {
				c.end()
				return
			}
		}
	}
}

// float takes a floating-point number and gives its bits.
func (c *cursor) float(size int) (uint64, bool) {
	start := c.i
	neg := c.eat('-')
	if !neg {
		c.eat('+')
	}
	c.skip()
	end := c.floatEnd()
	text := c.s[c.i:end]
	c.i = end
	bits, sign, err := parseFloat(text, size)
	if err != "" {
		return 0, c.fail(start, max(end, start+1), "%s", err)
	}
	if neg {
		bits |= sign
	}
	return bits, true
}

// floatEnd returns the end of the floating-point number at the cursor.
func (c *cursor) floatEnd() int {
	j := c.i
	for j < len(c.s) {
		b := c.s[j]
		exponent := j > c.i && (b == '+' || b == '-') && strings.IndexByte("eEpP", c.s[j-1]) >= 0 && class[c.s[c.i]] == chDigit
		if class[b] < chName && !exponent {
			break
		}
		j++
	}
	return j
}

// parseFloat returns the bits of the number and of its sign.
func parseFloat(text string, size int) (bits, sign uint64, msg string) {
	sign = 1 << (size*8 - 1)
	switch strings.ToLower(text) {
	case "inf", "infinity":
		return floatBits(math.Inf(1), size), sign, ""
	case "nan":
		// All mantissa bits set, as in llvm-mc.
		return sign - 1, sign, ""
	}
	if text == "" || class[text[0]] != chDigit && text[0] != '.' || strings.ContainsRune(text, '_') {
		return 0, 0, fmt.Sprintf("expected a floating-point number, inf or nan, not %q", text)
	}
	hex := strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X")
	if hex && !strings.ContainsAny(text, "pP") {
		return 0, 0, fmt.Sprintf("hexadecimal floating-point number %q has no exponent (p)", text)
	}
	v, err := strconv.ParseFloat(text, size*8)
	if err != nil && !math.IsInf(v, 0) {
		return 0, 0, fmt.Sprintf("malformed floating-point number %q", text)
	}
	return floatBits(v, size), sign, ""
}

func floatBits(v float64, size int) uint64 {
	if size == 4 {
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

// texts takes comma-separated strings: .ascii, and .asciz with a zero after each. The commas of
// .ascii are optional.
func texts(zero bool) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		if !c.skip() {
			return
		}
		for {
			c.skip()
			start := c.i
			b, ok := c.appendQuoted(a.scratch[:0])
			if !ok {
				return
			}
			if zero {
				b = append(b, 0)
			}
			a.scratch = b
			a.emit(b, c.span(start, c.i))
			if c.eat(',') || !zero && c.is('"') {
				continue
			}
			c.end()
			return
		}
	}
}

// leb takes expressions and emits them as LEB128.
func leb(signed bool) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		for {
			c.skip()
			start := c.i
			e, ok := c.known()
			if !ok {
				return
			}
			a.emitLEB(e, signed, c.span(start, c.i))
			if !c.eat(',') {
				c.end()
				return
			}
		}
	}
}

func (a *assembler) emitLEB(e exprID, signed bool, at span) {
	if n := &a.nodes[e]; n.op == opConst {
		a.dbg.data(a.dbgHere())
		var b []byte
		if signed {
			b = appendSLEB(a.scratch[:0], n.val, slebSize(n.val))
		} else {
			b = appendULEB(a.scratch[:0], uint64(n.val), ulebSize(uint64(n.val)))
		}
		a.scratch = b
		a.emit(b, at)
		return
	}
	if a.cur.nobits() {
		a.errorAt(at, "section %s has no contents: only zeros can go there", a.cur.sec.name)
		return
	}
	kind := pieceULEB
	if signed {
		kind = pieceSLEB
	}
	a.addPiece(piece{kind: kind, expr: e, where: at})
}

// space takes a number of bytes and a fill value: .zero, .skip.
func space(a *assembler, c *call) {
	c.skip()
	start := c.i
	e, ok := c.known()
	if !ok {
		return
	}
	at := c.span(start, c.i)
	value := int64(0)
	if c.eat(',') {
		if value, ok = c.abs(); !ok {
			return
		}
	}
	if !c.end() {
		return
	}
	if n := &a.nodes[e]; n.op == opConst && n.val < 0 {
		a.errorAt(at, "a count of %d", n.val)
		return
	}
	a.fill(e, value, 1, at)
}

// fill takes ".fill count, size, value".
func fill(a *assembler, c *call) {
	c.skip()
	start := c.i
	count, ok := c.known()
	if !ok {
		return
	}
	at := c.span(start, c.i)
	size, value := int64(1), int64(0)
	if c.eat(',') {
		c.skip()
		start = c.i
		if size, ok = c.abs(); !ok {
			return
		}
		if size < 0 {
			a.warn(c.span(start, c.i), ".fill with a negative size has no effect")
			size = 0
		} else if size > 8 {
			a.warn(c.span(start, c.i), ".fill with a size of more than 8 bytes uses 8")
			size = 8
		}
		if c.eat(',') {
			c.skip()
			start = c.i
			if value, ok = c.abs(); !ok {
				return
			}
			if uint64(value)>>32 != 0 && size > 4 {
				a.warn(c.span(start, c.i), ".fill uses the low 32 bits of its value")
			}
		}
	}
	if !c.end() {
		return
	}
	if size > 4 {
		value &= math.MaxUint32
	}
	if a.nodes[count].op == opConst {
		a.dbg.data(a.dbgHere())
	}
	a.fill(count, value, size, at)
}

// fill emits count times the low size bytes of value.
func (a *assembler) fill(count exprID, value, size int64, at span) {
	v := uint64(value)
	if size < 8 {
		v &= 1<<(8*size) - 1
	}
	n := &a.nodes[count]
	if n.op != opConst {
		if a.cur.nobits() && v != 0 {
			a.errorAt(at, "section %s has no contents: only zeros can go there", a.cur.sec.name)
			return
		}
		a.addPiece(piece{kind: pieceFill, expr: count, value: v, width: size, where: at})
		return
	}
	if n.val < 0 {
		a.warn(at, "a negative count has no effect")
	}
	a.pad(n.val, v, size, at)
}

// org takes the offset to advance to, and a fill value.
func org(a *assembler, c *call) { a.orgTo(c.cursor, c.at) }

func (a *assembler) orgTo(c *cursor, at span) {
	e, ok := c.known()
	if !ok {
		return
	}
	value := int64(0)
	if c.eat(',') {
		if value, ok = c.abs(); !ok {
			return
		}
	}
	if !c.end() {
		return
	}
	a.addPiece(piece{kind: pieceOrg, expr: e, value: uint64(value) & 0xff, width: 1, where: at})
}

// alignment describes the directives that align: the meaning of the operand, and the width of the
// fill pattern.
func alignment(power bool, width int64) func(*assembler, *call) {
	return func(a *assembler, c *call) {
		if !c.skip() && power {
			a.warn(c.at, "%s without an operand has no effect", c.name)
			return
		}
		start := c.i
		n, ok := c.abs()
		if !ok {
			return
		}
		align, msg := alignOf(n, power)
		if msg != "" {
			c.fail(start, c.i, "%s", msg)
			return
		}
		p := piece{kind: pieceAlign, align: align, width: width, most: align, where: c.at}
		filled := false
		if c.eat(',') {
			if c.skip() && c.s[c.i] != ',' {
				filled = true
				v, ok := c.abs()
				if !ok {
					return
				}
				p.value = uint64(v) & (1<<(8*width) - 1)
			}
			if c.eat(',') {
				c.skip()
				start = c.i
				most, ok := c.abs()
				if !ok {
					return
				}
				switch {
				case most < 1:
					c.fail(start, c.i, "the largest padding must be at least 1")
					return
				case most >= align:
					a.warn(c.span(start, c.i), "the largest padding is not less than the alignment and has no effect")
				default:
					p.most = most
				}
			}
		}
		if !c.end() {
			return
		}
		const code = 0x4
		p.asCode = !filled && a.cur.sec.flags&code != 0
		a.align(p)
	}
}

// alignOf returns the alignment that n encodes.
func alignOf(n int64, power bool) (align int64, msg string) {
	const most = 1 << 31
	if power {
		if n < 0 || n > 31 {
			return 0, fmt.Sprintf("an alignment of 2^%d; accepted: 2^0 to 2^31", n)
		}
		return 1 << n, ""
	}
	switch {
	case n == 0:
		return 1, ""
	case n < 0 || n&(n-1) != 0:
		return 0, fmt.Sprintf("an alignment of %d, which is not a power of two", n)
	case n > most:
		return 0, fmt.Sprintf("an alignment of %d is too large; at most %d is accepted", n, most)
	}
	return n, ""
}

// align pads the current section.
func (a *assembler) align(p piece) {
	st := a.cur
	if st.nobits() && p.value != 0 {
		a.errorAt(p.where, "section %s has no contents: only zeros can go there", st.sec.name)
		return
	}
	st.sec.align = max(st.sec.align, uint64(p.align))
	off, ok := st.known()
	if !ok {
		a.addPiece(p)
		return
	}
	n, ok := a.alignPadding(off, &p)
	switch {
	case !ok:
	case st.nobits():
		st.zeros += n
	case !a.generate(n, p.where):
	case p.asCode:
		st.data = appendCodePadding(st.data, n)
	default:
		st.data = appendPattern(st.data, n/p.width, p.value, p.width)
	}
}
