package mach

import "heddle/isa"

// pressure is numbers of dwords of registers, by file; vgprOnly is those of
// FileV that cannot be in AGPRs without moves.
type pressure [FileSCC]int

const vgprOnly = FileNone

// add counts a dword of a register.
func (p *pressure) add(file File, only bool, n int) {
	p[file] += n
	if only {
		p[vgprOnly] += n
	}
}

func (p *pressure) raise(q pressure) {
	for i := range p {
		p[i] = max(p[i], q[i])
	}
}

func (p pressure) fits(limit pressure) bool {
	for i := range p {
		if p[i] > limit[i] {
			return false
		}
	}
	return true
}

// Registers that the limits leave free: tuples do not always lie without gaps.
const (
	spareVGPRs = 4
	spareSGPRs = 16
)

// pressure is what a schedule may have live for all of it to find registers.
func (b budget) pressure() pressure {
	return pressure{FileS: b.sgprs - spareSGPRs, FileV: min(b.unified, b.vgprs+b.agprs) - spareVGPRs, vgprOnly: b.vgprs - spareVGPRs}
}

// pressureLimit is how many registers a schedule may have live: no more than
// leave as many waves on a SIMD as the kernel had room for, in registers and
// LDS, and half as many again as the kernel came with, or some for what is small. What must be in
// VGPRs may take those that tuples leave which do not find room in AGPRs.
func pressureLimit(f *Func, before pressure) pressure {
	b := budgetOf(f)
	limit := b.pressure()
	for waves := f.wavesInLDS(); waves > b.waves; waves-- {
		fits := f.registersFor(waves) - spareVGPRs
		if before[FileV] <= fits {
			limit[FileV] = min(limit[FileV], fits)
			break
		}
	}
	limit[FileV] = min(limit[FileV], max(before[FileV]*3/2, before[FileV]+8))
	const longest = 16 // a tuple that lies across the border fits nowhere
	rest := limit[FileV]
	if rest > b.vgprs-spareVGPRs {
		rest = min(rest-(before[FileV]-before[vgprOnly])-longest, b.vgprs-spareVGPRs)
	}
	limit[vgprOnly] = max(rest, before[vgprOnly])
	return limit
}

// vgprsOnly is, by register, whether it is a vector register that cannot be
// in AGPRs, or should not: vector instructions define it, or read it though no
// matrix instruction does anything with it. The results of matrix
// instructions that others read are moved for them.
func vgprsOnly(f *Func) []bool {
	only, matrix := make([]bool, len(f.Regs)), make([]bool, len(f.Regs))
	defined := make([]bool, len(f.Regs))
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if in.Row == nil {
				continue
			}
			visit := func(i int, p Part) {
				r := p.Reg
				switch {
				case f.Regs[r].File != FileV || i < 0:
				case !takesAGPR(&in.Row.Operands[i]):
					only[r] = true
					defined[r] = defined[r] || in.Row.Operands[i].Access&isa.Write != 0
				case in.isMatrix():
					matrix[r] = true
				}
			}
			in.Uses(visit)
			in.Defs(visit)
		}
	}
	for r := range only {
		only[r] = only[r] && (defined[r] || !matrix[r])
	}
	return only
}

// livePressure is what is live at a point of a walk backwards.
type livePressure struct {
	f     *Func
	first []int
	only  []bool // see vgprsOnly
	set   unitSet
	count pressure
	peak  pressure
}

func newLivePressure(f *Func, l *liveness) livePressure {
	return livePressure{f: f, first: l.first, only: vgprsOnly(f), set: make(unitSet, (l.first[len(f.Regs)]+63)/64)}
}

// begin goes to the end of a block.
func (p *livePressure) begin(b *Block, l *liveness) {
	clear(p.set)
	p.count = pressure{}
	r := 0
	for _, u := range l.out[b] {
		for l.first[r+1] <= int(u) {
			r++
		}
		p.set.add(int(u))
		p.change(Reg(r), 1)
	}
	if b.Term.Reg != 0 {
		p.use(0, p.f.All(b.Term.Reg))
	}
	p.peak = p.count
}

func (p *livePressure) change(r Reg, n int) {
	if file := p.f.Regs[r].File; file < FileSCC {
		p.count.add(file, p.only[r], n)
	}
}

func (p *livePressure) use(_ int, part Part) {
	u := p.first[part.Reg] + int(part.Sub)
	for range part.N {
		if !p.set.has(u) {
			p.set.add(u)
			p.change(part.Reg, 1)
		}
		u++
	}
}

func (p *livePressure) def(_ int, part Part) {
	u := p.first[part.Reg] + int(part.Sub)
	for range part.N {
		if p.set.has(u) {
			p.set.remove(u)
			p.change(part.Reg, -1)
		}
		u++
	}
}

// backwards walks over instructions.
func (p *livePressure) backwards(list []*Instr) {
	for i := len(list) - 1; i >= 0; i-- {
		in := list[i]
		in.Defs(p.use) // dead ones need a register, too
		p.peak.raise(p.count)
		in.Defs(p.def)
		in.Uses(p.use)
		p.peak.raise(p.count)
	}
}

// values are the dwords that a region's instructions pass on, for counting
// what is live in another order.
type values struct {
	list    []regionValue
	current []int32 // by unit: 1 + the value that it holds
	defs    []int32 // by node, from node.defs on
	uses    []int32
}

type regionValue struct {
	file  File
	only  bool  // see vgprsOnly
	uses  int32 // nodes that read it
	left  int32 // of those, the ones that are not scheduled
	user  int32 // the last node that was counted
	after bool  // live after the region
}

func (v *values) reset() {
	v.list, v.defs, v.uses = v.list[:0], v.defs[:0], v.uses[:0]
}

// define makes the new value of a unit.
func (v *values) define(unit int, file File, only bool) {
	v.list = append(v.list, regionValue{file: file, only: only, user: -1})
	v.current[unit] = int32(len(v.list))
	v.defs = append(v.defs, int32(len(v.list)-1))
}

// use notes that a node reads a unit.
func (v *values) use(node int32, unit int, file File, only bool) {
	if v.current[unit] == 0 {
		v.list = append(v.list, regionValue{file: file, only: only, user: -1})
		v.current[unit] = int32(len(v.list))
	}
	x := v.current[unit] - 1
	if v.list[x].user == node {
		return
	}
	v.list[x].user = node
	v.list[x].uses++
	v.uses = append(v.uses, x)
}
