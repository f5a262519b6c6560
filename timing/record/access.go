package record

import (
	"math/bits"

	"heddle/arch"
	"heddle/isa"
	"heddle/layout"
	"heddle/sim"
	"heddle/timing"
)

// touches is which memory an instruction may touch.
type touches uint8

const (
	touchesNothing touches = iota
	touchesVector          // vector memory
	touchesLDS
	touchesScalar
)

// site is what does not change about an instruction.
type site struct {
	known    bool
	inst     int32
	kind     touches
	write    bool
	atomic   bool
	toLDS    bool
	resource int // register with the second word of its buffer resource, -1 if it has none
	// Of those that reach the LDS: how to count their cycles, nil if that is not known, and accesses
	// there were, as indexes of known.patterns.
	banks    *layout.BankCounter
	patterns []int
}

// siteOf describes the instruction with that index of the program.
func siteOf(chip *arch.Chip, index int32, in *isa.Inst) site {
	row := in.Row
	x := site{known: true, inst: index, resource: -1,
		write: row.Traits&isa.MayStore != 0, atomic: row.Traits&(isa.MayLoad|isa.MayStore) == isa.MayLoad|isa.MayStore}
	switch row.Unit {
	case isa.UnitVMEM, isa.UnitFlat:
		x.kind = touchesVector
	case isa.UnitLDS:
		x.kind = touchesLDS
	case isa.UnitSMEM:
		x.kind = touchesScalar
	}
	if row.Unit == isa.UnitLDS || row.Unit == isa.UnitFlat {
		if c, err := layout.NewBankCounter(chip, row); err == nil {
			x.banks = c
		}
	}
	if m := row.Memory; m != nil {
		if m.ToLDS {
			x.toLDS, x.write, x.atomic = true, false, false
		}
		if m.Resource >= 0 && in.Args[m.Resource].Kind == isa.KindReg {
			x.resource = int(in.Args[m.Resource].Reg()) + 1
		}
	}
	return x
}

// Bits of the second word of a buffer resource (facts buffers.md §3.1).
const (
	resourceStride       = 16
	resourceStrideMask   = 1<<14 - 1
	resourceCacheSwizzle = 1 << 30
)

// swizzle returns the stride of the cache swizzle under which the instruction accesses memory, 0 for
// none.
func (x *site) swizzle(e *sim.Event) int {
	if x.resource < 0 {
		return 0
	}
	word := e.Registers.Scalar(isa.Reg(x.resource))
	if word&resourceCacheSwizzle == 0 {
		return 0
	}
	return int(word >> resourceStride & resourceStrideMask)
}

// waveMemory says which accesses of a wave are there already, by what they are like.
type waveMemory struct {
	// lds has the index of the access of an ldsPattern, plus 1.
	lds []int32
	// none are those without lines, by kind, plus 1.
	none [touchesScalar + 1]int32
}

// access adds the accesses of an instruction to the stream, and returns their index.
func (g *group) access(e *sim.Event, x *site, s *timing.Stream) int32 {
	list := e.Accesses
	space, lanes := spaceOf(list, e.Seq)
	if x.kind == touchesLDS || x.kind == touchesVector && space == sim.SpaceLDS {
		return g.ldsAccess(e, s, x)
	}
	if e.Lanes == 0 || lanes == 0 && len(e.Dropped) == 0 {
		return g.noLines(e, x, s)
	}
	a := timing.Access{Space: timing.Global, Write: x.write, Atomic: x.atomic, ToLDS: x.toLDS}
	if x.kind == touchesScalar {
		a.Space = timing.Scalar
	}
	g.touch.Swizzle = x.swizzle(e)
	g.linesOf(e, &a)
	s.Accesses = append(s.Accesses, a)
	return int32(len(s.Accesses) - 1)
}

// noLines returns an access that touches no line, which those of a wave share.
func (g *group) noLines(e *sim.Event, x *site, s *timing.Stream) int32 {
	none := &g.memory[e.Wave].none[x.kind]
	if *none == 0 {
		space := timing.NoSpace
		if x.kind == touchesScalar {
			space = timing.Scalar
		}
		s.Accesses = append(s.Accesses, timing.Access{Space: space})
		*none = int32(len(s.Accesses))
	}
	return *none - 1
}

// spaceOf returns the space of the accesses that belong to the execution seq: that of memory if there
// are several. Lanes has a bit for each lane of them.
func spaceOf(list []sim.Access, seq uint64) (space sim.Space, lanes uint64) {
	space = sim.SpaceGlobal
	for i := range list {
		a := &list[i]
		if a.Seq != seq {
			continue
		}
		if lanes == 0 || space == sim.SpaceLDS {
			space = a.Space
		}
		lanes |= a.Lanes
	}
	return space, lanes
}

// linesOf gives a the lines and bytes that the execution of an instruction touches. Lanes of several
// of its accesses count as those of one if they are different and of the same size.
func (g *group) linesOf(e *sim.Event, a *timing.Access) {
	t := &g.touch
	t.Exec, t.Size = 0, 0
	flushes := 0
	flush := func() {
		if t.Exec != 0 {
			g.lines = timing.AppendLines(g.lines, t)
			flushes++
		}
		t.Exec = 0
	}
	g.lines = g.lines[:0]
	for i := range e.Accesses {
		part := &e.Accesses[i]
		if part.Seq != e.Seq || part.Space == sim.SpaceLDS || part.Write && a.Atomic {
			continue // an atomic reads what it writes
		}
		a.Bytes += bits.OnesCount64(part.Lanes) * part.Size
		if part.Space == sim.SpacePrivate {
			for at := 0; at < part.Size; at += scratchElement {
				flush()
				g.recorder.Scratch.fill(t, e, part, at)
			}
			continue
		}
		if t.Exec&part.Lanes != 0 || t.Size != part.Size || t.Write != part.Write {
			flush()
		}
		for m := part.Lanes; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			g.addrs[l] = part.Addr(l)
		}
		t.Exec, t.Size, t.Write = t.Exec|part.Lanes, part.Size, part.Write
	}
	flush()
	lines := g.lines
	if flushes > 1 {
		lines = merge(lines)
	}
	a.Lines = g.keep(lines)
}

// merge joins lines that are there several times.
func merge(lines []timing.Line) []timing.Line {
	at := make(map[uint64]int, len(lines))
	n := 0
	for _, l := range lines {
		if i, ok := at[l.Addr]; ok {
			have := &lines[i]
			have.Whole = have.Whole && l.Whole
			have.Halves |= l.Halves
			continue
		}
		at[l.Addr] = n
		lines[n] = l
		n++
	}
	return lines[:n]
}

// blockLines is how many lines are allocated at a time.
const blockLines = 4096

// keep returns a copy of lines that stays.
func (g *group) keep(lines []timing.Line) []timing.Line {
	if len(lines) > cap(g.block)-len(g.block) {
		g.block = make([]timing.Line, 0, max(blockLines, len(lines)))
	}
	first := len(g.block)
	g.block = append(g.block, lines...)
	return g.block[first:len(g.block):len(g.block)]
}
