package mach

import (
	"fmt"
	"strings"

	"heddle/isa"
)

// explain says why there is a wait: the events that decide its counts.
func (w *waitInserter) explain(reasons []reason, c isa.Waitcnt) string {
	if len(reasons) == 0 {
		return "groups of asynchronous loads"
	}
	var texts []string
	for _, counter := range [...]struct {
		count, none int
		of          func(*reason) int
	}{{c.VM, isa.MaxVMCount, func(r *reason) int { return r.wait.VM }}, {c.LGKM, isa.MaxLGKMCount, func(r *reason) int { return r.wait.LGKM }}} {
		if counter.count == counter.none {
			continue
		}
		var first *reason
		n := 0
		for i := range reasons {
			if r := &reasons[i]; counter.of(r) < counter.none {
				n++
				if first == nil && counter.of(r) == counter.count {
					first = r
				}
			}
		}
		text := w.explainOne(first)
		switch {
		case n > 1 && counter.count == 0:
			text += fmt.Sprintf(", and %d more", n-1)
		case n > 1:
			text += fmt.Sprintf(", the youngest of %d", n)
		}
		if len(texts) == 0 || texts[0] != text {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}

func (w *waitInserter) explainOne(r *reason) string {
	e := &w.events[r.event]
	text := e.in.Row.Mnemonic
	if p := e.in.Pos; p != 0 {
		text += " at " + w.f.Positions[p].String()
	}
	switch {
	case r.flush:
		return "before the loop: " + e.destination() + text
	case r.fence&FenceLDS != 0:
		return "fence of the LDS: " + text
	case r.fence != 0:
		return "fence of memory: " + text
	case r.lds:
		return "the same LDS: " + text
	}
	return e.destination() + text
}

// destination is "v[4:7] <- ", empty for a load that does not write registers.
func (e *memoryEvent) destination() string {
	for k := range e.in.Row.Operands {
		a := &e.in.Args[k]
		if e.in.Row.Operands[k].Access&isa.Write != 0 && a.Kind == OperandPhys {
			return tupleText(a.Phys, int(a.N)) + " <- "
		}
	}
	return ""
}

// tupleText is the assembler's name of n registers.
func tupleText(r isa.Reg, n int) string {
	if n == 1 {
		return r.String()
	}
	switch {
	case r.IsVGPR():
		return fmt.Sprintf("v[%d:%d]", r-isa.V0, int(r-isa.V0)+n-1)
	case r.IsAGPR():
		return fmt.Sprintf("a[%d:%d]", r-isa.A0, int(r-isa.A0)+n-1)
	case r.IsSGPR():
		return fmt.Sprintf("s[%d:%d]", r, int(r)+n-1)
	case r == isa.VCCLo:
		return "vcc"
	}
	return r.String()
}

// String is file:line:col, as far as known.
func (p Position) String() string {
	if p.Col == 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}
