package report

import (
	"strings"

	"heddle/timing"
)

// Schema identifies the form of a Document.
const Schema = "heddle.time/v1"

// Document is heddle.time/v1: a Report for programs. All of it is modelled. Fields have a fixed order,
// and those of objects whose keys are causes or files are sorted. What is not known is 0, "" or left out.
// Later versions may add fields.
type Document struct {
	Schema  string `json:"schema"`
	Kernel  string `json:"kernel"`
	File    string `json:"file,omitempty"`
	Problem string `json:"problem,omitempty"`
	Target  string `json:"target"`
	Product string `json:"product,omitempty"`
	CUs     int    `json:"computeUnits,omitempty"`
	XCDs    int    `json:"xcds,omitempty"`

	// Cycles is how long the whole grid takes, from the first wave to the end of the last, without the
	// launch; CyclesLow and CyclesHigh the spread, if not all workgroups were timed.
	Cycles          timing.Cycle `json:"cycles"`
	CyclesLow       timing.Cycle `json:"cyclesLow,omitempty"`
	CyclesHigh      timing.Cycle `json:"cyclesHigh,omitempty"`
	Workgroups      int64        `json:"workgroups"`
	WorkgroupsTimed int64        `json:"workgroupsTimed"`
	HowEstimated    string       `json:"howEstimated,omitempty"`
	Seconds         float64      `json:"seconds"`        // at ClockMHz, with the launch
	SecondsAtBoost  float64      `json:"secondsAtBoost"` // at BoostMHz, with the launch
	LaunchSeconds   float64      `json:"launchSeconds"`
	ClockMHz        float64      `json:"clockMHz"`
	ClockError      float64      `json:"clockError"` // share of ClockMHz
	ClockReason     string       `json:"clockReason,omitempty"`
	BoostMHz        float64      `json:"boostMHz"`
	FLOP            float64      `json:"flop"`
	TFLOPS          float64      `json:"tflops"` // 10^12 FLOP/s, in Seconds, or in SecondsAtBoost if there is no other
	PeakTFLOPS      float64      `json:"peakTflops,omitempty"`
	OfPeak          float64      `json:"ofPeak,omitempty"`
	MFMABusy        float64      `json:"mfmaBusy"` // shares of the time of the units that were used, 0 to 1
	VALUBusy        float64      `json:"valuBusy"`
	LDSBusy         float64      `json:"ldsBusy"`
	Occupancy       int          `json:"occupancy"` // waves that fit on a SIMD
	OccupancyMost   int          `json:"occupancyMost,omitempty"`
	OccupancyLimit  string       `json:"occupancyLimit,omitempty"`
	WorkgroupsPerCU int          `json:"workgroupsPerComputeUnit,omitempty"`
	VGPRs           int          `json:"vgprs"`
	SGPRs           int          `json:"sgprs"`
	LDSBytes        int          `json:"ldsBytes"`
	Roofline        RooflineJSON `json:"roofline"`
	TrafficOf       string       `json:"trafficOf"` // "whole grid" or "timed waves"
	Traffic         []LevelJSON  `json:"traffic"`
	// WaveCycles is the sum of the cycles of all timed waves, Stalls the part of it in which they
	// waited, by cause.
	WaveCycles int64            `json:"waveCycles"`
	Stalls     map[string]int64 `json:"stalls"`
	Loops      []LoopJSON       `json:"loops"` // in the order of their branches
	// Hottest is the index in Loops of the loop that takes most time, -1 for none, and Summary says in
	// sentences what it waits for; without loops, which instructions take most time.
	Hottest int      `json:"hottest"`
	Summary []string `json:"summary"`

	Waves        []WaveJSON        `json:"waves,omitempty"`
	Instructions []InstructionJSON `json:"instructions,omitempty"`
}

// RooflineJSON is where the kernel is under its roofs.
type RooflineJSON struct {
	DType string `json:"dtype,omitempty"`
	// Bound is "compute" or the level of memory that limits the kernel, and AtMostTFLOPS what that
	// allows; Intensity is FLOP a byte of Level, the lowest roof of memory, and Ridge the intensity from
	// which on compute is the limit.
	Bound        string     `json:"bound,omitempty"`
	AtMostTFLOPS float64    `json:"atMostTflops,omitempty"`
	Level        string     `json:"level,omitempty"`
	Intensity    float64    `json:"intensity,omitempty"`
	Ridge        float64    `json:"ridge,omitempty"`
	Roofs        []RoofJSON `json:"roofs"`
}

// RoofJSON is a level of memory.
type RoofJSON struct {
	Level          string  `json:"level"`
	BytesPerSecond float64 `json:"bytesPerSecond"` // at most
	Bytes          float64 `json:"bytes"`
}

// LevelJSON is the traffic of a level of memory.
type LevelJSON struct {
	Level        string  `json:"level"`
	Requests     int64   `json:"requests"`
	Hits         int64   `json:"hits"`
	HitRate      float64 `json:"hitRate"` // 0 to 1
	ReadBytes    int64   `json:"readBytes"`
	WrittenBytes int64   `json:"writtenBytes"`
}

// LoopJSON is a loop.
type LoopJSON struct {
	Address    uint64 `json:"address"` // of its first instruction
	End        uint64 `json:"end"`     // of its branch
	File       string `json:"file,omitempty"`
	Line       int    `json:"line,omitempty"`
	Iterations int    `json:"iterations"` // of all timed waves
	// Cycles are those from one issue of the branch to the next, of one wave.
	Cycles       IterationJSON `json:"cyclesPerIteration"`
	Share        float64       `json:"share"` // of WaveCycles, 0 to 1
	Instructions int           `json:"instructions"`
	MFMA         int           `json:"mfma"` // matrix instructions of an iteration
	// MFMACycles is for how many cycles these take the matrix core.
	MFMACycles float64 `json:"mfmaCycles"`
	// MFMABusy is the share of the time, 0 to 1, in which the matrix core is busy while Waves waves of a SIMD are in the
	// loop, as many as ever are at once: in its steady state.
	Waves    int     `json:"waves"`
	MFMABusy float64 `json:"mfmaBusy"`
	// Stalls are the cycles of a mean iteration, by cause.
	Stalls    map[string]int64 `json:"stalls"`
	Conflicts float64          `json:"ldsConflicts"` // cycles of the LDS in an iteration of a wave
}

// IterationJSON has cycles of an iteration.
type IterationJSON struct {
	Min    timing.Cycle `json:"min"`
	Median timing.Cycle `json:"median"`
	Max    timing.Cycle `json:"max"`
}

// WaveJSON is a wave that was timed.
type WaveJSON struct {
	Workgroup int          `json:"workgroup"`
	Wave      int          `json:"wave"` // of the workgroup
	CU        int          `json:"cu"`
	SIMD      int          `json:"simd"`
	Slot      int          `json:"slot"`
	Begin     timing.Cycle `json:"begin"`
	End       timing.Cycle `json:"end"`
}

// InstructionJSON is what an instruction cost.
type InstructionJSON struct {
	Address uint64 `json:"address"`
	Text    string `json:"text"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Issues  int64  `json:"issues"`
	// Cycles are stalls and the time for which it kept its waves after issue, of all waves.
	Cycles    int64            `json:"cycles"`
	Stalls    map[string]int64 `json:"stalls,omitempty"`
	WaitsFor  []WaitJSON       `json:"waitsFor,omitempty"`
	Conflicts int64            `json:"ldsConflicts,omitempty"`
	Latency   float64          `json:"latency,omitempty"` // mean cycles until its data arrived
}

// WaitJSON says for how many cycles an instruction waited for another.
type WaitJSON struct {
	Address uint64 `json:"address"`
	Cycles  int64  `json:"cycles"`
}

// Parts are parts of a Document that are long, and only there if asked for.
type Parts struct {
	Waves        bool // begin and end of each timed wave
	Instructions bool // what each instruction cost
}

// JSON returns the document of heddle.time/v1.
func JSON(r *Report, with Parts) *Document {
	g, c, o, f, res := &r.Grid, &r.Clock, &r.Occupancy, &r.Roofline, r.Result
	d := &Document{
		Schema: Schema, Kernel: r.Kernel, File: r.File, Problem: r.Problem, Target: res.Program.Chip.Name,
		Product: r.Product.Name, CUs: r.Product.CUs, XCDs: r.Product.XCDs,
		Cycles: g.Cycles, CyclesLow: g.Low, CyclesHigh: g.High, Workgroups: g.Workgroups, WorkgroupsTimed: g.Timed, HowEstimated: g.How,
		Seconds: r.Seconds(), SecondsAtBoost: r.SecondsAtBoost(), LaunchSeconds: r.LaunchSeconds,
		ClockMHz: c.MHz, ClockError: c.Error, ClockReason: c.Why, BoostMHz: r.Product.BoostMHz,
		FLOP: f.FLOP, TFLOPS: r.FLOPS() / tera, PeakTFLOPS: f.PeakFLOPS / tera,
		MFMABusy: r.MFMABusy(), VALUBusy: r.VALUBusy(), LDSBusy: r.LDSBusy(),
		Occupancy: o.WavesPerSIMD, OccupancyMost: o.MaxWavesPerSIMD, OccupancyLimit: o.Limit, WorkgroupsPerCU: o.WorkgroupsPerCU,
		VGPRs: o.VGPRs, SGPRs: o.SGPRs, LDSBytes: o.LDSBytes,
		Roofline: rooflineJSON(r), Traffic: []LevelJSON{}, WaveCycles: allCycles(res.Sites), Loops: []LoopJSON{}, Hottest: -1,
	}
	if f.PeakFLOPS > 0 {
		d.OfPeak = r.FLOPS() / f.PeakFLOPS
	}
	sum := totalStalls(res.Sites)
	d.Stalls = stallsJSON(&sum)
	var list []timing.Traffic
	list, d.TrafficOf = trafficOf(r)
	for _, t := range list {
		d.Traffic = append(d.Traffic, LevelJSON{t.Level, t.Requests, t.Hits, share(t.Hits, t.Requests), t.ReadBytes, t.WrittenBytes})
	}
	views := loopViews(res)
	best := hottest(views)
	for i := range views {
		if &views[i] == best {
			d.Hottest = i
		}
		d.Loops = append(d.Loops, loopJSON(res.Program, &views[i]))
	}
	d.Summary = append([]string{}, summary(r, views)...)
	if with.Waves {
		d.Waves = []WaveJSON{}
		for _, w := range res.Waves {
			d.Waves = append(d.Waves, WaveJSON{w.Workgroup, w.Wave, w.CU, w.SIMD, w.Slot, w.Begin, w.End})
		}
	}
	if with.Instructions {
		d.Instructions = instructionsJSON(res)
	}
	return d
}

const tera = 1e12

func rooflineJSON(r *Report) RooflineJSON {
	j := RooflineJSON{DType: r.Roofline.DType, Roofs: []RoofJSON{}}
	for _, roof := range r.Roofline.Roofs {
		j.Roofs = append(j.Roofs, RoofJSON(roof))
	}
	if p, ok := position(r); ok {
		j.Bound, j.AtMostTFLOPS, j.Level, j.Intensity, j.Ridge = p.roof.Level, p.most/tera, p.roof.Level, p.intensity, p.ridge
		if p.compute {
			j.Bound = "compute"
		}
	}
	return j
}

// stallsJSON has the causes that there were, by name.
func stallsJSON(stalls *[timing.NumCauses]int64) map[string]int64 {
	m := map[string]int64{}
	for _, c := range causes(stalls) {
		m[causeName(c.cause)] = c.cycles
	}
	return m
}

func loopJSON(p *timing.Program, v *loopView) LoopJSON {
	in := &p.Insts[v.Begin]
	return LoopJSON{
		Address: in.Addr, End: p.Insts[v.End].Addr, File: in.File, Line: in.Line, Iterations: v.Iterations,
		Cycles: IterationJSON{v.Min, v.Median, v.Max}, Share: v.share, Instructions: v.Instructions, MFMA: v.MFMA, MFMACycles: v.matrix,
		Waves: v.Full.Waves, MFMABusy: v.fullBusy(),
		Stalls: stallsJSON(&v.Stalls), Conflicts: v.conflicts,
	}
}

func instructionsJSON(r *timing.Result) []InstructionJSON {
	list := []InstructionJSON{}
	for n := range r.Program.Insts {
		in, s := &r.Program.Insts[n], &r.Sites[n]
		j := InstructionJSON{Address: in.Addr, Text: strings.TrimSpace(in.Inst.String()), File: in.File, Line: in.Line, Issues: s.Issues, Cycles: cyclesOf(s),
			Conflicts: s.Conflicts, Latency: share(s.Latency, s.Issues), Stalls: stallsJSON(&s.Stalls)}
		for _, by := range producers(s, len(r.Sites)) {
			j.WaitsFor = append(j.WaitsFor, WaitJSON{r.Program.Insts[by].Addr, s.By[by]})
		}
		list = append(list, j)
	}
	return list
}
