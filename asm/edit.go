package asm

import (
	"slices"
	"strings"

	"heddle/isa"
)

// Edit changes the text of one instruction of a file.
type Edit struct {
	Line    int      // where the instruction is
	Before  []string // what to insert in front of it, behind its labels
	Replace bool     // Before takes its place
}

// Edit returns the source that r was assembled from with edits in it; the rest of the text stays as it is.
// The file must have been assembled with Listing. The error, of type Diagnostics, says which edit is not
// possible: that of code that a macro or loop makes, which is written once for several places, or any if
// a distance in the code is written as a number and not with a symbol.
func (r *Result) Edit(edits []Edit) ([]byte, error) {
	a := r.asm
	e := editor{a: a, src: a.sources[0].text, made: map[int][]span{}}
	a.errs = Diagnostics{}
	for _, at := range a.insts {
		line := a.line(at.pos)
		e.made[line] = append(e.made[line], at)
	}
	for _, at := range a.distances {
		a.report(at, []string{"write it as a label, or a difference of labels"}, "this distance is a number: it would be wrong with another instruction in between")
	}
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(x, y Edit) int { return x.Line - y.Line })
	for i := 0; i < len(edits); {
		edit := edits[i]
		for i++; i < len(edits) && edits[i].Line == edit.Line; i++ {
			edit.Before = slices.Concat(edit.Before, edits[i].Before)
			edit.Replace = edit.Replace || edits[i].Replace
		}
		e.apply(&edit)
	}
	if a.errs.Count > 0 {
		return nil, a.errs
	}
	e.out.WriteString(e.src[e.done:])
	return []byte(e.out.String()), nil
}

// editor is the state of Edit.
type editor struct {
	a    *assembler
	src  string
	made map[int][]span // instructions, by line of the file
	out  strings.Builder
	done int // how much of src has been written
}

const byHand = "; change it by hand, or change the code object instead"

// apply writes the source up to an edit, and the edit.
func (e *editor) apply(edit *Edit) {
	at := e.made[edit.Line]
	switch {
	case len(at) == 0:
		e.a.errorAt(nowhere, "no instruction is on line %d", edit.Line)
		return
	case at[0].src > 0:
		e.a.errorAt(at[0], "this would have to be changed in %s, which is written once for all its places"+byHand, e.a.sources[at[0].src].what)
		return
	case len(at) > 1 && at[1] == at[0]:
		e.a.errorAt(at[0], "this would have to be changed in a loop of the assembler, which is written once for all its turns"+byHand)
		return
	case len(at) > 1:
		e.a.errorAt(at[1], "several instructions are on the line to be changed; write each on a line of its own")
		return
	}
	head, end := int(at[0].off), int(at[0].off+at[0].n)
	start := strings.LastIndexByte(e.src[:head], '\n') + 1
	eol, indent := "\n", "\t"
	if strings.HasPrefix(e.src[end:], "\r\n") {
		eol = "\r\n"
	}
	if before := e.src[start:head]; strings.TrimSpace(before) == "" {
		head, indent = start, before
	}
	if e.out.WriteString(strings.TrimRight(e.src[e.done:head], " \t")); head != start {
		e.out.WriteString(eol)
	}
	for _, line := range edit.Before {
		e.out.WriteString(indent + line + eol)
	}
	e.done = head
	switch {
	case !edit.Replace && head != start:
		e.out.WriteString(indent)
	case edit.Replace:
		e.done = end
		if rest, _, _ := strings.Cut(e.src[end:], "\n"); strings.TrimSpace(rest) == "" {
			e.done = min(end+len(rest)+1, len(e.src))
		} else {
			e.out.WriteString(indent) // a comment
		}
	}
}

// noteInst notes where an instruction is, and whether the distance to other code is a number in it.
func (a *assembler) noteInst(inst *isa.Inst, at span) {
	if !a.opt.Listing {
		return
	}
	a.insts = append(a.insts, at)
	switch d := inst.Args[0]; inst.Row.Op {
	case isa.S_GETPC_B64:
		a.getpc = d
	case isa.S_ADD_U32:
		if d.Kind == isa.KindReg && a.getpc.Kind == isa.KindReg && d.Reg() == a.getpc.Reg() {
			a.getpc = isa.Operand{}
			if k := inst.Args[2].Kind; k == isa.KindLiteral || k == isa.KindInline {
				a.distances = append(a.distances, at)
			}
		}
	default:
		for k := range inst.Row.Operands {
			if inst.Row.Operands[k].Class == isa.ClassLABEL && inst.Args[k].Kind == isa.KindImm {
				a.distances = append(a.distances, at)
			}
		}
	}
}
