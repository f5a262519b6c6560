package mach

import (
	"fmt"
	"io"
	"strings"

	"heddle/isa"
)

// Print writes the kernel for [pass.Options.Dump] and for messages. Virtual registers
// are %number:file, followed by a dot and the dwords used.
func (f *Func) Print(w io.Writer) error {
	var s strings.Builder
	fmt.Fprintf(&s, "func %s %s\n", f.Name, f.Chip.Name)
	for _, b := range f.Blocks {
		fmt.Fprintf(&s, "b%d:", b.ID)
		if b.Name != "" {
			fmt.Fprintf(&s, " ; %s", b.Name)
		}
		s.WriteByte('\n')
		for _, in := range b.Instrs {
			s.WriteString("\t" + f.Text(in))
			if in.Note != "" {
				s.WriteString(" ; " + in.Note)
			}
			s.WriteByte('\n')
		}
		s.WriteString("\t" + f.termText(&b.Term) + "\n")
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// Text returns an instruction as Print shows it.
func (f *Func) Text(in *Instr) string {
	var s strings.Builder
	switch {
	case in.Flags&Copy != 0:
		s.WriteString("copy " + f.operandText(&in.Args[0]) + ", " + f.operandText(&in.Args[1]))
	case in.Flags&Undef != 0:
		s.WriteString("undef " + f.operandText(&in.Args[0]))
	default:
		s.WriteString(in.Row.Mnemonic)
		for i := range in.Row.Operands {
			if i > 0 {
				s.WriteByte(',')
			}
			s.WriteString(" " + f.operandText(&in.Args[i]))
		}
		if in.Row.Form != "" {
			s.WriteString(" {" + in.Row.Form + "}")
		}
		if in.Mods.Offset != 0 {
			fmt.Fprintf(&s, " offset:%d", in.Mods.Offset)
		}
	}
	for _, implicit := range [...]struct {
		word string
		reg  Reg
	}{{"scc=", in.SCCDef}, {"scc:", in.SCCUse}, {"implicit=", in.ImplicitDef}, {"implicit:", in.ImplicitUse}} {
		if implicit.reg != 0 {
			fmt.Fprintf(&s, " %s%s", implicit.word, f.regText(implicit.reg))
		}
	}
	for _, flag := range instrFlagNames {
		if in.Flags&flag.flag != 0 {
			s.WriteString(" " + flag.name)
		}
	}
	return s.String()
}

var instrFlagNames = []struct {
	flag InstrFlags
	name string
}{{Partial, "partial"}, {Pinned, "pinned"}, {WholeWave, "whole-wave"}, {Async, "async"}, {AsyncMark, "async-mark"}, {AwaitAsync, "await-async"}}

func (f *Func) operandList(args []Operand) string {
	texts := make([]string, len(args))
	for i := range args {
		texts[i] = f.operandText(&args[i])
	}
	return strings.Join(texts, ", ")
}

func (f *Func) operandText(a *Operand) string {
	text := ""
	switch a.Kind {
	case OperandNone:
		return "none"
	case OperandReg:
		text = f.regText(a.Part.Reg)
		if a.Part.N != f.Regs[a.Part.Reg].Dwords {
			text += fmt.Sprintf(".%d", a.Part.Sub)
			if a.Part.N != 1 {
				text += fmt.Sprintf("-%d", a.Part.Sub+a.Part.N-1)
			}
		}
	case OperandPhys:
		text = physText(a.Phys, int(a.N))
	case OperandConst, OperandImm:
		text = fmt.Sprint(a.Value)
	case OperandOff:
		text = "off"
	case OperandBlock:
		text = fmt.Sprintf("b%d", a.Value)
	}
	if a.Flags&isa.Abs != 0 {
		text = "|" + text + "|"
	}
	if a.Flags&isa.Neg != 0 {
		text = "-" + text
	}
	return text
}

func (f *Func) regText(r Reg) string {
	info := &f.Regs[r]
	text := fmt.Sprintf("%%%d:%s", r, [...]string{"?", "s", "v", "scc"}[info.File])
	if info.Dwords > 1 {
		text += fmt.Sprint(info.Dwords)
	}
	if info.HasFixed {
		text += "=" + physText(info.Fixed, int(info.Dwords))
	}
	return text
}

func physText(r isa.Reg, n int) string {
	if n > 1 {
		return fmt.Sprintf("%v..%d", r, n)
	}
	return r.String()
}

var condNames = [...]string{"", "scc1", "scc0", "vccnz", "vccz", "execz", "execnz", "end"}

func (f *Func) termText(t *Term) string {
	switch t.Cond {
	case CondEnd:
		return "end"
	case CondNone:
		return fmt.Sprintf("goto b%d", t.Next.ID)
	}
	reg := ""
	if t.Reg != 0 {
		reg = " " + f.regText(t.Reg)
	}
	return fmt.Sprintf("if %s%s goto b%d else b%d", condNames[t.Cond], reg, t.Taken.ID, t.Next.ID)
}
