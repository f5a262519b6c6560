package arch

// ClockModel is a group of Model: how much power the parts of a chip draw, from which its sustained
// clock follows (the limit is that of a Product).
//
// Power in W at engine clock f in GHz, with V² taken as f^(Exponent-1):
//
//	P = Idle + f^(Exponent-1) * (Traffic*TB/s + (Wave + Matrix*share*toggle)*f + FMA*TFLOP/s)
type ClockModel struct {
	// Idle is the power of a board whose compute units rest, in W. Wave is that of compute units
	// that run waves, per GHz, before what their instructions draw.
	Idle, Wave Constant
	// Traffic is the power of 1 TB/s from memory through the caches, FMA that of 1 TFLOP/s of
	// 32-bit vector arithmetic, each at 1 GHz.
	Traffic, FMA Constant
	// Exponent says how power rises with the clock.
	Exponent Constant
	// MatrixF16 … is the power of matrix cores that are always busy with instructions of 32 rows and
	// normally distributed operands, at 1 GHz.
	MatrixF16, MatrixBF16, MatrixF8, MatrixF4 Constant
	// Matrix16Rows multiplies it for instructions of 16 rows, LowToggle for operands whose bits
	// hardly change: constants, small integers, zeros.
	Matrix16Rows, LowToggle Constant
	// StreamPeak is the bandwidth that a streaming kernel reaches, VectorPeak the share of the
	// peak of vector arithmetic, and Overlap the exponent of the norm by which the times of both
	// add up: 1 would be no overlap at all.
	StreamPeak, VectorPeak, Overlap Constant
	// Error is the relative error of the modelled clock.
	Error Constant
	// FLOPs16, FLOPs8 and FLOPs4 are what the matrix cores of a compute unit do in a cycle, by the
	// bits of an element; 0 if they cannot. VectorFLOPs is the same for packed 32-bit FMAs.
	FLOPs16, FLOPs8, FLOPs4, VectorFLOPs Constant
	// VectorPath and LDSPath are bytes a cycle that a compute unit gets from the vector L1 and the LDS.
	VectorPath, LDSPath Constant
	// LoadLatency is the time of a load of a busy chip from issue to data.
	LoadLatency Constant
	// MALL is the size of the memory-side cache in bytes, MALLPeak its bandwidth in TB/s.
	MALL, MALLPeak Constant
}

func (m *ClockModel) constants() []NamedConstant {
	return []NamedConstant{
		{"clock.idle", &m.Idle}, {"clock.wave", &m.Wave},
		{"clock.traffic", &m.Traffic}, {"clock.fma", &m.FMA}, {"clock.exponent", &m.Exponent},
		{"clock.matrix-f16", &m.MatrixF16}, {"clock.matrix-bf16", &m.MatrixBF16},
		{"clock.matrix-f8", &m.MatrixF8}, {"clock.matrix-f4", &m.MatrixF4},
		{"clock.matrix-16-rows", &m.Matrix16Rows}, {"clock.low-toggle", &m.LowToggle},
		{"clock.stream-peak", &m.StreamPeak}, {"clock.vector-peak", &m.VectorPeak},
		{"clock.overlap", &m.Overlap}, {"clock.error", &m.Error},
		{"estimate.flops-16", &m.FLOPs16}, {"estimate.flops-8", &m.FLOPs8},
		{"estimate.flops-4", &m.FLOPs4}, {"estimate.flops-vector", &m.VectorFLOPs},
		{"estimate.vector-path", &m.VectorPath}, {"estimate.lds-path", &m.LDSPath},
		{"estimate.load-latency", &m.LoadLatency}, {"estimate.mall", &m.MALL},
		{"estimate.mall-peak", &m.MALLPeak},
	}
}

const (
	powerFit    = "fitted by TestClockFit to the TFLOP/s and MHz pairs of facts performance.md §1.8 and the roofline of mi300x_microbenchmarks.csv"
	slopeFit    = "from facts performance.md §1.8: the share of the ideal rate that loops of library kernels reach, at 97 % use"
	peakTable   = "facts performance.md §1.1"
	likeGFX942  = "as on gfx942: nobody published clock and power of a gfx950"
	cacheTables = "facts performance.md §1.1, §1.3"
)

var (
	clock942 = ClockModel{
		Idle:         Constant{140, "W", Inferred, "what idle boards of this size draw; the fit hardly depends on it"},
		Wave:         Constant{12.9, "W/GHz", Fitted, powerFit},
		Traffic:      Constant{123.2, "W/(TB/s)", Fitted, powerFit},
		FMA:          Constant{4.591, "W/(TFLOP/s)", Fitted, powerFit},
		Exponent:     Constant{1.839, "", Fitted, powerFit},
		MatrixF16:    Constant{478.3, "W/GHz", Fitted, powerFit},
		MatrixBF16:   Constant{416, "W/GHz", Fitted, powerFit},
		MatrixF8:     Constant{454.4, "W/GHz", Fitted, powerFit},
		MatrixF4:     Constant{0, "W/GHz", Documented, "has no such instructions"},
		Matrix16Rows: Constant{0.9, "", Inferred, "facts performance.md §1.8: 6.5 % less socket power with 16x16x32, of which matrix cores draw about two thirds"},
		LowToggle:    Constant{0.258, "", Fitted, powerFit},
		StreamPeak:   Constant{3.759, "TB/s", Fitted, powerFit},
		VectorPeak:   Constant{0.8242, "", Fitted, powerFit},
		Overlap:      Constant{3.071, "", Fitted, powerFit},
		Error:        Constant{0.08, "", Fitted, "leave-one-out error of TestClockFit, over all rows: 90 % are within 7 %, all within 9 %"},
		FLOPs16:      Constant{2048, "FLOP/cycle", Documented, peakTable},
		FLOPs8:       Constant{4096, "FLOP/cycle", Documented, peakTable},
		FLOPs4:       Constant{0, "FLOP/cycle", Documented, peakTable},
		VectorFLOPs:  Constant{256, "FLOP/cycle", Measured, peakTable},
		VectorPath:   Constant{64, "bytes/cycle", Measured, "facts performance.md §1.3"},
		LDSPath:      Constant{128, "bytes/cycle", Documented, "facts performance.md §1.3"},
		LoadLatency:  Constant{900, "cycles", Measured, "facts performance.md §1.2"},
		MALL:         Constant{256 << 20, "bytes", Documented, cacheTables},
		MALLPeak:     Constant{17.2, "TB/s", Documented, cacheTables},
	}
	clock950 = ClockModel{
		Idle:         Constant{140, "W", Inferred, likeGFX942},
		Wave:         Constant{10.9, "W/GHz", Inferred, likeGFX942 + ", per compute unit"},
		Traffic:      Constant{123.2, "W/(TB/s)", Inferred, likeGFX942},
		FMA:          Constant{4.591, "W/(TFLOP/s)", Inferred, likeGFX942},
		Exponent:     Constant{1.839, "", Inferred, likeGFX942},
		MatrixF16:    Constant{550.5, "W/GHz", Inferred, "bf16 times the ratio of f16 and bf16 on gfx942"},
		MatrixBF16:   Constant{478.8, "W/GHz", Fitted, slopeFit + ": 1630 MHz at 1400 W"},
		MatrixF8:     Constant{451.8, "W/GHz", Fitted, "facts performance.md §4.1: 67.2 % of peak by the best kernel, taken as 95 % use at 1697 MHz and 1400 W"},
		MatrixF4:     Constant{585.1, "W/GHz", Fitted, slopeFit + ": 1470 MHz at 1400 W"},
		Matrix16Rows: Constant{0.9, "", Inferred, "facts performance.md §1.8: 6.5 % less socket power with 16x16x32, of which matrix cores draw about two thirds"},
		LowToggle:    Constant{0.258, "", Inferred, likeGFX942},
		StreamPeak:   Constant{6.8, "TB/s", Measured, "facts performance.md §1.3: 6.83 TB/s"},
		VectorPeak:   Constant{0.8242, "", Inferred, likeGFX942},
		Overlap:      Constant{3.071, "", Inferred, likeGFX942},
		Error:        Constant{0.15, "", Inferred, "no clock of a gfx950 was published: twice the error on gfx942"},
		FLOPs16:      Constant{4096, "FLOP/cycle", Documented, peakTable},
		FLOPs8:       Constant{8192, "FLOP/cycle", Documented, peakTable},
		FLOPs4:       Constant{16384, "FLOP/cycle", Documented, peakTable},
		VectorFLOPs:  Constant{256, "FLOP/cycle", Documented, peakTable},
		VectorPath:   Constant{64, "bytes/cycle", Inferred, "as on gfx942"},
		LDSPath:      Constant{256, "bytes/cycle", Documented, "facts performance.md §1.3: reads"},
		LoadLatency:  Constant{1000, "cycles", Measured, "facts performance.md §1.2"},
		MALL:         Constant{256 << 20, "bytes", Documented, cacheTables},
		MALLPeak:     Constant{17.2, "TB/s", Inferred, "as on gfx942"},
	}
)
