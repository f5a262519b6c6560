package att

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Rows of the tables that WriteText prints; the JSON has all.
const (
	maxPairs = 24
	maxSites = 12
)

// WriteText prints a comparison as tables.
func (c *Comparison) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s on %s, %s, %s, %s\n", c.Trace, c.Kernel, c.Chip, count(c.ComputeUnits, "compute unit"), count(c.Waves, "wave"), count(int(c.Instructions), "instruction"))
	fmt.Fprintf(w, "%s; %s; %s\n", choose(c.Recorded, "addresses as simulated", "addresses unknown, bank conflicts as waits show them"),
		choose(c.LatencyGiven, "latencies of loads from the trace", "latencies of loads modelled"),
		choose(c.StallsGiven, "stalls that memory causes from the trace", "all stalls modelled"))
	if c.Untraced > 0 {
		fmt.Fprintf(w, "%s on the same compute units not in the trace: what they kept the others from is missing\n", count(c.Untraced, "wave"))
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\tcount\tmeasured\tmodelled\tratio\tmedian error\tp90\tmax\t\n")
	row := func(name string, e Errors) {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%s\t%.1f %%\t%.1f %%\t%.1f %%\t\n", name, e.Count, e.Measured, e.Modelled, e.ratio(), e.Median, e.P90, e.Max)
	}
	row("whole waves", c.Wave)
	row("core", c.Core)
	if c.Iterations.Count > 0 {
		row("loop iterations", c.Iterations)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\ncore, what is neither a wait for memory nor a barrier, is %.0f %% of the time; %.1f %% of its issue distances are exact\n", float64(100*c.CoreShare), float64(100*c.Exact))
	for _, table := range []func(io.Writer) error{c.writeLoops, c.writePairs, c.writeSites} {
		if err := table(w); err != nil {
			return err
		}
	}
	return nil
}

func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// count is a number and what is counted.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// ratio is modelled over measured, as text.
func (e *Errors) ratio() string {
	if e.Measured == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(e.Modelled)/float64(e.Measured))
}

func (c *Comparison) writeLoops(w io.Writer) error {
	if len(c.Loops) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nloops: cycles of an iteration\n")
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "branch\titerations\tinstructions\tMFMA\tmeasured min\tmedian\tmax\tmodelled min\tmedian\tmax\terror\teach\t\n")
	for _, l := range c.Loops {
		fmt.Fprintf(t, "%#x\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%+.1f %%\t%.1f %%\t\n", l.Address, l.Iterations, l.Instructions, l.MFMA,
			l.Measured.Min, l.Measured.Median, l.Measured.Max, l.Modelled.Min, l.Modelled.Median, l.Modelled.Max, l.Error, l.Each.Median)
	}
	return t.Flush()
}

func (c *Comparison) writePairs(w io.Writer) error {
	if len(c.Pairs) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nissue distances of instructions that follow each other\n")
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "first\tsecond\tcount\texact\tmeasured min\tmode\tmedian\tmodelled min\tmode\tmedian\tmissing cycles\t\n")
	for i, p := range c.Pairs {
		if i == maxPairs {
			break
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%.1f %%\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", p.First, p.Second, p.Count, 100*float64(p.Exact)/float64(p.Count),
			p.Measured.Min, p.Measured.Mode, p.Measured.Median, p.Modelled.Min, p.Modelled.Mode, p.Modelled.Median, p.Missing)
	}
	return t.Flush()
}

func (c *Comparison) writeSites(w io.Writer) error {
	if len(c.Sites) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nlargest differences\n")
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "address\tafter\tclass\tcount\texact\tmeasured\tmodelled\tmissing cycles\t\n")
	for i, s := range c.Sites {
		if i == maxSites {
			break
		}
		fmt.Fprintf(t, "%#x\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t\n", s.Address, s.Before, s.Class, s.Count, s.Exact, s.Measured, s.Modelled, s.Measured-s.Modelled)
	}
	return t.Flush()
}
