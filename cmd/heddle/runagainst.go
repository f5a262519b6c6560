package main

import (
	"errors"
	"fmt"
	"strings"

	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
)

// againstJSON is what --against found.
type againstJSON struct {
	With       string           `json:"with"` // "interp"
	Passed     bool             `json:"passed"`
	Operations uint64           `json:"operations"` // of all lanes
	Compared   []comparison     `json:"compared"`   // a buffer each
	Error      *interpErrorJSON `json:"error,omitempty"`
	fault      error            // what Error is made of
}

// checkAgainst finds what cannot be compared before anything runs.
func (f *runFlags) checkAgainst(p *program, plan *launchFile) error {
	switch {
	case f.against == "":
		return nil
	case f.against != "interp":
		return usagef("--against %q: there is only interp to compare with", f.against)
	case p.kind != kindMLIR:
		return usagef("--against interp needs MLIR, which %s is not", p.file)
	}
	return plan.interpretable("--against interp")
}

// compareWithInterpreter runs the plan by the interpreter and compares all
// memory with what the simulator left. It reads the arguments' files anew, so
// outputs must not have been written yet.
func (j *job) compareWithInterpreter(plan *launchFile) error {
	if j.flags.against == "" {
		return nil
	}
	j.against = &againstJSON{With: j.flags.against, Compared: []comparison{}}
	other := &interpJob{flags: j.flags, streams: j.streams}
	err := other.replay(j.programs[0], plan)
	for _, d := range other.doc.Dispatches {
		j.against.Operations += d.Operations
	}
	if err != nil {
		return j.against.failed(err)
	}
	names := j.names(plan)
	n := 0
	j.against.Passed = true
	for _, a := range j.shared {
		if a.value != nil {
			continue
		}
		c, err := compareMemory(names[a], a, other.shared[n], j.flags.atol, j.flags.rtol)
		if err != nil {
			return err
		}
		n++
		j.against.Compared = append(j.against.Compared, c)
		j.against.Passed = j.against.Passed && c.Passed
	}
	return nil
}

// replay runs the dispatches of a plan by the interpreter.
func (j *interpJob) replay(p *program, plan *launchFile) (err error) {
	if j.module, err = parseKernels(p.file, p.bytes, j.flags.target.chip); err != nil {
		return err
	}
	if err := j.makeBuffers(plan); err != nil {
		return err
	}
	for _, d := range plan.Dispatches {
		if err := j.dispatch(plan, d); err != nil {
			return err
		}
	}
	return nil
}

// failed takes over what the interpreter found wrong with the kernel; other
// errors are the caller's.
func (a *againstJSON) failed(err error) error {
	var fault *interp.Fault
	var one *ir.Diagnostic
	switch {
	case errors.As(err, &fault):
		a.Error = &interpErrorJSON{diagnosticOf(fault.Diagnostic), &fault.Lane, &fault.Workgroup}
	case errors.As(err, &one):
		a.Error = &interpErrorJSON{diagnosticOf(one), nil, nil}
	default:
		return fmt.Errorf("--against interp: %w", err)
	}
	a.fault = err
	return nil
}

// memoryName is what a buffer is called in messages, and the type of its
// elements by the parameter that it is first given to.
type memoryName struct {
	name string
	elem *element // nil if the parameter does not say
}

// names finds the parameters that buffers are given to.
func (j *job) names(plan *launchFile) map[*runArg]memoryName {
	names := map[*runArg]memoryName{}
	for i, d := range plan.Dispatches {
		k := j.programs[0].kernel(d.Kernel)
		found := d.assign(parametersOf(j.kernels[i].Metadata()))
		for n, a := range j.args[i] {
			if _, known := names[a]; known || a.value != nil || found[n] < 0 {
				continue
			}
			name := fmt.Sprintf("argument %d", n)
			if len(plan.Dispatches) > 1 {
				name = fmt.Sprintf("%s of dispatch %d", name, i)
			}
			if shared, ok := strings.CutPrefix(d.Args[n].Arg, "@"); ok {
				shared, _, _ = strings.Cut(shared, "+")
				name = "buffer " + shared
			}
			names[a] = memoryName{name, parameterElement(k.Params[found[n]].Type)}
		}
	}
	for name, a := range j.buffers {
		if _, known := names[a]; !known {
			names[a] = memoryName{name: "buffer " + name}
		}
	}
	return names
}

// parameterElement is the type of the elements that a parameter points to, nil
// if --arg has no name for it.
func parameterElement(t ir.Type) *element {
	ref, ok := t.(*ir.MemRefType)
	if !ok {
		return nil
	}
	name, n := build.ElementName(ref.Elem)
	e, err := parseElement(name)
	if err != nil || name == "u8" && n > 0 && ref.Elem != ir.I8 {
		return nil
	}
	return e
}

// compareMemory compares a buffer of the simulator with the interpreter's, bit
// for bit unless there is a tolerance.
func compareMemory(name memoryName, a, reference *runArg, atol, rtol float64) (comparison, error) {
	c := comparison{Name: name.name, ATol: atol, RTol: rtol}
	got, err := a.contents()
	if err != nil {
		return c, err
	}
	want, err := reference.contents()
	if err != nil {
		return c, err
	}
	t := a.tensor
	if e := name.elem; e != nil && e != t.elem {
		t = tensor{e, []int{len(got) * 8 / e.bits}}
	}
	if t.elem == nil || t.bytes() != uint64(len(got)) { // bytes, then
		u8, err := parseElement("u8")
		if err != nil {
			return c, err
		}
		t = tensor{u8, []int{len(got)}}
	}
	c.Elements = t.count()
	for i := range c.Elements {
		c.same(t, i, t.elem.raw(got, i), t.elem.raw(want, i))
	}
	c.Passed = c.Wrong == 0
	return c, nil
}

// same compares the codes of one element.
func (c *comparison) same(t tensor, i int, gotRaw, wantRaw uint64) {
	if gotRaw == wantRaw {
		return
	}
	got, want := t.elem.float(gotRaw), t.elem.float(wantRaw)
	if t.elem.kind == 'f' && got != got && want != want {
		return
	}
	if isClose := c.close(got, want); isClose && (c.ATol != 0 || c.RTol != 0) {
		return
	}
	c.Wrong++
	if len(c.First) < maxShown {
		digits := (t.elem.bits + 3) / 4
		c.First = append(c.First, difference{t.index(i), jsonFloat(got), jsonFloat(want),
			[]string{fmt.Sprintf("0x%0*x", digits, gotRaw), fmt.Sprintf("0x%0*x", digits, wantRaw)}})
	}
}

// write prints the outcome.
func (a *againstJSON) write(s *streams) {
	if a.fault != nil {
		s.diagnose(a.fault.Error())
		s.diagnose("heddle: error: --against " + a.With + ": the kernel does not run there, so there is nothing to compare with")
		return
	}
	elements := 0
	var largest comparison
	for i := range a.Compared {
		c := &a.Compared[i]
		elements += c.Elements
		largest.MaxAbs, largest.MaxRel = max(largest.MaxAbs, c.MaxAbs), max(largest.MaxRel, c.MaxRel)
		if c.Passed {
			continue
		}
		how := "differ"
		if c.ATol != 0 || c.RTol != 0 {
			how = fmt.Sprintf("differ by more than %g + %g*|want|", c.ATol, c.RTol)
		}
		text := fmt.Sprintf("heddle: error: against %s: %s: %d of %d elements %s; largest difference %.3g, relative %.3g",
			a.With, c.Name, c.Wrong, c.Elements, how, float64(c.MaxAbs), float64(c.MaxRel))
		for _, d := range c.First {
			text += fmt.Sprintf("\n  element %v: got %v (%s), want %v (%s)", d.Index, float64(d.Got), d.Bits[0], float64(d.Want), d.Bits[1])
		}
		if c.Wrong > len(c.First) {
			text += fmt.Sprintf("\n  and %d more", c.Wrong-len(c.First))
		}
		s.diagnose(text)
	}
	if a.Passed {
		note := "all exact"
		if largest.MaxAbs > 0 {
			note = fmt.Sprintf("largest difference %.3g, relative %.3g", float64(largest.MaxAbs), float64(largest.MaxRel))
		}
		fmt.Fprintf(s.err, "against %s: ok, %s, %s: %s\n", a.With, count(uint64(len(a.Compared)), "buffer"), count(uint64(elements), "element"), note)
	}
}
