package record

import (
	"cmp"
	"debug/elf"
	"fmt"
	"slices"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/timing"
)

// maxProgram bounds the code of a Program in bytes.
const maxProgram = 64 << 20

// ProgramNamed is Program for the kernel called name.
func ProgramNamed(o *hsaco.Object, name string) (*timing.Program, error) {
	for _, k := range o.Kernels {
		if k.Name == name {
			return Program(o, k)
		}
	}
	return nil, fmt.Errorf("the code object has no kernel %s", name)
}

// Program decodes a kernel of a code object: its own code and, if it can jump to addresses in
// registers, all other code of the object. Words that are no instruction are left out. It fails if
// there is no code, or too much.
func Program(o *hsaco.Object, k *hsaco.Kernel) (*timing.Program, error) {
	p := &timing.Program{Chip: o.Chip, Target: isa.For(o.Chip), Kernel: k.Name}
	if err := p.Target.Err(); err != nil {
		return nil, err
	}
	lines, _ := o.Lines() // without: no source lines
	if len(k.Code) > maxProgram {
		return nil, tooLong(k, len(k.Code))
	}
	if !decode(p, lines, k.Section, k.Addr, k.Code) {
		return nil, fmt.Errorf("kernel %s has no instructions", k.Name)
	}
	if !leaves(p) {
		return p, nil
	}
	p.Insts = nil
	total := 0
	for _, s := range o.Sections {
		if s.Flags&elf.SHF_EXECINSTR == 0 || s.Type == elf.SHT_NOBITS {
			continue
		}
		if total += len(s.Data); total > maxProgram {
			return nil, tooLong(k, total)
		}
		decode(p, lines, s, s.Addr, s.Data)
	}
	slices.SortFunc(p.Insts, func(a, b timing.Inst) int { return cmp.Compare(a.Addr, b.Addr) })
	return p, nil
}

func tooLong(k *hsaco.Kernel, size int) error {
	return fmt.Errorf("kernel %s has %d bytes of code; the limit for timing is %d", k.Name, size, maxProgram)
}

// decode appends the instructions of code at addr. It reports whether there are any.
func decode(p *timing.Program, lines *hsaco.LineTable, s *hsaco.ObjectSection, addr uint64, code []byte) bool {
	before := len(p.Insts)
	for len(code) >= 4 {
		inst, err := p.Target.Decode(code)
		size := 4
		if err == nil {
			size = inst.Size()
			in := timing.Inst{Addr: addr, Size: size, Inst: inst}
			if lines != nil {
				if at, ok := lines.Lookup(s, addr); ok && at.Line > 0 {
					in.File, in.Line = at.File, at.Line
				}
			}
			p.Insts = append(p.Insts, in)
		}
		code, addr = code[size:], addr+uint64(size)
	}
	return len(p.Insts) > before
}

// leaves reports whether the code may go on outside of the kernel: where a register says, or by a
// branch.
func leaves(p *timing.Program) bool {
	first, last := p.Insts[0].Addr, p.Insts[len(p.Insts)-1].Addr
	for i := range p.Insts {
		in := &p.Insts[i]
		switch in.Inst.Row.Op {
		case isa.S_SETPC_B64, isa.S_SWAPPC_B64, isa.S_CALL_B64:
			return true
		}
		if to, ok := in.Inst.BranchTarget(in.Addr); ok && (to < first || to > last) {
			return true
		}
	}
	return false
}

// indexOf returns the index of the instruction at addr, -1 if there is none.
func indexOf(p *timing.Program, addr uint64) int32 {
	i, ok := slices.BinarySearchFunc(p.Insts, addr, func(in timing.Inst, addr uint64) int { return cmp.Compare(in.Addr, addr) })
	if !ok {
		return -1
	}
	return int32(i)
}
