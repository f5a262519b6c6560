package report

import (
	"heddle/arch"
	"heddle/timing"
)

// Report is a modelled dispatch of one kernel. Fields that are not known keep their zero value, and
// what depends on them is not shown.
type Report struct {
	Kernel string // as in the code object
	File   string // of which the kernel is, "" if it was compiled in memory
	// Problem says in a few words what is computed, such as "8192 x 8192 x 8192, bf16 -> bf16".
	Problem string
	Product Product
	Grid    Grid
	Clock   Clock
	// LaunchSeconds is what a launch costs whatever the clock is. It is part of all times, and not of
	// Grid.Cycles.
	LaunchSeconds float64
	Occupancy     Occupancy
	Roofline      Roofline
	// Traffic is that of the whole grid, in the order from the compute units to the memory; if it is
	// empty, Result.Traffic is shown as that of the timed waves.
	Traffic []timing.Traffic

	// Result is what the timed waves did. It must not be nil, nor its Program; it has a Site for each
	// instruction.
	Result *timing.Result
	// Issues are those of the timed waves, in any order, if they were kept: traces, the table of issues
	// and the timeline are made of them. Dropped is how many were not kept.
	Issues  []timing.Issue
	Dropped int64
	// Sources are the texts of files that Inst.File names, for those that are known.
	Sources map[string][]byte
	// LDS is the access of the LDS with the most conflicts, nil if there is none or it is not known.
	LDS *LDSAccess
}

// Product is what the kernel would run on.
type Product struct {
	Name      string // as it is sold
	Chip      *arch.Chip
	CUs, XCDs int
	BoostMHz  float64 // the highest engine clock
}

// Grid is the whole dispatch, and how it was estimated from the timed waves.
type Grid struct {
	Cycles timing.Cycle // from the first wave to the end of the last
	// Low and High are the spread of the estimate; both 0 if every workgroup was timed.
	Low, High          timing.Cycle
	Workgroups, Timed  int64
	WavesPerWorkgroup  int
	WorkgroupsTogether int64 // that are resident at once on the whole chip
	// How says in a phrase how the timed workgroups were chosen and the rest was estimated.
	How string
}

// Clock is the engine clock that the kernel would hold.
type Clock struct {
	MHz float64 // 0 if it is not modelled
	// Error is the uncertainty of MHz as a share of it: 0.05 for 5 %.
	Error float64
	// Why says in a phrase what limits it.
	Why string
}

// Occupancy is how many waves a SIMD holds.
type Occupancy struct {
	WavesPerSIMD, MaxWavesPerSIMD int
	WorkgroupsPerCU               int
	// Limit says what allows no more, such as "LDS: 65536 of 163840 bytes a workgroup".
	Limit string
	// Resources of the kernel: registers of a lane (both kinds of vector registers), and bytes of LDS of a
	// workgroup.
	VGPRs, SGPRs, LDSBytes int
}

// Roofline is what the kernel computes, and what the product could at most.
type Roofline struct {
	FLOP  float64 // of the whole grid; 0 if it is not known
	DType string  // of the matrix instructions, such as "bf16"; "" if there are none
	// PeakFLOPS is that of DType at the boost clock, in FLOP/s.
	PeakFLOPS float64
	// Roofs are the levels of memory, from the slowest to the fastest.
	Roofs []Roof
}

// Roof is a level of memory in the Roofline.
type Roof struct {
	Level          string  // as in timing.Traffic, or "LDS"
	BytesPerSecond float64 // at most, at the boost clock
	Bytes          float64 // that the grid moves through it; 0 if that is not known
}

// LDSAccess is one execution of an instruction of the LDS, for its picture.
type LDSAccess struct {
	Inst  int // index of Program.Insts
	Banks int // of the LDS
	// Phases are the lanes that the LDS serves together.
	Phases [][]LDSLane
	// Data is how many cycles the banks are busy with it, Conflicts how many of them are due to
	// conflicts.
	Data, Conflicts int
}

// LDSLane is what a lane touches.
type LDSLane struct {
	Lane  int
	Addr  uint32 // byte address in the LDS
	Bytes int
}

// SecondsAtBoost returns the time at the boost clock, 0 if the clock is not known.
func (r *Report) SecondsAtBoost() float64 { return r.seconds(r.Product.BoostMHz) }

// Seconds returns the time at the modelled clock, 0 if there is none.
func (r *Report) Seconds() float64 { return r.seconds(r.Clock.MHz) }

func (r *Report) seconds(mhz float64) float64 {
	if mhz <= 0 {
		return 0
	}
	return float64(r.Grid.Cycles)/(mhz*1e6) + r.LaunchSeconds
}

// FLOPS returns FLOP/s at the modelled clock, or at the boost clock if there is none; 0 if neither is
// known.
func (r *Report) FLOPS() float64 {
	s := r.Seconds()
	if s == 0 {
		s = r.SecondsAtBoost()
	}
	if s == 0 {
		return 0
	}
	return r.Roofline.FLOP / s
}

// MFMABusy returns the share of time, from 0 to 1, in which the matrix cores that were used worked.
func (r *Report) MFMABusy() float64 {
	return share(r.Result.MatrixBusy, int64(r.Result.SIMDs)*int64(r.Result.Cycles))
}

// VALUBusy returns the same for the vector ALUs.
func (r *Report) VALUBusy() float64 {
	return share(r.Result.VALUBusy, int64(r.Result.SIMDs)*int64(r.Result.Cycles))
}

// LDSBusy returns the same for the LDS of the compute units that were used.
func (r *Report) LDSBusy() float64 {
	return share(r.Result.LDSBusy, int64(r.Result.CUs)*int64(r.Result.Cycles))
}

func share(n, of int64) float64 {
	if of <= 0 {
		return 0
	}
	return float64(n) / float64(of)
}
