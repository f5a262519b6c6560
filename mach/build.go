package mach

import (
	"fmt"

	"heddle/isa"
)

// Builder appends instructions to a block.
type Builder struct {
	F     *Func
	Block *Block
	Pos   int32 // given to every instruction
	Note  string
}

// Emit appends the instruction op with its operands in the assembler's order
// (destinations first). The row is the first of op's that accepts them: the short
// encoding if the operands allow it, never SDWA or DPP, and never one that would use
// VCC without naming it. It is a bug if there is none: operands must be legalised
// before.
func (b *Builder) Emit(op isa.Op, args ...Operand) *Instr {
	row := b.F.FindRow(op, args)
	if row == nil {
		panic("BUG: no form of " + op.String() + " takes " + b.F.operandList(args))
	}
	return b.EmitRow(row, args...)
}

// EmitRow appends an instruction of that row.
func (b *Builder) EmitRow(row *isa.Row, args ...Operand) *Instr {
	in := b.F.NewInstr(row, args...)
	return b.Add(in)
}

// Add appends an instruction and gives it the builder's position.
func (b *Builder) Add(in *Instr) *Instr {
	if in.Pos == 0 {
		in.Pos = b.Pos
	}
	if in.Note == "" {
		in.Note = b.Note
	}
	b.Block.Instrs = append(b.Block.Instrs, in)
	return in
}

// Copy appends a copy of a register or of constants. dst and src have the same number
// of dwords; a single constant is copied to each.
func (b *Builder) Copy(dst Part, src Operand) *Instr {
	if src.Kind == OperandReg && src.Part.N != dst.N || src.Kind == OperandPhys && src.N != dst.N {
		panic("BUG: copy between different sizes")
	}
	return b.Add(&Instr{Flags: Copy, Args: [isa.MaxArgs]Operand{P(dst), src}})
}

// Undef defines a register without giving it a value.
func (b *Builder) Undef(dst Part) *Instr {
	return b.Add(&Instr{Flags: Undef, Args: [isa.MaxArgs]Operand{P(dst)}})
}

// Fence appends an instruction after which the wave's earlier memory operations of
// those kinds are complete. The wait pass turns it into the s_waitcnt that this
// takes, or into nothing if they are complete anyway. An instruction can have a
// Fence of its own instead: s_barrier, buffer_inv, an atomic that releases.
func (b *Builder) Fence(fence Fence) *Instr {
	in := b.EmitRow(&b.F.Target.RowsOf(isa.S_WAITCNT)[0], Imm(int64(isa.NoWait().Pack())))
	in.Fence = fence
	in.Flags |= Pinned
	return in
}

// AsyncMark ends a group of Async loads.
func (b *Builder) AsyncMark() { b.Fence(0).Flags |= AsyncMark }

// AwaitAsync waits for all groups of Async loads but the newest ones. The wait pass counts the
// operations of these on all paths.
func (b *Builder) AwaitAsync(newest int) {
	in := b.Fence(0)
	in.Flags |= AwaitAsync
	in.Groups = int32(newest)
}

// NewInstr returns an instruction of a row with the row's default modifiers.
func (f *Func) NewInstr(row *isa.Row, args ...Operand) *Instr {
	if len(args) != len(row.Operands) {
		panic(fmt.Sprintf("BUG: %s takes %d operands, not %d", row.Mnemonic, len(row.Operands), len(args)))
	}
	in := &Instr{Row: row}
	f.made++
	machine := row.NewInst()
	in.Mods = machine.Mods
	copy(in.Args[:], args)
	return in
}

// Made counts the instructions that NewInstr has made.
func (f *Func) Made() int { return f.made }

// FindRow returns the first row of op that accepts the operands, nil if there is none.
func (f *Func) FindRow(op isa.Op, args []Operand) *isa.Row {
	rows := f.Target.RowsOf(op)
	for i := range rows {
		row := &rows[i]
		if row.Enc >= isa.EncSDWA1 && row.Enc <= isa.EncDPP2 {
			continue
		}
		if len(row.Operands) == len(args) && f.takes(row, args) {
			return row
		}
	}
	return nil
}

// Row returns the row of op in an encoding and form; it is a bug if there is
// none.
func (f *Func) Row(op isa.Op, enc isa.Encoding, form string) *isa.Row {
	rows := f.Target.RowsOf(op)
	for i := range rows {
		if rows[i].Enc == enc && rows[i].Form == form {
			return &rows[i]
		}
	}
	panic("BUG: " + op.String() + " has no form " + enc.String() + " " + form + " on " + f.Chip.Name)
}

func (f *Func) takes(row *isa.Row, args []Operand) bool {
	literals, bus := 0, 0
	var literal int64
	var scalar Operand
	for i := range args {
		a := &args[i]
		if !f.fits(row, i, a) {
			return false
		}
		vector := row.Enc >= isa.EncVOP2 && row.Enc <= isa.EncDPP2 && row.Operands[i].Access&isa.Read != 0
		switch {
		case a.Kind == OperandConst && !row.Inline(i, uint64(a.Value)):
			if literals == 1 && a.Value == literal {
				continue
			}
			literals, literal = literals+1, a.Value
			bus++
		case vector && f.isScalar(a):
			if bus == 1 && *a == scalar {
				continue
			}
			bus, scalar = bus+1, *a
		}
	}
	vector := row.Enc >= isa.EncVOP2 && row.Enc <= isa.EncDPP2
	return literals <= 1 && (!vector || bus <= 1)
}

func (f *Func) isScalar(a *Operand) bool {
	switch a.Kind {
	case OperandReg:
		return f.Regs[a.Part.Reg].File == FileS
	case OperandPhys:
		return a.Phys < isa.V0
	}
	return false
}

// fits reports whether operand i of the row can be a: file, length, constant.
func (f *Func) fits(row *isa.Row, i int, a *Operand) bool {
	spec := &row.Operands[i]
	switch a.Kind {
	case OperandReg:
		info := &f.Regs[a.Part.Reg]
		if spec.Class == isa.ClassVCC {
			return info.HasFixed && info.Fixed == isa.VCCLo
		}
		if a.Flags&isa.Neg != 0 && spec.Flags&isa.FlagNeg == 0 || a.Flags&isa.Abs != 0 && spec.Flags&isa.FlagAbs == 0 {
			return false
		}
		return tupleFits(spec, int(a.Part.N)) && fileFits(spec.Class, info.File)
	case OperandPhys:
		file := FileS
		if a.Phys >= isa.V0 {
			file = FileV
		}
		if spec.Class == isa.ClassVCC {
			return a.Phys == isa.VCCLo
		}
		return tupleFits(spec, int(a.N)) && fileFits(spec.Class, file)
	case OperandConst:
		_, ok := row.Constant(i, uint64(a.Value))
		return ok && a.Flags == 0
	case OperandImm, OperandBlock:
		switch spec.Class {
		case isa.ClassSIMM, isa.ClassUIMM, isa.ClassSMOFF, isa.ClassLABEL, isa.ClassHWREG, isa.ClassGPRIDX, isa.ClassSENDMSG, isa.ClassWAITCNT, isa.ClassKLIT:
			return true
		}
		return false
	case OperandOff:
		return spec.Class == isa.ClassOFF
	}
	return false
}

// tupleFits reports whether an operand may be a tuple of n dwords: A and B of the
// f8f6f4 matrix instructions have 8, 6 or 4, depending on their format.
func tupleFits(spec *isa.OperandSpec, n int) bool {
	if spec.Flags&(isa.FlagByCBSZ|isa.FlagByBLGP) != 0 {
		return n == 8 || n == 6 || n == 4
	}
	return n == max(int(spec.Dwords), 1)
}

// fileFits reports whether a register of the file may be an operand of the class.
func fileFits(c isa.Class, file File) bool {
	switch c {
	case isa.ClassV, isa.ClassVX, isa.ClassA, isa.ClassAV, isa.ClassAVI:
		return file == FileV
	case isa.ClassSRC:
		return file == FileV || file == FileS
	case isa.ClassSSRC, isa.ClassSOFF, isa.ClassSDST, isa.ClassSDSTX, isa.ClassSDATA, isa.ClassSREG, isa.ClassSMASK,
		isa.ClassSBASE, isa.ClassSRSRC, isa.ClassSADDR:
		return file == FileS
	}
	return false
}
