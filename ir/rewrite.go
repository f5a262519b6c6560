package ir

import "slices"

// Changing modules. Values do not know their uses, so replacing values means walking a root once,
// and a pass that changes much rebuilds the blocks from front to back with [Rewrite].

// Substitution maps values to their replacements, which may be replaced themselves.
type Substitution map[*Value]*Value

// Of returns the final replacement of v.
func (s Substitution) Of(v *Value) *Value {
	to, ok := s[v]
	if !ok {
		return v
	}
	end := to
	for next, ok := s[end]; ok; next, ok = s[end] {
		end = next
	}
	for v != end { // shorten the path for the next lookup
		next := s[v]
		s[v] = end
		v = next
	}
	return end
}

// operands substitutes the operands of one operation.
func (s Substitution) operands(op *Operation) {
	if len(s) == 0 {
		return
	}
	for i, v := range op.Operands {
		if _, ok := s[v]; ok {
			op.Operands[i] = s.Of(v)
		}
	}
}

// ReplaceUses replaces values in every operand of root and the operations inside.
func ReplaceUses(root *Operation, by Substitution) {
	if len(by) == 0 {
		return
	}
	root.Walk(func(op *Operation) bool {
		by.operands(op)
		return true
	})
}

// Insert puts operations before number i of the block.
func (b *Block) Insert(i int, ops ...*Operation) {
	for _, op := range ops {
		op.Block = b
	}
	b.Ops = slices.Insert(b.Ops, i, ops...)
}

// InsertBefore puts operations before op into its block.
func (op *Operation) InsertBefore(ops ...*Operation) {
	op.Block.Insert(slices.Index(op.Block.Ops, op), ops...)
}

// Erase removes op from its block. Remaining uses of its results refer to values of a detached
// operation.
func (op *Operation) Erase() {
	i := slices.Index(op.Block.Ops, op)
	op.Block.Ops = slices.Delete(op.Block.Ops, i, i+1)
	op.Block = nil
}

// Clone copies an operation with its regions. Operands are mapped through values; results and block
// arguments are entered there. Locations are those of the original.
func (op *Operation) Clone(values map[*Value]*Value) *Operation {
	c := cloner{values: values, blocks: map[*Block]*Block{}}
	n := c.shell(op)
	c.connect(n)
	return n
}

// CloneOps copies operations, such as those of a block, that may use each other.
func CloneOps(ops []*Operation, values map[*Value]*Value) []*Operation {
	c := cloner{values: values, blocks: map[*Block]*Block{}}
	out := make([]*Operation, len(ops))
	for i, op := range ops {
		out[i] = c.shell(op)
	}
	for _, op := range out {
		c.connect(op)
	}
	return out
}

// CloneInto copies all blocks of a region to the end of another one, and gives
// the copy of the first.
func (r *Region) CloneInto(to *Region, values map[*Value]*Value) *Block {
	c := cloner{values: values, blocks: map[*Block]*Block{}}
	first := len(to.Blocks)
	c.region(r, to)
	for _, b := range to.Blocks[first:] {
		for _, op := range b.Ops {
			c.connect(op)
		}
	}
	return to.Blocks[first]
}

// cloner copies in two steps, as a value may be used before its definition.
type cloner struct {
	values map[*Value]*Value
	blocks map[*Block]*Block
}

// shell copies an operation that still has the operands of the original.
func (c *cloner) shell(op *Operation) *Operation {
	n := &Operation{Decl: op.Decl, Operands: slices.Clone(op.Operands), Attrs: slices.Clone(op.Attrs),
		Successors: slices.Clone(op.Successors), Loc: op.Loc, Pos: op.Pos}
	if len(op.Results) > 0 {
		results := make([]Value, len(op.Results))
		n.Results = make([]*Value, len(op.Results))
		for i, r := range op.Results {
			results[i] = Value{Type: r.Type, Op: n, Index: i}
			n.Results[i] = &results[i]
			c.values[r] = n.Results[i]
		}
	}
	for _, r := range op.Regions {
		c.region(r, n.AddRegion())
	}
	return n
}

func (c *cloner) region(from, to *Region) {
	for _, b := range from.Blocks {
		n := to.AddBlock()
		n.Pos = b.Pos
		c.blocks[b] = n
		for _, a := range b.Args {
			arg := n.AddArg(a.Type)
			arg.Loc = a.Loc
			c.values[a] = arg
		}
		n.Ops = make([]*Operation, 0, len(b.Ops))
		for _, op := range b.Ops {
			n.Append(c.shell(op))
		}
	}
}

// connect gives a copy, and the copies inside, their operands and successors.
func (c *cloner) connect(root *Operation) {
	root.Walk(func(op *Operation) bool {
		for i, v := range op.Operands {
			if to, ok := c.values[v]; ok {
				op.Operands[i] = to
			}
		}
		for i, s := range op.Successors {
			if to, ok := c.blocks[s]; ok {
				op.Successors[i] = to
			}
		}
		return true
	})
}

// Rewriter rebuilds the blocks inside an operation; see [Rewrite].
type Rewriter struct {
	// At is the operation that is visited: new operations get its place.
	At      *Operation
	Changed bool
	// Inserted counts the operations that Insert and Inline have put in.
	Inserted int

	to     Substitution
	out    []*Operation // of the block that is being rebuilt
	graphs bool         // a region has several blocks
}

// Rewrite visits the operations inside root in program order, those of regions before the operation
// that contains them. For each it calls f, which may insert operations before it, replace its
// results, and return false to drop it. Operands are substituted first.
//
// It takes time linear in the size of root, whatever is inserted and erased.
func Rewrite(root *Operation, f func(w *Rewriter, op *Operation) (keep bool)) (changed bool) {
	w := &Rewriter{to: Substitution{}}
	for _, r := range root.Regions {
		w.region(r, f)
	}
	if w.graphs {
		ReplaceUses(root, w.to) // a use may precede the definition
	}
	return w.Changed
}

func (w *Rewriter) region(r *Region, f func(w *Rewriter, op *Operation) bool) {
	w.graphs = w.graphs || len(r.Blocks) > 1
	for _, b := range r.Blocks {
		around := w.out
		w.out = make([]*Operation, 0, len(b.Ops))
		for _, op := range b.Ops {
			w.to.operands(op)
			for _, inner := range op.Regions {
				w.region(inner, f)
			}
			w.At = op
			if f(w, op) {
				w.out = append(w.out, op)
			} else {
				w.Changed = true
			}
		}
		b.Ops = w.out
		for _, op := range b.Ops {
			op.Block = b
		}
		w.out = around
	}
}

// Insert puts an operation before the one that is visited.
func (w *Rewriter) Insert(op *Operation) *Operation {
	if op.Loc == nil && op.Pos == (Pos{}) && w.At != nil {
		op.Loc, op.Pos = w.At.Loc, w.At.Pos
	}
	w.Changed = true
	w.Inserted++
	w.out = append(w.out, op)
	return op
}

// Op makes and inserts an operation and returns its first result, nil if it has none. It is like
// [NewOp].
func (w *Rewriter) Op(name string, operands []*Value, types []Type, attrs ...NamedAttr) *Value {
	op := w.Insert(NewOp(name, operands, types, attrs...))
	if len(op.Results) == 0 {
		return nil
	}
	return op.Results[0]
}

// Block builds the single block of a new region of op, whose operations f
// inserts.
func (w *Rewriter) Block(op *Operation, args []Type, f func(b *Block)) {
	b := op.AddRegion().AddBlock(args...)
	around := w.out
	w.out = nil
	f(b)
	for _, o := range w.out {
		b.Append(o)
	}
	w.out = around
}

// Replace replaces uses of v with by from here on.
func (w *Rewriter) Replace(v, by *Value) {
	if v == by {
		return
	}
	w.Changed = true
	w.to[v] = by
}

// ReplaceOp is Replace for all results, after which the visited operation is erased: it returns
// false.
func (w *Rewriter) ReplaceOp(op *Operation, by ...*Value) (keep bool) {
	for i, r := range op.Results {
		w.Replace(r, by[i])
	}
	return false
}

// Value returns the replacement of v.
func (w *Rewriter) Value(v *Value) *Value { return w.to.Of(v) }

// Inline inserts the operations of a block, whose arguments are given, without its terminator, and
// returns the operands of the terminator. The block is used up.
func (w *Rewriter) Inline(b *Block, args []*Value) []*Value {
	sub := Substitution{}
	for i, a := range args {
		if b.Args[i] != a {
			sub[b.Args[i]] = a
		}
	}
	for _, op := range b.Ops {
		ReplaceUses(op, sub)
	}
	ops := b.Ops
	var results []*Value
	if t := b.Terminator(); t != nil {
		ops, results = ops[:len(ops)-1], t.Operands
	}
	w.out = append(w.out, ops...)
	w.Changed = true
	b.Ops = nil
	return results
}
