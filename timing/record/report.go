package record

import (
	"math"

	"heddle/arch"
	"heddle/isa"
	"heddle/timing"
	"heddle/timing/report"
)

// Report returns what reports are made of. flop are the floating point operations of the grid, 0 if
// they are not known: those of its matrix instructions, or else of its vector arithmetic, are taken
// then.
func (t *Timing) Report(flop float64) (*report.Report, error) {
	p, o := t.product, t.Occupancy
	r := &report.Report{
		Kernel:  t.Program.Kernel,
		Product: report.Product{Name: p.Name, Chip: t.Program.Chip, CUs: p.CUs, XCDs: p.XCDs, BoostMHz: float64(p.BoostMHz)},
		Grid: report.Grid{Cycles: t.Cycles, Workgroups: t.Workgroups, Timed: t.Timed, WavesPerWorkgroup: o.Waves,
			WorkgroupsTogether: t.Resident, How: t.How},
		LaunchSeconds: t.Base,
		Occupancy: report.Occupancy{WavesPerSIMD: o.WavesPerSIMD, MaxWavesPerSIMD: t.Program.Chip.MaxWavesPerSIMD,
			WorkgroupsPerCU: o.Workgroups, Limit: o.Limits[0].String(), VGPRs: o.VGPRs, SGPRs: o.SGPRs, LDSBytes: o.LDS},
		Traffic: t.Traffic, Result: t.Result, LDS: t.worst,
	}
	if t.Low != t.Cycles || t.High != t.Cycles {
		r.Grid.Low, r.Grid.High = t.Low, t.High
	}
	w := t.work()
	r.Roofline = report.Roofline{FLOP: flop, DType: w.format, PeakFLOPS: float64(w.peak * float64(p.CUs) * float64(p.BoostMHz) * 1e6), Roofs: t.roofs()}
	if flop == 0 {
		r.Roofline.FLOP = max(w.matrix, w.vector)
		if w.matrix > 0 {
			r.Roofline.FLOP = w.matrix
		}
	}
	var err error
	r.Clock, err = t.clock(&w)
	return r, err
}

// work is the arithmetic of a grid.
type work struct {
	matrix, vector float64 // FLOP
	format         string  // of the operands of most matrix instructions, "" if there are none
	rows           int     // of their tiles
	peak           float64 // FLOP a cycle of a compute unit: of these, or of vector arithmetic
}

// work counts it: that of the timed workgroups, for all.
func (t *Timing) work() work {
	var w work
	most := int64(0)
	chip := t.Program.Chip
	scale := float64(t.Work / t.TimedWork * float64(chip.WaveSize))
	for i := range t.Result.Sites {
		in, issues := &t.Program.Insts[i].Inst, t.Result.Sites[i].Issues
		if issues == 0 {
			continue
		}
		shape := in.Row.Op.Matrix()
		if shape == nil {
			w.vector += float64(float64(issues*vectorFLOP(in.Row)) * scale)
			continue
		}
		flop := float64(2 * shape.M * shape.N * shape.K * shape.Blocks)
		w.matrix += float64(issues) * flop * scale / float64(chip.WaveSize)
		if issues > most {
			most = issues
			w.format, w.rows = format(in, shape), shape.M
			w.peak = float64(flop / float64(in.Passes()*chip.Timing.Pass) * float64(chip.SIMDs))
		}
	}
	if most == 0 {
		w.peak = chip.Model.Clock.VectorFLOPs.Value
	}
	return w
}

// format is that of the operands of a matrix instruction; the wider one if they differ.
func format(in *isa.Inst, shape *isa.MatrixShape) string {
	if shape.A != "" {
		return shape.A
	}
	names := isa.MatrixFormats()
	return names[min(int(in.Mods.CBSZ), int(in.Mods.BLGP), len(names)-1)] // by value, the wider come first
}

// vectorFLOP is the operations of a lane of a vector instruction in 32-bit arithmetic.
func vectorFLOP(row *isa.Row) int64 {
	switch row.Op {
	case isa.V_FMA_F32, isa.V_FMAC_F32, isa.V_FMAAK_F32, isa.V_FMAMK_F32:
		return 2
	case isa.V_PK_FMA_F32:
		return 4
	case isa.V_PK_ADD_F32, isa.V_PK_MUL_F32:
		return 2
	case isa.V_ADD_F32, isa.V_SUB_F32, isa.V_SUBREV_F32, isa.V_MUL_F32:
		return 1
	}
	return 0
}

// clock is the clock that the grid would hold: its power depends on the rates, and these on the clock.
func (t *Timing) clock(w *work) (report.Clock, error) {
	c, err := timing.NewClock(t.Program.Chip, t.product)
	if err != nil {
		return report.Clock{}, err
	}
	a := timing.Activity{Format: w.format, Rows: w.rows}
	// The share of all matrix cores of the product, those of idle compute units too, over the whole time.
	if cores := float64(float64(t.product.CUs*t.Program.Chip.SIMDs) * float64(t.Cycles) * t.TimedWork); cores > 0 {
		a.Matrix = min(float64(float64(t.Result.MatrixBusy)*t.Work)/cores, 1)
	}
	memory := 0.0
	for _, l := range t.Traffic {
		if l.Level == levelHBM {
			memory = float64(l.ReadBytes + l.WrittenBytes)
		}
	}
	mhz, plusMinus, why := float64(t.product.BoostMHz), 0.0, ""
	for range 30 {
		seconds := float64(max(t.Cycles, 1)) / (mhz * 1e6)
		a.VectorFLOPs, a.Memory = w.vector/seconds, memory/seconds
		next, e, reason := c.Sustained(a)
		plusMinus, why = e, reason
		if math.Abs(next-mhz) < 0.01 {
			break
		}
		mhz = (mhz + next) / 2
	}
	return report.Clock{MHz: math.Round(mhz), Error: plusMinus / mhz, Why: why}, nil
}

// Names of levels in timing.Traffic.
const (
	levelL1, levelL2, levelMALL, levelHBM = "L1", "L2", "MALL", "HBM"
)

// roofs are the bandwidths of the levels of memory at the boost clock.
func (t *Timing) roofs() []report.Roof {
	m, p := &t.Program.Chip.Model.Memory, t.product
	hz := float64(float64(p.BoostMHz) * 1e6)
	mall := float64(m.MALLChannels.Value * m.MALLBytesPerCycle.Value * m.MemoryClock.Value * 1e6)
	list := []report.Roof{
		{Level: levelHBM, BytesPerSecond: p.HBMBandwidth},
		{Level: levelMALL, BytesPerSecond: mall},
		{Level: levelL2, BytesPerSecond: float64(m.L2Channels.Value * m.L2ReadBytes.Value * float64(p.XCDs) * hz)},
		{Level: levelL1, BytesPerSecond: float64(m.L1BytesPerCycle.Value * float64(p.CUs) * hz)},
		{Level: "LDS", BytesPerSecond: float64(ldsBytesPerCycle(t.Program.Chip) * float64(p.CUs) * hz),
			Bytes: float64(t.ldsBytes) * t.Work / t.TimedWork},
	}
	for i := range list {
		for _, l := range t.Traffic {
			if l.Level == list[i].Level {
				list[i].Bytes = float64(l.ReadBytes + l.WrittenBytes)
			}
		}
	}
	return list
}

// ldsBytesPerCycle is what the banks of a compute unit's LDS give in a cycle.
func ldsBytesPerCycle(chip *arch.Chip) float64 {
	banks := 0
	for i := range chip.LDSReads {
		banks = max(banks, chip.LDSReads[i].Banks)
	}
	return float64(banks * chip.LDSBankBytes)
}
