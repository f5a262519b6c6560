package tiling

// Result is a choice of the modes IREE and Seed. Lists have one entry for each loop of the problem.
type Result struct {
	Mode   Mode
	Target *Target
	// Problem is what it was chosen for.
	Problem *Problem
	// Class and Intensity are the size class and the arithmetic intensity in operations an element.
	Class     Class
	Intensity int64
	// Intrinsic is the matrix instruction, nil if none can be used: NoMatrix says why, and the rest is
	// empty.
	Intrinsic *Intrinsic
	NoMatrix  string
	// Workgroup is the tile of a workgroup in elements; 0 for sums.
	Workgroup []int64
	// Reduction is how much of each K a step of the loop takes, in instructions (in elements for
	// VectorDistribute).
	Reduction []int64
	// Subgroup is the number of tiles of a subgroup, Subgroups that of subgroups.
	Subgroup, Subgroups []int64
	// Padding is the tile that operands are padded to, nil if they are not. PaddingConv is the same for
	// the loops of a direct convolution.
	Padding, PaddingConv []int64
	// TileM, TileN and TileK are the tile of a workgroup, in elements; M and N have SubgroupsM and
	// SubgroupsN subgroups.
	TileM, TileN, TileK    int64
	SubgroupsM, SubgroupsN int64
	Threads                int64
	// MNTiles is the seed's number of tiles after its adjustment.
	MNTiles int64
	// Stages is the number of stages of the loop over K; 0 is no pipelining.
	Stages int
	// LDSBytes is what the search counted; LDSUsed is less if direct loads were refused after it.
	LDSBytes, LDSUsed int64
	Direct            Direct
	// SwizzleA and SwizzleB are the swizzles in LDS, nil for none.
	SwizzleA, SwizzleB *XOR
	// Accumulators is the number of registers of a lane for the sums.
	Accumulators int64
	// Workgroups is the number of workgroups of a launch; loops of unknown size count as 1.
	Workgroups int64
	// DMAAligned reports whether both tiles are whole numbers of direct-to-LDS loads of 128 bits.
	// Pass is strict or fallback in mode Seed with direct loads, else empty.
	DMAAligned bool
	Pass       string
	Trace      []Step
}

// none is the result without a matrix instruction.
func (s *search) none(why string) *Result {
	s.note("§2.1", "without a matrix instruction: the SIMT fallback", "why", why)
	return &Result{
		Mode: s.mode, Target: s.t, Problem: s.p, Class: s.class, Intensity: s.intensity, NoMatrix: why,
		Direct: Direct{Requested: s.o.Direct, Early: true, Reason: map[bool]string{true: "no matrix instruction"}[s.o.Direct]},
		Trace:  s.trace,
	}
}

// spread gives each loop of a kind its value: values are those of the loops of known size, of which
// VectorDistribute sees the innermost one.
func (s *search) spread(to []int64, kind Kind, values []int64, otherwise int64) {
	at := len(values) - 1
	for i := len(to) - 1; i >= 0; i-- {
		d := s.p.Dims[i]
		if d.Kind != kind {
			continue
		}
		to[i] = otherwise
		if d.Size != Dynamic && at >= 0 {
			to[i] = values[at]
			at--
		}
	}
}

// products multiplies lists element by element, and the last element by size.
func products(a, b []int64, size int64) []int64 {
	list := make([]int64, len(a))
	for i := range a {
		list[i] = a[i] * b[i]
	}
	list[len(list)-1] *= size
	return list
}

// workgroupTile is the tile of a workgroup (§2.10).
func (s *search) workgroupTile(f *schedule) []int64 {
	tile := make([]int64, len(s.p.Dims))
	s.spread(tile, Batch, f.batch, 1)
	s.spread(tile, M, products(f.mTiles, f.mSubgroups, f.x.M), 1)
	s.spread(tile, N, products(f.nTiles, f.nSubgroups, f.x.N), 1)
	return tile
}

// reduction is the step along K (§2.10).
func (s *search) reduction(f *schedule) []int64 {
	list := make([]int64, len(s.p.Dims))
	tiles := append([]int64{}, f.kTiles...)
	last := len(tiles) - 1
	tiles[last] *= f.x.Repeat
	if s.o.Pipeline == VectorDistribute {
		tiles[last] *= f.x.k()
	}
	s.spread(list, K, tiles, 1)
	s.spread(list, Window, nil, 1)
	return list
}

// padding is the tile that operands are padded to (§2.10).
func (s *search) padding(f *schedule) []int64 {
	tiles := append([]int64{}, f.kTiles...)
	tiles[len(tiles)-1] *= f.x.K[0] * f.x.Repeat
	list := s.workgroupTile(f)
	s.spread(list, K, tiles, 1)
	return list
}

// result is the configuration of a schedule (§2.10).
func (s *search) result(f *schedule) *Result {
	r := &Result{
		Mode: s.mode, Target: s.t, Problem: s.p, Class: s.class, Intensity: s.intensity, Intrinsic: f.x,
		Workgroup: s.workgroupTile(f), Reduction: s.reduction(f),
		TileM: f.tileM, TileN: f.tileN, TileK: f.tileK * f.x.Repeat,
		SubgroupsM: mul(f.mSubgroups...), SubgroupsN: mul(f.nSubgroups...), Threads: f.threads,
		MNTiles: s.mnTiles, Stages: s.stages,
		LDSBytes: s.lds(f, s.directStages()), LDSUsed: s.lds(f, 1), Direct: s.dma,
		Accumulators: f.accumulates, Workgroups: s.workgroups(f), DMAAligned: s.dmaAligned(f), Pass: s.pass,
	}
	if s.dma.Used {
		r.LDSUsed = r.LDSBytes
	}
	r.Subgroup, r.Subgroups = make([]int64, len(s.p.Dims)), make([]int64, len(s.p.Dims))
	s.spread(r.Subgroup, M, f.mTiles, 0)
	s.spread(r.Subgroup, N, f.nTiles, 0)
	if f.x.Blocks > 1 {
		ones := make([]int64, len(f.batch))
		for i := range ones {
			ones[i] = 1
		}
		s.spread(r.Subgroup, Batch, ones, 0)
	}
	for i := range r.Subgroups {
		r.Subgroups[i] = 1
	}
	s.spread(r.Subgroups, M, f.mSubgroups, 1)
	s.spread(r.Subgroups, N, f.nSubgroups, 1)
	switch {
	case !s.unaligned && !s.padded:
	case s.p.Op == DirectConv:
		r.PaddingConv = s.padding(f)
	default:
		r.Padding = s.padding(f)
	}
	if s.o.Pipeline == VectorDistribute {
		r.Padding = nil
	} else {
		r.SwizzleA, r.SwizzleB = s.swizzles(f)
	}
	s.note("§2.10", "configuration", "workgroup", text(r.Workgroup), "reduction", text(r.Reduction), "subgroup", text(r.Subgroup),
		"threads", r.Threads, "stages", r.Stages, "padding", text(r.Padding))
	r.Trace = s.trace
	return r
}
