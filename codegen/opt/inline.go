package opt

import (
	"fmt"
	"slices"
	"strings"

	"heddle/ir"
)

// inline replaces calls with the bodies of their functions, until the kernel has no calls. A
// function with several blocks is only inlined into the top level of the kernel's body, whose
// blocks it then splits; a graph of blocks is not allowed elsewhere.
func inline(c *Context) error {
	in := inliner{Context: c, shared: map[*ir.Operation]*ir.Operation{}, sizes: map[*ir.Operation]int{}}
	err := in.calls(c.Kernel, nil)
	c.Kernel.Regions[0].Entry().Insert(0, in.hoisted...)
	return err
}

type inliner struct {
	*Context
	// shared are the LDS allocations of functions: one per workgroup however often they are called
	// (docs/mlir-abi.md), so all calls have one copy.
	shared  map[*ir.Operation]*ir.Operation
	hoisted []*ir.Operation       // the copies, for the start of the kernel
	sizes   map[*ir.Operation]int // of functions, in operations
	copied  int                   // operations, in all
}

// calls inlines the calls inside root; stack is the functions that it came from.
func (in *inliner) calls(root *ir.Operation, stack []*ir.Operation) error {
	var err error
	for {
		var blocks *ir.Operation // a call to a function of several blocks
		ir.Rewrite(root, func(w *ir.Rewriter, op *ir.Operation) bool {
			if err != nil || op.Name() != "func.call" {
				return true
			}
			var f *ir.Operation
			if f, err = in.callee(op, stack); err != nil {
				return true
			}
			if len(f.Regions[0].Blocks) > 1 {
				if blocks == nil {
					blocks = op
				}
				return true
			}
			var copied *ir.Block
			if copied, err = in.body(op, f, stack); err != nil {
				return true
			}
			return w.ReplaceOp(op, w.Inline(copied, op.Operands)...)
		})
		if err != nil || blocks == nil {
			return err
		}
		if err = in.split(blocks, stack); err != nil {
			return err
		}
	}
}

// callee returns the function that is called.
func (in *inliner) callee(op *ir.Operation, stack []*ir.Operation) (*ir.Operation, error) {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	f := ir.Lookup(op, ref)
	if f == nil && len(stack) > 0 { // the call stands in a copy
		f = ir.Lookup(stack[len(stack)-1], ref)
	}
	switch {
	case f == nil || f.Regions[0].Entry() == nil:
		return nil, in.Module.At(op, fmt.Sprintf("function %s has no body here", ref))
	case slices.Contains(stack, f) || f == in.Kernel:
		return nil, in.Module.At(op, fmt.Sprintf("function %s calls itself: recursion is not compiled", ref))
	}
	return f, nil
}

// body copies a function of one block, with the calls in it inlined.
func (in *inliner) body(call, f *ir.Operation, stack []*ir.Operation) (*ir.Block, error) {
	holder, err := in.copyOf(call, f, stack)
	if err != nil {
		return nil, err
	}
	return holder.Regions[0].Entry(), nil
}

// copyOf copies a function's body into a detached operation.
func (in *inliner) copyOf(call, f *ir.Operation, stack []*ir.Operation) (*ir.Operation, error) {
	if len(stack) > 200 {
		return nil, in.Module.At(call, "calls are nested deeper than 200")
	}
	if in.copied += in.size(f); in.copied > maxOps {
		return nil, in.tooLarge(call, fmt.Sprintf("@%s and others are inlined", f.StringAttr("sym_name")))
	}
	values := map[*ir.Value]*ir.Value{}
	holder := &ir.Operation{Decl: f.Decl, Attrs: f.Attrs, Loc: f.Loc, Pos: f.Pos}
	f.Regions[0].CloneInto(holder.AddRegion(), values)
	in.share(f, holder, values)
	if err := in.calls(holder, append(slices.Clone(stack), f)); err != nil {
		return nil, err
	}
	return holder, nil
}

// size counts the operations of a function.
func (in *inliner) size(f *ir.Operation) int {
	n, known := in.sizes[f]
	if !known {
		f.Walk(func(*ir.Operation) bool { n++; return true })
		in.sizes[f] = n
	}
	return n
}

// share lets a copy of a function use the one copy of its LDS allocations.
func (in *inliner) share(f, holder *ir.Operation, values map[*ir.Value]*ir.Value) {
	by := ir.Substitution{}
	gone := map[*ir.Operation]bool{}
	f.Walk(func(op *ir.Operation) bool {
		if !isLDSAlloc(op) {
			return true
		}
		one := in.shared[op]
		if one == nil {
			one = op.Clone(map[*ir.Value]*ir.Value{})
			in.shared[op] = one
			in.hoisted = append(in.hoisted, one)
		}
		mine := values[op.Results[0]]
		by[mine] = one.Results[0]
		gone[mine.Op] = true
		return true
	})
	if len(gone) > 0 {
		ir.Rewrite(holder, func(_ *ir.Rewriter, op *ir.Operation) bool { return !gone[op] })
		ir.ReplaceUses(holder, by)
	}
}

// isLDSAlloc reports whether op allocates LDS of a size that is known.
func isLDSAlloc(op *ir.Operation) bool {
	if op.Name() != "memref.alloc" && op.Name() != "memref.alloca" || len(op.Operands) > 0 {
		return false
	}
	s, err := ir.MemorySpaceOf(op.Results[0].Type)
	return err == nil && s == ir.WorkgroupMemory
}

// hoistLDS moves allocations of LDS to the start of the kernel: each is one allocation however
// often it is executed, so that no copy of it may be made. Deallocations have no effect.
func hoistLDS(c *Context) error {
	var found []*ir.Operation
	ir.Rewrite(c.Kernel, func(_ *ir.Rewriter, op *ir.Operation) bool {
		if isLDSAlloc(op) {
			found = append(found, op)
			return false
		}
		if op.Name() == "memref.dealloc" {
			s, err := ir.MemorySpaceOf(op.Operands[0].Type)
			return err != nil || s != ir.WorkgroupMemory
		}
		return true
	})
	c.Kernel.Regions[0].Entry().Insert(0, found...)
	return nil
}

// split replaces a call in the kernel's body with a function of several blocks: the block around
// the call ends with a branch into it, and the rest of the block becomes one that the returns
// branch to.
func (in *inliner) split(call *ir.Operation, stack []*ir.Operation) error {
	block := call.Block
	region := block.Region
	if region.Op != in.Kernel && (len(stack) == 0 || region.Op.Name() != "func.func") {
		return in.Module.At(call, fmt.Sprintf("function %s has several blocks and is called inside %s: such a call is not compiled",
			call.Attr("callee"), region.Op.Name()))
	}
	f, err := in.callee(call, stack)
	if err != nil {
		return err
	}
	holder, err := in.copyOf(call, f, stack)
	if err != nil {
		return err
	}
	at := slices.Index(block.Ops, call)
	rest := &ir.Block{Region: region, Pos: block.Pos}
	by := ir.Substitution{}
	for _, r := range call.Results {
		by[r] = rest.AddArg(r.Type)
	}
	for _, op := range block.Ops[at+1:] {
		rest.Append(op)
	}
	block.Ops = block.Ops[:at:at]
	inner := holder.Regions[0].Blocks
	branch := func(from *ir.Operation, to *ir.Block, args []*ir.Value) *ir.Operation {
		br := ir.NewOp("cf.br", slices.Clone(args), nil)
		br.Successors = []*ir.Block{to}
		br.Loc, br.Pos = from.Loc, from.Pos
		return br
	}
	block.Append(branch(call, inner[0], call.Operands))
	for _, b := range inner {
		b.Region = region
		if t := b.Terminator(); t != nil && strings.HasSuffix(t.Name(), ".return") {
			b.Ops = b.Ops[:len(b.Ops)-1]
			b.Append(branch(t, rest, t.Operands))
		}
	}
	i := slices.Index(region.Blocks, block)
	region.Blocks = slices.Insert(region.Blocks, i+1, append(inner, rest)...)
	ir.ReplaceUses(region.Op, by)
	return nil
}

// prune deletes from the modules all functions and globals that the kernel does
// not use.
func prune(c *Context) error {
	used := map[*ir.Operation]bool{}
	var visit func(root *ir.Operation)
	visit = func(root *ir.Operation) {
		if used[root] {
			return
		}
		used[root] = true
		root.Walk(func(op *ir.Operation) bool {
			for _, name := range []string{"callee", "name"} {
				if ref, ok := op.Attr(name).(*ir.SymbolRefAttr); ok {
					if s := ir.Lookup(op, ref); s != nil {
						visit(s)
					}
				}
			}
			return true
		})
	}
	visit(c.Kernel)
	around := map[*ir.Operation]bool{}
	for p := c.Kernel.Parent(); p != nil; p = p.Parent() {
		around[p] = true
	}
	var keep func(op *ir.Operation)
	keep = func(op *ir.Operation) {
		for _, r := range op.Regions {
			for _, b := range r.Blocks {
				b.Ops = slices.DeleteFunc(b.Ops, func(o *ir.Operation) bool {
					if o.Decl.Is(ir.HasSymbols) {
						keep(o)
						return !around[o] && len(o.Regions[0].Entry().Ops) == 0
					}
					return o.Decl.Is(ir.IsSymbol) && !used[o]
				})
			}
		}
	}
	keep(c.Module.Op)
	return nil
}
