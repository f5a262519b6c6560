package tiling

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"heddle/arch"
	"heddle/layout"
)

// Product is a matrix multiplication as the mode Auto sees it: sizes, and bytes.
type Product struct {
	Chip *arch.Chip
	Card *arch.Product
	// M, N and K are the sizes, Batch that of independent products; at least 1.
	M, N, K, Batch int64
	// ABits, BBits and AccBits are the sizes of elements in LDS and of sums, OutBits that of results in
	// memory. ScaleBits is the share of an element in scales.
	ABits, BBits, AccBits, OutBits int
	ScaleBits                      float64
	// TransA and TransB are those of Problem: rows of A run along K unless TransA, those of B only if
	// TransB.
	TransA, TransB bool
	// AlignA and AlignB are the largest powers of two, up to a cache line, that divide the distance of rows of A
	// and B in bytes: what all rows in memory are aligned to.
	AlignA, AlignB int
	// StreamK says that the tiles of a last round that does not fill the chip can be divided along K.
	StreamK bool
	// directA and directB are the widest direct loads of a lane in bytes, 0 for none.
	directA, directB int
	// instructions are the sizes along K of the matrix instructions of 16 and 32 rows, 0 for none.
	instructions [2]int
}

// Candidate is a tile with what follows from it for a product.
type Candidate struct {
	Tile
	// LDSBytes is the LDS of a workgroup. Accumulators and Registers are a lane's for the sums and
	// altogether, of the file that vector and accumulation registers share.
	LDSBytes, Accumulators, Registers int
	// Occupancy is the number of workgroups that a compute unit holds.
	Occupancy int
	// Workgroups is that of the launch.
	Workgroups int64
}

// Estimate says how many cycles a candidate would take: any unit will do, if it is the same for all
// candidates.
type Estimate func(Candidate) float64

// Ranked is a candidate with its estimate.
type Ranked struct {
	Candidate
	Cycles float64
}

// PickOptions change what Pick considers.
type PickOptions struct {
	// Estimate ranks candidates; nil for the plain one (Product.Plain).
	Estimate Estimate
	// Can says whether a kernel with the tile exists; nil for all.
	Can func(Tile) bool
	// NoDirect leaves out direct-to-LDS loads, SplitK fixes the parts of K unless it is 0.
	NoDirect bool
	SplitK   int
}

// Choice is what Pick found: the ranking, the best first.
type Choice struct {
	Product *Product
	Ranking []Ranked
	// Limits counts the tiles that a limit excluded.
	Limits []Limit
	Trace  []Step
}

// Limit is a hard limit of candidates, and how many tiles it excluded.
type Limit struct {
	Name     string `json:"name"`
	Excluded int    `json:"excluded"`
}

// Best is the candidate that ranks first.
func (c *Choice) Best() Ranked { return c.Ranking[0] }

// NewProduct is what Auto sees of a problem on a card. Several loops of a kind count as one. It fails
// if a size is not known, or the problem is no matrix multiplication.
func NewProduct(card *arch.Product, p *Problem) (*Product, error) {
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("tiling: %w", err)
	}
	if p.dynamic() || p.Op == DirectConv || p.fused() > 1 {
		return nil, fmt.Errorf("tiling: the mode %s needs a single product of known sizes, not %s", Auto, p)
	}
	x := &Product{
		Chip: card.Chip, Card: card, M: mul(p.sizes(M)...), N: mul(p.sizes(N)...), K: mul(p.sizes(K)...), Batch: mul(p.sizes(Batch)...),
		ABits: p.A.Bits, BBits: p.B.Bits, AccBits: p.Acc.Bits, OutBits: p.Acc.Bits, TransA: p.TransA, TransB: p.TransB,
	}
	if p.Scaled {
		x.ScaleBits = float64(ScaleBits) / ScaleBlock
	}
	row := func(across bool, k, other int64, bits int) int {
		if across {
			k = other
		}
		return Alignment(k, bits)
	}
	x.AlignA, x.AlignB = row(x.TransA, x.K, x.M, x.ABits), row(!x.TransB, x.K, x.N, x.BBits)
	return x, nil
}

// Alignment is the largest power of two, up to a cache line, that divides the bytes of a row of elements.
func Alignment(elements int64, bits int) int {
	total := mul(elements, int64(bits))
	for bytes := int64(arch.CacheLine); bytes > 1; bytes /= 2 {
		if total%(8*bytes) == 0 {
			return int(bytes)
		}
	}
	return 1
}

// What candidates are made of. Rows of a step are as many bytes along K: a line of the caches, half of
// it, twice.
var (
	tileSizes = []int{256, 128, 64, 32, 16}
	waveSizes = [][2]int{{2, 2}, {1, 4}, {4, 1}, {2, 4}, {4, 2}, {2, 1}, {1, 2}, {1, 1}}
	rowBytes  = []int{arch.CacheLine, 2 * arch.CacheLine, arch.CacheLine / 2}
	stageList = []int{2, 3, 4}
)

// Pick chooses a tile by the mode Auto: it tries all tiles within the limits of the chip, and ranks them
// by an estimate. It fails if no tile is possible.
func Pick(x *Product, o PickOptions) (*Choice, error) {
	if min(x.M, x.N, x.K, x.Batch) < 1 {
		return nil, fmt.Errorf("tiling: a product of %s, batch %d: sizes are positive", tile3(x.M, x.N, x.K), x.Batch)
	}
	x = x.prepared()
	c := &Choice{Product: x}
	var t trace
	estimate := o.Estimate
	if estimate == nil {
		estimate = x.Plain()
	}
	x.explain(&t)
	counts := make([]int, len(limits))
	tried := 0
	x.each(&o, func(tile Tile) {
		tried++
		if o.Can != nil && !o.Can(tile) {
			counts[len(limits)-1]++
			return
		}
		candidate, broken := x.candidate(tile)
		if broken >= 0 {
			counts[broken]++
			return
		}
		c.Ranking = append(c.Ranking, Ranked{candidate, estimate(candidate)})
	})
	for i, name := range limits {
		c.Limits = append(c.Limits, Limit{name, counts[i]})
		t.note("auto", "limit: "+name, "excluded", counts[i])
	}
	if len(c.Ranking) == 0 {
		why := ""
		for _, l := range c.Limits {
			if l.Excluded > 0 {
				why += fmt.Sprintf("; %d by %s", l.Excluded, l.Name)
			}
		}
		return nil, fmt.Errorf("none of %d tiles is possible for %s%s", tried, tile3(x.M, x.N, x.K), why)
	}
	c.Ranking = sorted(c.Ranking)
	best := c.Best()
	t.note("auto", "ranked by estimated cycles", "tried", tried, "possible", len(c.Ranking), "best", best.Tile, "cycles", math.Round(best.Cycles))
	t.note("auto", "the best candidate", "LDS", best.LDSBytes, "accumulators a lane", best.Accumulators, "registers a lane", best.Registers,
		"workgroups a compute unit", best.Occupancy, "workgroups", best.Workgroups)
	for i, other := range c.Ranking[1:min(4, len(c.Ranking))] {
		t.note("auto", fmt.Sprintf("place %d", i+2), "tile", other.Tile, "slower by", fmt.Sprintf("%.1f %%", 100*(other.Cycles/best.Cycles-1)))
	}
	c.Trace = t
	return c, nil
}

// sorted ranks candidates by their cycles. Equal ones keep the order in which they are made, the plainer ones
// first.
func sorted(list []Ranked) []Ranked {
	type key struct {
		cycles float64
		at     int
	}
	keys := make([]key, len(list))
	for i := range list {
		keys[i] = key{list[i].Cycles, i}
	}
	slices.SortFunc(keys, func(a, b key) int { return cmp.Or(cmp.Compare(a.cycles, b.cycles), cmp.Compare(a.at, b.at)) })
	ranking := make([]Ranked, len(list))
	for i, k := range keys {
		ranking[i] = list[k.at]
	}
	return ranking
}

// prepared is the product with what candidates share.
func (x *Product) prepared() *Product {
	y := *x
	y.directA, y.directB = x.directBytes(x.AlignA, x.ABits, x.TransA), x.directBytes(x.AlignB, x.BBits, !x.TransB)
	y.instructions = [2]int{x.instruction(16), x.instruction(32)}
	return &y
}

// explain notes the intensity in bytes: what the chip needs and what the product has.
func (x *Product) explain(t *trace) {
	m, n, k, b := float64(x.M), float64(x.N), float64(x.K), float64(x.Batch)
	flops := 2 * m * n * k * b
	bytes := x.bytes()
	balance := x.flops() * float64(x.Card.CUs) * float64(x.Card.BoostMHz) * 1e6 / (x.Card.HBMBandwidth * x.Chip.Model.Memory.HBMReadShare.Value)
	t.note("auto", "arithmetic intensity in operations a byte, no size classes", "product", flops/bytes, "chip needs", balance,
		"limited by", map[bool]string{true: "matrix cores", false: "memory"}[flops/bytes >= balance])
	t.note("auto", "rows of A and B", "A aligned to", x.AlignA, "B aligned to", x.AlignB, "direct loads possible", x.direct())
}

// tooLarge reports whether a tile is twice as large as the product and more.
func (x *Product) tooLarge(bm, bn int) bool {
	smallest := tileSizes[len(tileSizes)-1]
	return bm > smallest && int64(bm) >= 2*x.M || bn > smallest && int64(bn) >= 2*x.N
}

// groups is the number of tiles of the result.
func (x *Product) groups(bm, bn int) int64 {
	return mul(ceil(x.M, int64(bm)), ceil(x.N, int64(bn)), x.Batch)
}

// each calls f for all tiles, the plainer ones first.
func (x *Product) each(o *PickOptions, f func(Tile)) {
	parts := []int{1, 2, 3, 4, 6, 8, 16, 32}
	if o.SplitK > 0 {
		parts = []int{o.SplitK}
	}
	loads := []bool{false}
	if x.direct() && !o.NoDirect {
		loads = []bool{true, false}
	}
	x.eachNarrow(parts, f)
	x.eachSingle(o, parts, f)
	for _, bm := range tileSizes {
		for _, bn := range tileSizes {
			if x.tooLarge(bm, bn) {
				continue
			}
			split := parts
			if o.SplitK == 0 && x.groups(bm, bn) >= int64(x.Card.CUs) {
				split = parts[:1]
			}
			for _, waves := range waveSizes {
				for _, matrix := range []int{16, 32} {
					if bm < waves[0]*matrix || bn < waves[1]*matrix || x.stepBytes(matrix) == 0 {
						continue
					}
					for _, bytes := range rowBytes {
						bk := bytes * 8 / elementBits(max(x.ABits, x.BBits))
						for _, stages := range stageList {
							for _, direct := range loads {
								if !direct && stages != stageList[0] {
									continue // the loop through registers has two buffers
								}
								for _, split := range split {
									t := Tile{BM: bm, BN: bn, BK: bk, WavesM: waves[0], WavesN: waves[1], Matrix: matrix, Stages: stages, Direct: direct, SplitK: split}
									if x.useful(&t) {
										f(t)
									}
								}
							}
						}
					}
				}
			}
		}
	}
}

// useful gives a tile with direct loads no more buffers than it has steps, as others leave no room for more workgroups,
// and reports whether fewer have not given it the same. Steps of one phase need two buffers (kernels/gemm).
func (x *Product) useful(t *Tile) bool {
	if !t.Direct || x.ScaleBits > 0 {
		return true
	}
	steps := int(min(ceil(x.stepsOfK(t), int64(t.SplitK)), int64(t.Stages)))
	if steps == 1 && t.Stages == stageList[0] && !t.onePhase() {
		t.Stages = 1
	}
	return t.Stages <= max(steps, stageList[0])
}

// singles are the tiles in a single buffer: where two buffers of the largest one do not fit the LDS, or no
// wide load goes there directly. Lines are the cache lines of a row of a step.
var singles = []struct{ bm, bn, lines, matrix int }{
	{256, 256, 1, 32}, {128, 128, 1, 32}, {128, 128, 2, 32}, {64, 64, 2, 16},
}

// eachSingle calls f for the tiles in a single buffer, through registers.
func (x *Product) eachSingle(o *PickOptions, parts []int, f func(Tile)) {
	line := arch.CacheLine * 8 / elementBits(max(x.ABits, x.BBits))
	largest := Tile{BM: tileSizes[0], BN: tileSizes[0], BK: line, Stages: 2}
	if x.ldsBytes(largest) <= x.Chip.LDSBytes && min(x.directA, x.directB) >= 16 || x.ScaleBits > 0 {
		return
	}
	for _, s := range singles {
		if x.stepBytes(s.matrix) == 0 || x.tooLarge(s.bm, s.bn) {
			continue
		}
		split := parts
		if o.SplitK == 0 && x.groups(s.bm, s.bn) >= int64(x.Card.CUs) {
			split = parts[:1]
		}
		for _, n := range split {
			f(Tile{BM: s.bm, BN: s.bn, BK: s.lines * line, WavesM: 2, WavesN: 2, Matrix: s.matrix, Stages: 1, SplitK: n})
		}
	}
}

// narrow is the most rows for which operands go straight to registers: more are read too often, by every
// workgroup beside them.
const narrow = 128

// eachNarrow calls f for the tiles of narrow products whose waves divide K: rows of both operands run along K.
func (x *Product) eachNarrow(parts []int, f func(Tile)) {
	if x.TransA || !x.TransB || x.ScaleBits > 0 || x.ABits != x.BBits || x.M > narrow || x.stepBytes(16) == 0 {
		return
	}
	most := 2 // cache lines of a row that a wave has in a step
	if x.rowsMeet() > 0 {
		most = 1 // modelled: with two, the waves wait for places in the same sets of the L1, for up to half of the time
	}
	for _, bm := range tileSizes {
		// Of equal estimates the first one counts: more workgroups have more loads under way.
		for _, bn := range []int{16, 32, 64} {
			for _, waves := range []int{8, 4, 16} {
				for lines := 1; lines <= most; lines++ {
					for _, split := range parts {
						if bm <= 64 {
							f(Tile{BM: bm, BN: bn, BK: lines * arch.CacheLine * 8 / elementBits(x.ABits), WavesM: 1, WavesN: 1, WavesK: waves, Matrix: 16, Stages: 3, SplitK: split})
						}
					}
				}
			}
		}
	}
}

// elementBits is the size of an element that steps along K are counted in: 6 bits take the place of 8,
// because steps are powers of two.
func elementBits(bits int) int { return powerUp(bits) }

// direct reports whether both operands can be loaded directly to LDS: rows are aligned to a size that
// the chip's loads have, and if they do not run along K, LDS reads transpose.
func (x *Product) direct() bool { return x.directA > 0 && x.directB > 0 }

// directBytes is the widest direct load of a lane for an operand, 0 for none.
func (x *Product) directBytes(align, bits int, across bool) int {
	if bits&(bits-1) != 0 || across && !slices.ContainsFunc(layout.TransposeReads(x.Chip), func(r layout.TransposeRead) bool { return r.ItemBits == bits }) {
		return 0
	}
	for _, n := range layout.DirectBytes(x.Chip) {
		if n >= 4 && n*8 >= bits && n&(n-1) == 0 && n <= align {
			return n
		}
	}
	return 0
}

// instruction is the size along K of the largest matrix instruction of a size, 0 if there is none.
func (x *Product) instruction(matrix int) int {
	k := 0
	for _, m := range layout.Matrices(x.Chip) {
		if m.M == matrix && m.N == matrix && m.Blocks == 1 && !m.Sparse && x.takes(&m) {
			k = max(k, m.K)
		}
	}
	return k
}

// stepBytes is what a row's step along K must have at least, in bytes: a matrix instruction, and 16
// bytes for each lane that shares a row. 0: there is no such instruction.
func (x *Product) stepBytes(matrix int) int {
	const access = 16
	if k := x.instructions[matrix/32]; k > 0 {
		return max(k*elementBits(max(x.ABits, x.BBits))/8, access*x.Chip.WaveSize/matrix)
	}
	return 0
}

// takes reports whether a matrix instruction multiplies elements of these sizes.
func (x *Product) takes(m *layout.Matrix) bool {
	if m.A == "" {
		return x.ABits <= 8 && x.AccBits == 32 && (x.ScaleBits > 0 || x.ABits == 8)
	}
	return x.ScaleBits == 0 && formatBits[m.A] == x.ABits && formatBits[m.D] == x.AccBits
}

// formatBits are the sizes of the formats in the names of matrix instructions.
var formatBits = map[string]int{"f64": 64, "f32": 32, "f16": 16, "bf16": 16, "fp8": 8, "bf8": 8, "i8": 8, "i32": 32}

// limits are the hard limits of candidates, in the order in which they are tried; the last one is
// the caller's.
var limits = []string{
	"K of a step: at least a matrix instruction",
	"tiles twice as large as the product and more",
	"parts of K: each has steps, all but the last one as many, two at least",
	"LDS of all stages",
	"accumulators: half of the register file",
	"registers: sums, operands and loads",
	"what the caller allows",
}

// Candidate finds what follows from a tile for the product. It fails if the tile breaks a limit.
func (x *Product) Candidate(t Tile) (Candidate, error) {
	if min(t.BM, t.BN, t.BK, t.WavesM, t.WavesN, t.SplitK) < 1 || t.Matrix != 16 && t.Matrix != 32 || t.Stages < 1 {
		return Candidate{}, fmt.Errorf("tiling: %s is no tile", t)
	}
	c, broken := x.prepared().candidate(t)
	if broken >= 0 {
		return c, fmt.Errorf("beyond a limit: %s", limits[broken])
	}
	return c, nil
}

// candidate finds what follows from a tile, and the number of the limit that it breaks, -1 for none.
func (x *Product) candidate(t Tile) (c Candidate, broken int) {
	c.Tile = t
	chip := x.Chip
	bits := elementBits(max(x.ABits, x.BBits))
	if step := x.stepBytes(t.Matrix); step == 0 || t.BK*bits/8 < step {
		return c, 0
	}
	if x.tooLarge(t.BM, t.BN) {
		return c, 1
	}
	if t.SplitK > 1 {
		steps := x.stepsOfK(&t)
		if each := ceil(steps, int64(t.SplitK)); each < 2 || ceil(steps, each) < int64(t.SplitK) {
			return c, 2
		}
	}
	c.LDSBytes = x.ldsBytes(t)
	allocated := int(roundUp(int64(c.LDSBytes), int64(chip.LDSGranule)))
	if allocated > chip.LDSBytes {
		return c, 3
	}
	lanes := t.Waves() * chip.WaveSize
	c.Accumulators = t.BM * t.BN * x.AccBits / 32 / (lanes / max(1, t.WavesK))
	if c.Accumulators > chip.UnifiedVGPRs/2 {
		return c, 4
	}
	c.Registers = x.registers(t, c.Accumulators)
	perSIMD := (t.Waves() + chip.SIMDs - 1) / chip.SIMDs // waves of a workgroup
	granted := int(roundUp(int64(c.Registers), int64(chip.VGPRGranule)))
	resident := min(chip.UnifiedVGPRs/granted, chip.MaxWavesPerSIMD)
	if resident < perSIMD || c.Registers-c.Accumulators > chip.VGPRs {
		return c, 5
	}
	c.Occupancy = min(resident*chip.SIMDs/t.Waves(), chip.LDSBytes/max(allocated, 1))
	c.Workgroups = mul(x.groups(t.BM, t.BN), int64(t.SplitK))
	return c, -1
}

// stepsOfK is the number of steps of all of K.
func (x *Product) stepsOfK(t *Tile) int64 { return ceil(x.K, int64(t.BK*max(1, t.WavesK))) }

// ldsBytes is the LDS of all stages.
func (x *Product) ldsBytes(t Tile) int {
	if t.WavesK > 1 { // the sums of the waves
		return t.WavesK * t.BM * t.BN * x.AccBits / 8
	}
	bits := t.BM*t.BK*elementBits(x.ABits) + t.BN*t.BK*elementBits(x.BBits)
	return t.Stages * (bits + int(float64((t.BM+t.BN)*t.BK)*x.ScaleBits)) / 8
}

// registers is what a lane needs: the sums, operands, loads on their way to LDS, and the rest. The loop of
// direct loads has half of the rows and the columns, and the next ones of the larger of these: what is read
// of the other takes the place of what was multiplied. The other loop has the operands of a step of matrix instructions and
// half of them again, so that some can be read while others are multiplied.
func (x *Product) registers(t Tile, accumulators int) int {
	rest := 32 // addresses, counters, the epilogue's row and column
	if t.Matrix == 16 {
		rest = 48 // more of the columns' parts are in use at a time
	}
	if x.K%int64(t.BK) != 0 {
		rest += 24 // what the last step must not load
	}
	lane := elementBits(max(x.ABits, x.BBits)) * t.BK / 8 / 4
	switch {
	case t.WavesK > 1:
		return accumulators + t.Stages*(t.BM+t.BN)*lane/x.Chip.WaveSize + rest
	case t.Direct:
		// Transposing reads are of 8 bytes, so there are twice as many, from more places. Modelled: of
		// 256x256x128 in fp8 with 2x4 waves, which have 256 registers, one such operand spills 18, two spill 40.
		for _, across := range []bool{x.TransA, !x.TransB} {
			if across {
				rest += 24
			}
		}
		if x.ScaleBits > 0 && max(x.ABits, x.BBits) == 8 {
			rest += 40 // the same tile of mxfp8 spills 33
		}
		a, b := t.BM/t.WavesM/2, t.BN/t.WavesN
		return accumulators + (a+b+max(a, b))*lane/x.Chip.WaveSize + rest
	}
	rows := t.BM/t.WavesM + t.BN/t.WavesN
	operands := 3 * rows * x.stepBytes(t.Matrix) / 2 / 4 / x.Chip.WaveSize
	loads := 0
	if !t.Direct {
		loads = x.ldsBytes(t) / t.Stages / 4 / (t.Waves() * x.Chip.WaveSize)
	}
	return accumulators + operands + loads + rest
}
