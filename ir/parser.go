package ir

import (
	"fmt"
	"strings"
)

// Limits on the input.
const (
	// MaxInput is the largest file, in bytes.
	MaxInput = 1 << 28
	// MaxDepth is the depth to which regions, attributes, types and locations may nest, all counted
	// together.
	MaxDepth = 256
	// expansionBase and expansionFactor bound what aliases may stand for in total: a number of
	// bytes, plus a number per byte of input.
	expansionBase, expansionFactor = 1 << 22, 16
)

// parser reads one text. The first syntax error stops it: fail makes the current
// token the end of the text, so that every loop and expectation ends, and
// what is returned until then does not matter.
type parser struct {
	s      string
	src    *Source
	tok    token
	last   int // end of the token before tok
	failed bool
	ds     Diagnostics
	depth  int

	types    map[string]Type // by their text, to share them
	opaques  map[string]Attr
	attrDefs map[string]alias[Attr]
	typeDefs map[string]alias[Type]
	expanded int // bytes that aliases have stood for

	ssa    scope
	blocks []*regionBlocks // innermost last
	late   []lateLocation

	operands []operandRef // scratch of operation, used as a stack
	attrs    []NamedAttr  // scratch of dictionaries, used as a stack
	typeList []Type       // scratch of type lists, used as a stack
	values   []Value      // to be handed out, as the next three
	slots    []*Value
	entries  []NamedAttr
	ops      []Operation
	unknown  map[string]*OpDecl // operations without a declaration
	host     hostSide
	foreign  foreignOps
}

// alias is the text that #name or !name stands for.
type alias[T any] struct {
	to   T
	size int // bytes of its text
}

func newParser(file, text string) *parser {
	p := &parser{
		s:       text,
		src:     &Source{file, text},
		types:   map[string]Type{},
		opaques: map[string]Attr{},
		host:    hostSide{likely: mayHaveExecutables(text)},
	}
	if len(text) > MaxInput {
		p.fail(Pos{}, fmt.Sprintf("the file has %d bytes; at most %d are read", len(text), MaxInput))
		return p
	}
	p.tok = lexAt(text, 0)
	p.checkToken()
	return p
}

// next advances to the token after tok.
func (p *parser) next() { p.goOn(p.tok.end) }

// goOn advances to the token at or after position i.
func (p *parser) goOn(i int) {
	if p.failed {
		return
	}
	p.last = i
	p.tok = lexAt(p.s, i)
	p.checkToken()
}

func (p *parser) checkToken() {
	if p.tok.kind == tokBad {
		p.fail(p.pos(), lexFault(p.text()))
	}
}

// text returns the spelling of the current token.
func (p *parser) text() string { return p.s[p.tok.start:p.tok.end] }

// pos returns the place of the current token.
func (p *parser) pos() Pos { return Pos{int32(p.tok.start), int32(p.tok.end)} }

// fail reports a syntax error and ends reading.
func (p *parser) fail(at Pos, msg string, notes ...string) {
	if p.failed {
		return
	}
	p.report(at, msg, notes...)
	p.failed = true
	p.tok = token{tokEOF, len(p.s), len(p.s)}
}

// report adds an error and goes on reading.
func (p *parser) report(at Pos, msg string, notes ...string) {
	p.ds.Add(p.src.diagnostic(at, msg, notes...))
}

// unexpected fails at the current token.
func (p *parser) unexpected(want string) {
	if p.tok.kind == tokEOF {
		p.fail(Pos{int32(len(p.s)), int32(len(p.s))}, "expected "+want+", not the end of the text")
		return
	}
	p.fail(p.pos(), "expected "+want+", not "+clip(p.text()))
}

// clip shortens a quotation for a message.
func clip(s string) string {
	const longest = 160
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[:longest], "") + "..."
}

// is reports whether the current token is this kind.
func (p *parser) is(k tokenKind) bool { return p.tok.kind == k }

// accept takes a token of this kind, if it is the current one.
func (p *parser) accept(k tokenKind) bool {
	if p.tok.kind != k || p.failed {
		return false
	}
	p.next()
	return true
}

// expect takes a token of this kind or fails.
func (p *parser) expect(k tokenKind, want string) {
	if !p.accept(k) {
		p.unexpected(want)
	}
}

// word takes a bare identifier, if it is this one.
func (p *parser) word(w string) bool {
	if p.tok.kind != tokBare || p.text() != w {
		return false
	}
	p.next()
	return true
}

func (p *parser) expectWord(w string) {
	if !p.word(w) {
		p.unexpected("'" + w + "'")
	}
}

// enter counts a level of nesting; leave ends it.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > MaxDepth {
		p.fail(p.pos(), fmt.Sprintf("nested more than %d levels deep", MaxDepth))
	}
	return !p.failed
}

func (p *parser) leave() { p.depth-- }

// expand counts an alias that stands for n bytes.
func (p *parser) expand(at Pos, n int) {
	p.expanded += n
	if limit := expansionBase + expansionFactor*len(p.s); p.expanded > limit {
		p.fail(at, fmt.Sprintf("aliases stand for more than %d bytes", limit))
	}
}

// list reads elements separated by commas up to a closing token, which it takes.
func (p *parser) list(closing tokenKind, want string, element func()) {
	if p.accept(closing) {
		return
	}
	for !p.failed {
		element()
		if !p.accept(',') {
			break
		}
	}
	p.expect(closing, want)
}

// balanced finds the end of the <...> that begins at i: just after its closing bracket. The
// brackets inside must match; strings are skipped; -> is not a bracket.
func (p *parser) balanced(i int) int {
	start := i
	var open []byte
	for i < len(p.s) {
		c := p.s[i]
		switch c {
		case '"':
			t := lexString(p.s, i, i, tokString)
			if t.kind == tokBad {
				p.fail(Pos{int32(i), int32(t.end)}, lexFault(p.s[i:t.end]))
				return len(p.s)
			}
			i = t.end
			continue
		case '-':
			if strings.HasPrefix(p.s[i:], "->") {
				i++
			}
		case '<':
			open = append(open, '>')
		case '(':
			open = append(open, ')')
		case '[':
			open = append(open, ']')
		case '{':
			open = append(open, '}')
		case '>', ')', ']', '}':
			if c != open[len(open)-1] {
				p.fail(Pos{int32(i), int32(i + 1)}, "expected '"+string(open[len(open)-1])+"' before this bracket")
				return len(p.s)
			}
			open = open[:len(open)-1]
			if len(open) == 0 {
				return i + 1
			}
		case 0:
			p.fail(Pos{int32(i), int32(i + 1)}, "unexpected character")
			return len(p.s)
		}
		i++
		if len(open) > MaxDepth {
			p.fail(Pos{int32(i), int32(i)}, fmt.Sprintf("nested more than %d levels deep", MaxDepth))
			return len(p.s)
		}
	}
	p.fail(Pos{int32(start), int32(start + 1)}, "this bracket is not closed")
	return len(p.s)
}

// mlirDialects are the dialects of mlir-opt-22, whose attributes it parses.
const mlirDialects = " acc affine amdgpu amx arith arm_neon arm_sme arm_sve async bufferization builtin cf complex dlti emitc func gpu index irdl " +
	"linalg llvm math memref ml_program mpi nvgpu nvvm omp pdl pdl_interp ptr quant rocdl scf shape shard smt sparse_tensor spirv tensor " +
	"tosa transform ub vector wasmssa x86vector xegpu xevm "

func inMLIR(dialect string) bool { return strings.Contains(mlirDialects, " "+dialect+" ") }

// resolveAliases replaces the aliases in the text of a dialect's type or attribute by what they
// stand for. The text of a dialect that MLIR does not know is not touched: to MLIR, an apparent
// alias there is just text.
func (p *parser) resolveAliases(dialect, text string, at Pos) string {
	if !inMLIR(dialect) {
		return text
	}
	if len(p.attrDefs) == 0 && len(p.typeDefs) == 0 || !strings.ContainsAny(text, "#!") {
		return text
	}
	var b []byte
	for i := 0; i < len(text); {
		t := token{end: i + 1}
		to, n := "", 0
		switch text[i] {
		case '"':
			t = lexString(text, i, i, tokString)
		case '#':
			t = lexPrefixed(text, i)
			if a, ok := p.attrDefs[text[i+1:t.end]]; ok {
				to, n = a.to.String(), a.size
			}
		case '!':
			t = lexPrefixed(text, i)
			if a, ok := p.typeDefs[text[i+1:t.end]]; ok {
				to, n = a.to.String(), a.size
			}
		}
		if to == "" {
			to = text[i:t.end]
		}
		if p.expand(at, n); p.failed {
			return ""
		}
		b = append(b, to...)
		i = t.end
	}
	return string(b)
}

// symbolBody reads the name and body of a type or attribute of a dialect:
// !dialect.body<...> or !dialect<body>. With neither a point nor a bracket it is
// an alias, and dialect is "".
func (p *parser) symbolBody() (dialect, body string) {
	at := p.pos()
	name := p.text()[1:]
	end := p.tok.end
	bracket := end < len(p.s) && p.s[end] == '<'
	dialect, body, pretty := strings.Cut(name, ".")
	if name == "" || !isLetter(name[0]) && name[0] != '_' {
		if bracket || pretty {
			p.fail(at, "expected the name of a dialect")
		}
	}
	if !bracket && !pretty {
		p.next()
		return "", name
	}
	if bracket {
		close := p.balanced(end)
		if p.failed {
			return "?", ""
		}
		text := p.resolveAliases(dialect, p.s[end:close], at)
		if pretty {
			body += text
		} else {
			body = text[1 : len(text)-1]
		}
		end = close
	}
	if pretty && body == "" {
		p.fail(at, "expected a name after the point")
	}
	p.goOn(end)
	return dialect, body
}
