package ir

import (
	"fmt"
	"strings"

	"heddle/arch"
)

// genericHint says how to get the accepted form.
const genericHint = "only the generic form is read: run mlir-opt-22 --allow-unregistered-dialect --mlir-print-op-generic on the file first"

// Parse reads a file in MLIR's generic form. Operations that are not in a module
// are put into one. The error is a *[Diagnostics]. The module is not verified.
func Parse(file, text string) (*Module, error) {
	p := newParser(file, strings.TrimPrefix(text, "\ufeff")) // a byte-order mark
	top := &Operation{Decl: mustDecl("builtin.module")}
	body := top.AddRegion().AddBlock()
	p.ssa.open()
	for !p.failed && !p.is(tokEOF) {
		switch p.tok.kind {
		case tokHash:
			p.attrAlias()
		case tokBang:
			p.typeAlias()
		case tokResource:
			p.fail(p.pos(), "resources ({-# ... #-}) are not read")
		default:
			p.operation(body)
		}
	}
	p.closeScope()
	p.resolveLocations()
	p.dropHost(top)
	p.reportForeign()
	if err := errorOf(&p.ds); err != nil {
		return nil, err
	}
	if len(body.Ops) == 1 && body.Ops[0].Name() == "builtin.module" {
		top = body.Ops[0]
		top.Block = nil
	}
	return &Module{Op: top, Source: p.src}, nil
}

// ParseType reads a type.
func ParseType(text string) (Type, error) {
	p := newParser("<type>", text)
	t := p.typ()
	return t, p.end()
}

// ParseAttr reads an attribute.
func ParseAttr(text string) (Attr, error) {
	p := newParser("<attribute>", text)
	a := p.attr()
	return a, p.end()
}

func (p *parser) end() error {
	if !p.failed && !p.is(tokEOF) {
		p.unexpected("the end")
	}
	return errorOf(&p.ds)
}

func (p *parser) attrAlias() {
	at, name := p.pos(), p.text()[1:]
	p.next()
	if !isAliasName(name) {
		p.fail(at, "the name of an alias has no point")
	}
	p.expect('=', "'='")
	a := p.attr()
	if p.failed {
		return
	}
	if _, ok := p.attrDefs[name]; ok {
		p.fail(at, "the alias #"+clip(name)+" is defined twice")
	}
	if p.attrDefs == nil {
		p.attrDefs = map[string]alias[Attr]{}
	}
	p.attrDefs[name] = alias[Attr]{a, len(a.String())}
}

func (p *parser) typeAlias() {
	at, name := p.pos(), p.text()[1:]
	p.next()
	if !isAliasName(name) {
		p.fail(at, "the name of an alias has no point")
	}
	p.expect('=', "'='")
	t := p.typ()
	if p.failed {
		return
	}
	if _, ok := p.typeDefs[name]; ok {
		p.fail(at, "the alias !"+clip(name)+" is defined twice")
	}
	if p.typeDefs == nil {
		p.typeDefs = map[string]alias[Type]{}
	}
	p.typeDefs[name] = alias[Type]{t, len(t.String())}
}

// resultName is %name or %name:count left of an operation.
type resultName struct {
	name  string
	count int
	at    Pos
}

// operation reads an operation and puts it into b.
func (p *parser) operation(b *Block) {
	var names [4]resultName
	results := p.resultNames(names[:0])
	if !p.is(tokString) {
		if p.is(tokBare) && p.foreignText() {
			p.fail(p.pos(), "expected an operation in quotes")
		} else if p.is(tokBare) {
			p.fail(p.pos(), "expected an operation in quotes, not "+clip(p.text()), genericHint)
		} else {
			p.unexpected("an operation")
		}
		return
	}
	if !p.enter() {
		return
	}
	defer p.leave()
	op := p.newOperation()
	op.Block, op.Pos = b, p.pos()
	name := p.text()
	op.Decl = Declared(name[1 : len(name)-1])
	switch {
	case op.Decl == nil && p.host.here():
		op.Decl = &OpDecl{Name: unquote(name), open: true}
		p.host.open = append(p.host.open, op)
	case op.Decl == nil:
		op.Decl = p.undeclared(unquote(name), op.Pos)
	case isExecutable(op):
		p.host.inside++
		defer func() { p.host.inside-- }()
	}
	p.next()
	base := len(p.operands)
	p.operandNames()
	if p.accept('[') {
		p.list(']', "',' or ']'", func() { op.Successors = append(op.Successors, p.successor()) })
	}
	attrsBase := len(p.attrs)
	if p.accept('<') {
		p.entriesOf()
		for _, a := range p.attrs[attrsBase:] {
			if !op.Decl.inherent(a.Name) && !op.Decl.open && !op.Decl.Loose {
				p.fail(op.Pos, op.Name()+" has no property "+clip(a.Name), "properties: "+propertyNames(op.Decl), "other attributes go in {...} after the regions")
			}
		}
		p.expect('>', "'>'")
	}
	if p.accept('(') {
		p.list(')', "',' or ')'", func() { p.region(op.AddRegion()) })
	}
	if p.is('{') {
		p.entriesOf()
	}
	op.Attrs = p.newAttrs(p.attrs[attrsBase:])
	p.attrs = p.attrs[:attrsBase]
	p.sortItems(op.Attrs)
	p.expect(':', "':' and the types of operands and results")
	op.Operands = p.operandTypes(base, op)
	p.expect(tokArrow, "'->'")
	p.results(op, results)
	p.trailingLocation(&op.Loc)
	op.addDefaults()
	b.Ops = append(b.Ops, op)
}

func propertyNames(d *OpDecl) string {
	var names []string
	for i := range d.Attrs {
		names = append(names, d.Attrs[i].Name)
	}
	if d.segments {
		names = append(names, operandSegments)
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}

// undeclared reports an operation without a declaration and returns a placeholder, so that all of
// them are found.
func (p *parser) undeclared(name string, at Pos) *OpDecl {
	var notes []string
	dialect, _, dotted := strings.Cut(name, ".")
	table, there := known[dialect]
	foreign := dotted && (!there || table.Few)
	if foreign {
		p.foreign.add(dialect, name, at)
	}
	if d := p.unknown[name]; d != nil {
		p.ds.Count++
		return d
	}
	if foreign {
		return p.open(name)
	}
	if there && dotted && table.elsewhere(name) {
		notes = append(notes, "it is an operation of other chips than "+strings.Join(arch.Names(), " and "))
	} else if there && dotted && table.ofHost(name) {
		notes = append(notes, "it is the host's part of a launch: remove the function around it, and keep its gpu.module")
	} else if there && dotted {
		if near := nearest(name, table.Dialect); near != "" {
			notes = append(notes, "did you mean "+near+"?")
		}
	} else {
		notes = append(notes, "the dialects are "+dialectNames())
	}
	p.report(at, "unknown operation "+clip(name), notes...)
	return p.open(name)
}

// open makes the declaration of an operation that no table has.
func (p *parser) open(name string) *OpDecl {
	d := &OpDecl{Name: name, open: true}
	if p.unknown == nil {
		p.unknown = map[string]*OpDecl{}
	}
	p.unknown[name] = d
	return d
}

func dialectNames() string {
	var names []string
	for _, d := range dialects {
		names = append(names, d.Name)
	}
	return strings.Join(names, ", ")
}

// nearest returns the operation of a dialect whose name is at most two edits away.
func nearest(name string, d *Dialect) string {
	best, at := "", 3
	for _, op := range d.Ops() {
		if n := editDistance(name, op.Name, at); n < at {
			best, at = op.Name, n
		}
	}
	return best
}

// editDistance counts insertions, deletions and replacements, up to a limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// resultNames reads %a, %b:2 = before an operation, if there are any.
func (p *parser) resultNames(names []resultName) []resultName {
	if !p.is(tokPercent) {
		return nil
	}
	for !p.failed {
		r := resultName{p.text(), 1, p.pos()}
		p.expect(tokPercent, "the name of a result such as %0")
		if p.accept(':') {
			n := 0
			if p.is(tokInt) {
				n = atoi(p.text())
			}
			if n < 1 {
				p.unexpected("a number of results above 0")
			}
			r.count = n
			p.next()
		}
		names = append(names, r)
		if !p.accept(',') {
			break
		}
	}
	p.expect('=', "'='")
	return names
}

// results reads the result types and defines the values.
func (p *parser) results(op *Operation, names []resultName) {
	base := len(p.typeList)
	at := p.pos()
	if p.is('(') {
		p.next()
		p.list(')', "',' or ')'", func() {
			t := p.typ()
			p.typeList = append(p.typeList, t)
		})
	} else {
		t := p.typ()
		p.typeList = append(p.typeList, t)
	}
	types := p.typeList[base:]
	p.typeList = p.typeList[:base]
	count := 0
	for _, n := range names {
		count = min(count+min(n.count, 1<<40), 1<<40)
	}
	if p.failed {
		return
	}
	if count != len(types) && len(names) > 0 {
		p.fail(names[0].at, fmt.Sprintf("names for %s, but %s", plural(count, "result"), plural(len(types), "result type")))
		return
	}
	if len(types) == 0 {
		return
	}
	op.Results = p.newValues(len(types))
	if len(names) == 0 {
		for i, t := range types {
			v := p.newValue()
			*v = Value{Type: t, Op: op, Index: i}
			op.Results = append(op.Results, v)
		}
		return
	}
	for _, n := range names {
		for k := range n.count {
			i := len(op.Results)
			v := p.define(ssaName{n.name, k}, types[i], n.at, at)
			v.Op, v.Index = op, i
			op.Results = append(op.Results, v)
		}
	}
}

// region reads {...}.
func (p *parser) region(r *Region) {
	p.expect('{', "'{' and a region")
	p.ssa.open()
	p.blocks = append(p.blocks, &regionBlocks{})
	if !p.is(tokCaret) && !p.is('}') {
		p.blockBody(r.AddBlock())
	}
	for !p.failed && p.is(tokCaret) {
		p.block(r)
	}
	p.expect('}', "'}'")
	p.closeBlocks()
	p.closeScope()
}

// blockBody reads operations up to a label or the end of the region.
func (p *parser) blockBody(b *Block) {
	for !p.failed && !p.is(tokCaret) && !p.is('}') {
		if p.is(tokEOF) {
			p.unexpected("'}'")
			return
		}
		p.operation(b)
	}
}

// block reads a label with arguments and the operations after it.
func (p *parser) block(r *Region) {
	name, at := p.text(), p.pos()
	b := p.blockNamed(name, at)
	if b.Region != nil {
		p.fail(at, "the block "+clip(name)+" is there twice")
		return
	}
	b.Region, b.Pos = r, at
	r.Blocks = append(r.Blocks, b)
	p.next()
	if p.accept('(') {
		p.list(')', "',' or ')'", func() { p.blockArg(b) })
	}
	p.expect(':', "':'")
	p.blockBody(b)
}

func (p *parser) blockArg(b *Block) {
	name, at := p.text(), p.pos()
	p.expect(tokPercent, "the name of an argument such as %arg0")
	p.expect(':', "':'")
	typeAt := p.pos()
	t := p.typ()
	if p.failed {
		return
	}
	v := p.define(ssaName{name, 0}, t, at, typeAt)
	v.Block, v.Index = b, len(b.Args)
	b.Args = append(b.Args, v)
	p.trailingLocation(&v.Loc)
}

// regionBlocks knows the labels of a region.
type regionBlocks struct {
	byName map[string]*Block
	used   []blockUse // labels that were used before they were there
}

type blockUse struct {
	block *Block
	name  string
	at    Pos
}

func (p *parser) blockNamed(name string, at Pos) *Block {
	r := p.blocks[len(p.blocks)-1]
	b := r.byName[name]
	if b == nil {
		b = &Block{}
		if r.byName == nil {
			r.byName = map[string]*Block{}
		}
		r.byName[name] = b
		r.used = append(r.used, blockUse{b, name, at})
	}
	return b
}

func (p *parser) successor() *Block {
	name, at := p.text(), p.pos()
	if !p.is(tokCaret) {
		p.unexpected("a block such as ^bb1")
		return nil
	}
	if len(p.blocks) == 0 {
		p.fail(at, "there are no blocks outside a region")
		return nil
	}
	p.next()
	return p.blockNamed(name, at)
}

func (p *parser) closeBlocks() {
	last := len(p.blocks) - 1
	for _, u := range p.blocks[last].used {
		if u.block.Region == nil {
			p.fail(u.at, "there is no block "+clip(u.name)+" in this region")
		}
	}
	p.blocks = p.blocks[:last]
}
