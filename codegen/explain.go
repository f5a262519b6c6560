package codegen

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"heddle/ir"
	"heddle/mach"
)

// Address describes how one access to global memory is addressed, as printed by `--explain
// addresses`.
type Address struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	Op   string `json:"op"`
	// Space is "a buffer" or "global memory".
	Space string `json:"space"`
	Bytes int64  `json:"bytes"` // of each lane, starting at the first
	// Base, SOffset and VOffset are expressions of bytes; empty means none.
	Base    string `json:"base"`
	SOffset string `json:"soffset,omitempty"`
	VOffset string `json:"voffset,omitempty"`
	Imm     int64  `json:"imm"`
	// ThreadMin and ThreadMax bound the part added to the base. Both are 0 where offsets have 64
	// bits.
	ThreadMin int64 `json:"thread_min"`
	ThreadMax int64 `json:"thread_max"`
	// Records is the resource's number of bytes, as an expression.
	Records string `json:"records,omitempty"`
	Proof   string `json:"proof"`
}

// ExplainAddresses prints how the kernel's accesses to global memory are
// addressed.
func (k *Kernel) ExplainAddresses(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "addresses of %s\n", k.Name)
	for i := range k.Addresses {
		a := &k.Addresses[i]
		at := ""
		if a.Line > 0 {
			at = fmt.Sprintf("%s:%d:%d  ", a.File, a.Line, a.Col)
		}
		fmt.Fprintf(&b, "  %s%s  %d bytes in %s\n", at, a.Op, a.Bytes, a.Space)
		row := func(name, text string) {
			if text != "" {
				fmt.Fprintf(&b, "    %-8s %s\n", name, text)
			}
		}
		row("base", a.Base)
		row("soffset", a.SOffset)
		row("voffset", a.VOffset)
		if a.Imm != 0 {
			row("imm", fmt.Sprint(a.Imm))
		}
		if a.ThreadMax != 0 || a.ThreadMin != 0 {
			row("added", fmt.Sprintf("%d to %d, at most 2^%d", a.ThreadMin, a.ThreadMax, bitsOf(a.ThreadMax+a.Bytes)))
		}
		row("records", a.Records)
		row("proof", a.Proof)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func bitsOf(v int64) (n int) {
	for ; int64(1)<<n < v && n < 62; n++ {
	}
	return n
}

// explain records how an access is addressed, if requested.
func (k *kernel) explain(r *ref, span int64, f func(a *Address)) {
	if !k.opt.Explain || k.current == nil {
		return
	}
	file, line, col := k.places.Of(k.current)
	a := Address{File: file, Line: line, Col: col, Op: k.current.Name(), Space: refSpaceNames[r.space], Bytes: span}
	f(&a)
	k.out.Addresses = append(k.out.Addresses, a)
}

// explainSplit records a split.
func (k *kernel) explainSplit(r *ref, s *split, p *place, vector, scalar []term, below bool, span int64) {
	k.explain(r, span, func(a *Address) {
		a.Base, a.SOffset, a.VOffset = k.sumText(r, s.base), k.text(linear{terms: scalar}), k.text(linear{c: s.thread.c - p.imm, terms: vector})
		a.Imm, a.ThreadMin, a.ThreadMax = p.imm, s.lo, s.hi
		valid := k.validText(r)
		a.Records = fmt.Sprintf("min(%s, %d)", valid, r.mostRecords())
		if v, ok := wideNumber(r.buffer.valid[0], r.buffer.valid[1]); ok && len(s.base.terms) == 0 && s.base.c == 0 {
			a.Records = fmt.Sprint(min(int64(v), r.mostRecords()))
		} else if moved := k.text(s.base); moved != "" {
			a.Records = fmt.Sprintf("min(max(%s - (%s), 0), %d)", valid, moved, r.mostRecords())
		}
		a.Proof = splitProofs[s.how]
		if below {
			a.Proof += "; any part of the base below the buffer's start is in voffset"
		}
		switch {
		case s.inside:
			a.Proof += fmt.Sprintf("; always in range: %d to %d of %s bytes", s.offset[0], s.offset[1]+span, valid)
		case p.soff.Kind == mach.OperandConst:
			a.Proof += "; may be out of range, so soffset stays 0"
		}
		if r.mask != nil {
			a.VOffset = fmt.Sprintf("mask ? %s : %#x", orZero(a.VOffset), uint32(outside))
			a.Proof += "; inactive lanes are out of range"
		}
	})
}

func orZero(text string) string {
	if text == "" {
		return "0"
	}
	return text
}

var splitProofs = [...]string{
	splitWhole:    "the whole offset is below 2^31, so the base stays",
	splitBounded:  "all terms are positive and clamped to offsets out of range, so the sum stays below 2^32",
	splitFixed:    "the base takes the terms that are uniform outside loops; the rest is below 2^31",
	splitMoving:   "the base takes the uniform terms, in each iteration of the loop; the rest is below 2^31",
	splitStepping: "the offset grows in each turn, and stops at 2^31-1, which is out of range",
	splitOff:      "none: the pass is disabled, offsets wrap at 2^32",
}

// explainFar records an access that is not known to fit.
func (k *kernel) explainFar(r *ref, at linear, p *place, span int64) {
	k.explain(r, span, func(a *Address) {
		a.Base, a.VOffset, a.Records = k.sumText(r, linear{}), k.text(at), k.validText(r)
		a.Proof = "64 bits in each lane, compared with the end; one resource covers all valid bytes"
		if p.far != nil {
			a.Base, a.Records = a.Base+" + window", fmt.Sprintf("min(%s - window, %d)", a.Records, r.mostRecords())
			a.Proof = "64 bits in each lane, compared with the end; a resource for each window of 2^30 bytes that lanes are in"
		}
	})
}

// explainGlobal records an access without a resource.
func (k *kernel) explainGlobal(r *ref, base, thread linear, p *place, lo, hi int64, span int64, proof string) {
	k.explain(r, span, func(a *Address) {
		a.Base, a.VOffset, a.Imm, a.Proof = k.sumText(r, base), k.text(thread), p.imm, proof
		a.ThreadMin, a.ThreadMax = lo, hi
	})
}

// sumText returns an address: the memref's base with an offset.
func (k *kernel) sumText(r *ref, by linear) string {
	name := "pointer"
	if r.name != "" {
		name = r.name
	}
	if text := k.text(by); text != "" {
		return name + " + " + text
	}
	return name
}

func (k *kernel) validText(r *ref) string {
	if v, ok := wideNumber(r.buffer.valid[0], r.buffer.valid[1]); ok {
		return fmt.Sprint(v)
	}
	return "valid"
}

// text returns an offset as an expression; empty for 0.
func (k *kernel) text(l linear) string {
	var parts []string
	for _, t := range l.terms {
		name := t.name
		if name == "" {
			name = k.valueText(t.src, 4)
		}
		if t.coef != 1 {
			name = fmt.Sprintf("%d*%s", t.coef, name)
		}
		parts = append(parts, name)
	}
	if l.c != 0 {
		parts = append(parts, fmt.Sprint(l.c))
	}
	return strings.ReplaceAll(strings.Join(parts, " + "), "+ -", "- ")
}

// infix are the operations written with an operator.
var infix = map[string]string{"arith.addi": "+", "arith.subi": "-", "arith.muli": "*", "arith.divui": "/", "arith.divsi": "/", "arith.remui": "%",
	"arith.remsi": "%", "arith.andi": "&", "arith.ori": "|", "arith.xori": "^", "arith.shli": "<<", "arith.shrui": ">>", "arith.shrsi": ">>"}

// valueText returns a value as an expression, of at most so many operations.
func (k *kernel) valueText(v *ir.Value, depth int) string {
	if v == nil {
		return "value"
	}
	if v.Op == nil {
		if i := slices.Index(k.op.Regions[0].Entry().Args, v); i >= 0 {
			if names := ir.ParamNames(k.op); i < len(names) {
				return names[i]
			}
			return fmt.Sprintf("arg%d", i)
		}
		if p := v.Block.Region.Op; p != nil {
			_, line, _ := k.places.Of(p)
			return fmt.Sprintf("loop@%d", line)
		}
		return "argument"
	}
	op := v.Op
	if c, ok := op.Attr("value").(*ir.IntegerAttr); ok && op.Name() == "arith.constant" {
		return fmt.Sprint(c.Int64())
	}
	_, dialect, _ := strings.Cut(op.Name(), ".")
	switch op.Name() {
	case "gpu.block_id", "gpu.thread_id", "gpu.block_dim", "gpu.grid_dim", "gpu.global_id":
		return dialect + "." + op.EnumAttr("dimension")
	case "gpu.lane_id", "gpu.subgroup_id":
		return dialect
	case "arith.index_cast", "arith.index_castui", "arith.extsi", "arith.extui", "arith.trunci":
		return k.valueText(op.Operands[0], depth)
	}
	if sign := infix[op.Name()]; sign != "" && depth > 0 {
		return "(" + k.valueText(op.Operands[0], depth-1) + " " + sign + " " + k.valueText(op.Operands[1], depth-1) + ")"
	}
	_, line, _ := k.places.Of(op)
	return fmt.Sprintf("%s@%d", dialect, line)
}
