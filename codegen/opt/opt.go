package opt

import (
	"fmt"
	"slices"

	"heddle/arch"
	"heddle/codegen/flow"
	"heddle/ir"
)

// Context is what passes work on.
type Context struct {
	Module *ir.Module
	Kernel *ir.Operation // the function that is compiled
	Chip   *arch.Chip
	Options
}

// Options say how a kernel is compiled. The zero Options are right.
type Options struct {
	// Disable names passes that are left out, wherever they stand.
	Disable []string
	// Trace, if not nil, is called after each pass.
	Trace func(pass string, c *Context)
	// UnrollOps is the size, in operations, to which loops of known length may
	// be unrolled; 0 for 400, negative for never. UnrollBarriers bounds the
	// barriers in that; 0 for 8.
	UnrollOps, UnrollBarriers int
}

// Pass is a transformation of one kernel that keeps its meaning.
type Pass struct {
	Name string
	Run  func(c *Context) error
	// After is passes that must have run before: operations of affine may only
	// use what MLIR calls symbols, which other passes do not care about.
	After []string
}

var afterAffine = []string{"lower-affine"}

// passes are all passes by name.
var passes = []Pass{
	{"masks", markMasks, nil},
	{"inline", inline, nil},
	{"prune", prune, nil},
	{"intrinsics", lowerIntrinsics, nil},
	{"all-reduce", lowerAllReduce, nil},
	{"hoist-lds", hoistLDS, nil},
	{"lower-affine", lowerAffine, nil},
	{"lift", lift, afterAffine},
	{"lower-gpu", lowerGPU, afterAffine},
	{"lower-memref", lowerMemRef, afterAffine},
	{"lower-vector", lowerVector, afterAffine},
	{"lower-math", lowerMath, afterAffine},
	{"canonicalize", canonicalize, afterAffine},
	{"unroll", unroll, afterAffine},
	{"reassociate", reassociate, afterAffine},
	{"cse", cse, afterAffine},
	{"licm", licm, afterAffine},
	{"dce", dce, nil},
}

// Pipeline is the order in which passes run. Some run several times: what one
// makes simpler is material for another.
var pipeline = []string{
	"masks", "inline", "prune", "intrinsics", "all-reduce", "hoist-lds",
	"lower-affine", "lift", "lower-gpu", "lower-memref", "lower-vector", "lower-math",
	"canonicalize", "cse", "dce",
	"unroll", "canonicalize", "cse",
	"reassociate", "licm", "cse", "canonicalize", "licm", "cse", "dce",
}

// Passes lists the passes, each once.
func Passes() []Pass { return slices.Clone(passes) }

// Pipeline lists the names of the passes in the order in which [Run] runs them.
func Pipeline() []string { return slices.Clone(pipeline) }

// Run brings a kernel of a verified module into the form that code selection
// takes (see the package comment), and makes it faster. It changes the module in
// place. Errors are of the program and have a place.
func Run(m *ir.Module, kernel *ir.Operation, chip *arch.Chip, o Options) error {
	c := &Context{Module: m, Kernel: kernel, Chip: chip, Options: o}
	for _, name := range pipeline {
		if slices.Contains(o.Disable, name) {
			continue
		}
		if err := RunPass(c, name); err != nil {
			return err
		}
		if o.Trace != nil {
			o.Trace(name, c)
		}
	}
	return nil
}

// maxOps bounds the operations that a kernel may become, whatever its text is: by
// inlining, and by taking vectors apart.
const maxOps = 1 << 17

// tooLarge is the error for an operation with which a kernel becomes too large.
func (c *Context) tooLarge(op *ir.Operation, why string) error {
	return c.Module.At(op, fmt.Sprintf("%s: with it the kernel has more than %d operations, as %s: use loops, and smaller vectors", op.Name(), maxOps, why))
}

// RunPass runs one pass.
func RunPass(c *Context, name string) error {
	i := slices.IndexFunc(passes, func(p Pass) bool { return p.Name == name })
	if i < 0 {
		return fmt.Errorf("there is no pass %q", name)
	}
	return passes[i].Run(c)
}

// flow analyzes the kernel as it is now: what differs between lanes is asked of
// branches only.
func (c *Context) flow() *flow.Info {
	launch, branches := flow.LaunchOf(c.Kernel, c.Chip), false
	c.Kernel.Walk(func(op *ir.Operation) bool {
		branches = branches || op.Name() == "scf.if"
		return !branches
	})
	if branches {
		return flow.Analyze(c.Kernel, launch)
	}
	return flow.AnalyzeRanges(c.Kernel, launch)
}
