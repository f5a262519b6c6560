package launch

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/ir"
	"heddle/ir/interp"
)

// Against is the result of a comparison with the interpreter.
type Against struct {
	Operations uint64       // of all lanes
	Compared   []Comparison // one per buffer
	// Fault is the error that the interpreter found in the kernel, which is then not
	// compared: an *interp.Fault or an *ir.Diagnostic.
	Fault error
}

// Passed reports whether everything was compared and is equal.
func (a *Against) Passed() bool {
	return a.Fault == nil && !slices.ContainsFunc(a.Compared, func(c Comparison) bool { return !c.Passed })
}

// checkAgainst rejects, before anything runs, launches that cannot be compared.
func (j *Job) checkAgainst(p *Program) error {
	if !j.Options.Against {
		return nil
	}
	if !p.IsMLIR() {
		return diag.Usagef("%s interp needs MLIR, and %s is not MLIR", diag.Field("against"), p.Name)
	}
	return j.file.interpretable("%s interp", diag.Field("against"))
}

// compareWithInterpreter runs the dispatches in the interpreter and compares all memory
// with the simulator's. It reads the arguments' files again, so outputs must not have
// been written yet.
func (j *Job) compareWithInterpreter() error {
	against := &Against{Compared: []Comparison{}}
	j.result.Against = against
	other := &Job{file: j.file, Options: j.Options, target: j.target, buffers: map[string]*Memory{}, result: &Result{}}
	other.Options.MaxOperations = 0
	other.Options.Print.Out = nil // it has printed
	err := other.replay()
	for _, r := range other.result.Interpreted {
		against.Operations += r.Steps
	}
	var fault *interp.Fault
	var one *ir.Diagnostic
	switch {
	case errors.As(err, &fault), errors.As(err, &one):
		against.Fault = err
		return nil
	case err != nil:
		return diag.Fieldf("%s interp: %w", diag.Field("against"), err)
	}
	names, err := j.names()
	if err != nil {
		return err
	}
	for i, m := range j.all {
		c, err := compareMemory(names[m], m, other.all[i], j.Options.ATol, j.Options.RTol)
		if err != nil {
			return err
		}
		against.Compared = append(against.Compared, c)
	}
	return nil
}

// replay runs the dispatches in the interpreter.
func (j *Job) replay() error {
	if err := j.loadInterpreter(); err != nil {
		return err
	}
	if err := j.makeBuffers(); err != nil {
		return err
	}
	for _, d := range j.file.Dispatches {
		if err := j.dispatch(d); err != nil {
			return err
		}
	}
	return nil
}

// memoryName is the name of memory in messages, and its element type according to the
// first parameter that it is passed to.
type memoryName struct {
	name string
	elem *Element // nil if the parameter does not give it
}

// names finds the parameters that memory is passed to.
func (j *Job) names() (map[*Memory]memoryName, error) {
	names := map[*Memory]memoryName{}
	for i, d := range j.file.Dispatches {
		k, err := simulator{j}.kernel(d)
		if err != nil {
			return nil, err
		}
		compiled := j.Programs[0].kernel(d.Kernel)
		found := d.assign(parametersOf(k.Metadata()))
		for n, m := range j.result.Args[i] {
			if _, known := names[m]; known || m.value != nil {
				continue
			}
			name := fmt.Sprintf("argument %d", n)
			if len(j.file.Dispatches) > 1 {
				name = fmt.Sprintf("%s of dispatch %d", name, i)
			}
			if shared, ok := strings.CutPrefix(d.Args[n].Arg, "@"); ok {
				shared, _, _ = strings.Cut(shared, "+")
				name = "buffer " + shared
			}
			names[m] = memoryName{name: name}
			if compiled != nil && found[n] >= 0 {
				names[m] = memoryName{name, ElementOfType(compiled.Params[found[n]].Type)}
			}
		}
	}
	for name, m := range j.buffers {
		if _, known := names[m]; !known {
			names[m] = memoryName{name: "buffer " + name}
		}
	}
	return names, nil
}
