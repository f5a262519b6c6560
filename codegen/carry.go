package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// carrier is the registers that pass a value on where control flow joins: the results of an if,
// what a loop carries.
type carrier struct {
	typ   ir.Type
	ext   extension
	dw    []mach.Part // one dword each
	bit   []mach.Part // i1s: a dword 0 or 1 if uniform, else a mask
	proto *ref        // memrefs: dw are its registers
}

// newCarrier makes registers for values like v. Scalar ones can take only what
// all lanes agree on.
func (k *kernel) newCarrier(v value, file mach.File) carrier {
	c := carrier{typ: v.typ, ext: v.ext, proto: v.ref}
	dw := v.dw
	if v.ref != nil {
		dw = k.refDwords(v.ref)
	}
	if len(dw) > 0 {
		together := len(dw)
		if v.ref != nil {
			together = baseDwords[v.ref.space]
		}
		c.dw = k.carrierTuple(file, together)
		for range dw[together:] {
			c.dw = append(c.dw, k.reg(file, 1))
		}
	}
	for range v.bit {
		n := 1
		if file == mach.FileV {
			n = 2
		}
		c.bit = append(c.bit, k.reg(mach.FileS, n))
	}
	return c
}

// carrierTuple makes n dwords side by side, so that vectors and the bases of memrefs stay in place
// between iterations.
func (k *kernel) carrierTuple(file mach.File, n int) []mach.Part {
	parts := make([]mach.Part, n)
	for at := 0; at < n; at += maxTuple {
		size := min(maxTuple, n-at)
		all := k.reg(file, size)
		for i := range size {
			parts[at+i] = all.Dword(i)
		}
	}
	return parts
}

// maxTuple is the longest tuple that an instruction names (32x32 matrix
// results: 32 dwords).
const maxTuple = 32

// value is what the carrier holds.
func (k *kernel) carried(c *carrier) value {
	v := value{typ: c.typ, ext: c.ext}
	for _, p := range c.dw {
		v.dw = append(v.dw, mach.P(p))
	}
	for _, p := range c.bit {
		if p.N == 1 {
			v.bit = append(v.bit, cond{kind: condBool, a: mach.P(p)})
		} else {
			v.bit = append(v.bit, cond{kind: condMask, mask: p})
		}
	}
	if c.proto != nil {
		v.ref, v.dw = k.refLike(c.proto, v.dw), nil
	}
	return v
}

// assignment is one register of a carrier and its new value.
type assignment struct {
	dst  mach.Part
	src  mach.Operand
	mask bool // a lane mask: the bits of inactive lanes are kept
}

// assign lists the copies that bring v into the carrier. Anything that must be computed for that
// (upper dwords, masks) is computed now.
func (k *kernel) assign(op *ir.Operation, c *carrier, v value) ([]assignment, error) {
	var list []assignment
	dw := v.dw
	switch {
	case v.ref != nil && v.ref.space == refBuffer && op.Name() == "scf.if" && k.f.Regs[c.dw[0].Reg].File == mach.FileV:
		return nil, k.refuse(op, "the buffer may differ between the lanes of a wave", "access it in both branches")
	case v.ref != nil:
		var err error
		if dw, err = k.refDwordsLike(op, v.ref, c.proto); err != nil {
			return nil, err
		}
	case len(dw) < len(c.dw):
		lo, hi := k.wide(v)
		dw = []mach.Operand{lo, hi}
	case len(dw) > len(c.dw):
		dw = dw[:len(c.dw)] // the range analysis says that the rest follows
	}
	for i, p := range c.dw {
		src := dw[i]
		if k.f.Regs[p.Reg].File == mach.FileS {
			src = k.toScalar(src)
		}
		list = append(list, assignment{dst: p, src: src})
	}
	for i, p := range c.bit {
		if p.N == 1 {
			list = append(list, assignment{dst: p, src: k.boolDword(v.bit[i])})
		} else {
			list = append(list, assignment{dst: p, src: mach.P(k.mask(v.bit[i])), mask: true})
		}
	}
	return list, nil
}

// copyAll executes assignments as if at the same time. With partial, inactive lanes keep their
// values in the carriers.
func (k *kernel) copyAll(list []assignment, partial bool) {
	written := map[mach.Reg]bool{}
	for _, a := range list {
		written[a.dst.Reg] = true
	}
	// A source that is itself a destination is read first.
	for i := range list {
		a := &list[i]
		if a.src.Kind != mach.OperandReg || !written[a.src.Part.Reg] || a.src.Part == a.dst {
			continue
		}
		saved := k.reg(k.f.Regs[a.src.Part.Reg].File, int(a.src.Part.N))
		k.b.Copy(saved, a.src)
		a.src = mach.P(saved)
	}
	for _, a := range list {
		switch {
		case a.src.Kind == mach.OperandReg && a.src.Part == a.dst:
		case a.mask && partial:
			k.mergeMask(a.dst, a.src)
		case k.f.Regs[a.dst.Reg].File == mach.FileS:
			k.b.Copy(a.dst, a.src)
		default:
			in := k.b.Copy(a.dst, a.src)
			if partial {
				in.Flags |= mach.Partial
			}
		}
	}
}

// mergeMask takes over the bits of the lanes in EXEC: the others keep theirs.
func (k *kernel) mergeMask(dst mach.Part, src mach.Operand) {
	kept := k.sop(isa.S_ANDN2_B64, 2, mach.P(dst), mach.Exec())
	taken := k.sop(isa.S_AND_B64, 2, src, mach.Exec())
	k.emitScalar(isa.S_OR_B64, dst, []mach.Operand{mach.P(kept), mach.P(taken)})
}

// sameForAll reports whether a value is the same for all lanes by where its
// registers are, memrefs included.
func (k *kernel) sameForAll(v value) bool {
	if v.ref == nil {
		return k.allScalar(v)
	}
	return k.refScalar(v.ref)
}
