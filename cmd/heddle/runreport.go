package main

import (
	"fmt"
	"io"
	"strings"

	"heddle/sim"
	"heddle/sim/sanitize"
)

// runJSON is what run --json prints.
type runJSON struct {
	Schema     string         `json:"schema"`
	Target     string         `json:"target"`
	Schedule   string         `json:"schedule"`
	Dispatches []dispatchJSON `json:"dispatches"`
	Expect     []comparison   `json:"expect,omitempty"`
	Against    *againstJSON   `json:"against,omitempty"`
	// Unwritten are outputs that no kernel wrote all of.
	Unwritten []unwrittenJSON `json:"unwritten,omitempty"`
	Error     *runErrorJSON   `json:"error,omitempty"`
	// Addresses are what --explain asks for.
	Addresses *addressesJSON `json:"addresses,omitempty"`
	// Findings are what the checks found; null without --check.
	Findings []sanitize.Finding `json:"findings"`
}

// dispatchJSON reports one dispatch.
type dispatchJSON struct {
	Kernel       string            `json:"kernel"`
	Workgroups   int               `json:"workgroups"`
	Waves        int               `json:"waves"`
	Instructions uint64            `json:"instructions"`
	Classes      map[string]uint64 `json:"classes"`
	Bytes        bytesJSON         `json:"bytes"`
	Fidelity     string            `json:"fidelity"` // "exact" or "model"
	Inexact      []inexactJSON     `json:"inexact,omitempty"`
	TouchedBytes uint64            `json:"touchedBytes"`
	Early        *earlyJSON        `json:"early,omitempty"`
}

// earlyJSON is the first instruction that touched a register before the wait
// that covers a load into it.
type earlyJSON struct {
	Workgroup int    `json:"workgroup"`
	Wave      int    `json:"wave"`
	Register  string `json:"register"`
	Reads     bool   `json:"reads"` // false: it only writes
	Addr      uint64 `json:"address"`
	Text      string `json:"instruction"`
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	LoadAddr  uint64 `json:"loadAddress"`
	LoadText  string `json:"load"`
}

type bytesJSON struct {
	GlobalRead     uint64 `json:"globalRead"`
	GlobalWritten  uint64 `json:"globalWritten"`
	LDSRead        uint64 `json:"ldsRead"`
	LDSWritten     uint64 `json:"ldsWritten"`
	ScratchRead    uint64 `json:"scratchRead"`
	ScratchWritten uint64 `json:"scratchWritten"`
}

type inexactJSON struct {
	Instruction string `json:"instruction"`
	Count       uint64 `json:"count"`
	Reason      string `json:"reason"`
}

// runErrorJSON is what ended a run.
type runErrorJSON struct {
	Kernel      string         `json:"kernel"`
	Workgroup   [3]uint32      `json:"workgroup"`
	Wave        int            `json:"wave"`
	Address     uint64         `json:"address"`
	Offset      uint64         `json:"offset"`
	Instruction string         `json:"instruction,omitempty"`
	File        string         `json:"file,omitempty"`
	Line        int            `json:"line,omitempty"`
	Message     string         `json:"message"`
	Waves       []positionJSON `json:"waves"`
}

type positionJSON struct {
	Wave        int    `json:"wave"`
	Status      string `json:"status"`
	Address     uint64 `json:"address"`
	Instruction string `json:"instruction,omitempty"`
}

// print reports the run: as text on standard error, so that standard output
// stays free for data, or with --json as a document on standard output.
func (j *job) print(failed *sim.RunError) error {
	if j.flags.asJSON {
		return j.streams.writeJSON(j.json(failed))
	}
	for _, r := range j.results {
		writeReport(j.streams.err, r)
	}
	writeUnwritten(j.streams, j.unwritten)
	j.writeEarly()
	for i := range j.checks {
		j.checks[i].write(j.streams)
	}
	if j.against != nil {
		j.against.write(j.streams)
	}
	return nil
}

func (j *job) json(failed *sim.RunError) runJSON {
	doc := runJSON{Schema: "heddle.run/v1", Target: j.device.Chip().Name, Schedule: j.flags.schedule, Dispatches: []dispatchJSON{}, Expect: j.checks, Against: j.against, Addresses: j.programs[0].addresses, Unwritten: j.unwritten}
	if j.sanitizer != nil {
		doc.Findings = append([]sanitize.Finding{}, j.sanitizer.Findings()...)
	}
	for _, r := range j.results {
		doc.Dispatches = append(doc.Dispatches, dispatchOf(r))
	}
	if failed != nil {
		doc.Error = errorOf(failed)
	}
	return doc
}

// dispatchOf is a report as a document.
func dispatchOf(r *sim.Report) dispatchJSON {
	d := dispatchJSON{Kernel: r.Kernel, Workgroups: r.Workgroups, Waves: r.Waves, Instructions: r.Executed,
		Classes: map[string]uint64{}, Bytes: bytesJSON(r.Bytes), Fidelity: "exact", TouchedBytes: r.TouchedBytes}
	for _, c := range r.Classes {
		d.Classes[c.Class] = c.Count
	}
	for _, x := range r.Inexact {
		d.Fidelity = "model"
		d.Inexact = append(d.Inexact, inexactJSON(x))
	}
	if r.Early != nil {
		early := earlyJSON(*r.Early)
		d.Early = &early
	}
	return d
}

// writeEarly says once in a run that a result depends on when loads arrive. The
// waits check says it better.
func (j *job) writeEarly() {
	if j.flags.asJSON || j.sanitizer != nil && j.sanitizer.Checks("waits") {
		return
	}
	for _, r := range j.results {
		if r.Early != nil {
			j.streams.diagnose(fmt.Sprintf("heddle: note: kernel %s %s: the result depends on timing; --check waits says more", r.Kernel, r.Early))
			return
		}
	}
}

// errorOf is what ended a run.
func errorOf(failed *sim.RunError) *runErrorJSON {
	e := &runErrorJSON{Kernel: failed.Kernel, Workgroup: failed.Group, Wave: failed.Wave, Address: failed.Addr, Offset: failed.Offset,
		Instruction: failed.Text, File: failed.File, Line: failed.Line, Message: failed.Err.Error()}
	for _, w := range failed.Waves {
		e.Waves = append(e.Waves, positionJSON{w.Wave, w.Status, w.Addr, w.Text})
	}
	return e
}

// writeReport prints what a dispatch did.
func writeReport(w io.Writer, r *sim.Report) {
	fmt.Fprintf(w, "%s: %s, %s, %s\n", r.Kernel, count(uint64(r.Workgroups), "workgroup"), count(uint64(r.Waves), "wave"), count(r.Executed, "wave instruction"))
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

// count is a number with its noun.
func count(n uint64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// write prints the outcome of an expectation.
func (c *comparison) write(s *streams) {
	if c.Passed {
		note := "all exact"
		if c.MaxAbs > 0 {
			note = fmt.Sprintf("largest difference %.3g, relative %.3g", float64(c.MaxAbs), float64(c.MaxRel))
		}
		fmt.Fprintf(s.err, "expect %s = %s: ok, %s: %s\n", c.Name, c.File, count(uint64(c.Elements), "element"), note)
		return
	}
	if c.Error != "" {
		s.diagnose(fmt.Sprintf("heddle: error: expect %s = %s: %s", c.Name, c.File, c.Error))
		return
	}
	text := fmt.Sprintf("heddle: error: expect %s = %s: %d of %d elements differ by more than %g + %g*|want|; largest difference %.3g, relative %.3g",
		c.Name, c.File, c.Wrong, c.Elements, c.ATol, c.RTol, float64(c.MaxAbs), float64(c.MaxRel))
	for _, d := range c.First {
		text += fmt.Sprintf("\n  %s%v: got %v, want %v", c.Name, d.Index, float64(d.Got), float64(d.Want))
	}
	if c.Wrong > len(c.First) {
		text += fmt.Sprintf("\n  and %d more", c.Wrong-len(c.First))
	}
	s.diagnose(text)
}
