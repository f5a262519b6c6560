package main

import (
	"bufio"
	"bytes"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/ir"
	"heddle/kernels/attention"
	"heddle/launch"
	"heddle/verify"
)

// attentionCommand holds the flags common to build attention and run attention.
type attentionCommand struct {
	attentionFlags
	build buildFlags
}

const attentionLong = `O = softmax(scale * Q*K^T + mask) * V for each head of each sequence, with the flags and
conventions of FlashAttention; docs/attention.md describes them.`

func attentionBuildCommand(s *streams) *cobra.Command {
	var f attentionCommand
	cmd := &cobra.Command{
		Use:   "attention [--heads N] [--seqlen-q N] [--seqlen-k N] [--head-dim N] [--dtype TYPE] [--causal] [-o FILE.hsaco]",
		Short: "Compile attention (forward) to a code object",
		Long: attentionLong + `

build attention writes a code object that hipModuleLoad loads, and next to it
FILE.launch.json, a launch file for 'heddle run --launch'. Without -o the file is named
after the problem. 'heddle run attention' with the same flags simulates the kernel and
checks its results. With --stats and --json it says which bank conflicts the reads of K and V
from LDS have, with the proof, and which registers the main loop has what in.`,
		Example: `  heddle build attention --heads 64 --kv-heads 8 --seqlen-q 8192 --causal -o attention.hsaco
  heddle build attention --dtype fp8 --head-dim 128 --stats
  heddle build attention --seqlen-q 100 --emit asm`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.compileAndWrite(s, cmd) },
	}
	f.attentionFlags.add(cmd)
	f.build.add(cmd)
	return cmd
}

// compileAndWrite runs build attention.
func (f *attentionCommand) compileAndWrite(s *streams, cmd *cobra.Command) error {
	p, _, err := f.problem(cmd)
	if err != nil {
		return err
	}
	output, err := f.build.outputName(cmd, attentionName(p)+".mlir")
	if err != nil {
		return err
	}
	a, text, err := f.compile(s, p)
	if err != nil {
		return s.reportModule(err)
	}
	report := buildReport{Schema: "heddle.build/v1", Input: attentionName(p), Target: p.Chip.Name, Kernels: []kernelStats{statsOf(a.Kernel())}, Diagnostics: []diagnosticJSON{}}
	if err := f.write(s, &report, a, text, output); err != nil {
		return err
	}
	if report.Addresses, err = s.explain(f.build.explain, f.build.asJSON, a.Built); err != nil {
		return err
	}
	if report.PassTimes, err = f.build.passes.report(s, f.build.asJSON); err != nil {
		return err
	}
	switch {
	case f.build.asJSON:
		report.LDSReads, report.Registers = ldsReadsOf(a.Plan.Reads), registersOf(a)
		return s.writeJSON(report)
	case f.build.stats:
		if err := s.writeStats(report.Kernels); err != nil {
			return err
		}
		return s.write(func(w *bufio.Writer) error {
			writeReads(w, a.Plan.Reads)
			writeRegisters(w, a)
			return nil
		})
	}
	return nil
}

// compile makes the code object, and the text for --emit mlir or mach.
func (f *attentionCommand) compile(s *streams, p *attention.Problem) (*verify.Attention, *bytes.Buffer, error) {
	f.build.target = f.target
	o, text, err := f.build.options(s)
	if err != nil {
		return nil, nil, err
	}
	// A compilation is short, and most of its allocations live to its end.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	start := o.Passes.Times.Start()
	variant, err := p.ParseVariant(f.variant)
	if err != nil {
		return nil, nil, inFlags(err)
	}
	plan, err := p.Plan(p.ChooseVariant(variant))
	if err != nil {
		return nil, nil, inFlags(err)
	}
	o.Passes.Times.Stop("plan", start)
	if o.Selected = nil; f.build.emit == "mlir" {
		text.Write(plan.Module.Print(ir.PrintOptions{Locations: true}))
	}
	a, err := verify.CompileAttention(p, plan, o)
	return a, text, err
}

// write writes the output selected by --emit.
func (f *attentionCommand) write(s *streams, report *buildReport, a *verify.Attention, text *bytes.Buffer, output string) error {
	return f.build.write(s, report, a.Built, text, output, func(object string) *launch.File { return launchOf(a, object) })
}

// attentionName names files after a problem.
func attentionName(p *attention.Problem) string {
	name := fmt.Sprintf("attention_%s_%dx%dx%dx%dx%d", p.In, p.Batch, p.Heads, p.SeqQ, p.SeqK, p.HeadDim)
	if p.Causal {
		name += "_causal"
	}
	if p.QK.MX() {
		name += "_" + string(p.QK)
	}
	if p.Exp != attention.ExpExact {
		name += "_" + string(p.Exp)
	}
	if p.PRound != p.Roundings()[0] {
		name += "_" + string(p.PRound)
	}
	return name + "_" + p.Chip.Name
}

// launchOf makes the launch file: with random inputs, what the problem gives, and the rest zero.
func launchOf(a *verify.Attention, object string) *launch.File {
	l := &launch.File{Schema: launch.Schema, Object: object}
	p, k := a.Problem, a.Kernel()
	for _, name := range p.Tensors() {
		t, _ := p.Tensor(name)
		b := launch.Buffer{Name: name, Arg: fmt.Sprintf("zero:%s[%s]", t.Elem(), elementsOf(t))}
		if v := p.Given(name); v != nil {
			b.Arg = ""
			for _, v := range v {
				b.List = append(b.List, launch.Arg{Arg: fmt.Sprintf("%s:%v", t.Elem(), v)})
			}
		} else if slices.Contains([]string{"q", "k", "v", "scale_q", "scale_k"}, name) {
			b.Arg = fmt.Sprintf("rand:%s[%s]:seed=%d", t.Elem(), elementsOf(t), len(l.Buffers)+1)
		}
		l.SetBuffer(b)
	}
	for _, name := range a.Plan.Args {
		if shape := a.Plan.Memory(p, name); shape != nil {
			elem := "f32"
			if name == attention.ArgCounters {
				elem = "i32"
			}
			l.SetBuffer(launch.Buffer{Name: name, Arg: fmt.Sprintf("zero:%s[%s]", elem, extents(shape))})
		}
	}
	d := &launch.Dispatch{Kernel: k.Name, Grid: a.Plan.Grid[:], Block: a.Plan.Block[:]}
	for i, name := range a.Plan.Args {
		d.Args = append(d.Args, launch.Arg{Arg: "@" + name, At: new(k.Params[i].Offset), Name: name, Type: k.Params[i].Type.String()})
	}
	l.Dispatches = append(l.Dispatches, d)
	return l
}

// elementsOf is the shape of a tensor's memory, as the kernel has it; of one with gaps the number of elements up
// to the end of the last.
func elementsOf(t attention.Tensor) string {
	if n := t.Elements(); n != t.Batch*t.Heads*t.Seq*t.Dim {
		return fmt.Sprint(n)
	}
	return extents([]int64{t.Batch, t.Heads, t.Seq, t.Dim})
}

// extents is the sizes of a shape with commas between.
func extents(shape []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", ","), "[]")
}
