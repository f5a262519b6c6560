package tiling

import "fmt"

// Direct is what was decided about direct-to-LDS loads.
type Direct struct {
	// Requested says that they were asked for, Used that they stay.
	Requested, Used bool
	// Reason says why they are refused: "" if they are not.
	Reason string
	// Early refusals come before tiles are chosen, late ones leave the tiles as they are.
	Early bool
}

// refuseDirect says why direct loads are out of the question (§2.9, stage 1), or nothing.
func (s *search) refuseDirect() string {
	p := s.p
	half := func(t Type) bool { return t.Name == "f16" || t.Name == "bf16" }
	switch {
	case !s.t.Direct:
		return "target: no direct loads are chosen for " + s.t.Name
	case p.Op != Contraction:
		return "operation: convolutions do not use them"
	case p.TransA && !p.TransB:
		return "layout: A is transposed and B is not"
	case !p.Scaled && !(half(p.A) && half(p.B)):
		return "types: only f16 and bf16"
	case p.Scaled && min(p.A.Bits, p.B.Bits) < 8:
		return "types: scaled elements of less than 8 bits"
	}
	return ""
}

// direct decides before the search whether direct loads are asked for.
func (s *search) decideDirect() {
	if !s.o.Direct {
		s.note("§2.9", "direct-to-LDS loads are not asked for")
		return
	}
	if s.o.Pipeline == VectorDistribute {
		s.dma = Direct{Requested: true, Reason: "pipeline: VectorDistribute has none", Early: true}
	} else {
		s.dma = Direct{Requested: true, Reason: s.refuseDirect(), Early: true}
	}
	s.direct = s.dma.Reason == ""
	if s.direct {
		s.note("§2.9", "direct-to-LDS loads are possible: LDS holds the operands of each stage", "stages", s.stages)
	} else {
		s.note("§2.9", "direct-to-LDS loads are refused before the search", "why", s.dma.Reason)
	}
}

// keepDirect decides after the search whether direct loads stay (§2.9, stage 2). Tiles stay.
func (s *search) keepDirect(f *schedule) {
	if !s.direct {
		return
	}
	if s.dma.Reason = s.scalesDirect(f); s.dma.Reason == "" {
		s.dma.Reason = s.occupancy(f)
	}
	s.dma.Early, s.dma.Used = false, s.dma.Reason == ""
	if !s.dma.Used {
		s.note("§2.9", "direct-to-LDS loads are refused after the search", "why", s.dma.Reason)
	}
}

// scalesDirect says why direct loads cannot bring the scales, or nothing.
func (s *search) scalesDirect(f *schedule) string {
	if !s.p.Scaled {
		return ""
	}
	elements := f.tileM * mul(f.kTiles...) * f.x.K[0]
	for _, d := range s.t.DMABits {
		if elements%(s.t.WaveSize*(d/ScaleBits)) == 0 {
			return ""
		}
	}
	return fmt.Sprintf("scales: %d of a tile are not a whole number of loads", elements)
}

// occupancy says why LDS for all stages costs too many workgroups, or nothing.
func (s *search) occupancy(f *schedule) string {
	with, without := s.lds(f, s.directStages()), s.lds(f, 1)
	d1, d0 := s.t.LDSBytes/max(1, with), s.t.LDSBytes/max(1, without)
	values := []any{"with", d1, "without", d0, "LDS with", with, "LDS without", without}
	if s.t.CUs > 0 {
		most := ceil(s.workgroups(f), s.t.CUs)
		d1, d0 = min(d1, most), min(d0, most)
		values = append(values, "workgroups a compute unit", most)
	}
	s.note("§2.9", "occupancy guard: refuse if they leave one workgroup a compute unit where there would be two", values...)
	if d1 < 2 && d0 >= 2 {
		return fmt.Sprintf("occupancy: %d workgroup a compute unit, %d without them", d1, d0)
	}
	return ""
}

// workgroups is the number of workgroups of a launch.
func (s *search) workgroups(f *schedule) int64 {
	count := max(1, s.p.SplitK)
	for i, tile := range s.workgroupTile(f) {
		if d := s.p.Dims[i]; d.Size != Dynamic && tile > 0 {
			count = mul(count, ceil(d.Size, tile))
		}
	}
	return count
}

// swizzles are those of A and B in LDS (§2.9, §6.2), nil for none.
func (s *search) swizzles(f *schedule) (a, b *XOR) {
	switch {
	case s.dma.Used && s.p.Scaled:
		s.note("§2.9", "no swizzle: scaled operands loaded directly have none")
	case s.dma.Used:
		if f.x.XOR.fits(f.x) {
			if !s.p.TransA {
				a = f.x.XOR
			}
			if s.p.TransB {
				b = f.x.XOR
			}
		}
		s.note("§6.2", "swizzle: the tuned one of the instruction, for operands whose rows run along K", "A", a.name(), "B", b.name())
	case s.p.Scaled:
		x := f.x.XOR
		if x == nil {
			// Of one instruction's operand, 16 rows or 32, a lane has this many elements.
			a := f.x.M * f.x.k() / s.t.WaveSize
			x = &XOR{max(a, min(s.t.LDSBanks*32/int64(s.p.A.Bits), f.tileK)), a}
		}
		if x.fits(f.x) {
			a, b = x, x
		}
		s.note("§6.2", "swizzle of scaled operands: the tuned one, or a row of all banks", "A", a.name(), "B", b.name())
	}
	return a, b
}

// fits reports whether a swizzle is one for the operand tile of an instruction.
func (x *XOR) fits(i *Intrinsic) bool {
	if x == nil {
		return false
	}
	elements := i.M * i.k()
	return x.Row <= elements && elements%x.Row == 0 && x.Row%x.Access == 0 && elements%(x.Row/x.Access) == 0
}

func (x *XOR) name() string {
	if x == nil {
		return "none"
	}
	return x.String()
}

func tile3(m, n, k int64) string { return fmt.Sprintf("%dx%dx%d", m, n, k) }
