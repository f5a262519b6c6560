package vet

import "heddle/isa"

// most times that facts are computed before those of phis that still change are given up.
const (
	roundsBefore = 4
	roundsMost   = 16
)

// solve finds what the values that were asked for can be. After more are asked for, it must be called
// again.
func (v *values) solve() {
	v.simplify()
	v.polys = nil
	v.findFacts()
	const refinements = 3 // loops within loops; each gives counts to the next
	for range refinements {
		v.refine()
		v.findLoops()
	}
	v.refine()
}

// reset forgets what solve has found, to solve for another launch.
func (v *values) reset() {
	v.facts, v.polys, v.uniform = nil, nil, nil
	v.loops, v.linears = map[int32]*loop{}, nil
}

// findFacts computes facts from none on, until they no longer change.
func (v *values) findFacts() {
	v.facts = make([]fact, len(v.list))
	v.uniform = make([]bool, len(v.list))
	for i := range v.list {
		v.facts[i] = v.list[i].op.width().none()
		v.uniform[i] = true
	}
	v.facts[0], v.uniform[0] = width(32).any(), false
	for round := 0; ; round++ {
		changed := false
		for i := 1; i < len(v.list); i++ {
			x := valueID(i)
			if v.same[x] != x {
				continue
			}
			f, w := v.factOf(x), v.list[x].op.width()
			if v.list[x].op == opPhi && round >= roundsBefore {
				f = w.widen(v.facts[x], f)
			}
			if v.list[x].op == opPhi && round >= roundsMost {
				f = w.any()
			}
			u := v.isUniform(x)
			if f != v.facts[x] || u != v.uniform[x] {
				changed = true
				v.facts[x], v.uniform[x] = f, u
			}
			v.steps--
		}
		if !changed {
			return
		}
	}
}

// widen gives up the parts of a fact that have changed.
func (w width) widen(old, now fact) fact {
	if old.isNone() || old == now {
		return now
	}
	f := w.join(old, now)
	if f.lo < old.lo {
		f.lo = 0
	}
	if f.hi > old.hi {
		f.hi = w.mask()
	}
	if f.slo < old.slo {
		f.slo = w.least()
	}
	if f.shi > old.shi {
		f.shi = w.most()
	}
	return f
}

// refine computes each fact and polynomial once more, from those that are known.
func (v *values) refine() {
	polys := v.polys
	v.polys = make([]poly, len(v.list))
	copy(v.polys, polys)
	for i := 1; i < len(v.list); i++ {
		x := valueID(i)
		if v.same[x] != x {
			continue
		}
		w := v.list[x].op.width()
		f := w.meet(v.facts[x], v.factOf(x))
		v.facts[x], v.uniform[x] = f, v.uniform[x] || v.isUniform(x)
		v.polys[x] = v.polyOf(x)
		p := &v.polys[x]
		if a, same := p.isAtom(); same && a == x {
			continue
		}
		if p.unsigned {
			f = w.meet(f, w.between(uint64(p.span.lo), uint64(p.span.hi)))
		}
		if p.signed {
			f = w.meet(f, w.signedBetween(p.span.lo, p.span.hi))
		}
		v.facts[x] = f
		v.steps--
	}
}

// grow makes room for values that are made since solve began. Of these no more is known than what
// follows from their operands.
func (v *values) grow() {
	for n := len(v.facts); n < len(v.list); n++ {
		v.facts = append(v.facts, v.list[n].op.width().any())
		v.uniform = append(v.uniform, false)
		if v.list[n].op != opPhi {
			v.facts[n], v.uniform[n] = v.factOf(valueID(n)), v.isUniform(valueID(n))
		}
	}
	for len(v.polys) < len(v.list) {
		v.polys = append(v.polys, poly{})
	}
}

// isUniform reports whether a value is the same in all lanes of a wave, from whether its operands are.
func (v *values) isUniform(x valueID) bool {
	d := &v.list[x]
	u := func(y valueID) bool { return y == 0 || v.uniform[v.find(y)] }
	switch d.op {
	case opUnknown:
		return false
	case opConst, opCount, opFirst, opBallot:
		return true
	case opSymbol:
		switch s := symbol(d.k); s.kind() {
		case symItem, symLane:
			return false
		case symRegister:
			return isa.Reg(s.number()) < isa.V0
		}
		return true
	case opEither:
		return false
	case opResult:
		if id, ok := v.loadedPart(d); ok {
			return v.uniform[v.find(id)]
		}
		return v.isScalarResult(d)
	case opLoad:
		return u(d.a) || v.g.nodes[d.node].inst.Row.Unit == isa.UnitSMEM
	case opPhi:
		if isa.Reg(d.k) < isa.V0 {
			return true
		}
		for _, a := range v.args[d.a:d.b] {
			if a = v.find(a); a == 0 || !v.uniform[a] {
				return false
			}
		}
		return true
	case opSelect:
		return d.c != 0 && u(d.a) && u(d.b) && u(d.c)
	}
	return u(d.a) && u(d.b) && u(d.c)
}

// isScalarResult reports whether a result is one of a scalar instruction.
func (v *values) isScalarResult(d *value) bool {
	inst := &v.g.nodes[d.node].inst
	switch k := isa.Reg(0); {
	case d.k >= beforeNode:
		k = isa.Reg(d.k - beforeNode)
		return k < isa.V0
	case d.k >= beforeNode/2:
		return false
	case d.k >= implicitResult:
		return true
	default:
		o := &inst.Args[d.k/32%isa.MaxArgs]
		return o.Kind == isa.KindReg && o.Reg() < isa.V0
	}
}

// resultFact is what is known of a result from the instruction alone.
func (v *values) resultFact(d *value) fact {
	w := width(32)
	if d.k >= beforeNode/2 {
		return w.any()
	}
	if d.k == implicitResult+uint32(isa.SCC) {
		return w.between(0, 1)
	}
	inst := &v.g.nodes[d.node].inst
	if most, ok := mostOf[inst.Row.Op]; ok && d.k < 32 && inst.Args[0].Dwords <= 1 {
		return w.between(0, most)
	}
	if m := inst.Row.Memory; m != nil && m.Kind == isa.MemoryLoad && m.D16 == isa.D16None && m.Return == 1 && m.Bytes < 4 && m.Bytes > 0 && d.k < 32 {
		if m.Signed {
			return w.signedBetween(-1<<(8*m.Bytes-1), 1<<(8*m.Bytes-1)-1)
		}
		return w.between(0, 1<<(8*m.Bytes)-1)
	}
	return w.any()
}

// mostOf are the largest results of instructions that count.
var mostOf = map[isa.Op]uint64{
	isa.S_BCNT0_I32_B32: 32, isa.S_BCNT1_I32_B32: 32, isa.S_BCNT0_I32_B64: 64, isa.S_BCNT1_I32_B64: 64,
}

// loadedPart is what a vector load gets from the kernel's arguments, a dword or a part of one.
func (v *values) loadedPart(d *value) (valueID, bool) {
	x := &reader{v, d.node, &v.g.nodes[d.node].inst}
	m := x.inst.Row.Memory
	if v.polys == nil || m == nil || m.Kind != isa.MemoryLoad || x.inst.Row.Enc != isa.EncGLOBAL || m.ToLDS || m.D16 != isa.D16None || d.k >= uint32(max(m.Bytes/4, 1)) {
		return 0, false
	}
	from, ok := v.loads[d.node]
	if !ok {
		a := asked{node: d.node}
		if v.askVector(&a, x.inst, m) {
			from = &a
		}
		v.loads[d.node] = from
	}
	if from == nil {
		return 0, false
	}
	p := v.poly(v.pair(from.base[0], from.base[1]))
	if from.has.offset {
		p = p.plus(v.extended(from.offset), 1)
	}
	at, ok := v.inArguments(p, from.imm+4*int64(d.k))
	size := min(m.Bytes, 4)
	if !ok || at%4+size > 4 {
		return 0, false
	}
	id := v.symbol(symArg | symbol(at&^3))
	if size < 4 {
		id = x.field(id, 8*(at%4), 8*size, m.Signed)
	}
	return id, true
}

// inArguments is the byte of the arguments that is at an address and an offset.
func (v *values) inArguments(p poly, offset int64) (at int, ok bool) {
	p, base := v.fromPointer(p)
	at = int(p.c + offset)
	return at, base == baseArguments && len(p.terms) == 0 && at >= 0 && at < int(v.given.arguments)
}

// loadedArgument is what a load gets from the kernel's arguments or the dispatch packet.
func (v *values) loadedArgument(d *value) (symbol, bool) {
	if v.polys != nil {
		if at, ok := v.inArguments(v.poly(d.a), int64(int32(d.k))); ok && at%4 == 0 {
			return symArg | symbol(at), true
		}
	}
	base := v.list[v.find(d.a)]
	if base.op != opPair {
		return 0, false
	}
	low, high := v.list[v.find(base.a)], v.list[v.find(base.b)]
	if low.op != opSymbol || high.op != opSymbol || d.k >= 1<<20 || d.k%4 != 0 {
		return 0, false
	}
	switch {
	case symbol(low.k) == symKernarg && symbol(high.k) == symKernarg|1:
		return symArg | symbol(d.k), true
	case symbol(low.k) == symDispatch && symbol(high.k) == symDispatch|1:
		return symPacket | symbol(d.k), true
	}
	return 0, false
}
