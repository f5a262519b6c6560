package vet

import (
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
)

// declared is what the descriptor of a kernel says of its registers.
type declared struct {
	sgprs, vgprs int // how many a wave is given; AGPRs are among the VGPRs
	firstAGPR    int // the number of a0 among the VGPRs
	initialized  int // SGPRs that hold a value when a wave starts, s0 up to this
}

func newDeclared(d *hsaco.Descriptor, chip *arch.Chip) *declared {
	r := &declared{sgprs: d.SGPRs(chip), vgprs: d.UnifiedVGPRs(chip), firstAGPR: d.FirstAGPR(), initialized: int(d.UserSGPRCount)}
	for _, s := range d.SystemSGPRs() {
		r.initialized = max(r.initialized, s.First+s.Count)
	}
	return r
}

// Registers are those that a kernel uses, of those that its descriptor asks for.
type Registers struct {
	VGPRs RegisterCount `json:"vgprs"`
	AGPRs RegisterCount `json:"agprs"`
	SGPRs RegisterCount `json:"sgprs"` // Given counts those for VCC and the like
	// Partly says that the code may use more: it indexes registers, or goes where only the run tells.
	Partly bool `json:"partly,omitempty"`
}

// RegisterCount is how many registers of a kind there are, up to the last.
type RegisterCount struct {
	Used  int `json:"used"`
	Given int `json:"given"`
}

// lastUsed is the register of a kind with the largest number that an instruction names, and the instruction; -1 if
// there is none.
func (c *checker) lastUsed(is func(isa.Reg) bool, first isa.Reg) (most int, at int32) {
	most, at = -1, -1
	for i := range c.g.nodes {
		n := &c.g.nodes[i]
		for k := range n.inst.Row.Operands {
			o := &n.inst.Args[k]
			if o.Kind != isa.KindReg || !is(o.Reg()) {
				continue
			}
			if last := int(o.Reg()-first) + max(int(o.Dwords), 1) - 1; last > most {
				most, at = last, int32(i)
			}
		}
	}
	return most, at
}

// checkResources compares the registers that a kernel uses with those that it is given.
func (c *checker) checkResources(d *declared) {
	if d == nil {
		return
	}
	r := &Registers{Partly: slices.ContainsFunc(c.g.nodes, func(n node) bool { return c.hidesRegisters(&n) })}
	for _, class := range [...]struct {
		file  string
		is    func(isa.Reg) bool
		first isa.Reg
		given int // registers of this kind
		count *RegisterCount
	}{
		{"s", isa.Reg.IsSGPR, isa.S0, d.sgprs, &r.SGPRs},
		{"v", isa.Reg.IsVGPR, isa.V0, d.vgprs, &r.VGPRs},
		{"a", isa.Reg.IsAGPR, isa.A0, max(0, d.vgprs-d.firstAGPR), &r.AGPRs},
	} {
		most, at := c.lastUsed(class.is, class.first)
		*class.count = RegisterCount{most + 1, class.given}
		if most >= class.given {
			c.add(Finding{Rule: "resources", Rank: RankError, Place: c.place(at),
				Message:  fmt.Sprintf("uses %s%d, which the kernel is not given", class.file, most),
				Required: fmt.Sprintf("%d of %s", most+1, class.file), Found: fmt.Sprintf("%d in the descriptor", class.given)})
		}
	}
	if r.VGPRs.Used <= d.firstAGPR { // else they are of the one file that both kinds share
		r.VGPRs.Given = min(d.vgprs, d.firstAGPR)
	}
	c.registers = r
	c.checkInitialized(d)
}

// hidesRegisters reports whether an instruction may use registers that it does not name, or lead to some that do.
func (c *checker) hidesRegisters(n *node) bool {
	return n.indexed || n.flow == flowOdd || c.g.blocks[n.block].blind || writesIndirectly(n.inst.Row.Op)
}

// checkInitialized looks for memory instructions whose address is in a register that no instruction of
// the kernel writes. Code that may write registers that are not known is not judged.
func (c *checker) checkInitialized(d *declared) {
	var written isa.RegSet
	written.Add(isa.S0, d.initialized)
	written.Add(isa.V0, 1) // the work-item's ids, packed
	for i := range c.g.nodes {
		n := &c.g.nodes[i]
		if c.hidesRegisters(n) {
			return
		}
		w := n.inst.Writes()
		written.Union(&w)
	}
	for i := range c.g.nodes {
		var names []string
		inst := &c.g.nodes[i].inst
		for _, k := range addressOperands(inst) {
			o := &inst.Args[k]
			if o.Kind != isa.KindReg {
				continue
			}
			for r := o.Reg(); r < o.Reg()+isa.Reg(max(int(o.Dwords), 1)); r++ {
				if judged(r, d) && !written.Has(r) {
					names = append(names, registerName(r))
					written.Add(r, 1) // said once
				}
			}
		}
		if len(names) > 0 {
			c.add(Finding{Rule: "resources", Rank: RankError, Place: c.place(int32(i)),
				Message: fmt.Sprintf("takes its address from %s, which nothing writes", strings.Join(names, ", "))})
		}
	}
	c.checkRead(d, &written)
}

// checkRead looks for other uses of registers that no instruction of the kernel writes: compilers leave operands
// undefined that do not matter, and store undefined parts of arrays.
func (c *checker) checkRead(d *declared, written *isa.RegSet) {
	for i := range c.g.nodes {
		inst := &c.g.nodes[i].inst
		stores := inst.Row.Traits&isa.MayStore != 0
		var names []string
		for k := range inst.Row.Operands {
			o := &inst.Args[k]
			if o.Kind != isa.KindReg || inst.Row.Operands[k].Access != isa.Read {
				continue
			}
			for r := o.Reg(); r < o.Reg()+isa.Reg(max(int(o.Dwords), 1)); r++ {
				if judged(r, d) && !written.Has(r) {
					names = append(names, registerName(r))
					written.Add(r, 1) // said once
				}
			}
		}
		if by := decidesBy(inst.Row.Op); by != 0 && !written.Has(by) && !written.Has(by+1) {
			c.add(Finding{Rule: "resources", Rank: RankError, Place: c.place(int32(i)), Message: "depends on " + registerName(by) + ", which nothing writes"})
		}
		if len(names) == 0 {
			continue
		}
		f := Finding{Rule: "resources", Rank: RankNote, Place: c.place(int32(i)), Message: fmt.Sprintf("reads %s, which nothing writes", strings.Join(names, ", "))}
		if stores {
			f.Message = fmt.Sprintf("writes %s to memory, which nothing writes before", strings.Join(names, ", "))
		}
		c.add(f)
	}
}

// decidesBy is the register that a branch depends on, 0 if there is none that has to be written first.
func decidesBy(op isa.Op) isa.Reg {
	switch op {
	case isa.S_CBRANCH_SCC0, isa.S_CBRANCH_SCC1:
		return isa.SCC
	case isa.S_CBRANCH_VCCZ, isa.S_CBRANCH_VCCNZ:
		return isa.VCCLo
	}
	return 0
}

// judged reports whether only instructions that name a register can have written it. With one register
// file, a VGPR from a0 on is an AGPR too.
func judged(r isa.Reg, d *declared) bool {
	return r.IsSGPR() || r.IsVGPR() && int(r-isa.V0) < d.firstAGPR
}

// writesIndirectly reports whether an instruction writes a register that only the run tells.
func writesIndirectly(op isa.Op) bool {
	switch op {
	case isa.S_MOVRELD_B32, isa.S_MOVRELD_B64, isa.S_SET_GPR_IDX_ON, isa.S_SET_GPR_IDX_IDX, isa.S_SET_GPR_IDX_MODE:
		return true
	}
	return false
}

// addressOperands lists the operands that say where a memory instruction goes.
func addressOperands(inst *isa.Inst) []int {
	row := inst.Row
	var list []int
	if m := row.Memory; m != nil {
		if m.Kind == isa.MemoryNothing || m.Kind == isa.MemoryLanes {
			return nil
		}
		for _, k := range [...]int{m.Addr, m.SAddr, m.Resource, m.SOffset} {
			if k >= 0 {
				list = append(list, k)
			}
		}
		return list
	}
	if row.Unit == isa.UnitSMEM {
		for k := range row.Operands {
			if o := &row.Operands[k]; o.Access == isa.Read && o.Name != "sdata" {
				list = append(list, k)
			}
		}
	}
	return list
}
