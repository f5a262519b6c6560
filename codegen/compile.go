package codegen

import (
	"fmt"
	"slices"

	"heddle/codegen/flow"
	iropt "heddle/codegen/opt"
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
	"heddle/pass"
)

// Steps lists what can be dumped or left out on the way from a kernel in MLIR to
// physical code, in order: the passes of codegen/opt, selection, and those of mach.
func Steps() []pass.Step {
	selection := []pass.Step{{Name: mach.Selection, Need: pass.Essential}, {Name: AddressesPass, Need: pass.Required}}
	return slices.Concat(iropt.Passes.Steps(), selection, mach.Passes.Steps())
}

// Compile selects machine instructions for a kernel, a gpu.func or func.func
// of m, which it rewrites on the way, and takes them through the passes of
// mach. Errors are *ir.Diagnostic: an operation that the compiler or the chip
// does not know, or a kernel that does not fit.
func Compile(m *ir.Module, op *ir.Operation, name string, opt Options) (*Kernel, error) {
	k := &kernel{
		m: m, op: op, opt: &opt,
		f:        mach.NewFunc(name, opt.Chip),
		table:    lowerings(),
		places:   ir.NewPlaces(m),
		literals: map[literalKey]mach.Part{},
		memory:   newMemory(),
	}
	if err := k.f.Target.Err(); err != nil {
		return nil, err
	}
	k.out = &Kernel{Name: name, Func: k.f, Block: opt.Block}
	k.f.WorkgroupSize = opt.Chip.MaxWorkgroup
	if n := opt.Block[0] * opt.Block[1] * opt.Block[2]; n != 0 {
		k.f.WorkgroupSize = int(n)
	}
	k.f.WavesPerSIMD = opt.WavesPerSIMD
	if most := opt.Chip.MaxWavesPerSIMD; opt.WavesPerSIMD > most {
		return nil, m.At(op, fmt.Sprintf("%d waves per SIMD are demanded, and %s has room for at most %d", opt.WavesPerSIMD, opt.Chip.Name, most))
	}
	if err := iropt.Passes.Run(name, &iropt.Context{Module: m, Kernel: op, Chip: opt.Chip}, &opt.Passes); err != nil {
		return nil, err
	}
	if opt.Selected != nil {
		opt.Selected(m)
	}
	start := opt.Passes.Times.Start()
	launch := flow.LaunchOf(op, opt.Chip)
	launch.Block = opt.Block
	k.flow = flow.Analyze(op, launch)
	k.vals, k.positions = make(map[*ir.Value]value, k.flow.Values()), make(map[mach.Position]int32, k.flow.Values())
	k.out.Grid = launch.Grid
	if err := k.selectKernel(); err != nil {
		return nil, err
	}
	if n := int64(len(k.f.Blocks)) * int64(len(k.f.Regs)); n > maxLive {
		return nil, k.refuse(op, fmt.Sprintf("the kernel becomes %d blocks with %d registers, and their product is above %d", len(k.f.Blocks), len(k.f.Regs), maxLive), "use loops, and fewer branches or masked elements")
	}
	opt.Passes.Times.Stop(mach.Selection, start)
	if err := mach.Passes.Run(name, k.f, &opt.Passes); err != nil {
		return nil, m.At(op, err.Error())
	}
	return k.out, nil
}

func (k *kernel) selectKernel() error {
	k.entry = k.f.NewBlock("entry")
	k.b = mach.Builder{F: k.f}
	k.ownWaits = iropt.WaitsItself(k.op)
	k.f.OwnWaits = waitsForLoads(k.op)
	if err := k.layoutParams(); err != nil {
		return err
	}
	k.startInputs()
	body := k.f.NewBlock("body")
	k.entry.AllLanes, body.AllLanes = true, true
	k.entry.Term = mach.Term{Next: body}
	k.f.Append(k.entry, body)
	k.b.Block = body
	if err := k.lowerParams(); err != nil {
		return err
	}
	if err := k.bindAttributions(); err != nil {
		return err
	}
	if err := k.lowerRegion(k.op.Regions[0]); err != nil {
		return err
	}
	if k.trap != nil {
		k.f.Append(k.trap)
	}
	k.finishInputs()
	return nil
}

// startInputs makes the registers that the hardware fills. The kernarg pointer comes first; the
// workgroup numbers that the kernel requests follow in SGPRs, and v0 holds the lane numbers, ten
// bits each (LLVM AMDGPU usage, "Initial Kernel Execution State").
func (k *kernel) startInputs() {
	in := k.f.NewFixed(isa.SGPR(0), kernargSGPRs, "kernarg")
	k.f.Inputs, k.f.Kernarg = append(k.f.Inputs, in), in
	k.kernarg = k.f.All(in)
	k.atEntry(func() {
		copied := k.reg(mach.FileS, kernargSGPRs)
		k.b.Copy(copied, mach.P(k.kernarg))
		k.kernarg = copied
	})
}

// kernargSGPRs are the user SGPRs: the pointer to the kernarg segment.
const kernargSGPRs = 2

// finishInputs determines which workgroup numbers are used. The SGPR of each depends on how many
// the kernel uses, so it is known only now; the copies to virtual registers go to the start of the
// entry block.
func (k *kernel) finishInputs() {
	var front []*mach.Instr
	next := kernargSGPRs
	for dim := range k.ids {
		if k.ids[dim].N == 0 {
			continue
		}
		in := k.f.NewFixed(isa.SGPR(next), 1, "workgroup id")
		next++
		k.f.Inputs = append(k.f.Inputs, in)
		k.out.WorkgroupIDs[dim] = true
		front = append(front, &mach.Instr{Flags: mach.Copy, Args: copyArgs(k.ids[dim], k.f.All(in))})
	}
	if k.workitem.N != 0 {
		in := k.f.NewFixed(isa.VGPR(0), 1, "lane numbers")
		k.f.Inputs = append(k.f.Inputs, in)
		front = append(front, &mach.Instr{Flags: mach.Copy, Args: copyArgs(k.workitem, k.f.All(in))})
	}
	k.entry.Instrs = append(front, k.entry.Instrs...)
}

func copyArgs(dst, src mach.Part) (args [isa.MaxArgs]mach.Operand) {
	args[0], args[1] = mach.P(dst), mach.P(src)
	return args
}

// workgroupID returns the number of the workgroup in a dimension.
func (k *kernel) workgroupID(dim int) mach.Operand {
	if k.ids[dim].N == 0 {
		k.ids[dim] = k.reg(mach.FileS, 1)
	}
	return mach.P(k.ids[dim])
}

// lanes returns the register with the packed lane numbers, of which the kernel uses those up to
// dimension dim. The code that unpacks them is emitted once, at the entry.
func (k *kernel) lanes(dim int) mach.Operand {
	if k.workitem.N == 0 {
		k.workitem = k.reg(mach.FileV, 1)
	}
	k.out.WorkitemIDs = max(k.out.WorkitemIDs, dim+1)
	return mach.P(k.workitem)
}
