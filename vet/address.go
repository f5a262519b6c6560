package vet

import (
	"math"

	"heddle/isa"
)

// Space is the memory that an access is to.
type Space uint8

const (
	SpaceBuffer Space = iota // by a buffer resource
	SpaceGlobal              // by a 64-bit address
	SpaceScalar              // by a scalar load
	SpaceLDS
)

var spaceNames = [...]string{"buffer", "global", "scalar", "lds"}

// String returns the name of the space in the output.
func (s Space) String() string { return spaceNames[s] }

// MarshalText returns String, for JSON.
func (s Space) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// access is a memory access of an instruction: size bytes at place, which counts from a pointer among
// the arguments if base is one.
type access struct {
	node  int32
	space Space
	store bool
	size  int64
	// need is how much of it must be inside of the memory: of a scalar load the first dword, because
	// compilers load more than there is, and the rest is not used.
	need int64
	base int // byte offset of the pointer among the arguments, or one of the following
	// place is the sum of all that the instruction adds, to the pointer or to 0. It is what the
	// hardware computes.
	place poly
	// Of a buffer: the offset that is compared with the number of records, without soffset.
	checked, soffset poly
	records          valueID
	resource         poly // of place, what the resource's base adds to the pointer
	stride           bool // the resource has a stride, or that is not known, and the instruction an index
	base48, upper    poly // see resourceBase
	parts            []valueID
}

// Values of access.base without a pointer.
const (
	baseNone      = -1
	baseArguments = -2 // of the arguments themselves
)

// asked are the values of an access that must be made before solve.
type asked struct {
	node     int32
	space    Space
	base     [2]valueID // of a 64-bit address
	offset   valueID
	soffset  valueID
	resource [4]valueID
	has      struct{ base, offset, soffset bool }
	indexed  bool
	imm      int64
	bytes    int64
	store    bool
}

// askAccesses makes the values that memory instructions take their addresses from.
func (v *values) askAccesses() []asked {
	var list []asked
	for i := range v.g.nodes {
		n := &v.g.nodes[i]
		if v.g.blocks[n.block].order < 0 {
			continue
		}
		inst := &n.inst
		a := asked{node: int32(i)}
		ok := false
		switch m := inst.Row.Memory; {
		case m != nil && m.Kind != isa.MemoryNothing && m.Kind != isa.MemoryLanes:
			ok = v.askVector(&a, inst, m)
		case m == nil && inst.Row.Unit == isa.UnitSMEM && inst.Row.Traits&(isa.MayLoad|isa.MayStore) != 0:
			ok = v.askScalar(&a, inst)
		}
		if ok {
			list = append(list, a)
		}
	}
	return list
}

// askVector is askAccesses for vector memory and LDS.
func (v *values) askVector(a *asked, inst *isa.Inst, m *isa.MemoryShape) bool {
	a.imm, a.bytes = int64(inst.Mods.Offset), int64(m.Bytes)
	switch m.Kind {
	case isa.MemoryStore, isa.MemoryStoreFormat, isa.MemoryStore2, isa.MemoryAtomic, isa.MemoryExchange2:
		a.store = true
	}
	reg := func(k, dword int) valueID {
		o := &inst.Args[k]
		if r := o.Reg() + isa.Reg(dword); r >= isa.V0 {
			return v.vector(r, a.node)
		} else {
			return v.forLanes(v.scalar(r, a.node), a.node)
		}
	}
	switch inst.Row.Unit {
	case isa.UnitLDS:
		if m.Addr < 0 || m.AddTID || m.Aligns || m.Kind == isa.MemoryCount {
			return false
		}
		a.space, a.has.offset, a.offset = SpaceLDS, true, reg(m.Addr, 0)
		if m.Scale > 0 {
			first, second := int64(inst.Mods.Offset)*int64(m.Scale), int64(inst.Mods.Offset1)*int64(m.Scale)
			a.imm, a.bytes = min(first, second), max(first, second)-min(first, second)+int64(m.Bytes)
		}
		return true
	case isa.UnitVMEM, isa.UnitFlat:
	default:
		return false
	}
	if m.Resource >= 0 {
		a.space = SpaceBuffer
		for k := range a.resource {
			a.resource[k] = reg(m.Resource, k)
		}
		if m.SOffset >= 0 && inst.Args[m.SOffset].Kind != isa.KindOff {
			a.has.soffset = true
			if inst.Args[m.SOffset].Kind == isa.KindReg {
				a.soffset = reg(m.SOffset, 0)
			} else if bits, ok := inst.Constant(m.SOffset); ok {
				a.soffset = v.constant(uint32(bits))
			}
		}
		a.indexed = inst.Mods.Set.Has(isa.ModIdxen)
		if inst.Mods.Set.Has(isa.ModOffen) {
			a.has.offset = true
			dword := 0
			if a.indexed {
				dword = 1
			}
			a.offset = reg(m.Addr, dword)
		}
		return m.Components == 0
	}
	if p, ok := v.privatePlace(a.node); ok && p.flat && v.isPrivate(p.addr) {
		return false
	}
	if inst.Row.Enc != isa.EncGLOBAL && inst.Row.Enc != isa.EncFLAT { // a flat address that comes from a pointer is one of global memory
		return false
	}
	a.space = SpaceGlobal
	switch {
	case m.SAddr >= 0 && inst.Args[m.SAddr].Kind == isa.KindReg:
		a.base, a.has.base = [2]valueID{reg(m.SAddr, 0), reg(m.SAddr, 1)}, true
		a.offset, a.has.offset = reg(m.Addr, 0), true
	case m.Addr >= 0:
		a.base, a.has.base = [2]valueID{reg(m.Addr, 0), reg(m.Addr, 1)}, true
	}
	if a.has.base {
		v.pair(a.base[0], a.base[1])
	}
	return a.has.base
}

// askScalar is askAccesses for scalar memory.
func (v *values) askScalar(a *asked, inst *isa.Inst) bool {
	a.space, a.store, a.imm = SpaceScalar, inst.Row.Traits&isa.MayStore != 0, int64(inst.Mods.Offset)
	for k := range inst.Row.Operands {
		o := &inst.Args[k]
		switch name := inst.Row.Operands[k].Name; {
		case name == "sbase" && o.Dwords == 2:
			a.base, a.has.base = [2]valueID{v.scalar(o.Reg(), a.node), v.scalar(o.Reg()+1, a.node)}, true
			v.pair(a.base[0], a.base[1])
		case name == "sdata":
			a.bytes = 4 * int64(max(o.Dwords, 1))
		case name == "soffset" && o.Kind == isa.KindReg:
			a.offset, a.has.offset = v.scalar(o.Reg(), a.node), true
		case inst.Row.Operands[k].Class == isa.ClassSMOFF:
			a.imm = int64(o.Imm())
		}
	}
	return a.has.base && a.bytes > 0
}

// accessOf puts together what is asked for, after solve.
func (v *values) accessOf(a *asked) access {
	x := access{node: a.node, space: a.space, store: a.store, size: a.bytes, need: a.bytes, base: baseNone, place: constPoly(a.imm)}
	add := func(id valueID) {
		x.place = x.place.plus(v.extended(id), 1)
		x.parts = append(x.parts, id)
	}
	if a.space == SpaceScalar && !a.store {
		x.need = 4
	}
	if a.has.offset {
		add(a.offset)
	}
	switch {
	case a.space == SpaceBuffer:
		x.checked = x.place
		if a.has.soffset {
			x.soffset = v.unsignedPoly(a.soffset)
			add(a.soffset)
		} else {
			x.soffset = constPoly(0)
		}
		x.base48, x.upper = v.resourceBase(a.resource[0], a.resource[1])
		x.resource = x.base48
		x.place = x.place.plus(x.resource, 1)
		x.records = a.resource[2]
		x.stride = a.indexed
	case a.has.base:
		x.place = x.place.plus(v.poly(v.pair(a.base[0], a.base[1])), 1)
	}
	if a.space != SpaceLDS {
		x.place, x.base = v.fromPointer(x.place)
		x.resource, _ = v.fromPointer(x.resource)
	}
	return x
}

// resourceBase is the base address of a buffer resource, 48 bits, and what is not constant of the stride
// above, in units of 2^48.
func (v *values) resourceBase(low, high valueID) (base, stride poly) {
	p := v.joined(low, high)
	base, stride = constPoly(p.c<<16>>16), constPoly(0)
	for _, t := range p.terms {
		low := t.coef << 16 >> 16
		if high := (t.coef - low) >> 48; high != 0 {
			stride.terms = append(stride.terms, term{high, t.atoms})
		}
		if low != 0 {
			base.terms = append(base.terms, term{low, t.atoms})
		}
	}
	return base, stride
}

// fromPointer takes the pointer among the arguments out of an address.
func (v *values) fromPointer(p poly) (poly, int) {
	found, rest := baseNone, constPoly(p.c)
	for _, t := range p.terms {
		if at, ok := v.pointer(&t); ok && found == baseNone {
			found = at
			continue
		}
		rest.terms = append(rest.terms, t)
	}
	if found == baseNone {
		return p, baseNone
	}
	return rest, found
}

// pointer is the byte offset of the argument that a term is.
func (v *values) pointer(t *term) (int, bool) {
	if t.coef != 1 || t.atoms[1] != 0 {
		return 0, false
	}
	d := v.at(t.atoms[0])
	if d.op != opPair {
		return 0, false
	}
	low, high := v.at(d.a), v.at(d.b)
	switch s := symbol(low.k); {
	case low.op != opSymbol || high.op != opSymbol:
	case s.kind() == symArg && symbol(high.k) == s+4:
		return s.number(), true
	case s == symKernarg && symbol(high.k) == s+1:
		return baseArguments, true
	}
	return 0, false
}

// unwrapped is a polynomial with sums and products of 32 bits, which the code extends to 64, in place of
// what 32 bits hold of them; wraps says that there is such a one. The low half of a number of 64 bits is
// left alone: its high half has the rest.
func (v *values) unwrapped(p poly) (q poly, wraps bool) {
	q = p
	for _, t := range p.terms {
		if t.atoms[1] != 0 {
			continue
		}
		d := v.at(t.atoms[0])
		if d.op != opSext && d.op != opPair {
			continue
		}
		if k, ok := v.isConst(d.b); d.op == opPair && (!ok || k != 0) {
			continue
		}
		in := v.poly(d.a)
		if a, same := in.isAtom(); same && a == v.find(d.a) || len(in.terms) == 0 {
			continue
		}
		q = q.plus(poly{terms: []term{t}}, -1).plus(in, t.coef)
		wraps = true
	}
	return q, wraps
}

// bound is a polynomial that is at most something.
type bound struct {
	p    poly
	most int64
}

// boundsAt are the bounds that hold for the lanes of an instruction: by the conditions of the branches
// that lead there and of its lanes, and by the counts of loops.
func (v *values) boundsAt(node int32) []bound {
	var list []bound
	for _, c := range v.conditionsAt(node) {
		list = v.appendBounds(list, c)
	}
	return list
}

// conditionsAt are conditions that hold when an instruction is executed.
func (v *values) conditionsAt(node int32) []condition {
	list := v.laneConditions(v.lanesAt(node))
	for id := v.g.nodes[node].block; ; {
		x := &v.g.blocks[id]
		if len(x.preds) != 1 || v.g.blocks[x.preds[0]].order >= x.order || v.g.blocks[x.preds[0]].blind || v.lost[id] {
			return list
		}
		list = append(list, v.taken(x.preds[0], id)...)
		id = x.preds[0]
	}
}

// appendBounds appends what a condition says.
func (v *values) appendBounds(list []bound, c condition) []bound {
	d := v.list[v.find(c.cmp)]
	if d.op != opCmp || v.find(d.a) == 0 || v.find(d.b) == 0 {
		return list
	}
	k := d.k
	if !c.holds {
		k ^= 1
	}
	of := v.unsignedPoly
	if k == cmpLessS || k == cmpAtLeastS {
		of = v.signedPoly
	}
	a, b := of(d.a), of(d.b)
	switch k {
	case cmpLess, cmpLessS:
		list = append(list, bound{a.plus(b, -1), -1})
	case cmpAtLeast, cmpAtLeastS:
		list = append(list, bound{b.plus(a, -1), 0})
	case cmpEqual:
		list = append(list, bound{a.plus(b, -1), 0}, bound{b.plus(a, -1), 0})
	}
	return list
}

// rangeWithin is the range of a polynomial under bounds, and those of the loops that it counts.
func (v *values) rangeWithin(p poly, bounds []bound) interval {
	r := v.rangeOf(p)
	for i := range p.terms {
		if d := v.at(p.terms[i].atoms[0]); d.op == opCount && v.loops[d.node] != nil {
			bounds = append(bounds[:len(bounds):len(bounds)], v.loops[d.node].bounds...)
		}
	}
	for _, b := range bounds {
		for i := range b.p.terms {
			t := &b.p.terms[i]
			for j := range p.terms {
				u := &p.terms[j]
				if u.atoms != t.atoms || t.coef == 0 || u.coef%t.coef != 0 {
					continue
				}
				k := u.coef / t.coef
				if p.most()+math.Abs(float64(k))*b.p.most() >= far {
					continue // what wraps is equal only modulo 2^64
				}
				rest := v.rangeOf(p.plus(b.p, -k)).plus(interval{k, k}.times(interval{b.most, b.most}))
				if k > 0 {
					r.hi = min(r.hi, rest.hi)
				} else {
					r.lo = max(r.lo, rest.lo)
				}
			}
		}
	}
	return r
}
