package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/launch"
	"heddle/sim"
	"heddle/sim/inspect"
)

// runJSON is the output of run --json.
type runJSON struct {
	Schema     string              `json:"schema"`
	Target     string              `json:"target"`
	Schedule   string              `json:"schedule"`
	Dispatches []dispatchJSON      `json:"dispatches"`
	Expect     []launch.Comparison `json:"expect,omitempty"`
	Against    *againstJSON        `json:"against,omitempty"`
	// Unwritten are outputs that the kernels wrote only in part.
	Unwritten []launch.Unwritten `json:"unwritten,omitempty"`
	Error     *runErrorJSON      `json:"error,omitempty"`
	// Addresses is the output of --explain.
	Addresses *addressesJSON `json:"addresses,omitempty"`
	foundJSON
	// Counts is the output of --count.
	Counts []inspect.Kernel `json:"counts,omitempty"`
	// Printed is what kernels printed on standard output.
	Printed string `json:"printed,omitempty"`
}

// dispatchJSON reports one dispatch.
type dispatchJSON struct {
	Kernel string `json:"kernel"`
	ranJSON
	TouchedBytes uint64     `json:"touchedBytes"`
	Early        *sim.Early `json:"early,omitempty"`
	Timed        *sim.Timed `json:"timed,omitempty"` // with --schedule timed
}

// ranJSON reports the execution of a kernel.
type ranJSON struct {
	Workgroups   int               `json:"workgroups"`
	Waves        int               `json:"waves"`
	Instructions uint64            `json:"instructions"`
	Classes      map[string]uint64 `json:"classes"`
	Bytes        sim.Traffic       `json:"bytes"`
	Fidelity     string            `json:"fidelity"` // "exact" or "model"
	Inexact      []sim.Inexact     `json:"inexact,omitempty"`
}

// runErrorJSON is the error that ended a run.
type runErrorJSON struct {
	Kernel      string             `json:"kernel"`
	Workgroup   [3]uint32          `json:"workgroup"`
	Wave        int                `json:"wave"`
	Address     uint64             `json:"address"`
	Offset      uint64             `json:"offset"`
	Instruction string             `json:"instruction,omitempty"`
	File        string             `json:"file,omitempty"`
	Line        int                `json:"line,omitempty"`
	Message     string             `json:"message"`
	Waves       []sim.WavePosition `json:"waves"`
	State       *inspect.Dump      `json:"state,omitempty"` // with --break and --dump
}

// reporter reports a run.
type reporter struct {
	flags     *runFlags
	streams   *streams
	job       *launch.Job
	result    *launch.Result // nil if nothing has run
	addresses *addressesJSON // nil without --explain
	printed   *printing
}

// explain prints the output of --explain, or returns it for JSON.
func (r *reporter) explain() (all *addressesJSON, err error) {
	for _, p := range r.job.Programs {
		one, err := r.streams.explain(r.flags.explain, r.flags.asJSON, p.Built)
		switch {
		case err != nil:
			return nil, err
		case all == nil:
			all = one
		case one != nil:
			all.Kernels = append(all.Kernels, one.Kernels...)
		}
	}
	return all, nil
}

// report reports a run that ended with an error or nil.
func (r *reporter) report(err error) error {
	if r.flags.interp {
		return r.interpreted(err)
	}
	return r.simulated(err)
}

// simulated reports a run on the simulator, successful or not: as text on standard
// error, so that standard output stays free for data, or with --json as a document on
// standard output.
func (r *reporter) simulated(err error) error {
	var at *sim.RunError
	if err != nil && !errors.As(err, &at) {
		return r.streams.reportModule(err)
	}
	if err := r.writeFindings(); err != nil {
		return err
	}
	switch {
	case r.flags.asJSON:
		if err := r.streams.writeJSON(r.json(at)); err != nil {
			return err
		}
	case at == nil:
		for _, report := range r.result.Reports {
			writeReport(r.streams.err, report)
		}
		r.writeUnwritten()
		r.writeEarly()
		r.writeExpectations()
		if r.result.Against != nil {
			r.writeAgainst()
		}
	default:
		r.writeEarly()
	}
	if !r.flags.asJSON {
		if err := r.streams.writeCounts(r.flags.inspect.counts()); err != nil {
			return err
		}
	}
	if err := r.flags.writeResults(r.streams, func() *runOutcome { return r.judge(at) }); err != nil {
		return err
	}
	if at != nil {
		if err := r.streams.reportFailed(&r.flags.inspect, at); err != nil {
			return err
		}
	}
	if at != nil || !r.result.Passed() {
		return errReported
	}
	return nil
}

// inspect makes what looks inside the run.
func (r *reporter) inspect() error {
	if r.flags.interp {
		return nil
	}
	var objects []*hsaco.Object
	for _, p := range r.job.Programs {
		objects = append(objects, p.Object)
	}
	return r.flags.inspect.begin(r.streams, r.printed.out, r.job.Sanitizer, objects...)
}

func (r *reporter) json(failed *sim.RunError) runJSON {
	doc := runJSON{Schema: "heddle.run/v1", Target: r.job.Device.Chip().Name, Schedule: r.flags.schedule, Dispatches: dispatchesOf(r.result.Reports), Expect: r.result.Expectations,
		Addresses: r.addresses, Unwritten: r.result.Unwritten, foundJSON: foundOf(r.result.Findings, r.job.Sanitizer != nil), Counts: r.flags.inspect.counts(), Printed: r.printed.text()}
	if a := r.result.Against; a != nil {
		doc.Against = &againstJSON{"interp", a.Passed(), a.Operations, a.Compared, interpErrorOf(a.Fault)}
	}
	if failed != nil {
		doc.Error = errorOf(failed, r.flags.inspect.stateAt(failed))
	}
	return doc
}

// writeFindings prints the sanitizer's findings.
func (r *reporter) writeFindings() error {
	if r.job.Sanitizer == nil {
		return nil
	}
	if list := r.job.Options.Suppress; list != nil {
		for _, rule := range list.Unused() {
			r.streams.diagnose("heddle: warning: " + rule)
		}
	}
	if r.flags.asJSON {
		return nil
	}
	if err := r.flags.printFindings(r.streams, r.job.Programs[0].Name, r.result.Findings); err != nil {
		return err
	}
	fmt.Fprintln(r.streams.err, r.flags.foundText(r.result.Findings))
	return nil
}

// ranOf is a report as JSON.
func ranOf(r *sim.Report) ranJSON {
	ran := ranJSON{r.Workgroups, r.Waves, r.Executed, map[string]uint64{}, r.Bytes, "exact", r.Inexact}
	for _, c := range r.Classes {
		ran.Classes[c.Class] = c.Count
	}
	if len(r.Inexact) > 0 {
		ran.Fidelity = "model"
	}
	return ran
}

// dispatchesOf are reports as JSON.
func dispatchesOf(reports []*sim.Report) []dispatchJSON {
	list := []dispatchJSON{}
	for _, r := range reports {
		d := dispatchJSON{r.Kernel, ranOf(r), r.TouchedBytes, r.Early, nil}
		if r.Timed.Waves > 0 {
			d.Timed = &r.Timed
		}
		list = append(list, d)
	}
	return list
}

// writeEarly notes, once per run, that a result depends on when loads arrive. The
// waits check reports it in detail.
func (r *reporter) writeEarly() {
	r.writeTimed()
	if r.flags.asJSON || r.job.Sanitizer != nil && r.job.Sanitizer.Checks("waits") {
		return
	}
	for _, report := range r.result.Reports {
		if report.Early != nil {
			r.streams.diagnose(fmt.Sprintf("heddle: note: kernel %s %s: the result depends on timing; --check waits shows where", report.Kernel, report.Early))
			return
		}
	}
}

// errorOf is the error that ended a run, as JSON.
func errorOf(failed *sim.RunError, state *inspect.Dump) *runErrorJSON {
	return &runErrorJSON{failed.Kernel, failed.Group, failed.Wave, failed.Addr, failed.Offset, failed.Text, failed.File, failed.Line, failed.Err.Error(), failed.Waves, state}
}

// writeReport prints the report of a dispatch.
func writeReport(w io.Writer, r *sim.Report) {
	fmt.Fprintf(w, "%s: %s, %s, %s\n", r.Kernel, diag.Count(r.Workgroups, "workgroup"), diag.Count(r.Waves, "wave"), diag.Count(r.Executed, "wave instruction"))
	var parts []string
	for _, c := range r.Classes {
		parts = append(parts, fmt.Sprintf("%s %d", c.Class, c.Count))
	}
	fmt.Fprintf(w, "  instructions: %s\n", strings.Join(parts, ", "))
	b := &r.Bytes
	fmt.Fprintf(w, "  bytes read/written: global %d/%d", b.GlobalRead, b.GlobalWritten)
	if b.LDSRead+b.LDSWritten > 0 {
		fmt.Fprintf(w, ", LDS %d/%d", b.LDSRead, b.LDSWritten)
	}
	if b.ScratchRead+b.ScratchWritten > 0 {
		fmt.Fprintf(w, ", scratch %d/%d", b.ScratchRead, b.ScratchWritten)
	}
	fmt.Fprintln(w)
	if len(r.Inexact) == 0 {
		fmt.Fprintln(w, "  fidelity: exact")
		return
	}
	fmt.Fprintln(w, "  fidelity: model for")
	for _, x := range r.Inexact {
		fmt.Fprintf(w, "    %s (%d executed): %s\n", x.Instruction, x.Count, x.Reason)
	}
}

func (r *reporter) writeUnwritten() {
	for _, u := range r.result.Unwritten {
		fmt.Fprintf(r.streams.err, "%s: %d of %s were never written, the first at offset %d\n", u.File, u.Bytes, diag.Count(u.Of, "byte"), u.First)
	}
}

// writeExpectations prints the outcomes of expectations.
func (r *reporter) writeExpectations() {
	for i := range r.result.Expectations {
		c := &r.result.Expectations[i]
		what := fmt.Sprintf("expect %s = %s", c.Name, c.File)
		switch {
		case c.Passed:
			fmt.Fprintf(r.streams.err, "%s: ok, %s: %s\n", what, diag.Count(c.Elements, "element"), largestText(c))
		case c.Error != "":
			r.streams.diagnose("heddle: error: " + what + ": " + c.Error)
		default:
			text := fmt.Sprintf("heddle: error: %s: %d of %d elements differ by more than %g + %g*|want|; %s", what, c.Wrong, c.Elements, c.ATol, c.RTol, differenceText(c))
			for _, d := range c.First {
				text += fmt.Sprintf("\n  %s%v: got %v, want %v", c.Name, d.Index, float64(d.Got), float64(d.Want))
			}
			r.streams.diagnose(text + moreText(c))
		}
	}
}

// largestText is the largest difference within the tolerance.
func largestText(c *launch.Comparison) string {
	if c.MaxAbs == 0 {
		return "all exact"
	}
	return differenceText(c)
}

func differenceText(c *launch.Comparison) string {
	return fmt.Sprintf("largest difference %.3g, relative %.3g", float64(c.MaxAbs), float64(c.MaxRel))
}

// moreText counts the differences that are not listed.
func moreText(c *launch.Comparison) string {
	if c.Wrong == len(c.First) {
		return ""
	}
	return fmt.Sprintf("\n  and %d more", c.Wrong-len(c.First))
}
