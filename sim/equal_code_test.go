package sim

import (
	"fmt"

	"heddle/isa"
)

// The parts of random programs.

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
		switch r.IntN(6) {
		case 0, 5:
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
	if chance(r, 30) {
		g.multiply(g.matrix.deal(r))
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
		case g.r.IntN(100) == 0:
			g.multiply(g.matrix.deal(g.r))
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
	if g.restless == 0 && chance(g.r, 6) { // nearly all lanes
		g.text("s_bitset0_b64 exec, %d", []int{0, 31, 32, 63, g.r.IntN(64)}[g.r.IntN(5)])
		g.restless = 1 + g.r.IntN(3)
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
		if at >= numbers {
			name, at = "a", at-numbers
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
