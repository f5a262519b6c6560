package main

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"heddle/ir"
	"heddle/kernels/gemm"
	"heddle/launch"
	"heddle/verify"
)

// gemmCommand holds the flags common to build gemm and run gemm.
type gemmCommand struct {
	gemmFlags
	build buildFlags
}

const gemmLong = `D = act(alpha*A*B + beta*C + bias) * scale, with matrices in row-major order.
Sizes, leading dimensions and strides count elements; docs/gemm.md describes the
layouts in memory and in files.`

func gemmBuildCommand(s *streams) *cobra.Command {
	var f gemmCommand
	cmd := &cobra.Command{
		Use:   "gemm [-m M] [-n N] [-k K] [--dtype TYPE] [--layout nn|nt|tn|tt] [-o FILE.hsaco]",
		Short: "Compile a matrix multiplication (GEMM) to a code object",
		Long: gemmLong + `

build gemm chooses a kernel and tiles for the problem and writes a code object that
hipModuleLoad loads. Next to it, it writes FILE.launch.json, a launch file with all
dispatches in order for 'heddle run --launch'. Without -o the file is named after
the problem. 'heddle run gemm' with the same flags simulates the kernel and checks
its results.

--emit mlir writes the kernel before compilation, for 'heddle build -' or mlir-opt;
--emit asm writes the assembly, --emit mach the machine IR.`,
		Example: `  heddle build gemm -m 4096 -n 4096 -k 4096 --mcpu gfx942 -o gemm.hsaco
  heddle build gemm --dtype mxfp4 --out bf16 --stats
  heddle build gemm -m 100 -n 100 -k 100 --layout nn --emit asm`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.compileAndWrite(s, cmd) },
	}
	f.gemmFlags.add(cmd)
	f.build.add(cmd)
	return cmd
}

// compileAndWrite runs build gemm.
func (f *gemmCommand) compileAndWrite(s *streams, cmd *cobra.Command) error {
	files, err := f.read(cmd)
	if err != nil {
		return err
	}
	p, err := f.problem(cmd, files)
	if err != nil {
		return err
	}
	output, err := f.build.outputName(cmd, gemmName(p)+".mlir")
	if err != nil {
		return err
	}
	g, text, err := f.compile(s, p)
	if err != nil {
		return s.reportModule(err)
	}
	report := buildReport{Schema: "heddle.build/v1", Input: gemmName(p), Target: p.Chip.Name, Kernels: []kernelStats{}, Diagnostics: []diagnosticJSON{}}
	for _, k := range g.Built.Kernels {
		report.Kernels = append(report.Kernels, statsOf(k))
	}
	if err := f.write(s, &report, g, text, output); err != nil {
		return err
	}
	if report.Addresses, err = s.explain(f.build.explain, f.build.asJSON, g.Built); err != nil {
		return err
	}
	if report.PassTimes, err = f.build.passes.report(s, f.build.asJSON); err != nil {
		return err
	}
	switch {
	case f.build.asJSON:
		return s.writeJSON(report)
	case f.build.stats:
		return s.writeStats(report.Kernels)
	}
	return nil
}

// compile makes the code object, and the text for --emit mlir or mach.
func (f *gemmCommand) compile(s *streams, p *gemm.Problem) (*verify.GEMM, *bytes.Buffer, error) {
	return f.compileAs(s, p, func() (gemm.Config, error) { return f.tiles.config(p) })
}

// compileAs is compile with tiles that are chosen otherwise.
func (f *gemmCommand) compileAs(s *streams, p *gemm.Problem, choose func() (gemm.Config, error)) (*verify.GEMM, *bytes.Buffer, error) {
	f.build.target = f.target
	o, text, err := f.build.options(s)
	if err != nil {
		return nil, nil, err
	}
	// A compilation is short, and most of its allocations live to its end.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	start := o.Passes.Times.Start()
	c, err := choose()
	if err != nil {
		return nil, nil, err
	}
	plan, err := p.Plan(c)
	if err != nil {
		return nil, nil, f.tiles.refused(c, err)
	}
	o.Passes.Times.Stop("plan", start)
	if o.Selected = nil; f.build.emit == "mlir" {
		text.Write(plan.Module.Print(ir.PrintOptions{Locations: true}))
	}
	g, err := verify.CompileGEMM(p, plan, o)
	return g, text, err
}

// write writes the output selected by --emit.
func (f *gemmCommand) write(s *streams, report *buildReport, g *verify.GEMM, text *bytes.Buffer, output string) error {
	return f.build.write(s, report, g.Built, text, output, func(object string) *launch.File { return f.launch(g, object) })
}

// gemmName names files after a problem.
func gemmName(p *gemm.Problem) string {
	types := []string{p.A.Name}
	if p.B != p.A {
		types = append(types, p.B.Name)
	}
	if plain := (&gemm.Problem{Chip: p.Chip, M: 1, N: 1, K: 1, A: p.A, B: p.B, Layout: gemm.NT, Alpha: 1}); plain.Normalize() == nil && plain.Out != p.Out {
		types = append(types, p.Out.Name)
	}
	name := fmt.Sprintf("gemm_%s_%s_%dx%dx%d", strings.Join(types, "_"), p.Layout, p.M, p.N, p.K)
	if p.Batch > 1 {
		name += fmt.Sprintf("x%d", p.Batch)
	}
	return name + "_" + p.Chip.Name
}

// launch makes the launch file: with random inputs, and the rest zero.
func (f *gemmCommand) launch(g *verify.GEMM, object string) *launch.File {
	l := &launch.File{Schema: launch.Schema, Object: object}
	for _, name := range g.Problem.Tensors() {
		m, _ := g.Problem.Tensor(name)
		kind, seed := "rand", fmt.Sprintf(":seed=%d", len(l.Buffers)+1)
		if name == "d" {
			kind, seed = "zero", ""
		}
		l.SetBuffer(launch.Buffer{Name: name, Arg: fmt.Sprintf("%s:%s[%s]%s", kind, elementFor(g.Problem.Chip, m.Type).Name, extent(m), seed)})
	}
	if n := g.Plan.Workspace; n > 0 {
		l.SetBuffer(launch.Buffer{Name: "workspace", Arg: fmt.Sprintf("zero:u8[%d]", n)})
	}
	if n := g.Plan.Counters; n > 0 {
		l.SetBuffer(launch.Buffer{Name: "counters", Arg: fmt.Sprintf("zero:i32[%d]", n/4)})
	}
	for i := range g.Plan.Steps {
		step := &g.Plan.Steps[i]
		d := &launch.Dispatch{Kernel: g.Kernel(step).Name, Grid: step.Grid[:], Block: step.Block[:]}
		params := g.Kernel(step).Params
		for k, a := range step.Args {
			d.Args = append(d.Args, launch.Arg{Arg: "@" + string(a), At: new(params[k].Offset), Name: string(a), Type: params[k].Type.String()})
		}
		l.Dispatches = append(l.Dispatches, d)
	}
	return l
}

// extent is the shape of a tensor's memory: its sizes if it has no gaps, else the
// number of elements up to the end of the last.
func extent(m gemm.Matrix) string {
	switch {
	case m.LD != m.Cols || m.Batch > 1 && m.Stride > 0 && m.Stride != m.Rows*m.Cols || m.Type.Bits < 8:
		return fmt.Sprint(m.Bytes() * 8 / int64(m.Type.Bits))
	case m.Batch > 1 && m.Stride > 0:
		return fmt.Sprintf("%d,%d,%d", m.Batch, m.Rows, m.Cols)
	}
	return fmt.Sprintf("%d,%d", m.Rows, m.Cols)
}
