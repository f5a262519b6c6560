package opt

import (
	"encoding/binary"
	"slices"

	"heddle/ir"
)

// cse lets an operation that has been executed before, with the same operands,
// stand for its repetition. Where a value is known follows the structure: what a
// block computes is known in the blocks inside; blocks of a graph share what stands
// around it and what its first block computes.
func cse(c *Context) error {
	s := sharer{ids: map[*ir.Value]uint32{}, attrs: map[string]uint32{}, known: map[string]*ir.Operation{}, by: ir.Substitution{}}
	for _, r := range c.Kernel.Regions {
		s.region(r)
	}
	// A use may stand before the definition in a graph.
	ir.ReplaceUses(c.Kernel, s.by)
	return nil
}

type sharer struct {
	ids   map[*ir.Value]uint32
	attrs map[string]uint32 // numbers of attribute dictionaries and types, by text
	known map[string]*ir.Operation
	scope []string // keys of known, in the order in which they came
	by    ir.Substitution
	key   []byte
}

func (s *sharer) id(v *ir.Value) uint32 {
	n, ok := s.ids[v]
	if !ok {
		n = uint32(len(s.ids))
		s.ids[v] = n
	}
	return n
}

func (s *sharer) text(t string) uint32 {
	n, ok := s.attrs[t]
	if !ok {
		n = uint32(len(s.attrs))
		s.attrs[t] = n
	}
	return n
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
	for _, k := range s.scope[top:] {
		delete(s.known, k)
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
	k := s.keyOf(op)
	old := s.known[string(k)]
	if old == nil {
		name := string(k)
		s.known[name] = op
		s.scope = append(s.scope, name)
		return false
	}
	// Other lanes may have executed it there.
	if op.Decl.Is(ir.Convergent) && old.Block != op.Block {
		return false
	}
	for i, r := range op.Results {
		s.by[r] = old.Results[i]
	}
	return true
}

// keyOf is the same for operations that do the same.
func (s *sharer) keyOf(op *ir.Operation) []byte {
	k := append(s.key[:0], op.Decl.Name...)
	k = append(k, 0)
	operands := op.Operands
	if op.Decl.Is(ir.Commutative) && len(operands) == 2 && s.id(operands[0]) > s.id(operands[1]) {
		operands = []*ir.Value{operands[1], operands[0]}
	}
	for _, v := range operands {
		k = binary.LittleEndian.AppendUint32(k, s.id(v))
	}
	for _, a := range op.Attrs {
		k = append(k, a.Name...)
		k = binary.LittleEndian.AppendUint32(append(k, '='), s.text(a.Attr.String()))
	}
	for _, r := range op.Results {
		k = binary.LittleEndian.AppendUint32(append(k, ':'), s.text(r.Type.String()))
	}
	s.key = k
	return k
}
