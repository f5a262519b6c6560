package arch

// LaunchModel is a group of Model: how workgroups get to the compute units, and what a launch costs.
//
// The workgroups of a grid go to the XCDs in turn, and in an XCD to its shader engines in turn, each
// of which takes its compute units in turn. An engine starts one wave after the other, all waves of a
// workgroup on one compute unit; engines do so at the same time (facts silicon/README.md; order and
// times of wave starts in 17 thread traces of an MI350X, jhinpan/flydsl-kernel-profiling-lib bce529c,
// occupancy.json).
type LaunchModel struct {
	// Group is the least time between two workgroups of an XCD.
	Group Constant
	// Wave is the time between two waves of a shader engine, Engines the number of these in an XCD.
	Wave, Engines Constant
	// SIMDs is the order in which the waves of a compute unit go to its SIMDs.
	SIMDs []int
	// Turnaround is the least time from the end of a workgroup to the first wave of the next one in its
	// place.
	Turnaround Constant
	// Base is the time of a dispatch in which no wave runs: from its begin to its end as the hardware
	// notes them. Events is what a host that times an empty kernel with events finds in addition.
	Base, Events Constant
}

func (m *LaunchModel) constants() []NamedConstant {
	return []NamedConstant{
		{"launch.group", &m.Group},
		{"launch.wave", &m.Wave},
		{"launch.engines", &m.Engines},
		{"launch.turnaround", &m.Turnaround},
		{"launch.base", &m.Base},
		{"launch.events", &m.Events},
	}
}

// Sources of launch.base: on an MI350X, the dispatches of layernorm, topk_gating_softmax and pa in
// mi350x_dispatch_ns.csv are 2.29, 2.31 and 2.37 µs longer than from the first to the last wave of an XCD
// in their traces (clocks of the shader engines aligned by realtime.json). They write little; others are
// longer by what it takes to write the dirty lines of the L2: rmsnorm 4.4, quant 4.9, vec_add 3.6.
// Formocast has 2.6 (gfx950) and 2.7 µs (gfx942) to the first wave (facts performance.md §1.7). Empty
// grids on an MI300X take 8.62 µs and 8.03 cycles a workgroup of an XCD (facts
// silicon/mi300x_kernels.csv, clock taken as 2.1 GHz); FMA loops of one workgroup there 3.5 µs besides
// their iterations, so that not all of the 8.62 is the dispatch.
const (
	emptyGrids = "empty grids on an MI300X: facts silicon/mi300x_kernels.csv"
	waveStarts = "wave starts in thread traces of an MI350X: jhinpan/flydsl-kernel-profiling-lib bce529c, occupancy.json"
)

var (
	launch942 = LaunchModel{
		Group:      Constant{8.03, "cycles", Measured, emptyGrids},
		Wave:       Constant{4, "cycles", Inferred, "as on gfx950"},
		Engines:    Constant{4, "", Inferred, "as on gfx950"},
		SIMDs:      []int{0, 2, 1, 3},
		Turnaround: Constant{44, "cycles", Inferred, "as on gfx950"},
		Base:       Constant{2.7, "µs", Documented, "Formocast: facts performance.md §1.7"},
		Events:     Constant{5.92, "µs", Measured, emptyGrids + ", 8.62 less launch.base"},
	}
	launch950 = LaunchModel{
		Group:      Constant{4, "cycles", Measured, waveStarts},
		Wave:       Constant{4, "cycles", Measured, waveStarts},
		Engines:    Constant{4, "", Measured, waveStarts},
		SIMDs:      []int{0, 2, 1, 3},
		Turnaround: Constant{44, "cycles", Measured, waveStarts + ": 24 at least, a tenth up to 44, medians 136 to 1232"},
		Base:       Constant{2.3, "µs", Measured, "dispatches less their waves: facts silicon/mi350x_dispatch_ns.csv and thread traces of the same kernels"},
		Events:     Constant{5.92, "µs", Inferred, "as on gfx942"},
	}
)
