package opt

import (
	"hash/maphash"
	"slices"

	"heddle/ir"
)

// cse replaces an operation by an earlier one with the same operands. The scope of a value follows
// the structure: values of a block are known in nested blocks; blocks of a graph share the values
// around it and those of its first block.
func cse(c *Context) error {
	s := sharer{seed: maphash.MakeSeed(), known: map[uint64]*knownOp{}, by: ir.Substitution{}}
	for _, r := range c.Kernel.Regions {
		s.region(r)
	}
	// A use may stand before the definition in a graph.
	ir.ReplaceUses(c.Kernel, s.by)
	return nil
}

type sharer struct {
	seed  maphash.Seed
	known map[uint64]*knownOp // by hash
	scope []uint64            // hashes of known, in the order in which they came
	by    ir.Substitution
}

// knownOp is an operation that has been executed.
type knownOp struct {
	op   *ir.Operation
	next *knownOp // of the same hash, which came before
}

func (s *sharer) region(r *ir.Region) {
	start := len(s.scope)
	top := start
	for i, b := range r.Blocks {
		b.Ops = slices.DeleteFunc(b.Ops, func(op *ir.Operation) bool { return s.visit(op) })
		if i == 0 {
			top = len(s.scope) // the first block comes before all others
		}
		s.forget(top)
	}
	s.forget(start)
}

func (s *sharer) forget(top int) {
	for _, h := range s.scope[top:] {
		if s.known[h] = s.known[h].next; s.known[h] == nil {
			delete(s.known, h)
		}
	}
	s.scope = s.scope[:top]
}

// visit reports whether the operation is a repetition.
func (s *sharer) visit(op *ir.Operation) bool {
	for i, v := range op.Operands {
		op.Operands[i] = s.by.Of(v)
	}
	for _, r := range op.Regions {
		s.region(r)
	}
	if !repeatable(op) {
		return false
	}
	h := s.hash(op)
	k := s.known[h]
	for k != nil && !same(k.op, op) {
		k = k.next
	}
	if k == nil {
		s.known[h] = &knownOp{op, s.known[h]}
		s.scope = append(s.scope, h)
		return false
	}
	old := k.op
	// Other lanes may have executed it there.
	if op.Decl.Is(ir.Convergent) && old.Block != op.Block {
		return false
	}
	for i, r := range op.Results {
		s.by[r] = old.Results[i]
	}
	return true
}

// hash returns the same for operations that do the same.
func (s *sharer) hash(op *ir.Operation) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := maphash.Comparable(s.seed, op.Decl)
	for i, v := range op.Operands {
		x := maphash.Comparable(s.seed, v)
		if !swaps(op) {
			x *= uint64(2*i + 1)
		}
		h += x
	}
	for _, a := range op.Attrs {
		switch a := a.Attr.(type) {
		case *ir.IntegerAttr:
			h = h*odd + uint64(a.Int64())
		case *ir.FloatAttr:
			h = h*odd + a.Bits
		case *ir.DenseArrayAttr: // positions in a vector, by the thousand
			for _, n := range a.Nums {
				h = h*odd + uint64(n)
			}
		case *ir.DenseAttr:
			h = h*odd + maphash.Bytes(s.seed, a.Raw)
		}
	}
	return h
}

// swaps reports whether the operands may be swapped.
func swaps(op *ir.Operation) bool { return op.Decl.Is(ir.Commutative) && len(op.Operands) == 2 }

// same reports whether two operations do the same.
func same(x, y *ir.Operation) bool {
	if x.Decl != y.Decl || len(x.Attrs) != len(y.Attrs) || len(x.Results) != len(y.Results) {
		return false
	}
	if !slices.Equal(x.Operands, y.Operands) && !(swaps(x) && len(y.Operands) == 2 && x.Operands[0] == y.Operands[1] && x.Operands[1] == y.Operands[0]) {
		return false
	}
	for i := range x.Attrs {
		if a, b := &x.Attrs[i], &y.Attrs[i]; a.Name != b.Name || !ir.SameAttr(a.Attr, b.Attr) {
			return false
		}
	}
	for i, r := range x.Results {
		if !ir.SameType(r.Type, y.Results[i].Type) {
			return false
		}
	}
	return true
}
