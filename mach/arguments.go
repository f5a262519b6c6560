package mach

import (
	"cmp"
	"slices"

	"heddle/isa"
	"heddle/pass"
)

// trimLoads loads only the kernel arguments that are read. Selection loads whole
// memref descriptors, because it does not know yet which parts will be needed; most
// sizes and strides are not, and would occupy scalar registers. The loads of the
// entry block with the same base are replanned: as few instructions as possible,
// each as short as possible.
func trimLoads(f *Func, _ *pass.Options) error {
	t := newArgumentTrimmer(f, f.Blocks[0].Instrs)
	if len(t.loads) == 0 {
		return nil
	}
	t.findAtoms()
	if len(t.atoms) > 0 {
		t.apply(f.Blocks[0], t.plan())
	}
	return nil
}

type argumentTrimmer struct {
	f         *Func
	loads     []*Instr
	is        []bool // by register: a load's destination
	first     []int  // by register: the offset in dwords of its dword 0 from the base
	low, high int    // the dwords that are loaded
	atoms     []atom
}

func newArgumentTrimmer(f *Func, instrs []*Instr) *argumentTrimmer {
	defs := f.definitions()
	t := &argumentTrimmer{f: f, first: make([]int, len(f.Regs)), is: make([]bool, len(f.Regs))}
	for _, in := range instrs {
		if !t.takes(in, defs) {
			continue
		}
		t.loads = append(t.loads, in)
		r := in.Args[0].Part.Reg
		t.is[r], t.first[r] = true, int(in.Args[2].Value)/4
		t.low = min(t.low, t.first[r])
		t.high = max(t.high, t.first[r]+int(in.Args[0].Part.N))
		if len(t.loads) == 1 {
			t.low = t.first[r]
		}
	}
	return t
}

// atom is a group of dwords that one load must load, because an operand names them all.
type atom struct {
	from, to int
	align    int // of the register that contains from
}

// takes reports whether the load can be replanned: it loads constants, from the
// same base as the others, into a register that nothing else writes.
func (t *argumentTrimmer) takes(in *Instr, defs *definitions) bool {
	if !in.loadsConstants() {
		return false
	}
	dst, base := in.Args[0].Part, in.Args[1].Part
	info := &t.f.Regs[dst.Reg]
	constant := defs.stable(base)
	if slices.Contains(t.f.Inputs, base.Reg) {
		constant = defs.untouched(base)
	}
	return dst.N == info.Dwords && !info.HasFixed && defs.stable(dst) && constant && (len(t.loads) == 0 || t.loads[0].Args[1].Part == base)
}

// loadsConstants reports whether the instruction loads dwords that nothing writes while the kernel runs.
func (in *Instr) loadsConstants() bool {
	if in.Row == nil || in.Flags != 0 || in.Mem == nil || in.Mem.Read != SpaceConst || in.Args[2].Kind != OperandImm || in.Args[2].Value%4 != 0 {
		return false
	}
	return slices.ContainsFunc(argumentLoads[:], func(l argumentLoad) bool { return l.op == in.Row.Op }) && in.Mods == (isa.Mods{})
}

// untouched reports whether no instruction writes the part.
func (d *definitions) untouched(p Part) bool {
	for u := d.first[p.Reg] + int(p.Sub); u < d.first[p.Reg]+int(p.Sub+p.N); u++ {
		if d.count[u] > 0 {
			return false
		}
	}
	return true
}

// findAtoms collects the dwords that are read, in order.
func (t *argumentTrimmer) findAtoms() {
	var parts []atom
	for _, b := range t.f.Blocks {
		for _, in := range b.Instrs {
			in.Uses(func(_ int, p Part) {
				if !t.is[p.Reg] {
					return
				}
				a := atom{t.first[p.Reg] + int(p.Sub), t.first[p.Reg] + int(p.Sub+p.N), 1}
				switch {
				case p.N >= 4:
					a.align = 4
				case p.N >= 2:
					a.align = 2
				}
				parts = append(parts, a)
			})
		}
	}
	slices.SortFunc(parts, func(x, y atom) int { return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.to, y.to)) })
	for _, p := range parts {
		if n := len(t.atoms); n > 0 && p.from < t.atoms[n-1].to {
			last := &t.atoms[n-1]
			last.to = max(last.to, p.to)
			// A part inside of another keeps its alignment if the larger one
			// begins as selection had it: even.
			last.align = max(last.align, p.align)
			continue
		}
		t.atoms = append(t.atoms, p)
	}
}

type argumentLoad struct {
	dwords int
	op     isa.Op
}

var argumentLoads = [...]argumentLoad{{1, isa.S_LOAD_DWORD}, {2, isa.S_LOAD_DWORDX2}, {4, isa.S_LOAD_DWORDX4}, {8, isa.S_LOAD_DWORDX8}}

// planned is a planned load: its length and its first dword.
type planned struct {
	argumentLoad
	from int
}

// plan covers the atoms, in order, at the lowest cost: an instruction costs as much
// as four dwords. It returns nil if some atom cannot be covered.
func (t *argumentTrimmer) plan() []planned {
	const instruction, most = 4, 8
	n := len(t.atoms)
	best, choice, begin := make([]int, n+1), make([]planned, n+1), make([]int, n+1)
	for j := 1; j <= n; j++ {
		best[j] = -1
		align := 1
		for i := j; i >= 1; i-- {
			first, end := t.atoms[i-1].from, t.atoms[j-1].to
			align = max(align, t.atoms[i-1].align)
			if end-first > most {
				break
			}
			for _, l := range argumentLoads {
				from, ok := t.begin(t.atoms[i-1:j], l.dwords, align)
				if cost := best[i-1] + instruction + l.dwords; ok && best[i-1] >= 0 && (best[j] < 0 || cost < best[j]) {
					best[j], choice[j], begin[j] = cost, planned{l, from}, i-1
				}
			}
		}
	}
	if best[n] < 0 {
		return nil
	}
	var list []planned
	for j := n; j > 0; j = begin[j] {
		list = append(list, choice[j])
	}
	slices.Reverse(list)
	return list
}

// begin returns where a load of so many dwords can begin to load the atoms, each at
// an aligned register, and nothing that was not loaded before.
func (t *argumentTrimmer) begin(atoms []atom, dwords, align int) (from int, ok bool) {
	for from = atoms[0].from; from >= t.low && from > atoms[0].from-align-dwords; from-- {
		if from+dwords < atoms[len(atoms)-1].to {
			return 0, false
		}
		fits := from+dwords <= t.high
		for _, a := range atoms {
			fits = fits && (a.from-from)%a.align == 0
		}
		if fits {
			return from, true
		}
	}
	return 0, false
}

// apply replaces the first load by the planned loads.
func (t *argumentTrimmer) apply(entry *Block, plan []planned) {
	before, after := 0, 0
	for _, in := range t.loads {
		before += int(in.Args[0].Part.N)
	}
	for _, p := range plan {
		after += p.dwords
	}
	if plan == nil || len(plan) > len(t.loads) || after >= before {
		return
	}
	model := t.loads[0]
	at := slices.Index(entry.Instrs, model)
	entry.Instrs = slices.DeleteFunc(entry.Instrs, func(in *Instr) bool { return slices.Contains(t.loads, in) })
	to := make(map[int]Part) // by offset in dwords from the base
	var loads []*Instr
	for _, p := range plan {
		dst := t.f.All(t.f.NewReg(FileS, p.dwords, ""))
		in := t.f.NewInstr(t.f.Row(p.op, isa.EncSMEM, "imm"), P(dst), model.Args[1], Imm(int64(4*p.from)))
		mem := *model.Mem
		in.Mem, in.Pos, in.Note = &mem, model.Pos, model.Note
		loads = append(loads, in)
		for i := range p.dwords {
			if _, twice := to[p.from+i]; !twice {
				to[p.from+i] = dst.Dword(i)
			}
		}
	}
	// A dword covered by two loads is read from the one planned for it.
	for i := len(plan) - 1; i >= 0; i-- {
		for _, a := range t.atoms {
			if a.from >= plan[i].from && a.to <= plan[i].from+plan[i].dwords {
				for k := a.from; k < a.to; k++ {
					to[k] = loads[i].Args[0].Part.Dword(k - plan[i].from)
				}
			}
		}
	}
	entry.Instrs = slices.Insert(entry.Instrs, at, loads...)
	t.moveAll(to)
}

// moveAll maps what is read of old loads to its new places.
func (t *argumentTrimmer) moveAll(to map[int]Part) {
	for _, b := range t.f.Blocks {
		for _, in := range b.Instrs {
			in.Uses(func(i int, _ Part) {
				if i >= 0 {
					t.move(&in.Args[i].Part, to)
				}
			})
			if in.Mem != nil {
				t.move(&in.Mem.Base, to)
			}
		}
	}
}

// move maps a part of an old load to its new place.
func (t *argumentTrimmer) move(p *Part, to map[int]Part) {
	if int(p.Reg) >= len(t.is) || !t.is[p.Reg] {
		return
	}
	at := t.first[p.Reg] + int(p.Sub)
	first, ok := to[at]
	if last, okToo := to[at+int(p.N)-1]; ok && okToo && last.Reg == first.Reg {
		*p = Part{Reg: first.Reg, Sub: first.Sub, N: p.N}
	}
}
