package opt

import (
	"fmt"
	"io"
	"slices"

	"heddle/arch"
	"heddle/codegen/flow"
	"heddle/ir"
	"heddle/pass"
)

// Context is what passes work on: a kernel of a verified module, which they change
// in place.
type Context struct {
	Module *ir.Module
	Kernel *ir.Operation // the function being compiled
	Chip   *arch.Chip
}

// Verify checks the module.
func (c *Context) Verify() error { return ir.Verify(c.Module, ir.Options{}) }

// Print writes the module.
func (c *Context) Print(w io.Writer) error {
	_, err := w.Write(c.Module.Print(ir.PrintOptions{}))
	return err
}

// Reasons for the order of the passes.
var (
	inKernel    = pass.After("it looks only at the operations in the kernel", "inline")
	afterAffine = pass.After("an operand of an affine operation must be a symbol in MLIR's sense, which other passes do not preserve", "lower-affine")
)

// Passes bring a kernel into the form that code selection accepts (see the package
// comment), and make it faster. Some run several times, because one pass simplifies
// code for another. Errors are errors in the program and have a position.
var Passes = pass.New("", []pass.Pass[*Context]{
	{Name: "masks", Run: noOptions(markMasks), Need: pass.Required},
	{Name: "inline", Run: noOptions(inline), Need: pass.Required,
		After: pass.After("masks have the program's form only before anything changes", "masks")},
	{Name: "prune", Run: noOptions(prune),
		After: pass.After("a function is used as long as it is called", "inline")},
	{Name: "intrinsics", Run: noOptions(lowerIntrinsics), Need: pass.Required, After: inKernel},
	{Name: "all-reduce", Run: noOptions(lowerAllReduce), Need: pass.Required, After: inKernel},
	{Name: "hoist-lds", Run: noOptions(hoistLDS), Need: pass.Required, After: slices.Concat(inKernel,
		pass.After("all-reduce allocates LDS at its place", "all-reduce"))},
	{Name: "lower-affine", Run: noOptions(lowerAffine), Need: pass.Required, After: inKernel},
	{Name: "lift", Run: noOptions(lift), Need: pass.Required, After: afterAffine},
	{Name: "lower-gpu", Run: noOptions(lowerGPU), Need: pass.Required, After: slices.Concat(afterAffine,
		pass.After("all-reduce uses the number of the wave", "all-reduce"))},
	{Name: "lower-memref", Run: noOptions(lowerMemRef), Need: pass.Required, After: afterAffine},
	{Name: "lower-vector", Run: noOptions(lowerVector), Need: pass.Required, After: afterAffine},
	{Name: "lower-math", Run: noOptions(lowerMath), Need: pass.Required, After: afterAffine},
	{Name: "canonicalize", Run: noOptions(canonicalize), After: afterAffine},
	{Name: "unroll", Run: noOptions(unroll), After: slices.Concat(afterAffine,
		pass.After("a loop that allocates is not unrolled", "hoist-lds"))},
	{Name: "reassociate", Run: noOptions(reassociate), After: afterAffine},
	{Name: "cse", Run: noOptions(cse), After: afterAffine},
	{Name: "licm", Run: noOptions(licm), After: afterAffine},
	{Name: "dce", Run: noOptions(dce), After: inKernel},
},
	"masks", "inline", "prune", "intrinsics", "all-reduce", "hoist-lds",
	"lower-affine", "lift", "lower-gpu", "lower-memref", "lower-vector", "lower-math",
	"canonicalize", "cse", "dce",
	"unroll", "canonicalize", "cse",
	"reassociate", "licm", "cse", "canonicalize", "licm", "cse", "dce")

// noOptions is a pass that does not need options.
func noOptions(run func(*Context) error) func(*Context, *pass.Options) error {
	return func(c *Context, _ *pass.Options) error { return run(c) }
}

// maxOps bounds the operations that a kernel may become, whatever its text is: by
// inlining, and by taking vectors apart.
const maxOps = 1 << 17

// tooLarge is the error for an operation that makes a kernel too large.
func (c *Context) tooLarge(op *ir.Operation, why string) error {
	return c.Module.At(op, fmt.Sprintf("%s: with it the kernel has more than %d operations, as %s: use loops, and smaller vectors", op.Name(), maxOps, why))
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
