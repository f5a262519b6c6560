package flow

import (
	"slices"

	"heddle/ir"
)

// RootKind is the kind of a memref's memory.
type RootKind uint8

// The kinds of roots.
const (
	RootArgument    RootKind = iota // of the kernel; Value
	RootAlloc                       // Op allocates it
	RootGlobal                      // Op is memref.global
	RootAttribution                 // of a gpu.func; Value
	RootDynamic                     // gpu.dynamic_shared_memory
	RootUnknown                     // made by an unknown operation
)

// Root is memory that a memref may point to.
type Root struct {
	Kind    RootKind
	Space   ir.MemorySpace
	Value   *ir.Value // what first points to it
	Op      *ir.Operation
	Arg     int  // number of the kernel's argument
	NoAlias bool // no other pointer refers to it
}

// pointers records what memrefs point to.
type pointers struct {
	roots   []Root
	byKey   map[any]int32
	of      map[*ir.Value][]int32 // sorted
	written []bool                // by root
	// opaque means that something may write anywhere.
	opaque bool
}

// Roots is the memory that a memref may point to.
func (f *Info) Roots(v *ir.Value) []*Root {
	set := f.points.of[v]
	out := make([]*Root, len(set))
	for i, n := range set {
		out[i] = &f.points.roots[n]
	}
	return out
}

// ReadOnly reports whether nothing in the kernel may write to what a memref
// points to.
func (f *Info) ReadOnly(v *ir.Value) bool {
	set, ok := f.points.of[v]
	if !ok || f.points.opaque {
		return false
	}
	for _, n := range set {
		if f.points.written[n] {
			return false
		}
	}
	return len(set) > 0
}

// MayAlias reports whether two memrefs may point to the same memory.
func (f *Info) MayAlias(a, b *ir.Value) bool {
	x, y := f.points.of[a], f.points.of[b]
	if len(x) == 0 || len(y) == 0 {
		return true
	}
	for _, n := range x {
		for _, m := range y {
			if n == m || rootsAlias(&f.points.roots[n], &f.points.roots[m]) {
				return true
			}
		}
	}
	return false
}

// rootsAlias reports whether two different roots may be the same memory.
func rootsAlias(a, b *Root) bool {
	if a.Kind == RootUnknown || b.Kind == RootUnknown {
		return a.Space == b.Space
	}
	// Only two arguments may be one buffer.
	return a.Kind == RootArgument && b.Kind == RootArgument && !a.NoAlias && !b.NoAlias
}

func isPointer(v *ir.Value) bool {
	switch t := v.Type.(type) {
	case *ir.MemRefType:
		return true
	case *ir.OpaqueType:
		return t.Body == "binding"
	}
	return false
}

// root returns the number of the root with a key.
func (p *pointers) root(key any, r Root) int32 {
	if n, ok := p.byKey[key]; ok {
		return n
	}
	r.Space, _ = ir.MemorySpaceOf(r.Value.Type)
	n := int32(len(p.roots))
	p.roots = append(p.roots, r)
	p.byKey[key] = n
	return n
}

func (f *Info) findPointers() {
	f.points = pointers{byKey: map[any]int32{}, of: map[*ir.Value][]int32{}}
	p := &f.points
	flow := map[*ir.Value][]*ir.Value{} // values that receive the pointer of a value
	var order []*ir.Value
	start := func(v *ir.Value, key any, r Root) {
		r.Value = v
		p.of[v] = []int32{p.root(key, r)}
		order = append(order, v)
	}
	for i, a := range f.Kernel.Regions[0].Entry().Args {
		if !isPointer(a) {
			continue
		}
		if inputs := len(ir.FunctionTypeOf(f.Kernel).Inputs); i < inputs {
			start(a, a, Root{Kind: RootArgument, Arg: i, NoAlias: noAlias(f.Kernel, i)})
			continue
		}
		start(a, a, Root{Kind: RootAttribution, NoAlias: true})
		p.roots[p.of[a][0]].Space = attributionSpace(f.Kernel, i)
	}
	f.Kernel.Walk(func(op *ir.Operation) bool {
		edges(op, func(from, to *ir.Value) {
			if isPointer(to) {
				flow[from] = append(flow[from], to)
			}
		})
		for _, v := range op.Results {
			if isPointer(v) {
				source(op, v, start)
			}
		}
		if op.Name() == "func.call" {
			p.opaque = true
		}
		return true
	})
	// Each value's set only grows, by at most the number of roots.
	for len(order) > 0 {
		v := order[0]
		order = order[1:]
		for _, to := range flow[v] {
			if merged, grown := union(p.of[to], p.of[v]); grown {
				p.of[to] = merged
				order = append(order, to)
			}
		}
	}
	f.findWrites()
}

// attributionSpace is where the memory of an attribution is: those of the
// workgroup stand before those of the lane.
func attributionSpace(kernel *ir.Operation, i int) ir.MemorySpace {
	if i < len(ir.FunctionTypeOf(kernel).Inputs)+int(kernel.IntAttr("workgroup_attributions")) {
		return ir.WorkgroupMemory
	}
	return ir.PrivateMemory
}

// noAlias reports whether argument i of a function points to memory of its own.
func noAlias(kernel *ir.Operation, i int) bool {
	list, ok := kernel.Attr("arg_attrs").(*ir.ArrayAttr)
	if !ok || i >= len(list.Elems) {
		return false
	}
	d, ok := list.Elems[i].(*ir.DictAttr)
	return ok && d.Get("llvm.noalias") != nil
}

// source initializes the pointers that an operation creates.
func source(op *ir.Operation, v *ir.Value, start func(*ir.Value, any, Root)) {
	switch op.Name() {
	case "memref.alloc", "memref.alloca":
		start(v, op, Root{Kind: RootAlloc, Op: op, NoAlias: true})
	case "memref.get_global":
		ref, _ := op.Attr("name").(*ir.SymbolRefAttr)
		if g := ir.Lookup(op, ref); g != nil {
			start(v, g, Root{Kind: RootGlobal, Op: g, NoAlias: true})
			return
		}
		start(v, op, Root{Kind: RootUnknown, Op: op})
	case "gpu.dynamic_shared_memory":
		start(v, "dynamic", Root{Kind: RootDynamic, Op: op, NoAlias: true})
	default:
		for _, o := range op.Operands {
			if isPointer(o) {
				return // edges has it
			}
		}
		if len(op.Regions) == 0 {
			start(v, op, Root{Kind: RootUnknown, Op: op})
		}
	}
}

// edges calls f for each value that flows into another one: results of operations on memrefs, and
// what is carried by loops, branches and blocks.
func edges(op *ir.Operation, f func(from, to *ir.Value)) {
	pairs := func(from, to []*ir.Value) {
		for i := range min(len(from), len(to)) {
			f(from[i], to[i])
		}
	}
	terminator := func(k int) []*ir.Value {
		if b := op.Regions[k].Entry(); b != nil && b.Terminator() != nil {
			return b.Terminator().Operands
		}
		return nil
	}
	switch op.Name() {
	case "scf.for":
		inits, args := op.OperandGroup("initArgs"), op.Regions[0].Entry().Args[1:]
		pairs(inits, args)
		pairs(terminator(0), args)
		pairs(inits, op.Results)
		pairs(terminator(0), op.Results)
	case "affine.for":
		inits, args := op.OperandGroup("inits"), op.Regions[0].Entry().Args[1:]
		pairs(inits, args)
		pairs(terminator(0), args)
		pairs(inits, op.Results)
		pairs(terminator(0), op.Results)
	case "scf.while":
		pairs(op.Operands, op.Regions[0].Entry().Args)
		pairs(terminator(1), op.Regions[0].Entry().Args)
		pairs(terminator(0)[1:], op.Regions[1].Entry().Args)
		pairs(terminator(0)[1:], op.Results)
	case "scf.if", "affine.if":
		pairs(terminator(0), op.Results)
		pairs(terminator(1), op.Results)
	case "cf.br", "cf.cond_br":
		for i, s := range op.Successors {
			pairs(op.OperandGroup(op.Decl.Successors[i].Operands), s.Args)
		}
	default:
		for _, v := range op.Results {
			for _, o := range op.Operands {
				if isPointer(v) && isPointer(o) {
					f(o, v)
				}
			}
		}
	}
}

// union merges sorted sets.
func union(a, b []int32) (merged []int32, grown bool) {
	for _, n := range b {
		if i, found := slices.BinarySearch(a, n); !found {
			if !grown {
				a, grown = slices.Clone(a), true
			}
			a = slices.Insert(a, i, n)
		}
	}
	return a, grown
}

// findWrites finds the roots that are written.
func (f *Info) findWrites() {
	p := &f.points
	direct := make([]bool, len(p.roots))
	f.Kernel.Walk(func(op *ir.Operation) bool {
		for i := range op.Decl.Operands {
			if op.Decl.Operands[i].Effect&(ir.Write|ir.Free) == 0 {
				continue
			}
			from, to := op.OperandRange(i)
			for _, v := range op.Operands[from:to] {
				set := p.of[v]
				if len(set) == 0 {
					p.opaque = true
				}
				for _, n := range set {
					direct[n] = true
				}
			}
		}
		return true
	})
	p.written = slices.Clone(direct)
	for i := range p.roots {
		for k := range p.roots {
			if direct[k] && i != k && rootsAlias(&p.roots[i], &p.roots[k]) {
				p.written[i] = true
			}
		}
	}
}
