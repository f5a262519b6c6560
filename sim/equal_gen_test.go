package sim

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/isa"
)

// equalItem is an instruction of a program. Its jump is the number of the item
// it goes to, -1 if it is no branch. A literal that is the distance from item
// from to item to is of the computed jumps.
type equalItem struct {
	inst     isa.Inst
	number   int // in the program as it was generated
	jump     int
	from, to int
	random   bool // no part of what makes addresses and loops
	skewed   bool // the jump goes 4 bytes further
}

// equalProgram is a random kernel and how it is launched.
type equalProgram struct {
	number  int
	seed    uint64
	target  *isa.Target
	shape   int // of the object that has room for its code
	items   []equalItem
	launch  Launch // but for what a device gives it
	input   []byte
	work    []byte
	rsrc    [2][3]uint32 // words 1 to 3 of two of the resources
	endless bool         // no s_endpgm follows
}

// equalDeck deals rows, each as often as the others.
type equalDeck struct {
	rows []*isa.Row
	left []*isa.Row
}

func (d *equalDeck) deal(r *rand.Rand) *isa.Row {
	if len(d.left) == 0 {
		d.left = append(d.left, d.rows...)
		r.Shuffle(len(d.left), func(i, j int) { d.left[i], d.left[j] = d.left[j], d.left[i] })
	}
	row := d.left[len(d.left)-1]
	d.left = d.left[:len(d.left)-1]
	return row
}

// again puts a row back that was dealt in vain.
func (d *equalDeck) again(row *isa.Row, r *rand.Rand) {
	d.left = append(d.left, row)
	i := r.IntN(len(d.left))
	d.left[i], d.left[len(d.left)-1] = row, d.left[i]
}

// equalGen generates the programs of a target.
type equalGen struct {
	t      testing.TB
	r      *rand.Rand
	target *isa.Target
	data   *equalData
	// Rows by what they do; quick are those of alu that have kernels.
	quick, alu, scalar, matrix, control, smem, vmem, lds equalDeck
	texts                                                map[string]isa.Inst

	p *equalProgram
	equalRegs
	calm     bool // the program leaves MODE and EXEC alone
	restless int  // instructions until MODE and EXEC are made usual again
	mode     uint32
}

func newEqualGen(t testing.TB, target *isa.Target, data *equalData, r *rand.Rand) *equalGen {
	g := &equalGen{t: t, r: r, target: target, data: data, texts: map[string]isa.Inst{}}
	rows := target.Rows()
	for i := range rows {
		row := &rows[i]
		if level, _ := fidelityOf(row.Op); level == Refused {
			continue
		}
		d := g.deckOf(row)
		d.rows = append(d.rows, row)
		if d == &g.alu && quickRow(row) {
			g.quick.rows = append(g.quick.rows, row)
		}
	}
	return g
}

func (g *equalGen) deckOf(row *isa.Row) *equalDeck {
	switch row.Unit {
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return &g.matrix
	case isa.UnitBranch, isa.UnitMsg, isa.UnitNone:
		return &g.control
	case isa.UnitSMEM:
		return &g.smem
	case isa.UnitVMEM, isa.UnitFlat:
		return &g.vmem
	case isa.UnitLDS:
		return &g.lds
	case isa.UnitSALU:
		if int(row.Op) < len(controlOps) && controlOps[row.Op] != nil {
			return &g.control
		}
		return &g.scalar
	}
	return &g.alu
}

// program generates a program.
func (g *equalGen) program(number int, seed uint64) *equalProgram {
	*g.r = *rand.New(rand.NewPCG(seed, uint64(number)))
	r := g.r
	p := &equalProgram{number: number, seed: seed, target: g.target, shape: r.IntN(len(equalShapes))}
	shape := &equalShapes[p.shape]
	g.p = p
	g.calm, g.restless, g.mode = chance(r, 40), 0, rocmMode
	g.equalRegs = equalRegs{r: r, vgprs: shape.vgprs, agprs: shape.agprs, wild: chance(r, 20), sbase: []isa.Reg{4, 4, 6}, rsrc: []isa.Reg{8, 8, 12, 16}}
	g.width = []int{6, 12, 24, 40, 300}[r.IntN(5)]
	g.low = equalVGPRs + r.IntN(max(shape.vgprs-g.width-equalVGPRs, 1))
	for i := range shape.loaded {
		g.flavour[equalVGPRs+i] = 1 + uint8(i/4%int(equalFlavours))
	}
	if chance(r, 80) {
		g.low = equalVGPRs + r.IntN(max(shape.loaded-g.width, 1))
	}
	p.input, p.work = g.data.input(r), g.data.work(r)
	for i := range p.rsrc {
		p.rsrc[i] = equalResource(r)
	}
	g.how()
	if r.IntN(250) == 0 {
		g.longLoop()
	}
	for range 1 + r.IntN(5) {
		g.segment()
		if len(p.items) > equalMost {
			break
		}
	}
	if p.endless = chance(r, 1); !p.endless {
		g.text("s_endpgm")
	}
	return p
}

// equalMost is how many instructions a program may have before it ends.
const equalMost = 700

// how chooses how the program is launched.
func (g *equalGen) how() {
	r, l := g.r, &g.p.launch
	l.Grid, l.Block = [3]uint32{1, 1, 1}, [3]uint32{64, 1, 1}
	switch k := r.IntN(20); {
	case k == 0:
		l.Block[0] = 1 + uint32(r.IntN(256)) // some lanes of the last wave are off
	case k < 5:
		l.Block[0] = 128
	case k == 5:
		l.Block[0] = 256
	}
	if k := r.IntN(8); k < 2 {
		l.Grid[k] = 2 + uint32(r.IntN(2))
	}
	l.Options = Options{Seed: r.Uint64(), Workers: 1 + r.IntN(2), MaxInstructions: 20_000, LenientBarriers: chance(r, 85),
		SoffsetUnchecked: chance(r, 20), Schedule: Schedule([]int{0, 0, 0, 0, 0, 1, 2, 3}[r.IntN(8)])}
	if chance(r, 3) {
		l.MaxInstructions = uint64(1 + r.IntN(400))
	}
	l.LDS = uint32(r.IntN(3)) * 1000
}

// equalResource is the rest of a resource whose base is in the work buffer:
// with strides, swizzled, with the lane number added, of all formats.
func equalResource(r *rand.Rand) [3]uint32 {
	stride := uint32([]int{0, 4, 8, 12, 16, 32, 1, 0}[r.IntN(8)])
	v := [3]uint32{stride << 16, uint32(equalWork-equalMiddle) / max(stride, 1), r.Uint32() & 0x7fff}
	if chance(r, 80) {
		v[2] |= uint32([]int{1, 4, 5, 6, 10, 11, 12, 13, 14}[r.IntN(9)]) << resourceDataFormat
	} else {
		v[2] |= r.Uint32() & 15 << resourceDataFormat
	}
	v[2] |= r.Uint32() & 3 << resourceIndexStride
	if chance(r, 25) {
		v[2] |= 1 << resourceAddTID
		if chance(r, 95) { // else they are part of the stride
			v[2] &^= 0xf << resourceDataFormat
		}
		v[0] |= uint32(r.IntN(2)) << 31
	}
	if chance(r, 30) {
		v[1] = uint32(r.IntN(1024)) // much is out of range
	}
	return v
}

func (g *equalGen) add(inst isa.Inst) *equalItem {
	g.p.items = append(g.p.items, equalItem{inst: inst, number: len(g.p.items), jump: -1, from: -1})
	return &g.p.items[len(g.p.items)-1]
}

// text adds an instruction given as text.
func (g *equalGen) text(format string, args ...any) *equalItem {
	g.t.Helper()
	s := format
	if len(args) > 0 {
		s = fmt.Sprintf(format, args...)
	}
	inst, ok := g.texts[s]
	if !ok {
		var fault *isa.SyntaxError
		if inst, fault = g.target.Parse(s, nil); fault != nil {
			g.t.Fatalf("%s: %q: %v", g.target.Chip.Name, s, fault)
		}
		if len(g.texts) < 1<<14 {
			g.texts[s] = inst
		}
	}
	return g.add(inst)
}

// segment adds a part of a program.
func (g *equalGen) segment() {
	r := g.r
	g.width = max(g.width, 6)
	switch k := r.IntN(100); {
	case k < 25:
		g.straight(g.length())
	case k < 45:
		g.unusual()
	case k < 75:
		g.mixed(2 + r.IntN(40))
	case k < 90:
		g.loop(0)
	case k < 93:
		g.text("s_barrier")
	default:
		g.refresh()
	}
}

// length is that of a straight run.
func (g *equalGen) length() int {
	switch k := g.r.IntN(10); {
	case k < 4:
		return 1 + g.r.IntN(10)
	case k < 8:
		return 1 + g.r.IntN(60)
	}
	return 1 + g.r.IntN(300)
}

// unusual adds a straight run with a MODE of its own, in programs that are not
// calm.
func (g *equalGen) unusual() {
	r := g.r
	if !g.calm {
		g.mode = rocmMode
		switch r.IntN(5) {
		case 0:
			g.mode |= modeFP16Ovfl
		case 1:
			g.mode ^= 1 << (4 + r.IntN(4)) // subnormals
		case 2:
			g.mode ^= uint32(r.IntN(16)) << 4
		case 3:
			g.mode |= uint32(1 + r.IntN(15)) // rounding
		case 4:
			g.mode = r.Uint32() & 0x3ff
		}
		g.restless = 1
		g.settle()
	}
	g.straight(g.length())
	if g.mode != rocmMode {
		g.mode, g.restless = rocmMode, 1
		g.settle()
	}
}

// straight adds n instructions of the ALUs. Some runs are of the kind that
// kernels do only.
func (g *equalGen) straight(n int) {
	pure := chance(g.r, 40)
	for range n {
		switch k := g.r.IntN(100); {
		case k < 40 || pure && k < 85:
			g.row(g.quick.deal(g.r))
		case k < 85:
			g.row(g.alu.deal(g.r))
		default:
			g.row(g.scalar.deal(g.r))
		}
	}
}

// mixed adds n times anything.
func (g *equalGen) mixed(n int) {
	r := g.r
	for range n {
		switch k := r.IntN(100); {
		case k < 20:
			g.row(g.quick.deal(r))
		case k < 37:
			g.row(g.alu.deal(r))
		case k < 45:
			g.row(g.scalar.deal(r))
		case k < 65:
			g.memory(&g.vmem, g.vectorMemory)
		case k < 77:
			g.memory(&g.lds, g.share)
		case k < 85:
			g.memory(&g.smem, g.scalarMemory)
		case k < 89:
			g.multiply(g.matrix.deal(r))
		case k < 94:
			g.direct(g.control.deal(r))
		case k < 96:
			g.refresh()
		default:
			g.disturb()
		}
	}
}

// memory adds a memory instruction, mostly with MODE and EXEC as usual.
func (g *equalGen) memory(d *equalDeck, add func(*isa.Row)) {
	if g.restless > 0 && chance(g.r, 60) {
		g.restless = 1
		g.settle()
	}
	add(d.deal(g.r))
}

// row adds an instruction of the ALUs.
func (g *equalGen) row(row *isa.Row) {
	if inst, ok := g.random(g.target, row); ok {
		g.deal(inst)
	}
	g.settle()
}

// deal adds an instruction that a deck was dealt for.
func (g *equalGen) deal(inst isa.Inst) *equalItem {
	g.wrote(&inst)
	it := g.add(inst)
	it.random = true
	return it
}

// wrote notes what an instruction made of registers, of MODE and EXEC.
func (g *equalGen) wrote(inst *isa.Inst) {
	writes := inst.Writes()
	for i := range inst.Row.Operands {
		if a := &inst.Args[i]; a.Kind == isa.KindReg && a.Reg() >= isa.V0 && inst.Row.Operands[i].Access&isa.Write != 0 {
			reg := int(a.Reg() - isa.V0)
			clear(g.flavour[reg:min(reg+int(a.Dwords), len(g.flavour))])
		}
	}
	if writes.Has(isa.ExecLo) || writes.Has(isa.ExecHi) || writes.Has(isa.Mode) {
		g.unsettle()
	}
}

// unsettle says that MODE or EXEC are no more as usual.
func (g *equalGen) unsettle() {
	if g.restless == 0 {
		g.restless = 1 + g.r.IntN(12)
		if g.calm {
			g.restless = 1 + g.r.IntN(2)
		} else if chance(g.r, 10) {
			g.restless += 60
		}
	}
}

// settle makes MODE and EXEC usual again when it is time.
func (g *equalGen) settle() {
	if g.restless == 0 {
		return
	}
	if g.restless--; g.restless == 0 {
		g.text("s_mov_b64 exec, -1")
		g.text("s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0x%x", g.mode&^uint32([]int{0, 0, 0, modeDX10Clamp, modeIEEE, modeDX10Clamp | modeIEEE}[g.r.IntN(6)]))
	}
}

// disturb changes MODE or EXEC.
func (g *equalGen) disturb() {
	r := g.r
	if g.calm && chance(r, 90) {
		return
	}
	switch r.IntN(9) {
	case 0:
		k := 28 + 2*r.IntN(20)
		g.text("s_mov_b64 exec, s[%d:%d]", k, k+1)
	case 1:
		g.text("s_mov_b64 exec, %d", []int{0, 0, 1, 64, -16}[r.IntN(5)])
	case 2:
		g.text("s_mov_b32 exec_%s, 0x%x", []string{"lo", "hi"}[r.IntN(2)], r.Uint32())
	case 3:
		g.text("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0x%x", r.IntN(256))
	case 4:
		g.text("s_setreg_imm32_b32 hwreg(HW_REG_MODE, %d, 4), 0x%x", 4*r.IntN(2), r.IntN(16))
	case 5:
		g.text("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 8, 2), 0x%x", r.IntN(4))
	case 6:
		g.text("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 1")
	case 7:
		g.text("s_set_gpr_idx_on s%d, gpr_idx(%s)", 28+r.IntN(40), []string{"SRC0", "DST", "SRC0,SRC1", "SRC0,SRC1,SRC2,DST"}[r.IntN(4)])
		g.text("s_set_gpr_idx_idx %d", r.IntN(4))
	case 8:
		g.text("s_setvskip %d, %d", r.IntN(2), r.IntN(2)*r.IntN(32))
	}
	g.unsettle()
}

// loop adds a loop of a known number of rounds.
func (g *equalGen) loop(depth int) {
	r := g.r
	counter := equalLoop + depth
	rounds, k := 1+r.IntN(12), r.IntN(4)
	many := g.p.launch.Block[0] > 64 && depth == 0 && chance(r, 8)
	if many { // more than a turn
		rounds, k = 100+r.IntN(300), 3
	}
	g.text("s_movk_i32 s%d, %d", counter, rounds)
	head := len(g.p.items)
	switch {
	case k == 0 && depth == 0:
		g.mixed(1 + r.IntN(6))
		g.loop(1)
		g.straight(1 + r.IntN(5))
	case k == 1:
		g.mixed(1 + r.IntN(20))
	default:
		g.straight(1 + r.IntN(30))
	}
	g.back(counter, head)
	if many { // who comes first?
		g.memory(&g.lds, g.share)
		g.memory(&g.vmem, g.vectorMemory)
	}
}

// back ends a loop.
func (g *equalGen) back(counter, head int) {
	g.text("s_sub_u32 s%d, s%d, 1", counter, counter)
	g.text("s_cmp_lg_u32 s%d, 0", counter)
	g.text("s_cbranch_scc1 0").jump = head
}

// longLoop adds a loop that takes more than a workgroup's quantum.
func (g *equalGen) longLoop() {
	if g.p.launch.Grid == [3]uint32{1, 1, 1} {
		g.p.launch.Grid[0] = 2
	}
	g.p.launch.Block[0], g.p.launch.MaxInstructions = 64, 1<<20
	g.text("s_mov_b32 s%d, 0x%x", equalLoop, 8000+g.r.IntN(3000))
	head := len(g.p.items)
	for range 1 + g.r.IntN(4) {
		g.row(g.scalar.deal(g.r))
	}
	g.row(g.quick.deal(g.r))
	g.back(equalLoop, head)
}

// refresh loads registers anew: most results are soon all alike.
func (g *equalGen) refresh() {
	g.load(g.vector(4, false, true), 4, equalFlavour(g.r.IntN(int(equalFlavours))))
	g.text("s_waitcnt vmcnt(0)")
}

// load loads n registers of a flavour.
func (g *equalGen) load(reg, n int, f equalFlavour) {
	g.text("v_lshlrev_b32 v2, 4, v0")
	g.text("v_and_b32 v2, 0x3ff, v2")
	g.text("v_add_u32 v2, 0x%x, v2", int(f)*equalBlock+16*g.r.IntN(64))
	for i := 0; i < n; {
		k := min(n-i, 4)
		if reg&1 != 0 || k < 2 {
			k = 1
		}
		name, at := "v", reg
		if at >= agprs {
			name, at = "a", at-agprs
		}
		dwords := []string{"", "", "x2", "x3", "x4"}[k]
		list := fmt.Sprintf("%s%d", name, at)
		if k > 1 {
			list = fmt.Sprintf("%s[%d:%d]", name, at, at+k-1)
		}
		g.text("global_load_dword%s %s, v2, s[6:7] offset:%d", dwords, list, 16*(i/4)*8)
		for j := range k {
			if reg+j < len(g.flavour) {
				g.flavour[reg+j] = 1 + uint8(f)
			}
		}
		i, reg = i+k, reg+k
	}
}

func (p *equalProgram) String() string {
	var b strings.Builder
	for i := range p.items {
		it := &p.items[i]
		fmt.Fprintf(&b, "%5d\t%s", it.number, it.inst.String())
		if it.jump >= 0 {
			fmt.Fprintf(&b, "  ; to %d", it.jump)
			if it.skewed {
				b.WriteString(" + 4 bytes")
			}
		}
		if it.from >= 0 {
			fmt.Fprintf(&b, "  ; from %d to %d", it.from, it.to)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
