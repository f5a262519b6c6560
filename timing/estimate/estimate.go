// Package estimate says in closed form how long a GEMM would take with a given tile: some hundred
// nanoseconds a call, to rank tiles by. It knows no kernel and simulates nothing.
//
// The form is physical (model.go). Its parameters are fitted to times that others measured
// (zparameters.go, by `go run ./timing/estimate/fit -write`): for kernels in general, for each library
// of kernels on a chip, and for each tile of a library. What has few rows keeps near what stands
// above it, so that a library or a tile that nobody measured gets a sensible estimate. Times of the
// loop are relative to the clock that a chip sustains with its matrix cores busy, times of memory to
// the peak: so what was measured on one chip says something of another.
package estimate

import (
	"fmt"
	"math"

	"heddle/arch"
	"heddle/timing"
)

// Problem is a GEMM, C = A·B.
type Problem struct {
	M, N, K int
	Batch   int // 0 is 1
	// ABits, BBits and CBits are the bits that an element takes in memory, its share of a scale
	// included: 4.25 for fp4 with a scale of 8 bits for each 32.
	ABits, BBits, CBits float64
	// ARow and BRow are the distances of rows (columns, if these are contiguous) in bytes; 0 if K
	// elements lie together, without padding.
	ARow, BRow int
}

// Tile is how a kernel does it.
type Tile struct {
	// M, N and K are what a workgroup does in a step of its loop. K is 0 if it is not known.
	M, N, K int
	SplitK  int // into how many parts K is split; 0 is 1
	// FLOPs is what a compute unit does in a cycle with the tile's matrix instruction; 0 is the most
	// that the chip can with elements of that size. Rows is its height, 16 or 32, 0 if not known.
	FLOPs float64
	Rows  int
	// WavesM and WavesN say how many waves share a tile, Stages how many steps' operands are in LDS
	// or under way, Occupancy how many workgroups a compute unit holds; 0 if they are not known,
	// which leaves away what would limit the kernel because of them.
	WavesM, WavesN, Stages, Occupancy int
}

// Limit is what limits a kernel most.
type Limit uint8

const (
	ByLaunch    Limit = iota
	ByMatrix          // the loop: matrix instructions
	ByLoads           // the loop: the vector memory path of the compute units
	ByLDS             // the loop: reads of the LDS
	ByLatency         // the loop: too few stages to hide the latency of memory
	BySteps           // the loop: what each step costs beside these
	ByTiles           // prologues and epilogues of tiles
	ByMemory          // bandwidth of memory
	ByReduction       // the sums of a split K
)

// String returns what a report says.
func (l Limit) String() string {
	return [...]string{"launch", "matrix instructions", "loads", "LDS reads", "memory latency",
		"loop overhead", "prologue and epilogue", "memory bandwidth", "reduction"}[l]
}

// Result is an estimate. Times are in seconds.
type Result struct {
	Seconds float64
	// Cycles are at MHz, the clock that the product would sustain, give or take PlusMinus.
	Cycles, MHz, PlusMinus float64
	// SecondsAtBoost is the time if the clock stayed at its highest.
	SecondsAtBoost float64
	// Launch, Tiles, Loop, Memory, Tail and Reduction add up to Seconds: launch; prologues and
	// epilogues; loops; what memory takes longer; what rounds of tiles that do not fill the chip
	// cost; sums of a split K.
	Launch, Tiles, Loop, Memory, Tail, Reduction float64
	// Rounds is how many tiles a compute unit does on average.
	Rounds float64
	// Matrix is the share of the cycles in which the matrix cores are busy, Bytes what is read and
	// written.
	Matrix, Bytes float64
	Limit         Limit
}

// Estimator estimates kernels of one library with one operand format on one product.
type Estimator struct {
	chip    *arch.Chip
	product *arch.Product
	// measured is the product to which the parameters were fitted.
	measured *arch.Product
	clock    *timing.Clock
	format   string
	base     constants
	library  *libraryFit // nil for kernels like none of them
	tiles    []constants // of library.tiles
	// reference is the clock in MHz to which fitted times of the loop are relative, scale how much slower
	// the engine clock of this product is than that of the one that was measured.
	reference, scale float64
}

// New returns the estimator for a product and an operand format ("bf16", "f16", "fp8", "i8", "fp4" …).
// chip has the constants: the product's chip, or a copy. library is one of Libraries, or empty for
// kernels like none of them; of another name, it is taken as empty.
func New(chip *arch.Chip, product *arch.Product, format, library string) (*Estimator, error) {
	clock, err := timing.NewClock(chip, product)
	if err != nil {
		return nil, err
	}
	measured := arch.DefaultProduct(product.Chip)
	e := &Estimator{chip: chip, product: product, measured: measured, clock: clock, format: format, reference: referenceMHz(measured, format)}
	base := general
	libraries := fitted[chipIndex(product.Chip)].libraries
	for i := range libraries {
		l := &libraries[i]
		if l.name != library {
			continue
		}
		base = l.parameters
		e.library = l
		for _, t := range l.tiles {
			e.tiles = append(e.tiles, t.parameters.constants())
		}
	}
	e.base = base.constants()
	here, _, _ := clock.Sustained(busy(measured, format))
	e.scale = e.reference / here
	return e, nil
}

// busy is what a GEMM does that keeps the matrix cores busy nearly always: by its clock, chips and
// formats are compared.
func busy(p *arch.Product, format string) timing.Activity {
	return timing.Activity{Matrix: 0.95, Format: format, Memory: float64(0.1 * p.HBMBandwidth)}
}

// referenceMHz is the clock at which a product would do so.
func referenceMHz(p *arch.Product, format string) float64 {
	clock, err := timing.NewClock(p.Chip, p)
	if err != nil {
		panic("BUG: " + err.Error()) // the chip is the product's
	}
	mhz, _, _ := clock.Sustained(busy(p, format))
	return mhz
}

func chipIndex(c *arch.Chip) int {
	for i, other := range arch.Chips {
		if other.Name == c.Name {
			return i
		}
	}
	return 0
}

// Libraries returns the names of the libraries whose kernels were fitted on a chip.
func Libraries(c *arch.Chip) []string {
	var names []string
	for _, l := range fitted[chipIndex(c)].libraries {
		names = append(names, l.name)
	}
	return names
}

// constantsOf returns what is known of kernels with a tile.
func (e *Estimator) constantsOf(t *Tile) *constants {
	if e.library != nil {
		if i := e.library.tile(t); i >= 0 {
			return &e.tiles[i]
		}
	}
	return &e.base
}

// check fails if there is no estimate.
func check(p *Problem, t *Tile) error {
	switch {
	case p.M <= 0 || p.N <= 0 || p.K <= 0 || p.Batch < 0:
		return fmt.Errorf("estimate: a GEMM of %d x %d x %d, batch %d: sizes are positive", p.M, p.N, p.K, p.Batch)
	case t.M <= 0 || t.N <= 0 || t.K < 0 || t.SplitK < 0:
		return fmt.Errorf("estimate: a tile of %d x %d x %d, K split into %d: sizes are positive", t.M, t.N, t.K, t.SplitK)
	case !(p.ABits > 0 && p.BBits > 0 && p.CBits > 0):
		return fmt.Errorf("estimate: elements of %v, %v and %v bits", p.ABits, p.BBits, p.CBits)
	}
	return nil
}

// FLOPs returns what a compute unit does in a cycle with elements of that many bits.
func FLOPs(chip *arch.Chip, bits float64) float64 {
	m := &chip.Model.Clock
	switch {
	case bits < 8 && m.FLOPs4.Value > 0:
		return m.FLOPs4.Value
	case bits < 16:
		return m.FLOPs8.Value
	case bits < 32:
		return m.FLOPs16.Value
	}
	return m.VectorFLOPs.Value
}

// stepOf is the K of a tile, or what is usual if it is not known: 128 bytes of a row.
func stepOf(p *Problem, t *Tile) float64 {
	if t.K > 0 {
		return float64(t.K)
	}
	return math.Floor(1024 / math.Floor(max(p.ABits, 1)))
}

// stride says how far rows of so many bytes meet in the same sets of the vector L1, whose index is
// address bits 7 and 8 (facts performance.md §3).
func stride(bytes int) float64 {
	switch {
	case bytes%512 == 0:
		return 1
	case bytes%256 == 0:
		return 0.5
	}
	return 0
}

// workOf counts what a problem asks of a product at an engine clock.
func workOf(chip *arch.Chip, product *arch.Product, mhz float64, p *Problem, t *Tile) work {
	batch, split := float64(max(p.Batch, 1)), float64(max(t.SplitK, 1))
	m, n, k := float64(p.M), float64(p.N), float64(p.K)
	tm, tn := float64(t.M), float64(t.N)
	cus := float64(product.CUs)
	tiles := float64(math.Ceil(m/tm) * math.Ceil(n/tn) * batch * split)
	step := stepOf(p, t)
	flops := t.FLOPs
	if flops == 0 {
		flops = FLOPs(chip, min(p.ABits, p.BBits))
	}
	c := &chip.Model.Clock
	aRow, bRow := p.ARow, p.BRow
	if aRow == 0 {
		aRow = int(k * math.Floor(max(p.ABits, 1)) / 8)
	}
	if bRow == 0 {
		bRow = int(k * math.Floor(max(p.BBits, 1)) / 8)
	}
	loaded := (float64(min(tm, m)*p.ABits) + float64(min(tn, n)*p.BBits)) / 8 // bytes an element of K
	w := work{
		rounds:  tiles / cus,
		full:    math.Ceil(tiles / cus),
		k:       float64(math.Ceil(k/split/step) * step),
		matrix:  2 * tm * tn / (flops * mhz),
		load:    loaded / (c.VectorPath.Value * mhz),
		step:    1 / (step * mhz),
		outputs: min(tm, m) * min(tn, n) / 16384,
		read:    batch * k * (float64(m*p.ABits) + float64(n*p.BBits)) / 8,
		written: batch * m * n * p.CBits / 8,
		stride:  (stride(aRow) + stride(bRow)) / 2,
	}
	w.far = w.read / (w.read + c.MALL.Value)
	w.bytes = w.read + w.written
	peak := float64(product.HBMBandwidth * 1e-6) // bytes a microsecond
	w.read, w.written = w.read/peak, w.written/peak
	if split > 1 {
		w.partials = batch * m * n * split / 1e6
	}
	return w
}

// Seconds returns how long a kernel takes: Estimate's Seconds, in a fraction of its time.
func (e *Estimator) Seconds(p *Problem, t *Tile) (float64, error) {
	if err := check(p, t); err != nil {
		return 0, err
	}
	_, us := e.estimate(p, t)
	return float64(us * 1e-6), nil
}

// Estimate returns how long a kernel takes, and what it spends its time on. It fails if sizes are not
// positive.
func (e *Estimator) Estimate(p *Problem, t *Tile) (Result, error) {
	if err := check(p, t); err != nil {
		return Result{}, err
	}
	r, us := e.estimate(p, t)
	flops := float64(2 * float64(p.M) * float64(p.N) * float64(p.K) * float64(max(p.Batch, 1)))
	e.clockOf(&r, us, flops, p, t)
	for _, part := range []*float64{&r.Launch, &r.Tiles, &r.Loop, &r.Tail, &r.Memory, &r.Reduction} {
		*part = float64(*part * 1e-6)
	}
	return r, nil
}

// estimate returns the time in microseconds, and its parts.
func (e *Estimator) estimate(p *Problem, t *Tile) (Result, float64) {
	w := workOf(e.chip, e.product, e.reference, p, t)
	c := e.constantsOf(t)
	at := c.time(&w)

	// What the parts of the chip allow at least, a tile: no fit may be faster.
	least, limit := e.limits(&w, p, t)
	loop := float64(at.loop * e.scale)
	if least < loop {
		limit = c.loopLimit(&w, limit)
	}
	loop = max(loop, least)
	tile := float64(at.tile * e.scale)
	compute := float64(at.rounds * (loop + tile))
	memory := max(at.memory, e.leastMemory(&w))
	a, b := float64(compute*compute), float64(memory*memory)
	both := math.Sqrt(math.Sqrt(float64(a*a) + float64(b*b)))
	r := Result{
		Launch: at.launch, Tiles: float64(w.rounds * tile), Loop: float64(w.rounds * loop), Tail: float64((at.rounds - w.rounds) * (loop + tile)),
		Memory: both - compute, Reduction: at.reduction, Rounds: w.rounds,
		Bytes: w.bytes, Limit: limit,
	}
	r.limitBy(memory > compute)
	return r, at.launch + both + at.reduction
}

// clockOf fills in clock, cycles and times of a result of us microseconds.
func (e *Estimator) clockOf(r *Result, us, flops float64, p *Problem, t *Tile) {
	rate := t.FLOPs
	if rate == 0 {
		rate = FLOPs(e.chip, min(p.ABits, p.BBits))
	}
	// Busy cycles follow from the clock, and the clock from how busy it is: twice is near enough, because the
	// time is given.
	mhz := e.clock.BoostMHz()
	var plusMinus float64
	for range 2 {
		r.Matrix = min(1, flops/(rate*float64(e.product.CUs)*mhz*us))
		mhz, plusMinus, _ = e.clock.Sustained(timing.Activity{Matrix: r.Matrix, Format: e.format, Rows: t.Rows, Memory: float64(r.Bytes / us * 1e6)})
	}
	r.Matrix = min(1, flops/(rate*float64(e.product.CUs)*mhz*us))
	r.Seconds = float64(us * 1e-6)
	r.MHz, r.PlusMinus, r.Cycles = mhz, plusMinus, float64(us*mhz)
	fixed := r.Launch + r.Reduction + r.Memory
	least := flops / (rate * float64(e.product.CUs) * e.clock.BoostMHz())
	r.SecondsAtBoost = float64(max(least, fixed+(us-fixed)*mhz/e.clock.BoostMHz()) * 1e-6)
}

// limits returns the least time of a tile's loop in microseconds, and what it is due to.
func (e *Estimator) limits(w *work, p *Problem, t *Tile) (us float64, by Limit) {
	c := &e.chip.Model.Clock
	faster := e.reference / e.clock.BoostMHz()
	us, by = float64(w.k*w.matrix*faster), ByMatrix
	if loads := float64(w.k * w.load * faster); loads > us {
		us, by = loads, ByLoads
	}
	if t.WavesM > 0 && t.WavesN > 0 {
		// Each wave reads its rows of A and its columns of B; waves beside each other read the same.
		bytes := w.k * (float64(float64(t.M*t.WavesN)*p.ABits) + float64(float64(t.N*t.WavesM)*p.BBits)) / 8
		if lds := bytes / (c.LDSPath.Value * e.clock.BoostMHz()); lds > us {
			us, by = lds, ByLDS
		}
	}
	if t.Stages > 0 {
		// Each step waits for loads that were issued Stages-1 steps before; other workgroups of the
		// compute unit work meanwhile. With one stage nothing overlaps.
		latency := c.LoadLatency.Value / e.clock.BoostMHz() * w.k / stepOf(p, t) / float64(max(t.Occupancy, 1))
		if t.Stages == 1 {
			latency += us / float64(max(t.Occupancy, 1))
		} else {
			latency /= float64(t.Stages - 1)
		}
		if latency > us {
			us, by = latency, ByLatency
		}
	}
	return us, by
}

// leastMemory is the time in microseconds that the bytes of a problem take at the peaks of memory: what
// the MALL holds may be there already.
func (e *Estimator) leastMemory(w *work) float64 {
	c := &e.chip.Model.Clock
	near := min(w.bytes, c.MALL.Value)
	return near/(c.MALLPeak.Value*1e6) + (w.bytes-near)/(e.product.HBMBandwidth*1e-6)
}

// loopLimit says what a fitted loop spends most on.
func (c *constants) loopLimit(w *work, limit Limit) Limit {
	matrix, load, step := float64(c.matrix*w.matrix), float64(c.load*w.load), float64(c.step*w.step)
	switch {
	case limit == ByLDS || limit == ByLatency:
		return limit
	case matrix >= load && matrix >= step:
		return ByMatrix
	case load >= step:
		return ByLoads
	}
	return BySteps
}

// limitBy sets Limit to the largest part.
func (r *Result) limitBy(memory bool) {
	if memory {
		r.Limit = ByMemory
	}
	most := r.Loop + r.Tail + r.Memory
	for _, part := range [...]struct {
		value float64
		limit Limit
	}{{r.Tiles, ByTiles}, {r.Launch, ByLaunch}, {r.Reduction, ByReduction}} {
		if part.value > most {
			most, r.Limit = part.value, part.limit
		}
	}
}
