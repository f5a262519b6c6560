package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/launch"
	"heddle/sim"
	"heddle/timing"
	"heddle/timing/att"
	"heddle/timing/record"
)

func traceCommand(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace COMMAND",
		Short: "Compare the timing model with thread traces of cards",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return usagef("%s needs a command: compare", cmd.CommandPath())
		},
	}
	cmd.AddCommand(traceCompareCommand(s))
	return cmd
}

// traceFlags are the flags of heddle trace compare.
type traceFlags struct {
	run             runFlags
	time            timeFlags // product and set
	latency, stalls bool
	asJSON          bool
}

func traceCompareCommand(s *streams) *cobra.Command {
	var f traceFlags
	cmd := &cobra.Command{
		Use:   "compare TRACE [OBJECT] [--launch FILE]",
		Short: "Put modelled issue cycles beside those of a thread trace",
		Long: `compare replays a thread trace of a card in the timing model and prints modelled beside
measured cycles: of loops, of classes of instructions that follow each other, of whole
waves. TRACE is a directory that 'rocprofv3 --att' wrote, which has code.json and
filenames.json, or a table in CSV, packed with gzip or not.

Alone, a trace says what each wave executed, where and when it began, and how long its
loads took. With OBJECT, the traced code object, and its launch (--launch, or the flags
of 'heddle run'), the launch is simulated and timed as 'heddle time' does, all
workgroups of an XCD together, on the model's caches and memory; each traced wave is
compared with a modelled one that executed the same. With --given-latency, the waves
run where and when they did in the trace, with its latencies of loads; from the launch
come the addresses in the LDS, and with them bank conflicts.

Core, in what is printed, is the part of the time that is neither a wait for memory
nor at barriers: what happens inside of a compute unit.`,
		Example: `  heddle trace compare ui_output_agent_1_dispatch_2
  heddle trace compare traces/quant quant.hsaco --launch quant.json --given-latency
  heddle trace compare cycles.csv.gz --mcpu gfx950 --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return exactly(1, "a TRACE, and optionally an OBJECT with its launch")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return inFlags(f.compare(s, cmd, args))
		},
	}
	f.run.target.flag(cmd, "the target, if the trace's instructions are of several")
	cmd.Flags().AddFlagSet(f.run.launchFlags())
	addTimeSimulation(cmd, &f.run)
	var all cobra.Command
	f.time.add(&all)
	for _, name := range []string{"product", "set", "caches"} {
		cmd.Flags().AddFlag(all.Flags().Lookup(name))
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.latency, "given-latency", false, "with OBJECT: take the latencies of loads from the trace")
	flags.BoolVar(&f.stalls, "given-stalls", false, "take from the trace also stalls at the queue of vector memory, and those of a cold instruction cache")
	jsonFlag(cmd, &f.asJSON)
	return cmd
}

// compare runs the command.
func (f *traceFlags) compare(s *streams, cmd *cobra.Command, args []string) error {
	simulated := len(args) == 2 || f.run.launch != ""
	if f.latency && !simulated {
		return usagef("--given-latency is for a trace with its OBJECT: a trace alone always gives latencies")
	}
	if err := f.time.check(); err != nil {
		return err
	}
	list, err := att.Read(args[0])
	if err != nil {
		return err
	}
	if simulated && len(list) != 1 {
		return fmt.Errorf("%s has %d traces; with a code object one is accepted", args[0], len(list))
	}
	doc := att.Document{Schema: att.Schema}
	for _, t := range list {
		r, product, err := f.replay(t)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		var m *att.Modelled
		if simulated {
			m, err = f.simulate(s, cmd, args[1:], r, product)
		}
		if err == nil && m == nil {
			m, err = r.Run(nil)
		}
		if err != nil {
			return s.failed(err)
		}
		doc.Traces = append(doc.Traces, att.Compare(r, m))
	}
	if f.asJSON {
		return s.writeJSON(doc)
	}
	return s.write(func(w *bufio.Writer) error {
		for i, c := range doc.Traces {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := c.WriteText(w); err != nil {
				return err
			}
		}
		return nil
	})
}

// replay makes a trace replayable, with the constants of --set.
func (f *traceFlags) replay(t *att.Trace) (*att.Replay, *arch.Product, error) {
	o := att.ReplayOptions{Stalls: f.stalls}
	if f.run.target.chip != nil {
		o.Target = isa.For(f.run.target.chip)
	} else {
		var err error
		if o.Target, err = t.Target(); err != nil {
			return nil, nil, fmt.Errorf("%w (--mcpu)", err)
		}
	}
	product, err := f.time.productFor(o.Target.Chip)
	if err != nil {
		return nil, nil, err
	}
	if o.Chip, err = f.time.chip(product); err != nil {
		return nil, nil, err
	}
	r, err := att.NewReplay(t, o)
	return r, product, err
}

// simulate runs the launch. It returns what the model says of its waves, nil with --given-latency: then
// the waves of the trace have the accesses of the launch.
func (f *traceFlags) simulate(s *streams, cmd *cobra.Command, object []string, r *att.Replay, product *arch.Product) (m *att.Modelled, err error) {
	o, err := f.run.options(cmd)
	if err != nil {
		return nil, err
	}
	plan, err := f.run.plan(cmd)
	if err != nil {
		return nil, err
	}
	plan.Expect = nil
	start, err := record.ParseStart(f.time.caches)
	if err != nil {
		return nil, usagef("--caches: %w", err)
	}
	file := plan.Object
	if len(object) > 0 {
		file = object[0]
	}
	if file == "" {
		return nil, usagef("%s names no \"object\": give an OBJECT", f.run.launch)
	}
	if o.Code, err = f.run.read(s, file); err != nil {
		return nil, err
	}
	o.Warn = func(warnings error) { s.diagnose(warnings.Error()) }
	o.Simulate = func(device *sim.Device, of *launch.Program, l sim.Launch, last bool) (*sim.Report, error) {
		if !last {
			return device.Run(l)
		}
		if f.latency {
			return matchLaunch(device, of.Object, l, r)
		}
		m, err = timeLaunch(device, of.Object, l, r, record.Options{Product: product, Start: start})
		return nil, err
	}
	_, err = plan.Run(o)
	return m, err
}

// maxCompared is about how many instructions are timed to be compared with a trace: their issues are
// kept, 16 bytes each.
const maxCompared = 4_000_000

// timeLaunch times a launch as 'heddle time' does, and takes the waves that the trace has.
func timeLaunch(device *sim.Device, object *hsaco.Object, l sim.Launch, r *att.Replay, o record.Options) (*att.Modelled, error) {
	var c att.Collector
	o.Chip, o.Instructions, o.Observe = r.Program.Chip, maxCompared, c.Observe
	t, err := record.Time(device, l, object, o)
	if err != nil {
		return nil, err
	}
	if err := r.SameCode(t.Program); err != nil {
		return nil, err
	}
	return c.Modelled(r, t.Result)
}

// matchLaunch simulates as many workgroups of a launch as the trace may need, from all parts of the grid.
func matchLaunch(device *sim.Device, object *hsaco.Object, l sim.Launch, r *att.Replay) (*sim.Report, error) {
	p, err := record.ProgramNamed(object, l.Kernel.Name())
	if err != nil {
		return nil, err
	}
	p.Chip = r.Program.Chip
	traced := 0
	for i := range r.Units {
		traced += len(r.Units[i].Groups)
	}
	const spare = 32 // workgroups beside those traced: some at the rim of the grid have other waves
	size := l.Groups()
	all := int(size[0]) * int(size[1]) * int(size[2])
	n := min(all, traced+spare)
	l.Workgroups = make([]int, n)
	for i := range l.Workgroups {
		l.Workgroups[i] = int(int64(i) * int64(all) / int64(n))
	}
	recorder := record.NewRecorder(p)
	l.Observers = []sim.Observer{recorder}
	report, err := device.Run(l)
	if err != nil {
		return report, err
	}
	groups := make([]*timing.Group, n)
	for i, id := range l.Workgroups {
		groups[i] = &timing.Group{Workgroup: id}
		if groups[i].Streams, err = recorder.Take(id); err != nil {
			return report, err
		}
	}
	return report, r.Match(p, groups)
}
