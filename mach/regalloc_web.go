package mach

import (
	"heddle/isa"
)

// web is virtual registers that get one run of physical registers: one
// register, or several that coalescing put together.
type web struct {
	file   File
	dwords int
	align  int         // the number of its first register is offset modulo align
	offset int         //
	ranges []liveRange // of each dword
	kin    int         // index of its group in allocator.kin
	place  int         // number of the first physical register in its file, -1 if it has none yet
	fixed  bool        // place was given
	mask   bool        // lane masks: VCC is a good place
	hints  []hint
	regs   []Reg // the members
}

// hint says that a web would preferably be that many registers after another.
type hint struct{ other, delta int }

// kinship is what webs have in common that one bit of an instruction makes all
// VGPRs or all AGPRs (facts isa/encodings.md §4).
type kinship struct {
	parent         int
	noVGPR, noAGPR bool
	// placed counts the webs that have a place among the VGPRs and the AGPRs:
	// the rest follow them.
	placed [2]int
}

// allocator is the state of one attempt to give every register a place.
type allocator struct {
	f      *Func
	budget budget
	first  []int
	points int32

	webs  []web
	webOf []int // of each register; -1 for SCC and for registers that are never live
	at    []int // the register's first dword in its web
	kin   []kinship

	uses  []regUses
	cost  []float64 // of spilling a web
	spill *spiller

	failed []int // see packed: how often each web found no place before; nil if this is the first time

	crowded  bool // there are more vector values than VGPRs at some time
	taken    [FileSCC]*occupancy
	held     [FileSCC][]holders
	clobbers []clobber

	// seen is, by web, the last look at a place (looks counts them) that met it.
	seen  []int
	looks int
}

func newAllocator(f *Func, b budget, s *spiller) *allocator {
	l := f.live()
	ranges, points := f.liveRanges(l)
	a := &allocator{f: f, budget: b, spill: s, first: l.first, points: points, webOf: make([]int, len(f.Regs)), at: make([]int, len(f.Regs))}
	a.webs, a.kin = make([]web, 0, len(f.Regs)), make([]kinship, 0, len(f.Regs))
	members := make([]Reg, len(f.Regs))
	for r := range f.Regs {
		info := &f.Regs[r]
		a.webOf[r], members[r] = -1, Reg(r)
		if r == 0 || info.File == FileSCC {
			continue
		}
		w := web{file: info.File, dwords: int(info.Dwords), align: int(info.Align), ranges: ranges[l.first[r]:l.first[r+1]], kin: len(a.kin), place: -1, regs: members[r : r+1 : r+1]}
		if w.empty() {
			continue
		}
		if info.HasFixed {
			w.place, w.fixed = fileNumber(info.Fixed), true
		}
		a.webOf[r] = len(a.webs)
		a.webs = append(a.webs, w)
		a.kin = append(a.kin, kinship{parent: len(a.kin)})
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			a.constrain(in)
		}
	}
	a.countUses()
	return a
}

// fileNumber is the register's number in its file.
func fileNumber(r isa.Reg) int {
	if r >= isa.V0 {
		return int(r - isa.V0)
	}
	return int(r)
}

// physical is the inverse of fileNumber.
func (file File) physical(n int) isa.Reg {
	if file == FileV {
		return isa.V0 + isa.Reg(n)
	}
	return isa.Reg(n)
}

func (w *web) empty() bool {
	for _, r := range w.ranges {
		if len(r) > 0 {
			return false
		}
	}
	return true
}

// start is the first point at which the web is live.
func (w *web) start() int32 {
	first := int32(-1)
	for _, r := range w.ranges {
		if len(r) > 0 && (first < 0 || r[0].from < first) {
			first = r[0].from
		}
	}
	return first
}

// constrain notes what an instruction asks of its operands' registers.
func (a *allocator) constrain(in *Instr) {
	if in.Flags&Undef != 0 {
		return
	}
	if in.Flags&Copy != 0 {
		dst, src := &in.Args[0], &in.Args[1]
		if dst.Kind == OperandReg && src.Kind == OperandConst && a.f.Regs[dst.Part.Reg].File == FileV && !a.f.accInline(src.Value) {
			a.kinOf(dst.Part.Reg).noAGPR = true
		}
		return
	}
	var kin int
	var bit uint8
	for i := range in.Row.Operands {
		spec, arg := &in.Row.Operands[i], &in.Args[i]
		if arg.Kind != OperandReg || a.webOf[arg.Part.Reg] < 0 {
			continue
		}
		w := &a.webs[a.webOf[arg.Part.Reg]]
		switch spec.Class {
		case isa.ClassAV, isa.ClassAVI:
			if spec.AccBit != 0 && spec.AccBit == bit {
				a.joinKin(kin, w.kin)
			} else if spec.AccBit != 0 && (bit == 0 || spec.Name == "src2") {
				kin, bit = w.kin, spec.AccBit
			}
		case isa.ClassA:
			a.kinOf(arg.Part.Reg).noVGPR = true
		case isa.ClassSMASK:
			w.mask = true
		case isa.ClassSDST:
			w.mask = w.mask || in.Row.Enc >= isa.EncVOP2
		default:
			a.kinOf(arg.Part.Reg).noAGPR = true
		}
	}
}

// takesAGPR reports whether an operand may be an AGPR.
func takesAGPR(spec *isa.OperandSpec) bool {
	return spec.Class == isa.ClassAV || spec.Class == isa.ClassAVI || spec.Class == isa.ClassA
}

// accInline reports whether v_accvgpr_write takes the constant.
func (f *Func) accInline(v int64) bool {
	return f.Row(isa.V_ACCVGPR_WRITE_B32, isa.EncMAI, "").Inline(1, uint64(uint32(v)))
}

func (a *allocator) findKin(k int) int {
	for a.kin[k].parent != k {
		a.kin[k].parent = a.kin[a.kin[k].parent].parent
		k = a.kin[k].parent
	}
	return k
}

func (a *allocator) kinOf(r Reg) *kinship {
	if a.webOf[r] < 0 {
		return &kinship{}
	}
	return &a.kin[a.findKin(a.webs[a.webOf[r]].kin)]
}

func (a *allocator) joinKin(x, y int) {
	x, y = a.findKin(x), a.findKin(y)
	if x == y {
		return
	}
	a.kin[y].parent = x
	a.kin[x].noVGPR = a.kin[x].noVGPR || a.kin[y].noVGPR
	a.kin[x].noAGPR = a.kin[x].noAGPR || a.kin[y].noAGPR
}
