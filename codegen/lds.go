package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/mach"
)

// memory is what selection tracks about the kernel's memory.
type memory struct {
	current *ir.Operation // that is selected
	uses    map[*ir.Value][]ir.Use
	loops   []loopScope // around what is selected
	// before is, for registers that code hoisted out of loops makes, the number of
	// the outermost of these loops.
	before map[mach.Reg]int
	roots  int32 // numbers given to allocations, for mach.Mem
	// sums are offsets that were computed before, by kernel.key.
	sums  map[sumKey]knownSum
	keyed []byte // kernel.key's buffer
	// pointers are the offsets in the kernarg segment that pointers were loaded
	// from, by their dwords.
	pointers map[[2]mach.Part]int
	// apart means that loop-invariant parts of indices stay separate from the others, since the
	// bases of resources take them.
	apart bool
	// quieted are the floats of which it is known whether they may be a signalling NaN.
	quieted map[*ir.Value]bool
	// exactOffsets means that the kernel reads the offsets of memrefs.
	exactOffsets bool
	// allocated is the LDS of memref.globals and the memory of allocations.
	allocated map[*ir.Operation]*ref
	arrays    []*ldsArray
}

func newMemory() memory {
	return memory{before: map[mach.Reg]int{}, quieted: map[*ir.Value]bool{}, sums: map[sumKey]knownSum{}, allocated: map[*ir.Operation]*ref{}, pointers: map[[2]mach.Part]int{}}
}

// allocAlign is the alignment of allocations in LDS and scratch: that of the
// widest access.
const allocAlign = 16

// bindAttributions returns the workgroup and private attributions of a gpu.func their memory, and
// allocates all LDS of the kernel.
func (k *kernel) bindAttributions() error {
	k.uses = ir.Uses(k.op)
	args := k.op.Regions[0].Entry().Args[len(ir.FunctionTypeOf(k.op).Inputs):]
	shared := 0
	if len(args) > 0 {
		shared = int(k.op.IntAttr("workgroup_attributions"))
	}
	for i, arg := range args {
		space := refPrivate
		if i < shared {
			space = refLDS
		}
		r, err := k.allocate(k.op, k.op, attributionName(arg, i), arg.Type.(*ir.MemRefType), space)
		if err != nil {
			return err
		}
		if l, ok := arg.Loc.(*ir.NameLoc); ok && space == refLDS {
			k.arrays[len(k.arrays)-1].made = l.Child
		}
		k.vals[arg] = value{typ: arg.Type, ref: r}
	}
	var failed error
	k.op.Walk(func(op *ir.Operation) bool {
		switch op.Name() {
		case "memref.extract_strided_metadata":
			k.exactOffsets = true
		case "memref.alloc", "memref.alloca", "memref.get_global":
			if failed == nil {
				failed = k.allocateFor(op)
			}
		}
		return true
	})
	if failed != nil {
		return failed
	}
	return k.placeArrays(k.arrays)
}

// allocateFor allocates the memory of the memref that an operation creates: LDS, or for
// memref.alloc and memref.alloca of other spaces the lane's scratch.
func (k *kernel) allocateFor(op *ir.Operation) error {
	t := op.Results[0].Type.(*ir.MemRefType)
	space, err := spaceOf(t)
	if err != nil {
		return k.refuse(op, err.Error(), "")
	}
	owner, name := op, unnamed
	switch {
	case op.Name() == "memref.get_global":
		owner = ir.Lookup(op, op.Attr("name").(*ir.SymbolRefAttr))
		name = "@" + owner.StringAttr("sym_name")
		if space == refGlobal && k.allocated[owner] == nil {
			k.allocated[owner], err = k.constants(op, owner, t)
			return err
		}
		if space == refGlobal {
			return nil
		}
		if space != refLDS {
			return k.refuse(op, fmt.Sprintf("%s is in %s", name, refSpaceNames[space]), "globals are constants, or in workgroup memory")
		}
		if owner.HasAttr("initial_value") && owner.Attr("initial_value") != ir.Attr(ir.UnitAttr{}) {
			return k.refuse(op, name+" has an initial value, but workgroup memory is undefined at the start", "")
		}
	case space != refLDS:
		space = refPrivate
		if op.Name() == "memref.alloc" && k.inLoop(op) {
			return k.refuse(op, "private memory that is allocated in a loop", "use memref.alloca, or allocate before the loop")
		}
	}
	if k.allocated[owner] != nil {
		return nil
	}
	r, err := k.allocate(op, owner, name, t, space)
	k.allocated[owner] = r
	return err
}

// unnamed is what errors call the memory of an allocation that they are about.
const unnamed = "this"

// arrayName is the name of an array in the LDS, with the place that is known of it.
func (k *kernel) arrayName(a *ldsArray) string {
	if at, ok := a.made.(*ir.FileLoc); ok {
		return fmt.Sprintf("%s at %s:%d", a.name, at.File, at.Line)
	}
	if a.name == unnamed {
		file, line, _ := k.places.Of(a.op)
		return fmt.Sprintf("%s at %s:%d", a.op.Name(), file, line)
	}
	return a.name
}

// inLoop reports whether an operation is in a loop of the kernel.
func (k *kernel) inLoop(op *ir.Operation) bool {
	for p := op.Parent(); p != nil && p != k.op; p = p.Parent() {
		switch p.Name() {
		case "scf.for", "scf.while", "affine.for", "scf.parallel", "scf.forall":
			return true
		}
	}
	return len(k.op.Regions[0].Blocks) > 1
}

// allocLowerings: allocations have static memory.
var allocLowerings = []lowering{
	{"memref.alloc", func(k *kernel, op *ir.Operation) error { return k.bindAllocated(op, op) }},
	{"memref.alloca", func(k *kernel, op *ir.Operation) error { return k.bindAllocated(op, op) }},
	{"memref.get_global", func(k *kernel, op *ir.Operation) error {
		return k.bindAllocated(op, ir.Lookup(op, op.Attr("name").(*ir.SymbolRefAttr)))
	}},
	{"memref.dealloc", func(*kernel, *ir.Operation) error { return nil }},
	{"gpu.dynamic_shared_memory", lowerDynamicShared},
}

func (k *kernel) bindAllocated(op, owner *ir.Operation) error {
	k.set(op, value{typ: op.Result().Type, ref: k.allocated[owner]})
	return nil
}

// lowerDynamicShared: the LDS that the launch adds follows the kernel's own.
func lowerDynamicShared(k *kernel, op *ir.Operation) error {
	k.f.LDSBytes = (k.f.LDSBytes + allocAlign - 1) / allocAlign * allocAlign
	t := op.Result().Type.(*ir.MemRefType)
	r := &ref{typ: t, space: refLDS, base: []mach.Operand{constDword(uint32(k.f.LDSBytes))}, strides: []linear{number(1)}, sizes: []linear{number(t.Shape[0])}}
	k.set(op, value{typ: t, ref: r})
	return nil
}

// allocate reserves scratch for a memref of a static type; arrays in LDS are placed when all are
// known (placeArrays). The owner may state an alignment.
func (k *kernel) allocate(op, owner *ir.Operation, name string, t *ir.MemRefType, space refSpace) (*ref, error) {
	n, ok := extent(t)
	if !ok {
		return nil, k.refuse(op, fmt.Sprintf("memory for %s in %s", t, refSpaceNames[space]), "sizes must be static")
	}
	r := staticRef(t, space)
	k.roots++
	r.root, r.noAlias = k.roots, true
	align := allocAlign
	if owner.HasAttr("alignment") {
		align = max(align, int(owner.IntAttr("alignment")))
	}
	if space == refLDS {
		home := k.op.Regions[0].Entry()
		if owner == op && op != k.op && op.Name() != "memref.get_global" {
			home = op.Block
		}
		k.arrays = append(k.arrays, &ldsArray{op: op, name: name, ref: r, bytes: n, align: align, home: home})
		return r, nil
	}
	start := (k.f.ScratchBytes + align - 1) / align * align
	if n > int64(maxScratch-start) {
		return nil, k.refuse(op, k.tooLarge(name, n, start, space), "")
	}
	k.f.ScratchBytes = start + int(n)
	r.base = []mach.Operand{constDword(uint32(start))}
	return r, nil
}

// maxScratch is the private memory that a lane can have: the part that the compiler allocates of
// the 2^18 - 1 dwords a wave that the hardware's size field can express (isa/hazards.md §4) leaves
// room for spills.
const maxScratch = 1 << 17

// tooLarge returns the error for memory that does not fit.
func (k *kernel) tooLarge(name string, n int64, used int, space refSpace) string {
	if space == refPrivate {
		return fmt.Sprintf("%s has %d bytes, %d are in use, and a lane has at most %d bytes of private memory", name, n, used, maxScratch)
	}
	return fmt.Sprintf("%s has %d bytes, %d are in use, and the LDS of %s has %d bytes", name, n, used, k.f.Chip.Name, k.f.Chip.LDSBytes)
}

// attributionName returns the name of an attribution for errors: that of its location, if it has one.
func attributionName(arg *ir.Value, i int) string {
	if l, ok := arg.Loc.(*ir.NameLoc); ok {
		return l.Name
	}
	return fmt.Sprintf("attribution %d", i)
}

// refuseArray returns the error for the last of some arrays, which does not fit the LDS: at its first
// use, if it has a name that says where it comes from, with what else there is.
func (k *kernel) refuseArray(arrays []*ldsArray, limit int64) error {
	a := arrays[len(arrays)-1]
	text := k.tooLarge(a.name, a.bytes, a.start, refLDS)
	if a.made == nil {
		return k.refuse(a.op, text, "")
	}
	op := a.op
	if len(a.accesses) > 0 {
		op = a.accesses[0]
	}
	var notes []string
	for _, b := range arrays {
		where := ""
		if b.made != nil {
			where = " at " + b.made.String()
		}
		notes = append(notes, fmt.Sprintf("%s%s: bytes %d to %d", b.name, where, b.start, int64(b.start)+b.bytes-1))
	}
	return k.m.At(op, text, notes...)
}
