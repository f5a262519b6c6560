package gemm

import (
	"heddle/ir"
	"heddle/tile"
)

// Plan is a module and the launches of its kernels, in order.
type Plan struct {
	Module *ir.Module
	Config Config
	Steps  []Step
	// Workspace is the size, in bytes, of the memory that passes sums between workgroups; its contents do not
	// matter. Counters is that of their counters, which must be 0 before the first launch; each launch that
	// ends leaves them at 0. Launches that may run at the same time need memory of their own.
	Workspace, Counters int64
	order               order
	shares              *shares // nil if all workgroups compute a tile, or an equal part of one
	// LDS are the layouts of the tiles in LDS, by name.
	LDS []LDSTile
}

// LDSTile is a tile in LDS of the first step.
type LDSTile struct {
	Name    string
	Tile    *tile.LDS
	Buffers int
}

// Step is the launch of one kernel.
type Step struct {
	Kernel      string
	Grid, Block [3]uint32
	// Args name the memory that the kernel's parameters point to, in order.
	Args []Arg
}

// Arg is memory of a problem.
type Arg string

// The memory that parameters point to.
const (
	ArgA         Arg = "a"
	ArgB         Arg = "b"
	ArgC         Arg = "c"
	ArgD         Arg = "d"
	ArgBias      Arg = "bias"
	ArgScaleA    Arg = "scale_a"
	ArgScaleB    Arg = "scale_b"
	ArgWorkspace Arg = "workspace"
	ArgCounters  Arg = "counters"
)

// Plan makes the kernels of a problem, which must be normalized.
func (p *Problem) Plan(c Config) (*Plan, error) {
	w := &writer{p: p, c: c, plan: &Plan{Config: c}, mod: tile.NewModule(p.Chip), tilesK: ceil(p.K, int64(c.BK*c.wavesK()))}
	w.parts = max(1, min(max(p.SplitK, c.SplitK), w.tilesK))
	w.perPart = ceil(w.tilesK, w.parts)
	w.parts = ceil(w.tilesK, w.perPart)
	p.sums = w.parts * int64(c.wavesK())
	w.product()
	if w.plan.Workspace > 0 && w.plan.Counters == 0 {
		w.reduction()
	}
	if w.plan.shares != nil {
		p.sums = w.plan.shares.each()
	}
	var err error
	w.plan.Module, err = w.mod.IR()
	return w.plan, err
}

// Uneven reports whether workgroups of the first step have less work than others: shares of stream-K.
func (p *Plan) Uneven() bool { return p.shares != nil }

func ceil(a, b int64) int64 { return (a + b - 1) / b }

// step records a launch.
func (w *writer) step(kernel string, x, y, z int64, waves int, args []Arg) {
	w.plan.Steps = append(w.plan.Steps, Step{
		Kernel: kernel, Grid: [3]uint32{uint32(x), uint32(y), uint32(z)},
		Block: [3]uint32{uint32(waves * w.p.Chip.WaveSize), 1, 1}, Args: args,
	})
}
