package estimate

import "math"

// The parameters of the model: what is fitted. Most are logarithms, so that they cannot become
// negative. Times are microseconds.
const (
	pLaunch    = iota // log: from the begin of the dispatch to the first instruction, and the end
	pOutput           // log: prologue and epilogue of a tile of 16384 outputs
	pMatrix           // log: time of the loop's matrix instructions, over that at the reference clock
	pLoad             // log: time of the loop's loads, over that at the reference clock at 64 bytes a cycle
	pStep             // log: cycles of a step of the loop that nothing hides
	pTail             // logit: how much of a round that is not full counts as a full one, after many rounds
	pFirstTail        // logit: the same if there is but one round
	pRead             // log: bandwidth of what is read from memory, over the peak
	pWrite            // log: bandwidth of what is written, over the peak
	pStride           // exponent: rows whose length is a multiple of 512 bytes
	pLength           // exponent: of the length of a loop, over itself and 4096
	pFar              // log of an exponent: of the share of operands that does not fit into the MALL
	pStart            // log: how much slower the first tiles of a compute unit are than later ones
	pSettle           // log: after how many tiles of a compute unit they are half as much slower
	pPartial          // log: reduction of a million partial sums
	pSplit            // log: cost of a split K, whatever its size
	numParameters
)

// parameterNames are the names under which reports show the parameters.
var parameterNames = [numParameters]string{"launch", "output", "matrix", "load", "step", "tail", "first-tail",
	"read", "write", "stride", "length", "far", "start", "settle", "partial", "split"}

// Parameters are the fitted numbers of a family of kernels.
type Parameters [numParameters]float64

// constants are Parameters ready for use: without logarithms.
type constants struct {
	launch, output, matrix, load, step, tail, firstTail float64
	read, write, stride, length, far, start, settle     float64
	partial, split                                      float64
}

func (p *Parameters) constants() constants {
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	return constants{
		launch: math.Exp(p[pLaunch]), output: math.Exp(p[pOutput]),
		matrix: math.Exp(p[pMatrix]), load: math.Exp(p[pLoad]), step: math.Exp(p[pStep]),
		tail: logistic(p[pTail]), firstTail: logistic(p[pFirstTail]),
		read: 1 / math.Exp(p[pRead]), write: 1 / math.Exp(p[pWrite]),
		stride: p[pStride], length: p[pLength], far: math.Exp(p[pFar]),
		start: math.Exp(p[pStart]), settle: 1 / math.Exp(p[pSettle]),
		partial: math.Exp(p[pPartial]), split: math.Exp(p[pSplit]),
	}
}

// work is what a GEMM asks of the chip, in the units of the model.
type work struct {
	rounds float64 // tiles over compute units
	full   float64 // the same, rounded up: tiles of the busiest compute unit
	k      float64 // length of a tile's loop in elements of K, filled up to whole steps
	// matrix, load and step are microseconds an element of K at the reference clock: matrix instructions,
	// loads through the vector memory path, and one cycle a step.
	matrix, load, step float64
	outputs            float64 // of a tile, in 16384
	read, written      float64 // microseconds of what is read and written, each byte once, at the peak of memory
	bytes              float64 // of both
	stride             float64 // share of rows that meet in few sets of the caches: 0, 0.5 or 1
	far                float64 // share of the operands that the MALL does not hold
	partials           float64 // partial sums of a split K, in millions; 0 if it is not split
}

// parts are the parts of a time, in microseconds.
type parts struct {
	rounds                      float64 // that count, the tail included
	tile, loop                  float64 // of one tile, on average
	compute, memory             float64
	launch, reduction, together float64
}

// time is the model.
//
//	launch + (compute⁴ + memory⁴)^¼ + reduction
//
// compute is rounds of tiles: a loop over K, and a prologue and epilogue; memory is the time that the
// bytes of the problem take. The fourth power makes the longer one lead, and the shorter one show
// where they are alike.
func (c *constants) time(w *work) parts {
	var p parts
	n := w.full
	tail := c.tail + (c.firstTail-c.tail)/(n*n)
	p.rounds = w.rounds + float64((n-w.rounds)*tail)
	// The mean over rounds u of 1 + start/(1 + u*settle).
	start := 1 + c.start*math.Log1p(float64(p.rounds*c.settle))/(p.rounds*c.settle)
	// Matrix instructions hide loads and what a step costs the better the longer they are.
	p.loop = float64(w.k * math.Hypot(float64(c.matrix*w.matrix), float64(c.load*w.load)+float64(c.step*w.step)) * start *
		math.Exp(float64(c.stride*w.stride)+c.length*w.k/(w.k+4096)+float64(c.far*w.far)))
	p.tile = float64(c.output * w.outputs * start)
	p.compute = float64(p.rounds * (p.tile + p.loop))
	p.memory = float64(w.read*c.read) + float64(w.written*c.write)
	p.launch = c.launch
	if w.partials > 0 {
		p.reduction = c.split + float64(c.partial*w.partials)
	}
	a, b := float64(p.compute*p.compute), float64(p.memory*p.memory)
	p.together = p.launch + math.Sqrt(math.Sqrt(float64(a*a)+float64(b*b))) + p.reduction
	return p
}
