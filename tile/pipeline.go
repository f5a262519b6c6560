package tile

// Pipeline is a loop whose loads run ahead of their use. Either one stream of data feeds it, given
// by Buffers, Ahead, Load, Kept and Put, whose steps Compute reads from LDS itself; or Streams feed
// it, each with its own depth, which may read what a phase needs during the phase before.
type Pipeline struct {
	// Steps is the number of times that Compute runs in each phase. Where it is not known to be at
	// least 1, the pipeline is skipped if it is 0: the carried values are the initial ones. There are
	// less than 2^31.
	Steps Index
	// First is the number of the first step, and Fewer by how many steps the loop of the first part is shorter than Steps says: so
	// workgroups have parts of different lengths of a loop whose end is the same for all, and known. Steps, and those of Then, are
	// constants then. Fewer is not less than First, a multiple of the steps that the loop is unrolled by (Index.MultipleOf), and
	// leaves the loop some of them.
	First, Fewer Index
	// Buffers of the LDS tiles. With 1, the workgroup's waves meet twice in each step.
	Buffers int
	// Ahead is the number of steps before its use at which a load begins; 0 means 1. The data is
	// stored to LDS in the step before its use, and is in registers until then.
	Ahead int
	// Load loads what a step needs from global memory, and Put stores it to a buffer of LDS. The
	// last Kept tiles stay in registers instead. Where Steps is not a constant, a step may be
	// loaded twice.
	Load func(step Index) []*Tile
	Kept int
	Put  func(buffer Index, loaded []*Tile)
	// Streams, instead of Buffers, Ahead, Load, Kept and Put.
	Streams []Stream
	// Phases is the number of parts of a step, each a call of Compute: 0 means 1. What Streams
	// fetch for a phase is read from LDS during the phase before it; for the first one during the
	// last phase of the step before.
	Phases int
	// Compute is a phase of a step; it returns the carried values.
	Compute func(s Stage, carried Values) Values
	// Then are further steps over the same streams, with a Compute of their own: those that need a
	// mask, for example. Load and the others count on: the number of the first of them is Steps.
	Then []Part
	// Ragged means that the last step's load extends past an edge: it is peeled off, so that the
	// loop need not check.
	Ragged bool
	// Apart means that groups of waves run the pipeline a phase apart (Stagger): there is a barrier
	// behind each phase, and data stay in LDS for a phase longer on both ends.
	Apart bool
}

// Part is a number of steps of a pipeline, which may be 0.
type Part struct {
	Steps   Index
	Compute func(s Stage, carried Values) Values
}

// Stream is one of the inputs of a pipeline's steps.
type Stream struct {
	// Load loads a step's data from global memory. Put stores them to a buffer of LDS; without Put
	// they stay in registers: they are the stream's tiles in the step.
	Load func(step Index) []*Tile
	Put  func(buffer Index, loaded []*Tile)
	// Direct, instead of Load and Put, loads a step's data directly to a buffer of LDS.
	Direct func(step, buffer Index)
	// Buffers is the number of LDS buffers, 0 for 2.
	Buffers int
	// Ahead is the number of steps from the beginning of a load until its data is in LDS. 0 means 1
	// for Load; Direct begins as soon as the buffer is free.
	Ahead int
	// Lead, instead of Ahead, is the number of phases from the beginning of a load, also of a Direct one, until its data is
	// in LDS; of others at most those of two steps. Streams that load in different phases spread the requests to
	// memory, and keep registers for less time.
	Lead int
	// Early is the number of phases that Put comes before the last one in which it can. Streams that
	// put in different phases leave each other's loads under way. With Direct and Ahead, its loads begin
	// that many phases earlier.
	Early int
	// Settled is the number of phases before the first Fetch for which data is in LDS: streams whose data are there
	// at the same time share a barrier.
	Settled int
	// Fetch reads tiles from a buffer for a phase and those after it, up to the next one in At,
	// which lists the phases for which tiles are read; empty means for each phase. Without Fetch,
	// Compute may read the buffer in any phase.
	Fetch func(buffer Index, phase int) []*Tile
	At    []int
	// Sooner is by how many phases more than one Fetch comes before the phase that it is for. The tiles that it replaces
	// are there until then, and not after.
	Sooner int
}

// Stage is the input of a pipeline step: the number of the buffer with its data, and the tiles that
// were kept in registers.
type Stage struct {
	Buffer, Step Index
	Kept         []*Tile
	// Phase is the phase of the step. Tiles are what each of the Streams has fetched for it,
	// Buffers where each has its data.
	Phase   int
	Tiles   [][]*Tile
	Buffers []Index
}

// Run emits the loop, and returns the carried values at its end. Each of its turns begins loads for
// later steps, computes, brings the data of the next step to LDS, and has a barrier before they are
// read: one in a step where that suffices. The loop is unrolled by the numbers of Buffers of the
// Streams, so that they are constants, and by the steps of a Lead, unless there is a Then of unknown Steps;
// without Streams, by Buffers if the number of steps is known and one value is carried. If no stream goes
// through LDS and the number of steps is known, it is unrolled by the steps that registers hold: no register
// is moved to another one, which would have to wait for its load.
func (k *Kernel) Run(p Pipeline, init Values) Values {
	r := k.newRunning(p, len(init))
	again := k.pipelines > 0 || len(k.open) > 0
	k.pipelines++
	if r.last.v == nil && r.last.c < 0 {
		return init
	}
	if r.last.v == nil || r.last.lo >= 0 {
		return r.run(init, again)
	}
	once := r.last.Plus(I(1)).atMost(I(1))
	return k.For(I(0), once, I(1), init, func(_ Index, c Values) Values {
		r.last.told = true
		r.last = r.last.Below(min(r.last.hi, mostSteps-1) + 1)
		return r.run(c, again)
	})
}

// mostSteps bounds the number of steps of a pipeline.
const mostSteps = 1 << 31

// atMost returns the lesser one.
func (x Index) atMost(y Index) Index {
	switch {
	case x.hi <= y.lo:
		return x
	case y.hi <= x.lo:
		return y
	}
	r := x.binary("arith.minsi", y)
	r.lo, r.hi, r.mult = min(x.lo, y.lo), min(x.hi, y.hi), gcd(x.mult, y.mult)
	r.loose = x.loose || y.loose
	return r
}
