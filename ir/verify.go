package ir

import (
	"fmt"
	"strings"

	"heddle/arch"
)

// Verify checks a module against the declarations of its operations. The error
// is a *[Diagnostics].
func Verify(m *Module, opt Options) error {
	v := verifier{m: m, chip: opt.Chip, order: map[*Operation]int32{}, doms: map[*Region]*dominators{}}
	v.number(m.Op)
	v.operation(m.Op)
	v.dominance(m.Op)
	m.Op.Walk(func(op *Operation) bool {
		op.symbols = nil
		return true
	})
	return errorOf(&v.ds)
}

// verifier checks one module. Each operation gets at most one error from its
// declaration, since the later checks build on the earlier ones.
type verifier struct {
	m     *Module
	chip  *arch.Chip
	ds    Diagnostics
	order map[*Operation]int32 // place in the block
	doms  map[*Region]*dominators
}

func (v *verifier) fail(op *Operation, msg string, notes ...string) {
	const longest = 1000 // types can be megabytes long
	if len(msg) > longest {
		msg = strings.ToValidUTF8(msg[:longest], "") + "..."
	}
	v.ds.Add(v.m.diagnostic(op, msg, notes))
}

// number notes the order of operations and the symbols of the tables.
func (v *verifier) number(op *Operation) {
	if op.Decl.Is(HasSymbols) {
		op.symbols = map[string]*Operation{}
	}
	for _, r := range op.Regions {
		for _, b := range r.Blocks {
			for i, o := range b.Ops {
				v.order[o] = int32(i)
				if op.symbols != nil && o.Decl.Is(IsSymbol) {
					v.defineSymbol(op, o)
				}
				v.number(o)
			}
		}
	}
}

func (v *verifier) defineSymbol(table, op *Operation) {
	name := op.StringAttr("sym_name")
	if name == "" {
		return
	}
	if first := table.symbols[name]; first != nil {
		var notes []string
		if v.m.Source != nil && first.Pos != (Pos{}) {
			d := v.m.diagnostic(first, "", nil)
			notes = append(notes, fmt.Sprintf("first at %s:%d:%d", d.File, d.Line, d.Col))
		}
		v.fail(op, "the symbol @"+clip(name)+" is defined twice", notes...)
		return
	}
	table.symbols[name] = op
}

// operation verifies an operation and what is inside.
func (v *verifier) operation(op *Operation) {
	err := v.check(op)
	if err != nil {
		v.failErr(op, err)
	}
	for _, r := range op.Regions {
		for i, b := range r.Blocks {
			v.block(op, b, i)
		}
	}
	if err == nil && op.Decl.VerifyBody != nil {
		if err := op.Decl.VerifyBody(op); err != nil {
			v.failErr(op, err)
		}
	}
}

func (v *verifier) failErr(op *Operation, err error) {
	e, ok := err.(*OpError)
	if !ok {
		v.fail(op, op.Name()+": "+err.Error())
		return
	}
	at := op
	if e.Op != nil {
		at = e.Op
	}
	v.fail(at, op.Name()+": "+e.Msg, e.Notes...)
}

// block verifies a block of op's region.
func (v *verifier) block(op *Operation, b *Block, i int) {
	for k, o := range b.Ops {
		if o.Decl.Is(Terminator) && k < len(b.Ops)-1 {
			v.fail(o, o.Name()+" must be the last operation of its block")
		}
		v.operation(o)
	}
	if !op.Decl.Is(NoTerminator) && b.Terminator() == nil {
		at := op
		if len(b.Ops) > 0 {
			at = b.Ops[len(b.Ops)-1]
		}
		v.fail(at, fmt.Sprintf("block %d of %s does not end with a terminator", i, op.Name()))
	}
	if len(b.Ops) > 0 {
		last := b.Ops[len(b.Ops)-1]
		for _, s := range last.Successors {
			if s.Region == b.Region && s == b.Region.Blocks[0] {
				v.fail(last, last.Name()+": the first block of a region cannot be a successor")
			}
		}
	}
}

// VerifyOp checks an operation by itself: its attributes, operands and results, for programs that make
// operations by name.
func VerifyOp(op *Operation) error {
	for _, step := range [...]func(op *Operation) error{checkAttrs, checkOperands, checkResults, checkTraits, checkRules, checkInferred, op.Decl.Verify} {
		if step == nil {
			continue
		}
		if err := step(op); err != nil {
			return err
		}
	}
	return nil
}

// check verifies an operation without what is inside.
func (v *verifier) check(op *Operation) error {
	d := op.Decl
	steps := [...]func(op *Operation) error{
		checkPlace, checkAttrs, checkOperands, checkResults, checkRegions, checkSuccessors, checkTraits, checkRules, checkInferred, d.Verify,
	}
	for _, step := range steps {
		if step == nil {
			continue
		}
		if err := step(op); err != nil {
			return err
		}
	}
	if d.VerifyChip != nil && v.chip != nil {
		return d.VerifyChip(op, v.chip)
	}
	if d.StandsFor != nil {
		same, err := d.StandsFor(op)
		if err != nil {
			return err
		}
		if err := v.check(same); err != nil {
			return fmt.Errorf("as %s: %w", same.Name(), err)
		}
	}
	return nil
}

// checkPlace verifies the position of an operation.
func checkPlace(op *Operation) error {
	parent := op.Parent()
	if op.Decl.Parents != nil && (parent == nil || !contains(op.Decl.Parents, parent.Name())) {
		return fmt.Errorf("must stand in %s", strings.Join(op.Decl.Parents, ", "))
	}
	return nil
}

// checkAttrs verifies the inherent attributes.
func checkAttrs(op *Operation) error {
	for i := range op.Decl.Attrs {
		d := &op.Decl.Attrs[i]
		switch a := op.Attr(d.Name); {
		case a == nil && !d.Optional:
			return fmt.Errorf("needs the attribute %s (%s)", d.Name, d.Kind.Text)
		case a != nil && !d.Kind.Has(a):
			return fmt.Errorf("attribute %s must be %s, not %s", d.Name, d.Kind.Text, clip(a.String()))
		}
	}
	for _, a := range op.Attrs {
		if d := discardable(a.Name); d != nil && !d.Kind.Has(a.Attr) {
			return fmt.Errorf("attribute %s must be %s, not %s", d.Name, d.Kind.Text, clip(a.Attr.String()))
		}
	}
	if op.Decl.Is(IsSymbol) {
		return checkSymbol(op)
	}
	return nil
}

func checkSymbol(op *Operation) error {
	name, named := op.Attr("sym_name").(*StringAttr)
	if named && name.Value == "" {
		return fmt.Errorf("needs a sym_name that is not empty")
	}
	if s, ok := op.Attr("sym_visibility").(*StringAttr); ok && !contains([]string{"public", "private", "nested"}, s.Value) {
		return fmt.Errorf("sym_visibility must be public, private or nested, not %q", clip(s.Value))
	}
	if parent := op.Parent(); named && parent != nil && !parent.Decl.Is(HasSymbols) {
		return fmt.Errorf("defines a symbol, so it must be directly in a symbol table, not in %s", parent.Name())
	}
	return nil
}

// checkOperands verifies number and types of the operands.
func checkOperands(op *Operation) error {
	d := op.Decl
	if d.segments {
		if err := checkSegments(op); err != nil {
			return err
		}
	} else if err := checkCount("operand", d.Operands, len(op.Operands)); err != nil {
		return err
	}
	for i := range d.Operands {
		from, to := op.OperandRange(i)
		if err := checkTypes("operand", &d.Operands[i], op.Operands[from:to], from); err != nil {
			return err
		}
	}
	return nil
}

func checkTypes(what string, d *ValueDecl, vs []*Value, first int) error {
	for i, v := range vs {
		if !d.Type.Has(v.Type) {
			return fmt.Errorf("%s #%d (%s) must be %s, not %s", what, first+i, d.Name, d.Type.Text, clip(v.Type.String()))
		}
	}
	return nil
}

// checkCount verifies a number of values against rows without segments.
func checkCount(what string, rows []ValueDecl, n int) error {
	least, most := 0, 0
	for i := range rows {
		switch rows[i].Count {
		case One:
			least++
			most++
		case Optional:
			most++
		case Variadic:
			most = n
		}
	}
	if most = max(most, least); n >= least && n <= most {
		return nil
	}
	switch {
	case least == most:
		return fmt.Errorf("needs %s, not %d", plural(least, what), n)
	case n < least:
		return fmt.Errorf("needs at least %s, not %d", plural(least, what), n)
	}
	return fmt.Errorf("takes at most %s, not %d", plural(most, what), n)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func checkSegments(op *Operation) error {
	rows := op.Decl.Operands
	a, ok := op.Attr(operandSegments).(*DenseArrayAttr)
	if !ok || a.Elem != I32 || len(a.Nums) != len(rows) {
		return fmt.Errorf("needs %s = array<i32: ...> with %d numbers, for %s", operandSegments, len(rows), rowNames(rows))
	}
	sum := int64(0)
	for i, n := range a.Nums {
		if n < 0 || rows[i].Count == One && n != 1 || rows[i].Count == Optional && n > 1 {
			return fmt.Errorf("%s gives %d operands to %s, which takes %s", operandSegments, n, rows[i].Name,
				[...]string{One: "1", Optional: "0 or 1", Variadic: "0 or more"}[rows[i].Count])
		}
		sum += n
	}
	if sum != int64(len(op.Operands)) {
		return fmt.Errorf("%s is for %s, but there are %d", operandSegments, plural(int(sum), "operand"), len(op.Operands))
	}
	return nil
}

func rowNames(rows []ValueDecl) string {
	names := make([]string, len(rows))
	for i := range rows {
		names[i] = rows[i].Name
	}
	return strings.Join(names, ", ")
}

// checkResults verifies number and types of the results.
func checkResults(op *Operation) error {
	rows := op.Decl.Results
	if err := checkCount("result", rows, len(op.Results)); err != nil {
		return err
	}
	for i := range rows {
		from, to := groupRange(rows, nil, len(op.Results), i)
		if err := checkTypes("result", &rows[i], op.Results[from:to], from); err != nil {
			return err
		}
	}
	return nil
}

// checkRegions verifies the number of regions, blocks and arguments.
func checkRegions(op *Operation) error {
	rows := op.Decl.Regions
	n := len(op.Regions)
	variadic := len(rows) > 0 && rows[len(rows)-1].Count == Variadic
	if n != len(rows) && !(variadic && n >= len(rows)-1) {
		return fmt.Errorf("needs %s, not %d", plural(len(rows), "region"), n)
	}
	for i, r := range op.Regions {
		row := &rows[min(i, len(rows)-1)]
		want := ""
		switch blocks := len(r.Blocks); {
		case row.Blocks == OneBlock && blocks != 1:
			want = "1 block"
		case row.Blocks == AtMostOneBlock && blocks > 1:
			want = "at most 1 block"
		case row.Blocks == SomeBlocks && blocks == 0:
			want = "at least 1 block"
		}
		if want != "" {
			return fmt.Errorf("region #%d (%s) must have %s, not %d", i, row.Name, want, len(r.Blocks))
		}
		if e := r.Entry(); e != nil && row.Args >= 0 && len(e.Args) != row.Args {
			return fmt.Errorf("the entry block of region #%d (%s) must have %s, not %d", i, row.Name, plural(row.Args, "argument"), len(e.Args))
		}
	}
	return nil
}

// checkSuccessors verifies that the operands passed on fit the blocks.
func checkSuccessors(op *Operation) error {
	rows := op.Decl.Successors
	if len(op.Successors) != len(rows) {
		return fmt.Errorf("needs %s, not %d", plural(len(rows), "successor"), len(op.Successors))
	}
	for i, b := range op.Successors {
		if op.Block == nil || b.Region != op.Block.Region {
			return fmt.Errorf("successor #%d (%s) is a block of another region", i, rows[i].Name)
		}
		if rows[i].Operands == "" {
			continue
		}
		if err := sameTypes("the operands for successor "+rows[i].Name, op.OperandGroup(rows[i].Operands), "the block's arguments", b.Args); err != nil {
			return err
		}
	}
	return nil
}

func checkTraits(op *Operation) error {
	d := op.Decl
	switch {
	case d.Is(SameTypes) && !sameAll(SameTypes, op.Operands, op.Results):
		return fmt.Errorf("requires the same type for all operands and results, not %s -> %s", typeList(op.Operands), typeList(op.Results))
	case d.Is(SameShapes) && !sameAll(SameShapes, op.Operands, op.Results):
		return fmt.Errorf("requires the same shape for all operands and results, not %s -> %s", typeList(op.Operands), typeList(op.Results))
	case d.Is(SameOperandTypes) && !sameAll(SameTypes, op.Operands, nil):
		return fmt.Errorf("requires the same type for all operands, not %s", typeList(op.Operands))
	case d.Is(Elementwise):
		return checkElementwise(op)
	}
	return nil
}

func sameAll(trait Traits, lists ...[]*Value) bool {
	var first *Value
	for _, vs := range lists {
		for _, v := range vs {
			switch {
			case first == nil:
				first = v
			case !sameShapes(first.Type, v.Type):
				return false
			case trait == SameTypes && !SameType(first.Type, v.Type) && !(isTensor(first.Type) && SameType(ElemType(first.Type), ElemType(v.Type))):
				return false
			}
		}
	}
	return true
}

func isTensor(t Type) bool {
	_, ok := t.(*TensorType)
	return ok
}

// checkElementwise verifies that shaped operands make shaped results of one shape.
func checkElementwise(op *Operation) error {
	shaped := func(t Type) bool {
		switch t.(type) {
		case *VectorType, *TensorType:
			return true
		}
		return false
	}
	var first Type
	operands, results := 0, 0
	same := true
	for i, list := range [][]*Value{op.Operands, op.Results} {
		for _, v := range list {
			if !shaped(v.Type) {
				continue
			}
			if first == nil {
				first = v.Type
			}
			same = same && isTensor(first) == isTensor(v.Type) && sameShapes(first, v.Type)
			if i == 0 {
				operands++
			} else {
				results++
			}
		}
	}
	switch {
	case operands == 0 && results > 0:
		return fmt.Errorf("a shaped result needs a shaped operand")
	case operands > 0 && results < len(op.Results):
		return fmt.Errorf("a shaped operand needs all results to be shaped")
	case !same:
		return fmt.Errorf("all shaped operands and results must have the same shape, not %s -> %s", typeList(op.Operands), typeList(op.Results))
	}
	return nil
}

func checkRules(op *Operation) error {
	for i := range op.Decl.Rules {
		if r := &op.Decl.Rules[i]; !r.Check(op) {
			return fmt.Errorf("%s, not %s -> %s", r.Text, typeList(op.Operands), typeList(op.Results))
		}
	}
	return nil
}

// checkInferred compares the result types with those that follow.
func checkInferred(op *Operation) error {
	if op.Decl.Infer == nil {
		return nil
	}
	types, err := op.Decl.Infer(op)
	if err != nil {
		return err
	}
	if len(types) != len(op.Results) {
		return fmt.Errorf("needs %s, not %d", plural(len(types), "result"), len(op.Results))
	}
	for i, t := range types {
		if r := op.Results[i].Type; !SameType(t, r) && !(isTensor(t) && isTensor(r)) {
			return fmt.Errorf("result #%d must be %s, not %s", i, clip(t.String()), clip(r.String()))
		}
	}
	return nil
}
