package isa

import (
	"math"
	"strconv"
	"strings"
)

// word is an operand as it was written, before a row gives it a meaning.
type word struct {
	kind     wordKind
	flags    OperandFlags
	dwords   uint8
	lit      bool // written as lit(x)
	fixed    bool // a number in a syntax of its own: hwreg(…), vmcnt(…)
	pos, end int32
	reg      Reg
	val      int64   // wordInt; wordExpr: handle
	float    float64 // wordFloat
}

type wordKind uint8

const (
	wordNone wordKind = iota
	wordReg
	wordInt
	wordFloat
	wordOff
	wordExpr
)

// operand reads one operand, with source modifiers.
func (p *parser) operand(w *word) *SyntaxError {
	*w = word{pos: int32(p.pos)}
	var err *SyntaxError
	switch p.class() {
	case ClassWAITCNT, ClassHWREG, ClassSENDMSG, ClassGPRIDX:
		err = p.special(w)
	default:
		err = p.source(w)
	}
	w.end = int32(p.pos)
	return err
}

// source reads a register, constant or expression inside -, neg(), abs(), ||
// and sext().
func (p *parser) source(w *word) *SyntaxError {
	if p.peek() == '-' && p.negates() {
		p.pos++
		p.skipSpace()
		w.flags |= Neg
		if p.peek() == '-' {
			return p.errorf(p.pos, p.pos+1, "two signs: write neg(-x) for a negated negative constant")
		}
	} else if p.function("neg") {
		w.flags |= Neg
		return p.closed(p.absolute(w))
	} else if p.function("sext") {
		w.flags |= Sext
		return p.closed(p.primary(w, true))
	}
	return p.absolute(w)
}

// negates reports whether the minus at pos is a source modifier rather than
// the sign of a number.
func (p *parser) negates() bool {
	i := p.pos + 1
	for i < len(p.s) && (p.s[i] == ' ' || p.s[i] == '\t') {
		i++
	}
	if i >= len(p.s) {
		return false
	}
	c := p.s[i]
	if c == '-' { // of two signs of a number both are part of it
		for c == '-' && i+1 < len(p.s) {
			i++
			c = p.s[i]
		}
		return !isDigit(c)
	}
	if c == '|' {
		return true
	}
	if c >= '0' && c <= '9' || c == '(' || c == '.' || c == '~' || c == '!' {
		return false
	}
	name := p.s[i:identEnd(p.s, i)]
	if name == "abs" || absentRegister(name) {
		return true
	}
	_, _, isReg := registerName(name)
	return isReg || c == '[' || strings.IndexByte("vsat", c) >= 0 && i+len(name) < len(p.s) && p.s[i+len(name)] == '['
}

// function reads name( if it is there.
func (p *parser) function(name string) bool {
	if p.peek() != name[0] || !strings.HasPrefix(p.s[p.pos:], name) {
		return false
	}
	i := p.pos + len(name)
	for i < len(p.s) && (p.s[i] == ' ' || p.s[i] == '\t') {
		i++
	}
	if i >= len(p.s) || p.s[i] != '(' {
		return false
	}
	p.pos = i + 1
	p.skipSpace()
	return true
}

// closed reads a closing parenthesis, if the text before it was correct.
func (p *parser) closed(err *SyntaxError) *SyntaxError {
	if err != nil {
		return err
	}
	p.skipSpace()
	if p.peek() != ')' {
		return p.errorf(p.pos, p.pos+1, "expected a closing parenthesis")
	}
	p.pos++
	return nil
}

func (p *parser) absolute(w *word) *SyntaxError {
	switch {
	case p.peek() == '|':
		p.pos++
		p.skipSpace()
		w.flags |= Abs
		if err := p.barred(w); err != nil {
			return err
		}
		p.skipSpace()
		if p.peek() != '|' {
			return p.errorf(p.pos, p.pos+1, "expected a closing vertical bar")
		}
		p.pos++
		return nil
	case p.function("abs"):
		w.flags |= Abs
		return p.closed(p.primary(w, true))
	}
	return p.primary(w, true)
}

// barred reads the text between vertical bars. The closing one ends an expression too; it is not an
// operator there.
func (p *parser) barred(w *word) *SyntaxError {
	whole, depth := p.s, 0
	defer func() { p.s = whole }()
	for i := p.pos; i < len(whole); i++ {
		switch c := whole[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			p.s = whole[:i]
			return p.primary(w, false)
		}
	}
	return p.primary(w, false)
}

// primary reads a register, "off", lit(x), a number or an expression; binary
// operators are not for operands between vertical bars.
func (p *parser) primary(w *word, operators bool) *SyntaxError {
	c := p.peek()
	switch {
	case c >= '0' && c <= '9' || c == '.' && p.pos+1 < len(p.s) && isDigit(p.s[p.pos+1]):
		return p.number(w, operators)
	case c == '-' && p.pos+1 < len(p.s) && (isDigit(p.s[p.pos+1]) || p.s[p.pos+1] == '.'):
		return p.negative(w, operators)
	case c == '[':
		return p.registerList(w)
	case c == 0:
		return p.errorf(p.pos, p.pos+1, "expected an operand")
	}
	end := identEnd(p.s, p.pos)
	name := p.s[p.pos:end]
	if p.register(w, name, end) {
		return nil
	}
	if end < len(p.s) && p.s[end] == '[' {
		if base, max, ok := fileOf(name); ok {
			return p.registerRange(w, base, max, end)
		}
	}
	switch {
	case name == "off":
		p.pos = end
		w.kind = wordOff
		return nil
	case name == "lit" && !w.lit && p.function("lit"):
		w.lit = true
		err := p.closed(p.primary(w, true))
		if err == nil && w.kind != wordInt && w.kind != wordFloat {
			return p.errorf(int(w.pos), p.pos, "lit() takes a number")
		}
		return err
	case absentRegister(name):
		return p.errorf(p.pos, end, "%s has no register %s", p.t.Chip.Name, name)
	}
	return p.expression(w)
}

// absentRegister reports whether name is a register of other chips, or has
// the form of one: no symbol can have such a name.
func absentRegister(name string) bool {
	i := len(name)
	for i > 0 && isDigit(name[i-1]) {
		i--
	}
	if _, _, ok := fileOf(name[:i]); ok && i < len(name) {
		return true
	}
	return indexOf(absentNames[:], name) >= 0
}

// absentNames are registers of other chips.
var absentNames = [...]string{"null", "pc", "tba", "tba_lo", "tba_hi", "tma", "tma_lo", "tma_hi", "lds_direct", "src_lds_direct",
	"src_flat_scratch_base_lo", "src_flat_scratch_base_hi"}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// expression delegates to the assembler's expression parser.
func (p *parser) expression(w *word) *SyntaxError {
	if p.expr == nil {
		end := max(identEnd(p.s, p.pos), p.pos+1)
		return p.errorf(p.pos, end, "expected a register or a number")
	}
	v, end, err := p.expr(p.s, p.pos)
	if err != nil {
		return err
	}
	if end <= p.pos {
		return p.errorf(p.pos, p.pos+1, "expected an operand")
	}
	p.pos = end
	w.kind, w.val = wordInt, v.Val
	if !v.Absolute {
		w.kind, w.val = wordExpr, int64(v.Handle)
	}
	return nil
}

// negative reads a number with a sign.
func (p *parser) negative(w *word, operators bool) *SyntaxError {
	start := p.pos
	p.pos++
	if err := p.numberToken(w); err != nil {
		return err
	}
	if w.kind == wordFloat {
		w.float = -w.float
		return p.floatEnds(start)
	}
	if operators && p.operatorFollows() {
		p.pos = start
		return p.expression(w)
	}
	w.val = -w.val
	return nil
}

// floatEnds makes sure that a float is not meant as part of an expression:
// there are none of floats. After a blank the next operand may begin.
func (p *parser) floatEnds(start int) *SyntaxError {
	if c := p.peek(); c != '|' && c != 0 && strings.IndexByte(operatorBytes, c) >= 0 {
		return p.errorf(start, p.pos+1, "expressions are of integers")
	}
	return nil
}

const operatorBytes = "+-*/%&|^<>=!"

func (p *parser) number(w *word, operators bool) *SyntaxError {
	start := p.pos
	if err := p.numberToken(w); err != nil {
		return err
	}
	if w.kind == wordFloat {
		return p.floatEnds(start)
	}
	if operators && p.operatorFollows() || p.symbolic(start) {
		p.pos = start
		return p.expression(w)
	}
	return nil
}

// symbolic reports whether the token at start is a reference to a local
// label: 1f, 2b.
func (p *parser) symbolic(start int) bool {
	return p.pos < len(p.s) && (p.s[p.pos] == 'f' || p.s[p.pos] == 'b') && p.pos > start && identEnd(p.s, p.pos) == p.pos+1
}

// operatorFollows reports whether a binary operator comes next.
func (p *parser) operatorFollows() bool {
	i := p.pos
	for i < len(p.s) && (p.s[i] == ' ' || p.s[i] == '\t') {
		i++
	}
	return i < len(p.s) && strings.IndexByte(operatorBytes, p.s[i]) >= 0
}

// numberToken reads digits: decimal, 0x, 0b, octal with a leading 0, or a
// decimal floating-point number.
func (p *parser) numberToken(w *word) *SyntaxError {
	start := p.pos
	i := p.pos
	if v, end, ok := shortDecimal(p.s, i); ok {
		p.pos, w.kind, w.val = end, wordInt, v
		return nil
	}
	hex := strings.HasPrefix(p.s[i:], "0x") || strings.HasPrefix(p.s[i:], "0X")
	for i < len(p.s) && (identByte[p.s[i]] || (p.s[i] == '-' || p.s[i] == '+') && !hex && (p.s[i-1] == 'e' || p.s[i-1] == 'E')) {
		i++
	}
	text := p.s[start:i]
	if n := len(text); n > 1 && (text[n-1] == 'f' || text[n-1] == 'b') && allDigits(text[:n-1]) {
		p.pos = i - 1 // a local label; symbolic sees it
		w.kind = wordInt
		return nil
	}
	p.pos = i
	if !hex && (strings.Contains(text, ".") || text[0] != '0' && strings.ContainsAny(text, "eE")) {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil && !math.IsInf(f, 0) || strings.Contains(text, "_") {
			return p.errorf(start, i, "malformed number %s", text)
		}
		w.kind, w.float = wordFloat, f
		return nil
	}
	if hex && strings.ContainsAny(text, "pP") {
		return p.hexFloat(w, start)
	}
	u, err := strconv.ParseUint(text, 0, 64)
	if len(text) > 1 && (text[1] == 'o' || text[1] == 'O') {
		return p.errorf(start, i, "malformed number %s: octal numbers start with 0", text)
	}
	if err != nil || strings.Contains(text, "_") {
		if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
			return p.errorf(start, i, "number %s does not fit 64 bits", text)
		}
		return p.errorf(start, i, "malformed number %s", text)
	}
	w.kind, w.val = wordInt, int64(u)
	return nil
}

// hexFloat reads a hexadecimal float such as 0x1.8p3 whose text starts at start.
func (p *parser) hexFloat(w *word, start int) *SyntaxError {
	i := start + len("0x")
	for i < len(p.s) && (identByte[p.s[i]] || (p.s[i] == '-' || p.s[i] == '+') && (p.s[i-1] == 'p' || p.s[i-1] == 'P')) {
		i++
	}
	f, err := strconv.ParseFloat(p.s[start:i], 64)
	if err != nil && !math.IsInf(f, 0) {
		return p.errorf(start, i, "malformed number %s", p.s[start:i])
	}
	p.pos = i
	w.kind, w.float = wordFloat, f
	return nil
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// shortDecimal reads the most common numbers: a few decimal digits with nothing after them that
// could belong to a number.
func shortDecimal(s string, i int) (v int64, end int, ok bool) {
	start := i
	for i < len(s) && isDigit(s[i]) && i-start < 10 {
		v = v*10 + int64(s[i]-'0')
		i++
	}
	if i == start || i < len(s) && identByte[s[i]] || s[start] == '0' && i > start+1 {
		return 0, 0, false
	}
	return v, i, true
}

// register reads a register that is one word.
func (p *parser) register(w *word, name string, end int) bool {
	r, dwords, ok := registerName(name)
	if !ok || end < len(p.s) && p.s[end] == '[' {
		return false
	}
	p.pos = end
	w.kind, w.reg, w.dwords = wordReg, r, dwords
	return true
}

// fileOf returns the register file that a prefix names.
func fileOf(prefix string) (base Reg, n int, ok bool) {
	switch prefix {
	case "v":
		return V0, 256, true
	case "s":
		return S0, 102, true
	case "a", "acc":
		return A0, 256, true
	case "ttmp":
		return TTMP0, 16, true
	}
	return 0, 0, false
}

// registerName returns the register or register pair with a name of one word.
func registerName(name string) (r Reg, dwords uint8, ok bool) {
	if name == "" {
		return 0, 0, false
	}
	if i := len(name) - 1; isDigit(name[i]) {
		for i > 0 && isDigit(name[i-1]) {
			i--
		}
		if base, n, ok := fileOf(name[:i]); ok {
			v := 0
			for _, c := range []byte(name[i:min(len(name), i+4)]) {
				v = v*10 + int(c-'0')
			}
			return base + Reg(v), 1, v < n && len(name)-i <= 3
		}
	}
	for i := range namedRegs {
		if namedRegs[i].name == name {
			return namedRegs[i].reg, namedRegs[i].dwords, true
		}
	}
	return 0, 0, false
}

// namedRegs are the registers with names, by the name that the assembler takes.
// The special sources are 32 or 64 bits long, as the operand is.
var namedRegs = []struct {
	name   string
	reg    Reg
	dwords uint8
}{
	{"vcc", VCCLo, 2}, {"exec", ExecLo, 2}, {"m0", M0, 1},
	{"vcc_lo", VCCLo, 1}, {"vcc_hi", VCCHi, 1}, {"exec_lo", ExecLo, 1}, {"exec_hi", ExecHi, 1},
	{"flat_scratch", FlatScratchLo, 2}, {"flat_scratch_lo", FlatScratchLo, 1}, {"flat_scratch_hi", FlatScratchHi, 1},
	{"xnack_mask", XnackMaskLo, 2}, {"xnack_mask_lo", XnackMaskLo, 1}, {"xnack_mask_hi", XnackMaskHi, 1},
	{"src_shared_base", SharedBase, 0}, {"src_shared_limit", SharedLimit, 0},
	{"src_private_base", PrivateBase, 0}, {"src_private_limit", PrivateLimit, 0},
	{"src_pops_exiting_wave_id", PopsExitingWave, 0},
	{"src_vccz", VCCZ, 0}, {"src_execz", EXECZ, 0}, {"src_scc", SCC, 0},
	{"shared_base", SharedBase, 0}, {"shared_limit", SharedLimit, 0},
	{"private_base", PrivateBase, 0}, {"private_limit", PrivateLimit, 0},
	{"pops_exiting_wave_id", PopsExitingWave, 0},
	{"vccz", VCCZ, 0}, {"execz", EXECZ, 0}, {"scc", SCC, 0},
}

// registerRange reads v[0:3] or v[0]; the bounds may be expressions.
func (p *parser) registerRange(w *word, base Reg, n int, bracket int) *SyntaxError {
	start := p.pos
	p.pos = bracket + 1
	lo, err := p.bound()
	if err != nil {
		return err
	}
	hi := lo
	if p.peek() == ':' {
		p.pos++
		if hi, err = p.bound(); err != nil {
			return err
		}
	}
	if p.peek() != ']' {
		return p.errorf(p.pos, p.pos+1, "expected a closing square bracket")
	}
	p.pos++
	if lo < 0 || hi < lo || hi >= int64(n) {
		return p.errorf(start, p.pos, "no such registers: %s (there are %d)", p.s[start:p.pos], n)
	}
	if hi-lo >= 32 {
		return p.errorf(start, p.pos, "a tuple has at most 32 registers")
	}
	w.kind, w.reg, w.dwords = wordReg, base+Reg(lo), uint8(hi-lo+1)
	return nil
}

// bound reads the number of a register.
func (p *parser) bound() (int64, *SyntaxError) {
	p.skipSpace()
	var w word
	start := p.pos
	if c := p.peek(); c == ':' || c == ']' || c == 0 {
		return 0, p.errorf(p.pos, p.pos+1, "expected a register number")
	}
	if err := p.primary(&w, true); err != nil {
		return 0, err
	}
	if w.kind != wordInt {
		return 0, p.errorf(start, p.pos, "expected a register number that is known here")
	}
	p.skipSpace()
	return w.val, nil
}

// registerList reads [v0,v1,v2]: consecutive registers of one file.
func (p *parser) registerList(w *word) *SyntaxError {
	start := p.pos
	p.pos++
	for {
		p.skipSpace()
		var one word
		elem := p.pos
		end := identEnd(p.s, p.pos)
		if !p.register(&one, p.s[p.pos:end], end) || one.dwords != 1 {
			// halves of a pair, as in [vcc_lo,vcc_hi], are registers of one dword too
			return p.errorf(elem, max(end, elem+1), "expected a 32-bit register")
		}
		switch {
		case w.kind == wordNone:
			*w = word{kind: wordReg, flags: w.flags, pos: w.pos, reg: one.reg, dwords: 1}
		case one.reg != w.reg+Reg(w.dwords) || sameFile(one.reg) != sameFile(w.reg):
			return p.errorf(elem, p.pos, "registers in a list must have consecutive indices")
		case w.dwords == 32:
			return p.errorf(start, p.pos, "a tuple has at most 32 registers")
		default:
			w.dwords++
		}
		p.skipSpace()
		switch p.peek() {
		case ',':
			p.pos++
		case ']':
			p.pos++
			return nil
		default:
			return p.errorf(p.pos, p.pos+1, "expected a comma or a closing square bracket")
		}
	}
}

// sameFile returns a number that registers of one file share.
func sameFile(r Reg) int {
	switch {
	case r >= A0:
		return 4
	case r >= V0:
		return 3
	case r < FlatScratchLo:
		return 0
	case r >= TTMP0 && r < M0:
		return 1
	}
	return 16 + int(r)/2 // the named pairs
}
